// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/spf13/pflag"

	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/summary"
	"github.com/corolower/corolower/internal/words"
)

// This file defines the elision options: LLVM's own, and bounds on the frames that elision moves to
// the stack.

// elideFlags are the options of all commands that elide.
type elideFlags struct {
	ratio        float64
	frame, stack int64
	summaries    []string // files
	added        int64
}

const (
	ratioFlag    = "coro-elide-branch-ratio"
	maxFrameFlag = "coro-elide-max-frame"
	maxStackFlag = "coro-elide-max-stack"
	maxAddedFlag = "coro-elide-max-added"
)

func (fl *elideFlags) register(f *pflag.FlagSet) {
	f.StringArrayVar(&fl.summaries, "summaries-in", nil,
		"read what functions of other files do from this `file`, which --summaries-out wrote; may be repeated")
	f.Float64Var(&fl.ratio, ratioFlag, 0.55,
		"minimum `frequency` of a coro_elide_safe call, relative to function entry")
	f.Int64Var(&fl.frame, maxFrameFlag, elide.DefaultMaxFrame,
		"maximum size in `bytes` of one elided frame on the stack; -1 means no limit")
	f.Int64Var(&fl.stack, maxStackFlag, elide.DefaultMaxStack,
		"maximum total size in `bytes` of elided frames on the stack of a function; -1 means no limit")
	f.Int64Var(&fl.added, maxAddedFlag, elide.DefaultMaxAdded,
		"maximum number of `instructions` that a function gets to follow handles; -1 means no limit")
}

// options converts the flags to elide's options, and reads the summaries.
func (fl *elideFlags) options() (elide.Options, error) {
	o, err := fl.bounds()
	if err == nil {
		o.Summaries, err = fl.readSummaries()
	}
	return o, err
}

// bounds converts the flags to elide's options, without summaries. In elide.Options, 0 means the
// default and a negative branch ratio means no bound. So a size limit of 0 becomes 1, because no
// frame has only one byte.
func (fl *elideFlags) bounds() (elide.Options, error) {
	o := elide.Options{BranchRatio: fl.ratio, MaxFrame: fl.frame, MaxStack: fl.stack, MaxAdded: fl.added}
	switch {
	case math.IsNaN(fl.ratio):
		return o, usagef("for the --%s option: 'nan' is not a number", ratioFlag)
	case fl.ratio <= 0:
		o.BranchRatio = -1
	}
	for _, n := range []struct {
		value     *int64
		byDefault int64
	}{{&o.MaxFrame, elide.DefaultMaxFrame}, {&o.MaxStack, elide.DefaultMaxStack}, {&o.MaxAdded, elide.DefaultMaxAdded}} {
		switch *n.value {
		case 0:
			*n.value = 1 // no frame and no inline candidate is that small
		case n.byDefault:
			*n.value = 0 // the target's
		}
	}
	return o, nil
}

// maxSummaries bounds the size of a file of summaries in bytes.
const maxSummaries = 1 << 28

// readSummaries merges the files into one table. It returns nil if there are no files. It skips
// unusable summaries and prints a note.
func (fl *elideFlags) readSummaries() (*summary.Table, error) {
	if len(fl.summaries) == 0 {
		return nil, nil
	}
	all := new(summary.Table)
	for _, name := range fl.summaries {
		text, err := words.ReadFile(name, maxSummaries)
		if err != nil {
			return nil, usagef("for the --summaries-in option: %v", err)
		}
		t, err := summary.Read(text)
		var wrong *summary.Error
		switch {
		case errors.Is(err, summary.ErrVersion):
			all.Notes = append(all.Notes, fmt.Sprintf("ignoring %s: %v", name, err))
		case errors.As(err, &wrong) && wrong.Line > 0:
			return nil, usagef("%s:%d:%d: %s", name, wrong.Line, wrong.Column, wrong.Msg)
		case err != nil:
			return nil, usagef("%s: %v", name, err)
		default:
			all.Merge(t, name)
		}
	}
	return all, nil
}

// appendElided appends the elided coroutines to the file of -coro-elide-info-output-file. It
// creates the file even if nothing was elided. The message is LLVM's, quotes included, because
// scripts search for it.
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

// openError is the system's error for a file that cannot be opened or written, with another
// message.
type openError struct {
	msg   string
	cause error
}

func (e *openError) Error() string { return e.msg }
func (e *openError) Unwrap() error { return e.cause }
