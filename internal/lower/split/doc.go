// Package split is the pass coro-split: it builds a coroutine's frame and makes the ramp and the
// other parts of the coroutine.
//
// split.go is the line of steps; abi.go is the interface of a coroutine ABI, and abi_switch.go with
// its neighbours is one. Debug info goes along: debug_values.go keeps variables described whose
// values moved to the frame, debug_track.go and debug_resume.go describe them behind suspends and
// end what is true no more, debug_frame.go describes the frame itself, debug_label.go names the
// resume points. It never changes the code or the frame's layout, but for the local that holds a
// part's frame pointer.
//
// What a coroutine is, and what lives across its suspends, is asked of package coro; where things
// lie in the frame, of package frame; where their content is needed, of package live.
package split
