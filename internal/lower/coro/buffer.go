// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Buffer describes the memory that a returned-continuation coroutine needs from its callers because
// its frame does not fit into the buffer that its coro.id promises.
type Buffer struct {
	F     *ir.Func
	ID    *ir.Instr
	Param int // index of the ramp's parameter that is the buffer
	// Had is the buffer's size according to the coro.id. Size and Align are what the frame needs,
	// in bytes. Frame is the frame's size with padding.
	Had, Size, Align, Frame int64
	// Known: addresses in the frame may be known outside the coroutine's own functions.
	Known bool
	// Leaked: they may also be known by means other than the values that the coroutine yields.
	Leaked bool
	// Once: one call of a continuation ends the coroutine (llvm.coro.id.retcon.once).
	Once bool
	// Copyable: if not all callers can provide more memory, those that can may call a copy of the
	// coroutine.
	Copyable bool
	// Fixed is the reason why more memory would not help, as a sentence without a final stop; it is
	// empty if more memory would help.
	Fixed string
}

// Room reports which of a coroutine's callers can provide the buffer that it needs.
type Room uint8

// The values of Room.
const (
	NoRoom   Room = iota // none, or not all and the coroutine cannot be copied
	SomeRoom             // some, and they can call a copy
	AllRoom              // all
)

// FrameClaims are the parameter attributes that a frontend may use but that are false of memory
// that holds the frame: the coroutine reads and writes that memory, and addresses of objects in it
// escape. LLVM 22 leaves these attributes in place.
var FrameClaims = ir.Dropped(ir.ParamClaim, ir.IsFrame)

// copies are the attributes of IsCopied.
var copies = []string{"byval", "byref", "sret", "inalloca", "preallocated"}

// IsCopied reports whether the attributes of a parameter or argument let the callee see memory
// other than that which the caller passes, or name that memory's type.
func IsCopied(m *ir.Module, attrs *ir.AttrSet) bool {
	return slices.ContainsFunc(copies, func(w string) bool { return attrs.Has(m, w) })
}
