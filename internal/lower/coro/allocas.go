// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// This file classifies each alloca: whether it must live in the frame, whether it may be written
// before the frame exists, and which addresses into it are computed before coro.begin and used
// after. The rules are those of LLVM's AllocaUseVisitor.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// AllocaInfo is the result of visiting an alloca's transitive uses.
type AllocaInfo struct {
	Alloca    *ir.Instr
	Users     []*ir.Instr
	Escaped   bool        // its address may escape
	Keepers   []Keeper    // the uses by which it may escape, in the order found; nil: none
	Late      bool        // an access is concurrent (Concurrency), or a call may access it after exposing the handle
	LateStart bool        // a lifetime.start is concurrent, so code after the suspend may run without it
	Starts    []*ir.Instr // lifetime.start of the whole object
	startBBs  []*ir.Block
	EndBBs    map[*ir.Block]bool
	Early     bool   // it may be written before coro.begin
	Written   ir.Pos // if Early: position of the first such write found
	Aliases   []alias
	keepStack bool // used by a catchpad: the exception object stays on the stack
}

// Keeper is an instruction through which an object's address may escape: the address is its operand
// Arg.
type Keeper struct {
	I   *ir.Instr
	Arg int
}

// alias is an address into an alloca that is computed before coro.begin and used after it. Unknown: it
// cannot be computed again, because its offset is not constant, or because it is no pointer but, for
// example, a struct that contains one.
type alias struct {
	I       *ir.Instr
	Offset  int64
	Unknown bool
}

// maxBlocksToExplore is the number of blocks after which LLVM stops its search for a suspend that
// is reachable from a lifetime.start, and puts the object into the frame. The plain layout has the
// same limit, so that its frames equal LLVM's. The shared layout has none. The limit matters
// seldom: over the end-to-end programs and the lit tests, half of the searches visit 3 blocks, one
// in a hundred visits 27, and some visit 60.
const maxBlocksToExplore = 32

// Allocas classifies the allocas of a normalised coroutine.
type Allocas struct {
	M      *ir.Module
	Layout *target.Layout
	Begin  *ir.Instr
	// Promise is the alloca that other code reaches by the handle, or nil: what it holds escapes.
	Promise *ir.Instr
	X       *Crossing
	// NoLives makes OnFrame and OverRound ignore lifetime markers.
	NoLives bool
	// Unkept is an object whose address is assumed never to escape, whatever its uses do with it,
	// so that a caller can compute the result of that case. It is nil if there is none.
	Unkept *ir.Instr

	// Concurrency describes where the coroutine is concurrent. If it is nil, Inspect leaves Late and
	// LateStart false.
	Concurrency *Concurrency

	early map[*ir.Instr]bool // the instructions before Begin in its block; nil: not computed yet
	walk  *allocaWalk        // the walk of the last Inspect; its memory is reused
	// seen holds, by block ID, the last round of reachesSuspend that visited the block.
	seen  []int32
	round int32
	queue []*ir.Block
}

// allocaWalk visits the transitive uses of one alloca.
type allocaWalk struct {
	*Allocas
	info    *AllocaInfo
	entered instrSet // addresses whose uses are queued or were visited
	listed  instrSet // instructions that are in info.Users
	aliasAt map[*ir.Instr]int
	work    []pendingUse
}

// instrSet is a set that usually holds few instructions.
type instrSet struct {
	few  []*ir.Instr
	many map[*ir.Instr]bool // replaces few once that is full
}

// add adds i and reports whether the set did not contain it.
func (s *instrSet) add(i *ir.Instr) bool {
	const most = 16
	if s.many == nil {
		if slices.Contains(s.few, i) {
			return false
		}
		if len(s.few) < most {
			s.few = append(s.few, i)
			return true
		}
		s.many = make(map[*ir.Instr]bool, 2*most)
		for _, x := range s.few {
			s.many[x] = true
		}
	}
	if s.many[i] {
		return false
	}
	s.many[i] = true
	return true
}

// clear removes all elements.
func (s *instrSet) clear() { s.few, s.many = s.few[:0], nil }

type pendingUse struct {
	u      *ir.Use
	offset int64
	known  bool
}

// Inspect visits an alloca's transitive uses.
func (as *Allocas) Inspect(a *ir.Instr) *AllocaInfo {
	if as.walk == nil {
		as.walk = &allocaWalk{Allocas: as}
	}
	w := as.walk
	w.entered.clear()
	w.listed.clear()
	w.aliasAt = nil
	w.info = &AllocaInfo{Alloca: a}
	w.enqueue(a, 0, true)
	for len(w.work) > 0 {
		p := ir.Pop(&w.work)
		w.visit(p)
	}
	return w.info
}

func (w *allocaWalk) enqueue(i *ir.Instr, offset int64, known bool) {
	if !w.entered.add(i) {
		return
	}
	for u := i.FirstUse(); u != nil; u = u.Next() {
		w.work = append(w.work, pendingUse{u, offset, known})
	}
}

// AfterBegin reports whether i runs only after coro.begin. Most queries are about the block of
// coro.begin, which may be long, so AfterBegin caches the instructions before coro.begin in that
// block.
func (as *Allocas) AfterBegin(i *ir.Instr) bool {
	if i.Block() != as.Begin.Block() {
		return as.X.Dom.InstrDominates(as.Begin, i)
	}
	if as.early == nil {
		as.early = map[*ir.Instr]bool{}
		for e := as.Begin.Prev(); e != nil; e = e.Prev() {
			as.early[e] = true
		}
	}
	return !as.early[i]
}

// escape records a use by which the object's address may escape. The life of an inalloca object ends
// with the call that it is an argument of, on whose stack it must be.
func (w *allocaWalk) escape(i *ir.Instr, arg int) {
	if w.info.Alloca != w.Unkept && w.info.Alloca.Flags&ir.FlagInAlloca == 0 {
		w.info.Escaped = true
		w.info.Keepers = append(w.info.Keepers, Keeper{i, arg})
	}
	w.mayWrite(i)
}

func (w *allocaWalk) mayWrite(i *ir.Instr) {
	if !w.info.Early && !w.AfterBegin(i) {
		w.info.Early, w.info.Written = true, i.Pos
	}
}

// alias records i as another address of the object, and queues its uses.
func (w *allocaWalk) alias(i *ir.Instr, offset int64, known bool) {
	w.enqueue(i, offset, known)
	if w.AfterBegin(i) {
		return
	}
	used := false
	for u := i.FirstUse(); u != nil && !used; u = u.Next() {
		used = w.useAfterBegin(u)
	}
	if !used {
		return
	}
	k, ok := w.aliasAt[i]
	if !ok {
		ir.Put(&w.aliasAt, i, len(w.info.Aliases))
		w.info.Aliases = append(w.info.Aliases, alias{i, offset, !known || !i.Type().IsPtr()})
		return
	}
	if a := &w.info.Aliases[k]; !known || a.Offset != offset {
		a.Unknown = true
	}
}

// useAfterBegin reports whether a use happens after coro.begin. A phi uses its operand at the end
// of the incoming block.
func (w *allocaWalk) useAfterBegin(u *ir.Use) bool {
	if i := u.User(); i.Op != ir.OpPhi && i.Block() == w.Begin.Block() {
		return i != w.Begin && w.AfterBegin(i)
	}
	return w.X.Dom.DominatesUse(w.Begin, u)
}

func (w *allocaWalk) visit(p pendingUse) {
	i := p.u.User()
	if w.listed.add(i) {
		w.info.Users = append(w.info.Users, i)
	}
	v := p.u.Value()
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpIntToPtr: // an integer was loaded: see storeThenLoad
		w.alias(i, p.offset, p.known)
	case ir.OpGEP:
		if p.u.Index() != 0 {
			return
		}
		off, ok := w.Layout.GEPOffset(i.ElemTy, i.Operands(1))
		w.alias(i, p.offset+off, p.known && ok)
	case ir.OpPhi, ir.OpSelect, ir.OpInsertValue, ir.OpInsertElement,
		ir.OpExtractValue, ir.OpExtractElement, ir.OpFreeze, ir.OpShuffleVector:
		w.alias(i, p.offset, p.known)
	case ir.OpLoad:
		w.touch(i)
	case ir.OpStore:
		w.mayWrite(i)
		if i.Arg(1) == v {
			w.touch(i)
		}
		if i.Arg(0) == v && !w.storeThenLoad(i, p) {
			w.escape(i, p.u.Index())
		}
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		w.escape(i, p.u.Index())
	case ir.OpCmpXchg, ir.OpAtomicRMW:
		w.mayWrite(i)
		w.touch(i)
		if i.Arg(0) != v || i.NumArgs() > 1 && i.Arg(1) == v || i.NumArgs() > 2 && i.Arg(2) == v {
			w.escape(i, p.u.Index())
		}
	case ir.OpVAArg:
		w.mayWrite(i)
		w.touch(i)
	case ir.OpCatchPad:
		w.info.keepStack = true
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		w.visitCall(i, v, p)
	default:
		if info := i.Op.Info(); info.Binary || info.Cast {
			w.escape(i, p.u.Index()) // what is computed of the address is not followed
		}
	}
}

// touch records that i reads or writes the object.
func (w *allocaWalk) touch(i *ir.Instr) { w.info.Late = w.info.Late || w.Concurrency.Concurrent(i) }

// storeThenLoad handles a store of the object's address into another alloca, the box. If the box is
// only stored to, loaded from and marked with lifetimes, then each load from it is an alias of the
// object, and the object does not escape. For example, %q is an alias of %obj:
//
//	store ptr %obj, ptr %box
//	%q = load ptr, ptr %box
//
// So is an integer that is loaded from it. LLVM ignores what is computed of that.
//
// The promise is no such box: whoever has the handle reads it. LLVM takes it for one if the coroutine
// itself uses it in no other way.
func (w *allocaWalk) storeThenLoad(store *ir.Instr, p pendingUse) bool {
	box := ir.AsInstr(store.Arg(1))
	if box == nil || box.Op != ir.OpAlloca || box == w.Promise {
		return false
	}
	var loads []*ir.Instr
	names := []*ir.Instr{box}
	for len(names) > 0 {
		n := ir.Pop(&names)
		for u := n.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpLoad:
				loads = append(loads, i)
			case i.Op == ir.OpStore && i.Arg(1) == ir.Value(n) && i.Arg(0) != ir.Value(n):
			case ir.LifetimeKind(i) != 0:
			case i.Op == ir.OpBitCast:
				names = append(names, i)
			default:
				return false
			}
		}
	}
	for _, l := range loads {
		w.alias(l, p.offset, p.known)
	}
	return true
}

func (w *allocaWalk) visitCall(i *ir.Instr, v ir.Value, p pendingUse) {
	f := i.CalledFunc()
	if ir.LifetimeKind(i) == ir.LifetimeStart {
		w.info.LateStart = w.info.LateStart || w.Concurrency.Concurrent(i)
	}
	switch ir.LifetimeKind(i) {
	case ir.LifetimeStart:
		if p.known && p.offset == 0 {
			w.info.Starts = append(w.info.Starts, i)
			w.info.startBBs = append(w.info.startBBs, i.Block())
		}
		return
	case ir.LifetimeEnd:
		if p.known && p.offset == 0 {
			ir.Put(&w.info.EndBBs, i.Block(), true)
		}
		return
	}
	if f != nil && ir.IsMemIntrinsic(f) {
		w.mayWrite(i)
		w.touch(i)
		return
	}
	for k := 0; k < i.NumCallArgs() && !w.info.Late; k++ {
		w.info.Late = i.Arg(k) == v && w.Concurrency.TouchesLate(i, k)
	}
	for k := 0; k < i.NumCallArgs(); k++ {
		if i.Arg(k) == v && ir.ReturnsArg(i, k) {
			w.alias(i, p.offset, false)
		} else if i.Arg(k) == v && ir.KeepsArg(w.M, i, k) {
			w.escape(i, k)
			break
		}
	}
	w.mayWrite(i)
}

// OnFrame decides whether the object must live in the frame, and for which reason; the rule is
// OnStack if it need not. If asLLVM is set, the search for suspends stops at LLVM's limit, and the
// object then lives in the frame.
func (as *Allocas) OnFrame(info *AllocaInfo, asLLVM bool) Why {
	why := as.rule(info, asLLVM)
	why.Def, why.Early = info.Alloca.Pos, info.Early
	return why
}

func (as *Allocas) rule(info *AllocaInfo, asLLVM bool) Why {
	x := as.X
	if info.keepStack {
		return Why{}
	}
	if len(info.Starts) > 0 && !as.NoLives {
		start := info.Starts[0].Pos
		if len(info.EndBBs) == 0 {
			return Why{Rule: NeverEnds, Use: start}
		}
		if why := as.reachesSuspend(info, asLLVM); why.Rule != OnStack {
			return why
		}
		if info.Escaped {
			if _, over := x.setCrosses(info.startBBs, info.startBBs, true); over != nil {
				return Why{Rule: EscapesInLoop, Use: info.Keepers[0].I.Pos, Suspend: over.Pos}
			}
		}
		return Why{}
	}
	if info.Escaped {
		why := Why{Rule: Escapes, Use: info.Keepers[0].I.Pos}
		if len(x.suspends) > 0 {
			why.Suspend = x.suspends[0].Pos // live over every suspend
		}
		return why
	}
	var src, dst []*ir.Block
	for _, u := range info.Users {
		src = append(src, x.DefBlock(u))
		if u.Op != ir.OpPhi || u.NumArgs() == 1 {
			dst = append(dst, u.Block())
		}
	}
	b, over := x.setCrosses(src, dst, false)
	if over == nil {
		return Why{}
	}
	why := Why{Rule: UsedBothSides, Suspend: over.Pos}
	for _, u := range info.Users {
		if u.Block() == b && (u.Op != ir.OpPhi || u.NumArgs() == 1) {
			why.Use = u.Pos
			break
		}
	}
	return why
}

// OverRound reports whether an object that OnFrame leaves on the stack, and that has no lifetime
// markers, is used in two iterations of a loop that contains a suspend; the rule is OnStack if it
// is not. Such an object must live in the frame, unless no iteration reads what an earlier one
// wrote. LLVM does not consider paths that pass a use twice, and loses what an earlier iteration
// wrote. For example, the second call of @use reads what the first iteration stored:
//
//	loop:
//	  call void @use(ptr nocapture %obj)     ; reads %obj, then writes it
//	  %s = call i8 @llvm.coro.suspend(token none, i1 false)
//	  switch i8 %s, label %ret [i8 0, label %loop i8 1, label %cleanup]
func (as *Allocas) OverRound(info *AllocaInfo) Why {
	if info.keepStack || info.Escaped || len(info.Starts) > 0 && !as.NoLives {
		return Why{}
	}
	var at []*ir.Block
	for _, u := range info.Users {
		at = append(at, u.Block())
	}
	_, over := as.X.setCrosses(at, at, true)
	if over == nil {
		return Why{}
	}
	return Why{Rule: UsedBothSides, Def: info.Alloca.Pos, Suspend: over.Pos, Early: info.Early}
}

// restarts reports whether the block of start, which contains a lifetime.end, does not end the
// lifetime after start. The latch of a rotated loop, for example, ends one lifetime and starts the
// next.
func (info *AllocaInfo) restarts(start *ir.Instr) bool {
	ends := map[*ir.Instr]bool{}
	for _, u := range info.Users {
		if u.Block() == start.Block() && ir.LifetimeKind(u) == ir.LifetimeEnd {
			ends[u] = true
		}
	}
	for i := start; i != nil; i = i.Next() {
		if ends[i] {
			return false
		}
	}
	return true
}

// reachesSuspend searches for a suspend that is reachable from a lifetime.start without passing a
// block that ends the lifetime.
func (as *Allocas) reachesSuspend(info *AllocaInfo, asLLVM bool) Why {
	x := as.X
	as.round++
	explored := 0
	work := append(as.queue[:0], info.startBBs...)
	defer func() { as.queue = work }()
	for _, s := range info.Starts {
		if info.EndBBs[s.Block()] && info.restarts(s) {
			work = s.Block().Succs(work)
		}
	}
	start := info.Starts[0].Pos
	for len(work) > 0 {
		b := ir.Pop(&work)
		if as.sawBlock(b) {
			continue
		}
		if k := x.Dom.Index(b); k >= 0 && x.Suspend[k] && !StartsWithSave(b) {
			return Why{Rule: LifeSpans, Use: start, Suspend: x.suspends[x.via[k]].Pos}
		}
		if info.EndBBs[b] {
			continue
		}
		// Blocks that end the object's lifetime do not count.
		if explored++; asLLVM && explored >= maxBlocksToExplore {
			return Why{Rule: LifeMaySpan, Use: start}
		}
		work = b.Succs(work)
	}
	return Why{}
}

// sawBlock reports whether this round has visited b before, and marks it visited.
func (as *Allocas) sawBlock(b *ir.Block) bool {
	if n := b.ID + 1; n > len(as.seen) {
		as.seen = append(as.seen, make([]int32, max(n, b.Func().NumIDs())-len(as.seen))...)
	}
	saw := as.seen[b.ID] == as.round
	as.seen[b.ID] = as.round
	return saw
}

// StartsWithSave reports whether b is the block of a coro.save, not of a coro.suspend, in a
// normalised coroutine, where each has a block of its own.
func StartsWithSave(b *ir.Block) bool { return b.First() != nil && ir.IsCoro(b.First(), ir.CoroSave) }
