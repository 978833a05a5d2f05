package lower

// What is known at a point of a path: the values of locals and of memory slots that have to do with one coroutine's frame.

import (
	"encoding/binary"
	"maps"
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

// place is an address in a local variable.
type place struct {
	base ir.Value
	off  int64
}

// content is what a slot holds, and over how many bytes.
type content struct {
	k    known
	size int64
}

// lifeState is what is known at a point of a path. What is missing in the maps is unknown.
type lifeState struct {
	regs  map[ir.Value]known
	slots map[place]content
	capt  map[ir.Value]bool // local variables of which the address is known elsewhere
	esc   *ir.Instr         // the instruction that first made the handle known elsewhere
	slept bool              // the function suspended since the creation
}

func newLifeState() *lifeState {
	return &lifeState{regs: map[ir.Value]known{}, slots: map[place]content{}, capt: map[ir.Value]bool{}}
}

func (s *lifeState) clone() *lifeState {
	return &lifeState{copyMap(s.regs), copyMap(s.slots), copyMap(s.capt), s.esc, s.slept}
}

// copyMap is maps.Clone without the cost of tables for nothing: most states know little.
func copyMap[K comparable, V any](m map[K]V) map[K]V {
	if len(m) == 0 {
		return map[K]V{}
	}
	return maps.Clone(m)
}

// set notes a result.
func (s *lifeState) set(v ir.Value, k known) {
	if k.kind == knownNothing {
		delete(s.regs, v)
	} else {
		s.regs[v] = k
	}
}

// publish makes a value known elsewhere: a variable's address, with all that can be reached from it, or the frame's.
func (s *lifeState) publish(k known, at *ir.Instr) {
	switch k.kind {
	case knownFrame:
		if s.esc == nil {
			s.esc = at
		}
	case knownAddr:
		if s.capt[k.v] {
			return
		}
		s.capt[k.v] = true
		for _, c := range s.contents(k.v) {
			s.publish(c.k, at)
		}
	}
}

// contents are what the slots of a variable hold. The order does not matter to what is done with them.
func (s *lifeState) contents(base ir.Value) []content {
	var list []content
	for p, c := range s.slots {
		if p.base == base {
			list = append(list, c)
		}
	}
	return list
}

// store overwrites size bytes (below 0: an unknown number) of a variable. Addresses of which a part may remain count as known elsewhere:
// they may still be read back.
func (s *lifeState) store(to known, size int64, k known, at *ir.Instr) {
	for p, c := range s.slots {
		if p.base != to.v {
			continue
		}
		whole := to.off != anywhere && size >= 0
		if whole && (p.off >= to.off+size || p.off+c.size <= to.off) {
			continue
		}
		delete(s.slots, p)
		if !whole || p.off < to.off || p.off+c.size > to.off+size {
			s.publish(c.k, at)
		}
	}
	if to.off != anywhere && size > 0 && k.kind != knownNothing {
		s.slots[place{to.v, to.off}] = content{k, size}
	} else {
		s.publish(k, at)
	}
	if s.capt[to.v] {
		s.publish(k, at)
	}
}

// forget drops what a variable holds, without a trace: its lifetime begins or ends.
func (s *lifeState) forget(base ir.Value) {
	for p := range s.slots {
		if p.base == base {
			delete(s.slots, p)
		}
	}
}

// clobber is code that may write all that is known elsewhere.
func (s *lifeState) clobber() {
	for p := range s.slots {
		// What a known variable holds was published when the variable was. The frame counts as known always.
		if i, ok := p.base.(*ir.Instr); s.capt[p.base] || ok && i.Op != ir.OpAlloca {
			delete(s.slots, p)
		}
	}
}

// load reads size bytes of a variable.
func (s *lifeState) load(from known, size int64) known {
	if from.off == anywhere {
		return known{}
	}
	if c, ok := s.slots[place{from.v, from.off}]; ok && c.size == size {
		return c.k
	}
	return known{}
}

// widen forgets what a loop may count through: at level 1 what the frame holds; at level 2 constants of locals and offsets into
// variables; at level 3 also constants in slots; at level 4 offsets into the frame. Null and the handle itself are kept.
func (s *lifeState) widen(level int) {
	for p := range s.slots {
		if i, ok := p.base.(*ir.Instr); ok && i.Op != ir.OpAlloca {
			delete(s.slots, p)
		}
	}
	if level < 2 {
		return
	}
	for v, k := range s.regs {
		s.set(v, k.wider(level))
	}
	if level < 3 {
		return
	}
	for p, c := range s.slots {
		if w := c.k.wider(level); w.kind == knownNothing {
			delete(s.slots, p)
		} else {
			s.slots[p] = content{w, c.size}
		}
	}
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

// overlapping are the contents that size bytes of a variable touch; all of the variable's when the place or the size is not known.
func (s *lifeState) overlapping(at known, size int64) []content {
	var list []content
	for p, c := range s.slots {
		if p.base == at.v && (at.off == anywhere || size < 0 || p.off < at.off+size && p.off+c.size > at.off) {
			list = append(list, c)
		}
	}
	return list
}

// numbering gives values numbers in the order of their first sight, for keys.
type numbering map[ir.Value]uint32

func (n numbering) of(v ir.Value) uint32 {
	k, ok := n[v]
	if !ok {
		k = uint32(len(n) + 1)
		n[v] = k
	}
	return k
}

// entry is one item of a key.
type entry struct {
	tag  byte
	a    uint32
	off  int64
	kind knownKind
	v    uint32
	voff int64
}

// key spells the state at a block so that equal states, and only those, have equal keys.
func (s *lifeState) key(n numbering, b *ir.Block) string {
	list := make([]entry, 0, len(s.regs)+len(s.slots)+len(s.capt))
	add := func(tag byte, at ir.Value, off int64, k known) {
		e := entry{tag: tag, a: n.of(at), off: off, kind: k.kind, voff: k.off}
		if k.v != nil {
			e.v = n.of(k.v)
		}
		list = append(list, e)
	}
	for v, k := range s.regs {
		add(1, v, 0, k)
	}
	for p, c := range s.slots {
		add(2, p.base, p.off, c.k)
	}
	for v := range s.capt {
		add(3, v, 0, known{})
	}
	slices.SortFunc(list, func(x, y entry) int {
		switch {
		case x.tag != y.tag:
			return int(x.tag) - int(y.tag)
		case x.a != y.a:
			return int(x.a) - int(y.a)
		case x.off < y.off:
			return -1
		case x.off > y.off:
			return 1
		}
		return 0
	})
	buf := binary.AppendUvarint(nil, uint64(n.of(b)))
	if s.esc != nil {
		buf = append(buf, 0xe5)
	}
	if s.slept {
		buf = append(buf, 0x51)
	}
	for _, e := range list {
		buf = append(buf, e.tag, byte(e.kind))
		buf = binary.AppendUvarint(buf, uint64(e.a))
		buf = binary.AppendVarint(buf, e.off)
		buf = binary.AppendUvarint(buf, uint64(e.v))
		buf = binary.AppendVarint(buf, e.voff)
	}
	return string(buf)
}
