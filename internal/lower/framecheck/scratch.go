// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// Memory that one coroutine after the other is checked with. A side table has an entry for each
// number of an instruction, a block or a parameter of the function.

import (
	"github.com/corolower/corolower/internal/ir"
)

// scratch is the memory of one Original. Nothing in it is read before it was written or cleared for
// the current function.
type scratch struct {
	list     []recorded
	operands []ir.Value
	place    []int32
	// Indexed by the number of an instruction or parameter.
	known   []refSet
	object  []int32 // 1 + the index of the object's thing
	spill   []int32 // 1 + the index of the spilled value's thing
	addrs   []frameAddr
	expects []ir.Value  // inserted loads from the frame: the value that their users read before
	anew    []*ir.Instr // rematerialised instructions: the original that they match
	refs    []ref       // the lists of known, one after the other
	things  []thing
	walkTables
	states [][]state // in slices of statePiece
	used   int
	words  set // the free part of slab
	slab   set
}

// walkTables are the blocks and events that the walks follow.
type walkTables struct {
	placeOf  []int32 // by block number: 1 + the block's index
	suspends []int32 // by number of a suspend or its coro.save: 1 + the suspend's index
	events   []event
	first    []int32 // by block index: its first event
	edges    []uint8 // by block index: the number of edges into it
	ahead    []uint8 // by block index: the events that may follow it (throwsAhead, leavesAhead)
	nodes    [2][]*state
	waits    [2][]bool
	succs    [][]int32
	lists    []int32 // backs succs
	blocks   []*ir.Block
}

// statePiece is the number of states that are allocated together.
const statePiece = 64

// maxKept bounds the number of instructions of a function whose memory is reused for the next.
const maxKept = 1 << 15

var scratches = ir.NewSpare[scratch]()

// release puts the memory back and clears the Original.
func (o *Original) release() {
	if s := o.s; s != nil && len(o.place) <= maxKept {
		scratches.Put(o.f.Module(), s)
	}
	o.s, o.list, o.place = nil, nil, nil
}

// sized returns a slice of n zero values, in the old slice's memory if that is large enough.
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

// state returns an empty state for n things and v values.
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

// forgetStates frees the memory of all states.
func (s *scratch) forgetStates() { s.used, s.words = 0, s.slab }
