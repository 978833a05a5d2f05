// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Objects whose size is known only at run time, and that live across a suspend. A frame has a
// constant size and cannot hold them. With Options.DynamicAllocas, splitting allocates such an
// object with the allocator of the frame, before anything else is done. The later steps then see
// only calls and ordinary pointers. For example, a variable-length array
//
//	%sp = call ptr @llvm.stacksave()
//	%a = alloca i32, i64 %n, align 16
//	...                                   ; suspends
//	call void @llvm.stackrestore(ptr %sp)
//
// becomes
//
//	%sp = load ptr, ptr %dynamic.allocas
//	%node = call ptr @_Znwm(i64 %bytes)   ; the new head of the list
//	%a = getelementptr i8, ptr %node, i64 16
//	...
//	                                      ; free the nodes until %sp is the head
//
// The nodes are a list, and %dynamic.allocas is an alloca that holds its head. It goes to the frame
// like any other variable, so each destroy path knows what to free. A node begins with the address
// of the node before it. llvm.stacksave reads the head, and llvm.stackrestore frees nodes up to
// that head, wherever it was kept in between. So if one object goes to the list, all objects of
// variable size do: nothing frees stack memory any more. An object without them lives until the coroutine ends, as on the stack. There, each
// llvm.coro.free first frees all nodes.
//
// An alloca of constant size in a loop needs the same if the address of one iteration's object may be
// used in a later iteration, as in a list of nodes that a loop allocates. LLVM gives all of them one
// place in the frame. If they cannot be on the heap, so does this package.
//
// This file decides which objects need that. If none does, each stays on the stack.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// heapPlan says what allocateDynamic will change.
type heapPlan struct {
	*coroutine
	heap    *nodeHeap
	objects []*ir.Instr // go to the heap
	also    []*ir.Instr // go to the heap because nothing frees stack memory then
	local   []*ir.Instr // keep their place on the stack
	scopes  []*scope
	before  bool        // a save or a restore may run before the coroutine begins
	ends    []*ir.Instr // before each of these, all nodes are freed
}

// dynamicAllocas returns the allocas whose objects may not fit into one place of the frame: their
// number of elements is not constant, or there may be several at a time, because a loop runs the
// alloca again while the address of an earlier object is still known, and its lifetime has not ended.
func (co *coroutine) dynamicAllocas() (list []*ir.Instr) {
	var w *paths
	var cycles []int32
	defer func() {
		if w != nil {
			w.dom.Done()
		}
	}()
	for i := range co.F.Instrs() {
		if i.Op != ir.OpAlloca || i.MetaOf(outsideFrame) != nil || !co.fixedSize(i.ElemTy) {
			continue
		}
		if co.constantSize(i) {
			if i.Block() == co.F.Entry() || !keepsAddress(co.m, i) {
				continue
			}
			if w == nil {
				w = newPaths(co.Shape)
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

// allocateDynamic moves the objects of dynamic allocas that live across a suspend to the heap. It
// returns an error, and changes nothing, if it cannot.
func (co *coroutine) allocateDynamic() *ir.Error {
	p, err := co.planHeap()
	if p == nil || err != nil {
		return err
	}
	p.rewrite()
	co.F.Renumber()
	return nil
}

// planHeap decides about the coroutine's dynamic allocas. The plan is nil if there is nothing to
// change. The coroutine must not be normalised yet.
func (co *coroutine) planHeap() (*heapPlan, *ir.Error) {
	if len(co.Suspends) == 0 {
		return nil, nil
	}
	dynamic := co.dynamicAllocas()
	if len(dynamic) == 0 {
		return nil, nil
	}
	p, err := co.planFor(dynamic)
	if variable := slices.DeleteFunc(slices.Clone(dynamic), co.constantSize); err != nil && len(variable) < len(dynamic) {
		if len(variable) == 0 {
			return nil, nil
		}
		return co.planFor(variable)
	}
	return p, err
}

// planFor is planHeap for some of the allocas.
func (co *coroutine) planFor(dynamic []*ir.Instr) (*heapPlan, *ir.Error) {
	kept := co.mustKeep(dynamic)
	p := &heapPlan{coroutine: co}
	w := newPaths(co.Shape)
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
		if !co.constantSize(a) && !slices.Contains(p.objects, a) && w.dom.InstrDominates(co.Begin, a) &&
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

// mustKeep returns, for each of the dynamic allocas that the frame would have to hold, the reason.
// It splits a copy of the coroutine as far as needed.
func (co *coroutine) mustKeep(dynamic []*ir.Instr) map[*ir.Instr]coro.Why {
	kept := map[*ir.Instr]coro.Why{}
	g, vm := copyOf(co.c.Unit, co.F)
	shape, err := coro.Find(g)
	if err != nil {
		return kept
	}
	trial := &coroutine{Shape: shape, c: &Splitter{Unit: co.c.Unit, Callees: co.c.Callees}, m: co.m, reuse: co.reuse}
	if trial.abi, err = open(trial); err != nil {
		return kept
	}
	trial.ownByvals()
	trial.normalise()
	x := coro.NewCrossing(trial.Shape, co.reuse)
	trial.recompute(x)
	set := trial.findSpills(x, nil)
	whys := map[*ir.Instr]coro.Why{}
	for _, o := range set.objects {
		whys[o.Alloca] = o.why
		if why := usedBehind(x, o.Alloca); why.Rule != coro.OnStack {
			whys[o.Alloca] = why
		}
	}
	x.Dom.Done()
	for _, a := range dynamic {
		if why, ok := whys[vm.Instr(a)]; ok {
			kept[a] = why
		}
	}
	return kept
}

// accept finds the allocator and the places where nodes are freed, and checks that they suffice.
func (p *heapPlan) accept(w *paths) *ir.Error {
	first := p.objects[0]
	if ir.PersonalityOf(p.F) != ir.PersonNone {
		return noHeap(first, p.F.Pos, "the function's exceptions use funclets")
	}
	if p.c.Target.PrivateLocals() {
		return noHeap(first, first.Pos, "on this target, variables are in memory that is private to a thread")
	}
	h, at, why := p.abi.nodeHeap()
	if h == nil {
		return noHeap(first, at, why)
	}
	p.heap = h
	for _, s := range p.scopes {
		for _, i := range append(s.saves, s.restore) {
			p.before = p.before || !w.dom.InstrDominates(p.Begin, i)
		}
		if s.restore.Arg(0).Type().AddrSpace() != h.space {
			return noHeap(first, s.restore.Pos, "the allocator returns memory of another address space than the stack")
		}
	}
	for _, a := range slices.Concat(p.objects, p.also) {
		switch {
		case a.Flags&(ir.FlagInAlloca|ir.FlagSwiftError) != 0:
			return noHeap(a, a.Pos, "it is passed as an argument in place")
		case a.Type().AddrSpace() != h.space:
			return noHeap(a, h.at, "the allocator returns memory of another address space")
		case !w.dom.InstrDominates(p.Begin, a):
			return noHeap(a, p.Begin.Pos, "it may be allocated before the coroutine begins here")
		}
		h.align = max(h.align, p.allocaAlign(a))
	}
	p.ends = h.ends
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
			return noHeap(a, leak.Pos, h.needs)
		}
	}
	return nil
}
