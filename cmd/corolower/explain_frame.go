// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
	"github.com/corolower/corolower/internal/report/text"
)

// This file implements `corolower explain frame`: the contents of coroutine frames, with the reason
// for each field. It runs the pipeline and discards the output; the driver's result contains the
// facts that splitting recorded when it laid out each frame.

const explainFrameLong = `explain frame runs the pipeline and shows the contents of each coroutine frame, byte by byte: offset, size,
alignment, the variable or IR value, why it is in the frame, across which suspend points it is live, and
what it shares bytes with. It shows the frames of elided coroutines as part of their caller's frame, and it
says what would make the frame smaller. It writes no IR.

With debug info (-g), lines are those of the source, otherwise those of the IR. With --compare=clang, the
installed clang compiles the same IR, and its frame size is shown beside ours.

The result goes to stdout; errors in the input and frames that exceed a limit of --budget go to stderr.

Exit codes: 0 success; 1 errors in the input, no function of that name, input that clang rejects, or a frame
over the budget; 2 wrong command line, no clang found, or a file that cannot be read or written.`

const explainFrameExample = `  corolower explain frame f.ll
  corolower explain frame --budget max-frame=512 f.ll
  corolower explain frame --function=fibonacci --suspends f.ll
  corolower explain frame --compare=clang f.ll
  corolower explain frame -p build task.cpp
  corolower explain frame --sort=size task.cpp -- clang++ -std=c++20 -O2`

type explainFrameFlags struct {
	explainFlags
	sort     string
	suspends bool
	compare  compareFlags
	budget   budgetFlags
}

func (a *app) explainFrameCommand() *cobra.Command {
	fl := &explainFrameFlags{}
	cmd := &cobra.Command{
		Use: "frame [options] [FILE...]", Short: "explain what coroutine frames contain, and why",
		Long: explainFrameLong, Example: explainFrameExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true,
		RunE: a.onWords(&fl.front, func(args []string) error { return a.explainFrame(fl, args) }),
	}
	f := cmd.Flags()
	fl.register(cmd, "show only the frame of this `coroutine`: "+namedBy)
	fl.front.register(f)
	fl.compare.register(cmd)
	fl.budget.register(cmd, report.FrameKeys())
	f.StringVar(&fl.sort, "sort", "offset", "sort the contents by this `key`: offset or size")
	f.BoolVar(&fl.suspends, "suspends", false, "also list what is live across each suspend point")
	group(f, "Frames")
	_ = cmd.RegisterFlagCompletionFunc("sort", cobra.FixedCompletions(explain.Orders,
		cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (a *app) explainFrame(fl *explainFrameFlags, names []string) error {
	if err := oneOf("--sort", fl.sort, explain.Orders); err != nil {
		return err
	}
	budget, err := fl.budget.budget(&gate.Config{}, report.FrameKeys())
	if err != nil {
		return err
	}
	if err := fl.compare.find(fl.pipeline()); err != nil {
		return err
	}
	fl.gate = len(budget) > 0
	list, functions, err := a.coroutines(&fl.explainFlags, &fl.compare, names)
	if err != nil || list == nil {
		return err
	}
	switch {
	case fl.format == "json":
		_, err = a.stdout.Write(framesJSON(list, fl))
	case len(list) == 0:
		err = a.noneSplit(names, functions)
	default:
		_, err = io.WriteString(a.stdout, text.Frames(list, &text.FrameOptions{Pipeline: fl.pipeline(),
			Other: fl.compare.name(), Order: fl.sort, Suspends: fl.suspends}, a.styleOf(a.stdout)))
	}
	if err != nil {
		return err
	}
	return a.holdFrames(list, budget, fl.pipeline())
}

// holdFrames reports frames that exceed a budget.
func (a *app) holdFrames(list []*explain.Coroutine, b report.Budget, pipeline string) error {
	r := &report.Report{Pipeline: pipeline}
	for _, c := range list {
		r.Coroutines = append(r.Coroutines, report.Coroutine{Frame: c.Frame(pipeline, "offset")})
	}
	violations, err := b.Check(r, nil)
	if err != nil {
		return usagef("%v", err)
	}
	if len(violations) > 0 {
		a.code = max(a.code, exitFindings)
	}
	a.printViolations(newSourced().violations(violations))
	return nil
}

// coroutines runs the pipeline over files and returns the coroutines that were split: all, or those
// that the user named, whose functions it also returns. If there is nothing to explain, it prints
// why and returns a nil list.
func (a *app) coroutines(fl *explainFlags, other *compareFlags, names []string) (list []*explain.Coroutine,
	functions []string, err error) {
	opts, err := fl.options(func(p *pass.Info) bool { return p.Is.Has(pass.Splits) }, "no coro-split", "split")
	if err != nil {
		return nil, nil, err
	}
	opts.Frames, opts.Ways = true, fl.ways
	if len(names) == 0 {
		names = []string{"-"}
	}
	known := explain.Names{}
	list = []*explain.Coroutine{}
	for _, name := range names {
		if file, res := a.explained(name, opts, &fl.has); res != nil {
			split := explain.Coroutines(file, res, known.Add(res))
			if answer := a.ask(other, file); answer != nil {
				explain.CompareFrames(split, answer)
			}
			list = append(list, split...)
		}
	}
	if a.code != exitOK && len(list) == 0 {
		return nil, nil, nil
	}
	if a.code == exitOK {
		if err := fl.has.check(fl.gate); err != nil {
			return nil, nil, err
		}
	}
	functions, ok := a.named(fl.functions, known)
	if !ok {
		return nil, nil, nil
	}
	if len(functions) > 0 {
		list = slices.DeleteFunc(list, func(c *explain.Coroutine) bool {
			return !slices.Contains(functions,
				explain.Symbol(c.Function))
		})
	}
	return list, functions, nil
}

// noneSplit says that no coroutine was split, or none with a given name.
func (a *app) noneSplit(names, functions []string) error {
	_, err := io.WriteString(a.stdout, nothing(names, functions, "no coroutine is named", "no coroutine was split"))
	return err
}

// framesJSON is the explanation for programs: an array of objects, one a coroutine.
func framesJSON(list []*explain.Coroutine, fl *explainFrameFlags) []byte {
	out := make([]explain.Frame, 0, len(list))
	for _, c := range list {
		f := c.Frame(fl.pipeline(), fl.sort)
		f.Clang = fl.compare.name()
		out = append(out, f)
	}
	return diag.Encode(out)
}
