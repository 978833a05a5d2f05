// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Jumps from a call past the function, as longjmp does.
//
// In C++ a jump is undefined if a throw in its place would run a non-trivial destructor. So the
// analysis may ignore a jump out of a call if an exception out of the same call would run a cleanup
// that destroys the frame. For example, in
//
//	  invoke void @die() noreturn to label %no unwind label %pad
//	pad:
//	  %e = landingpad { ptr, i32 } cleanup
//	  call void %destroy(ptr %h)
//	  resume { ptr, i32 } %e
//
// no path leaves with the frame alive. The search follows the cleanups as for an exception, with
// abstractState.jump set. The path ends if it destroys the frame. If a handler begins first, or control
// leaves the function, the jump does leave with the frame alive. A destroy in a handler does not
// count, because a jump past a handler is defined. The personality shows that the code is C++. In
// other languages a jump past a cleanup is defined.

import "github.com/corolower/corolower/internal/ir"

// cppPersonalities are the personality functions of C++. __gcc_personality_v0 is the one of C, and
// so is not in the list.
var cppPersonalities = map[string]bool{
	"__gxx_personality_v0": true, "__gxx_personality_sj0": true,
	"__gxx_personality_seh0": true, "__gxx_wasm_personality_v0": true,
	"__CxxFrameHandler3": true, "__CxxFrameHandler4": true,
}

// isCPP reports whether a function has the exception handling of C++.
func isCPP(f *ir.Func) bool {
	p, ok := ir.StripCasts(f.Person).(*ir.Func)
	return ok && cppPersonalities[p.Name]
}

// jumping removes the jumps from the outcomes of a call and follows them: through the cleanups of
// an invoke, or past the function.
func (w *pathSearch) jumping(outs []callOut, i *ir.Instr, n int) []callOut {
	kept := outs[:0]
	for _, o := range outs {
		if !o.jump {
			kept = append(kept, o)
			continue
		}
		if o.s.jump == nil {
			o.s.jump = i
		}
		if i.Op == ir.OpInvoke && isCPP(i.Func()) {
			w.enqueue(n, i.UnwindDest(), i.Block(), o.s)
		} else {
			w.jumped(o.s, n)
		}
	}
	return kept
}

// jumped records that a jump leaves the function.
func (w *pathSearch) jumped(s *abstractState, n int) {
	at := s.jump
	s.jump = nil
	if w.root {
		w.exit(n, s, at, exitJump)
	} else {
		w.outs = append(w.outs, callOut{s: s.clone(), jump: true})
	}
}

// beginsCatch reports whether a handler begins at an instruction.
func beginsCatch(i *ir.Instr) bool {
	if i.Op == ir.OpCatchPad {
		return true
	}
	f := i.CalledFunc()
	return f != nil && (f.Name == "__cxa_begin_catch" || f.Name == "objc_begin_catch")
}

// unwinding executes a terminator on a path that follows a jump. It reports whether it did. It
// skips handlers for one type, because nothing is thrown. If the function does not continue, the
// jump has left it. That includes an unreachable, because no destructor ran before it.
func (w *pathSearch) unwinding(s *abstractState, t *ir.Instr, n int) bool {
	b := t.Block()
	switch t.Op {
	case ir.OpBr:
		cond := ir.AsInstr(t.Arg(0))
		if cond == nil || !comparesType(cond) {
			return false
		}
		other := t.Arg(2)
		if cond.Pred() == ir.PredNE {
			other = t.Arg(1)
		}
		w.enqueue(n, other.(*ir.Block), b, s)
		return true
	case ir.OpCatchSwitch, ir.OpCleanupRet:
		to := ir.UnwindDest(t)
		if to == nil || t.Op == ir.OpCatchSwitch && ir.CatchesAll(t) {
			w.jumped(s, n)
		} else {
			w.enqueue(n, to, b, s)
		}
		return true
	case ir.OpRet, ir.OpResume, ir.OpUnreachable:
		w.jumped(s, n)
		return true
	}
	return false
}

// comparesType reports whether a comparison tests the type of an exception.
func comparesType(i *ir.Instr) bool {
	if i.Op != ir.OpICmp || i.Pred() != ir.PredEQ && i.Pred() != ir.PredNE {
		return false
	}
	for k := range 2 {
		if x := ir.AsInstr(i.Arg(k)); x != nil && ir.CalledIntrinsic(x) == ir.EHTypeIDFor {
			return true
		}
	}
	return false
}
