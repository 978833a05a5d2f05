// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Loops: how they are found and entered, and what moves in front of them. As steps of promote.go,
// the passes on loops only matter where no other optimiser runs. They leave coroutines alone that
// are not split yet.
//
// A loop here belongs to one edge back to its header. Two loops may share a header, for example if
// jump threading lets the end of an inner loop continue with the outer one:
//
//	head:
//	  %j = phi i32 [ 0, %entry ], [ 0, %outer ], [ %next, %inner ]
//
// The loop of %inner is then entered from %entry and from %outer.

import (
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

const (
	maxLoopBlocks = 64 // blocks of a loop
	loopEffort    = 8  // limit of the blocks of all loops, in multiples of the function's
)

// loop is a loop that only its header enters.
type loop struct {
	blocks  []*ir.Block // the header first, definitions before their uses
	in      map[*ir.Block]bool
	latch   *ir.Block   // leads back to the header
	entries []*ir.Block // other predecessors of the header
}

func (l *loop) header() *ir.Block { return l.blocks[0] }

// findLoops returns the loops of a function, inner ones first.
func findLoops(f *ir.Func) []*loop {
	if f.NumBlocks() < 2 {
		return nil
	}
	dom := ir.NewDomTree(f)
	defer dom.Done()
	var out []*loop
	budget := loopEffort * f.NumBlocks()
	for _, h := range dom.RPO {
		preds := h.Preds(nil)
		if h.AddressTaken() || !distinct(preds) {
			continue
		}
		for _, p := range preds {
			if dom.Index(p) >= dom.Index(h) {
				if l := loopOf(dom, h, p, preds, &budget); l != nil {
					out = append(out, l)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *loop) int { return len(a.blocks) - len(b.blocks) })
	return out
}

// loopOf returns the loop of an edge back to h, or nil if control enters it at another block, if another
// edge of the loop leads back, or if it is too large.
func loopOf(dom *ir.DomTree, h, latch *ir.Block, preds []*ir.Block, budget *int) *loop {
	l := &loop{blocks: []*ir.Block{h}, in: map[*ir.Block]bool{h: true}, latch: latch}
	for work := []*ir.Block{latch}; len(work) > 0; {
		b := ir.Pop(&work)
		if l.in[b] || !dom.Reachable(b) {
			continue
		}
		if *budget--; *budget < 0 || len(l.blocks) == maxLoopBlocks || b == h.Func().Entry() || b.AddressTaken() {
			return nil
		}
		l.in[b] = true
		l.blocks = append(l.blocks, b)
		work = b.Preds(work)
	}
	slices.SortFunc(l.blocks, func(a, b *ir.Block) int { return dom.Index(a) - dom.Index(b) })
	for _, p := range preds {
		switch {
		case p == latch:
		case l.in[p] || !ends(p.Terminator()):
			return nil
		case dom.Reachable(p):
			l.entries = append(l.entries, p)
		}
	}
	if l.header() != h || len(l.entries) == 0 {
		return nil
	}
	return l
}

// HoistInvariants moves the test of a loop from its beginning to its end, and instructions that yield
// the same in each iteration in front of the loop. It reports whether it changed anything. For
// example:
//
//	head:                                             %n = load i32, ptr %p
//	  %i = phi i32 [ 0, %entry ], [ %next, %body ]    %c = icmp ult i32 0, %n
//	  %n = load i32, ptr %p                           br i1 %c, label %body, label %out
//	  %c = icmp ult i32 %i, %n                      body:
//	  br i1 %c, label %body, label %out               %i = phi i32 [ 0, %entry ], [ %next, %body ]
//	body:                                             %next = add i32 %i, 1
//	  %next = add i32 %i, 1                           %c2 = icmp ult i32 %next, %n
//	  br label %head                                  br i1 %c2, label %body, label %out
func HoistInvariants(m *ir.Module, f *ir.Func, lay *target.Layout) bool {
	if ir.IsPresplit(m, f) {
		return false
	}
	changed := rotateLoops(m, f)
	if changed {
		SimplifyCFG(f)
	}
	loops := findLoops(f)
	for k, l := range loops {
		list := l.hoistable(m)
		if len(list) == 0 {
			continue
		}
		at := l.preheader(m, loops[k+1:])
		if at == nil {
			continue
		}
		for _, i := range list {
			i.MoveBefore(at)
		}
		count.HoistedLoop.Hit()
		changed = true
	}
	if changed {
		Simplify(m, f, lay)
		f.Changed = true
	}
	return changed
}

// hoistable returns the instructions that may move in front of the loop, in their order: those that
// may execute at any time, and loads in the header of memory that the loop does not write. What
// the address of an access contains anyway stays.
func (l *loop) hoistable(m *ir.Module) []*ir.Instr {
	var out []*ir.Instr
	moves := map[*ir.Instr]bool{}
	called := false // a call in the header may not return
	for _, b := range l.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			called = called || i.IsCall() && HasEffects(m, i)
			if i.Op == ir.OpLoad {
				if b != l.header() || called || !plainAccess(i) || !l.keeps(m, i) {
					continue
				}
			} else if !mayStandAnywhere(i) || i.Op == ir.OpGEP && constIndices(i) {
				continue
			}
			fixed := true
			for k := range i.NumArgs() {
				x, ok := i.Arg(k).(*ir.Instr)
				fixed = fixed && (!ok || moves[x] || !l.in[x.Block()])
			}
			if fixed {
				moves[i] = true
				out = append(out, i)
			}
		}
	}
	return out
}

// keeps reports whether no instruction of the loop writes the memory at the address of a load.
func (l *loop) keeps(m *ir.Module, load *ir.Instr) bool {
	if load.MetaOf("invariant.load") != nil {
		return true
	}
	for _, b := range l.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i.Op == ir.OpPhi, i.IsTerminator() && !i.IsCall(), i.IsCall() && ir.TouchesNoMemory(m, i):
			case !transparent(i, load.Arg(0)):
				return false
			}
		}
	}
	return true
}

// mayStandAnywhere reports whether an instruction has no effect, whatever its operands are.
func mayStandAnywhere(i *ir.Instr) bool {
	switch i.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		c, ok := intConst(i.Arg(1))
		return ok && !c.IsZero() && (i.Op == ir.OpUDiv || i.Op == ir.OpURem || c.Int64() != -1)
	case ir.OpLoad, ir.OpStore, ir.OpCall:
		return false
	}
	return mayStandTwice(i)
}

// preheader returns the end of a block that only leads to the loop. If there is none, it adds one, also to
// the other loops around. It returns nil if several edges enter the loop.
func (l *loop) preheader(m *ir.Module, others []*loop) *ir.Instr {
	if len(l.entries) != 1 {
		return nil
	}
	h, p := l.header(), l.entries[0]
	if p.SingleSucc() == h {
		return p.Terminator()
	}
	b := h.Func().NewBlockBefore("", h)
	b.Append(m.NewInstr(ir.OpBr, m.Types.Void(), h))
	redirect(p.Terminator(), h, b)
	h.ReplacePhiBlock(p, b)
	for _, o := range others {
		switch {
		case o.in[h] && o.in[p]:
			o.in[b] = true
			o.blocks = slices.Insert(o.blocks, slices.Index(o.blocks, h), b)
		case o.header() == h:
			o.entries[slices.Index(o.entries, p)] = b
		}
	}
	return b.Terminator()
}
