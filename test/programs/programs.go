// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package programs provides the C++ programs of test/e2e to tests: their directives, the arguments
// for compiling them, and their IR as clang emits it without LLVM passes. It runs clang only for
// that, and knows nothing of the tests that use the IR.
package programs

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// CacheVariable names an environment variable with a folder in which the tests of one run share IR,
// because many need the same. `make test` creates and removes the folder; without it each test
// compiles for itself. The folder must not outlive the run, because the cache does not check for
// changes of headers or compilers.
const CacheVariable = "COROLOWER_TEST_IR"

// limit is the time after which clang is ended.
const limit = 10 * time.Minute

// Program is one source file with its directives.
type Program struct {
	Name    string
	Path    string   // absolute
	Flags   []string // for compiling the source
	Threads bool     // needs -pthread, and its allocations may depend on timing
	Wide    bool     // only for targets with 64-bit pointers
	short   bool
	clangs  map[int]bool
}

// Load reads the programs below dir (the directory of the end-to-end tests), sorted by name.
func Load(dir string) ([]*Program, error) {
	files, err := filepath.Glob(filepath.Join(dir, "programs", "*.cpp"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no programs in %s", filepath.Join(dir, "programs"))
	}
	list := make([]*Program, len(files))
	for i, file := range files {
		if list[i], err = read(file); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// read reads the directives of one file. A directive is a word on a line "// E2E: word word" of the
// head comment:
//
//	clang14    also for clang-14; by default only 19 and 22 compile a program
//	no-clangN  not for this clang, with the reason in the comment beside it
//	threads    compiled and linked with -pthread
//	wide       only for targets with 64-bit pointers
//	short      does less with -DSHORT, so that an interpreter runs it in seconds
//	-fXXX      a flag for the source compilation
//
// An unknown word is an error, because a misspelt one would silently drop a variant.
func read(file string) (*Program, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p := &Program{Name: strings.TrimSuffix(filepath.Base(file), ".cpp"), Path: path,
		clangs: map[int]bool{22: true, 19: true}}
	lines := strings.Split(string(text), "\n")
	if !strings.HasPrefix(lines[0], "// ") || strings.HasPrefix(lines[0], "// E2E:") {
		return nil, fmt.Errorf("%s: the first line must be a comment that says what the program shows", file)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, "//") {
			break
		}
		words, ok := strings.CutPrefix(line, "// E2E:")
		if !ok {
			continue
		}
		for _, word := range strings.Fields(words) {
			switch {
			case word == "clang14":
				p.clangs[14] = true
			case word == "no-clang19":
				delete(p.clangs, 19)
			case word == "no-clang22":
				delete(p.clangs, 22)
			case word == "threads":
				p.Threads = true
			case word == "wide":
				p.Wide = true
			case word == "short":
				p.short = true
			case strings.HasPrefix(word, "-f"):
				p.Flags = append(p.Flags, word)
			default:
				return nil, fmt.Errorf("%s:%d: unknown E2E directive %q", file, i+1, word)
			}
		}
	}
	return p, nil
}

// Wants reports whether the program is meant for this version of clang. Versions without a directive
// are like the next newer one that has one.
func (p *Program) Wants(clang int) bool {
	switch {
	case clang > 19:
		clang = 22
	case clang > 14:
		clang = 19
	}
	return p.clangs[clang]
}

// Short returns the flags with which an interpreter runs the program in seconds.
func (p *Program) Short(flags ...string) []string {
	if p.short {
		return append(flags, "-DSHORT")
	}
	return flags
}

// Source returns clang's arguments for compiling the source, without the file and the output. The
// caller owns the slice.
func (p *Program) Source(flags ...string) []string {
	args := append([]string{"-std=c++20", "-Wall", "-Werror"}, flags...)
	args = append(args, p.Flags...)
	if p.Threads {
		args = append(args, "-pthread")
	}
	return append(args, "-I", filepath.Join(filepath.Dir(filepath.Dir(p.Path)), "include"))
}

// IR writes the program as text to out, compiled by a version of clang with flags and without LLVM
// passes. The file may be a hard link to one that other tests read, so callers must not write to
// it.
func (p *Program) IR(clang int, out string, flags ...string) error {
	args := append(p.Source(flags...), "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", p.Path)
	dir := os.Getenv(CacheVariable)
	if dir == "" {
		return compile(clang, args, out)
	}
	kept := filepath.Join(dir,
		fmt.Sprintf("%x.ll", sha256.Sum256([]byte(fmt.Sprint(clang, "\x00", strings.Join(args, "\x00"))))))
	if os.Link(kept, out) == nil {
		return nil
	}
	if err := compile(clang, args, out); err != nil {
		return err
	}
	// Another test may have created the same file first. If links are not supported, nothing is
	// cached.
	_ = os.Link(out, kept)
	return nil
}

func compile(clang int, args []string, out string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, fmt.Sprintf("clang++-%d", clang), append(args, "-o", out)...)
	text, err := cmd.CombinedOutput()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return fmt.Errorf("%s is not installed: run scripts/install-tools.sh", cmd.Args[0])
	case ctx.Err() != nil:
		err = fmt.Errorf("stopped after %v", limit)
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, text[:min(len(text), 4000)])
	}
	return nil
}
