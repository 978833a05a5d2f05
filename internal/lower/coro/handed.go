// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Overtaken code: where a coroutine still runs although other code may run it already. From its
// coro.save on, any code that has the handle may resume the coroutine, from within a call or on
// another thread, while the code between the save and the suspend, and the code that returns to the
// caller after the suspend, still runs. This code is overtaken after its first instruction that
// lets other code use the handle. For example:
//
//	%save = call token @llvm.coro.save(ptr %handle)
//	%a = load i32, ptr %awaiter   ; not overtaken: no other code could use the handle since the save
//	call void @post(ptr %handle)  ; may run the code after the suspend, now or on another thread
//	%b = load i32, ptr %awaiter   ; overtaken: any code of the coroutine may have run, or be running
//	%s = call i8 @llvm.coro.suspend(token %save, i1 false)
//
// So the order of the code says nothing about the order of execution. An object that is accessed in
// overtaken code, or by a call that still accesses it after it has exposed the handle, may be
// accessed at any time in its lifetime, and must not share its bytes during that time.
//
// A coroutine that decides not to suspend (await_suspend returned false) must not have been
// resumed: it would be resumed twice. So code is not overtaken if a branch leads to it from there
// and it reaches no suspend without passing another coro.save. An exception is no such decision:
// code that resumes the coroutine within await_suspend receives the exceptions that the coroutine
// throws, and the coroutine's handlers then run after it was resumed.

import "github.com/corolower/corolower/internal/ir"

// Handed records which instructions of a normalised coroutine are overtaken. In a nil Handed none
// is. live.NewHanded finds them.
type Handed struct {
	X    *Crossing
	In   []HandedState      // by RPO index, before the block
	Late map[*ir.Instr]bool // overtaken instructions in blocks that expose the handle
	// Exposes holds the calls that are the first of their block to let other code use the handle. Bit k
	// is set if the call may access the memory of its argument k after that; the last bit stands for
	// all further arguments.
	Exposes map[*ir.Instr]uint64
}

// HandedState says who may use the coroutine's handle.
type HandedState uint8

// The states, from the best to the worst.
const (
	NotSaved  HandedState = iota // the coroutine cannot be resumed
	Saved                        // it can, but no other code could use the handle yet
	Overtaken                    // other code may have used the handle
)

// Overtaken reports whether other code may have used the handle between the coro.save and i.
func (h *Handed) Overtaken(i *ir.Instr) bool {
	if h == nil {
		return false
	}
	k := h.X.Dom.Index(i.Block())
	return k >= 0 && (h.In[k] == Overtaken || h.Late[i])
}

// OvertakenBlock is Overtaken for an instruction that is inserted at the start of b.
func (h *Handed) OvertakenBlock(b *ir.Block) bool {
	if h == nil {
		return false
	}
	k := h.X.Dom.Index(b)
	return k >= 0 && h.In[k] == Overtaken
}

// TouchesLate reports whether a call may access the memory at its argument k after other code may
// have used the handle.
func (h *Handed) TouchesLate(call *ir.Instr, k int) bool {
	return h != nil && (h.Overtaken(call) || h.Exposes[call]>>min(k, 63)&1 != 0)
}
