// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file holds the state that the elision passes share on one unit: queries about the rest of
// the file, cached facts about callees, and verdicts.

import (
	"github.com/corolower/corolower/internal/ir"
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
	// on the stack of one function. 0: DefaultMaxFrame, DefaultMaxStack; negative: no bound.
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
	// Body prepares the body of a function for reading or inlining: it loads the body and runs the
	// earlier passes of the pipeline on it. It reports whether there is a body. The unit may not
	// own the function; then it does not print it. nil: only loaded bodies are available.
	Body func(f *ir.Func) bool
	// Callers returns the direct calls of a function in functions that this unit may change, in the
	// order of the file. nil: the calls in loaded functions.
	Callers func(callee *ir.Func) []*ir.Instr
	// Creates reports whether a function that is not a coroutine may create one, directly or
	// through its callees. nil: the bodies decide.
	Creates func(f *ir.Func) bool
	// Hides reports whether functions that the unit only reads may name functions for which Creates
	// returns true.
	Hides bool
	// TextSize returns the length in bytes of the text of a function that the unit only reads, and
	// 0 for any other function. nil: unknown.
	TextSize func(f *ir.Func) int
	// NamedOutside describes a reference to a function from outside the unit, for example "module
	// asm" or the name of a function; "" if there is none. nil: there is none to any function.
	NamedOutside func(f *ir.Func) string
	// Print returns the text of an instruction, for reasons. nil: reasons use the opcode and name.
	Print func(i *ir.Instr) string

	// Prove repeats cached searches (lifetime.Facts.Prove), and builds candidates of functions that
	// are known to create no coroutine. It panics if a result differs.
	Prove bool

	// Direct counts the calls of continuations that became direct.
	Direct int

	verdicts verdicts           // on the sites that create coroutines
	remarked map[*ir.Instr]bool // calls that have a remark
	left     map[marked]string  // calls marked coro_elide_safe that are not elided, and why
	known    *lifetime.Facts    // facts about functions, created when first needed
	kept     *cachedVerdict     // for the next pass; nil: none
	look     *lookState         // the state of LookThrough
	onStack  map[*ir.Func]int64 // bytes of elided frames in each function
	named    map[*ir.Func]*namings
	extents  map[*ir.Func]extent // of functions when namings were recorded
	rooms    map[*ir.Func]*room  // found rooms by coroutine, until the pass uses them
	spelled  map[*ir.Func]int    // number of its instructions that reasons quote
	tailless map[*ir.Func]bool   // functions whose calls have lost their `tail`
	given    map[*ir.Func]conts  // of functions that were split
	parts    map[string]parts    // by name: the parts of coroutines with an elided frame
}

// parts are the functions that resume and destroy a frame in its creator.
type parts struct{ resume, cleanup *ir.Func }

// facts returns the facts about functions that the lifetime analysis uses.
func (c *State) facts() *lifetime.Facts {
	if c.known == nil {
		c.known = lifetime.NewFacts(c.M, c.Layout, c.Target, model{c})
		c.known.Prove = c.Prove
		c.known.Summaries = c.Opts.Summaries
	}
	return c.known
}

// Summary returns the summary of a function, without the hash of its body; nil if there is none.
func (c *State) Summary(f *ir.Func) *summary.Func {
	if !c.body(f) {
		return nil
	}
	return c.facts().Summary(f)
}

// Changed drops cached facts about functions that another pass changed, or whose bodies became
// available or unavailable.
func (c *State) Changed(list ...*ir.Func) {
	if c.known == nil {
		return
	}
	for _, f := range list {
		c.dropCachedVerdict(f)
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

// body prepares a function's body for reading or copying, and reports whether there is one.
func (c *State) body(f *ir.Func) bool {
	if f.Declared || f.IsIntrinsic() {
		return false
	}
	if c.Body != nil {
		return c.Body(f)
	}
	return f.Loaded()
}
