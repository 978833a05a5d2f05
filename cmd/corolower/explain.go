// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// This file holds the code that the topics of `corolower explain` share. Each topic runs the
// pipeline and discards the output; the driver's result contains the facts that the passes
// recorded.

// explainFlags are those of every topic.
type explainFlags struct {
	passes    []string
	functions []string
	format    string
	formats   []string // that there are; nil: text and json
	jobs      int
	triple    string
	layout    string
	elide     elideFlags
	has       contents
	front     frontend
	gate      bool // limits are set, so there must be something to check
	ways      bool // the topic tells by which ways coroutines suspend
}

// register adds the flags that all topics share, after those of the topic. functions describes the
// argument of --function.
func (fl *explainFlags) register(cmd *cobra.Command, functions string) {
	if fl.formats == nil {
		fl.formats = []string{"text", "json"}
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&fl.functions, "function", nil, functions)
	f.StringVar(&fl.format, "format", "text", "output `format`: "+strings.Join(fl.formats, ", "))
	group(f, "Output")
	fl.registerRun(f)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(fl.formats, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("function", cobra.NoFileCompletions)
}

// registerRun adds the flags that control the lowering run.
func (fl *explainFlags) registerRun(f *pflag.FlagSet) {
	f.StringArrayVar(&fl.passes, "passes", nil, "run this `pipeline` (default: "+driver.DefaultPipeline+")")
	fl.elide.register(f)
	f.IntVarP(&fl.jobs, "j", "j", 0, "lower `N` functions at the same time (default: one per core)")
	f.StringVar(&fl.triple, "mtriple", "", "assume this target `triple` (also: --target)")
	f.StringVar(&fl.layout, "data-layout", "", "assume this data `layout`")
	fl.has.register(f)
	group(f, "Lowering")
}

// explainTopics lists the topics of explain, each with a description of its output.
var explainTopics = [...]struct{ name, tells string }{
	{"elision", "which allocations were elided, and why the others were not"},
	{"frame", "what a coroutine frame contains, byte by byte, and why"},
	{"states", "how control flows from one suspend point to the next"},
}

func (a *app) explainCommand() *cobra.Command {
	long := "explain shows why a pass did what it did, or why it did not. The topics are:\n"
	var names []string
	for _, t := range explainTopics {
		long += fmt.Sprintf("\n  %-7s  %s", t.name, t.tells)
		names = append(names, t.name)
	}
	topics := explain.Enumerate(names)
	explain := &cobra.Command{
		Use: "explain " + strings.Join(names, "|"), Short: "explain elisions, frames and suspend points",
		DisableFlagsInUseLine: true, Long: long,
		Example: "  corolower explain elision f.ll\n  corolower explain frame f.ll", Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("explain needs a topic (%s), for example: corolower explain frame FILE", topics)
			}
			return usagef("unknown topic '%s'; the topics are %s, for example: corolower explain frame FILE",
				args[0], topics)
		},
	}
	explain.AddCommand(a.explainElisionCommand(), a.explainFrameCommand(), a.explainStatesCommand())
	return explain
}

// options builds the driver's options. It fails if the pipeline contains no pass whose work the
// topic explains.
func (fl *explainFlags) options(does func(*pass.Info) bool, passes, done string) (*driver.Options, error) {
	if err := oneOf("--format", fl.format, fl.formats); err != nil {
		return nil, err
	}
	if err := checkNames(fl.functions); err != nil {
		return nil, err
	}
	bounds, err := fl.elide.options()
	if err != nil {
		return nil, err
	}
	if len(fl.passes) > 1 {
		return nil, usagef("for the --passes option: may only occur zero or one times!")
	}
	pl, err := driver.Table.Parse(fl.pipeline())
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(pl.Steps(), func(st pass.Step) bool { return does(st.Pass) }) {
		return nil, usagef("the pipeline '%s' has %s, so nothing is %s", fl.pipeline(), passes, done)
	}
	return &driver.Options{
		Pipeline: pl, Jobs: fl.jobs, Triple: fl.triple, DataLayout: fl.layout, Elide: bounds,
		Reader: fl.front.reader,
		Debug:  debugging(),
	}, nil
}

// pipeline is the text of the pipeline that is explained.
func (fl *explainFlags) pipeline() string {
	if len(fl.passes) > 0 {
		return fl.passes[0]
	}
	return driver.DefaultPipeline
}

// explained runs the pipeline over one file. Its errors are printed; then there is no result.
func (a *app) explained(name string, opts *driver.Options, has *contents) (*diag.File, *driver.Result) {
	update, stop := a.progress(shownName(name))
	shown, text, err := a.readInput(name)
	if err != nil {
		stop()
		a.unreadable(shown, err)
		return nil, nil
	}
	o := *opts
	o.Progress, o.Rest = update, a.gc.rest
	res, err := driver.Run(shown, text, &o)
	stop()
	file := a.newFile(shown, text)
	has.add(name, text, res.Stats.Split.Coroutines > 0, res)
	a.noteSplit(shown, res)
	a.printFindings(file, nil, err, a.style())
	if err != nil {
		a.code = max(a.code, exitFindings)
		return nil, nil
	}
	return file, res
}

// nothing says that the files have nothing to explain: nothing about the functions that the user named,
// or nothing at all.
func nothing(names, functions []string, about, none string) string {
	if len(functions) > 0 {
		none = about + " " + diag.Clean(explain.DemangledText(explain.Either(functions)))
	}
	return shownNames(names) + ": " + none + "\n"
}

func shownNames(names []string) string {
	if len(names) != 1 {
		return explain.Count(len(names), "file")
	}
	if names[0] == "-" {
		return "<stdin>"
	}
	return diag.Clean(names[0])
}
