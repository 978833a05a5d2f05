// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

//go:build unix

// Package project_test runs `corolower project` on C++ projects that CMake configures for Ninja,
// and counts how often compilers run.
package project_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report"
)

// tool is the program under test: COROLOWER_BIN, or one built from this tree.
var tool string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "corolower-project-")
	if err != nil {
		panic(err)
	}
	if tool = os.Getenv("COROLOWER_BIN"); tool == "" {
		tool = filepath.Join(dir, "corolower")
		if out, err := exec.Command("go", "build", "-pgo=off", "-o", tool, "../../cmd/corolower").CombinedOutput(); err != nil {
			os.Stderr.Write(out)
			os.Exit(1)
		}
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// place is a folder with sources, a build folder and a cache.
type place struct {
	t     *testing.T
	dir   string // its name contains a blank
	count string // file with one line for each run of the compiler that emits IR
}

// sources are the files of the project: a coroutine in a header that three units include, two
// internal ones with the same name in different units, a lambda with a different number in each
// unit, a unit that fails, a unit with a finding of check, and a C unit.
var sources = map[string]string{
	"inc/gen.hpp": `#pragma once
#include <coroutine>
#include <exception>
struct task {
  struct promise_type {
    int value;
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> h;
};
void sink(char *);
inline std::coroutine_handle<> keep;
inline task shared(int n) { char buf[SIZE]; sink(buf); co_yield n; sink(buf); }
static auto lambda = [](int k) -> task { co_yield k; co_yield k + 1; };
inline void creator() { auto t = shared(2); keep = t.h; t.h.resume(); lambda(3); }
`,
	"src dir/a.cpp": `#define SIZE 100
#include "gen.hpp"
namespace { task same(int n) { co_yield n; } }
int a() { creator(); same(1); return 0; }
`,
	"src dir/b.cpp": `#define SIZE 200
static auto other = [] { return 1; };
#include "gen.hpp"
namespace { task same(int n) { char buf[300]; sink(buf); co_yield n; sink(buf); } }
int b() { creator(); same(1); return other(); }
`,
	"src dir/c.cpp": `#define SIZE 100
#include "gen.hpp"
int c() { creator(); return 0; }
task aligned() { alignas(64) char buf[64]; sink(buf); co_yield 1; sink(buf); }
`,
	"src dir/fails.cpp": "#include \"gen.hpp\"\nint missing = SIZE;\n",
	"src dir/plain.c":   "int plain(void) { return 0; }\n",
	"CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)
project(example C CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
include_directories(inc)
add_library(example OBJECT "src dir/a.cpp" "src dir/b.cpp" "src dir/c.cpp" "src dir/fails.cpp" "src dir/plain.c")
`,
}

// newPlace creates the project, and configures it with a compiler that counts how often it emits
// IR.
func newPlace(t *testing.T, cxx string, flags ...string) *place {
	t.Helper()
	for _, need := range []string{"cmake", "ninja", "clang++-22", "clang-22"} {
		if _, err := exec.LookPath(need); err != nil {
			t.Skip(err)
		}
	}
	p := &place{t: t, dir: filepath.Join(t.TempDir(), "a project")}
	p.count = filepath.Join(p.dir, "count")
	for name, text := range sources {
		p.put(name, text)
	}
	real, err := exec.LookPath(cxx)
	if err != nil {
		t.Skip(err)
	}
	p.put("bin/compiler", "#!/bin/sh\ncase \"$*\" in *-emit-llvm*) echo run >> '"+p.count+"' ;; esac\n"+
		"exec "+real+" \"$@\"\n")
	if err := os.Chmod(filepath.Join(p.dir, "bin/compiler"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.must("cmake", append([]string{"-G", "Ninja", "-S", ".", "-B", "build", "-DCMAKE_C_COMPILER=clang-22",
		"-DCMAKE_CXX_COMPILER=" + p.dir + "/bin/compiler",
		"-DCMAKE_BUILD_TYPE=Release"}, flags...)...)
	_ = os.Remove(p.count)
	return p
}

func (p *place) put(name, text string) {
	p.t.Helper()
	name = filepath.Join(p.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// run runs a program in the place.
func (p *place) run(name string, args ...string) (stdout, stderr string, code int) {
	cmd := exec.Command(name, args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(p.dir, "cache"), "TMPDIR="+p.t.TempDir())
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &msg
	_ = cmd.Run()
	return out.String(), msg.String(), cmd.ProcessState.ExitCode()
}

func (p *place) must(name string, args ...string) {
	p.t.Helper()
	if out, msg, code := p.run(name, args...); code != 0 {
		p.t.Fatalf("%s %q: exit code %d\n%s%s", name, args, code, out, msg)
	}
}

// report returns the report of the project. The program must exit with the given code.
func (p *place) report(code int, args ...string) *report.Report {
	p.t.Helper()
	out, msg, got := p.run(tool, append([]string{"project", "--format=json"}, args...)...)
	if got != code {
		p.t.Fatalf("%q: exit code %d, want %d\n%s", args, got, code, msg)
	}
	r, err := report.Read([]byte(out))
	if err != nil {
		p.t.Fatalf("%v\n%s", err, out)
	}
	return r
}

// compiled returns the number of compiler runs since its last call.
func (p *place) compiled() int {
	text, _ := os.ReadFile(p.count)
	_ = os.Remove(p.count)
	return strings.Count(string(text), "\n")
}

// tree returns the content of all files below a folder.
func (p *place) tree(dir string) string {
	p.t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(filepath.Join(p.dir, dir), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		fmt.Fprintf(&b, "%s %x\n", name, sha256.Sum256(text))
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return b.String()
}

// files returns the sources of units, by their numbers.
func files(r *report.Report, units []int) (list []string) {
	for _, u := range units {
		list = append(list, r.Units[u].File)
	}
	return list
}

// TestReport verifies that the report lists a coroutine that several units share once, lists
// different ones separately, and lists failures.
func TestReport(t *testing.T) {
	p := newPlace(t, "clang++-22")
	before := p.tree("build")
	r := p.report(1, "-p", "build")
	if p.tree("build") != before {
		t.Error("something was written into the build folder")
	}
	var units []string
	for _, u := range r.Units {
		units = append(units, u.File)
		if (u.Failed != "") != (u.File == "src dir/fails.cpp") || u.Failed != "" && !strings.Contains(u.Failed,
			"undeclared identifier 'SIZE'") {
			t.Errorf("%s: failed: %s", u.File, u.Failed)
		}
		if u.Object != "build/CMakeFiles/example.dir/"+strings.ReplaceAll(u.File, " ", "_")+".o" {
			t.Errorf("%s: makes %s", u.File, u.Object)
		}
	}
	if want := []string{"src dir/a.cpp", "src dir/b.cpp", "src dir/c.cpp", "src dir/fails.cpp",
		"src dir/plain.c"}; !reflect.DeepEqual(units, want) {
		t.Errorf("units %q", units)
	}
	if r.Pipeline != "default<O3>" || !strings.Contains(r.Compiler, "clang version 22") {
		t.Errorf("pipeline %s, compiler %s", r.Pipeline, r.Compiler)
	}
	got := map[string][]string{}
	for _, c := range r.Coroutines {
		got[fmt.Sprintf("%s %s:%d", c.Demangled, c.Source.File, c.Source.Line)] = files(r, c.Units)
		if c.Demangled == "shared(int)" && (len(c.Sizes) != 3 || c.Sizes[0] >= c.Sizes[1] || c.Sizes[0] != c.Sizes[2] ||
			c.Size != c.Sizes[1]) {
			t.Errorf("shared has %d bytes of %v", c.Size, c.Sizes)
		}
		if c.Pipeline != "default<O3>" || c.IR != nil {
			t.Errorf("%s: pipeline %s, text %v", c.Demangled, c.Pipeline, c.IR)
		}
	}
	three := []string{"src dir/a.cpp", "src dir/b.cpp", "src dir/c.cpp"}
	want := map[string][]string{
		"shared(int) inc/gen.hpp:18": three, "(anonymous namespace)::same(int) src dir/a.cpp:3": three[:1],
		"(anonymous namespace)::same(int) src dir/b.cpp:4": three[1:2],
		"lambda inc/gen.hpp:19":                            three, "aligned() src dir/c.cpp:4": three[2:],
	}
	for name := range got {
		if strings.HasSuffix(name, "operator()(int) const inc/gen.hpp:19") {
			got["lambda inc/gen.hpp:19"] = got[name]
			delete(got, name)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("coroutines\n%v\nwant\n%v", got, want)
	}
	if len(r.Creations) == 0 || r.Creations[0].Elided || r.Creations[0].Source.File != "inc/gen.hpp" ||
		r.Creations[0].Source.Line != 20 || len(r.Creations[0].Units) != 3 {
		t.Errorf("creations %+v", r.Creations)
	}
	if len(r.Findings) != 1 || r.Findings[0].Rule != "over-aligned" ||
		r.Findings[0].Source.File != "src dir/c.cpp" || r.Findings[0].Source.Line != 4 {
		t.Errorf("findings %+v", r.Findings)
	}
	if len(r.Sources) != 0 {
		t.Errorf("sources %+v", r.Sources)
	}
}

// TestText verifies that --with-text adds the source lines that the report refers to and the IR of
// coroutines, but no lines of files outside of the project.
func TestText(t *testing.T) {
	p := newPlace(t, "clang++-22")
	r := p.report(1, "-p", "build", "--with-text")
	lines := map[string]string{}
	for _, s := range r.Sources {
		if filepath.IsAbs(s.File) {
			t.Errorf("lines of %s", s.File)
		}
		for k, l := range s.Lines {
			lines[fmt.Sprintf("%s:%d", s.File, s.First+k)] = l
		}
	}
	if l := lines["src dir/b.cpp:4"]; !strings.Contains(l, "char buf[300]") {
		t.Errorf("line 4 of b.cpp is %q", l)
	}
	for _, c := range r.Coroutines {
		if c.IR == nil || !strings.HasPrefix(c.IR.Lines[0], "define ") ||
			c.IR.First != c.Line || c.IR.Lines[len(c.IR.Lines)-1] != "}" {
			t.Errorf("%s: text %+v", c.Demangled, c.IR)
		}
	}
}

// TestPage verifies that the page has the same content as the JSON report, and does not change it.
func TestPage(t *testing.T) {
	p := newPlace(t, "clang++-22")
	plain := p.report(1, "-p", "build")
	if with := p.report(1, "-p", "build", "--html=o.html"); !reflect.DeepEqual(with, plain) {
		t.Error("another report in JSON beside the page")
	}
	first, err := os.ReadFile(filepath.Join(p.dir, "o.html"))
	if err != nil || !strings.Contains(string(first), "<title>Coroutines of a project</title>") {
		t.Fatalf("%v\n%.500s", err, first)
	}
	p.must(tool, "project", "-p", "build", "--with-text", "--format=json", "-o", "whole.json", "--exit-zero")
	p.must(tool, "project", "--merge", "whole.json", "--html=again.html", "--exit-zero", "-o", os.DevNull)
	if again, err := os.ReadFile(filepath.Join(p.dir, "again.html")); err != nil || string(again) != string(first) {
		t.Errorf("%v: another page of the report in JSON", err)
	}
	if _, msg, code := p.run(tool, "project", "-p", "build", "-o", "same", "--html=same"); code != 2 {
		t.Errorf("exit code %d\n%s", code, msg)
	}
}

// TestCache verifies that unchanged units are not compiled again, and that the report is the same.
func TestCache(t *testing.T) {
	p := newPlace(t, "clang++-22")
	first := p.report(1, "-p", "build", "-j1", "--with-text")
	step := func(what string, want int, args ...string) *report.Report {
		t.Helper()
		r := p.report(1, append([]string{"-p", "build"}, args...)...)
		if n := p.compiled(); n != want {
			t.Errorf("%s: %d compiled, want %d", what, n, want)
		}
		return r
	}
	if n := p.compiled(); n != 4 { // the C unit has another compiler
		t.Errorf("%d compiled at first", n)
	}
	if again := step("nothing changed", 1, "-j4", "--with-text"); !reflect.DeepEqual(again, first) {
		t.Errorf("another report from the cache: %s", difference(again, first))
	}
	if fresh := step("without the cache", 4, "-j4", "--no-cache", "--with-text"); !reflect.DeepEqual(fresh, first) {
		t.Error("another report without the cache")
	}
	p.put("src dir/a.cpp", strings.Replace(sources["src dir/a.cpp"], "SIZE 100", "SIZE 1000", 1))
	p.age("src dir/a.cpp")
	r := step("one source changed", 2)
	if r.Coroutines[0].Demangled != "shared(int)" || r.Coroutines[0].Size < 1000 {
		t.Errorf("after the change the largest is %s of %d bytes", r.Coroutines[0].Demangled, r.Coroutines[0].Size)
	}
	p.put("inc/gen.hpp", strings.Replace(sources["inc/gen.hpp"], "int value", "long long value", 1))
	p.age("inc/gen.hpp")
	step("the header changed", 4)
	p.put("inc/gen.hpp", sources["inc/gen.hpp"])
	p.put("src dir/a.cpp", sources["src dir/a.cpp"])
	p.age("inc/gen.hpp")
	p.age("src dir/a.cpp")
	if back := step("all is as it was", 1, "--with-text"); !reflect.DeepEqual(back, first) {
		t.Error("another report for the first state")
	}
	step("another level", 4, "--optimize=O1")
	step("another level again", 1, "--optimize=O1")
	step("another option", 4, "--extra-arg=-DNEW")
	step("another pipeline", 4, "--passes=default<O0>")
	other := filepath.Join(p.t.TempDir(), "c")
	step("another cache", 4, "--cache="+other)
	step("another cache again", 1, "--cache="+other)
	step("a cache that is too small", 1, "--cache="+other, "--cache-size=1")
	step("a cache that was too small", 4, "--cache="+other)
	for _, f := range strings.Split(strings.TrimSpace(p.tree("cache")), "\n") {
		name := f[:strings.LastIndexByte(f, ' ')]
		if err := os.WriteFile(name, []byte("broken"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if again := step("a broken cache", 4, "--with-text"); !reflect.DeepEqual(again, first) {
		t.Error("another report from a broken cache")
	}
}

// age makes a file look older than the next run, because the cache does not store results for files
// that change during a run.
func (p *place) age(name string) {
	p.t.Helper()
	name = filepath.Join(p.dir, name)
	st, err := os.Stat(name)
	if err == nil {
		at := st.ModTime().Add(-60e9)
		err = os.Chtimes(name, at, at)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// TestChoice verifies that words, globs and the configuration select units.
func TestChoice(t *testing.T) {
	p := newPlace(t, "clang++-22")
	p.put("corolower.toml", "[check]\nexclude = ['src dir/f*']\ndisable = ['over-aligned']\n")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"", "a.cpp b.cpp c.cpp plain.c", 0},
		{"src dir", "a.cpp b.cpp c.cpp plain.c", 0},
		{"src dir/a.cpp", "a.cpp", 0},
		{"src dir/[ab].cpp", "a.cpp b.cpp", 0},
		{"*.c", "plain.c", 0},
		{"**/b.cpp|*.c", "b.cpp plain.c", 0},
		{"--exclude=src dir/[ab].*", "c.cpp plain.c", 0},
		{"--exclude=c.cpp|--exclude=b.cpp", "a.cpp plain.c", 0},
		{"--exclude=*.c|--no-config|--exclude=[abc].cpp", "fails.cpp", 1},
		{"src dir/fails.cpp", "fails.cpp", 1},
		{"--enable=all|src dir/c.cpp", "c.cpp", 1},
		{"--enable=all|--warn=all|--errors-only|src dir/c.cpp", "c.cpp", 0},
		{"--exit-zero|src dir/fails.cpp", "fails.cpp", 0},
	} {
		var args []string
		if c.args != "" {
			args = strings.Split(c.args, "|")
		}
		r := p.report(c.code, append([]string{"-p", "build"}, args...)...)
		var got []string
		for _, u := range r.Units {
			got = append(got, filepath.Base(u.File))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %s", args, got, c.want)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"src dir/none.cpp", "no compile command for 'src dir/none.cpp'"},
		{"inc/gen.hpp", "headers are analysed with the units that include them"},
		{"-p|nowhere", "nowhere: No such file or directory"},
		{"-p|inc", "CMAKE_EXPORT_COMPILE_COMMANDS"},
		{"--exclude=**", "commands in "},
		{"--merge", "--merge needs reports"},
		{"--format=xml", "not one of text, json"},
	} {
		args := append([]string{"project"}, strings.Split(c.args, "|")...)
		if _, msg, code := p.run(tool, args...); code != 2 || !strings.Contains(msg, c.want) {
			t.Errorf("%q: exit code %d\n%s", args, code, msg)
		}
	}
}

// difference formats the first line that differs between two reports.
func difference(a, b *report.Report) string {
	x, errX := json.MarshalIndent(a, "", " ")
	y, errY := json.MarshalIndent(b, "", " ")
	if errX != nil || errY != nil {
		return fmt.Sprint(errX, errY)
	}
	left, right := strings.Split(string(x), "\n"), strings.Split(string(y), "\n")
	for k := range left {
		if k >= len(right) || left[k] != right[k] {
			return strings.Join(left[max(0, k-3):k+1], "\n") + "\nis " + strings.Join(right[k:min(k+1, len(right))], "")
		}
	}
	return fmt.Sprintf("%d more lines", len(right)-len(left))
}

// TestMerge verifies that merging the reports of single commands, as a distributed build produces
// them, yields the same report as one run.
func TestMerge(t *testing.T) {
	p := newPlace(t, "clang++-22")
	whole := p.report(1, "-p", "build", "--with-text")
	text, err := os.ReadFile(filepath.Join(p.dir, "build/compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	var db []struct{ Directory, Command, File string }
	if err := json.Unmarshal(text, &db); err != nil {
		t.Fatal(err)
	}
	args := []string{"--merge"}
	for k, c := range db {
		out := fmt.Sprintf("%s/unit%d.json", p.dir, k)
		line := fmt.Sprintf("cd '%s' && '%s' project --no-cache --with-text --exit-zero --root='%s' --format=json "+
			"-o '%s' -- %s", c.Directory, tool, p.dir, out, c.Command)
		p.must("bash", "-c", line)
		args = append(args, out)
	}
	if r := p.report(1, args...); !reflect.DeepEqual(r, whole) {
		t.Errorf("merged, and at once: %s", difference(r, whole))
	}
	if _, msg, code := p.run(tool, "project", "-p", "build", "--html=-"); code != 2 || !strings.Contains(msg,
		"both go to standard output") {
		t.Errorf("exit code %d\n%s", code, msg)
	}
	p.put("cut.json", "{\"version\": 1, \"units\": [")
	if _, msg, code := p.run(tool, "project", "--merge", "cut.json"); code != 2 || !strings.Contains(msg,
		"cut.json:1:") {
		t.Errorf("exit code %d\n%s", code, msg)
	}
}

// TestOtherCompiler verifies that a clang replaces the project's compiler if that is not a clang,
// and that options that clang does not know are dropped with one message.
func TestOtherCompiler(t *testing.T) {
	p := newPlace(t, "g++", "-DCMAKE_CXX_FLAGS=-fcoroutines -fconserve-stack")
	_, msg, code := p.run(tool, "project", "-p", "build", "--clang=clang-22")
	if code != 1 || !strings.Contains(msg, "4 units compiled by /usr/bin/clang-22") ||
		strings.Count(msg, "-fconserve-stack") != 1 {
		t.Errorf("exit code %d\n%s", code, msg)
	}
	if r := p.report(1, "-p", "build", "--clang=clang-22"); len(r.Coroutines) != 5 {
		t.Errorf("%d coroutines, want 5", len(r.Coroutines))
	}
	if r := p.report(1, "-p", "build", "--clang=ls"); !strings.Contains(r.Units[0].Failed,
		"--clang=ls is not clang 14 or later") {
		t.Errorf("%+v", r.Units[0])
	}
}

// TestOlderCompilers tests IR with typed pointers, and the IR of a clang version in between.
func TestOlderCompilers(t *testing.T) {
	p := newPlace(t, "clang++-22")
	for _, clang := range []string{"clang++-14", "clang++-19"} {
		if _, err := exec.LookPath(clang); err != nil {
			t.Skip(err)
		}
		r := p.report(0, "--", clang, "-std=c++20", "-O2", "-Iinc", "-c", "src dir/a.cpp")
		if len(r.Coroutines) != 3 || r.Coroutines[0].Demangled != "shared(int)" || r.Coroutines[0].Source == nil ||
			!strings.Contains(r.Compiler, "clang version "+clang[len("clang++-"):]) {
			t.Errorf("%s: %s, %d coroutines", clang, r.Compiler, len(r.Coroutines))
		}
	}
}

// TestOutput verifies that the report for people has all its tables, and no control characters from
// sources.
func TestOutput(t *testing.T) {
	p := newPlace(t, "clang++-22")
	p.put("src dir/fails.cpp", "#error \"a \x1b[31m colour\"\n")
	out, _, code := p.run(tool, "project", "-p", "build", "--top=1")
	if code != 1 || strings.Contains(out, "\x1b") {
		t.Errorf("exit code %d\n%q", code, out)
	}
	for _, want := range []string{"largest frames (1 of 5, --top=0 shows all)\nbytes", "shared(int)",
		"allocations on the heap (1)", "findings (1)\nsrc dir/c.cpp:4: warning: 'buf'",
		"units that failed (1)\nsrc dir/fails.cpp:\n  ", "5 units, 5 coroutines, ",
		", 1 failed, after -passes='default<O3>'\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	out, _, _ = p.run(tool, "project", "-p", "build", "--extra-arg=-O0")
	if !strings.Contains(out, "5 units are compiled without optimisation") {
		t.Error(out)
	}
}
