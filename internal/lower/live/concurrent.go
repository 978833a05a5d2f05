// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package live

// Where other code may run a coroutine that still runs: coro.Concurrency says what that means.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// Callees describes functions that a coroutine calls, from their bodies. If a function's body is
// not known, its methods return true.
type Callees interface {
	// HandsOn reports whether a call may let other code use a handle that this code knows or that
	// the call passes to it (ir.MayHandOn).
	HandsOn(call *ir.Instr) bool
	// TouchesLate reports whether a call may access the memory that its argument k points into
	// after it may have exposed a handle.
	TouchesLate(call *ir.Instr, k int) bool
}

// NewConcurrency finds the concurrent instructions. If callees is nil, nothing is known of any callee.
func NewConcurrency(m *ir.Module, s *coro.Shape, x *coro.Crossing, callees Callees) *coro.Concurrency {
	h := &coro.Concurrency{X: x, In: make([]coro.HandleState, len(x.Dom.RPO)), Late: map[*ir.Instr]bool{},
		Exposes: map[*ir.Instr]uint64{}}
	w := concurrencyWalk{Concurrency: h, m: m, callees: callees, s: s}
	w.walk()
	return h
}

// concurrencyWalk propagates states forward from each coro.save to the function's exits.
type concurrencyWalk struct {
	*coro.Concurrency
	m       *ir.Module
	callees Callees
	s       *coro.Shape
	suspend []bool // by RPO index: a suspend is reachable from the block without passing a coro.save
	// by RPO index: a coro.save or an exit of the function is reachable from the block without an
	// exception; nil: not computed yet
	leaves []bool
	work   []int32
}

func (w *concurrencyWalk) walk() {
	x := w.X
	stop := make([]bool, len(x.Dom.RPO))
	var from []int32
	for _, s := range w.s.Suspends {
		save := coro.Save(s)
		if save == nil {
			continue
		}
		if k := x.Dom.Index(save.Block()); k >= 0 {
			stop[k] = true
			from = append(from, int32(k))
		}
	}
	if len(from) == 0 {
		return
	}
	var to []int32
	for _, s := range w.s.Suspends {
		if k := x.Dom.Index(s.Block()); k >= 0 && coro.Save(s) != nil {
			to = append(to, int32(k))
		}
	}
	w.suspend = w.reaching(to, stop, func(_, _ int32) bool { return true })
	for _, k := range from {
		w.edges(k, coro.Saved)
	}
	for len(w.work) > 0 {
		k := ir.Pop(&w.work)
		if !stop[k] {
			w.edges(k, w.block(k))
		}
	}
}

// block returns the state after block k, and records the concurrent instructions in it.
func (w *concurrencyWalk) block(k int32) coro.HandleState {
	state := w.In[k]
	if state == coro.Concurrent {
		return state
	}
	for i := w.X.Dom.RPO[k].First(); i != nil; i = i.Next() {
		if state == coro.Concurrent {
			w.Late[i] = true
		} else if w.handsOn(i) {
			state = coro.Concurrent
			if i.IsCall() {
				w.Exposes[i] = w.touchesLate(i)
			}
		}
	}
	return state
}

// edges propagates the state after block k to its successors.
func (w *concurrencyWalk) edges(k int32, state coro.HandleState) {
	x := w.X
	b := x.Dom.RPO[k]
	t := b.Terminator()
	_, back := ir.SuspendEdge(t, -1)
	for n, s := range x.Succs[k] {
		if back >= 0 && n != back {
			continue // the coroutine is resumed or destroyed there
		}
		if w.suspend[k] && !w.suspend[s] && !coro.IsSuspend(b.First()) && !(t.Op == ir.OpInvoke && state == coro.Concurrent) &&
			w.goesOn(s) {
			continue // it does not suspend
		}
		if state > w.In[s] {
			w.In[s] = state
			w.work = append(w.work, s)
		}
	}
}

// goesOn reports whether the coroutine continues from block k: it reaches a coro.save or leaves the
// function. A path that ends in unreachable does not count.
func (w *concurrencyWalk) goesOn(k int32) bool {
	if w.leaves == nil {
		var to []int32
		for k, b := range w.X.Dom.RPO {
			t := b.Terminator()
			if w.X.Suspend[k] || t.Op != ir.OpUnreachable && len(w.X.Succs[k]) == 0 {
				to = append(to, int32(k))
			}
		}
		w.leaves = w.reaching(to, nil, func(from, to int32) bool {
			t := w.X.Dom.RPO[from].Terminator()
			return t.Op != ir.OpInvoke || t.UnwindDest() != w.X.Dom.RPO[to]
		})
	}
	return w.leaves[k]
}

// reaching returns the blocks from which a block of to is reachable over edges that counts accepts,
// without passing a block of stop.
func (w *concurrencyWalk) reaching(to []int32, stop []bool, counts func(from, to int32) bool) []bool {
	x := w.X
	preds := make([][]int32, len(x.Succs))
	for k, list := range x.Succs {
		for _, s := range list {
			if counts(int32(k), s) {
				preds[s] = append(preds[s], int32(k))
			}
		}
	}
	out := make([]bool, len(x.Succs))
	work := to
	for _, k := range to {
		out[k] = true
	}
	for len(work) > 0 {
		k := ir.Pop(&work)
		if stop != nil && stop[k] {
			continue
		}
		for _, p := range preds[k] {
			if !out[p] {
				out[p] = true
				work = append(work, p)
			}
		}
	}
	return out
}

// handsOn reports whether i may let other code use the coroutine's handle.
func (w *concurrencyWalk) handsOn(i *ir.Instr) bool {
	if !ir.MayHandOn(w.m, i) {
		return false
	}
	return !i.IsCall() || w.callees == nil || i.CalledFunc() == nil || w.callees.HandsOn(i)
}

// touchesLate returns the bits of coro.Concurrency.Exposes for a call.
func (w *concurrencyWalk) touchesLate(call *ir.Instr) (late uint64) {
	for k := range call.NumCallArgs() {
		if ir.ArgHas(w.m, call, k, "byval") {
			continue // copied before the call
		}
		if w.callees == nil || call.CalledFunc() == nil || !call.Arg(k).Type().IsPtr() || w.callees.TouchesLate(call, k) {
			late |= 1 << min(k, 63)
		}
	}
	return late
}
