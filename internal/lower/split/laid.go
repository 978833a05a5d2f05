// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The frame for callers that describe frames (package framereport), with the questions that only
// splitting can answer: how large the frame would be under an assumption.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
)

// describe tells the caller about the frame that was laid out for set.
func (co *coroutine) describe(set *spillSet, x *coro.Crossing) func(parts []*ir.Func) {
	l := &Laid{Shape: co.Shape, M: co.m, Layout: co.c.Layout, Frame: co.frame, Crossing: x, Live: set.lv,
		Objects: map[ir.Value]*coro.AllocaInfo{}, Users: map[ir.Value][]*ir.Instr{}, Awaited: co.awaited,
		Shares: co.reuse, NotShared: co.notShared, MarksLives: co.abi.marksLives(), co: co, set: set}
	if l.Live == nil && len(co.Suspends) > 0 {
		l.Live = live.New(co.Shape, x, nil, co.c.Layout)
	}
	for _, o := range set.objects {
		l.Objects[o.Alloca] = o.AllocaInfo
	}
	for _, s := range set.values {
		l.Users[s.def] = s.users
	}
	return co.c.Describe(l)
}

// AllocaType returns the type of an alloca's object.
func (l *Laid) AllocaType(a *ir.Instr) *ir.Type { return l.co.allocaType(a) }

// UsualAlign returns the alignment that allocators guarantee.
func (l *Laid) UsualAlign() int64 { return l.co.usualAlign() }

// Saves returns by how many bytes the frame is smaller under an assumption.
func (l *Laid) Saves(as Assumed) int64 {
	set, fr := *l.set, l.Frame.Bare()
	if as.Absent {
		set.objects = slices.DeleteFunc(slices.Clone(set.objects), func(o object) bool { return o.Alloca == as.Value })
	}
	l.co.fill(fr, &set, as)
	return l.Frame.Size - fr.Measure()
}

// Uncaptured lays the frame out as if no other code captured an object's address. It returns by how
// many bytes the frame is smaller, and where it holds the object's content; kept is false if it does
// not hold the object.
func (l *Laid) Uncaptured(alloca *ir.Instr) (saves int64, in []frame.Span, kept bool) {
	set := l.co.findSpills(l.Crossing, alloca)
	if len(set.refused) > 0 {
		return 0, nil, false
	}
	fr := l.Frame.Bare()
	l.co.fill(fr, set, Assumed{})
	saves = l.Frame.Size - fr.Measure()
	s, kept := fr.SlotOf(alloca)
	switch {
	case !kept:
		return saves, nil, false
	case s.Live.Spans != nil:
		return saves, s.Live.Spans, true
	}
	k := slices.IndexFunc(set.objects, func(o object) bool { return o.Alloca == alloca })
	return saves, l.Live.Object(set.objects[k].AllocaInfo, s.Size).Spans, true
}

// numberCalls numbers the calls and the allocas of a function in the order of the code.
func numberCalls(f *ir.Func) map[*ir.Instr]int {
	number := map[*ir.Instr]int{}
	for i := range f.Instrs() {
		if i.IsCall() || i.Op == ir.OpAlloca {
			number[i] = len(number)
		}
	}
	return number
}

// CanTry reports whether Try may be called: trials were requested, and the frame may share storage.
func (l *Laid) CanTry() bool { return l.co.trials != nil }

// CallNumber returns the number by which Try knows a call or an alloca.
func (l *Laid) CallNumber(i *ir.Instr) (n int, ok bool) {
	n, ok = l.co.trials.call[i]
	return n, ok
}

// Try returns how many bytes smaller the frame is after a change to a copy of the function as it was
// when splitting began. change gets the copy's calls and allocas by number. Try returns 0 if change
// returns false, or if that frame fails the check. The frame must be complete.
func (l *Laid) Try(change func(in []*ir.Instr) bool) int64 {
	co := l.co
	f, _ := copyOf(co.c.Unit, co.trials.body)
	number := numberCalls(f)
	in := make([]*ir.Instr, len(number))
	for i, n := range number {
		in[n] = i
	}
	if !change(in) {
		return 0
	}
	for i := range f.Instrs() {
		i.EraseDbgIf(func(*ir.Instr) bool { return true })
	}
	unit := *co.c.Unit
	unit.Remarks = nil
	c := &Splitter{Unit: &unit, Opts: co.c.Opts, Bodies: co.c.Bodies, apart: co.F, Callees: co.c.Callees}
	c.Opts.DebugFrame = false
	typ := co.frameType
	fields, packed := typ.Fields(), typ.IsPacked()
	defer func() {
		typ.SetBody(fields, packed)
		c.Layout.Forget(typ)
	}()
	again, back, err := c.begin(f, c.Opts.ReuseStorage)
	if err != nil || back == nil {
		return 0
	}
	again.frameType = typ
	c.Layout.Forget(typ)
	res, err := again.moveToFrame()
	if err != nil || len(res.doubt) > 0 {
		return 0
	}
	return l.Frame.Size - again.frame.Size
}
