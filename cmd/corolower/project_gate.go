// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/internal/report/text"
)

// This file compares the report of a project with an earlier report and checks it against the
// budget.

// gateFlags are the options for the earlier report and the budget.
type gateFlags struct {
	budgetFlags
	baseline string
	update   bool
	sarif    string
}

func (fl *gateFlags) registerGate(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&fl.baseline, "baseline", "", "compare with the earlier report in this JSON `file`")
	f.BoolVar(&fl.update, "update-baseline", false, "write the report to the baseline file instead of comparing")
	fl.register(cmd, report.Keys)
	f.StringVar(&fl.sarif, "sarif", "", "also write SARIF to this `file`")
}

// projectGate holds the limits for a report, and the result of checking it against them.
type projectGate struct {
	*app
	budget report.Budget
	name   string         // file name of the earlier report, or ""
	before *report.Report // nil: there is none, or this run writes it
	first  bool           // the configuration wants a comparison, and there is no earlier report yet

	r          *report.Report
	d          *report.Diff // nil: no earlier report was read
	violations []report.Violation
	src        *sourced
	broken     []diag.Finding // the violations
}

// gateOf reads the earlier report and the limits, before anything is compiled. It returns nil
// without an error if it cannot read the earlier report; it has printed the reason then.
func (a *app) gateOf(fl *projectFlags) (*projectGate, error) {
	conf, err := configOf(fl.config, fl.noConfig)
	if err != nil {
		return nil, err
	}
	g := &projectGate{app: a, name: fl.gate.baseline, src: newReported(fl.root)}
	if g.budget, err = fl.gate.budget(conf, report.Keys); err != nil {
		return nil, err
	}
	g.name = cmp.Or(g.name, conf.BudgetBaseline)
	if fl.gate.baseline == "" && !fl.gate.update {
		_, compares := conf.Budget.Compares()
		_, err := os.Stat(g.name)
		g.first = g.name == "" && compares || g.name != "" && errors.Is(err, fs.ErrNotExist)
	}
	compared := g.name != "" && !fl.gate.update && !g.first
	switch {
	case g.name == "" && fl.gate.update:
		return nil, usagef("--update-baseline needs --baseline, or `baseline` in the table `budget` of %s",
			gate.ConfigName)
	case fl.format == "markdown" && !compared && !g.first:
		return nil, usagef("--format=markdown is a comparison: it needs --baseline=FILE")
	case g.name == "" && !g.first:
		_, err := g.budget.Check(&report.Report{}, nil)
		if err != nil {
			return nil, usagef("%v", err)
		}
	}
	outs := []output{{"-o", fl.output}, {"--html", fl.html}, {"--sarif", fl.gate.sarif}}
	if fl.gate.update {
		outs = append(outs, output{"--baseline", g.name})
	}
	if err := distinct(outs); err != nil {
		return nil, err
	}
	if compared {
		if g.before = a.readReport(g.name); g.before == nil {
			return nil, nil
		}
	}
	return g, nil
}

// hold compares the report with the earlier one and checks it against the budget. If there is no
// earlier report but a name for it, hold writes this report there and compares it with itself.
func (g *projectGate) hold(r *report.Report) error {
	g.r = r
	g.src.carry(r)
	d := (*report.Diff)(nil)
	switch {
	case g.first:
		d = report.Compare(r, r)
	case g.before != nil:
		d = report.Compare(g.before, r)
		g.d = d
	case g.name != "":
		_ = g.save(g.name, diag.Encode(r)) // the exit code tells
		d = report.Compare(r, r)
	}
	var err error
	if g.violations, err = g.budget.Check(r, d); err != nil {
		return usagef("%v", err)
	}
	g.broken = g.src.violations(g.violations)
	return nil
}

// noteFirst says that this report is the one to compare later ones with.
func (g *projectGate) noteFirst() {
	keep := "keep it as JSON (--format=json -o FILE), and name it with `baseline` in the table `budget` of " +
		gate.ConfigName + ", or with --baseline"
	if g.name != "" {
		keep = "--update-baseline writes it to " + g.name
	}
	fmt.Fprintf(g.stderr, "corolower: %s there is no earlier report, so nothing is compared: this report is the baseline to "+
		"keep; %s\n", g.style().Note("note:"), diag.Clean(keep))
}

// fails reports whether the run is unsuccessful because of violations, findings, or units that
// failed. If there is an earlier report, only new findings and new failures count.
func (g *projectGate) fails(errorsOnly bool) bool {
	if len(g.violations) > 0 {
		return true
	}
	counts := func(level string) bool { return !errorsOnly || levelOf(level) == ir.SevError }
	if g.d == nil {
		return slices.ContainsFunc(g.r.Findings, func(f report.Finding) bool { return counts(f.Level) }) ||
			slices.ContainsFunc(g.r.Units, func(u report.Unit) bool { return u.Failed != "" })
	}
	return slices.ContainsFunc(g.d.Findings, func(f report.FindingChange) bool {
		return f.Change == report.New &&
			counts(f.Level)
	}) ||
		slices.ContainsFunc(g.d.Units, func(c report.UnitChange) bool { return c.FailsNow() })
}

// all returns the violations and, if there is an earlier report, the changes for the worse;
// otherwise all findings and failed units.
func (g *projectGate) all() []diag.Finding {
	out := slices.Clone(g.broken)
	if g.d != nil {
		return append(out, worse(g.d, g.violations, g.src)...)
	}
	for k := range g.r.Findings {
		f := &g.r.Findings[k]
		out = append(out, g.src.finding(levelOf(f.Level), f.Rule, f.Message, f.Message, f.Hint, g.r.At(f), nil))
	}
	if slices.ContainsFunc(g.violations, func(v report.Violation) bool { return v.Rule == report.UnitFailed }) {
		return out // the violations name all units that failed
	}
	for _, u := range g.r.Units {
		if u.Failed != "" {
			out = append(out, g.src.finding(ir.SevError, report.UnitFailed, u.File, fmt.Sprintf("this unit failed: %s",
				report.FirstLine(u.Failed)), "", explain.Source{File: u.File}, nil))
		}
	}
	return out
}

// form renders the result in an output format other than text and JSON.
func (g *projectGate) form(format string) []byte {
	if format == "markdown" {
		d := g.d
		if d == nil {
			d = report.Compare(g.r, g.r)
		}
		return []byte(text.Markdown(d, g.violations))
	}
	all := g.all()
	return machineForm(format, all, budgetSARIF)
}
