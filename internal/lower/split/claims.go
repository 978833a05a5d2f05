package split

// What parameters of the ramp say that is not so any more once the frame has what was made of them:
// captures(none), because the frame outlives the call, and that the memory is written to, or dead,
// when the call returns: it returns at the first suspend. What functions say of themselves is in
// ir/presplit.go. LLVM 22 takes captures(none) from spilled parameters only, and leaves it where an
// address inside the object is kept, or the pointer is stored to an alloca of the frame.

import "github.com/corolower/corolower/internal/ir"

// loosenParams takes claims from parameters that the frame may come to know.
func (co *coroutine) loosenParams(set *spillSet) {
	claims := false
	for _, p := range co.F.Params {
		claims = claims || p.Attrs.Without(co.m, ir.ParamClaims...) != p.Attrs
	}
	if !claims {
		return
	}
	kept := co.keptValues(set)
	for _, p := range co.F.Params {
		if kept[p] {
			p.Attrs = p.Attrs.Without(co.m, ir.ParamClaims...)
		}
	}
}

// keptValues are the values that go to the frame, are stored anywhere, or are given to somebody who
// keeps them, and all that they were computed from: more than is in the frame, never less.
func (co *coroutine) keptValues(set *spillSet) map[ir.Value]bool {
	kept := map[ir.Value]bool{}
	var work []ir.Value
	keep := func(v ir.Value) {
		if !kept[v] {
			kept[v] = true
			work = append(work, v)
		}
	}
	for _, s := range set.values {
		keep(s.def)
	}
	for b := co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i.Op == ir.OpStore:
				keep(i.Arg(0))
			case i.Op == ir.OpCmpXchg || i.Op == ir.OpAtomicRMW:
				for k := 1; k < i.NumArgs(); k++ {
					keep(i.Arg(k))
				}
			case i.IsCall():
				for k := range i.NumArgs() {
					if k >= i.Call().NArgs || ir.KeepsArg(co.m, i, k) {
						keep(i.Arg(k))
					}
				}
			}
		}
	}
	for len(work) > 0 {
		i := ir.AsInstr(work[len(work)-1])
		work = work[:len(work)-1]
		if i == nil || i.Op == ir.OpLoad || i.IsCall() {
			continue // what is loaded was stored, and what a call gives back it was allowed to keep
		}
		for k := range i.NumArgs() {
			keep(i.Arg(k))
		}
	}
	return kept
}
