// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math"

	"github.com/corolower/corolower/internal/ir"
)

// Floating-point functions of the library, and those with several results.

func floatIntrinsics() map[string]func(*compiler, *ir.Instr) {
	first := func(c *compiler, i *ir.Instr) {
		c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)), n: c.words(i)})
	}
	return map[string]func(*compiler, *ir.Instr){
		"arithmetic.fence": first, "readcyclecounter": zero, "readsteadycounter": zero,
		"acos": floats1(math.Acos), "atan": floats1(math.Atan), "sinh": floats1(math.Sinh), "cosh": floats1(math.Cosh),
		"atan2": floats2(math.Atan2), "exp10": floats1(func(x float64) float64 { return math.Pow(10, x) }),
		"ldexp": compileLdexp, "is.fpclass": compileFPClass,
		"sincos": twoFloats(func(x float64) (float64, float64) { return math.Sin(x), math.Cos(x) }),
		"modf": twoFloats(func(x float64) (float64, float64) {
			whole, part := math.Modf(x)
			return math.Copysign(part, x), math.Copysign(whole, x)
		}),
		"frexp": compileFrexp,
	}
}

// number returns a constant argument.
func (c *compiler) number(i *ir.Instr, arg int) int { return int(int32(c.p.constant(i.Arg(arg))[0].v)) }

// floatKind returns the kind, the bits and the number of elements of a floating-point argument.
func floatKind(c *compiler, v ir.Value) (kind ir.Kind, bits int, n int32) {
	noWideFloat(v.Type())
	b, n := c.scalar(v.Type())
	return v.Type().Scalar().Kind(), int(b), n
}

// twoFloats builds a function with a structure of two results.
func twoFloats(op func(x float64) (a, b float64)) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		kind, bits, n := floatKind(c, i.Arg(0))
		c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
			for k := range n {
				x := f.regs[in.a+k]
				if x.u != 0 {
					f.regs[in.dst+k], f.regs[in.dst+n+k] = undefined(bits), undefined(bits)
					continue
				}
				a, b := op(kind.FloatValue(x.v))
				f.regs[in.dst+k], f.regs[in.dst+n+k] = val{v: kind.RoundFloat(a)}, val{v: kind.RoundFloat(b)}
			}
		}})
	}
}

func compileFrexp(c *compiler, i *ir.Instr) {
	kind, bits, n := floatKind(c, i.Arg(0))
	exponent := maskOf(int(i.Type().Fields()[1].Scalar().Bits()))
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
		for k := range n {
			x := f.regs[in.a+k]
			if x.u != 0 {
				f.regs[in.dst+k], f.regs[in.dst+n+k] = undefined(bits), val{u: exponent}
				continue
			}
			part, e := math.Frexp(kind.FloatValue(x.v))
			f.regs[in.dst+k], f.regs[in.dst+n+k] = val{v: kind.RoundFloat(part)}, val{v: uint64(e) & exponent}
		}
	}})
}

func compileLdexp(c *compiler, i *ir.Instr) {
	kind, _, _ := floatKind(c, i.Arg(0))
	eb, _ := c.scalar(i.Arg(1).Type())
	c.elements(i, 2, func(x, e, _ uint64) (uint64, bool) {
		return kind.RoundFloat(math.Ldexp(kind.FloatValue(x), int(int64(sext(e, eb))))), true
	})
}

// compileFPClass tests whether a number is in one of the classes of a mask: signaling NaN, quiet NaN,
// then for negative numbers infinite, normal, subnormal and zero, and for positive ones the reverse.
func compileFPClass(c *compiler, i *ir.Instr) {
	kind, bits, _ := floatKind(c, i.Arg(0))
	mask := uint(c.number(i, 1))
	fraction := kind.FractionBits()
	c.elements(i, 1, func(x, _, _ uint64) (uint64, bool) {
		negative := x>>(bits-1)&1 != 0
		most := uint64(1)<<(bits-1-fraction) - 1
		exponent, part := x>>fraction&most, x&maskOf(fraction)
		class := 3 // of negative numbers
		switch {
		case exponent == most && part != 0:
			class, negative = int(part>>(fraction-1)), true
		case exponent == most:
			class = 2
		case exponent == 0 && part == 0:
			class = 5
		case exponent == 0:
			class = 4
		}
		if !negative {
			class = 11 - class
		}
		return uint64(mask >> class & 1), true
	})
}
