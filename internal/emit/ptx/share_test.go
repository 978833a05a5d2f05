// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit/ptx"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
)

// write returns the PTX of a module.
func write(t *testing.T, text string) string {
	t.Helper()
	m, err := parse.Module("test.ll", []byte("target triple = \"nvptx64-nvidia-cuda\"\n"+text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	lay, err := target.ParseLayout(target.DefaultLayout(m.Triple))
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := ptx.Write(ptx.NewProgram(m, m.Funcs, m.Globals), lay, ptx.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(out)
}

// TestSharedLocals checks which variables share local memory. BODY follows two allocas of 16 bytes.
func TestSharedLocals(t *testing.T) {
	const frame = `
declare void @use(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define void @f(i1 %c, i1 %d) {
  %a = alloca [16 x i8], align 8
  %b = alloca [16 x i8], align 8
  BODY
}
`
	const (
		startA, startB = "call void @llvm.lifetime.start.p0(ptr %a)\n", "call void @llvm.lifetime.start.p0(ptr %b)\n"
		endA, endB     = "call void @llvm.lifetime.end.p0(ptr %a)\n", "call void @llvm.lifetime.end.p0(ptr %b)\n"
		useA, useB     = "call void @use(ptr %a)\n", "call void @use(ptr %b)\n"
		fieldA         = "%p = getelementptr i8, ptr %a, i64 8\nstore i64 0, ptr %p\n"
		ret            = "ret void"
	)
	for name, k := range map[string]struct {
		body   string
		shared bool
	}{
		"one after the other": {startA + useA + endA + startB + useB + endB + ret, true},
		"branches": {"br i1 %c, label %x, label %y\nx:\n" + startA + useA + ret + "\ny:\n" + startB + useB + ret,
			true},
		"states of a loop": {"br label %h\nh:\nbr i1 %c, label %x, label %y\nx:\n" + endB + startA + useA +
			"br label %h\ny:\n" + endA + startB + useB + "br i1 %d, label %h, label %o\no:\n" + ret, true},
		"together": {startA + startB + useA + useB + ret, false},
		"no end":   {startA + useA + startB + useB + ret, false},
		"end of one path": {startA + useA + "br i1 %c, label %x, label %y\nx:\n" + endA + "br label %y\ny:\n" + startB + useB + ret,
			false},
		"no start":              {useA + endA + startB + useB + endB + ret, false},
		"used after the end":    {startA + endA + startB + useA + useB + ret, false},
		"a field after the end": {startA + endA + startB + fieldA + useB + ret, false},
		"kept by a loop": {"br label %h\nh:\n" + startB + useB + endB + "br i1 %c, label %x, label %y\nx:\n" + startA + useA +
			"br label %h\ny:\n" + ret, false},
	} {
		t.Run(name, func(t *testing.T) {
			text := write(t, strings.Replace(frame, "BODY", k.body, 1))
			if strings.Contains(text, "__local_depot0[16]") != k.shared || strings.Contains(text, "__local_depot0[32]") == k.shared {
				t.Errorf("shared: want %v\n%s", k.shared, text)
			}
		})
	}
}

// TestHostPointers checks which addresses a kernel takes for addresses in global memory.
func TestHostPointers(t *testing.T) {
	text := write(t, `
define ptx_kernel void @f(ptr %p, ptr byval({ ptr }) %s) {
  %a = load i32, ptr %p
  %q = load ptr, ptr %p
  %b = load i16, ptr %q
  %h = load ptr, ptr %s
  store i32 %a, ptr %h
  store i16 %b, ptr %h
  ret void
}
define void @g(ptr %p) {
  store i8 0, ptr %p
  ret void
}
`)
	for _, want := range []string{"ld.global.b32", "ld.global.b64", "ld.u16", "st.global.b32", "st.global.u16", "st.u8"} {
		if !strings.Contains(text, "\t"+want+" ") {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
