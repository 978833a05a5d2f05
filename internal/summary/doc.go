// Package summary says what functions do with what their callers give them, so that a caller can be
// analysed without the bodies of its callees.
//
// A summary is a value: it is made once, of a function's body and of the summaries of what the
// function calls, and never changes. What a summary does not say may happen. For example, that of
//
//	define void @drive(ptr %task) {
//	  %handle = load ptr, ptr %task
//	  call void @llvm.coro.resume(ptr %handle)
//	  ret void
//	}
//
// says of %task that nobody keeps it, and of a coroutine whose handle is found by the path "load at
// offset 0 of %task" that it is resumed, that it is not destroyed, that nobody else learns of it,
// and that %task still holds the handle when the call returns, or throws.
//
// Summaries of one file can be written (Table.Write) and read (Read) where another file is compiled
// that calls the functions. Of a function that the linker may replace there are none: see Believed.
//
// The package holds the answers. Package handle finds them, and asks for them.
package summary
