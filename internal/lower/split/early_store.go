// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Early stores of loop variables. A variable of a loop in a coroutine is a phi, which is spilled at
// the head of the loop. If its next value is computed before a call, LLVM moves the computation
// after the call, to the only block that needs it. Then all its operands are live across the call,
// in registers that each resume has to save. A store before the call keeps the computation there.
// For example:
//
//	%next = select i1 %c, i64 %a, i64 %b
//	store i64 %next, ptr %sum.spill.addr       ; added
//	call void @release(ptr %out)
//	br label %loop
//
//	loop:
//	%sum = phi i64 [ 0, %entry ], [ %next, %more ]
//	store i64 %sum, ptr %sum.spill.addr
//
// The early store must not overwrite anything that is still read: no reload of these bytes may run
// before the bytes are stored again. That includes the reloads of a destroy after an exception has left
// the coroutine: the loop may not come around, and the destroy starts at an earlier suspend. The early
// store must also not run while others may access the frame (scope.go).
//
// The store at the head then stores what is there, unless control comes from elsewhere. If it can be
// stored there instead, at the end of %entry in the example, the store at the head is removed.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

const (
	maxEarly     = 32  // early stores in one coroutine
	maxEarlyWay  = 4   // blocks between the computation and the loop's head
	maxEarlyCode = 64  // instructions there that are searched for a call
	maxEarlyScan = 256 // blocks that are searched for a reload
	maxEarlyElse = 2   // edges to a loop's head that get a store, so that the head needs none
)

// earlyStore is a store that is added: of the value v of a phi on one edge. late is the store at the
// loop's head.
type earlyStore struct {
	v, phi, late *ir.Instr
	edge         int
}

// storeEarly adds the early stores.
func (co *switched) storeEarly() {
	if co.c.Target.MarksParts() {
		return // there is no LLVM that moves computations
	}
	var list []earlyStore
	for _, a := range co.slotAccesses {
		phi := ir.AsInstr(a.i.Arg(0))
		if !a.exclusive || a.i.Op != ir.OpStore || phi == nil || phi.Op != ir.OpPhi || phi.Block() != a.i.Block() {
			continue
		}
		for n, from := range phi.PhiBlocks() {
			v := ir.AsInstr(phi.Arg(n))
			for v != nil && v.Op == ir.OpPhi && v.NumArgs() == 1 && onlyUse(v) {
				v, from = ir.AsInstr(v.Arg(0)), v.PhiBlocks()[0] // normalise puts one on each edge
			}
			if v != nil && len(list) < maxEarly && co.sinks(v, from) {
				list = append(list, earlyStore{v, phi, a.i, n})
			}
		}
	}
	if len(list) == 0 {
		return
	}
	reach := co.givenAway()
	dom := ir.NewDomTree(co.F)
	defer dom.Done()
	early := map[*ir.Instr]map[int]*ir.Instr{} // by late store and edge
	for _, e := range list {
		if dom.InstrDominates(co.Begin, e.v) && !co.givenAfter(reach, e.v) && co.deadAfter(e) {
			if early[e.late] == nil {
				early[e.late] = map[int]*ir.Instr{}
			}
			early[e.late][e.edge] = co.insertEarly(e)
		}
	}
	for k, e := range list {
		if (k == 0 || list[k-1].late != e.late) && early[e.late] != nil {
			co.dropLate(e, early[e.late], dom)
		}
	}
}

// computes reports whether an instruction computes a value from others.
func computes(i *ir.Instr) bool { return i.Op == ir.OpSelect || i.Op.Info().Binary }

// joinsComputed reports whether an instruction is a phi of computed values.
func joinsComputed(i *ir.Instr) bool {
	if i.Op != ir.OpPhi {
		return false
	}
	for k := range i.NumArgs() {
		a := ir.AsInstr(i.Arg(k))
		for a != nil && a.Op == ir.OpPhi && a.NumArgs() == 1 {
			a = ir.AsInstr(a.Arg(0))
		}
		if a == nil || !computes(a) {
			return false
		}
	}
	return true
}

// onlyUse reports whether a value has one use.
func onlyUse(v *ir.Instr) bool { return v.FirstUse() != nil && v.FirstUse().Next() == nil }

// sinks reports whether LLVM may move v behind a call to block from, at whose end the phi needs it.
// It may make a select of a phi of computed values, and move that.
func (co *switched) sinks(v *ir.Instr, from *ir.Block) bool {
	if !onlyUse(v) || !computes(v) && !joinsComputed(v) {
		return false
	}
	left := maxEarlyCode
	for range maxEarlyWay {
		for i := from.Terminator(); i != nil && i != v && left > 0; i = i.Prev() {
			left--
			if f := i.CalledFunc(); i.IsCall() && (f == nil || !f.IsIntrinsic()) {
				return co.leadsBack(v, from)
			}
		}
		if from == v.Block() {
			return false
		}
		if from = from.SinglePred(); from == nil {
			return false
		}
	}
	return false
}

// leadsBack reports whether the only way back from a block leads to v soon.
func (co *switched) leadsBack(v *ir.Instr, from *ir.Block) bool {
	for n := 0; n < maxEarlyWay && from != nil; n++ {
		if from == v.Block() {
			return true
		}
		from = from.SinglePred()
	}
	return false
}

// givenAfter reports whether others may access the frame after an instruction.
func (co *switched) givenAfter(reach map[*ir.Block]bool, v *ir.Instr) bool {
	state := reach[v.Block()]
	for i := v.Block().First(); ; i = i.Next() {
		state = co.gives(i, state)
		if i == v {
			return state
		}
	}
}

// deadAfter reports whether no reload reads the bytes of the phi's slot after the early store, before
// they are stored again.
func (co *switched) deadAfter(e earlyStore) bool {
	slot, _ := co.frame.SlotOf(e.phi)
	const (
		reads = 1 + iota
		covers
	)
	does := map[*ir.Instr]int{}
	for _, a := range co.slotAccesses {
		switch {
		case a.slot == nil || a.slot.Offset >= slot.End() || a.slot.End() <= slot.Offset:
		case a.i.Op == ir.OpLoad:
			does[a.i] = reads
		case a.slot.Offset <= slot.Offset && a.slot.End() >= slot.End():
			does[a.i] = covers
		}
	}
	work := ir.NewWorklist[*ir.Block]()
	enter := func(b *ir.Block) {
		work.Add(b)
	}
	// scan reports whether nothing reads the bytes from an instruction to the end of its block.
	scan := func(i *ir.Instr) bool {
		b := i.Block()
		for ; i != nil; i = i.Next() {
			switch does[i] {
			case reads:
				return false
			case covers:
				return true
			}
			for _, s := range co.destroyedAfter(i) {
				enter(goesTo(s.Block().SingleSucc(), s, 1))
			}
		}
		for _, s := range b.Succs(nil) {
			enter(s)
		}
		return true
	}
	if !scan(e.v.Next()) {
		return false
	}
	for b := range work.All {
		if len(work.Added()) > maxEarlyScan || !scan(b.First()) {
			return false
		}
	}
	return true
}

// destroyedAfter returns the suspends at which a destroy may start if an exception leaves the
// coroutine at an instruction; none if no exception does. An unwinding coro.end makes it the final
// suspend, if there is one. Otherwise the coroutine counts as suspended where it was resumed.
func (co *switched) destroyedAfter(i *ir.Instr) []*ir.Instr {
	switch {
	case ir.CoroCall(i) == ir.CoroEnd && ir.IsUnwindEnd(i):
		if co.HasFinal {
			return co.Suspends[len(co.Suspends)-1:]
		}
	case i.Op == ir.OpCall && ir.MayThrow(co.m, i) && co.c.Target.Unwinds(), i.Op == ir.OpResume,
		i.Op == ir.OpCleanupRet && i.NumArgs() < 2, i.Op == ir.OpCatchSwitch && ir.UnwindDest(i) == nil && !ir.CatchesAll(i):
	default:
		return nil
	}
	return co.Suspends
}

// insertEarly inserts the store, and returns it.
func (co *switched) insertEarly(e earlyStore) *ir.Instr {
	at := e.v.Next()
	if e.v.Op == ir.OpPhi {
		at = e.v.Block().FirstInsertionPt()
	}
	if at == nil {
		return nil
	}
	return co.storeSlot(e.phi, e.v, at)
}

// storeSlot stores v in the slot of a phi.
func (co *switched) storeSlot(phi *ir.Instr, v ir.Value, at *ir.Instr) *ir.Instr {
	slot, _ := co.frame.SlotOf(phi)
	bld := ir.NewBuilder(co.m)
	bld.Before(at)
	addr := co.fieldAddr(bld, phi, co.m.Text(phi.Name(), ".spill.addr"))
	store := bld.Store(v, addr, uint32(slot.Align))
	co.accessSlot(phi, store)
	return store
}

// dropLate removes the store at a loop's head if each edge to the head has an early store whose bytes
// are still there, or ends a block that can store the value itself.
func (co *switched) dropLate(e earlyStore, early map[int]*ir.Instr, dom *ir.DomTree) {
	slot, _ := co.frame.SlotOf(e.phi)
	touches := map[*ir.Instr]bool{}
	for _, a := range co.slotAccesses {
		if a.slot == nil || a.slot.Offset < slot.End() && slot.Offset < a.slot.End() {
			touches[a.i] = true
		}
	}
	head := e.phi.Block()
	for i := head.First(); i != e.late; i = i.Next() {
		if touches[i] {
			return
		}
	}
	var elsewhere []int
	for n, from := range e.phi.PhiBlocks() {
		if early[n] != nil {
			if !lasts(early[n], from, touches) {
				return
			}
			continue
		}
		t := from.Terminator()
		base := ir.AsInstr(co.framePtr)
		if elsewhere = append(elsewhere, n); len(elsewhere) > maxEarlyElse || from == head || t.Op != ir.OpBr ||
			t.NumArgs() != 1 || base == nil || !dom.InstrDominates(base, t) {
			return
		}
	}
	for _, n := range elsewhere {
		co.storeSlot(e.phi, e.phi.Arg(n), e.phi.PhiBlocks()[n].Terminator())
	}
	co.slotAccesses = slices.DeleteFunc(co.slotAccesses, func(a slotAccess) bool { return a.i == e.late })
	addr := ir.AsInstr(e.late.Arg(1))
	e.late.Erase()
	if addr != nil && addr.FirstUse() == nil {
		addr.Erase()
	}
}

// lasts reports whether what a store stored is still there at the end of a block, where the only way
// leads from the store.
func lasts(store *ir.Instr, b *ir.Block, touches map[*ir.Instr]bool) bool {
	for range 4 * maxEarlyWay {
		for i := b.Terminator(); i != nil; i = i.Prev() {
			switch {
			case i == store:
				return true
			case touches[i] && i.Op == ir.OpStore:
				return false
			}
		}
		if b = b.SinglePred(); b == nil {
			return false
		}
	}
	return false
}
