// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package debuginfo reads and builds debug metadata: source locations of functions and
// instructions, variables, expressions and profile counts. It also gives a copy of a function its
// own debug info. It does not change code.
package debuginfo
