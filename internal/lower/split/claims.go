// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Claims about parameters of the ramp that become false once the frame holds the parameter or a
// value that is computed from it. captures(none) is false because the frame outlives the call. A
// claim that the memory is written, or dead, when the call returns is false because the call
// returns at the first suspend. ir/presplit.go removes the claims of functions. LLVM 22 removes
// captures(none) only from spilled parameters; it keeps the attribute if the frame holds an address
// inside the object, or if the pointer is stored to an alloca that moves to the frame. For example,
// the frame captures %p here if %q is used after a suspend:
//
//	define ptr @f(ptr captures(none) %p)
//	  %q = getelementptr i8, ptr %p, i64 4

import "github.com/corolower/corolower/internal/ir"

// loosenParams removes claims from parameters that the frame may capture.
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
		if kept.Has(p) {
			p.Attrs = p.Attrs.Without(co.m, ir.ParamClaims...)
		}
	}
}

// keptValues returns the values that go to the frame, that are stored anywhere, or that a call may
// capture, and every value from which they are computed. The result may contain too many values,
// but never too few.
func (co *coroutine) keptValues(set *spillSet) *ir.Worklist[ir.Value] {
	kept := ir.NewWorklist[ir.Value]()
	for _, s := range set.values {
		kept.Add(s.def)
	}
	for i := range co.F.Instrs() {
		switch {
		case i.Op == ir.OpStore:
			kept.Add(i.Arg(0))
		case i.Op == ir.OpCmpXchg || i.Op == ir.OpAtomicRMW:
			for k := 1; k < i.NumArgs(); k++ {
				kept.Add(i.Arg(k))
			}
		case i.IsCall():
			for k := range i.NumArgs() {
				if k >= i.Call().NArgs || ir.KeepsArg(co.m, i, k) {
					kept.Add(i.Arg(k))
				}
			}
		}
	}
	for v := range kept.All {
		i := ir.AsInstr(v)
		if i == nil || i.Op == ir.OpLoad || i.IsCall() {
			// A loaded value was stored before, and a call may return only what it was allowed to
			// capture.
			continue
		}
		for k := range i.NumArgs() {
			kept.Add(i.Arg(k))
		}
	}
	return &kept
}
