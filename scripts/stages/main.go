// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command stages runs the stages of a tier of tests, side by side where there are cores, and ends
// with a table of them.
//
//	go run ./scripts/stages test            what make test runs
//	go run ./scripts/stages test-all lit    one stage of make test-all
//	go run ./scripts/stages -times          the table of the stages' times
//
// What cannot run because a tool is missing is left out by name. With COROLOWER_REQUIRE=1, as in CI,
// it is an error instead, as are a skipped test that skips.go does not list and a slow test that
// slow.go does not list.
package main

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/corolower/corolower/test/sample"
)

// requireVariable names the environment variable that makes a missing tool an error.
const requireVariable = "COROLOWER_REQUIRE"

func main() {
	times := flag.Bool("times", false, "print the table of the stages' times, and run nothing")
	after := flag.String("after", "", "leave out the stages that this `tier`, which has passed, runs with the same command")
	report := flag.String("report", "", "write the result to this `file`, as Markdown")
	flag.Parse()
	planned, err := plannedTimes()
	if err != nil {
		fatal(err)
	}
	if *times {
		fmt.Print(planned.table)
		return
	}
	tier := flag.Arg(0)
	list, err := choose(tier, *after, flag.Args())
	if err != nil {
		fatal(err)
	}
	r, err := newRunner(tier, planned)
	if err != nil {
		fatal(err)
	}
	ok := r.run(build, list)
	if *report != "" {
		if err := os.WriteFile(*report, []byte(r.markdown()), 0o644); err != nil {
			fatal(err)
		}
	}
	if !ok {
		os.Exit(1)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "stages:", err)
	os.Exit(2)
}

// choose returns the stages of a tier that are named after it, or all but those that another tier runs
// with the same command.
func choose(tier, after string, args []string) ([]stage, error) {
	all, ok := tiers[tier]
	if !ok {
		return nil, fmt.Errorf("%q is no tier: say test, test-all or nightly", tier)
	}
	if len(args) == 1 {
		return slices.DeleteFunc(slices.Clone(all), func(s stage) bool {
			return slices.ContainsFunc(tiers[after], func(done stage) bool { return slices.Equal(done.args, s.args) })
		}), nil
	}
	var list []stage
	for _, name := range args[1:] {
		k := slices.IndexFunc(all, func(s stage) bool { return s.name == name })
		if k < 0 {
			return nil, fmt.Errorf("%s has no stage %q", tier, name)
		}
		list = append(list, all[k])
	}
	return list, nil
}

// done is a stage that has ended.
type done struct {
	stage
	outcome
	missing   string // the tool without which it did not run
	broken    bool   // its command failed
	last      string // the last line of its output
	wall, cpu time.Duration
}

func (d *done) ok() bool { return !d.broken && d.failed == 0 }

// runner runs the stages of a tier.
type runner struct {
	tier    string
	planned *plan
	require bool
	dir     string   // for the files of a run
	env     []string // of all stages
	began   time.Time
	seed    string // of samples

	mu      sync.Mutex // of output, and of done
	done    []*done
	running running
}

// running are the commands to end when the run is interrupted.
type running map[*exec.Cmd]bool

func newRunner(tier string, planned *plan) (*runner, error) {
	dir, err := os.MkdirTemp("", "corolower-stages-")
	if err != nil {
		return nil, err
	}
	bin, err := filepath.Abs(filepath.Join("bin", "corolower"))
	if err != nil {
		return nil, err
	}
	r := &runner{tier: tier, planned: planned, require: os.Getenv(requireVariable) != "", dir: dir, began: time.Now(),
		running: running{}}
	r.env = append(os.Environ(), "COROLOWER_BIN="+bin, "COROLOWER_TEST_IR="+dir)
	// Compilers search COMPILER_PATH first. lld links the thousands of executables, those with
	// AddressSanitizer in half the time of ld.
	if lld, err := exec.LookPath("ld.lld-22"); err == nil {
		link := filepath.Join(dir, "ld")
		if err := os.Mkdir(link, 0o755); err != nil {
			return nil, err
		}
		if err := os.Symlink(lld, filepath.Join(link, "ld")); err != nil {
			return nil, err
		}
		r.env = append(r.env, "COMPILER_PATH="+link)
	}
	if tier != "test" {
		if r.seed = os.Getenv(sample.Variable); r.seed == "" {
			var b [4]byte
			_, _ = rand.Read(b[:])
			r.seed = fmt.Sprint(binary.BigEndian.Uint32(b[:]))
		}
	}
	if tier == "test-all" {
		r.env = append(r.env, sample.Variable+"="+r.seed)
	}
	return r, nil
}

// run runs the stages and prints the table. It reports whether all passed.
func (r *runner) run(build stage, list []stage) bool {
	defer os.RemoveAll(r.dir)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		r.mu.Lock()
		for cmd := range r.running {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		os.RemoveAll(r.dir)
		os.Exit(1)
	}()
	if r.seed != "" {
		fmt.Printf("samples and generated programs have seed %s; %s=%[1]s repeats them\n", r.seed, sample.Variable)
	}
	if r.one(build); !r.done[0].ok() {
		return r.summary()
	}
	var wg sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for _, s := range list {
		slots <- true
		wg.Go(func() {
			r.one(s)
			<-slots
		})
	}
	wg.Wait()
	return r.summary()
}

// one runs a stage.
func (r *runner) one(s stage) {
	d := &done{stage: s, missing: missing(s.needs)}
	say := func(format string, args ...any) {
		r.mu.Lock()
		defer r.mu.Unlock()
		fmt.Printf(format, args...)
	}
	if d.missing != "" {
		d.broken = r.require && !strings.HasPrefix(d.missing, "$")
		say("== %s: left out, because %s is missing (make tools)\n", s.name, d.missing)
	} else {
		say("== %s: %s\n", s.name, strings.Join(s.args, " "))
		var text bytes.Buffer
		r.start(d, &text)
		lines := strings.Split(strings.TrimSpace(text.String()), "\n")
		d.last = lines[len(lines)-1]
		if r.require {
			d.check(r, &text)
		}
		r.mu.Lock()
		fmt.Printf("%s== %s: %.0f s\n", text.Bytes(), s.name, d.wall.Seconds())
		r.mu.Unlock()
	}
	r.mu.Lock()
	r.done = append(r.done, d)
	r.mu.Unlock()
}

// start runs the stage's command and counts its tests.
func (r *runner) start(d *done, text *bytes.Buffer) {
	args, goTest := slices.Clone(d.args), slices.Contains(d.args[:min(len(d.args), 4)], "test") && d.args[0] == "go"
	if goTest {
		k := slices.Index(args, "test") + 1
		args = slices.Insert(args, k, "-json")
	}
	for k, a := range args {
		args[k] = strings.NewReplacer("$SEED", r.seed, "$COROLOWER_PROJECTS", os.Getenv("COROLOWER_PROJECTS")).Replace(a)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = slices.Clone(r.env)
	for _, e := range d.env {
		cmd.Env = append(cmd.Env, os.ExpandEnv(e))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	began := time.Now()
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	ended := make(chan bool)
	go func() {
		defer close(ended)
		if goTest {
			d.outcome = readTests(read, text, d.logs)
			return
		}
		_, _ = io.Copy(text, read)
		d.outcome = readOther(text.String())
	}()
	err := cmd.Start()
	if err == nil {
		r.mu.Lock()
		r.running[cmd] = true
		r.mu.Unlock()
		err = cmd.Wait()
		r.mu.Lock()
		delete(r.running, cmd)
		r.mu.Unlock()
	}
	write.Close()
	<-ended
	d.wall = time.Since(began)
	if cmd.ProcessState != nil {
		d.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if err != nil {
		d.broken = true
		fmt.Fprintf(text, "%s: %v\n", d.name, err)
	}
}

// check applies the rules of CI.
func (d *done) check(r *runner, text io.Writer) {
	for _, s := range d.skipped {
		if !mayBeSkipped(s) {
			d.broken = true
			d.failures = append(d.failures, fmt.Sprintf("%s was skipped, and skips.go does not list it: %s", s.test, s.reason))
		}
	}
	for _, t := range d.suspects(d.cpu) {
		switch why, fail := tooSlow(t, r.env, r.dir); {
		case fail:
			d.broken = true
			d.failures = append(d.failures, why)
		case why != "":
			fmt.Fprintln(text, why)
		}
	}
}

// missing returns the first need that is not met.
func missing(needs []string) string {
	for _, need := range needs {
		if name, ok := strings.CutPrefix(need, "$"); ok {
			if os.Getenv(name) == "" {
				return need
			}
			continue
		}
		if !slices.ContainsFunc(strings.Split(need, "|"), func(name string) bool {
			_, err := exec.LookPath(name)
			return err == nil
		}) {
			return strings.ReplaceAll(need, "|", " or ")
		}
	}
	return ""
}

// summary prints the table, and reports whether all stages passed.
func (r *runner) summary() bool {
	fmt.Printf("\n%s", r.left())
	var total done
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "stage\tseconds\tplanned\tprocessor\tpassed\tfailed\tleft out\t  command")
	for _, d := range r.done {
		state := fmt.Sprintf("%d\t%d\t%d", d.passed, d.failed, len(d.skipped))
		if d.missing != "" {
			state = "\t\tall"
		}
		fmt.Fprintf(w, "%s\t%.0f\t%s\t%.0f\t%s\t  make %s STAGES=%s\n", d.name, d.wall.Seconds(),
			r.planned.of(r.tier, d.name), d.cpu.Seconds(), state, r.tier, d.name)
		total.passed, total.failed, total.cpu = total.passed+d.passed, total.failed+d.failed, total.cpu+d.cpu
		total.skipped, total.broken = append(total.skipped, d.skipped...), total.broken || !d.ok()
	}
	fmt.Fprintf(w, "together\t%.0f\t%s\t%.0f\t%d\t%d\t%d\t\n", time.Since(r.began).Seconds(), r.planned.of(r.tier, "together"),
		total.cpu.Seconds(), total.passed, total.failed, len(total.skipped))
	w.Flush()
	for _, d := range r.done {
		if !d.ok() {
			fmt.Printf("FAIL: %s %s\n", d.name, strings.Join(slices.Compact(d.failures), ", "))
		}
	}
	fmt.Printf("make %s: %d passed, %d failed\n", r.tier, total.passed, total.failed)
	return !total.broken
}

// left lists the tests that were left out, by reason.
func (r *runner) left() string {
	by := map[string][]string{}
	for _, d := range r.done {
		if d.missing != "" {
			why := d.missing + " is missing (make tools)"
			by[why] = append(by[why], "stage "+d.name)
		}
		for _, s := range d.skipped {
			by[s.reason] = append(by[s.reason], s.test)
		}
	}
	reasons := make([]string, 0, len(by))
	for why := range by {
		reasons = append(reasons, why)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(by[b]), len(by[a])), strings.Compare(a, b))
	})
	var b strings.Builder
	for _, why := range reasons {
		names := by[why]
		fmt.Fprintf(&b, "left out: %s: %s", why, strings.Join(names[:min(len(names), 3)], ", "))
		if len(names) > 3 {
			fmt.Fprintf(&b, " and %d more", len(names)-3)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// markdown returns the result as a page.
func (r *runner) markdown() string {
	commit, _ := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	var b strings.Builder
	fmt.Fprintf(&b, "# make %s\n\nThe last run: commit %s, %s, %.0f s, seed %s, %d cores. `make %[1]s` writes this page.\n\n",
		r.tier, bytes.TrimSpace(commit), r.began.UTC().Format(time.DateOnly), time.Since(r.began).Seconds(), r.seed, runtime.NumCPU())
	b.WriteString("| stage | result | seconds | processor | passed | failed | left out | last line |\n|---|---|---:|---:|---:|---:|---:|---|\n")
	for _, d := range r.done {
		result := "passed"
		switch {
		case d.missing != "":
			result = "left out: no " + d.missing
		case !d.ok():
			result = "**failed**"
		}
		fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f | %d | %d | %d | %s |\n", d.name, result, d.wall.Seconds(), d.cpu.Seconds(), d.passed,
			d.failed, len(d.skipped), strings.ReplaceAll(d.last, "|", "\\|"))
	}
	return b.String() + "\n" + r.left()
}
