// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package live computes the live ranges of the slots in a coroutine's frame: the positions of the
// function at which the content of a slot must be preserved. Two slots whose live ranges do not
// overlap may share their bytes.
//
// It only analyses and never edits. It decides neither which values live in the frame nor at which
// offset.
package live
