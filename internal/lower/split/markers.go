package split

// Lifetime markers of a coroutine's allocas, as far as splitting moves or removes them.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// markers are the lifetime markers of an object.
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
// lifetime spans suspends. Each part of the coroutine has its own copy of such an object, and the
// parts behind a suspend never come past the start.
func eraseMarkers(info *coro.AllocaInfo) {
	for _, u := range markers(info) {
		u.Erase()
	}
}

// sinkLifetimeStarts moves lifetime.start markers down to the region that really uses the object:
// an object declared at the top but used only behind one suspend then stays a plain local of the
// clone. The region is headed by the entry or by the block behind a suspend; of those that dominate
// all other users only the nearest can do, since from any above a suspend lies on the way.
func (co *coroutine) sinkLifetimeStarts(x *coro.Crossing) {
	if co.F.HasAttr("optnone") {
		return
	}
	head := make([]*ir.Block, len(x.Dom.RPO)) // nearest region head at or above, by place in RPO
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
	for b := co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpAlloca {
				co.sinkStart(i, x, head)
			}
		}
	}
}

func (co *coroutine) sinkStart(a *ir.Instr, x *coro.Crossing, head []*ir.Block) {
	// startOf gives the marker behind a user: the user itself, or through one cast with no other
	// use.
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
