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

// TestLimits runs the program with low limits of its process: it ends with a message of its own,
// and not with the runtime's.
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
		// What the runtime reserves before main depends on the machine and on chance, and it ends
		// the program itself if it gets too little: one of these limits has to come to the message.
		{"-v 800000,-v 900000,-v 950000,-v 1000000,-v 1400000", large, "not enough memory: the address space has "},
	} {
		var outputs []string
		reported := false
		for _, limit := range strings.Split(c.limits, ",") {
			cmd := exec.Command("bash", "-c", "ulimit "+limit+" && exec \"$0\" \"$1\" -o /dev/null", binary, c.file)
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
