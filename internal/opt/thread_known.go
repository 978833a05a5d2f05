// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Jump threading for branches on a value that was branched on before. If a coroutine resumes another
// one for each of its own values, and both parts are inlined into a loop, each asks whether it runs
// for the first time. With one state for both, %inner asks what %outer and its successors know:
//
//	outer:
//	  switch i2 %state, label %never [ i2 0, label %inner
//	                                   i2 1, label %more ]
//	more:
//	  br label %inner
//	inner:
//	  %mean = phi double [ 0.0, %outer ], [ %last, %more ]
//	  switch i2 %state, label %never [ i2 0, label %start
//	                                   i2 1, label %next ]
//
// The edge from %outer continues in %start, and the edge from %more in %next. The value of the
// condition is known if, on the way back from the edge, a branch or switch on it leads to the edge
// for this value only. The way back ends where several edges meet. The value is not computed anew
// on it, because its definition dominates each branch on it.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

// mayAskAgain reports whether a block branches on a value that another block defines.
func mayAskAgain(b *ir.Block) bool {
	t := b.Terminator()
	if t.Op != ir.OpSwitch && (t.Op != ir.OpBr || t.NumArgs() != 3) || b.AddressTaken() {
		return false
	}
	switch v := t.Arg(0).(type) {
	case *ir.Param:
		return true
	case *ir.Instr:
		return v.Block() != b
	}
	return false
}

// visitKnown threads the edges into a block that branches on a value that was branched on before,
// and reports whether there were any.
func (t *threader) visitKnown(b *ir.Block) bool {
	if b == t.f.Entry() || t.headers[b] || !mayAskAgain(b) {
		return false
	}
	term := b.Terminator()
	if t.several(term.Arg(0)) {
		return false
	}
	preds := b.Preds(nil)
	t.budget -= len(preds)
	if len(preds) > maxTestedPreds || !distinct(preds) {
		return false
	}
	var groups []*group
	var d *decider
	for _, p := range preds {
		c := t.asked(term.Arg(0), p, b)
		if c == nil || !ends(p.Terminator()) {
			continue
		}
		if d == nil {
			if d = t.apart(b); d == nil || t.repaired(d) > maxRepaired {
				return false
			}
		}
		to := chosen(term, c)
		if to != b {
			groups = addEdge(groups, to, p, t.enter(d, p, 0))
		}
	}
	for _, g := range groups {
		count.AskedBefore.Hit()
		t.copy(d, g)
	}
	if len(groups) > 0 {
		t.touched = append(t.touched, b)
	}
	return len(groups) > 0
}

// asked returns the value of v on the edge from from to next if a branch on the way back tells it,
// else nil.
func (t *threader) asked(v ir.Value, from, next *ir.Block) *ir.Const {
	for range maxWayBack {
		term := from.Terminator()
		if term == nil {
			return nil
		}
		if (term.Op == ir.OpSwitch || term.Op == ir.OpBr && term.NumArgs() == 3) && term.Arg(0) == v {
			return t.leadsTo(term, next)
		}
		p := from.SinglePred()
		if p == nil {
			return nil
		}
		from, next = p, from
	}
	return nil
}

// leadsTo returns the value with which a branch or switch leads to a block, to which it has one edge.
// It is nil for the default of a switch.
func (t *threader) leadsTo(term *ir.Instr, to *ir.Block) *ir.Const {
	if term.Op == ir.OpBr {
		return t.m.Bool(term.Arg(1) == ir.Value(to))
	}
	for k := range term.NumCases() {
		if term.CaseDest(k) == to {
			return term.CaseValue(k)
		}
	}
	return nil
}
