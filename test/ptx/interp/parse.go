// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package interp runs PTX text, for tests. It parses a module and executes its kernels for a grid
// of threads, with global, shared, local, constant and parameter memory, direct and indirect calls,
// malloc and free, atomics, barriers and the operations of a warp.
//
// It is written from the PTX ISA and knows nothing of the writer it tests. It was validated with
// llc's output. It is stricter than a machine: text that ptxas rejects, a read of a register that
// was never written, an access outside of an allocation, an access to another thread's local
// memory, and the use of an address of one space in another are errors that name the line. It runs
// one thread at a time, in a fixed order, so it finds no data races and measures no time.
//
// parse.go reads text, check.go rejects what ptxas rejects, machine.go has memory and scheduling,
// exec.go runs instructions, and float.go has arithmetic that Go lacks.
package interp

import (
	"fmt"
	"strconv"
	"strings"
)

// typ is the type of an instruction: u32, s64, b8, f32, pred.
type typ struct {
	kind byte // u s b f p, B (bf16), h (f16x2), H (bf16x2)
	bits int
}

func (t typ) bytes() int { return max(t.bits/8, 1) }

var typNames = map[string]typ{"u8": {'u', 8}, "u16": {'u', 16}, "u32": {'u', 32}, "u64": {'u', 64}, "s8": {'s', 8},
	"s16": {'s', 16}, "s32": {'s', 32},
	"s64": {'s', 64}, "b8": {'b', 8}, "b16": {'b', 16}, "b32": {'b', 32},
	"b64": {'b', 64}, "f16": {'f', 16}, "bf16": {'B', 16}, "f32": {'f', 32},
	"f64": {'f', 64}, "pred": {'p', 1}, "f16x2": {'h', 32}, "bf16x2": {'H', 32}, "b128": {'b', 128}}

type opKind uint8

const (
	opReg opKind = iota
	opImm
	opSym // address of a symbol, or a label, plus an offset
	opMem // [base+off]
	opVec
	opSpecial
)

type operand struct {
	kind   opKind
	reg    int // register; opMem: the base, -1 for a symbol, -2 for a number
	imm    uint64
	sym    string
	v      *variable // opSym, opMem: the function's variable that sym names, or nil
	elems  []operand // opVec
	second *operand  // d|p
	neg    bool      // !p
	lit    byte      // opImm: 'f' of 0f..., 'd' of 0d...
}

type instr struct {
	op     []string // split at dots
	name   string
	typ    typ // last type
	typ2   typ // the one before the last, for cvt and others with two types
	pred   int // -1: none
	negate bool
	args   []operand
	line   int
	proto  *function
	table  []int // brx.idx: targets
	target int   // bra
}

// variable is a named piece of memory.
type variable struct {
	name   string
	space  string // global shared const local param
	align  int
	elem   typ
	size   int
	init   []initial
	addr   uint64 // assigned by Load: in the variable's space
	extern bool
}

type initial struct {
	val     uint64
	sym     string
	generic bool
	off     int64
}

type function struct {
	name    string
	entry   bool
	extern  bool
	params  []*variable
	rets    []*variable
	regs    map[string]int
	regTyp  []typ
	code    []instr
	labels  map[string]int
	locals  map[string]*variable // in local memory, outside of inner blocks
	defined bool
	weak    bool
	wide    bool // it has registers of 128 bits
	frame   int  // bytes of local memory
	addr    uint64
	alias   string
}

// Module is parsed PTX.
type Module struct {
	vars  []*variable
	byVar map[string]*variable
	funcs map[string]*function
	order []*function
}

type token struct {
	s    string
	line int
}

func lex(text string) ([]token, error) {
	var out []token
	line := 1
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			k := strings.Index(text[i:], "*/")
			if k < 0 {
				return nil, fmt.Errorf("line %d: open comment", line)
			}
			line += strings.Count(text[i:i+k], "\n")
			i += k + 2
		case c == '"':
			k := strings.IndexByte(text[i+1:], '"')
			if k < 0 {
				return nil, fmt.Errorf("line %d: open string", line)
			}
			out = append(out, token{text[i : i+k+2], line})
			i += k + 2
		case wordByte(c):
			j := i
			for j < len(text) && wordByte(text[j]) {
				j++
			}
			out = append(out, token{text[i:j], line})
			i = j
		default:
			out = append(out, token{text[i : i+1], line})
			i++
		}
	}
	return out, nil
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c >= '0' && c <= '9' || c == '_' || c == '$' || c == '%' || c == '.'
}

type parser struct {
	toks []token
	at   int
	m    *Module
	f    *function
	// scopes of .param variables in a body
	scopes []map[string]*variable
	inner  [][]string // registers declared in each scope
	protos map[string]*function
	tables map[string][]string
	ptx    int // .version times ten
	sm     int // .target
}

type parseError struct{ error }

func (p *parser) fail(format string, args ...any) {
	line := 0
	if p.at < len(p.toks) {
		line = p.toks[p.at].line
	}
	panic(parseError{fmt.Errorf("ptx line %d: %s", line, fmt.Sprintf(format, args...))})
}

func (p *parser) peek() string {
	if p.at >= len(p.toks) {
		return ""
	}
	return p.toks[p.at].s
}

func (p *parser) next() string {
	if p.at >= len(p.toks) {
		p.fail("unexpected end")
	}
	p.at++
	return p.toks[p.at-1].s
}

func (p *parser) accept(s string) bool {
	if p.peek() == s {
		p.at++
		return true
	}
	return false
}

func (p *parser) want(s string) {
	if !p.accept(s) {
		p.fail("expected %q, found %q", s, p.peek())
	}
}

// skipLine skips the rest of the current token's line.
func (p *parser) skipLine() {
	line := p.toks[p.at].line
	for p.at < len(p.toks) && p.toks[p.at].line == line {
		p.at++
	}
}

// Parse reads a module.
func Parse(text string) (m *Module, err error) {
	toks, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{toks: toks, m: &Module{byVar: map[string]*variable{}, funcs: map[string]*function{}}}
	defer func() {
		if x := recover(); x != nil {
			pe, ok := x.(parseError)
			if !ok {
				panic(x)
			}
			m, err = nil, pe.error
		}
	}()
	for p.at < len(p.toks) {
		p.topLevel()
	}
	return p.m, nil
}

func (p *parser) topLevel() {
	switch t := p.peek(); t {
	case ".version":
		p.next()
		major, minor := 0, 0
		if _, err := fmt.Sscanf(p.next(), "%d.%d", &major, &minor); err != nil {
			p.fail(".version")
		}
		p.ptx = 10*major + minor
	case ".target":
		p.next()
		if _, err := fmt.Sscanf(p.next(), "sm_%d", &p.sm); err != nil {
			p.fail(".target")
		}
		for p.accept(",") { // debug, texmode_independent
			p.next()
		}
		p.checkTarget()
	case ".address_size":
		p.next()
		p.want("64")
	case ".file":
		p.skipLine()
	case ".pragma":
		p.next()
		p.next()
		p.want(";")
	case ".section":
		for p.next() != "{" {
		}
		for p.next() != "}" {
		}
	case ".alias":
		p.next()
		name := p.next()
		p.want(",")
		f := p.m.funcs[name]
		if f == nil {
			p.fail("alias of nothing")
		}
		f.alias = p.next()
		p.needs(".alias", 63, 30)
		switch to := p.m.funcs[f.alias]; {
		case to == nil || !to.defined:
			p.fail("alias of %s, which is not defined", f.alias)
		case to.entry || to.weak:
			p.fail("alias of %s, which is a kernel, or weak", f.alias)
		case !sameVars(f.params, to.params) || !sameVars(f.rets, to.rets):
			p.fail("alias of %s, which has other parameters", f.alias)
		}
		p.want(";")
	default:
		p.symbol()
	}
}

// symbol reads a variable or function.
func (p *parser) symbol() {
	extern, weak := false, false
	for {
		switch t := p.peek(); t {
		case ".extern":
			extern = true
			p.next()
			continue
		case ".common":
			p.needs(".common", 50, 0)
			p.next()
			continue
		case ".visible", ".weak":
			weak = t == ".weak"
			p.next()
			continue
		case ".func", ".entry":
			p.next()
			p.function(t == ".entry", extern, weak)
			return
		case ".global", ".shared", ".const":
			p.next()
			v := p.variable(t[1:])
			v.extern = extern
			p.want(";")
			if old := p.m.byVar[v.name]; old != nil {
				p.fail("variable %s is defined twice", v.name)
			}
			p.m.byVar[v.name] = v
			p.m.vars = append(p.m.vars, v)
			return
		default:
			p.fail("unexpected %q", t)
		}
	}
}

func (p *parser) paramList() []*variable {
	var out []*variable
	p.want("(")
	for !p.accept(")") {
		if !p.accept(".param") && !p.accept(".reg") {
			p.fail("expected .param")
		}
		out = append(out, p.variable("param"))
		p.accept(",")
	}
	return out
}

func (p *parser) function(entry, extern, weak bool) {
	f := &function{entry: entry, extern: extern, weak: weak, regs: map[string]int{}, labels: map[string]int{},
		locals: map[string]*variable{}}
	if p.peek() == "(" {
		f.rets = p.paramList()
	}
	f.name = p.next()
	p.identifier(f.name)
	if p.peek() == "(" {
		f.params = p.paramList()
	}
	p.directives(f)
	old := p.m.funcs[f.name]
	if p.accept(";") {
		if old == nil {
			p.m.funcs[f.name] = f
			p.m.order = append(p.m.order, f)
		}
		return
	}
	if old != nil && old.defined {
		p.fail("function %s is defined twice", f.name)
	}
	p.checkParams(f)
	if old != nil {
		if !sameVars(old.params, f.params) || !sameVars(old.rets, f.rets) || old.entry != f.entry {
			p.fail("function %s differs from its declaration", f.name)
		}
		*old = *f
		f = old
	} else {
		p.m.funcs[f.name] = f
		p.m.order = append(p.m.order, f)
	}
	f.defined = true
	p.body(f)
}

func (p *parser) body(f *function) {
	p.f = f
	p.want("{")
	top := map[string]*variable{}
	for _, v := range append(append([]*variable(nil), f.params...), f.rets...) {
		top[v.name] = v
		p.place(f, v)
	}
	p.scopes, p.inner = []map[string]*variable{top}, [][]string{nil}
	p.protos, p.tables = map[string]*function{}, map[string][]string{}
	for len(p.scopes) > 0 {
		p.statement(f)
	}
	for k := range f.code {
		i := &f.code[k]
		switch i.op[0] {
		case "bra":
			at, ok := f.labels[i.args[0].sym]
			if !ok {
				p.fail("no label %s", i.args[0].sym)
			}
			i.target = at
		case "brx":
			for _, l := range p.tables[i.args[1].sym] {
				at, ok := f.labels[l]
				if !ok {
					p.fail("no label %s", l)
				}
				i.table = append(i.table, at)
			}
		}
	}
}

// place assigns an offset in the frame to a variable.
func (p *parser) place(f *function, v *variable) {
	f.frame = (f.frame + v.align - 1) / v.align * v.align
	v.addr = uint64(f.frame)
	f.frame += max((v.size+v.align-1)/v.align*v.align, 1)
}

func (p *parser) statement(f *function) {
	t := p.next()
	switch {
	case t == "{":
		p.scopes, p.inner = append(p.scopes, map[string]*variable{}), append(p.inner, nil)
	case t == "}":
		k := len(p.scopes) - 1
		for _, name := range p.inner[k] {
			if k > 0 {
				delete(f.regs, name)
			}
		}
		p.scopes, p.inner = p.scopes[:k], p.inner[:k]
	case t == ".reg":
		ty, ok := typNames[p.next()[1:]]
		if !ok {
			p.fail("register type")
		}
		for {
			name := p.next()
			if p.accept("<") {
				n := int(p.number())
				p.want(">")
				if n < 0 || n > 1<<20 {
					p.fail("%d registers", n)
				}
				for k := range n {
					p.register(f, name+strconv.Itoa(k), ty)
				}
			} else {
				p.register(f, name, ty)
			}
			if !p.accept(",") {
				break
			}
		}
		p.want(";")
	case t == ".local" || t == ".param":
		v := p.variable(t[1:])
		p.want(";")
		p.place(f, v)
		if t == ".local" && len(p.scopes) == 1 {
			f.locals[v.name] = v
		}
		p.scopes[len(p.scopes)-1][v.name] = v
	case t == ".shared" || t == ".global":
		v := p.variable(t[1:])
		p.want(";")
		v.name = f.name + "::" + v.name
		p.m.vars = append(p.m.vars, v)
		p.scopes[len(p.scopes)-1][strings.TrimPrefix(v.name, f.name+"::")] = v
	case t == ".pragma":
		p.next()
		p.want(";")
	case t == ".loc" || t == ".file":
		p.at--
		p.skipLine()
	case p.peek() == ":":
		p.next()
		switch p.peek() {
		case ".callprototype":
			p.next()
			proto := &function{name: t}
			if p.peek() == "(" {
				proto.rets = p.paramList()
			}
			if p.accept("_") {
				proto.params = p.paramList()
			}
			for p.next() != ";" {
			}
			p.protos[t] = proto
		case ".branchtargets", ".calltargets":
			p.next()
			var list []string
			for {
				list = append(list, p.next())
				if !p.accept(",") {
					break
				}
			}
			p.want(";")
			p.tables[t] = list
		default:
			p.identifier(t)
			if _, dup := f.labels[t]; dup || p.lookup(t) != nil {
				p.fail("%s is declared twice", t)
			}
			f.labels[t] = len(f.code)
		}
	default:
		p.at--
		p.instruction(f)
	}
}

func (p *parser) register(f *function, name string, t typ) {
	if _, dup := f.regs[name]; dup || p.lookup(name) != nil {
		p.fail("register %s is declared twice", name)
	}
	f.regs[name] = len(f.regTyp)
	f.wide = f.wide || t.bits == 128
	f.regTyp = append(f.regTyp, t)
	p.inner[len(p.inner)-1] = append(p.inner[len(p.inner)-1], name)
}

func (p *parser) instruction(f *function) {
	i := instr{pred: -1, line: p.toks[p.at].line}
	if p.accept("@") {
		i.negate = p.accept("!")
		r, ok := f.regs[p.next()]
		if !ok || f.regTyp[r].kind != 'p' {
			p.fail("no such predicate")
		}
		i.pred = r
	}
	i.name = p.next()
	i.op = strings.Split(i.name, ".")
	for _, s := range i.op[1:] {
		if t, ok := typNames[s]; ok {
			i.typ, i.typ2 = t, i.typ
		}
	}
	if i.op[0] == "call" {
		p.call(f, &i)
		return
	}
	for p.peek() != ";" {
		i.args = append(i.args, p.operand(f))
		if !p.accept(",") {
			break
		}
	}
	p.at-- // a message names the line of the last operand
	p.check(f, &i)
	p.at++
	p.want(";")
	f.code = append(f.code, i)
}

// call reads `call (ret), target, (params), prototype`. The arguments of i become the target, a
// list of results and a list of parameters.
func (p *parser) call(f *function, i *instr) {
	list := func() operand {
		o := operand{kind: opVec}
		p.want("(")
		for !p.accept(")") {
			o.elems = append(o.elems, p.operand(f))
			p.accept(",")
		}
		return o
	}
	rets, params := operand{kind: opVec}, operand{kind: opVec}
	if p.peek() == "(" {
		rets = list()
		p.want(",")
	}
	target := p.operand(f)
	for p.accept(",") {
		if p.peek() == "(" {
			params = list()
			continue
		}
		name := p.next()
		if i.proto = p.protos[name]; i.proto == nil && p.tables[name] == nil {
			p.fail("no prototype %s", name)
		}
	}
	p.want(";")
	i.args = []operand{target, rets, params}
	p.checkCall(f, i)
	f.code = append(f.code, *i)
}

func (p *parser) lookup(name string) *variable {
	for k := len(p.scopes) - 1; k >= 0; k-- {
		if v := p.scopes[k][name]; v != nil {
			return v
		}
	}
	return nil
}

func (p *parser) operand(f *function) operand {
	switch t := p.peek(); {
	case t == "{":
		p.next()
		o := operand{kind: opVec}
		for !p.accept("}") {
			o.elems = append(o.elems, p.operand(f))
			p.accept(",")
		}
		return o
	case t == "[":
		p.next()
		o := p.operand(f)
		switch o.kind {
		case opReg:
			o = operand{kind: opMem, reg: o.reg}
		case opSym:
			o = operand{kind: opMem, reg: -1, sym: o.sym, v: o.v, imm: o.imm}
		case opImm:
			o = operand{kind: opMem, reg: -2, imm: o.imm}
		default:
			p.fail("address")
		}
		for p.peek() == "+" {
			o.imm += p.offset()
		}
		p.want("]")
		return o
	case t == "!":
		p.next()
		o := p.operand(f)
		o.neg = true
		return o
	case t == "-":
		p.next()
		return operand{kind: opImm, imm: -p.number()}
	}
	t := p.next()
	if n, ok := parseNumber(t); ok {
		o := operand{kind: opImm, imm: n}
		if len(t) > 2 && t[0] == '0' {
			switch t[1] {
			case 'f', 'F':
				o.lit = 'f'
			case 'd', 'D':
				o.lit = 'd'
			}
		}
		return o
	}
	if r, ok := f.regs[t]; ok {
		o := operand{kind: opReg, reg: r}
		if p.accept("|") {
			s := p.operand(f)
			o.second = &s
		}
		return o
	}
	if t == "_" {
		return operand{kind: opReg, reg: -1}
	}
	if strings.HasPrefix(t, "%") || t == "WARP_SZ" {
		return operand{kind: opSpecial, sym: t}
	}
	p.identifier(t)
	o := operand{kind: opSym, sym: t, v: p.lookup(t)}
	for p.peek() == "+" {
		o.imm += p.offset()
	}
	return o
}

// offset reads +n or +-n. ptxas does not accept -n.
func (p *parser) offset() uint64 {
	p.want("+")
	neg := p.accept("-")
	n := p.number()
	if neg {
		return -n
	}
	return n
}
