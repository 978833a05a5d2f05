// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro

// This file builds coroutines: the declarations of the intrinsics, and the skeleton of a switched
// coroutine around the caller's code. The result is an ordinary llir module, which Lower and Check
// accept like any other.

import (
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Intrinsics holds the declarations of the intrinsics of switched coroutines in a module, with
// their types in LLVM 14, and the two functions that allocate and free frames.
type Intrinsics struct {
	ID      *llir.Func // token (i32 align, i8* promise, i8* null, i8* null)
	Alloc   *llir.Func // i1 (token id)
	Size    *llir.Func // i64 ()
	Begin   *llir.Func // i8* (token id, i8* memory)
	Save    *llir.Func // token (i8* handle)
	Suspend *llir.Func // i8 (token save, i1 final)
	Free    *llir.Func // i8* (token id, i8* handle)
	End     *llir.Func // i1 (i8* handle, i1 unwind)
	Promise *llir.Func // i8* (i8* handle, i32 align, i1 from)
	Resume  *llir.Func // void (i8* handle)
	Destroy *llir.Func // void (i8* handle)
	Done    *llir.Func // i1 (i8* handle)
	// Malloc and Release are the allocator that NewCoroutine uses: malloc and free. They may be
	// replaced by functions of the same types.
	Malloc, Release *llir.Func
}

// handleType is the type of handles and of memory.
var handleType = types.NewPointer(types.I8)

// Declare returns the intrinsics of a module. It uses existing functions with these names
// unchanged, and declares the missing ones. Declarations without calls are harmless.
func Declare(m *llir.Module) *Intrinsics {
	have := map[string]*llir.Func{}
	for _, f := range m.Funcs {
		if f != nil {
			have[f.Name()] = f
		}
	}
	get := func(name string, ret types.Type, params ...types.Type) *llir.Func {
		if f := have[name]; f != nil {
			return f
		}
		var list []*llir.Param
		for _, t := range params {
			list = append(list, llir.NewParam("", t))
		}
		return m.NewFunc(name, ret, list...)
	}
	p, token := handleType, types.Token
	return &Intrinsics{
		ID: get("llvm.coro.id", token, types.I32, p, p, p), Alloc: get("llvm.coro.alloc", types.I1, token),
		Size: get("llvm.coro.size.i64", types.I64), Begin: get("llvm.coro.begin", p, token, p),
		Save:    get("llvm.coro.save", token, p),
		Suspend: get("llvm.coro.suspend", types.I8, token, types.I1), Free: get("llvm.coro.free", p, token, p),
		End: get("llvm.coro.end", types.I1, p, types.I1), Promise: get("llvm.coro.promise", p, p, types.I32, types.I1),
		Resume: get("llvm.coro.resume", types.Void, p), Destroy: get("llvm.coro.destroy", types.Void, p),
		Done:   get("llvm.coro.done", types.I1, p),
		Malloc: get("malloc", p, types.I64), Release: get("free", types.Void, p),
	}
}

// Coroutine is the skeleton of a switched coroutine: a function that returns its handle, with all
// the code around the coroutine's own code.
//
//	c := llircoro.NewCoroutine(m, llircoro.Declare(m), "counter", types.I32, llir.NewParam("n", types.I32))
//	at := c.Body              // the code starts here
//	at = c.Suspend(at)        // and here, when the coroutine is resumed
//	c.Return(at)              // the final suspend
type Coroutine struct {
	Func    *llir.Func
	Body    *llir.Block      // start of the code; it has no terminator yet
	Promise *llir.InstAlloca // the promise, in the entry block; nil if there is none
	Handle  value.Value      // i8*, in all blocks after the entry
	Cleanup *llir.Block      // frees the frame; the target of destroying
	Leave   *llir.Block      // the ramp's return; the target of suspending
	intr    *Intrinsics
	final   bool
}

// NewCoroutine adds a coroutine to a module: coro.id, an allocation that does not run if the caller
// provides the frame, coro.begin, cleanup and coro.end. promise is the type of the promise, or nil.
// The blocks have the names of LLVM's documentation.
func NewCoroutine(m *llir.Module, intr *Intrinsics, name string, promise types.Type, params ...*llir.Param) *Coroutine {
	f := m.NewFunc(name, handleType, params...)
	f.FuncAttrs = append(f.FuncAttrs, llir.AttrPair{Key: "coroutine.presplit", Value: "0"})
	c := &Coroutine{Func: f, intr: intr}
	null := constant.NewNull(handleType)
	entry := f.NewBlock("entry")
	var place value.Value = null
	if promise != nil {
		c.Promise = entry.NewAlloca(promise)
		c.Promise.SetName("promise")
		place = entry.NewBitCast(c.Promise, handleType)
	}
	id := entry.NewCall(intr.ID, constant.NewInt(types.I32, 0), place, null, null)
	need := entry.NewCall(intr.Alloc, id)
	alloc, begin := f.NewBlock("coro.alloc"), f.NewBlock("coro.begin")
	entry.NewCondBr(need, alloc, begin)
	memory := alloc.NewCall(intr.Malloc, alloc.NewCall(intr.Size))
	alloc.NewBr(begin)
	where := begin.NewPhi(llir.NewIncoming(null, entry), llir.NewIncoming(memory, alloc))
	handle := begin.NewCall(intr.Begin, id, where)
	handle.SetName("handle")
	c.Handle, c.Body = handle, begin

	c.Cleanup, c.Leave = f.NewBlock("cleanup"), f.NewBlock("suspend")
	release := f.NewBlock("coro.free")
	frame := c.Cleanup.NewCall(intr.Free, id, handle)
	c.Cleanup.NewCondBr(c.Cleanup.NewICmp(enum.IPredNE, frame, null), release, c.Leave)
	release.NewCall(intr.Release, frame)
	release.NewBr(c.Leave)
	c.Leave.NewCall(intr.End, handle, constant.False)
	c.Leave.NewRet(handle)
	return c
}

// Suspend ends a block with an ordinary suspend. It returns the block in which the coroutine
// continues after it is resumed.
func (c *Coroutine) Suspend(at *llir.Block) *llir.Block { return c.suspend(at, false) }

// Return ends a block with the final suspend. The coroutine is then done and can only be destroyed.
// Return panics if the coroutine already has a final suspend, because all paths to the end share
// one.
func (c *Coroutine) Return(at *llir.Block) {
	if c.final {
		panic("llircoro: @" + c.Func.Name() + " has a final suspend already: let all paths branch to one " +
			"block that returns")
	}
	c.final = true
	c.suspend(at, true).NewUnreachable()
}

func (c *Coroutine) suspend(at *llir.Block, final bool) *llir.Block {
	result := at.NewCall(c.intr.Suspend, constant.None, constant.NewBool(final))
	next := c.Func.NewBlock("")
	at.NewSwitch(result, c.Leave, llir.NewCase(constant.NewInt(types.I8, 0), next),
		llir.NewCase(constant.NewInt(types.I8, 1), c.Cleanup))
	return next
}
