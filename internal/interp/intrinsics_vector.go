// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math"
	"math/big"

	"github.com/corolower/corolower/internal/ir"
)

// Intrinsics that move or combine the elements of vectors, integers of more than 64 bits, and
// floating-point functions with several results.

func init() {
	first := func(c *compiler, i *ir.Instr) {
		c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)), n: c.words(i)})
	}
	for name, how := range map[string]func(c *compiler, i *ir.Instr){
		"arithmetic.fence": first, "readcyclecounter": zero, "readsteadycounter": zero,
		"vector.reduce.smax": reduceBy(rmwOps["max"]), "vector.reduce.smin": reduceBy(rmwOps["min"]),
		"vector.reduce.umax": reduceBy(rmwOps["umax"]), "vector.reduce.umin": reduceBy(rmwOps["umin"]),
		"vector.reduce.fadd": reduceFloats(func(x, y float64) float64 { return x + y }, true),
		"vector.reduce.fmul": reduceFloats(func(x, y float64) float64 { return x * y }, true),
		"vector.reduce.fmax": reduceFloats(maxNum, false), "vector.reduce.fmin": reduceFloats(minNum, false),
		"vector.reduce.fmaximum": reduceFloats(math.Max, false), "vector.reduce.fminimum": reduceFloats(math.Min, false),

		"vector.reverse": lanes(func(_ *compiler, i *ir.Instr, k, n int) (arg, lane int) { return 0, n - 1 - k }),
		"vector.extract": lanes(func(c *compiler, i *ir.Instr, k, _ int) (arg, lane int) { return 0, k + c.number(i, 1) }),
		"vector.insert": lanes(func(c *compiler, i *ir.Instr, k, _ int) (arg, lane int) {
			from := c.number(i, 2)
			if k >= from && k < from+int(i.Arg(1).Type().Len()) {
				return 1, k - from
			}
			return 0, k
		}),
		"vector.splice": lanes(func(c *compiler, i *ir.Instr, k, n int) (arg, lane int) {
			at := c.number(i, 2)
			if at < 0 {
				at += n
			}
			return (k + at) / n, (k + at) % n
		}),
		"vector.interleave2":   lanes(func(_ *compiler, _ *ir.Instr, k, _ int) (arg, lane int) { return k % 2, k / 2 }),
		"vector.deinterleave2": lanes(func(_ *compiler, _ *ir.Instr, k, n int) (arg, lane int) { return 0, k%(n/2)*2 + k/(n/2) }),

		"ushl.sat": lanes2(func(x, y uint64, n uint8) uint64 { return shiftSaturated(x, y, n, false) }),
		"sshl.sat": lanes2(func(x, y uint64, n uint8) uint64 { return shiftSaturated(x, y, n, true) }),

		"acos": floats1(math.Acos), "atan": floats1(math.Atan), "sinh": floats1(math.Sinh), "cosh": floats1(math.Cosh),
		"atan2": floats2(math.Atan2), "exp10": floats1(func(x float64) float64 { return math.Pow(10, x) }),
		"ldexp": compileLdexp, "is.fpclass": compileFPClass,
		"sincos": twoFloats(func(x float64) (float64, float64) { return math.Sin(x), math.Cos(x) }),
		"modf": twoFloats(func(x float64) (float64, float64) {
			whole, part := math.Modf(x)
			return math.Copysign(part, x), math.Copysign(whole, x)
		}),
		"frexp": compileFrexp,

		"experimental.constrained.fadd": floats2(floatOps[ir.OpFAdd]), "experimental.constrained.fsub": floats2(floatOps[ir.OpFSub]),
		"experimental.constrained.fmul": floats2(floatOps[ir.OpFMul]), "experimental.constrained.fdiv": floats2(floatOps[ir.OpFDiv]),
		"experimental.constrained.frem": floats2(math.Mod), "experimental.constrained.sqrt": floats1(math.Sqrt),
		"experimental.constrained.fma": compileFMA(math.FMA), "experimental.constrained.fmuladd": compileFMA(nil),
	} {
		intrinsics[name] = how
	}
	for _, name := range [...]string{"ctlz", "cttz", "ctpop"} {
		intrinsics[name] = orWide(intrinsics[name], wideBits[name])
	}
}

// number returns a constant argument.
func (c *compiler) number(i *ir.Instr, arg int) int { return int(int32(c.p.constant(i.Arg(arg))[0].v)) }

// lanes builds an intrinsic that takes each element of its result from an argument's lane. from gets
// the number of the element and the number of elements of the first argument.
func lanes(from func(c *compiler, i *ir.Instr, k, n int) (arg, lane int)) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		t := i.Arg(0).Type()
		n := int32(t.Len())
		w := c.words(i.Arg(0)) / n // registers of an element
		dst := c.dst(i)
		var src [2]int32
		for k := range src {
			if k < i.NumCallArgs() && i.Arg(k).Type().Kind() == ir.Vector {
				src[k] = c.src(i.Arg(k))
			}
		}
		moves := make([]int32, c.words(i)/w)
		for k := range moves {
			arg, lane := from(c, i, k, int(n))
			moves[k] = src[arg] + int32(lane)*w
		}
		c.add(inst{dst: dst, run: func(_ *Thread, f *frame, in *inst) {
			for k, at := range moves {
				copy(f.regs[in.dst+int32(k)*w:][:w], f.regs[at:][:w])
			}
		}})
	}
}

// reduceBy combines the elements of a vector by a function of two integers.
func reduceBy(op func(x, y uint64, bits uint8) uint64) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		if isWide(i.Type()) {
			panic(unsupportedf("@%s cannot be run", i.CalledFunc().Name))
		}
		bits, _ := c.scalar(i.Type())
		n := c.words(i.Arg(0))
		c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
			r := f.regs[in.a]
			for k := int32(1); k < n; k++ {
				x := f.regs[in.a+k]
				r = val{v: op(r.v, x.v, bits) & maskOf(int(bits)), u: r.u | x.u}
			}
			if r.u != 0 {
				r = undefined(int(bits))
			}
			f.regs[in.dst] = r
		}})
	}
}

// reduceFloats combines the elements of a vector in their order, after a first argument if there is
// one.
func reduceFloats(op func(x, y float64) float64, start bool) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		noWideFloat(i.Type())
		kind, arg := i.Type().Kind(), 0
		if start {
			arg = 1
		}
		bits, _ := c.scalar(i.Type())
		n := c.words(i.Arg(arg))
		c.add(inst{dst: c.dst(i), a: c.src(i.Arg(arg)), b: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
			list := f.regs[in.a:][:n]
			r := f.regs[in.b]
			if !start {
				list = list[1:]
			}
			for _, x := range list {
				r = val{v: fromFloat(kind, op(toFloat(kind, r.v), toFloat(kind, x.v))), u: r.u | x.u}
			}
			if r.u != 0 {
				r = undefined(int(bits))
			}
			f.regs[in.dst] = r
		}})
	}
}

// shiftSaturated shifts to the left, and returns the largest or smallest number if bits are lost.
func shiftSaturated(x, y uint64, n uint8, signed bool) uint64 {
	most := maskOf(int(n))
	if !signed {
		if y >= uint64(n) || x<<y&most>>y != x {
			return most
		}
		return x << y
	}
	s := sext(x, n)
	if r := sext(x<<y&most, n); y < uint64(n) && int64(r)>>y == int64(s) {
		return uint64(r)
	}
	if int64(s) < 0 {
		return most>>1 + 1
	}
	return most >> 1
}

// wideBits has intrinsics on integers of more than 64 bits.
var wideBits = map[string]func(x *big.Int, n int) int{
	"ctlz": func(x *big.Int, n int) int { return n - x.BitLen() },
	"cttz": func(x *big.Int, n int) int {
		if x.Sign() == 0 {
			return n
		}
		return int(x.TrailingZeroBits())
	},
	"ctpop": func(x *big.Int, n int) (count int) {
		for k := range n {
			count += int(x.Bit(k))
		}
		return count
	},
}

// orWide uses another function for an integer of more than 64 bits.
func orWide(narrow func(c *compiler, i *ir.Instr), wide func(x *big.Int, n int) int) func(c *compiler, i *ir.Instr) {
	return func(c *compiler, i *ir.Instr) {
		if !isWide(i.Type()) || i.Type().Kind() == ir.Vector {
			narrow(c, i)
			return
		}
		n, w := i.Type().Bits(), c.words(i)
		strict := i.NumCallArgs() > 1 && c.p.constant(i.Arg(1))[0].v != 0
		c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
			dst := f.regs[in.dst:][:w]
			x, ok := bigOf(f.regs[in.a:][:w])
			if !ok || strict && x.Sign() == 0 {
				setUndefined(dst, n)
				return
			}
			setBig(dst, big.NewInt(int64(wide(x, n))), n)
		}})
	}
}

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
				a, b := op(toFloat(kind, x.v))
				f.regs[in.dst+k], f.regs[in.dst+n+k] = val{v: fromFloat(kind, a)}, val{v: fromFloat(kind, b)}
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
			part, e := math.Frexp(toFloat(kind, x.v))
			f.regs[in.dst+k], f.regs[in.dst+n+k] = val{v: fromFloat(kind, part)}, val{v: uint64(e) & exponent}
		}
	}})
}

func compileLdexp(c *compiler, i *ir.Instr) {
	kind, bits, n := floatKind(c, i.Arg(0))
	eb, m := c.scalar(i.Arg(1).Type())
	step := int32(1)
	if m != n {
		step = 0
	}
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), run: func(_ *Thread, f *frame, in *inst) {
		for k := range n {
			x, e := f.regs[in.a+k], f.regs[in.b+k*step]
			if x.u|e.u != 0 {
				f.regs[in.dst+k] = undefined(bits)
				continue
			}
			f.regs[in.dst+k] = val{v: fromFloat(kind, math.Ldexp(toFloat(kind, x.v), int(int64(sext(e.v, eb)))))}
		}
	}})
}

// compileFPClass tests whether a number is in one of the classes of a mask: signaling NaN, quiet NaN,
// then for negative numbers infinite, normal, subnormal and zero, and for positive ones the reverse.
func compileFPClass(c *compiler, i *ir.Instr) {
	kind, bits, n := floatKind(c, i.Arg(0))
	mask := uint(c.number(i, 1))
	fraction := map[int]int{16: 10, 32: 23, 64: 52}[bits]
	if kind == ir.BFloat {
		fraction = 7
	}
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(_ *Thread, f *frame, in *inst) {
		for k := range n {
			x := f.regs[in.a+k]
			if x.u != 0 {
				f.regs[in.dst+k] = val{u: 1}
				continue
			}
			negative := x.v>>(bits-1)&1 != 0
			most := uint64(1)<<(bits-1-fraction) - 1
			exponent, part := x.v>>fraction&most, x.v&maskOf(fraction)
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
			f.regs[in.dst+k] = boolVal(mask>>class&1 != 0)
		}
	}})
}
