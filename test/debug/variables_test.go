// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package debug_test compares the debug info of lowered C++ programs with LLVM's. Each function
// must describe at least the variables that opt describes, the verifier must accept the module, and
// the object file must have valid DWARF, unoptimised and optimised.
//
// COROLOWER_BIN names the program under test; without it, the test builds the program from this
// tree. The test is skipped if LLVM 22 is not installed. variables_test.go compares names and lines
// of variables; values_test.go compares the values that gdb prints.
package debug_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/sample"
)

// programs are the end-to-end tests whose coroutines have the most different kinds of variables.
var programs = []string{
	"byvalue_params", "lambda_coroutines", "return_object_conversion",
	"nested_try", "await_elidable", "loop_carried", "structured_bindings",
	"overaligned_locals",
}

const passes = "-passes=coro-early,cgscc(coro-split),coro-cleanup"

func TestVariablesAreDescribed(t *testing.T) {
	for _, tool := range []string{"clang++-22", "opt-22", "llc-22", "llvm-dwarfdump-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		run(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	}
	list := programs
	if testing.Short() {
		list = list[:2]
	}
	for _, name := range list {
		for _, level := range []string{"-O0", "-O2"} {
			if sample.Has(name+level, 3) {
				t.Run(name+level, func(t *testing.T) { compare(t, bin, name, level) })
			}
		}
	}
}

// TestLineTablesOnly checks that -g1 with DWARF 5 leaves valid IR and DWARF in both pipelines.
func TestLineTablesOnly(t *testing.T) {
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		run(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	}
	for _, name := range programs[:3] {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			in, out, object := filepath.Join(dir, "in.ll"), filepath.Join(dir, "out.ll"), filepath.Join(dir, "out.o")
			e2e := filepath.Join("..", "e2e")
			run(t, "clang++-22", "-std=c++20", "-g1", "-gdwarf-5", "-O2", "-I"+filepath.Join(e2e, "include"), "-S",
				"-emit-llvm", "-Xclang", "-disable-llvm-passes",
				filepath.Join(e2e, "programs", name+".cpp"), "-o", in)
			for _, list := range []string{passes, "-passes=default<O2>"} {
				run(t, bin, "-S", list, in, "-o", out)
				if warning := run(t, "opt-22", "-passes=verify", "-disable-output", out); warning != "" {
					t.Fatalf("opt: %s", warning)
				}
				for _, level := range []string{"-O0", "-O2"} {
					run(t, "llc-22", level, "-filetype=obj", out, "-o", object)
					run(t, "llvm-dwarfdump-22", "--verify", "--quiet", object)
				}
			}
		})
	}
}

// compare lowers one program with both tools and compares the results.
func compare(t *testing.T, bin, name, level string) {
	dir := t.TempDir()
	in, ours, theirs := filepath.Join(dir, "in.ll"), filepath.Join(dir, "ours.ll"), filepath.Join(dir, "theirs.ll")
	e2e := filepath.Join("..", "e2e")
	run(t, "clang++-22", "-std=c++20", "-g", level, "-I"+filepath.Join(e2e, "include"), "-S", "-emit-llvm", "-Xclang",
		"-disable-llvm-passes",
		filepath.Join(e2e, "programs", name+".cpp"), "-o", in)
	run(t, "opt-22", "-S", passes, in, "-o", theirs)
	run(t, bin, "-S", passes, in, "-o", ours)
	// LLVM drops invalid debug info with a warning.
	if warning := run(t, "opt-22", "-passes=verify", "-disable-output", ours); warning != "" {
		t.Fatalf("opt: %s", warning)
	}
	want, got := described(t, theirs), described(t, ours)
	functions := 0
	for fn, vars := range want {
		if _, isRamp := want[fn+".resume"]; !isRamp && !clone.MatchString(fn) {
			continue
		}
		functions++
		for v := range vars {
			if !got[fn][v] {
				t.Errorf("@%s does not describe %s; it does %s", fn, v, sorted(got[fn]))
			}
		}
	}
	if functions == 0 {
		t.Error("no coroutine found")
	}
	mine, llvm := covered(t, ours, level), covered(t, theirs, level)
	t.Logf("bytes of code in which variables can be told: %d, LLVM %d", mine, llvm)
	if mine*100 < llvm*atLeast[level] {
		t.Errorf("variables can be told in %d bytes of code, in LLVM's in %d", mine, llvm)
	}
}

// atLeast is the minimum coverage in percent of LLVM's. Without optimisation, LLVM gives locals of
// the ramp that are declared after the first suspend the scope of the whole ramp, where they have
// no value. Here they keep their scope, and the ramp has no code of that scope.
var atLeast = map[string]int{"-O0": 70, "-O2": 100}

// covered compiles a module and verifies the DWARF of the object file. It returns the number of
// bytes of code in the scopes of all variables in which the variable has a location.
func covered(t *testing.T, file, level string) int {
	t.Helper()
	bitcode, object := file+level+".bc", file+level+".o"
	passes := "-passes=default<" + level[1:] + ">"
	run(t, "opt-22", passes, file, "-o", bitcode)
	run(t, "llc-22", level, "-filetype=obj", bitcode, "-o", object)
	run(t, "llvm-dwarfdump-22", "--verify", "--quiet", object)
	var stats map[string]any
	if err := json.Unmarshal([]byte(run(t, "llvm-dwarfdump-22", "--statistics", object)), &stats); err != nil {
		t.Fatal(err)
	}
	n, ok := stats["sum_all_variables(#bytes in parent scope covered by DW_AT_location)"].(float64)
	if !ok {
		t.Fatal("no statistics")
	}
	return int(n)
}

// run runs a tool and returns its output.
func run(t *testing.T, tool string, args ...string) string {
	t.Helper()
	out, err := exec.Command(tool, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%.4000s", tool, strings.Join(args, " "), err, out)
	}
	return string(out)
}

var (
	clone      = regexp.MustCompile(`\.(resume|destroy|cleanup|noalloc)$`)
	nodeLine   = regexp.MustCompile(`^!(\d+) = (.*)`)
	defineLine = regexp.MustCompile(`^define .*?@(?:"([^"]*)"|([\w.$]+))\(`)
	recordLine = regexp.MustCompile(`^ +#dbg_(\w+)\((.*)`)
	variable   = regexp.MustCompile(`!(\d+), !DIExpression`)
	label      = regexp.MustCompile(`^!(\d+),`)
	nameField  = regexp.MustCompile(`name: "([^"]*)"`)
	lineField  = regexp.MustCompile(`line: (\d+)`)
)

// described returns, for each function of a file, the variables and labels with a record of a known
// value.
func described(t *testing.T, file string) map[string]map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[string]string{}
	numbers := map[string][]string{}
	fn := ""
	for _, l := range strings.Split(string(text), "\n") {
		if m := nodeLine.FindStringSubmatch(l); m != nil {
			nodes[m[1]] = m[2]
		} else if m := defineLine.FindStringSubmatch(l); m != nil {
			fn = m[1] + m[2]
			numbers[fn] = nil
		} else if m := recordLine.FindStringSubmatch(l); m != nil {
			ref := variable.FindStringSubmatch(m[2])
			if m[1] == "label" {
				ref = label.FindStringSubmatch(m[2])
			}
			if ref != nil && !strings.Contains(strings.SplitN(m[2], ",", 2)[0], "poison") {
				numbers[fn] = append(numbers[fn], ref[1])
			}
		}
	}
	out := map[string]map[string]bool{}
	for fn, list := range numbers {
		out[fn] = map[string]bool{}
		for _, n := range list {
			name, line := nameField.FindStringSubmatch(nodes[n]), lineField.FindStringSubmatch(nodes[n])
			if name == nil {
				continue
			}
			at := "0"
			if line != nil {
				at = line[1]
			}
			out[fn][fmt.Sprintf("%s of line %s", name[1], at)] = true
		}
	}
	return out
}

func sorted(set map[string]bool) string {
	var out []string
	for s := range set {
		out = append(out, s)
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}
