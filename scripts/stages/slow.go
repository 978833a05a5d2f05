// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file holds the rule for slow tests. The wall time of a test says little on a machine that is
// busy, so it only makes a test suspect: its share of the stage's wall time is taken for its share of
// the stage's processor time. A suspect runs once more, alone, and the processor time of that run
// decides: it does not grow with the load.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// slowSeconds is the processor time above which a test needs a reason.
const slowSeconds = 10

// failSeconds is the processor time above which a test without a reason fails CI. Processor time
// depends on the machine and on what runs beside, by less than a factor of two.
const failSeconds = 2 * slowSeconds

// suspectSeconds is the estimated processor time from which a test is a suspect.
const suspectSeconds = 7

// suspects returns the tests that may be slow, if the stage's tests took this processor time together.
func (o *outcome) suspects(cpu time.Duration) []timed {
	share := min(1, cpu.Seconds()/o.seconds)
	return slices.DeleteFunc(slices.Clone(o.slow), func(t timed) bool { return t.seconds*share < suspectSeconds })
}

// slow has the tests that may take longer, with the reason. Tests from 7 s on are listed, so that no
// test is near the limit unlisted. Those with "sample" in the reason take part of a matrix in make
// test-all.
var slow = map[string]string{
	"internal/driver TestGolden":             "lowers all textual IR of the repository and generated programs, in several pipelines",
	"bench TestGrowth":                       "runs the pipelines over inputs of many shapes, up to 100 times as large as the first",
	"test/async TestContexts":                "compiles and runs generated programs in several pipelines, and LLVM's lowering; sample",
	"test/async TestGenerated":               "compiles and runs generated programs in several pipelines, and LLVM's lowering; sample",
	"test/check TestFixes":                   "compiles the fixed example of each rule with AddressSanitizer, at two levels; sample",
	"test/cc TestFlags":                      "compiles with each option of the launcher's table, with and without the launcher; sample",
	"test/cc TestKilled":                     "builds a project again after each kill",
	"test/debug TestValuesAreTrue":           "reads variables of 17 programs at each stop in gdb, in all builds; sample",
	"test/debug TestVariablesAreDescribed":   "counts the variables of programs in all builds, against opt's; sample",
	"test/diff TestDifferential":             "compiles 60 generated modules in six variants, and runs them for every number of resumes; sample",
	"test/docs TestDocumentedExamplesBehave": "compiles and runs each example in four pipelines and two levels",
	"test/dynalloca TestPrograms":            "compiles each program with several allocators, and with AddressSanitizer; sample",
	"test/swift TestModules":                 "lowers 150 modules of the Swift compiler, and asks LLVM about each; sample",
	"test/swift TestPrograms":                "compiles and runs programs of the Swift compiler in all builds",
	"test/debugger TestSteps":                "steps through a program in two debuggers, in two builds, ours and clang's",
	"test/e2e TestFlags":                     "compiles programs with 12 sets of flags, sanitizers and LTO among them",
	"test/e2e TestHoldersAreOfTheStatement":  "explains the frames of every program",
	"test/e2e TestPrograms":                  "compiles and runs 122 C++ programs; sample",
	"test/e2e TestTargetsCompile":            "compiles programs for five targets; sample",
	"test/e2e TestTargetsCompileHard":        "compiles generated programs for five targets; sample",
	"test/e2e TestTargetsRun":                "runs programs of other targets in qemu; sample",
	"test/e2e TestUnits":                     "links 9 programs of two units, and stale ones, with AddressSanitizer",
	"test/elision/random TestRandom":         "compiles 40 generated programs with AddressSanitizer, twice each; sample",
	"test/elision/report TestInterchange":    "compiles programs after pipelines that opt and corolower share, in both orders; sample",
	"test/elision/report TestRules":          "compiles 122 programs with a counting allocator and with AddressSanitizer; sample",
	"test/gpu TestPrograms":                  "compiles 38 device programs with two LLVMs for three machines; sample",
	"test/hard TestHard":                     "compiles and runs 400 generated programs in all variants; sample",
	"test/interp TestCoroutines":             "interprets C++ programs that clang compiles in seconds; sample",
	"test/interp TestLowered":                "interprets C++ programs twice; sample",
	"test/mlir TestRun":                      "compiles and runs each module of MLIR in several pipelines",
	"test/mutants TestMutants":               "lowers 2,500 mutants, and asks LLVM about each",
	"test/opt TestPasses":                    "runs each pass over 120 modules of 34 functions, and interprets all",
	"test/opt TestPrograms":                  "compiles and runs programs after each pass",
	"test/opt TestRandom":                    "compiles random functions after each pass with LLVM; sample",
	"test/order TestPrograms":                "lowers C++ programs twice; sample",
	"test/project TestBazel":                 "starts Bazel",
	"test/ptx TestCorners":                   "assembles each module for three machines with both versions of ptxas; sample",
	"test/ptx TestCorpus":                    "lowers and assembles all textual IR of the repository; sample",
	"test/ptx TestDevicePrograms":            "interprets and assembles the PTX of 38 programs; sample",
	"test/ptx TestGenerated":                 "interprets generated coroutines in PTX, and llc's of the same; sample",
	"test/ptx TestOperationsAssemble":        "assembles all operations for each machine; sample",
	"test/ptx TestRandomPrograms":            "interprets and assembles random programs; sample",
	"test/ptx TestWholeDeviceLibrary":        "writes NVIDIA's whole device library as PTX, and assembles it",
	"test/run TestGenerated":                 "compiles and runs generated continuations in all pipelines",
	"test/run TestGeneratedCallers":          "compiles and runs generated callers of continuations in all pipelines",
	"test/run TestRun":                       "compiles and runs each program in all pipelines",
	"test/soak TestSoak":                     "lowers and interprets 60 programs of each kind",
	"test/versions TestReadable":             "asks two older LLVMs about the output for lit tests; sample",
	"cmd/corolower TestResponseFilesInSum":   "reads response files up to the limits of their number and total size",
	"internal/opt TestRecordsAreTrue":        "runs random functions before and after each pass",
	"llircoro TestWitnessClang":              "reads what clang 14 makes of the end-to-end programs, with and without debug info",
	"test/e2e TestMixed":                     "builds generated programs with GCC and the launcher, at two levels",
	"test/elision/recursive TestPrograms":    "compiles and runs random programs that recurse",
	"test/ptx TestKernels":                   "interprets the PTX of the kernels, and llc's",
	"test/ptx TestTemplates":                 "compares the text of each intrinsic with llc's, and assembles it",
	"test/debugger TestWaiting":              "links a program in several ways, and reads it while it runs",
	"test/debugger TestAsio":                 "compiles a server on asio, and reads it while it runs",
	"test/cc TestCUDA":                       "builds a program with a kernel, and interprets the device part",
	"test/cc TestProfiles":                   "builds programs with counters, and again with the profile",
	"test/interp TestLibrary":                "interprets programs that use the C++ library",
	"test/project TestCache":                 "compiles a project several times",
	"test/run TestDriven":                    "compiles and runs programs that C drives, with and without optimisation",
	"test/check TestClangIsSilent":           "checks what three clangs make of correct programs at two levels",
	"test/check TestMistakesInC":             "compiles mistakes and correct programs with and without optimisation",
	"test/interp TestRaces":                  "interprets programs with threads in several orders, before and after lowering",
	"test/gpu TestPorts":                     "generates code for two other GPUs from each shape, and interprets it",
	"test/wrong TestPrograms":                "compiles and runs each program in all pipelines, and with AddressSanitizer",
}

// tooSlow runs a suspect alone, and returns what is wrong with it, or "", and whether CI fails.
func tooSlow(t timed, env []string, dir string) (why string, fail bool) {
	name := short(t.pkg) + " " + t.test
	if slow[name] != "" || strings.Contains(t.test, "Fuzz") {
		return "", false
	}
	exe := filepath.Join(dir, strings.NewReplacer("/", "_", " ", "_").Replace(name))
	build := exec.Command("go", "test", "-c", "-pgo=off", "-o", exe, ".")
	build.Dir = short(t.pkg)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Sprintf("%s: %v\n%s", name, err, out), true
	}
	defer os.Remove(exe)
	cmd := exec.Command(exe, "-test.run=^"+t.test+"$", "-test.timeout=60m")
	cmd.Dir, cmd.Env = short(t.pkg), env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Sprintf("%s fails when it runs alone: %v\n%s", name, err, out), true
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if used < slowSeconds*time.Second {
		return "", false
	}
	return fmt.Sprintf("%s takes %.0f s of processor time: make it faster, or list it in scripts/stages/slow.go with the reason",
		name, used.Seconds()), used >= failSeconds*time.Second
}
