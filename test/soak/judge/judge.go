// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package judge lowers generated programs and compares their behaviour before and after, all in one
// process: internal/interp runs the program before it is lowered, and each lowered form. Runs that
// the interpreter finds undefined before lowering are dropped, and nothing else.
package judge

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/interp"
	"github.com/corolower/corolower/internal/parse"
)

// Case is a generated program.
type Case interface {
	// Judge returns the first failure in some pipelines, or nil, and adds to the counters.
	Judge(pipelines []string, paths int, r *Result) *Failure
	// Shrink returns a smaller program that fails in the same way, and its failure.
	Shrink(f *Failure, paths int) (Case, *Failure)
	Text() string
}

// Result counts what was run.
type Result struct {
	Programs int
	Paths    int            // runs before lowering that are well-defined
	Dropped  int            // runs before lowering that are not
	Runs     int            // of lowered programs
	Why      map[string]int // the reasons of dropped runs
}

// Add adds the counters of another result.
func (r *Result) Add(o *Result) {
	r.Programs += o.Programs
	r.Paths += o.Paths
	r.Dropped += o.Dropped
	r.Runs += o.Runs
	for w, n := range o.Why {
		r.count(w, n)
	}
}

func (r *Result) count(why string, n int) {
	if r.Why == nil {
		r.Why = map[string]int{}
	}
	r.Why[why] += n
}

// drop counts an undefined run.
func (r *Result) drop(err error, why string) {
	r.Dropped++
	if why == "" {
		why = "undefined behaviour"
		var e *interp.Error
		if errors.As(err, &e) {
			why = firstWords(e.Finding.Msg)
		}
	}
	r.count(why, 1)
}

// firstWords returns the part of a message that does not depend on the program.
func firstWords(msg string) string {
	words := strings.Fields(msg)
	for k, w := range words {
		if strings.ContainsAny(w, "@%0123456789") {
			words[k] = "_"
		}
	}
	return strings.Join(words[:min(len(words), 9)], " ")
}

// Reasons lists the reasons of dropped runs, the most frequent first.
func (r *Result) Reasons() string {
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(r.Why), func(x, y string) int { return r.Why[y] - r.Why[x] })
	for _, w := range names {
		fmt.Fprintf(&b, "%8d %s\n", r.Why[w], w)
	}
	return b.String()
}

func (r *Result) String() string {
	return fmt.Sprintf("%d programs, %d runs before lowering, %d dropped (%d%%), %d runs after lowering", r.Programs,
		r.Paths, r.Dropped, 100*r.Dropped/max(1, r.Paths+r.Dropped), r.Runs)
}

// Failure is a difference, or another error of the lowering.
type Failure struct {
	Passes string // the pipeline; "": the program itself is wrong
	// behaves: differently; refused: by the lowering; invalid: the output; interpreter: it cannot run
	// a program
	Kind   string
	Detail string
}

func (f *Failure) String() string { return fmt.Sprintf("%s: %s: %s", f.Passes, f.Kind, f.Detail) }

// class tells failures of one kind apart: errors from differences.
func (f *Failure) class() bool { return strings.Contains(f.Detail, "after event") }

func isLimited(err error) bool {
	var e *interp.Error
	return errors.As(err, &e) && e.Limit
}

// isUndefined reports whether a run ended because of undefined behaviour.
func isUndefined(err error) bool {
	var e *interp.Error
	return errors.As(err, &e) && !e.Limit && !e.Finding.Unsupported &&
		!strings.HasPrefix(e.Finding.Msg, "internal error")
}

// kindOf returns the kind of a failure with an error: one of the interpreter itself, or another.
func kindOf(err error, otherwise string) string {
	var e *interp.Error
	if errors.As(err, &e) && !isUndefined(err) && !isLimited(err) {
		return "interpreter"
	}
	return otherwise
}

// describe returns an error with its call stack and history.
func describe(err error) string {
	var e *interp.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	s := e.Error()
	for _, n := range e.Finding.Notes {
		s += "\n\t" + n.Msg
	}
	return s
}

// loadText prepares a module to run. Addresses depend on skip.
func loadText(text string, skip int) (*interp.Program, error) {
	m, err := parse.Module("program.ll", []byte(text))
	if err != nil {
		return nil, err
	}
	p, err := interp.LoadSkipping(m, skip)
	if err == nil {
		p.CheckAttributes()
	}
	return p, err
}

// lower runs a pipeline over a module.
func lower(passes, text string) (low string, f *Failure) {
	pl, err := driver.Table.Parse(passes)
	if err != nil {
		return "", &Failure{Passes: passes, Kind: "refused", Detail: err.Error()}
	}
	res, err := driver.Run("program.ll", []byte(text), &driver.Options{Pipeline: pl, Jobs: 1})
	if err != nil {
		return "", &Failure{Passes: passes, Kind: "refused", Detail: err.Error()}
	}
	return string(res.Bytes()), nil
}
