// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package summary_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/summary"
)

func table() *summary.Table {
	n := uint64(7)
	t := &summary.Table{Triple: "x86_64-linux-gnu", Layout: "e-m:e"}
	t.Add(&summary.Func{Name: "b", Type: "i32 (ptr, ptr)", Body: "12", Throws: true, Jumps: true, Writes: true,
		Runs: true, Result: &n,
		Params: []summary.Param{{Keeps: true, Returns: true}, {Handle: true, Writes: true, ReadLate: true}},
		Handles: []summary.Handle{
			{Param: 0, Resumes: true, Exits: []summary.Exit{{By: summary.ByUnwind, Result: summary.ResultHandle}}},
			{Param: 1, Path: []int64{0, 8}, Destroys: true, Exits: []summary.Exit{{By: summary.ByReturn,
				Holder: summary.HoldsNull, Result: summary.ResultArgument}}},
		}})
	t.Add(&summary.Func{Name: "a<\"\u00e9", Type: "void ()"})
	return t
}

func written(t *testing.T, tab *summary.Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := tab.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRoundTrip checks that Read returns the table that Write wrote, and that Write then writes the
// same bytes.
func TestRoundTrip(t *testing.T) {
	text := written(t, table())
	got, err := summary.Read([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, f := range table().Funcs() {
		if g := got.Func(f.Name); g == nil || !f.Equal(g) || f.Body != g.Body {
			t.Errorf("%s was written, %+v read", f.Name, g)
		}
	}
	if again := written(t, got); again != text || got.Triple != "x86_64-linux-gnu" || got.Layout != "e-m:e" {
		t.Errorf("written again\n%s\nfirst\n%s", again, text)
	}
}

// TestEqual checks that a change of any fact makes summaries unequal and changes the symbol, and
// that a change of the body does not.
func TestEqual(t *testing.T) {
	text := written(t, table())
	base := table().Func("b")
	n := 0
	for from := 0; ; n++ {
		at := strings.Index(text[from:], "true")
		if at < 0 {
			break
		}
		at += from
		from = at + 1
		f := changed(t, text[:at]+"false"+text[at+len("true"):]).Func("b")
		if f.Equal(base) || f.Symbol() == base.Symbol() {
			t.Errorf("as equal: %+v", f)
		}
	}
	for _, r := range [][2]string{{`"result":7`, `"result":8`}, {`"path":[0,8]`, `"path":[0,9]`},
		{`"by":"unwind"`, `"by":"jump"`}, {`"holder":"null"`, `"holder":"handle"`},
		{`"result":"argument"`, `"result":""`}, {`i32 (ptr, ptr)`, `i64 (ptr, ptr)`}, {`"name":"b"`, `"name":"c"`}} {
		for _, f := range changed(t, strings.Replace(text, r[0], r[1], 1)).Funcs() {
			if f.Equal(base) || f.Symbol() == base.Symbol() {
				t.Errorf("%v as equal: %+v", r, f)
			}
		}
		n++
	}
	if f := changed(t, strings.Replace(text, `"body":"12"`, `"body":"13"`, 1)).Func("b"); !f.Equal(base) ||
		f.Symbol() != base.Symbol() {
		t.Errorf("another body tells them apart")
	}
	if n < 16 {
		t.Errorf("only %d changes", n)
	}
}

// changed reads a changed text, with a corrected checksum.
func changed(t *testing.T, text string) *summary.Table {
	t.Helper()
	tab, err := summary.Read([]byte(resummed(text)))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return tab
}

// resummed corrects the checksum of a text.
func resummed(text string) string {
	at := strings.LastIndex(text, `"sum":`)
	return fmt.Sprintf("%s\"sum\": %q}\n", text[:at], summary.HashBody([]byte(text[:at])))
}

// TestBadFiles checks that mistakes have positions, and that another version has its own error.
func TestBadFiles(t *testing.T) {
	text := written(t, table())
	replace := func(from, to string) string {
		if !strings.Contains(text, from) {
			t.Fatalf("no %s in\n%s", from, text)
		}
		return resummed(strings.Replace(text, from, to, 1))
	}
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "1:1: unexpected end of JSON input"},
		{"no JSON", "define void @f()", "1:1: invalid character 'd' looking for beginning of value"},
		{"cut short", text[:len(text)/2], ""},
		{"another file", "{\"a\": 1}", "1:1: not a file of summaries: it has no corolower-summaries"},
		{"changed", strings.Replace(text, "true", "false", 1),
			"0:0: the summaries were changed or truncated after they were written: the checksum does not match"},
		{"more behind it", text + "{", ""},
		{"unknown field", replace(`"throws"`, `"throwz"`), ""},
		{"a word for a number", replace(`"param":1`, `"param":"x"`), ""},
		{"parameter that is not there", replace(`"param":1`, `"param":2`), "3:1: @b has no parameter 2"},
		{"negative parameter", replace(`"param":0`, `"param":-1`), "3:1: @b has no parameter -1"},
		{"negative offset", replace(`[0,8]`, `[0,-8]`),
			"3:1: a path to a handle of @b is not one of at most 2 offsets"},
		{"large offset", replace(`[0,8]`, `[0,9223372036854775807]`),
			"3:1: a path to a handle of @b is not one of at most 2 offsets"},
		{"long path", replace(`[0,8]`, `[0,8,0]`), "3:1: a path to a handle of @b is not one of at most 2 offsets"},
		{"out of order", replace(`"param":0`, `"param":1,"path":[1]`), "3:1: the handles of @b are not in order"},
		{"unknown exit", replace(`"by":"unwind"`, `"by":"magic"`), "3:1: an exit of @b has an unknown word"},
		{"a holder without a path", replace(`"by":"unwind","holder":""`, `"by":"unwind","holder":"null"`),
			"3:1: an exit of @b has an unknown word"},
		{"no name", replace(`"name":"b"`, `"name":""`), "3:1: a summary without a name"},
		{"no type", replace(`"type":"void ()"`, `"type":""`), ""},
		{"twice", replace(`"name":"b"`, `"name":"a\u003c\"\u00e9"`), ""},
		{"null", replace(`{"name":"a`, `null,{"name":"a`), "2:1: a summary without a name"},
	} {
		tab, err := summary.Read([]byte(tc.text))
		var e *summary.Error
		if !errors.As(err, &e) || tab != nil {
			t.Errorf("%s: read, error %v", tc.name, err)
		} else if got := fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg); tc.want != "" && got != tc.want {
			t.Errorf("%s: error %s\nwant %s", tc.name, got, tc.want)
		}
	}
	if _, err := summary.Read([]byte(replace(`"corolower-summaries": 1`, `"corolower-summaries": 2`))); !errors.Is(err,
		summary.ErrVersion) {
		t.Errorf("another version: %v", err)
	}
}

// TestConflict checks that nothing is known of a function after tables have disagreed on it,
// whatever is added later.
func TestConflict(t *testing.T) {
	all := new(summary.Table)
	all.Merge(table(), "one")
	all.Merge(table(), "two")
	if len(all.Notes) != 0 || all.Func("b") == nil {
		t.Errorf("the same twice: %v", all.Notes)
	}
	other := &summary.Table{Triple: "x86_64-linux-gnu", Layout: "e-m:e"}
	other.Add(&summary.Func{Name: "b", Type: "void ()"})
	all.Merge(other, "three")
	all.Merge(table(), "four")
	if all.Func("b") != nil || len(all.Funcs()) != 1 || len(all.Notes) != 2 {
		t.Errorf("%v, %d functions", all.Notes, len(all.Funcs()))
	}
	all.Merge(&summary.Table{Triple: "aarch64"}, "five")
	if n := len(all.Notes); n != 3 || !strings.Contains(all.Notes[2], "five") {
		t.Errorf("%v", all.Notes)
	}
}

// TestBelieved checks that a summary is used only for a function that no other definition can
// replace.
func TestBelieved(t *testing.T) {
	const flag = "\n!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"SemanticInterposition\", i32 1}\n"
	for text, want := range map[string]bool{
		"define void @f() { ret void }":                                   true,
		"define external void @f() { ret void }":                          true,
		"define hidden void @f() { ret void }" + flag:                     true,
		"define dso_local void @f() { ret void }" + flag:                  true,
		"define void @f() { ret void }" + flag:                            false,
		"define weak void @f() { ret void }":                              false,
		"define weak_odr void @f() { ret void }":                          false,
		"define linkonce void @f() { ret void }":                          false,
		"define linkonce_odr void @f() { ret void }":                      false,
		"define available_externally void @f() { ret void }":              false,
		"define internal void @f() { ret void }":                          false,
		"define private void @f() { ret void }":                           false,
		"$f = comdat any\ndefine void @f() comdat { ret void }":           false,
		"declare void @f()\ndefine void @g() { call void @f() ret void }": false,
	} {
		m, err := parse.Module("f.ll", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		f, _ := m.Func("f")
		if got := summary.Believed(f, false); got != want {
			t.Errorf("%v for\n%s", got, text)
		}
	}
}
