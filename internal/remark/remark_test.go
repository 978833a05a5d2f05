// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package remark_test

import (
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/remark"
)

func split(fn string) remark.Remark {
	return remark.Remark{Pass: "coro-split", Name: "CoroSplit", Function: fn, Args: []remark.Arg{
		{Key: "String", Val: "Split '"}, {Key: "function", Val: fn},
		{Key: "String", Val: "' (frame_size="}, {Key: "frame_size", Val: "24"},
		{Key: "String", Val: ", align="}, {Key: "align", Val: "8"}, {Key: "String", Val: ")"},
	}}
}

func TestText(t *testing.T) {
	r := split("f")
	if got, want := remark.Text(&r, true), "remark: <unknown>:0:0: Split 'f' (frame_size=24, align=8)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	hot := uint64(77)
	r.Hotness, r.Loc = &hot, remark.Loc{File: "a.cpp", Line: 13}
	if got, want := remark.Text(&r, true), "remark: a.cpp:13:0: Split 'f' (frame_size=24, align=8) (hotness: "+
		"77)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := remark.Text(&r, false); strings.Contains(got, "hotness") {
		t.Errorf("hotness was not asked for: %q", got)
	}
}

// TestYAML compares the text with opt 22's for the same remark.
func TestYAML(t *testing.T) {
	r := split("we'ird f")
	hot := uint64(77)
	r.Hotness = &hot
	want := `--- !Passed
Pass:            coro-split
Name:            CoroSplit
Function:        'we''ird f'
Hotness:         77
Args:
  - String:          'Split '''
  - function:        'we''ird f'
  - String:          ''' (frame_size='
  - frame_size:      '24'
  - String:          ', align='
  - align:           '8'
  - String:          ')'
...
`
	if got := string(remark.AppendYAML(nil, &r, true)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestYAMLDebugLoc(t *testing.T) {
	r := remark.Remark{Kind: remark.Missed, Pass: "p", Name: "N", Function: "f",
		Loc: remark.Loc{File: "a b's.cpp", Line: 13}}
	want := "--- !Missed\nPass:            p\nName:            N\n" +
		"DebugLoc:        { File: 'a b''s.cpp', Line: 13, Column: 0 }\nFunction:        f\n...\n"
	if got := string(remark.AppendYAML(nil, &r, false)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Loc.File = "so/long/directory/name/of/a/source/file.cpp"
	want = "DebugLoc:        { File: 'so/long/directory/name/of/a/source/file.cpp', \n" +
		"                   Line: 13, Column: 0 }\n"
	if got := string(remark.AppendYAML(nil, &r, false)); !strings.Contains(got, want) {
		t.Errorf("got %q, want it to contain %q", got, want)
	}
}

// TestYAMLQuoting checks the names that need quotes. The expected text is opt 22's for functions
// with these names.
func TestYAMLQuoting(t *testing.T) {
	for name, want := range map[string]string{
		"a-b": "a-b", "a.b": "a.b", "12": "'12'", "1.5": "'1.5'",
		"null": "'null'", "true": "'true'", "-x": "'-x'", ".x": ".x",
		"a:b": "'a:b'", "été": `"été"`, "x y": "x y", "~": "'~'",
		"0x1f": "'0x1f'", "_Z1f": "_Z1f", "a\nb": `"a\nb"`, "?": "'?'",
		"a^b": "a^b", "on": "on", " a": "' a'", `a\b`: `'a\b'`, "a\x01bé": `"a\x01bé"`,
		"1e5": "'1e5'", "+3": "'+3'", "a<b>": "'a<b>'",
		"a,b": "a,b", ".5": "'.5'", "0o7": "'0o7'", "a+b": "'a+b'", "": "''",
	} {
		r := remark.Remark{Pass: "p", Name: "N", Function: name}
		if got := string(remark.AppendYAML(nil, &r, false)); !strings.Contains(got, "Function:        "+want+"\n") {
			t.Errorf("function %q: want %s in\n%s", name, want, got)
		}
	}
}
