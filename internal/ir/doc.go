// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package ir is the representation of LLVM IR that every pass of corolower works on: modules,
// functions, blocks, instructions, types, constants, attributes and metadata, with exact use lists
// for local values.
//
// The package holds IR without losing a word of it, edits it through setters that keep use lists
// exact, clones it, answers CFG and dominance queries, and verifies it.
//
// It contains no text format (internal/parse reads, internal/emit prints), no target facts
// (internal/target) and no pass. It imports only the standard library.
//
// # Units
//
// A Module is a *unit*: the part of a source file that is processed together, which need not be the
// whole file. The module's Source loads symbols, named types, attribute groups and metadata of the
// file on demand. A pipeline that works function by function gives each function a unit of its own,
// so units need no locks and are freed with their function. A whole-module pass holds one unit for
// the file. Functions, globals, types and metadata that a pass adds belong to the unit, and the
// driver merges them in source order.
//
// # Ownership
//
// Types and simple constants are interned per unit, so equality is pointer equality. Aux payloads,
// attribute sets and metadata references are immutable and shared between clones: replace them,
// never edit them in place (PhiAux is the one exception).
package ir
