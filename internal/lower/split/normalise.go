// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Normalisation: the only edits before the frame is known. Constructs are rewritten to one form.
// Suspends, saves and ends get blocks of their own. Each incoming edge of a phi gets a block that
// reads the phi's operand, so a phi with several entries is never itself a use across a suspend.
// For example:
//
//	loop.from.entry:                       ; on the edge from %entry to %loop
//	  %n.loop = phi i32 [ %n, %entry ]
//	  br label %loop
//	loop:
//	  %i = phi i32 [ %n.loop, %loop.from.entry ], [ %next.loop, %loop.from.latch ]
//
// The names of the blocks are LLVM's. The analyses may rely on this form. Normalisation updates the
// parts of the shape that it changes.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// normalise rewrites the coroutine to the form that the analyses expect.
func (co *coroutine) normalise() {
	co.setBeginAttrs()
	for _, s := range co.Saves {
		s.Erase()
	}
	co.Saves = nil
	for _, fr := range co.Frames {
		ir.ReplaceUses(fr, co.Begin)
		fr.Erase()
	}
	co.Frames = nil
	co.ownFrees()
	co.abi.normalise()
	for _, s := range co.Suspends {
		if save := coro.Save(s); save != nil {
			isolate(save, "CoroSave", "AfterCoroSave")
		}
		isolate(s, "CoroSuspend", "AfterCoroSuspend")
		separate(s)
	}
	for _, e := range co.Ends {
		isolate(e, "CoroEnd", "AfterCoroEnd")
	}
	co.dropClaims()
	co.declareStorage()
	foldSinglePhis(co.F)
	co.splitPhiEdges()
	co.F.Renumber()
	co.dropStaleRestores()
}

// declareStorage turns each record that declares storage into #dbg_declare. Its alloca may become a
// slot of the frame, and a #dbg_declare_value would treat the slot's address as the variable
// itself.
func (co *coroutine) declareStorage() {
	for i := range co.F.Instrs() {
		for _, d := range i.Dbg {
			if old := d.Aux.(*ir.DbgAux); old.Kind == "declare_value" && ir.DeclaresStorage(d) {
				aux := *old
				aux.Kind = "declare"
				d.Aux = &aux
			}
		}
	}
}

// ownFrees makes each coro.free of the coroutine's handle refer to the coroutine's coro.id. If an
// unsplit coroutine was inlined, the function contains a second id, and coro-early gives all
// coro.frees the last id, as LLVM does. In a part that token does not exist.
func (co *coroutine) ownFrees() {
	for u := co.Begin.FirstUse(); u != nil; u = u.Next() {
		if x := u.User(); ir.CoroCall(x) == ir.CoroFree {
			if id := ir.AsInstr(x.Arg(0)); id != nil && ir.IsCoro(id, ir.CoroID) {
				x.SetArg(0, co.ID)
			}
		}
	}
}

// dropStaleRestores removes stackrestores of a stack pointer that was saved before a suspend. After
// the suspend another function runs, on another stack: the objects that the restore would free were
// freed when the earlier function returned, and later ones are freed when this function returns.
// LLVM keeps the address in the frame and restores it.
func (co *coroutine) dropStaleRestores() {
	var restores []*ir.Instr
	for i := range co.F.Instrs() {
		if ir.CalledIntrinsic(i) == ir.StackRestore {
			restores = append(restores, i)
		}
	}
	if len(restores) == 0 {
		return
	}
	x := coro.NewCrossing(co.Shape, false)
	for _, i := range restores {
		save := ir.AsInstr(i.Arg(0))
		if save == nil || ir.CalledIntrinsic(save) != ir.StackSave || !x.AcrossSuspend(save, i) {
			continue
		}
		i.Erase()
		if !save.HasUses() {
			save.Erase()
		}
	}
	co.F.Renumber()
}

// dropPresplit removes the attribute that marks an unsplit coroutine.
func dropPresplit(m *ir.Module, f *ir.Func) {
	f.Attrs = f.Attrs.Without(m, ir.PresplitAttr).WithoutStr(m, ir.PresplitString)
}

// setBeginAttrs gives coro.begin the return attributes of an allocation that cannot fail, and
// removes noduplicate.
func (co *coroutine) setBeginAttrs() {
	call := *co.Begin.Call()
	call.Attrs = call.Attrs.Without(co.m, "noduplicate")
	call.RetAttrs = call.RetAttrs.With(co.m, ir.Attr{Name: "nonnull"}).With(co.m, ir.Attr{Name: "noalias"})
	co.Begin.Aux = &call
}

// separate inserts a block between a suspend that yields values and a suspend directly before it.
// Values that are recomputed for a yield go to the block before the suspend, but a continuation
// begins after the block of its suspend:
//
//	CoroSuspend:        %s1 = call i32 (...) @llvm.coro.suspend.retcon.i32(i64 1)
//	                    br label %AfterCoroSuspend
//	AfterCoroSuspend:   %v1 = ptrtoint ptr %p.reload to i64          ; for the suspend below
//	                    br label %CoroSuspend1
//	CoroSuspend1:       %s2 = call i32 (...) @llvm.coro.suspend.retcon.i32(i64 %v1)
func separate(s *ir.Instr) {
	if !coro.Yields(s) {
		return
	}
	if p := s.Block().SinglePred(); coro.IsSuspend(p.FirstNonPhi()) {
		p.SplitBefore(p.Terminator(), "AfterCoroSuspend")
	}
}

// splitIfNotFirst splits the block at i, or renames the block if it starts with i and has a single
// predecessor.
func splitIfNotFirst(i *ir.Instr, name string) {
	b := i.Block()
	if b.First() == i && b.SinglePred() != nil {
		b.SetName(name)
		return
	}
	b.SplitBefore(i, name)
}

// foldSinglePhis replaces the uses of phis with one entry by the entry. The phis remain without
// uses.
func foldSinglePhis(f *ir.Func) {
	var list []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		for p := b.First(); p != nil && p.Op == ir.OpPhi && p.NumArgs() == 1; p = p.Next() {
			list = append(list, p)
		}
	}
	for k := len(list) - 1; k >= 0; k-- {
		if v := list[k].Arg(0); v != ir.Value(list[k]) {
			ir.ReplaceUses(list[k], v)
		}
	}
}

// splitPhiEdges inserts a block on each edge into a block that starts with a phi of several
// entries.
func (co *coroutine) splitPhiEdges() {
	var list []*ir.Block
	for b := co.F.Entry(); b != nil; b = b.Next() {
		if p := b.First(); p != nil && p.Op == ir.OpPhi && p.NumArgs() > 1 {
			list = append(list, b)
		}
	}
	for _, b := range list {
		co.splitEdgesInto(b)
	}
}

func (co *coroutine) splitEdgesInto(b *ir.Block) {
	pad := b.FirstNonPhi()
	preds := b.Preds(nil)
	if pad != nil && pad.Op == ir.OpCleanupPad {
		for _, p := range preds {
			if p.Terminator().Op == ir.OpCatchSwitch {
				co.dispatchCleanupPad(b, pad, preds)
				return
			}
		}
	}
	var landing, merged *ir.Instr
	if pad != nil && pad.Op == ir.OpLandingPad {
		landing = pad
		merged = co.m.NewInstr(ir.OpPhi, landing.Type())
		merged.Aux = &ir.PhiAux{}
		merged.InsertBefore(landing)
		merged.TakeName(landing)
		ir.ReplaceUses(landing, merged)
	}
	for _, p := range preds {
		edge := co.splitEdge(p, b, landing, merged)
		co.takePhiValues(b, edge, p, merged)
	}
	if landing != nil {
		landing.Erase()
	}
}

// splitEdge inserts a block between p and b. If b is an exception pad, the new block must be one
// too: a copy of the landingpad, or an empty cleanup.
func (co *coroutine) splitEdge(p, b *ir.Block, landing, merged *ir.Instr) *ir.Block {
	m := co.m
	name := m.Text(b.Name(), ".from.", p.Name())
	pad := b.FirstNonPhi()
	if landing == nil && !b.IsEHPad() {
		if t := p.Terminator(); p.SingleSucc() == b {
			return p.SplitBefore(t, name)
		}
		edge := co.F.NewBlock(name, p)
		redirectEdge(p, b, edge)
		br := m.NewInstr(ir.OpBr, m.Types.Void(), b)
		br.SetDebugLoc(p.Terminator().DebugLoc())
		edge.Append(br)
		replaceOnePhiBlock(b, p, edge)
		return edge
	}
	edge := co.F.NewBlockBefore(name, b)
	redirectEdge(p, b, edge)
	for ph := b.First(); ph != nil && ph.Op == ir.OpPhi && ph != merged; ph = ph.Next() {
		replaceOne(ph, p, edge)
	}
	if landing != nil {
		lp := m.CloneInstr(landing)
		edge.Append(lp)
		edge.Append(m.NewInstr(ir.OpBr, m.Types.Void(), b))
		merged.AddIncoming(m, lp, edge)
		return edge
	}
	cl := m.NewInstr(ir.OpCleanupPad, m.Types.Simple(ir.Token), pad.Arg(0))
	edge.Append(cl)
	edge.Append(m.NewInstr(ir.OpCleanupRet, m.Types.Void(), cl, b))
	return edge
}

func replaceOne(phi *ir.Instr, old, with *ir.Block) {
	if k := phi.PhiIndex(old); k >= 0 {
		phi.PhiBlocks()[k] = with
	}
}

// takePhiValues adds to an edge block a phi with one entry for each phi of b before until, and
// makes b's phi use it.
func (co *coroutine) takePhiValues(b, edge, pred *ir.Block, until *ir.Instr) {
	m := co.m
	for p := b.First(); p != nil && p.Op == ir.OpPhi && p != until; p = p.Next() {
		k := p.PhiIndex(edge)
		if k < 0 {
			continue
		}
		in := m.NewInstr(ir.OpPhi, p.Type(), p.Arg(k))
		in.Aux = m.NewPhiAux(pred)
		in.Pos = p.Pos
		edge.Prepend(in)
		in.SetName(ir.ValueName(p.Arg(k)) + "." + b.Name())
		p.SetArg(k, in)
	}
}

// dispatchCleanupPad handles a cleanuppad that is the unwind destination of a catchswitch and of
// other predecessors. All unwind edges out of a catchswitch and its pads must have the same
// destination, so the edges cannot get blocks of their own before the pad. Instead the pad moves
// before them, and a switch over the predecessor dispatches to the edge blocks.
func (co *coroutine) dispatchCleanupPad(b *ir.Block, pad *ir.Instr, preds []*ir.Block) {
	m := co.m
	void := m.Types.Void()
	unreach := co.F.NewBlock("unreachable", nil)
	unreach.Append(m.NewInstr(ir.OpUnreachable, void))
	disp := co.F.NewBlockBefore(b.Name()+".corodispatch", b)
	i8 := m.Types.Int(8)
	sel := m.NewInstr(ir.OpPhi, i8)
	sel.Aux = &ir.PhiAux{}
	disp.Append(sel)
	dom := ir.NewDomTree(co.F)
	args := []ir.Value{sel, unreach}
	for k, p := range preds {
		edge := co.F.NewBlockBefore(b.Name()+".from."+p.Name(), b)
		edge.Append(m.NewInstr(ir.OpBr, void, b))
		replaceOnePhiBlock(b, p, edge)
		co.throughMemory(b, edge, dom)
		co.takePhiValues(b, edge, disp, nil)
		c := m.ConstInt(i8, int64(k))
		sel.AddIncoming(m, c, p)
		args = append(args, c, edge)
		redirectEdge(p, b, disp)
	}
	pad.Unlink()
	disp.Append(pad)
	disp.Append(m.NewInstr(ir.OpSwitch, void, args...))
}

// throughMemory replaces phi operands that an edge block passes to b, but that do not dominate b,
// by loads of an alloca, because they would not be available after the dispatch block. The analysis
// of spills decides whether the alloca goes to the frame, as for any other.
func (co *coroutine) throughMemory(b, edge *ir.Block, dom *ir.DomTree) {
	m := co.m
	for p := range b.Phis() {
		for k, x := range p.PhiBlocks() {
			v := ir.AsInstr(p.Arg(k))
			if x != edge || v == nil || v.Block() == b || dom.Dominates(v.Block(), b) {
				continue
			}
			at := v.Next()
			switch {
			case v.Op == ir.OpInvoke:
				at = v.NormalDest().FirstInsertionPt()
			case v.Op == ir.OpPhi:
				at = v.Block().FirstInsertionPt()
			}
			if at == nil || v.Type().IsToken() {
				continue
			}
			bld := ir.NewBuilder(m)
			bld.Before(co.F.Entry().FirstInsertionPt())
			slot := bld.Alloca(v.Type(), co.c.Layout.AllocaAS, uint32(co.c.Layout.ABIAlign(v.Type())),
				v.Name()+".reg2mem")
			bld.Before(at)
			bld.Store(v, slot, 0)
			bld.Before(edge.Terminator())
			p.SetArg(k, bld.Load(v.Type(), slot, 0, v.Name()+".reload"))
		}
	}
}

// neutralise treats a function without a usable coro.begin as LLVM does: uses of the frame become
// poison, and ends become unreachable. The presplit attribute remains.
func (co *coroutine) neutralise() {
	for _, fr := range co.Frames {
		ir.ReplaceUses(fr, co.m.Poison(fr.Type()))
		fr.Erase()
	}
	for _, s := range co.Suspends {
		ir.ReplaceUses(s, co.m.Poison(s.Type()))
		save := coro.Save(s)
		s.Erase()
		if save != nil && !save.HasUses() {
			save.Erase()
		}
	}
	for _, e := range co.Ends {
		cutBlock(co.m, e)
	}
}

// cutBlock replaces an instruction and the rest of its block by unreachable.
func cutBlock(m *ir.Module, i *ir.Instr) {
	b := i.Block()
	dead := b.SplitBefore(i, "")
	t := b.Terminator()
	t.Erase()
	b.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
	var buf []*ir.Block
	for _, s := range dead.Succs(buf) {
		s.RemovePhiEntry(dead)
	}
	b.Func().EraseBlocks(func(x *ir.Block) bool { return x == dead })
}
