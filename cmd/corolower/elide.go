package main

import (
	"math"
	"os"

	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/lower/elide"
)

// This file is the options about elision: LLVM's, and bounds on what goes on the stack.

// elideFlags are those of every command that elides.
type elideFlags struct {
	ratio        float64
	frame, stack int64
}

const ratioFlag = "coro-elide-branch-ratio"

func (fl *elideFlags) register(f *pflag.FlagSet) {
	f.Float64Var(&fl.ratio, ratioFlag, 0.55, "minimum `frequency` of a coro_elide_safe call, relative to function entry")
	f.Int64Var(&fl.frame, "coro-elide-max-frame", elide.DefaultMaxFrame, "maximum size in `bytes` of one elided frame; -1 means no limit")
	f.Int64Var(&fl.stack, "coro-elide-max-stack", elide.DefaultMaxStack, "maximum total size in `bytes` of elided frames per function; -1 means no limit")
}

// options makes lower's options of the flags' values: there 0 means the default, and what is negative everything.
func (fl *elideFlags) options() (elide.Options, error) {
	o := elide.Options{BranchRatio: fl.ratio, MaxFrame: fl.frame, MaxStack: fl.stack}
	switch {
	case math.IsNaN(fl.ratio):
		return o, usagef("for the --%s option: 'nan' is not a number", ratioFlag)
	case fl.ratio <= 0:
		o.BranchRatio = -1
	}
	for _, n := range []*int64{&o.MaxFrame, &o.MaxStack} {
		if *n == 0 {
			*n = 1 // no frame is as small
		}
	}
	return o, nil
}

// appendElided adds to the file of -coro-elide-info-output-file what was elided; the file is there afterwards even when that is nothing. The
// message is LLVM's, quotes and all: scripts look for it.
func (s *session) appendElided() error {
	switch name := s.fl.elideInfo; name {
	case "":
		return nil
	case "-":
		_, err := s.stdout.Write(s.elided)
		return err
	default:
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
		if err != nil {
			return &openError{"Error opening coro-elide-info-output-file '" + name + " for appending!", err}
		}
		if _, err = f.Write(s.elided); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
}

// openError has words for a file that cannot be opened or written, and the system's error behind them.
type openError struct {
	msg   string
	cause error
}

func (e *openError) Error() string { return e.msg }
func (e *openError) Unwrap() error { return e.cause }
