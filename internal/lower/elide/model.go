// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file describes coroutines to package lifetime: the effect of each intrinsic on a frame,
// and which bodies it may read, in which form.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// model implements lifetime.Env for the unit.
type model struct{ c *State }

var effects = map[ir.Intrinsic]lifetime.Effect{
	ir.NotCoro: lifetime.Ordinary,

	ir.CoroBegin: lifetime.Begins, ir.CoroSubFnAddr: lifetime.ReadsPart, ir.CoroSave: lifetime.Saves,
	ir.CoroSuspend: lifetime.Suspends, ir.CoroEnd: lifetime.Ends,
	ir.CoroAwaitVoid: lifetime.Awaits, ir.CoroAwaitBool: lifetime.Awaits, ir.CoroAwaitHandle: lifetime.Awaits,

	ir.CoroID: lifetime.Neutral, ir.CoroSize: lifetime.Neutral, ir.CoroAlign: lifetime.Neutral, ir.CoroAlloc: lifetime.Neutral,
	ir.CoroIsInRamp: lifetime.Neutral, ir.CoroDead: lifetime.Neutral,
	ir.CoroNoop: lifetime.Neutral, ir.CoroFrame: lifetime.Neutral,
}

// Effect returns the effect of a call on handles. That of an unlisted intrinsic is unknown.
func (m model) Effect(i *ir.Instr) lifetime.Effect {
	id := ir.CoroCall(i)
	switch id {
	case ir.NotCoro:
		return lifetime.Ordinary
	case ir.CoroFree:
		if id := ir.AsInstr(i.Arg(0)); id == nil || !ir.IsPostSplit(id) {
			return lifetime.FreesOwn
		}
		return lifetime.Frees
	}
	if e, ok := effects[id]; ok {
		return e
	}
	return lifetime.Opaque
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
