// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"fmt"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Coroutines of the switched ABI that are not lowered.
//
// A call of a coroutine begins an activation. Its registers and variables belong to the activation
// and outlive the call. At a suspend the activation keeps the registers, and the running frame
// continues with a copy of them on the suspend's default edge: to coro.end, where the ramp
// continues and any other frame returns. A resumption is a new frame, on the registers that the
// activation kept, after the suspend.
//
// From coro.save on the coroutine counts as suspended: other code may resume it before it reaches
// the suspend, and the frame then continues with a copy as well.
//
// The frame in memory holds only what other code may rely on: the addresses of the resume and
// destroy functions (the first is null at the final suspend), and the promise at its fixed offset.
// So lowered coroutines and others may be mixed:
//
//	{ ptr resume, ptr destroy, promise }

// coroutine describes a function that is an unlowered coroutine.
type coroutine struct {
	id      *ir.Instr
	promise *ir.Instr // its alloca; nil: none
	offset  uint64    // of the promise in the frame
	size    uint64    // of the frame
	align   uint64
	slot    int32               // the register of the promise's address
	resume  map[*ir.Instr]int   // index of the code after each suspend
	saves   map[*ir.Instr]point // the suspend of each save
	final   point
	abi     coroABI
	once    bool // with returned continuations: it suspends once
	// of an asynchronous coroutine: the suspend of each coro.async.resume, and its resume function
	suspendOf   map[*ir.Instr]*ir.Instr
	resumptions map[*ir.Instr]*resumption
	after       map[*ir.Block]bool // blocks that are reached from a coro.end, without its own
}

// coroABI is the ABI of a coroutine.
type coroABI uint8

const (
	switchedABI coroABI = iota
	retconABI
	asyncABI
)

// abiNames complete the message about an intrinsic outside of an unlowered coroutine.
var abiNames = [...]string{"coroutine of the switched ABI", "coroutine with returned continuations",
	"asynchronous coroutine"}

// point is a suspend.
type point struct {
	pc    int   // index of the code after it
	dst   int32 // the register of its result
	final bool
	at    *ir.Instr
}

// activation is one running or suspended instance of a coroutine.
type activation struct {
	fn       *function
	serial   int
	place    int     // index in Machine.acts, until it is over
	frame    *object // nil before coro.begin
	handle   uint64
	regs     []val
	at       point
	owner    *frame // the frame that currently runs on regs
	waits    bool   // it is suspended
	done     bool   // at its final suspend, or left by an exception
	over     bool
	running  int // number of frames
	locals   []*object
	made     []*ir.Instr
	paused   []*ir.Instr // the call stack of the last suspend
	ended    []*ir.Instr
	destroys bool        // it is being destroyed
	yield    *yield      // the suspend of a coroutine with returned continuations
	next     uint64      // its continuation
	waitsFor *resumption // the suspend of an asynchronous coroutine
	touched  []touch     // changes of its state
}

// header is the size of the frame's part with a fixed layout.
const header = 16

// findCoroutine returns the description of an unlowered coroutine, or nil for any other function.
func (p *Program) findCoroutine(f *ir.Func) *coroutine {
	presplit := ir.IsPresplit(f.Module(), f) // only frontends of the switched ABI must set it
	for i := range f.Instrs() {
		if presplit && ir.IsCoro(i, ir.CoroID) && !ir.IsPostSplit(i) {
			return p.newCoroutine(i)
		}
		if _, ok := storageArg[ir.CalledIntrinsic(i)]; ok {
			return p.newRetcon(i)
		}
		if ir.IsCoro(i, ir.CoroIDAsync) {
			return p.newAsync(i)
		}
	}
	return nil
}

func (p *Program) newCoroutine(id *ir.Instr) *coroutine {
	c := &coroutine{id: id, size: header, align: 16, resume: map[*ir.Instr]int{}, saves: map[*ir.Instr]point{},
		after: afterEnd(id.Func())}
	if k := p.constant(id.Arg(ir.IdAlign)); k[0].v > c.align {
		c.align = k[0].v
	}
	if a, ok := ir.StripCasts(id.Arg(ir.IdPromise)).(*ir.Instr); ok && a.Op == ir.OpAlloca {
		c.promise = a
		s := p.shape(a.ElemTy)
		align := max(uint64(a.Align), s.align, 1)
		c.align = max(c.align, align)
		c.offset = (header + align - 1) &^ (align - 1)
		c.size = c.offset + s.size
	}
	c.size = (c.size + c.align - 1) &^ (c.align - 1)
	return c
}

// afterEnd returns the blocks that are reached from the blocks with a coro.end.
func afterEnd(f *ir.Func) map[*ir.Block]bool {
	after := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		for _, s := range b.Succs(nil) {
			if !after[s] {
				after[s] = true
				visit(s)
			}
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if ir.IsCoro(i, ir.CoroEnd) && !ir.IsUnwindEnd(i) {
				visit(b)
			}
		}
	}
	return after
}

// outlives reports whether the ramp uses a variable after coro.end, for example to return the
// object that get_return_object made. Such a variable lives as long as the ramp, even if the
// coroutine is destroyed before. All other variables may be in the coroutine's frame, so they die
// with it.
func (co *coroutine) outlives(alloca *ir.Instr) bool {
	if alloca.MetaOf("coro.outside.frame") != nil {
		return true
	}
	seen := map[*ir.Instr]bool{}
	var used func(i *ir.Instr) bool
	used = func(i *ir.Instr) bool {
		if seen[i] {
			return false
		}
		seen[i] = true
		for u := i.FirstUse(); u != nil; u = u.Next() {
			user := u.User()
			if co.after[user.Block()] || comesAfterEnd(user) {
				return true
			}
			switch user.Op {
			case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect:
				if used(user) {
					return true
				}
			}
		}
		return false
	}
	return used(alloca)
}

// comesAfterEnd reports whether a coro.end precedes an instruction in its block.
func comesAfterEnd(i *ir.Instr) bool {
	for ; i != nil; i = i.Prev() {
		if ir.IsCoro(i, ir.CoroEnd) && !ir.IsUnwindEnd(i) {
			return true
		}
	}
	return false
}

// compiled sets the register of the promise, which is unknown before the code is built.
func (co *coroutine) compiled(c *compiler) {
	if co.promise != nil {
		co.slot = c.dst(co.promise)
	}
}

func (a *activation) name() string { return "coroutine @" + a.fn.ir.Name }

// begin creates an activation for a frame that was just pushed.
func (t *Thread) begin(f *frame) {
	a := &activation{fn: f.fn, regs: f.regs, owner: f, running: 1, made: t.stackInto(nil, stackKept)}
	t.m.nextID++
	a.serial = t.m.nextID
	f.act, f.ramp = a, true
	a.place = len(t.m.acts)
	t.m.acts = append(t.m.acts, a)
}

// leave is called when a frame of the coroutine returns or is unwound.
func (a *activation) leave(t *Thread, f *frame) {
	a.locals = append(a.locals, f.locals...)
	a.running--
	if a.owner == f {
		a.owner = nil
	}
	if !f.left {
		a.waits = false
		a.finish(t)
	}
	if a.over {
		a.locals = slices.DeleteFunc(a.locals, func(o *object) bool {
			if a.running > 0 && o.outlives {
				return false
			}
			if !o.dead {
				o.freed = append(o.freed[:0], a.ended...)
				t.m.mem.kill(o)
			}
			return true
		})
	}
}

// finish marks the coroutine as over.
func (a *activation) finish(t *Thread) {
	if a.over {
		return
	}
	a.over = true
	if a.ended == nil {
		a.ended = t.stackInto(nil, stackKept)
	}
	t.m.event("over", a)
	last := t.m.acts[len(t.m.acts)-1]
	t.m.acts[a.place], last.place = last, a.place
	t.m.acts = t.m.acts[:len(t.m.acts)-1]
}

// history adds the history of the coroutine to an error.
func (a *activation) history(tr *trap) *trap {
	tr.note("the coroutine is created here", a.made)
	tr.note("it was last suspended here", a.paused)
	if a.frame != nil && a.frame.dead {
		tr.note("its frame is freed here", a.frame.freed)
	} else {
		tr.note("it ended here", a.ended)
	}
	return tr
}

// accessed returns the error for an access to a coroutine's frame after it was freed.
func (a *activation) accessed(how string, _ *object) *trap {
	return a.history(trapf("%s of the frame of %s after it was destroyed", how, a.name()))
}

// event writes a line of --trace=suspends.
func (m *Machine) event(what string, a *activation) {
	if m.opts.Suspends == nil {
		return
	}
	place := ""
	if len(a.paused) > 0 && what != "begin" {
		if s := sourceOf(a.paused[0]); s.Line > 0 {
			place = fmt.Sprintf(" at %s:%d", s.File, s.Line)
		} else if name := a.at.at; name != nil {
			place = " at " + blockName(name.Block())
		}
	}
	fmt.Fprintf(m.opts.Suspends, "%s #%d: %s%s\n", a.name(), a.serial, what, place)
}

func blockName(b *ir.Block) string {
	if b.Name() != "" {
		return "%" + b.Name()
	}
	return "an unnamed block"
}

// Resuming.

// resumeHandle resumes or destroys the coroutine of a handle, lowered or not. The frame that does
// so is on top of the stack.
func (t *Thread) resumeHandle(x val, destroy bool) {
	word := "resume"
	if destroy {
		word = "destroy"
	}
	h := pointer(x, word)
	if h == 0 {
		panic(trapf("%s of a null handle", word))
	}
	a := t.m.handles[h]
	if a == nil {
		t.resumeLowered(h, destroy, word)
		return
	}
	switch {
	case a.over || a.frame.dead:
		if destroy {
			panic(a.history(trapf("%s is destroyed, and was destroyed before", a.name())))
		}
		panic(a.history(trapf("%s is resumed after it was destroyed", a.name())))
	case !a.waits:
		panic(a.history(trapf("%s is %sd while it runs", a.name(), word)))
	case a.done && !destroy:
		panic(a.history(trapf("%s is resumed at its final suspend point", a.name())))
	}
	a.state(t)
	a.waits = false
	if destroy {
		a.destroys = true
		a.ended = t.stackInto(nil, stackKept)
	}
	t.m.event(word, a)
	f := t.pushResumed(a)
	f.regs[a.at.dst] = boolVal(destroy)
	f.pc = a.at.pc
}

// pushResumed enters a coroutine after the suspend at which it rests.
func (t *Thread) pushResumed(a *activation) *frame {
	if a.owner != nil { // its frame has not reached the suspend yet
		a.regs = append([]val(nil), a.regs...)
		a.owner.left = true
	}
	f := t.newFrame() // empty: see pop
	f.regs, f.sp, f.bp, f.act = a.regs, t.sp, t.bp, a
	a.owner = f
	a.running++
	t.enterFrame(f, a.fn)
	return f
}

// resumeLowered calls the function that the frame of a lowered coroutine points to.
func (t *Thread) resumeLowered(h uint64, destroy bool, word string) {
	at := h
	if destroy {
		at += 8
	}
	fn := t.m.mem.load(at, 8)
	if fn.u == 0 && fn.v == 0 {
		panic(trapf("%s of a coroutine at its final suspend point", word))
	}
	t.enterAsCall(t.function(fn), []val{{v: h}})
}

// enterAsCall calls a function in place of the top frame's current call.
func (t *Thread) enterAsCall(fn *function, args []val) {
	if fn.lib != nil || fn.ir.Declared {
		t.enter(fn, args, nil)
		return
	}
	f := t.push(fn)
	if fn.nparams > len(args) {
		panic(trapf("@%s has more parameters than it gets arguments", fn.ir.Name))
	}
	copy(f.regs, args[:fn.nparams])
	if fn.coro != nil {
		t.begin(f)
	}
}

// coroIntrinsics maps the supported coroutine intrinsics to functions that build their code. Such a
// function returns false if the intrinsic is to be compiled as a call.
var coroIntrinsics map[ir.Intrinsic]func(c *compiler, i *ir.Instr) bool

func init() {
	asCall := func(lib libFunc) func(c *compiler, i *ir.Instr) bool {
		fn := &function{lib: lib}
		return func(c *compiler, i *ir.Instr) bool {
			ci := c.callInfo(i)
			ci.fn = fn
			c.add(inst{run: execCall, dst: c.dst(i), n: ci.words, x: ci})
			return true
		}
	}
	nothing := func(c *compiler, i *ir.Instr) bool { c.need(retconABI, i); zero(c, i); return true }
	op := func(run exec) func(c *compiler, i *ir.Instr) bool {
		return func(c *compiler, i *ir.Instr) bool {
			in := inst{run: run, dst: c.dst(i), n: c.words(i), x: c.fn.coro}
			args := [...]*int32{&in.a, &in.b, &in.c}
			for k := range min(i.NumCallArgs(), len(args)) {
				*args[k] = c.src(i.Arg(k))
			}
			c.add(in)
			return true
		}
	}
	coroIntrinsics = map[ir.Intrinsic]func(c *compiler, i *ir.Instr) bool{
		ir.CoroID:    op(func(_ *Thread, f *frame, in *inst) { f.regs[in.dst] = val{} }),
		ir.CoroAlloc: op(func(_ *Thread, f *frame, in *inst) { f.regs[in.dst] = val{v: 1} }),
		ir.CoroSize:  compileSize,
		ir.CoroAlign: compileSize,
		ir.CoroBegin: func(c *compiler, i *ir.Instr) bool {
			switch c.abi() {
			case retconABI:
				compileRetconBegin(c, i)
				return true
			case asyncABI:
				compileAsyncBegin(c, i)
				return true
			}
			return op(execBegin)(c, i)
		},
		ir.CoroFrame:       op(execCoroFrame),
		ir.CoroFree:        op(func(_ *Thread, f *frame, in *inst) { f.regs[in.dst] = f.regs[in.b] }),
		ir.CoroSave:        compileSave,
		ir.CoroSuspend:     compileSuspend,
		ir.CoroEnd:         compileEnd,
		ir.CoroIsInRamp:    op(func(_ *Thread, f *frame, in *inst) { f.regs[in.dst] = boolVal(f.ramp) }),
		ir.CoroResume:      asCall(func(t *Thread, args []val) val { t.resumeHandle(args[0], false); return val{} }),
		ir.CoroDestroy:     asCall(func(t *Thread, args []val) val { t.resumeHandle(args[0], true); return val{} }),
		ir.CoroDone:        op(execDone),
		ir.CoroPromise:     compilePromise,
		ir.CoroNoop:        op(execNoop),
		ir.CoroSubFnAddr:   op(execSubFn),
		ir.CoroAwaitVoid:   compileAwait,
		ir.CoroAwaitBool:   compileAwait,
		ir.CoroAwaitHandle: compileAwait,
		ir.CoroDead:        op(func(*Thread, *frame, *inst) {}),

		ir.CoroIDRetcon:            nothing,
		ir.CoroIDRetconOnce:        nothing,
		ir.CoroIDRetconOnceDynamic: nothing,
		ir.CoroSuspendRetcon:       compileYield,
		ir.CoroEndResults:          nothing,
		ir.CoroAllocaAlloc:         compileAllocaAlloc,
		ir.CoroAllocaGet:           compileAllocaGet,
		ir.CoroAllocaFree:          compileAllocaFree,

		ir.CoroIDAsync:          func(c *compiler, i *ir.Instr) bool { c.need(asyncABI, i); zero(c, i); return true },
		ir.CoroAsyncResume:      compileAsyncResume,
		ir.CoroSuspendAsync:     compileAsyncSuspend,
		ir.CoroEndAsync:         compileAsyncEnd,
		ir.CoroAsyncSizeReplace: func(*compiler, *ir.Instr) bool { return true },
		ir.CoroPrepareAsync:     compileAllocaGet,
		ir.CoroPrepareRetcon:    compileAllocaGet,
	}
}

// need rejects an intrinsic outside of an unlowered coroutine of an ABI.
func (c *compiler) need(abi coroABI, i *ir.Instr) *coroutine {
	if c.fn.coro == nil || c.fn.coro.abi != abi {
		panic(unsupportedf("@%s is in a function that is not an unlowered %s", i.CalledFunc().Name, abiNames[abi]))
	}
	return c.fn.coro
}

// abi returns the ABI of the coroutine that is compiled; it is switchedABI for any other function.
func (c *compiler) abi() coroABI {
	if c.fn.coro == nil {
		return switchedABI
	}
	return c.fn.coro.abi
}

func compileSize(c *compiler, i *ir.Instr) bool {
	co := c.need(switchedABI, i)
	n := co.size
	if ir.IsCoro(i, ir.CoroAlign) {
		n = co.align
	}
	c.add(inst{run: execCopy, dst: c.dst(i), a: c.constant([]val{{v: n}}), n: 1})
	return true
}

// execBegin makes the given memory the coroutine's frame, or allocates it. The promise moves there.
func execBegin(t *Thread, f *frame, in *inst) {
	mem := f.regs[in.b]
	co, _ := in.x.(*coroutine)
	if co == nil || f.act == nil {
		f.regs[in.dst] = mem
		return
	}
	a := f.act
	p := t.m.mem.real(pointer(mem, "coro.begin"))
	if p == 0 {
		o := t.m.mem.add(objHeap, co.size, co.align)
		o.data = make([]byte, co.size)
		o.made = t.stackInto(o.made, stackKept)
		o.forget(0, co.size)
		p = o.addr()
	}
	o, _ := t.m.mem.writable(p, co.size)
	if p&(co.align-1) != 0 && co.promise != nil && p&(max(uint64(co.promise.Align), 1)-1) != 0 {
		panic(trapf("the memory of %s is not aligned for its promise", a.name()))
	}
	a.frame, a.handle = o, p
	t.m.handles[p] = a
	if o.addr() == p {
		o.act = a
	}
	t.m.mem.store(p, 8, val{v: t.m.prog.parts[0]})
	t.m.mem.store(p+8, 8, val{v: t.m.prog.parts[1]})
	if co.promise != nil {
		old := f.regs[co.slot].v
		if was, _ := t.m.mem.object(old); was != nil && !was.dead {
			t.m.mem.copy(p+co.offset, old, was.size)
			was.moved = p + co.offset
			t.m.mem.bytes -= was.size
			was.size = 0
		}
		f.regs[co.slot] = val{v: p + co.offset}
	}
	f.regs[in.dst] = val{v: p}
	t.m.event("begin", a)
}

func execCoroFrame(_ *Thread, f *frame, in *inst) {
	if f.act == nil || f.act.handle == 0 {
		panic(trapf("coro.frame before coro.begin"))
	}
	f.regs[in.dst] = val{v: f.act.handle}
}

// suspendPoint is the payload of a save and of a suspend.
type suspendPoint struct {
	point
	explicit bool // a save came before
}

// pointOf returns the point of a suspend; the code after the suspend is not built yet.
func (c *compiler) pointOf(suspend *ir.Instr) *suspendPoint {
	return &suspendPoint{point: point{dst: c.dst(suspend), final: ir.IsFinal(suspend), at: suspend}}
}

func compileSave(c *compiler, i *ir.Instr) bool {
	c.need(switchedABI, i)
	var suspend *ir.Instr
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if ir.IsCoro(u.User(), ir.CoroSuspend) {
			suspend = u.User()
		}
	}
	if suspend == nil {
		zero(c, i)
		return true
	}
	c.add(inst{run: execSave, dst: c.dst(i), x: c.pointOf(suspend), a: 0})
	return true
}

func execSave(t *Thread, f *frame, in *inst) {
	f.regs[in.dst] = val{}
	t.save(f, in.x.(*suspendPoint))
}

// save marks the coroutine as suspended.
func (t *Thread) save(f *frame, p *suspendPoint) {
	a := f.act
	// An exception of await_suspend resumes the coroutine, wherever it is suspended at that time.
	if f.left && a.waits {
		f.left = false
		a.owner, a.regs = f, f.regs
	}
	if f.left {
		panic(a.history(trapf("%s continues here after it was resumed elsewhere", a.name())))
	}
	if a.frame == nil {
		panic(trapf("%s is suspended before coro.begin", a.name()))
	}
	if p.pc == 0 {
		p.pc = f.fn.coro.resume[p.at]
	}
	a.state(t)
	a.at = p.point
	a.waits = true
	a.done = p.final
	a.paused = t.stackInto(a.paused[:0], stackKept)
	if p.final && !a.frame.dead {
		t.m.mem.store(a.handle, 8, val{})
	}
}

func compileSuspend(c *compiler, i *ir.Instr) bool {
	co := c.need(switchedABI, i)
	p := c.pointOf(i)
	_, p.explicit = i.Arg(0).(*ir.Instr)
	c.add(inst{run: execSuspend, dst: c.dst(i), x: p})
	co.resume[i] = len(c.fn.code)
	if p.final {
		co.final = p.point
		co.final.pc = len(c.fn.code)
	}
	if i.Op == ir.OpInvoke {
		co.resume[i] = len(c.fn.code)
	}
	return true
}

// execSuspend leaves the coroutine suspended, and continues to coro.end.
func execSuspend(t *Thread, f *frame, in *inst) {
	p := in.x.(*suspendPoint)
	a := f.act
	if !p.explicit {
		t.save(f, p)
	}
	if !f.left {
		if !a.waits { // the result of await_suspend, or a branch around the save
			panic(trapf("coro.suspend without its coro.save"))
		}
		t.leaveSuspended(f)
	}
	f.regs[in.dst] = val{v: 0xff}
}

// leaveSuspended separates a frame from its coroutine, which is suspended: from now on, the frame
// only returns, and another frame may resume the coroutine.
func (t *Thread) leaveSuspended(f *frame) {
	if f.left {
		return
	}
	f.regs = append([]val(nil), f.regs...)
	f.left = true
	f.act.owner = nil
	t.m.event("suspend", f.act)
}

func compileEnd(c *compiler, i *ir.Instr) bool {
	switch c.abi() {
	case retconABI:
		compileRetconEnd(c, i)
		return true
	case asyncABI:
		return compileAsyncEnd(c, i)
	}
	c.need(switchedABI, i)
	in := inst{run: execEnd, dst: c.dst(i), n: c.words(i)}
	if ir.IsUnwindEnd(i) {
		in.run = execUnwindEnd
	}
	c.add(in)
	return true
}

// execEnd returns from a frame that resumed the coroutine; in the ramp it does nothing.
func execEnd(t *Thread, f *frame, in *inst) {
	if !f.ramp {
		t.ret(f, nil)
		return
	}
	if in.n > 0 {
		f.regs[in.dst] = val{}
	}
}

// execUnwindEnd handles an exception that leaves the coroutine: the coroutine is then at its final
// suspend point, unless it is being destroyed.
func execUnwindEnd(t *Thread, f *frame, in *inst) {
	a := f.act
	if in.n > 0 {
		f.regs[in.dst] = boolVal(!f.ramp)
	}
	co := f.fn.coro
	if f.ramp || f.left || co.final.at == nil || a.frame == nil || a.frame.dead {
		return
	}
	a.at, a.waits, a.done = co.final, true, true
	a.paused = t.stackInto(a.paused[:0], stackKept)
	t.m.mem.store(a.handle, 8, val{})
	a.regs = append([]val(nil), f.regs...)
	a.owner = nil
	f.left = true
}

func execDone(t *Thread, f *frame, in *inst) {
	h := pointer(f.regs[in.a], "done")
	x := t.m.mem.load(h, 8)
	if x.u != 0 {
		panic(trapf("coro.done of memory that is not a coroutine's frame"))
	}
	f.regs[in.dst] = boolVal(x.v == 0)
}

func compilePromise(c *compiler, i *ir.Instr) bool {
	align := c.p.constant(i.Arg(1))[0].v
	off := (header + align - 1) &^ (align - 1)
	if align == 0 {
		off = header
	}
	if c.p.constant(i.Arg(2))[0].v != 0 {
		off = -off
	}
	c.add(inst{run: execGEP0, dst: c.dst(i), a: c.src(i.Arg(0)), imm: off})
	return true
}

// execNoop returns the handle of the no-op coroutine.
func execNoop(t *Thread, f *frame, in *inst) {
	if t.m.noop == 0 {
		o := t.m.mem.add(objHeap, header, 16)
		o.kind = objGlobal
		o.data = make([]byte, header)
		for k := range uint64(2) {
			o.put(8*k, 8, val{v: t.m.prog.parts[2]})
		}
		t.m.noop = o.addr()
	}
	f.regs[in.dst] = val{v: t.m.noop}
}

// execSubFn returns the function that resumes (0), destroys (1) or cleans up (2).
func execSubFn(t *Thread, f *frame, in *inst) {
	h := pointer(f.regs[in.a], "coro.subfn.addr")
	k := f.regs[in.b].v
	if k > 1 {
		k = 1
	}
	f.regs[in.dst] = t.m.mem.load(h+8*k, 8)
}

// addParts creates the functions to which the frames of unlowered coroutines point.
func (p *Program) addParts() {
	libs := [...]libFunc{
		func(t *Thread, args []val) val { t.resumeHandle(args[0], false); return val{} },
		func(t *Thread, args []val) val { t.resumeHandle(args[0], true); return val{} },
		func(*Thread, []val) val { return val{} },
	}
	for k, lib := range libs {
		p.parts[k] = p.addLibFunc(lib)
	}
}

// addLibFunc creates a function that is not in the module, and returns its address.
func (p *Program) addLibFunc(lib libFunc) uint64 {
	id := uint32(len(p.first))
	o := &object{id: id, kind: objFunc, base: firstByte, fn: &function{id: id, lib: lib, ir: noFunc}, frozen: true}
	p.first = append(p.first, o)
	return o.addr()
}

// noFunc stands for functions that are not in the module.
var noFunc = &ir.Func{Name: "(coroutine)"}
