// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package docs_test runs the kinds of coroutine that the LLVM coroutine documentation explains,
// with typed and with opaque pointers. The head of each program states its output. The program must
// print that after corolower lowers it and the clang of its dialect compiles it.
package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var pipelines = []string{"default<O2>", "complete<O2>", "default<O0>", "coro-early,cgscc(coro-split),coro-cleanup"}

func TestDocumentedExamplesBehave(t *testing.T) {
	bin := tool(t)
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		want := expected(t, file)
		clang, opt := "clang-22", "opt-22"
		if strings.Contains(file, ".typed.") {
			clang, opt = "clang-14", "opt-14"
		}
		for _, p := range pipelines {
			dir := t.TempDir()
			out, exe := filepath.Join(dir, "out.ll"), filepath.Join(dir, "out")
			run(t, bin, file, "-passes="+p, "-S", "-o", out)
			run(t, opt, "-passes=verify", "-disable-output", out)
			for _, level := range []string{"-O0", "-O2"} {
				run(t, clang, level, "-Wno-override-module", out, "-o", exe)
				if got := strings.Join(strings.Fields(run(t, exe)), " "); got != want {
					t.Errorf("%s, %s, %s: printed %q, want %q", file, p, level, got, want)
				}
			}
		}
	}
}

// TestDocumentedMainsNeedNoHeap checks a claim of the documentation about its examples: the frame
// is a variable of main. If the output is constant, only the calls that print are left.
func TestDocumentedMainsNeedNoHeap(t *testing.T) {
	bin := tool(t)
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		text := run(t, bin, file, "-passes=default<O2>", "-S")
		_, main, ok := strings.Cut(text, "define i32 @main()")
		if !ok {
			t.Fatalf("%s: no main in\n%s", file, text)
		}
		main, _, _ = strings.Cut(main, "\n}\n")
		for _, word := range []string{"@malloc", "@free", "@f("} {
			if strings.Contains(main, word) {
				t.Errorf("%s: main still has %s:\n%s", file, word, main)
			}
		}
		if !strings.Contains(file, "generator") && !strings.Contains(file, "promise") {
			continue
		}
		var lines []string
		for _, l := range strings.Split(main, "\n")[1:] {
			if l = strings.TrimSpace(l); l != "" && !strings.HasSuffix(l, ":") {
				lines = append(lines, l)
			}
		}
		want := "call void @print(i32 4)|call void @print(i32 5)|call void @print(i32 6)|ret i32 0"
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%s: main is\n%s", file, main)
		}
	}
}

// expected returns the output that a program's head states.
func expected(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "; EXPECT: ")
	if !ok {
		t.Fatalf("%s does not say what it prints", file)
	}
	want, _, _ := strings.Cut(rest, "\n")
	return want
}

// tool is the program under test: COROLOWER_BIN, or one built from this tree.
func tool(t *testing.T) string {
	if b := os.Getenv("COROLOWER_BIN"); b != "" {
		return b
	}
	bin := filepath.Join(t.TempDir(), "corolower")
	run(t, "go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower")
	return bin
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}
