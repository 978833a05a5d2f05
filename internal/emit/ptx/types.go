// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file maps types to registers. It splits vectors and aggregates: each scalar has a register
// of its own, and an integer of more than 64 bits has two. An integer that is narrower than its
// register is zero-extended.

import (
	"fmt"
	"math"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// class is a kind of virtual register.
type class uint8

const (
	clsP  class = iota // i1
	clsR               // integers of 2 to 32 bits
	clsRD              // integers of 33 to 64 bits, pointers, and halves of wider integers
	clsH               // half, bfloat, as bits
	clsF
	clsFD
	clsQ // 128 bits, only in inline assembly and atomic accesses
	numClasses
	clsSP = numClasses // %SP, the generic address of the function's local memory
)

var classes = [numClasses]struct {
	prefix, decl string
	mov, bits    string // suffix of mov, and of the bit type of this size
	size         int64  // bytes
}{
	clsP:  {"%p", ".pred", "pred", "pred", 1},
	clsR:  {"%r", ".b32", "b32", "b32", 4},
	clsRD: {"%rd", ".b64", "b64", "b64", 8},
	clsH:  {"%rs", ".b16", "b16", "b16", 2},
	clsF:  {"%f", ".f32", "f32", "b32", 4},
	clsFD: {"%fd", ".f64", "f64", "b64", 8},
	clsQ:  {"%rq", ".b128", "b128", "b128", 16},
}

// opnd is a register, or an immediate with the bits of a constant of its class.
type opnd struct {
	v   uint64 // register number or bits
	cls class
	imm bool
}

func immR(v uint64) opnd  { return opnd{v & math.MaxUint32, clsR, true} }
func immRD(v uint64) opnd { return opnd{v, clsRD, true} }
func imm(c class, v uint64) opnd {
	return opnd{v, c, true}
}

// append prints an operand.
func (o opnd) append(b []byte) []byte {
	if o.cls == clsSP {
		return append(b, "%SP"...)
	}
	if !o.imm {
		b = append(b, classes[o.cls].prefix...)
		return strconv.AppendUint(b, o.v, 10)
	}
	switch o.cls {
	case clsR:
		return strconv.AppendInt(b, int64(int32(o.v)), 10)
	case clsRD:
		return strconv.AppendInt(b, int64(o.v), 10)
	case clsH:
		return appendHex(append(b, "0x"...), o.v, 4)
	case clsF:
		return appendHex(append(b, "0f"...), o.v, 8)
	case clsFD:
		return appendHex(append(b, "0d"...), o.v, 16)
	}
	return strconv.AppendUint(b, o.v, 10) // a predicate
}

// appendHex writes the low digits of a number.
func appendHex(b []byte, v uint64, digits int) []byte {
	for k := digits - 1; k >= 0; k-- {
		b = append(b, "0123456789ABCDEF"[v>>(4*k)&15])
	}
	return b
}

// leaf is a scalar in a type.
type leaf struct {
	t    *ir.Type
	off  int64 // in memory
	slot int   // its first register
}

// shape describes the registers of a type.
type shape struct {
	leaves []leaf
	slots  []class
	packed bool   // a vector whose elements are not whole bytes; it is one integer in memory
	bad    string // the reason why values of the type have no registers
}

// maxLeaves is the maximum number of registers of one value. A larger array belongs in memory.
const maxLeaves = 2048

func (w *writer) shape(t *ir.Type) *shape {
	if s := w.shapes[t]; s != nil {
		return s
	}
	s := &shape{}
	w.flatten(s, t, 0)
	if len(s.slots) > maxLeaves {
		s.bad = fmt.Sprintf("a value of type %s would take %d registers", t, len(s.slots))
	}
	w.shapes[t] = s
	return s
}

func (w *writer) flatten(s *shape, t *ir.Type, off int64) {
	if s.bad != "" || len(s.slots) > maxLeaves {
		return
	}
	if t.IsAggregate() && w.lay.Sized(t) && w.lay.AllocSize(t) == 0 {
		return // empty
	}
	switch t.Kind() {
	case ir.Void:
	case ir.Array:
		n := w.lay.AllocSize(t.Elem())
		if t.Len() > maxLeaves {
			s.bad = fmt.Sprintf("a value of type %s would take %d registers", t, t.Len())
			return
		}
		for k := range t.Len() {
			w.flatten(s, t.Elem(), off+int64(k)*n)
		}
	case ir.Struct:
		for k, ft := range t.Fields() {
			w.flatten(s, ft, off+w.lay.FieldOffset(t, k))
		}
	case ir.Vector:
		if t.IsScalable() {
			s.bad = "scalable vectors"
			return
		}
		bits := w.lay.SizeBits(t.Elem())
		if bits%8 != 0 || w.lay.AllocSize(t.Elem()) != bits/8 {
			s.packed = true
		}
		if t.Len() > maxLeaves {
			s.bad = fmt.Sprintf("a value of type %s would take %d registers", t, t.Len())
			return
		}
		for k := range t.Len() {
			w.flatten(s, t.Elem(), off+int64(k)*bits/8)
		}
	default:
		c, n, bad := scalarClass(t)
		if bad != "" {
			s.bad = bad
			return
		}
		s.leaves = append(s.leaves, leaf{t, off, len(s.slots)})
		for range n {
			s.slots = append(s.slots, c)
		}
	}
}

// scalarClass returns the register class of a scalar type and the number of its registers.
func scalarClass(t *ir.Type) (c class, n int, bad string) {
	switch t.Kind() {
	case ir.Int:
		switch b := t.Bits(); {
		case b == 1:
			return clsP, 1, ""
		case b <= 32:
			return clsR, 1, ""
		case b <= 64:
			return clsRD, 1, ""
		case b <= 128:
			return clsRD, 2, ""
		}
		return 0, 0, fmt.Sprintf("integers of more than 128 bits (%s)", t)
	case ir.Ptr:
		switch t.AddrSpace() {
		case 0, 1, 3, 4, 5, 7, 101:
			return clsRD, 1, ""
		}
		return 0, 0, fmt.Sprintf("pointers of address space %d", t.AddrSpace())
	case ir.Half, ir.BFloat:
		return clsH, 1, ""
	case ir.Float:
		return clsF, 1, ""
	case ir.Double:
		return clsFD, 1, ""
	}
	return 0, 0, fmt.Sprintf("values of type %s", t)
}

// bitsOf returns the width of a scalar in bits.
func bitsOf(t *ir.Type) int {
	switch t.Kind() {
	case ir.Int:
		return t.Bits()
	case ir.Half, ir.BFloat:
		return 16
	case ir.Float:
		return 32
	}
	return 64
}

func maskOf(bits int) uint64 {
	if bits >= 64 {
		return math.MaxUint64
	}
	return 1<<bits - 1
}
