// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The interface of the analysis. For each coroutine that a function creates, it decides whether the
// frame's lifetime ends before the function is left, so that the frame may lie in the function.
// Package elide acts on the result.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Lifetime describes one creation of a coroutine in a function, and the result of the analysis.
type Lifetime struct {
	// the creation, and the call that returns the handle (nil: there is none, or there are several)
	ID, Begin                           *ir.Instr
	Coroutine, Resume, Destroy, Cleanup *ir.Func
	// of the frame in bytes; Size is -1 if it is unknown
	Size, Align int64
	// how often the creation is executed, by the profile; nil: unknown
	Hits *uint64
	// the source variable of the function that holds the handle, by debug info; "" if none is
	// certain
	Var  string
	Miss *Miss // nil: the frame may lie in the function
	// Blockers are the calls that receive the handle, or the address of memory that may hold it, in
	// code order. Inlining them may decide a lifetime that is undecided.
	Blockers []*ir.Instr

	Resumes, Destroys []*ir.Instr        // reads of function pointers, proved to be from this frame
	ViaMemory         map[*ir.Instr]bool // destroys whose handle is loaded from memory
	// the blocks that begin where the frame's lifetime is over; nil if they are unknown or were not
	// requested
	Ends []*ir.Block
}

// Effect is an effect of a call on handles and frames that no ordinary call has. The analysis knows
// nothing else of coroutines.
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

// Env answers the queries of the analysis about the code around it. The answer to a query about a
// function does not change, whoever the caller is, as long as the function and its callees do not
// change.
type Env interface {
	// Effect returns the model of a call.
	Effect(call *ir.Instr) Effect
	// Part returns the function that a read of part k (as for ReadsPart) yields for the frame that
	// the call begin creates, or nil if it is unknown.
	Part(begin *ir.Instr, k uint64) *ir.Func
	// Body makes the body of a function ready to be read and reports whether there is one.
	Body(f *ir.Func) bool
	// Suspends reports whether a suspend may leave the function and a resume enter it again, so
	// that its body does not describe the effect of one call.
	Suspends(f *ir.Func) bool
	// Simplified returns the body of f in a form that is easier to analyse, or f itself if there is
	// none. f must have a body.
	Simplified(f *ir.Func) *ir.Func
	// Absorbed returns the functions whose bodies were inlined into the simplified form of f.
	Absorbed(f *ir.Func) []*ir.Func
}

// Decide decides the lifetimes of creations in f, in code order. It does not change f. If ends is
// set, it also computes Lifetime.Ends.
func (fa *Facts) Decide(f *ir.Func, lives []*Lifetime, ends bool) {
	if len(lives) == 0 {
		return
	}
	defer fa.borrow().giveBack()
	an := newLifetimeAnalysis(fa, f)
	an.wantEnds, an.lives = ends, lives
	for _, l := range lives {
		an.decide(l)
	}
}
