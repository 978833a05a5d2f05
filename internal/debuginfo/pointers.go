// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// This file lists the pointers in a struct of the source, for debuggers that follow one of them.

const (
	maxPointerDepth   = 4    // nested structs
	maxPointerMembers = 4096 // members that are looked at
	maxPointers       = 64   // of one struct
)

// PointerMembers returns the offsets in bytes of a struct's pointers, by the names of the members.
// A member of a member has a name like "link.next". Members of bases have no prefix, as in C++. A
// class of the standard library that has the size of a pointer counts as one; size is that size.
// For example, this has "next", "link.p" and the pointers of base:
//
//	struct promise : base { std::coroutine_handle<> next; struct { void *p; int n; } link; };
//
// If the struct is too large for that, the result has the pointers of fewer nested structs.
func PointerMembers(m *ir.Module, typ *ir.MD, size int64) map[string]int64 {
	for depth := maxPointerDepth; depth > 0; depth-- {
		l := &pointerList{m: m, size: size, budget: maxPointerMembers}
		if found := l.members(typ, depth); l.budget > 0 && len(found) <= maxPointers {
			return found
		}
	}
	return nil
}

// pointerList lists the pointers of one struct.
type pointerList struct {
	m      *ir.Module
	size   int64 // of a pointer
	budget int   // members that it may still look at
}

func (l *pointerList) members(typ *ir.MD, depth int) map[string]int64 {
	n := plainType(l.m, typ)
	if n == nil || n.Name != "DICompositeType" || depth == 0 {
		return nil
	}
	list := l.m.MDNode(n.Field("elements"))
	if list == nil {
		return nil
	}
	found, fromBases := map[string]int64{}, map[string]int64{}
	twice := map[string]bool{} // in two bases: an ambiguous name
	for k := range list.Fields {
		e := l.m.MDNode(list.Fields[k].Val)
		if l.budget--; l.budget <= 0 {
			return nil
		}
		if e == nil || e.Name != "DIDerivedType" {
			continue
		}
		at, ok := memberOffset(e)
		switch tag := text(e, "tag"); {
		case ok && tag == "DW_TAG_inheritance":
			for name, offset := range l.members(e.Field("baseType"), depth-1) {
				_, again := fromBases[name]
				twice[name] = twice[name] || again
				fromBases[name] = at + offset
			}
		case ok && tag == "DW_TAG_member":
			l.member(e, at, depth, found)
		}
	}
	for name, at := range fromBases {
		if _, hidden := found[name]; !hidden && !twice[name] {
			found[name] = at
		}
	}
	return found
}

// member adds the pointers in a data member at an offset.
func (l *pointerList) member(member *ir.MDNode, at int64, depth int, to map[string]int64) {
	name := text(member, "name")
	t := plainType(l.m, member.Field("baseType"))
	if t == nil {
		return
	}
	switch text(t, "tag") {
	case "DW_TAG_pointer_type", "DW_TAG_reference_type":
		if name != "" {
			to[name] = at
		}
	case "DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type":
		if strings.HasPrefix(TypeName(l.m, member.Field("baseType")), "std::") {
			if name != "" && int64(IntField(t, "size")) == 8*l.size {
				to[name] = at
			}
			return
		}
		front := name
		if name != "" {
			front += "."
		}
		for inner, offset := range l.members(member.Field("baseType"), depth-1) {
			to[front+inner] = at + offset
		}
	}
}

// memberOffset returns the offset in bytes of a member or a base. It returns false for static
// members, bit-fields and virtual bases, which have none, and for pointers to tables of virtual
// functions.
func memberOffset(n *ir.MDNode) (int64, bool) {
	const bitField, virtual, static, artificial = 1 << 19, 1 << 5, 1 << 12, 1 << 6
	flags := text(n, "flags")
	bits, _ := strconv.ParseUint(flags, 10, 64) // a number, or words
	for _, word := range []string{"DIFlagBitField", "DIFlagVirtual", "DIFlagStaticMember", "DIFlagArtificial"} {
		if strings.Contains(flags, word) {
			return 0, false
		}
	}
	at := int64(IntField(n, "offset"))
	return at / 8, at%8 == 0 && bits&(bitField|virtual|static|artificial) == 0
}

// plainType returns a type without typedefs, const and volatile, or nil.
func plainType(m *ir.Module, typ *ir.MD) *ir.MDNode {
	for k := 0; k < maxTypeDepth; k++ {
		n := m.MDNode(typ)
		if n == nil || n.Name != "DIDerivedType" {
			return n
		}
		switch text(n, "tag") {
		case "DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type":
			typ = n.Field("baseType")
		default:
			return n
		}
	}
	return nil
}
