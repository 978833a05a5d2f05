// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/test/ptx/interp"
	"github.com/corolower/corolower/test/sample"
)

// runMain runs kernel @main of a program. Each thread has 256 bytes of output.
func runMain(text string, threads int, loose bool) ([]byte, error) {
	m, err := interp.Parse(text)
	if err != nil {
		return nil, err
	}
	x, err := interp.Load(m, interp.Config{Loose: loose})
	if err != nil {
		return nil, err
	}
	out := x.Alloc(threads*256, 256)
	if err := x.Launch("main", [3]uint32{1, 1, 1}, [3]uint32{uint32(threads), 1, 1}, 0, out); err != nil {
		return nil, err
	}
	return x.Bytes(out, threads*256), nil
}

// forLLC replaces each line that contains `; llc:` with the text after that mark, to avoid bugs of
// llc.
func forLLC(text string) string {
	return regexp.MustCompile(`(?m)^[^;\n]*; llc: `).ReplaceAllString(text, "")
}

// TestPrograms compares the memory that programs write, and assembles them.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ll"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(src)
			theirs, err := llc(t, forLLC(text), "-mcpu=sm_80", "-mattr=+ptx73", "-O0")
			if err != nil {
				t.Fatal(err)
			}
			want, err := runMain(theirs, 64, true)
			if err != nil {
				t.Fatal("llc's: ", err)
			}
			mine, err := ours(t, file, text, driver.PTXOptions{CPU: "sm_80"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := runMain(mine, 64, false)
			if err != nil {
				t.Fatalf("ours: %v\n%s", err, mine)
			}
			for k := range want {
				if got[k] != want[k] {
					t.Errorf("thread %d, byte %d: %#x and not %#x", k/256, k%256, got[k], want[k])
					break
				}
			}
			for _, a := range assemblers {
				for _, cpu := range a.cpus {
					mine, err := ours(t, file, text, driver.PTXOptions{CPU: cpu})
					if err != nil {
						// For a machine that is too old for the program, the error must say so.
						if !older(cpu, 80) || !strings.Contains(err.Error(), " needs sm_") {
							t.Error(err)
						}
						continue
					}
					if cpu != "sm_80" && !sample.Has(file+a.link+cpu, 4) {
						continue
					}
					if err := a.assemble(t, cpu, mine); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}
