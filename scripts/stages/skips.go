// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import "strings"

// expected has the skips that CI accepts: a part of "TEST: REASON", and why the test need not run.
var expected = map[string]string{
	" Fuzz":                              "a seed that the target's property does not cover",
	": not printed by LLVM":              "a file in a form that LLVM reads and does not write",
	"COROLOWER_SWIFT names no directory": "the modules of a Swift compiler are not part of the repository",
	"left to make nightly: it compiles":  "the whole program for WebAssembly, a minute of processor time for one page",
	"for another target (":               "CI installs the cross compilers of two targets, the nightly run those of four",
	"no lsprotocol of PyPI":              "machines without a network lack it; the session itself is tested",
	" TestBazel: ":                       "only Debian has a package of Bazel",
	" TestPerf: ":                        "perf belongs to the kernel, and needs a permission; TestRunning reads its format",
}

// mayBeSkipped reports whether CI accepts that a test did not run.
func mayBeSkipped(s skip) bool {
	for part := range expected {
		if strings.Contains(s.test+": "+s.reason, part) {
			return true
		}
	}
	return false
}
