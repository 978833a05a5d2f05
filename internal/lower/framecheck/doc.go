// Package framecheck proves, or refuses to believe, that a coroutine whose values moved to a frame still computes what it did. It is to
// the frame what a checker of register allocation is to the allocator (regalloc2's symbolic checker is the model): it looks at the result
// alone and derives again what each use reads.
//
// Record notes what every operand was before anything was spilled. Check walks the rewritten function, finds by their addresses alone
// which bytes of the frame stand for which original value or object, and follows over all edges of execution whose content those bytes
// hold. A use is right when it is the value itself and no suspend lies between, or is read from bytes that hold just that value, or
// computes the same from right operands; an access of an object is right when nothing else was put over its content.
//
// It shares no line with what collects, places and inserts (packages frame and split), and does not ask them where anything lies or lives.
// It edits nothing. Where it cannot follow, it says so: that is no proof of an error, but no proof of the layout either.
//
// # Execution
//
// Blocks are taken twice: as the ramp runs them until the first suspend is resumed, and as the parts run them behind one. The edges are
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
// A returned continuation (llvm.coro.suspend.retcon), and likewise an asynchronous coroutine (llvm.coro.suspend.async), is simpler: it rests at its suspend, and is resumed behind it; it is never destroyed, and
// an exception that leaves it leaves nobody who could resume it.
//
// On the edges of resuming and destroying, what is on the stack is lost, and what escaped may be read and written by others.
package framecheck
