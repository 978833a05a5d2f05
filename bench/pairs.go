// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The coroutines of bench/pairs compared with the functions and loops that do the same.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// instructionCount matches the count in cachegrind's report.
var instructionCount = regexp.MustCompile(`I +refs: +([\d,]+)`)

// pairTable compiles each program of bench/pairs as functions and loops by clang, and as coroutines by
// clang, by corolower in between and, if there is one, by the earlier corolower. It compares the
// instructions that they execute, which are the same in each run. All must print the same result.
func pairTable(w io.Writer, r *request, dir string) error {
	sources, err := filepath.Glob("bench/pairs/*.cpp")
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no programs in bench/pairs: run from the root of the project (%v)", err)
	}
	ways, bins := []string{"plain", "clang", "ours"}, []string{"", "", r.bin}
	if r.before != "" {
		ways, bins = append(ways, "before"), append(bins, r.before)
	}
	fmt.Fprintf(w, "# Coroutines against functions and loops\n\nEach program of `bench/pairs`: as functions and loops, "+
		"compiled by `%s -O2` (plain), and as coroutines, compiled by clang alone and lowered by corolower in between. "+
		"Instructions in thousands that cachegrind counts, without those of an empty program.\n\n", clang)
	cells := append([]string{"program"}, ways...)
	for _, way := range ways[1:] {
		cells = append(cells, way+" / plain")
	}
	head(w, cells)
	ratios := make([][]float64, len(ways))
	var idle []int64
	for _, src := range append([]string{"bench/pairs/empty.cpp"}, sources...) {
		name := strings.TrimSuffix(filepath.Base(src), ".cpp")
		if idle != nil && name == "empty" {
			continue
		}
		counts, err := pairCounts(name, src, dir, ways, bins)
		if err != nil {
			return err
		}
		if idle == nil {
			idle = counts
			continue
		}
		cells := []string{name}
		for k := range counts {
			counts[k] -= idle[k]
			cells = append(cells, strconv.FormatInt(counts[k]/1000, 10))
		}
		for k := 1; k < len(counts); k++ {
			x := float64(counts[k]) / float64(counts[0])
			ratios[k] = append(ratios[k], x)
			cells = append(cells, fmt.Sprintf("%.2f", x))
		}
		row(w, cells)
	}
	fmt.Fprintln(w)
	for k := 1; k < len(ways); k++ {
		fmt.Fprintf(w, "- %s: median %.2f, worst %.2f\n", ways[k], middle(ratios[k]), slices.Max(ratios[k]))
	}
	return nil
}

// pairCounts returns the instructions that a program executes when it is compiled in each way.
func pairCounts(name, src, dir string, ways, bins []string) ([]int64, error) {
	var counts []int64
	var want string
	for k, way := range ways {
		var flags []string
		if way == "plain" {
			flags = []string{"-DPLAIN"}
		}
		exe, err := compileProgram(src, bins[k], filepath.Join(dir, name+"."+way), flags...)
		if err != nil {
			return nil, err
		}
		cmd := exec.Command("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file="+os.DevNull, exe.path)
		var out, report strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &report
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%s as %s: %v\n%.400s", name, way, err, report.String())
		}
		if k == 0 {
			want = out.String()
		} else if out.String() != want {
			return nil, fmt.Errorf("%s as %s prints %q, not %q", name, way, out.String(), want)
		}
		m := instructionCount.FindStringSubmatch(report.String())
		if m == nil {
			return nil, fmt.Errorf("cachegrind counts no instructions:\n%.400s", report.String())
		}
		n, err := strconv.ParseInt(strings.ReplaceAll(m[1], ",", ""), 10, 64)
		if err != nil {
			return nil, err
		}
		counts = append(counts, n)
	}
	return counts, nil
}
