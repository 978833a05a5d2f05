package coro

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Buffer is what a returned-continuation coroutine whose frame does not fit asks of its callers:
// more memory than its id says they bring.
type Buffer struct {
	F     *ir.Func
	ID    *ir.Instr
	Param int // number of the ramp's parameter that is the buffer
	// Had is what the id says that the buffer has, Size and Align what the frame needs of it, in
	// bytes; Frame is the frame's size with padding.
	Had, Size, Align, Frame int64
	// Known: addresses in the frame may be known to others than the coroutine's own functions.
	Known bool
	// Leaked: and that otherwise than by what it yields.
	Leaked bool
	// Once: the call of a continuation ends the coroutine.
	Once bool
	// Copyable: a copy of the coroutine can be made for those callers that can bring more, where
	// not all can.
	Copyable bool
	// Fixed is why more memory would be of no use, as a sentence without an end; "": it would.
	Fixed string
}

// Room says who of a coroutine's callers can bring the buffer that it asks for.
type Room uint8

// The answers.
const (
	NoRoom   Room = iota // nobody, or not all, and there can be no copy
	SomeRoom             // some, for whom there can be a copy
	AllRoom              // all
)

// FrameClaims are what a frontend may say of a parameter that does not hold of the memory that the
// frame is in: it is read and written, and addresses of objects in it are kept. LLVM 22 leaves
// them.
var FrameClaims = ir.Dropped(ir.ParamClaim, ir.IsFrame)

// copies are the words of IsCopied.
var copies = []string{"byval", "byref", "sret", "inalloca", "preallocated"}

// IsCopied reports a parameter or argument of which the attributes let the callee see other memory
// than that which the caller names, or name its type.
func IsCopied(m *ir.Module, attrs *ir.AttrSet) bool {
	return slices.ContainsFunc(copies, func(w string) bool { return attrs.Has(m, w) })
}
