package split

// Rematerialisation: what is cheaper to compute again behind a suspend than to keep in the frame is
// computed again where it is used, so that only the leaves of an expression take a slot. The order
// of what is inserted is LLVM's.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// maxRemat bounds the expression recomputed for one user. LLVM has no bound, so that a long chain
// used again and again costs the square of its length there; beyond the bound operands are kept in
// the frame, which is always right. The largest expression in all programs measured has 9
// instructions, and the largest set of leaves 11, so the bound is for what is generated.
const maxRemat = 64

// rematerialisable reports the instructions that are recomputed: casts, addresses, integer and
// floating arithmetic of two operands, comparisons, selects. Never what reads memory or may trap
// differently: a division is only computed again where it was computed before.
//
// With reuse-storage a laundered address is one as well. To launder it again takes no more than a
// claim away: that what is read through both results is the same.
func (co *coroutine) rematerialisable(i *ir.Instr) bool {
	info := i.Op.Info()
	return info.Cast || info.Binary || i.Op == ir.OpGEP ||
		i.Op == ir.OpICmp || i.Op == ir.OpFCmp || i.Op == ir.OpSelect ||
		i.Op == ir.OpCall && co.reuse && ir.IsLaundering(i)
}

// rematNode is one instruction of the expression that a user needs computed again.
type rematNode struct {
	i    *ir.Instr
	ops  []int // further nodes, by place
	seen bool
}

// recompute is what is edited between crossing and spills: less is left to go to the frame.
func (co *coroutine) recompute(x *coro.Crossing) {
	co.rematerialise(x)
	if co.abi.marksLives() {
		co.sinkLifetimeStarts(x)
	}
}

// rematerialise recomputes for each user across a suspend the expression of rematerialisable values
// that it needs.
func (co *coroutine) rematerialise(x *coro.Crossing) {
	// LLVM 14 recomputes in optnone functions too. There it is more than thrift: a cast of an
	// object that stays on the stack must not be kept in the frame, and with typed pointers there
	// are such casts everywhere.
	if co.F.HasAttr("optnone") && !co.m.TypedPtrs {
		return
	}
	if co.reuse {
		co.keep = co.keepInstead(x)
	}
	for _, v := range co.abi.anew() {
		if i := ir.AsInstr(v); i != nil {
			if co.keep == nil {
				co.keep = map[*ir.Instr]bool{}
			}
			co.keep[i] = true // each part has it
		}
	}
	if co.inRounds() {
		co.rematerialiseByBlock(x)
		return
	}
	var users []*ir.Instr
	listed := map[*ir.Instr]bool{}
	for b := co.F.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if !co.rematerialisable(i) || co.keep[i] {
				continue
			}
			for u := i.FirstUse(); u != nil; u = u.Next() {
				if us := u.User(); !listed[us] && x.AcrossSuspend(i, us) {
					listed[us] = true
					users = append(users, us)
				}
			}
		}
	}
	type replacement struct{ user, def, with *ir.Instr }
	var final []replacement
	for _, u := range users {
		at := u.Block().FirstInsertionPt()
		if coro.IsSuspend(u) {
			at = u.Block().SinglePred().Terminator()
		}
		if at == nil {
			continue
		}
		nodes := co.rematGraph(u, x)
		var made []*ir.Instr
		for _, k := range rematOrder(nodes)[1:] {
			d := nodes[k].i
			c := co.m.CloneInstr(d)
			c.InsertBefore(at)
			c.SetName(d.Name())
			at = c
			for _, e := range made {
				replaceArgs(e, d, c)
			}
			for n := 0; n < u.NumArgs(); n++ {
				if u.Arg(n) == ir.Value(d) {
					final = append(final, replacement{u, d, c})
					break
				}
			}
			made = append(made, c)
			co.c.Stats.Remats++
		}
	}
	for _, r := range final {
		if r.user.Op == ir.OpPhi {
			ir.ReplaceUses(r.user, r.with)
			r.user.Erase()
			continue
		}
		replaceArgs(r.user, r.def, r.with)
	}
}

// inRounds reports that values are computed again as LLVM 16 and older do. It leaves copies that
// are kept themselves, and copies of them, where each of a chain of values crosses a suspend: 1,808
// bytes of frame for 67 suspends where 32 do. Where storage may be shared frames are our own, and
// need not be so.
func (co *coroutine) inRounds() bool {
	return !co.m.Has(ir.RematerialisePerUse) && !co.c.Opts.ReuseStorage
}

// rematerialiseByBlock is the way of LLVM 16 and older: in up to four rounds, each value across a
// suspend is computed again once in every block that uses it; what its copies need in turn is the
// matter of the next round.
func (co *coroutine) rematerialiseByBlock(x *coro.Crossing) {
	for round := 0; round < 4; round++ {
		var list []spill
		for b := co.F.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				if !co.rematerialisable(i) || co.keep[i] {
					continue
				}
				var users []*ir.Instr
				for u := i.FirstUse(); u != nil; u = u.Next() {
					if us := u.User(); x.AcrossSuspend(i, us) {
						users = append(users, us)
					}
				}
				if users != nil {
					list = append(list, spill{def: i, users: users})
				}
			}
		}
		if list == nil {
			return
		}
		for _, s := range list {
			def := s.def.(*ir.Instr)
			var at *ir.Block
			var c *ir.Instr
			for _, u := range s.users {
				if u.Block() == nil {
					continue // a phi replaced already
				}
				// What a suspend yields is used in front of its block, in which nothing is
				// computed: all in it is behind the suspend.
				in := u.Block()
				if coro.IsSuspend(u) {
					in = in.SinglePred()
				}
				if in != at {
					pt := in.FirstInsertionPt()
					if pt == nil {
						continue
					}
					at = in
					c = co.m.CloneInstr(def)
					c.InsertBefore(pt)
					c.SetName(def.Name())
					co.c.Stats.Remats++
				}
				if u.Op == ir.OpPhi {
					ir.ReplaceUses(u, c)
					u.Erase()
					continue
				}
				replaceArgs(u, def, c)
			}
		}
	}
}

// replaceArgs replaces every operand of i, and of the debug records in front of it, that is old.
func replaceArgs(i *ir.Instr, old, with ir.Value) {
	for k := 0; k < i.NumArgs(); k++ {
		if i.Arg(k) == old {
			i.SetArg(k, with)
		}
	}
}

// rematGraph finds the expression behind a user: breadth first, each instruction once. Node 0 is
// the user itself.
func (co *coroutine) rematGraph(user *ir.Instr, x *coro.Crossing) []rematNode {
	nodes := []rematNode{{i: user}}
	at := map[*ir.Instr]int{user: 0}
	for k := 0; k < len(nodes); k++ {
		n := nodes[k].i
		for a := 0; a < n.NumArgs(); a++ {
			d := ir.AsInstr(n.Arg(a))
			if d == nil || !co.rematerialisable(d) || co.keep[d] || !x.AcrossSuspend(d, user) {
				continue
			}
			j, known := at[d]
			if !known {
				if len(nodes) >= maxRemat {
					continue
				}
				j = len(nodes)
				at[d] = j
				nodes = append(nodes, rematNode{i: d})
			}
			nodes[k].ops = append(nodes[k].ops, j)
		}
	}
	return nodes
}

// rematOrder is the reverse post-order of the graph from the user: users before operands.
func rematOrder(nodes []rematNode) []int {
	var post []int
	type step struct{ n, k int }
	stack := []step{{0, 0}}
	nodes[0].seen = true
	for len(stack) > 0 {
		t := &stack[len(stack)-1]
		if t.k < len(nodes[t.n].ops) {
			o := nodes[t.n].ops[t.k]
			t.k++
			if !nodes[o].seen {
				nodes[o].seen = true
				stack = append(stack, step{o, 0})
			}
			continue
		}
		post = append(post, t.n)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// keepInstead chooses, for the smallest frame, which rematerialisable values are kept in the frame
// themselves because what they are computed from would take more room: a comparison of two numbers
// needs one byte, the numbers sixteen. LLVM always recomputes. The choice goes through the values
// in order of their definition, so that what an expression needs is decided before the expression;
// if all in all recomputing everything needs less, nothing is kept.
func (co *coroutine) keepInstead(x *coro.Crossing) map[*ir.Instr]bool {
	l := co.c.Layout
	keep := map[*ir.Instr]bool{}
	crossesAny := func(v ir.Value, u *ir.Use) bool {
		for ; u != nil; u = u.Next() {
			if x.AcrossSuspend(v, u.User()) {
				return true
			}
		}
		return false
	}
	greedy, all := map[ir.Value]bool{}, map[ir.Value]bool{}
	base := func(v ir.Value, u *ir.Use) {
		if crossesAny(v, u) {
			greedy[v], all[v] = true, true
		}
	}
	for _, p := range co.F.Params {
		base(p, p.FirstUse())
	}
	var candidates []*ir.Instr
	for _, b := range x.Dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i == co.Begin || i.Op == ir.OpAlloca || !i.HasUses() || i.Type().IsToken():
			case co.rematerialisable(i):
				if crossesAny(i, i.FirstUse()) {
					candidates = append(candidates, i)
				}
			default:
				base(i, i.FirstUse())
			}
		}
	}
	size := func(v ir.Value) int64 {
		if !l.Sized(v.Type()) {
			return 0
		}
		return l.AllocSize(v.Type())
	}
	for _, c := range candidates {
		for _, leaf := range co.leaves(c, nil) {
			all[leaf] = true
		}
		leaves := co.leaves(c, keep)
		cost := int64(0)
		for _, leaf := range leaves {
			if !greedy[leaf] {
				cost += size(leaf)
			}
		}
		if cost > size(c) && l.Sized(c.Type()) {
			keep[c], greedy[c] = true, true
			continue
		}
		for _, leaf := range leaves {
			greedy[leaf] = true
		}
	}
	total := func(set map[ir.Value]bool) (n int64) {
		for v := range set {
			n += size(v)
		}
		return n
	}
	if total(all) <= total(greedy) {
		return nil
	}
	return keep
}

// leaves are the values, other than what the frame gives for nothing, that an expression is
// computed from: its operands looked through as far as they are recomputed themselves.
func (co *coroutine) leaves(i *ir.Instr, keep map[*ir.Instr]bool) []ir.Value {
	var out []ir.Value
	seen := map[ir.Value]bool{i: true}
	work := []*ir.Instr{i}
	for len(work) > 0 && len(seen) < maxRemat {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for k := 0; k < n.NumArgs(); k++ {
			switch v := n.Arg(k).(type) {
			case *ir.Param:
				if !seen[v] {
					seen[v] = true
					out = append(out, v)
				}
			case *ir.Instr:
				if seen[v] || v == co.Begin || v.Op == ir.OpAlloca {
					continue
				}
				seen[v] = true
				if co.rematerialisable(v) && !keep[v] {
					work = append(work, v)
				} else {
					out = append(out, v)
				}
			}
		}
	}
	return out
}
