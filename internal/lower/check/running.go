// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about a coroutine's own handle while it runs, and about intrinsics that receive the handle
// of another coroutine instead.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkOwnHandle runs the rules about the coroutine's own handle.
func (k *checker) checkOwnHandle() {
	if k.begin == nil {
		return
	}
	k.checkIDFunction()
	k.checkForeign()
	k.checkRunning()
	if !k.lowering {
		k.checkIgnored()
		k.checkAwaitBool()
		k.checkTransferToSelf()
		k.checkPublished()
		k.checkUnsaved()
		k.checkAwaiters()
	}
}

// checkIDFunction reports a coro.id that names a function other than its own.
func (k *checker) checkIDFunction() {
	fn, ok := ir.StripCasts(k.id.Arg(ir.IdCoro)).(*ir.Func)
	if !ok || fn == k.f {
		return
	}
	e := k.report(rule.RuleIDFunction, k.id.Pos, "the coro.id of @%s names @%s", k.f.Name, fn.Name)
	note(e, fn.Pos, "@%s is here", fn.Name)
	hint(e, "pass null, because coro-early fills this operand in")
	fix(e, ir.FixArg, k.id.Pos, ir.IdCoro, k.m.PtrType(0).String()+" null", nil)
}

// foreign describes a value that cannot be the coroutine's own handle. It returns "" for a value
// that may be the handle, such as a loaded value or the result of an unknown call.
func (k *checker) foreign(v ir.Value) string {
	switch v := v.(type) {
	case *ir.Param:
		return "a parameter"
	case *ir.Global:
		return "a global"
	case *ir.Func:
		return "a function"
	case *ir.Instr:
		switch {
		case v.Op == ir.OpAlloca:
			return "a variable"
		case v == k.begin:
		case v.Op == ir.OpGEP && ir.Underlying(v) == ir.Value(k.begin) && k.constantOffset(v):
			return "an address inside the frame"
		case ir.CoroCall(v) == ir.CoroBegin:
			return "the handle of an inlined coroutine"
		case v.IsCall() && v.CalledFunc() != nil && ir.IsPresplit(k.m, v.CalledFunc()):
			return "the handle of another coroutine"
		}
	}
	return ""
}

// constantOffset reports whether the offset of a GEP is constant.
func (k *checker) constantOffset(gep *ir.Instr) bool {
	if k.c.Layout == nil {
		return false
	}
	_, ok := k.c.Layout.GEPOffset(gep.ElemTy, gep.Operands(1))
	return ok
}

// checkForeign reports a coro.free, coro.save, coro.end or coro.await.suspend whose handle is not the
// coroutine's own. LLVM ignores the handle of coro.save and coro.end, so these are only warnings.
func (k *checker) checkForeign() {
	look := func(i *ir.Instr, arg int, severity ir.Severity) {
		what := k.foreign(ir.StripCasts(i.Arg(arg)))
		if c, ok := i.Arg(arg).(*ir.Const); ok && c.Kind == ir.ConstNull && ir.CoroCall(i) == ir.CoroFree {
			what = "null, so it frees nothing,"
		}
		if what == "" {
			return
		}
		e := k.report(rule.RuleForeignHandle, i.Pos, "coro.%s gets %s in place of the coroutine's own handle",
			ir.CoroCall(i).CoroWord(), what)
		e.Severity = severity
		note(e, k.begin.Pos, "the coroutine's handle is here")
		hint(e, "pass the result of coro.begin")
		if k.begin.Name() != "" && k.flow.dom.InstrDominates(k.begin, i) {
			fix(e, ir.FixArg, i.Pos, arg, k.begin.Type().String()+" $", k.begin)
		}
	}
	for _, i := range k.calls[ir.CoroFree] {
		if ir.AsInstr(i.Arg(0)) == k.id {
			look(i, 1, ir.SevError)
		}
	}
	for _, i := range k.calls[ir.CoroSave] {
		look(i, 0, ir.SevWarning)
	}
	for _, i := range k.calls[ir.CoroEnd] {
		look(i, 0, ir.SevWarning)
	}
	for i := range k.awaits {
		look(i, 1, ir.SevError)
	}
}

// awaits yields the calls of await_suspend.
func (k *checker) awaits(yield func(*ir.Instr) bool) {
	for id, calls := range k.calls {
		for _, i := range calls {
			if ir.Intrinsic(id).IsAwait() && !yield(i) {
				return
			}
		}
	}
}

// checkRunning reports a coroutine that resumes or destroys itself, or asks whether it is done, while it
// certainly runs: between coro.begin or a resumed edge and the next coro.save. After a save it counts as suspended, which
// await_suspend relies on,
//
//	%save = call token @llvm.coro.save(ptr %hdl)
//	call void @llvm.coro.resume(ptr %hdl)                 ; allowed
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// and the ramp may resume it on the default edge.
func (k *checker) checkRunning() {
	var own []*ir.Instr
	for _, id := range onHandle {
		if id == ir.CoroDone && k.lowering {
			continue // it only returns false
		}
		for _, i := range k.calls[id] {
			h := ir.AsInstr(ir.StripCasts(i.Arg(0)))
			if h != nil && (h == k.begin || ir.CoroCall(h) == ir.CoroFrame || k.fromOwnPromise(h)) &&
				k.flow.dom.InstrDominates(k.begin, i) {
				own = append(own, i)
			}
		}
	}
	if len(own) == 0 {
		return
	}
	suspended := k.maySuspended()
	for _, i := range own {
		if suspended(i) {
			continue
		}
		what, fix, severity := "resumes itself here while it runs",
			"remove this call, or move it between coro.save and coro.suspend", ir.SevError
		switch ir.CoroCall(i) {
		case ir.CoroDestroy:
			what, fix = "destroys itself here while it runs", "branch to the cleanup instead of destroying the coroutine"
		case ir.CoroDone:
			what, fix = "asks here whether it is done, and is not, because it runs", "remove this call, or ask while the coroutine is suspended"
			severity = ir.SevWarning
		}
		e := k.report(rule.RuleResumeRunning, i.Pos, "the coroutine %s", what)
		e.Severity = max(e.Severity, severity)
		note(e, k.begin.Pos, "its handle is created here")
		hint(e, "%s", fix)
	}
}

// fromOwnPromise reports whether a value is the coroutine's handle, computed from its promise, as
// std::coroutine_handle<promise_type>::from_promise(*this) does.
func (k *checker) fromOwnPromise(h *ir.Instr) bool {
	if ir.CoroCall(h) != ir.CoroPromise {
		return false
	}
	dir, ok := constInt(h, 2)
	a := k.promiseAlloca()
	return ok && dir.IsTrue() && a != nil && ir.StripCasts(h.Arg(0)) == ir.Value(a)
}

// maySuspended returns a function that reports whether the coroutine may be suspended, or counts as
// suspended, when control reaches an instruction. In doubt it may be. The state is sticky along a
// path: only an edge out of a suspend's own block that -1 does not take ends it.
func (k *checker) maySuspended() func(*ir.Instr) bool {
	var start ir.Worklist[*ir.Block] // the coroutine may be suspended at the block's start
	toggles := func(i *ir.Instr) bool {
		c := ir.CoroCall(i)
		return c == ir.CoroSave || c == ir.CoroSuspend || c == ir.CoroEnd
	}
	before := func(b *ir.Block, i *ir.Instr) bool { // it may be suspended at i, or at the block's end
		state := start.Has(b)
		for x := b.First(); x != nil && x != i && !state; x = x.Next() {
			state = toggles(x)
		}
		return state
	}
	leave := func(b *ir.Block) {
		for _, to := range b.Succs(nil) {
			if !k.resumedEdge(b, b.Terminator(), to) {
				start.Add(to)
			}
		}
	}
	for _, b := range k.flow.dom.RPO {
		if before(b, nil) {
			leave(b)
		}
	}
	for b := range start.All {
		leave(b)
	}
	return func(i *ir.Instr) bool { return before(i.Block(), i) }
}

// resumedEdge reports whether only a resumed or destroyed coroutine takes an edge out of a
// suspend's own block.
func (k *checker) resumedEdge(b *ir.Block, t *ir.Instr, to *ir.Block) bool {
	s := b.Terminator()
	for s != nil && ir.CoroCall(s) != ir.CoroSuspend {
		s = s.Prev()
	}
	if s == nil {
		return false
	}
	for x := s.Next(); x != nil; x = x.Next() {
		if ir.CoroCall(x) == ir.CoroSave {
			return false
		}
	}
	out := ir.EdgeOf(t, s, -1)
	return out >= 0 && b.Succs(nil)[out] != to
}

// checkIgnored reports a suspend with an unused result if the code between it and coro.end has an
// effect: the ramp executes that code instead of returning.
func (k *checker) checkIgnored() {
	for _, s := range k.calls[ir.CoroSuspend] {
		n := k.flow.dom.Index(s.Block())
		if k.testsOther(s) {
			continue
		}
		if s.HasUses() || ir.IsFinal(s) || n < 0 || !k.flow.has(anEnd, n) {
			continue
		}
		does := k.firstEffect(s)
		if does == nil {
			continue
		}
		e := k.once(nil, rule.RuleSuspendIgnored, s.Pos,
			"the result of this suspend is unused, so the ramp does not return here but runs on")
		note(e, does.Pos, "the ramp runs this before the coroutine is resumed")
		hint(e, "switch on the result: 0 continues, 1 branches to the cleanup, and the default edge to the block "+
			"with coro.end")
	}
}

// testsOther reports a suspend with an unused result if the branch after it tests the result of
// another suspend.
func (k *checker) testsOther(s *ir.Instr) bool {
	t := s.Block().Terminator()
	i, _ := ir.TestedSuspend(t, 0)
	if s.HasUses() || i == nil || i.Block() == s.Block() {
		return false
	}
	e := k.report(rule.RuleSuspendIgnored, t.Pos, "this tests the result of another suspend than the one before it")
	note(e, s.Pos, "the result of this suspend is unused")
	note(e, i.Pos, "the result of this suspend is tested")
	hint(e, "test the result of the suspend that precedes the branch")
	return true
}

// firstEffect returns the first instruction between a suspend and coro.end that writes memory,
// calls a function or suspends again.
func (k *checker) firstEffect(s *ir.Instr) *ir.Instr {
	work := ir.NewWorklist(s.Next())
	for i := range work.All {
		b, ends := s.Block(), false
		if i != nil { // s may be the last of its block
			b = i.Block()
		}
		for ; i != nil && !ends; i = i.Next() {
			switch c := ir.CoroCall(i); {
			case c == ir.CoroEnd:
				ends = true
			case c == ir.CoroSuspend, i.Op == ir.OpStore, i.IsCall() && c == ir.NotCoro && (i.CalledFunc() == nil ||
				!i.CalledFunc().IsIntrinsic()):
				return i
			}
		}
		for _, to := range b.Succs(nil) {
			if !ends {
				work.Add(to.First())
			}
		}
	}
	return nil
}

// checkAwaitBool reports an await_suspend whose result is tested the wrong way round: true means that
// the coroutine stays suspended.
//
//	%save = call token @llvm.coro.save(ptr %hdl)
//	%waits = call i1 @llvm.coro.await.suspend.bool(ptr %awaiter, ptr %hdl, ptr @wrapper)
//	br i1 %waits, label %ready, label %suspend     ; inverted
func (k *checker) checkAwaitBool() {
	for _, i := range k.calls[ir.CoroAwaitBool] {
		for u := i.FirstUse(); u != nil; u = u.Next() {
			t := u.User()
			if t.Op != ir.OpBr || t.NumArgs() != 3 || k.flow.dom.Index(t.Block()) < 0 {
				continue
			}
			yes, _, _ := k.nextSuspends(t.Arg(1).(*ir.Block).First())
			no, _, _ := k.nextSuspends(t.Arg(2).(*ir.Block).First())
			for _, s := range k.calls[ir.CoroSuspend] {
				save := ir.AsInstr(s.Arg(0))
				if yes[s] || !no[s] || save == nil || ir.CoroCall(save) != ir.CoroSave || !k.flow.dom.InstrDominates(save, i) {
					continue
				}
				e := k.once(i, rule.RuleAwaitBool, t.Pos, "the coroutine suspends here if await_suspend returned false")
				note(e, i.Pos, "await_suspend is called here")
				note(e, s.Pos, "the suspend is here")
				hint(e, "branch to the suspend if the result is true, and continue the coroutine if it is false")
			}
		}
	}
}

// checkTransferToSelf reports a coroutine that symmetric transfer resumes at its own final suspend: its
// final awaiter returns the handle that it gets.
func (k *checker) checkTransferToSelf() {
	for _, i := range k.calls[ir.CoroAwaitHandle] {
		w := k.wrapper(i)
		if w == nil || !returnsHandle(w) {
			continue
		}
		if s := k.suspendOf(i); s != nil && ir.IsFinal(s) {
			e := k.report(rule.RuleAtFinal, i.Pos, "await_suspend returns the coroutine's own handle, so the coroutine is resumed "+
				"at its final suspend")
			note(e, s.Pos, "the final suspend is here")
			note(e, w.Pos, "the function that calls await_suspend is here")
			hint(e, "return the handle of the coroutine that waits for this one, or that of llvm.coro.noop")
		}
	}
}

// returnsHandle reports whether the wrapper of an await_suspend always returns its second parameter.
func returnsHandle(w *ir.Func) bool {
	rets := 0
	for i := range w.Instrs() {
		if i.Op == ir.OpRet {
			if origin(i.Arg(0)) != ir.Value(w.Params[1]) {
				return false
			}
			rets++
		}
	}
	return rets > 0
}

// wrapper returns the function that calls await_suspend for an await, simplified, or nil if its body is not
// known, or its type is wrong.
func (k *checker) wrapper(await *ir.Instr) *ir.Func {
	f, _ := ir.StripCasts(await.Arg(2)).(*ir.Func)
	if !k.known(f) || !wrapperForms[ir.CoroCall(await)].Matches(f.FTy) {
		return nil
	}
	w, ok := k.wrappers[f]
	if !ok {
		if w = k.near(f); w == nil {
			w = f
		}
		ir.Put(&k.wrappers, f, w)
	}
	return w
}

// ends reports whether an await_suspend always destroys the coroutine.
func (k *checker) ends(await *ir.Instr) bool {
	w := k.wrapper(await)
	return w != nil && k.always(w, 1, true)
}

// checkAwaiters reports an await_suspend that uses the awaiter, or lets the coroutine run on, after it
// destroyed the coroutine: the awaiter is an object in the frame. For example:
//
//	void await_suspend(std::coroutine_handle<> h) { h.destroy(); count++; }
func (k *checker) checkAwaiters() {
	for i := range k.awaits {
		w := k.wrapper(i)
		if w == nil {
			continue
		}
		if a := ir.AsInstr(ir.Underlying(i.Arg(0))); a != nil && a.Op == ir.OpAlloca {
			k.lookNear(w, w.Params[0], rule.RuleAfterDestroy)
		}
		if ir.CoroCall(i) != ir.CoroAwaitBool || !k.ends(i) {
			continue
		}
		if v, ok := constantResult(w); ok && v == 0 {
			e := k.report(rule.RuleAfterDestroy, i.Pos, "await_suspend destroys the coroutine and returns false, which resumes it")
			note(e, w.Pos, "the function that calls await_suspend is here")
			hint(e, "return true: the coroutine is gone, and nothing resumes it")
		}
	}
}

// suspendOf returns the suspend that follows an await_suspend, or nil if there is none or several.
func (k *checker) suspendOf(await *ir.Instr) *ir.Instr {
	next := await.Next()
	if await.Op == ir.OpInvoke {
		next = await.NormalDest().First()
	}
	at, _, _ := k.nextSuspends(next)
	if len(at) != 1 {
		return nil
	}
	for s := range at {
		return s
	}
	return nil
}

// checkUnsaved reports an await_suspend that gets the handle before the coroutine is saved, unless it runs no
// other code: the coroutine may be resumed before its suspend index is stored.
func (k *checker) checkUnsaved() {
	for i := range k.awaits {
		s := k.suspendOf(i)
		if s == nil || k.flow.dom.Index(i.Block()) < 0 || !k.handsOn(k.wrapper(i)) {
			continue
		}
		save := ir.AsInstr(s.Arg(0))
		if save != nil && (ir.CoroCall(save) != ir.CoroSave || k.flow.dom.InstrDominates(save, i)) {
			continue
		}
		if save == nil {
			save = s // it saves the coroutine, too
		}
		e := k.report(rule.RulePublished, i.Pos, "await_suspend gets the handle before the coroutine is saved, so whatever it "+
			"gives the handle to may resume the coroutine at its last suspend")
		note(e, save.Pos, "the coroutine is saved here")
		hint(e, "call llvm.coro.save before this, and pass its token to the suspend")
	}
}

// handsOn reports whether an await_suspend may give the handle to code that resumes the coroutine; nil: its
// body is not known.
func (k *checker) handsOn(w *ir.Func) bool {
	if w == nil {
		return true
	}
	for i := range w.Instrs() {
		if ir.MayHandOn(k.m, i) {
			return true
		}
	}
	return false
}

// checkPublished reports an atomic store of the handle before the coroutine is saved: the thread
// that reads the handle may resume the coroutine before its suspend index is stored. It examines
// only the rest of the block, in which the suspend certainly follows. For example:
//
//	store atomic ptr %hdl, ptr @ready release, align 8      ; another thread may resume %hdl
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)   ; this stores the index
//
// A plain store to a global publishes the handle if a release follows before the suspend:
//
//	store ptr %hdl, ptr @waiting
//	store atomic i1 true, ptr @ready release, align 1       ; another thread may read @waiting
func (k *checker) checkPublished() {
	for u := k.begin.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		var release *ir.Instr // it makes a plain store visible
		switch {
		case i.Op == ir.OpStore && u.Index() == 0 && i.Order != ir.NotAtomic && i.Order != ir.Unordered:
		case i.Op == ir.OpStore && u.Index() == 0 && sharedGlobal(i.Arg(1)):
			if release = releaseAfter(i); release == nil {
				continue
			}
		case i.Op == ir.OpAtomicRMW && u.Index() == 1, i.Op == ir.OpCmpXchg && u.Index() == 2:
		default:
			continue
		}
		saved := false
		for x := i.Prev(); x != nil && !saved; x = x.Prev() {
			saved = ir.CoroCall(x) == ir.CoroSave
		}
		for x := i.Next(); x != nil && !saved; x = x.Next() {
			c := ir.CoroCall(x)
			if c != ir.CoroSave && c != ir.CoroSuspend {
				continue
			}
			e := k.once(x, rule.RulePublished, i.Pos,
				"other threads see the handle here before the coroutine is saved, so they may resume it while it runs")
			if release != nil {
				note(e, release.Pos, "this makes the handle visible to other threads")
			}
			note(e, x.Pos, "the coroutine is saved here")
			hint(e, "call llvm.coro.save before this, and pass its token to the suspend")
			break
		}
	}
}

// sharedGlobal reports whether an address is in a global that all threads share.
func sharedGlobal(p ir.Value) bool {
	g, ok := ir.Underlying(p).(*ir.Global)
	return ok && !g.ThreadLocal()
}

// releaseAfter returns the first instruction after a store, in its block and before the coroutine
// is saved, that other threads synchronise with: a release fence, or a store or exchange with
// release order to a global. Counters, for example of references, are left out: code that runs in
// one thread has them too.
func releaseAfter(store *ir.Instr) *ir.Instr {
	for x := store.Next(); x != nil; x = x.Next() {
		switch c := ir.CoroCall(x); {
		case c == ir.CoroSave || c == ir.CoroSuspend || c == ir.CoroEnd:
			return nil
		case x.Order < ir.Release || inOneThread(x):
		case x.Op == ir.OpFence, x.Op == ir.OpStore && sharedGlobal(x.Arg(1)),
			x.Op == ir.OpAtomicRMW && ir.RMWNames[x.Sub] == "xchg" && sharedGlobal(x.Arg(0)):
			return x
		}
	}
	return nil
}

// inOneThread reports whether an atomic instruction only synchronises with signal handlers.
func inOneThread(i *ir.Instr) bool {
	a, ok := i.Aux.(*ir.AtomicAux)
	return ok && a.Scope == "singlethread"
}
