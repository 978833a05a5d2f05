// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// A variant of a function must read as if it had been printed on its own, for any set of
// instructions that differ. Fixups for attribute sets are at the end of the header and of calls.
// The name of the first block is in labels, in comments on predecessors and in phis.
func TestVariant(t *testing.T) {
	const src = `declare void @free(ptr)
define void @d(ptr %p, i1 %c) {
entry.d:
  %x = getelementptr i8, ptr %p, i32 5
  br i1 %c, label %a, label %b
a:
  call void @free(ptr %x)
  %1 = add i32 7, 5
  switch i32 %1, label %b [
    i32 5, label %e
  ]
b:
  %2 = phi i32 [ 5, %entry.d ], [ 1, %a ]
  call void @free(ptr %p)
  br label %e
e:
  %y = phi i32 [ 5, %a ], [ %2, %b ]
  call void @free(ptr %x)
  ret void
}
define void @c(ptr %p, i1 %c) {
  ret void
}
define void @"other one"(ptr %p, i1 %c) personality ptr @free {
  ret void
}
`
	for bits := range 1 << 6 {
		print := func(variant bool) string {
			m, err := parse.Module("t.ll", []byte(src))
			if err != nil {
				t.Fatal(err)
			}
			f, _ := m.Func("d")
			to, _ := m.Func("c")
			third, _ := m.Func("other one")
			for _, g := range []*ir.Func{f, to, third} {
				g.Changed, g.Attrs = true, ir.NewAttrs("nounwind", "cold")
			}
			var differ []*ir.Instr
			n := 0
			for b := f.Entry(); b != nil; b = b.Next() {
				for i := b.First(); i != nil; i = i.Next() {
					if i.IsCall() {
						i.Call().Attrs = ir.NewAttrs("nounwind")
					}
					for k := range i.NumArgs() {
						if c, ok := i.Arg(k).(*ir.Const); ok && c.Int64() == 5 {
							if n++; bits>>n&1 != 0 {
								differ = append([]*ir.Instr{i}, differ...)
							}
						}
					}
				}
			}
			u := emit.NewUnitPrinter(m)
			if variant {
				u.FuncWithVariants(f, differ)
			} else {
				u.Func(f)
			}
			turn := func(of, to *ir.Func, was, is int64) {
				for _, i := range differ {
					for k := range i.NumArgs() {
						if c, ok := i.Arg(k).(*ir.Const); ok && c.Int64() == was {
							i.SetArg(k, m.ConstInt(c.Type(), is))
						}
					}
				}
				of.SwapBody(to)
				to.Entry().SetName("entry of " + to.Name)
				if variant {
					u.Variant(to, of, ir.MDMove{})
				} else {
					u.Func(to)
				}
			}
			turn(f, to, 5, 1234567)
			turn(to, third, 1234567, -5)
			text := u.Finish()
			var out strings.Builder
			for _, ft := range text.Funcs {
				out.Write(emit.Apply(ft.Chunk, &emit.Fill{Attrs: []int{10, 200, 3000}, Texts: text.Texts}, nil))
			}
			return out.String() + strings.Join(text.AttrSets, "\n")
		}
		want, got := print(false), print(true)
		if got != want {
			t.Fatalf("%b: got\n%s\nwant\n%s", bits, got, want)
		}
		if bits == 1<<6-1 && strings.Count(got, "1234567") != 5 {
			t.Error(got)
		}
	}
}
