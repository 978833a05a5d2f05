package main

// PTX of modules of many kernels: ours against llc -O0, which does the least that llc can; and of kernels full of coroutines against opt, which lowers
// them, with llc behind it.

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
	theirs      string // what opt runs before llc; "": llc alone
	want        string
}

var kernelInputs = []kernelInput{
	{"kernels-1000", "1,000 kernels of 40 lines", func(w io.Writer) error { return gen.Kernels(w, 1000) }, "", "5x"},
	{"generators-1000", "1,000 kernels, each with a generator that is elided", func(w io.Writer) error { return gen.Generators(w, 1000) }, wholeOpt, ""},
}

// kernelTable measures them.
func kernelTable(w io.Writer, bin, dir string, runs int, want *regexp.Regexp) error {
	any := false
	for i := range kernelInputs {
		in := &kernelInputs[i]
		if !want.MatchString(in.name) {
			continue
		}
		if !any {
			any = true
			fmt.Fprintf(w, "## PTX\n\n`corolower --emit=ptx -mcpu=sm_80` against `%s -O0 -mcpu=sm_80`, with `%s -passes='%s'` in front where there are coroutines.\n\n", llc, opt, wholeOpt)
			fmt.Fprintf(w, "| input | size | wall: ours | theirs | ratio | processor: ours | theirs | ratio | memory: ours | theirs | claim |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n")
		}
		file := filepath.Join(dir, in.name+".ll")
		if err := create(file, in.write); err != nil {
			return err
		}
		st, err := os.Stat(file)
		if err != nil {
			return err
		}
		theirs := []string{llc, "-march=nvptx64", "-O0", "-mcpu=sm_80", file, "-o", os.DevNull}
		if in.theirs != "" {
			theirs = []string{"sh", "-c", fmt.Sprintf("%s -passes='%s' %s | %s -march=nvptx64 -O0 -mcpu=sm_80 -o %s", opt, in.theirs, file, llc, os.DevNull)}
		}
		a, b, err := pair([]string{bin, "--emit=ptx", "-mcpu=sm_80", file, "-o", os.DevNull}, theirs, runs)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s: %s | %.1f MB | %.0f ms | %.0f ms | **%.1f** | %.0f ms | %.0f ms | **%.1f** | %.0f MB | %.0f MB | %s |\n",
			in.name, in.about, mega(st.Size()), ms(a.wall), ms(b.wall), ratio(b.wall, a.wall), ms(a.cpu), ms(b.cpu), ratio(b.cpu, a.cpu), mega(a.rss), mega(b.rss), in.want)
	}
	if any {
		fmt.Fprintln(w)
	}
	return nil
}
