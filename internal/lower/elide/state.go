package elide

// State is what the passes of elision share on one unit: what they may ask of the file around it,
// what they remember of callees, and what they found out.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/summary"
)

// ElideOptions say when frames are elided.
type Options struct {
	// BranchRatio is how often a call marked coro_elide_safe must be reached, as a part of its
	// function's entry, for the callee's frame to be worth a place in the caller's. 0: LLVM's 0.55;
	// negative: always.
	BranchRatio float64
	// MaxFrame and MaxStack bound, in bytes, a frame that goes on the stack and all those of one
	// function. 0: DefaultMaxFrame, DefaultMaxStack; negative: no bound.
	MaxFrame, MaxStack int64
	// Summaries are of functions of other files that the program is linked from; nil: none.
	Summaries *summary.Table
	// MaxAdded bounds the instructions that looking through calls adds to a function, or to one
	// that is a quarter as large or less. 0: DefaultMaxAdded; negative: no bound.
	MaxAdded int64
}

// ElideStats counts places at which a coroutine is created, by what became of its allocation, for -stats;
// Annotated are those that coro-annotation-elide did.
type Stats struct {
	Elided, Annotated, NotElided int
	Direct                       int // calls of continuations that became direct
}

// Add sums counters.
func (s *Stats) Add(o *Stats) {
	s.Elided += o.Elided
	s.Annotated += o.Annotated
	s.NotElided += o.NotElided
	s.Direct += o.Direct
}

// Count counts one place at which a coroutine is created.
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

// State is the passes of elision on one unit.
type State struct {
	*pass.Unit
	Opts Options
	// Body makes the body of a function of the unit ready to be read or inlined: loaded, and taken
	// through the passes that came before in the pipeline. It reports whether there is a body. The
	// function may be one that is not printed: what is done to it there is for this unit only. nil:
	// only what is loaded already.
	Body func(f *ir.Func) bool
	// Callers gives the direct calls of a function in functions whose code this unit may change, in
	// the order of the file. nil: those in what the unit has loaded.
	Callers func(callee *ir.Func) []*ir.Instr
	// Creates reports whether a function, which is not a coroutine, may create one, itself or by
	// what it calls. nil: it is looked for in the bodies.
	Creates func(f *ir.Func) bool
	// Hides reports that functions which are only read here may name some that Creates reports.
	Hides bool
	// TextSize gives the length in the file, in bytes, of the text of a function that is only read
	// here; 0 for another. nil: not known of any.
	TextSize func(f *ir.Func) int
	// NamedOutside tells who names a function that is no function of the unit; "" nobody. nil:
	// nobody does.
	NamedOutside func(f *ir.Func) string
	// Print spells an instruction as it prints, for reasons. nil: its opcode and name.
	Print func(i *ir.Instr) string

	// Prove has each walk along a handle that is not done because it was done before
	// (handle.Facts.Prove) done all the same, and glue made of functions that are known to create
	// nothing without it.
	Prove bool

	// Direct counts the calls of continuations that became direct.
	Direct int

	verdicts verdicts           // on the places at which coroutines are created
	told     map[*ir.Instr]bool // calls about which coro-annotation-elide has reported
	left     map[marked]string  // calls that are marked coro_elide_safe and are not elided for it, and why
	known    *handle.Facts      // of functions, made on first need
	kept     *cachedVerdict     // answers for the next pass; nil: none
	look     *lookState         // what LookThrough knows of the unit
	onStack  map[*ir.Func]int64 // bytes of frames that were put into functions
	named    map[*ir.Func]*namings
	extents  map[*ir.Func]extent // when it was noted who is named
	rooms    map[*ir.Func]*room  // that were found, by coroutine, until they are taken
	spelled  map[*ir.Func]int    // instructions of it, in reasons
	tailless map[*ir.Func]bool   // calls in it have lost their `tail`
	given    map[*ir.Func]conts  // of functions that were split
	parts    map[string]parts    // of coroutines of which a frame was put into a function, by name
}

// parts are what is called for a frame that lies in its creator.
type parts struct{ resume, cleanup *ir.Func }

// facts are what the walks along handles ask of functions.
func (c *State) facts() *handle.Facts {
	if c.known == nil {
		c.known = handle.NewFacts(c.M, c.Layout, c.Target, model{c})
		c.known.Prove = c.Prove
		c.known.Summaries = c.Opts.Summaries
	}
	return c.known
}

// Summary makes the summary of a function, but for the hash of its body; nil where none can be
// made.
func (c *State) Summary(f *ir.Func) *summary.Func {
	if !c.body(f) {
		return nil
	}
	return c.facts().Summary(f)
}

// Changed tells that other passes changed functions, or made them ready to be read or not so any
// more.
func (c *State) Changed(list ...*ir.Func) {
	if c.known == nil {
		return
	}
	for _, f := range list {
		c.dropCachedVerdict(f)
		c.known.Changed(f)
	}
}

// Walks counts what the searches for ways out looked at.
func (c *State) Walks() handle.Stats {
	if c.known == nil {
		return handle.Stats{}
	}
	return c.known.Stats
}

// body makes a function's body ready to be read or copied. It reports whether there is one.
func (c *State) body(f *ir.Func) bool {
	if f.Declared || f.IsIntrinsic() {
		return false
	}
	if c.Body != nil {
		return c.Body(f)
	}
	return f.Loaded()
}
