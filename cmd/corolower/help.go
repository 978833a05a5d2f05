// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/report"
)

// versionNumber is this program's version.
const versionNumber = "0.2.0"

func version() string {
	return "corolower " + versionNumber + " (LLVM IR 13 to 22, " + runtime.Version() + ")"
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

// hiddenHelp is opt's option that prints the help with all options.
const hiddenHelp = "help-hidden"

// showHidden prints the help of the command with all options, if the command line contains
// -help-hidden.
func (a *app) showHidden(root *cobra.Command, args []string) (done bool, err error) {
	if !slices.Contains(args, "--"+hiddenHelp) {
		return false, nil
	}
	cmd := subcommand(root, args)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Hidden = false })
	cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { f.Hidden = false })
	return true, cmd.Help()
}

// withoutEffect returns the last part of --help: the options of opt that are accepted without
// effect.
func withoutEffect(width int) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(ignoredFlags)) {
		names = append(names, spell(name))
	}
	return "{{if not .HasParent}}\nOptions of opt that are accepted without effect:\n" +
		fill("  ", "  ", names, width) + "{{end}}"
}

const passesHelp = `A pipeline is a list of passes, as in opt -passes:

  -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup'

  pipeline  element, element, ...
  element   name, name<parameter;parameter>, or a nested pipeline: module(...), cgscc(...), function(...),
            loop(...), devirt<N>(...), coro-cond(...)

The first name of a list decides its scope; passes of an inner scope are nested automatically, as opt does.
LLVM 14's spellings function(coro-early) and function(coro-cleanup) are accepted. require<x> and
invalidate<x> are accepted and do nothing. -print-pipeline-passes prints the expanded pipeline.
Without -passes, the pipeline is default<O2>, and complete<O2> with --emit=ptx.

`

// budgetsHelp is the text of `corolower help budgets`, above the table of keys.
const budgetsHelp = `A budget is a list of limits. explain frame, project and diff exit with 1 when a limit is exceeded. For example:

  corolower explain frame --budget max-frame=512 f.ll
  corolower diff --budget no-growth=5% --budget 'max-frame[path:src/**]=256' main.json branch.json

A limit holds for everything, or for what a pattern in brackets selects: functions by demangled name
([net::*]), or sources by path ([path:src/**]). Limits can also stand in corolower.toml under [budget].

Keys:
`

// frameHelp is the text of `corolower help frame`.
const frameHelp = `A coroutine frame holds everything that must survive a suspend point. For example, this coroutine

  task f(int n) { char buf[64]; read(buf); co_await other(); use(buf, n); }

keeps n and buf in its frame, because both are used after the co_await. A C++ frame contains, in order:

  resume and destroy pointers  callers find them here
  promise                      at a fixed offset, because coro.promise computes its address
  variables                    with an address that is used across a suspend point
  spills                       values that are computed before and used after a suspend point
  elided frames                frames of coroutines whose heap allocation was elided into this one
  suspend index                the suspend point to resume at
  padding                      bytes that alignment leaves unused

coro-split<reuse-storage>, which default<O2> uses, lets variables and spills with disjoint lifetimes share bytes.
'corolower explain frame FILE' shows the frame of each coroutine and what would make it smaller.
See docs/frames.md for the frames of the other ABIs.
`

func rulesHelp() string {
	return "check reports violations of these rules. 'corolower check --rules=NAME' explains one, with an example and " +
		"its fix.\n\n" + rule.List() +
		"\nSee docs/check.md for how to change a rule's severity or silence a finding.\n"
}

// topics are the subjects of `corolower help` that are not commands, by name.
var topics = map[string]func() string{
	"passes": func() string { return passesHelp + driver.PrintPasses() },
	"rules":  rulesHelp,
	"budgets": func() string {
		var b strings.Builder
		b.WriteString(budgetsHelp)
		for _, k := range report.Keys {
			fmt.Fprintf(&b, "  %-14s %s (%s)\n", k.Name, k.Summary, k.Value)
		}
		b.WriteString("\nSee docs/budgets.md for patterns, baselines and output formats.\n")
		return b.String()
	},
	"frame": func() string { return frameHelp },
}

// helpCommand returns cobra's help command, which also knows topics.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	names := slices.Collect(maps.Keys(topics))
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	slices.Sort(names)
	return &cobra.Command{
		Use: "help [command|passes|rules|budgets|frame]", Short: "print help about a command or topic",
		Example:   "  corolower help passes",
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if topic := topics[args[0]]; topic != nil {
				_, err := io.WriteString(a.stdout, wrapText(topic(), a.helpWidth))
				return err
			}
			if cmd, _, err := root.Find(args); err == nil && cmd != root {
				cmd.InitDefaultHelpFlag()
				return cmd.Help()
			}
			return usagef("no help about '%s'; the topics are %s", args[0], strings.Join(names, ", "))
		},
	}
}
