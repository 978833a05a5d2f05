// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build linux

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLimits runs the program with few files to open. It must end with its own message, not
// with one of the runtime.
func TestLimits(t *testing.T) {
	small := filepath.Join(t.TempDir(), "small.ll")
	if err := os.WriteFile(small, []byte("define void @f() {\n  ret void\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, limit := range []string{"-n 4", "-n 5", "-n 6"} {
		// Files that the test inherited would count.
		cmd := exec.Command("bash", "-c", "exec 3>&- 4>&- 5>&- 6>&- 7>&-; ulimit "+limit+" && exec \"$0\" \"$1\" -o /dev/null",
			binary, small)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "are needed ('ulimit -n')") || strings.Count(string(out), "\n") != 1 {
			t.Errorf("ulimit %s: %v\n%s", limit, err, out)
		}
	}
}
