package report_test

import (
	"reflect"
	"testing"

	"github.com/corolower/corolower/internal/explain"
	"github.com/corolower/corolower/internal/report"
)

func at(file string, line int) *explain.Source {
	if line == 0 {
		return nil
	}
	return &explain.Source{File: file, Line: line}
}

func coroutine(name, file string, line int, size int64) report.Coroutine {
	c := report.Coroutine{}
	c.Function, c.Source, c.Size, c.File, c.Local = name, at(file, line), size, "unit.ll", name == "g"
	return c
}

func hits(n uint64) *uint64 { return &n }

// TestMerge: what several units have from one header is listed once, and nothing else is.
func TestMerge(t *testing.T) {
	created := func(line int, elided bool, n *uint64) report.Creation {
		c := report.Creation{Hits: n}
		c.Callee, c.Caller, c.Source, c.Elided = "f", "main", at("h.h", line), elided
		return c
	}
	parts := []report.Part{
		{
			Unit:       report.Unit{File: "b.cpp"},
			Coroutines: []report.Coroutine{coroutine("f", "h.h", 3, 64), coroutine("g", "", 0, 16), coroutine("local", "b.cpp", 9, 8), coroutine("seen", "", 0, 24)},
			Creations:  []report.Creation{created(7, true, nil), created(8, false, hits(2)), created(9, false, nil)},
			Findings:   []report.Finding{{Rule: "r", Message: "m", Source: at("h.h", 5)}, {Rule: "r", Message: "m", Line: 5}},
		},
		{
			Unit:       report.Unit{File: "a.cpp"},
			Coroutines: []report.Coroutine{coroutine("f", "h.h", 3, 48), coroutine("g", "", 0, 16), coroutine("local", "a.cpp", 9, 8), coroutine("seen", "", 0, 24)},
			Creations:  []report.Creation{created(8, false, hits(3)), created(7, false, hits(9))},
			Findings:   []report.Finding{{Rule: "r", Message: "m", Source: at("h.h", 5)}, {Rule: "r", Message: "m", Line: 5}},
		},
		{Unit: report.Unit{File: "c.cpp", Failed: "no such header"}},
	}
	r := report.Merge("default<O2>", "clang", parts)
	type row struct {
		name  string
		size  int64
		units []int
		sizes []int64
	}
	var got []row
	for _, c := range r.Coroutines {
		got = append(got, row{c.Function, c.Size, c.Units, c.Sizes})
	}
	want := []row{{"f", 64, []int{0, 1}, []int64{48, 64}}, {"seen", 24, []int{0, 1}, nil}, {"g", 16, []int{0}, nil}, {"g", 16, []int{1}, nil}, {"local", 8, []int{0}, nil}, {"local", 8, []int{1}, nil}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("coroutines\n%v\nwant\n%v", got, want)
	}
	var lines []int
	for _, c := range r.Creations {
		lines = append(lines, c.Source.Line)
	}
	if want := []int{7, 8, 9, 7}; !reflect.DeepEqual(lines, want) { // 9 times, 3+2 times, nobody knows, elided
		t.Errorf("creations at %v, want %v", lines, want)
	}
	if c := r.Creations[1]; c.Hits == nil || *c.Hits != 5 || len(c.Units) != 2 {
		t.Errorf("the creation of both units: %v %v", c.Hits, c.Units)
	}
	if len(r.Findings) != 3 {
		t.Errorf("%d findings, want 3", len(r.Findings))
	}
	if len(r.Units) != 3 || r.Units[0].File != "a.cpp" || r.Units[2].Failed == "" {
		t.Errorf("units %v", r.Units)
	}
	parts[0], parts[2] = parts[2], parts[0]
	if again := report.Merge("default<O2>", "clang", parts); !reflect.DeepEqual(again, r) {
		t.Errorf("another order of units, another report:\n%+v\nand\n%+v", again, r)
	}
}
