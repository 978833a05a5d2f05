package handle

// What becomes of the coroutines that a function creates: for each creation, whether the frame's
// lifetime ends before the function is left, so that the frame may lie in the function. Nothing is
// changed here; package elide acts on the answer.

import (
	"github.com/corolower/corolower/internal/ir"
)

// Lifetime is one creation of a coroutine in a function.
type Lifetime struct {
	// the creation, and the call that gives the handle (nil: none, or several)
	ID, Begin                           *ir.Instr
	Coroutine, Resume, Destroy, Cleanup *ir.Func
	Size, Align                         int64   // of the frame in bytes; Size is -1 where it is not known
	Hits                                *uint64 // how often the creation is reached, by the profile; nil: unknown
	// the variable of the function that holds the handle, by debug info; "" where none is known for
	// certain
	Var  string
	Miss *Miss // nil: the frame may lie in the function
	// Blockers are the calls through which the handle, or the address of memory that may hold it,
	// goes, in the order of the code. To look through them may decide what is undecided.
	Blockers []*ir.Instr

	Resumes, Destroys []*ir.Instr        // reads of function pointers out of frames proved to be this one
	ViaMemory         map[*ir.Instr]bool // destroys of which the handle comes from memory
	// to which edges lead on which the frame's life is over; nil where it may lie in the function:
	// not known, or not asked for
	Ends []*ir.Block
}

// Effect is what a call does to handles and frames that no other call does: all that the walks know
// of coroutines.
type Effect uint8

// The effects.
const (
	Ordinary Effect = iota // none: a call like any other
	Opaque                 // what it does is not known, whatever its attributes say
	Neutral                // nothing
	Begins                 // a frame's life begins in the memory that it is given; the result is the handle
	Frees                  // the life of the frame that its first operand names ends without a call of the coroutine
	FreesOwn               // the same for the frame of the function that calls it, with all the function's variables
	// gives the function that resumes (second operand: 0) or destroys (1) what its first operand is
	// the handle of
	ReadsPart
	Saves    // the function can be resumed from now on
	Suspends // the function suspends
	Ends     // the function is over, with all its variables, if it is one that suspends
	Awaits   // calls its third operand with the first two
)

// Env is what the walks ask of their surroundings. An answer about a function is the same whenever
// it is asked and whoever asks, as long as the function, and what it calls, are as they were.
type Env interface {
	// Effect is the model of a call.
	Effect(call *ir.Instr) Effect
	// Part is the function that a read of part k (as for ReadsPart) gives of the frame that a call
	// Begins, nil where it is not known.
	Part(begin *ir.Instr, k uint64) *ir.Func
	// Body makes the body of a function ready to be read and reports whether there is one.
	Body(f *ir.Func) bool
	// Suspends reports a function that a suspend leaves and a resume enters again, so that its body
	// is not what one call of it does.
	Suspends(f *ir.Func) bool
	// Simplified gives the body of a function in a form that is easier to read, the function itself
	// where there is none. It must have a body.
	Simplified(f *ir.Func) *ir.Func
	// FileNo gives a number to a function that is the same to all units of the file, with all that
	// it leads to by name; -1 for another. See Common.
	FileNo(f *ir.Func) int
	// Absorbed are the functions of which the bodies went into the simplified form of one.
	Absorbed(f *ir.Func) []*ir.Func
}

// Decide finds out about creations in f, in the order of the code. The function stays as it is.
// ends asks for the Ends of the lifetimes.
func (fa *Facts) Decide(f *ir.Func, lives []*Lifetime, ends bool) {
	if len(lives) == 0 {
		return
	}
	defer fa.borrow()()
	an := newLifeAnalysis(fa, f)
	an.wantEnds, an.lives = ends, lives
	for _, l := range lives {
		an.decide(l)
	}
}
