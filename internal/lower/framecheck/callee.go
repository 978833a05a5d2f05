// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package framecheck

// The effects of callees on an address, derived from their bodies in their current form. This file
// does not use the results of coro-captures and live for the same functions: it trusts an attribute
// at a call only if coro-captures had no body to derive it from.

import "github.com/corolower/corolower/internal/ir"

// Limits on reading callees: the depth of calls, and the size of a body.
const (
	maxCalleeDepth = 12
	maxCalleeSize  = 4096
)

// callees caches the effects of one coroutine's callees.
type callees struct {
	m      *ir.Module
	body   func(f *ir.Func) bool // makes a body readable; nil: no body is
	hands  map[*ir.Func]bool
	params map[*ir.Param]paramUse
	sizes  map[*ir.Func]bool // the functions with a readable body; true: it is small enough
	depth  int
}

// paramUse describes how a function uses the address that is its parameter.
type paramUse struct {
	keeps   bool // the address may escape
	returns bool // it may be returned
	late    bool // its memory may be accessed after other code may have used a handle
}

var worstUse = paramUse{true, true, true}

// read makes a function's body readable, and reports whether it is readable and small enough.
func (c *callees) read(f *ir.Func) bool {
	if f == nil || f.Declared || f.Interposable() ||
		c.body == nil || f.HasAttr("naked") || ir.IsPresplit(c.m, f) {
		return false
	}
	small, ok := c.sizes[f]
	if !ok {
		small = c.body(f) && f.Entry() != nil && ir.NumInstrs(f, maxCalleeSize) <= maxCalleeSize
		ir.Put(&c.sizes, f, small)
	}
	return small
}

// callHandsOn reports whether a call may let other code use a coroutine's handle.
func (c *callees) callHandsOn(i *ir.Instr) bool {
	f := i.CalledFunc()
	if !ir.MayHandOn(c.m, i) {
		return false
	}
	if len(i.Call().Bundles) > 0 || c.depth >= maxCalleeDepth || !c.read(f) {
		return true
	}
	if on, ok := c.hands[f]; ok {
		return on
	}
	ir.Put(&c.hands, f, true) // the result within a recursive cycle
	c.depth++
	on := false
	for _, b := range c.reached(f) {
		for i := b.First(); i != nil && !on; i = i.Next() {
			on = c.instrHandsOn(i)
		}
	}
	c.depth--
	c.hands[f] = on
	return on
}

// reached returns the blocks of a body that may run. An invoke of a function that cannot throw never
// continues at its landing pad, which for example calls std::terminate.
func (c *callees) reached(f *ir.Func) []*ir.Block {
	seen := map[*ir.Block]bool{f.Entry(): true}
	list := []*ir.Block{f.Entry()}
	for k := 0; k < len(list); k++ {
		t := list[k].Terminator()
		for _, to := range list[k].Succs(nil) {
			if t.Op == ir.OpInvoke && to == t.UnwindDest() && to != t.NormalDest() && !ir.MayThrow(c.m, t) {
				continue
			}
			if !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	return list
}

func (c *callees) instrHandsOn(i *ir.Instr) bool {
	return ir.MayHandOn(c.m, i) && (!i.IsCall() || c.callHandsOn(i))
}

// arg returns the effect of a call on the address that is its argument k.
func (c *callees) arg(i *ir.Instr, k int) paramUse {
	f := i.CalledFunc()
	if ir.ArgHas(c.m, i, k, "byval") {
		return paramUse{}
	}
	if len(i.Call().Bundles) > 0 || f == nil || k >= len(f.Params) || c.depth >= maxCalleeDepth || !c.read(f) {
		use := worstUse
		use.returns = ir.ReturnsArg(i, k)
		use.keeps = !use.returns && ir.KeepsArg(c.m, i, k)
		use.returns = use.returns || use.keeps || ir.ArgHas(c.m, i, k, "returned")
		use.late = ir.MayHandOn(c.m, i)
		return use
	}
	p := f.Params[k]
	if use, ok := c.params[p]; ok {
		return use
	}
	ir.Put(&c.params, p, worstUse) // the result within a recursive cycle
	c.depth++
	r := addressReader{c: c}
	use := r.read(f, p)
	c.depth--
	if c.states(f.Params[k].Attrs) {
		use.keeps, use.returns = false, false // the file states it
	}
	c.params[p] = use
	return use
}

func (c *callees) states(s *ir.AttrSet) bool {
	a := s.Get(c.m, "captures")
	return s.Has(c.m, "nocapture") || a != nil && a.Val == "none"
}

// addressReader follows one address through a function's body.
type addressReader struct {
	c    *callees
	on   map[*ir.Block]bool // other code may have used the handle before the block
	from map[*ir.Block]*ir.Instr
	use  paramUse
	seen map[ir.Value]bool
	work []ir.LocalValue
}

func (r *addressReader) read(f *ir.Func, p *ir.Param) paramUse {
	r.order(f)
	r.seen = map[ir.Value]bool{}
	r.add(p)
	for len(r.work) > 0 && r.use != worstUse {
		v := ir.Pop(&r.work)
		for u := v.FirstUse(); u != nil; u = u.Next() {
			r.one(u.User(), u.Index())
		}
	}
	return r.use
}

func (r *addressReader) add(v ir.LocalValue) {
	if !r.seen[v] {
		r.seen[v] = true
		r.work = append(r.work, v)
	}
}

// order finds the first instruction of each block that lets other code use the handle, and the
// blocks reachable from it.
func (r *addressReader) order(f *ir.Func) {
	r.on, r.from = map[*ir.Block]bool{}, map[*ir.Block]*ir.Instr{}
	var work []*ir.Block
	for _, b := range r.c.reached(f) {
		for i := b.First(); i != nil; i = i.Next() {
			if r.c.instrHandsOn(i) {
				r.from[b] = i
				work = append(work, b)
				break
			}
		}
	}
	for len(work) > 0 {
		b := ir.Pop(&work)
		for _, to := range b.Succs(nil) {
			if !r.on[to] {
				r.on[to] = true
				work = append(work, to)
			}
		}
	}
}

// behind reports whether other code may have used the handle before i.
func (r *addressReader) behind(i *ir.Instr) bool {
	b := i.Block()
	if r.on[b] {
		return true
	}
	first := r.from[b]
	if first == nil || first == i {
		return false
	}
	for j := i.Prev(); j != nil; j = j.Prev() {
		if j == first {
			return true
		}
	}
	return false
}

func (r *addressReader) touch(i *ir.Instr) { r.use.late = r.use.late || r.behind(i) }

func (r *addressReader) one(i *ir.Instr, k int) {
	switch i.Op {
	case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
		r.add(i)
	case ir.OpICmp:
	case ir.OpLoad:
		r.touch(i)
	case ir.OpStore:
		if k == 1 {
			r.touch(i)
			return
		}
		r.stored(i)
	case ir.OpAtomicRMW, ir.OpCmpXchg:
		if k != 0 {
			r.use.keeps = true
		}
		r.touch(i)
	case ir.OpRet:
		r.use.returns = true
	case ir.OpCall, ir.OpInvoke:
		r.call(i, k)
	default:
		r.use = worstUse
	}
}

// stored follows an address that is stored to an alloca, which may only be stored to, loaded from and
// marked with lifetimes.
func (r *addressReader) stored(store *ir.Instr) {
	a, ok := store.Arg(1).(*ir.Instr)
	if !ok || a.Op != ir.OpAlloca {
		r.use.keeps = true
		return
	}
	for u := a.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); {
		case i.Op == ir.OpStore && u.Index() == 1, ir.LifetimeKind(i) != 0:
		case i.Op == ir.OpLoad:
			r.add(i)
		default:
			r.use.keeps = true
		}
	}
}

func (r *addressReader) call(i *ir.Instr, k int) {
	switch id := ir.CalledIntrinsic(i); {
	case k >= i.NumCallArgs():
		r.use = worstUse
		return
	case ir.LifetimeKind(i) != 0, id.IsInvariant(), id == ir.Assume, id.IsDebug():
		return
	case id.IsMemCopy(), id.IsMemSet():
		r.touch(i)
		return
	}
	use := r.c.arg(i, k)
	r.use.keeps = r.use.keeps || use.keeps
	if r.behind(i) && !ir.NoMemory(r.c.m, i) || use.late {
		r.use.late = true
	}
	if use.returns && !i.Type().IsVoid() {
		r.add(i)
	}
}
