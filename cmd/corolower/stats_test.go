// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestStatsCases checks that -stats prints the special cases that changed something, that
// -stats-json prints all, and that the counts do not depend on the number of cores.
func TestStatsCases(t *testing.T) {
	file := filepath.Join("..", "..", "examples", "awaits.ll")
	r := command(".", "", nil, "-stats", "-o", "/dev/null", file)
	if !strings.Contains(r.stderr, "       1 inline                 - awaits that never suspend\n") ||
		strings.Contains(r.stderr, "dynamic allocas") {
		t.Errorf("got\n%s", r.stderr)
	}
	one := command(".", "", nil, "-stats-json", "-j", "1", "-o", "/dev/null", file).stderr
	if !strings.Contains(one, `"coro-split.coroutines with dynamic allocas": 0`) {
		t.Errorf("got\n%s", one)
	}
	if four := command(".", "", nil, "-stats-json", "-j", "4", "-o", "/dev/null", file).stderr; four != one {
		t.Errorf("on four cores\n%s\non one\n%s", four, one)
	}
}
