// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The asynchronous ABI of Swift's concurrency: llvm.coro.id.async. The coroutine is called with a
// context: memory that its caller allocated for it, with the size that the coroutine's async
// function pointer states. It suspends by calling another function in tail position, and passes it
// the function that resumes the coroutine. That function is tail-called later, with the context of
// its caller. So no call returns to the coroutine's caller; control returns only to the code that
// runs all of these functions.
//
//	the coroutine's context
//
//	  0  +--------------------+
//	     | header             |  used by the frontend; its size is the id's,
//	     +--------------------+  rounded up to the frame's alignment
//	     | objects and values |
//	     +--------------------+  the context's size: rounded up to the id's alignment
//
//	the async function pointer, a global
//
//	     <{ i32 the function, i32 the context's size }>
//
// Each suspend has a resume function. It finds the coroutine's context through the projection that
// the suspend names: a function of the context with which the resume function is called, which may
// be the context of a callee whose first word leads back. For example, with a projection that loads
// this word:
//
//	define swifttailcc void @fTQ0_(ptr swiftasync %0)     ; %0 is the callee's context
//	  %context = load ptr, ptr %0
//	  %frame = getelementptr inbounds i8, ptr %context, i32 16
//
// The coroutine itself never allocates or frees memory, and nothing in the frame has a fixed
// offset. A context is aligned as the id says and no more: an object that needs more gets room to
// be aligned at run time (frame.Layout.MaxAlign).
//
// abi_async_accept.go checks such a coroutine, and swifterror.go handles swifterror.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// Operand numbers of llvm.coro.id.async.
const (
	asyncSize = iota
	asyncAlign
	asyncContext
	asyncPointer
)

// Operand numbers of llvm.coro.suspend.async, and of the call in llvm.coro.end.async.
const (
	suspendParams = iota
	suspendResume
	suspendProjection
	suspendDispatch
	suspendArgs

	endCallee = 2
	endArgs   = 3
)

// The projections of the Swift compiler, from which its tools know the kind of a resume function.
const (
	projectsParent = "__swift_async_resume_project_context" // called by a callee that has finished
	projectsSelf   = "__swift_async_resume_get_context"     // called with the own context
)

// framePtrName is the name of the address of the frame.
const framePtrName = "async.ctx.frameptr"

// async is a coroutine of this ABI. It implements abi.
type async struct {
	continued
	header, align int64     // of the context, as the id says
	context       *ir.Param // the ramp's parameter
	pointer       *ir.Global
	points        []asyncPoint // by suspend
	tailCalls     bool         // the target supports guaranteed tail calls
	bodies        map[*ir.Func]bool

	offset int64                   // of the frame in the context
	tails  map[*ir.Instr]*ir.Instr // by coro.end: the tail call that is made there
	now    int                     // the suspend whose resume function is being built
}

// asyncPoint describes one suspend.
type asyncPoint struct {
	resume             *ir.Instr // the coro.async.resume that stands for the resume function
	project, dispatch  *ir.Func
	context, swiftself int  // parameters of the resume function; swiftself 0: none
	projects           bool // the projection's body can be inlined
	gets               []*ir.Type
}

func (co *async) normalise() {
	if len(co.Suspends) > 0 {
		co.errorsToValues()
	}
	co.beginFirst()
	co.callTails()
}

// beginFirst moves the id and coro.begin before the first access to an object, because an address
// that escapes before coro.begin must be an address in the frame. The context exists from the
// beginning of the function.
func (co *async) beginFirst() {
	if len(co.Suspends) == 0 {
		return
	}
	// This ABI does not use the memory operand.
	co.Begin.SetArg(1, co.m.Null(co.Begin.Arg(1).Type()))
	for i := range co.F.Instrs() {
		if i == co.Begin && i.Block() == co.F.Entry() {
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

// callTails inserts the calls with which coroutines end, so that their arguments are used there
// like those of any call.
func (co *async) callTails() {
	co.tails = map[*ir.Instr]*ir.Instr{}
	bld := ir.NewBuilder(co.m)
	for _, e := range co.Ends {
		if !ir.IsCoro(e, ir.CoroEndAsync) || e.NumCallArgs() <= endCallee {
			continue
		}
		if !ir.IsUnwindEnd(e) { // no function is called if an exception leaves the coroutine
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

// coerced returns the arguments of an intrinsic's call from operand first on, cast to the parameter
// types of f.
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

// anew implements abi: a resume function finds the frame through the context, so it has the
// context.
func (co *async) anew() []ir.Value {
	if co.reuse {
		return []ir.Value{co.context}
	}
	return nil // as LLVM, which spills the context into itself
}

// fields implements abi: this ABI has no fields of its own.
func (co *async) fields(fr *frame.Layout) { fr.MaxAlign = co.align }

// place implements abi: any frame fits.
func (co *async) place(fr *frame.Layout) error {
	co.offset = target.AlignTo(co.header, fr.Align)
	return nil
}

// contextSize returns the size in bytes that a caller must allocate.
func (co *async) contextSize() int64 {
	return target.AlignTo(co.offset+used(co.frame), co.align)
}

// base implements abi: the pointer is coro.begin, until the ramp replaces it.
func (co *async) base() ir.Value {
	co.Begin.SetName(framePtrName)
	return co.beginAsFrame()
}

// debugFrame implements abi: the context is passed in a register of its own, and a debugger knows
// the register's value at the function's entry.
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
	co.declares.Gather(co.framePtr)
	// Read now, because what is loaded while a part is built is freed with the part.
	for k := range co.points {
		co.points[k].projects = co.handsOff(co.points[k].project)
	}
	co.F.Renumber()
	return co.clones
}

// eraseMoved erases the allocas of objects that live in the frame, if lifetime markers are their
// only uses, and those markers.
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

// leaveByTails replaces every end that is not an unwinding one by a return, after the call that is
// made there. Code after it is dead in every part.
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

// callForGood makes a call before a return a guaranteed tail call, if the target supports it, and
// inlines the callee where possible.
func (co *async) callForGood(call *ir.Instr) {
	if co.tailCalls {
		call.Flags |= ir.FlagMustTail
	}
	if f := call.CalledFunc(); co.handsOff(f) {
		opt.InlineHandOff(co.m, call)
	}
}

// asksTarget computes whether calls can be guaranteed tail calls. LLVM up to version 15 does not
// query the target.
func (co *async) asksTarget() {
	co.tailCalls = !co.m.Has(ir.TailCallsAsked) || co.c.Target.Transfer(co.F.TargetFeatures()) == target.TransferTail
}

// handsOff loads a function and reports whether a call of it can be inlined. It caches the result.
func (co *async) handsOff(f *ir.Func) bool {
	known, ok := co.bodies[f]
	if ok || f.Declared {
		return known
	}
	known = co.c.body(f) && opt.HandsOff(co.m, f)
	co.bodies[f] = known
	return known
}

// leaveBySuspends replaces each suspend in the ramp by a call of the suspend's dispatch function
// and a return. The suspend itself, and the code after it, belong to the resume function, whose
// address replaces coro.async.resume.
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
		// No part reads these arguments: the parameters of the resume function replace the
		// suspend's result.
		for k := range s.NumCallArgs() {
			s.SetArg(k, m.Poison(s.Arg(k).Type()))
		}
		ir.ReplaceUses(p.resume, bld.PtrCast(part, p.resume.Type()))
		p.resume.Erase()
		co.callForGood(call)
	}
}

// declareResume declares the function that resumes suspend n. Its parameters are the elements of
// the suspend's result; the rest is as in the ramp.
func (co *async) declareResume(n int) *ir.Func {
	m, f, p := co.m, co.F, &co.points[n]
	name := f.Name + ".resume." + strconv.Itoa(n)
	switch p.project.Name {
	case projectsParent:
		name = f.Name + "TQ" + strconv.Itoa(n) + "_"
	case projectsSelf:
		name = f.Name + "TY" + strconv.Itoa(n) + "_"
	}
	c := co.declare(name, m.Types.Func(m.Types.Void(), p.gets, false), n)
	c.CC = f.CC
	c.Attrs = ir.PartAttrs(m, f.Attrs)
	if c.Attrs.GetStr(m, "async_entry") != nil { // LLVM 22 does not remove it
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

// frameAt computes the address of the frame in a context.
func (co *async) frameAt(bld *ir.Builder, context ir.Value, name string) *ir.Instr {
	ptr := bld.PtrCast(context, co.m.PtrType(0))
	return bld.ByteGEP(ptr, co.m.ConstInt(co.m.Types.Int(32), co.offset), ir.FlagInBounds, name)
}

// fill builds the function that resumes suspend n: a copy of the body that starts after the
// suspend, with the frame in the context that the projection returns.
func (co *async) fill(n int, f *ir.Func) {
	m, point, suspend := co.m, &co.points[n], co.Suspends[n]
	co.now = n
	project := m.NewInstr(ir.OpCall, point.project.FTy.Ret(), f.Params[point.context], point.project)
	project.Aux = &ir.CallAux{CC: point.project.CC, FTy: point.project.FTy, NArgs: 1}
	var own *ir.Instr // the context, cast to the type of the ramp's parameter
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
	if i := ir.AsInstr(p.base); i.Name() == "" { // the part does not use the frame
		i.SetName(framePtrName)
	}
	if s := p.vm.Instr(suspend); s != nil {
		co.resumeWith(p, s, f.Params)
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

// unwindEnd replaces a coro.end through which an exception leaves. There is no memory to free.
func (co *async) unwindEnd(e *ir.Instr, inRamp bool) {
	if e.HasUses() {
		ir.ReplaceUses(e, co.m.Bool(!inRamp))
	}
	if pad := ir.FuncletPad(e); pad != nil {
		leaveWith(e, co.m.NewInstr(ir.OpCleanupRet, co.m.Types.Void(), pad))
	}
	e.Erase()
}

// ramp turns the original function into the ramp: it runs up to the first suspend.
func (co *async) ramp() {
	f := co.F
	bld := ir.NewBuilder(co.m)
	co.Begin.SetName("")
	co.leave(co.frameAt(bld.Before(co.ID), co.context, framePtrName))
	f.Attrs = ir.RampAttrs(co.m, f.Attrs)
	co.context.Attrs = co.context.Attrs.Without(co.m, coro.FrameClaims...)
}

// neverSuspends finishes a coroutine without suspends: it has no frame, and the handle is the
// address that the frame would have.
func (co *async) neverSuspends() {
	co.leaveByTails()
	bld := ir.NewBuilder(co.m)
	mem := co.frameAt(bld.Before(co.ID), co.context, framePtrName)
	co.leave(mem)
	if !mem.HasUses() {
		mem.Erase()
	}
}

// leave finishes the original function, in which the frame is at mem, and reports the size of the
// context.
func (co *async) leave(mem ir.Value) {
	co.leaveRamp(mem, func(e *ir.Instr) { co.unwindEnd(e, true) })
	co.c.Contexts = append(co.c.Contexts, coro.Context{Pointer: co.pointer.Name, What: "async function pointer",
		Size: co.contextSize(), Func: co.F.Name, Pos: co.ID.Pos})
	co.c.Stats.ContextBytes += int(co.contextSize())
	co.remarkContext()
}

// remarkContext adds a remark about the size and the contents of the context.
func (co *async) remarkContext() {
	co.remarkSize("CoroAsyncContext", "the context of '", remark.Named("function", co.F.Name), "' has ",
		remark.Number("context_size", co.contextSize()), " bytes: a header of ",
		remark.Number("header", co.header), " bytes and, at offset ", remark.Number("frame_offset", co.offset),
		", a frame of ", remark.Number("frame_size", used(co.frame)),
		" bytes; callers read the size from '", remark.Named("pointer", co.pointer.Name), "'")
}
