// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math"
	"math/big"

	"github.com/corolower/corolower/internal/ir"
)

// Floating point. A register holds the bits of a value. Narrow types are computed as double and
// rounded, which is exact for one operation.

// toFloat converts the bits of a value of a type of up to 64 bits.
func toFloat(k ir.Kind, u uint64) float64 {
	switch k {
	case ir.Double:
		return math.Float64frombits(u)
	case ir.Float:
		return float64(math.Float32frombits(uint32(u)))
	case ir.BFloat:
		return float64(math.Float32frombits(uint32(u) << 16))
	}
	return halfToFloat(uint16(u))
}

// fromFloat returns the bits of a value of a type.
func fromFloat(k ir.Kind, x float64) uint64 {
	switch k {
	case ir.Double:
		return math.Float64bits(x)
	case ir.Float:
		return uint64(math.Float32bits(float32(x)))
	case ir.BFloat:
		return narrowFloat(x, 8, 7)
	}
	return narrowFloat(x, 5, 10)
}

func halfToFloat(h uint16) float64 {
	sign := 1.0
	if h>>15 != 0 {
		sign = -1
	}
	e, m := int(h>>10&31), float64(h&1023)
	switch e {
	case 0:
		return sign * math.Ldexp(m, -24)
	case 31:
		if m != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	}
	return sign * math.Ldexp(1024+m, e-25)
}

// narrowFloat rounds to the nearest value of a format, ties to even.
func narrowFloat(x float64, expBits, fracBits int) uint64 {
	sign := uint64(0)
	if math.Signbit(x) {
		sign = 1 << (expBits + fracBits)
		x = -x
	}
	top := uint64(1)<<expBits - 1
	bias := 1<<(expBits-1) - 1
	switch {
	case math.IsNaN(x):
		return sign | top<<fracBits | 1<<(fracBits-1)
	case math.IsInf(x, 0):
		return sign | top<<fracBits
	case x == 0:
		return sign
	}
	_, e := math.Frexp(x) // x = f * 2^e, f in [0.5, 1)
	e = max(e-1, 1-bias)
	m := uint64(math.RoundToEven(math.Ldexp(x, fracBits-e)))
	// m counts units in the last place; a carry moves into the exponent.
	r := m
	if m >= 1<<fracBits {
		r = uint64(e+bias)<<fracBits + m - 1<<fracBits
	}
	if r >= top<<fracBits {
		r = top << fracBits
	}
	return sign | r
}

type floatOp struct {
	kind ir.Kind
	f    func(x, y float64) float64
}

var floatOps = map[ir.Op]func(x, y float64) float64{
	ir.OpFAdd: func(x, y float64) float64 { return x + y },
	ir.OpFSub: func(x, y float64) float64 { return x - y },
	ir.OpFMul: func(x, y float64) float64 { return x * y },
	ir.OpFDiv: func(x, y float64) float64 { return x / y },
	ir.OpFRem: math.Mod,
}

func compileFloat(c *compiler, i *ir.Instr) {
	noWideFloat(i.Type())
	_, n := c.scalar(i.Type())
	c.add(inst{run: execFloat, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), n: n,
		bits: c.p.shape(i.Type()).words[0].bits,
		x:    &floatOp{i.Type().Scalar().Kind(), floatOps[i.Op]}})
}

func execFloat(_ *Thread, f *frame, in *inst) {
	op := in.x.(*floatOp)
	for k := range in.n {
		x, y := f.regs[in.a+k], f.regs[in.b+k]
		if x.u|y.u != 0 {
			f.regs[in.dst+k] = undefined(int(in.bits))
			continue
		}
		f.regs[in.dst+k] = val{v: fromFloat(op.kind, op.f(toFloat(op.kind, x.v), toFloat(op.kind, y.v)))}
	}
}

func compileFNeg(c *compiler, i *ir.Instr) {
	noWideFloat(i.Type())
	bits, n := c.scalar(i.Type())
	c.add(inst{run: execFNeg, dst: c.dst(i), a: c.src(i.Arg(0)), n: n, imm: 1 << (bits - 1)})
}

func execFNeg(_ *Thread, f *frame, in *inst) {
	for k := range in.n {
		x := f.regs[in.a+k]
		f.regs[in.dst+k] = val{(x.v ^ in.imm) &^ x.u, x.u}
	}
}

func compileFCmp(c *compiler, i *ir.Instr) {
	t := i.Arg(0).Type()
	noWideFloat(t)
	_, n := c.scalar(t)
	c.add(inst{run: execFCmp, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.src(i.Arg(1)), n: n, sub: i.Sub,
		x: t.Scalar().Kind()})
}

func execFCmp(_ *Thread, f *frame, in *inst) {
	kind := in.x.(ir.Kind)
	for k := range in.n {
		x, y := f.regs[in.a+k], f.regs[in.b+k]
		if x.u|y.u != 0 {
			f.regs[in.dst+k] = val{u: 1}
			continue
		}
		f.regs[in.dst+k] = boolVal(compareFloats(ir.Pred(in.sub), toFloat(kind, x.v), toFloat(kind, y.v)))
	}
}

// floatPreds maps each predicate to the relations for which it is true: less, equal, greater,
// unordered.
var floatPreds = map[ir.Pred]uint8{
	ir.PredFalse: 0, ir.PredOEQ: 2, ir.PredOGT: 4, ir.PredOGE: 6,
	ir.PredOLT: 1, ir.PredOLE: 3, ir.PredONE: 5, ir.PredORD: 7,
	ir.PredUEQ: 10, ir.PredFUGT: 12, ir.PredFUGE: 14, ir.PredFULT: 9,
	ir.PredFULE: 11, ir.PredUNE: 13, ir.PredUNO: 8, ir.PredTrue: 15,
}

func compareFloats(p ir.Pred, x, y float64) bool {
	rel := uint8(8)
	switch {
	case x < y:
		rel = 1
	case x == y:
		rel = 2
	case x > y:
		rel = 4
	}
	return floatPreds[p]&rel != 0
}

type floatCast struct {
	from, to         ir.Kind
	fromBits, toBits int
}

func compileFloatCast(c *compiler, i *ir.Instr) {
	from, to := i.Arg(0).Type(), i.Type()
	noWideFloat(from)
	noWideFloat(to)
	n := int32(1)
	if to.Kind() == ir.Vector {
		n = int32(to.Len())
	}
	x := &floatCast{from.Scalar().Kind(), to.Scalar().Kind(), int(c.p.layout.SizeBits(from.Scalar())),
		int(c.p.layout.SizeBits(to.Scalar()))}
	c.add(inst{run: execFloatCast, dst: c.dst(i), a: c.src(i.Arg(0)), b: c.words(i.Arg(0)) / n, c: c.words(i) / n, n: n,
		op: i.Op, flags: i.Flags, x: x})
}

func execFloatCast(_ *Thread, f *frame, in *inst) {
	fc := in.x.(*floatCast)
	for k := range in.n {
		castFloat(in, fc, f.regs[in.dst+k*in.c:][:in.c], f.regs[in.a+k*in.b:][:in.b])
	}
}

func castFloat(in *inst, fc *floatCast, dst, src []val) {
	for _, w := range src {
		if w.u != 0 {
			setUndefined(dst, fc.toBits)
			return
		}
	}
	switch in.op {
	case ir.OpFPTrunc, ir.OpFPExt:
		dst[0] = val{v: fromFloat(fc.to, toFloat(fc.from, src[0].v))}
	case ir.OpUIToFP, ir.OpSIToFP:
		dst[0] = val{v: intToFloat(fc, src, in.op == ir.OpSIToFP)}
	default:
		if r, ok := floatToInt(toFloat(fc.from, src[0].v), fc.toBits, in.op == ir.OpFPToSI); ok {
			setBig(dst, r, fc.toBits)
		} else {
			setUndefined(dst, fc.toBits)
		}
	}
}

func intToFloat(fc *floatCast, src []val, signed bool) uint64 {
	if len(src) == 1 && fc.to == ir.Double {
		if signed {
			return math.Float64bits(float64(sext(src[0].v, uint8(fc.fromBits))))
		}
		return math.Float64bits(float64(src[0].v))
	}
	x, _ := bigOf(src)
	if signed {
		x = signedBig(x, fc.fromBits)
	}
	if fc.to == ir.Float { // rounded once
		r, _ := new(big.Float).SetInt(x).Float32()
		return uint64(math.Float32bits(r))
	}
	r, _ := new(big.Float).SetInt(x).Float64()
	return fromFloat(fc.to, r)
}

// floatToInt rounds towards zero; ok is false if the result does not fit in n bits.
func floatToInt(x float64, n int, signed bool) (*big.Int, bool) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, false
	}
	r, _ := new(big.Float).SetFloat64(math.Trunc(x)).Int(nil)
	lo, hi := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n))
	if signed {
		hi.Rsh(hi, 1)
		lo.Neg(hi)
	}
	return r, r.Cmp(lo) >= 0 && r.Cmp(hi) < 0
}
