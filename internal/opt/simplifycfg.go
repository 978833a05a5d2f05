// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// SimplifyCFG: the part of LLVM's simplifycfg that matters after coroutine lowering. A worklist
// starts with the blocks in layout order, and each change adds the blocks where it may enable
// further changes. So the cost does not depend on the number of rounds to a fixed point.

import (
	"github.com/corolower/corolower/internal/ir"
)

// SimplifyCFG simplifies the control flow of one function and reports whether it changed anything.
func SimplifyCFG(f *ir.Func) bool { return simplifyCFG(f, true) }

// ThreadAndSimplifyCFG runs ThreadConstants first, while each constant still has an edge of its own
// into its phi, and again after straight-line blocks are merged.
func ThreadAndSimplifyCFG(m *ir.Module, f *ir.Func) bool {
	changed := ThreadConstants(m, f)
	if SimplifyCFG(f) {
		changed = true
	}
	if ThreadConstants(m, f) {
		SimplifyCFG(f)
		changed = true
	}
	return changed
}

// simplifyCFG is SimplifyCFG. oneReturn merges equal returns.
func simplifyCFG(f *ir.Func, oneReturn bool) bool {
	if f.Entry() == nil {
		return false
	}
	changed := RemoveUnreachable(f)
	if oneReturn && mergeReturns(f) {
		changed = true
	}
	s := &simplifier{m: f.Module(), f: f}
	changed = s.run() || changed
	for changed && RemoveUnreachable(f) && s.run() {
	}
	return changed
}

type simplifier struct {
	m     *ir.Module
	f     *ir.Func
	marks []blockMark // by block ID
	queue []*ir.Block
	// the last index found in the phis of a block: see entryOf, entryOfShared
	hints   map[edge]int
	succs   map[*ir.Block]map[*ir.Block]bool // successors of blocks with many of them: see leadsTo
	changed bool
}

// blockMark is a set of properties of a block.
type blockMark uint8

const (
	header blockMark = 1 << iota // a loop header: the target of a back edge
	pinned                       // a target of indirectbr or callbr, or another block whose address is taken
	queued                       // in the worklist
	active                       // for loopHeaders: visited
	done                         // for loopHeaders: left
)

// markOf returns a pointer to a block's marks.
func (s *simplifier) markOf(b *ir.Block) *blockMark {
	if n := b.ID + 1; n > len(s.marks) { // the block was created later
		s.marks = append(s.marks, make([]blockMark, n-len(s.marks))...)
	}
	return &s.marks[b.ID]
}

// is reports whether a block has one of several marks.
func (s *simplifier) is(b *ir.Block, m blockMark) bool {
	return b.ID < len(s.marks) && s.marks[b.ID]&m != 0
}

func (s *simplifier) run() bool {
	s.changed = false
	s.queue, s.hints, s.succs = s.queue[:0], nil, nil
	s.marks = make([]blockMark, s.f.NumIDs())
	s.markHeaders()
	for b := s.f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t.Op == ir.OpIndirectBr || t.Op == ir.OpCallBr {
			for _, x := range b.Succs(nil) {
				*s.markOf(x) |= pinned
			}
		}
		if b.AddressTaken() {
			*s.markOf(b) |= pinned
		}
		s.push(b)
	}
	for k := 0; k < len(s.queue); k++ {
		b := s.queue[k]
		*s.markOf(b) &^= queued
		if b.Func() != nil {
			s.visit(b)
		}
	}
	return s.changed
}

// push adds a block to the worklist, unless it is already in it.
func (s *simplifier) push(b *ir.Block) {
	if b.Func() == nil {
		return
	}
	if m := s.markOf(b); *m&queued == 0 {
		*m |= queued
		s.queue = append(s.queue, b)
	}
}

// pushAround adds a block and the neighbors whose simplifications depend on it to the worklist.
// Predecessors of a join are not among them, so the cost of a change does not depend on their
// number.
func (s *simplifier) pushAround(b *ir.Block) {
	s.push(b)
	if p := b.SinglePred(); p != nil {
		s.push(p)
	}
	var buf [4]*ir.Block
	for _, x := range b.Succs(buf[:0]) {
		s.push(x)
	}
}

// loopHeaders returns the targets of edges back to a block on the depth-first stack.
func loopHeaders(f *ir.Func) map[*ir.Block]bool {
	s := &simplifier{f: f, marks: make([]blockMark, f.NumIDs())}
	s.markHeaders()
	headers := map[*ir.Block]bool{}
	for b := f.Entry(); b != nil; b = b.Next() {
		if s.is(b, header) {
			headers[b] = true
		}
	}
	return headers
}

// markHeaders marks loop headers. The marks must cover all blocks.
func (s *simplifier) markHeaders() {
	entry := s.f.Entry()
	edges := entry.Succs(nil) // the successors of the blocks on the stack, those of one block together
	stack := []leaving{{entry, 0, len(edges)}}
	*s.markOf(entry) |= active
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		if t.next == t.to {
			*s.markOf(t.b) |= done
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				edges = edges[:stack[len(stack)-1].to]
			}
			continue
		}
		x := edges[t.next]
		t.next++
		switch m := s.markOf(x); {
		case *m&active == 0:
			*m |= active
			from := len(edges)
			edges = x.Succs(edges)
			stack = append(stack, leaving{x, from, len(edges)})
		case *m&done == 0:
			*m |= header
		}
	}
}

// leaving is a block whose successors are being visited.
type leaving struct {
	b        *ir.Block
	next, to int // successors still to be visited, as indices in markHeaders' list of edges
}

// visit applies all simplifications to one block, and queues the blocks where they may enable more.
func (s *simplifier) visit(b *ir.Block) {
	if b != s.f.Entry() && (!b.HasPreds() || b.SinglePred() == b) {
		if b.HasPreds() && s.is(b, pinned) {
			return
		}
		s.eraseDead(b)
		return
	}
	var buf [4]*ir.Block
	succs := b.Succs(buf[:0])
	if FoldTerminator(s.m, b) {
		s.note(b)
		for _, x := range succs {
			s.push(x)
		}
	}
	if dropDuplicatePhis(b) {
		s.note(b)
	}
	if s.mergeChain(b) || s.foldTwoEntryPhis(b) {
		return
	}
	t := b.Terminator()
	if t == nil {
		return
	}
	switch t.Op {
	case ir.OpBr:
		if t.NumArgs() == 1 {
			s.forwardChain(b)
			return
		}
		if s.foldImplied(b, t) {
			return
		}
		s.foldTriangle(b, t)
	case ir.OpResume:
		s.resume(b, t)
	case ir.OpUnreachable:
		s.unreachable(b, t)
	}
}

// foldImplied folds a branch on the condition that the single predecessor already branched on.
func (s *simplifier) foldImplied(b *ir.Block, t *ir.Instr) bool {
	p := b.SinglePred()
	if p == nil || p == b {
		return false
	}
	pt := p.Terminator()
	if pt.Op != ir.OpBr || pt.NumArgs() != 3 || pt.Arg(0) != t.Arg(0) {
		return false
	}
	t.SetArg(0, s.m.Bool(pt.Arg(1) == ir.Value(b)))
	var buf [4]*ir.Block
	succs := b.Succs(buf[:0])
	FoldTerminator(s.m, b)
	s.note(b)
	for _, x := range succs {
		s.push(x)
	}
	return true
}

// note records a change of a block.
func (s *simplifier) note(b *ir.Block) {
	s.forget(b)
	s.changed = true
	s.pushAround(b)
}

// eraseDead removes a block without predecessors other than itself.
func (s *simplifier) eraseDead(b *ir.Block) {
	var buf [4]*ir.Block
	succs := b.Succs(buf[:0])
	EraseOne(s.m, b)
	s.changed = true
	for _, x := range succs {
		if x != b {
			s.push(x)
		}
	}
}

// EraseOne erases one unreachable block.
func EraseOne(m *ir.Module, b *ir.Block) {
	DetachSuccs(m, b)
	if t := b.Terminator(); t != nil {
		if t.HasUses() { // the result of an invoke
			ir.ReplaceUses(t, m.Lost(t.Type()))
		}
		t.Erase() // an edge to the block itself would count as a use of its label
	}
	b.Func().EraseBlock(b)
}

// mergeable returns the predecessor that b can be merged into: its only one, which has no other
// successor; or nil. Several edges between the two count as one.
func (s *simplifier) mergeable(b *ir.Block) *ir.Block {
	p := uniquePred(b)
	if p == nil || p == b || b == s.f.Entry() || s.is(b, pinned) || uniqueSucc(p) != b {
		return nil
	}
	for phi := range b.Phis() {
		for k := range phi.NumArgs() {
			if phi.Arg(k) == ir.Value(phi) {
				return nil
			}
		}
	}
	if holdsHeart(b) {
		return nil
	}
	return p
}

// holdsHeart reports whether a block contains the heart of a convergent loop. No convergent
// operation may precede the heart in its block.
func holdsHeart(b *ir.Block) bool {
	for i := b.First(); i != nil; i = i.Next() {
		if i.Op == ir.OpCall && i.Type().IsToken() && ir.CalledIntrinsic(i) == ir.ConvergenceLoop {
			return true
		}
	}
	return false
}

// uniquePred returns the block that all edges into b come from, or nil.
func uniquePred(b *ir.Block) *ir.Block {
	var p *ir.Block
	for u := b.FirstUse(); u != nil; u = u.Next() {
		x := u.User().Block()
		if p != nil && x != p {
			return nil
		}
		p = x
	}
	return p
}

// uniqueSucc returns the block that all edges of a branch or switch lead to. It returns nil if
// there are several, and for other terminators.
func uniqueSucc(p *ir.Block) *ir.Block {
	t := p.Terminator()
	if t.Op != ir.OpBr && t.Op != ir.OpSwitch {
		return nil
	}
	var s *ir.Block
	for k := range t.NumArgs() {
		if x, ok := t.Arg(k).(*ir.Block); ok {
			if s != nil && x != s {
				return nil
			}
			s = x
		}
	}
	return s
}

// mergeChain merges the chain of blocks that contains b from its head on, so that no instruction
// moves twice.
func (s *simplifier) mergeChain(b *ir.Block) bool {
	head := b
	for n := s.f.NumBlocks(); n > 0; n-- {
		p := s.mergeable(head)
		if p == nil {
			break
		}
		head = p
	}
	if head == b {
		return false
	}
	for {
		x := uniqueSucc(head)
		if x == nil || s.mergeable(x) != head {
			break
		}
		s.absorb(head, x)
	}
	s.forget(head)
	s.changed = true
	s.pushAround(head)
	return true
}

func (s *simplifier) absorb(p, b *ir.Block) {
	for phi := b.First(); phi.Op == ir.OpPhi; phi = b.First() {
		replaceAndErase(phi, phi.Arg(0))
	}
	br := p.Terminator()
	if len(br.Dbg) > 0 {
		first := b.First()
		first.Dbg = append(br.Dbg, first.Dbg...)
		br.Dbg = nil
	}
	br.Erase()
	if s.is(b, header) {
		*s.markOf(p) |= header
	}
	b.AbsorbInto(p)
}

// dropDuplicatePhis replaces a phi by an earlier one with the same entries.
func dropDuplicatePhis(b *ir.Block) bool {
	const tries = 32
	if p := b.First(); p.Op != ir.OpPhi || p.Next().Op != ir.OpPhi {
		return false
	}
	changed := false
	seen := map[ir.Value][]*ir.Instr{}
	for p := b.First(); p.Op == ir.OpPhi; {
		next := p.Next()
		if p.NumArgs() == 0 {
			p = next
			continue
		}
		list := seen[p.Arg(0)]
		equal := (*ir.Instr)(nil)
		for k := 0; k < len(list) && k < tries && equal == nil; k++ {
			if samePhi(list[k], p) {
				equal = list[k]
			}
		}
		if equal != nil {
			replaceAndErase(p, equal)
			changed = true
		} else {
			seen[p.Arg(0)] = append(list, p)
		}
		p = next
	}
	return changed
}

func samePhi(a, b *ir.Instr) bool {
	if a.Type() != b.Type() || !sameOperands(a, b) {
		return false
	}
	for k, x := range a.PhiBlocks() {
		if b.PhiBlocks()[k] != x {
			return false
		}
	}
	return true
}
