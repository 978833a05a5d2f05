// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// CoroEarly lowers the intrinsics that no later pass needs in their own form (resume, destroy,
// done, promise, noop), and marks calls that must not be duplicated before splitting. It changes no
// control flow.

import (
	"cmp"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/pass"
)

// early is the state of the pass on one function.
type early struct {
	c     *pass.Unit
	f     *ir.Func
	b     *ir.Builder
	id    *ir.Instr // the last coro.id that is to be split
	begin *ir.Instr // the coro.begin of a coro.id that is to be split
	frees []*ir.Instr
	nvvm  []*ir.Instr // calls of intrinsics that only NVVM's dialect has

	suspends bool
	hidden   bool // an earlier run of this pass has hidden the promise
	changed  bool
	warnings ir.ErrorList
}

// Early runs coro-early on one loaded function. The error may be a list of warnings.
func Early(c *pass.Unit, f *ir.Func) (bool, error) {
	if f.Entry() == nil {
		return false, nil
	}
	e := &early{c: c, f: f, b: ir.NewBuilder(c.M)}
	var err error
	if e.changed, err = dropUnwinding(c, f); err != nil {
		return e.changed, err
	}
	for blk := f.Entry(); blk != nil; blk = blk.Next() {
		for i := blk.First(); i != nil; {
			next := i.Next()
			if i.IsCall() {
				if err := e.visit(i); err != nil {
					return e.changed, err
				}
			}
			i = next
		}
	}
	if e.id != nil {
		var dom *ir.DomTree
		for _, fr := range e.frees {
			if id := ir.AsInstr(fr.Arg(0)); id == nil || !ir.CoroCall(id).IsAnyID() { // token none
				id = e.id
				if begin := ir.AsInstr(fr.Arg(1)); begin != nil && ir.CoroCall(begin) == ir.CoroBegin {
					id = ir.AsInstr(begin.Arg(0))
				}
				if dom == nil {
					dom = ir.NewDomTree(fr.Func())
				}
				if id != nil && dom.InstrDominates(id, fr) {
					fr.SetArg(0, id)
					e.changed = true
				}
			}
		}
		dom.Done()
		if c.M.Has(ir.HiddenPromise) && !e.hidden {
			e.hidePromise()
		}
	}
	e.lowerNVVM()
	if e.suspends {
		e.dropNoAlias()
	}
	if e.changed {
		f.Changed = true
	}
	if c.M.Err == nil && len(e.warnings) > 0 {
		return e.changed, e.warnings
	}
	return e.changed, c.M.Err
}

func (e *early) visit(i *ir.Instr) error {
	switch id := ir.CoroCall(i); id {
	case ir.NotCoro:
		e.visitNVVM(i)
	case ir.CoroFree:
		e.frees = append(e.frees, i)
	case ir.CoroSuspend:
		e.suspends = true
		if ir.IsFinal(i) {
			e.noDuplicate(i)
		}
	case ir.CoroEnd, ir.CoroEndAsync:
		if !ir.IsUnwindEnd(i) {
			e.noDuplicate(i)
		}
	case ir.CoroNoop:
		e.noop(i)
	case ir.CoroID:
		e.coroID(i)
	case ir.CoroIDRetcon, ir.CoroIDRetconOnce, ir.CoroIDRetconOnceDynamic, ir.CoroIDAsync:
		e.markPresplit()
	case ir.CoroResume:
		return e.subFn(i, 0)
	case ir.CoroDestroy:
		return e.subFn(i, 1)
	case ir.CoroPromise:
		if e.hidesPromise(i) {
			e.hidden = true
			return nil
		}
		return e.promise(i)
	case ir.CoroDone:
		e.done(i)
	case ir.CoroBegin, ir.CoroBeginCustomABI:
		return e.coroBegin(i)
	case ir.CoroAsyncContextAlloc, ir.CoroAsyncContextDealloc:
		x := ir.Warningf(i.Pos, "%s stays a call without code: LLVM declares it and lowers it nowhere", id.Name())
		x.Hint = "call your own allocator"
		e.warnings = append(e.warnings, x)
		return nil
	}
	return nil
}

// noDuplicate marks a call noduplicate, because splitting allows only one of it.
func (e *early) noDuplicate(i *ir.Instr) {
	call := *i.Call()
	if call.Attrs.Has(e.c.M, "noduplicate") {
		return
	}
	call.Attrs = call.Attrs.With(e.c.M, ir.Attr{Name: "noduplicate"})
	i.Aux = &call
	e.changed = true
}

// coroID sets the function operand of the coro.id and marks its begins.
func (e *early) coroID(id *ir.Instr) {
	if ir.IsPostSplit(id) {
		return
	}
	if e.c.M.Has(ir.InferredMark) {
		e.markPresplit()
	}
	if e.id == nil {
		e.id = id // a second one is a mistake, and may follow its uses
	}
	for u := id.FirstUse(); u != nil; u = u.Next() {
		if k := ir.CoroCall(u.User()); k == ir.CoroBegin || k == ir.CoroBeginCustomABI {
			e.noDuplicate(u.User())
		}
	}
	self := e.b.PtrCast(e.f, id.Arg(ir.IdCoro).Type())
	if !ir.SameValue(id.Arg(ir.IdCoro), self) {
		id.SetArg(ir.IdCoro, self)
		e.changed = true
	}
}

// coroBegin records the coroutine's own coro.begin. It ignores those of coroutines that were split
// earlier and inlined here.
func (e *early) coroBegin(i *ir.Instr) error {
	if id := ir.AsInstr(i.Arg(0)); id == nil || ir.CoroCall(id) != ir.CoroID || ir.IsPostSplit(id) {
		return nil
	}
	if e.begin != nil && e.c.M.Has(ir.OneBeginOnly) {
		err := rule.Error(i.Pos, rule.RuleTwoBegins)
		err.Notes = append(err.Notes, ir.Note{Pos: e.begin.Pos, Msg: "the first one is here"})
		return err
	}
	e.begin = i
	return nil
}

// markPresplit marks a coroutine to be split. For switched resume, frontends set the mark, and only
// [ir.InferredMark] makes up for one that does not.
func (e *early) markPresplit() {
	a := ir.Attr{Name: ir.PresplitAttr}
	if !e.c.M.Has(ir.PresplitMark) {
		a = ir.Attr{Name: ir.PresplitString, Str: true, Val: "1", Has: true}
	}
	if a.Str && e.f.Attrs.GetStr(e.c.M, a.Name) != nil || !a.Str && e.f.HasAttr(a.Name) {
		return
	}
	e.f.Attrs = e.f.Attrs.With(e.c.M, a)
	e.changed = true
}

// subFn turns a resume or destroy into an indirect call through the frame. It edits the call in
// place, so that attributes, bundles and the destinations of an invoke stay. For example, resume
// becomes
//
//	%fn = call ptr @llvm.coro.subfn.addr(ptr %handle, i8 0)
//	call fastcc void %fn(ptr %handle)
//
// From LLVM 23 on, the call has no fastcc.
func (e *early) subFn(i *ir.Instr, index int64) error {
	m := e.c.M
	cc := ir.PartConvention(m)
	if i.Flags&ir.FlagMustTail != 0 && i.Call().CC != cc {
		cc = cmp.Or(cc, "ccc")
		err := ir.Unsupportedf(i.Pos, "a musttail call of @llvm.coro.%s must have the convention %s of the "+
			"coroutine's parts", ir.CoroCall(i).CoroWord(), cc)
		err.Hint = "write tail, or make the call and its function " + cc
		return err
	}
	if own := i.Func().FTy.Params(); i.Flags&ir.FlagMustTail != 0 && (len(own) != 1 || !own[0].IsPtr() ||
		own[0].AddrSpace() != i.Arg(0).Type().AddrSpace()) {
		err := ir.Unsupportedf(i.Pos, "a musttail call of @llvm.coro.%s must be in a function with the parameter of the "+
			"coroutine's parts", ir.CoroCall(i).CoroWord())
		err.Hint = "write tail, or make the handle the function's only parameter"
		return err
	}
	e.b.Before(i).SetDebugLoc(nil)
	addr := e.b.CallFunc(ir.DeclareIntrinsic(e.c.M, ir.CoroSubFnAddr), "", i.Arg(0), m.ConstInt(m.Types.Int(8), index))
	call := *i.Call()
	call.CC = cc
	i.Aux = &call
	i.SetCallee(e.b.PtrCast(addr, m.PtrTo(call.FTy, addr.Type().AddrSpace())))
	e.changed = true
	return nil
}

// done compares the frame's resume function with null, which the final suspend stores there.
func (e *early) done(i *ir.Instr) {
	p := e.c.M.PtrType(0)
	e.b.Before(i).SetDebugLoc(i.DebugLoc())
	load := e.b.Load(p, i.Arg(0), uint32(e.c.Layout.PtrAlign(0)), "")
	e.replace(i, e.b.ICmp(ir.PredEQ, load, e.c.M.Null(p), ""))
}

// promise computes the address of the promise from that of the frame, or the reverse. The promise
// follows the two function pointers.
func (e *early) promise(i *ir.Instr) error {
	align, ok1 := i.Arg(1).(*ir.Const)
	from, ok2 := i.Arg(2).(*ir.Const)
	if !ok1 || !align.IsInt() || !ok2 || from.Kind != ir.ConstInt {
		return ir.Errorf(i.Pos, "alignment and direction of @llvm.coro.promise must be constants")
	}
	n := max(align.Int64(), 1)
	if n&(n-1) != 0 {
		return ir.Errorf(i.Pos, "alignment of @llvm.coro.promise is not a power of two: %d", n)
	}
	off := coro.PromiseOffset(e.c.Layout, n)
	if from.IsTrue() {
		off = -off
	}
	e.b.Before(i).SetDebugLoc(i.DebugLoc())
	ts := e.c.M.Types
	e.replace(i, address(e.b, ts.Int(8), i.Arg(0), ir.FlagInBounds, e.c.M.ConstInt(ts.Int(32), off)))
	return nil
}

func (e *early) noop(i *ir.Instr) {
	e.replace(i, e.b.PtrCast(NoopFrame(e.c), i.Type()))
}

func (e *early) replace(i *ir.Instr, with ir.Value) {
	ir.ReplaceUses(i, with)
	i.Erase()
	e.changed = true
}

// hidesPromise reports whether an earlier run of this pass made a call of coro.promise.
func (e *early) hidesPromise(i *ir.Instr) bool {
	begin := ir.AsInstr(ir.StripCasts(i.Arg(0)))
	return e.c.M.Has(ir.HiddenPromise) && begin != nil && ir.CoroCall(begin) == ir.CoroBegin &&
		i.Call().Attrs.Has(e.c.M, "noduplicate")
}

// hidePromise lets the coroutine's body use the promise through coro.promise, whose result is
// opaque to the passes in between: the promise outlives the function's returns, which an alloca
// does not. Uses before coro.begin still use the alloca.
func (e *early) hidePromise() {
	if e.begin == nil {
		return
	}
	m := e.c.M
	a := ir.AsInstr(ir.StripCasts(e.id.Arg(ir.IdPromise)))
	if a == nil || a.Op != ir.OpAlloca {
		return
	}
	align := int64(a.Align)
	if align == 0 {
		align = e.c.Layout.PrefAlign(a.ElemTy)
	}
	fn := ir.DeclareIntrinsic(e.c.M, ir.CoroPromise)
	e.b.After(e.begin).SetDebugLoc(e.begin.Next().DebugLoc())
	pi := e.b.CallFunc(fn, "promise.addr", e.begin, m.ConstInt(m.Types.Int(32), align), m.Bool(false))
	e.noDuplicate(pi)
	for _, u := range a.Users() {
		if u.IsCall() && ir.IsLifetime(u) {
			u.Erase()
		}
	}
	e.f.Renumber()
	dom := ir.NewDomTree(e.f)
	defer dom.Done()
	hidden := e.b.PtrCast(pi, a.Type())
	ir.ReplaceUsesIf(a, hidden, func(u *ir.Use) bool {
		// Like LLVM, keep casts and addresses of the first byte as they are: coro.id may use one.
		user := u.User()
		return user != e.id && ir.StripCasts(user) != ir.Value(a) && dom.DominatesUse(pi, u)
	})
	if cast := ir.AsInstr(hidden); cast != pi && !cast.HasUses() {
		cast.Erase()
	}
	e.changed = true
}

// dropNoAlias removes noalias from the parameters of a function that suspends: its caller may
// access their memory while it is suspended.
func (e *early) dropNoAlias() {
	for _, p := range e.f.Params {
		if a := p.Attrs.Without(e.c.M, ir.Dropped(ir.ParamClaim, ir.IsSuspended)...); a != p.Attrs {
			p.Attrs = a
			e.changed = true
		}
	}
}
