// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/reduce"
)

// This file implements `corolower reduce`: it makes a module smaller as long as a command succeeds
// on it.

type reduceFlags struct {
	check  string
	output string
}

const reduceLong = `reduce drops parts of a module as long as a command succeeds, and prints what is left.

The command runs in a shell for each smaller module, with {} replaced by the name of the file that has it. Its
exit code 0 means that the module is still interesting. For example, this keeps a crash of opt:

  corolower reduce crash.ll --check='! opt -passes=coro-split -disable-output {} 2>/dev/null'

Smaller modules are valid IR, but may have undefined behaviour that FILE has not. If the command compares what
programs do, let it exclude that: --exec-check does, because undefined behaviour of its input is no difference.

Exit codes: 0; 1 the command does not succeed on FILE, or FILE is not valid; 2 wrong command line, or a file
that cannot be read or written.`

const reduceExample = `  corolower reduce crash.ll --check='! opt -O2 -disable-output {} 2>/dev/null' -o small.ll
  corolower reduce wrong.ll \
    --check='corolower --exec-check {} -o /dev/null 2>&1 | grep -q "and the original"'
  corolower reduce slow.ll --check='corolower explain elision {} | grep -q "heap"'`

func (a *app) reduceCommand() *cobra.Command {
	fl := &reduceFlags{}
	cmd := &cobra.Command{
		Use: "reduce [options] FILE --check=COMMAND", Short: "make a module smaller while a command succeeds on it",
		Long: reduceLong, Example: reduceExample,
		Args: cobra.MaximumNArgs(1), DisableFlagsInUseLine: true, ValidArgsFunction: irFiles,
		RunE: func(_ *cobra.Command, args []string) error { return a.reduce(fl, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&fl.check, "check", "", "shell `command` that succeeds if the module in {} is still interesting")
	f.StringVarP(&fl.output, "output", "o", "-", "write the smallest module to this `file` (- is stdout)")
	return cmd
}

func (a *app) reduce(fl *reduceFlags, args []string) error {
	switch {
	case len(args) == 0:
		return usagef("reduce takes a file: corolower reduce FILE --check=COMMAND")
	case fl.check == "":
		return usagef("reduce takes a command: --check='opt -O2 -disable-output {}'")
	case !strings.Contains(fl.check, "{}"):
		return usagef("for the --check option: the command has no {}, which stands for the file")
	}
	name, text, err := a.readInput(args[0])
	if err != nil {
		a.unreadable(args[0], err)
		return nil
	}
	if err := notInputs(args, []output{{"-o", fl.output}}, ""); err != nil {
		return err
	}
	file := diag.NewFile(name, text)
	m, err := driver.Parse(name, text)
	if err == nil {
		if list := ir.Verify(m); len(list) > 0 {
			err = list
		}
	}
	if err != nil {
		a.failed(file, err)
		return nil
	}
	ctx, done := interruptible()
	defer done()
	dir, err := os.MkdirTemp("", "corolower-reduce")
	if err != nil {
		return usagef("%v", err)
	}
	defer os.RemoveAll(dir)
	test := func(text []byte) (bool, error) {
		return interesting(ctx, fl.check, filepath.Join(dir, "reduced.ll"), text)
	}
	switch ok, err := test(text); {
	case err != nil:
		return usagef("%v", err)
	case !ok:
		a.failed(file, &ir.Error{Msg: "the command of --check does not succeed on this file, so there is " +
			"nothing to keep",
			Hint: "run it by hand; its exit code has to be 0 for what the smaller module must still do"})
		return nil
	}
	small, st, err := reduce.Run(name, text, test)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(a.stderr, "corolower: interrupted; this is the smallest module so far\n")
	case err != nil:
		return usagef("%v", err)
	}
	fmt.Fprintf(a.stderr, "corolower: reduced from %d lines to %d by %d runs of the command\n", lines(text),
		lines(small), st.Tests+1)
	return a.writeText(fl.output, small)
}

func lines(text []byte) int { return strings.Count(string(text), "\n") }

// interesting runs the command on a text and reports whether it succeeds. It fails if ctx is done.
func interesting(ctx context.Context, command, file string, text []byte) (bool, error) {
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return false, err
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", strings.ReplaceAll(command, "{}", "'"+strings.ReplaceAll(file, "'", `'\''`)+"'"))
	err := cmd.Run()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if _, failed := err.(*exec.ExitError); failed {
		return false, nil
	}
	return err == nil, err
}

// failed prints an error in a file.
func (a *app) failed(file *diag.File, err error) {
	a.printFindings(file, nil, ir.AsList(err), a.style())
	a.code = exitFindings
}
