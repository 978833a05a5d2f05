// Package check finds what is wrong with coroutines before anything is rewritten. It asks package
// coro for what a coroutine is and package rule for what is told; it edits nothing, prints nothing
// and decides nothing about output.
package check
