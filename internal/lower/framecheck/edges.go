// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The edges of the walk: the successors of each block, and the mode in which they run.

import "github.com/corolower/corolower/internal/ir"

// maxPassed bounds the number of consecutive empty blocks that follow skips.
const maxPassed = 64

// follow returns the successors of a node. It skips blocks that have no events and one successor.
func (fl *flow) follow(node int) []int32 {
	if list := fl.s.succs[node]; list != nil {
		return list
	}
	list := fl.leave(node)
	for k, to := range list {
		for range maxPassed {
			at, way := int(to)/numWays, int(to)%numWays
			if at >= len(fl.blocks) || way >= resumed || fl.s.first[at] < fl.s.first[at+1] ||
				fl.suspendAt[at] >= 0 || fl.drops != nil && len(fl.drops[at]) > 0 {
				break
			}
			next := fl.s.succs[to]
			if next == nil {
				next = fl.leave(int(to))
				fl.s.succs[to] = next
			}
			if len(next) != 1 || fl.s.edges[at] != 1 && fl.oneEdge(int(next[0])/numWays) {
				break // next[0] has one edge, but skipping at would let several nodes enter it
			}
			to = next[0]
		}
		list[k] = to
	}
	fl.s.succs[node] = list
	return list
}

// oneEdge reports whether exactly one edge leads into the block with this index.
func (fl *flow) oneEdge(at int) bool { return at < len(fl.blocks) && fl.s.edges[at] == 1 }

// leave returns the direct successors of a node; the list is never nil.
func (fl *flow) leave(node int) []int32 {
	at, way := node/numWays, node%numWays
	m := fl.s
	first := len(m.lists)
	add := func(b *ir.Block, way int) []int32 {
		if to := fl.edge(at, b, way); to >= 0 {
			m.lists = append(m.lists, int32(to))
		}
		return m.lists[first:len(m.lists):len(m.lists)]
	}
	if at >= len(fl.blocks) {
		t := fl.threaded[at-len(fl.blocks)]
		at = t.at
		return add(t.to, way)
	}
	t := fl.blocks[at].Terminator()
	next := way
	if way == resumed || way == destroyed {
		next = inPart
	}
	m.blocks = fl.blocks[at].Succs(m.blocks[:0])
	if n := fl.suspendAt[at]; n >= 0 {
		result := int64(-1)
		if way >= resumed {
			result = int64(way - resumed)
		}
		if k := ir.EdgeOf(t, fl.c.suspends[n], result); k >= 0 {
			return add(m.blocks[k], next)
		}
	}
	if t.Op == ir.OpBr && t.NumArgs() == 3 {
		// The condition may be known: coro.end returns true in a part, and coro.is_in_ramp in the
		// ramp.
		if i, ok := t.Arg(0).(*ir.Instr); ok {
			if asks := ir.CoroCall(i); asks == ir.CoroEnd || asks == ir.CoroIsInRamp {
				to := 2
				if (asks == ir.CoroEnd) == (way != inRamp) {
					to = 1
				}
				return add(t.Arg(to).(*ir.Block), next)
			}
		}
	}
	for _, b := range m.blocks {
		add(b, next)
	}
	return m.lists[first:len(m.lists):len(m.lists)]
}

// edge returns the node that an edge leads to; -1 if its block is unreachable.
func (fl *flow) edge(from int, b *ir.Block, way int) int {
	k, ok := fl.placeOf(b)
	if !ok {
		return -1
	}
	if fl.s.edges[k] == threadedBlock {
		if t, ok := fl.threads[threadKey{from, k}]; ok {
			k = t
		}
	}
	return k*numWays + way
}

// thread finds the edges that decide the branch of their target block, as jump threading does: the
// branch tests a phi of its own block, whose operand on the edge is a constant. For example, the
// edge from %yes decides that %join continues to %done:
//
//	join:
//	  %c = phi i1 [ true, %yes ], [ %x, %no ]
//	  br i1 %c, label %done, label %more
func (fl *flow) thread() {
	for k, b := range fl.blocks {
		t := b.Terminator()
		if t.Op != ir.OpSwitch && (t.Op != ir.OpBr || t.NumArgs() != 3) {
			continue
		}
		phi, holds := tested(t.Arg(0), b)
		if phi == nil {
			continue
		}
		for n, p := range phi.PhiBlocks() {
			v, ok := fl.c.o.canon(phi.Arg(n)).(*ir.Const)
			from, reached := fl.placeOf(p)
			if !ok || !v.IsInt() || !reached {
				continue
			}
			if fl.threads == nil {
				fl.threads = map[threadKey]int{}
			}
			fl.s.edges[k] = threadedBlock
			fl.threads[threadKey{from, k}] = len(fl.blocks) + len(fl.threaded)
			fl.threaded = append(fl.threaded, thread{k, branchTo(t, v, holds)})
		}
	}
}

// tested returns the phi in block b that decides a condition, and a function that reports for which
// of the phi's values the condition holds.
func tested(cond ir.Value, b *ir.Block) (phi *ir.Instr, holds func(v *ir.Const) bool) {
	i, ok := cond.(*ir.Instr)
	if !ok || i.Block() != b {
		return nil, nil
	}
	switch i.Op {
	case ir.OpPhi:
		return i, (*ir.Const).IsTrue
	case ir.OpICmp:
		p, ok := i.Arg(0).(*ir.Instr)
		k, isConst := i.Arg(1).(*ir.Const)
		if ok && isConst && k.IsInt() && p.Op == ir.OpPhi && p.Block() == b && (i.Pred() == ir.PredEQ ||
			i.Pred() == ir.PredNE) {
			return p, func(v *ir.Const) bool { return (v.Uint64() == k.Uint64()) == (i.Pred() == ir.PredEQ) }
		}
	}
	return nil, nil
}

// branchTo returns the target of a branch or switch for a constant.
func branchTo(t *ir.Instr, v *ir.Const, holds func(v *ir.Const) bool) *ir.Block {
	if t.Op == ir.OpBr {
		if holds(v) {
			return t.Arg(1).(*ir.Block)
		}
		return t.Arg(2).(*ir.Block)
	}
	for k := range t.NumCases() {
		if t.CaseValue(k).Uint64() == v.Uint64() {
			return t.CaseDest(k)
		}
	}
	return t.Arg(1).(*ir.Block)
}

// restsSimply reports whether the walks from each coro.save can be omitted: exceptions leave only
// at an unwinding coro.end, and the code that returns to the caller accesses nothing.
func (fl *flow) restsSimply() bool {
	var work []int
	seen := make([]bool, len(fl.blocks))
	add := func(b *ir.Block) {
		if k, ok := fl.placeOf(b); ok && !seen[k] {
			seen[k] = true
			work = append(work, k)
		}
	}
	for k := range fl.blocks {
		for _, e := range fl.events(k) {
			if e.kind == evSuspend && returns(e.at) {
				return true
			}
			if e.kind == evThrow || e.kind == evUnwindEnd && fl.final < 0 {
				return false
			}
			if e.kind == evSuspend {
				behind := fl.blocks[k].SingleSucc()
				away := ir.EdgeOf(behind.Terminator(), e.at, -1)
				if away < 0 {
					return false
				}
				add(behind.Succs(nil)[away])
			}
		}
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		end := false
		for _, e := range fl.events(k) {
			switch e.kind {
			case evWrite, evFill, evStore, evCopy, evStart, evEnd, evEscape, evOutsideW, evSave:
				return false
			case evCall:
				if fl.c.outsideOf(e.at) == evOutsideW {
					return false
				}
			case evLeave:
				end = true
			}
		}
		if !end {
			for _, b := range fl.blocks[k].Succs(nil) {
				add(b)
			}
		}
	}
	return true
}
