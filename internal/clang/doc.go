// Package clang asks a clang of the machine what it makes of the coroutines of a module: how large
// their frames are, and which allocations it elides. It runs clang's own pipeline over the IR and
// reads the remarks that it leaves.
//
// It knows nothing of what this program makes of them, writes nothing but files of its own that it
// removes, and keeps no code that clang makes.
package clang
