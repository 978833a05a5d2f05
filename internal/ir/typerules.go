// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// The type rules that the parser and the verifier share: which casts are valid, and which types
// indices lead to.

// FloatBits returns the width of a floating-point type, and 0 for another type. fptrunc and fpext do
// not convert between types of one width.
func (t *Type) FloatBits() int {
	switch t.kind {
	case Half, BFloat:
		return 16
	case Float:
		return 32
	case Double:
		return 64
	case X86FP80:
		return 80
	case FP128, PPCFP128:
		return 128
	}
	return 0
}

// TakesFastMath reports whether an instruction with a result of the type may have fast-math flags.
func (t *Type) TakesFastMath() bool {
	for t.kind == Array {
		t = t.Elem()
	}
	if t.kind == Struct && !t.IsNamed() && len(t.elems) > 0 {
		t = t.elems[0]
	}
	return t.Scalar().IsFloat()
}

// castKinds says between which kinds of scalars a cast converts: i integer, f float, p pointer.
var castKinds = [...]string{
	OpTrunc: "ii", OpZExt: "ii", OpSExt: "ii", OpFPTrunc: "ff", OpFPExt: "ff",
	OpFPToUI: "fi", OpFPToSI: "fi", OpUIToFP: "if", OpSIToFP: "if",
	OpPtrToInt: "pi", OpPtrToAddr: "pi", OpIntToPtr: "ip", OpAddrSpaceCast: "pp",
}

// CastValid reports whether op can cast from one type to the other.
func CastValid(op Op, from, to *Type) bool {
	if op == OpBitCast {
		return Bitcastable(from, to)
	}
	if (from.kind == Vector) != (to.kind == Vector) ||
		from.kind == Vector && (from.n != to.n || from.scalable != to.scalable) {
		return false
	}
	f, t := from.Scalar(), to.Scalar()
	if string([]byte{f.castKind(), t.castKind()}) != castKinds[op] {
		return false
	}
	switch op {
	case OpTrunc:
		return f.n > t.n
	case OpZExt, OpSExt:
		return f.n < t.n
	case OpFPTrunc:
		return f.FloatBits() > t.FloatBits()
	case OpFPExt:
		return f.FloatBits() < t.FloatBits()
	case OpAddrSpaceCast:
		return f.n != t.n
	}
	return true
}

// castKind returns the letter of castKinds for a scalar, or 0.
func (t *Type) castKind() byte {
	switch {
	case t.kind == Int:
		return 'i'
	case t.kind == Ptr:
		return 'p'
	case t.IsFloat():
		return 'f'
	}
	return 0
}

// Bitcastable reports whether a bitcast between two types is valid, that is, whether they have the
// same number of bits.
func Bitcastable(from, to *Type) bool {
	f, t := from.Scalar(), to.Scalar()
	fromVector, toVector := from.kind == Vector, to.kind == Vector
	switch {
	case f.kind == Ptr && t.kind == Byte, f.kind == Byte && t.kind == Ptr:
		return true // the width of the pointer depends on the target
	case f.kind == Ptr || t.kind == Ptr:
		switch {
		case f.kind != t.kind || f.n != t.n:
			return false
		case fromVector && toVector:
			return from.n == to.n && from.scalable == to.scalable
		}
		return (!fromVector || from.n == 1) && (!toVector || to.n == 1)
	}
	bits := func(t *Type) (uint64, bool) {
		n := uint64(1)
		if t.kind == Vector {
			n = t.n
		}
		switch s := t.Scalar(); {
		case s.kind == Int, s.kind == Byte:
			return n * s.n, true
		case s.IsFloat():
			return n * uint64(s.FloatBits()), true
		case s.kind == X86MMX:
			return n * 64, true
		case s.kind == X86AMX:
			return n * 8192, true
		}
		return 0, false
	}
	a, okA := bits(from)
	b, okB := bits(to)
	if !okA || !okB {
		return from == to && from.IsFirstClass() && !from.IsAggregate() && from.kind != Token &&
			from.kind != MetadataTy && from.kind != Label
	}
	return a == b && (fromVector && from.scalable) == (toVector && to.scalable)
}

// PartType returns the type that extractvalue and insertvalue reach with constant indices, or nil
// if an index is invalid. For example, in { i32, [4 x i8] } the indices 1, 2 reach i8.
func PartType(t *Type, indices []int) *Type {
	for _, n := range indices {
		switch {
		case t.kind == Struct && n >= 0 && n < len(t.Fields()):
			t = t.elems[n]
		case t.kind == Array && n >= 0 && uint64(n) < t.n:
			t = t.elems[0]
		default:
			return nil
		}
	}
	return t
}

// Indexed returns the type that one index of a getelementptr leads to, after the first one, or nil if
// the index is invalid.
func Indexed(t *Type, x Value) *Type {
	switch t.kind {
	case Array, Vector:
		return t.elems[0]
	case Struct:
		if n, ok := structIndex(x); ok && n < uint64(len(t.Fields())) {
			return t.elems[n]
		}
	}
	return nil
}

// structIndex returns the field number of a struct index. The index must be an i32 constant or a
// vector whose elements are the same constant.
func structIndex(v Value) (uint64, bool) {
	c, ok := v.(*Const)
	if !ok || !c.Type().Scalar().IsIntN(32) {
		return 0, false
	}
	switch c.Kind {
	case ConstInt:
		return c.Uint64(), true
	case ConstZero:
		return 0, true
	case ConstSplat:
		return structIndex(c.Elems[0])
	case ConstVector:
		n, ok := structIndex(c.Elems[0])
		for _, e := range c.Elems[1:] {
			if x, isInt := structIndex(e); !isInt || x != n {
				return 0, false
			}
		}
		return n, ok
	}
	return 0, false
}

// IndexedType returns the type that a getelementptr over elem with these indices points to, or nil
// if the indices do not match elem. For example, over { i32, [4 x i8] } the indices 0, 1, 2 lead to
// i8.
func IndexedType(elem *Type, idx []Value) *Type {
	t := elem
	for k := 1; k < len(idx) && t != nil; k++ {
		t = Indexed(t, idx[k])
	}
	return t
}
