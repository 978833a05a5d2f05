package opt

// Copies of blocks for jump threading, and the repair of what then has several definitions: each is written to a variable of its own, each
// use reads it, and the variables are made values again, which places the phis. No variable is left.

import "github.com/corolower/corolower/internal/ir"

// copied is a further definition of a value.
type copied struct {
	v  ir.Value
	in *ir.Block // where it stands in for the first
}

// copy gives the edges of a group a copy of the block, which goes on to where they go.
func (t *threader) copy(d *decider, g *group) {
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
		t.copyRecords(i, br, own)
		if v := g.common(i); v != nil {
			own[i] = v
			continue
		}
		c := m.CloneInstr(i)
		for k := range c.NumArgs() {
			if v := own.of(c.Arg(k)); v != c.Arg(k) {
				c.SetArg(k, v)
			}
		}
		c.InsertBefore(br)
		c.Dbg, br.Dbg = br.Dbg, nil
		own[i] = c
	}
	t.copyRecords(term, br, own)
	for i := g.to.First(); i != nil && i.Op == ir.OpPhi; i = i.Next() {
		i.AddIncoming(m, own.of(i.IncomingFor(b)), n)
	}
	for _, p := range g.from {
		pt := p.Terminator()
		for k := range pt.NumArgs() {
			if pt.Arg(k) == ir.Value(b) {
				pt.SetArg(k, n)
			}
		}
		t.removeEdge(b, p)
	}
	for _, i := range d.behind {
		if t.copies[i] == nil {
			t.broken = append(t.broken, i)
		}
		t.copies[i] = append(t.copies[i], copied{own.of(i), n})
	}
	t.budget -= len(d.rest)
	t.again(g.to)
}

// common is the one value that a value of the block has on all edges of the group; nil when it has to be computed, or comes in.
func (g *group) common(i *ir.Instr) ir.Value {
	v := g.known[0][i]
	for _, k := range g.known[1:] {
		if v == nil || k[i] == nil || !ir.SameValue(v, k[i]) {
			return nil
		}
	}
	return v
}

// copyRecords copies the debug records in front of an instruction to another.
func (t *threader) copyRecords(from, to *ir.Instr, own incoming) {
	for _, r := range from.Dbg {
		c := t.m.CloneInstr(r)
		for k := range c.NumArgs() {
			if v := own.of(c.Arg(k)); v != c.Arg(k) {
				c.SetArg(k, v)
			}
		}
		to.Dbg = append(to.Dbg, c)
	}
}

// repair places phis for the values that have several definitions.
func (t *threader) repair() {
	if len(t.broken) == 0 {
		return
	}
	bld := ir.NewBuilder(t.m)
	entry := t.f.Entry()
	var vars []*ir.Instr
	for _, i := range t.broken {
		bld.Before(entry.First())
		a := bld.Alloca(i.Type(), 0, 1, "")
		vars = append(vars, a)
		at := i.Next()
		if i.Op == ir.OpPhi {
			at = i.Block().FirstInsertionPt()
		}
		bld.Before(at).Store(i, a, 1)
		for _, c := range t.copies[i] {
			bld.Before(c.in.Terminator()).Store(c.v, a, 1)
		}
	}
	for k, i := range t.broken { // behind the stores, which may be of each other's values
		reload(bld, i, vars[k])
	}
	promoteAll(t.m, t.f, vars)
}

// reload lets the uses of a value behind its block read a variable.
func reload(bld *ir.Builder, i, a *ir.Instr) {
	var uses []*ir.Use
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if behindUse(i.Block(), u) {
			uses = append(uses, u)
		}
	}
	for _, u := range uses {
		at := u.User()
		if at.Op == ir.OpPhi {
			at = at.PhiBlocks()[u.Index()].Terminator()
		}
		u.Set(bld.Before(at).Load(i.Type(), a, 1, ""))
	}
}

// forget makes what the records behind a block tell by its values unknown: where control gets past the block, or through its copy, they do not
// hold, and a phi that only a record reads would be code that depends on debug info.
func (t *threader) forget(d *decider) {
	here := map[*ir.Instr]bool{}
	for x := d.b.First(); x != nil; x = x.Next() {
		for _, r := range x.Dbg {
			here[r] = true
		}
	}
	for _, list := range [...][]*ir.Instr{d.phis, d.rest} {
		for _, i := range list {
			for u := i.FirstDbgUse(); u != nil; {
				next := u.Next()
				if !here[u.User()] {
					u.Set(t.m.Poison(i.Type()))
				}
				u = next
			}
		}
	}
}
