package coro

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Buffer is what a returned-continuation coroutine whose frame does not fit asks of its callers: more memory than its id says they bring.
type Buffer struct {
	F     *ir.Func
	ID    *ir.Instr
	Param int // number of the ramp's parameter that is the buffer
	// Had is what the id says that the buffer has, Size and Align what the frame needs of it, in bytes; Frame is the frame's size with padding.
	Had, Size, Align, Frame int64
	// Known: addresses in the frame may be known to others than the coroutine's own functions.
	Known bool
	// Once: the call of a continuation ends the coroutine.
	Once bool
	// Fixed is why more memory would be of no use, as a sentence without an end; "": it would.
	Fixed string
}

// FrameClaims are what a frontend may say of a parameter that does not hold of the memory that the frame is in: it is read and written, and
// addresses of objects in it are kept. LLVM 22 leaves them.
var FrameClaims = append([]string{"readnone", "readonly", "writeonly"}, ir.ParamClaims...)

// copies are the words of IsCopied.
var copies = []string{"byval", "byref", "sret", "inalloca", "preallocated"}

// IsCopied reports a parameter or argument of which the attributes let the callee see other memory than that which the caller names, or name
// its type.
func IsCopied(m *ir.Module, attrs *ir.AttrSet) bool {
	return slices.ContainsFunc(copies, func(w string) bool { return attrs.Has(m, w) })
}
