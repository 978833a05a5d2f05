// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package lower rewrites coroutines into state machines. It has one file for each pass (early,
// split, cleanup, cond), and the code that they share.
//
// It works on one function of a unit at a time and changes nothing outside the unit. What it adds
// (resume functions, tables, types, metadata) belongs to the unit, and the driver puts it into the
// output in the order of the source.
//
// It knows no text format, prints nothing and does not know the command line. The names of its
// steps follow LLVM's lib/Transforms/Coroutines, so that a reader can compare the two;
// docs/architecture.md explains where the algorithms differ.
package lower
