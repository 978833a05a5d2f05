// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package text

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats the report of a project.

// Project formats the report. top bounds the rows of each table; 0 means no bound.
func Project(r *report.Report, top int, st *diag.Style) string {
	w := &writer{Style: st}
	shown := func(n int) int {
		if top > 0 {
			return min(n, top)
		}
		return n
	}
	frames := frameSection(r, shown(len(r.Coroutines)))
	w.title(frames.title, len(frames.rows), len(r.Coroutines))
	w.rows(frames)
	missed := slices.DeleteFunc(slices.Clone(r.Creations), func(c report.Creation) bool { return c.Elided })
	heap := missSection(r, missed[:shown(len(missed))])
	w.title(heap.title, len(heap.rows), len(missed))
	w.rows(heap)
	found := r.Findings[:shown(len(r.Findings))]
	w.title("findings", len(found), len(r.Findings))
	for _, f := range found {
		w.finding(r, &f)
	}
	var failed []report.Unit
	for _, u := range r.Units {
		if u.Failed != "" {
			failed = append(failed, u)
		}
	}
	w.title("units that failed", shown(len(failed)), len(failed))
	for _, u := range failed[:shown(len(failed))] {
		w.WriteString(st.Bold(diag.Clean(u.File)+":") + "\n")
		for l := range strings.SplitSeq(u.Failed, "\n") {
			w.line("  %s", l)
		}
	}
	w.summary(r, len(missed), len(failed))
	return w.String()
}

// frameSection has the first n coroutines.
func frameSection(r *report.Report, n int) *section {
	s := &section{title: "largest frames", head: []string{">bytes", ">padding", ">could save", ">suspends", ">units", ">entered",
		"coroutine", "where"}}
	for k := range r.Coroutines[:n] {
		c := &r.Coroutines[k]
		size := strconv.FormatInt(c.Size, 10)
		if least := slices.Min(append(slices.Clone(c.Sizes), c.Size)); least < c.Size {
			size = fmt.Sprintf("%d-%d", least, c.Size)
		}
		save := ""
		if c.CouldSave > 0 {
			save = strconv.FormatInt(c.CouldSave, 10)
		}
		s.add(size, strconv.FormatInt(c.Padding, 10), save, strconv.Itoa(len(c.Suspends)), strconv.Itoa(len(c.Units)),
			known(c.Hits), shortName(c.Function), r.At(c).String())
	}
	return s
}

// missSection has allocations on the heap.
func missSection(r *report.Report, list []report.Creation) *section {
	s := &section{title: "allocations on the heap", head: []string{">reached", ">bytes", "coroutine", "where", "why"}}
	for k := range list {
		c := &list[k]
		why := ""
		if c.Reason != nil {
			why = explain.DemangledText(c.Reason.Message)
			if at := c.Reason.Source; at != nil && c.Source != nil && at.File == c.Source.File {
				why += ", at line " + strconv.Itoa(at.Line)
			} else if at != nil {
				why += ", at " + at.String()
			}
			if in := c.Reason.Inlined; in != nil {
				why += ", inlined at " + in.String()
			}
		}
		s.add(known(c.Hits), known(c.FrameSize), shortName(c.Callee), r.At(c).String(), why)
	}
	return s
}

// known returns a number as text, or "" if it is not known.
func known[N int64 | uint64](n *N) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// shortName returns a function's name for a table. If the source name is long, its parameters and
// template arguments are left out.
func shortName(function string) string {
	full := explain.Readable(function)
	if utf8.RuneCountInString(full) <= columnWidth {
		return full
	}
	return explain.Demangled(function, demangle.NoParams, demangle.NoTemplateParams)
}

// finding writes a finding in the form of check, without the line of IR.
func (w *writer) finding(r *report.Report, f *report.Finding) {
	where, msg := r.At(f).String(), f.Message
	if f.Source != nil && f.Source.Column > 0 {
		where += ":" + strconv.Itoa(f.Source.Column)
	}
	if f.Rule != "" {
		msg += " [" + f.Rule + "]"
	}
	w.lead(where, diag.Clean(f.Level)+":", msg)
	if f.Hint != "" {
		w.say("hint:", f.Hint)
	}
}

// summary writes the last lines: the totals, and the source of the figures.
func (w *writer) summary(r *report.Report, missed, failed int) {
	sum, inside := int64(0), int64(0)
	for _, c := range r.Coroutines {
		sum, inside = sum+c.Size, inside+c.Inside
	}
	parts := []string{explain.Count(len(r.Units), "unit"), explain.Count(len(r.Coroutines), "coroutine"),
		framesBytes(sum, inside)}
	if n := len(r.Creations); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s elided", n-missed, explain.Count(n, "allocation")))
	}
	parts = append(parts, explain.Count(len(r.Findings), "finding"))
	if failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", failed))
	}
	var pipelines []string
	plain := 0
	for _, u := range r.Units {
		if u.Pipeline != "" {
			pipelines = append(pipelines, u.Pipeline)
		}
		if cmp.Or(u.Pipeline, r.Pipeline) == driver.LevelPipeline("O0", false) {
			plain++
		}
	}
	if pipelines == nil { // the units' own replace that of the report
		pipelines = []string{r.Pipeline}
	}
	slices.Sort(pipelines)
	w.after(strings.Join(slices.Compact(pipelines), "' and '"), strings.Join(parts, ", "))
	if plain > 0 {
		are := strconv.Itoa(plain) + " units are"
		if plain == 1 {
			are = "1 unit is"
		}
		w.say("note:", are+" compiled without optimisation, so frames hold every variable and nothing is elided; "+
			"--optimize=O2 reports optimised code")
	}
}
