// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Full unrolling of short loops over local arrays. An index that changes in a loop keeps the whole
// array in memory, with everything that shares its alloca. For example, the promise of this elided
// frame has an array, so the state in field 1 is in memory, too:
//
//	loop:
//	  %i = phi i32 [ 0, %entry ], [ %next, %body ]
//	  %more = icmp ult i32 %i, 8
//	  br i1 %more, label %body, label %done
//	body:
//	  %p = getelementptr [8 x i32], ptr %array, i64 0, i32 %i    ; %array is field 2 of the frame
//	  store i32 %x, ptr %p
//	  %next = add i32 %i, 1
//	  br label %loop
//
// With eight copies of the body, all indices are constant, and SROA splits the frame. A loop is
// copied if afterwards no access to the alloca has an unknown index, or if all copies together are
// hardly longer than the loop. For example, C++ constructs the elements of an array one by one.
//
// A loop qualifies if it contains no other loop, is entered and left by one edge each, and the
// condition of its exit follows from constants and offsets in allocas in at most maxTrips rounds.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

const (
	maxTrips        = 16  // rounds of an unrolled loop
	maxTiny         = 32  // instructions of all copies of a loop that is unrolled for its own sake
	maxUnrolled     = 200 // instructions of all copies of a loop, without phis and markers
	maxUnrollBlocks = 16  // blocks of a loop
	maxFollowed     = 32  // instructions that one evaluation of an exit's condition visits
)

// UnrollArrays unrolls loops of f if that makes all indices into an alloca constant. It reports
// whether there were any.
func UnrollArrays(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	if f.NumBlocks() < 2 || f.HasAttr("optsize") || f.HasAttr("minsize") || nextAlloca(f.Entry(), nil) == nil {
		return false
	}
	f.Renumber()
	u := &unroller{m: m, f: f, l: l, loopOf: map[*ir.Block]*shortLoop{}}
	d := ir.NewDomTree(f)
	for _, b := range d.RPO {
		u.find(d, b)
	}
	d.Done()
	if len(u.loopOf) == 0 {
		return false
	}
	var chosen []*shortLoop
	for a := nextAlloca(f.Entry(), nil); a != nil; a = nextAlloca(f.Entry(), a) {
		for _, x := range u.loopsOver(a) {
			if !x.chosen {
				x.chosen = true
				chosen = append(chosen, x)
			}
		}
	}
	for _, x := range u.loops {
		if !x.chosen && x.tiny {
			x.chosen = true
			chosen = append(chosen, x)
		}
	}
	if len(chosen) == 0 {
		return false
	}
	for _, x := range chosen {
		u.separate(x, chosen)
	}
	for _, x := range chosen {
		u.unroll(x)
	}
	RemoveUnreachable(f)
	f.Changed = true
	return true
}

// unroller holds the loops of one function that may be unrolled.
type unroller struct {
	m      *ir.Module
	f      *ir.Func
	l      *target.Layout
	loopOf map[*ir.Block]*shortLoop
	loops  []*shortLoop // in reverse post-order
}

// shortLoop is a loop with a known number of rounds.
type shortLoop struct {
	before, header, latch *ir.Block
	leaves, exit, stays   *ir.Block   // the block with the exit, and its successors outside and inside
	blocks                []*ir.Block // in reverse post-order
	trips                 int         // full rounds
	tiny                  bool        // all copies together are hardly longer than the loop
	chosen                bool
}

// find adds the loop with the given header if it qualifies.
func (u *unroller) find(d *ir.DomTree, header *ir.Block) {
	x := &shortLoop{header: header}
	for _, p := range header.Preds(nil) {
		switch {
		case !d.Reachable(p) || p.Terminator().Op != ir.OpBr && p.Terminator().Op != ir.OpSwitch:
			return
		case d.Dominates(header, p) && x.latch == nil:
			x.latch = p
		case !d.Dominates(header, p) && x.before == nil:
			x.before = p
		default:
			return
		}
	}
	if x.latch == nil || x.before == nil || !x.collect(d) {
		return
	}
	size := 0
	in := map[*ir.Block]bool{}
	for _, b := range x.blocks {
		in[b] = true
	}
	for _, b := range x.blocks {
		n, ok := u.copies(b)
		if !ok || !x.edges(d, b, in) {
			return
		}
		size += n
	}
	if x.leaves == nil || !d.Dominates(x.leaves, x.latch) || !u.count(x) || (x.trips+1)*size > maxUnrolled {
		return
	}
	x.tiny = (x.trips+1)*size <= maxTiny && !x.calls()
	u.loops = append(u.loops, x)
	for _, b := range x.blocks {
		u.loopOf[b] = x
	}
}

// calls reports whether the loop calls code other than intrinsics. A call is long, and what is known
// about memory ends there.
func (x *shortLoop) calls() bool {
	for _, b := range x.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if f := i.CalledFunc(); i.IsCall() && (f == nil || !f.IsIntrinsic()) {
				return true
			}
		}
	}
	return false
}

// collect finds the blocks of the loop. It fails if there are too many.
func (x *shortLoop) collect(d *ir.DomTree) bool {
	in := map[*ir.Block]bool{x.header: true}
	work := []*ir.Block{x.latch}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if in[b] {
			continue
		}
		if in[b] = true; len(in) > maxUnrollBlocks || !d.Reachable(b) {
			return false
		}
		work = b.Preds(work)
	}
	for k := d.Index(x.header); len(x.blocks) < len(in); k++ {
		if k == len(d.RPO) {
			return false
		}
		if in[d.RPO[k]] {
			x.blocks = append(x.blocks, d.RPO[k])
		}
	}
	return true
}

// edges checks the edges that leave a block of the loop: one leaves the loop, one goes to the header,
// and the others forward.
func (x *shortLoop) edges(d *ir.DomTree, b *ir.Block, in map[*ir.Block]bool) bool {
	t := b.Terminator()
	if t.Op != ir.OpBr && t.Op != ir.OpSwitch || b.AddressTaken() {
		return false
	}
	for _, to := range b.Succs(nil) {
		switch {
		case to == x.header:
			if b != x.latch {
				return false
			}
		case in[to]:
			if d.Index(to) <= d.Index(b) {
				return false // an inner loop
			}
		case x.exit != nil || t.Op != ir.OpBr || t.Arg(1) == t.Arg(2):
			return false
		default:
			x.leaves, x.exit = b, to
			if x.stays = t.Arg(1).(*ir.Block); x.stays == to {
				x.stays = t.Arg(2).(*ir.Block)
			}
		}
	}
	return true
}

// copies returns the number of instructions that a copy of a block has. ok is false if it must not be
// copied.
func (u *unroller) copies(b *ir.Block) (n int, ok bool) {
	for i := b.First(); i != nil; i = i.Next() {
		switch {
		case i.Type().IsToken() || i.Op == ir.OpAlloca:
			return 0, false
		case i.IsTerminator():
			if disabled(u.m, i.MetaOf("llvm.loop")) {
				return 0, false
			}
		case i.IsCall():
			if c, asm := i.Callee().(*ir.Const); asm && c.Kind == ir.ConstAsm || ir.CallHas(u.m, i, "noduplicate") ||
				ir.CalledIntrinsic(i) == ir.NoAliasScopeDecl {
				return 0, false
			}
			if id := ir.CoroCall(i); id != ir.NotIntrinsic && id != ir.CoroSubFnAddr {
				return 0, false
			}
		}
		if i.Op != ir.OpPhi && !ir.IsLifetime(i) && !ir.CalledIntrinsic(i).IsDebug() {
			n++
		}
	}
	return n, true
}

// disabled reports whether the metadata of a loop forbids to unroll it.
func disabled(m *ir.Module, loop *ir.MD) bool {
	if loop == nil {
		return false
	}
	n := m.MDNode(loop)
	for k := 1; n != nil && k < len(n.Fields); k++ {
		if p := m.MDNode(n.Fields[k].Val); p != nil && len(p.Fields) > 0 && p.Fields[0].Val.Kind == ir.MDString &&
			p.Fields[0].Val.Text == "llvm.loop.unroll.disable" {
			return true
		}
	}
	return false
}

// place is a known value: a constant, or an offset in an alloca.
type place struct {
	c    *ir.Const
	base *ir.Instr
	off  int64
}

// count finds the number of full rounds by evaluating the condition of the exit in each.
func (u *unroller) count(x *shortLoop) bool {
	now := map[*ir.Instr]place{}
	for from := x.before; x.trips <= maxTrips; x.trips++ {
		next := map[*ir.Instr]place{}
		for p := x.header.First(); p.Op == ir.OpPhi; p = p.Next() {
			e := evaluation{u, now, maxFollowed}
			if v, ok := e.value(p.IncomingFor(from)); ok {
				next[p] = v
			}
		}
		now, from = next, x.latch
		t := x.leaves.Terminator()
		e := evaluation{u, now, maxFollowed}
		v, ok := e.value(t.Arg(0))
		if !ok || v.c == nil {
			return false
		}
		if chosen(t, v.c) == x.exit {
			return true
		}
	}
	return false
}

// evaluation computes a value in one round of a loop, in which the phis of the header are known.
type evaluation struct {
	u    *unroller
	phis map[*ir.Instr]place
	left int // instructions that may still be visited
}

func (e *evaluation) value(v ir.Value) (place, bool) {
	if c, ok := intConst(v); ok {
		return place{c: c}, true
	}
	i, ok := v.(*ir.Instr)
	if e.left--; !ok || e.left < 0 {
		return place{}, false
	}
	switch {
	case i.Op == ir.OpAlloca:
		return place{base: i}, true
	case i.Op == ir.OpPhi:
		p, known := e.phis[i]
		return p, known
	case i.Op == ir.OpGEP:
		p, known := e.value(i.Arg(0))
		off, constant := gepOffset(e.u.l, i, nil)
		p.off += off
		return p, known && constant && p.base != nil && max(p.off, -p.off) < 1<<30
	case i.Op == ir.OpICmp && i.Arg(0).Type().IsPtr():
		p, knownP := e.value(i.Arg(0))
		q, knownQ := e.value(i.Arg(1))
		if !knownP || !knownQ || p.base == nil || p.base != q.base || i.Pred() != ir.PredEQ && i.Pred() != ir.PredNE {
			return place{}, false
		}
		return place{c: e.u.m.Bool((p.off == q.off) == (i.Pred() == ir.PredEQ))}, true
	case i.Op != ir.OpICmp && !i.Op.Info().Cast && !i.Op.Info().Binary:
		return place{}, false
	}
	var list [2]ir.Value
	for k := range i.NumArgs() {
		p, known := e.value(i.Arg(k))
		if !known || p.c == nil {
			return place{}, false
		}
		list[k] = p.c
	}
	c, ok := foldConstants(e.u.m, i, list[0], list[1]).(*ir.Const)
	return place{c: c}, ok
}

// loopsOver returns the loops whose copies have only constant indices into an alloca, or nil if
// other uses keep it in memory.
func (u *unroller) loopsOver(a *ir.Instr) (loops []*shortLoop) {
	seen := map[*ir.Instr]bool{a: true}
	for work := []*ir.Instr{a}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for use := p.FirstUse(); use != nil; use = use.Next() {
			i := use.User()
			x := u.loopOf[i.Block()]
			switch {
			case i.Op == ir.OpLoad && plainAccess(i), i.Op == ir.OpStore && use.Index() == 1 && plainAccess(i):
				continue
			case i.Op == ir.OpCall && (ir.IsLifetime(i) || memCall(i) != ir.NotIntrinsic):
				continue
			case i.Op == ir.OpICmp && x != nil && x.leaves.Terminator().Arg(0) == ir.Value(i):
				continue
			case i.Op == ir.OpGEP && use.Index() == 0 && i.Type().IsPtr():
				if _, constant := gepOffset(u.l, i, use); !constant {
					if x == nil || !u.indexed(x, i) {
						return nil
					}
					loops = append(loops, x)
				}
			case i.Op == ir.OpPhi && x != nil && x.header == i.Block():
				loops = append(loops, x)
			default:
				return nil
			}
			if !seen[i] {
				seen[i] = true
				work = append(work, i)
			}
		}
	}
	return loops
}

// indexed reports whether the indices of a getelementptr are constant in the first round of a loop.
// Then they are in all.
func (u *unroller) indexed(x *shortLoop, gep *ir.Instr) bool {
	first := map[*ir.Instr]place{}
	for p := x.header.First(); p.Op == ir.OpPhi; p = p.Next() {
		e := evaluation{u, nil, maxFollowed}
		start, known := e.value(p.IncomingFor(x.before))
		again := evaluation{u, map[*ir.Instr]place{p: start}, maxFollowed}
		if _, ok := again.value(p.IncomingFor(x.latch)); known && ok {
			first[p] = start
		}
	}
	for k := 1; k < gep.NumArgs(); k++ {
		e := evaluation{u, first, maxFollowed}
		if v, ok := e.value(gep.Arg(k)); !ok || v.c == nil {
			return false
		}
	}
	return true
}

// separate puts a block of its own before a loop, which may otherwise begin where another one ends.
func (u *unroller) separate(x *shortLoop, chosen []*shortLoop) {
	b := u.f.NewBlock("", x.before)
	b.Append(u.m.NewInstr(ir.OpBr, u.m.Types.Void(), x.header))
	redirect(x.before.Terminator(), x.header, b)
	x.header.ReplacePhiBlock(x.before, b)
	for _, y := range chosen {
		if y.leaves == x.before && y.exit == x.header {
			y.exit = b
		}
	}
	x.before = b
}

// unroll replaces a loop by its copies. The last one ends at the exit.
func (u *unroller) unroll(x *shortLoop) {
	place := x.latch
	at, from := x.before, x.before // the end of the copy before, and its original
	var vals incoming
	var conds []ir.Value // conditions of the exit, which compare addresses
	for round := 0; round <= x.trips; round++ {
		r := &unrolledRound{unroller: u, x: x, vals: incoming{}, blocks: map[*ir.Block]*ir.Block{}, last: round == x.trips}
		for p := x.header.First(); p.Op == ir.OpPhi; p = p.Next() {
			r.vals[p] = vals.of(p.IncomingFor(from))
		}
		list := x.blocks
		if r.last {
			list = x.untilExit()
		}
		for _, b := range list {
			name := b.Name()
			if name != "" {
				name += ".unroll"
			}
			place = u.f.NewBlock(name, place)
			r.blocks[b] = place
		}
		for _, b := range list {
			r.fill(b)
		}
		redirect(at.Terminator(), x.header, r.blocks[x.header])
		if r.last {
			u.leave(x, r)
		}
		conds = append(conds, r.vals.of(x.leaves.Terminator().Arg(0)))
		at, from, vals = r.blocks[x.latch], x.latch, r.vals
	}
	for _, c := range conds {
		if i, ok := c.(*ir.Instr); ok && !i.HasUses() {
			DeleteDead(u.m, i)
		}
	}
}

// untilExit returns the blocks that a round executes if it ends at the exit.
func (x *shortLoop) untilExit() (list []*ir.Block) {
	reached := map[*ir.Block]bool{x.header: true}
	for _, b := range x.blocks {
		if !reached[b] {
			continue
		}
		list = append(list, b)
		for _, to := range b.Succs(nil) {
			reached[to] = reached[to] || b != x.leaves
		}
	}
	return list
}

// leave connects the last copy with the code after the loop.
func (u *unroller) leave(x *shortLoop, r *unrolledRound) {
	for p := x.exit.First(); p.Op == ir.OpPhi; p = p.Next() {
		p.AddIncoming(u.m, r.vals.of(p.IncomingFor(x.leaves)), r.blocks[x.leaves])
	}
	for _, b := range x.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			for _, first := range [...]*ir.Use{i.FirstUse(), i.FirstDbgUse()} {
				for use := first; use != nil; {
					next := use.Next()
					if at := use.User().Block(); r.blocks[at] == nil && u.loopOf[at] != x {
						use.Set(r.vals.of(i))
					}
					use = next
				}
			}
		}
	}
}

// unrolledRound is one copy of a loop.
type unrolledRound struct {
	*unroller
	x      *shortLoop
	vals   incoming
	blocks map[*ir.Block]*ir.Block
	last   bool
}

// fill copies the instructions of a block.
func (r *unrolledRound) fill(b *ir.Block) {
	n := r.blocks[b]
	for i := b.First(); i != nil; i = i.Next() {
		if i.Op == ir.OpPhi && b == r.x.header {
			continue
		}
		var c *ir.Instr
		if b == r.x.leaves && i.IsTerminator() {
			to := r.x.stays
			if r.last {
				to = r.x.exit
			}
			c = r.m.NewInstr(ir.OpBr, r.m.Types.Void(), to)
			keepMeta(i, c)
		} else if c = r.m.CloneInstr(i); i.Op == ir.OpPhi {
			for k, p := range c.PhiBlocks() {
				c.PhiBlocks()[k] = r.blocks[p]
			}
		}
		c.SetMeta("llvm.loop", nil)
		r.mapArgs(c)
		if v := foldConstants(r.m, c, operand(c, 0), operand(c, 1)); v != nil {
			r.vals[i] = v
		} else {
			r.vals[i] = c
		}
		n.Append(c)
		copyRecords(r.m, i, c, r.vals)
	}
}

// mapArgs replaces values and blocks of the loop by those of the copy. An edge to the header stays,
// until the next copy exists.
func (r *unrolledRound) mapArgs(c *ir.Instr) {
	r.vals.replaceIn(c)
	for k := range c.NumArgs() {
		if b, ok := c.Arg(k).(*ir.Block); ok && b != r.x.header && r.blocks[b] != nil {
			c.SetArg(k, r.blocks[b])
		}
	}
}

// operand returns an operand, or nil.
func operand(i *ir.Instr, k int) ir.Value {
	if k < i.NumArgs() {
		return i.Arg(k)
	}
	return nil
}
