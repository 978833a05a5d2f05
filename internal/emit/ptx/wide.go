// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes integers of 65 to 128 bits in two registers, the low half first. Division calls
// a helper function that the writer adds to the module.

import (
	"github.com/corolower/corolower/internal/ir"
)

// helper is a function that the writer adds to the module.
type helper uint8

const (
	helperUDivRem helper = iota
	helperRemainder
	numHelpers
)

func (e *fn) wideBinary(op ir.Op, w int, d, x, y []opnd) {
	switch op {
	case ir.OpAdd:
		e.carried("add", d, x, y)
		e.trim(d[1], w-64)
	case ir.OpSub:
		e.carried("sub", d, x, y)
		e.trim(d[1], w-64)
	case ir.OpMul:
		hi := e.new2("mul.hi.u64", clsRD, x[0], y[0])
		hi = e.new3("mad.lo.s64", clsRD, x[0], y[1], hi)
		e.op("mad.lo.s64", d[1], x[1], y[0], hi)
		e.op("mul.lo.s64", d[0], x[0], y[0])
		e.trim(d[1], w-64)
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		for k := range d {
			e.op(op.String()+".b64", d[k], x[k], y[k])
		}
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		e.wideShift(op, w, d, x, y[0])
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		e.wideDiv(op, w, d, x, y)
	default:
		e.fail("", "instructions of this kind")
	}
}

// carried adds or subtracts both halves with the carry of the low one.
func (e *fn) carried(op string, d, x, y []opnd) {
	if e.use(featCarry64) {
		e.op(op+".cc.s64", d[0], x[0], y[0])
		e.op(op+"c.s64", d[1], x[1], y[1])
	}
}

// wideShift shifts by 0 to 127. PTX clamps the amount: a shift by 64 or more returns 0, or the
// sign. A constant amount determines the source of each half:
//
//	lshr i128 %x, 96    low half = high half >> 32, high half = 0
func (e *fn) wideShift(op ir.Op, w int, d, x []opnd, n opnd) {
	if n.imm {
		e.wideShiftBy(op, w, d, x, int(min(n.v, 127)))
		return
	}
	n = e.amount(n)
	back := e.new2("sub.s32", clsR, immR(64), n) // negative, and thus clamped, if n > 64
	over := e.new2("sub.s32", clsR, n, immR(64))
	big := e.new2("setp.ge.u32", clsP, n, immR(64))
	if op == ir.OpShl {
		small := e.new2("or.b64", clsRD, e.new2("shl.b64", clsRD, e.reg(x[1]), n), e.new2("shr.u64", clsRD,
			e.reg(x[0]), back))
		e.op("selp.b64", d[1], e.new2("shl.b64", clsRD, e.reg(x[0]), over), small, big)
		e.op("shl.b64", d[0], x[0], n)
		e.trim(d[1], w-64)
		return
	}
	hi := x[1]
	kind := "shr.u64"
	if op == ir.OpAShr {
		kind = "shr.s64"
		hi = e.signed(hi, w-64)
	}
	hi = e.reg(hi)
	small := e.new2("or.b64", clsRD, e.new2("shr.u64", clsRD, e.reg(x[0]), n), e.new2("shl.b64", clsRD, hi, back))
	e.op("selp.b64", d[0], e.new2(kind, clsRD, hi, over), small, big)
	e.op(kind, d[1], hi, n)
	e.trim(d[1], w-64)
}

// wideShiftBy shifts by a constant of 0 to 127.
func (e *fn) wideShiftBy(op ir.Op, w int, d, x []opnd, n int) {
	lo, hi := e.reg(x[0]), e.reg(x[1])
	by := func(k int) opnd { return immR(uint64(k)) }
	kind, fill := "shr.u64", immRD(0)
	if op == ir.OpAShr {
		kind = "shr.s64"
		hi = e.signed(hi, w-64)
		fill = e.new2(kind, clsRD, hi, by(63))
	}
	switch {
	case op == ir.OpShl && n >= 64:
		e.op("shl.b64", d[1], lo, by(n-64))
		e.mov(d[0], immRD(0))
	case op == ir.OpShl:
		e.op("or.b64", d[1], e.new2("shl.b64", clsRD, hi, by(n)), e.new2("shr.u64", clsRD, lo, by(64-n)))
		e.op("shl.b64", d[0], lo, by(n))
	case n >= 64:
		e.op(kind, d[0], hi, by(n-64))
		e.mov(d[1], fill)
	default:
		e.op("or.b64", d[0], e.new2("shr.u64", clsRD, lo, by(n)), e.new2("shl.b64", clsRD, hi, by(64-n)))
		e.op(kind, d[1], hi, by(n))
	}
	e.trim(d[1], w-64)
}

// freshWide returns new registers for an integer of more than 64 bits.
func (e *fn) freshWide() []opnd { return []opnd{e.fresh(clsRD), e.fresh(clsRD)} }

// wideSigned sign-extends to 128 bits.
func (e *fn) wideSigned(x []opnd, w int) []opnd {
	if w == 128 {
		return x
	}
	return []opnd{x[0], e.signed(x[1], w-64)}
}

func (e *fn) wideCmp(p ir.Pred, w int, d opnd, x, y []opnd) {
	if p == ir.PredEQ || p == ir.PredNE {
		lo, hi := e.new2("xor.b64", clsRD, x[0], y[0]), e.new2("xor.b64", clsRD, x[1], y[1])
		e.op("setp."+intCmp[p].op+".b64", d, e.new2("or.b64", clsRD, lo, hi), immRD(0))
		return
	}
	c := intCmp[p]
	kind := ".u64"
	if c.signed {
		x, y, kind = e.wideSigned(x, w), e.wideSigned(y, w), ".s64"
	}
	same := e.new2("setp.eq.b64", clsP, x[1], y[1])
	lo := e.new2("setp."+c.op+".u64", clsP, x[0], y[0])
	hi := e.new2("setp."+c.op+kind, clsP, x[1], y[1])
	e.selp(d, lo, hi, same)
}

// negWide returns 0 - x if p holds, else x.
func (e *fn) negWide(x []opnd, p opnd) []opnd {
	lo, hi := e.fresh(clsRD), e.fresh(clsRD)
	e.carried("sub", []opnd{lo, hi}, []opnd{immRD(0), immRD(0)}, x)
	return []opnd{e.new3("selp.b64", clsRD, lo, x[0], p), e.new3("selp.b64", clsRD, hi, x[1], p)}
}

func (e *fn) wideDiv(op ir.Op, w int, d, x, y []opnd) {
	signed := op == ir.OpSDiv || op == ir.OpSRem
	var nx, ny opnd
	x, y = []opnd{e.reg(x[0]), e.reg(x[1])}, []opnd{e.reg(y[0]), e.reg(y[1])}
	if signed {
		x, y = e.wideSigned(x, w), e.wideSigned(y, w)
		nx, ny = e.new2("setp.lt.s64", clsP, x[1], immRD(0)), e.new2("setp.lt.s64", clsP, y[1], immRD(0))
		x, y = e.negWide(x, nx), e.negWide(y, ny)
	}
	e.helpers[helperUDivRem] = e.use(featCarry64)
	q, r := e.freshWide(), e.freshWide()
	e.line("{")
	for k, v := range []opnd{x[0], x[1], y[0], y[1]} {
		e.linef(".param .b64 %s%d;", e.argName, k)
		e.linef("st.param.b64 [%s%d], %%rd%d;", e.argName, k, v.v)
	}
	e.linef(".param .align 16 .b8 %s0[32];", e.retName)
	e.linef("call.uni (%s0), %s, (%s0, %s1, %s2, %s3);", e.retName, udivremName, e.argName, e.argName,
		e.argName, e.argName)
	e.linef("ld.param.v2.b64 {%%rd%d, %%rd%d}, [%s0];", q[0].v, q[1].v, e.retName)
	e.linef("ld.param.v2.b64 {%%rd%d, %%rd%d}, [%s0+16];", r[0].v, r[1].v, e.retName)
	e.line("}")
	out := q
	if op == ir.OpURem || op == ir.OpSRem {
		out = r
	}
	if signed {
		sign := nx
		if op == ir.OpSDiv {
			sign = e.new2("xor.pred", clsP, nx, ny)
		}
		out = e.negWide(out, sign)
	}
	for k := range d {
		e.mov(d[k], out[k])
	}
	e.trim(d[1], w-64)
}

const udivremName = "__corolower_udivrem128"

// helperText prints the helpers that functions call.
func (w *writer) helperText() string {
	text := ""
	if w.helpers[helperRemainder] {
		text = remainderText
	}
	if w.helpers[helperUDivRem] {
		text += udivremText()
	}
	return text
}

func udivremText() string {
	// The loop divides bit by bit from the top. It shifts the next bit of the dividend into the
	// remainder, and subtracts the divisor if it fits.
	return `.func (.param .align 16 .b8 func_retval0[32]) ` + udivremName + `(
	.param .b64 ` + udivremName + `_param_0,
	.param .b64 ` + udivremName + `_param_1,
	.param .b64 ` + udivremName + `_param_2,
	.param .b64 ` + udivremName + `_param_3
)
{
	.reg .pred %p<6>;
	.reg .b32 %r<2>;
	.reg .b64 %rd<16>;
	ld.param.b64 %rd1, [` + udivremName + `_param_0];
	ld.param.b64 %rd2, [` + udivremName + `_param_1];
	ld.param.b64 %rd3, [` + udivremName + `_param_2];
	ld.param.b64 %rd4, [` + udivremName + `_param_3];
	mov.b64 %rd5, 0;
	mov.b64 %rd6, 0;
	mov.b32 %r1, 128;
$L__udivrem_bit:
	shr.u64 %rd7, %rd5, 63;
	shr.u64 %rd15, %rd6, 63;
	shl.b64 %rd6, %rd6, 1;
	or.b64 %rd6, %rd6, %rd7;
	shl.b64 %rd5, %rd5, 1;
	shr.u64 %rd8, %rd2, 63;
	or.b64 %rd5, %rd5, %rd8;
	shl.b64 %rd2, %rd2, 1;
	shr.u64 %rd9, %rd1, 63;
	or.b64 %rd2, %rd2, %rd9;
	shl.b64 %rd1, %rd1, 1;
	setp.gt.u64 %p1, %rd6, %rd4;
	setp.eq.b64 %p2, %rd6, %rd4;
	setp.ge.u64 %p3, %rd5, %rd3;
	and.pred %p2, %p2, %p3;
	or.pred %p1, %p1, %p2;
	setp.ne.b64 %p4, %rd15, 0;
	or.pred %p1, %p1, %p4;
	sub.cc.s64 %rd10, %rd5, %rd3;
	subc.s64 %rd11, %rd6, %rd4;
	selp.b64 %rd5, %rd10, %rd5, %p1;
	selp.b64 %rd6, %rd11, %rd6, %p1;
	selp.b64 %rd12, 1, 0, %p1;
	or.b64 %rd1, %rd1, %rd12;
	sub.s32 %r1, %r1, 1;
	setp.ne.b32 %p5, %r1, 0;
	@%p5 bra $L__udivrem_bit;
	st.param.v2.b64 [func_retval0], {%rd1, %rd2};
	st.param.v2.b64 [func_retval0+16], {%rd5, %rd6};
	ret;
}

`
}
