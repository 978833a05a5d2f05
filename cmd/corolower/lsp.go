// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"github.com/spf13/cobra"

	"github.com/corolower/corolower/internal/lsp"
	"github.com/corolower/corolower/internal/report/project"
)

// This file is `corolower lsp`.

const lspLong = `lsp is a language server on standard input and output, to run beside clangd. An editor starts it: see
docs/editors.md for settings.

In C and C++, it shows at each coroutine how large its frame is and what lives in it, and at each call that
creates one whether the allocation is elided, or why not. It finds the commands of sources in
compile_commands.json, and analyses a source when it is opened or saved, at -O2 whatever the build's own level.
In .ll files, it shows the findings of check while you type, with fixes.`

func (a *app) lspCommand() *cobra.Command {
	var build, clang, config string
	var extra []string
	var noConfig bool
	cmd := &cobra.Command{
		Use: "lsp [options]", Short: "show frames, elisions and mistakes in an editor", Long: lspLong,
		Example: "  corolower lsp -p build/", Args: cobra.NoArgs, DisableFlagsInUseLine: true,
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&build, "p", "p", "", "build `directory`, or its "+project.DatabaseName+
		" (default: the source's directory, its build/, and parents)")
	f.StringArrayVar(&extra, "extra-arg", nil, "add this `option` to every compile command; may be repeated")
	f.StringVar(&clang, "clang", "", "use this `clang` for units that another compiler builds (default: the newest on PATH)")
	registerConfig(f, &config, &noConfig)
	f.Bool("stdio", true, "accepted: clients pass it")
	f.Lookup("stdio").Hidden = true
	cmd.RunE = func(*cobra.Command, []string) error {
		conf, err := finder(config, noConfig)
		if err != nil {
			return err
		}
		o := &lsp.Options{Version: versionNumber, Build: build, Config: conf,
			Project: project.Options{Clang: clang, Extra: extra, Level: "O2", Jobs: 1, Debug: debugging(), Worker: lowPriority}}
		if o.Project.BuildID, err = buildID(); err == nil {
			o.Cache = func() *project.Cache {
				c, _ := project.OpenCache("") // without a cache, each analysis compiles
				return c
			}
		}
		ctx, done := interruptible()
		defer done()
		if err := lsp.Serve(ctx, stdio{a}, o); err != nil {
			a.code = exitFindings
		}
		return nil
	}
	return cmd
}

// stdio is the standard input and output.
type stdio struct{ *app }

func (s stdio) Read(b []byte) (int, error)  { return s.stdin.Read(b) }
func (s stdio) Write(b []byte) (int, error) { return s.stdout.Write(b) }
func (s stdio) Close() error                { return nil }
