// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Reachability between the blocks of a function.

import (
	"github.com/corolower/corolower/internal/ir"
)

// cycles returns ir.DomTree.Cycles for the function.
func (an *lifetimeAnalysis) cycles() []int32 {
	if an.loops == nil {
		an.loops = an.domTree().Cycles()
	}
	return an.loops
}

// again reports whether a block is reachable from itself by a path that avoids the block without,
// if that is not nil.
func (an *lifetimeAnalysis) again(b, without *ir.Block) bool {
	if b == without {
		return false
	}
	if d := an.domTree(); d.Reachable(b) && an.cycles()[d.Index(b)]&1 == 0 {
		return false
	}
	work := ir.NewWorklist(b.Succs(nil)...)
	for x := range work.All {
		if an.around++; x == b || an.around > maxReachBlocks {
			return true
		}
		if x != without {
			work.Add(x.Succs(nil)...)
		}
	}
	return false
}

// leading is the set of blocks from which control can reach a block, including that block if it is
// on a cycle.
type leading struct {
	an  *lifetimeAnalysis
	to  *ir.Block
	set []uint64 // by place, computed if the order of the blocks does not decide
}

func (an *lifetimeAnalysis) leadingTo(b *ir.Block) leading { return leading{an: an, to: b} }

// has reports whether a block is in the set. The order of the blocks decides that for most of them:
// to visit all blocks for each creation would be quadratic in the number of creations.
func (l *leading) has(b *ir.Block) bool {
	an := l.an
	d := an.domTree()
	if l.set == nil && d.Reachable(b) && d.Reachable(l.to) {
		at, to := an.cycles()[d.Index(b)], an.cycles()[d.Index(l.to)]
		switch {
		case at > to, at == to && to&1 == 0:
			return false
		case b != l.to && d.Dominates(b, l.to):
			return true
		}
	}
	lf := an.funcInfo(an.f)
	if l.set == nil {
		l.set = make([]uint64, (len(lf.blocks)+63)/64)
		for work := l.to.Preds(nil); len(work) > 0; {
			p := ir.Pop(&work)
			if at := lf.blockNo(p); l.set[at>>6]>>(at&63)&1 == 0 {
				l.set[at>>6] |= 1 << (at & 63)
				work = p.Preds(work)
			}
		}
	}
	at := lf.blockNo(b)
	return l.set[at>>6]>>(at&63)&1 != 0
}
