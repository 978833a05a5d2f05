// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Rewriting of the forms of a suspend in the switched-resume ABI to one form. Each suspend gets a
// save of its own, await intrinsics become calls of their wrappers, the promise's uses are
// restored, and suspends that cannot suspend are removed. For example:
//
//	call void @llvm.coro.await.suspend.void(ptr %awaiter, ptr %hdl, ptr @wrapper)
//
// becomes
//
//	call void @wrapper(ptr %awaiter, ptr %hdl)

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// normalise implements abi.
func (co *switched) normalise() {
	co.explicitSaves()
	co.restorePromiseUses()
	co.lowerAwaits()
	co.simplifySuspends()
	co.clearPromise()
}

// explicitSaves inserts a coro.save before each suspend that has none. The operand of a save is the
// frame's address, whatever the input passes.
func (co *switched) explicitSaves() {
	var fn *ir.Func
	bld := ir.NewBuilder(co.m)
	for _, s := range co.Suspends {
		if save := coro.Save(s); save != nil {
			if save.Arg(0).Type() == co.Begin.Type() {
				save.SetArg(0, co.Begin)
			}
			continue
		}
		if fn == nil {
			fn = ir.DeclareIntrinsic(co.m, ir.CoroSave)
		}
		bld.Before(s)
		save := bld.Call(fn, fn.FTy, "", []ir.Value{co.Begin}, "")
		save.Meta = nil
		save.Pos = s.Pos
		s.SetArg(0, save)
	}
}

// restorePromiseUses restores the uses of the promise that coro-early replaced by coro.promise.
func (co *switched) restorePromiseUses() {
	if co.Promise == nil {
		return
	}
	for _, h := range co.Hidden {
		if h.Arg(0) != ir.Value(co.Begin) {
			continue
		}
		ir.ReplaceUses(h, co.castLike(co.Promise, h))
		h.Erase()
	}
	co.Hidden = nil
}

// castLike returns the alloca as a value of h's type: the alloca itself, or in a module with typed
// pointers a cast of it at h.
func (co *switched) castLike(a, h *ir.Instr) ir.Value {
	if a.Type() == h.Type() {
		return a
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(h)
	return bld.PtrCast(a, h.Type())
}

// clearPromise sets the promise operand of coro.id to null. A cast without other uses is erased; a
// cast with other uses moves after coro.begin, so that it may become an address in the frame.
func (co *switched) clearPromise() {
	if co.Promise == nil {
		return
	}
	op := co.ID.Arg(ir.IdPromise)
	co.ID.SetArg(ir.IdPromise, co.m.Null(op.Type()))
	if cast := ir.AsInstr(op); cast != nil && cast != co.Promise {
		if !cast.HasUses() {
			cast.Erase()
		} else {
			cast.MoveBefore(co.Begin.Next())
		}
	}
}

// lowerAwaits turns the await intrinsics into calls of their wrappers. For the handle form it
// resumes the returned coroutine immediately.
func (co *switched) lowerAwaits() {
	for _, a := range co.Awaits {
		kind := ir.CoroCall(a)
		call := *a.Call()
		m := co.m
		ret := m.Types.Void()
		switch kind {
		case ir.CoroAwaitBool:
			ret = m.Types.Int(1)
		case ir.CoroAwaitHandle:
			ret = a.Arg(0).Type()
		}
		params := []*ir.Type{a.Arg(0).Type(), a.Arg(1).Type()}
		call.FTy = m.Types.Func(ret, params, false)
		call.Explicit = false
		call.NArgs = 2
		if len(call.ArgAttrs) > 2 {
			call.ArgAttrs = call.ArgAttrs[:2:2]
		}
		// Operands: awaiter, frame, wrapper, bundle operands, callee, destinations.
		wrapper := a.Arg(2)
		args := []ir.Value{a.Arg(0), a.Arg(1)}
		callee := a.CalleeArg()
		for k := 3; k < callee; k++ {
			args = append(args, a.Arg(k))
		}
		args = append(args, co.calleeAs(a, wrapper, call.FTy))
		for k := callee + 1; k < a.NumArgs(); k++ {
			args = append(args, a.Arg(k))
		}
		n := m.NewInstr(a.Op, ret, args...)
		n.Aux, n.Flags, n.Pos, n.Meta = &call, a.Flags, a.Pos, a.Meta
		n.InsertBefore(a)
		if co.c.Describe != nil {
			ir.Put(&co.awaited, n, true)
		}
		n.Dbg, a.Dbg = a.Dbg, nil
		if a.HasUses() {
			ir.ReplaceUses(a, n)
		}
		n.TakeName(a)
		a.Erase()
		if kind == ir.CoroAwaitHandle {
			co.resumeReturned(n)
		}
	}
	co.Awaits = nil
}

// calleeAs casts a function pointer operand to a callee of type fty in a module with typed
// pointers.
func (co *switched) calleeAs(at *ir.Instr, fn ir.Value, fty *ir.Type) ir.Value {
	if !co.m.TypedPtrs {
		return fn
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(at)
	return bld.PtrCast(fn, co.m.PtrTo(fty, 0))
}

// resumeReturned inserts code that resumes the coroutine whose handle a wrapper returned, and
// records the call as a symmetric transfer. n calls the wrapper.
func (co *switched) resumeReturned(n *ir.Instr) {
	at := n.Next()
	if n.Op == ir.OpInvoke {
		at = n.NormalDest().FirstInsertionPt()
		if n.NormalDest().SinglePred() == nil {
			at = co.blockOnEdge(n.Block(), n.NormalDest()).Terminator()
		}
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(at)
	bld.SetDebugLoc(n.DebugLoc())
	sub := ir.DeclareIntrinsic(co.m, ir.CoroSubFnAddr)
	addr := bld.Call(sub, sub.FTy, "", []ir.Value{n, co.m.ConstInt(co.m.Types.Int(8), 0)}, "")
	fty := co.m.Types.Func(co.m.Types.Void(), []*ir.Type{n.Type()}, false)
	fn := bld.PtrCast(addr, co.m.PtrTo(fty, 0))
	call := bld.Call(fn, fty, ir.PartConvention(co.m), []ir.Value{n}, "")
	co.transfers = append(co.transfers, call)
}

// simplifySuspends removes suspends that cannot suspend, because the coroutine resumes or destroys
// itself between save and suspend.
func (co *switched) simplifySuspends() {
	for k := 0; k < len(co.Suspends); {
		s := co.Suspends[k]
		if co.simplifySuspend(s) {
			last := len(co.Suspends) - 1
			co.Suspends[k] = co.Suspends[last]
			co.Suspends = co.Suspends[:last]
			// The final suspend must stay last, but may have been moved here.
			if co.HasFinal && k < last-1 && ir.IsFinal(co.Suspends[k]) {
				co.Suspends[k], co.Suspends[last-1] = co.Suspends[last-1], co.Suspends[k]
			}
			continue
		}
		k++
	}
}

func (co *switched) simplifySuspend(s *ir.Instr) bool {
	if ir.IsFinal(s) {
		return false
	}
	prev := s.Prev()
	if prev == nil {
		p := s.Block().SinglePred()
		if p == nil {
			return false
		}
		prev = p.Terminator()
	}
	if prev == nil || prev.Op != ir.OpCall && prev.Op != ir.OpInvoke {
		return false
	}
	sub := ir.AsInstr(ir.StripCasts(prev.Callee()))
	if sub == nil || ir.CoroCall(sub) != ir.CoroSubFnAddr || sub.Arg(0) != ir.Value(co.Begin) {
		return false
	}
	index, ok := sub.Arg(1).(*ir.Const)
	if !ok || index.Int64() < 0 || index.Int64() > 1 {
		return false
	}
	save := ir.AsInstr(s.Arg(0))
	if callsBetween(save, prev) {
		return false
	}
	ir.ReplaceUses(s, co.m.ConstInt(s.Type(), index.Int64()))
	s.Erase()
	if save != nil && !save.HasUses() {
		save.Erase()
	}
	if prev.Op == ir.OpInvoke {
		br := co.m.NewInstr(ir.OpBr, co.m.Types.Void(), prev.NormalDest())
		br.InsertBefore(prev)
		br.SetDebugLoc(prev.DebugLoc())
		prev.UnwindDest().RemovePhiEntry(prev.Block())
	}
	callee := ir.AsInstr(prev.Callee())
	prev.Erase()
	for callee != nil && !callee.HasUses() {
		next := ir.AsInstr(callee.Arg(0))
		stop := callee == sub
		callee.Erase()
		if stop {
			break
		}
		callee = next
	}
	return true
}

// callsBetween reports whether a call, except of an intrinsic, may run between two instructions,
// the first of which dominates the second.
func callsBetween(from, to *ir.Instr) bool {
	scan := func(i, end *ir.Instr) bool {
		for ; i != nil && i != end; i = i.Next() {
			if !i.IsCall() {
				continue
			}
			if f := i.CalledFunc(); f == nil || !f.IsIntrinsic() {
				return true
			}
			switch ir.CoroCall(i) {
			case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
				return true
			}
		}
		return false
	}
	if from.Block() == to.Block() {
		return scan(from.Next(), to)
	}
	if scan(from.Next(), nil) || scan(to.Block().First(), to) {
		return true
	}
	work := ir.NewWorklist(from.Block(), to.Block())
	for b := range work.All {
		switch {
		case b == from.Block():
			continue
		case b != to.Block() && scan(b.First(), nil):
			return true
		}
		work.Add(b.Preds(nil)...)
	}
	return false
}
