// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/parse"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file is `corolower check`: all findings of all files, lowering nothing.

type checkFlags struct {
	format     string
	sarif      string
	rules      string
	settings   gate.Settings
	errorsOnly bool
	werror     bool
	baseline   string
	update     bool
	config     string
	noConfig   bool
	fix        bool
	jobs       int
	triple     string
	layout     string
	has        contents
	front      frontend
}

// checkFormats are the output formats of check.
var checkFormats = append([]string{"text", "json"}, findingFormats...)

const checkLong = `check reports every violation of the rules of coroutine intrinsics: where it is, which other place is
involved, and how to fix it. It lowers nothing, and it changes no file unless --fix is given.

A directory stands for all .ll files below it; names may contain * ? [..] and **. Text goes to stderr, all
other formats to stdout. If a file has debug info, each finding leads with the place in the source language.

To silence a finding, write "; corolower: ignore RULE" on its line or the line above, use --disable RULE, or
record it in a baseline. A project keeps such settings in corolower.toml, which check looks for in each
file's directory and its parents: see docs/check.md.

Exit codes: 0 no findings; 1 findings (with --errors-only: errors); 2 wrong command line, a file that cannot
be read or written, or no coroutine in any input (see --allow-none).`

// levelFlag is an option that sets the level of rules. The options of all levels append to one
// list, in command-line order.
type levelFlag struct {
	list  *gate.Settings
	level gate.Level
}

func (f levelFlag) String() string     { return "" }
func (f levelFlag) Type() string       { return "rules" }
func (f levelFlag) Set(s string) error { return f.list.Add(s, f.level) }

// registerLevels adds the options that set the levels of rules.
func registerLevels(f *pflag.FlagSet, list *gate.Settings) {
	f.Var(levelFlag{list, gate.Off}, "disable", "turn off these comma-separated `rules`, or all")
	f.Var(levelFlag{list, gate.Default}, "enable", "reset these `rules` to their default severity")
	f.Var(levelFlag{list, gate.Error}, "error", "treat findings of these `rules` as errors")
	f.Var(levelFlag{list, gate.Warning}, "warn", "treat findings of these `rules` as warnings")
}

// registerConfig adds the options about the configuration file.
func registerConfig(f *pflag.FlagSet, name *string, none *bool) {
	f.StringVar(name, "config", "", "read this configuration `file` (default: "+gate.ConfigName+
		" in the directory or a parent)")
	f.BoolVar(none, "no-config", false, "read no configuration file")
}

// finder finds the configuration of files, as those options say.
func finder(name string, none bool) (*gate.Finder, error) {
	if none {
		name = "-"
	}
	conf, err := gate.NewFinder(name)
	if err != nil {
		return nil, usagef("%v", err)
	}
	return conf, nil
}

func (a *app) checkCommand() *cobra.Command {
	fl := &checkFlags{}
	cmd := &cobra.Command{
		Use: "check [options] FILE|DIR...", Short: "report mistakes in coroutines, and how to fix them",
		Long: checkLong,
		Example: "  corolower check f.ll\n  corolower check --format=github --sarif=coro.sarif build/\n" +
			"  corolower check --baseline=known.json 'out/**/*.ll'\n" +
			"  corolower check --rules=use-after-free",
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, ValidArgsFunction: irFiles,
		RunE: a.onWords(&fl.front, func(args []string) error { return a.check(fl, args) }),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.format, "format", "text", "output `format`: "+strings.Join(checkFormats, ", "))
	f.StringVar(&fl.sarif, "sarif", "", "also write SARIF to this `file`")
	group(f, "Output")
	fl.has.register(f)
	registerLevels(f, &fl.settings)
	f.BoolVar(&fl.werror, "werror", false, "treat warnings as errors")
	f.BoolVar(&fl.errorsOnly, "errors-only", false, "exit with 0 if there are only warnings")
	group(f, "Severity")
	f.StringVar(&fl.baseline, "baseline", "", "report only findings that are not in this `file`")
	f.BoolVar(&fl.update, "update-baseline", false, "write all findings to the baseline file")
	f.BoolVar(&fl.fix, "fix", false, "apply the fixes that are a single edit to the files")
	registerConfig(f, &fl.config, &fl.noConfig)
	group(f, "Baseline and fixes")
	fl.front.register(f)
	f.StringVar(&fl.rules, "rules", "", "list the rules in groups; =`NAME` explains one, with an example and its fix")
	f.Lookup("rules").NoOptDefVal = gate.All
	f.IntVarP(&fl.jobs, "j", "j", 0, "check `N` functions at the same time (default: one per core)")
	f.StringVar(&fl.triple, "mtriple", "", "assume this target `triple` (also: --target)")
	f.StringVar(&fl.layout, "data-layout", "", "assume this data `layout`")
	_ = cmd.RegisterFlagCompletionFunc("format", fixed(checkFormats...)) // explain's forms are others
	return cmd
}

// checking is one run of check.
type checking struct {
	*app
	fl       *checkFlags
	sources  *diag.Sources
	conf     *gate.Finder
	baseline string
	files    []*diag.File
	list     []diag.Finding
	known    int // findings that the baseline has
	fixed    int
}

func (a *app) check(fl *checkFlags, words []string) error {
	if fl.rules != "" {
		return a.showRules(fl.rules)
	}
	if err := oneOf("--format", fl.format, checkFormats); err != nil {
		return err
	}
	c := &checking{app: a, fl: fl, sources: newSources(), baseline: fl.baseline}
	var err error
	if c.conf, err = finder(fl.config, fl.noConfig); err != nil {
		return err
	}
	if len(words) == 0 {
		words = []string{"-"}
		fmt.Fprintln(a.stderr, "corolower: check reads standard input; name files, or use - to avoid this note")
	}
	names, err := gate.Inputs(words, c.conf)
	if err != nil {
		return usagef("%v", err)
	}
	outs := []output{{"--sarif", fl.sarif}, {"--baseline", fl.baseline}}
	if err := distinct(outs); err != nil {
		return err
	}
	if err := notInputs(names, outs, ""); err != nil {
		return err
	}
	if fl.fix {
		if err := changeable(names); err != nil {
			return err
		}
	}
	for _, name := range names {
		if err := c.file(name); err != nil {
			return usagef("%v", err)
		}
	}
	if c.code == exitOK && len(c.list) == 0 && c.fixed == 0 {
		if err := fl.has.check(true); err != nil {
			return err
		}
	}
	diag.Sort(c.list, c.files)
	done, err := c.compare()
	if err != nil || done {
		return err
	}
	return c.report()
}

// changeable refuses inputs that --fix cannot write again: standard input, pipes, devices.
func changeable(names []string) error {
	for _, name := range names {
		if name == "-" {
			return usagef("--fix cannot change standard input")
		}
		if st, err := os.Stat(name); err == nil && !st.IsDir() && !st.Mode().IsRegular() {
			return usagef("--fix cannot change '%s', which is not a file", diag.Clean(name))
		}
	}
	return nil
}

// file adds the findings of a file. An error is one of the configuration.
func (c *checking) file(name string) error {
	conf, err := c.conf.For(name)
	if err != nil {
		return err
	}
	c.baseline = cmp.Or(c.baseline, conf.Baseline)
	update, stop := c.progress(shownName(name))
	shown, text, err := c.readInput(name)
	if errors.As(err, new(*compileError)) {
		stop()
		c.unreadable(shown, err)
		return nil
	}
	if err != nil {
		stop()
		f := diag.NewFile(shown, nil)
		c.files = append(c.files, f)
		c.list = append(c.list, diag.Finding{File: f, Err: ir.Errorf(0, "%v", err)})
		c.code = exitUsage
		return nil
	}
	f, list, res := c.findings(conf, shown, text, update)
	stop()
	c.fl.has.add(name, text, parse.MentionsCoro(text), res)
	if c.fl.fix {
		f, list = c.fix(conf, f, list)
	}
	c.noteSplit(shown, res)
	c.files = append(c.files, f)
	c.list = append(c.list, list...)
	return nil
}

// findings checks a text and drops the findings that comments and settings suppress.
func (c *checking) findings(conf *gate.Config, shown string, text []byte, update func(done, total int)) (*diag.File,
	[]diag.Finding, *driver.Result) {
	f := c.newFile(shown, text)
	res, err := driver.Run(shown, text, &driver.Options{
		Reader: c.fl.front.reader, CheckOnly: true, Jobs: c.fl.jobs, Triple: c.fl.triple,
		DataLayout: c.fl.layout, Progress: update, Debug: debugging(),
	})
	all := res.Warnings
	if err != nil {
		all = append(all, err.(ir.ErrorList)...)
	}
	var list []diag.Finding
	for _, e := range all {
		list = append(list, diag.Finding{File: f, Err: c.shownSource(e)})
	}
	list = gate.Ignored(f, list)
	list = append(conf.For(shown), c.fl.settings...).Apply(list)
	if c.fl.werror || conf.Werror {
		list = gate.Strict(list)
	}
	return f, list, res
}

// shownSource rewrites the source places of a finding for people and annotations: relative to the
// working directory if they are below it.
func (c *checking) shownSource(e *ir.Error) *ir.Error {
	e.Source.File = c.sources.Name(e.Source)
	for k := range e.Notes {
		e.Notes[k].Source.File = c.sources.Name(e.Notes[k].Source)
	}
	return e
}

// maxFixes bounds how often a file is fixed and looked at again: one fix can uncover the next
// finding.
const maxFixes = 10

// fix applies the edits of a file's findings while each round leaves fewer findings. It then writes
// the file and returns the remaining findings.
func (c *checking) fix(conf *gate.Config, f *diag.File, list []diag.Finding) (*diag.File, []diag.Finding) {
	before := f.Text
	for range maxFixes {
		var edits []diag.Edit
		for _, fd := range list {
			if e, ok := f.Edit(fd.Err.Fix); ok {
				edits = append(edits, e)
			}
		}
		if len(edits) == 0 {
			break
		}
		text, _ := diag.Apply(f.Text, edits)
		g, left, _ := c.findings(conf, f.Name, text, nil)
		if len(left) >= len(list) {
			break
		}
		c.fixed += len(list) - len(left)
		f, list = g, left
	}
	if !bytes.Equal(before, f.Text) {
		_ = c.save(f.Name, f.Text) // the exit code tells
	}
	return f, list
}

// compare holds the findings against the baseline, or writes it; then nothing is left to report.
func (c *checking) compare() (done bool, err error) {
	if c.baseline == "" {
		if c.fl.update {
			return false, usagef("--update-baseline needs --baseline, or `baseline` in %s", gate.ConfigName)
		}
		return false, nil
	}
	b, err := gate.ReadBaseline(c.baseline)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !c.fl.update:
		return false, usagef("the baseline %s is missing; --update-baseline writes it", diag.Clean(c.baseline))
	case c.fl.update:
		text := gate.BaselineText(c.baseline, c.list)
		if c.save(c.baseline, text) != nil {
			return true, nil
		}
		fmt.Fprintf(c.stderr, "corolower: baseline of %s written to %s\n", explain.Count(len(c.list), "finding"),
			diag.Clean(c.baseline))
		c.list = nil // the baseline has all of it
		return c.fl.format == "text" && c.fl.sarif == "", nil
	case err != nil:
		return false, usagef("%v", err)
	}
	c.list, c.known = b.New(c.list)
	return false, nil
}

// report renders the findings and sets the exit code.
func (c *checking) report() error {
	errs, warns, fixable := 0, 0, 0
	for _, fd := range c.list {
		if fd.Err.Severity == ir.SevError {
			errs++
		} else {
			warns++
		}
		if _, ok := fd.File.Edit(fd.Err.Fix); ok {
			fixable++
		}
	}
	if errs > 0 || warns > 0 && !c.fl.errorsOnly {
		c.code = max(c.code, exitFindings)
	}
	if c.fl.sarif != "" {
		_ = c.save(c.fl.sarif, sarif(c.list))
	}
	var text []byte
	switch c.fl.format {
	case "json":
		text = diag.Versioned(c.list)
	case "text":
		c.text(errs, warns, fixable)
	default:
		text = machineForm(c.fl.format, c.list, sarif)
	}
	_, err := c.stdout.Write(text)
	return err
}

// text prints the findings for people, and sums up.
func (c *checking) text(errs, warns, fixable int) {
	st := c.style()
	for _, fd := range c.list {
		fmt.Fprint(c.stderr, diag.Text("corolower", fd, st))
	}
	var parts []string
	if errs+warns > 0 {
		parts = append(parts, explain.Count(errs, "error"), explain.Count(warns, "warning"))
	}
	if c.known > 0 {
		parts = append(parts, fmt.Sprintf("%d known to the baseline", c.known))
	}
	if c.fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d fixed", c.fixed))
	} else if fixable > 0 {
		parts = append(parts, fmt.Sprintf("%d can be fixed with --fix", fixable))
	}
	if len(parts) > 0 {
		fmt.Fprintf(c.stderr, "corolower: %s\n", strings.Join(parts, ", "))
	}
}

// home is the address of the program's documents.
const home = "https://github.com/corolower/corolower"

// checkRules are the rules of check, for SARIF.
func checkRules() []diag.Rule {
	var rules []diag.Rule
	for _, r := range rule.Rules() {
		rules = append(rules, diag.Rule{Name: r.Name, Summary: upperFirst(r.Summary), Help: r.Markdown(),
			URI: home + "/blob/main/docs/rules.md#" + r.Name, Level: r.Severity})
	}
	return rules
}

// sarif is the findings with the table of rules.
func sarif(list []diag.Finding) []byte {
	return diag.SARIF(list, checkRules(), versionNumber, home)
}

// showRules prints the index of rules, or one rule in full.
func (a *app) showRules(name string) error {
	if name == gate.All {
		_, err := io.WriteString(a.stdout, rulesHelp())
		return err
	}
	if err := gate.Known(name); err != nil {
		return usagef("for the --rules option: %v", err)
	}
	for _, r := range rule.Rules() {
		if r.Name == name {
			_, err := io.WriteString(a.stdout, r.Text())
			return err
		}
	}
	return nil
}
