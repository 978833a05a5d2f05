// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Alias scopes for spilled values. Nobody takes the address of a spill slot: only the coroutine's
// own stores and reloads access it. LLVM cannot see that, because others know the address of the
// frame. So the parts claim it: spills and reloads are in a scope of the coroutine (alias.scope),
// and its other accesses are not (noalias). For example, the reload of %n in this loop needs no
// second load:
//
//	%n.reload = load i32, ptr %n.reload.addr, align 4, !alias.scope !1
//	store i32 %n.reload, ptr %out, align 4, !noalias !1
//
// The claim must not reach accesses that others may make to the slots' bytes:
//
//   - From coro.save to coro.suspend, and on the edge on which a suspend returns to the caller, other
//     code may resume and destroy the coroutine. The claim is left out there, and after every call
//     that is given the handle.
//   - After coro.free the frame may be freed, inline, and its memory be used again.
//   - A slot that shares its bytes with an object, whose address is known, is not in the scope. An
//     object is a variable, or an argument that is passed in memory (byval). The slot's spills and
//     reloads do not make the claim either, because the slot may also share bytes with a slot that is
//     in the scope.
//   - In the ramp code runs before the allocation, and after the coroutine may have ended. Only the
//     parts make the claim.
//
// The claim is about one run of a part. A later run may have another frame, whose bytes were an
// object of the coroutine, or the other way round, because an allocator uses memory again. So the
// resume part declares the scope at its entry. LLVM gives the copies of an inlined part scopes of
// their own, and with the declaration also those that it makes when it unrolls a loop. If we inline a
// part, opt/inlinescopes.go decides whether the copy makes the claim.

import (
	"cmp"
	"slices"
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// slotClaims records, with shared storage, what the claim is about.
type slotClaims struct {
	slotAccesses []slotAccess
	taken        []byteRange // of the frame: see takeBytes
}

// slotAccess is a spill or reload of a value.
type slotAccess struct {
	i         *ir.Instr
	exclusive bool // the slot is in the scope
}

// accessSlot records a spill or reload of a value.
func (co *coroutine) accessSlot(v ir.Value, i *ir.Instr) {
	if co.reuse {
		co.slotAccesses = append(co.slotAccesses, slotAccess{i, co.exclusive(v)})
	}
}

// exclusive reports whether the slot of a spilled value shares its bytes with no object and no field
// of the ABI.
func (co *coroutine) exclusive(v ir.Value) bool {
	s, _ := co.frame.SlotOf(v)
	if s == nil {
		return false
	}
	if !co.frame.Shared {
		return true
	}
	if co.taken == nil {
		co.takeBytes()
	}
	k := sort.Search(len(co.taken), func(k int) bool { return co.taken[k].to > s.Offset })
	return k == len(co.taken) || co.taken[k].from >= s.End()
}

// byteRange is a range of the frame's bytes.
type byteRange struct{ from, to int64 }

// takeBytes collects the bytes of objects and of fields of the ABI, as sorted ranges that do not
// overlap.
func (co *coroutine) takeBytes() {
	list := make([]byteRange, 0, 8) // not nil, even without a range
	for _, o := range co.frame.Slots {
		if o.Value == nil || coro.IsObject(co.m, o.Value) {
			list = append(list, byteRange{o.Offset, o.End()})
		}
	}
	slices.SortFunc(list, func(a, b byteRange) int { return cmp.Compare(a.from, b.from) })
	co.taken = list[:0]
	for _, r := range list {
		if n := len(co.taken); n > 0 && r.from <= co.taken[n-1].to {
			co.taken[n-1].to = max(co.taken[n-1].to, r.to)
		} else {
			co.taken = append(co.taken, r)
		}
	}
}

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
		b := work[len(work)-1]
		work = work[:len(work)-1]
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
