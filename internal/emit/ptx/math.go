// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes intrinsics on floats. If PTX only approximates a function, the input must allow
// an approximation. The other functions need NVIDIA's libdevice.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// floatFn writes an operation on floats.
type floatFn func(e *fn, i *ir.Instr, t *ir.Type, d opnd, x []opnd)

func floats(f floatFn) func(e *fn, i *ir.Instr) {
	return func(e *fn, i *ir.Instr) {
		_, st, _ := e.elems(i.Type())
		args := make([][]opnd, i.NumCallArgs())
		for k := range args {
			args[k] = e.value(i.Arg(k))
		}
		for k, d := range e.def(i) {
			x := make([]opnd, len(args))
			for j := range args {
				x[j] = args[j][k]
			}
			f(e, i, st, d, x)
		}
	}
}

// libdevice are the intrinsics without an instruction for which NVIDIA's library has a function of
// the same name.
var libdevice = map[string]bool{"sin": true, "cos": true, "tan": true, "exp": true, "exp2": true, "exp10": true,
	"log": true, "log2": true, "log10": true,
	"pow": true, "tanh": true, "asin": true, "acos": true,
	"atan": true, "atan2": true, "sinh": true, "cosh": true}

// libdevice reports a function that has no instruction.
func (e *fn) libdevice(t *ir.Type, base string) {
	f := "__nv_" + base
	if t.Kind() != ir.Double {
		f += "f"
	}
	hint := "call " + f + ", and link NVIDIA's libdevice, which has it, with llvm-link -only-needed"
	if t.Kind() == ir.Half || t.Kind() == ir.BFloat || e.at.Type().Kind() == ir.Vector {
		hint = "for each element as a float or double, " + hint
	}
	e.fail(hint, "PTX has no instruction that computes it")
}

func (e *fn) fma(_ *ir.Instr, t *ir.Type, d opnd, x []opnd) {
	if t.Kind() == ir.BFloat {
		if e.use(featBF16) {
			e.op("fma.rn.bf16", d, e.reg(x[0]), e.reg(x[1]), e.reg(x[2]))
		}
		return
	}
	if t.Kind() == ir.Half && !e.use(featF16) {
		return
	}
	e.fop(t, "fma.rn", d, true, x...)
}

// floatFormat has the class of the register of a float's bits, and numbers as bits: the sign, infinity,
// the bit of a quiet NaN, the least normal number, and 1.
type floatFormat struct {
	cls                          class
	sign, inf, quiet, least, one uint64
}

func formatOf(t *ir.Type) floatFormat {
	f := floatFormat{cls: clsR, sign: 1 << (t.FloatBits() - 1), least: 1 << t.Kind().FractionBits()}
	if t.Kind() == ir.Double {
		f.cls = clsRD
	}
	f.inf, f.quiet = f.sign-f.least, f.least>>1
	f.one = f.inf >> 1 &^ (f.least - 1)
	return f
}

func (e *fn) fabs(_ *ir.Instr, t *ir.Type, d opnd, x []opnd) {
	f := formatOf(t)
	r := e.new2("and.b"+suffix(opnd{cls: f.cls}), f.cls, e.toBits(x[0]), imm(f.cls, f.sign-1))
	e.fromBits(d, r)
}

func (e *fn) copysign(_ *ir.Instr, t *ir.Type, d opnd, x []opnd) {
	f := formatOf(t)
	s := "and.b" + suffix(opnd{cls: f.cls})
	mag := e.new2(s, f.cls, e.toBits(x[0]), imm(f.cls, f.sign-1))
	sgn := e.new2(s, f.cls, e.toBits(x[1]), imm(f.cls, f.sign))
	e.fromBits(d, e.new2("or.b"+suffix(mag), f.cls, mag, sgn))
}

func (e *fn) sqrt(i *ir.Instr, t *ir.Type, d opnd, x []opnd) {
	if t.Kind() == ir.Float && i.Flags&(ir.FlagAfn|ir.FlagFast) != 0 {
		e.fop(t, "sqrt.approx", d, true, x[0])
		return
	}
	e.fop(t, "sqrt.rn", d, false, x[0])
}

// rounding returns the writer of a rounding to an integral value.
func rounding(mode string) floatFn {
	return func(e *fn, _ *ir.Instr, t *ir.Type, d opnd, x []opnd) { e.roundTo(mode, t, d, x[0]) }
}

func (e *fn) roundTo(mode string, t *ir.Type, d, x opnd) {
	if narrow(t) {
		r := e.new1("cvt."+mode+".f32.f32", clsF, e.widen(t, x))
		e.narrowTo(t, d, r)
		return
	}
	n := bare(t)
	e.op("cvt."+mode+e.ftzOf(t)+n+n, d, e.reg(x))
}

// round rounds halfway cases away from zero. The part that truncation removes is exact.
func (e *fn) round(i *ir.Instr, t *ir.Type, d opnd, x []opnd) {
	if narrow(t) {
		f := e.m.Types.Simple(ir.Float)
		r := e.fresh(clsF)
		e.round(i, f, r, []opnd{e.widen(t, x[0])})
		e.narrowTo(t, d, r)
		return
	}
	n, c := bare(t), d.cls
	v := e.reg(x[0])
	z, away := e.fresh(c), e.fresh(c)
	e.roundTo("rzi", t, z, v)
	lost := e.new1("abs"+n, c, e.new2("sub.rn"+n, c, v, z))
	one := oneOf(t)
	half := imm(c, one.v-formatOf(t).least)
	e.copysign(i, t, away, []opnd{one, v})
	up := e.new2("setp.ge"+n, clsP, lost, half)
	e.selp(d, e.new2("add.rn"+n, c, z, away), z, up)
}

// minMaxNum returns the writer of a minimum or maximum that ignores NaNs.
func minMaxNum(op string) floatFn {
	return func(e *fn, _ *ir.Instr, t *ir.Type, d opnd, x []opnd) { e.fop(t, op, d, false, x[0], x[1]) }
}

// minMaxNaN returns the writer of a minimum or maximum that propagates NaNs.
func minMaxNaN(op string) floatFn {
	return func(e *fn, _ *ir.Instr, t *ir.Type, d opnd, x []opnd) {
		if t.Kind() != ir.Double && e.has(featMinNaN) {
			e.use(featMinNaN)
			e.fop(t, op+".NaN", d, false, x[0], x[1])
			return
		}
		r := e.fresh(d.cls)
		e.fop(t, op, r, false, x[0], x[1])
		a, b, ft := x[0], x[1], t
		if narrow(t) {
			a, b, ft = e.widen(t, a), e.widen(t, b), e.m.Types.Simple(ir.Float)
		}
		nan := e.new2("setp.nan"+e.fname(ft), clsP, a, b)
		f := formatOf(t)
		e.selp(d, imm(d.cls, f.inf|f.quiet), r, nan)
	}
}

// oneOf returns 1.0.
func oneOf(t *ir.Type) opnd {
	c, _, _ := scalarClass(t)
	return imm(c, formatOf(t).one)
}

// approximate returns the writer of a function that PTX only approximates. It reports an error if
// the input does not allow an approximation.
func approximate(op string) floatFn {
	return func(e *fn, i *ir.Instr, t *ir.Type, d opnd, x []opnd) {
		base, _, _ := strings.Cut(strings.TrimPrefix(i.CalledFunc().Name, "llvm."), ".")
		// ex2.approx errs by two units in the last place, as much as CUDA's own exp2f.
		exact := i.Flags&(ir.FlagAfn|ir.FlagFast) == 0 && base != "exp2" && !e.unsafeMath()
		if t.Kind() == ir.Double || t.Kind() == ir.Float && exact {
			e.libdevice(t, base)
			return
		}
		if base == "tanh" && !e.use(featTanh) {
			return
		}
		e.fop(t, op, d, false, x[0])
	}
}

// unsafeMath reports whether a function's attributes allow approximations everywhere, as those of
// older clangs do with -ffast-math.
func (e *fn) unsafeMath() bool {
	for _, name := range []string{"unsafe-fp-math", "approx-func-fp-math"} {
		if a := e.f.Attrs.GetStr(e.m, name); a != nil && a.Val == "true" {
			return true
		}
	}
	return false
}

// roundToInt writes lrint, or lround, which rounds halfway cases away from zero.
func (e *fn) roundToInt(i *ir.Instr, away bool) {
	_, t, _ := e.elems(i.Arg(0).Type())
	_, to, width := e.elems(i.Type())
	if width != 1 || to.Bits() != 32 && to.Bits() != 64 {
		e.fail("", "a result of type %s", to)
		return
	}
	v := e.value(i.Arg(0))
	for k, d := range e.def(i) {
		x, ft := e.reg(v[k]), t
		if narrow(t) {
			x, ft = e.widen(t, x), e.m.Types.Simple(ir.Float)
		}
		mode := "cvt.rni"
		if away {
			r := e.fresh(x.cls)
			e.round(i, ft, r, []opnd{x})
			x, mode = r, "cvt.rzi"
		}
		e.op(mode+".s"+suffix(d)+bare(ft), d, x)
	}
}

// floatToIntSat writes a conversion that returns the nearest limit on overflow and 0 for NaN. cvt
// already clamps to 32 or 64 bits.
func (e *fn) floatToIntSat(i *ir.Instr, signed bool) {
	n, ft, _ := e.elems(i.Arg(0).Type())
	_, to, width := e.elems(i.Type())
	w := to.Bits()
	if width != 1 {
		e.fail("", "a result of type %s", i.Type())
		return
	}
	v := e.value(i.Arg(0))
	d := e.def(i)
	for k := range n {
		x, t := e.reg(v[k]), ft
		if narrow(ft) {
			x, t = e.widen(ft, x), e.m.Types.Simple(ir.Float)
		}
		c := d[k].cls
		if w == 1 { // the range is 0 to 1, or -1 to 0
			one, most := oneOf(t), "setp.ge"
			if signed {
				one, most = imm(one.cls, one.v|1<<(8*classes[one.cls].size-1)), "setp.le"
			}
			e.op(most+bare(t), d[k], x, one)
			continue
		}
		kind := ".u"
		if signed {
			kind = ".s"
		}
		r := e.new1("cvt.rzi"+e.ftzOf(t)+kind+suffix(d[k])+bare(t), c, x)
		if w < int(8*classes[c].size) {
			if signed {
				r = e.new2("min.s"+suffix(r), c, r, imm(c, maskOf(w-1)))
				r = e.new2("max.s"+suffix(r), c, r, imm(c, ^maskOf(w-1)&maskOf(int(8*classes[c].size))))
			} else {
				r = e.new2("min.u"+suffix(r), c, r, imm(c, maskOf(w)))
			}
		}
		nan := e.new2("setp.nan"+bare(t), clsP, x, x)
		e.selp(d[k], imm(c, 0), r, nan)
		e.trim(d[k], w)
	}
}

// isFPClass tests a float's bits against LLVM's ten classes.
func (e *fn) isFPClass(i *ir.Instr) {
	_, t, _ := e.elems(i.Arg(0).Type())
	c, ok := i.Arg(1).(*ir.Const)
	if !ok {
		e.fail("", "classes that are not constant")
		return
	}
	mask := c.Uint64()
	f := formatOf(t)
	cls, sign, inf, quiet, least := f.cls, f.sign, f.inf, f.quiet, f.least
	v := e.value(i.Arg(0))
	for k, d := range e.def(i) {
		b := e.reg(e.toBits(v[k]))
		s := suffix(b)
		abs := e.new2("and.b"+s, cls, b, imm(cls, sign-1))
		neg := e.new2("setp.ne.b"+s, clsP, e.new2("and.b"+s, cls, b, imm(cls, sign)), imm(cls, 0))
		pos := e.new1("not.pred", clsP, neg)
		between := func(lo, hi uint64) opnd { // lo <= abs <= hi
			x := e.new2("sub.s"+s, cls, abs, imm(cls, lo))
			return e.new2("setp.le.u"+s, clsP, x, imm(cls, hi-lo))
		}
		acc := e.reg(imm(clsP, 0))
		or := func(p opnd) { acc = e.new2("or.pred", clsP, acc, p) }
		if mask&1 != 0 {
			or(between(inf+1, inf+quiet-1))
		}
		if mask&2 != 0 {
			or(between(inf+quiet, sign-1))
		}
		for _, r := range []struct {
			lo, hi    uint64
			neg, plus uint
		}{{inf, inf, 2, 9}, {least, inf - 1, 3, 8}, {1, least - 1, 4, 7}, {0, 0, 5, 6}} {
			n, p := mask>>r.neg&1 != 0, mask>>r.plus&1 != 0
			if !n && !p {
				continue
			}
			x := between(r.lo, r.hi)
			if n && !p {
				x = e.new2("and.pred", clsP, x, neg)
			} else if p && !n {
				x = e.new2("and.pred", clsP, x, pos)
			}
			or(x)
		}
		e.mov(d, acc)
	}
}
