// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/parse"
)

// TestLeaveScratch builds a copy in scratch memory, moves it, and reuses the scratch memory. The copy
// must stay as it is, with names that are unique.
func TestLeaveScratch(t *testing.T) {
	m, err := parse.Module("test.ll", []byte(`
@table = global [1 x ptr] [ptr blockaddress(@f, %loop)]
define i32 @f(i32 %n, ptr %p) {
entry:
  indirectbr ptr %p, [label %loop, label %out]
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
    #dbg_value(i32 %i, !3, !DIExpression(), !4)
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  %r = phi i32 [ %n, %entry ], [ %next, %loop ]
  ret i32 %r
}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!3 = !DILocalVariable(name: "i", scope: !2)
!4 = !DILocation(line: 1, scope: !2)
`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func("f")
	if err != nil {
		t.Fatal(err)
	}
	want := emit.FuncString(f)
	f.FreezeNames()
	build := func() *ir.Func {
		m.UseScratch(true)
		mark := m.Mark()
		c, _ := bodies.CopyFunc(m, f)
		c.SetParamName(c.Params[1], "to")
		m.UseScratch(false)
		c.LeaveScratch()
		m.Release(mark)
		return c
	}
	check := func(what string, c *ir.Func) {
		t.Helper()
		c.Linkage = f.Linkage
		if got := strings.ReplaceAll(emit.FuncString(c), "%to", "%p"); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", what, got, want)
		}
		if l := ir.NewVerifier(m).Func(c); len(l) > 0 {
			t.Errorf("%s: %v", what, l)
		}
	}
	first := build()
	check("first", first)
	check("second", build())
	check("first after second", first)
	check("original", f)
	if !first.HasName("next") || !first.HasName("to") || first.HasName("p") {
		t.Error("the table of names is wrong")
	}
	for label, b := range first.Taken {
		if b.Func() != first {
			t.Errorf("the block of address %s is not in the copy", label)
		}
	}
}
