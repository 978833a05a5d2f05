// Package debuginfo reads and builds debug metadata: where functions and instructions are in the
// source, variables, expressions, profile counts; and what a copy of a function has of its own. It
// changes no code.
package debuginfo
