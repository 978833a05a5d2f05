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

// region is a slab of any type.
type region interface {
	mark() int
	release(used int)
	grow()
}

// regions returns all slabs, first the stateRegions that hold states.
func (m *memory) regions() [11]region {
	return [...]region{&m.states, &m.regs, &m.slots, &m.roots, &m.vars, &m.live, &m.bits, &m.places, &m.instrs, &m.blocks, &m.seen}
}

const stateRegions = 3

// marks says how much of each region is in use.
type marks [11]int

func (m *memory) marked() (at marks) {
	for k, r := range m.regions() {
		at[k] = r.mark()
	}
	return at
}

// release releases what the first n regions hold beyond their marks.
func (m *memory) release(to *marks, n int) {
	for k, r := range m.regions() {
		if k < n {
			r.release(to[k])
		}
	}
}

// loan is the memory that a search uses.
type loan struct {
	fa    *Facts
	used  marks // by outer searches
	walks int
	inner bool // a search within another one
}

// borrow provides memory for a search. A search within another one shares the memory of the outer
// one.
func (fa *Facts) borrow() loan {
	if m := fa.memory; m != nil {
		return loan{fa, m.marked(), m.numWalks, true}
	}
	fa.memory = memories.Take(fa.M)
	return loan{fa: fa}
}

// giveBack releases what the search used.
func (l loan) giveBack() {
	m := l.fa.memory
	m.release(&l.used, len(l.used))
	m.releaseWalks(l.walks)
	if !l.inner {
		l.fa.memory = nil
		for _, r := range m.regions() {
			r.grow()
		}
		memories.Put(l.fa.M, m)
	}
}

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

func (s *slab[T]) mark() int { return s.used }

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
