package coro

// Where a coroutine still runs although others may run it already. From its coro.save on, whoever
// has the handle may resume the coroutine, on this thread from within a call or on another one,
// while the code between the save and the suspend, and behind the suspend on the way back to the
// caller, is still under way. This code is overtaken. For example:
//
//	%save = call token @llvm.coro.save(ptr %handle)
//	%a = load i32, ptr %awaiter               ; nobody has been let at the handle since the save
//	call void @post(ptr %handle)              ; may run what is behind the suspend, at once or on another thread, for as long as it likes
//	%b = load i32, ptr %awaiter               ; overtaken: any code of the coroutine may have run, and may be running
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// So the order of the code says nothing of what happens first: an object that is touched there, or
// by a call that goes on touching it once the handle was handed on, is touched for as long as it
// lives, and must not share its bytes meanwhile.
//
// A coroutine that decides not to suspend (await_suspend gave false) must not have been resumed: it
// would be resumed twice. So code that a branch leads to from there, and from which no suspend is
// reached but past another coro.save, is not overtaken. An exception is no decision: who resumes
// the coroutine within await_suspend gets what that throws, and the handlers of the coroutine run
// when it was resumed already.

import "github.com/corolower/corolower/internal/ir"

// Callees tells of functions that a coroutine calls what their bodies show. What is not known of
// one is so.
type Callees interface {
	// HandsOn reports that a call may let others run, by a handle that they know or that it is
	// given (ir.MayHandOn).
	HandsOn(call *ir.Instr) bool
	// TouchesLate reports that a call may touch what its argument k points into at a time when it
	// may have handed a handle on, or later.
	TouchesLate(call *ir.Instr, k int) bool
}

// Handed is which instructions of a normalised coroutine are overtaken. nil: nobody asks, and none
// is.
type Handed struct {
	m       *ir.Module
	x       *Crossing
	callees Callees
	in      []handedState      // by place in RPO, in front of the block
	late    map[*ir.Instr]bool // in blocks that hand the handle on
}

type handedState uint8

const (
	notSaved  handedState = iota // the coroutine cannot be resumed
	saved                        // it can, but nobody was let at the handle
	overtaken                    // somebody was
)

// NewHanded finds what is overtaken. callees nil: nothing is known of any.
func NewHanded(m *ir.Module, s *Shape, x *Crossing, callees Callees) *Handed {
	h := &Handed{m: m, x: x, callees: callees, in: make([]handedState, len(x.Dom.RPO)), late: map[*ir.Instr]bool{}}
	w := handedWalk{Handed: h, s: s}
	w.walk()
	return h
}

// HandsOn reports an instruction of the coroutine by which others may be let at the handle.
func (h *Handed) HandsOn(i *ir.Instr) bool {
	if !ir.MayHandOn(h.m, i) {
		return false
	}
	return !i.IsCall() || h.callees == nil || i.CalledFunc() == nil || h.callees.HandsOn(i)
}

// Overtaken reports an instruction in front of which somebody may have been let at the handle since
// the coro.save.
func (h *Handed) Overtaken(i *ir.Instr) bool {
	if h == nil {
		return false
	}
	k := h.x.Dom.Index(i.Block())
	return k >= 0 && (h.in[k] == overtaken || h.late[i])
}

// OvertakenBlock is Overtaken of what is put at a block's start.
func (h *Handed) OvertakenBlock(b *ir.Block) bool {
	if h == nil {
		return false
	}
	k := h.x.Dom.Index(b)
	return k >= 0 && h.in[k] == overtaken
}

// TouchesLate reports that a call, given an address as argument k, may touch what lies there when
// somebody was let at the handle, or later.
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
		return false // copied in front of the call
	}
	return h.callees == nil || call.CalledFunc() == nil || h.callees.TouchesLate(call, k)
}

// handedWalk goes forward from each coro.save to the function's exits.
type handedWalk struct {
	*Handed
	s       *Shape
	suspend []bool // by place in RPO: a suspend is reached from here past no coro.save
	// a coro.save or an exit of the function is reached from here, but for exceptions; nil: not
	// found out
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

// block gives the state behind a block, and notes what is overtaken in it.
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

// edges goes on behind a block.
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

// goesOn reports that the coroutine goes on from a block: it comes to a coro.save or out of the
// function. From what ends in unreachable it does not.
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

// reaching gives the blocks from which one of a list is reached over edges that count, past no
// block of stop.
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
