// Package debuginfo reads and builds debug metadata: where functions and instructions are in the source, variables, expressions, profile
// counts. It changes no code.
package debuginfo
