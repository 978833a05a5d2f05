// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file holds the table of NVIDIA's intrinsics (llvm.nvvm.*). The entries were compared with
// llc's output and with the PTX ISA. Tensor cores, asynchronous copies, textures and surfaces are
// missing.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// simple is an intrinsic that is one instruction with the arguments as its operands, in order.
type simple struct {
	op      string
	feature feature
}

// nvvmIntrinsics registers NVIDIA's intrinsics.
func nvvmIntrinsics() {
	// Special registers.
	for _, r := range []string{"tid", "ntid", "ctaid", "nctaid"} {
		for _, d := range []string{"x", "y", "z", "w"} {
			specialRegister("read.ptx.sreg."+r+"."+d, "mov.u32", "%"+r+"."+d)
		}
	}
	for _, r := range strings.Fields("laneid warpid nwarpid smid nsmid gridid clock pm0 pm1 pm2 pm3 " +
		"dynamic_smem_size total_smem_size aggr_smem_size") {
		specialRegister("read.ptx.sreg."+r, "mov.u32", "%"+r)
	}
	for _, r := range []string{"eq", "le", "lt", "ge", "gt"} {
		specialRegister("read.ptx.sreg.lanemask."+r, "mov.u32", "%lanemask_"+r)
	}
	specialRegister("read.ptx.sreg.clock64", "mov.u64", "%clock64")
	specialRegister("read.ptx.sreg.globaltimer", "mov.u64", "%globaltimer")
	specialRegister("read.ptx.sreg.globaltimer.lo", "mov.u32", "%globaltimer_lo")
	specialRegister("read.ptx.sreg.warpsize", "mov.u32", "WARP_SZ")
	for k := range 32 {
		specialRegister("read.ptx.sreg.envreg"+itoa(k), "mov.b32", "%envreg"+itoa(k))
	}

	// One instruction each.
	for name, op := range map[string]string{
		"mulhi.i": "mul.hi.s32", "mulhi.ui": "mul.hi.u32", "mulhi.ll": "mul.hi.s64", "mulhi.ull": "mul.hi.u64",
		"mul24.i": "mul24.lo.s32", "mul24.ui": "mul24.lo.u32",
		"sad.i": "sad.s32", "sad.ui": "sad.u32", "prmt": "prmt.b32",
		"fmin.f": "min.f32", "fmax.f": "max.f32", "fmin.ftz.f": "min.ftz.f32",
		"fmax.ftz.f": "max.ftz.f32", "fmin.d": "min.f64", "fmax.d": "max.f64",
		"saturate.f": "cvt.sat.f32.f32", "saturate.ftz.f": "cvt.ftz.sat.f32.f32", "saturate.d": "cvt.sat.f64.f64",
		"fabs.f32": "abs.f32", "fabs.f": "abs.f32", "fabs.ftz.f": "abs.ftz.f32", "fabs.d": "abs.f64",
		"sqrt.f": "sqrt.rn.f32", "rsqrt.approx.d": "rsqrt.approx.f64",
		"rcp.approx.ftz.d": "rcp.approx.ftz.f64", "div.full": "div.full.f32",
		"bar.warp.sync": "bar.warp.sync", "activemask": "activemask.b32", "nanosleep": "nanosleep.u32",
	} {
		f := featAlways
		switch name {
		case "bar.warp.sync":
			f = featSync
		case "activemask":
			f = featActiveMask
		case "nanosleep":
			f = featNanosleep
		}
		one("nvvm."+name, simple{op, f})
	}
	for _, op := range []string{"ex2", "lg2", "sin", "cos", "sqrt", "rsqrt", "rcp", "div"} {
		one("nvvm."+op+".approx.f", simple{op + ".approx.f32", featAlways})
		one("nvvm."+op+".approx.ftz.f", simple{op + ".approx.ftz.f32", featAlways})
		one("nvvm."+op+".approx.f32", simple{op + ".approx.f32", featAlways})
		one("nvvm."+op+".approx.ftz.f32", simple{op + ".approx.ftz.f32", featAlways})
	}
	one("nvvm.ex2.approx", simple{"ex2.approx.f32", featAlways})
	for _, op := range []string{"add", "mul", "fma", "div", "rcp", "sqrt"} {
		for _, m := range []string{"rn", "rz", "rm", "rp"} {
			one("nvvm."+op+"."+m+".f", simple{op + "." + m + ".f32", featAlways})
			one("nvvm."+op+"."+m+".ftz.f", simple{op + "." + m + ".ftz.f32", featAlways})
			one("nvvm."+op+"."+m+".d", simple{op + "." + m + ".f64", featAlways})
		}
	}
	conversions()

	// Text without operands.
	for name, text := range map[string]string{
		"barrier0": "bar.sync 0;", "membar.cta": "membar.cta;", "membar.gl": "membar.gl;",
		"membar.sys": "membar.sys;", "exit": "exit;",
	} {
		writes("nvvm."+name, func(e *fn, _ *ir.Instr) { e.line(text) })
	}
	// Barriers: the operands are the barrier and the number of threads.
	for name, op := range map[string]string{
		"barrier.cta.sync.aligned.all": "bar.sync", "barrier.cta.sync.aligned.count": "bar.sync",
		"barrier.cta.arrive.aligned.count": "bar.arrive",
		"barrier.cta.sync.all":             "barrier.sync", "barrier.cta.sync.count": "barrier.sync",
		"barrier.cta.arrive.count": "barrier.arrive",
		"barrier.n":                "bar.sync", "barrier": "bar.sync", "bar.sync": "bar.sync",
		"barrier.sync": "barrier.sync", "barrier.sync.cnt": "barrier.sync",
	} {
		one("nvvm."+name, simple{op, featAlways})
	}
	for name, red := range map[string]string{"popc": "popc", "and": "and", "or": "or"} {
		writes("nvvm.barrier0."+name, func(e *fn, i *ir.Instr) { e.barrierReduce(i, red) })
		writes("nvvm.barrier.cta.red."+name+".aligned.all", func(e *fn, i *ir.Instr) { e.barrierReduce(i, red) })
	}
	warpOperations()
	for _, s := range []string{"global", "shared", "local", "const"} {
		writes("nvvm.isspacep."+s, func(e *fn, i *ir.Instr) {
			e.op("isspacep."+s, e.def(i)[0], e.reg(e.value(i.Arg(0))[0]))
		})
		cast := func(e *fn, i *ir.Instr) {
			a := addr{base: e.reg(e.value(i.Arg(0))[0]), space: spaceOf(i.Arg(0).Type())}
			e.define(i, []opnd{e.pointer(a, spaceOf(i.Type()))})
		}
		name := strings.Replace(s, "const", "constant", 1)
		writes("nvvm.ptr.gen.to."+name, cast)
		writes("nvvm.ptr."+name+".to.gen", cast)
	}
	for _, k := range []string{"i", "f", "p"} {
		writes("nvvm.ldg.global."+k, func(e *fn, i *ir.Instr) { e.cachedLoad(i, "ld", ".nc") })
		writes("nvvm.ldu.global."+k, func(e *fn, i *ir.Instr) { e.cachedLoad(i, "ldu", "") })
	}
	writes("nvvm.stacksave", (*fn).stackSave)
	writes("nvvm.stackrestore", (*fn).stackRestore)
	writes("nvvm.reflect", (*fn).reflect)
}

// conversions registers the conversions with a rounding mode: nvvm.f2i.rz and the like.
func conversions() {
	types := map[string]string{"i": "s32", "ui": "u32", "ll": "s64", "ull": "u64", "f": "f32", "d": "f64"}
	float := func(k string) bool { return k == "f" || k == "d" }
	for from, ft := range types {
		for to, tt := range types {
			if from == to || !float(from) && !float(to) {
				continue
			}
			for _, m := range []string{"rn", "rz", "rm", "rp"} {
				mode := m
				if !float(to) {
					mode += "i"
				}
				name := "nvvm." + from + "2" + to + "." + m
				one(name, simple{"cvt." + mode + "." + tt + "." + ft, featAlways})
				if from == "f" || to == "f" {
					one(name+".ftz", simple{"cvt." + mode + ".ftz." + tt + "." + ft, featAlways})
				}
			}
		}
	}
	bits := func(e *fn, i *ir.Instr) { e.define(i, e.repack(i.Arg(0).Type(), e.value(i.Arg(0)), i.Type())) }
	for _, n := range []string{"f2i", "i2f", "ll2d", "d2ll"} {
		writes("nvvm.bitcast."+n, bits)
	}
	half := func(shift uint64) func(e *fn, i *ir.Instr) {
		return func(e *fn, i *ir.Instr) {
			b := e.reg(e.toBits(e.value(i.Arg(0))[0]))
			e.op("cvt.u32.u64", e.def(i)[0], e.new2("shr.u64", clsRD, b, immR(shift)))
		}
	}
	writes("nvvm.d2i.lo", half(0))
	writes("nvvm.d2i.hi", half(32))
	writes("nvvm.lohi.i2d", func(e *fn, i *ir.Instr) {
		lo, hi := e.reg(e.value(i.Arg(0))[0]), e.reg(e.value(i.Arg(1))[0])
		e.linef("mov.b64 %%fd%d, {%%r%d, %%r%d};", e.def(i)[0].v, lo.v, hi.v)
	})
}

func specialRegister(name, op, reg string) {
	writes("nvvm."+name, func(e *fn, i *ir.Instr) {
		e.begin(op)
		e.b = append(e.def(i)[0].append(e.b), ", "...)
		e.b = append(e.b, reg...)
		e.end()
	})
}

// one registers an intrinsic that is one instruction.
func one(name string, s simple) {
	writes(name, func(e *fn, i *ir.Instr) {
		if !e.use(s.feature) {
			return
		}
		var args []opnd
		if !i.Type().IsVoid() {
			args = e.def(i)
		}
		if len(args) > 1 {
			e.fail("", "a result of type %s", i.Type())
			return
		}
		for k := range i.NumCallArgs() {
			v := e.value(i.Arg(k))[0]
			if v.cls == clsP { // flags
				continue
			}
			if v.imm && v.cls != clsR {
				v = e.reg(v)
			}
			args = append(args, v)
		}
		e.op(s.op, args...)
	})
}

// barrierReduce writes a barrier that also counts or combines the predicates of the threads.
func (e *fn) barrierReduce(i *ir.Instr, red string) {
	k := i.NumCallArgs() - 1 // the newer form has a barrier operand
	bar := immR(0)
	if k == 1 {
		bar = e.value(i.Arg(0))[0]
	}
	p := e.value(i.Arg(k))[0]
	if p.cls != clsP {
		p = e.new2("setp.ne.b32", clsP, p, immR(0))
	}
	p = e.reg(p)
	d := e.def(i)[0]
	r := d
	if red == "popc" {
		e.op("bar.red.popc.u32", d, bar, p)
		return
	}
	if d.cls != clsP {
		r = e.fresh(clsP)
	}
	e.op("bar.red."+red+".pred", r, bar, p)
	if d.cls != clsP {
		e.op("selp.b32", d, immR(1), immR(0), r)
	}
}

// warpOperations registers shuffles, votes, matches and reductions.
func warpOperations() {
	for _, m := range []string{"idx", "up", "down", "bfly"} {
		for _, t := range []string{"i32", "f32"} {
			writes("nvvm.shfl.sync."+m+"."+t, func(e *fn, i *ir.Instr) { e.shfl(i, m) })
			writes("nvvm.shfl.sync."+m+"."+t+"p", func(e *fn, i *ir.Instr) { e.shfl(i, m) })
		}
	}
	for _, m := range []string{"any", "all", "uni", "ballot"} {
		writes("nvvm.vote."+m+".sync", func(e *fn, i *ir.Instr) {
			if !e.use(featSync) {
				return
			}
			op := "vote.sync." + m + ".pred"
			if m == "ballot" {
				op = "vote.sync.ballot.b32"
			}
			mask, p := e.value(i.Arg(0))[0], e.reg(e.value(i.Arg(1))[0])
			e.op(op, e.def(i)[0], p, mask)
		})
	}
	for _, t := range []string{"i32", "i64"} {
		bits := ".b" + t[1:]
		writes("nvvm.match.any.sync."+t, func(e *fn, i *ir.Instr) {
			if e.use(featMatch) {
				e.op("match.any.sync"+bits, e.def(i)[0], e.reg(e.value(i.Arg(1))[0]), e.value(i.Arg(0))[0])
			}
		})
		writes("nvvm.match.all.sync."+t+"p", func(e *fn, i *ir.Instr) {
			if !e.use(featMatch) {
				return
			}
			mask, v := e.value(i.Arg(0))[0], e.reg(e.value(i.Arg(1))[0])
			e.pair("match.all.sync"+bits, e.def(i), v, mask)
		})
	}
	for name, op := range map[string]string{"add": "add.s32", "min": "min.s32", "max": "max.s32", "umin": "min.u32",
		"umax": "max.u32", "and": "and.b32",
		"or": "or.b32", "xor": "xor.b32"} {
		writes("nvvm.redux.sync."+name, func(e *fn, i *ir.Instr) {
			if e.use(featRedux) {
				e.op("redux.sync."+op, e.def(i)[0], e.reg(e.value(i.Arg(0))[0]), e.value(i.Arg(1))[0])
			}
		})
	}
}

// pair writes an operation with a value and a predicate as results.
func (e *fn) pair(op string, d []opnd, args ...opnd) {
	e.begin(op)
	e.b = append(d[0].append(e.b), '|')
	e.b = d[1].append(e.b)
	for _, a := range args {
		e.b = append(e.b, ", "...)
		e.b = a.append(e.b)
	}
	e.end()
}

// shfl writes a shuffle: (mask, value, lane, clamp).
func (e *fn) shfl(i *ir.Instr, m string) {
	if !e.use(featSync) {
		return
	}
	mask, v := e.value(i.Arg(0))[0], e.reg(e.toBits(e.value(i.Arg(1))[0]))
	lane, clamp := e.value(i.Arg(2))[0], e.value(i.Arg(3))[0]
	d := append([]opnd(nil), e.def(i)...)
	result := d[0]
	if result.cls != clsR {
		d[0] = e.fresh(clsR)
	}
	op := "shfl.sync." + m + ".b32"
	if len(d) == 2 {
		e.pair(op, d, v, lane, clamp, mask)
	} else {
		e.op(op, d[0], v, lane, clamp, mask)
	}
	if d[0] != result {
		e.fromBits(result, d[0])
	}
}

// cachedLoad writes a load through the read-only cache.
func (e *fn) cachedLoad(i *ir.Instr, op, cache string) {
	a := e.address(i.Arg(0))
	t := i.Type()
	align := e.lay.ABIAlign(t)
	if c, ok := i.Arg(1).(*ir.Const); ok && c.IsInt() && c.Uint64() > 0 {
		align = int64(c.Uint64())
	}
	if a.space != spaceGlobal {
		a = addr{base: e.pointer(a, spaceGlobal), space: spaceGlobal}
	}
	if op == "ldu" {
		cache = ""
	}
	s := e.shape(t)
	if len(s.slots) != 1 || s.slots[0] == clsP || align < e.lay.StoreSize(t) {
		e.load(a, t, align, "", e.def(i))
		return
	}
	e.loadOne(op+".global"+cache+memType(s.slots[0], e.lay.StoreSize(t)), e.def(i)[0], a)
}
