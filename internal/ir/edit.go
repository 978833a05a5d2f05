// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ir

// This file edits operand lists and blocks for several passes: it adds and removes cases of
// switches and entries of phis, and merges blocks. The order follows LLVM, because the order of
// cases, phi entries and uses is visible in the text.

// appendArgs adds operands at the end, at amortized constant cost per operand: the slice doubles
// when it is full. Uses that move keep their positions in their use lists.
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
		i.args[n+k] = Use{}
		i.args[n+k].set(i, v)
	}
}

// AddCase adds a case to a switch.
func (i *Instr) AddCase(m *Module, val Value, to *Block) { i.appendArgs(m, val, to) }

// NumCases returns the number of cases of a switch, without the default.
func (i *Instr) NumCases() int { return (len(i.args) - 2) / 2 }

// CaseValue returns the value of case k of a switch.
func (i *Instr) CaseValue(k int) *Const { return i.args[2+2*k].val.(*Const) }

// CaseDest returns the successor of case k of a switch.
func (i *Instr) CaseDest(k int) *Block { return i.args[3+2*k].val.(*Block) }

// CaseOf returns the index of the successor that a switch takes for a value: 0 is the default, k+1 is
// that of case k.
func (i *Instr) CaseOf(v uint64) int {
	for k := range i.NumCases() {
		if i.CaseValue(k).Uint64() == v {
			return k + 1
		}
	}
	return 0
}

// RemoveCase removes case k of a switch. As in LLVM, the last case takes its position.
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

// PhiConstant returns the single value of all entries of a phi, ignoring entries that are the phi
// itself. It returns Lost if there are no other entries, and nil if the values differ. For example,
// the value of `%p = phi i32 [ %x, %a ], [ %p, %b ]` is %x.
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

// EraseBlock removes one block with its instructions, as EraseBlocks does. The caller first removes
// the entries of phis in other blocks.
func (f *Func) EraseBlock(b *Block) {
	f.unlinkBlock(b)
	f.dropBlocks([]*Block{b})
}

// AbsorbInto moves all instructions of b to the end of dst, whose terminator must already be
// removed, replaces uses of b by dst, and removes b.
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
