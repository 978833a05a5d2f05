// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes atomic operations on i128, which takes two registers.

import "github.com/corolower/corolower/internal/ir"

// is128 reports whether a type is i128, the only integer of two registers that may be atomic.
func is128(t *ir.Type) bool { return t.IsInt() && t.Bits() == 128 }

// casText writes a compare-and-swap.
func (e *fn) casText(op string, d opnd, a addr, want, put opnd) {
	e.begin(op)
	e.b = append(d.append(e.b), ", "...)
	e.b = append(a.append(e.b), ", "...)
	e.b = append(want.append(e.b), ", "...)
	e.b = put.append(e.b)
	e.end()
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
	if !e.use(featAtomB128) {
		return
	}
	at := e.atomPrefix(cmpXchgOrder(i), scope, a.space)
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
