package ir

// Edits of operand lists and blocks that several passes need: growing and shrinking switches and
// phis, joining blocks. What moves in which order follows LLVM, because the order of cases, phi
// entries and uses can be seen in the text.

// appendArgs adds operands at the end, at amortised constant cost an operand: the slice grows by
// doubling, and uses that move keep their places in their lists.
func (i *Instr) appendArgs(m *Module, vals ...Value) {
	n := len(i.args)
	if n+len(vals) > cap(i.args) {
		old := i.args
		i.args = m.allocUses(max(2*n, n+len(vals), 4))[:n]
		for k := range old {
			o, u := &old[k], &i.args[k]
			u.user, u.val = i, o.val
			o.replaceWith(u)
		}
	}
	i.args = i.args[:n+len(vals)]
	for k, v := range vals {
		u := &i.args[n+k]
		*u = Use{user: i, val: v}
		if v != nil {
			u.link()
		}
	}
}

// AddCase adds a case to a switch.
func (i *Instr) AddCase(m *Module, val Value, to *Block) { i.appendArgs(m, val, to) }

// NumCases is the number of cases of a switch, the default not counted.
func (i *Instr) NumCases() int { return (len(i.args) - 2) / 2 }

// CaseValue is the value of case k of a switch.
func (i *Instr) CaseValue(k int) *Const { return i.args[2+2*k].val.(*Const) }

// CaseDest is where case k of a switch goes.
func (i *Instr) CaseDest(k int) *Block { return i.args[3+2*k].val.(*Block) }

// RemoveCase removes case k of a switch as LLVM does: the last case takes its place.
func (i *Instr) RemoveCase(k int) {
	n := len(i.args)
	if 2+2*k != n-2 {
		i.args[2+2*k].Set(i.args[n-2].val)
		i.args[3+2*k].Set(i.args[n-1].val)
	}
	i.dropLastArg()
	i.dropLastArg()
}

func (i *Instr) dropLastArg() {
	u := &i.args[len(i.args)-1]
	u.unlink()
	u.val = nil
	i.args = i.args[:len(i.args)-1]
}

// PhiConstant is the one value that all entries of a phi have, entries that are the phi itself left
// out: Lost when there is no other; nil when values differ.
func (i *Instr) PhiConstant(m *Module) Value {
	var v Value
	for k := range i.args {
		x := i.args[k].val
		if x == Value(i) || v != nil && SameValue(x, v) {
			continue
		}
		if v != nil {
			return nil
		}
		v = x
	}
	if v == nil {
		return m.Lost(i.typ)
	}
	return v
}

// EraseBlock removes one block for good, with its instructions, as EraseBlocks does.
// Entries of phis elsewhere are the caller's to remove first.
func (f *Func) EraseBlock(b *Block) {
	f.unlinkBlock(b)
	f.dropBlocks([]*Block{b})
}

// AbsorbInto moves all instructions of b to the end of dst, whose terminator must be gone, makes
// what named b name dst, and removes b.
func (b *Block) AbsorbInto(dst *Block) {
	f := b.fn
	if b.first != nil {
		if dst.trailing != nil {
			b.first.Dbg, dst.trailing = append(dst.trailing, b.first.Dbg...), nil
		}
		if t := dst.last; t != nil {
			t.next, b.first.prev = b.first, t
		} else {
			dst.first = b.first
		}
		dst.last = b.last
		for i := b.first; i != nil; i = i.next {
			i.block = dst
		}
		b.first, b.last = nil, nil
		dst.redirectSuccPhis(b)
	}
	ReplaceUses(b, dst)
	if dst.name == "" {
		dst.name, b.name = b.name, ""
	}
	f.EraseBlock(b)
}
