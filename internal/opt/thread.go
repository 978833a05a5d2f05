package opt

// Jump threading, of the kind that a split coroutine calls for: a block that does nothing but decide on a phi is left out on the edges for
// which the decision is a constant. Where a suspend was, the parts of a coroutine ask "suspended, resumed or destroyed?" of a phi of
// constants; as long as they do, every way through them looks like a loop.
//
// It copies no code and repairs no uses: a block is passed by only when nothing behind it uses what it defines, but the phis of its
// successors.

import "github.com/corolower/corolower/internal/ir"

// ThreadConstants leads edges past blocks that decide on a constant, and reports whether there were any. Blocks may be left without
// predecessors; RemoveUnreachable takes them.
func ThreadConstants(m *ir.Module, f *ir.Func) bool {
	var queue []*ir.Block
	edges := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		if b != f.Entry() && decides(b) != nil {
			queue = append(queue, b)
			edges += b.First().NumArgs()
		}
	}
	changed := false
	// An edge that was led past one block may end at the next; in a loop of such blocks that has no end.
	for budget := 4*edges + 16; len(queue) > 0 && budget > 0; {
		b := queue[0]
		queue = queue[1:]
		phi := decides(b)
		if phi == nil {
			continue
		}
		for k := 0; k < phi.NumArgs() && budget > 0; budget-- {
			to := destination(m, b, phi, phi.Arg(k))
			if to == nil || !passBy(m, b, to, phi.PhiBlocks()[k]) {
				k++
				continue
			}
			changed = true
			if decides(to) != nil {
				queue = append(queue, to)
			}
			if phi.NumArgs() == 0 {
				break
			}
		}
	}
	return changed
}

// decides gives the phi that a block branches on, if the block does nothing else; nil for any other block.
func decides(b *ir.Block) *ir.Instr {
	t := b.Terminator()
	if t == nil || t.Op != ir.OpSwitch && (t.Op != ir.OpBr || t.NumArgs() != 3) {
		return nil
	}
	i := b.FirstNonPhi()
	var cmp *ir.Instr
	if i != t {
		if i.Op != ir.OpICmp || i.Next() != t || t.Arg(0) != ir.Value(i) || !isConst(i.Arg(1)) {
			return nil
		}
		cmp = i
	}
	on := t.Arg(0)
	if cmp != nil {
		on = cmp.Arg(0)
	}
	phi, ok := on.(*ir.Instr)
	if !ok || phi.Op != ir.OpPhi || phi.Block() != b {
		return nil
	}
	for i := b.First(); i != t; i = i.Next() {
		for u := i.FirstUse(); u != nil; u = u.Next() {
			if x := u.User(); x.Block() != b && (x.Op != ir.OpPhi || x.PhiBlocks()[u.Index()] != b) || x.Op == ir.OpPhi && x.Block() == b {
				return nil
			}
		}
	}
	return phi
}

// destination is where a block goes on when its phi has a value; nil when that is not known, or the block itself.
func destination(m *ir.Module, b *ir.Block, phi *ir.Instr, v ir.Value) *ir.Block {
	c, ok := v.(*ir.Const)
	if !ok || !c.IsInt() {
		return nil
	}
	t := b.Terminator()
	if t.Arg(0) != ir.Value(phi) {
		cmp := t.Arg(0).(*ir.Instr)
		with := cmp.Arg(1).(*ir.Const)
		if !with.IsInt() {
			return nil
		}
		c = m.Bool(ir.FoldCompare(cmp.Pred(), c, with))
	}
	var to *ir.Block
	if t.Op == ir.OpBr {
		to = t.Arg(2).(*ir.Block)
		if !c.IsZero() {
			to = t.Arg(1).(*ir.Block)
		}
	} else {
		to = t.Arg(1).(*ir.Block)
		for k := range t.NumCases() {
			if ir.SameValue(t.CaseValue(k), c) {
				to = t.CaseDest(k)
				break
			}
		}
	}
	if to == b {
		return nil
	}
	return to
}

// passBy leads the edge from p to b on to a successor of b. It reports false, having changed nothing, when that cannot be done.
func passBy(m *ir.Module, b, to, p *ir.Block) bool {
	t := p.Terminator()
	if t.Op == ir.OpIndirectBr || t.Op == ir.OpCallBr || !ends(t) {
		return false
	}
	slot := -1
	for k := range t.NumArgs() {
		if t.Arg(k) == ir.Value(b) {
			if slot >= 0 {
				return false // two edges
			}
			slot = k
		}
		if t.Arg(k) == ir.Value(to) {
			return false // phis would get two entries that may differ
		}
	}
	if slot < 0 {
		return false
	}
	for i := to.First(); i != nil && i.Op == ir.OpPhi; i = i.Next() {
		v := i.IncomingFor(b)
		if x, ok := v.(*ir.Instr); ok && x.Block() == b {
			if x.Op != ir.OpPhi {
				return false // the comparison itself: not worth it
			}
			v = x.IncomingFor(p)
		}
		i.AddIncoming(m, v, p)
	}
	t.SetArg(slot, to)
	b.RemovePhiEntry(p)
	return true
}

// ends reports a terminator whose destinations may be changed one by one.
func ends(t *ir.Instr) bool { return t.Op == ir.OpBr || t.Op == ir.OpSwitch || t.Op == ir.OpInvoke }
