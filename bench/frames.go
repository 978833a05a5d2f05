// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The sizes of coroutine frames over the end-to-end programs, compared with opt's.

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
)

const (
	reusePipeline = "coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup"
	programs      = "test/e2e/programs"
	include       = "test/e2e/include"
)

var splitRemark = regexp.MustCompile(`Split '(.*)' \(frame_size=(\d+), align=\d+\)`)

// frameSizes runs a lowering with remarks and returns the frame sizes by function.
func frameSizes(argv ...string) (map[string]int, error) {
	var stderr bytes.Buffer
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %v\n%.400s", argv[0], err, stderr.String())
	}
	out := map[string]int{}
	for _, m := range splitRemark.FindAllStringSubmatch(stderr.String(), -1) {
		out[m[1]], _ = strconv.Atoi(m[2])
	}
	return out, nil
}

// frames compiles every program at -O0 and -O2, and writes both sums and a histogram of the
// differences.
func frames(w io.Writer, bin, dir string) error {
	sources, err := filepath.Glob(filepath.Join(programs, "*.cpp"))
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no programs in %s: run from the root of the project (%v)", programs, err)
	}
	ll := filepath.Join(dir, "frames.ll")
	defer os.Remove(ll)
	count, ours, theirs := 0, 0, 0
	diffs := map[int]int{}
	for _, src := range sources {
		for _, level := range []string{"-O0", "-O2"} {
			text, err := exec.Command(clang, "-std=c++20", "-w", level, "-I", include, "-Xclang",
				"-disable-llvm-passes", "-S", "-emit-llvm", src, "-o", ll).CombinedOutput()
			if err != nil {
				return fmt.Errorf("%s %s: %v\n%.400s", clang, src, err, text)
			}
			a, err := frameSizes(bin, "-pass-remarks=coro-split", "-disable-output", ll)
			if err != nil {
				return err
			}
			b, err := frameSizes(opt, "-passes="+reusePipeline, "-pass-remarks=coro-split", "-disable-output", ll)
			if err != nil {
				return err
			}
			for name, size := range b {
				own, ok := a[name]
				if !ok {
					return fmt.Errorf("%s %s: %s was split by %s only", src, level, name, opt)
				}
				count++
				ours += own
				theirs += size
				diffs[own-size]++
			}
		}
	}
	fmt.Fprintf(w, "## Frames\n\n%d frames of the %d programs of `%s` at -O0 and -O2. Sum of sizes: corolower %d "+
		"bytes, opt %d bytes with reuse-storage (%.1f%%).\n\n",
		count, len(sources), programs, ours, theirs, 100*float64(ours)/float64(theirs))
	var keys []int
	for k := range diffs {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	fmt.Fprintf(w, "| ours minus opt's, bytes | frames |\n|---:|---:|\n")
	for _, k := range keys {
		fmt.Fprintf(w, "| %+d | %d |\n", k, diffs[k])
	}
	fmt.Fprintln(w)
	return nil
}
