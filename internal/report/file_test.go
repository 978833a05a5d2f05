package report_test

import (
	"os"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/explain"
	"github.com/corolower/corolower/internal/report"
)

// TestAdd: a file's coroutines come with their ways and their text, its creations with their places.
func TestAdd(t *testing.T) {
	text, err := os.ReadFile("../../examples/elision.ll")
	if err != nil {
		t.Fatal(err)
	}
	pl, err := driver.Table.Parse(driver.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run("elision.ll", text, &driver.Options{Pipeline: pl, Frames: true})
	if err != nil {
		t.Fatal(err)
	}
	file, order := diag.NewFile("elision.ll", text), explain.Names{}.Add(res)
	p := report.Part{Unit: report.Unit{File: "elision.ll"}}
	p.Add(driver.DefaultPipeline, explain.Coroutines(file, res, order), explain.Creations(file, res, order), true)
	r := report.Merge(driver.DefaultPipeline, "", []report.Part{p})
	if len(r.Coroutines) != 1 || len(r.Creations) != 2 || r.Creations[0].Elided {
		t.Fatalf("%d coroutines, %d creations", len(r.Coroutines), len(r.Creations))
	}
	c := r.Coroutines[0]
	if len(c.Ways) == 0 || len(c.Rows) == 0 || c.Pipeline != driver.DefaultPipeline {
		t.Errorf("%+v", c)
	}
	lines := strings.Split(string(text), "\n")
	if n := len(c.IR.Lines); c.IR.First != c.Line || c.IR.Lines[0] != lines[c.Line-1] || c.IR.Lines[n-1] != "}" || c.IR.Lines[n-2] != lines[c.Line+n-3] {
		t.Errorf("line %d: text from %d, %q to %q", c.Line, c.IR.First, c.IR.Lines[0], c.IR.Lines[n-1])
	}
}
