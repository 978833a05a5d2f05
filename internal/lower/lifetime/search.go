// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The search for a path on which a coroutine's frame is not destroyed. It runs breadth first from
// the coroutine's creation over pairs of a block and an abstract state, so that the first path
// found is a shortest one. A call may search the callee's body in the same way.
//
// What a state contains. A node of the search is a block and an abstractState (state.go). A state
// maps some results and parameters, and some slots of local variables and of the frame, to one
// abstract value each: an offset into the frame (the handle at 0), an address in a local variable,
// a constant, or a function pointer that was read from the frame. It also records which local
// variables' addresses escaped, whether the handle escaped and at which instruction, and whether
// the function suspended since the creation. Any value that is not in the state is unknown, and the
// search assumes the worst of what the code does with it. So a state stands for all executions that
// agree with its facts, and dropping a fact only adds executions. Addresses are the exception,
// because they must not be lost: if the fact "this slot holds the handle" were dropped, a path by
// which other code reaches the handle would be hidden. So code that drops an address marks it as
// escaped (publish), which is the worst case.
//
// When one state subsumes another. A path that reaches a block with state t is not followed if an
// earlier path reached the block with a state s that subsumes t: every fact of s is a fact of t,
// both have the same facts about addresses, and the same addresses escaped in both. For example,
// {%slot holds the handle} subsumes {%slot holds the handle, %n = 1}. Then every execution from t
// is one from s, so a path from t without a destroy is a path from s, too. A path that s finds may
// be one that t's additional facts would have ruled out: this loses an elision and never makes a
// wrong one.
//
// Why it terminates. The facts come from a bounded set: constants and addresses of the function,
// and offsets. Only counting can go on forever (a loop that adds one). So from the
// maxStatesWiden-th state of a block on, the search widens: it drops numbers, more of them with
// each dozen states. The handle itself, null, and the variable that an address points into are
// left, of which there are finitely many. When the search takes an edge, it drops the facts about
// dead values, so that they do not make states differ. A block that still collects maxStatesBlock
// states, or a search that takes too many steps, ends with "too many paths", which is a miss.
//
// Callees. The search handles a call that receives the handle, or an address of a variable, in one
// of three ways. Which one depends only on the callee and the state. The uses of the callee's
// parameters (facts.go) may show that it cannot touch anything that matters (aside). Otherwise the
// search continues in the callee's body with the abstract values of the arguments (nested), and
// each exit of the body is one outcome of the call. If that is not possible either, the search
// relies on the callee's attributes (opaque).

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// Bounds on the search for one lifetime, and on all searches in a function. The figures after each
// bound are what the end-to-end programs need (2,272 lifetimes and 216,522 searches of bodies,
// clang 22 and 19 at -O2): the median, the 99th percentile, the maximum.
const (
	maxStatesBlock = 64 // 1, 2, 38
	// number of states of a block from which on the search widens, because a loop counts. One
	// search in a thousand reaches it
	maxStatesWiden = 12
	// blocks searched only to find reads of function pointers and blockers, after a path is found,
	// except in trials: 0, 400, 400
	maxAfterMiss = 400
	// blocks, including those of callees, and more for each block of the function: 234, 5,016, 5,245. It
	// bounds generated code, with a hundred frames alive simultaneously in one function
	maxStepsFunc    = 10000
	stepsBlock      = 16
	maxReachBlocks  = 100000 // never approached
	maxDominatingIf = 64     // dominating branches of a creation that are examined
)

// exitKind says how a path ends with the frame alive.
type exitKind uint8

const (
	exitNone  exitKind = iota
	exitLeave          // by a terminator, or a coroutine's end
	exitThrow          // by an exception out of a plain call
	exitJump           // by a jump out of a call, as longjmp does
	exitAgain          // back at the creation
	exitTail           // by a musttail call that destroys the frame
)

// lifetimeAnalysis holds the facts about one function that all searches of it share, and the search for
// one creation at a time.
type lifetimeAnalysis struct {
	m        *ir.Module
	f        *ir.Func
	suspends bool
	// local memory is private to a thread: an address that other threads may use must not point to
	// a local
	private bool
	// unwinds: an exception that leaves a plain call ends the function, and other code can use the
	// handle afterwards. If the function is a coroutine, its frame outlives the exception, but is
	// destroyed without the frames that lie in it. It is false for main, because no other code runs
	// after main.
	unwinds bool
	facts   *Facts
	query   Query
	lives   []*Lifetime // all lifetimes that Decide received
	blocks  int
	funcs   map[*ir.Func]*searchedFunc
	// captured: variables whose address may escape, at any time
	captured   map[*ir.Instr]bool
	unreadable map[*ir.Instr]bool // calls whose callee is unknown or has no body
	steppedOn  map[*ir.Block]Step // the description of each block
	// built on demand
	dom     *ir.DomTree
	loops   []int32 // ir.DomTree.Cycles
	slots   []int32
	asleep  *ir.Worklist[*ir.Block] // the blocks that run while the function is suspended
	threads *threads

	spent   int // steps of all searches together
	reached int // blocks visited by reachedAfterEnd
	around  int // blocks visited by again

	creationSearch
}

// creationSearch is the progress of the search for one creation.
type creationSearch struct {
	life     *Lifetime
	use      partUse // how the coroutine uses its frame
	inFrames bool    // frames of other coroutines are tracked as variables are
	resumed  bool    // some path may run the resume function
	slept    bool    // some path suspends the function

	steps       int
	nestedSteps int
	afterMiss   int
	miss        missFound
	stop        bool // Query.Trial: the search ends at the first path with a miss
	final       bool // and no inlined call can change the miss

	ended    frameEnds
	subs     map[*ir.Instr]bool // coro.subfn.addr calls on a path; true: always with the handle
	subList  []*ir.Instr
	blockers map[*ir.Instr]bool
	blocked  []*ir.Instr

	others map[*ir.Instr]bool // results of isVariable
	// built on demand: variables that the handle is stored to, as far as the function shows it
	// without its callees
	holders map[*ir.Instr]bool
	callers map[*ir.Func]bool // whether a function calls a part of the coroutine by name
	// a variable, and the offsets at which pointers are loaded from it (Facts.Summary); nil: not
	// recorded
	readsOf ir.Value
	reads   map[int64]bool
}

// frameEnds are the places at which paths destroy the frame.
type frameEnds struct {
	n    int // how often a path destroys it
	at   map[*ir.Instr]bool
	list []*ir.Instr
	// destroys after a suspend; true: one that leaves no direct use of the handle
	asleep map[*ir.Instr]bool
}

// missFound is the first path found, or the instruction that decides the lifetime on its own.
type missFound struct {
	kind exitKind
	text string   // set: an instruction forbids elision, whatever the paths
	why  MissKind // with text
	at   *ir.Instr
	s    *abstractState
	path []*ir.Block
}

func newLifetimeAnalysis(fa *Facts, f *ir.Func) *lifetimeAnalysis {
	suspends := fa.suspends(f)
	return &lifetimeAnalysis{
		facts: fa, m: fa.M, f: f, suspends: suspends, blocks: f.NumBlocks(),
		unwinds: !f.HasAttr("nounwind") && f.Name != "main" && fa.Target.Unwinds(), private: fa.Target.PrivateLocals(),
		funcs: map[*ir.Func]*searchedFunc{}, captured: map[*ir.Instr]bool{}, unreadable: map[*ir.Instr]bool{},
		steppedOn: map[*ir.Block]Step{},
	}
}

func (an *lifetimeAnalysis) domTree() *ir.DomTree {
	if an.dom == nil {
		an.funcInfo(an.f) // the dominator tree uses block numbers
		an.dom = ir.NewDomTree(an.f)
	}
	return an.dom
}

// decide decides one lifetime. On targets with private local memory, no other thread may reach the
// frame either.
func (an *lifetimeAnalysis) decide(l *Lifetime) {
	if l.Begin == nil {
		return
	}
	if an.search(l); l.Miss == nil && an.private {
		if l.Miss = an.staysPrivate(l); l.Miss != nil {
			l.Ends = nil
		}
	}
}

// search decides whether all paths destroy the frame. It tracks the frames of other coroutines only
// if the handle is stored in one and the search without them fails, because their contents multiply
// the states.
func (an *lifetimeAnalysis) search(l *Lifetime) {
	l.Var = debuginfo.HolderOf(an.m, an.f, l.Begin)
	again := *l
	an.inFrames = false
	mark := an.facts.memory.marked()
	defer func() { an.facts.memory.release(&mark, stateRegions) }()
	an.decideOnce(l)
	if l.Miss == nil || again.Miss != nil {
		return
	}
	fixed := again
	if an.heldInFrame() {
		an.inFrames = true
		if an.decideOnce(&again); again.Miss == nil {
			*l = again
			return
		}
	}
	if l.Miss.Fix == fixNoUnwind && !an.query.Trial {
		an.tryNoUnwind(l, fixed)
	}
}

// tryNoUnwind drops the fix that fewer exceptions are, if the lifetime is a miss without them, too.
// fixed is the lifetime before it was decided. It runs on a copy of the analysis, so that its steps count
// for no bound, and a hint costs no elision.
func (an *lifetimeAnalysis) tryNoUnwind(l *Lifetime, fixed Lifetime) {
	calm := *an
	calm.inFrames, calm.unwinds = false, false
	if calm.decideOnce(&fixed); fixed.Miss != nil {
		l.Miss.Fix = ""
	}
}

// heldInFrame reports whether the handle is stored in another coroutine's frame.
func (an *lifetimeAnalysis) heldInFrame() bool {
	an.mayHold(an.life.Begin)
	for h := range an.holders {
		if h.Op != ir.OpAlloca {
			return true
		}
	}
	return false
}

// decideOnce decides one lifetime whose handle is known.
func (an *lifetimeAnalysis) decideOnce(l *Lifetime) {
	for _, u := range l.Begin.Users() {
		if effectOf(u) == ReadsPart {
			l.addPart(u)
		}
	}
	// An unreachable creation is never executed.
	if l.Miss != nil || l.Begin.Block() != an.f.Entry() && !l.Begin.Block().HasPreds() {
		return
	}
	an.begin(l, an.facts.resumeUse(l))
	if i := an.facts.returnsTwice(an.f); i != nil {
		an.miss = missFound{kind: exitLeave, text: "a call that may return twice can bypass the destroy",
			why: MissPath, at: i}
		l.Miss = an.describe(l)
		l.Miss.Fix = "create and destroy the coroutine in a function without such calls"
		return
	}
	w := an.newWalk(an.f)
	w.root = true
	start := an.start(w)
	w.nodes = append(w.nodes, searchNode{b: l.Begin.Block(), at: l.Begin.Next(), s: start, parent: -1})
	done := w.run()
	// IDs are in code order
	slices.SortFunc(an.blocked, func(x, y *ir.Instr) int { return x.ID - y.ID })
	if l.Blockers = an.blocked; an.final {
		l.Blockers = nil
	}
	complete := done && an.afterMiss <= maxAfterMiss && an.miss.text == ""
	if complete && !an.stop {
		an.viaMemory(l)
	}
	switch {
	case an.miss.at != nil:
		l.Miss = an.describe(l)
	case an.use.frees && (an.resumed || start.in.gave):
		l.Miss = &Miss{Kind: MissSelfDestroy, Text: "the coroutine may run to its end, where it frees its own frame",
			Var: l.Var,
			Fix: "suspend the coroutine at its end, and destroy the handle"}
		an.place(l.Miss, l.Begin)
	case start.in.late != nil:
		l.Miss = &Miss{Kind: MissSelfDestroy, Text: "the handle escapes after the coroutine ran to its end, and no " +
			"known function frees the frame's memory", Var: l.Var,
			Fix: "suspend the coroutine at its end, and destroy the handle"}
		an.place(l.Miss, start.in.late)
	case !done:
		an.tooManyPaths(l)
	case an.suspends && an.slept && !an.keptInFrame(l):
		l.Miss = &Miss{Kind: MissPath, Text: "the analysis loses the handle while the function is suspended",
			Var: l.Var,
			Fix: "keep the handle in a variable of the function, and destroy it whether the function is " +
				"resumed or destroyed"}
		an.place(l.Miss, an.lastEnd(l))
	case l.Miss == nil && an.query.Ends:
		l.Ends = an.pastLife(w)
	}
}

// tooManyPaths decides a lifetime after a bound ended the search.
func (an *lifetimeAnalysis) tooManyPaths(l *Lifetime) {
	if an.keptToItself(l) {
		return
	}
	l.Miss = &Miss{Kind: MissBudget, Text: "the function has too many paths to search" + an.bound(), Var: l.Var,
		Fix: "create and destroy the coroutine in a smaller function"}
	an.place(l.Miss, l.Begin)
}

// bound names the bound on all searches of the function, if the searches reached that one.
func (an *lifetimeAnalysis) bound() string {
	if an.spent <= an.maxSteps() {
		return ""
	}
	return ": the limit is " + strconv.Itoa(an.maxSteps()) + " blocks for all its coroutines"
}

// maxSteps is the bound on the steps of all searches of the function.
func (an *lifetimeAnalysis) maxSteps() int { return maxStepsFunc + stepsBlock*an.blocks }

// pastLife returns the blocks at which the frame's lifetime has ended. A complete search did not
// reach them, because every path to them destroys the frame, and each is a successor of a block in
// which the frame may be alive. The search does not cover code that the function runs while it is
// suspended, so no such block is in the result.
func (an *lifetimeAnalysis) pastLife(w *pathSearch) []*ir.Block {
	const alive, looked = 1, 2
	marks := make([]uint8, len(w.fn.blocks)) // by place
	mark := func(b *ir.Block) *uint8 { return &marks[w.fn.blockNo(b)] }
	for k := range w.nodes {
		if n := &w.nodes[k]; n.at == n.b.FirstNonPhi() {
			*mark(n.b) |= alive
		}
	}
	var past, buf []*ir.Block
	look := func(b *ir.Block) {
		buf = b.Succs(buf[:0])
		for _, s := range buf {
			if m := mark(s); *m == 0 {
				*m = looked
				if !an.suspends || !an.whileAsleep(s) {
					past = append(past, s)
				}
			}
		}
	}
	look(an.life.Begin.Block())
	for k := range w.nodes {
		if b := w.nodes[k].b; *mark(b) == alive {
			*mark(b) |= looked // visit its successors once
			look(b)
		}
	}
	return past
}

func (l *Lifetime) addPart(u *ir.Instr) {
	k, ok := u.Arg(1).(*ir.Const)
	switch {
	case !ok || !k.IsInt():
	case k.IsZero():
		l.Resumes = append(l.Resumes, u)
	case k.Uint64() == 1:
		l.Destroys = append(l.Destroys, u)
	}
}

// begin starts the search for another creation.
func (an *lifetimeAnalysis) begin(l *Lifetime, use partUse) {
	an.creationSearch = creationSearch{life: l, use: use, inFrames: an.inFrames,
		ended: frameEnds{at: map[*ir.Instr]bool{}, asleep: map[*ir.Instr]bool{}},
		subs:  map[*ir.Instr]bool{}, blockers: map[*ir.Instr]bool{}, others: map[*ir.Instr]bool{}, callers: map[*ir.Func]bool{}}
}

// start returns the state right after the creation: which variables' addresses have escaped, and
// which conditions hold because every path to the creation takes the same edge of a branch.
func (an *lifetimeAnalysis) start(w *pathSearch) *abstractState {
	s := an.facts.newAbstractState()
	begin := an.life.Begin
	w.before = &creationPoint{an: an, fn: w.fn, begin: begin, preds: an.leadingTo(begin.Block()),
		known: map[*ir.Instr]bool{}}
	d := an.domTree()
	b := begin.Block()
	for range maxDominatingIf {
		p := b.SinglePred()
		if p != nil && p != b {
			w.assumeEdge(s, p, b)
		}
		up := d.IDom(b)
		if up == nil {
			break
		}
		b = up
	}
	return s
}

// mayHold reports whether the handle may be stored to a variable, or to another coroutine's frame.
func (an *lifetimeAnalysis) mayHold(base ir.Value) bool {
	if an.holders == nil {
		an.holders = map[*ir.Instr]bool{}
		work := ir.NewWorklist(an.life.Begin)
		holder := func(v ir.Value) {
			if a := ir.AsInstr(ir.Underlying(v)); a != nil && (a.Op == ir.OpAlloca ||
				a.IsCall() && effectOf(a) == Begins) {
				an.holders[a] = true
				work.Add(a)
			}
		}
		for v := range work.All {
			for u := v.FirstUse(); u != nil; u = u.Next() {
				switch i := u.User(); i.Op {
				case ir.OpGEP:
					if v != an.life.Begin {
						work.Add(i)
					}
				case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect,
					ir.OpFreeze, ir.OpInsertValue, ir.OpExtractValue,
					ir.OpPtrToInt, ir.OpIntToPtr:
					work.Add(i)
				case ir.OpLoad:
					if i.Type().IsPtr() {
						work.Add(i)
					}
				case ir.OpStore:
					if u.Index() == 0 {
						holder(i.Arg(1))
					}
				case ir.OpCall, ir.OpInvoke:
					f := i.CalledFunc()
					switch {
					case f != nil && f.Intrinsic().IsMemCopy():
						holder(i.Arg(0))
					case (v == an.life.Begin || v.Op == ir.OpAlloca) && (f == nil || !f.IsIntrinsic()):
						for k := range i.NumCallArgs() {
							if i.Arg(k).Type().IsPtr() {
								holder(i.Arg(k))
							}
						}
					}
				}
			}
		}
	}
	i := ir.AsInstr(base)
	return i != nil && an.holders[i]
}

// isVariable reports whether the search should track another coroutine's frame, given by its
// coro.begin, as it tracks a local variable. That must be useful: the handle is stored in the
// frame. And it must be safe:
//
//   - The frame's memory is used only through the coro.begin.
//   - The frame is not created again before the analysed creation.
//   - No address in an earlier instance of the frame is live at the analysed creation.
func (an *lifetimeAnalysis) isVariable(x *ir.Instr) bool {
	is, ok := an.others[x]
	if !ok {
		is = an.inFrames && an.mayHold(x) && an.onlyByBegin(x) && !an.again(x.Block(), an.life.Begin.Block()) &&
			!an.neededAtBegin(x, 0)
		an.others[x] = is
	}
	return is
}

// onlyByBegin reports whether the memory that a coro.begin receives is used only through the result
// of the coro.begin.
func (an *lifetimeAnalysis) onlyByBegin(begin *ir.Instr) bool {
	work := ir.NewWorklist(begin.Arg(1))
	for v := range work.All {
		mem := ir.AsInstr(v)
		if mem == nil {
			continue
		}
		if mem.Op != ir.OpPhi && !mem.IsCall() {
			return false
		}
		for u := mem.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpPhi:
				work.Add(i)
			case i != begin && i.Op != ir.OpICmp:
				return false
			}
		}
		for k := 0; mem.Op == ir.OpPhi && k < mem.NumArgs(); k++ {
			work.Add(mem.Arg(k))
		}
	}
	return true
}

// neededAtBegin reports whether x, or an address computed from it, may be used after the creation
// although it was computed before it.
func (an *lifetimeAnalysis) neededAtBegin(x *ir.Instr, depth int) bool {
	begin := an.life.Begin
	lf := an.funcInfo(an.f)
	if x.Block() == begin.Block() && x.ComesBefore(begin) || lf.liveAt(int32(x.ID), lf.blockNo(begin.Block())) ||
		depth > maxRootPath {
		return true
	}
	for u := x.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); (offset(i) || i.Op == ir.OpGEP) && u.Index() == 0 && an.neededAtBegin(i, depth+1) {
			return true
		}
	}
	return false
}

// sawPart records that a path reads a function pointer, from this frame (handle) or from another.
func (an *lifetimeAnalysis) sawPart(i *ir.Instr, handle bool) {
	always, ok := an.subs[i]
	if !ok {
		an.subList = append(an.subList, i)
	}
	an.subs[i] = handle && (always || !ok)
}

// block records a call that receives the handle, or something that leads to the frame.
func (an *lifetimeAnalysis) block(i *ir.Instr, g *ir.Func) {
	if g == nil || !an.facts.body(g) {
		an.unreadable[i] = true
	}
	an.blocker(i)
}

func (an *lifetimeAnalysis) blocker(i *ir.Instr) {
	if an.blockers[i] || i.CalledFunc() == nil || i.CalledFunc().IsIntrinsic() {
		return
	}
	an.blockers[i] = true
	an.blocked = append(an.blocked, i)
}

// viaMemory adds the reads of function pointers whose handle comes from memory or from a phi, if
// every execution of the read is proved to use this frame's handle.
func (an *lifetimeAnalysis) viaMemory(l *Lifetime) {
	for _, i := range an.subList {
		if !an.mayReadFrame(i) {
			continue
		}
		ir.Put(&l.ViaMemory, i, true)
		l.addPart(i)
	}
}

// mayReadFrame reports whether the search has seen nothing so far because of which viaMemory would
// leave out a read of a function pointer.
func (an *lifetimeAnalysis) mayReadFrame(i *ir.Instr) bool {
	begin := an.life.Begin
	return an.subs[i] && i.Arg(0) != ir.Value(begin) && i.Block() != nil && an.domTree().InstrDominates(begin, i) &&
		!an.reachedAfterEnd(i) && !(an.suspends && an.whileAsleep(i.Block()))
}

// reachedAfterEnd reports whether an instruction may be executed after the frame is destroyed and
// before it is created again.
func (an *lifetimeAnalysis) reachedAfterEnd(i *ir.Instr) bool {
	work := ir.NewWorklist[*ir.Block]()
	for _, e := range an.ended.list {
		b := e.Block()
		if b == i.Block() && e != i && e.ComesBefore(i) {
			return true
		}
		work.Add(b.Succs(nil)...)
	}
	for b := range work.All {
		if b == an.life.Begin.Block() {
			continue
		}
		if an.reached++; an.reached > maxReachBlocks || b == i.Block() {
			return true
		}
		work.Add(b.Succs(nil)...)
	}
	return false
}

// whileAsleep reports whether the function may execute a block while it is suspended. The search
// skips such blocks.
func (an *lifetimeAnalysis) whileAsleep(b *ir.Block) bool {
	if an.asleep == nil {
		work := ir.NewWorklist[*ir.Block]()
		for i := range an.f.Instrs() {
			if i.Op != ir.OpCall || effectOf(i) != Suspends {
				continue
			}
			if s, k := ir.SuspendEdge(i.Block().Terminator(), -1); s == i && i.HasOneUse() {
				work.Add(i.Block().Succs(nil)[k])
			} else {
				work.Add(i.Block())
			}
		}
		for x := range work.All {
			work.Add(x.Succs(nil)...)
		}
		an.asleep = &work
	}
	return an.asleep.Has(b)
}

// keptInFrame reports whether a later pass will see that the frame is alive while the function is
// suspended: the handle itself, and not only memory that holds it, is used after the suspend.
func (an *lifetimeAnalysis) keptInFrame(l *Lifetime) bool {
	for _, e := range an.ended.list {
		lost, slept := an.ended.asleep[e]
		if !slept {
			continue
		}
		if lost {
			return false
		}
		sub := ir.AsInstr(e.Callee())
		for sub != nil && sub.Op == ir.OpBitCast {
			sub = ir.AsInstr(sub.Arg(0))
		}
		if sub != nil && l.ViaMemory[sub] || an.derived(e.Arg(0)) {
			continue
		}
		return false
	}
	return len(an.ended.asleep) > 0
}

// keptToItself decides a lifetime if there are too many paths to search: the frame may lie in the
// function if the creation is executed at most once, and no path lets an address within the frame
// escape from the function.
func (an *lifetimeAnalysis) keptToItself(l *Lifetime) bool {
	if an.suspends || an.use.away || an.use.frees || an.use.leaves || an.again(l.Begin.Block(), nil) {
		return false
	}
	fl := newFlow(an.facts, an.use.keeps, 1)
	defer fl.done()
	fl.life = l
	fl.mark(l.Begin, itself|inside)
	fl.run()
	return !fl.use.away
}

// lastEnd returns the last place found at which the frame is destroyed, or its creation.
func (an *lifetimeAnalysis) lastEnd(l *Lifetime) *ir.Instr {
	if n := len(an.ended.list); n > 0 {
		return an.ended.list[n-1]
	}
	return l.Begin
}

// derived reports whether v is the handle, or merges it with other values by phis and selects,
// without memory between.
func (an *lifetimeAnalysis) derived(v ir.Value) bool {
	seen := map[ir.Value]bool{}
	work := []ir.Value{v}
	for len(work) > 0 && len(seen) < 32 {
		i := ir.AsInstr(work[len(work)-1])
		work = work[:len(work)-1]
		if i == nil || seen[i] {
			continue
		}
		if i == an.life.Begin {
			return true
		}
		seen[i] = true
		switch i.Op {
		case ir.OpPhi, ir.OpSelect:
			for k := range i.NumArgs() {
				work = append(work, i.Arg(k))
			}
		case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpGEP, ir.OpPtrToInt, ir.OpIntToPtr:
			work = append(work, i.Arg(0))
		}
	}
	return false
}

// forbid records an instruction that decides the lifetime, whatever the paths.
func (an *lifetimeAnalysis) forbid(w *pathSearch, i *ir.Instr, kind MissKind, text string) {
	if an.miss.text == "" {
		an.miss = missFound{kind: exitLeave, text: text, why: kind, at: w.at(i)}
	}
}
