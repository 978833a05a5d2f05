// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The frames of default<O2>, according to `explain frame`, compared with those of clang -O2, according to
// its remarks, over the end-to-end programs.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

// clangFrame is the part of a coroutine's explanation that the comparison needs.
type clangFrame struct {
	Function  string     `json:"function"`
	Demangled string     `json:"demangled"`
	Size      int64      `json:"frame_size"`
	Rows      []clangRow `json:"rows"`
}

type clangRow struct {
	FrameOf string     `json:"frame_of"`
	Size    int64      `json:"size"`
	Rows    []clangRow `json:"rows"`
}

// heldBytes returns the sum of clang's frame sizes for the coroutines whose frames lie in rows. For
// a coroutine without a clang frame it uses our size.
func heldBytes(rows []clangRow, sizes map[string]int) (n int64) {
	for _, r := range rows {
		if r.FrameOf != "" {
			if s, ok := sizes[r.FrameOf]; ok {
				n += int64(s)
			} else {
				n += r.Size
			}
		}
		n += heldBytes(r.Rows, sizes)
	}
	return n
}

// clangFrames writes a table with a row for each program, and then lists each coroutine whose frame
// is more than a tenth larger than clang's.
func clangFrames(w io.Writer, bin, dir string) error {
	sources, err := filepath.Glob(filepath.Join(programs, "*.cpp"))
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no programs in %s: run from the root of the project (%v)", programs, err)
	}
	version, err := exec.Command(clang, "--version").Output()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "# Frames against clang's\n\n"+
		"`explain frame` of every program of `%s`: default<O2> against the remarks of %s -O2 on the same IR. "+
		"Clang's column has\n", programs, strings.SplitN(string(version), "\n", 2)[0])
	fmt.Fprint(w, "besides a coroutine's own frame those of the coroutines that lie in ours and are allocated "+
		"there. A coroutine that suspends in one of the two only is left out.\n\n")
	fmt.Fprint(w, "| program | coroutines | ours, bytes | clang, bytes | share | larger by more than a tenth |\n"+
		"|---|---:|---:|---:|---:|---:|\n")
	type large struct {
		name       string
		ours, them int64
	}
	var larger []large
	var count int
	var ours, theirs int64
	ll := filepath.Join(dir, "clangframes.ll")
	row := func(name string, n int, a, b int64, large int) {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %.2f | %d |\n", name, n, a, b, float64(a)/float64(max(b, 1)), large)
	}
	for _, src := range sources {
		text, err := exec.Command(clang, "-std=c++20", "-w", "-O2", "-I", include, "-Xclang", "-disable-llvm-passes",
			"-S", "-emit-llvm", src, "-o", ll).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s %s: %v\n%.400s", clang, src, err, text)
		}
		var stderr bytes.Buffer
		cmd := exec.Command(bin, "explain", "frame", "--format=json", ll)
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %v\n%.400s", src, err, stderr.String())
		}
		var list []clangFrame
		if err := json.Unmarshal(out, &list); err != nil {
			return fmt.Errorf("%s: %v", src, err)
		}
		sizes, err := frameSizes(clang, "-O2", "-w", "-x", "ir", ll, "-S", "-emit-llvm", "-o", os.DevNull, "-Rpass=coro-split")
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(src), ".cpp")
		var n, big int
		var a, b int64
		for k := range list {
			f := &list[k]
			if sizes[f.Function] == 0 || f.Size == 0 {
				continue
			}
			them := int64(sizes[f.Function]) + heldBytes(f.Rows, sizes)
			n, a, b = n+1, a+f.Size, b+them
			if f.Size*10 > them*11 {
				big++
				larger = append(larger, large{name + ": " + f.Demangled, f.Size, them})
			}
		}
		row(name, n, a, b, big)
		count, ours, theirs = count+n, ours+a, theirs+b
	}
	row("all", count, ours, theirs, len(larger))
	sort.SliceStable(larger,
		func(i, j int) bool { return larger[i].ours*larger[j].them > larger[j].ours*larger[i].them })
	fmt.Fprint(w, "\n## Larger by more than a tenth\n\n| coroutine | ours | clang |\n|---|---:|---:|\n")
	for _, l := range larger {
		fmt.Fprintf(w, "| `%s` | %d | %d |\n", l.name, l.ours, l.them)
	}
	return nil
}
