// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file holds the core of the parser: its state, errors, and the helpers of all productions.

import (
	"fmt"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// These limits turn hostile input into an error.
const (
	maxNesting   = 256     // of types, constants and metadata
	maxTypeDepth = 1024    // named structs nested by value
	maxFields    = 128     // named fields of a metadata node
	maxIntBits   = 1 << 23 // LLVM's limit
	maxAddrSpace = 1<<24 - 1
	maxAlign     = 1 << 32 // ir.Instr.Align holds half of this at most
)

// parser reads one item.
type parser struct {
	src   string // the file up to the end of the item
	tok   token
	start int // start of the token
	stop  int // end of the token
	text  string

	f  *File
	m  *ir.Module
	u  *unit
	fn *ir.Func // the function whose body is parsed; nil elsewhere

	depth      int
	extraComma bool // the comma before metadata attachments has been read

	body body

	attrBuf  []ir.Attr
	argBuf   []ir.Value
	asBuf    []*ir.AttrSet
	typeBuf  []*ir.Type
	metaBuf  []ir.Attachment
	paramBuf []param

	lastMDText string // cache of the last !N
	lastMD     *ir.MD
}

// unit is the parser's state for one unit, stored in Module.SourceState.
type unit struct {
	*common
	inits   map[*ir.Global]int // offset of an initializer that is not parsed yet
	nums    map[*ir.Func][]int // numbers of unnamed parameters if they have gaps
	pending []pendingConst
	busy    bool
	depth   int             // number of named types being resolved
	loading map[string]bool // named types being resolved
}

// common is the parser's state for units that share types, stored in Module.OfSource.
type common struct {
	attrs   map[string]*ir.AttrSet // by source text
	aliases map[string]*ir.Type    // names of types that are not structs
	headers map[int32]*header      // by item; nil for a definition that was read once
}

// maxCommon bounds the state that is shared between units, so that a large file does not end up in
// memory as a whole.
const maxCommon = 1 << 13

// header is the cached header of a function.
type header struct {
	fn      *ir.Header
	nums    []int
	pending []pendingConst // fn is not set
}

// pendingConst is a constant in a function's header. loadPending parses it when no other parse is
// adding symbols to the unit.
type pendingConst struct {
	fn   *ir.Func
	word string
	off  int
	end  int
}

func (f *File) unitOf(m *ir.Module) *unit {
	if u, ok := m.SourceState.(*unit); ok {
		return u
	}
	of := m.OfSource()
	if c, ok := (*of).(*common); !ok || len(c.attrs)+len(c.headers) > maxCommon {
		*of = &common{attrs: make(map[string]*ir.AttrSet), aliases: make(map[string]*ir.Type),
			headers: make(map[int32]*header)}
	}
	u := &unit{common: (*of).(*common), inits: make(map[*ir.Global]int), loading: make(map[string]bool)}
	m.SourceState = u
	return u
}

// bailout carries an error to the entry point.
type bailout struct{ err *ir.Error }

var parsers = ir.NewSpare[parser]()

// parse runs a production over the text from off to end.
func (f *File) parse(m *ir.Module, off, end int, production func(p *parser)) (err error) {
	p := parsers.Take(m)
	p.f, p.m, p.u = f, m, f.unitOf(m)
	p.src, p.stop = f.src[:end], off
	p.depth, p.extraComma, p.fn = 0, false, nil
	defer func() {
		r := recover()
		p.release()
		if r == nil {
			return
		}
		b, ok := r.(bailout)
		if !ok {
			panic(r)
		}
		err = b.err
	}()
	p.next()
	production(p)
	return nil
}

// release clears the parser's references to the unit and puts the parser back.
func (p *parser) release() {
	m := p.m
	p.f, p.m, p.u, p.fn = nil, nil, nil, nil
	p.src, p.text, p.lastMDText, p.lastMD = "", "", "", nil
	p.body.reset()
	clear(p.argBuf[:cap(p.argBuf)])
	clear(p.asBuf[:cap(p.asBuf)])
	clear(p.typeBuf[:cap(p.typeBuf)])
	clear(p.metaBuf[:cap(p.metaBuf)])
	clear(p.attrBuf[:cap(p.attrBuf)])
	clear(p.paramBuf[:cap(p.paramBuf)])
	p.paramBuf = p.paramBuf[:0]
	p.argBuf, p.asBuf, p.typeBuf, p.metaBuf, p.attrBuf = p.argBuf[:0],
		p.asBuf[:0], p.typeBuf[:0], p.metaBuf[:0], p.attrBuf[:0]
	parsers.Put(m, p)
}

// fail stops with an error at a byte offset.
func (p *parser) fail(off int, format string, args ...any) {
	p.failHint(off, "", format, args...)
}

func (p *parser) failHint(off int, hint, format string, args ...any) {
	e := ir.Errorf(ir.PosAt(off), format, args...)
	e.Hint = hint
	if off == p.start && p.stop > p.start {
		e.End = ir.PosAt(p.stop)
	}
	panic(bailout{e})
}

// failTok stops with an error at the current token.
func (p *parser) failTok(format string, args ...any) { p.fail(p.start, format, args...) }

// raise stops with an error that the ir package returned.
func (p *parser) raise(off int, err error) {
	if e := ir.AsError(err); e != nil {
		panic(bailout{e})
	}
	p.fail(off, "%v", err)
}

// unsupported stops at a valid construct that we do not support.
func (p *parser) unsupported(off int, format string, args ...any) {
	panic(bailout{ir.Unsupportedf(ir.PosAt(off), format, args...)})
}

// describe returns the current token for a message.
func (p *parser) describe() string {
	if p.tok == tEOF {
		return "end of item"
	}
	s := p.src[p.start:p.stop]
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.Quote(s)
}

func (p *parser) expect(t token, where string) {
	if p.tok != t {
		if where != "" {
			where = " " + where
		}
		p.failTok("expected '%c'%s", byte(t), where)
	}
	p.next()
}

func (p *parser) accept(t token) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return false
}

// is reports whether the current token is the word w.
func (p *parser) is(w string) bool { return p.tok == tWord && p.text == w }

func (p *parser) acceptWord(w string) bool {
	if p.tok == tWord && p.text == w {
		p.next()
		return true
	}
	return false
}

func (p *parser) expectWord(w, where string) {
	if !p.acceptWord(w) {
		if where != "" {
			where = " " + where
		}
		p.failTok("expected '%s'%s", w, where)
	}
}

// list reads elements with commas between them, up to and including the token end, and returns the
// offset after that token.
func (p *parser) list(end token, where string, element func()) (stop int) {
	for n := 0; p.tok != end; n++ {
		if n > 0 {
			p.expect(',', where)
		}
		element()
	}
	stop = p.stop
	p.next()
	return stop
}

// instr makes an instruction of the operands in argBuf from base on, and takes them from the buffer.
func (p *parser) instr(op ir.Op, t *ir.Type, base int) *ir.Instr {
	i := p.m.NewInstr(op, t, p.argBuf[base:]...)
	p.argBuf = p.argBuf[:base]
	return i
}

// takeArgs returns a copy of the values in argBuf from base on, and takes them from the buffer.
func (p *parser) takeArgs(base int) []ir.Value {
	list := append([]ir.Value(nil), p.argBuf[base:]...)
	p.argBuf = p.argBuf[:base]
	return list
}

// finish requires the end of the item.
func (p *parser) finish() {
	if p.tok != tEOF {
		p.failTok("expected end of line, found %s", p.describe())
	}
}

// comma reads a comma and reports whether an operand follows. If metadata attachments follow, it
// reads the comma too, sets extraComma and returns false.
func (p *parser) comma() bool {
	if p.tok != ',' {
		return false
	}
	p.next()
	if p.tok == tMDName {
		p.extraComma = true
		return false
	}
	return true
}

// enter increments the nesting depth and enforces its limit. Each call needs a call of leave.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxNesting {
		p.failTok("nesting deeper than %d levels", maxNesting)
	}
}

func (p *parser) leave() { p.depth-- }

// uint reads an unsigned decimal number that is at most limit.
func (p *parser) uint(limit uint64, what string) uint64 {
	if p.tok != tInt || p.text[0] == '-' {
		p.failTok("expected %s", what)
	}
	n, err := strconv.ParseUint(p.text, 10, 64)
	if err != nil || n > limit {
		p.failTok("%s is too large", what)
	}
	p.next()
	return n
}

// parenUint reads `(12)`.
func (p *parser) parenUint(limit uint64, what string) uint64 {
	p.expect('(', "")
	n := p.uint(limit, what)
	p.expect(')', "")
	return n
}

// alignValue reads the number after `align`.
func (p *parser) alignValue() uint32 {
	at := p.start
	n := p.uint(1<<63, "alignment")
	switch {
	case n&(n-1) != 0 || n == 0:
		p.fail(at, "alignment is not a power of two")
	case n > 1<<32:
		p.fail(at, "huge alignments are not supported yet")
	case n == 1<<32:
		p.unsupported(at, "alignment of 2^32")
	}
	return uint32(n)
}

// str reads a string token and returns the text between the quotes.
func (p *parser) str() string {
	if p.tok != tString {
		p.failTok("expected string constant")
	}
	s := p.text
	p.next()
	return s
}

// addrSpace reads `(n)`, or a symbolic name of one of the data layout's address spaces, for example
// `("A")`.
func (p *parser) addrSpace() int {
	p.expect('(', "in address space")
	n := 0
	if p.tok == tString {
		switch p.text {
		case "A":
			n = p.f.allocaAS
		case "G":
			n = p.f.globalAS
		case "P":
			n = p.f.progAS
		default:
			p.failTok("invalid symbolic addrspace '%s'", p.text)
		}
		p.next()
	} else {
		n = int(p.uint(maxAddrSpace, "address space"))
	}
	p.expect(')', "in address space")
	return n
}

// optAddrSpace reads an optional `addrspace(n)`.
func (p *parser) optAddrSpace() (n int, ok bool) {
	if !p.is("addrspace") {
		return 0, false
	}
	p.next()
	return p.addrSpace(), true
}

func (p *parser) typeMismatch(off int, what string, got, want *ir.Type) {
	p.fail(off, "'%s' defined with type '%s' but expected '%s'", what, got, want)
}

// quoted returns a symbol or local with its sigil, for a message.
func quoted(sigil byte, name string) string { return fmt.Sprintf("%c%s", sigil, ir.QuoteName(name)) }
