// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import (
	"math/big"
	"testing"
)

// TestFoldInts compares all values of small widths, and the limits of 64 bits, with arithmetic on
// unbounded integers.
func TestFoldInts(t *testing.T) {
	m := NewModule(nil)
	for _, bits := range []int{1, 3, 8, 64} {
		ty := m.Types.Int(bits)
		mod := new(big.Int).Lsh(big.NewInt(1), uint(bits))
		var values []*Const
		if bits == 64 {
			for _, v := range []int64{0, 1, 2, 63, 64, -1, -2, 1<<63 - 1, -1 << 63} {
				values = append(values, m.ConstInt(ty, v))
			}
		} else {
			for v := int64(0); v < 1<<bits; v++ {
				values = append(values, m.ConstInt(ty, v))
			}
		}
		for _, a := range values {
			for _, b := range values {
				s, r := big.NewInt(a.Int64()), big.NewInt(b.Int64())
				u, v := new(big.Int).SetUint64(a.Uint64()), new(big.Int).SetUint64(b.Uint64())
				for op, want := range map[Op]func() *big.Int{
					OpAdd: func() *big.Int { return new(big.Int).Add(u, v) },
					OpSub: func() *big.Int { return new(big.Int).Sub(u, v) },
					OpMul: func() *big.Int { return new(big.Int).Mul(u, v) },
					OpAnd: func() *big.Int { return new(big.Int).And(u, v) },
					OpOr:  func() *big.Int { return new(big.Int).Or(u, v) },
					OpXor: func() *big.Int { return new(big.Int).Xor(u, v) },
					OpShl: func() *big.Int {
						return within(v, bits,
							func(n uint) *big.Int { return new(big.Int).Lsh(u, n) })
					},
					OpLShr: func() *big.Int {
						return within(v, bits,
							func(n uint) *big.Int { return new(big.Int).Rsh(u, n) })
					},
					OpAShr: func() *big.Int {
						return within(v, bits,
							func(n uint) *big.Int { return new(big.Int).Rsh(s, n) })
					},
					OpUDiv: func() *big.Int { return divided(new(big.Int).Quo, u, v) },
					OpURem: func() *big.Int { return divided(new(big.Int).Rem, u, v) },
					OpSDiv: func() *big.Int { return noOverflow(divided(new(big.Int).Quo, s, r), s, r, bits) },
					OpSRem: func() *big.Int { return noOverflow(divided(new(big.Int).Rem, s, r), s, r, bits) },
					OpFAdd: func() *big.Int { return nil },
				} {
					got, ok := FoldInts(op, a, b)
					w := want()
					if ok != (w != nil) || ok && m.ConstInt(ty, got).Uint64() != new(big.Int).Mod(w, mod).Uint64() {
						t.Errorf("i%d %s %s, %s = %d %v, want %v", bits, op.Info().Name, a.IntString(), b.IntString(),
							got, ok, w)
					}
				}
				for p, want := range map[Pred]bool{PredEQ: u.Cmp(v) == 0, PredNE: u.Cmp(v) != 0, PredULT: u.Cmp(v) < 0,
					PredULE: u.Cmp(v) <= 0,
					PredUGT: u.Cmp(v) > 0, PredUGE: u.Cmp(v) >= 0, PredSLT: s.Cmp(r) < 0, PredSLE: s.Cmp(r) <= 0,
					PredSGT: s.Cmp(r) > 0, PredSGE: s.Cmp(r) >= 0} {
					if FoldCompare(p, a, b) != want || FoldCompare(p.Swapped(), b, a) != want ||
						FoldCompare(p.Inverse(), a, b) == want {
						t.Errorf("icmp %s i%d %s, %s is not %v", p, bits, a.IntString(), b.IntString(), want)
					}
				}
			}
		}
	}
}

func within(n *big.Int, bits int, shift func(uint) *big.Int) *big.Int {
	if !n.IsUint64() || n.Uint64() >= uint64(bits) {
		return nil
	}
	return shift(uint(n.Uint64()))
}

func divided(op func(x, y *big.Int) *big.Int, x, y *big.Int) *big.Int {
	if y.Sign() == 0 {
		return nil
	}
	return op(x, y)
}

// noOverflow returns nil for the one signed division whose quotient does not fit.
func noOverflow(r, x, y *big.Int, bits int) *big.Int {
	if least := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(bits-1))); x.Cmp(least) == 0 &&
		y.Cmp(big.NewInt(-1)) == 0 {
		return nil
	}
	return r
}
