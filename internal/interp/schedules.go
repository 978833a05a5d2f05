// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"bytes"
	"fmt"
	"io"
)

// Schedules runs a program with n seeds, starting with the options' seed. It stops at the first run
// that ends with an error or differs from the first run. The output of the first run goes to the
// options' Stdout and Stderr, and its exit code is the result.
//
// If a later seed fails, the error is a *ScheduleError. If the first seed fails, it is the error of
// the run itself.
func Schedules(p *Program, o Options, n int, entry string, args ...string) (code int, err error) {
	input := &replay{from: o.Stdin}
	var first bytes.Buffer
	for k := range n {
		var out bytes.Buffer
		run := o
		run.Seed = o.Seed + int64(k)
		run.Stdin, run.Stdout = input.reader(), &out
		if k == 0 {
			run.Stdout = &first
			if o.Stdout != nil {
				run.Stdout = io.MultiWriter(&first, o.Stdout)
			}
		} else {
			run.Stderr = nil
		}
		got, err := p.New(run).Run(entry, args...)
		switch {
		case k == 0 && err != nil:
			return got, err
		case k == 0:
			code = got
		case err != nil:
			return code, &ScheduleError{Seed: run.Seed, Err: err}
		case got != code:
			return code, &ScheduleError{Seed: run.Seed,
				What: fmt.Sprintf("the program ends with exit code %d, and with seed %d with %d", got, o.Seed, code)}
		case !bytes.Equal(out.Bytes(), first.Bytes()):
			return code, &ScheduleError{Seed: run.Seed,
				What: fmt.Sprintf("the program writes something else to stdout than with seed %d", o.Seed)}
		}
	}
	return code, nil
}

// ScheduleError describes a run that fails with a seed.
type ScheduleError struct {
	Seed int64
	Err  error  // of the run; nil: the run ended, and What describes the difference
	What string // for example, that the exit code differs
}

func (e *ScheduleError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("with seed %d: %v", e.Seed, e.Err)
	}
	return fmt.Sprintf("with seed %d: %s", e.Seed, e.What)
}

// Unwrap returns the error of the run.
func (e *ScheduleError) Unwrap() error { return e.Err }
