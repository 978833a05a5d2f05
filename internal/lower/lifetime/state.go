// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The abstract state at a point of a path: the values of locals and of memory slots that relate to
// one coroutine's frame.

import (
	"math"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// valueKind is the kind of an abstract value.
type valueKind uint8

const (
	knownNothing valueKind = iota
	knownFrame             // off bytes into the frame: the handle itself at 0. v may be foundHandle (see taken)
	knownConst             // the constant v: an integer of up to 64 bits, or null
	knownAddr              // off bytes into the local variable v; off may be anywhere
	knownFn                // the frame's resume (off 0) or destroy (off 1) function
	knownPart              // the function v
	// the content of the frame's destroy slot: the cleanup function, which frees nothing, if the
	// frame lies in the function
	knownSlot
)

// anywhere is an unknown offset: only the variable of the address is known.
const anywhere = math.MinInt64

// known is the abstract value of one IR value. For example, after
//
//	%slot = alloca [2 x ptr]
//	%at = getelementptr i8, ptr %slot, i64 8
//	store ptr %handle, ptr %at
//	%h = load ptr, ptr %at
//
// %at is {knownAddr, %slot, 8} and %h is {knownFrame, nil, 0}, which is the handle.
type abstractValue struct {
	kind valueKind
	v    ir.Value
	off  int64
}

func (k abstractValue) isHandle() bool { return k.kind == knownFrame && k.off == 0 }

func (k abstractValue) isNull() bool {
	if k.kind != knownConst {
		return false
	}
	c, ok := k.v.(*ir.Const)
	return ok && c.IsZero()
}

// isPointer reports whether k is an address, as opposed to a constant or a function.
func (k abstractValue) isPointer() bool { return k.kind == knownFrame || k.kind == knownAddr }

func (k abstractValue) add(d int64, ok bool) abstractValue {
	switch {
	case k.kind == knownAddr && (!ok || k.off == anywhere):
		return abstractValue{knownAddr, k.v, anywhere}
	case k.kind == knownFrame && (!ok || k.off == anywhere):
		return abstractValue{knownFrame, k.v, anywhere}
	case k.isPointer():
		k.off += d
		return k
	}
	return abstractValue{}
}

// cell is the content of size bytes of memory at an offset. The base is a local variable, the
// coro.begin of another coroutine's frame, or theFrame.
type cell struct {
	base ir.Value
	off  int64
	size int64
	k    abstractValue
}

// reg is the abstract value of a result or a parameter, by number (see searchedFunc).
type reg struct {
	id int32
	k  abstractValue
}

// abstractState is the abstract state at a point of a path. A value that is not in it is unknown.
// Copies share their lists until one of them is written to.
type abstractState struct {
	regs  []reg      // sorted by number
	slots []cell     // in no order
	capt  []ir.Value // local variables whose address escaped, in no order
	esc   *ir.Instr  // the instruction at which the handle first escaped; nil: it has not
	slept bool       // the function has suspended since the creation
	// gone: the frame's lifetime ended, but nothing known freed its memory. See goneCall.
	gone bool
	// jump is a call that a jump may leave, while the path runs the cleanups that an exception from
	// the call would run; nil: none. See jump.go.
	jump *ir.Instr
	in   *search

	// capt needs no flag: code only appends to it, after the part that a copy sees
	sharedRegs, sharedSlots bool

	before *abstractState // an earlier state with which a search reached the same block (seenStates)
}

// search is the data that all states of a search share.
type search struct {
	gave bool      // esc is set in some state
	late *ir.Instr // an instruction by which the handle escapes after the frame is gone, in some state
	*memory
}

func (fa *Facts) newAbstractState() *abstractState {
	return &abstractState{in: &search{memory: fa.memory}}
}

func (s *abstractState) clone() *abstractState {
	s.sharedRegs, s.sharedSlots = true, true
	s.capt = s.capt[:len(s.capt):len(s.capt)]
	c := &s.in.states.take(1, 1)[0]
	*c = *s
	return c
}

// ownRegs and ownSlots copy a shared list before the state writes to it.
func (s *abstractState) ownRegs() {
	if s.sharedRegs {
		s.regs = append(s.in.regs.take(0, len(s.regs)+4), s.regs...)
		s.sharedRegs = false
	}
}

func (s *abstractState) ownSlots() {
	if s.sharedSlots {
		s.slots = append(s.in.slots.take(0, len(s.slots)+4), s.slots...)
		s.sharedSlots = false
	}
}

// find returns the index of a number in regs.
func (s *abstractState) find(id int32) (int, bool) {
	lo, hi := 0, len(s.regs)
	for lo < hi {
		if mid := (lo + hi) / 2; s.regs[mid].id < id {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(s.regs) && s.regs[lo].id == id
}

// get returns the abstract value of a result or a parameter.
func (s *abstractState) get(id int32) abstractValue {
	if at, ok := s.find(id); ok {
		return s.regs[at].k
	}
	return abstractValue{}
}

// set records the abstract value of a result or a parameter.
func (s *abstractState) set(id int32, k abstractValue) {
	at, have := s.find(id)
	switch {
	case have && s.regs[at].k == k, !have && k.kind == knownNothing:
	case k.kind == knownNothing:
		s.ownRegs()
		s.regs = append(s.regs[:at], s.regs[at+1:]...)
	case have:
		s.ownRegs()
		s.regs[at].k = k
	default:
		s.ownRegs()
		s.regs = append(s.regs, reg{})
		copy(s.regs[at+1:], s.regs[at:])
		s.regs[at] = reg{id, k}
	}
}

// keepLive drops the values that are dead at the start of a block, given by its place.
func (s *abstractState) keepLive(lf *searchedFunc, place int32) {
	for n := range s.regs {
		if lf.liveAt(s.regs[n].id, place) {
			continue
		}
		s.ownRegs()
		kept := s.regs[:n]
		for m := n + 1; m < len(s.regs); m++ {
			if lf.liveAt(s.regs[m].id, place) {
				kept = append(kept, s.regs[m])
			}
		}
		s.regs = kept
		return
	}
}

// keepSlots drops the slots for which keep returns false.
func (s *abstractState) keepSlots(keep func(c *cell) bool) {
	for n := range s.slots {
		if keep(&s.slots[n]) {
			continue
		}
		s.ownSlots()
		kept := s.slots[:n]
		for m := n + 1; m < len(s.slots); m++ {
			if keep(&s.slots[m]) {
				kept = append(kept, s.slots[m])
			}
		}
		s.slots = kept
		return
	}
}

func (s *abstractState) captured(base ir.Value) bool { return slices.Contains(s.capt, base) }

// publish marks a value as escaped: the frame's address, or a variable's address with everything
// that other code can reach from it.
func (s *abstractState) publish(k abstractValue, at *ir.Instr) {
	switch k.kind {
	case knownFrame:
		if s.gone && s.in.late == nil {
			s.in.late = at
		}
		if s.esc == nil {
			s.esc = at
			s.in.gave = true
			s.publishContents(theFrame, at)
		}
	case knownAddr:
		if s.captured(k.v) {
			return
		}
		s.capt = append(s.capt, k.v)
		for n := range s.slots { // publish does not change slots
			if s.slots[n].base == k.v {
				s.publish(s.slots[n].k, at)
			}
		}
	}
}

// publishContents marks the contents of a variable as escaped, but not the variable's address.
func (s *abstractState) publishContents(base ir.Value, at *ir.Instr) {
	for n := range s.slots {
		if s.slots[n].base == base {
			s.publish(s.slots[n].k, at)
		}
	}
}

// store overwrites size bytes (negative: an unknown number) of a variable. An address that is
// overwritten only in part, or perhaps not at all, counts as escaped, because the code may still
// load it.
func (s *abstractState) store(to abstractValue, size int64, k abstractValue, at *ir.Instr) {
	whole := to.off != anywhere && size >= 0
	var partly []abstractValue
	s.keepSlots(func(c *cell) bool {
		if c.base != to.v || whole && (c.off >= to.off+size || c.off+c.size <= to.off) {
			return true
		}
		if !whole || c.off < to.off || c.off+c.size > to.off+size {
			partly = append(partly, c.k)
		}
		return false
	})
	for _, p := range partly {
		s.publish(p, at)
	}
	if to.off != anywhere && size > 0 && k.kind != knownNothing {
		s.put(cell{to.v, to.off, size, k})
	} else {
		s.publish(k, at)
	}
	if k.isPointer() && s.captured(to.v) {
		s.publish(k, at)
	}
}

// put adds a slot. No other slot describes its bytes, except one that is copied over itself.
func (s *abstractState) put(c cell) {
	s.ownSlots()
	for n := range s.slots {
		if s.slots[n].base == c.base && s.slots[n].off == c.off {
			s.slots[n] = c
			return
		}
	}
	s.slots = append(s.slots, c)
}

// forget drops the contents of a variable without marking them as escaped: the variable's lifetime
// begins or ends.
func (s *abstractState) forget(base ir.Value) {
	s.keepSlots(func(c *cell) bool { return c.base != base })
}

// leadsOn reports whether the frame holds the address of a variable.
func (s *abstractState) leadsOn() bool {
	return slices.ContainsFunc(s.slots, func(c cell) bool { return c.ofFrame() && c.k.isPointer() })
}

// ofFrame reports whether the slot lies in the frame.
func (c *cell) ofFrame() bool { return c.base == theFrame }

// clobber models code that may write all memory that it can reach: captured variables and the
// frame. The frame counts as reachable, except for the addresses in it while the handle has not escaped.
// The contents of what it reaches are published already.
func (s *abstractState) clobber() {
	s.keepSlots(func(c *cell) bool { return !s.knownElsewhere(c) })
}

// mayClobber reports whether clobber would change the state.
func (s *abstractState) mayClobber() bool {
	for n := range s.slots {
		if s.knownElsewhere(&s.slots[n]) {
			return true
		}
	}
	return false
}

func (s *abstractState) knownElsewhere(c *cell) bool {
	return c.ofFrame() && (s.esc != nil || !c.k.isPointer()) || s.captured(c.base)
}

// load returns the abstract value of size bytes of a variable.
func (s *abstractState) load(from abstractValue, size int64) abstractValue {
	if from.off == anywhere {
		return abstractValue{}
	}
	for n := range s.slots {
		if c := &s.slots[n]; c.off == from.off && c.base == from.v && c.size == size {
			return c.k
		}
	}
	return abstractValue{}
}

// slot returns the index of the slot for the bytes that c describes, or -1. The search starts at index
// from, because copies of a state have most slots in the same order.
func (s *abstractState) slot(from int, c *cell) int {
	for n := from; n < len(s.slots); n++ {
		if o := &s.slots[n]; o.off == c.off && o.size == c.size && o.base == c.base {
			return n
		}
	}
	for n := range min(from, len(s.slots)) {
		if o := &s.slots[n]; o.off == c.off && o.size == c.size && o.base == c.base {
			return n
		}
	}
	return -1
}

// widen drops the values through which a loop may count: at level 1 numbers in the frame; from
// level 2 on constants of locals and offsets into variables; from level 3 on also those in slots;
// from level 4 on offsets into the frame. It keeps null and the handle itself. For example, at
// level 2
//
//	%n = 3,  %p = {knownAddr, %buf, 12},  %h = {knownFrame, nil, 0}
//
// become
//
//	%p = {knownAddr, %buf, anywhere},  %h = {knownFrame, nil, 0}
func (s *abstractState) widen(level int) {
	s.keepSlots(func(c *cell) bool { return !c.ofFrame() || c.k.isPointer() })
	if level < 2 {
		return
	}
	s.ownRegs()
	regs := s.regs[:0]
	for _, r := range s.regs {
		if r.k = r.k.wider(level); r.k.kind != knownNothing {
			regs = append(regs, r)
		}
	}
	s.regs = regs
	if level < 3 {
		return
	}
	s.ownSlots()
	slots := s.slots[:0]
	for _, c := range s.slots {
		if c.k = c.k.wider(level); c.k.kind != knownNothing {
			slots = append(slots, c)
		}
	}
	s.slots = slots
}

// capture marks variables as escaped that did so on other paths to the same block. Otherwise the
// paths through n statements, each with a variable that escapes in one branch, have 2^n states. A
// variable that holds an address stays, because its contents would escape, too.
func (s *abstractState) capture(list []ir.Value) {
	for _, v := range list {
		if !s.captured(v) && !slices.ContainsFunc(s.slots, func(c cell) bool { return c.base == v && c.k.isPointer() }) {
			s.capt = append(s.capt, v)
		}
	}
}

// wider returns k without the numbers that widen drops at a level.
func (k abstractValue) wider(level int) abstractValue {
	switch {
	case k.kind == knownConst:
		if c, ok := k.v.(*ir.Const); !ok || c.Kind != ir.ConstNull {
			return abstractValue{}
		}
	case k.kind == knownAddr, k.kind == knownFrame && k.off != 0 && level > 3:
		k.off = anywhere
	}
	return k
}

// touches reports whether the slot overlaps size bytes at an address in a variable. It is true for
// every slot of the variable if the offset or the size is unknown.
func (c *cell) touches(at abstractValue, size int64) bool {
	return c.base == at.v && (at.off == anywhere || size < 0 || c.off < at.off+size && c.off+c.size > at.off)
}

// reached returns the variables that code can reach from a variable's address, that variable first.
// frame reports whether the code can reach the frame's address, too.
func (s *abstractState) reached(base ir.Value) (work []ir.Value, frame bool) {
	work = append(make([]ir.Value, 0, 4), base)
	for n := 0; n < len(work); n++ {
		for m := range s.slots {
			c := &s.slots[m]
			if c.base != work[n] {
				continue
			}
			switch c.k.kind {
			case knownFrame:
				return work, true
			case knownAddr:
				if !slices.Contains(work, c.k.v) {
					work = append(work, c.k.v)
				}
			}
		}
	}
	return work, false
}

// subsumes reports whether every path from t is also one from s: s has no other facts than t, both
// have the same addresses, and what escaped in t escaped in s. A variable that escaped in s alone
// does no harm, because other code may or may not write it.
func (s *abstractState) subsumes(t *abstractState) bool {
	if (s.esc != nil) != (t.esc != nil) || s.slept != t.slept || s.gone != t.gone || (s.jump != nil) != (t.jump != nil) ||
		len(s.capt) < len(t.capt) || len(s.regs) > len(t.regs) ||
		len(s.slots) > len(t.slots) {
		return false
	}
	n := 0
	for _, r := range t.regs {
		if n < len(s.regs) && s.regs[n].id == r.id {
			if s.regs[n].k != r.k {
				return false
			}
			n++
		} else if r.k.isPointer() {
			return false
		}
	}
	if n < len(s.regs) {
		return false
	}
	at := 0
	for n := range s.slots {
		c := &s.slots[n]
		if at = t.slot(at, c); at < 0 || t.slots[at].k != c.k {
			return false
		}
		at++
	}
	if len(s.slots) < len(t.slots) {
		at = 0
		for n := range t.slots {
			c := &t.slots[n]
			if !c.k.isPointer() {
				continue
			}
			if at = s.slot(at, c); at < 0 || s.slots[at].k != c.k {
				return false
			}
			at++
		}
	}
	for _, v := range t.capt {
		if !s.captured(v) {
			return false
		}
	}
	return true
}
