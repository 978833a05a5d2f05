// Command bench measures corolower against the installed opt in one run, by turns, on generated and real input, and prints the result as
// Markdown: time, processor time and peak memory with ratios, and the frame sizes over the end-to-end programs.
//
// It is no test: it passes no judgement and does not fail when a claim is missed. COROLOWER_BIN names the binary to measure; without it
// one is built. Run it from the root of the project.
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
)

const (
	opt      = "opt-22"
	pipeline = "coro-early,cgscc(coro-split),coro-cleanup"
	// The whole pipelines with elision: opt's as it is written to do what ours does.
	wholeOurs = "default<O2>"
	wholeOpt  = "coro-early,cgscc(inline,function(sroa,simplifycfg,early-cse),coro-split,coro-annotation-elide),function(coro-elide,simplifycfg),coro-cleanup"
	results   = "bench/results"
)

func main() {
	runs := flag.Int("n", 5, "measured `runs` of each program, after one warm-up")
	write := flag.String("write", "", "also write the result to "+results+"/`NAME`.md")
	only := flag.String("only", "", "measure only the inputs whose names match the `REGEXP`; \"frames\" is one; clang-frames: only compare frames with clang's")
	dir := flag.String("dir", "", "keep the inputs in this `directory`, and use those that are there")
	generate := flag.String("generate", "", "only write the input of this `name` to -dir")
	swift := flag.String("swift", "", "only compare frames over the modules of a Swift compiler in this `directory`; -only=swift takes that which COROLOWER_SWIFT names")
	pgo := flag.String("profile", "", "only write the profile that go build uses to this `file`")
	flag.Parse()
	if *pgo != "" {
		if err := inTemp(func(dir string) error { return profile(*pgo, dir) }); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if *only == "swift" && *swift == "" {
		*swift = os.Getenv("COROLOWER_SWIFT")
	}
	if err := run(*runs, *write, *only, *dir, *generate, *swift); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(runs int, write, only, dir, single, swift string) error {
	if single != "" {
		for i := range inputs {
			if inputs[i].name == single {
				return generate(&inputs[i], dir)
			}
		}
		return fmt.Errorf("no input is called %s", single)
	}
	want, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "corolower-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if dir == "" {
		dir = tmp
	} else if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	bin := os.Getenv("COROLOWER_BIN")
	if bin == "" {
		bin = filepath.Join(tmp, "corolower")
		if text, err := exec.Command("go", "build", "-o", bin, "./cmd/corolower").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %v\n%s", err, text)
		}
	}
	var doc bytes.Buffer
	out := io.MultiWriter(os.Stdout, &doc)
	if only == "clang-frames" {
		if err := clangFrames(out, bin, tmp); err != nil {
			return err
		}
		return save(write, &doc)
	}
	if swift != "" {
		if err := swiftTable(out, bin, swift, tmp); err != nil {
			return err
		}
		return save(write, &doc)
	}
	header(out, bin, runs)
	if err := table(out, bin, dir, runs, want, pipeline, pipeline, func(*input) bool { return true }); err != nil {
		return err
	}
	if wanted(want, elides) {
		fmt.Fprintf(out, "## With elision\n\n`corolower -passes='%s'` against `%s -passes='%s'`. opt's optimises every function, ours those that are or create coroutines.\n\n", wholeOurs, opt, wholeOpt)
	}
	if err := table(out, bin, dir, runs, want, wholeOurs, wholeOpt, elides); err != nil {
		return err
	}
	if err := kernelTable(out, bin, dir, runs, want); err != nil {
		return err
	}
	if want.MatchString("frames") {
		if err := frames(out, bin, tmp); err != nil {
			return err
		}
	}
	return save(write, &doc)
}

// inTemp runs a function with a directory that is gone afterwards.
func inTemp(f func(dir string) error) error {
	tmp, err := os.MkdirTemp("", "corolower-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	return f(tmp)
}

// save writes a result to the results of the project, if it has a name.
func save(name string, doc *bytes.Buffer) error {
	if name == "" {
		return nil
	}
	if err := os.MkdirAll(results, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(results, name+".md"), doc.Bytes(), 0o666)
}

// header tells what was measured, with what and on what.
func header(w io.Writer, bin string, runs int) {
	fmt.Fprintf(w, "# corolower against opt\n\n")
	fmt.Fprintf(w, "`corolower -passes='%s' -S` against `%s` with the same arguments, output to /dev/null, by turns: medians of %d runs after a warm-up.\n", pipeline, opt, runs)
	fmt.Fprintf(w, "Wall time, processor time (user and system, all threads) and peak resident memory as the system counts them.\n\n")
	fmt.Fprintf(w, "- %s\n- %s\n- %s\n- %s\n", firstLine(bin, "--version"), matching("LLVM version", opt, "--version"), matching("clang version", clang, "--version"), runtime.Version())
	fmt.Fprintf(w, "- %s, %d cores, %s of memory, %s/%s\n\n", procField("/proc/cpuinfo", "model name"), runtime.NumCPU(), procField("/proc/meminfo", "MemTotal"), runtime.GOOS, runtime.GOARCH)
}

// elides reports an input for the pipelines with elision.
func elides(in *input) bool { return in.elision }

// wanted reports whether a table has a row.
func wanted(want *regexp.Regexp, takes func(*input) bool) bool {
	for i := range inputs {
		if want.MatchString(inputs[i].name) && takes(&inputs[i]) {
			return true
		}
	}
	return false
}

// table measures the inputs that are wanted.
func table(w io.Writer, bin, dir string, runs int, want *regexp.Regexp, ours, theirs string, takes func(*input) bool) error {
	if !wanted(want, takes) {
		return nil
	}
	fmt.Fprintf(w, "| input | size | wall: ours | opt | ratio | processor: ours | opt | ratio | memory: ours | opt | share | claim | 10x input: ours | opt |\n")
	fmt.Fprintf(w, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|---:|\n")
	type pairOf struct{ ours, opt cost }
	done := map[string]pairOf{}
	for i := range inputs {
		in := &inputs[i]
		if !want.MatchString(in.name) || !takes(in) {
			continue
		}
		file := filepath.Join(dir, in.name+".ll")
		if _, err := os.Stat(file); err != nil {
			if text, err := exec.Command(os.Args[0], "-dir", dir, "-generate", in.name).CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %v\n%s", in.name, err, text)
			}
		}
		st, err := os.Stat(file)
		if err != nil {
			return err
		}
		rest := []string{"-S", file, "-o", os.DevNull}
		a, b, err := pair(append([]string{bin, "-passes=" + ours}, rest...), append([]string{opt, "-passes=" + theirs}, rest...), runs)
		if err != nil {
			return err
		}
		done[in.name] = pairOf{a, b}
		growth := " | "
		if t, ok := done[in.tenth]; ok {
			growth = fmt.Sprintf("%.1fx | %.1fx", ratio(a.wall, t.ours.wall), ratio(b.wall, t.opt.wall))
		}
		fmt.Fprintf(w, "| %s: %s | %.1f MB | %.0f ms | %.0f ms | **%.1f** | %.0f ms | %.0f ms | **%.1f** | %.0f MB | %.0f MB | **%.2f** | %s | %s |\n",
			in.name, in.about, mega(st.Size()), ms(a.wall), ms(b.wall), ratio(b.wall, a.wall),
			ms(a.cpu), ms(b.cpu), ratio(b.cpu, a.cpu), mega(a.rss), mega(b.rss), float64(a.rss)/float64(b.rss), in.want, growth)
	}
	fmt.Fprintf(w, "\nThe peak of the measuring process, below which no memory figure can be: %.0f MB.\n\n", mega(ownPeak()))
	return nil
}
