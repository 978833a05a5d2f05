package split

// coro-split: turns a coroutine into a ramp and the functions that resume, destroy and clean it up. This file drives the steps; each has
// a file of its own. It handles the switched-resume ABI; a function of another ABI is left to its own pass or reported by the checker.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
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
}

// SplitStats counts what splitting did, for -stats.
type Stats struct {
	Coroutines, Suspends, Spills, Remats, FrameBytes, NoSuspend, Clones int
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
}

// Splitter is coro-split on one unit.
type Splitter struct {
	*pass.Unit
	Opts  Options
	Stats Stats
	// ElideSafeCallee reports whether some call in the file of the function of that name, in a function that is still a coroutine,
	// carries coro_elide_safe: then a .noalloc ramp is made. nil: no.
	ElideSafeCallee func(name string) bool
	// Framed, if not nil, is told of each coroutine that got a frame.
	Framed func(f *ir.Func, size, align int64)
	// Done, if not nil, takes a function that splitting made and will not look at again. Where it answers true the body is dropped.
	Done func(f *ir.Func) bool
}

// Split splits f if it is a coroutine that was not split yet. It reports whether anything changed.
func (c *Splitter) Split(f *ir.Func) (bool, error) {
	if !ir.IsPresplit(c.M, f) {
		return false, nil
	}
	co := &coroutine{c: c, m: c.M, f: f}
	opt.RemoveUnreachable(f)
	ok, err := co.collect()
	if err != nil || !ok {
		return true, err
	}
	dropPresplit(c.M, f)
	co.lowerAwaits()
	co.simplifySuspends()
	co.normalise()

	f.Renumber()
	x := coro.NewCrossing(f, co.suspends, co.ends)
	co.rematerialise(x)
	co.sinkLifetimeStarts(x)
	set, err := co.collectSpills(x)
	if err != nil {
		return true, err
	}
	co.buildFrame(set, x)
	co.castFramePtr()
	co.describeFrame(set)
	co.salvageValues(set, x)
	co.insertSpills(set, x)
	co.forgetPending()
	co.moveAllocas(set, x)
	co.describePromise()
	co.replaceSizes()

	c.Stats.Coroutines++
	c.Stats.Suspends += len(co.suspends)
	var clones []*ir.Func
	if len(co.suspends) == 0 {
		c.Stats.NoSuspend++
		co.noSuspend()
	} else {
		if c.Framed != nil {
			c.Framed(f, co.frame.Size, co.frame.Align)
		}
		clones = co.splitSwitch()
	}
	co.finishRamp(clones)
	co.remark()
	return true, nil
}

// dropPresplit takes the marker of a coroutine that was not split away.
func dropPresplit(m *ir.Module, f *ir.Func) {
	f.Attrs = f.Attrs.Without(m, ir.PresplitAttr).WithoutStr(m, ir.PresplitString)
}

// castFramePtr sets the base of frame accesses: in a typed module coro.begin's result has to be cast to the frame type.
func (co *coroutine) castFramePtr() {
	co.framePtr = co.begin
	if !co.m.TypedPtrs {
		return
	}
	cast := co.m.NewInstr(ir.OpBitCast, co.m.PtrTo(co.frame.Typ, co.begin.Type().AddrSpace()), co.begin)
	cast.InsertAfter(co.begin)
	cast.SetName("FramePtr")
	co.framePtr = cast
}

// replaceSizes makes coro.size and coro.align constants. Each keeps its own width.
func (co *coroutine) replaceSizes() {
	size := co.frame.Size
	for _, s := range co.sizes {
		ir.ReplaceUses(s, co.m.ConstInt(s.Type(), size))
		s.Erase()
	}
	for _, a := range co.aligns {
		ir.ReplaceUses(a, co.m.ConstInt(a.Type(), co.frame.Align))
		a.Erase()
	}
}

// finishRamp removes what of the skeleton is left in the ramp.
func (co *coroutine) finishRamp(clones []*ir.Func) {
	salvageDebug(co, co.f, co.framePtr)
	for _, e := range co.ends {
		if e.HasUses() {
			ir.ReplaceUses(e, co.m.Bool(false))
		}
		e.Erase()
	}
	for _, r := range co.inRamp {
		ir.ReplaceUses(r, co.m.Bool(true))
		r.Erase()
	}
	if len(clones) > 0 {
		co.noallocRamp(clones)
	}
	opt.RemoveUnreachable(co.f)
	co.f.Changed = true
}

// remark tells that the coroutine was split.
func (co *coroutine) remark() {
	co.c.Remarks.Add(remark.Remark{
		Kind: remark.Passed, Pass: "coro-split", Name: "CoroSplit", Function: co.f.Name, Loc: debuginfo.FuncLoc(co.m, co.f), Hotness: debuginfo.EntryCount(co.m, co.f),
		Args: []remark.Arg{
			{Key: "String", Val: "Split '"}, {Key: "function", Val: co.f.Name}, {Key: "String", Val: "' (frame_size="},
			{Key: "frame_size", Val: strconv.FormatInt(co.frame.Size, 10)}, {Key: "String", Val: ", align="},
			{Key: "align", Val: strconv.FormatInt(co.frame.Align, 10)}, {Key: "String", Val: ")"},
		},
	})
}

// noSuspend finishes a coroutine that never suspends: an ordinary function, whose frame is a local if it may choose.
func (co *coroutine) noSuspend() {
	m := co.m
	var alloc *ir.Instr
	var frees []*ir.Instr
	for u := co.id.FirstUse(); u != nil; u = u.Next() {
		switch ir.CoroCall(u.User()) {
		case ir.CoroAlloc:
			alloc = u.User()
		case ir.CoroFree:
			frees = append(frees, u.User())
		}
	}
	for _, fr := range frees {
		var with ir.Value = m.Null(fr.Type())
		if alloc == nil {
			with = fr.Arg(1)
		}
		ir.ReplaceUses(fr, with)
		fr.Erase()
	}
	var mem ir.Value = co.begin.Arg(1)
	if alloc != nil {
		bld := ir.NewBuilder(m)
		bld.Before(alloc)
		fr := bld.Alloca(co.frame.Typ, co.c.Layout.AllocaAS, uint32(co.frame.Align), "")
		mem = bld.PtrCast(fr, co.begin.Type())
		ir.ReplaceUses(alloc, m.Bool(false))
		alloc.Erase()
	}
	ir.ReplaceUses(co.begin, mem)
	if co.framePtr == ir.Value(co.begin) {
		co.framePtr = mem
	}
	co.begin.Erase()
}
