package opt

// What a branch on a phi of constants tells: the way is taken as often as its constant comes in.
// Where clang leaves a scope, for whatever reason, it runs the clean-up once and then asks a number
// for which reason that was; behind an await one of them is "destroyed", and no edge that is ever
// taken brings it.
//
// LLVM knows of no such thing, and takes these branches for undecided until its jump threading,
// which runs later, has done away with them. Here neither the order of the passes nor what the
// clean-up calls is to matter.
//
// Sums of floating-point numbers are written so that none is fused with a product: the result is
// the same on every machine.
//
// It follows constants through phis of phis, selects of constants and the branches that asked for
// them before. What comes around a loop it does not follow.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
)

const (
	maxShares    = 16 // different constants in one phi; with more it is unknown
	maxPhiDepth  = 32 // phis of phis
	maxCondSteps = 8  // blocks above, whose branches are looked at
)

// shares is how often a value is which constant, as parts of 1; unknown is the rest.
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

// scaled makes the parts sum up to 1; false if there are none.
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

// ways are how the mass of a block was handed on.
type ways struct {
	to    []flow // by target, none twice
	total float64
}

// newWays notes the probabilities with which a block was left.
func newWays(to []flow) ways {
	w := ways{to: merged(append([]flow(nil), to...))}
	for _, t := range w.to {
		w.total += float64(t.amount)
	}
	return w
}

// part is how often control goes to a block, as a part of 1.
func (w *ways) part(to int) float64 {
	k := sort.Search(len(w.to), func(k int) bool { return w.to[k].to >= to })
	if k == len(w.to) || w.to[k].to != to || w.total == 0 {
		return 0
	}
	return float64(w.to[k].amount) / w.total
}

// edgeMass is how often an edge is taken, as a part of how often the loop around its target begins
// a round.
func (q *Frequencies) edgeMass(from, to int) float64 {
	mass := float64(q.mass[from]) * q.ways[from].part(to)
	for l := q.loop[from]; l != nil && !q.loop[to].in(l); l = l.parent {
		if l.left == 0 {
			return 0
		}
		mass = mass / l.left * float64(l.mass)
	}
	return mass
}

// sharesAt is how often a value is which constant when control is in a block that it dominates and
// goes on to next (nil: anywhere). Only the blocks of the loop in are looked at: mass flows through
// inner loops before it does through outer ones.
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
	// Branches on the value, on the only way from where it is made, tell what it is not.
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

// followed is what is left of the shares of a value when a block is left for another.
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

// sharesOfPhi weighs what comes in on each edge.
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

// decidesOn is the value that a branch compares with constants; nil when it does something else.
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

// decided is where a branch goes when decidesOn's value is a constant; nil when that is not known.
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

// byConstants gives the successors of a block with their probabilities from how often its condition
// is which constant; nil when nothing is known of that. otherwise are the probabilities where it is
// not.
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
