// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about the value of a handle: it is not null, it is not the address of other memory, its
// holder does not free it, and it is not resumed at the final suspend.

import (
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// onHandle lists the intrinsics that receive a coroutine's handle.
var onHandle = [...]ir.Intrinsic{ir.CoroResume, ir.CoroDestroy, ir.CoroDone}

// checkHandles runs the rules about the value of a handle.
func (k *checker) checkHandles() {
	k.checkNull()
	if k.lowering {
		return
	}
	k.checkDirection()
	for _, i := range k.callees {
		if r := k.creates(i); r != nil && r.returned == nil {
			k.needFlow()
			k.checkOverwritten(i)
		}
	}
	if len(k.calls[ir.CoroResume])+len(k.calls[ir.CoroDestroy])+len(k.calls[ir.CoroDone])+len(k.frees) == 0 {
		return
	}
	k.checkNotCoroutine()
	k.checkHandleFreed()
	k.checkAtFinal()
	k.checkEnded()
	k.checkNeverDone()
}

// checkNull reports a handle that is the constant null, undef or poison.
func (k *checker) checkNull() {
	for _, id := range [...]ir.Intrinsic{ir.CoroResume, ir.CoroDestroy, ir.CoroDone, ir.CoroPromise} {
		for _, i := range k.calls[id] {
			k.checkNullArg(i, 0)
		}
	}
	for i := range k.awaits {
		k.checkNullArg(i, 1)
	}
}

func (k *checker) checkNullArg(i *ir.Instr, arg int) {
	c, ok := ir.StripCasts(i.Arg(arg)).(*ir.Const)
	if !ok || i.Arg(arg).Type().AddrSpace() != 0 || k.simplified && !certain(i) {
		return
	}
	what := "null"
	switch c.Kind {
	case ir.ConstNull:
	case ir.ConstUndef, ir.ConstPoison:
		what = "no defined value"
	default:
		return
	}
	e := k.report(rule.RuleNullHandle, i.Pos, "the handle of this coro.%s is %s", ir.CoroCall(i).CoroWord(), what)
	note(e, k.f.Pos, "in this function")
	hint(e, "pass the handle of a coroutine, or remove the call")
}

// checkDirection reports a coro.promise with the wrong direction: it computes a handle from a
// handle, or a promise from the address of a promise. For example:
//
//	%h = call ptr @llvm.coro.begin(token %id, ptr %mem)
//	%p = call ptr @llvm.coro.promise(ptr %h, i32 4, i1 true)    ; i1 false yields the promise
func (k *checker) checkDirection() {
	for _, p := range k.calls[ir.CoroPromise] {
		from, ok := constInt(p, 2)
		if !ok {
			continue
		}
		of := ir.AsInstr(ir.StripCasts(p.Arg(0)))
		if of == nil {
			continue
		}
		made, isHandle := k.isHandle(of)
		wrong, to := isHandle && from.IsTrue(), "false"
		if !isHandle && !from.IsTrue() {
			dir, ok := (*ir.Const)(nil), false
			if ir.CoroCall(of) == ir.CoroPromise {
				dir, ok = constInt(of, 2)
			}
			wrong, to = ok && dir.IsZero() || k.id != nil && len(k.ids) > 0 && of == k.promiseAlloca(), "true"
			made = of
		}
		if !wrong {
			continue
		}
		e := k.report(rule.RulePromiseDirection, p.Pos, "")
		if to == "false" {
			e.Msg = "coro.promise gets a handle here, but computes the handle of the promise at that address"
		} else {
			e.Msg = "coro.promise gets the address of a promise here, but computes the promise of the coroutine " +
				"at that address"
		}
		note(e, made.Pos, "the argument is created here")
		hint(e, "pass i1 %s as the last argument: true computes the handle from a promise, false the promise "+
			"from a handle", to)
		fix(e, ir.FixArg, p.Pos, 2, "i1 "+to, nil)
	}
}

// isHandle reports whether a value is certainly a coroutine's handle. It also returns the
// instruction that creates the handle.
func (k *checker) isHandle(v *ir.Instr) (*ir.Instr, bool) {
	switch ir.CoroCall(v) {
	case ir.CoroBegin, ir.CoroFrame, ir.CoroNoop:
		return v, true
	case ir.CoroPromise:
		dir, ok := constInt(v, 2)
		return v, ok && dir.IsTrue()
	}
	if r := k.creates(v); r != nil && r.returned == nil {
		return v, true
	}
	return v, false
}

// ramp describes a coroutine of the module that the function calls.
type ramp struct {
	f        *ir.Func
	begin    *ir.Instr
	returned *ir.Instr // the alloca whose address every ret returns; nil: each returns the handle
	done     bool      // coro.done may return true: it has a final suspend, or an exception may leave it
}

// creates returns the coroutine that a call creates, or nil. The module must define the coroutine,
// and every ret of its ramp must return either the handle or the address of the same variable.
func (k *checker) creates(call *ir.Instr) *ramp {
	if !call.IsCall() {
		return nil
	}
	f := call.CalledFunc()
	if f == nil || f == k.f || f.IsIntrinsic() || f.Interposable() {
		return nil
	}
	r, ok := k.ramps[f]
	if !ok {
		if r = rampOf(k.m, f); r == nil && !k.lowering && ir.IsPresplit(k.m, f) && f.Load() == nil {
			if s := k.near(f); s != nil {
				r = rampOf(k.m, s)
			}
		}
		ir.Put(&k.ramps, f, r)
	}
	return r
}

// rampOf describes an unsplit coroutine of the switched ABI. It returns nil if the skeleton is
// unusual or if a ret returns anything other than the handle or one variable.
func rampOf(m *ir.Module, f *ir.Func) *ramp {
	if !ir.IsPresplit(m, f) || f.Load() != nil {
		return nil
	}
	var id, begin *ir.Instr
	done := false
	for i := range f.Instrs() {
		switch ir.CoroCall(i) {
		case ir.CoroID:
			if id != nil || !ir.SignatureFits(i, ir.CoroID) || ir.IsPostSplit(i) {
				return nil
			}
			id = i
		case ir.CoroBegin:
			if begin != nil || !ir.SignatureFits(i, ir.CoroBegin) {
				return nil
			}
			begin = i
		case ir.CoroSuspend:
			if !ir.SignatureFits(i, ir.CoroSuspend) {
				return nil
			}
			c, ok := constInt(i, 1)
			done = done || !ok || c.IsTrue()
		case ir.CoroEnd:
			done = done || ir.IsUnwindEnd(i)
		case ir.CoroIDRetcon, ir.CoroIDRetconOnce, ir.CoroIDRetconOnceDynamic, ir.CoroIDAsync:
			return nil
		}
	}
	if id == nil || begin == nil || ir.AsInstr(begin.Arg(0)) != id {
		return nil
	}
	r := &ramp{f: f, begin: begin, done: done}
	if !r.findReturned() {
		return nil
	}
	return r
}

// findReturned finds what the ramp returns. It returns false if that is anything other than the handle
// or one variable.
func (r *ramp) findReturned() bool {
	rets := 0
	for b := r.f.Entry(); b != nil; b = b.Next() {
		t := b.Terminator()
		if t.Op != ir.OpRet {
			continue
		}
		if t.NumArgs() != 1 {
			return false
		}
		v := ir.AsInstr(ir.StripCasts(t.Arg(0)))
		switch {
		case v == nil:
			return false
		case (v == r.begin || r.ofPromise(v)) && r.returned == nil:
		case v.Op == ir.OpAlloca && (rets == 0 || r.returned == v):
			r.returned = v
		default:
			return false
		}
		rets++
	}
	return rets > 0
}

// ofPromise reports whether a value is the handle, computed from the promise.
func (r *ramp) ofPromise(v *ir.Instr) bool {
	promise := ir.AsInstr(ir.StripCasts(r.id().Arg(1)))
	if promise == nil || ir.CoroCall(v) != ir.CoroPromise || ir.StripCasts(v.Arg(0)) != ir.Value(promise) {
		return false
	}
	from, ok := constInt(v, 2)
	return ok && from.IsTrue()
}

// checkNotCoroutine reports a handle that is another address: that of a function, of a coroutine's
// promise, or of memory that no instruction has written.
func (k *checker) checkNotCoroutine() {
	for _, id := range onHandle {
		for _, i := range k.calls[id] {
			what, at := k.notCoroutine(origin(i.Arg(0)))
			if what == "" || k.simplified && !certain(i) {
				continue
			}
			e := k.once(at, rule.RuleNotCoroutine, i.Pos, "coro.%s gets %s, which is no coroutine", id.CoroWord(), what)
			note(e, at, "it comes from here")
			hint(e, "pass the handle that the coroutine's ramp returned")
		}
	}
}

func (k *checker) notCoroutine(v ir.Value) (what string, at ir.Pos) {
	switch v := v.(type) {
	case *ir.Func:
		return "the address of a function", v.Pos
	case *ir.Instr:
		if ir.CoroCall(v) == ir.CoroPromise {
			from, ok := constInt(v, 2)
			if ok && from.IsZero() {
				return "the address of a promise", v.Pos
			}
			a := ir.AsInstr(ir.StripCasts(v.Arg(0)))
			if ok && from.IsTrue() && a != nil && a.Op == ir.OpAlloca && (k.id == nil || a != k.promiseAlloca()) {
				return "the address before a variable", a.Pos
			}
		}
		if r := k.creates(v); r != nil && r.returned != nil {
			return "the address of a variable of @" + r.f.Name, v.Pos
		}
		if v.Op == ir.OpGEP {
			h := ir.AsInstr(origin(v.Arg(0)))
			if h != nil && k.constantOffset(v) && (h == k.begin || k.creates(h) != nil && k.creates(h).returned == nil) {
				return "an address inside a frame", v.Pos
			}
		}
		if a := loaded(v); a != nil && onlyLoadsAndStores(a) && !slices.ContainsFunc(a.Users(),
			func(i *ir.Instr) bool { return i.Op == ir.OpStore }) {
			return "a variable that nothing was written to", a.Pos
		}
		if a := ir.AsInstr(ir.Underlying(v)); a != nil && a.Op == ir.OpAlloca {
			if n, ok := k.objectSize(a); ok && int64(n) < 2*k.ptrSize() {
				return "a variable that is smaller than a frame", a.Pos
			}
		}
		fresh := v.Op == ir.OpAlloca
		if v.IsCall() && v.CalledFunc() != nil {
			_, fresh = sizeParam(v.CalledFunc().Name)
			fresh = fresh && v.CalledFunc().Name != "realloc" && v.Type().IsPtr()
		}
		if fresh && neverWritten(v) {
			return "memory that nothing was written to", v.Pos
		}
	}
	return "", 0
}

// loaded returns the variable that an instruction loads, or nil.
func loaded(i *ir.Instr) *ir.Instr {
	if i.Op != ir.OpLoad {
		return nil
	}
	if a := ir.AsInstr(i.Arg(0)); a != nil && a.Op == ir.OpAlloca {
		return a
	}
	return nil
}

// neverWritten reports whether the address of new memory reaches only casts, comparisons, loads,
// calls that take a handle, and calls that free it, so that no instruction writes the memory.
func neverWritten(root *ir.Instr) bool {
	work := ir.NewWorklist(root)
	for v := range work.All {
		if len(work.Added()) > maxSources {
			return false
		}
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast || i.Op == ir.OpGEP && u.Index() == 0:
				work.Add(i)
			case i.Op == ir.OpLoad || i.Op == ir.OpICmp || ir.IsLifetime(i):
			case i.IsCall() && u.Index() == 0 && ir.FreesMemory(i.CalledFunc()):
			default:
				switch ir.CoroCall(i) {
				case ir.CoroPromise:
					work.Add(i)
				case ir.CoroResume, ir.CoroDestroy, ir.CoroDone:
				default:
					return false
				}
			}
		}
	}
	return true
}

// checkHandleFreed reports a handle that its creator frees although the coroutine frees its own
// frame when it is destroyed.
func (k *checker) checkHandleFreed() {
	for _, c := range k.frees {
		if c.NumCallArgs() == 0 {
			continue
		}
		call := ir.AsInstr(ir.StripCasts(c.Arg(0)))
		if call == nil {
			continue
		}
		r := k.creates(call)
		if r == nil || r.returned != nil {
			continue
		}
		own := freesFrame(r.f)
		if own == nil {
			continue
		}
		e := k.once(c, rule.RuleHandleFreed, c.Pos, "the handle is freed here, so the cleanup of @%s never runs",
			r.f.Name)
		note(e, call.Pos, "the coroutine is created here")
		note(e, own.Pos, "it frees its frame itself when it is destroyed")
		hint(e, "call llvm.coro.destroy instead")
	}
}

// freesFrame returns the coro.free of a coroutine whose result some call receives, or nil.
func freesFrame(f *ir.Func) *ir.Instr {
	for i := range f.Instrs() {
		if ir.CoroCall(i) == ir.CoroFree && len(freeingCalls(i)) > 0 {
			return i
		}
	}
	return nil
}

// checkAtFinal reports a coroutine that is resumed at its final suspend. It counts the resumes that
// dominate the call. The last of them must lead to the call without a branch, so that no coro.done
// can guard it. Resumes that the count misses only make the coroutine finish earlier. For example,
// with a coroutine whose first suspend is followed by the final one:
//
//	%h = call ptr @gen()
//	call void @llvm.coro.resume(ptr %h)    ; now at the final suspend
//	call void @llvm.coro.resume(ptr %h)    ; reported
func (k *checker) checkAtFinal() {
	byHandle := k.resumesOf(ir.StripCasts)
	for _, i := range k.calls[ir.CoroResume] {
		h := ir.AsInstr(ir.StripCasts(i.Arg(0)))
		if h == nil || len(byHandle[h]) > maxSources || k.checkDone(i, h) {
			continue
		}
		r := k.creates(h)
		if r == nil || r.returned != nil || !k.straightFrom(i, h, byHandle[h]) {
			continue
		}
		k.needFlow()
		before := 0
		for _, d := range byHandle[h] {
			if d != i && k.flow.dom.InstrDominates(d, i) {
				before++
			}
		}
		final := k.finalAfter(r, before)
		if final == nil {
			continue
		}
		e := k.once(h, rule.RuleAtFinal, i.Pos, "@%s is resumed here at its final suspend", r.f.Name)
		note(e, final.Pos, "the final suspend is here")
		note(e, h.Pos, "the coroutine is created here")
		hint(e, "remove this call, or ask llvm.coro.done before it: a finished coroutine can only be destroyed")
	}
}

// resumesOf lists the calls that resume each handle, which handle finds from their arguments.
func (k *checker) resumesOf(handle func(ir.Value) ir.Value) map[*ir.Instr][]*ir.Instr {
	byHandle := map[*ir.Instr][]*ir.Instr{}
	for _, i := range k.calls[ir.CoroResume] {
		if h := ir.AsInstr(handle(i.Arg(0))); h != nil {
			byHandle[h] = append(byHandle[h], i)
		}
	}
	return byHandle
}

// checkDone reports a resume that control reaches only if coro.done returned true for the same
// handle, or always if it did, and one between coro.done and the branch on its result. A coroutine that
// is done stays done. For example:
//
//	%done = call i1 @llvm.coro.done(ptr %h)
//	br i1 %done, label %again, label %out
//	again:
//	  call void @llvm.coro.resume(ptr %h)    ; reported
func (k *checker) checkDone(i, h *ir.Instr) bool {
	for _, d := range k.calls[ir.CoroDone] {
		if ir.StripCasts(d.Arg(0)) != ir.Value(h) {
			continue
		}
		for u := d.FirstUse(); u != nil; u = u.Next() {
			t := u.User()
			if t.Op != ir.OpBr || t.NumArgs() != 3 {
				continue
			}
			k.needFlow()
			dom, on := k.flow.dom, t.Arg(1).(*ir.Block)
			between := dom.Index(i.Block()) >= 0 && dom.InstrDominates(d, i) && dom.InstrDominates(i, t)
			if !between && !dom.EdgeDominates(t.Block(), on, i.Block()) && !leadsTo(on, i, h) {
				continue
			}
			e := k.once(h, rule.RuleAtFinal, i.Pos, "the coroutine is resumed here although coro.done returned true")
			note(e, d.Pos, "coro.done is called here")
			if between {
				note(e, t.Pos, "its result is tested here")
				hint(e, "test the result before this call: a finished coroutine can only be destroyed")
				return true
			}
			hint(e, "resume the coroutine on the other edge: a finished coroutine can only be destroyed")
			return true
		}
	}
	return false
}

// leadsTo reports whether control that enters a block reaches a resume of h without a branch, another
// coro.done of h, or the creation of a new h.
func leadsTo(b *ir.Block, to, h *ir.Instr) bool {
	for hop := 0; hop < 16 && b != nil; hop++ {
		for i := b.First(); i != nil; i = i.Next() {
			if i == to {
				return true
			}
			if i == h || ir.CoroCall(i) == ir.CoroDone || ir.CoroCall(i) == ir.CoroDestroy {
				return false
			}
		}
		b = b.SingleSucc()
	}
	return false
}

// straightFrom reports whether control reaches a resume without a branch from another resume of the
// same handle, or from its creation.
func (k *checker) straightFrom(i, h *ir.Instr, resumes []*ir.Instr) bool {
	b := i.Block()
	x := i.Prev()
	for hop := 0; hop < 16; hop++ {
		for ; x != nil; x = x.Prev() {
			if x == h || slices.Contains(resumes, x) {
				return true
			}
		}
		p := b.SinglePred()
		if p == nil {
			return false
		}
		if t := p.Terminator(); p.SingleSucc() != b && (t.Op != ir.OpInvoke || t.NormalDest() != b) {
			return false
		}
		b, x = p, p.Terminator()
	}
	return false
}

// checkEnded reports uses of a coroutine that has no final suspend and has certainly run to its end,
// where it freed its frame. It counts resumes as checkAtFinal does.
func (k *checker) checkEnded() {
	byHandle := k.resumesOf(origin)
	for _, i := range k.calls[ir.CoroResume] {
		h := ir.AsInstr(origin(i.Arg(0)))
		if h == nil || byHandle[h] == nil || len(byHandle[h]) > maxSources {
			continue
		}
		resumes := byHandle[h]
		delete(byHandle, h)
		r := k.creates(h)
		if r == nil || r.returned != nil {
			continue
		}
		k.needFlow()
		accesses([]*ir.Instr{h}, func(i *ir.Instr) {
			if k.flow.dom.Index(i.Block()) < 0 || !k.straightFrom(i, h, resumes) {
				return
			}
			var last *ir.Instr
			before := 0
			for _, d := range resumes {
				if d != i && k.flow.dom.InstrDominates(d, i) {
					last = d
					before++
				}
			}
			if last == nil || !k.endedAfter(r, before) {
				return
			}
			e := k.once(h, rule.RuleAfterDestroy, i.Pos, "@%s is used here after it ended and freed its frame", r.f.Name)
			note(e, last.Pos, "it ends here at the latest")
			note(e, h.Pos, "the coroutine is created here")
			hint(e, "remove this use, or let @%s suspend at a final suspend, where it can be asked and destroyed", r.f.Name)
		})
	}
}

// endedAfter reports whether a coroutine that was resumed the given number of times has certainly
// freed its frame.
func (k *checker) endedAfter(r *ramp, resumes int) bool {
	at, _, ends := k.nextSuspends(r.begin.Next())
	for n := 0; n < resumes && !ends && len(at) > 0; n++ {
		next := map[*ir.Instr]bool{}
		every := true // each path of this resume frees the frame
		for s := range at {
			b, _, known := arm(s, 0)
			if ir.IsFinal(s) || !known {
				return false
			}
			more, freed, e := k.nextSuspends(b.First())
			ends = ends || e
			every = every && freed && len(more) == 0
			maps.Copy(next, more)
		}
		if every {
			return true
		}
		at = next
	}
	return false
}

// checkNeverDone reports a coro.done that never returns true.
func (k *checker) checkNeverDone() {
	for _, d := range k.calls[ir.CoroDone] {
		h := ir.AsInstr(origin(d.Arg(0)))
		if h == nil {
			continue
		}
		what := ""
		if ir.CoroCall(h) == ir.CoroNoop {
			what = "the no-op coroutine is never done"
		} else if r := k.creates(h); r != nil && r.returned == nil && !r.done {
			what = "@" + r.f.Name + " has no final suspend, so it is never done"
		}
		if what == "" || !d.HasUses() {
			continue
		}
		e := k.report(rule.RuleNeverDone, d.Pos, "%s", what)
		note(e, h.Pos, "the handle comes from here")
		hint(e, "suspend the coroutine at its end by a coro.suspend with i1 true")
	}
}

// finalAfter returns the final suspend if a coroutine that was resumed at least the given number of
// times must be there. It returns nil if the coroutine may be elsewhere, or if its control flow is
// not known.
func (k *checker) finalAfter(r *ramp, resumes int) *ir.Instr {
	at, _, ends := k.nextSuspends(r.begin.Next())
	for n := 0; !ends && n < resumes; n++ {
		next := map[*ir.Instr]bool{}
		for s := range at {
			if ir.IsFinal(s) {
				next[s] = true // resuming it here is undefined, which another call to finalAfter reports
				continue
			}
			b, _, known := arm(s, 0)
			if !known {
				return nil
			}
			more, _, ends := k.nextSuspends(b.First())
			if ends {
				return nil
			}
			maps.Copy(next, more)
		}
		at = next
	}
	if ends || len(at) != 1 {
		return nil
	}
	for s := range at {
		if ir.IsFinal(s) {
			return s
		}
	}
	return nil
}

// nextSuspends returns the suspends that control reaches first from an instruction. ends is true if
// the coroutine may end before it suspends, and freed if it then frees its frame on all such paths. An
// await_suspend that destroys the coroutine ends it.
func (k *checker) nextSuspends(from *ir.Instr) (out map[*ir.Instr]bool, freed, ends bool) {
	out = map[*ir.Instr]bool{}
	freed = true
	work := ir.NewWorklist(from)
	for i := range work.All {
		b, stops := i.Block(), false
		for ; i != nil && !stops; i = i.Next() {
			switch c := ir.CoroCall(i); {
			case c == ir.CoroSuspend:
				out[i], stops = true, true
			case c == ir.CoroFree, c.IsAwait() && k.ends(i):
				ends, stops = true, true
			case c == ir.CoroEnd && ir.IsUnwindEnd(i):
				stops = true // an exception leaves the coroutine, and what follows is for the ramp
			case c == ir.CoroEnd, i.Op == ir.OpRet:
				freed, ends, stops = false, true, true
			}
		}
		for _, s := range b.Succs(nil) {
			if !stops {
				work.Add(s.First())
			}
		}
	}
	return out, freed && ends, ends
}
