// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
)

// load reads a configuration from a new directory, which becomes the working directory.
func load(t *testing.T, text string) (*gate.Config, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(gate.ConfigName, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return gate.Load(gate.ConfigName)
}

func TestBudgetConfig(t *testing.T) {
	c, err := load(t, `[check]
werror = true

[[budget.for]] # may stand in front
  path = "src/hot/**"
  max-frame = 64
[budget]
baseline = "known/report.json"
max-frame = 512
no-growth = "5%"
"max-missed" = 3

[[budget.for]]
name = "net::*"
max-frame = "none"
no-new-missed = true
[[budget.for]]
path = "*.h"
max-frame = 32
`)
	if err != nil {
		t.Fatal(err)
	}
	if c.BudgetBaseline != filepath.Join("known", "report.json") || !c.Werror {
		t.Errorf("%+v", c)
	}
	var got []string
	for _, l := range c.Budget {
		got = append(got, l.Key+" "+l.Where)
	}
	want := "max-frame corolower.toml:9, max-missed corolower.toml:11, no-growth corolower.toml:10, max-frame " +
		"corolower.toml:6, " +
		"max-frame corolower.toml:15, no-new-missed corolower.toml:16, max-frame corolower.toml:19"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	abs, err := filepath.Abs("src/hot/b.cpp")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		function, file string
		allowed        int64
	}{
		{"f", "src/a.cpp", 512}, {"f", "src/hot/a.cpp", 64}, {"f", "src/hot/deep/a.cpp", 64},
		{"f", abs, 64}, {"f", "other/src/hot/a.cpp", 512},
		{"f", "src/hot/a.h", 32}, {"_ZN3net4taskEi", "src/hot/a.cpp", 1 << 30},
	} {
		for _, size := range []int64{x.allowed, x.allowed + 1} {
			f := report.Coroutine{}
			f.Function, f.Size, f.Source = x.function, size, &explain.Source{File: x.file, Line: 1}
			r := &report.Report{Coroutines: []report.Coroutine{f}}
			list, err := c.Budget.Check(r, report.Compare(r, r))
			if err != nil {
				t.Fatal(err)
			}
			if want := size > x.allowed && x.allowed < 1<<30; (len(list) > 0) != want {
				t.Errorf("%s in %s with %d bytes: %v", x.function, x.file, size, list)
			}
		}
	}
}

func TestBudgetConfigErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[budget]\nmax-frame = 'x'\n", "corolower.toml:2: max-frame needs bytes or none, not 'x'"},
		{"[budget]\n\nmax-fame = 1\n", "corolower.toml:3: unknown budget 'max-fame'; the budgets are max-frame, " +
			"max-total, no-growth, no-new-missed, max-missed; did you mean 'max-frame'?"},
		{"[budget]\nmax-frame = 1.5\n", "corolower.toml:2: budget.max-frame: '1.5' is not a budget value"},
		{"[budget]\nmax-frame = [1]\n", "corolower.toml:2: budget.max-frame: '[1]' is not a budget value"},
		{"[budget]\nbaseline = 1\n", "corolower.toml:2: budget.baseline needs a file name"},
		{"[budget]\n[[budget.for]]\nmax-frame = 1\n", "corolower.toml:2: budget.for needs name or path"},
		{"[[budget.for]]\nname = 'a'\npath = 'b'\nmax-frame = 1\n",
			"corolower.toml:4: a budget applies to a name or to a path, not to both"},
		{"\n[[budget.for]]\nname = 'a'\n", "corolower.toml:2: budget.for has no limit; the limits are max-frame, "},
		{"[[budget.for]]\nname = '/(/'\nmax-frame = 1\n", "corolower.toml:3: /(/ is not a regular expression: "},
		{"[[budget.for]]\npath = '[a'\nmax-frame = 1\n", "corolower.toml:1: '[a' is not a pattern of paths: "},
		{"[[budget.for]]\nname = 1\nmax-frame = 1\n", "corolower.toml:1: budget.for: name needs a pattern"},
		{"[budget]\nfor = 1\n", "corolower.toml:2: budget.for is an array of tables"},
		{"[budget]\nfor = [1]\n", "corolower.toml:2: budget.for must contain tables, not '1'"},
		{"budget.max-frame = 'x'\n", "corolower.toml:1: max-frame needs bytes"},
		{"budget = {max-frame = 'x'}\n", "corolower.toml: max-frame needs bytes"},
		{"[check]\ndisable = 'x'\n", "corolower.toml:2: check.disable must be of type array, not string"},
		{"[check]\n\nwerror = 1\n", "corolower.toml:3: check.werror must be of type boolean, not integer"},
		{"[cc.files]\nx = 1\n", "corolower.toml:2: cc.files.x must be of type table, not integer"},
		{"[budgets]\nmax-frame = 1\n", "unknown key 'budgets'"},
		{"[check]\nmax-frame = 'x'\n[budget]\nmax-frame = 'x'\n", "unknown key 'check.max-frame'"},
	} {
		if _, err := load(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestParseLimit(t *testing.T) {
	for _, c := range []struct{ text, where, err string }{
		{"max-frame=512", "--budget", ""},
		{"max-frame[name:operator==*]=512", "--budget max-frame[name:operator==*]=512", ""},
		{"max-frame[path:src/**]=512", "--budget max-frame[path:src/**]=512", ""},
		{"no-new-missed=true", "--budget", ""},
		{"max-frame", "", "'max-frame' is not KEY=VALUE; the keys are max-frame, "},
		{"max-fram=1", "", "did you mean 'max-frame'?"},
		{"max-frame[src]=1", "", "is not KEY[name:PATTERN]=VALUE or KEY[path:PATTERN]=VALUE"},
		{"max-frame[name:]=1", "", "is not KEY[name:PATTERN]=VALUE"},
		{"max-frame[name:a=1", "", "is not KEY[name:PATTERN]=VALUE"},
		{"max-frame[path:[a]=1", "", "is not a pattern of paths"},
	} {
		l, err := gate.ParseLimit(c.text)
		if c.err == "" && (err != nil || l.Where != c.where) || c.err != "" && (err == nil ||
			!strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %+v, %v", c.text, l, err)
		}
	}
}
