// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// Programs of two files. One is lowered with the summaries of the other (--summaries-out,
// --summaries-in).

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// callees are files that define the functions that unitMain calls. Depending on the file, the
// coroutine stays on the heap or is elided, and the program behaves the same.
var callees = []struct {
	name, code string
	elided     bool
}{
	{"resumes", "int use(task &t) { t.h.resume(); return t.h.promise().value; }\nvoid again() {}", true},
	{"to-the-end", "int use(task &t) { int all = 0; for (t.h.resume(); !t.h.done(); t.h.resume()) all += " +
		"t.h.promise().value; return all; }\nvoid again() {}", true},
	{"destroys", "int use(task &t) { t.h.resume(); int v = t.h.promise().value; t.h.destroy(); t.h = nullptr; " +
		"return v; }\nvoid again() {}", true},
	{"moves", "int use(task &t) { task own = std::move(t); own.h.resume(); return own.h.promise().value; }\n" +
		"void again() {}", true},
	{"replaces", "static task other(int n) { co_yield n; co_yield n + 1; }\n" +
		"int use(task &t) { task o = other(7); std::swap(t.h, o.h); t.h.resume(); return t.h.promise().value; }\n" +
		"void again() {}", false},
	{"keeps", "static std::coroutine_handle<task::promise_type> kept;\n" +
		"int use(task &t) { kept = t.h; t.h.resume(); return t.h.promise().value; }\nvoid again() { kept.resume(); }",
		false},
	{"keeps-the-task", "static task *kept;\n" +
		"int use(task &t) { kept = &t; t.h.resume(); return t.h.promise().value; }\nvoid again() { kept->h.resume(); }",
		false},
	{"steals", "static task *kept;\nint use(task &t) { kept = new task(std::move(t)); return 0; }\n" +
		"void again() { kept->h.resume(); delete kept; }", false},
	{"throws", "int use(task &t) { t.h.resume(); throw t.h.promise().value; }\nvoid again() {}", true},
}

const unitMain = `#include "task.h"
#include <cstdio>
int use(task &t);
void again();
static task count(int n) { for (int i = 1; i <= n; ++i) co_yield i; }
int main() {
  for (int n = 3; n < 5; ++n) {
    try {
      task t = count(n);
      std::printf("%d\n", use(t));
      again();
      std::printf("%d\n", t.h ? t.h.promise().value : -1);
    } catch (int v) {
      std::printf("threw %d\n", v);
    }
  }
}
`

func TestUnits(t *testing.T) {
	if toolName() != "corolower" {
		t.Skip("opt has no summaries")
	}
	tool := newTool(t).(corolowerTool)
	include, err := filepath.Abs("../../examples/units")
	if err != nil {
		t.Fatal(err)
	}
	dir := scratchDir(t, "units")
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		if err := os.WriteFile(file(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	toIR := func(name string) bool {
		return mustRun(t, clang(22), "-std=c++20", "-O2", "-I"+include, "-S", "-emit-llvm", "-Xclang",
			"-disable-llvm-passes", file(name+".cpp"), "-o", file(name+".ll"))
	}
	write("main.cpp", unitMain)
	if !toIR("main") {
		return
	}
	link := func(exe string, from ...string) []string {
		args := []string{"-O1", "-w", "-fsanitize=address", "-fsanitize-address-use-after-scope", "-ffunction-sections",
			"-fdata-sections", "-Wl,--gc-sections", "-o", file(exe)}
		for _, f := range from {
			args = append(args, file(f))
		}
		return args
	}
	list := callees
	if testing.Short() {
		list = list[:3]
	}
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			write(c.name+".cpp", "#include \"task.h\"\n#include <utility>\n"+c.code+"\n")
			sums := file(c.name + ".json")
			if !toIR(c.name) || !mustRun(t, clang(22), link(c.name+".ref", "main.ll", c.name+".ll")...) ||
				!mustRun(t, tool.bin, "-verify-each", "--summaries-out="+sums, file(c.name+".ll"), "-o",
					file(c.name+".low.ll")) ||
				!mustRun(t, tool.bin, "-verify-each", "--summaries-in="+sums, file("main.ll"), "-o",
					file(c.name+".main.ll")) ||
				!mustRun(t, clang(22), link(c.name+".exe", c.name+".main.ll", c.name+".low.ll")...) {
				return
			}
			if diff := execute(file(c.name + ".exe")).differs(execute(file(c.name + ".ref"))); diff != "" {
				t.Error(keep(diff))
			}
			out, err := exec.Command(tool.bin, "explain", "elision", "--summaries-in="+sums, file("main.ll")).Output()
			if elided := bytes.Contains(out, []byte("\n1 of 1 allocation elided")); err != nil || elided != c.elided {
				t.Errorf("elided %v, want %v, %v\n%s", elided, c.elided, err, out)
			}
			// A link with a file that the program was not compiled for must fail, because the
			// program would misbehave silently at run time.
			for _, other := range callees {
				if _, err := os.Stat(file(other.name + ".low.ll")); err != nil || other.elided == c.elided {
					continue
				}
				if out, err := exec.Command(clang(22), link("stale", c.name+".main.ll",
					other.name+".low.ll")...).CombinedOutput(); err == nil {
					t.Errorf("it links with %s\n%s", other.name, out)
				}
				break
			}
		})
	}
}

// TestLibrary lowers two files of a shared library, and links it to a program that has a function of
// the same name. The loader prefers that one, unless the library is bound to its own, as
// --no-interposition promises.
func TestLibrary(t *testing.T) {
	if toolName() != "corolower" {
		t.Skip("opt has no summaries")
	}
	tool := newTool(t).(corolowerTool)
	include, err := filepath.Abs("../../examples/units")
	if err != nil {
		t.Fatal(err)
	}
	dir := scratchDir(t, "library")
	file := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"use": callees[0].code,
		"run": "int use(task &t);\nstatic task count(int n) { for (int i = 1; i <= n; ++i) co_yield i; }\n" +
			"int run() { task t = count(3); return use(t); }",
		"main": "#include <cstdio>\n#include <utility>\nint run();\nstatic task *kept;\n" +
			"int use(task &t) { kept = new task(std::move(t)); return 0; }\n" +
			"int main() {\n  std::printf(\"%d\\n\", run());\n" +
			"  if (kept) kept->h.resume(), std::printf(\"%d\\n\", kept->h.promise().value);\n}",
	} {
		if err := os.WriteFile(file(name+".cpp"), []byte("#include \"task.h\"\n"+text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if !mustRun(t, clang(22), "-std=c++20", "-O2", "-fPIC", "-I"+include, "-S", "-emit-llvm", "-Xclang",
			"-disable-llvm-passes", file(name+".cpp"), "-o", file(name+".ll")) {
			return
		}
	}
	for _, c := range []struct {
		lower, link  string
		elided, want string
	}{
		{"", "", "0", "0\n1\n"},
		{"--no-interposition", "-Wl,-Bsymbolic-functions", "1", "1\n"},
	} {
		lower := []string{file("use.ll"), "-o", file("use.low.ll"), "--summaries-out=" + file("use.json")}
		link := []string{"-O2", "-w", "-shared", file("use.low.ll"), file("run.low.ll"), "-o", file("librun.so")}
		if c.lower != "" {
			lower, link = append(lower, c.lower), append(link, c.link)
		}
		if !mustRun(t, tool.bin, lower...) ||
			!mustRun(t, tool.bin, "--summaries-in="+file("use.json"), file("run.ll"), "-o", file("run.low.ll")) ||
			!mustRun(t, clang(22), link...) ||
			!mustRun(t, clang(22), "-O2", "-w", file("main.ll"), file("librun.so"), "-Wl,-rpath,"+dir, "-o", file("main")) {
			return
		}
		out, err := exec.Command(tool.bin, "explain", "elision", "--summaries-in="+file("use.json"), file("run.ll")).Output()
		if err != nil || !bytes.Contains(out, []byte("\n"+c.elided+" of 1 allocation elided")) {
			t.Errorf("with %q: %v\n%s", c.lower, err, out)
		}
		if got := execute(file("main")); got.err != nil || string(got.stdout) != c.want || got.status != "exit status 0" {
			t.Errorf("with %q: %v %s %q, want %q", c.lower, got.err, got.status, got.stdout, c.want)
		}
	}
}
