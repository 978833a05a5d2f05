// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Values: constants, conversions, and random pure expressions. Lowering can rematerialize most of
// them instead of storing them in the frame.

import "fmt"

// konst returns a random constant operand of a type.
func (g *gen) konst(t *typ) string {
	switch t.k {
	case kInt:
		if t.bits == 1 {
			return oneOf(g, "true", "false")
		}
		v := int64(g.n(100))
		if g.chance(30) {
			v = int64(g.r.Uint64())
		}
		if t.bits < 64 {
			v = v << (64 - t.bits) >> (64 - t.bits)
		}
		return fmt.Sprint(v)
	case kFloat:
		return oneOf(g, "1.500000e+00", "-2.250000e+00", "4.000000e+00", "0.000000e+00")
	}
	if g.chance(15) {
		return "zeroinitializer"
	}
	elem := func(e *typ) string { return e.s + " " + g.konst(e) }
	switch t.k {
	case kStruct:
		s := ""
		for i, e := range t.elems {
			s += sep(i) + elem(e)
		}
		return "{ " + s + " }"
	}
	s := ""
	for i := range t.n {
		s += sep(i) + elem(t.elems[0])
	}
	if t.k == kVec {
		return "<" + s + ">"
	}
	return "[" + s + "]"
}

func sep(i int) string {
	if i == 0 {
		return ""
	}
	return ", "
}

// inScope lists the values of a type.
func (f *fn) inScope(t *typ) []val {
	var out []val
	for _, v := range f.vals {
		if v.t == t {
			out = append(out, v)
		}
	}
	return out
}

// pick returns a value of a type: one in scope, a computed one, or a constant.
func (f *fn) pick(t *typ) val {
	have := f.inScope(t)
	switch {
	case len(have) > 0 && f.chance(75):
		return have[f.n(len(have))]
	case f.chance(80):
		return f.make(t)
	}
	return val{t, f.konst(t)}
}

// quiet returns a value without adding an instruction, for places that allow none.
func (f *fn) quiet(t *typ) val {
	if have := f.inScope(t); len(have) > 0 && f.chance(75) {
		return have[f.n(len(have))]
	}
	return val{t, f.konst(t)}
}

// fresh returns an i64 from the runtime that differs at every call.
func (f *fn) fresh() string {
	return f.rtVal("i64", "rt_val", "i64", "i64 %d", f.nextTag())
}

// make computes a value of a type from an i64.
func (f *fn) make(t *typ) val {
	var x string
	if have := f.inScope(i64); len(have) > 0 && f.chance(70) {
		x = have[f.n(len(have))].s
	} else {
		x = f.fresh()
		f.push(i64, x)
	}
	switch t.k {
	case kInt:
		switch {
		case t.bits < 64:
			x = f.op("trunc i64 %s to %s", x, t.s)
		case t.bits > 64:
			x = f.op("%s i64 %s to %s", oneOf(f.gen, "zext", "sext"), x, t.s)
		}
	case kFloat:
		x = f.op("uitofp i64 %s to %s", f.op("and i64 %s, 65535", x), t.s)
	case kVec:
		e := f.pick(t.elems[0])
		x = f.op("insertelement %s %s, %s %s, i32 %d", t.s, f.konst(t), e.t.s, e.s, f.n(t.n))
	case kStruct:
		i := f.n(len(t.elems))
		e := f.pick(t.elems[i])
		x = f.op("insertvalue %s %s, %s %s, %d", t.s, f.konst(t), e.t.s, e.s, i)
	case kArray:
		e := f.pick(t.elems[0])
		x = f.op("insertvalue %s %s, %s %s, %d", t.s, f.konst(t), e.t.s, e.s, f.n(t.n))
	}
	return f.push(t, x)
}

// cond returns an i1 that takes both values over the runs.
func (f *fn) cond() string {
	if have := f.inScope(i1); len(have) > 0 && f.chance(30) {
		return have[f.n(len(have))].s
	}
	x := f.fresh()
	if f.chance(40) {
		x = f.pick(i64).s
	}
	return f.op("icmp %s i64 %s, 0", oneOf(f.gen, "eq", "ne"), f.op("and i64 %s, %d", x, oneOf(f.gen, 1, 2, 3, 6)))
}

// expr computes a new value and puts it in scope.
func (f *fn) expr() {
	switch f.n(11) {
	case 0, 1, 2:
		f.intExpr()
	case 3:
		f.castExpr()
	case 4:
		t := f.intKind()
		a, b := f.pick(t), f.pick(t)
		f.push(i1, f.op("icmp %s %s %s, %s", oneOf(f.gen, "eq", "ne", "ult", "sgt", "ule", "slt"), t.s, a.s, b.s))
	case 5:
		t := f.valKind()
		c, a, b := f.pick(i1), f.pick(t), f.pick(t)
		f.push(t, f.op("select i1 %s, %s %s, %s %s", c.s, t.s, a.s, t.s, b.s))
	case 6:
		f.floatExpr()
	case 7:
		f.vecExpr()
	case 8:
		f.aggExpr()
	case 9:
		t := f.intKind()
		f.push(t, f.op("freeze %s %s", t.s, f.pick(t).s))
	case 10:
		if f.chance(50) {
			f.decl("i64 @rt_tid() " + f.pure())
			f.push(i64, f.op("call i64 @rt_tid()"))
			return
		}
		f.push(i64, f.fresh())
	}
}

// pure returns the dialect's attributes for a function without memory effects.
func (g *gen) pure() string {
	if g.o.Dialect == LLVM14 {
		return "readnone nounwind willreturn"
	}
	return "nounwind willreturn memory(none)"
}

func (f *fn) intKind() *typ {
	if !f.o.Portable && f.chance(12) {
		return i128
	}
	return oneOf(f.gen, intTypes...)
}

func (f *fn) valKind() *typ {
	if !f.o.Portable && f.chance(6) {
		return i128
	}
	return oneOf(f.gen, valTypes...)
}

func (f *fn) intExpr() {
	t := f.intKind()
	a := f.pick(t)
	switch f.n(10) {
	case 0, 1:
		f.push(t, f.op("%s %s %s, %d", oneOf(f.gen, "shl", "lshr", "ashr"), t.s, a.s, f.n(t.bits)))
	case 2:
		b := f.op("or %s %s, 1", t.s, f.pick(t).s)
		f.push(t, f.op("%s %s %s, %s", oneOf(f.gen, "udiv", "urem"), t.s, a.s, b))
	case 3:
		if t.bits == 32 || t.bits == 64 {
			f.decl(fmt.Sprintf("%s @llvm.ctpop.%s(%s)", t.s, t.s, t.s))
			f.push(t, f.op("call %s @llvm.ctpop.%s(%s %s)", t.s, t.s, t.s, a.s))
			return
		}
		fallthrough
	default:
		b := f.pick(t)
		f.push(t, f.op("%s %s %s, %s", oneOf(f.gen, "add", "sub", "mul", "and", "or", "xor"), t.s, a.s, b.s))
	}
}

func (f *fn) castExpr() {
	from, to := f.intKind(), f.intKind()
	a := f.pick(from)
	switch {
	case from.bits > to.bits:
		f.push(to, f.op("trunc %s %s to %s", from.s, a.s, to.s))
	case from.bits < to.bits:
		f.push(to, f.op("%s %s %s to %s", oneOf(f.gen, "zext", "sext"), from.s, a.s, to.s))
	default:
		x := f.op("bitcast double %s to i64", f.pick(f64).s)
		f.push(i64, x)
	}
}

func (f *fn) floatExpr() {
	t := oneOf(f.gen, f32, f64)
	a, b := f.pick(t), f.pick(t)
	switch f.n(5) {
	case 0:
		f.push(t, f.op("fneg %s %s", t.s, a.s))
	case 1:
		f.push(i1, f.op("fcmp %s %s %s, %s", oneOf(f.gen, "olt", "oge", "une"), t.s, a.s, b.s))
	case 2:
		// Powers of two keep a chain exact and far from infinity.
		f.push(t, f.op("fmul %s %s, %s", t.s, a.s, oneOf(f.gen, "5.000000e-01", "-1.000000e+00", "2.500000e-01")))
	default:
		f.push(t, f.op("%s %s %s, %s", oneOf(f.gen, "fadd", "fsub"), t.s, a.s, b.s))
	}
}

func (f *fn) vecExpr() {
	a, b := f.pick(v4i32), f.pick(v4i32)
	switch f.n(4) {
	case 0:
		f.push(i32, f.op("extractelement <4 x i32> %s, i32 %d", a.s, f.n(4)))
	case 1:
		m := fmt.Sprintf("<4 x i32> <i32 %d, i32 %d, i32 %d, i32 %d>", f.n(8), f.n(8), f.n(8), f.n(8))
		f.push(v4i32, f.op("shufflevector <4 x i32> %s, <4 x i32> %s, %s", a.s, b.s, m))
	case 2:
		f.push(v4i32, f.op("insertelement <4 x i32> %s, i32 %s, i32 %d", a.s, f.pick(i32).s, f.n(4)))
	default:
		f.push(v4i32, f.op("%s <4 x i32> %s, %s", oneOf(f.gen, "add", "xor", "mul"), a.s, b.s))
	}
}

func (f *fn) aggExpr() {
	t := oneOf(f.gen, pairT, arr3)
	a := f.pick(t)
	i := f.n(2)
	e := t.elems[0]
	if t.k == kStruct {
		e = t.elems[i]
	}
	if f.chance(50) {
		f.push(e, f.op("extractvalue %s %s, %d", t.s, a.s, i))
		return
	}
	f.push(t, f.op("insertvalue %s %s, %s %s, %d", t.s, a.s, e.s, f.pick(e).s, i))
}
