// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package legalise

// This file rewrites the operations on floats of functions that observe the floating-point environment,
// and ldexp, frexp and powi.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

func init() {
	register(map[string]rule{"ldexp": ldexp, "frexp": frexp, "powi": powi})
}

// constrainedPrefix begins the names of intrinsics with a rounding mode. A GPU has no flags of exceptions
// and no dynamic rounding mode: its mode is to nearest.
const constrainedPrefix = ir.IntrinsicPrefix + "experimental.constrained."

// roundings maps LLVM's rounding modes to PTX's letters. constrainedOps are the operations that are
// instructions, roundedOps those that PTX has for each rounding mode, and integral the roundings to
// integers in each mode.
var (
	roundings = map[string]string{"round.tonearest": "n", "round.dynamic": "n", "round.upward": "p",
		"round.downward": "m", "round.towardzero": "z"}
	constrainedOps = map[string]ir.Op{"fadd": ir.OpFAdd, "fsub": ir.OpFSub, "fmul": ir.OpFMul, "fdiv": ir.OpFDiv,
		"frem": ir.OpFRem, "fptosi": ir.OpFPToSI, "fptoui": ir.OpFPToUI, "sitofp": ir.OpSIToFP,
		"uitofp": ir.OpUIToFP, "fptrunc": ir.OpFPTrunc, "fpext": ir.OpFPExt}
	roundedOps = map[string]string{"fadd": "add", "fsub": "add", "fmul": "mul", "fdiv": "div", "fma": "fma",
		"fmuladd": "fma", "sqrt": "sqrt"}
	integral = map[string]string{"p": "ceil", "m": "floor", "z": "trunc"}
)

// constrained is the rule of these intrinsics. For example, fadd with !"round.upward" becomes
// llvm.nvvm.add.rp.f.
func constrained(b *builder, i *ir.Instr) ir.Value {
	name, _, _ := strings.Cut(strings.TrimPrefix(i.CalledFunc().Name, constrainedPrefix), ".")
	var args []ir.Value
	mode, pred := "n", ""
	for k := range i.NumCallArgs() {
		c, ok := i.Arg(k).(*ir.Const)
		switch {
		case !ok || c.Kind != ir.ConstMetadata || c.MD == nil:
			args = append(args, i.Arg(k))
		case strings.HasPrefix(c.MD.Text, "round."):
			mode = roundings[c.MD.Text]
		case pred == "":
			pred = c.MD.Text
		}
	}
	op, plain := constrainedOps[name]
	switch {
	case len(args) == 0:
		return nil
	case name == "fcmp" || name == "fcmps":
		p := slices.Index(ir.PredNames[ir.PredFalse:], pred)
		if p < 0 || len(args) != 2 {
			return nil
		}
		return b.compare(ir.OpFCmp, ir.PredFalse+ir.Pred(p), args[0], args[1])
	case (name == "rint" || name == "nearbyint") && integral[mode] != "":
		return b.same(integral[mode], args...)
	case mode != "n" && name != "frem": // a remainder is exact
		return b.rounded(name, mode, args)
	case plain:
		return b.insert(op, i.Type(), args...)
	}
	types := "." + mangled(i.Type())
	if args[0].Type() != i.Type() {
		types += "." + mangled(args[0].Type())
	} else if last := args[len(args)-1].Type(); last != i.Type() {
		types += "." + mangled(last)
	}
	return b.call(name, i.Type(), types, args...)
}

// rounded calls NVIDIA's intrinsic of an operation in a rounding mode, for each element.
func (b *builder) rounded(name, mode string, args []ir.Value) ir.Value {
	t := args[0].Type()
	op, size := roundedOps[name], map[ir.Kind]string{ir.Float: ".f", ir.Double: ".d"}[t.Scalar().Kind()]
	if op == "" || size == "" || mode == "" {
		return nil
	}
	if size == ".f" && b.from.Func().Denormals(b.m, true).Results == "preservesign" {
		size = ".ftz.f"
	}
	if name == "fsub" {
		args = []ir.Value{args[0], b.insert(ir.OpFNeg, t, args[1])}
	}
	elems := make([]ir.Value, length(t))
	for k := range elems {
		x := make([]ir.Value, len(args))
		for j, a := range args {
			x[j] = b.elem(a, k)
		}
		elems[k] = b.call("nvvm."+op+".r"+mode+size, t.Scalar(), "", x...)
	}
	return b.join(t, elems)
}

// format describes float or double: 2^bias is the exponent field of 1, and digits the significand's.
type format struct {
	t, bits      *ir.Type
	bias, digits int64
}

// asFloat computes an operation on a float or double, or on vectors of them. A half or bfloat is widened
// for it.
func (b *builder) asFloat(x ir.Value, op func(f format, x ir.Value) ir.Value) ir.Value {
	st := x.Type().Scalar()
	switch st.Kind() {
	case ir.Double:
		return op(format{x.Type(), b.with(x.Type(), b.m.Types.Int(64)), 1023, 52}, x)
	case ir.Float:
		return op(format{x.Type(), b.with(x.Type(), b.m.Types.Int(32)), 127, 23}, x)
	case ir.Half, ir.BFloat:
		wide := b.cast(ir.OpFPExt, x, b.m.Types.Simple(ir.Float))
		return b.cast(ir.OpFPTrunc, b.asFloat(wide, op), st)
	}
	return nil
}

// power returns a power of two.
func (b *builder) power(f format, n int64) ir.Value {
	c := b.m.NewConst(ir.ConstFloat, f.t.Scalar())
	c.Text = fmt.Sprintf("0x%016X", math.Float64bits(math.Ldexp(1, int(n))))
	if f.t.Kind() == ir.Vector {
		return b.splatConst(f.t, c)
	}
	return c
}

// exponent returns an integer as an integer of 32 bits, for each element of t. It clamps one that does
// not fit.
func (b *builder) exponent(n ir.Value, t *ir.Type) ir.Value {
	if n.Type().Scalar().Bits() > 32 {
		n = b.pick(ir.PredSLT, n, b.c(n.Type(), 1<<20))
		n = b.pick(ir.PredSGT, n, b.c(n.Type(), -1<<20))
	}
	n = b.resize(n, 32, true)
	if t.Kind() != ir.Vector || n.Type().Kind() == ir.Vector {
		return n
	}
	elems := make([]ir.Value, length(t))
	for k := range elems {
		elems[k] = n
	}
	return b.join(b.with(t, n.Type()), elems)
}

// ldexp multiplies by a power of two. A power beyond the range of exponents is applied in steps: for a
// float, 2^300 is 2^127 * 2^127 * 2^46. A step downwards leaves room for all bits of the significand
// (2^-102 and not 2^-126), so that only the last product is rounded.
func ldexp(b *builder, i *ir.Instr) ir.Value {
	if !i.Arg(1).Type().Scalar().IsInt() {
		return nil
	}
	n := b.exponent(i.Arg(1), i.Type())
	return b.asFloat(i.Arg(0), func(f format, x ir.Value) ir.Value {
		step := f.bias - f.digits - 2
		for _, s := range []struct {
			far, near ir.Pred
			limit, by int64
		}{{ir.PredSGT, ir.PredSLT, f.bias, f.bias}, {ir.PredSLT, ir.PredSGT, 1 - f.bias, -step}} {
			for range 2 {
				far := b.is(s.far, n, s.limit)
				x = b.sel(far, b.op(ir.OpFMul, x, b.power(f, s.by)), x)
				n = b.sel(far, b.sub(n, b.c(n.Type(), s.by)), n)
			}
			n = b.pick(s.near, n, b.c(n.Type(), s.limit))
		}
		field := b.resize(b.add(n, b.c(n.Type(), f.bias)), f.bits.Scalar().Bits(), false)
		power := b.insert(ir.OpBitCast, f.t, b.shl(field, b.c(f.bits, f.digits)))
		return b.op(ir.OpFMul, x, power)
	})
}

// frexp splits floats into a significand of at least 0.5 and less than 1, and an exponent. Zero, an
// infinity and a NaN are their own significands, with the exponent 0. The bits of a subnormal are moved
// up until they have the form of the other numbers: 1.m * 2^(e-127) is 0.1m * 2^(e-126).
func frexp(b *builder, i *ir.Instr) ir.Value {
	et := i.Type().Fields()[1].Scalar()
	if !et.IsInt() || et.Bits() < 16 {
		return nil
	}
	var exp ir.Value
	m := b.asFloat(i.Arg(0), func(f format, x ir.Value) ir.Value {
		size := f.bits.Scalar().Bits()
		c := func(v int64) ir.Value { return b.c(f.bits, v) }
		least, magnitude := int64(1)<<f.digits, int64(1<<(size-1)-1)
		raw := b.insert(ir.OpBitCast, f.bits, x)
		abs := b.and(raw, c(magnitude))
		leading := b.call("ctlz", f.bits, "."+mangled(f.bits), abs, b.m.Bool(false))
		up := b.sel(b.cmp(ir.PredULT, abs, c(least)), b.sub(leading, c(int64(size)-1-f.digits)), c(0))
		bits := b.shl(abs, up)
		exp = b.sub(b.sub(b.lshr(bits, c(f.digits)), up), c(f.bias-1))
		half := b.or(b.and(raw, c(^magnitude)), b.or(b.and(bits, c(least-1)), c((f.bias-1)<<f.digits)))
		// Of the absolute values, zero is the least and an infinity and the NaNs the largest.
		ordinary := b.cmp(ir.PredULT, b.sub(abs, c(1)), c(magnitude&^(least-1)-1))
		exp = b.resize(b.sel(ordinary, exp, c(0)), et.Bits(), true)
		return b.insert(ir.OpBitCast, f.t, b.sel(ordinary, half, raw))
	})
	if m == nil {
		return nil
	}
	return b.results(i, m, exp)
}

// powi raises floats to an integer power by repeated multiplication, in the order of the compiler's
// runtime on a CPU:
//
//	r = 1; for (m = |n|; ; x *= x) { if (m & 1) r *= x; m >>= 1; if (m == 0) break; }
//	return n < 0 ? 1 / r : r;
func powi(b *builder, i *ir.Instr) ir.Value {
	n := i.Arg(1)
	if !n.Type().IsInt() || n.Type().Bits() > 32 {
		return nil
	}
	n = b.resize(n, 32, true)
	return b.asFloat(i.Arg(0), func(f format, x ir.Value) ir.Value {
		abs, one := b.abs(n), b.power(f, 0)
		before, after := b.split(i)
		head := i.Func().NewBlock("", before)
		b.Br(head)
		b.AtEnd(head)
		phi := func(v ir.Value) *ir.Instr { return b.Phi(v.Type(), "", []ir.Value{v}, []*ir.Block{before}) }
		m, base, r := phi(abs), phi(x), phi(one)
		odd := b.cast(ir.OpTrunc, m, b.m.Types.Int(1))
		product := b.sel(odd, b.op(ir.OpFMul, r, base), r)
		rest := b.lshr(m, b.i32(1))
		m.AddIncoming(b.m, rest, head)
		base.AddIncoming(b.m, b.op(ir.OpFMul, base, base), head)
		r.AddIncoming(b.m, product, head)
		b.CondBr(b.is(ir.PredEQ, rest, 0), after, head)
		b.Before(i)
		return b.sel(b.is(ir.PredSLT, n, 0), b.op(ir.OpFDiv, one, product), product)
	})
}
