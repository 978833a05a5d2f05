// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes inline assembly. The template is PTX, and the writer inserts the operands. It
// first copies each operand to a register of its own, because a template may write to its inputs.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// constraint is one operand of a template.
type constraint struct {
	output bool
	code   string
	tied   int // the output that an input shares, or -1
}

func (e *fn) inlineAsm(i *ir.Instr, a *ir.AsmAux) {
	cons, why := parseConstraints(ir.Unescape(a.Constraints))
	if why != "" {
		e.fail("", "%s", why)
		return
	}
	if !i.Type().IsVoid() && !e.fits(i.Type()) {
		return
	}
	// The outputs become the fields of the result, in order. The arguments become the inputs.
	var results []opnd
	if !i.Type().IsVoid() {
		results = e.def(i)
	}
	ops := make([]string, len(cons))
	regs := make([]opnd, len(cons))
	type out struct{ from, to opnd }
	var outs []out
	nextOut, nextArg := 0, 0
	for k, c := range cons {
		if c.output {
			if nextOut >= len(results) {
				e.fail("", "inline assembler with more outputs than results")
				return
			}
			d := results[nextOut]
			nextOut++
			r, ok := e.asmRegister(c.code, d.cls)
			if !ok {
				e.fail("", "the constraint \"%s\" of inline assembler for this type", c.code)
				return
			}
			regs[k], ops[k] = r, string(r.append(nil))
			outs = append(outs, out{r, d})
			continue
		}
		if nextArg >= i.NumCallArgs() {
			e.fail("", "inline assembler with fewer arguments than inputs")
			return
		}
		v := e.value(i.Arg(nextArg))
		nextArg++
		if len(v) != 1 {
			e.fail("", "an aggregate as an operand of inline assembler")
			return
		}
		if c.code == "i" || c.code == "n" {
			if !v[0].imm {
				e.fail("", "the constraint \"%s\" needs a constant", c.code)
				return
			}
			ops[k] = string(v[0].append(nil))
			continue
		}
		var r opnd
		if c.tied >= 0 {
			r = regs[c.tied]
		} else {
			var ok bool
			if r, ok = e.asmRegister(c.code, v[0].cls); !ok {
				e.fail("", "the constraint \"%s\" of inline assembler for this type", c.code)
				return
			}
		}
		e.convert(r, v[0])
		regs[k], ops[k] = r, string(r.append(nil))
	}
	text, why := expand(ir.Unescape(a.Text), ops, e.asmUID)
	e.asmUID++
	if why != "" {
		e.fail("", "%s", why)
		return
	}
	if strings.TrimSpace(text) != "" {
		e.line("// begin inline asm")
		e.b = append(e.b, '\t')
		e.b = append(e.b, text...)
		e.b = append(e.b, "\n\t// end inline asm\n"...)
	}
	for _, o := range outs {
		e.convert(o.to, o.from)
	}
	// The bits of an output beyond the width of its integer are undefined.
	for _, l := range e.shape(i.Type()).leaves {
		if l.t.IsInt() && l.t.Bits() > 1 && l.t.Bits() < 64 && l.slot < len(results) {
			e.trim(results[l.slot], l.t.Bits())
		}
	}
}

// asmRegister returns a new register for a constraint.
func (e *fn) asmRegister(code string, have class) (opnd, bool) {
	want, ok := map[string]class{"r": clsR, "l": clsRD, "h": clsH, "c": clsH, "f": clsF, "d": clsFD, "b": clsP,
		"p": clsP}[code]
	if !ok {
		return opnd{}, false
	}
	fits := want == have || want == clsH && have == clsR || want == clsR && (have == clsP || have == clsF ||
		have == clsH) || want == clsRD && (have == clsR || have == clsFD)
	return e.fresh(want), fits
}

// convert copies between registers of different classes without changing the bits.
func (e *fn) convert(d, s opnd) {
	switch {
	case d.cls == s.cls:
		e.mov(d, s)
	case d.cls == clsRD && s.cls == clsR:
		e.op2("cvt.u64.u32", d, e.reg(s))
	case d.cls == clsR && s.cls == clsRD:
		e.op2("cvt.u32.u64", d, e.reg(s))
	default:
		e.fromBits(d, e.toBits(s))
	}
}

// parseConstraints reads a constraint string such as `=r,l,0,~{memory}`.
func parseConstraints(s string) ([]constraint, string) {
	var out []constraint
	if s == "" {
		return nil, ""
	}
	for _, c := range strings.Split(s, ",") {
		if strings.HasPrefix(c, "~") {
			continue
		}
		k := constraint{tied: -1}
		if rest, ok := strings.CutPrefix(c, "="); ok {
			k.output, c = true, rest
		}
		c = strings.TrimPrefix(c, "&")
		if n, err := strconv.Atoi(c); err == nil && n < len(out) {
			k.tied = n
			c = out[n].code
		}
		if strings.ContainsAny(c, "*|") || c == "m" || c == "X" || c == "q" || strings.HasPrefix(c, "+") {
			return nil, "the constraint \"" + c + "\" of inline assembler"
		}
		k.code = c
		out = append(out, k)
	}
	return out, ""
}

// expand replaces the operand references in a template.
func expand(s string, ops []string, uid int) (text, why string) {
	var b strings.Builder
	for k := 0; k < len(s); k++ {
		if s[k] != '$' {
			b.WriteByte(s[k])
			continue
		}
		k++
		if k == len(s) {
			return "", "inline assembler that ends in '$'"
		}
		word := ""
		switch {
		case s[k] == '$':
			b.WriteByte('$')
			continue
		case s[k] == '{':
			end := strings.IndexByte(s[k:], '}')
			if end < 0 {
				return "", "inline assembler with an open '${'"
			}
			word = s[k+1 : k+end]
			k += end
			if word == ":uid" {
				b.WriteString(strconv.Itoa(uid))
				continue
			}
			word, _, _ = strings.Cut(word, ":")
		default:
			end := k
			for end < len(s) && s[end] >= '0' && s[end] <= '9' {
				end++
			}
			word = s[k:end]
			k = end - 1
		}
		n, err := strconv.Atoi(word)
		if err != nil || n >= len(ops) {
			return "", "the operand '$" + word + "' of inline assembler"
		}
		b.WriteString(ops[n])
	}
	return b.String(), ""
}
