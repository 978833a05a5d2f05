// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command mutants lowers mutants of all textual IR of the tree in this process and in every mode,
// and lets LLVM judge the input and the output. The lowering must accept the input that LLVM
// accepts, or refuse it with a position and a reason. LLVM must accept the output. Nothing may
// panic or hang.
//
//	go run ./test/mutants -count 100000 -keep DIR
//
// It does not run the output; test/hard does that.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"sort"
	"time"
)

func main() {
	count := flag.Int("count", 20000, "how many mutants")
	first := flag.Uint64("first", 1, "the number of the first; three come of a number")
	jobs := flag.Int("jobs", 0, "at a time; 0: one a core")
	keep := flag.String("keep", "", "a folder for a reduced mutant of each distinct failure")
	flag.Parse()
	debug.SetGCPercent(400) // each mutant's memory is garbage after its run, so collect rarely
	h := &hunt{root: ".", first: *first, count: *count, jobs: *jobs}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	defer os.RemoveAll(dir)
	h.dir = dir
	begin := time.Now()
	res, err := h.run()
	if err == nil && *keep != "" {
		err = h.keep(*keep, res)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	var signs []string
	for s := range res.found {
		signs = append(signs, s)
	}
	sort.Slice(signs, func(i, j int) bool { return res.found[signs[i]].times > res.found[signs[j]].times })
	for _, s := range signs {
		f := res.found[s]
		fmt.Printf("%6d times, first %d, %s: %s\n", f.times, f.number, f.mode, s)
	}
	fmt.Printf("%v; %.0f mutants/s\n", res, float64(res.mutants)/time.Since(begin).Seconds())
	if len(res.found) > 0 {
		os.Exit(1)
	}
}
