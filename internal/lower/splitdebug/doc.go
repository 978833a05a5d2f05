// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package splitdebug makes the debug info that splitting adds: the variable __coro_frame, the labels of
// resume points, and the first records of the variables of a part; and the expressions that repeat what
// instructions compute. It never changes code, and knows the frame as a layout; what happens to the
// records of variables whose values move is in split.
package splitdebug
