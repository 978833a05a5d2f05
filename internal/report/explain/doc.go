// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package explain describes coroutines: the contents of their frames with the reason for each
// value, the paths from one suspend to the next, and why allocations were not elided. It holds the
// wording for people, and the model that the JSON output, a project's report and the comparison of
// two reports share.
//
// It computes no facts: the passes found them, and the driver's result contains them. It lays out
// no tables, knows no terminal, and writes no output.
package explain
