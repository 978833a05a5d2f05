// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package wrong_test runs programs that were once lowered wrongly. In each of them, a frame was put
// where it must not be, or two values shared bytes that both need. Now the output must be that of
// the program that opt lowers, or the output that the program itself states if opt is wrong, and
// AddressSanitizer must report nothing.
//
// The tests do not check the text of the lowered module, nor that anything is elided.
package wrong_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const tools = "opt-22 clang++-22"

// TestPrograms lowers each program with opt, and with several pipelines of the program under test.
func TestPrograms(t *testing.T) {
	for _, name := range strings.Fields(tools) {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(name + " is not installed")
		}
	}
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		command(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	}
	dir := t.TempDir()
	rt, witness := filepath.Join(dir, "rt.o"), filepath.Join(dir, "witness.o")
	command(t, "clang++-22", "-O1", "-c", "testdata/rt.cpp", "-o", rt)
	command(t, "clang++-22", "-O1", "-fsanitize=address", "-c", "testdata/rt.cpp", "-o", witness)
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) < 18 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ll"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			at := func(name string) string { return filepath.Join(t.TempDir(), name) }
			in := at("in.ll")
			if err := os.WriteFile(in, []byte(spelledOut(string(text))), 0o666); err != nil {
				t.Fatal(err)
			}
			want := prints(string(text))
			if want == "" {
				ref := at("ref.ll")
				command(t, "opt-22", "-passes=coro-early,cgscc(coro-split),coro-cleanup", in, "-S", "-o", ref)
				want = run(t, ref, rt, at("ref"), false)
			}
			for _, passes := range []string{"default<O2>", "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup",
				"coro-early,cgscc(coro-split,function(coro-elide)),coro-cleanup"} {
				out := at("out.ll")
				command(t, bin, in, "-passes="+passes, "-S", "-o", out)
				command(t, "opt-22", "-passes=verify", "-disable-output", out)
				if got := run(t, out, rt, at("out"), false); got != want {
					t.Errorf("%s: prints\n%s\nand as opt lowers it\n%s", passes, got, want)
				}
				if got := run(t, out, witness, at("witness"), true); got != want {
					t.Errorf("%s: with AddressSanitizer prints\n%s\nand as opt lowers it\n%s", passes, got, want)
				}
			}
		})
	}
}

// prints returns the output that a program states in its head because LLVM lowers it wrongly too;
// "" means that of opt.
func prints(text string) string {
	out := ""
	for _, line := range strings.Split(text, "\n") {
		if words, ok := strings.CutPrefix(line, "; PRINTS: "); ok {
			out += words + "\n"
		}
	}
	if out != "" {
		out += "(<nil>)"
	}
	return out
}

// spelledOut replaces a mark by 700 branches.
func spelledOut(text string) string {
	const mark = "; BRANCHES\n"
	if !strings.Contains(text, mark) {
		return text
	}
	var sb strings.Builder
	for k := range 700 {
		fmt.Fprintf(&sb, "b%[1]d:\n  %%x%[1]d = load volatile i32, ptr @V\n  %%c%[1]d = icmp sgt i32 %%x%[1]d, %[1]d\n"+
			"  br i1 %%c%[1]d, label %%t%[1]d, label %%b%[2]d\nt%[1]d:\n  store volatile i32 %[1]d, ptr @V\n"+
			"  br label %%b%[2]d\n", k, k+1)
	}
	return strings.Replace(text, mark, sb.String(), 1)
}

func command(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// run links a module with the support code and runs it. It returns the output, and how the program
// ended.
func run(t *testing.T, module, rt, exe string, asan bool) string {
	t.Helper()
	args := []string{"-w", "-O0", module, rt, "-o", exe}
	if asan {
		marked := exe + ".ll"
		command(t, "opt-22", "-passes=forceattrs", "-force-attribute=sanitize_address", module, "-S", "-o", marked)
		args = []string{"-w", "-O0", "-fsanitize=address", marked, rt, "-o", exe}
	}
	command(t, "clang++-22", args...)
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0")
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	return fmt.Sprintf("%s(%v)", out.String(), err)
}
