package handle

// Reasons for a frame to stay on the heap, as data that outlives the IR they were found in.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// MissKind is a kind of reason for a frame to stay on the heap.
type MissKind uint8

// The reasons. A path is a way from the creation to an exit, or round a loop to the creation again,
// on which nothing destroys the frame.
const (
	MissPath MissKind = iota // some path destroys nothing, and the handle is known to nobody else
	// as MissPath, and somebody else has the handle: At is the instruction that gave it away
	MissEscape
	// as MissEscape, through a call of which the body is not known or cannot be looked through
	MissUnknownCallee
	MissRecursion   // the coroutine creates itself, or a cycle of calls leads back to the creation
	MissUnknownSize // the frame's size is not known: the resume function says no dereferenceable(N)
	// local memory is the thread's own: the handle went where another thread may find it, or was
	// cast to another address space
	MissAddrSpace
	MissNoAlloc     // the coroutine has no llvm.coro.alloc: its allocation is not made to be left out
	MissBudget      // undecided when the bound on looking through calls, or on paths, was reached
	MissSelfDestroy // the coroutine may give its frame's memory back itself
	MissTooLarge    // the frame is larger than what is put on the stack
	MissNotInlined  // the ramp is not inlined, so that its creation cannot be seen here
	// a returned-continuation coroutine of which not all callers are known, or of which one cannot
	// bring more memory
	MissCallers
	MissBuffer // the buffer that this caller brings cannot be made larger
)

// missKinds have of each kind the word for programs, and why there is nothing to fix where a place
// offers nothing better.
var missKinds = [...]struct{ word, noFix string }{
	MissPath:          {"path", "no destroy can be added on the path on which the frame stays alive"},
	MissEscape:        {"escape", "other code has the handle, and may use it at any time"},
	MissUnknownCallee: {"unknown-callee", "the callee may do anything with the handle"},
	MissRecursion:     {"recursion", "in a cycle of calls, each frame would contain a frame of the same kind"},
	MissUnknownSize:   {"unknown-size", "the code that knows the frame's size is not in the file"},
	MissAddrSpace:     {"address-space", "other threads may use the handle, and cannot access this thread's variables"},
	MissNoAlloc: {"no-alloc", "the coroutine does not begin with the intrinsics that make its " +
		"allocation optional"},
	MissBudget:      {"budget", "the analysis gave up before it knew whether the frame could be here"},
	MissSelfDestroy: {"self-destroy", "a coroutine cannot free memory that is on the stack"},
	MissTooLarge:    {"too-large", "the frame exceeds the limit for the stack"},
	MissNotInlined:  {"not-inlined", "elision cannot see the creation inside the call"},
	MissCallers:     {"callers", "another caller, or the coroutine itself, would have to change"},
	MissBuffer:      {"buffer", "this kind of call cannot provide more memory"},
}

// MissKinds are all kinds of reasons.
func MissKinds() []MissKind {
	list := make([]MissKind, len(missKinds))
	for k := range list {
		list[k] = MissKind(k)
	}
	return list
}

// String is the kind in a word, for programs.
func (k MissKind) String() string { return missKinds[k].word }

// NoFix is why there is nothing to fix, where Fix is "".
func (ms *Miss) NoFix() string { return missKinds[ms.Kind].noFix }

// Step is one block of a path.
type Step struct {
	Block string     // label, as it prints
	Loc   remark.Loc // first location in the block, from debug info
}

// Miss is the reason for which a frame stays on the heap.
type Miss struct {
	Kind  MissKind
	Text  string     // one sentence without an end: "the handle is stored to @g", "no destroy on the path ..."
	Instr string     // the instruction, as it prints; "" when the reason is none
	Pos   ir.Pos     // of the instruction in the input; 0: made by a pass
	Loc   remark.Loc // of the instruction, from debug info: where it is written
	In    remark.Loc // of the call in the caller by which the instruction came in, where it was inlined
	Var   string     // the source variable that holds the handle, when debug info names it
	Path  []Step     // for MissPath, MissEscape and MissUnknownCallee: the shortest path without a destroy
	Fix   string     // the shortest fix; "" when none is known, and NoFix says why

	At *ir.Instr // what Instr spells, until it is asked for
}
