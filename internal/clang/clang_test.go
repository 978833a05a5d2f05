// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

package clang_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/remark"
)

// fake writes a program into a folder and returns its path.
func fake(t *testing.T, dir, name, script string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "none")}
	t.Setenv("PATH", strings.Join(dirs, ":"))
	if _, err := clang.Find(""); !errors.Is(err, clang.ErrNone) {
		t.Errorf("without one: %v", err)
	}
	for _, c := range []struct{ dir, name, version, want string }{
		{dirs[0], "clang-9", "clang version 9.0.1-8", "9.0.1"},
		{dirs[1], "clang-14", "Debian clang version 14.0.6", "14.0.6"},
		{dirs[0], "clang-13", "clang version 13.0.0", "14.0.6"},
		{dirs[0], "clang-format-22", "clang-format version 22", "14.0.6"},
		{dirs[0], "clang", "Apple clang version 15.0.0 (clang-1500.3.9.4)", "15.0.0"},
		{dirs[1], "clang-22", "clang version 22.1.8", "22.1.8"},
	} {
		fake(t, c.dir, c.name, "echo '"+c.version+"'")
		got, err := clang.Find("")
		if err != nil || got.Version != c.want {
			t.Errorf("with %s: %+v, %v; want %s", c.name, got, err, c.want)
		}
	}
	fake(t, dirs[0], "other", "echo gcc 13")
	fake(t, dirs[0], "broken", "exit 3")
	for _, c := range []struct{ path, want string }{
		{"clang-13", ""}, {filepath.Join(dirs[0], "clang"), ""}, {"clang-99", "at 'clang-99'"},
		{"other", "is another program"}, {"broken", "cannot be run: exit status 3"},
	} {
		got, err := clang.Find(c.path)
		if c.want == "" && (err != nil || filepath.Base(got.Path) != filepath.Base(c.path)) ||
			c.want != "" && (!errors.Is(err, clang.ErrNone) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %+v, %v", c.path, got, err)
		}
	}
}

// TestAsk verifies that Ask passes a module to the program unchanged, reads the file that it
// writes, and returns the first line of its error output.
func TestAsk(t *testing.T) {
	dir := t.TempDir()
	record := `case "$1" in --version) echo clang version 1.2; exit;; esac
for a in "$@"; do case "$a" in -foptimization-record-file=*) out=${a#*=};; esac; done
`
	c, err := clang.Find(fake(t, dir, "clang",
		record+`read n; printf -- '--- !Passed\nName: CoroSplit\nFunction: f\nArgs:\n  - frame_size: %d\n' $n > $out`))
	if err != nil {
		t.Fatal(err)
	}
	a, err := c.Ask([]byte("40\n"), "O2")
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := a.FrameSize("f"); n != 40 || !ok {
		t.Errorf("frame of %d bytes, %v", n, ok)
	}
	if n, ok := a.FrameSize("g"); ok {
		t.Errorf("a frame of %d bytes of nobody", n)
	}
	for script, want := range map[string]string{
		"echo 'no: such IR' >&2; echo more >&2; exit 1": "clang 1.2: no: such IR",
		"exit 4":                  "clang 1.2: exit status 4",
		"echo words > $out":       "the remarks of clang 1.2: line 1 ",
		"cat > /dev/null":         "",
		"test $1 = -O3 || exit 9": "",
	} {
		c, err := clang.Find(fake(t, dir, "clang", record+script))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Ask([]byte("text\n"), "O3"); err == nil != (want == "") ||
			err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
}

func TestElided(t *testing.T) {
	say := func(name, callee, caller string, kind remark.Kind) remark.Remark {
		return remark.Remark{Kind: kind, Name: name, Function: caller, Args: []remark.Arg{{Key: "callee", Val: callee},
			{Key: "caller", Val: caller}}}
	}
	a := clang.AnswerOf([]remark.Remark{
		{Name: "CoroSplit", Function: "t", Args: []remark.Arg{{Key: "frame_size", Val: "24"}}},
		{Name: "CoroSplit", Function: "u", Args: []remark.Arg{{Key: "frame_size", Val: "32"}}},
		say("CoroElide", "t", "all", remark.Passed),
		say("CoroElide", "t", "none", remark.Missed),
		say("CoroElide", "t", "coro", remark.Missed),
		say("CoroElide", "t", "coro.resume", remark.Passed),
		say("CoroElide", "t", "some", remark.Passed),
		say("CoroElide", "t", "some", remark.Missed),
		say("CoroAnnotationElide", "t", "marked", remark.Passed),
		say("CoroAnnotationElideUnlikely", "t", "cold", remark.Missed),
		say("CoroElide", "u", "helper", remark.Missed),
		say("CoroElide", "u", "main", remark.Passed),
	})
	ofT := map[string]bool{"all": true, "none": true, "coro": true, "some": true, "marked": true, "silent": true}
	for _, c := range []struct {
		callee, caller string
		places         int
		creators       map[string]bool
		elided, known  bool
	}{
		{"t", "all", 1, ofT, true, true},
		{"t", "all", 2, ofT, true, false}, // the other place is unknown
		{"t", "none", 1, ofT, false, true},
		{"t", "none", 3, ofT, false, true},
		{"t", "silent", 1, ofT, false, true}, // the ramp is not inlined
		{"t", "coro", 1, ofT, true, true},
		{"t", "coro", 2, ofT, true, false},
		{"t", "some", 1, ofT, true, false}, // one of two copies
		{"t", "marked", 1, ofT, true, true},
		{"t", "cold", 1, ofT, false, true},
		{"u", "helper", 1, map[string]bool{"helper": true}, false, false}, // inlined into main, and elided there
		{"u", "helper", 1, map[string]bool{"helper": true, "main": true}, false, true},
		{"v", "all", 1, map[string]bool{"all": true}, false, false}, // not split
	} {
		elided, known := a.Elided(c.callee, c.caller, c.places, c.creators)
		if known != c.known || known && elided != c.elided {
			t.Errorf("%s in %s, %d times: %v, known %v", c.callee, c.caller, c.places, elided, known)
		}
	}
}
