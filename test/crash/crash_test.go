// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package crash_test shows programs on which LLVM 22 crashes, and what corolower does with them. The
// page docs/llvm-crashes.md has a row for each program. If LLVM is repaired, the test fails, and the
// program and its row can go.
//
// A program begins with five comments: what it is, the pipeline of both tools, and the answers of opt,
// clang and corolower. The answer of opt is "segmentation fault", "abort: MESSAGE", or "wrong code: WORD", if its
// output has a word that the output of corolower, optimised by LLVM, has not. Corolower's is
// "lowered", or an error with its place.
package crash_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const page = "../../docs/llvm-crashes.md"

// program is a file of testdata with its comments.
type program struct{ file, what, passes, llvm, clang, ours string }

func programs(t *testing.T) (list []program) {
	t.Helper()
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, lines := program{file: file}, strings.Split(string(text), "\n")
		p.what = strings.TrimPrefix(lines[0], "; ")
		for k, x := range []struct {
			key string
			to  *string
		}{{"; PASSES: ", &p.passes}, {"; LLVM 22: ", &p.llvm}, {"; clang 22: ", &p.clang}, {"; corolower: ", &p.ours}} {
			var ok bool
			if *x.to, ok = strings.CutPrefix(lines[k+1], x.key); !ok {
				t.Fatalf("%s:%d: no %q", file, k+2, x.key)
			}
		}
		list = append(list, p)
	}
	return list
}

// TestPage compares the table of the page with the programs.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var lowered, refused strings.Builder
	for _, p := range programs(t) {
		name := strings.TrimSuffix(filepath.Base(p.file), ".ll")
		row := "| [" + name + "](../test/crash/" + p.file + ") | " + p.what + " | " + p.llvm + " | " + p.clang + " |"
		if p.ours == "lowered" {
			lowered.WriteString(row + "\n")
		} else {
			refused.WriteString(row + " " + p.ours + " |\n")
		}
	}
	for _, want := range []string{lowered.String(), refused.String()} {
		if !strings.Contains(string(text), "|---|\n"+want+"\n") {
			t.Errorf("%s does not have these rows:\n%s", page, want)
		}
	}
}

// TestPrograms runs both tools on each program.
func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("opt-22"); err != nil {
		t.Skip("no opt-22")
	}
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "corolower")
		if r := run("go", "build", "-pgo=off", "-o", bin, "../../cmd/corolower"); r.code != 0 {
			t.Fatal(r.stderr)
		}
	}
	for _, p := range programs(t) {
		t.Run(strings.TrimSuffix(filepath.Base(p.file), ".ll"), func(t *testing.T) {
			const repaired = "opt-22 is repaired: remove the program and its row from " + page
			kind, word, _ := strings.Cut(p.llvm, ": ")
			r := run("opt-22", "-passes="+p.passes, p.file, "-S")
			wrong := kind == "wrong code"
			switch {
			case wrong && (r.code != 0 || !strings.Contains(r.stdout, word)), !wrong && r.code == 0:
				t.Error(repaired)
			case !wrong && (r.code > 0 && r.code < 128 || !strings.Contains(r.stderr, word)):
				t.Errorf("opt-22 ends with code %d and not with %q:\n%.300s", r.code, p.llvm, r.stderr)
			}
			if _, err := exec.LookPath("clang-22"); err == nil {
				level := "-O" + p.passes[len(p.passes)-2:len(p.passes)-1]
				r := run("clang-22", "-x", "ir", p.file, "-S", "-o", os.DevNull, "-fno-crash-diagnostics", level)
				if got := "exit code " + strconv.Itoa(r.code); got != p.clang && (r.code != 0 || p.clang != "no message") {
					t.Errorf("clang ends with %s, not with %s", got, p.clang)
				}
			}
			out := filepath.Join(t.TempDir(), "out.ll")
			r = run(bin, p.file, "-verify-each", "-passes="+p.passes, "-o", out)
			if p.ours != "lowered" {
				if r.code != 1 || !strings.Contains(r.stderr, p.file+":"+p.ours+"\n") {
					t.Errorf("code %d:\n%s", r.code, r.stderr)
				}
				return
			}
			if r.code != 0 {
				t.Fatalf("code %d:\n%s", r.code, r.stderr)
			}
			if r = run("opt-22", "-passes=default<O2>", out, "-S"); r.code != 0 || wrong && strings.Contains(r.stdout, word) {
				t.Errorf("opt-22 ends with code %d on the output:\n%s%.300s", r.code, r.stdout, r.stderr)
			}
		})
	}
}

type result struct {
	code           int // negative: a signal
	stdout, stderr string
}

func run(args ...string) result {
	cmd := exec.Command(args[0], args[1:]...)
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); cmd.ProcessState == nil {
		return result{1, "", err.Error()}
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), msg.String()}
}
