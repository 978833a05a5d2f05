package split

// The asynchronous ABI, that of Swift's concurrency: llvm.coro.id.async. The coroutine is called
// with a context, memory that its caller allocated for it, as large as the coroutine's async
// function pointer says. It suspends by calling somebody else for good, whom it tells what function
// goes on from there; that one is called for good in its turn, with the context of whoever calls
// it. Nothing ever returns to who called the coroutine, but to whom all of them run under.
//
//	the coroutine's context                             the async function pointer, a global:
//
//	  0  +--------------------+                           <{ i32 the function, i32 the size of its context }>
//	     | header             |  the frontend's                                     |
//	     +--------------------+  as large as the id says, rounded up to the frame's alignment
//	     | objects and values |
//	     +--------------------+  rounded up to the alignment that the id says: that size
//
// A resume function, one a suspend, finds that context by the projection that the suspend names: a
// function from the context that it is called with, which may be that of a callee whose first word
// leads back. Memory is never taken or given back here, and nothing is at a fixed place. A context
// is aligned as the id says and no more: what wants more has room to be aligned in when the code
// runs (frame.Layout.MaxAlign).
//
// What is wrong with such a coroutine is in abi_async_accept.go, swifterror in swifterror.go.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// Operand numbers of llvm.coro.id.async.
const (
	asyncSize = iota
	asyncAlign
	asyncContext
	asyncPointer
)

// Operand numbers of llvm.coro.suspend.async, and of what llvm.coro.end.async calls.
const (
	suspendParams = iota
	suspendResume
	suspendProjection
	suspendDispatch
	suspendArgs

	endCallee = 2
	endArgs   = 3
)

// The projections of the Swift compiler, by which its tools know the kind of a resume function.
const (
	projectsParent = "__swift_async_resume_project_context" // called by a callee that is done
	projectsSelf   = "__swift_async_resume_get_context"     // called with the coroutine's own context
)

// framePtrName is the name of the address of the frame.
const framePtrName = "async.ctx.frameptr"

// async is a coroutine of this ABI. It implements abi.
type async struct {
	continued
	header, align int64     // of the context, as the id says
	context       *ir.Param // the ramp's
	pointer       *ir.Global
	points        []asyncPoint // by suspend
	tailCalls     bool         // a call can take its caller's place
	bodies        map[*ir.Func]bool

	offset int64                   // of the frame in the context
	tails  map[*ir.Instr]*ir.Instr // by coro.end: the call for good that is made there
	now    int                     // the suspend of which the resume function is being made
}

// asyncPoint is what a suspend says.
type asyncPoint struct {
	resume             *ir.Instr // the coro.async.resume that stands for the resume function
	project, dispatch  *ir.Func
	context, swiftself int  // numbers of the resume function's parameters; swiftself 0: it has none
	projects           bool // the projection's body can stand for a call of it
	gets               []*ir.Type
}

func (co *async) normalise() {
	if len(co.Suspends) > 0 {
		co.errorsToValues()
	}
	co.beginFirst()
	co.callTails()
}

// beginFirst moves the id and coro.begin in front of what is done to objects before the frame
// exists: an address that escapes there has to be that of the frame. The context is there from the
// beginning.
func (co *async) beginFirst() {
	if len(co.Suspends) == 0 {
		return
	}
	co.Begin.SetArg(1, co.m.Null(co.Begin.Arg(1).Type())) // memory of which this ABI knows nothing
	for b := co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i == co.Begin && b == co.F.Entry() {
				return
			}
			if touchesAlloca(i) {
				at := co.F.Entry().First()
				for at.Op == ir.OpAlloca {
					at = at.Next()
				}
				if at != co.ID {
					co.ID.MoveBefore(at)
				}
				co.Begin.MoveBefore(co.ID.Next())
				return
			}
		}
	}
}

// callTails makes the calls that coroutines end with, so that what is passed is used there like by
// any call.
func (co *async) callTails() {
	co.tails = map[*ir.Instr]*ir.Instr{}
	bld := ir.NewBuilder(co.m)
	for _, e := range co.Ends {
		if !ir.IsCoro(e, ir.CoroEndAsync) || e.NumCallArgs() <= endCallee {
			continue
		}
		if !ir.IsUnwindEnd(e) { // where an exception leaves nobody is called
			f := ir.StripCasts(e.Arg(endCallee)).(*ir.Func)
			call := bld.At(e).CallFunc(f, "", co.coerced(bld, f, e, endArgs)...)
			co.tails[e] = call
			isolate(call, "MustTailCall.Before.CoroEnd", "AfterMustTailCall.Before.CoroEnd")
		}
		aux := *e.Call()
		aux.NArgs, aux.ArgAttrs = endCallee, aux.ArgAttrs[:min(endCallee, len(aux.ArgAttrs))]
		callee := e.Callee()
		e.SetArgs(co.m, []ir.Value{e.Arg(0), e.Arg(1), callee})
		e.Aux = &aux
	}
}

// coerced gives the arguments of an intrinsic's call from number first on as a function takes them.
func (co *async) coerced(bld *ir.Builder, f *ir.Func, call *ir.Instr, first int) []ir.Value {
	args := make([]ir.Value, len(f.Params))
	for k, p := range f.Params {
		v := call.Arg(first + k)
		switch from, to := v.Type(), p.Type(); {
		case from == to:
		case from.IsPtr() && to.IsPtr():
			v = bld.PtrCast(v, to)
		case from.IsPtr():
			v = bld.Cast(ir.OpPtrToInt, v, to, "")
		case to.IsPtr():
			v = bld.Cast(ir.OpIntToPtr, v, to, "")
		default:
			v = bld.Cast(ir.OpBitCast, v, to, "")
		}
		args[k] = v
	}
	return args
}

// anew implements abi: a resume function finds the frame by the context, and so it has the context.
func (co *async) anew() []ir.Value {
	if co.reuse {
		return []ir.Value{co.context}
	}
	return nil // as LLVM, which keeps the context in itself
}

// fields implements abi: there is nothing in the frame that is not the coroutine's.
func (co *async) fields(fr *frame.Layout) { fr.MaxAlign = co.align }

// place implements abi: there is room for any frame.
func (co *async) place(fr *frame.Layout) error {
	co.offset = target.AlignTo(co.header, fr.Align)
	return nil
}

// contextSize is what a caller has to allocate.
func (co *async) contextSize() int64 {
	return target.AlignTo(co.offset+used(co.frame), co.align)
}

// base is coro.begin, until the ramp knows the frame by another name.
func (co *async) base() ir.Value {
	co.Begin.SetName(framePtrName)
	return co.beginAsFrame()
}

// debugFrame implements abi: the context is in a register of its own, of which a debugger knows
// what was in it when the function was entered.
func (co *async) debugFrame(f *ir.Func) (ir.Value, []string) {
	if !co.context.Attrs.Has(co.m, "swiftasync") || co.c.Layout.PtrSize(0) != 8 {
		return nil, nil
	}
	offset := debuginfo.PlusConst(co.offset)
	if f == co.F {
		return co.context, offset
	}
	words := []string{"DW_OP_LLVM_entry_value", "1"}
	p := &co.points[co.now]
	switch p.project.Name {
	case projectsParent:
		words = append(words, "DW_OP_deref")
	case projectsSelf:
	default:
		return nil, nil
	}
	return f.Params[p.context], append(words, offset...)
}

// outline implements abi.
func (co *async) outline() []*ir.Func {
	co.eraseMoved()
	co.leaveByTails()
	co.leaveBySuspends()
	co.gatherDeclares()
	for k := range co.points { // read now: a part's memory is given back with all that was read for it
		co.points[k].projects = co.handsOff(co.points[k].project)
	}
	co.F.Renumber()
	return co.clones
}

// eraseMoved erases what is left of objects that live in the frame, where nothing is done to it but
// that its life is marked.
func (co *async) eraseMoved() {
	for _, s := range co.frame.Slots {
		a := ir.AsInstr(s.Value)
		if a == nil || a.Op != ir.OpAlloca {
			continue
		}
		users := a.Users()
		for _, u := range users {
			if ir.LifetimeKind(u) == ir.NotIntrinsic {
				users = nil
			}
		}
		for _, u := range users {
			u.Erase()
		}
		if !a.HasUses() {
			a.Erase()
		}
	}
}

// leaveByTails replaces the ends that control goes past by returns, each behind the call that is
// made there. What follows is dead in every part.
func (co *async) leaveByTails() {
	m := co.m
	rest := co.Ends[:0]
	for _, e := range co.Ends {
		if ir.IsUnwindEnd(e) {
			rest = append(rest, e)
			continue
		}
		if e.HasUses() {
			ir.ReplaceUses(e, m.Poison(e.Type()))
		}
		ret := m.NewInstr(ir.OpRet, m.Types.Void())
		leaveWith(e, ret)
		e.Erase()
		if call := co.tails[e]; call != nil {
			call.MoveBefore(ret)
			co.callForGood(call)
		}
	}
	co.Ends = rest
}

// callForGood makes a call in front of a return one that takes the caller's place, where the target
// can, and lets the callee's body stand there.
func (co *async) callForGood(call *ir.Instr) {
	if co.tailCalls {
		call.Flags |= ir.FlagMustTail
	}
	if f := call.CalledFunc(); co.handsOff(f) {
		opt.InlineHandOff(co.m, call)
	}
}

// asksTarget finds out whether a call can take its caller's place. LLVM asks no target up to
// version 15.
func (co *async) asksTarget() {
	co.tailCalls = !co.m.Has(ir.TailCallsAsked) || co.c.Target.Transfer(co.F.TargetFeatures()) != target.TransferCall
}

// handsOff reads a function and reports that its body can take the place of a call of it.
func (co *async) handsOff(f *ir.Func) bool {
	known, ok := co.bodies[f]
	if ok || f.IsIntrinsic() || f.Declared {
		return known
	}
	if co.c.Body != nil {
		known = co.c.Body(f) && opt.HandsOff(co.m, f)
	} else {
		known = f.Load() == nil && opt.HandsOff(co.m, f)
	}
	co.bodies[f] = known
	return known
}

// leaveBySuspends makes each suspend call whom it hands control to and return. The suspend itself,
// and the way behind it, are the resume function's, by whose address coro.async.resume is replaced.
func (co *async) leaveBySuspends() {
	m, f := co.m, co.F
	bld := ir.NewBuilder(m)
	for n, s := range co.Suspends {
		p := &co.points[n]
		part := co.declareResume(n)
		co.clones = append(co.clones, part)
		from := s.Block()
		own := from.SplitBefore(s, "")
		co.behind = append(co.behind, own.SingleSucc())
		ret := f.NewBlockBefore("coro.return", own)
		from.Terminator().SetArg(0, ret)
		bld.AtEnd(ret).SetDebugLoc(s.DebugLoc())
		call := bld.CallFunc(p.dispatch, "", co.coerced(bld, p.dispatch, s, suspendArgs)...)
		bld.Ret(nil)
		// which no part reads from here on: what it is called with takes the place of the result
		for k := range s.NumCallArgs() {
			s.SetArg(k, m.Poison(s.Arg(k).Type()))
		}
		ir.ReplaceUses(p.resume, bld.PtrCast(part, p.resume.Type()))
		p.resume.Erase()
		co.callForGood(call)
	}
}

// declareResume makes the function that goes on from a suspend. It takes what the suspend gets, and
// is as the ramp is in all else.
func (co *async) declareResume(n int) *ir.Func {
	m, f, p := co.m, co.F, &co.points[n]
	name := f.Name + ".resume." + strconv.Itoa(n)
	switch p.project.Name {
	case projectsParent:
		name = f.Name + "TQ" + strconv.Itoa(n) + "_"
	case projectsSelf:
		name = f.Name + "TY" + strconv.Itoa(n) + "_"
	}
	c := co.declare(name, m.Types.Func(m.Types.Void(), p.gets, false))
	c.CC = f.CC
	c.Attrs = ir.PartAttrs(m, f.Attrs)
	if c.Attrs.GetStr(m, "async_entry") != nil { // LLVM 22 leaves it
		c.Attrs = c.Attrs.WithoutStr(m, "async_entry")
		if p.project.Name == projectsParent {
			c.Attrs = c.Attrs.With(m, ir.Attr{Name: "async_ret", Str: true})
		}
	}
	if co.context.Attrs.Has(m, "swiftasync") {
		c.Params[p.context].Attrs = ir.NewAttrs("swiftasync")
		if p.swiftself != 0 {
			c.Params[p.swiftself].Attrs = ir.NewAttrs("swiftself")
		}
	}
	return c
}

// frameAt makes the address of the frame in a context.
func (co *async) frameAt(bld *ir.Builder, context ir.Value, name string) *ir.Instr {
	ptr := bld.PtrCast(context, co.m.PtrType(0))
	return bld.ByteGEP(ptr, co.m.ConstInt(co.m.Types.Int(32), co.offset), ir.FlagInBounds, name)
}

// fill copies the body and makes the copy go on behind suspend n, with the frame in the context
// that the projection finds.
func (co *async) fill(n int, f *ir.Func) {
	m, point, suspend := co.m, &co.points[n], co.Suspends[n]
	co.now = n
	project := m.NewInstr(ir.OpCall, point.project.FTy.Ret(), f.Params[point.context], point.project)
	project.Aux = &ir.CallAux{CC: point.project.CC, FTy: point.project.FTy, NArgs: 1}
	var own *ir.Instr // the context, of the type that the ramp's parameter has
	p := co.newPart(f, func(old *ir.Param) ir.Value {
		switch {
		case !co.reuse || old != co.context:
			return nil
		case old.Type() == project.Type():
			return project
		}
		own = m.NewInstr(ir.OpBitCast, old.Type(), project)
		return own
	}, co.behind[n])
	p.enterAt(co.behind[n], "entryresume."+strconv.Itoa(n))
	bld := ir.NewBuilder(m)
	bld.Before(f.Entry().First()).SetDebugLoc(suspend.DebugLoc())
	if t := point.project.FTy.Params()[0]; t != project.Arg(0).Type() {
		project.SetArg(0, bld.PtrCast(project.Arg(0), t))
	}
	bld.Insert(project, "")
	bld.SetDebugLoc(nil)
	if own != nil {
		bld.Insert(own, "")
	}
	p.takeFrame(bld.PtrCast(co.frameAt(bld, project, ""), co.framePtr.Type()))
	if i := ir.AsInstr(p.base); i.Name() == "" { // nothing is needed of the frame
		i.SetName(framePtrName)
	}
	if s := p.vm.Instr(suspend); s != nil {
		co.resumeWith(p, s)
	}
	for _, e := range co.Ends {
		if c := p.vm.Instr(e); c != nil {
			co.unwindEnd(c, false)
		}
	}
	p.notInRamp()
	co.errorSlots(f, func(i *ir.Instr) *ir.Instr { return p.vm.Instr(i) })
	if point.projects {
		opt.InlineHandOff(m, project)
	}
	co.finishPart(n, p)
}

// resumeWith gives the uses of a suspend's result what the resume function is called with.
func (co *async) resumeWith(p *part, s *ir.Instr) {
	for _, u := range s.Users() {
		if u.Op != ir.OpExtractValue {
			continue
		}
		if idx := u.Aux.(*ir.IndexAux).Indices; len(idx) == 1 {
			ir.ReplaceUses(u, p.f.Params[idx[0]])
			u.Erase()
		}
	}
	if !s.HasUses() {
		return
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(p.f.Entry().Terminator())
	var all ir.Value = co.unknown(s.Type())
	for k, q := range p.f.Params {
		all = bld.InsertValue(all, q, "", k)
	}
	ir.ReplaceUses(s, all)
}

// unwindEnd replaces a coro.end by which an exception leaves: there is nothing to give back.
func (co *async) unwindEnd(e *ir.Instr, inRamp bool) {
	if e.HasUses() {
		ir.ReplaceUses(e, co.m.Bool(!inRamp))
	}
	if pad := ir.FuncletPad(e); pad != nil {
		leaveWith(e, co.m.NewInstr(ir.OpCleanupRet, co.m.Types.Void(), pad))
	}
	e.Erase()
}

// ramp makes the original function the first activation: it runs up to the first suspend.
func (co *async) ramp() {
	f := co.F
	bld := ir.NewBuilder(co.m)
	co.Begin.SetName("")
	co.leave(co.frameAt(bld.Before(co.ID), co.context, framePtrName))
	f.Attrs = ir.RampAttrs(co.m, f.Attrs)
	co.context.Attrs = co.context.Attrs.Without(co.m, coro.FrameClaims...)
}

// neverSuspends finishes a coroutine that has no suspend: it has no frame, and the handle is where
// one would be.
func (co *async) neverSuspends() {
	co.leaveByTails()
	bld := ir.NewBuilder(co.m)
	mem := co.frameAt(bld.Before(co.ID), co.context, framePtrName)
	co.leave(mem)
	if !mem.HasUses() {
		mem.Erase()
	}
}

// leave finishes the original function, in which the frame is at mem, and tells how large a context
// is.
func (co *async) leave(mem ir.Value) {
	co.leaveRamp(mem, func(e *ir.Instr) { co.unwindEnd(e, true) })
	co.c.Contexts = append(co.c.Contexts, coro.Context{Pointer: co.pointer.Name, What: "async function pointer",
		Size: co.contextSize(), Func: co.F.Name, Pos: co.ID.Pos})
	co.c.Stats.ContextBytes += int(co.contextSize())
	co.tellContext()
}
