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
		on, at, ok := k.arm(s, 0)
		if !ok {
			continue
		}
		switch {
		case !ir.IsFinal(s):
			k.checkSwapped(s, on, at)
		case finals == 1: // with several final suspends, checkSuspends reports the others
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
		out, _, known := k.arm(s, -1)
		dest, _, ok := k.arm(s, 1)
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

// checkSwapped reports a suspend whose resume path frees the frame and ends, while its destroy path
// leads to another suspend:
//
//	switch i8 %s, label %exit [ i8 0, label %cleanup   ; calls coro.free
//	                            i8 1, label %next ]    ; suspends again
//
// A destroyed coroutine that only suspends in an exception's handler is no mistake: something that
// it destroys throws.
func (k *checker) checkSwapped(s *ir.Instr, on *ir.Block, at *ir.Instr) {
	dest, at1, ok := k.arm(s, 1)
	cases := at1 == at && hasCase(at, s, 0) && hasCase(at, s, 1)
	if !ok || !cases && !k.compared(s, on, dest, at, at1) {
		return
	}
	a, b := k.flow.dom.Index(on), k.flow.dom.Index(dest)
	// Test aFree last: its table is then almost never built.
	if a < 0 || b < 0 || k.flow.has(aWait, a) || !k.flow.has(aWait, b) || !k.flow.has(aFree, a) || !k.waits(dest) {
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

// compared reports whether branches compare a suspend's result so that 0, 1 and -1 lead to three
// blocks.
func (k *checker) compared(s *ir.Instr, on, dest *ir.Block, at, at1 *ir.Instr) bool {
	out, _, ok := k.arm(s, -1)
	return ok && at.Op == ir.OpBr && at1.Op == ir.OpBr && on != dest && on != out && dest != out
}

// waits reports whether control can reach a suspend from a block without an exception.
func (k *checker) waits(from *ir.Block) bool {
	work := ir.NewWorklist(from)
	for b := range work.All {
		for i := b.First(); i != nil; i = i.Next() {
			if ir.CoroCall(i) == ir.CoroSuspend {
				return true
			}
		}
		t := b.Terminator()
		for _, to := range b.Succs(nil) {
			if t.Op != ir.OpInvoke || to != t.UnwindDest() {
				work.Add(to)
			}
		}
	}
	return false
}

// checkReturns reports a return that a resume or destroy edge reaches without a coro.end, because
// only the ramp can return. A path ends at the next suspend, whose own edges are checked separately.
func (k *checker) checkReturns(s *ir.Instr, on *ir.Block, over []bool, how string) {
	work := append(k.work[:0], on)
	defer func() { k.work = work }()
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if over[b.ID] {
			continue
		}
		over[b.ID] = true
		if t := b.Terminator(); t != nil && t.Op == ir.OpRet {
			e := k.report(rule.RuleRetNoEnd, t.Pos,
				"a %s coroutine reaches this return without a coro.end, but only the ramp can return", how)
			note(e, s.Pos, "it is %s from here", how)
			hint(e, "branch to the block with coro.end")
		}
		work = b.Succs(work)
	}
}
