// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build linux

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLimits runs the program with low limits of its process. It must end with its own message, not
// with one of the runtime.
func TestLimits(t *testing.T) {
	small, large := filepath.Join(t.TempDir(), "small.ll"), filepath.Join(t.TempDir(), "large.ll")
	text := "define void @f() {\n  ret void\n}\n"
	for name, n := range map[string]int{small: 1, large: 400_000} {
		if err := os.WriteFile(name, []byte(strings.Repeat(text, n)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ limits, file, want string }{
		{"-n 4", small, "are needed ('ulimit -n')"},
		{"-n 5", small, "are needed ('ulimit -n')"},
		{"-n 6", small, "are needed ('ulimit -n')"},
		// The address space that the runtime reserves before main varies, and the runtime ends the
		// program with its own message if it gets too little. So it suffices if one of these limits
		// leads to the program's message.
		{"-v 800000,-v 900000,-v 950000,-v 1000000,-v 1400000", large, "not enough memory: the address space has "},
	} {
		var outputs []string
		reported := false
		for _, limit := range strings.Split(c.limits, ",") {
			// Files that the test inherited would count.
			cmd := exec.Command("bash", "-c", "exec 3>&- 4>&- 5>&- 6>&- 7>&-; ulimit "+limit+" && exec \"$0\" \"$1\" -o /dev/null",
				binary, c.file)
			out, err := cmd.CombinedOutput()
			outputs = append(outputs, fmt.Sprintf("%s: %v\n%s", limit, err, out))
			reported = err != nil && strings.Contains(string(out), c.want) && strings.Count(string(out), "\n") == 1
			if reported || !strings.Contains(string(out), "fatal error: ") {
				break
			}
		}
		if !reported {
			t.Errorf("ulimit %swant one line with %q", strings.Join(outputs, "ulimit "), c.want)
		}
	}
}
