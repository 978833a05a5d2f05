package handle

// What the walks over one function share: numbers of values and blocks, addresses that do not
// depend on the path, where values are needed. It holds while the function stays as it is.

import (
	"github.com/corolower/corolower/internal/ir"
)

// lifeFunc is a function that is walked over. At most one walk over it is under way at a time.
type lifeFunc struct {
	f      *ir.Func
	memory *memory
	params int32
	roots  []root     // by instruction number
	vars   []variable // by instruction number
	// by number of the value, parameters first: blocks, by place, at whose start it is needed; nil:
	// not asked yet
	live   [][]uint64
	places []int32 // of blocks, by number
	blocks []*ir.Block
	instrs []*ir.Instr // by number

	seen    []seenStates // by block's place
	touched []int32      // places at which seen is not empty
}

// seenStates are those with which the walk under way came to a block.
type seenStates struct {
	last *lifeState
	n    int
}

// root is what an address is computed from: a variable or a coro.begin, and the offset.
type root struct {
	asked bool
	base  *ir.Instr
	off   int64
}

// variable is the alloca that an address points into, nil for another.
type variable struct {
	asked bool
	of    *ir.Instr
}

// regID is the number of a result or a parameter among those of its function.
func regID(v ir.Value) int32 {
	switch x := v.(type) {
	case *ir.Instr:
		return int32(x.ID)
	case *ir.Param:
		return int32(-1 - x.Index)
	}
	return -1 << 31
}

// funcInfo gives the function's numbers and tables.
func (an *lifeAnalysis) funcInfo(f *ir.Func) *lifeFunc {
	if lf := an.funcs[f]; lf != nil {
		return lf
	}
	f.Renumber()
	n := f.NumIDs()
	m, blocks, params := an.facts.memory, f.NumBlocks(), len(f.Params)
	lf := &lifeFunc{f: f, memory: m, params: int32(params), roots: m.roots.take(n, n), vars: m.vars.take(n, n),
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

func (lf *lifeFunc) blockNo(b *ir.Block) int32 { return lf.places[b.ID] }

// clear makes the tables ready for another walk.
func (lf *lifeFunc) clear() {
	for _, at := range lf.touched {
		lf.seen[at] = seenStates{}
	}
	lf.touched = lf.touched[:0]
}

// variable gives the alloca that an address points into.
func (lf *lifeFunc) variable(x *ir.Instr) *ir.Instr {
	v := &lf.vars[x.ID]
	if !v.asked {
		v.asked = true
		if a := ir.AsInstr(ir.Underlying(x)); a != nil && a.Op == ir.OpAlloca {
			v.of = a
		}
	}
	return v.of
}

// liveAt reports that a value computed before a block may be used in it or behind it.
func (lf *lifeFunc) liveAt(id, place int32) bool {
	in := lf.live[id+lf.params]
	if in == nil {
		in = lf.liveBlocks(id)
		lf.live[id+lf.params] = in
	}
	return in[place>>6]>>(place&63)&1 != 0
}

// liveBlocks are the blocks at whose start a value is needed.
func (lf *lifeFunc) liveBlocks(id int32) []uint64 {
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
