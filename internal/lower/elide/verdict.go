// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file holds the verdicts of a unit: whether each creation of a coroutine is elided, by site.
// A later verdict replaces an earlier one. For example, the analysis may lose a handle at first,
// and follow it after more calls are inlined. Remarks, and the list for explanations, are built
// once, when the unit is done.

import (
	"maps"
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/remark"
)

// site identifies a creation of a coroutine across runs of the passes.
type site struct {
	caller, callee string
	pos            ir.Pos
	loc            remark.Loc
	nth            int
}

// verdict is the current verdict on a site.
type verdict struct {
	Elision
	noted    bool          // splitting the coroutine may settle it
	settled  bool          // Elisions lists it
	remarked bool          // remarks report it, too
	at       int           // number of remarks of other passes before it
	seq      int           // number of verdicts before it
	locs     [3]remark.Loc // of the creation, the coroutine, and the function that creates it
}

// verdicts holds the verdicts of a unit.
type verdicts struct {
	bySite map[site]*verdict
	list   []*verdict // in the order in which sites were first settled
	seq    int
}

// nthOfSite counts the lifetimes before number k with the same coroutine and position.
func nthOfSite(m *ir.Module, lives []*lifetime.Lifetime, k int) int {
	n, at := 0, debuginfo.CallerLoc(m, lives[k].ID)
	for _, l := range lives[:k] {
		if l.Coroutine == lives[k].Coroutine && l.ID.Pos == lives[k].ID.Pos && debuginfo.CallerLoc(m, l.ID) == at {
			n++
		}
	}
	return n
}

// of returns the verdict on a site. If there is none, it adds one that is not settled.
func (vs *verdicts) of(s site) *verdict {
	v := vs.bySite[s]
	if v == nil {
		v = &verdict{}
		ir.Put(&vs.bySite, s, v)
	}
	return v
}

// missed returns the verdict on a creation that was not elided so far, without its remark, or a new
// verdict.
func (vs *verdicts) missed(e *Elision) *verdict {
	for s := (site{e.Caller, e.Callee, e.Pos, e.Loc, 0}); vs.bySite[s] != nil; s.nth++ {
		if v := vs.bySite[s]; v.settled && !v.Elided {
			v.remarked = false
			return v
		}
	}
	return &verdict{}
}

// settle records the verdict on a site.
func (vs *verdicts) settle(v *verdict, e *Elision) {
	if !v.settled {
		v.settled = true
		vs.list = append(vs.list, v)
	}
	v.Elision = *e
}

// forget drops verdicts on sites that have changed.
func (vs *verdicts) forget(gone func(e *Elision) bool) {
	vs.list = slices.DeleteFunc(vs.list, func(v *verdict) bool { return gone(&v.Elision) })
	maps.DeleteFunc(vs.bySite, func(_ site, v *verdict) bool { return gone(&v.Elision) })
}

// Quietly runs elision without verdicts.
func (c *State) Quietly(run func()) {
	kept, remarks := c.verdicts, c.Remarks
	c.verdicts, c.Remarks = verdicts{}, nil
	run()
	c.verdicts, c.Remarks = kept, remarks
}

// report settles a creation of a coroutine in f and schedules its remark. A verdict "elided" is
// final. Of several misses the first stays, until the frame is elided after all.
func (c *State) report(f *ir.Func, l *lifetime.Lifetime, e *Elision, nth int) {
	v := c.verdicts.of(site{f.Name, e.Callee, e.Pos, e.Loc, nth})
	if v.settled && (v.Elided || !e.Elided) {
		return
	}
	c.verdicts.settle(v, e)
	c.remarkOn(v, debuginfo.InstrLoc(c.M, l.ID), l.Coroutine, f)
}

// remarkOn schedules the remark for a verdict. f creates or calls callee at the location at.
func (c *State) remarkOn(v *verdict, at remark.Loc, callee, f *ir.Func) {
	if c.Remarks == nil {
		return
	}
	c.verdicts.seq++
	v.remarked, v.at, v.seq = true, len(c.Remarks.List), c.verdicts.seq
	v.locs = [3]remark.Loc{at, debuginfo.FuncLoc(c.M, callee), debuginfo.FuncLoc(c.M, f)}
}

// Elisions returns the verdicts, in the order in which the sites were first settled.
func (c *State) Elisions() []Elision {
	list := make([]Elision, len(c.verdicts.list))
	for k, v := range c.verdicts.list {
		list[k] = v.Elision
		if !v.Elided {
			list[k].LeftAlone = c.left[marked{v.Callee, v.Pos, v.Loc}]
		}
	}
	return list
}

// Finish inserts the remarks on all verdicts among those of the other passes, each at the time of
// its verdict. It is called once, when the unit is done.
func (c *State) Finish() {
	if c.Remarks == nil {
		return
	}
	var list []*verdict
	for _, v := range c.verdicts.list {
		if v.remarked {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b *verdict) int { return a.seq - b.seq })
	var all []remark.Remark
	done := 0
	for _, v := range list {
		all = append(all, c.Remarks.List[done:v.at]...)
		done = v.at
		all = v.appendRemarks(all)
	}
	c.Remarks.List = append(all, c.Remarks.List[done:]...)
	for _, r := range c.awaited.list {
		c.Remarks.Add(*r)
	}
}

// AwaitRemark names the remark on an await of a task. Its arguments callee and caller are the task
// and the function that awaits it.
const AwaitRemark = "CoroAwait"

// awaited holds the remarks on awaits of tasks, by the site of the await. That an await is removed
// replaces the reason why it stayed before.
type awaited struct {
	bySite map[site]*remark.Remark
	list   []*remark.Remark
}

// reportAwait schedules the remark that an await in f is removed, or why it stays.
func (c *State) reportAwait(f *ir.Func, a *synchronous) {
	if c.Remarks == nil {
		return
	}
	s := site{caller: f.Name, callee: a.task, pos: a.await.Pos, loc: debuginfo.CallerLoc(c.M, a.await)}
	r := c.awaited.bySite[s]
	switch {
	case r == nil:
		r = &remark.Remark{}
		ir.Put(&c.awaited.bySite, s, r)
		c.awaited.list = append(c.awaited.list, r)
	case a.why != "" || r.Kind == remark.Passed:
		return
	}
	*r = remark.Remark{Kind: remark.Passed, Pass: "coro-elide", Name: AwaitRemark, Function: f.Name,
		Loc: debuginfo.InstrLoc(c.M, a.await), Hotness: a.hits,
		Args: remark.Words("the await of '", remark.Named("callee", a.task), "' in '",
			remark.Arg{Key: "caller", Val: f.Name, Loc: debuginfo.FuncLoc(c.M, f)}, "' is removed: it never suspends")}
	if a.why != "" {
		r.Kind = remark.Missed
		r.Args = append(r.Args[:4], remark.Words("' stays: '", r.Args[1], "' ", remark.Named("reason", a.why))...)
	}
}

// reasonName names the analysis remark that says why a frame stays on the heap.
const reasonName = "CoroElideReason"

// appendRemarks appends LLVM's remark and, for a miss, our own with the reason.
func (v *verdict) appendRemarks(list []remark.Remark) []remark.Remark {
	kind, words := remark.Passed, "' elided in '"
	if !v.Elided {
		kind, words = remark.Missed, "' not elided in '"
	}
	callee := remark.Arg{Key: "callee", Val: v.Callee, Loc: v.locs[1]}
	args := remark.Words("'", callee, words, remark.Arg{Key: "caller", Val: v.Caller, Loc: v.locs[2]})
	if v.Size >= 0 {
		args = append(args, remark.Words("' (frame_size=", remark.Number("frame_size", v.Size), ", align=",
			remark.Number("align", v.Align), ")")...)
	} else {
		args = append(args, remark.Words("' (frame_size=unknown, align=unknown)")...)
	}
	list = append(list, remark.Remark{Kind: kind, Pass: "coro-elide", Name: "CoroElide", Function: v.Caller,
		Loc: v.locs[0], Hotness: v.Hits, Args: args})
	if v.Miss == nil {
		return list
	}
	return append(list, remark.Remark{Kind: remark.Analysis, Pass: "coro-elide", Name: reasonName, Function: v.Caller,
		Loc: v.locs[0], Hotness: v.Hits,
		Args: remark.Words("'", callee, "' stays on the heap: ", remark.Named("reason", v.Miss.String()))})
}
