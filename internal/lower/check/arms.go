// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about the targets of a suspend's cases: 0 continues the coroutine, 1 destroys it, and a
// final suspend is never resumed.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkResumeArms runs the rules about the cases 0 and 1.
func (k *checker) checkResumeArms() {
	// By block ID: blocks at which a path from a suspend ends, because they contain a coro.end or a
	// suspend, or because checkReturns has visited them.
	over := make([]bool, k.f.NumIDs())
	for _, id := range [...]ir.Intrinsic{ir.CoroEnd, ir.CoroSuspend} {
		for _, i := range k.calls[id] {
			over[i.Block().ID] = true
		}
	}
	ends := len(k.calls[ir.CoroEnd]) > 0 && !k.misplaced && !k.broken[ir.CoroEnd]
	finals := 0
	for _, s := range k.calls[ir.CoroSuspend] {
		if ir.IsFinal(s) {
			finals++
		}
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		k.checkResultValues(s)
		on, at, ok := arm(s, 0)
		k.checkDestroyEdge(s, on, at)
		if !ok {
			continue
		}
		if ir.IsFinal(s) && finals == 1 { // with several final suspends, checkSuspends reports the others
			k.checkFinalResumed(s, on, at)
		}
		if ends {
			k.checkReturns(s, on, over, "resumed")
		}
	}
	if !ends {
		return
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		out, _, known := arm(s, -1)
		dest, _, ok := arm(s, 1)
		if ok && known && dest != out {
			k.checkReturns(s, dest, over, "destroyed")
		}
	}
}

// checkFinalResumed reports a final suspend whose resume edge leads to another suspend. It accepts
// an edge that leads to the end of the coroutine: clang emits such dead code.
func (k *checker) checkFinalResumed(s *ir.Instr, on *ir.Block, at *ir.Instr) {
	if n := k.flow.dom.Index(on); n < 0 || !k.flow.has(aWait, n) {
		return
	}
	e := k.report(rule.RuleFinalResumed, at.Pos, "the final suspend leads to another suspend when it is resumed, "+
		"but a finished coroutine cannot be resumed")
	note(e, s.Pos, "the final suspend is here")
	note(e, blockPos(on), "resume leads here")
	hint(e, "pass i1 false if the coroutine continues from here; otherwise branch from `i8 0` to unreachable")
}

// checkDestroyEdge reports a suspend whose destroy edge leads to another suspend before a coro.end.
// If its resume edge frees the frame instead, the two are swapped:
//
//	switch i8 %s, label %exit [ i8 0, label %cleanup   ; calls coro.free
//	                            i8 1, label %next ]    ; suspends again
func (k *checker) checkDestroyEdge(s *ir.Instr, on *ir.Block, at *ir.Instr) {
	dest, at1, ok := arm(s, 1)
	if !ok {
		return
	}
	b := k.flow.dom.Index(dest)
	if b < 0 || !k.flow.has(aWait, b) {
		return
	}
	swapped, cases := false, false
	if at != nil && !ir.IsFinal(s) {
		a := k.flow.dom.Index(on)
		cases = at1 == at && hasCase(at, s, 0) && hasCase(at, s, 1)
		// Test aFree last: its table is then almost never built.
		swapped = (cases || k.compared(s, on, dest, at, at1)) && a >= 0 && !k.flow.has(aWait, a) && k.flow.has(aFree, a)
	}
	if k.lowering && !swapped {
		return
	}
	next := k.nextSuspend(s, 1, dest, at1)
	if next == nil {
		return
	}
	if !swapped {
		e := k.report(rule.RuleSuspendDestroy, at1.Pos,
			"the destroy edge of this suspend leads to another suspend, so destroying the coroutine runs on and frees nothing")
		e.Severity = ir.SevError
		note(e, s.Pos, "the suspend is here")
		note(e, blockPos(dest), "destroy leads here")
		note(e, next.Pos, "a destroyed coroutine reaches this suspend")
		hint(e, "branch to the block that frees the frame when the result is 1")
		return
	}
	e := k.report(rule.RuleSwapped, at.Pos, "the cases of the suspend are swapped: resume frees the frame, and "+
		"destroy continues to a suspend")
	if !cases {
		e.Msg = "the results of the suspend are swapped: 0 (resume) frees the frame, and 1 (destroy) continues to a suspend"
	}
	note(e, s.Pos, "the suspend is here")
	note(e, blockPos(on), "resume leads here")
	note(e, blockPos(dest), "destroy leads here")
	hint(e, "branch from `i8 0` to the code that continues the coroutine, and from `i8 1` to the block that "+
		"frees the frame")
	if cases {
		fix(e, ir.FixSwapCases, at.Pos, 0, "", nil)
	}
}

// checkResultValues reports a comparison of a suspend's result with a value that it never has: the
// result is -1, 0 or 1. For example, -1 becomes 255 here:
//
//	%wide = zext i8 %s to i32
//	%out = icmp eq i32 %wide, -1
func (k *checker) checkResultValues(s *ir.Instr) {
	work := ir.NewWorklist(s)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpZExt || i.Op == ir.OpSExt || i.Op == ir.OpTrunc || i.Op == ir.OpFreeze:
				if i.Type().Bits() <= 64 {
					work.Add(i)
				}
			case i.Op == ir.OpSwitch && u.Index() == 0:
				for n := 2; n+1 < i.NumArgs(); n += 2 {
					k.checkResultValue(s, v, i, i.Arg(n))
				}
			case i.Op == ir.OpICmp && (i.Pred() == ir.PredEQ || i.Pred() == ir.PredNE):
				k.checkResultValue(s, v, i, i.Arg(1-u.Index()))
			}
		}
	}
}

// checkResultValue reports a comparison of v, which depends on the result of s only, with a constant
// that v never is.
func (k *checker) checkResultValue(s, v, at *ir.Instr, with ir.Value) {
	c, ok := with.(*ir.Const)
	if !ok || c.Kind != ir.ConstInt || k.flow.dom.Index(at.Block()) < 0 {
		return
	}
	var list [3]int64
	for n := range list {
		result := k.m.ConstInt(s.Type(), int64(n-1)).Uint64()
		x := ir.Evaluator{M: k.m, Known: func(i *ir.Instr) (uint64, bool) { return result, i == s }}
		got, _ := x.Eval(v)
		if got == c.Uint64() {
			return
		}
		list[n] = int64(got)
	}
	e := k.report(rule.RuleSuspendValues, at.Pos, "this compares the result of a suspend with %d, which it never is", c.Int64())
	note(e, s.Pos, "the suspend is here, and returns -1, 0 or 1")
	if v != s {
		note(e, v.Pos, "these become %d, %d and %d here", list[0], list[1], list[2])
	}
	hint(e, "compare the result itself: 0 resumes the coroutine, 1 destroys it, and -1 is the default, with which the "+
		"ramp returns")
}

// compared reports whether branches compare a suspend's result so that 0, 1 and -1 lead to three
// blocks.
func (k *checker) compared(s *ir.Instr, on, dest *ir.Block, at, at1 *ir.Instr) bool {
	out, _, ok := arm(s, -1)
	return ok && at.Op == ir.OpBr && at1.Op == ir.OpBr && on != dest && on != out && dest != out
}

// checkReturns reports a return that a resume or destroy edge reaches without a coro.end, because
// only the ramp can return. A path ends at the next suspend, whose own edges are checked separately.
func (k *checker) checkReturns(s *ir.Instr, on *ir.Block, over []bool, how string) {
	work := append(k.work[:0], on)
	defer func() { k.work = work }()
	for len(work) > 0 {
		b := ir.Pop(&work)
		if over[b.ID] {
			continue
		}
		over[b.ID] = true
		if t := b.Terminator(); t.Op == ir.OpRet {
			e := k.report(rule.RuleRetNoEnd, t.Pos,
				"a %s coroutine reaches this return without a coro.end, but only the ramp can return", how)
			note(e, s.Pos, "it is %s from here", how)
			hint(e, "branch to the block with coro.end")
		}
		work = b.Succs(work)
	}
}
