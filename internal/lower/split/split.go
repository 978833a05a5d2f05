// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// coro-split: it splits a coroutine into a ramp and the parts that resume it. This file contains
// the sequence of steps; each step returns a value for later steps, and has a file of its own. The
// interface in abi.go covers the differences between ABIs.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/remark"
)

// moved is the result of moveToFrame.
type moved struct {
	doubt []framecheck.Finding   // what the check could not show, if the frame is checked
	told  func(parts []*ir.Func) // nil: nobody describes frames
}

// described ends the description of the frame.
func (res *moved) described(parts []*ir.Func) {
	if res.told != nil {
		res.told(parts)
	}
}

// Split moves the values of f to a frame and plans its parts, if f is an unsplit coroutine. After
// an error, or if the outcome is Oversimplified, f is unusable.
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
	res, err := co.moveToFrame()
	if err == nil && len(res.doubt) > 0 && back != nil {
		co, res, err = back.plain(co, res.doubt[0])
	}
	if err == nil && len(res.doubt) > 0 {
		err = unproved(f, res.doubt)
	}
	if err != nil {
		return nil, err
	}

	c.Stats.Coroutines++
	c.Stats.Suspends += len(co.Suspends)
	if len(co.Suspends) == 0 {
		c.Stats.NoSuspend++
		co.abi.neverSuspends()
		co.finish()
		res.described(nil)
		return &Plan{Outcome: Done}, nil
	}
	plan := &Plan{Outcome: Planned, Frame: co.frame, Suspends: len(co.Suspends), co: co, fresh: -1}
	co.readProfile()
	plan.Parts = co.abi.outline()
	res.described(plan.Parts)
	co.F.FreezeNames()
	return plan, nil
}

// begin finds the coroutine. If its frame may share storage, begin also copies the function,
// because a shared frame that fails its check is discarded.
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
	if c.Opts.DynamicAllocas {
		if _, err := co.allocateDynamic(); err != nil {
			return nil, nil, err
		}
	}
	co.keepOutside()
	co.ownByvals()
	if reuse || c.Callers != nil {
		co.back = keep(co)
	}
	if !reuse {
		return co, nil, nil
	}
	if c.Trials {
		body, _ := copyOf(c.Unit, f)
		co.trials = &trials{body, numberCalls(f)}
	}
	return co, co.back, nil
}

// keptApart returns the reason why the variables of a function must not share storage, or "" if
// they may. The variables of an optnone function stay readable in a debugger for as long as they
// are in scope.
func keptApart(m *ir.Module, f *ir.Func) string {
	switch {
	case f.HasAttr("optnone"):
		return "the function is optnone, so that a debugger can read all its variables"
	case f.HasAttr("sanitize_type"):
		return "the type sanitizer reports objects of different types in the same bytes"
	case ir.ReturnsTwice(m, f) != nil:
		return "control may return from any later call to a call that returns twice"
	}
	return ""
}

// moveToFrame moves values and objects to a frame. The steps before the layout edit only the form
// of the coroutine.
func (co *coroutine) moveToFrame() (moved, error) { return co.moveToFrameAnd(func() {}) }

// moveToFrameAnd calls before on the rewritten function before the check, so that a test can plant
// errors.
func (co *coroutine) moveToFrameAnd(before func()) (res moved, err error) {
	co.normalise()
	p := co.prove()
	crossing := co.crossing()
	spills, err := co.planFrame(crossing, &res)
	if err != nil {
		return res, err
	}
	co.rewrite(spills, crossing)
	before()
	res.doubt = p.check(spills)
	crossing.Dom.Done()
	return res, nil
}

// planFrame decides what the frame holds, and lays it out. It explains that in res.
func (co *coroutine) planFrame(crossing *coro.Crossing, res *moved) (*spillSet, error) {
	// Until the attribute is removed, no analysis of a call reads the function's body. Such an
	// analysis would renumber its instructions.
	defer dropPresplit(co.m, co.F)
	co.recompute(crossing)
	spills := co.findSpills(crossing, nil)
	if len(spills.refused) > 0 {
		return nil, spills.refused[0].err()
	}
	co.frame = co.layOut(spills)
	if err := co.abi.place(co.frame); err != nil {
		return nil, err
	}
	co.describeLive(spills, crossing)
	if co.c.Describe != nil {
		res.told = co.describe(spills, crossing)
	}
	return spills, nil
}

// finish finishes the original function.
func (co *coroutine) finish() {
	opt.RemoveUnreachable(co.F)
	co.F.Changed = true
	if co.c.Target.MarksParts() {
		ir.MarkPart(co.m, co.F, ir.PartRamp)
	}
	co.remark()
}

// remark adds the remarks that the coroutine was split.
func (co *coroutine) remark() {
	if co.c.Remarks == nil {
		return
	}
	co.c.Remarks.Add(remark.Remark{
		Kind: remark.Passed, Pass: "coro-split", Name: "CoroSplit", Function: co.F.Name, Loc: debuginfo.FuncLoc(co.m,
			co.F), Hotness: debuginfo.EntryCount(co.m, co.F),
		Args: remark.Words("Split '", remark.Named("function", co.F.Name), "' (frame_size=",
			remark.Number("frame_size", co.abi.remarkedSize()), ", align=", remark.Number("align", co.frame.Align), ")"),
	})
	for _, r := range co.live {
		co.c.Remarks.Add(r)
	}
}
