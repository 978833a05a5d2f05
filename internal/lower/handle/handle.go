package handle

// What becomes of the coroutines that a function creates: for each creation, whether the frame's lifetime ends before the
// function is left, so that the frame may lie in the function. Nothing is changed here; package elide acts on the answer.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Lifetime is one creation of a coroutine in a function.
type Lifetime struct {
	ID, Begin                           *ir.Instr // post-split coro.id and its coro.begin (nil: none, or several)
	Coroutine, Resume, Destroy, Cleanup *ir.Func
	Size, Align                         int64 // of the frame in bytes; Size is -1 where it is not known
	Miss                                *Miss // nil: the frame may lie in the function
	// Blockers are the calls through which the handle, or the address of memory that may hold it, goes, in the order of the code. To look
	// through them may decide what is undecided.
	Blockers []*ir.Instr

	Resumes, Destroys []*ir.Instr        // coro.subfn.addr of handles proved to be this one
	ViaMemory         map[*ir.Instr]bool // destroys of which the handle comes from memory
}

// Env is what the walks ask of their surroundings, and what they remember of functions.
type Env struct {
	M      *ir.Module
	Layout *target.Layout
	Target *target.Target
	// Body makes the body of a function ready to be read and reports whether there is one. nil: what is loaded has one.
	Body func(f *ir.Func) bool
	// Simplified gives the body of a function in a form that is easier to read, the function itself where there is none.
	Simplified func(f *ir.Func) *ir.Func
	// Prepared reports that Simplified has been asked about a function.
	Prepared func(f *ir.Func) bool
	// Absorbed reports that a function's body went into the simplified form of what calls it.
	Absorbed func(f *ir.Func) bool

	caps *captures
}

// Captured reports whether the address v may become known elsewhere: stored, returned, or passed to code that may keep it.
func (c *Env) Captured(v ir.LocalValue) bool { return c.captures().captured(v) }

// Decide finds out about creations in f, in the order of the code. The function stays as it is.
func Decide(c *Env, f *ir.Func, lives []*Lifetime) {
	if len(lives) == 0 {
		return
	}
	an := newLifeAnalysis(c, f)
	for _, l := range lives {
		an.decide(l)
	}
}
