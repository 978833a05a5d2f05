// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The quick answer: every path meets a destroy, whatever the state on it. For example, after
//
//	  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
//	  invoke void @check() to label %next unwind label %pad
//	next:
//	  call void %destroy(ptr %h)
//	  ret void
//	pad:
//	  %e = landingpad { ptr, i32 } cleanup
//	  call void %destroy(ptr %h)
//	  resume { ptr, i32 } %e
//
// no path leaves the function, or returns to the creation, with the frame alive, even if @check has
// the handle. The cost is linear in the number of blocks between. This analysis does not follow
// values through memory or phis, and does not decide branches. If that matters, the search decides.

import "github.com/corolower/corolower/internal/ir"

// between is the code between a creation and the destroys of its frame.
type between struct {
	an *lifetimeAnalysis
	w  *pathSearch
	// by place: the modes in which a block was entered with the frame alive, one bit for each
	marks []uint8
	work  []entered
	wakes bool // some path meets a destroy after a suspend
}

// entered is a block and the mode in which a path entered it: whether the path follows a jump, and
// whether the function suspended on it.
type entered struct {
	b    *ir.Block
	mode uint8
}

const (
	modeJump uint8 = 1 << iota
	modeSlept
)

// Bounds on the blocks that this analysis follows: for all creations of a function, and in addition
// for each block of the function. Only generated code reaches them, with a hundred frames alive
// simultaneously in one function. Real functions follow at most 428 blocks.
const (
	maxAlways   = 20000
	alwaysBlock = 16
)

// newBetween prepares to follow paths.
func (an *lifetimeAnalysis) newBetween() *between {
	bt := &between{an: an, w: an.newWalk(an.f), marks: an.marks}
	bt.w.root = true
	an.marks = nil
	if bt.marks == nil {
		bt.marks = make([]uint8, len(bt.w.fn.blocks))
	}
	return bt
}

// clear forgets the entered blocks, so that the marks can be reused.
func (bt *between) clear() {
	for _, e := range bt.work {
		bt.marks[bt.w.fn.blockNo(e.b)] = 0
	}
	bt.work = bt.work[:0]
	bt.an.marks = bt.marks
}

// always reports whether each path from a creation meets a destroy of its frame before control
// leaves the function or the frame is created again. done is false if that would take too many
// blocks for all creations together. Then the search would take too many, too.
func (an *lifetimeAnalysis) always(l *Lifetime) (sure, done bool) {
	if an.use.opaqueBody || an.use.frees || an.use.lingers || an.use.leaves || an.private {
		return false, true
	}
	for u := l.ID.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); isFree(effectOf(i)) && !an.facts.memoryGoes(i) {
			return false, true // see goneCall
		}
	}
	bt := an.newBetween()
	defer bt.clear()
	if !bt.anyDestroy() || !bt.follow(l.Begin.Next(), 0) {
		return false, true
	}
	slept := false
	for n := 0; n < len(bt.work); n++ {
		e := bt.work[n]
		an.followed++
		an.spent++
		an.facts.Stats.Blocks++
		if an.followed > maxAlways+alwaysBlock*an.blocks || an.spent > maxStepsFunc {
			return false, false
		}
		slept = slept || e.mode&modeSlept != 0
		if !bt.follow(e.b.First(), e.mode) {
			return false, true
		}
	}
	if slept && !bt.wakes {
		// the frame is part of the function's own only if the handle is used after the suspend
		return false, true
	}
	if an.query.Ends {
		l.Ends = bt.past()
	}
	return true, true
}

// anyDestroy reports whether the function destroys the frame anywhere through a value that isHandle
// accepts. If not, no path meets a destroy. The cost is linear in the uses of the handle, so that a
// creation whose handle is only passed to callees is not followed through the rest of the function.
func (bt *between) anyDestroy() bool {
	l := bt.an.life
	for u := l.ID.FirstUse(); u != nil; u = u.Next() {
		if isFree(effectOf(u.User())) {
			return true
		}
	}
	for work := []*ir.Instr{l.Begin}; len(work) > 0; work = work[1:] {
		for u := work[0].FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.IsCall() && u.Index() == 0 && bt.part(i) != nil && bt.part(i) != l.Resume:
				return true
			case i.Op == ir.OpGEP, i.Op == ir.OpBitCast, ir.IsLaundering(i):
				work = append(work, i)
			}
		}
	}
	return false
}

// enter records that a path enters a block with the frame alive.
func (bt *between) enter(b *ir.Block, mode uint8) {
	m := &bt.marks[bt.w.fn.blockNo(b)]
	if bit := uint8(1) << mode; *m&bit == 0 {
		*m |= bit
		bt.work = append(bt.work, entered{b, mode})
	}
}

// follow continues a path from an instruction to the end of its block. It returns false if the
// frame may be alive when control leaves the function.
func (bt *between) follow(i *ir.Instr, mode uint8) bool {
	an := bt.an
	for ; i != nil; i = i.Next() {
		switch {
		case mode&modeJump != 0 && beginsCatch(i), i.Op == ir.OpAddrSpaceCast, i.Op == ir.OpCallBr:
			return false
		case i.IsCall():
			switch effectOf(i) {
			case Begins:
				if i == an.life.Begin {
					return false
				}
			case Frees:
				if i.Arg(0) == ir.Value(an.life.ID) {
					return true
				}
			case FreesOwn, Ends:
				if an.suspends {
					return false
				}
			case Suspends:
				if an.suspends {
					mode |= modeSlept
					if t := i.Block().Terminator(); t.Op == ir.OpSwitch && t.Arg(0) == ir.Value(i) && i.HasOneUse() {
						bt.resumed(t, mode)
						return true
					}
				}
			case ReadsPart, Saves, Neutral:
			default:
				if over, good := bt.call(i, mode); over || !good {
					return good
				}
			}
		case i.IsTerminator():
			return bt.terminator(i, mode)
		}
	}
	return true
}

// resumed enters the successors of a suspend, except the one that returns to the caller: on that
// one the function's frame stays in place.
func (bt *between) resumed(t *ir.Instr, mode uint8) {
	for v := range uint64(2) {
		to := t.Arg(1).(*ir.Block)
		for k := range t.NumCases() {
			if t.CaseValue(k).Uint64() == v {
				to = t.CaseDest(k)
			}
		}
		bt.enter(to, mode)
	}
}

// call handles a call. over: the rest of the block need not be followed here; good: the result of
// follow.
func (bt *between) call(i *ir.Instr, mode uint8) (over, good bool) {
	an, fa, l := bt.an, bt.an.facts, bt.an.life
	if id := ir.CalledIntrinsic(i); id != ir.NotIntrinsic && id != ir.EHLongJump && effectOf(i) == Ordinary {
		return false, true
	}
	part := bt.part(i)
	destroys := part != nil && part != l.Resume
	if g := i.CalledFunc(); part == nil && (g != nil && g == l.Destroy || ir.FreesMemory(g) && i.NumCallArgs() > 0 &&
		bt.isHandle(i.Arg(0))) {
		// it may free the frame's memory by other means, and the program may end after that
		return true, false
	}
	throws := false
	if ir.MayThrow(an.m, i) && (i.Op == ir.OpInvoke || an.unwinds) {
		throws = part == nil && fa.mayThrow(i) || part != nil && fa.funcThrows(part)
	}
	jumps := fa.MayJump(i) || part != nil && fa.funcJumps(part)
	switch {
	case i.Flags&ir.FlagMustTail != 0, (throws || jumps) && i.Op != ir.OpInvoke, jumps && (destroys || !isCPP(an.f)):
		return true, false
	case i.Op != ir.OpInvoke:
		bt.wakes = bt.wakes || destroys && mode&modeSlept != 0
		return destroys, true
	}
	if throws {
		bt.enter(i.UnwindDest(), mode)
	}
	if jumps {
		bt.enter(i.UnwindDest(), mode|modeJump)
	}
	if destroys {
		bt.wakes = bt.wakes || mode&modeSlept != 0
	} else {
		bt.enter(i.NormalDest(), mode)
	}
	return true, true
}

// part returns the coroutine's part that a call runs with the handle, or nil if the call runs
// another function, as far as is visible here.
func (bt *between) part(i *ir.Instr) *ir.Func {
	l := bt.an.life
	if i.NumCallArgs() != 1 || !bt.isHandle(i.Arg(0)) {
		return nil
	}
	if g, named := ir.StripCasts(i.Callee()).(*ir.Func); named {
		switch {
		case g == l.Resume:
			return g
		// elide rewrites no other call
		case (g == l.Destroy || g == l.Cleanup) && i.Arg(0) == ir.Value(l.Begin):
			return l.Destroy
		}
		return nil
	}
	read := bt.an.facts.readsCallee(i)
	if read == nil || !bt.isHandle(read.Arg(0)) {
		return nil
	}
	switch k, isConst := read.Arg(1).(*ir.Const); {
	case !isConst || !k.IsInt() || k.Uint64() > 1:
		return nil
	case k.IsZero():
		return l.Resume
	}
	return l.Destroy
}

// isHandle reports whether a value is the handle, computed from the creation alone.
func (bt *between) isHandle(v ir.Value) bool {
	i := ir.AsInstr(v)
	return i != nil && bt.w.rooted(i).isHandle()
}

// terminator enters the successors of a terminator.
func (bt *between) terminator(t *ir.Instr, mode uint8) bool {
	switch t.Op {
	case ir.OpRet, ir.OpResume:
		return false
	case ir.OpUnreachable:
		return mode&modeJump == 0
	case ir.OpCleanupRet, ir.OpCatchSwitch:
		to, all := ir.UnwindDest(t), t.Op == ir.OpCatchSwitch && ir.CatchesAll(t)
		switch {
		case to == nil && !all, mode&modeJump != 0 && all:
			return false
		case mode&modeJump != 0:
			bt.enter(to, mode)
			return true
		}
	case ir.OpBr:
		if to := bt.onlyWay(t, mode); to != nil {
			bt.enter(to, mode)
			return true
		}
	}
	for _, to := range t.Block().Succs(nil) {
		bt.enter(to, mode)
	}
	return true
}

// onlyWay returns the successor that a branch takes if it compares the handle with null, or, on a
// path that follows a jump, if it compares the type of an exception; nil for any other branch. For
// example, with the handle %h
//
//	%null = icmp eq ptr %h, null
//	br i1 %null, label %none, label %some
//
// leads to %some.
func (bt *between) onlyWay(t *ir.Instr, mode uint8) *ir.Block {
	if t.NumArgs() != 3 {
		return nil
	}
	cond := ir.AsInstr(t.Arg(0))
	if cond == nil || cond.Op != ir.OpICmp || cond.Pred() != ir.PredEQ && cond.Pred() != ir.PredNE {
		return nil
	}
	null, isConst := cond.Arg(1).(*ir.Const)
	if !(mode&modeJump != 0 && comparesType(cond)) && !(isConst && null.IsZero() && bt.isHandle(cond.Arg(0))) {
		return nil
	}
	if cond.Pred() == ir.PredNE {
		return t.Arg(1).(*ir.Block)
	}
	return t.Arg(2).(*ir.Block)
}

// past returns the blocks after the code between: a path enters them only with the frame destroyed.
func (bt *between) past() []*ir.Block {
	var list, buf []*ir.Block
	listed := map[*ir.Block]bool{}
	look := func(b *ir.Block) {
		buf = b.Succs(buf[:0])
		for _, to := range buf {
			if bt.marks[bt.w.fn.blockNo(to)] == 0 && !listed[to] {
				listed[to] = true
				if !bt.an.suspends || !bt.an.whileAsleep(to) {
					list = append(list, to)
				}
			}
		}
	}
	look(bt.an.life.Begin.Block())
	for _, e := range bt.work {
		look(e.b)
	}
	return list
}

// readsUnknown reports whether the function reads a function pointer from a handle that is not
// directly a coro.begin. The search may find that the handle is this frame's.
func (an *lifetimeAnalysis) readsUnknown() bool {
	if !an.readsAsked {
		an.readsAsked, an.unknownReads = true, an.findsUnknownRead()
	}
	return an.unknownReads
}

func (an *lifetimeAnalysis) findsUnknownRead() bool {
	for i := range an.f.Instrs() {
		if i.Op == ir.OpCall && effectOf(i) == ReadsPart {
			of := ir.AsInstr(i.Arg(0))
			if of == nil || !of.IsCall() || effectOf(of) != Begins {
				return true
			}
		}
	}
	return false
}
