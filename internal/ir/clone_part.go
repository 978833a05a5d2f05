package ir

// Copying what control reaches of a function from one block, again and again from different blocks:
// each copy costs what it copies, whatever the size of the function. What is known of the
// function's blocks and instructions stands in one table for all copies, and counts for the copy
// that wrote it.

import (
	"cmp"
	"slices"
)

// CloneScratch is the memory of CloneReached, for copies of one function that is numbered and does
// not change meanwhile. What maps values to the last copy is part of it: maps of earlier ones may
// not be asked any more. The zero value is ready for use.
type CloneScratch struct {
	at    []cell // by ID
	round int32  // of the copy at hand
	list  []*Block
	work  []*Instr
	used  [][]*Instr // of blocks that are not reached, what is used of them, in their order
	kept  [][]int    // of phis: places of the entries that these have, ascending
	into  []edgeFrom // reached edges into blocks with phis of many entries, in lists
	// phis has the places of such a phi's entries for a block: of many entries a copy may keep few,
	// and does not go through all.
	phis map[*Instr]map[*Block][]int
}

// edgeFrom is an edge into a block, and the place of another in its list, 0 for none.
type edgeFrom struct {
	from *Block
	next int32
}

// cell is what is known of a block or instruction in a round.
type cell struct {
	round int32
	seen  bool // a block: it is reached; an instruction: it is used, and its block not reached
	// list is one more than a place: of a reached block in into, of another in used, of a phi in
	// kept. 0: none.
	list  int32
	instr *Instr // copies
	block *Block
}

// cell gives that of an ID, to be written.
func (s *CloneScratch) cell(id int) *cell {
	c := &s.at[id]
	if c.round != s.round {
		*c = cell{round: s.round}
	}
	return c
}

// copyOf gives what is known of an ID in a round, which must be the last.
func (s *CloneScratch) copyOf(round int32, id int) cell {
	if round != s.round {
		panic("ir: a copy was asked for when the next was begun")
	}
	if id < 0 || id >= len(s.at) || s.at[id].round != round {
		return cell{}
	}
	return s.at[id]
}

// reached reports a block that control reaches.
func (s *CloneScratch) reached(b *Block) bool {
	c := &s.at[b.ID]
	return c.round == s.round && c.seen
}

// usedOf is what is used of a block that is not reached.
func (s *CloneScratch) usedOf(b *Block) []*Instr { return s.used[s.at[b.ID].list-1] }

// keptOf are the places of the entries that a phi keeps; nil for what is no phi.
func (s *CloneScratch) keptOf(i *Instr) []int {
	if i.Op != OpPhi || s.at[i.ID].round != s.round || s.at[i.ID].list == 0 {
		return nil
	}
	return s.kept[s.at[i.ID].list-1]
}

// CloneReached is CloneBody of what control reaches from the block at, with names and order as in
// src, to the empty dst. Of other blocks the instructions are copied that this uses values of, and
// those that these use; the blocks have no predecessors and end in unreachable. head is copied even
// if nothing is used of it. Its cost is that of what it copies.
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

// shellIn copies an instruction to the end of a block.
func (c *cloner) shellIn(nb *Block, i *Instr) {
	x := c.shell(i, c.vm.part.keptOf(i))
	c.vm.part.cell(i.ID).instr = x
	nb.Append(x)
}

// fill gives a copy what it uses, and, where it is reached, its debug records.
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

// another makes a list of lists one longer, by one that is empty and has the memory of an earlier
// one.
func another[T any](l [][]T) [][]T {
	if len(l) == cap(l) {
		return append(l, nil)
	}
	l = l[:len(l)+1]
	l[len(l)-1] = l[len(l)-1][:0]
	return l
}

// reach lists what control reaches from a block.
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

// withUsed adds to the list head and the blocks of which values are used, and brings it into the
// order of the layout. What debug records say counts as used of head only: that computes addresses.
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

// use notes an instruction that is used and is of a block that is not reached.
func (s *CloneScratch) use(v Value) {
	// What a phi or terminator gives where control does not come is nothing.
	d, ok := v.(*Instr)
	if !ok || d.block == nil || s.reached(d.block) || d.Op == OpPhi || d.IsTerminator() {
		return
	}
	if c := s.cell(d.ID); !c.seen {
		c.seen = true
		s.work = append(s.work, d)
	}
}

// listUsed gives a block that is not reached a list of what is used of it.
func (s *CloneScratch) listUsed(b *Block) *cell {
	c := s.cell(b.ID)
	if c.list == 0 {
		s.used = another(s.used)
		c.list = int32(len(s.used))
		s.list = append(s.list, b)
	}
	return c
}

// fewEntries is how many entries of a phi are gone through for each copy.
const fewEntries = 32

// keep finds the entries that a reached phi keeps: those for blocks that are reached, for all edges
// out of these are.
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

// placesOf gives the places of a phi's entries by block.
func (s *CloneScratch) placesOf(phi *Instr) map[*Block][]int {
	places := s.phis[phi]
	if places == nil {
		places = map[*Block][]int{}
		for k, b := range phi.PhiBlocks() {
			places[b] = append(places[b], k)
		}
		if s.phis == nil {
			s.phis = map[*Instr]map[*Block][]int{}
		}
		s.phis[phi] = places
	}
	return places
}
