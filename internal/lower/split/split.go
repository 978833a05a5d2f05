package split

// coro-split: turns a coroutine into a ramp and the parts by which it goes on. This file is the
// line of steps, each of which gives a value to the next; each has a file of its own. What differs
// from ABI to ABI is behind abi.go.

import (
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
	// ReuseStorage shares frame storage between values that are never live at the same suspend, and
	// leaves out of the frame what is cheaper to compute again. Off: LLVM's plain layout, field for
	// field.
	ReuseStorage bool
	// DebugFrame offers the artificial variable __coro_frame in functions with debug info.
	DebugFrame bool
	// Prove holds every coroutine against what it was before its frame, plain frames too. Off:
	// those whose slots share storage.
	Prove bool
}

// Stats counts what splitting did, for -stats.
type Stats struct {
	Coroutines, Suspends, Spills, Remats, FrameBytes, NoSuspend, Clones, ContextBytes int
	// of frames that callers bring, as they read it from records
	RecordBytes int
	// frames of returned continuations
	InBuffer, Allocated int
	// instructions and blocks, to make clones
	Copied int
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
	// ElideSafeCallee reports whether some call in the file of the function of that name, in a
	// function that is still a coroutine, carries coro_elide_safe: then a .noalloc ramp is made.
	// nil: no.
	ElideSafeCallee func(name string) bool
	// Body makes the body of a function of the file ready to be inlined and reports whether there
	// is one; nil: Func.Load does.
	Body func(f *ir.Func) bool
	// Callees tells what calls of a coroutine do while others may resume it; nil: what the worst
	// could.
	Callees coro.Callees
	// HadFinal reports of a coroutine with an unwinding llvm.coro.end and without a final suspend
	// whether that was there before passes simplified the function; nil: it was not.
	HadFinal func(f *ir.Func) bool
	// Explain asks for a Report of every coroutine that is split, in Frames; Speller gives what
	// spells instructions of a function on one line. Ways: with Report.Ways.
	Explain, Ways bool
	// Brief: without what may keep addresses and what would make frames smaller, for which frames
	// are laid out again.
	Brief   bool
	Speller func(f *ir.Func) func(i *ir.Instr) string
	Frames  []Report
	// Callers are asked for larger buffers where the frames of returned continuations do not fit;
	// nil: nobody is.
	Callers Callers
	// Contexts are those of the asynchronous coroutines that were split.
	Contexts []coro.Context
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

	allocaSpill *ir.Block // AllocaSpillBB
	// what differs in the part behind the one that was made last; nil: it has a body of its own
	variant  *variant
	poisons  []ir.Value                   // see noParams
	scratch  ir.CloneScratch              // of the original function, once it is what parts are copied from
	pending  map[ir.Value][]pendingRecord // debug records that wait for a reload
	resumed  map[*ir.Instr]bool           // debug records that were repeated behind a suspend
	declares declares
	strict   int8               // others may claim invariant.group of addresses: 0 not asked yet, 1 yes, -1 no
	awaited  map[*ir.Instr]bool // the calls that stand for await suspends
	unkept   *ir.Instr          // what findSpills takes to be kept by nobody; nil: nothing
	report   *Report            // nil: nobody asks
	fixes    []fixable          // of the report
	calls    map[*ir.Instr]int  // with a report: the function's, numbered in the order of the code
	// with a report of a frame that may share storage: the function as it was when splitting began
	trial  *ir.Func
	errors []*ir.Instr // accesses of the swifterror slot
}

// Split moves the values of f to a frame and plans its parts, if f is a coroutine that was not
// split yet. If there is an error, or the outcome is Oversimplified, nothing can be made of f any
// more.
func (c *Splitter) Split(f *ir.Func) (*Plan, error) {
	if !ir.IsPresplit(c.M, f) {
		return &Plan{}, nil
	}
	opt.RemoveUnreachable(f)
	co, back, err := c.begin(f, c.Opts.ReuseStorage)
	if err != nil {
		return nil, err
	}
	if co.UnwindEnd && !co.HasFinal && len(co.Suspends) > 0 && c.HadFinal != nil && c.HadFinal(f) {
		return &Plan{Outcome: Oversimplified}, nil
	}
	if co.Begin == nil {
		co.neutralise()
		return &Plan{Outcome: Done}, nil
	}
	trial := co.trial
	doubt, err := co.moveToFrame()
	if err == nil && len(doubt) > 0 && back != nil {
		co, doubt, err = back.plain(co, doubt[0])
	}
	if err == nil && len(doubt) > 0 {
		err = unproved(f, doubt)
	}
	if err != nil {
		return nil, err
	}

	if co.report != nil {
		if co.notShared != "" {
			co.report.NotShared = co.notShared
		}
		if trial != nil {
			co.tryFixes(trial)
		}
		c.Frames = append(c.Frames, *co.report)
	}
	c.Stats.Coroutines++
	c.Stats.Suspends += len(co.Suspends)
	if len(co.Suspends) == 0 {
		c.Stats.NoSuspend++
		co.abi.neverSuspends()
		co.finish()
		return &Plan{Outcome: Done}, nil
	}
	plan := &Plan{Outcome: Planned, Frame: co.frame, Suspends: len(co.Suspends), co: co, fresh: -1}
	plan.Parts = co.abi.outline()
	if co.report != nil {
		r := &c.Frames[len(c.Frames)-1]
		for _, f := range plan.Parts {
			r.Parts = append(r.Parts, Part{f.Name, f.Linkage == ir.LinkPrivate})
		}
	}
	co.F.FreezeNames()
	return plan, nil
}

// begin finds the coroutine. Where its frame may share storage, which is believed only when it is
// proved, the function as it is now is kept.
func (c *Splitter) begin(f *ir.Func, reuse bool) (*coroutine, *backup, error) {
	shape, err := coro.Find(f)
	if err != nil {
		return nil, nil, err
	}
	co := &coroutine{Shape: shape, c: c, m: c.M, reuse: reuse}
	if reuse {
		co.notShared = keptApart(c.M, f)
		reuse = co.notShared == ""
		co.reuse = reuse
	}
	if co.abi, err = open(co); err != nil || co.Begin == nil || len(co.Suspends) == 0 {
		return co, nil, err
	}
	co.ownByvals()
	if reuse || c.Callers != nil {
		co.back = keep(co)
	}
	if c.Explain && !c.Brief {
		co.calls = numberCalls(f)
	}
	if !reuse {
		return co, nil, nil
	}
	if c.Explain && !c.Brief {
		co.trial, _ = copyOf(c.Unit, f)
	}
	return co, co.back, nil
}

// keptApart says why the variables of a function must not share storage; "": they may. The
// variables of an optnone function stay readable in a debugger for as long as they are in scope.
func keptApart(m *ir.Module, f *ir.Func) string {
	switch {
	case f.HasAttr("optnone"):
		return "the function is optnone, so that a debugger can read all its variables"
	case ir.ReturnsTwice(m, f) != nil:
		return "control may return from any later call to a call that returns twice"
	}
	return ""
}

// moveToFrame puts into a frame what has to live there: up to the layout the steps ask, and what
// they edit is only how the coroutine is spelled. It gives what could not be proved of the result,
// where proof was asked for.
func (co *coroutine) moveToFrame() ([]framecheck.Finding, error) { return co.moveToFrameAnd(func() {}) }

// moveToFrameAnd lets somebody at the rewritten function before it is looked at: a test that plants
// errors.
func (co *coroutine) moveToFrameAnd(before func()) ([]framecheck.Finding, error) {
	co.normalise()
	p := co.prove()
	crossing := coro.NewCrossing(co.Shape)
	co.recompute(crossing)
	spills := co.findSpills(crossing)
	// As long as the function is marked, nobody reads its body to learn about a call of it, which
	// would number its instructions anew.
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

// finish ends the work on the original function.
func (co *coroutine) finish() {
	opt.RemoveUnreachable(co.F)
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
		Kind: remark.Passed, Pass: "coro-split", Name: "CoroSplit", Function: co.F.Name, Loc: debuginfo.FuncLoc(co.m,
			co.F), Hotness: debuginfo.EntryCount(co.m, co.F),
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
