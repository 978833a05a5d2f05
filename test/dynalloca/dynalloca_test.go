// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package dynalloca_test runs C++ programs with variable-length arrays that live across suspends.
// LLVM refuses these, so each program is also compiled by clang with arrays of a constant size (the
// macro FIXED), and must print the same. The programs destroy a coroutine at each suspend, and check
// that all memory is freed; AddressSanitizer and its leak detection check the same. The interpreter
// runs them before and after lowering.
package dynalloca_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/test/sample"
)

// build is one way to lower and run a program.
type build struct {
	clang        int
	source, exec string // optimisation levels
	passes       string
	asan         bool
}

var builds = []build{
	{22, "-O2", "-O2", "default<O2>", false},
	{22, "-O2", "-O1", "default<O2>", true},
	{22, "-O0", "-O0", "default<O0>", false},
	{22, "-O0", "-O1", "default<O0>", true},
	{22, "-O2", "-O0", "coro-early,cgscc(coro-split<reuse-storage;dynamic-allocas>,function(coro-elide)),coro-cleanup", false},
	{22, "-O2", "-O1", "coro-early,cgscc(coro-split<reuse-storage;dynamic-allocas>),coro-cleanup", true},
	{22, "-O1 -g", "-O1", "default<O2>", false},
	{22, "-O1 -fcoro-aligned-allocation", "-O1", "default<O2>", true},
	{19, "-O1", "-O1", "default<O2>", false},
	{14, "-O1", "-O1", "default<O2>", false},
	{14, "-O0", "-O0", "default<O0>", false},
}

func TestPrograms(t *testing.T) {
	bin := corolower(t)
	files, err := filepath.Glob("programs/*.cpp")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cpp"), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			wants := map[int]string{}
			for k, b := range builds {
				if k > 0 && !sample.Has(fmt.Sprint(file, k), 2) {
					continue
				}
				if wants[b.clang] == "" {
					ref := filepath.Join(dir, "ref")
					run(t, "clang++-"+strconv.Itoa(b.clang), "-std=c++20", "-w", "-O1", "-DFIXED", file, "-o", ref)
					wants[b.clang] = run(t, ref)
				}
				want := wants[b.clang]
				if got := b.run(t, bin, file, filepath.Join(dir, strconv.Itoa(k))); got != want {
					t.Errorf("%+v prints\n%s\nand with arrays of a constant size\n%s", b, got, want)
				}
			}
			want := wants[22]
			in, out := filepath.Join(dir, "in.ll"), filepath.Join(dir, "out.ll")
			source(t, 22, "-O1", file, in)
			if got := run(t, bin, "run", in); got != want {
				t.Errorf("in the interpreter, it prints\n%s\nand otherwise\n%s", got, want)
			}
			run(t, bin, in, "-S", "-o", out)
			if got := run(t, bin, "run", out); got != want {
				t.Errorf("in the interpreter, its lowering prints\n%s\nand otherwise\n%s", got, want)
			}
		})
	}
}

// run lowers and runs a program, and returns what it prints.
func (b *build) run(t *testing.T, bin, file, at string) string {
	t.Helper()
	v := "-" + strconv.Itoa(b.clang)
	in := filepath.Join(filepath.Dir(at), fmt.Sprint("in", v, b.source, ".ll"))
	if _, err := os.Stat(in); err != nil {
		source(t, b.clang, b.source, file, in)
	}
	run(t, bin, in, "-passes="+b.passes, "-verify-each", "-S", "-o", at+".out.ll")
	run(t, "opt"+v, "-passes=verify", "-disable-output", at+".out.ll")
	args := []string{"-w", b.exec, at + ".out.ll", "-o", at}
	if b.asan {
		run(t, "opt"+v, "-passes=forceattrs", "-force-attribute=sanitize_address", at+".out.ll", "-S", "-o", at+".out.ll")
		args = append(args, "-fsanitize=address")
	}
	run(t, "clang++"+v, args...)
	return run(t, at)
}

// source writes the IR of a program.
func source(t *testing.T, clang int, flags, file, out string) {
	t.Helper()
	args := append(strings.Fields(flags), "-std=c++20", "-w", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm",
		file, "-o", out)
	run(t, "clang++-"+strconv.Itoa(clang), args...)
}

// run runs a command, which must succeed, and returns what it prints.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1")
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out.String(), log.String())
	}
	return out.String()
}

// corolower returns the program under test.
func corolower(t *testing.T) string {
	t.Helper()
	if bin := os.Getenv("COROLOWER_BIN"); bin != "" {
		return bin
	}
	bin := filepath.Join(t.TempDir(), "corolower")
	run(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	return bin
}
