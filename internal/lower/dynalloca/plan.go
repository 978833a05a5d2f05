// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package dynalloca

// This file decides which objects go to the heap. If none does, each stays on the stack.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/pass"
)

// Coroutine is a coroutine that is not normalised yet.
type Coroutine struct {
	*pass.Unit
	*coro.Shape
	// Heap returns the allocator of the coroutine's frame. If there is none, it returns nil and the
	// reason with its place.
	Heap func(c *Coroutine) (*Heap, ir.Pos, string)
	// Kept returns, for each of some allocas that a frame would have to hold, the reason.
	Kept func(allocas []*ir.Instr) map[*ir.Instr]coro.Why
}

// heapPlan says what Rewrite will change.
type heapPlan struct {
	*Coroutine
	heap    *Heap
	objects []*ir.Instr // go to the heap
	also    []*ir.Instr // go to the heap because nothing frees stack memory then
	local   []*ir.Instr // keep their place on the stack
	scopes  []*scope
	before  bool        // a save or a restore may run before the coroutine begins
	ends    []*ir.Instr // before each of these, all nodes are freed
}

// dynamic returns the allocas whose objects may not fit into one place of the frame: their
// number of elements is not constant, or there may be several at a time, because a loop runs the
// alloca again while the address of an earlier object is still known, and its lifetime has not ended.
func (c *Coroutine) dynamic() (list []*ir.Instr) {
	var w *paths
	var cycles []int32
	defer func() {
		if w != nil {
			w.dom.Done()
		}
	}()
	for i := range c.F.Instrs() {
		if i.Op != ir.OpAlloca || i.MetaOf(coro.OutsideFrame) != nil || !coro.FixedSize(c.Layout, i.ElemTy) {
			continue
		}
		if coro.ConstantSize(c.Layout, i) {
			if i.Block() == c.F.Entry() || !coro.KeepsAddress(c.M, i) {
				continue
			}
			if w == nil {
				w = newPaths(c.Shape)
				cycles = w.dom.Cycles()
			}
			if k := w.dom.Index(i.Block()); k < 0 || cycles[k]&1 == 0 || !w.repeats(i) {
				continue
			}
		}
		list = append(list, i)
	}
	return list
}

// repeats reports whether control may reach an alloca again before a marker ends its object's
// lifetime.
func (w *paths) repeats(a *ir.Instr) bool {
	ends := map[*ir.Instr]bool{}
	for _, i := range lifetimesOf(a) {
		ends[i] = ir.LifetimeKind(i) == ir.LifetimeEnd
	}
	again := false
	w.from(func(i *ir.Instr) bool {
		again = again || i == a
		return !again && !ends[i]
	}, a)
	return again
}

// OnHeap describes an object of variable size that lives across a suspend.
type OnHeap struct {
	Pos   ir.Pos // of its alloca
	Alloc string // the name of the function that allocates it
}

// Rewrite moves the objects of dynamic allocas that live across a suspend to the heap, and returns those
// of variable size; LLVM accepts the others. It returns an error, and changes nothing, if it cannot.
func (c *Coroutine) Rewrite() ([]OnHeap, *ir.Error) {
	p, err := c.planHeap()
	if p == nil || err != nil {
		return nil, err
	}
	var list []OnHeap
	for _, a := range p.objects {
		if !coro.ConstantSize(c.Layout, a) {
			list = append(list, OnHeap{a.Pos, p.heap.alloc.name()})
		}
	}
	p.rewrite()
	c.F.Renumber()
	return list, nil
}

// planHeap decides about the coroutine's dynamic allocas. The plan is nil if there is nothing to
// change.
func (c *Coroutine) planHeap() (*heapPlan, *ir.Error) {
	if len(c.Suspends) == 0 {
		return nil, nil
	}
	dynamic := c.dynamic()
	if len(dynamic) == 0 {
		return nil, nil
	}
	p, err := c.planFor(dynamic)
	if variable := slices.DeleteFunc(slices.Clone(dynamic), func(a *ir.Instr) bool {
		return coro.ConstantSize(c.Layout, a)
	}); err != nil && len(variable) < len(dynamic) {
		if len(variable) == 0 {
			return nil, nil
		}
		return c.planFor(variable)
	}
	return p, err
}

// planFor is planHeap for some of the allocas.
func (c *Coroutine) planFor(dynamic []*ir.Instr) (*heapPlan, *ir.Error) {
	kept := c.Kept(dynamic)
	p := &heapPlan{Coroutine: c}
	w := newPaths(c.Shape)
	defer w.dom.Done()
	unknown := p.findScopes()
	for _, a := range dynamic {
		switch why := kept[a]; {
		case why.Rule == coro.OnStack:
		case why.Rule == coro.Escapes && !p.spans(w, a):
			p.local = append(p.local, a)
		default:
			p.objects = append(p.objects, a)
		}
	}
	if len(p.objects) == 0 {
		p.scopes = slices.DeleteFunc(p.scopes, func(s *scope) bool { return !w.suspends(s) })
		return p, nil
	}
	if unknown != nil {
		return nil, noHeap(p.objects[0], unknown.Pos, "this stack pointer may come from elsewhere than llvm.stacksave")
	}
	for _, a := range dynamic {
		if !coro.ConstantSize(c.Layout, a) && !slices.Contains(p.objects, a) && w.dom.InstrDominates(c.Begin, a) &&
			a.Flags&ir.FlagInAlloca == 0 {
			p.also = append(p.also, a)
		}
	}
	p.local = slices.DeleteFunc(p.local, func(a *ir.Instr) bool { return slices.Contains(p.also, a) })
	return p, p.accept(w)
}

// noHeap returns the error that an object cannot be allocated like the frame. why is the reason, and
// at its place.
func noHeap(a *ir.Instr, at ir.Pos, why string) *ir.Error {
	e := rule.Error(a.Pos, rule.RuleDynamic)
	e.Notes = append(e.Notes, ir.Note{Pos: at, Msg: "it cannot be allocated like the frame: " + why})
	return e
}

// accept finds the allocator and the places where nodes are freed, and checks that they suffice.
func (p *heapPlan) accept(w *paths) *ir.Error {
	first := p.objects[0]
	if ir.PersonalityOf(p.F) != ir.PersonNone {
		return noHeap(first, p.F.Pos, "the function's exceptions use funclets")
	}
	if p.Target.PrivateLocals() {
		return noHeap(first, first.Pos, "on this target, variables are in memory that is private to a thread")
	}
	h, at, why := p.Heap(p.Coroutine)
	if h == nil {
		return noHeap(first, at, why)
	}
	p.heap, h.align = h, h.Promised
	for _, s := range p.scopes {
		for _, i := range append(s.saves, s.restore) {
			p.before = p.before || !w.dom.InstrDominates(p.Begin, i)
		}
		if s.restore.Arg(0).Type().AddrSpace() != h.Space {
			return noHeap(first, s.restore.Pos, "the allocator returns memory of another address space than the stack")
		}
	}
	for _, a := range slices.Concat(p.objects, p.also) {
		switch {
		case a.Flags&(ir.FlagInAlloca|ir.FlagSwiftError) != 0:
			return noHeap(a, a.Pos, "it is passed as an argument in place")
		case a.Type().AddrSpace() != h.Space:
			return noHeap(a, h.At, "the allocator returns memory of another address space")
		case !w.dom.InstrDominates(p.Begin, a):
			return noHeap(a, p.Begin.Pos, "it may be allocated before the coroutine begins here")
		}
		h.align = max(h.align, coro.AllocaAlign(p.Layout, a))
	}
	p.ends = h.Ends
	ends := map[*ir.Instr]bool{}
	for _, e := range p.ends {
		ends[e] = true
	}
	for _, e := range p.Ends {
		if ir.IsUnwindEnd(e) && !ends[e] {
			ends[e] = true
			if !p.HasFinal { // otherwise the coroutine is destroyed at its final suspend
				p.ends = append(p.ends, e)
			}
		}
	}
	for _, a := range slices.Concat(p.objects, p.also) {
		var leak *ir.Instr
		w.from(func(i *ir.Instr) bool {
			if i.Op == ir.OpRet || i.Op == ir.OpResume || i.Op == ir.OpCleanupRet {
				leak = i
			}
			return leak == nil && !ends[i]
		}, a)
		if leak != nil {
			return noHeap(a, leak.Pos, h.Needs)
		}
	}
	return nil
}
