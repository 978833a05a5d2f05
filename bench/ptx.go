// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// PTX of modules with many kernels, compared with llc -O0, the fastest setting of llc, where neither
// optimises, and with opt -O2 and llc, as clang runs them, where both do.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/corolower/corolower/bench/gen"
)

const llc = "llc-22"

// kernelInput is a device module, and how it is compiled.
type kernelInput struct {
	name, about string
	write       func(w io.Writer) error
	ours        string  // the pipeline; "": the default of --emit=ptx, which optimises
	theirs      string  // opt's arguments before llc; "": llc alone
	level       string  // of llc
	goal        float64 // target ratio of processor time
}

var kernelInputs = []kernelInput{
	{"kernels-1000", "1,000 kernels of 40 lines", kernels, "default<O0>", "", "-O0", 2},
	{"kernels-1000-O2", "the same kernels, optimised", kernels, "", "-O2", "-O2", 2},
	{"generators-1000", "1,000 kernels, each with a generator that is elided", generators, wholeOurs,
		"-passes='" + wholeOpt + "'", "-O0", 0},
	{"generators-1000-O2", "the same generators, optimised", generators, "", "-O2", "-O2", 0},
}

func kernels(w io.Writer) error    { return gen.Kernels(w, 1000) }
func generators(w io.Writer) error { return gen.Generators(w, 1000) }

// kernelTable measures the kernel inputs.
func (b *bench) kernelTable(w io.Writer, want *regexp.Regexp) error {
	any := false
	for i := range kernelInputs {
		in := &kernelInputs[i]
		if !want.MatchString(in.name) {
			continue
		}
		if !any {
			any = true
			fmt.Fprintf(w, "## PTX\n\n`corolower --emit=ptx -mcpu=sm_80` against `%s -O2 | %s -O2 -mcpu=sm_80` in the rows of optimised "+
				"code. In the others, `corolower -passes='default<O0>'` against `%s -O0` for kernels, and `-passes='%s'` against `%s -passes='%s' | %s "+
				"-O0` for generators.\n\n", opt, llc, llc, wholeOurs, opt, wholeOpt, llc)
			head(w, []string{"input", "size", "processor: theirs", "ours", "ratio", "goal", "wall: theirs", "ours",
				"ratio", "memory: theirs", "ours"})
		}
		file := filepath.Join(b.dir, in.name+".ll")
		if err := create(file, in.write); err != nil {
			return err
		}
		st, err := os.Stat(file)
		if err != nil {
			return err
		}
		theirs := fmt.Sprintf("%s -march=nvptx64 %s -mcpu=sm_80 -o %s", llc, in.level, os.DevNull)
		if in.theirs == "" {
			theirs += " " + file
		} else {
			theirs = fmt.Sprintf("%s %s %s | %s", opt, in.theirs, file, theirs)
		}
		ours := []string{b.bin, "--emit=ptx", "-mcpu=sm_80", file, "-o", os.DevNull}
		if in.ours != "" {
			ours = append(ours, "-passes="+in.ours)
		}
		m, err := turns([][]string{{"sh", "-c", theirs}, ours}, b.runs)
		if err != nil {
			return err
		}
		t, o := m.costs[0], m.costs[1]
		row(w, []string{in.name + ": " + in.about + b.mark(&m), fmt.Sprintf("%.1f MB", mega(st.Size())), inMS(t.cpu),
			inMS(o.cpu), bold(times(t.cpu, o.cpu)), goal(in.goal),
			inMS(t.wall), inMS(o.wall), bold(times(t.wall, o.wall)), inMB(t.rss), inMB(o.rss)})
	}
	if any {
		b.judge(w)
	}
	return nil
}
