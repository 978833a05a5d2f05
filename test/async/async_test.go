// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package async_test runs generated asynchronous programs: coroutines that await each other, with
// loops, branches, hops through an executor's queue, and values of many types that are live across
// all of these. Their task allocator reports writes past the end of a context and deallocations out
// of order.
//
// The generator also computes the output of each program (package gen). Each program is lowered in
// every pipeline, verified by LLVM, and interpreted both directly and after LLVM's -O2. The
// interpreter of `corolower run` also runs it before lowering. LLVM also lowers the programs of
// contexts that it lowers correctly, which checks the generator.
//
//	go test ./test/async -seeds 500 -first 1000    other seeds
package async_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/test/async/gen"
	"github.com/corolower/corolower/test/sample"
)

var (
	seeds = flag.Int("seeds", 12, "number of generated programs")
	first = flag.Uint64("first", 1, "seed of the first")
	keep  = flag.String("keep", "", "directory for the programs that fail")
)

var pipelines = [...]string{"default<O2>", "default<O0>", "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"}

var contextPipelines = [...]string{
	"default<O2>",
	"coro-early,cgscc(coro-split),coro-cleanup,coro-fold-sizes",
	"coro-early,function(sroa,simplifycfg,early-cse),cgscc(coro-split<reuse-storage>),coro-cleanup,coro-fold-sizes",
	"coro-early,cgscc(coro-split),coro-fold-sizes,coro-cleanup,function(instsimplify,early-cse,simplifycfg,dce)",
}

func TestGenerated(t *testing.T) { testPrograms(t, false, pipelines[:]) }

// TestContexts runs programs in which the contexts of awaited coroutines overlap in different ways.
// Coroutines await one another in sequence, in branches and in loops, and while they hold memory of
// the task; other code between the awaits may also allocate memory of the task and keep it.
func TestContexts(t *testing.T) {
	var folded atomic.Int64
	stats = func(s *driver.Stats) { folded.Add(int64(s.FoldedSizes)) }
	t.Run("programs", func(t *testing.T) { testPrograms(t, true, contextPipelines[:]) })
	stats = nil
	if sample.Whole() && folded.Load() == 0 {
		t.Error("no size was folded")
	}
	t.Logf("%d sizes folded", folded.Load())
}

// stats receives the statistics of each run, unless it is nil.
var stats func(*driver.Stats)

func testPrograms(t *testing.T, contexts bool, pipelines []string) {
	for _, tool := range []string{"opt-22", "lli-22"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	for n := range *seeds {
		seed := *first + uint64(n)
		if !sample.Has(fmt.Sprint(seed), 3) {
			continue
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 0))
			p := gen.New(r, contexts)
			out, ok := p.Run()
			for !ok {
				p = gen.New(r, contexts)
				out, ok = p.Run()
			}
			want := strings.Join(out, " ")
			// LLVM computes contexts that are too small for these values
			if contexts && !strings.Contains(p.Text(), "<4 x ") {
				if got := llvm(t, p.Text()); got != want {
					t.Errorf("seed %d: lowered by LLVM it prints\n%s\nnot\n%s", seed, got, want)
				}
			}
			if got := interpret(t, p.Text()); got != want {
				t.Errorf("seed %d: not lowered it prints\n%s\nnot\n%s", seed, got, want)
			}
			for _, passes := range pipelines {
				if got := run(t, p.Text(), passes); got != want {
					t.Errorf("seed %d, %s: it prints\n%s\nnot\n%s", seed, passes, got, want)
					if *keep != "" {
						os.WriteFile(filepath.Join(*keep, fmt.Sprintf("%d.ll", seed)), []byte(p.Text()), 0o644)
					}
				}
			}
		})
	}
}

// run lowers a program and returns its output. If the output after LLVM's -O2 differs, it returns
// both.
func run(t *testing.T, text, passes string) string {
	t.Helper()
	pipeline, err := driver.Table.Parse(passes)
	if err != nil {
		t.Fatal(err)
	}
	o := &driver.Options{Jobs: 1, Pipeline: pipeline}
	res, err := driver.Run("program.ll", []byte(text), o)
	if err != nil {
		t.Fatal(passes, err)
	}
	if stats != nil {
		stats(&res.Stats)
	}
	return execute(t, res.Bytes(), "verify")
}

// interpret runs a program whose coroutines are not lowered.
func interpret(t *testing.T, text string) string {
	t.Helper()
	m, err := parse.Module("program.ll", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := p.New(interp.Options{Stdout: &out, MaxSteps: 1e8}).Run("main"); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// llvm runs a program that LLVM lowered.
func llvm(t *testing.T, text string) string {
	t.Helper()
	return execute(t, []byte(strings.ReplaceAll(text, "; "+gen.ForLLVM, "")), "coro-early,cgscc(coro-split),coro-cleanup")
}

// execute runs LLVM's passes over a program and then interprets it.
func execute(t *testing.T, text []byte, passes string) string {
	t.Helper()
	dir := t.TempDir()
	program, optimised := filepath.Join(dir, "program.ll"), filepath.Join(dir, "optimised.ll")
	if err := os.WriteFile(program, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if said := command(t, "opt-22", "-passes="+passes, "-S", program, "-o", program); said != "" {
		return said
	}
	command(t, "opt-22", "-passes=default<O2>", "-S", program, "-o", optimised)
	plain := command(t, "lli-22", "-O0", program)
	if fast := command(t, "lli-22", "-O0", optimised); fast != plain {
		return plain + " (behind -O2: " + fast + ")"
	}
	return plain
}

func command(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%s: %v: %.300s", args[0], err, out)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}
