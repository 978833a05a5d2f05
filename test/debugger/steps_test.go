// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debugger

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// stop is a line of steps_gdb.py or steps_lldb.py.
type stop struct {
	what, place string // for example `next after`, `work:68`
	values      map[string]string
}

// marks are the calls of `use` in coroutines of testdata/steps.cpp, where stepping begins.
var marks = []string{"before", "after", "quick", "end", "child", "resumed"}

// truth is each integer's values in testdata/steps.cpp.
var truth = map[string][]string{"first": {"10"}, "sum": {"15", "63"}, "got": {"16", "127"}, "more": {"127"},
	"seed": {"63"}, "doubled": {"126"}}

// TestSteps steps with `next` over co_await, and reads variables in the frames above the first, in
// gdb and lldb. Without optimisation, our program stops where clang's does, with the same values.
// With it, each value that a debugger shows is right, and at least as many are as in clang's.
func TestSteps(t *testing.T) {
	need(t, "clang++-22", "gdb", "lldb-22")
	source, err := os.ReadFile("testdata/steps.cpp")
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for k, line := range strings.Split(string(source), "\n") {
		for _, mark := range marks {
			if strings.Contains(line, `use("`+mark+`"`) {
				at = append(at, fmt.Sprintf("(%q, %d)", mark, k+1))
			}
		}
	}
	dir := t.TempDir()
	put(t, dir, "steps.cpp", string(source))
	for _, level := range []string{"-O0", "-O2"} {
		passes := "-passes=default<" + level[1:] + ">"
		tool(t, dir, "clang++-22", "-std=c++20", level, "-g", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes",
			"steps.cpp", "-o", "input.ll")
		tool(t, dir, corolower, passes, "input.ll", "-o", "lowered.ll")
		tool(t, dir, "clang++-22", level, "-x", "ir", "lowered.ll", "-o", "ours"+level)
		tool(t, dir, "clang++-22", "-std=c++20", level, "-g", "steps.cpp", "-o", "clangs"+level)
		for _, debugger := range []string{"gdb", "lldb"} {
			ours := steps(t, dir, debugger, "ours"+level, at)
			clangs := steps(t, dir, debugger, "clangs"+level, at)
			if level == "-O0" {
				sameSteps(t, debugger, ours, clangs)
			} else {
				trueSteps(t, debugger, ours, clangs)
			}
		}
	}
}

// steps runs a script in a debugger and returns the stops in coroutines, from a file: what the
// debugger prints is mixed with the program's output at any place. A stop at the same place
// as the one before it, with the same values, is left out.
func steps(t *testing.T, dir, debugger, program string, at []string) []stop {
	t.Helper()
	script, err := os.ReadFile(filepath.Join("testdata", "steps_"+debugger+".py"))
	if err != nil {
		t.Fatal(err)
	}
	file := program + "." + debugger
	put(t, dir, "steps.py", fmt.Sprintf("PROGRAM = %q\nMARKS = [%s]\nOUT = open(%q, \"w\")\n%s", program, strings.Join(at, ", "),
		file, script))
	args := []string{"gdb", "-q", "-batch", "-nx", "-x", "steps.py"}
	if debugger == "lldb" {
		args = []string{"lldb-22", "--no-lldbinit", "--batch", "-o", "settings set target.disable-aslr false", "-o",
			"command script import steps.py"}
	}
	printed := tool(t, dir, args[0], args[1:]...)
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatalf("%v; %s printed\n%s", err, debugger, printed)
	}
	var out []stop
	last := ""
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 3 || line == last {
			continue
		}
		last = line
		s := stop{words[0] + " " + words[1], words[2], map[string]string{}}
		for _, w := range words[3:] {
			name, value, _ := strings.Cut(w, "=")
			s.values[name] = value
		}
		if strings.HasPrefix(s.place, "work:") || strings.HasPrefix(s.place, "child:") {
			out = append(out, s)
		}
	}
	if len(out) < 20 {
		t.Fatalf("%s stops only %d times in the coroutines of %s:\n%s\nit printed\n%s", debugger, len(out), program, text, printed)
	}
	return out
}

// sameSteps compares all stops and values.
func sameSteps(t *testing.T, debugger string, ours, clangs []stop) {
	t.Helper()
	list := func(stops []stop) string {
		var b strings.Builder
		for _, s := range stops {
			fmt.Fprintln(&b, s.what, s.place, s.values)
		}
		return b.String()
	}
	if a, b := list(ours), list(clangs); a != b {
		t.Errorf("%s at -O0, ours:\n%s\nclang's:\n%s", debugger, a, b)
	}
}

// trueSteps checks the values that a debugger shows, and where it first stops after a resume.
func trueSteps(t *testing.T, debugger string, ours, clangs []stop) {
	t.Helper()
	right := func(stops []stop, complain bool) (n int) {
		for _, s := range stops {
			for name, value := range s.values {
				switch {
				case value == "?":
				case slices.Contains(truth[name], value):
					n++
				case complain:
					t.Errorf("%s at -O2: %s at %s shows %s as %s", debugger, s.what, s.place, name, value)
				}
			}
		}
		return n
	}
	a, b := right(ours, true), right(clangs, false)
	t.Logf("%s at -O2: %d right values, with clang's lowering %d", debugger, a, b)
	if a < b {
		t.Errorf("%s at -O2 shows %d right values, with clang's lowering %d", debugger, a, b)
	}
	for k, mark := range marks {
		first := slices.IndexFunc(ours, func(s stop) bool { return s.what == "stop "+mark })
		other := slices.IndexFunc(clangs, func(s stop) bool { return s.what == "stop "+mark })
		if first < 0 || other < 0 || ours[first].place != clangs[other].place {
			t.Errorf("%s at -O2: stop %d is not where clang's is", debugger, k)
		}
	}
}
