// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package e2e_test

// Lowered programs on several targets: clang compiles each, with and without debug info, and qemu runs
// it. LLVM's code generators have different paths there, and some have crashed on debug records that
// x86-64 takes.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/hard/gen"
	"github.com/corolower/corolower/test/programs"
	"github.com/corolower/corolower/test/sample"
)

// machine is a target, with the cross compiler that has its headers and libraries.
type machine struct {
	name, triple, cross string
	qemu                string // runs its programs; "" if this processor does
	wide                bool   // has 64-bit pointers
}

// flags returns the flags that clang compiles a program with. Without SSE2, floating-point results of
// i686 depend on what is in a register.
func (m *machine) flags(more ...string) []string {
	if m.name == "i686" {
		more = append(more, "-msse2")
	}
	return append(more, "--target="+m.triple, "-O2")
}

func (m *machine) wants(p *programs.Program) bool { return p.Wants(22) && (m.wide || !p.Wide) }

var machines = []machine{
	{"x86_64", "x86_64-linux-gnu", "g++", "", true},
	{"aarch64", "aarch64-linux-gnu", "aarch64-linux-gnu-g++", "qemu-aarch64", true},
	{"i686", "i686-linux-gnu", "i686-linux-gnu-g++", "", false},
	{"riscv64", "riscv64-linux-gnu", "riscv64-linux-gnu-g++", "qemu-riscv64", true},
	{"armv7", "arm-linux-gnueabihf", "arm-linux-gnueabihf-g++", "qemu-arm", false},
}

// need skips a test if a tool of the machine is not installed.
func (m *machine) need(t *testing.T, run bool) {
	t.Helper()
	tools := []string{m.cross}
	if run && m.qemu != "" {
		tools = append(tools, m.qemu)
	}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("no %s for another target (scripts/install-tools.sh --targets)", tool)
		}
	}
}

// How many combinations of a target and a module there are for each one in a sample.
const compiled, compiledHard, ran = 80, 400, 30

// levels of optimisation, for each of which clang generates code from a lowered module.
var levels = []string{"-O2", "-O3"}

// check lowers a module, and compiles the result at each level.
func (m *machine) check(t *testing.T, tool lowerTool, in string) {
	t.Helper()
	out := strings.TrimSuffix(in, ".ll") + ".out"
	if mustRun(t, tool.(corolowerTool).bin, in, "-o", out+".ll") {
		for _, level := range levels {
			mustRun(t, clang(22), "--target="+m.triple, level, "-w", "-c", out+".ll", "-o", out+".o")
		}
	}
	if !t.Failed() {
		os.RemoveAll(filepath.Dir(in))
	}
}

// TestTargetsCompile checks that clang generates code for the lowered programs on each target.
func TestTargetsCompile(t *testing.T) {
	onEachMachine(t, func(t *testing.T, tool lowerTool, m *machine) {
		m.need(t, false)
		for _, p := range loadPrograms(t) {
			for _, debug := range []string{"-g0", "-g"} {
				name := p.Name + debug
				if !m.wants(p) || !sample.Has("compile "+m.name+name, compiled) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					in := filepath.Join(scratchDir(t, m.name+name), "in.ll")
					if source(t, p, 22, in, m.flags(debug)...) {
						m.check(t, tool, in)
					}
				})
			}
		}
	})
}

// The generated programs of TestTargetsCompileHard: so many in a module, and so many modules.
const hardInModule, hardModules = 50, 100

// targetLines matches the lines that name the target of a module.
var targetLines = regexp.MustCompile(`(?m)^target (datalayout|triple) = .*$`)

// addresses matches 64-bit numbers of addresses, which 32-bit targets have not in initializers.
var addresses = regexp.MustCompile(`i64 ptrtoint \(ptr @\w+ to i64\)`)

// TestTargetsCompileHard does the same for programs of test/hard. LLVM's debugify adds the debug info:
// a variable for each value.
func TestTargetsCompileHard(t *testing.T) {
	onEachMachine(t, func(t *testing.T, tool lowerTool, m *machine) {
		empty, err := exec.Command(clang(22), "--target="+m.triple, "-S", "-emit-llvm", "-x", "c", os.DevNull, "-o", "-").Output()
		if err != nil {
			t.Skipf("no clang++-22: %v", err)
		}
		header := string(bytes.Join(targetLines.FindAll(empty, -1), []byte("\n")))
		for k := range hardModules {
			for _, debug := range []string{"-g0", "-g"} {
				name := fmt.Sprintf("hard%d%s", k, debug)
				if !sample.Has("compile "+m.name+name, compiledHard) {
					continue
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					in := filepath.Join(scratchDir(t, m.name+name), "in.ll")
					var list []*gen.Program
					for n := range hardInModule {
						list = append(list, gen.Generate(uint64(1+k*hardInModule+n)))
					}
					text := header + "\n" + targetLines.ReplaceAllString(gen.Module(list, false), "")
					text = addresses.ReplaceAllString(text, "i64 0")
					if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
					if debug == "-g0" || mustRun(t, opt(22), "-passes=debugify", "-S", in, "-o", in) {
						m.check(t, tool, in)
					}
				})
			}
		}
	})
}

// onEachMachine runs a test for each target, if not -short.
func onEachMachine(t *testing.T, f func(*testing.T, lowerTool, *machine)) {
	if testing.Short() {
		t.Skip("other targets take minutes")
	}
	if toolName() != "corolower" {
		t.Skip("only corolower is tested on other targets")
	}
	tool := newTool(t)
	for i := range machines {
		t.Run(machines[i].name, func(t *testing.T) { f(t, tool, &machines[i]) })
	}
}

// TestTargetsRun runs lowered programs on other targets, and compares them with those of clang.
// TestPrograms does so for x86-64.
func TestTargetsRun(t *testing.T) {
	onEachMachine(t, func(t *testing.T, tool lowerTool, m *machine) {
		if m.name == "x86_64" {
			return
		}
		m.need(t, true)
		for _, p := range loadPrograms(t) {
			if m.wants(p) && sample.Has("run "+m.name+p.Name, ran) {
				t.Run(p.Name, func(t *testing.T) {
					t.Parallel()
					runOn(t, tool, m, p)
				})
			}
		}
	})
}

// runOn builds a program with corolower and with clang alone, and runs both.
func runOn(t *testing.T, tool lowerTool, m *machine, p *programs.Program) {
	dir := scratchDir(t, p.Name+"."+m.name)
	in, out := filepath.Join(dir, "in.ll"), filepath.Join(dir, "out.ll")
	if !source(t, p, 22, in, m.flags()...) || !mustRun(t, tool.(corolowerTool).bin, in, "-o", out) {
		return
	}
	var results []result
	for _, ll := range []string{in, out} {
		exe := strings.TrimSuffix(ll, ".ll")
		if !mustRun(t, clang(22), "--target="+m.triple, "-O2", "-w", "-static", "-pthread", ll, "-latomic", "-o", exe) {
			return
		}
		results = append(results, executeWith(m.qemu, exe))
	}
	if results[0].err != nil {
		t.Errorf("clang's program: %v", results[0].err)
	} else if diff := results[1].differs(results[0]); diff != "" {
		t.Errorf("%s\nlowered IR kept in %s", diff, keep(out))
	}
	if !t.Failed() {
		os.RemoveAll(dir)
	}
}
