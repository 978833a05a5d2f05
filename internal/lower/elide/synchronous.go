// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file removes suspends that end before anyone can observe them: a coroutine awaits a child by
// symmetric transfer, the child's frame lies in the coroutine's frame, and the child finishes
// without suspending and transfers control back. For example, for
//
//	task<int> child(int &n) { co_return ++n; }
//	task<int> parent(int &n) { co_return co_await child(n); }
//
// the await in parent becomes `++n`. Then parent has no suspend between its first and its final one,
// so the same holds for a coroutine that awaits parent.
//
// The pass makes a trial on a copy of the function. First it inlines the wrapper of await_suspend:
//
//	%save = call token @llvm.coro.save(ptr null)
//	call void @llvm.coro.await.suspend.handle(ptr %awaiter, ptr %hdl, ptr @wrapper)
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// If the wrapper returns a frame that lies in the function, the pass inlines the child's resume
// part. If every path through that part transfers to %hdl, the coroutine resumes itself: %s is 0,
// and the three calls are removed. Otherwise the function stays unchanged, to the byte.
//
// A large part stays a function, and is called where it would be inlined. Then the frame of the child
// holds the no-op coroutine in place of %hdl, so the part returns where it would transfer control.
//
// The pass is sound because nobody resumes or destroys the coroutine while it is suspended there. The
// only accesses to its frame are those of the inlined code itself. That code may store and compare the
// handle, but must not access memory through it (keeps), because the promise and other variables are
// not in the frame yet.
//
// The wrapper is quiet: it contains no call, no atomic or volatile access and no exception, so no other
// code runs during it. So is the part, or
//
//   - other code runs only while the child runs, that is, before the save of its final suspend
//     (callsWhileRunning), and
//   - from the suspend of the await, each path destroys the child before anything that may prevent it
//     (destroyedNext).
//
// Then whoever resumes or destroys the awaiting coroutine from such a call makes it destroy a child
// that is not suspended, which is undefined. To ask whether it is done remains defined, and so does
// access to its promise: the call sees the memory that it would see otherwise. For example, in
//
//	task<int> child(int n) { co_return read(n); }
//	task<int> parent(int n) { co_return co_await child(n); }
//
// the child dies at the end of the full expression, so read(n) cannot resume the parent. If the child
// were a variable of the parent that a later await outlives, it could.
//
// An exception that leaves the child would leave the awaiting coroutine suspended, so none may. Only
// __cxa_end_catch counts as a function that does not throw, although the destructor of the exception
// might: this is an assumption of docs/elision.md.

import (
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
)

// maxSynchronous bounds the cost of a resume part that is inlined for one await, in the units of
// opt.InlineCost. It is higher than the usual threshold, because the copy also saves the suspend:
// the values that live across it, its case in the switch, and the child's frame.
const maxSynchronous = 4 * 225

// maxWrapper bounds the instructions of a wrapper before simplification.
const maxWrapper = 240

// synchronous is an await that may be removed.
type synchronous struct {
	await   *ir.Instr // coro.await.suspend.handle
	wrapper *ir.Func  // a copy of the wrapper of await_suspend, with its callees inlined

	// in the copy
	mark    *ir.Instr // the call that stands for the await; its first argument is the next handle
	suspend *ir.Instr
	failed  bool
	task    string    // the awaited coroutine, if its frame lies in the function
	calls   bool      // its part is not quiet
	direct  bool      // its part is called, not inlined
	frame   *ir.Instr // of the task
	waits   *waiting  // where the frame holds the coroutine's handle; nil: the handle is in no memory
	why     string    // why the await of the task stays
	hits    *uint64   // execution count, from the profile; nil: unknown
}

// awaits removes the synchronous awaits of a coroutine that is not split yet.
func (lt *lookThrough) awaits() bool {
	f := lt.f
	if len(lt.c.parts) == 0 || !ir.IsPresplit(lt.c.M, f) && !lt.c.directs[f] || ir.PersonalityOf(f) == ir.PersonSEH {
		return false // with SEH, an access to memory may throw into the coroutine
	}
	holds, finishing := lt.holdsTask()
	if !finishing && (!holds || lt.c.Remarks == nil) {
		return false // without a task that finishes, the trial only finds the reasons for remarks
	}
	begin, sites := lt.awaitSites()
	if lt.c.Remarks != nil {
		count := hits{m: lt.c.M, f: f}
		for _, a := range sites {
			a.hits = count.of(a.await)
		}
	}
	if finishing && lt.state.room[f] == 0 {
		lt.state.room[f] = lt.c.Opts.maxAdded(ir.NumInstrs(f, 1<<30))
	}
	for attempt := 0; attempt < lookAttempt && len(sites) > 0; attempt++ {
		s, vm := bodies.CopyFunc(lt.c.M, f)
		attrs, person, changed := f.Attrs, f.Person, f.Changed
		f.SwapBody(s)
		added := lt.inlineAwaits(vm.Instr(begin), sites, vm, finishing)
		var good []*synchronous
		for _, a := range sites {
			if !a.failed {
				good = append(good, a)
			} else if a.task != "" {
				lt.c.reportAwait(f, a)
			}
		}
		if len(good) == len(sites) {
			for _, a := range sites {
				a.why = ""
				lt.c.reportAwait(f, a)
				a.remove(lt.c.M)
			}
			opt.Simplify(lt.c.M, f, lt.c.Layout)
			opt.PassOn(lt.c.M, f, lt.c.Layout, lt.c.directs[f])
			f.Changed = true
			lt.state.room[f] = max(lt.state.room[f]-added, 1)
			return true
		}
		f.SwapBody(s)
		f.Attrs, f.Person, f.Changed = attrs, person, changed
		sites = good
	}
	return false
}

// holdsTask reports whether the frame of a task lies in the function, and whether one lies there that
// finishes without suspending.
func (lt *lookThrough) holdsTask() (holds, finishing bool) {
	for i := lt.f.Entry().First(); i != nil && !finishing; i = i.Next() {
		if i.Op != ir.OpAlloca {
			continue
		}
		if ps, ok := lt.c.parts[i.FrameOf()]; ok {
			x, _ := lt.c.finishing(ps.resume)
			holds, finishing = true, x != nil
		}
	}
	return holds, finishing
}

// awaitSites finds the function's coro.begin and the awaits that transfer control. A site has the
// form in the comment at the top, in one block or with an invoke, and nothing in between. The awaits of a
// direct are those of the no-op coroutine.
func (lt *lookThrough) awaitSites() (begin *ir.Instr, sites []*synchronous) {
	direct := lt.c.directs[lt.f]
	for i := range lt.f.Instrs() {
		if k := ir.CoroCall(i); k == ir.CoroBegin && !direct && i.Arg(0) == ir.Value(coro.RampID(lt.c.M, lt.f)) ||
			k == ir.CoroNoop && direct {
			begin = i
		}
	}
	var early map[*ir.Block]bool
	for b := lt.f.Entry(); b != nil && begin != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if ir.CoroCall(i) != ir.CoroAwaitHandle || lt.state.hopeless[i] || len(i.Call().Bundles) > 0 ||
				ir.StripCasts(i.Arg(1)) != ir.Value(begin) || suspendOf(i) == nil {
				continue
			}
			g, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
			if !ok || g.Declared || !lt.c.Bodies.Small(g, maxWrapper) || len(g.Params) != 2 ||
				!g.FTy.Ret().IsPtr() {
				continue
			}
			if early == nil && !direct {
				early = notResumed(lt.f)
			}
			if early[b] {
				continue
			}
			if w := lt.c.wrapperBody(g, lt.f); w != nil {
				sites = append(sites, &synchronous{await: i, wrapper: w})
			}
		}
	}
	return begin, sites
}

// wrapperBody returns a copy of an await's wrapper whose callees are inlined, for f; nil if it is
// not quiet. clang's wrappers have no target attributes, so the copy takes those of f.
func (c *State) wrapperBody(g, f *ir.Func) *ir.Func {
	if s := c.Bodies.WithTinyCallees(g, f); s != nil && loud(s) == nil {
		return s
	}
	return nil
}

// notResumed returns the blocks that run in the ramp or while the coroutine is destroyed, at least
// on some path. An await there keeps its suspend: if the ramp continued instead, an exception that
// leaves the coroutine later would free the frame, which a suspended coroutine keeps.
//
// Paths follow the constants that phis get. For example, clang gives a cleanup that ends in
//
//	%why = phi i32 [ 2, %destroyed ], [ 0, %resumed ]
//	switch i32 %why, label %gone [ i32 0, label %next ]
//
// so %next does not run while the coroutine is destroyed.
func notResumed(f *ir.Func) map[*ir.Block]bool {
	type state struct {
		b     *ir.Block
		known phiConstants
	}
	work := []state{{b: f.Entry()}}
	seen, reached := map[*ir.Block][]phiConstants{f.Entry(): {nil}}, map[*ir.Block]bool{f.Entry(): true}
	enter := func(from, to *ir.Block, known phiConstants) {
		known = known.enter(from, to)
		if len(seen[to]) >= maxPhiStates {
			known = nil
		}
		if !slices.ContainsFunc(seen[to], known.include) {
			seen[to], reached[to] = append(seen[to], known), true
			work = append(work, state{to, known})
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		if s, away := ir.SuspendEdge(b.Terminator(), -1); s != nil {
			to := b.Succs(nil)
			enter(b, to[away], nil)
			enter(b, to[ir.EdgeOf(b.Terminator(), s, 1)], nil)
		}
	}
	for len(work) > 0 {
		at := ir.Pop(&work)
		if s, _ := ir.SuspendEdge(at.b.Terminator(), 0); s != nil {
			continue
		}
		to := at.b.Succs(nil)
		if k, ok := ir.EdgeIf(at.b.Terminator(), at.known.value); ok {
			to = to[k : k+1]
		}
		for _, b := range to {
			enter(at.b, b, at.known)
		}
	}
	return reached
}

// maxPhiStates bounds the combinations of constants with which notResumed visits a block.
const maxPhiStates = 8

// phiConstants are phis that have constant values on a path.
type phiConstants []phiConstant

type phiConstant struct {
	phi *ir.Instr
	n   uint64
}

// value returns the value of a phi, if it is known.
func (list phiConstants) value(i *ir.Instr) (uint64, bool) {
	for _, k := range list {
		if k.phi == i {
			return k.n, true
		}
	}
	return 0, false
}

// include reports whether the phis of fewer, and maybe others, have the same values.
func (list phiConstants) include(fewer phiConstants) bool {
	return !slices.ContainsFunc(fewer, func(k phiConstant) bool { return !slices.Contains(list, k) })
}

// enter returns the constants after an edge.
func (list phiConstants) enter(from, to *ir.Block) (after phiConstants) {
	for i := range to.Phis() {
		x := ir.Evaluator{M: to.Func().Module(), Known: list.value}
		if n, ok := x.Eval(i.IncomingFor(from)); ok {
			after = append(after, phiConstant{i, n})
		}
	}
	for _, k := range list {
		if k.phi.Block() != to {
			after = append(after, k)
		}
	}
	return after
}

// suspendOf returns the suspend of an await, or nil if the two do not have the expected form.
func suspendOf(await *ir.Instr) *ir.Instr {
	next := await.Next()
	if await.Op == ir.OpInvoke {
		if b := await.NormalDest(); b.SinglePred() == await.Block() {
			next = b.First()
		}
	}
	if next == nil || ir.CoroCall(next) != ir.CoroSuspend || ir.IsFinal(next) {
		return nil
	}
	save := coro.Save(next)
	if save == nil || save.Next() != await {
		return nil
	}
	if u := save.FirstUse(); u == nil || u.Next() != nil {
		return nil
	}
	return next
}

// inlineAwaits inlines wrappers and resume parts in the copy, and sets failed for the awaits that
// are not synchronous. settles is whether an await that failed is not tried again. It returns the
// number of added instructions.
func (lt *lookThrough) inlineAwaits(begin *ir.Instr, sites []*synchronous, vm *ir.ValueMap, settles bool) (added int) {
	c, m := lt.c, lt.c.M
	known := map[*ir.Instr]bool{}
	for _, u := range begin.Users() {
		known[u] = true
	}
	for _, a := range sites {
		await := vm.Instr(a.await)
		a.suspend, a.failed = suspendOf(await), true
		bld := ir.NewBuilder(m).At(await)
		call := bld.CallFunc(a.wrapper, "", await.Arg(0), await.Arg(1))
		if opt.Inlinable(m, call) != "" {
			call.Erase()
			continue
		}
		a.failed = false
		if await.Op == ir.OpInvoke {
			await = opt.InvokeToCall(m, await)
		}
		a.mark = await
		await.SetArg(0, call)
		opt.Inline(m, call)
		added += ir.NumInstrs(a.wrapper, bodies.MaxCandidate)
	}
	opt.Simplify(m, lt.f, c.Layout)
	for _, a := range sites {
		if !a.failed {
			added += lt.inlineChild(a, begin, added, settles)
		}
	}
	opt.Simplify(m, lt.f, c.Layout)
	fresh := false // inlined code accesses memory through the handle
	for _, u := range begin.Users() {
		fresh = fresh || !known[u] && !keeps(u, begin)
	}
	for _, a := range sites {
		if a.failed {
			continue
		}
		switch {
		case fresh:
			a.why = "may access the promise of the awaiting coroutine"
		case !a.whole():
			a.why = "never finishes"
		case !c.comesBackTo(begin, a):
			a.why = "may transfer control to another coroutine"
		case c.directs[lt.f] && !lt.onlyNext(a, begin):
			a.why = "may use the handle of the awaiting coroutine"
		}
		a.failed = a.why != ""
	}
	return added
}

// inlineChild inlines the resume part of an await's child, or calls it if it is large, and sets failed if
// that cannot be. It returns the number of added instructions; so many were added before.
func (lt *lookThrough) inlineChild(a *synchronous, begin *ir.Instr, before int, settles bool) (added int) {
	c, m := lt.c, lt.c.M
	a.failed = true
	if !a.whole() {
		return 0
	}
	slot := ir.AsInstr(ir.StripCasts(a.mark.Arg(0)))
	if slot == nil || slot.Op != ir.OpAlloca {
		return 0
	}
	ps, ok := c.parts[slot.FrameOf()]
	if !ok {
		return 0
	}
	if settles {
		lt.state.hopeless[a.await] = true // unless the trial succeeds
	}
	a.task = slot.FrameOf()
	x, why := c.finishing(ps.resume)
	large := x != nil && x.Cost > maxSynchronous
	switch {
	case x == nil:
		a.why = why
	case large && (x.waits == nil || len(ps.continuations) > 0):
		a.why = "is too large"
	case !large && before+x.Size > lt.state.room[lt.f]:
		a.why = "would exceed the limit on instructions inlined into the function"
	case c.directs[lt.f] && !lt.hidden(a, slot, begin, x.Copy):
		a.why = "may be known to other code"
	case x.calls && !c.directs[lt.f] && !lt.destroyedNext(a.suspend, slot):
		a.why = "calls other code, and may be alive after the await"
	case large && !c.callPart(a, ps.resume, slot, begin, x.waits):
		a.why = "is too large"
	}
	if a.why != "" {
		return 0
	}
	if large {
		a.failed, a.calls = false, x.calls
		return 0
	}
	bld := ir.NewBuilder(m).At(a.mark)
	part := bld.CallFunc(x.Copy, "", bld.PtrCast(slot, x.Copy.FTy.Params()[0]))
	part.Aux.(*ir.CallAux).CC = x.Copy.CC
	if opt.Inlinable(m, part) != "" {
		a.why = "cannot be inlined"
		part.Erase()
		return 0
	}
	a.failed, a.calls, a.frame = false, x.calls, slot
	a.mark.SetArg(0, part)
	c.Bodies.AddParts(lt.f, x.Parts...)
	opt.Inline(m, part)
	return x.Size
}

// whole reports whether the await and its suspend are still in the function: inlined code may never
// return.
func (a *synchronous) whole() bool { return a.mark.Block() != nil && a.suspend.Block() != nil }

// remove removes the await, its save and its suspend: the coroutine continues.
func (a *synchronous) remove(m *ir.Module) {
	count.SynchronousAwait.Hit()
	if a.calls {
		count.CallingAwait.Hit()
	}
	if a.direct {
		count.CalledPart.Hit()
	}
	save := coro.Save(a.suspend)
	next := a.mark.Arg(0)
	ir.ReplaceUses(a.suspend, m.ConstInt(a.suspend.Type(), 0))
	a.suspend.Erase()
	a.mark.Erase()
	save.Erase()
	opt.DeleteDead(m, next)
	a.forgetHandle(m)
}

// comesBackTo reports whether the child of an await transfers control to the coroutine with this handle.
func (c *State) comesBackTo(begin *ir.Instr, a *synchronous) bool {
	next := a.mark.Arg(0)
	if ifNotNull(next) == ir.Value(begin) {
		return true
	}
	a.waits = c.waitingIn(a.frame, next)
	return a.waits != nil && a.waits.unchanged(a.waits.load, begin)
}

// finish is a copy of a resume part that returns the handle to which the part transfers control.
type finish struct {
	*bodies.Candidate
	calls bool     // it is not quiet
	waits *waiting // where the frame holds that handle, if it is large
}

// finishing returns the copy of a resume part; nil and the reason if an await of it cannot be removed:
// it returns on some path, or is not quiet and runs other code while it is suspended.
func (c *State) finishing(resume *ir.Func) (fin *finish, why string) {
	x := c.Bodies.Candidate(resume)
	switch {
	case x.Copy == nil:
		return nil, "is too large"
	case x.Creates:
		return nil, "creates a coroutine on the heap"
	case resume.FTy.Ret() != c.M.Types.Void() || len(resume.FTy.Params()) != 1 || resume.Interposable():
		return nil, "cannot be inlined"
	}
	known := c.factsOf(x)
	if !known.finished {
		known.finished = true
		known.finish, known.unfinished = c.finish(x, resume)
	}
	return known.finish, known.unfinished
}

// finish computes what finishing returns for a candidate.
func (c *State) finish(x *bodies.Candidate, resume *ir.Func) (*finish, string) {
	m := c.M
	s, _ := bodies.CopyFuncAs(m, x.Copy, m.Types.Func(resume.FTy.Params()[0], resume.FTy.Params(), false))
	catchesQuietly(m, s)
	bld := ir.NewBuilder(m)
	for b := s.Entry(); b != nil; b = b.Next() {
		ret := b.Terminator()
		if ret.Op != ir.OpRet {
			continue
		}
		call := ret.Prev()
		h := transferTo(call)
		if h == nil || h.Type() != s.FTy.Ret() {
			return nil, "may suspend"
		}
		fn := ir.AsInstr(call.Callee())
		call.Erase()
		fn.Erase()
		bld.At(ret).Ret(h)
		ret.Erase()
	}
	at := loud(s)
	if at == nil {
		s.Person = nil // quiet code needs none
	} else if why := c.callsWhileRunning(s); why != "" {
		return nil, why
	}
	y := &bodies.Candidate{Copy: s, Parts: x.Parts, Size: x.Size, Cost: opt.InlineCost(m, s)}
	fin := &finish{Candidate: y, calls: at != nil}
	if y.Cost > maxSynchronous {
		fin.waits = c.returnsWaiting(s)
	}
	return fin, ""
}

// transferTo returns the handle that a call resumes, or nil. For example, %h for
//
//	%fn = call ptr @llvm.coro.subfn.addr(ptr %h, i8 0)
//	musttail call fastcc void %fn(ptr %h)
func transferTo(call *ir.Instr) ir.Value {
	if call == nil || call.Op != ir.OpCall || call.NumCallArgs() != 1 || len(call.Call().Bundles) > 0 {
		return nil
	}
	fn := ir.AsInstr(call.Callee())
	if fn == nil || ir.CoroCall(fn) != ir.CoroSubFnAddr || fn.Arg(0) != call.Arg(0) {
		return nil
	}
	if k, ok := fn.Arg(1).(*ir.Const); !ok || !k.IsInt() || !k.IsZero() {
		return nil
	}
	if u := fn.FirstUse(); u == nil || u.Next() != nil {
		return nil
	}
	return call.Arg(0)
}

// loud returns an instruction because of which a body may not run to its end without any other code;
// nil if there is none. Then the body is quiet: it has no call except of intrinsics that behave like
// an instruction, no access that synchronises with other threads, and no exception.
func loud(f *ir.Func) *ir.Instr {
	for i := range f.Instrs() {
		if isLoud(i) {
			return i
		}
	}
	return nil
}

// isLoud reports whether an instruction alone makes a body loud.
func isLoud(i *ir.Instr) bool {
	switch {
	case i.IsCall():
		return i.Op != ir.OpCall || !harmless(i) && !ir.CalledIntrinsic(i).Is(ir.NoCode) || !plainMemory(i) || threadBound(i)
	case i.Op == ir.OpAlloca && i.Block() != i.Func().Entry(), i.Op == ir.OpLandingPad, i.Op == ir.OpResume,
		i.Op == ir.OpFence, i.Op == ir.OpAtomicRMW, i.Op == ir.OpCmpXchg, i.Order != ir.NotAtomic,
		i.Flags&ir.FlagVolatile != 0 && (i.Op == ir.OpLoad || i.Op == ir.OpStore):
		return true
	}
	return threadBound(i)
}

// loudness describes an instruction that loud returns.
func loudness(i *ir.Instr) string {
	switch {
	case i.IsCall() && i.CalledFunc() != nil:
		return "calls '" + i.CalledFunc().Name + "'"
	case i.IsCall():
		return "calls unknown code"
	case i.Op == ir.OpAlloca:
		return "has a variable of unknown size"
	case i.Op == ir.OpLandingPad || i.Op == ir.OpResume:
		return "may throw"
	case i.Flags&ir.FlagVolatile != 0:
		return "has a volatile access"
	case i.Op == ir.OpFence || i.Op == ir.OpAtomicRMW || i.Op == ir.OpCmpXchg || i.Order != ir.NotAtomic:
		return "has an atomic access"
	}
	return "accesses a variable of its thread"
}

// plainMemory reports whether a call is not that of a volatile or atomic memory intrinsic, for
// example of a volatile memcpy.
func plainMemory(call *ir.Instr) bool {
	if id := ir.CalledIntrinsic(call); !id.IsMemCopy() && !id.IsMemSet() {
		return true
	}
	special, ok := call.Arg(3).(*ir.Const) // whether it is volatile, or the size of atomic elements
	return ok && special.IsZero()
}

// keeps reports whether an instruction uses a handle without an access to the coroutine's frame.
func keeps(u *ir.Instr, handle ir.Value) bool {
	switch u.Op {
	case ir.OpStore:
		return u.Arg(1) != handle
	case ir.OpICmp, ir.OpRet:
		return true
	}
	return ir.CoroCall(u) == ir.CoroAwaitHandle
}
