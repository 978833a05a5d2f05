package report

// Builds and runs one program in each of the ways that are compared. It judges nothing.

import (
	"bytes"
	"context"
	_ "embed" // the source of the counting allocator
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/corolower/corolower/test/programs"
)

// Limits on one process: a compiler or program that needs longer is a finding.
const (
	toolTimeout    = 10 * time.Minute
	programTimeout = 5 * time.Minute
	maxOutput      = 1 << 20 // bytes
	outputShown    = 2000    // bytes of a tool's output in a message
)

const clang = "clang++-22"

//go:embed testdata/count.cpp
var countSource []byte

// wrapFlags make the linker count the program's own calls of these functions as well.
var wrapFlags = []string{
	"-Wl,--wrap=malloc", "-Wl,--wrap=calloc", "-Wl,--wrap=realloc",
	"-Wl,--wrap=aligned_alloc", "-Wl,--wrap=posix_memalign",
}

// Program is a program of the end-to-end tests, or one like them.
type Program struct{ programs.Program }

// LoadPrograms reads the programs below dir (the directory of the end-to-end tests) that are meant
// for clang 22, in the order of their names.
func LoadPrograms(dir string) ([]*Program, error) {
	all, err := programs.Load(dir)
	if err != nil {
		return nil, err
	}
	var list []*Program
	for _, p := range all {
		if p.Wants(22) {
			list = append(list, &Program{*p})
		}
	}
	return list, nil
}

// Select returns the programs whose names match.
func Select(list []*Program, name *regexp.Regexp) []*Program {
	var selected []*Program
	for _, p := range list {
		if name.MatchString(p.Name) {
			selected = append(selected, p)
		}
	}
	return selected
}

// Binary returns the path of the binary to test: COROLOWER_BIN, or one built in dir from the
// repository at root.
func Binary(root, dir string) (string, error) {
	if bin := os.Getenv("COROLOWER_BIN"); bin != "" {
		return exec.LookPath(bin)
	}
	bin, err := filepath.Abs(filepath.Join(dir, "corolower"))
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", bin, "./cmd/corolower")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/corolower: %w\n%s", err, output)
	}
	return bin, nil
}

// source returns the arguments with which clang compiles the program at -O2.
func (p *Program) source(more ...string) []string {
	return append(append(p.Source("-O2", "-w"), more...), p.Path)
}

// link returns the arguments that every step to an executable needs.
func (p *Program) link(more ...string) []string {
	if p.Threads {
		more = append(more, "-pthread")
	}
	return more
}

// Tools says with what to build.
type Tools struct {
	Corolower string // path of the binary under test
	Passes    string // its pipeline
	Dir       string // for scratch files; must exist
	countObj  string
}

// Prepare compiles what all programs share.
func (t *Tools) Prepare() error {
	src := filepath.Join(t.Dir, "count.cpp")
	if err := os.WriteFile(src, countSource, 0o600); err != nil {
		return err
	}
	t.countObj = filepath.Join(t.Dir, "count.o")
	return tool(clang, "-std=c++20", "-O2", "-c", src, "-o", t.countObj)
}

// tool runs a compiler or the lowering; the error has what it printed.
func tool(name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), toolTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	output, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%s is not installed: run scripts/install-tools.sh", name)
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped after %v", toolTimeout)
	}
	if len(output) > outputShown {
		output = append(output[:outputShown:outputShown], "\n..."...)
	}
	return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, output)
}

// run is what one execution of a program did.
type run struct {
	stdout string
	stderr string
	status string
	allocs uint64 // 0 unless the program counts
}

// differs says how r departs from want; "" when it does not. What goes to stderr is not compared.
func (r run) differs(want run) string {
	switch {
	case r.status != want.status:
		return fmt.Sprintf("ends with %s, want %s", r.status, want.status)
	case r.stdout != want.stdout:
		return "other output" + firstDifference(r.stdout, want.stdout)
	}
	return ""
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; ; i++ {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			line := func(lines []string) string {
				if i < len(lines) {
					return lines[i]
				}
				return ""
			}
			return fmt.Sprintf(", line %d: got %q, want %q", i+1, line(g), line(w))
		}
	}
}

// boundedBuffer takes maxOutput bytes and then fails, which ends the program that writes.
type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxOutput {
		return 0, fmt.Errorf("more than %d bytes of output", maxOutput)
	}
	return b.Buffer.Write(p)
}

// execute runs an executable to its end. A run that has to be stopped is an error; an exit status
// is not.
func execute(exe string, env ...string) (run, error) {
	ctx, cancel := context.WithTimeout(context.Background(), programTimeout)
	defer cancel()
	var stdout, stderr boundedBuffer
	cmd := exec.CommandContext(ctx, exe)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Env = append(os.Environ(), env...)
	err := cmd.Run()
	if ctx.Err() != nil {
		return run{}, fmt.Errorf("%s: stopped after %v", filepath.Base(exe), programTimeout)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return run{}, fmt.Errorf("%s: %w", filepath.Base(exe), err)
	}
	return run{stdout: stdout.String(), stderr: stderr.String(), status: cmd.ProcessState.String()}, nil
}

// threadedRuns is how often a program with threads runs: what it allocates may depend on who is
// first, the least does not.
const threadedRuns = 3

// countRun runs an executable that was linked with the counting allocator.
func (p *Program) countRun(exe string) (run, error) {
	var best run
	for i := 0; i == 0 || p.Threads && i < threadedRuns; i++ {
		r, err := execute(exe, "ELISION_COUNT="+exe+".count")
		if err != nil {
			return r, err
		}
		count, err := os.ReadFile(exe + ".count")
		if err != nil || len(count) != 8 {
			return r, fmt.Errorf("%s left no count: %w", exe, err)
		}
		r.allocs = binary.NativeEndian.Uint64(count)
		if i == 0 || r.allocs < best.allocs {
			best = r
		}
	}
	return best, nil
}

// clangAlone builds and runs the program with clang alone, and returns what clang elided.
func (p *Program) clangAlone(t *Tools) (run, *Elided, error) {
	exe := filepath.Join(t.Dir, p.Name+".clang")
	yaml := exe + ".yaml"
	if err := p.IR(22, exe+".in.ll", "-O2"); err != nil {
		return run{}, nil, err
	}
	if err := tool(clang, "-O2", "-w", "-c", "-fsave-optimization-record", "-foptimization-record-file="+yaml,
		"-foptimization-record-passes=coro-elide|coro-annotation-elide|inline|always-inline",
		exe+".in.ll", "-o", exe+".o"); err != nil {
		return run{}, nil, err
	}
	if err := tool(clang, p.link(append(wrapFlags, exe+".o", t.countObj, "-o", exe)...)...); err != nil {
		return run{}, nil, err
	}
	r, err := p.countRun(exe)
	if err != nil {
		return r, nil, err
	}
	e, err := readRemarks(yaml)
	return r, e, err
}

// readRemarks reads a file of remarks. There is none when a compilation had nothing to say.
func readRemarks(file string) (*Elided, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return ParseRemarks(text)
}

// lowered compiles the program to IR, lowers it, and returns the path of the lowered IR and what
// was elided.
func (p *Program) lowered(t *Tools, suffix string, flags ...string) (string, *Elided, error) {
	base := filepath.Join(t.Dir, p.Name+suffix)
	if err := p.IR(22, base+".in.ll", append([]string{"-O2"}, flags...)...); err != nil {
		return "", nil, err
	}
	out := base + ".ll"
	err := tool(t.Corolower, base+".in.ll", "-passes="+t.Passes, "-S", "-o", out, "-pass-remarks-output="+base+".yaml")
	if err != nil {
		return "", nil, err
	}
	e, err := readRemarks(base + ".yaml")
	return out, e, err
}

// ours builds and runs the program with the lowering under test in front of clang.
func (p *Program) ours(t *Tools) (run, *Elided, error) {
	ll, e, err := p.lowered(t, ".ours")
	if err != nil {
		return run{}, nil, err
	}
	exe := strings.TrimSuffix(ll, ".ll")
	args := append([]string{"-O2", "-w"}, wrapFlags...)
	if err := tool(clang, p.link(append(args, ll, t.countObj, "-o", exe)...)...); err != nil {
		return run{}, e, err
	}
	r, err := p.countRun(exe)
	return r, e, err
}

// Bare returns what a program prints when clang alone builds it at a level, and when it is lowered
// by the binary under test and then optimised, with the exit status where that is not 0; and what
// clang elided.
func Bare(p *Program, t *Tools, level string) (alone, lowered string, elided *Elided, err error) {
	exe := filepath.Join(t.Dir, p.Name+level)
	yaml := exe + ".yaml"
	args := append(p.source(level, "-fsave-optimization-record", "-foptimization-record-file="+yaml), "-o", exe)
	if err := tool(clang, args...); err != nil {
		return "", "", nil, err
	}
	a, err := execute(exe)
	if err != nil {
		return "", "", nil, err
	}
	if elided, err = readRemarks(yaml); err != nil {
		return "", "", nil, err
	}
	ll, _, err := p.lowered(t, ".bare")
	if err != nil {
		return "", "", nil, err
	}
	if err := tool(clang, p.link("-O2", "-w", ll, "-o", exe+".ours")...); err != nil {
		return "", "", nil, err
	}
	b, err := execute(exe + ".ours")
	return a.stdout + a.status, b.stdout + b.status, elided, err
}

const asan = "-fsanitize=address"

// oursAsan does the same under AddressSanitizer, after it has made sure that the lowered coroutines
// are instrumented.
func (p *Program) oursAsan(t *Tools) (run, error) {
	ll, _, err := p.lowered(t, ".asan", asan)
	if err != nil {
		return run{}, err
	}
	text, err := os.ReadFile(ll)
	if err != nil {
		return run{}, err
	}
	if f := Uninstrumented(string(text)); f != "" {
		return run{}, fmt.Errorf("%s lost its attribute sanitize_address", f)
	}
	exe := strings.TrimSuffix(ll, ".ll")
	if err := tool(clang, p.link(asan, "-O2", "-w", ll, "-o", exe)...); err != nil {
		return run{}, err
	}
	return execute(exe)
}

// UnderAsan returns what our build of a program prints under AddressSanitizer to stderr.
func UnderAsan(p *Program, t *Tools) (string, error) {
	r, err := p.oursAsan(t)
	return r.stderr, err
}

// clangAsan does the same with clang alone.
func (p *Program) clangAsan(t *Tools) (run, error) {
	exe := filepath.Join(t.Dir, p.Name+".clang.asan")
	if err := tool(clang, p.link(p.source(asan, "-o", exe)...)...); err != nil {
		return run{}, err
	}
	return execute(exe)
}

var (
	partDefine = regexp.MustCompile(`(?m)^define [^\n]*@("[^"\n]*"|[-\w.$]+)\([^\n]*$`)
	attrRef    = regexp.MustCompile(`#\d+`)
	attrGroup  = regexp.MustCompile(`(?m)^attributes (#\d+) = \{([^\n]*)\}$`)
)

// Uninstrumented returns the first resume, destroy or cleanup function in the text without the
// attribute that AddressSanitizer goes by, "" when all have it.
func Uninstrumented(text string) string {
	groups := map[string]bool{}
	for _, g := range attrGroup.FindAllStringSubmatch(text, -1) {
		groups[g[1]] = strings.Contains(g[2], "sanitize_address")
	}
	for _, d := range partDefine.FindAllStringSubmatch(text, -1) {
		name := strings.Trim(d[1], `"`)
		if whole(name) == name {
			continue
		}
		good := strings.Contains(d[0], "sanitize_address")
		for _, ref := range attrRef.FindAllString(d[0], -1) {
			good = good || groups[ref]
		}
		if !good {
			return name
		}
	}
	return ""
}
