// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// Returned-continuation coroutines that are not lowered.
//
// A suspend returns from the running frame with a continuation and the yielded values. The
// continuation is the address of a function of its own. A call of it enters the activation after
// the suspend, whose result is the arguments behind the buffer. Such a coroutine needs no memory:
// nothing is in the buffer, and no allocator is called. For example, after
//
//	%r = call { i1, i64 } (...) @llvm.coro.suspend.retcon.sl_i1i64s(i64 %v)
//
// the caller has { continuation, %v }, and continuation(buffer, true, 5) makes %r { true, 5 }.

// storageArg is the index of the buffer in the operands of each kind of id.
var storageArg = map[ir.Intrinsic]int{ir.CoroIDRetcon: 2, ir.CoroIDRetconOnce: 2, ir.CoroIDRetconOnceDynamic: 4}

// newRetcon returns the description of a returned-continuation coroutine.
func (p *Program) newRetcon(id *ir.Instr) *coroutine {
	return &coroutine{id: id, abi: retconABI, once: !ir.IsCoro(id, ir.CoroIDRetcon)}
}

// compileRetconBegin makes the buffer the handle.
func compileRetconBegin(c *compiler, i *ir.Instr) {
	id := c.fn.coro.id
	k := storageArg[ir.CalledIntrinsic(id)]
	c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(id.Arg(k)), n: 1})
}

// yield is the payload of a suspend.
type yield struct {
	at    *ir.Instr
	pc    int
	dst   int32
	words int32
	from  []moreArg // the yielded values
}

func compileYield(c *compiler, i *ir.Instr) bool {
	c.need(retconABI, i)
	y := &yield{at: i, dst: c.dst(i), words: c.words(i)}
	for k := range i.NumCallArgs() {
		y.from = append(y.from, c.passed(i.Arg(k)))
	}
	c.add(inst{run: execYield, x: y})
	y.pc = len(c.fn.code)
	return true
}

// execYield suspends the coroutine and returns from the running frame.
func execYield(t *Thread, f *frame, in *inst) {
	y := in.x.(*yield)
	a := f.act
	result := []val{{v: t.m.continuation(a)}}
	result = f.appendValues(result, y.from)
	a.waits, a.yield, a.owner = true, y, nil
	a.paused = t.stackInto(a.paused[:0], stackKept)
	f.left = true
	t.m.event("suspend", a)
	t.ret(f, result)
}

// continuation returns the address of the function that continues an activation.
func (m *Machine) continuation(a *activation) uint64 {
	o := m.mem.add(objHeap, 0, 1)
	o.kind = objFunc
	at := o.addr()
	o.fn = &function{id: o.id, ir: noFunc, lib: func(t *Thread, args []val) val {
		t.goOn(a, at, args)
		return val{}
	}}
	a.next = at
	return at
}

// goOn continues an activation at its suspend. The first argument is the buffer.
func (t *Thread) goOn(a *activation, at uint64, args []val) {
	switch {
	case a.over:
		panic(a.history(trapf("%s is continued after its end", a.name())))
	case !a.waits:
		panic(a.history(trapf("%s is continued while it runs", a.name())))
	case a.next != at:
		panic(a.history(trapf("%s is continued with the continuation of an earlier suspend", a.name())))
	}
	y := a.yield
	if len(args) != int(y.words)+1 {
		panic(trapf("the continuation of %s is called with other arguments than its suspend has results", a.name()))
	}
	a.waits = false
	t.m.event("resume", a)
	f := t.pushResumed(a)
	copy(f.regs[y.dst:], args[1:])
	f.pc = y.pc
}

// ending is the payload of a coro.end: the registers of the results.
type ending struct {
	results []moreArg
	once    bool
	words   int32 // of what the ramp returns
}

func compileRetconEnd(c *compiler, i *ir.Instr) {
	if ir.IsUnwindEnd(i) {
		panic(unsupportedf("an unwind coro.end of a coroutine with returned continuations cannot be run"))
	}
	e := &ending{once: c.fn.coro.once, words: int32(len(c.shapeOf(c.fn.ir.FTy.Ret()).words))}
	for k := range i.NumCallArgs() {
		r, ok := i.Arg(k).(*ir.Instr)
		if !ok || !ir.IsCoro(r, ir.CoroEndResults) {
			continue
		}
		for n := range r.NumCallArgs() {
			e.results = append(e.results, c.passed(r.Arg(n)))
		}
	}
	c.add(inst{run: execRetconEnd, x: e})
}

// execRetconEnd ends the coroutine: a null continuation, or the results of a once-coroutine.
func execRetconEnd(t *Thread, f *frame, in *inst) {
	e := in.x.(*ending)
	if f.ramp && e.once {
		panic(trapf("a once-coroutine ends without a suspend"))
	}
	var result []val
	result = f.appendValues(result, e.results)
	if !e.once {
		result = append(make([]val, 1, e.words), result...)
		for len(result) < int(e.words) {
			result = append(result, undefined(64))
		}
	}
	t.ret(f, result)
}

// Memory of a coroutine whose size is known only when it runs.

func compileAllocaAlloc(c *compiler, i *ir.Instr) bool {
	c.need(retconABI, i)
	align := max(c.p.constant(i.Arg(1))[0].v, 1)
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(0)), run: func(t *Thread, f *frame, in *inst) {
		n := f.regs[in.a]
		if n.u != 0 {
			panic(trapf("coro.alloca.alloc of an undefined size"))
		}
		f.regs[in.dst] = val{v: t.local(f, n.v, align).addr()}
	}})
	return true
}

func compileAllocaGet(c *compiler, i *ir.Instr) bool {
	c.add(inst{run: execCopy, dst: c.dst(i), a: c.src(i.Arg(0)), n: 1})
	return true
}

func compileAllocaFree(c *compiler, i *ir.Instr) bool {
	c.add(inst{a: c.src(i.Arg(0)), run: func(t *Thread, f *frame, in *inst) {
		o, _ := t.m.mem.object(f.regs[in.a].v)
		if o == nil || o.dead {
			panic(trapf("coro.alloca.free of memory that was freed before"))
		}
		t.die(o)
	}})
	return true
}
