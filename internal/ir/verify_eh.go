// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file checks exception handling: which edges may lead to which pads. verify_funclet.go checks
// how funclets nest and where they unwind.

// pads checks a block that begins with an exception-handling pad, and the unwind edge of a block's
// terminator.
func (v *verifier) pads(b *Block) {
	first := b.FirstNonPhi()
	for i := first; i != nil; i = i.next {
		switch i.Op {
		case OpLandingPad, OpCatchPad, OpCleanupPad, OpCatchSwitch:
			if i != first {
				v.fail(i, map[Op]string{OpLandingPad: "LandingPadInst", OpCatchPad: "CatchPadInst",
					OpCleanupPad:  "CleanupPadInst",
					OpCatchSwitch: "CatchSwitchInst"}[i.Op]+" not the first non-PHI instruction in the block.")
			}
		}
	}
	t := b.last
	if t.Op == OpInvoke && len(t.args) >= 3 {
		if u, ok := t.args[len(t.args)-1].val.(*Block); ok {
			v.check(u.IsEHPad(), t, "The unwind destination does not have an exception handling instruction!")
		}
	}
	if first == nil || !b.IsEHPad() {
		return
	}
	v.hasFunclets = v.hasFunclets || isFuncletPad(first)
	if b == v.f.first {
		v.fail(first, "EH pad cannot be in entry block.")
		return
	}
	v.preds = b.Preds(v.preds[:0])
	switch first.Op {
	case OpLandingPad:
		for _, p := range v.preds {
			t := p.last
			if !v.unwindsOnly(t, b) {
				v.fail(first, "Block containing LandingPadInst must be jumped to only by the unwind edge of an invoke.")
				return
			}
		}
	case OpCatchPad:
		sw, ok := first.args[0].val.(*Instr)
		if !ok || sw.Op != OpCatchSwitch {
			v.fail(first, "CatchPadInst needs to be directly nested in a CatchSwitchInst.")
			return
		}
		for _, p := range v.preds {
			if p != sw.block {
				v.fail(first, "Block containing CatchPadInst must be jumped to only by its catchswitch.")
				return
			}
		}
	default:
		for _, p := range v.preds {
			t := p.last
			switch t.Op {
			case OpInvoke:
				if v.unwindsOnly(t, b) {
					continue
				}
			case OpCleanupRet, OpCatchSwitch:
				continue
			}
			v.fail(first, "EH pad must be jumped to via an unwind edge")
			return
		}
	}
}

// unwindsOnly reports whether t is an invoke that reaches b only by its unwind edge.
func (v *verifier) unwindsOnly(t *Instr, b *Block) bool {
	n := len(t.args)
	return t.Op == OpInvoke && n >= 3 && t.args[n-1].val == Value(b) && t.args[n-2].val != Value(b)
}

// ehInstr checks the operands of exception-handling instructions.
func (v *verifier) ehInstr(i *Instr) {
	if v.f.Person == nil {
		name := map[Op]string{OpLandingPad: "LandingPadInst", OpCatchPad: "CatchPadInst",
			OpCleanupPad:  "CleanupPadInst",
			OpCatchSwitch: "CatchSwitchInst", OpResume: "ResumeInst"}[i.Op]
		if name != "" {
			v.fail(i, name+" needs to be in a function with a personality.")
		}
	}
	switch i.Op {
	case OpLandingPad:
		v.landingPad(i)
	case OpResume:
		if v.padType == nil {
			v.padType = i.args[0].val.Type()
		}
		v.check(i.args[0].val.Type() == v.padType, i,
			"The resume instruction should have a consistent result type inside a function.")
	case OpCleanupRet:
		p, ok := i.args[0].val.(*Instr)
		v.check(ok && p.Op == OpCleanupPad, i, "CleanupReturnInst needs to be provided a CleanupPad")
		if len(i.args) == 2 {
			u := i.args[1].val.(*Block)
			v.check(u.IsEHPad() && u.FirstNonPhi().Op != OpLandingPad, i,
				"CleanupReturnInst must unwind to an EH block which is not a landingpad.")
		}
	case OpCatchRet:
		p, ok := i.args[0].val.(*Instr)
		v.check(ok && p.Op == OpCatchPad, i, "CatchReturnInst needs to be provided a CatchPad")
	case OpCatchSwitch:
		v.catchSwitch(i)
	case OpCleanupPad:
		v.parentPad(i, "CleanupPadInst has an invalid parent.")
	}
}

func (v *verifier) landingPad(i *Instr) {
	v.check(len(i.args) > 0 || i.Flags&FlagCleanup != 0, i,
		"LandingPadInst needs at least one clause or to be a cleanup.")
	if v.padType == nil {
		v.padType = i.typ
	}
	v.check(i.typ == v.padType, i, "The landingpad instruction should have a consistent result type inside a function.")
	aux, _ := i.Aux.(*LandingAux)
	for k := range i.args {
		t := i.args[k].val.Type()
		if aux != nil && k < len(aux.Filter) && aux.Filter[k] {
			v.check(t.kind == Array, i, "Filter operand is not an array of constants!")
		} else {
			v.check(t.kind == Ptr, i, "Catch operand does not have pointer type!")
		}
	}
}

func (v *verifier) catchSwitch(i *Instr) {
	aux, ok := i.Aux.(*CatchSwitchAux)
	if !ok {
		v.fail(i, "catchswitch has no payload")
		return
	}
	n := len(i.args)
	if aux.HasUnwind {
		n--
		u := i.args[n].val.(*Block)
		v.check(u.IsEHPad() && u.FirstNonPhi().Op != OpLandingPad, i,
			"CatchSwitchInst must unwind to an EH block which is not a landingpad.")
	}
	v.check(n > 1, i, "CatchSwitchInst cannot have empty handler list")
	for k := 1; k < n; k++ {
		h := i.args[k].val.(*Block).FirstNonPhi()
		v.check(h != nil && h.Op == OpCatchPad, i, "CatchSwitchInst handlers must be catchpads")
	}
	v.parentPad(i, "CatchSwitchInst has an invalid parent.")
}

// parentPad checks that a pad is within no pad, a catchpad or a cleanuppad.
func (v *verifier) parentPad(i *Instr, msg string) {
	switch p := i.args[0].val.(type) {
	case *Instr:
		v.check(p.Op == OpCatchPad || p.Op == OpCleanupPad, i, msg)
	case *Const:
		v.check(p.Kind == ConstNone, i, msg)
	default:
		v.fail(i, msg)
	}
}
