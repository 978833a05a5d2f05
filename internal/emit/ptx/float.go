// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes floating-point arithmetic, comparisons and conversions. The rounding mode is
// explicit, so that ptxas does not contract a multiplication and an addition, except in operations
// that allow it (contract): their rounding is left to ptxas, and a product and a sum in one block are
// one fma, as in llc. If the GPU has no instruction for half or bfloat, the code computes in float.
// Sums, products and quotients of halfs are exact enough in float that rounding twice gives the same
// result as rounding once.

import "github.com/corolower/corolower/internal/ir"

// fname returns the type suffix of a float operation.
func (e *fn) fname(t *ir.Type) string {
	switch t.Kind() {
	case ir.Float:
		return e.ftz + ".f32"
	case ir.Double:
		return ".f64"
	case ir.Half:
		return ".f16"
	}
	return ".bf16"
}

// narrow reports whether a type is half or bfloat.
func narrow(t *ir.Type) bool { return t.Kind() == ir.Half || t.Kind() == ir.BFloat }

// native reports whether the GPU adds, multiplies and compares numbers of a type.
func (e *fn) native(t *ir.Type) bool {
	switch t.Kind() {
	case ir.Half:
		return e.has(featF16)
	case ir.BFloat:
		return e.has(featBF16Arith)
	}
	return true
}

// widen converts a half or bfloat to a float.
func (e *fn) widen(t *ir.Type, x opnd) opnd {
	if t.Kind() == ir.Half {
		return e.new1("cvt.f32.f16", clsF, e.reg(x))
	}
	r := e.new2("shl.b32", clsR, e.reg(e.toBits(x)), immR(16))
	return e.new1("mov.b32", clsF, r)
}

// narrowTo rounds a float to a half or bfloat.
func (e *fn) narrowTo(t *ir.Type, d, x opnd) {
	if t.Kind() == ir.Half {
		e.op("cvt.rn.f16.f32", d, x)
		return
	}
	if e.has(featBF16) {
		e.use(featBF16)
		e.op("cvt.rn.bf16.f32", d, x)
		return
	}
	// Round to nearest even on the bits. A NaN keeps the top of its payload and becomes quiet.
	r := e.new1("mov.b32", clsR, x)
	odd := e.new2("and.b32", clsR, e.new2("shr.u32", clsR, r, immR(16)), immR(1))
	up := e.new2("add.s32", clsR, e.new2("add.s32", clsR, r, immR(0x7fff)), odd)
	nan := e.new2("setp.nan.f32", clsP, x, x)
	up = e.new3("selp.b32", clsR, e.new2("or.b32", clsR, r, immR(0x400000)), up, nan)
	e.op("cvt.u16.u32", d, e.new2("shr.u32", clsR, up, immR(16)))
}

// fop writes a float operation. If native is false, a narrow type is computed in float.
func (e *fn) fop(t *ir.Type, op string, d opnd, native bool, args ...opnd) {
	if narrow(t) && !native {
		all := make([]opnd, 1, 4)
		for _, a := range args {
			all = append(all, e.widen(t, a))
		}
		all[0] = e.fresh(clsF)
		e.op(op+".f32", all...)
		e.narrowTo(t, d, all[0])
		return
	}
	if t.Kind() == ir.BFloat {
		e.use(featBF16Arith)
	} else if t.Kind() == ir.Half {
		e.use(featF16)
	}
	if narrow(t) {
		for k := range args {
			args[k] = e.reg(args[k])
		}
	}
	e.op(op+e.fname(t), append([]opnd{d}, args...)...)
}

// contracts reports whether an operation may be computed together with another without rounding
// between them.
func contracts(i *ir.Instr) bool { return i.Flags&(ir.FlagContract|ir.FlagFast) != 0 }

// factors returns the product in an operand of an addition or subtraction that fma or mad may compute
// with it, and whether it is negated, or nil.
func factors(i *ir.Instr, k int) (mul *ir.Instr, negated bool) {
	mul = ir.AsInstr(i.Arg(k))
	if mul != nil && mul.Op == ir.OpMul && mul.Block() == i.Block() && mul.HasOneUse() {
		return mul, false
	}
	if mul != nil && mul.Op == ir.OpFNeg && mul.Block() == i.Block() && mul.HasOneUse() {
		mul, negated = ir.AsInstr(mul.Arg(0)), true
	}
	if mul == nil || mul.Op != ir.OpFMul || !contracts(mul) || mul.Block() != i.Block() {
		return nil, false
	}
	return mul, negated
}

// fuse finds the additions and subtractions that fma or mad computes with a product, and does not write
// the products, and their negations, that nothing else uses.
func (e *fn) fuse() {
	e.fused = map[*ir.Instr]int{}
	left := map[*ir.Instr]int{} // uses of products that fma does not replace
	uses := func(x *ir.Instr) int {
		if _, known := left[x]; !known {
			left[x] = x.NumUses()
		}
		return left[x]
	}
	for i := range e.f.Instrs() {
		t := i.Type().Scalar()
		if !((i.Op == ir.OpFAdd || i.Op == ir.OpFSub) && contracts(i) ||
			i.Op == ir.OpAdd && (t.Bits() == 32 || t.Bits() == 64)) {
			continue
		}
		if k := t.Kind(); k == ir.BFloat && !e.has(featBF16) || k == ir.Half && !e.has(featF16) {
			continue
		}
		x, _ := factors(i, 0)
		y, _ := factors(i, 1)
		at := 0
		switch {
		case x == nil && y == nil:
			continue
		case x == nil, y != nil && uses(x) > uses(y):
			at, x = 1, y
		}
		e.fused[i] = at
		left[x] = uses(x) - 1
		if left[x] == 0 {
			e.modes[x.ID] = modeFolded
		}
		if n := ir.AsInstr(i.Arg(at)); n != x {
			e.modes[n.ID] = modeFolded
		}
	}
}

// multiplyAdd writes an addition or subtraction whose operand at is a product.
func (e *fn) multiplyAdd(i *ir.Instr, at int) {
	mul, minus := factors(i, at)
	minus = minus != (i.Op == ir.OpFSub && at == 1)
	t := i.Type().Scalar()
	x, y, z := e.value(mul.Arg(0)), e.value(mul.Arg(1)), e.value(i.Arg(1-at))
	signed := func(o opnd, minus bool) opnd {
		sign := formatOf(t).sign
		switch {
		case !minus:
			return o
		case o.imm:
			return imm(o.cls, o.v^sign)
		case !narrow(t):
			return e.new1("neg"+bare(t), o.cls, o)
		}
		return e.new2("xor.b16", o.cls, o, imm(clsH, sign))
	}
	for k, d := range e.def(i) {
		if t.IsInt() {
			e.op("mad.lo.s"+suffix(d), d, x[k], y[k], z[k])
			continue
		}
		e.fma(nil, t, d, []opnd{signed(x[k], minus), y[k], signed(z[k], i.Op == ir.OpFSub && at == 0)})
	}
}

func (e *fn) floatBinary(i *ir.Instr, t *ir.Type, d, x, y opnd) {
	rn := ".rn"
	if contracts(i) && e.native(t) {
		rn = ""
	}
	switch i.Op {
	case ir.OpFAdd:
		e.fop(t, "add"+rn, d, e.native(t), x, y)
	case ir.OpFSub:
		e.fop(t, "sub"+rn, d, e.native(t), x, y)
	case ir.OpFMul:
		e.fop(t, "mul"+rn, d, e.native(t), x, y)
	case ir.OpFDiv:
		if t.Kind() == ir.Float && (i.Flags&ir.FlagFast != 0 ||
			i.Flags&(ir.FlagArcp|ir.FlagAfn) == ir.FlagArcp|ir.FlagAfn) {
			e.fop(t, "div.approx", d, true, x, y)
			return
		}
		e.fop(t, "div.rn", d, false, x, y)
	default:
		e.remainder(t, d, x, y)
	}
}

// remainder writes an exact remainder, as fmod computes it, with a helper for doubles. The remainder
// of narrower numbers is one of them: it is a multiple of the smaller operand's last bit.
func (e *fn) remainder(t *ir.Type, d, x, y opnd) {
	double := e.m.Types.Simple(ir.Double)
	wide := func(o opnd) opnd { return e.toBits(e.floatToFloat(t, double, o)) }
	r := e.fresh(clsRD)
	e.helpers[helperRemainder] = true
	e.line("{")
	for k, v := range []opnd{wide(x), wide(y)} {
		e.linef(".param .b64 %s%d;", e.argName, k)
		e.linef("st.param.b64 [%s%d], %%rd%d;", e.argName, k, e.reg(v).v)
	}
	e.linef(".param .b64 %s0;", e.retName)
	e.linef("call.uni (%s0), %s, (%s0, %s1);", e.retName, remainderName, e.argName, e.argName)
	e.linef("ld.param.b64 %%rd%d, [%s0];", r.v, e.retName)
	e.line("}")
	e.mov(d, e.floatToFloat(double, t, e.new1("mov.b64", clsFD, r)))
}

// fneg flips the sign bit, also of NaNs.
func (e *fn) fneg(t *ir.Type, d, x opnd) {
	if narrow(t) {
		e.op("xor.b16", d, e.reg(x), imm(clsH, 0x8000))
		return
	}
	if t.Kind() == ir.Float {
		r := e.new2("xor.b32", clsR, e.toBits(e.reg(x)), immR(1<<31))
		e.op("mov.b32", d, r)
		return
	}
	r := e.new2("xor.b64", clsRD, e.toBits(e.reg(x)), immRD(1<<63))
	e.op("mov.b64", d, r)
}

// floatCmp maps predicates to setp's comparisons.
var floatCmp = map[ir.Pred]string{
	ir.PredOEQ: "eq", ir.PredOGT: "gt", ir.PredOGE: "ge", ir.PredOLT: "lt",
	ir.PredOLE: "le", ir.PredONE: "ne", ir.PredORD: "num",
	ir.PredUEQ: "equ", ir.PredFUGT: "gtu", ir.PredFUGE: "geu", ir.PredFULT: "ltu",
	ir.PredFULE: "leu", ir.PredUNE: "neu", ir.PredUNO: "nan",
}

func (e *fn) fcmp(i *ir.Instr) {
	t := i.Arg(0).Type()
	if !e.fits(t) {
		return
	}
	_, st, _ := e.elems(t)
	x, y := e.value(i.Arg(0)), e.value(i.Arg(1))
	for k, d := range e.def(i) {
		e.fcmpScalar(i.Pred(), st, d, x[k], y[k])
	}
}

// fcmpScalar compares two floats.
func (e *fn) fcmpScalar(p ir.Pred, t *ir.Type, d, x, y opnd) {
	switch p {
	case ir.PredFalse, ir.PredTrue:
		v := uint64(0)
		if p == ir.PredTrue {
			v = 1
		}
		e.mov(d, imm(clsP, v))
	default:
		name := e.fname(t)
		if narrow(t) { // exact on any GPU
			x, y, name = e.widen(t, x), e.widen(t, y), ".f32"
		}
		e.op("setp."+floatCmp[p]+name, d, x, y)
	}
}

// floatToFloat converts between floating-point types.
func (e *fn) floatToFloat(from, to *ir.Type, x opnd) opnd {
	x = e.reg(x)
	switch {
	case from == to:
		return x
	case narrow(from):
		f := e.widen(from, x)
		if to.Kind() == ir.Double {
			return e.new1("cvt.f64.f32", clsFD, f)
		}
		if narrow(to) {
			d := e.fresh(clsH)
			e.narrowTo(to, d, f)
			return d
		}
		return f
	case narrow(to):
		d := e.fresh(clsH)
		switch {
		case from.Kind() == ir.Float:
			e.narrowTo(to, d, x)
		case to.Kind() == ir.Half:
			e.op("cvt.rn.f16.f64", d, x)
		case e.has(featBF16Arith):
			e.use(featBF16Arith)
			e.op("cvt.rn.bf16.f64", d, x)
		default:
			// Convert through a float that is rounded to odd. The second rounding cannot mistake it
			// for a tie.
			e.narrowTo(to, d, e.roundToOdd(x, ".f64", ""))
		}
		return d
	case to.Kind() == ir.Double:
		return e.new1("cvt"+e.ftz+".f64.f32", clsFD, x)
	}
	return e.new1("cvt.rn"+e.ftz+".f32.f64", clsF, x)
}

// roundToOdd rounds a double or an integer of type t to a float: toward zero or, if that is inexact,
// to the neighbor with an odd last bit. mode is the rounding of the conversion back to t.
func (e *fn) roundToOdd(x opnd, t, mode string) opnd {
	z := e.new1("cvt.rz.f32"+t, clsF, x)
	back := e.new1("cvt"+mode+t+".f32", x.cls, z)
	lost := e.new2("setp.ne"+t, clsP, back, x)
	r := e.new1("mov.b32", clsR, z)
	odd := e.new3("selp.b32", clsR, e.new2("or.b32", clsR, r, immR(1)), r, lost)
	return e.new1("mov.b32", clsF, odd)
}

// floatToInt converts with rounding toward zero.
func (e *fn) floatToInt(from, to *ir.Type, x opnd, signed bool) []opnd {
	w := to.Bits()
	if w > 64 {
		e.fail("", "conversions between floats and integers of more than 64 bits")
		return []opnd{immRD(0), immRD(0)}
	}
	sign := ".u"
	if signed {
		sign = ".s"
	}
	x = e.reg(x)
	if narrow(from) {
		x, from = e.widen(from, x), e.m.Types.Simple(ir.Float)
	}
	if w > 32 {
		d := e.new1("cvt.rzi"+e.ftzOf(from)+sign+"64"+bare(from), clsRD, x)
		e.trim(d, w)
		return []opnd{d}
	}
	d := e.new1("cvt.rzi"+e.ftzOf(from)+sign+"32"+bare(from), clsR, x)
	if w == 1 {
		return e.truncTo([]opnd{d}, 32, 1)
	}
	e.trim(d, w)
	return []opnd{d}
}

// ftzOf returns .ftz if the type needs it. bare returns the suffix of the type alone.
func (e *fn) ftzOf(t *ir.Type) string {
	if t.Kind() == ir.Float {
		return e.ftz
	}
	return ""
}

func bare(t *ir.Type) string {
	if t.Kind() == ir.Double {
		return ".f64"
	}
	return ".f32"
}

// intToFloat converts with rounding to nearest.
func (e *fn) intToFloat(from, to *ir.Type, v []opnd, signed bool) opnd {
	if len(v) == 2 {
		e.fail("", "conversions between floats and integers of more than 64 bits")
		return imm(e.shape(to).slots[0], 0)
	}
	x := v[0]
	w := from.Bits()
	sign := ".u"
	switch {
	case x.cls == clsP && signed:
		x = e.new3("selp.b32", clsR, immR(^uint64(0)), immR(0), e.reg(x))
	case x.cls == clsP:
		x = e.boolTo(clsR, x)
	case signed:
		x = e.signed(x, w)
	}
	if signed {
		sign = ".s"
	}
	x = e.reg(x)
	it := sign + suffix(x)
	switch {
	case to.Kind() == ir.Double:
		return e.new1("cvt.rn.f64"+it, clsFD, x)
	case to.Kind() == ir.Half && e.native(to):
		return e.new1("cvt.rn.f16"+it, clsH, x)
	case to.Kind() == ir.BFloat && e.native(to):
		e.use(featBF16Arith)
		return e.new1("cvt.rn.bf16"+it, clsH, x)
	case narrow(to):
		d := e.fresh(clsH)
		e.narrowTo(to, d, e.roundToOdd(x, it, ".rzi"))
		return d
	}
	return e.new1("cvt.rn"+e.ftz+".f32"+it, clsF, x)
}
