// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/text"
)

// This file implements `corolower diff`: it compares a report with an earlier one and with the
// budget.

// findingFormats are the output formats that contain only findings.
var findingFormats = []string{"sarif", "github", "gitlab"}

// diffFormats are the output formats of a comparison.
var diffFormats = append([]string{"text", "markdown", "json"}, findingFormats...)

type diffFlags struct {
	budgetFlags
	format   string
	sarif    string
	config   string
	noConfig bool
}

const diffLong = `diff compares two reports that corolower project --format=json wrote. It lists frames that grew, shrank,
appeared or disappeared; allocations that are newly elided or no longer elided; findings that are new or
fixed; and units that fail now. It matches functions by name, and local functions and lambdas also by file
and order, so code that only moved is not a difference.

NEW must stay within the budget in corolower.toml (in the working directory or a parent) and in --budget:
see docs/budgets.md.

The comparison goes to stdout; with --format=text, budget violations go to stderr. The formats github,
gitlab and SARIF list changes for the worse as warnings and budget violations as errors.

Exit codes: 0 success; 1 over the budget; 2 wrong command line, or a file that cannot be read or written.`

const diffExample = `  corolower diff main.json branch.json
  corolower diff --format=markdown main.json branch.json > comment.md
  corolower diff --budget no-growth=5% --budget 'max-frame[path:src/hot/**]=256' \
    --format=github main.json branch.json`

func (a *app) diffCommand() *cobra.Command {
	fl := &diffFlags{}
	cmd := &cobra.Command{
		Use: "diff [options] OLD NEW", Short: "compare two project reports, and hold the newer to a budget",
		Long: diffLong, Example: diffExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, ValidArgsFunction: jsonFiles,
		RunE: func(_ *cobra.Command, args []string) error { return a.diff(fl, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.format, "format", "text", "output `format`: "+strings.Join(diffFormats, ", "))
	f.StringVar(&fl.sarif, "sarif", "", "also write SARIF to this `file`")
	fl.register(cmd, report.Keys)
	registerConfig(f, &fl.config, &fl.noConfig)
	_ = cmd.RegisterFlagCompletionFunc("format", fixed(diffFormats...))
	return cmd
}

func (a *app) diff(fl *diffFlags, names []string) error {
	if err := oneOf("--format", fl.format, diffFormats); err != nil {
		return err
	}
	if len(names) != 2 {
		return usagef("diff needs two reports, the earlier one first: corolower diff OLD NEW")
	}
	if names[0] == "-" && names[1] == "-" {
		return usagef("only one report can come from standard input")
	}
	if err := notInputs(names, []output{{"--sarif", fl.sarif}}, ""); err != nil {
		return err
	}
	conf, err := configOf(fl.config, fl.noConfig)
	if err != nil {
		return err
	}
	b, err := fl.budget(conf, report.Keys)
	if err != nil {
		return err
	}
	before, now := a.readReport(names[0]), a.readReport(names[1])
	if before == nil || now == nil {
		return nil
	}
	d := report.Compare(before, now)
	violations, err := b.Check(now, d)
	if err != nil {
		return usagef("%v", err)
	}
	if len(violations) > 0 {
		a.code = max(a.code, exitFindings)
	}
	t := &diffPrinter{app: a, d: d, now: now, names: [2]string{shownName(names[0]), shownName(names[1])},
		violations: violations}
	return t.print(fl)
}

// diffPrinter prints a comparison of two reports.
type diffPrinter struct {
	*app
	d          *report.Diff
	now        *report.Report
	names      [2]string
	violations []report.Violation
}

func (t *diffPrinter) print(fl *diffFlags) error {
	src := newReported("")
	src.carry(t.now)
	broken := src.violations(t.violations)
	all := append(slices.Clone(broken), worse(t.d, t.violations, src)...)
	if fl.sarif != "" {
		_ = t.save(fl.sarif, budgetSARIF(all)) // the exit code tells
	}
	var out []byte
	switch fl.format {
	case "markdown":
		out = []byte(text.Markdown(t.d, t.violations))
	case "json":
		out = diag.Encode(struct {
			Version int `json:"version"`
			*report.Diff
			Violations json.RawMessage `json:"violations"`
		}{report.Version, t.d, diag.JSON(broken)})
	case "text":
		out = []byte(text.Diff(t.d, t.names, t.styleOf(t.stdout)))
	default:
		out = machineForm(fl.format, all, budgetSARIF)
	}
	_, err := t.stdout.Write(out)
	if fl.format == "text" {
		t.printViolations(broken)
	}
	return err
}

// budgetSARIF returns findings as SARIF, with the rules of budgets, of differences, and of check.
func budgetSARIF(list []diag.Finding) []byte {
	return diag.SARIF(list, append(budgetRules(), checkRules()...), versionNumber, home)
}

// machineForm renders findings in one of findingFormats. sarif knows the rules.
func machineForm(format string, list []diag.Finding, sarif func([]diag.Finding) []byte) []byte {
	switch format {
	case "sarif":
		return sarif(list)
	case "github":
		return diag.GitHub(list)
	case "gitlab":
		return diag.GitLab(list)
	}
	return nil
}

// Rules for differences between reports. Some output formats need a rule for each finding.
const (
	frameGrew     = "frame-grew"
	elisionMissed = "elision-missed"
)

var diffRules = []struct{ name, summary string }{
	{frameGrew, "A coroutine's frame is larger than in the earlier report"},
	{elisionMissed, "An allocation is not elided that was, or that the earlier report does not have"},
}

// worse returns each change for the worse as a warning, unless it is already a violation. Findings
// of check keep their levels.
func worse(d *report.Diff, violations []report.Violation, src *sourced) []diag.Finding {
	reported := map[string]bool{}
	for _, v := range violations {
		reported[v.Rule+" "+v.About] = true
	}
	var out []diag.Finding
	for _, c := range d.Coroutines {
		if c.Change != report.Grew || c.Own() <= 0 || reported[report.NoGrowth+" "+c.About()] {
			continue
		}
		var notes []report.Note
		for _, w := range c.Rows[:min(len(c.Rows), text.RowsShown)] {
			notes = append(notes, report.Note{At: c.At, Message: w.Text()})
		}
		out = append(out, src.finding(ir.SevWarning, frameGrew, c.About(), c.Text(), "", c.At, notes))
	}
	for _, c := range d.Creations {
		if !c.Worse() || reported[report.NoNewMissed+" "+c.About()] {
			continue
		}
		out = append(out, src.finding(ir.SevWarning, elisionMissed, c.About(), c.Text()+reason(&c), c.Hint, c.At, nil))
	}
	for _, c := range d.Findings {
		if c.Change != report.New {
			continue
		}
		out = append(out, src.finding(levelOf(c.Level), c.Rule, c.Message, c.Message, c.Hint, c.At, nil))
	}
	for _, c := range d.Units {
		if c.FailsNow() && !reported[report.UnitFailed+" "+c.File] {
			out = append(out, src.finding(ir.SevWarning, report.UnitFailed, c.File,
				"this unit fails now: "+report.FirstLine(c.Failed), "", explain.Source{File: c.File}, nil))
		}
	}
	return ownFirst(out)
}

// levelOf returns the severity for the level of a finding in a report.
func levelOf(s string) ir.Severity {
	if s == ir.SevError.String() {
		return ir.SevError
	}
	return ir.SevWarning
}

func reason(c *report.CreationChange) string {
	if c.Message == "" || c.Elided {
		return ""
	}
	return ": " + c.Message
}
