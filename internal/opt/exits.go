// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Restrictions that suspends impose on a coroutine that is not split yet.
//
// First, constant addresses of thread-local variables belong to the thread that computes them.
// After a suspend the coroutine may run on another thread, so no such constant may replace a value
// that was computed earlier.
//
// Second, some variables must stay in memory because of exceptions. A coroutine that an exception
// has left can still be destroyed. The destroy starts at its final suspend. If it has none, or if
// the exception came from a plain call, the destroy starts at the suspend that the coroutine was
// last resumed from. Code on the path from there reads memory as the exception left it, while a
// variable in a register would have its value at that suspend. So a variable stays in memory if it
// is live after such a suspend and written while the coroutine runs between suspends. In C++ these
// are few: parameters that their own destructor reads.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// exits decides which variables of a coroutine must stay in memory. All tables are by index in
// reverse post-order.
type exits struct {
	p      *promoter
	last   []int  // ID of the last suspend of a block that a destroy may start from, or -1
	first  []int  // ID of the first suspend of any kind in a block, or -1
	after  []bool // the block may be entered after a suspend
	points []int  // IDs of the suspends that a destroy may start from
	stamp  []int32
	def    []int // ID of the last write of the current variable in a block, valid if stamp equals gen
	gen    int32
}

// newExits returns nil for a function without these restrictions.
func newExits(p *promoter) *exits {
	if !ir.IsPresplit(p.m, p.f) {
		return nil
	}
	x := &exits{p: p}
	n := len(p.dom.RPO)
	x.last, x.first, x.after = make([]int, n), make([]int, n), make([]bool, n)
	var suspends, finals, unwinds, throws []*ir.Instr
	for k, b := range p.dom.RPO {
		x.last[k], x.first[k] = -1, -1
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i.Op != ir.OpCall:
			case ir.IsCoro(i, ir.CoroSuspend):
				suspends = append(suspends, i)
				if isOne(i.Arg(1)) {
					finals = append(finals, i)
				}
				if x.first[k] < 0 {
					x.first[k] = i.ID
				}
			case ir.IsCoro(i, ir.CoroEnd):
				if isOne(i.Arg(1)) {
					unwinds = append(unwinds, i)
				}
			case !ir.CallHas(p.m, i, "nounwind") && !x.suspended(i):
				throws = append(throws, i)
			}
		}
	}
	x.reach()
	leaves := false
	for _, i := range throws {
		leaves = leaves || x.afterSuspend(i)
	}
	for _, i := range unwinds {
		leaves = leaves || len(finals) == 0 && x.afterSuspend(i)
	}
	var points []*ir.Instr
	switch {
	case leaves:
		points = suspends
	case len(unwinds) > 0:
		points = finals
	}
	if len(points) == 0 {
		return nil
	}
	for _, s := range points {
		x.last[p.dom.Index(s.Block())] = s.ID
		x.points = append(x.points, s.ID)
	}
	slices.Sort(x.points)
	x.stamp, x.def = make([]int32, n), make([]int, n)
	return x
}

// suspended reports whether a call runs when the coroutine already counts as suspended: nothing is
// written between the call and the next suspend.
func (x *exits) suspended(i *ir.Instr) bool {
	if ir.CoroCall(i) != ir.NotCoro {
		return true
	}
	for i = i.Next(); i != nil && i.Op != ir.OpStore && (i.Op != ir.OpCall || i.CalledFunc() != nil); i = i.Next() {
		if ir.IsCoro(i, ir.CoroSuspend) {
			return true
		}
	}
	return false
}

// reach marks the blocks that may be entered after a suspend.
func (x *exits) reach() {
	d := x.p.dom
	var work, succs []*ir.Block
	enter := func(b *ir.Block) {
		succs = b.Succs(succs[:0])
		for _, s := range succs {
			if k := d.Index(s); !x.after[k] {
				x.after[k] = true
				work = append(work, s)
			}
		}
	}
	for k, b := range d.RPO {
		if x.first[k] >= 0 {
			enter(b)
		}
	}
	for len(work) > 0 {
		b := ir.Pop(&work)
		enter(b)
	}
}

// afterSuspend reports whether an instruction may execute after a suspend.
func (x *exits) afterSuspend(i *ir.Instr) bool {
	k := x.p.dom.Index(i.Block())
	return k >= 0 && (x.after[k] || x.first[k] >= 0 && x.first[k] < i.ID)
}

// pinned reports whether a variable must stay in memory. own lists its accesses in layout order.
func (x *exits) pinned(own []event) bool {
	written := false
	for _, e := range own {
		written = written || (e.i.Op == ir.OpStore || e.kill) && x.afterSuspend(e.i)
	}
	if !written {
		return false
	}
	x.gen++
	def := -1 // the last write before an access, in its block
	for at, e := range own {
		b := e.i.Block()
		k := x.p.dom.Index(b)
		if at == 0 || own[at-1].i.Block() != b {
			def = b.First().ID - 1
		}
		switch {
		case k < 0:
		case e.i.Op == ir.OpStore || e.kill:
			def = e.i.ID
			x.stamp[k], x.def[k] = x.gen, def
		case e.i.Op == ir.OpLoad && x.pointBetween(def, e.i.ID):
			return true
		}
	}
	t := x.p.frontiers()
	for _, b := range t.liveIn(x.p.ends(own)) {
		for _, k := range t.preds[t.first[b]:t.first[b+1]] {
			if x.last[k] >= 0 && (x.stamp[k] != x.gen || x.def[k] < x.last[k]) {
				return true
			}
		}
	}
	return false
}

// pointBetween reports whether a suspend that a destroy may start from lies between two
// instructions of one block, given their IDs.
func (x *exits) pointBetween(lo, hi int) bool {
	k, _ := slices.BinarySearch(x.points, lo+1)
	return k < len(x.points) && x.points[k] < hi
}

// ThreadBound reports whether a constant differs between threads: it is the address of a
// thread_local variable, or of an alias that may refer to one.
func ThreadBound(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Global:
		if v.GKind != ir.GlobalVar {
			return true
		}
		for _, w := range v.Words {
			if len(w) >= 12 && w[:12] == "thread_local" {
				return true
			}
		}
	case *ir.Const:
		for _, e := range v.Elems {
			if ThreadBound(e) {
				return true
			}
		}
	}
	return false
}

// keepsThread reports whether v must not replace a value that f computed earlier, because a suspend
// may lie between.
func keepsThread(f *ir.Func, v ir.Value) bool {
	return ThreadBound(v) && ir.IsPresplit(f.Module(), f)
}
