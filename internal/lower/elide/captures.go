// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file implements coro-captures. In a coroutine that is not split yet, it marks call arguments
// that are addresses of variables as not captured, if the callee's body shows that and attributes
// do not. If no callee captures a variable's address, the frame holds the variable only while a
// suspend needs its content.
//
// The pass marks the call and not the callee, because the unit of another caller may not know the
// body. It does not follow addresses through memory or return values.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// Captures runs coro-captures on one loaded function.
func (c *State) Captures(f *ir.Func) (bool, error) {
	if !ir.IsPresplit(c.M, f) || f.HasAttr("optnone") {
		return false, nil
	}
	changed := false
	for i := range f.Instrs() {
		if i.Op != ir.OpCall && i.Op != ir.OpInvoke || i.CalledFunc() == nil || i.CalledFunc().IsIntrinsic() &&
			!ir.CoroCall(i).IsAwait() {
			continue
		}
		for k := range i.NumCallArgs() {
			if a := ir.AsInstr(ir.Underlying(i.Arg(k))); a != nil && a.Op == ir.OpAlloca && ir.KeepsArg(c.M, i, k) &&
				c.holds(f, func(fa *lifetime.Facts) bool { return fa.Forgets(i, k) }) {
				ir.SayForgets(c.M, i, k)
				changed = true
			}
		}
	}
	if changed {
		f.Changed = true
	}
	return changed, c.M.Err
}

// HandsOn and TouchesLate implement live.Callees: they describe what a coroutine's callees do while
// other code may resume it.

// HandsOn reports whether a call may let other code run by a handle, one of its arguments or one
// that escaped before.
func (c *State) HandsOn(call *ir.Instr) bool {
	return !c.holds(call.Func(), func(fa *lifetime.Facts) bool { return !fa.HandsOn(call) })
}

// TouchesLate reports whether a call may access the memory of its argument k after it has let other
// code run.
func (c *State) TouchesLate(call *ir.Instr, k int) bool {
	return !c.holds(call.Func(), func(fa *lifetime.Facts) bool { return !fa.TouchesLate(call, k) })
}
