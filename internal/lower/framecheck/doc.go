// Package framecheck proves, or refuses to believe, that a coroutine whose values moved to a frame
// still computes what it did. It is to the frame what a checker of register allocation is to the
// allocator (regalloc2's symbolic checker is the model): it looks at the result alone and derives
// again what each use reads.
//
// Record notes what every operand was before anything was spilled. Check walks the rewritten
// function, finds by their addresses alone which bytes of the frame stand for which original value
// or object, and follows over all edges of execution whose content those bytes hold. A use is right
// when it is the value itself and no suspend lies between, or is read from bytes that hold just
// that value, or computes the same from right operands; an access of an object is right when
// nothing else was put over its content.
//
// It shares no line with what collects, places and inserts (packages frame and split), and does not
// ask them where anything lies or lives. It edits nothing. Where it cannot follow, it says so: that
// is no proof of an error, but no proof of the layout either.
//
// # Execution
//
// Blocks are taken twice: as the ramp runs them until the first suspend is resumed, and as the
// parts run them behind one. The edges are
//
//   - those of the blocks, but for the two of a suspend that resume and destroy: these are taken from wherever the coroutine came to
//     rest. It rests at a suspend at once (others may resume it before the way back to the caller is done), at the end of that way
//     (coro.end, or the ramp's return), and where an exception leaves it: by a plain call that may throw, or by an unwinding coro.end.
//   - Which suspends it can be resumed at from there is the last coro.save on the way; behind an unwinding coro.end, the final suspend if
//     there is one. An exception lets it be destroyed only.
//   - Behind a coro.free of its own, unless an exception may follow, it comes to rest nowhere: who could resume it has a frame that was given back. So a way from a coro.save that
//     does not suspend (await_suspend said no) and comes to the end of the coroutine leads nowhere.
//   - Behind coro.end there is only the ramp: a part returns there.
//
// A returned continuation (llvm.coro.suspend.retcon), and likewise an asynchronous coroutine
// (llvm.coro.suspend.async), is simpler: it rests at its suspend, and is resumed behind it; it is
// never destroyed, and an exception that leaves it leaves nobody who could resume it.
//
// On the edges of resuming and destroying, what is on the stack is lost, and what escaped may be
// read and written by others.
//
// While the code between a coro.save and its suspend, or that on the way back to the caller, is
// under way, others may run the coroutine already. What that code may touch then is busy behind the
// suspend, for as long as it lives (overtaken.go).
//
// # Premises
//
// What is derived, so that an error in what made the frame is found:
//
//   - where each object and value lies, and what shares bytes: from the addresses in the rewritten function.
//   - which operand stands for which: from the operands as they were.
//   - whose address escapes: from the function as it was and the bodies of its callees (callee.go). Attributes at calls, which coro-captures writes, are
//     believed only of functions without a body that may be read, of which coro-captures finds out nothing.
//   - what is touched while others may run: from the places of coro.save, suspend and return, and the bodies of callees.
//   - whether control may come back to an earlier call: from returns_twice at calls and on what they call. Then nothing may share bytes.
//
// What is taken over, and what finds an error in it:
//
//   - that the function was right before it was recorded (normalise): the end-to-end programs and the generated ones (test/hard).
//   - attributes that the file states on functions and parameters: nobody can find that they are wrong.
//   - ir.MayHandOn, which instructions can let others at a handle: planted errors "atonce" and "waits" of test/hard, test/e2e's overtaken programs,
//     TestMayHandOn.
//   - that a coroutine which decides by a branch not to suspend has not been resumed meanwhile: it would be resumed twice.
//   - ir's tables of what an instruction reads and writes, and the sizes of target: their tests, and all programs that run.
//   - lifetime markers: by definition a touch outside them is undefined.
//   - that a body which Frame.Body gives does what the function does: test/e2e, where callees go through the same passes as the rest of the file.
package framecheck
