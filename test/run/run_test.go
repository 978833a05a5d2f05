// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package run_test runs small programs in textual IR. Each shows an attribute, an address or an
// edge that lowering could get wrong unnoticed by the verifier. The first lines of a file describe
// it and its output: `; PRINTS: words`.
//
// Each program is lowered in every pipeline and interpreted, directly and after LLVM's -O2. Before
// that, LLVM's own lowering is interpreted without optimisation, to confirm the expected output. A
// line `; LLVM: why` means that LLVM's lowering behaves differently. With a line `; NATIVE: why`
// the program is compiled instead of interpreted. With `; STOCK: why` it is lowered for LLVM 22,
// whatever version it is written for.
//
// The programs in testdata/driven are compiled together with a C program of the same name that
// calls them. They must print the contents of the file NAME.out.
package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/driver"
)

var pipelines = []string{"default<O2>", "complete<O2>", "default<O0>",
	"coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"}

var (
	prints = regexp.MustCompile(`(?m)^; PRINTS: (.*)$`)
	wrong  = regexp.MustCompile(`(?m)^; LLVM: .`)
	native = regexp.MustCompile(`(?m)^; NATIVE: .`)
	stock  = regexp.MustCompile(`(?m)^; STOCK: .`)
)

func TestRun(t *testing.T) {
	for _, tool := range []string{"opt-22", "lli-22", "clang++-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ll"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			said := prints.FindSubmatch(text)
			if said == nil {
				t.Fatal("no PRINTS line")
			}
			dir, want, source := t.TempDir(), string(said[1]), text
			if plain := filepath.Join(dir, "llvm.ll"); !wrong.Match(text) {
				command(t, "opt-22", "-passes=coro-early,cgscc(coro-split),coro-cleanup", "-S", file, "-o", plain)
				if got := execute(t, plain, native.Match(text)); got != want {
					t.Fatalf("by LLVM's lowering it prints %q, not %q", got, want)
				}
			}
			for k, text := range lowered(t, file, source) {
				ours, optimised := filepath.Join(dir, "ours.ll"), filepath.Join(dir, "optimised.ll")
				if err := os.WriteFile(ours, text, 0o644); err != nil {
					t.Fatal(err)
				}
				command(t, "opt-22", "-passes=default<O2>", "-S", ours, "-o", optimised)
				for _, exe := range []string{ours, optimised} {
					if got := execute(t, exe, native.Match(source)); got != want {
						t.Errorf("%s, %s: it prints %q, not %q", pipelines[k], filepath.Base(exe), got, want)
					}
				}
			}
		})
	}
}

// TestDriven runs the programs that are driven from C, with and without optimisation.
func TestDriven(t *testing.T) {
	for _, tool := range []string{"opt-22", "clang-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the modules are for x86-64 Linux")
	}
	files, err := filepath.Glob("testdata/driven/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".ll")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			run := func(who, module string) {
				for _, level := range []string{"-O0", "-O2"} {
					exe := filepath.Join(dir, "a.out")
					command(t, "clang-22", "-Wno-override-module", level, name+".c", module, "-o", exe)
					if got := command(t, exe); got != string(want) {
						t.Errorf("%s, %s: it prints\n%s\nnot\n%s", who, level, got, want)
					}
				}
			}
			if plain := filepath.Join(dir, "llvm.ll"); !wrong.Match(text) {
				command(t, "opt-22", "-passes=coro-early,cgscc(coro-split),coro-cleanup", "-S", file, "-o", plain)
				run("LLVM's lowering", plain)
			}
			for k, low := range lowered(t, file, text) {
				ours := filepath.Join(dir, "ours.ll")
				if err := os.WriteFile(ours, low, 0o644); err != nil {
					t.Fatal(err)
				}
				command(t, "opt-22", "-passes=verify", "-disable-output", ours)
				run(pipelines[k], ours)
			}
		})
	}
}

// lowered returns the output of each of the pipelines for a text.
func lowered(t *testing.T, file string, text []byte) [][]byte {
	t.Helper()
	var out [][]byte
	for _, p := range pipelines {
		parsed, err := driver.Table.Parse(p)
		if err != nil {
			t.Fatal(err)
		}
		o := &driver.Options{Jobs: 1, Pipeline: parsed}
		if stock.Match(text) {
			o.Version = 22
		}
		res, err := driver.Run(file, text, o)
		if err != nil {
			t.Fatal(p, err)
		}
		out = append(out, res.Bytes())
	}
	return out
}

// execute runs a module without optimisation and returns its output, with one blank between words.
func execute(t *testing.T, module string, compiled bool) string {
	t.Helper()
	if !compiled {
		return words(command(t, "lli-22", "-O0", module))
	}
	exe := strings.TrimSuffix(module, ".ll")
	command(t, "clang++-22", "-Wno-override-module", "-O0", module, "-o", exe)
	return words(command(t, exe))
}

func command(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func words(s string) string { return strings.Join(strings.Fields(s), " ") }
