// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Code after an unwinding llvm.coro.end. The ramp executes it, and so do the parts, in which the
// frame may have been freed. So the frame keeps no values for it; LLVM produces poison there, or
// invalid IR. A use there of a value from before a suspend is an error. For example:
//
//	%x = call i32 @get()
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	call void @llvm.coro.end(ptr %hdl, i1 true, token none)
//	call void @use(i32 %x)                                ; rejected
//
// Only the ramp executes code after an end in a funclet, or after a branch on coro.is_in_ramp or on
// coro.end's result.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkUnwound rejects a value that a part would need after an unwinding coro.end and that is not
// computed there. x is the coroutine's crossing.
func (co *coroutine) checkUnwound(set *spillSet, x *coro.Crossing) {
	y := coro.NewCrossingUnwound(co.Shape, x)
	if y == nil {
		return
	}
	anew := co.abi.anew()
	for b := co.F.Entry(); b != nil; b = b.Next() {
		if !x.Dom.Reachable(b) {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			if ir.CoroCall(i) == ir.CoroEnd {
				continue // its operands are constants, or have errors of their own
			}
			for k := range i.NumArgs() {
				v, at := i.Arg(k), b
				if slices.Contains(anew, v) || !co.isKept(v) {
					continue
				}
				if i.Op == ir.OpPhi {
					at = i.PhiBlocks()[k]
				} else if coro.Yields(i) {
					at = b.SinglePred()
				}
				if def := x.DefBlock(v); y.Crosses(def, at) && !x.Crosses(def, at) {
					why := coro.Why{Rule: coro.UsedAcross, Use: i.Pos, Suspend: y.Over(def, at).Pos}
					if d, ok := v.(*ir.Instr); ok {
						why.Def = d.Pos
					} else {
						why.Def = v.(*ir.Param).Pos
					}
					r := Refusal{Rule: rule.RuleUnwound, Pos: i.Pos, Why: why}
					if v.Type().IsToken() {
						r.Rule, r.Pos = rule.RuleTokenCrosses, why.Def
					}
					set.refused = append(set.refused, r)
					return
				}
			}
		}
	}
}

// isKept reports whether the parts cannot compute v themselves, so that a frame would hold it, or would
// have to.
func (co *coroutine) isKept(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Param:
		return true
	case *ir.Instr:
		k := ir.CoroCall(v)
		return v != co.Begin && v.Op != ir.OpAlloca && !k.IsAnyID() && k != ir.CoroSave
	}
	return false
}

// checkRampOnly rejects calls that use the arguments or the return of the function, in code that a
// part runs: a part has other arguments, and returns to another caller. For example, after a suspend:
//
//	%r = musttail call ptr @other(ptr %p)
//	ret ptr %r
func (co *coroutine) checkRampOnly() error {
	var parts func(*ir.Instr) bool
	for i := range co.F.Instrs() {
		id := ir.CalledIntrinsic(i)
		if id == ir.CallBrLandingPad {
			return ir.Unsupportedf(i.Pos, "llvm.callbr.landingpad is for code generation, and must follow its callbr")
		}
		if id != ir.Deoptimize && id != ir.VAStart && !(i.Op == ir.OpCall && i.Flags&ir.FlagMustTail != 0) {
			continue
		}
		if parts == nil {
			parts = co.inParts(true)
		}
		switch {
		case !parts(i):
		case id == ir.VAStart:
			return rule.Error(i.Pos, rule.RuleVarArgs)
		default:
			return hinted(ir.Unsupportedf(i.Pos, "this call replaces the function's return, and is reached after a suspend"),
				"move it before the first suspend, or to a path on which llvm.coro.is_in_ramp is true")
		}
	}
	return nil
}

// checkFuncletEnds rejects an unwinding coro.end if a part cannot leave the funclet that it names.
// A part leaves it there by a cleanupret to the caller, and all exits of a funclet must have the
// same unwind destination. LLVM produces invalid IR for such a function.
func (co *coroutine) checkFuncletEnds() error {
	for _, e := range co.Ends {
		if !ir.IsUnwindEnd(e) {
			continue
		}
		pad := ir.FuncletPad(e)
		if pad == nil {
			continue
		}
		if pad.Op != ir.OpCleanupPad {
			err := ir.Unsupportedf(e.Pos, "an unwinding %s is in a funclet that is not a cleanup, so a part cannot "+
				"unwind from it to the caller", endName(e))
			err.Notes = append(err.Notes, ir.Note{Pos: pad.Pos, Msg: "the funclet begins here"})
			return err
		}
		if out := co.exitOf(pad, e); out != nil {
			err := ir.Unsupportedf(e.Pos, "an unwinding %s is in a funclet that does not unwind to the caller",
				endName(e))
			err.Notes = append(err.Notes, ir.Note{Pos: out.Pos, Msg: "the funclet unwinds here"})
			return err
		}
	}
	return nil
}

// checkFuncletTokens rejects an unwinding coro.end in a funclet that was entered before a suspend: the
// part that resumes there cannot leave the funclet. LLVM produces invalid IR for such a function.
func (co *coroutine) checkFuncletTokens(set *spillSet, x *coro.Crossing) {
	if len(co.Suspends) == 0 {
		return
	}
	var y *coro.Crossing
	for _, e := range co.Ends {
		pad := ir.FuncletPad(e)
		if pad == nil || !ir.IsUnwindEnd(e) || !x.Dom.Reachable(e.Block()) {
			continue
		}
		if y == nil {
			y = coro.NewCrossingPastEnds(co.Shape, x)
		}
		if s := y.Over(pad.Block(), e.Block()); s != nil {
			why := coro.Why{Rule: coro.UsedAcross, Def: pad.Pos, Use: e.Pos, Suspend: s.Pos}
			set.refused = append(set.refused, Refusal{Rule: rule.RuleTokenCrosses, Pos: pad.Pos, Why: why})
		}
	}
}

func endName(e *ir.Instr) string { return "coro." + ir.CoroCall(e).CoroWord() }

// exitOf finds an instruction that unwinds from the funclet to another pad. It ignores instructions
// that an end in the funclet dominates, because a part never reaches them.
func (co *coroutine) exitOf(pad, end *ir.Instr) *ir.Instr {
	var dom *ir.DomTree
	for _, u := range pad.Users() {
		dest := ir.UnwindDest(u)
		if u.Op == ir.OpInvoke && ir.FuncletPad(u) == pad {
			dest = u.UnwindDest()
		}
		if dest == nil || ir.ParentPad(dest.FirstNonPhi()) == pad {
			continue
		}
		if dom == nil {
			dom = ir.NewDomTree(co.F)
		}
		if !dom.InstrDominates(end, u) {
			return u
		}
	}
	return nil
}
