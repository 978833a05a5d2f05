// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package dwarf

// This file translates the types of debug metadata.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// Types holds the types of one compile unit. Each has one entry.
type Types struct {
	unit    *Entry
	entries map[debuginfo.Key]*Entry
	pending []pendingType
}

// pendingType is a type whose entry has no attributes yet.
type pendingType struct {
	m     *ir.Module
	entry *Entry
	node  *ir.MDNode
	md    *ir.MD
}

// NewTypes returns an empty set of types whose entries are added to a unit.
func NewTypes(unit *Entry) *Types { return &Types{unit: unit, entries: map[debuginfo.Key]*Entry{}} }

// Of returns the entry of a type, or nil for void. Flush completes it.
func (t *Types) Of(m *ir.Module, md *ir.MD) *Entry {
	k := debuginfo.KeyOf(md)
	n := m.MDNode(md)
	if n == nil {
		return nil
	}
	if e := t.entries[k]; e != nil {
		return e
	}
	e := t.unit.Add(tagOf(n))
	t.entries[k] = e
	t.pending = append(t.pending, pendingType{m, e, n, md})
	return e
}

// Flush completes all entries that Of returned, and those that they refer to.
func (t *Types) Flush() {
	for len(t.pending) > 0 {
		p := t.pending[len(t.pending)-1]
		t.pending = t.pending[:len(t.pending)-1]
		t.fill(p)
	}
}

// tags are the tags of types that have the same one in metadata. An rvalue reference is a reference
// in version 2.
var tags = map[string]Tag{
	"DW_TAG_pointer_type": TagPointer, "DW_TAG_reference_type": TagReference,
	"DW_TAG_rvalue_reference_type": TagReference, "DW_TAG_const_type": TagConst,
	"DW_TAG_volatile_type": TagVolatile, "DW_TAG_restrict_type": TagRestrict, "DW_TAG_typedef": TagTypedef,
	"DW_TAG_ptr_to_member_type": TagPtrToMember, "DW_TAG_structure_type": TagStructure,
	"DW_TAG_class_type": TagClass, "DW_TAG_union_type": TagUnion, "DW_TAG_array_type": TagArray,
	"DW_TAG_enumeration_type": TagEnumeration,
}

func tagOf(n *ir.MDNode) Tag {
	switch n.Name {
	case "DIBasicType":
		if tag := fieldText(n, "tag"); tag == "" || tag == "DW_TAG_base_type" {
			return TagBaseType
		}
	case "DISubroutineType":
		return TagSubroutineType
	case "DIDerivedType", "DICompositeType":
		if tag, ok := tags[fieldText(n, "tag")]; ok {
			return tag
		}
	}
	return TagUnspecified
}

// encodings are the encodings of basic types.
var encodings = map[string]uint64{
	"DW_ATE_address": 1, "DW_ATE_boolean": 2, "DW_ATE_complex_float": 3, "DW_ATE_float": 4, "DW_ATE_signed": 5,
	"DW_ATE_signed_char": 6, "DW_ATE_unsigned": 7, "DW_ATE_unsigned_char": 8, "DW_ATE_UTF": 0x10,
}

func (t *Types) fill(p pendingType) {
	e, n := p.entry, p.node
	base := n.Field("baseType")
	size := uint64(max(debuginfo.IntField(n, "size"), 0)) / 8
	switch e.tag {
	case TagBaseType:
		e.String(AttrName, fieldText(n, "name"))
		enc, ok := encodings[fieldText(n, "encoding")]
		if !ok {
			enc = encodings["DW_ATE_unsigned"]
		}
		e.Uint(AttrEncoding, enc)
		e.Uint(AttrByteSize, size)
	case TagPointer, TagReference, TagPtrToMember:
		e.Ref(AttrType, t.Of(p.m, base))
		if size > 0 {
			e.Uint(AttrByteSize, size)
		}
	case TagConst, TagVolatile, TagRestrict:
		e.Ref(AttrType, t.Of(p.m, base))
	case TagTypedef:
		e.String(AttrName, fieldText(n, "name"))
		e.Ref(AttrType, t.Of(p.m, base))
	case TagSubroutineType:
		t.signature(p)
	case TagArray:
		e.Ref(AttrType, t.Of(p.m, base))
		t.bounds(p)
	case TagEnumeration:
		t.named(p, size)
		t.enumerators(p)
	case TagStructure, TagClass, TagUnion:
		t.named(p, size)
		t.members(p)
	default:
		e.String(AttrName, fieldText(n, "name"))
	}
}

// named adds the qualified name and the size of a type.
func (t *Types) named(p pendingType, size uint64) {
	if fieldText(p.node, "name") != "" {
		p.entry.String(AttrName, debuginfo.TypeName(p.m, p.md))
	}
	if strings.Contains(fieldText(p.node, "flags"), "DIFlagFwdDecl") {
		p.entry.Flag(AttrDeclaration)
		return
	}
	p.entry.Uint(AttrByteSize, size)
}

// signature adds the types of a function's result and parameters.
func (t *Types) signature(p pendingType) {
	list := p.m.MDNode(p.node.Field("types"))
	if list == nil {
		return
	}
	for k := range list.Fields {
		typ := t.Of(p.m, list.Fields[k].Val)
		switch {
		case k == 0:
			p.entry.Ref(AttrType, typ)
		case typ != nil: // nil is the ellipsis
			p.entry.Add(TagFormalParameter).Ref(AttrType, typ)
		}
	}
}

func (t *Types) bounds(p pendingType) {
	list := p.m.MDNode(p.node.Field("elements"))
	if list == nil {
		return
	}
	for k := range list.Fields {
		s := p.entry.Add(TagSubrange)
		d := p.m.MDNode(list.Fields[k].Val)
		if d == nil {
			continue
		}
		if c := d.Field("count"); c != nil && c.Kind == ir.MDInt {
			if n, err := strconv.ParseInt(c.Text, 10, 64); err == nil && n >= 0 {
				s.Int(AttrUpperBound, n-1)
			}
		}
	}
}

func (t *Types) enumerators(p pendingType) {
	list := p.m.MDNode(p.node.Field("elements"))
	if list == nil {
		return
	}
	for k := range list.Fields {
		n := p.m.MDNode(list.Fields[k].Val)
		if n == nil || n.Name != "DIEnumerator" {
			continue
		}
		value := fieldText(n, "value")
		if v, err := strconv.ParseInt(value, 10, 64); err == nil {
			e := p.entry.Add(TagEnumerator)
			e.String(AttrName, fieldText(n, "name"))
			e.Int(AttrConstValue, v)
		} else if v, err := strconv.ParseUint(value, 10, 64); err == nil {
			e := p.entry.Add(TagEnumerator)
			e.String(AttrName, fieldText(n, "name"))
			e.Uint(AttrConstValue, v)
		}
	}
}

// members adds base classes and data members. Functions, types and static members within the type
// have no entries.
func (t *Types) members(p pendingType) {
	list := p.m.MDNode(p.node.Field("elements"))
	if list == nil {
		return
	}
	for k := range list.Fields {
		n := p.m.MDNode(list.Fields[k].Val)
		if n == nil || n.Name != "DIDerivedType" {
			continue
		}
		flags := fieldText(n, "flags")
		tag := TagMember
		switch fieldText(n, "tag") {
		case "DW_TAG_inheritance":
			tag = TagInheritance
		case "DW_TAG_member":
		default:
			continue
		}
		if strings.Contains(flags, "DIFlagStaticMember") || strings.Contains(flags, "DIFlagVirtual") {
			continue // the offset of a virtual base is in a table
		}
		e := p.entry.Add(tag)
		if name := fieldText(n, "name"); name != "" {
			e.String(AttrName, name)
		}
		e.Ref(AttrType, t.Of(p.m, n.Field("baseType")))
		off := uint64(max(debuginfo.IntField(n, "offset"), 0))
		if strings.Contains(flags, "DIFlagBitField") {
			off = bitField(e, n, off, t.storage(p.m, n))
		}
		e.Expr(AttrMemberLocation, Offset(off/8))
	}
}

// storage returns the bits of the integer that a bit field is read as: those of its declared type.
func (t *Types) storage(m *ir.Module, n *ir.MDNode) uint64 {
	for range 64 {
		n = m.MDNode(n.Field("baseType"))
		if n == nil {
			break
		}
		if size := debuginfo.IntField(n, "size"); size > 0 {
			return uint64(size)
		}
	}
	return 8
}

// bitField adds the position of a bit field and returns the offset, in bits, of the integer that
// holds it. Version 2 counts the bits from the most significant one of the integer.
func bitField(e *Entry, n *ir.MDNode, off, storage uint64) uint64 {
	size := uint64(max(debuginfo.IntField(n, "size"), 1))
	first := off / storage * storage
	if off-first+size > storage { // a packed field that crosses integers
		first = off / 8 * 8
		storage = max(storage, (off-first+size+7)/8*8)
	}
	e.Uint(AttrByteSize, storage/8)
	e.Uint(AttrBitSize, size)
	e.Uint(AttrBitOffset, storage-(off-first)-size)
	return first
}

// fieldText returns the text of an operand without escapes, or "".
func fieldText(n *ir.MDNode, name string) string {
	v := n.Field(name)
	if v == nil {
		return ""
	}
	return Text(v)
}

// Text returns the text of an operand without escapes.
func Text(v *ir.MD) string {
	if v.Kind == ir.MDString || v.Kind == ir.MDQuoted {
		return ir.Unescape(v.Text)
	}
	return v.Text
}
