// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Command corolower lowers LLVM coroutines in textual IR, with opt's command line. See `corolower
// --help`.
package main

import (
	"errors"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func main() {
	// A run over a small file ends before the first collection. For large files, pacer bounds the
	// memory.
	debug.SetGCPercent(800)
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitOK       = 0
	exitFindings = 1 // errors in the input, or findings of check
	exitUsage    = 2 // wrong command line, or a file that cannot be read or written
	exitFirst    = 3 // of project: there is no earlier report to compare with yet
)

// app is one run of the program, with its streams.
type app struct {
	stdin          io.Reader
	stdout         *sink
	stderr         io.Writer
	stdoutReported bool     // the error of stdout has been printed
	args           []string // command line, after response files are expanded and dashes are added
	code           int      // exit code, set by the command that ran
	color          string   // --color
	helpWidth      int      // columns of help
	gc             pacer
	front          *frontend // of the command; nil: it reads only IR
	derived        []string  // names of IR that the frontend made, for messages
	// commands are the subcommands, for messages about words that look like one.
	commands []*cobra.Command
}

// run runs the program and returns its exit code. argv[0] is the program's name.
func run(argv []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: &sink{w: stdout}, stderr: stderr, helpWidth: widthOf(stdout)}
	if err := enoughFiles(); err != nil {
		a.complain(err)
		return a.code
	}
	root := a.rootCommand()
	expanded, err := ccWords(argv) // the compiler expands response files
	if err == nil && expanded == nil {
		err = compilerWords(argv)
	}
	if expanded == nil && err == nil {
		expanded, err = expandResponseFiles(argv[1:])
	}
	if err == nil {
		a.args, err = normalize(root, expanded)
	}
	if err != nil {
		return a.usage(err)
	}
	if done, err := a.showHidden(root, a.args); done {
		if err != nil && a.stdout.err == nil {
			return a.usage(err)
		}
		return a.closeStreams()
	}
	if completing(a.args) {
		complete(root, completions())
	}
	root.SetArgs(a.args)
	if err := root.Execute(); err != nil && (a.stdout.err == nil || !errors.Is(err, a.stdout.err)) {
		return a.usage(err)
	}
	return a.closeStreams()
}

// debugging reports whether COROLOWER_DEBUG is set: a panic in a pass then ends the program with
// its stack, instead of becoming an error about the function (docs/testing.md).
func debugging() bool { return os.Getenv("COROLOWER_DEBUG") != "" }
