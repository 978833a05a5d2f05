// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package report compares the elisions of corolower and clang in the programs of the end-to-end
// tests: the pairs of coroutine and caller in the remarks of each, the number of heap allocations
// at run time, and the behaviour of the programs, with and without AddressSanitizer. internal/lower
// and test/lit test the elision itself.
package report

import (
	"fmt"
	"io"
	"sync"

	"github.com/corolower/corolower/test/sample"
)

// Row is the result for one program.
type Row struct {
	Program                string
	ClangPairs, OurPairs   int
	Missing                []Pair   // only clang elides them
	More                   []Pair   // only corolower elides them
	ClangAllocs, OurAllocs uint64   // at run time
	Errors                 []string // failures: a tool, a different output, a report of AddressSanitizer
	// Unsound are pairs that only clang elides, although that is wrong.
	Unsound []Pair

	clangElided, ourElided *Elided
	AsanClangUneven        bool // with clang alone, the behaviour under AddressSanitizer differs in the same way
}

// Options configure Run.
type Options struct {
	Jobs int  // number of programs to compare in parallel
	Asan bool // build and run everything, or a sample, under AddressSanitizer too
}

// Run compares all programs in parallel, and returns a row for each, in their order.
func Run(programs []*Program, tools *Tools, o Options) []*Row {
	rows := make([]*Row, len(programs))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(o.Jobs, 1) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := range next {
				rows[i] = compare(programs[i], tools, o)
			}
		}()
	}
	for i := range programs {
		next <- i
	}
	close(next)
	workers.Wait()
	return rows
}

// unsound are pairs that clang elides although an exception may leave the caller while the frame is
// alive and its handle has escaped. corolower need not elide them. testdata/transfer_throws.cpp is
// a program that crashes for this reason.
var unsound = map[string]Pair{
	// The job's handle is in a global when control is transferred to another coroutine. clang's
	// cleanups do not expect that coroutine to throw.
	"eager_start": {"_ZL4workI9run_otherE3jobIT_Ei", "_ZL4testI9run_otherEvPKc"},
}

func compare(p *Program, tools *Tools, o Options) *Row {
	row := &Row{Program: p.Name}
	fail := func(what string, err error) *Row {
		row.Errors = append(row.Errors, fmt.Sprintf("%s: %v", what, err))
		return row
	}
	want, clangElided, err := p.clangAlone(tools)
	if err != nil {
		return fail("clang alone", err)
	}
	row.clangElided, row.ClangPairs, row.ClangAllocs = clangElided, len(clangElided.Pairs), want.allocs
	got, ourElided, err := p.ours(tools)
	if err != nil {
		return fail("ours", err)
	}
	row.ourElided, row.OurPairs, row.OurAllocs = ourElided, len(ourElided.Pairs), got.allocs
	for _, pair := range Missing(clangElided, ourElided) {
		switch {
		case unsound[p.Name] == pair:
			row.Unsound = append(row.Unsound, pair)
		default:
			row.Missing = append(row.Missing, pair)
		}
	}
	row.More = More(clangElided, ourElided)
	if diff := got.differs(want); diff != "" {
		row.Errors = append(row.Errors, "ours "+diff)
	}
	if !o.Asan || !sample.Has(p.Name, 3) {
		return row
	}
	got, err = p.oursAsan(tools)
	if err != nil {
		return fail("ours, AddressSanitizer", err)
	}
	diff := got.differs(want)
	if diff == "" {
		return row
	}
	// A program may behave differently under AddressSanitizer. In that case, clang alone defines
	// the expected behaviour.
	if want, err = p.clangAsan(tools); err != nil {
		return fail("clang alone, AddressSanitizer", err)
	}
	if got.differs(want) == "" {
		row.AsanClangUneven = true
		return row
	}
	row.Errors = append(row.Errors, fmt.Sprintf("ours under AddressSanitizer %s\n%s", diff, firstLines(got.stderr,
		outputShown)))
	return row
}

func firstLines(s string, n int) string {
	if len(s) > n {
		return s[:n] + "\n..."
	}
	return s
}

// fewerShare is the reciprocal of the share of programs that must make fewer allocations.
const fewerShare = 4

// Totals holds the sums of the rows.
type Totals struct {
	Programs, ClangPairs, OurPairs, Missing, More int
	ClangAllocs, OurAllocs                        uint64
	Fewer, AllocMore, Failed                      int // numbers of programs
}

// Sum returns the totals of rows.
func Sum(rows []*Row) Totals {
	t := Totals{Programs: len(rows)}
	for _, r := range rows {
		t.ClangPairs += r.ClangPairs
		t.OurPairs += r.OurPairs
		t.Missing += len(r.Missing)
		t.More += len(r.More)
		t.ClangAllocs += r.ClangAllocs
		t.OurAllocs += r.OurAllocs
		switch {
		case len(r.Errors) > 0:
			t.Failed++
		case r.OurAllocs < r.ClangAllocs:
			t.Fewer++
		case r.OurAllocs > r.ClangAllocs:
			t.AllocMore++
		}
	}
	return t
}

// Broken returns the rules that the rows break, each with its program. It checks the rules about
// all programs together only if all is set.
func Broken(rows []*Row, all bool) []string {
	var broken []string
	for _, r := range rows {
		for _, e := range r.Errors {
			broken = append(broken, r.Program+": "+e)
		}
		for _, p := range r.Missing {
			broken = append(broken, fmt.Sprintf("%s: clang elides %s, we do not", r.Program, p))
		}
		if len(r.Errors) == 0 && r.OurAllocs > r.ClangAllocs {
			broken = append(broken, fmt.Sprintf("%s: %d allocations, with clang alone %d", r.Program, r.OurAllocs,
				r.ClangAllocs))
		}
	}
	if !all {
		return broken
	}
	t := Sum(rows)
	if t.More == 0 {
		broken = append(broken, "no program in which we elide what clang does not")
	}
	if t.Fewer*fewerShare < t.Programs {
		broken = append(broken, fmt.Sprintf("fewer allocations in %d of %d programs, want one in %d", t.Fewer,
			t.Programs, fewerShare))
	}
	return broken
}

// Print writes the table and its totals. verbose lists every pair.
func Print(w io.Writer, rows []*Row, verbose bool) error {
	p := &printer{w: w}
	p.line("%-30s %22s %15s  %19s", "", "pairs elided", "not in other", "allocations")
	p.line("%-30s %11s %10s %7s %7s  %9s %9s", "program", "clang", "ours", "clang", "ours", "clang", "ours")
	for _, r := range rows {
		note := ""
		switch {
		case len(r.Errors) > 0:
			note = "  FAILED"
		case r.OurAllocs < r.ClangAllocs:
			note = "  fewer"
		case r.OurAllocs > r.ClangAllocs:
			note = "  MORE"
		}
		if len(r.Missing) > 0 {
			note += "  MISSING"
		}
		p.line("%-30s %11d %10d %7d %7d  %9d %9d%s", r.Program, r.ClangPairs, r.OurPairs, len(r.Missing), len(r.More),
			r.ClangAllocs, r.OurAllocs, note)
		for _, m := range r.Missing {
			p.line("    only clang: %s", m)
		}
		for _, m := range r.Unsound {
			p.line("    only clang, and wrong there: %s", m)
		}
		if verbose {
			for _, m := range r.More {
				p.line("    only ours:  %s", m)
			}
			for _, pair := range both(r) {
				p.line("    both:       %s", pair)
			}
			if r.AsanClangUneven {
				p.line("    other output under AddressSanitizer, the same with clang alone")
			}
		}
	}
	t := Sum(rows)
	p.line("%-30s %11d %10d %7d %7d  %9d %9d", fmt.Sprintf("total of %d", t.Programs), t.ClangPairs, t.OurPairs,
		t.Missing, t.More,
		t.ClangAllocs, t.OurAllocs)
	p.line("fewer allocations in %d programs, more in %d; %d failed", t.Fewer, t.AllocMore, t.Failed)
	return p.err
}

// both returns the pairs of ours that are not in r.More.
func both(r *Row) []Pair {
	if r.ourElided == nil {
		return nil
	}
	more := map[Pair]bool{}
	for _, p := range r.More {
		more[p] = true
	}
	var pairs []Pair
	for p := range r.ourElided.Pairs {
		if !more[p] {
			pairs = append(pairs, p)
		}
	}
	return sortPairs(pairs)
}

// printer stores the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
