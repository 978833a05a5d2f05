// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/text"
)

// This file is `corolower explain states`: a coroutine as the graph of its suspends. What splitting
// found of it comes with the driver's result, as the frames of explain frame do.

const explainStatesLong = `explain states runs the pipeline and shows each coroutine as a graph of its suspend points. An edge says where a
call, a resume or a destroy leads: to the next suspend point, to the end, or out by an exception, and through
which lines. If several paths connect two suspend points, it shows the shortest. It writes no IR.

With debug info (-g), lines are those of the source, otherwise those of the IR. --format=dot writes a graph
for Graphviz (dot -Tsvg). The result goes to stdout, errors in the input to stderr.

Exit codes: 0 success; 1 errors in the input, or no function of that name; 2 wrong command line, or a file
that cannot be read or written.`

const explainStatesExample = `  corolower explain states f.ll
  corolower explain states --function=fibonacci --format=dot f.ll | dot -Tsvg -o f.svg`

func (a *app) explainStatesCommand() *cobra.Command {
	fl := &explainFlags{formats: []string{"text", "json", "dot"}, ways: true}
	cmd := &cobra.Command{
		Use: "states [options] [FILE...]", Short: "show coroutines as graphs of their suspend points",
		Long: explainStatesLong, Example: explainStatesExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: a.onWords(&fl.front, func(args []string) error { return a.explainStates(fl, args) }),
	}
	fl.register(cmd, "show only this `coroutine`: "+namedBy)
	fl.front.register(cmd.Flags())
	return cmd
}

func (a *app) explainStates(fl *explainFlags, names []string) error {
	list, functions, err := a.coroutines(fl, &compareFlags{}, names)
	if err != nil || list == nil {
		return err
	}
	var out string
	switch {
	case fl.format == "json":
		states := make([]explain.States, 0, len(list))
		for _, c := range list {
			states = append(states, c.States(fl.pipeline()))
		}
		out = string(diag.Encode(states))
	case fl.format == "dot":
		out = text.Dot(list)
	case len(list) == 0:
		return a.noneSplit(names, functions)
	default:
		out = text.States(list, fl.pipeline(), a.styleOf(a.stdout))
	}
	_, err = io.WriteString(a.stdout, out)
	return err
}
