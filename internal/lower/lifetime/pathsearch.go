// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The path search in one function body: the function that creates the coroutine, or a callee.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// searchNode is a program point with its abstract state: the start of a block, or the point after a
// call or select with several outcomes.
type searchNode struct {
	b      *ir.Block
	at     *ir.Instr
	s      *abstractState
	parent int
}

// pathSearch is the path search in one function body. The search of a callee has the search of its
// caller as its parent.
type pathSearch struct {
	an     *lifetimeAnalysis
	fn     *searchedFunc
	root   bool
	parent *pathSearch
	depth  int
	// the call in the creating function that led here; nil in the creating function itself
	site   *ir.Instr
	nodes  []searchNode
	outs   []callOut
	failed bool
	// resuming: the search is in the coroutine's own resume function, or in a callee of it
	resuming bool
	// uncounted: the search propagates constants but does no arithmetic on integers wider than i1,
	// so that no loop counts
	uncounted bool
	stops     []*ir.Func // the path ends at a call of one of them; nil is an unknown callee

	// before decides which variables' addresses escaped before the search starts; nil: none did
	before *creationPoint

	// Reused memory: back holds the outcomes of a call until the next call, phis the values of a
	// block's phis, and inner the search of a callee.
	back  [2]callOut
	phis  []phiResult
	inner *pathSearch
}

// phiResult is the abstract value of a phi on an edge.
type phiResult struct {
	phi *ir.Instr
	k   abstractValue
}

func (an *lifetimeAnalysis) newWalk(f *ir.Func) *pathSearch {
	w := an.facts.memory.walk()
	w.an, w.fn = an, an.funcInfo(f)
	return w
}

// forget clears a finished search. It keeps the memory of its lists, unless that is large.
func (w *pathSearch) forget() {
	if max(cap(w.nodes), cap(w.outs), cap(w.phis)) > maxSlab {
		*w = pathSearch{inner: w.inner}
		return
	}
	clear(w.nodes)
	clear(w.outs)
	*w = pathSearch{nodes: w.nodes[:0], outs: w.outs[:0], phis: w.phis[:0], inner: w.inner}
}

// run visits nodes until none is left. It reports whether the search was complete.
func (w *pathSearch) run() bool {
	an := w.an
	defer w.fn.clear()
	for k := 0; k < len(w.nodes) && !w.failed; k++ {
		an.spent++
		if w.root {
			an.steps++
			if an.miss.text != "" {
				return true
			}
			if an.miss.at != nil {
				if an.afterMiss++; an.stop || an.afterMiss > maxAfterMiss {
					return true
				}
			}
			if an.steps > 32*(an.blocks+an.ended.n)+1000 || an.spent > an.maxSteps() {
				return false
			}
			an.facts.Stats.Blocks++
		} else {
			if an.nestedSteps++; an.nestedSteps > maxNestedSteps {
				return false
			}
			an.facts.Stats.Nested++
		}
		w.block(k)
		w.nodes[k].s = nil
	}
	return !w.failed
}

// block follows the instructions from a node to the end of its block.
func (w *pathSearch) block(n int) {
	s := w.nodes[n].s
	for i := w.nodes[n].at; i != nil; {
		if !i.IsCall() {
			if i.IsTerminator() {
				w.terminator(s, i, n)
				return
			}
			w.askAbout(s, i)
			if i.Op == ir.OpSelect {
				w.choose(s, i, n)
			} else {
				w.exec(s, i)
			}
			i = i.Next()
			continue
		}
		w.askAbout(s, i)
		if s.jump != nil && beginsCatch(i) {
			w.jumped(s, n)
			return
		}
		outs := w.jumping(w.call(s, i, n), i, n)
		if i.IsTerminator() {
			w.callEdges(outs, i, n)
			return
		}
		kept := outs[:0]
		for _, o := range outs {
			switch {
			case !o.unwind:
				kept = append(kept, o)
			case o.s.jump != nil:
				w.jumped(o.s, n)
			case !w.root:
				w.leave(o.s, abstractValue{}, true)
			}
		}
		if len(kept) == 0 {
			return
		}
		for _, o := range kept[1:] {
			w.result(o.s, i, o.ret)
			w.nodes = append(w.nodes, searchNode{b: i.Block(), at: i.Next(), s: o.s, parent: n})
		}
		s = kept[0].s
		w.result(s, i, kept[0].ret)
		i = i.Next()
	}
}

// searchBody searches a callee's body and returns the outcomes of the call.
func (w *pathSearch) searchBody(s *abstractState, i *ir.Instr, g *ir.Func, args []abstractValue) ([]callOut, bool) {
	sub := w.inner
	if sub == nil {
		sub = new(pathSearch)
		w.inner = sub
	}
	*sub = pathSearch{an: w.an, fn: w.an.funcInfo(g), parent: w, depth: w.depth + 1, site: w.at(i),
		nodes: sub.nodes[:0],
		outs:  sub.outs[:0],
		phis:  sub.phis, inner: sub.inner}
	sub.resuming = w.resuming || g == w.an.life.Resume
	start := s.clone()
	start.regs, start.sharedRegs, start.jump = nil, false, nil
	for k, p := range g.Params {
		start.set(regID(p), args[k])
	}
	sub.enqueue(-1, g.Entry(), nil, start)
	if !sub.run() {
		return nil, false
	}
	outs := sub.outs[:0]
	for _, o := range sub.outs {
		o.s.regs, o.s.sharedRegs = nil, false
		dropLocals(o.s, g)
		if local(o.ret.v, g) {
			o.ret = abstractValue{}
		}
		if !slices.ContainsFunc(outs, func(p callOut) bool {
			return p.unwind == o.unwind && p.jump == o.jump && p.ret == o.ret && p.s.subsumes(o.s)
		}) {
			outs = append(outs, o)
		}
	}
	s.sharedRegs = true
	for _, o := range outs {
		o.s.regs, o.s.sharedRegs, o.s.jump = s.regs, true, s.jump
	}
	return outs, true
}

// choose executes a select. If the condition is unknown and the choice matters, it follows both
// operands. Addresses matter, and so do integers, because code that merges several paths selects
// its continuation by them:
//
//	%to = select i1 %c, i32 0, i32 2
//	...
//	switch i32 %to, label %return [i32 0, label %next]
func (w *pathSearch) choose(s *abstractState, i *ir.Instr, n int) {
	x, y := w.eval(s, i.Arg(1)), w.eval(s, i.Arg(2))
	cond := i.Arg(0)
	if c := intConst(w.eval(s, cond)); c != nil && cond.Type().Kind() == ir.Int {
		if c.IsZero() {
			x = y
		}
		w.result(s, i, x)
		return
	}
	switch {
	case x == y:
		w.result(s, i, x)
	case cond.Type().Kind() != ir.Int:
		w.leak(s, i, x)
		w.leak(s, i, y)
		w.result(s, i, abstractValue{})
	case x.isPointer() || y.isPointer() || x.kind == knownConst && y.kind == knownConst && i.Type().IsInt() &&
		!i.Type().IsIntN(1):
		other := s.clone()
		w.assume(other, cond, false, 0)
		w.result(other, i, y)
		w.nodes = append(w.nodes, searchNode{b: i.Block(), at: i.Next(), s: other, parent: n})
		w.assume(s, cond, true, 0)
		w.result(s, i, x)
	default:
		w.result(s, i, abstractValue{})
	}
}

// askAbout marks the variables that an instruction names as escaped, if they escaped before the
// search started.
func (w *pathSearch) askAbout(s *abstractState, i *ir.Instr) {
	if w.before == nil {
		return
	}
	for k := range i.NumArgs() {
		w.askValue(s, i.Arg(k))
	}
}

func (w *pathSearch) askValue(s *abstractState, v ir.Value) {
	x := ir.AsInstr(v)
	if x == nil {
		return
	}
	if x = w.fn.variable(x); x == nil {
		return
	}
	if w.before.escaped(x) && !s.captured(x) {
		s.publish(abstractValue{knownAddr, x, 0}, nil)
	}
}

// callEdges follows the edges of an invoke or callbr.
func (w *pathSearch) callEdges(outs []callOut, i *ir.Instr, n int) {
	for _, o := range outs {
		switch {
		case i.Op == ir.OpCallBr:
			w.leakArgs(o.s, i)
			o.s.clobber()
			if w.root {
				w.exit(n, o.s, i, exitJump) // the effects of the assembly are unknown
			} else {
				w.outs = append(w.outs, callOut{s: o.s.clone(), jump: true})
			}
			for _, t := range i.Block().Succs(nil) {
				w.enqueue(n, t, i.Block(), o.s.clone())
			}
		case o.unwind:
			w.enqueue(n, i.UnwindDest(), i.Block(), o.s)
		default:
			w.result(o.s, i, o.ret)
			w.enqueue(n, i.NormalDest(), i.Block(), o.s)
		}
	}
}

// terminator follows the edges that the state allows.
func (w *pathSearch) terminator(s *abstractState, t *ir.Instr, n int) {
	b := t.Block()
	if s.jump != nil && w.unwinding(s, t, n) {
		return
	}
	switch t.Op {
	case ir.OpRet:
		k := abstractValue{}
		if t.NumArgs() > 0 {
			k = w.eval(s, t.Arg(0))
		}
		if w.root {
			w.leak(s, t, k)
			w.exit(n, s, t, exitLeave)
		} else {
			w.leave(s, k, false)
		}
	case ir.OpResume:
		w.leaveByThrow(s, t, n)
	case ir.OpCleanupRet:
		if t.NumArgs() < 2 {
			w.leaveByThrow(s, t, n)
			return
		}
		w.enqueue(n, t.Arg(1).(*ir.Block), b, s)
	case ir.OpCatchSwitch:
		all := ir.CatchesAll(t)
		if !all && ir.UnwindDest(t) == nil {
			w.leaveByThrow(s.clone(), t, n)
		}
		for _, x := range b.Succs(nil) {
			if !all || x != ir.UnwindDest(t) {
				w.enqueue(n, x, b, s.clone())
			}
		}
	case ir.OpBr:
		if t.NumArgs() == 1 {
			w.enqueue(n, t.Arg(0).(*ir.Block), b, s)
			return
		}
		w.branch(s, t, n)
	case ir.OpSwitch:
		w.switchTo(s, t, n)
	case ir.OpUnreachable:
	default:
		w.leakArgs(s, t)
		w.all(s, t, n)
	}
}

func (w *pathSearch) leaveByThrow(s *abstractState, t *ir.Instr, n int) {
	if w.root {
		w.exit(n, s, t, exitLeave)
	} else {
		w.leave(s, abstractValue{}, true)
	}
}

// leave records an exit of a callee.
func (w *pathSearch) leave(s *abstractState, ret abstractValue, unwind bool) {
	w.outs = append(w.outs, callOut{s: s.clone(), unwind: unwind, ret: ret})
}

func (w *pathSearch) all(s *abstractState, t *ir.Instr, n int) {
	for _, x := range t.Block().Succs(nil) {
		w.enqueue(n, x, t.Block(), s.clone())
	}
}

// branch follows a branch: one edge if the state decides the condition, or else both, each with the
// facts that follow from it.
func (w *pathSearch) branch(s *abstractState, t *ir.Instr, n int) {
	b := t.Block()
	yes, no := t.Arg(1).(*ir.Block), t.Arg(2).(*ir.Block)
	if c := intConst(w.eval(s, t.Arg(0))); c != nil {
		if c.IsZero() {
			yes = no
		}
		w.enqueue(n, yes, b, s)
		return
	}
	other := s.clone()
	w.assume(s, t.Arg(0), true, 0)
	w.enqueue(n, yes, b, s)
	w.assume(other, t.Arg(0), false, 0)
	w.enqueue(n, no, b, other)
}

// switchTo follows a switch: one edge if the state decides the value, or else all, with the value
// that each case implies.
func (w *pathSearch) switchTo(s *abstractState, t *ir.Instr, n int) {
	b := t.Block()
	if c := intConst(w.eval(s, t.Arg(0))); c != nil {
		to := t.Arg(1).(*ir.Block)
		for k := range t.NumCases() {
			if t.CaseValue(k).Uint64() == c.Uint64() {
				to = t.CaseDest(k)
			}
		}
		w.enqueue(n, to, b, s)
		return
	}
	for k := range t.NumCases() {
		x := s.clone()
		if v := t.CaseValue(k); v.IsInt() && ir.AsInstr(t.Arg(0)) != nil {
			w.result(x, ir.AsInstr(t.Arg(0)), abstractValue{kind: knownConst, v: v})
		}
		w.enqueue(n, t.CaseDest(k), b, x)
	}
	w.enqueue(n, t.Arg(1).(*ir.Block), b, s)
}

func isConst(v ir.Value) bool { _, ok := v.(*ir.Const); return ok }

// assume records the facts that follow if a condition is true (yes) or false.
func (w *pathSearch) assume(s *abstractState, v ir.Value, yes bool, depth int) {
	i := ir.AsInstr(v)
	if i == nil {
		if p, ok := v.(*ir.Param); ok {
			s.set(regID(p), abstractValue{kind: knownConst, v: w.an.m.Bool(yes)})
		}
		return
	}
	if depth > 8 || !i.Type().IsIntN(1) {
		return
	}
	s.set(regID(i), abstractValue{kind: knownConst, v: w.an.m.Bool(yes)})
	switch i.Op {
	case ir.OpICmp:
		if (i.Pred() == ir.PredEQ) == yes && (i.Pred() == ir.PredEQ || i.Pred() == ir.PredNE) {
			w.assumeEqual(s, i.Arg(0), i.Arg(1))
		}
	case ir.OpXor:
		if c, ok := i.Arg(1).(*ir.Const); ok && c.IsTrue() {
			w.assume(s, i.Arg(0), !yes, depth+1)
		}
	case ir.OpSelect:
		// `select a, b, false` is a and b, `select a, true, b` is a or b, except for poison.
		if c, ok := i.Arg(2).(*ir.Const); ok && c.IsInt() && c.IsZero() && yes {
			w.assume(s, i.Arg(0), true, depth+1)
			w.assume(s, i.Arg(1), true, depth+1)
		} else if c, ok := i.Arg(1).(*ir.Const); ok && c.IsTrue() && !yes {
			w.assume(s, i.Arg(0), false, depth+1)
			w.assume(s, i.Arg(2), false, depth+1)
		}
	case ir.OpAnd, ir.OpOr:
		if (i.Op == ir.OpAnd) == yes {
			w.assume(s, i.Arg(0), yes, depth+1)
			w.assume(s, i.Arg(1), yes, depth+1)
		}
	}
}

// assumeEqual records that a value is equal to a constant or to the handle.
func (w *pathSearch) assumeEqual(s *abstractState, a, b ir.Value) {
	if isConst(a) {
		a, b = b, a
	}
	ka, kb := w.eval(s, a), w.eval(s, b)
	if ka.kind == knownNothing && kb.kind == knownConst {
		switch a := a.(type) {
		case *ir.Instr, *ir.Param:
			s.set(regID(a), kb)
		}
	}
}

// assumeEdge records the facts that follow from an edge that was taken.
func (w *pathSearch) assumeEdge(s *abstractState, from, to *ir.Block) {
	t := from.Terminator()
	if t == nil || t.Op != ir.OpBr || t.NumArgs() != 3 || t.Arg(1) == t.Arg(2) {
		return
	}
	w.assume(s, t.Arg(0), t.Arg(1) == ir.Value(to), 0)
}

// enqueue adds the start of block b, entered from pred, unless an earlier state there subsumes s.
func (w *pathSearch) enqueue(parent int, b, pred *ir.Block, s *abstractState) {
	phis := w.phis[:0]
	for i := b.First(); i.Op == ir.OpPhi && pred != nil; i = i.Next() {
		v := i.IncomingFor(pred)
		if v == nil {
			continue
		}
		if w.before != nil {
			w.askValue(s, v)
		}
		phis = append(phis, phiResult{i, w.eval(s, v)})
	}
	w.phis = phis
	at := w.fn.blockNo(b)
	s.keepLive(w.fn, at)
	for _, p := range phis {
		if p.phi.HasUses() {
			s.set(regID(p.phi), p.k)
		} else {
			s.set(regID(p.phi), abstractValue{})
		}
	}
	seen := &w.fn.seen[at]
	if n := seen.n; n > maxStatesWiden {
		s.widen(n / maxStatesWiden)
		for t := seen.last; t != nil; t = t.before {
			s.capture(t.capt)
			if n > maxStatesWiden+1 { // the last state has what escaped in the others
				break
			}
		}
	}
	for t := seen.last; t != nil; t = t.before {
		if t.subsumes(s) {
			return
		}
	}
	if seen.n == 0 {
		w.fn.touched = append(w.fn.touched, at)
	}
	if seen.n >= maxStatesBlock {
		w.failed = true
		return
	}
	s.before, seen.last = seen.last, s
	seen.n++
	first := b.First()
	for first.Op == ir.OpPhi {
		first = first.Next()
	}
	w.nodes = append(w.nodes, searchNode{b: b, at: first, s: s.clone(), parent: parent})
}

// exit records that a path ends with the frame alive. An exit without an escape does no harm: the
// function's variables die, and no other code knows an address within the frame. But if the
// function is a coroutine that suspended since the creation, other code may find the frame through
// the function's own frame. After a jump it cannot: the function is not suspended there, so no code
// may resume or destroy it.
func (w *pathSearch) exit(n int, s *abstractState, at *ir.Instr, kind exitKind) {
	if w.an.miss.at != nil || s.gone || kind != exitAgain && kind != exitTail && s.esc == nil && (!s.slept || kind == exitJump) {
		return
	}
	mf := missFound{kind: kind, at: at, s: s.clone()}
	for k := n; k >= 0; k = w.nodes[k].parent {
		b := w.nodes[k].b
		if len(mf.path) == 0 || mf.path[len(mf.path)-1] != b {
			mf.path = append(mf.path, b)
		}
	}
	slices.Reverse(mf.path)
	w.an.miss = mf
	if w.an.query.Trial {
		w.an.endTrial(mf.path)
	}
}

// endTrial ends the search of a trial at a path with a miss. It continues if the path reads function
// pointers from frames that may be proved to be this coroutine's: that is known when the search is
// complete, and the caller then makes the calls direct. If no call on the path receives the handle,
// or the address of memory that may hold it, inlining cannot change the miss. For example, the
// search ends if the path only resumes another coroutine, whose frame was created earlier.
func (an *lifetimeAnalysis) endTrial(path []*ir.Block) {
	on := make(map[*ir.Block]bool, len(path))
	for _, b := range path {
		on[b] = true
	}
	isOn := func(i *ir.Instr) bool { return on[i.Block()] }
	an.stop = !slices.ContainsFunc(an.subList, func(i *ir.Instr) bool { return isOn(i) && an.mayReadFrame(i) })
	an.final = an.stop && !slices.ContainsFunc(an.blocked, isOn)
}
