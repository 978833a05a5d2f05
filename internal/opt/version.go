// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

import "github.com/corolower/corolower/internal/ir"

// Version copies blocks to which control comes only through the first one, once for each condition, and
// executes the copy of the first condition that holds, or else the blocks themselves. The conditions are
// computed in the block before. Each copy has its own variables in place of those of a list, which hold nothing
// before and behind the blocks. It returns what replaces values and blocks in each copy; nil if the blocks
// must not be copied. Then the function may have other instructions, and behaves as before.
//
// A value that is used behind the blocks becomes a variable, as in ssaRepair, which knows no copies of
// invokes. Use lists need no order, because promotion places the phis.
func Version(m *ir.Module, f *ir.Func, blocks []*ir.Block, vars []*ir.Instr, conds []ir.Value) []map[ir.Value]ir.Value {
	v := &version{m: m, f: f, in: map[*ir.Block]bool{}, blocks: blocks}
	for _, b := range blocks {
		v.in[b] = true
	}
	if ir.PersonalityOf(f) != ir.PersonNone || !v.mayCopy() {
		return nil // a variable cannot be read before a catchswitch
	}
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			v.store(i)
		}
	}
	head := blocks[0]
	at := head.SinglePred()
	at.Terminator().Erase()
	var copies []map[ir.Value]ir.Value
	bld := ir.NewBuilder(m)
	for _, cond := range conds {
		own := v.copy(vars)
		copies = append(copies, own)
		next := f.NewBlock("", at)
		bld.AtEnd(at).CondBr(cond, own[head].(*ir.Block), next)
		at = next
	}
	bld.AtEnd(at).Br(head)
	promoteAll(m, f, v.vars)
	forget(m, v.blocks...)
	return copies
}

type version struct {
	m      *ir.Module
	f      *ir.Func
	in     map[*ir.Block]bool
	blocks []*ir.Block
	vars   []*ir.Instr // of the values that are used behind the blocks
}

// mayCopy reports whether the function behaves the same if it has the blocks twice.
func (v *version) mayCopy() bool {
	for _, b := range v.blocks {
		if b.AddressTaken() {
			return false
		}
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i.Op == ir.OpAlloca, i.Op == ir.OpCallBr, i.Op == ir.OpIndirectBr, i.Type().IsToken() && len(v.behind(i)) > 0,
				i.IsCall() && (ir.CallHas(v.m, i, "noduplicate") || ir.CallHas(v.m, i, "convergent") ||
					ir.CallHas(v.m, i, "returns_twice")):
				return false
			}
		}
	}
	return true
}

// behind returns the uses of a value behind the blocks. That of a phi is where its edge comes from.
func (v *version) behind(i *ir.Instr) (list []*ir.Use) {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		b := u.User().Block()
		if u.User().Op == ir.OpPhi {
			b = u.User().PhiBlocks()[u.Index()]
		}
		if !v.in[b] {
			list = append(list, u)
		}
	}
	return list
}

// store makes the uses of a value behind the blocks read a variable.
func (v *version) store(i *ir.Instr) {
	uses := v.behind(i)
	if len(uses) == 0 {
		return
	}
	bld := ir.NewBuilder(v.m)
	a := bld.Before(v.f.Entry().First()).Alloca(i.Type(), 0, 1, "")
	v.vars = append(v.vars, a)
	at := i.Next()
	switch i.Op {
	case ir.OpPhi:
		at = i.Block().FirstInsertionPt()
	case ir.OpInvoke:
		at = v.edge(i).First()
	}
	bld.Before(at).Store(i, a, 1)
	for _, u := range uses {
		at := u.User()
		if at.Op == ir.OpPhi {
			at = at.PhiBlocks()[u.Index()].Terminator()
		}
		u.Set(bld.Before(at).Load(i.Type(), a, 1, ""))
	}
}

// edge adds a block to where an invoke returns to.
func (v *version) edge(invoke *ir.Instr) *ir.Block {
	b, to := invoke.Block(), invoke.NormalDest()
	n := v.f.NewBlock("", b)
	ir.NewBuilder(v.m).AtEnd(n).SetDebugLoc(invoke.DebugLoc()).Br(to)
	invoke.SetArg(invoke.NumArgs()-2, n)
	to.ReplacePhiBlock(b, n)
	v.in[n], v.blocks = true, append(v.blocks, n)
	return n
}

// copy copies the blocks, and adds the edges that leave the copies to phis.
func (v *version) copy(vars []*ir.Instr) map[ir.Value]ir.Value {
	m, own, instrs := v.m, map[ir.Value]ir.Value{}, incoming{}
	for _, a := range vars {
		x := m.CloneInstr(a)
		x.InsertBefore(v.f.Entry().First())
		own[a], instrs[a] = x, x
	}
	for _, b := range v.blocks {
		own[b] = v.f.NewBlockBefore("", v.blocks[0])
	}
	for _, b := range v.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			x := m.CloneInstr(i)
			own[b].(*ir.Block).Append(x)
			own[i], instrs[i] = x, x
		}
	}
	for _, b := range v.blocks {
		n := own[b].(*ir.Block)
		x := n.First()
		for i := b.First(); i != nil; i, x = i.Next(), x.Next() {
			copyRecords(m, i, x, instrs)
			instrs.replaceIn(x)
			if i.Op == ir.OpPhi {
				for k, p := range x.PhiBlocks() {
					x.PhiBlocks()[k] = own[p].(*ir.Block)
				}
			}
		}
		t := n.Terminator()
		t.SetMeta("llvm.loop", nil)
		for k := range t.NumArgs() {
			switch s, ok := t.Arg(k).(*ir.Block); {
			case !ok:
			case v.in[s]:
				t.SetArg(k, own[s])
			default:
				for phi := range s.Phis() {
					phi.AddIncoming(m, instrs.of(phi.IncomingFor(b)), n)
				}
			}
		}
	}
	for _, a := range vars {
		for _, u := range own[a].(*ir.Instr).Users() {
			if ir.IsLifetime(u) { // its other end may be outside
				u.Erase()
			}
		}
	}
	return own
}
