package coro

// What the coro.id in a function tells: whose frame begins there, and whether it is still to be
// given a place.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// PromiseOffset is where a promise of an alignment lies in the frame.
func PromiseOffset(l *target.Layout, align int64) int64 { return target.AlignTo(2*l.PtrSize(0), align) }

// RampID is the coro.id by which a function begins a frame of its own; nil when it is no coroutine,
// or one that turned out to have no suspend and so no frame.
func RampID(m *ir.Module, g *ir.Func) *ir.Instr {
	for b := g.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID || i.NumCallArgs() != 4 {
				continue
			}
			if co, ok := ir.StripCasts(i.Arg(ir.IdCoro)).(*ir.Func); ir.IsPresplit(m, g) ||
				ok && co == g && IsCreation(i) {
				return i
			}
		}
	}
	return nil
}

// IsCreation reports the coro.id of a split coroutine whose frame has not been given a place in the
// function.
func IsCreation(i *ir.Instr) bool {
	if ir.CoroCall(i) != ir.CoroID || i.NumCallArgs() != 4 || !ir.IsPostSplit(i) {
		return false
	}
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if ir.CoroCall(u.User()) == ir.CoroBegin {
			return true
		}
	}
	return false
}
