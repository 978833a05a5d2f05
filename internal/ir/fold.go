// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file has the integer arithmetic on constants of up to 64 bits. No other code folds
// instructions to integers. Results are exact, and undefined results are not folded. Flags such as
// nsw only make more results undefined, so a result computed without the flags may replace one with
// them.

// FoldInts computes an operation on two integers of one width of up to 64 bits. The caller
// truncates the result to that width. ok is false if op is not integer arithmetic, and if the
// result is undefined: a division by zero or with overflow, or a shift by at least the width. For
// example, `udiv i8 1, 0` and `shl i8 1, 8` are not folded.
func FoldInts(op Op, a, b *Const) (r int64, ok bool) {
	u, ok := FoldBits(op, a.Type().Bits(), a.Uint64(), b.Uint64())
	return int64(u), ok
}

// FoldBits is FoldInts for raw values: x and y are zero-extended from a width in bits.
func FoldBits(op Op, bits int, x, y uint64) (r uint64, ok bool) {
	switch op {
	case OpAdd:
		return x + y, true
	case OpSub:
		return x - y, true
	case OpMul:
		return x * y, true
	case OpAnd:
		return x & y, true
	case OpOr:
		return x | y, true
	case OpXor:
		return x ^ y, true
	}
	signed := func(u uint64) int64 { return int64(u<<(64-bits)) >> (64 - bits) }
	switch op {
	case OpShl, OpLShr, OpAShr:
		if y >= uint64(bits) {
			return 0, false
		}
		switch op {
		case OpShl:
			return x << y, true
		case OpLShr:
			return x >> y, true
		}
		return uint64(signed(x) >> y), true
	}
	if y == 0 {
		return 0, false
	}
	switch op {
	case OpUDiv:
		return x / y, true
	case OpURem:
		return x % y, true
	}
	if signed(y) == -1 && x == 1<<(bits-1) {
		return 0, false
	}
	switch op {
	case OpSDiv:
		return uint64(signed(x) / signed(y)), true
	case OpSRem:
		return uint64(signed(x) % signed(y)), true
	}
	return 0, false
}

// FoldIntCast converts an integer of up to 64 bits to another width. The caller truncates the
// result. ok is false for opcodes other than trunc, zext and sext.
func FoldIntCast(op Op, c *Const) (r int64, ok bool) {
	switch op {
	case OpTrunc, OpZExt:
		return int64(c.Uint64()), true
	case OpSExt:
		return c.Int64(), true
	}
	return 0, false
}

// FoldCompare compares two integers of one width of up to 64 bits.
func FoldCompare(p Pred, a, b *Const) bool {
	return CompareBits(p, a.Uint64(), b.Uint64(), a.Int64(), b.Int64())
}

// CompareBits is FoldCompare for raw values: u and v are zero-extended, x and y are the same values
// sign-extended.
func CompareBits(p Pred, u, v uint64, x, y int64) bool {
	switch p {
	case PredEQ:
		return u == v
	case PredNE:
		return u != v
	case PredUGT:
		return u > v
	case PredUGE:
		return u >= v
	case PredULT:
		return u < v
	case PredULE:
		return u <= v
	case PredSGT:
		return x > y
	case PredSGE:
		return x >= y
	case PredSLT:
		return x < y
	case PredSLE:
		return x <= y
	}
	panic("ir: no integer predicate: " + p.String())
}

// Swapped returns the integer predicate for swapped operands.
func (p Pred) Swapped() Pred {
	switch p {
	case PredUGT:
		return PredULT
	case PredULT:
		return PredUGT
	case PredUGE:
		return PredULE
	case PredULE:
		return PredUGE
	case PredSGT:
		return PredSLT
	case PredSLT:
		return PredSGT
	case PredSGE:
		return PredSLE
	case PredSLE:
		return PredSGE
	}
	return p
}

// Inverse returns the integer predicate that holds exactly when p does not.
func (p Pred) Inverse() Pred {
	switch p {
	case PredEQ:
		return PredNE
	case PredNE:
		return PredEQ
	case PredUGT:
		return PredULE
	case PredULE:
		return PredUGT
	case PredUGE:
		return PredULT
	case PredULT:
		return PredUGE
	case PredSGT:
		return PredSLE
	case PredSLE:
		return PredSGT
	case PredSGE:
		return PredSLT
	case PredSLT:
		return PredSGE
	}
	return p
}
