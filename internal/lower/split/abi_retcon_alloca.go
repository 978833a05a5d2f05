// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Lowering of llvm.coro.alloca.alloc, alloc.frame, get, free and free.frame: memory whose size is
// known only at run time, allocated and freed in stack order. If no suspend lies between allocation
// and free, the memory is an alloca; otherwise the coroutine's allocator provides it. For example:
//
//	%t = call token @llvm.coro.alloca.alloc.i64(i64 %n, i32 8)
//	%p = call ptr @llvm.coro.alloca.get(token %t)              ; the address
//	call void @llvm.coro.alloca.free(token %t)

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// lowerAllocas allocates memory that is live across a suspend with the allocator. The other
// allocations wait in co.locals.
func (co *retcon) lowerAllocas() {
	var list []*ir.Instr
	for i := range co.F.Instrs() {
		if isAllocaAlloc(i) {
			list = append(list, i)
		}
	}
	for _, a := range list {
		if aliveAtSuspend(a) {
			co.allocate(a)
		} else {
			co.locals = append(co.locals, a)
		}
	}
}

// isAllocaAlloc reports whether i allocates such memory, for any purpose or for a callee's frame.
func isAllocaAlloc(i *ir.Instr) bool {
	id := ir.CoroCall(i)
	return id == ir.CoroAllocaAlloc || id == ir.CoroAllocaAllocFrame
}

// isAllocaFree reports whether i frees such memory. The two intrinsics do not differ: the memory
// returns to its allocator.
func isAllocaFree(i *ir.Instr) bool {
	id := ir.CoroCall(i)
	return id == ir.CoroAllocaFree || id == ir.CoroAllocaFreeFrame
}

// heapOf returns the allocator of a coro.alloca.
func (co *retcon) heapOf(a *ir.Instr) *heap {
	if !ir.IsCoro(a, ir.CoroAllocaAllocFrame) {
		return &co.heap
	}
	h := co.frameHeap
	if h.typeID != nil {
		h.typeID = a.Arg(2)
	}
	return &h
}

// aliveAtSuspend reports whether a path from a coro.alloca.alloc reaches a suspend without a free
// of its memory.
func aliveAtSuspend(a *ir.Instr) bool {
	work := ir.NewWorklist(a.Next())
	for i := range work.All {
		b := i.Block()
		for ; i != nil && !(isAllocaFree(i) && i.Arg(0) == ir.Value(a)); i = i.Next() {
			if coro.IsSuspend(i) {
				return true
			}
		}
		if i != nil {
			continue
		}
		for _, s := range b.Succs(nil) {
			work.Add(s.First())
		}
	}
	return false
}

// allocate replaces a coro.alloca.alloc by a call of the allocator. The allocator takes no
// alignment, so the address is rounded up; LLVM 22 ignores the alignment.
func (co *retcon) allocate(a *ir.Instr) {
	align := int64(a.Arg(1).(*ir.Const).Uint64())
	h := co.heapOf(a)
	bld := ir.NewBuilder(co.m)
	bld.At(a)
	size := co.allocaSize(bld, a.Arg(0), h.sizeType())
	if n := co.slack(h, align); n > 0 {
		if c, ok := size.(*ir.Const); ok && c.IsInt() {
			size = co.m.ConstInt(c.Type(), int64(c.Uint64())+n)
		} else {
			size = bld.Binary(ir.OpAdd, size, co.m.ConstInt(size.Type(), n), 0, "")
		}
	}
	mem := co.take(bld, h, size)
	addr := co.alignUp(bld, h, mem, align)
	for _, u := range a.Users() {
		if ir.IsCoro(u, ir.CoroAllocaGet) {
			ir.ReplaceUses(u, addr)
		} else {
			bld.At(u)
			co.give(bld, h, mem, ir.FuncletPad(u))
		}
		u.Erase()
	}
	a.Erase()
}

// allocaSize casts a size to an integer of another width.
func (co *retcon) allocaSize(bld *ir.Builder, size ir.Value, t *ir.Type) ir.Value {
	from, to := co.c.Layout.SizeBits(size.Type()), co.c.Layout.SizeBits(t)
	if c, ok := size.(*ir.Const); ok && c.Kind == ir.ConstInt && c.Uint64()>>62 == 0 {
		return co.m.ConstInt(t, int64(c.Uint64()))
	}
	switch {
	case from < to:
		return bld.Cast(ir.OpZExt, size, t, "")
	case from > to:
		return bld.Cast(ir.OpTrunc, size, t, "")
	}
	return size
}

// lowerLocals turns allocations that are live across no suspend into allocas in their place. An
// allocation may be in a loop, so the stack pointer is restored at the free.
func (co *retcon) lowerLocals() {
	m := co.m
	for _, a := range co.locals {
		bld := ir.NewBuilder(m)
		bld.At(a)
		var saved *ir.Instr
		for _, u := range a.Users() {
			if isAllocaFree(u) && !leavesSoon(u.Block(), 3) {
				saved = bld.CallFunc(co.stackIntrinsic(ir.StackSave), "")
				break
			}
		}
		as := co.c.Layout.AllocaAS
		mem := m.NewInstr(ir.OpAlloca, m.PtrTo(m.Types.Int(8), as), a.Arg(0))
		mem.ElemTy, mem.Align = m.Types.Int(8), uint32(a.Arg(1).(*ir.Const).Uint64())
		if as != 0 {
			mem.Aux = &ir.AllocaAux{AddrSpace: as}
		}
		addr := bld.PtrCast(bld.Insert(mem, ""), m.PtrType(0))
		for _, u := range a.Users() {
			if ir.IsCoro(u, ir.CoroAllocaGet) {
				ir.ReplaceUses(u, addr)
			} else if saved != nil {
				bld.At(u).CallFunc(co.stackIntrinsic(ir.StackRestore), "", saved)
			}
			u.Erase()
		}
		a.Erase()
	}
	co.locals = nil
}

// stackIntrinsic declares stacksave or stackrestore, which newer versions overload on the address
// space.
func (co *retcon) stackIntrinsic(id ir.Intrinsic) *ir.Func {
	if !co.m.Has(ir.TypedStackSave) {
		return ir.DeclareIntrinsic(co.m, id)
	}
	return ir.DeclareIntrinsic(co.m, id, co.m.PtrType(0))
}

// leavesSoon reports whether every path from b suspends or leaves the function within depth blocks.
func leavesSoon(b *ir.Block, depth int) bool {
	if depth == 0 {
		return false
	}
	if i := b.First(); i != nil && coro.IsSuspend(i) {
		return true
	}
	return !slices.ContainsFunc(b.Succs(nil), func(s *ir.Block) bool { return !leavesSoon(s, depth-1) })
}
