// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command nvptxtests writes LLVM's own tests of its PTX writer as PTX with corolower, and with llc
// for comparison. It counts the tests that are written, groups the others by the first error, and
// assembles what both wrote with the ptxas of scripts/install-nvidia.sh. The tree is not part of
// the project; pass its path, such as llvm/test/CodeGen/NVPTX of LLVM 19.
//
//	go run ./scripts/nvptxtests [-tool BIN] [-llc BIN] [-nvidia DIR] [-v] [-min-written N] TREE
//
// A test is a file with a RUN line in which llc writes PTX for 64 bits and is expected to succeed.
// Both tools get the machine of this line: of several such lines the one with the newest machine,
// and sm_50 instead of an older one, because corolower writes for no older machine. corolower
// selects the PTX version itself, and llc gets the newest that it has, so that a test differs only
// in what the tools support. Some tests have a data layout with pointers of 32 bits, which llc
// replaces by that of the target; corolower gets the option to do the same.
package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limit is the time limit of one command.
const limit = 60 * time.Second

// layout is the data layout that llc gives to nvptx64.
const layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

// oldest is the oldest machine that corolower writes for.
const oldest = 50

type test struct {
	file, cpu string
	ours      result
	llc       result
}

// result is what one tool made of a test.
type result struct {
	refused string // the first error; "" if the PTX was written
	rejects string // the first error of a ptxas; "" if all accept the PTX
}

type runner struct {
	tool, llc, nvidia, dir string
}

func main() {
	tool := flag.String("tool", "bin/corolower", "the program to measure")
	llc := flag.String("llc", "llc-22", "the llc to compare with")
	nvidia := flag.String("nvidia", ".tools/nvidia", "where ptxas-12 and ptxas-13 are")
	verbose := flag.Bool("v", false, "list each test that is refused or rejected")
	minWritten := flag.Int("min-written", 0, "exit with 1 when fewer tests are written")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	r := &runner{tool: *tool, llc: *llc, nvidia: *nvidia}
	if err := r.run(flag.Arg(0), *verbose, *minWritten); err != nil {
		fmt.Fprintln(os.Stderr, "nvptxtests:", err)
		os.Exit(1)
	}
}

func (r *runner) run(tree string, verbose bool, minWritten int) error {
	var err error
	if r.dir, err = os.MkdirTemp("", "nvptxtests-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.dir)
	tests, err := findTests(tree)
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		wg.Go(func() {
			for k := range next {
				r.test(&tests[k], filepath.Join(r.dir, strconv.Itoa(k)))
			}
		})
	}
	for k := range tests {
		next <- k
	}
	close(next)
	wg.Wait()
	return report(tests, verbose, minWritten)
}

// findTests returns the tests in a directory tree, with the machine of each.
func findTests(tree string) ([]test, error) {
	var out []test
	err := filepath.WalkDir(tree, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".ll" {
			return err
		}
		text, err := os.ReadFile(p)
		if cpu, ok := machine(text); ok && err == nil {
			out = append(out, test{file: p, cpu: cpu})
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("no test with a RUN line of llc below %s", tree)
	}
	return out, err
}

var (
	runLine = regexp.MustCompile(`(?m)^\s*;+\s*RUN:[ \t]*(.*)$`)
	callLLC = regexp.MustCompile(`(^|[|;(]\s*)llc\s`)
	wide    = regexp.MustCompile(`-(march|mtriple)[= ]nvptx64`)
	other   = regexp.MustCompile(`-(march|mtriple)[= ]`)
	cpuFlag = regexp.MustCompile(`-mcpu=sm_(\d+)([af]?)`)
	triple  = regexp.MustCompile(`(?m)^target triple = "nvptx64`)
)

// machine returns the machine for a test: that of its RUN line for the newest one.
func machine(text []byte) (string, bool) {
	best, suffix, found := 0, "", false
	more := ""
	for _, m := range runLine.FindAllSubmatch(text, -1) {
		line := more + strings.TrimSpace(string(m[1]))
		if rest, continues := strings.CutSuffix(line, `\`); continues {
			more = rest + " "
			continue
		}
		more = ""
		if !callLLC.MatchString(line) || !wide.MatchString(line) && (other.MatchString(line) || !triple.Match(text)) ||
			strings.Contains(line, "-stop-after") || strings.Contains(line, "nvptx-short-ptr") {
			continue
		}
		found = true
		if c := cpuFlag.FindStringSubmatch(line); c != nil {
			if n, _ := strconv.Atoi(c[1]); n > best || n == best && c[2] > suffix {
				best, suffix = n, c[2]
			}
		}
	}
	switch {
	case !found:
		return "", false
	case best == 0:
		return "sm_80", true
	case best < oldest:
		return "sm_" + strconv.Itoa(oldest), true
	}
	return "sm_" + strconv.Itoa(best) + suffix, true
}

// test runs both tools on one test. stem is the stem of its temporary files.
func (r *runner) test(t *test, stem string) {
	triple := "-mtriple=nvptx64-nvidia-cuda"
	t.ours = r.tried(stem+".ours.ptx", t.cpu, r.tool, "--emit=ptx", triple, "-data-layout="+layout, "-mcpu="+t.cpu,
		t.file)
	t.llc = r.tried(stem+".llc.ptx", t.cpu, r.llc, triple, "-mcpu="+t.cpu, "-mattr=+ptx88", t.file)
}

// tried runs one tool, and the assemblers on its output.
func (r *runner) tried(out, cpu, tool string, args ...string) result {
	if msg, err := command(tool, append(args, "-o", out)...); err != nil {
		return result{refused: firstError(msg, err)}
	}
	n, _ := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(cpu, "sm_"), "af"))
	for _, as := range []string{"ptxas-12", "ptxas-13"} {
		if as == "ptxas-13" && n < 75 { // it no longer assembles for these
			continue
		}
		msg, err := command(filepath.Join(r.nvidia, as), "-w", "-c", "-arch="+cpu, "-o", out+".o", out)
		if err != nil {
			return result{rejects: as + ": " + firstError(msg, err)}
		}
	}
	return result{}
}

func command(tool string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// firstError returns the first line of an output that reports an error.
func firstError(msg string, err error) string {
	lines := strings.Split(strings.TrimSpace(msg), "\n")
	for _, line := range lines {
		if at := strings.Index(line, "error"); at >= 0 || strings.Contains(line, "fatal") {
			return line[max(at, 0):]
		}
	}
	if lines[0] == "" {
		return err.Error()
	}
	return lines[0]
}

// places are the parts of a message that differ between tests with the same reason.
var places = regexp.MustCompile(`in '@[^']*', '.*': |'@[^']*'|%\d+`)

// report prints the counts, and the tests that are not written or not assembled.
func report(tests []test, verbose bool, minWritten int) error {
	written, llcWritten, assembled, llcAssembled, worse := 0, 0, 0, 0, 0
	why := map[string][]string{}
	for _, t := range tests {
		name := filepath.Base(t.file)
		if t.llc.refused == "" {
			llcWritten++
			if t.llc.rejects == "" {
				llcAssembled++
			}
		}
		switch {
		case t.ours.refused != "":
			reason := "refused: " + places.ReplaceAllString(t.ours.refused, "")
			why[reason] = append(why[reason], name)
			if verbose {
				fmt.Printf("%s: %s: %s\n", name, t.cpu, t.ours.refused)
			}
			continue
		case t.ours.rejects == "":
			assembled++
		case t.llc.refused == "" && t.llc.rejects == "":
			worse++
			fmt.Printf("%s: %s: only llc's PTX is accepted: %s\n", name, t.cpu, t.ours.rejects)
		case verbose:
			fmt.Printf("%s: %s: no PTX is accepted: %s\n", name, t.cpu, t.ours.rejects)
		}
		written++
	}
	reasons := make([]string, 0, len(why))
	for s := range why {
		reasons = append(reasons, s)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(why[b]), len(why[a])), cmp.Compare(a, b))
	})
	for _, s := range reasons {
		fmt.Printf("%d %s (%s)\n", len(why[s]), s, strings.Join(why[s], " "))
	}
	fmt.Printf("%d tests: corolower writes %d, and ptxas accepts %d of them; llc writes %d, and ptxas accepts %d\n",
		len(tests), written, assembled, llcWritten, llcAssembled)
	fmt.Printf("%d tests are accepted only from llc\n", worse)
	if written < minWritten {
		return fmt.Errorf("fewer than %d tests are written", minWritten)
	}
	return nil
}
