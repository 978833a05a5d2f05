// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Block frequencies for coro-annotation-elide: an estimate from branch weights, from paths that end
// in unreachable or an exception, from loops, and from comparisons. If no guess is involved, the
// numbers are LLVM's.
//
// The estimate differs from LLVM's in two intended ways. LLVM considers the successors of a suspend
// equally likely, so after the first await of a coroutine hardly any call seems worth a place in
// the frame. Here a suspended coroutine is always resumed, or resumed and destroyed as its branch
// weights say. Also, a branch on a phi of constants takes each edge as often as the phi has the
// edge's constant (frequency_phi.go).
//
// Cycles with several entries are not treated as loops: the mass of their back edges is ignored.

import (
	"math"
	"math/big"
	"math/bits"
	"sort"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

const (
	fullMass  = ^uint64(0)
	probDenom = 1 << 31 // a probability is a multiple of 1/probDenom

	weightDead    = 0 // leads to unreachable
	weightUnwind  = 1
	weightCold    = 0xffff
	weightDefault = 0xfffff

	loopTaken     = 31   // a loop is left once in this many rounds
	endlessRounds = 4096 // of a loop that is never left

	// the weights of the usual and the unusual result of a comparison with zero or of pointers
	likelyCompare, unlikelyCompare = 20, 12

	freqBits = 64 - 10 // the most frequent block counts 1 << freqBits
)

// loopNode is a natural loop.
type loopNode struct {
	header *ir.Block
	parent *loopNode
	nodes  []int // RPO indices of the blocks directly in it, and of the headers of the loops directly in it
	back   uint64
	exits  []flow
	scale  *big.Float
	mass   uint64  // of the whole loop, in its parent
	left   float64 // sum of exits
}

// flow is mass, or a weight, on an edge to a block.
type flow struct {
	to     int // RPO index
	amount uint64
}

// Frequencies holds the estimates for one function.
type Frequencies struct {
	m      *ir.Module
	dom    *ir.DomTree
	rpo    []*ir.Block
	loop   []*loopNode // innermost loop of each block
	loops  []*loopNode // outer before inner
	weight []int64     // -1: not known to be rare
	mass   []uint64
	count  []uint64
	split  []split // of each block whose mass is known
	phis   map[*ir.Instr]shares
	// Partial: the function has a cycle with several entries, so the estimate misses some mass.
	Partial bool
	runs    uint64 // of the function; see NewProfile
}

// NewFrequencies estimates the frequency of each block of f. It renumbers f.
func NewFrequencies(m *ir.Module, f *ir.Func) *Frequencies {
	q := newLoops(m, f)
	n := len(q.rpo)
	q.mass, q.count = make([]uint64, n), make([]uint64, n)
	q.split, q.phis = make([]split, n), map[*ir.Instr]shares{}
	q.estimateWeights()
	root := &loopNode{}
	for k := range q.rpo {
		l := q.loop[k]
		if l != nil && l.header == q.rpo[k] {
			l = l.parent
		}
		if l == nil {
			root.nodes = append(root.nodes, k)
		} else {
			l.nodes = append(l.nodes, k)
		}
	}
	for k := len(q.loops) - 1; k >= 0; k-- {
		q.spread(q.loops[k])
	}
	q.spread(root)
	q.scaleCounts()
	return q
}

// NewProfile does the same for a function with an entry count. It returns nil for any other function.
func NewProfile(m *ir.Module, f *ir.Func) *Frequencies {
	runs := debuginfo.EntryCount(m, f)
	if runs == nil {
		return nil
	}
	q := NewFrequencies(m, f)
	q.runs = *runs
	return q
}

// Runs returns how often a block runs by the profile.
func (q *Frequencies) Runs(b *ir.Block) uint64 { return Reached(q.runs, q.Of(b), q.Entry()) }

// newLoops finds the loops of f, and estimates nothing. It renumbers f.
func newLoops(m *ir.Module, f *ir.Func) *Frequencies {
	f.Renumber()
	q := &Frequencies{m: m, dom: ir.NewDomTree(f)}
	q.rpo = q.dom.RPO
	q.loop = make([]*loopNode, len(q.rpo))
	q.findLoops()
	return q
}

// Of returns a block's frequency, relative to Entry, or 0 for an unreachable block.
func (q *Frequencies) Of(b *ir.Block) uint64 {
	if k := q.dom.Index(b); k >= 0 {
		return q.count[k]
	}
	return 0
}

// Entry returns the frequency of the entry block, which is the unit for the others.
func (q *Frequencies) Entry() uint64 { return q.count[0] }

// findLoops finds the natural loops, and sorts outer loops before inner ones.
func (q *Frequencies) findLoops() {
	head := map[*ir.Block]*loopNode{}
	var preds, work []*ir.Block
	for k := len(q.rpo) - 1; k >= 0; k-- {
		h := q.rpo[k]
		work = work[:0]
		preds = h.Preds(preds[:0])
		for _, p := range preds {
			if q.dom.Reachable(p) && q.dom.Dominates(h, p) {
				work = append(work, p)
			}
		}
		if len(work) == 0 {
			continue
		}
		l := &loopNode{header: h}
		head[h] = l
		q.loops = append(q.loops, l)
		for len(work) > 0 {
			b := ir.Pop(&work)
			// A block of an inner loop represents the whole loop.
			inner := outermost(q.loop[q.dom.Index(b)])
			switch {
			case inner == l:
				continue
			case inner != nil:
				inner.parent = l
				b = inner.header
			default:
				q.loop[q.dom.Index(b)] = l
			}
			if b == h {
				continue
			}
			preds = b.Preds(preds[:0])
			for _, p := range preds {
				if q.dom.Reachable(p) && outermost(q.loop[q.dom.Index(p)]) != l {
					work = append(work, p)
				}
			}
		}
		q.loop[k] = l
	}
	sort.SliceStable(q.loops,
		func(i, j int) bool { return q.dom.Index(q.loops[i].header) < q.dom.Index(q.loops[j].header) })
}

// outermost returns the outermost loop found so far that contains l.
func outermost(l *loopNode) *loopNode {
	for l != nil && l.parent != nil {
		l = l.parent
	}
	return l
}

// in reports whether a loop is l or is inside l. Every loop is inside nil.
func (n *loopNode) in(l *loopNode) bool {
	for ; n != nil; n = n.parent {
		if n == l {
			return true
		}
	}
	return l == nil
}

// estimateWeights finds the blocks from which all paths lead to rare code.
func (q *Frequencies) estimateWeights() {
	q.weight = make([]int64, len(q.rpo))
	var succs []*ir.Block
	for k := len(q.rpo) - 1; k >= 0; k-- {
		b := q.rpo[k]
		if q.weight[k] = -1; endsCoroutine(b) {
			continue
		}
		w := q.ownWeight(b)
		if succs = b.Succs(succs[:0]); w < 0 && len(succs) > 0 {
			w = 0
			for _, s := range succs {
				j := q.dom.Index(s)
				if j <= k || q.weight[j] < 0 {
					w = -1
					break
				}
				w = max(w, q.weight[j])
			}
		}
		q.weight[k] = w
	}
}

// ownWeight returns the weight that a block's own code implies, or -1.
func (q *Frequencies) ownWeight(b *ir.Block) int64 {
	if b.Terminator().Op == ir.OpUnreachable {
		return weightDead
	}
	if b.IsEHPad() {
		return weightUnwind
	}
	for i := b.First(); i != nil; i = i.Next() {
		if i.IsCall() {
			g := i.CalledFunc()
			if i.Call().Attrs.Has(q.m, "cold") || g != nil && g.HasAttr("cold") {
				return weightCold
			}
		}
	}
	return -1
}

// endsCoroutine reports whether a coroutine ends in a block. Some ABIs have unreachable behind that.
func endsCoroutine(b *ir.Block) bool {
	for i := b.First(); i != nil; i = i.Next() {
		if id := ir.CoroCall(i); (id == ir.CoroEnd || id == ir.CoroEndAsync) && !ir.IsUnwindEnd(i) {
			return true
		}
	}
	return false
}

// spread propagates a loop's full mass once from its header through the loop. For the root, whose
// header is nil, it starts at the function's entry.
func (q *Frequencies) spread(l *loopNode) {
	var self *loopNode
	if l.header != nil {
		self = l
		k := q.dom.Index(l.header)
		q.mass[k] = fullMass
		q.distribute(self, l, k, fullMass, q.leave(k))
	} else {
		q.add(0, nil, fullMass)
	}
	for _, k := range l.nodes {
		if b := q.loop[k]; b != nil && b != self {
			q.distribute(self, l, k, b.mass, append([]flow(nil), b.exits...))
		} else if k != q.index(l.header) {
			q.distribute(self, l, k, q.mass[k], q.leave(k))
		}
	}
	for _, x := range l.exits {
		l.left += float64(x.amount)
	}
	if out := fullMass - l.back; out == 0 {
		l.scale = number().SetInt64(endlessRounds)
	} else {
		l.scale = number().Quo(number().SetInt64(1), massValue(out))
	}
}

func (q *Frequencies) index(b *ir.Block) int {
	if b == nil {
		return -1
	}
	return q.dom.Index(b)
}

// add adds mass to block k, or to the loop directly inside in that contains k.
func (q *Frequencies) add(k int, in *loopNode, mass uint64) {
	n := q.loop[k]
	if n == in {
		q.mass[k] += mass
		return
	}
	for n.parent != in {
		n = n.parent
	}
	n.mass += mass
}

// distribute propagates the mass of a node to its successors. It records the mass that leaves the
// loop as an exit, for the enclosing loop.
func (q *Frequencies) distribute(self, l *loopNode, from int, mass uint64, to []flow) {
	to = merged(to)
	var total uint64
	for _, t := range to {
		total += t.amount
	}
	shift := max(0, bits.Len64(total)-32)
	if shift > 0 {
		total = 0
		for k := range to {
			to[k].amount = max(1, to[k].amount>>shift)
			total += to[k].amount
		}
	}
	for _, t := range to {
		if t.amount == 0 {
			continue
		}
		part := scaleMass(mass, t.amount, total)
		total -= t.amount
		mass -= part
		switch {
		case self != nil && q.rpo[t.to] == l.header:
			l.back += part
		case self != nil && !q.loop[t.to].in(self):
			l.exits = append(l.exits, flow{t.to, part})
		case t.to <= from:
			q.Partial = true
		default:
			q.add(t.to, self, part)
		}
	}
	if self != nil {
		// Merge the exits of many blocks to the same target.
		if len(l.exits) > 2*len(l.nodes)+8 {
			l.exits = merged(l.exits)
		}
	}
}

// merged adds up the flows to the same block, and sorts them by block.
func merged(to []flow) []flow {
	sort.SliceStable(to, func(i, j int) bool { return to[i].to < to[j].to })
	out := to[:0]
	for _, t := range to {
		if n := len(out); n > 0 && out[n-1].to == t.to {
			sum, carry := bits.Add64(out[n-1].amount, t.amount, 0)
			if carry > 0 {
				sum = fullMass
			}
			out[n-1].amount = sum
			continue
		}
		out = append(out, t)
	}
	return out
}

// scaleMass returns mass times num/den, where the fraction is rounded to a probability.
func scaleMass(mass, num, den uint64) uint64 {
	if num == den {
		return mass
	}
	p := (num*probDenom + den/2) / den
	hi, lo := bits.Mul64(mass, p)
	q, _ := bits.Div64(hi, lo, probDenom)
	return q
}

// leave returns and records the successors of a block, whose mass is known, with their
// probabilities.
func (q *Frequencies) leave(k int) []flow {
	to := q.branches(k)
	q.split[k] = newSplit(to)
	return to
}

// branches returns the successors of a block with their probabilities.
func (q *Frequencies) branches(k int) []flow {
	b := q.rpo[k]
	succs := b.Succs(nil)
	if len(succs) == 0 {
		return nil
	}
	to := make([]flow, len(succs))
	for i, s := range succs {
		to[i] = flow{to: q.dom.Index(s), amount: 1}
	}
	if len(succs) == 1 {
		return to
	}
	t := b.Terminator()
	if o := q.Outcome(t); o.Suspend != nil {
		return []flow{{to[o.resume].to, o.Resumed}, {to[o.destroy].to, probDenom - o.Resumed}}
	}
	if c, ok := decidesOn(t).(*ir.Const); ok && c.IsInt() {
		if s := decided(q.m, t, c); s != nil {
			return []flow{{q.dom.Index(s), 1}}
		}
	}
	if w := branchWeights(q.m, t); len(w) == len(succs) {
		return q.avoidDead(probabilities(to, w))
	}
	to = q.guessed(k, t, to)
	if known := q.byConstants(k, to); known != nil {
		return known
	}
	return to
}

// guessed estimates probabilities from the targets of the edges and from the comparison.
func (q *Frequencies) guessed(k int, t *ir.Instr, to []flow) []flow {
	if w := q.rarity(k, to); w != nil {
		return q.avoidDead(probabilities(to, w))
	}
	if w := comparison(t); w != nil {
		return probabilities(to, w)
	}
	w := make([]uint64, len(to))
	for i := range w {
		w[i] = 1
	}
	return probabilities(to, w)
}

// probabilities converts weights to multiples of 1/probDenom.
func probabilities(to []flow, w []uint64) []flow {
	var total uint64
	for _, x := range w {
		total += x
	}
	if total == 0 {
		for k := range w {
			w[k] = 1
		}
		total = uint64(len(w))
	}
	for k := range to {
		x, d := w[k], total
		if s := max(0, bits.Len64(d)-32); s > 0 {
			x, d = x>>s, d>>s
		}
		to[k].amount = (x*probDenom + d/2) / d
	}
	return to
}

// avoidDead gives edges to unreachable the smallest probability, whatever their weights.
func (q *Frequencies) avoidDead(to []flow) []flow {
	var alive, rest uint64
	dead := 0
	for _, t := range to {
		if q.weight[t.to] == weightDead {
			dead++
		} else {
			alive += t.amount
		}
	}
	if dead == 0 || dead == len(to) || alive == 0 {
		return to
	}
	rest = probDenom - uint64(dead)
	for k, t := range to {
		if q.weight[t.to] == weightDead {
			to[k].amount = 1
		} else {
			to[k].amount = (t.amount*rest + alive/2) / alive
		}
	}
	return to
}

// Always is the probability 1.
const Always = probDenom

// Outcome is what happens to a coroutine at a suspend. The code after the return to the caller is
// not part of the coroutine's work.
type Outcome struct {
	Suspend *ir.Instr
	Resumed uint64 // how often it is resumed, in parts of Always; otherwise it is destroyed

	resume, destroy int // indices of successors
}

// Outcome returns what happens at the suspend whose result t tests. Without weights, the coroutine
// is always resumed, but at a final suspend always destroyed. It returns no suspend if t tests none.
func (q *Frequencies) Outcome(t *ir.Instr) Outcome {
	s, resume := ir.SuspendEdge(t, 0)
	if s == nil {
		return Outcome{}
	}
	_, destroy := ir.SuspendEdge(t, 1)
	_, away := ir.SuspendEdge(t, -1)
	if destroy < 0 || away < 0 {
		return Outcome{}
	}
	o := Outcome{Suspend: s, Resumed: Always, resume: resume, destroy: destroy}
	w := branchWeights(q.m, t)
	switch {
	case ir.IsFinal(s):
		o.Resumed = 0
	case len(w) == len(t.Block().Succs(nil)) && resume != destroy && away != resume && away != destroy && w[resume]+w[destroy] > 0:
		sum := w[resume] + w[destroy]
		o.Resumed = (w[resume]*Always + sum/2) / sum
	}
	return o
}

// Reached scales the entry count of a function by the relative frequency of a block. It saturates.
func Reached(runs, count, entry uint64) uint64 {
	if high, low := bits.Mul64(runs, count); high < entry {
		n, _ := bits.Div64(high, low, entry)
		return n
	}
	return math.MaxUint64
}

// rarity returns weights for edges that lead to rare code or out of a loop, or nil if there are
// none.
func (q *Frequencies) rarity(k int, to []flow) []uint64 {
	found := false
	w := make([]uint64, len(to))
	l := q.loop[k]
	for i, t := range to {
		est := q.weight[t.to]
		if l != nil && !q.loop[t.to].in(l) && est != weightDead {
			if est < 0 {
				est = weightDefault
			}
			est = max(1, est/loopTaken)
		}
		found = found || est >= 0
		if est < 0 {
			est = weightDefault
		}
		w[i] = uint64(est)
	}
	for _, x := range w {
		if found && x > 0 {
			return w
		}
	}
	return nil
}

// comparison returns weights for a branch on a comparison with a usual result: pointers differ,
// numbers are positive.
func comparison(t *ir.Instr) []uint64 {
	if t.Op != ir.OpBr || t.NumArgs() != 3 {
		return nil
	}
	cmp := ir.AsInstr(t.Arg(0))
	if cmp == nil || cmp.Op != ir.OpICmp {
		return nil
	}
	likely := 0
	c, _ := cmp.Arg(1).(*ir.Const)
	switch p := cmp.Pred(); {
	case cmp.Arg(0).Type().IsPtr():
		switch p {
		case ir.PredEQ:
			likely = -1
		case ir.PredNE:
			likely = 1
		}
	case c == nil || !c.IsInt():
	case c.IsZero():
		likely = map[ir.Pred]int{ir.PredEQ: -1, ir.PredNE: 1, ir.PredSLT: -1, ir.PredSGT: 1}[p]
	case c.Type().Bits() > 1 && c.Int64() == 1:
		likely = map[ir.Pred]int{ir.PredSLT: -1}[p]
	case c.Int64() == -1:
		likely = map[ir.Pred]int{ir.PredEQ: -1, ir.PredNE: 1, ir.PredSGT: 1}[p]
	}
	switch likely {
	case 1:
		return []uint64{likelyCompare, unlikelyCompare}
	case -1:
		return []uint64{unlikelyCompare, likelyCompare}
	}
	return nil
}

// number returns a number with LLVM's precision.
func number() *big.Float { return new(big.Float).SetPrec(64) }

// massValue returns mass as a fraction of the full mass.
func massValue(mass uint64) *big.Float {
	x := number()
	if mass == fullMass {
		return x.SetInt64(1)
	}
	return x.SetMantExp(number().SetUint64(mass+1), -64)
}

// scaleCounts multiplies the frequencies by the scales of their loops and converts them to
// integers.
func (q *Frequencies) scaleCounts() {
	for _, l := range q.loops { // outer before inner
		rounds := massValue(l.mass)
		if l.parent != nil {
			rounds.Mul(rounds, l.parent.scale)
		}
		l.scale.Mul(l.scale, rounds)
	}
	freq := make([]*big.Float, len(q.rpo))
	most := number()
	for k := range q.rpo {
		freq[k] = massValue(q.mass[k])
		if l := q.loop[k]; l != nil {
			freq[k].Mul(freq[k], l.scale)
		}
		if freq[k].Cmp(most) > 0 {
			most = freq[k]
		}
	}
	factor := number().Quo(number().SetMantExp(number().SetInt64(1), freqBits), most)
	for k := range freq {
		n, _ := number().Mul(freq[k], factor).Uint64()
		q.count[k] = max(1, n)
	}
}
