// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The scalar passes on random programs: our verifier and LLVM's accept the output of each pass, the
// program behaves as before, and a pass that reports no change has changed nothing.
//
//	go test ./test/opt -seeds 50 -first 1000     other seeds
package opt_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/target"
	"github.com/corolower/corolower/test/opt/gen"
	"github.com/corolower/corolower/test/sample"
)

var (
	seeds = flag.Int("seeds", 6, "number of generated modules")
	first = flag.Int64("first", 1, "seed of the first module")
	keep  = flag.String("keep", "", "directory for the files; a temporary one when empty")
)

type passFunc func(m *ir.Module, f *ir.Func, l *target.Layout) bool

func sroa(m *ir.Module, f *ir.Func, l *target.Layout) bool         { return opt.SROA(m, f, l) }
func mem2reg(m *ir.Module, f *ir.Func, _ *target.Layout) bool      { return opt.Mem2Reg(m, f) }
func instSimplify(m *ir.Module, f *ir.Func, l *target.Layout) bool { return opt.InstSimplify(m, f, l) }
func propagate(m *ir.Module, f *ir.Func, _ *target.Layout) bool    { return opt.Propagate(m, f) }
func earlyCSE(m *ir.Module, f *ir.Func, l *target.Layout) bool     { return opt.EarlyCSE(m, f, l) }
func simplifyCFG(_ *ir.Module, f *ir.Func, _ *target.Layout) bool  { return opt.SimplifyCFG(f) }
func dce(m *ir.Module, f *ir.Func, _ *target.Layout) bool          { return opt.DCE(m, f) }
func simplify(m *ir.Module, f *ir.Func, l *target.Layout) bool     { return opt.Simplify(m, f, l) }

// runs are lists of passes, with the level at which the output is compiled.
var runs = []struct {
	name   string
	passes []passFunc
	level  string
}{
	{"sroa", []passFunc{sroa}, "-O0"},
	{"instsimplify", []passFunc{instSimplify, dce}, "-O0"},
	{"cse", []passFunc{earlyCSE}, "-O0"},
	{"cfg", []passFunc{simplifyCFG, mem2reg}, "-O0"},
	{"propagate", []passFunc{mem2reg, propagate}, "-O0"},
	{"mixed", []passFunc{sroa, earlyCSE, simplifyCFG, sroa, instSimplify, earlyCSE}, "-O0"},
	{"simplify", []passFunc{simplify}, "-O2"},
}

func load(t *testing.T, text string) (*ir.Module, *target.Layout) {
	t.Helper()
	m, err := parse.Module("test.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		t.Fatal(err)
	}
	return m, l
}

// apply runs a pass over a module and compares its result with the change of the text.
func apply(t *testing.T, m *ir.Module, l *target.Layout, pass passFunc) {
	t.Helper()
	for _, f := range m.Funcs {
		if f.Declared {
			continue
		}
		before := emit.FuncString(f)
		changed := pass(m, f, l)
		if errs := ir.VerifyFunc(f); len(errs) > 0 {
			t.Fatalf("@%s is broken: %v", f.Name, errs)
		}
		if after := emit.FuncString(f); changed != (before != after) {
			t.Errorf("@%s: changed is %t\nbefore:\n%s\nafter:\n%s", f.Name, changed, before, after)
		}
	}
}

// command runs a tool. A warning is an error as well.
func command(args ...string) error {
	var b bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = &b
	err := cmd.Run()
	s := b.String()
	if err == nil && strings.Contains(s, "warning:") {
		err = errors.New("it warns")
	}
	if err != nil {
		return fmt.Errorf("%v: %w\n%s", args, err, s[:min(len(s), 1500)])
	}
	return nil
}

// printed returns the text of a module, with the lines of the source that belong to no function.
func printed(m *ir.Module, source string) []byte {
	var raw []string
	for line := range strings.Lines(source) {
		if strings.HasPrefix(line, "$") || strings.HasPrefix(line, "module asm") || strings.HasPrefix(line, "!llvm.") {
			raw = append(raw, line)
		}
	}
	return emit.Module(m, raw...)
}

// trace compiles a module and runs it.
func trace(t *testing.T, dir, name, level string) string {
	t.Helper()
	exe := filepath.Join(dir, name)
	if err := command("clang-22", level, "-w", exe+".ll", filepath.Join(dir, "runtime.o"), "-lstdc++", "-o",
		exe); err != nil {
		t.Error(err)
		return ""
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		return string(out) + "\nended with " + err.Error()
	}
	return string(out)
}

func TestRandom(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	dir := *keep
	if dir == "" {
		dir = t.TempDir()
	}
	if err := command("clang++-22", "-O1", "-c", "testdata/runtime.cpp", "-o",
		filepath.Join(dir, "runtime.o")); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for k := range *seeds {
		if !sample.Has(fmt.Sprint(*first+int64(k)), 2) {
			continue
		}
		free <- true
		wg.Go(func() {
			t.Run(fmt.Sprint(*first+int64(k)), func(t *testing.T) { oneSeed(t, dir, *first+int64(k)) })
			<-free
		})
	}
	wg.Wait()
}

func oneSeed(t *testing.T, dir string, seed int64) {
	text := gen.Module(seed, false)
	base := fmt.Sprintf("s%d", seed)
	write := func(name string, text []byte) bool {
		file := filepath.Join(dir, name+".ll")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := command("opt-22", "-passes=verify", "-disable-output", file); err != nil {
			t.Error(err)
			return false
		}
		return true
	}
	if !write(base, []byte(text)) {
		return
	}
	want := trace(t, dir, base, "-O0")
	if strings.Contains(want, "ended with") {
		t.Fatalf("the program itself fails:\n%s", want[max(0, len(want)-200):])
	}
	for _, r := range runs {
		m, l := load(t, text)
		for _, p := range r.passes {
			apply(t, m, l, p)
		}
		name := base + "." + r.name
		if !write(name, printed(m, text)) {
			continue
		}
		if got := trace(t, dir, name, r.level); got != want {
			t.Errorf("seed %d: %s behaves differently: %s", seed, r.name, firstDifference(want, got))
		}
		// With debug info, the output must be valid and have the same code. Threading leaves a loop's header
		// with debug records where it is, so simplify may leave a few instructions more.
		source := gen.Module(seed, true)
		d, dl := load(t, source)
		for _, p := range r.passes {
			apply(t, d, dl, p)
		}
		write(name+".debug", printed(d, source))
		if a, b := size(m), size(d); a != b && (r.name != "simplify" || b < a || b > a+a/50) {
			t.Errorf("seed %d: %s leaves %d instructions without debug info and %d with it", seed, r.name, a, b)
		}
	}
}

// size returns the number of instructions in a module.
func size(m *ir.Module) int {
	n := 0
	for _, f := range m.Funcs {
		for b := f.Entry(); b != nil; b = b.Next() {
			n += b.Len()
		}
	}
	return n
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	at := ""
	runs := -1
	for k := range x {
		if strings.HasPrefix(x[k], "run ") {
			runs++
			at = x[k]
		}
		if k >= len(y) || x[k] != y[k] {
			got := "the end"
			if k < len(y) {
				got = y[k]
			}
			return fmt.Sprintf("@f%d (%s), line %d: %q became %q", runs/3, at, k+1, x[k], got)
		}
	}
	return "more lines"
}
