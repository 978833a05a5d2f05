// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Jump threading for branches on memory that was tested before. A coroutine's handle is tested
// twice for each value of a generator: the iterator's operator++ asks done() to look for an
// exception, and the loop asks done() to end. For example, %again tests what %resumed and its
// successors know:
//
//	again:                                   ; the header of the loop
//	  %f = load ptr, ptr %frame
//	  %done = icmp eq ptr %f, null
//	  br i1 %done, label %exit, label %body
//	resumed:                                 ; after body has resumed the coroutine
//	  %g = load ptr, ptr %frame
//	  %done2 = icmp eq ptr %g, null
//	  br i1 %done2, label %rethrow?, label %next
//	rethrow?:
//	  br i1 %failed, label %rethrow, label %next
//	next:
//	  br label %again
//
// The edge from %resumed continues in %body, and the edge from %rethrow? at %exit. %again remains as
// the test before the loop. LLVM does not find this in a frame that is a local: it may load
// %failed before it branches on %done2, and so merges the two branches into one.
//
// What the load would yield is known if, on the way back from the edge, the same address was
// loaded, a branch on the loaded value was taken, and nothing between could write memory. The way
// back ends where several edges meet. A block where edges meet that is otherwise as good as empty,
// such as %next, is copied for the edges that agree.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
)

const (
	maxTestedPreds = 8   // edges into a block that tests memory, and into a block that leads there
	maxWayBack     = 6   // blocks on the way back from an edge
	maxWayInstrs   = 48  // instructions on the way back
	maxRotated     = 256 // blocks of a loop whose header is threaded
)

// memoryTest is a block that branches on a comparison of a loaded value with a constant.
type memoryTest struct {
	d    *decider
	cmp  *ir.Instr
	load *ir.Instr
}

// mayTestMemory reports whether a block looks like a memoryTest.
func mayTestMemory(b *ir.Block) bool {
	t := b.Terminator()
	if t.Op != ir.OpBr || t.NumArgs() != 3 || t.Arg(1) == t.Arg(2) || b.AddressTaken() {
		return false
	}
	cmp, _ := comparedLoad(t.Arg(0))
	return cmp != nil && cmp.Block() == b && cmp.Arg(0).(*ir.Instr).Block() == b
}

// comparedLoad returns the comparison of a plain load with a constant that a condition is, or is the
// negation of. same is false for the negation. It returns nil for another condition.
func comparedLoad(v ir.Value) (cmp *ir.Instr, same bool) {
	same = true
	i, ok := v.(*ir.Instr)
	for ok && i.Op == ir.OpXor && i.Type().IsIntN(1) && isOne(i.Arg(1)) {
		same = !same
		i, ok = i.Arg(0).(*ir.Instr)
	}
	if !ok || i.Op != ir.OpICmp || !isConst(i.Arg(1)) {
		return nil, false
	}
	l, ok := i.Arg(0).(*ir.Instr)
	if !ok || l.Op != ir.OpLoad || !plainAccess(l) {
		return nil, false
	}
	return i, same
}

// way is an edge into a block, with what it tells about the block's test. A way over a block where
// edges meet has the edge into that block.
type way struct {
	from  *ir.Block
	over  *ir.Block // nil if from branches to the block itself
	truth bool      // the result of the comparison
	known bool
}

// visitMemory threads the edges into a block that tests memory, and reports whether there were any.
func (t *threader) visitMemory(b *ir.Block) bool {
	if b == t.f.Entry() || !mayTestMemory(b) {
		return false
	}
	preds := b.Preds(nil)
	t.budget -= len(preds)
	if len(preds) < 2 || len(preds) > maxTestedPreds || !distinct(preds) {
		return false
	}
	x := &memoryTest{}
	x.cmp, _ = comparedLoad(b.Terminator().Arg(0))
	x.load = x.cmp.Arg(0).(*ir.Instr)
	if x.d = t.takeApart(b); x.d == nil || !x.first() {
		return false
	}
	ways := t.ways(x, preds)
	if ways == nil {
		return false
	}
	limit := maxRepaired
	var header *ir.Block
	if t.headers[b] {
		if header = t.rotated(x, ways); header == nil {
			return false
		}
		limit = maxCarried
	}
	if t.repaired(x.d) > limit {
		return false
	}
	count.TestedMemory.Hit()
	t.follow(x, ways)
	if header != nil {
		delete(t.headers, b)
		t.headers[header] = true
	}
	return true
}

// first reports whether nothing in the block can write memory before the load.
func (x *memoryTest) first() bool {
	for i := x.d.b.First(); i != x.load; i = i.Next() {
		if i.Op != ir.OpPhi && !transparent(i, x.load.Arg(0)) {
			return false
		}
	}
	return true
}

func distinct(blocks []*ir.Block) bool {
	for n, b := range blocks {
		for _, c := range blocks[:n] {
			if b == c {
				return false
			}
		}
	}
	return true
}

// transparent reports whether an instruction leaves the memory at an address as it is.
func transparent(i *ir.Instr, at ir.Value) bool {
	switch i.Op {
	case ir.OpStore:
		return false
	case ir.OpCall:
		switch id := ir.CalledIntrinsic(i); {
		case id.IsLifetime():
			return ir.Underlying(i.Arg(i.NumCallArgs()-1)) != ir.Underlying(at)
		case id.IsDebug(), id == ir.Assume, id == ir.NoAliasScopeDecl:
			return true
		}
		return false
	}
	return mayStandTwice(i)
}

// ways returns the edges into a test, or nil if the result of the test is known on none.
func (t *threader) ways(x *memoryTest, preds []*ir.Block) []way {
	var out []way
	known := false
	add := func(from, next, over *ir.Block, at ir.Value) {
		w := way{from: from, over: over}
		w.truth, w.known = t.tested(x, at, from, next)
		known = known || w.known
		out = append(out, w)
	}
	for _, p := range preds {
		if !ends(p.Terminator()) {
			return nil
		}
		at := addressOn(x.load.Arg(0), x.d.b, p)
		if over := p.Preds(nil); t.meet(p, over, at) {
			for _, q := range over {
				add(q, p, p, addressOn(at, p, q))
			}
			continue
		}
		add(p, x.d.b, nil, at)
	}
	if !known {
		return nil
	}
	return out
}

// addressOn returns the address that v is when block b is entered from p. It is nil if b computes
// it.
func addressOn(v ir.Value, b, p *ir.Block) ir.Value {
	i, ok := v.(*ir.Instr)
	switch {
	case v == nil || !ok || i.Block() != b:
		return v
	case i.Op == ir.OpPhi:
		return i.IncomingFor(p)
	}
	return nil
}

// meet reports whether p is a block where edges meet and that may be copied for each.
func (t *threader) meet(p *ir.Block, preds []*ir.Block, at ir.Value) bool {
	if len(preds) < 2 || len(preds) > maxTestedPreds || p == t.f.Entry() || p.AddressTaken() || t.headers[p] ||
		p.Terminator().Op != ir.OpBr || p.Terminator().NumArgs() != 1 || at == nil || !distinct(preds) {
		return false
	}
	for _, q := range preds {
		if !ends(q.Terminator()) {
			return false
		}
	}
	for i := p.First(); i != p.Terminator(); i = i.Next() {
		if i.Op != ir.OpPhi && !transparent(i, at) {
			return false
		}
	}
	d := t.apart(p)
	return d != nil && t.repaired(d) <= maxRepaired
}

// tested returns the result of the test if block next, which leads to the test, is entered from
// from, and whether it is known. The address is at on that edge. Its definition is not on the way:
// a way back to a use from before the definition would go around a loop, and edges meet there.
func (t *threader) tested(x *memoryTest, at ir.Value, from, next *ir.Block) (truth, known bool) {
	if at == nil || t.several(at) {
		return false, false
	}
	type edge struct{ branch, to ir.Value }
	var taken [maxWayBack]edge
	left := maxWayInstrs
	for n := range taken {
		term := from.Terminator()
		if term.Op != ir.OpBr && term.Op != ir.OpSwitch {
			return false, false
		}
		taken[n] = edge{term, next}
		for i := term.Prev(); i != nil; i = i.Prev() {
			if ir.CalledIntrinsic(i).IsDebug() {
				continue
			}
			if left--; left < 0 {
				return false, false
			}
			if i.Op == ir.OpLoad && i.Arg(0) == at && i.Type() == x.load.Type() && plainAccess(i) && !t.several(i) {
				for _, e := range taken[:n+1] {
					if truth, known = implied(x.cmp, i, e.branch.(*ir.Instr), e.to); known {
						return truth, true
					}
				}
				return false, false
			}
			if i.Op != ir.OpPhi && !transparent(i, at) {
				return false, false
			}
		}
		p := from.SinglePred()
		if p == nil {
			return false, false
		}
		from, next = p, from
	}
	return false, false
}

// several reports whether a value has several definitions until ssa runs. Then two uses of it may not
// mean the same.
func (t *threader) several(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && t.ssa.copies[i] != nil
}

// implied returns the result of cmp for the value of load l, if a branch to block to tells it.
func implied(cmp, l, branch *ir.Instr, to ir.Value) (truth, known bool) {
	if branch.Op != ir.OpBr || branch.NumArgs() != 3 || branch.Arg(1) == branch.Arg(2) {
		return false, false
	}
	c, same := comparedLoad(branch.Arg(0))
	if c == nil || c.Arg(0) != ir.Value(l) || !ir.SameValue(c.Arg(1), cmp.Arg(1)) {
		return false, false
	}
	truth = (branch.Arg(1) == to) == same // the result of c
	switch cmp.Pred() {
	case c.Pred():
		return truth, true
	case c.Pred().Inverse():
		return !truth, true
	}
	return false, false
}

// rotated returns the new header of a loop whose header tests memory, or nil if the header must not
// be threaded. It may if each edge to it from the loop is decided, and only one of its successors is
// in the loop: that one then is the header, and the test remains before the loop.
func (t *threader) rotated(x *memoryTest, ways []way) *ir.Block {
	if t.dom == nil {
		t.dom = ir.NewDomTree(t.f)
	}
	b := x.d.b
	if !t.dom.Reachable(b) {
		return nil
	}
	in := map[*ir.Block]bool{b: true}
	var work []*ir.Block
	enter := func(p *ir.Block) {
		if !in[p] {
			in[p] = true
			work = append(work, p)
		}
	}
	for _, w := range ways {
		p := w.from
		if w.over != nil {
			p = w.over
		}
		if !t.dom.Reachable(p) || !t.dom.Dominates(b, p) {
			continue
		}
		if !w.known || p == b {
			return nil
		}
		enter(p)
	}
	for len(work) > 0 && len(in) <= maxRotated {
		p := ir.Pop(&work)
		for _, q := range p.Preds(nil) {
			enter(q)
		}
	}
	t.budget -= len(in) / 8
	term := b.Terminator()
	yes, no := term.Arg(1).(*ir.Block), term.Arg(2).(*ir.Block)
	if len(in) > maxRotated || in[yes] == in[no] {
		return nil
	}
	if in[no] {
		return no
	}
	return yes
}

// follow redirects the known ways.
func (t *threader) follow(x *memoryTest, ways []way) {
	b, term := x.d.b, x.d.b.Terminator()
	var direct [2][]*ir.Block // by the result of the comparison
	var merged []*ir.Block
	over := map[*ir.Block]*[2][]*ir.Block{}
	index := func(truth bool) int {
		if truth {
			return 1
		}
		return 0
	}
	for _, w := range ways {
		switch {
		case !w.known:
		case w.over == nil:
			direct[index(w.truth)] = append(direct[index(w.truth)], w.from)
		default:
			if over[w.over] == nil {
				over[w.over] = &[2][]*ir.Block{}
				merged = append(merged, w.over)
			}
			g := over[w.over]
			g[index(w.truth)] = append(g[index(w.truth)], w.from)
		}
	}
	for _, p := range merged {
		d := t.apart(p)
		for k, from := range over[p] {
			if len(from) == 0 {
				continue
			}
			g := &group{to: b}
			for _, q := range from {
				g.from, g.known = append(g.from, q), append(g.known, t.enter(d, q, 0))
			}
			direct[k] = append(direct[k], t.copy(d, g))
		}
		t.touched = append(t.touched, p)
	}
	if len(merged) > 0 {
		// The copies may use values of the block.
		if x.d = t.takeApart(b); x.d == nil {
			return
		}
	}
	for k, from := range direct {
		if len(from) == 0 {
			continue
		}
		g := &group{}
		for _, p := range from {
			known := t.enter(x.d, p, 0)
			t.learn(x, known, k == 1)
			g.from, g.known = append(g.from, p), append(g.known, known)
		}
		c, ok := intConst(g.known[0].of(term.Arg(0)))
		if !ok {
			panic("opt: the comparison does not decide the branch")
		}
		g.to = chosen(term, c)
		t.copy(x.d, g)
	}
	t.touched = append(t.touched, b)
}

// learn enters the result of the test, and what follows from it.
func (t *threader) learn(x *memoryTest, k incoming, truth bool) {
	k[x.cmp] = t.m.Bool(truth)
	t.foldRest(x.d, k)
}
