// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// Variables that are never alive at the same time share bytes of local memory, as with llc. For
// example, a loop creates %a in one state of a coroutine and %b in another:
//
//	call void @llvm.lifetime.start.p0(ptr %a)     ; %a and %b have one place
//	...
//	call void @llvm.lifetime.end.p0(ptr %a)
//	call void @llvm.lifetime.start.p0(ptr %b)
//
// A variable is alive where a path from a start of its lifetime has met no end. A variable that is
// accessed elsewhere, or has no start, shares nothing.

import (
	"math/bits"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// object is an alloca or the copy of a parameter, in local memory.
type object struct {
	size, align int64
	instr       *ir.Instr
	param       *ir.Param
}

// room is a part of the depot: one object, or several that share it.
type room struct {
	first, size, align int64
	holds              uint64 // variables of lifetimes; 0 if it cannot be shared
}

// placeObjects assigns depot offsets to objects, the most aligned first.
func (e *fn) placeObjects(objs []object) {
	lt := lifetimesOf(e.f)
	var rooms []*room
	in := make([]*room, len(objs))
	for k, o := range objs {
		m := uint64(0)
		if o.instr != nil {
			m = lt.mask(o.instr)
		}
		for _, r := range rooms {
			if m != 0 && r.holds != 0 && !lt.meets(o.instr, r.holds) {
				in[k] = r
				break
			}
		}
		if in[k] == nil {
			in[k] = &room{align: o.align}
			rooms = append(rooms, in[k])
		}
		in[k].holds |= m
		in[k].size = max(in[k].size, o.size)
	}
	e.depotAlign = 1
	for _, r := range rooms {
		r.first = target.AlignTo(e.depotSize, r.align)
		e.depotAlign = max(e.depotAlign, r.align)
		e.depotSize = r.first + r.size
	}
	for k, o := range objs {
		if o.instr != nil {
			e.allocas[o.instr] = in[k].first
		} else {
			e.byvals[o.param] = in[k].first
		}
	}
}

// maxShared is the number of variables of a function that may share memory: the bits of a mask.
const maxShared = 64

// lifetimes says which variables are alive together.
type lifetimes struct {
	bit   map[*ir.Instr]int // of the variables with a lifetime
	apart [maxShared]uint64 // by variable: the others that are alive with it
	never uint64            // variables that are accessed while they are dead
}

// lifetimesOf analyses the allocas of a function.
func lifetimesOf(f *ir.Func) *lifetimes {
	lt := &lifetimes{bit: map[*ir.Instr]int{}}
	for i := f.Entry().First(); i != nil && len(lt.bit) < maxShared; i = i.Next() {
		if i.Op == ir.OpAlloca && ir.HasLifetimeStart(i) {
			lt.bit[i] = len(lt.bit)
		}
	}
	if len(lt.bit) < 2 {
		return lt
	}
	in := map[*ir.Block]uint64{}
	seen := map[*ir.Block]bool{f.Entry(): true}
	for work := []*ir.Block{f.Entry()}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		live := lt.through(b, in[b], false)
		for _, to := range b.Succs(nil) {
			if live&^in[to] != 0 || !seen[to] {
				seen[to] = true
				in[to] |= live
				work = append(work, to)
			}
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		if seen[b] {
			lt.through(b, in[b], true)
		}
	}
	return lt
}

// through returns the variables that are alive after a block. With note, it records which variables
// are alive at the start of another, and which are accessed while they are dead. Two variables that
// are alive at one place of the text, but not at the start of one of them, are alive there on
// different paths.
func (lt *lifetimes) through(b *ir.Block, live uint64, note bool) uint64 {
	for i := b.First(); i != nil; i = i.Next() {
		kind := ir.LifetimeKind(i)
		for k := range i.NumArgs() {
			n, has := lt.bit[ir.AsInstr(ir.Underlying(i.Arg(k)))]
			switch {
			case !has:
			case kind == ir.LifetimeStart:
				if note {
					lt.meet(n, live)
				}
				live |= 1 << n
			case kind != ir.NotIntrinsic:
				live &^= 1 << n
			case note && live&(1<<n) == 0 && accesses(i):
				lt.never |= 1 << n
			}
		}
	}
	return live
}

// accesses reports whether an instruction may use the memory at an address among its operands, and
// does not only compute another address.
func accesses(i *ir.Instr) bool {
	return i.Op != ir.OpGEP && !i.Op.Info().Cast && i.Op != ir.OpPhi && i.Op != ir.OpSelect
}

// meet notes that a variable begins while others are alive.
func (lt *lifetimes) meet(n int, live uint64) {
	live &^= 1 << n
	lt.apart[n] |= live
	for ; live != 0; live &= live - 1 {
		lt.apart[bits.TrailingZeros64(live)] |= 1 << n
	}
}

// mask returns the bit of a variable that may share memory, or 0.
func (lt *lifetimes) mask(a *ir.Instr) uint64 {
	if n, ok := lt.bit[a]; ok && lt.never&(1<<n) == 0 {
		return 1 << n
	}
	return 0
}

// meets reports whether a variable is alive together with one of others.
func (lt *lifetimes) meets(a *ir.Instr, others uint64) bool { return lt.apart[lt.bit[a]]&others != 0 }
