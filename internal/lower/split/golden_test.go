// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/test/lowertest"
)

var update = flag.Bool("update", false, "write what comes out as the expected output")

// golden runs fn on the .ll files of a directory of testdata and compares each result with the .out
// file next to it.
func golden(t *testing.T, dir string, fn func(t *testing.T, c *lowertest.Unit, text string) string) {
	files, _ := filepath.Glob(filepath.Join("testdata", dir, "*.ll"))
	if len(files) == 0 {
		t.Fatalf("no files for %s", dir)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ll"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := fn(t, lowertest.Load(t, string(text)), string(text))
			name := strings.TrimSuffix(file, ".ll") + ".out"
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestNormalise checks the form on which the analyses rely: the result is valid, and the shape
// matches it.
func TestNormalise(t *testing.T) {
	golden(t, "normalise", func(t *testing.T, c *lowertest.Unit, _ string) string {
		f := c.M.Funcs[0]
		stale, err := c.Split.Normalise(f)
		if err != nil {
			return ir.AsError(err).Error() + "\n"
		}
		if stale {
			t.Error("the shape is not that of the function any more")
		}
		if l := ir.VerifyFunc(f); len(l) > 0 {
			t.Errorf("broken: %v", l)
		}
		return emit.FuncString(f)
	})
}

// TestSwitchedParts compares each part of a switched-resume coroutine with the expected output when
// it is yielded, and checks that no part changes later.
func TestSwitchedParts(t *testing.T) {
	golden(t, "parts", func(t *testing.T, c *lowertest.Unit, text string) string {
		f := c.M.Funcs[0]
		c.Split.ElideSafeCallees = map[string]bool{f.Name: strings.Contains(text, "coro_elide_safe")}
		r, err := c.Split.Split(f)
		if err != nil {
			return ir.AsError(err).Error() + "\n"
		}
		var parts []*ir.Func
		out := ""
		r.All()
		for _, p := range r.Parts {
			if l := ir.VerifyFunc(p); len(l) > 0 {
				t.Errorf("@%s is broken: %v", p.Name, l)
			}
			parts = append(parts, p)
			out += emit.FuncString(p)
		}
		after := ""
		for _, p := range parts {
			after += emit.FuncString(p)
		}
		if after != out {
			t.Errorf("a part was changed after it was yielded:\n%s", after)
		}
		if l := ir.Verify(c.M); len(l) > 0 {
			t.Errorf("broken: %v", l)
		}
		out = emit.FuncString(f) + out
		for _, g := range c.M.Funcs {
			if g.New && !g.Declared && !slices.Contains(parts, g) {
				out += emit.FuncString(g)
			}
		}
		return out
	})
}

// A caller that drops the bodies gets the same parts.
func TestDroppedParts(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "parts", "*.ll"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if kept, dropped := partsText(t, string(text), false), partsText(t, string(text), true); kept != dropped {
			t.Errorf("%s: kept:\n%s\ndropped:\n%s", file, kept, dropped)
		}
	}
}

// partsText prints the parts of a coroutine, for a caller that keeps their bodies or drops them.
func partsText(t *testing.T, text string, drop bool) (out string) {
	c := lowertest.Load(t, text)
	plan, err := c.Split.Split(c.M.Funcs[0])
	if err != nil {
		t.Fatal(err)
	}
	for k, p := range plan.Parts {
		plan.Make(k)
		if l := ir.VerifyFunc(p); len(l) > 0 {
			t.Errorf("@%s is broken: %v", p.Name, l)
		}
		if out += emit.FuncString(p); drop {
			p.DropBody()
		}
	}
	plan.Finish()
	return out + emit.FuncString(c.M.Funcs[0])
}
