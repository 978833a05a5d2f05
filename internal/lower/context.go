package lower

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// Options are what the command line may say about lowering.
type Options struct {
	// ReuseStorage shares frame storage between values that are never live at the same suspend, and leaves out of the frame what is
	// cheaper to compute again. Off: LLVM's plain layout, field for field.
	ReuseStorage bool
	// LLVMCoroSize makes coro.size the struct's alloc size as LLVM 22 does, instead of the frame size rounded up to its alignment.
	LLVMCoroSize bool
	// DebugFrame offers the artificial variable __coro_frame in functions with debug info.
	DebugFrame bool
	// ElideBranchRatio is how often a call marked coro_elide_safe must be reached, as a part of its function's entry, for the callee's
	// frame to be worth a place in the caller's. 0: LLVM's 0.55; negative: always.
	ElideBranchRatio float64
}

// Stats counts what lowering did, for -stats.
type Stats struct {
	Coroutines, Suspends, Spills, Remats, FrameBytes, NoSuspend, Clones int
	// Places at which a coroutine is created, by what became of its allocation; Annotated are those that coro-annotation-elide did.
	Elided, Annotated, NotElided int
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

// Add sums counters.
func (s *Stats) Add(o *Stats) {
	s.Coroutines += o.Coroutines
	s.Suspends += o.Suspends
	s.Spills += o.Spills
	s.Remats += o.Remats
	s.FrameBytes += o.FrameBytes
	s.NoSuspend += o.NoSuspend
	s.Clones += o.Clones
	s.Elided += o.Elided
	s.Annotated += o.Annotated
	s.NotElided += o.NotElided
}

// Context is what a pass sees besides the function: the unit, the target and where to report.
type Context struct {
	M       *ir.Module
	Layout  *target.Layout
	Target  *target.Target
	Opts    Options
	Stats   Stats
	Remarks *remark.Sink // nil: nobody listens
	// ElideSafeCallee reports whether some call in the file of the function of that name, in a function that is still a coroutine,
	// carries coro_elide_safe: then a .noalloc ramp is made. nil: no.
	ElideSafeCallee func(name string) bool
	// Body makes the body of a function of the unit ready to be read or inlined: loaded, and taken through the passes that came before in
	// the pipeline. It reports whether there is a body. The function may be one that is not printed: what is done to it there is for this
	// unit only. nil: only what is loaded already.
	Body func(f *ir.Func) bool
	// Callers gives the direct calls of a function in functions whose code this unit may change, in the order of the file. nil: those in
	// what the unit has loaded.
	Callers func(callee *ir.Func) []*ir.Instr
	// Elisions, if not nil, takes what was found out about each place at which a coroutine is created.
	Elisions *[]Elision
	// Done, if not nil, takes a function that splitting made and will not look at again. Where it answers true the body is dropped.
	Done func(f *ir.Func) bool
	// Creates reports whether a function, which is not a coroutine, may create one, itself or by what it calls. nil: it is looked for in
	// the bodies.
	Creates func(f *ir.Func) bool
	// TextSize gives the length of a function's text in the file, in bytes; 0 where it is not from the file. nil: not known of any.
	TextSize func(f *ir.Func) int
	// Print spells an instruction as it prints, for reasons. nil: its opcode and name.
	Print func(i *ir.Instr) string

	told      map[*ir.Instr]bool     // calls about which coro-annotation-elide has reported
	elideSeen map[elideKey]elideSeen // what coro-elide has reported
	caps      *captures              // what is known of callees, whatever calls them
	look      *lookState             // what LookThrough knows of the unit
}
