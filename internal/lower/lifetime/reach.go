// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Reachability between the blocks of a function.

import (
	"github.com/corolower/corolower/internal/ir"
)

// again reports whether a block is reachable from itself by a path that avoids the block without,
// if that is not nil.
func (an *lifetimeAnalysis) again(b, without *ir.Block) bool {
	if b == without {
		return false
	}
	if d := an.domTree(); d.Reachable(b) {
		if an.loops == nil {
			an.loops = loopsOf(d)
		}
		if an.loops[d.Index(b)]&1 == 0 {
			return false
		}
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
		if an.loops == nil {
			an.loops = loopsOf(d)
		}
		at, to := an.loops[d.Index(b)], an.loops[d.Index(l.to)]
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
			p := work[len(work)-1]
			work = work[:len(work)-1]
			if at := lf.blockNo(p); l.set[at>>6]>>(at&63)&1 == 0 {
				l.set[at>>6] |= 1 << (at & 63)
				work = p.Preds(work)
			}
		}
	}
	at := lf.blockNo(b)
	return l.set[at>>6]>>(at&63)&1 != 0
}

// loopsOf numbers the blocks of a function, by their place in reverse post-order, so that no edge
// leads to a lower number. Blocks that may lie on a common cycle share an odd number; every other
// block has an even number of its own. For example, the blocks of
//
//	entry -> head,  head -> body,  body -> head,  head -> exit
//
// have, in the reverse post-order entry, head, body, exit, the numbers 2, 5, 5 and 6.
func loopsOf(d *ir.DomTree) []int32 {
	n := len(d.RPO)
	last := make([]int32, n) // the furthest block with an edge back to this block or beyond it
	for k := range last {
		last[k] = -1
	}
	var buf []*ir.Block
	for k, b := range d.RPO {
		buf = b.Succs(buf[:0])
		for _, s := range buf {
			if at := d.Index(s); at <= k {
				last[at] = int32(k)
			}
		}
	}
	numbers, no, end := make([]int32, n), int32(0), int32(-1)
	for k := range numbers {
		if int32(k) > end { // no cycle continues here
			no = no&^1 + 2
			if end = last[k]; end >= 0 {
				no++
			}
		}
		end = max(end, last[k])
		numbers[k] = no
	}
	return numbers
}
