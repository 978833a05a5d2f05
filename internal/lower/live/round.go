// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package live

// Whether one iteration of a loop reads what another wrote to an object, with a suspend between
// them. Unlike the spans of live.go, which describe whole objects, this analysis tracks bytes: an
// object that each iteration fills piece by piece before it reads it needs nothing from the
// iteration before. For example:
//
//	for (;;) {
//	  Point p; p.x = f(); p.y = g();   // neither store overwrites all of p
//	  use(p);
//	  co_await next();
//	}

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// maxBytes bounds the size of objects that are tracked byte by byte. Larger ones count as live.
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
	return !slices.ContainsFunc(s, func(w uint64) bool { return bits.OnesCount64(w) > 0 })
}

// touch is the effect of an instruction on bytes of an object.
type touch struct {
	pos      int32
	from, to int64
	reads    bool // if false, it overwrites them or makes them undefined
}

// Apart reports whether no byte of an object is written before a suspend and read after it. The
// object has a known size, and its address does not escape.
func (lv *Liveness) Apart(a *coro.AllocaInfo, size int64) bool {
	if a.Escaped || a.Early || len(a.Aliases) > 0 || size <= 0 || size > maxBytes {
		return false
	}
	for _, u := range a.Users { // an address that is live across a suspend belongs to the part that computed it
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
	tail := make([]byteSet, n) // bytes live at the end of each block
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
		k := ir.Pop(&work)
		if !lv.spend() || !up(k) {
			return false
		}
	}
	return true
}

// touches returns the effects of each block on an object, in order. A use of an address at an
// unknown offset may read all of the object. ok reports whether the list is complete.
func (lv *Liveness) touches(a *ir.Instr, size int64) (list [][]touch, ok bool) {
	out := make([][]touch, len(lv.x.Dom.RPO))
	type address struct {
		i   *ir.Instr
		off int64
		ok  bool
	}
	seen := map[*ir.Instr]bool{a: true}
	for work := []address{{a, 0, true}}; len(work) > 0; {
		at := ir.Pop(&work)
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
				off, ok := lv.layout.GEPOffset(i.ElemTy, i.Operands(1))
				next.off, next.ok = at.off+off, at.ok && ok && u.Index() == 0
			case ir.OpStore:
				if u.Index() == 0 {
					return nil, false // it is now in another object, from which it may be loaded
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
				next.ok = false // the result may be the address
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
			// In a backward scan, what an instruction reads is live before what it writes.
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

// writes returns the bytes, relative to an address, that a use of the address overwrites without
// reading; writes reports whether there are any.
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
