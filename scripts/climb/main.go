// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command climb measures how often control goes up the import graph: the share of the distinct call
// stacks of a run in which a function of a package calls one of a package that imports it, directly
// or through others. Such a call goes through a function value or an iterator.
//
//	go run ./scripts/climb [-ptx] [-times N] FILE.ll [PASSES]
//
// For example, if opt calls a function value that the driver set, and that function runs a method
// of the driver, the stack
//
//	driver.(*unit).run -> opt.(*Inliner).Inline -> driver.(*run).body
//
// climbs once, from opt to driver. Frames of the standard library do not count. The command repeats
// the run -times times on one core, and the profiler takes a sample each millisecond. More runs
// sample rarer stacks too, so compare equal numbers of runs.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/driver"
)

const module = "github.com/corolower/corolower/"

func main() {
	log.SetFlags(0)
	ptx := flag.Bool("ptx", false, "write the result as PTX")
	times := flag.Int("times", 20, "how many `runs` are sampled")
	flag.Parse()
	if flag.NArg() < 1 || flag.NArg() > 2 {
		log.Fatal("usage: climb [-ptx] [-times N] FILE.ll [PASSES]")
	}
	passes := driver.DefaultPipeline
	if flag.NArg() == 2 {
		passes = flag.Arg(1)
	}
	stacks, err := sample(flag.Arg(0), passes, *times, *ptx)
	if err != nil {
		log.Fatal("climb: ", err)
	}
	above, err := importers()
	if err != nil {
		log.Fatal("climb: ", err)
	}
	report(os.Stdout, stacks, above)
}

// sample runs a pipeline and returns the distinct stacks of the packages' functions, outermost
// first.
func sample(file, passes string, times int, ptx bool) ([][]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pl, err := driver.Table.Parse(passes)
	if err != nil {
		return nil, err
	}
	prof, err := os.CreateTemp("", "climb-*.prof")
	if err != nil {
		return nil, err
	}
	defer os.Remove(prof.Name())
	debug.SetGCPercent(400)
	// StartCPUProfile then reports on stderr that it cannot set its own rate, and uses this one
	runtime.SetCPUProfileRate(1000)
	if err := pprof.StartCPUProfile(prof); err != nil {
		return nil, err
	}
	for range times {
		res, err := driver.Run(file, text, &driver.Options{Pipeline: pl, Jobs: 1, Module: ptx})
		if err != nil {
			return nil, err
		}
		if ptx {
			_, _, err = res.PTX(driver.PTXOptions{})
		} else {
			_, err = res.WriteTo(io.Discard)
		}
		if err != nil {
			return nil, err
		}
	}
	pprof.StopCPUProfile()
	prof.Close()
	out, err := exec.Command("go", "tool", "pprof", "-traces", "-lines=false", "-functions", prof.Name()).Output()
	if err != nil {
		return nil, err
	}
	return parseTraces(out), nil
}

// In the output of `go tool pprof -traces`, a trace is a block between dashed lines. Its lines are
// functions, innermost first. The first line begins with the time.
var traceLine = regexp.MustCompile(`^\s*(?:[\d.]+\w*s\s+)?(\S+)`)

func parseTraces(out []byte) [][]string {
	seen := map[string]bool{}
	var list [][]string
	for _, block := range bytes.Split(out,
		[]byte("-----------+-------------------------------------------------------"))[1:] {
		var stack []string
		for _, line := range strings.Split(string(block), "\n") {
			m := traceLine.FindStringSubmatch(line)
			if m == nil || !strings.HasPrefix(m[1], module+"internal/") {
				continue
			}
			stack = append(stack, strings.TrimPrefix(m[1], module))
		}
		if len(stack) == 0 {
			continue
		}
		slices.Reverse(stack)
		if key := strings.Join(stack, "\n"); !seen[key] {
			seen[key] = true
			list = append(list, stack)
		}
	}
	return list
}

// packageOf returns the package of a function: internal/lower/split for
// internal/lower/split.(*coroutine).finish.
func packageOf(fn string) string {
	at := strings.LastIndexByte(fn, '/') + 1
	dot := strings.IndexByte(fn[at:], '.')
	return fn[:at+dot]
}

// importers returns, for each package, the packages that import it, directly or through others.
func importers() (map[string]map[string]bool, error) {
	out, err := exec.Command("go", "list", "-pgo=off", "-f", "{{.ImportPath}} {{join .Deps \" \"}}",
		"./internal/...").Output()
	if err != nil {
		return nil, err
	}
	above := map[string]map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		p := strings.TrimPrefix(words[0], module)
		for _, d := range words[1:] {
			d, own := strings.CutPrefix(d, module)
			if !own {
				continue
			}
			if above[d] == nil {
				above[d] = map[string]bool{}
			}
			above[d][p] = true
		}
	}
	return above, nil
}

// report prints the share of the stacks that climb, and the calls with which they do.
func report(w io.Writer, stacks [][]string, above map[string]map[string]bool) {
	climbs := 0
	edges := map[string]int{} // number of stacks by the call with which they climb
	for _, stack := range stacks {
		up := map[string]bool{}
		for k := 1; k < len(stack); k++ {
			if from, to := packageOf(stack[k-1]), packageOf(stack[k]); above[from][to] {
				up[from+" -> "+to+"  "+stack[k]] = true
			}
		}
		if len(up) > 0 {
			climbs++
		}
		for e := range up {
			edges[e]++
		}
	}
	fmt.Fprintf(w, "%d of %d distinct stacks climb (%.1f%%)\n", climbs, len(stacks),
		100*float64(climbs)/float64(max(len(stacks), 1)))
	list := slices.SortedFunc(maps.Keys(edges), func(a, b string) int {
		if d := edges[b] - edges[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, e := range list {
		fmt.Fprintf(w, "%6d  %s\n", edges[e], e)
	}
}
