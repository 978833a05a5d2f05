// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The speed of the programs in bench/programs when corolower lowers them and clang -O2 compiles the
// result, compared with clang -O2 alone.

import (
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// programTable compiles each program in both ways and runs the two alternately. Both must print the
// same result.
func programTable(w io.Writer, bin, dir string, n int) error {
	sources, err := filepath.Glob("bench/programs/*.cpp")
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no programs in bench/programs: run from the root of the project (%v)", err)
	}
	fmt.Fprintf(w, "# Programs\n\nEach program of `bench/programs`, compiled by `%s -O2` alone, and lowered by "+
		"corolower in between. Medians of %d alternating runs.\n\n", clang, n)
	fmt.Fprint(w, "| program | clang, s | ours, s | clang / ours | clang, allocations | ours, allocations |\n"+
		"|---|---:|---:|---:|---:|---:|\n")
	for _, src := range sources {
		name := strings.TrimSuffix(filepath.Base(src), ".cpp")
		at := func(suffix string) string { return filepath.Join(dir, name+suffix) }
		for _, argv := range [][]string{
			{clang, "-std=c++20", "-O2", src, "-o", at(".clang")},
			{clang, "-std=c++20", "-O2", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", src, "-o", at(".ll")},
			{bin, at(".ll"), "-o", at(".lowered.ll")},
			{clang, "-O2", "-Wno-override-module", at(".lowered.ll"), "-lstdc++", "-o", at(".ours")},
		} {
			if _, err := once(argv); err != nil {
				return err
			}
		}
		var results, allocations [2]string
		for k, exe := range []string{at(".clang"), at(".ours")} {
			out, err := exec.Command(exe).Output()
			m := finished.FindSubmatch(out)
			if err != nil || m == nil {
				return fmt.Errorf("%s printed %q: %v", exe, out, err)
			}
			results[k], allocations[k] = string(m[1]), string(m[2])
		}
		if results[0] != results[1] {
			return fmt.Errorf("%s: clang's program prints %s, ours %s", name, results[0], results[1])
		}
		m, err := turns([][]string{{at(".clang")}, {at(".ours")}}, n)
		if err != nil {
			return err
		}
		c, o := m.costs[0].cpu.Seconds(), m.costs[1].cpu.Seconds()
		note := ""
		if m.busy() {
			note = " (the machine was busy)"
		}
		fmt.Fprintf(w, "| %s%s | %.2f | %.2f | %.2f | %s | %s |\n", name, note, c, o, c/o, allocations[0],
			allocations[1])
	}
	return nil
}

// finished matches the last line that a program prints.
var finished = regexp.MustCompile(`(-?\d+), (\d+) allocations\n$`)
