package main

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/driver"
)

// versionNumber is this program's version.
const versionNumber = "0.1.0"

func version() string {
	return "corolower " + versionNumber + " (LLVM IR 13 to 22, " + runtime.Version() + ")"
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

// hiddenHelp is opt's option for help with everything.
const hiddenHelp = "help-hidden"

// showHidden prints the help of the command that a command line names, with all options, if it asks for that.
func (a *app) showHidden(root *cobra.Command, args []string) (done bool, err error) {
	if !slices.Contains(args, "--"+hiddenHelp) {
		return false, nil
	}
	cmd := subcommand(root, args)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Hidden = false })
	cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { f.Hidden = false })
	return true, cmd.Help()
}

// withoutEffect is the end of --help: the options of opt that are taken and change nothing.
func withoutEffect() string {
	var b strings.Builder
	b.WriteString("{{if not .HasParent}}\nOptions of opt that are accepted without effect:\n")
	line := " "
	for _, name := range slices.Sorted(maps.Keys(ignoredFlags)) {
		if word := " " + spell(name); len(line)+len(word) > 118 {
			b.WriteString(line + "\n")
			line = " " + word
		} else {
			line += word
		}
	}
	b.WriteString(line + "\n{{end}}")
	return b.String()
}

const passesHelp = `A pipeline is a list of passes, as in opt's -passes:

  -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup'

  pipeline  element, element, ...
  element   name, name<parameter;parameter>, or a nesting with a pipeline in it: module(...), cgscc(...), function(...),
            loop(...), devirt<N>(...), coro-cond(...)

The scope of a list is that of its first name; a pass of an inner scope brings its nesting along. LLVM 14's
function(coro-early) and function(coro-cleanup) are read, too. require<x> and invalidate<x> are read and do nothing.
-print-pipeline-passes prints a pipeline in full. Without -passes the pipeline is default<O2>,
and complete<O2> with --emit=ptx.

`

// helpCommand is cobra's help, with topics besides commands.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	topics := []string{"passes"}
	for _, c := range root.Commands() {
		topics = append(topics, c.Name())
	}
	slices.Sort(topics)
	return &cobra.Command{
		Use: "help [command|passes]", Short: "help about a command, or about passes", Example: "  corolower help passes",
		ValidArgs: topics,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			if args[0] == "passes" {
				fmt.Fprint(a.stdout, passesHelp+driver.PrintPasses())
				return nil
			}
			if cmd, _, err := root.Find(args); err == nil && cmd != root {
				cmd.InitDefaultHelpFlag()
				return cmd.Help()
			}
			return usagef("no help about '%s': there is %s and %s", args[0], strings.Join(topics[:len(topics)-1], ", "), topics[len(topics)-1])
		},
	}
}
