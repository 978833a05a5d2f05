// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// How a coroutine uses its own frame when other code runs one of its parts: the resume, destroy and
// cleanup functions that it was split into.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// partUse describes how the parts of a coroutine use the coroutine's frame.
type partUse struct {
	away  bool // an address within it may escape
	keeps bool // it may hold an address within itself
	frees bool // it may free the memory
	asks  bool // it runs off its end, and frees the memory unless the frame lies in its creator
	// opaqueBody: the body of a part is missing. Like LLVM, the analysis does not assume that such a
	// coroutine frees its memory. But if control leaves for good after the coroutine ran, even
	// because the process ends, the frame must have been destroyed before: only a destroy that
	// follows makes it an error for the coroutine to free its memory.
	opaqueBody bool
	// lingers: the destroy function may return without freeing the memory: an object that it
	// destroys throws, the coroutine catches the exception, and runs to its next suspend.
	lingers bool
	// leaves: the destroy function may let an address within the frame escape and then leave the
	// frame alive, because it lingers, or by an exception or a jump.
	leaves bool
}

// partFlow describes one part of a coroutine by itself.
type partFlow struct {
	frameUse
	calls []*ir.Func // its callees, one for each call; nil for an unknown one
	// the functions that it compares with the destroy slot, to see whether the frame lies in its
	// creator
	asked []*ir.Func
}

// destroyAndCleanup are two parts of a coroutine, which tell the functions that free its frame.
type destroyAndCleanup struct{ destroy, cleanup *ir.Func }

// resumeUse describes how the parts of a coroutine use its frame. If one cannot be read, the frame
// may escape.
//
// The functions that free the memory are those that the destroy function, but not the cleanup
// function, calls with the handle. If there are none (memory that was aligned by hand is freed by
// another address), they are all functions that only the destroy function calls. llvm.coro.free
// guarantees that no other function frees the memory.
func (fa *Facts) resumeUse(l *Lifetime) partUse {
	resume, ok1 := fa.partFlow(l.Resume)
	destroy, ok2 := fa.partFlow(l.Destroy)
	cleanup, ok3 := fa.partFlow(l.Cleanup)
	if !ok1 || !ok2 || !ok3 {
		return partUse{away: true, keeps: true, opaqueBody: true}
	}
	use := partUse{away: resume.away, keeps: resume.keeps, asks: len(resume.asked) > 0}
	freeing := beyond(destroy.given, cleanup.given)
	if len(freeing) > 0 {
		use.frees = resume.hidden || sharesAny(resume.given, freeing)
	} else {
		freeing = beyond(destroy.calls, cleanup.calls)
		use.frees = sharesAny(resume.calls, freeing)
	}
	use.lingers = len(freeing) > 0 && fa.lingers(l, freeing)
	// The destroy function also gives the address to what frees the frame; the cleanup function does not.
	use.leaves = (cleanup.away || cleanup.keeps) && (use.lingers || fa.funcThrows(l.Destroy) || fa.funcJumps(l.Destroy))
	if slices.ContainsFunc(resume.asked, func(g *ir.Func) bool { return g != l.Cleanup }) {
		return partUse{away: true, keeps: true, frees: true}
	}
	use.frees = use.frees || slices.ContainsFunc(resume.given, func(g *ir.Func) bool {
		return g == l.Destroy || ir.FreesMemory(g)
	})
	return use
}

// partFlow describes how a part uses the frame; false: its body cannot be read. It first analyses
// the whole part. If that result is not good enough, it considers only the branches that a path
// from the entry may take: the part is a clone of the whole coroutine, and its behaviour when it is
// destroyed may depend only on a constant that passes through a few phis.
func (fa *Facts) partFlow(f *ir.Func) (partFlow, bool) {
	if p, ok := fa.parts[f]; ok {
		return p, true
	}
	if !fa.body(f) || len(f.Params) != 1 || fa.suspends(f) {
		return partFlow{}, false
	}
	p, good := fa.handleFlow(f, nil, true)
	if !good {
		taken, asked := fa.takenBlocks(f)
		p, _ = fa.handleFlow(f, taken, false)
		if asked != nil {
			p.asked = append(p.asked, asked)
		}
	}
	fa.parts[f] = p
	return p, true
}

// handleFlow describes how f, or the blocks of f in taken, uses the frame whose handle f receives.
// With try it stops and returns false as soon as the flow is not good enough. None of the 1,140
// parts of a C++ unit is good enough as a whole.
func (fa *Facts) handleFlow(f *ir.Func, taken map[*ir.Block]bool, try bool) (p partFlow, good bool) {
	fl := newFlow(fa, false, 1)
	defer fl.done()
	fl.taken, fl.try = taken, try
	fl.mark(f.Params[0], itself|inside)
	if fl.run(); try && fl.bad() {
		return p, false
	}
	p = partFlow{frameUse: fl.use, calls: callees(f, taken)}
	if fl.asked != nil {
		p.asked = []*ir.Func{fl.asked}
	}
	return p, true
}

// lingers reports whether the destroy function may return without calling a function in freeing. For
// example, if f is destroyed at its first co_await, the destroy function stops at the second one:
//
//	task f() {
//	  try {
//	    Guard g; // its destructor throws
//	    co_await suspend_always{};
//	  } catch (...) {
//	  }
//	  co_await suspend_always{};
//	}
//
// freeing are the functions that resumeUse found for the two parts.
func (fa *Facts) lingers(l *Lifetime, freeing []*ir.Func) bool {
	key := destroyAndCleanup{l.Destroy, l.Cleanup}
	if r, ok := fa.lingering[key]; ok {
		return r
	}
	defer fa.borrow().giveBack()
	w := fa.partWalk(l.Destroy)
	w.stops = freeing
	ok := w.run()
	lingers := !ok || slices.ContainsFunc(w.outs, func(o callOut) bool { return !o.unwind && !o.jump })
	fa.lingering[key] = lingers
	return lingers
}

// beyond returns the members of list that without lacks, or has less often.
func beyond(list, without []*ir.Func) []*ir.Func {
	n := map[*ir.Func]int{}
	for _, f := range without {
		n[f]++
	}
	var only []*ir.Func
	for _, f := range list {
		if n[f]--; n[f] < 0 {
			only = append(only, f)
		}
	}
	return only
}

func sharesAny(a, b []*ir.Func) bool {
	return slices.ContainsFunc(a, func(f *ir.Func) bool { return slices.Contains(b, f) })
}

// callees returns the callees of a function, or of its blocks in taken, one for each call, with nil
// for an unknown one.
func callees(f *ir.Func, taken map[*ir.Block]bool) []*ir.Func {
	var list []*ir.Func
	for b := f.Entry(); b != nil; b = b.Next() {
		if taken != nil && !taken[b] {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && ir.CalledIntrinsic(i) == ir.NotIntrinsic {
				list = append(list, i.CalledFunc())
			}
		}
	}
	return list
}

// takenBlocks returns the blocks of a part that are reachable from its entry, as far as constants
// decide branches, or nil if there are too many paths. It looks into no callee. It assumes that the
// frame lies in the coroutine's creator: if a branch depends on that, asked is the function that
// the destroy slot then holds.
func (fa *Facts) takenBlocks(f *ir.Func) (taken map[*ir.Block]bool, asked *ir.Func) {
	defer fa.borrow().giveBack()
	w := fa.partWalk(f)
	if !w.run() {
		return nil, nil
	}
	taken = map[*ir.Block]bool{}
	for k := range w.nodes {
		taken[w.nodes[k].b] = true
	}
	return taken, w.an.life.Cleanup
}

// partWalk returns a search of a part that looks into no callee and does no arithmetic.
func (fa *Facts) partWalk(f *ir.Func) *pathSearch {
	an := newLifetimeAnalysis(fa, f)
	an.begin(&Lifetime{Begin: f.Entry().Terminator()}, partUse{}) // Begin only stands for the frame
	w := an.newWalk(f)
	w.depth, w.site, w.resuming, w.uncounted = maxCallDepth, f.Entry().First(), true, true
	start := fa.newAbstractState()
	start.set(regID(f.Params[0]), abstractValue{kind: knownFrame})
	w.enqueue(-1, f.Entry(), nil, start)
	return w
}

// isCleanup reports whether a value is the cleanup function, which the destroy slot of a frame
// holds if the frame lies in its creator.
func (an *lifetimeAnalysis) isCleanup(v ir.Value) (is, known bool) {
	f, ok := ir.StripCasts(v).(*ir.Func)
	if ok && an.life.Cleanup == nil {
		an.life.Cleanup = f // the coroutine's own code names it; resumeUse checks that it is right
	}
	return ok && f == an.life.Cleanup, ok
}
