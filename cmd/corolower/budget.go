// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
)

// This file implements budgets on the command line: the options that set limits, and the conversion
// of violations to findings, so that they appear in the output formats of check.

// budgetFlags are the limits on a command line, for example --budget=max-frame=256.
type budgetFlags struct{ limits []string }

// register adds the option; keys are the limits that the command supports.
func (fl *budgetFlags) register(cmd *cobra.Command, keys []report.Key) {
	option := strings.TrimPrefix(gate.BudgetOption, "--")
	cmd.Flags().StringArrayVar(&fl.limits, option, nil,
		"exit with 1 if the limit `KEY=VALUE` is exceeded; may be repeated; keys: "+report.KeyNames(keys))
	_ = cmd.RegisterFlagCompletionFunc(option, func(*cobra.Command, []string, string) ([]string,
		cobra.ShellCompDirective) {
		var out []string
		for _, k := range keys {
			out = append(out, k.Name+"=\t"+k.Summary)
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// budget returns the limits of the configuration, followed by those of the command line for the
// given keys. Later limits override earlier ones.
func (fl *budgetFlags) budget(conf *gate.Config, keys []report.Key) (report.Budget, error) {
	b := append(report.Budget{}, conf.Budget...)
	for _, s := range fl.limits {
		l, err := gate.ParseLimit(s)
		if err == nil && !slices.ContainsFunc(keys, func(k report.Key) bool { return k.Name == l.Key }) {
			err = fmt.Errorf("%s is nothing that this command knows; it knows %s", l.Key, report.KeyNames(keys))
		}
		if err != nil {
			return nil, usagef("for the %s option: %v", gate.BudgetOption, err)
		}
		b = append(b, l)
	}
	return b, nil
}

// configOf reads the configuration for the working directory.
func configOf(path string, none bool) (*gate.Config, error) {
	f, err := finder(path, none)
	if err != nil {
		return nil, err
	}
	c, err := f.For("-")
	if err != nil {
		return nil, usagef("%v", err)
	}
	return c, nil
}

// readReport reads a report; "-" is standard input. If it cannot read the report, it prints the
// error and returns nil.
func (a *app) readReport(name string) *report.Report {
	shown, text, err := a.readInput(name)
	if err != nil {
		a.unreadable(shown, err)
		return nil
	}
	return a.oneReport(shown, text)
}

func (a *app) oneReport(shown string, text []byte) *report.Report {
	r, err := report.Read(text)
	if err != nil {
		a.printFindings(diag.NewFile(shown, text), nil, ir.AsList(err), a.style())
		a.code = exitUsage
		return nil
	}
	return r
}

// readAllReports reads a file that holds one report, or several reports on one line each. It prints
// errors and returns the reports that it could read.
func (a *app) readAllReports(name string) (list []*report.Report) {
	shown, text, err := a.readInput(name)
	if err != nil {
		a.unreadable(shown, err)
		return nil
	}
	lines := [][]byte{text}
	if bytes.Contains(text, []byte("\n{\"")) {
		lines = bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	}
	for _, l := range lines {
		if r := a.oneReport(shown, l); r != nil {
			list = append(list, r)
		}
	}
	return list
}

// sourced converts the places in reports to findings that show source lines.
type sourced struct {
	sources *diag.Sources
	// root is the directory that a report's places are relative to; "" if the places are not from a
	// report. Only files below root are read, because the report may come from another machine.
	root    string
	carried map[string][]report.Source // source text that reports contain, by file
	files   map[string]*diag.File
}

func newSourced() *sourced {
	return &sourced{sources: newSources(), carried: map[string][]report.Source{}, files: map[string]*diag.File{}}
}

// newReported returns a sourced for a report whose places are relative to root; "" is the working
// directory.
func newReported(root string) *sourced {
	s := newSourced()
	s.root = s.sources.Dir()
	if abs, err := filepath.Abs(root); root != "" && err == nil {
		s.root = abs
	}
	return s
}

// carry adds the source text that a report contains.
func (s *sourced) carry(r *report.Report) {
	for _, x := range r.Sources {
		s.carried[x.File] = append(s.carried[x.File], x)
	}
}

// maxCarried is the highest line number that carriedFile accepts for text from a report.
const maxCarried = 1 << 20

// carriedFile builds a file from the lines that a report quotes of it; the other lines are empty.
// It returns nil if the report quotes none.
func (s *sourced) carriedFile(name string) *diag.File {
	var lines []string
	for _, x := range s.carried[name] {
		for k, l := range x.Lines {
			n := x.First + k
			if n < 1 || n > maxCarried {
				continue
			}
			if len(lines) < n {
				lines = append(lines, make([]string, n-len(lines))...)
			}
			lines[n-1] = strings.ReplaceAll(l, "\n", " ")
		}
	}
	if lines == nil {
		return nil
	}
	return diag.NewFile(name, []byte(strings.Join(lines, "\n")))
}

// position returns the position of a place in its file, or none if the file has no such place.
func (s *sourced) position(f *diag.File, at explain.Source) ir.Pos {
	pos := f.PosOf(at.Line, at.Column)
	if pos.IsValid() && bytes.HasPrefix(f.Text[min(pos.Offset(), len(f.Text)):], []byte("\n")) {
		return ir.NoPos
	}
	return pos
}

// file returns the file of a place, with its text if that is available.
func (s *sourced) file(at explain.Source) *diag.File {
	if f := s.files[at.File]; f != nil {
		return f
	}
	f := s.carriedFile(at.File)
	if f == nil && (s.root == "" || filepath.IsLocal(at.File)) {
		loc := ir.SourceLoc{File: at.File, Dir: cmp.Or(s.root, at.Dir, s.sources.Dir()), Line: at.Line, Col: at.Column}
		f, _ = s.sources.Find(loc, diag.NewFile("", nil))
		switch n := s.sources.Name(loc); {
		case f != nil && s.root != "":
			f = diag.NewFile(at.File, f.Text) // under the report's name for it
		case f == nil && s.root == "" && n != "":
			f = diag.NewFile(n, nil)
		}
	}
	if f == nil {
		f = diag.NewFile(at.File, nil)
	}
	s.files[at.File] = f
	return f
}

// finding builds one finding. about identifies its subject, in words that do not change when lines
// move.
func (s *sourced) finding(sev ir.Severity, rule, about, message, hint string, at explain.Source,
	notes []report.Note) diag.Finding {
	f := s.file(at)
	e := ir.Errorf(s.position(f, at), "%s", message)
	e.Severity, e.Rule, e.Hint = sev, rule, hint
	e.Source = ir.SourceLoc{File: f.Name, Line: at.Line, Col: at.Column}
	for _, n := range notes {
		note := ir.Note{Msg: n.Message, Source: ir.SourceLoc{File: n.At.File, Line: n.At.Line, Col: n.At.Column}}
		if n.At.File == at.File {
			note.Source.File, note.Pos = f.Name, s.position(f, n.At)
		}
		e.Notes = append(e.Notes, note)
	}
	return diag.Finding{File: f, Err: e, About: rule + " " + about}
}

// ownFirst moves findings in files outside of the project to the end. Tools that annotate source
// lines cannot show those, and they show only a limited number of findings.
func ownFirst(list []diag.Finding) []diag.Finding {
	outside := func(fd diag.Finding) int {
		if file, _ := fd.Lead(); filepath.IsAbs(file) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b diag.Finding) int { return outside(a) - outside(b) })
	return list
}

// violations converts violations of a budget to findings.
func (s *sourced) violations(list []report.Violation) []diag.Finding {
	var out []diag.Finding
	for _, v := range list {
		out = append(out, s.finding(ir.SevError, v.Rule, v.About, v.Message, v.Hint, v.At, v.Notes))
	}
	return ownFirst(out)
}

// budgetRules returns the rules of budgets and of differences between reports, for SARIF.
func budgetRules() []diag.Rule {
	var out []diag.Rule
	add := func(name, summary string, level ir.Severity) {
		out = append(out, diag.Rule{Name: name, Summary: summary, Help: summary + ".",
			URI: home + "/blob/main/docs/budgets.md", Level: level})
	}
	for _, k := range report.Keys {
		add(k.Name, k.Summary, ir.SevError)
	}
	add(report.UnitFailed, report.UnitFailedSummary, ir.SevError)
	for _, r := range diffRules {
		add(r.name, r.summary, ir.SevWarning)
	}
	return out
}

// printViolations prints violations as text, and their number.
func (a *app) printViolations(list []diag.Finding) {
	st := a.style()
	for _, fd := range list {
		fmt.Fprint(a.stderr, diag.Text("corolower", fd, st))
	}
	if len(list) > 0 {
		fmt.Fprintf(a.stderr, "corolower: %s of the budget\n", explain.Count(len(list), "violation"))
	}
}
