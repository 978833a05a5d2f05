// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// Effect is an effect of a call on handles and frames that no ordinary call has. The rest of the
// package knows coroutines only by it.
type Effect uint8

// The effects.
const (
	Ordinary Effect = iota // none: any other call
	Opaque                 // its effect is unknown, whatever its attributes say
	Neutral                // no effect
	// a frame's lifetime begins in the memory that the call receives; the result is the handle
	Begins
	// the lifetime of the frame that its first operand identifies ends, without a call of the
	// coroutine
	Frees
	// likewise, for the frame of the calling function, with all the function's variables
	FreesOwn
	// returns the function that resumes (second operand 0) or destroys (second operand 1) the
	// coroutine whose handle is its first operand
	ReadsPart
	Saves    // the function can be resumed from now on
	Suspends // the function suspends
	Ends     // the function ends, with all its variables, if the function suspends
	Awaits   // calls its third operand with the first two
)

// effectOf returns the effect of a call on handles. That of an intrinsic without a row is unknown.
func effectOf(call *ir.Instr) Effect {
	switch ir.CoroCall(call) {
	case ir.NotCoro:
		return Ordinary
	case ir.CoroBegin:
		return Begins
	case ir.CoroFree:
		if id := ir.AsInstr(call.Arg(0)); id == nil || !ir.IsPostSplit(id) {
			return FreesOwn
		}
		return Frees
	case ir.CoroSubFnAddr:
		return ReadsPart
	case ir.CoroSave:
		return Saves
	case ir.CoroSuspend:
		return Suspends
	case ir.CoroEnd:
		return Ends
	case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
		return Awaits
	case ir.CoroID, ir.CoroSize, ir.CoroAlign, ir.CoroAlloc, ir.CoroIsInRamp, ir.CoroDead, ir.CoroNoop, ir.CoroFrame:
		return Neutral
	}
	return Opaque
}

// partOf returns the function that a read of part k (as for ReadsPart) yields for the frame that the
// call begin creates, or nil if it is unknown.
func partOf(begin *ir.Instr, k uint64) *ir.Func {
	if ir.CoroCall(begin) != ir.CoroBegin {
		return nil
	}
	id := ir.AsInstr(begin.Arg(0))
	if id == nil || ir.CoroCall(id) != ir.CoroID {
		return nil
	}
	p, err := coro.PartsOf(id)
	switch {
	case p == nil || err != nil:
		return nil
	case k == 0:
		return p.Resume
	case k == 1:
		return p.Destroy
	}
	return nil
}
