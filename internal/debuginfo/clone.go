// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file builds the debug info of a copy of a function. The copy gets its own subprogram, and
// copies of the nodes that depend on the original's subprogram and that the copy uses: locations,
// lexical blocks, variables, labels, assignment marks. This runs when the copy's code is final. It
// visits only nodes that the copy uses, so its cost does not depend on the module's other metadata.
// Types are shared with the original.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Key identifies a metadata node in all units of a file: by its number in the file, or by the node
// itself.
type Key struct {
	num  int
	node *ir.MDNode
}

// KeyOf returns the key of an operand. All operands that are no node, and nil, have the same key.
func KeyOf(md *ir.MD) Key {
	switch {
	case md == nil:
		return Key{num: -1}
	case md.Kind == ir.MDRef:
		return Key{num: md.Num}
	}
	return Key{num: -1, node: md.Node}
}

// IsNode reports whether the key is that of a node.
func (k Key) IsNode() bool { return k != Key{num: -1} }

// mdMapper copies local debug info from one subprogram to another.
type mdMapper struct {
	m    *ir.Module
	done map[Key]*ir.MD
}

// GiveOwn gives a copied function its own subprogram and moves its debug info there.
func GiveOwn(m *ir.Module, f, from *ir.Func) {
	sp := SubprogramOf(from)
	old := m.MDNode(sp)
	if old == nil || old.Name != "DISubprogram" {
		return
	}
	n := old.Clone()
	n.Distinct = true
	if decl := m.MDNode(n.Field("declaration")); renamesClones(m, n) && decl != nil && decl.Name == "DISubprogram" {
		n.SetField("declaration", m.AddMD(decl.Clone())) // has the definition's linkage name
	}
	nameSubprogram(m, n, f.Name)
	mm := &mdMapper{m: m, done: map[Key]*ir.MD{}}
	newSP := m.AddMD(n)
	mm.done[KeyOf(sp)] = newSP
	if r := n.Field("retainedNodes"); r != nil {
		n.SetField("retainedNodes", mm.tuple(r))
	}
	f.Meta = withSubprogram(f.Meta, newSP)
	for i := range f.Instrs() {
		dropDeadDeclares(i)
		for _, d := range i.Dbg {
			mm.instr(d)
			mm.record(d)
		}
		mm.instr(i)
	}
}

// withSubprogram returns a function's attachments with its subprogram replaced.
func withSubprogram(list []ir.Attachment, sp *ir.MD) []ir.Attachment {
	out := append([]ir.Attachment(nil), list...)
	for k := range out {
		if out[k].Kind == "dbg" {
			out[k].MD = sp
		}
	}
	return out
}

// nameSubprogram sets the linkage name in the subprogram of a copy and in its declaration, which
// both belong to the copy, if the imitated version of LLVM does so.
func nameSubprogram(m *ir.Module, sp *ir.MDNode, name string) {
	if !renamesClones(m, sp) {
		return
	}
	setLinkageName(sp, name)
	if decl := m.MDNode(sp.Field("declaration")); decl != nil && decl.Name == "DISubprogram" {
		setLinkageName(decl, name)
	}
}

// renamesClones reports whether the imitated version of LLVM gives clones of a function with this
// subprogram a linkage name of their own. Before version 21, it does so only for Swift, whose
// demangler reads the names of clones.
func renamesClones(m *ir.Module, sp *ir.MDNode) bool {
	if m.Has(ir.CloneLinkageName) {
		return true
	}
	unit := m.MDNode(sp.Field("unit"))
	return m.Has(ir.SwiftCloneLinkageName) && unit != nil && text(unit, "language") == "DW_LANG_Swift"
}

// SetScopeLine sets the scope line of a function with its own subprogram (GiveOwn) to that of a
// location, if the location is in the subprogram's file.
func SetScopeLine(m *ir.Module, f *ir.Func, at *ir.MD) {
	sp, loc := m.MDNode(SubprogramOf(f)), m.MDNode(at)
	if sp == nil || loc == nil {
		return
	}
	scope := m.MDNode(loc.Field("scope"))
	if scope == nil || sp.Field("file") == nil || scope.Field("file") == nil ||
		KeyOf(scope.Field("file")) != KeyOf(sp.Field("file")) {
		return
	}
	if line := IntField(loc, "line"); line != 0 {
		sp.SetField("scopeLine", MdInt(int64(line)))
	}
}

// setLinkageName sets the linkage name. A new field follows the name.
func setLinkageName(sp *ir.MDNode, name string) {
	v := MdText(name)
	if sp.Field("linkageName") != nil {
		sp.SetField("linkageName", v)
		return
	}
	at := 0
	for k := range sp.Fields {
		if sp.Fields[k].Name == "name" {
			at = k + 1
		}
	}
	fields := append([]ir.MDField(nil), sp.Fields[:at]...)
	fields = append(fields, ir.MDField{Name: "linkageName", Val: v})
	sp.Fields = append(fields, sp.Fields[at:]...)
}

// dropDeadDeclares removes declarations of variables whose storage belongs to the original, or is
// an alloca without uses in the copy.
func dropDeadDeclares(i *ir.Instr) {
	for k := 0; k < len(i.Dbg); {
		d := i.Dbg[k]
		if kind := d.Aux.(*ir.DbgAux).Kind; (kind == "declare" || kind == "declare_value") && d.NumArgs() == 1 {
			c, ok := d.Arg(0).(*ir.Const)
			a := ir.AsInstr(d.Arg(0))
			if ok && c.Kind == ir.ConstPoison || a != nil && a.Op == ir.OpAlloca && !a.HasUses() {
				i.EraseDbg(k)
				continue
			}
		}
		k++
	}
}

// instr maps the attachments that reference local nodes: !dbg, !DIAssignID and the two locations in
// !llvm.loop.
func (mm *mdMapper) instr(i *ir.Instr) {
	for k := range i.Meta {
		a := i.Meta[k]
		var md *ir.MD
		switch a.Kind {
		case "dbg", "DIAssignID":
			md = mm.mapMD(a.MD, 0)
		case "llvm.loop":
			md = mm.loop(a.MD)
		default:
			continue
		}
		if md != a.MD {
			meta := append([]ir.Attachment(nil), i.Meta...)
			meta[k].MD = md
			i.Meta = meta
		}
	}
}

// record maps the variable, label and assignment mark of a debug record.
func (mm *mdMapper) record(d *ir.Instr) {
	aux := d.Aux.(*ir.DbgAux)
	var ops []ir.DbgOp
	for k, op := range aux.Ops {
		if op.MD == nil {
			continue
		}
		if md := mm.mapMD(op.MD, 0); md != op.MD {
			if ops == nil {
				ops = append([]ir.DbgOp(nil), aux.Ops...)
			}
			ops[k].MD = md
		}
	}
	if ops != nil {
		c := *aux
		c.Ops = ops
		d.Aux = &c
	}
}

// localFields returns the fields through which a node depends on a subprogram.
func localFields(n *ir.MDNode) []string {
	switch n.Name {
	case "DILocation":
		return []string{"scope", "inlinedAt"}
	case "DILexicalBlock", "DILexicalBlockFile", "DILocalVariable", "DILabel", "DIImportedEntity":
		return []string{"scope"}
	}
	return nil
}

// mapMD maps a location, scope, variable, label or assignment mark of the old subprogram to its
// copy, and everything else to itself.
func (mm *mdMapper) mapMD(md *ir.MD, depth int) *ir.MD {
	if md == nil || md.Kind != ir.MDRef && md.Kind != ir.MDNodeRef || depth > MaxScopeDepth {
		return md
	}
	key := KeyOf(md)
	if r, ok := mm.done[key]; ok {
		return r
	}
	n := mm.m.MDNode(md)
	if n == nil {
		return md
	}
	var c *ir.MDNode
	for _, f := range localFields(n) {
		v := n.Field(f)
		if v == nil {
			continue
		}
		if nv := mm.mapMD(v, depth+1); nv != v {
			if c == nil {
				c = mm.m.CloneMD(n)
			}
			c.SetField(f, nv)
		}
	}
	if n.Name == "DIAssignID" {
		c = mm.m.CloneMD(n) // it links stores to records of one function
	}
	out := md
	if c != nil {
		if md.Kind == ir.MDNodeRef && md.Node.New < 0 {
			out = &ir.MD{Kind: ir.MDNodeRef, Node: c} // an inline node stays inline
		} else {
			out = mm.m.AddMD(c)
		}
	}
	mm.done[key] = out
	return out
}

// tuple maps the elements of a list such as retainedNodes.
func (mm *mdMapper) tuple(md *ir.MD) *ir.MD {
	n := mm.m.MDNode(md)
	if n == nil || n.Name != "" {
		return md
	}
	c := n.Clone()
	changed := false
	for k := range c.Fields {
		if v := mm.mapMD(c.Fields[k].Val, 0); v != c.Fields[k].Val {
			c.Fields[k].Val = v
			changed = true
		}
	}
	if !changed {
		return md
	}
	return mm.m.AddMD(c)
}

// loop maps a loop's node, a distinct node whose first operand is itself, if it contains locations.
func (mm *mdMapper) loop(md *ir.MD) *ir.MD {
	if md.Kind != ir.MDRef && md.Kind != ir.MDNodeRef {
		return md
	}
	key := KeyOf(md)
	if r, ok := mm.done[key]; ok {
		return r
	}
	mm.done[key] = md
	n := mm.m.MDNode(md)
	if n == nil || n.Name != "" || len(n.Fields) == 0 {
		return md
	}
	c := n.Clone()
	changed := false
	for k := 1; k < len(c.Fields); k++ {
		if v := mm.mapMD(c.Fields[k].Val, 0); v != c.Fields[k].Val {
			c.Fields[k].Val = v
			changed = true
		}
	}
	if !changed {
		return md
	}
	r := mm.m.AddMD(c)
	c.Fields[0].Val = r
	mm.done[key] = r
	return r
}
