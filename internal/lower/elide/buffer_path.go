// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// Decides whether a returned-continuation coroutine always ends before its buffer does. The
// question matters only if other functions may know addresses in the coroutine's frame.
//
// A coroutine may reveal such addresses only through the values that it yields. If the caller keeps
// these values to itself, nobody else knows the addresses, so it does not matter how control leaves
// the caller. The buffer only has to stay the coroutine's while the caller may use the values.
//
// Otherwise a search follows control from each call of the ramp, together with the values that
// hold the latest continuation. The coroutine has ended when the continuation of a once-coroutine
// has returned, and on the edge of a branch on which the latest continuation is null:
//
//	%next = call ptr %k(ptr %buffer)
//	%ended = icmp eq ptr %next, null
//	br i1 %ended, label %done, label %again	; the coroutine has ended in %done
//
// Before that, nothing may end the buffer or use it again: no return, no call that may throw or
// jump out of the function, no suspend or end of the function if it is a coroutine, no lifetime
// marker, and no other call of the ramp with the same buffer. Control that becomes unreachable
// ends nothing.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// The bound on the instructions that are visited for one buffer: leastPath, and an equal share of
// pathTimes the function's instructions.
const (
	leastPath = 1000
	pathTimes = 64
)

// latest lists the values that hold the latest continuation: results of calls, values extracted from
// these, and phis.
type latest []ir.Value

// has reports whether v is the latest continuation.
func (l latest) has(v ir.Value) bool {
	for {
		if slices.Contains(l, v) {
			return true
		}
		i := ir.AsInstr(v)
		if i == nil {
			return false
		}
		switch i.Op {
		case ir.OpBitCast:
		case ir.OpExtractValue:
			if idx := i.Aux.(*ir.IndexAux).Indices; len(idx) != 1 || idx[0] != 0 {
				return false
			}
		default:
			return false
		}
		v = i.Arg(0)
	}
}

// across returns the values that hold the latest continuation after an edge, which adds phis.
func (w *endSearch) across(l latest, from, to *ir.Block) latest {
	out := l
	for p := to.First(); p != nil && p.Op == ir.OpPhi; p = p.Next() {
		w.steps -= p.NumArgs()
		if k := p.PhiIndex(from); k >= 0 && l.has(p.Arg(k)) {
			out = append(slices.Clip(out), p)
		} else if slices.Contains(out, ir.Value(p)) {
			// the value from an earlier iteration
			out = slices.DeleteFunc(slices.Clone(out), func(v ir.Value) bool { return v == ir.Value(p) })
		}
	}
	return out
}

// meet returns the values that hold the latest continuation on both of two paths.
func (l latest) meet(o latest) latest {
	var out latest
	for _, v := range l {
		if slices.Contains(o, v) {
			out = append(out, v)
		}
	}
	return out
}

// endSearch is the search for one buffer.
type endSearch struct {
	c         *State
	b         *coro.Buffer
	rampCalls map[*ir.Instr]bool
	contCalls map[*ir.Instr]bool
	markers   map[*ir.Instr]bool
	in        map[*ir.Block]latest // blocks that are entered with the coroutine alive
	work      []*ir.Block
	steps     int       // the number of instructions that may still be visited
	bad       *ir.Instr // may end or reuse the buffer with the coroutine alive; nil: nothing does
	private   bool      // only the caller knows addresses in the frame
}

// endsFirst returns the reason why the coroutine in a buffer may not end before the buffer does; nil
// if it always does.
func (c *State) endsFirst(b *coro.Buffer, buf *buffer) *lifetime.Miss {
	set := func(list []*ir.Instr) map[*ir.Instr]bool {
		m := map[*ir.Instr]bool{}
		for _, i := range list {
			m[i] = true
		}
		return m
	}
	w := &endSearch{c: c, b: b, rampCalls: set(buf.rampCalls), contCalls: set(buf.contCalls),
		markers: set(buf.markers), in: map[*ir.Block]latest{}}
	w.private = !b.Leaked && c.keepsYields(buf)
	size := c.extents[buf.alloca.Func()]
	w.steps = leastPath + pathTimes*size.instrs/max(size.ramps, 1)
	for _, call := range buf.rampCalls {
		w.start(call)
	}
	for len(w.work) > 0 && w.bad == nil && w.steps >= 0 {
		blk := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.follow(blk.FirstNonPhi(), w.in[blk])
	}
	switch {
	case w.bad != nil:
	case w.steps >= 0:
		return nil
	default:
		return &lifetime.Miss{Kind: lifetime.MissBudget, Pos: buf.rampCalls[0].Pos, At: buf.rampCalls[0],
			Text: "too many paths follow the call to check that the coroutine ends before its buffer does",
			Fix:  "begin and end the coroutine in a smaller function"}
	}
	return &lifetime.Miss{Kind: lifetime.MissPath, Pos: w.bad.Pos, At: w.bad, Var: lifetime.VariableAt(c.M, buf.alloca.Func(),
		buf.alloca),
		Text: "the coroutine may still be alive when its buffer's lifetime ends, and other code may know " +
			"addresses in its frame",
		Fix: "run the coroutine to its end on every path"}
}

// keepsYields reports whether the caller keeps the yielded values, the results of the ramp and of the
// continuations, to itself.
func (c *State) keepsYields(buf *buffer) bool {
	seen := map[*ir.Instr]bool{}
	work := append(slices.Clone(buf.rampCalls), buf.contCalls...)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || v.Type().Kind() != ir.Struct {
			continue // a pointer by itself is the continuation
		}
		seen[v] = true
		for u := v.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpPhi || i.Op == ir.OpSelect:
				work = append(work, i)
			case i.Op != ir.OpExtractValue:
				return false
			case i.Aux.(*ir.IndexAux).Indices[0] != 0 && i.Type().HoldsPtr() && c.facts().Captured(i):
				return false
			}
		}
	}
	return true
}

// start follows control from a call of the ramp.
func (w *endSearch) start(call *ir.Instr) {
	l := latest{call}
	if call.Op == ir.OpInvoke {
		w.enter(call.Block(), call.NormalDest(), l)
		w.enter(call.Block(), call.UnwindDest(), nil)
		return
	}
	if !w.private && w.c.facts().MayLeave(call) {
		w.bad = call // the ramp may throw after other code has learned an address in the frame
		return
	}
	w.follow(call.Next(), l)
}

// enter queues a block that is entered with the coroutine alive.
func (w *endSearch) enter(from, to *ir.Block, l latest) {
	l = w.across(l, from, to)
	old, seen := w.in[to]
	if seen {
		if l = old.meet(l); len(l) == len(old) {
			return
		}
	}
	w.in[to] = l
	w.work = append(w.work, to)
}

// follow follows control from an instruction to the end of its block.
func (w *endSearch) follow(i *ir.Instr, l latest) {
	for ; i != nil && w.steps >= 0; i = i.Next() {
		w.steps--
		switch {
		case w.rampCalls[i], w.markers[i], !w.private && (coro.IsSuspend(i) || w.leaves(i)):
			w.bad = i
			return
		case i.Op == ir.OpInvoke:
			if !w.contCalls[i] {
				w.enter(i.Block(), i.NormalDest(), l)
			} else if !w.b.Once {
				w.enter(i.Block(), i.NormalDest(), latest{i})
			}
			w.enter(i.Block(), i.UnwindDest(), l)
			return
		case w.contCalls[i]:
			if w.b.Once {
				return
			}
			l = latest{i}
		case i.IsTerminator():
			w.branch(i, l)
			return
		}
	}
}

// leaves reports whether control may leave the function at an instruction, or whether the function
// ends there as a coroutine.
func (w *endSearch) leaves(i *ir.Instr) bool {
	m := w.c.M
	switch i.Op {
	case ir.OpRet, ir.OpResume, ir.OpCallBr, ir.OpCatchSwitch:
		return true
	case ir.OpCleanupRet:
		return len(i.Block().Succs(nil)) == 0
	case ir.OpCall:
		id := ir.CalledIntrinsic(i)
		if id == ir.NotIntrinsic {
			return i.Flags&ir.FlagMustTail != 0 || w.c.facts().MayLeave(i)
		}
		return id == ir.CoroEnd || id == ir.CoroEndAsync || id == ir.CoroSuspendAsync || ir.MayThrow(m, i)
	case ir.OpInvoke:
		return w.c.facts().MayJump(i)
	}
	return false
}

// branch follows the edges at the end of a block, except one on which the coroutine has ended.
func (w *endSearch) branch(t *ir.Instr, l latest) {
	b := t.Block()
	var ended *ir.Block
	if t.Op == ir.OpBr && t.NumArgs() == 3 && !w.b.Once {
		yes, no := t.Arg(1).(*ir.Block), t.Arg(2).(*ir.Block)
		if cmp := ir.AsInstr(t.Arg(0)); cmp != nil && cmp.Op == ir.OpICmp && l.has(cmp.Arg(0)) && isNull(cmp.Arg(1)) &&
			yes != no {
			switch cmp.Pred() {
			case ir.PredEQ:
				ended = yes
			case ir.PredNE:
				ended = no
			}
		}
	}
	for _, to := range b.Succs(nil) {
		if to != ended {
			w.enter(b, to, l)
		}
	}
}

// isNull reports whether v is the null pointer.
func isNull(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstNull
}
