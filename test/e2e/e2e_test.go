// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package e2e_test runs real C++20 coroutines through the lowering under test.
//
// Every program in programs/ is compiled to IR by several clangs without LLVM passes, and lowered.
// The verifier of the same LLVM version must accept the result, which may not contain coroutine
// intrinsics any more. Then it is compiled and run, and its behaviour is compared with that of the
// program that clang alone builds from the same IR. Package test/programs reads the programs and
// writes their IR, and toolchain_test.go runs the tools.
//
// Environment:
//
//	COROLOWER_BIN  the corolower binary to test (default: built from ./cmd/corolower)
//	E2E_TOOL=opt   lower with opt of the clang's version instead; this proves the
//	               programs and this harness, and needs no corolower
//
// A missing tool fails the test; scripts/install-tools.sh installs all tools. With -short, one program
// of each kind is compiled by the newest clang that is installed.
package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/test/programs"
	"github.com/corolower/corolower/test/sample"
)

// variant is a configuration for compiling a program, and the plans for running its IR.
type variant struct {
	name  string
	clang int      // LLVM version of clang, opt and the linking step
	flags []string // flags of the source compilation, without -g
	debug bool     // add -g to the IR, but not to the reference program
	oneIn uint64   // a sample has one in this number of programs; 0: all
	runs  []runPlan
}

// runPlan is one executable built from the lowered IR.
type runPlan struct {
	pipeline string // key of pipelines
	level    string // optimisation level for the lowered IR
}

// The pipelines for each variant's IR. All are run and verified for every variant. A runPlan
// selects the outputs that are also executed.
const (
	byDefault = "default" // the tool without -passes
	plain     = "plain"   // coro-early, coro-split, coro-cleanup and nothing else
)

// variants keeps the number of compilations low: a variant with -g differs from the one without
// only in metadata, so each pipeline's output is run at one level. A sample has all programs in the
// second variant, and part of them in the others. It runs the second executable of the second variant
// and those with debug info, and one in three of the others, because code generation costs most.
var variants = []variant{
	{name: "clang22-O0", clang: 22, flags: []string{"-O0"}, oneIn: 3,
		runs: []runPlan{{byDefault, "-O0"}, {byDefault, "-O2"}, {plain, "-O0"}}},
	{name: "clang22-O2", clang: 22, flags: []string{"-O2"},
		runs: []runPlan{{byDefault, "-O0"}, {byDefault, "-O2"}, {plain, "-O2"}}},
	{name: "clang22-O0-g", clang: 22, flags: []string{"-O0"}, debug: true, oneIn: 4,
		runs: []runPlan{{byDefault, "-O0"}}},
	{name: "clang22-O2-g", clang: 22, flags: []string{"-O2"}, debug: true, oneIn: 4,
		runs: []runPlan{{byDefault, "-O2"}}},
	{name: "clang19-O2", clang: 19, flags: []string{"-O2"}, oneIn: 4,
		runs: []runPlan{{byDefault, "-O2"}, {plain, "-O0"}}},
	{name: "clang14-O1", clang: 14, flags: []string{"-O1"}, oneIn: 3,
		runs: []runPlan{{byDefault, "-O0"}, {plain, "-O2"}}},
}

// shortVariants returns the variants of -short, for the newest clang that is installed: two without
// debug info.
func shortVariants(t *testing.T) []variant {
	t.Helper()
	for version := 22; version >= 14; version-- {
		if _, err := exec.LookPath(clang(version)); err != nil {
			continue
		}
		list := slices.Clone(variants[:2])
		for k := range list {
			list[k].name = fmt.Sprintf("clang%d%s", version, list[k].flags[0])
			list[k].clang = version
		}
		return list
	}
	t.Skip("no clang from 14 to 22 is installed")
	return nil
}

// shortPrograms are the programs that -short runs: one of each kind.
var shortPrograms = []string{
	"gen_basic", "task_deep_o0", "throw_everywhere", "early_destroy_every_suspend",
	"alloc_failure", "many_suspends", "overaligned_locals", "threads_handoff",
}

// Counters for the line that TestMain prints.
var programsRun, variantsRun, variantsFailed, executablesRun atomic.Int64

func TestMain(m *testing.M) {
	code := m.Run()
	removeWorkDir()
	if programsRun.Load() > 0 {
		fmt.Printf("e2e: %d programs, %d programs x variants lowered by %s and verified, %d executables run and "+
			"compared, %d failed\n",
			programsRun.Load(), variantsRun.Load(), toolName(), executablesRun.Load(), variantsFailed.Load())
		fmt.Printf("e2e: %d frames explained, %d fixes tried\n", framesChecked.Load(), fixesTried.Load())
	}
	os.Exit(code)
}

func TestPrograms(t *testing.T) {
	list, variants := loadPrograms(t), variants
	if testing.Short() {
		list, variants = selectPrograms(t, list, shortPrograms), shortVariants(t)
		if version := variants[0].clang; !verifies(version) {
			t.Run("verify", func(t *testing.T) { t.Skipf("%s is not installed: it verifies nothing", opt(version)) })
		}
	}
	tool := newTool(t)
	for _, p := range list {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			programsRun.Add(1)
			refs := &references{program: p, built: map[string]*reference{}}
			for _, v := range variants {
				if !p.Wants(v.clang) || v.oneIn > 0 && !sample.Has(p.Name+" "+v.name, v.oneIn) {
					continue
				}
				t.Run(v.name, func(t *testing.T) {
					t.Parallel()
					variantsRun.Add(1)
					runVariant(t, tool, p, v, refs)
					if t.Failed() {
						variantsFailed.Add(1)
					}
				})
			}
		})
	}
}

// TestEnoughPrograms verifies that the suite has enough programs, and enough of them in the dialect
// with typed pointers.
func TestEnoughPrograms(t *testing.T) {
	list := loadPrograms(t)
	typed := 0
	for _, p := range list {
		if p.Wants(14) {
			typed++
		}
	}
	if len(list) < 64 || typed < 12 {
		t.Errorf("%d programs, %d of them for clang-14; want at least 64 and 12", len(list), typed)
	}
	selectPrograms(t, list, shortPrograms)
}

// loadPrograms reads all programs, sorted by name.
func loadPrograms(t *testing.T) []*programs.Program {
	t.Helper()
	list, err := programs.Load(".")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// selectPrograms returns the named programs. It fails for an unknown name.
func selectPrograms(t *testing.T, list []*programs.Program, names []string) []*programs.Program {
	t.Helper()
	var selected []*programs.Program
	for _, name := range names {
		if k := slices.IndexFunc(list, func(p *programs.Program) bool { return p.Name == name }); k >= 0 {
			selected = append(selected, list[k])
		} else {
			t.Errorf("no program %s.cpp", name)
		}
	}
	return selected
}

// runVariant lowers, builds and runs one program in one variant.
func runVariant(t *testing.T, tool lowerTool, p *programs.Program, v variant, refs *references) {
	dir := scratchDir(t, p.Name+"."+v.name)
	ll := filepath.Join(dir, "in.ll")
	flags := slices.Clone(v.flags)
	if v.debug {
		flags = append(flags, "-g")
	}
	if !source(t, p, v.clang, ll, flags...) {
		return
	}
	lowered := map[string]string{}
	for _, pipeline := range []string{byDefault, plain} {
		out := filepath.Join(dir, pipeline+".ll")
		if tool.lower(t, v.clang, pipeline, ll, out) && checkLowered(t, v.clang, out) {
			lowered[pipeline] = out
		}
		if toolName() == "corolower" {
			checkFrames(t, ll, pipeline)
		}
	}
	var runs []runPlan
	for k, r := range v.runs {
		always := len(v.runs) == 1 || v.oneIn == 0 && k == 1
		if lowered[r.pipeline] != "" && (always || sample.Has(p.Name+" "+v.name+" "+r.pipeline+r.level, 3)) {
			runs = append(runs, r)
		}
	}
	var want *reference
	if len(runs) > 0 {
		if want = refs.get(t, v); want == nil {
			return
		}
	}
	for _, r := range runs {
		in := lowered[r.pipeline]
		exe := filepath.Join(dir, r.pipeline+r.level)
		// The IR names its own target and flags. Ignore warnings about module flags that differ
		// from this command line.
		args := []string{r.level, "-w", in, "-o", exe}
		if p.Threads {
			args = append(args, "-pthread")
		}
		if !mustRun(t, clang(v.clang), args...) {
			continue
		}
		got := execute(exe)
		executablesRun.Add(1)
		if diff := got.differs(want.result); diff != "" {
			t.Errorf("%s pipeline, compiled at %s: %s\nlowered IR kept in %s", r.pipeline, r.level, diff, keep(in))
		}
	}
	if !t.Failed() {
		os.RemoveAll(dir)
	}
}

var intrinsicUse = regexp.MustCompile(`(?m)^[^;\n]*@llvm\.coro\.[a-z.0-9]+`)

// verifies reports whether LLVM's verifier checks lowered IR. Only -short does without it, where opt
// is not installed.
func verifies(version int) bool {
	_, err := exec.LookPath(opt(version))
	return err == nil || !testing.Short()
}

// checkLowered runs LLVM's verifier on the file and searches it for intrinsics that are still used.
// It reports whether the file passes.
func checkLowered(t *testing.T, version int, file string) bool {
	t.Helper()
	good := !verifies(version) || mustRun(t, opt(version), "-passes=verify", "-disable-output", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("reading the lowered IR: %v", err)
		return false
	}
	for _, use := range intrinsicUse.FindAll(text, -1) {
		if !bytes.HasPrefix(use, []byte("declare ")) {
			t.Errorf("an intrinsic is left in %s: %s", keep(file), use)
			good = false
			break
		}
	}
	if !good {
		keep(file)
	}
	return good
}

// references builds a program with clang alone, from the same IR that the lowering gets, once for
// each clang and set of flags. It compares all results with each other, because a program whose
// output depends on the compiler proves nothing.
type references struct {
	program *programs.Program
	mu      sync.Mutex
	built   map[string]*reference
	first   *reference
}

type reference struct {
	key    string
	result result
}

// get returns the behaviour of the program when clang alone compiles it. It returns nil after it
// has reported a failure.
func (r *references) get(t *testing.T, v variant) *reference {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	key := fmt.Sprintf("clang-%d %s", v.clang, strings.Join(v.flags, " "))
	if ref, ok := r.built[key]; ok {
		return ref
	}
	// Cache a failure too, so that the variants that share it do not repeat it.
	r.built[key] = nil
	exe := filepath.Join(scratchDir(t, r.program.Name+".reference"), strings.ReplaceAll(key, " ", ""))
	if !source(t, r.program, v.clang, exe+".ll", v.flags...) {
		return nil
	}
	args := append(slices.Clone(v.flags), "-w", exe+".ll", "-o", exe)
	if r.program.Threads {
		args = append(args, "-pthread")
	}
	if !mustRun(t, clang(v.clang), args...) {
		return nil
	}
	ref := &reference{key: key, result: execute(exe)}
	os.Remove(exe)
	os.Remove(exe + ".ll")
	if ref.result.err != nil {
		t.Errorf("reference %s: %v", key, ref.result.err)
		return nil
	}
	if len(ref.result.stdout) == 0 {
		t.Errorf("reference %s prints nothing", key)
		return nil
	}
	if r.first == nil {
		r.first = ref
	} else if diff := ref.result.differs(r.first.result); diff != "" {
		t.Errorf("the program is not deterministic: %s against %s: %s", key, r.first.key, diff)
		return nil
	}
	r.built[key] = ref
	return ref
}
