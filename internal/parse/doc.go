// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package parse reads textual LLVM IR of LLVM 13 to 22 and of the Swift compiler's fork.
//
// Scan splits a file into top-level items at memory speed. File implements ir.Source: it parses a
// single header, body, initializer, attribute group or metadata node when a unit needs it, and
// never earlier. The parser reads and type-checks the whole item. It skips nothing: an unknown word
// is an error that names the word.
//
// The package finds the end of every item, but it never parses an item that no caller needs. It
// does not check rules that need dominance or knowledge of intrinsics. The verifier and the checker
// of the lowering do that.
//
// # Strings
//
// Names and literals are substrings of one string that shares memory with the file's bytes (see
// Scan), so lexing allocates nothing. The bytes handed to Scan must not change afterwards.
//
// # Numbered symbols and types
//
// The symbols `@0` and `%0` (a type) differ from `@"0"` and `%"0"`. The Name of a numbered symbol
// is a NUL byte followed by the digits. No quoted name can equal it, because LLVM forbids NUL in
// names. ir.QuoteName prints such a name without quotes.
//
// # Errors
//
// Inside the package, the parser stops by panicking with a bailout value, so recursive descent
// needs no error returns. Every entry point recovers the bailout and returns the *ir.Error inside.
// No other panic is recovered.
package parse
