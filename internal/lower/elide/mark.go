// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file adds lifetime markers to elided frames. A frame in its creator is an ordinary object:
// before its lifetime and after it, other objects may use the same bytes. That makes the frame of a
// creating coroutine smaller, and the stack of any other function.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// maxEnds bounds the markers of one frame.
const maxEnds = 256

// markLife adds markers for the lifetime of an elided frame. The lifetime begins at the coro.begin.
// It ends after each direct call that destroys the coroutine, where the ramp abandons the coroutine
// because of an exception, and in the blocks where the lifetime analysis no longer found it alive.
func (el *elider) markLife(l *lifetime.Lifetime, slot, frame *ir.Instr) {
	var obj ir.Value = slot
	if el.m.TypedPtrs {
		if slot.Type().AddrSpace() != frame.Type().AddrSpace() {
			return
		}
		obj = frame // an i8*, as markers want it
	}
	bld := ir.NewBuilder(el.m)
	past := map[*ir.Block]bool{}
	for _, b := range l.Ends {
		past[b] = b.FirstInsertionPt() != nil
	}
	n := 0
	end := func(before *ir.Instr) {
		bld.At(before).Lifetime(ir.LifetimeEnd, obj)
		n++
	}
	for _, u := range frame.Users() {
		if !u.IsCall() || ir.StripCasts(u.Callee()) != ir.Value(l.Cleanup) || u.NumCallArgs() == 0 ||
			u.Arg(0) != ir.Value(frame) || u.Flags&ir.FlagMustTail != 0 {
			continue
		}
		switch {
		case u.Op == ir.OpCall && !endsAfter(u, past):
			end(u.Next())
		case u.Op == ir.OpInvoke && !past[u.NormalDest()]:
			end(el.afterInvoke(u).FirstNonPhi())
		}
	}
	for _, b := range l.Ends {
		if at := b.FirstInsertionPt(); at != nil && n < maxEnds {
			end(at)
		}
	}
	for _, u := range l.ID.Users() {
		if ir.CoroCall(u) == ir.CoroFree && !usedAfter(slot, frame, u) {
			end(u)
		}
	}
	if n > 0 {
		bld.At(l.Begin).Lifetime(ir.LifetimeStart, obj)
	}
}

// endsAfter reports whether all successors of a call's block have an end marker at their start, and
// the function does not suspend between. Then the call needs no marker of its own, and a branch
// around the call can be removed if inlining leaves nothing of the call.
func endsAfter(call *ir.Instr, past map[*ir.Block]bool) bool {
	for i := call.Next(); i != nil; i = i.Next() {
		if ir.CoroCall(i) == ir.CoroSave || coro.IsSuspend(i) {
			return false
		}
	}
	succs := call.Block().Succs(nil)
	for _, b := range succs {
		if !past[b] {
			return false
		}
	}
	return len(succs) > 0
}

// afterInvoke returns the block to which an invoke returns. If the block has other predecessors, it
// splits the edge.
func (el *elider) afterInvoke(invoke *ir.Instr) *ir.Block {
	b, to := invoke.Block(), invoke.NormalDest()
	if to.SinglePred() != nil {
		return to
	}
	edge := el.f.NewBlock("", b)
	br := el.m.NewInstr(ir.OpBr, el.m.Types.Void(), to)
	br.SetDebugLoc(invoke.DebugLoc())
	edge.Append(br)
	invoke.SetArg(invoke.NumArgs()-2, edge)
	to.ReplacePhiBlock(b, edge)
	return edge
}

// maxGap bounds the instructions that usedAfter searches after a coro.free.
const maxGap = 32

// usedAfter reports whether the block of a coro.free uses an address in the elided frame after it:
// the frame is alive until the memory is freed, so that code may still read it. A deallocation in a
// block of its own accesses only the memory that it frees.
func usedAfter(slot, frame, free *ir.Instr) bool {
	n := 0
	for i := free.Next(); i != nil; i = i.Next() {
		if n++; n > maxGap {
			return true
		}
		for k := range i.NumArgs() {
			if v := ir.Underlying(i.Arg(k)); v == ir.Value(slot) || v == ir.Value(frame) {
				return true
			}
		}
	}
	return false
}
