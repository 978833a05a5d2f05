package framecheck

// Memory that one coroutine after the other is looked at with. Side tables have a place for each
// number that an instruction, a block or a parameter of the function has.

import (
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// scratch is the memory of one Original; nothing of it is read before it was written or cleared for
// the function at hand.
type scratch struct {
	list     []was
	operands []ir.Value
	place    []int32
	// By number of an instruction or parameter.
	known   []refSet
	object  []int32 // 1 + the number of the thing that an object is
	spill   []int32 // the same of a spilled value
	addrs   []frameAddr
	expects []ir.Value  // added loads of the frame: what their users read before
	anew    []*ir.Instr // what is computed again was found to be computed from the same
	refs    []ref       // of known, one behind the other
	things  []thing
	// Of the walk.
	placeOf  []int32 // by number of a block: 1 + its place
	suspends []int32 // by number of a suspend or its coro.save: 1 + which it is
	events   []event
	first    []int32 // by place: its first event
	edges    []uint8 // by place: how many edges lead there, and
	ahead    []uint8 // what lies ahead
	nodes    [2][]*state
	waits    [2][]bool
	succs    [][]int32
	lists    []int32 // of succs
	blocks   []*ir.Block
	states   [][]state // in pieces of statePiece
	used     int
	words    set // what is left of
	slab     set
}

// statePiece is how many states are allocated together.
const statePiece = 64

// maxKept bounds the instructions of a function whose memory is kept for the next.
const maxKept = 1 << 15

var pool = sync.Pool{New: func() any { return new(scratch) }}

// release gives the memory back. What the Original knows is gone.
func (o *Original) release() {
	if s := o.s; s != nil && len(o.place) <= maxKept {
		pool.Put(s)
	}
	o.s, o.list, o.place = nil, nil, nil
}

// sized gives a slice of n zero values, in the old one's memory if it is large enough.
func sized[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, n+n/4)
	}
	old = old[:n]
	clear(old)
	return old
}

// tables makes room for the numbers below n.
func (s *scratch) tables(n int) {
	s.known, s.addrs, s.expects, s.anew = sized(s.known, n), sized(s.addrs, n), sized(s.expects, n), sized(s.anew, n)
	s.object, s.spill = sized(s.object, n), sized(s.spill, n)
	s.refs, s.things = s.refs[:0], s.things[:0]
}

// state gives a state without anything in it, for n things and v values.
func (s *scratch) state(n, v int) *state {
	n, v = (n+63)/64, (v+63)/64
	if s.used == len(s.states)*statePiece {
		s.states = append(s.states, make([]state, statePiece))
	}
	x := &s.states[s.used/statePiece][s.used%statePiece]
	s.used++
	if len(s.words) < 5*n+v {
		s.slab = make(set, max(statePiece*(5*n+v), 2*len(s.slab)))
		s.words = s.slab
	}
	slab := s.words[: 5*n+v : 5*n+v]
	s.words = s.words[5*n+v:]
	clear(slab)
	*x = state{all: slab, hold: slab[:n:n], clob: slab[n : 2*n : 2*n], alive: slab[2*n : 3*n : 3*n],
		known: slab[3*n : 4*n : 4*n],
		busy:  slab[4*n : 5*n : 5*n], stale: slab[5*n:]}
	return x
}

// forgetStates makes the memory of all states free.
func (s *scratch) forgetStates() { s.used, s.words = 0, s.slab }
