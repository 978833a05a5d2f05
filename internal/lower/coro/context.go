// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import "github.com/corolower/corolower/internal/ir"

// Context describes the memory, context or frame, that a caller of a coroutine must allocate for
// it.
type Context struct {
	Pointer string // name of the global, a struct whose second element is the size
	What    string // kind of the global: an "async function pointer" <{ i32, i32 }>, or a "record" <{ i32, i32, i64 }>
	Size    int64  // of the context, in bytes
	Func    string
	Pos     ir.Pos // of the coroutine's id
}
