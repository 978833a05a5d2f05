// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// Equality of values. Symbols, local values and interned constants are equal iff their pointers are
// equal; other constants are compared by content.

// SameValue reports whether two operands are the same value. LLVM interns every constant and
// compares pointers instead.
func SameValue(a, b Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*Const)
	if !ok {
		return false
	}
	y, ok := b.(*Const)
	return ok && sameConst(x, y)
}

func sameConst(x, y *Const) bool {
	if x == nil || y == nil || x.Kind != y.Kind || x.typ != y.typ ||
		x.Op != y.Op || x.Pred != y.Pred || x.Flags != y.Flags || x.lo != y.lo ||
		x.Text != y.Text || x.SrcTy != y.SrcTy || x.Extra != y.Extra ||
		x.InRangeIdx != y.InRangeIdx || x.BlockName != y.BlockName ||
		x.Fn != y.Fn || x.Label != y.Label || len(x.Elems) != len(y.Elems) ||
		len(x.Indices) != len(y.Indices) || x.MD != y.MD {
		return false
	}
	if (x.big == nil) != (y.big == nil) || x.big != nil && x.big.Cmp(y.big) != 0 {
		return false
	}
	if (x.Asm == nil) != (y.Asm == nil) || x.Asm != nil && *x.Asm != *y.Asm {
		return false
	}
	for k := range x.Indices {
		if x.Indices[k] != y.Indices[k] {
			return false
		}
	}
	for k := range x.Elems {
		if !SameValue(x.Elems[k], y.Elems[k]) {
			return false
		}
	}
	return x.Kind != ConstTarget
}
