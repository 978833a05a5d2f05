// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"math/big"
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
)

// val is a register: a value of up to 64 bits. The bits that are set in u are undefined, and zero
// in v. Bits above the width of the type are zero in both.
type val struct{ v, u uint64 }

// maskOf returns a mask of the lowest n bits, for n from 0 to 64.
func maskOf(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// undefined returns a value of n undefined bits.
func undefined(n int) val { return val{0, maskOf(n)} }

// sext returns the lowest n bits of x as a signed number.
func sext(x uint64, n uint8) int64 { return int64(x<<(64-n)) >> (64 - n) }

func boolVal(b bool) val {
	if b {
		return val{v: 1}
	}
	return val{}
}

// word is the part of a type that one register holds.
type word struct {
	off   uint32 // in memory, in bytes
	bytes uint8  // in memory, 1 to 8
	bits  uint8  // in the register, 1 to 64
}

// shape is the layout of a type in registers and in memory.
type shape struct {
	words  []word
	size   uint64 // distance between objects in an array, in bytes
	store  uint64 // bytes that a store may write
	align  uint64
	packed bool  // a vector whose elements are not whole bytes: memory holds them as packed bits
	err    error // the type cannot be held in registers
}

// maxWords bounds the number of registers of one value.
const maxWords = 1 << 16

// shape returns the layout of a type in registers and in memory.
func (p *Program) shape(t *ir.Type) *shape {
	if s := p.shapes[t]; s != nil {
		return s
	}
	s := &shape{}
	p.shapes[t] = s
	if size, ok := p.layout.Size(t); ok {
		s.size, s.store, s.align = uint64(size), uint64(p.layout.StoreSize(t)), uint64(p.layout.ABIAlign(t))
	}
	switch t.Kind() {
	case ir.Token:
		s.words = []word{{bytes: 8, bits: 64}}
	default:
		s.words, s.err = p.words(nil, t, 0)
		s.packed = t.Kind() == ir.Vector && p.layout.SizeBits(t.Elem())%8 != 0
	}
	return s
}

// words appends the words of a type at an offset.
func (p *Program) words(out []word, t *ir.Type, off int64) ([]word, error) {
	if len(out) > maxWords {
		return out, fmt.Errorf("a value of type %s, which has more than %d scalars", t, maxWords)
	}
	var err error
	switch t.Kind() {
	case ir.Int, ir.Byte, ir.Ptr, ir.Half, ir.BFloat, ir.Float, ir.Double, ir.X86FP80, ir.FP128:
		for n := int(p.layout.SizeBits(t)); n > 0; n -= 64 {
			b := min(n, 64)
			out = append(out, word{off: uint32(off), bytes: uint8((b + 7) / 8), bits: uint8(b)})
			off += 8
		}
	case ir.Array, ir.Vector:
		if t.IsScalable() {
			return out, fmt.Errorf("a value of type %s, whose size is known only at run time", t)
		}
		step := p.layout.AllocSize(t.Elem())
		if t.Kind() == ir.Vector {
			step = (p.layout.SizeBits(t.Elem()) + 7) / 8
		}
		for k := range t.Len() {
			if out, err = p.words(out, t.Elem(), off+int64(k)*step); err != nil {
				return out, err
			}
		}
	case ir.Struct:
		if t.IsOpaque() {
			return out, fmt.Errorf("a value of the opaque type %s", t)
		}
		for k, e := range t.Fields() {
			if out, err = p.words(out, e, off+p.layout.FieldOffset(t, k)); err != nil {
				return out, err
			}
		}
	case ir.Void, ir.Label, ir.MetadataTy, ir.FuncTy, ir.Token:
	default:
		return out, fmt.Errorf("a value of type %s", t)
	}
	return out, nil
}

// An integer of more than 64 bits has several registers, the lowest bits first. Its arithmetic uses
// math/big, because such integers are rare.

// bigOf returns the value of an integer of several words. ok is false if a bit is undefined.
func bigOf(w []val) (r *big.Int, ok bool) {
	r = new(big.Int)
	var t big.Int
	for k := len(w) - 1; k >= 0; k-- {
		if w[k].u != 0 {
			return nil, false
		}
		r.Lsh(r, 64)
		r.Or(r, t.SetUint64(w[k].v))
	}
	return r, true
}

// signedBig returns a number of n bits as a signed one.
func signedBig(x *big.Int, n int) *big.Int {
	if x.Bit(n-1) == 0 {
		return x
	}
	return new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

// setBig truncates a number to n bits and stores it in words.
func setBig(w []val, x *big.Int, n int) {
	m := new(big.Int).Lsh(big.NewInt(1), uint(n))
	m.Mod(x, m) // modulo 2^n, never negative
	mask := new(big.Int).SetUint64(^uint64(0))
	var t big.Int
	for k := range w {
		w[k] = val{v: t.And(m, mask).Uint64()}
		m.Rsh(m, 64)
	}
}

// setUndefined makes all bits of a value of n bits undefined.
func setUndefined(w []val, n int) {
	for k := range w {
		w[k] = undefined(min(n-64*k, 64))
	}
}

// undefinedResult returns the result of an operation with undefined bits in its operands. If the
// exact result is unknown, more of its bits are undefined. For example, the low 8 bits of x & 0xff
// are undefined if those of x are, and all others are 0.
func undefinedResult(op ir.Op, x, y val, n uint8) val {
	mask := maskOf(int(n))
	var r val
	switch op {
	case ir.OpAnd:
		r = val{x.v & y.v, x.u&y.u | x.u&y.v | y.u&x.v}
	case ir.OpOr:
		r = val{x.v | y.v, x.u&y.u | x.u&^y.v | y.u&^x.v}
	case ir.OpXor:
		r = val{x.v ^ y.v, x.u | y.u}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		if y.u != 0 || y.v >= uint64(n) {
			return val{0, mask}
		}
		switch op {
		case ir.OpShl:
			r = val{x.v << y.v, x.u << y.v}
		case ir.OpLShr:
			r = val{x.v >> y.v, x.u >> y.v}
		default:
			r = val{uint64(sext(x.v, n) >> y.v), uint64(sext(x.u, n) >> y.v)}
		}
	case ir.OpAdd, ir.OpSub:
		// Carries only propagate upward.
		low := uint64(1)<<bits.TrailingZeros64(x.u|y.u) - 1
		r = val{x.v + y.v, ^low}
		if op == ir.OpSub {
			r.v = x.v - y.v
		}
	case ir.OpMul:
		if x.u == 0 && x.v == 0 || y.u == 0 && y.v == 0 {
			return val{}
		}
		low := uint64(1)<<min(trailing(x), trailing(y)) - 1
		r = val{x.v * y.v, ^low}
	default:
		return val{0, mask}
	}
	r.u &= mask
	r.v &= mask &^ r.u
	return r
}

// trailing returns the index of the lowest undefined bit, or 64 if there is none.
func trailing(x val) int { return bits.TrailingZeros64(x.u) }
