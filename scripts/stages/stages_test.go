// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain runs the tests in the root of the repository, as make does.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestReadTests(t *testing.T) {
	const p = `,"Package":"github.com/corolower/corolower/p"`
	in := `{"Action":"run"` + p + `,"Test":"TestA"}
{"Action":"output"` + p + `,"Test":"TestA","Output":"=== RUN   TestA\n"}
{"Action":"output"` + p + `,"Test":"TestA","Output":"    a_test.go:1: 3 programs\n"}
{"Action":"output"` + p + `,"Test":"TestA","Output":"--- PASS: TestA (12.00s)\n"}
{"Action":"pass"` + p + `,"Test":"TestA","Elapsed":12}
{"Action":"pass"` + p + `,"Test":"TestD/x","Elapsed":6}
{"Action":"pass"` + p + `,"Test":"TestD/y","Elapsed":5}
{"Action":"pass"` + p + `,"Test":"TestD","Elapsed":0}
{"Action":"output"` + p + `,"Test":"TestB/x","Output":"    b_test.go:2: no opt-22\n"}
{"Action":"skip"` + p + `,"Test":"TestB/x","Elapsed":0}
{"Action":"output"` + p + `,"Test":"TestC","Output":"    c_test.go:3: wrong\n"}
{"Action":"fail"` + p + `,"Test":"TestC","Elapsed":1}
{"Action":"output"` + p + `,"Output":"FAIL\tp\t13s\n"}
{"Action":"fail"` + p + `,"Elapsed":13}
{"ImportPath":"q","Action":"build-output","Output":"q.go:1: no\n"}
go: some message
`
	for _, logs := range []bool{false, true} {
		var out bytes.Buffer
		got := readTests(strings.NewReader(in), &out, logs)
		want := outcome{passed: 4, failed: 1, skipped: []skip{{"p TestB/x", "opt-22 is missing (make tools)"}},
			slow: []timed{{"github.com/corolower/corolower/p", "TestA", 12},
				{"github.com/corolower/corolower/p", "TestD", 11}}, seconds: 24, failures: []string{"p TestC", "p"}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		text := "    c_test.go:3: wrong\nFAIL\tp\t13s\nq.go:1: no\ngo: some message\n"
		if logs {
			text = "    a_test.go:1: 3 programs\n" + text
		}
		if out.String() != text {
			t.Errorf("logs %v: wrote\n%s\nwant\n%s", logs, out.String(), text)
		}
	}
}

// TestChoose leaves out the stages that make test has run.
func TestChoose(t *testing.T) {
	all, err := choose("test-all", "", []string{"test-all"})
	rest, err2 := choose("test-all", "test", []string{"test-all"})
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, s := range all {
		left := !slices.ContainsFunc(rest, func(r stage) bool { return r.name == s.name })
		if left != (s.name == "unit" || s.name == "lit") {
			t.Errorf("%s: left out %v", s.name, left)
		}
	}
}

// TestSuspects divides 12 s of processor time among tests that took 24 s side by side.
func TestSuspects(t *testing.T) {
	o := outcome{slow: []timed{{"p", "TestA", 16}, {"p", "TestB", 13}}, seconds: 24}
	if got := o.suspects(12 * time.Second); len(got) != 1 || got[0].test != "TestA" {
		t.Errorf("on a busy machine: %v", got)
	}
	if got := o.suspects(time.Minute); len(got) != 2 {
		t.Errorf("on an idle machine: %v", got)
	}
}

func TestReadOther(t *testing.T) {
	got := readOther("Total Discovered Tests: 7\n  Unsupported: 1 (1%)\n  Passed     : 4 (6%)\n  Failed     : 2\n== FuzzX in p\n")
	if got.passed != 5 || got.failed != 2 || len(got.skipped) != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestRun runs stages that pass, fail and miss a tool.
func TestRun(t *testing.T) {
	ok, broken, none := stage{name: "ok", args: []string{"echo", "builds: x"}}, stage{name: "broken", args: []string{"false"}},
		stage{name: "none", needs: []string{"sh", "no-such-tool|nor-this"}}
	for _, c := range []struct {
		list    []stage
		require bool
		want    bool
	}{
		{[]stage{ok, none}, false, true}, {[]stage{ok, none}, true, false}, {[]stage{ok, broken}, false, false},
	} {
		r := &runner{planned: &plan{}, require: c.require, dir: t.TempDir(), env: os.Environ(), running: running{}}
		if got := r.run(ok, c.list); got != c.want {
			t.Errorf("%v, require %v: %v", c.list, c.require, got)
		}
		if r.done[0].passed != 1 {
			t.Errorf("%+v", r.done[0])
		}
	}
}

// TestTimes verifies that the table of times has each stage of each tier, and that other documents
// state the times that it has.
func TestTimes(t *testing.T) {
	p, err := plannedTimes()
	if err != nil {
		t.Fatal(err)
	}
	for tier, list := range tiers {
		if tier == "nightly" {
			continue // bench/results/nightly.md has its times
		}
		for _, s := range append(slices.Clone(list), build) {
			if _, err := strconv.Atoi(p.of(tier, s.name)); err != nil && !slices.Contains(s.needs, "$COROLOWER_SWIFT") {
				t.Errorf("%s has no time of %s in make %s", timesFile, s.name, tier)
			}
		}
		wall, err := strconv.Atoi(p.of(tier, "wall time"))
		if err != nil {
			t.Fatal(err)
		}
		minutes := fmt.Sprintf("%d minutes", (wall+59)/60)
		for _, doc := range []string{"README.md", "CONTRIBUTING.md"} {
			text, err := os.ReadFile(doc)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), minutes) {
				t.Errorf("%s says that make %s takes %d s, but %s does not say %q", timesFile, tier, wall, doc, minutes)
			}
		}
	}
	make, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`\b\d+ (?:s|seconds|min|minutes)\b`).Find(make); found != nil {
		t.Errorf("the Makefile states a time of its own: %s", found)
	}
}

// TestTargets verifies that the Makefile has a target for each stage of test-all.
func TestTargets(t *testing.T) {
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	targets := regexp.MustCompile(`(?m)^(check .*):\n`).FindSubmatch(text)
	if targets == nil {
		t.Fatal("no rule for the stages")
	}
	names := strings.Fields(string(targets[1]))
	var want []string
	for _, s := range tiers["test-all"] {
		want = append(want, s.name)
	}
	slices.Sort(names)
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("the Makefile has targets for %v, and the stages are %v", names, want)
	}
}

// TestNightly verifies that make nightly leaves out no stage of make test-all.
func TestNightly(t *testing.T) {
	for _, s := range tiers["test-all"] {
		name, _ := strings.CutSuffix(s.name, "-short")
		if !slices.ContainsFunc(nightly, func(n stage) bool { return n.name == name }) {
			t.Errorf("make nightly has no stage %s", name)
		}
	}
}

// TestSlowExist verifies that each slow test that is listed exists.
func TestSlowExist(t *testing.T) {
	for name, why := range slow {
		dir, test, _ := strings.Cut(name, " ")
		files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if why == "" || !slices.ContainsFunc(files, func(file string) bool {
			text, err := os.ReadFile(file)
			return err == nil && strings.Contains(string(text), "\nfunc "+test+"(t *testing.T)")
		}) {
			t.Errorf("slow has %q, which does not exist or has no reason", name)
		}
	}
}
