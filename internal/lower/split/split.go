package split

// coro-split: turns a coroutine into a ramp and the parts by which it goes on. This file is the line of steps, each of which gives a value to
// the next; each has a file of its own. What differs from ABI to ABI is behind abi.go.

import (
	"errors"
	"iter"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// Options say how coroutines are split.
type Options struct {
	// ReuseStorage shares frame storage between values that are never live at the same suspend, and leaves out of the frame what is
	// cheaper to compute again. Off: LLVM's plain layout, field for field.
	ReuseStorage bool
	// DebugFrame offers the artificial variable __coro_frame in functions with debug info.
	DebugFrame bool
	// Prove holds every coroutine against what it was before its frame, plain frames too. Off: those whose slots share storage.
	Prove bool
}

// Stats counts what splitting did, for -stats.
type Stats struct {
	Coroutines, Suspends, Spills, Remats, FrameBytes, NoSuspend, Clones, ContextBytes int
	RecordBytes                                                                       int // of frames that callers bring, as they read it from records
	InBuffer, Allocated                                                               int // frames of returned continuations
	Copied                                                                            int // instructions and blocks, to make clones
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
	s.ContextBytes += o.ContextBytes
	s.RecordBytes += o.RecordBytes
	s.InBuffer += o.InBuffer
	s.Allocated += o.Allocated
	s.Copied += o.Copied
}

// Splitter is coro-split on one unit.
type Splitter struct {
	*pass.Unit
	Opts  Options
	Stats Stats
	// ElideSafeCallee reports whether some call in the file of the function of that name, in a function that is still a coroutine,
	// carries coro_elide_safe: then a .noalloc ramp is made. nil: no.
	ElideSafeCallee func(name string) bool
	// Body makes the body of a function of the file ready to be inlined and reports whether there is one; nil: Func.Load does.
	Body func(f *ir.Func) bool
	// Callees tells what calls of a coroutine do while others may resume it; nil: what the worst could.
	Callees coro.Callees
	// HadFinal reports of a coroutine with an unwinding llvm.coro.end and without a final suspend whether that was there before passes
	// simplified the function; nil: it was not.
	HadFinal func(f *ir.Func) bool
	// Explain asks for a Report of every coroutine that is split, in Frames; Speller gives what spells instructions of a function on one line.
	// Ways: with Report.Ways.
	Explain, Ways bool
	Speller       func(f *ir.Func) func(i *ir.Instr) string
	Frames        []Report
	// Callers are asked for larger buffers where the frames of returned continuations do not fit; nil: nobody is.
	Callers Callers
	// Moves is of how many blocks and instructions a body is at least that may be moved to a part in place of being copied; 0: none is. Who takes the parts then
	// is done with one before the next, turns them (Result.Twin), runs coro-cleanup on the coroutine next, where nobody has looked at it meanwhile, and begins
	// anew on ErrMoved.
	Moves int
	// Contexts are those of the asynchronous coroutines that were split.
	Contexts []coro.Context
}

// ErrFinalLost tells that a coroutine must be split as it was before it was simplified. An exception that leaves a coroutine by an unwinding
// llvm.coro.end leaves it at its final suspend, from which it is destroyed. If nothing else leads there, a pass takes the final suspend for
// dead, and what was done with the frame when a destroyer comes would be done again: LLVM destroys such coroutines twice.
var ErrFinalLost = errors.New("the final suspend that an exception leads to is gone")

// Result is what splitting makes of a function.
type Result struct {
	// Changed: there was something to split. Where it is false the function is as it was, and the other fields are zero.
	Changed bool
	// Frame is the frame of a coroutine that suspends, Suspends how often it does.
	Frame    *frame.Layout
	Suspends int

	parts iter.Seq[*ir.Func]
	co    *coroutine
}

// Parts makes the functions by which the coroutine goes on, one after the other: the next is not begun before the taker is done with one, so
// that only one of them, each about as large as the coroutine, need be in memory: a part whose body the taker drops gives its memory back.
// Splitting does not look at a part again. The parts have to be taken, once and to the end, before the coroutine itself is whole.
func (r *Result) Parts() iter.Seq[*ir.Func] {
	if r.parts == nil {
		return func(func(*ir.Func) bool) {}
	}
	return r.parts
}

// Err is why parts were not made to the end, to be asked behind the last; nil: they were.
func (r *Result) Err() error {
	if r.co == nil {
		return nil
	}
	return r.co.failed
}

// coroutine is what the steps know of the function they split.
type coroutine struct {
	*coro.Shape
	c   *Splitter
	m   *ir.Module
	abi abi

	back      *backup  // the function as it was when splitting began; nil: it was not kept
	reuse     bool     // slots may share storage
	notShared string   // why they may not, where sharing was asked for
	frameType *ir.Type // nil: not made yet
	frame     *frame.Layout
	keep      map[*ir.Instr]bool // rematerialisable values kept in the frame instead
	live      []remark.Remark    // about its suspends
	framePtr  ir.Value           // base of frame accesses in the original function, an instruction

	allocaSpill *ir.Block                    // AllocaSpillBB
	twin        *twin                        // of the part that was yielded last; nil: the next has to be made
	turned      int                          // how many parts behind it are made of it
	poisons     []ir.Value                   // see noParams
	moved       *ir.ValueMap                 // of the body, which was moved to the last part: see move.go; nil: parts are copies
	failed      error                        // why parts were not made to the end
	scratch     ir.CloneScratch              // of the original function, once it is what parts are copied from
	pending     map[ir.Value][]pendingRecord // debug records that wait for a reload
	resumed     map[*ir.Instr]bool           // debug records that were repeated behind a suspend
	declares    declares
	strict      int8        // others may claim invariant.group of addresses: 0 not asked yet, 1 yes, -1 no
	unkept      *ir.Instr   // what findSpills takes to be kept by nobody; nil: nothing
	report      *Report     // nil: nobody asks
	errors      []*ir.Instr // accesses of the swifterror slot
}

// Split splits f if it is a coroutine that was not split yet.
func (c *Splitter) Split(f *ir.Func) (*Result, error) {
	if !ir.IsPresplit(c.M, f) {
		return &Result{}, nil
	}
	opt.RemoveUnreachable(f)
	co, back, err := c.begin(f, c.Opts.ReuseStorage)
	if err != nil {
		return &Result{Changed: true}, err
	}
	if co.UnwindEnd && !co.HasFinal && len(co.Suspends) > 0 && c.HadFinal != nil && c.HadFinal(f) {
		return &Result{Changed: true}, ErrFinalLost
	}
	if co.Begin == nil {
		co.neutralise()
		return &Result{Changed: true}, nil
	}
	doubt, err := co.moveToFrame()
	if err == nil && len(doubt) > 0 && back != nil {
		co, doubt, err = back.plain(co, doubt[0])
	}
	if err == nil && len(doubt) > 0 {
		err = unproved(f, doubt)
	}
	if err != nil {
		return &Result{Changed: true}, err
	}

	if co.report != nil {
		if co.notShared != "" {
			co.report.NotShared = co.notShared
		}
		c.Frames = append(c.Frames, *co.report)
	}
	c.Stats.Coroutines++
	c.Stats.Suspends += len(co.Suspends)
	if len(co.Suspends) == 0 {
		c.Stats.NoSuspend++
		co.abi.neverSuspends()
		co.finish()
		return &Result{Changed: true}, nil
	}
	return &Result{Changed: true, Frame: co.frame, Suspends: len(co.Suspends), parts: co.parts, co: co}, nil
}

// begin finds the coroutine. Where its frame may share storage, which is believed only when it is proved, the function as it is now is kept.
func (c *Splitter) begin(f *ir.Func, reuse bool) (*coroutine, *backup, error) {
	shape, err := coro.Find(f)
	if err != nil {
		return nil, nil, err
	}
	co := &coroutine{Shape: shape, c: c, m: c.M, reuse: reuse}
	if call := returnsTwice(c.M, f); reuse && call != nil {
		co.reuse, reuse = false, false
		co.notShared = "control may come back to a call that returns twice from any later call"
	}
	if co.abi, err = open(co); err != nil || co.Begin == nil || len(co.Suspends) == 0 {
		return co, nil, err
	}
	co.ownByvals()
	if reuse || c.Callers != nil {
		co.back = keep(co)
	}
	if !reuse {
		return co, nil, nil
	}
	return co, co.back, nil
}

// returnsTwice is a call in a function that may return twice, as setjmp does; nil: there is none. Control may come back to it from any later call of the
// same activation, so what it needs is needed at each of them, and slots must not share storage. As in LLVM only the attribute counts, which frontends
// give to setjmp and its relatives.
func returnsTwice(m *ir.Module, f *ir.Func) *ir.Instr {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.IsCall() && ir.CallHas(m, i, "returns_twice") {
				return i
			}
		}
	}
	return nil
}

// moveToFrame puts into a frame what has to live there: up to the layout the steps ask, and what they edit is only how the coroutine is
// spelled. It gives what could not be proved of the result, where proof was asked for.
func (co *coroutine) moveToFrame() ([]framecheck.Finding, error) { return co.moveToFrameAnd(func() {}) }

// moveToFrameAnd lets somebody at the rewritten function before it is looked at: a test that plants errors.
func (co *coroutine) moveToFrameAnd(before func()) ([]framecheck.Finding, error) {
	co.normalise()
	p := co.prove()
	crossing := coro.NewCrossing(co.Shape)
	co.recompute(crossing)
	spills := co.findSpills(crossing)
	// As long as the function is marked, nobody reads its body to learn about a call of it, which would number its instructions anew.
	dropPresplit(co.m, co.F)
	if len(spills.refused) > 0 {
		return nil, spills.refused[0].err()
	}
	co.frame = co.layOut(spills)
	if err := co.abi.place(co.frame); err != nil {
		return nil, err
	}
	co.describeLive(spills, crossing)
	if co.c.Explain {
		co.report = co.explain(spills, crossing)
	}
	co.rewrite(spills, crossing)
	before()
	doubt := p.check(spills)
	crossing.Dom.Done()
	return doubt, nil
}

// parts yields the ABI's parts and finishes the ramp behind the last.
func (co *coroutine) parts(yield func(*ir.Func) bool) {
	for p := range co.abi.parts() {
		if !yield(p) {
			panic("the parts of a coroutine were not taken to the end")
		}
	}
	if co.failed != nil {
		return
	}
	co.abi.ramp()
	co.finish()
}

// finish ends the work on the original function.
func (co *coroutine) finish() {
	opt.RemoveUnreachable(co.F)
	if co.moved != nil {
		co.F.ForgetNames()
	}
	co.F.Changed = true
	if co.c.Target.MarksParts() {
		ir.MarkPart(co.m, co.F, ir.PartRamp)
	}
	co.remark()
}

// remark tells that the coroutine was split.
func (co *coroutine) remark() {
	if co.c.Remarks == nil {
		return
	}
	co.c.Remarks.Add(remark.Remark{
		Kind: remark.Passed, Pass: "coro-split", Name: "CoroSplit", Function: co.F.Name, Loc: debuginfo.FuncLoc(co.m, co.F), Hotness: debuginfo.EntryCount(co.m, co.F),
		Args: []remark.Arg{
			{Key: "String", Val: "Split '"}, {Key: "function", Val: co.F.Name}, {Key: "String", Val: "' (frame_size="},
			{Key: "frame_size", Val: strconv.FormatInt(co.frame.Size, 10)}, {Key: "String", Val: ", align="},
			{Key: "align", Val: strconv.FormatInt(co.frame.Align, 10)}, {Key: "String", Val: ")"},
		},
	})
	for _, r := range co.live {
		co.c.Remarks.Add(r)
	}
}
