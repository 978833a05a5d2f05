// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command llvmtests runs a tree of LLVM's own tests with corolower instead of opt. It counts how
// many of their `RUN: opt` lines are accepted and how many tests pass. The tree is not part of the
// project; pass its path, such as llvm/test/Transforms/Coroutines of LLVM 19.
//
//	go run ./scripts/llvmtests [-tool BIN] [-tools DIR] [-v] \
//		[-min-accepted N] [-min-passed N] TREE
//
// A line is accepted if no opt in it ends with exit code 2, which means a wrong command line. Exit
// code 1 means that the input is invalid or not supported. A test passes if all its RUN lines do.
// Tests that require a feature that LLVM releases lack (asserts) are skipped.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// limit is the time limit of a RUN line.
const limit = 60 * time.Second

type verdict struct {
	file     string
	lines    int // RUN lines with opt
	accepted int
	unknown  int // lines with exit code 1: invalid or not supported
	refusals []string
	skipped  bool
	failed   string // the first line that fails, with its output; "" if the test passes
}

type runner struct {
	path string // PATH for the lines
	tree string
}

func main() {
	tool := flag.String("tool", "bin/corolower", "the program in opt's place")
	tools := flag.String("tools", "/usr/lib/llvm-22/bin", "where FileCheck, not, split-file and the rest are")
	verbose := flag.Bool("v", false, "show what failing tests print")
	minAccepted := flag.Int("min-accepted", 0, "exit with 1 when fewer lines are accepted")
	minPassed := flag.Int("min-passed", 0, "exit with 1 when fewer tests pass")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *tool, *tools, *verbose, *minAccepted, *minPassed); err != nil {
		fmt.Fprintln(os.Stderr, "llvmtests:", err)
		os.Exit(1)
	}
}

func run(tree, tool, tools string, verbose bool, minAccepted, minPassed int) error {
	dir, err := os.MkdirTemp("", "llvmtests-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if tool, err = filepath.Abs(tool); err != nil {
		return err
	}
	if _, err := exec.LookPath(tool); err != nil {
		return fmt.Errorf("%w (make build makes bin/corolower)", err)
	}
	if err := os.Symlink(tool, filepath.Join(dir, "opt")); err != nil {
		return err
	}
	r := &runner{path: dir + ":" + tools + ":" + os.Getenv("PATH"), tree: tree}
	files, err := tests(tree)
	if err != nil {
		return err
	}
	out := make([]verdict, len(files))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for k := range next {
				out[k] = r.test(files[k], filepath.Join(dir, fmt.Sprint("t", k)))
			}
		})
	}
	for k := range files {
		next <- k
	}
	close(next)
	wg.Wait()
	return report(out, verbose, minAccepted, minPassed)
}

// tests returns the files in a directory tree that have a RUN line with opt.
func tests(tree string) ([]string, error) {
	var out []string
	if st, err := os.Stat(tree); err == nil && st.IsDir() {
		tree += string(filepath.Separator)
	}
	err := filepath.WalkDir(tree, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".ll" || strings.Contains(p, "/Inputs/") {
			return err
		}
		text, err := os.ReadFile(p)
		if err == nil && len(runLines(text)) > 0 {
			out = append(out, p)
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no test with a RUN line below %s", tree)
	}
	return out, err
}

var runLine = regexp.MustCompile(`(?m)^\s*;+\s*RUN:[ \t]*(.*)$`)

// runLines returns a test's RUN lines. A line that ends in a backslash continues in the next one.
func runLines(text []byte) []string {
	var out []string
	more := false
	for _, m := range runLine.FindAllSubmatch(text, -1) {
		s := strings.TrimSpace(string(m[1]))
		end := strings.HasSuffix(s, `\`)
		s = strings.TrimSuffix(s, `\`)
		if more {
			out[len(out)-1] += " " + s
		} else {
			out = append(out, s)
		}
		more = end
	}
	return out
}

// test runs one test. temp is the stem of its temporary files.
func (r *runner) test(file, temp string) verdict {
	v := verdict{file: file}
	text, err := os.ReadFile(file)
	if err != nil {
		v.failed = err.Error()
		return v
	}
	v.skipped = regexp.MustCompile(`(?m)^;\s*REQUIRES:.*\basserts\b`).Match(text)
	abs, _ := filepath.Abs(file)
	expand := strings.NewReplacer("%s", abs, "%S", filepath.Dir(abs), "%p", filepath.Dir(abs), "%t", temp, "%{}", "")
	for _, line := range runLines(text) {
		line = expand.Replace(line)
		if optWord.MatchString(line) {
			v.lines++
			codes, msg := r.optCodes(line)
			switch {
			case slices.Contains(codes, 2):
				v.refusals = append(v.refusals, firstLine(msg))
			default:
				v.accepted++
				if slices.Contains(codes, 1) {
					v.unknown++
				}
			}
		}
		if v.failed == "" {
			if out, err := r.sh("set -o pipefail; " + line); err != nil {
				v.failed = line + "\n" + out
			}
		}
	}
	return v
}

// optWord matches a call of opt, but not a part of a word or a path.
var optWord = regexp.MustCompile(`(^|[|&;(]|\bnot |--crash )\s*opt\s`)

// optCodes returns the exit codes of the opts in a line, and the output of the first that failed.
func (r *runner) optCodes(line string) ([]int, string) {
	var codes []int
	msg := ""
	parts := strings.Split(line, " | ")
	for k, p := range parts {
		if !optWord.MatchString(" "+p) && !strings.HasPrefix(strings.TrimSpace(p), "opt ") {
			continue
		}
		own := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(p), "not "), "--crash ")
		cmd := own + " >/dev/null"
		if k > 0 {
			cmd = strings.Join(parts[:k], " | ") + " | " + cmd
		}
		if strings.Contains(own, ">") {
			cmd = strings.TrimSuffix(cmd, " >/dev/null")
		}
		out, err := r.sh(cmd)
		code := 0
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			code = exit.ExitCode()
		}
		codes = append(codes, code)
		if code != 0 && msg == "" {
			msg = out
		}
	}
	return codes, msg
}

func (r *runner) sh(line string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", line)
	cmd.Env = append(os.Environ(), "PATH="+r.path)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// report prints the counts and the tests that fail.
func report(all []verdict, verbose bool, minAccepted, minPassed int) error {
	lines, accepted, unknown, ran, passed := 0, 0, 0, 0, 0
	why := map[string]int{}
	var failing []string
	for _, v := range all {
		lines, accepted, unknown = lines+v.lines, accepted+v.accepted, unknown+v.unknown
		for _, s := range v.refusals {
			why[s]++
		}
		switch {
		case v.skipped:
			continue
		case v.failed == "":
			passed++
		case verbose:
			failing = append(failing, v.file+"\n"+v.failed)
		default:
			failing = append(failing, v.file)
		}
		ran++
	}
	for _, s := range failing {
		fmt.Println("fails:", s)
	}
	var reasons []string
	for s := range why {
		reasons = append(reasons, s)
	}
	slices.Sort(reasons)
	for _, s := range reasons {
		fmt.Printf("refused, %d lines: %s\n", why[s], s)
	}
	fmt.Printf("%d of %d RUN lines with opt are accepted, %d of them with an error about the input\n", accepted,
		lines, unknown)
	fmt.Printf("%d of %d tests pass (%d left out)\n", passed, ran, len(all)-ran)
	if accepted < minAccepted || passed < minPassed {
		return fmt.Errorf("fewer than %d lines or %d tests", minAccepted, minPassed)
	}
	return nil
}
