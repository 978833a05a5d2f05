// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt_test

// Errors planted in the scalar passes. The generated functions must find each of them.

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/corolower/corolower/test/hard/run"
)

var (
	planted = flag.Bool("planted", false, "look for the errors of the table")
	skipped = flag.Int("behind", 0, "the first errors of the table that are left out")
)

// TestPlants verifies that each error can be planted. With -planted, it verifies that the generated
// functions find each error that has no test of its own.
func TestPlants(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range run.ScalarPlants {
		if err := p.Check(root); err != nil {
			t.Error(err)
		}
	}
	if !*planted {
		return
	}
	found := regexp.MustCompile(`modules from (\d+) on: (.*)`)
	for _, p := range run.ScalarPlants[*skipped:] {
		if p.Test != "" {
			continue
		}
		overlay, err := p.Overlay(root, t.TempDir())
		if err != nil {
			t.Error(err)
			continue
		}
		bin := filepath.Join(t.TempDir(), "planted.test")
		if out, err := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", bin,
			".").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", p.Name, err, out)
			continue
		}
		out, _ := exec.Command(bin, "-test.run", "TestPasses$", "-modules", "3000", "-native", "0",
			"-stop").CombinedOutput()
		os.Remove(bin)
		if m := found.FindSubmatch(out); m != nil {
			t.Logf("%-14s found in modules %s to +%d: %s (%s)", p.Name, m[1], perProgram-1,
				bytes.TrimSpace(m[2][:min(len(m[2]), 110)]), p.Does)
		} else {
			t.Errorf("%-14s NOT FOUND (%s)\n%s", p.Name, p.Does, out[:min(len(out), 600)])
		}
	}
}
