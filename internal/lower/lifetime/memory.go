// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Memory that searches reuse. States live as long as the search for one lifetime, tables as long as
// the searches for one function, and each kind is released all at once. If a search needs more than
// there is, the rest comes from the heap, and the next search has more.

import (
	"github.com/corolower/corolower/internal/ir"
)

// memory provides the states and tables of searches. One goroutine uses it at a time.
type memory struct {
	states slab[abstractState]
	regs   slab[reg]
	slots  slab[cell]

	roots  slab[root]
	vars   slab[variable]
	live   slab[[]uint64]
	bits   slab[uint64]
	places slab[int32]
	instrs slab[*ir.Instr]
	blocks slab[*ir.Block]
	seen   slab[seenStates]

	walks    []*pathSearch // with the lists of finished searches
	numWalks int           // the ones in use
}

var memories = ir.NewSpare[memory]()

// loan is the memory that a search uses.
type loan struct {
	fa     *Facts
	tables tablesMark // what outer searches use
	states statesMark
	walks  int
	inner  bool // a search within another one
}

// borrow provides memory for a search. A search within another one shares the memory of the outer
// one.
func (fa *Facts) borrow() loan {
	if m := fa.memory; m != nil {
		return loan{fa, m.tables(), m.marked(), m.numWalks, true}
	}
	fa.memory = memories.Take(fa.M)
	return loan{fa: fa}
}

// giveBack releases what the search used.
func (l loan) giveBack() {
	m := l.fa.memory
	m.releaseTables(l.tables)
	m.releaseStates(l.states)
	m.releaseWalks(l.walks)
	if !l.inner {
		l.fa.memory = nil
		m.grow()
		memories.Put(l.fa.M, m)
	}
}

type tablesMark struct{ roots, vars, live, bits, places, instrs, blocks, seen int }

func (m *memory) tables() tablesMark {
	return tablesMark{m.roots.used, m.vars.used, m.live.used, m.bits.used, m.places.used, m.instrs.used, m.blocks.used,
		m.seen.used}
}

func (m *memory) releaseTables(to tablesMark) {
	m.roots.release(to.roots)
	m.vars.release(to.vars)
	m.live.release(to.live)
	m.bits.release(to.bits)
	m.places.release(to.places)
	m.instrs.release(to.instrs)
	m.blocks.release(to.blocks)
	m.seen.release(to.seen)
}

type statesMark struct{ states, regs, slots int }

// walk returns a path search whose lists are empty.
func (m *memory) walk() *pathSearch {
	if m.numWalks == len(m.walks) {
		m.walks = append(m.walks, new(pathSearch))
	}
	m.numWalks++
	return m.walks[m.numWalks-1]
}

// releaseWalks makes the searches from the first on available again.
func (m *memory) releaseWalks(first int) {
	for _, w := range m.walks[first:m.numWalks] {
		for ; w != nil; w = w.inner {
			w.forget()
		}
	}
	m.numWalks = first
}

func (m *memory) marked() statesMark { return statesMark{m.states.used, m.regs.used, m.slots.used} }

func (m *memory) releaseStates(to statesMark) {
	m.states.release(to.states)
	m.regs.release(to.regs)
	m.slots.release(to.slots)
}

func (m *memory) grow() {
	m.states.grow()
	m.regs.grow()
	m.slots.grow()
	m.roots.grow()
	m.vars.grow()
	m.live.grow()
	m.bits.grow()
	m.places.grow()
	m.instrs.grow()
	m.blocks.grow()
	m.seen.grow()
}

// maxSlab bounds the elements that a slab keeps room for: those of states take a megabyte, the
// others less.
const maxSlab = 1 << 13

// slab allocates slices from one large slice.
type slab[T any] struct {
	mem   []T
	used  int
	taken int // also counts the elements from the heap
}

// take returns a slice of n zero elements with capacity room.
func (s *slab[T]) take(n, room int) []T {
	s.taken += room
	if s.used+room > len(s.mem) {
		return make([]T, n, room)
	}
	p := s.mem[s.used : s.used+n : s.used+room]
	s.used += room
	return p
}

// release frees what was allocated since used had this value. It clears it, so that it keeps
// nothing alive.
func (s *slab[T]) release(used int) {
	clear(s.mem[used:s.used])
	s.used = used
}

// grow makes room for as many elements as were requested since the last call.
func (s *slab[T]) grow() {
	if want := min(s.taken, maxSlab); want > len(s.mem) {
		s.mem = make([]T, want)
	}
	s.taken = 0
}
