package handle

// The second quick answer: destroys that every path meets, whatever is known on it. For example,
// behind
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
// no path leaves the function, or comes back to the creation, with the frame alive, even if @check
// has the handle. The cost is linear in the blocks between. What it does not do: follow values
// through memory or merges, or tell which way a branch goes. Where that matters, the search
// decides.

import "github.com/corolower/corolower/internal/ir"

// between is the code between a creation and the destroys of its frame.
type between struct {
	an    *lifeAnalysis
	w     *lifeWalk
	marks []uint8 // of blocks that are entered with the frame alive, by place: a bit for each mode
	work  []entered
	wakes bool // a destroy is met behind a suspend

	last *ir.Instr // the one that was looked at last
	// For exitTree: creations that are stepped over, where to go on behind them, the destroys that
	// are met, and how many instructions were read.
	over   map[*ir.Instr][]*ir.Instr
	behind []behind
	met    []*ir.Instr
	read   int
}

// entered is a block with a mode: whether a jump is followed, whether the function suspended.
type entered struct {
	b    *ir.Block
	mode uint8
}

// behind is a destroy, behind which a path goes on, with a mode.
type behind struct {
	at   *ir.Instr
	mode uint8
}

const (
	modeJump uint8 = 1 << iota
	modeSlept
)

// How many blocks are followed for all creations of a function, and for each of its blocks, before
// exitTree is asked first. It finds no ends of lives, so that it is for generated code. The
// end-to-end programs follow 5,245 at most.
const (
	maxAlways   = 20000
	alwaysBlock = 16
)

// newBetween makes ready to follow paths; variables: frames of other coroutines may be followed as
// variables.
func (an *lifeAnalysis) newBetween(variables bool) *between {
	bt := &between{an: an, w: an.newWalk(an.f), marks: an.marks}
	an.marks = nil
	if bt.w.root = variables; bt.marks == nil {
		bt.marks = make([]uint8, len(bt.w.fn.blocks))
	}
	return bt
}

// clear forgets the blocks that were entered, so that the marks can be used again.
func (bt *between) clear() {
	for _, e := range bt.work {
		bt.marks[bt.w.fn.blockNo(e.b)] = 0
	}
	bt.work = bt.work[:0]
	bt.an.marks = bt.marks
}

// always reports that each path from a creation meets a destroy of its frame before control leaves
// the function or the frame is created again.
func (an *lifeAnalysis) always(l *Lifetime) bool {
	if an.use.unread || an.use.frees || an.use.lingers || an.use.leaves || an.private {
		return false
	}
	most := maxAlways + alwaysBlock*an.blocks
	sure, done := an.followAll(l, most)
	if done && !an.facts.Prove {
		return sure
	}
	_, meets := an.exits().past[l.Begin]
	switch {
	case !done && !meets:
		sure, _ = an.followAll(l, maxStepsFunc)
	case done && meets && !sure:
		panic("the tree of exits finds a destroy on all paths, and there is a path without one")
	}
	return sure || !done && meets
}

// followAll is always by following all paths; done is false where that would be more than so many
// blocks for all creations.
func (an *lifeAnalysis) followAll(l *Lifetime, most int) (sure, done bool) {
	bt := an.newBetween(true)
	defer bt.clear()
	if !bt.anyDestroy() || !bt.follow(l.Begin.Next(), 0) {
		return false, true
	}
	slept := false
	for n := 0; n < len(bt.work); n++ {
		if an.followed++; an.followed > most {
			return false, false
		}
		e := bt.work[n]
		an.spent++
		an.facts.Stats.Blocks++
		if an.spent > maxStepsFunc {
			return false, false
		}
		slept = slept || e.mode&modeSlept != 0
		if !bt.follow(e.b.First(), e.mode) {
			return false, true
		}
	}
	if slept && !bt.wakes {
		return false, true // the frame is in that of the function only if the handle is used behind the suspend
	}
	if an.wantEnds {
		l.Ends = bt.past()
	}
	return true, true
}

// anyDestroy reports that the function destroys the frame somewhere by a value that isHandle,
// without which no path meets a destroy. It costs as much as the handle has uses, so that a
// creation whose handle goes to callees is not followed through the rest of the function.
func (bt *between) anyDestroy() bool {
	l := bt.an.life
	for u := l.ID.FirstUse(); u != nil; u = u.Next() {
		if isFree(bt.an.facts.Effect(u.User())) {
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

// enter notes that a block is entered with the frame alive.
func (bt *between) enter(b *ir.Block, mode uint8) {
	m := &bt.marks[bt.w.fn.blockNo(b)]
	if bit := uint8(1) << mode; *m&bit == 0 {
		*m |= bit
		bt.work = append(bt.work, entered{b, mode})
	}
}

// follow goes on from an instruction to the end of its block. It answers false where the frame may
// be alive when control leaves the function.
func (bt *between) follow(i *ir.Instr, mode uint8) bool {
	an := bt.an
	for ; i != nil; i = i.Next() {
		bt.last = i
		if bt.read++; bt.over != nil && bt.read > maxCutInstrs {
			return false
		}
		switch {
		case mode&modeJump != 0 && beginsCatch(i), i.Op == ir.OpAddrSpaceCast, i.Op == ir.OpCallBr:
			return false
		case i.IsCall():
			switch an.facts.Effect(i) {
			case Begins:
				if i == an.life.Begin {
					return false
				}
				if met, ok := bt.over[i]; ok {
					for _, d := range met {
						bt.behind = append(bt.behind, behind{d, bt.onward(mode)})
					}
					return true
				}
			case Frees:
				if i.Arg(0) == ir.Value(an.life.ID) {
					bt.met = append(bt.met, i)
					return bt.over == nil || mode&modeSlept == 0
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

// resumed enters what a suspend leads to but for the way back to the caller, which leaves the
// function's frame in place.
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

// onward is a mode behind code that was not followed: the function may have suspended there.
func (bt *between) onward(mode uint8) uint8 {
	if bt.an.suspends {
		mode |= modeSlept
	}
	return mode
}

// call does a call: over reports that nothing follows it here; good is as for follow.
func (bt *between) call(i *ir.Instr, mode uint8) (over, good bool) {
	an, fa, l := bt.an, bt.an.facts, bt.an.life
	if ir.CalledIntrinsic(i) != ir.NotIntrinsic && fa.Effect(i) == Ordinary {
		return false, true
	}
	part := bt.part(i)
	destroys := part != nil && part != l.Resume
	if g := i.CalledFunc(); part == nil && (g != nil && g == l.Destroy || ir.FreesMemory(g) && i.NumCallArgs() > 0 &&
		bt.isHandle(i.Arg(0))) {
		return true, false // it may free the memory behind the frame's back, and the program may end then
	}
	throws := false
	if ir.MayThrow(an.m, i) && (i.Op == ir.OpInvoke || an.unwinds) {
		throws = part == nil && fa.mayThrow(i) || part != nil && fa.funcThrows(part)
	}
	jumps := fa.mayJump(i) || part != nil && fa.funcJumps(part)
	switch {
	case i.Flags&ir.FlagMustTail != 0, (throws || jumps) && i.Op != ir.OpInvoke, jumps && (destroys || !isCPP(an.f)):
		return true, false
	case i.Op != ir.OpInvoke:
		if destroys {
			bt.met = append(bt.met, i)
		}
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
		bt.met = append(bt.met, i)
		bt.wakes = bt.wakes || mode&modeSlept != 0
	} else {
		bt.enter(i.NormalDest(), mode)
	}
	return true, true
}

// part is the coroutine's part that a call runs with the handle; nil: it is a call of something
// else, as far as is seen here.
func (bt *between) part(i *ir.Instr) *ir.Func {
	l := bt.an.life
	if i.NumCallArgs() != 1 || !bt.isHandle(i.Arg(0)) {
		return nil
	}
	if g, named := ir.StripCasts(i.Callee()).(*ir.Func); named {
		switch {
		case g == l.Resume:
			return g
		case (g == l.Destroy || g == l.Cleanup) && i.Arg(0) == ir.Value(l.Begin): // elide changes no other
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

// isHandle reports a value that is computed from the creation alone, and is the handle.
func (bt *between) isHandle(v ir.Value) bool {
	i := ir.AsInstr(v)
	return i != nil && bt.w.rooted(i).isHandle()
}

// terminator enters what a terminator leads to.
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

// onlyWay is where a branch goes that compares the handle with null, or, while a jump is followed,
// the type of an exception; nil for another branch.
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

// past gives the blocks that follow the code between and are entered with the frame destroyed.
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

// readsUnknown reports a read of a function pointer, of which the search may find out that it is of
// the frame.
func (an *lifeAnalysis) readsUnknown() bool {
	if !an.readsAsked {
		an.readsAsked, an.unknownReads = true, an.findsUnknownRead()
	}
	return an.unknownReads
}

func (an *lifeAnalysis) findsUnknownRead() bool {
	for b := an.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpCall && an.facts.Effect(i) == ReadsPart {
				of := ir.AsInstr(i.Arg(0))
				if of == nil || !of.IsCall() || an.facts.Effect(of) != Begins {
					return true
				}
			}
		}
	}
	return false
}
