// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command elision prints a table of the allocations that corolower and clang elide in the programs
// of the end-to-end tests. It exits with status 1 if a rule is broken. Package report makes the
// comparisons and defines the rules.
//
//	go run ./test/elision [-run regex] [-asan=false] [-v] [-j 2]
//
// COROLOWER_BIN names the binary to test; without it ./cmd/corolower is built.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/corolower/corolower/test/elision/report"
)

func main() {
	code, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "elision:", err)
		code = 2
	}
	os.Exit(code)
}

func run() (int, error) {
	only := flag.String("run", "", "only the programs whose name matches this regular expression")
	asan := flag.Bool("asan", true, "run everything under AddressSanitizer too")
	verbose := flag.Bool("v", false, "name every pair")
	jobs := flag.Int("j", 2, "programs at a time")
	passes := flag.String("passes", "default<O2>", "our pipeline")
	keep := flag.String("keep", "", "keep the files in this directory")
	flag.Parse()

	pattern, err := regexp.Compile(*only)
	if err != nil {
		return 0, err
	}
	programs, err := report.LoadPrograms(filepath.Join("test", "e2e"))
	if err != nil {
		return 0, fmt.Errorf("run in the repository's root: %w", err)
	}
	all := len(programs)
	programs = report.Select(programs, pattern)
	dir := *keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "corolower-elision-"); err != nil {
			return 0, err
		}
		defer os.RemoveAll(dir)
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	bin, err := report.Binary(".", dir)
	if err != nil {
		return 0, err
	}
	tools := &report.Tools{Corolower: bin, Passes: *passes, Dir: dir}
	if err := tools.Prepare(); err != nil {
		return 0, err
	}
	rows := report.Run(programs, tools, report.Options{Jobs: *jobs, Asan: *asan})
	if err := report.Print(os.Stdout, rows, *verbose); err != nil {
		return 0, err
	}
	broken := report.Broken(rows, len(programs) == all)
	for _, b := range broken {
		fmt.Println("broken:", b)
	}
	if len(broken) > 0 {
		return 1, nil
	}
	return 0, nil
}
