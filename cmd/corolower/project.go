// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/internal/report/html"
	"github.com/corolower/corolower/internal/report/project"
	"github.com/corolower/corolower/internal/report/text"
)

// This file implements `corolower project`: one report of all units of a project. Package project
// runs them, and project_units.go selects them.

type projectFlags struct {
	build      string
	exclude    []string
	merge      bool
	optimize   string
	passes     []string
	extra      []string
	clang      string
	root       string
	jobs       int
	cache      string
	noCache    bool
	cacheSize  int64
	format     string
	output     string
	html       string
	withText   bool
	top        int
	settings   gate.Settings
	errorsOnly bool
	exitZero   bool
	config     string
	noConfig   bool
	elide      elideFlags
	gate       gateFlags
}

// projectFormats are the output formats. Those after json contain only findings, violations and
// changes for the worse.
var projectFormats = append([]string{"text", "json", "markdown"}, findingFormats...)

const projectLong = `project writes one report about all units of a project: the largest coroutine frames, the allocations that
stay on the heap and why, and the findings of check. It reads compile_commands.json and runs the clang of
each unit's own command, with flags that keep coroutines in the IR. If a unit is built by another compiler,
the newest clang on PATH, or that of --clang, compiles it. Results are cached by content. Nothing is written
into the build directory.

FILE, DIR or GLOB ('src/**/*.cpp') selects units by source file; --exclude leaves some out. A single compile
command after -- replaces the database. With --merge, the arguments are JSON reports to combine.

Each unit is analysed at its own -O level; --optimize=O2 analyses all units at -O2.

With --baseline, the report says what changed since an earlier report, as corolower diff does. The report
must stay within the budget in corolower.toml and --budget: see docs/budgets.md.

Exit codes: 0 success; 1 findings or failed units (with --baseline: new ones), or over the budget; 2 wrong
command line, or a file that cannot be read or written; 3 success, but corolower.toml wants a comparison and
there is no earlier report yet: this one is the baseline to keep. With --exit-zero, 0 instead of 1 and 3.`

const projectExample = `  corolower project -p build/
  corolower project -p build/ --optimize=O2 --exclude='third_party/**' 'src/**'
  corolower project -p build/ --format=json -o report.json
  corolower project --format=json -o a.json -- clang++ -std=c++20 -O2 -c a.cpp
  corolower project --merge a.json b.json
  corolower project -p build/ --baseline=main.json --budget no-growth=5% --format=github`

func (a *app) projectCommand() *cobra.Command {
	fl := &projectFlags{}
	cmd := &cobra.Command{
		Use:   "project [options] [FILE|DIR|GLOB...] [-- COMMAND...]",
		Short: "report frames, elisions and findings of a whole project", Long: projectLong,
		Example: projectExample, Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		command := []string(nil)
		if k := cmd.ArgsLenAtDash(); k >= 0 {
			args, command = args[:k], args[k:]
		}
		return a.project(fl, args, command)
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&fl.build, "p", "p", "", "build `directory`, or its "+project.DatabaseName+
		" (default: ., build/, and parents)")
	f.StringArrayVar(&fl.exclude, "exclude", nil, "skip units whose source matches this `glob`; may be repeated")
	f.StringArrayVar(&fl.extra, "extra-arg", nil, "add this `option` to every compile command; may be repeated")
	f.StringVar(&fl.clang, "clang", "", "use this `clang` for units that another compiler builds (default: the "+
		"newest on PATH)")
	f.IntVarP(&fl.jobs, "j", "j", 0, "compile `N` units at the same time (default: one per core)")
	group(f, "Units")
	f.StringVar(&fl.optimize, "optimize", "", "analyse all units at this `level`: "+strings.Join(driver.Levels,
		", ")+" (default: each unit's own)")
	f.StringArrayVar(&fl.passes, "passes", nil, "run this `pipeline` (default: default<L> with the unit's level)")
	fl.elide.register(f)
	group(f, "Lowering")
	f.StringVar(&fl.format, "format", "text", "output `format`: "+strings.Join(projectFormats, ", "))
	f.StringVarP(&fl.output, "o", "o", "-", "write the report to this `file`")
	f.StringVar(&fl.html, "html", "", "also write the report as HTML to this `file`")
	f.BoolVar(&fl.withText, "with-text", false, "include source lines and the IR of coroutines in the JSON report")
	f.IntVar(&fl.top, "top", 10, "print at most `N` rows of each table; 0 means all")
	f.StringVar(&fl.root, "root", "", "print paths relative to this `directory` (default: the working directory)")
	f.BoolVar(&fl.merge, "merge", false, "combine JSON reports; compile nothing")
	group(f, "Output")
	registerLevels(f, &fl.settings)
	f.BoolVar(&fl.errorsOnly, "errors-only", false, "exit with 0 if there are only warnings")
	group(f, "Severity")
	fl.gate.registerGate(cmd)
	f.BoolVar(&fl.exitZero, "exit-zero", false, "exit with 0 even if there are findings")
	registerConfig(f, &fl.config, &fl.noConfig)
	group(f, "Baseline and budget")
	f.StringVar(&fl.cache, "cache", "", "cache `directory` (default: corolower in $XDG_CACHE_HOME)")
	f.BoolVar(&fl.noCache, "no-cache", false, "do not use the cache")
	f.Int64Var(&fl.cacheSize, "cache-size", project.DefaultCacheSize,
		"maximum size of the cache in `bytes`; the least recently used entries go first")
	group(f, "Cache")
	_ = cmd.RegisterFlagCompletionFunc("format", fixed(projectFormats...))
	_ = cmd.RegisterFlagCompletionFunc("optimize", fixed(driver.Levels...))
	return cmd
}

// check refuses combinations of options that have no meaning.
func (fl *projectFlags) check(words, command []string) error {
	if err := oneOf("--format", fl.format, projectFormats); err != nil {
		return err
	}
	if err := oneOf("--optimize", fl.optimize, append([]string{""}, driver.Levels...)); err != nil {
		return err
	}
	switch {
	case len(fl.passes) > 1:
		return usagef("for the --passes option: may only occur zero or one times!")
	case fl.html == "-" && fl.output == "-":
		return usagef("--html and the report cannot both go to standard output; name a file with -o")
	case fl.top < 0:
		return usagef("for the --top option: the number of rows must be 0 or more")
	case fl.merge && command != nil:
		return usagef("--merge combines reports and compiles nothing; remove -- and the command")
	case fl.merge && len(words) == 0:
		return usagef("--merge needs reports: name JSON files of corolower project")
	case command != nil && (len(words) > 0 || fl.build != ""):
		return usagef("a command after -- excludes files and -p")
	case command != nil && len(command) == 0:
		return usagef("no command after --")
	}
	if len(fl.passes) == 1 {
		pl, err := driver.Table.Parse(fl.passes[0])
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(pl.Steps(), func(st pass.Step) bool { return st.Pass.Is.Has(pass.Splits) }) {
			return usagef("the pipeline '%s' has no coro-split, so nothing is split", fl.passes[0])
		}
	}
	return nil
}

func (a *app) project(fl *projectFlags, words, command []string) error {
	if err := fl.check(words, command); err != nil {
		return err
	}
	g, err := a.gateOf(fl)
	if g == nil || err != nil {
		return err
	}
	var parts []report.Part
	if fl.merge {
		if err := notInputs(words, []output{{"-o", fl.output}, {"--html", fl.html}, {"--sarif", fl.gate.sarif}},
			""); err != nil {
			return err
		}
		parts, err = a.readReports(words)
	} else {
		parts, err = a.runProject(fl, words, command)
	}
	if err != nil || parts == nil {
		return err
	}
	r := report.Merge("", "", parts)
	if err := g.hold(r); err != nil {
		return err
	}
	if g.fails(fl.errorsOnly) {
		a.code = max(a.code, exitFindings)
	}
	if g.first {
		g.noteFirst()
		if a.code == exitOK {
			a.code = exitFirst
		}
	}
	if fl.exitZero && (a.code == exitFindings || a.code == exitFirst) {
		a.code = exitOK
	}
	return a.writeProject(fl, r, g)
}

// writeProject writes the report in all requested formats.
func (a *app) writeProject(fl *projectFlags, r *report.Report, g *projectGate) error {
	var out []byte
	switch fl.format {
	case "json":
		if fl.withText || fl.merge { // a merged report keeps the source text of its parts
			out = diag.Encode(r)
		} else {
			out = diag.Encode(r.WithoutText())
		}
	case "text":
		st := diag.Plain()
		if fl.output == "-" {
			st = a.styleOf(a.stdout)
		}
		out = []byte(text.Project(r, fl.top, st))
		if g.d != nil {
			out = append(out, "\n"+text.Diff(g.d, [2]string{g.name, "now"}, st)...)
		}
	default:
		out = g.form(fl.format)
	}
	_ = a.save(fl.output, out) // the exit code tells
	if fl.html != "" {
		title := "Coroutines"
		if root, err := filepath.Abs(fl.root); err == nil {
			title += " of " + filepath.Base(root)
		}
		a.writeHTML(fl.html, r, html.Options{Title: title})
	}
	if fl.format == "text" || fl.format == "json" {
		a.printViolations(g.broken)
	}
	if fl.gate.sarif != "" {
		_ = a.save(fl.gate.sarif, budgetSARIF(g.all()))
	}
	return nil
}

// readReports reads JSON reports and splits them into parts, one for each unit. If a file holds
// several reports of the same unit, because each build appends one, only the last counts. If there
// are errors, readReports prints them and returns no parts.
func (a *app) readReports(names []string) ([]report.Part, error) {
	parts := []report.Part{}
	for _, name := range names {
		var own []report.Part
		at := map[[2]string]int{}
		for _, r := range a.readAllReports(name) {
			for _, p := range r.Parts() {
				key := [2]string{p.Unit.File, p.Unit.Object}
				if k, ok := at[key]; ok && p.Unit.Object != "" {
					own[k] = p
					continue
				}
				at[key] = len(own)
				own = append(own, p)
			}
		}
		parts = append(parts, own...)
	}
	if a.code != exitOK {
		return nil, nil
	}
	return parts, nil
}

// runProject analyses the units. It returns no parts if the run was interrupted, or if it failed
// and has printed why.
func (a *app) runProject(fl *projectFlags, words, command []string) ([]report.Part, error) {
	conf, err := finder(fl.config, fl.noConfig)
	if err != nil {
		return nil, err
	}
	wd, err := os.Getwd()
	if err != nil {
		return nil, usagef("%v", err)
	}
	list, err := units(fl, words, command, conf, wd)
	if err != nil {
		return nil, err
	}
	o := &project.Options{Root: wd, Clang: fl.clang, Level: fl.optimize, Extra: fl.extra, Jobs: fl.jobs,
		Text: fl.withText || fl.html != "", Debug: debugging()}
	if o.Elide, err = fl.elide.options(); err != nil {
		return nil, err
	}
	if len(fl.passes) == 1 {
		o.Pipeline = fl.passes[0]
	}
	if fl.root != "" {
		if o.Root, err = filepath.Abs(fl.root); err != nil {
			return nil, usagef("%v", err)
		}
	}
	if !fl.noCache {
		if o.BuildID, err = buildID(); err == nil {
			o.Cache, err = project.OpenCache(fl.cache)
		}
		if err != nil {
			if fl.cache != "" {
				return nil, usagef("for the --cache option: %v", err)
			}
			fmt.Fprintf(a.stderr, "corolower: %s no cache: %s\n", a.style().Warning("warning:"),
				diag.Clean(err.Error()))
		}
	}
	debug.SetGCPercent(100) // many files are in memory simultaneously
	update, stop := a.progressOf("project", "units")
	o.Progress = update
	ctx, done := interruptible()
	res, err := project.Run(ctx, list, o)
	stop()
	done()
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			a.complain(err)
		}
		a.code = max(a.code, exitFindings)
		return nil, nil
	}
	if o.Cache != nil {
		o.Cache.Trim(fl.cacheSize)
	}
	for _, n := range res.Notes {
		fmt.Fprintf(a.stderr, "corolower: %s %s\n", a.style().Note("note:"), diag.Clean(n))
	}
	if debugging() {
		fmt.Fprintf(a.stderr, "corolower: %d compiled, %d from the cache, %d skipped\n", res.Compiled, res.Cached,
			res.Skipped)
	}
	parts := append([]report.Part{}, res.Parts...)
	return parts, a.weigh(parts, fl, conf, o.Root)
}

// weigh applies the settings of rules to the findings: it sets their severity, and removes findings
// of rules that are off. A setting for certain files applies to findings whose source is one of
// them.
func (a *app) weigh(parts []report.Part, fl *projectFlags, conf *gate.Finder, root string) error {
	for k := range parts {
		p := &parts[k]
		var out []report.Finding
		for _, f := range p.Findings {
			file := p.Unit.File
			if f.Source != nil {
				file = f.Source.File
			}
			if file = filepath.FromSlash(file); !filepath.IsAbs(file) {
				file = filepath.Join(root, file)
			}
			c, err := conf.For(file)
			if err != nil {
				return usagef("%v", err)
			}
			sev, ok := append(c.For(file), fl.settings...).Weigh(f.Rule, levelOf(f.Level))
			if !ok {
				continue
			}
			if c.Werror && sev == ir.SevWarning {
				sev = ir.SevError
			}
			f.Level = sev.String()
			out = append(out, f)
		}
		p.Findings = out
	}
	return nil
}

// interruptible returns a context that a signal cancels. If a signal arrived, done ends the program
// as the signal would have ended it.
func interruptible() (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	var mu sync.Mutex
	var got os.Signal
	go func() {
		if s, ok := <-c; ok {
			mu.Lock()
			got = s
			mu.Unlock()
			cancel()
		}
	}()
	return ctx, func() {
		signal.Stop(c)
		close(c)
		cancel()
		mu.Lock()
		defer mu.Unlock()
		if got != nil {
			endBy(got)
		}
	}
}
