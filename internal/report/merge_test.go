// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"reflect"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
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

// TestMerge checks that entries that several units have from one header are listed once, and all
// others separately.
func TestMerge(t *testing.T) {
	created := func(line int, elided bool, n *uint64) report.Creation {
		c := report.Creation{Hits: n}
		c.Callee, c.Caller, c.Source, c.Elided = "f", "main", at("h.h", line), elided
		return c
	}
	parts := []report.Part{
		{
			Unit: report.Unit{File: "b.cpp"},
			Coroutines: []report.Coroutine{coroutine("f", "h.h", 3, 64), coroutine("g", "", 0, 16),
				coroutine("local", "b.cpp", 9, 8), coroutine("seen", "", 0, 24)},
			Creations: []report.Creation{created(7, true, nil), created(8, false, hits(2)), created(9, false, nil)},
			Findings: []report.Finding{{Rule: "r", Message: "m", Source: at("h.h", 5)},
				{Rule: "r", Message: "m", Line: 5}},
		},
		{
			Unit: report.Unit{File: "a.cpp"},
			Coroutines: []report.Coroutine{coroutine("f", "h.h", 3, 48), coroutine("g", "", 0, 16),
				coroutine("local", "a.cpp", 9, 8), coroutine("seen", "", 0, 24)},
			Creations: []report.Creation{created(8, false, hits(3)), created(7, false, hits(9))},
			Findings: []report.Finding{{Rule: "r", Message: "m", Source: at("h.h", 5)},
				{Rule: "r", Message: "m", Line: 5}},
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
	want := []row{{"f", 64, []int{0, 1}, []int64{48, 64}}, {"seen", 24, []int{0, 1}, nil}, {"g", 16, []int{0}, nil},
		{"g", 16, []int{1}, nil}, {"local", 8, []int{0}, nil}, {"local", 8, []int{1}, nil}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("coroutines\n%v\nwant\n%v", got, want)
	}
	var lines []int
	for _, c := range r.Creations {
		lines = append(lines, c.Source.Line)
	}
	if want := []int{7, 8, 9, 7}; !reflect.DeepEqual(lines, want) { // 9 times, 3+2 times, unknown, elided
		t.Errorf("creations at %v, want %v", lines, want)
	}
	if c := r.Creations[1]; c.Hits == nil || *c.Hits != 3 || len(c.Units) != 2 {
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

// TestMergeCounts checks that the counts of a function that each unit has for itself add up, and
// that any other function has the program's count in every unit.
func TestMergeCounts(t *testing.T) {
	for _, local := range []bool{false, true} {
		c := coroutine("f", "h.h", 3, 64)
		c.Local, c.Hits = local, hits(5)
		e := report.Creation{Hits: hits(5)}
		e.Local, e.Source = local, at("h.h", 3)
		p := report.Part{Coroutines: []report.Coroutine{c}, Creations: []report.Creation{e}}
		r := report.Merge("", "", []report.Part{p, p})
		want := map[bool]uint64{false: 5, true: 10}[local]
		if got := *r.Coroutines[0].Hits; got != want {
			t.Errorf("local %v: entered %d times, want %d", local, got, want)
		}
		if got := *r.Creations[0].Hits; got != want {
			t.Errorf("local %v: reached %d times, want %d", local, got, want)
		}
	}
}

// TestMergeLambdas checks that lambdas of a header are matched although their numbers differ
// between units, and that two on one line stay two.
func TestMergeLambdas(t *testing.T) {
	part := func(file string, names ...string) report.Part {
		p := report.Part{Unit: report.Unit{File: file}}
		for k, n := range names {
			p.Coroutines = append(p.Coroutines, coroutine(n, "h.h", 3, int64(16*(k+1))))
		}
		return p
	}
	r := report.Merge("", "", []report.Part{part("a", "_ZNK3$_0clEv", "_ZNK3$_1clEv"), part("b", "_ZNK3$_9clEv",
		"_ZNK4$_10clEv")})
	if len(r.Coroutines) != 2 || len(r.Coroutines[0].Units) != 2 ||
		r.Coroutines[0].Size != 32 || r.Coroutines[0].Sizes != nil {
		t.Errorf("%+v", r.Coroutines)
	}
	if r = report.Merge("", "", []report.Part{part("a", "_ZL1fv.__uniq.123"),
		part("b", "_ZL1fv.__uniq.45")}); len(r.Coroutines) != 1 {
		t.Errorf("%+v", r.Coroutines)
	}
}

// TestMergeSettings checks that settings that all units share are stated once.
func TestMergeSettings(t *testing.T) {
	parts := []report.Part{{Unit: report.Unit{File: "a", Pipeline: "p", Compiler: "c"}},
		{Unit: report.Unit{File: "b", Pipeline: "p", Compiler: "d"}}}
	r := report.Merge("", "", parts)
	if r.Pipeline != "p" || r.Units[0].Pipeline != "" || r.Compiler != "" || r.Units[1].Compiler != "d" {
		t.Errorf("%+v", r)
	}
	parts[1].Unit.Pipeline = "q"
	if r := report.Merge("", "", parts); r.Pipeline != "p q" || r.Units[1].Pipeline != "q" {
		t.Errorf("%+v", r)
	}
}

// TestParts checks that merging reports of some units each yields the report of all.
func TestParts(t *testing.T) {
	var parts []report.Part
	for k, file := range []string{"a", "b", "c", "d"} {
		p := report.Part{Unit: report.Unit{File: file, Pipeline: "p", Compiler: "c"},
			Coroutines: []report.Coroutine{coroutine("f", "h.h", 3, int64(16+k%3)), coroutine(file, file, 1, 8)}}
		p.Creations = []report.Creation{{}}
		p.Creations[0].Source, p.Creations[0].Elided = at("h.h", 5), k == 1
		p.Findings = []report.Finding{{Rule: "r", Source: at("h.h", 1+k/2)}}
		p.Sources = []report.Source{{File: "h.h", Text: report.Text{First: k, Lines: []string{"one", "two"}}}}
		parts = append(parts, p)
	}
	all := report.Merge("", "", parts)
	if n := len(all.Sources); n != 1 || len(all.Sources[0].Lines) != 5 {
		t.Errorf("sources %+v", all.Sources)
	}
	some := append(report.Merge("", "", parts[2:]).Parts(), report.Merge("", "", parts[:2]).Parts()...)
	if again := report.Merge("", "", some); !reflect.DeepEqual(again, all) {
		t.Errorf("%+v\nand\n%+v", again, all)
	}
}

// TestEachSource checks that EachSource finds every position in a part, also in fields that are
// added to the model later.
func TestEachSource(t *testing.T) {
	var p report.Part
	n := fill(reflect.ValueOf(&p).Elem(), 0)
	seen := map[*explain.Source]bool{}
	p.EachSource(func(s *explain.Source) { seen[s] = true })
	if len(seen) != n || n < 12 {
		t.Errorf("%d places of %d", len(seen), n)
	}
}

// fill gives slices one element and pointers a value, and counts source positions.
func fill(v reflect.Value, depth int) (n int) {
	switch v.Kind() {
	case reflect.Struct:
		for k := range v.NumField() {
			n += fill(v.Field(k), depth)
		}
	case reflect.Slice:
		if depth < 7 { // rows can hold rows
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			n += fill(v.Index(0), depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		n += fill(v.Elem(), depth)
		if v.Type() == reflect.TypeFor[*explain.Source]() {
			n++
		}
	}
	return n
}

// TestMergeTwice checks that of two with one name in a unit the larger counts, and that the sizes
// of all units stay correct.
func TestMergeTwice(t *testing.T) {
	part := func(file string, sizes ...int64) report.Part {
		p := report.Part{Unit: report.Unit{File: file}}
		for _, n := range sizes {
			p.Coroutines = append(p.Coroutines, coroutine("f", "h.h", 3, n))
		}
		return p
	}
	for _, c := range []struct {
		parts []report.Part
		size  int64
		sizes []int64
	}{
		{[]report.Part{part("a", 8, 16)}, 16, nil},
		{[]report.Part{part("a", 16, 8), part("b", 16)}, 16, nil},
		{[]report.Part{part("a", 8), part("b", 8, 16)}, 16, []int64{8, 16}},
		{[]report.Part{part("a", 32), part("b", 8, 16, 8)}, 32, []int64{32, 16}},
		{[]report.Part{part("a", 8, 8), part("b", 8, 8), part("c", 24)}, 24, []int64{8, 8, 24}},
	} {
		r := report.Merge("", "", c.parts)
		if got := r.Coroutines[0]; len(r.Coroutines) != 1 || got.Size != c.size || !reflect.DeepEqual(got.Sizes,
			c.sizes) || len(got.Units) != len(c.parts) {
			t.Errorf("%d coroutines, %d bytes, %v, units %v; want %d bytes, %v", len(r.Coroutines), got.Size, got.Sizes,
				got.Units, c.size, c.sizes)
		}
	}
}
