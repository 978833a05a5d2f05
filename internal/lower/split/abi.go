// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The coroutine ABIs. An ABI defines how a coroutine begins, resumes and returns, and where its
// frame lies. Every difference between ABIs is a method of the interface abi, and one file for each
// ABI implements all of the methods. The other steps are the same for all ABIs and do not depend on
// them: the analysis of the coroutine (package coro), the choice of the values that go to the frame
// (spill.go), the frame's layout (package frame), and spills and reloads (rewrite.go).

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/dynalloca"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/splitdebug"
)

// abi is one coroutine that is being split, with the operations of its ABI. Callers call each
// method once, in this order.
type abi interface {
	// accept returns an error if the coroutine breaks a rule of its ABI, and keeps the numbers that it read
	// there, such as the size of an async context's header. It does not change the function.
	accept() error
	// normalise rewrites the constructs that only this ABI has to one form: the variants of a
	// suspend and the code around them. It updates the shape.
	normalise()
	// nodeHeap returns the allocator of the coroutine's frame, for objects of variable size that
	// live across a suspend. If there is none, it returns nil and the reason with its place. It
	// changes nothing, and runs before normalise, if at all.
	nodeHeap(c *dynalloca.Coroutine) (*dynalloca.Heap, ir.Pos, string)
	// marksLives reports whether lifetime markers bound the live ranges of objects. If not, an
	// object whose address may have escaped counts as live.
	marksLives() bool
	// remarkedSize returns the size of the frame in remarks, which is LLVM's number: the size of a
	// switched coroutine's frame is a multiple of its alignment, and that of a continuation is not.
	remarkedSize() int64
	// anew lists the parameters and instructions that each part receives again or computes again.
	// The frame does not hold them.
	anew() []ir.Value
	// nameInFrame returns the name of an object's address in the frame.
	nameInFrame(a *ir.Instr) string
	// fields adds the ABI's own fields to the frame. It runs before other slots are added, so that
	// fields which other code finds at a fixed offset come first.
	fields(fr *frame.Layout)
	// place returns an error if the frame, whose size is known now, does not fit where the ABI puts
	// it. No later step may fail.
	place(fr *frame.Layout) error
	// base returns the pointer to the frame in the original function, from which slots are
	// addressed. It is an instruction that is available wherever coro.begin is.
	base() ir.Value
	// debugFrame returns a value from which debug info finds the frame in a finished function, even
	// if the registers of the function are reused, and the words of a DWARF expression that lead
	// from the value to the frame. If the value is nil, debug info uses the frame pointer. For
	// example, a resume function of the asynchronous ABI returns its context parameter and
	//
	//	DW_OP_LLVM_entry_value 1 DW_OP_deref DW_OP_plus_uconst 16
	debugFrame(f *ir.Func) (ir.Value, []string)
	// members describes the ABI's own fields for a debugger.
	members(d *splitdebug.Describer) []splitdebug.Member
	// neverSuspends turns a coroutine that has no suspends left into an ordinary function.
	neverSuspends()
	// outline declares the parts, which resume the coroutine, and prepares the original function to
	// be copied into them.
	outline() []*ir.Func
	// fill builds the body of part k as a copy of the original function, which is still complete.
	fill(k int, part *ir.Func)
	// ramp finishes the original function after the last part: it becomes the ramp, which runs up
	// to the first suspend.
	ramp()
	// flows returns the sets of functions that run a coroutine together, for the check of profile counts.
	flows(parts []*ir.Func) [][]*ir.Func
}

// Defaults for methods that an ABI does not override.

func (co *coroutine) marksLives() bool               { return true }
func (co *coroutine) remarkedSize() int64            { return co.frame.Size }
func (co *coroutine) anew() []ir.Value               { return nil }
func (co *coroutine) nameInFrame(a *ir.Instr) string { return a.Name() + ".reload.addr" }
func (co *coroutine) place(*frame.Layout) error      { return nil }

func (co *coroutine) debugFrame(*ir.Func) (ir.Value, []string) { return nil, nil }

// hinted adds a hint about a fix to an error.
func hinted(e *ir.Error, hint string) *ir.Error {
	e.Hint = hint
	return e
}

// nodeHeap implements abi for the ABIs that do not allocate.
func (co *coroutine) nodeHeap(*dynalloca.Coroutine) (*dynalloca.Heap, ir.Pos, string) {
	return nil, co.ID.Pos, "a coroutine of this kind does not allocate its frame"
}
