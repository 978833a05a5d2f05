// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package split implements the pass coro-split: it builds a coroutine's frame, and splits the
// coroutine into its ramp and its parts.
//
// split.go runs the steps in order. abi.go defines the interface of a coroutine ABI; abi_switch.go
// and its neighbours implement it. The debug_*.go files keep debug info correct: debug_values.go
// preserves the descriptions of variables whose values move to the frame, debug_track.go and
// debug_resume.go repeat them after suspends and end them when they become false, and
// package splitdebug describes the frame itself and labels the resume points. Debug info never changes
// the code or the frame's layout, with one exception: a part with debug info gets a local variable
// that holds its frame pointer.
//
// Package coro defines coroutines and computes the values that are live across suspends. Package
// frame assigns offsets in the frame. Package live computes where the contents of slots are needed.
package split
