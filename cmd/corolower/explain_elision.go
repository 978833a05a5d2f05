// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/text"
)

// This file is `corolower explain elision`: which coroutines need no heap, and why the others do.

const explainElisionLong = `explain elision runs the pipeline and reports, for each place that creates a coroutine, whether its allocation was
elided. For each missed elision it shows the instruction through which the handle escapes, or the path on
which nothing destroys the coroutine, and the shortest fix, or why there is none. For each elided task that
is awaited, it says whether the await is removed, because it never suspends, or why it stays. It writes no IR.

With debug info (-g), places are those of the source; source lines are shown if the file has not changed
since, and the variable that holds the coroutine is named. Otherwise places are those of the IR. C++ and Rust
names are demangled. With --compare=clang, the installed clang compiles the same IR, and its elisions are
shown beside ours.

The result goes to stdout, errors in the input to stderr.

Exit codes: 0 success; 1 errors in the input, no function of that name, input that clang rejects, or, with
--fail-on-missed, an allocation that was not elided; 2 wrong command line, no clang found, or a file that
cannot be read or written.`

const explainElisionExample = `  corolower explain elision f.ll
  corolower explain elision --missed --function='/^task/' f.ll
  corolower explain elision --compare=clang f.ll
  corolower explain elision -p build task.cpp
  corolower explain elision --format=json task.cpp -- clang++ -std=c++20 -O2`

type explainElisionFlags struct {
	explainFlags
	missed, elided bool
	fail           bool
	compare        compareFlags
}

func (a *app) explainElisionCommand() *cobra.Command {
	fl := &explainElisionFlags{}
	fl.formats = []string{"text", "json", "sarif", "github"}
	cmd := &cobra.Command{
		Use: "elision [options] [FILE...]", Short: "explain which allocations were elided, and why others were not",
		Long:    explainElisionLong,
		Example: explainElisionExample, Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: a.onWords(&fl.front, func(args []string) error { return a.explainElision(fl, args) }),
	}
	f := cmd.Flags()
	fl.register(cmd, "show only this `function`, as creator or as coroutine: "+namedBy)
	fl.front.register(f)
	f.BoolVar(&fl.missed, "missed", false, "show only allocations that were not elided")
	f.BoolVar(&fl.elided, "elided", false, "show only allocations that were elided")
	fl.compare.register(cmd)
	f.BoolVar(&fl.fail, "fail-on-missed", false, "exit with 1 if any allocation was not elided")
	group(f, "Elisions")
	return cmd
}

// explanation collects the results for all files.
type explanation struct {
	known explain.Names // of the files
	list  []explain.Created
}

func (a *app) explainElision(fl *explainElisionFlags, names []string) error {
	if fl.missed && fl.elided {
		return usagef("use only one of --missed and --elided")
	}
	opts, err := fl.options(func(p *pass.Info) bool { return p.Is.Has(pass.Elides) }, "neither coro-elide nor coro-annotation-elide",
		"elided")
	if err != nil {
		return err
	}
	opts.Remarks = true // for those on awaits
	opts.Frames = slices.ContainsFunc(opts.Pipeline.Steps(), func(st pass.Step) bool { return st.Pass.Is.Has(pass.Splits) })
	if err := fl.compare.find(fl.pipeline()); err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	ex := &explanation{known: explain.Names{}}
	for _, name := range names {
		file, res := a.explained(name, opts, &fl.has)
		if res == nil {
			continue
		}
		list := explain.Creations(file, res, ex.known.Add(res))
		for k := range list { // a pass may have made functions
			list[k].Involves(func(symbol string) bool { ex.known[symbol] = true; return false })
		}
		if answer := a.ask(&fl.compare, file); answer != nil {
			explain.CompareCreations(list, answer)
		}
		ex.list = append(ex.list, list...)
	}
	if a.code != exitOK && len(ex.list) == 0 {
		return nil // nothing can be compared, and the reason is printed
	}
	if a.code == exitOK {
		if err := fl.has.check(fl.fail); err != nil {
			return err
		}
	}
	functions, ok := a.named(fl.functions, ex.known)
	if !ok {
		return nil
	}
	list := ex.of(functions)
	explain.MissesFirst(list)
	if fl.fail && len(list) > 0 && !list[0].Elided {
		a.code = max(a.code, exitFindings)
	}
	switch fl.format {
	case "json":
		_, err = a.stdout.Write(creationsJSON(list, fl))
	case "text":
		out := nothing(names, functions, "no creation of a coroutine involves",
			"no function creates a coroutine that the same file defines")
		if len(list) > 0 {
			out = text.Elisions(list, &text.ElisionOptions{Pipeline: fl.pipeline(), Other: fl.compare.name(), Shows: fl.shows},
				newSources(), a.styleOf(a.stdout))
		}
		_, err = io.WriteString(a.stdout, out)
	default:
		_, err = a.stdout.Write(machineForm(fl.format, missedFindings(list, fl),
			func(list []diag.Finding) []byte { return diag.SARIF(list, elisionRules(), versionNumber, home) }))
	}
	return err
}

// shows reports whether a creation is printed.
func (fl *explainElisionFlags) shows(c *explain.Created) bool {
	return !(fl.missed && c.Elided || fl.elided && !c.Elided)
}

// of returns the creations that involve one of the given functions, or all creations if functions
// is empty.
func (ex *explanation) of(functions []string) []explain.Created {
	if len(functions) == 0 {
		return ex.list
	}
	var out []explain.Created
	for _, c := range ex.list {
		if c.Involves(func(symbol string) bool { return slices.Contains(functions, symbol) }) {
			out = append(out, c)
		}
	}
	return out
}

// elisionRules returns the rules of missed elisions, for SARIF.
func elisionRules() []diag.Rule {
	return []diag.Rule{{Name: elisionMissed, Summary: "The allocation of a coroutine was not elided",
		Help: "The coroutine's frame is on the heap. The message names the instruction or the path that " +
			"prevents elision.",
		URI: home + "/blob/main/docs/elision.md", Level: ir.SevWarning}}
}

// missedFindings returns the allocations that were not elided as findings, for formats that have
// only those. For example, code scanning shows each in the source, at the call that creates the
// coroutine, with the instruction that prevents the elision as a related place.
func missedFindings(list []explain.Created, fl *explainElisionFlags) []diag.Finding {
	var out []diag.Finding
	for k := range list {
		c := &list[k]
		if c.Elided || !fl.shows(c) {
			continue
		}
		e := ir.Errorf(c.Pos, "%s", c.Outcome())
		e.Severity, e.Rule, e.Source = ir.SevWarning, elisionMissed, explain.SourceLoc(c.Loc)
		if m := c.Miss; m != nil {
			why := explain.DemangledText(m.Text)
			e.Msg += ": " + why
			if e.Hint = explain.DemangledText(m.Fix); m.Fix == "" {
				e.Msg += "; no fix: " + m.NoFix()
			}
			if m.Pos.IsValid() || m.Loc.Line > 0 {
				e.Notes = append(e.Notes, ir.Note{Pos: m.Pos, Msg: why, Source: explain.SourceLoc(m.Loc)})
			}
			if m.In.Line > 0 {
				e.Notes = append(e.Notes, ir.Note{Msg: "inlined here", Source: explain.SourceLoc(m.In)})
			}
		}
		for n := range c.Copies {
			o := &c.Copies[n]
			e.Notes = append(e.Notes, ir.Note{Pos: o.Pos, Msg: o.Copied(), Source: explain.SourceLoc(o.Loc)})
		}
		out = append(out, diag.Finding{File: c.File, Err: e})
	}
	return out
}

// creationsJSON is the explanation for programs: an array of objects, one a creation.
func creationsJSON(list []explain.Created, fl *explainElisionFlags) []byte {
	out := make([]explain.Creation, 0, len(list))
	for k := range list {
		if !fl.shows(&list[k]) {
			continue
		}
		c := list[k].Creation()
		c.Pipeline = fl.pipeline()
		c.Clang = fl.compare.name()
		out = append(out, c)
	}
	return diag.Encode(out)
}
