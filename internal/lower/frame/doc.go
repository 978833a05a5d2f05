// Package frame lays out coroutine frames: the fixed fields, where each slot lies, which slots share bytes, and the IR struct that
// spells it. Rewriting, debug info, remarks and reports ask the one Layout that comes out.
//
// It does not know why a value needs a slot, or when: that is given to it.
package frame
