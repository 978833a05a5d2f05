// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file writes the intrinsics that are one PTX instruction whose text follows from the name and
// the arguments. Each is a template, for example
//
//	nvvm.cp.async.ca.shared.global.4.s    cp.async.ca.shared.global [$0], [$1], 4, $2;
//
// In a template, $0 is the first argument, and $r the result. $r0 and $r1 are the fields of a struct,
// {r} all of them, and {2-5} the arguments 2 to 5. $2h and $rh are integers in registers of 16 bits. A
// vector of 32 bits, such as <2 x half>, takes one register. <2|.lo|.hi> is .lo if the constant
// argument 2 is 0, and <2?|.lo|.hi> also if there is no argument 2. <2=128> is 128, which argument 2
// must be. In braces, $0 is all registers of an i128 or of a vector.
//
// The rows were compared with llc's output (testdata/nvvm.txt of test/ptx). An intrinsic that only
// this table knows needs no row in package ir, unless a pass has to know its effects.

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// template is the text of an intrinsic and its requirements.
type template struct {
	text string
	ptx  int // version times ten
	sm   int
	own  bool // only for machines with a suffix, such as sm_90a
	last int  // the last machine that has it; 0 if all newer ones have it
}

// templateFamily makes the templates of the intrinsics whose names begin in the same way.
type templateFamily struct {
	prefix string
	make   func(rest string) (template, bool)
}

// templateOf returns the template of an intrinsic's name, without the types at its end.
func templateOf(name string) (template, bool) {
	templatesOnce.Do(makeTemplates)
	name = strings.TrimPrefix(name, ir.IntrinsicPrefix)
	for {
		if t, ok := templates[name]; ok {
			return t, true
		}
		for _, f := range templateFamilies {
			if rest, ok := strings.CutPrefix(name, f.prefix); ok {
				if t, ok := f.make(rest); ok {
					return t, true
				}
			}
		}
		at := strings.LastIndexByte(name, '.')
		if at < 0 || !ir.IsMangledType(name[at+1:]) {
			return template{}, false
		}
		name = name[:at]
	}
}

// templateInstr writes an intrinsic by its template.
func (e *fn) templateInstr(i *ir.Instr, t template) {
	if !e.machineHas(t) {
		return
	}
	outs, ok := e.templateResults(i.Type(), strings.Contains(t.text, "$rh"))
	if !ok || len(outs) > 0 && !strings.Contains(t.text, "$r") && !strings.Contains(t.text, "{r}") {
		e.fail("", "%s", otherSignature)
		return
	}
	if !e.usesFlags(i, t.text) {
		return
	}
	f := filler{fn: e, i: i, args: make([]string, i.NumCallArgs())}
	for _, o := range outs {
		f.results = append(f.results, string(o.from.append(nil)))
	}
	text := f.fill(t.text)
	if f.bad != "" {
		e.fail("", "%s", f.bad)
		return
	}
	if strings.Contains(text, ".cta_group::") && !e.machineHas(template{text: text, ptx: 86, sm: 100, own: true}) {
		return
	}
	if strings.HasPrefix(text, "{ ") {
		text = strings.ReplaceAll(text, "; ", ";\n\t")
	}
	e.line(text)
	if i.Type().IsVoid() {
		return
	}
	var values []opnd
	for _, o := range outs {
		values = append(values, e.unpackOutput(o)...)
	}
	e.define(i, values)
}

// mentioned matches the numbers of arguments in a template.
var mentioned = regexp.MustCompile(`\$(\d+)|\{(\d+)-(\d+)h?\}|<(\d+)`)

// usesFlags reports whether a template uses each constant argument that is not zero. If not, it reports
// an error: LLVM has given the argument a meaning that the template does not know.
func (e *fn) usesFlags(i *ir.Instr, text string) bool {
	var numbers [][]string
	for k := range i.NumCallArgs() {
		c, ok := i.Arg(k).(*ir.Const)
		if !ok || !c.IsInt() || c.IsZero() {
			continue
		}
		if numbers == nil {
			numbers = mentioned.FindAllStringSubmatch(text, -1)
		}
		used := false
		for _, m := range numbers {
			first, last := m[1]+m[2]+m[4], m[3]
			x, _ := strconv.Atoi(first)
			y := x
			if last != "" {
				y, _ = strconv.Atoi(last)
			}
			used = used || x <= k && k <= y
		}
		if !used {
			e.fail("", "argument %d must be zero", k)
			return false
		}
	}
	return true
}

// unpackOutput returns the values of an output in the registers of its type.
func (e *fn) unpackOutput(o asmOutput) []opnd {
	if it := e.asmBits(o.t); it != nil {
		return e.repack(it, []opnd{o.from}, o.t)
	}
	c := e.shape(o.t).slots[0]
	if o.from.cls == c && (!o.t.IsInt() || o.t.Bits() == 1 || o.t.Bits() == int(8*classes[c].size)) {
		return []opnd{o.from}
	}
	o.to = []opnd{e.fresh(c)}
	e.asmOutput(o)
	return o.to
}

// machineHas reports whether the machine and the PTX version have an instruction. If not, it reports
// an error.
func (e *fn) machineHas(t template) bool {
	pos := e.at.Pos
	name, _, _ := strings.Cut(strings.TrimSuffix(t.text, ";"), " ")
	if name == "{" { // several instructions
		name = e.at.CalledFunc().Name
	}
	suffixed := strings.HasSuffix(e.cpu, "a") || strings.HasSuffix(e.cpu, "f")
	switch {
	case t.last != 0 && e.sm > t.last:
		e.failAt(pos, "", "%s: only machines up to sm_%d have it, but PTX "+
			"is written for %s", name, t.last, e.cpu)
	case t.own && (!suffixed || e.sm < t.sm):
		e.failAt(pos, fmt.Sprintf("select such a machine with -mcpu=sm_%da", t.sm),
			"%s: this needs sm_%da, but PTX is written for %s", name, t.sm, e.cpu)
	default:
		return e.needs(name, t.ptx, t.sm, pos)
	}
	return false
}

// templateResults returns new registers for the parts of a result. half selects registers of 16 bits
// for integers.
func (e *fn) templateResults(t *ir.Type, half bool) ([]asmOutput, bool) {
	if t.IsVoid() {
		return nil, true
	}
	parts := []*ir.Type{t}
	if t.Kind() == ir.Struct {
		parts = t.Fields()
	}
	var out []asmOutput
	for _, p := range parts {
		c := clsR
		switch it := e.asmBits(p); {
		case it == nil && len(e.shape(p).slots) != 1, it != nil && it.Bits() > 64:
			return nil, false
		case half || it == nil && p.IsInt() && p.Bits() == 16:
			c = clsH
		case it != nil && it.Bits() == 64:
			c = clsRD
		case it == nil:
			c = e.shape(p).slots[0]
		}
		out = append(out, asmOutput{from: e.fresh(c), t: p})
	}
	return out, true
}

// otherSignature is the message for a declaration that LLVM would reject.
const otherSignature = "the intrinsic has other arguments or another result in LLVM"

// filler fills in a template. It computes an operand when the template uses it.
type filler struct {
	*fn
	i             *ir.Instr
	args, results []string // as far as they were used
	braces        bool     // in a list, where PTX takes only registers
	bad           string
}

// wrong records why a template cannot be filled in.
func (f *filler) wrong() string {
	f.bad = otherSignature
	return ""
}

// fill replaces the operands, the lists, and the alternatives in a text.
func (f *filler) fill(s string) string {
	var b strings.Builder
	for k := 0; k < len(s) && f.bad == ""; k++ {
		switch s[k] {
		case '$':
			end := k + 1
			for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == 'r' || s[end] == 'h') {
				end++
			}
			b.WriteString(f.operand(s[k+1 : end]))
			k = end - 1
		case '{':
			end := k + strings.IndexByte(s[k:], '}')
			if list, ok := f.list(s[k+1 : end]); ok {
				b.WriteString("{" + strings.Join(list, ", ") + "}")
				k = end
			} else {
				b.WriteByte('{')
				f.braces = true
			}
		case '}':
			b.WriteByte('}')
			f.braces = false
		case '<':
			end := k + strings.IndexByte(s[k:], '>')
			b.WriteString(f.fill(f.choose(strings.Split(s[k+1:end], "|"))))
			k = end
		default:
			b.WriteByte(s[k])
		}
	}
	return b.String()
}

// operand returns the operand that a word after $ names.
func (f *filler) operand(word string) string {
	half := strings.HasSuffix(word, "h")
	word = strings.TrimSuffix(word, "h")
	if rest, ok := strings.CutPrefix(word, "r"); ok {
		n, _ := strconv.Atoi(rest) // $r is $r0
		if n >= len(f.results) {
			return f.wrong()
		}
		return f.results[n]
	}
	n, err := strconv.Atoi(word)
	if err != nil || n >= len(f.args) {
		return f.wrong()
	}
	if half {
		return f.half(n)
	}
	if f.args[n] == "" {
		f.args[n] = f.arg(n)
	}
	return f.args[n]
}

// arg returns the operand for an argument.
func (f *filler) arg(n int) string {
	v := f.i.Arg(n)
	if x, ok := v.(*ir.Instr); ok {
		if name, ok := f.handle(x); ok {
			return name
		}
	}
	t, o := v.Type(), f.value(v)
	if it := f.asmBits(t); it != nil {
		t, o = it, f.repack(t, o, it)
	}
	if len(o) != 1 && !f.braces {
		f.bad = "an argument of type " + t.String()
		return ""
	}
	var list []string
	for _, x := range o {
		if x.imm && (f.braces || x.cls != clsR) {
			x = f.reg(x)
		}
		list = append(list, string(x.append(nil)))
	}
	return strings.Join(list, ", ")
}

// handleName is the intrinsic that returns the handle of a texture or surface that is a variable.
const handleName = "llvm.nvvm.texsurf.handle.internal"

// handle returns the name of the texture or surface of which an instruction is the handle.
func (e *fn) handle(i *ir.Instr) (string, bool) {
	f := i.CalledFunc()
	if f == nil || !strings.HasPrefix(f.Name, handleName) || i.NumCallArgs() != 1 {
		return "", false
	}
	s, off, ok := e.symbolic(i.Arg(0))
	g, isVar := s.(*ir.Global)
	if !ok || !isVar || off != 0 || !strings.HasSuffix(e.opaque[e.actual(g).(*ir.Global)], "ref") {
		return "", false
	}
	return e.refer(g), true
}

// half returns an argument in a register of 16 bits.
func (f *filler) half(n int) string {
	v := f.value(f.i.Arg(n))
	if len(v) != 1 {
		return f.wrong()
	}
	o := f.reg(v[0])
	if o.cls == clsH {
		return string(o.append(nil))
	}
	r := f.fresh(clsH)
	f.convert(r, o)
	return string(r.append(nil))
}

// list returns the operands of a list: r for all results, or from-to for arguments. Other braces
// stay as they are.
func (f *filler) list(s string) ([]string, bool) {
	if s == "r" {
		return f.results, true
	}
	from, to, ok := strings.Cut(s, "-")
	x, err := strconv.Atoi(from)
	if !ok || err != nil {
		return nil, false
	}
	var out []string
	f.braces = true
	defer func() { f.braces = false }()
	half := ""
	if to, ok = strings.CutSuffix(to, "h"); ok {
		half = "h"
	}
	y, _ := strconv.Atoi(to)
	for n := x; n <= y; n++ {
		out = append(out, f.operand(strconv.Itoa(n)+half))
	}
	return out, true
}

// choose returns the alternative that a constant argument selects: `2|.lo|.hi` is .lo if argument 2
// is 0.
func (f *filler) choose(words []string) string {
	if number, value, exact := strings.Cut(words[0], "="); exact {
		n, _ := strconv.Atoi(number)
		if n >= len(f.args) {
			return f.wrong()
		}
		if c, ok := f.i.Arg(n).(*ir.Const); !ok || !c.IsInt() || strconv.FormatUint(c.Uint64(), 10) != value {
			f.bad = fmt.Sprintf("argument %d must be %s", n, value)
		}
		return value
	}
	number, optional := strings.CutSuffix(words[0], "?")
	n, err := strconv.Atoi(number)
	if optional && n >= len(f.args) {
		return words[1]
	}
	if err != nil || n >= len(f.args) {
		return f.wrong()
	}
	c, ok := f.i.Arg(n).(*ir.Const)
	if !ok || !c.IsInt() || c.Uint64() >= uint64(len(words)-1) {
		f.bad = fmt.Sprintf("argument %d must be a constant less than %d", n, len(words)-1)
		return ""
	}
	return words[1+c.Uint64()]
}
