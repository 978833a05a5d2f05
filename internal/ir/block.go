// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

import "iter"

// Block is a basic block: a doubly linked list of instructions that ends in a terminator.
type Block struct {
	users
	fn          *Func
	first, last *Instr
	name        string
	labelType   *Type
	ID          int
	prev, next  *Block   // in layout order
	trailing    []*Instr // debug records that wait for a terminator
	taken       bool     // see AddressTaken
	Pos         Pos
}

// Type returns the label type.
func (b *Block) Type() *Type { return b.labelType }
func (*Block) isValue()      {}

// Next returns the next block in layout order, or nil.
func (b *Block) Next() *Block { return b.next }

// AddressTaken reports whether the block's address may be known, for example from a blockaddress
// constant. A pass may remove such a block if it is unreachable. Otherwise the block must keep its
// first instructions, and no other block may replace it.
func (b *Block) AddressTaken() bool { return b.taken }

// Prev returns the previous block in layout order, or nil.
func (b *Block) Prev() *Block { return b.prev }

// Func returns the block's function, or nil if the block was erased.
func (b *Block) Func() *Func { return b.fn }

// Name returns the block's name, or "" if it is numbered.
func (b *Block) Name() string { return b.name }

// SetName names the block, with a suffix that makes the name unique as in LLVM.
func (b *Block) SetName(name string) {
	b.fn.freeName(b.name)
	b.name = b.fn.uniqueName(name)
}

// SetParsedName sets a name that the caller knows to be free, without a lookup in the symbol table.
func (b *Block) SetParsedName(name string) { b.name = name }

// First returns the first instruction, or nil.
func (b *Block) First() *Instr { return b.first }

// Last returns the last instruction, which is the terminator if the block is complete.
func (b *Block) Last() *Instr { return b.last }

// Terminator returns the last instruction if it is a terminator, else nil.
func (b *Block) Terminator() *Instr {
	if b.last != nil && b.last.Op.Info().Terminator {
		return b.last
	}
	return nil
}

// Phis returns the block's phis, with those that are added behind the current one.
func (b *Block) Phis() iter.Seq[*Instr] {
	return func(yield func(*Instr) bool) {
		for p := b.first; p != nil && p.Op == OpPhi && yield(p); p = p.next {
		}
	}
}

// FirstNonPhi returns the first instruction that is not a phi, or nil.
func (b *Block) FirstNonPhi() *Instr {
	i := b.first
	for i != nil && i.Op == OpPhi {
		i = i.next
	}
	return i
}

// FirstInsertionPt returns the first instruction that another may be inserted before: the one after
// the phis and after a landingpad, catchpad or cleanuppad. It returns nil for a block that ends in
// a catchswitch.
func (b *Block) FirstInsertionPt() *Instr {
	i := b.FirstNonPhi()
	if i == nil {
		return nil
	}
	switch i.Op {
	case OpLandingPad, OpCatchPad, OpCleanupPad:
		return i.next
	case OpCatchSwitch:
		return nil
	}
	return i
}

// IsEHPad reports whether the first instruction after the phis is a landingpad, catchpad,
// cleanuppad or catchswitch.
func (b *Block) IsEHPad() bool {
	i := b.FirstNonPhi()
	if i == nil {
		return false
	}
	switch i.Op {
	case OpLandingPad, OpCatchPad, OpCleanupPad, OpCatchSwitch:
		return true
	}
	return false
}

// Succs appends the successors to buf in operand order, one for each edge.
func (b *Block) Succs(buf []*Block) []*Block {
	t := b.last
	if t == nil {
		return buf
	}
	for i := t.firstSucc(); i < len(t.args); i++ {
		if s, ok := t.args[i].val.(*Block); ok {
			buf = append(buf, s)
		}
	}
	return buf
}

// firstSucc returns the number of leading operands that cannot be successors. It is the number of
// all operands if i is no terminator. Passes query successors often, and most blocks end in a
// branch.
func (i *Instr) firstSucc() int {
	switch i.Op {
	case OpBr:
		if len(i.args) == 3 {
			return 1
		}
		return 0
	case OpInvoke:
		return max(0, len(i.args)-2)
	}
	if !opInfo[i.Op].Terminator {
		return len(i.args)
	}
	return 0
}

// SingleSucc returns the successor if exactly one edge leaves the block, else nil.
func (b *Block) SingleSucc() *Block {
	var s *Block
	t := b.last
	if t == nil {
		return nil
	}
	for i := range t.args {
		if x, ok := t.args[i].val.(*Block); ok {
			if s != nil {
				return nil
			}
			s = x
		}
	}
	return s
}

// Preds appends the predecessors to buf, one for each edge. The newest use comes first, which is
// LLVM's predecessor order.
func (b *Block) Preds(buf []*Block) []*Block {
	for u := b.uses; u != nil; u = u.next {
		if u.user.Op.Info().Terminator && u.user.block != nil {
			buf = append(buf, u.user.block)
		}
	}
	return buf
}

// SinglePred returns the predecessor if exactly one edge enters the block, else nil.
func (b *Block) SinglePred() *Block {
	var p *Block
	for u := b.uses; u != nil; u = u.next {
		if u.user.Op.Info().Terminator {
			if p != nil {
				return nil
			}
			p = u.user.block
		}
	}
	return p
}

// HasPreds reports whether any edge enters the block.
func (b *Block) HasPreds() bool {
	for u := b.uses; u != nil; u = u.next {
		if u.user.Op.Info().Terminator {
			return true
		}
	}
	return false
}

// SplitBefore splits the block before instruction i. It moves i and the instructions after it to a
// new block named name, placed after b, and ends b in a branch to that block with i's debug
// location. It redirects the phis of the successors.
func (b *Block) SplitBefore(i *Instr, name string) *Block {
	nb := b.fn.NewBlock(name, b)
	b.MoveTail(i, nb)
	br := b.fn.mod.NewInstr(OpBr, b.fn.mod.Types.Void(), nb)
	if dl := i.DebugLoc(); dl != nil {
		br.SetDebugLoc(dl)
	}
	b.Append(br)
	return nb
}

// MoveTail moves i and the instructions after it to the end of dst, and redirects the phi entries
// of the successors from b to dst.
func (b *Block) MoveTail(i *Instr, dst *Block) {
	last := b.last
	if i.prev != nil {
		i.prev.next = nil
	} else {
		b.first = nil
	}
	b.last = i.prev
	i.prev = dst.last
	if dst.last != nil {
		dst.last.next = i
	} else {
		dst.first = i
	}
	dst.last = last
	for x := i; x != nil; x = x.next {
		x.block = dst
	}
	dst.redirectSuccPhis(b)
}

// redirectSuccPhis replaces old by b in the phis of b's successors.
func (b *Block) redirectSuccPhis(old *Block) {
	t := b.Terminator()
	if t == nil {
		return
	}
	for k := range t.args {
		s, ok := t.args[k].val.(*Block)
		if !ok {
			continue
		}
		s.ReplacePhiBlock(old, b)
	}
}

// ReplacePhiBlock replaces old by with in one entry of every phi of the block that has entries for
// old. One entry stands for one edge.
func (b *Block) ReplacePhiBlock(old, with *Block) {
	for p := range b.Phis() {
		if k := p.PhiIndex(old); k >= 0 {
			p.PhiBlocks()[k] = with
		}
	}
}

// RemovePhiEntry removes one entry for pred from every phi of the block, because one edge is gone.
// It keeps phis that become empty.
func (b *Block) RemovePhiEntry(pred *Block) {
	for p := range b.Phis() {
		if k := p.PhiIndex(pred); k >= 0 {
			p.RemoveIncoming(k)
		}
	}
}

// Append inserts an instruction at the end.
func (b *Block) Append(i *Instr) {
	i.block = b
	i.prev, i.next = b.last, nil
	if b.last != nil {
		b.last.next = i
	} else {
		b.first = i
	}
	b.last = i
	if b.trailing != nil {
		i.Dbg, b.trailing = append(b.trailing, i.Dbg...), nil
	}
}

// Prepend inserts an instruction at the start.
func (b *Block) Prepend(i *Instr) {
	if b.first == nil {
		b.Append(i)
		return
	}
	i.InsertBefore(b.first)
}

// Len counts the instructions.
func (b *Block) Len() int {
	n := 0
	for i := b.first; i != nil; i = i.next {
		n++
	}
	return n
}
