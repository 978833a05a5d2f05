// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package remark_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/remark"
)

// TestReadYAML checks that written remarks are read back, except for locations.
func TestReadYAML(t *testing.T) {
	hot := uint64(7)
	var want []remark.Remark
	var text []byte
	for _, name := range []string{"f", "we'ird f", "a\nb", "été", "été\x01", `a\b"c"`, "12", " a ", "a: b",
		"a\u2028\U0001F600", "\u00a0\u0085\x7f", "- x"} {
		r := remark.Remark{Kind: remark.Missed, Pass: "coro-elide", Name: "CoroElide", Function: name,
			Args: []remark.Arg{
				{Key: "String", Val: "'"}, {Key: "callee", Val: name}, {Key: "String", Val: "' not elided in '"},
				{Key: "caller", Val: "g"},
			}}
		want = append(want, r)
		r.Loc = remark.Loc{File: "so/long/directory/name/of/a/source/file.cpp", Line: 3, Col: 4}
		r.Args = append([]remark.Arg(nil), r.Args...)
		r.Args[1].Loc = remark.Loc{File: "a/directory/as/long/as/the/other/file.cpp", Line: 1}
		text = remark.AppendYAML(text, &r, false)
	}
	warm := remark.Remark{Kind: remark.Passed, Pass: "p", Name: "N", Function: "f", Hotness: &hot}
	want = append(want, warm)
	text = remark.AppendYAML(text, &warm, true)
	got, err := remark.ReadYAML(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d of %d remarks", len(got), len(want))
	}
	for k := range got {
		if !reflect.DeepEqual(got[k], want[k]) {
			t.Errorf("got\n%+v\nwant\n%+v", got[k], want[k])
		}
	}
	if got[0].Arg("caller") != "g" || got[0].Arg("callees") != "" {
		t.Errorf("arguments are %q, %q", got[0].Arg("caller"), got[0].Arg("callees"))
	}
}

func TestReadYAMLBroken(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Pass: x\n", "line 1 "},
		{"--- !Passed\nPass: x\nwords\n", "line 3 "},
		{"--- !Passed\nFunction: 'f\n", "line 2 "},
		{"--- !Passed\nFunction: \"f\\q\"\n", "line 2 "},
		{"--- !Passed\nFunction: \"f\\x1\"\n", "line 2 "},
		{"--- !Passed\nHotness: many\n", "line 2 "},
	} {
		if _, err := remark.ReadYAML(c.text); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}
