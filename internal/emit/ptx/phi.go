// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file eliminates phis. Every edge into a block sets the registers of the block's phis. These
// moves are parallel in meaning but sequential in the text. A register that is still to be read is
// written late, and a cycle is broken by saving one register first. If a block has several outgoing
// edges, each edge with moves gets a block of its own, so that the moves do not write a register
// that another edge still reads. For example, for two phis that swap their values in a loop, the
// moves are
//
//	mov.b32 %r3, %r1;
//	mov.b32 %r1, %r2;
//	mov.b32 %r2, %r3;
//
// A loop's counter needs no move: coalesce gives the phi and its next value one register.

import "github.com/corolower/corolower/internal/ir"

// move sets a register of a phi to its new value.
type move struct{ to, from opnd }

// hasMoves reports whether an edge may need moves.
func (e *fn) hasMoves(from, to *ir.Block) bool {
	for p := range to.Phis() {
		v := ir.AsInstr(e.incoming(p, from))
		if v != p && (v == nil || e.base[v.ID] == 0 || e.base[v.ID] != e.base[p.ID]) {
			return true
		}
	}
	return false
}

// coalesce gives a phi and its incoming values one register, as far as no two of them are needed
// simultaneously. The edges back to a loop's header come first. For example, %i and %n share a register
// here, because nothing reads %i after %n:
//
//	loop:
//	  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
//	  %n = add i32 %i, 1
//	  %c = icmp slt i32 %n, %end
//	  br i1 %c, label %loop, label %out
func (e *fn) coalesce() {
	c := &coalescer{fn: e, lives: map[*ir.Instr]*liveRange{}, class: map[*ir.Instr]*[]*ir.Instr{}, budget: 64 + 16*e.nlabel}
	var classes []*[]*ir.Instr
	for _, back := range []bool{true, false} {
		for b := e.f.Entry(); b != nil; b = b.Next() {
			if e.labels[b.ID] < 0 {
				continue
			}
			for p := b.First(); p != nil && p.Op == ir.OpPhi; p = p.Next() {
				for k, from := range p.PhiBlocks() {
					v := ir.AsInstr(p.Arg(k))
					if v != nil && v != p && e.labels[from.ID] >= 0 && (e.labels[from.ID] >= e.labels[b.ID]) == back && c.join(p, v) {
						classes = append(classes, c.class[p])
					}
				}
			}
		}
	}
	for _, list := range classes {
		first := (*list)[0]
		if e.base[first.ID] == 0 {
			e.def(first)
			for _, i := range *list {
				e.base[i.ID] = e.base[first.ID]
			}
		}
	}
}

// coalescer finds the values of a function that share a register.
type coalescer struct {
	*fn
	lives  map[*ir.Instr]*liveRange
	class  map[*ir.Instr]*[]*ir.Instr // the values with the register of a value
	budget int                        // blocks to visit, so that the cost stays linear
}

// maxClass limits the values that share a register.
const maxClass = 16

// liveRange is where a value is needed.
type liveRange struct {
	in   map[*ir.Block]bool // at the beginning of a block
	last map[*ir.Block]int  // the ID of the last instruction of a block that reads it, or atEnd
}

const atEnd = int(^uint(0) >> 1)

// join gives two values one register, and reports whether that is possible.
func (c *coalescer) join(p, v *ir.Instr) bool {
	if !c.single(p) || !c.single(v) {
		return false
	}
	a, b := c.classOf(p), c.classOf(v)
	if a == b || len(*a)+len(*b) > maxClass {
		return false
	}
	for _, x := range *a {
		for _, y := range *b {
			if c.neededAfter(x, y) || c.neededAfter(y, x) {
				return false
			}
		}
	}
	*a = append(*a, *b...)
	for _, y := range *b {
		c.class[y] = a
	}
	return true
}

func (c *coalescer) classOf(i *ir.Instr) *[]*ir.Instr {
	if c.class[i] == nil {
		c.class[i] = &[]*ir.Instr{i}
	}
	return c.class[i]
}

// single reports whether a value has one register that only the writer of the value itself writes.
func (c *coalescer) single(i *ir.Instr) bool {
	s := c.shape(i.Type())
	return s.bad == "" && len(s.slots) == 1 && !i.Type().IsAggregate() && i.Type().Kind() != ir.Vector && c.base[i.ID] == 0 &&
		c.modes[i.ID] == modeValue &&
		(i.Op == ir.OpPhi || i.Op.Info().Binary || i.Op == ir.OpLoad || i.Op == ir.OpSelect || i.Op == ir.OpICmp || i.Op == ir.OpFCmp ||
			c.advances(i))
}

// advances reports whether an instruction adds a constant to a pointer.
func (e *fn) advances(i *ir.Instr) bool {
	if i.Op != ir.OpGEP || e.modes[i.ID] != modeValue || e.spaces[i.ID] != spaceOf(i.Type()) {
		return false
	}
	off, ok := e.gepOffset(i)
	base := ir.AsInstr(i.Arg(0))
	return ok && off != 0 && near(off) && base != nil && e.modes[base.ID] == modeValue
}

// neededAfter reports whether x may be needed after y gets its value.
func (c *coalescer) neededAfter(x, y *ir.Instr) bool {
	l := c.live(x)
	if l == nil {
		return true
	}
	b := y.Block()
	switch {
	case y.Op == ir.OpPhi:
		return l.in[b] || x.Op == ir.OpPhi && x.Block() == b
	case !l.in[b] && (x.Block() != b || x.Op != ir.OpPhi && x.ID > y.ID):
		return false
	case l.last[b] == y.ID:
		return !c.atOnce(y)
	}
	return l.last[b] > y.ID
}

// atOnce reports whether one instruction reads the operands of a value and writes its register.
func (c *coalescer) atOnce(v *ir.Instr) bool {
	switch t := v.Type(); v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
		return t.Bits() == 32 || t.Bits() == 64
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul:
		return c.native(t)
	}
	return c.advances(v)
}

// live returns where a value is needed, or nil if it is not known.
func (c *coalescer) live(x *ir.Instr) *liveRange {
	l, ok := c.lives[x]
	if ok {
		return l
	}
	l = &liveRange{in: map[*ir.Block]bool{}, last: map[*ir.Block]int{}}
	var work []*ir.Block
	read := func(b *ir.Block, at int) {
		if c.labels[b.ID] < 0 {
			return
		}
		l.last[b] = max(l.last[b], at)
		if b != x.Block() && !l.in[b] {
			l.in[b] = true
			work = append(work, b)
		}
	}
	left := 100
	if !c.reads(x, read, &left) {
		l = nil
		work = nil
	}
	var preds []*ir.Block
	for len(work) > 0 {
		b := ir.Pop(&work)
		if c.budget--; c.budget < 0 {
			l = nil
			break
		}
		preds = b.Preds(preds[:0])
		for _, p := range preds {
			read(p, atEnd)
		}
	}
	c.lives[x] = l
	return l
}

// reads calls read for each place where a value's register may be read, and reports whether there are
// only few. The uses of an instruction that may share the register, or that is computed where it is used,
// read it too.
func (c *coalescer) reads(x *ir.Instr, read func(b *ir.Block, at int), left *int) bool {
	for u := x.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if *left--; *left < 0 {
			return false
		}
		if i.Op == ir.OpPhi {
			read(i.PhiBlocks()[u.Index()], atEnd)
			continue
		}
		read(i.Block(), i.ID)
		switch {
		case i.Op == ir.OpICmp, i.Op == ir.OpFCmp, i.Op == ir.OpLoad, i.Op == ir.OpStore, i.IsTerminator(),
			i.Op == ir.OpGEP && u.Index() > 0, i.IsCall() && ir.CalledIntrinsic(i) == ir.NotIntrinsic,
			i.Op.Info().Binary && c.modes[i.ID] == modeValue: // these read it here, into a register of their own
		case !c.reads(i, read, left):
			return false
		}
	}
	return true
}

// incoming returns the value of a phi for a predecessor. A map serves phis with many entries, so
// that the cost of a block with many predecessors is linear in its entries.
func (e *fn) incoming(p *ir.Instr, from *ir.Block) ir.Value {
	blocks := p.PhiBlocks()
	if len(blocks) <= 8 {
		return p.IncomingFor(from)
	}
	m := e.entries[p]
	if m == nil {
		m = make(map[*ir.Block]int, len(blocks))
		for k, b := range blocks {
			m[b] = k
		}
		ir.Put(&e.entries, p, m)
	}
	if k, ok := m[from]; ok {
		return p.Arg(k)
	}
	return nil
}

// edge writes the moves of an edge.
func (e *fn) edge(from, to *ir.Block) {
	moves := e.moves[:0]
	for p := range to.Phis() {
		v := e.incoming(p, from)
		if v == nil || !p.HasUses() || e.shape(p.Type()).bad != "" {
			continue
		}
		src := e.value(v)
		for k, d := range e.def(p) {
			if src[k] != d {
				moves = append(moves, move{d, src[k]})
			}
		}
	}
	e.parallel(moves)
	e.moves = moves[:0]
}

// parallel writes moves that happen simultaneously.
func (e *fn) parallel(moves []move) {
	if len(moves) < 2 {
		for _, m := range moves {
			e.mov(m.to, m.from)
		}
		return
	}
	readers := make(map[opnd]int, len(moves)) // number of pending reads of a register
	writes := make(map[opnd]int, len(moves))  // the move that writes a register
	for k, m := range moves {
		if !m.from.imm {
			readers[m.from]++
		}
		writes[m.to] = k
	}
	done := make([]bool, len(moves))
	var ready []int
	for k := len(moves) - 1; k >= 0; k-- {
		if readers[moves[k].to] == 0 {
			ready = append(ready, k)
		}
	}
	write := func(k int) {
		m := moves[k]
		e.mov(m.to, m.from)
		done[k] = true
		if m.from.imm {
			return
		}
		if readers[m.from]--; readers[m.from] == 0 {
			if j, ok := writes[m.from]; ok && !done[j] {
				ready = append(ready, j)
			}
		}
	}
	for next := 0; ; {
		for len(ready) > 0 {
			k := ir.Pop(&ready)
			write(k)
		}
		for next < len(moves) && done[next] {
			next++
		}
		if next == len(moves) {
			return
		}
		// Only cycles remain, and each register in them is read once. Save the register that this
		// move writes for the move that reads it.
		lost := moves[next].to
		saved := e.fresh(lost.cls)
		e.mov(saved, lost)
		k := next
		for moves[k].from != lost {
			k = writes[moves[k].from]
		}
		moves[k].from = saved
		readers[lost], readers[saved] = 0, 1
		ready = append(ready, next)
	}
}
