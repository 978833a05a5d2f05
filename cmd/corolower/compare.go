// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/clang"
	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file implements --compare: it shows the results of explain next to those of clang for the
// same IR.

// compareFlags are the options of explain's subcommands that compare with clang.
type compareFlags struct {
	with, path string
	clang      *clang.Compiler // nil: no comparison
	level      string
}

// compilers are the values of --compare.
var compilers = []string{"clang"}

func (fl *compareFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&fl.with, "compare", "", "also show what this installed `compiler` does with the same IR: clang")
	f.StringVar(&fl.path, "clang", "", "`program` for --compare=clang (default: the newest clang or clang-N on PATH)")
	_ = cmd.RegisterFlagCompletionFunc("compare", cobra.FixedCompletions(compilers, cobra.ShellCompDirectiveNoFileComp))
}

// find looks for clang before any file is read. pipeline is corolower's own pipeline; clang gets
// the same -O level.
func (fl *compareFlags) find(pipeline string) error {
	switch {
	case fl.with == "" && fl.path != "":
		return usagef("--clang needs --compare=clang")
	case fl.with == "":
		return nil
	case fl.with != compilers[0]:
		return usagef("for the --compare option: '%s' is not clang", fl.with)
	}
	var err error
	fl.clang, err = clang.Find(fl.path)
	if errors.Is(err, clang.ErrNone) {
		return &usageError{msg: "for the --compare option: " + err.Error(),
			hint: "install clang (for example Debian's package clang-22), or name one with --clang=PATH"}
	}
	fl.level = explain.Level(pipeline)
	return err
}

// name returns clang's name and version, and its -O level; "" without --compare.
func (fl *compareFlags) name() string {
	if fl.clang == nil {
		return ""
	}
	return fl.clang.String() + " -" + fl.level
}

// ask compiles a file with clang. It returns nil if --compare is off, or if clang rejects the file;
// in that case it prints why.
func (a *app) ask(fl *compareFlags, file *diag.File) *clang.Answer {
	if fl.clang == nil {
		return nil
	}
	answer, err := fl.clang.Ask(file.Text, fl.level)
	if err != nil {
		fmt.Fprintf(a.stderr, "corolower: %s: %s %s\n", diag.Clean(file.Name), a.style().Error("error:"),
			diag.Clean(err.Error()))
		a.code = max(a.code, exitFindings)
		return nil
	}
	return answer
}
