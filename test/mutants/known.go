package main

// knownFailure is a failure that is known, by a part of its signature. The list is to be emptied as what is behind it is mended.
type knownFailure struct{ part, reason string }

var known = []knownFailure{
	{"Instruction does not dominate all uses!", "coro.size or a suspend in front of coro.begin: the frame's addresses are computed too early"},
	{"refused: expected end of line, found _", "LLVM takes attributes behind a global variable, and several items on a line"},
	{"refused: expected type, found _", "ccN, and words that have grown together"},
	{"refused: expected value token, found _", "a constant as a callee"},
	{"refused: use of undefined attribute group _", "LLVM takes a group that is not there for an empty one"},
	{"refused: use of undefined value _", "intrinsics that are not declared, and lines that go on behind a declaration"},
	{"refused: DILocation's scope must be a DILocalScope", "LLVM drops debug info that is wrong, and goes on"},
	{"refused: invalid _ record", "LLVM drops debug info that is wrong, and goes on"},
	{"refused: inlinable function call in a function with debug info", "LLVM drops debug info that is wrong, and goes on"},
	{"refused: Attribute _ applied to incompatible type!", "LLVM drops attributes that do not fit a type where a version before took them"},
	{"refused: Intrinsic called with incompatible signature", "intrinsics without a mangled name, declared in two ways"},
	{"refused: case value is not a constant integer", "zeroinitializer as a case of a switch"},
	{"refused: value number _ is too large", "LLVM takes numbers up to 2^64"},
	{"output: use of undefined value _", "a block of which a global holds the address is folded"},
	{"output: base element of getelementptr must be sized", "a frame type of which only the name is printed"},
	{"output: swifterror argument should come from an alloca or parameter", "swifterror values are spilled"},
	{"internal error: two different texts for _", "one declaration is changed by two units"},
}
