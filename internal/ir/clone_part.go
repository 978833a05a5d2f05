// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file copies the part of a function that is reachable from one block, repeatedly and from
// different blocks. Each copy costs time in proportion to its own size, not to the size of the
// function. One table describes the function's blocks and instructions for all copies; a cell is
// valid for the copy that wrote it.

import (
	"cmp"
	"slices"
)

// CloneScratch is the memory of CloneReached. It serves repeated copies of one function, which must
// be numbered and must not change between copies. It contains the value map of the last copy, so
// the maps of earlier copies are invalid. The zero value is ready for use.
type CloneScratch struct {
	at    []cell // by ID
	round int32  // of the current copy
	list  []*Block
	work  []*Instr
	used  [][]*Instr // for each unreachable block, its used instructions in order
	kept  [][]int    // for each phi, the ascending indices of the entries that it keeps
	into  []edgeFrom // lists of the reached edges into blocks with phis of many entries
	// phis maps a phi with many entries to the indices of its entries for each block. A copy may
	// keep few of many entries, and must not visit them all.
	phis map[*Instr]map[*Block][]int
}

// edgeFrom is an edge into a block, with the 1-based index of the next edge in its list, 0 for
// none.
type edgeFrom struct {
	from *Block
	next int32
}

// cell describes a block or instruction in one round.
type cell struct {
	round int32
	seen  bool // block: it is reachable; instruction: it is used, and its block is unreachable
	// list is a 1-based index, or 0 for none. It refers to an element of into for a reachable
	// block, of used for an unreachable block, and of kept for a phi.
	list  int32
	instr *Instr // copies
	block *Block
}

// cell returns the cell of an ID for writing.
func (s *CloneScratch) cell(id int) *cell {
	c := &s.at[id]
	if c.round != s.round {
		*c = cell{round: s.round}
	}
	return c
}

// copyOf returns the cell of an ID in a round, which must be the last one.
func (s *CloneScratch) copyOf(round int32, id int) cell {
	if round != s.round {
		panic("ir: a copy was asked for when the next was begun")
	}
	if id < 0 || id >= len(s.at) || s.at[id].round != round {
		return cell{}
	}
	return s.at[id]
}

// reached reports whether a block is reachable in this round.
func (s *CloneScratch) reached(b *Block) bool {
	c := &s.at[b.ID]
	return c.round == s.round && c.seen
}

// usedOf returns the used instructions of an unreachable block.
func (s *CloneScratch) usedOf(b *Block) []*Instr { return s.used[s.at[b.ID].list-1] }

// keptOf returns the indices of the entries that a phi keeps, or nil if i is not a phi.
func (s *CloneScratch) keptOf(i *Instr) []int {
	if i.Op != OpPhi || s.at[i.ID].round != s.round || s.at[i.ID].list == 0 {
		return nil
	}
	return s.kept[s.at[i.ID].list-1]
}

// CloneReached copies the blocks that are reachable from the block at to the empty function dst, as
// CloneBody does, with the names and the order of src. It also copies the instructions of other
// blocks that this code uses, directly or through each other; their blocks have no predecessors and
// end in unreachable. It copies the block head even if none of its values are used. The cost is
// proportional to the size of the copy.
func CloneReached(dst, src *Func, params []Value, at, head *Block, s *CloneScratch) *ValueMap {
	s.start(src)
	s.reach(at)
	s.withUsed(head)
	c := cloner{m: dst.mod, dst: dst, vm: &ValueMap{params: params, part: s, round: s.round}}
	for _, b := range s.list {
		nb := dst.AppendParsedBlock(b.name)
		nb.Pos = b.Pos
		s.cell(b.ID).block = nb
	}
	for _, b := range s.list {
		nb := s.at[b.ID].block
		if s.reached(b) {
			for i := b.first; i != nil; i = i.next {
				c.shellIn(nb, i)
			}
			continue
		}
		used := s.usedOf(b)
		for _, i := range used {
			c.shellIn(nb, i)
		}
		nb.Append(c.m.NewInstr(OpUnreachable, c.m.Types.Void()))
		c.vm.Used = append(c.vm.Used, used...)
	}
	for _, b := range s.list {
		if s.reached(b) {
			for i := b.first; i != nil; i = i.next {
				c.fill(i, true)
			}
			continue
		}
		for _, i := range s.usedOf(b) {
			c.fill(i, false)
		}
	}
	return c.vm
}

// shellIn copies an instruction without operands to the end of a block.
func (c *cloner) shellIn(nb *Block, i *Instr) {
	x := c.shell(i, c.vm.part.keptOf(i))
	c.vm.part.cell(i.ID).instr = x
	nb.Append(x)
}

// fill sets the operands of a copy and, if it is reachable, copies its debug records.
func (c *cloner) fill(i *Instr, reached bool) {
	x := c.vm.part.at[i.ID].instr
	c.operands(i, x, c.vm.part.keptOf(i))
	if reached && len(i.Dbg) > 0 {
		c.records(i, x)
	}
	if len(x.args) < len(i.args) {
		c.vm.Cut = append(c.vm.Cut, x)
	}
}

// start begins a round.
func (s *CloneScratch) start(src *Func) {
	if len(s.at) < src.nextID {
		s.at = append(s.at, make([]cell, src.nextID-len(s.at))...)
	}
	s.round++
	s.list, s.work, s.used, s.kept, s.into = s.list[:0], s.work[:0], s.used[:0], s.kept[:0], s.into[:0]
}

// another appends an empty list to a list of lists. It reuses the memory of an earlier list.
func another[T any](l [][]T) [][]T {
	if len(l) == cap(l) {
		return append(l, nil)
	}
	l = l[:len(l)+1]
	l[len(l)-1] = l[len(l)-1][:0]
	return l
}

// reach lists the blocks that are reachable from a block.
func (s *CloneScratch) reach(at *Block) {
	s.list = append(s.list, at)
	s.cell(at.ID).seen = true
	var few [8]*Block
	for k := 0; k < len(s.list); k++ {
		for _, x := range s.list[k].Succs(few[:0]) {
			c := s.cell(x.ID)
			if !c.seen {
				c.seen = true
				s.list = append(s.list, x)
			}
			if p := x.first; p != nil && p.Op == OpPhi && len(p.args) > fewEntries {
				s.into = append(s.into, edgeFrom{s.list[k], c.list})
				c.list = int32(len(s.into))
			}
		}
	}
}

// withUsed adds head and the blocks of used values to the list, and sorts the list in layout order.
// A use by a debug record counts only for values of head, because head computes addresses.
func (s *CloneScratch) withUsed(head *Block) {
	reached := len(s.list)
	for _, b := range s.list[:reached] {
		for i := b.first; i != nil; i = i.next {
			if i.Op == OpPhi {
				for _, n := range s.keep(i) {
					s.use(i.args[n].val)
				}
				continue
			}
			for n := range i.args {
				s.use(i.args[n].val)
			}
			for _, d := range i.Dbg {
				for n := range d.args {
					if x, ok := d.args[n].val.(*Instr); ok && x.block == head {
						s.use(x)
					}
				}
			}
		}
	}
	for k := 0; k < len(s.work); k++ {
		i := s.work[k]
		c := s.listUsed(i.block)
		s.used[c.list-1] = append(s.used[c.list-1], i)
		for n := range i.args {
			s.use(i.args[n].val)
		}
	}
	if !s.reached(head) {
		s.listUsed(head)
	}
	for _, b := range s.list[reached:] {
		slices.SortFunc(s.usedOf(b), func(x, y *Instr) int { return cmp.Compare(x.ID, y.ID) })
	}
	slices.SortFunc(s.list, func(a, b *Block) int { return cmp.Compare(a.ID, b.ID) })
}

// use records an instruction that is used and whose block is unreachable.
func (s *CloneScratch) use(v Value) {
	// A phi or terminator in unreachable code has no value to copy.
	d, ok := v.(*Instr)
	if !ok || d.block == nil || s.reached(d.block) || d.Op == OpPhi || d.IsTerminator() {
		return
	}
	if c := s.cell(d.ID); !c.seen {
		c.seen = true
		s.work = append(s.work, d)
	}
}

// listUsed returns the cell of an unreachable block, with a list of used instructions.
func (s *CloneScratch) listUsed(b *Block) *cell {
	c := s.cell(b.ID)
	if c.list == 0 {
		s.used = another(s.used)
		c.list = int32(len(s.used))
		s.list = append(s.list, b)
	}
	return c
}

// fewEntries is the largest number of phi entries that each copy visits one by one.
const fewEntries = 32

// keep finds the entries that a reachable phi keeps: those for reachable blocks, because every edge
// out of a reachable block is reachable. For example, if %b is unreachable,
// `phi i32 [ 1, %a ], [ 2, %b ]` keeps entry 0.
func (s *CloneScratch) keep(phi *Instr) []int {
	s.kept = another(s.kept)
	n := len(s.kept)
	list := s.kept[n-1]
	if blocks := phi.PhiBlocks(); len(blocks) <= fewEntries {
		for k, b := range blocks {
			if s.reached(b) {
				list = append(list, k)
			}
		}
	} else {
		places := s.placesOf(phi)
		for e := s.cell(phi.block.ID).list; e != 0; e = s.into[e-1].next {
			list = append(list, places[s.into[e-1].from]...)
		}
		slices.Sort(list)
		list = slices.Compact(list) // a block that branches here twice is listed twice
	}
	s.kept[n-1] = list
	s.cell(phi.ID).list = int32(n)
	return list
}

// placesOf returns the indices of a phi's entries for each block.
func (s *CloneScratch) placesOf(phi *Instr) map[*Block][]int {
	places := s.phis[phi]
	if places == nil {
		places = map[*Block][]int{}
		for k, b := range phi.PhiBlocks() {
			places[b] = append(places[b], k)
		}
		Put(&s.phis, phi, places)
	}
	return places
}
