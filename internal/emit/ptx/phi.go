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
	for p := to.First(); p != nil && p.Op == ir.OpPhi; p = p.Next() {
		v := ir.AsInstr(e.incoming(p, from))
		if v != p && (v == nil || e.base[v.ID] == 0 || e.base[v.ID] != e.base[p.ID]) {
			return true
		}
	}
	return false
}

// coalesce gives a phi of a loop header and its value for the next iteration one register, if the phi
// is dead where the loop's last block computes that value in one instruction. For example, %i and %n
// share a register here, because nothing reads %i after %n:
//
//	loop:
//	  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
//	  %n = add i32 %i, 1
//	  %c = icmp slt i32 %n, %end
//	  br i1 %c, label %loop, label %out
//
// No read of %n can see the next %i: what %n dominates is reached after the latest %n, and %i is set
// before that.
func (e *fn) coalesce() {
	budget := 8 * e.nlabel // blocks to visit, so that the cost stays linear
	for h := e.f.Entry(); h != nil; h = h.Next() {
		p := h.First()
		if p == nil || p.Op != ir.OpPhi || e.labels[h.ID] < 0 {
			continue
		}
		for _, latch := range p.PhiBlocks() {
			body := e.loopBody(h, latch, &budget)
			for p := h.First(); body != nil && p.Op == ir.OpPhi; p = p.Next() {
				v := ir.AsInstr(e.incoming(p, latch))
				if v == nil || v.Block() != latch || e.base[p.ID] != 0 || e.base[v.ID] != 0 || !e.atOnce(v) {
					continue
				}
				left := 100
				if e.deadAt(p, v, body, &left) {
					e.def(p)
					e.base[v.ID] = e.base[p.ID]
				}
			}
		}
	}
}

// loopBody returns the blocks from which a block before a loop's header can be reached, up to the
// header, or nil if these are not all in a loop that only the header enters, or if control may go from the
// block to another one of them.
func (e *fn) loopBody(h, latch *ir.Block, budget *int) map[*ir.Block]bool {
	body := map[*ir.Block]bool{h: true}
	for work := []*ir.Block{latch}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if body[b] || e.labels[b.ID] < 0 {
			continue
		}
		if *budget--; *budget < 0 || b == e.f.Entry() {
			return nil
		}
		body[b] = true
		work = b.Preds(work)
	}
	for _, s := range latch.Succs(nil) {
		if s != h && body[s] {
			return nil
		}
	}
	return body
}

// atOnce reports whether one instruction reads a scalar's operands and writes its register.
func (e *fn) atOnce(v *ir.Instr) bool {
	t := v.Type()
	s := e.shape(t)
	if s.bad != "" || len(s.slots) != 1 || t.Kind() == ir.Vector || t.IsAggregate() || e.modes[v.ID] != modeValue {
		return false
	}
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor:
		return t.Bits() == 32 || t.Bits() == 64
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul:
		return e.native(t)
	}
	return false
}

// deadAt reports whether all reads of x's register come before v, or are in blocks of the loop's body from
// which v is reached through its block. Uses of an instruction that may share the register, or that is
// computed where it is used, count as reads.
func (e *fn) deadAt(x, v *ir.Instr, body map[*ir.Block]bool, left *int) bool {
	for u := x.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if *left--; *left < 0 {
			return false
		}
		b := i.Block()
		switch {
		case i == v:
			continue
		case i.Op == ir.OpPhi:
			if b = i.PhiBlocks()[u.Index()]; b == v.Block() {
				return false
			}
		case b == v.Block() && i.ID > v.ID:
			return false
		}
		if !body[b] {
			return false
		}
		switch {
		case i.Op == ir.OpPhi, i.Op == ir.OpICmp, i.Op == ir.OpFCmp, i.Op == ir.OpLoad, i.Op == ir.OpStore, i.IsTerminator(),
			i.Op == ir.OpGEP && u.Index() > 0, i.IsCall() && ir.CalledIntrinsic(i) == ir.NotIntrinsic,
			i.Op.Info().Binary && e.modes[i.ID] == modeValue: // these read it here, into a register of their own
		case !e.deadAt(i, v, body, left):
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
		if e.entries == nil {
			e.entries = map[*ir.Instr]map[*ir.Block]int{}
		}
		e.entries[p] = m
	}
	if k, ok := m[from]; ok {
		return p.Arg(k)
	}
	return nil
}

// edge writes the moves of an edge.
func (e *fn) edge(from, to *ir.Block) {
	moves := e.moves[:0]
	for p := to.First(); p != nil && p.Op == ir.OpPhi; p = p.Next() {
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
			k := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
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
