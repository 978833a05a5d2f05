// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes casts.

import "github.com/corolower/corolower/internal/ir"

func (e *fn) cast(i *ir.Instr) {
	from, to := i.Arg(0).Type(), i.Type()
	if !e.fits(from) {
		return
	}
	if i.Op == ir.OpBitCast {
		if to.IsPtr() && e.modes[i.ID] != modeValue {
			return
		}
		e.define(i, e.repack(from, e.value(i.Arg(0)), to))
		return
	}
	n, ft, fw := e.elems(from)
	_, tt, _ := e.elems(to)
	v := e.value(i.Arg(0))
	var out []opnd
	for k := range n {
		out = append(out, e.castScalar(i, ft, tt, v[k*fw:(k+1)*fw])...)
	}
	e.define(i, out)
}

// castScalar converts one scalar. The result may be the operand itself.
func (e *fn) castScalar(i *ir.Instr, from, to *ir.Type, v []opnd) []opnd {
	switch i.Op {
	case ir.OpTrunc:
		return e.truncTo(v, from.Bits(), to.Bits())
	case ir.OpZExt:
		return e.zextTo(v, to.Bits())
	case ir.OpSExt:
		return e.sextTo(v, from.Bits(), to.Bits())
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		if to.Bits() > 64 {
			return e.zextTo(v, to.Bits())
		}
		return e.truncTo(v, 64, to.Bits())
	case ir.OpIntToPtr:
		if from.Bits() > 64 {
			return v[:1]
		}
		return e.zextTo(v, 64)
	case ir.OpFPTrunc, ir.OpFPExt:
		return []opnd{e.floatToFloat(from, to, v[0])}
	case ir.OpFPToSI, ir.OpFPToUI:
		return e.floatToInt(from, to, v[0], i.Op == ir.OpFPToSI)
	case ir.OpSIToFP, ir.OpUIToFP:
		return []opnd{e.intToFloat(from, to, v, i.Op == ir.OpSIToFP)}
	}
	e.fail("", "casts of this kind")
	return v
}

// truncTo truncates an integer.
func (e *fn) truncTo(v []opnd, from, to int) []opnd {
	if from == to {
		return v
	}
	if to > 64 {
		hi := e.new2("and.b64", clsRD, v[1], immRD(maskOf(to-64)))
		return []opnd{v[0], hi}
	}
	o := v[0]
	if to == 64 {
		return v[:1]
	}
	if to > 32 {
		return []opnd{e.new2("and.b64", clsRD, o, immRD(maskOf(to)))}
	}
	if o.cls == clsRD {
		if o.imm {
			o = immR(o.v)
		} else {
			o = e.new1("cvt.u32.u64", clsR, o)
		}
	}
	if to == 32 {
		return []opnd{o}
	}
	o = e.new2("and.b32", clsR, o, immR(maskOf(to)))
	if to == 1 {
		o = e.new2("setp.ne.b32", clsP, o, immR(0))
	}
	return []opnd{o}
}

// zextTo zero-extends an integer.
func (e *fn) zextTo(v []opnd, to int) []opnd {
	o := v[0]
	c := clsR
	if to > 32 {
		c = clsRD
	}
	switch {
	case len(v) == 2:
		return v
	case o.cls == clsP:
		o = e.boolTo(c, o)
	case o.cls == clsR && c == clsRD:
		if o.imm {
			o = immRD(o.v)
		} else {
			o = e.new1("cvt.u64.u32", clsRD, o)
		}
	}
	if to > 64 {
		return []opnd{o, immRD(0)}
	}
	return []opnd{o}
}

// sextTo sign-extends an integer.
func (e *fn) sextTo(v []opnd, from, to int) []opnd {
	if len(v) == 2 {
		hi := e.reg(e.signed(v[1], from-64))
		if hi != v[1] {
			e.trim(hi, to-64)
		}
		return []opnd{v[0], hi}
	}
	o := v[0]
	c := clsR
	if to > 32 {
		c = clsRD
	}
	if o.cls == clsP {
		w := min(to, 64)
		o = e.new3("selp.b"+itoa(int(8*classes[c].size)), c, imm(c, maskOf(w)), imm(c, 0), e.reg(o))
		if to > 64 {
			return []opnd{o, e.new2("and.b64", clsRD, o, immRD(maskOf(to-64)))}
		}
		return []opnd{o}
	}
	o = e.reg(e.signed(o, from))
	if o.cls == clsR && c == clsRD {
		o = e.new1("cvt.s64.s32", clsRD, o)
	}
	if to > 64 {
		hi := e.new2("shr.s64", clsRD, o, immR(63))
		e.trim(hi, to-64)
		return []opnd{o, hi}
	}
	if w := int(8 * classes[c].size); to < w {
		o = e.new2("and.b"+itoa(w), c, o, imm(c, maskOf(to)))
	}
	return []opnd{o}
}

// repack converts a value to another type without changing its bits.
func (e *fn) repack(from *ir.Type, v []opnd, to *ir.Type) []opnd {
	fs, ts := e.shape(from), e.shape(to)
	if sameSlots(fs, ts) {
		return v
	}
	// Collect the bits as integers in memory order. Each register contributes the width of its
	// scalar.
	type part struct {
		o   opnd
		bit int // position of the first bit
		n   int
	}
	var parts []part
	bit := 0
	for _, l := range fs.leaves {
		for slot, n := l.slot, bitsOf(l.t); n > 0; slot++ {
			w := min(n, 64)
			parts = append(parts, part{e.reg(e.toBits(v[slot])), bit, w})
			bit, n = bit+w, n-w
		}
	}
	out := make([]opnd, len(ts.slots))
	bit, next := 0, 0
	for _, l := range ts.leaves {
		for slot, n := l.slot, bitsOf(l.t); n > 0; slot++ {
			w := min(n, 64)
			c := clsR
			if classes[ts.slots[slot]].size == 8 {
				c = clsRD
			}
			var acc opnd
			have := false
			for parts[next].bit+parts[next].n <= bit {
				next++
			}
			for k := next; k < len(parts) && parts[k].bit < bit+w; k++ {
				p := e.bitsFrom(parts[k].o, c, bit-parts[k].bit)
				if have {
					p = e.new2("or.b"+suffix(p), c, acc, p)
				}
				acc, have = p, true
			}
			if w < int(8*classes[c].size) {
				acc = e.new2("and.b"+suffix(acc), c, acc, imm(c, maskOf(w)))
			}
			out[slot] = acc
			if cls := ts.slots[slot]; cls != c {
				out[slot] = e.fresh(cls)
				e.fromBits(out[slot], acc)
			}
			bit, n = bit+w, n-w
		}
	}
	return out
}

// bitsFrom shifts an integer right by n bits (left if n is negative) and returns it in a register
// of class c.
func (e *fn) bitsFrom(o opnd, c class, n int) opnd {
	if n > 0 {
		o = e.new2("shr.u"+suffix(o), o.cls, o, immR(uint64(n)))
	}
	switch {
	case o.cls == clsRD && c == clsR:
		o = e.new1("cvt.u32.u64", clsR, o)
	case o.cls == clsR && c == clsRD:
		o = e.new1("cvt.u64.u32", clsRD, o)
	}
	if n < 0 {
		o = e.new2("shl.b"+suffix(o), c, o, immR(uint64(-n)))
	}
	return o
}

// sameSlots reports whether values of two types have the same registers and bits.
func sameSlots(x, y *shape) bool {
	if len(x.slots) != len(y.slots) || len(x.leaves) != len(y.leaves) {
		return false
	}
	for k := range x.slots {
		if x.slots[k] != y.slots[k] {
			return false
		}
	}
	for k := range x.leaves {
		if bitsOf(x.leaves[k].t) != bitsOf(y.leaves[k].t) {
			return false
		}
	}
	return true
}
