package main

import (
	"fmt"
	"io"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/spf13/cobra"
)

// This file is `corolower check`: all findings of all files, lowering nothing.

type checkFlags struct {
	format     string
	sarif      string
	rules      bool
	errorsOnly bool
	jobs       int
	triple     string
	layout     string
}

const checkLong = `check verifies the rules of the coroutine intrinsics, and reports every finding of every file with its place, the other
place that is involved, and the mend. Nothing is lowered and nothing written but the findings.

Text goes to stderr; json, sarif and github go to stdout. --sarif=FILE writes SARIF beside any of them.

Exit codes: 0 clean, 1 findings (with --errors-only: errors), 2 wrong command line, or a file that cannot be read or written.`

func (a *app) checkCommand() *cobra.Command {
	fl := &checkFlags{}
	cmd := &cobra.Command{
		Use: "check [options] FILE...", Short: "tell what is wrong with coroutines, where, and how to mend it", Long: checkLong,
		Example: "  corolower check f.ll\n  corolower check --format=github --sarif=coro.sarif build/*.ll\n  corolower check --rules",
		Args:    cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: func(_ *cobra.Command, args []string) error { return a.check(fl, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.format, "format", "text", "`form` of the findings: text, json, sarif or github")
	f.StringVar(&fl.sarif, "sarif", "", "also write SARIF to a `file`")
	f.BoolVar(&fl.errorsOnly, "errors-only", false, "exit 0 when there are only warnings")
	f.BoolVar(&fl.rules, "rules", false, "list the rules, each with an example and its mend")
	f.IntVarP(&fl.jobs, "j", "j", 0, "functions checked at a time (default: one a core)")
	f.StringVar(&fl.triple, "mtriple", "", "check for this target `triple`")
	f.StringVar(&fl.layout, "data-layout", "", "check for this data `layout`")
	return cmd
}

func (a *app) check(fl *checkFlags, names []string) error {
	if fl.rules {
		fmt.Fprint(a.stdout, rule.RulesText())
		return nil
	}
	switch fl.format {
	case "text", "json", "sarif", "github":
	default:
		return usagef("for the --format option: '%s' is none of text, json, sarif, github", fl.format)
	}
	if len(names) == 0 {
		names = []string{"-"}
		fmt.Fprintln(a.stderr, "corolower: check reads standard input; name files, or - to have it read without this line")
	}
	var files []*diag.File
	var list []diag.Finding
	for _, name := range names {
		update, stop := a.progress(shownName(name))
		shown, text, err := a.readInput(name)
		f := diag.NewFile(shown, text)
		files = append(files, f)
		if err != nil {
			list = append(list, diag.Finding{File: f, Err: ir.Errorf(0, "%v", err)})
			a.code = exitUsage
			stop()
			continue
		}
		res, err := driver.Run(shown, text, &driver.Options{
			CheckOnly: true, Jobs: fl.jobs, Triple: fl.triple, DataLayout: fl.layout, Progress: update, Debug: debugging(),
		})
		stop()
		a.noteSplit(shown, res)
		all := res.Warnings
		if err != nil {
			all = append(all, err.(ir.ErrorList)...)
		}
		for _, e := range all {
			list = append(list, diag.Finding{File: f, Err: e})
		}
	}
	diag.Sort(list, files)
	return a.report(fl, list)
}

// report renders the findings and sets the exit code.
func (a *app) report(fl *checkFlags, list []diag.Finding) error {
	errs, warns := 0, 0
	for _, fd := range list {
		if fd.Err.Severity == ir.SevError {
			errs++
		} else {
			warns++
		}
	}
	if errs > 0 || warns > 0 && !fl.errorsOnly {
		a.code = max(a.code, exitFindings)
	}
	sarif := func() []byte {
		var rules []diag.Rule
		for _, r := range rule.Rules() {
			rules = append(rules, diag.Rule{Name: r.Name, Help: r.Summary})
		}
		return diag.SARIF(list, rules, versionNumber)
	}
	if fl.sarif != "" {
		if err := a.writeOutput(fl.sarif, func(w io.Writer) error { _, err := w.Write(sarif()); return err }); err != nil {
			a.complain(err)
		}
	}
	var err error
	switch fl.format {
	case "json":
		_, err = a.stdout.Write(diag.JSON(list))
	case "sarif":
		_, err = a.stdout.Write(sarif())
	case "github":
		_, err = a.stdout.Write(diag.GitHub(list))
	default:
		st := a.style()
		for _, fd := range list {
			fmt.Fprint(a.stderr, diag.Text("corolower", fd, st))
		}
		if errs+warns > 0 {
			fmt.Fprintf(a.stderr, "corolower: %s, %s\n", count(errs, "error"), count(warns, "warning"))
		}
	}
	return err
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
