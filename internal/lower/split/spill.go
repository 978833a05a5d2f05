// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Analysis of what must live in the frame and why: values with a use across a suspend, and allocas.
// Then the layout of the frame. This file does not change the function.

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/live"
	"github.com/corolower/corolower/internal/lower/rule"
)

// findSpills finds the parameters, values and allocas that must live in the frame. For example, it
// finds %p and %x, and the alloca %a, because another function may access it during the suspend:
//
//	%x = load i32, ptr %p
//	call void @publish(ptr %a)
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	store i32 %x, ptr %p
//
// The address of unkept counts as unknown to other functions; nil: of no object.
func (co *coroutine) findSpills(x *coro.Crossing, unkept *ir.Instr) *spillSet {
	set := &spillSet{}
	fd := &spillFinder{co: co, x: x, as: co.allocas(x), anew: co.abi.anew(), set: set, gone: map[*ir.Instr]bool{}}
	fd.as.Unkept = unkept
	if co.reuse {
		fd.as.Concurrency = live.NewConcurrency(co.m, co.Shape, x, co.c.Callees)
		set.lv = live.New(co.Shape, x, fd.as.Concurrency, co.c.Layout)
	}
	for _, p := range co.F.Params {
		if !slices.Contains(fd.anew, ir.Value(p)) && fd.add(p, p.FirstUse(), p.Pos) {
			switch {
			case p.Attrs.Has(co.m, "swifterror"):
				set.refuse(rule.RuleSwiftError, p.Pos)
			case !coro.FixedSize(co.c.Layout, p.Type()):
				set.refuse(rule.RuleScalable, p.Pos)
			}
		}
	}
	for b := co.F.Entry(); b != nil; b = b.Next() {
		if x.Dom.Reachable(b) {
			for i := b.First(); i != nil; i = i.Next() {
				fd.instr(i)
			}
		}
	}
	for k := range set.objects {
		co.checkAlloca(set, &set.objects[k])
	}
	co.checkUnwound(set, x)
	co.checkEnded(set)
	co.checkFuncletTokens(set, x)
	return set
}

// spillFinder is the state of findSpills.
type spillFinder struct {
	co     *coroutine
	x      *coro.Crossing
	as     *coro.Allocas
	anew   []ir.Value // values that each part computes again
	set    *spillSet
	gone   map[*ir.Instr]bool // markers of the objects in set.stack
	users  []*ir.Instr        // the users of all spills
	rounds *live.Liveness     // computed for the first object that needs it
}

// instr decides about an instruction: its value, or the object of an alloca.
func (fd *spillFinder) instr(i *ir.Instr) {
	co := fd.co
	if i == co.Begin || !i.HasUses() || slices.Contains(fd.anew, ir.Value(i)) {
		return
	}
	if i.Op == ir.OpAlloca {
		if len(co.Suspends) > 0 && i != co.Promise && i.MetaOf(coro.OutsideFrame) == nil {
			fd.object(i)
		}
		return
	}
	if k := ir.CoroCall(i); k.IsAnyID() || k == ir.CoroSave {
		return
	}
	if fd.add(i, i.FirstUse(), i.Pos) {
		switch {
		case i.Type().IsToken():
			fd.set.refuse(rule.RuleTokenCrosses, i.Pos)
		case !coro.FixedSize(co.c.Layout, i.Type()):
			fd.set.refuse(rule.RuleScalable, i.Pos)
		}
	}
}

// add reports whether a value must be spilled, and adds it.
func (fd *spillFinder) add(def ir.Value, first *ir.Use, pos ir.Pos) bool {
	if first == nil {
		return false
	}
	start := len(fd.users)
	from := fd.x.DefBlock(def)
	for u := first; u != nil; u = u.Next() {
		if us := u.User(); fd.x.BlockCrossesUse(from, us) && !fd.gone[us] {
			fd.users = append(fd.users, us)
		}
	}
	if len(fd.users) == start {
		return false
	}
	users := fd.users[start:len(fd.users):len(fd.users)]
	why := coro.Why{Rule: coro.UsedAcross, Def: pos, Use: users[0].Pos, Suspend: fd.x.Over(from, users[0].Block()).Pos}
	fd.set.values = append(fd.set.values, spill{def, users, why})
	for _, us := range users {
		if us == fd.co.Begin || !fd.as.AfterBegin(us) {
			// coro.begin does not dominate a user across a suspend
			fd.set.refuse(rule.RuleSuspendEarly, us.Pos)
			break
		}
	}
	return true
}

// object decides whether the object of an alloca is in the frame or stays on the stack.
func (fd *spillFinder) object(a *ir.Instr) {
	co, set := fd.co, fd.set
	info := fd.as.Inspect(a)
	why := fd.as.OnFrame(info, !co.reuse)
	if why.Rule == coro.OnStack && coro.ConstantSize(co.c.Layout, a) {
		if round := fd.as.OverRound(info); round.Rule != coro.OnStack {
			if fd.rounds == nil {
				fd.rounds = live.New(co.Shape, fd.x, fd.as.Concurrency, co.c.Layout)
			}
			if !fd.rounds.Apart(info, co.c.Layout.AllocSize(co.allocaType(a))) {
				why = round
			}
		}
	}
	if why.Rule == coro.OnStack && a.NumArgs() > 0 && !coro.ConstantSize(co.c.Layout, a) {
		// A part cannot allocate the object again, because it does not know the size.
		why = usedBehind(fd.x, a)
	}
	switch {
	case why.Rule == coro.OnStack:
	case set.lv != nil && coro.ConstantSize(co.c.Layout, a) && set.lv.StackSuffices(info, co.c.Layout.AllocSize(co.allocaType(a))):
		set.stack = append(set.stack, info)
		for _, m := range markers(info) {
			fd.gone[m] = true
		}
	default:
		set.objects = append(set.objects, object{info, why})
	}
}

// usedBehind reports whether an object is used after a suspend that follows its alloca. The rule
// OnStack means that it is not.
func usedBehind(x *coro.Crossing, a *ir.Instr) coro.Why {
	from := x.DefBlock(a)
	for u := a.FirstUse(); u != nil; u = u.Next() {
		if us := u.User(); x.BlockCrossesUse(from, us) {
			return coro.Why{Rule: coro.UsedAcross, Def: a.Pos, Use: us.Pos, Suspend: x.Over(from, us.Block()).Pos}
		}
	}
	return coro.Why{}
}

// crossing returns the analysis of what crosses the coroutine's suspends.
func (co *coroutine) crossing() *coro.Crossing {
	return coro.NewCrossing(co.Shape, co.reuse || co.m.Has(ir.RampRegions))
}

// allocas returns the analysis of the coroutine's allocas.
func (co *coroutine) allocas(x *coro.Crossing) *coro.Allocas {
	return &coro.Allocas{M: co.m, Layout: co.c.Layout, Begin: co.Begin, Promise: co.Promise, X: x, NoLives: !co.abi.marksLives()}
}

// checkAlloca rejects an object that a frame cannot hold.
func (co *coroutine) checkAlloca(set *spillSet, a *object) {
	refuse := func(name string, at ir.Pos) {
		set.refused = append(set.refused, Refusal{Rule: name, Pos: at, Why: a.why, Written: a.Written})
	}
	if a.Alloca.Flags&ir.FlagSwiftError != 0 {
		refuse(rule.RuleSwiftError, a.Alloca.Pos)
		return
	}
	if as := co.c.Target.LocalAS(); as >= 0 {
		if use := coro.SpaceUse(a.Alloca, as); use != nil {
			refuse(rule.RuleLocalAcross, use.Pos)
			return
		}
	}
	switch n, ok := ir.AllocaCount(a.Alloca); {
	case !ok:
		refuse(rule.RuleDynamic, a.Alloca.Pos)
		return
	case a.Early && n != 1:
		refuse(rule.RuleArrayCopy, a.Alloca.Pos)
		return
	}
	if !coro.FixedSize(co.c.Layout, a.Alloca.ElemTy) {
		refuse(rule.RuleScalable, a.Alloca.Pos)
		return
	}
	for _, al := range a.Aliases {
		if al.Unknown {
			refuse(rule.RuleAlias, al.I.Pos)
			return
		}
	}
}

// layOut builds the frame for what findSpills found.
func (co *coroutine) layOut(set *spillSet) *frame.Layout {
	if co.frameType == nil {
		if name := co.F.Name + ".Frame"; co.byteFrames() {
			co.frameType = co.m.LayoutType(name)
		} else {
			co.frameType = co.m.AddType(name, nil, false)
		}
	}
	fr := frame.New(co.frameType, co.c.Layout)
	co.abi.fields(fr)
	co.fill(fr, set, Assumed{})
	fr.Finish(co.m)
	co.c.Stats.Spills += len(set.values)
	co.c.Stats.FrameBytes += int(fr.Size)
	return fr
}

// objectRoom returns the type and the alignment of an object.
func (co *coroutine) objectRoom(a *ir.Instr, as Assumed) (*ir.Type, int64) {
	t, align := co.allocaType(a), coro.AllocaAlign(co.c.Layout, a)
	if a == as.Value {
		align = cmp.Or(as.Align, align)
	}
	return t, align
}

// fill adds the values and objects in set to a frame that has the ABI's fields.
func (co *coroutine) fill(fr *frame.Layout, set *spillSet, as Assumed) {
	if co.reuse {
		co.shareStorage(fr, set, as)
		return
	}
	for _, a := range set.objects {
		t, align := co.objectRoom(a.Alloca, as)
		fr.Add(a.Alloca, t, align, a.why)
	}
	for _, s := range set.values {
		fr.Add(s.def, s.slotType(co.m), 0, s.why)
	}
}
