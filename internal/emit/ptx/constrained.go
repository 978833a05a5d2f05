// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes llvm.experimental.constrained.*, the operations on floats of functions that
// observe the floating-point environment. A GPU has no flags of exceptions and no dynamic rounding
// mode: its mode is to nearest, and an instruction may name another. For example, fadd with
// !"round.upward" becomes add.rp.f32. llc ignores the mode.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// constrainedPrefix begins the names of these intrinsics.
const constrainedPrefix = ir.IntrinsicPrefix + "experimental.constrained."

// roundings maps LLVM's rounding modes to PTX's letters.
var roundings = map[string]string{"round.tonearest": "n", "round.dynamic": "n", "round.upward": "p",
	"round.downward": "m", "round.towardzero": "z"}

// constrainedPlain are the operations that do not depend on the rounding mode.
var constrainedPlain = map[string]floatFn{
	"ceil": rounding("rpi"), "floor": rounding("rmi"), "trunc": rounding("rzi"), "roundeven": rounding("rni"),
	"round":  (*fn).round,
	"minnum": minMaxNum("min"), "maxnum": minMaxNum("max"), "minimum": minMaxNaN("min"), "maximum": minMaxNaN("max"),
	"frem": func(e *fn, _ *ir.Instr, t *ir.Type, d opnd, x []opnd) { e.remainder(t, d, x[0], x[1]) },
}

// constrainedRounded are the operations that PTX has for each rounding mode.
var constrainedRounded = map[string]string{"fadd": "add", "fsub": "sub", "fmul": "mul", "fdiv": "div", "fma": "fma",
	"fmuladd": "fma", "sqrt": "sqrt"}

// constrained writes one of these intrinsics. op is its name without prefix and types.
func (e *fn) constrained(i *ir.Instr, op string) {
	args, words := e.constrainedArgs(i)
	mode := "n"
	for _, word := range words {
		if strings.HasPrefix(word, "round.") {
			if mode = roundings[word]; mode == "" {
				e.fail("", "the rounding mode %s, which PTX does not have", word)
				return
			}
		}
	}
	e.constrainedOp(i, op, mode, args, words)
}

// constrainedArgs returns the arguments that are values, and the words of the others.
func (e *fn) constrainedArgs(i *ir.Instr) (args [][]opnd, words []string) {
	for k := range i.NumCallArgs() {
		a := i.Arg(k)
		if c, ok := a.(*ir.Const); ok && c.Kind == ir.ConstMetadata {
			words = append(words, textOf(c.MD))
			continue
		}
		args = append(args, e.value(a))
	}
	return args, words
}

func (e *fn) constrainedOp(i *ir.Instr, op, mode string, args [][]opnd, words []string) {
	_, t, _ := e.elems(i.Type())
	if len(args) == 0 {
		e.fail("", "%s", otherSignature)
		return
	}
	switch op {
	case "fcmp", "fcmps":
		e.constrainedCmp(i, args, words)
		return
	case "fptosi", "fptoui", "sitofp", "uitofp", "fptrunc", "fpext":
		e.constrainedCast(i, op, mode, args[0])
		return
	case "lrint", "llrint", "lround", "llround":
		if mode != "n" {
			e.fail("", "a rounding mode other than to nearest for this operation")
			return
		}
		e.roundToInt(i, op == "lround" || op == "llround")
		return
	case "rint", "nearbyint":
		e.constrainedLanes(i, args, rounding("r"+mode+"i"))
		return
	case "ldexp":
		e.ldexp(i)
		return
	case "powi":
		e.powi(i)
		return
	}
	if f := constrainedPlain[op]; f != nil {
		e.constrainedLanes(i, args, f)
		return
	}
	name := constrainedRounded[op]
	switch {
	case name == "" && libdevice[op]:
		e.libdevice(t, op)
	case name == "":
		e.fail("", "PTX has no instruction for this intrinsic, or corolower does not support it")
	case narrow(t) && mode != "n":
		e.fail("", "a rounding mode other than to nearest for values of type %s", t)
	case name == "fma":
		e.constrainedLanes(i, args, func(e *fn, i *ir.Instr, t *ir.Type, d opnd, x []opnd) {
			if mode == "n" {
				e.fma(i, t, d, x)
			} else {
				e.fop(t, "fma.r"+mode, d, true, x...)
			}
		})
	default:
		native := name != "div" && name != "sqrt"
		e.constrainedLanes(i, args, func(e *fn, _ *ir.Instr, t *ir.Type, d opnd, x []opnd) {
			e.fop(t, name+".r"+mode, d, native && e.native(t), x...)
		})
	}
}

// constrainedLanes writes an operation for each element.
func (e *fn) constrainedLanes(i *ir.Instr, args [][]opnd, f floatFn) {
	_, t, _ := e.elems(i.Type())
	for k, d := range e.def(i) {
		x := make([]opnd, len(args))
		for j := range args {
			if k >= len(args[j]) {
				e.fail("", "%s", otherSignature)
				return
			}
			x[j] = args[j][k]
		}
		f(e, i, t, d, x)
	}
}

// predicates maps the words for comparisons to predicates.
var predicates = map[string]ir.Pred{"oeq": ir.PredOEQ, "ogt": ir.PredOGT, "oge": ir.PredOGE, "olt": ir.PredOLT,
	"ole": ir.PredOLE, "one": ir.PredONE, "ord": ir.PredORD, "ueq": ir.PredUEQ, "ugt": ir.PredFUGT,
	"uge": ir.PredFUGE, "ult": ir.PredFULT, "ule": ir.PredFULE, "une": ir.PredUNE, "uno": ir.PredUNO}

func (e *fn) constrainedCmp(i *ir.Instr, args [][]opnd, words []string) {
	p, ok := predicates[words[0]]
	if !ok || len(args) != 2 {
		e.fail("", "%s", otherSignature)
		return
	}
	_, t, _ := e.elems(i.Arg(0).Type())
	for k, d := range e.def(i) {
		e.fcmpScalar(p, t, d, args[0][k], args[1][k])
	}
}

// constrainedCast writes a conversion, which is exact, truncates, or rounds to nearest.
func (e *fn) constrainedCast(i *ir.Instr, op, mode string, v []opnd) {
	if mode != "n" {
		e.fail("", "a rounding mode other than to nearest for a conversion")
		return
	}
	n, from, fw := e.elems(i.Arg(0).Type())
	_, to, _ := e.elems(i.Type())
	var out []opnd
	for k := range n {
		x := v[k*fw : (k+1)*fw]
		switch op {
		case "fptosi", "fptoui":
			out = append(out, e.floatToInt(from, to, x[0], op == "fptosi")...)
		case "sitofp", "uitofp":
			out = append(out, e.intToFloat(from, to, x, op == "sitofp"))
		default:
			out = append(out, e.floatToFloat(from, to, x[0]))
		}
	}
	e.define(i, out)
}
