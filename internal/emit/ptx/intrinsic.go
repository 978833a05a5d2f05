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
	nvvmIntrinsics()
}

// writes registers the writer of an intrinsic that package ir must know. name has no "llvm."
// prefix.
func writes(name string, f func(e *fn, i *ir.Instr)) { intrinsics[ir.IntrinsicRow(name)] = f }

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
		"memcpy":              func(e *fn, i *ir.Instr) { e.memcpy(i, false) },
		"memcpy.inline":       func(e *fn, i *ir.Instr) { e.memcpy(i, false) },
		"memmove":             func(e *fn, i *ir.Instr) { e.memcpy(i, true) },
		"memset":              (*fn).memset,
		"memset.inline":       (*fn).memset,
		"va_start":            (*fn).vaStart,
		"va_copy":             (*fn).vaCopy,
		"va_end":              none,
		"trap":                func(e *fn, i *ir.Instr) { e.line("trap;") },
		"ubsantrap":           func(e *fn, i *ir.Instr) { e.line("trap;") },
		"debugtrap":           func(e *fn, i *ir.Instr) { e.line("brkpt;") },
		"stacksave":           (*fn).stackSave,
		"stackrestore":        (*fn).stackRestore,
		"ptrmask":             (*fn).ptrMask,
		"get.rounding":        func(e *fn, i *ir.Instr) { e.define(i, []opnd{immR(1)}) }, // to nearest
		"allow.runtime.check": func(e *fn, i *ir.Instr) { e.define(i, []opnd{imm(clsP, 1)}) },
		"allow.ubsan.check":   func(e *fn, i *ir.Instr) { e.define(i, []opnd{imm(clsP, 1)}) },
		"ctpop":               ints((*fn).ctpop),
		"ctlz":                ints((*fn).ctlz),
		"cttz":                ints((*fn).cttz),
		"bswap":               ints((*fn).bswap),
		"bitreverse":          ints((*fn).bitreverse),
		"fshl":                ints(func(e *fn, _ *ir.Instr, _ int, d []opnd, x [][]opnd) { e.shf("l", d[0], x[1][0], x[0][0], x[2][0]) }),
		"fshr":                ints(func(e *fn, _ *ir.Instr, _ int, d []opnd, x [][]opnd) { e.shf("r", d[0], x[1][0], x[0][0], x[2][0]) }),
		"abs":                 ints((*fn).abs),
		"is.fpclass":          (*fn).isFPClass,
		"fptosi.sat":          func(e *fn, i *ir.Instr) { e.floatToIntSat(i, true) },
		"fptoui.sat":          func(e *fn, i *ir.Instr) { e.floatToIntSat(i, false) },
		"fma":                 floats((*fn).fma),
		"fmuladd":             floats((*fn).fma),
		"fabs":                floats((*fn).fabs),
		"copysign":            floats((*fn).copysign),
		"sqrt":                floats((*fn).sqrt),
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
}

func (e *fn) intrinsic(i *ir.Instr, f *ir.Func) {
	id := f.Intrinsic()
	if t, ok := exactTemplate(f.Name); ok {
		if i.Type().IsVoid() || e.fits(i.Type()) {
			e.templateInstr(i, t)
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
		e.op("or.b64", e.def(i)[0], low, high)
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
	e.op(op+".b"+suffix(x), r, x)
	if extra > 0 {
		e.op("sub.s32", r, r, immR(uint64(extra)))
	}
	if d.cls == clsRD {
		e.op("cvt.u64.u32", d, r)
	}
}

func (e *fn) ctlz(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case w == 1:
		e.op("not.pred", d[0], o)
	default:
		e.count("clz", d[0], o, int(8*classes[o.cls].size)-w)
	}
}

func (e *fn) cttz(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case w == 1:
		e.op("not.pred", d[0], o)
		return
	}
	if w < int(8*classes[o.cls].size) {
		o = e.new2("or.b"+suffix(o), o.cls, o, imm(o.cls, 1<<w)) // for zero, the result is the width
	}
	e.count("clz", d[0], e.new1("brev.b"+suffix(o), o.cls, o), 0)
}

// bswap32 reverses the bytes of a register of 32 bits.
func (e *fn) bswap32(d, x opnd) { e.op("prmt.b32", d, x, immR(0), immR(0x0123)) }

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
	case o.cls == clsRD:
		e.bswap64(d[0], o)
		if w < 64 {
			e.op("shr.u64", d[0], d[0], immR(uint64(64-w)))
		}
	default:
		e.bswap32(d[0], o)
		if w < 32 {
			e.op("shr.u32", d[0], d[0], immR(uint64(32-w)))
		}
	}
}

func (e *fn) bitreverse(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	o := e.reg(x[0][0])
	switch {
	case w == 1:
		e.mov(d[0], o)
	default:
		e.op("brev.b"+suffix(o), d[0], o)
		if n := int(8*classes[o.cls].size) - w; n > 0 {
			e.op("shr.u"+suffix(o), d[0], d[0], immR(uint64(n)))
		}
	}
}

// rotate64 rotates by an amount of 32 bits, modulo 64.
func (e *fn) rotate64(d, x, n opnd, right bool) {
	n = e.reg(n)
	by := e.new2("and.b32", clsR, n, immR(63))
	back := e.new2("and.b32", clsR, e.new2("sub.s32", clsR, immR(0), n), immR(63))
	if right {
		by, back = back, by
	}
	e.op("or.b64", d, e.new2("shl.b64", clsRD, x, by), e.new2("shr.u64", clsRD, x, back))
}

// shf writes PTX's funnel shift of 32 bits.
func (e *fn) shf(dir string, d, lo, hi, n opnd) {
	e.op("shf."+dir+".wrap.b32", d, e.reg(lo), e.reg(hi), n)
}

func (e *fn) abs(_ *ir.Instr, w int, d []opnd, x [][]opnd) {
	switch {
	case w == 1:
		e.mov(d[0], x[0][0])
	default:
		e.op("abs.s"+suffix(d[0]), d[0], e.reg(e.signed(x[0][0], w)))
		e.trim(d[0], w)
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
		e.op("stacksave.u64", e.def(i)[0])
	}
}

func (e *fn) stackRestore(i *ir.Instr) {
	if e.use(featAlloca) {
		e.op("stackrestore.u64", e.reg(e.value(i.Arg(0))[0]))
	}
}
