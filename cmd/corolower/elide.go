package main

import (
	"math"
	"os"
)

// This file is LLVM's options about elision.

const (
	ratioFlag    = "coro-elide-branch-ratio"
	defaultRatio = 0.55
	ratioHelp    = "how often a coro_elide_safe call must be reached to be elided, as a `part` of its function's entry"
)

// elideRatio makes lower's option of the flag's value: there 0 means the default, and what is negative everything.
func elideRatio(r float64) (float64, error) {
	switch {
	case math.IsNaN(r):
		return 0, usagef("for the --%s option: 'nan' is not a number", ratioFlag)
	case r <= 0:
		return -1, nil
	}
	return r, nil
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

// openError has words of LLVM for a file that cannot be opened, and the system's reason.
type openError struct {
	msg   string
	cause error
}

func (e *openError) Error() string { return e.msg + " (" + e.cause.Error() + ")" }
func (e *openError) Unwrap() error { return e.cause }
