// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/internal/report/html"
)

// This file implements `corolower report`: the results of explain and check for some IR files, as
// one HTML file. It runs the pipeline and discards the output.

const reportLong = `report runs the pipeline over IR files and writes one HTML file: the coroutines, what their frames contain and
why, which allocations were elided and why others were not, the graph of suspend points, and the findings of
check. The HTML file is self-contained and needs no network. With --compare=clang, it also shows the frames
and elisions of the installed clang for the same IR.

A directory stands for all .ll files below it; names may contain * ? [..] and **. If the IR has debug info
(-g), the report shows source lines from below the working directory and each --source-root.

Exit codes: 0 success; 1 errors in an input (the report lists them too); 2 wrong command line, a file that
cannot be read or written, or no coroutine in any input (see --allow-none).`

type reportFlags struct {
	explainFlags
	compare  compareFlags
	html     string
	title    string
	roots    []string
	maxText  int
	noConfig bool
	config   string
}

func (a *app) reportCommand() *cobra.Command {
	fl := &reportFlags{}
	cmd := &cobra.Command{
		Use:   "report --html=FILE [options] FILE|DIR...",
		Short: "write an HTML report about frames, elisions and findings", Long: reportLong,
		Example: "  corolower report --html=out.html f.ll\n" +
			"  corolower report --html=out.html --source-root=src --title='my project' build/",
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, ValidArgsFunction: irFiles,
		RunE: a.onWords(&fl.front, func(args []string) error { return a.report(fl, args) }),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.html, "html", "", "write the report to this `file`")
	f.StringVar(&fl.title, "title", "", "set the report's `title` (default: Coroutines)")
	f.StringArrayVar(&fl.roots, "source-root", nil,
		"also show source lines from below this `directory`; may be repeated")
	f.IntVar(&fl.maxText, "max-text", html.DefaultMaxText,
		"maximum `bytes` of source and IR text in the report, largest frames first; -1 means none")
	fl.compare.register(cmd)
	registerConfig(f, &fl.config, &fl.noConfig)
	group(f, "Report")
	fl.registerRun(f)
	fl.front.register(f)
	return cmd
}

func (a *app) report(fl *reportFlags, words []string) error {
	if fl.html == "" {
		return usagef("report needs --html=FILE")
	}
	fl.format, fl.formats = "html", []string{"html"}
	opts, err := fl.options(func(p *pass.Info) bool { return p.Is.Has(pass.Splits) }, "no coro-split", "split")
	if err != nil {
		return err
	}
	opts.Frames, opts.Ways = true, true
	if err := fl.compare.find(fl.pipeline()); err != nil {
		return err
	}
	conf, err := finder(fl.config, fl.noConfig)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		words = []string{"-"}
	}
	names, err := gate.Inputs(words, conf)
	if err != nil {
		return usagef("%v", err)
	}
	if err := notInputs(names, []output{{"--html", fl.html}}, ""); err != nil {
		return err
	}
	src := newSources()
	check := &checking{app: a, sources: src, fl: &checkFlags{jobs: fl.jobs, triple: fl.triple, layout: fl.layout},
		conf: conf}
	var parts []report.Part
	for _, name := range names {
		p, err := a.reportPart(fl, check, name, opts, src)
		if err != nil {
			return usagef("%v", err)
		}
		parts = append(parts, p)
	}
	if a.code == exitOK {
		if err := fl.has.check(true); err != nil {
			return err
		}
	}
	r := report.Merge(fl.pipeline(), "", parts)
	a.writeHTML(fl.html, r, html.Options{Title: fl.title, MaxText: fl.maxText})
	return nil
}

// writeHTML writes a report as HTML to a file. It prints errors.
func (a *app) writeHTML(name string, r *report.Report, o html.Options) {
	if err := a.writeOutput(name, func(w io.Writer) error { return html.Write(w, r, o) }); err != nil {
		a.complain(err)
	}
}

// reportPart gives what one file has. Errors in it are printed and counted in the part; the error is
// one of the configuration.
func (a *app) reportPart(fl *reportFlags, check *checking, name string, opts *driver.Options,
	src *diag.Sources) (report.Part, error) {
	p := report.Part{Unit: report.Unit{File: filepath.ToSlash(shownName(name))}}
	conf, err := check.conf.For(name)
	if err != nil {
		return p, err
	}
	update, stop := a.progress(shownName(name))
	shown, text, err := a.readInput(name)
	if err != nil {
		stop()
		a.unreadable(shown, err)
		p.Unit.Failed = err.Error()
		return p, nil
	}
	file, findings, _ := check.findings(conf, shown, text, nil)
	for _, fd := range findings {
		f := report.NewFinding(file, fd.Err)
		if f.Source != nil {
			f.Source.Dir = "" // check has called it from the working directory
		}
		p.Findings = append(p.Findings, f)
	}
	o := *opts
	o.Progress, o.Rest = update, a.gc.rest
	res, err := driver.Run(shown, text, &o)
	stop()
	a.noteSplit(shown, res)
	fl.has.add(name, text, res.Stats.Split.Coroutines > 0, res)
	if err != nil {
		a.printFindings(file, nil, err, a.style())
		a.code = max(a.code, exitFindings)
		p.Unit.Failed = failure(file, err)
		fl.place(&p, file, src)
		return p, nil
	}
	order := explain.Names{}.Add(res)
	split, created := explain.Coroutines(file, res, order), explain.Creations(file, res, order)
	answer := a.ask(&fl.compare, file)
	if answer != nil {
		explain.CompareFrames(split, answer)
		explain.CompareCreations(created, answer)
	}
	p.Add(fl.pipeline(), split, created, true)
	if answer != nil {
		for k := range p.Coroutines {
			p.Coroutines[k].Clang = fl.compare.name()
		}
		for k := range p.Creations {
			p.Creations[k].Clang = fl.compare.name()
		}
	}
	fl.place(&p, file, src)
	return p, nil
}

// failure spells the errors of a file as they are printed, without colours.
func failure(file *diag.File, err error) string {
	var b strings.Builder
	for _, e := range err.(ir.ErrorList) {
		b.WriteString(diag.Text("", diag.Finding{File: file, Err: e}, diag.Plain()))
	}
	return strings.TrimSpace(b.String())
}

// place tells sources of a part as people call them, and gives the part their lines, if they lie
// below the working directory or one that the user named: IR may name any file, and reports are
// handed on.
func (fl *reportFlags) place(p *report.Part, file *diag.File, src *diag.Sources) {
	texts := map[string][]string{}
	p.EachSource(func(s *explain.Source) {
		loc := ir.SourceLoc{File: s.File, Dir: s.Dir, Line: s.Line, Col: s.Column, Sum: s.Sum}
		s.File = src.Name(loc)
		f, _ := src.Find(loc, file)
		if f == nil || !fl.below(f.Name) {
			return
		}
		if s.File = f.Name; texts[s.File] == nil {
			texts[s.File] = report.Lines(f.Text)
		}
	})
	p.Carry(func(file string) []string { return texts[file] })
}

// below reports whether a file may be shown.
func (fl *reportFlags) below(name string) bool {
	path, err := filepath.EvalSymlinks(filepath.FromSlash(name))
	if err != nil {
		return false
	}
	for _, dir := range append([]string{"."}, fl.roots...) {
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			continue
		}
		from, err1 := filepath.Abs(dir)
		to, err2 := filepath.Abs(path)
		if rel, err := filepath.Rel(from, to); err1 == nil && err2 == nil && err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}
