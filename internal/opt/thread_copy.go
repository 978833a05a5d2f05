// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Copies of blocks for jump threading. The values of a copied block have several definitions, and
// ssaRepair inserts the phis.

import "github.com/corolower/corolower/internal/ir"

// copy redirects the edges of a group to a copy of the block, which branches to their common
// successor, and returns it.
func (t *threader) copy(d *decider, g *group) *ir.Block {
	m, b, term := t.m, d.b, d.b.Terminator()
	name := b.Name()
	if name != "" {
		name += ".thread"
	}
	n := t.f.NewBlock(name, b)
	own := incoming{}
	bld := ir.NewBuilder(m)
	br := m.NewInstr(ir.OpBr, m.Types.Void(), g.to)
	keepMeta(term, br)
	n.Append(br)
	bld.Before(br)
	for _, phi := range d.phis {
		if v := g.common(phi); v != nil {
			own[phi] = v
			continue
		}
		vals := make([]ir.Value, len(g.from))
		for k := range g.from {
			vals[k] = g.known[k].of(phi)
		}
		own[phi] = bld.Phi(phi.Type(), "", vals, g.from)
	}
	for _, i := range d.rest {
		copyRecords(m, i, br, own)
		if v := g.common(i); v != nil {
			own[i] = v
			continue
		}
		if v := choice(i, own); v != nil {
			own[i] = own.of(v)
			continue
		}
		c := m.CloneInstr(i)
		own.replaceIn(c)
		c.InsertBefore(br)
		c.Dbg, br.Dbg = br.Dbg, nil
		own[i] = c
	}
	copyRecords(m, term, br, own)
	for i := range g.to.Phis() {
		i.AddIncoming(m, own.of(i.IncomingFor(b)), n)
	}
	for _, p := range g.from {
		redirect(p.Terminator(), b, n)
		t.removeEdge(b, p)
	}
	for _, i := range d.liveOut {
		t.ssa.define(i, own.of(i), n)
	}
	t.ssa.copyBlock(b, n, own)
	t.budget -= len(d.rest)
	t.again(g.to)
	return n
}

// common returns the value of i if it is known and the same on all edges of the group, else nil.
func (g *group) common(i *ir.Instr) ir.Value {
	v := g.known[0][i]
	for _, k := range g.known[1:] {
		if v == nil || k[i] == nil || !ir.SameValue(v, k[i]) {
			return nil
		}
	}
	return v
}

// copyRecords copies the debug records before an instruction to another.
func copyRecords(m *ir.Module, from, to *ir.Instr, own incoming) {
	for _, r := range from.Dbg {
		c := m.CloneInstr(r)
		own.replaceIn(c)
		to.Dbg = append(to.Dbg, c)
	}
}

// forget sets the debug records after blocks that use their values to unknown. They do not hold on
// paths that bypass the blocks or execute copies, and a phi that only a record uses would make
// code depend on debug info.
func forget(m *ir.Module, blocks ...*ir.Block) {
	here := map[*ir.Instr]bool{}
	for _, b := range blocks {
		for x := b.First(); x != nil; x = x.Next() {
			for _, r := range x.Dbg {
				here[r] = true
			}
		}
	}
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			for u := i.FirstDbgUse(); u != nil; {
				next := u.Next()
				if !here[u.User()] {
					u.Set(m.Poison(i.Type()))
				}
				u = next
			}
		}
	}
}
