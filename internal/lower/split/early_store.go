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
// The store at the head stays, so the slot is right whenever it is read. The early store must not
// overwrite anything that is still read: no reload of these bytes may run before the bytes are
// stored again. It must also not run while others may access the frame (scope.go).

import "github.com/corolower/corolower/internal/ir"

const (
	maxEarly     = 32  // early stores in one coroutine
	maxEarlyWay  = 4   // blocks between the computation and the loop's head
	maxEarlyCode = 64  // instructions there that are searched for a call
	maxEarlyScan = 256 // blocks that are searched for a reload
)

// earlyStore is a store that is added: of the value of phi p on one edge.
type earlyStore struct{ v, phi *ir.Instr }

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
				list = append(list, earlyStore{v, phi})
			}
		}
	}
	if len(list) == 0 {
		return
	}
	reach := co.givenAway()
	dom := ir.NewDomTree(co.F)
	defer dom.Done()
	for _, e := range list {
		if dom.InstrDominates(co.Begin, e.v) && !co.givenAfter(reach, e.v) && co.deadAfter(e) {
			co.insertEarly(e)
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
	seen := map[*ir.Block]bool{}
	var work []*ir.Block
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
		}
		for _, s := range b.Succs(nil) {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
		return true
	}
	if !scan(e.v.Next()) {
		return false
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if len(seen) > maxEarlyScan || !scan(b.First()) {
			return false
		}
	}
	return true
}

// insertEarly inserts the store.
func (co *switched) insertEarly(e earlyStore) {
	at := e.v.Next()
	if e.v.Op == ir.OpPhi {
		at = e.v.Block().FirstInsertionPt()
	}
	if at == nil {
		return
	}
	slot, _ := co.frame.SlotOf(e.phi)
	bld := ir.NewBuilder(co.m)
	bld.Before(at)
	addr := co.fieldAddr(bld, e.phi, co.m.Text(e.phi.Name(), ".spill.addr"))
	co.accessSlot(e.phi, bld.Store(e.v, addr, uint32(slot.Align)))
}
