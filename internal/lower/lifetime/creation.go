// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Which variables' addresses may have escaped when a coroutine is created. The search starts there,
// and finds later escapes itself.
//
// The first answer looks at each use of an address. Storing it anywhere counts as an escape, except
// where the use is not executed before the creation. In a loop every use is, so a second answer
// follows the address through memory. For example, each iteration of
//
//	for (int k = 0; k < n; ++k)
//	  for (int x : numbers(k))
//	    sum += x;
//
// stores the address of the generator in an iterator. The iterator's lifetime ends with the inner
// loop. So when the next generator is created, nothing holds the address any more, if no code got
// it in between.

import "github.com/corolower/corolower/internal/ir"

// creationPoint decides which variables' addresses may have escaped when the coroutine is created.
type creationPoint struct {
	an    *lifetimeAnalysis
	fn    *searchedFunc
	begin *ir.Instr
	preds leading // the blocks that lead to the creation's block
	known map[*ir.Instr]bool
	first map[*ir.Block]bool // built on demand: those blocks and the creation's own
}

// escaped reports whether the address of a variable may have escaped.
func (p *creationPoint) escaped(a *ir.Instr) bool {
	is, ok := p.known[a]
	if !ok {
		is = p.find(a) && p.follow(a)
		p.known[a] = is
	}
	return is
}

// find is escaped without looking into memory.
func (p *creationPoint) find(a *ir.Instr) bool {
	an := p.an
	ever, ok := an.captured[a]
	if !ok {
		if an.mayHold(a) {
			ever = an.facts.aliased(a, 0, nil, nil)
			an.captured[a] = ever
		} else {
			// without looking into callees: a quick answer
			ever = an.facts.aliased(a, maxUseDepth, nil, nil)
		}
	}
	if !ever {
		return false
	}
	later := func(i *ir.Instr) bool {
		b := i.Block()
		return !p.preds.has(b) && (b != p.begin.Block() || !i.ComesBefore(p.begin))
	}
	return an.facts.aliased(a, 0, later, p.needed)
}

// needed reports whether the result of an instruction may be used after the creation although it
// was computed before it.
func (p *creationPoint) needed(i *ir.Instr) bool {
	b := p.begin.Block()
	return i.Block() == b && i.ComesBefore(p.begin) || p.fn.liveAt(int32(i.ID), p.fn.blockNo(b))
}

// follow is escaped for a creation in a loop. It follows the address through the code that leads to
// the creation, with the memory of other variables. At the creation, no value may be needed that
// may hold the address, except addresses computed from the variable's own, and no variable may be
// alive that may hold it.
func (p *creationPoint) follow(a *ir.Instr) bool {
	home := p.begin.Block()
	if a.Block() != a.Func().Entry() || !p.an.mayHold(a) || !p.preds.has(home) {
		return true
	}
	if p.first == nil {
		p.first = map[*ir.Block]bool{home: true}
		for _, b := range p.fn.blocks {
			if p.preds.has(b) {
				p.first[b] = true
			}
		}
	}
	fl := newFlow(p.an.facts, false, 1)
	defer fl.done()
	fl.variable, fl.taken, fl.left = a, p.first, maxCaptureUses
	fl.mark(a, itself|inside)
	if fl.run(); fl.use.away {
		return true
	}
	for v, h := range fl.holds {
		i := ir.AsInstr(v)
		switch {
		case i == nil:
			return true
		case i == a, p.computed(i, a):
		case i.Op == ir.OpAlloca && h&leads != 0:
			if p.alive(i) {
				return true
			}
		case p.needed(i):
			return true
		}
	}
	return false
}

// computed reports whether i is an address in a variable, computed from the variable's own without
// other values that may hold it.
func (p *creationPoint) computed(i, a *ir.Instr) bool {
	for range maxRootPath {
		if i == nil || !offset(i) {
			return false
		}
		if i = ir.AsInstr(i.Arg(0)); i == a {
			return true
		}
	}
	return false
}

// alive reports whether the lifetime of a variable may have begun and not ended when the coroutine
// is created. The lifetime of a variable without a start is the whole call.
func (p *creationPoint) alive(a *ir.Instr) bool {
	if !ir.HasLifetimeStart(a) || a.Block() != a.Func().Entry() {
		return true
	}
	work := ir.NewWorklist(p.begin) // the last marker before any of these, in its block, decides
	for at := range work.All {
		b, kind := at.Block(), ir.NotIntrinsic
		for at = at.Prev(); at != nil && kind == ir.NotIntrinsic; at = at.Prev() {
			kind = p.marks(at, a)
		}
		switch kind {
		case ir.LifetimeStart:
			return true
		case ir.NotIntrinsic:
			for _, q := range b.Preds(nil) {
				work.Add(q.Last()) // a terminator marks nothing
			}
		}
	}
	return false
}

// marks returns LifetimeStart or LifetimeEnd if an instruction begins the lifetime of a part of a
// variable, or ends that of the whole, else NotIntrinsic.
func (p *creationPoint) marks(i, a *ir.Instr) ir.Intrinsic {
	kind := ir.LifetimeKind(i)
	if kind == ir.NotIntrinsic {
		return kind
	}
	obj := i.Arg(i.NumCallArgs() - 1)
	if ir.Underlying(obj) != ir.Value(a) || kind == ir.LifetimeEnd && (ir.StripCasts(obj) != ir.Value(a) ||
		!p.an.wholeObject(i, a)) {
		return ir.NotIntrinsic
	}
	return kind
}
