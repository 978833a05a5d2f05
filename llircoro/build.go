package llircoro

// This file builds coroutines: the declarations of the intrinsics, and the skeleton of a switched
// coroutine around code of the caller's. What it builds is an ordinary module of llir's, which
// Lower and Check take as any other.

import (
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// Intrinsics are the declarations of the intrinsics of switched coroutines in a module, with the
// types that they have in LLVM 14, and the two functions that frames come from and go to.
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
	// Malloc and Release are the allocator, malloc and free, of which NewCoroutine makes use. They
	// may be replaced by functions of the same types.
	Malloc, Release *llir.Func
}

// handleType is the type of handles, and of memory.
var handleType = types.NewPointer(types.I8)

// Declare gives the intrinsics of a module. A function that has the name already is taken as it is;
// what is missing is declared. Declarations that nothing calls do no harm.
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

// Coroutine is the skeleton of a switched coroutine: a function that returns its handle, with
// everything around the code that it runs.
//
//	c := llircoro.NewCoroutine(m, llircoro.Declare(m), "counter", types.I32, llir.NewParam("n", types.I32))
//	at := c.Body              // code goes on here
//	at = c.Suspend(at)        // and here, when the coroutine is resumed
//	c.Return(at)              // the final suspend
type Coroutine struct {
	Func    *llir.Func
	Body    *llir.Block      // where the code begins; it has no terminator yet
	Promise *llir.InstAlloca // the promise, in the entry block; nil when there is none
	Handle  value.Value      // i8*, in all blocks behind the entry
	Cleanup *llir.Block      // frees the frame: where destroying leads
	Leave   *llir.Block      // where the ramp returns: where sleeping leads
	intr    *Intrinsics
	final   bool
}

// NewCoroutine adds a coroutine to a module: coro.id, an allocation that is left out where the
// caller has the frame, coro.begin, cleanup and coro.end. promise is the type of the promise, nil
// for none. The names of blocks that are made are those of LLVM's documentation.
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

// Suspend ends a block with an ordinary suspend, and gives the block in which the coroutine goes on
// when it is resumed.
func (c *Coroutine) Suspend(at *llir.Block) *llir.Block { return c.suspend(at, false) }

// Return ends a block with the final suspend: the coroutine is done, and can only be destroyed. It
// panics when the coroutine has a final suspend already: paths that end share one.
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
