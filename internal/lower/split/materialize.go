// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Rematerialisation. A value that is cheaper to recompute after a suspend than to keep in the frame
// is recomputed where it is used, so that only the leaves of an expression take slots. Instructions
// are inserted in LLVM's order. For example, only %x is spilled here:
//
//	%a = add i32 %x, 1
//	%b = shl i32 %a, 2
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	call void @use(i32 %b)       ; recomputes %a and %b from the reload of %x

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// maxRemat bounds the expression that is recomputed for one user. LLVM has no bound, so a long
// chain that is used repeatedly costs the square of its length there. Operands beyond the bound are
// kept in the frame, which is always correct. The largest expression in all programs measured has 9
// instructions, and the largest set of leaves has 11, so only generated code reaches the bound.
const maxRemat = 64

// rematerialisable reports whether i may be recomputed: casts, addresses, integer and
// floating-point arithmetic with two operands, comparisons and selects, but not an instruction that
// reads memory. A division cannot trap where it is recomputed, because it was computed before on
// the same path.
//
// As in LLVM 23 it is true of fneg and of some intrinsics. With reuse-storage it is, for all versions,
// true of intrinsics of one or two instructions, and of a laundered address. Laundering the address
// again only removes the claim that loads through both results see the same value.
func (co *coroutine) rematerialisable(i *ir.Instr) bool {
	info := i.Op.Info()
	return info.Cast || info.Binary || i.Op == ir.OpGEP ||
		i.Op == ir.OpICmp || i.Op == ir.OpFCmp || i.Op == ir.OpSelect ||
		co.recomputesLate(i) || i.Op == ir.OpCall && co.reuse && ir.IsLaundering(i)
}

// recomputesLate reports whether i is one of the instructions that LLVM recomputes since version 23.
func (co *coroutine) recomputesLate(i *ir.Instr) bool {
	late := co.m.Has(ir.RematerialiseIntrinsics)
	switch {
	case i.Op == ir.OpFNeg:
		return late || co.reuse
	case i.Op != ir.OpCall || len(i.Call().Bundles) > 0:
		return false
	}
	id := ir.CalledIntrinsic(i)
	return id.Is(ir.Recomputed) && (late && !co.reuse || co.reuse && id.Is(ir.OneInstr))
}

// rematNode is one instruction of the expression that is recomputed for a user.
type rematNode struct {
	i    *ir.Instr
	ops  []int // operands, as indices of nodes
	seen bool
}

// recompute makes the edits between the analysis of crossings and that of spills. They reduce the
// values that go to the frame.
func (co *coroutine) recompute(x *coro.Crossing) {
	co.rematerialise(x)
	if co.abi.marksLives() {
		co.sinkLifetimeStarts(x)
	}
}

// rematerialise recomputes, for each user across a suspend, the expression of rematerialisable
// values that the user needs.
func (co *coroutine) rematerialise(x *coro.Crossing) {
	// LLVM 14 recomputes in optnone functions too. There it is necessary: a cast of an object that
	// stays on the stack must not be kept in the frame, and with typed pointers such casts are
	// common.
	if co.F.HasAttr("optnone") && !co.m.TypedPtrs {
		return
	}
	if co.reuse {
		co.keep = co.keepInstead(x)
	}
	for _, v := range co.abi.anew() {
		if i := ir.AsInstr(v); i != nil {
			ir.Put(&co.keep, i, true) // each part computes or receives it
		}
	}
	var users []*ir.Instr
	listed := map[*ir.Instr]bool{}
	for i := range co.F.Instrs() {
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

// rematGraph finds the expression that a user needs: breadth first, each instruction once. Node 0
// is the user itself.
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

// rematOrder returns the reverse post-order of the graph from the user: users before operands.
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
	slices.Reverse(post)
	return post
}

// keepInstead chooses rematerialisable values that are kept in the frame, because the values from
// which they are computed would take more room: a comparison of two 64-bit numbers takes one byte,
// the numbers take sixteen. For example, only %c is kept if %x and %y have no other uses after the
// suspend:
//
//	%c = icmp eq i64 %x, %y
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	br i1 %c, label %a, label %b
//
// A sum, or the result of another operation of arithmetic, is also kept if it takes as much room as
// its only operand, which nothing else needs: then neither the operand has to be stored, often in a
// loop, nor the sum computed again. Addresses are not, because the processor computes them while it
// accesses memory.
//
// LLVM always recomputes. The loop visits values in order of their definitions, so it decides about
// an expression's operands before the expression.
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
	greedy := map[ir.Value]bool{}
	base := func(v ir.Value, u *ir.Use) {
		if crossesAny(v, u) {
			greedy[v] = true
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
	needs := map[ir.Value]int{} // by leaf: the candidates that need it
	for _, c := range candidates {
		for _, leaf := range co.leaves(c, nil) {
			needs[leaf]++
		}
	}
	for _, c := range candidates {
		leaves := co.leaves(c, keep)
		cost := int64(0)
		for _, leaf := range leaves {
			if !greedy[leaf] {
				cost += size(leaf)
			}
		}
		only := cost == size(c) && c.Op.Info().Binary && len(leaves) == 1 && needs[leaves[0]] == 1
		if (cost > size(c) || only) && l.Sized(c.Type()) {
			keep[c], greedy[c] = true, true
			continue
		}
		for _, leaf := range leaves {
			greedy[leaf] = true
		}
	}
	return keep
}

// leaves returns the values from which an expression is computed, except those that are free in the
// frame. It follows operands that are recomputed themselves.
func (co *coroutine) leaves(i *ir.Instr, keep map[*ir.Instr]bool) []ir.Value {
	var out []ir.Value
	seen := map[ir.Value]bool{i: true}
	work := []*ir.Instr{i}
	for len(work) > 0 && len(seen) < maxRemat {
		n := ir.Pop(&work)
		for k := range n.NumArgs() {
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
