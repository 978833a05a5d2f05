package split

// The memory that a returned-continuation coroutine takes from the functions that its id names: a
// frame that the caller's buffer is too small for, and coro.alloca.* that are alive across a
// suspend. Allocators are told no alignment.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// heap is an allocator with its deallocator, and what they are told besides the size and the
// memory.
type heap struct {
	alloc, dealloc *ir.Func
	front          []ir.Value // arguments of both that come first
	typeID         ir.Value   // last argument of the allocator; nil: none
}

// sizeType is the type of the size that the allocator takes.
func (h *heap) sizeType() *ir.Type { return h.alloc.FTy.Params()[len(h.front)] }

// take makes a call of the allocator for a number of bytes.
func (co *retcon) take(bld *ir.Builder, h *heap, size ir.Value) ir.Value {
	args := append(co.frontArgs(bld, h, h.alloc), size)
	if h.typeID != nil {
		args = append(args, h.typeID)
	}
	call := bld.CallFunc(h.alloc, "", args...)
	co.markAllocator(call, h)
	return bld.PtrCast(call, co.m.PtrType(0))
}

// give makes a call of the deallocator, in a funclet if the place is in one.
func (co *retcon) give(bld *ir.Builder, h *heap, mem ir.Value, pad *ir.Instr) {
	args := co.frontArgs(bld, h, h.dealloc)
	args = append(args, bld.PtrCast(mem, h.dealloc.FTy.Params()[len(h.front)]))
	call := bld.CallFunc(h.dealloc, "", args...)
	co.markAllocator(call, h)
	if pad != nil {
		ir.AddFuncletPad(co.m, call, pad)
	}
}

// frontArgs are the first arguments of a call of fn.
func (co *retcon) frontArgs(bld *ir.Builder, h *heap, fn *ir.Func) []ir.Value {
	args := make([]ir.Value, 0, len(h.front)+2)
	for k, v := range h.front {
		args = append(args, bld.PtrCast(v, fn.FTy.Params()[k]))
	}
	return args
}

// promised is the alignment that memory of the allocator has: what the allocator says, else what
// any has that gives memory for every basic type.
func (co *retcon) promised(h *heap) int64 {
	if a := h.alloc.RetAttrs.Get(co.m, "align"); a != nil {
		if n, err := strconv.ParseInt(a.Val, 10, 64); err == nil && n > 0 {
			return n
		}
	}
	return 2 * co.c.Layout.PtrSize(0)
}

// slack is what has to be allocated besides for something to be aligned: the allocator knows no
// alignment.
func (co *retcon) slack(h *heap, align int64) int64 { return max(align-co.promised(h), 0) }

// alignUp rounds an address up where the allocator does not promise its alignment.
func (co *retcon) alignUp(bld *ir.Builder, h *heap, raw ir.Value, align int64) ir.Value {
	if co.slack(h, align) == 0 {
		return raw
	}
	return co.roundUp(bld, raw, align, "")
}
