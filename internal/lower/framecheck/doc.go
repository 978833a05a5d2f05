// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package framecheck proves that a coroutine whose values were moved to a frame still computes the
// same, or reports where it cannot. It is to the frame what a checker of register allocation is to
// the allocator, with regalloc2's symbolic checker as the model: it sees only the result, and
// derives again which value each use reads.
//
// Record saves the operands of every instruction before anything is spilled. Check walks the
// rewritten function, derives from addresses alone which bytes of the frame stand for which
// original value or object, and follows over all edges of execution whose content those bytes hold.
// A use is correct in three cases: it is the value itself and no suspend lies between, it reads
// bytes that hold exactly that value, or it computes the same from correct operands. An access of
// an object is correct if nothing else was written over its content. For example, the use of %x is
// correct only if no path to it writes other content to bytes 16 to 19 of the frame after the
// store:
//
//	%p = getelementptr i8, ptr %frame, i64 16
//	store i32 %x, ptr %p
//	...                                        ; a suspend
//	%x.reload = load i32, ptr %p
//	call void @use(i32 %x.reload)              ; was: @use(i32 %x)
//
// It shares no code with the packages that collect, place and insert (frame and split), and does
// not query them for offsets or live ranges. It edits nothing. If it cannot follow a function, it
// reports that: this is no proof of an error, but no proof of the layout either.
//
// # Execution
//
// Each block is analysed in two modes: as the ramp runs it until the first suspend is resumed, and
// as the split parts run it after a suspend. The edges are those of the control flow graph, except
// for the edges of a suspend that resume and destroy: these start wherever the coroutine rests,
// which means that other code may resume or destroy it.
//
//   - The coroutine rests at a suspend immediately (other code may resume it before it has returned
//     to the caller), at the end of the code that returns (coro.end, or the ramp's return), and
//     where an exception leaves it: from a plain call that may throw, or at an unwinding coro.end.
//   - The last coro.save on the path decides at which suspend it can then be resumed; after an
//     unwinding coro.end it is the final suspend, if there is one. After an exception it can only
//     be destroyed.
//   - After its own coro.free, unless an exception may follow, it rests nowhere: code that resumed
//     it would use a freed frame. So a path from a coro.save that does not suspend (await_suspend
//     returned false) and reaches the end of the coroutine leads nowhere.
//   - After coro.end only the ramp continues: a part returns there.
//
// A returned continuation (llvm.coro.suspend.retcon) or an asynchronous coroutine
// (llvm.coro.suspend.async) is simpler: it rests at its suspend, and is resumed after it. It is
// never destroyed, and after an exception has left it, no code can resume it.
//
// On the edges of resuming and destroying, the content of the stack is lost, and other code may
// have read and written the objects that escaped.
//
// While the code between a coro.save and its suspend, or the code that returns to the caller, still
// runs, other code may run the coroutine already. The objects that this concurrent code may access
// are busy after the suspend, for the rest of their lifetimes (concurrent.go).
//
// Where paths meet, states are joined, so each bit of a state holds on some path. Two objects may be
// alive in one state although no path finds both alive. So the analysis also records which pairs meet:
// one lifetime begins where the other may be in progress. A write to an object changes the content
// only of those that it meets. For example, %a and %b do not meet in @terminate's block:
//
//	invoke void @drop(ptr %a) to label %next unwind label %failed
//	next:
//	call void @llvm.lifetime.end.p0(ptr %a)
//	call void @llvm.lifetime.start.p0(ptr %b)
//	invoke void @drop(ptr %b) to label %done unwind label %failed
//	failed:
//	landingpad { ptr, i32 } catch ptr null
//	call void @terminate()
//
// # Premises
//
// These facts are derived, so that an error in the code that built the frame is found:
//
//   - where each object and value lies, and which of them share bytes: from the addresses in the
//     rewritten function.
//   - which operand stands for which value: from the recorded operands.
//   - whose address escapes: from the recorded function and the bodies of its callees (callee.go).
//     Attributes at calls, which coro-captures writes, are trusted only for functions without a
//     readable body, because coro-captures derives nothing for these.
//   - the accesses that happen while other code may run: from the positions of coro.save, suspend
//     and return, and the bodies of callees.
//   - whether control may return to an earlier call: from returns_twice at calls and on callees. If
//     it may, nothing may share bytes.
//
// These facts are assumed, and other tests find errors in them:
//
//   - the function was correct before it was recorded (normalise): the end-to-end programs and the
//     generated ones (test/hard).
//   - attributes that the file states on functions and parameters: no test can find that they are
//     wrong.
//   - ir.Library, which library functions keep no address: TestLibrary of ir.
//   - ir.MayHandOn, which instructions may let other code use a handle: planted errors "atonce" and
//     "waits" of test/hard, test/e2e's overtaken programs, TestMayHandOn.
//   - a coroutine that decides by a branch not to suspend has not been resumed meanwhile: it would
//     be resumed twice.
//   - ir's tables of what an instruction reads and writes, and the sizes of target: their tests,
//     and all programs that run.
//   - lifetime markers: by definition an access outside them is undefined.
//   - a body that Frame.Body provides does the same as the function: test/e2e, where callees go
//     through the same passes as the rest of the file.
package framecheck
