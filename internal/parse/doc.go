// Package parse reads textual LLVM IR of LLVM 13 to 22 and of the Swift compiler's fork.
//
// What it does: split a file into top-level items at memory speed (Scan), and turn single items
// into IR on demand: File implements ir.Source, so that a header, a body, an initializer, an
// attribute group or a metadata node is parsed when a unit asks for it, and never before. What is
// parsed is parsed whole and type-checked: an unknown word is an error that names it, and nothing
// is skipped.
//
// What it does not do: it does not check what needs dominance or knowledge of intrinsics (the
// verifier and the checker of the lowering do), and never looks at an item that no one asks for,
// beyond finding its end.
//
// # Strings
//
// Names and literals are substrings of one string that shares memory with the file's bytes (see
// Scan), so lexing allocates nothing. The bytes handed to Scan must not change afterwards.
//
// # Numbered symbols and types
//
// `@0` and `%0` (a type) are other symbols than `@"0"` and `%"0"`. Their Name is a NUL byte
// followed by the digits, which no quoted name can be (LLVM forbids NUL in names); ir.QuoteName
// prints it without quotes.
//
// # Errors
//
// Inside the package the parser gives up by panicking with a bailout value, which every entry point
// turns into the *ir.Error it holds: recursive descent without a hundred error returns. No other
// panic is recovered.
package parse
