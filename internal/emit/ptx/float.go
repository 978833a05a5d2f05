// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes floating-point arithmetic, comparisons and conversions. The rounding mode is
// always explicit, so ptxas does not contract a multiplication and an addition. If the GPU has no
// instruction for half or bfloat, the code computes in float. Sums, products and quotients of halfs
// are exact enough in float that rounding twice gives the same result as rounding once.

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
		e.op2("cvt.rn.f16.f32", d, x)
		return
	}
	if e.has(featBF16) {
		e.use(featBF16)
		e.op2("cvt.rn.bf16.f32", d, x)
		return
	}
	// Round to nearest even on the bits. A NaN keeps the top of its payload and becomes quiet.
	r := e.new1("mov.b32", clsR, x)
	odd := e.new2("and.b32", clsR, e.new2("shr.u32", clsR, r, immR(16)), immR(1))
	up := e.new2("add.s32", clsR, e.new2("add.s32", clsR, r, immR(0x7fff)), odd)
	nan := e.new2("setp.nan.f32", clsP, x, x)
	up = e.new3("selp.b32", clsR, e.new2("or.b32", clsR, r, immR(0x400000)), up, nan)
	e.op2("cvt.u16.u32", d, e.new2("shr.u32", clsR, up, immR(16)))
}

// fop writes a float operation. If native is false, a narrow type is computed in float.
func (e *fn) fop(t *ir.Type, op string, d opnd, native bool, args ...opnd) {
	if narrow(t) && !native {
		wide := make([]opnd, len(args))
		for k, a := range args {
			wide[k] = e.widen(t, a)
		}
		r := e.fresh(clsF)
		e.opN(op+".f32", r, wide)
		e.narrowTo(t, d, r)
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
	e.opN(op+e.fname(t), d, args)
}

func (e *fn) opN(op string, d opnd, args []opnd) {
	switch len(args) {
	case 1:
		e.op2(op, d, args[0])
	case 2:
		e.op3(op, d, args[0], args[1])
	default:
		e.op4(op, d, args[0], args[1], args[2])
	}
}

func (e *fn) floatBinary(i *ir.Instr, t *ir.Type, d, x, y opnd) {
	switch i.Op {
	case ir.OpFAdd:
		e.fop(t, "add.rn", d, e.native(t), x, y)
	case ir.OpFSub:
		e.fop(t, "sub.rn", d, e.native(t), x, y)
	case ir.OpFMul:
		e.fop(t, "mul.rn", d, e.native(t), x, y)
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
		e.op3("xor.b16", d, e.reg(x), imm(clsH, 0x8000))
		return
	}
	if t.Kind() == ir.Float {
		r := e.new2("xor.b32", clsR, e.toBits(e.reg(x)), immR(1<<31))
		e.op2("mov.b32", d, r)
		return
	}
	r := e.new2("xor.b64", clsRD, e.toBits(e.reg(x)), immRD(1<<63))
	e.op2("mov.b64", d, r)
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
		e.op3("setp."+floatCmp[p]+name, d, x, y)
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
			e.op2("cvt.rn.f16.f64", d, x)
		case e.has(featBF16Arith):
			e.use(featBF16Arith)
			e.op2("cvt.rn.bf16.f64", d, x)
		default:
			// Convert through a float that is rounded to odd. The second rounding cannot mistake it
			// for a tie.
			e.narrowTo(to, d, e.roundToOdd(x))
		}
		return d
	case to.Kind() == ir.Double:
		return e.new1("cvt"+e.ftz+".f64.f32", clsFD, x)
	}
	return e.new1("cvt.rn"+e.ftz+".f32.f64", clsF, x)
}

// roundToOdd rounds a double to a float: toward zero or, if that is inexact, to the neighbor with
// an odd last bit.
func (e *fn) roundToOdd(x opnd) opnd {
	z := e.new1("cvt.rz.f32.f64", clsF, x)
	back := e.new1("cvt.f64.f32", clsFD, z)
	lost := e.new2("setp.ne.f64", clsP, back, x)
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
	switch to.Kind() {
	case ir.Double:
		return e.new1("cvt.rn.f64"+it, clsFD, x)
	case ir.Half:
		return e.new1("cvt.rn.f16"+it, clsH, x)
	case ir.BFloat:
		if e.has(featBF16Arith) {
			e.use(featBF16Arith)
			return e.new1("cvt.rn.bf16"+it, clsH, x)
		}
		d := e.fresh(clsH)
		if x.cls == clsR {
			e.narrowTo(to, d, e.roundToOdd(e.new1("cvt.rn.f64"+it, clsFD, x))) // a double holds 32 bits exactly
			return d
		}
		e.fail("select a machine that has them with -mcpu=sm_90",
			"conversions of integers of more than 32 bits to bfloat")
		return d
	}
	return e.new1("cvt.rn"+e.ftz+".f32"+it, clsF, x)
}
