// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package legalise

// This file rewrites intrinsics on integers of any width, and on vectors of them.

import (
	"math/big"

	"github.com/corolower/corolower/internal/ir"
)

func init() {
	register(map[string]rule{
		"smax": pick(ir.PredSGT), "smin": pick(ir.PredSLT), "umax": pick(ir.PredUGT), "umin": pick(ir.PredULT),
		"scmp": threeWay(ir.PredSLT, ir.PredSGT), "ucmp": threeWay(ir.PredULT, ir.PredUGT),
		"abs": func(b *builder, i *ir.Instr) ir.Value { return b.abs(i.Arg(0)) }, "fshl": funnel(true), "fshr": funnel(false),
		"ushl.sat": shiftSaturated(ir.OpLShr), "sshl.sat": shiftSaturated(ir.OpAShr),
		"ctpop": count, "ctlz": count, "cttz": count, "bswap": reverse, "bitreverse": reverse,
	})
	for _, sign := range []string{"s", "u"} {
		signed := sign == "s"
		for name, op := range map[string]ir.Op{"add": ir.OpAdd, "sub": ir.OpSub, "mul": ir.OpMul} {
			rules[sign+name+".with.overflow"] = func(b *builder, i *ir.Instr) ir.Value {
				r, over := b.overflow(op, signed, i.Arg(0), i.Arg(1))
				return b.results(i, r, over)
			}
			if op != ir.OpMul {
				rules[sign+name+".sat"] = func(b *builder, i *ir.Instr) ir.Value {
					r, over := b.overflow(op, signed, i.Arg(0), i.Arg(1))
					return b.sel(over, b.limit(i.Arg(0), op == ir.OpAdd, signed), r)
				}
			}
		}
		for _, sat := range []string{"", ".sat"} {
			rules[sign+"mul.fix"+sat] = fixedPoint(ir.OpMul, signed, sat != "")
			rules[sign+"div.fix"+sat] = fixedPoint(ir.OpUDiv, signed, sat != "")
		}
	}
}

func bitsOf(v ir.Value) int { return v.Type().Scalar().Bits() }

// ones returns 2^n - 1.
func ones(n int) *big.Int {
	one := big.NewInt(1)
	return one.Sub(new(big.Int).Lsh(one, uint(n)), one)
}

func pick(p ir.Pred) rule {
	return func(b *builder, i *ir.Instr) ir.Value { return b.pick(p, i.Arg(0), i.Arg(1)) }
}

// threeWay is a comparison with the result -1, 0 or 1.
func threeWay(less, more ir.Pred) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		t := i.Type()
		above := b.resize(b.cmp(more, i.Arg(0), i.Arg(1)), t.Scalar().Bits(), false)
		return b.sel(b.cmp(less, i.Arg(0), i.Arg(1)), b.c(t, -1), above)
	}
}

func (b *builder) negate(x ir.Value) ir.Value { return b.sub(b.c(x.Type(), 0), x) }

func (b *builder) abs(x ir.Value) ir.Value { return b.sel(b.is(ir.PredSLT, x, 0), b.negate(x), x) }

// limit returns the number that a saturating operation returns on overflow. The limit of a signed one
// has the sign of x.
func (b *builder) limit(x ir.Value, most, signed bool) ir.Value {
	n := bitsOf(x)
	switch {
	case signed:
		return b.xor(b.op(ir.OpAShr, x, b.c(x.Type(), int64(n-1))), b.big(x.Type(), ones(n-1)))
	case most:
		return b.c(x.Type(), -1)
	}
	return b.c(x.Type(), 0)
}

// overflow returns the result of an operation, and whether the width does not hold the exact one.
func (b *builder) overflow(op ir.Op, signed bool, x, y ir.Value) (r, over ir.Value) {
	n := bitsOf(x)
	if op == ir.OpMul {
		if n > 64 {
			return b.wideProduct(signed, x, y)
		}
		w := 64
		if n > 32 {
			w = 128
		}
		p := b.mul(b.resize(x, w, signed), b.resize(y, w, signed))
		r = b.resize(p, n, false)
		return r, b.cmp(ir.PredNE, b.resize(r, w, signed), p)
	}
	r = b.op(op, x, y)
	switch {
	case !signed && op == ir.OpAdd:
		return r, b.cmp(ir.PredULT, r, x)
	case !signed:
		return r, b.cmp(ir.PredULT, x, y)
	case op == ir.OpAdd: // the sign differs from that of both operands
		return r, b.is(ir.PredSLT, b.and(b.xor(x, r), b.xor(y, r)), 0)
	}
	return r, b.is(ir.PredSLT, b.and(b.xor(x, r), b.xor(x, y)), 0)
}

// halves returns the low and the high 64 bits of an integer of 128 bits, as integers of the given width.
func (b *builder) halves(x ir.Value, width int) (lo, hi ir.Value) {
	hi = b.lshr(x, b.c(x.Type(), 64))
	return b.resize(b.resize(x, 64, false), width, false), b.resize(b.resize(hi, 64, false), width, false)
}

// wideProduct is overflow for products of more than 64 bits. With halves of 64 bits, the product is
//
//	xl*yl + 2^64*(xl*yh + xh*yl) + 2^128*xh*yh
//
// It overflows if xh and yh are not zero. If they are not both, one of the products in the parentheses
// is zero. A signed product is that of the absolute values, which has another largest value.
func (b *builder) wideProduct(signed bool, x, y ir.Value) (r, over ir.Value) {
	n := bitsOf(x)
	x, y = b.resize(x, 128, signed), b.resize(y, 128, signed)
	most := b.big(x.Type(), ones(n))
	var negative ir.Value
	if signed {
		negative = b.xor(b.is(ir.PredSLT, x, 0), b.is(ir.PredSLT, y, 0))
		most = b.add(b.big(x.Type(), ones(n-1)), b.resize(negative, 128, false))
		x, y = b.abs(x), b.abs(y)
	}
	xl, xh := b.halves(x, 128)
	yl, yh := b.halves(y, 128)
	low, middle := b.mul(xl, yl), b.add(b.mul(xl, yh), b.mul(xh, yl))
	_, lost := b.halves(middle, 128)
	r = b.add(low, b.shl(middle, b.c(x.Type(), 64)))
	over = b.and(b.is(ir.PredNE, xh, 0), b.is(ir.PredNE, yh, 0))
	over = b.or(b.or(over, b.is(ir.PredNE, lost, 0)), b.or(b.cmp(ir.PredULT, r, low), b.cmp(ir.PredUGT, r, most)))
	if signed {
		r = b.sel(negative, b.negate(r), r)
	}
	return b.resize(r, n, false), over
}

// shiftSaturated is a shift to the left. Bits are lost if the shift back does not give the operand.
func shiftSaturated(back ir.Op) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		x, n := i.Arg(0), i.Arg(1)
		r := b.shl(x, n)
		return b.sel(b.cmp(ir.PredNE, b.op(back, r, n), x), b.limit(x, true, back == ir.OpAShr), r)
	}
}

// funnel shifts the concatenation of two values. It shifts the other value by 1 and then by w-1-n, so
// that no amount reaches the width w if n is 0.
func funnel(left bool) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		hi, lo, n := i.Arg(0), i.Arg(1), i.Arg(2)
		t, w := n.Type(), bitsOf(n)
		c, constant := n.(*ir.Const)
		switch {
		case w == 1 && left:
			return hi
		case w == 1:
			return lo
		case constant && c.Kind == ir.ConstInt:
			amount := c.Big()
			if amount.Sign() < 0 {
				amount = new(big.Int).Add(amount, new(big.Int).Lsh(big.NewInt(1), uint(w)))
			}
			n = b.big(t, new(big.Int).Mod(amount, big.NewInt(int64(w))))
		case w&(w-1) == 0:
			n = b.and(n, b.c(t, int64(w-1)))
		default:
			n = b.op(ir.OpURem, n, b.c(t, int64(w)))
		}
		back, one := b.sub(b.c(t, int64(w-1)), n), b.c(t, 1)
		if left {
			return b.or(b.shl(hi, n), b.lshr(b.lshr(lo, one), back))
		}
		return b.or(b.lshr(lo, n), b.shl(b.shl(hi, one), back))
	}
}

// count counts bits of an integer of more than 64 bits in its halves.
func count(b *builder, i *ir.Instr) ir.Value {
	x, n := i.Arg(0), bitsOf(i.Arg(0))
	if n <= 64 {
		return nil
	}
	x = b.resize(x, 128, false)
	base := i.CalledFunc().Intrinsic().Info().Name
	if base == "cttz" && n < 128 {
		x = b.or(x, b.big(x.Type(), new(big.Int).Lsh(big.NewInt(1), uint(n)))) // for zero, the result is n
	}
	lo, hi := b.halves(x, 64)
	number := func(x ir.Value) ir.Value {
		if base == "ctpop" {
			return b.same(base, x)
		}
		return b.call(base, x.Type(), "."+mangled(x.Type()), x, b.m.Bool(false))
	}
	sixtyFour := b.c(lo.Type(), 64)
	var r ir.Value
	switch base {
	case "ctpop":
		r = b.add(number(lo), number(hi))
	case "ctlz":
		r = b.sel(b.is(ir.PredEQ, hi, 0), b.add(number(lo), sixtyFour), number(hi))
		r = b.sub(r, b.c(lo.Type(), int64(128-n)))
	default:
		r = b.sel(b.is(ir.PredEQ, lo, 0), b.add(number(hi), sixtyFour), number(lo))
	}
	return b.resize(r, n, false)
}

// reverse reverses the bits or bytes of an integer of more than 64 bits.
func reverse(b *builder, i *ir.Instr) ir.Value {
	n := bitsOf(i)
	if n <= 64 {
		return nil
	}
	x, name := b.resize(i.Arg(0), 128, false), i.CalledFunc().Intrinsic().Info().Name
	lo, hi := b.halves(x, 64)
	low, high := b.resize(b.same(name, hi), 128, false), b.resize(b.same(name, lo), 128, false)
	whole := b.or(low, b.shl(high, b.c(x.Type(), 64)))
	return b.resize(b.lshr(whole, b.c(x.Type(), int64(128-n))), n, false)
}

// fixedPoint multiplies or divides (op) with the scale in the third operand. It computes in at least
// twice the bits, where nothing overflows. For example, llvm.smul.fix.i32(%x, %y, 7) is
//
//	trunc(ashr(sext(%x) * sext(%y), 7))
//
// The result is rounded down, as in llc.
func fixedPoint(op ir.Op, signed, saturates bool) rule {
	return func(b *builder, i *ir.Instr) ir.Value {
		n, w := bitsOf(i), 64
		if n > 64 {
			return nil
		}
		if n > 32 {
			w = 128
		}
		x, y := b.resize(i.Arg(0), w, signed), b.resize(i.Arg(1), w, signed)
		t := x.Type()
		scale, _ := number(i.Arg(2))
		by := b.c(t, scale)
		less, shift, most := ir.PredULT, ir.OpLShr, n
		if signed {
			less, shift, most = ir.PredSLT, ir.OpAShr, n-1
		}
		var r ir.Value
		switch {
		case op == ir.OpMul:
			r = b.op(shift, b.mul(x, y), by)
		case signed:
			r = b.floorDiv(b.shl(x, by), y)
		default:
			r = b.op(ir.OpUDiv, b.shl(x, by), y)
		}
		if saturates {
			r = b.pick(less, r, b.big(t, ones(most)))
			if signed {
				r = b.pick(ir.PredSGT, r, b.big(t, new(big.Int).Not(ones(most))))
			}
		}
		return b.resize(r, n, false)
	}
}

// floorDiv is a signed division that rounds down: one less than sdiv if there is a remainder whose sign
// is not the divisor's.
func (b *builder) floorDiv(x, y ir.Value) ir.Value {
	q, r := b.op(ir.OpSDiv, x, y), b.op(ir.OpSRem, x, y)
	less := b.and(b.is(ir.PredNE, r, 0), b.is(ir.PredSLT, b.xor(r, y), 0))
	return b.sub(q, b.resize(less, bitsOf(x), false))
}
