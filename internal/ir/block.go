package ir

// Block is a basic block: a doubly linked list of instructions that ends in a terminator.
type Block struct {
	users
	fn          *Func
	first, last *Instr
	name        string
	labelType   *Type
	ID          int
	prev, next  *Block   // layout
	trailing    []*Instr // debug records that wait for a terminator
	taken       bool     // see AddressTaken
	Pos         Pos
}

// Type is label.
func (b *Block) Type() *Type { return b.labelType }
func (*Block) isValue()      {}

// Next is the next block in layout, or nil.
func (b *Block) Next() *Block { return b.next }

// AddressTaken reports a block that something knows by its address: it may be removed when nothing
// leads there, but what it begins with must stay where it begins, and no other block may take its
// place.
func (b *Block) AddressTaken() bool { return b.taken }

// Prev is the block before in layout, or nil.
func (b *Block) Prev() *Block { return b.prev }

// Func is the function the block belongs to, nil after it was erased.
func (b *Block) Func() *Func { return b.fn }

// Name is the block's name, "" when it is numbered.
func (b *Block) Name() string { return b.name }

// SetName names the block, made unique as LLVM does.
func (b *Block) SetName(name string) {
	b.fn.freeName(b.name)
	b.name = b.fn.uniqueName(name)
}

// SetParsedName sets a name that is known to be free, without asking the symbol table.
func (b *Block) SetParsedName(name string) { b.name = name }

// First is the first instruction, or nil.
func (b *Block) First() *Instr { return b.first }

// Last is the last instruction: the terminator of a complete block.
func (b *Block) Last() *Instr { return b.last }

// Terminator is the last instruction if it is a terminator, else nil.
func (b *Block) Terminator() *Instr {
	if b.last != nil && b.last.Op.Info().Terminator {
		return b.last
	}
	return nil
}

// FirstNonPhi is the first instruction that is not a phi, or nil.
func (b *Block) FirstNonPhi() *Instr {
	i := b.first
	for i != nil && i.Op == OpPhi {
		i = i.next
	}
	return i
}

// FirstInsertionPt is where an instruction may be put first: after phis and a landingpad, catchpad
// or cleanuppad. It is nil for a block that ends in a catchswitch.
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

// IsEHPad reports a block that starts, after phis, with a landingpad, catchpad, cleanuppad or
// catchswitch.
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

// Succs appends the successors in operand order, once an edge.
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

// firstSucc is the number of an operand in front of which no operand is a successor: the number of
// operands for what has none. Most blocks end in a branch, and many questions are asked about
// successors.
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

// SingleSucc is the only successor if all edges lead to one block by one edge, else nil.
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

// Preds appends the predecessors, once an edge, newest use first: LLVM's predecessor order.
func (b *Block) Preds(buf []*Block) []*Block {
	for u := b.uses; u != nil; u = u.next {
		if u.user.Op.Info().Terminator && u.user.block != nil {
			buf = append(buf, u.user.block)
		}
	}
	return buf
}

// SinglePred is the predecessor if there is exactly one edge into the block, else nil.
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

// HasPreds reports whether any edge leads into the block.
func (b *Block) HasPreds() bool {
	for u := b.uses; u != nil; u = u.next {
		if u.user.Op.Info().Terminator {
			return true
		}
	}
	return false
}

// SplitBefore splits the block in front of an instruction: i and what follows go to a new block
// named name, placed after b; b ends in a branch to it, which carries i's debug location. Phis of
// successors are redirected.
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

// MoveTail moves i and what follows to the end of dst and redirects phi entries of the successors
// from b to dst.
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

// redirectSuccPhis makes phis of b's successors name b where they named old.
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

// ReplacePhiBlock makes every phi of the block that has entries for old name with in one of them:
// of one edge.
func (b *Block) ReplacePhiBlock(old, with *Block) {
	for p := b.first; p != nil && p.Op == OpPhi; p = p.next {
		if k := p.PhiIndex(old); k >= 0 {
			p.PhiBlocks()[k] = with
		}
	}
}

// RemovePhiEntry removes one entry for pred from every phi of the block: one edge is gone. Phis are
// kept even when they become empty.
func (b *Block) RemovePhiEntry(pred *Block) {
	for p := b.first; p != nil && p.Op == OpPhi; p = p.next {
		if k := p.PhiIndex(pred); k >= 0 {
			p.RemoveIncoming(k)
		}
	}
}

// Append puts an instruction at the end.
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

// Prepend puts an instruction at the start.
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
