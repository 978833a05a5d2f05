// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// The coro.id of a function: which coroutine's frame begins there, and whether the frame still
// needs a place.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// PromiseOffset returns the offset in the frame of a promise with the given alignment.
func PromiseOffset(l *target.Layout, align int64) int64 { return target.AlignTo(2*l.PtrSize(0), align) }

// RampID returns the coro.id by which a function begins its own frame. It is nil if the function is
// no coroutine, or is one without suspends, which has no frame.
func RampID(m *ir.Module, g *ir.Func) *ir.Instr {
	for i := range g.Instrs() {
		if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID || i.NumCallArgs() != 4 {
			continue
		}
		if co, ok := ir.StripCasts(i.Arg(ir.IdCoro)).(*ir.Func); ir.IsPresplit(m, g) ||
			ok && co == g && IsCreation(i) {
			return i
		}
	}
	return nil
}

// IsCreation reports whether i is the coro.id of a split coroutine whose frame has no place in the
// function yet.
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
