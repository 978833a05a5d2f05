// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The tables that all searches of one function share: numbers of values and blocks, addresses that
// do not depend on the path, live ranges. They are valid as long as the function does not change.

import (
	"github.com/corolower/corolower/internal/ir"
)

// searchedFunc holds the tables of one function. Only one search of it is in progress at a time.
type searchedFunc struct {
	f      *ir.Func
	memory *memory
	params int32
	roots  []root     // by instruction number
	vars   []variable // by instruction number
	// indexed by value number, parameters first: a bit set of the blocks, by place, at whose start
	// the value is live; nil: not computed
	live   [][]uint64
	places []int32 // indexed by block number
	blocks []*ir.Block
	instrs []*ir.Instr // indexed by instruction number

	seen    []seenStates // indexed by the block's place
	touched []int32      // places for which seen is not empty
}

// seenStates is a list of the states with which the current search reached a block.
type seenStates struct {
	last *abstractState
	n    int
}

// root is the base that an address is computed from, a variable or a coro.begin, and the offset.
type root struct {
	asked bool
	base  *ir.Instr
	off   int64
}

// variable is the alloca that an address points into, or nil.
type variable struct {
	asked bool
	of    *ir.Instr
}

// regID returns the number of a result or a parameter in its function.
func regID(v ir.Value) int32 {
	switch x := v.(type) {
	case *ir.Instr:
		return int32(x.ID)
	case *ir.Param:
		return int32(-1 - x.Index)
	}
	return -1 << 31
}

// funcInfo returns the tables of a function.
func (an *lifetimeAnalysis) funcInfo(f *ir.Func) *searchedFunc {
	if lf := an.funcs[f]; lf != nil {
		return lf
	}
	f.Renumber()
	n := f.NumIDs()
	m, blocks, params := an.facts.memory, f.NumBlocks(), len(f.Params)
	lf := &searchedFunc{f: f, memory: m, params: int32(params), roots: m.roots.take(n, n), vars: m.vars.take(n, n),
		places: m.places.take(n, n),
		instrs: m.instrs.take(n, n), live: m.live.take(n+params, n+params),
		blocks: m.blocks.take(0, blocks), seen: m.seen.take(blocks, blocks)}
	for b := f.Entry(); b != nil; b = b.Next() {
		lf.places[b.ID] = int32(len(lf.blocks))
		lf.blocks = append(lf.blocks, b)
		for i := b.First(); i != nil; i = i.Next() {
			lf.instrs[i.ID] = i
		}
	}
	an.funcs[f] = lf
	return lf
}

func (lf *searchedFunc) blockNo(b *ir.Block) int32 { return lf.places[b.ID] }

// clear prepares the tables for another search.
func (lf *searchedFunc) clear() {
	for _, at := range lf.touched {
		lf.seen[at] = seenStates{}
	}
	lf.touched = lf.touched[:0]
}

// variable returns the alloca that an address points into, or nil.
func (lf *searchedFunc) variable(x *ir.Instr) *ir.Instr {
	v := &lf.vars[x.ID]
	if !v.asked {
		v.asked = true
		if a := ir.AsInstr(ir.Underlying(x)); a != nil && a.Op == ir.OpAlloca {
			v.of = a
		}
	}
	return v.of
}

// liveAt reports whether a value is live at the start of a block, given by its place.
func (lf *searchedFunc) liveAt(id, place int32) bool {
	in := lf.live[id+lf.params]
	if in == nil {
		in = lf.liveBlocks(id)
		lf.live[id+lf.params] = in
	}
	return in[place>>6]>>(place&63)&1 != 0
}

// liveBlocks returns the blocks at whose start a value is live.
func (lf *searchedFunc) liveBlocks(id int32) []uint64 {
	words := (len(lf.blocks) + 63) / 64
	in := lf.memory.bits.take(words, words)
	var v ir.LocalValue
	def := int32(-1)
	if id < 0 {
		v = lf.f.Params[-1-id]
	} else {
		i := lf.instrs[id]
		v, def = i, lf.blockNo(i.Block())
	}
	var work []int32
	need := func(b *ir.Block) {
		at := lf.blockNo(b)
		if at != def && in[at>>6]>>(at&63)&1 == 0 {
			in[at>>6] |= 1 << (at & 63)
			work = append(work, at)
		}
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if i.Op == ir.OpPhi {
			need(i.PhiBlocks()[u.Index()])
		} else {
			need(i.Block())
		}
	}
	var buf []*ir.Block
	for len(work) > 0 {
		b := lf.blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		buf = b.Preds(buf[:0])
		for _, p := range buf {
			need(p)
		}
	}
	return in
}
