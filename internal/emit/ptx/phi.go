package ptx

// This file takes phis away: on every edge into a block its phis' registers are set, all at once in
// meaning, one after the other in text. A register that is still to be read is written late; where
// each waits for another, one is saved first. An edge that is one of several out of its block has a
// block of its own for these moves, so nothing is written that another way out still reads.

import "github.com/corolower/corolower/internal/ir"

// move is one register of a phi and what it becomes.
type move struct{ to, from opnd }

// hasMoves reports whether the edge needs code.
func (e *fn) hasMoves(to *ir.Block) bool {
	p := to.First()
	return p != nil && p.Op == ir.OpPhi
}

// incoming gives the value a phi has for a predecessor. A phi of many entries is looked up in a
// map, so that a block that is reached from everywhere costs no more than its entries.
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

// edge writes the moves of the edge.
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

// parallel writes moves that happen at the same time.
func (e *fn) parallel(moves []move) {
	if len(moves) < 2 {
		for _, m := range moves {
			e.mov(m.to, m.from)
		}
		return
	}
	readers := make(map[opnd]int, len(moves)) // how often a register is still to be read
	writes := make(map[opnd]int, len(moves))  // the move that writes it
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
		// All that is left are cycles, each register in them read once. The one that this move
		// writes is saved for the move that reads it.
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
