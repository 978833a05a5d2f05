// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file holds the state that the elision passes share on one unit: queries about the rest of
// the file, cached facts about callees, and verdicts.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/summary"
)

// Options configure when frames are elided.
type Options struct {
	// BranchRatio is the minimum frequency of a call marked coro_elide_safe, relative to function
	// entry, at which the callee's frame is put into the caller's. 0: LLVM's 0.55; negative: no
	// minimum.
	BranchRatio float64
	// MaxFrame is the maximum size in bytes of one frame on the stack, MaxStack that of all frames
	// on the stack of one function. 0: DefaultMaxFrame and DefaultMaxStack, or more in main and on a GPU;
	// negative: no bound.
	MaxFrame, MaxStack int64
	// Summaries describe functions of other files of the program; nil: none.
	Summaries *summary.Table
	// MaxAdded bounds the instructions that inlining for elision adds to a function. For a large
	// function the bound is lookGrowth times its size, if that is more. 0: DefaultMaxAdded;
	// negative: no bound.
	MaxAdded int64
}

// Stats counts the sites that create coroutines, by verdict, for -stats.
type Stats struct {
	Elided, NotElided int
	Annotated         int // elided by coro-annotation-elide
	Direct            int // calls of continuations that became direct
}

// Add sums counters.
func (s *Stats) Add(o *Stats) {
	s.Elided += o.Elided
	s.Annotated += o.Annotated
	s.NotElided += o.NotElided
	s.Direct += o.Direct
}

// Count counts one site that creates a coroutine.
func (s *Stats) Count(e *Elision) {
	switch {
	case !e.Elided:
		s.NotElided++
	case e.Annotated:
		s.Annotated++
	default:
		s.Elided++
	}
}

// State runs the elision passes on one unit.
type State struct {
	*pass.Unit
	Opts Options
	// Bodies provides the bodies of the functions that the unit calls.
	Bodies *bodies.Table
	// NamedOutside describes a reference from outside the unit to each returned-continuation
	// coroutine, for example "module asm" or the name of a function; "" if there is none. nil: there
	// is none to any function.
	NamedOutside map[*ir.Func]string
	// HasLongJumps: the file of the unit calls one of lifetime.LongJumps.
	HasLongJumps bool
	// Tables are the names of the constants that name functions which create coroutines.
	Tables []string
	// Print returns the text of an instruction, for reasons. nil: reasons use the opcode and name.
	Print func(i *ir.Instr) string

	// Number distinguishes the unit from others of the file, in the names of private copies.
	Number int
	// Owned reports whether the unit may change a function with a body, and prints it if it does.
	Owned func(f *ir.Func) bool

	// Prove repeats cached searches (lifetime.Facts.Prove), and panics if a result differs.
	Prove bool

	// Direct counts the calls of continuations that became direct.
	Direct int

	changes int      // calls of Changed
	trial   decision // the result of the last successful trial of LookThrough
	reported
	known    *lifetime.Facts    // facts about functions, created when first needed
	look     *lookState         // the state of LookThrough
	onStack  map[*ir.Func]int64 // bytes of elided frames in each function
	spelled  map[*ir.Func]int   // number of its instructions that reasons quote
	tailless map[*ir.Func]bool  // functions whose calls have lost their `tail`
	bufferState
	parts   map[string]parts // by name: the parts of coroutines with an elided frame
	private privates
	special specials
	tables  map[int64][]*ir.Func // the functions in Tables by their place; nil: not read yet
	directs map[*ir.Func]bool    // the functions of Recursion.Fill
	created map[string]bool      // those of them for which the unit may create another frame; nil: unknown
}

// reported is what remarks and reports say.
type reported struct {
	verdicts verdicts           // on the sites that create coroutines
	awaited  awaited            // the remarks on their awaits
	remarked map[*ir.Instr]bool // calls that have a remark
	left     map[marked]string  // calls marked coro_elide_safe that are not elided, and why
}

// bufferState is what is known of the callers of coroutines whose frames are in buffers.
type bufferState struct {
	references map[*ir.Func]*references
	extents    map[*ir.Func]extent // of functions when references were recorded
	rooms      map[*ir.Func]*room  // found rooms by coroutine, until the pass uses them
	given      map[*ir.Func]conts  // of functions that were split
}

// parts are the functions that resume and destroy a frame in its creator.
type parts struct {
	resume, cleanup *ir.Func
	continuations   []*ir.Func
}

// facts returns the facts about functions that the lifetime analysis uses.
func (c *State) facts() *lifetime.Facts {
	if c.known == nil {
		c.known = lifetime.NewFacts(c.M, c.Layout, c.Target, c.Bodies)
		c.known.Prove = c.Prove
		c.known.HasLongJumps, c.known.MayCopy = c.HasLongJumps, c.mayCopy
		if !c.HasLongJumps { // a function of another file may call one of this file that jumps
			c.known.Summaries = c.Opts.Summaries
		}
	}
	return c.known
}

// Summary returns the summary of a function, without the hash of its body; nil if there is none. If it
// also returns functions, the function's code must call private copies of those that are replaceable.
// Only functions that deal with coroutines are worth that.
func (c *State) Summary(f *ir.Func) (sum *summary.Func, rests []*ir.Func) {
	if !c.Bodies.Body(f) {
		return nil, nil
	}
	if sum = c.facts().Summary(f); sum == nil {
		return nil, nil
	}
	is, rests := c.facts().Rests(f, func(fa *lifetime.Facts) bool {
		again := fa.Summary(f)
		return again != nil && again.Equal(sum)
	})
	if !is || len(rests) > 0 && !slices.ContainsFunc(rests, c.Bodies.MentionsCoro) {
		return c.facts().Exactly().Summary(f), nil
	}
	return sum, rests
}

// decision is the result of a successful trial.
type decision struct {
	f       *ir.Func
	lives   []*lifetime.Lifetime // nil: Elide has to search the function
	settled bool                 // see Settled
	changes int                  // State.changes with the trial's own change. Then no function has changed since.
}

// decide records the result of a successful trial, so that Elide need not search the same function
// again, unless another pass changes a function before. Elide searches again if a frame stays on the
// heap, because the search of a trial is shorter then, and if the function calls itself, because its
// callees were read before it changed.
func (c *State) decide(lt *lookThrough, lives []*lifetime.Lifetime, recursive bool) {
	missed := func(l *lifetime.Lifetime) bool { return l.Miss != nil }
	again := func(call *ir.Instr) bool { return call.CalledFunc() == lt.f }
	if recursive || slices.ContainsFunc(lives, missed) || slices.ContainsFunc(bodies.DirectCalls(lt.f), again) {
		lives = nil
	}
	c.trial = decision{lt.f, lives, lt.settled, c.changes + 1}
}

// Settled reports whether opt.Simplify, and each pass in it, would change nothing in a function,
// because a trial has simplified it, and no pass changed a function since.
func (c *State) Settled(f *ir.Func) bool { return c.trial.settled && c.untouched(f) }

// untouched reports whether no pass changed a function since the successful trial of f.
func (c *State) untouched(f *ir.Func) bool { return c.trial.f == f && c.trial.changes == c.changes }

// decided returns the lifetimes in f that a trial decided; nil: the function has to be searched. With
// Prove, it searches the function all the same, and panics if the result differs.
func (c *State) decided(f *ir.Func) []*lifetime.Lifetime {
	if !c.untouched(f) {
		return nil
	}
	if c.Prove && c.trial.lives != nil {
		again := c.lifetimes(f, lifetime.Query{Ends: true})
		if !slices.EqualFunc(c.trial.lives, again, (*lifetime.Lifetime).Same) {
			panic("@" + f.Name + ": the lifetimes that a trial decided are others now")
		}
	}
	return c.trial.lives
}

// Changed drops cached facts about functions that another pass changed, or whose bodies became
// available or unavailable. It is called once for all functions that one run of a pass changed.
func (c *State) Changed(list ...*ir.Func) {
	c.changes++
	if c.known == nil {
		return
	}
	for _, f := range list {
		c.known.Changed(f)
	}
}

// Walks returns the work counts of the lifetime analysis.
func (c *State) Walks() lifetime.Stats {
	if c.known == nil {
		return lifetime.Stats{}
	}
	return c.known.Stats
}

// lookState is what LookThrough caches for a unit.
type lookState struct {
	// hopeless are creating calls and coro.ids for which inlining is known not to move the frame
	// into the caller.
	hopeless map[*ir.Instr]bool
	// starved are creating calls whose candidate exceeded the remaining budget of their function.
	starved map[*ir.Instr]bool
	// room is the number of instructions that may still be added to a function.
	room map[*ir.Func]int
	// guarded is the number of functions that calls in a coroutine are compared with.
	guarded map[*ir.Func]int
	// recursive maps a coroutine to its recursive creations, which wait for it to be split.
	recursive map[*ir.Func][]recursiveCall
	// about are answers about candidates.
	about map[*bodies.Candidate]*candidateFacts
}

// candidateFacts are answers about a candidate, which are found on demand.
type candidateFacts struct {
	// bindsNothing is what fitsCoroutine returns, once asked is set
	bindsNothing, asked bool
	instant             uint8 // when it may be inlined into a coroutine for its size alone; 0: unknown
	// finish and unfinished are what finishing returns, once finished is set
	finish     *finish
	unfinished string
	finished   bool
}

// lookState returns the unit's lookState, which it creates on the first call.
func (c *State) lookState() *lookState {
	if c.look == nil {
		c.look = &lookState{hopeless: map[*ir.Instr]bool{}, starved: map[*ir.Instr]bool{}, room: map[*ir.Func]int{},
			guarded:   map[*ir.Func]int{},
			recursive: map[*ir.Func][]recursiveCall{}, about: map[*bodies.Candidate]*candidateFacts{}}
	}
	return c.look
}

// factsOf returns the answers about a candidate.
func (c *State) factsOf(x *bodies.Candidate) *candidateFacts {
	look := c.lookState()
	fx := look.about[x]
	if fx == nil {
		fx = &candidateFacts{}
		look.about[x] = fx
	}
	return fx
}
