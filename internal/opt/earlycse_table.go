// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The scoped tables of EarlyCSE: an entry hides older entries with the same key, and is removed
// after the block's subtree. Hashes use the numbers of values, so results never depend on memory
// addresses.

import (
	"github.com/corolower/corolower/internal/ir"
)

// exprKey identifies the computation of an instruction without effects: equal keys mean equal
// values.
type exprKey struct {
	op   ir.Op
	sub  uint8
	n    uint8
	typ  *ir.Type
	elem *ir.Type
	args [4]ir.Value
	idx  uint64
	// stretch numbers the code between suspends and joins in a coroutine before its split. No
	// expressions are merged across stretches.
	stretch int
}

// entry is the table entry of an expression.
type entry struct {
	key  exprKey
	v    ir.Value
	hash uint32
	next int32
}

// known is the known content of a location.
type known struct {
	at   location
	v    ir.Value
	tag  *ir.MD // !tbaa of the load or store that it comes from, or nil
	gen  int
	next int32
	hash uint32
}

// fact undoes the recorded value of a condition.
type fact struct {
	n   int // number of the condition
	old *ir.Const
}

// tables holds the three tables. Each is a stack of entries that are chained by hash. A link is the
// index of an entry in the stack plus 1, and 0 ends a chain.
type tables struct {
	run       cse // the run that uses the tables
	exprs     []entry
	exprHeads []int32
	mem       []known
	memHeads  []int32
	facts     []fact
	holds     []*ir.Const // by number of the condition
	params    int         // number of the first parameter
	heads     []int32     // backing array of exprHeads and memHeads
	most      mark        // largest sizes of the tables so far
	kids      []int32     // for domChildren
	open      []openTables
}

// idleTables holds cleared tables for reuse. Most functions are so small that allocating the tables
// took longer than the lookups.
var idleTables = ir.NewSpare[tables]()

// maxIdleTables is the largest size of a table that is reused.
const maxIdleTables = 1 << 12

// tablesFor returns empty tables for a function, which must be numbered.
func tablesFor(f *ir.Func) *tables {
	t := idleTables.Take(f.Module())
	n := 16
	for n < f.NumIDs() {
		n *= 2
	}
	t.heads = sized(t.heads, 2*n) // all 0, because release removes the entries
	t.exprHeads, t.memHeads = t.heads[:n:n], t.heads[n:]
	t.params = f.NumIDs()
	t.holds = sized(t.holds, t.params+len(f.Params)) // all nil, because release undoes the facts
	return t
}

// done puts the tables back.
func (t *tables) done(m *ir.Module) {
	t.release(mark{})
	if max(t.most.exprs, t.most.mem, t.most.facts, len(t.heads)) > maxIdleTables {
		return
	}
	clear(t.exprs[:t.most.exprs])
	clear(t.mem[:t.most.mem])
	clear(t.facts[:t.most.facts])
	t.most, t.run = mark{}, cse{}
	idleTables.Put(m, t)
}

// mark is a state of the tables to return to.
type mark struct{ exprs, mem, facts int }

func (t *tables) mark() mark { return mark{len(t.exprs), len(t.mem), len(t.facts)} }

func (t *tables) release(to mark) {
	t.most = mark{max(t.most.exprs, len(t.exprs)), max(t.most.mem, len(t.mem)), max(t.most.facts, len(t.facts))}
	for k := len(t.exprs) - 1; k >= to.exprs; k-- {
		e := &t.exprs[k]
		t.exprHeads[e.hash&uint32(len(t.exprHeads)-1)] = e.next
	}
	t.exprs = t.exprs[:to.exprs]
	for k := len(t.mem) - 1; k >= to.mem; k-- {
		e := &t.mem[k]
		t.memHeads[e.hash&uint32(len(t.memHeads)-1)] = e.next
	}
	t.mem = t.mem[:to.mem]
	for k := len(t.facts) - 1; k >= to.facts; k-- {
		t.holds[t.facts[k].n] = t.facts[k].old
	}
	t.facts = t.facts[:to.facts]
}

func mix(h, x uint32) uint32 {
	h = (h ^ x) * 0x9E3779B1
	return h ^ h>>15
}

// hashValue returns the same hash for equal values; different values may collide.
func (t *tables) hashValue(v ir.Value) uint32 {
	switch v := v.(type) {
	case *ir.Instr:
		return uint32(v.ID) + 1000
	case *ir.Param:
		return uint32(v.Index) + 500
	case *ir.Const:
		return uint32(v.Uint64())*31 + uint32(v.Kind)
	case *ir.Global:
		return hashName(v.Name)
	case *ir.Func:
		return hashName(v.Name)
	}
	return 0
}

func hashName(s string) uint32 {
	h := uint32(len(s))
	for k := max(0, len(s)-12); k < len(s); k++ {
		h = h*33 + uint32(s[k])
	}
	return h
}

func (t *tables) hashKey(k *exprKey) uint32 {
	h := mix(uint32(k.op)<<16|uint32(k.sub)<<8|uint32(k.n), uint32(k.idx)^uint32(k.stretch)<<20)
	for j := range int(k.n) {
		h = mix(h, t.hashValue(k.args[j]))
	}
	return h
}

// expr returns the recorded value of an expression, or nil.
func (t *tables) expr(k *exprKey) ir.Value {
	h := t.hashKey(k)
	for j := t.exprHeads[h&uint32(len(t.exprHeads)-1)]; j > 0; j = t.exprs[j-1].next {
		if e := &t.exprs[j-1]; e.hash == h && e.key == *k {
			return e.v
		}
	}
	return nil
}

func (t *tables) setExpr(k *exprKey, v ir.Value) {
	h := t.hashKey(k)
	head := &t.exprHeads[h&uint32(len(t.exprHeads)-1)]
	t.exprs = append(t.exprs, entry{*k, v, h, *head})
	*head = int32(len(t.exprs))
}

// memory returns the content of a location in a generation of memory and the !tbaa of its source. v
// is nil if the content is unknown.
func (t *tables) memory(at location, gen int) (v ir.Value, tag *ir.MD) {
	h := t.hashLocation(at)
	for j := t.memHeads[h&uint32(len(t.memHeads)-1)]; j > 0; j = t.mem[j-1].next {
		if e := &t.mem[j-1]; e.hash == h && e.at == at {
			if e.gen == gen {
				return e.v, e.tag
			}
			return nil, nil
		}
	}
	return nil, nil
}

func (t *tables) setMemory(at location, v ir.Value, tag *ir.MD, gen int) {
	h := t.hashLocation(at)
	head := &t.memHeads[h&uint32(len(t.memHeads)-1)]
	t.mem = append(t.mem, known{at, v, tag, gen, *head, h})
	*head = int32(len(t.mem))
}

func (t *tables) hashLocation(at location) uint32 {
	return mix(mix(1, t.hashValue(at.base)), uint32(at.off))
}

// number returns a unique number for an instruction or parameter, and -1 for any other value.
func (t *tables) number(v ir.Value) int {
	switch v := v.(type) {
	case *ir.Instr:
		return v.ID
	case *ir.Param:
		return t.params + v.Index
	}
	return -1
}

func (t *tables) setFact(v ir.Value, c *ir.Const) {
	n := t.number(v)
	t.facts = append(t.facts, fact{n, t.holds[n]})
	t.holds[n] = c
}

// fact returns the known value of a condition, or nil.
func (t *tables) fact(v ir.Value) *ir.Const {
	if n := t.number(v); n >= 0 {
		return t.holds[n]
	}
	return nil
}
