// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats the report of a project as tables.

// projectText formats the report as text. top bounds the rows of each table; 0 means no bound.
func projectText(r *report.Report, top int, st *diag.Style) []byte {
	b := &bytes.Buffer{}
	shown := func(n int) int {
		if top > 0 {
			return min(n, top)
		}
		return n
	}
	frames := frameRows(r, shown(len(r.Coroutines)))
	section(b, "largest frames", len(frames)-1, len(r.Coroutines), st)
	columns(b, frames, st)
	missed := slices.DeleteFunc(slices.Clone(r.Creations), func(c report.Creation) bool { return c.Elided })
	rows := missRows(missed[:shown(len(missed))])
	section(b, "allocations on the heap", len(rows)-1, len(missed), st)
	columns(b, rows, st)
	section(b, "findings", shown(len(r.Findings)), len(r.Findings), st)
	for _, f := range r.Findings[:shown(len(r.Findings))] {
		findingText(b, &f, st)
	}
	var failed []report.Unit
	for _, u := range r.Units {
		if u.Failed != "" {
			failed = append(failed, u)
		}
	}
	section(b, "units that failed", shown(len(failed)), len(failed), st)
	for _, u := range failed[:shown(len(failed))] {
		fmt.Fprintf(b, "%s\n", st.Bold(diag.Clean(u.File)+":"))
		for l := range strings.SplitSeq(u.Failed, "\n") {
			b.WriteString("  " + diag.Clean(l) + "\n")
		}
	}
	summaryText(b, r, len(missed), len(failed), st)
	return b.Bytes()
}

// section writes the headline of a table, or nothing if the table has no rows.
func section(b *bytes.Buffer, title string, shown, all int, st *diag.Style) {
	if all == 0 {
		return
	}
	count := strconv.Itoa(all)
	if shown < all {
		count = fmt.Sprintf("%d of %d, --top=0 shows all", shown, all)
	}
	b.WriteString(st.Note(title) + " (" + count + ")\n")
}

// frameRows returns the first n coroutines as rows of a table, after a row of headings.
func frameRows(r *report.Report, n int) [][]string {
	head := []string{">bytes", ">padding", ">could save", ">suspends", ">units", ">entered", "coroutine", "where"}
	rows := [][]string{head}
	for _, c := range r.Coroutines[:n] {
		size := strconv.FormatInt(c.Size, 10)
		if least := slices.Min(append(slices.Clone(c.Sizes), c.Size)); least < c.Size {
			size = fmt.Sprintf("%d-%d", least, c.Size)
		}
		rows = append(rows, []string{size, strconv.FormatInt(c.Padding, 10), nonzero(c.CouldSave),
			strconv.Itoa(len(c.Suspends)), strconv.Itoa(len(c.Units)), hits(c.Hits),
			shortName(c.Function), placeText(c.Source, c.File, c.Line)})
	}
	return rows
}

// missRows returns allocations as rows of a table, after a row of headings.
func missRows(list []report.Creation) [][]string {
	rows := [][]string{{">reached", ">bytes", "coroutine", "where", "why"}}
	for _, c := range list {
		size, why := "", ""
		if c.FrameSize != nil {
			size = strconv.FormatInt(*c.FrameSize, 10)
		}
		if c.Reason != nil {
			why = explain.DemangledText(c.Reason.Message)
			if s := c.Reason.Source; s != nil && c.Source != nil && s.File == c.Source.File {
				why += ", at line " + strconv.Itoa(s.Line)
			} else if s != nil {
				why += ", at " + placeText(s, "", 0)
			}
			if in := c.Reason.Inlined; in != nil {
				why += ", inlined at " + placeText(in, "", 0)
			}
		}
		rows = append(rows, []string{hits(c.Hits), size, shortName(c.Callee), placeText(c.Source, c.File, c.Line), why})
	}
	return rows
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

// nonzero returns a number as text, or "" for zero.
func nonzero(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// hits returns an execution count of a profile as text, or "" if there is none.
func hits(n *uint64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatUint(*n, 10)
}

// placeText returns the place in the source if it is known, and in the IR otherwise.
func placeText(s *explain.Source, file string, line int) string {
	if s != nil {
		file, line = s.File, s.Line
	}
	if line == 0 {
		return file
	}
	return file + ":" + strconv.Itoa(line)
}

// findingText writes a finding in the form of check, without the line of IR.
func findingText(b *bytes.Buffer, f *report.Finding, st *diag.Style) {
	where := placeText(f.Source, f.File, f.Line)
	if f.Source != nil && f.Source.Column > 0 {
		where += ":" + strconv.Itoa(f.Source.Column)
	}
	paint := st.Error
	if f.Level != ir.SevError.String() {
		paint = st.Warning
	}
	msg := f.Message
	if f.Rule != "" {
		msg += " [" + f.Rule + "]"
	}
	fmt.Fprintf(b, "%s %s %s\n", st.Bold(diag.Clean(where)+":"), paint(diag.Clean(f.Level)+":"),
		st.Bold(diag.Clean(msg)))
	if f.Hint != "" {
		fmt.Fprintf(b, "%s %s\n", st.Hint("hint:"), diag.Clean(f.Hint))
	}
}

// columnWidth is the maximum width of a column of words; longer text is broken.
const columnWidth = 40

// columns writes a table. Columns whose heading begins with > hold numbers and are right-aligned.
// Columns without any content are left out.
func columns(b *bytes.Buffer, rows [][]string, st *diag.Style) {
	if len(rows) < 2 {
		return
	}
	head := rows[0]
	widths := make([]int, len(head))
	for k, h := range head {
		for _, row := range rows[1:] {
			row[k] = diag.Clean(row[k])
			widths[k] = max(widths[k], utf8.RuneCountInString(row[k]))
		}
		if widths[k] > 0 {
			widths[k] = max(min(widths[k], columnWidth), len(strings.TrimPrefix(h, ">")))
		}
	}
	for n, row := range rows {
		var cells []cell
		for k, text := range row {
			if widths[k] == 0 {
				continue
			}
			text = strings.TrimPrefix(text, ">")
			c := cell{lines: []string{text}, width: widths[k], right: strings.HasPrefix(head[k], ">")}
			if utf8.RuneCountInString(text) > widths[k] {
				c.lines = wrap(text, widths[k])
			}
			cells = append(cells, c)
		}
		line := beside("", cells...)
		if n == 0 {
			line = st.Bold(strings.TrimSuffix(line, "\n")) + "\n"
		}
		b.WriteString(line)
	}
}

// summaryText writes the last lines: the totals, and the source of the figures.
func summaryText(b *bytes.Buffer, r *report.Report, missed, failed int, st *diag.Style) {
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
	pipelines := []string{r.Pipeline}
	plain := 0
	for _, u := range r.Units {
		if u.Pipeline != "" {
			pipelines = append(pipelines, u.Pipeline)
		}
		if cmp.Or(u.Pipeline, r.Pipeline) == driver.LevelPipeline("O0", false) {
			plain++
		}
	}
	if len(pipelines) > 1 { // the first joins the others
		pipelines = slices.Compact(slices.Sorted(slices.Values(pipelines[1:])))
	}
	fmt.Fprintf(b, "%s, after -passes='%s'\n", strings.Join(parts, ", "),
		diag.Clean(strings.Join(pipelines, "' and '")))
	if plain > 0 {
		fmt.Fprintf(b, "%s %s compiled without optimisation, so frames hold every variable and nothing is elided; "+
			"--optimize=O2 reports optimised code\n",
			st.Note("note:"), map[bool]string{true: "1 unit is", false: strconv.Itoa(plain) + " units are"}[plain == 1])
	}
}
