// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Lifetime markers of a coroutine's allocas that splitting moves or removes.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// markers returns the lifetime markers of an object.
func markers(info *coro.AllocaInfo) []*ir.Instr {
	var out []*ir.Instr
	for _, u := range info.Users {
		if ir.LifetimeKind(u) != 0 {
			out = append(out, u)
		}
	}
	return out
}

// eraseMarkers removes the lifetime markers of an object that stays on the stack although its
// lifetime spans suspends. Each part of the coroutine has its own copy of the object, and the parts
// after a suspend never execute the start marker.
func eraseMarkers(info *coro.AllocaInfo) {
	for _, u := range markers(info) {
		u.Erase()
	}
}

// sinkLifetimeStarts moves lifetime.start markers down to the region that uses the object. An
// object that is declared at the top but used only after one suspend then remains an ordinary local
// variable of the clone. For example, the marker moves after the suspend:
//
//	call void @llvm.lifetime.start.p0(ptr %x)
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	store i32 1, ptr %x                                     ; the first use
//
// A region begins at the entry or at the block after a suspend. Only the nearest such block that
// dominates all other users is a candidate, because every path from an earlier one passes a
// suspend.
func (co *coroutine) sinkLifetimeStarts(x *coro.Crossing) {
	if co.F.HasAttr("optnone") {
		return
	}
	// head is the nearest region head at or above a block, by RPO index.
	head := make([]*ir.Block, len(x.Dom.RPO))
	isHead := map[*ir.Block]bool{co.F.Entry(): true}
	for _, s := range co.Suspends {
		if n := s.Block().SingleSucc(); n != nil {
			isHead[n] = true
		}
	}
	for k, b := range x.Dom.RPO {
		if isHead[b] {
			head[k] = b
		} else if d := x.Dom.IDom(b); d != nil {
			head[k] = head[x.Dom.Index(d)]
		}
	}
	for i := range co.F.Instrs() {
		if i.Op == ir.OpAlloca {
			co.sinkStart(i, x, head)
		}
	}
}

func (co *coroutine) sinkStart(a *ir.Instr, x *coro.Crossing, head []*ir.Block) {
	// startOf returns the marker to which user u belongs: u itself, or the marker that uses u if u
	// is a cast with no other use.
	startOf := func(u *ir.Instr) *ir.Instr {
		if ir.LifetimeKind(u) == ir.LifetimeStart {
			return u
		}
		if (u.Op == ir.OpBitCast || u.Op == ir.OpGEP && ir.AllZero(u)) && u.HasOneUse() {
			if s := u.FirstUse().User(); ir.LifetimeKind(s) == ir.LifetimeStart {
				return s
			}
		}
		return nil
	}
	var common *ir.Block
	users := a.Users()
	for _, u := range users {
		if startOf(u) != nil || !x.Dom.Reachable(u.Block()) {
			continue
		}
		if common == nil {
			common = u.Block()
		} else {
			common = x.Dom.CommonDominator(common, u.Block())
		}
	}
	d := co.F.Entry()
	if common != nil {
		d = head[x.Dom.Index(common)]
	}
	var starts []*ir.Instr
	for _, u := range users {
		if x.Dom.Dominates(d, u.Block()) && !x.BlockCrossesUse(d, u) {
			continue
		}
		s := startOf(u)
		if s == nil {
			return
		}
		starts = append(starts, s)
	}
	if len(starts) == 0 {
		return
	}
	n := co.m.CloneInstr(starts[0])
	n.InsertBefore(d.Terminator())
	ptr := n.NumCallArgs() - 1
	bld := ir.NewBuilder(co.m)
	bld.Before(n)
	n.SetArg(ptr, bld.PtrCast(a, n.Arg(ptr).Type()))
	for _, s := range starts {
		s.Erase()
	}
}
