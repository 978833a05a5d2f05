// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

// The speed of the programs in bench/programs when corolower lowers them and clang -O2 compiles the
// result, compared with clang -O2 alone.

import (
	"debug/elf"
	"fmt"
	"io"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// program is a source file, compiled in several ways.
type program struct {
	name string
	exes []executable
}

// executable is a program as one compiler made it.
type executable struct {
	path         string
	text, frames int64 // bytes of function code in the object file, and of all coroutine frames
	allocations  int64
}

// programTable compiles each program by clang alone, by corolower in between and, if there is one,
// by the earlier corolower. It runs the results alternately. All must print the same result.
func programTable(w io.Writer, r *request, dir string) error {
	sources, err := filepath.Glob("bench/programs/*.cpp")
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no programs in bench/programs: run from the root of the project (%v)", err)
	}
	ways, bins := []string{"clang", "ours"}, []string{"", r.bin}
	if r.before != "" {
		ways, bins = append(ways, "before"), append(bins, r.before)
	}
	fmt.Fprintf(w, "# Programs\n\nEach program of `bench/programs`, compiled by `%s -O2` alone, and lowered by "+
		"corolower in between. Processor time: medians of %d alternating runs, and the median of the ratios of "+
		"neighbouring runs. Text is the function code of the object file, frames the bytes of all frames.\n\n",
		clang, r.runs)
	cells := []string{"program"}
	for _, unit := range []string{", s", ", text", ", frames", ", allocations"} {
		for _, way := range ways {
			cells = append(cells, way+unit)
		}
		if unit == ", s" {
			for _, way := range ways[1:] {
				cells = append(cells, "clang / "+way)
			}
		}
	}
	head(w, cells)
	sums := newProgramSums(len(ways))
	for _, src := range sources {
		p := program{name: strings.TrimSuffix(filepath.Base(src), ".cpp")}
		for k, bin := range bins {
			exe, err := compileProgram(src, bin, filepath.Join(dir, p.name+"."+ways[k]))
			if err != nil {
				return err
			}
			p.exes = append(p.exes, exe)
		}
		if err := p.check(ways); err != nil {
			return err
		}
		var commands [][]string
		for _, exe := range p.exes {
			commands = append(commands, []string{exe.path})
		}
		m, err := turns(commands, r.runs)
		if err != nil {
			return err
		}
		sums.add(&p, &m)
		p.row(w, &m)
	}
	sums.write(w, ways)
	return nil
}

// compileProgram compiles a source to out with further flags, by clang alone if bin is empty.
func compileProgram(src, bin, out string, flags ...string) (executable, error) {
	exe := executable{path: out}
	front := append([]string{clang, "-std=c++20", "-O2", src}, flags...)
	compile := append(slices.Clone(front), "-c", "-Rpass=coro-split", "-o", out+".o")
	var steps [][]string
	if bin != "" {
		steps = append(steps,
			append(front, "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", out+".ll"),
			[]string{bin, "-pass-remarks=coro-split", out + ".ll", "-o", out + ".lowered.ll"})
		compile = []string{clang, "-O2", "-c", "-Wno-override-module", out + ".lowered.ll", "-o", out + ".o"}
	}
	for _, argv := range append(steps, compile, []string{clang, out + ".o", "-lstdc++", "-lm", "-o", out}) {
		text, err := exec.Command(argv[0], argv[1:]...).CombinedOutput()
		if err != nil {
			return exe, fmt.Errorf("%s: %v\n%.400s", strings.Join(argv, " "), err, text)
		}
		for _, m := range splitRemark.FindAllSubmatch(text, -1) {
			n, _ := strconv.ParseInt(string(m[2]), 10, 64)
			exe.frames += n
		}
	}
	f, err := elf.Open(out + ".o")
	if err != nil {
		return exe, err
	}
	defer f.Close()
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			exe.text += int64(s.Size)
		}
	}
	return exe, nil
}

// finished matches the last line that a program prints.
var finished = regexp.MustCompile(`(-?\d+), (\d+) allocations\n$`)

// check runs each executable, reads the number of its allocations, and reports an error if their
// results differ.
func (p *program) check(ways []string) error {
	var first string
	for k := range p.exes {
		out, err := exec.Command(p.exes[k].path).Output()
		m := finished.FindSubmatch(out)
		if err != nil || m == nil {
			return fmt.Errorf("%s printed %q: %v", p.exes[k].path, out, err)
		}
		if k == 0 {
			first = string(m[1])
		} else if first != string(m[1]) {
			return fmt.Errorf("%s: clang's program prints %s, that of %s %s", p.name, first, ways[k], m[1])
		}
		p.exes[k].allocations, _ = strconv.ParseInt(string(m[2]), 10, 64)
	}
	return nil
}

// row writes the row of a program.
func (p *program) row(w io.Writer, m *measured) {
	cells := []string{p.name}
	if m.busy() {
		cells[0] += " (busy)"
	}
	add := func(value func(k int) string, from int) {
		for k := from; k < len(p.exes); k++ {
			cells = append(cells, value(k))
		}
	}
	add(func(k int) string { return fmt.Sprintf("%.3f", m.costs[k].cpu.Seconds()) }, 0)
	add(func(k int) string { return fmt.Sprintf("%.2f", m.byTurns(0, k)) }, 1)
	add(func(k int) string { return strconv.FormatInt(p.exes[k].text, 10) }, 0)
	add(func(k int) string { return strconv.FormatInt(p.exes[k].frames, 10) }, 0)
	add(func(k int) string { return strconv.FormatInt(p.exes[k].allocations, 10) }, 0)
	row(w, cells)
}

// programSums collects what the lines below the table report.
type programSums struct {
	count  int
	ratios [][]float64 // to clang
	worst  []string    // the program with the lowest ratio
	slower []int       // programs with a ratio below 0.97
	text   []int64
	frames []int64
}

func newProgramSums(ways int) *programSums {
	return &programSums{ratios: make([][]float64, ways), worst: make([]string, ways),
		slower: make([]int, ways), text: make([]int64, ways), frames: make([]int64, ways)}
}

func (s *programSums) add(p *program, m *measured) {
	s.count++
	for k := range p.exes {
		x := m.byTurns(0, k)
		if s.worst[k] == "" || x < slices.Min(s.ratios[k]) {
			s.worst[k] = p.name
		}
		s.ratios[k] = append(s.ratios[k], x)
		if x < 0.97 {
			s.slower[k]++
		}
		s.text[k] += p.exes[k].text
		s.frames[k] += p.exes[k].frames
	}
}

// write writes a table over all programs. A few programs that gain very much carry a mean, so the
// median and the mean without the best four stand beside it.
func (s *programSums) write(w io.Writer, ways []string) {
	fmt.Fprintf(w, "\nOver all %d programs, times as fast as clang's:\n\n", s.count)
	head(w, []string{"compared with clang", "median", "geometric mean", "without the best four", "worst", "below 0.97",
		"text", "frames"})
	for k := 1; k < len(ways); k++ {
		slices.Sort(s.ratios[k])
		row(w, []string{ways[k], fmt.Sprintf("%.3f", middle(s.ratios[k])), fmt.Sprintf("%.3f", geometricMean(s.ratios[k])),
			fmt.Sprintf("%.3f", geometricMean(s.ratios[k][:max(1, s.count-4)])),
			fmt.Sprintf("%.2f (%s)", s.ratios[k][0], s.worst[k]), strconv.Itoa(s.slower[k]),
			fmt.Sprintf("%.3f", float64(s.text[k])/float64(s.text[0])),
			fmt.Sprintf("%.3f", float64(s.frames[k])/float64(max(s.frames[0], 1)))})
	}
}

// middle returns the median, and of an even number of values the mean of the middle two.
func middle(l []float64) float64 {
	l = slices.Clone(l)
	slices.Sort(l)
	return (l[len(l)/2] + l[(len(l)-1)/2]) / 2
}

func geometricMean(l []float64) float64 {
	sum := 0.0
	for _, x := range l {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(l)))
}
