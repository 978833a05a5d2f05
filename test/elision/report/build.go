// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

// This file builds and runs one program in each configuration of the comparison. It does not
// compare the results.

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

// Limits for one process: a compiler or program that needs longer fails.
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

// Program is a program of the end-to-end tests, or one with the same format.
type Program struct{ programs.Program }

// LoadPrograms reads the programs in dir (the directory of the end-to-end tests) that clang 22 can
// compile, sorted by name.
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
	build := exec.Command("go", "build", "-pgo=off", "-o", bin, "./cmd/corolower")
	build.Dir = root
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/corolower: %w\n%s", err, output)
	}
	return bin, nil
}

// source returns clang's arguments for compiling the program at -O2.
func (p *Program) source(more ...string) []string {
	return append(append(p.Source("-O2", "-w"), more...), p.Path)
}

// link returns the arguments that every link step needs.
func (p *Program) link(more ...string) []string {
	if p.Threads {
		more = append(more, "-pthread")
	}
	return more
}

// Tools configures the tools of a build.
type Tools struct {
	Corolower string // path of the binary under test
	Passes    string // its pipeline
	Dir       string // for scratch files; must exist
	countObj  string
}

// Prepare compiles the code that all programs share.
func (t *Tools) Prepare() error {
	src := filepath.Join(t.Dir, "count.cpp")
	if err := os.WriteFile(src, countSource, 0o600); err != nil {
		return err
	}
	t.countObj = filepath.Join(t.Dir, "count.o")
	return tool(clang, "-std=c++20", "-O2", "-c", src, "-o", t.countObj)
}

// tool runs a compiler or the lowering. An error contains the output.
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

// run is the observable behaviour of one execution of a program.
type run struct {
	stdout string
	stderr string
	status string
	allocs uint64 // 0 unless the counting allocator is linked
}

// differs describes how r differs from want, or returns "". It does not compare stderr.
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

// boundedBuffer accepts maxOutput bytes and then fails, which ends the program that writes.
type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxOutput {
		return 0, fmt.Errorf("more than %d bytes of output", maxOutput)
	}
	return b.Buffer.Write(p)
}

// execute runs an executable to its end. It returns an error for a run that it has to stop, but not
// for an exit status other than 0.
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

// threadedRuns is the number of runs of a program with threads: its number of allocations may
// depend on timing, but the minimum does not.
const threadedRuns = 3

// countRun runs an executable that is linked with the counting allocator.
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

// clangAlone builds and runs the program with clang alone, and returns the frames that clang
// elided.
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

// readRemarks reads a file of remarks. A compilation without remarks writes no file.
func readRemarks(file string) (*Elided, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return ParseRemarks(text)
}

// lowered compiles the program to IR and lowers it. It returns the path of the lowered IR and the
// frames that were elided.
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

// ours builds and runs the program with the lowering under test and then clang.
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

// Bare returns the output of a program that clang alone builds at a level, the output of one that
// the binary under test lowers and clang then optimises, and the frames that clang elided. An exit
// status other than 0 is appended to the output.
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

// oursAsan is ours with AddressSanitizer. It first verifies that the lowered coroutines are
// instrumented.
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

// UnderAsan returns the stderr of our build of a program with AddressSanitizer.
func UnderAsan(p *Program, t *Tools) (string, error) {
	r, err := p.oursAsan(t)
	return r.stderr, err
}

// clangAsan builds and runs the program with clang alone and AddressSanitizer.
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
// attribute that AddressSanitizer checks, or "" if all have it.
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
