// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "unsafe"

// Arena owns the memory of a unit's functions, instructions, operands, blocks and phis, in pages
// that fill one after the other. A run that sends thousands of functions through the passes, one at
// a time, reuses one arena instead of leaving each function to the garbage collector. The arena
// also holds the data that its units share.
//
// An arena frees nothing before Release or Reset, and does not track other memory that a unit
// points to.
type Arena struct {
	*bodyMemory // the one in use: main or scratch

	main    bodyMemory
	scratch bodyMemory // of bodies of which little remains, see UseScratch

	// Release does not free the slabs below: functions outlive their bodies, and several calls may
	// share one CallAux.
	funcs     slab[Func]
	params    slab[Param]
	paramRefs slab[*Param]
	calls     slab[CallAux]
	metas     slab[Attachment]
	nodes     slab[clonedNode]

	text []byte // see Text

	spares []any // see Spare; by slot

	shared *Shared
}

// bodyMemory is memory that Release frees.
type bodyMemory struct {
	instrs slab[Instr]
	uses   slab[Use]
	blocks slab[Block]
	phis   slab[PhiAux]
	refs   slab[*Block]
	maps   slab[*Instr] // for ValueMap, and for lists of debug records
	vmaps  slab[ValueMap]
	names  slab[nameSlot]
	// dropped holds lists of names that wait to be dropped.
	dropped slab[string]
}

// UseScratch makes the unit take memory for bodies from its scratch memory if on is set, and from its
// main memory otherwise. It returns the previous state. A body that is built in scratch memory must
// move to the main memory (Func.LeaveScratch) before that scratch memory is released. For example:
//
//	was := m.UseScratch(true)
//	mark := m.Mark()
//	f := ...            // build and simplify a body
//	m.UseScratch(false)
//	f.LeaveScratch()
//	m.Release(mark)
//
// Bodies that must stay cannot be read in between, nor can their tables of names be built (see
// Func.FreezeNames).
func (m *Module) UseScratch(on bool) (was bool) {
	a := m.mem
	was = a.bodyMemory == &a.scratch
	a.bodyMemory = &a.main
	if on {
		a.bodyMemory = &a.scratch
	}
	return was
}

// textPage is the size in bytes of a piece of memory for names. It is small so that a name that
// outlives its unit keeps little memory alive.
const textPage = 2 << 10

// Text concatenates strings to a name. Passes make many names, so Text packs them into shared
// pieces of memory. No piece is ever reused, so a name may be kept as long as any other string.
func (m *Module) Text(parts ...string) string {
	b := m.mem.room(parts)
	from := len(b)
	for _, p := range parts {
		b = append(b, p...)
	}
	m.mem.text = b
	b = b[from:]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// room returns a piece of memory with enough free space for the concatenation of parts.
func (a *Arena) room(parts []string) []byte {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	if cap(a.text)-len(a.text) < n {
		return make([]byte, 0, max(n, textPage))
	}
	return a.text
}

// Reset frees all memory of the arena. The caller must drop every pointer into the units that used
// it.
func (a *Arena) Reset() {
	a.bodyMemory = &a.main
	a.main.reset()
	a.scratch.reset()
	a.funcs.reset()
	a.params.reset()
	a.paramRefs.reset()
	a.calls.reset()
	a.metas.reset()
	a.nodes.reset()
}

func (a *bodyMemory) reset() {
	a.instrs.reset()
	a.uses.reset()
	a.blocks.reset()
	a.phis.reset()
	a.refs.reset()
	a.maps.reset()
	a.vmaps.reset()
	a.names.reset()
	a.dropped.reset()
}

// Reserve sizes the first pages for the instructions and operands of the next function, so that a
// small function does not pay for a large page, nor a large function for many small ones. The
// numbers may be guesses.
func (m *Module) Reserve(instrs, operands int) {
	m.mem.instrs.reserve(instrs)
	m.mem.uses.reserve(operands)
}

// Mark is a position in a unit's memory.
type Mark struct {
	of                                                            *bodyMemory
	instrs, uses, blocks, phis, refs, maps, vmaps, names, dropped slabMark
}

// Mark returns the position up to which the memory that the unit uses now is taken.
func (m *Module) Mark() Mark {
	a := m.mem.bodyMemory
	return Mark{a, a.instrs.mark(), a.uses.mark(), a.blocks.mark(), a.phis.mark(), a.refs.mark(), a.maps.mark(), a.vmaps.mark(),
		a.names.mark(), a.dropped.mark()}
}

// Release frees the memory taken since a mark. The caller must drop every pointer into that memory.
func (m *Module) Release(k Mark) {
	a := k.of
	a.instrs.release(k.instrs)
	a.uses.release(k.uses)
	a.blocks.release(k.blocks)
	a.phis.release(k.phis)
	a.refs.release(k.refs)
	a.maps.release(k.maps)
	a.vmaps.release(k.vmaps)
	a.names.release(k.names)
	a.dropped.release(k.dropped)
}

// DropBody removes the body of a function that has been printed. Release or Reset frees its memory.
func (f *Func) DropBody() {
	f.first, f.last, f.numBlocks, f.names, f.bodyLoaded = nil, nil, 0, nil, false
	for _, p := range f.Params {
		p.users = users{}
	}
}

// Page sizes of a slab, in elements.
const (
	minPage = 64
	maxPage = 2048
	// keptElems is the number of elements whose pages a slab always keeps over a reset. Beyond it,
	// reset keeps only the pages in use since the last reset: the next unit is likely to be as
	// large, but the first smaller unit frees the memory of a single huge function.
	keptElems = 1 << 15
	// firstPage limits the first page in bytes, because there may be many units with an arena of
	// their own.
	firstPage = 4 << 10
)

// slab hands out zeroed elements of one type.
type slab[T any] struct {
	free  []T   // unused rest of the current page
	pages [][]T // in the order of use; pages[at] is the current page
	at    int
}

func (s *slab[T]) one() *T {
	if len(s.free) == 0 {
		s.more(1)
	}
	x := &s.free[0]
	s.free = s.free[1:]
	return x
}

// take returns n consecutive elements.
func (s *slab[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	if len(s.free) < n {
		if n > maxPage/4 {
			return make([]T, n)
		}
		s.more(n)
	}
	x := s.free[:n:n]
	s.free = s.free[n:]
	return x
}

// more makes a page with at least n elements the current page.
func (s *slab[T]) more(n int) {
	if len(s.pages) > 0 {
		s.at++
	}
	for ; s.at < len(s.pages); s.at++ {
		if len(s.pages[s.at]) >= n {
			s.free = s.pages[s.at]
			return
		}
	}
	var x T
	size := min(minPage, max(8, firstPage/int(unsafe.Sizeof(x))))
	if k := len(s.pages); k > 0 {
		size = min(maxPage, 2*len(s.pages[k-1]))
	}
	s.add(max(size, n))
}

func (s *slab[T]) add(n int) {
	s.free = make([]T, n)
	s.pages = append(s.pages, s.free)
	s.at = len(s.pages) - 1
}

func (s *slab[T]) reserve(n int) {
	if len(s.pages) == 0 {
		s.add(min(max(n, minPage), maxPage))
	}
}

func (s *slab[T]) reset() {
	used := s.at
	s.release(slabMark{})
	kept := 0
	for k, p := range s.pages {
		if kept += len(p); kept > keptElems && k > used {
			clear(s.pages[k:])
			s.pages = s.pages[:k]
			break
		}
	}
	if len(s.pages) == 0 {
		s.free = nil
	}
}

// slabMark is a page and the number of its elements in use.
type slabMark struct{ page, used int }

func (s *slab[T]) mark() slabMark {
	if len(s.pages) == 0 {
		return slabMark{}
	}
	return slabMark{s.at, len(s.pages[s.at]) - len(s.free)}
}

func (s *slab[T]) release(m slabMark) {
	if len(s.pages) == 0 {
		return
	}
	now := s.mark()
	for k := m.page; k <= now.page; k++ {
		from, to := 0, len(s.pages[k])
		if k == m.page {
			from = m.used
		}
		if k == now.page {
			to = now.used
		}
		clear(s.pages[k][from:to])
	}
	s.at, s.free = m.page, s.pages[m.page][m.used:]
}
