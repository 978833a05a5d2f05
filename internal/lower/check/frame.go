// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about values and the frame: values that the frame cannot hold (tokens, scalable vectors,
// objects of unknown size), aliases from before coro.begin that cannot be recomputed for the frame,
// objects that the frame's memory is not aligned for, and uses after the memory is freed.
//
// These rules do not compute which values cross a suspend or need a slot in the frame. They query
// package split, which analyses a copy of the function.

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/dynalloca"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/lower/split"
)

// checkFrame runs the rules about values.
func (k *checker) checkFrame() {
	if k.begin == nil {
		return
	}
	// splitting reports these itself, and its analysis needs every intrinsic to be well typed
	if !k.lowering && !slices.Contains(k.broken[:], true) {
		k.checkUnsupported()
		k.checkKept()
	}
	k.checkAfterFree()
}

// checkUnsupported reports an error that would stop splitting although the function breaks no rule.
func (k *checker) checkUnsupported() {
	e := split.Unsupported(k.c, k.f)
	if e != nil && !slices.ContainsFunc(k.list, func(x *ir.Error) bool { return x.Pos == e.Pos }) {
		k.list = append(k.list, e)
	}
}

// checkKept reports values that the frame cannot hold, memory that is too small for the frame, and
// objects that the memory is not aligned for.
func (k *checker) checkKept() {
	var kept *split.Survey
	if k.c.Layout != nil && len(k.calls[ir.CoroSuspend]) > 0 {
		kept = split.Look(k.c, k.f)
	}
	if kept != nil {
		for n := range kept.Refused {
			k.reportRefused(&kept.Refused[n])
		}
		k.reportOnHeap(kept.OnHeap)
		k.reportEarly(kept.Early)
	}
	k.checkSmallAlloc(kept)
	plain, guarantee := k.allocation()
	if plain == nil || guarantee == 0 {
		return
	}
	promise := k.promiseAlloca()
	for _, a := range k.allocs {
		switch {
		case k.alignOf(a) <= guarantee:
		case a == promise && len(k.calls[ir.CoroSuspend]) > 0:
			k.reportOverAligned(a, plain, guarantee, "the promise")
		case kept.InFrame(a):
			k.reportOverAligned(a, plain, guarantee, k.nameOf(a))
		}
	}
}

// reportRefused adds a finding for a value that splitting cannot put into the frame.
func (k *checker) reportRefused(r *split.Refusal) {
	at := r.Pos
	if r.Rule == rule.RuleTokenCrosses || r.Rule == rule.RuleScalable && r.Why.Rule == coro.UsedAcross {
		at = r.Why.Use
	}
	if r.Rule == rule.RuleSuspendEarly && slices.ContainsFunc(k.list,
		func(e *ir.Error) bool { return e.Rule == r.Rule }) {
		return // an earlier finding about a suspend before coro.begin has the same cause
	}
	e := k.tell(r.Rule, at)
	switch {
	case at == r.Why.Use:
		note(e, r.Why.Def, "the value is defined here")
	case at != r.Why.Def:
		note(e, r.Why.Def, "the object is allocated here")
	}
	switch r.Rule {
	case rule.RuleArrayCopy:
		note(e, r.Written, "it may be written here, before coro.begin")
		note(e, k.begin.Pos, "the coroutine begins here")
		hint(e, "allocate one object of an array type (alloca [N x T]), or write to it after coro.begin")
	case rule.RuleAlias:
		note(e, k.begin.Pos, "the coroutine begins here")
		hint(e, "compute this address after coro.begin")
	case rule.RuleEndedObject:
		note(e, r.Freed, "the frame may be freed here")
	case rule.RuleUnwound:
		note(e, r.Why.Suspend, "a suspend on the path is here")
	case rule.RuleTokenCrosses:
		note(e, r.Why.Suspend, "a suspend on the path is here")
		hint(e, "create the token again after the suspend, because the frame cannot hold it")
	case rule.RuleSuspendEarly:
		note(e, r.Why.Suspend, "a suspend on the path is here")
		note(e, k.begin.Pos, "the frame begins here")
		hint(e, "do not branch from a suspend to code before coro.begin")
	case rule.RuleLocalAcross:
		k.noteSuspend(e, r)
	case rule.RuleSwiftError:
		k.noteSuspend(e, r)
		hint(e, "copy the error to a separate variable before the suspend, and pass another swifterror value to "+
			"calls after it")
	case rule.RuleDynamic:
		k.noteSuspend(e, r)
		if r.Heap.Msg != "" {
			note(e, r.Heap.Pos, "%s", r.Heap.Msg)
		}
	case rule.RuleScalable:
		if at == r.Why.Use {
			note(e, r.Why.Suspend, "a suspend on the path is here")
			hint(e, "compute the value again after the suspend, or store it in your own memory, because the frame "+
				"needs a constant size")
			return
		}
		k.noteSuspend(e, r)
		hint(e, "keep the object's uses on one side of the suspends, or use your own memory")
	}
}

// reportEarly adds a warning for each object in the frame whose address other code may keep from before
// coro.begin.
func (k *checker) reportEarly(list []split.KeptEarly) {
	for _, o := range list {
		e := k.report(rule.RuleKeptEarly, o.Pos, "the address of %s may be kept here, but coro.begin moves it to the frame",
			k.nameOf(o.Object))
		note(e, o.Object.Pos, "the object is allocated here")
		note(e, k.begin.Pos, "the coroutine begins here")
		hint(e, "pass the address on after coro.begin, or mark the parameter captures(none) if the callee keeps no copy of it")
	}
}

// nameOf names an object in a message.
func (k *checker) nameOf(a *ir.Instr) string {
	if name := debuginfo.VariableName(k.m, a); name != "" {
		return "'" + name + "'"
	}
	return "this object"
}

// reportOnHeap adds a warning for each object that the built-in pipelines allocate like the frame.
// LLVM refuses it.
func (k *checker) reportOnHeap(list []dynalloca.OnHeap) {
	k.onHeap = k.onHeap || len(list) > 0
	for _, o := range list {
		e := k.report(rule.RuleDynamic, o.Pos, "this object of variable size lives across a suspend: default<O2> "+
			"allocates it with @%s, but LLVM refuses it", o.Alloc)
		if e != nil {
			e.Severity = max(e.Severity, ir.SevWarning)
		}
		hint(e, "%s", rule.Fix(rule.RuleDynamic))
	}
}

// noteSuspend notes the suspend that an object's live range crosses. If the refusal names no
// suspend, it notes the first suspend of the function.
func (k *checker) noteSuspend(e *ir.Error, r *split.Refusal) {
	at := r.Why.Suspend
	for _, id := range [...]ir.Intrinsic{ir.CoroSuspend, ir.CoroSuspendRetcon, ir.CoroSuspendAsync} {
		if l := k.calls[id]; !at.IsValid() && len(l) > 0 {
			at = l[0].Pos
		}
	}
	note(e, at, "the coroutine suspends here")
}

func (k *checker) reportOverAligned(a, alloc *ir.Instr, guarantee int64, what string) {
	e := k.report(rule.RuleOverAligned, a.Pos, "%s is in the frame and aligned to %d bytes, but @%s returns memory "+
		"aligned to only %d",
		what, k.alignOf(a), alloc.CalledFunc().Name, guarantee)
	note(e, alloc.Pos, "the frame is allocated here")
	hint(e, "allocate the frame with llvm.coro.align and an allocator that takes an alignment (clang: "+
		"-fcoro-aligned-allocation)")
}

// guarantee returns the alignment of a default allocator's memory: the alignment in coro.id, or
// else twice the pointer size. It returns 0 if neither is known.
func (k *checker) guarantee() int64 {
	if c, ok := constInt(k.id, ir.IdAlign); ok && !c.IsZero() {
		return int64(c.Uint64())
	}
	if k.c.Layout == nil || k.m.DataLayout == "" {
		return 0
	}
	return 2 * k.c.Layout.PtrSize(0)
}

// checkAfterFree reports accesses to the frame, and to variables in it, that a call freeing the frame
// dominates.
func (k *checker) checkAfterFree() {
	var calls []*ir.Instr
	for _, fr := range k.ownFrees() {
		calls = append(calls, freeingCalls(fr)...)
	}
	if len(calls) == 0 {
		return
	}
	freed := k.flow.nearest(calls)
	var late []*ir.Instr
	of := map[*ir.Instr]*ir.Instr{} // the variable, if a function gets its address that may not access it
	accesses(append([]*ir.Instr{k.begin}, k.calls[ir.CoroFrame]...), func(i *ir.Instr) {
		if k.flow.dom.Index(i.Block()) >= 0 && freed(i) != nil {
			late = append(late, i)
		}
	})
	for a := k.f.Entry().First(); a != nil; a = a.Next() {
		if a.Op != ir.OpAlloca || k.lowering && a != k.promiseAlloca() {
			continue
		}
		var uses []*ir.Instr
		from := len(late)
		k.touched(a, func(i *ir.Instr, certain bool) {
			if k.flow.dom.Index(i.Block()) < 0 || k.lowering && !certain {
				return
			}
			if uses = append(uses, i); freed(i) == nil {
				return
			}
			if late = append(late, i); !certain {
				of[i] = a
			}
		})
		if len(late) > from && a != k.promiseAlloca() && !k.crosses(a, uses, late[from]) {
			late = late[:from]
		}
	}
	slices.SortFunc(late, func(a, b *ir.Instr) int { return a.ID - b.ID })
	for _, i := range late {
		f := freed(i)
		e := k.once(f, rule.RuleAfterFree, i.Pos, "the frame is used here after it was freed")
		note(e, f.Pos, "it is freed here")
		if a := of[i]; a != nil && e != nil {
			e.Severity = ir.SevWarning
			note(e, a.Pos, "%s is in the frame", k.nameOf(a))
		}
		hint(e, "move this before the call that frees the frame")
	}
}

// crosses reports whether a suspend lies between an access to a variable and a later one, and its
// lifetime does not begin again in between. So the variable is in the frame.
func (k *checker) crosses(a *ir.Instr, uses []*ir.Instr, late *ir.Instr) bool {
	suspends := k.calls[ir.CoroSuspend]
	for _, s := range suspends[:min(len(suspends), maxSources)] {
		before := func(i *ir.Instr) bool { return k.flow.dom.InstrDominates(i, s) }
		begins := func(i *ir.Instr) bool { return ir.LifetimeKind(i) == ir.LifetimeStart && !before(i) }
		if slices.ContainsFunc(uses, before) && !slices.ContainsFunc(a.Users(), begins) &&
			k.flow.from(s.Block().Succs(nil))[k.flow.dom.Index(late.Block())] {
			return true
		}
	}
	return false
}

// freeingCalls returns the calls that receive a coro.free's result.
func freeingCalls(fr *ir.Instr) []*ir.Instr {
	var out []*ir.Instr
	work := ir.NewWorklist(fr)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast:
				work.Add(i)
			case i.IsCall() && u.Index() < i.NumCallArgs() && len(out) < 64:
				if fn := i.CalledFunc(); fn == nil || !fn.IsIntrinsic() {
					out = append(out, i)
				}
			}
		}
	}
	return out
}

// accesses calls found for each instruction that reads or writes memory through an address derived
// from the roots, and for each coro.resume, coro.destroy and coro.done of such an address, in no
// particular order.
func accesses[V ir.LocalValue](roots []V, found func(*ir.Instr)) {
	usesOf(roots, func(u *ir.Use, on func(*ir.Instr)) { access(u, on, found) })
}

// usesOf calls visit for each use of the roots, and of each address that visit passes to on, in no
// particular order.
func usesOf[V ir.LocalValue](roots []V, visit func(u *ir.Use, on func(*ir.Instr))) {
	var work ir.Worklist[ir.LocalValue]
	for _, v := range roots {
		work.Add(v)
	}
	on := func(i *ir.Instr) { work.Add(i) }
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			visit(u, on)
		}
	}
}

// access classifies one use of an address. It calls on if the user derives another address, or keeps
// the address in a variable that is loaded again, and found if the user reads or writes memory
// through it.
func access(u *ir.Use, on, found func(*ir.Instr)) {
	i := u.User()
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast:
		on(i)
	case ir.OpGEP:
		if u.Index() == 0 {
			on(i)
		}
	case ir.OpLoad:
		found(i)
	case ir.OpStore:
		if u.Index() == 1 {
			found(i)
		} else if a := ir.AsInstr(i.Arg(1)); a != nil && onlyStore(a) == i {
			for _, l := range a.Users() {
				if l.Op == ir.OpLoad {
					on(l)
				}
			}
		}
	case ir.OpAtomicRMW, ir.OpCmpXchg:
		if u.Index() == 0 {
			found(i)
		}
	case ir.OpCall, ir.OpInvoke:
		switch ir.CoroCall(i) {
		case ir.CoroPromise:
			on(i)
		case ir.CoroResume, ir.CoroDestroy, ir.CoroDone:
			found(i)
		case ir.NotCoro:
			if fn := i.CalledFunc(); fn != nil && ir.IsMemIntrinsic(fn) && u.Index() < i.NumCallArgs() {
				found(i)
			}
		}
	}
}
