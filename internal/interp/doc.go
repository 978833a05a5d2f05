// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package interp runs LLVM IR, with coroutines that are lowered or not, and detects undefined
// behaviour.
//
// It compiles each function to compact code at its first call, and runs that code on a memory of
// objects. The memory knows to which object an address belongs, whether that object is alive, and
// which of its bits are defined. A coroutine that is not lowered runs as an activation: a suspend
// saves its registers and variables, and a resumption continues after the suspend. Of a lowered
// coroutine it runs the parts, as any function.
//
// The package parses no text (internal/parse), changes nothing in the IR but the IDs of
// instructions, and knows no pass.
//
// # Values
//
// A register is a val: up to 64 bits, and for each bit whether it is undefined. Undef, poison and
// unwritten bytes of memory are all undefined bits. A value of a larger type has several
// consecutive registers, one for each scalar in it. For example, { i32, ptr } has two.
//
// # Addresses
//
// An address has the number of an object in its upper half and an offset in its lower half. So
// ptrtoint and inttoptr do nothing, and the object of any address is found directly. Numbers of
// dead objects are reused, but late. For example, object 5 starts at
//
//	0x0000000500010000
//
// # Errors
//
// Undefined behaviour ends the run with an *Error, which holds the position, the call stack and the
// history of the object or coroutine. If the package cannot run something, for example inline
// assembly, the *Error is marked as unsupported.
package interp
