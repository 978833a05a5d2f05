package coro

import "github.com/corolower/corolower/internal/ir"

// Context is what a caller of a coroutine who brings memory for it, its context or its frame, has
// to know of it.
type Context struct {
	Pointer string // name of the global, a struct of which the second element is the size
	What    string // that the global is: an "async function pointer" <{ i32, i32 }>, or a "record" <{ i32, i32, i64 }>
	Size    int64  // of the context, in bytes
	Func    string
	Pos     ir.Pos // of the coroutine's id
}
