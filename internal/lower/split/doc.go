// Package split is the pass coro-split: it builds a coroutine's frame and makes the ramp and the other parts of the coroutine.
//
// Debug info goes along: debug_clone.go gives each part a subprogram of its own, debug_values.go keeps variables described whose values
// moved to the frame, debug_frame.go describes the frame itself, debug_label.go names the resume points. It never changes the code or the
// frame's layout, but for the local that holds a part's frame pointer.
//
// What a coroutine is, is asked of package coro; where things lie in the frame, of package frame.
package split
