// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// This file builds the mutated program and runs the tests of a tier on it.

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/corolower/corolower/scripts/mutate/mut"
)

// A tier is the tests of lit, and Go tests.
var tiers = map[string][]goTests{
	"quick": {{packages: []string{"./cmd/...", "./internal/..."}}},
	"test": {
		{packages: []string{"./cmd/...", "./internal/...", "./llircoro/...", "./framemap/...", "./bench/..."}},
		{packages: []string{"./test/interp"}, only: "TestStored"},
		{packages: []string{"./test/e2e"}, only: "TestPrograms", short: true},
		{packages: []string{"./test/hard/...", "./test/mutants", "./test/soak"}, short: true},
	},
}

// goTests are the tests of packages, as a stage of make test runs them.
type goTests struct {
	packages []string
	only     string
	short    bool
}

// Limits of one run of tests. A mutated program may loop, or allocate without end.
const (
	baseSeconds = 20
	slower      = 10 // times the processor time that the tests took without a mutation
	maxKiB      = 12 << 20
	hangs       = 10 * time.Minute
)

// Verdicts, besides the name of the test that kills.
const (
	lives      = "survived"
	sameValue  = "same value"
	notReached = "not reached"
)

// suite is tests that one command can run together.
type suite struct {
	name   string
	binary string // of Go tests; lit has none
	dir    string
	flags  []string
}

// test is one test: a function of Go, or a file of lit.
type test struct {
	suite   *suite
	name    string
	cost    time.Duration // of processor time
	reaches map[int]bool
	broken  bool // fails without a mutation
}

func (t *test) String() string { return t.suite.name + " " + t.name }

// campaign is the mutated program with the tests of a tier.
type campaign struct {
	ctx        context.Context
	work, tree string
	tests      []*test
}

func (c *campaign) command(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "COROLOWER_BIN="+filepath.Join(c.tree, "bin/corolower"))
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

func (c *campaign) goTool(args ...string) (string, error) {
	cmd := c.command(c.ctx, c.tree, nil, append([]string{"go"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w", args[0], err)
	}
	return string(out), err
}

// build builds the program and the tests, and lists the tests.
func (c *campaign) build(tier []goTests) error {
	if _, err := c.goTool("build", "-pgo=off", "-o", "bin/corolower", "./cmd/corolower"); err != nil {
		return err
	}
	for k, g := range tier {
		if err := c.buildTests(k, g); err != nil {
			return err
		}
	}
	if _, err := exec.LookPath("lit-22"); err != nil {
		fmt.Println("lit is left out: lit-22 is missing")
		return nil
	}
	return c.addLit()
}

func (c *campaign) buildTests(k int, g goTests) error {
	out, err := c.goTool(append([]string{"list", "-pgo=off", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}"}, g.packages...)...)
	if err != nil {
		return err
	}
	// One command builds packages whose last elements differ.
	var batches [][]*suite
	last := map[string]int{}
	paths := map[*suite]string{}
	for line := range strings.Lines(out) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, err := filepath.Rel(c.tree, dir)
		if err != nil {
			return err
		}
		n := last[filepath.Base(dir)]
		last[filepath.Base(dir)]++
		if n == len(batches) {
			batches = append(batches, nil)
		}
		s := &suite{name: name, dir: dir, binary: filepath.Join(c.work, fmt.Sprint("tests", k, "-", n), filepath.Base(dir)+".test")}
		if g.short {
			s.flags = append(s.flags, "-test.short")
		}
		batches[n] = append(batches[n], s)
		paths[s] = path
	}
	for _, b := range batches {
		args := []string{"test", "-c", "-pgo=off", "-vet=off", "-o", filepath.Dir(b[0].binary) + "/"}
		for _, s := range b {
			args = append(args, paths[s])
		}
		if _, err := c.goTool(args...); err != nil {
			return err
		}
		for _, s := range b {
			out, err := c.command(c.ctx, s.dir, nil, s.binary, "-test.list", cmp.Or(g.only, ".")).Output()
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			for name := range strings.FieldsSeq(string(out)) {
				if !strings.HasPrefix(name, "Benchmark") {
					c.tests = append(c.tests, &test{suite: s, name: name})
				}
			}
		}
	}
	return nil
}

// litConfig makes lit pass the number of the mutation on, or record what each file reaches.
const litConfig = `
for name in ("MUTATION", "PATH"):
    config.environment[name] = os.environ.get(name, "")
if os.environ.get("MUTATIONS_REACHED"):
    config.substitutions.insert(0, (r"(?<![\w./%=+-])corolower(?![\w./-])", "env MUTATIONS_REACHED=%t.reached " + path))
`

// addLit runs all files of lit once, as each run of lit takes half a second more than its files.
func (c *campaign) addLit() error {
	config := filepath.Join(c.tree, "test/lit/lit.cfg.py")
	old, err := os.ReadFile(config)
	if err == nil {
		err = os.WriteFile(config, append(old, litConfig...), 0o666)
	}
	if err != nil {
		return err
	}
	s := &suite{name: "lit", dir: filepath.Join(c.tree, "test/lit")}
	out, err := c.command(c.ctx, s.dir, nil, "lit-22", "--show-tests", ".").Output()
	if err != nil {
		return fmt.Errorf("lit: %w", err)
	}
	var tests []*test
	for _, m := range regexp.MustCompile(`corolower :: (\S+)`).FindAllStringSubmatch(string(out), -1) {
		tests = append(tests, &test{suite: s, name: m[1]})
	}
	scratch := filepath.Join(c.work, "lit-record")
	if err := os.RemoveAll(scratch); err != nil {
		return err
	}
	env := []string{mut.Reached + "=1"}
	failed, took := c.run(s, tests, env, scratch, hangs)
	for _, t := range tests {
		dir, file := filepath.Split(t.name)
		t.reaches = readReached(filepath.Join(scratch, dir, "Output", file+".tmp.reached"))
		t.cost = took / time.Duration(len(tests))
		t.broken = slices.Contains(failed, t.name)
	}
	c.tests = append(c.tests, tests...)
	return nil
}

// record runs a test without a mutation, and notes what it reaches and costs.
func (c *campaign) record(t *test) {
	if t.reaches != nil {
		return
	}
	f, err := os.CreateTemp(c.work, "reached")
	if err != nil {
		t.broken = true
		return
	}
	f.Close()
	defer os.Remove(f.Name())
	failed, took := c.run(t.suite, []*test{t}, []string{mut.Reached + "=" + f.Name()}, "", hangs)
	t.reaches, t.cost, t.broken = readReached(f.Name()), took, len(failed) > 0
}

func readReached(file string) map[int]bool {
	reached := map[int]bool{}
	text, _ := os.ReadFile(file) // a test that never runs the program writes none
	for w := range strings.FieldsSeq(string(text)) {
		if n, err := strconv.Atoi(w); err == nil {
			reached[n] = true
		}
	}
	return reached
}

// failures finds the names of failed tests.
var failures = regexp.MustCompile(`(?m)^(?:--- FAIL: |FAIL: corolower :: |TIMEOUT: corolower :: )(\S+)|^(panic: .*|fatal error: .*)`)

// run runs tests of a suite, up to the first failure unless they are recorded, and returns the names of those that
// failed and the processor time.
func (c *campaign) run(s *suite, tests []*test, env []string, scratch string, limit time.Duration) (failed []string, took time.Duration) {
	names := make([]string, len(tests))
	for k, t := range tests {
		names[k] = t.name
	}
	args := append([]string{s.binary, "-test.failfast", "-test.timeout=30m", "-test.run=^(" + strings.Join(names, "|") + ")$"}, s.flags...)
	if s.binary == "" {
		args = append([]string{"lit-22", "-sv", "-j2"}, names...)
		if scratch == "" {
			args = slices.Insert(args, 1, "--max-failures=1")
			scratch, _ = os.MkdirTemp(c.work, "lit")
			defer os.RemoveAll(scratch)
		}
		env = append(env, "LIT_EXEC_ROOT="+scratch)
	}
	ctx, cancel := context.WithTimeout(c.ctx, hangs)
	defer cancel()
	shell := fmt.Sprintf("ulimit -t %d -v %d; exec \"$@\"", int(limit.Seconds()), maxKiB)
	cmd := c.command(ctx, s.dir, env, append([]string{"bash", "-c", shell, "-"}, args...)...)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState != nil {
		took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if err == nil {
		return nil, took
	}
	for _, m := range failures.FindAllStringSubmatch(string(out), -1) {
		failed = append(failed, cmp.Or(m[1], m[2]))
	}
	if failed == nil {
		failed = []string{err.Error()} // ended by a limit
	}
	return failed, took
}

// try runs the tests that reach a mutation, and returns the verdict.
func (c *campaign) try(s *site) string {
	var reach []*test
	verdict := notReached
	for _, t := range c.tests {
		switch {
		case t.broken:
		case t.reaches[s.n] || t.reaches[s.n+mut.Unknown]:
			reach = append(reach, t)
		case t.reaches[s.n+mut.Idle]:
			verdict = sameValue
		}
	}
	if len(reach) == 0 {
		return verdict
	}
	for _, group := range groups(reach) {
		var cost time.Duration
		for _, t := range group {
			cost += t.cost
		}
		if c.ctx.Err() != nil {
			return lives
		}
		suite := group[0].suite
		failed, _ := c.run(suite, group, []string{mut.Chosen + "=" + strconv.Itoa(s.n)}, "", baseSeconds*time.Second+slower*cost)
		if failed != nil {
			return suite.name + " " + failed[0]
		}
	}
	return lives
}

// groups divides tests into runs, the cheapest first. The first runs of a suite are short, because most
// mutations are killed by one of them.
func groups(tests []*test) [][]*test {
	slices.SortStableFunc(tests, func(a, b *test) int { return cmp.Compare(a.cost, b.cost) })
	type open struct {
		tests []*test
		cost  time.Duration
		limit time.Duration
	}
	of := map[*suite]*open{}
	var done [][]*test
	costs := map[*test]time.Duration{} // of the group that a test begins
	end := func(o *open) {
		if len(o.tests) > 0 {
			costs[o.tests[0]] = o.cost
			done = append(done, o.tests)
		}
		o.tests, o.cost, o.limit = nil, 0, 3*o.limit
	}
	var order []*open
	for _, t := range tests {
		o := of[t.suite]
		if o == nil {
			o = &open{limit: time.Second}
			of[t.suite] = o
			order = append(order, o)
		}
		o.tests = append(o.tests, t)
		if o.cost += t.cost; o.cost >= o.limit {
			end(o)
		}
	}
	for _, o := range order {
		end(o)
	}
	slices.SortStableFunc(done, func(a, b []*test) int { return cmp.Compare(costs[a[0]], costs[b[0]]) })
	return done
}
