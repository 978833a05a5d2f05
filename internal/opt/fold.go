// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Folding terminators, and updating phis when an edge is removed: LLVM's ConstantFoldTerminator and
// removePredecessor.

import (
	"math"
	"math/bits"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// RemovePredecessor removes n edges from pred from the phis of b. A phi with a single value left,
// ignoring the phi itself, is replaced by that value. A phi without entries becomes Lost, because
// its block is unreachable. Phis that lose no entry do not change, so one-entry phis of the source
// stay.
func RemovePredecessor(m *ir.Module, b, pred *ir.Block, n int) {
	for p := b.First(); p.Op == ir.OpPhi; {
		next := p.Next()
		left := n
		for k := 0; k < p.NumArgs() && left > 0; {
			if p.PhiBlocks()[k] == pred {
				p.RemoveIncoming(k)
				left--
				continue
			}
			k++
		}
		SimplifyPhi(m, p)
		p = next
	}
}

// SimplifyPhi replaces a phi whose entries all agree.
func SimplifyPhi(m *ir.Module, p *ir.Instr) {
	if p.NumArgs() == 0 {
		replaceAndErase(p, m.Lost(p.Type()))
		return
	}
	if v := p.PhiConstant(m); v != nil {
		replaceAndErase(p, v)
	}
}

func replaceAndErase(i *ir.Instr, v ir.Value) {
	ir.ReplaceUses(i, v)
	i.Erase()
}

// keepMeta copies the attachments that stay valid when a branch loses its condition.
func keepMeta(from, to *ir.Instr) {
	for _, a := range from.Meta {
		switch a.Kind {
		case "llvm.loop", "dbg", "annotation":
			to.SetMeta(a.Kind, a.MD)
		}
	}
}

// FoldTerminator simplifies the terminator of b if its condition is constant or irrelevant. It
// erases an unused condition and the operands that become dead. It reports whether it changed
// anything.
func FoldTerminator(m *ir.Module, b *ir.Block) bool {
	t := b.Terminator()
	if t == nil {
		return false
	}
	switch t.Op {
	case ir.OpBr:
		return foldBr(m, b, t)
	case ir.OpSwitch:
		return foldSwitch(m, b, t)
	case ir.OpIndirectBr:
		return foldIndirectBr(m, b, t)
	}
	return false
}

// foldIndirectBr replaces an indirectbr to a known block of the function by a branch, or by
// unreachable if the instruction does not list the block.
func foldIndirectBr(m *ir.Module, b *ir.Block, t *ir.Instr) bool {
	c, ok := ir.StripCasts(t.Arg(0)).(*ir.Const)
	if !ok || c.Kind != ir.ConstBlockAddress || c.Fn != b.Func() ||
		c.Fn.Taken[c.Label] == nil || c.Fn.Taken[c.Label].Func() != c.Fn {
		return false
	}
	to, found := c.Fn.Taken[c.Label], false
	for k := 1; k < t.NumArgs(); k++ {
		if d := t.Arg(k).(*ir.Block); d == to && !found {
			found = true
		} else {
			RemovePredecessor(m, d, b, 1)
		}
	}
	bld := ir.NewBuilder(m).Before(t)
	if found {
		bld.Br(to)
	} else {
		dead := m.NewInstr(ir.OpUnreachable, m.Types.Void())
		dead.InsertBefore(t)
	}
	address := t.Arg(0)
	t.Erase()
	DeleteDead(m, address)
	return true
}

func foldBr(m *ir.Module, b *ir.Block, t *ir.Instr) bool {
	if t.NumArgs() != 3 {
		return false
	}
	yes, no := t.Arg(1).(*ir.Block), t.Arg(2).(*ir.Block)
	to, old := yes, no
	if yes != no {
		c, ok := t.Arg(0).(*ir.Const)
		if !ok || c.Kind != ir.ConstInt {
			return false
		}
		if !c.IsTrue() {
			to, old = no, yes
		}
	}
	RemovePredecessor(m, old, b, 1)
	br := ir.NewBuilder(m).Before(t).Br(to)
	keepMeta(t, br)
	cond := t.Arg(0)
	t.Erase()
	DeleteDead(m, cond)
	return true
}

func foldSwitch(m *ir.Module, b *ir.Block, t *ir.Instr) bool {
	def := t.Arg(1).(*ir.Block)
	only := def
	if d := def.FirstNonPhi(); d != nil && d.Op == ir.OpUnreachable && t.NumCases() > 0 {
		only = t.CaseDest(0)
	}
	weights := branchWeights(m, t)
	changed, found := false, false
	removed := 0
	ci, _ := t.Arg(0).(*ir.Const)
	for k := 0; k < t.NumCases(); {
		if ci != nil && ir.SameValue(t.CaseValue(k), ci) {
			only, found = t.CaseDest(k), true
			break
		}
		if t.CaseDest(k) == def {
			if last := t.NumCases(); last > 1 && len(weights) == last+1 {
				weights[0] += weights[k+1]
				weights[k+1] = weights[last]
				weights = weights[:last]
			}
			t.RemoveCase(k)
			removed++
			changed = true
			continue
		}
		if t.CaseDest(k) != only {
			only = nil
		}
		k++
	}
	if removed > 0 {
		RemovePredecessor(m, def, b, removed)
		// A phi that lost its other entries may be the condition.
		if c, ok := t.Arg(0).(*ir.Const); ok && ci == nil && c.Kind == ir.ConstInt {
			SetWeights(m, t, weights)
			foldSwitch(m, b, t)
			return true
		}
	}
	if ci != nil && ci.Kind == ir.ConstInt && only == nil && !found {
		only = def
	}
	if only != nil {
		switchToBr(m, b, t, only)
		return true
	}
	if changed {
		SetWeights(m, t, weights)
	}
	// A switch on a suspend stays a switch: analyses of the coroutine's control flow must find its
	// default edge, which returns to the caller.
	if i := ir.AsInstr(t.Arg(0)); t.NumCases() == 1 && (i == nil || !ir.IsCoro(i, ir.CoroSuspend)) {
		switchToCondBr(m, t, weights)
		return true
	}
	return changed
}

// switchToBr replaces a switch by a branch to one of its destinations.
func switchToBr(m *ir.Module, b *ir.Block, t *ir.Instr, to *ir.Block) {
	bld := ir.NewBuilder(m).Before(t).SetDebugLoc(t.DebugLoc())
	bld.Br(to)
	var gone []*ir.Block
	for k := 1; k < t.NumArgs(); k += 2 {
		gone = append(gone, t.Arg(k).(*ir.Block))
	}
	k := slices.Index(gone, to)
	detach(m, b, slices.Delete(gone, k, k+1))
	cond := t.Arg(0)
	t.Erase()
	DeleteDead(m, cond)
}

// switchToCondBr replaces a switch with one case by a comparison and a conditional branch.
func switchToCondBr(m *ir.Module, t *ir.Instr, weights []uint64) {
	bld := ir.NewBuilder(m).Before(t).SetDebugLoc(t.DebugLoc())
	cond := bld.ICmp(ir.PredEQ, t.Arg(0), t.CaseValue(0), "cond")
	br := bld.CondBr(cond, t.CaseDest(0), t.Arg(1).(*ir.Block))
	if len(weights) == 2 {
		SetWeights(m, br, []uint64{weights[1], weights[0]})
	}
	if md := t.MetaOf("make.implicit"); md != nil {
		br.SetMeta("make.implicit", md)
	}
	t.Erase()
}

// branchWeights returns the weights of a terminator's !prof attachment, or nil.
func branchWeights(m *ir.Module, t *ir.Instr) []uint64 {
	n := m.MDNode(t.MetaOf("prof"))
	if n == nil || len(n.Fields) < 2 || n.Fields[0].Val == nil || n.Fields[0].Val.Kind != ir.MDString ||
		n.Fields[0].Val.Text != "branch_weights" {
		return nil
	}
	var out []uint64
	for _, f := range n.Fields[1:] {
		if f.Val.Kind == ir.MDString { // "expected": the origin of the weights
			continue
		}
		c, ok := f.Val.Val.(*ir.Const)
		if !ok || !c.IsInt() {
			return nil
		}
		out = append(out, c.Uint64()&math.MaxUint32)
	}
	return out
}

// SetWeights sets branch weights if they differ from the current ones. It scales them to 32 bits. If
// there are none, it does nothing; if all are 0, it removes the current ones.
func SetWeights(m *ir.Module, t *ir.Instr, weights []uint64) {
	switch {
	case len(weights) == 0 || slices.Equal(branchWeights(m, t), weights):
		return
	case slices.Max(weights) == 0:
		t.SetMeta("prof", nil)
		return
	}
	shift := max(0, bits.Len64(slices.Max(weights))-32)
	list := make([]uint64, len(weights))
	for k, w := range weights {
		list[k] = max(w>>shift, min(w, 1))
	}
	t.SetMeta("prof", profile(m, "branch_weights", 32, list...))
}

// EntryCount returns the attachment of a function that is entered n times.
func EntryCount(m *ir.Module, n uint64) *ir.MD { return profile(m, "function_entry_count", 64, n) }

// profile returns the node of a !prof attachment.
func profile(m *ir.Module, kind string, width int, list ...uint64) *ir.MD {
	n := &ir.MDNode{Fields: []ir.MDField{{Val: &ir.MD{Kind: ir.MDString, Text: kind}}}}
	for _, x := range list {
		c := m.ConstInt(m.Types.Int(width), int64(x))
		n.Fields = append(n.Fields, ir.MDField{Val: &ir.MD{Kind: ir.MDValue, Val: c}})
	}
	return m.AddMD(n)
}
