// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// Division by a constant, as a multiplication. ptxas divides by a constant as by any other number,
// with a reciprocal that it computes at run time. For example, x / 5 of 32 bits is
//
//	mul.hi.u32 %r2, %r1, 0xCCCCCCCD;   // ceil(2^34 / 5)
//	shr.u32 %r3, %r2, 2;
//
// For n bits and a shift s, let m = ceil(2^(n+s) / d), and e = m*d - 2^(n+s). Then x*m / 2^(n+s) is
// x/d + x*e / (d * 2^(n+s)). The second term must not reach the next multiple of 1/d, so
// x*e < 2^(n+s) must hold for every x. An unsigned x is less than 2^n, so e <= 2^s is sufficient.

import (
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
)

// divideByConstant writes a division by a constant, or its remainder, and reports whether it did. x
// and y fill their registers: they are zero-extended, or sign-extended if signed is set.
func (e *fn) divideByConstant(op ir.Op, d, x, y opnd) bool {
	if !y.imm || x.imm || y.v == 0 || d.cls != x.cls {
		return false
	}
	n := int(8 * classes[d.cls].size)
	rem := op == ir.OpURem || op == ir.OpSRem
	q := d
	if rem {
		q = e.fresh(d.cls)
	}
	if op == ir.OpUDiv || op == ir.OpURem {
		if rem && y.v&(y.v-1) == 0 {
			e.op("and.b"+suffix(d), d, x, imm(d.cls, y.v-1))
			return true
		}
		e.unsignedQuotient(q, x, y.v&maskOf(n), n)
	} else {
		e.signedQuotient(q, x, int64(y.v<<(64-n))>>(64-n), n)
	}
	if rem {
		e.op("sub.s"+suffix(d), d, x, e.new2("mul.lo.s"+suffix(d), d.cls, q, y))
	}
	return true
}

// magic returns m = ceil(2^(n+s) / d), and whether m*d - 2^(n+s) is at most a limit.
// d is no power of two, and 2^s is less than d.
func magic(d uint64, n, s int) (m uint64, exact func(limit uint64) bool) {
	hi, lo := uint64(1)<<s, uint64(0)
	if n < 64 {
		hi, lo = 0, 1<<(n+s) // n is 32, and s at most 31
	}
	q, r := bits.Div64(hi, lo, d)
	return q + 1, func(limit uint64) bool { return d-r <= limit }
}

// unsignedQuotient writes x / d.
func (e *fn) unsignedQuotient(q, x opnd, d uint64, n int) {
	size := suffix(q)
	if d&(d-1) == 0 {
		e.op("shr.u"+size, q, x, immR(uint64(bits.TrailingZeros64(d))))
		return
	}
	most := bits.Len64(d) - 1
	for s := range most + 1 {
		if m, exact := magic(d, n, s); exact(1 << s) {
			e.shifted("shr.u"+size, q, e.new2("mul.hi.u"+size, q.cls, x, imm(q.cls, m)), s)
			return
		}
	}
	if k := bits.TrailingZeros64(d); k > 0 {
		// x / 2^k has k bits less, so m fits.
		half := e.new2("shr.u"+size, q.cls, x, immR(uint64(k)))
		for s := range most - k + 1 {
			if m, exact := magic(d>>k, n, s); exact(1 << (s + k)) {
				e.shifted("shr.u"+size, q, e.new2("mul.hi.u"+size, q.cls, half, imm(q.cls, m)), s)
				return
			}
		}
	}
	// m has n+1 bits. t = x * (m - 2^n) / 2^n, and x/d = (x + t) / 2^(most+1); the sum of n+1 bits is
	// halved first.
	t := e.new2("mul.hi.u"+size, q.cls, x, imm(q.cls, magicBeyond(d, n, most)))
	half := e.new2("shr.u"+size, q.cls, e.new2("sub.s"+size, q.cls, x, t), immR(1))
	e.shifted("shr.u"+size, q, e.new2("add.s"+size, q.cls, half, t), most)
}

// magicBeyond returns ceil(2^(n+most+1) / d) - 2^n.
func magicBeyond(d uint64, n, most int) uint64 {
	// 2^(n+most+1) - d*2^n = (2^(most+1) - d) * 2^n, and 2^(most+1) - d is less than d.
	rest := uint64(1)<<(most+1) - d
	hi, lo := rest, uint64(0)
	if n < 64 {
		hi, lo = rest>>(64-n), rest<<n
	}
	q, _ := bits.Div64(hi, lo, d)
	return q + 1
}

// shifted writes a shift, or a copy if the amount is 0.
func (e *fn) shifted(op string, d, x opnd, amount int) {
	if amount == 0 {
		e.mov(d, x)
		return
	}
	e.op(op, d, x, immR(uint64(amount)))
}

// signedQuotient writes x / d, rounded towards 0.
func (e *fn) signedQuotient(q, x opnd, d int64, n int) {
	size := suffix(q)
	abs := uint64(max(d, -d)) // of the least number too
	if n < 64 {
		abs &= maskOf(n)
	}
	p := q
	if d < 0 {
		p = e.fresh(q.cls)
	}
	switch k := bits.TrailingZeros64(abs); {
	case abs == 1:
		e.mov(p, x)
	case abs&(abs-1) == 0:
		// 2^k - 1 is added to a negative number, because the shift rounds down.
		sign := e.new2("shr.s"+size, q.cls, x, immR(uint64(n-1)))
		e.op("shr.s"+size, p, e.new2("add.s"+size, q.cls, x, e.new2("shr.u"+size, q.cls, sign, immR(uint64(n-k)))), immR(uint64(k)))
	default:
		// A number has n-1 bits and a sign, so e < 2^(s+1) is sufficient, and holds for the last s. m
		// may have its bit n-1 set, which the multiplication takes for a sign. The product of a
		// negative number is rounded down, to one less than the quotient.
		for s := range bits.Len64(abs) {
			m, exact := magic(abs, n, s)
			if !exact(1<<(s+1) - 1) {
				continue
			}
			t := e.new2("mul.hi.s"+size, q.cls, x, imm(q.cls, m))
			if m>>(n-1)&1 != 0 {
				t = e.new2("add.s"+size, q.cls, t, x)
			}
			if s > 0 {
				t = e.new2("shr.s"+size, q.cls, t, immR(uint64(s)))
			}
			e.op("add.s"+size, p, t, e.new2("shr.u"+size, q.cls, x, immR(uint64(n-1))))
			break
		}
	}
	if d < 0 {
		e.op("sub.s"+size, q, imm(q.cls, 0), p)
	}
}
