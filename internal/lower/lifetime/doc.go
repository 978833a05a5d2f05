// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package lifetime decides where the lifetime of a coroutine's frame ends. It tracks the coroutine's
// handle along all paths of the function that creates it, and into the callees that the handle
// reaches. For each creation the result is that the frame dies before its creator is left, so it
// may lie in the creator's stack frame, or the reason why it must stay on the heap.
//
// The package knows coroutines only through a model of what calls do to a handle (effect.go). It
// analyses the IR and never changes it. Its user supplies the bodies of callees (Bodies).
package lifetime
