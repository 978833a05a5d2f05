// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The effect of events on a state, and the findings that they cause.

import (
	"math/bits"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// rest lets the coroutine be resumed, or only destroyed, at suspend n.
func (fl *flow) rest(n int, s *state, destroyOnly bool, at *ir.Instr) {
	if fl.behind[n] < 0 {
		return
	}
	r := fl.asleep(s, at)
	if fl.now.suspend >= 0 {
		// The coroutine rests before its suspend, and code after that reads what was not computed
		// yet: no frame could hold it.
		for k := range fl.c.things {
			if fl.late[n].born.has(k) {
				r.hold.drop(k)
			}
		}
	}
	if ir.CoroCall(at) == ir.CoroEnd && ir.IsUnwindEnd(at) {
		fl.dropUncomputed(r, at)
	}
	fl.busy(n, r)
	if !destroyOnly && n != fl.final {
		fl.reach(&fl.all, fl.behind[n]*numWays+resumed, r)
	}
	if !returns(fl.c.suspends[n]) {
		fl.reach(&fl.all, fl.behind[n]*numWays+destroyed, r)
	}
}

// dropUncomputed removes from s the values that some path to an unwinding coro.end does not compute.
// An exception that leaves there also skips the code between that end and the final suspend. If the
// coroutine is then destroyed, code behind the final suspend may read such a value, and no frame
// could hold it.
func (fl *flow) dropUncomputed(s *state, end *ir.Instr) {
	if fl.dom == nil {
		fl.dom = ir.NewDomTree(end.Func())
	}
	for k := range fl.c.things {
		if t := &fl.c.things[k]; t.spill && !fl.dom.DominatesUse(t.v, end.Use(0)) {
			s.hold.drop(k)
		}
	}
}

// asleep returns the state after a rest: the stack is lost, and other code has run.
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

// busy marks the things that code concurrent at suspend n may access from here on, for the rest of
// their lifetimes.
func (fl *flow) busy(n int, s *state) {
	late := &fl.late[n]
	for k := range fl.c.things {
		t := &fl.c.things[k]
		if !late.busy.has(k) && !(late.others && s.known.has(k)) || !t.spill && !s.alive.has(k) {
			continue
		}
		s.busy.add(k)
		for n, o := range t.overlap {
			if t.framed && t.meets[n] && (fl.c.things[o].spill || s.hold.has(o)) {
				s.clob.add(o)
			}
		}
	}
}

// start begins the lifetime of a thing, which then meets the things that are alive.
func (fl *flow) start(s *state, k int) {
	s.alive.add(k)
	t := &fl.c.things[k]
	for n, o := range t.overlap {
		if t.meets[n] || !s.alive.has(o) {
			continue
		}
		t.meets[n], fl.met = true, true
		other := &fl.c.things[o]
		other.meets[slices.Index(other.overlap, k)] = true
	}
}

// outsiders reports whether other code knows the address of an object that is alive.
func (s *state) outsiders() bool {
	for n := range s.known {
		if s.known[n]&s.alive[n] != 0 {
			return true
		}
	}
	return false
}

// outside lets other code read the objects whose addresses it knows, and write them if writes is
// set.
func (fl *flow) outside(s *state, at *ir.Instr, writes bool) {
	for n := range s.known {
		for w := s.known[n] & s.alive[n]; w != 0; w &= w - 1 {
			k := n<<6 + bits.TrailingZeros64(w)
			if s.clob.has(k) && fl.c.things[k].framed {
				fl.tell(at, "other code may read %s here, but something else overlaps it", &fl.c.things[k])
			}
			if writes {
				fl.write(s, k, at)
			}
		}
	}
}

// write writes a thing's own content into its bytes.
func (fl *flow) write(s *state, k int, at *ir.Instr) {
	t := &fl.c.things[k]
	if !t.spill {
		s.hold.add(k)
	}
	if !t.framed || !s.begun {
		return
	}
	for n, o := range t.overlap {
		if !t.meets[n] {
			continue // the states of several paths are joined here: only one of the two is alive on each
		}
		if s.busy.has(o) {
			fl.tell(at, "%s is written here over %s, which a concurrent call may still use", t, &fl.c.things[o])
		}
		if fl.c.things[o].spill || s.hold.has(o) {
			s.clob.add(o)
		}
	}
}

// onTwoStacks reports an object that was left on the stack although concurrent code may access it on
// another stack.
func (fl *flow) onTwoStacks(s *state, k int, at *ir.Instr) {
	if t := &fl.c.things[k]; t.kept && !t.framed && s.busy.has(k) {
		fl.tell(at, "%s is on the stack, and a concurrent call may use another copy of it", t)
	}
}

// tells reports whether to record a finding at an instruction: at most once for each. While states
// still grow, it only sets doubt, because there will be findings.
func (fl *flow) tells(at *ir.Instr) bool {
	if !fl.telling {
		fl.doubt = true
		return false
	}
	if fl.reported[at] {
		return false
	}
	ir.Put(&fl.reported, at, true)
	return true
}

func (fl *flow) tell(at *ir.Instr, format string, args ...any) {
	if fl.tells(at) {
		fl.c.find(at, format, args...)
	}
}

// tellValue is tell for a finding about a value.
func (fl *flow) tellValue(at *ir.Instr, format string, args ...any) {
	if fl.tells(at) {
		fl.c.findValue(at, format, args...)
	}
}

// event applies one event to s. It returns false if the path ends here.
func (fl *flow) event(e *event, s *state, way int) bool {
	k := int(e.thing)
	switch e.kind {
	case evStart, evEnd:
		s.hold.drop(k)
		s.clob.drop(k)
		s.known.drop(k)
		s.alive.drop(k)
		s.busy.drop(k)
		if e.kind == evStart {
			fl.start(s, k)
		}
	case evRead, evWrite, evFill:
		fl.access(e, s, way)
	case evEscape:
		s.known.add(k)
	case evCall:
		if !s.outsiders() {
			break
		}
		e.kind = fl.c.outsideOf(e.at)
		return fl.event(e, s, way)
	case evOutside, evOutsideW:
		fl.outside(s, e.at, e.kind == evOutsideW)
	case evStack, evCame:
		fl.original(e, s, way)
	case evBegin:
		s.begun = true
		for k := range fl.c.things {
			if t := &fl.c.things[k]; t.framed && !t.spill && s.hold.has(k) {
				s.clob.add(k)
			}
		}
	case evDefine:
		s.hold.add(k)
	case evCopy, evStore:
		if e.kind == evStore {
			s.hold.drop(k)
		}
		s.clob.drop(k)
		fl.write(s, k, e.at)
	case evReload:
		switch {
		case s.clob.has(k):
			fl.tellValue(e.at, "%s is reloaded here, but something else overlaps it", &fl.c.things[k])
		case s.hold.has(k):
			fl.tellValue(e.at, "%s is reloaded here, but some path does not store it", &fl.c.things[k])
		}
	case evUse:
		if s.stale.has(k) {
			fl.tellValue(e.at, "%s is used here after a suspend, but was not stored", spell(fl.values[k]))
		}
	case evNothing:
	default:
		return fl.rests(e, s, way)
	}
	return true
}

// access applies an access of the code to an object.
func (fl *flow) access(e *event, s *state, way int) {
	k := int(e.thing)
	t := &fl.c.things[k]
	fl.onTwoStacks(s, k, e.at)
	if e.kind == evRead {
		// The other objects on the stack are there by LLVM's rule, which ignores exceptions that
		// leave by plain calls.
		if s.clob.has(k) && (t.framed || t.kept) {
			fl.tell(e.at, "%s is read here, but something else overlaps it", t)
		}
		return
	}
	if e.kind == evFill {
		s.clob.drop(k)
	}
	fl.write(s, k, e.at)
	if _, isParam := t.v.(*ir.Param); isParam && way == inRamp && !fl.telling {
		if fl.wrote == nil {
			fl.wrote = map[int]bool{}
		}
		fl.wrote[k], fl.doubt = true, true
	}
}

// original applies an access to the memory in which an object was before it moved to the frame.
func (fl *flow) original(e *event, s *state, way int) {
	k := int(e.thing)
	switch {
	case !s.begun:
	case e.kind == evStack:
		fl.tell(e.at, "%s is in the frame, but is accessed on the stack here", &fl.c.things[k])
	case way != inRamp || s.known.has(k) || fl.wrote[k]:
		fl.tell(e.at, "%s is in the frame, but its original value is read here", &fl.c.things[k])
	}
}

// rests applies the events at which the coroutine rests. Only the walks that begin at a coro.save
// know at which suspend it rests.
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
	case evFree:
		return own < 0 || fl.throwsBehind(e.at)
	case evSuspend:
		if own < 0 {
			fl.rest(int(e.thing), s, false, e.at)
		}
		return !returns(e.at)
	case evLeave:
		// After a suspend that was resumed this is the coroutine's end, and no code may resume it
		// any more.
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
		// In a funclet, the parts exit here, and only the ramp continues with the cleanup.
		// Elsewhere a branch tests the result of coro.end.
		return way == inRamp || ir.FuncletPad(e.at) == nil
	}
	return true
}
