// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The scope of spilled values (scope.go) in coroutines of the switched-resume ABI: where its claim
// holds, and which part declares it.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// scopeSlots adds the claim to the rewritten function, from which the parts are copied.
func (co *switched) scopeSlots() {
	slots := map[*ir.Instr]bool{}
	var inScope, others []*ir.Instr
	for _, a := range co.slotAccesses {
		slots[a.i] = true
		if a.exclusive {
			inScope = append(inScope, a.i)
		}
	}
	if len(inScope) == 0 {
		return
	}
	reach := co.givenAway()
	for b := co.F.Entry(); b != nil; b = b.Next() {
		given := reach[b]
		for i := b.First(); i != nil; i = i.Next() {
			if given = co.gives(i, given); !given && !slots[i] && mayAccess(i) && i.MetaOf(ir.MetaNoAlias) == nil {
				others = append(others, i)
			}
		}
	}
	if len(others) == 0 {
		return
	}
	m := co.m
	self := func(text string, rest ...ir.MDField) *ir.MD {
		n := &ir.MDNode{Distinct: true}
		md := m.AddMD(n)
		n.Fields = append([]ir.MDField{{Val: md}}, rest...)
		n.Fields = append(n.Fields, ir.MDField{Val: &ir.MD{Kind: ir.MDString, Text: text}})
		return md
	}
	domain := self("coroutine")
	list := m.AddMD(&ir.MDNode{Fields: []ir.MDField{{Val: self("spilled values", ir.MDField{Val: domain})}}})
	co.scope = list
	for _, i := range inScope {
		i.SetMeta(ir.MetaScope, list)
	}
	for _, i := range others {
		i.SetMeta(ir.MetaNoAlias, list)
	}
	co.scoped = append(others, inScope...)
}

// mayAccess reports whether the claim is worth making for an instruction.
func mayAccess(i *ir.Instr) bool {
	switch i.Op {
	case ir.OpLoad, ir.OpStore:
		return true
	case ir.OpCall, ir.OpInvoke:
		f := i.CalledFunc()
		return f == nil || !f.IsIntrinsic() || ir.IsMemIntrinsic(f)
	}
	return false
}

// gives reports whether others may access the frame after an instruction: on some path, there was a
// coro.save without its suspend, a coro.free, or a call that was given the handle. state is the same
// for before the instruction.
func (co *switched) gives(i *ir.Instr, state bool) bool {
	switch k := ir.CoroCall(i); {
	case coro.IsSuspend(i):
		return false // who resumed the coroutine leaves its frame to it until the next coro.save
	case k == ir.CoroSave, k == ir.CoroFree:
		return true
	case k != 0:
		return state
	}
	if i.IsCall() {
		for n := range i.NumArgs() {
			if a := i.Arg(n); a == ir.Value(co.Begin) || a == co.framePtr {
				return true
			}
		}
	}
	return state
}

// givenAway reports for each block whether others may access the frame at its start.
func (co *switched) givenAway() map[*ir.Block]bool {
	in := map[*ir.Block]bool{}
	work := []*ir.Block{}
	for b := co.F.Entry(); b != nil; b = b.Next() {
		work = append(work, b)
	}
	slices.Reverse(work)
	var few [4]*ir.Block
	for len(work) > 0 {
		b := ir.Pop(&work)
		state := in[b]
		for i := b.First(); i != nil; i = i.Next() {
			state = co.gives(i, state)
		}
		_, back := ir.SuspendEdge(b.Terminator(), -1)
		for k, s := range b.Succs(few[:0]) {
			if (state || k == back) && !in[s] {
				in[s] = true
				work = append(work, s)
			}
		}
	}
	return in
}

// declareScope declares the scope at the entry of the resume part. The other parts run once in each
// frame's life, and make no claim.
func (cl *clone) declareScope() {
	m := cl.co.m
	if cl.co.scope == nil {
		return
	}
	claimed := false
	for i := range cl.f.Instrs() {
		switch {
		case cl.kind == cloneResume:
			claimed = claimed || i.MetaOf(ir.MetaScope) == cl.co.scope
		case i.MetaOf(ir.MetaScope) == cl.co.scope:
			i.SetMeta(ir.MetaScope, nil)
		case i.MetaOf(ir.MetaNoAlias) == cl.co.scope:
			i.SetMeta(ir.MetaNoAlias, nil)
		}
	}
	if claimed {
		bld := ir.NewBuilder(m)
		bld.Before(cl.f.Entry().FirstNonPhi())
		bld.CallFunc(ir.DeclareIntrinsic(m, ir.NoAliasScopeDecl), "", m.MetadataValue(cl.co.scope))
	}
}

// unscope removes the claim from the original function, which becomes the ramp.
func (co *switched) unscope() {
	for _, i := range co.scoped {
		if i.Block() != nil {
			i.SetMeta(ir.MetaScope, nil)
			i.SetMeta(ir.MetaNoAlias, nil)
		}
	}
	co.scoped = nil
}
