// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file spells names for people: types as in C++, and the functions that variables belong to.
// The result is "" if there is no name, or if the debug info is not understood.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// maxTypeDepth bounds the depth of a type. Real types are shallow, and a cycle must terminate.
const maxTypeDepth = 64

// TypeName spells the type that a node describes: "unsigned int", "ns::task<int>", "const char *",
// "char[440]", "void (*)(int)". It keeps the names of typedefs, except names that are reserved for
// a library. It returns "" if the node describes no type that can be spelled.
func TypeName(m *ir.Module, typ *ir.MD) string {
	before, after := typeName(m, typ, maxTypeDepth)
	return before + after
}

// typeName returns the parts of the type before and after a declared name, for example "void (*"
// and ")(int)".
func typeName(m *ir.Module, typ *ir.MD, depth int) (before, after string) {
	n := m.MDNode(typ)
	if n == nil || depth == 0 {
		if typ == nil || typ.Kind == ir.MDNull {
			return "void", ""
		}
		return "", ""
	}
	name := text(n, "name")
	switch tag := text(n, "tag"); {
	case n.Name == "DISubroutineType":
		return subroutine(m, n, depth)
	case tag == "DW_TAG_array_type":
		before, after = typeName(m, n.Field("baseType"), depth-1)
		if before == "" {
			return "", ""
		}
		return before, bounds(m, n) + after
	case tag == "DW_TAG_pointer_type" || tag == "DW_TAG_reference_type" ||
		tag == "DW_TAG_rvalue_reference_type" || tag == "DW_TAG_ptr_to_member_type":
		return pointer(m, n, tag, depth)
	case tag == "DW_TAG_const_type" || tag == "DW_TAG_volatile_type":
		word := strings.TrimSuffix(strings.TrimPrefix(tag, "DW_TAG_"), "_type")
		before, after = typeName(m, n.Field("baseType"), depth-1)
		switch {
		case before == "":
			return "", ""
		case strings.HasSuffix(before, "*"):
			return before + word, after // of the pointer itself
		}
		return word + " " + before, after
	case name == "" && text(n, "identifier") == "" && n.Field("baseType") != nil:
		return typeName(m, n.Field("baseType"), depth-1)
	case name == "" && n.Name == "DICompositeType":
		word := strings.TrimSuffix(strings.TrimPrefix(tag, "DW_TAG_"), "_type")
		return "(unnamed " + strings.TrimSuffix(word, "ure") + ")", ""
	}
	name = qualify(m, n.Field("scope"), depth) + name
	if n.Field("tag") != nil && text(n, "tag") == "DW_TAG_typedef" && strings.Contains("::"+name, "::__") {
		if b, a := typeName(m, n.Field("baseType"), depth-1); b != "" {
			return b, a // the name is internal to the library
		}
	}
	return name, ""
}

// pointer spells a pointer, a reference, or a pointer to a member.
func pointer(m *ir.Module, n *ir.MDNode, tag string, depth int) (before, after string) {
	before, after = typeName(m, n.Field("baseType"), depth-1)
	if before == "" {
		return "", ""
	}
	sign := "*"
	switch tag {
	case "DW_TAG_reference_type":
		sign = "&"
	case "DW_TAG_rvalue_reference_type":
		sign = "&&"
	case "DW_TAG_ptr_to_member_type":
		sign = TypeName(m, n.Field("extraData")) + "::*"
	}
	if after != "" { // to a function or an array
		return before + " (" + sign, ")" + after
	}
	if !strings.HasSuffix(before, "*") && !strings.HasSuffix(before, "&") {
		before += " "
	}
	return before + sign, after
}

// subroutine spells the type of a function.
func subroutine(m *ir.Module, n *ir.MDNode, depth int) (before, after string) {
	list := m.MDNode(n.Field("types"))
	if list == nil || len(list.Fields) == 0 {
		return "void", "()"
	}
	var params []string
	end := ")"
	for k := range list.Fields {
		b, a := typeName(m, list.Fields[k].Val, depth-1)
		switch {
		case k == 0:
			before = b + a
		case k == 1 && isObjectPointer(m, list.Fields[k].Val): // the object of a member function
			if strings.HasPrefix(b, "const ") {
				end = ") const"
			}
		default:
			params = append(params, b+a)
		}
	}
	return before, "(" + strings.Join(params, ", ") + end
}

// bounds spells the dimensions of an array.
func bounds(m *ir.Module, n *ir.MDNode) string {
	list := m.MDNode(n.Field("elements"))
	if list == nil {
		return "[]"
	}
	s := ""
	for _, f := range list.Fields {
		d := m.MDNode(f.Val)
		if d == nil {
			continue
		}
		if c := d.Field("count"); c != nil && c.Kind == ir.MDInt && c.Text != "-1" {
			s += "[" + c.Text + "]"
		} else {
			s += "[]"
		}
	}
	return s
}

// qualify spells the scopes around a type. It omits inline and unnamed namespaces, as programs do.
func qualify(m *ir.Module, scope *ir.MD, depth int) string {
	n := m.MDNode(scope)
	if n == nil || depth == 0 {
		return ""
	}
	name := text(n, "name")
	inline := n.Field("exportSymbols")
	switch {
	case n.Name == "DINamespace" && (name == "" || inline != nil && inline.Text == "true"):
		name = ""
	case n.Name == "DINamespace" || n.Name == "DICompositeType" && name != "":
		name += "::"
	default:
		return "" // a file, a function
	}
	return qualify(m, n.Field("scope"), depth-1) + name
}

// text returns the text of an operand, or "".
func text(n *ir.MDNode, name string) string {
	if v := n.Field(name); v != nil {
		return v.Text
	}
	return ""
}

// DeclLoc returns the source location of a variable's declaration, from its own file and line.
func DeclLoc(m *ir.Module, variable *ir.MDNode) remark.Loc {
	loc := remark.Loc{Line: IntField(variable, "line")}
	setFile(m, &loc, variable)
	return loc
}

// SubprogramAround returns the subprogram that contains a scope, or nil.
func SubprogramAround(m *ir.Module, scope *ir.MD) *ir.MDNode {
	for k := 0; scope != nil && k < MaxScopeDepth; k++ {
		n := m.MDNode(scope)
		if n == nil {
			return nil
		}
		if n.Name == "DISubprogram" {
			return n
		}
		scope = n.Field("scope")
	}
	return nil
}

// FuncNameOf returns the source name of the function that contains a scope, or "".
func FuncNameOf(m *ir.Module, scope *ir.MD) string {
	if n := SubprogramAround(m, scope); n != nil {
		return qualify(m, n.Field("scope"), maxTypeDepth) + text(n, "name")
	}
	return ""
}

// IsPartExpr reports whether a record's expression only selects a fragment of the variable. If
// deref is set, the expression must begin with a dereference, and the fragment is optional.
func IsPartExpr(m *ir.Module, d *ir.Instr, deref bool) bool {
	n, _ := ExprOf(m, d)
	if n == nil {
		return false
	}
	words := ExprWords(n)
	if deref {
		if len(words) == 0 || words[0] != "DW_OP_deref" {
			return false
		}
		words = words[1:]
	}
	return deref && len(words) == 0 || len(words) == 3 && words[0] == "DW_OP_LLVM_fragment"
}

// IsThis reports whether a function's parameter is the object of a member function, according to
// its subprogram.
func IsThis(m *ir.Module, f *ir.Func, param int) bool {
	sp := m.MDNode(SubprogramOf(f))
	if sp == nil {
		return false
	}
	if param > 0 && (param > 1 || len(f.Params) == 0 || f.Params[0].Attrs.Get(m, "sret") == nil) {
		return false
	}
	typ := m.MDNode(sp.Field("type"))
	if typ == nil {
		return false
	}
	list := m.MDNode(typ.Field("types"))
	if list == nil || len(list.Fields) < 2 {
		return false
	}
	return isObjectPointer(m, list.Fields[1].Val)
}

// isObjectPointer reports whether a type is that of the object of a member function. Its flags may
// be words or a number.
func isObjectPointer(m *ir.Module, typ *ir.MD) bool {
	const objectPointer = 1 << 10
	n := m.MDNode(typ)
	if n == nil {
		return false
	}
	flags := text(n, "flags")
	bits, err := strconv.ParseUint(flags, 10, 64)
	return strings.Contains(flags, "DIFlagObjectPointer") || err == nil && bits&objectPointer != 0
}
