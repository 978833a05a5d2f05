// Package coro knows what a coroutine is, split or not: its coro.id, its suspends and ends, what
// lives across a suspend, and what becomes of the allocas of its body.
//
// It asks and never edits. It builds no frame and knows no pass.
package coro
