package opt

// Jump threading, of the kind that coroutines call for: a block that decides on a phi of constants
// is left out on the edges for which the decision is known. Where clang leaves a scope it runs the
// clean-up once for all reasons there are, and then asks which one it was; where a suspend was, the
// parts of a coroutine ask "suspended, resumed or destroyed?". As long as they do, every way
// through them looks like a loop, and what only a destroyed coroutine does looks as likely as the
// rest.
//
// A block that does nothing else is passed by. One that does a little more (maxCopied) is copied,
// once for each place that it goes on to; what it defines then has several definitions, and phis
// are placed for it where they meet (ssa.go). Copied is only what may stand twice: no call but
// markers, no volatile or atomic access, nothing that makes a token. A loop's header is passed by,
// but not copied: the loop would get a second entry.
//
// What it does not do: follow a value through memory, or ask what a branch far above has decided.

import "github.com/corolower/corolower/internal/ir"

const (
	maxCopied    = 6  // instructions of a block that is copied; markers and debug records do not count
	maxMarkers   = 24 // of these
	maxRepaired  = 6  // values of a copied block that are used behind it
	threadEffort = 4  // the work that is done, in edges into blocks that decide
)

// ThreadConstants leads edges past blocks that decide on a constant, and reports whether there were
// any. Blocks that nothing leads to any more are removed.
func ThreadConstants(m *ir.Module, f *ir.Func) bool {
	var queue []*ir.Block
	budget := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		if b != f.Entry() && mayDecide(b) {
			queue = append(queue, b)
			budget += b.First().NumArgs()
		}
	}
	if len(queue) == 0 {
		return false
	}
	t := &threader{m: m, f: f, queue: queue, budget: budget}
	t.headers = loopHeaders(f)
	// An edge that was led past one block may end at the next; in a loop of such blocks that has no
	// end.
	t.budget = threadEffort*t.budget + 64
	for ; len(t.queue) > 0 && t.budget > 0; t.queue = t.queue[1:] {
		t.visit(t.queue[0])
	}
	t.ssa.run(m, f)
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

// settle folds what is constant in a block that is entered on one edge only now.
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
	m       *ir.Module
	f       *ir.Func
	headers map[*ir.Block]bool
	queue   []*ir.Block
	budget  int
	changed bool
	touched []*ir.Block // that were left out on some edge
	ssa     ssaRepair
}

// mayDecide reports a block that goes on to one of several and has a phi.
func mayDecide(b *ir.Block) bool {
	if i := b.First(); i == nil || i.Op != ir.OpPhi || b.AddressTaken() {
		return false
	}
	t := b.Terminator()
	return t != nil && (t.Op == ir.OpSwitch || t.Op == ir.OpBr && t.NumArgs() == 3)
}

// decider is a block that decides, taken apart.
type decider struct {
	b      *ir.Block
	phis   []*ir.Instr
	rest   []*ir.Instr // what stands between the phis and the terminator
	behind []*ir.Instr // those of both that are used behind the block, but for phis on its own edges
	copied int         // instructions of rest, markers not counted
}

// takeApart gives nil for a block whose condition is not its own, or that must not stand twice.
func (t *threader) takeApart(b *ir.Block) *decider {
	term := b.Terminator()
	if on, ok := term.Arg(0).(*ir.Instr); !ok || on.Block() != b {
		return nil
	}
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
		if usedBehind(i) || t.ssa.held[i] {
			d.behind = append(d.behind, i)
		}
	}
	return d
}

// mayStandTwice reports an instruction of which two copies, one of which runs, do what it did.
// Calls are markers of lives and variables.
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

// incoming is what the values of a block are when it is entered on one edge: of phis what comes in,
// of others the constant that they give.
type incoming map[*ir.Instr]ir.Value

func (k incoming) of(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok {
		if x, ok := k[i]; ok {
			return x
		}
	}
	return v
}

// enter works out what is known when the block is entered on edge number n of its first phi.
func (t *threader) enter(d *decider, n int) incoming {
	p := d.phis[0].PhiBlocks()[n]
	k := incoming{}
	for _, phi := range d.phis {
		if phi.PhiBlocks()[n] == p {
			k[phi] = phi.Arg(n)
		} else {
			k[phi] = phi.IncomingFor(p)
		}
	}
	for _, i := range d.rest {
		if v := t.fold(i, k, d.b); v != nil {
			k[i] = v
		}
	}
	return k
}

// fold is what an instruction of block b gives when its operands are known; nil when that takes
// running it, or the block. For example, where %p is true, %s is what the load gives, but the load
// is not known: a copy of the block has its own.
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
	var c [2]*ir.Const
	if i.Op != ir.OpICmp && !i.Op.Info().Cast && !i.Op.Info().Binary {
		return nil
	}
	for n := range i.NumArgs() {
		x, ok := intConst(k.of(i.Arg(n)))
		if !ok {
			return nil
		}
		c[n] = x
	}
	switch {
	case i.Op == ir.OpICmp:
		return t.m.Bool(ir.FoldCompare(i.Pred(), c[0], c[1]))
	case !i.Type().IsInt() || i.Type().Bits() > 64:
	case i.Op.Info().Cast:
		if r, ok := ir.FoldIntCast(i.Op, c[0]); ok {
			return t.m.ConstInt(i.Type(), r)
		}
	default:
		if r, ok := ir.FoldInts(i.Op, c[0], c[1]); ok {
			return t.m.ConstInt(i.Type(), r)
		}
	}
	return nil
}

// choice is the operand that a select gives when its condition is known to be a constant; nil for
// anything else.
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

// group are the edges on which a block is entered to go on to one place.
type group struct {
	to    *ir.Block
	from  []*ir.Block
	known []incoming
}

// visit threads what edges into a block can be.
func (t *threader) visit(b *ir.Block) {
	if !mayDecide(b) {
		return
	}
	d := t.takeApart(b)
	if d == nil {
		return
	}
	term := b.Terminator()
	var groups []*group
	edges := map[*ir.Block]int{}
	for _, p := range d.phis[0].PhiBlocks() {
		edges[p]++
	}
	t.budget -= len(d.phis[0].PhiBlocks())
	for n, p := range d.phis[0].PhiBlocks() {
		if p == b || edges[p] != 1 || !ends(p.Terminator()) {
			continue
		}
		k := t.enter(d, n)
		c, ok := intConst(k.of(term.Arg(0)))
		if !ok {
			continue
		}
		to := chosen(term, c)
		if to == b {
			continue
		}
		var g *group
		for _, x := range groups {
			if x.to == to {
				g = x
			}
		}
		if g == nil {
			g = &group{to: to}
			groups = append(groups, g)
		}
		g.from, g.known = append(g.from, p), append(g.known, k)
	}
	for _, g := range groups {
		t.lead(d, g)
	}
	if len(groups) > 0 {
		t.touched = append(t.touched, b)
		t.forget(d)
	}
}

// lead leads the edges of a group on to where they go.
func (t *threader) lead(d *decider, g *group) {
	bare := len(d.behind) == 0 && t.serves(d, g)
	if bare {
		t.passBy(d, g)
	}
	if len(g.from) == 0 || t.headers[d.b] && !bare || len(d.behind) > maxRepaired || t.budget <= 0 {
		return
	}
	t.copy(d, g)
}

// serves reports that everything in the block is known on all edges of the group.
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

// passBy leads those edges of a group directly to where they go that can be, and leaves the others
// in it.
func (t *threader) passBy(d *decider, g *group) {
	left := 0
	for n, p := range g.from {
		term := p.Terminator()
		slot := -1
		free := true // two edges from p to one block: its phis would get two entries that may differ
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
		for i := g.to.First(); i != nil && i.Op == ir.OpPhi; i = i.Next() {
			i.AddIncoming(t.m, g.known[n].of(i.IncomingFor(d.b)), p)
		}
		term.SetArg(slot, g.to)
		t.removeEdge(d.b, p)
		t.again(g.to)
	}
	g.from, g.known = g.from[:left], g.known[:left]
}

// removeEdge takes an edge's entries out of the phis of a block.
func (t *threader) removeEdge(b, p *ir.Block) {
	t.changed = true
	t.budget -= 1 + b.First().NumArgs()/8
	b.RemovePhiEntry(p)
}

// again queues a block that got new edges.
func (t *threader) again(b *ir.Block) {
	if mayDecide(b) {
		t.queue = append(t.queue, b)
	}
}

// ends reports a terminator whose destinations may be changed one by one.
func ends(t *ir.Instr) bool { return t.Op == ir.OpBr || t.Op == ir.OpSwitch || t.Op == ir.OpInvoke }

// chosen is where a branch or switch goes when its condition is a constant.
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
