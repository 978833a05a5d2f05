// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestLeading compares the blocks that lead to a block with a graph search for them, on random
// graphs that contain unreachable blocks.
func TestLeading(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n := 1 + r.IntN(12)
		var b strings.Builder
		b.WriteString("define void @f(i1 %c) {\nentry:\n  br label %b0\n")
		for k := range n {
			near := func() int { // most edges lead a few blocks forward
				if r.IntN(4) > 0 {
					return min(n-1, k+1+r.IntN(3))
				}
				return r.IntN(n)
			}
			fmt.Fprintf(&b, "b%d:\n", k)
			switch r.IntN(5) {
			case 0:
				b.WriteString("  ret void\n")
			case 1:
				fmt.Fprintf(&b, "  br label %%b%d\n", near())
			default:
				fmt.Fprintf(&b, "  br i1 %%c, label %%b%d, label %%b%d\n", near(), near())
			}
		}
		b.WriteString("}\n")
		m, err := parse.Module("leading.ll", []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		f := m.Funcs[0]
		an := &lifetimeAnalysis{f: f, facts: &Facts{memory: new(memory)}, funcs: map[*ir.Func]*searchedFunc{}}
		for to := f.Entry(); to != nil; to = to.Next() {
			before := map[*ir.Block]bool{}
			for work := to.Preds(nil); len(work) > 0; {
				p := work[len(work)-1]
				work = work[:len(work)-1]
				if !before[p] {
					before[p] = true
					work = p.Preds(work)
				}
			}
			l := an.leadingTo(to)
			for from := f.Entry(); from != nil; from = from.Next() {
				if l.has(from) != before[from] {
					t.Fatalf("round %d: %%%s leads to %%%s: %t\n%s", round, from.Name(), to.Name(), before[from],
						b.String())
				}
			}
		}
	}
}
