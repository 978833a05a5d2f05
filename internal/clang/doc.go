// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package clang runs an installed clang to learn its results for the coroutines of a module: the
// sizes of their frames, and the allocations that it elides. It runs clang's own pipeline over the
// IR and reads the optimization remarks.
//
// It knows nothing of corolower's own results, writes only temporary files, and discards the code
// that clang generates.
package clang
