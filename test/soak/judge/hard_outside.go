// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package judge

// The outside world of hard programs: what test/hard/testdata/runtime.cpp is for compiled programs.
// It decides what is to happen, receives what the programs show, and knows which actions are
// well-defined. While a run is recorded, the interpreter runs the witness's module, whose coroutines
// are not lowered, and the world answers questions so that the run stays well-defined. Later runs
// replay the decisions.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/test/hard/gen"
)

const (
	kept         = 4
	rounds       = 3
	actions      = 5
	maxDecisions = 1500
	maxEvents    = 3000
)

type event struct{ tag, value uint64 }

// record is what happened on one path.
type record struct {
	decisions []uint8
	events    []event
	exited    bool
}

func (r *record) equal(o *record) bool {
	return r.exited == o.exited && slices.Equal(r.decisions, o.decisions) && slices.Equal(r.events, o.events)
}

// The states of a coroutine.
const (
	running = iota
	suspended
	final
	threw // left by an exception
	dying // left by an exception of its destruction
)

// activation is a coroutine that began and has not ended.
type activation struct {
	state   int
	ramp    bool
	depth   int   // of the call of the part that runs, or ran last
	calls   int   // active when its ramp began
	wasRamp bool  // when it suspended
	turn    int64 // changes whenever it suspends, is resumed, is destroyed or goes on
	left    bool  // an activation of it was left by an exception or a longjmp
}

// guard is the state that a guarded call restores.
type guard struct {
	depth int
	jumps []uint64
}

// returning describes where a setjmp was called.
type returning struct {
	h     uint64
	turn  int64
	since int64
	depth int
}

type safeCall struct {
	parent uint64
	site   uint64
}

type safeFrame struct {
	call safeCall
	h    uint64
}

// creating is a call marked coro_elide_safe that is about to be made. What it creates need not
// return: the coroutine may be resumed in its first part, and throw.
type creating struct {
	call  safeCall // zero: none
	depth int
}

// life is the marked lifetime of an object.
type life struct {
	since int64
	depth int // of the activation that began it
}

// world is the state of the outside world on one path.
type world struct {
	m            *interp.Machine
	held         uint64 // address of the cells that outside code knows
	script, dice uint64
	want         *record // what is replayed; nil while recording
	got          record
	dropped      string // why the path is undefined; "" if it is not
	differs      string

	keptAt     [kept]uint64
	keptOff    [kept]uint64
	keptHandle [kept]uint64
	callback   [3]uint64
	jumps      []uint64 // buffers
	guards     []guard
	depth      int
	queue      []uint64
	blocks     map[uint64]uint64 // size by address

	// Only while recording.
	turns     int64
	frames    map[uint64]*activation
	returning map[uint64]returning
	lives     map[uint64]life
	gone      map[uint64]bool // objects that a second return of setjmp made unreachable
	safe      []safeFrame
	creates   creating
}

func next(rnd *uint64) uint64 {
	*rnd += 0x9e3779b97f4a7c15
	x := *rnd
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// host connects the functions of one program with the world of the path that runs.
type host struct{ w *world }

func (w *world) recording() bool { return w.want == nil }

// undefined ends a path that is recorded.
func (w *world) undefined(t *interp.Thread, why string) {
	w.dropped = why
	t.Fail("undefined: %s", why)
}

func (w *world) check(t *interp.Thread, ok bool, why string) {
	if w.recording() && !ok {
		w.undefined(t, why)
	}
}

// addEvent returns an error if the path goes another way than the recorded one.
func (w *world) addEvent(tag, value uint64) error {
	n := len(w.got.events)
	if n == maxEvents {
		w.dropped = "too many events"
		return fmt.Errorf("undefined: %s", w.dropped)
	}
	if w.recording() && w.isAddress(value) {
		w.dropped = "shows an address"
		return fmt.Errorf("undefined: %s", w.dropped)
	}
	e := event{tag, value}
	w.got.events = append(w.got.events, e)
	if w.want != nil && (n >= len(w.want.events) || w.want.events[n] != e) {
		w.differs = fmt.Sprintf("event %d is %d: %d", n, int64(tag), int64(value))
		if n < len(w.want.events) {
			w.differs += fmt.Sprintf(", not %d: %d", int64(w.want.events[n].tag), int64(w.want.events[n].value))
		} else {
			w.differs += ", not the end"
		}
		return fmt.Errorf("%s", w.differs)
	}
	return nil
}

// isAddress reports whether a value is an address. Another run of the program has other addresses.
func (w *world) isAddress(x uint64) bool {
	o := w.m.Object(x)
	return o.Start != 0 && x>>32 != 0 && uint32(x) >= uint32(o.Start)
}

func (w *world) event(t *interp.Thread, tag, value uint64) {
	if err := w.addEvent(tag, value); err != nil {
		t.Fail("%v", err)
	}
}

// decide returns the next decision: the recorded one, or that of make.
func (w *world) decide(make func() int) (d int, ok bool) {
	n := len(w.got.decisions)
	if n == maxDecisions {
		w.dropped = "too many decisions"
		return 0, false
	}
	if w.want == nil {
		d = make()
	} else if n < len(w.want.decisions) {
		d = int(w.want.decisions[n])
	}
	w.got.decisions = append(w.got.decisions, uint8(d))
	return d, true
}

func (w *world) decideIn(t *interp.Thread, make func() int) uint64 {
	d, ok := w.decide(make)
	if !ok {
		t.Fail("undefined: %s", w.dropped)
	}
	return uint64(d)
}

// may decides a question. One answer in n is no although it could be yes.
func (w *world) may(t *interp.Thread, ok bool, n uint64) uint64 {
	return w.decideIn(t, func() int {
		if ok && (n == 0 || next(&w.dice)%n != 0) {
			return 1
		}
		return 0
	})
}

func (w *world) resumable(h uint64) bool {
	f := w.frames[h]
	return f != nil && f.state == suspended
}

func (w *world) destroyable(h uint64) bool {
	f := w.frames[h]
	return f != nil && (f.state == suspended || f.state == final || f.state == threw)
}

// usable reports whether outside code may access 8 bytes.
func (w *world) usable(p uint64) bool {
	if _, ok := w.m.Word(p); !ok {
		return false
	}
	o := w.m.Object(p)
	if !o.Live || w.gone[o.Start] {
		return false
	}
	if o.Handle == 0 {
		return true
	}
	f := w.frames[o.Handle]
	if f == nil || f.state == threw || f.state == dying || f.left || o.Frame && p < o.Start+16 {
		return false
	}
	return true
}

// left is called when an exception or a longjmp leaves an activation of a coroutine. Its objects
// may be on the stack, so nothing outside may use them.
func (w *world) left(f *activation) { f.left = true }

// leftRamps marks the coroutines whose ramps an exception or a longjmp left. was says so of a ramp.
func (w *world) leftRamps(was func(*activation) bool) {
	var gone []uint64
	for h, f := range w.frames {
		if f.ramp && f.state == running && was(f) {
			f.state = dying
			w.left(f)
			gone = append(gone, h)
		}
	}
	slices.Sort(gone)
	for _, h := range gone {
		w.isGone(h)
	}
}

// checkJump drops the path if a jump leaves a scope with a destructor: C++ leaves it undefined, and
// elision relies on that (internal/lower/lifetime/jump.go).
func (w *world) checkJump(t *interp.Thread, to uint64) {
	for _, pad := range t.PadsBefore(to) {
		if strings.HasPrefix(pad.Block().Name(), gen.DestructorPad) {
			w.undefined(t, "jumps past a destructor")
		}
	}
}

func (w *world) jumped(depth int) {
	for _, f := range w.frames {
		if f.state == running && f.depth > depth {
			w.left(f)
		}
	}
	w.leftRamps(func(f *activation) bool { return f.depth > depth })
}

// forget makes the frame of a coroutine unusable. Its creator promised not to use it any more. If
// the coroutine runs, for example because it destroyed its creator, it uses its frame itself.
func (w *world) forget(h uint64) {
	if f := w.frames[h]; f != nil && f.state == running && !f.left && w.recording() {
		w.dropped = "runs after the end of its creator"
	}
	delete(w.frames, h)
	w.isGone(h)
}

// calledSafely records the coroutine that a call marked coro_elide_safe created. The mark promises
// that it is not used after its parent is gone, or at the next call.
func (w *world) calledSafely(parent, h, site uint64) {
	c := safeCall{parent, site}
	if w.creates = (creating{}); h == 0 {
		w.creates = creating{c, w.depth}
	}
	for k := range w.safe {
		if s := &w.safe[k]; s.call == c {
			last := s.h
			s.h = h
			if last != 0 && last != h {
				w.forget(last)
			}
			return
		}
	}
	w.safe = append(w.safe, safeFrame{c, h})
}

// isGone forgets the coroutines that calls marked coro_elide_safe in parent created, and theirs.
func (w *world) isGone(parent uint64) {
	var gone []uint64
	w.safe = slices.DeleteFunc(w.safe, func(s safeFrame) bool {
		if s.call.parent == parent && s.h != 0 {
			gone = append(gone, s.h)
		}
		return s.call.parent == parent
	})
	for _, h := range gone {
		w.forget(h)
	}
}

func (w *world) inTurn(h uint64, turn int64) bool {
	f := w.frames[h]
	return f != nil && f.turn == turn && f.state == suspended
}

func (w *world) goesOn(t *interp.Thread, h uint64, turn int64) {
	if !w.inTurn(h, turn) {
		w.undefined(t, "goes on")
	}
	f := w.frames[h]
	w.turns++
	f.state, f.ramp, f.turn = running, f.wasRamp, w.turns
	if f.ramp {
		w.depth++
	}
}

// canGoBack reports whether the activation that called setjmp runs, and was not left since.
func (w *world) canGoBack(buf uint64) bool {
	r, ok := w.returning[buf]
	if !ok {
		return false
	}
	f := w.frames[r.h]
	return r.h == 0 || f != nil && f.state == running && f.turn == r.turn
}

// returned is called at the second return of a setjmp. What the activation began since the first
// cannot be found any more.
func (w *world) returned(buf uint64) {
	r := w.returning[buf]
	w.depth = r.depth
	for p, l := range w.lives {
		if l.depth == r.depth && l.since > r.since {
			w.gone[p] = true
			delete(w.lives, p)
		}
	}
	delete(w.returning, buf)
}

// enter saves the state before a guarded call.
func (w *world) enter() uint64 {
	w.guards = append(w.guards, guard{w.depth, w.jumps})
	return uint64(len(w.guards) - 1)
}

// leave restores the state that enter saved, and returns the depth of the call.
func (w *world) leave(s uint64) int {
	g := w.guards[s]
	w.guards, w.depth, w.jumps = w.guards[:s], g.depth, g.jumps
	return g.depth
}

// askHeld asks whether a cell that outside code knows may be cleared (0), or whether its coroutine
// may be resumed (1) or destroyed (2).
func (w *world) askHeld(t *interp.Thread, k, what uint64) uint64 {
	c, _ := w.m.Word(w.held + 8*k)
	if !w.usable(c) {
		return w.may(t, false, 0)
	}
	h, _ := w.m.Word(c)
	return w.may(t, what == 0 || what == 1 && w.resumable(h) || what == 2 && w.destroyable(h), 4)
}

// newWorld starts a path.
func newWorld(seed, path uint64, want *record) *world {
	w := &world{want: want, blocks: map[uint64]uint64{}}
	w.script = seed*1000003 + path*7919 + 1
	w.dice = w.script
	if want == nil {
		w.frames, w.returning = map[uint64]*activation{}, map[uint64]returning{}
		w.lives, w.gone = map[uint64]life{}, map[uint64]bool{}
	}
	return w
}
