// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The allocator of a coroutine's frame, for objects that are allocated like the frame. The
// coroutine itself says which functions these are: coro.begin gets the memory from the one, and the
// other gets the result of coro.free. No list of names is needed. For example, @_Znwm and @_ZdlPvm:
//
//	%size = call i64 @llvm.coro.size.i64()
//	%mem = call ptr @_Znwm(i64 %size)
//	%hdl = call ptr @llvm.coro.begin(token %id, ptr %mem)
//	...
//	%frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
//	%size2 = call i64 @llvm.coro.size.i64()
//	call void @_ZdlPvm(ptr %frame, i64 %size2)

import (
	"fmt"
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// nodeHeap implements abi: the allocator that the coroutine calls for its frame.
func (co *switched) nodeHeap() (*nodeHeap, ir.Pos, string) {
	call, at, why := co.frameAllocation()
	if call == nil {
		return nil, at, why
	}
	h := &nodeHeap{at: call.Pos, space: call.Type().AddrSpace(), promised: co.memoryAlign(call),
		needs: "control may reach this exit without llvm.coro.free"}
	h.align = h.promised
	if h.alloc, at, why = co.heapCall(call, nil); h.alloc == nil {
		return nil, at, why
	}
	if h.alloc.size < 0 {
		return nil, call.Pos, "the frame's size is not an argument of this call, but part of a computation"
	}
	h.alloc.null = !ir.CallHas(co.m, call, "nonnull") && !co.returns(call, "nonnull")
	h.ends = co.ownFreeCalls()
	if len(h.ends) == 0 {
		return nil, co.Begin.Pos, "the coroutine does not free its frame with llvm.coro.free"
	}
	var freed *ir.Instr
	for _, f := range h.ends {
		for _, c := range freedBy(f) {
			next, at, why := co.heapCall(c.call, c.mem)
			if next == nil {
				return nil, at, why
			}
			if freed != nil && h.free.fn != next.fn {
				return nil, c.call.Pos, "the frame is freed by different functions"
			}
			if freed == nil {
				freed, h.free = c.call, next
			}
		}
	}
	switch {
	case freed == nil:
		return nil, h.ends[0].Pos, "no direct call of a function frees the result of this llvm.coro.free"
	case h.free.size >= 0 && h.free.fty.Params()[h.free.size] != h.alloc.sizeType():
		return nil, freed.Pos, "the frame's allocator and deallocator take sizes of different types"
	}
	if k := h.borrowed(); k >= 0 {
		return nil, call.Pos, unknownArgument(k)
	}
	return h, ir.NoPos, ""
}

// borrowed returns the number of an argument of the allocator that may be the address of memory that
// is gone when an object is allocated, or -1. For example, C++ passes some classes by value in memory
// of the caller, and an operator new gets that address. The deallocator runs last, so what it gets
// exists until then.
func (h *nodeHeap) borrowed() int {
	for k, v := range h.alloc.args {
		if p, ok := v.(*ir.Param); ok && !p.Type().IsInt() && !p.Type().IsFloat() && !slices.Contains(h.free.args, v) {
			return k
		}
	}
	return -1
}

func unknownArgument(k int) string {
	return fmt.Sprintf("argument %d of this call for the frame's memory is not known where the object is allocated "+
		"or freed", k+1)
}

// name returns the name of the function.
func (c *heapCall) name() string {
	if f, ok := ir.StripCasts(c.fn).(*ir.Func); ok {
		return f.Name
	}
	return "?"
}

func (c *heapCall) sizeType() *ir.Type { return c.fty.Params()[c.size] }

// returns reports whether the result of a call has an attribute.
func (co *coroutine) returns(call *ir.Instr, name string) bool {
	f := call.CalledFunc()
	return call.Call().RetAttrs.Has(co.m, name) || f != nil && f.RetAttrs.Has(co.m, name)
}

// ownFreeCalls returns the calls of coro.free for the coroutine's frame.
func (co *coroutine) ownFreeCalls() []*ir.Instr {
	var list []*ir.Instr
	seen := map[*ir.Instr]bool{}
	for _, of := range []*ir.Instr{co.ID, co.Begin} {
		for u := of.FirstUse(); u != nil; u = u.Next() {
			if i := u.User(); ir.IsCoro(i, ir.CoroFree) && !seen[i] {
				seen[i] = true
				list = append(list, i)
			}
		}
	}
	return list
}

// freeing is a call that gets memory as argument mem.
type freeing struct {
	call *ir.Instr
	mem  ir.Value
}

// freedBy returns the calls that get the result of a coro.free, with the argument that it is.
func freedBy(f *ir.Instr) []freeing {
	var list []freeing
	work, calls := ir.NewWorklist(f), map[*ir.Instr]bool{}
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			switch i := u.User(); {
			case i.Op == ir.OpBitCast, i.Op == ir.OpFreeze, i.Op == ir.OpPhi, i.Op == ir.OpSelect:
				work.Add(i)
			case i.IsCall() && u.Index() < i.NumCallArgs() && !calls[i] &&
				(i.CalledFunc() == nil || !i.CalledFunc().IsIntrinsic()):
				calls[i] = true
				list = append(list, freeing{i, v})
			}
		}
	}
	return list
}

// heapCall describes a call so that it can be repeated elsewhere in the coroutine. If it cannot, the
// result is nil, with the reason and its place. mem is the argument that is freed, or nil.
func (co *coroutine) heapCall(call *ir.Instr, mem ir.Value) (*heapCall, ir.Pos, string) {
	aux := call.Call()
	f := call.CalledFunc()
	switch {
	case f == nil:
		return nil, call.Pos, "this call for the frame's memory is indirect"
	case f.IsIntrinsic():
		return nil, call.Pos, "this call for the frame's memory is one of an intrinsic"
	case len(aux.Bundles) > 0 || aux.FTy.IsVariadic():
		return nil, call.Pos, "this call for the frame's memory has operand bundles or variable arguments"
	}
	h := &heapCall{fn: call.Callee(), fty: aux.FTy, cc: aux.CC, size: -1, align: -1, mem: -1,
		throws: ir.MayThrow(co.m, call) && co.c.Target.Unwinds()}
	for k := range call.NumCallArgs() {
		v := call.Arg(k)
		h.args = append(h.args, v)
		h.attrs = append(h.attrs, co.passing(call, k))
		switch is := ofFrame(v); {
		case mem != nil && v == mem && h.mem < 0:
			h.mem = k
		case is == ir.CoroSize && h.size < 0:
			h.size = k
		case is == ir.CoroAlign && h.align < 0:
			h.align = k
		case !co.available(v):
			return nil, call.Pos, unknownArgument(k)
		}
	}
	return h, ir.NoPos, ""
}

// passing returns the attributes of an argument that say how it is passed.
func (co *coroutine) passing(call *ir.Instr, k int) *ir.AttrSet {
	var set *ir.AttrSet
	for _, name := range []string{"zeroext", "signext", "inreg"} {
		if ir.ArgHas(co.m, call, k, name) {
			set = set.With(co.m, ir.Attr{Name: name})
		}
	}
	return set
}

// ofFrame returns CoroSize or CoroAlign if v is the frame's size or alignment, perhaps in another
// width.
func ofFrame(v ir.Value) ir.Intrinsic {
	i := ir.AsInstr(v)
	for i != nil && (i.Op == ir.OpZExt || i.Op == ir.OpTrunc) {
		i = ir.AsInstr(i.Arg(0))
	}
	if i == nil {
		return ir.NotCoro
	}
	if id := ir.CoroCall(i); id == ir.CoroSize || id == ir.CoroAlign {
		return id
	}
	return ir.NotCoro
}

// available reports whether every place in the coroutine knows a value: a constant, or a parameter
// that is a plain value.
func (co *coroutine) available(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Instr, *ir.Block:
		return false
	case *ir.Param:
		for _, name := range []string{"byval", "byref", "inalloca", "preallocated", "sret", "swifterror", "nest"} {
			if v.Attrs.Has(co.m, name) {
				return false
			}
		}
	}
	return true
}

// nodeHeap implements abi: the allocator that the id names.
func (co *retcon) nodeHeap() (*nodeHeap, ir.Pos, string) {
	at := co.ID.Pos
	h := &co.heap
	if h.alloc == nil || h.dealloc == nil || len(h.front) > 0 || h.typeID != nil || len(h.alloc.FTy.Params()) != 1 {
		return nil, at, "the allocator that this id names takes more than a size"
	}
	n := &nodeHeap{at: at, space: h.alloc.FTy.Ret().AddrSpace(), promised: co.promised(h), align: co.promised(h),
		ends: co.Ends, needs: "control may reach this exit without llvm.coro.end"}
	unwinds := co.c.Target.Unwinds()
	n.alloc = &heapCall{fn: h.alloc, fty: h.alloc.FTy, cc: h.alloc.CC, args: make([]ir.Value, 1), align: -1, mem: -1,
		throws: unwinds && !h.alloc.HasAttr("nounwind"), null: !h.alloc.RetAttrs.Has(co.m, "nonnull")}
	n.free = &heapCall{fn: h.dealloc, fty: h.dealloc.FTy, cc: h.dealloc.CC, args: make([]ir.Value, 1), size: -1,
		align: -1, throws: unwinds && !h.dealloc.HasAttr("nounwind")}
	return n, ir.NoPos, ""
}
