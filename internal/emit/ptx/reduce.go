// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes reductions of vectors.

import "github.com/corolower/corolower/internal/ir"

// reduce folds a vector. It folds floats in order.
func (e *fn) reduce(i *ir.Instr, op ir.Op) {
	k := i.NumCallArgs() - 1 // floats have a start value
	vt := i.Arg(k).Type()
	if !e.fits(vt) {
		return
	}
	n, st, width := e.elems(vt)
	v := e.value(i.Arg(k))
	acc := v[:width]
	first := 1
	if k == 1 {
		acc, first = e.value(i.Arg(0)), 0
	}
	for j := first; j < n; j++ {
		x := v[j*width : (j+1)*width]
		d := make([]opnd, width)
		for s := range d {
			d[s] = e.fresh(e.shape(st).slots[s])
		}
		switch {
		case st.IsFloat() && op == ir.OpFAdd:
			e.fop(st, "add.rn", d[0], e.native(st), acc[0], x[0])
		case st.IsFloat():
			e.fop(st, "mul.rn", d[0], e.native(st), acc[0], x[0])
		case width == 2:
			e.wideBinary(op, st.Bits(), d, acc, x)
		default:
			e.intBinary(op, st.Bits(), d[0], acc[0], x[0])
		}
		acc = d
	}
	e.define(i, acc)
}

func (e *fn) reduceMinMax(i *ir.Instr, p ir.Pred) {
	vt := i.Arg(0).Type()
	if !e.fits(vt) {
		return
	}
	n, st, width := e.elems(vt)
	v := e.value(i.Arg(0))
	acc := v[:width]
	for j := 1; j < n; j++ {
		d := make([]opnd, width)
		for s := range d {
			d[s] = e.fresh(e.shape(st).slots[s])
		}
		e.pick(p, st.Bits(), d, acc, v[j*width:(j+1)*width])
		acc = d
	}
	e.define(i, acc)
}

// reduceFloats folds a vector of floats with a minimum or maximum.
func (e *fn) reduceFloats(i *ir.Instr, f floatFn) {
	vt := i.Arg(0).Type()
	if !e.fits(vt) {
		return
	}
	_, st, _ := e.elems(vt)
	v := e.value(i.Arg(0))
	acc := v[0]
	for _, x := range v[1:] {
		d := e.fresh(e.shape(st).slots[0])
		f(e, i, st, d, []opnd{acc, x})
		acc = d
	}
	e.define(i, []opnd{acc})
}
