// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// This file reads the data members of a struct of the source, for hints about their order.

// Record is a struct or class whose data members could be declared in another order.
type Record struct {
	Name    string
	Size    int64 // in bytes
	Align   int64 // as alignas requires; 0: nothing is written
	Fixed   int64 // bytes at its beginning for bases and the pointer to virtual functions
	Members []Member
}

// Member is a data member of a Record, in the order of the declaration.
type Member struct {
	Name         string
	Offset, Size int64 // in bytes
	Align        int64 // as alignas on the member or its type requires; 0: nothing is written
}

// maxMembers bounds the members of a record.
const maxMembers = 256

// RecordOf returns the struct or class of a variable, or of the elements of an array. It returns nil
// if the order of the members is not all that decides about their places, or is not the user's
// choice: bit-fields, unnamed members, virtual bases, members in the padding of a base, and types of
// the standard library.
func RecordOf(m *ir.Module, typ *ir.MD) *Record {
	n := plainType(m, typ)
	for k := 0; k < maxTypeDepth && n != nil && text(n, "tag") == "DW_TAG_array_type"; k++ {
		typ = n.Field("baseType")
		n = plainType(m, typ)
	}
	if n == nil || n.Name != "DICompositeType" {
		return nil
	}
	tag, name := text(n, "tag"), TypeName(m, typ)
	list := m.MDNode(n.Field("elements"))
	if tag != "DW_TAG_structure_type" && tag != "DW_TAG_class_type" || name == "" || list == nil ||
		len(list.Fields) > maxMembers || strings.HasPrefix(name, "std::") || strings.HasPrefix(name, "__") {
		return nil
	}
	r := &Record{Name: name, Size: int64(IntField(n, "size")) / 8, Align: int64(IntField(n, "align")) / 8}
	for k := range list.Fields {
		e := m.MDNode(list.Fields[k].Val)
		if e != nil && e.Name == "DIDerivedType" && !r.add(m, e) {
			return nil
		}
	}
	for _, x := range r.Members {
		if x.Offset < r.Fixed {
			return nil // in the padding of a base
		}
	}
	return r
}

// add adds a member or base. It returns false if it keeps the record from being described.
func (r *Record) add(m *ir.Module, e *ir.MDNode) bool {
	flags := text(e, "flags")
	tag := text(e, "tag")
	if tag != "DW_TAG_member" && tag != "DW_TAG_inheritance" || strings.Contains(flags, "DIFlagStaticMember") {
		return true // a type, a friend, or no part of the object
	}
	size, at := int64(IntField(e, "size")), int64(IntField(e, "offset"))
	if strings.Contains(flags, "DIFlagArtificial") { // the pointer to virtual functions
		r.Fixed = max(r.Fixed, (at+size)/8)
		return at == 0 && size > 0
	}
	at, ok := memberOffset(e)
	if !ok {
		return false
	}
	base := plainType(m, e.Field("baseType"))
	if tag == "DW_TAG_inheritance" {
		if base == nil {
			return false
		}
		if size = int64(IntField(base, "size")) / 8; size > 1 { // a base without members has one byte, which is not used
			r.Fixed = max(r.Fixed, at+size)
		}
		return size > 0
	}
	x := Member{Name: text(e, "name"), Offset: at, Size: size / 8, Align: int64(IntField(e, "align")) / 8}
	if base != nil {
		x.Align = max(x.Align, int64(IntField(base, "align"))/8)
	}
	r.Members = append(r.Members, x)
	return x.Name != "" && size > 0 && size%8 == 0
}
