package opt

// The scoped tables of EarlyCSE: an entry hides older ones of the same key and goes when the
// block's subtree is done. Keys are told apart by number, so that what is found never depends on
// where things lie in memory.

import (
	"sync"

	"github.com/corolower/corolower/internal/ir"
)

// exprKey tells what an instruction without effects computes: equal keys, equal values.
type exprKey struct {
	op   ir.Op
	sub  uint8
	n    uint8
	typ  *ir.Type
	elem *ir.Type
	args [4]ir.Value
	idx  uint64
	// In a coroutine before its split: the stretch between suspends and joins. Nothing is merged
	// across.
	stretch int
}

// entry is what a table holds for a key.
type entry struct {
	key  exprKey
	v    ir.Value
	hash uint32
	next int32
}

// known is what an address holds.
type known struct {
	at   ir.Value
	v    ir.Value
	tag  *ir.MD // !tbaa of the load or store that told; nil: none
	gen  int
	next int32
	hash uint32
}

// fact is a condition that is known.
type fact struct {
	n   int // number of the condition
	old *ir.Const
}

// tables are the three tables. Each is a stack of entries with chains by hash; a link is one more
// than a place in the stack, 0 ends a chain.
type tables struct {
	exprs     []entry
	exprHeads []int32
	mem       []known
	memHeads  []int32
	facts     []fact
	holds     []*ir.Const // by number of the condition
	params    int         // number of the first parameter
	heads     []int32     // the memory of both kinds of heads
	most      mark        // how high the tables were
	kids      []int32     // for domChildren
}

// idleTables are tables of functions that are done, for their memory: they name no value. Most
// functions are so small that making the tables took longer than looking things up in them.
var idleTables = sync.Pool{New: func() any { return new(tables) }}

// maxIdleTables is the number of entries up to which tables are kept.
const maxIdleTables = 1 << 12

// tablesFor gives empty tables for a function, which must be numbered.
func tablesFor(f *ir.Func) *tables {
	t := idleTables.Get().(*tables)
	n := 16
	for n < f.NumIDs() {
		n *= 2
	}
	t.heads = sized(t.heads, 2*n) // all 0: entries are taken out again
	t.exprHeads, t.memHeads = t.heads[:n:n], t.heads[n:]
	t.params = f.NumIDs()
	t.holds = sized(t.holds, t.params+len(f.Params)) // all nil: facts are undone
	return t
}

// done gives the tables back.
func (t *tables) done() {
	t.release(mark{})
	if max(t.most.exprs, t.most.mem, t.most.facts, len(t.heads)) > maxIdleTables {
		return
	}
	clear(t.exprs[:t.most.exprs])
	clear(t.mem[:t.most.mem])
	clear(t.facts[:t.most.facts])
	t.most = mark{}
	idleTables.Put(t)
}

// mark is a height of the tables to go back to.
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

// hashValue is equal for values that are one; it need not be different for others.
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

// expr looks an expression up; nil when it is not known.
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

// memory gives what an address holds in a generation of memory, nil when that is not known, and the
// !tbaa of what told.
func (t *tables) memory(at ir.Value, gen int) (v ir.Value, tag *ir.MD) {
	h := mix(1, t.hashValue(at))
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

func (t *tables) setMemory(at, v ir.Value, tag *ir.MD, gen int) {
	h := mix(1, t.hashValue(at))
	head := &t.memHeads[h&uint32(len(t.memHeads)-1)]
	t.mem = append(t.mem, known{at, v, tag, gen, *head, h})
	*head = int32(len(t.mem))
}

// number tells conditions apart; -1 for what is no instruction or parameter.
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

// fact gives the value of a condition that is known, else nil.
func (t *tables) fact(v ir.Value) *ir.Const {
	if n := t.number(v); n >= 0 {
		return t.holds[n]
	}
	return nil
}
