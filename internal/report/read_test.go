// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

func TestRead(t *testing.T) {
	c := coroutine("f", "a.cpp", 3, 48)
	c.Units, c.Sizes = []int{0, 1}, []int64{40, 48}
	r := report.Report{Version: report.Version, Pipeline: "default<O2>", Units: []report.Unit{{File: "a.cpp"},
		{File: "b.cpp", Failed: "x"}},
		Coroutines: []report.Coroutine{c}, Creations: []report.Creation{created("f", "main", "a.cpp", 9, false)},
		Findings: []report.Finding{{Rule: "r"}}}
	got, err := report.Read(append([]byte("\xef\xbb\xbf"), diag.Encode(r)...))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*got, r) {
		t.Errorf("got %+v, want %+v", got, r)
	}
}

func TestReadErrors(t *testing.T) {
	whole := string(diag.Encode(report.Report{Version: report.Version, Units: []report.Unit{{File: "a.cpp"}},
		Coroutines: []report.Coroutine{coroutine("f", "a.cpp", 3, 48), coroutine("g", "a.cpp", 4, 48)},
		Creations:  []report.Creation{created("f", "main", "a.cpp", 9, false)}}))
	change := func(from, to string) string {
		t.Helper()
		if !strings.Contains(whole, from) {
			t.Fatalf("no %s in %s", from, whole)
		}
		k := strings.LastIndex(whole, from)
		return whole[:k] + to + whole[k+len(from):]
	}
	for _, c := range []struct{ text, want, at string }{
		{"", "the report is empty", ""},
		{" \n", "the report is empty", ""},
		{"[]\n", "but found an array", "["},
		{"{}", "the report has no version", "{"},
		{"null", "the report has no version", "null"},
		{`"x"`, "the type string is wrong here", `"`},
		{change(`"version": 1`, `"version": 2`), "the report has version 2, but this program reads version 1 (use " +
			"the corolower that wrote it, or a newer one)", `"version": 2`},
		{change(`"version": 1`, `"version": 0`),
			"the report has version 0, but this program reads version 1 (write it again: corolower project " +
				"--format=json)", `"version": 0`},
		{change(`"version": 1`, `"version": 1.5`), "the report has version 1.5", `"version": 1.5`},
		{`{"version": 1, "findings": []}`, "this is not a report", "{"}, // a baseline of check
		{`{"version": 1, "old": {}, "new": {}, "units": [], "coroutines": []}`,
			"this is a comparison of two reports, not a report", "{"},
		{whole[:len(whole)/2], "it is incomplete", ""},
		{change(`"frame_size": 48`, `"frame_size": 48,`), "this is not JSON: invalid character ','", ",\n" +
			"      \"align\""},
		{change(`"frame_size": 48`, `"frame_size": "48"`), "frame_size: the type string is wrong here", ""},
		{change(`"frame_size": 48`, `"frame_size": -48`), "coroutine 1 of the report: a frame cannot have -48 bytes",
			"{\n      \"file\": \"unit.ll\",\n      \"source\": {\n        \"file\": \"a.cpp\",\n        \"line\": 4"},
		{change(`"frame_size": 48`, `"frame_size": 9000000000000000000`), "cannot have 9000000000000000000 bytes",
			"{\n      \"file\": \"unit.ll\",\n      \"source\": {\n        \"file\": \"a.cpp\",\n        \"line\": 4"},
		{change(`"units": null`, `"units": [1]`), "creation 0 of the report: unit 1 does not exist", "{\n" +
			"      \"file\": \"\",\n"},
		{change(`"function": "g"`, `"function": ""`), "coroutine 1 of the report: it has no function", ""},
		{whole + "x", "this is not JSON: invalid character 'x' after top-level value", "x"},
	} {
		_, err := report.Read([]byte(c.text))
		var e *ir.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: no error with a place, %v", c.text, err)
			continue
		}
		if got := e.Error() + " (" + e.Hint + ")"; !strings.Contains(got, c.want) || e.Hint == "" {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if rest := c.text[min(e.Pos.Offset(), len(c.text)):]; !strings.HasPrefix(rest, c.at) {
			t.Errorf("%s: at %q, want %q", c.want, rest[:min(len(rest), 60)], c.at)
		}
	}
}

// FuzzRead checks that any text is a report that can be compared and checked against a budget, or
// an error with a position in the text.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version": 1, "units": [{"file": "a"}], "coroutines": [{"function": "f", "units": [0], "frame_size": 9}]}`))
	f.Add([]byte(`{"version": 1, "units": [], "coroutines": [], "creations": [{"units": [0]}]}`))
	limit, err := report.NewLimit("max-frame", "1", report.Pattern{}, "--budget")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := report.Read(text)
		var e *ir.Error
		switch {
		case err == nil:
			d := report.Compare(r, r)
			if !d.Empty() {
				t.Errorf("%s differs from itself", text)
			}
			if _, err := (report.Budget{limit}).Check(r, d); err != nil {
				t.Error(err)
			}
			if _, err := json.Marshal(d); err != nil {
				t.Error(err)
			}
		case !errors.As(err, &e) || e.Pos.Offset() > len(text):
			t.Errorf("%v", err)
		}
	})
}

// TestReadOldKeys checks that keys of version 0.1 are read: mend for fix.
func TestReadOldKeys(t *testing.T) {
	c := coroutine("f", "a.cpp", 3, 48)
	c.Rows = []explain.Row{{Kind: "variable", Label: `a "mend": of cloth`, Fix: &explain.Fix{Saves: 8,
		Hint: "end its scope"}}}
	r := report.Report{Version: report.Version, Units: []report.Unit{{File: "a.cpp"}},
		Coroutines: []report.Coroutine{c}}
	r.Creations = []report.Creation{created("f", "main", "a.cpp", 9, false)}
	r.Creations[0].Reason = &explain.Reason{NoFix: "it is kept"}
	today := string(diag.Encode(r))
	old := strings.NewReplacer(`"fix":`, `"mend":`, `"no_fix":`, `"no_mend":`).Replace(today)
	if strings.Count(old, `mend":`) != 2 {
		t.Fatalf("keys are missing in %s", old)
	}
	got, err := report.Read([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(diag.Encode(*got)); text != today {
		t.Errorf("got %s, want %s", text, today)
	}
}
