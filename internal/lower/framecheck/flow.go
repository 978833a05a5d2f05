// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The data-flow analysis: sets of things and values on every edge, joined until a fixed point. An
// error in a set remains one when the set grows, so the events are run once more for findings only
// if there was an error.

import (
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

// state is the set of facts that may hold at a point, on some path to it.
type state struct {
	hold  set // objects: it has content of its own. Spills: the slot may hold nothing, or an earlier value
	clob  set // other content may overlap that of the thing
	alive set // objects: the lifetime has begun and not ended
	known set // objects: other code knows the address
	busy  set // concurrent code may access it at any time
	stale set // values computed before a suspend that lies between
	all   set // all of the above, in one slice
	begun bool
	way   int // of a state after a coro.save
}

// The modes in which a block runs.
const (
	inRamp    = iota // before anything was resumed
	inPart           // after a suspend
	resumed          // the block after a suspend, resumed there
	destroyed        // the block after a suspend, destroyed there
	numWays
)

type flow struct {
	c        *checker
	blocks   []*ir.Block
	s        *scratch
	all      walk      // over the whole function
	part     walk      // over the code from one coro.save, or from after one suspend, to the next coro.save
	drops    [][]int32 // by block: the numbered values that it computes
	dirty    []bool
	again    []int             // suspends whose walk must be repeated
	now      *walk             // the walk in progress
	threads  map[threadKey]int // by edge: the thread that it enters, numbered after the blocks
	threaded []thread
	steps    int
	spare    []*state // states for reuse
	escapes  bool     // some address escapes
	single   bool     // nothing after a coro.save changes the state in which the coroutine rests
	scratch  [3]*state
	dom      *ir.DomTree // nil: not needed yet
	valueNo  map[ir.Value]int32
	values   []ir.Value
	met      bool // thing.meets has grown, so that the blocks before must run again
	suspensions
	findings
}

// suspensions are the suspends of the function, by their numbers.
type suspensions struct {
	saved     []*state // the state after its coro.save
	behind    []int    // index of the block after it
	suspendAt []int    // by index of that block; -1: no suspend
	final     int      // -1: none
	late      []concurrent
}

// findings is what the walks found, which a last walk tells.
type findings struct {
	doubt    bool // there will be findings
	telling  bool
	reported map[*ir.Instr]bool
	wrote    map[int]bool // by-value parameters that the ramp writes to
}

// thread is a block entered by an edge that decides the block's branch: the branch tests a phi of
// the block, whose operand on that edge is a constant.
type thread struct {
	at int // the block's index
	to *ir.Block
}

type threadKey struct{ from, to int }

// walk holds the states before blocks, by node: index*numWays + mode.
type walk struct {
	suspend int // -1: the walk over the whole function
	resumed bool
	in      []*state // nil: not reached
	waits   []bool   // by node: it is on the worklist
	next    int      // for the whole function: no lower node is on the worklist
	work    []int    // for parts: the worklist
	reached []int    // for parts: the nodes with a state
}

// wait puts a node on the worklist.
func (w *walk) wait(node int) {
	if w.suspend < 0 {
		w.next = min(w.next, node)
	} else if !w.waits[node] {
		w.work = append(w.work, node)
	}
	w.waits[node] = true
}

// take removes a node from the worklist; for the whole function, the lowest.
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

// newFlow lists the events of all blocks. It returns nil if the function is too large.
func (c *checker) newFlow(blocks []*ir.Block) *flow {
	m := c.s
	fl := &flow{c: c, s: m, blocks: blocks, suspensions: suspensions{suspendAt: make([]int, len(blocks)), final: -1}}
	m.placeOf, m.suspends = sized(m.placeOf, c.params), sized(m.suspends, c.params)
	for k, b := range blocks {
		m.placeOf[b.ID], fl.suspendAt[k] = int32(k+1), -1
	}
	fl.behind = make([]int, len(c.suspends))
	for n, s := range c.suspends {
		m.suspends[s.ID] = int32(n + 1)
		if !returns(s) {
			if save, ok := s.Arg(0).(*ir.Instr); ok && c.num(save) >= 0 {
				m.suspends[save.ID] = int32(n + 1)
			}
			if ir.IsFinal(s) {
				fl.final = n
			}
		}
		fl.behind[n] = -1
		if next := s.Block().SingleSucc(); next != nil {
			if k, ok := fl.placeOf(next); ok {
				fl.behind[n] = k
				fl.suspendAt[k] = n
			}
		}
	}
	if c.all {
		fl.numberValues()
	}
	words := (5*(len(c.things)+63) + len(fl.values)) / 64
	if words*len(blocks)*2 > maxWords {
		return nil
	}
	fl.listEvents()
	fl.lookAhead()
	fl.thread()
	nodes := (len(blocks) + len(fl.threaded)) * numWays
	fl.all = fl.newWalk(0, nodes)
	fl.all.suspend, fl.all.next = -1, nodes
	m.succs, m.lists = sized(m.succs, nodes), m.lists[:0]
	if fl.single = fl.restsSimply(); !fl.single {
		fl.part = fl.newWalk(1, nodes)
	}
	fl.saved, fl.dirty = make([]*state, len(c.suspends)), make([]bool, len(c.suspends))
	m.forgetStates()
	if !fl.findConcurrent() {
		return nil
	}
	return fl
}

// behindOf returns the index of the block after a suspend; -1: it is unknown.
func (fl *flow) behindOf(suspend *ir.Instr) int {
	if n, ok := at(fl.s.suspends, suspend.ID); ok {
		return fl.behind[n]
	}
	return -1
}

// newWalk returns walk n of two, without states.
func (fl *flow) newWalk(n, nodes int) walk {
	m := fl.s
	m.nodes[n], m.waits[n] = sized(m.nodes[n], nodes), sized(m.waits[n], nodes)
	return walk{in: m.nodes[n], waits: m.waits[n]}
}

// placeOf returns a block's index; ok is false if the block is unreachable.
func (fl *flow) placeOf(b *ir.Block) (k int, ok bool) { return at(fl.s.placeOf, b.ID) }

// listEvents lists the events of all blocks, one block after the other.
func (fl *flow) listEvents() {
	m := fl.s
	m.first, m.events = append(m.first[:0], 0), m.events[:0]
	for _, b := range fl.blocks {
		m.events = fl.eventsOf(b, m.events)
		m.first = append(m.first, int32(len(m.events)))
	}
	if fl.escapes {
		return
	}
	// No address escapes, so other code has no effect.
	n, next := 0, 0
	for k := range fl.blocks {
		for ; next < int(m.first[k+1]); next++ {
			if e := m.events[next]; e.kind != evCall && e.kind != evOutside && e.kind != evOutsideW {
				m.events[n] = e
				n++
			}
		}
		m.first[k+1] = int32(n)
	}
	m.events = m.events[:n]
}

// threadedBlock stands for the number of edges into a block that is threaded: it is left from
// several nodes.
const threadedBlock = 255

// Events that may follow a block before the next coro.save.
const (
	throwsAhead = 1 << iota // an exception may leave the coroutine
	leavesAhead             // control returns to the caller
)

// lookAhead counts the edges into each block, where 2 means several, and computes which events may
// follow it.
func (fl *flow) lookAhead() {
	m := fl.s
	m.edges, m.ahead = sized(m.edges, len(fl.blocks)), sized(m.ahead, len(fl.blocks))
	for first, again := true, true; again; first = false {
		again = false
		for k := len(fl.blocks) - 1; k >= 0; k-- {
			m.blocks = fl.blocks[k].Succs(m.blocks[:0])
			ahead := uint8(0)
			for _, to := range m.blocks {
				n, ok := fl.placeOf(to)
				if !ok {
					continue
				}
				ahead |= m.ahead[n]
				again = again || first && n <= k // a back edge: iterate again
				if first && m.edges[n] < 2 {
					m.edges[n]++
				}
			}
			if ahead = fl.aheadOf(k, ahead); ahead != m.ahead[k] {
				m.ahead[k], again = ahead, again || !first
			}
		}
	}
}

// aheadOf returns the events that may happen from block k on; behind is the result for its
// successors.
func (fl *flow) aheadOf(k int, behind uint8) uint8 {
	ahead := uint8(0)
	for _, e := range fl.events(k) {
		switch e.kind {
		case evSave:
			return ahead
		case evFree:
			if behind&throwsAhead == 0 && !fl.throwsBehind(e.at) {
				return ahead
			}
		case evThrow, evUnwindEnd:
			ahead |= throwsAhead
		case evLeave:
			ahead |= leavesAhead
		}
	}
	return ahead | behind
}

// throwsBehind reports whether an exception may leave the coroutine after a coro.free, before
// control returns to the caller: then it is not certain that the frame was freed.
func (fl *flow) throwsBehind(free *ir.Instr) bool {
	k, _ := fl.placeOf(free.Block())
	behind := false
	for _, e := range fl.events(k) {
		switch {
		case e.at == free:
			behind = true
		case behind && (e.kind == evThrow || e.kind == evUnwindEnd):
			return true
		}
	}
	for _, b := range free.Block().Succs(nil) {
		if n, ok := fl.placeOf(b); ok && fl.s.ahead[n]&throwsAhead != 0 {
			return true
		}
	}
	return false
}

// events returns the events of the block with index k.
func (fl *flow) events(k int) []event { return fl.s.events[fl.s.first[k]:fl.s.first[k+1]] }

// returns reports whether a suspend belongs to a returned continuation or an asynchronous
// coroutine: the coroutine rests only there, continues only after it, and runs no code on the path
// back to the caller.
func returns(suspend *ir.Instr) bool {
	return ir.IsCoro(suspend, ir.CoroSuspendRetcon) || ir.IsCoro(suspend, ir.CoroSuspendAsync)
}

// numberValues numbers the values that a use in another block reads directly, and that a suspend
// makes stale. It includes inserted values and uses: a value recomputed in the block of a suspend
// is as stale after it as any other.
func (fl *flow) numberValues() {
	fl.valueNo = map[ir.Value]int32{}
	add := func(v ir.Value) {
		if _, ok := fl.valueNo[v]; !ok {
			fl.valueNo[v] = int32(len(fl.values))
			fl.values = append(fl.values, v)
		}
	}
	for _, b := range fl.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			for k := range i.NumArgs() {
				if slices.Contains(fl.c.again, i.Arg(k)) {
					continue
				}
				switch v := i.Arg(k).(type) {
				case *ir.Param:
					add(v)
				case *ir.Instr:
					if v.Block() == b || v.Op == ir.OpAlloca {
						continue
					}
					if _, ok := fl.c.frameAddr(v); ok {
						continue // every part recomputes addresses in its frame
					}
					if id := ir.CoroCall(v); id.IsAnyID() || id == ir.CoroSave ||
						i.Op == ir.OpPhi && i.NumArgs() > 1 {
						continue // the skeleton, and values that phis on the edges read
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

// newState returns an empty state.
func (fl *flow) newState() *state {
	if k := len(fl.spare); k > 0 {
		s := fl.spare[k-1]
		fl.spare = fl.spare[:k-1]
		clear(s.all)
		s.begun, s.way = false, 0
		return s
	}
	return fl.s.state(len(fl.c.things), len(fl.values))
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

// reach joins a state into the one before a node.
func (fl *flow) reach(w *walk, node int, s *state) {
	if fl.telling || w.suspend >= 0 && !fl.leadsToRest(w, node) {
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

// leadsToRest reports whether the coroutine may rest after a node of a part. The walk over a part
// has no other purpose.
func (fl *flow) leadsToRest(w *walk, node int) bool {
	k := node / numWays
	if k >= len(fl.blocks) {
		k = fl.threaded[k-len(fl.blocks)].at
	}
	want := uint8(throwsAhead)
	if !w.resumed {
		want |= leavesAhead
	}
	return fl.s.ahead[k]&want != 0
}

// redo schedules the walk from a suspend's coro.save again.
func (fl *flow) redo(n int) {
	if !fl.single && !fl.dirty[n] {
		fl.dirty[n] = true
		fl.again = append(fl.again, n)
	}
}

// maxSteps bounds the number of blocks that all walks together visit, for each block of the
// function.
const maxSteps = 256

// settle iterates to a fixed point. It reports whether it reached one.
func (fl *flow) settle() bool {
	for {
		fl.drain(&fl.all, fl.scratch[0])
		if fl.tired() {
			return false
		}
		if len(fl.again) == 0 && !fl.met {
			return true
		}
		if fl.met {
			fl.repeat()
			continue
		}
		n := ir.Pop(&fl.again)
		fl.dirty[n] = false
		fl.fromSave(n)
	}
}

// repeat schedules everything again that the walks have reached.
func (fl *flow) repeat() {
	fl.met = false
	for node, in := range fl.all.in {
		if in != nil {
			fl.all.wait(node)
		}
	}
	for n := range fl.c.suspends {
		fl.redo(n)
	}
}

// tired reports whether the walks have visited too many blocks.
func (fl *flow) tired() bool { return fl.steps > maxSteps*(len(fl.blocks)+16) }

func (fl *flow) drain(w *walk, s *state) {
	for !fl.tired() {
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

// fromSave walks the code that may run between a suspend's coro.save and the next one: the code
// before the suspend and the path back to the caller, and, in a second walk, the code after it is
// resumed. Wherever the coroutine rests there, it is at this suspend.
func (fl *flow) fromSave(n int) {
	save, ok := fl.c.suspends[n].Arg(0).(*ir.Instr)
	if s := fl.saved[n]; s != nil && ok {
		fl.beginPart(n, false)
		from, _ := fl.placeOf(save.Block())
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

// beginPart starts the walk of another part. It discards the states of the previous one, whose
// results were joined into the walk over the whole function.
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
	marked := make([]bool, len(c.things))
	for _, e := range fl.s.events {
		if e.kind == evStart {
			marked[e.thing] = true
		}
	}
	for k := range c.things {
		t := &c.things[k]
		t.meets = make([]bool, len(t.overlap))
		for n, o := range t.overlap {
			t.meets[n] = !marked[k] || !marked[o]
		}
		switch {
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
		c.cannotFollow(c.o.begin, "the function has too many paths to follow")
		return
	}
	if !fl.doubt {
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

// block runs a block's events and continues with its successors. A successor that is entered from
// here alone runs directly, without a state of its own.
func (fl *flow) block(node int, s *state) {
	for {
		from, way := node/numWays, node%numWays
		at := from
		if from >= len(fl.blocks) {
			at = fl.threaded[from-len(fl.blocks)].at
		}
		behind := fl.suspendAt[at]
		if behind >= 0 && fl.drops != nil {
			if v, ok := fl.valueNo[fl.c.suspends[behind]]; ok {
				s.stale.drop(int(v)) // the result is computed on entry
			}
		}
		events := fl.events(at)
		for k := range events {
			if !fl.event(&events[k], s, way) {
				return
			}
		}
		if fl.drops != nil {
			for _, v := range fl.drops[at] {
				s.stale.drop(int(v))
			}
		}
		list := fl.follow(node)
		next := -1
		for _, to := range list {
			if next < 0 && fl.entersAlone(node, int(to)) {
				next = int(to)
				continue
			}
			fl.reach(fl.now, int(to), s)
		}
		if next < 0 || fl.now.suspend >= 0 && !fl.leadsToRest(fl.now, next) {
			return
		}
		if node = next; fl.tired() {
			return
		}
		fl.steps++
	}
}

// entersAlone reports whether node is the only node from which to is entered.
func (fl *flow) entersAlone(node, to int) bool {
	m, at, next := fl.s, node/numWays, to/numWays
	return at < len(fl.blocks) && fl.oneEdge(next) && to%numWays == node%numWays && fl.suspendAt[at] < 0 &&
		m.edges[at] != threadedBlock
}
