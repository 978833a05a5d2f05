// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Probabilities of a branch on a phi of constants: an edge is taken as often as its constant enters
// the phi. When clang leaves a scope, it runs the clean-up once and then switches on a number for
// the reason of the exit. After an await one of the reasons is "destroyed", and no edge that is
// ever taken contributes that number:
//
//	%dest = phi i32 [ 0, %ready ], [ 2, %destroy ]      ; the estimate never enters %destroy
//	switch i32 %dest, label %unreachable [ i32 0, label %cont
//	                                       i32 2, label %cleanup ]
//
// LLVM treats these branches as undecided until its jump threading, which runs later, removes them.
// Here neither the order of the passes nor the callees of the clean-up may matter.
//
// Sums of floating-point numbers are written so that none is fused with a product, so the result is
// the same on every machine.
//
// The analysis follows constants through phis of phis, selects of constants and earlier branches on
// the same value. It does not follow values around a loop.

import (
	"sort"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

const (
	maxShares    = 16 // different constants in one phi; further ones count as unknown
	maxPhiDepth  = 32 // phis of phis
	maxCondSteps = 8  // predecessors whose branches are considered
)

// shares is the distribution of a value over constants, as fractions of 1; unknown is the rest.
type shares struct {
	list    []share
	unknown float64
}

type share struct {
	c    *ir.Const
	part float64
}

var anyValue = shares{unknown: 1}

func (s *shares) add(c *ir.Const, part float64) {
	if part == 0 {
		return
	}
	for k := range s.list {
		if ir.SameValue(s.list[k].c, c) {
			s.list[k].part += part
			return
		}
	}
	if len(s.list) == maxShares {
		s.unknown += part
		return
	}
	s.list = append(s.list, share{c, part})
}

// scaled normalizes the fractions to a sum of 1. It returns false if all are 0.
func (s *shares) scaled() bool {
	total := s.unknown
	for _, x := range s.list {
		total += x.part
	}
	if total <= 0 {
		return false
	}
	s.unknown /= total
	for k := range s.list {
		s.list[k].part /= total
	}
	return true
}

// split is the distribution of a block's mass over its successors.
type split struct {
	to    []flow // by target, without duplicates
	total float64
}

// newSplit records the probabilities of a block's successors.
func newSplit(to []flow) split {
	w := split{to: merged(append([]flow(nil), to...))}
	for _, t := range w.to {
		w.total += float64(t.amount)
	}
	return w
}

// part returns the probability of the edge to a block.
func (w *split) part(to int) float64 {
	k := sort.Search(len(w.to), func(k int) bool { return w.to[k].to >= to })
	if k == len(w.to) || w.to[k].to != to || w.total == 0 {
		return 0
	}
	return float64(w.to[k].amount) / w.total
}

// edgeMass returns the frequency of an edge, relative to the rounds of the loop around its target.
func (q *Frequencies) edgeMass(from, to int) float64 {
	mass := float64(q.mass[from]) * q.split[from].part(to)
	for l := q.loop[from]; l != nil && !q.loop[to].in(l); l = l.parent {
		if l.left == 0 {
			return 0
		}
		mass = mass / l.left * float64(l.mass)
	}
	return mass
}

// sharesAt returns the distribution of v when control is in block b, which v dominates, and
// continues at next (nil: anywhere). It considers only blocks of the loop in: mass flows through
// inner loops before outer ones.
func (q *Frequencies) sharesAt(v ir.Value, b, next *ir.Block, in *loopNode, depth int) shares {
	switch c, ok := v.(*ir.Const); {
	case ok && c.IsInt():
		return shares{list: []share{{c, 1}}}
	case ok || depth == 0:
		return anyValue
	}
	i := ir.AsInstr(v)
	if i == nil || !q.loop[q.dom.Index(i.Block())].in(in) {
		return anyValue
	}
	var s shares
	switch i.Op {
	case ir.OpSelect:
		for _, arm := range []ir.Value{i.Arg(1), i.Arg(2)} {
			c, ok := arm.(*ir.Const)
			if !ok || !c.IsInt() {
				return anyValue
			}
			s.add(c, 0.5)
		}
	case ir.OpPhi:
		s = q.sharesOfPhi(i, in, depth)
	default:
		return anyValue
	}
	// Branches on the value, on the single path from its definition, exclude constants.
	for n := 0; n < maxCondSteps && b != nil; n++ {
		if next != nil {
			s = q.followed(s, v, b, next)
		}
		if b == i.Block() {
			break
		}
		b, next = b.SinglePred(), b
	}
	return s
}

// followed returns the distribution of v on the edge from b to next.
func (q *Frequencies) followed(s shares, v ir.Value, b, next *ir.Block) shares {
	t := b.Terminator()
	if decidesOn(t) != v {
		return s
	}
	left := shares{unknown: s.unknown}
	for _, x := range s.list {
		if decided(q.m, t, x.c) == next {
			left.add(x.c, x.part)
		}
	}
	if !left.scaled() {
		return anyValue
	}
	return left
}

// sharesOfPhi weights the constants of each incoming edge by the edge's mass.
func (q *Frequencies) sharesOfPhi(phi *ir.Instr, loop *loopNode, depth int) shares {
	if s, ok := q.phis[phi]; ok {
		return s
	}
	b := phi.Block()
	to := q.dom.Index(b)
	s := shares{}
	seen := map[*ir.Block]bool{}
	for k, p := range phi.PhiBlocks() {
		from := q.dom.Index(p)
		if seen[p] || from < 0 {
			continue
		}
		if from >= to {
			s = anyValue
			break
		}
		seen[p] = true
		mass := q.edgeMass(from, to)
		if mass == 0 {
			continue
		}
		in := q.sharesAt(phi.Arg(k), p, b, loop, depth-1)
		for _, x := range in.list {
			s.add(x.c, float64(mass*x.part))
		}
		s.unknown += float64(mass * in.unknown)
	}
	if !s.scaled() {
		s = anyValue
	}
	q.phis[phi] = s
	return s
}

// decidesOn returns the value that a branch compares with constants, or nil. For example, it
// returns %x for a branch on `icmp eq i32 %x, 3`.
func decidesOn(t *ir.Instr) ir.Value {
	if t.Op != ir.OpSwitch && (t.Op != ir.OpBr || t.NumArgs() != 3) {
		return nil
	}
	v := t.Arg(0)
	if cmp := ir.AsInstr(v); cmp != nil && cmp.Op == ir.OpICmp && isConst(cmp.Arg(1)) {
		return cmp.Arg(0)
	}
	return v
}

// decided returns the successor of a branch if decidesOn's value is c, or nil if that is unknown.
func decided(m *ir.Module, t *ir.Instr, c *ir.Const) *ir.Block {
	if cmp := ir.AsInstr(t.Arg(0)); cmp != nil && cmp.Op == ir.OpICmp && isConst(cmp.Arg(1)) {
		with := cmp.Arg(1).(*ir.Const)
		if !with.IsInt() {
			return nil
		}
		c = m.Bool(ir.FoldCompare(cmp.Pred(), c, with))
	}
	return chosen(t, c)
}

// byConstants returns the successors of a block with their probabilities according to the
// distribution of its condition, or nil if that is unknown. otherwise has the probabilities for the
// unknown rest.
func (q *Frequencies) byConstants(k int, otherwise []flow) []flow {
	b := q.rpo[k]
	t := b.Terminator()
	v := decidesOn(t)
	if v == nil {
		return nil
	}
	s := q.sharesAt(v, b, nil, q.loop[k], maxPhiDepth)
	if len(s.list) == 0 {
		return nil
	}
	parts := map[int]float64{}
	for _, x := range s.list {
		to := decided(q.m, t, x.c)
		if to == nil {
			return nil
		}
		parts[q.dom.Index(to)] += x.part
	}
	var total float64
	for _, o := range otherwise {
		total += float64(o.amount)
	}
	seen := map[int]bool{}
	count.ConstantFrequency.Hit()
	flows := make([]flow, 0, len(otherwise))
	for _, o := range otherwise {
		part := float64(s.unknown * float64(o.amount) / total)
		if !seen[o.to] {
			seen[o.to] = true
			part += parts[o.to]
		}
		flows = append(flows, flow{o.to, uint64(float64(part*probDenom) + 0.5)})
	}
	return flows
}
