// Package explain is what is told of coroutines: what their frames are made of and why, by which
// ways they come from one suspend to the next, and why their allocations stayed. It has the words
// for people, and the model that JSON, the report of a project and its comparison share.
//
// It finds nothing out: the passes did, and the driver's result brings it. It lays out no tables,
// knows no terminal, and writes nothing.
package explain
