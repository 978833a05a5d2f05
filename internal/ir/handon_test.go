// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestMayHandOn checks for several instructions whether other code may start to use a coroutine's
// handle there.
func TestMayHandOn(t *testing.T) {
	for _, x := range []struct {
		text string
		on   bool
	}{
		{"store ptr %h, ptr %p", false},
		{"store volatile ptr %h, ptr %p", true},
		{"store atomic ptr %h, ptr %p monotonic, align 8", true},
		{"store atomic ptr %h, ptr %p release, align 8", true},
		{"%v = load atomic ptr, ptr %p acquire, align 8", false},
		{"%v = load volatile ptr, ptr %p", false},
		{"fence release", true},
		{"%v = atomicrmw xchg ptr %p, ptr %h acq_rel", true},
		{"%v = cmpxchg ptr %p, ptr null, ptr %h acq_rel acquire", true},
		{"call void @unknown()", true},
		{"call void %p(ptr %h)", true},
		{"call void @none(ptr %h)", false},
		{"call void @reads(ptr %h)", false},
		{"call void @args(ptr %h)", true},
		{`call void @none(ptr %h) [ "tag"(ptr %h) ]`, true},
		{`call void asm sideeffect "", "r"(ptr %h)`, true},
		{"call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %h, i64 8, i1 false)", false},
		{"call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %h, i64 8, i1 true)", true},
		{"call void @llvm.lifetime.start.p0(ptr %p)", false},
		{"call void @llvm.coro.resume(ptr %h)", true},
		{"call void @llvm.coro.destroy(ptr %h)", true},
		{"%v = call ptr @llvm.coro.promise(ptr %h, i32 8, i1 false)", false},
		{"call void @llvm.coro.await.suspend.void(ptr %p, ptr %h, ptr @unknown)", true},
		{"call void @llvm.coro.nobody.knows(ptr %h)", true},
		{"call void @llvm.nobody.knows(ptr %h)", true},
	} {
		m, err := parse.Module("test.ll", []byte(`
define void @f(ptr %h, ptr %p) {
  `+x.text+`
  ret void
}
declare void @unknown()
declare void @none(ptr) memory(none)
declare void @reads(ptr) memory(read)
declare void @args(ptr) memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.coro.promise(ptr, i32, i1)
declare void @llvm.coro.await.suspend.void(ptr, ptr, ptr)
declare void @llvm.coro.nobody.knows(ptr)
declare void @llvm.nobody.knows(ptr)
`))
		if err != nil {
			t.Fatalf("%s: %v", x.text, err)
		}
		f, err := m.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		if got := ir.MayHandOn(m, f.Entry().First()); got != x.on {
			t.Errorf("%s: %v", x.text, got)
		}
	}
}
