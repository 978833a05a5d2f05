// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file decides whether an await may be removed although the awaited child runs other code. It
// changes only the copy of the child's part. synchronous.go begins with the reasons.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// catchesQuietly makes the end of each handler in a part an ordinary call if nothing in the part catches the
// exception that the destructor of the caught exception may throw. It removes the code for that exception.
func catchesQuietly(m *ir.Module, part *ir.Func) {
	changed := false
	for i := range part.Instrs() {
		if i.Op != ir.OpInvoke || !endsCatch(i) {
			continue
		}
		if pad := i.UnwindDest().FirstNonPhi(); pad.Op == ir.OpLandingPad && pad.NumArgs() == 0 {
			opt.InvokeToCall(m, i)
			changed = true
		}
	}
	if changed {
		opt.RemoveUnreachable(part)
	}
}

// endsCatch reports whether a call ends the handler of an exception.
func endsCatch(call *ir.Instr) bool {
	f := call.CalledFunc()
	return f != nil && f.Declared && f.Name == "__cxa_end_catch"
}

// callsWhileRunning returns the reason why other code may run while the coroutine of a part is suspended,
// or why control may leave the part in another way than by ret; "" if neither is so. part returns the
// next handle. The coroutine runs from the beginning of the part to the save of its final suspend, which
// stores null in its frame: before each ret, the code from that store on must be quiet.
func (c *State) callsWhileRunning(part *ir.Func) string {
	fa := c.facts().Exactly()
	if ir.ReturnsTwice(c.M, part) != nil {
		return "calls a function that returns twice"
	}
	var rets ir.Worklist[*ir.Block]
	for i := range part.Instrs() {
		switch {
		case i.Op == ir.OpResume, i.Op == ir.OpCleanupRet, i.Op == ir.OpCatchSwitch, i.Op == ir.OpCallBr:
			return "may throw"
		case i.Op == ir.OpCall && !endsCatch(i) && !c.runsToEnd(i) && fa.MayLeave(i), i.Op == ir.OpInvoke && fa.MayJump(i):
			return loudness(i) + ", which may throw"
		case i.Op == ir.OpAlloca && i.Block() != part.Entry(), threadBound(i):
			return loudness(i)
		case i.Op == ir.OpRet:
			rets.Add(i.Block())
		}
	}
	for b := range rets.All {
		i := b.Last()
		for ; i != nil && !c.savesFinal(i, part); i = i.Prev() {
			if isLoud(i) {
				return loudness(i)
			}
		}
		switch {
		case i == nil && b == part.Entry():
			return "may suspend"
		case i == nil:
			rets.Add(b.Preds(nil)...)
		}
	}
	return ""
}

// savesFinal reports whether an instruction marks the coroutine of a part as suspended at its final
// suspend. It stores null in the first word of the frame.
func (c *State) savesFinal(i *ir.Instr, part *ir.Func) bool {
	if i.Op != ir.OpStore || !i.Arg(0).Type().IsPtr() {
		return false
	}
	k, null := i.Arg(0).(*ir.Const)
	off, ok := c.offsetIn(part.Params[0], i.Arg(1))
	return null && k.IsZero() && ok && off == 0
}

// offsetIn returns the offset of an address in a frame; false if it is unknown.
func (c *State) offsetIn(frame, at ir.Value) (off int64, ok bool) {
	base, off := c.Layout.Base(at, frame)
	return off, base == frame
}

// runsToEnd reports whether a call is one that callPart made: the frame that it passes holds the no-op
// coroutine.
func (c *State) runsToEnd(call *ir.Instr) bool {
	if call.NumCallArgs() != 1 {
		return false
	}
	frame := ir.AsInstr(ir.StripCasts(call.Arg(0)))
	if frame == nil || frame.Op != ir.OpAlloca || c.parts[frame.FrameOf()].resume != call.CalledFunc() {
		return false
	}
	x, _ := c.finishing(call.CalledFunc())
	for i := call.Prev(); i != nil && x != nil && x.waits != nil; i = i.Prev() {
		if i.Op == ir.OpStore {
			off, ok := c.offsetIn(frame, i.Arg(1))
			return ok && off == x.waits.off && ir.StripCasts(i.Arg(0)) == ir.Value(c.Bodies.NoopFrame())
		}
		if i.IsCall() && !harmless(i) {
			break
		}
	}
	return false
}

// hidden reports whether only their own code knows an address in the frames of the tasks that a direct
// creates: neither what the direct does with its task's frame, nor the part, lets others know one.
func (lt *lookThrough) hidden(a *synchronous, slot, begin *ir.Instr, part *ir.Func) bool {
	next := a.mark.Arg(0)
	a.mark.SetArg(0, begin) // the await itself tells nobody
	defer a.mark.SetArg(0, next)
	fa := lt.c.facts().Exactly()
	return !fa.Captured(slot) && !fa.Captured(part.Params[0])
}

// onlyNext reports whether the task of a direct uses the handle of the coroutine that awaits it only to
// continue with it. In a direct, the handle is that of the no-op coroutine, so to store it elsewhere or to
// compare it would show the difference.
func (lt *lookThrough) onlyNext(a *synchronous, begin *ir.Instr) bool {
	work := ir.NewWorklist(begin)
	if a.waits != nil {
		work.Add(a.waits.load)
	}
	for h := range work.All {
		for _, u := range h.Users() {
			switch {
			case u == a.mark, testsNull(u):
			case u.Op == ir.OpSelect, u.Op == ir.OpBitCast, u.Op == ir.OpAddrSpaceCast:
				work.Add(u)
			case u.Op != ir.OpStore || u.Arg(0) != ir.Value(h) || !lt.c.onlyWaits(a, u.Arg(1)):
				return false
			}
		}
	}
	return true
}

// onlyWaits reports whether an address is in the frame of the task of an await, and nothing reads the handle
// there but the task, which continues with it.
func (c *State) onlyWaits(a *synchronous, at ir.Value) bool {
	if a.frame == nil {
		return false
	}
	w := &waiting{c: c, at: c.addressesIn(a.frame), size: c.Layout.PtrSize(0)}
	off, in := w.at[at]
	if !in || off == unknownOffset {
		return false
	}
	w.off = off
	for i := range a.frame.Func().Instrs() {
		if (a.waits == nil || i != a.waits.load) && w.reads(i) {
			return false
		}
	}
	return true
}

// destroyedNext reports whether each path from a suspend destroys the coroutine whose frame is slot, and
// nothing before that may prevent it: no other suspend or exit of the function, no loop, and no call that
// may not come back.
func (lt *lookThrough) destroyedNext(suspend, slot *ir.Instr) bool {
	const open, closed = 1, 2
	state := map[*ir.Block]int{}
	var from func(i *ir.Instr) bool
	enter := func(b *ir.Block) bool {
		switch state[b] {
		case open:
			return false // a loop
		case closed:
			return true
		}
		state[b] = open
		ok := from(b.First())
		state[b] = closed
		return ok
	}
	from = func(i *ir.Instr) bool {
		for ; ; i = i.Next() {
			if i.IsCall() && lt.endsFrame(i, slot) {
				return true
			}
			if i.IsCall() && !lt.comesBack(i) {
				return false
			}
			if i.IsTerminator() {
				break
			}
		}
		switch i.Op {
		case ir.OpUnreachable:
			return true
		case ir.OpBr, ir.OpSwitch, ir.OpInvoke:
			return !slices.ContainsFunc(i.Block().Succs(nil), func(b *ir.Block) bool { return !enter(b) })
		}
		return false
	}
	b := suspend.Block()
	state[b] = open
	sw, away := ir.SuspendEdge(b.Terminator(), -1)
	if sw != suspend {
		return false
	}
	for k, to := range b.Succs(nil) {
		if k != away && !enter(to) {
			return false
		}
	}
	return true
}

// endsFrame reports whether a call destroys the coroutine whose frame is slot, or ends the lifetime of
// the frame, which coro-elide marks where the coroutine is destroyed.
func (lt *lookThrough) endsFrame(call, slot *ir.Instr) bool {
	if call.NumCallArgs() == 0 {
		return false
	}
	frame := call.Arg(call.NumCallArgs() - 1)
	g := call.CalledFunc()
	return g != nil && ir.StripCasts(frame) == ir.Value(slot) &&
		(ir.CalledIntrinsic(call) == ir.LifetimeEnd || g == lt.c.parts[slot.FrameOf()].cleanup)
}

// comesBack reports whether the function certainly continues after a call, or in its handler.
func (lt *lookThrough) comesBack(call *ir.Instr) bool {
	m := lt.c.M
	if ir.CoroCall(call) != ir.NotCoro || call.Op == ir.OpCallBr {
		return false
	}
	if harmless(call) || ir.CalledIntrinsic(call).Is(ir.NoCode) {
		return true
	}
	if call.Op == ir.OpCall && (ir.MayThrow(m, call) || ir.CallHas(m, call, "noreturn")) {
		return false
	}
	return ir.LibraryCall(call).Has(ir.HoldsPointer) || ir.FreesMemory(call.CalledFunc()) || ir.CallHas(m, call, "willreturn")
}

// waiting is the place in the frame of a child where await_suspend stores the handle of the coroutine
// that awaits it, in the function that has the frame as a variable or as its parameter.
type waiting struct {
	c         *State
	load      *ir.Instr          // of the handle that is next
	at        map[ir.Value]int64 // the addresses in the frame; their offsets, or unknownOffset
	off, size int64
	stores    []*ir.Instr // of the handle, which unchanged found
}

const unknownOffset = -1 << 40

// waitingIn finds where a frame holds the handle from which next is loaded; nil if others may know an
// address in the frame, if one is used in a way that is not followed, or if the handle has other uses
// than to be returned or awaited.
func (c *State) waitingIn(frame ir.LocalValue, next ir.Value) *waiting {
	load := ir.AsInstr(ifNotNull(next))
	if load == nil || load.Op != ir.OpLoad || ir.Underlying(load.Arg(0)) != ir.Value(frame) {
		return nil
	}
	w := &waiting{c: c, load: load, size: c.Layout.StoreSize(load.Type())}
	if w.at = c.addressesIn(frame); w.at == nil {
		return nil
	}
	var ok bool
	if w.off, ok = w.at[load.Arg(0)]; !ok || w.off == unknownOffset {
		return nil
	}
	for i := range load.Func().Instrs() {
		if i.Op == ir.OpLoad && w.near(i.Arg(0), c.Layout.StoreSize(i.Type())) && !onlyHandsOn(i) {
			return nil
		}
	}
	return w
}

// ifNotNull returns what a handle is if the handle that it is chosen by is not null, as that of a coroutine
// that waits is not. For example, it returns %waiting for %next in
//
//	%null = icmp eq ptr %waiting, null
//	%next = select i1 %null, ptr @NoopCoro.Frame.Const, ptr %waiting
func ifNotNull(next ir.Value) ir.Value {
	next = ir.StripCasts(next)
	s := ir.AsInstr(next)
	if s == nil || s.Op != ir.OpSelect {
		return next
	}
	test := ir.AsInstr(s.Arg(0))
	if !testsNull(test) {
		return next
	}
	arm := 1
	if test.Pred() == ir.PredEQ {
		arm = 2
	}
	if h := ir.StripCasts(s.Arg(arm)); h == ir.StripCasts(test.Arg(0)) {
		return h
	}
	return next
}

// testsNull reports whether an instruction compares a pointer with null.
func testsNull(i *ir.Instr) bool {
	if i == nil || i.Op != ir.OpICmp || i.Pred() != ir.PredEQ && i.Pred() != ir.PredNE {
		return false
	}
	k, ok := i.Arg(1).(*ir.Const)
	return ok && k.Kind == ir.ConstNull
}

// onlyHandsOn reports whether a handle is only returned, passed to the intrinsic of an await, or compared with
// null to do so.
func onlyHandsOn(handle *ir.Instr) bool {
	for u := handle.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if i.Op != ir.OpRet && ir.CoroCall(i) != ir.CoroAwaitHandle && !testsNull(i) &&
			(i.Op != ir.OpSelect || u.Index() == 0 || !onlyHandsOn(i)) {
			return false
		}
	}
	return true
}

// addressesIn finds the addresses in a frame; nil as waitingIn.
func (c *State) addressesIn(frame ir.LocalValue) map[ir.Value]int64 {
	if c.facts().Exactly().Captured(frame) {
		return nil
	}
	at := map[ir.Value]int64{frame: 0}
	work := ir.NewWorklist(frame)
	add := func(i *ir.Instr, off int64) {
		if old, ok := at[i]; ok && old != off {
			off = unknownOffset
		}
		at[i] = off
		work.Add(i)
	}
	for v := range work.All {
		off := at[v]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpGEP:
				d, ok := c.Layout.GEPOffset(i.ElemTy, i.Operands(1))
				if !ok || off == unknownOffset {
					d, off = 0, unknownOffset
				}
				add(i, off+d)
			case i.Op == ir.OpBitCast, i.Op == ir.OpAddrSpaceCast:
				add(i, off)
			case i.Op == ir.OpPhi, i.Op == ir.OpSelect, ir.IsLaundering(i):
				add(i, unknownOffset)
			case i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1, i.Op == ir.OpICmp, i.Op == ir.OpDbg:
			case i.IsCall() && (i.Type().IsVoid() || i.Type().IsInt()):
			default:
				return nil
			}
		}
	}
	return at
}

// near reports whether n bytes at an address may be bytes of the handle.
func (w *waiting) near(v ir.Value, n int64) bool {
	o, in := w.at[v]
	return in && (o == unknownOffset || o < w.off+w.size && w.off < o+n)
}

// unchanged reports whether the frame holds the handle at an instruction: each path has stored it before,
// and nothing has overwritten it since. If handle is nil, the frame holds it when the function begins.
// For example, %next is %hdl in
//
//	store ptr %hdl, ptr %waiting
//	call void @use(i64 %v)
//	%next = load ptr, ptr %waiting
//
// if nobody knows an address in the frame.
func (w *waiting) unchanged(at *ir.Instr, handle ir.Value) bool {
	f := at.Func()
	var work ir.Worklist[*ir.Block]                 // the handle must be there at their ends
	search := func(i *ir.Instr, b *ir.Block) bool { // back to the store of the handle
		for ; i != nil; i = i.Prev() {
			if i.Op == ir.OpStore && handle != nil && ir.StripCasts(i.Arg(0)) == handle {
				if o, in := w.at[i.Arg(1)]; in && o == w.off {
					w.stores = append(w.stores, i)
					return true
				}
			}
			if w.mayWrite(i) {
				return false
			}
		}
		work.Add(b.Preds(nil)...)
		return b != f.Entry() || handle == nil
	}
	if !search(at.Prev(), at.Block()) {
		return false
	}
	for b := range work.All {
		if !search(b.Last(), b) {
			return false
		}
	}
	return true
}

// mayWrite reports whether an instruction may overwrite the handle.
func (w *waiting) mayWrite(i *ir.Instr) bool {
	return i.Op == ir.OpStore && w.near(i.Arg(1), w.c.Layout.StoreSize(i.Arg(0).Type())) || w.callMayUse(i)
}

// callMayUse reports whether a call may read or write the handle.
func (w *waiting) callMayUse(i *ir.Instr) bool {
	switch {
	case !i.IsCall(), harmless(i) && !ir.CalledIntrinsic(i).IsLifetime(), ir.CoroCall(i) == ir.CoroSave,
		ir.CoroCall(i) == ir.CoroNoop:
		return false
	case ir.CoroCall(i) != ir.NotCoro:
		return true
	}
	objects := ir.LibraryCall(i).Has(ir.HoldsPointer)
	for k := range i.NumCallArgs() {
		if _, in := w.at[i.Arg(k)]; in && (!objects || w.near(i.Arg(k), w.c.Layout.PtrSize(0))) {
			return true
		}
	}
	return false
}

// forgetHandle removes the store of the handle into the frame of a child whose await is removed, so that
// the handle is not in memory, and the same can be found about the coroutine when it is awaited. next was
// the handle that the child returned; nothing but calls could read it now.
func (a *synchronous) forgetHandle(m *ir.Module) {
	if a.waits == nil || slices.ContainsFunc(a.waits.stores, func(i *ir.Instr) bool { return i.Block() == nil }) {
		return
	}
	if a.waits.read(a.waits.stores[0].Func(), nil) {
		return
	}
	for _, i := range a.waits.stores {
		i.Erase()
	}
}

// read reports whether a function may read the handle from the frame, other than by calls of part.
func (w *waiting) read(f, part *ir.Func) bool {
	for i := range f.Instrs() {
		if w.reads(i) && (part == nil || !i.IsCall() || i.CalledFunc() != part) {
			return true
		}
	}
	return false
}

// reads reports whether an instruction may read the handle from the frame.
func (w *waiting) reads(i *ir.Instr) bool {
	return i.Op == ir.OpLoad && w.near(i.Arg(0), w.c.Layout.StoreSize(i.Type())) ||
		i.IsCall() && ir.CoroCall(i) == ir.NotCoro && !ir.CalledIntrinsic(i).IsLifetime() && w.callMayUse(i)
}

// returnsWaiting returns where a part loads the handle that it returns on each path. Nothing writes there
// before, and nothing else reads it. part returns the next handle.
func (c *State) returnsWaiting(part *ir.Func) (w *waiting) {
	for b := part.Entry(); b != nil; b = b.Next() {
		ret := b.Terminator()
		if ret.Op != ir.OpRet {
			continue
		}
		x := c.waitingIn(part.Params[0], ret.Arg(0))
		if x == nil || w != nil && x.off != w.off || !x.unchanged(x.load, nil) {
			return nil
		}
		w = x
	}
	for i := range part.Instrs() {
		if w != nil && w.callMayUse(i) {
			return nil
		}
	}
	return w
}

// callPart calls the resume part of a large child in place of its await, and lets it return at its end:
// the frame then holds the no-op coroutine where it held the handle. like is the place in the part. It
// reports false if the block of the await does not store the handle there.
func (c *State) callPart(a *synchronous, part *ir.Func, frame, begin *ir.Instr, like *waiting) bool {
	a.mark.SetArg(0, begin) // passes the frame to nobody
	w := &waiting{c: c, at: c.addressesIn(frame), off: like.off, size: like.size}
	if w.at == nil || !w.unchanged(a.mark, begin) || w.stores[0].Block() != a.mark.Block() {
		return false
	}
	if w.read(a.mark.Func(), part) {
		return false
	}
	bld := ir.NewBuilder(c.M).At(a.mark)
	call := bld.CallFunc(part, "", bld.PtrCast(frame, part.FTy.Params()[0]))
	call.Aux.(*ir.CallAux).CC = part.CC
	store := w.stores[0]
	store.SetArg(0, ir.CastConst(c.M, c.Bodies.NoopFrame(), store.Arg(0).Type()))
	a.direct = true
	return true
}
