// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/parse"
)

// TestSizePointers has uses of an async function pointer. Each case states whether the size stays
// known.
func TestSizePointers(t *testing.T) {
	const head = `%p = type <{ i32, i32 }>
@fTu = global %p <{ i32 1, i32 16 }>
@"g Tu" = constant %p <{ i32 1, i32 16 }>
@table = global [2 x ptr] [ptr @fTu, ptr @"g Tu"]
@r = global <{ i32, i32, i64 }> <{ i32 1, i32 0, i64 0 }>
@eTu = external global %p
@other = global %p <{ i32 1, i32 16 }>
define void @f(ptr %c) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @fTu)
  ret void
}
define void @g(ptr %c) {
  %id = call token @llvm.coro.id.async(i32 16, i32 16, i32 0, ptr @"g\20Tu")
  ret void
}
define void @h(ptr %c) {
  %id = call token @llvm.coro.id.retcon.once.dynamic(i32 -1, i32 16, ptr @r, ptr %a, ptr %c, ptr @x, ptr @x, ptr @x, ptr @x, ptr @x, i64 0)
  ret void
}
`
	for _, c := range []struct{ body, want string }{
		{"", "f g r"},
		{"%s = load i32, ptr getelementptr inbounds nuw (%p, ptr @fTu, i32 0, i32 1), align 8", "f g r"},
		{"store i32 5, ptr getelementptr inbounds (%p, ptr @fTu, i32 0, i32 1)", "g r"},
		{"store volatile i32 5, ptr @fTu", "g r"},
		{"store ptr @fTu, ptr %x", "f g r"},
		{"store { ptr, i32 } { ptr @fTu, i32 1 }, ptr %x", "f g r"},
		{`store i32 5, ptr @"g Tu"`, "f r"},
		{`store i32 5, ptr @"g\20Tu"`, "f r"},
		{"%s = load i32, ptr @fTu store i32 5, ptr @fTu", "g r"},
		{"store i32 5,\n ptr @fTu", "g r"},
		{"store i32 5, ptr ; load\n @fTu", "g r"},
		{"%o = atomicrmw add ptr @fTu, i32 1 monotonic", "g r"},
		{"%o = cmpxchg ptr @fTu, i32 1, i32 2 monotonic monotonic", "g r"},
		{"call void @llvm.memset.p0.i64(ptr @fTu, i8 0, i64 8, i1 false)", "g r"},
		{"call void @llvm.coro.async.size.replace(ptr @fTu, ptr @r)", "f g r"},
		{"call void @use(ptr @fTu, ptr @r)", "f g r"},
		{`%load = call void @"store"(ptr @fTu)`, "f g r"},
		{"%a = getelementptr %p, ptr @fTu, i32 0, i32 1", "g r"},
		{"%a = select i1 %c, ptr @fTu, ptr @r", "g"},
		{"%a = icmp eq ptr @fTu, @r", "f g r"},
		{"ret ptr @fTu", "f g r"},
		{"store i32 1, ptr @eTu", "f g r"},
	} {
		text := head + "define void @k(ptr %x) {\n  " + c.body + "\n  ret void\n}\n"
		got := sizePointers(t, text)
		if got != c.want {
			t.Errorf("%s: %q, not %q", c.body, got, c.want)
		}
	}
	if got := sizePointers(t, head+"@a =\n alias ptr, ptr @fTu\n"); got != "g r" {
		t.Errorf("an alias: %q", got)
	}
}

func sizePointers(t *testing.T, text string) string {
	t.Helper()
	f, err := parse.Scan("t.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var short []string
	own := f.SizePointers()
	for _, name := range slices.Sorted(maps.Keys(own)) {
		short = append(short, strings.TrimSpace(strings.TrimSuffix(name, "Tu")))
	}
	return strings.Join(short, " ")
}
