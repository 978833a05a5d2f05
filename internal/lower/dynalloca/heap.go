// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package dynalloca

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

// Heap is the allocator of a frame, with its deallocator.
type Heap struct {
	At       ir.Pos      // of the allocation of the frame
	Promised int64       // the alignment of its memory
	Space    int         // address space
	Ends     []*ir.Instr // before each of these, all memory is freed
	Needs    string      // what is wrong with an exit that control reaches past none of Ends

	alloc, free *call
	align       int64 // of the most aligned object
}

// call is a call of an allocator or a deallocator. The values of its arguments are those of a call in
// the coroutine, except the size, the alignment and the memory.
type call struct {
	fn     ir.Value
	fty    *ir.Type
	cc     string
	args   []ir.Value
	attrs  []*ir.AttrSet // nil, or one for each argument: how it is passed
	size   int           // the number of an argument, or -1
	align  int
	mem    int
	throws bool
	null   bool // its result may be null
}

// Plain returns the heap of an allocator that takes only a size, and a deallocator that takes only the
// memory.
func (c *Coroutine) Plain(alloc, free *ir.Func) *Heap {
	of := func(f *ir.Func, size, mem int) *call {
		return &call{fn: f, fty: f.FTy, cc: f.CC, args: make([]ir.Value, 1), size: size, align: -1, mem: mem,
			throws: c.Target.Unwinds() && !f.HasAttr("nounwind")}
	}
	h := &Heap{Space: alloc.FTy.Ret().AddrSpace(), alloc: of(alloc, 0, -1), free: of(free, -1, 0)}
	h.alloc.null = !alloc.RetAttrs.Has(c.M, "nonnull")
	return h
}

// HeapOf returns the heap of a switched coroutine: allocation is the call for its frame, whose memory
// has the alignment promised.
func (c *Coroutine) HeapOf(allocation *ir.Instr, promised int64) (h *Heap, at ir.Pos, why string) {
	h = &Heap{At: allocation.Pos, Space: allocation.Type().AddrSpace(), Promised: promised,
		Needs: "control may reach this exit without llvm.coro.free"}
	if h.alloc, at, why = c.callOf(allocation, nil); h.alloc == nil {
		return nil, at, why
	}
	if h.alloc.size < 0 {
		return nil, allocation.Pos, "the frame's size is not an argument of this call, but part of a computation"
	}
	h.alloc.null = !ir.CallHas(c.M, allocation, "nonnull") && !c.returns(allocation, "nonnull")
	h.Ends = c.ownFreeCalls()
	if len(h.Ends) == 0 {
		return nil, c.Begin.Pos, "the coroutine does not free its frame with llvm.coro.free"
	}
	var freed *ir.Instr
	for _, f := range h.Ends {
		for _, x := range freedBy(f) {
			next, at, why := c.callOf(x.call, x.mem)
			if next == nil {
				return nil, at, why
			}
			if freed != nil && h.free.fn != next.fn {
				return nil, x.call.Pos, "the frame is freed by different functions"
			}
			if freed == nil {
				freed, h.free = x.call, next
			}
		}
	}
	switch {
	case freed == nil:
		return nil, h.Ends[0].Pos, "no direct call of a function frees the result of this llvm.coro.free"
	case h.free.size >= 0 && h.free.fty.Params()[h.free.size] != h.alloc.sizeType():
		return nil, freed.Pos, "the frame's allocator and deallocator take sizes of different types"
	}
	if k := h.borrowed(); k >= 0 {
		return nil, allocation.Pos, unknownArgument(k)
	}
	return h, ir.NoPos, ""
}

// borrowed returns the number of an argument of the allocator that may be the address of memory that
// is gone when an object is allocated, or -1. For example, C++ passes some classes by value in memory
// of the caller, and an operator new gets that address. The deallocator runs last, so what it gets
// exists until then.
func (h *Heap) borrowed() int {
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
func (c *call) name() string {
	if f, ok := ir.StripCasts(c.fn).(*ir.Func); ok {
		return f.Name
	}
	return "?"
}

func (c *call) sizeType() *ir.Type { return c.fty.Params()[c.size] }

// returns reports whether the result of a call has an attribute.
func (c *Coroutine) returns(call *ir.Instr, name string) bool {
	f := call.CalledFunc()
	return call.Call().RetAttrs.Has(c.M, name) || f != nil && f.RetAttrs.Has(c.M, name)
}

// ownFreeCalls returns the calls of coro.free for the coroutine's frame.
func (c *Coroutine) ownFreeCalls() []*ir.Instr {
	var list []*ir.Instr
	seen := map[*ir.Instr]bool{}
	for _, of := range []*ir.Instr{c.ID, c.Begin} {
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

// callOf describes a call so that it can be repeated elsewhere in the coroutine. If it cannot, the
// result is nil, with the reason and its place. mem is the argument that is freed, or nil.
func (c *Coroutine) callOf(i *ir.Instr, mem ir.Value) (*call, ir.Pos, string) {
	aux := i.Call()
	f := i.CalledFunc()
	switch {
	case f == nil:
		return nil, i.Pos, "this call for the frame's memory is indirect"
	case f.IsIntrinsic():
		return nil, i.Pos, "this call for the frame's memory is one of an intrinsic"
	case len(aux.Bundles) > 0 || aux.FTy.IsVariadic():
		return nil, i.Pos, "this call for the frame's memory has operand bundles or variable arguments"
	}
	h := &call{fn: i.Callee(), fty: aux.FTy, cc: aux.CC, size: -1, align: -1, mem: -1,
		throws: ir.MayThrow(c.M, i) && c.Target.Unwinds()}
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		h.args = append(h.args, v)
		h.attrs = append(h.attrs, c.passing(i, k))
		switch is := ofFrame(v); {
		case mem != nil && v == mem && h.mem < 0:
			h.mem = k
		case is == ir.CoroSize && h.size < 0:
			h.size = k
		case is == ir.CoroAlign && h.align < 0:
			h.align = k
		case !c.available(v):
			return nil, i.Pos, unknownArgument(k)
		}
	}
	return h, ir.NoPos, ""
}

// passing returns the attributes of an argument that say how it is passed.
func (c *Coroutine) passing(call *ir.Instr, k int) *ir.AttrSet {
	var set *ir.AttrSet
	for _, name := range []string{"zeroext", "signext", "inreg"} {
		if ir.ArgHas(c.M, call, k, name) {
			set = set.With(c.M, ir.Attr{Name: name})
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
func (c *Coroutine) available(v ir.Value) bool {
	switch v := v.(type) {
	case *ir.Instr, *ir.Block:
		return false
	case *ir.Param:
		for _, name := range []string{"byval", "byref", "inalloca", "preallocated", "sret", "swifterror", "nest"} {
			if v.Attrs.Has(c.M, name) {
				return false
			}
		}
	}
	return true
}
