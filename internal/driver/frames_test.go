// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	why "github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/target"
	"github.com/corolower/corolower/test/lowertest"
)

// framePipelines are a pipeline with shared storage in frames and one with LLVM's layout.
var framePipelines = []string{"", "coro-early,cgscc(coro-split),coro-cleanup"}

// irFiles returns the paths of the modules in the repository.
func irFiles(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, dir := range []string{"../../test", "../../examples", "../lower"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".ll" {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// frames runs a pipeline and returns the reports on frames; nil if the input has errors.
func frames(t *testing.T, passes, text string) []framereport.Report {
	t.Helper()
	o := &driver.Options{Frames: true, Ways: true, Remarks: true, Jobs: 1, Debug: true}
	if passes != "" {
		o.Pipeline = pipeline(t, passes)
	}
	res, err := driver.Run("test.ll", []byte(text), o)
	if err != nil {
		return nil
	}
	// LLVM's remarks must describe the frame that was chosen. LLVM rounds the size of a frame up to
	// its alignment in the remarks about switched coroutines only.
	sizes := map[string][2]int64{}
	for _, r := range res.Remarks {
		if r.Name != "CoroSplit" {
			continue
		}
		var p [2]int64
		for _, a := range r.Args {
			switch a.Key {
			case "frame_size":
				p[0], _ = strconv.ParseInt(a.Val, 10, 64)
			case "align":
				p[1], _ = strconv.ParseInt(a.Val, 10, 64)
			}
		}
		sizes[r.Function] = p
	}
	for _, r := range res.Frames {
		want, ok := sizes[r.Function]
		if r.ABI != "switched-resume" && want[1] > 0 {
			want[0] = target.AlignTo(want[0], want[1])
		}
		if got := [2]int64{r.Size, r.Align}; !ok ||
			len(r.Suspends) > 0 && got != want {
			t.Errorf("@%s: the report has size and alignment %v, the remark %v", r.Function, got, want)
		}
	}
	if len(sizes) != len(res.Frames) {
		t.Errorf("%d coroutines were split, and %d are reported", len(sizes), len(res.Frames))
	}
	return res.Frames
}

// eachFrame calls look for the reports on all modules of the repository, with each pipeline.
func eachFrame(t *testing.T, look func(name, passes, text string, r *framereport.Report)) {
	t.Helper()
	for _, name := range irFiles(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, passes := range framePipelines {
			list := frames(t, passes, string(text))
			for k := range list {
				look(name, passes, string(text), &list[k])
			}
		}
	}
}

// TestFrameReports checks that a report covers every byte of the frame exactly once, for all
// modules of the repository.
func TestFrameReports(t *testing.T) {
	abis, rules, kinds := map[string]int{}, map[why.Rule]int{}, map[framereport.RowKind]int{}
	eachFrame(t, func(name, passes, _ string, r *framereport.Report) {
		abis[r.ABI]++
		for k := range r.Rows {
			rules[r.Rows[k].Rule]++
			kinds[r.Rows[k].Kind]++
		}
		if err := lowertest.CheckReport(r); err != nil {
			t.Errorf("%s: @%s after '%s': %v", name, r.Function, passes, err)
		}
	})
	t.Log(abis, rules, kinds)
	for _, a := range []string{"switched-resume", "returned-continuation", "returned-continuation-once",
		"returned-continuation-once-dynamic", "async"} {
		if abis[a] < 10 {
			t.Errorf("%d coroutines of the ABI %s", abis[a], a)
		}
	}
	for _, r := range []why.Rule{why.OfABI, why.OfPromise, why.UsedAcross, why.NeverEnds, why.LifeSpans,
		why.EscapesInLoop, why.Escapes, why.UsedBothSides} {
		if rules[r] == 0 {
			t.Errorf("nothing was in a frame because: %s", r)
		}
	}
	for k := framereport.RowField; k <= framereport.RowFrame; k++ {
		if kinds[k] == 0 {
			t.Errorf("no row is a %s", k)
		}
	}
}

// TestFrameFixes checks that each proposed fix makes the frame smaller by the number of bytes in
// the report.
func TestFrameFixes(t *testing.T) {
	fixed := 0
	eachFrame(t, func(name, passes, text string, r *framereport.Report) {
		for k := range r.Rows {
			w := &r.Rows[k]
			if w.Fix == nil || !w.Fix.NoEscape {
				continue
			}
			better, ok := lowertest.Unkept(text, w.Keepers)
			if !ok {
				continue
			}
			fixed++
			for _, after := range frames(t, passes, better) {
				if after.Function == r.Function && after.Size != r.Size-w.Fix.Saves {
					t.Errorf("%s: @%s after '%s': with %%%s not kept the frame has %d bytes, %d before; the report "+
						"says %d fewer", name, r.Function, passes,
						w.Name, after.Size, r.Size, w.Fix.Saves)
				}
			}
		}
	})
	t.Log(fixed, "fixes")
	if fixed < 10 {
		t.Errorf("%d fixes were tried", fixed)
	}
}
