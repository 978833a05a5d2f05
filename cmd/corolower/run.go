// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/ir"
)

// This file implements `corolower run`: it interprets a program before or after its coroutines are
// lowered.

type runFlags struct {
	entry    string
	maxSteps int64
	seed     int64
	leaks    bool
	trace    string
	against  string
	extern   []string
	seeds    int
	checked  bool
	front    frontend
}

const runLong = `run interprets a program in textual LLVM IR or in C++, as lli does. Its coroutines may be lowered or not.

Undefined behaviour ends the program with an error: a coroutine that is destroyed twice, resumed at its
final suspend point or used after it was destroyed; memory that is used after it was freed, out of bounds
or before it was written. The error shows the place, the call stack, and where the coroutine was created,
suspended and destroyed; with debug information, in lines of the source.

Words after FILE are the program's arguments; put -- before those that begin with a dash.

Exit codes: that of the program; 1 also for an error, with a message; 2 wrong command line, or a file that
cannot be read.`

const runExample = `  corolower run program.ll
  corolower run program.cpp -- -n 3
  corolower run --leaks program.ll -- -n 3
  corolower run --against=lowered.ll original.ll
  corolower run --schedules=1000 threads.ll
  corolower run --extern=helpers.ll program.ll
  clang++ -std=c++20 -g -S -emit-llvm -Xclang -disable-llvm-passes -o - task.cpp | corolower run -`

func (a *app) runCommand() *cobra.Command {
	fl := &runFlags{}
	cmd := &cobra.Command{
		Use: "run [options] FILE [ARGS]", Short: "run a program, with coroutines that are lowered or not",
		Long: runLong, Example: runExample,
		Args: cobra.ArbitraryArgs, DisableFlagsInUseLine: true, ValidArgsFunction: irFiles,
		RunE: a.onWords(&fl.front, func(args []string) error { return a.interpret(fl, args) }),
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.entry, "entry", "main", "run this `function`")
	f.Int64Var(&fl.maxSteps, "max-steps", 0, "stop with an error after `N` instructions (default: no limit)")
	f.Int64Var(&fl.seed, "seed", 0, "choose the order of threads and the values of freeze by this `number`")
	f.IntVar(&fl.seeds, "schedules", 0, "run under `N` seeds from --seed on, and report the first one that fails "+
		"or behaves differently")
	f.StringArrayVar(&fl.extern, "extern", nil, externUsage)
	group(f, "Execution")
	f.BoolVar(&fl.leaks, "leaks", false, "report coroutines that are not destroyed when the program ends")
	f.BoolVar(&fl.checked, "check-attributes", false, "report broken promises of attributes, metadata and flags, and data races")
	f.StringVar(&fl.trace, "trace", "", "write these `events` to stderr: suspends")
	f.StringVar(&fl.against, "against", "", "run this `file` too, for example a lowering of the program, and "+
		"report the first difference")
	group(f, "Diagnostics")
	fl.front.register(f)
	_ = cmd.RegisterFlagCompletionFunc("trace", fixed("suspends"))
	_ = cmd.RegisterFlagCompletionFunc("against", irFiles)
	return cmd
}

func (a *app) interpret(fl *runFlags, args []string) error {
	if len(args) == 0 {
		return usagef("run needs a file: corolower run FILE [ARGS]")
	}
	if fl.trace != "" && fl.trace != "suspends" {
		return usagef("for the --trace option: '%s' is not suspends", fl.trace)
	}
	if fl.seeds < 0 {
		return usagef("for the --schedules option: %d is negative", fl.seeds)
	}
	if fl.maxSteps < 0 {
		return usagef("for the --max-steps option: %d is negative", fl.maxSteps)
	}
	if fl.seeds > 0 && (fl.against != "" || fl.trace != "") {
		return usagef("--schedules compares runs of one program, without --against and --trace")
	}
	if fl.against != "" && (fl.trace != "" || fl.leaks) {
		return usagef("--against compares two programs, without --trace and --leaks")
	}
	p := a.loadProgram(args[0], fl.extern)
	if p == nil {
		return nil
	}
	if fl.checked {
		p.CheckAttributes()
	}
	a.printIn(p, p.Lacking(fl.entry))
	words := append([]string{p.file().Name}, args[1:]...)
	if fl.against != "" {
		after := a.loadProgram(fl.against, fl.extern)
		if after == nil {
			return nil
		}
		if fl.checked {
			after.CheckAttributes()
		}
		a.printIn(after, after.Lacking(fl.entry))
		o := interp.Options{Stdin: a.stdin, MaxSteps: fl.maxSteps, Seed: fl.seed}
		a.compareRuns(p, after, o, fl.entry, words)
		return nil
	}
	o := interp.Options{Stdout: a.stdout, Stderr: a.stderr, Stdin: a.stdin, MaxSteps: fl.maxSteps, Seed: fl.seed,
		Leaks: fl.leaks}
	if fl.trace != "" {
		o.Suspends = a.stderr
	}
	if fl.seeds > 0 {
		code, err := interp.Schedules(p.Program, o, fl.seeds, fl.entry, words...)
		a.code = code
		var other *interp.ScheduleError
		if errors.As(err, &other) {
			fmt.Fprintf(a.stderr, "corolower: %s seed %d fails; --seed=%d runs it again\n", a.style().Note("note:"),
				other.Seed, other.Seed)
			if other.Err == nil {
				err = &ir.Error{Msg: other.What}
			} else {
				err = other.Err
			}
		}
		if err != nil {
			a.programFailed(p, err)
		}
		return nil
	}
	code, err := p.New(o).Run(fl.entry, words...)
	if err != nil && a.stdout.err != nil {
		return a.stdout.err
	}
	if err != nil {
		a.programFailed(p, err)
		return nil
	}
	a.code = code
	return nil
}

// loadProgram reads a program to interpret. If that fails, it prints the reason and returns nil.
func (a *app) loadProgram(path string, externs []string) *program {
	name, text, err := a.readInput(path)
	if err != nil {
		a.unreadable(path, err)
		return nil
	}
	return a.linkProgram(name, text, externs)
}

// compareRuns interprets a program and its lowering, and reports whether both behave the same. If
// not, it prints the first difference.
func (a *app) compareRuns(before, after *program, o interp.Options, entry string, args []string) bool {
	_, err := interp.Compare(before.Program, after.Program, o, entry, args...)
	var d *interp.Difference
	switch {
	case err == nil:
		return true
	case errors.As(err, &d):
		second, first := d.Findings()
		a.programFailed(after, second)
		a.programFailed(before, first)
	case errors.As(err, new(*interp.SecondError)):
		a.programFailed(after, err)
	default:
		a.programFailed(before, err)
	}
	return false
}
