// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// The types of generated values and objects, with their x86-64 sizes. It supports only the types
// that the generator uses.

import (
	"fmt"
	"strings"
)

type kind int

const (
	kInt kind = iota
	kFloat
	kVec
	kStruct
	kArray
)

// typ is a type. size is the allocation size, and store is the number of bytes that a store writes.
type typ struct {
	s, body           string // spelling; body of a named type
	k                 kind
	bits              int // ints
	elems             []*typ
	n                 int // arrays, vectors
	packed            bool
	size, store, algn int
}

// leaf is a part of an object that is loaded and stored as one value.
type leaf struct {
	off  int
	t    *typ
	path []int // constant indices that lead to it
}

func intType(bits int) *typ {
	store := (bits + 7) / 8
	a := 1
	for a < store {
		a *= 2
	}
	return &typ{s: fmt.Sprintf("i%d", bits), k: kInt, bits: bits, size: a, store: store, algn: a}
}

func vecType(n int, e *typ) *typ {
	sz := n * e.size
	return &typ{s: fmt.Sprintf("<%d x %s>", n, e.s), k: kVec, n: n, elems: []*typ{e}, size: sz, store: sz, algn: sz}
}

func arrayType(n int, e *typ) *typ {
	sz := n * e.size
	return &typ{s: fmt.Sprintf("[%d x %s]", n, e.s), k: kArray, n: n, elems: []*typ{e}, size: sz, store: sz,
		algn: e.algn}
}

func structType(packed bool, elems ...*typ) *typ {
	t := &typ{k: kStruct, elems: elems, packed: packed, algn: 1}
	var names []string
	for _, e := range elems {
		names = append(names, e.s)
		if !packed {
			t.size = roundUp(t.size, e.algn)
			t.algn = max(t.algn, e.algn)
		}
		t.size += e.size
	}
	t.size = roundUp(t.size, t.algn)
	t.store = t.size
	t.s = "{ " + strings.Join(names, ", ") + " }"
	if packed {
		t.s = "<" + t.s + ">"
	}
	if len(elems) == 0 {
		t.s = "{}"
	}
	return t
}

func named(name string, t *typ) *typ {
	t.s, t.body = name, t.s
	return t
}

func roundUp(n, a int) int { return (n + a - 1) / a * a }

var (
	i1, i8, i16, i24 = intType(1), intType(8), intType(16), intType(24)
	i32, i64, i128   = intType(32), intType(64), intType(128)
	f32              = &typ{s: "float", k: kFloat, size: 4, store: 4, algn: 4}
	f64              = &typ{s: "double", k: kFloat, size: 8, store: 8, algn: 8}
	v4i32, v2f64     = vecType(4, i32), vecType(2, f64)
	pairT            = structType(false, i32, i64)
	arr3             = arrayType(3, i16)
	mixT             = named("%mix", structType(false, i8, structType(false, i16, f64), i8))
	tightT           = named("%tight", structType(true, i8, i32, i16, i64))
	byvalT           = named("%big", structType(false, i64, i32, i32, i64))
	awaiterT         = named("%awaiter", structType(false, i64, i64))
	namedTypes       = []*typ{mixT, tightT, byvalT, awaiterT}
	valTypes         = []*typ{i1, i8, i16, i24, i32, i64, i64, f32, f64, v4i32, pairT, arr3}
	intTypes         = []*typ{i8, i16, i24, i32, i64}
	memTypes         = []*typ{
		i1, i8, i16, i24, i32, i64, i64, f32, f64, v4i32, v2f64, pairT, arr3, mixT, tightT, byvalT,
		arrayType(4, i32), arrayType(8, i8), arrayType(16, i64), arrayType(5, i16), arrayType(3, pairT),
		arrayType(100, i8), arrayType(0, i8), structType(false), structType(false, i8, i8, i64),
	}
)

// leaves lists the scalar parts of a type by offset. An array has only its first and last element,
// because accesses with computed indices reach the others.
func (t *typ) leaves() []leaf {
	var out []leaf
	add := func(off, idx int, e *typ) {
		for _, l := range e.leaves() {
			out = append(out, leaf{off + l.off, l.t, append([]int{idx}, l.path...)})
		}
	}
	switch t.k {
	case kStruct:
		off := 0
		for i, e := range t.elems {
			if !t.packed {
				off = roundUp(off, e.algn)
			}
			add(off, i, e)
			off += e.size
		}
	case kArray:
		for _, i := range []int{0, t.n - 1} {
			if i >= 0 && (i == 0 && t.n > 0 || t.n > 1) {
				add(i*t.elems[0].size, i, t.elems[0])
			}
		}
	default:
		return []leaf{{0, t, nil}}
	}
	return out
}

// opaque reports whether any byte pattern is a valid value of the type, so that the runtime may
// change the bytes without the program's knowledge. Floats are excluded because arithmetic on a NaN
// does not preserve its payload.
func (t *typ) opaque() bool {
	switch t.k {
	case kInt:
		return t.bits%8 == 0
	case kFloat:
		return false
	}
	for _, e := range t.elems {
		if !e.opaque() {
			return false
		}
	}
	return true
}

// solid reports whether every byte of an object belongs to some value: it has no padding.
func (t *typ) solid() bool {
	switch t.k {
	case kInt, kFloat:
		return t.store == t.size
	case kStruct:
		sum := 0
		for _, e := range t.elems {
			if !e.solid() {
				return false
			}
			sum += e.size
		}
		return sum == t.size
	}
	return t.elems[0].solid()
}
