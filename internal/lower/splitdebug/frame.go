// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// The artificial variable __coro_frame, which shows a debugger everything that a coroutine holds.
// Its type is a structure with a member for each slot, with the name and type of the source
// variable if there is one, or else with a name and type that follow the IR type. As in LLVM, only
// C++ units get it, and only if the promise is described. Members that share storage overlap. For
// example, in gdb:
//
//	(gdb) print __coro_frame
//	$1 = {__resume_fn = 0x401200 <f.resume>, __destroy_fn = 0x401290 <f.destroy>, i = 42,
//	  __int_32_0 = 7, __coro_index = 1 '\001'}

import (
	"sort"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/target"
)

// Member is one member of the structure.
type Member struct {
	name        string // "": derived from the type, and numbered
	typ         *ir.MD // nil: derived from irType
	irType      *ir.Type
	bits, align int64
	offset      int64 // in bytes
}

// Describer builds the metadata of one frame.
type Describer struct {
	m      *ir.Module
	layout *target.Layout
	file   *ir.MD
	line   int64
	types  map[*ir.Type]*ir.MD
	counts debuginfo.Counts
}

// Frame is a frame and the function that has it.
type Frame struct {
	M       *ir.Module
	F       *ir.Func
	Promise *ir.Instr // nil: none
	Pointer ir.Value  // the address of the frame
	Target  *target.Layout
	Layout  *frame.Layout
}

// Describe adds __coro_frame to the function, after the instruction that after returns. fields returns
// the members of the fields that only the ABI has.
func (fr *Frame) Describe(after func() *ir.Instr, fields func(d *Describer) []Member) {
	m := fr.M
	sp := m.MDNode(debuginfo.SubprogramOf(fr.F))
	if sp == nil || fr.Promise == nil || !describesFrames(m, sp) {
		return
	}
	decl := debuginfo.DeclareOf(fr.Promise)
	if decl == nil {
		return
	}
	variable, loc := m.MDNode(debuginfo.Variable(decl)), m.MDNode(decl.DebugLoc())
	if variable == nil || loc == nil || m.MDNode(loc.Field("inlinedAt")) != nil {
		return
	}
	scopeRef := variable.Field("scope")
	scope := m.MDNode(scopeRef)
	if scope == nil {
		return
	}
	d := &Describer{m: m, layout: fr.Target, file: scope.Field("file"), line: debuginfo.MdLine(sp.Field("line")),
		types: map[*ir.Type]*ir.MD{}, counts: debuginfo.CountRecords(m, fr.F)}
	if !m.Has(ir.FrameVariableAtFunction) {
		d.line = debuginfo.MdLine(variable.Field("line"))
	}
	node := &ir.MDNode{Name: "DILocalVariable"}
	v := m.AddMD(node)
	frameType := d.structure(strings.TrimPrefix(fr.F.Name, "\x00")+".coro_frame_ty", fr.Layout.Size*8, fr.Layout.Align*8,
		nil,
		fr.members(d, fields))
	node.Fields = debuginfo.MdFields("name", debuginfo.MdText("__coro_frame"), "scope", scopeRef, "file", d.file,
		"line", d.line, "type", frameType,
		"flags", debuginfo.MdWord("DIFlagArtificial"))
	fr.retain(v)
	where := decl.DebugLoc()
	if m.Has(ir.FrameVariableAtFunction) {
		where = m.AddMD(&ir.MDNode{Name: "DILocation", Fields: debuginfo.MdFields("line", debuginfo.MdInt(d.line),
			"column", int64(1), "scope", scopeRef)})
	}
	rec := m.CloneInstr(decl)
	aux := *decl.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	aux.Ops[1].MD, aux.Ops[2].MD = v, debuginfo.ExprMD(nil)
	rec.Aux = &aux
	rec.SetArg(0, fr.Pointer)
	rec.SetDebugLoc(where)
	at := after()
	at.Dbg = append([]*ir.Instr{rec}, at.Dbg...)
}

// describesFrames reports whether a subprogram belongs to a C++ unit with full debug info.
func describesFrames(m *ir.Module, sp *ir.MDNode) bool {
	unit := m.MDNode(sp.Field("unit"))
	if !debuginfo.FullDebug(unit) {
		return false
	}
	lang := unit.Field("language")
	if lang == nil {
		lang = unit.Field("sourceLanguageName")
	}
	if lang == nil {
		return false
	}
	switch lang.Text {
	case "4", "25", "26", "33", "43": // DW_LANG_C_plus_plus and its editions as numbers
		return true
	}
	return strings.HasPrefix(lang.Text, "DW_LANG_C_plus_plus") || strings.HasPrefix(lang.Text, "DW_LNAME_C_plus_plus")
}

// retain adds a variable to the subprogram's retained nodes, so that a debugger lists it even where
// it is optimised out.
func (fr *Frame) retain(v *ir.MD) {
	m := fr.M
	ref := debuginfo.SubprogramOf(fr.F)
	sp := m.MDNode(ref)
	list := &ir.MDNode{}
	if old := m.MDNode(sp.Field("retainedNodes")); old != nil {
		list.Fields = append(list.Fields, old.Fields...)
	}
	list.Fields = append(list.Fields, ir.MDField{Val: v})
	SetRetained(m, ref, m.AddMD(list))
}

// SetRetained sets a subprogram's list of retained nodes; nil removes it.
func SetRetained(m *ir.Module, ref, list *ir.MD) {
	sp := m.MDNode(ref)
	if ref.Kind == ir.MDRef {
		sp = sp.Clone()
		m.ChangeMD(ref.Num, sp)
	}
	if list == nil {
		sp.DropField("retainedNodes")
		return
	}
	sp.SetField("retainedNodes", list)
}

// members lists the members for all slots by offset.
func (fr *Frame) members(d *Describer, fields func(d *Describer) []Member) []Member {
	out := fields(d)
	for _, s := range fr.Layout.Slots {
		if s.Value != nil {
			m := d.Field(s, nil)
			m.irType = s.Typ
			m.name, m.typ = d.sourceVariable(s.Value)
			out = append(out, m)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].offset < out[j].offset })
	return out
}

// Field returns the member for a slot.
func (d *Describer) Field(s *frame.Slot, typ *ir.MD) Member {
	return Member{name: s.Name, typ: typ, bits: d.layout.SizeBits(s.Typ), align: s.Align * 8, offset: s.Offset}
}

// Pointer builds the type `void *`.
func (d *Describer) Pointer(bits int64) *ir.MD {
	return d.m.AddMD(&ir.MDNode{Name: "DIDerivedType", Fields: debuginfo.MdFields("tag",
		debuginfo.MdWord("DW_TAG_pointer_type"), "baseType", debuginfo.MdNull(), "size", bits)})
}

// sourceVariable returns the name and type of the source variable that a slot holds, or "" if there
// is none.
func (d *Describer) sourceVariable(v ir.Value) (string, *ir.MD) {
	object := coro.IsObject(d.m, v)
	for _, rec := range debuginfo.RecordsOf(v, object) {
		kind := rec.Aux.(*ir.DbgAux).Kind
		if !debuginfo.IsPlainExpr(d.m, rec) || kind == "value" && !d.counts.AlwaysIs(d.m, v.(ir.LocalValue), rec) {
			continue
		}
		n := d.m.MDNode(debuginfo.Variable(rec))
		if n == nil || n.Field("name") == nil || n.Field("type") == nil {
			continue
		}
		name, typ := n.Field("name").Text, n.Field("type")
		if kind == "declare" && !object { // the slot holds the variable's address
			typ = d.m.AddMD(&ir.MDNode{Name: "DIDerivedType", Fields: debuginfo.MdFields("tag",
				debuginfo.MdWord("DW_TAG_pointer_type"), "baseType", typ,
				"size", d.layout.SizeBits(v.Type()))})
		}
		return name, typ
	}
	return "", nil
}

// structure builds a structure type. Its members name it as their scope.
func (d *Describer) structure(name string, bits, align int64, scope *ir.MD, members []Member) *ir.MD {
	n := &ir.MDNode{Name: "DICompositeType"}
	ref := d.m.AddMD(n)
	list := &ir.MDNode{}
	n.Fields = debuginfo.MdFields("tag", debuginfo.MdWord("DW_TAG_structure_type"), "name", debuginfo.MdText(name),
		"scope", scope, "file", d.file, "line", d.line,
		"size", bits, "align", align, "flags", debuginfo.MdWord("DIFlagArtificial"), "elements", d.m.AddMD(list))
	unnamed := 0
	for _, mb := range members {
		text := &ir.MD{Kind: ir.MDQuoted, Text: mb.name}
		if mb.typ == nil {
			mb.typ = d.irType(mb.irType, ref)
		}
		if mb.name == "" {
			text = debuginfo.MdText(irTypeName(mb.irType))
			// Several members of the frame itself may have the same type.
			if scope == nil {
				text.Text += "_" + strconv.Itoa(unnamed)
				unnamed++
			}
		}
		list.Fields = append(list.Fields,
			ir.MDField{Val: d.m.AddMD(&ir.MDNode{Name: "DIDerivedType", Fields: debuginfo.MdFields(
				"tag", debuginfo.MdWord("DW_TAG_member"), "name", text, "scope",
				ref, "file", d.file, "line", d.line, "baseType", mb.typ,
				"size", mb.bits, "align", mb.align, "offset", mb.offset*8,
				"flags", debuginfo.MdWord("DIFlagArtificial"))})})
	}
	return ref
}

// Basic builds a basic type.
func (d *Describer) Basic(name string, bits int64, encoding string, artificial bool) *ir.MD {
	n := &ir.MDNode{Name: "DIBasicType", Fields: debuginfo.MdFields("name", debuginfo.MdText(name), "size", bits,
		"encoding", debuginfo.MdWord(encoding))}
	if artificial {
		n.Fields = append(n.Fields, debuginfo.MdFields("flags", debuginfo.MdWord("DIFlagArtificial"))...)
	}
	return d.m.AddMD(n)
}

// irTypeName returns the name that LLVM gives to a type without a source type.
func irTypeName(t *ir.Type) string {
	switch {
	case t.IsInt():
		return "__int_" + strconv.Itoa(t.Bits())
	case t.Kind() == ir.Float:
		return "__float_"
	case t.Kind() == ir.Double:
		return "__double_"
	case t.IsFloat():
		return "__floating_type_"
	case t.IsPtr():
		return "PointerType"
	case t.IsNamed():
		return strings.NewReplacer(".", "_", ":", "_", "\x00", "").Replace(t.Name())
	case t.Kind() == ir.Struct:
		return "__LiteralStructType_"
	}
	return "UnknownType"
}

// irType builds a debug type for an IR type. It does not follow pointers. A type without a
// counterpart becomes an array of bytes.
func (d *Describer) irType(t *ir.Type, scope *ir.MD) *ir.MD {
	if r := d.types[t]; r != nil {
		return r
	}
	bits := d.layout.SizeBits(t)
	var r *ir.MD
	switch {
	case t.IsInt():
		r = d.Basic(irTypeName(t), bits, "DW_ATE_signed", true)
	case t.IsFloat():
		r = d.Basic(irTypeName(t), bits, "DW_ATE_float", true)
	case t.IsPtr():
		r = d.m.AddMD(&ir.MDNode{Name: "DIDerivedType", Fields: debuginfo.MdFields("tag",
			debuginfo.MdWord("DW_TAG_pointer_type"), "name", debuginfo.MdText(irTypeName(t)),
			"baseType", debuginfo.MdNull(), "size", bits, "align", d.layout.ABIAlign(t)*8)})
	case t.Kind() == ir.Struct:
		var members []Member
		for k, f := range t.Fields() {
			members = append(members, Member{irType: f, bits: d.layout.SizeBits(f),
				offset: d.layout.FieldOffset(t, k)})
		}
		r = d.structure(irTypeName(t), bits, d.layout.PrefAlign(t)*8, scope, members)
	default:
		r = d.Basic(irTypeName(t), 8, "DW_ATE_unsigned_char", true)
		if n := (bits + 7) / 8; n > 1 {
			sub := d.m.AddMD(&ir.MDNode{Name: "DISubrange", Fields: debuginfo.MdFields("count", debuginfo.MdInt(n),
				"lowerBound", debuginfo.MdInt(0))})
			list := d.m.AddMD(&ir.MDNode{Fields: []ir.MDField{{Val: sub}}})
			r = d.m.AddMD(&ir.MDNode{Name: "DICompositeType", Fields: debuginfo.MdFields("tag",
				debuginfo.MdWord("DW_TAG_array_type"), "baseType", r,
				"size", n*8, "align", d.layout.PrefAlign(t)*8, "elements", list)})
		}
	}
	d.types[t] = r
	return r
}
