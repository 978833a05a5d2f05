// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// This file runs the tools: clang, opt, the lowering under test and the built programs. It makes no
// comparison between different builds.

package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/corolower/corolower/test/programs"
)

// Limits for one process. An endless program is a failure, and a program that takes one second on
// an idle machine may take ten on a busy one.
const (
	toolTimeout    = 10 * time.Minute
	programTimeout = 5 * time.Minute
	maxOutput      = 1 << 20 // bytes that a program may print; the longest prints a few thousand
	outputShown    = 4000    // bytes of a tool's output in a message
)

// slots limits the number of simultaneous processes, whatever -parallel says.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

func clang(version int) string { return fmt.Sprintf("clang++-%d", version) }
func opt(version int) string   { return fmt.Sprintf("opt-%d", version) }

// workDir is the directory with the scratch directories of one run. It is not removed after a
// failed run, because messages name files in it.
var workDir = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "corolower-e2e-") })

var (
	keptMu sync.Mutex
	kept   bool
)

// keep prevents the removal of the run's files, because a message names them, and returns the
// message.
func keep(message string) string {
	keptMu.Lock()
	defer keptMu.Unlock()
	kept = true
	return message
}

func removeWorkDir() {
	keptMu.Lock()
	defer keptMu.Unlock()
	if dir, err := workDir(); err == nil && !kept {
		os.RemoveAll(dir)
	}
}

// scratchDir creates a directory with the given name in workDir.
func scratchDir(t *testing.T, name string) string {
	t.Helper()
	root, err := workDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// mustRun runs a tool and reports whether it succeeded. A failure fails the test with the tool's
// output.
func mustRun(t *testing.T, name string, args ...string) bool {
	t.Helper()
	slots <- struct{}{}
	defer func() { <-slots }()
	ctx, cancel := context.WithTimeout(context.Background(), toolTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	output, err := cmd.CombinedOutput()
	if err == nil {
		return true
	}
	if errors.Is(err, exec.ErrNotFound) {
		t.Errorf("%s is not installed: run scripts/install-tools.sh", name)
		return false
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped after %v", toolTimeout)
	}
	if len(output) > outputShown {
		output = append(output[:outputShown:outputShown], "\n..."...)
	}
	t.Errorf("%s: %v\n%s", keep(strings.Join(cmd.Args, " ")), err, output)
	return false
}

// source writes a program's IR and reports whether it succeeded.
func source(t *testing.T, p *programs.Program, clang int, out string, flags ...string) bool {
	t.Helper()
	slots <- struct{}{}
	defer func() { <-slots }()
	err := p.IR(clang, out, flags...)
	if err != nil {
		t.Error(err)
	}
	return err == nil
}

// result is the observable behaviour of a program.
type result struct {
	stdout []byte
	status string // "exit status 3", "signal: aborted"
	err    error  // the program could not be started, or did not finish
}

// boundedBuffer accepts maxOutput bytes and then fails, which ends the program that writes. A
// miscompiled loop must not fill the memory of the test.
type boundedBuffer struct {
	bytes.Buffer
	full bool
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxOutput {
		b.full = true
		return 0, errors.New("too much output")
	}
	return b.Buffer.Write(p)
}

// execute runs a program that this test has built.
func execute(exe string) result { return executeWith("", exe) }

// executeWith is execute for a program that an emulator runs, unless emulator is "".
func executeWith(emulator, exe string) result {
	slots <- struct{}{}
	defer func() { <-slots }()
	ctx, cancel := context.WithTimeout(context.Background(), programTimeout)
	defer cancel()
	var stdout boundedBuffer
	cmd := exec.CommandContext(ctx, exe)
	if emulator != "" {
		cmd = exec.CommandContext(ctx, emulator, exe)
	}
	cmd.Stdout = &stdout
	err := cmd.Run()
	r := result{stdout: stdout.Bytes(), status: cmd.ProcessState.String()}
	var exit *exec.ExitError
	switch {
	case stdout.full:
		r.err = fmt.Errorf("stopped after %d bytes of output", maxOutput)
	case ctx.Err() != nil:
		r.err = fmt.Errorf("stopped after %v", programTimeout)
	case err != nil && !errors.As(err, &exit):
		r.err = err
	}
	return r
}

// differs describes how r differs from want, or returns "".
func (r result) differs(want result) string {
	switch {
	case r.err != nil:
		return r.err.Error()
	case r.status != want.status:
		return fmt.Sprintf("ends with %s, want %s%s", r.status, want.status, firstDifference(r.stdout, want.stdout))
	case !bytes.Equal(r.stdout, want.stdout):
		return "other output" + firstDifference(r.stdout, want.stdout)
	}
	return ""
}

// firstDifference formats the first line that differs between two outputs.
func firstDifference(got, want []byte) string {
	if bytes.Equal(got, want) {
		return " (same output)"
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := 0; ; i++ {
		var gl, wl string
		if i < len(g) {
			gl = g[i]
		}
		if i < len(w) {
			wl = w[i]
		}
		if gl != wl || i >= len(g) || i >= len(w) {
			return fmt.Sprintf("\n  line %d: got  %q\n  line %d: want %q", i+1, gl, i+1, wl)
		}
	}
}

// lowerTool lowers the IR of one file and writes another.
type lowerTool interface {
	// lower reports a failure to t and returns whether out was written.
	lower(t *testing.T, version int, pipeline, in, out string) bool
}

const plainPasses = "coro-early,cgscc(coro-split),coro-cleanup"

func toolName() string {
	if os.Getenv("E2E_TOOL") == "opt" {
		return "opt"
	}
	return "corolower"
}

// newTool returns the lowering that the environment selects.
func newTool(t *testing.T) lowerTool {
	t.Helper()
	switch tool := os.Getenv("E2E_TOOL"); tool {
	case "opt":
		return optTool{}
	case "", "corolower":
	default:
		t.Fatalf("E2E_TOOL=%s: want opt or nothing", tool)
	}
	if bin := os.Getenv("COROLOWER_BIN"); bin != "" {
		path, err := exec.LookPath(bin)
		if err != nil {
			t.Fatalf("COROLOWER_BIN: %v", err)
		}
		return corolowerTool{path}
	}
	bin := filepath.Join(scratchDir(t, "bin"), "corolower")
	build := exec.Command("go", "build", "-pgo=off", "-o", bin, "./cmd/corolower")
	build.Dir = filepath.Join("..", "..")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build ./cmd/corolower: %v\n%s", err, output)
	}
	return corolowerTool{bin}
}

// corolowerTool is corolower.
type corolowerTool struct{ bin string }

func (c corolowerTool) lower(t *testing.T, _ int, pipeline, in, out string) bool {
	t.Helper()
	// -verify-each proves frames, and recomputes cached analyses to compare them.
	args := []string{in, "-S", "-o", out, "-verify-each"}
	if pipeline == plain {
		args = append(args, "-passes="+plainPasses)
	} else if !mustRun(t, c.bin, "check", "--no-config", in) { // valid input has no finding
		return false
	}
	return mustRun(t, c.bin, args...)
}

// optTool is LLVM's own lowering.
type optTool struct{}

func (optTool) lower(t *testing.T, version int, pipeline, in, out string) bool {
	t.Helper()
	passes := "default<O0>"
	if pipeline == plain {
		passes = plainPasses
		if version < 15 {
			// These were function passes then, and opt does not mix kinds.
			passes = "function(coro-early),cgscc(coro-split),function(coro-cleanup)"
		}
	}
	return mustRun(t, opt(version), "-passes="+passes, in, "-S", "-o", out)
}
