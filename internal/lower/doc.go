// Package lower rewrites coroutines into state machines: one file a pass (early, split, cleanup,
// cond), and what they share.
//
// It works on one function of a unit at a time and changes nothing outside the unit. What it adds
// (resume functions, tables, types, metadata) hangs on the unit, and the driver puts it into the
// output in the order of the source.
//
// It knows no text format, prints nothing and decides nothing about the command line. The names of
// steps follow LLVM's lib/Transforms/Coroutines, so that a reader can hold the two side by side;
// docs/architecture.md tells where the algorithms differ.
package lower
