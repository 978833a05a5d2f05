// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The reasons why a frame stays on the heap, as data that outlives the IR that they were found in.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// MissKind is a kind of reason why a frame stays on the heap.
type MissKind uint8

// The reasons. A path leads from the creation to an exit, or round a loop to the creation again,
// and nothing destroys the frame on it.
const (
	MissPath MissKind = iota // some path does not destroy the frame, and the handle has not escaped
	// as MissPath, but the handle has escaped: At is the instruction that let it escape
	MissEscape
	// as MissEscape, through a call whose callee is unknown or cannot be searched
	MissUnknownCallee
	MissRecursion   // the coroutine creates itself, or a cycle of calls leads back to the creation
	MissUnknownSize // the frame's size is unknown: the resume function has no dereferenceable(N)
	// local memory is private to a thread: the handle may reach another thread, or is cast to
	// another address space
	MissAddrSpace
	MissNoAlloc     // the coroutine has no llvm.coro.alloc: its allocation is not optional
	MissBudget      // undecided when the analysis reached its bound on callees or on paths
	MissSelfDestroy // the coroutine may free its own frame
	MissTooLarge    // the frame exceeds the size limit for the stack
	MissNotInlined  // the ramp is not inlined, so that the creation is not visible
	// a returned-continuation coroutine with unknown callers, or with one that cannot provide more
	// memory
	MissCallers
	MissBuffer // the buffer that this caller provides cannot be larger
)

// missKinds has, for each kind, the word for programs, and the explanation for a miss without a
// fix.
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

// MissKinds returns all kinds of reasons.
func MissKinds() []MissKind {
	list := make([]MissKind, len(missKinds))
	for k := range list {
		list[k] = MissKind(k)
	}
	return list
}

// String returns the kind in one word, for programs.
func (k MissKind) String() string { return missKinds[k].word }

// NoFix returns the explanation why there is no fix, if Fix is "".
func (ms *Miss) NoFix() string {
	if ms.Owned {
		return "the coroutine, or code that has its handle, may destroy it"
	}
	return missKinds[ms.Kind].noFix
}

// Step is one block of a path.
type Step struct {
	Block string     // label, as it prints
	Loc   remark.Loc // first location in the block, from debug info
}

// Miss is the reason why a frame stays on the heap.
type Miss struct {
	Kind MissKind
	// one sentence without a full stop: "the handle is stored to @g", "no destroy on the path ..."
	Text  string
	Instr string     // the instruction, as it prints; "" if the reason has none
	Pos   ir.Pos     // the instruction's position in the input; 0: a pass created it
	Loc   remark.Loc // the instruction's source location, from debug info
	// the location of the call that was inlined, if the instruction came from a callee
	In  remark.Loc
	Var string // the source variable that holds the handle, if debug info names it
	// for MissPath, MissEscape and MissUnknownCallee: the shortest path without a destroy
	Path []Step
	Fix  string // the shortest fix; "" if none is known: NoFix explains it
	// there is no fix, because something other than the function may destroy the frame
	Owned bool

	At *ir.Instr // the instruction that Instr spells; Instr is computed on demand
}
