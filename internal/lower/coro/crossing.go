// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Suspend crossing: which definitions reach which uses across a suspend. Crossing answers the
// queries of LLVM's SuspendCrossingInfo with the same meaning, but without a bit set of blocks for
// each block.
//
// LLVM computes Kills(B), the set of blocks from which B is reachable past a suspend without
// meeting the block again, by iteration to a fixed point, which is quadratic in the number of
// blocks. SSA only queries pairs where a definition's block A dominates the use's block B. For
// these the relation is monotone: if it holds for a dominator of B, it holds for all dominators
// above that one, because a path from above has to pass through it. So one number for each block
// answers every query: t(B), the depth of the deepest dominator from which B is reachable past a
// suspend. The numbers are the widest paths of a graph:
//
//	t(B) = depth(B)                            if B is a suspend block
//	t(B) = min(depth(B)-1, max over predecessors P of t(P))
//
// No value is propagated into a coro.end block, because the code after a coro.end runs only in the
// ramp's first activation. Settling the values from the deepest to the shallowest visits each block
// once.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Crossing records which blocks a suspend separates.
type Crossing struct {
	Dom      *ir.DomTree
	t        []int32     // t(B) by RPO index; -1: B is reachable past no suspend
	via      []int32     // by RPO index: the index in suspends of a suspend on the path that determines t
	suspends []*ir.Instr // as given
	Suspend  []bool      // by RPO index: the block holds a suspend or its coro.save
	End      []bool      // by RPO index: the block holds a coro.end
	ramp     []bool      // by RPO index: no value crosses a suspend into the block; nil: no such block
	Succs    [][]int32
	// scratch memory of setCrosses, by RPO index
	consumes, kills, over []int32
	isDst                 []bool
	queue                 []int32
}

// NewCrossing analyses a normalised coroutine, where each suspend, save and end has a block of its
// own. If inRamp is set, no value crosses a suspend into code that only the ramp runs, because the
// ramp still has the values from before the suspend. For example, %result needs no slot in the frame:
//
//	%r = call i1 @llvm.coro.is_in_ramp()
//	br i1 %r, label %make, label %done
//	make:
//	store ptr %hdl, ptr %result
//
// LLVM 22 does not know this rule; LLVM's main branch does. It does not hold for objects: other code
// may have run the coroutine meanwhile, and have written them.
func NewCrossing(s *Shape, inRamp bool) *Crossing {
	x := crossingOf(s.F, s.Suspends)
	if inRamp {
		x.findRamp()
	}
	x.settle(s.Ends)
	return x
}

// NewCrossingUnwound returns a Crossing in which control continues after unwinding ends in the
// split parts too, except in code that only the ramp runs: after a branch on the result of coro.end
// or coro.is_in_ramp, and after an end in a funclet. It returns nil if no end continues. x is the
// coroutine's Crossing, with the same blocks and edges.
func NewCrossingUnwound(s *Shape, x *Crossing) *Crossing {
	ends, goesOn := make([]*ir.Instr, 0, len(s.Ends)), false
	for _, e := range s.Ends {
		if ir.IsUnwindEnd(e) && ir.FuncletPad(e) == nil {
			goesOn = true
		} else {
			ends = append(ends, e)
		}
	}
	if !goesOn || len(s.Suspends) == 0 {
		return nil
	}
	for b := s.F.Entry(); b != nil; b = b.Next() {
		if p := b.SinglePred(); p != nil && OnlyRamp(p.Terminator(), b) {
			ends = append(ends, b.First())
		}
	}
	y := &Crossing{Dom: x.Dom, Succs: x.Succs, suspends: s.Suspends}
	y.settle(ends)
	return y
}

// NewCrossingPastEnds returns a Crossing in which control continues after every end. x is the
// coroutine's Crossing, with the same blocks and edges.
func NewCrossingPastEnds(s *Shape, x *Crossing) *Crossing {
	y := &Crossing{Dom: x.Dom, Succs: x.Succs, suspends: s.Suspends}
	y.settle(nil)
	return y
}

// OnlyRamp reports whether t is a branch whose edge to b only the ramp takes.
func OnlyRamp(t *ir.Instr, b *ir.Block) bool {
	if t.Op != ir.OpBr || t.NumArgs() != 3 || t.Arg(1) == t.Arg(2) {
		return false
	}
	asks, ok := t.Arg(0).(*ir.Instr)
	if !ok {
		return false
	}
	switch ir.CoroCall(asks) {
	case ir.CoroIsInRamp:
		return t.Arg(1) == ir.Value(b)
	case ir.CoroEnd:
		return t.Arg(2) == ir.Value(b)
	}
	return false
}

// crossingOf returns a Crossing with the blocks and edges of a function.
func crossingOf(f *ir.Func, suspends []*ir.Instr) *Crossing {
	x := &Crossing{Dom: ir.NewDomTree(f), suspends: suspends}
	n := len(x.Dom.RPO)
	x.Succs = make([][]int32, n)
	var few [8]*ir.Block
	buf := few[:0]
	slab := make([]int32, 0, 2*n)
	for k, b := range x.Dom.RPO {
		buf = b.Succs(buf[:0])
		start := len(slab)
		for _, s := range buf {
			slab = append(slab, int32(x.Dom.Index(s)))
		}
		x.Succs[k] = slab[start:len(slab):len(slab)]
	}
	return x
}

// findRamp finds the blocks whose only edge comes from a branch on coro.is_in_ramp in the same block
// as the query: a query before a suspend would say nothing about the code after it.
func (x *Crossing) findRamp() {
	for k, b := range x.Dom.RPO {
		p := b.SinglePred()
		if p == nil || !OnlyRamp(p.Terminator(), b) {
			continue
		}
		if asks := p.Terminator().Arg(0).(*ir.Instr); asks.Block() == p && ir.CoroCall(asks) == ir.CoroIsInRamp {
			if x.ramp == nil {
				x.ramp = make([]bool, len(x.Dom.RPO))
			}
			x.ramp[k] = true
		}
	}
}

// settle computes which blocks the suspends separate, for the graph in Dom and Succs.
func (x *Crossing) settle(ends []*ir.Instr) {
	n := len(x.Dom.RPO)
	marks, numbers := make([]bool, 2*n), make([]int32, 2*n)
	x.Suspend, x.End, x.t, x.via = marks[:n:n], marks[n:], numbers[:n:n], numbers[n:]
	mark := func(i *ir.Instr, n int) {
		if k := x.Dom.Index(i.Block()); k >= 0 {
			x.Suspend[k], x.via[k] = true, int32(n)
		}
	}
	for n, s := range x.suspends {
		mark(s, n)
		if save := Save(s); save != nil {
			mark(save, n)
		}
	}
	for _, e := range ends {
		if k := x.Dom.Index(e.Block()); k >= 0 {
			x.End[k] = true
		}
	}
	x.widest()
}

// widest computes t from the deepest value to the shallowest, with one bucket for each depth.
func (x *Crossing) widest() {
	n := len(x.t)
	maxDepth := 0
	for k, b := range x.Dom.RPO {
		x.t[k] = -1
		if d := x.Dom.Depth(b); x.Suspend[k] && d > maxDepth {
			maxDepth = d
		}
	}
	// The bucket of a depth is a linked list with the newest entry first.
	type entry struct{ block, next int32 }
	list := make([]entry, 1, n+1) // 0 ends a list
	bucket := make([]int32, maxDepth+1)
	push := func(d, k int32) {
		list = append(list, entry{k, bucket[d]})
		bucket[d] = int32(len(list) - 1)
	}
	for k := 0; k < n; k++ {
		if x.Suspend[k] {
			d := x.Dom.Depth(x.Dom.RPO[k])
			x.t[k] = int32(d)
			push(int32(d), int32(k))
		}
	}
	for v := int32(maxDepth); v >= 0; v-- {
		for bucket[v] != 0 {
			e := list[bucket[v]]
			k := e.block
			bucket[v] = e.next
			if x.t[k] != v {
				continue // a later entry has raised it
			}
			for _, s := range x.Succs[k] {
				if x.Suspend[s] || x.End[s] || s == 0 || x.ramp != nil && x.ramp[s] {
					continue
				}
				w := min(int32(x.Dom.Depth(x.Dom.RPO[s])-1), v)
				if w > x.t[s] {
					x.t[s], x.via[s] = w, x.via[k]
					push(w, s)
				}
			}
		}
	}
}

// Crosses reports whether some path from block a to block b that does not meet a again passes a
// suspend (after the last coro.end). a must dominate b.
func (x *Crossing) Crosses(a, b *ir.Block) bool {
	kb := x.Dom.Index(b)
	ka := x.Dom.Index(a)
	if ka < 0 || kb < 0 {
		return false
	}
	if ka == kb {
		// A value of the suspend's own block is across the suspend everywhere, even in this block.
		return x.Suspend[ka]
	}
	return int32(x.Dom.Depth(a)) <= x.t[kb]
}

// Over returns a suspend across which a definition in block a is live in block b, or nil if there
// is none: the suspend that determines t(b). Every block on the path from that suspend to b has at
// least the value t(b), so the path passes a only once, before the suspend.
func (x *Crossing) Over(a, b *ir.Block) *ir.Instr {
	if !x.Crosses(a, b) {
		return nil
	}
	return x.suspends[x.via[x.Dom.Index(b)]]
}

// DefBlock returns the block where a value counts as defined: the entry for a parameter, the block
// after the suspend for the result of a suspend.
func (x *Crossing) DefBlock(def ir.Value) *ir.Block {
	switch d := def.(type) {
	case *ir.Param:
		return x.Dom.RPO[0]
	case *ir.Instr:
		if IsSuspend(d) {
			return d.Block().SingleSucc()
		}
		return d.Block()
	}
	return nil
}

// BlockCrossesUse reports whether a suspend separates a use from block a, which dominates it. A phi
// with several entries is never such a use: normalisation puts a phi with one entry on each
// incoming edge, and that one is the use.
func (x *Crossing) BlockCrossesUse(a *ir.Block, user *ir.Instr) bool {
	if user.Op == ir.OpPhi && user.NumArgs() > 1 {
		return false
	}
	b := user.Block()
	if Yields(user) {
		b = b.SinglePred()
	}
	return x.Crosses(a, b)
}

// Yields reports whether i is a suspend that yields values. It yields them before it suspends.
func Yields(i *ir.Instr) bool {
	id := ir.CoroCall(i)
	return id == ir.CoroSuspendRetcon || id == ir.CoroSuspendAsync
}

// AcrossSuspend reports whether a suspend separates a user of a value from the value's definition.
func (x *Crossing) AcrossSuspend(def ir.Value, user *ir.Instr) bool {
	return x.BlockCrossesUse(x.DefBlock(def), user)
}

// A set of blocks, as precisely as setCrosses must know it: empty, one block (its RPO index), or
// several blocks.
const (
	noSource  int32 = -1
	severally int32 = -2
)

func joinSource(a, b int32) int32 {
	switch {
	case b == noSource || a == b:
		return a
	case a == noSource:
		return b
	}
	return severally
}

// setCrosses reports whether some block of dst is reachable past a suspend from another block of
// src, on a path that does not meet that source block again; with loops set, also from itself. It
// returns the block of dst and such a suspend, or nil if there is none. The blocks of src need not
// dominate each other, so the depths in t do not answer this. Two searches over the blocks
// reachable from src do: a block of dst that is reached from any other block ends the search, so
// each set of source blocks only has to be known as none, one, or several.
func (x *Crossing) setCrosses(src, dst []*ir.Block, loops bool) (*ir.Block, *ir.Instr) {
	n := len(x.t)
	if x.consumes == nil {
		x.consumes, x.kills, x.over, x.isDst = make([]int32, n), make([]int32, n), make([]int32, n), make([]bool, n)
		for k := range x.consumes {
			x.consumes[k], x.kills[k] = noSource, noSource
		}
	}
	var touched []int32
	defer func() {
		for _, k := range touched {
			x.consumes[k], x.kills[k] = noSource, noSource
		}
		for _, b := range dst {
			if k := x.Dom.Index(b); k >= 0 {
				x.isDst[k] = false
			}
		}
	}()
	for _, b := range dst {
		if k := x.Dom.Index(b); k >= 0 {
			x.isDst[k] = true
		}
	}
	suspends, distinct := x.reachedFrom(src, &touched)
	if distinct == noSource || distinct != severally && !loops && !x.Suspend[distinct] {
		return nil, nil
	}
	return x.pastSuspends(suspends, loops)
}

// reachedFrom computes which blocks of src reach each block. It returns the blocks with a suspend
// among them, and the blocks of src as a set; touched gets the blocks that are reached.
func (x *Crossing) reachedFrom(src []*ir.Block, touched *[]int32) (suspends []int32, distinct int32) {
	work := x.queue[:0]
	distinct = noSource
	for _, b := range src {
		k := int32(x.Dom.Index(b))
		if k < 0 {
			continue
		}
		distinct = joinSource(distinct, k)
		if x.consumes[k] == noSource {
			*touched = append(*touched, k)
		}
		x.consumes[k] = joinSource(x.consumes[k], k)
		work = append(work, k)
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		if x.Suspend[k] {
			suspends = append(suspends, k)
		}
		for _, s := range x.Succs[k] {
			if v := joinSource(x.consumes[s], x.consumes[k]); v != x.consumes[s] {
				if x.consumes[s] == noSource {
					*touched = append(*touched, s)
				}
				x.consumes[s] = v
				work = append(work, s)
			}
		}
	}
	x.queue = work
	return suspends, distinct
}

// pastSuspends computes which blocks of the source reach each block past one of some suspends, until
// it comes to a block of the destination.
func (x *Crossing) pastSuspends(suspends []int32, loops bool) (*ir.Block, *ir.Instr) {
	work := x.queue[:0]
	for _, k := range suspends {
		x.kills[k], x.over[k] = x.consumes[k], x.via[k]
		if x.isDst[k] {
			return x.Dom.RPO[k], x.suspends[x.via[k]]
		}
		work = append(work, k)
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		for _, s := range x.Succs[k] {
			if x.End[s] && !x.Suspend[s] {
				continue
			}
			in := x.kills[k]
			if x.isDst[s] && (in != s || loops) {
				return x.Dom.RPO[s], x.suspends[x.over[k]]
			}
			if in == s && !x.Suspend[s] {
				continue
			}
			if v := joinSource(x.kills[s], in); v != x.kills[s] {
				x.kills[s], x.over[s] = v, x.over[k]
				work = append(work, s)
			}
		}
	}
	x.queue = work
	return nil, nil
}
