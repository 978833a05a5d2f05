// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/report/explain"
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
	var b bytes.Buffer
	switch fl.format {
	case "json":
		out := make([]explain.States, 0, len(list))
		for _, c := range list {
			out = append(out, c.States(fl.pipeline()))
		}
		b.Write(diag.Encode(out))
	case "dot":
		for _, c := range list {
			statesDot(c, &b)
		}
	default:
		st := a.styleOf(a.stdout)
		for _, c := range list {
			statesText(c, &b, st)
		}
		b.WriteString(none(list, names, functions))
		if len(list) > 0 {
			fmt.Fprintf(&b, "%s, after -passes='%s'\n", explain.Count(len(list), "coroutine"),
				diag.Clean(fl.pipeline()))
		}
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// stateWidth is the width of a column that names a state.
const stateWidth = 26

// statesText formats one coroutine.
func statesText(c *explain.Coroutine, b *bytes.Buffer, st *diag.Style) {
	headline(c, b, "states:", "has "+explain.Count(len(c.Suspends), "suspend"), st)
	if len(c.Ways) > 0 {
		fmt.Fprintf(b, "%s\n", st.Bold(fmt.Sprintf("  %-*s  %-9s  %-*s  %s", stateWidth, "from", "when", stateWidth,
			"to", "through")))
	}
	for k := range c.Ways {
		w := &c.Ways[k]
		b.WriteString(beside("  ", cell{lines: wrap(diag.Clean(c.State(w.From)), stateWidth), width: stateWidth},
			cell{lines: []string{w.Kind.String()}, width: 9},
			cell{lines: wrap(diag.Clean(c.Target(w)), stateWidth), width: stateWidth},
			cell{lines: wrap(diag.Clean(c.Via(w)), max(stateWidth, st.Width-2*stateWidth-17))}))
	}
	if !c.AllWays && len(c.Suspends) > 0 {
		passage(b, st, "note:", st.Note, "the search gave up: there are more paths")
	}
	b.WriteByte('\n')
}

// dot writes the graph of one coroutine for Graphviz.
func statesDot(c *explain.Coroutine, b *bytes.Buffer) {
	fmt.Fprintf(b, "digraph %s {\n  label=%s;\n  node [shape=box];\n  begin [shape=oval, label=\"called\"];\n",
		dotText(c.Function), dotText(explain.Demangled(c.Function)))
	for k := range c.Suspends {
		shape := ""
		if c.Suspends[k].Final {
			shape = ", peripheries=2"
		}
		fmt.Fprintf(b, "  s%d [label=%s%s];\n", k, dotText(c.State(k)), shape)
	}
	used := map[framereport.PathEnd]bool{}
	for k := range c.Ways {
		w := &c.Ways[k]
		from, to := fmt.Sprintf("s%d", w.From), fmt.Sprintf("s%d", w.To)
		if w.From < 0 {
			from = "begin"
		}
		if w.End != framereport.WaySuspends {
			to = w.End.String()
			used[w.End] = true
		}
		style := ""
		if w.Kind == framereport.WayDestroyed {
			style = ", style=dashed"
		}
		label := w.Kind.String()
		if via := c.Via(w); via != "" {
			label += "\n" + via
		}
		fmt.Fprintf(b, "  %s -> %s [label=%s%s];\n", from, to, dotText(label), style)
	}
	for _, e := range []framereport.PathEnd{framereport.WayEnds, framereport.WayUnwinds} {
		if used[e] {
			fmt.Fprintf(b, "  %s [shape=oval];\n", e)
		}
	}
	b.WriteString("}\n")
}

// dotText quotes a text for Graphviz.
func dotText(s string) string {
	lines := strings.Split(s, "\n")
	for k := range lines {
		lines[k] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(diag.Clean(lines[k]))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
