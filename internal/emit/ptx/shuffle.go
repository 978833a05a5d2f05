// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes the intrinsics that move the elements of vectors. The registers of each element
// are known, so they copy nothing.

import "github.com/corolower/corolower/internal/ir"

// moves registers the writers of these intrinsics. A writer gets the lists of the elements of the
// operands, and returns that of the result.
func moves() {
	for name, f := range map[string]func(e *fn, i *ir.Instr, x, y [][]opnd) [][]opnd{
		"vector.reverse": func(_ *fn, _ *ir.Instr, x, _ [][]opnd) (out [][]opnd) {
			for k := range x {
				out = append(out, x[len(x)-1-k])
			}
			return out
		},
		"vector.splice": func(e *fn, i *ir.Instr, x, y [][]opnd) [][]opnd {
			// Elements n, n+1, ... of both vectors in sequence. A negative n counts from the end of the first.
			n, ok := e.offset(i.Arg(2), len(x))
			if !ok {
				return nil
			}
			return append(append([][]opnd(nil), x...), y...)[n:][:len(x)]
		},
		"vector.insert": func(e *fn, i *ir.Instr, x, y [][]opnd) [][]opnd {
			n, ok := e.offset(i.Arg(2), len(x)-len(y)+1)
			if !ok {
				return nil
			}
			out := append([][]opnd(nil), x...)
			copy(out[n:], y)
			return out
		},
		"vector.extract": func(e *fn, i *ir.Instr, x, _ [][]opnd) [][]opnd {
			size, _, _ := e.elems(i.Type())
			n, ok := e.offset(i.Arg(1), len(x)-size+1)
			if !ok {
				return nil
			}
			return x[n:][:size]
		},
		"vector.interleave2": func(_ *fn, _ *ir.Instr, x, y [][]opnd) (out [][]opnd) {
			for k := range x {
				out = append(out, x[k], y[k])
			}
			return out
		},
		"vector.deinterleave2": func(_ *fn, _ *ir.Instr, x, _ [][]opnd) (out [][]opnd) {
			for k := range x {
				out = append(out, x[2*k%len(x)+2*k/len(x)])
			}
			return out
		},
	} {
		writes(name, func(e *fn, i *ir.Instr) {
			var y [][]opnd
			if i.NumCallArgs() > 1 && i.Arg(1).Type().Kind() == ir.Vector {
				y = e.elements(i.Arg(1))
			}
			if out := f(e, i, e.elements(i.Arg(0)), y); out != nil {
				var all []opnd
				for _, x := range out {
					all = append(all, x...)
				}
				e.define(i, all)
			}
		})
	}
}

// elements returns the registers of each element of a vector.
func (e *fn) elements(v ir.Value) [][]opnd {
	n, _, width := e.elems(v.Type())
	all, out := e.value(v), make([][]opnd, n)
	for k := range out {
		out[k] = all[k*width : (k+1)*width]
	}
	return out
}

// offset returns a constant offset into n elements. A negative one counts from the end.
func (e *fn) offset(v ir.Value, n int) (int, bool) {
	c, ok := v.(*ir.Const)
	if !ok || !c.IsInt() {
		e.fail("", "an offset that is not constant")
		return 0, false
	}
	k := c.Int64()
	if k < 0 {
		k += int64(n)
	}
	if k < 0 || k >= int64(n) {
		e.fail("", "an offset of %d elements", k)
		return 0, false
	}
	return int(k), true
}
