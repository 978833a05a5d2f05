// Package frame lays out coroutine frames: the fixed fields, where each slot lies and why it is
// there, which slots share bytes, and the IR struct that spells it. Rewriting, debug info, remarks
// and reports ask the one Layout that comes out.
//
// It finds neither what needs a slot nor why nor when: that is given to it. It knows no ABI, only
// that some fields are fixed.
package frame
