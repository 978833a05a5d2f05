// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The interface of the analysis. For each coroutine that a function creates, it decides whether the
// frame's lifetime ends before the function is left, so that the frame may lie in the function.
// Package elide acts on the result.

import (
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Lifetime describes one creation of a coroutine in a function, and the result of the analysis.
type Lifetime struct {
	// the creation, and the call that returns the handle (nil: there is none, or there are several)
	ID, Begin                           *ir.Instr
	Coroutine, Resume, Destroy, Cleanup *ir.Func
	Continuations                       []*ir.Func // each resumes the coroutine at one suspend
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

	// Rests are the functions whose bodies the verdict "no miss" rests on, by name; nil: all are exact. It
	// holds if the function, the coroutine and these functions call private copies of them (rests.go).
	Rests     []*ir.Func
	undecided *Lifetime // before Decide; nil: Rests is known

	Resumes, Destroys []*ir.Instr        // reads of function pointers, proved to be from this frame
	ViaMemory         map[*ir.Instr]bool // destroys whose handle is loaded from memory
	// the blocks that begin where the frame's lifetime is over; nil if they are unknown or were not
	// requested
	Ends []*ir.Block
}

// Same reports whether two results of the analysis lead to the same changes of the function. What they
// rest on may differ: lifetimes that are asked about together rest on the same bodies.
func (l *Lifetime) Same(x *Lifetime) bool {
	return l.ID == x.ID && l.Begin == x.Begin && l.Size == x.Size && l.Align == x.Align && l.Var == x.Var &&
		(l.Miss == nil) == (x.Miss == nil) && slices.Equal(l.Resumes, x.Resumes) &&
		slices.Equal(l.Destroys, x.Destroys) && maps.Equal(l.ViaMemory, x.ViaMemory) && slices.Equal(l.Ends, x.Ends)
}

// Bodies provides the bodies of functions. Package bodies implements it. The order of the calls does
// not change the results, as long as the function and its callees do not change.
type Bodies interface {
	// Body makes the body of a function ready to be read and reports whether there is one.
	Body(f *ir.Func) bool
	// Simplified returns the body of f in a form that is easier to analyse, or f itself if there is
	// none, and the functions whose bodies were inlined into it. f must have a body.
	Simplified(f *ir.Func) (body *ir.Func, absorbed []*ir.Func)
}

// Query says what a caller of Decide needs besides the verdicts.
type Query struct {
	Ends bool // Lifetime.Ends
	// Trial: the caller inlines the calls in Lifetime.Blockers, makes the calls in Resumes and
	// Destroys direct, and decides again. The search for a missed lifetime ends with the first path
	// that has the miss, unless that path reads function pointers from frames. If inlining cannot
	// change that path, there are no Blockers.
	Trial bool
}

// Decide decides the lifetimes of creations in f, in code order. It does not change f. In a trial, the
// verdicts are not final before Settle.
func (fa *Facts) Decide(f *ir.Func, lives []*Lifetime, q Query) {
	for _, l := range lives {
		undecided := *l
		l.undecided = &undecided
	}
	fa.decide(f, lives, lives, q)
	var some []*Lifetime
	for _, l := range lives {
		if l.Begin != nil && (len(l.ViaMemory) > 0 || l.Miss == nil && !q.Trial) {
			some = append(some, l)
		}
	}
	fa.restOn(f, lives, some, q)
}

// Settle restricts the verdicts of the last Decide in a trial to those that may be relied on. It reports
// whether one became a miss.
func (fa *Facts) Settle(f *ir.Func, lives []*Lifetime, q Query) (missed bool) {
	var some []*Lifetime
	for _, l := range lives {
		if l.Begin != nil && l.Miss == nil && l.undecided != nil {
			some = append(some, l)
		}
	}
	fa.restOn(f, lives, some, q)
	return slices.ContainsFunc(some, func(l *Lifetime) bool { return l.Miss != nil })
}

// decide decides some of the lifetimes in f.
func (fa *Facts) decide(f *ir.Func, all, some []*Lifetime, q Query) {
	if len(some) == 0 {
		return
	}
	defer fa.borrow().giveBack()
	an := newLifetimeAnalysis(fa, f)
	an.query, an.lives = q, all
	for _, l := range some {
		an.decide(l)
	}
}
