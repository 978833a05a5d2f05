package e2e_test

// What explain frame tells of the frames of real programs.

import (
	"os"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/lowertest"
	"github.com/corolower/corolower/internal/lower/split"
)

// Counters for the line that TestMain prints.
var framesChecked, mendsTried atomic.Int64

// checkFrames holds the report of every frame of a program against what must be true of any, and tries the mends.
func checkFrames(t *testing.T, file, pipeline string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	for _, r := range framesOf(t, text, pipeline) {
		framesChecked.Add(1)
		if err := lowertest.CheckReport(&r); err != nil {
			t.Errorf("%s, the frame of %s after the %s pipeline: %v", keep(file), r.Function, pipeline, err)
		}
		for k := range r.Rows {
			w := &r.Rows[k]
			if w.Mend == nil || !w.Mend.NoEscape {
				continue
			}
			mended, ok := lowertest.Unkept(string(text), w.Keepers)
			if !ok {
				continue
			}
			mendsTried.Add(1)
			for _, after := range framesOf(t, []byte(mended), pipeline) {
				if after.Function == r.Function && after.Size >= r.Size {
					t.Errorf("%s, the frame of %s after the %s pipeline: the mend of row %d (%s) is to save %d of %d bytes, and there are %d then", keep(file),
						r.Function, pipeline, k, w.Name, w.Mend.Saves, r.Size, after.Size)
				}
			}
		}
	}
}

func framesOf(t *testing.T, text []byte, pipeline string) []split.Report {
	t.Helper()
	o := &driver.Options{Frames: true, Jobs: 1}
	if pipeline == plain {
		pl, err := driver.Table.Parse(plainPasses)
		if err != nil {
			t.Fatal(err)
		}
		o.Pipeline = pl
	}
	res, err := driver.Run("in.ll", text, o)
	if err != nil {
		t.Error(err)
		return nil
	}
	return res.Frames
}
