// Package interp runs LLVM IR, with coroutines that are lowered or not, and finds undefined
// behaviour.
//
// What it does: compile each function to compact code when it is first called, and run that code on
// a memory of objects that knows which object an address belongs to, whether the object is alive
// and which of its bits have a value. A coroutine that is not lowered runs as an activation of its
// own: a suspend keeps its registers and variables, and a resumption continues behind the suspend.
// Of a lowered coroutine it runs the parts, as any function.
//
// What it does not do: it reads no text (internal/parse), changes no IR but the IDs of
// instructions, and knows no pass.
//
// # Values
//
// A register is a val: up to 64 bits, and for each bit whether it is undefined. Undef, poison and
// bytes of memory that nobody wrote are the same to it: undefined bits. A value of a larger type
// has several registers in a row, one for each scalar in it.
//
// # Addresses
//
// An address has the number of an object in its upper half and a place in the object in its lower
// half. So ptrtoint and inttoptr do nothing, and the object of any address is found at once.
// Numbers of dead objects are used again, but late.
//
// # Errors
//
// Undefined behaviour ends the run with an *Error, which has the place, the stack and what else
// there is to know about the object or coroutine. What this package cannot run, for example inline
// assembly, is an *Error that is marked as unsupported.
package interp
