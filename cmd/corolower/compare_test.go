// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare checks that --compare looks for the compiler before any file is read, and that the
// program prints the compiler's message about a file that it rejects.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.ll", creator)
	says := func(name, script string) string {
		put(t, dir, name, "#!/bin/sh\ncase $1 in --version) echo clang version 9.8.7; exit;; esac\n"+script)
		path := filepath.Join(dir, name)
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
		return "--clang=" + path
	}
	fails := says("fails", "echo '<stdin>:1:2: error: a word' >&2; exit 1\n")
	silent := says("silent", "cat > /dev/null\n")
	remarks := says("remarks", `for a in "$@"; do case $a in -foptimization-record-file=*) out=${a#*=};; esac; done
cat > $out <<'END'
--- !Passed
Name: CoroSplit
Function: f
Args:
  - frame_size: '32'
...
--- !Passed
Name: CoroSplit
Function: outer
Args:
  - frame_size: '32'
...
--- !Passed
Name: CoroElide
Function: maker
Args:
  - callee: f
  - caller: maker
...
END
`)
	nested, err := filepath.Abs("../../test/lit/cli/explain-frame-elided.ll")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args     []string
		code     int
		out, msg string
	}{
		{[]string{"elision", "--compare=gcc", "none.ll"}, 2, "", "for the --compare option: 'gcc' is not clang\n"},
		{[]string{"frame", "--clang=" + filepath.Join(dir, "silent"), "none.ll"}, 2, "",
			"--clang needs --compare=clang"},
		{[]string{"frame", "--compare=clang", "--clang=/nowhere/clang", "none.ll"}, 2, "",
			"no clang is found at '/nowhere/clang'\ncorolower: install clang"},
		{[]string{"elision", "--compare=clang", "--clang=/nowhere/clang", "none.ll"}, 2, "",
			"no clang is found at '/nowhere/clang'\ncorolower: install clang"},
		{[]string{"elision", "--compare=clang", fails, "a.ll"}, 1,
			"note: clang 9.8.7 -O2 does not report it\n0 of 1 allocation elided, after -passes='default<O2>'\n" +
				"clang 9.8.7 -O2 reports 0 of them and elides 0 of these; corolower elides 0 of these\n",
			"corolower: a.ll: error: clang 9.8.7: <stdin>:1:2: error: a word\n"},
		{[]string{"elision", "--compare=clang", silent, "a.ll"}, 0, "clang 9.8.7 -O2 reports 0 of them", ""},
		{[]string{"elision", "--compare=clang", remarks, "a.ll"}, 0, "note: clang 9.8.7 -O2 elides it\n" +
			"0 of 1 allocation elided, after -passes='default<O2>'\nclang 9.8.7 -O2 elides 1 of them\n", ""},
		{[]string{"elision", "--compare=clang", remarks, "--format=json", "a.ll"}, 0,
			"\"clang\": \"clang 9.8.7 -O2\",\n    \"clang_elided\": true,\n", ""},
		{[]string{"frame", "--compare=clang", remarks, "a.ll"}, 0, "\nclang 9.8.7 -O2: 32 bytes, 8 more\n", ""},
		{[]string{"frame", "--compare=clang", remarks, "a.ll"}, 0, "\n" +
			"1 coroutine, 24 bytes of frames, after -passes='default<O2>'\nclang 9.8.7 -O2: 32 bytes of frames\n", ""},
		{[]string{"frame", "--compare=clang", remarks, "--function=outer", nested}, 0,
			"\nclang 9.8.7 -O2: 32 bytes, 40 fewer; 48 bytes here are frames of elided coroutines, which need " +
				"no heap\n", ""},
		{[]string{"frame", "--compare=clang", remarks, nested}, 0, "\n" +
			"clang 9.8.7 -O2 reports 1 of them: 32 bytes of frames, 72 here\n", ""},
		{[]string{"frame", "--compare=clang", remarks, "--passes=default<O0>", "a.ll"}, 0, "\n" +
			"clang 9.8.7 -O0: 32 bytes, ", ""},
		{[]string{"frame", "--compare=clang", silent, "a.ll"}, 0, "\nclang 9.8.7 -O2 reports no frame\n", ""},
		{[]string{"frame", "--compare=clang", silent, "a.ll"}, 0, "\n" +
			"clang 9.8.7 -O2 reports 0 of them: 0 bytes of frames, 0 here\n", ""},
		{[]string{"frame", "--compare=clang", remarks, "--format=json", "a.ll"}, 0,
			"\"clang\": \"clang 9.8.7 -O2\",\n    \"clang_frame_size\": 32,\n", ""},
	} {
		r := command(dir, "", nil, append([]string{"explain"}, c.args...)...)
		if r.code != c.code || !strings.Contains(r.stdout, c.out) ||
			!strings.Contains(r.stderr, c.msg) || (c.msg == "") != (r.stderr == "") {
			t.Errorf("%q: exit code %d\n%s%s", c.args, r.code, r.stdout, r.stderr)
		}
	}
}

func TestCompareWithoutClang(t *testing.T) {
	r := command(t.TempDir(), "", []string{"PATH=/nowhere"}, "explain", "frame", "--compare=clang", "none.ll")
	if r.code != 2 || r.stdout != "" || !strings.HasPrefix(r.stderr,
		"corolower: for the --compare option: no clang is found\ncorolower: install") {
		t.Errorf("exit code %d\n%s%s", r.code, r.stdout, r.stderr)
	}
}
