// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package random_test

// Random programs, lowered here and built with AddressSanitizer, must print the same as clang's
// unoptimised program. The test skips a program in which AddressSanitizer finds a fault even if
// clang alone compiles it. For more programs: -seeds=1000 -first=5000 -keep=DIR.

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/corolower/corolower/test/elision/random"
	"github.com/corolower/corolower/test/elision/report"
	"github.com/corolower/corolower/test/sample"
)

var (
	first = flag.Uint64("first", 1, "the first seed")
	seeds = flag.Int("seeds", 40, "how many seeds")
	jobs  = flag.Int("jobs", 2, "programs at a time")
	keep  = flag.String("keep", "", "a directory for the programs that fail")
)

const toolLimit = 5 * time.Minute

// command runs a tool or a program and returns its output.
func command(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), toolLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0:symbolize=0")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		err = errors.New("took too long")
	}
	if err != nil {
		text := errs.String()
		err = fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, text[:min(len(text), 1500)])
	}
	return out.String(), err
}

// check compares one program that is lowered here with the one that clang builds. elided is the
// number of frames inside the frames of their creators.
func check(bin, dir string, seed uint64) (elided int, skipped bool, err error) {
	at := func(ext string) string { return filepath.Join(dir, fmt.Sprintf("s%d%s", seed, ext)) }
	if err := os.WriteFile(at(".cpp"), []byte(random.Generate(seed).Source()), 0o644); err != nil {
		return 0, false, err
	}
	flags := []string{"-std=c++20", "-w", "-fsanitize=address", at(".cpp"), "-o"}
	if _, err := command("clang++-22", append([]string{"-O0"}, append(flags, at(".ref"))...)...); err != nil {
		return 0, false, err
	}
	want, err := command(at(".ref"))
	if err != nil {
		return 0, true, err
	}
	if _, err := command("clang++-22", append([]string{"-O2", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm"},
		append(flags, at(".ll"))...)...); err != nil {
		return 0, false, err
	}
	if _, err := command(bin, "-S", at(".ll"), "-o", at(".low.ll"),
		"-coro-elide-info-output-file="+at(".elided")); err != nil {
		return 0, false, err
	}
	if text, err := os.ReadFile(at(".elided")); err == nil {
		elided = strings.Count(string(text), "\n")
	}
	level := []string{"-O1", "-O2"}[seed%2]
	if _, err := command("clang++-22", level, "-w", "-fsanitize=address", at(".low.ll"), "-o", at(".our")); err != nil {
		return elided, false, err
	}
	got, err := command(at(".our"))
	if err == nil && got != want {
		err = fmt.Errorf("it prints\n%s\nwant\n%s", got, want)
	}
	if err == nil {
		for _, ext := range []string{".cpp", ".ll", ".low.ll", ".ref", ".our", ".elided"} {
			os.Remove(at(ext))
		}
	}
	return elided, false, err
}

// TestRandom runs random programs twice: lowered here with AddressSanitizer, and compiled by clang
// without optimisation.
func TestRandom(t *testing.T) {
	dir := t.TempDir()
	bin, err := report.Binary(filepath.Join("..", "..", ".."), dir)
	if err != nil {
		t.Fatal(err)
	}
	if *keep != "" {
		dir = *keep
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	total, skips := 0, 0
	work := make(chan uint64)
	for range *jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for seed := range work {
				n, skipped, err := check(bin, dir, seed)
				mu.Lock()
				total += n
				switch {
				case skipped:
					skips++
					t.Logf("seed %d: clang's own program: %v", seed, err)
				case err != nil:
					t.Errorf("seed %d: %v", seed, err)
				}
				mu.Unlock()
			}
		}()
	}
	for k := range *seeds {
		if seed := *first + uint64(k); sample.Has(fmt.Sprint(seed), 4) {
			work <- seed
		}
	}
	close(work)
	wg.Wait()
	t.Logf("%d programs, %d frames elided, %d programs left out", *seeds, total, skips)
	if sample.Whole() && total == 0 || skips > *seeds/4 {
		t.Error("the programs show nothing")
	}
}
