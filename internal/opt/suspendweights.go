// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Branch weights for loops that suspend. LLVM guesses that a loop goes on 31 times as often as it
// ends. A coroutine's loop goes on after a suspend, too, but the split turns the edge to the suspend
// into an exit of the loop. For example, after the split LLVM guesses that almost every byte is a
// blank, and puts the code of %yield out of the way:
//
//	loop:
//	  ...
//	  %blank = icmp eq i32 %byte, 32
//	  br i1 %blank, label %loop, label %yield
//	yield:
//	  ...
//	  %s = call i8 @llvm.coro.suspend(token %save, i1 false)
//	  switch i8 %s, label %return [ i8 0, label %loop
//	                                i8 1, label %destroy ]
//
// So a branch that skips the suspend for a certain value gets weights: that value is a little less
// likely than the others. All other branches keep LLVM's guess, which is right where a loop suspends
// now and then: when a buffer is full, or for an awaiter that is not ready.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// weighEffort limits the blocks that WeighSuspends visits, in multiples of the function's blocks.
const weighEffort = 8

// WeighSuspends gives branch weights to branches of f, a coroutine before the split, that leave a
// cycle because of the split only. It reports whether there are any. It renumbers f.
func WeighSuspends(m *ir.Module, f *ir.Func) bool {
	// With a profile, a branch without weights did not run.
	if !ir.IsPresplit(m, f) || debuginfo.EntryCount(m, f) != nil {
		return false
	}
	suspends := map[*ir.Block]bool{}
	candidates := false
	for b := f.Entry(); b != nil; b = b.Next() {
		if _, others := skips(b.Terminator()); others != nil {
			candidates = true
		}
		for i := b.First(); i != nil; i = i.Next() {
			if ir.CoroCall(i) == ir.CoroSuspend {
				suspends[b] = true
			}
		}
	}
	if !candidates || len(suspends) == 0 {
		return false
	}
	q := newLoops(m, f)
	defer q.dom.Done()
	if len(q.loops) == 0 {
		return false
	}
	q.estimateWeights()
	w := &suspendWeigher{q: q, suspends: suspends, effort: weighEffort * len(q.rpo),
		ahead: make([]*loopNode, len(q.rpo)), back: make([]*loopNode, len(q.rpo))}
	suspending := map[*loopNode]bool{}
	for k, b := range q.rpo {
		if suspends[b] {
			for l := q.loop[k]; l != nil && !suspending[l]; l = l.parent {
				suspending[l] = true
			}
		}
	}
	changed := false
	for k := len(q.loops) - 1; k >= 0 && w.effort > 0; k-- { // inner loops are small
		if l := q.loops[k]; suspending[l] && w.weigh(l) {
			changed = true
		}
	}
	return changed
}

// skips returns the successors of a branch for certain values, and the successor for all others: for
// the cases of a switch, or a comparison with a constant. The successor is nil if the branch is of
// another kind. A comparison with zero asks whether something is there, which makes neither answer
// likely.
func skips(t *ir.Instr) (certain []*ir.Block, others *ir.Block) {
	switch {
	case t.Op == ir.OpSwitch:
		succs := t.Block().Succs(nil)
		return succs[1:], succs[0]
	case t.Op != ir.OpBr || t.NumArgs() != 3:
		return nil, nil
	}
	cmp := ir.AsInstr(t.Arg(0))
	if cmp == nil || cmp.Op != ir.OpICmp {
		return nil, nil
	}
	if c, ok := cmp.Arg(1).(*ir.Const); !ok || !c.IsInt() || c.IsZero() {
		return nil, nil
	}
	switch succs := t.Block().Succs(nil); cmp.Pred() {
	case ir.PredEQ:
		return succs[:1], succs[1]
	case ir.PredNE:
		return succs[1:], succs[0]
	}
	return nil, nil
}

type suspendWeigher struct {
	q        *Frequencies
	suspends map[*ir.Block]bool // blocks with a suspend
	effort   int
	// by RPO index: the last loop in which the block was found to be reached from the header, and to
	// reach it, both without a suspend between
	ahead, back []*loopNode
}

// weigh gives weights to the branches directly in l, and reports whether there are any.
func (w *suspendWeigher) weigh(l *loopNode) bool {
	q := w.q
	h := q.dom.Index(l.header)
	var own []int // blocks directly in l, reached from the header
	var next []*ir.Block
	w.ahead[h] = l
	for work := []int{h}; len(work) > 0; {
		k := ir.Pop(&work)
		w.effort--
		if q.loop[k] == l {
			own = append(own, k)
		}
		if w.suspends[q.rpo[k]] {
			continue
		}
		next = q.rpo[k].Succs(next[:0])
		for _, s := range next {
			if j := q.dom.Index(s); q.loop[j].in(l) && w.ahead[j] != l {
				w.ahead[j] = l
				work = append(work, j)
			}
		}
	}
	for work := []int{h}; len(work) > 0; {
		k := ir.Pop(&work)
		w.effort--
		next = q.rpo[k].Preds(next[:0])
		for _, p := range next {
			if j := q.dom.Index(p); j >= 0 && q.loop[j].in(l) && w.back[j] != l && !w.suspends[p] {
				w.back[j] = l
				work = append(work, j)
			}
		}
	}
	changed := false
	for _, k := range own {
		if w.back[k] == l && w.branch(k, q.rpo[k].Terminator(), l) {
			changed = true
		}
	}
	return changed
}

// branch gives weights to a branch on a cycle without a suspend if certain values stay on the cycle,
// and others leave it, but not the loop.
func (w *suspendWeigher) branch(k int, t *ir.Instr, l *loopNode) bool {
	q := w.q
	certain, others := skips(t)
	if others == nil || t.MetaOf("prof") != nil || w.back[q.dom.Index(others)] == l {
		return false
	}
	stays := false
	for _, s := range certain {
		stays = stays || w.back[q.dom.Index(s)] == l
	}
	succs := q.rpo[k].Succs(nil)
	to, weights := make([]flow, len(succs)), make([]uint64, len(succs))
	for i, s := range succs {
		to[i], weights[i] = flow{to: q.dom.Index(s)}, unlikelyCompare
		if s == others {
			weights[i] = likelyCompare
		}
	}
	if !stays || q.rarity(k, to) != nil {
		return false
	}
	SetWeights(q.m, t, weights)
	return true
}
