// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Removal of empty blocks that only branch, and of two-entry phis whose predecessors have no code:
// edges bypass these blocks. For example:
//
//	  br i1 %c, label %e, label %j
//	e:
//	  br label %j                                ; empty
//	j:
//	  %p = phi i32 [ %x, %e ], [ %y, %entry ]
//
// becomes `%spec.select = select i1 %c, i32 %x, i32 %y`.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// maxNewPhiEntries limits the phi entries that the removal of one empty block may add.
const maxNewPhiEntries = 1000

// isEmpty reports whether a block has only phis before its terminator.
func isEmpty(b *ir.Block) bool {
	i := b.FirstNonPhi()
	return i == b.Terminator()
}

// fewPreds limits the number of edges that may move repeatedly along a chain of empty blocks.
const fewPreds = 64

// forwardChain removes b if it is empty. If b has many predecessors, it first removes the empty
// blocks after b, the last one first, so that the edges move only once.
func (s *simplifier) forwardChain(b *ir.Block) {
	if !s.forwards(b) {
		return
	}
	if !moreUses(b, fewPreds) {
		s.forward(b)
		return
	}
	var chain []*ir.Block
	on := map[*ir.Block]bool{}
	for x := b; x != nil && !on[x] && s.forwards(x); x = x.Terminator().Arg(0).(*ir.Block) {
		on[x] = true
		chain = append(chain, x)
	}
	for k := len(chain) - 1; k >= 0; k-- {
		if s.forwards(chain[k]) {
			s.forward(chain[k])
		}
	}
}

// moreUses reports whether the block has more than n uses.
func moreUses(b *ir.Block, n int) bool {
	for u := b.FirstUse(); u != nil; u = u.Next() {
		if n--; n < 0 {
			return true
		}
	}
	return false
}

// forwards reports whether a block is empty, ends in an unconditional branch, and may be removed
// without harm to a loop.
func (s *simplifier) forwards(b *ir.Block) bool {
	t := b.Terminator()
	if t.Op != ir.OpBr || t.NumArgs() != 1 || b == s.f.Entry() || s.is(b, pinned) || !isEmpty(b) {
		return false
	}
	to := t.Arg(0).(*ir.Block)
	if to == b {
		return false
	}
	// A loop keeps its own header if several edges enter it.
	return !(s.is(b, header) || s.is(to, header)) || b.SinglePred() != nil
}

// forward redirects the predecessors of an empty block to its successor, if the phis of both allow
// that.
func (s *simplifier) forward(b *ir.Block) bool {
	br := b.Terminator()
	to := br.Arg(0).(*ir.Block)
	preds := b.Preds(nil)
	only := to.SinglePred() == b
	if len(preds) == 0 || !only && !phisOnlyFeed(b, to) {
		return false
	}
	agree, both := s.phisAgree(b, to, preds)
	partly := !agree && s.m.Has(ir.PartlyForwarding) && len(both) == 1 && len(preds) > 1 && b.First().Op == ir.OpPhi
	if !agree && !partly {
		return false
	}
	phis := 0
	for range to.Phis() {
		phis++
	}
	if (len(preds)-1)*phis > maxNewPhiEntries {
		return false
	}
	if loopMD := br.MetaOf("llvm.loop"); loopMD != nil {
		for _, p := range preds {
			if p.Terminator().MetaOf("llvm.loop") != nil {
				return false
			}
		}
		for _, p := range preds {
			p.Terminator().SetMeta("llvm.loop", loopMD)
		}
	}
	if partly {
		return s.redirect(b, to, both[0], preds)
	}
	for p := range to.Phis() {
		s.passEntries(p, b, preds, nil)
	}
	s.dropForwarder(b, to, only)
	s.changed = true
	s.pushAround(to)
	for _, p := range preds {
		if set := s.succs[p]; set != nil {
			set[to] = true
		}
		s.push(p)
	}
	return true
}

// entryOf returns the index of the entry for b, which has one edge to the phi's block, or -1. Most
// lookups for the predecessors of one join are in the order of its entries, so the search starts at
// the last result.
func (s *simplifier) entryOf(p *ir.Instr, b *ir.Block) int {
	j := findFrom(p.PhiBlocks(), b, s.hints[edge{nil, p.Block()}])
	s.hint(edge{nil, p.Block()}, j)
	return j
}

// entryOfShared returns the index of an entry for a block b whose paths to the phi's block may go
// through several empty blocks. All its entries have one value. The lookup is repeated for the same
// b, so the search starts at the last result for b.
func (s *simplifier) entryOfShared(p *ir.Instr, b *ir.Block) int {
	j := findFrom(p.PhiBlocks(), b, s.hints[edge{b, p.Block()}])
	s.hint(edge{b, p.Block()}, j)
	return j
}

func (s *simplifier) hint(e edge, at int) {
	ir.Put(&s.hints, e, at)
}

func findFrom(blocks []*ir.Block, b *ir.Block, hint int) int {
	n := len(blocks)
	hint = max(hint, 0)
	for k := range n {
		if j := (hint + k) % n; blocks[j] == b {
			return j
		}
	}
	return -1
}

// edge is an edge from one block to another.
type edge struct{ from, to *ir.Block }

// leadsTo reports whether p has an edge to a block. It caches the successors of large terminators;
// forget invalidates the cache for a block.
func (s *simplifier) leadsTo(p, to *ir.Block) bool {
	const small = 32
	t := p.Terminator()
	if t.NumArgs() > small {
		set := s.succs[p]
		if set == nil {
			set = map[*ir.Block]bool{}
			for _, x := range p.Succs(nil) {
				set[x] = true
			}
			ir.Put(&s.succs, p, set)
		}
		return set[to]
	}
	for k := range t.NumArgs() {
		if t.Arg(k) == ir.Value(to) {
			return true
		}
	}
	return false
}

func (s *simplifier) forget(b *ir.Block) { delete(s.succs, b) }

// redirect is forward for all predecessors except common, which also branches to the successor
// directly, with a different value.
func (s *simplifier) redirect(b, to, common *ir.Block, preds []*ir.Block) bool {
	edges := 0
	for _, p := range preds {
		if p == common {
			edges++
		}
	}
	if edges != 1 {
		return false
	}
	for p := range to.Phis() {
		s.passEntries(p, b, preds, common)
	}
	for p := b.First(); p.Op == ir.OpPhi; p = b.First() {
		p.Erase()
	}
	s.forgetValues(b.Terminator(), to, false)
	for _, p := range preds {
		if p == common {
			continue
		}
		redirect(p.Terminator(), b, to)
		s.note(p)
	}
	s.note(b)
	s.note(common)
	return true
}

// passEntries replaces the entry of phi p for the empty block by entries for the block's
// predecessors. If keep is not nil, the empty block stays as the predecessor for keep.
func (s *simplifier) passEntries(p *ir.Instr, b *ir.Block, preds []*ir.Block, keep *ir.Block) {
	k := s.entryOf(p, b)
	if k < 0 {
		return
	}
	old := p.Arg(k)
	p.RemoveIncoming(k)
	if o, ok := old.(*ir.Instr); ok && o.Op == ir.OpPhi && o.Block() == b {
		for j := range o.NumArgs() {
			if o.PhiBlocks()[j] != keep {
				p.AddIncoming(s.m, o.Arg(j), o.PhiBlocks()[j])
			}
		}
		if keep != nil {
			p.AddIncoming(s.m, o.IncomingFor(keep), b)
		}
		return
	}
	for _, x := range preds {
		if x != keep {
			p.AddIncoming(s.m, old, x)
		}
	}
	if keep != nil {
		p.AddIncoming(s.m, old, b)
	}
}

// dropForwarder removes the empty block after the successor's phis have entries for its
// predecessors. If the block was the only predecessor, its phis and debug records move to the
// successor.
func (s *simplifier) dropForwarder(b, to *ir.Block, only bool) {
	br := b.Terminator()
	at := to.FirstNonPhi()
	if only && len(br.Dbg) > 0 {
		at.Dbg = append(br.Dbg[:len(br.Dbg):len(br.Dbg)], at.Dbg...)
		br.Dbg = nil
	}
	s.forgetValues(br, to, true)
	br.Erase()
	for p := b.First(); p != nil; p = b.First() {
		if only {
			p.MoveBefore(at)
		} else {
			p.Erase()
		}
	}
	ir.ReplaceUses(b, to)
	if s.is(b, header) {
		*s.markOf(to) |= header
	}
	b.AbsorbInto(to)
}

// forgetValues accounts for the debug records before a block's terminator on edges that now bypass
// it. A variable that a record sets there may have another value on other paths, so it is marked
// unknown where the paths meet. If the block is removed, its declarations move to the successor,
// because they hold everywhere.
func (s *simplifier) forgetValues(br *ir.Instr, to *ir.Block, goes bool) {
	at := to.FirstInsertionPt()
	if at == nil {
		return
	}
	var list []*ir.Instr
	for k := 0; k < len(br.Dbg); k++ {
		d := br.Dbg[k]
		switch d.Aux.(*ir.DbgAux).Kind {
		case "value", "assign":
			list = append(list, debuginfo.Unknown(s.m, d))
		case "declare", "declare_value":
			if goes {
				list = append(list, d)
				br.Dbg = append(br.Dbg[:k:k], br.Dbg[k+1:]...)
				k--
			}
		}
	}
	at.Dbg = append(list, at.Dbg...)
}

// phisAgree reports whether the successor's phis can take entries for the empty block's
// predecessors: a predecessor that also branches to the successor directly must contribute the same
// value on both paths. both lists these predecessors.
func (s *simplifier) phisAgree(b, to *ir.Block, preds []*ir.Block) (ok bool, both []*ir.Block) {
	if to.First().Op != ir.OpPhi {
		return true, nil
	}
	for k, p := range preds {
		if (k == 0 || p != preds[k-1]) && s.leadsTo(p, to) {
			both = append(both, p)
		}
	}
	for p := range to.Phis() {
		k := s.entryOf(p, b)
		if k < 0 {
			return false, nil
		}
		v := p.Arg(k)
		inner, _ := v.(*ir.Instr)
		if inner != nil && (inner.Op != ir.OpPhi || inner.Block() != b) {
			inner = nil
		}
		for _, x := range both {
			have := v
			if inner != nil {
				have = inner.IncomingFor(x)
			}
			if j := s.entryOfShared(p, x); have == nil || j < 0 || !ir.SameValue(have, p.Arg(j)) {
				return false, both
			}
		}
	}
	return true, both
}

// phisOnlyFeed reports whether the phis of the empty block are used only by the successor's phis,
// for the edge from the block.
func phisOnlyFeed(b, to *ir.Block) bool {
	for p := range b.Phis() {
		for u := p.FirstUse(); u != nil; u = u.Next() {
			user := u.User()
			if user.Op != ir.OpPhi || user.Block() != to || user.PhiBlocks()[u.Index()] != b {
				return false
			}
		}
	}
	return true
}

// maxSelects limits the number of phis of one branch that become selects.
const maxSelects = 2

// isArm reports whether x is an empty block without phis whose only predecessor is b and whose only
// successor is join.
func (s *simplifier) isArm(x, b, join *ir.Block) bool {
	t := x.Terminator()
	return t.NumArgs() == 1 && x.First() == t && t.Arg(0) == ir.Value(join) && x.SinglePred() == b && !s.is(x, pinned)
}

// foldTriangle converts `br c, E, J`, where E is empty and branches to J, to selects for the phis
// of J.
func (s *simplifier) foldTriangle(b *ir.Block, t *ir.Instr) {
	yes, no := t.Arg(1).(*ir.Block), t.Arg(2).(*ir.Block)
	join := no
	switch {
	case s.isArm(yes, b, no):
		no = b
	case s.isArm(no, b, yes):
		join, yes = yes, b
	default:
		return
	}
	if n, ok := countSelects(join, yes, no); !ok || n == 0 || n > maxSelects || b == join {
		return
	}
	bld := ir.NewBuilder(s.m).Before(t)
	for p := range join.Phis() {
		v, w := p.IncomingFor(yes), p.IncomingFor(no)
		if ir.SameValue(v, w) {
			continue
		}
		sel := bld.Select(t.Arg(0), v, w, "spec.select")
		setEntry(p, yes, sel)
		setEntry(p, no, sel)
	}
	s.note(b)
	s.push(join)
}

// countSelects returns the number of phis of join with different values for two predecessors. ok is
// false if a phi cannot become a select.
func countSelects(join, yes, no *ir.Block) (n int, ok bool) {
	for p := range join.Phis() {
		v, w := p.IncomingFor(yes), p.IncomingFor(no)
		if p.Type().IsToken() || v == nil || w == nil || v == ir.Value(p) || w == ir.Value(p) {
			return n, false
		}
		if !ir.SameValue(v, w) {
			n++
		}
	}
	return n, true
}

func setEntry(p *ir.Instr, from *ir.Block, v ir.Value) {
	for k, x := range p.PhiBlocks() {
		if x == from {
			p.SetArg(k, v)
		}
	}
}

// foldTwoEntryPhis converts the two-entry phis of b to selects if the two paths to b start at one
// branch and contain no code. It removes phis that need no select in any case.
func (s *simplifier) foldTwoEntryPhis(b *ir.Block) bool {
	p := b.First()
	if p.Op != ir.OpPhi || p.NumArgs() != 2 || s.is(b, pinned) {
		return false
	}
	top, yes, no := ifShape(p.PhiBlocks()[0], p.PhiBlocks()[1], b)
	if top == nil || top == b {
		return false
	}
	changed := false
	for p := b.First(); p.Op == ir.OpPhi; {
		next := p.Next()
		if v := p.PhiConstant(s.m); v != nil {
			replaceAndErase(p, v)
			changed = true
		}
		p = next
	}
	n, ok := countSelects(b, yes, no)
	fold := ok && n > 0 && n <= maxSelects && (yes == top || s.isArm(yes, top, b)) && (no == top || s.isArm(no, top, b))
	if !fold {
		if changed {
			s.note(b)
		}
		return false
	}
	t := top.Terminator()
	bld := ir.NewBuilder(s.m).Before(t)
	for p := b.First(); p.Op == ir.OpPhi; p = b.First() {
		sel := bld.Select(t.Arg(0), p.IncomingFor(yes), p.IncomingFor(no), "")
		sel.TakeName(p)
		replaceAndErase(p, sel)
	}
	keepMeta(t, bld.SetDebugLoc(t.DebugLoc()).Br(b))
	t.Erase()
	for _, x := range [...]*ir.Block{yes, no} {
		if x != top {
			s.forgetValues(x.Terminator(), b, true)
			EraseOne(s.m, x)
		}
	}
	s.note(top)
	s.push(b)
	return true
}

// ifShape returns the block with the conditional branch where the paths to b through its
// predecessors x and y split, and the predecessor for each outcome. The predecessor is the block of
// the branch itself for a direct edge. top is nil if there is no such branch.
func ifShape(x, y, b *ir.Block) (top, yes, no *ir.Block) {
	tx, ty := x.Terminator(), y.Terminator()
	if x == y || tx.Op != ir.OpBr || ty.Op != ir.OpBr {
		return nil, nil, nil
	}
	if ty.NumArgs() == 3 {
		x, y, tx, ty = y, x, ty, tx
	}
	if ty.NumArgs() != 1 {
		return nil, nil, nil
	}
	if tx.NumArgs() == 3 {
		if y.SinglePred() != x {
			return nil, nil, nil
		}
		top = x
	} else if top = x.SinglePred(); top == nil || y.SinglePred() != top {
		return nil, nil, nil
	}
	t := top.Terminator()
	if t.Op != ir.OpBr || t.NumArgs() != 3 {
		return nil, nil, nil
	}
	arm := func(k int) *ir.Block {
		if d := t.Arg(k).(*ir.Block); d != b {
			return d
		}
		return top
	}
	return top, arm(1), arm(2)
}
