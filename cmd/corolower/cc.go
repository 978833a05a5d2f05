// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/project"
	"github.com/corolower/corolower/internal/words"
)

// This file is `corolower cc`: a launcher in front of clang that lowers coroutines between the
// frontend and code generation. Package launch takes commands apart and runs them; here are the
// options, the lowering and its budget.

type ccFlags struct {
	strict, quiet, verbose bool
	instrumented           bool
	stats, zero            bool
	passes, report, werror string
	frameMap               string // "" or inSection
	seconds, memory        int64
	elide                  elideFlags
	config                 string
	noConfig               bool
	given                  func(flag string) bool // on the command line, or in $COROLOWER_FLAGS
	visit                  func(func(*pflag.Flag))
}

const ccLong = `cc runs a compiler's command in three steps: clang's frontend, once; corolower, if the unit has coroutines; and
clang's code generation. It takes commands that compile C++ sources with clang 14 or later to objects or to a
program, and runs all others as they are written. A unit that cannot be lowered is left to clang's own lowering, with a
warning; --stats counts such units.

Put it before the compiler, or name a symbolic link to corolower 'corolower-clang++' and use that as the
compiler. $COROLOWER_FLAGS holds more options of cc, and the table [cc] of corolower.toml more. See docs/builds.md.

-fno-corolower in a command compiles that unit as it is written.`

const ccExample = `  cmake -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_CXX_COMPILER_LAUNCHER="corolower;cc" .
  make CXX="corolower cc clang++"
  corolower cc clang++ -std=c++20 -O2 -c a.cpp
  corolower cc --stats`

func (a *app) ccCommand() *cobra.Command {
	fl := &ccFlags{}
	cmd := &cobra.Command{
		Use: "cc [options] COMPILER [ARGS...]", Short: "compile C++ with clang, with coroutines lowered by corolower",
		Long: ccLong, Example: ccExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.cc(fl, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	fl.given, fl.visit = f.Changed, f.Visit
	f.BoolVar(&fl.strict, "strict", false, "fail if a unit cannot be lowered")
	f.BoolVar(&fl.quiet, "quiet", false, "print no warnings")
	f.BoolVar(&fl.verbose, "verbose", false, "print the commands that run")
	f.StringVar(&fl.werror, "Werror", "", "`coro-elide`: a call marked coro_elide_safe whose coroutine stays on the heap is an "+
		"error; -Werror=coro-elide in a command does the same")
	f.BoolVar(&fl.instrumented, "instrumented", false,
		"also lower units with -fprofile-generate, -fprofile-use or --coverage, whose counts then differ from clang's")
	group(f, "Builds")
	f.StringVar(&fl.passes, "passes", "", "run this `pipeline` (default: default<L> with the unit's level)")
	f.Int64Var(&fl.seconds, "max-seconds", 0, "maximum processor time of lowering in `seconds` (default: 20, and 5 "+
		"times that of the frontend)")
	f.Int64Var(&fl.memory, "max-memory", 4096, "maximum memory of lowering in `megabytes`")
	fl.elide.register(f)
	registerConfig(f, &fl.config, &fl.noConfig)
	group(f, "Lowering")
	f.StringVar(&fl.report, "report", "", "add the report of each unit to this `file`, for corolower project "+
		"--merge; -fcorolower-report=FILE in a command does the same")
	f.StringVar(&fl.frameMap, "frame-map", "",
		"where to put a map of the coroutines' frames for debuggers: 'section', "+
			"a section of the object that is not loaded")
	f.BoolVar(&fl.stats, "stats", false, "print what became of all commands since --zero-stats")
	f.BoolVar(&fl.zero, "zero-stats", false, "set the counters to zero")
	group(f, "Statistics")
	return cmd
}

// ccWords returns the command line of cc if the program was called as a launcher or as the compiler
// itself, and nil otherwise: `corolower cc OPTIONS clang++ ...`, or a link to this program named
// corolower-cc or corolower-clang++. Other names, for example corolower-0.2, are just names of the
// program. The compiler's words follow --.
func ccWords(argv []string) ([]string, error) {
	var own, rest []string
	name := launch.ProgramName(argv[0])
	compiler, link := strings.CutPrefix(name, "corolower-")
	link = link && !versionName().MatchString(compiler)
	switch {
	case os.Getenv(launch.AsPrefix) != "" && len(argv) > 1:
		os.Unsetenv(launch.AsPrefix)
		rest = argv[1:]
	case link && compiler == "cc":
		own, rest = ccOptions(argv[1:])
	case link && (launch.Linked(argv[0]) != "" || strings.Contains(compiler, "clang")):
		rest = append([]string{cmp.Or(launch.Linked(argv[0]), compiler)}, argv[1:]...)
	case len(argv) > 1 && argv[1] == "cc":
		own, rest = ccOptions(argv[2:])
	default:
		return nil, nil
	}
	more, err := words.Split([]byte(os.Getenv(launch.FlagsVariable)))
	if err != nil {
		return nil, usagef("%s: %v", launch.FlagsVariable, err)
	}
	out := slices.Concat([]string{"cc"}, more, own)
	if rest != nil {
		out = append(append(out, "--"), rest...)
	}
	return out, nil
}

// compilerWords returns an error for the command line of a compiler after the program's name without
// cc. For example, people write CMAKE_CXX_COMPILER_LAUNCHER=corolower.
func compilerWords(argv []string) error {
	if len(argv) < 3 || !launch.IsCommand(argv[1:]) {
		return nil
	}
	e := usagef("this is the command line of a compiler; its launcher is `corolower cc`")
	e.hint = "write: corolower cc " + strings.Join(argv[1:], " ") + "; in CMake: -DCMAKE_CXX_COMPILER_LAUNCHER=\"corolower;cc\""
	return e
}

// versionName matches the rest of a name like corolower-0.2 or corolower-v1.
var versionName = pattern.Lazy(`^v?[0-9]`)

// ccOptions separates the options of cc from the command that follows them. An option's value is in
// the same word or in the next one.
func ccOptions(args []string) (own, rest []string) {
	flags := (&app{}).ccCommand().Flags()
	for k := 0; k < len(args); k++ {
		if !strings.HasPrefix(args[k], "-") {
			return args[:k], args[k:]
		}
		if args[k] == "--" {
			return args[:k], args[k+1:]
		}
		name, _, has := strings.Cut(strings.TrimLeft(args[k], "-"), "=")
		if f := flags.Lookup(name); f != nil && f.NoOptDefVal == "" && !has {
			k++
		}
	}
	return args, nil
}

func (a *app) cc(fl *ccFlags, argv []string) error {
	store := launch.DefaultStore()
	if fl.zero {
		if err := store.Zero(); err != nil {
			a.complain(err)
		}
	}
	if fl.stats {
		c, err := store.Read()
		if err != nil {
			a.complain(err)
			return nil
		}
		fmt.Fprint(a.stdout, c.Text())
		if len(c.Fallbacks) > 0 {
			fmt.Fprintf(a.stdout, "units with fallbacks: %s\n", store.Log())
		}
	}
	if len(argv) == 0 {
		if !fl.stats && !fl.zero {
			return usagef("cc needs a compiler, for example: corolower cc clang++ -std=c++20 -O2 -c a.cpp")
		}
		return nil
	}
	l := &ccLowering{app: a, fl: fl}
	var err error
	if l.elide, err = fl.elide.bounds(); err != nil {
		return err
	}
	if fl.frameMap != "" && fl.frameMap != inSection {
		return usagef("--frame-map=%s: cc puts maps only into a section of the object: --frame-map=section",
			fl.frameMap)
	}
	if fl.werror != "" && fl.werror != "coro-elide" {
		return usagef("for the --Werror option: '%s' is not coro-elide", fl.werror)
	}
	if fl.passes != "" {
		if _, err := driver.Table.Parse(fl.passes); err != nil {
			return err
		}
	}
	runtime.GOMAXPROCS(1) // a build runs as many commands as there are cores
	end := launch.Run(argv, &launch.Options{
		Strict: fl.strict, Quiet: fl.quiet, Instrumented: fl.instrumented, ElideErrors: fl.werror != "",
		Verbose: fl.verbose, Terminal: isTerminal(os.Stderr), Show: ccShow, Oldest: launch.OldestClang,
		Lower: l.lower, Version: store.Version, Count: store.Add, Clock: processTime,
		Flags: fl.text(), Settings: l.settings, Links: store.Links(),
	})
	if end.Signal != nil {
		endBy(end.Signal)
	}
	a.code = end.Code
	return nil
}

// ccLowering lowers units for the launcher.
type ccLowering struct {
	*app
	fl    *ccFlags
	elide elide.Options
}

// configure returns the pipeline of a unit, from the command line, from corolower.toml, or from the
// unit's level. It returns nil if the unit is excluded.
func (l *ccLowering) configure(u *launch.Unit) (*pass.Pipeline, error) {
	text := l.fl.passes
	conf, err := finder(l.fl.config, l.fl.noConfig)
	if err != nil {
		return nil, err
	}
	source := u.Source
	if source == "-" {
		source = "stdin.cpp"
	}
	c, err := conf.For(source)
	if err != nil {
		return nil, err
	}
	cc := c.CCFor(source)
	if cc.Off {
		return nil, nil
	}
	text = cmp.Or(text, cc.Passes)
	flags := l.fl.elide
	if cc.MaxFrame != nil && !l.fl.given(maxFrameFlag) {
		flags.frame = *cc.MaxFrame
	}
	if cc.MaxStack != nil && !l.fl.given(maxStackFlag) {
		flags.stack = *cc.MaxStack
	}
	if cc.BranchRatio != nil && !l.fl.given(ratioFlag) {
		flags.ratio = *cc.BranchRatio
	}
	if l.elide, err = flags.options(); err != nil {
		return nil, err
	}
	switch {
	case text != "":
	case u.Level == "O0":
		text = driver.PlainPipeline
	default:
		text = driver.LevelPipeline(u.Level, false)
	}
	return driver.Table.Parse(text)
}

// text spells the options that the user set, for a run that a compiler cache starts.
func (fl *ccFlags) text() string {
	var out []string
	fl.visit(func(f *pflag.Flag) {
		if list, ok := f.Value.(pflag.SliceValue); ok {
			for _, v := range list.GetSlice() {
				out = append(out, words.Quote("--"+f.Name+"="+v))
			}
		} else if f.Name != "stats" && f.Name != "zero-stats" {
			out = append(out, words.Quote("--"+f.Name+"="+f.Value.String()))
		}
	})
	return strings.Join(out, " ")
}

// settings spells what lowering a source depends on besides this program: the pipeline, the bounds
// of elision, and the summaries of other files.
func (l *ccLowering) settings(source, level string) string {
	pl, err := l.configure(&launch.Unit{Source: source, Level: level})
	if err != nil || pl == nil {
		return fmt.Sprint("off ", err)
	}
	o := l.elide
	text := fmt.Sprint(pl, o.BranchRatio, o.MaxFrame, o.MaxStack, o.MaxAdded)
	if l.fl.frameMap != "" {
		text += " frame-map"
	}
	for _, name := range l.fl.elide.summaries {
		list, _ := words.ReadFile(name, maxSummaries) // what cannot be read is no summary
		text += fmt.Sprintf(" %x", sha256.Sum256(list))
	}
	return text
}

// errBudget is the error of a unit that takes too long, or too much memory.
var errBudget = errors.New("the unit takes more than the budget of time or memory")

// lower lowers a unit within the budget.
func (l *ccLowering) lower(u *launch.Unit) (*launch.Lowered, error) {
	if !presplit(u.Text) {
		return &launch.Lowered{}, nil
	}
	if int64(len(u.Text)) > maxInput {
		return nil, fmt.Errorf("the IR has %d bytes, more than the limit of %d", len(u.Text), int64(maxInput))
	}
	text := withoutUseLists(u.Text)
	pl, err := l.configure(u)
	if pl == nil {
		return &launch.Lowered{Excluded: err == nil}, err
	}
	var over atomic.Bool
	type result struct {
		low *launch.Lowered
		err error
	}
	done := make(chan result, 1)
	l.gc.start(int64(len(text)))
	remarks := newRemarks(u.Command)
	name := l.fl.report
	if own := u.Command.Report(); own != "" {
		name = own
	}
	go func() {
		defer func() {
			if e := recover(); e != nil && !debugging() {
				done <- result{err: fmt.Errorf("internal error: %v; this is a bug in corolower, please report it", e)}
			} else if e != nil {
				panic(e)
			}
		}()
		mapped := l.fl.frameMap == inSection
		opts := driver.Options{Pipeline: pl, Jobs: 1, Elide: l.elide, DebugFrame: true, Frames: name != "" || mapped,
			Brief: name == "", Ways: name != "", Remarks: remarks != nil, Rest: func(midway bool) {
				l.gc.rest(midway)
				if over.Load() {
					select {} // its result is not waited for
				}
			}}
		shown := filepath.Base(u.Source) + ".ll"
		res, err := driver.Run(shown, text, &opts)
		if err == nil && mapped {
			err = addSection(shown, text, res)
		}
		if err != nil {
			done <- result{err: ccError(err)}
			return
		}
		low := &launch.Lowered{Text: res.Bytes(), Coroutines: res.Stats.Split.Coroutines, Created: len(res.Elisions),
			Plain: !slices.ContainsFunc(pl.Steps(), func(st pass.Step) bool { return st.Pass.Is.Has(pass.Elides) })}
		for _, e := range res.Elisions {
			if e.Elided {
				low.Elided++
			}
		}
		if remarks != nil {
			low.Remarks = remarks.text(res.Remarks)
		}
		if name != "" {
			if err := addReport(name, u, pl.String(), text, res); err != nil {
				l.complain(err)
			}
		}
		done <- result{low, elideErrors(u, text, low, res)}
	}()
	limit := 20*time.Second + 5*u.Frontend
	if l.fl.seconds > 0 {
		limit = time.Duration(l.fl.seconds) * time.Second
	}
	began := processTime()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if processTime()-began > limit || metric(heapObjects) > l.fl.memory<<20 {
			over.Store(true)
			return nil, errBudget
		}
		select {
		case r := <-done:
			return r.low, r.err
		case <-tick.C:
		}
	}
}

// ccError is the first error of a run, in a line.
func ccError(err error) error {
	list := ir.AsList(err)
	if len(list) == 0 {
		return err
	}
	e := list[0]
	if s := e.Source; s.Line > 0 && s.File != "" {
		return fmt.Errorf("%s:%d: %s", s.File, s.Line, e.Error())
	}
	return e
}

// presplit reports a text with a coroutine that is not split yet.
func presplit(text []byte) bool {
	return bytes.Contains(text, []byte("presplitcoroutine")) || bytes.Contains(text, []byte(`"coroutine.presplit"=`))
}

// useList is a directive about the order of uses. It is about the text as the frontend wrote it.
var useList = pattern.Lazy(`(?m)^ *uselistorder(?:_bb)? .*\n`)

// withoutUseLists leaves those out.
func withoutUseLists(text []byte) []byte { return useList().ReplaceAll(text, nil) }

// addReport adds a unit's report to a file, as a line of JSON.
func addReport(name string, u *launch.Unit, pipeline string, text []byte, res *driver.Result) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	file := diag.NewFile(u.Source+".ll", text)
	p := report.Part{Unit: report.Unit{File: project.Absolute(u.Source, dir), Object: project.Absolute(u.Object, dir),
		Pipeline: pipeline}}
	order := explain.Names{}.Add(res)
	p.Add(pipeline, explain.Coroutines(file, res, order), explain.Creations(file, res, order), false)
	for _, w := range res.Warnings {
		p.Findings = append(p.Findings, report.NewFinding(file, w))
	}
	project.AbsoluteSources(&p, dir)
	line, err := json.Marshal(report.Merge("", "", []report.Part{p}).WithoutText())
	if err != nil {
		return err
	}
	return launch.AppendLine(name, line)
}
