// Command corolower lowers LLVM coroutines in textual IR, in the manner of opt. See `corolower --help`.
package main

import (
	"errors"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func main() {
	// A small file is done before the collector would run for the first time; memory for big ones
	// is bounded by pacer.
	debug.SetGCPercent(800)
	if !debugging() {
		quietRuntime()
	}
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitOK       = 0
	exitFindings = 1 // errors in the input, or findings of check
	exitUsage    = 2 // wrong command line, or a file that cannot be read or written
)

// app is one run of the program with its streams.
type app struct {
	stdin  io.Reader
	stdout *sink
	stderr io.Writer
	told   bool     // that stdout cannot be written
	args   []string // command line after response files and dashes were sorted out
	code   int      // exit code, set by the command that ran
	color  string   // --color
	gc     pacer
	// commands are those below the root, for messages about words that look like one.
	commands []*cobra.Command
}

// run is the whole program, called by argv[0]; it returns the exit code.
func run(argv []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: &sink{w: stdout}, stderr: stderr}
	a.gc.lacks = a.endFor
	if err := enoughFiles(); err != nil {
		a.complain(err)
		return a.code
	}
	root := a.rootCommand()
	expanded, err := ccWords(argv) // response files are the compiler's
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

// debugging reports that COROLOWER_DEBUG is set: a panic in a pass then ends the program with its
// stack, instead of becoming an error about the function (docs/testing.md).
func debugging() bool { return os.Getenv("COROLOWER_DEBUG") != "" }
