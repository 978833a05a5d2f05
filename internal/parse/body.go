// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads function bodies: the tables of local names and numbers, blocks, and the loop over
// instructions.
//
// A value that is used before its definition gets a placeholder instruction. The definition moves
// the uses of the placeholder to the defined value. A block that is used before its label is
// created at its first use and placed at its label. LLVM's parser works in the same way, so use
// lists, and with them the order of predecessors, match LLVM's. For example, the branch creates %b
// and the label places it:
//
//	br label %b
//	b:

import (
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// slot holds the value of a local name or number.
type slot struct {
	val ir.Value
	fwd int // 1 + offset of the first use until the definition is read
}

// entry is a slot with its name.
type entry struct {
	hash uint32
	name string
	slot
}

// nameSeed differs in every run, so that no input can be slow because its names collide.
var nameSeed = maphash.MakeSeed()

func hashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

// blockAddr is a blockaddress of the current function. It is resolved at the end of the body.
type blockAddr struct {
	c    *ir.Const
	name string
	num  bool
	off  int
}

// body is the parser's state for one function body. Its tables are reused.
type body struct {
	names     []entry  // in the order of their first mention
	index     []uint32 // hash table: 1 + index in names, or 0; 2^n long, at most half full
	nums      []slot
	far       map[int]*slot // numbers far above len(nums)
	nextNum   int
	forwards  int
	addresses []blockAddr
	dbg       []*ir.Instr // debug records that wait for the next instruction
}

// These are the capacities up to which tables are reused for the next body.
const (
	keptSlots = 1 << 15
	keptIndex = 1 << 16
)

// begin sizes the tables for a body of the given number of lines. A line defines about one name.
func (b *body) begin(lines int) {
	if cap(b.names) < lines/2 {
		b.names = make([]entry, 0, lines/2)
	}
	b.size(1 << bits.Len(uint(max(2*lines, 63))))
}

func (b *body) size(n int) {
	if cap(b.index) < n {
		b.index = make([]uint32, n)
		return
	}
	b.index = b.index[:n]
	clear(b.index)
}

func (b *body) reset() {
	clear(b.names)
	clear(b.nums)
	b.names, b.nums = b.names[:0], b.nums[:0]
	if cap(b.names) > keptSlots {
		b.names = nil
	}
	if cap(b.nums) > keptSlots {
		b.nums = nil
	}
	if cap(b.index) > keptIndex {
		b.index = nil
	}
	b.nextNum, b.forwards, b.far = 0, 0, nil
	clear(b.addresses)
	b.addresses, b.dbg = b.addresses[:0], nil
}

// slotOf returns the slot of a name and creates it if needed. The pointer is valid until the next
// slot is created.
func (b *body) slotOf(name string) *slot {
	if len(b.names)*2 >= len(b.index) {
		b.grow()
	}
	h := hashName(name)
	mask := uint32(len(b.index) - 1)
	i := h & mask
	for ; b.index[i] != 0; i = (i + 1) & mask {
		if e := &b.names[b.index[i]-1]; e.hash == h && e.name == name {
			return &e.slot
		}
	}
	b.names = append(b.names, entry{hash: h, name: name})
	b.index[i] = uint32(len(b.names))
	return &b.names[len(b.names)-1].slot
}

func (b *body) grow() {
	b.size(max(128, 2*len(b.index)))
	mask := uint32(len(b.index) - 1)
	for k := range b.names {
		i := b.names[k].hash & mask
		for b.index[i] != 0 {
			i = (i + 1) & mask
		}
		b.index[i] = uint32(k + 1)
	}
}

// slotNum returns the slot of a number and creates it if needed.
func (b *body) slotNum(n int) *slot {
	if n < len(b.nums) {
		return &b.nums[n]
	}
	if n > 2*len(b.nums)+1024 {
		if b.far == nil {
			b.far = make(map[int]*slot)
		}
		s := b.far[n]
		if s == nil {
			s = &slot{}
			b.far[n] = s
		}
		return s
	}
	for k := len(b.nums); k <= n; k++ {
		b.nums = append(b.nums, slot{})
		if s := b.far[k]; s != nil {
			b.nums[k] = *s
			delete(b.far, k)
		}
	}
	return &b.nums[n]
}

func (b *body) named(p *parser, name string, t *ir.Type) ir.Value {
	s := b.slotOf(name)
	if s.val != nil && s.val.Type() == t {
		return s.val
	}
	return b.use(p, s, name, t)
}

func (b *body) numbered(p *parser, digits string, t *ir.Type) ir.Value {
	s := b.slotNum(p.number(digits))
	if s.val != nil && s.val.Type() == t {
		return s.val
	}
	return b.use(p, s, digits, t)
}

func (p *parser) number(digits string) int {
	n := int64(0)
	for i := 0; i < len(digits); i++ {
		n = n*10 + int64(digits[i]-'0')
		if n > math.MaxInt32 {
			p.failTok("value number %%%s is too large", digits)
		}
	}
	return int(n)
}

// use returns the value of a slot for the current token, or a placeholder if it is not yet defined.
func (b *body) use(p *parser, s *slot, name string, t *ir.Type) ir.Value {
	if s.val != nil {
		shown := p.src[p.start:p.stop]
		if t.Kind() == ir.Label {
			p.failTok("'%s' is not a basic block", shown)
		}
		p.typeMismatch(p.start, shown, s.val.Type(), t)
	}
	switch {
	case t.Kind() == ir.Label:
		s.val = p.fn.DetachedBlock()
	case !t.IsFirstClass() || t.Kind() == ir.MetadataTy:
		p.failTok("invalid use of a non-first-class type")
	default:
		s.val = p.m.NewInstr(ir.OpInvalid, t)
	}
	s.fwd = p.start + 1
	b.forwards++
	return s.val
}

// LoadBody implements ir.Source. If it fails, the function has no body, as before.
func (f *File) LoadBody(fn *ir.Func) error {
	it := f.Item(fn.Name)
	if it == nil || it.Kind != ItemDefine {
		return nil
	}
	m := fn.Module()
	if m.Err != nil {
		return m.Err
	}
	// Each line holds one instruction, and most instructions have one or two operands.
	lines := strings.Count(f.src[it.Body:it.End], "\n")
	m.Reserve(lines, 2*lines)
	err := f.parse(m, it.Body, it.End, func(p *parser) {
		p.body.begin(lines)
		p.functionBody(fn)
	})
	if err == nil {
		err = f.loadPending(m)
	}
	if err == nil {
		err = m.Err
	}
	if err != nil {
		fn.DropBody()
	}
	return err
}

func (p *parser) functionBody(fn *ir.Func) {
	p.fn = fn
	p.u.busy = true // finish the headers of symbols met in the body after it
	defer func(u *unit) { u.busy = false }(p.u)
	b := &p.body
	nums := p.u.nums[fn]
	for k, par := range fn.Params {
		if par.Name != "" {
			s := b.slotOf(par.Name)
			if s.val != nil {
				p.fail(par.Pos.Offset(), "redefinition of argument '%s'", quoted('%', par.Name))
			}
			s.val = par
			continue
		}
		n := b.nextNum
		if nums != nil {
			n = nums[k]
		}
		b.slotNum(n).val = par
		b.nextNum = n + 1
	}
	open := p.start
	p.expect('{', "in function body")
	if p.tok == '}' || p.is("uselistorder") {
		p.fail(open, "function body requires at least one basic block")
	}
	for p.tok != '}' && !p.is("uselistorder") {
		if p.tok == tEOF {
			p.failTok("found end of file when expecting more instructions")
		}
		p.block()
	}
	for p.is("uselistorder") {
		p.useListOrder()
	}
	if p.tok != '}' {
		p.failTok("expected '}' at end of function body, found %s", p.describe())
	}
	p.checkForwards()
	for _, a := range b.addresses {
		p.resolveAddress(a)
	}
	p.markTaken()
	if p.f.ignoreDebug {
		stripBody(fn)
	}
	fn.Renumber()
}

// checkForwards reports the first use of a name or number that was never defined.
func (p *parser) checkForwards() {
	b := &p.body
	if b.forwards == 0 {
		return
	}
	first, shown := 0, ""
	note := func(s *slot) {
		if s.fwd != 0 && (first == 0 || s.fwd < first) {
			first = s.fwd
		}
	}
	for k := range b.names {
		note(&b.names[k].slot)
	}
	for k := range b.nums {
		note(&b.nums[k])
	}
	for _, s := range b.far {
		note(s)
	}
	p.stop = first - 1
	p.next()
	shown = p.src[p.start:p.stop]
	p.failTok("use of undefined value '%s'", shown)
}

// useListOrder reads a uselistorder directive and stores its text.
func (p *parser) useListOrder() {
	from := p.start
	p.next()
	p.useListValue()
	p.expect(',', "in uselistorder directive")
	p.fn.UseListOrders = append(p.fn.UseListOrders, p.src[from:p.useListIndices()])
}

// useListValue reads the value, possibly a label, whose uses the directive reorders.
func (p *parser) useListValue() {
	if p.is("label") {
		p.target()
		return
	}
	p.typed()
}

// useListIndices reads a list such as `{ 1, 0 }` and returns its end.
func (p *parser) useListIndices() int {
	p.expect('{', "here")
	return p.list('}', "in uselistorder indexes", func() { p.uint(1<<32-1, "index") })
}

func (p *parser) resolveAddress(a blockAddr) {
	var s *slot
	if a.num {
		s = p.body.slotNum(p.number(a.name))
	} else {
		s = p.body.slotOf(a.name)
	}
	blk, ok := s.val.(*ir.Block)
	if !ok {
		p.fail(a.off, "referenced value is not a basic block")
	}
	p.fn.TakeAddress(blk, a.c.Label)
}

// block reads an optional label, and instructions up to and including a terminator.
func (p *parser) block() {
	b := &p.body
	blk := p.label()
	for {
		if p.tok == '#' {
			p.debugRecord()
			continue
		}
		i := p.instruction(blk)
		if i == nil {
			continue
		}
		if b.dbg != nil {
			i.Dbg, b.dbg = b.dbg, nil
		}
		if i.Op.Info().Terminator {
			return
		}
	}
}

// label reads an optional label and places the block that begins here.
func (p *parser) label() *ir.Block {
	b, at := &p.body, p.start
	if p.tok != tLabel {
		return p.numberedBlock(b.nextNum, at)
	}
	name := p.text
	quoted := p.src[at] == '"'
	p.next()
	if !quoted && isNumber(name) {
		n := p.number(name)
		if n < b.nextNum {
			p.fail(at, "label expected to be numbered '%d' or greater", b.nextNum)
		}
		return p.numberedBlock(n, at)
	}
	blk := p.place(b.slotOf(name), at, name)
	blk.SetParsedName(name)
	return blk
}

func isNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i]-'0' >= 10 {
			return false
		}
	}
	return s != ""
}

func (p *parser) numberedBlock(n, at int) *ir.Block {
	p.body.nextNum = n + 1
	return p.place(p.body.slotNum(n), at, strconv.Itoa(n))
}

// place appends the block of a slot to the function.
func (p *parser) place(s *slot, at int, name string) *ir.Block {
	blk, ok := s.val.(*ir.Block)
	switch {
	case s.val == nil:
		blk = p.fn.DetachedBlock()
		s.val = blk
	case !ok && s.fwd != 0:
		p.fail(at, "'%s' is a label but was used as a value of type '%s'", name, s.val.Type())
	case !ok || s.fwd == 0:
		p.fail(at, "unable to create block named '%s'", name)
	default:
		s.fwd = 0
		p.body.forwards--
	}
	blk.Pos = ir.PosAt(at)
	p.fn.PlaceBlock(blk)
	return blk
}

// result is the name or number before the equals sign of an instruction.
type result struct {
	kind token // tLocal, tLocalNum, or 0 for none
	name string
	num  int
	off  int
}

// define enters an instruction under its name or number and moves the uses of its placeholder to
// it.
func (p *parser) define(r *result, i *ir.Instr) {
	b := &p.body
	if i.Type().Kind() == ir.Void {
		if r.kind != 0 {
			p.fail(r.off, "instructions returning void cannot have a name")
		}
		return
	}
	var s *slot
	if r.kind == tLocal {
		s = b.slotOf(r.name)
		i.SetParsedName(r.name)
	} else {
		n := b.nextNum
		if r.kind == tLocalNum {
			if r.num < n {
				p.fail(r.off, "instruction expected to be numbered '%%%d' or greater", n)
			}
			n = r.num
		}
		b.nextNum = n + 1
		s = b.slotNum(n)
	}
	if s.val != nil {
		if s.fwd == 0 {
			p.fail(r.off, "multiple definition of local value named '%s'", r.name)
		}
		old, ok := s.val.(*ir.Instr)
		if !ok || old.Type() != i.Type() {
			p.fail(r.off, "instruction forward referenced with type '%s'", s.val.Type())
		}
		ir.ReplaceUses(old, i)
		s.fwd = 0
		b.forwards--
	}
	s.val = i
}

// instruction reads one instruction with its attachments and appends it to a block. It returns nil
// for a debug intrinsic, which waits in body.dbg for the next instruction.
func (p *parser) instruction(blk *ir.Block) *ir.Instr {
	r := result{off: p.start}
	switch p.tok {
	case tLocal:
		r.kind, r.name = tLocal, p.text
		p.next()
		p.expect('=', "after instruction name")
	case tLocalNum:
		r.kind, r.num = tLocalNum, p.number(p.text)
		p.next()
		p.expect('=', "after instruction id")
	}
	if p.tok != tWord {
		if p.tok == tEOF {
			p.failTok("found end of file when expecting more instructions")
		}
		p.failTok("expected instruction opcode, found %s", p.describe())
	}
	at := p.start
	i := p.operation(at)
	i.Pos = ir.PosAt(at)
	if p.extraComma || p.tok == ',' {
		i.Meta = p.attachments()
	}
	if i.Op == ir.OpDbg {
		if r.kind != 0 {
			p.fail(r.off, "instructions returning void cannot have a name")
		}
		if p.f.upgradeDebug {
			p.upgradeDbg(i)
		}
		p.body.dbg = append(p.body.dbg, i)
		return nil
	}
	blk.Append(i)
	p.define(&r, i)
	return i
}

// debugRecord reads `#dbg_value(...)`.
func (p *parser) debugRecord() {
	at := p.start
	p.next()
	kind := strings.TrimPrefix(p.text, "dbg_")
	if p.tok != tWord || p.start != at+1 || kind == p.text {
		p.failTok("expected debug record type here")
	}
	form := debugForms[kind]
	if !form.record {
		known := make([]string, 0, len(debugForms))
		for k, f := range debugForms {
			if f.record {
				known = append(known, "dbg_"+k)
			}
		}
		p.failHint(p.start, nearest(p.text, known), "expected debug record type here, found %s", p.describe())
	}
	p.next()
	p.expect('(', "here")
	aux := &ir.DbgAux{Kind: kind}
	base := len(p.argBuf)
	for range form.operands {
		p.dbgOp(aux, base)
		p.expect(',', "here")
	}
	loc := p.mdNode()
	p.expect(')', "here")
	i := p.instr(ir.OpDbg, p.m.Types.Void(), base)
	i.Pos, i.Aux = ir.PosAt(at), aux
	i.SetDebugLoc(loc)
	p.body.dbg = append(p.body.dbg, i)
}

// debugForm describes a kind of debug info in function bodies, for example "value", which is a
// record #dbg_value(...) or, in older dialects, a call of llvm.dbg.value.
type debugForm struct {
	operands  int // without the record's location
	record    bool
	intrinsic bool
}

var debugForms = map[string]debugForm{
	"value":         {3, true, true},
	"declare":       {3, true, true},
	"declare_value": {3, true, false},
	"addr":          {3, false, true},
	"assign":        {6, true, true},
	"label":         {1, true, true},
}

// dbgOp reads one operand of a debug record or intrinsic: a value, a list of values, or metadata.
func (p *parser) dbgOp(aux *ir.DbgAux, base int) {
	op := ir.DbgOp{Arg: len(p.argBuf) - base}
	switch {
	case p.tok == tMDName && p.text == "DIArgList":
		op.List = true
		p.next()
		p.expect('(', "here")
		p.list(')', "in argument list", func() {
			v := p.typed()
			p.argBuf = append(p.argBuf, v)
			op.NArgs++
		})
	default:
		v, md := p.mdOperand()
		if md != nil {
			op.MD = md
			break
		}
		p.argBuf = append(p.argBuf, v)
		op.NArgs = 1
	}
	aux.Ops = append(aux.Ops, op)
}
