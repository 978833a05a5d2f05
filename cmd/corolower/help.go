package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/driver"
)

// versionNumber is this program's version.
const versionNumber = "0.1.0"

func version() string {
	return "corolower " + versionNumber + " (LLVM IR 13 to 22, " + runtime.Version() + ")"
}

func isTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) }

const passesHelp = `A pipeline is a list of passes, as in opt's -passes:

  -passes='coro-early,cgscc(coro-split<reuse-storage>),coro-cleanup'

  pipeline  element, element, ...
  element   name, name<parameter;parameter>, or a nesting with a pipeline in it: module(...), cgscc(...), function(...),
            loop(...), devirt<N>(...), coro-cond(...)

The scope of a list is that of its first name; a pass of an inner scope brings its nesting along. LLVM 14's
function(coro-early) and function(coro-cleanup) are read, too. require<x> and invalidate<x> are read and do nothing.
-print-pipeline-passes prints a pipeline in full. Without -passes the pipeline is default<O2>.

`

// helpCommand is cobra's help, with topics besides commands.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [command|passes]", Short: "help about a command, or about passes", Example: "  corolower help passes",
		ValidArgs: []string{"check", "completion", "explain", "passes", "version"},
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
			return usagef("no help about '%s': there is check, completion, explain, passes and version", args[0])
		},
	}
}
