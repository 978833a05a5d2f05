// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Overtaken code: where a coroutine still runs although other code may run it already. From its
// coro.save on, any code that has the handle may resume the coroutine, from within a call or on
// another thread, while the code between the save and the suspend, and the code that returns to the
// caller after the suspend, still runs. This code is overtaken after its first instruction that
// lets other code use the handle. For example:
//
//	%save = call token @llvm.coro.save(ptr %handle)
//	%a = load i32, ptr %awaiter   ; not overtaken: no other code could use the handle since the save
//	call void @post(ptr %handle)  ; may run the code after the suspend, now or on another thread
//	%b = load i32, ptr %awaiter   ; overtaken: any code of the coroutine may have run, or be running
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// So the order of the code says nothing about the order of execution. An object that is accessed in
// overtaken code, or by a call that still accesses it after it has exposed the handle, may be
// accessed at any time in its lifetime, and must not share its bytes during that time.
//
// A coroutine that decides not to suspend (await_suspend returned false) must not have been
// resumed: it would be resumed twice. So code is not overtaken if a branch leads to it from there
// and it reaches no suspend without passing another coro.save. An exception is no such decision:
// code that resumes the coroutine within await_suspend receives the exceptions that the coroutine
// throws, and the coroutine's handlers then run after it was resumed.

import "github.com/corolower/corolower/internal/ir"

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

// Handed records which instructions of a normalised coroutine are overtaken. In a nil Handed none
// is.
type Handed struct {
	m       *ir.Module
	x       *Crossing
	callees Callees
	in      []handedState      // by RPO index, before the block
	late    map[*ir.Instr]bool // overtaken instructions in blocks that expose the handle
}

type handedState uint8

const (
	notSaved  handedState = iota // the coroutine cannot be resumed
	saved                        // it can, but no other code could use the handle yet
	overtaken                    // other code may have used the handle
)

// NewHanded finds the overtaken instructions. If callees is nil, nothing is known of any callee.
func NewHanded(m *ir.Module, s *Shape, x *Crossing, callees Callees) *Handed {
	h := &Handed{m: m, x: x, callees: callees, in: make([]handedState, len(x.Dom.RPO)), late: map[*ir.Instr]bool{}}
	w := handedWalk{Handed: h, s: s}
	w.walk()
	return h
}

// HandsOn reports whether i may let other code use the coroutine's handle.
func (h *Handed) HandsOn(i *ir.Instr) bool {
	if !ir.MayHandOn(h.m, i) {
		return false
	}
	return !i.IsCall() || h.callees == nil || i.CalledFunc() == nil || h.callees.HandsOn(i)
}

// Overtaken reports whether other code may have used the handle between the coro.save and i.
func (h *Handed) Overtaken(i *ir.Instr) bool {
	if h == nil {
		return false
	}
	k := h.x.Dom.Index(i.Block())
	return k >= 0 && (h.in[k] == overtaken || h.late[i])
}

// OvertakenBlock is Overtaken for an instruction that is inserted at the start of b.
func (h *Handed) OvertakenBlock(b *ir.Block) bool {
	if h == nil {
		return false
	}
	k := h.x.Dom.Index(b)
	return k >= 0 && h.in[k] == overtaken
}

// TouchesLate reports whether a call may access the memory at its argument k after other code may
// have used the handle.
func (h *Handed) TouchesLate(call *ir.Instr, k int) bool {
	switch {
	case h == nil:
		return false
	case h.Overtaken(call):
		return true
	}
	n := h.x.Dom.Index(call.Block())
	if n < 0 || h.in[n] == notSaved || !h.HandsOn(call) {
		return false
	}
	if ir.ArgHas(h.m, call, k, "byval") {
		return false // copied before the call
	}
	return h.callees == nil || call.CalledFunc() == nil || h.callees.TouchesLate(call, k)
}

// handedWalk propagates states forward from each coro.save to the function's exits.
type handedWalk struct {
	*Handed
	s       *Shape
	suspend []bool // by RPO index: a suspend is reachable from the block without passing a coro.save
	// by RPO index: a coro.save or an exit of the function is reachable from the block without an
	// exception; nil: not computed yet
	leaves []bool
	work   []int32
}

func (w *handedWalk) walk() {
	x := w.x
	stop := make([]bool, len(x.Dom.RPO))
	var from []int32
	for _, s := range w.s.Suspends {
		save := Save(s)
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
		if k := x.Dom.Index(s.Block()); k >= 0 && Save(s) != nil {
			to = append(to, int32(k))
		}
	}
	w.suspend = w.reaching(to, stop, func(_, _ int32) bool { return true })
	for _, k := range from {
		w.edges(k, saved)
	}
	for len(w.work) > 0 {
		k := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if !stop[k] {
			w.edges(k, w.block(k))
		}
	}
}

// block returns the state after block k, and records the overtaken instructions in it.
func (w *handedWalk) block(k int32) handedState {
	state := w.in[k]
	if state == overtaken {
		return state
	}
	for i := w.x.Dom.RPO[k].First(); i != nil; i = i.Next() {
		if state == overtaken {
			w.late[i] = true
		} else if w.HandsOn(i) {
			state = overtaken
		}
	}
	return state
}

// edges propagates the state after block k to its successors.
func (w *handedWalk) edges(k int32, state handedState) {
	x := w.x
	b := x.Dom.RPO[k]
	t := b.Terminator()
	back := w.s.ReturnEdge(t)
	for n, s := range x.Succs[k] {
		if back >= 0 && n != back {
			continue // the coroutine is resumed or destroyed there
		}
		if w.suspend[k] && !w.suspend[s] && !IsSuspend(b.First()) && !(t.Op == ir.OpInvoke && state == overtaken) &&
			w.goesOn(s) {
			continue // it does not suspend
		}
		if state > w.in[s] {
			w.in[s] = state
			w.work = append(w.work, s)
		}
	}
}

// goesOn reports whether the coroutine continues from block k: it reaches a coro.save or leaves the
// function. A path that ends in unreachable does not count.
func (w *handedWalk) goesOn(k int32) bool {
	if w.leaves == nil {
		var to []int32
		for k, b := range w.x.Dom.RPO {
			t := b.Terminator()
			if w.x.Suspend[k] || t.Op != ir.OpUnreachable && len(w.x.Succs[k]) == 0 {
				to = append(to, int32(k))
			}
		}
		w.leaves = w.reaching(to, nil, func(from, to int32) bool {
			t := w.x.Dom.RPO[from].Terminator()
			return t.Op != ir.OpInvoke || t.UnwindDest() != w.x.Dom.RPO[to]
		})
	}
	return w.leaves[k]
}

// reaching returns the blocks from which a block of to is reachable over edges that counts accepts,
// without passing a block of stop.
func (w *handedWalk) reaching(to []int32, stop []bool, counts func(from, to int32) bool) []bool {
	x := w.x
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
		k := work[len(work)-1]
		work = work[:len(work)-1]
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
