// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Concurrent code: where a coroutine still runs although other code may run it already. From its
// coro.save on, any code that has the handle may resume the coroutine, from within a call or on
// another thread, while the code between the save and the suspend, and the code that returns to the
// caller after the suspend, still runs. This code is concurrent after its first instruction that
// lets other code use the handle. For example:
//
//	%save = call token @llvm.coro.save(ptr %handle)
//	%a = load i32, ptr %awaiter   ; not concurrent: no other code could use the handle since the save
//	call void @post(ptr %handle)  ; may run the code after the suspend, now or on another thread
//	%b = load i32, ptr %awaiter   ; concurrent: any code of the coroutine may have run, or be running
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// So the order of the code says nothing about the order of execution. An object that is accessed in
// concurrent code, or by a call that still accesses it after it has exposed the handle, may be
// accessed at any time in its lifetime, and must not share its bytes during that time.
//
// A coroutine that decides not to suspend (await_suspend returned false) must not have been
// resumed: it would be resumed twice. So code is not concurrent if a branch leads to it from there
// and it reaches no suspend without passing another coro.save. An exception is no such decision:
// code that resumes the coroutine within await_suspend receives the exceptions that the coroutine
// throws, and the coroutine's handlers then run after it was resumed.

import "github.com/corolower/corolower/internal/ir"

// Concurrency records which instructions of a normalised coroutine are concurrent. In a nil Concurrency none
// is. live.NewConcurrency finds them.
type Concurrency struct {
	X    *Crossing
	In   []HandleState      // by RPO index, before the block
	Late map[*ir.Instr]bool // concurrent instructions in blocks that expose the handle
	// Exposes holds the calls that are the first of their block to let other code use the handle. Bit k
	// is set if the call may access the memory of its argument k after that; the last bit stands for
	// all further arguments.
	Exposes map[*ir.Instr]uint64
}

// HandleState says who may use the coroutine's handle.
type HandleState uint8

// The states, from the best to the worst.
const (
	NotSaved   HandleState = iota // the coroutine cannot be resumed
	Saved                         // it can, but no other code could use the handle yet
	Concurrent                    // other code may have used the handle
)

// Concurrent reports whether other code may have used the handle between the coro.save and i.
func (h *Concurrency) Concurrent(i *ir.Instr) bool {
	if h == nil {
		return false
	}
	k := h.X.Dom.Index(i.Block())
	return k >= 0 && (h.In[k] == Concurrent || h.Late[i])
}

// ConcurrentBlock is Concurrent for an instruction that is inserted at the start of b.
func (h *Concurrency) ConcurrentBlock(b *ir.Block) bool {
	if h == nil {
		return false
	}
	k := h.X.Dom.Index(b)
	return k >= 0 && h.In[k] == Concurrent
}

// TouchesLate reports whether a call may access the memory at its argument k after other code may
// have used the handle.
func (h *Concurrency) TouchesLate(call *ir.Instr, k int) bool {
	return h != nil && (h.Concurrent(call) || h.Exposes[call]>>min(k, 63)&1 != 0)
}
