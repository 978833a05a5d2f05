// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes masked loads and stores, element by element, and the intrinsics that make masks.
// PTX has no instruction for them. For example, each element of a masked load is
//
//	mov.b32 %r1, %r2;        the value that is passed through
//	@!%p1 bra $L__BB0_2;
//	ld.b32 %r1, [%rd1+4];
//	$L__BB0_2:

import "github.com/corolower/corolower/internal/ir"

// maskedIntrinsics registers the writers of these intrinsics.
func maskedIntrinsics() {
	for name, f := range map[string]func(*fn, *ir.Instr){
		"masked.load":  func(e *fn, i *ir.Instr) { e.maskedLoad(i, (*fn).adjacent) },
		"masked.store": func(e *fn, i *ir.Instr) { e.maskedStore(i, (*fn).adjacent) },
		"masked.gather": func(e *fn, i *ir.Instr) {
			e.maskedLoad(i, (*fn).scattered)
		},
		"masked.scatter":               func(e *fn, i *ir.Instr) { e.maskedStore(i, (*fn).scattered) },
		"masked.expandload":            func(e *fn, i *ir.Instr) { e.maskedLoad(i, (*fn).compressed) },
		"masked.compressstore":         func(e *fn, i *ir.Instr) { e.maskedStore(i, (*fn).compressed) },
		"get.active.lane.mask":         (*fn).laneMask,
		"stepvector":                   (*fn).stepVector,
		"experimental.vector.compress": (*fn).vectorCompress,
		"experimental.cttz.elts":       (*fn).firstElement,
		"get.rounding":                 func(e *fn, i *ir.Instr) { e.define(i, []opnd{immR(1)}) }, // to nearest
		"allow.runtime.check":          func(e *fn, i *ir.Instr) { e.define(i, []opnd{imm(clsP, 1)}) },
		"allow.ubsan.check":            func(e *fn, i *ir.Instr) { e.define(i, []opnd{imm(clsP, 1)}) },
		"experimental.stepvector":      (*fn).stepVector,
	} {
		writes(name, f)
	}
}

// places returns the address of each element that a masked operation accesses. next writes what
// follows the access of an element, in the code that runs only if the element is accessed.
type places func(e *fn, pointer ir.Value, t *ir.Type) (at func(k int) addr, next func())

// adjacent elements are at the pointer, one after the other, whatever the mask is.
func (e *fn) adjacent(pointer ir.Value, t *ir.Type) (func(int) addr, func()) {
	a, s := e.address(pointer), e.shape(t)
	return func(k int) addr { return a.plus(s.leaves[k].off) }, func() {}
}

// scattered elements have a pointer each.
func (e *fn) scattered(pointers ir.Value, _ *ir.Type) (func(int) addr, func()) {
	p, space := e.value(pointers), spaceOf(pointers.Type().Elem())
	return func(k int) addr { return addr{base: e.reg(p[k]), space: space} }, func() {}
}

// compressed elements are at the pointer, one after the other, without those that the mask excludes.
func (e *fn) compressed(pointer ir.Value, t *ir.Type) (func(int) addr, func()) {
	a := e.address(pointer)
	p := e.fresh(clsRD)
	e.mov(p, e.pointer(a, a.space))
	return func(int) addr { return addr{base: p, space: a.space} }, func() {
		e.op3("add.s64", p, p, immRD(uint64(e.lay.StoreSize(t.Elem()))))
	}
}

// maskedOperands returns the mask of a masked operation, and the alignment of its addresses. LLVM
// before 22 passes the alignment as an operand before the mask, and later ones as an attribute of the
// pointer. Without either it is 1.
func (e *fn) maskedOperands(i *ir.Instr, pointer int, t *ir.Type) (m []opnd, align int64, rest int, ok bool) {
	if !e.fits(t) {
		return nil, 0, 0, false
	}
	if el := t.Elem(); e.lay.SizeBits(el) != 8*e.lay.AllocSize(el) {
		e.fail("", "a masked access to a vector of type %s: its elements are not whole bytes", t)
		return nil, 0, 0, false
	}
	align, mask := e.argAlign(i, pointer), pointer+1
	if c, given := i.Arg(mask).(*ir.Const); given && c.Type().IsInt() {
		align, mask = int64(c.Uint64()), mask+1
	}
	return e.value(i.Arg(mask)), max(align, 1), mask + 1, true
}

// each writes f for each element that a mask includes, in order. It jumps over the others.
func (e *fn) each(m []opnd, f func(k int)) {
	for k, p := range m {
		if p.imm && p.v&1 == 0 {
			continue
		}
		if p.imm {
			f(k)
			continue
		}
		over := e.newLabel()
		e.braIf(p, false, over)
		f(k)
		e.place(over)
	}
}

// elementAlign returns the alignment of element k, of which the first has an alignment.
func elementAlign(align int64, a, first addr) int64 { return alignedAt(align, a.off-first.off) }

func (e *fn) maskedLoad(i *ir.Instr, where places) {
	t := i.Type()
	m, align, rest, ok := e.maskedOperands(i, 0, t)
	if !ok {
		return
	}
	at, next := where(e, i.Arg(0), t)
	d := e.def(i)
	width := len(d) / len(m)
	for k, o := range e.value(i.Arg(rest)) {
		e.mov(d[k], o)
	}
	e.each(m, func(k int) {
		a := at(k)
		e.load(a, t.Elem(), elementAlign(align, a, at(0)), "", d[k*width:(k+1)*width])
		next()
	})
}

func (e *fn) maskedStore(i *ir.Instr, where places) {
	t := i.Arg(0).Type()
	m, align, _, ok := e.maskedOperands(i, 1, t)
	if !ok {
		return
	}
	at, next := where(e, i.Arg(1), t)
	v := e.value(i.Arg(0))
	width := len(v) / len(m)
	if !e.writable(at(0)) {
		return
	}
	e.each(m, func(k int) {
		a := at(k)
		e.store(a, t.Elem(), elementAlign(align, a, at(0)), "", v[k*width:(k+1)*width])
		next()
	})
}

// laneMask compares base + k with the number of lanes. The sum does not wrap, so element k is true if
// the base is less than the number, and k less than their difference.
func (e *fn) laneMask(i *ir.Instr) {
	_, t, width := e.elems(i.Arg(0).Type())
	if width != 1 {
		e.fail("", "a lane mask from integers of %d bits", t.Bits())
		return
	}
	base, n := e.reg(e.value(i.Arg(0))[0]), e.reg(e.value(i.Arg(1))[0])
	below, left := e.fresh(clsP), e.fresh(base.cls)
	e.compare(ir.PredULT, t.Bits(), below, base, n)
	e.intBinary(ir.OpSub, t.Bits(), left, n, base)
	for k, d := range e.def(i) {
		if uint64(k) > maskOf(t.Bits()) {
			e.mov(d, imm(clsP, 0))
			continue
		}
		in := e.fresh(clsP)
		e.compare(ir.PredUGT, t.Bits(), in, left, imm(left.cls, uint64(k)))
		e.op3("and.pred", d, in, below)
	}
}

// stepVector numbers the elements.
func (e *fn) stepVector(i *ir.Instr) {
	_, t, width := e.elems(i.Type())
	for k, d := range e.def(i) {
		v := uint64(k / width)
		if k%width > 0 {
			v = 0
		}
		e.mov(d, imm(d.cls, v&maskOf(min(t.Bits(), 64))))
	}
}

// vectorCompress moves the elements that a mask includes to the front. The others are those of the
// third operand, or undefined. Element k gets each element that the mask includes after k others.
func (e *fn) vectorCompress(i *ir.Instr) {
	x, m := e.elements(i.Arg(0)), e.value(i.Arg(1))
	d := e.def(i)
	width := len(d) / len(x)
	count := immR(0)
	for k, o := range e.value(i.Arg(2)) {
		e.mov(d[k], o)
	}
	for k := range x {
		for to := range k + 1 {
			here := e.new2("setp.eq.b32", clsP, e.reg(count), immR(uint64(to)))
			here = e.new2("and.pred", clsP, here, e.reg(m[k]))
			for j := range width {
				e.selp(d[to*width+j], x[k][j], d[to*width+j], here)
			}
		}
		count = e.new2("add.s32", clsR, e.boolTo(clsR, m[k]), count)
	}
}

// firstElement returns the number of leading zero elements.
func (e *fn) firstElement(i *ir.Instr) {
	vt := i.Arg(0).Type()
	if !e.fits(vt) {
		return
	}
	n, t, width := e.elems(vt)
	d := e.def(i)
	if len(d) != 1 || d[0].cls == clsP {
		e.fail("", "a result of type %s", i.Type())
		return
	}
	x := e.elements(i.Arg(0))
	mask := maskOf(bitsOf(i.Type()))
	e.mov(d[0], imm(d[0].cls, uint64(n)&mask))
	zero := []opnd{immRD(0), immRD(0)}
	if width == 1 {
		zero = []opnd{imm(x[0][0].cls, 0)}
	}
	for k := n - 1; k >= 0; k-- {
		set := e.fresh(clsP)
		if t.Bits() == 1 {
			e.mov(set, x[k][0])
		} else {
			e.compareAny(ir.PredNE, t.Bits(), set, x[k], zero)
		}
		e.selp(d[0], imm(d[0].cls, uint64(k)&mask), d[0], set)
	}
}
