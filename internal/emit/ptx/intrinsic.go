// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes LLVM's target-independent intrinsics. A table maps each intrinsic of package ir
// to its writer. NVIDIA's intrinsics are in nvvm.go. An intrinsic without a writer is an error.

import (
	"strings"
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// intrinsics is the table of writers. It is built for the first module, because most runs of the
// tool write no PTX.
var (
	intrinsics     []func(e *fn, i *ir.Instr) // by id
	intrinsicsOnce sync.Once
)

func makeIntrinsics() {
	intrinsics = make([]func(*fn, *ir.Instr), ir.NumIntrinsics())
	independentIntrinsics()
	moves()
	maskedIntrinsics()
	nvvmIntrinsics()
}

// writes registers the writer of an intrinsic that package ir must know. name has no "llvm."
// prefix.
func writes(name string, f func(e *fn, i *ir.Instr)) {
	id := ir.IntrinsicByName(ir.IntrinsicPrefix + name)
	if id.Name() != ir.IntrinsicPrefix+name {
		panic(name + " is not in package ir's table of intrinsics")
	}
	intrinsics[id] = f
}

// independentIntrinsics registers the intrinsics of all targets.
func independentIntrinsics() {
	none := func(*fn, *ir.Instr) {}
	for _, n := range strings.Fields(`lifetime.start lifetime.end assume dbg.declare dbg.value dbg.label dbg.assign dbg.addr donothing sideeffect
		experimental.noalias.scope.decl var.annotation invariant.end pseudoprobe prefetch experimental.convergence.entry
		experimental.convergence.anchor experimental.convergence.loop fake.use`) {
		writes(n, none)
	}
	for _, n := range strings.Fields(`expect expect.with.probability ssa.copy launder.invariant.group strip.invariant.group annotation ptr.annotation
		arithmetic.fence`) {
		writes(n, func(e *fn, i *ir.Instr) { e.define(i, e.value(i.Arg(0))) })
	}
	table := map[string]func(e *fn, i *ir.Instr){
		"invariant.start": func(e *fn, i *ir.Instr) { e.define(i, []opnd{immRD(0)}) },
		"is.constant":     func(e *fn, i *ir.Instr) { e.define(i, []opnd{imm(clsP, 0)}) },
		"objectsize": func(e *fn, i *ir.Instr) {
			v := ^uint64(0)
			if c, ok := i.Arg(1).(*ir.Const); ok && c.IsTrue() {
				v = 0
			}
			e.define(i, []opnd{imm(e.shape(i.Type()).slots[0], v&maskOf(i.Type().Bits()))})
		},
		"memcpy":        func(e *fn, i *ir.Instr) { e.memcpy(i, false) },
		"memcpy.inline": func(e *fn, i *ir.Instr) { e.memcpy(i, false) },
		"memmove":       func(e *fn, i *ir.Instr) { e.memcpy(i, true) },
		"memset":        (*fn).memset,
		"memset.inline": (*fn).memset,
		"va_start":      (*fn).vaStart,
		"va_copy":       (*fn).vaCopy,
		"va_end":        none,
		"trap":          func(e *fn, i *ir.Instr) { e.line("trap;") },
		"ubsantrap":     func(e *fn, i *ir.Instr) { e.line("trap;") },
		"debugtrap":     func(e *fn, i *ir.Instr) { e.line("brkpt;") },
		"stacksave":     (*fn).stackSave,
		"stackrestore":  (*fn).stackRestore,
		"ptrmask":       (*fn).ptrMask,
		"ctpop":         ints((*fn).ctpop),
		"ctlz":          ints((*fn).ctlz),
		"cttz":          ints((*fn).cttz),
		"bswap":         ints((*fn).bswap),
		"bitreverse":    ints((*fn).bitreverse),
		"fshl":          ints((*fn).fshl),
		"fshr":          ints((*fn).fshr),
		"abs":           ints((*fn).abs),
		"smax":          ints(minMax(ir.PredSGT)),
		"smin":          ints(minMax(ir.PredSLT)),
		"umax":          ints(minMax(ir.PredUGT)),
		"umin":          ints(minMax(ir.PredULT)),
		"uadd.sat":      ints(saturating("uadd")),
		"usub.sat":      ints(saturating("usub")),
		"sadd.sat":      ints(saturating("sadd")),
		"ssub.sat":      ints(saturating("ssub")),
		"ushl.sat":      ints(saturatingShift(ir.OpLShr)),
		"sshl.sat":      ints(saturatingShift(ir.OpAShr)),
		"scmp":          func(e *fn, i *ir.Instr) { e.threeWay(i, ir.PredSLT, ir.PredSGT) },
		"ucmp":          func(e *fn, i *ir.Instr) { e.threeWay(i, ir.PredULT, ir.PredUGT) },
		"is.fpclass":    (*fn).isFPClass,
		"fptosi.sat":    func(e *fn, i *ir.Instr) { e.floatToIntSat(i, true) },
		"fptoui.sat":    func(e *fn, i *ir.Instr) { e.floatToIntSat(i, false) },
		"fma":           floats((*fn).fma),
		"fmuladd":       floats((*fn).fma),
		"fabs":          floats((*fn).fabs),
		"copysign":      floats((*fn).copysign),
		"sqrt":          floats((*fn).sqrt),
		"canonicalize": floats(func(e *fn, i *ir.Instr, t *ir.Type, d opnd, x []opnd) {
			e.fop(t, "mul.rn", d, e.native(t), x[0], oneOf(t))
		}),
		"floor":      floats(rounding("rmi")),
		"ceil":       floats(rounding("rpi")),
		"trunc":      floats(rounding("rzi")),
		"rint":       floats(rounding("rni")),
		"nearbyint":  floats(rounding("rni")),
		"roundeven":  floats(rounding("rni")),
		"round":      floats((*fn).round),
		"minnum":     floats(minMaxNum("min")),
		"maxnum":     floats(minMaxNum("max")),
		"minimumnum": floats(minMaxNum("min")),
		"maximumnum": floats(minMaxNum("max")),
		"minimum":    floats(minMaxNaN("min")),
		"maximum":    floats(minMaxNaN("max")),
		"sin":        floats(approximate("sin.approx")),
		"cos":        floats(approximate("cos.approx")),
		"exp2":       floats(approximate("ex2.approx")),
		"log2":       floats(approximate("lg2.approx")),
		"tanh":       floats(approximate("tanh.approx")),
		"ldexp":      (*fn).ldexp,
		"frexp":      (*fn).frexp,
		"powi":       (*fn).powi,
		"lrint":      func(e *fn, i *ir.Instr) { e.roundToInt(i, false) },
		"llrint":     func(e *fn, i *ir.Instr) { e.roundToInt(i, false) },
		"lround":     func(e *fn, i *ir.Instr) { e.roundToInt(i, true) },
		"llround":    func(e *fn, i *ir.Instr) { e.roundToInt(i, true) },
		"readcyclecounter": func(e *fn, i *ir.Instr) {
			e.b = append(e.def(i)[0].append(append(e.b, "\tmov.u64 "...)), ", %clock64;\n"...)
		},
		"readsteadycounter": func(e *fn, i *ir.Instr) {
			e.b = append(e.def(i)[0].append(append(e.b, "\tmov.u64 "...)), ", %globaltimer;\n"...)
		},
	}
	for n, fn := range table {
		writes(n, fn)
	}
	for _, n := range []string{"uadd", "usub", "umul", "sadd", "ssub", "smul"} {
		writes(n+".with.overflow", func(e *fn, i *ir.Instr) { e.withOverflow(i, n) })
	}
	for n, op := range map[string]ir.Op{"mul.fix": ir.OpMul, "div.fix": ir.OpUDiv} {
		for _, sat := range []bool{false, true} {
			suffix := map[bool]string{true: ".sat"}[sat]
			writes("s"+n+suffix, ints(fixedPoint(op, true, sat)))
			writes("u"+n+suffix, ints(fixedPoint(op, false, sat)))
		}
	}
	for n, op := range map[string]ir.Op{"add": ir.OpAdd, "mul": ir.OpMul, "and": ir.OpAnd, "or": ir.OpOr,
		"xor": ir.OpXor, "fadd": ir.OpFAdd, "fmul": ir.OpFMul} {
		writes("vector.reduce."+n, func(e *fn, i *ir.Instr) { e.reduce(i, op) })
	}
	for n, p := range map[string]ir.Pred{"smax": ir.PredSGT, "smin": ir.PredSLT, "umax": ir.PredUGT,
		"umin": ir.PredULT} {
		writes("vector.reduce."+n, func(e *fn, i *ir.Instr) { e.reduceMinMax(i, p) })
	}
	for n, f := range map[string]floatFn{"fmax": minMaxNum("max"), "fmin": minMaxNum("min"),
		"fmaximum": minMaxNaN("max"), "fminimum": minMaxNaN("min")} {
		writes("vector.reduce."+n, func(e *fn, i *ir.Instr) { e.reduceFloats(i, f) })
	}
}

func (e *fn) intrinsic(i *ir.Instr, f *ir.Func) {
	id := f.Intrinsic()
	if t, ok := exactTemplate(f.Name); ok {
		if i.Type().IsVoid() || e.fits(i.Type()) {
			e.templateInstr(i, t)
		}
		return
	}
	if rest, ok := strings.CutPrefix(f.Name, constrainedPrefix); ok {
		op, _, _ := strings.Cut(rest, ".")
		if i.Type().IsVoid() || e.fits(i.Type()) {
			e.constrained(i, op)
		}
		return
	}
	if write := intrinsics[id]; write != nil {
		if !i.Type().IsVoid() && !i.Type().IsToken() && !e.fits(i.Type()) {
			return
		}
		write(e, i)
		return
	}
	if t, ok := templateOf(f.Name); ok {
		if i.Type().IsVoid() || e.fits(i.Type()) {
			e.templateInstr(i, t)
		}
		return
	}
	base := strings.TrimPrefix(id.Name(), ir.IntrinsicPrefix)
	name, isHandle := e.handle(i)
	switch {
	case strings.HasPrefix(f.Name, "llvm.nvvm.move.") && i.Type() == i.Arg(0).Type():
		e.define(i, e.value(i.Arg(0)))
	case f.Name == "llvm.nvvm.swap.lo.hi.b64" && len(e.def(i)) == 1 && e.def(i)[0].cls == clsRD:
		x := e.reg(e.value(i.Arg(0))[0])
		low, high := e.new2("shl.b64", clsRD, x, immR(32)), e.new2("shr.u64", clsRD, x, immR(32))
		e.op3("or.b64", e.def(i)[0], low, high)
	case strings.HasPrefix(f.Name, "llvm.nvvm.rotate.") && len(e.def(i)) == 1 && e.def(i)[0].cls == clsRD:
		e.rotate64(e.def(i)[0], e.reg(e.value(i.Arg(0))[0]), e.value(i.Arg(1))[0], strings.Contains(f.Name, ".right."))
	case isHandle:
		e.b = append(append(e.def(i)[0].append(append(e.b, "\tmov.u64 "...)), ", "+name...), ";\n"...)
	case id.IsCoro(), id == ir.NVVMCreateSuspend:
		e.fail("run the whole pipeline before --emit=ptx", "the coroutine is not lowered")
	case libdevice[base]:
		e.libdevice(i.Type().Scalar(), base)
	default:
		e.fail("", "PTX has no instruction for this intrinsic, or corolower does not support it")
	}
}

// intFn writes an operation on integers. A value has one register or two.
type intFn func(e *fn, i *ir.Instr, w int, d []opnd, x [][]opnd)

// ints returns the writer of an integer operation, which it applies to each element. It drops
// arguments of other types (flags).
func ints(f intFn) func(e *fn, i *ir.Instr) {
	return func(e *fn, i *ir.Instr) {
		n, st, width := e.elems(i.Type())
		d := e.def(i)
		var args [][]opnd
		for k := range i.NumCallArgs() {
			if i.Arg(k).Type() == i.Type() {
				args = append(args, e.value(i.Arg(k)))
			}
		}
		x := make([][]opnd, len(args))
		for k := range n {
			for j, a := range args {
				x[j] = a[k*width : (k+1)*width]
			}
			f(e, i, st.Bits(), d[k*width:(k+1)*width], x)
		}
	}
}

// Integers.

func (e *fn) ctpop(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	if len(d) == 2 {
		lo, hi := e.new1("popc.b64", clsR, e.reg(x[0][0])), e.new1("popc.b64", clsR, e.reg(x[0][1]))
		e.op2("cvt.u64.u32", d[0], e.new2("add.s32", clsR, lo, hi))
		e.mov(d[1], immRD(0))
		return
	}
	o := e.reg(x[0][0])
	if w == 1 {
		e.mov(d[0], o)
		return
	}
	e.count("popc", d[0], o, 0)
}

// count writes popc or clz, whose result has 32 bits, and subtracts extra, the excess width of the
// register.
func (e *fn) count(op string, d, x opnd, extra int) {
	r := d
	if d.cls == clsRD {
		r = e.fresh(clsR)
	}
	e.op2(op+".b"+suffix(x), r, x)
	if extra > 0 {
		e.op3("sub.s32", r, r, immR(uint64(extra)))
	}
	if d.cls == clsRD {
		e.op2("cvt.u64.u32", d, r)
	}
}

func (e *fn) ctlz(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case w == 1:
		e.op2("not.pred", d[0], o)
	case len(d) == 2:
		hi := e.reg(x[0][1])
		zero := e.new2("setp.eq.b64", clsP, hi, immRD(0))
		low := e.new2("add.s32", clsR, e.new1("clz.b64", clsR, o), immR(64))
		n := e.new3("selp.b32", clsR, low, e.new1("clz.b64", clsR, hi), zero)
		e.op2("cvt.u64.u32", d[0], e.new2("sub.s32", clsR, n, immR(uint64(128-w))))
		e.mov(d[1], immRD(0))
	default:
		e.count("clz", d[0], o, int(8*classes[o.cls].size)-w)
	}
}

func (e *fn) cttz(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case w == 1:
		e.op2("not.pred", d[0], o)
		return
	case len(d) == 2:
		hi := e.reg(x[0][1])
		if w < 128 {
			hi = e.new2("or.b64", clsRD, hi, immRD(1<<(w-64)))
		}
		zero := e.new2("setp.eq.b64", clsP, o, immRD(0))
		high := e.new2("add.s32", clsR, e.new1("clz.b64", clsR, e.new1("brev.b64", clsRD, hi)), immR(64))
		n := e.new3("selp.b32", clsR, high, e.new1("clz.b64", clsR, e.new1("brev.b64", clsRD, o)), zero)
		e.op2("cvt.u64.u32", d[0], n)
		e.mov(d[1], immRD(0))
		return
	}
	if w < int(8*classes[o.cls].size) {
		o = e.new2("or.b"+suffix(o), o.cls, o, imm(o.cls, 1<<w)) // for zero, the result is the width
	}
	e.count("clz", d[0], e.new1("brev.b"+suffix(o), o.cls, o), 0)
}

// bswap32 reverses the bytes of a register of 32 bits.
func (e *fn) bswap32(d, x opnd) { e.op4("prmt.b32", d, x, immR(0), immR(0x0123)) }

// bswap64 reverses the bytes of a register of 64 bits.
func (e *fn) bswap64(d, x opnd) {
	lo, hi := e.fresh(clsR), e.fresh(clsR)
	e.linef("mov.b64 {%%r%d, %%r%d}, %%rd%d;", lo.v, hi.v, x.v)
	a, b := e.fresh(clsR), e.fresh(clsR)
	e.bswap32(a, hi)
	e.bswap32(b, lo)
	e.linef("mov.b64 %%rd%d, {%%r%d, %%r%d};", d.v, a.v, b.v)
}

func (e *fn) bswap(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case len(d) == 2:
		r := e.freshWide()
		e.bswap64(r[0], e.reg(x[0][1]))
		e.bswap64(r[1], o)
		e.wideShiftBy(ir.OpLShr, 128, d, r, 128-w)
	case o.cls == clsRD:
		e.bswap64(d[0], o)
		if w < 64 {
			e.op3("shr.u64", d[0], d[0], immR(uint64(64-w)))
		}
	default:
		e.bswap32(d[0], o)
		if w < 32 {
			e.op3("shr.u32", d[0], d[0], immR(uint64(32-w)))
		}
	}
}

func (e *fn) bitreverse(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case w == 1:
		e.mov(d[0], o)
	case len(d) == 2:
		r := []opnd{e.new1("brev.b64", clsRD, e.reg(x[0][1])), e.new1("brev.b64", clsRD, o)}
		e.wideShiftBy(ir.OpLShr, 128, d, r, 128-w)
	default:
		e.op2("brev.b"+suffix(o), d[0], o)
		if n := int(8*classes[o.cls].size) - w; n > 0 {
			e.op3("shr.u"+suffix(o), d[0], d[0], immR(uint64(n)))
		}
	}
}

func (e *fn) fshl(_ *ir.Instr, w int, d []opnd, x [][]opnd) { e.funnel(w, d, x, true) }
func (e *fn) fshr(_ *ir.Instr, w int, d []opnd, x [][]opnd) { e.funnel(w, d, x, false) }

// funnel shifts the concatenation of two values. It shifts the other part by 1 and then by w-1-n,
// so that no amount reaches the width w if n is 0.
func (e *fn) funnel(w int, d []opnd, x [][]opnd, left bool) {
	hi, lo, n := x[0], x[1], x[2][0]
	switch {
	case w == 1:
		from := lo
		if left {
			from = hi
		}
		e.mov(d[0], from[0])
		return
	case w == 32 && left:
		e.shf("l", d[0], lo[0], hi[0], n)
		return
	case w == 32:
		e.shf("r", d[0], lo[0], hi[0], n)
		return
	case w > 64:
		e.wideFunnel(w, d, x, left)
		return
	}
	n = e.reg(n)
	if w&(w-1) == 0 {
		n = e.new2("and.b"+suffix(n), n.cls, n, imm(n.cls, uint64(w-1)))
	} else {
		n = e.new2("rem.u"+suffix(n), n.cls, n, imm(n.cls, uint64(w)))
	}
	back := e.new2("sub.s"+suffix(n), n.cls, imm(n.cls, uint64(w-1)), n)
	a, b, c := e.fresh(d[0].cls), e.fresh(d[0].cls), e.fresh(d[0].cls)
	if left {
		e.intBinary(ir.OpShl, w, a, hi[0], n)
		e.intBinary(ir.OpLShr, w, b, lo[0], immR(1))
		e.intBinary(ir.OpLShr, w, c, b, back)
	} else {
		e.intBinary(ir.OpLShr, w, a, lo[0], n)
		e.intBinary(ir.OpShl, w, b, hi[0], immR(1))
		e.intBinary(ir.OpShl, w, c, b, back)
	}
	e.intBinary(ir.OpOr, w, d[0], a, c)
}

// rotate64 rotates by an amount of 32 bits, modulo 64.
func (e *fn) rotate64(d, x, n opnd, right bool) {
	n = e.reg(n)
	by := e.new2("and.b32", clsR, n, immR(63))
	back := e.new2("and.b32", clsR, e.new2("sub.s32", clsR, immR(0), n), immR(63))
	if right {
		by, back = back, by
	}
	e.op3("or.b64", d, e.new2("shl.b64", clsRD, x, by), e.new2("shr.u64", clsRD, x, back))
}

// shf writes PTX's funnel shift of 32 bits.
func (e *fn) shf(dir string, d, lo, hi, n opnd) {
	e.op4("shf."+dir+".wrap.b32", d, e.reg(lo), e.reg(hi), n)
}

func (e *fn) abs(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	switch {
	case w == 1:
		e.mov(d[0], x[0][0])
	case len(d) == 2:
		v := e.wideSigned([]opnd{e.reg(x[0][0]), e.reg(x[0][1])}, w)
		n := e.negWide(v, e.new2("setp.lt.s64", clsP, v[1], immRD(0)))
		e.mov(d[0], n[0])
		e.mov(d[1], n[1])
		e.trim(d[1], w-64)
	default:
		e.op2("abs.s"+suffix(d[0]), d[0], e.reg(e.signed(x[0][0], w)))
		e.trim(d[0], w)
	}
}

// minMax writes smax and the like: the first operand if the comparison holds, else the second.
func minMax(p ir.Pred) intFn {
	return func(e *fn, _ *ir.Instr, w int, d []opnd, x [][]opnd) { e.pick(p, w, d, x[0], x[1]) }
}

func (e *fn) pick(p ir.Pred, w int, d, x, y []opnd) {
	c := e.fresh(clsP)
	e.compareAny(p, w, c, x, y)
	for k := range d {
		e.selp(d[k], x[k], y[k], c)
	}
}

// threeWay writes a comparison with the result -1, 0 or 1.
func (e *fn) threeWay(i *ir.Instr, less, more ir.Pred) {
	n, st, width := e.elems(i.Arg(0).Type())
	_, dt, dw := e.elems(i.Type())
	if dw != 1 || dt.Bits() < 2 {
		e.fail("", "a result of type %s", i.Type())
		return
	}
	x, y := e.value(i.Arg(0)), e.value(i.Arg(1))
	for k, d := range e.def(i)[:n] {
		l, m := e.fresh(clsP), e.fresh(clsP)
		if width == 2 {
			e.wideCmp(less, st.Bits(), l, x[2*k:2*k+2], y[2*k:2*k+2])
			e.wideCmp(more, st.Bits(), m, x[2*k:2*k+2], y[2*k:2*k+2])
		} else {
			e.compare(less, st.Bits(), l, x[k], y[k])
			e.compare(more, st.Bits(), m, x[k], y[k])
		}
		e.selp(d, imm(d.cls, maskOf(dt.Bits())), e.boolTo(d.cls, m), l)
	}
}

// withOverflow writes an operation that also computes whether it overflows. The registers hold all
// results first, and then the overflow flags.
func (e *fn) withOverflow(i *ir.Instr, name string) {
	n, st, width := e.elems(i.Arg(0).Type())
	x, y := e.value(i.Arg(0)), e.value(i.Arg(1))
	d := e.def(i)
	for k := range n {
		if width == 2 {
			e.wideOverflow(name, st.Bits(), d[2*k:2*k+2], d[2*n+k], x[2*k:2*k+2], y[2*k:2*k+2])
			continue
		}
		e.overflow(name, st.Bits(), d[k], d[n+k], x[k], y[k])
	}
}

// overflow writes one operation of withOverflow.
func (e *fn) overflow(name string, w int, d, over, x, y opnd) {
	if w == 1 {
		x, y = e.reg(x), e.reg(y)
		switch name {
		case "uadd", "sadd", "smul": // signed, 1 is -1
			e.op3("and.pred", over, x, y)
		case "usub":
			e.op3("and.pred", over, e.new1("not.pred", clsP, x), y)
		case "ssub":
			e.op3("and.pred", over, e.new1("not.pred", clsP, x), y)
		default:
			e.mov(over, imm(clsP, 0))
		}
		op := ir.OpXor
		if name == "umul" || name == "smul" {
			op = ir.OpAnd
		}
		e.boolBinary(op, d, x, y)
		return
	}
	s := suffix(d)
	full := w == int(8*classes[d.cls].size)
	mask := imm(d.cls, maskOf(w))
	switch name {
	case "uadd":
		sum := e.new2("add.s"+s, d.cls, x, y)
		if full {
			e.op3("setp.lt.u"+s, over, sum, x)
		} else {
			e.op3("setp.gt.u"+s, over, sum, mask)
		}
		e.op3("and.b"+s, d, sum, mask)
	case "usub":
		e.op3("setp.lt.u"+s, over, x, y)
		e.intBinary(ir.OpSub, w, d, x, y)
	case "sadd", "ssub":
		x, y = e.signed(x, w), e.signed(y, w)
		op := "add.s"
		if name == "ssub" {
			op = "sub.s"
		}
		r := e.new2(op+s, d.cls, x, y)
		if full {
			// The result overflows if its sign differs from the sign of both operands or, for a
			// difference, if the operands' signs differ and the result's sign differs from the
			// first's.
			a, b := e.new2("xor.b"+s, d.cls, x, r), e.new2("xor.b"+s, d.cls, y, r)
			if name == "ssub" {
				b = e.new2("xor.b"+s, d.cls, x, y)
			}
			e.op3("setp.lt.s"+s, over, e.new2("and.b"+s, d.cls, a, b), imm(d.cls, 0))
			e.mov(d, r)
			return
		}
		e.op3("and.b"+s, d, r, mask)
		e.op3("setp.ne.b"+s, over, e.signed(d, w), r)
	case "umul":
		if d.cls == clsR {
			p := e.new2("mul.wide.u32", clsRD, x, y)
			e.op3("setp.gt.u64", over, p, immRD(maskOf(w)))
			e.op2("cvt.u32.u64", d, p)
			e.trim(d, w)
			return
		}
		hi := e.new2("setp.ne.b64", clsP, e.new2("mul.hi.u64", clsRD, x, y), immRD(0))
		lo := e.new2("mul.lo.s64", clsRD, x, y)
		e.op3("or.pred", over, hi, e.new2("setp.gt.u64", clsP, lo, mask))
		e.op3("and.b64", d, lo, mask)
	case "smul":
		x, y = e.signed(x, w), e.signed(y, w)
		if d.cls == clsR {
			p := e.new2("mul.wide.s32", clsRD, x, y)
			lo := e.new1("cvt.u32.u64", clsR, p)
			e.op3("and.b32", d, lo, mask)
			e.op3("setp.ne.b64", over, e.new1("cvt.s64.s32", clsRD, e.signed(d, w)), p)
			return
		}
		lo := e.new2("mul.lo.s64", clsRD, x, y)
		hi := e.new2("mul.hi.s64", clsRD, x, y)
		wrong := e.new2("setp.ne.b64", clsP, hi, e.new2("shr.s64", clsRD, lo, immR(63)))
		e.op3("and.b64", d, lo, mask)
		e.op3("or.pred", over, wrong, e.new2("setp.ne.b64", clsP, e.signed(d, w), lo))
	}
}

// wideOverflow writes an operation on more than 64 bits that also computes whether it overflows.
func (e *fn) wideOverflow(name string, w int, d []opnd, over opnd, x, y []opnd) {
	x, y = []opnd{e.reg(x[0]), e.reg(x[1])}, []opnd{e.reg(y[0]), e.reg(y[1])}
	op := ir.OpAdd
	switch {
	case name[1:] == "mul":
		e.wideProduct(name == "smul", w, d, over, x, y)
		return
	case w != 128: // the exact result fits into 128 bits
		e.narrowOverflow(name, w, d, over, x, y)
		return
	}
	if name[1:] == "sub" {
		op = ir.OpSub
	}
	r := []opnd{e.fresh(clsRD), e.fresh(clsRD)}
	e.wideBinary(op, w, r, x, y)
	switch name {
	case "uadd":
		e.wideCmp(ir.PredULT, w, over, r, x)
	case "usub":
		e.wideCmp(ir.PredULT, w, over, x, y)
	default:
		a, b := e.new2("xor.b64", clsRD, x[1], r[1]), e.new2("xor.b64", clsRD, y[1], r[1])
		if op == ir.OpSub {
			b = e.new2("xor.b64", clsRD, x[1], y[1])
		}
		e.op3("setp.lt.s64", over, e.new2("and.b64", clsRD, a, b), immRD(0))
	}
	e.mov(d[0], r[0])
	e.mov(d[1], r[1])
}

// narrowOverflow writes a sum or difference of 65 to 127 bits: the result overflows if the width does
// not hold the exact one.
func (e *fn) narrowOverflow(name string, w int, d []opnd, over opnd, x, y []opnd) {
	signed := name[0] == 's'
	if signed {
		x, y = e.wideSigned(x, w), e.wideSigned(y, w)
	}
	op := ir.OpAdd
	if name[1:] == "sub" {
		op = ir.OpSub
	}
	r, cut := e.freshWide(), e.freshWide()
	e.wideBinary(op, 128, r, x, y)
	e.mov(cut[0], r[0])
	e.mov(cut[1], r[1])
	e.trim(cut[1], w-64)
	back := cut
	if signed {
		back = e.wideSigned(cut, w)
	}
	e.wideCmp(ir.PredNE, 128, over, back, r)
	e.mov(d[0], cut[0])
	e.mov(d[1], cut[1])
}

// wideProduct writes a product of more than 64 bits with its overflow. A signed one multiplies the
// magnitudes: it overflows if the product of these does, or has no negative or positive counterpart
// in the width.
func (e *fn) wideProduct(signed bool, w int, d []opnd, over opnd, x, y []opnd) {
	var neg opnd
	if signed {
		x, y = e.wideSigned(x, w), e.wideSigned(y, w)
		nx, ny := e.new2("setp.lt.s64", clsP, x[1], immRD(0)), e.new2("setp.lt.s64", clsP, y[1], immRD(0))
		x, y = e.negWide(x, nx), e.negWide(y, ny)
		neg = e.new2("xor.pred", clsP, nx, ny)
	}
	// x*y = xl*yl + 2^64*(xl*yh + xh*yl) + 2^128*xh*yh
	is := func(o opnd) opnd { return e.new2("setp.ne.b64", clsP, o, immRD(0)) }
	or := func(a, b opnd) opnd { return e.new2("or.pred", clsP, a, b) }
	lost := e.new2("and.pred", clsP, is(x[1]), is(y[1]))
	lost = or(lost, is(e.new2("mul.hi.u64", clsRD, x[0], y[1])))
	lost = or(lost, is(e.new2("mul.hi.u64", clsRD, x[1], y[0])))
	r := e.freshWide()
	e.op3("mul.lo.s64", r[0], x[0], y[0])
	hi := e.new2("mul.hi.u64", clsRD, x[0], y[0])
	for _, p := range []opnd{e.new2("mul.lo.s64", clsRD, x[0], y[1]), e.new2("mul.lo.s64", clsRD, x[1], y[0])} {
		sum := e.new2("add.s64", clsRD, hi, p)
		lost = or(lost, e.new2("setp.lt.u64", clsP, sum, p))
		hi = sum
	}
	e.mov(r[1], hi)
	// most is the largest magnitude: 2^w-1, or 2^(w-1)-1, and 2^(w-1) for negative results.
	most := []opnd{immRD(^uint64(0)), immRD(maskOf(w - 64))}
	if signed {
		m := maskOf(w - 65)
		most = []opnd{e.new3("selp.b64", clsRD, immRD(0), immRD(^uint64(0)), neg),
			e.new3("selp.b64", clsRD, immRD(m+1), immRD(m), neg)}
	}
	big := e.fresh(clsP)
	e.wideCmp(ir.PredUGT, 128, big, r, []opnd{e.reg(most[0]), e.reg(most[1])})
	e.mov(over, or(lost, big))
	if signed {
		r = e.negWide(r, neg)
	}
	e.mov(d[0], r[0])
	e.mov(d[1], r[1])
	e.trim(d[1], w-64)
}

// saturating returns the writer of uadd.sat and the like.
func saturating(name string) intFn {
	return func(e *fn, _ *ir.Instr, w int, d []opnd, x [][]opnd) {
		if len(d) == 2 {
			e.wideSaturating(name, w, d, x[0], x[1])
			return
		}
		r, over := e.fresh(d[0].cls), e.fresh(clsP)
		e.overflow(name, w, r, over, x[0][0], x[1][0])
		limit := imm(d[0].cls, maskOf(w))
		switch {
		case name == "usub":
			limit = imm(d[0].cls, 0)
		case name != "uadd":
			limit = e.signedLimit(w, x[0])[0]
		}
		e.selp(d[0], limit, r, over)
	}
}

// saturatingShift returns the writer of ushl.sat or sshl.sat, with the shift that undoes it. The result
// is out of range if shifting it back does not give the operand.
func saturatingShift(back ir.Op) intFn {
	return func(e *fn, _ *ir.Instr, w int, d []opnd, x [][]opnd) {
		r, undone, lost := make([]opnd, len(d)), make([]opnd, len(d)), e.fresh(clsP)
		limit := []opnd{imm(d[0].cls, maskOf(min(w, 64))), immRD(maskOf(max(w-64, 1)))}
		for k := range d {
			r[k], undone[k] = e.fresh(d[k].cls), e.fresh(d[k].cls)
		}
		if len(d) == 2 {
			e.wideBinary(ir.OpShl, w, r, x[0], x[1])
			e.wideBinary(back, w, undone, r, x[1])
			e.wideCmp(ir.PredNE, w, lost, undone, x[0])
		} else {
			e.intBinary(ir.OpShl, w, r[0], x[0][0], x[1][0])
			e.intBinary(back, w, undone[0], r[0], x[1][0])
			e.compare(ir.PredNE, w, lost, undone[0], x[0][0])
		}
		if back == ir.OpAShr {
			limit = e.signedLimit(w, x[0])
		}
		for k := range d {
			e.selp(d[k], limit[k], r[k], lost)
		}
	}
}

// signedLimit returns the least number of w bits if x is negative, and otherwise the largest.
func (e *fn) signedLimit(w int, x []opnd) []opnd {
	neg := e.fresh(clsP)
	if len(x) == 2 {
		e.wideCmp(ir.PredSLT, w, neg, x, []opnd{immRD(0), immRD(0)})
		return []opnd{e.new3("selp.b64", clsRD, immRD(0), immRD(^uint64(0)), neg),
			e.new3("selp.b64", clsRD, immRD(1<<(w-65)), immRD(maskOf(w-65)), neg)}
	}
	e.compare(ir.PredSLT, w, neg, x[0], imm(x[0].cls, 0))
	limit := e.fresh(x[0].cls)
	e.selp(limit, imm(x[0].cls, 1<<(w-1)), imm(x[0].cls, maskOf(w-1)), neg)
	return []opnd{limit}
}

// wideSaturating writes a saturating operation on more than 64 bits.
func (e *fn) wideSaturating(name string, w int, d, x, y []opnd) {
	r, over := e.freshWide(), e.fresh(clsP)
	e.wideOverflow(name, w, r, over, x, y)
	limit := []opnd{immRD(^uint64(0)), immRD(maskOf(w - 64))}
	switch {
	case name == "usub":
		limit = []opnd{immRD(0), immRD(0)}
	case name != "uadd":
		limit = e.signedLimit(w, x)
	}
	for k := range d {
		e.selp(d[k], limit[k], r[k], over)
	}
}

// Pointers and the stack.

func (e *fn) ptrMask(i *ir.Instr) {
	if !i.Type().IsPtr() {
		e.fail("", "vectors of pointers")
		return
	}
	p, m := e.value(i.Arg(0))[0], e.value(i.Arg(1))[0]
	e.define(i, []opnd{e.new2("and.b64", clsRD, p, m)})
}

func (e *fn) stackSave(i *ir.Instr) {
	if e.use(featAlloca) {
		e.op1("stacksave.u64", e.def(i)[0])
	}
}

func (e *fn) stackRestore(i *ir.Instr) {
	if e.use(featAlloca) {
		e.op1("stackrestore.u64", e.reg(e.value(i.Arg(0))[0]))
	}
}
