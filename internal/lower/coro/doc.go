// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package coro analyses coroutines, split or not: it finds a coroutine's coro.id, suspends and
// ends, the values that are live across a suspend, and the allocas that must live in the frame.
//
// It only analyses and never edits. It builds no frame and depends on no pass.
package coro
