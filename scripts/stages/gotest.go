// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file reads what `go test -json` and the other tools print, and counts tests.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// outcome is what a stage's output says of its tests.
type outcome struct {
	passed, failed int
	skipped        []skip
	slow           []timed // top-level tests that took more than slowSeconds
	seconds        float64 // of all top-level tests
	failures       []string
}

// skip is a test that did not run.
type skip struct{ test, reason string }

// timed is a test and the seconds that it took, of wall time.
type timed struct {
	pkg, test string
	seconds   float64
}

// event is a line of `go test -json`.
type event struct {
	Action, Package, ImportPath, Test, Output string
	Elapsed                                   float64
}

// readTests reads the output of `go test -json`. It writes to w what go test prints without -json:
// a line for each package, and everything about tests that fail. With logs, it also writes the logs
// of tests that pass.
func readTests(r io.Reader, w io.Writer, logs bool) (o outcome) {
	said := map[string][]string{} // output of tests that still run
	sums := map[string]float64{}  // seconds of a test's subtests, by depth: a test does not count those in parallel
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		if line == "" && err != nil {
			return o
		}
		var e event
		if json.Unmarshal([]byte(line), &e) != nil { // a message of the go command
			fmt.Fprint(w, line)
			continue
		}
		name := e.Package + " " + e.Test
		switch {
		case e.Action == "build-output":
			fmt.Fprint(w, e.Output)
		case e.Action == "output" && e.Test == "":
			if e.Output != "PASS\n" && !strings.Contains(e.Output, "[no test files]") {
				fmt.Fprint(w, e.Output)
			}
		case e.Action == "output":
			if !strings.HasPrefix(e.Output, "=== ") {
				said[name] = append(said[name], e.Output)
			}
		case e.Test == "":
			if e.Action == "fail" {
				o.failures = append(o.failures, short(e.Package))
			}
		case e.Action == "pass" || e.Action == "fail" || e.Action == "skip":
			top, _, sub := strings.Cut(e.Test, "/")
			top = e.Package + " " + top
			if sub {
				depth := fmt.Sprint(top, strings.Count(e.Test, "/"))
				sums[depth] += e.Elapsed
				sums[top] = max(sums[top], sums[depth])
			} else {
				seconds := max(e.Elapsed, sums[top])
				o.seconds += seconds
				if seconds > slowSeconds {
					o.slow = append(o.slow, timed{e.Package, e.Test, seconds})
				}
			}
			switch e.Action {
			case "pass":
				o.passed++
			case "fail":
				o.failed++
				o.failures = append(o.failures, short(name))
			case "skip":
				o.skipped = append(o.skipped, skip{short(name), reason(said[name])})
			}
			for _, s := range said[name] {
				if e.Action == "fail" || logs && e.Action == "pass" && !strings.HasPrefix(strings.TrimSpace(s), "--- ") {
					fmt.Fprint(w, s)
				}
			}
			delete(said, name)
		}
	}
}

// short removes the module's path from the name of a package.
func short(name string) string { return strings.TrimPrefix(name, "github.com/corolower/corolower/") }

var logPlace = regexp.MustCompile(`^\s*\w+\.go:\d+: `)

// absent matches the messages about a missing tool that tests give.
var absent = regexp.MustCompile(`^(?:no |exec: ")?([\w+.-]+)(?:| is not (?:here|installed).*|": executable file not found.*)$`)

// reason returns the message of t.Skip in a test's output.
func reason(said []string) string {
	for _, s := range said {
		if at := logPlace.FindString(s); at != "" {
			why := strings.TrimSpace(s[len(at):])
			if m := absent.FindStringSubmatch(why); m != nil && why != m[1] {
				return m[1] + " is missing (make tools)"
			}
			return why
		}
	}
	return ""
}

// counters find the numbers of tests in the output of other tools: lit's totals, and a line for
// each fuzz target or system.
var counters = []struct {
	expr *regexp.Regexp
	add  func(o *outcome, n int)
}{
	{regexp.MustCompile(`(?m)^ +Passed *: (\d+)`), func(o *outcome, n int) { o.passed += n }},
	{regexp.MustCompile(`(?m)^ +(?:Failed|Unresolved|Timed Out|Unexpectedly Passed) *: (\d+)`),
		func(o *outcome, n int) { o.failed += n }},
	{regexp.MustCompile(`(?m)^(?:== Fuzz|builds: |checked: )()`), func(o *outcome, _ int) { o.passed++ }},
}

// readOther counts the tests in the output of a tool other than go test.
func readOther(text string) (o outcome) {
	for _, c := range counters {
		for _, m := range c.expr.FindAllStringSubmatch(text, -1) {
			n, _ := strconv.Atoi(m[1])
			c.add(&o, n)
		}
	}
	for _, m := range unsupported.FindAllStringSubmatch(text, -1) {
		o.skipped = append(o.skipped, skip{m[1] + " tests", "lit: a feature that they require is not there"})
	}
	return o
}

var unsupported = regexp.MustCompile(`(?m)^ +Unsupported *: (\d+)`)
