// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file implements coro-elide. If a function creates and destroys a coroutine, the frame
// becomes a local variable of the function, without an allocation. Package lifetime decides whether
// that is possible, before anything changes. If a handle is known to be that of one coroutine,
// calls that resume and destroy it become direct, even if the frame stays on the heap.
//
// The pass does not inline, and does not fold control flow: it leaves `br i1 false` around the
// allocation to later passes.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/opt"
)

// Elide runs coro-elide on one loaded function. If lifetimes is set, elided frames get lifetime
// markers.
func (c *State) Elide(f *ir.Func, lifetimes bool) (bool, error) {
	el := &elider{c: c, m: c.M, f: f, lifetimes: lifetimes}
	changed := c.directFrames(f)
	var lives []*lifetime.Lifetime
	if !changed {
		lives = c.decided(f)
	}
	if lives == nil {
		lives = c.lifetimes(f, lifetime.Query{Ends: lifetimes})
	}
	for _, l := range lives {
		changed = el.devirtualise(l) || changed
		if l.Miss == nil {
			c.RestOn(l.Rests)
			el.elide(l)
			changed = true
		}
	}
	el.stripTails()
	if changed {
		f.Changed = true
	}
	c.reportAll(f, lives)
	c.keepOpaque(f)
	return changed, c.M.Err
}

// ElideOwn puts the frame of a split coroutine into its ramp if it cannot outlive the call: every path
// through the ramp ends the coroutine, or nobody keeps its handle. For example, an await_suspend that
// destroys the coroutine ends it. Callers then see an ordinary function, so this is for ramps that are
// not inlined into their creators. It does not report a miss, because most ramps return the handle.
func (c *State) ElideOwn(f *ir.Func) (bool, error) {
	if f.Entry() == nil || f.HasAttr("optnone") || coro.RampID(c.M, f) == nil {
		return false, nil
	}
	c.Bodies.OwnRamp = true
	defer func() { c.Bodies.OwnRamp = false }()
	lt := &lookThrough{c: c, f: f, state: c.lookState()}
	c.Bodies.Begin(f)
	lives := lt.creations()
	c.Bodies.End()
	inlined := lives != nil
	if inlined {
		c.Changed(f)
	} else {
		lives = c.lifetimes(f, lifetime.Query{})
	}
	if !slices.ContainsFunc(lives, func(l *lifetime.Lifetime) bool { return l.Coroutine == f && l.Miss == nil }) {
		return inlined, c.M.Err
	}
	elided, err := c.Elide(f, true)
	return inlined || elided, err
}

// reportAll reports the verdicts on the coroutines that f creates.
func (c *State) reportAll(f *ir.Func, lives []*lifetime.Lifetime) {
	for k, l := range lives {
		e := c.elision(l, f)
		e.Elided = l.Miss == nil
		c.report(f, l, e, nthOfSite(c.M, lives, k))
	}
}

type elider struct {
	c         *State
	m         *ir.Module
	f         *ir.Func
	frames    []*ir.Instr // the casts that stand for elided frames
	fresh     map[*ir.Instr]bool
	lifetimes bool
}

// devirtualise makes calls through the frame's function pointers direct if the handle is known.
func (el *elider) devirtualise(l *lifetime.Lifetime) bool {
	changed := el.resumeByName(l)
	fn := l.Destroy
	if l.Miss == nil {
		fn = l.Cleanup
	}
	for _, d := range l.Destroys {
		if l.ViaMemory[d] {
			// This must count as a use of the frame: if the function suspends before it, the use
			// keeps the elided frame in the function's own frame.
			old := d.Arg(0)
			for _, u := range d.Users() {
				el.directHandle(u, d, old, l.Begin)
			}
		}
		el.replaceFn(d, fn)
		changed = true
	}
	return changed
}

// directFrames makes calls through the function pointers of frames direct that an earlier run
// elided in this function: code that was inlined since may resume and destroy them. Only that
// coroutine uses the memory.
func (c *State) directFrames(f *ir.Func) bool {
	changed := false
	if len(c.parts) == 0 {
		return false
	}
	el := &elider{c: c, m: c.M, f: f}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; {
			next := i.Next()
			if fn, ps := c.partOfFrame(i); fn != nil {
				if fn == ps.resume {
					resumeEntry(f, fn, ps.continuations)
				}
				el.replaceFn(i, fn)
				changed = true
			}
			i = next
		}
	}
	return changed
}

// partOfFrame returns the function that an instruction reads from an elided frame of this function,
// and the other functions of that coroutine; nil for any other instruction.
func (c *State) partOfFrame(i *ir.Instr) (*ir.Func, parts) {
	if !ir.IsCoro(i, ir.CoroSubFnAddr) {
		return nil, parts{}
	}
	slot := ir.AsInstr(ir.StripCasts(i.Arg(0)))
	if slot == nil || slot.Op != ir.OpAlloca {
		return nil, parts{}
	}
	ps, ok := c.parts[slot.FrameOf()]
	k, isConst := i.Arg(1).(*ir.Const)
	switch {
	case !ok || !isConst || !k.IsInt():
	case k.IsZero():
		return ps.resume, ps
	case k.Uint64() == 1:
		return ps.cleanup, ps
	}
	return nil, parts{}
}

// directHandle makes the calls through a function pointer pass the coroutine's own handle instead
// of an equal one from memory.
func (el *elider) directHandle(u, fn *ir.Instr, old ir.Value, begin *ir.Instr) {
	switch {
	case u.Op == ir.OpBitCast:
		for _, v := range u.Users() {
			el.directHandle(v, u, old, begin)
		}
	case u.IsCall() && u.Callee() == ir.Value(fn) && u.NumCallArgs() > 0 && u.Arg(0) == old &&
		u.Arg(0).Type() == begin.Type():
		u.SetArg(0, begin)
	}
}

// replaceFn replaces a coro.subfn.addr by the function that it returns.
func (el *elider) replaceFn(sub *ir.Instr, fn *ir.Func) {
	el.replaceByFn(sub, fn)
	handle := sub.Arg(0)
	sub.Erase()
	opt.DeleteDead(el.m, handle)
}

// replaceByFn replaces a pointer by fn, cast to its type. It removes casts of the pointer, which
// modules with typed pointers have. Calls of the pointer get the convention of fn: coro-early may
// have written them for another version of LLVM than coro-split wrote fn for.
func (el *elider) replaceByFn(p *ir.Instr, fn *ir.Func) {
	for _, u := range p.Users() {
		if u.IsCall() && u.Callee() == ir.Value(p) && u.Flags&ir.FlagMustTail == 0 && u.Call().CC != fn.CC {
			call := *u.Call()
			call.CC = fn.CC
			u.Aux = &call
		}
		if u.Op == ir.OpBitCast && u.Block() != nil {
			el.replaceByFn(u, fn)
			u.Erase()
		}
	}
	if p.HasUses() {
		ir.ReplaceUses(p, ir.CastConst(el.m, fn, p.Type()))
	}
}

// elide puts the frame of one coroutine into the function.
func (el *elider) elide(l *lifetime.Lifetime) {
	m := el.m
	// An earlier run that left the frame on the heap may have made destroys direct.
	for _, u := range l.Begin.Users() {
		if u.IsCall() && ir.StripCasts(u.Callee()) == ir.Value(l.Destroy) && u.NumCallArgs() > 0 &&
			u.Arg(0) == ir.Value(l.Begin) {
			u.SetCallee(ir.CastConst(m, l.Cleanup, u.Callee().Type()))
		}
	}
	bld := ir.NewBuilder(m)
	bld.Before(firstNonAlloca(el.f.Entry()))
	slot := bld.Alloca(m.Types.Array(m.Types.Int(8), uint64(l.Size)), el.c.Layout.AllocaAS, uint32(l.Align), "")
	slot.SetFrameOf(l.Coroutine.Name, l.ID.Pos)
	op := ir.OpBitCast
	if slot.Type().AddrSpace() != l.Begin.Type().AddrSpace() {
		op = ir.OpAddrSpaceCast
	}
	frame := bld.Cast(op, slot, l.Begin.Type(), "vFrame")
	mem := l.Begin.Arg(1)
	ir.ReplaceUses(l.Begin, frame)
	if el.lifetimes {
		el.markLife(l, slot, frame)
	}
	opt.NoAllocation(m, l.ID)
	l.Begin.Erase()
	opt.DeleteDead(m, mem)
	el.frames = append(el.frames, frame)
	ir.Put(&el.c.parts, l.Coroutine.Name, parts{l.Resume, l.Cleanup, l.Continuations})
	el.c.takeStack(el.f, l.Size)
}

// stripTails removes `tail` from calls that may access an elided frame, because `tail` promises
// that the callee accesses no local variable of the caller. A musttail call keeps it: the frame is
// destroyed before.
func (el *elider) stripTails() {
	if len(el.frames) == 0 {
		return
	}
	escaped := false
	for _, fr := range el.frames {
		escaped = escaped || el.c.facts().Exactly().Captured(fr)
	}
	for i := range el.f.Instrs() {
		if i.Op == ir.OpCall && i.Flags&ir.FlagTail != 0 && el.maySeeFrame(i, escaped) {
			i.Flags &^= ir.FlagTail
		}
	}
}

// maySeeFrame reports whether a call may access an elided frame: through an argument or, if the
// address of a frame has escaped, through memory.
func (el *elider) maySeeFrame(call *ir.Instr, escaped bool) bool {
	if f := call.CalledFunc(); f != nil && f.IsIntrinsic() && ir.CoroCall(call) == ir.NotCoro {
		escaped = false // no intrinsic looks for addresses in memory
	}
	if escaped && !ir.NoMemory(el.m, call) {
		return true
	}
	for k := range call.NumCallArgs() {
		a := call.Arg(k)
		if t := a.Type().Kind(); t != ir.Ptr {
			continue
		}
		switch x := ir.Underlying(a).(type) {
		case *ir.Const, *ir.Global, *ir.Func:
		case *ir.Instr:
			if x.Op != ir.OpAlloca || el.isFrame(x) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

func (el *elider) isFrame(alloca *ir.Instr) bool {
	if el.fresh == nil {
		el.fresh = map[*ir.Instr]bool{}
		for _, fr := range el.frames {
			el.fresh[fr.Arg(0).(*ir.Instr)] = true
		}
	}
	return el.fresh[alloca]
}
