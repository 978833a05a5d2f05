// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes ldexp, frexp and powi, which PTX has no instructions for.

import "github.com/corolower/corolower/internal/ir"

// ldexp multiplies by a power of two. A power beyond the range of exponents is applied in steps:
// for a float, 2^300 is 2^127 * 2^127 * 2^46. A step downwards leaves room for all bits of the
// significand (2^-102 and not 2^-126), so that only the last product is rounded.
func (e *fn) ldexp(i *ir.Instr) {
	_, t, _ := e.elems(i.Type())
	_, it, width := e.elems(i.Arg(1).Type())
	if width != 1 {
		e.fail("", "an exponent of type %s", it)
		return
	}
	x, n := e.value(i.Arg(0)), e.value(i.Arg(1))
	for k, d := range e.def(i) {
		exp := e.intExponent(n[min(k, len(n)-1)], it.Bits())
		e.asFloat(t, d, x[k], func(t *ir.Type, x opnd) opnd { return e.scale(t, e.reg(x), exp) })
	}
}

// asFloat computes an operation on a float or double; a half or bfloat is widened for it.
func (e *fn) asFloat(t *ir.Type, d, x opnd, op func(t *ir.Type, x opnd) opnd) {
	if narrow(t) {
		e.narrowTo(t, d, op(e.m.Types.Simple(ir.Float), e.widen(t, x)))
		return
	}
	e.mov(d, op(t, x))
}

// intExponent returns an exponent of any integer type as a signed integer of 32 bits. It clamps one
// that does not fit.
func (e *fn) intExponent(o opnd, w int) opnd {
	if o.cls == clsP {
		return e.reg(e.new3("selp.b32", clsR, immR(^uint64(0)), immR(0), e.reg(o)))
	}
	o = e.reg(e.signed(o, w))
	if o.cls == clsRD {
		o = e.new2("max.s64", clsRD, e.new2("min.s64", clsRD, o, immRD(1<<20)), immRD(^uint64(1<<20)))
		o = e.new1("cvt.u32.u64", clsR, o)
	}
	return o
}

// scale returns x * 2^n.
func (e *fn) scale(t *ir.Type, x, n opnd) opnd {
	limit, least, step, digits := int64(127), int64(-126), int64(102), uint64(23)
	up, down := imm(clsF, 0x7F000000), imm(clsF, 0x0C800000)
	if t.Kind() == ir.Double {
		limit, least, step, digits = 1023, -1022, 969, 52
		up, down = imm(clsFD, 0x7FE0000000000000), imm(clsFD, 0x0360000000000000)
	}
	c, name := x.cls, e.fname(t)
	i32 := func(v int64) opnd { return immR(uint64(v)) }
	times := func(v, by opnd) opnd { return e.new2("mul.rn"+name, c, v, by) }
	pick := func(p, a, b opnd) opnd {
		d := e.fresh(a.cls)
		e.selp(d, a, b, p)
		return d
	}
	add := func(v opnd, by int64) opnd { return e.new2("add.s32", clsR, v, i32(by)) }
	high, higher := e.new2("setp.gt.s32", clsP, n, i32(limit)), e.new2("setp.gt.s32", clsP, n, i32(2*limit))
	low, lower := e.new2("setp.lt.s32", clsP, n, i32(least)), e.new2("setp.lt.s32", clsP, n, i32(least-step))
	x1 := times(x, up)
	upX := pick(higher, times(x1, up), x1)
	upN := pick(higher, e.new2("min.s32", clsR, add(n, -2*limit), i32(limit)), add(n, -limit))
	y1 := times(x, down)
	downX := pick(lower, times(y1, down), y1)
	downN := pick(lower, e.new2("max.s32", clsR, add(n, 2*step), i32(least)), add(n, step))
	x = pick(high, upX, pick(low, downX, x))
	n = pick(high, upN, pick(low, downN, n))
	n = add(n, limit)
	power := e.fresh(c)
	if c == clsFD {
		wide := e.new1("cvt.u64.u32", clsRD, n)
		e.fromBits(power, e.new2("shl.b64", clsRD, wide, immR(digits)))
	} else {
		e.fromBits(power, e.new2("shl.b32", clsR, n, immR(digits)))
	}
	return times(x, power)
}

// frexp splits floats into a significand of at least 0.5 and less than 1, and an exponent. Zero, an
// infinity and a NaN are their own significands, with the exponent 0.
func (e *fn) frexp(i *ir.Instr) {
	n, t, _ := e.elems(i.Arg(0).Type())
	x, d := e.value(i.Arg(0)), e.def(i)
	_, it, width := e.elems(i.Type().Fields()[1])
	if width != 1 || it.Bits() < 16 {
		e.fail("", "an exponent of type %s", it)
		return
	}
	for k := range n {
		exp, to := opnd{}, d[n+k]
		e.asFloat(t, d[k], x[k], func(t *ir.Type, x opnd) (m opnd) {
			m, exp = e.splitFloat(t, e.reg(x))
			return m
		})
		if to.cls == clsRD {
			e.op2("cvt.s64.s32", to, exp)
		} else {
			e.convert(to, exp)
		}
		e.trim(to, it.Bits())
	}
}

// splitFloat returns the significand and the exponent of a number. A subnormal is multiplied by a power
// of two first, so that it has the same form as the others: 1.m * 2^(biased-127) is 0.1m * 2^(biased-126).
func (e *fn) splitFloat(t *ir.Type, x opnd) (m, exp opnd) {
	name, c, size, digits, bias, scale, by := "f32", clsR, "32", uint64(23), uint64(126), imm(clsF, 0x4C000000), uint64(25)
	if t.Kind() == ir.Double {
		name, c, size, digits, bias, scale, by = "f64", clsRD, "64", 52, 1022, imm(clsFD, 0x4350000000000000), 54
	}
	all := maskOf(int(8 * classes[c].size))
	least, sign := uint64(1)<<digits, all>>1+1
	infinity := all >> 1 &^ (least - 1)
	op := func(name string, a, b opnd) opnd { return e.new2(name+size, c, a, b) }
	raw := e.toBits(x)
	abs := op("and.b", raw, imm(c, all>>1))
	tiny := e.new2("setp.lt.u"+size, clsP, abs, imm(c, least))
	scaled := e.toBits(e.new2("mul.rn."+name, x.cls, x, scale)) // without .ftz
	bits := e.new3("selp.b"+size, c, scaled, raw, tiny)
	biased := e.new2("shr.u"+size, c, op("and.b", bits, imm(c, all>>1)), immR(digits))
	if c == clsRD {
		biased = e.new1("cvt.u32.u64", clsR, biased)
	}
	exp = e.new2("sub.s32", clsR, biased, e.new3("selp.b32", clsR, immR(bias+by), immR(bias), tiny))
	half := op("or.b", op("and.b", bits, imm(c, sign|(least-1))), imm(c, bias<<digits))
	// Of the absolute values, zero is the least and an infinity and the NaNs the largest.
	ordinary := e.new2("setp.lt.u"+size, clsP, op("sub.s", abs, imm(c, 1)), imm(c, infinity-1))
	m = e.fresh(x.cls)
	e.fromBits(m, e.new3("selp.b"+size, c, half, raw, ordinary))
	return m, e.new3("selp.b32", clsR, exp, immR(0), ordinary)
}

// powi raises floats to an integer power by repeated multiplication, in the order of the compiler's
// runtime on a CPU:
//
//	r = 1; for (m = |n|; ; x *= x) { if (m & 1) r *= x; m >>= 1; if (m == 0) break; }
//	return n < 0 ? 1 / r : r;
func (e *fn) powi(i *ir.Instr) {
	_, t, _ := e.elems(i.Type())
	it := i.Arg(1).Type()
	if !it.IsInt() || it.Bits() > 32 {
		e.fail("", "an exponent of type %s", it)
		return
	}
	x, n := e.value(i.Arg(0)), e.intExponent(e.value(i.Arg(1))[0], it.Bits())
	for k, d := range e.def(i) {
		e.asFloat(t, d, x[k], func(t *ir.Type, x opnd) opnd { return e.intPower(t, x, n) })
	}
}

// intPower returns x to the power n, which is an integer of 32 bits.
func (e *fn) intPower(t *ir.Type, x, n opnd) opnd {
	one := oneOf(t)
	c, name := one.cls, e.fname(t)
	base, r, m := e.fresh(c), e.fresh(c), e.fresh(clsR)
	e.mov(base, x)
	e.mov(r, one)
	e.op2("abs.s32", m, n)
	again, done := e.newLabel(), e.newLabel()
	e.place(again)
	odd := e.new2("setp.ne.b32", clsP, e.new2("and.b32", clsR, m, immR(1)), immR(0))
	e.selp(r, e.new2("mul.rn"+name, c, r, base), r, odd)
	e.op3("shr.u32", m, m, immR(1))
	e.braIf(e.new2("setp.eq.b32", clsP, m, immR(0)), true, done)
	e.op3("mul.rn"+name, base, base, base)
	e.bra(again)
	e.place(done)
	inverse := e.new2("div.rn"+name, c, e.reg(one), r)
	d := e.fresh(c)
	e.selp(d, inverse, r, e.new2("setp.lt.s32", clsP, n, immR(0)))
	return d
}
