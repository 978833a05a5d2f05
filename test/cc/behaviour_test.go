// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package cc_test

import (
	"bufio"
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/corolower/corolower/framemap"
)

// cc returns the launcher's command line for arguments of the compiler.
func cc(words ...string) []string { return append([]string{bin(), "cc", compiler}, words...) }

// script writes a program that replaces the compiler and logs its calls.
func script(t *testing.T, dir, text string) string {
	t.Helper()
	name := filepath.Join(dir, "clang++")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n[ \"$1\" = --version ] || echo \"$@\" >> '"+dir+".calls'\n"+text+
		"\nexec "+compiler+" \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return name
}

// calls returns the arguments of each run of the compiler, without those that query its version.
func calls(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(dir + ".calls")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// TestFrontendFails checks that a failing frontend determines the messages and the exit code, that
// nothing is compiled twice, and that an old object is removed, as with clang.
func TestFrontendFails(t *testing.T) {
	need(t)
	dir := place(t)
	name := script(t, dir, "")
	put(t, dir, "bad.cpp", "int f() { return x; }\n")
	words := []string{"-std=c++20", "-c", "bad.cpp", "-o", "bad.o", "-MD"}
	plain := run(t, dir, env(dir), append([]string{compiler}, words...)...)
	put(t, dir, "bad.o", "old")
	ours := keep(t, dir, env(dir), append([]string{bin(), "cc", name}, words...)...)
	if ours.code != plain.code || ours.code != 1 || ours.stderr != plain.stderr || !strings.Contains(ours.stderr,
		"bad.cpp:1:18: error: ") {
		t.Errorf("exit code %d, plainly %d\n%s\nplainly\n%s", ours.code, plain.code, ours.stderr, plain.stderr)
	}
	if n := len(calls(t, dir)); n != 1 {
		t.Errorf("the compiler ran %d times", n)
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.o")); err == nil {
		t.Error("the old object is still there")
	}
	if c := counts(t, dir); c.Failed != 1 || len(c.Fallbacks) != 0 {
		t.Errorf("%+v", c)
	}
}

// TestFallbacks checks that a failure after the frontend leaves clang's object, one warning and a
// count; with --strict it is an error.
func TestFallbacks(t *testing.T) {
	need(t)
	failing := `case " $* " in *" -x ir "*) echo no code >&2; exit 3;; esac`
	for _, c := range []struct{ name, wrapper, flags, word, warning, reason string }{
		{"code generation fails", failing, "", "", "compiled as written", "code generation of the lowered text failed"},
		{"no time", "", "--max-memory=0", "", "lowered by clang",
			"the unit takes more than the budget of time or memory"},
		{"an unknown option", "", "", "--unheard-of", "compiled as written", "unknown option --unheard-of"},
		{"a pipeline that splits nothing", "", "--passes=coro-early", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := place(t)
			name := script(t, dir, c.wrapper+"\nif [ \"$1\" = --unheard-of ]; then shift; fi")
			words := []string{"-std=c++20", "-O1", "-c", "with.cpp", "-o", "with.o"}
			if c.word != "" {
				words = append([]string{c.word}, words...)
			}
			want := run(t, dir, env(dir), compiler, "-std=c++20", "-O1", "-c", "with.cpp", "-o",
				"with.o").files["with.o"]
			for _, strict := range []string{"", " --strict"} {
				os.RemoveAll(dir + ".cache")
				r := run(t, dir, env(dir, "COROLOWER_FLAGS="+c.flags+strict), append([]string{bin(), "cc", name},
					words...)...)
				if c.reason == "" {
					if r.code != 0 || r.stderr != "" {
						t.Errorf("exit code %d\n%s", r.code, r.stderr)
					}
					continue
				}
				n := counts(t, dir)
				if n.Fallbacks[c.reason] != 1 {
					t.Errorf("%s%s: %+v", c.flags, strict, n)
				}
				switch {
				case strict == "" && (r.code != 0 || r.files["with.o"] != want || strings.Count(r.stderr, "\n") != 1 ||
					!strings.Contains(r.stderr, "warning: ") || !strings.Contains(r.stderr, c.warning)):
					t.Errorf("exit code %d, the object is clang's: %v\n%s", r.code, r.files["with.o"] == want, r.stderr)
				case strict != "" && (r.code != 1 || r.files["with.o"] != "" || !strings.Contains(r.stderr, "error: ")):
					t.Errorf("strict: exit code %d, files %d\n%s", r.code, len(r.files), r.stderr)
				}
				if log, err := os.ReadFile(dir + ".cache/cc/fallbacks.log"); err != nil ||
					!strings.Contains(string(log), c.reason) {
					t.Errorf("the log has no such unit: %v\n%s", err, log)
				}
			}
		})
	}
}

// TestCrash checks that code generation runs once more, without assignment tracking, if clang crashes
// in it, and that this is no fallback if it helps. The unit has debug info.
func TestCrash(t *testing.T) {
	need(t)
	const crash = `case " $* " in *tracking=disabled*) ;; *" -x ir "*) exec sh -c 'kill -SEGV $$';; esac`
	for _, c := range []struct {
		name, wrapper, debug      string
		runs, fallbacks, repeated int
	}{
		{"helps", crash, "-g", 3, 0, 1},
		{"as clang's driver ends", strings.Replace(crash, "exec sh -c 'kill -SEGV $$'", "exit 139", 1), "-g", 3, 0, 1},
		{"does not help", `case " $* " in *" -x ir "*) exit 134;; esac`, "-g", 4, 1, 1},
		{"no debug info", crash, "-g0", 3, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := place(t)
			name := script(t, dir, c.wrapper)
			r := run(t, dir, env(dir), bin(), "cc", name, "-std=c++20", "-O2", c.debug, "-c", "with.cpp", "-o", "with.o")
			n := counters(t, dir)
			if r.code != 0 || r.files["with.o"] == "" || len(n.Fallbacks) != c.fallbacks || n.Repeated != c.repeated ||
				(n.Elided > 0) == (c.fallbacks > 0) || strings.Contains(r.stderr, "warning: ") != (c.fallbacks > 0) {
				t.Errorf("exit code %d, %d files, %+v\n%s", r.code, len(r.files), n, r.stderr)
			}
			if list := calls(t, dir); len(list) != c.runs {
				t.Errorf("the compiler ran %d times:\n%s", len(list), strings.Join(list, "\n"))
			}
		})
	}
}

// TestInterruptedCompiler checks that nothing is compiled again when a signal ends code generation,
// even if this program has not received it.
func TestInterruptedCompiler(t *testing.T) {
	need(t)
	dir := place(t)
	name := script(t, dir, `case " $* " in *" -x ir "*) kill -TERM $$;; esac`)
	r := run(t, dir, env(dir), bin(), "cc", name, "-std=c++20", "-O1", "-c", "with.cpp", "-o", "with.o")
	if r.code == 0 || r.files["with.o"] != "" || len(calls(t, dir)) != 2 {
		t.Errorf("exit code %d, %d files, %d runs of the compiler", r.code, len(r.files), len(calls(t, dir)))
	}
}

// TestWords checks sources and options at all positions of a command.
func TestWords(t *testing.T) {
	need(t)
	dir := place(t)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	put(t, dir, "words.rsp", "-std=c++20 -O1 \"-DSTART=4\" -fcorolower -c with.cpp")
	put(t, dir, "link.rsp", "-std=c++20 '-DWORD=\"a\\\\tb\"' with.cpp word.cpp -o program.o")
	put(t, dir, "word.cpp", "static_assert(sizeof(WORD) == sizeof(\"a\\tb\"));\n")
	put(t, dir, "long.rsp", strings.Repeat("-DLONG=\""+strings.Repeat("a b", 1000)+"\"\n", 1000)+
		"-std=c++20 with.cpp -o program.o")
	put(t, dir, "inc/data", "data")
	put(t, dir, "inc/asm.inc", "nop\n")
	put(t, dir, "asm.cpp", "#include \"with.cpp\"\nasm(\".incbin \\\"data\\\"\");\nvoid f() { asm(\".include \\\"asm.inc\\\"\"); }\n")
	put(t, dir, "unity.cpp", "#include \"with.cpp\"\nint without() { return 1; }\n")
	if err := os.Symlink(bin(), filepath.Join(dir, "corolower-"+compiler)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(bin(), filepath.Join(dir, "corolower-cc")); err != nil {
		t.Fatal(err)
	}
	if r := keep(t, dir, env(dir), compiler, "-std=c++20", "-E", "with.cpp", "-o", "with.ii"); r.code != 0 {
		t.Fatal(r.stderr)
	}
	wrapper, err := filepath.Abs("../../contrib/bazel/cc.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, stdin    string
		args           []string
		object         string
		lowered, units int
	}{
		{"the object's name", "", cc("-std=c++20", "-c", "./with.cpp"), "with.o", 1, 1},
		{"standard input", read("with.cpp"), cc("-std=c++20", "-I.", "-x", "c++", "-c", "-", "-o", "in.o"),
			"in.o", 1, 1},
		{"a response file", "", cc("@words.rsp"), "with.o", 1, 1},
		{"a link in a response file", "", cc("@link.rsp"), "program.o", 1, 2},
		{"a command that is too long for the system", "", cc("@long.rsp"), "program.o", 1, 1},
		{"an absolute path with a blank", "", cc("-std=c++20", "-O2", "-c", filepath.Join(dir, "with.cpp"), "-o",
			filepath.Join(dir, "sub/b c.o")), "sub/b c.o", 1, 1},
		{"several files", "", cc("-std=c++20", "-c", "with.cpp", "without.cpp"), "with.o", 1, 2},
		{"a link", "", cc("-std=c++20", "with.cpp", "-o", "program.o"), "program.o", 1, 1},
		{"inline assembly with files", "", cc("-std=c++20", "-O2", "-I", "inc", "-c", "asm.cpp"), "asm.o", 1, 1},
		{"a unity build", "", cc("-std=c++20", "-O2", "-c", "unity.cpp"), "unity.o", 1, 1},
		{"called as a compiler", "", []string{"./corolower-" + compiler, "-std=c++20", "-c", "with.cpp"},
			"with.o", 1, 1},
		{"called as a launcher", "", []string{"./corolower-cc", compiler, "-std=c++20", "-c", "with.cpp"},
			"with.o", 1, 1},
		{"what distcc sends", "", cc("-std=c++20", "-O2", "-c", "with.ii"), "with.o", 1, 1},
		{"Bazel's wrapper", "", []string{wrapper, "-std=c++20", "-c", "with.cpp"}, "with.o", 1, 1},
		{"behind env", "", []string{bin(), "cc", "env", "CPATH=inc", compiler, "-std=c++20", "-c", "with.cpp"},
			"with.o", 1, 1},
	} {
		os.RemoveAll(dir + ".cache")
		cmd := exec.Command(c.args[0], c.args[1:]...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.stdin)
		cmd.Env = env(dir, "COROLOWER="+bin(), "COROLOWER_CLANG="+compiler)
		out, err := cmd.CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", c.name, err, out)
			continue
		}
		if os.Remove(filepath.Join(dir, c.object)) != nil {
			t.Errorf("%s: no %s", c.name, c.object)
		}
		if n := counts(t, dir); n.Lowered != c.lowered || n.Units != c.units {
			t.Errorf("%s: %+v", c.name, n)
		}
	}
}

// TestElides checks that the launcher elides frames, that two runs give equal objects, and that
// corolower.toml and the options of one command control it.
func TestElides(t *testing.T) {
	need(t)
	dir := place(t)
	words := []string{"-std=c++20", "-O2", "-c", "with.cpp", "-o", "with.o"}
	elided := func(environ []string, words []string) (int, string) {
		t.Helper()
		os.RemoveAll(dir + ".cache")
		r := run(t, dir, environ, cc(words...)...)
		if r.code != 0 {
			t.Fatalf("exit code %d\n%s", r.code, r.stderr)
		}
		return counts(t, dir).Elided, r.files["with.o"]
	}
	n, object := elided(env(dir), words)
	if n != 2 {
		t.Errorf("%d allocations elided, want 2", n)
	}
	if _, again := elided(env(dir), words); again != object {
		t.Error("two objects of one source differ")
	}
	if n, _ := elided(env(dir, "COROLOWER_FLAGS=--coro-elide-max-frame=1"), words); n != 0 {
		t.Errorf("with a bound on frames %d allocations are elided", n)
	}
	for config, want := range map[string]int{
		"[cc]\nmax-frame = 1\n":                      0,
		"[cc]\nexclude = [\"w*.cpp\"]\n":             0,
		"[cc.files.\"with.cpp\"]\nmax-stack = 1\n":   1, // the other frame is in a coroutine's frame
		"[cc.files.\"other.cpp\"]\nmax-stack = 1\n":  2,
		"[cc]\npasses = \"default<O0>\"\n":           0,
		"[cc]\nmax-frame = 4000\nmax-stack = 9000\n": 2,
	} {
		put(t, dir, "corolower.toml", config)
		if n, _ := elided(env(dir), words); n != want {
			t.Errorf("%s%d allocations elided, want %d", config, n, want)
		}
	}
	put(t, dir, "corolower.toml", "[cc]\nmax-fame = 1\n")
	if r := run(t, dir, env(dir), cc(words...)...); r.code != 0 || !strings.Contains(r.stderr,
		"unknown key 'cc.max-fame'") {
		t.Errorf("a mistake in the configuration: exit code %d\n%s", r.code, r.stderr)
	}
}

// TestElidesSanitized checks that the checks of -fsanitize=undefined cost no elision: as many
// allocations are elided as without.
func TestElidesSanitized(t *testing.T) {
	need(t)
	dir := place(t)
	source, err := filepath.Abs("../../examples/tasks.cpp")
	if err != nil {
		t.Fatal(err)
	}
	for _, more := range []string{"-DPLAIN", "-fsanitize=alignment", "-fsanitize=object-size", "-fsanitize=undefined"} {
		os.RemoveAll(dir + ".cache")
		r := run(t, dir, env(dir), cc("-std=c++20", "-O2", more, "-c", source, "-o", "tasks.o")...)
		if n := counts(t, dir).Elided; r.code != 0 || n != 2 {
			t.Errorf("%s: exit code %d, %d allocations elided, want 2\n%s", more, r.code, n, r.stderr)
		}
	}
}

// TestReport checks that a build writes a report that `corolower project` merges. A unit that is
// built again occurs once.
func TestReport(t *testing.T) {
	need(t)
	dir := place(t)
	for range 2 {
		if r := keep(t, dir, env(dir), cc("-std=c++20", "-O2", "-g", "-c", "with.cpp",
			"-fcorolower-report=units.json")...); r.code != 0 || r.stderr != "" {
			t.Fatalf("exit code %d\n%s", r.code, r.stderr)
		}
	}
	r := keep(t, dir, env(dir), bin(), "project", "--merge", "units.json", "--root=.")
	if r.code != 0 || !strings.Contains(r.stdout, "1 unit, 2 coroutines") || !strings.Contains(r.stdout,
		"2 of 2 allocations elided") {
		t.Errorf("exit code %d\n%s", r.code, r.stdout+r.stderr)
	}
}

// TestFrameMap checks that --frame-map=section puts a map with addresses into the object and
// changes no code, also with a report. Any other value is an error, and other object
// formats fall back to clang.
func TestFrameMap(t *testing.T) {
	need(t)
	dir := place(t)
	words := []string{"-std=c++20", "-O2", "-g", "-ffile-compilation-dir=/elsewhere"}
	open := func(name string) *elf.File {
		t.Helper()
		f, err := elf.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	// program returns the linked program, and the code of its object. Addresses in the program's
	// code differ, because lld lists parts that clang removed as undefined symbols.
	program := func(flags string, more ...string) (*elf.File, []byte) {
		t.Helper()
		r := keep(t, dir, env(dir, "COROLOWER_FLAGS="+flags), cc(append(slices.Concat(words, more), "-c", "with.cpp",
			"-o", "with.o")...)...)
		if r.code != 0 || r.stderr != "" {
			t.Fatalf("%s: exit code %d\n%s", flags, r.code, r.stderr)
		}
		code, err := open("with.o").Section(".text").Data()
		if err != nil {
			t.Fatal(err)
		}
		keep(t, dir, env(dir), compiler, "with.o", "-o", "with")
		return open("with"), code
	}
	plain, want := program("")
	if _, err := framemap.ReadELF(plain); !errors.Is(err, framemap.ErrNoSection) {
		t.Errorf("without the option: %v", err)
	}
	for _, more := range []string{"", "-fcorolower-report=units.json"} {
		mapped, code := program("--frame-map=section", strings.Fields(more)...)
		m, err := framemap.ReadELF(mapped)
		if err != nil || len(m.Coroutines) != 2 {
			t.Fatalf("%v, %v", m, err)
		}
		for _, c := range m.Coroutines {
			if !strings.HasSuffix(c.File, "with.cpp") || len(c.Suspends) == 0 {
				t.Errorf("%+v", c)
			}
		}
		if !bytes.Equal(code, want) {
			t.Error("the code differs")
		}
	}
	if r := run(t, dir, env(dir), append([]string{bin(), "cc", "--frame-map=m.json", compiler},
		append(words, "-c", "with.cpp")...)...); r.code != 2 || !strings.Contains(r.stderr, "--frame-map=section") {
		t.Errorf("--frame-map=m.json: exit code %d\n%s", r.code, r.stderr)
	}
	os.RemoveAll(dir + ".cache")
	foreign := []string{bin(), "cc", "--frame-map=section", compiler, "--target=x86_64-pc-windows-gnu"}
	if r := run(t, dir, env(dir), append(append(foreign, words...), "-c", "with.cpp")...); r.code != 0 ||
		!strings.Contains(r.stderr, "the target's are COFF") || !strings.Contains(r.stderr, "lowered by clang") {
		t.Errorf("COFF: exit code %d\n%s", r.code, r.stderr)
	}
}

// messages is a source whose warnings come from the frontend and from code generation.
const messages = `#include "with.cpp"
[[gnu::warning("no")]] void avoid();
void use(char *);
int calls(int n) {
	avoid();
	asm(".warning \"careful\"");
	return n;
}
namespace space {
template <class T> struct list {
  int big(T n);
};
template <class T> int list<T>::big(T n) {
  char c[5000];
  use(c);
  return c[n];
}
}
int loop(int n) {
  int unused;
  char a[100];
#pragma clang loop vectorize(enable)
  for (int i = 0; i < n; i++) use(a);
  return a[1] + space::list<long>().big(n);
}
`

// TestBackendMessages checks that messages of code generation are those of clang, with one line that
// counts them and those of the frontend, and that a unit with such messages is lowered.
func TestBackendMessages(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "m.cpp", messages)
	put(t, dir, "asm.cpp", messages+"void wrong() { asm(\"no such instruction\"); }\n")
	for _, c := range []struct {
		source, words string
		lowered       int
	}{
		{"m.cpp", "", 1},
		{"m.cpp", "-Wall", 1},
		{"m.cpp", "-Wall -g", 1},
		{"m.cpp", "-Wframe-larger-than=4000", 1},
		{"m.cpp", "-Wframe-larger-than=4000 -Wall -g", 1},
		{"m.cpp", "-Wframe-larger-than=4000 -Wno-attribute-warning -Wno-inline-asm -Wno-pass-failed", 1},
		{"m.cpp", "-Wframe-larger-than=4000 -w", 1},
		{"m.cpp", "-Wall -fno-caret-diagnostics -Wframe-larger-than=4000", 1},
		{"m.cpp", "-Wall -fdiagnostics-format=msvc", 1},
		{"m.cpp", "-Wall -fcolor-diagnostics", 1},
		{"m.cpp", "-Wall -MD -g -gsplit-dwarf", 1},
		{"m.cpp", "-Wall -fstack-usage", 1},
		{"m.cpp", "-Wall --serialize-diagnostics m.dia", 1},
		{"m.cpp", "-Wall --serialize-diagnostics m.dia -Wframe-larger-than=4000", 0},
		{"m.cpp", "-Wall -Werror", 0},
		{"m.cpp", "-Wall -Werror=attribute-warning", 0},
		{"m.cpp", "-Wframe-larger-than=4000 -Werror", 0},
		{"asm.cpp", "-Wall", 0},
		{"asm.cpp", "-Wall -Wframe-larger-than=4000", 0},
	} {
		os.RemoveAll(dir + ".cache")
		words := append([]string{"-std=c++20", "-O1", "-c", c.source, "-o", "m.o"}, strings.Fields(c.words)...)
		plain := run(t, dir, env(dir), append([]string{compiler}, words...)...)
		ours := run(t, dir, env(dir), cc(words...)...)
		if ours.code != plain.code || ours.stderr != plain.stderr || len(ours.files) != len(plain.files) ||
			ours.files["m.dia"] != plain.files["m.dia"] || ours.files["m.d"] != plain.files["m.d"] {
			t.Errorf("%s %s: exit code %d, plainly %d\n%s\nplainly\n%s", c.source, c.words, ours.code, plain.code,
				ours.stderr, plain.stderr)
		}
		if n := counts(t, dir); n.Lowered != c.lowered || len(n.Fallbacks) != 0 {
			t.Errorf("%s %s: %+v", c.source, c.words, n)
		}
	}
	// A command that fails has no message of the launcher.
	for _, words := range [][]string{{"-c", "m.cpp", "--unheard-of"}, {"-c", "-x", "c++"}} {
		plain := run(t, dir, env(dir), append([]string{compiler}, words...)...)
		if ours := run(t, dir, env(dir), cc(words...)...); ours.code != plain.code || ours.code == 0 ||
			ours.stderr != plain.stderr {
			t.Errorf("%s: exit code %d, plainly %d\n%s\nplainly\n%s", words, ours.code, plain.code, ours.stderr,
				plain.stderr)
		}
	}
	// Plain clang knows no line of the parts of a coroutine.
	put(t, dir, "part.cpp", "#include \"coro.h\"\nvoid use(char *);\ntask part(int n) {\n  char c[5000];\n  use(c);\n"+
		"  co_return c[n];\n}\n")
	r := run(t, dir, env(dir), cc("-std=c++20", "-O1", "-c", "part.cpp", "-Wframe-larger-than=4000")...)
	if want := "part.cpp:3:6: warning: stack frame size ("; r.code != 0 || !strings.HasPrefix(r.stderr, want) ||
		!strings.Contains(r.stderr, " in 'part(int) (.resume)' [-Wframe-larger-than]\n    3 | task part(int n) {\n"+
			"      |      ^\n1 warning generated.\n") {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}

// TestTerminal checks that messages for a terminal have clang's colors and width.
func TestTerminal(t *testing.T) {
	need(t, "script")
	dir := place(t)
	put(t, dir, "m.cpp", messages)
	for _, set := range []string{"TERM=xterm", "TERM=dumb", "TERM=screen.linux COLUMNS=50", "TERM=xterm NO_COLOR=1",
		"TERM=xterm-256color WORDS=-fno-color-diagnostics", "TERM=vt100 WORDS=-fdiagnostics-color=auto",
		"TERM=xterm WORDS=-Wunused-function WORDS=-Werror"} {
		var said []string
		for _, launcher := range []string{"", bin() + " cc "} {
			command := launcher + compiler + " -std=c++20 -O1 -Wall -c m.cpp"
			environ := env(dir, "NO_COLOR=", "COLUMNS=")
			for _, s := range strings.Fields(set) {
				if word, ok := strings.CutPrefix(s, "WORDS="); ok {
					command += " " + word
				} else {
					environ = append(environ, s)
				}
			}
			r := run(t, dir, environ, "script", "-qec", command, os.DevNull)
			said = append(said, fmt.Sprint(r.code, r.stdout))
		}
		if said[0] != said[1] || !strings.Contains(said[0], "unused") {
			t.Errorf("%s:\n%q\nplainly\n%q", set, said[1], said[0])
		}
	}
}

// TestReadOnly checks that nothing is written next to the source, or to a folder for counters that
// is not writable.
func TestReadOnly(t *testing.T) {
	need(t)
	dir := place(t)
	out := t.TempDir()
	before := snapshot(t, dir)
	cmd := exec.Command(bin(), "cc", compiler, "-std=c++20", "-c", filepath.Join(dir, "with.cpp"), "-MD",
		"-o", "with.o")
	cmd.Dir, cmd.Env = out, append(os.Environ(), "COROLOWER_CACHE=/dev/null/none", "HOME=/dev/null", "TMPDIR=/dev/null")
	if msg, err := cmd.CombinedOutput(); err != nil || len(msg) > 0 {
		t.Errorf("%v\n%s", err, msg)
	}
	if got := snapshot(t, out); len(got) != 2 || got["with.o"] == "" || !strings.HasPrefix(got["with.d"], "with.o:") {
		t.Errorf("%d files", len(got))
	}
	if len(snapshot(t, dir)) != len(before) {
		t.Error("there is something new beside the source")
	}
}

// unfinished is the name of clang's own temporary object. Clang deletes it when a signal arrives,
// unless a second signal follows at once: its handler first restores the default actions. If the
// launcher is killed, Linux sends one signal for each of its threads that was clang's parent.
var unfinished = regexp.MustCompile(`^u[0-9]-[0-9a-f]{8}\.o\.tmp$`)

// TestKilled checks that a build with ninja that is interrupted or killed at random moments leaves
// whole objects, and nothing of the launcher's. COROLOWER_KILLS is the number of rounds.
func TestKilled(t *testing.T) {
	need(t, "ninja")
	if runtime.GOOS != "linux" {
		t.Skip("what is started ends with its launcher on Linux only")
	}
	rounds := 6
	if n, err := strconv.Atoi(os.Getenv("COROLOWER_KILLS")); err == nil {
		rounds = n
	}
	dir := place(t)
	var rules strings.Builder
	fmt.Fprintf(&rules, "rule cxx\n  command = %s cc %s -std=c++20 -O2 -g -MD -MF $out.d -c $in -o $out\n"+
		"  depfile = $out.d\n", bin(), compiler)
	const units = 6
	for k := range units {
		put(t, dir, fmt.Sprintf("u%d.cpp", k), fmt.Sprintf("#define START %d\n#include \"with.cpp\"\n", k))
		fmt.Fprintf(&rules, "build out/u%d.o: cxx u%d.cpp\n", k, k)
	}
	put(t, dir, "build.ninja", rules.String())
	build := func() *exec.Cmd {
		cmd := exec.Command("ninja", "-j2")
		cmd.Dir, cmd.Env = dir, env(dir, "TMPDIR="+filepath.Join(dir, "tmp"))
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	if err := os.Mkdir(filepath.Join(dir, "tmp"), 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := build().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := snapshot(t, filepath.Join(dir, "out"))
	r := rand.New(rand.NewPCG(1, 2))
	broken := 0
	for round := range rounds {
		os.RemoveAll(filepath.Join(dir, "out"))
		if err := os.Mkdir(filepath.Join(dir, "out"), 0o777); err != nil { // ninja may end before it does
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, ".ninja_log"))
		os.Remove(filepath.Join(dir, ".ninja_deps"))
		cmd := build()
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Ninja prints a line for each unit that is compiled. The moment is that of a random line, and
		// a random while later.
		lines := bufio.NewScanner(out)
		for range r.IntN(units) {
			lines.Scan()
		}
		time.Sleep(time.Duration(r.Int64N(int64(100 * time.Millisecond))))
		how := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL}[round%3]
		switch {
		case how == syscall.SIGKILL && round%2 == 0: // kill the launchers, so that ninja sees them fail
			for _, pid := range launchers(t, dir, false) {
				_ = syscall.Kill(pid, how)
			}
		default:
			_ = cmd.Process.Signal(how)
		}
		_ = cmd.Wait()
		for deadline := time.Now().Add(10 * time.Minute); len(launchers(t, dir,
			true)) > 0; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%v: a compile goes on", how)
			}
		}
		for name, text := range snapshot(t, filepath.Join(dir, "out")) {
			if unfinished.MatchString(name) {
				t.Logf("round %d, %v: clang left %s", round, how, name)
				continue
			}
			if full, ok := want[name]; !ok || strings.HasSuffix(name, ".o") && text != full {
				t.Errorf("round %d, %v: %s is left over, or broken", round, how, name)
				broken++
			}
		}
		if left := snapshot(t, filepath.Join(dir, "tmp")); len(left) > 0 {
			t.Errorf("round %d, %v: %d temporary files", round, how, len(left))
		}
	}
	if out, err := build().CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%d rounds, %d broken", rounds, broken)
}

// launchers returns the processes of this program that work in a folder; with all, also those of
// compilers.
func launchers(t *testing.T, dir string, all bool) (list []int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		cwd, err1 := os.Readlink(filepath.Join("/proc", e.Name(), "cwd"))
		exe, err2 := os.Readlink(filepath.Join("/proc", e.Name(), "exe"))
		if err1 == nil && err2 == nil && cwd == dir && (exe == bin() || all && strings.Contains(exe, "clang")) {
			list = append(list, pid)
		}
	}
	return list
}

// TestSanitizer checks that messages at run time name the user's file.
func TestSanitizer(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "bad.cpp", "#include \"coro.h\"\nint table[4];\ntask f(int n) { co_return table[n]; }\n"+
		"int main() {\n  task t = f(5);\n  t.handle.resume();\n  return t.handle.promise().value;\n}\n")
	for _, r := range []result{
		keep(t, dir, env(dir), cc("-std=c++20", "-O1", "-fsanitize=address", "-c", "bad.cpp")...),
		keep(t, dir, env(dir), compiler, "-fsanitize=address", "bad.o", "-o", "bad"),
	} {
		if r.code != 0 {
			t.Fatalf("exit code %d\n%s", r.code, r.stderr)
		}
	}
	if r := keep(t, dir, env(dir), "./bad"); r.code == 0 || !strings.Contains(r.stderr,
		"global variable 'table' defined in '") || strings.Contains(r.stderr, "<stdin>") {
		t.Errorf("exit code %d\n%s", r.code, r.stderr)
	}
}

// TestDebugged checks that a debugger shows the variables and parameters of a coroutine, without
// optimisation, where nothing is elided, and with it.
func TestDebugged(t *testing.T) {
	need(t, "gdb")
	dir := place(t)
	put(t, dir, "stops.cpp", `#include "coro.h"
__attribute__((noinline)) void stop(int at) { asm volatile("" : : "r"(at)); }
static task leaf(int n) {
  int twice = n * 2;
  stop(twice + 100);
  co_return twice;
}
static task sum(int n) {
  int s = 0;
  for (int k = 0; k < n; ++k) {
    s += co_await leaf(k);
    stop(k);
  }
  co_return s;
}
int main() {
  task t = sum(5);
  t.handle.resume();
  printf("%d\n", t.handle.promise().value);
}
`)
	put(t, dir, "stops.gdb", `set pagination off
break stop if at == 106 || at == 3
run
up
printf "twice %d, n %d\n", twice, n
continue
up
printf "s %d, k %d, n %d\n", s, k, n
`)
	for flags, elided := range map[string]int{"-O0 -g": 0, "-O2 -g -DNDEBUG": 2} {
		os.RemoveAll(dir + ".cache")
		words := append(strings.Fields(flags), "-std=c++20", "-c", "stops.cpp")
		if r := keep(t, dir, env(dir), cc(words...)...); r.code != 0 || r.stderr != "" {
			t.Fatalf("%s: exit code %d\n%s", flags, r.code, r.stderr)
		}
		if c := counts(t, dir); c.Lowered != 1 || c.Coroutines != 2 || c.Elided != elided {
			t.Errorf("%s: %+v", flags, c)
		}
		keep(t, dir, env(dir), compiler, "stops.o", "-o", "stops")
		r := keep(t, dir, env(dir, "HOME=/dev/null"), "gdb", "-q", "-batch", "-nx", "-x", "stops.gdb", "./stops")
		if !strings.Contains(r.stdout, "twice 6, n 3\n") || !strings.Contains(r.stdout, "s 12, k 3, n 5\n") {
			t.Errorf("%s: gdb printed\n%s%s", flags, r.stdout, r.stderr)
		}
	}
}

// TestUnused checks that without optimisation the object omits unused functions of the file, as
// plainly: their callees may have no definition.
func TestUnused(t *testing.T) {
	need(t)
	dir := place(t)
	put(t, dir, "unused.cpp", "#include \"with.cpp\"\ntask missing();\n"+
		"template <typename F> static void call(F f) { f(); }\n"+
		"void use() {\n  auto lambda = [] -> task { co_return co_await missing(); };\n  (void)call<decltype(lambda)>;\n}\n")
	for _, words := range [][]string{
		cc("-std=c++23", "-O0", "-c", "unused.cpp"), {compiler, "unused.o", "-o", "unused"}, {"./unused"},
	} {
		if r := keep(t, dir, env(dir), words...); r.code != 0 || r.stderr != "" {
			t.Fatalf("exit code %d\n%s", r.code, r.stderr)
		}
	}
	if c := counts(t, dir); c.Lowered != 1 {
		t.Errorf("%+v", c)
	}
}

// TestInstrumented checks that with --instrumented the coverage files are next to the object.
func TestInstrumented(t *testing.T) {
	need(t)
	dir := place(t)
	r := run(t, dir, env(dir, "COROLOWER_FLAGS=--instrumented --strict"), cc("-std=c++20", "-O1", "--coverage", "-c",
		"with.cpp", "-o", "sub/with.x.o")...)
	if r.code != 0 || r.stderr != "" || r.files["sub/with.x.gcno"] == "" || len(r.files) != 2 {
		t.Errorf("exit code %d, %d files\n%s", r.code, len(r.files), r.stderr)
	}
	if c := counts(t, dir); c.Lowered != 1 {
		t.Errorf("%+v", c)
	}
}

// TestCcache checks that with ccache after the launcher the second build runs no compiler, and that
// a change of this program invalidates the cache.
func TestCcache(t *testing.T) {
	need(t, "ccache")
	dir := place(t)
	environ := env(dir, "CCACHE_DIR="+dir+".ccache", "CCACHE_CONFIGPATH=/dev/null", "CCACHE_LOGFILE="+dir+".log")
	name := script(t, dir, "")
	words := []string{"-std=c++20", "-O2", "-c", "with.cpp", "-o", "with.o"}
	first := run(t, dir, environ, append([]string{bin(), "cc", "ccache", name}, words...)...)
	if first.code != 0 || first.stderr != "" || first.files["with.o"] == "" {
		t.Fatalf("exit code %d\n%s", first.code, first.stderr)
	}
	if c := counts(t, dir); c.Lowered != 1 {
		t.Errorf("%+v", c)
	}
	n := len(calls(t, dir))
	second := run(t, dir, environ, append([]string{bin(), "cc", "ccache", name}, words...)...)
	if second.files["with.o"] != first.files["with.o"] || second.code != 0 {
		t.Errorf("exit code %d, another object\n%s", second.code, second.stderr)
	}
	if more := len(calls(t, dir)) - n; more > 0 {
		t.Errorf("the compiler ran %d times for the second build", more)
	}
	if log, err := os.ReadFile(dir + ".log"); err != nil || !strings.Contains(string(log), bin()) {
		t.Errorf("ccache does not know this program's file: %v", err)
	}
	// ccache before the launcher, which is called as a compiler
	if err := os.Symlink(bin(), filepath.Join(dir, "corolower-"+compiler)); err != nil {
		t.Fatal(err)
	}
	os.RemoveAll(dir + ".cache")
	for range 2 {
		if r := run(t, dir, environ, append([]string{"ccache", "./corolower-" + compiler, "-DSTART=9"},
			words...)...); r.code != 0 || r.files["with.o"] == "" {
			t.Errorf("exit code %d\n%s", r.code, r.stderr)
		}
	}
	if c := counts(t, dir); c.Lowered != 1 {
		t.Errorf("%+v", c)
	}
}
