// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The scalar passes on coroutines that clang compiled: programs of the end-to-end suite must behave
// the same if they are simplified before they are split.

package opt_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// programs has coroutines of each kind: generators, tasks, exceptions from everywhere, early
// destruction, loops with many suspends.
var programs = []string{
	"gen_basic", "throw_everywhere", "early_destroy_every_suspend",
	"many_suspends", "aliased_locals", "symmetric_pingpong", "when_all",
	"rethrow_unhandled", "throw_ramp_freed", "volatile_union_atomic", "threads_handoff",
}

func TestPrograms(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	list := programs
	if testing.Short() {
		list = list[:2]
	}
	for _, name := range list {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oneProgram(t, filepath.Join("..", "e2e", "programs", name+".cpp"))
		})
	}
}

func oneProgram(t *testing.T, file string) {
	dir := t.TempDir()
	flags := []string{"clang++-22", "-std=c++20", "-O2", "-w", "-I", filepath.Join("..", "e2e", "include")}
	ll, plain, exe := filepath.Join(dir, "in.ll"), filepath.Join(dir, "plain"), filepath.Join(dir, "simplified")
	must := func(args ...string) {
		t.Helper()
		if err := command(args...); err != nil {
			t.Fatal(err)
		}
	}
	must(append(flags, "-pthread", file, "-o", plain)...)
	must(append(flags, "-Xclang", "-disable-llvm-passes", "-g", "-S", "-emit-llvm", file, "-o", ll)...)
	text, err := os.ReadFile(ll)
	if err != nil {
		t.Fatal(err)
	}
	m, l := load(t, string(text))
	c := &pass.Unit{M: m, Layout: l, Target: target.Parse(m.Triple)}
	changed := 0
	apply(t, m, l, func(_ *ir.Module, f *ir.Func, _ *target.Layout) bool {
		changed, err := lower.Early(c, f)
		if err != nil {
			t.Fatal(err)
		}
		return changed
	})
	apply(t, m, l, func(m *ir.Module, f *ir.Func, l *target.Layout) bool {
		done := simplify(m, f, l)
		if done {
			changed++
		}
		return done
	})
	if changed == 0 {
		t.Error("nothing was simplified")
	}
	if err := os.WriteFile(ll, printed(m, string(text)), 0o644); err != nil {
		t.Fatal(err)
	}
	must("opt-22", "-passes=verify", "-disable-output", ll)
	// LLVM splits the simplified coroutines.
	must("opt-22", "-S", "-passes=cgscc(coro-split),coro-cleanup", ll, "-o", exe+".ll")
	must("clang++-22", "-O0", "-w", "-pthread", exe+".ll", "-o", exe)
	want, err1 := exec.Command(plain).CombinedOutput()
	got, err2 := exec.Command(exe).CombinedOutput()
	if string(want) != string(got) || (err1 == nil) != (err2 == nil) {
		t.Errorf("plain: %v, simplified: %v\nplain:\n%s\nsimplified:\n%s", err1, err2, want, got)
	}
}
