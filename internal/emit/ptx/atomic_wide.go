// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes atomic operations on values in more than one register: i128, and vectors of
// floats. For example, `atomicrmw fadd <2 x half>` is a loop that swaps the i32 with both halves.
// PTX has atom.add.f16x2, but that adds each half atomically, not both together.

import "github.com/corolower/corolower/internal/ir"

// is128 reports whether a type is i128, the only integer of two registers that may be atomic.
func is128(t *ir.Type) bool { return t.IsInt() && t.Bits() == 128 }

// rmwType reports whether atomicrmw is written for a type. If not, it reports an error.
func (e *fn) rmwType(t *ir.Type) bool {
	size := e.lay.StoreSize(t)
	if is128(t) || t.Kind() == ir.Vector && !e.shape(t).packed && bitsOfVector(t) == int(8*size) && size&(size-1) == 0 &&
		size <= 16 || len(e.shape(t).slots) == 1 && size <= 8 {
		return true
	}
	e.fail("", "atomic access to a value of type %s", t)
	return false
}

// bitsOfVector returns the bits of a vector's elements.
func bitsOfVector(t *ir.Type) int { return int(t.Len()) * bitsOf(t.Elem()) }

// freshFor returns new registers for a type.
func (e *fn) freshFor(t *ir.Type) []opnd {
	var out []opnd
	for _, c := range e.shape(t).slots {
		out = append(out, e.fresh(c))
	}
	return out
}

// localRMW writes atomicrmw on local memory, which no other thread sees.
func (e *fn) localRMW(i *ir.Instr, name string, t *ir.Type, a addr, v []opnd) {
	old := e.freshFor(t)
	e.load(a, t, e.alignOf(i, t), "", old)
	e.store(a, t, e.alignOf(i, t), "", e.rmwValues(name, t, old, v))
	for k, d := range e.def(i) {
		e.mov(d, old[k])
	}
}

// rmwValues computes the value that an operation stores, of any type.
func (e *fn) rmwValues(name string, t *ir.Type, old, v []opnd) []opnd {
	if is128(t) {
		return e.rmw128(name, old, v)
	}
	_, st, _ := e.elems(t)
	out := make([]opnd, len(old))
	for k := range old {
		out[k] = e.rmwValue(name, st, old[k], v[k])
	}
	return out
}

// rmw128 is rmwValue for an i128.
func (e *fn) rmw128(name string, old, v []opnd) []opnd {
	v = []opnd{e.reg(v[0]), e.reg(v[1])}
	zero, one := []opnd{immRD(0), immRD(0)}, []opnd{immRD(1), immRD(0)}
	binary := func(op ir.Op, x, y []opnd) []opnd {
		d := e.freshWide()
		e.wideBinary(op, 128, d, x, y)
		return d
	}
	choose := func(c opnd, x, y []opnd) []opnd {
		d := e.freshWide()
		for k := range d {
			e.selp(d[k], x[k], y[k], c)
		}
		return d
	}
	compare := func(p ir.Pred, x, y []opnd) opnd {
		c := e.fresh(clsP)
		e.wideCmp(p, 128, c, x, []opnd{e.reg(y[0]), e.reg(y[1])})
		return c
	}
	switch name {
	case "xchg":
		return v
	case "add":
		return binary(ir.OpAdd, old, v)
	case "sub":
		return binary(ir.OpSub, old, v)
	case "and":
		return binary(ir.OpAnd, old, v)
	case "or":
		return binary(ir.OpOr, old, v)
	case "xor":
		return binary(ir.OpXor, old, v)
	case "nand":
		ones := []opnd{immRD(^uint64(0)), immRD(^uint64(0))}
		return binary(ir.OpXor, binary(ir.OpAnd, old, v), ones)
	case "max":
		return choose(compare(ir.PredSGT, old, v), old, v)
	case "min":
		return choose(compare(ir.PredSLT, old, v), old, v)
	case "umax":
		return choose(compare(ir.PredUGT, old, v), old, v)
	case "umin":
		return choose(compare(ir.PredULT, old, v), old, v)
	case "uinc_wrap":
		return choose(compare(ir.PredUGE, old, v), zero, binary(ir.OpAdd, old, one))
	case "udec_wrap":
		wraps := e.new2("or.pred", clsP, compare(ir.PredEQ, old, zero), compare(ir.PredUGT, old, v))
		return choose(wraps, v, binary(ir.OpSub, old, one))
	case "usub_cond":
		return choose(compare(ir.PredUGE, old, v), binary(ir.OpSub, old, v), old)
	case "usub_sat":
		return choose(compare(ir.PredUGE, old, v), binary(ir.OpSub, old, v), zero)
	}
	e.fail("", "atomicrmw %s", name)
	return v
}

// wideRMW writes atomicrmw on an i128 or a vector, as a loop of compare-and-swap. A vector of less
// than 32 bits is part of a larger word.
func (e *fn) wideRMW(i *ir.Instr, name string, t *ir.Type, a addr, v []opnd, scope string) {
	size := e.lay.StoreSize(t)
	switch {
	case size == 16:
		e.rmwLoop128(i, name, t, a, v, scope)
	case size < 4:
		d := e.def(i)[0] // <1 x half>
		e.casLoop(i, name, t.Elem(), d, a, v[0], scope)
	default:
		e.vectorLoop(i, name, t, a, v, scope)
	}
}

// vectorLoop repeats a compare-and-swap of a vector of 32 or 64 bits.
func (e *fn) vectorLoop(i *ir.Instr, name string, t *ir.Type, a addr, v []opnd, scope string) {
	bits := int(8 * e.lay.StoreSize(t))
	it := e.m.Types.Int(bits)
	c := e.shape(it).slots[0]
	n := "b" + itoa(bits)
	for k := range v {
		v[k] = e.reg(v[k])
	}
	old, seen := e.fresh(c), e.fresh(c)
	e.loadOne("ld.volatile"+spaceNames[a.space]+"."+n, old, a)
	again := e.newLabel()
	at, _ := e.atomPrefix(i.Order, scope, a.space)
	e.place(again)
	value := e.repack(it, []opnd{old}, t)
	next := e.reg(e.repack(t, e.rmwValues(name, t, value, v), it)[0])
	e.casText(at+".cas."+n, seen, a, old, next)
	p := e.new2("setp.ne."+n, clsP, seen, old)
	e.mov(old, seen)
	e.braIf(p, true, again)
	for k, d := range e.def(i) {
		e.mov(d, value[k])
	}
}

// casText writes a compare-and-swap.
func (e *fn) casText(op string, d opnd, a addr, want, put opnd) {
	e.begin(op)
	e.b = append(d.append(e.b), ", "...)
	e.b = append(a.append(e.b), ", "...)
	e.b = append(want.append(e.b), ", "...)
	e.b = put.append(e.b)
	e.end()
}

// rmwLoop128 writes an operation on 128 bits. The first read may see halves of two values: then the
// first swap fails.
func (e *fn) rmwLoop128(i *ir.Instr, name string, t *ir.Type, a addr, v []opnd, scope string) {
	if !e.use(featAtomB128) {
		return
	}
	it := e.m.Types.Int(128)
	at, _ := e.atomPrefix(i.Order, scope, a.space)
	if name == "xchg" {
		x, d := e.fresh(clsQ), e.fresh(clsQ)
		e.pair128(x, v)
		e.atom(at+".exch.b128", d, a, x)
		e.define(i, e.unpair128(d))
		return
	}
	for k := range v {
		v[k] = e.reg(v[k])
	}
	old := e.freshWide()
	for k := range old {
		e.loadOne("ld.volatile"+spaceNames[a.space]+".b64", old[k], a.plus(int64(8*k)))
	}
	again := e.newLabel()
	e.place(again)
	value := e.repack(it, old, t)
	next := e.repack(t, e.rmwValues(name, t, value, v), it)
	want, put, got := e.fresh(clsQ), e.fresh(clsQ), e.fresh(clsQ)
	e.pair128(want, old)
	e.pair128(put, next)
	e.casText(at+".cas.b128", got, a, want, put)
	seen := e.unpair128(got)
	p := e.fresh(clsP)
	e.wideCmp(ir.PredNE, 128, p, seen, old)
	result := e.def(i)
	for k, d := range result {
		e.mov(d, value[k])
	}
	for k := range old {
		e.mov(old[k], seen[k])
	}
	e.braIf(p, true, again)
}

// cmpXchg128 writes a compare-and-swap of 128 bits.
func (e *fn) cmpXchg128(i *ir.Instr) {
	t := i.Arg(1).Type()
	a := e.address(i.Arg(0))
	want, put := e.value(i.Arg(1)), e.value(i.Arg(2))
	scope, ok := e.scope(i)
	if !ok || !e.writable(a) || !e.naturallyAligned(i, t) {
		return
	}
	want = []opnd{e.reg(want[0]), e.reg(want[1])}
	d := e.def(i)
	if a.space == spaceLocal {
		old, next := e.freshWide(), e.freshWide()
		e.load(a, t, e.alignOf(i, t), "", old)
		e.wideCmp(ir.PredEQ, 128, d[2], old, want)
		for k := range next {
			e.selp(next[k], put[k], old[k], d[2])
		}
		e.store(a, t, e.alignOf(i, t), "", next)
		e.mov(d[0], old[0])
		e.mov(d[1], old[1])
		return
	}
	if !e.use(featAtomB128) {
		return
	}
	at, _ := e.atomPrefix(cmpXchgOrder(i), scope, a.space)
	x, y, got := e.fresh(clsQ), e.fresh(clsQ), e.fresh(clsQ)
	e.pair128(x, want)
	e.pair128(y, put)
	e.casText(at+".cas.b128", got, a, x, y)
	old := e.unpair128(got)
	e.wideCmp(ir.PredEQ, 128, d[2], old, want)
	e.mov(d[0], old[0])
	e.mov(d[1], old[1])
}

// atomicLoad128 and atomicStore128 write accesses of 128 bits in one instruction.
func (e *fn) atomicLoad128(a addr, sem string, d []opnd) {
	q := e.fresh(clsQ)
	e.loadOne("ld"+sem+spaceNames[a.space]+".b128", q, a)
	for k, x := range e.unpair128(q) {
		e.mov(d[k], x)
	}
}

func (e *fn) atomicStore128(a addr, sem string, v []opnd) {
	q := e.fresh(clsQ)
	e.pair128(q, v)
	e.storeOne("st"+sem+spaceNames[a.space]+".b128", a, q)
}
