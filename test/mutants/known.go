// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// knownFailure is a known failure, identified by a part of its signature. Remove it from the list
// when its cause is fixed.
type knownFailure struct{ part, reason string }

var known = []knownFailure{
	{"refused: expected end of line, found _", "an attribute that is a word stands behind a global's initializer " +
		"without a comma"},
	{"invalid redefinition of function _", "LLVM numbers symbols anew whose names are numbers, and takes one twice"},
	{"refused: value number _ is too large", "LLVM takes numbers up to 2^32"},
	{"refused: Intrinsic called with incompatible signature",
		"a declaration of an old form that LLVM upgrades, called in another"},
	{"refused: attribute group number is too large", "LLVM cuts numbers to 32 bits"},
	{"refused: number of bytes is too large", "LLVM cuts numbers above 2^64"},
	{"refused: a label is not allowed here", "LLVM reads a resume of a label in code that never runs"},
	{"llvm.coro.suspend.async", "LLVM makes wrong code of it or crashes: parameters, dispatch and resume functions " +
		"that do not fit"},
	{"coro.id.async", "LLVM makes wrong code of it or crashes: alignments and parameter numbers that do not fit"},
	{"refused: the context, parameter _ of _, must be a pointer", "LLVM makes invalid code of it"},
	{"refused: the async function pointer", "LLVM crashes on one without a size"},
	{"refused: llvm.coro.async.size.replace replaces the size of",
		"LLVM takes two sizes that are made of each other in the order of the calls"},
	{"refused: expected end of line", "LLVM reads the alignment of a variable as an attribute where there is no " +
		"comma in front of it"},
	{"refused: an asynchronous coroutine must", "LLVM makes invalid code of it"},
	{"refused: control cannot be transferred", "LLVM makes invalid code of it"},
	{"refused: coro.id must be paired with coro.suspend",
		"a suspend of another ABI in a function that begins no frame, which LLVM lets be nothing"},
	{"does not fit into the buffer of coro.id.retcon.*",
		"LLVM stores the address of the frame behind the end of the buffer"},
	{"refused: alignment argument to coro.id.retcon.* must be a power of two", "LLVM aligns to something else"},
	{"refused: the alignment of coro.alloca.alloc must be a constant power of two", "LLVM aligns to something else"},
	{"refused: coro.begin does not precede this coro.", "LLVM reads the frame of a coroutine that has none"},
	{"leads back to coro.begin", "LLVM begins the frame anew, with nothing stored in it"},
	{"refused: this coro.begin leads back to itself", "LLVM begins the frame anew, with nothing stored in it"},
	{"output: DICompileUnit not listed in llvm.dbg.cu",
		"debug info under attachments of another kind is copied for parts"},
	{"output: swifterror argument should come from an alloca or parameter",
		"a part declared by hand takes the frame as a swifterror value"},
	{"refused: Coroutines cannot handle non static allocas yet",
		"LLVM passes poison for one whose lifetime begins behind the suspend"},
	{"refused: use of undefined value _", "metadata names an intrinsic that the file does not declare"},
	{"refused: PHI nodes must have at least one entry",
		"LLVM takes one in a block without predecessors, the entry too, where it has no value"},
	{"output: inalloca argument for call has mismatched alloca",
		"a part declared by hand takes the frame as inalloca; LLVM makes invalid code of it too"},
}
