// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes fixed-point multiplication and division. They compute in twice the bits of their
// type, where nothing overflows. For example, llvm.smul.fix.i32(%x, %y, 7) is
//
//	trunc(ashr(sext(%x) * sext(%y), 7))
//
// Both round down, as in llc.

import "github.com/corolower/corolower/internal/ir"

// fixedPoint returns the writer of a multiplication or a division (op) with the scale in its third
// operand.
func fixedPoint(op ir.Op, signed, saturates bool) intFn {
	return func(e *fn, i *ir.Instr, w int, d []opnd, x [][]opnd) {
		if w > 64 {
			e.fail("", "fixed-point operations on more than 64 bits")
			return
		}
		wide := 64
		if w > 32 {
			wide = 128
		}
		scale, _ := i.Arg(2).(*ir.Const)
		by := []opnd{immRD(scale.Uint64()), immRD(0)}[:wide/64]
		less, more, shift := ir.PredULT, ir.PredUGT, ir.OpLShr
		a, b := e.zextTo(x[0], wide), e.zextTo(x[1], wide)
		if signed {
			less, more, shift = ir.PredSLT, ir.PredSGT, ir.OpAShr
			a, b = e.sextTo(x[0], w, wide), e.sextTo(x[1], w, wide)
		}
		var r []opnd
		switch {
		case op == ir.OpMul:
			r = e.integers(shift, wide, e.integers(ir.OpMul, wide, a, b), by)
		case signed:
			r = e.floorDiv(wide, e.integers(ir.OpShl, wide, a, by), b)
		default:
			r = e.integers(ir.OpUDiv, wide, e.integers(ir.OpShl, wide, a, by), b)
		}
		if saturates {
			most := w
			if signed {
				most--
			}
			r = e.pickOf(less, wide, r, []opnd{immRD(maskOf(most)), immRD(0)}[:wide/64])
			if signed {
				r = e.pickOf(more, wide, r, []opnd{immRD(^maskOf(most)), immRD(^uint64(0))}[:wide/64])
			}
		}
		for k, o := range e.truncTo(r, wide, w) {
			e.mov(d[k], o)
		}
	}
}

// integers writes an operation on integers of 64 or 128 bits, and returns its result.
func (e *fn) integers(op ir.Op, w int, x, y []opnd) []opnd {
	if w > 64 {
		d := e.freshWide()
		e.wideBinary(op, w, d, []opnd{e.reg(x[0]), e.reg(x[1])}, y)
		return d
	}
	d := e.fresh(clsRD)
	e.intBinary(op, w, d, e.reg(x[0]), y[0])
	return []opnd{d}
}

// pickOf returns x if it has the relation p to y, and y if not.
func (e *fn) pickOf(p ir.Pred, w int, x, y []opnd) []opnd {
	d := e.freshWide()[:len(x)]
	e.pick(p, w, d, x, y)
	return d
}

// floorDiv writes a signed division that rounds down: one less than sdiv if there is a remainder
// whose sign is not the divisor's.
func (e *fn) floorDiv(w int, x, y []opnd) []opnd {
	zero := []opnd{immRD(0), immRD(0)}[:len(x)]
	q, r := e.integers(ir.OpSDiv, w, x, y), e.integers(ir.OpSRem, w, x, y)
	some, other := e.fresh(clsP), e.fresh(clsP)
	e.compareAny(ir.PredNE, w, some, r, zero)
	e.compareAny(ir.PredSLT, w, other, e.integers(ir.OpXor, w, r, y), zero)
	one := e.boolTo(clsRD, e.new2("and.pred", clsP, some, other))
	return e.integers(ir.OpSub, w, q, []opnd{one, immRD(0)}[:len(x)])
}

// compareAny writes a comparison of integers of any width.
func (e *fn) compareAny(p ir.Pred, w int, d opnd, x, y []opnd) {
	if len(x) == 2 {
		e.wideCmp(p, w, d, x, y)
	} else {
		e.compare(p, w, d, x[0], y[0])
	}
}
