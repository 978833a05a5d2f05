// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package frame lays out coroutine frames: the fixed fields, the offset of each slot and the reason
// for it, the slots that share bytes, and the IR struct that spells the frame. Rewriting, debug
// info, remarks and reports all read the resulting Layout.
//
// Its callers decide which values need a slot, why, and in which live ranges. The package knows no
// ABI, only that some fields are fixed.
package frame
