// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// Decides whether a larger buffer may hold a frame although code other than the coroutine knows
// addresses in it.
//
// If the coroutine reveals them only through the values that it yields, and the caller keeps these
// values to itself, it does not matter how control leaves the caller. But the buffer must stay the
// coroutine's while the caller may use the values: from the call of the ramp, no path may reach a
// lifetime marker of the buffer, or a call of the ramp with the same buffer, before the continuation
// of a once-coroutine has returned. Any other coroutine counts as alive until the caller ends. For
// example, the buffer must not grow here:
//
//	%a = call { ptr, ptr } @f(ptr %buffer)
//	%b = call { ptr, ptr } @f(ptr %buffer)	; the frame of the first coroutine is still in use

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// The bound on the instructions that are visited for one buffer: leastPath, and an equal share of
// pathTimes the function's instructions.
const (
	leastPath = 1000
	pathTimes = 64
)

// staysValid returns the reason why addresses in the frame may be used when the buffer does not hold
// the frame any more; nil if they cannot.
func (c *State) staysValid(b *coro.Buffer, buf *buffer) *lifetime.Miss {
	call := buf.rampCalls[0]
	if b.Leaked || !c.keepsYields(buf) {
		return &lifetime.Miss{Kind: lifetime.MissEscape, Pos: call.Pos, At: call,
			Text: "other code may know addresses in the frame, and use them after the buffer's lifetime ends",
			Fix:  "pass addresses of the coroutine's variables to no code that may keep them"}
	}
	reuses, ends := map[*ir.Instr]bool{}, map[*ir.Instr]bool{}
	for _, i := range slices.Concat(buf.rampCalls, buf.markers) {
		reuses[i] = true
	}
	if b.Once {
		for _, i := range buf.contCalls {
			ends[i] = true
		}
	}
	size := c.extents[buf.alloca.Func()]
	steps := leastPath + pathTimes*size.instrs/max(size.ramps, 1)
	work := ir.NewWorklist[*ir.Instr]()
	for _, i := range buf.rampCalls {
		if i.Op == ir.OpInvoke {
			work.Add(i.NormalDest().FirstNonPhi(), i.UnwindDest().FirstNonPhi())
		} else {
			work.Add(i.Next())
		}
	}
	for i := range work.All {
		for ; i != nil; i = i.Next() {
			if steps--; steps < 0 {
				return &lifetime.Miss{Kind: lifetime.MissBudget, Pos: call.Pos, At: call,
					Text: "too many paths follow the call to check that the coroutine ends before its buffer does",
					Fix:  "begin and end the coroutine in a smaller function"}
			}
			if reuses[i] {
				return &lifetime.Miss{Kind: lifetime.MissPath, Pos: i.Pos, At: i,
					Var:  debuginfo.VariableAt(c.M, buf.alloca.Func(), buf.alloca),
					Text: "the coroutine may still be alive when its buffer's lifetime ends, or it is used again",
					Fix:  "run the coroutine to its end on every path"}
			}
			if ends[i] {
				if i.Op == ir.OpInvoke {
					work.Add(i.UnwindDest().FirstNonPhi())
				}
				break // the coroutine has ended
			}
			if i.IsTerminator() {
				for _, to := range i.Block().Succs(nil) {
					work.Add(to.FirstNonPhi())
				}
			}
		}
	}
	return nil
}

// keepsYields reports whether the caller keeps the yielded values, the results of the ramp and of the
// continuations, to itself.
func (c *State) keepsYields(buf *buffer) bool {
	work := ir.NewWorklist(slices.Concat(buf.rampCalls, buf.contCalls)...)
	for v := range work.All {
		if v.Type().Kind() != ir.Struct {
			continue // a pointer by itself is the continuation
		}
		for u := v.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpPhi || i.Op == ir.OpSelect:
				work.Add(i)
			case i.Op != ir.OpExtractValue:
				return false
			case i.Aux.(*ir.IndexAux).Indices[0] != 0 && i.Type().HoldsPtr() && c.facts().Exactly().Captured(i):
				return false
			}
		}
	}
	return true
}
