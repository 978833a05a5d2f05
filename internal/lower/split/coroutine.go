// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// A coroutine that is being split, and what splitting is asked for. The types here and in held.go
// are the state that the steps share. A step knows this state and the interface of the ABI, but
// neither the ABIs nor the sequence of the steps (split.go).

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/flowcheck"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
	"github.com/corolower/corolower/internal/lower/splitdebug"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// Options control how coroutines are split.
type Options struct {
	// ReuseStorage shares frame storage between values that are never live at the same suspend, and
	// omits from the frame values that are cheaper to recompute. If it is false, the layout is
	// LLVM's plain layout, field for field.
	ReuseStorage bool
	// DynamicAllocas allocates objects of variable size that live across a suspend with the
	// allocator of the frame. If it is false, such an object is an error, as in LLVM.
	DynamicAllocas bool
	// Continuations gives each suspend of a small switched coroutine a function of its own that
	// resumes the coroutine there, and stores it in the frame. If it is false, one function resumes
	// the coroutine at every suspend, as in LLVM.
	Continuations bool
	// DebugFrame adds the artificial variable __coro_frame to functions with debug info.
	DebugFrame bool
	// Prove checks every coroutine after its values moved to the frame, with plain frames too. If
	// it is false, splitting checks only frames whose slots share storage, and coroutines in which
	// ReuseStorage left an object on the stack whose lifetime spans a suspend.
	Prove bool
}

// Stats counts the results of splitting, for -stats.
type Stats struct {
	Coroutines, Suspends, Spills, Remats, FrameBytes, NoSuspend, Clones, ContextBytes int
	// bytes of frames that callers provide, as they read the size from records
	RecordBytes int
	// frames of returned continuations: in the caller's buffer, and allocated
	InBuffer, Allocated int
	// instructions and blocks that were copied to build parts
	Copied int
}

// Add adds the counters of o.
func (s *Stats) Add(o *Stats) {
	s.Coroutines += o.Coroutines
	s.Suspends += o.Suspends
	s.Spills += o.Spills
	s.Remats += o.Remats
	s.FrameBytes += o.FrameBytes
	s.NoSuspend += o.NoSuspend
	s.Clones += o.Clones
	s.ContextBytes += o.ContextBytes
	s.RecordBytes += o.RecordBytes
	s.InBuffer += o.InBuffer
	s.Allocated += o.Allocated
	s.Copied += o.Copied
}

// Callers finds and changes the callers of a unit's coroutines.
type Callers interface {
	// Room returns which callers can provide the buffer that a coroutine needs. It changes nothing.
	Room(b *coro.Buffer) coro.Room
	// Grow makes all callers provide the buffer. Room must have returned AllRoom.
	Grow(b *coro.Buffer)
	// Divert makes the callers that can provide the buffer call a copy, which will be split and
	// request the buffer itself. Room must have returned SomeRoom.
	Divert(b *coro.Buffer, copy *ir.Func)
}

// Splitter runs coro-split on one unit.
type Splitter struct {
	*pass.Unit
	Opts  Options
	Stats Stats
	// ElideSafeCallees holds the names of the functions that a coroutine in the file calls with the
	// attribute coro_elide_safe. For these, splitting builds a .noalloc ramp.
	ElideSafeCallees map[string]bool
	// Bodies provides the bodies of functions that may be inlined or analysed; nil: the module is the
	// whole file.
	Bodies *bodies.Table
	// Callees describes the effects of calls while other code may resume the coroutine. If it is
	// nil, splitting assumes the worst.
	Callees live.Callees
	// apart is the function of which this Splitter splits a copy; it has no body for others. nil: none.
	apart *ir.Func
	// HadFinal reports, for a coroutine with an unwinding llvm.coro.end and without a final
	// suspend, whether it had a final suspend before passes simplified the function. nil means no.
	// It is no value, because to search the text of each coroutine would cost 0.5% on Swift modules.
	HadFinal func(f *ir.Func) bool
	// Describe is called with each frame before the function is rewritten, and again with the plain
	// frame if the first one is discarded. Split calls what it returned for the frame that is used,
	// with the parts of the coroutine. nil: nobody describes frames.
	Describe func(l *Laid) func(parts []*ir.Func)
	// Trials: Describe calls Laid.Try.
	Trials bool
	// Callers provide larger buffers if the frames of returned continuations do not fit. nil means
	// that no caller can.
	Callers Callers
	// Contexts lists the frame sizes that callers of split coroutines read: of asynchronous
	// contexts, and of records.
	Contexts []coro.Context
}

// body makes the body of a function ready to be read, and reports whether there is one.
func (c *Splitter) body(f *ir.Func) bool {
	switch {
	case f == c.apart:
		return false
	case c.Bodies == nil:
		return f.Load() == nil
	}
	return c.Bodies.Body(f)
}

// coroutine is a function that is being split, with the results of the steps so far.
type coroutine struct {
	*coro.Shape
	c   *Splitter
	m   *ir.Module
	abi abi

	back      *backup  // the function as it was when splitting began; nil: not kept
	trials    *trials  // nil: none
	reuse     bool     // slots may share storage
	notShared string   // the reason why they may not, although sharing was requested
	frameType *ir.Type // nil: not created yet
	frame     *frame.Layout
	keep      map[*ir.Instr]bool // rematerialisable values that the frame holds
	live      []remark.Remark    // remarks about its suspends
	framePtr  ir.Value           // base of frame accesses in the original function; an instruction

	allocaSpill *ir.Block          // AllocaSpillBB
	poisons     []ir.Value         // see noParams
	scratch     ir.CloneScratch    // for copies of the original function into parts
	strict      int8               // invariant.group may be claimed: 0 not computed, 1 yes, -1 no
	awaited     map[*ir.Instr]bool // the calls that replaced await intrinsics
	errors      []*ir.Instr        // accesses of the swifterror slot
	profile     *profile           // nil: unknown
	slotClaims
	values   *splitdebug.Values   // the variables whose values move to the frame
	declares *splitdebug.Declares // the declarations of variables
}

// backup is a copy of a function as it was when splitting began.
type backup struct {
	body     *ir.Func
	stats    Stats
	attrs    *ir.AttrSet
	retained *ir.MD // its subprogram's retained nodes
}

// trials are for changes of the coroutine that are tried on copies.
type trials struct {
	body *ir.Func          // the function as it was when splitting began
	call map[*ir.Instr]int // the numbers of its calls and allocas
}

// profile holds how often a coroutine is resumed and destroyed, by suspend; nil if that is unknown.
type profile struct {
	resumed, destroyed []uint64
	leaves             [][]*ir.Block                    // by suspend: the blocks of the body that suspend
	places             map[*ir.Func][]flowcheck.Suspend // of the functions; nil: there is no check
}
