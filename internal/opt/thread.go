// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Jump threading for the branches that coroutines need: edges bypass a block that branches on a phi
// of constants if the constant on the edge decides the branch. When clang leaves a scope, it runs
// the clean-up once for all reasons, and then switches on the reason. After a suspend, the parts of
// a coroutine similarly branch on "suspended, resumed or destroyed?". With these branches, all
// paths through them look like a loop, and code that only a destroyed coroutine runs looks as
// likely as other code. For example, the edges from %a and %b can bypass %join:
//
//	join:
//	  %why = phi i32 [ 0, %a ], [ 2, %b ]
//	  switch i32 %why, label %trap [ i32 0, label %next
//	                                 i32 2, label %destroy ]
//
// A block with nothing else is bypassed. A block with a little more (maxCopied) is copied once for
// each successor. Its values then have several definitions, and ssa.go places phis where they meet.
// Only instructions that may be duplicated are copied: no calls except markers, no volatile or
// atomic accesses, and no tokens. A loop header may be bypassed but not copied, because the loop
// would get a second entry.
//
// Threading does not follow values through memory, and does not use branches further up, except in
// thread_load.go and thread_known.go.

import "github.com/corolower/corolower/internal/ir"

const (
	maxCopied    = 6  // instructions of a block that is copied, without markers and debug records
	maxMarkers   = 24 // markers and debug records of a block that is copied
	maxRepaired  = 6  // values of a copied block that are used after it
	maxCarried   = 24 // values of a copied loop header that are used after it
	threadEffort = 4  // limit of the work, in multiples of the edges into deciding blocks
)

// ThreadConstants redirects edges past blocks that branch on a constant, and reports whether there
// were any. It removes blocks that become unreachable.
func ThreadConstants(m *ir.Module, f *ir.Func) bool { return thread(m, f, 0) }

// ThreadLoads is like ThreadConstants, and also redirects edges past blocks that branch on memory
// that was tested before, or on a value that was branched on before.
func ThreadLoads(m *ir.Module, f *ir.Func) bool { return thread(m, f, threadsLoads) }

// ThreadLoops is like ThreadLoads, and also removes loop headers whose edges all decide. First it
// runs NarrowNulls, whose booleans may decide.
func ThreadLoops(m *ir.Module, f *ir.Func) bool {
	narrowed := NarrowNulls(m, f)
	return thread(m, f, threadsLoads|threadsLoops) || narrowed
}

// threads says what is threaded in addition to branches on phis of constants.
type threads uint8

const (
	threadsLoads threads = 1 << iota // branches on memory or values that were tested before
	threadsLoops                     // loop headers whose edges all decide
)

func thread(m *ir.Module, f *ir.Func, also threads) bool {
	var queue []*ir.Block
	budget := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		switch {
		case b == f.Entry():
		case mayDecide(b):
			queue = append(queue, b)
			budget += b.First().NumArgs()
		case also&threadsLoads != 0 && (mayTestMemory(b) || mayAskAgain(b)):
			queue = append(queue, b)
			budget += maxTestedPreds
		}
	}
	if len(queue) == 0 {
		return false
	}
	t := &threader{m: m, f: f, queue: queue, budget: budget, also: also}
	if also != 0 {
		t.headers = loopHeaders(f)
	}
	// A redirected edge may end at another deciding block. In a loop of such blocks this would not
	// terminate without a budget.
	t.budget = threadEffort*t.budget + 64
	for ; len(t.queue) > 0 && t.budget > 0; t.queue = t.queue[1:] {
		if b := t.queue[0]; !t.visit(b) && t.also&threadsLoads != 0 && !t.visitMemory(b) {
			t.visitKnown(b)
		}
	}
	if t.dom != nil {
		t.dom.Done()
	}
	t.ssa.run(m, f)
	for _, b := range t.touched {
		forget(m, b)
	}
	if t.changed {
		RemoveUnreachable(f)
		f.Changed = true
	}
	for _, b := range t.touched {
		if b.Func() != nil {
			t.settle(b)
		}
	}
	return t.changed
}

// settle folds the constants of a block that has only one incoming edge left.
func (t *threader) settle(b *ir.Block) {
	for i := b.First(); i != b.Terminator(); {
		next := i.Next()
		switch {
		case i.Op != ir.OpPhi:
			if v := t.fold(i, nil, nil); v != nil && i.HasUses() {
				replaceAndErase(i, v)
			}
		case i.NumArgs() != 1:
			return
		default:
			SimplifyPhi(t.m, i)
		}
		i = next
	}
}

// threader threads the edges of one function.
type threader struct {
	idle    incoming // an empty table for enter, or nil
	m       *ir.Module
	f       *ir.Func
	also    threads
	headers map[*ir.Block]bool
	queue   []*ir.Block
	budget  int
	changed bool
	touched []*ir.Block // blocks that some edge bypasses now
	ssa     ssaRepair
	dom     *ir.DomTree // of the function before any change; nil if it was not needed
}

// mayDecide reports whether a block has a phi and several successors.
func mayDecide(b *ir.Block) bool {
	if i := b.First(); i.Op != ir.OpPhi || b.AddressTaken() {
		return false
	}
	t := b.Terminator()
	return t.Op == ir.OpSwitch || t.Op == ir.OpBr && t.NumArgs() == 3
}

// decider is an analyzed block that branches on a value of its own.
type decider struct {
	b    *ir.Block
	phis []*ir.Instr
	rest []*ir.Instr // the instructions between the phis and the terminator
	// phis and instructions that are used after the block, not counting phis on its own edges
	liveOut []*ir.Instr
	copied  int // instructions of rest, without markers
	// gone: the block is a loop header that no edge will enter, because its two edges both decide
	gone bool
}

// takeApart analyzes a block. It returns nil if the block does not define its condition, or must
// not be copied.
func (t *threader) takeApart(b *ir.Block) *decider {
	if on, ok := b.Terminator().Arg(0).(*ir.Instr); !ok || on.Block() != b {
		return nil
	}
	return t.apart(b)
}

// apart analyzes a block. It returns nil if the block must not be copied.
func (t *threader) apart(b *ir.Block) *decider {
	term := b.Terminator()
	for i := b.First(); i != term; i = i.Next() {
		if i.Op != ir.OpPhi && !mayStandTwice(i) {
			return nil
		}
	}
	d := &decider{b: b}
	markers := len(term.Dbg)
	for i := b.First(); i != term; i = i.Next() {
		markers += len(i.Dbg)
		switch {
		case i.Op == ir.OpPhi:
			d.phis = append(d.phis, i)
		case !mayStandTwice(i):
			return nil
		default:
			d.rest = append(d.rest, i)
			if i.IsCall() {
				markers++
			} else {
				d.copied++
			}
		}
		if i.Type().IsToken() || d.copied > maxCopied || markers > maxMarkers {
			return nil
		}
		if usedAfter(i) || t.ssa.held[i] {
			d.liveOut = append(d.liveOut, i)
		}
	}
	return d
}

// mayStandTwice reports whether an instruction may be duplicated, when only one of the two copies
// executes. The only such calls are lifetime and debug markers.
func mayStandTwice(i *ir.Instr) bool {
	switch i.Op {
	case ir.OpICmp, ir.OpFCmp, ir.OpSelect, ir.OpFreeze, ir.OpGEP, ir.OpExtractValue, ir.OpInsertValue:
		return true
	case ir.OpLoad, ir.OpStore:
		return plainAccess(i)
	case ir.OpCall:
		return ir.IsLifetime(i) || ir.CalledIntrinsic(i).IsDebug()
	}
	return i.Op.Info().Cast || i.Op.Info().Binary
}

// incoming maps the values of a block to their values when it is entered on one edge: a phi to its
// incoming value, and another instruction to its constant result.
type incoming map[*ir.Instr]ir.Value

func (k incoming) of(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok {
		if x, ok := k[i]; ok {
			return x
		}
	}
	return v
}

// replaceIn replaces the operands of a copied instruction.
func (k incoming) replaceIn(c *ir.Instr) {
	for n := range c.NumArgs() {
		if v := k.of(c.Arg(n)); v != c.Arg(n) {
			c.SetArg(n, v)
		}
	}
}

// enter computes the known values when the block is entered from p. Its entry in most phis is n.
func (t *threader) enter(d *decider, p *ir.Block, n int) incoming {
	k := t.idle
	if t.idle = nil; k == nil {
		k = incoming{}
	}
	for _, phi := range d.phis {
		if from := phi.PhiBlocks(); n < len(from) && from[n] == p {
			k[phi] = phi.Arg(n)
		} else {
			k[phi] = phi.IncomingFor(p)
		}
	}
	t.foldRest(d, k)
	return k
}

// foldRest adds the results of the block's instructions that follow from the known values.
func (t *threader) foldRest(d *decider, k incoming) {
	for _, i := range d.rest {
		if k[i] != nil {
			continue
		}
		if v := t.fold(i, k, d.b); v != nil {
			k[i] = v
		}
	}
}

// fold returns the result of an instruction of block b for known operands, or nil if the
// instruction or another one of the block must execute. In the example, if %p is true, %s is the
// loaded value %x, which is not known: a copy of the block has its own load.
//
//	%p = phi i1 [ true, %a ], [ false, %e ]
//	%x = load i32, ptr %q
//	%s = select i1 %p, i32 %x, i32 0
func (t *threader) fold(i *ir.Instr, k incoming, b *ir.Block) ir.Value {
	if i.Op == ir.OpSelect {
		v := choice(i, k)
		if x, own := v.(*ir.Instr); v == nil || own && x.Block() == b && k[x] == nil {
			return nil
		}
		return k.of(v)
	}
	if i.Op == ir.OpICmp && i.Arg(0).Type().IsPtr() {
		return t.foldNull(i, k)
	}
	var c [2]ir.Value
	for n := range min(i.NumArgs(), len(c)) {
		c[n] = k.of(i.Arg(n))
	}
	return foldConstants(t.m, i, c[0], c[1])
}

// foldConstants returns the result of an integer operation for constant operands, or nil. y is the
// second operand, if there is one.
func foldConstants(m *ir.Module, i *ir.Instr, x, y ir.Value) ir.Value {
	a, okA := intConst(x)
	b, okB := intConst(y)
	switch {
	case !okA:
	case i.Op.Info().Cast:
		if !i.Type().IsInt() || i.Type().Bits() > 64 {
			return nil
		}
		if r, ok := ir.FoldIntCast(i.Op, a); ok {
			return m.ConstInt(i.Type(), r)
		}
	case !okB:
	case i.Op == ir.OpICmp:
		return m.Bool(ir.FoldCompare(i.Pred(), a, b))
	case i.Op.Info().Binary:
		if r, ok := ir.FoldInts(i.Op, a, b); ok {
			return m.ConstInt(i.Type(), r)
		}
	}
	return nil
}

// foldNull returns the result of comparing a pointer that is known on an edge with null, or nil. For
// example, a coroutine's function to resume is null after its final suspend, and so %done is true on
// the edge from there:
//
//	%f = phi ptr [ null, %final ], [ @f.resume, %other ]
//	%done = icmp eq ptr %f, null
func (t *threader) foldNull(i *ir.Instr, k incoming) ir.Value {
	p := i.Pred()
	if p != ir.PredEQ && p != ir.PredNE {
		return nil
	}
	x, y := k.of(i.Arg(0)), k.of(i.Arg(1))
	if isNull(x) {
		x, y = y, x
	}
	_, fn := x.(*ir.Func)
	switch {
	case !isNull(y):
	case isNull(x):
		return t.m.Bool(p == ir.PredEQ)
	case fn && NonNull(t.m, t.f, x):
		return t.m.Bool(p == ir.PredNE)
	}
	return nil
}

// choice returns the operand that a select chooses if its condition is a known constant, else nil.
func choice(i *ir.Instr, k incoming) ir.Value {
	if i.Op != ir.OpSelect {
		return nil
	}
	c, ok := intConst(k.of(i.Arg(0)))
	switch {
	case !ok:
		return nil
	case c.IsTrue():
		return i.Arg(1)
	}
	return i.Arg(2)
}

// group lists the edges on which a block continues at the same successor.
type group struct {
	to    *ir.Block
	from  []*ir.Block
	known []incoming
}

// addEdge adds the edge from p, with its known values, to the group of the edges that continue in to.
func addEdge(groups []*group, to, p *ir.Block, known incoming) []*group {
	n := 0
	for n < len(groups) && groups[n].to != to {
		n++
	}
	if n == len(groups) {
		groups = append(groups, &group{to: to})
	}
	g := groups[n]
	g.from, g.known = append(g.from, p), append(g.known, known)
	return groups
}

// visit threads the edges into a block whose branch is decided by a phi, and reports whether there
// were any.
func (t *threader) visit(b *ir.Block) bool {
	if !mayDecide(b) {
		return false
	}
	d := t.takeApart(b)
	if d == nil {
		return false
	}
	term := b.Terminator()
	var groups []*group
	decided := 0
	edges := map[*ir.Block]int{}
	for _, p := range d.phis[0].PhiBlocks() {
		edges[p]++
	}
	t.budget -= len(d.phis[0].PhiBlocks())
	for n, p := range d.phis[0].PhiBlocks() {
		if p == b || edges[p] != 1 || !ends(p.Terminator()) {
			continue
		}
		k := t.enter(d, p, n)
		c, ok := intConst(k.of(term.Arg(0)))
		if !ok {
			clear(k)
			t.idle = k
			continue
		}
		to := chosen(term, c)
		if to == b {
			continue
		}
		decided++
		groups = addEdge(groups, to, p, k)
	}
	if len(groups) == 0 {
		return false
	}
	if t.headers == nil {
		t.headers = loopHeaders(t.f) // nothing has changed yet
	}
	d.gone = t.also&threadsLoops != 0 && t.headers[b] && decided == 2 && len(d.phis[0].PhiBlocks()) == 2
	for _, g := range groups {
		t.lead(d, g)
	}
	t.touched = append(t.touched, b)
	return true
}

// repaired returns the number of values of which a copy of the block is a further definition.
func (t *threader) repaired(d *decider) int { return len(d.liveOut) + len(t.ssa.in[d.b]) }

// lead redirects the edges of a group.
func (t *threader) lead(d *decider, g *group) {
	bare := t.repaired(d) == 0 && t.serves(d, g)
	if bare {
		t.passBy(d, g)
	}
	limit := maxRepaired
	if d.gone {
		limit = maxCarried
	}
	if len(g.from) == 0 || t.headers[d.b] && !bare && !d.gone || t.repaired(d) > limit || t.budget <= 0 {
		return
	}
	t.copy(d, g)
}

// serves reports whether all values of the block are known on all edges of the group.
func (t *threader) serves(d *decider, g *group) bool {
	for _, i := range d.rest {
		if len(i.Dbg) > 0 {
			return false
		}
		for _, k := range g.known {
			if k[i] == nil {
				return false
			}
		}
	}
	return len(d.b.Terminator().Dbg) == 0
}

// passBy redirects the edges of a group directly to the successor where possible, and keeps the
// others in the group.
func (t *threader) passBy(d *decider, g *group) {
	left := 0
	for n, p := range g.from {
		term := p.Terminator()
		slot := -1
		free := true // a second edge from p to the same block would give its phis two entries that may differ
		for k := range term.NumArgs() {
			switch term.Arg(k) {
			case ir.Value(d.b):
				slot = k
			case ir.Value(g.to):
				free = false
			}
		}
		if !free {
			g.from[left], g.known[left] = p, g.known[n]
			left++
			continue
		}
		for i := range g.to.Phis() {
			i.AddIncoming(t.m, g.known[n].of(i.IncomingFor(d.b)), p)
		}
		term.SetArg(slot, g.to)
		t.removeEdge(d.b, p)
		t.again(g.to)
	}
	g.from, g.known = g.from[:left], g.known[:left]
}

// removeEdge removes an edge's entries from the phis of a block.
func (t *threader) removeEdge(b, p *ir.Block) {
	t.changed = true
	t.budget -= 1 + b.First().NumArgs()/8
	b.RemovePhiEntry(p)
}

// again queues a block with new incoming edges.
func (t *threader) again(b *ir.Block) {
	if mayDecide(b) || t.also&threadsLoads != 0 && (mayTestMemory(b) || mayAskAgain(b)) {
		t.queue = append(t.queue, b)
	}
}

// ends reports whether the destinations of a terminator may be changed individually.
func ends(t *ir.Instr) bool { return t.Op == ir.OpBr || t.Op == ir.OpSwitch || t.Op == ir.OpInvoke }

// redirect replaces a successor of a terminator.
func redirect(t *ir.Instr, old, with *ir.Block) {
	for k := range t.NumArgs() {
		if t.Arg(k) == ir.Value(old) {
			t.SetArg(k, with)
		}
	}
}

// chosen returns the successor of a branch or switch for a constant condition.
func chosen(t *ir.Instr, c *ir.Const) *ir.Block {
	if t.Op == ir.OpBr {
		if c.IsZero() {
			return t.Arg(2).(*ir.Block)
		}
		return t.Arg(1).(*ir.Block)
	}
	for k := range t.NumCases() {
		if ir.SameValue(t.CaseValue(k), c) {
			return t.CaseDest(k)
		}
	}
	return t.Arg(1).(*ir.Block)
}
