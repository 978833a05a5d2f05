// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

import "github.com/corolower/corolower/internal/ir"

// alignDepth limits the number of operations between an address and its base.
const alignDepth = 8

// lowBits returns the value of `and x, mask` if x is an address as a number and the mask selects
// only bits that the address's alignment determines. For example, -fsanitize=alignment checks
//
//	define void @use(ptr align 8 %p) {
//	  %n = ptrtoint ptr %p to i64
//	  %low = and i64 %n, 7          ; 0
func (s *instSimplifier) lowBits(x ir.Value, mask *ir.Const) ir.Value {
	in, ok := x.(*ir.Instr)
	if !ok || in.Op != ir.OpPtrToInt || in.Arg(0).Type().Kind() != ir.Ptr || in.Arg(0).Type().AddrSpace() != 0 {
		return nil
	}
	align, off := s.alignment(in.Arg(0), alignDepth)
	if mask.Uint64() >= align {
		return nil
	}
	return s.m.ConstInt(x.Type(), off&mask.Int64())
}

// alignment returns a power of two and a number that an address equals modulo that power.
func (s *instSimplifier) alignment(v ir.Value, depth int) (align uint64, off int64) {
	switch v := v.(type) {
	case *ir.Param:
		if n := v.Attrs.Align(s.m); n > 0 && n&(n-1) == 0 {
			return uint64(n), 0
		}
	case *ir.Instr:
		switch {
		case v.Op == ir.OpAlloca:
			return uint64(max(v.Align, 1)), 0
		case v.Op == ir.OpBitCast && depth > 0 && v.Arg(0).Type().Kind() == ir.Ptr:
			return s.alignment(v.Arg(0), depth-1)
		case v.Op == ir.OpGEP && depth > 0 && v.Type().Kind() == ir.Ptr && constIndices(v):
			if d, ok := gepOffset(s.l, v, nil); ok {
				align, off = s.alignment(v.Arg(0), depth-1)
				return align, off + d
			}
		}
	}
	return 1, 0
}

// maxBitsOf limits the operations between a number and its bits.
const maxBitsOf = 64

// bitsOf returns the bits of an integer from a place on, as a value of an integer type that exists
// already, or nil. For example, if %v is the number 2^32 %x + %y, with %y zero-extended from i32, its
// 32 bits from 32 on are %x.
func bitsOf(m *ir.Module, v ir.Value, from int64, t *ir.Type) ir.Value {
	left := maxBitsOf
	var walk func(v ir.Value, from int64) ir.Value
	walk = func(v ir.Value, from int64) ir.Value {
		n, width := int64(t.Bits()), int64(v.Type().Bits())
		if left--; left < 0 {
			return nil
		}
		if from == 0 && v.Type() == t {
			return v
		}
		if c, ok := v.(*ir.Const); ok {
			switch {
			case c.IsZero():
				return m.ConstInt(t, 0)
			case okConst(c) && n <= 64:
				return m.ConstInt(t, int64(c.Uint64()>>from))
			}
			return nil
		}
		i := ir.AsInstr(v)
		if i == nil || i.NumArgs() == 0 || !i.Arg(0).Type().IsInt() {
			return nil
		}
		switch i.Op {
		case ir.OpTrunc:
			return walk(i.Arg(0), from)
		case ir.OpZExt:
			switch inner := int64(i.Arg(0).Type().Bits()); {
			case from >= inner:
				return m.ConstInt(t, 0)
			case from+n <= inner:
				return walk(i.Arg(0), from)
			}
		case ir.OpShl, ir.OpLShr:
			c, ok := intConst(i.Arg(1))
			if !ok || c.Uint64() >= uint64(width) {
				return nil
			}
			at := from - c.Int64()
			if i.Op == ir.OpLShr {
				at = from + c.Int64()
			}
			switch {
			case at+n <= 0 || at >= width:
				return m.ConstInt(t, 0)
			case at >= 0 && at+n <= width:
				return walk(i.Arg(0), at)
			}
		case ir.OpOr:
			if x := walk(i.Arg(0), from); isZero(x) {
				return walk(i.Arg(1), from)
			} else if x != nil && isZero(walk(i.Arg(1), from)) {
				return x
			}
		}
		return nil
	}
	return walk(v, from)
}
