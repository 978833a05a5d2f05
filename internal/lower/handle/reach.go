package handle

// Which blocks of a function lead to which.

import (
	"github.com/corolower/corolower/internal/ir"
)

// again reports that a block can be reached from itself without another, if one is given, between.
func (an *lifeAnalysis) again(b, without *ir.Block) bool {
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
	seen := map[*ir.Block]bool{without: true}
	for work := b.Succs(nil); len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if an.around++; x == b || an.around > maxReachBlocks {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = x.Succs(work)
		}
	}
	return false
}

// leading are the blocks from which an edge leads to one block, or to one that is among them.
type leading struct {
	an  *lifeAnalysis
	to  *ir.Block
	set []uint64 // by place, made when the order of the blocks does not tell
}

func (an *lifeAnalysis) leadingTo(b *ir.Block) leading { return leading{an: an, to: b} }

// has reports a block that is among them. Of most the order tells: to look at all blocks for each
// creation is quadratic in what a function creates.
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

// loopsOf numbers the blocks of a function, by their place in reverse post-order, so that edges
// lead to no lower number. Blocks that may lie on a cycle with each other have an odd number, the
// same; others an even one of their own.
func loopsOf(d *ir.DomTree) []int32 {
	n := len(d.RPO)
	last := make([]int32, n) // the furthest block from which an edge leads back to here or further
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
		if int32(k) > end { // no cycle goes on
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
