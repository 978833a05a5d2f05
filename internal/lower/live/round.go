package live

// Whether what one round of a loop writes to an object is read in another, with a suspend between
// them. Unlike the spans of live.go, which are about whole objects, this goes by bytes: an object
// that each round fills piece by piece before it reads it needs nothing of the round before.

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// maxBytes bounds the objects that are looked at byte by byte. Larger ones are taken to be needed.
const maxBytes = 1 << 12

// byteSet is a set of the bytes of an object.
type byteSet []uint64

func (s byteSet) fill(from, to int64, in bool) {
	for k := max(from, 0); k < to && k < int64(len(s))*64; k++ {
		if in {
			s[k>>6] |= 1 << (k & 63)
		} else {
			s[k>>6] &^= 1 << (k & 63)
		}
	}
}

func (s byteSet) empty() bool {
	for _, w := range s {
		if bits.OnesCount64(w) > 0 {
			return false
		}
	}
	return true
}

// touch is what an instruction does to bytes of an object.
type touch struct {
	pos      int32
	from, to int64
	reads    bool // else it gives them new content, or none
}

// Apart reports that of an object of a known size, whose address does not escape, no byte that is
// written in front of a suspend is read behind it.
func (lv *Liveness) Apart(a *coro.AllocaInfo, size int64) bool {
	if a.Escaped || a.Early || len(a.Aliases) > 0 || size <= 0 || size > maxBytes {
		return false
	}
	for _, u := range a.Users { // an address that is kept is one of the part that made it
		if !u.Type().IsVoid() && u.Op != ir.OpCall && u.Op != ir.OpInvoke && u.Op != ir.OpLoad {
			for e := u.FirstUse(); e != nil; e = e.Next() {
				if lv.x.AcrossSuspend(u, e.User()) {
					return false
				}
			}
		}
	}
	touches, ok := lv.touches(a.Alloca, size)
	if !ok {
		return false
	}
	n := len(lv.x.Dom.RPO)
	words := int(size+63) / 64
	tail := make([]byteSet, n) // needed at the end of each block
	var work []int32
	need := func(k int32, s byteSet) {
		for _, p := range lv.preds[k] {
			if tail[p] == nil {
				tail[p] = make(byteSet, words)
			}
			grown := false
			for w := range s {
				grown = grown || s[w]&^tail[p][w] != 0
				tail[p][w] |= s[w]
			}
			if grown {
				work = append(work, p)
			}
		}
	}
	up := func(k int32) bool {
		s := make(byteSet, words)
		copy(s, tail[k])
		if lv.x.Suspend[k] && !s.empty() {
			return false
		}
		for e := len(touches[k]) - 1; e >= 0; e-- {
			t := touches[k][e]
			s.fill(t.from, t.to, t.reads)
		}
		if !s.empty() {
			need(k, s)
		}
		return true
	}
	for k := range touches {
		if len(touches[k]) > 0 && !up(int32(k)) {
			return false
		}
	}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		if !lv.spend() || !up(k) {
			return false
		}
	}
	return true
}

// touches lists what each block does to an object, in order. What an address that is not known to
// lie at an offset is used for may read all of it. ok: all that is done to it is seen.
func (lv *Liveness) touches(a *ir.Instr, size int64) (list [][]touch, ok bool) {
	out := make([][]touch, len(lv.x.Dom.RPO))
	type address struct {
		i   *ir.Instr
		off int64
		ok  bool
	}
	seen := map[*ir.Instr]bool{a: true}
	for work := []address{{a, 0, true}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for u := at.i.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			k := lv.x.Dom.Index(i.Block())
			if k < 0 {
				continue
			}
			next := at
			switch i.Op {
			case ir.OpBitCast, ir.OpAddrSpaceCast:
			case ir.OpGEP:
				off, ok := lv.layout.GEPOffset(i.ElemTy, ir.GEPIndices(i))
				next.off, next.ok = at.off+off, at.ok && ok && u.Index() == 0
			case ir.OpStore:
				if u.Index() == 0 {
					return nil, false // in another object, from where it may come back
				}
				fallthrough
			default:
				t := touch{lv.at(i), 0, size, true}
				if from, to, writes := lv.writes(i, u); at.ok && writes {
					t.from, t.to, t.reads = at.off+from, at.off+to, false
				} else if i.Op == ir.OpLoad && at.ok {
					t.from, t.to = at.off, at.off+lv.layout.StoreSize(i.Type())
				}
				out[k] = append(out[k], t)
				next.ok = false // what comes of it may be the address
				if i.IsCall() || i.Op == ir.OpLoad || i.Op == ir.OpStore {
					continue
				}
			}
			if next.i = i; !seen[i] {
				seen[i] = true
				work = append(work, next)
			}
		}
	}
	for k := range out {
		slices.SortStableFunc(out[k], func(a, b touch) int {
			// going back, what an instruction reads is needed in front of what it writes
			if a.pos == b.pos && a.reads != b.reads {
				if a.reads {
					return -1
				}
				return 1
			}
			return cmp.Compare(a.pos, b.pos)
		})
	}
	return out, true
}

// writes gives the bytes behind an address that one of its uses gives new content without a look at
// the old; writes: there are such.
func (lv *Liveness) writes(i *ir.Instr, u *ir.Use) (from, to int64, writes bool) {
	switch {
	case i.Op == ir.OpStore && u.Index() == 1 && i.Flags&ir.FlagVolatile == 0:
		return 0, lv.layout.StoreSize(i.Arg(0).Type()), true
	case ir.LifetimeKind(i) != ir.NotIntrinsic:
		return 0, maxBytes, true
	case i.Op == ir.OpCall && u.Index() == 0 && (ir.CalledIntrinsic(i).IsMemCopy() || ir.CalledIntrinsic(i).IsMemSet()):
		if n, ok := i.Arg(2).(*ir.Const); ok && n.IsInt() {
			return 0, int64(min(n.Uint64(), maxBytes)), true
		}
	}
	return 0, 0, false
}
