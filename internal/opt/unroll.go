// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Copies of loops. A loop is copied in front of itself, once for each of its first iterations:
//
//   - all iterations, if their number is a small constant. The loop itself is never entered then;
//   - the first iteration, if the values at its end decide a branch of all later ones. For example,
//     a coroutine that is resumed in a loop begins in the first iteration, and continues after its
//     suspend in each other one:
//
//	head:
//	  %started = phi i1 [ false, %entry ], [ true, %head.end ]
//	  br i1 %started, label %suspended, label %begin
//
//   - only the header of the first iteration, if it ends the loop. The test stands at the end of
//     the loop then, where it saves a jump for each iteration.
//
// The copies execute the same instructions in the same order. So memory, calls and convergent
// operations keep their meaning, but threads that execute different iterations at the same time no
// longer share an instruction: a first iteration with such an operation is not copied alone.

import (
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

const (
	maxTrips    = 128 // iterations of a loop that is unrolled
	maxUnrolled = 320 // instructions of all iterations, without those that constants decide
	maxPeeled   = 128 // instructions of a loop whose first iteration is copied
	maxHeader   = 12  // instructions of a header that is copied
	// unrollEffort limits the instructions that are added, in multiples of the function's.
	unrollEffort = 8
	// unrollRounds is the depth of nested loops that are unrolled.
	unrollRounds = 4
)

// UnrollLoops copies short loops, and reports whether it changed anything. It simplifies the function
// then.
func UnrollLoops(m *ir.Module, f *ir.Func, lay *target.Layout) bool {
	if ir.IsPresplit(m, f) || f.HasAttr("optsize") || f.HasAttr("minsize") {
		return false
	}
	u := &unroller{threader: threader{m: m, f: f}}
	for b := f.Entry(); b != nil; b = b.Next() {
		u.room += b.Len()
	}
	u.room = unrollEffort*u.room + 4*maxUnrolled
	changed := false
	for range unrollRounds {
		if !u.round(u.unrollOrPeel) {
			break
		}
		changed = true
		Simplify(m, f, lay)
		PromoteMore(m, f, lay)
	}
	return changed
}

// rotateLoops moves tests from the beginning of loops to their end.
func rotateLoops(m *ir.Module, f *ir.Func) bool {
	u := &unroller{threader: threader{m: m, f: f}}
	return u.round(u.rotate)
}

// unroller copies loops of one function. It folds values as jump threading does.
type unroller struct {
	threader
	room int // instructions that may be added
}

// round visits loops that share no block, and reports whether it changed any.
func (u *unroller) round(visit func(l *loop) bool) bool {
	changed := RemoveUnreachable(u.f) // no copy has an edge from a block that is in no loop
	var list []*loop
	taken := map[*ir.Block]bool{}
	u.ssa = ssaRepair{}
	for _, l := range findLoops(u.f) {
		free := true
		for _, b := range l.blocks {
			free = free && !taken[b]
		}
		if free && visit(l) {
			list = append(list, l)
			for _, b := range l.blocks {
				taken[b] = true
			}
		}
	}
	if len(list) == 0 {
		return changed
	}
	u.ssa.run(u.m, u.f)
	for _, l := range list {
		forget(u.m, l.blocks...)
	}
	RemoveUnreachable(u.f)
	u.f.Changed = true
	return true
}

func (u *unroller) unrollOrPeel(l *loop) bool {
	size, together := u.size(l)
	if size == 0 || u.m.LoopHint(l.latch.Terminator(), "llvm.loop.unroll.disable") {
		return false
	}
	limit := maxUnrolled
	if u.m.LoopHint(l.latch.Terminator(), "llvm.loop.unroll.enable") { // #pragma unroll
		limit *= 8
	}
	n := u.trips(l, min(maxTrips, u.room/size), limit)
	switch {
	case n > 0:
		count.UnrolledLoop.Hit()
	case !together && size <= min(maxPeeled, u.room) && u.peels(l):
		n = 1
		count.PeeledLoop.Hit()
	default:
		return false
	}
	u.room -= n * size
	u.copyLoop(l, n)
	return true
}

// size returns the number of instructions of a loop that each copy has, or 0 if the loop must not be
// copied. together means that threads may execute one of them together.
func (u *unroller) size(l *loop) (n int, together bool) {
	for _, b := range l.blocks {
		t := b.Terminator()
		if t.Op != ir.OpBr && t.Op != ir.OpSwitch {
			return 0, false
		}
		n++
		for i := b.First(); i != t; i = i.Next() {
			switch {
			case i.Type().IsToken() || i.Op == ir.OpAlloca,
				i.IsCall() && (ir.CallHas(u.m, i, "noduplicate") || ir.CallHas(u.m, i, "returns_twice")):
				return 0, false
			case i.IsCall() && !mayStandTwice(i):
				together = together || ir.CallHas(u.m, i, "convergent")
				n += 3
			case i.Op != ir.OpPhi:
				n++
			}
		}
	}
	return n, together
}

// trips returns the iteration in which a loop ends, or 0 if it is not known, more than most, or if the
// iterations keep more instructions than a limit. A test in the header or the latch, each of which every
// iteration executes, must depend only on constants.
func (u *unroller) trips(l *loop, most, limit int) int {
	env := incoming{}
	for phi := range l.header().Phis() {
		v := phi.IncomingFor(l.entries[0])
		for _, p := range l.entries[1:] {
			if !ir.SameValue(v, phi.IncomingFor(p)) {
				v = nil
				break
			}
		}
		if _, ok := intConst(v); ok {
			env[phi] = v
		}
	}
	for n := 1; n <= most && limit >= 0 && len(env) > 0; n++ {
		for _, b := range []*ir.Block{l.header(), l.latch} {
			if t := b.Terminator(); t.NumArgs() > 1 {
				if c, ok := intConst(u.eval(l, t.Arg(0), env, 0)); ok && !l.in[chosen(t, c)] {
					return n
				}
			}
		}
		limit -= u.kept(l, env)
		next := incoming{}
		for phi := range l.header().Phis() {
			if v := u.eval(l, phi.IncomingFor(l.latch), env, 0); okConst(v) {
				next[phi] = v
			}
		}
		env = next
	}
	return 0
}

// kept returns the number of instructions that an iteration executes at most, if phis of the header have the given
// values. Constant indices are part of the address of an access.
func (u *unroller) kept(l *loop, env incoming) int {
	n := 0
	reached := map[*ir.Block]bool{l.header(): true}
	for _, b := range l.blocks {
		if !reached[b] {
			continue
		}
		t := b.Terminator()
		for i := b.First(); i != t; i = i.Next() {
			free := i.Op == ir.OpPhi
			if i.Op == ir.OpGEP {
				free = true
				for k := 1; k < i.NumArgs(); k++ {
					free = free && okConst(u.eval(l, i.Arg(k), env, 0))
				}
			}
			if !free && !okConst(u.eval(l, i, env, 0)) {
				n++
			}
		}
		if k, ok := intConst(u.eval(l, t.Arg(0), env, 0)); ok && t.NumArgs() > 1 {
			reached[chosen(t, k)] = true
			continue
		}
		if t.NumArgs() > 1 {
			n++
		}
		for _, s := range b.Succs(nil) {
			reached[s] = true
		}
	}
	return n
}

// maxEval limits the length of a chain of operations that is evaluated.
const maxEval = 8

// eval returns the value of v in an iteration in which phis of the header have the given values. It
// adds the values that it needs.
func (u *unroller) eval(l *loop, v ir.Value, env incoming, depth int) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || !l.in[i.Block()] || env[i] != nil {
		return env.of(v)
	}
	if depth == maxEval || i.Op == ir.OpPhi || !mayStandTwice(i) {
		return v
	}
	for k := range i.NumArgs() {
		u.eval(l, i.Arg(k), env, depth+1)
	}
	if r := u.fold(i, env, nil); r != nil {
		env[i] = r
		return r
	}
	return v
}

// peels reports whether constants at the end of each iteration decide a branch of all later ones.
func (u *unroller) peels(l *loop) bool {
	env := incoming{}
	for phi := range l.header().Phis() {
		if c, ok := phi.IncomingFor(l.latch).(*ir.Const); ok && !isUndef(c) {
			env[phi] = c
		}
	}
	if len(env) == 0 {
		return false
	}
	for _, b := range l.blocks {
		if t := b.Terminator(); t.NumArgs() > 1 {
			if k, ok := intConst(u.eval(l, t.Arg(0), env, 0)); ok && l.in[chosen(t, k)] {
				return true
			}
		}
	}
	return false
}

// rotate copies the header of a loop for the edge that enters the loop, if the header ends the loop and
// the latch does not.
func (u *unroller) rotate(l *loop) bool {
	h := l.header()
	t := h.Terminator()
	if h == l.latch || len(l.entries) != 1 || t.Op != ir.OpBr || t.NumArgs() != 3 || l.latch.SingleSucc() != h {
		return false
	}
	yes, no := t.Arg(1).(*ir.Block), t.Arg(2).(*ir.Block)
	if l.in[yes] == l.in[no] {
		return false
	}
	d := u.apart(h)
	if d == nil || d.copied > maxHeader || len(d.liveOut) > maxCarried {
		return false
	}
	*l = loop{blocks: l.blocks[:1], in: map[*ir.Block]bool{h: true}, latch: l.latch, entries: l.entries}
	count.RotatedLoop.Hit()
	u.copyLoop(l, 1)
	return true
}

// copyLoop copies the blocks of a loop n times in front of the loop. The edges that enter the loop lead to
// the first copy, and the end of each copy leads to the next one.
func (u *unroller) copyLoop(l *loop, n int) {
	h := l.header()
	from := l.entries
	for range n {
		c := &loopCopy{u: u, l: l, own: incoming{}, blocks: map[*ir.Block]*ir.Block{}}
		c.make(from)
		for _, p := range from {
			redirect(p.Terminator(), h, c.blocks[h])
			h.RemovePhiEntry(p)
		}
		end := c.blocks[l.latch]
		if end == nil || !slices.Contains(end.Succs(nil), h) {
			return
		}
		from = []*ir.Block{end}
	}
}

// loopCopy is one copy of a loop.
type loopCopy struct {
	u      *unroller
	l      *loop
	own    incoming
	blocks map[*ir.Block]*ir.Block
	gone   [][2]*ir.Block // edges of the copy that constants exclude
}

// make copies the blocks of the loop for edges into its header. Branches that a constant decides lead to
// one block.
func (c *loopCopy) make(from []*ir.Block) {
	m, f, h := c.u.m, c.u.f, c.l.header()
	for _, b := range c.l.blocks {
		name := b.Name()
		if name != "" {
			name += ".copy"
		}
		c.blocks[b] = f.NewBlockBefore(name, h)
	}
	bld := ir.NewBuilder(m)
	var phis []*ir.Instr
	for _, b := range c.l.blocks {
		n := c.blocks[b]
		t := b.Terminator()
		br := m.CloneInstr(t)
		n.Append(br)
		bld.Before(br)
		for i := b.First(); i != t; i = i.Next() {
			switch {
			case i.Op == ir.OpPhi && b == h:
				c.own[i] = c.entry(bld, i, from)
				continue
			case i.Op != ir.OpPhi:
				copyRecords(m, i, br, c.own)
				if v := c.u.fold(i, c.own, nil); v != nil {
					c.own[i] = v
					continue
				}
			}
			x := m.CloneInstr(i)
			x.InsertBefore(br)
			if i.Op == ir.OpPhi {
				phis = append(phis, x)
			} else {
				c.own.replaceIn(x)
				x.Dbg, br.Dbg = br.Dbg, nil
			}
			c.own[i] = x
		}
		copyRecords(m, t, br, c.own)
		c.leave(b, t, br)
	}
	for _, p := range phis {
		c.own.replaceIn(p)
		for k, b := range p.PhiBlocks() {
			p.PhiBlocks()[k] = c.blocks[b]
		}
	}
	for _, e := range c.gone {
		e[1].RemovePhiEntry(e[0])
	}
	for _, b := range c.l.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if c.u.ssa.held[i] || c.usedOutside(i) {
				c.u.ssa.define(i, c.own.of(i), c.blocks[b])
			}
		}
	}
}

// entry returns the value of a phi of the header in the copy.
func (c *loopCopy) entry(bld *ir.Builder, phi *ir.Instr, from []*ir.Block) ir.Value {
	vals := make([]ir.Value, len(from))
	same := true
	for k, p := range from {
		vals[k] = phi.IncomingFor(p)
		same = same && ir.SameValue(vals[k], vals[0])
	}
	if same {
		return vals[0]
	}
	return bld.Phi(phi.Type(), "", vals, from)
}

// leave makes br, a copy of the terminator of b, lead to the copies of blocks, and to the header and to
// blocks outside of the loop, whose phis it completes.
func (c *loopCopy) leave(b *ir.Block, t, br *ir.Instr) {
	m, n := c.u.m, br.Block()
	c.own.replaceIn(br)
	br.SetMeta("llvm.loop", nil)
	if k, ok := intConst(br.Arg(0)); ok {
		jump := m.NewInstr(ir.OpBr, m.Types.Void(), chosen(t, k))
		keepMeta(br, jump)
		jump.InsertBefore(br)
		br.Erase()
		br = jump
		kept := false
		for _, s := range b.Succs(nil) {
			if s == jump.Arg(0) && !kept {
				kept = true
			} else if s != c.l.header() && c.blocks[s] != nil {
				c.gone = append(c.gone, [2]*ir.Block{n, c.blocks[s]})
			}
		}
	}
	for k := range br.NumArgs() {
		s, ok := br.Arg(k).(*ir.Block)
		switch {
		case !ok:
		case s != c.l.header() && c.blocks[s] != nil:
			br.SetArg(k, c.blocks[s])
		default:
			for phi := range s.Phis() {
				phi.AddIncoming(m, c.own.of(phi.IncomingFor(b)), n)
			}
		}
	}
}

// usedOutside reports whether a value is used outside of the loop, not counting phis for edges of the loop.
func (c *loopCopy) usedOutside(i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		b := u.User().Block()
		if u.User().Op == ir.OpPhi {
			b = u.User().PhiBlocks()[u.Index()]
		}
		if !c.l.in[b] {
			return true
		}
	}
	return false
}
