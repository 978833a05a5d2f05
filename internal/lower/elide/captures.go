package elide

// coro-captures: says at the calls of a coroutine that is not split yet which of its variables'
// addresses are not kept, where attributes do not say so and the bodies of what is called show it.
// A variable of which nobody keeps the address is in the frame only while its content is needed
// there, and not at all where that is over when the coroutine suspends.
//
// It says so at the call and not of the function called: another caller's unit may not know the
// body. What an address is handed to through memory or a return value is not followed.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Captures runs coro-captures on one loaded function.
func (c *State) Captures(f *ir.Func) (bool, error) {
	if f.Declared || !ir.IsPresplit(c.M, f) || f.HasAttr("optnone") {
		return false, nil
	}
	changed := false
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpCall && i.Op != ir.OpInvoke || i.CalledFunc() == nil || i.CalledFunc().IsIntrinsic() &&
				!ir.CoroCall(i).IsAwait() {
				continue
			}
			for k := range i.NumCallArgs() {
				if a := ir.AsInstr(ir.Underlying(i.Arg(k))); a != nil && a.Op == ir.OpAlloca && ir.KeepsArg(c.M, i,
					k) && c.facts().Forgets(i, k) {
					ir.SayForgets(c.M, i, k)
					changed = true
				}
			}
		}
	}
	if changed {
		f.Changed = true
	}
	return changed, c.M.Err
}

// HandsOn and TouchesLate tell coro-split what a coroutine's callees do while others may resume it:
// coro.Callees.

// HandsOn reports that a call may let others run by a handle that they know or that it is given.
func (c *State) HandsOn(call *ir.Instr) bool { return c.facts().HandsOn(call) }

// TouchesLate reports that a call may touch what its argument k points into when it has let others
// run, or later.
func (c *State) TouchesLate(call *ir.Instr, k int) bool { return c.facts().TouchesLate(call, k) }
