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

import "github.com/corolower/corolower/internal/ir"

// move sets a register of a phi to its new value.
type move struct{ to, from opnd }

// hasMoves reports whether an edge to the block may need moves.
func (e *fn) hasMoves(to *ir.Block) bool {
	p := to.First()
	return p != nil && p.Op == ir.OpPhi
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
