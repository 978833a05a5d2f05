// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a Type. The zero Kind is invalid.
type Kind uint8

// The kinds of types.
const (
	KindInvalid Kind = iota
	Void
	Label
	Token
	MetadataTy
	X86MMX
	X86AMX
	Half
	BFloat
	Float
	Double
	X86FP80
	FP128
	PPCFP128
	Int
	Ptr
	Array
	Vector
	Struct
	FuncTy
	TargetExt
	Byte // b<N>: bits that may be a part of a pointer (LLVM 23)
)

var simpleNames = [...]string{
	Void: "void", Label: "label", Token: "token", MetadataTy: "metadata",
	X86MMX: "x86_mmx", X86AMX: "x86_amx", Half: "half", BFloat: "bfloat",
	Float: "float", Double: "double", X86FP80: "x86_fp80", FP128: "fp128", PPCFP128: "ppc_fp128",
}

// Type is an interned type: two types of one module are equal iff their pointers are equal. Only
// named structs change after creation, once, when their body becomes known.
type Type struct {
	kind     Kind
	packed   bool
	variadic bool
	scalable bool
	opaque   bool   // named struct without a body
	added    bool   // a named struct that a pass added, or a type that contains one
	sized    int8   // struct: whether values can be stored (1 yes, -1 no, 0 not computed yet)
	pointers int8   // struct: whether it contains a pointer, in the same encoding
	n        uint64 // Int, Byte: bits; Array, Vector: length; Ptr: address space
	elems    []*Type
	name     string   // named struct: its name without the percent sign and quotes; TargetExt: its name
	params   []uint64 // TargetExt: integer parameters
	str      string
	resolve  func(*Type) error // named struct whose body is not loaded yet

	small  []*Const                          // Int: the small constants that were used so far
	simple [ConstLost - ConstNull + 1]*Const // null, undef and the like of the type
}

// Kind returns the type's kind.
func (t *Type) Kind() Kind { return t.kind }

// Bits returns the width of an integer type.
func (t *Type) Bits() int { return int(t.n) }

// Len returns the number of elements of an array or vector. For a scalable vector it is the
// minimum.
func (t *Type) Len() uint64 { return t.n }

// AddrSpace returns the address space of a pointer type.
func (t *Type) AddrSpace() int { return int(t.n) }

// Elem returns the element type of an array or vector, or the pointee of a typed pointer. It
// returns nil for an opaque pointer.
func (t *Type) Elem() *Type {
	if len(t.elems) == 0 {
		return nil
	}
	return t.elems[0]
}

// Fields returns the element types of a struct. It loads the body of a named struct on first use.
// An opaque struct has no fields.
func (t *Type) Fields() []*Type {
	t.load()
	return t.elems
}

// Ret returns the result type of a function type.
func (t *Type) Ret() *Type { return t.elems[0] }

// Params returns the parameter types of a function type.
func (t *Type) Params() []*Type { return t.elems[1:] }

// ExtInts returns the integer parameters of a target extension type.
func (t *Type) ExtInts() []uint64 { return t.params }

// IsPacked reports whether t is a packed struct.
func (t *Type) IsPacked() bool { t.load(); return t.packed }

// IsVariadic reports whether t is a variadic function type.
func (t *Type) IsVariadic() bool { return t.variadic }

// IsScalable reports whether t is a scalable vector type.
func (t *Type) IsScalable() bool { return t.scalable }

// IsOpaque reports whether t is a named struct without a body.
func (t *Type) IsOpaque() bool { t.load(); return t.opaque }

// Name returns the name of a named struct or target extension type, else "".
func (t *Type) Name() string { return t.name }

// IsNamed reports whether t is a named struct.
func (t *Type) IsNamed() bool { return t.kind == Struct && t.str != "" && t.str[0] == '%' }

// IsPtr reports whether t is a pointer type.
func (t *Type) IsPtr() bool { return t.kind == Ptr }

// IsInt reports whether t is an integer type of any width.
func (t *Type) IsInt() bool { return t.kind == Int }

// IsIntN reports whether t is an integer type of n bits.
func (t *Type) IsIntN(n int) bool { return t.kind == Int && t.n == uint64(n) }

// IsVoid reports whether t is void.
func (t *Type) IsVoid() bool { return t.kind == Void }

// IsToken reports whether t is token.
func (t *Type) IsToken() bool { return t.kind == Token }

// IsFloat reports whether t is a floating-point scalar.
func (t *Type) IsFloat() bool { return t.kind >= Half && t.kind <= PPCFP128 }

// IsFirstClass reports whether the type has values, that is, whether it is neither void nor a
// function type.
func (t *Type) IsFirstClass() bool {
	return t.kind != Void && t.kind != FuncTy && t.kind != KindInvalid
}

// HoldsPtr reports whether a value of the type may contain an address: the type is a pointer or has
// one as an element. The result is cached for structs because structs may share members: in
// `%a = type { %b, %b }`, `%b = type { %c, %c }` each level would double the number of visits.
func (t *Type) HoldsPtr() bool {
	switch t.kind {
	case Ptr, TargetExt, Byte:
		return true
	case Array, Vector:
		return t.elems[0].HoldsPtr()
	case Struct:
		if t.pointers == 0 {
			t.load()
			t.pointers = -1
			if slices.ContainsFunc(t.elems, (*Type).HoldsPtr) {
				t.pointers = 1
			}
		}
		return t.pointers > 0
	}
	return false
}

// IsAggregate reports whether t is a struct or array type.
func (t *Type) IsAggregate() bool { return t.kind == Struct || t.kind == Array }

// Scalar returns the element type of a vector, else the type itself.
func (t *Type) Scalar() *Type {
	if t.kind == Vector {
		return t.elems[0]
	}
	return t
}

// String returns the type as LLVM prints it. A named struct is printed as a reference (%name),
// without its body.
func (t *Type) String() string { return t.str }

func (t *Type) load() {
	if t.resolve != nil {
		r := t.resolve
		t.resolve = nil
		// The struct is opaque unless resolve calls SetBody.
		t.opaque = true
		if err := r(t); err != nil {
			t.opaque = true
		}
	}
}

// Types interns the types of one module.
type Types struct {
	byStr  map[string]*Type
	simple [PPCFP128 + 1]*Type
	ints   [129]*Type
	ptr0   *Type
	ptrTo  map[*Type]*Type // typed pointers of address space 0
	names  map[string]*Type
	added  []*Type // for dropAdded
	unit   *Module // see Unit
	buf    []byte
}

// Unit returns the unit that currently uses the types. The bodies of named structs are loaded for
// that unit.
func (ts *Types) Unit() *Module { return ts.unit }

// add records a type that a pass added.
func (ts *Types) add(t *Type) {
	t.added = true
	ts.added = append(ts.added, t)
}

// made records a new type if it contains a type that a pass added.
func (ts *Types) made(t *Type) {
	if len(ts.added) == 0 {
		return
	}
	for _, e := range t.elems {
		if e.added {
			ts.add(t)
			return
		}
	}
}

// dropAdded removes the types that passes added and the types that contain them: the next unit does
// not know them, and may use their names for other types.
func (ts *Types) dropAdded() {
	for _, t := range ts.added {
		switch {
		case t.IsNamed():
			delete(ts.names, t.name)
		case t.kind == Ptr && t.n == 0:
			delete(ts.ptrTo, t.elems[0])
		default:
			delete(ts.byStr, t.str)
		}
	}
	clear(ts.added)
	ts.added = ts.added[:0]
}

// NewTypes returns an empty table.
func NewTypes() *Types {
	return &Types{byStr: make(map[string]*Type), names: make(map[string]*Type), ptrTo: make(map[*Type]*Type)}
}

// Simple returns a type without parameters: Void .. PPCFP128.
func (ts *Types) Simple(k Kind) *Type {
	if t := ts.simple[k]; t != nil {
		return t
	}
	t := &Type{kind: k, str: simpleNames[k]}
	ts.simple[k] = t
	return t
}

// Void returns the void type.
func (ts *Types) Void() *Type { return ts.Simple(Void) }

// Int returns the integer type of a width in bits.
func (ts *Types) Int(bits int) *Type {
	if bits < len(ts.ints) && ts.ints[bits] != nil {
		return ts.ints[bits]
	}
	s := "i" + strconv.Itoa(bits)
	if bits >= len(ts.ints) {
		if t := ts.byStr[s]; t != nil {
			return t
		}
	}
	t := &Type{kind: Int, n: uint64(bits), str: s}
	if bits < len(ts.ints) {
		ts.ints[bits] = t
	} else {
		ts.byStr[s] = t
	}
	return t
}

// Byte returns the byte type of a width in bits.
func (ts *Types) Byte(bits int) *Type {
	return ts.intern("b"+strconv.Itoa(bits), func() *Type { return &Type{kind: Byte, n: uint64(bits)} })
}

// OpaquePtr returns `ptr` in an address space.
func (ts *Types) OpaquePtr(as int) *Type {
	if as == 0 && ts.ptr0 != nil {
		return ts.ptr0
	}
	if as == 0 {
		ts.ptr0 = &Type{kind: Ptr, str: "ptr"}
		return ts.ptr0
	}
	s := "ptr addrspace(" + strconv.Itoa(as) + ")"
	return ts.intern(s, func() *Type { return &Type{kind: Ptr, n: uint64(as)} })
}

// PtrTo returns the typed pointer `elem*` or `elem addrspace(n)*`.
func (ts *Types) PtrTo(elem *Type, as int) *Type {
	if as == 0 {
		if t := ts.ptrTo[elem]; t != nil {
			return t
		}
		t := &Type{kind: Ptr, elems: []*Type{elem}, str: elem.str + "*"}
		ts.ptrTo[elem] = t
		ts.made(t)
		return t
	}
	s := elem.str + " addrspace(" + strconv.Itoa(as) + ")*"
	return ts.intern(s, func() *Type { return &Type{kind: Ptr, n: uint64(as), elems: []*Type{elem}} })
}

// Array returns `[n x elem]`.
func (ts *Types) Array(elem *Type, n uint64) *Type {
	s := "[" + strconv.FormatUint(n, 10) + " x " + elem.str + "]"
	return ts.intern(s, func() *Type { return &Type{kind: Array, n: n, elems: []*Type{elem}} })
}

// Vector returns `<n x elem>`, or `<vscale x n x elem>`.
func (ts *Types) Vector(elem *Type, n uint64, scalable bool) *Type {
	s := "<"
	if scalable {
		s = "<vscale x "
	}
	s += strconv.FormatUint(n, 10) + " x " + elem.str + ">"
	return ts.intern(s, func() *Type { return &Type{kind: Vector, n: n, scalable: scalable, elems: []*Type{elem}} })
}

func structStr(fields []*Type, packed bool) string {
	var b strings.Builder
	if packed {
		b.WriteByte('<')
	}
	if len(fields) == 0 {
		b.WriteString("{}")
	} else {
		b.WriteString("{ ")
		for i, f := range fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.str)
		}
		b.WriteString(" }")
	}
	if packed {
		b.WriteByte('>')
	}
	return b.String()
}

// Struct returns a literal struct type.
func (ts *Types) Struct(fields []*Type, packed bool) *Type {
	return ts.intern(structStr(fields, packed), func() *Type {
		return &Type{kind: Struct, packed: packed, elems: append([]*Type(nil), fields...)}
	})
}

// BodyString returns a struct's body as in a type definition: `{ i32, ptr }`, `<{ i8 }>`, `opaque`.
func (t *Type) BodyString() string {
	t.load()
	if t.opaque {
		return "opaque"
	}
	return structStr(t.elems, t.packed)
}

// Func returns a function type.
func (ts *Types) Func(ret *Type, params []*Type, variadic bool) *Type {
	b := ts.buf[:0]
	b = append(b, ret.str...)
	b = append(b, " ("...)
	for i, p := range params {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, p.str...)
	}
	if variadic {
		if len(params) > 0 {
			b = append(b, ", "...)
		}
		b = append(b, "..."...)
	}
	b = append(b, ')')
	ts.buf = b
	if t := ts.byStr[string(b)]; t != nil {
		return t
	}
	elems := make([]*Type, 1+len(params))
	elems[0] = ret
	copy(elems[1:], params)
	t := &Type{kind: FuncTy, variadic: variadic, elems: elems, str: string(b)}
	ts.byStr[t.str] = t
	ts.made(t)
	return t
}

// TargetExt returns `target("name", types..., ints...)`.
func (ts *Types) TargetExt(name string, types []*Type, ints []uint64) *Type {
	var b strings.Builder
	b.WriteString(`target("` + name + `"`)
	for _, t := range types {
		b.WriteString(", " + t.str)
	}
	for _, n := range ints {
		b.WriteString(", " + strconv.FormatUint(n, 10))
	}
	b.WriteByte(')')
	return ts.intern(b.String(), func() *Type {
		return &Type{kind: TargetExt, name: name, elems: append([]*Type(nil), types...),
			params: append([]uint64(nil), ints...)}
	})
}

// Named returns the named struct of a name, and creates it if necessary. ref is the printed name
// with its percent sign (`%"a b"`, `%T`). For a new struct, resolve, which may be nil, is called
// when the body is first needed. It calls SetBody or leaves the struct opaque.
func (ts *Types) Named(name, ref string, resolve func(*Type) error) *Type {
	if t := ts.names[name]; t != nil {
		return t
	}
	t := &Type{kind: Struct, name: name, str: ref, resolve: resolve, opaque: resolve == nil}
	ts.names[name] = t
	return t
}

// LookupNamed returns the named struct of that name in this unit, or nil.
func (ts *Types) LookupNamed(name string) *Type { return ts.names[name] }

// NamedStructs returns the named structs of the table, sorted by name.
func (ts *Types) NamedStructs() []*Type {
	return slices.SortedFunc(maps.Values(ts.names), func(a, b *Type) int { return strings.Compare(a.name, b.name) })
}

// SetBody sets the body of a named struct.
func (t *Type) SetBody(fields []*Type, packed bool) {
	t.resolve = nil
	t.opaque, t.sized, t.pointers = false, 0, 0
	t.elems = append([]*Type(nil), fields...)
	t.packed = packed
}

func (ts *Types) intern(s string, mk func() *Type) *Type {
	if t := ts.byStr[s]; t != nil {
		return t
	}
	t := mk()
	t.str = s
	ts.byStr[s] = t
	ts.made(t)
	return t
}
