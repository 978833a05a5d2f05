// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Simplifications of function exits: merging returns, removing landing pads that only resume, and
// removing code that leads to unreachable.

import (
	"github.com/corolower/corolower/internal/ir"
)

// mergeReturns merges all returns into one block, and all resumes into another, if there are
// several.
func mergeReturns(f *ir.Func) bool {
	m := f.Module()
	var rets, resumes []*ir.Block
	for b := f.Entry(); b != nil; b = b.Next() {
		t := b.Terminator()
		if t == nil {
			continue
		}
		switch t.Op {
		case ir.OpRet:
			if !boundToCall(t) {
				rets = append(rets, b)
			}
		case ir.OpResume:
			resumes = append(resumes, b)
		}
	}
	a := mergeExits(m, f, rets)
	return mergeExits(m, f, resumes) || a
}

// boundToCall reports whether a return must stay directly after a call: a musttail call, or one
// that deoptimizes.
func boundToCall(ret *ir.Instr) bool {
	p := ret.Prev()
	if p != nil && p.Op == ir.OpBitCast {
		p = p.Prev()
	}
	return p != nil && p.Op == ir.OpCall && (p.Flags&ir.FlagMustTail != 0 || isDeoptimize(p))
}

// isDeoptimize reports whether a call leaves the function for an interpreter.
func isDeoptimize(i *ir.Instr) bool { return ir.CalledIntrinsic(i) == ir.Deoptimize }

func mergeExits(m *ir.Module, f *ir.Func, blocks []*ir.Block) bool {
	if len(blocks) < 2 {
		return false
	}
	first := blocks[0].Terminator()
	common := f.NewBlockBefore("common."+first.Op.String(), blocks[0])
	bld := ir.NewBuilder(m).AtEnd(common)
	exit := m.CloneInstr(first)
	exit.Meta = nil
	var phi *ir.Instr
	if first.NumArgs() > 0 {
		phi = bld.Phi(first.Arg(0).Type(), common.Name()+".op", nil, nil)
		exit.SetArg(0, phi)
	}
	bld.Insert(exit, "")
	loc := first.DebugLoc()
	for k, b := range blocks {
		t := b.Terminator()
		if phi != nil {
			phi.AddIncoming(m, t.Arg(0), b)
		}
		if k > 0 {
			loc = mergedLoc(m, loc, t.DebugLoc())
		}
		ir.NewBuilder(m).Before(t).SetDebugLoc(t.DebugLoc()).Br(common)
		t.Erase()
	}
	if loc != nil {
		exit.SetDebugLoc(loc)
	}
	return true
}

// mergedLoc returns the debug location of an instruction that replaces two: their location if it is
// the same, else line 0 (or the common line) in their common scope, else none.
func mergedLoc(m *ir.Module, a, b *ir.MD) *ir.MD {
	if a == nil || b == nil || a == b {
		if a == b {
			return a
		}
		return nil
	}
	x, y := m.MDNode(a), m.MDNode(b)
	if x == nil || y == nil {
		return nil
	}
	if x == y {
		return a
	}
	same := func(field string) bool { return sameMD(x.Field(field), y.Field(field)) }
	if !same("scope") || !same("inlinedAt") {
		return nil
	}
	n := &ir.MDNode{Name: "DILocation"}
	zero := &ir.MD{Kind: ir.MDInt, Text: "0"}
	line := zero
	if same("line") {
		line = x.Field("line")
		if same("column") && x.Field("column") != nil {
			return a
		}
	}
	n.SetField("line", line)
	n.SetField("scope", x.Field("scope"))
	if ia := x.Field("inlinedAt"); ia != nil {
		n.SetField("inlinedAt", ia)
	}
	return m.AddMD(n)
}

func sameMD(a, b *ir.MD) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind {
		return false
	}
	return a.Num == b.Num && a.Node == b.Node && a.Text == b.Text && a.Val == nil && b.Val == nil
}

// resume removes a landing pad that only resumes the exception: invokes that unwind to it become
// calls.
func (s *simplifier) resume(b *ir.Block, t *ir.Instr) {
	v, ok := t.Arg(0).(*ir.Instr)
	if !ok || v.Block() != b {
		return
	}
	switch {
	case v.Op == ir.OpLandingPad && v == b.FirstNonPhi():
		if onlyMarkers(v.Next(), t) {
			s.unwindNowhere(b)
		}
	case v.Op == ir.OpPhi && onlyMarkers(b.FirstNonPhi(), t):
		s.commonResume(b, v)
	}
}

// commonResume does the same for landing pads that branch to a common block with the resume.
func (s *simplifier) commonResume(b *ir.Block, phi *ir.Instr) {
	var trivial []*ir.Block
	for k, x := range phi.PhiBlocks() {
		t := x.Terminator()
		pad := x.FirstNonPhi()
		if t.Op == ir.OpBr && t.NumArgs() == 1 && pad.Op == ir.OpLandingPad && phi.Arg(k) == ir.Value(pad) &&
			onlyMarkers(pad.Next(), t) {
			trivial = append(trivial, x)
		}
	}
	if len(trivial) == 0 {
		return
	}
	s.push(b)
	for _, x := range trivial {
		s.unwindNowhere(x)
	}
}

// unwindNowhere converts the invokes that unwind to a block into calls, and erases the block.
func (s *simplifier) unwindNowhere(b *ir.Block) {
	for _, p := range b.Preds(nil) {
		if t := p.Terminator(); t.Op == ir.OpInvoke && t.UnwindDest() == b {
			InvokeToCall(s.m, t)
			s.note(p)
		}
	}
	if b.Func() != nil && !b.HasPreds() {
		s.eraseDead(b)
	}
}

// onlyMarkers reports whether only lifetime.end markers are between two instructions of a block.
func onlyMarkers(from, to *ir.Instr) bool {
	for i := from; i != to; i = i.Next() {
		if i == nil || ir.LifetimeKind(i) != ir.LifetimeEnd {
			return false
		}
	}
	return true
}

// unreachable erases the code that always runs into unreachable, and the edges that lead directly
// to it.
func (s *simplifier) unreachable(b *ir.Block, t *ir.Instr) {
	for p := t.Prev(); p != nil && transfers(s.m, p); p = t.Prev() {
		if p.Type().IsToken() || p.Op == ir.OpLandingPad || p.Op == ir.OpCleanupPad {
			break // the predecessors still unwind to this block
		}
		ir.ReplaceUses(p, s.m.Lost(p.Type()))
		p.Erase()
		s.changed = true
	}
	if b.First() != t || s.is(b, pinned) {
		return
	}
	for _, p := range b.Preds(nil) {
		s.cutEdge(p, b)
	}
	if b != s.f.Entry() && !b.HasPreds() {
		s.eraseDead(b)
	}
}

// cutEdge removes the edges from p to an unreachable block.
//
//	br i1 %c, label %dead, label %live
//
// becomes
//
//	%n = xor i1 %c, true
//	call void @llvm.assume(i1 %n)
//	br label %live
func (s *simplifier) cutEdge(p, dead *ir.Block) {
	t := p.Terminator()
	switch {
	case t.Op == ir.OpBr && t.NumArgs() == 1:
		MakeUnreachable(s.m, t)
		s.note(p)
	case t.Op == ir.OpBr:
		yes, no := t.Arg(1).(*ir.Block), t.Arg(2).(*ir.Block)
		if yes == no {
			MakeUnreachable(s.m, t)
			s.note(p)
			return
		}
		b := ir.NewBuilder(s.m).Before(t).SetDebugLoc(t.DebugLoc())
		holds, to := t.Arg(0), yes
		if yes == dead {
			holds, to = b.Binary(ir.OpXor, holds, s.m.Bool(true), 0, ""), no
		}
		s.assume(b, holds)
		b.Br(to)
		t.Erase()
		s.note(p)
	case t.Op == ir.OpSwitch:
		weights := branchWeights(s.m, t)
		changed := false
		for k := 0; k < t.NumCases(); {
			if t.CaseDest(k) != dead {
				k++
				continue
			}
			if n := t.NumCases(); len(weights) == n+1 {
				weights[k+1] = weights[n]
				weights = weights[:n]
			}
			t.RemoveCase(k)
			changed = true
		}
		if changed {
			SetWeights(s.m, t, weights)
			s.note(p)
		}
	}
}

// assume records the condition that a branch implies once its other edge is removed.
func (s *simplifier) assume(b *ir.Builder, cond ir.Value) {
	b.CallFunc(ir.DeclareIntrinsic(s.m, ir.Assume), "", cond)
}
