package check

// What the checker knows of control flow: dominance, which block can still reach a coro.end, and whether a value crosses a suspend. It
// works on IR as the frontend wrote it, with suspends in the middle of blocks; splitting itself has crossing.go, for normalised functions.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
)

// flowEvent is a suspend (coro.save or coro.suspend) or a coro.end inside a block.
type flowEvent struct {
	at  int // instruction ID
	end bool
}

// checkFlow answers questions about paths. Block tables are indexed by place in the dominator tree's RPO.
//
// past[b] is the depth of the deepest strict dominator d of b for which a path leads from the end of d through a suspend to the start of
// b, with no coro.end behind the suspend; -1: none. All dominators above d have such a path too, and a value crosses a suspend only
// between its definition and a use that it dominates, so one number a block answers for all values. within[b] is the same with paths
// that begin in front of d's own suspends.
type checkFlow struct {
	dom    *ir.DomTree
	events [][]flowEvent
	past   []int32
	within []int32
	canEnd []bool
	budget int
}

// walkBudget bounds the blocks that walks of one function may visit together. Only objects for which the O(1) answer is not enough start
// a walk (over-aligned, dynamic and array allocas), so a function has to hold hundreds of them and a huge graph to use it up; the rules
// concerned then stay silent.
const walkBudget = 4 << 20

// newCheckFlow renumbers the function and computes the tables.
func (k *checker) newCheckFlow() *checkFlow {
	k.f.Renumber()
	x := &checkFlow{dom: ir.NewDomTree(k.f), budget: walkBudget}
	n := len(x.dom.RPO)
	x.events, x.canEnd = make([][]flowEvent, n), make([]bool, n)
	add := func(i *ir.Instr, end bool) {
		if b := x.dom.Index(i.Block()); b >= 0 {
			x.events[b] = append(x.events[b], flowEvent{i.ID, end})
		}
	}
	for _, i := range k.calls[ir.CoroSave] {
		if i.HasUses() {
			add(i, false)
		}
	}
	for _, id := range []ir.Intrinsic{ir.CoroSuspend, ir.CoroSuspendRetcon, ir.CoroSuspendAsync} {
		for _, i := range k.calls[id] {
			add(i, false)
		}
	}
	for _, id := range []ir.Intrinsic{ir.CoroEnd, ir.CoroEndAsync} {
		for _, i := range k.calls[id] {
			add(i, true)
		}
	}
	for _, l := range x.events {
		sort.Slice(l, func(a, b int) bool { return l[a].at < l[b].at })
	}
	x.reachEnds()
	x.solve()
	return x
}

// reachEnds marks the blocks from which a coro.end can be reached.
func (x *checkFlow) reachEnds() {
	var work []*ir.Block
	for b, l := range x.events {
		for _, e := range l {
			if e.end && !x.canEnd[b] {
				x.canEnd[b] = true
				work = append(work, x.dom.RPO[b])
			}
		}
	}
	var preds []*ir.Block
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		preds = b.Preds(preds[:0])
		for _, p := range preds {
			if n := x.dom.Index(p); n >= 0 && !x.canEnd[n] {
				x.canEnd[n] = true
				work = append(work, p)
			}
		}
	}
}

// solve iterates past and within to their fixed point: depths only grow, and a pass settles everything but what comes round a loop.
func (x *checkFlow) solve() {
	n := len(x.dom.RPO)
	x.past, x.within = make([]int32, n), make([]int32, n)
	for b := range x.past {
		x.past[b], x.within[b] = -1, -1
	}
	var preds []*ir.Block
	for changed := true; changed; {
		changed = false
		for b := 1; b < n; b++ {
			blk := x.dom.RPO[b]
			limit := int32(x.dom.Depth(blk)) - 1
			p, w := x.past[b], x.within[b]
			preds = blk.Preds(preds[:0])
			for _, pred := range preds {
				if q := x.dom.Index(pred); q >= 0 {
					qp, qw := x.out(q)
					p, w = max(p, min(qp, limit)), max(w, min(qw, limit))
				}
			}
			if p != x.past[b] || w != x.within[b] {
				x.past[b], x.within[b], changed = p, w, true
			}
		}
	}
}

// out is what past and within are at the end of block q, the block itself counted as a dominator.
func (x *checkFlow) out(q int) (past, within int32) {
	l := x.events[q]
	switch {
	case len(l) == 0:
		return x.past[q], x.within[q]
	case l[len(l)-1].end:
		return -1, -1
	}
	depth := int32(x.dom.Depth(x.dom.RPO[q]))
	return depth - 1, depth
}

// between reports what the last event of a block strictly between two instruction IDs leaves behind: a suspend, a coro.end, or nothing.
func (x *checkFlow) between(b, from, to int) (suspended, ended bool) {
	l := x.events[b]
	n := sort.Search(len(l), func(n int) bool { return l[n].at >= to }) - 1
	if n < 0 || l[n].at <= from {
		return false, false
	}
	return !l[n].end, l[n].end
}

const endOfBlock = int(^uint(0) >> 1)

// crosses reports whether a use of an instruction can be reached from it through a suspend with no coro.end behind it. A use that the
// definition does not dominate, and one in an unreachable block, does not cross.
func (x *checkFlow) crosses(def *ir.Instr, u *ir.Use) bool {
	user := u.User()
	ub, at := user.Block(), user.ID
	if user.Op == ir.OpPhi {
		ub, at = user.PhiBlocks()[u.Index()], endOfBlock
	}
	d, b := x.dom.Index(def.Block()), x.dom.Index(ub)
	if d < 0 || b < 0 || !x.dom.Dominates(def.Block(), ub) {
		return false
	}
	if d == b {
		if def.ID >= at {
			return false
		}
		s, _ := x.between(b, def.ID, at)
		return s
	}
	s, e := x.between(b, -1, at)
	if s || e {
		return s
	}
	depth := int32(x.dom.Depth(def.Block()))
	if s, _ = x.between(d, def.ID, endOfBlock); s {
		return x.within[b] >= depth
	}
	return x.past[b] >= depth
}

// pathCrosses reports whether a path leads from one of the instructions through a suspend to one of them (the same one included), with no
// coro.end behind the suspend.
func (x *checkFlow) pathCrosses(users []*ir.Instr) bool {
	byBlock := map[int][]int{}
	for _, u := range users {
		if b := x.dom.Index(u.Block()); b >= 0 {
			byBlock[b] = append(byBlock[b], u.ID)
		}
	}
	starts := make([]int, 0, len(byBlock))
	for b, l := range byBlock {
		sort.Ints(l)
		starts = append(starts, b)
	}
	sort.Ints(starts)
	in := make(map[int]uint8, len(starts))
	work := append([]int(nil), starts...)
	var succs []*ir.Block
	for len(work) > 0 && x.budget > 0 {
		x.budget--
		b := work[len(work)-1]
		work = work[:len(work)-1]
		out, hit := x.scanBlock(b, in[b], byBlock[b])
		if hit {
			return true
		}
		if out == 0 {
			continue
		}
		succs = x.dom.RPO[b].Succs(succs[:0])
		for _, s := range succs {
			if n := x.dom.Index(s); in[n]|out != in[n] {
				in[n] |= out
				work = append(work, n)
			}
		}
	}
	return false
}

// States of pathCrosses, as bits: one of the instructions was passed; a suspend was passed after it.
const (
	wasUsed = 1 << iota
	wasSuspended
)

// scanBlock runs the states of pathCrosses through one block.
func (x *checkFlow) scanBlock(b int, state uint8, users []int) (out uint8, hit bool) {
	l := x.events[b]
	for len(l) > 0 || len(users) > 0 {
		if len(l) == 0 || len(users) > 0 && users[0] <= l[0].at {
			if state&wasSuspended != 0 {
				return state, true
			}
			state |= wasUsed
			users = users[1:]
			continue
		}
		switch {
		case l[0].end:
			state &^= wasSuspended
		case state&wasUsed != 0:
			state |= wasSuspended
		}
		l = l[1:]
	}
	return state, false
}

// reachesSuspendBefore reports whether a suspend can be reached from one of the starts before any of the stops.
func (x *checkFlow) reachesSuspendBefore(starts, stops []*ir.Instr) bool {
	stop := map[int][]int{}
	for _, s := range stops {
		if b := x.dom.Index(s.Block()); b >= 0 {
			stop[b] = append(stop[b], s.ID)
		}
	}
	// first gives what comes first behind an instruction of a block: a suspend, a stop, or the block's end.
	first := func(b, from int) (suspend, stopped bool) {
		end := endOfBlock
		for _, at := range stop[b] {
			if at > from && at < end {
				end = at
			}
		}
		for _, e := range x.events[b] {
			if e.at > from && e.at < end && !e.end {
				return true, false
			}
		}
		return false, end != endOfBlock
	}
	seen := map[int]bool{}
	var work []int
	var succs []*ir.Block
	push := func(b int) {
		succs = x.dom.RPO[b].Succs(succs[:0])
		for _, s := range succs {
			if n := x.dom.Index(s); !seen[n] {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	for _, s := range starts {
		if b := x.dom.Index(s.Block()); b >= 0 {
			hit, stopped := first(b, s.ID)
			if hit {
				return true
			}
			if !stopped {
				push(b)
			}
		}
	}
	for len(work) > 0 && x.budget > 0 {
		x.budget--
		b := work[len(work)-1]
		work = work[:len(work)-1]
		hit, stopped := first(b, -1)
		if hit {
			return true
		}
		if !stopped {
			push(b)
		}
	}
	return false
}
