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
