// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/rule"
)

// versionNumber is this program's version.
const versionNumber = "0.2.0"

func version() string {
	return "corolower " + versionNumber + " (LLVM IR 13 to 22, " + runtime.Version() + ")"
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

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

func rulesHelp() string {
	return "check reports violations of these rules. 'corolower check --rules=NAME' explains one, with an example and " +
		"its fix.\n\n" + rule.List() +
		"\nSee docs/check.md for how to change a rule's severity or silence a finding.\n"
}

// helpCommand returns cobra's help command, which also knows the topic passes.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	names := []string{"passes"}
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	slices.Sort(names)
	return &cobra.Command{
		Use: "help [command|passes]", Short: "print help about a command, or about pipelines",
		Example:   "  corolower help passes",
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if args[0] == "passes" {
				_, err := io.WriteString(a.stdout, wrapText(passesHelp+driver.PrintPasses(), a.helpWidth))
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
