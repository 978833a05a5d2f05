// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// TestRaces runs programs with threads, before and after lowering, in several orders of the threads. A
// data race is found in each order for those in testdata/races/racy, and in none for the others.
func TestRaces(t *testing.T) {
	files, err := filepath.Glob("testdata/races/*/*.cpp")
	if err != nil || len(files) < 15 {
		t.Fatal(files, err)
	}
	pl, err := driver.Table.Parse("default<O2>")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			ll := filepath.Join(dir, filepath.Base(file)+".ll")
			compile(t, "clang++-22", "-std=c++20", "-w", "-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm",
				file, "-o", ll)
			text, err := os.ReadFile(ll)
			if err != nil {
				t.Fatal(err)
			}
			res, err := driver.Run(ll, text, &driver.Options{Pipeline: pl, Jobs: 1})
			if err != nil {
				t.Fatal(err)
			}
			lowered := ll + ".lowered"
			if err := os.WriteFile(lowered, res.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, ll := range []string{ll, lowered} {
				for seed := range int64(4) {
					got, err := interpret(t, ll, seed)
					switch {
					case strings.Contains(file, "racy"):
						if err == nil || !strings.Contains(err.Error(), "data race: ") {
							t.Errorf("%s with seed %d: exit code %d, error %v, want a data race", ll, seed, got.code, err)
						}
					case err != nil:
						t.Errorf("%s with seed %d: %s", ll, seed, describe(err))
					case got.code != 0:
						t.Errorf("%s with seed %d: exit code %d", ll, seed, got.code)
					}
				}
			}
		})
	}
}
