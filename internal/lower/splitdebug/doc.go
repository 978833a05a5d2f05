// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package splitdebug makes the debug info of a coroutine that is split: the variable __coro_frame, the
// labels of resume points, and the records of variables whose values move to the frame or to parts.
// It never changes code except for a variable that keeps the frame's address for debuggers, and knows
// the frame as a layout, but no ABI.
package splitdebug
