// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command bench measures corolower against the installed opt in one run, alternately, on generated
// and real input, and prints the result as Markdown: processor time, wall time and peak memory with
// ratios and goals, and the frame sizes over the end-to-end programs.
//
// It is not a test: it does not fail when a goal is missed. COROLOWER_BIN names the binary to
// measure; without it, bench builds one. Run it from the root of the project.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
)

const (
	opt      = "opt-22"
	pipeline = "coro-early,cgscc(coro-split),coro-cleanup"
	// The whole pipelines with elision; opt's is written to do the same as ours.
	wholeOurs = "default<O2>"
	wholeOpt  = "coro-early,cgscc(inline,function(sroa,simplifycfg,early-cse),coro-split,coro-annotation-elide),function(coro-elide,simplifycfg),coro-cleanup"
	results   = "bench/results"
)

func main() {
	var r request
	flag.IntVar(&r.runs, "n", 5, "measured `runs` of each program, after one warm-up")
	flag.StringVar(&r.write, "write", "", "also write the result to "+results+"/`NAME`.md")
	flag.StringVar(&r.only, "only", "", "measure only the inputs whose names match the `REGEXP`; \"frames\" is "+
		"one; clang-frames: only compare frames with clang's; programs: only the speed of compiled programs; pairs: only coroutines against functions")
	flag.StringVar(&r.dir, "dir", "", "keep the inputs in this `directory`, and use those that are there")
	flag.StringVar(&r.single, "generate", "", "only write the input of this `name` to -dir")
	flag.StringVar(&r.swift, "swift", "", "only compare frames over the modules of a Swift compiler in this "+
		"`directory`; -only=swift takes that which COROLOWER_SWIFT names")
	flag.StringVar(&r.before, "before", "", "measure this earlier `binary` of corolower, too, in the same runs")
	pgo := flag.String("profile", "", "only write the profile that go build uses to this `file`")
	flag.Parse()
	if r.only == "swift" && r.swift == "" {
		r.swift = os.Getenv("COROLOWER_SWIFT")
	}
	do := func() error { return run(&r) }
	if *pgo != "" {
		do = func() error { return inTemp(func(dir string) error { return profile(*pgo, dir) }) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is the state that the tables share.
type bench struct {
	bin, before string // the binary to measure, and an earlier one to measure too, if any
	dir         string // directory of the inputs
	runs        int
	disturbed   int // number of rows of the current table that were measured on a busy machine
}

// request holds the command-line options.
type request struct {
	bench
	write, only, single, swift string
}

func run(r *request) error {
	if r.single != "" {
		for i := range inputs {
			if inputs[i].name == r.single {
				return generate(&inputs[i], r.dir)
			}
		}
		return fmt.Errorf("no input is called %s", r.single)
	}
	want, err := regexp.Compile(r.only)
	if err != nil {
		return err
	}
	return inTemp(func(tmp string) error {
		if r.dir == "" {
			r.dir = tmp
		} else if err := os.MkdirAll(r.dir, 0o777); err != nil {
			return err
		}
		if r.bin = os.Getenv("COROLOWER_BIN"); r.bin == "" {
			r.bin = filepath.Join(tmp, "corolower")
			build := exec.Command("go", "build", "-pgo=off", "-o", r.bin, "./cmd/corolower")
			build.Env = append(os.Environ(), "CGO_ENABLED=0") // like release builds
			if text, err := build.CombinedOutput(); err != nil {
				return fmt.Errorf("go build: %v\n%s", err, text)
			}
		}
		var doc bytes.Buffer
		out := io.MultiWriter(os.Stdout, &doc)
		switch {
		case r.only == "clang-frames":
			err = clangFrames(out, r.bin, tmp)
		case r.only == "programs":
			err = programTable(out, r, tmp)
		case r.only == "pairs":
			err = pairTable(out, r, tmp)
		case r.swift != "":
			err = swiftTable(out, r.bin, r.swift, tmp)
		default:
			err = r.tables(out, want, tmp)
		}
		if err != nil {
			return err
		}
		return save(r.write, &doc)
	})
}

// tables writes the requested tables.
func (b *bench) tables(out io.Writer, want *regexp.Regexp, tmp string) error {
	b.header(out)
	if err := b.table(out, want, &contest{pipeline, pipeline, func(*input) bool { return true },
		func(in *input) float64 { return in.goal }}); err != nil {
		return err
	}
	if wanted(want, elides) {
		fmt.Fprintf(out, "## With elision\n\n`corolower -passes='%s'` against `%s -passes='%s'`. opt's optimises "+
			"every function, ours those that are or create coroutines.\n\n", wholeOurs, opt, wholeOpt)
	}
	if err := b.table(out, want, &contest{wholeOurs, wholeOpt, elides,
		func(in *input) float64 { return in.whole }}); err != nil {
		return err
	}
	if err := b.kernelTable(out, want); err != nil {
		return err
	}
	if want.MatchString("frames") {
		return frames(out, b.bin, tmp)
	}
	return nil
}

// inTemp calls f with a temporary directory and removes it afterwards.
func inTemp(f func(dir string) error) error {
	tmp, err := os.MkdirTemp("", "corolower-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	return f(tmp)
}

// save writes a result to the project's results directory, unless name is "".
func save(name string, doc *bytes.Buffer) error {
	if name == "" {
		return nil
	}
	if err := os.MkdirAll(results, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(results, name+".md"), doc.Bytes(), 0o666)
}

// header describes the measurement, the versions and the machine.
func (b *bench) header(w io.Writer) {
	fmt.Fprintf(w, "# corolower against opt\n\n")
	fmt.Fprintf(w, "`corolower -passes='%s' -S` against `%s` with the same arguments, output to /dev/null, by "+
		"turns: medians of %d runs after a warm-up.\n", pipeline, opt, b.runs)
	fmt.Fprintf(w, "Processor time (user and system, all threads), wall time and peak resident memory as the "+
		"system counts them.\n\n")
	fmt.Fprintf(w, "- %s\n- %s\n- %s\n- %s\n", firstLine(b.bin, "--version"), matching("LLVM version", opt,
		"--version"), matching("clang version", clang, "--version"), runtime.Version())
	if b.before != "" {
		fmt.Fprintf(w, "- before: %s\n", revision(b.before))
	}
	fmt.Fprintf(w, "- %s, %d cores, %s of memory, %s/%s\n\n", procField("/proc/cpuinfo", "model name"),
		runtime.NumCPU(), procField("/proc/meminfo", "MemTotal"), runtime.GOOS, runtime.GOARCH)
}

// elides reports whether an input is measured with the elision pipelines.
func elides(in *input) bool { return in.elision }

// wanted reports whether a table has at least one row.
func wanted(want *regexp.Regexp, takes func(*input) bool) bool {
	for i := range inputs {
		if want.MatchString(inputs[i].name) && takes(&inputs[i]) {
			return true
		}
	}
	return false
}

// contest is a pipeline of ours and the pipeline of opt's that it is compared with.
type contest struct {
	ours, theirs string
	takes        func(*input) bool
	goal         func(*input) float64
}

// table measures the requested inputs with opt, with our binary and, if there is one, with an
// earlier binary, alternately.
func (b *bench) table(w io.Writer, want *regexp.Regexp, c *contest) error {
	if !wanted(want, c.takes) {
		return nil
	}
	heads := []string{"input", "size", "processor: opt", "ours", "ratio", "goal", "wall: opt", "ours", "ratio", "goal",
		"memory: opt", "ours", "share", "10x input: opt", "ours"}
	if b.before != "" {
		heads = slices.Insert(heads, 3, "before", "ratio")
		heads = slices.Insert(heads, slices.Index(heads, "memory: opt")+1, "before")
	}
	head(w, heads)
	done := map[string]measured{}
	for i := range inputs {
		in := &inputs[i]
		if !want.MatchString(in.name) || !c.takes(in) {
			continue
		}
		file, size, err := b.input(in)
		if err != nil {
			return err
		}
		run := func(bin, passes string) []string {
			return []string{bin, "-passes=" + passes, "-S", file, "-o", os.DevNull}
		}
		commands := [][]string{run(opt, c.theirs), run(b.bin, c.ours)}
		if b.before != "" {
			commands = append(commands, run(b.before, c.ours))
		}
		m, err := turns(commands, b.runs)
		if err != nil {
			return err
		}
		done[in.name] = m
		theirs, ours := m.costs[0], m.costs[1]
		cells := []string{in.name + ": " + in.about + b.mark(&m), fmt.Sprintf("%.1f MB", mega(size)), inMS(theirs.cpu)}
		if b.before != "" {
			cells = append(cells, inMS(m.costs[2].cpu), times(theirs.cpu, m.costs[2].cpu))
		}
		cells = append(cells, inMS(ours.cpu), bold(times(theirs.cpu, ours.cpu)), goal(c.goal(in)), inMS(theirs.wall),
			inMS(ours.wall), bold(times(theirs.wall, ours.wall)), goal(in.wall), inMB(theirs.rss))
		if b.before != "" {
			cells = append(cells, inMB(m.costs[2].rss))
		}
		cells = append(cells, inMB(ours.rss), bold(fmt.Sprintf("%.2f", float64(ours.rss)/float64(theirs.rss))))
		if tenth, ok := done[in.tenth]; ok {
			cells = append(cells, times(theirs.cpu, tenth.costs[0].cpu), times(ours.cpu, tenth.costs[1].cpu))
		} else {
			cells = append(cells, "", "")
		}
		row(w, cells)
	}
	fmt.Fprintf(w, "\nRatios are how many times less ours takes. The peak of the measuring process, below which no "+
		"memory figure can be: %.0f MB.\n", mega(ownPeak()))
	b.judge(w)
	return nil
}

// input returns the file of an input, which it creates if it is missing, and its size in bytes.
func (b *bench) input(in *input) (string, int64, error) {
	file := filepath.Join(b.dir, in.name+".ll")
	if _, err := os.Stat(file); err != nil {
		if text, err := exec.Command(os.Args[0], "-dir", b.dir, "-generate", in.name).CombinedOutput(); err != nil {
			return "", 0, fmt.Errorf("%s: %v\n%s", in.name, err, text)
		}
	}
	st, err := os.Stat(file)
	if err != nil {
		return "", 0, err
	}
	return file, st.Size(), nil
}

// mark counts a row that was measured while the machine was busy, and returns its mark for the
// table.
func (b *bench) mark(m *measured) string {
	if !m.busy() {
		return ""
	}
	b.disturbed++
	return fmt.Sprintf(" (busy: others took %.0f%% of a core)", 100*m.others)
}

// judge writes below a table whether its rows are reliable.
func (b *bench) judge(w io.Writer) {
	if b.disturbed > 0 {
		fmt.Fprintf(w, "\n**The machine was too busy to judge by %d of these rows**: other processes took more "+
			"than %.0f%% of a core.\n", b.disturbed, 100*busyShare)
	}
	b.disturbed = 0
	fmt.Fprintln(w)
}
