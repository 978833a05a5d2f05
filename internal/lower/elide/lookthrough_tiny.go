// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file inlines tiny functions into a coroutine that is not split yet: await_ready of a
// standard awaiter, await_resume and other accessors, a promise's constructor, a yield_value that
// stores its argument. The calls are inlined before the split, so that a suspend that never happens
// is removed, and values that only such calls use need no slot in the frame.
//
// A function that gets the address of a local may be larger. After the split, a local whose address
// a call gets is in memory, often in the frame; without the call it may become registers. For
// example, the assignment of a std::vector<bool>::reference is a function with a branch.
//
// A function with calls is inlined at the usual cost if nothing but such functions keeps a local in
// memory. For example, operator++ of a generator's iterator resumes the generator, and the iterator
// is one pointer: without the call, the loop over the generator keeps that pointer in the frame as a
// value, and asks once whether the generator is done.
//
// Other functions with calls are not inlined, and no call between the save of a suspend and the
// suspend. In modules that call await_suspend directly, it runs there: it may resume or destroy the
// coroutine on another thread before it returns, so its code must not be mixed with the
// coroutine's.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on the functions that are inlined for their size alone.
const (
	maxInstant      = 8       // instructions, simplified; markers do not count
	maxLocalInstant = 40      // the same if the call passes the address of a local
	maxInstantBody  = 60      // instructions before simplification
	maxInstantText  = 4 << 10 // bytes of a function's text; a larger one is not read for this
	maxNested       = 4       // calls in inlined functions that are inlined for the locals they get
)

// The values of candidateFacts.instant, for when a call is inlined into a coroutine for its size alone.
const (
	instantNever uint8 = 1 + iota
	instantLocal       // if it gets the address of a local of the coroutine
	instantAlways
)

// unfit is the size of a body with an instruction that must not be inlined.
const unfit = 1 << 30

// instants inlines the calls of tiny functions in a coroutine that is not split yet.
func (lt *lookThrough) instants() bool {
	if !ir.IsPresplit(lt.c.M, lt.f) {
		return false
	}
	waiting := suspending(lt.f)
	ready := finalReady(lt.f)
	var never *bodies.Candidate
	changed := false
	for _, call := range bodies.DirectCalls(lt.f) {
		g := call.CalledFunc()
		if call.Block() == nil || waiting[call] || lt.c.Bodies.TooLong(g, maxInstantText) {
			continue
		}
		x := lt.instant(call)
		switch {
		case x == nil:
		case call == ready && returnsTrue(x.Copy):
			never = x
		default:
			changed = lt.c.Bodies.Inline(call, x) != nil || changed
		}
	}
	changed = lt.freeLocals() || changed
	if never != nil {
		opt.Simplify(lt.c.M, lt.f, lt.c.Layout)
		changed = true
		if ready.Block() != nil && !suspendsEarlier(lt.f) {
			lt.c.Bodies.Inline(ready, never)
		}
	}
	return changed
}

// freeLocals inlines the calls in a coroutine that alone keep a local in memory. An inlined function
// may have such calls itself.
func (lt *lookThrough) freeLocals() bool {
	changed := false
	for range maxNested {
		waiting := suspending(lt.f)
		again := false
		for _, call := range bodies.DirectCalls(lt.f) {
			if call.Block() == nil || waiting[call] || !opt.PassesLocal(call) {
				continue
			}
			x := lt.accessor(call.CalledFunc())
			if x != nil && opt.CallCost(x.Cost, call, false) < opt.InlineThreshold(lt.c.M, call) &&
				opt.FreesLocal(call, lt.accessorBody) {
				again = lt.c.Bodies.Inline(call, x) != nil || again
			}
		}
		if !again {
			break
		}
		changed = true
	}
	return changed
}

// accessor returns the candidate of a function that may be inlined for the locals that it gets, or
// nil.
func (lt *lookThrough) accessor(g *ir.Func) *bodies.Candidate {
	if !lt.c.Bodies.MayBeTiny(g) {
		return nil
	}
	if x := lt.c.Bodies.Candidate(g); lt.c.fitsCoroutine(x) {
		return x
	}
	return nil
}

// fitsCoroutine reports whether the candidate may be inlined into a coroutine that is not split yet.
func (c *State) fitsCoroutine(x *bodies.Candidate) bool {
	known := c.factsOf(x)
	if !known.asked {
		known.asked = true
		known.bindsNothing = x.Copy != nil && !x.Creates && bindsNothing(x.Copy)
	}
	return known.bindsNothing
}

// accessorBody returns the body of accessor's candidate, or nil.
func (lt *lookThrough) accessorBody(g *ir.Func) *ir.Func {
	if x := lt.accessor(g); x != nil {
		return x.Copy
	}
	return nil
}

// instant returns the candidate of a call's callee if it may be inlined into a coroutine that is not
// split yet; nil if it may not.
func (lt *lookThrough) instant(call *ir.Instr) *bodies.Candidate {
	g := call.CalledFunc()
	if !lt.c.Bodies.Small(g, maxInstantBody) {
		return nil
	}
	x := lt.c.Bodies.Candidate(g)
	known := lt.c.factsOf(x)
	if known.instant == 0 {
		known.instant = instantNever
		if lt.c.fitsCoroutine(x) {
			switch n := instantBody(x.Copy); {
			case n <= maxInstant:
				known.instant = instantAlways
			case n <= maxLocalInstant:
				known.instant = instantLocal
			}
		}
	}
	if known.instant == instantNever || known.instant == instantLocal && !opt.PassesLocal(call) {
		return nil
	}
	return x
}

// instantBody returns the number of a body's instructions, or a number above maxLocalInstant if there
// are more, or one must not be inlined.
func instantBody(f *ir.Func) int {
	n := 0
	for i := range f.Instrs() {
		if !isMarker(i) {
			n++
		}
		if n > maxLocalInstant || i.IsCall() && !harmless(i) || i.Op == ir.OpLandingPad {
			return unfit
		}
	}
	return n
}

// threadBound reports whether an instruction uses the address of a thread-local variable: the
// coroutine may run on another thread when it uses the address.
func threadBound(i *ir.Instr) bool {
	for k := range i.NumArgs() {
		if opt.ThreadBound(i.Arg(k)) {
			return true
		}
	}
	return false
}

// bindsNothing reports whether a body may become part of a coroutine: no address in it belongs to a
// thread, and its variables are in the frame or on the stack for the whole call.
func bindsNothing(f *ir.Func) bool {
	for i := range f.Instrs() {
		if i.Op == ir.OpAlloca && i.Block() != f.Entry() || threadBound(i) {
			return false
		}
	}
	return true
}

// isMarker reports whether a call generates no code.
func isMarker(i *ir.Instr) bool {
	id := ir.CalledIntrinsic(i)
	return id.IsLifetime() || id.IsDebug() || id == ir.Assume
}

// harmless reports whether a call is that of an intrinsic that behaves like an instruction.
func harmless(i *ir.Instr) bool {
	return isMarker(i) || ir.IsLaundering(i) || ir.CalledIntrinsic(i).Is(ir.OneInstr)
}

// suspending finds the calls that may run between a coro.save and its suspend.
func suspending(f *ir.Func) map[*ir.Instr]bool {
	calls := map[*ir.Instr]bool{}
	work := ir.NewWorklist[*ir.Block]() // entered between save and suspend
	through := func(b *ir.Block, from *ir.Instr, saved bool) {
		for i := from; i != nil; i = i.Next() {
			switch ir.CoroCall(i) {
			case ir.CoroSave:
				saved = true
			case ir.CoroSuspend:
				saved = false
			case ir.NotCoro:
				if saved && i.IsCall() {
					calls[i] = true
				}
			}
		}
		if !saved {
			return
		}
		last := b.Last()
		for _, s := range b.Succs(nil) {
			if last.Op == ir.OpInvoke && s == last.UnwindDest() && ir.CoroCall(last).IsAwait() {
				continue // await_suspend has returned, and the coroutine continues
			}
			work.Add(s)
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		through(b, b.First(), false)
	}
	for b := range work.All {
		through(b, b.First(), true)
	}
	return calls
}

// finalReady returns the call that decides whether the final suspend happens, in a coroutine that
// an exception can leave; nil if there is none. A coroutine that an exception left counts as
// suspended at its final suspend: other code may destroy it, and must not destroy its locals again.
// Splitting can mark that only if there is a final suspend. So a final suspend that never happens
// must stay, unless the coroutine has no other suspend: then no other code has its handle.
func finalReady(f *ir.Func) *ir.Instr {
	var final *ir.Instr
	unwinds := false
	for i := range f.Instrs() {
		switch ir.CoroCall(i) {
		case ir.CoroSuspend:
			if ir.IsFinal(i) {
				final = i
			}
		case ir.CoroEnd:
			unwinds = unwinds || ir.IsUnwindEnd(i)
		}
	}
	if final == nil || !unwinds {
		return nil
	}
	b := final.Block()
	for range f.NumBlocks() {
		if b = b.SinglePred(); b == nil {
			return nil
		}
		if t := b.Terminator(); t.Op == ir.OpBr && t.NumArgs() == 3 {
			call, _ := t.Arg(0).(*ir.Instr)
			if call == nil || !call.IsCall() {
				return nil
			}
			return call
		}
	}
	return nil
}

// returnsTrue reports whether a function only returns true.
func returnsTrue(f *ir.Func) bool {
	t := f.Entry().Terminator()
	if t == nil || t.Op != ir.OpRet || t.NumArgs() != 1 {
		return false
	}
	c, ok := t.Arg(0).(*ir.Const)
	return ok && c.IsTrue()
}

// suspendsEarlier reports whether a coroutine has a suspend that is not the final one.
func suspendsEarlier(f *ir.Func) bool {
	for i := range f.Instrs() {
		if ir.CoroCall(i) == ir.CoroSuspend && !ir.IsFinal(i) {
			return true
		}
	}
	return false
}
