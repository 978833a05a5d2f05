// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes reductions of vectors.

import "github.com/corolower/corolower/internal/ir"

// fold combines the elements of a vector, the last argument of a call, from left to right. An
// argument before it is the start value.
func (e *fn) fold(i *ir.Instr, combine func(t *ir.Type, d, acc, x []opnd)) {
	k := i.NumCallArgs() - 1
	vt := i.Arg(k).Type()
	if !e.fits(vt) {
		return
	}
	n, t, width := e.elems(vt)
	v := e.value(i.Arg(k))
	acc, first := v[:width], 1
	if k == 1 {
		acc, first = e.value(i.Arg(0)), 0
	}
	for j := first; j < n; j++ {
		d := e.freshFor(t)
		combine(t, d, acc, v[j*width:(j+1)*width])
		acc = d
	}
	e.define(i, acc)
}

func (e *fn) reduce(i *ir.Instr, op ir.Op) {
	e.fold(i, func(t *ir.Type, d, acc, x []opnd) {
		switch {
		case t.IsFloat() && op == ir.OpFAdd:
			e.fop(t, "add.rn", d[0], e.native(t), acc[0], x[0])
		case t.IsFloat():
			e.fop(t, "mul.rn", d[0], e.native(t), acc[0], x[0])
		case len(d) == 2:
			e.wideBinary(op, t.Bits(), d, acc, x)
		default:
			e.intBinary(op, t.Bits(), d[0], acc[0], x[0])
		}
	})
}

func (e *fn) reduceMinMax(i *ir.Instr, p ir.Pred) {
	e.fold(i, func(t *ir.Type, d, acc, x []opnd) { e.pick(p, t.Bits(), d, acc, x) })
}

// reduceFloats is reduceMinMax for floats.
func (e *fn) reduceFloats(i *ir.Instr, f floatFn) {
	e.fold(i, func(t *ir.Type, d, acc, x []opnd) { f(e, i, t, d[0], []opnd{acc[0], x[0]}) })
}
