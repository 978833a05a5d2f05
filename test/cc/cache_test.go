// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// standIn writes a program that replaces a cache: it logs the variable that the cache hashes, and
// runs its arguments.
func standIn(t *testing.T, dir, name, variable string) string {
	t.Helper()
	at := filepath.Join(dir, name)
	text := "#!/bin/sh\necho \"$" + variable + "\" >> '" + dir + ".hashed'\necho \"$1\" >> '" + dir + ".ran'\n" +
		"exec \"$@\"\n"
	if err := os.WriteFile(at, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	return at
}

// lines returns the lines of a file that a program wrote next to the folder.
func lines(t *testing.T, dir, ending string) []string {
	t.Helper()
	text, err := os.ReadFile(dir + ending)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// TestSccache checks that sccache after the launcher runs a link to this program, which runs the
// compiler that the command names. The text that sccache hashes must depend on the settings only.
func TestSccache(t *testing.T) {
	need(t)
	dir := place(t)
	name := script(t, dir, "") // a compiler outside PATH
	cache := standIn(t, dir, "sccache", "SCCACHE_C_CUSTOM_CACHE_BUSTER")
	words := []string{"-std=c++20", "-O2", "-c", "with.cpp", "-o", "with.o"}
	want := run(t, dir, env(dir), append([]string{bin(), "cc", name}, words...)...)
	for k, own := range [][]string{nil, nil, {"--coro-elide-max-frame=8"}, {"--strict"}} {
		r := run(t, dir, env(dir, "SCCACHE_C_CUSTOM_CACHE_BUSTER=mine"),
			append(append(append([]string{bin(), "cc"}, own...), cache, name), words...)...)
		if r.code != 0 || r.stderr != "" || k != 2 && r.files["with.o"] != want.files["with.o"] ||
			k == 2 && r.files["with.o"] == want.files["with.o"] {
			t.Errorf("%q: exit code %d, or another object\n%s", own, r.code, r.stderr)
		}
	}
	if c := counts(t, dir); c.Lowered != 5 || len(c.Fallbacks) > 0 || c.Written["after sccache"] != 4 {
		t.Errorf("%+v", c)
	}
	hashed := lines(t, dir, ".hashed")
	if len(hashed) != 4 || !strings.HasPrefix(hashed[0], "mine corolower-") || hashed[1] != hashed[0] ||
		hashed[2] == hashed[0] || hashed[3] == hashed[0] {
		t.Errorf("sccache hashes %q", hashed)
	}
	put(t, dir, "corolower.toml", "[cc]\nmax-frame = 8\n")
	run(t, dir, env(dir), append([]string{bin(), "cc", cache, name}, words...)...)
	if hashed = lines(t, dir, ".hashed"); hashed[4] == strings.TrimPrefix(hashed[0], "mine ") {
		t.Error("sccache does not hash the settings of corolower.toml")
	}
	// A command that compiles and links is lowered too, although sccache does not cache it.
	os.RemoveAll(dir + ".cache")
	if r := run(t, dir, env(dir), bin(), "cc", cache, name, "-std=c++20", "with.cpp", "-o", "p"); r.code != 0 {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	if c := counts(t, dir); c.Lowered != 1 || c.Units != 1 {
		t.Errorf("a link: %+v", c)
	}
}

// TestCcacheSettings checks that ccache hashes the settings, and that the run that it starts has
// them.
func TestCcacheSettings(t *testing.T) {
	need(t)
	dir := place(t)
	cache := filepath.Join(dir, "ccache")
	text := "#!/bin/sh\necho \"$CCACHE_EXTRAFILES\" >> '" + dir + ".hashed'\nexec $CCACHE_PREFIX \"$@\"\n"
	if err := os.WriteFile(cache, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	words := []string{compiler, "-std=c++20", "-O2", "-c", "with.cpp", "-o", "with.o"}
	want := run(t, dir, env(dir), append([]string{bin(), "cc", "--coro-elide-max-frame=8"}, words...)...)
	var objects []string
	for _, own := range [][]string{nil, {"--coro-elide-max-frame=8"}, {"--frame-map=section"}} {
		r := run(t, dir, env(dir), append(append(append([]string{bin(), "cc"}, own...), cache), words...)...)
		if r.code != 0 || r.stderr != "" {
			t.Errorf("%q: exit code %d\n%s", own, r.code, r.stderr)
		}
		objects = append(objects, r.files["with.o"])
	}
	if objects[0] == objects[1] || objects[1] != want.files["with.o"] || objects[2] == objects[0] {
		t.Error("behind ccache, options of the launcher change nothing")
	}
	if hashed := lines(t, dir, ".hashed"); hashed[0] == hashed[1] || hashed[0] == hashed[2] {
		t.Errorf("ccache hashes %q for several settings", hashed[0])
	}
	os.RemoveAll(dir + ".cache")
	r := run(t, dir, env(dir), bin(), "cc", cache, compiler, "-std=c++20", "with.cpp", "-o", "p")
	if c := counts(t, dir); r.code != 0 || c.Lowered != 1 || c.Units != 1 {
		t.Errorf("a link: exit code %d, %+v", r.code, c)
	}
}

// TestOtherLaunchers checks that a command with an unknown launcher compiles as written, and that
// the warning names the order that works. Settings of env must take effect.
func TestOtherLaunchers(t *testing.T) {
	need(t)
	dir := place(t)
	words := []string{compiler, "-std=c++20", "-O2", "-c", "with.cpp", "-o", "with.o"}
	far := standIn(t, dir, "distcc", "PATH")
	r := run(t, dir, env(dir), append([]string{bin(), "cc", far}, words...)...)
	if want := "corolower: with.cpp: warning: distcc runs the compiler itself; write \"distcc corolower-" + compiler +
		"\": compiled as written\n"; r.code != 0 || r.stderr != want {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
	if r := run(t, dir, env(dir), append([]string{bin(), "cc", "--strict", far}, words...)...); r.code != 1 ||
		r.files["with.o"] != "" {
		t.Errorf("--strict: exit code %d\n%s", r.code, r.stderr)
	}
	behind := []string{bin(), "cc", "env", "CPLUS_INCLUDE_PATH=inc"}
	r = run(t, dir, env(dir), append(append(behind, words...), "-include", "extra.h",
		"-fcorolower-report=units.json")...)
	if r.files["units.json"] == "" {
		t.Error("env: no report")
	}
	if c := counts(t, dir); r.code != 0 || r.stderr != "" || c.Lowered != 1 {
		t.Errorf("env: exit code %d, %+v\n%s", r.code, c, r.stderr)
	}
}
