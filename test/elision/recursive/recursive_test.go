// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package recursive_test

// Random programs of coroutines that await each other in cycles, lowered here, must print the same as
// those that clang makes of the same IR without optimisation. For more programs: -seeds=1000 -first=5000
// -keep=DIR.

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/corolower/corolower/test/elision/recursive"
	"github.com/corolower/corolower/test/elision/report"
	"github.com/corolower/corolower/test/sample"
)

var (
	first = flag.Uint64("first", 1, "the first seed")
	seeds = flag.Int("seeds", 48, "how many seeds")
	jobs  = flag.Int("jobs", 2, "translation units at a time")
	keep  = flag.String("keep", "", "a directory for the programs that fail")
)

// unit is the number of programs in a translation unit.
const unit = 12

// builds are how units are compiled, in turns: clang's flags, corolower's, and the level for its output.
var builds = []struct{ source, lower, level string }{
	{"-O2", "", "-O0"},
	{"-O1 -g", "--coro-elide-max-stack=1024", "-O1"},
	{"-O2", "--coro-elide-max-stack=1024", "-O2"},
	{"-O1 -Xclang -disable-lifetime-markers", "", "-O2"},
	{"-O2 -fno-exceptions", "--coro-elide-max-stack=1024", "-O0"},
	{"-O2 -g", "", "-O2"},
	{"-O1", "--coro-elide-max-stack=1024 -passes=complete<O2>", "-O0"},
}

const toolLimit = 5 * time.Minute

// command runs a tool or a program, and returns what it prints.
func command(name string, args ...string) (out, errs string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), toolLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	if ctx.Err() != nil {
		err = errors.New("took too long")
	}
	if err != nil {
		text := e.String()
		err = fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, text[:min(len(text), 1500)])
	}
	return o.String(), e.String(), err
}

var counted = regexp.MustCompile(`(\d+) inline +- functions for recursive awaits`)

// ir compiles a file to IR as clang has it before its passes.
func ir(in, out, flags string) []string {
	return append(strings.Fields("clang++-22 -std=c++20 -w -Xclang -disable-llvm-passes -S -emit-llvm "+flags), in, "-o", out)
}

// check compares programs in one unit. made is the number of functions for recursive awaits.
func check(bin, dir string, list []uint64, build int) (made int, err error) {
	at := func(ext string) string { return filepath.Join(dir, fmt.Sprintf("s%d-%d%s", list[0], len(list), ext)) }
	if err := os.WriteFile(at(".cpp"), []byte(recursive.Source(list...)), 0o644); err != nil {
		return 0, err
	}
	b := builds[build%len(builds)]
	steps := [][]string{
		ir(at(".cpp"), at(".ll"), b.source),
		{"clang++-22", "-O0", "-w", at(".ll"), "-o", at(".ref")},
		append(strings.Fields(bin+" -S -stats -verify-each "+b.lower), at(".ll"), "-o", at(".low.ll")),
		{"clang++-22", b.level, "-w", at(".low.ll"), "-o", at(".our")},
	}
	for _, args := range steps {
		_, errs, err := command(args[0], args[1:]...)
		if err != nil {
			return 0, err
		}
		if m := counted.FindStringSubmatch(errs); m != nil {
			made, _ = strconv.Atoi(m[1])
		}
	}
	want, _, err := command(at(".ref"))
	if err != nil {
		return 0, err
	}
	got, _, err := command(at(".our"))
	if err == nil && got != want {
		w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
		for k := range min(len(w), len(g)) {
			if w[k] != g[k] {
				return made, fmt.Errorf("it prints %q, not %q", g[k], w[k])
			}
		}
		err = errors.New("it prints less")
	}
	if err == nil {
		for _, ext := range []string{".cpp", ".ll", ".low.ll", ".ref", ".our"} {
			os.Remove(at(ext))
		}
	}
	return made, err
}

// TestPrograms runs random programs, and requires that in many of them recursive awaits are calls.
func TestPrograms(t *testing.T) {
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
	total, programs, by := 0, 0, make([]int, len(builds))
	work := make(chan int)
	for range *jobs {
		wg.Go(func() {
			for k := range work {
				var list []uint64
				for n := k * unit; n < min(k*unit+unit, *seeds); n++ {
					list = append(list, *first+uint64(n))
				}
				build := int(list[0]) / unit
				n, err := check(bin, dir, list, build)
				mu.Lock()
				total, programs = total+n, programs+len(list)
				by[build%len(builds)] += n
				mu.Unlock()
				if err == nil {
					continue
				}
				t.Logf("%s: seeds %v: %v", builds[build%len(builds)], list, err)
				for _, seed := range list {
					if _, err := check(bin, dir, []uint64{seed}, build); err != nil {
						t.Errorf("seed %d, %s: %v", seed, builds[build%len(builds)], err)
					}
				}
				if !t.Failed() {
					t.Errorf("no program of them fails alone")
				}
			}
		})
	}
	for k := range (*seeds + unit - 1) / unit {
		if sample.Has(fmt.Sprint("recursive ", k), 2) {
			work <- k
		}
	}
	close(work)
	wg.Wait()
	t.Logf("%d programs, %d functions for recursive awaits: %d in each build", programs, total, by)
	if total < programs/6 {
		t.Error("the programs show little")
	}
}

var limit = regexp.MustCompile(`(?s)\ndefine internal [^\n]*(@\S+\.direct[.\d]*)\(.*?icmp uge i32 %\d+, (\d+)`)

// TestDebugInfo checks that debug info does not change how deep recursive awaits are calls.
func TestDebugInfo(t *testing.T) {
	dir := t.TempDir()
	bin, err := report.Binary(filepath.Join("..", "..", ".."), dir)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("in.cpp"), []byte(recursive.Source(7, 11, 14, 16, 17, 18, 20, 26)), 0o644); err != nil {
		t.Fatal(err)
	}
	var limits []string
	for _, flags := range []string{"-O2", "-O2 -g"} {
		for _, args := range [][]string{ir(at("in.cpp"), at("in.ll"), flags), {bin, "-S", at("in.ll"), "-o", at("low.ll")}} {
			if _, _, err := command(args[0], args[1:]...); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(at("low.ll"))
		if err != nil {
			t.Fatal(err)
		}
		var list strings.Builder
		for _, m := range limit.FindAllSubmatch(text, -1) {
			fmt.Fprintf(&list, "%s %s\n", m[1], m[2])
		}
		limits = append(limits, list.String())
	}
	if limits[0] == "" || limits[0] != limits[1] {
		t.Errorf("the limits are\n%swith debug info, not\n%s", limits[1], limits[0])
	}
}
