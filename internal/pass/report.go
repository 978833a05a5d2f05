// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package pass

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/corolower/corolower/internal/ir"
)

// This file reports about the passes of a run: dumps, changes, which pass ran on which function,
// times, bisection. All reports go to one writer in execution order, in opt's words.

// Options selects the reports.
type Options struct {
	VerifyEach     bool
	Before, After  []string // pass names of -print-before and -print-after
	BeforeAll      bool
	AfterAll       bool
	Changed        string   // -print-changed: "" off, "full" or "quiet"
	Filter         []string // -filter-print-funcs; empty or "*": every function
	ModuleScope    bool
	DebugManager   bool // -debug-pass-manager
	Bisect         bool // -opt-bisect-limit was given
	BisectLimit    int  // the last pass that may run; -1: all
	NeedsPassOrder bool // another feature needs each pass to finish on the whole file before the next
}

// PassOrder reports whether each pass must process the whole file before the next pass, because a
// report shows the order or the whole module between passes.
func (o *Options) PassOrder() bool {
	return len(o.Before) > 0 || len(o.After) > 0 || o.BeforeAll || o.AfterAll ||
		o.Changed != "" || o.DebugManager || o.Bisect || o.NeedsPassOrder
}

// Reporter writes the reports of one run in pass order. It belongs to one goroutine.
type Reporter struct {
	Opts *Options
	W    io.Writer
	n    int // number of passes so far, for bisection
}

// Subject is the input of a pass: a function, or the module.
type Subject struct {
	Func string // "" for the module
	Text func() []byte
	Size int // instructions, for functions
}

// name returns the subject's name as in opt's banners.
func (s *Subject) name(scope Scope) string {
	switch {
	case s.Func == "":
		return "[module]"
	case scope == CGSCC:
		return "(" + ir.Clean(s.Func) + ")"
	}
	return ir.Clean(s.Func)
}

func listed(list []string, s string) bool {
	return slices.ContainsFunc(list, func(x string) bool { return x == s || x == "*" })
}

// wanted applies -filter-print-funcs.
func (r *Reporter) wanted(s *Subject) bool {
	return s.Func == "" || len(r.Opts.Filter) == 0 || listed(r.Opts.Filter, s.Func)
}

// Start prints the module before the first pass, for -print-changed.
func (r *Reporter) Start(s *Subject) {
	if r.Opts.Changed == "full" {
		fmt.Fprintf(r.W, "*** IR Dump At Start ***\n%s\n", s.Text())
	}
}

// Before runs before a pass and reports whether the pass may run.
func (r *Reporter) Before(st *Step, s *Subject) (run bool) {
	where := s.name(st.Scope)
	run = true
	if !st.Pass.Is.Has(Nop) {
		r.n++
	}
	if r.Opts.Bisect && !st.Pass.Is.Has(Nop) {
		run = r.Opts.BisectLimit < 0 || r.n <= r.Opts.BisectLimit
		word := "running"
		if !run {
			word = "NOT running"
		}
		fmt.Fprintf(r.W, "BISECT: %s pass (%d) %s on %s\n", word, r.n, st.Pass.Name, where)
	}
	if !run {
		return false
	}
	r.Running(st, s)
	if (r.Opts.BeforeAll || listed(r.Opts.Before, st.Pass.Name)) && r.wanted(s) {
		fmt.Fprintf(r.W, "; *** IR Dump Before %s on %s ***\n%s", st.Pass.Class, where, s.Text())
	}
	return true
}

// Running writes the line of -debug-pass-manager about a pass.
func (r *Reporter) Running(st *Step, s *Subject) {
	if !r.Opts.DebugManager {
		return
	}
	fmt.Fprintf(r.W, "Running pass: %s on %s", st.Pass.Class, s.name(st.Scope))
	switch {
	case s.Func != "" && st.Scope == CGSCC:
		fmt.Fprint(r.W, " (1 node)")
	case s.Func != "" && s.Size == 1:
		fmt.Fprint(r.W, " (1 instruction)")
	case s.Func != "":
		fmt.Fprintf(r.W, " (%d instructions)", s.Size)
	}
	fmt.Fprintln(r.W)
}

// After runs after a pass. before is the subject's text before the pass, or nil if no option needs
// it.
func (r *Reporter) After(st *Step, s *Subject, before []byte) {
	where := s.name(st.Scope)
	if (r.Opts.AfterAll || listed(r.Opts.After, st.Pass.Name)) && r.wanted(s) {
		fmt.Fprintf(r.W, "; *** IR Dump After %s on %s ***\n%s", st.Pass.Class, where, s.Text())
	}
	if r.Opts.Changed == "" {
		return
	}
	quiet := r.Opts.Changed == "quiet"
	after := s.Text()
	switch {
	case !r.wanted(s):
		if !quiet {
			fmt.Fprintf(r.W, "*** IR Dump After %s on %s filtered out ***\n", st.Pass.Class, where)
		}
	case string(before) == string(after):
		if !quiet {
			fmt.Fprintf(r.W, "*** IR Dump After %s on %s omitted because no change ***\n", st.Pass.Class, where)
		}
	default:
		fmt.Fprintf(r.W, "*** IR Dump After %s on %s ***\n%s\n", st.Pass.Class, where, after)
	}
}

// WantsBefore reports whether After needs the text before the pass.
func (r *Reporter) WantsBefore() bool { return r.Opts.Changed != "" }

// Times maps pass names to wall-clock times, summed over all functions and goroutines.
type Times map[string]time.Duration

// Add adds the times of another table.
func (t Times) Add(o Times) {
	for k, v := range o {
		t[k] += v
	}
}

// Write prints the table of -time-passes, longest first. total is the wall-clock time of the whole
// run.
func (t Times) Write(w io.Writer, total time.Duration) {
	names := make([]string, 0, len(t))
	var sum time.Duration
	for k, v := range t {
		names = append(names, k)
		sum += v
	}
	sort.Slice(names, func(i, j int) bool {
		if t[names[i]] != t[names[j]] {
			return t[names[i]] > t[names[j]]
		}
		return names[i] < names[j]
	})
	bar := "===" + strings.Repeat("-", 73) + "==="
	fmt.Fprintf(w, "%s\n%s\n%s\n", bar, "                          Pass execution timing report", bar)
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds (%.4f wall clock)\n\n   ---Wall Time---  --- Name ---\n",
		sum.Seconds(), total.Seconds())
	for _, n := range append(names, "") {
		d, label := t[n], n
		if n == "" {
			d, label = sum, "Total"
		}
		pct := 100.0
		if sum > 0 {
			pct = 100 * d.Seconds() / sum.Seconds()
		}
		fmt.Fprintf(w, "   %7.4f (%5.1f%%)  %s\n", d.Seconds(), pct, label)
	}
	fmt.Fprintln(w)
}
