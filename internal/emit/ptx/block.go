// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file prints blocks and terminators.

import (
	"sort"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// numberBlocks finds the reachable blocks and numbers them in layout order. Nothing unwinds, so an
// invoke reaches no landing pad.
func (e *fn) numberBlocks() {
	e.labels = zeroed(e.labels, e.f.NumIDs())
	for k := range e.labels {
		e.labels[k] = -1
	}
	entry := e.f.Entry()
	e.labels[entry.ID] = 0
	for open := []*ir.Block{entry}; len(open) > 0; {
		last := open[len(open)-1].Last()
		open = open[:len(open)-1]
		for k := range last.NumArgs() {
			to, ok := last.Arg(k).(*ir.Block)
			if ok && e.labels[to.ID] < 0 && (last.Op != ir.OpInvoke || to == last.NormalDest()) {
				e.labels[to.ID] = 0
				open = append(open, to)
			}
		}
	}
	for b := e.f.Entry(); b != nil; b = b.Next() {
		if e.labels[b.ID] == 0 {
			e.labels[b.ID] = int32(e.nlabel)
			e.nlabel++
		}
	}
}

// label is the number of a block in its function.
type label int

// appendLabel writes a label.
func (e *fn) appendLabel(b []byte, l label) []byte {
	b = append(b, e.blockWord...)
	b = strconv.AppendInt(b, int64(e.num), 10)
	b = append(b, '_')
	return strconv.AppendInt(b, int64(l), 10)
}

func (e *fn) blockLabel(b *ir.Block) label { return label(e.labels[b.ID]) }

// newLabel returns a label for a block that is not in the IR.
func (e *fn) newLabel() label {
	e.nlabel++
	return label(e.nlabel - 1)
}

func (e *fn) place(l label) {
	e.b = append(e.appendLabel(e.b, l), ":\n"...)
}

// bra writes a jump that all threads take.
func (e *fn) bra(to label) {
	e.b = append(e.b, "\tbra.uni "...)
	e.b = append(e.appendLabel(e.b, to), ";\n"...)
}

// braIf writes a jump for the threads whose predicate is true, or false.
func (e *fn) braIf(p opnd, holds bool, to label) {
	e.b = append(e.b, "\t@"...)
	if !holds {
		e.b = append(e.b, '!')
	}
	e.b = append(p.append(e.b), " bra "...)
	e.b = append(e.appendLabel(e.b, to), ";\n"...)
}

func (e *fn) block(b *ir.Block) {
	if b != e.f.Entry() {
		e.b = append(e.appendLabel(e.b, e.blockLabel(b)), ':')
		if b.Name() != "" {
			e.b = append(e.b, " // %"...)
			e.b = append(e.b, ir.QuoteName(b.Name())...)
		}
		e.b = append(e.b, '\n')
		e.loc = nil // a jump may come from any line
		e.loopPragma(b)
	}
	for i := b.First(); i != nil; i = i.Next() {
		e.at = i
		e.lines(i)
		if i.IsTerminator() {
			e.terminator(i)
		} else {
			e.instr(i)
		}
	}
	e.at = nil
}

// loopPragma stops ptxas from unrolling a loop that must not be unrolled. The loop's metadata is
// attached to the branches back to its header.
func (e *fn) loopPragma(b *ir.Block) {
	for u := b.FirstUse(); u != nil; u = u.Next() {
		t := u.User()
		if t.IsTerminator() && t.Block() != nil && e.labels[t.Block().ID] >= 0 && e.m.LoopHint(t, "llvm.loop.unroll.disable") {
			e.line(`.pragma "nounroll";`)
			return
		}
	}
}

// falls reports whether b follows the current block in the text.
func (e *fn) falls(b *ir.Block) bool {
	n := e.at.Block().Next()
	for n != nil && e.labels[n.ID] < 0 {
		n = n.Next()
	}
	return n == b
}

// jump leaves the current block for to, with the moves for the phis.
func (e *fn) jump(to *ir.Block, mayFall bool) {
	e.edge(e.at.Block(), to)
	if !mayFall || !e.falls(to) {
		e.bra(e.blockLabel(to))
	}
}

func (e *fn) terminator(i *ir.Instr) {
	b := i.Block()
	if !e.operandsFit(i) {
		return
	}
	switch i.Op {
	case ir.OpBr:
		if i.NumArgs() == 1 {
			e.jump(i.Arg(0).(*ir.Block), true)
			return
		}
		e.condBr(e.value(i.Arg(0))[0], i.Arg(1).(*ir.Block), i.Arg(2).(*ir.Block))
	case ir.OpSwitch:
		e.switchOn(i, b)
	case ir.OpRet:
		if e.inPlaceOf != nil {
			e.expandedReturn(i)
			return
		}
		if i.NumArgs() == 1 && !e.noResult(i.Arg(0).Type()) {
			e.ret(i.Arg(0))
		}
		e.line("ret;")
	case ir.OpUnreachable:
		if p := i.Prev(); p == nil || !p.IsCall() || !e.neverReturns(p) {
			e.line("trap;")
		}
		e.line("exit;")
	case ir.OpInvoke:
		if i.Type().IsVoid() || e.fits(i.Type()) {
			e.call(i)
			e.jump(i.NormalDest(), true)
		}
	case ir.OpResume, ir.OpCleanupRet, ir.OpCatchRet, ir.OpCatchSwitch:
		e.fail("compile with -fno-exceptions", "PTX has no exceptions")
	case ir.OpIndirectBr, ir.OpCallBr:
		e.fail("", "PTX has no addresses of blocks to jump to")
	default:
		e.fail("", "unknown terminator")
	}
}

func (e *fn) condBr(c opnd, yes, no *ir.Block) {
	if yes == no {
		e.jump(yes, true)
		return
	}
	c = e.reg(c)
	if !e.hasMoves(e.at.Block(), yes) {
		if e.falls(yes) && !e.hasMoves(e.at.Block(), no) {
			e.braIf(c, false, e.blockLabel(no))
			return
		}
		e.braIf(c, true, e.blockLabel(yes))
		e.jump(no, true)
		return
	}
	if !e.hasMoves(e.at.Block(), no) {
		e.braIf(c, false, e.blockLabel(no))
		e.jump(yes, true)
		return
	}
	l := e.newLabel()
	e.braIf(c, true, l)
	e.jump(no, false)
	e.place(l)
	e.jump(yes, true)
}

func (e *fn) ret(v ir.Value) {
	t := v.Type()
	if !e.fits(t) {
		return
	}
	pass := e.passing(t, e.f.RetAttrs)
	e.storeParam(addr{sym: e.resultWord + "0", space: spaceParam}, t, pass, e.f.RetAttrs, e.value(v))
}

// storeParam stores a value to a parameter or result. A scalar fills its word.
func (e *fn) storeParam(a addr, t *ir.Type, pass passing, attrs *ir.AttrSet, v []opnd) {
	if pass.bits == 0 {
		e.store(a, t, pass.align, "", v)
		return
	}
	o := v[0]
	signed := attrs.Has(e.m, "signext")
	switch {
	case o.cls == clsP && signed:
		o = e.new3("selp.b32", clsR, immR(^uint64(0)), immR(0), e.reg(o))
	case o.cls == clsP:
		o = e.boolTo(clsR, o)
	case o.cls == clsR && signed:
		o = e.signed(o, t.Bits())
	}
	e.begin("st.param." + classes[o.cls].bits)
	e.b = append(a.append(e.b), ", "...)
	e.b = o.append(e.b)
	e.end()
}

// wideSwitch writes a switch on more than 64 bits as a sequence of comparisons.
func (e *fn) wideSwitch(i *ir.Instr) {
	v := e.value(i.Arg(0))
	v = []opnd{e.reg(v[0]), e.reg(v[1])}
	for k := range i.NumCases() {
		p, next := e.fresh(clsP), e.newLabel()
		e.wideCmp(ir.PredEQ, i.Arg(0).Type().Bits(), p, v, e.constant(nil, i.CaseValue(k)))
		e.braIf(p, false, next)
		e.jump(i.CaseDest(k), false)
		e.place(next)
	}
	e.jump(i.Arg(1).(*ir.Block), true)
}

// switchOn writes a switch: a sequence of comparisons, or a table of targets if the cases are
// dense, that is, if there are at least four and they fill more than two fifths of their range.
func (e *fn) switchOn(i *ir.Instr, b *ir.Block) {
	t := i.Arg(0).Type()
	if t.Bits() > 64 {
		e.wideSwitch(i)
		return
	}
	def := i.Arg(1).(*ir.Block)
	n := i.NumCases()
	type switchCase struct {
		val uint64
		to  *ir.Block
	}
	var cases []switchCase
	for k := range n {
		if to := i.CaseDest(k); to != def {
			cases = append(cases, switchCase{i.CaseValue(k).Uint64(), to})
		}
	}
	// If the default is never reached, the last case needs no comparison.
	complete := def.First() != nil && def.First().Op == ir.OpUnreachable && len(cases) > 0
	v := e.value(i.Arg(0))[0]
	if v.cls == clsP {
		if complete && len(cases) == 2 && cases[0].val != cases[1].val {
			yes := cases[0].val & 1
			e.condBr(v, cases[1-yes].to, cases[yes].to)
			return
		}
		v = e.boolTo(clsR, v)
	}
	v = e.reg(v)
	// A target with phis is reached through a block of its own, one per target, because the edge
	// always comes from b.
	through := map[*ir.Block]label{}
	var edges []*ir.Block
	labelOf := func(to *ir.Block) label {
		if !e.hasMoves(b, to) {
			return e.blockLabel(to)
		}
		l, ok := through[to]
		if !ok {
			l = e.newLabel()
			through[to] = l
			edges = append(edges, to)
		}
		return l
	}
	sort.Slice(cases, func(x, y int) bool { return cases[x].val < cases[y].val })
	dense := len(cases) >= 4 && e.has(featBrx)
	if dense {
		span := cases[len(cases)-1].val - cases[0].val
		dense = span < uint64(len(cases))*5/2
	}
	if !dense {
		if complete {
			def = cases[len(cases)-1].to
			cases = cases[:len(cases)-1]
		}
		for _, c := range cases {
			p := e.fresh(clsP)
			e.op("setp.eq."+classes[v.cls].bits, p, v, imm(v.cls, c.val))
			e.braIf(p, true, labelOf(c.to))
		}
		e.jump(def, len(edges) == 0)
	} else {
		e.use(featBrx)
		lo, hi := cases[0].val, cases[len(cases)-1].val
		x := v
		suffix := "32"
		if v.cls == clsRD {
			suffix = "64"
		}
		if lo != 0 {
			x = e.new2("sub.s"+suffix, v.cls, v, imm(v.cls, lo))
		}
		if !complete {
			p := e.fresh(clsP)
			e.op("setp.gt.u"+suffix, p, x, imm(v.cls, hi-lo))
			e.braIf(p, true, labelOf(def))
		}
		if v.cls == clsRD {
			x = e.new1("cvt.u32.u64", clsR, x)
		}
		name := e.tableWord + itoa(e.tables)
		e.tables++
		e.b = append(e.b, name+": .branchtargets\n\t\t"...)
		for k, n := 0, uint64(0); n <= hi-lo; n++ {
			if n > 0 {
				e.b = append(e.b, ",\n\t\t"...)
			}
			to := def
			if lo+n == cases[k].val {
				to = cases[k].to
				k++
			}
			e.b = e.appendLabel(e.b, labelOf(to))
		}
		e.b = append(e.b, ";\n"...)
		e.linef("brx.idx %%r%d, %s;", x.v, name)
	}
	for _, to := range edges {
		e.place(through[to])
		e.jump(to, false)
	}
}
