// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// Pipelines that are cut in two.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/framereport"
)

// TestTwoRunsMakeTheSameFrames lowers programs in one run, and in two, with coro-early in a run of
// its own. Both must make the same frames: what coro-early writes must not hide from a later run
// what a pipeline in one run knows.
func TestTwoRunsMakeTheSameFrames(t *testing.T) {
	frames := 0
	for k, p := range loadPrograms(t) {
		if k%6 != 0 || !p.Wants(22) {
			continue
		}
		level := []string{"-O2", "-O0"}[k/6%2]
		ll := filepath.Join(scratchDir(t, p.Name+".tworuns"), "in.ll")
		if !source(t, p, 22, ll, level) {
			continue
		}
		text, err := os.ReadFile(ll)
		if err != nil {
			t.Fatal(err)
		}
		early := earlyOf(t, text)
		rest := strings.TrimPrefix(plainPasses, "coro-early,")
		for _, passes := range [][2]string{{driver.DefaultPipeline, driver.DefaultPipeline}, {plainPasses, rest}} {
			one, two := framesOf(t, text, passes[0]), framesOf(t, early, passes[1])
			if frames += len(one); len(one) != len(two) {
				t.Errorf("%s %s, %s: %d frames in one run, %d in two", p.Name, level, passes[1], len(one), len(two))
				continue
			}
			for k := range one {
				if !sameLayout(&one[k], &two[k]) {
					t.Errorf("%s %s, %s: the frame of %s has %d bytes in one run, and %s %d in two, or other rows", p.Name,
						level, passes[1], one[k].Function, one[k].Size, two[k].Function, two[k].Size)
				}
			}
		}
	}
	if t.Logf("%d frames", frames); frames < 100 {
		t.Errorf("%d frames were compared", frames)
	}
}

// earlyOf returns what coro-early makes of a module.
func earlyOf(t *testing.T, text []byte) []byte {
	t.Helper()
	pl, err := driver.Table.Parse("coro-early")
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run("in.ll", text, &driver.Options{Pipeline: pl, Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	return res.Bytes()
}

// sameLayout reports whether two frames have the same size, alignment and rows, except for the names
// of values.
func sameLayout(a, b *framereport.Report) bool {
	if a.Function != b.Function || a.Size != b.Size || a.Align != b.Align || len(a.Rows) != len(b.Rows) {
		return false
	}
	for k := range a.Rows {
		if v, w := &a.Rows[k], &b.Rows[k]; v.Offset != w.Offset || v.Size != w.Size || v.Kind != w.Kind {
			return false
		}
	}
	return true
}
