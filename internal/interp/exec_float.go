// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math"
	"math/big"

	"github.com/corolower/corolower/internal/ir"
)

// Floating point. A register holds the bits of a value. Narrow types are computed as double and
// rounded, which is exact for one operation.

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

func compileFloat(c *compiler, i *ir.Instr) { c.float(i, i.Arg(0), i.Arg(1), floatOps[i.Op]) }

// float builds an operation on the elements of two operands.
func (c *compiler) float(i *ir.Instr, x, y ir.Value, op func(x, y float64) float64) {
	noWideFloat(i.Type())
	bits, n := c.scalar(i.Type())
	c.add(inst{run: execFloat, dst: c.dst(i), a: c.src(x), b: c.src(y), n: n, bits: bits,
		x: &floatOp{i.Type().Scalar().Kind(), op}})
}

func execFloat(_ *Thread, f *frame, in *inst) {
	op := in.x.(*floatOp)
	for k := range in.n {
		x, y := f.regs[in.a+k], f.regs[in.b+k]
		if x.u|y.u != 0 {
			f.regs[in.dst+k] = undefined(int(in.bits))
			continue
		}
		f.regs[in.dst+k] = val{v: op.kind.RoundFloat(op.f(op.kind.FloatValue(x.v), op.kind.FloatValue(y.v)))}
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
		f.regs[in.dst+k] = boolVal(compareFloats(ir.Pred(in.sub), kind.FloatValue(x.v), kind.FloatValue(y.v)))
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
	n := lanes(to)
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
		dst[0] = val{v: fc.to.RoundFloat(fc.from.FloatValue(src[0].v))}
	case ir.OpUIToFP, ir.OpSIToFP:
		dst[0] = val{v: intToFloat(fc, src, in.op == ir.OpSIToFP)}
	default:
		if r, ok := floatToInt(fc.from.FloatValue(src[0].v), fc.toBits, in.op == ir.OpFPToSI); ok {
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
	return fc.to.RoundFloat(r)
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
