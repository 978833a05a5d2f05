// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// PTX of modules with many kernels, compared with llc -O0, the fastest setting of llc; and of
// kernels full of coroutines, compared with opt, which lowers them, followed by llc.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/corolower/corolower/bench/gen"
)

const llc = "llc-22"

// kernelInput is a device module.
type kernelInput struct {
	name, about string
	write       func(w io.Writer) error
	theirs      string  // opt's pipeline before llc; "": llc alone
	goal        float64 // target ratio of processor time
}

var kernelInputs = []kernelInput{
	{"kernels-1000", "1,000 kernels of 40 lines", func(w io.Writer) error { return gen.Kernels(w, 1000) }, "", 2},
	{"generators-1000", "1,000 kernels, each with a generator that is elided",
		func(w io.Writer) error { return gen.Generators(w, 1000) }, wholeOpt, 0},
}

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
			fmt.Fprintf(w, "## PTX\n\n`corolower --emit=ptx -mcpu=sm_80` against `%s -O0 -mcpu=sm_80`, with `%s "+
				"-passes='%s'` in front where there are coroutines.\n\n", llc, opt, wholeOpt)
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
		theirs := []string{llc, "-march=nvptx64", "-O0", "-mcpu=sm_80", file, "-o", os.DevNull}
		if in.theirs != "" {
			theirs = []string{"sh", "-c", fmt.Sprintf("%s -passes='%s' %s | %s -march=nvptx64 -O0 -mcpu=sm_80 -o %s",
				opt, in.theirs, file, llc, os.DevNull)}
		}
		m, err := turns([][]string{theirs, {b.bin, "--emit=ptx", "-mcpu=sm_80", file, "-o", os.DevNull}}, b.runs)
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
