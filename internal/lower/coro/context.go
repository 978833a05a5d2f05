package coro

import "github.com/corolower/corolower/internal/ir"

// Context is what a caller of an asynchronous coroutine, who allocates its context, has to know of it.
type Context struct {
	Pointer string // name of the async function pointer: a global <{ i32, i32 }>, of which the second is the size
	Size    int64  // of the context, in bytes
	Func    string
	Pos     ir.Pos // of the coroutine's id
}
