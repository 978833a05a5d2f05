// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

// This file rejects what ptxas rejects: opcodes in forms that are not in the table, registers of a
// type that the instruction does not accept, immediates in invalid places, state spaces that do not
// match, and features that the module's .version or .target lacks. The table was derived from the
// verdicts of ptxas 12.9, line by line (testdata/strict.txt of package ptx_test; TestStrict repeats
// the comparison). If the two differ, this one is stricter: modifiers have one order, and addresses
// have 64 bits.

import (
	"fmt"
	"regexp"
	"strings"
)

// form describes an instruction: a pattern of the opcode, its operands, and the version of PTX and
// the machine that it needs.
//
// Each letter of args is an operand, where T is the last type of the opcode:
//
//	d s      a register of type T that is written; a register or an immediate of type T
//	x y      the same, but the register may be wider: ld, st
//	X Y      the types of cvt: the one before the last, and the last
//	w v      written and read, twice as wide as T
//	n u      written and read, 32 bits whatever T is
//	P p      a predicate that is written; one that is read, perhaps negated, or an immediate
//	R Q      P or P|P; d or d|P
//	D        written, of the size of an address; A read, an address in a register
//	m        [address]
//	i        an integer immediate
//	o        the operands after this are optional
//
// For example, mul.wide.u32 has the operands "wss": a 64-bit result and two 32-bit values.
type form struct {
	op      string
	args    string
	ptx, sm int
}

const (
	ints     = `[us](16|32|64)`
	rounding = `(\.r[nzmp])`
	ftz      = `(\.ftz)?`
	order    = `(\.weak|\.volatile|\.(relaxed|acquire|release)\.(cta|gpu|sys|cluster))?`
	vector   = `(\.v[24])?`
	memTypes = `\.([us](8|16|32|64)|b(8|16|32|64)|f(32|64))`
	atomPre  = `(\.(relaxed|acquire|release|acq_rel)\.(cta|gpu|sys|cluster))?(\.global|\.shared)?`
)

var forms = []form{
	{`(add|sub|min|max|div|rem)\.` + ints, "dss", 0, 0},
	{`(add|sub)\.sat\.s32`, "dss", 0, 0},
	{`(add|sub)c?\.cc\.[us]32`, "dss", 0, 0}, {`(add|sub)c\.[us]32`, "dss", 0, 0},
	{`(add|sub)c?\.cc\.[us]64`, "dss", 43, 0}, {`(add|sub)c\.[us]64`, "dss", 43, 0},
	{`(add|sub|mul)` + rounding + `?` + ftz + `(\.sat)?\.f32`, "dss", 0, 0}, {`(add|sub|mul)` + rounding + `?\.f64`,
		"dss", 0, 0},
	{`(add|sub|mul)(\.rn)?` + ftz + `(\.sat)?\.f16(x2)?`, "dss", 42, 53}, {`(add|sub|mul)(\.rn)?\.bf16(x2)?`,
		"dss", 78, 90},
	{`mul\.(hi|lo)\.` + ints, "dss", 0, 0}, {`mul\.wide\.[us](16|32)`, "wss", 0, 0},
	{`madc?\.(hi|lo)\.cc\.[us]32`, "dsss", 0, 0}, {`madc\.(hi|lo)\.[us]32`, "dsss", 0, 0},
	{`mad\.(hi|lo)\.` + ints, "dsss", 0, 0}, {`mad\.wide\.[us](16|32)`, "wssv", 0, 0},
	{`mul24\.(hi|lo)\.[us]32`, "dss", 0, 0}, {`sad\.` + ints, "dsss", 0, 0},
	{`(fma|mad)` + rounding + ftz + `(\.sat)?\.f32`, "dsss", 0, 0}, {`(fma|mad)` + rounding + `\.f64`, "dsss", 0, 0},
	{`fma\.rn` + ftz + `(\.sat)?\.f16(x2)?`, "dsss", 42, 53}, {`fma\.rn\.bf16(x2)?`, "dsss", 70, 80},
	{`div(\.approx|\.full|` + rounding + `)` + ftz + `\.f32`, "dss", 0, 0}, {`div` + rounding + `\.f64`, "dss", 0, 0},
	{`(sqrt|rcp)(\.approx|` + rounding + `)` + ftz + `\.f32`, "ds", 0, 0}, {`(sqrt|rcp)` + rounding + `\.f64`,
		"ds", 0, 0},
	{`rcp\.approx\.ftz\.f64`, "ds", 0, 0}, {`rsqrt\.approx` + ftz + `\.f32`, "ds", 0, 0}, {`rsqrt\.approx\.f64`,
		"ds", 0, 0},
	{`(sin|cos|lg2|ex2)\.approx` + ftz + `\.f32`, "ds", 0, 0}, {`tanh\.approx\.f32`, "ds", 70, 75},
	{`(min|max)` + ftz + `\.f32`, "dss", 0, 0}, {`(min|max)` + ftz + `\.NaN\.f32`, "dss", 70, 80},
	{`(min|max)\.f64`, "dss", 0, 0},
	{`(min|max)(\.NaN)?\.b?f16(x2)?`, "dss", 70, 80},
	{`abs\.s(16|32|64)`, "ds", 0, 0}, {`neg\.s(16|32|64)`, "ds", 0, 0},
	{`(abs|neg)` + ftz + `\.f32`, "ds", 0, 0}, {`(abs|neg)\.f64`, "ds", 0, 0},
	{`neg\.f16(x2)?`, "ds", 60, 53}, {`abs\.f16(x2)?`, "ds", 65, 53}, {`(abs|neg)\.bf16(x2)?`, "ds", 70, 80},
	{`copysign\.f(32|64)`, "dss", 0, 0}, {`testp\.(finite|infinite|number|notanumber|normal|subnormal)\.f(32|64)`,
		"Ps", 0, 0},
	{`(and|or|xor)\.(pred|b16|b32|b64)`, "dss", 0, 0}, {`not\.(pred|b16|b32|b64)`, "ds", 0, 0},
	{`cnot\.b(16|32|64)`, "ds", 0, 0},
	{`shl\.b(16|32|64)`, "dsu", 0, 0}, {`shr\.[bus](16|32|64)`, "dsu", 0, 0}, {`shf\.[lr]\.(wrap|clamp)\.b32`,
		"dssu", 31, 32},
	{`prmt\.b32`, "dsss", 0, 0}, {`lop3\.b32`, "dsssi", 43, 50},
	{`bfe\.[us](32|64)`, "dsuu", 0, 0}, {`bfi\.b(32|64)`, "dssuu", 0, 0},
	{`(popc|clz)\.b(32|64)`, "ns", 0, 0}, {`brev\.b(32|64)`, "ds", 0, 0}, {`bfind(\.shiftamt)?\.[us](32|64)`,
		"ns", 0, 0},
	{`setp\.(eq|ne|lt|le|gt|ge)(\.(and|or|xor))?\.` + ints, "Rssop", 0, 0},
	{`setp\.(lo|ls|hi|hs)(\.(and|or|xor))?\.u(16|32|64)`, "Rssop", 0, 0},
	{`setp\.(eq|ne)(\.(and|or|xor))?\.b(16|32|64)`, "Rssop", 0, 0},
	{`setp\.((eq|ne|lt|le|gt|ge)u?|num|nan)(\.(and|or|xor))?` + ftz + `\.f32`, "Rssop", 0, 0},
	{`setp\.((eq|ne|lt|le|gt|ge)u?|num|nan)(\.(and|or|xor))?\.f64`, "Rssop", 0, 0},
	{`setp\.((eq|ne|lt|le|gt|ge)u?|num|nan)(\.(and|or|xor))?` + ftz + `\.f16`, "Rssop", 42, 53},
	{`setp\.((eq|ne|lt|le|gt|ge)u?|num|nan)(\.(and|or|xor))?\.bf16`, "Rssop", 78, 90},
	{`selp\.([bus](16|32|64)|f32|f64)`, "dssp", 0, 0},
	{`mov\.(pred|[bus](16|32|64)|f32|f64)`, "ds", 0, 0}, {`mov\.b128`, "ds", 83, 70},
	{`cvt\.[us](8|16|32|64)\.[us](8|16|32|64)`, "XY", 0, 0}, {`cvt\.sat\.[us](8|16|32|64)\.[us](8|16|32|64)`,
		"XY", 0, 0},
	{`cvt\.r[nzmp]i` + ftz + `(\.sat)?\.[us](8|16|32|64)\.f32`, "XY", 0, 0},
	{`cvt\.r[nzmp]i(\.sat)?\.[us](8|16|32|64)\.f64`, "XY", 0, 0},
	{`cvt\.r[nzmp]i\.[us](8|16|32|64)\.f16`, "XY", 42, 53}, {`cvt\.r[nzmp]i\.[us](8|16|32|64)\.bf16`, "XY", 78, 90},
	{`cvt` + rounding + ftz + `(\.sat)?\.f32\.[us](8|16|32|64)`, "XY", 0, 0},
	{`cvt` + rounding + `(\.sat)?\.f64\.[us](8|16|32|64)`, "XY", 0, 0},
	{`cvt` + rounding + `\.f16\.[us](8|16|32|64)`, "XY", 42, 53}, {`cvt` + rounding + `\.bf16\.[us](8|16|32|64)`,
		"XY", 78, 90},
	{`cvt` + ftz + `\.f64\.f32`, "XY", 0, 0}, {`cvt` + rounding + ftz + `(\.sat)?\.f32\.f64`, "XY", 0, 0},
	{`cvt(\.r[nzmp]i)?` + ftz + `(\.sat)?\.f32\.f32`, "XY", 0, 0}, {`cvt(\.r[nzmp]i)?(\.sat)?\.f64\.f64`, "XY", 0, 0},
	{`cvt` + ftz + `\.f32\.f16`, "XY", 0, 0}, {`cvt\.f64\.f16`, "XY", 0, 0}, {`cvt` + rounding + ftz + `\.f16\.f32`,
		"XY", 0, 0},
	{`cvt` + rounding + `\.f16\.f64`, "XY", 0, 0}, {`cvt\.r[nzmp]i\.f16\.f16`, "XY", 42, 53},
	{`cvt\.f32\.bf16`, "XY", 71, 80}, {`cvt\.r[nz]\.bf16\.f32`, "XY", 70, 80}, {`cvt` + rounding + `\.bf16\.f64`,
		"XY", 78, 90},
	{`cvt\.r[nz]\.(f16x2|bf16x2)\.f32`, "XYY", 70, 80},
	{`cvta\.(global|shared|const|local)\.u64`, "Ds", 0, 0}, {`cvta\.to\.(global|shared|const|local)\.u64`, "DA", 0, 0},
	{`cvta\.param\.u64`, "Ds", 77, 70}, {`cvta\.to\.param\.u64`, "DA", 77, 70},
	{`isspacep\.(global|shared|const|local)`, "PA", 0, 0}, {`isspacep\.param`, "PA", 77, 70},
	{`ld` + order + `(\.global|\.shared|\.local|\.const|\.param(::entry|::func)?)?` + vector + memTypes, "xm", 0, 0},
	{`ld\.global\.nc` + vector + memTypes, "xm", 31, 32}, {`ldu(\.global)?` + vector + memTypes, "xm", 0, 0},
	{`st` + order + `(\.global|\.shared|\.local|\.param(::func)?)?` + vector + memTypes, "my", 0, 0},
	{`ld` + order + `(\.global|\.shared|\.local|\.const|\.param)?\.b128`, "xm", 83, 70},
	{`st` + order + `(\.global|\.shared|\.local|\.param)?\.b128`, "my", 83, 70},
	{`atom` + atomPre + `\.(and|or|xor|exch)\.b(32|64)`, "dms", 0, 0}, {`atom` + atomPre + `\.add\.(u32|s32|u64)`,
		"dms", 0, 0},
	{`atom` + atomPre + `\.(min|max)\.[us](32|64)`, "dms", 0, 0}, {`atom` + atomPre + `\.(inc|dec)\.u32`, "dms", 0, 0},
	{`atom` + atomPre + `\.add\.f32`, "dms", 0, 0}, {`atom` + atomPre + `\.add\.f64`, "dms", 50, 60},
	{`atom` + atomPre + `\.add\.noftz\.f16(x2)?`, "dms", 63, 70},
	{`atom` + atomPre + `\.add\.noftz\.bf16(x2)?`, "dms", 78, 90},
	{`atom` + atomPre + `\.cas\.b(32|64)`, "dmss", 0, 0}, {`atom` + atomPre + `\.cas\.b16`, "dmss", 63, 70},
	{`atom` + atomPre + `\.(exch|cas)\.b128`, "dmsos", 84, 90},
	{`red` + atomPre + `\.(and|or|xor)\.b(32|64)`, "ms", 0, 0}, {`red` + atomPre + `\.add\.(u32|s32|u64|f32)`,
		"ms", 0, 0},
	{`red` + atomPre + `\.(min|max)\.[us](32|64)`, "ms", 0, 0}, {`red` + atomPre + `\.(inc|dec)\.u32`, "ms", 0, 0},
	{`red` + atomPre + `\.add\.f64`, "ms", 50, 60},
	{`fence\.(sc|acq_rel)\.(cta|gpu|sys|cluster)`, "", 60, 70}, {`fence\.(acquire|release)\.(cta|gpu|sys|cluster)`, "",
		86, 90}, {`membar\.(cta|gl|sys)`, "", 0, 0},
	{`bar\.sync`, "uou", 0, 0}, {`bar\.arrive`, "uu", 0, 0}, {`barrier(\.cta)?\.sync(\.aligned)?`, "uou", 60, 0},
	{`barrier(\.cta)?\.arrive(\.aligned)?`, "uu", 60, 0},
	{`bar(rier)?(\.cta)?\.red\.popc(\.aligned)?\.u32`, "dup", 0, 0},
	{`bar(rier)?(\.cta)?\.red\.(and|or)(\.aligned)?\.pred`, "Pup", 0, 0},
	{`bar\.warp\.sync`, "u", 60, 30}, {`shfl\.sync\.(idx|up|down|bfly)\.b32`, "Qsuuu", 60, 30},
	{`vote\.sync\.(any|all|uni)\.pred`, "Ppu", 60, 30},
	{`vote\.sync\.ballot\.b32`, "dpu", 60, 30}, {`match\.any\.sync\.b(32|64)`, "nsu", 60, 70},
	{`match\.all\.sync\.b(32|64)`, "Qsu", 60, 70},
	{`redux\.sync\.(add|min|max)\.[us]32`, "dsu", 70, 80}, {`redux\.sync\.(and|or|xor)\.b32`, "dsu", 70, 80},
	{`activemask\.b32`, "d", 62, 30},
	{`nanosleep\.u32`, "s", 63, 70}, {`alloca\.u64`, "dsoi", 73, 52},
	{`stacksave\.u64`, "d", 73, 52}, {`stackrestore\.u64`, "A", 73, 52},
	{`trap|brkpt|exit|ret(\.uni)?`, "", 0, 0}, {`pmevent`, "i", 0, 0},
}

// compiled has the compiled patterns of forms. formOf caches the form of an opcode.
var (
	compiled []*regexp.Regexp
	formOf   = map[string]*form{}
)

func init() {
	for _, f := range forms {
		compiled = append(compiled, regexp.MustCompile(`^(`+f.op+`)$`))
	}
}

func findForm(name string) *form {
	if f, ok := formOf[name]; ok {
		return f
	}
	for k, re := range compiled {
		if re.MatchString(name) {
			formOf[name] = &forms[k]
			return &forms[k]
		}
	}
	return nil
}

// needs fails if the module's version or machine does not support a feature.
func (p *parser) needs(what string, ptx, sm int) {
	if p.ptx < ptx {
		p.fail("%s needs PTX %d.%d, and this is %d.%d", what, ptx/10, ptx%10, p.ptx/10, p.ptx%10)
	}
	if p.sm < sm {
		p.fail("%s needs sm_%d, and this is for sm_%d", what, sm, p.sm)
	}
}

// check verifies an instruction as ptxas does.
func (p *parser) check(f *function, i *instr) {
	if i.op[0] == "bra" || i.op[0] == "brx" {
		p.checkBranch(f, i)
		return
	}
	fm := findForm(i.name)
	if fm == nil {
		p.fail("opcode %s", i.name)
	}
	p.needs(i.name, fm.ptx, fm.sm)
	p.checkModifiers(i)
	args := i.args
	optional := false
	for _, c := range []byte(fm.args) {
		if c == 'o' {
			optional = true
			continue
		}
		if len(args) == 0 {
			if optional {
				break
			}
			p.fail("%s: operands are missing", i.name)
		}
		if err := p.checkOperand(f, i, c, args[0]); err != "" {
			p.fail("%s: %s", i.name, err)
		}
		args = args[1:]
	}
	if len(args) > 0 {
		p.fail("%s: too many operands", i.name)
	}
	p.checkValues(f, i)
}

// checkModifiers verifies what orders and scopes need, and which spaces they apply to.
func (p *parser) checkModifiers(i *instr) {
	space := spaceOf(i)
	fixed := space == "local" || space == "const" || space == "param"
	for _, s := range i.op[1:] {
		switch s {
		case "relaxed", "acquire", "release", "acq_rel":
			if i.op[0] != "fence" {
				p.needs("."+s, 60, 70)
			}
			if fixed {
				p.fail("%s: .%s in .%s memory", i.name, s, space)
			}
			if s == "release" && i.op[0] == "ld" || s == "acquire" && i.op[0] == "st" {
				p.fail("%s: .%s", i.name, s)
			}
		case "cluster":
			p.needs(".cluster", 78, 90)
		case "volatile":
			if fixed {
				p.fail("%s: .volatile in .%s memory", i.name, space)
			}
		}
	}
}

// checkValues verifies immediates with a restricted range.
func (p *parser) checkValues(f *function, i *instr) {
	a := i.args
	switch {
	case i.op[0] == "setp":
		if joins := i.op[2] == "and" || i.op[2] == "or" || i.op[2] == "xor"; joins != (len(a) == 4) {
			p.fail("%s with %d operands", i.name, len(a))
		}
	case i.op[0] == "alloca" && len(a) == 3:
		if n := a[2].imm; n == 0 || n&(n-1) != 0 {
			p.fail("%s: an alignment of %d", i.name, n)
		}
	case (i.op[0] == "bar" || i.op[0] == "barrier") && i.op[1] != "warp":
		bar := a
		if strings.Contains(i.name, ".red.") {
			bar = a[1 : len(a)-1]
		}
		if bar[0].kind == opImm && bar[0].imm > 15 {
			p.fail("%s: barrier %d", i.name, bar[0].imm)
		}
		if len(bar) > 1 && bar[1].kind == opImm && bar[1].imm%warpSize != 0 {
			p.fail("%s: %d threads", i.name, bar[1].imm)
		}
	}
}

// fits reports whether an instruction of type t accepts a register of type reg.
func fits(reg, t typ, wider bool) bool {
	if reg.bits != t.bits && !(wider && reg.bits > t.bits) {
		return false
	}
	whole := func(k byte) bool { return k == 'u' || k == 's' }
	switch {
	case reg.kind == 'p' || t.kind == 'p':
		return reg.kind == t.kind
	case reg.kind == 'b' || t.kind == 'b':
		return true
	case whole(reg.kind) || whole(t.kind):
		return whole(reg.kind) && whole(t.kind)
	}
	return reg.kind == t.kind && reg.bits == t.bits
}

// checkOperand describes the error in an operand, or returns "". See form for the letters.
func (p *parser) checkOperand(f *function, i *instr, c byte, o operand) string {
	t := i.typ
	switch c {
	case 'X':
		t = i.typ2
	case 'w', 'v':
		t.bits *= 2
	case 'n', 'u':
		t = typ{'u', 32}
	case 'P', 'p', 'R':
		t = typ{'p', 1}
	case 'D', 'A':
		t = typ{'u', 64}
	}
	wider := strings.IndexByte("xyXY", c) >= 0
	switch c {
	case 'd', 'x', 'X', 'w', 'n', 'P', 'R', 'Q', 'D':
		if o.second != nil {
			if c != 'R' && c != 'Q' {
				return "two results"
			}
			if err := p.written(f, i, *o.second, typ{'p', 1}, false); err != "" {
				return err
			}
		}
		if c == 'Q' && i.op[0] == "match" {
			t = typ{'u', 32}
		}
		return p.written(f, i, o, t, wider)
	case 'm':
		return p.checkAddress(f, i, o)
	case 'i':
		if o.kind != opImm || o.lit != 0 {
			return "no integer where one has to be"
		}
		return ""
	}
	if o.second != nil || o.neg && t.kind != 'p' {
		return "an operand of this kind"
	}
	if c == 'A' && o.kind != opReg {
		return "no register where one has to be"
	}
	return p.read(f, i, o, t, wider)
}

// written describes the error in a result, or returns "".
func (p *parser) written(f *function, i *instr, o operand, t typ, wider bool) string {
	if o.kind == opVec {
		return p.checkVector(f, i, o, t, wider, true)
	}
	if o.kind != opReg || o.neg {
		return "a result that is no register"
	}
	if o.reg < 0 {
		if i.op[0] == "atom" || i.op[0] == "shfl" || i.op[0] == "setp" {
			return ""
		}
		return "a result that is thrown away"
	}
	if !p.vectorless(i) {
		return "no vector of results"
	}
	if reg := f.regTyp[o.reg]; !fits(reg, t, wider) {
		return fmt.Sprintf("a register of type %s for a result of type %s", reg, t)
	}
	return ""
}

// read describes the error in a value, or returns "".
func (p *parser) read(f *function, i *instr, o operand, t typ, wider bool) string {
	isMov := i.op[0] == "mov"
	switch o.kind {
	case opVec:
		return p.checkVector(f, i, o, t, wider, false)
	case opReg:
		if o.reg < 0 {
			return "a value that is thrown away"
		}
		if !p.vectorless(i) {
			return "no vector of values"
		}
		if reg := f.regTyp[o.reg]; !fits(reg, t, wider) {
			return fmt.Sprintf("a register of type %s for a value of type %s", reg, t)
		}
		return ""
	case opImm:
		switch {
		case !p.vectorless(i) || t.bits == 128:
			return "an immediate"
		case t.bits == 16 && t.kind != 'u' && t.kind != 's' && t.kind != 'b' || t.kind == 'h' || t.kind == 'H':
			return "an immediate of a half type"
		case o.lit != 0 && t.kind != 'b' && t.kind != 'f' ||
			o.lit == 'f' && t.bits != 32 || o.lit == 'd' && t.bits != 64:
			return "a float that is none of type " + t.String()
		case o.lit == 0 && t.kind == 'f':
			return "an integer for a value of type " + t.String()
		}
		return ""
	case opSpecial:
		bits := specialBits(o.sym)
		switch {
		case bits == 0:
			return o.sym + " is not declared"
		case !isMov || t.bits != bits || strings.IndexByte("usb", t.kind) < 0:
			return "the special register " + o.sym
		}
		return ""
	case opSym:
		return p.checkSymbol(i, o, t)
	}
	return "an operand of this kind"
}

// checkSymbol describes the error in the use of a symbol's address as a value, or returns "".
func (p *parser) checkSymbol(i *instr, o operand, t typ) string {
	space := p.spaceOfSymbol(o)
	switch {
	case space == "":
		return o.sym + " is not declared"
	case i.op[0] == "mov" && (t == typ{'b', 64} || t == typ{'u', 64}):
		return ""
	case i.op[0] == "cvta" && space == i.op[1]:
		return ""
	}
	return "the address of " + o.sym
}

// spaceOfSymbol returns the space of a declared symbol, "code" for a function, or "" if it is not
// declared.
func (p *parser) spaceOfSymbol(o operand) string {
	if o.v != nil {
		return o.v.space
	}
	if v := p.m.byVar[o.sym]; v != nil {
		return v.space
	}
	if p.m.funcs[o.sym] != nil {
		return "code"
	}
	return ""
}

// checkAddress describes the error in a [base+offset], or returns "".
func (p *parser) checkAddress(f *function, i *instr, o operand) string {
	if o.kind != opMem {
		return "no address where one has to be"
	}
	if off := int64(o.imm); o.reg != -2 && (off < -1<<31 || off >= 1<<31) {
		return fmt.Sprintf("an offset of %d", off)
	}
	space := spaceOf(i)
	switch {
	case o.reg == -2:
		if space != "local" {
			return "a number for an address"
		}
	case o.reg >= 0 && o.reg < len(f.regTyp):
		if t := f.regTyp[o.reg]; t.bits != 64 || strings.IndexByte("usb", t.kind) < 0 {
			return "an address in a register of type " + t.String()
		}
	default:
		have := p.spaceOfSymbol(operand{sym: o.sym, v: o.v})
		switch {
		case have == "":
			return o.sym + " is not declared"
		case have != space && (space != "" || have == "param" || have == "code"):
			return fmt.Sprintf("%s, which is %s, in space %q", o.sym, have, space)
		case have == "param" && i.op[0] == "st" && contains(f.params, o.v):
			return "a parameter is written"
		}
	}
	return ""
}

func contains(list []*variable, v *variable) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// vectorless reports whether an instruction has neither .v2 nor .v4.
func (p *parser) vectorless(i *instr) bool { return vectorOf(i) == 0 }

func vectorOf(i *instr) int {
	for _, s := range i.op[1:] {
		switch s {
		case "v2":
			return 2
		case "v4":
			return 4
		}
	}
	return 0
}

// checkVector describes the error in {a, b}, or returns "". These are the elements of a vector
// access, or the parts that a mov joins or splits.
func (p *parser) checkVector(f *function, i *instr, o operand, t typ, wider, write bool) string {
	n := vectorOf(i)
	if i.op[0] == "mov" {
		k := len(o.elems)
		if t.kind != 'b' || k != 2 && k != 4 || t.bits/k < 8 {
			return "a vector"
		}
		for _, x := range o.elems {
			switch {
			case x.kind == opReg && x.reg < 0 && write:
			case x.kind == opReg && x.reg >= 0 && f.regTyp[x.reg].bits == t.bits/k && f.regTyp[x.reg].kind != 'p':
			case x.kind == opImm && !write && x.lit == 0:
			default:
				return "an element of another size"
			}
		}
		return ""
	}
	if n == 0 || len(o.elems) != n {
		return fmt.Sprintf("a vector of %d", len(o.elems))
	}
	if n*t.bits > 128 {
		p.needs("an access of 256 bits", 88, 100)
	}
	var first typ
	var whole, float bool // has integer immediates, has float immediates
	for _, x := range o.elems {
		switch {
		case x.kind == opReg && x.reg < 0:
			if !write {
				return "a value that is thrown away"
			}
		case x.kind == opReg:
			reg := f.regTyp[x.reg]
			if !fits(reg, t, wider) {
				return fmt.Sprintf("a register of type %s in a vector of type %s", reg, t)
			}
			if first.bits != 0 && first.bits != reg.bits {
				return "elements of different sizes"
			}
			first = reg
		case x.kind == opImm && !write:
			whole, float = whole || x.lit == 0, float || x.lit != 0
			if whole && (float || t.kind == 'f') || float && t.kind != 'f' && t.kind != 'b' ||
				x.lit == 'f' && t.bits != 32 || x.lit == 'd' && t.bits != 64 {
				return "an immediate in a vector"
			}
		default:
			return "an element of this kind"
		}
	}
	return ""
}

func (p *parser) checkBranch(f *function, i *instr) {
	switch {
	case i.name == "bra" || i.name == "bra.uni":
		if len(i.args) != 1 || i.args[0].kind != opSym {
			p.fail("%s: no label", i.name)
		}
	case i.name == "brx.idx" || i.name == "brx.idx.uni":
		p.needs(i.name, 60, 30)
		if len(i.args) != 2 || i.args[1].kind != opSym || p.tables[i.args[1].sym] == nil {
			p.fail("%s: no list of targets", i.name)
		}
		if err := p.read(f, i, i.args[0], typ{'u', 32}, false); err != "" || i.args[0].kind != opReg {
			p.fail("%s: %s", i.name, err)
		}
	default:
		p.fail("opcode %s", i.name)
	}
}

// specialBits returns the size of a special register, or 0 if there is none with the name.
func specialBits(s string) int {
	name, dim, found := strings.Cut(s, ".")
	switch name {
	case "%tid", "%ntid", "%ctaid", "%nctaid":
		if found && len(dim) == 1 && strings.Contains("xyzw", dim) {
			return 32
		}
		return 0
	}
	switch s {
	case "%clock64", "%globaltimer":
		return 64
	case "WARP_SZ", "%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid",
		"%gridid", "%clock", "%globaltimer_lo", "%lanemask_eq", "%lanemask_le",
		"%lanemask_lt", "%lanemask_ge", "%lanemask_gt", "%dynamic_smem_size",
		"%total_smem_size", "%aggr_smem_size", "%pm0", "%pm1", "%pm2", "%pm3",
		"%cluster_nctarank", "%cluster_ctarank":
		return 32
	}
	if strings.HasPrefix(s, "%envreg") {
		return 32
	}
	return 0
}

func (t typ) String() string {
	for name, x := range typNames {
		if x == t {
			return "." + name
		}
	}
	return fmt.Sprintf(".%c%d", t.kind, t.bits)
}

// machines maps each machine to the first version of PTX that supports it.
var machines = map[int]int{50: 40, 52: 41, 53: 42, 60: 50, 61: 50, 62: 50, 70: 60, 72: 61, 75: 63, 80: 70, 86: 71,
	87: 74, 88: 90, 89: 78, 90: 78, 100: 86,
	103: 88, 110: 90, 120: 87, 121: 88}

// checkTarget verifies that .version supports .target.
func (p *parser) checkTarget() {
	if first, ok := machines[p.sm]; p.ptx != 0 && ok && p.ptx < first {
		p.fail("sm_%d needs PTX %d.%d", p.sm, first/10, first%10)
	}
}

// sameVars reports whether two lists of parameters have the same declarations.
func sameVars(a, b []*variable) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].size != b[k].size || a[k].align != b[k].align || a[k].elem != b[k].elem {
			return false
		}
	}
	return true
}

// Limits for the alignment and the size of parameters.
const maxParamAlign, maxKernelParams, maxLargeKernelParams = 128, 4352, 32764

// checkParams verifies the parameters of a definition.
func (p *parser) checkParams(f *function) {
	size := 0
	for _, v := range append(append([]*variable(nil), f.params...), f.rets...) {
		if v.elem.kind == 'p' || v.size == 0 {
			p.fail("parameter %s", v.name)
		}
		if !f.entry && v.align > maxParamAlign {
			p.fail("parameter %s is aligned to %d bytes", v.name, v.align)
		}
		size = (size+v.align-1)/v.align*v.align + v.size
	}
	if f.entry && size > maxKernelParams {
		p.needs("a kernel with so many bytes of parameters", 81, 70)
		if size > maxLargeKernelParams {
			p.fail("kernel %s has %d bytes of parameters", f.name, size)
		}
	}
}

// directives reads the directives between a function's parameters and its body.
func (p *parser) directives(f *function) {
	seen := map[string]bool{}
	for p.peek() != "{" && p.peek() != ";" {
		t := p.next()
		most, min := 0, uint64(1)
		switch t {
		case ".noreturn":
			p.needs(t, 64, 30)
			if f.entry || len(f.rets) > 0 {
				p.fail("%s of %s", t, f.name)
			}
		case ".maxntid", ".reqntid":
			most = 3
		case ".minnctapersm", ".maxnreg":
			most = 1
		case ".explicitcluster":
			p.needs(t, 78, 90)
		case ".reqnctapercluster":
			p.needs(t, 78, 90)
			most, min = 3, 0
		case ".maxclusterrank":
			p.needs(t, 78, 90)
			most, min = 1, 0
		case ".blocksareclusters":
			p.needs(t, 90, 90)
		case ".pragma":
			p.next()
			p.want(";")
			continue
		default:
			p.fail("directive %s", t)
		}
		if seen[t] || most+len(t) > len(t) && !f.entry {
			p.fail("directive %s", t)
		}
		seen[t] = true
		for k := range most {
			if k > 0 && !p.accept(",") {
				break
			}
			if n := p.number(); n < min || n > 1<<31-1 {
				p.fail("%s %d", t, n)
			}
		}
	}
	for _, pair := range [][2]string{{".maxntid", ".reqntid"}, {".reqnctapercluster", ".maxclusterrank"}} {
		if seen[pair[0]] && seen[pair[1]] {
			p.fail("%s and %s", pair[0], pair[1])
		}
	}
	if seen[".blocksareclusters"] && !(seen[".reqntid"] && seen[".reqnctapercluster"]) {
		p.fail(".blocksareclusters alone")
	}
}

// checkCall verifies a call: the function or prototype is declared, and its parameters match the
// arguments.
func (p *parser) checkCall(f *function, i *instr) {
	if i.name != "call" && i.name != "call.uni" {
		p.fail("opcode %s", i.name)
	}
	target, proto := i.args[0], i.proto
	if target.kind == opReg && target.reg < 0 {
		p.fail("call of nothing")
	}
	switch target.kind {
	case opSym:
		if proto = p.m.funcs[target.sym]; proto == nil {
			p.fail("call of %s, which is not declared", target.sym)
		}
		if proto.entry {
			p.fail("call of kernel %s", target.sym)
		}
	case opReg:
		if i.name != "call" || proto == nil || !fits(f.regTyp[target.reg], typ{'u', 64}, false) {
			p.fail("call of an address without a prototype")
		}
	default:
		p.fail("call of an operand of this kind")
	}
	for k, list := range [][]*variable{proto.rets, proto.params} {
		have := i.args[1+k].elems
		if len(have) != len(list) {
			p.fail("call of %s with %d operands in place of %d", proto.name, len(have), len(list))
		}
		for j, o := range have {
			if o.kind != opSym || o.v == nil || o.v.space != "param" ||
				contains(f.params, o.v) || !sameVars([]*variable{o.v}, list[j:j+1]) {
				p.fail("call of %s: operand %d is none of its declaration", proto.name, j)
			}
		}
	}
}
