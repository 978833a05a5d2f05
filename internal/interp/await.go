// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// Awaits: the intrinsics that call await_suspend, and then resume the coroutine that it returns.

// compileAwait builds a call of the wrapper function that calls await_suspend.
func compileAwait(c *compiler, i *ir.Instr) bool {
	c.need(switchedABI, i)
	ci := c.callInfo(i)
	ci.aux = nil // the wrapper has fewer parameters than the intrinsic
	wrapper := i.Arg(2)
	if f, ok := ir.StripCasts(wrapper).(*ir.Func); ok {
		ci.fn = c.p.first[c.p.address(f)>>32].fn
	} else {
		ci.fn, ci.callee = nil, c.src(wrapper)
	}
	in := inst{run: execCall, dst: c.dst(i), n: ci.words, x: ci}
	if ir.IsCoro(i, ir.CoroAwaitHandle) {
		in.run = execAwaitHandle
	}
	c.add(in)
	return true
}

// execAwaitHandle calls await_suspend and resumes the coroutine whose handle it returns. Unless
// this frame is a ramp, the resumed coroutine takes its place.
func execAwaitHandle(t *Thread, f *frame, in *inst) {
	ci := in.x.(*callInfo)
	fn := ci.fn
	if fn == nil {
		fn = t.function(f.regs[ci.callee])
	}
	f.call = in
	nf := t.push(fn)
	for k, r := range ci.args[:fn.nparams] {
		nf.regs[k] = f.regs[r]
	}
	nf.then = func(t *Thread, result []val) {
		if t.top != f {
			panic(trapf("internal error: await_suspend returned to another frame"))
		}
		if len(result) != 1 {
			panic(trapf("await_suspend returned no handle"))
		}
		if f.ramp {
			// The returned coroutine runs after await_suspend, so an invoke does not catch its exceptions.
			// The instruction after the invoke is the jump to its normal destination (compileCall).
			if ci.unwind != nil {
				f.pc++
			}
			if f.act.waits {
				t.leaveSuspended(f)
			}
			t.resumeHandle(result[0], false)
			if t.top == f { // the no-op coroutine
				t.finish()
			}
			return
		}
		t.leaveSuspended(f)
		then, gate := f.then, f.gate
		t.pop()
		top := t.top
		t.resumeHandle(result[0], false)
		switch {
		case t.top != top:
			t.top.then, t.top.gate = then, gate
		case then != nil:
			then(t, nil)
		default:
			t.finish()
		}
	}
}
