// Package ir is the representation of LLVM IR that every pass of corolower works on: modules,
// functions, blocks, instructions, types, constants, attributes and metadata, with exact use lists
// for local values.
//
// What it does: hold IR without losing a word of it, edit it through setters that keep use lists
// exact, clone it, answer CFG and dominance questions, and verify it.
//
// What it does not do: it knows no text format (internal/parse reads, internal/emit prints), no
// target facts (internal/target) and no pass. It imports only the standard library.
//
// # Units
//
// A Module is a *unit*: the part of a source file that is looked at together, never necessarily all
// of it. Symbols, named types, attribute groups and metadata of the file are looked up on demand
// through the module's Source. A pipeline that works function by function gives each function a
// unit of its own, so that units need no locks and die with their function; a whole-module pass
// holds one unit for the file. Whatever a pass adds (functions, globals, types, metadata) hangs on
// the unit and is merged by the driver in source order.
//
// # Ownership
//
// Types and simple constants are interned per unit: equality is pointer equality. Aux payloads,
// attribute sets and metadata references are immutable and shared between clones: replace them,
// never edit them in place (PhiAux is the one exception).
package ir
