// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

func limit(t *testing.T, key, value string, p report.Pattern) *report.Limit {
	t.Helper()
	l, err := report.NewLimit(key, value, p, "here:1")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func suffix(s string) report.Pattern {
	return report.Pattern{Path: "**" + s, Glob: func(p string) bool { return strings.HasSuffix(p, s) }}
}

// budgetReports returns an earlier report and a later one.
func budgetReports() (old, new *report.Report) {
	old = &report.Report{Units: []report.Unit{{File: "a.cpp"}},
		Coroutines: []report.Coroutine{coroutine("_ZN3net4taskEi", "a.cpp", 3, 200),
			coroutine("small", "b.cpp", 5, 40)},
		Creations: []report.Creation{created("small", "main", "b.cpp", 7, true), created("f", "main", "b.cpp",
			8, false)}}
	big := coroutine("_ZN3net4taskEi", "a.cpp", 4, 210)
	big.Demangled = "net::task(int)"
	big.Rows = []explain.Row{
		{Kind: "field", What: "resume function", Size: 300},
		{Kind: "value", What: "flag: bool", Size: 1},
		{Kind: "value", What: "n: long[2]", Size: 16, Variable: &explain.Variable{Name: "n", Source: at("a.cpp", 9)}},
		{Kind: "object", What: "buf: char[100]", Why: "live over the suspend at line 8", Size: 100,
			Fix: &explain.Fix{Saves: 100, Hint: "end its scope"}},
	}
	new = &report.Report{Units: old.Units,
		Coroutines: []report.Coroutine{big, coroutine("small", "b.cpp", 5, 44), coroutine("fresh", "b.cpp", 9, 16)},
		Creations: []report.Creation{created("small", "main", "b.cpp", 7, false), created("f", "main", "b.cpp", 8,
			false), created("g", "main", "b.cpp", 12, false)}}
	return old, new
}

func TestBudget(t *testing.T) {
	none := report.Pattern{}
	name := func(s string) report.Pattern { return report.Pattern{Name: s} }
	old, new := budgetReports()
	for _, c := range []struct {
		budget report.Budget
		want   []string
	}{
		{nil, nil},
		{report.Budget{limit(t, "max-frame", "210", none)}, nil},
		{report.Budget{limit(t, "max-frame", "209", none)},
			[]string{"a.cpp:4: frame of 'net::task(int)' has 210 bytes, but only 209 are allowed (here:1) " +
				"[max-frame]"}},
		{report.Budget{limit(t, "max-frame", "209", none), limit(t, "max-frame", "300", name("net::*"))}, nil},
		// the last one counts
		{report.Budget{limit(t, "max-frame", "300", name("net::*")), limit(t, "max-frame", "209", none)},
			[]string{"a.cpp:4: frame of 'net::task(int)' has 210 bytes, but only 209 are allowed (here:1) " +
				"[max-frame]"}},
		{report.Budget{limit(t, "max-frame", "1", name("net::task"))},
			[]string{"a.cpp:4: frame of 'net::task(int)' has 210 bytes, but only 1 are allowed (here:1) [max-frame]"}},
		{report.Budget{limit(t, "max-frame", "1", name("net::task(int)"))},
			[]string{"a.cpp:4: frame of 'net::task(int)' has 210 bytes, but only 1 are allowed (here:1) [max-frame]"}},
		{report.Budget{limit(t, "max-frame", "1", name("_ZN3net4taskEi"))},
			[]string{"a.cpp:4: frame of 'net::task(int)' has 210 bytes, but only 1 are allowed (here:1) [max-frame]"}},
		{report.Budget{limit(t, "max-frame", "1", name("task"))}, nil}, // a glob must match the whole name
		{report.Budget{limit(t, "max-frame", "1", name("/::t.sk/"))},
			[]string{"a.cpp:4: frame of 'net::task(int)' has 210 bytes, but only 1 are allowed (here:1) [max-frame]"}},
		{report.Budget{limit(t, "max-frame", "1", name("?resh"))},
			[]string{"b.cpp:9: frame of 'fresh' has 16 bytes, but only 1 are allowed (here:1) [max-frame]"}},
		{report.Budget{limit(t, "max-frame", "20", suffix("b.cpp"))},
			[]string{"b.cpp:5: frame of 'small' has 44 bytes, but only 20 are allowed (here:1) [max-frame]"}},
		{report.Budget{limit(t, "max-frame", "20", none), limit(t, "max-frame", "none", suffix("b.cpp")),
			limit(t, "max-frame", "none", name("net::*"))}, nil},
		{report.Budget{limit(t, "max-total", "269", none)},
			[]string{"a.cpp:4: frames of 3 coroutines have 270 bytes together, but only 269 are allowed (here:1) " +
				"[max-total]"}},
		{report.Budget{limit(t, "max-total", "270", none)}, nil},
		{report.Budget{limit(t, "max-total", "210", none), limit(t, "max-total", "59", suffix("b.cpp"))},
			[]string{"b.cpp:5: frames of 2 coroutines have 60 bytes together, but only 59 are allowed (here:1) " +
				"[max-total]"}},
		{report.Budget{limit(t, "no-growth", "0", none)}, []string{
			"a.cpp:4: frame of 'net::task(int)' grew from 200 to 210 bytes (+5.0%), but no growth is allowed " +
				"(here:1) [no-growth]",
			"b.cpp:5: frame of 'small' grew from 40 to 44 bytes (+10%), but no growth is allowed (here:1) " +
				"[no-growth]"}},
		{report.Budget{limit(t, "no-growth", "5%", none)},
			[]string{"b.cpp:5: frame of 'small' grew from 40 to 44 bytes (+10%), but only 5% is allowed (here:1) " +
				"[no-growth]"}},
		{report.Budget{limit(t, "no-growth", "4.999%", none), limit(t, "no-growth", "none", name("small"))},
			[]string{"a.cpp:4: frame of 'net::task(int)' grew from 200 to 210 bytes (+5.0%), but only 4.999% is " +
				"allowed (here:1) [no-growth]"}},
		{report.Budget{limit(t, "no-growth", "9", none)},
			[]string{"a.cpp:4: frame of 'net::task(int)' grew from 200 to 210 bytes (+5.0%), but only 9 bytes more " +
				"are allowed (here:1) [no-growth]"}},
		{report.Budget{limit(t, "no-growth", "10", none)}, nil},
		{report.Budget{limit(t, "no-new-missed", "true", none)}, []string{
			"b.cpp:7: the allocation of 'small' in 'main' was elided and is no longer (here:1) [no-new-missed]",
			"b.cpp:12: the allocation of 'g' in 'main' is new and not elided (here:1) [no-new-missed]"}},
		{report.Budget{limit(t, "no-new-missed", "true", none), limit(t, "no-new-missed", "false", name("g"))},
			[]string{
				"b.cpp:7: the allocation of 'small' in 'main' was elided and is no longer (here:1) [no-new-missed]"}},
		{report.Budget{limit(t, "max-missed", "2", none)},
			[]string{"b.cpp:7: 3 allocations are missed, but only 2 allowed (here:1) [max-missed]"}},
		{report.Budget{limit(t, "max-missed", "3", none)}, nil},
		{report.Budget{limit(t, "max-missed", "2", none), limit(t, "max-missed", "none", name("g"))}, nil},
	} {
		list, err := c.budget.Check(new, report.Compare(old, new))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range list {
			got = append(got, fmt.Sprintf("%s:%d: %s [%s]", v.At.File, v.At.Line, v.Message, v.Rule))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestBudgetElidedFrames checks that a frame does not count as grown by another frame that elision
// put into it.
func TestBudgetElidedFrames(t *testing.T) {
	of := func(size int64, frames ...int64) *report.Report {
		c := coroutine("f", "a.cpp", 3, size)
		at := int64(16)
		for _, n := range frames {
			if n < 0 { // relative to the one before
				at, n = at+n, -n
			}
			c.Rows = append(c.Rows, explain.Row{Kind: "frame", FrameOf: "g", What: "frame of g", Offset: at, Size: n})
			at += n
		}
		return &report.Report{Coroutines: []report.Coroutine{c}}
	}
	for _, c := range []struct {
		old, new *report.Report
		want     string
	}{
		{of(40), of(140, 100), ""},
		{of(40), of(148, 100), "frame of 'f' grew from 40 to 148 bytes (+270%), 100 of them from elided frames, " +
			"but no growth is allowed (here:1)"},
		{of(140, 100), of(156, 116), ""},
		{of(140, 100), of(160, 50, 70), ""},
		{of(140, 100), of(141), "frame of 'f' grew from 140 to 141 bytes (+0.7%), but no growth is allowed (here:1)"},
		{of(140, 70, -70), of(170, 100), ""}, // the larger of two overlapping ones
		{of(140, 70, -70), of(171, 100), "frame of 'f' grew from 140 to 171 bytes (+22%), 30 of them from elided " +
			"frames, but no growth is allowed (here:1)"},
	} {
		list, err := report.Budget{limit(t, "no-growth", "0", report.Pattern{})}.Check(c.new,
			report.Compare(c.old, c.new))
		if err != nil || c.want == "" && len(list) > 0 || c.want != "" && (len(list) != 1 ||
			list[0].Message != c.want) {
			t.Errorf("%v %v, want %q", list, err, c.want)
		}
	}
}

// TestBudgetNotes checks that a violation includes the largest rows and the fix that saves most,
// but not the fields that every frame has.
func TestBudgetNotes(t *testing.T) {
	_, new := budgetReports()
	list, err := report.Budget{limit(t, "max-frame", "209", report.Pattern{})}.Check(new, nil)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %v", list, err)
	}
	v := list[0]
	want := []report.Note{{At: *at("a.cpp", 4), Message: "100 bytes: buf: char[100]; live over the suspend at line 8"},
		{At: *at("a.cpp", 9), Message: "16 bytes: n: long[2]"}}
	if !slices.Equal(v.Notes, want) || v.Hint != "end its scope" {
		t.Errorf("got %+v", v)
	}
}

// TestBudgetUnknown checks that a failed unit violates a budget, because its coroutines are
// unknown.
func TestBudgetUnknown(t *testing.T) {
	_, new := budgetReports()
	new.Units = []report.Unit{{File: "a.cpp", Failed: "a.cpp:3:1: error: no such header\nmore"}}
	list, err := report.Budget{limit(t, "max-frame", "1000", report.Pattern{})}.Check(new, nil)
	if err != nil || len(list) != 1 || list[0].Rule != "unit-failed" ||
		list[0].Message != "this unit failed, so its coroutines are unknown: a.cpp:3:1: error: no such header" {
		t.Errorf("%v %v", list, err)
	}
	for _, key := range []string{"no-growth", "no-new-missed"} {
		value := map[string]string{"no-growth": "0", "no-new-missed": "true"}[key]
		_, err := report.Budget{limit(t, key, value, report.Pattern{})}.Check(new, nil)
		if err == nil || err.Error() != key+" (here:1) compares with an earlier report; name one with --baseline=FILE" {
			t.Errorf("%s: %v", key, err)
		}
		if _, err := (report.Budget{limit(t, key, "none", report.Pattern{})}).Check(new, nil); err != nil {
			t.Error(err)
		}
	}
}

func TestLimitErrors(t *testing.T) {
	for _, c := range []struct{ key, value, name, want string }{
		{"max-frames", "1", "", "unknown budget 'max-frames'; the budgets are max-frame, max-total, "},
		{"max-frame", "", "", "max-frame needs bytes or none, not ''"},
		{"max-frame", "5%", "", "max-frame needs bytes or none, not '5%'"},
		{"max-frame", "-1", "", "not '-1'"},
		{"max-frame", "1e3", "", "not '1e3'"},
		{"max-frame", "99999999999999999999", "", "not '99999999999999999999'"},
		{"no-growth", "5.1234%", "", "no-growth needs bytes or percent or none, not '5.1234%'"},
		{"no-growth", "-5%", "", "not '-5%'"},
		{"no-growth", "%", "", "not '%'"},
		{"no-growth", "5.-1%", "", "not '5.-1%'"},
		{"no-new-missed", "yes", "", "no-new-missed needs true or false or none, not 'yes'"},
		{"max-frame", "1", "/(/", "/(/ is not a regular expression: "},
	} {
		if _, err := report.NewLimit(c.key, c.value, report.Pattern{Name: c.name}, ""); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: %v, want %q", c.key, c.value, err, c.want)
		}
	}
}
