// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes integer instructions, and dispatches the others. An integer that is narrower
// than its register is zero-extended in it. An operation that may set bits beyond the width masks
// its result, and an operation on signed values sign-extends its operands first. For example, an
// addition of i8 is an add.s32 followed by an and.b32 with 255.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// instr writes an instruction that is not a terminator.
func (e *fn) instr(i *ir.Instr) {
	if !i.Type().IsVoid() && i.Op != ir.OpCall && i.Op != ir.OpLandingPad && !e.fits(i.Type()) {
		return
	}
	if i.Op != ir.OpPhi && !e.operandsFit(i) {
		return
	}
	switch op := i.Op; {
	case op == ir.OpPhi, !i.Type().IsPtr() && e.modes[i.ID] == modeFolded:
	case op.Info().Binary:
		e.binary(i)
	case op == ir.OpAddrSpaceCast:
		e.addrSpaceCast(i)
	case op.Info().Cast:
		e.cast(i)
	default:
		e.otherInstr(i)
	}
}

func (e *fn) otherInstr(i *ir.Instr) {
	switch i.Op {
	case ir.OpFNeg:
		e.lanes1(i, e.fneg)
	case ir.OpICmp:
		e.icmp(i)
	case ir.OpFCmp:
		e.fcmp(i)
	case ir.OpSelect:
		e.selectInstr(i)
	case ir.OpFreeze:
		e.define(i, e.value(i.Arg(0)))
	case ir.OpGEP:
		e.gep(i)
	case ir.OpLoad:
		e.loadInstr(i)
	case ir.OpStore:
		e.storeInstr(i)
	case ir.OpAlloca:
		e.allocaInstr(i)
	case ir.OpFence:
		e.fence(i)
	case ir.OpAtomicRMW:
		e.atomicRMW(i)
	case ir.OpCmpXchg:
		e.cmpXchg(i)
	case ir.OpCall:
		e.call(i)
	case ir.OpExtractElement:
		e.extractElement(i)
	case ir.OpInsertElement:
		e.insertElement(i)
	case ir.OpShuffleVector:
		e.shuffle(i)
	case ir.OpExtractValue, ir.OpInsertValue:
		e.aggregate(i)
	case ir.OpVAArg:
		e.vaArg(i)
	case ir.OpLandingPad, ir.OpCatchPad, ir.OpCleanupPad:
		e.fail("compile with -fno-exceptions", "PTX has no exceptions")
	default:
		e.fail("", "instructions of this kind")
	}
}

// elems returns the number of scalars of a scalar or vector type, the scalar type, and the number
// of registers of each scalar.
func (e *fn) elems(t *ir.Type) (n int, st *ir.Type, width int) {
	n, st = 1, t
	if t.Kind() == ir.Vector {
		n, st = int(t.Len()), t.Elem()
	}
	return n, st, len(e.shape(st).slots)
}

// lanes1 writes a unary operation for each scalar.
func (e *fn) lanes1(i *ir.Instr, fn func(t *ir.Type, d opnd, x opnd)) {
	_, st, _ := e.elems(i.Type())
	v := e.value(i.Arg(0))
	for k, d := range e.def(i) {
		fn(st, d, v[k])
	}
}

// binary writes a binary instruction for each scalar.
func (e *fn) binary(i *ir.Instr) {
	if at, ok := e.fused[i]; ok {
		e.multiplyAdd(i, at)
		return
	}
	n, st, width := e.elems(i.Type())
	x, y := e.value(i.Arg(0)), e.value(i.Arg(1))
	d := e.def(i)
	for k := range n {
		lo, hi := k*width, (k+1)*width
		switch {
		case st.IsFloat():
			e.floatBinary(i, st, d[k], x[k], y[k])
		case width == 2:
			e.wideBinary(i.Op, st.Bits(), d[lo:hi], x[lo:hi], y[lo:hi])
		default:
			e.intBinary(i.Op, st.Bits(), d[k], x[k], y[k])
		}
	}
}

// suffix returns "32" or "64" for the register's size.
func suffix(o opnd) string {
	if o.cls == clsRD {
		return "64"
	}
	return "32"
}

// trim clears the bits beyond the width w.
func (e *fn) trim(d opnd, w int) {
	if w < int(8*classes[d.cls].size) {
		e.op("and.b"+suffix(d), d, d, imm(d.cls, maskOf(w)))
	}
}

// signed returns an integer sign-extended to its register.
func (e *fn) signed(o opnd, w int) opnd {
	if w == int(8*classes[o.cls].size) {
		return o
	}
	if o.imm {
		return imm(o.cls, uint64(int64(o.v<<(64-w))>>(64-w))&maskOf(int(8*classes[o.cls].size)))
	}
	switch {
	case w == 8 && o.cls == clsR:
		return e.new1("cvt.s32.s8", clsR, o)
	case w == 16 && o.cls == clsR:
		return e.new1("cvt.s32.s16", clsR, o)
	}
	d := e.fresh(o.cls)
	e.op("bfe.s"+suffix(o), d, o, immR(0), immR(uint64(w)))
	return d
}

// boolTo converts a predicate to 0 or 1.
func (e *fn) boolTo(c class, o opnd) opnd {
	if o.imm {
		return imm(c, o.v&1)
	}
	return e.new3("selp.b"+itoa(int(8*classes[c].size)), c, imm(c, 1), imm(c, 0), o)
}

// amount returns a shift amount in 32 bits. PTX clamps large amounts, so a constant of more than 32
// bits must not wrap to a small one.
func (e *fn) amount(y opnd) opnd {
	if y.cls != clsRD {
		return y
	}
	if y.imm {
		return immR(min(y.v, 128))
	}
	return e.new1("cvt.u32.u64", clsR, y)
}

// divisions are the instructions of divisions without the size.
var divisions = map[ir.Op]string{ir.OpUDiv: "div.u", ir.OpURem: "rem.u", ir.OpSDiv: "div.s", ir.OpSRem: "rem.s"}

// intBinary writes an operation on integers of up to 64 bits.
func (e *fn) intBinary(op ir.Op, w int, d, x, y opnd) {
	if w == 1 {
		e.boolBinary(op, d, x, y)
		return
	}
	n := suffix(d)
	switch op {
	case ir.OpAdd:
		e.op("add.s"+n, d, x, y)
		e.trim(d, w)
	case ir.OpSub:
		e.op("sub.s"+n, d, x, y)
		e.trim(d, w)
	case ir.OpMul:
		e.op("mul.lo.s"+n, d, x, y)
		e.trim(d, w)
	case ir.OpUDiv, ir.OpURem:
		if !e.divideByConstant(op, d, x, y) {
			e.op(divisions[op]+n, d, x, y)
		}
	case ir.OpSDiv, ir.OpSRem:
		if sx, sy := e.signed(x, w), e.signed(y, w); !e.divideByConstant(op, d, sx, sy) {
			e.op(divisions[op]+n, d, sx, sy)
		}
		e.trim(d, w)
	case ir.OpAnd:
		e.op("and.b"+n, d, x, y)
	case ir.OpOr:
		e.op("or.b"+n, d, x, y)
	case ir.OpXor:
		e.op("xor.b"+n, d, x, y)
	case ir.OpShl:
		e.op("shl.b"+n, d, x, e.amount(y))
		e.trim(d, w)
	case ir.OpLShr:
		e.op("shr.u"+n, d, x, e.amount(y))
	case ir.OpAShr:
		e.op("shr.s"+n, d, e.signed(x, w), e.amount(y))
		e.trim(d, w)
	default:
		e.fail("", "instructions of this kind")
	}
}

// boolBinary writes an operation on i1. Shifts and divisions return the first operand if their
// result is defined at all.
func (e *fn) boolBinary(op ir.Op, d, x, y opnd) {
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpXor:
		e.op("xor.pred", d, e.reg(x), e.reg(y))
	case ir.OpMul, ir.OpAnd:
		e.op("and.pred", d, e.reg(x), e.reg(y))
	case ir.OpOr:
		e.op("or.pred", d, e.reg(x), e.reg(y))
	case ir.OpURem, ir.OpSRem:
		e.mov(d, imm(clsP, 0))
	default:
		e.mov(d, x)
	}
}

// intCmp maps predicates to setp's comparison, and to whether it is signed.
var intCmp = map[ir.Pred]struct {
	op     string
	signed bool
}{
	ir.PredEQ: {"eq", false}, ir.PredNE: {"ne", false}, ir.PredUGT: {"gt", false},
	ir.PredUGE: {"ge", false}, ir.PredULT: {"lt", false},
	ir.PredULE: {"le", false}, ir.PredSGT: {"gt", true}, ir.PredSGE: {"ge", true},
	ir.PredSLT: {"lt", true}, ir.PredSLE: {"le", true},
}

func (e *fn) icmp(i *ir.Instr) {
	n, st, width := e.elems(i.Arg(0).Type())
	if !e.fits(i.Arg(0).Type()) {
		return
	}
	x, y := e.value(i.Arg(0)), e.value(i.Arg(1))
	d := e.def(i)
	for k := range n {
		if width == 2 {
			e.wideCmp(i.Pred(), st.Bits(), d[k], x[2*k:2*k+2], y[2*k:2*k+2])
			continue
		}
		e.compare(i.Pred(), bitsOf(st), d[k], x[k], y[k])
	}
}

// compare writes a comparison of integers of up to 64 bits.
func (e *fn) compare(p ir.Pred, w int, d, x, y opnd) {
	if w == 1 {
		e.boolCompare(p, d, e.reg(x), e.reg(y))
		return
	}
	c := intCmp[p]
	switch {
	case p == ir.PredEQ || p == ir.PredNE:
		e.op("setp."+c.op+".b"+suffix(x), d, x, y)
	case c.signed:
		e.op("setp."+c.op+".s"+suffix(x), d, e.signed(x, w), e.signed(y, w))
	default:
		e.op("setp."+c.op+".u"+suffix(x), d, x, y)
	}
}

// boolCompare compares values of type i1. True is 1 if unsigned and -1 if signed.
func (e *fn) boolCompare(p ir.Pred, d, x, y opnd) {
	not := func(o opnd) opnd { return e.new1("not.pred", clsP, o) }
	switch p {
	case ir.PredEQ:
		e.op("not.pred", d, e.new2("xor.pred", clsP, x, y))
	case ir.PredNE:
		e.op("xor.pred", d, x, y)
	case ir.PredULT, ir.PredSGT:
		e.op("and.pred", d, not(x), y)
	case ir.PredUGT, ir.PredSLT:
		e.op("and.pred", d, x, not(y))
	case ir.PredULE, ir.PredSGE:
		e.op("or.pred", d, not(x), y)
	default: // uge, sle
		e.op("or.pred", d, x, not(y))
	}
}

func (e *fn) selectInstr(i *ir.Instr) {
	c := e.value(i.Arg(0))
	if len(c) == 1 && c[0].imm {
		// The arm that is not chosen may be the only reference to a function, which is not printed then.
		chosen := i.Arg(2)
		if c[0].v&1 != 0 {
			chosen = i.Arg(1)
		}
		x := e.value(chosen)
		for k, d := range e.def(i) {
			e.mov(d, x[k])
		}
		return
	}
	x, y := e.value(i.Arg(1)), e.value(i.Arg(2))
	d := e.def(i)
	for k := range d {
		p := c[0]
		if len(c) > 1 {
			p = c[k*len(c)/len(d)]
		}
		e.selp(d[k], x[k], y[k], p)
	}
}

// selp writes d = p ? x : y.
func (e *fn) selp(d, x, y, p opnd) {
	p = e.reg(p)
	switch d.cls {
	case clsP:
		x, y = e.reg(x), e.reg(y)
		yes := e.new2("and.pred", clsP, p, x)
		no := e.new2("and.pred", clsP, e.new1("not.pred", clsP, p), y)
		e.op("or.pred", d, yes, no)
	case clsH:
		e.op("selp.b16", d, e.reg(x), e.reg(y), p)
	default:
		e.op("selp."+classes[d.cls].mov, d, x, y, p)
	}
}

// The following functions handle vectors and aggregates. The registers of each element are known,
// so these functions copy registers or write nothing.

func (e *fn) extractElement(i *ir.Instr) {
	vt := i.Arg(0).Type()
	if !e.fits(vt) {
		return
	}
	n, _, width := e.elems(vt)
	v := e.value(i.Arg(0))
	if c, ok := i.Arg(1).(*ir.Const); ok && c.IsInt() {
		k := int(min(c.Uint64(), uint64(n-1)))
		e.define(i, v[k*width:(k+1)*width])
		return
	}
	idx := e.index(i.Arg(1))
	d := e.def(i)
	for j := range d {
		e.mov(d[j], v[j])
		for k := 1; k < n; k++ {
			e.selp(d[j], v[k*width+j], d[j], e.new2("setp.eq.b"+suffix(idx), clsP, idx, imm(idx.cls, uint64(k))))
		}
	}
}

// inserted returns the elements of a vector that a chain of insertelements makes.
func (e *fn) inserted(v ir.Value) []opnd {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op != ir.OpInsertElement || e.base[i.ID] != 0 {
		return e.value(v)
	}
	c, ok := i.Arg(2).(*ir.Const)
	if !ok {
		return e.value(v)
	}
	n, _, width := e.elems(i.Type())
	out := slices.Clone(e.inserted(i.Arg(0)))
	copy(out[int(min(c.Uint64(), uint64(n-1)))*width:], e.value(i.Arg(1)))
	return out
}

// partOfVector reports whether an insertelement is written with the next one, its only user. Then the
// elements that it leaves open, which are undefined in the first of a chain, need no registers.
func partOfVector(i *ir.Instr) bool {
	if !i.HasOneUse() || i.FirstDbgUse() != nil {
		return false
	}
	u := i.FirstUse()
	x := u.User()
	if x.Op != ir.OpInsertElement || u.Index() != 0 || x.Block() != i.Block() {
		return false
	}
	_, ok := x.Arg(2).(*ir.Const)
	return ok
}

// index returns a variable index in an integer register.
func (e *fn) index(v ir.Value) opnd {
	o := e.value(v)[0]
	if o.cls == clsP {
		return e.boolTo(clsR, o)
	}
	return e.reg(o)
}

func (e *fn) insertElement(i *ir.Instr) {
	n, _, width := e.elems(i.Type())
	if _, ok := i.Arg(2).(*ir.Const); ok {
		if !partOfVector(i) {
			e.define(i, e.inserted(i))
		}
		return
	}
	v, x := e.value(i.Arg(0)), e.value(i.Arg(1))
	idx := e.index(i.Arg(2))
	d := e.def(i)
	for k := range n {
		p := e.new2("setp.eq.b"+suffix(idx), clsP, idx, imm(idx.cls, uint64(k)))
		for j := range width {
			e.selp(d[k*width+j], x[j], v[k*width+j], p)
		}
	}
}

func (e *fn) shuffle(i *ir.Instr) {
	n, _, width := e.elems(i.Arg(0).Type())
	x, y := e.value(i.Arg(0)), e.value(i.Arg(1))
	mask := e.maskOf(i.Arg(2))
	var out []opnd
	for _, k := range mask {
		switch {
		case k < 0:
			for _, c := range e.shape(i.Type()).slots[:width] {
				out = append(out, imm(c, 0))
			}
		case k < n:
			out = append(out, x[k*width:(k+1)*width]...)
		default:
			out = append(out, y[(k-n)*width:(k-n+1)*width]...)
		}
	}
	e.define(i, out)
}

// maskOf reads a shuffle mask. -1 is an element with any value.
func (e *fn) maskOf(v ir.Value) []int {
	c := v.(*ir.Const)
	n := int(c.Type().Len())
	out := make([]int, n)
	for k := range out {
		switch c.Kind {
		case ir.ConstVector:
			out[k] = -1
			if x, ok := c.Elems[k].(*ir.Const); ok && x.IsInt() {
				out[k] = int(x.Uint64())
			}
		case ir.ConstSplat:
			out[k] = -1
			if x, ok := c.Elems[0].(*ir.Const); ok && x.IsInt() {
				out[k] = int(x.Uint64())
			}
		case ir.ConstUndef, ir.ConstPoison:
			out[k] = -1
		}
	}
	return out
}

// aggregate writes extractvalue and insertvalue.
func (e *fn) aggregate(i *ir.Instr) {
	t := i.Arg(0).Type()
	if !e.fits(t) {
		return
	}
	at := 0
	for _, k := range i.Aux.(*ir.IndexAux).Indices {
		if t.Kind() == ir.Array {
			t = t.Elem()
			at += k * len(e.shape(t).slots)
			continue
		}
		for _, ft := range t.Fields()[:k] {
			at += len(e.shape(ft).slots)
		}
		t = t.Fields()[k]
	}
	n := len(e.shape(t).slots)
	v := e.value(i.Arg(0))
	if i.Op == ir.OpExtractValue {
		e.define(i, v[at:at+n])
		return
	}
	out := append([]opnd(nil), v...)
	copy(out[at:], e.value(i.Arg(1)))
	e.define(i, out)
}
