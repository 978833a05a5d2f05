// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report"
)

// TestProjectGate compares a report of a project with an earlier one and with budgets, without
// compiling anything.
func TestProjectGate(t *testing.T) {
	before, now := exampleReports(t)
	dir := reportFiles(t, before, now)
	put(t, dir, "toml/corolower.toml", "[budget]\nbaseline = 'base.json'\nno-growth = 0\n")
	put(t, dir, "grow.toml", "[budget]\nno-growth = '5%'\n")
	failed := *now
	failed.Units = []report.Unit{{File: "a.cpp", Failed: "a.cpp:1:1: error: x\nmore"}, failed.Units[1]}
	failed.Units[0].File = now.Units[0].File
	put(t, dir, "failed.json", string(diag.Encode(&failed)))
	for _, c := range []struct {
		line           string
		code           int
		stdout, stderr string
	}{
		{"new.json", 0, `largest frames`, `\A\z`},
		{"--budget max-frame=100 new.json", 1, `largest frames`,
			`\Acorolower: echo\.cpp:35: error: frame of 'echo\(int\)' has 480 bytes, but only 100 are allowed \[max-frame\]`},
		{"--budget max-frame=100 --exit-zero new.json", 0, `largest frames`, `\[max-frame\]`},
		{"--budget max-frame=100 --format=json new.json", 1, `"frame_size": 480`, `\[max-frame\]`},
		{"--budget max-frame=100 --format=github new.json", 1, `\A::error file=echo\.cpp,line=35,title=max-frame::`,
			`\A\z`},
		{"--budget no-growth=0 new.json", 2, `\A\z`,
			`no-growth \(--budget\) compares with an earlier report; name one with --baseline=FILE`},
		{"--baseline=old.json new.json", 0,
			`largest frames(?s:.*)\nold\.json -> now: 1 frame grew, 1 allocation no longer elided\n`, `\A\z`},
		{"--baseline=old.json --budget no-growth=0 new.json", 1, `grew`, `grew from 112 to 480 bytes`},
		{"--baseline=old.json --format=github new.json", 0, `\A::warning file=echo\.cpp,line=35,title=frame-grew::`,
			`\A\z`},
		{"--baseline=old.json --format=markdown new.json", 0, `\A<!-- corolower diff -->\n`, `\A\z`},
		{"--format=markdown new.json", 2, `\A\z`, `it needs --baseline=FILE`},
		{"--baseline=none.json new.json", 2, `\A\z`, `none\.json`},
		{"--baseline=f.ll new.json", 2, `\A\z`, `f\.ll`},
		{"--update-baseline new.json", 2, `\A\z`, `--update-baseline needs --baseline`},
		{"--update-baseline --baseline=x.json -o x.json new.json", 2, `\A\z`, `named for two outputs`},
		{"--config=toml/corolower.toml new.json", 3, `largest`,
			`this report is the baseline to keep; --update-baseline writes it to toml/base\.json\n\z`},
		{"--config=toml/corolower.toml --exit-zero --format=json new.json", 0, `"frame_size": 480`, `is the baseline to keep`},
		{"--config=toml/corolower.toml --format=markdown new.json", 3, `\A<!-- corolower diff -->\n`, `is the baseline to keep`},
		{"--config=toml/corolower.toml --baseline=none.json new.json", 2, `\A\z`, `none\.json`},
		{"--config=toml/corolower.toml failed.json", 1, `units that failed`, `is the baseline to keep`},
		{"--config=grow.toml new.json", 3, `largest`, `name it with .baseline. in the table .budget. of corolower\.toml`},
		{"--config=grow.toml --budget max-frame=100 new.json", 1, `largest`, `\[max-frame\]`},
		{"--config=toml/corolower.toml --update-baseline old.json", 0, `largest`, `\A\z`},
		{"--config=toml/corolower.toml new.json", 1, `toml/base\.json -> now: 1 frame grew`,
			`but no growth is allowed \(toml/corolower\.toml:3\) \[no-growth\]`},
		{"--config=toml/corolower.toml old.json", 0, `no differences`, `\A\z`},
		{"failed.json", 1, `units that failed`, `\A\z`},
		{"--baseline=failed.json failed.json", 0, `no differences`, `\A\z`}, // the unit failed before, too
		{"--baseline=new.json failed.json", 1, `1 unit failing now`, `\A\z`},
		{"--baseline=failed.json --budget max-frame=9999 failed.json", 1, ``,
			`so its coroutines are unknown: a\.cpp:1:1: error: x \[unit-failed\]`},
		{"--format=github failed.json", 1,
			`\A::error file=echo\.ll,title=unit-failed::this unit failed: a\.cpp:1:1: error: x\n`, `\A\z`},
		{"--sarif=o.sarif --budget max-frame=100 new.json", 1, `largest`, `max-frame`},
	} {
		r := command(dir, "", nil, append([]string{"project", "--merge"}, words(c.line)...)...)
		if r.code != c.code || !regexp.MustCompile(c.stdout).MatchString(r.stdout) ||
			!regexp.MustCompile(c.stderr).MatchString(r.stderr) {
			t.Errorf("%s: exit code %d\n%s%s", c.line, r.code, r.stdout, r.stderr)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "o.sarif")); err != nil || !strings.Contains(string(text),
		`"ruleId": "max-frame"`) {
		t.Errorf("%v %s", err, text)
	}
}

// TestProjectBudget compiles a unit that exceeds its budget. The message shows the line of the
// source and a hint.
func TestProjectBudget(t *testing.T) {
	if _, err := exec.LookPath("clang++-22"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	put(t, dir, "src/echo.cpp", example(t, "echo.cpp"))
	put(t, dir, "corolower.toml", "[budget]\nmax-frame = 1000\n\n[[budget.for]]\npath = \"src/**\"\nmax-frame = 256\n")
	r := command(dir, "", nil, "project", "--no-cache", "--", "clang++-22", "-std=c++20", "-O2", "-c", "src/echo.cpp")
	for _, w := range []string{
		"corolower: src/echo.cpp:35:1: error: frame of 'echo(int)' has 480 bytes, but only 256 are allowed " +
			"(corolower.toml:6) [max-frame]\njob echo(int n) {\n^\n",
		"corolower: src/echo.cpp:36: note: 440 bytes: buf: char[440]",
		"\n  char buf[440];\n  ^\n", "hint: buf is 440 bytes",
	} {
		if !strings.Contains(strings.Replace(r.stderr, "echo.cpp:35: error", "echo.cpp:35:1: error", 1), w) {
			t.Errorf("no %q in\n%s", w, r.stderr)
		}
	}
	if r.code != 1 {
		t.Errorf("exit code %d", r.code)
	}
	put(t, dir, "build/x", "")
	r = command(filepath.Join(dir, "build"), "", nil, "project", "--no-cache", "--root=..", "--", "clang++-22",
		"-std=c++20", "-O2", "-c", "../src/echo.cpp")
	if !strings.Contains(r.stderr, "corolower: src/echo.cpp:35: error:") || !strings.Contains(r.stderr, "\n"+
		"job echo(int n) {\n") {
		t.Errorf("from another folder:\n%s%s", r.stdout, r.stderr)
	}
}
