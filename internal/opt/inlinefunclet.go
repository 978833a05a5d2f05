// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Inlining in and around funclets, the form of exception handling on Windows and WebAssembly. Every
// pad has a token. A pad refers to the pad that it is nested in, and a call refers to the innermost
// pad around it in a bundle; code generation drops a call that does not. Copying a body to a call
// therefore follows two rules:
//
//   - If the call unwinds to a pad, then what unwinds to the caller in the copy unwinds to that
//     pad: calls, cleanuprets, catchswitches. A funclet has a single unwind destination, so code in
//     a funclet of the copy that unwinds elsewhere does not change: an exception that left it for
//     the caller was undefined in the callee, and still is.
//   - If the call is in a funclet, the copy is in it too: the copy's outermost pads are nested in
//     that funclet, and its calls outside of pads refer to it.
//
// LLVM documents the same rules at InlineFunction. Inlining does not merge or remove pads.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

// callFunclets describes the funclets around a call.
type callFunclets struct {
	person  ir.Personality
	site    *ir.Instr // the pad of the funclet that contains the call, or nil
	unwinds bool      // the call unwinds to a funclet pad
	unknown bool      // the personality is not known to have funclets
	free    bool      // the call is outside of any funclet and unwinds to the caller
}

// funcletsOf describes the funclets around a call of a known function.
func funcletsOf(call *ir.Instr) callFunclets {
	fn := callFunclets{person: ir.PersonalityOf(call.Func()), site: ir.FuncletPad(call)}
	if call.Func().Person == nil {
		fn.person = ir.PersonalityOf(call.CalledFunc())
	}
	fn.unwinds = call.Op == ir.OpInvoke && call.UnwindDest().FirstNonPhi().Op != ir.OpLandingPad
	fn.unknown = fn.person == ir.PersonNone
	// A pad needs a personality, so a function without one has no funclet.
	fn.free = call.Func().Person == nil && call.Op == ir.OpCall
	return fn
}

// refuses returns the reason why a pad of the callee cannot be copied to the call, or "".
func (fn callFunclets) refuses(pad *ir.Instr) string {
	switch {
	case fn.free:
		return "" // the copy is the body as it stands
	case fn.unknown:
		return "the callee has exception funclets of an unknown personality"
	case fn.site == nil:
		return ""
	case fn.person == ir.PersonSEH:
		return "the callee has exception funclets, and the call is in one"
	case fn.person == ir.PersonMSVC && fn.site.Op == ir.OpCleanupPad && pad.Op == ir.OpCatchSwitch:
		return "the callee catches exceptions, and the call is in a cleanup"
	}
	return ""
}

// funcletExits computes where an exception goes that leaves a funclet. Cached results are valid
// until an edge changes.
type funcletExits struct {
	known map[*ir.Instr]funcletExit
}

// funcletExit is the unwind destination of a pad. found is false if no edge shows one.
type funcletExit struct {
	found bool
	to    *ir.Instr // the pad; nil for the caller
}

// staysIn reports whether an exception that leaves a pad certainly goes to another pad of the same
// function. If the pad has no known exit, the enclosing pads decide: an exception that leaves them
// has left the pad.
func (x *funcletExits) staysIn(pad *ir.Instr) bool {
	for ; pad != nil; pad = ir.ParentPad(pad) {
		if e := x.of(pad); e.found {
			return e.to != nil
		}
	}
	return false
}

// of returns the exit of a pad, from the pad itself and the pads nested in it.
func (x *funcletExits) of(pad *ir.Instr) funcletExit {
	if pad.Op == ir.OpCatchPad {
		if pad = ir.AsInstr(pad.Arg(0)); pad == nil {
			return funcletExit{}
		}
	}
	e, ok := x.known[pad]
	if ok {
		return e
	}
	ir.Put(&x.known, pad, funcletExit{}) // in unreachable code a pad may be nested in itself
	if pad.Op != ir.OpCatchSwitch {
		e = x.nested(pad)
	} else if to := ir.UnwindDest(pad); to != nil {
		e = funcletExit{true, to.FirstNonPhi()}
	} else {
		// "unwind to caller" may only mean that no exception leaves it. The code in its handlers
		// may show the exit.
		for k := 1; k < pad.NumArgs() && !e.found; k++ {
			if h := pad.Arg(k).(*ir.Block).FirstNonPhi(); h.Op == ir.OpCatchPad {
				e = x.nested(h)
			}
		}
	}
	x.known[pad] = e
	return e
}

// nested returns the exit of a cleanuppad or catchpad: that of the first edge that leaves the pad.
func (x *funcletExits) nested(pad *ir.Instr) funcletExit {
	for u := pad.FirstUse(); u != nil; u = u.Next() {
		e := funcletExit{}
		switch i := u.User(); i.Op {
		case ir.OpCleanupRet:
			e.found = true
			if to := ir.UnwindDest(i); to != nil {
				e.to = to.FirstNonPhi()
			}
		case ir.OpInvoke:
			e = funcletExit{true, i.UnwindDest().FirstNonPhi()}
		case ir.OpCleanupPad, ir.OpCatchSwitch:
			e = x.of(i)
		}
		if e.found && (e.to == nil || ir.ParentPad(e.to) != pad) {
			return e
		}
	}
	return funcletExit{}
}

// unwindToFunclet redirects exceptions that leave the copy to the pad that the call unwinds to. It
// must run before nest, which changes the parents of the copy's pads.
func (in *inliner) unwindToFunclet() {
	count.FuncletInline.Hit()
	m := in.m
	var throwing, leaving []*ir.Instr
	exits := &funcletExits{}
	for _, b := range in.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i.Op == ir.OpCall && ir.MayThrow(m, i):
				if pad := ir.FuncletPad(i); pad == nil || !exits.staysIn(pad) {
					throwing = append(throwing, i)
				}
			case i.Op == ir.OpCleanupRet && ir.UnwindDest(i) == nil:
				leaving = append(leaving, i)
			case i.Op == ir.OpCatchSwitch && ir.UnwindDest(i) == nil:
				if pad := ir.ParentPad(i); pad == nil || !exits.staysIn(pad) {
					leaving = append(leaving, i)
				}
			}
		}
	}
	invoke := in.call.Block()
	for _, c := range throwing {
		in.makeInvoke(c, invoke)
	}
	for _, t := range leaving {
		args := make([]ir.Value, 0, t.NumArgs()+1)
		for k := range t.NumArgs() {
			args = append(args, t.Arg(k))
		}
		t.SetArgs(m, append(args, in.pad))
		if t.Op == ir.OpCatchSwitch {
			t.Aux = &ir.CatchSwitchAux{HasUnwind: true}
		}
		in.enterPad(invoke, t.Block())
	}
	in.pad.RemovePhiEntry(invoke) // the invoke's own edge is removed
}

// nest puts the copy into the funclet that contains the call.
func (in *inliner) nest() {
	m := in.m
	site := ir.FuncletPad(in.call)
	if site == nil {
		return
	}
	in.cutLeaving(site)
	for _, b := range in.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && ir.FuncletPad(i) == nil && namesFunclet(m, i) {
				ir.AddFuncletPad(m, i, site)
			}
		}
		if p := b.FirstNonPhi(); (p.Op == ir.OpCleanupPad || p.Op == ir.OpCatchSwitch) && ir.ParentPad(p) == nil {
			p.SetArg(0, site)
		}
	}
}

// cutLeaving makes cleanuprets of the copy that unwind to the caller unreachable, if the funclet
// around the call unwinds to another pad and the call is no invoke. Then no exception can leave the
// copy, and the edge would be a second exit of the funclet.
func (in *inliner) cutLeaving(site *ir.Instr) {
	if in.call.Op == ir.OpInvoke {
		return
	}
	var leaving []*ir.Instr
	for _, b := range in.blocks {
		if t := b.Terminator(); t.Op == ir.OpCleanupRet && ir.UnwindDest(t) == nil {
			leaving = append(leaving, t)
		}
	}
	if len(leaving) > 0 && (&funcletExits{}).staysIn(site) {
		for _, t := range leaving {
			MakeUnreachable(in.m, t)
		}
	}
}

// namesFunclet reports whether a call must refer to the funclet that contains it. Every call must,
// except known intrinsics that do not throw.
func namesFunclet(m *ir.Module, call *ir.Instr) bool {
	id := ir.CalledIntrinsic(call)
	return id == ir.NotIntrinsic || id == ir.UnknownIntrinsic || ir.MayThrow(m, call)
}
