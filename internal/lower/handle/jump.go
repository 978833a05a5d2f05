package handle

// Jumps out of a call past the function, as longjmp makes them.
//
// C++ leaves a jump undefined where a throw in its place would run a destructor that is not
// trivial. So a jump out of a call need not be considered if the exception that leaves the same
// call runs a cleanup that destroys the frame. For example, of
//
//	  invoke void @die() noreturn to label %no unwind label %pad
//	pad:
//	  %e = landingpad { ptr, i32 } cleanup
//	  call void %destroy(ptr %h)
//	  resume { ptr, i32 } %e
//
// no path leaves with the frame alive. The search follows the cleanups as for an exception, with
// lifeState.jump set. The path ends where the frame is destroyed. Where a handler begins, or
// control leaves the function first, the jump does leave with the frame alive. A destroy in a
// handler does not count: to jump past a handler is defined. That the code is C++ the personality
// says. In other languages a jump past a cleanup is defined.

import "github.com/corolower/corolower/internal/ir"

// cppPersonalities are the personality functions of C++. That of C, __gcc_personality_v0, is none
// of them.
var cppPersonalities = map[string]bool{
	"__gxx_personality_v0": true, "__gxx_personality_sj0": true,
	"__gxx_personality_seh0": true, "__gxx_wasm_personality_v0": true,
	"__CxxFrameHandler3": true, "__CxxFrameHandler4": true,
}

// isCPP reports a function with exception handling of C++.
func isCPP(f *ir.Func) bool {
	p, ok := ir.StripCasts(f.Person).(*ir.Func)
	return ok && cppPersonalities[p.Name]
}

// jumping takes the jumps out of the ways in which a call goes on, and follows them: through the
// cleanups of an invoke, else past the function.
func (w *lifeWalk) jumping(outs []callOut, i *ir.Instr, n int) []callOut {
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

// jumped notes that a jump leaves the function.
func (w *lifeWalk) jumped(s *lifeState, n int) {
	at := s.jump
	s.jump = nil
	if w.root {
		w.exit(n, s, at, exitJump)
	} else {
		w.outs = append(w.outs, callOut{s: s.clone(), jump: true})
	}
}

// beginsCatch reports an instruction with which a handler begins.
func beginsCatch(i *ir.Instr) bool {
	if i.Op == ir.OpCatchPad {
		return true
	}
	f := i.CalledFunc()
	return f != nil && (f.Name == "__cxa_begin_catch" || f.Name == "objc_begin_catch")
}

// unwinding does a terminator on a path along which a jump is followed, and reports whether it did.
// Handlers for one type are passed by, since nothing is thrown. Where the function does not go on,
// the jump has left it; that includes an unreachable, in front of which no destructor ran.
func (w *lifeWalk) unwinding(s *lifeState, t *ir.Instr, n int) bool {
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

// comparesType reports a comparison that tells whether an exception is of a type.
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
