// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// graph returns a function whose block k branches to succs[k].
func graph(t testing.TB, succs [][]int) *ir.Func {
	t.Helper()
	var b strings.Builder
	b.WriteString("define void @f(i32 %x) {\nstart:\n  br label %b0\n")
	for k, l := range succs {
		fmt.Fprintf(&b, "b%d:\n", k)
		if len(l) == 0 {
			b.WriteString("  ret void\n")
			continue
		}
		fmt.Fprintf(&b, "  switch i32 %%x, label %%b%d [", l[0])
		for n, s := range l[1:] {
			fmt.Fprintf(&b, " i32 %d, label %%b%d", n, s)
		}
		b.WriteString(" ]\n")
	}
	b.WriteString("}\n")
	m, err := parse.Module("g.ll", []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return m.Funcs[0]
}

// dominatedBy returns the blocks that a dominates: those that are unreachable without a.
func dominatedBy(f *ir.Func, a *ir.Block) map[*ir.Block]bool {
	reach := func(without *ir.Block) map[*ir.Block]bool {
		seen := map[*ir.Block]bool{}
		var walk func(b *ir.Block)
		walk = func(b *ir.Block) {
			if seen[b] || b == without {
				return
			}
			seen[b] = true
			for _, s := range b.Succs(nil) {
				walk(s)
			}
		}
		walk(f.Entry())
		return seen
	}
	out := reach(nil)
	for b := range reach(a) {
		delete(out, b)
	}
	return out
}

func TestDomTreeAgainstDefinition(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for round := range 300 {
		n := 1 + rnd.Intn(12)
		succs := make([][]int, n)
		for k := range succs {
			for range rnd.Intn(4) {
				succs[k] = append(succs[k], rnd.Intn(n))
			}
		}
		f := graph(t, succs)
		d := ir.NewDomTree(f)
		blocks := f.Blocks()
		for _, a := range blocks {
			if !d.Reachable(a) {
				continue
			}
			want := dominatedBy(f, a)
			for _, b := range blocks {
				if d.Reachable(b) && d.Dominates(a, b) != want[b] {
					t.Fatalf("round %d: %v: dominates(%s, %s) = %v", round, succs, a.Name(), b.Name(), !want[b])
				}
				if i := d.IDom(b); i == a && (!want[b] || a == b) {
					t.Fatalf("round %d: %v: idom of %s is %s", round, succs, b.Name(), a.Name())
				}
			}
		}
	}
}

// TestDomTreeScales builds the tree of a chain whose every block also branches to the exit and back
// to an earlier block. The cost per edge must not grow with the length of the chain.
func TestDomTreeScales(t *testing.T) {
	const n = 100000
	succs := make([][]int, n+1)
	for k := range n {
		succs[k] = []int{k + 1, n, k / 2}
	}
	f := graph(t, succs)
	d := ir.NewDomTree(f)
	if len(d.RPO) != n+2 {
		t.Fatalf("%d blocks", len(d.RPO))
	}
}
