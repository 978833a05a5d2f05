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
	// the lifetime of the frame with the handle that is its first operand has ended
	Dead
	// returns the function that resumes (second operand 0) or destroys (second operand 1) the
	// coroutine whose handle is its first operand
	ReadsPart
	Saves    // the function can be resumed from now on
	Suspends // the function suspends
	Ends     // the function ends, with all its variables, if the function suspends
	Awaits   // calls its third operand with the first two
)

// CallEffects is the model of a call, for all analyses of this package: what the call does as far as
// its intrinsic, the table of library functions and its attributes show. What is not in it is unknown,
// and the bodies and summaries of callees only narrow it. Package framecheck has a model of its own,
// so that it takes no premise from here.
type CallEffects struct {
	m    *ir.Module
	call *ir.Instr
	Effect
	Kind    callKind
	callee  *ir.Func       // nil: unknown
	objects *ir.LibraryRow // with accessesObjects
}

// callKind says what a call without a coroutine effect does with memory and with its arguments.
type callKind uint8

const (
	callsCode       callKind = iota // anything that the callee's attributes and body allow
	marksLifetime                   // begins or ends the lifetime of the variable that is its last argument
	marksInvariant                  // begins or ends a time in which memory is not written
	copiesMemory                    // copies memory from its second argument to its first
	setsMemory                      // writes numbers to memory at its first argument
	passesOn                        // returns its first argument
	hints                           // has no effect on memory and values
	measures                        // returns the size of an object
	reports                         // ir.OnlyReports
	accessesObjects                 // accesses objects of the library only (library.go)
)

// callEffects returns the model of a call.
func (fa *Facts) callEffects(call *ir.Instr) CallEffects {
	e := CallEffects{m: fa.M, call: call, Effect: effectOf(call), callee: call.CalledFunc()}
	if e.callee != nil && e.Effect == Ordinary {
		e.Kind, e.objects = callKindOf(e.callee), ofObjects(call)
		if e.objects != nil {
			e.Kind = accessesObjects
		}
	}
	return e
}

// callKindOf returns the kind of all calls of a function.
func callKindOf(f *ir.Func) callKind {
	if !f.IsIntrinsic() {
		if ir.OnlyReports(f) {
			return reports
		}
		return callsCode
	}
	switch id := f.Intrinsic(); id {
	case ir.LifetimeStart, ir.LifetimeEnd:
		return marksLifetime
	case ir.InvariantStart, ir.InvariantEnd:
		return marksInvariant
	case ir.Memcpy, ir.MemcpyInline, ir.MemcpyAtomic, ir.Memmove, ir.MemmoveAtomic:
		return copiesMemory
	case ir.Memset, ir.MemsetInline, ir.MemsetAtomic:
		return setsMemory
	case ir.Expect, ir.ExpectWithProbability, ir.SSACopy, ir.LaunderInvariantGroup, ir.StripInvariantGroup:
		return passesOn
	case ir.Assume, ir.DoNothing, ir.SideEffect, ir.NoAliasScopeDecl, ir.StackSave, ir.StackRestore,
		ir.IsConstant, ir.EHTypeIDFor, ir.FakeUse, ir.Prefetch, ir.PseudoProbe:
		return hints
	case ir.ObjectSize:
		return measures
	}
	return callsCode
}

// none reports whether the call accesses no memory, by its attributes.
func (e *CallEffects) none() bool { return ir.NoMemory(e.m, e.call) }

// onlyReads reports whether the call writes no memory. An operand bundle may stand for an effect that
// the attributes omit.
func (e *CallEffects) onlyReads() bool { return e.none() || onlyReadsMemory(e.m, e.call) }

// silent reports whether nothing of the arguments can leave the call: it accesses no memory, returns
// nothing and throws nothing.
func (e *CallEffects) silent() bool {
	return e.none() && e.call.Type().IsVoid() && ir.CallHas(e.m, e.call, "nounwind")
}

// frees reports whether the callee frees memory.
func (e *CallEffects) frees() bool { return ir.FreesMemory(e.callee) }

// argEffects says what a call does with one of its arguments, if that is an address.
type argEffects struct {
	keeps   bool // it may store the address
	returns bool // it may return the address
	same    bool // its result is an address in the same object, and the only copy
}

// arg returns what the call does with argument k.
func (e *CallEffects) arg(k int) argEffects {
	same := ir.ReturnsArg(e.call, k)
	return argEffects{keeps: !same && ir.KeepsArg(e.m, e.call, k), same: same,
		returns: same || ir.ArgHas(e.m, e.call, k, "returned")}
}

// awaiter returns the function that an Awaits calls with argument k of the call; nil: unknown code gets
// the argument.
func (e *CallEffects) awaiter(k int) *ir.Func {
	if w, ok := ir.StripCasts(e.call.Arg(2)).(*ir.Func); ok && k < 2 && k < len(w.Params) {
		return w
	}
	return nil
}

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
	case ir.CoroDead:
		return Dead
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
	case ir.CoroID, ir.CoroSize, ir.CoroAlign, ir.CoroAlloc, ir.CoroIsInRamp, ir.CoroNoop, ir.CoroFrame:
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
