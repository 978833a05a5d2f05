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
}

// Stats counts what lowering did, for -stats.
type Stats struct {
	Coroutines, Suspends, Spills, Remats, FrameBytes, NoSuspend, Clones int
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
	// Done, if not nil, takes a function that splitting made and will not look at again. Where it answers true the body is dropped.
	Done func(f *ir.Func) bool
}
