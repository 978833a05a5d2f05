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
	memory bool // the operand is the memory at an address
	code   string
	tied   int // the output that an input shares, or -1
}

// asmOutput is an output of a template: the register in the template, and the registers and type of
// the result.
type asmOutput struct {
	from opnd
	to   []opnd
	t    *ir.Type
}

// asmResults returns the types of the outputs. One output is the whole result, and several are the
// fields of a struct.
func asmResults(t *ir.Type, cons []constraint) []*ir.Type {
	n := 0
	for _, c := range cons {
		if c.output && !c.memory {
			n++
		}
	}
	switch {
	case t.IsVoid():
		return nil
	case n > 1 && t.Kind() == ir.Struct:
		return t.Fields()
	}
	return []*ir.Type{t}
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
	types := asmResults(i.Type(), cons)
	var results []opnd
	if len(types) > 0 {
		results = e.def(i)
	}
	ops := make([]string, len(cons))
	regs := make([]opnd, len(cons))
	var outs []asmOutput
	nextArg := 0
	for k, c := range cons {
		if c.output && !c.memory {
			if len(types) == 0 {
				e.fail("", "inline assembler with more outputs than results")
				return
			}
			t := types[0]
			n := len(e.shape(t).slots)
			o := asmOutput{to: results[:n], t: t}
			types, results = types[1:], results[n:]
			var ok bool
			if o.from, ok = e.asmRegister(c.code, t); !ok {
				return
			}
			regs[k], ops[k] = o.from, string(o.from.append(nil))
			outs = append(outs, o)
			continue
		}
		if nextArg >= i.NumCallArgs() {
			e.fail("", "inline assembler with fewer arguments than inputs")
			return
		}
		arg := i.Arg(nextArg)
		nextArg++
		if c.memory {
			ops[k] = "[" + string(e.reg(e.value(arg)[0]).append(nil)) + "]"
			continue
		}
		r := opnd{}
		if c.tied >= 0 {
			r = regs[c.tied]
		}
		var ok bool
		if ops[k], regs[k], ok = e.asmInput(c, arg, r); !ok {
			return
		}
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
		e.asmOutput(o)
	}
}

// asmInput copies an argument to a register for the template. tied is the register of the output
// that it shares.
func (e *fn) asmInput(c constraint, arg ir.Value, tied opnd) (text string, r opnd, ok bool) {
	t, v := arg.Type(), e.value(arg)
	if c.code == "i" || c.code == "n" {
		if len(v) != 1 || !v[0].imm {
			e.fail("", "the constraint \"%s\" needs a constant", c.code)
			return "", r, false
		}
		return string(v[0].append(nil)), r, true
	}
	if it := e.asmBits(t); it != nil {
		t, v = it, e.repack(t, v, it)
	}
	r = tied
	if c.tied < 0 {
		if r, ok = e.asmRegister(c.code, t); !ok {
			return "", r, false
		}
	}
	switch {
	case len(v) == 2 && r.cls == clsQ:
		e.pair128(r, v)
	case len(v) != 1 || r.cls == clsQ:
		e.fail("", "the constraint \"%s\" of inline assembler for this type", c.code)
		return "", r, false
	default:
		e.convert(r, v[0])
	}
	return string(r.append(nil)), r, true
}

// asmOutput copies an output to the registers of the result. The bits of the output beyond the
// width of an integer are undefined.
func (e *fn) asmOutput(o asmOutput) {
	if o.from.cls == clsQ {
		v := e.unpair128(o.from)
		if it := e.asmBits(o.t); it != nil {
			v = e.repack(it, v, o.t)
		}
		for k, d := range o.to {
			e.mov(d, v[k])
		}
		return
	}
	if it := e.asmBits(o.t); it != nil {
		for k, v := range e.repack(it, []opnd{o.from}, o.t) {
			e.mov(o.to[k], v)
		}
		return
	}
	e.convert(o.to[0], o.from)
	if o.t.IsInt() && o.t.Bits() > 1 && o.t.Bits() < 64 {
		e.trim(o.to[0], o.t.Bits())
	}
}

// pair128 moves a pair of registers into one of 128 bits, and unpair128 moves it back.
func (e *fn) pair128(d opnd, v []opnd) {
	e.linef("mov.b128 %%rq%d, {%%rd%d, %%rd%d};", d.v, e.reg(v[0]).v, e.reg(v[1]).v)
}

func (e *fn) unpair128(q opnd) []opnd {
	lo, hi := e.fresh(clsRD), e.fresh(clsRD)
	e.linef("mov.b128 {%%rd%d, %%rd%d}, %%rq%d;", lo.v, hi.v, q.v)
	return []opnd{lo, hi}
}

// asmBits returns the integer type for the bits of a vector that is an operand, and nil for other
// types.
func (e *fn) asmBits(t *ir.Type) *ir.Type {
	if t.Kind() != ir.Vector || len(e.shape(t).slots) < 2 {
		return nil
	}
	switch n := e.lay.SizeBits(t); n {
	case 32, 64, 128:
		return e.m.Types.Int(int(n))
	}
	return nil
}

// asmClasses maps constraints to the classes of their registers.
var asmClasses = map[string]class{"r": clsR, "l": clsRD, "h": clsH, "c": clsH, "f": clsF, "d": clsFD, "b": clsP,
	"p": clsP, "q": clsQ}

// asmRegister returns a new register for a constraint on a type. It reports an error if values of
// the type do not fit into such a register. An address of shared memory, also of a cluster's, or of
// local memory has 32 bits in such code, for example in `ld.shared.b32 %r1, [%r2]`.
func (e *fn) asmRegister(code string, t *ir.Type) (opnd, bool) {
	if it := e.asmBits(t); it != nil {
		t = it
	}
	want, known := asmClasses[code]
	slots := e.shape(t).slots
	fits := false
	switch {
	case !known:
	case want == clsQ:
		fits = t.IsInt() && t.Bits() == 128 && e.use(featB128)
	case len(slots) == 1 && t.Kind() != ir.Vector:
		have := slots[0]
		fits = want == have || want == clsH && have == clsR || want == clsR && (have == clsP || have == clsF ||
			have == clsH) || want == clsRD && (have == clsR || have == clsFD) ||
			want == clsR && t.IsPtr() && (t.AddrSpace() == 3 || t.AddrSpace() == 5 || t.AddrSpace() == 7)
	}
	if !fits {
		e.fail("", "the constraint \"%s\" of inline assembler for the type %s", code, t)
		return opnd{}, false
	}
	return e.fresh(want), true
}

// convert copies between registers of different classes without changing the bits.
func (e *fn) convert(d, s opnd) {
	switch {
	case d.cls == s.cls:
		e.mov(d, s)
	case d.cls == clsRD && s.cls == clsR:
		e.op("cvt.u64.u32", d, e.reg(s))
	case d.cls == clsR && s.cls == clsRD:
		e.op("cvt.u32.u64", d, e.reg(s))
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
		if c == "*m" {
			k.memory, k.code = true, c
			out = append(out, k)
			continue
		}
		if n, err := strconv.Atoi(c); err == nil && n < len(out) {
			k.tied = n
			c = out[n].code
		}
		if strings.ContainsAny(c, "*|") || c == "m" || c == "X" || strings.HasPrefix(c, "+") {
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
