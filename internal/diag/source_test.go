// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag_test

import (
	"crypto/md5"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
)

// sources returns some files, and counts the reads of each.
func sources(dir string, files map[string]string) (*diag.Sources, map[string]int) {
	reads := map[string]int{}
	return diag.NewSources(dir, func(path string) ([]byte, error) {
		reads[path]++
		if text, ok := files[filepath.ToSlash(path)]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("none")
	}), reads
}

func md5Of(s string) string    { return fmt.Sprintf("%x", md5.Sum([]byte(s))) }
func sha256Of(s string) string { return fmt.Sprintf("%X", sha256.Sum256([]byte(s))) }

func TestSourcesName(t *testing.T) {
	s, _ := sources("/home/p", nil)
	for _, c := range []struct {
		loc  ir.SourceLoc
		want string
	}{
		{ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Line: 1}, "src/a.cpp"},
		{ir.SourceLoc{File: "../a.cpp", Dir: "/home/p/src", Line: 1}, "a.cpp"},
		{ir.SourceLoc{File: "/home/p/..a.cpp", Line: 1}, "..a.cpp"},
		{ir.SourceLoc{File: "/home/q/a.cpp", Line: 1}, "/home/q/a.cpp"},
		{ir.SourceLoc{File: "a.cpp", Dir: "/home/q", Line: 1}, "a.cpp"},
		{ir.SourceLoc{File: "a.cpp", Line: 1}, "a.cpp"},
		{ir.SourceLoc{File: "a.cpp", Dir: "/home/p"}, ""},
		{ir.SourceLoc{Line: 1}, ""},
	} {
		if got := s.Name(c.loc); got != c.want {
			t.Errorf("%+v: %q, want %q", c.loc, got, c.want)
		}
	}
}

// TestSourcesPassage checks that the text of a position is shown only if it is available and is the
// compiled one.
func TestSourcesPassage(t *testing.T) {
	const text = "int a;\n\tint b = f();\n"
	f := diag.NewFile("ir/x.ll", []byte("one\ntwo three\n"))
	at := ir.PosAt(8)
	shown := "src/a.cpp:2:10: note: told (ir/x.ll:2:5)\n\tint b = f();\n\t        ^\n"
	other := "ir/x.ll:2:5: note: told, at src/a.cpp:2:10\ntwo three\n    ^\n"
	for _, c := range []struct {
		name string
		path string // the path of the file
		loc  ir.SourceLoc
		want string
	}{
		{"there", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Line: 2, Col: 10}, shown},
		{"MD5", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Sum: md5Of(text), Line: 2,
			Col: 10}, shown},
		{"SHA-256", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Sum: sha256Of(text), Line: 2,
			Col: 10}, shown},
		{"changed", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Sum: md5Of("was"), Line: 2,
			Col: 10}, other},
		{"not there", "/home/p/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Line: 2, Col: 10}, other},
		{"no such line", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Line: 9, Col: 1},
			"ir/x.ll:2:5: note: told, at src/a.cpp:9:1\ntwo three\n    ^\n"},
		{"no such column", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Line: 1, Col: 8},
			"ir/x.ll:2:5: note: told, at src/a.cpp:1:8\ntwo three\n    ^\n"},
		{"no column", "/home/p/src/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: "/home/p/src", Line: 2},
			"src/a.cpp:2: note: told (ir/x.ll:2:5)\n\tint b = f();\n\t^\n"},
		{"beside the input", "ir/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: ".", Sum: md5Of(text), Line: 2, Col: 10},
			"ir/a.cpp:2:10: note: told (ir/x.ll:2:5)\n\tint b = f();\n\t        ^\n"},
		{"beside, maybe another", "ir/a.cpp", ir.SourceLoc{File: "a.cpp", Dir: ".", Line: 2, Col: 10},
			"ir/x.ll:2:5: note: told, at a.cpp:2:10\ntwo three\n    ^\n"},
		{"from here, maybe another", "a.cpp", ir.SourceLoc{File: "a.cpp", Dir: ".", Line: 2, Col: 10},
			"ir/x.ll:2:5: note: told, at a.cpp:2:10\ntwo three\n    ^\n"},
		{"from here", "a.cpp", ir.SourceLoc{File: "a.cpp", Dir: ".", Sum: md5Of(text), Line: 2, Col: 10},
			"a.cpp:2:10: note: told (ir/x.ll:2:5)\n\tint b = f();\n\t        ^\n"},
		{"no place", "/home/p/src/a.cpp", ir.SourceLoc{}, "ir/x.ll:2:5: note: told\ntwo three\n    ^\n"},
	} {
		s, reads := sources("/home/p", map[string]string{c.path: text})
		for range 2 {
			if got := s.Passage(f, at, c.loc, "note:", "told", " IR", diag.Plain()); got != c.want {
				t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
			}
		}
		if got := strings.Join(s.Changed(), " "); got != map[string]string{"changed": "src/a.cpp"}[c.name] {
			t.Errorf("%s: '%s' changed", c.name, got)
		}
		if reads[c.path] > 1 {
			t.Errorf("%s: read %d times", c.name, reads[c.path])
		}
	}
	s, _ := sources("", map[string]string{"a.cpp": "other", "ir/a.cpp": text})
	if shown, _ := s.Find(ir.SourceLoc{File: "a.cpp", Sum: md5Of(text), Line: 2}, f); shown == nil ||
		shown.Name != "ir/a.cpp" || s.Changed() != nil {
		t.Errorf("found %+v, and %q changed", shown, s.Changed())
	}
	s, _ = sources("", nil)
	if got := s.Passage(f, 0, ir.SourceLoc{}, "note:", "told", " IR", diag.Plain()); got != "ir/x.ll: note: told IR\n" {
		t.Errorf("got %q", got)
	}
}
