// Package live finds where the bytes of what lives in a coroutine's frame are needed: at which
// places of the function the content of a slot has to be what it is. Two slots that are never
// needed at one place may share their bytes.
//
// It asks and never edits. It decides neither what lives in the frame nor where.
package live
