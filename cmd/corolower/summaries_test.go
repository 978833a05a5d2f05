// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"os"
	"strings"
	"testing"
)

// TestSummaryFiles checks that a file of summaries that never ends is refused, and that cc, which
// compiles mostly units without coroutines, reads the files only when a unit needs them.
func TestSummaryFiles(t *testing.T) {
	const endless = "/dev/zero"
	if _, err := os.Stat(endless); err != nil {
		t.Skip(err) // a system without it
	}
	fl := &elideFlags{summaries: []string{endless}}
	if _, err := fl.options(); err == nil || !strings.Contains(err.Error(), "has more than 256 MB") {
		t.Error(err)
	}
	if _, err := fl.bounds(); err != nil {
		t.Error(err)
	}
}
