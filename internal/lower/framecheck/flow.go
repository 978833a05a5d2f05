package framecheck

// The walk: sets of things and values on every edge, joined until nothing changes, and then the events told of once more.

import (
	"math/bits"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// set is a bit set.
type set []uint64

func (s set) has(k int) bool { return s[k>>6]>>(k&63)&1 != 0 }
func (s set) add(k int)      { s[k>>6] |= 1 << (k & 63) }
func (s set) drop(k int)     { s[k>>6] &^= 1 << (k & 63) }

func (s set) join(t set) bool {
	changed := false
	for k, w := range t {
		if s[k]|w != s[k] {
			s[k] |= w
			changed = true
		}
	}
	return changed
}

// state is what may be at a place on some way there.
type state struct {
	hold  set // objects: it has content of its own. Spills: the slot may hold nothing, or what the value was before
	clob  set // something else may lie over what the thing holds
	alive set // objects: the lifetime has begun and not ended
	known set // objects: others know the address
	stale set // values computed in front of a suspend that lies between
	all   set // the above, one behind the other
	begun bool
	way   int // of what is behind a coro.save
}

// The ways in which a block is run.
const (
	inRamp    = iota // before anything was resumed
	inPart           // behind a suspend
	resumed          // the block behind a suspend, resumed there
	destroyed        // and destroyed
	numWays
)

type flow struct {
	c         *checker
	blocks    []*ir.Block
	placeOf   map[*ir.Block]int
	events    [][]event
	all       walk      // of everything
	part      walk      // of what runs from one coro.save, or from behind one suspend, to the next coro.save
	saved     []*state  // by suspend: what may be behind its coro.save
	succs     [][]int32 // by node: the nodes that follow, once they were asked for
	drops     [][]int32 // by block: the numbered values that it computes
	dirty     []bool
	again     []int             // suspends of which the walk is to be made again
	now       *walk             // under way
	threads   map[threadKey]int // blocks that are entered knowing where they leave: places behind those of blocks
	threaded  []thread
	steps     int
	spare     []*state // used no more
	fresh     []state  // not used yet, and their words
	words     set
	escapes   bool // others get to know an address
	single    bool // what happens behind a coro.save changes nothing where the coroutine comes to rest
	scratch   [3]*state
	suspendNo map[*ir.Instr]int
	suspendOf map[*ir.Instr]int // by coro.save
	behind    []int             // by suspend: place of the block behind it
	suspendAt []int             // by place of the block behind; -1: no suspend
	final     int               // -1: none
	valueNo   map[ir.Value]int32
	values    []ir.Value
	telling   bool
	told      map[*ir.Instr]bool
}

// thread is a block entered by an edge that tells which way its branch goes: what it tests is a phi of its own, of constants.
type thread struct {
	at int // the block's place
	to *ir.Block
}

type threadKey struct{ from, to int }

// walk is states in front of blocks, by node: place*numWays + way.
type walk struct {
	suspend int // -1: all
	resumed bool
	in      []*state // nil: not reached
	waits   []bool   // to be looked at
	next    int      // of all: no node in front of it waits
	work    []int    // of parts: those that wait
	reached []int    // of parts: those with a state
}

// wait has a block looked at again.
func (w *walk) wait(node int) {
	if w.suspend < 0 {
		w.next = min(w.next, node)
	} else if !w.waits[node] {
		w.work = append(w.work, node)
	}
	w.waits[node] = true
}

// take gives a block that waits; of all blocks the first.
func (w *walk) take() (node int, ok bool) {
	if w.suspend >= 0 {
		if len(w.work) == 0 {
			return 0, false
		}
		node = w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		w.waits[node] = false
		return node, true
	}
	for ; w.next < len(w.waits); w.next++ {
		if w.waits[w.next] {
			w.waits[w.next] = false
			return w.next, true
		}
	}
	return 0, false
}

// maxWords bounds the memory of the sets of all blocks, in words of 8 bytes.
const maxWords = 16 << 20

// newFlow lists the events of all blocks; nil when the function is too large.
func (c *checker) newFlow(blocks []*ir.Block) *flow {
	fl := &flow{c: c, blocks: blocks, placeOf: map[*ir.Block]int{}, suspendNo: map[*ir.Instr]int{}, suspendOf: map[*ir.Instr]int{},
		suspendAt: make([]int, len(blocks)), final: -1, valueNo: map[ir.Value]int32{}, told: map[*ir.Instr]bool{}}
	for k, b := range blocks {
		fl.placeOf[b], fl.suspendAt[k] = k, -1
	}
	fl.behind = make([]int, len(c.suspends))
	for n, s := range c.suspends {
		fl.suspendNo[s] = n
		if !returns(s) {
			if save, ok := s.Arg(0).(*ir.Instr); ok {
				fl.suspendOf[save] = n
			}
			if ir.IsFinal(s) {
				fl.final = n
			}
		}
		fl.behind[n] = -1
		if next := s.Block().SingleSucc(); next != nil {
			if k, ok := fl.placeOf[next]; ok {
				fl.behind[n] = k
				fl.suspendAt[k] = n
			}
		}
	}
	if c.all {
		fl.numberValues()
	}
	words := (4*(len(c.things)+63) + len(fl.values)) / 64
	if words*len(blocks)*2 > maxWords {
		return nil
	}
	fl.events = make([][]event, len(blocks))
	for k, b := range blocks {
		fl.events[k] = fl.eventsOf(b)
	}
	if !fl.escapes {
		for k := range fl.events {
			fl.events[k] = slices.DeleteFunc(fl.events[k], func(e event) bool {
				return e.kind == evCall || e.kind == evOutside || e.kind == evOutsideW
			})
		}
	}
	fl.thread()
	nodes := (len(blocks) + len(fl.threaded)) * numWays
	fl.all = walk{suspend: -1, in: make([]*state, nodes), waits: make([]bool, nodes), next: nodes}
	fl.succs = make([][]int32, nodes)
	if fl.single = fl.restsSimply(); !fl.single {
		fl.part = walk{in: make([]*state, nodes), waits: make([]bool, nodes)}
	}
	fl.saved, fl.dirty = make([]*state, len(c.suspends)), make([]bool, len(c.suspends))
	return fl
}

// returns reports a suspend of a returned continuation or of an asynchronous coroutine: the coroutine rests there and nowhere else, goes on
// behind it and nowhere else, and nothing of it runs on the way back to the caller.
func returns(suspend *ir.Instr) bool {
	return ir.IsCoro(suspend, ir.CoroSuspendRetcon) || ir.IsCoro(suspend, ir.CoroSuspendAsync)
}

// numberValues numbers the values that a use in another block than their own reads as they are, and that a suspend makes stale.
func (fl *flow) numberValues() {
	add := func(v ir.Value) {
		if _, ok := fl.valueNo[v]; !ok {
			fl.valueNo[v] = int32(len(fl.values))
			fl.values = append(fl.values, v)
		}
	}
	for _, b := range fl.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			w := fl.c.o.of(i)
			for k := range i.NumArgs() {
				if slices.Contains(fl.c.again, i.Arg(k)) {
					continue
				}
				switch v := i.Arg(k).(type) {
				case *ir.Param:
					add(v)
				case *ir.Instr:
					if v.Block() == b || v == fl.c.o.begin || v.Op == ir.OpAlloca || fl.c.o.of(v) == nil && v.Op != ir.OpLoad || w == nil && i.Op != ir.OpStore {
						continue
					}
					if ir.CoroCall(v) == ir.CoroID || ir.CoroCall(v) == ir.CoroSave || i.Op == ir.OpPhi && i.NumArgs() > 1 {
						continue // the skeleton, and what was taken over on the edges
					}
					add(v)
				}
			}
		}
	}
	fl.drops = make([][]int32, len(fl.blocks))
	for k, b := range fl.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if n, ok := fl.valueNo[i]; ok && ir.CoroCall(i) != ir.CoroSuspend && !returns(i) {
				fl.drops[k] = append(fl.drops[k], n)
			}
		}
	}
}

// newState gives an empty state. They are cut from larger pieces, because there is one a block and way.
func (fl *flow) newState() *state {
	if k := len(fl.spare); k > 0 {
		s := fl.spare[k-1]
		fl.spare = fl.spare[:k-1]
		return s
	}
	n, v := (len(fl.c.things)+63)/64, (len(fl.values)+63)/64
	if len(fl.fresh) == 0 {
		fl.fresh, fl.words = make([]state, 64), make(set, 64*(4*n+v))
	}
	s := &fl.fresh[0]
	fl.fresh = fl.fresh[1:]
	slab := fl.words[: 4*n+v : 4*n+v]
	fl.words = fl.words[4*n+v:]
	s.all = slab
	for _, p := range []*set{&s.hold, &s.clob, &s.alive, &s.known} {
		*p, slab = slab[:n:n], slab[n:]
	}
	s.stale = slab
	return s
}

func (s *state) copyFrom(t *state) {
	copy(s.all, t.all)
	s.begun = t.begun
}

func (s *state) join(t *state) bool {
	changed := s.all.join(t.all)
	if t.begun && !s.begun {
		s.begun, changed = true, true
	}
	return changed
}

// reach joins a state into that in front of a block.
func (fl *flow) reach(w *walk, node int, s *state) {
	if fl.telling {
		return
	}
	if in := w.in[node]; in == nil {
		in = fl.newState()
		in.copyFrom(s)
		w.in[node] = in
		if w.suspend >= 0 {
			w.reached = append(w.reached, node)
		}
	} else if !in.join(s) {
		return
	}
	if w.suspend < 0 && node%numWays == resumed {
		fl.redo(fl.suspendAt[node/numWays])
	}
	w.wait(node)
}

// redo asks for the walk from a suspend's coro.save once more.
func (fl *flow) redo(n int) {
	if !fl.single && !fl.dirty[n] {
		fl.dirty[n] = true
		fl.again = append(fl.again, n)
	}
}

// restsSimply reports that the walks from each coro.save need not be made: no exception leaves but over an end that says so, and the way back
// to the caller touches nothing.
func (fl *flow) restsSimply() bool {
	var work []int
	seen := make([]bool, len(fl.blocks))
	add := func(b *ir.Block) {
		if k, ok := fl.placeOf[b]; ok && !seen[k] {
			seen[k] = true
			work = append(work, k)
		}
	}
	for k, list := range fl.events {
		for _, e := range list {
			if e.kind == evSuspend && returns(e.at) {
				return true
			}
			if e.kind == evThrow || e.kind == evUnwindEnd && fl.final < 0 {
				return false
			}
			if e.kind == evSuspend {
				t := fl.blocks[k].SingleSucc().Terminator()
				if t.Op != ir.OpSwitch || t.Arg(0) != ir.Value(e.at) {
					return false
				}
				add(t.Arg(1).(*ir.Block))
			}
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		end := false
		for _, e := range fl.events[k] {
			switch e.kind {
			case evWrite, evFill, evStore, evCopy, evStart, evEnd, evEscape, evOutsideW, evSave:
				return false
			case evCall:
				if fl.c.outsideOf(e.at) == evOutsideW {
					return false
				}
			case evLeave:
				end = true
			}
		}
		if !end {
			for _, b := range fl.blocks[k].Succs(nil) {
				add(b)
			}
		}
	}
	return true
}

// maxSteps bounds the blocks that all walks together look at, per block of the function.
const maxSteps = 256

// settle walks until nothing changes. It reports whether it came to an end.
func (fl *flow) settle() bool {
	most := maxSteps * (len(fl.blocks) + 16)
	for {
		fl.drain(&fl.all, fl.scratch[0])
		if fl.steps > most {
			return false
		}
		if len(fl.again) == 0 {
			return true
		}
		n := fl.again[len(fl.again)-1]
		fl.again = fl.again[:len(fl.again)-1]
		fl.dirty[n] = false
		fl.fromSave(n)
	}
}

func (fl *flow) drain(w *walk, s *state) {
	for {
		node, ok := w.take()
		if !ok {
			return
		}
		s.copyFrom(w.in[node])
		fl.now = w
		fl.steps++
		fl.block(node, s)
	}
}

// fromSave walks what may run between a suspend's coro.save and the next one: the code in front of the suspend and the way back to the
// caller, and on a walk of its own what follows when it is resumed. Wherever the coroutine comes to rest there, it is at this suspend.
func (fl *flow) fromSave(n int) {
	save, ok := fl.c.suspends[n].Arg(0).(*ir.Instr)
	if s := fl.saved[n]; s != nil && ok {
		fl.beginPart(n, false)
		from := fl.placeOf[save.Block()]
		for _, b := range save.Block().Succs(nil) {
			if node := fl.edge(from, b, s.way); node >= 0 {
				fl.reach(&fl.part, node, s)
			}
		}
		fl.drain(&fl.part, fl.scratch[1])
	}
	if fl.behind[n] >= 0 {
		node := fl.behind[n]*numWays + resumed
		if s := fl.all.in[node]; s != nil {
			fl.beginPart(n, true)
			fl.reach(&fl.part, node, s)
			fl.drain(&fl.part, fl.scratch[1])
		}
	}
}

// beginPart begins the walk of another part. What the one before found is forgotten: it went to the walk of everything.
func (fl *flow) beginPart(n int, resumed bool) {
	w := &fl.part
	w.suspend, w.resumed = n, resumed
	for _, node := range w.reached {
		fl.spare = append(fl.spare, w.in[node])
		w.in[node] = nil
	}
	w.reached = w.reached[:0]
}

func (fl *flow) run() {
	start := fl.newState()
	c := fl.c
	marked := map[int]bool{}
	for _, list := range fl.events {
		for _, e := range list {
			if e.kind == evStart {
				marked[int(e.thing)] = true
			}
		}
	}
	for k := range c.things {
		switch t := &c.things[k]; {
		case t.spill:
			start.hold.add(k)
			if _, ok := t.v.(*ir.Param); ok {
				start.hold.add(k)
			}
		case !marked[k]:
			start.alive.add(k)
			if _, ok := t.v.(*ir.Param); ok {
				start.hold.add(k)
			}
		}
	}
	for k := range fl.scratch {
		fl.scratch[k] = fl.newState()
	}
	fl.reach(&fl.all, inRamp, start)
	if !fl.settle() {
		c.findings = append(c.findings, Finding{At: c.o.begin, Msg: "there are too many ways through the function to be followed", Unproved: true})
		return
	}
	fl.telling = true
	fl.now = &fl.all
	for node := range (len(fl.blocks) + len(fl.threaded)) * numWays {
		if in := fl.all.in[node]; in != nil {
			fl.scratch[0].copyFrom(in)
			fl.block(node, fl.scratch[0])
		}
	}
}

// block runs a block's events and goes on to what follows.
func (fl *flow) block(node int, s *state) {
	from, way := node/numWays, node%numWays
	at := from
	if from >= len(fl.blocks) {
		at = fl.threaded[from-len(fl.blocks)].at
	}
	if n := fl.suspendAt[at]; n >= 0 && fl.drops != nil {
		if v, ok := fl.valueNo[fl.c.suspends[n]]; ok {
			s.stale.drop(int(v)) // its result is computed on the way in
		}
	}
	for k := range fl.events[at] {
		if !fl.event(&fl.events[at][k], s, way) {
			return
		}
	}
	if fl.drops != nil {
		for _, v := range fl.drops[at] {
			s.stale.drop(int(v))
		}
	}
	for _, to := range fl.follow(node) {
		fl.reach(fl.now, int(to), s)
	}
}

// maxPassed bounds the blocks in a row that are left out because nothing happens there.
const maxPassed = 64

// follow gives the nodes that follow one. Blocks in which nothing happens and that lead to one other are left out.
func (fl *flow) follow(node int) []int32 {
	if list := fl.succs[node]; list != nil {
		return list
	}
	list := fl.leave(node)
	for k, to := range list {
		for range maxPassed {
			at, way := int(to)/numWays, int(to)%numWays
			if at >= len(fl.blocks) || way >= resumed || len(fl.events[at]) > 0 || fl.suspendAt[at] >= 0 || fl.drops != nil && len(fl.drops[at]) > 0 {
				break
			}
			next := fl.succs[to]
			if next == nil {
				next = fl.leave(int(to))
				fl.succs[to] = next
			}
			if len(next) != 1 {
				break
			}
			to = next[0]
		}
		list[k] = to
	}
	fl.succs[node] = list
	return list
}

// leave finds the nodes that directly follow one; the list is never nil.
func (fl *flow) leave(node int) []int32 {
	at, way := node/numWays, node%numWays
	list := make([]int32, 0, 2)
	add := func(b *ir.Block, way int) []int32 {
		if to := fl.edge(at, b, way); to >= 0 {
			list = append(list, int32(to))
		}
		return list
	}
	if at >= len(fl.blocks) {
		t := fl.threaded[at-len(fl.blocks)]
		at = t.at
		return add(t.to, way)
	}
	t := fl.blocks[at].Terminator()
	next := way
	if way == resumed || way == destroyed {
		next = inPart
	}
	if n := fl.suspendAt[at]; n >= 0 && t.Op == ir.OpSwitch && t.Arg(0) == ir.Value(fl.c.suspends[n]) {
		to := t.Arg(1).(*ir.Block)
		if way >= resumed {
			for k := range t.NumCases() {
				if t.CaseValue(k).Int64() == int64(way-resumed) {
					to = t.CaseDest(k)
				}
			}
		}
		return add(to, next)
	}
	if t.Op == ir.OpBr && t.NumArgs() == 3 {
		// Who asks where it runs is told: coro.end answers true in a part, coro.is_in_ramp in the ramp.
		if i, ok := t.Arg(0).(*ir.Instr); ok {
			if asks := ir.CoroCall(i); asks == ir.CoroEnd || asks == ir.CoroIsInRamp {
				to := 2
				if (asks == ir.CoroEnd) == (way != inRamp) {
					to = 1
				}
				return add(t.Arg(to).(*ir.Block), next)
			}
		}
	}
	for _, b := range fl.blocks[at].Succs(nil) {
		add(b, next)
	}
	return list
}

// edge gives the node that an edge leads to; -1: none that is reached.
func (fl *flow) edge(from int, b *ir.Block, way int) int {
	k, ok := fl.placeOf[b]
	if !ok {
		return -1
	}
	if len(fl.threads) > 0 {
		if t, ok := fl.threads[threadKey{from, k}]; ok {
			k = t
		}
	}
	return k*numWays + way
}

// thread finds the edges that tell which way the block behind them goes.
func (fl *flow) thread() {
	fl.threads = map[threadKey]int{}
	for k, b := range fl.blocks {
		t := b.Terminator()
		if t == nil || t.Op != ir.OpSwitch && (t.Op != ir.OpBr || t.NumArgs() != 3) {
			continue
		}
		phi, holds := tested(t.Arg(0), b)
		if phi == nil {
			continue
		}
		for n, p := range phi.PhiBlocks() {
			v, ok := fl.c.o.canon(phi.Arg(n)).(*ir.Const)
			from, reached := fl.placeOf[p]
			if !ok || !v.IsInt() || !reached {
				continue
			}
			fl.threads[threadKey{from, k}] = len(fl.blocks) + len(fl.threaded)
			fl.threaded = append(fl.threaded, thread{k, branchTo(t, v, holds)})
		}
	}
}

// tested gives the phi of a block that decides a condition, and for which of its values the condition holds.
func tested(cond ir.Value, b *ir.Block) (phi *ir.Instr, holds func(v *ir.Const) bool) {
	i, ok := cond.(*ir.Instr)
	if !ok || i.Block() != b {
		return nil, nil
	}
	switch i.Op {
	case ir.OpPhi:
		return i, (*ir.Const).IsTrue
	case ir.OpICmp:
		p, ok := i.Arg(0).(*ir.Instr)
		k, isConst := i.Arg(1).(*ir.Const)
		if ok && isConst && k.IsInt() && p.Op == ir.OpPhi && p.Block() == b && (i.Pred() == ir.PredEQ || i.Pred() == ir.PredNE) {
			return p, func(v *ir.Const) bool { return (v.Uint64() == k.Uint64()) == (i.Pred() == ir.PredEQ) }
		}
	}
	return nil, nil
}

// branchTo is where a branch or switch goes for a constant.
func branchTo(t *ir.Instr, v *ir.Const, holds func(v *ir.Const) bool) *ir.Block {
	if t.Op == ir.OpBr {
		if holds(v) {
			return t.Arg(1).(*ir.Block)
		}
		return t.Arg(2).(*ir.Block)
	}
	for k := range t.NumCases() {
		if t.CaseValue(k).Uint64() == v.Uint64() {
			return t.CaseDest(k)
		}
	}
	return t.Arg(1).(*ir.Block)
}

// rest lets the coroutine be resumed, or only destroyed, at a suspend.
func (fl *flow) rest(n int, s *state, destroyOnly bool, at *ir.Instr) {
	if fl.behind[n] < 0 {
		return
	}
	r := fl.asleep(s, at)
	if !destroyOnly && n != fl.final {
		fl.reach(&fl.all, fl.behind[n]*numWays+resumed, r)
	}
	if !returns(fl.c.suspends[n]) {
		fl.reach(&fl.all, fl.behind[n]*numWays+destroyed, r)
	}
}

// asleep is the state behind a rest: the stack is gone, and others had their time.
func (fl *flow) asleep(s *state, at *ir.Instr) *state {
	r := fl.scratch[2]
	r.copyFrom(s)
	fl.outside(r, at, true)
	for k := range fl.c.things {
		if t := &fl.c.things[k]; !t.framed && r.hold.has(k) {
			r.clob.add(k)
			r.hold.drop(k)
		}
	}
	for k := range r.stale {
		r.stale[k] = ^uint64(0)
	}
	return r
}

// outsiders reports that others know the address of an object that is alive.
func (s *state) outsiders() bool {
	for n := range s.known {
		if s.known[n]&s.alive[n] != 0 {
			return true
		}
	}
	return false
}

// outside lets others read, and write, what they know the address of.
func (fl *flow) outside(s *state, at *ir.Instr, writes bool) {
	for n := range s.known {
		for w := s.known[n] & s.alive[n]; w != 0; w &= w - 1 {
			k := n<<6 + bits.TrailingZeros64(w)
			if s.clob.has(k) && fl.c.things[k].framed {
				fl.tell(at, "others may read %s here, and something else lies over it", &fl.c.things[k])
			}
			if writes {
				fl.write(s, k)
			}
		}
	}
}

// write puts something of a thing's own into its bytes.
func (fl *flow) write(s *state, k int) {
	t := &fl.c.things[k]
	if !t.spill {
		s.hold.add(k)
	}
	if !t.framed || !s.begun {
		return
	}
	for _, o := range t.overlap {
		if fl.c.things[o].spill || s.hold.has(o) {
			s.clob.add(o)
		}
	}
}

func (fl *flow) tell(at *ir.Instr, format string, args ...any) {
	if fl.telling && !fl.told[at] {
		fl.told[at] = true
		fl.c.find(at, format, args...)
	}
}

// tellValue is tell for a value.
func (fl *flow) tellValue(at *ir.Instr, format string, args ...any) {
	if fl.telling && !fl.told[at] {
		fl.told[at] = true
		fl.c.findValue(at, format, args...)
	}
}

// event does one event; false: the way ends here.
func (fl *flow) event(e *event, s *state, way int) bool {
	k := int(e.thing)
	switch e.kind {
	case evStart, evEnd:
		s.hold.drop(k)
		s.clob.drop(k)
		s.known.drop(k)
		s.alive.drop(k)
		if e.kind == evStart {
			s.alive.add(k)
		}
	case evRead:
		// What else stays on the stack does so by LLVM's rule, which knows nothing of exceptions that leave by plain calls.
		if t := &fl.c.things[k]; s.clob.has(k) && (t.framed || t.kept) {
			fl.tell(e.at, "%s is read here, and something else lies over it", &fl.c.things[k])
		}
	case evWrite:
		fl.write(s, k)
	case evFill:
		s.clob.drop(k)
		fl.write(s, k)
	case evEscape:
		s.known.add(k)
	case evCall:
		if !s.outsiders() {
			break
		}
		e.kind = fl.c.outsideOf(e.at)
		return fl.event(e, s, way)
	case evOutside:
		fl.outside(s, e.at, false)
	case evOutsideW:
		fl.outside(s, e.at, true)
	case evStack:
		if s.begun {
			fl.tell(e.at, "%s lies in the frame, and is accessed on the stack here", &fl.c.things[k])
		}
	case evBegin:
		s.begun = true
		for k := range fl.c.things {
			if t := &fl.c.things[k]; t.framed && !t.spill && s.hold.has(k) {
				s.clob.add(k)
			}
		}
	case evCopy:
		s.clob.drop(k)
		fl.write(s, k)
	case evDefine:
		s.hold.add(k)
	case evStore:
		s.hold.drop(k)
		s.clob.drop(k)
		fl.write(s, k)
	case evReload:
		switch {
		case s.clob.has(k):
			fl.tellValue(e.at, "%s is reloaded here, and something else lies over it", &fl.c.things[k])
		case s.hold.has(k):
			fl.tellValue(e.at, "%s is reloaded here, and may not have been kept", &fl.c.things[k])
		}
	case evUse:
		if s.stale.has(k) {
			fl.tellValue(e.at, "%s is used here behind a suspend, and was not kept", spell(fl.values[k]))
		}
	case evNothing:
	default:
		return fl.rests(e, s, way)
	}
	return true
}

// rests does the events at which the coroutine comes to rest. Where that is, is known on the walks that begin at a coro.save.
func (fl *flow) rests(e *event, s *state, way int) bool {
	own := fl.now.suspend
	switch e.kind {
	case evSave:
		if own >= 0 {
			return false
		}
		n := int(e.thing)
		if fl.saved[n] == nil {
			fl.saved[n] = fl.newState()
			fl.saved[n].way = -1
		}
		if fl.telling {
			return true
		}
		if w := min(way, inPart); fl.saved[n].join(s) || fl.saved[n].way < w {
			fl.saved[n].way = max(fl.saved[n].way, w)
			fl.redo(n)
		}
	case evSuspend:
		if own < 0 {
			fl.rest(int(e.thing), s, false, e.at)
		}
		return !returns(e.at)
	case evLeave:
		// Behind a suspend that was resumed this is the coroutine's end, and nobody may resume it any more.
		if own >= 0 && !fl.now.resumed {
			fl.rest(own, s, false, e.at)
		}
		return way == inRamp
	case evThrow:
		if own >= 0 {
			fl.rest(own, s, true, e.at)
		}
	case evUnwindEnd:
		switch {
		case fl.final >= 0 && own < 0:
			fl.rest(fl.final, s, true, e.at)
		case fl.final >= 0:
			return false
		case own >= 0:
			fl.rest(own, s, true, e.at)
		}
		// In a funclet it is what the parts are left by; only the ramp goes on with the cleanup. Elsewhere a branch asks for its answer.
		return way == inRamp || ir.FuncletPad(e.at) == nil
	}
	return true
}
