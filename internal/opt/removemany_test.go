// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestRemoveMany removes entries from a large phi, with and without an index. Each block has up to
// three entries. Both orders of the versions are tried.
func TestRemoveMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		var head, blocks, entries strings.Builder
		n := 1 + r.IntN(12)
		for k := range n {
			fmt.Fprintf(&head, " i32 %d, label %%b%d", k, k)
			fmt.Fprintf(&blocks, "b%d:\n  switch i32 %%x, label %%join [ i32 1, label %%join i32 2, label %%join ]\n", k)
		}
		order := r.Perm(3 * n)
		for _, k := range order {
			fmt.Fprintf(&entries, ", [ %d, %%b%d ]", k/3, k/3)
		}
		list := entries.String()[2:]
		m, err := parse.Module("t.ll", []byte("define i32 @f(i32 %x) {\nentry:\n  switch i32 %x, label %b0 ["+head.String()+
			" ]\n"+blocks.String()+"join:\n  %p = phi i32 "+list+"\n  %q = phi i32 "+list+"\n  %s = add i32 %p, %q\n"+
			"  ret i32 %s\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		m.Version = ir.Version(21 + round%2)
		f, _ := m.Func("f")
		p := f.LastBlock().First()
		q := p.Next()
		var preds []*ir.Block
		for _, k := range r.Perm(3 * n)[:r.IntN(3*n)] {
			preds = append(preds, p.PhiBlocks()[k])
		}
		removeMany(m, p, preds)
		for _, b := range preds {
			q.RemoveIncoming(slices.Index(q.PhiBlocks(), b))
		}
		if !slices.Equal(p.PhiBlocks(), q.PhiBlocks()) {
			t.Fatalf("version %d, of %s: %d entries, want %d, or another order", m.Version, list, p.NumArgs(), q.NumArgs())
		}
		for k := range p.NumArgs() {
			if p.Arg(k) != q.Arg(k) {
				t.Errorf("entry %d: %v, want %v", k, p.Arg(k), q.Arg(k))
			}
		}
	}
}
