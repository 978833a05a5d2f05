// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// temporary matches the name of an object that only the linker needs.
var temporary = regexp.MustCompile(`/[^ ]*/temp/[a-z]+-[0-9a-f]+\.o`)

// TestParts checks commands that compile several sources, or compile and link. Without coroutines
// all files and messages are clang's, and no file remains.
func TestParts(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "one.cpp", "#include <cstdio>\nint two(int);\nint unused; int main() { std::printf(\"%d\\n\", two(20)); }\n")
	put(t, dir, "two.cc", "#warning here\nint two(int x) { return 2 * x; }\n")
	put(t, dir, "three.c", "int three(void) { return 3; }\n")
	put(t, dir, "bad.cpp", "int f() { return x; }\n")
	put(t, dir, "odd.x", "int two(int x) { return 2 * x + 1; }\n")
	run(t, dir, env(dir), compiler, "-c", "two.cc", "-o", "two.o")
	temp := filepath.Join(dir, "..", "temp")
	if err := os.Mkdir(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	environ := env(dir, "TMPDIR="+temp)
	for _, c := range []struct {
		words string
		units int // compiled in two stages
	}{
		{"-O2 one.cpp two.cc -lm -o p", 2},
		{"-O2 one.cpp -x c++ odd.x -o p", 2},
		{"-O1 -g -MMD two.cc -shared -fPIC -o lib/two.so", 1},
		{"-O1 -static one.cpp two.cc", 2},
		{"-flto -fuse-ld=lld one.cpp two.cc -Wl,-O1", 2},
		{"-c one.cpp two.cc -MD", 2},
		{"-c -g -gsplit-dwarf one.cpp two.cc", 2},
		{"-c one.cpp two.cc -o p", 0},
		{"-c one.cpp three.c", 1},
		{"one.cpp bad.cpp two.cc", 3},
		{"one.cpp", 1},           // does not link
		{"one.cpp missing.o", 0}, // clang compiles nothing
		{"-c one.cpp missing.cpp", 0},
		{"-c one.cpp missing.o", 0},
		{"-Werror two.cc one.cpp", 2},
		{"-g -gsplit-dwarf one.cpp two.cc -o p", 0},
		{"-MMD one.cpp two.cc -o p", 0},
	} {
		os.RemoveAll(dir + ".cache")
		words := strings.Fields(c.words)
		want := run(t, dir, environ, append([]string{compiler}, words...)...)
		got := run(t, dir, environ, cc(words...)...)
		if got.code != want.code || got.stdout != want.stdout || len(got.files) != len(want.files) {
			t.Errorf("%s: exit code %d, want %d; %d files, want %d\n%s\nwant\n%s", c.words, got.code, want.code,
				len(got.files), len(want.files), got.stderr, want.stderr)
		}
		if a, b := unnumbered(got.stderr), unnumbered(want.stderr); a != b {
			t.Errorf("%s: messages\n%s\nwant\n%s", c.words, a, b)
		}
		for name, text := range want.files {
			if got.files[name] != text {
				t.Errorf("%s: %s differs", c.words, name)
			}
		}
		if n := counts(t, dir); n.Units != c.units {
			t.Errorf("%s: %d units, want %d: %+v", c.words, n.Units, c.units, n)
		}
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, files remain: %v", c.words, err, left)
		}
	}
}

// unnumbered replaces the names of temporary objects, which the linker's messages contain.
func unnumbered(said string) string { return temporary.ReplaceAllString(said, "TEMP.o") }

// TestLink checks that a command that compiles a coroutine and links lowers the coroutine.
func TestLink(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "other.cpp", "int other() { return 1; }\n")
	if r := run(t, dir, env(dir), cc("-std=c++20", "-O1", "with.cpp", "other.cpp", "-o", "p")...); r.code != 0 ||
		r.stderr != "" || len(r.files) != 1 {
		t.Errorf("exit code %d, %d files\n%s", r.code, len(r.files), r.stderr)
	}
	if n := counts(t, dir); n.Units != 2 || n.Lowered != 1 || n.Coroutines == 0 {
		t.Errorf("%+v", n)
	}
}
