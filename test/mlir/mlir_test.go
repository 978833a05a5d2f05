// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package mlir lowers and runs the coroutines that MLIR's async dialect generates. make.sh creates
// the modules of testdata from the .mlir files next to them.
package mlir

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

// leastCoroutines is the minimum number of coroutines in all modules.
const leastCoroutines = 20

func modules(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) != 7 {
		t.Fatalf("%d modules: %v", len(files), err)
	}
	return files
}

// TestCheckIsSilent checks that MLIR's output has no findings.
func TestCheckIsSilent(t *testing.T) {
	count := 0
	for _, file := range modules(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		count += bytes.Count(text, []byte("@llvm.coro.begin(token %"))
		res, err := driver.Run(file, text, &driver.Options{CheckOnly: true})
		if err != nil {
			t.Error(err)
		} else if len(res.Warnings) > 0 {
			t.Error(res.Warnings)
		}
	}
	if count < leastCoroutines {
		t.Errorf("%d coroutines", count)
	}
}

// command runs a tool and returns its output. If the tool fails, the test fails.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestRun lowers each module with several pipelines, verifies and compiles it with LLVM, and runs
// it. The output must be that of the module that LLVM lowers.
func TestRun(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	dir := t.TempDir()
	runtime := filepath.Join(dir, "runtime.o")
	command(t, "clang++-22", "-O1", "-c", "testdata/runtime.cpp", "-o", runtime)
	for _, file := range modules(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".ll")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			exe := filepath.Join(dir, name)
			trace := func(ll, level string) string {
				command(t, "clang-22", level, "-w", ll, runtime, "-lstdc++", "-o", exe)
				return command(t, exe) + "at once\n" + command(t, exe, "now")
			}
			want := trace(file, "-O2")
			if strings.Count(want, "\n") < 6 {
				t.Errorf("it prints only %q", want)
			}
			for n, p := range []string{
				"", "coro-early,cgscc(coro-split),coro-cleanup",
				"coro-early,cgscc(coro-split<reuse-storage>),function(coro-elide,sroa,early-cse,simplifycfg),coro-cleanup",
				"default<O0>", "default<O2>",
			} {
				o := &driver.Options{}
				if p != "" {
					if o.Pipeline, err = driver.Table.Parse(p); err != nil {
						t.Fatal(err)
					}
				}
				res, err := driver.Run(file, text, o)
				if err != nil {
					t.Errorf("%s: %v", p, err)
					continue
				}
				ll := fmt.Sprintf("%s-%d.ll", exe, n)
				if err := os.WriteFile(ll, res.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				command(t, "opt-22", "-passes=verify", "-disable-output", ll)
				for _, level := range []string{"-O0", "-O2"} {
					if got := trace(ll, level); got != want {
						t.Errorf("%s, %s: it prints\n%s\nwant\n%s", p, level, got, want)
					}
				}
			}
		})
	}
}
