// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file checks debug info. Every location of a function must lead to the function's own
// subprogram, and debug records must describe variables of the scope that contains them. LLVM drops
// all debug info of a module that breaks these rules.

func (v *verifier) debugInfo() {
	v.debug = true
	defer func() { v.debug = false }()
	var sp *MDNode
	var spRef *MD
	for k := range v.f.Meta {
		if v.f.Meta[k].Kind == "dbg" {
			spRef = v.f.Meta[k].MD
			sp = v.m.MDNode(spRef)
		}
	}
	if spRef != nil {
		if !v.newMDKnown(spRef) || sp == nil || sp.Name != "DISubprogram" {
			v.fail(nil, "function !dbg attachment must be a subprogram")
			return
		}
		if other := v.of.subprograms[sp]; other != nil && other != v.f {
			e := v.fail(nil, "DISubprogram attached to more than one function")
			e.Notes = []Note{{Pos: other.Pos, Msg: "it is attached to this function, too"}}
		}
		Put(&v.of.subprograms, sp, v.f)
		v.check(sp.Distinct, nil, "function definition may only have a distinct !dbg attachment")
	}
	if !v.described {
		return
	}
	for b := v.f.first; b != nil; b = b.next {
		for i := b.first; i != nil; i = i.next {
			for _, d := range i.Dbg {
				v.debugRecord(d, sp)
			}
			for k := range i.Meta {
				a := &i.Meta[k]
				if a.MD != nil && a.MD.Kind == MDNodeRef && !v.newMDKnown(a.MD) {
					v.fail(i, "attachment !"+a.Kind+" names a node that is not part of the unit")
					continue
				}
				switch a.Kind {
				case "dbg":
					v.location(i, a.MD, sp)
				case "llvm.loop":
					v.loopLocations(i, a.MD, sp)
				}
			}
		}
	}
}

// newMDKnown reports whether a node that is marked as new belongs to this unit.
func (v *verifier) newMDKnown(x *MD) bool {
	if x.Kind != MDNodeRef || x.Node == nil || x.Node.New < 0 {
		return true
	}
	return x.Node.New < len(v.m.NewMDs) && v.m.NewMDs[x.Node.New] == x.Node
}

// location checks that a location leads to the function's subprogram.
func (v *verifier) location(i *Instr, x *MD, sp *MDNode) {
	if sp == nil {
		return
	}
	got, seen := v.spOfLoc[x]
	if !seen {
		got = v.outermost(x)
		Put(&v.spOfLoc, x, got)
	}
	if got == nil {
		v.fail(i, "DILocation's scope must be a DILocalScope")
		return
	}
	v.check(got == sp, i, "!dbg attachment points at wrong subprogram for function")
}

func (v *verifier) loopLocations(i *Instr, x *MD, sp *MDNode) {
	n := v.m.MDNode(x)
	if n == nil {
		return
	}
	for k := range n.Fields {
		if k == 0 {
			continue // field 0 is the node itself
		}
		if l := v.m.MDNode(n.Fields[k].Val); l != nil && l.Name == "DILocation" {
			v.location(i, n.Fields[k].Val, sp)
		}
	}
}

// maxScopes limits the length of scope chains, which may be circular in an invalid file.
const maxScopes = 1 << 16

// outermost returns the subprogram at the end of a location's inlinedAt chain, or nil if there is
// none.
func (v *verifier) outermost(x *MD) *MDNode {
	n := v.m.MDNode(x)
	for k := 0; n != nil && n.Name == "DILocation" && k < maxScopes; k++ {
		sp, at := v.subprogramOf(n.Field("scope")), n.Field("inlinedAt")
		if sp == nil || at == nil || at.Kind == MDNull {
			return sp
		}
		n = v.m.MDNode(at)
	}
	return nil
}

// subprogramOf returns the subprogram that contains a local scope, or nil if there is none.
func (v *verifier) subprogramOf(scope *MD) *MDNode {
	for k := 0; scope != nil && k < maxScopes; k++ {
		n := v.m.MDNode(scope)
		if n == nil {
			return nil
		}
		switch n.Name {
		case "DISubprogram":
			return n
		case "DILexicalBlock", "DILexicalBlockFile":
			scope = n.Field("scope")
		default:
			return nil
		}
	}
	return nil
}

// recordParts returns the variable (or label) and the location of a debug record, or nil for a
// missing one.
func (d *Instr) recordParts() (variable, loc *MD) {
	a := d.Aux.(*DbgAux)
	k := 1
	if a.Kind == "label" {
		k = 0
	}
	if k < len(a.Ops) {
		variable = a.Ops[k].MD
	}
	return variable, d.DebugLoc()
}

func (v *verifier) debugRecord(d *Instr, sp *MDNode) {
	a := d.Aux.(*DbgAux)
	for k := range a.Ops {
		o := &a.Ops[k]
		if o.MD == nil && (o.Arg < 0 || o.Arg+max(o.NArgs, 1) > len(d.args) && !(o.List && o.NArgs == 0)) {
			v.fail(d, "debug record names operands that it does not have")
			return
		}
		if o.MD != nil && !v.newMDKnown(o.MD) {
			v.fail(d, "debug record names a node that is not part of the unit")
			return
		}
	}
	variable, loc := d.recordParts()
	vn, ln := v.m.MDNode(variable), v.m.MDNode(loc)
	want := "DILocalVariable"
	if a.Kind == "label" {
		want = "DILabel"
	}
	if !v.check(vn != nil && vn.Name == want, d, "invalid #dbg record variable") {
		return
	}
	if !v.check(ln != nil && ln.Name == "DILocation", d, "invalid #dbg record DILocation") {
		return
	}
	v.location(d, loc, sp)
	vs, ls := v.subprogramOf(vn.Field("scope")), v.subprogramOf(ln.Field("scope"))
	if vs != nil && ls != nil {
		v.check(vs == ls, d, "mismatched subprogram between #dbg record variable and DILocation")
	}
	v.argumentVariable(d, vn, ln)
}

// argumentVariable checks that only one variable describes an argument.
func (v *verifier) argumentVariable(d *Instr, vn, ln *MDNode) {
	arg := vn.Field("arg")
	if at := ln.Field("inlinedAt"); arg == nil || at != nil && at.Kind != MDNull {
		return
	}
	if v.argVars == nil {
		v.argVars = map[string]*MDNode{}
	}
	prev := v.argVars[arg.Text]
	v.argVars[arg.Text] = vn
	v.check(prev == nil || prev == vn, d, "conflicting debug info for argument")
}
