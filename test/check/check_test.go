// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package check_test runs `corolower check` over coroutines that each contain one mistake of the
// kind that frontends make. For each file, check must print a line, a caret and a fix. For the
// correct file (good.ll) it must print nothing.
//
// The first lines of a file describe the mistake and the expected finding: `; EXPECT: line:column
// rule "words of the message"`.
package check_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/lower/check"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

var expectation = regexp.MustCompile(`(?m)^; EXPECT: (\d+):(\d+) (\S+) "(.*)"$`)

// checker returns the output and the exit code of `corolower check FILE`.
type checker func(t *testing.T, file string, text []byte) (string, int)

// inProcess calls the checker as the command does.
func inProcess(t *testing.T, file string, text []byte) (string, int) {
	t.Helper()
	m, err := parse.Module(file, text)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := target.ParseLayout(m.DataLayout)
	if err != nil {
		t.Fatal(err)
	}
	c := &pass.Unit{M: m, Layout: layout, Target: target.Parse(m.Triple)}
	src := diag.NewFile(file, text)
	var out strings.Builder
	for _, f := range m.Funcs {
		if f.Declared {
			continue
		}
		for _, e := range check.Check(c, f) {
			out.WriteString(diag.Text("", diag.Finding{File: src, Err: e}, diag.Plain()))
		}
	}
	if out.Len() > 0 {
		return out.String(), 1
	}
	return "", 0
}

// binary builds the command and returns a checker that runs it, or nil if the tree has no command.
func binary(t *testing.T) checker {
	t.Helper()
	dir := filepath.Join("..", "..", "cmd", "corolower")
	if _, err := os.Stat(filepath.Join(dir, "main.go")); err != nil {
		return nil
	}
	exe := filepath.Join(t.TempDir(), "corolower")
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", exe, "./"+filepath.ToSlash(dir)).CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return func(t *testing.T, file string, _ []byte) (string, int) {
		t.Helper()
		var out bytes.Buffer
		cmd := exec.Command(exe, "check", file)
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		if _, isExit := err.(*exec.ExitError); err != nil && !isExit {
			t.Fatal(err)
		}
		return out.String(), cmd.ProcessState.ExitCode()
	}
}

func TestBroken(t *testing.T) {
	run := map[string]checker{"in-process": inProcess}
	if b := binary(t); b != nil {
		run["binary"] = b
	}
	files, err := filepath.Glob("*.ll")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for how, check := range run {
		t.Run(how, func(t *testing.T) {
			for _, name := range files {
				t.Run(strings.TrimSuffix(name, ".ll"), func(t *testing.T) { one(t, name, check) })
			}
		})
	}
}

func one(t *testing.T, name string, check checker) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out, code := check(t, name, text)
	want := expectation.FindSubmatch(text)
	if want == nil {
		if name != "good.ll" {
			t.Fatal("no EXPECT line")
		}
		if code != 0 || strings.Contains(out, "error:") || strings.Contains(out, "warning:") {
			t.Errorf("exit code %d:\n%s", code, out)
		}
		return
	}
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	col, _ := strconv.Atoi(string(want[2]))
	where := fmt.Sprintf("%s:%s:%d: ", name, want[1], col)
	lines := strings.Split(out, "\n")
	findings := 0
	for k, l := range lines {
		if !strings.Contains(l, " error: ") && !strings.Contains(l, " warning: ") {
			continue
		}
		findings++
		if !strings.Contains(l, where) || !strings.Contains(l, "["+string(want[3])+"]") ||
			!strings.Contains(l, string(want[4])) {
			t.Errorf("want %s[%s] %q, got:\n%s", where, want[3], want[4], out)
		}
		if k+2 >= len(lines) || strings.IndexByte(lines[k+2], '^') != col-1 {
			t.Errorf("no caret in column %d:\n%s", col, out)
		}
	}
	if findings != 1 {
		t.Errorf("%d findings, want 1:\n%s", findings, out)
	}
	if !strings.Contains(out, "\nhint: ") {
		t.Errorf("no fix:\n%s", out)
	}
}
