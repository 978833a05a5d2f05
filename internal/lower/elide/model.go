// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file describes coroutines to package handle: the effect of each intrinsic on a frame,
// and which bodies it may read, in which form.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/handle"
)

// model implements handle.Env for the unit.
type model struct{ c *State }

var effects = map[ir.Intrinsic]handle.Effect{
	ir.NotCoro: handle.Ordinary,

	ir.CoroBegin: handle.Begins, ir.CoroSubFnAddr: handle.ReadsPart, ir.CoroSave: handle.Saves,
	ir.CoroSuspend: handle.Suspends, ir.CoroEnd: handle.Ends,
	ir.CoroAwaitVoid: handle.Awaits, ir.CoroAwaitBool: handle.Awaits, ir.CoroAwaitHandle: handle.Awaits,

	ir.CoroID: handle.Neutral, ir.CoroSize: handle.Neutral, ir.CoroAlign: handle.Neutral, ir.CoroAlloc: handle.Neutral,
	ir.CoroIsInRamp: handle.Neutral, ir.CoroDead: handle.Neutral,
	ir.CoroNoop: handle.Neutral, ir.CoroFrame: handle.Neutral,
}

// Effect returns the effect of a call on handles. That of an unlisted intrinsic is unknown.
func (m model) Effect(i *ir.Instr) handle.Effect {
	id := ir.CoroCall(i)
	switch id {
	case ir.NotCoro:
		return handle.Ordinary
	case ir.CoroFree:
		if id := ir.AsInstr(i.Arg(0)); id == nil || !ir.IsPostSplit(id) {
			return handle.FreesOwn
		}
		return handle.Frees
	}
	if e, ok := effects[id]; ok {
		return e
	}
	return handle.Opaque
}

// Part returns the function that resumes (0) or destroys (1) the coroutine that a coro.begin
// creates; nil if it is unknown.
func (m model) Part(begin *ir.Instr, k uint64) *ir.Func {
	if ir.CoroCall(begin) != ir.CoroBegin {
		return nil
	}
	id := ir.AsInstr(begin.Arg(0))
	if id == nil || ir.CoroCall(id) != ir.CoroID {
		return nil
	}
	p, err := coro.PartsOf(id)
	switch {
	case p == nil || err != nil:
		return nil
	case k == 0:
		return p.Resume
	case k == 1:
		return p.Destroy
	}
	return nil
}

// Body prepares a function's body for reading.
func (m model) Body(f *ir.Func) bool { return m.c.body(f) }

// Suspends reports whether f is a coroutine that is not split yet.
func (m model) Suspends(f *ir.Func) bool { return ir.IsPresplit(m.c.M, f) }

// Simplified returns the body of f with locals in registers and tiny callees inlined.
func (m model) Simplified(f *ir.Func) *ir.Func { return m.c.simplified(f) }

// Absorbed returns the tiny callees that were inlined into it.
func (m model) Absorbed(f *ir.Func) []*ir.Func { return m.c.candidateOf(f).took }
