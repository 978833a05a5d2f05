// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Claims about objects that are false of their slots in the frame. ir.Claims lists the kinds of
// claims and what becomes of each. This file removes the claims of code that accesses an object
// through its address in the frame.

import "github.com/corolower/corolower/internal/ir"

// dropClaims erases operand bundles and intrinsic calls whose claims hold in a whole coroutine but
// not in its parts, if the coroutine suspends.
func (co *coroutine) dropClaims() {
	if len(co.Suspends) == 0 {
		return
	}
	var gone []*ir.Instr
	for i := range co.F.Instrs() {
		if f := i.CalledFunc(); ir.DropBundles(co.m, i, ir.InPart) || f != nil && f.Intrinsic() != ir.NotCoro &&
			ir.FateOf(ir.CallClaim, ir.IntrinsicPrefix+f.Intrinsic().Info().Name, ir.InPart) == ir.Drop {
			gone = append(gone, i)
		}
	}
	for _, i := range gone {
		if i.HasUses() {
			ir.ReplaceUses(i, co.m.Poison(i.Type())) // the user ends the claim, and is erased too
		}
		i.Erase()
	}
}

// loosenObjects removes the claims that are false of slots from accesses through addresses in the
// frame.
func (co *coroutine) loosenObjects(objects, addrs []*ir.Instr) {
	over := co.frame.Overlapping()
	var shared []*ir.Instr
	for k, a := range objects {
		if sl, _ := co.frame.SlotOf(a); over[sl] {
			shared = append(shared, addrs[k])
		}
	}
	co.loosenAccesses(shared, ir.InShared)
	co.loosenAccesses(addrs, ir.InSlot)
}

// loosenAccesses removes claims from accesses through addresses that are computed from addrs. It
// does not follow addresses through memory.
func (co *coroutine) loosenAccesses(addrs []*ir.Instr, e ir.ClaimEvent) {
	work := ir.NewWorklist(addrs...)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch id := ir.CalledIntrinsic(i); {
			case i.Op == ir.OpGEP, i.Op == ir.OpBitCast, i.Op == ir.OpAddrSpaceCast,
				i.Op == ir.OpPhi, i.Op == ir.OpSelect, i.Op == ir.OpFreeze,
				id == ir.LaunderInvariantGroup, id == ir.StripInvariantGroup:
				work.Add(i)
			case i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1,
				i.Op == ir.OpCmpXchg, i.Op == ir.OpAtomicRMW, i.IsCall():
				ir.DropMeta(co.m, i, e)
			}
		}
	}
}

// launder returns the address through which users access an object. If code may rely on
// invariant.group, and another function may learn the address, it is a laundered address. It then
// stands for the object in this part and this activation only. See the row of invariant.group in
// ir.Claims. For example:
//
//	%x.reload.addr = getelementptr inbounds i8, ptr %hdl, i64 16
//	%x.reload.addr.launder = call ptr @llvm.launder.invariant.group.p0(ptr %x.reload.addr)
//	call void @use(ptr %x.reload.addr.launder)
func (co *coroutine) launder(bld *ir.Builder, addr ir.Value, users []*ir.Use) ir.Value {
	if addr.Type().AddrSpace() != 0 || !co.strictPointers() {
		return addr
	}
	for _, u := range users {
		i := u.User()
		switch {
		case i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1,
			ir.CalledIntrinsic(i).IsMemCopy(), ir.CalledIntrinsic(i).IsMemSet():
		default:
			p := bld.PtrCast(addr, co.m.PtrType(0))
			f := ir.DeclareIntrinsic(co.m, ir.LaunderInvariantGroup, p.Type())
			return bld.PtrCast(bld.CallFunc(f, co.m.Text(ir.ValueName(addr), ".launder"), p), addr.Type())
		}
	}
	return addr
}

// strictPointers reports whether the code may be linked with code that claims invariant.group. A
// module flag or such a claim in this function says so.
func (co *coroutine) strictPointers() bool {
	if co.strict == 0 {
		co.strict = -1
		if n, _ := co.m.FlagValue("StrictVTablePointers"); n != 0 || claimsGroups(co.F) {
			co.strict = 1
		}
	}
	return co.strict > 0
}

// claimsGroups reports whether a function has metadata or calls for invariant groups.
func claimsGroups(f *ir.Func) bool {
	for i := range f.Instrs() {
		if id := ir.CalledIntrinsic(i); id == ir.LaunderInvariantGroup ||
			id == ir.StripInvariantGroup || i.MetaOf("invariant.group") != nil {
			return true
		}
	}
	return false
}
