package handle

// What is known at a point of a path: the values of locals and of memory slots that have to do with
// one coroutine's frame.

import (
	"math"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// knownKind is a kind of knowledge about a value.
type knownKind uint8

const (
	knownNothing knownKind = iota
	knownFrame             // off bytes into the frame: the handle itself at 0
	knownConst             // the constant v: an integer of up to 64 bits, or null
	knownAddr              // off bytes into the local variable v, somewhere in it when off is anywhere
	knownFn                // the frame's resume (off 0) or destroy (off 1) function
	knownPart              // the function v
	// what the frame's destroy slot holds: the part that frees nothing, if the frame lies in the
	// function
	knownSlot
)

// anywhere is the offset of an address of which only the variable is known.
const anywhere = math.MinInt64

// known is what is known of one value.
type known struct {
	kind knownKind
	v    ir.Value
	off  int64
}

func (k known) isHandle() bool { return k.kind == knownFrame && k.off == 0 }

func (k known) isNull() bool {
	if k.kind != knownConst {
		return false
	}
	c, ok := k.v.(*ir.Const)
	return ok && c.IsZero()
}

// isPointer reports knowledge of an address, as opposed to a constant.
func (k known) isPointer() bool { return k.kind == knownFrame || k.kind == knownAddr }

func (k known) add(d int64, ok bool) known {
	switch {
	case k.kind == knownAddr && (!ok || k.off == anywhere):
		return known{knownAddr, k.v, anywhere}
	case k.kind == knownFrame && (!ok || k.off == anywhere):
		return known{knownFrame, nil, anywhere}
	case k.isPointer():
		k.off += d
		return k
	}
	return known{}
}

// cell is what memory holds: size bytes at an offset into a local variable, into another
// coroutine's frame, of which the coro.begin is the name, or into the frame.
type cell struct {
	base ir.Value
	off  int64
	size int64
	k    known
}

// reg is what is known of a result or a parameter, by number (see lifeFunc).
type reg struct {
	id int32
	k  known
}

// lifeState is what is known at a point of a path. What is missing is unknown. Copies share their
// lists until one is written to.
type lifeState struct {
	regs  []reg      // by number
	slots []cell     // in no order
	capt  []ir.Value // local variables of which the address is known elsewhere, in no order
	esc   *ir.Instr  // the instruction that first made the handle known elsewhere
	slept bool       // the function suspended since the creation
	// jump is a call that may be left by a jump, while the path runs the cleanups that an exception
	// out of the call would run; nil: none. See follow.
	jump *ir.Instr
	in   *search

	sharedRegs, sharedSlots bool // capt is only appended to, beyond what a copy sees

	before *lifeState // one with which a walk came to the same block before (seenStates)
}

// search is what all states of a search share.
type search struct {
	gave bool // esc is set in one
	*memory
}

func (fa *Facts) newLifeState() *lifeState { return &lifeState{in: &search{memory: fa.memory}} }

func (s *lifeState) clone() *lifeState {
	s.sharedRegs, s.sharedSlots = true, true
	s.capt = s.capt[:len(s.capt):len(s.capt)]
	c := &s.in.states.take(1, 1)[0]
	*c = *s
	return c
}

// ownRegs and ownSlots make a list the state's own, before it is written to.
func (s *lifeState) ownRegs() {
	if s.sharedRegs {
		s.regs = append(s.in.regs.take(0, len(s.regs)+4), s.regs...)
		s.sharedRegs = false
	}
}

func (s *lifeState) ownSlots() {
	if s.sharedSlots {
		s.slots = append(s.in.slots.take(0, len(s.slots)+4), s.slots...)
		s.sharedSlots = false
	}
}

// find gives the place of a number in regs.
func (s *lifeState) find(id int32) (int, bool) {
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

// get is what is known of a result or a parameter.
func (s *lifeState) get(id int32) known {
	if at, ok := s.find(id); ok {
		return s.regs[at].k
	}
	return known{}
}

// set notes a result.
func (s *lifeState) set(id int32, k known) {
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

// keepLive drops what is known of values that are not needed in a block, by its place, or behind
// it.
func (s *lifeState) keepLive(lf *lifeFunc, place int32) {
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

// keepSlots drops slots that keep answers false for.
func (s *lifeState) keepSlots(keep func(c *cell) bool) {
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

func (s *lifeState) captured(base ir.Value) bool { return slices.Contains(s.capt, base) }

// publish makes a value known elsewhere: a variable's address, with all that can be reached from
// it, or the frame's.
func (s *lifeState) publish(k known, at *ir.Instr) {
	switch k.kind {
	case knownFrame:
		if s.esc == nil {
			s.esc = at
			s.in.gave = true
		}
	case knownAddr:
		if s.captured(k.v) {
			return
		}
		s.capt = append(s.capt, k.v)
		for n := range s.slots { // publish does not change them
			if s.slots[n].base == k.v {
				s.publish(s.slots[n].k, at)
			}
		}
	}
}

// publishContents makes known elsewhere what a variable holds, but not the variable.
func (s *lifeState) publishContents(base ir.Value, at *ir.Instr) {
	for n := range s.slots {
		if s.slots[n].base == base {
			s.publish(s.slots[n].k, at)
		}
	}
}

// store overwrites size bytes (below 0: an unknown number) of a variable. Addresses of which a part
// may remain count as known elsewhere: they may still be read back.
func (s *lifeState) store(to known, size int64, k known, at *ir.Instr) {
	whole := to.off != anywhere && size >= 0
	var partly []known
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

// put adds a slot; nothing else is known of its bytes, unless it is copied over itself.
func (s *lifeState) put(c cell) {
	s.ownSlots()
	for n := range s.slots {
		if s.slots[n].base == c.base && s.slots[n].off == c.off {
			s.slots[n] = c
			return
		}
	}
	s.slots = append(s.slots, c)
}

// forget drops what a variable holds, without a trace: its lifetime begins or ends.
func (s *lifeState) forget(base ir.Value) { s.keepSlots(func(c *cell) bool { return c.base != base }) }

// ofFrame reports a slot in the frame.
func (c *cell) ofFrame() bool { return c.base == theFrame }

// clobber is code that may write all that is known elsewhere. What a known variable holds was
// published when the variable was. The frame counts as known always.
func (s *lifeState) clobber() {
	s.keepSlots(func(c *cell) bool { return !s.knownElsewhere(c) })
}

// mayClobber reports that clobber would change something.
func (s *lifeState) mayClobber() bool {
	for n := range s.slots {
		if s.knownElsewhere(&s.slots[n]) {
			return true
		}
	}
	return false
}

func (s *lifeState) knownElsewhere(c *cell) bool { return c.ofFrame() || s.captured(c.base) }

// load reads size bytes of a variable.
func (s *lifeState) load(from known, size int64) known {
	if from.off == anywhere {
		return known{}
	}
	for n := range s.slots {
		if c := &s.slots[n]; c.off == from.off && c.base == from.v && c.size == size {
			return c.k
		}
	}
	return known{}
}

// widen forgets what a loop may count through: at level 1 what the frame holds; at level 2
// constants of locals and offsets into variables; at level 3 also constants in slots; at level 4
// offsets into the frame. Null and the handle itself are kept.
func (s *lifeState) widen(level int) {
	s.keepSlots(func(c *cell) bool { return !c.ofFrame() })
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

// wider is knowledge without numbers.
func (k known) wider(level int) known {
	switch {
	case k.kind == knownConst:
		if c, ok := k.v.(*ir.Const); !ok || c.Kind != ir.ConstNull {
			return known{}
		}
	case k.kind == knownAddr, k.kind == knownFrame && k.off != 0 && level > 3:
		k.off = anywhere
	}
	return k
}

// touches reports that a slot lies in the size bytes of a variable, anywhere in it when the place
// or the size is not known.
func (c *cell) touches(at known, size int64) bool {
	return c.base == at.v && (at.off == anywhere || size < 0 || c.off < at.off+size && c.off+c.size > at.off)
}

// reached are the variables that can be got at from a variable's address, itself the first; frame:
// the frame's address can, too.
func (s *lifeState) reached(base ir.Value) (work []ir.Value, frame bool) {
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

// covers reports that a path from what t knows is one from what s knows as well: s knows no more,
// and the same about addresses.
func (s *lifeState) covers(t *lifeState) bool {
	if (s.esc != nil) != (t.esc != nil) || s.slept != t.slept || (s.jump != nil) != (t.jump != nil) ||
		len(s.capt) != len(t.capt) || len(s.regs) > len(t.regs) ||
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
	for n := range s.slots {
		if c := &s.slots[n]; t.load(known{knownAddr, c.base, c.off}, c.size) != c.k {
			return false
		}
	}
	if len(s.slots) < len(t.slots) {
		for n := range t.slots {
			if c := &t.slots[n]; c.k.isPointer() && s.load(known{knownAddr, c.base, c.off}, c.size) != c.k {
				return false
			}
		}
	}
	for _, v := range s.capt {
		if !t.captured(v) {
			return false
		}
	}
	return true
}
