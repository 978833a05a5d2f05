// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// llvm.coro.id.retcon.once.dynamic, an ABI of the Swift compiler's fork of LLVM. It is retcon.once
// with a caller that provides the memory of the whole frame, and an allocator. The caller reads the
// size of the frame from the coroutine's record, a global whose initializer splitting completes:
//
//	the record (f's, say "fTwc")                      the caller's memory, aligned as the id says
//
//	  0  +--------------------------+                   0  +------------+
//	     | f, relative to itself    |                      | objects    |
//	  4  +--------------------------+                      | and values |
//	     | size, a multiple of the  | <-- splitting        +------------+
//	     | id's alignment           |               Layout.Size
//	  8  +--------------------------+
//	     | number of the type       |
//	     +--------------------------+
//
// An object that needs a larger alignment than the id states lies in extra room, in which it is
// aligned at run time.
//
// The ramp and the continuations get the frame and an allocator: the ramp as the id's operands for
// storage and allocator, a continuation as its first and second parameters. coro.alloca.* use the
// allocator for memory that is live across a suspend.
//
// A ramp with the calling convention swiftcorocc that gets no allocator allocates such memory on
// the stack, and returns without popping its stack frame (llvm.ret.popless). So the memory stays
// valid for the caller until the access ends.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// Operand numbers of llvm.coro.id.retcon.once.dynamic. The first two are those of the other ids;
// the value of the size is ignored.
const (
	dynamicRecord = iota + 2
	dynamicAllocator
	dynamicStorage
	dynamicPrototype
	dynamicAlloc
	dynamicDealloc
	dynamicAllocFrame
	dynamicDeallocFrame
	dynamicTypeID
)

// poplessCC is the calling convention of functions that may return without popping their stack
// frame.
const poplessCC = "swiftcorocc"

// dynamic is a coroutine of this ABI. It implements abi.
type dynamic struct {
	*retcon
	record    *ir.Global
	allocator *ir.Instr // a placeholder for the allocator, which each part replaces by its own
}

func newDynamic(co *coroutine) *dynamic {
	return &dynamic{retcon: &retcon{continued: continued{coroutine: co}, once: true, inCaller: true,
		bufferAt: dynamicStorage}}
}

func (co *dynamic) normalise() {
	co.popless = co.F.CC == poplessCC && co.m.Swift
	own := co.ID.Arg(dynamicAllocator)
	// The placeholder is a call of a function that is in no module, so no pass rematerialises it.
	anew := ir.NewDecl(co.m, "coro.allocator", co.m.Types.Func(own.Type(), nil, false))
	anew.Attrs = ir.NewAttrs("nounwind")
	bld := ir.NewBuilder(co.m)
	if ir.AsInstr(own) == nil {
		at := co.F.Entry().FirstInsertionPt()
		for at.Op == ir.OpAlloca {
			at = at.Next()
		}
		bld.Before(at)
	} else {
		bld.Before(co.ID)
	}
	co.allocator = bld.CallFunc(anew, "")
	if p, ok := own.(*ir.Param); ok && co.reuse {
		// The caller of a continuation passes the allocator again, so the frame need not hold it.
		ir.ReplaceUsesIf(p, co.allocator, func(u *ir.Use) bool { return u.User() != co.ID })
	}
	co.given = append(co.given, given{co.allocator, 1})
	front := []ir.Value{co.buffer(), co.allocator}
	co.heap.front, co.frameHeap.front = front, front
	co.retcon.normalise()
}

// fields implements abi: the caller's memory is aligned as the id says and no more.
func (co *dynamic) fields(fr *frame.Layout) { fr.MaxAlign = co.align }

// place implements abi: any frame fits, because the caller reads its size.
func (co *dynamic) place(fr *frame.Layout) error {
	co.inline = true
	co.noalias = co.noalias && !co.addressesKnown(fr, nil)
	return nil
}

func (co *dynamic) ramp() {
	co.publish(target.AlignTo(used(co.frame), co.align))
	co.rampAllocator()
	co.retcon.ramp()
}

func (co *dynamic) neverSuspends() {
	co.publish(0)
	co.rampAllocator()
	co.retcon.neverSuspends()
}

// rampAllocator replaces the placeholder in the ramp by the ramp's allocator.
func (co *dynamic) rampAllocator() {
	ir.ReplaceUses(co.allocator, co.ID.Arg(dynamicAllocator))
	co.allocator.Erase()
}

// publish records the frame's size, to be written into the coroutine's record.
func (co *dynamic) publish(size int64) {
	co.c.Contexts = append(co.c.Contexts, coro.Context{Pointer: co.record.Name, What: "record", Size: size,
		Func: co.F.Name, Pos: co.ID.Pos})
	co.remarkRecord(size)
}

// leavePopless builds the return of a ramp that suspends. With an allocator the ramp pops its stack
// frame; without one it leaves it to its caller.
func (co *retcon) leavePopless(bld *ir.Builder, v ir.Value) {
	m, f := co.m, co.F
	allocator := co.ID.Arg(dynamicAllocator)
	null := bld.ICmp(ir.PredEQ, allocator, m.Null(allocator.Type()), "")
	plain := f.NewBlockBefore("coro.return.normal", co.leave.Next())
	popless := f.NewBlockBefore("coro.return.popless", plain)
	bld.CondBr(null, popless, plain)
	bld.AtEnd(popless)
	call := bld.CallFunc(ir.DeclareIntrinsic(m, ir.RetPopless), "")
	call.Flags |= ir.FlagMustTail
	bld.Ret(v)
	bld.AtEnd(plain)
	bld.Ret(v)
}

// markAllocator marks the argument of an allocator's call that is passed in the allocator's
// register, whether or not the callee's declaration marks it.
func (co *retcon) markAllocator(call *ir.Instr, h *heap) {
	if len(h.front) < 2 || !co.m.Swift {
		return
	}
	aux := *call.Call()
	args := make([]*ir.AttrSet, max(len(aux.ArgAttrs), aux.NArgs))
	copy(args, aux.ArgAttrs)
	args[1] = args[1].With(co.m, ir.Attr{Name: "swiftcoro"})
	aux.ArgAttrs = args
	call.Aux = &aux
}

// accept implements abi. The fork checks only what it checks in the body of every
// returned-continuation coroutine, and crashes on most other errors.
func (co *dynamic) accept() error {
	co.checkNumbers()
	co.checkRecord()
	co.checkStorage()
	co.checkPrototype()
	for _, h := range [...]struct {
		*heap
		alloc, dealloc int
	}{{&co.heap, dynamicAlloc, dynamicDealloc}, {&co.frameHeap, dynamicAllocFrame, dynamicDeallocFrame}} {
		co.checkHeap(h.heap, h.alloc, h.dealloc)
	}
	typeID := co.ID.Arg(dynamicTypeID)
	co.heap.typeID, co.frameHeap.typeID = typeID, typeID
	return co.acceptBody()
}

func (co *dynamic) checkNumbers() {
	if _, ok := co.number(retconSize); !ok {
		co.wrong("write -1, because splitting chooses the frame's size",
			"size argument to coro.id.retcon.once.dynamic must be constant")
	}
	var ok bool
	if co.align, ok = co.number(retconAlign); !ok {
		co.wrong("write the frame's alignment in bytes as a number",
			"alignment argument to coro.id.retcon.once.dynamic must be constant")
	} else if co.align = anyAlign(co.align); co.align <= 0 || co.align&(co.align-1) != 0 {
		co.wrong("write the alignment that the memory of every caller has",
			"alignment argument to coro.id.retcon.once.dynamic must be a power of two, not %d", co.align)
	}
}

func (co *dynamic) checkRecord() {
	var ok bool
	if co.record, ok = ir.StripCasts(co.ID.Arg(dynamicRecord)).(*ir.Global); !ok || co.record.GKind != ir.GlobalVar {
		co.wrong("name the global variable that callers read the frame's size from",
			"coro.id.retcon.once.dynamic coro function pointer not a global")
		return
	}
	init, err := co.record.Initializer()
	if err != nil {
		co.faults = append(co.faults, ir.AsError(err))
		return
	}
	c, ok := init.(*ir.Const)
	ok = ok && c.Kind == ir.ConstStruct && len(c.Elems) == 3
	if ok {
		size, isConst := c.Elems[1].(*ir.Const)
		ok = isConst && size.Type().IsInt()
	}
	if !ok {
		co.wrong("write <{ i32 the function, relative to the record, i32 0, i64 the type's number }>; corolower "+
			"fills the size in",
			"coro function pointer initializer must be a struct of three elements")
	}
}

// checkStorage checks that the frame's memory outlives the ramp, so it cannot be an object of the
// ramp, and that a function receives or computes it.
func (co *dynamic) checkStorage() {
	v := co.buffer()
	for {
		v = ir.StripCasts(v)
		i := ir.AsInstr(v)
		if i == nil || i.Op != ir.OpGEP {
			break
		}
		v = i.Arg(0)
	}
	bad := false
	switch v := v.(type) {
	case *ir.Param:
	case *ir.Instr:
		bad = v.Op == ir.OpAlloca
	default:
		bad = true
	}
	if bad {
		co.wrong("pass the parameter that holds the frame's memory",
			"storage must be an argument or an instruction, but not an object of this function")
	}
}

func (co *dynamic) checkPrototype() {
	if proto := co.takePrototype(dynamicPrototype); proto != nil {
		co.checkBufferParam(proto)
		if p := proto.FTy.Params(); len(p) > 0 && p[0].IsPtr() && (len(p) < 2 || !p[1].IsPtr()) {
			co.wrong("declare the prototype with the frame and the allocator as its first parameters",
				"prototype must take the allocator as its second parameter")
		}
	}
	co.checkRampResult()
}

// checkHeap checks an allocator and its deallocator.
func (co *dynamic) checkHeap(h *heap, alloc, dealloc int) {
	isPtr := func(t *ir.Type) bool { return t.IsPtr() }
	isI64 := func(t *ir.Type) bool { return t.IsIntN(64) }
	fits := func(f *ir.Func, want ...func(*ir.Type) bool) bool {
		p := f.FTy.Params()
		if len(p) != len(want) || f.FTy.IsVariadic() {
			return false
		}
		for k, ok := range want {
			if !ok(p[k]) {
				return false
			}
		}
		return true
	}
	var ok bool
	if h.alloc, ok = ir.StripCasts(co.ID.Arg(alloc)).(*ir.Func); !ok {
		co.wrong("pass a function that takes the frame, the allocator, a size and a type's number, and returns memory",
			"llvm.coro.* allocator not a Function")
	} else if !h.alloc.FTy.Ret().IsPtr() {
		co.wrong("declare it to return the memory's address", "llvm.coro.* allocator must return a pointer")
	} else if !fits(h.alloc, isPtr, isPtr, (*ir.Type).IsInt, isI64) {
		co.wrong("pass a function that takes the frame, the allocator, the size and the type's number",
			"allocator must be ptr (ptr, ptr, integer, i64), but @%s takes %s", h.alloc.Name, h.alloc.FTy)
	}
	if h.dealloc, ok = ir.StripCasts(co.ID.Arg(dealloc)).(*ir.Func); !ok {
		co.wrong("pass a function that frees memory and takes the frame, the allocator and the memory",
			"llvm.coro.* deallocator not a Function")
	} else if !h.dealloc.FTy.Ret().IsVoid() {
		co.wrong("declare it to return void", "llvm.coro.* deallocator must return void")
	} else if !fits(h.dealloc, isPtr, isPtr, isPtr) {
		co.wrong("pass a function that takes the frame, the allocator and the memory",
			"deallocator must be void (ptr, ptr, ptr), but @%s takes %s", h.dealloc.Name, h.dealloc.FTy)
	}
}

// remarkRecord adds a remark about the frame's size that callers read from the record.
func (co *dynamic) remarkRecord(size int64) {
	co.c.Stats.RecordBytes += int(size)
	co.remarkSize("CoroRecord", "the frame of '", remark.Named("function", co.F.Name), "' has ", remark.Number("frame_size",
		used(co.frame)), " bytes; callers provide ",
		remark.Number("record_size", size), " bytes, a size that they read from '", remark.Named("record", co.record.Name), "'")
}
