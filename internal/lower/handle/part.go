package handle

// What a coroutine does with its own frame when others run a part of it.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// partUse is what the parts of a coroutine do with the coroutine's frame.
type partUse struct {
	away  bool // others may come to know an address within it
	keeps bool // it may hold an address within itself
	frees bool // it may give the memory back
	// unread: there is no body to tell by. That it gives the memory back is not assumed then, as
	// LLVM does not; but where control leaves for good after it ran, the end of the process
	// included, the frame must have been destroyed: only then would it have been wrong to do so.
	unread bool
	// lingers: the destroy part may come back without having given the memory back. What it
	// destroys threw, the coroutine caught that, and went on to its next suspend.
	lingers bool
	// leaves: the destroy part may tell others an address within the frame, and then leave it
	// alive: by lingering, by an exception or by a jump.
	leaves bool
}

// partFlow is what is known of one part of a coroutine by itself.
type partFlow struct {
	frameUse
	calls []*ir.Func // its callees, one for each call; nil for one that is not known
	asked []*ir.Func // what the destroy slot was taken to hold where the part asks whether the frame is its creator's
}

// resumeUse tells what the resume part does. One that cannot be read may tell anybody of the frame.
//
// What gives the memory back is what the destroy part, and not the one that only cleans up, calls
// with the handle; where that cannot be told by the handle (memory that was aligned by hand is
// given back by another address), whatever only the destroy part calls. By what llvm.coro.free
// promises, nothing else does.
func (fa *Facts) resumeUse(l *Lifetime) partUse {
	resume, ok1 := fa.partFlow(l.Resume)
	destroy, ok2 := fa.partFlow(l.Destroy)
	cleanup, ok3 := fa.partFlow(l.Cleanup)
	if !ok1 || !ok2 || !ok3 {
		return partUse{away: true, keeps: true, unread: true}
	}
	use := partUse{away: resume.away, keeps: resume.keeps}
	freeing := beyond(destroy.given, cleanup.given)
	if len(freeing) > 0 {
		use.frees = resume.hidden || sharesAny(resume.given, freeing)
	} else {
		freeing = beyond(destroy.calls, cleanup.calls)
		use.frees = sharesAny(resume.calls, freeing)
	}
	use.lingers = len(freeing) > 0 && fa.lingers(l.Destroy, freeing)
	use.leaves = (destroy.away || destroy.keeps) && (use.lingers || fa.funcThrows(l.Destroy) || fa.funcJumps(l.Destroy))
	if slices.ContainsFunc(resume.asked, func(g *ir.Func) bool { return g != l.Cleanup }) {
		return partUse{away: true, keeps: true, frees: true}
	}
	use.frees = use.frees || slices.ContainsFunc(resume.given, func(g *ir.Func) bool {
		return g == l.Destroy ||
			frees(g)
	})
	return use
}

// partFlow tells what a part does with the frame; false: it cannot be read. It is first taken as a
// whole. If that is not good enough, the branches of it count that can be taken when it is entered:
// it is a copy of the whole coroutine, and what it does when it is destroyed may hang on no more
// than a constant that runs through a few phis.
func (fa *Facts) partFlow(f *ir.Func) (partFlow, bool) {
	if p, ok := fa.parts[f]; ok {
		return p, true
	}
	if !fa.body(f) || len(f.Params) != 1 || fa.Suspends(f) {
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

// handleFlow is what f, or the blocks of it that count, does with the frame of which it gets the
// handle. try: it ends, and answers false, as soon as that is not good enough: of the 1,140 parts
// of a C++ unit none is.
func (fa *Facts) handleFlow(f *ir.Func, taken map[*ir.Block]bool, try bool) (p partFlow, good bool) {
	fl := newFlow(fa, false, 1)
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

// lingers reports a destroy part that may return without a call of one of some functions.
func (fa *Facts) lingers(f *ir.Func, freeing []*ir.Func) bool {
	if r, ok := fa.lingering[f]; ok {
		return r
	}
	defer fa.borrow()()
	w := fa.partWalk(f)
	w.stop = func(i *ir.Instr) bool {
		return ir.CalledIntrinsic(i) == ir.NotIntrinsic && slices.Contains(freeing, i.CalledFunc())
	}
	ok := w.run()
	fa.lingering[f] = !ok || slices.ContainsFunc(w.outs, func(o callOut) bool { return !o.unwind && !o.jump })
	return fa.lingering[f]
}

// beyond are the members of a list that another does not have, or not as often.
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

// callees are the functions that a function calls, or the blocks of it that count, one for each
// call, nil for one that is not known.
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

// takenBlocks are the blocks of a part that paths from its entry come to, as far as constants
// decide; nil where they are too many to follow. No callee is looked into. The frame is taken to
// lie in the coroutine's creator: asked is the part that the destroy slot then holds, if a branch
// depends on it.
func (fa *Facts) takenBlocks(f *ir.Func) (taken map[*ir.Block]bool, asked *ir.Func) {
	defer fa.borrow()()
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

// partWalk is a walk of a part that looks into no callee and does not count.
func (fa *Facts) partWalk(f *ir.Func) *lifeWalk {
	an := newLifeAnalysis(fa, f)
	an.reset(&Lifetime{Begin: f.Entry().Terminator()}, partUse{}) // the name of the frame
	w := an.newWalk(f)
	w.depth, w.site, w.resuming, w.uncounted = maxCallDepth, f.Entry().First(), true, true
	start := fa.newLifeState()
	start.set(regID(f.Params[0]), known{kind: knownFrame})
	w.enqueue(-1, f.Entry(), nil, start)
	return w
}

// isCleanup reports whether a value is the part that the destroy slot of a frame holds which lies
// in its creator.
func (an *lifeAnalysis) isCleanup(v ir.Value) (is, known bool) {
	f, ok := ir.StripCasts(v).(*ir.Func)
	if ok && an.life.Cleanup == nil {
		an.life.Cleanup = f // the coroutine's own code says which it is; resumeUse holds it to that
	}
	return ok && f == an.life.Cleanup, ok
}
