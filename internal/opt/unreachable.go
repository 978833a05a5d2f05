// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Removal of unreachable code: LLVM's removeUnreachableBlocks. During the traversal it cuts blocks
// where undefined behavior or a call that does not return makes the rest dead, and folds
// terminators. It deletes the unreachable blocks afterwards, so it does not fold conditions that
// become constant only by the deletion.

import (
	"github.com/corolower/corolower/internal/ir"
)

// RemoveUnreachable removes the unreachable code of one function and reports whether it changed
// anything.
func RemoveUnreachable(f *ir.Func) bool {
	entry := f.Entry()
	if entry == nil {
		return false
	}
	u := &unreachable{m: f.Module(), f: f, live: make([]bool, f.NumIDs())}
	u.walk(entry)
	if u.reached != f.NumBlocks() {
		u.sweep()
		u.changed = true
	}
	return u.changed
}

type unreachable struct {
	m       *ir.Module
	f       *ir.Func
	live    []bool // by block ID: reached
	reached int
	changed bool
}

// walk visits the reachable blocks depth first, the last successor of a block first.
func (u *unreachable) walk(entry *ir.Block) {
	work := []*ir.Block{entry}
	u.enter(entry)
	var few [8]*ir.Block
	for len(work) > 0 {
		b := ir.Pop(&work)
		u.cut(b)
		if t := b.Terminator(); t != nil {
			switch t.Op {
			case ir.OpInvoke:
				u.invoke(b, t)
			case ir.OpCatchSwitch:
				u.catchSwitch(t)
			}
		}
		if FoldTerminator(u.m, b) {
			u.changed = true
		}
		for _, s := range b.Succs(few[:0]) {
			if u.enter(s) {
				work = append(work, s)
			}
		}
	}
}

// enter marks a block and reports whether it was unmarked.
func (u *unreachable) enter(b *ir.Block) bool {
	for b.ID >= len(u.live) {
		u.live = append(u.live, false) // the block was created during the traversal
	}
	if u.live[b.ID] {
		return false
	}
	u.live[b.ID] = true
	u.reached++
	return true
}

// cut ends the block at the first instruction that proves the rest dead.
func (u *unreachable) cut(b *ir.Block) {
	for i := b.First(); i != nil; i = i.Next() {
		switch i.Op {
		case ir.OpCall:
			callee := i.Callee()
			f, _ := callee.(*ir.Func)
			if f == nil && u.undefinedAddr(callee) || f != nil && f.Intrinsic() == ir.Assume && falseAssumption(i) {
				u.makeUnreachable(i)
				return
			}
			if i.Flags&ir.FlagMustTail == 0 && ir.CallHas(u.m, i, "noreturn") {
				if i.Next().Op != ir.OpUnreachable {
					u.makeUnreachable(i.Next())
				}
				return
			}
			if f != nil && f.Intrinsic() == ir.Guard && guardsFalse(i) && i.Next().Op != ir.OpUnreachable {
				u.makeUnreachable(i.Next())
				return
			}
		case ir.OpStore:
			if i.Flags&ir.FlagVolatile == 0 && u.undefinedAddr(i.Arg(1)) {
				u.makeUnreachable(i)
				return
			}
		}
	}
}

// undefinedAddr reports whether any access through an address is undefined behavior.
func (u *unreachable) undefinedAddr(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok {
		return false
	}
	switch c.Kind {
	case ir.ConstUndef, ir.ConstPoison:
		return true
	case ir.ConstNull:
		return c.Type().AddrSpace() == 0 && !u.f.HasAttr("null_pointer_is_valid")
	}
	return false
}

// falseAssumption reports whether the condition of an llvm.assume is known to be false.
func falseAssumption(i *ir.Instr) bool {
	if i.NumCallArgs() == 0 {
		return false
	}
	c, ok := i.Arg(0).(*ir.Const)
	return ok && (c.IsZero() || c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison)
}

// guardsFalse reports whether the condition of a guard is known to be false.
func guardsFalse(i *ir.Instr) bool {
	if i.NumCallArgs() == 0 {
		return false
	}
	c, ok := i.Arg(0).(*ir.Const)
	return ok && c.IsZero()
}

func (u *unreachable) makeUnreachable(i *ir.Instr) {
	MakeUnreachable(u.m, i)
	u.changed = true
}

// MakeUnreachable replaces an instruction and the rest of its block by unreachable.
func MakeUnreachable(m *ir.Module, i *ir.Instr) {
	b := i.Block()
	DetachSuccs(m, b)
	ir.NewBuilder(m).Before(i).SetDebugLoc(i.DebugLoc()).Unreachable()
	for i != nil {
		next := i.Next()
		if i.HasUses() || i.FirstDbgUse() != nil {
			ir.ReplaceUses(i, m.Lost(i.Type()))
		}
		i.Erase()
		i = next
	}
}

// DetachSuccs removes the entries for b from the phis of its successors. The terminator stays.
func DetachSuccs(m *ir.Module, b *ir.Block) {
	var few [8]*ir.Block
	detach(m, b, b.Succs(few[:0]))
}

// detach removes an entry for b from the phis of a block for each time that it is in a list.
func detach(m *ir.Module, b *ir.Block, from []*ir.Block) {
	edges := map[*ir.Block]int{}
	for _, s := range from {
		edges[s]++
	}
	for _, s := range from {
		if n := edges[s]; n > 0 {
			RemovePredecessor(m, s, b, n)
			edges[s] = 0
		}
	}
}

// invoke simplifies an invoke that cannot return or cannot throw.
func (u *unreachable) invoke(b *ir.Block, t *ir.Instr) {
	if u.undefinedAddr(t.Callee()) {
		u.makeUnreachable(t)
		return
	}
	m := u.m
	if normal := t.NormalDest(); ir.CallHas(m, t, "noreturn") && normal.First().Op != ir.OpUnreachable {
		RemovePredecessor(m, normal, b, 1)
		dead := u.f.NewBlockBefore(normal.Name()+".unreachable", normal)
		ir.NewBuilder(m).AtEnd(dead).Unreachable()
		t.SetArg(t.NumArgs()-2, dead)
		u.changed = true
	}
	if !ir.CallHas(m, t, "nounwind") || asyncPersonality(u.f) {
		return
	}
	u.changed = true
	if !t.HasUses() && !HasEffects(m, t) {
		ir.NewBuilder(m).Before(t).Br(t.NormalDest())
		RemovePredecessor(m, t.UnwindDest(), b, 1)
		t.Erase()
		return
	}
	InvokeToCall(m, t)
}

// asyncPersonality reports whether instructions other than calls may throw under a function's
// personality.
func asyncPersonality(f *ir.Func) bool { return ir.PersonalityOf(f) == ir.PersonSEH }

// InvokeToCall replaces an invoke by a call and a branch to its normal destination.
func InvokeToCall(m *ir.Module, t *ir.Instr) *ir.Instr {
	b := t.Block()
	aux := t.Call()
	args := make([]ir.Value, t.NumArgs()-2)
	for k := range args {
		args[k] = t.Arg(k)
	}
	call := m.NewInstr(ir.OpCall, t.Type(), args...)
	call.Aux, call.Flags, call.Pos, call.Meta = aux, t.Flags, t.Pos, t.Meta
	if w := branchWeights(m, t); w != nil {
		total := uint64(0)
		for _, x := range w {
			total += x
		}
		if total < 1<<32 {
			SetWeights(m, call, []uint64{total})
		} else {
			call.SetMeta("prof", nil)
		}
	}
	call.InsertBefore(t)
	call.Dbg, t.Dbg = t.Dbg, nil
	call.TakeName(t)
	ir.ReplaceUses(t, call)
	bld := ir.NewBuilder(m).Before(t)
	if m.Has(ir.LocatedInvokeExit) {
		bld.SetDebugLoc(t.DebugLoc())
	}
	bld.Br(t.NormalDest())
	RemovePredecessor(m, t.UnwindDest(), b, 1)
	t.Erase()
	return call
}

// catchSwitch removes handlers with the same catchpad as an earlier one, because they are never
// entered.
func (u *unreachable) catchSwitch(t *ir.Instr) {
	end := t.NumArgs()
	if a, ok := t.Aux.(*ir.CatchSwitchAux); ok && a.HasUnwind {
		end--
	}
	args := []ir.Value{t.Arg(0)}
	var pads []*ir.Instr
	for k := 1; k < end; k++ {
		pad := t.Arg(k).(*ir.Block).FirstNonPhi()
		repeated := false
		for _, p := range pads {
			repeated = repeated || sameOperands(p, pad)
		}
		if repeated {
			continue
		}
		pads = append(pads, pad)
		args = append(args, t.Arg(k))
	}
	if len(args) == end {
		return
	}
	for k := end; k < t.NumArgs(); k++ {
		args = append(args, t.Arg(k))
	}
	t.SetArgs(u.m, args)
	u.changed = true
}

func sameOperands(a, b *ir.Instr) bool {
	if a == nil || b == nil || a.NumArgs() != b.NumArgs() {
		return false
	}
	for k := range a.NumArgs() {
		if !ir.SameValue(a.Arg(k), b.Arg(k)) {
			return false
		}
	}
	return true
}

// isDead reports whether a block was not reached.
func (u *unreachable) isDead(b *ir.Block) bool { return b.ID >= len(u.live) || !u.live[b.ID] }

// sweep deletes the unreachable blocks, after removing their entries from the phis of the others.
func (u *unreachable) sweep() {
	var dead []*ir.Block
	var lost []lostEdge
	var few [8]*ir.Block
	for b := u.f.Entry(); b != nil; b = b.Next() {
		if !u.isDead(b) {
			continue
		}
		dead = append(dead, b)
		for _, s := range b.Succs(few[:0]) {
			if !u.isDead(s) && s.First() != nil && s.First().Op == ir.OpPhi {
				lost = append(lost, lostEdge{b, s})
			}
		}
	}
	u.cutEdges(lost)
	u.f.EraseList(dead)
}

// lostEdge is an edge from a dead block to a live one.
type lostEdge struct{ from, to *ir.Block }

// cutEdges removes the phi entries for edges. It processes targets in the order of their first
// edge, and the entries of one target in the order of the edges.
func (u *unreachable) cutEdges(lost []lostEdge) {
	preds := map[*ir.Block][]*ir.Block{}
	var order []*ir.Block
	for _, e := range lost {
		if preds[e.to] == nil {
			order = append(order, e.to)
		}
		preds[e.to] = append(preds[e.to], e.from)
	}
	for _, b := range order {
		removeEntries(u.m, b, preds[b])
	}
}

// removeEntries removes an entry for each listed predecessor, in that order, from the phis of b.
func removeEntries(m *ir.Module, b *ir.Block, preds []*ir.Block) {
	for p := b.First(); p.Op == ir.OpPhi; {
		next := p.Next()
		if len(preds)*p.NumArgs() <= 1<<12 {
			for _, pred := range preds {
				for k, x := range p.PhiBlocks() {
					if x == pred {
						p.RemoveIncoming(k)
						break
					}
				}
			}
		} else {
			removeMany(m, p, preds)
		}
		SimplifyPhi(m, p)
		p = next
	}
}

// removeMany is removeEntries for one large phi. It maintains an index of the entries instead of
// searching.
func removeMany(m *ir.Module, p *ir.Instr, preds []*ir.Block) {
	blocks := append([]*ir.Block(nil), p.PhiBlocks()...)
	at := make(map[*ir.Block][]int, len(blocks))
	for k, x := range blocks {
		at[x] = append(at[x], k)
	}
	vals := make([]ir.Value, len(blocks))
	for k := range vals {
		vals[k] = p.Arg(k)
	}
	swap := m.Has(ir.PhiEntrySwap)
	n := len(blocks)
	for _, pred := range preds {
		places := at[pred]
		if len(places) == 0 {
			continue
		}
		first := 0
		for j, k := range places {
			if k < places[first] {
				first = j
			}
		}
		k := places[first]
		at[pred] = append(places[:first], places[first+1:]...)
		if !swap {
			blocks[k] = nil
			continue
		}
		n--
		if k != n {
			moved := blocks[n]
			for j, at1 := range at[moved] {
				if at1 == n {
					at[moved][j] = k
				}
			}
			blocks[k], vals[k] = moved, vals[n]
		}
	}
	if !swap {
		n = 0
		for k, x := range blocks {
			if x != nil {
				blocks[n], vals[n] = x, vals[k]
				n++
			}
		}
	}
	p.SetArgs(m, vals[:n])
	p.Aux = &ir.PhiAux{Blocks: blocks[:n:n]}
}
