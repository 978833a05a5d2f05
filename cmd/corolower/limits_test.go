//go:build linux

package main_test

import (
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
	for _, c := range []struct{ limit, file, want string }{
		{"-n 4", small, "are needed ('ulimit -n')"},
		{"-n 5", small, "are needed ('ulimit -n')"},
		{"-n 6", small, "are needed ('ulimit -n')"},
		{"-v 800000", large, "not enough memory: the address space has "},
	} {
		cmd := exec.Command("bash", "-c", "ulimit "+c.limit+" && exec \"$0\" \"$1\" -o /dev/null", binary, c.file)
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("ulimit %s: %v\n%s\nwant one line with %q", c.limit, err, out, c.want)
		}
	}
}
