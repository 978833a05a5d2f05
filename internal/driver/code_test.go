// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"os"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// TestCodeSizes compares the sizes of functions in reports with the printed output, over all
// modules of the repository. A function that the output does not define has size 0.
func TestCodeSizes(t *testing.T) {
	checked, parts := 0, 0
	for _, path := range irFiles(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, passes := range framePipelines {
			o := &driver.Options{Frames: true, Jobs: 1}
			if passes != "" {
				o.Pipeline = pipeline(t, passes)
			}
			res, err := driver.Run("test.ll", text, o)
			if err != nil || len(res.Frames) == 0 {
				continue
			}
			have := printedSizes(t, path, res.Bytes())
			for k := range res.Frames {
				r := &res.Frames[k]
				checked++
				if r.Instrs != have[r.Function] {
					t.Errorf("%s, %q: '%s' has %d instructions, the report says %d", path, passes, r.Function,
						have[r.Function], r.Instrs)
				}
				for _, p := range r.Parts {
					parts++
					if p.Instrs != have[p.Name] {
						t.Errorf("%s, %q: '%s' has %d instructions, the report says %d", path, passes, p.Name,
							have[p.Name], p.Instrs)
					}
				}
			}
		}
	}
	if checked < 100 || parts < 200 {
		t.Errorf("compared only %d coroutines with %d parts", checked, parts)
	}
}

// printedSizes returns the sizes of the functions that a module defines.
func printedSizes(t *testing.T, path string, text []byte) map[string]int {
	t.Helper()
	m, err := parse.Module(path, text)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	sizes := map[string]int{}
	for _, f := range m.Funcs {
		if !f.Declared {
			sizes[f.Name] = ir.CodeSize(f)
		}
	}
	return sizes
}
