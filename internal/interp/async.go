// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// Asynchronous coroutines that are not lowered.
//
// Such a coroutine has a context, which its caller allocates and passes as an argument. A suspend
// calls a function in place of the running frame, and this function passes on the address of the
// suspend's resume function. A call of that address continues the coroutine. It finds the
// coroutine by its context, which the suspend's projection function computes from an argument of
// the call. For example, the coroutine here awaits @callee:
//
//	%r = call ptr @llvm.coro.async.resume()
//	... stores %ctx and %r in %callee.ctx ...
//	%s = call { ptr, i64 } (...) @llvm.coro.suspend.async.sl_p0i64s(i32 0, ptr %r, ptr @parent,
//	         ptr @call, ptr %callee.ctx)
//
// Then @call runs, and someone calls %r(%callee.ctx, 5) later. @parent(%callee.ctx) returns %ctx,
// and %s becomes { %callee.ctx, 5 }.
//
// A resume function has one address for each suspend, as after lowering, so all activations share
// it. The variables of the coroutine are objects of their own. So its context holds only what the
// program itself stores there.

// newAsync returns the description of an asynchronous coroutine.
func (p *Program) newAsync(id *ir.Instr) *coroutine {
	co := &coroutine{id: id, abi: asyncABI, suspendOf: map[*ir.Instr]*ir.Instr{},
		resumptions: map[*ir.Instr]*resumption{}}
	f := id.Func()
	for i := range f.Instrs() {
		if !ir.IsCoro(i, ir.CoroSuspendAsync) {
			continue
		}
		if r := ir.AsInstr(ir.StripCasts(i.Arg(1))); r != nil {
			co.suspendOf[r] = i
		}
	}
	return co
}

// compileAsyncBegin binds the activation to its context.
func compileAsyncBegin(c *compiler, i *ir.Instr) {
	id := c.fn.coro.id
	k := int(c.p.constant(id.Arg(2))[0].v)
	if k >= len(c.fn.ir.Params) || !c.fn.ir.Params[k].Type().IsPtr() {
		panic(unsupportedf("the context of @%s is not a parameter", c.fn.ir.Name))
	}
	in := inst{run: execAsyncBegin, dst: c.dst(i), a: c.src(c.fn.ir.Params[k])}
	in.imm = c.p.constant(id.Arg(0))[0].v // the frame begins after the caller's part of the context
	c.add(in)
}

func execAsyncBegin(t *Thread, f *frame, in *inst) {
	a := f.act
	a.handle = pointer(f.regs[in.a], "coro.begin")
	if other := t.m.contexts[a.handle]; other != nil && other != a && !other.over {
		panic(other.history(trapf("%s gets the context of %s, which has not ended", a.name(), other.name())))
	}
	ir.Put(&t.m.contexts, a.handle, a)
	f.regs[in.dst] = val{v: a.handle + in.imm}
	t.m.event("begin", a)
}

// resumption is the resume function of a suspend.
type resumption struct {
	at      *ir.Instr // the suspend
	fn      *function // the coroutine
	pc      int
	dst     int32
	words   int32
	storage int // the register of the context in the arguments of the resume function
	project *ir.Func
}

// resumptionOf returns the resume function of a suspend. Its pc is unknown until the suspend is
// compiled.
func (co *coroutine) resumptionOf(c *compiler, suspend *ir.Instr) *resumption {
	if r := co.resumptions[suspend]; r != nil {
		return r
	}
	k := int(c.p.constant(suspend.Arg(0))[0].v & 0xff)
	project, _ := ir.StripCasts(suspend.Arg(2)).(*ir.Func)
	fields := suspend.Type().Fields()
	if project == nil || k >= len(fields) || !fields[k].IsPtr() {
		panic(unsupportedf("a suspend whose resume function has no context"))
	}
	r := &resumption{at: suspend, fn: c.fn, dst: c.dst(suspend), words: c.words(suspend), project: project}
	for _, t := range fields[:k] {
		r.storage += len(c.shapeOf(t).words)
	}
	co.resumptions[suspend] = r
	return r
}

// compileAsyncResume builds the code for the address of a suspend's resume function.
func compileAsyncResume(c *compiler, i *ir.Instr) bool {
	co := c.need(asyncABI, i)
	s := co.suspendOf[i]
	if s == nil {
		zero(c, i)
		return true
	}
	r := co.resumptionOf(c, s)
	c.add(inst{dst: c.dst(i), run: func(t *Thread, f *frame, in *inst) {
		f.regs[in.dst] = val{v: t.m.resumer(r)}
	}})
	return true
}

// resumer returns the address of a resume function.
func (m *Machine) resumer(r *resumption) uint64 {
	if at := m.resumers[r]; at != 0 {
		return at
	}
	if m.resumers == nil {
		m.resumers = map[*resumption]uint64{}
	}
	o := m.mem.add(objHeap, 0, 1)
	o.kind = objFunc
	o.fn = &function{id: o.id, ir: noFunc, replaces: true, lib: func(t *Thread, args []val) val {
		t.continueAsync(r, args)
		return val{}
	}}
	m.resumers[r] = o.addr()
	return o.addr()
}

// continueAsync continues the coroutine whose suspend has a resume function, called with arguments.
func (t *Thread) continueAsync(r *resumption, args []val) {
	if len(args) != int(r.words) {
		panic(trapf("the resume function of @%s is called with other arguments than its suspend has results", r.fn.ir.Name))
	}
	args = append([]val(nil), args...)
	own := t.run(t.m.prog.first[t.m.prog.address(r.project)>>32].fn, args[r.storage:r.storage+1])
	if len(own) != 1 || t.m.exit != nil {
		panic(trapf("@%s returned no context", r.project.Name))
	}
	a := t.m.contexts[t.m.mem.real(pointer(own[0], "the resume function of @"+r.fn.ir.Name))]
	switch {
	case a == nil:
		panic(trapf("@%s is continued with a context that no coroutine has", r.fn.ir.Name))
	case a.fn != r.fn:
		panic(a.history(trapf("@%s is continued with the context of %s", r.fn.ir.Name, a.name())))
	case a.over:
		panic(a.history(trapf("%s is continued after its end", a.name())))
	case !a.waits:
		panic(a.history(trapf("%s is continued while it runs", a.name())))
	case a.waitsFor != r:
		panic(a.history(trapf("%s is continued at another suspend than it rests at", a.name())))
	}
	a.waits = false
	t.m.event("resume", a)
	f := t.pushResumed(a)
	copy(f.regs[r.dst:], args)
	f.pc = r.pc
}

// handover is the call with which a frame of an asynchronous coroutine ends, at a suspend or at the
// end of the coroutine.
type handover struct {
	fn   *function // nil: the frame only returns
	args []moreArg
	to   *resumption // nil: the coroutine ends
}

// handoverOf builds the call of the function that is operand k, with the operands after it.
func (c *compiler) handoverOf(i *ir.Instr, k int) *handover {
	h := &handover{}
	if k >= i.NumCallArgs() {
		return h
	}
	f, ok := ir.StripCasts(i.Arg(k)).(*ir.Func)
	if !ok {
		panic(unsupportedf("@%s calls a function that is not constant", i.CalledFunc().Name))
	}
	h.fn = c.p.first[c.p.address(f)>>32].fn
	for n := k + 1; n < i.NumCallArgs(); n++ {
		h.args = append(h.args, c.passed(i.Arg(n)))
	}
	return h
}

func compileAsyncSuspend(c *compiler, i *ir.Instr) bool {
	co := c.need(asyncABI, i)
	h := c.handoverOf(i, 3)
	h.to = co.resumptionOf(c, i)
	c.add(inst{run: execHandover, x: h})
	h.to.pc = len(c.fn.code)
	return true
}

func compileAsyncEnd(c *compiler, i *ir.Instr) bool {
	c.need(asyncABI, i)
	if ir.IsUnwindEnd(i) {
		panic(unsupportedf("an unwind coro.end.async cannot be run"))
	}
	if ir.IsCoro(i, ir.CoroEnd) { // its third operand is a token
		c.add(inst{run: execHandover, x: &handover{}})
	} else {
		c.add(inst{run: execHandover, x: c.handoverOf(i, 2)})
	}
	return true
}

// execHandover leaves the running frame of a coroutine, suspended or ended, and calls a function in
// its place.
func execHandover(t *Thread, f *frame, in *inst) {
	h := in.x.(*handover)
	a := f.act
	var args []val
	args = f.appendValues(args, h.args)
	if h.to != nil {
		if a.handle == 0 {
			panic(trapf("%s is suspended before coro.begin", a.name()))
		}
		a.waits, a.waitsFor, a.owner = true, h.to, nil
		a.paused = t.stackInto(a.paused[:0], stackKept)
		f.left = true
		t.m.event("suspend", a)
	}
	if h.fn == nil {
		t.ret(f, nil)
		return
	}
	if h.fn.lib != nil || h.fn.ir.Declared {
		t.enter(h.fn, args, nil)
		if t.top == f {
			t.ret(f, nil)
		}
		return
	}
	then, gate := f.then, f.gate
	t.pop()
	nf := t.push(h.fn)
	nf.then, nf.gate = then, gate
	if len(args) < h.fn.nparams {
		panic(trapf("@%s is called with too few arguments", h.fn.ir.Name))
	}
	copy(nf.regs, args[:h.fn.nparams])
	if h.fn.coro != nil {
		t.begin(nf)
	}
}
