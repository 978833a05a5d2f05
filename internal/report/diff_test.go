// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// randomReport returns a report with coroutines and creations of few names, so that many have the
// same, in several files.
func randomReport(rng *rand.Rand) *report.Report {
	r := &report.Report{Version: report.Version}
	for range 1 + rng.Intn(4) {
		u := report.Unit{File: fmt.Sprintf("%c.cpp", 'a'+rng.Intn(3))}
		if rng.Intn(4) == 0 {
			u.Failed = "no such header"
		}
		r.Units = append(r.Units, u)
	}
	names := []string{"f", "_Z1gv", "_ZZ4mainENK3$_0clEv", "_ZZ4mainENK3$_1clEv", "_ZZ1fvENKUlvE_clEv",
		"_ZZ1fvENKUlvE0_clEv"}
	name := func() string { return names[rng.Intn(len(names))] }
	file := func() string { return []string{"", "a.cpp", "b.cpp", "h.h"}[rng.Intn(4)] }
	place := func() *explain.Source {
		if f := file(); f != "" {
			return at(f, 1+rng.Intn(9))
		}
		return nil
	}
	units := func() []int {
		if rng.Intn(3) == 0 {
			return nil
		}
		return []int{rng.Intn(len(r.Units))}
	}
	for range rng.Intn(8) {
		c := report.Coroutine{Units: units()}
		c.Function, c.Source, c.Size, c.Local = name(), place(), int64(8*rng.Intn(4)), rng.Intn(2) == 0
		for range rng.Intn(3) {
			w := explain.Row{Kind: "object", Name: fmt.Sprintf("%c%d", 'x'+rng.Intn(2), rng.Intn(3)),
				Size: int64(rng.Intn(3)), What: "row"}
			c.Rows = append(c.Rows, w)
		}
		r.Coroutines = append(r.Coroutines, c)
	}
	for range rng.Intn(8) {
		c := report.Creation{Units: units()}
		c.Variable = []string{"", "a", "b"}[rng.Intn(3)]
		c.Caller, c.Callee, c.Source, c.Elided, c.Local = name(), name(), place(), rng.Intn(2) == 0, rng.Intn(2) == 0
		if !c.Elided {
			c.Reason = &explain.Reason{Kind: []string{"k", "l"}[rng.Intn(2)], Message: "m"}
		}
		r.Creations = append(r.Creations, c)
	}
	for range rng.Intn(6) {
		r.Findings = append(r.Findings, report.Finding{Rule: "r", Message: []string{"%1 is m", "%2 is m",
			"n"}[rng.Intn(3)], Source: place(), Units: units()})
	}
	return r
}

// mirrored returns the comparison in the other direction, in words: the differences, without the
// new report's positions and names.
func mirrored(d *report.Diff, back bool) []string {
	turn := map[report.Change]report.Change{}
	for _, p := range [][2]report.Change{{report.Grew, report.Shrank}, {report.New, report.Gone},
		{report.Missed, report.Elided}, {report.Fails, report.Fixed}} {
		turn[p[0]], turn[p[1]] = p[1], p[0]
	}
	change := func(c report.Change) report.Change {
		if back {
			return turn[c]
		}
		return c
	}
	size := func(a, b *int64) string {
		if back {
			a, b = b, a
		}
		text := func(p *int64) any {
			if p == nil {
				return nil
			}
			return *p
		}
		return fmt.Sprint(text(a), text(b))
	}
	var out []string
	for _, c := range d.Coroutines {
		line := fmt.Sprint(change(c.Change), size(c.OldSize, c.NewSize), c.Failed)
		var rows []string
		for _, w := range c.Rows {
			if back {
				w.Old, w.New = w.New, w.Old
			}
			rows = append(rows, fmt.Sprint(w))
		}
		slices.Sort(rows)
		stem, _ := explain.Stem(c.Function)
		out = append(out, line+stem+fmt.Sprint(rows))
	}
	for _, c := range d.Creations {
		stem, _ := explain.Stem(c.Callee)
		out = append(out, fmt.Sprint("creation", change(c.Change), stem, c.Failed))
	}
	for _, c := range d.Findings {
		out = append(out, fmt.Sprint("finding", change(c.Change), c.At, c.Message, c.Failed))
	}
	for _, c := range d.Units {
		out = append(out, fmt.Sprint("unit", change(c.Change), c.File, c.Failed))
	}
	slices.Sort(out)
	return out
}

// TestCompareProperties checks that a report does not differ from itself, in whatever order its
// lists are and if lines move, and that a comparison in the other direction has the opposite
// changes.
func TestCompareProperties(t *testing.T) {
	changes := 0
	for seed := range int64(400) {
		rng := rand.New(rand.NewSource(seed))
		a, b := randomReport(rng), randomReport(rng)
		if d := report.Compare(a, a); !d.Empty() {
			t.Fatalf("seed %d: a report differs from itself: %+v", seed, d)
		}
		down := func(s *explain.Source) *explain.Source {
			if s == nil {
				return nil
			}
			moved := *s
			moved.Line += 10
			return &moved
		}
		moved := *a
		moved.Coroutines, moved.Creations, moved.Findings = slices.Clone(a.Coroutines),
			slices.Clone(a.Creations), slices.Clone(a.Findings)
		for k := range moved.Coroutines {
			moved.Coroutines[k].Source = down(moved.Coroutines[k].Source)
		}
		for k := range moved.Creations {
			moved.Creations[k].Source = down(moved.Creations[k].Source)
		}
		for k := range moved.Findings {
			moved.Findings[k].Source = down(moved.Findings[k].Source)
		}
		rng.Shuffle(len(moved.Coroutines), func(i, j int) {
			moved.Coroutines[i],
				moved.Coroutines[j] = moved.Coroutines[j], moved.Coroutines[i]
		})
		rng.Shuffle(len(moved.Creations), func(i, j int) {
			moved.Creations[i], moved.Creations[j] = moved.Creations[j],
				moved.Creations[i]
		})
		if d := report.Compare(a, &moved); !d.Empty() {
			t.Fatalf("seed %d: lines that move are a difference: %+v", seed, d)
		}
		there, back := mirrored(report.Compare(a, b), false), mirrored(report.Compare(b, a), true)
		if !reflect.DeepEqual(there, back) {
			t.Fatalf("seed %d:\n%q\nand back\n%q", seed, there, back)
		}
		changes += len(there)
	}
	if changes < 2_000 {
		t.Errorf("only %d changes", changes)
	}
}

func changeLines(d *report.Diff) []string {
	var out []string
	for _, c := range d.Coroutines {
		out = append(out, fmt.Sprintf("%s %s at %s:%d", c.Change, c.Function, c.At.File, c.At.Line))
	}
	for _, c := range d.Creations {
		out = append(out, fmt.Sprintf("%s %s in %s at %s:%d", c.Change, c.Callee, c.Caller, c.At.File, c.At.Line))
	}
	for _, c := range d.Findings {
		out = append(out, fmt.Sprintf("%s %s", c.Change, c.Message))
	}
	for _, c := range d.Units {
		out = append(out, fmt.Sprintf("%s %s", c.Change, c.File))
	}
	return out
}

// TestIdentity checks which coroutines of two reports are the same.
func TestIdentity(t *testing.T) {
	local := func(c report.Coroutine) report.Coroutine { c.Local = true; return c }
	for _, c := range []struct {
		name     string
		old, new []report.Coroutine
		want     []string
	}{
		{"an external function is known by its name, in whatever file",
			[]report.Coroutine{coroutine("f", "a.cpp", 3, 48)}, []report.Coroutine{coroutine("f", "b.cpp", 8, 64)},
			[]string{"grew f at b.cpp:8"}},
		{"a local one by its file too",
			[]report.Coroutine{local(coroutine("f", "a.cpp", 3, 48))},
			[]report.Coroutine{local(coroutine("f", "b.cpp", 8, 64))},
			[]string{"new f at b.cpp:8", "gone f at a.cpp:3"}},
		{"a file with a new name is no difference",
			[]report.Coroutine{local(coroutine("f", "a.cpp", 3, 48))},
			[]report.Coroutine{local(coroutine("f", "b.cpp", 8, 48))}, nil},
		{"local ones of one name stay in their files",
			[]report.Coroutine{local(coroutine("f", "a.cpp", 3, 48)), local(coroutine("f", "b.cpp", 3, 16))},
			[]report.Coroutine{local(coroutine("f", "a.cpp", 3, 16)), local(coroutine("f", "b.cpp", 3, 48))},
			[]string{"grew f at b.cpp:3", "shrank f at a.cpp:3"}},
		{"a lambda in front of others gives all another number",
			[]report.Coroutine{coroutine("_ZZ4mainENK3$_0clEv", "a.cpp", 3, 48), coroutine("_ZZ4mainENK3$_1clEv",
				"a.cpp", 5, 64)},
			[]report.Coroutine{coroutine("_ZZ4mainENK3$_0clEv", "a.cpp", 2, 16), coroutine("_ZZ4mainENK3$_1clEv",
				"a.cpp", 4, 48), coroutine("_ZZ4mainENK3$_2clEv", "a.cpp", 6, 72)},
			[]string{"grew _ZZ4mainENK3$_2clEv at a.cpp:6", "new _ZZ4mainENK3$_0clEv at a.cpp:2"}},
		{"overloads are two", []report.Coroutine{coroutine("_Z1fi", "a.cpp", 3, 48)},
			[]report.Coroutine{coroutine("_Z1fl", "a.cpp", 3, 48)},
			[]string{"new _Z1fl at a.cpp:3", "gone _Z1fi at a.cpp:3"}},
		{"no two names look like one", []report.Coroutine{local(coroutine("f", "g.cpp", 3, 48))},
			[]report.Coroutine{local(coroutine("fg", ".cpp", 3, 48))},
			[]string{"new fg at .cpp:3", "gone f at g.cpp:3"}},
	} {
		got := changeLines(report.Compare(&report.Report{Coroutines: c.old}, &report.Report{Coroutines: c.new}))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func created(callee, caller, file string, line int, elided bool) report.Creation {
	c := report.Creation{}
	c.Callee, c.Caller, c.Source, c.Elided = callee, caller, at(file, line), elided
	if !elided {
		c.Reason = &explain.Reason{Kind: "escapes", Message: "it escapes"}
	}
	return c
}

// held returns a creation for a variable.
func held(variable string, c report.Creation) report.Creation {
	c.Variable = variable
	return c
}

func TestCompareCreations(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new []report.Creation
		want     []string
	}{
		{"lost and won", []report.Creation{created("f", "main", "a.cpp", 3, true), created("g", "main", "a.cpp",
			4, false)},
			[]report.Creation{created("f", "main", "a.cpp", 13, false), created("g", "main", "a.cpp", 14, true)},
			[]string{"missed f in main at a.cpp:13", "elided g in main at a.cpp:14"}},
		{"one of two is lost", []report.Creation{created("f", "main", "a.cpp", 3, true),
			created("f", "main", "a.cpp", 5, true)},
			[]report.Creation{created("f", "main", "a.cpp", 3, false), created("f", "main", "a.cpp", 5, true)},
			[]string{"missed f in main at a.cpp:3"}},
		{"one more in front", []report.Creation{created("f", "main", "a.cpp", 3, true)},
			[]report.Creation{created("f", "main", "a.cpp", 2, false), created("f", "main", "a.cpp", 4, true)},
			[]string{"new f in main at a.cpp:2"}},
		{"one more in front of a variable's, which is lost",
			[]report.Creation{held("a", created("f", "main", "a.cpp", 3, true))},
			[]report.Creation{held("b", created("f", "main", "a.cpp", 2, true)),
				held("a", created("f", "main", "a.cpp", 4, false))},
			[]string{"missed f in main at a.cpp:4", "new f in main at a.cpp:2"}},
		{"one less", []report.Creation{created("f", "main", "a.cpp", 2, false), created("f", "main", "a.cpp", 4, true)},
			[]report.Creation{created("f", "main", "a.cpp", 3, true)}, []string{"gone f in main at a.cpp:2"}},
	} {
		if got := changeLines(report.Compare(&report.Report{Creations: c.old},
			&report.Report{Creations: c.new})); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCompareInIR checks that without source positions the order is that of the IR.
func TestCompareInIR(t *testing.T) {
	of := func(line int, size int64) report.Coroutine {
		c := coroutine("f", "", 0, size)
		c.Line, c.Local, c.Units = line, true, []int{0}
		return c
	}
	units := []report.Unit{{File: "a.cpp"}}
	d := report.Compare(&report.Report{Units: units, Coroutines: []report.Coroutine{of(3, 48), of(9, 64)}},
		&report.Report{Units: units, Coroutines: []report.Coroutine{of(19, 72), of(13, 56)}})
	if got, want := changeLines(d), []string{"grew f at a.cpp:0", "grew f at a.cpp:0"}; !slices.Equal(got, want) ||
		*d.Coroutines[0].OldSize != 48 {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCompareFindings checks that changed numbers are no difference.
func TestCompareFindings(t *testing.T) {
	of := func(file, message string) report.Finding {
		return report.Finding{Rule: "r", Message: message, Source: at(file, 3)}
	}
	old := &report.Report{Findings: []report.Finding{of("a.cpp", "%1 is used at line 4"), of("a.cpp", "twice"),
		of("a.cpp", "twice"), of("a.cpp", "gone")}}
	new := &report.Report{Findings: []report.Finding{of("a.cpp", "%23 is used at line 14"), of("a.cpp", "twice"),
		of("b.cpp", "twice")}}
	d := report.Compare(old, new)
	if got, want := changeLines(d), []string{"new twice", "gone gone", "gone twice"}; !slices.Equal(got, want) ||
		d.Findings[0].At.File != "b.cpp" {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCompareUnits checks that the coroutines of a failed unit are gone, and marked as such.
func TestCompareUnits(t *testing.T) {
	f := coroutine("f", "a.cpp", 3, 48)
	f.Units = []int{0}
	old := &report.Report{Units: []report.Unit{{File: "a.cpp"}, {File: "b.cpp"}}, Coroutines: []report.Coroutine{f}}
	new := &report.Report{Units: []report.Unit{{File: "a.cpp", Failed: "no such header"}, {File: "b.cpp"},
		{File: "c.cpp", Failed: "x"}}}
	d := report.Compare(old, new)
	if got, want := changeLines(d), []string{"gone f at a.cpp:3", "fails a.cpp", "new c.cpp"}; !slices.Equal(got,
		want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if !d.Coroutines[0].Failed {
		t.Error("the coroutine is gone because its unit failed, and nobody says so")
	}
}

// TestCompareRows checks that the changed rows of a frame are reported, the largest first, and the
// others are not.
func TestCompareRows(t *testing.T) {
	row := func(kind, name string, size int64) explain.Row {
		return explain.Row{Kind: kind, Name: name, Size: size, What: name}
	}
	old, new := coroutine("f", "a.cpp", 3, 48), coroutine("f", "a.cpp", 3, 560)
	old.Rows = []explain.Row{row("field", "__resume_fn", 8), row("object", "buf", 16), row("value", "n", 4),
		row("object", "ref.tmp4", 8), row("padding", "", 2)}
	new.Rows = []explain.Row{row("field", "__resume_fn", 8), row("object", "buf", 512), row("value", "m", 8),
		row("object", "ref.tmp7", 8), row("padding", "", 1), row("padding", "", 2)}
	// 30 bytes too many, and 19
	old.Rows, new.Rows = append(old.Rows, row("object", "over", 40)), append(new.Rows, row("object", "over", 40))
	d := report.Compare(&report.Report{Coroutines: []report.Coroutine{old}},
		&report.Report{Coroutines: []report.Coroutine{new}})
	want := []report.RowChange{{What: "buf", Old: 16, New: 512}, {What: "bytes of rows that lie over others", Old: 30,
		New: 19, Shared: true}, {What: "m", New: 8},
		{What: "n", Old: 4}, {What: "padding", Old: 2, New: 3}}
	if len(d.Coroutines) != 1 || !reflect.DeepEqual(d.Coroutines[0].Rows, want) {
		t.Errorf("got %+v", d.Coroutines)
	}
	var notes []string
	list, err := report.Budget{limit(t, "no-growth", "0",
		report.Pattern{})}.Check(&report.Report{Coroutines: []report.Coroutine{new}}, d)
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	for _, n := range list[0].Notes {
		notes = append(notes, n.Message)
	}
	if want := []string{"16 bytes before, 512 now: buf", "30 bytes of rows that lie over others before, 19 now",
		"new: 8 bytes: m"}; !slices.Equal(notes, want) {
		t.Errorf("notes %q", notes)
	}
}

// TestCompareCost checks that twice the entries take about twice the work, whether all have one
// name or each its own.
func TestCompareCost(t *testing.T) {
	for _, sameName := range []bool{true, false} {
		cost := func(n int) float64 {
			old, new := &report.Report{}, &report.Report{}
			for k := range n {
				name := "f"
				if !sameName {
					name = fmt.Sprint("f", k)
				}
				old.Coroutines = append(old.Coroutines, coroutine(name, "a.cpp", 1+k, int64(8*k)))
				new.Coroutines = append(new.Coroutines, coroutine(name, "a.cpp", 1+k, int64(8*k+4)))
				old.Creations = append(old.Creations, created(name, "main", "a.cpp", k, k%2 == 0))
				new.Creations = append(new.Creations, created(name, "main", "a.cpp", k, k%3 == 0))
			}
			// Compare allocates for lists and tables of its arguments alone, on one goroutine. The count is the
			// same on every machine but for the tables of maps, whose number depends a little on hash seeds;
			// the bound leaves a quarter for them.
			return testing.AllocsPerRun(1, func() { report.Compare(old, new) })
		}
		if one, four := cost(500), cost(2000); four > 5*one {
			t.Errorf("same name %v: %.0f allocations for 500 coroutines, %.0f for 2,000", sameName, one, four)
		}
	}
}
