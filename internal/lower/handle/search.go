package handle

// The search for a path on which a coroutine's frame is not destroyed: breadth first from its
// creation over pairs of a block and what is known there, so that the first path found is a
// shortest one. A callee's body is searched in the same way for each call of it.
//
// What a state is. A node of the search is a block and a lifeState (state.go): for some results and
// parameters, and for some slots of local variables and of the frame, one fact each (it is the
// handle, or so many bytes into the frame; an address in a local variable; a constant; a function
// pointer read from the frame); which local variables' addresses others know; whether, and by which
// instruction, others know the handle; whether the function suspended since the creation. What is
// not in the state is unknown: it may be anything, and what is done with it is what the worst would
// do. So a state stands for all executions that agree with its facts, and to drop a fact only adds
// executions. The exceptions are addresses, which must not be lost: a fact "this slot holds the
// handle" that is dropped would hide a way by which others get at it. Whatever drops one says that
// others know the address from then on (publish), which is the worst.
//
// When one covers another. A path that comes to a block with state t need not be followed if one
// came with s, and s covers t: each fact of s is one of t, both have the same facts about
// addresses, and what others know is the same, or less in s for local variables only where t has it
// too. Then each execution from t is one from s, but that t may know better; a path without a
// destroy from t is one from s. It may be that t's knowledge would have ruled the path out that s
// finds: this loses an elision and never makes a wrong one.
//
// Why it ends. The facts come from a set that has a bound: constants and addresses of the function,
// and offsets. Only counting can go on for ever (a loop that adds one), so that from the
// maxStatesWiden-th state of a block on numbers are dropped, more with each dozen (widen): what is
// left are the handle itself, null, and which variable an address points into, of which there are
// finitely many. Facts about values that are not needed any more go when an edge is taken, so that
// they do not tell states apart. A block that still collects maxStatesBlock states, or a search
// that takes too many steps, ends with "too many paths", which is a miss.
//
// Callees. A call that gets the handle, or an address of a variable, is done in one of three ways,
// and which one depends on nothing but the callee and the state. What the callee does with its
// parameters (facts.go) may show that it cannot touch what matters (aside). Else its body is walked
// with what is known of the arguments (nested): a walk of its own, of which the ends are the ways
// in which the call comes back. Else its attributes must do (opaque).

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// Bounds on the search for one lifetime and for all of a function. Behind them, what the end-to-end
// programs need (2,272 searches and 216,522 walks, clang 22 and 19 at -O2): the median, 99 of 100,
// all.
const (
	maxStatesBlock = 64 // 1, 2, 38
	// states of a block from which on numbers are forgotten: a loop counts. One walk in a thousand
	// comes so far
	maxStatesWiden = 12
	// blocks walked for the sake of blockers when a path is found: 0, 400, 400; more blockers bring
	// no elision there
	maxAfterMiss    = 400
	maxStepsFunc    = 200000 // blocks, callees' among them: 234, 5,016, 5,245. It is there for generated code
	maxReachBlocks  = 100000 // not come near
	maxDominatingIf = 64     // branches above a creation that are looked at
)

// exitKind is a way in which a path ends with the frame alive.
type exitKind uint8

const (
	exitNone  exitKind = iota
	exitLeave          // by a terminator, or a coroutine's end
	exitThrow          // by an exception out of a plain call
	exitJump           // by a jump out of a call, as longjmp does
	exitAgain          // back at the creation
	exitTail           // by a musttail call that destroys the frame
)

// lifeAnalysis is what the searches of one function share, and the search for one lifetime under
// way.
type lifeAnalysis struct {
	m        *ir.Module
	f        *ir.Func
	suspends bool
	private  bool // locals are the thread's own: an address that others may use must not be a local's
	// unwinds: an exception out of a plain call ends the function, and others can use the handle
	// afterwards. A coroutine's frame outlives that, but is destroyed without the frames in it.
	// Behind main there is no one.
	unwinds bool
	facts   *Facts
	dom     *ir.DomTree // made on demand
	loops   []int32     // the same: see loopsOf
	funcs   map[*ir.Func]*lifeFunc
	// captured: variables of which the address may become known elsewhere, at whatever time
	captured map[*ir.Instr]bool
	blocks   int
	spent    int // steps of all searches
	followed int // blocks that always followed
	reached  int // blocks looked at by reachedAfterEnd
	around   int // blocks looked at by again

	life        *Lifetime
	use         partUse // what the coroutine does with its frame
	resumed     bool    // some path may run the resume part
	inFrames    bool    // frames of other coroutines are followed as variables
	steps       int
	nestedSteps int
	ends        int
	endAt       map[*ir.Instr]bool
	endList     []*ir.Instr
	endSlept    map[*ir.Instr]bool // ends after a suspend; true: one that leaves no direct use of the handle
	endedSlept  bool
	slept       bool
	subs        map[*ir.Instr]bool // coro.subfn.addr seen; true: always of the handle
	subList     []*ir.Instr
	miss        missFound
	afterMiss   int
	blockers    map[*ir.Instr]bool
	blocked     []*ir.Instr
	slots       []int32
	steppedOn   map[*ir.Block]Step // blocks in words
	asleep      map[*ir.Block]bool // made on demand
	others      map[*ir.Instr]bool // of isVariable
	// made on demand: variables that the handle is stored to, as far as is seen without looking
	// into callees
	holders      map[*ir.Instr]bool
	callers      map[*ir.Func]bool  // whether a function calls a part of the coroutine by name
	wantEnds     bool               // Lifetime.Ends is asked for
	unreadable   map[*ir.Instr]bool // calls at which the callee is not known or has no body
	lives        []*Lifetime        // all that are asked about
	threads      *threads           // made on demand
	marks        []uint8            // of between, all zero; nil: in use, or not made
	exitTree     *exitTree          // made on demand
	readsAsked   bool               // readsUnknown was asked, and the answer
	unknownReads bool
	readsOf      ir.Value // a variable, and at which offsets pointers are read from it (Facts.Summary); nil: not asked
	reads        map[int64]bool
}

// missFound is the first path found, or the instruction that settles the matter at once.
type missFound struct {
	kind exitKind
	text string   // set: an escape that forbids elision whatever the paths
	why  MissKind // with text
	at   *ir.Instr
	s    *lifeState
	path []*ir.Block
}

func newLifeAnalysis(fa *Facts, f *ir.Func) *lifeAnalysis {
	suspends := fa.Suspends(f)
	return &lifeAnalysis{
		facts: fa, m: fa.M, f: f, suspends: suspends, blocks: f.NumBlocks(),
		unwinds: !f.HasAttr("nounwind") && f.Name != "main" && fa.Target.Unwinds(), private: fa.Target.PrivateLocals(),
		funcs: map[*ir.Func]*lifeFunc{}, captured: map[*ir.Instr]bool{}, unreadable: map[*ir.Instr]bool{},
		steppedOn: map[*ir.Block]Step{},
	}
}

func (an *lifeAnalysis) domTree() *ir.DomTree {
	if an.dom == nil {
		an.funcInfo(an.f) // the dominator tree goes by block numbers
		an.dom = ir.NewDomTree(an.f)
	}
	return an.dom
}

// decide finds out about one creation. Frames of other coroutines that the handle is stored in are
// followed only where it does not do without: what they hold makes the states many.
func (an *lifeAnalysis) decide(l *Lifetime) {
	if l.Begin == nil {
		return
	}
	if an.search(l); l.Miss == nil && an.private {
		if l.Miss = an.staysPrivate(l); l.Miss != nil {
			l.Ends = nil
		}
	}
}

// search finds out whether the frame is destroyed on all paths.
func (an *lifeAnalysis) search(l *Lifetime) {
	l.Var = HolderOf(an.m, an.f, l.Begin)
	again := *l
	an.inFrames = false
	mark := an.facts.memory.marked()
	defer func() { an.facts.memory.releaseStates(mark) }()
	an.decideOnce(l)
	if l.Miss == nil || again.Miss != nil || !an.heldInFrame() {
		return
	}
	an.inFrames = true
	if an.decideOnce(&again); again.Miss == nil {
		*l = again
	}
}

// heldInFrame reports that the handle is stored in another coroutine's frame.
func (an *lifeAnalysis) heldInFrame() bool {
	an.mayHold(an.life.Begin)
	for h := range an.holders {
		if h.Op != ir.OpAlloca {
			return true
		}
	}
	return false
}

// decideOnce finds out about one creation, of which the handle is known.
func (an *lifeAnalysis) decideOnce(l *Lifetime) {
	for _, u := range l.Begin.Users() {
		if an.facts.Effect(u) == ReadsPart {
			l.addPart(u)
		}
	}
	// A creation that no path reaches is never executed.
	if l.Miss != nil || l.Begin.Block() != an.f.Entry() && !l.Begin.Block().HasPreds() {
		return
	}
	an.reset(l, an.facts.resumeUse(l))
	if i := an.facts.returnsTwice(an.f); i != nil {
		an.miss = missFound{kind: exitLeave, text: "a call that may return twice can bypass the destroy",
			why: MissPath, at: i}
		l.Miss = an.describe(l)
		l.Miss.Fix = "create and destroy the coroutine in a function without such calls"
		return
	}
	if an.plain(l) {
		return
	}
	sure := an.always(l)
	if sure && !an.readsUnknown() {
		return
	}
	ends := l.Ends
	l.Ends = nil
	w := an.newWalk(an.f)
	w.root = true
	start := an.start(w)
	w.nodes = append(w.nodes, lifeNode{b: l.Begin.Block(), at: l.Begin.Next(), s: start, parent: -1})
	done := w.run()
	slices.SortFunc(an.blocked, func(x, y *ir.Instr) int { return x.ID - y.ID }) // numbered in the order of the code
	l.Blockers = an.blocked
	if done && an.afterMiss <= maxAfterMiss && an.miss.text == "" {
		an.viaMemory(l)
	}
	switch {
	case sure && an.miss.text == "":
		l.Ends = ends
	case an.miss.at != nil:
		l.Miss = an.describe(l)
	case an.use.frees && (an.resumed || start.in.gave):
		l.Miss = &Miss{Kind: MissSelfDestroy, Text: "the coroutine may run to its end, where it frees its own frame",
			Var: l.Var,
			Fix: "suspend the coroutine at its end, and destroy the handle"}
		an.place(l.Miss, l.Begin)
	case !done && an.keptToItself(l):
	case !done:
		l.Miss = &Miss{Kind: MissBudget, Text: "the function has too many paths to search" + an.bound(), Var: l.Var,
			Fix: "create and destroy the coroutine in a smaller function"}
		an.place(l.Miss, l.Begin)
	case an.suspends && an.slept && !an.keptInFrame(l):
		l.Miss = &Miss{Kind: MissPath, Text: "the analysis loses the handle while the function is suspended",
			Var: l.Var,
			Fix: "keep the handle in a variable of the function, and destroy it whether the function is " +
				"resumed or destroyed"}
		an.place(l.Miss, an.lastEnd(l))
	case l.Miss == nil && an.wantEnds:
		l.Ends = an.pastLife(w)
	}
}

// bound names the bound that the searches of the function have come to, if that is the one on all
// of them.
func (an *lifeAnalysis) bound() string {
	if an.spent <= maxStepsFunc {
		return ""
	}
	return ": the limit is " + strconv.Itoa(maxStepsFunc) + " blocks for all its coroutines"
}

// pastLife gives the blocks to which a complete search came no more because the frame was destroyed
// on every way to them: those that follow one in which it may be alive. What the function does
// while it is suspended was not searched, and is not among them.
func (an *lifeAnalysis) pastLife(w *lifeWalk) []*ir.Block {
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
			*mark(b) |= looked // its successors, once
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

// reset begins with another creation.
func (an *lifeAnalysis) reset(l *Lifetime, use partUse) {
	an.life, an.use = l, use
	an.steps, an.nestedSteps, an.ends, an.afterMiss = 0, 0, 0, 0
	an.endedSlept, an.slept = false, false
	an.endAt, an.endList, an.endSlept = map[*ir.Instr]bool{}, nil, map[*ir.Instr]bool{}
	an.subs, an.subList = map[*ir.Instr]bool{}, nil
	an.miss = missFound{}
	an.blockers, an.blocked = map[*ir.Instr]bool{}, nil
	an.holders, an.others = nil, map[*ir.Instr]bool{}
	an.callers = map[*ir.Func]bool{}
	an.resumed = false
}

// start is what is known where the frame has just begun: which variables' addresses are known
// elsewhere, and which way the branches went that lead here on every path.
func (an *lifeAnalysis) start(w *lifeWalk) *lifeState {
	s := an.facts.newLifeState()
	begin := an.life.Begin
	before := an.leadingTo(begin.Block())
	// What comes later is followed when the walk comes to it.
	later := func(i *ir.Instr) bool {
		b := i.Block()
		return !before.has(b) && (b != begin.Block() || !i.ComesBefore(begin))
	}
	home := w.fn.blockNo(begin.Block())
	needed := func(i *ir.Instr) bool {
		return i.Block() == begin.Block() && i.ComesBefore(begin) || w.fn.liveAt(int32(i.ID), home)
	}
	w.asked = map[*ir.Instr]bool{}
	w.initial = func(a *ir.Instr) bool {
		ever, ok := an.captured[a]
		if !ok {
			if an.mayHold(a) {
				ever = an.facts.aliased(a, 0, nil, nil)
				an.captured[a] = ever
			} else {
				ever = an.facts.aliased(a, maxUseDepth, nil, nil) // as far as is seen without callees: a quick answer
			}
		}
		return ever && an.facts.aliased(a, 0, later, needed)
	}
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

// mayHold reports a variable that the handle is stored to somewhere.
func (an *lifeAnalysis) mayHold(base ir.Value) bool {
	if an.holders == nil {
		an.holders = map[*ir.Instr]bool{}
		seen := map[*ir.Instr]bool{}
		work := []*ir.Instr{an.life.Begin}
		add := func(i *ir.Instr) {
			if !seen[i] {
				seen[i] = true
				work = append(work, i)
			}
		}
		holder := func(v ir.Value) {
			if a := ir.AsInstr(ir.Underlying(v)); a != nil && (a.Op == ir.OpAlloca ||
				a.IsCall() && an.facts.Effect(a) == Begins) {
				an.holders[a] = true
				add(a)
			}
		}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			for u := v.FirstUse(); u != nil; u = u.Next() {
				switch i := u.User(); i.Op {
				case ir.OpGEP:
					if v != an.life.Begin {
						add(i)
					}
				case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect,
					ir.OpFreeze, ir.OpInsertValue, ir.OpExtractValue,
					ir.OpPtrToInt, ir.OpIntToPtr:
					add(i)
				case ir.OpLoad:
					if i.Type().IsPtr() {
						add(i)
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

// isVariable reports the creation of another coroutine, by its coro.begin, of which the frame can
// be followed as a local variable is, and that is worth it: the handle is stored there, nothing
// else leads into it, it is not created again before the coroutine that is looked at is, and no
// address in the one of the time before is needed still where that is created.
func (an *lifeAnalysis) isVariable(x *ir.Instr) bool {
	is, ok := an.others[x]
	if !ok {
		is = an.inFrames && an.mayHold(x) && an.onlyByBegin(x) && !an.again(x.Block(), an.life.Begin.Block()) &&
			!an.neededAtBegin(x, 0)
		an.others[x] = is
	}
	return is
}

// onlyByBegin reports that the memory which a coro.begin gets is used through its result alone.
func (an *lifeAnalysis) onlyByBegin(begin *ir.Instr) bool {
	seen := map[*ir.Instr]bool{}
	for work := []*ir.Instr{ir.AsInstr(begin.Arg(1))}; len(work) > 0; {
		mem := work[len(work)-1]
		work = work[:len(work)-1]
		if mem == nil || seen[mem] {
			continue
		}
		seen[mem] = true
		if mem.Op != ir.OpPhi && !mem.IsCall() {
			return false
		}
		for u := mem.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpPhi:
				work = append(work, i)
			case i != begin && i.Op != ir.OpICmp:
				return false
			}
		}
		for k := 0; mem.Op == ir.OpPhi && k < mem.NumArgs(); k++ {
			work = append(work, ir.AsInstr(mem.Arg(k)))
		}
	}
	return true
}

// neededAtBegin reports that a value, or an address computed from it, may be used behind the
// creation though it was computed before.
func (an *lifeAnalysis) neededAtBegin(x *ir.Instr, depth int) bool {
	begin := an.life.Begin
	lf := an.funcInfo(an.f)
	if x.Block() == begin.Block() && x.ComesBefore(begin) || lf.liveAt(int32(x.ID), lf.blockNo(begin.Block())) ||
		depth > maxRootPath {
		return true
	}
	for u := x.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); (i.Op == ir.OpGEP || i.Op == ir.OpBitCast) && u.Index() == 0 && an.neededAtBegin(i, depth+1) {
			return true
		}
	}
	return false
}

// sawPart notes that a path reads a function pointer, of the handle or of another.
func (an *lifeAnalysis) sawPart(i *ir.Instr, handle bool) {
	was, ok := an.subs[i]
	if !ok {
		an.subList = append(an.subList, i)
	}
	an.subs[i] = handle && (was || !ok)
}

// block notes a call that something about the frame goes through.
func (an *lifeAnalysis) block(i *ir.Instr, g *ir.Func) {
	t := an.facts.traces
	if t != nil {
		t.blocked = true
	}
	if g == nil || !an.facts.body(g) {
		an.unreadable[i] = true
		if t != nil {
			t.unreadable = true
		}
	}
	an.blocker(i)
}

func (an *lifeAnalysis) blocker(i *ir.Instr) {
	if an.blockers[i] || i.CalledFunc() == nil || i.CalledFunc().IsIntrinsic() {
		return
	}
	an.blockers[i] = true
	an.blocked = append(an.blocked, i)
}

// viaMemory adds the reads of function pointers of which the handle comes from memory or merges,
// and is proved to be this one whenever they are executed.
func (an *lifeAnalysis) viaMemory(l *Lifetime) {
	d := an.domTree()
	for _, i := range an.subList {
		if !an.subs[i] || i.Arg(0) == ir.Value(l.Begin) || i.Block() == nil ||
			!d.InstrDominates(l.Begin, i) || an.reachedAfterEnd(i) ||
			an.suspends && an.whileAsleep(i.Block()) {
			continue
		}
		if l.ViaMemory == nil {
			l.ViaMemory = map[*ir.Instr]bool{}
		}
		l.ViaMemory[i] = true
		l.addPart(i)
	}
}

// reachedAfterEnd reports that an instruction may be executed after the frame was destroyed and
// before it is created again.
func (an *lifeAnalysis) reachedAfterEnd(i *ir.Instr) bool {
	seen := map[*ir.Block]bool{}
	var work []*ir.Block
	for _, e := range an.endList {
		b := e.Block()
		if b == i.Block() && e != i && e.ComesBefore(i) {
			return true
		}
		work = b.Succs(work)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || b == an.life.Begin.Block() {
			continue
		}
		if an.reached++; an.reached > maxReachBlocks || b == i.Block() {
			return true
		}
		seen[b] = true
		work = b.Succs(work)
	}
	return false
}

// whileAsleep reports a block that the function may execute while it is suspended, which the search
// leaves out.
func (an *lifeAnalysis) whileAsleep(b *ir.Block) bool {
	if an.asleep == nil {
		an.asleep = map[*ir.Block]bool{}
		var work []*ir.Block
		for x := an.f.Entry(); x != nil; x = x.Next() {
			for i := x.First(); i != nil; i = i.Next() {
				if i.Op != ir.OpCall || an.facts.Effect(i) != Suspends {
					continue
				}
				t := x.Terminator()
				if t != nil && t.Op == ir.OpSwitch && t.Arg(0) == ir.Value(i) && i.HasOneUse() {
					work = append(work, t.Arg(1).(*ir.Block))
				} else {
					work = append(work, x)
				}
			}
		}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if !an.asleep[x] {
				an.asleep[x] = true
				work = x.Succs(work)
			}
		}
	}
	return an.asleep[b]
}

// keptInFrame reports that a frame which is alive while the function is suspended will be seen to
// be: the handle itself, not just memory that holds it, is used behind the suspend.
func (an *lifeAnalysis) keptInFrame(l *Lifetime) bool {
	for _, e := range an.endList {
		lost, slept := an.endSlept[e]
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
	return an.endedSlept
}

// keptToItself is the answer where the paths are too many to look at: the creation is executed
// once, and no address within the frame gets out of the function, on whatever path.
func (an *lifeAnalysis) keptToItself(l *Lifetime) bool {
	if an.suspends || an.use.away || an.use.frees || an.use.leaves || an.again(l.Begin.Block(), nil) {
		return false
	}
	fl := newFlow(an.facts, an.use.keeps, 1)
	fl.life = l
	fl.mark(l.Begin, itself|inside)
	fl.run()
	return !fl.use.away
}

// lastEnd is the last place at which the frame was found to be destroyed, or its creation.
func (an *lifeAnalysis) lastEnd(l *Lifetime) *ir.Instr {
	if n := len(an.endList); n > 0 {
		return an.endList[n-1]
	}
	return l.Begin
}

// derived reports a value that is the handle or merges it with others, without memory between.
func (an *lifeAnalysis) derived(v ir.Value) bool {
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

// privateEscape notes that the handle goes where a local variable's address may not.
func (an *lifeAnalysis) privateEscape(w *lifeWalk, i *ir.Instr, text string) {
	an.forbid(w, i, MissAddrSpace, text)
}

// forbid notes an instruction that settles the matter, whatever the paths.
func (an *lifeAnalysis) forbid(w *lifeWalk, i *ir.Instr, kind MissKind, text string) {
	if t := an.facts.traces; t != nil && !t.forbids {
		t.forbids, t.why, t.text = true, kind, text
	}
	if an.miss.text == "" {
		an.miss = missFound{kind: exitLeave, text: text, why: kind, at: w.at(i)}
	}
}
