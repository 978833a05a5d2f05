package opt

// Inlining in and around funclets, the form that exceptions have on Windows and WebAssembly. Every
// pad has a token. A pad names the pad that it is nested in, and a call names the innermost pad
// around it in a bundle; code generation drops a call that does not. Two things follow for a body
// that is copied to a call:
//
//   - Where the call unwinds to a pad, what unwinds to the caller in the copy unwinds to that pad: calls, cleanuprets, catchswitches. A
//     funclet can be left to one place only, so what is in a funclet of the copy that is left to another one stays: an exception that
//     leaves it there was undefined, as it was in the callee.
//   - Where the call is in a funclet, the copy is in it too: its outermost pads are nested there, and its calls outside of pads name it.
//
// LLVM documents the same rules at InlineFunction. It does not join or remove pads.

import (
	"github.com/corolower/corolower/internal/ir"
)

// callFunclets is where a call stands with respect to the funclets of its caller.
type callFunclets struct {
	person  ir.Personality
	site    *ir.Instr // the pad of the funclet that the call is in; nil: none
	unwinds bool      // the call unwinds to a pad of funclets
	unknown bool      // the personality is not known to have funclets
}

// funcletsOf looks where a call of a known function stands.
func funcletsOf(call *ir.Instr) callFunclets {
	fn := callFunclets{person: ir.PersonalityOf(call.Func()), site: ir.FuncletPad(call)}
	if call.Func().Person == nil {
		fn.person = ir.PersonalityOf(call.CalledFunc())
	}
	fn.unwinds = call.Op == ir.OpInvoke && call.UnwindDest().FirstNonPhi().Op != ir.OpLandingPad
	fn.unknown = fn.person == ir.PersonNone
	return fn
}

// refuses tells why a pad of the callee cannot be where the call is, "" when it can.
func (fn callFunclets) refuses(pad *ir.Instr) string {
	switch {
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

// funcletExits finds out where an exception goes that leaves a funclet. Answers hold while no edge
// is changed.
type funcletExits struct {
	known map[*ir.Instr]funcletExit
}

// funcletExit is where an exception goes that leaves a pad. A pad that nothing shows an exception
// to leave has none.
type funcletExit struct {
	found bool
	to    *ir.Instr // the pad; nil: to the caller
}

// staysIn reports that what leaves a pad goes to another pad of the same function for sure. Where
// the pad does not say, the pads around it do: what leaves them has left it.
func (x *funcletExits) staysIn(pad *ir.Instr) bool {
	for ; pad != nil; pad = ir.ParentPad(pad) {
		if e := x.of(pad); e.found {
			return e.to != nil
		}
	}
	return false
}

// of looks at a pad and what is nested in it.
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
	if x.known == nil {
		x.known = map[*ir.Instr]funcletExit{}
	}
	x.known[pad] = funcletExit{} // in code that is not reached a pad may be nested in itself
	if pad.Op != ir.OpCatchSwitch {
		e = x.nested(pad)
	} else if to := ir.UnwindDest(pad); to != nil {
		e = funcletExit{true, to.FirstNonPhi()}
	} else {
		// "unwind to caller" may only mean that nothing leaves it. What is nested in its handlers
		// knows more.
		for k := 1; k < pad.NumArgs() && !e.found; k++ {
			if h := pad.Arg(k).(*ir.Block).FirstNonPhi(); h.Op == ir.OpCatchPad {
				e = x.nested(h)
			}
		}
	}
	x.known[pad] = e
	return e
}

// nested looks at what names a cleanuppad or catchpad: the first edge that leaves the pad tells.
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

// unwindToFunclet sends exceptions that leave the copy to the pad that the call unwinds to. What
// the copy's pads are nested in must not have been changed yet.
func (in *inliner) unwindToFunclet() {
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
	in.pad.RemovePhiEntry(invoke) // the invoke's own edge goes
}

// nest puts the copy into the funclet that the call is in.
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

// cutLeaving makes cleanuprets of the copy that unwind to the caller unreachable, where the funclet
// around the call is left to another one and the call does not unwind: there nothing can leave the
// copy, and the edge would be a second way out of the funclet.
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

// namesFunclet reports a call that must name the funclet it is in: any but those that are surely no
// code, or code of no consequence.
func namesFunclet(m *ir.Module, call *ir.Instr) bool {
	id := ir.CalledIntrinsic(call)
	return id == ir.NotIntrinsic || id == ir.UnknownIntrinsic || ir.MayThrow(m, call)
}
