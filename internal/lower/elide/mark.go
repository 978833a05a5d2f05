package elide

// Lifetime markers of elided frames: a frame in its creator is an object like any other, whose
// bytes others may have before it begins and behind its end. In a coroutine that decides how large
// its own frame is, elsewhere how large the stack gets.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/handle"
)

// maxEnds bounds the markers of one frame.
const maxEnds = 256

// markLife puts markers around the life of an elided frame. It begins where the coroutine did, and
// ends behind each direct call that destroys it, where the ramp gives it up because of an
// exception, and on the ways on which the search for ways out met it no more.
func (el *elider) markLife(l *handle.Lifetime, slot, frame *ir.Instr) {
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
		case u.Op == ir.OpCall && !endsBehind(u, past):
			end(u.Next())
		case u.Op == ir.OpInvoke && !past[u.NormalDest()]:
			end(el.behind(u).FirstNonPhi())
		}
	}
	for _, b := range l.Ends {
		if at := b.FirstInsertionPt(); at != nil && n < maxEnds {
			end(at)
		}
	}
	for _, u := range l.ID.Users() {
		if ir.CoroCall(u) == ir.CoroFree && !usedBehind(slot, frame, u) {
			end(u)
		}
	}
	if n > 0 {
		bld.At(l.Begin).Lifetime(ir.LifetimeStart, obj)
	}
}

// endsBehind reports that all blocks behind a call's own are marked at their heads, and that the
// function does not suspend before. A branch around the call, to where its block leads, can go then
// when the call is inlined and nothing is left of it.
func endsBehind(call *ir.Instr, past map[*ir.Block]bool) bool {
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

// behind gives the block to which an invoke returns, one that is reached from nowhere else.
func (el *elider) behind(invoke *ir.Instr) *ir.Block {
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

// maxGap bounds the instructions looked at between where a ramp asks what to free and the end of
// the block in which it frees it.
const maxGap = 32

// usedBehind reports that an address in an elided frame is used in the block of a coro.free behind
// that: only what is freed is gone, and who asks may still read. Deallocations in blocks of their
// own touch nothing but what they free.
func usedBehind(slot, frame, free *ir.Instr) bool {
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
