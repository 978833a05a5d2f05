// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Memory that a returned-continuation coroutine allocates with the functions that its id names: for
// a frame that does not fit into the caller's buffer, and for coro.alloca.* that are live across a
// suspend. Allocators take no alignment.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/dynalloca"
)

// heap is an allocator with its deallocator, and their extra arguments.
type heap struct {
	alloc, dealloc *ir.Func
	front          []ir.Value // the first arguments of both
	typeID         ir.Value   // the last argument of the allocator; nil: none
}

// sizeType returns the type of the allocator's size parameter.
func (h *heap) sizeType() *ir.Type { return h.alloc.FTy.Params()[len(h.front)] }

// take builds a call of the allocator for size bytes.
func (co *retcon) take(bld *ir.Builder, h *heap, size ir.Value) ir.Value {
	args := append(co.frontArgs(bld, h, h.alloc), size)
	if h.typeID != nil {
		args = append(args, h.typeID)
	}
	call := bld.CallFunc(h.alloc, "", args...)
	co.markAllocator(call, h)
	return bld.PtrCast(call, co.m.PtrType(0))
}

// give builds a call of the deallocator, in the funclet pad unless that is nil.
func (co *retcon) give(bld *ir.Builder, h *heap, mem ir.Value, pad *ir.Instr) {
	args := co.frontArgs(bld, h, h.dealloc)
	args = append(args, bld.PtrCast(mem, h.dealloc.FTy.Params()[len(h.front)]))
	call := bld.CallFunc(h.dealloc, "", args...)
	co.markAllocator(call, h)
	if pad != nil {
		ir.AddFuncletPad(co.m, call, pad)
	}
}

// frontArgs returns the first arguments of a call of fn.
func (co *retcon) frontArgs(bld *ir.Builder, h *heap, fn *ir.Func) []ir.Value {
	args := make([]ir.Value, 0, len(h.front)+2)
	for k, v := range h.front {
		args = append(args, bld.PtrCast(v, fn.FTy.Params()[k]))
	}
	return args
}

// promised returns the alignment of the allocator's memory: that which its declaration states, or
// else that of an allocator for all basic types.
func (co *retcon) promised(h *heap) int64 {
	if n := h.alloc.RetAttrs.Align(co.m); n > 0 {
		return n
	}
	return co.usualAlign()
}

// slack returns the number of extra bytes to allocate so that an object can be aligned, because the
// allocator takes no alignment.
func (co *retcon) slack(h *heap, align int64) int64 { return max(align-co.promised(h), 0) }

// alignUp rounds an address up if the allocator does not promise the alignment.
func (co *retcon) alignUp(bld *ir.Builder, h *heap, raw ir.Value, align int64) ir.Value {
	if co.slack(h, align) == 0 {
		return raw
	}
	return bld.RoundUp(raw, co.ptrBits(raw), align, "")
}

// nodeHeap implements abi: the allocator that the id names.
func (co *retcon) nodeHeap(c *dynalloca.Coroutine) (*dynalloca.Heap, ir.Pos, string) {
	h := &co.heap
	if h.alloc == nil || h.dealloc == nil || len(h.front) > 0 || h.typeID != nil || len(h.alloc.FTy.Params()) != 1 {
		return nil, co.ID.Pos, "the allocator that this id names takes more than a size"
	}
	n := c.Plain(h.alloc, h.dealloc)
	n.At, n.Promised, n.Ends = co.ID.Pos, co.promised(h), co.Ends
	n.Needs = "control may reach this exit without llvm.coro.end"
	return n, ir.NoPos, ""
}
