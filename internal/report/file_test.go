// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// TestAdd checks that a file's coroutines include their paths and text, and its creations their
// positions.
func TestAdd(t *testing.T) {
	text, err := os.ReadFile("../../examples/elision.ll")
	if err != nil {
		t.Fatal(err)
	}
	pl, err := driver.Table.Parse(driver.DefaultPipeline)
	if err != nil {
		t.Fatal(err)
	}
	res, err := driver.Run("elision.ll", text, &driver.Options{Pipeline: pl, Frames: true, Ways: true})
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
	if n := len(c.IR.Lines); c.IR.First != c.Line || c.IR.Lines[0] != lines[c.Line-1] ||
		c.IR.Lines[n-1] != "}" || c.IR.Lines[n-2] != lines[c.Line+n-3] {
		t.Errorf("line %d: text from %d, %q to %q", c.Line, c.IR.First, c.IR.Lines[0], c.IR.Lines[n-1])
	}
}

// TestProfile checks that coroutines and creations include the profile's counts of function entries
// and reached blocks.
func TestProfile(t *testing.T) {
	text, err := os.ReadFile("../../examples/elision.ll")
	if err != nil {
		t.Fatal(err)
	}
	ll := strings.NewReplacer(
		"@count_up(i32 %n) presplitcoroutine {", "@count_up(i32 %n) presplitcoroutine !prof !10 {",
		"define void @first_three() {\nentry:\n", "define void @first_three() !prof !11 {\nentry:\n",
		"define void @first_positive(i32 %from) {\nentry:\n", "define void @first_positive(i32 %from) !prof !12 {\n"+
			"entry:\n  %odd = trunc i32 %from to i1\n"+
			"  br i1 %odd, label %create, label %enough, !prof !13\ncreate:\n").Replace(string(text)) +
		"!10 = !{!\"function_entry_count\", i64 900}\n!11 = !{!\"function_entry_count\", i64 7}\n" +
		"!12 = !{!\"function_entry_count\", i64 1000}\n" +
		"!13 = !{!\"branch_weights\", i32 1, i32 3}\n"
	res, err := driver.Run("elision.ll", []byte(ll), &driver.Options{Frames: true, Ways: true})
	if err != nil {
		t.Fatal(err)
	}
	file, order := diag.NewFile("elision.ll", []byte(ll)), explain.Names{}.Add(res)
	var p report.Part
	p.Add(driver.DefaultPipeline, explain.Coroutines(file, res, order), explain.Creations(file, res, order), false)
	var got []uint64
	for _, n := range []*uint64{p.Coroutines[0].Hits, p.Creations[0].Hits, p.Creations[1].Hits} {
		if n == nil {
			t.Fatalf("no count in\n%s", ll)
		}
		got = append(got, *n)
	}
	if want := []uint64{900, 7, 250}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}
