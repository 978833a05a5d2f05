// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file moves a region of a coroutine that is not split yet into a function of its own: from the
// call that creates a task to the last use of the task object. For example, the region of
//
//	invoke void @f(ptr sret(%task) %t, i32 %n) to label %await unwind label %pad
//	...  await %t, load its result %r, destroy %t
//
// becomes `%r = invoke i64 @f.direct(i32 %n, i32 0) to label %next unwind label %pad`. The region has one
// entry and one exit, and exceptions leave it to one landing pad, so that it can be called. What it
// computes for the code behind it is returned, and variables that only it uses move with it. It ends where
// no path uses the task object any more. That says where to cut, and not that the task is dead there:
// direct.go asks that of the function.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// maxRegionParams bounds the values that a region takes from the code before it.
const maxRegionParams = 16

// region is the part of a coroutine that becomes a function.
type region struct {
	c       *State
	m       *ir.Module
	f       *ir.Func
	create  *ir.Instr // the call that creates the task
	begin   *ir.Instr // the coroutine's own coro.begin
	await   *ir.Instr
	head    *ir.Block // begins with create
	blocks  []*ir.Block
	side    map[*ir.Block]side // of the blocks of the region
	exits   [2]*ir.Block       // of each side: the block through which it leaves the region; nil: it does not
	pads    []*ir.Instr        // whose exceptions leave the region
	locals  []*ir.Instr        // variables that only the region uses
	params  []ir.LocalValue
	results []*ir.Instr
}

// side says how control came to a block.
type side int

const (
	outside side = iota
	normal
	unwound // by an exception
)

// findRegion finds the region of a task. It splits blocks, and adds blocks on the edges that leave the
// region. It returns nil if there is no such region.
func (c *State) findRegion(create, begin *ir.Instr) *region {
	f := create.Func()
	r := &region{c: c, m: c.M, f: f, create: create, begin: begin, side: map[*ir.Block]side{}}
	uses := r.taskUses()
	if call := create.Call(); len(uses) == 0 || create.Op == ir.OpCallBr || len(call.Bundles) > 0 || call.FTy.IsVariadic() ||
		call.FTy != create.CalledFunc().FTy {
		return nil
	}
	r.head = create.Block().SplitBefore(create, "")
	if !r.spans(uses) {
		return nil
	}
	r.ownPads()
	for r.absorb() {
	}
	if !r.takeSides() || !r.movable() || !r.leave() || !r.values() {
		return nil
	}
	return r
}

// taskUses finds the uses of the task object, and of the handle in it.
func (r *region) taskUses() map[*ir.Instr]bool {
	uses := map[*ir.Instr]bool{}
	var work ir.Worklist[ir.LocalValue]
	if !r.create.Type().IsVoid() {
		work.Add(r.create)
	} else if r.create.NumCallArgs() > 0 && ir.ArgHas(r.m, r.create, 0, "sret") {
		if a := ir.AsInstr(ir.Underlying(r.create.Arg(0))); a != nil && a.Op == ir.OpAlloca {
			work.Add(a)
		}
	}
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if ir.IsLifetime(i) {
				continue
			}
			uses[i] = true
			switch i.Op {
			case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpExtractValue, ir.OpInsertValue:
				work.Add(i)
			case ir.OpLoad:
				if a := ir.AsInstr(ir.Underlying(i.Arg(0))); a != nil && a.Op == ir.OpAlloca && i.Type().IsPtr() {
					work.Add(i)
				}
			case ir.OpStore:
				if a := ir.AsInstr(ir.Underlying(i.Arg(1))); a != nil && a.Op == ir.OpAlloca && u.Index() == 0 {
					work.Add(a)
				}
			}
		}
	}
	return uses
}

// spans finds the blocks between the creation and the last use on each path, and splits those after which
// there is no use.
func (r *region) spans(uses map[*ir.Instr]bool) bool {
	reach := ir.NewWorklist(r.head)
	for b := range reach.All {
		reach.Add(b.Succs(nil)...)
	}
	last := map[*ir.Block]*ir.Instr{}
	found := 0
	live := ir.NewWorklist(r.head)
	for _, b := range reach.Added() {
		for i := b.First(); i != nil; i = i.Next() {
			if uses[i] {
				last[b] = i
				found++
			}
		}
		if last[b] != nil {
			live.Add(b)
		}
	}
	if found != len(uses) {
		return false
	}
	for b := range live.All {
		if b == r.head {
			continue
		}
		for _, p := range b.Preds(nil) {
			if !reach.Has(p) {
				return false
			}
			live.Add(p)
		}
	}
	for _, b := range live.Added() {
		r.side[b] = normal
	}
	for _, b := range live.Added() {
		goesOn := slices.ContainsFunc(b.Succs(nil), func(s *ir.Block) bool { return s != r.head && live.Has(s) })
		switch {
		case last[b] == nil && !goesOn:
			return false
		case goesOn || last[b].IsTerminator():
			continue
		}
		if r.begin != nil {
			r.sink(last[b])
		}
		b.SplitBefore(last[b].Next(), "")
	}
	return true
}

// sink moves stores into the coroutine's promise behind the last use of the task in their block, so that
// the region need not know the promise. That use, and calls before it, may not access the promise by another
// address than those that the coroutine computes: see hidden. For example, the last two lines are exchanged:
//
//	%sum = add i64 %a, %r
//	store i64 %sum, ptr %promise
//	call void @destroy(ptr %task)
func (r *region) sink(last *ir.Instr) {
	own := func(v ir.Value) bool {
		i := ir.AsInstr(ir.Underlying(v))
		return i != nil && (i == r.begin || ir.CoroCall(i) == ir.CoroPromise)
	}
	var list []*ir.Instr
	for i := last.Block().First(); ; i = i.Next() {
		if i != last && i.Op == ir.OpStore && own(i.Arg(1)) && !isLoud(i) {
			list = append(list, i)
			continue
		}
		if i.Op != ir.OpGEP && slices.ContainsFunc(i.Operands(0), own) {
			list = nil // it may access what was stored
		}
		if i == last {
			break
		}
	}
	moved := map[*ir.Instr]bool{}
	for i := last.Prev(); i != nil && len(list) > 0; {
		prev := i.Prev()
		only := i.HasUses() && !slices.ContainsFunc(i.Users(), func(u *ir.Instr) bool { return !moved[u] })
		if slices.Contains(list, i) || only && i.Op != ir.OpPhi && i.Op != ir.OpLoad && !opt.HasEffects(r.m, i) {
			i.Unlink()
			i.InsertAfter(last)
			moved[i] = true
		}
		i = prev
	}
}

// ownPads copies the landing pads that the region shares with code outside, if they do nothing but pass the
// exception on.
func (r *region) ownPads() {
	own := map[*ir.Block]*ir.Block{}
	for b := r.f.Entry(); b != nil; b = b.Next() {
		t := b.Terminator()
		if r.side[b] == outside || t.Op != ir.OpInvoke || r.side[t.UnwindDest()] != outside {
			continue
		}
		pad := t.UnwindDest()
		if own[pad] == nil {
			own[pad] = r.copyPad(pad)
		}
		t.SetArg(t.NumArgs()-1, own[pad])
	}
}

// copyPad copies a landing pad whose values are used only by itself and in the phis where it leads. It
// returns other blocks as they are.
func (r *region) copyPad(pad *ir.Block) *ir.Block {
	to := pad.SingleSucc() // nil: a handler in the block that does not return is left as it is
	shared := slices.ContainsFunc(pad.Preds(nil), func(b *ir.Block) bool { return r.side[b] == outside })
	if !shared || pad.First().Op != ir.OpLandingPad || to == nil {
		return pad
	}
	for i := pad.First(); i != nil; i = i.Next() {
		for _, u := range i.Users() {
			if u.Block() != pad && (u.Op != ir.OpPhi || u.Block() != to) {
				return pad
			}
		}
	}
	n := r.f.NewBlock("", pad)
	copies := map[ir.Value]ir.Value{}
	mapped := func(v ir.Value) ir.Value {
		if x, ok := copies[v]; ok {
			return x
		}
		return v
	}
	for i := pad.First(); i != nil; i = i.Next() {
		x := r.m.CloneInstr(i)
		for k := range x.NumArgs() {
			x.SetArg(k, mapped(x.Arg(k)))
		}
		n.Append(x)
		copies[i] = x
	}
	for p := range to.Phis() {
		p.AddIncoming(r.m, mapped(p.IncomingFor(pad)), n)
	}
	return n
}

// absorb adds blocks to the region that only it enters and that do nothing but go on, or begin the handler
// of its exceptions, and reports whether there are any. So its paths meet before they leave it.
func (r *region) absorb() (found bool) {
	for b := r.f.Entry(); b != nil; b = b.Next() {
		if preds := b.Preds(nil); r.side[b] != outside || len(preds) == 0 ||
			slices.ContainsFunc(preds, func(p *ir.Block) bool { return r.side[p] == outside }) {
			continue
		}
		i := b.First()
		pad := i
		if pad.Op == ir.OpLandingPad {
			i = i.Next()
		}
		for ir.IsLifetime(i) || i.Op == ir.OpExtractValue && i.Arg(0) == ir.Value(pad) {
			i = i.Next()
		}
		goesOn := i.Op == ir.OpBr && i.NumArgs() == 1 || i.Op == ir.OpUnreachable
		if !goesOn && pad.Op != ir.OpLandingPad {
			continue
		}
		if !i.IsTerminator() {
			b.SplitBefore(i, "")
		}
		r.side[b], found = normal, true
	}
	return found
}

// takeSides finds the side of each block. A block that both sides enter, for example after a handler in the
// region, makes it none.
func (r *region) takeSides() bool {
	for b := r.f.Entry(); b != nil; b = b.Next() {
		if r.side[b] != outside {
			r.blocks = append(r.blocks, b)
		}
	}
	known := map[*ir.Block]side{r.head: normal}
	work := ir.NewWorklist(r.head)
	for b := range work.All {
		for _, s := range b.Succs(nil) {
			if r.side[s] == outside {
				continue
			}
			k := known[b]
			if s.IsEHPad() {
				k = unwound
			}
			if s == r.head || known[s] != outside && known[s] != k {
				return false
			}
			known[s] = k
			work.Add(s)
		}
	}
	r.side = known
	return len(known) == len(r.blocks)
}

// movable reports whether the code of the region may run in another function: it has one await, and does
// nothing else to the coroutine that it is in.
func (r *region) movable() bool {
	for _, b := range r.blocks {
		if b.AddressTaken() {
			return false
		}
		for i := b.First(); i != nil; i = i.Next() {
			switch i.Op {
			case ir.OpAlloca, ir.OpRet, ir.OpResume, ir.OpIndirectBr, ir.OpCallBr, ir.OpCatchSwitch, ir.OpCatchPad,
				ir.OpCleanupPad:
				return false
			}
			if !i.IsCall() {
				continue
			}
			switch ir.CoroCall(i) {
			case ir.CoroAwaitHandle:
				if r.await != nil || suspendOf(i) == nil || i.Op != ir.OpCall {
					return false
				}
				r.await = i
			case ir.CoroSuspend, ir.CoroSave, ir.CoroSubFnAddr, ir.NotCoro:
			default:
				return false
			}
			if g := i.CalledFunc(); g != nil && g.Name == "__cxa_begin_catch" || i.Flags&ir.FlagMustTail != 0 {
				return false
			}
		}
	}
	return r.await != nil && ir.StripCasts(r.await.Arg(1)) == ir.Value(r.begin)
}

// leave makes all edges that leave the region on one side lead through one block.
func (r *region) leave() bool {
	type edge struct {
		b *ir.Block
		k int
	}
	var edges [2][]edge
	var to [2]*ir.Block
	for _, b := range r.blocks {
		t := b.Terminator()
		for k := range t.NumArgs() {
			s, ok := t.Arg(k).(*ir.Block)
			if !ok || r.side[s] != outside {
				continue
			}
			n := r.side[b] - normal
			if s.IsEHPad() || to[n] != nil && to[n] != s {
				return false
			}
			to[n] = s
			edges[n] = append(edges[n], edge{b, k})
		}
	}
	bld := ir.NewBuilder(r.m)
	for n, list := range edges {
		if len(list) == 0 {
			continue
		}
		last := list[len(list)-1].b
		exit := r.f.NewBlock("", last)
		bld.AtEnd(exit)
		for p := range to[n].Phis() {
			q := bld.Phi(p.Type(), "", nil, nil)
			for _, e := range list {
				k := p.PhiIndex(e.b)
				q.AddIncoming(r.m, p.Arg(k), e.b)
				p.RemoveIncoming(k)
			}
			p.AddIncoming(r.m, q, exit)
			if v := q.PhiConstant(r.m); v != nil {
				ir.ReplaceUses(q, v)
				q.Erase()
			}
		}
		bld.AtEnd(exit).Br(to[n])
		for _, e := range list {
			e.b.Terminator().SetArg(e.k, exit)
		}
		r.exits[n], r.side[exit] = exit, side(n)+normal
		r.blocks = append(r.blocks, exit)
	}
	return r.exits[0] != nil
}

// values finds what the region takes from the code before it, and what the code behind it takes from the
// region.
func (r *region) values() bool {
	dom := ir.NewDomTree(r.f)
	defer dom.Done()
	seen := map[ir.LocalValue]bool{}
	take := func(v ir.LocalValue) {
		if seen[v] {
			return
		}
		seen[v] = true
		if a, ok := v.(*ir.Instr); ok && a.Op == ir.OpAlloca && r.keeps(a, true) {
			r.locals = append(r.locals, a)
		} else {
			r.params = append(r.params, v)
		}
	}
	var marks []*ir.Instr
	for _, b := range r.blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if ir.IsLifetime(i) {
				marks = append(marks, i)
				continue
			}
			if i.Op == ir.OpLandingPad && r.side[b] == unwound && r.leaves(b) {
				r.pads = append(r.pads, i)
			}
			for k := range i.NumArgs() {
				switch v := i.Arg(k).(type) {
				case *ir.Param:
					take(v)
				case *ir.Instr:
					switch {
					case r.side[v.Block()] != outside || i == r.await && k == 1:
					case v == r.begin || v.Type().IsToken():
						return false
					default:
						take(v)
					}
				}
			}
			used, lost := false, false // a handler uses it, which no result reaches
			for u := i.FirstUse(); u != nil; u = u.Next() {
				if r.side[u.User().Block()] == outside {
					used, lost = true, lost || !dom.DominatesUse(r.exits[0].Terminator(), u)
				}
			}
			switch {
			case !used:
			case r.side[b] == normal && lost:
				return false
			case r.side[b] == normal:
				r.results = append(r.results, i)
			case r.padValue(i) < 0:
				return false
			}
		}
	}
	if len(r.params) > maxRegionParams || !r.samePads() {
		return false
	}
	r.unmark(marks)
	return true
}

// unmark removes the markers in the region of variables that do not move with it: a parameter can have none.
// A variable without the beginning of its lifetime must not have an end elsewhere either.
func (r *region) unmark(marks []*ir.Instr) {
	for _, i := range marks {
		if i.Block() == nil {
			continue
		}
		a := ir.AsInstr(ir.Underlying(i.Arg(i.NumCallArgs() - 1)))
		switch {
		case a == nil || slices.Contains(r.locals, a):
		case ir.CalledIntrinsic(i) == ir.LifetimeStart:
			for _, u := range a.Users() {
				if ir.IsLifetime(u) {
					u.Erase()
				}
			}
		default:
			i.Erase()
		}
	}
}

// leaves reports whether an exception that a block of the unwound side handles leaves the region.
func (r *region) leaves(b *ir.Block) bool {
	work := ir.NewWorklist(b)
	for x := range work.All {
		if x == r.exits[1] {
			return true
		}
		for _, s := range x.Succs(nil) {
			if r.side[s] != outside {
				work.Add(s)
			}
		}
	}
	return false
}

// keeps reports whether only the region uses a variable and the addresses computed from it, and the variable
// is dead behind the region: control does not come back to what it holds and, if alone is set, no code that
// may know its address follows.
func (r *region) keeps(a *ir.Instr, alone bool) bool {
	if _, fixed := ir.AllocaCount(a); !fixed {
		return false
	}
	var work ir.Worklist[*ir.Instr] // after them, the variable lives
	at := ir.NewWorklist(a)         // addresses in it
	for v := range at.All {
		for _, u := range v.Users() {
			t := u.Type()
			switch {
			case ir.IsLifetime(u):
				continue
			case r.side[u.Block()] == outside:
				return false
			case u.Op == ir.OpLoad, u.Op == ir.OpICmp, t.IsVoid(), u.IsCall() && (t.IsInt() || t.IsFloat()):
			default:
				at.Add(u)
			}
			work.Add(u)
		}
	}
	known := alone && r.captured(a)
	for i := range work.All {
		next := []*ir.Instr{i.Next()}
		if i.IsTerminator() {
			next = nil
			for _, b := range i.Block().Succs(nil) {
				next = append(next, b.First())
			}
		}
		for _, n := range next {
			switch {
			case ir.IsLifetime(n) && slices.Contains(n.Operands(0), ir.Value(a)): // it is dead
			case n == r.create, known && r.side[n.Block()] == outside && r.mayUse(n):
				return false
			default:
				work.Add(n)
			}
		}
	}
	return true
}

// captured reports whether other code may know the address of a variable when the region ends.
func (r *region) captured(a *ir.Instr) bool {
	fa := r.c.facts().Exactly()
	work := ir.NewWorklist(a)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case ir.IsLifetime(i), i.Op == ir.OpLoad, i.Op == ir.OpICmp, i.Op == ir.OpStore && u.Index() == 1:
			case i.Op == ir.OpGEP, i.Op == ir.OpBitCast, i.Op == ir.OpAddrSpaceCast:
				work.Add(i)
			case ir.CoroCall(i) == ir.CoroAwaitHandle && u.Index() == 0 && r.forgets(i.Arg(2).(*ir.Func), 0):
			case i.IsCall() && ir.CoroCall(i) == ir.NotCoro && u.Index() < i.NumCallArgs() &&
				(fa.Forgets(i, u.Index()) || i.CalledFunc() != nil && r.forgets(i.CalledFunc(), u.Index())):
			default:
				return true
			}
		}
	}
	return false
}

// forgets reports whether a function, with small callees inlined, does not let others know its parameter k.
func (r *region) forgets(g *ir.Func, k int) bool {
	if s := r.c.Bodies.WithTinyCallees(g, r.f); s != nil && k < len(s.Params) {
		g = s
	}
	return !g.Declared && k < len(g.Params) && !g.Interposable() && !r.c.facts().Exactly().Captured(g.Params[k])
}

// mayUse reports whether an instruction may use a variable whose address it does not name.
func (r *region) mayUse(i *ir.Instr) bool {
	at := 0
	switch i.Op {
	case ir.OpLoad:
	case ir.OpStore:
		at = 1
	default:
		return i.IsCall() && !ir.IsLifetime(i) || i.Op == ir.OpRet || i.Op == ir.OpResume || i.Op == ir.OpAtomicRMW || i.Op == ir.OpCmpXchg
	}
	o := ir.AsInstr(ir.Underlying(i.Arg(at)))
	return o == nil || o.Op != ir.OpAlloca && o != r.begin
}

// padValue returns which field of an exception that leaves the region a value is, or 2 for all of it; -1 if
// it is neither.
func (r *region) padValue(i *ir.Instr) int {
	n := -1
	work := ir.NewWorklist(i)
	for v := range work.All {
		k := -1
		switch {
		case v.Op == ir.OpLandingPad:
			k = 2
		case v.Op == ir.OpExtractValue && ir.AsInstr(v.Arg(0)) != nil && ir.AsInstr(v.Arg(0)).Op == ir.OpLandingPad:
			k = v.Aux.(*ir.IndexAux).Indices[0]
		case v.Op == ir.OpPhi && r.side[v.Block()] == unwound:
			for _, x := range v.Operands(0) {
				if ir.AsInstr(x) == nil {
					return -1
				}
				work.Add(ir.AsInstr(x))
			}
			continue
		}
		if k < 0 || n >= 0 && n != k {
			return -1
		}
		n = k
	}
	return n
}

// samePads reports whether the handlers behind the region are the same for each of its exceptions, and
// nothing in the region depends on which one it is.
func (r *region) samePads() bool {
	for _, pad := range r.pads {
		aux, _ := pad.Aux.(*ir.LandingAux)
		if pad.NumArgs() != r.pads[0].NumArgs() || aux != nil && slices.Contains(aux.Filter, true) {
			return false
		}
		for k := range pad.NumArgs() {
			if !ir.SameValue(pad.Arg(k), r.pads[0].Arg(k)) {
				return false
			}
		}
		acts := func(u *ir.Instr) bool { return r.side[u.Block()] != outside && r.padValue(u) < 0 }
		for _, x := range pad.Users() {
			if acts(x) || slices.ContainsFunc(x.Users(), acts) {
				return false
			}
		}
	}
	return (r.exits[1] == nil) == (len(r.pads) == 0)
}

// function builds the function of the region. Its last parameter is the depth of the calls of such
// functions. Its await is that of the no-op coroutine.
func (r *region) function(name string) *ir.Func {
	m := r.m
	var types, fields []*ir.Type
	for _, p := range r.params {
		types = append(types, p.Type())
	}
	for _, v := range r.results {
		fields = append(fields, v.Type())
	}
	ret := m.Types.Void()
	switch len(fields) {
	case 0:
	case 1:
		ret = fields[0]
	default:
		ret = m.Types.Struct(fields, false)
	}
	d := ir.NewFunc(m, name, m.Types.Func(ret, append(types, m.Types.Int(32)), false))
	d.Linkage, d.AddrSpace, d.GC, d.Person = ir.LinkInternal, r.f.AddrSpace, r.f.GC, r.f.Person
	d.Attrs = ir.PartAttrs(m, r.f.Attrs.Without(m, ir.PresplitAttr).WithoutStr(m, ir.PresplitString))
	if r.exits[1] != nil { // what leaves the region need not leave the coroutine
		d.Attrs = d.Attrs.Without(m, "nounwind")
	}
	var args []ir.Value
	for _, p := range r.f.Params {
		args = append(args, m.Poison(p.Type()))
		if k := slices.Index(r.params, ir.LocalValue(p)); k >= 0 {
			args[p.Index] = d.Params[k]
		}
	}
	r.f.Renumber()
	vm := ir.CloneBody(d, r.f, args, nil)
	for k, p := range r.params {
		if i, ok := p.(*ir.Instr); ok {
			ir.ReplaceUses(vm.Instr(i), d.Params[k])
		}
	}
	bld := ir.NewBuilder(m)
	entry := d.NewBlockBefore("", d.Entry())
	for _, a := range r.locals {
		for _, u := range vm.Instr(a).Users() {
			if ir.IsLifetime(u) {
				u.Erase()
			}
		}
		vm.Instr(a).Unlink()
		entry.Append(vm.Instr(a))
	}
	r.returnFrom(vm, bld)
	r.resumeFrom(vm, bld, entry)
	bld.AtEnd(entry)
	vm.Instr(r.await).SetArg(1, bld.CallFunc(ir.DeclareIntrinsic(m, ir.CoroNoop), ""))
	bld.Br(vm.Block(r.head))

	opt.RemoveUnreachable(d)
	plain(d)
	return d
}

// returnFrom makes the exit of the region return its results.
func (r *region) returnFrom(vm *ir.ValueMap, bld *ir.Builder) {
	exit := vm.Block(r.exits[0])
	opt.DetachSuccs(r.m, exit)
	exit.Terminator().Erase()
	bld.AtEnd(exit)
	switch len(r.results) {
	case 0:
		bld.Ret(nil)
	case 1:
		bld.Ret(vm.Instr(r.results[0]))
	default:
		var v ir.Value = r.m.Poison(exit.Func().FTy.Ret())
		for k, x := range r.results {
			v = bld.InsertValue(v, vm.Instr(x), "", k)
		}
		bld.Ret(v)
	}
}

// resumeFrom makes the exit of the unwound side pass its exception on. The caller has the handlers.
func (r *region) resumeFrom(vm *ir.ValueMap, bld *ir.Builder, entry *ir.Block) {
	if r.exits[1] == nil {
		return
	}
	t := r.pads[0].Type()
	slot := bld.AtEnd(entry).Alloca(t, 0, 0, "")
	for _, p := range r.pads {
		pad := vm.Instr(p)
		pad.SetArgs(r.m, nil)
		pad.Aux = &ir.LandingAux{}
		pad.Flags |= ir.FlagCleanup
		bld.After(pad).Store(pad, slot, 0)
	}
	exit := vm.Block(r.exits[1])
	opt.DetachSuccs(r.m, exit)
	exit.Terminator().Erase()
	bld.AtEnd(exit)
	bld.Insert(r.m.NewInstr(ir.OpResume, r.m.Types.Void(), bld.Load(t, slot, 0, "")), "")
}

// plain removes names and debug info from a function, which has no subprogram.
func plain(d *ir.Func) {
	for b := d.Entry(); b != nil; b = b.Next() {
		b.SetName("")
		for i := b.First(); i != nil; {
			next := i.Next()
			i.EraseDbgIf(func(*ir.Instr) bool { return true })
			i.SetDebugLoc(nil)
			i.SetName("")
			if i.IsCall() && ir.CalledIntrinsic(i).IsDebug() {
				i.Erase()
			}
			i = next
		}
	}
}

// call replaces the region by a call of its function, and returns the call.
func (r *region) call(d *ir.Func, depth ir.Value) *ir.Instr {
	m, bld := r.m, ir.NewBuilder(r.m)
	pre := r.head.SinglePred()
	pre.Terminator().Erase()
	args := make([]ir.Value, len(r.params))
	for k, p := range r.params {
		args[k] = p
	}
	bld.AtEnd(pre).SetDebugLoc(r.create.DebugLoc())
	call := bld.CallFunc(d, "", append(args, depth)...)
	call.Pos = r.create.Pos
	next := r.f.NewBlock("", pre)
	if r.exits[1] != nil {
		handler := r.f.NewBlock("", next)
		pad := bld.AtEnd(handler).Insert(m.CloneInstr(r.pads[0]), "")
		pad.SetDebugLoc(call.DebugLoc())
		for _, p := range r.pads {
			pad.Flags |= p.Flags & ir.FlagCleanup
		}
		parts := []*ir.Instr{bld.ExtractValue(pad, "", 0), bld.ExtractValue(pad, "", 1), pad}
		for _, b := range r.blocks {
			for i := b.First(); i != nil && r.side[b] == unwound; i = i.Next() {
				if n := r.padValue(i); n >= 0 {
					r.replace(i, parts[n])
				}
			}
		}
		r.goOn(bld, 1, handler)
		invoke := m.NewInstr(ir.OpInvoke, call.Type(), append(append(args, depth), d, next, handler)...)
		invoke.Aux, invoke.Pos, invoke.Meta = call.Aux, call.Pos, call.Meta
		call.Erase()
		pre.Append(invoke)
		call = invoke
	} else {
		bld.Br(next)
	}
	bld.AtEnd(next)
	for k, x := range r.results {
		v := call
		if len(r.results) > 1 {
			v = bld.ExtractValue(call, "", k)
		}
		r.replace(x, v)
	}
	r.goOn(bld, 0, next)
	opt.RemoveUnreachable(r.f)
	return call
}

// replace replaces a value behind the region.
func (r *region) replace(x, with *ir.Instr) {
	ir.ReplaceUsesIf(x, with, func(u *ir.Use) bool { return r.side[u.User().Block()] == outside })
}

// goOn makes a block lead to where one side left the region.
func (r *region) goOn(bld *ir.Builder, n int, b *ir.Block) {
	exit := r.exits[n]
	t := exit.Terminator()
	to := t.Arg(0).(*ir.Block)
	bld.AtEnd(b).Br(to)
	bld.AtEnd(exit).Unreachable()
	t.Erase()
	to.ReplacePhiBlock(exit, b)
}
