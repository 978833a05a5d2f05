// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The effects of a call on the abstract state: the coroutine intrinsics, the intrinsics that access
// memory, callees whose bodies are searched, and callees of which only attributes are known.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// callOut is one outcome of a call: it returns, or an exception or a jump leaves it.
type callOut struct {
	s      *abstractState
	unwind bool // by an exception
	jump   bool // by a jump to an outer function
	ret    abstractValue
}

// Bounds on searching callees. The figures after each bound are what the end-to-end programs need,
// as for the bounds in search.go: the median, the 99th percentile, the maximum.
const (
	maxCallDepth = 8 // 4, 7, 8
	// blocks of callees searched for one lifetime: 39, 1,500, 1,500; those that need more are
	// misses even with a higher bound
	maxNestedSteps = 1500
	// instructions of a callee that is searched only for its effect on other variables. Of these
	// callees 99 in 100 have at most 62
	maxSmallCallee = 100
)

func isFree(e Effect) bool { return e == Frees || e == FreesOwn }

// once returns the outcome of a call that can only return.
func (w *pathSearch) once(s *abstractState, ret abstractValue) []callOut {
	w.back[0] = callOut{s: s, ret: ret}
	return w.back[:1]
}

// call executes one call. It returns no outcome if the path ends there.
func (w *pathSearch) call(s *abstractState, i *ir.Instr, n int) []callOut {
	if w.root && i.Flags&ir.FlagMustTail != 0 {
		w.leakArgs(s, i) // the function's variables are dead when the callee runs
	}
	e := w.an.facts.callEffects(i)
	if len(w.stops) > 0 && ir.CalledIntrinsic(i) == ir.NotIntrinsic && slices.Contains(w.stops, e.callee) {
		return nil
	}
	switch e.Effect {
	case Begins:
		if i == w.an.life.Begin {
			w.exit(n, s, i, exitAgain)
			return nil
		}
		w.leakArgs(s, i)
		if w.root && w.an.isVariable(i) {
			s.forget(i)
		}
	case Frees, FreesOwn:
		return w.freeCall(s, i, n)
	case Dead:
		if w.eval(s, i.Arg(0)).isHandle() {
			w.ended(s, i)
			s.gone = true
		}
	case ReadsPart:
		return w.once(s, w.readPart(s, i))
	case Suspends:
		return w.suspend(s, i)
	case Ends:
		if w.root && w.an.suspends {
			w.exit(n, s, i, exitLeave)
			return nil
		}
	case Neutral, Saves:
	default:
		return w.codeCall(s, &e, n)
	}
	return w.once(s, abstractValue{})
}

// codeCall executes a call that may run code other than that of its own intrinsic.
func (w *pathSearch) codeCall(s *abstractState, e *CallEffects, n int) []callOut {
	i := e.call
	if ret, ok := w.intrinsic(s, e); ok {
		return w.once(s, ret)
	}
	switch {
	case e.Kind == reports:
		return w.once(s, abstractValue{})
	case s.gone:
		return w.goneCall(s, i, n)
	case e.Kind == accessesObjects:
		return w.libraryObjects(s, i, n, e.callee, e.objects)
	case e.Effect == Awaits:
		g, _ := ir.StripCasts(i.Arg(2)).(*ir.Func)
		return w.general(s, e, n, g, 2)
	}
	g, fn := e.callee, w.eval(s, i.Callee())
	if fn.kind == knownPart {
		g = fn.v.(*ir.Func)
	}
	if i.NumCallArgs() > 0 && w.eval(s, i.Arg(0)).isHandle() {
		if outs, runs := w.partCall(s, i, n, fn); runs {
			return outs
		}
	}
	return w.general(s, e, n, g, i.NumCallArgs())
}

// partCall executes a call of fn with the handle, if it runs a part of the coroutine.
func (w *pathSearch) partCall(s *abstractState, i *ir.Instr, n int, fn abstractValue) (outs []callOut, runs bool) {
	l := w.an.life
	h, byName := ir.StripCasts(i.Callee()).(*ir.Func)
	if fn.kind == knownPart {
		h = fn.v.(*ir.Func)
	}
	switch {
	case h != nil && h == l.Destroy && !(w.root && byName && i.Arg(0) == ir.Value(l.Begin)):
		// Only the calls that elide rewrites may destroy the frame by name: l.Destroy frees the
		// memory.
		w.an.forbid(w, i, MissEscape, "a direct call of @"+h.Name+" destroys the frame and frees its memory")
		return nil, true
	case fn.kind == knownFn && fn.off == 1, h != nil && (h == l.Destroy || h == l.Cleanup):
		return w.destroyed(s, i, n), true
	case fn.kind == knownFn, h != nil && h == l.Resume:
		return w.resumed(s, i, n), true
	}
	return nil, false
}

// destroyed executes a call that destroys the coroutine.
func (w *pathSearch) destroyed(s *abstractState, i *ir.Instr, n int) []callOut {
	if w.root && i.Flags&ir.FlagMustTail != 0 {
		w.exit(n, s, i, exitTail) // the function's variables are dead when it runs
		return nil
	}
	if w.an.use.leaves {
		w.an.resumed = true // by code that knows the escaped address
		w.leak(s, i, abstractValue{kind: knownFrame})
	}
	s.publishContents(theFrame, w.at(i))
	outs := w.outcomes(s, i, n, abstractValue{}, w.an.life.Destroy)
	if w.ended(s, i); !w.an.use.lingers {
		// After an exception the frame may still be alive.
		outs = slices.DeleteFunc(outs, func(o callOut) bool { return !o.unwind && !o.jump })
	}
	return outs
}

// readPart executes a read of a function pointer from a frame.
func (w *pathSearch) readPart(s *abstractState, i *ir.Instr) abstractValue {
	of := w.eval(s, i.Arg(0))
	handle := of.isHandle()
	if w.root {
		w.an.sawPart(i, handle)
	}
	if begin, ok := of.v.(*ir.Instr); ok && of.kind == knownAddr && of.off == 0 && begin.Op != ir.OpAlloca {
		if g := w.an.facts.part(begin, i); g != nil {
			return abstractValue{kind: knownPart, v: g}
		}
		return abstractValue{}
	}
	c, ok := i.Arg(1).(*ir.Const)
	if !ok || !c.IsInt() || c.Uint64() > 1 {
		return abstractValue{}
	}
	if of.kind == knownAddr && of.off != anywhere { // the frame of a coroutine that was elided before
		size := w.an.facts.Layout.PtrSize(0)
		return s.load(of.add(c.Int64()*size, true), size)
	}
	if !handle {
		return abstractValue{}
	}
	return abstractValue{kind: knownFn, off: int64(c.Uint64())}
}

// freeCall executes a call that ends a frame's lifetime without a call of the coroutine: of the
// frame of this creation, or of the function's own frame, and with it of all its variables.
func (w *pathSearch) freeCall(s *abstractState, i *ir.Instr, n int) []callOut {
	if !w.root {
		return w.once(s, abstractValue{})
	}
	if i.Arg(0) == ir.Value(w.an.life.ID) {
		if s.gone {
			return nil
		}
		w.ended(s, i)
		if w.an.facts.memoryGoes(i) {
			return nil
		}
		s.gone = true
		return w.once(s, abstractValue{})
	}
	if w.an.suspends && effectOf(i) == FreesOwn {
		w.exit(n, s, i, exitLeave)
		return nil
	}
	return w.once(s, abstractValue{})
}

// goneCall executes a call after the frame's end if no known function freed its memory. For example,
// a class may have
//
//	void operator delete(void *) noexcept {}
//
// because its memory is in a buffer of the caller. Then programs do look at such a coroutine after
// it ran to its end in the ramp, although that is undefined: the null in its resume slot says that it
// is done. On the heap that works. So the handle may not escape any more. The callee's body is not
// searched.
func (w *pathSearch) goneCall(s *abstractState, i *ir.Instr, n int) []callOut {
	for k := range i.NumCallArgs() {
		w.leak(s, i, w.eval(s, i.Arg(k)))
	}
	s.clobber()
	return w.outcomes(s, i, n, abstractValue{}, nil)
}

// memoryGoes reports whether the memory that a coro.free yields is given to a function that frees
// memory, or to one that calls such a function.
func (fa *Facts) memoryGoes(free *ir.Instr) bool {
	work := []*ir.Instr{free}
	for n := 0; n < len(work) && n < maxFreed; n++ {
		for u := work[n].FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.IsCall():
				if g := i.CalledFunc(); ir.FreesMemory(g) || g != nil && fa.body(g) && slices.ContainsFunc(fa.calls(g), ir.FreesMemory) {
					return true
				}
			case i.Op == ir.OpPhi, i.Op == ir.OpSelect, i.Op == ir.OpBitCast, i.Op == ir.OpGEP, i.Op == ir.OpLoad:
				if !slices.Contains(work, i) { // memory that was aligned by hand has the address to free
					work = append(work, i)
				}
			}
		}
	}
	return false
}

// maxFreed bounds the values that memoryGoes follows.
const maxFreed = 16

// suspend executes a suspend, during which other code runs. While the function is suspended, its
// frame is in place, so the search follows only its resumption (result 0) and its destruction
// (result 1).
func (w *pathSearch) suspend(s *abstractState, i *ir.Instr) []callOut {
	s.clobber()
	if !w.root || !w.an.suspends {
		return w.once(s, abstractValue{})
	}
	if s.gone {
		return nil
	}
	s.slept = true
	w.an.slept = true
	m := w.an.m
	destroyed := s.clone()
	return []callOut{{s: s, ret: abstractValue{kind: knownConst, v: m.ConstInt(i.Type(), 0)}},
		{s: destroyed, ret: abstractValue{kind: knownConst, v: m.ConstInt(i.Type(), 1)}}}
}

// ended records that the frame was destroyed.
func (w *pathSearch) ended(s *abstractState, i *ir.Instr) {
	an := w.an
	an.ended.n++
	an.endsAt(w.at(i), s.slept, !w.root || isFree(effectOf(i)))
}

// endsAt records an instruction of the creating function that destroys the frame. lost: if the
// instruction follows a suspend, it leaves no direct use of the handle after the suspend.
func (an *lifetimeAnalysis) endsAt(at *ir.Instr, slept, lost bool) {
	if !an.ended.at[at] {
		an.ended.at[at] = true
		an.ended.list = append(an.ended.list, at)
	}
	if slept {
		an.ended.asleep[at] = an.ended.asleep[at] || lost
	}
}

// resumed executes a call that resumes the coroutine. If the state has facts about the frame, or
// llvm.coro.dead marks the ends of frames, a search of the resume function may show where the coroutine
// suspends and whether it runs to its end. Otherwise the coroutine may do anything: if it destroyed its own frame, a later destroy
// would be undefined.
func (w *pathSearch) resumed(s *abstractState, i *ir.Instr, n int) []callOut {
	l := w.an.life
	w.ran(s, i)
	dead, _ := w.an.m.Lookup(ir.IntrinsicPrefix + "coro.dead")
	if i.NumCallArgs() == 1 && (dead != nil || w.an.knowsFrame(s)) && w.readable(i, l.Resume, 1) {
		if outs, ok := w.searchBody(s, i, l.Resume, []abstractValue{{kind: knownFrame}}); ok {
			return w.throwing(outs, i, n)
		}
	}
	for k := 1; k < i.NumCallArgs(); k++ {
		w.leak(s, i, w.eval(s, i.Arg(k)))
	}
	s.publishContents(theFrame, w.at(i))
	s.clobber()
	return w.outcomes(s, i, n, abstractValue{}, l.Resume)
}

// knowsFrame reports whether the state has facts about the contents of the frame.
func (an *lifetimeAnalysis) knowsFrame(s *abstractState) bool {
	return slices.ContainsFunc(s.slots, func(c cell) bool { return c.ofFrame() })
}

// outcomes returns the outcomes of a call whose effects the state has, of g if that is known: the
// return, an exception, and a jump.
func (w *pathSearch) outcomes(s *abstractState, i *ir.Instr, n int, ret abstractValue, g *ir.Func) []callOut {
	var outs []callOut
	fa := w.an.facts
	mayLeave := !ir.LibraryCall(i).Has(ir.NoThrow)
	throws := mayLeave && ir.MayThrow(w.an.m, i) && (w.an.unwinds || !w.root || i.Op == ir.OpInvoke) &&
		(g == nil && fa.mayThrow(i) || g != nil && fa.funcThrows(g))
	sleeps := throws && w.root && w.an.leftAsleep(i)
	if g == nil || fa.returns(g) || sleeps {
		outs = w.once(s, ret)
	}
	switch {
	case !throws || sleeps:
	case i.Op == ir.OpInvoke || !w.root:
		outs = append(outs, callOut{s: s.clone(), unwind: true})
	default:
		w.exit(n, s, i, exitThrow)
	}
	if fa.MayJump(i) || mayLeave && g != nil && fa.funcJumps(g) || w.an.use.opaqueBody && fa.noReturn(i) {
		outs = append(outs, callOut{s: s.clone(), jump: true})
	}
	return outs
}

// ran records that a call may run the coroutine's resume function, directly or through other code.
func (w *pathSearch) ran(s *abstractState, i *ir.Instr) {
	w.an.resumed = true
	if w.an.use.away {
		w.leak(s, i, abstractValue{kind: knownFrame})
	}
}

// general executes a call of g (nil: unknown), which receives the first nargs operands.
func (w *pathSearch) general(s *abstractState, e *CallEffects, n int, g *ir.Func, nargs int) []callOut {
	outs := w.done(s, e, n, g, nargs)
	if g == nil || !e.call.Type().IsInt() {
		return outs
	}
	if c := w.an.facts.result(g); c != nil {
		for k := range outs {
			if !outs[k].unwind && !outs[k].jump {
				outs[k].ret = abstractValue{kind: knownConst, v: c}
			}
		}
	}
	return outs
}

// done is general without the results that are the same for all arguments.
func (w *pathSearch) done(s *abstractState, e *CallEffects, n int, g *ir.Func, nargs int) []callOut {
	i, touches := e.call, false
	args := make([]abstractValue, nargs)
	for k := range args {
		args[k] = w.eval(s, i.Arg(k))
		touches = touches || args[k].isPointer()
	}
	for k := nargs; k < i.CalleeArg(); k++ {
		// operand bundles; the other operands are labels and functions
		w.leak(s, i, w.eval(s, i.Arg(k)))
	}
	if touches && w.readable(i, g, nargs) {
		if outs, ok := w.aside(s, e, n, g, args); ok {
			return outs
		}
		before := s.esc
		if outs, ok := w.searchBody(s, i, g, args); ok {
			for _, o := range outs {
				if o.s.esc != before {
					w.an.block(w.at(i), g)
				}
			}
			return w.throwing(outs, i, n)
		}
	}
	if touches {
		if outs, ok := w.summarised(s, e, n, g, args); ok {
			return outs
		}
	}
	ret := w.opaque(s, e, g, args)
	if touches {
		w.an.block(w.at(i), g)
	}
	return w.outcomes(s, i, n, ret, g)
}

// aside executes a call that can neither destroy the frame nor let it escape. The uses of the
// parameters in the callee show that, without a search of the callee. For example,
//
//	define void @log(ptr %slot) {
//	  %n = load i32, ptr %slot
//	  call void @print(i32 %n)
//	  ret void
//	}
//
// neither stores %slot nor uses it as a handle.
func (w *pathSearch) aside(s *abstractState, e *CallEffects, n int, g *ir.Func, args []abstractValue) ([]callOut, bool) {
	if w.an.readsOf != nil {
		return nil, false // the caller needs the reads (readsOf)
	}
	uses := make([]addrUse, len(args))
	small := ir.NumInstrs(g, maxSmallCallee) <= maxSmallCallee
	for k, a := range args {
		if !a.isPointer() {
			continue
		}
		// looking into large callees takes too long
		if uses[k] = allUses; small || a.kind == knownFrame || w.an.mayHold(a.v) {
			uses[k], _ = w.an.facts.param(g, k, 0)
		}
		uses[k].away = uses[k].away || uses[k].returned
		if !w.isAside(s, g, a, uses[k], small) {
			return nil, false
		}
	}
	i := e.call
	at := w.at(i)
	for k, a := range args {
		switch {
		case a.kind == knownAddr && uses[k].away:
			w.leak(s, i, a)
		case a.kind == knownAddr:
			s.publishContents(a.v, at)
		}
		if a.isPointer() && (uses[k].written || uses[k].away) {
			if a.kind == knownFrame {
				a = w.frameAddr(a)
			}
			s.store(abstractValue{knownAddr, a.v, anywhere}, -1, abstractValue{}, at)
		}
	}
	// check first whether it matters: analysing the callee costs more
	if s.mayClobber() && w.writesUnknown(e, g, args, small) {
		s.clobber()
	}
	return w.outcomes(s, i, n, abstractValue{}, g), true
}

// isAside reports whether a callee that uses an address in this way leaves the coroutine alone. small:
// what it does with other variables matters, too.
func (w *pathSearch) isAside(s *abstractState, g *ir.Func, a abstractValue, use addrUse, small bool) bool {
	if a.kind == knownAddr {
		led, frame := s.reached(a.v)
		return !(small && use.written || // the values that it writes there may matter
			frame || use.away && (w.an.mayHold(a.v) || small) || slices.ContainsFunc(led[1:], w.an.mayHold))
	}
	return !(w.an.use.keeps && !w.own(a) || s.leadsOn() || use.handled || small && use.written || w.an.callsPart(g) ||
		use.away && (!w.own(a) || a.off == 0 || small))
}

// writesUnknown reports whether a callee may write memory other than the memory that the known
// arguments point into.
func (w *pathSearch) writesUnknown(e *CallEffects, g *ir.Func, args []abstractValue, small bool) bool {
	if e.onlyReads() {
		return false
	}
	if !small {
		return true
	}
	if writes, _ := w.an.facts.writesElsewhere(g, 0); writes {
		return true
	}
	for k, a := range args {
		if a.isPointer() || !e.call.Arg(k).Type().IsPtr() {
			continue
		}
		if is, _ := w.an.facts.param(g, k, 0); is.written {
			return true
		}
	}
	return false
}

// callsPart reports whether a function calls a part of the coroutine by name, itself or in callees
// that were inlined into its simplified form, where the call is not visible. Such a function may
// reach the handle by paths that the uses of its parameters do not show.
func (an *lifetimeAnalysis) callsPart(f *ir.Func) bool {
	r, ok := an.callers[f]
	if !ok {
		r = an.calls(f)
		an.callers[f] = r
	}
	return r
}

// calls computes callsPart from the bodies.
func (an *lifetimeAnalysis) calls(f *ir.Func) bool {
	fa, parts := an.facts, [...]*ir.Func{an.life.Resume, an.life.Destroy, an.life.Cleanup}
	calls := func(f *ir.Func) bool {
		return slices.ContainsFunc(fa.calls(f), func(g *ir.Func) bool { return slices.Contains(parts[:], g) })
	}
	if calls(f) {
		return true
	}
	_, absorbed := fa.Simplified(f)
	return slices.ContainsFunc(absorbed, calls)
}

// readable reports whether the search may enter a callee at this call.
func (w *pathSearch) readable(i *ir.Instr, g *ir.Func, nargs int) bool {
	if g == nil || len(g.Params) != nargs || w.root && i.Flags&ir.FlagMustTail != 0 || w.depth >= maxCallDepth || w.calledAgain(g) {
		return false
	}
	if w.an.nestedSteps >= maxNestedSteps || w.an.facts.look(g).unfit || w.an.facts.suspends(g) {
		return false
	}
	return w.an.facts.body(g) && w.an.facts.returnsTwice(g) == nil
}

// calledAgain reports whether g is on the call chain of the search.
func (w *pathSearch) calledAgain(g *ir.Func) bool {
	again := w
	for again != nil && again.fn.f != g {
		again = again.parent
	}
	return again != nil || g == w.an.f
}

// local reports whether v is a local variable of g.
func local(v ir.Value, g *ir.Func) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.OpAlloca && i.Func() == g
}

// dropLocals drops the variables of a function that has returned.
func dropLocals(s *abstractState, g *ir.Func) {
	s.keepSlots(func(c *cell) bool { return !local(c.base, g) && !local(c.k.v, g) })
	if inside := func(v ir.Value) bool { return local(v, g) }; slices.ContainsFunc(s.capt, inside) {
		s.capt = slices.DeleteFunc(slices.Clone(s.capt), inside) // the list may be shared
	}
}

// throwing removes the exceptional outcomes of a call without an unwind edge, or makes them returns to
// the suspend behind it.
func (w *pathSearch) throwing(outs []callOut, i *ir.Instr, n int) []callOut {
	if i.Op == ir.OpInvoke || !w.root {
		return outs
	}
	kept := outs[:0]
	for _, o := range outs {
		switch {
		case !o.unwind:
			kept = append(kept, o)
		case w.an.leftAsleep(i):
			kept = append(kept, callOut{s: o.s})
		case w.an.unwinds && w.an.facts.mayThrow(i):
			w.exit(n, o.s, i, exitThrow)
		}
	}
	return kept
}

// opaque executes a call by its attributes alone.
func (w *pathSearch) opaque(s *abstractState, e *CallEffects, g *ir.Func, args []abstractValue) (ret abstractValue) {
	m, i := w.an.m, e.call
	none, reads, await := e.none(), e.onlyReads(), e.Effect != Ordinary
	only := !await && ir.OnlyArgMemory(m, i) && w.knowsPointers(i, args)
	for k, a := range args {
		if !a.isPointer() {
			continue
		}
		does := argEffects{keeps: true}
		if !await {
			does = e.arg(k)
		}
		switch {
		case does.same:
			ret = a.add(0, false)
		case does.returns:
			ret = a
		}
		if none && i.Type().IsVoid() {
			does.keeps = false
		}
		if a.kind == knownFrame {
			w.opaqueFrame(s, i, g, a, does.keeps, reads, only)
			continue
		}
		if ir.FreesMemory(g) && a.off == 0 && !local(a.v, i.Func()) {
			s.forget(a.v) // it frees another coroutine's frame
			continue
		}
		if does.keeps {
			w.leak(s, i, a)
		}
		if none || !await && ir.ArgHas(m, i, k, "readnone") {
			continue
		}
		s.publishContents(a.v, w.at(i))
		if !reads && (await || !ir.ArgHas(m, i, k, "readonly") && !ir.ArgHas(m, i, k, "byval")) {
			s.store(abstractValue{knownAddr, a.v, anywhere}, -1, abstractValue{}, w.at(i))
		}
	}
	if !reads && !only {
		s.clobber()
	}
	return ret
}

// knowsPointers reports whether a call that accesses memory only through its arguments can neither
// access memory that the state does not describe, nor return what it reads there.
func (w *pathSearch) knowsPointers(i *ir.Instr, args []abstractValue) bool {
	ret, l := i.Type(), w.an.facts.Layout
	if !ret.IsVoid() && !(ret.IsInt() && l.SizeBits(ret) < l.SizeBits(w.an.m.PtrType(0))) {
		return false
	}
	for k, a := range args {
		if t := i.Arg(k).Type(); !a.isPointer() && !t.IsInt() && !t.IsFloat() && !a.isNull() {
			return false
		}
	}
	return true
}

// opaqueFrame passes an address within the frame to a callee of which only the attributes are
// known.
//
// only: it accesses no other memory than that of its known arguments. So what it reads in the frame it
// can store only in the frame, or in a variable that it is given, too.
func (w *pathSearch) opaqueFrame(s *abstractState, i *ir.Instr, g *ir.Func, a abstractValue, keeps, reads, only bool) {
	if ir.FreesMemory(g) && !w.own(a) {
		w.an.forbid(w, i, MissEscape, "a call of @"+g.Name+" frees the frame's memory")
		return
	}
	if keeps {
		w.leak(s, i, a)
	}
	if !ir.NoMemory(w.an.m, i) && (!only || i.NumCallArgs() > 1) {
		w.readFrame(s, i, a.add(0, false), -1)
		s.publishContents(theFrame, w.at(i))
	}
	if !reads {
		switch {
		case only && !keeps:
			w.an.resumed = true // with no effect elsewhere
		case ir.LibraryCall(i) == nil || keeps:
			w.ran(s, i)
		}
		s.store(w.frameAddr(abstractValue{off: anywhere}), -1, abstractValue{}, w.at(i))
	}
}

// onlyReadsMemory reports whether the attributes of a call rule out that it writes memory. An
// operand bundle may stand for an effect that the attributes omit.
func onlyReadsMemory(m *ir.Module, i *ir.Instr) bool {
	return len(i.Call().Bundles) == 0 && ir.OnlyReadsMemory(m, i)
}

// intrinsic executes a call of an intrinsic that the model describes.
func (w *pathSearch) intrinsic(s *abstractState, e *CallEffects) (ret abstractValue, ok bool) {
	i := e.call
	switch e.Kind {
	case marksLifetime:
		if k := w.eval(s, i.Arg(i.NumCallArgs()-1)); k.kind == knownAddr {
			if k.off == 0 && w.an.wholeObject(i, k.v) {
				s.forget(k.v)
			} else {
				s.store(abstractValue{knownAddr, k.v, anywhere}, -1, abstractValue{}, w.at(i))
			}
		}
	case copiesMemory:
		w.copyMemory(s, i)
	case setsMemory:
		switch k := w.eval(s, i.Arg(0)); k.kind {
		case knownAddr:
			s.store(k, byteCount(i), abstractValue{}, w.at(i))
		case knownFrame:
			s.store(w.frameAddr(k), byteCount(i), abstractValue{}, w.at(i))
		default:
			s.clobber()
		}
	case passesOn:
		ret = w.eval(s, i.Arg(0))
	case hints, marksInvariant, measures:
	default:
		return ret, false
	}
	return ret, true
}

// wholeObject reports whether a lifetime marker applies to all of a variable.
func (an *lifetimeAnalysis) wholeObject(i *ir.Instr, base ir.Value) bool {
	a := ir.AsInstr(base)
	if a == nil || a.Op != ir.OpAlloca {
		return false
	}
	if i.NumCallArgs() < 2 {
		return true
	}
	c, ok := i.Arg(0).(*ir.Const)
	if !ok || !c.IsInt() {
		return false
	}
	size, ok := an.facts.Layout.Size(a.ElemTy)
	return c.Int64() < 0 || ok && a.NumArgs() == 0 && c.Int64() >= size
}

// byteCount returns the length operand of memset, memcpy and memmove, or -1 if it is not a
// constant.
func byteCount(i *ir.Instr) int64 {
	if c, ok := i.Arg(2).(*ir.Const); ok && c.IsInt() && c.Int64() >= 0 {
		return c.Int64()
	}
	return -1
}

// copyMemory executes a memcpy or memmove. If its length and the offsets are known, it copies the
// slots that lie in the source range. An address that may be copied in part escapes.
func (w *pathSearch) copyMemory(s *abstractState, i *ir.Instr) {
	to, from := w.eval(s, i.Arg(0)), w.eval(s, i.Arg(1))
	size := byteCount(i)
	if from.kind == knownFrame {
		w.readFrame(s, i, from, size)
		from = w.frameAddr(from)
	}
	inFrame := to.kind == knownFrame
	if inFrame {
		to = w.frameAddr(to)
	}
	var list []cell
	if from.kind == knownAddr {
		exact := to.kind == knownAddr && to.off != anywhere && from.off != anywhere && size >= 0 &&
			i.Flags&ir.FlagVolatile == 0
		for n := range s.slots { // publish does not change slots
			c := s.slots[n]
			if c.base != from.v {
				continue
			}
			if exact && c.off >= from.off && c.off+c.size <= from.off+size && (!inFrame || w.links(s, c.k)) {
				c.base, c.off, c.k = to.v, c.off-from.off+to.off, w.taken(from.v, c.k)
				list = append(list, c)
			} else if !exact || c.off+c.size > from.off && c.off < from.off+size {
				s.publish(c.k, w.at(i))
			}
		}
	}
	if to.kind != knownAddr {
		s.clobber()
		return
	}
	s.store(to, size, abstractValue{}, w.at(i))
	for _, c := range list {
		s.put(c)
		if s.captured(to.v) {
			s.publish(c.k, w.at(i))
		}
	}
}
