// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package summary describes the effects of functions on their arguments, so that a caller can be
// analysed without the bodies of its callees.
//
// A summary is an immutable value. It is computed once, from a function's body and the summaries of
// the functions that it calls. Anything that a summary does not exclude may happen. For example,
// the summary of
//
//	define void @drive(ptr %task) {
//	  %handle = load ptr, ptr %task
//	  call void @llvm.coro.resume(ptr %handle)
//	  ret void
//	}
//
// states that %task does not escape. For a coroutine whose handle is found by the path "load at
// offset 0 of %task" it states that @drive resumes it, does not destroy it, does not let its handle
// escape, and that %task still holds the handle when the call returns or throws.
//
// The summaries of one file can be written (Table.Write) and read (Read) when another file that
// calls the functions is compiled. A function that the linker may replace has no summary: see
// Believed.
//
// This package only holds the summaries. Package lifetime computes and queries them.
package summary
