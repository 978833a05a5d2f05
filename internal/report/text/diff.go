// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package text

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats a comparison of reports: as text, and as Markdown for a comment on a pull request.

// RowsShown is the maximum number of rows printed for a frame that changed.
const RowsShown = 3

// Diff formats the comparison of two reports as text. names are those of the reports.
func Diff(d *report.Diff, names [2]string, st *diag.Style) string {
	w := &writer{Style: st}
	w.WriteString(st.Bold(diag.Clean(names[0])+" -> "+diag.Clean(names[1])+":") + " " + diffSummary(d) + "\n")
	for _, s := range diffWarnings(d) {
		w.passage("note:", s)
	}
	w.WriteByte('\n')
	w.rows(totals(d))
	for _, s := range diffSections(d, nil) {
		w.WriteByte('\n')
		w.title(s.title, len(s.rows), len(s.rows))
		w.rows(s)
	}
	return w.String()
}

// totals has the figures before and now.
func totals(d *report.Diff) *section {
	s := &section{head: []string{"", ">before", ">now", ">change"}}
	for _, l := range []struct {
		what        string
		before, now int64
	}{
		{"coroutines", int64(d.Old.Coroutines), int64(d.New.Coroutines)},
		{"bytes of frames", d.Old.Bytes, d.New.Bytes},
		{"allocations", int64(d.Old.Creations), int64(d.New.Creations)},
		{"of them missed", int64(d.Old.Missed), int64(d.New.Missed)},
		{"findings of check", int64(d.Old.Findings), int64(d.New.Findings)},
		{"units", int64(d.Old.Units), int64(d.New.Units)},
		{"of them failed", int64(d.Old.Failed), int64(d.New.Failed)},
	} {
		change := ""
		if l.now != l.before {
			change = fmt.Sprintf("%+d", l.now-l.before)
		}
		s.add(l.what, strconv.FormatInt(l.before, 10), strconv.FormatInt(l.now, 10), change)
	}
	return s
}

// diffWarnings returns warnings about reports that are not comparable.
func diffWarnings(d *report.Diff) []string {
	var out []string
	if d.Old.Pipeline != d.New.Pipeline {
		out = append(out, fmt.Sprintf("the reports use different pipelines: '%s' and '%s'", d.Old.Pipeline,
			d.New.Pipeline))
	}
	if d.Old.Compiler != d.New.Compiler {
		out = append(out, fmt.Sprintf("the reports are from different compilers: '%s' and '%s'", d.Old.Compiler,
			d.New.Compiler))
	}
	count := map[report.Change]int{}
	for _, u := range d.Units {
		count[u.Change]++
	}
	if d.Old.Units > 0 && d.New.Units > 0 && count[report.Gone] == d.Old.Units && count[report.New] == d.New.Units {
		out = append(out, "the reports have no unit in common; if they describe the same project, their paths "+
			"start in different directories (see --root)")
	}
	lost := 0
	for _, c := range d.Coroutines {
		if c.Failed {
			lost++
		}
	}
	if lost > 0 {
		out = append(out, explain.Count(lost, "coroutine")+" new or gone only because a unit was not compiled in "+
			"one of the reports")
	}
	return out
}

// diffSummary returns the numbers of changes in one line, for example "1 frame grew, 2 allocations
// no longer elided".
func diffSummary(d *report.Diff) string {
	if d.Empty() {
		return "no differences"
	}
	count := map[string]int{}
	for _, c := range d.Coroutines {
		count["frame "+string(c.Change)]++
	}
	for k := range d.Creations {
		c := &d.Creations[k]
		switch {
		case c.Worse() && c.Change == report.New:
			count["newly missed"]++
		case c.Change == report.Missed, c.Change == report.Elided:
			count["allocation "+string(c.Change)]++
		default:
			count["other"]++
		}
	}
	for _, c := range d.Findings {
		count["finding "+string(c.Change)]++
	}
	for _, c := range d.Units {
		if c.FailsNow() {
			count["fails"]++
		} else {
			count["unit"]++
		}
	}
	var parts []string
	for _, p := range []struct{ key, one, suffix string }{
		{"fails", "unit", "failing now"}, {"frame grew", "frame", "grew"},
		{"frame new", "coroutine", "new"}, {"frame shrank", "frame", "shrank"},
		{"frame gone", "coroutine", "gone"}, {"allocation missed", "allocation", "no longer elided"},
		{"newly missed", "allocation", "new and missed"},
		{"allocation elided", "allocation", "elided now"}, {"other", "other allocation", "new or gone"},
		{"finding new", "finding", "new"},
		{"finding gone", "finding", "gone"}, {"unit", "other unit", "changed"},
	} {
		if n := count[p.key]; n > 0 {
			parts = append(parts, explain.Count(n, p.one)+" "+p.suffix)
		}
	}
	return strings.Join(parts, ", ")
}

// diffSections returns the tables of a comparison that have rows. Changes for the worse come first.
func diffSections(d *report.Diff, violations []report.Violation) []*section {
	table := func(fold bool, title string, head ...string) *section {
		return &section{title: title, head: head, fold: fold}
	}
	frames := func(title string) *section {
		return table(title != grown, title, "coroutine", ">before", ">now", ">change", "where", "most of it")
	}
	broken := table(false, "over the budget", "where", "what", "rule", "fix")
	for _, v := range violations {
		broken.add(v.At.String(), v.Message, v.Rule, v.Hint)
	}
	changed := map[report.Change]*section{report.Grew: frames(grown), report.New: frames("new coroutines"),
		report.Shrank: frames("frames that shrank"), report.Gone: frames("removed coroutines")}
	for k := range d.Coroutines {
		c := &d.Coroutines[k]
		change := ""
		if c.OldSize != nil && c.NewSize != nil {
			change = report.Percent(*c.OldSize, *c.NewSize)
		}
		var most []string
		for _, r := range c.Rows[:min(len(c.Rows), RowsShown)] {
			most = append(most, r.Text())
		}
		changed[c.Change].add(c.People(), known(c.OldSize), known(c.NewSize), change, c.At.String(),
			lost(strings.Join(most, "; "), c.Failed))
	}
	missed := table(false, "allocations that are no longer elided, or new", "where", "what", "why", "fix")
	others := table(true, "allocations that are elided now, or gone", missed.head...)
	for k := range d.Creations {
		c := &d.Creations[k]
		t, why := others, ""
		if c.Worse() {
			t = missed
		}
		if !c.Elided {
			why = c.Message
		}
		t.add(c.At.String(), c.Text(), lost(why, c.Failed), c.Hint)
	}
	found := table(false, "new findings of check", "where", "what", "rule", "fix")
	fixed := table(true, "fixed findings of check", found.head...)
	for _, c := range d.Findings {
		t := found
		if c.Change == report.Gone {
			t = fixed
		}
		t.add(c.At.String(), lost(c.Level+": "+c.Message, c.Failed), c.Rule, c.Hint)
	}
	fails := table(false, "units that fail now", "unit", "words")
	units := table(true, "other units that changed", "unit", "change")
	for _, c := range d.Units {
		if c.FailsNow() {
			fails.add(c.File, report.FirstLine(c.Failed))
		} else {
			units.add(c.File, string(c.Change))
		}
	}
	var out []*section
	for _, t := range []*section{broken, fails, changed[report.Grew], missed, found, changed[report.New],
		changed[report.Shrank], changed[report.Gone], others, fixed, units} {
		if len(t.rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

const grown = "frames that grew"

// lost adds to a text about a change that the other report lacks the unit.
func lost(text string, lost bool) string {
	if lost {
		text = strings.TrimSpace(text + " (not compiled in the other report)")
	}
	return text
}

const (
	// the maximum length of a comment on GitHub, in characters; this file counts bytes, which are
	// at least as many
	markdownLimit = 65_536
	moreLength    = 60  // upper bound for the line that says how much is left out
	openRows      = 10  // a longer table is folded
	textShown     = 300 // characters shown of a text from a report
)

// markdownMark lets the tool that posts comments find its earlier comment.
const markdownMark = "<!-- corolower diff -->\n"

// Markdown formats a comparison as a comment.
func Markdown(d *report.Diff, violations []report.Violation) string {
	var b strings.Builder
	b.WriteString(markdownMark)
	title := diffSummary(d)
	if len(violations) > 0 {
		title = explain.Count(len(violations), "violation") + " of the budget; " + title
	}
	fmt.Fprintf(&b, "### Coroutines: %s\n", title)
	for _, s := range diffWarnings(d) {
		fmt.Fprintf(&b, "\n> %s\n", code(s))
	}
	figures := totals(d)
	b.WriteString("\n" + figures.markdownHead())
	for _, r := range figures.rows {
		b.WriteString(figures.markdown(r))
	}
	list := diffSections(d, violations)
	left := markdownLimit - b.Len()
	for _, t := range list {
		before, after := t.around()
		left -= len(before) + len(after) + moreLength
	}
	for k, t := range list {
		left -= t.write(&b, left/(len(list)-k))
	}
	return b.String()
}

func markdownRow(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// markdownHead returns the header rows.
func (s *section) markdownHead() string {
	var names, marks []string
	for _, h := range s.head {
		name, right := strings.CutPrefix(h, ">")
		names = append(names, name)
		if right {
			marks = append(marks, "---:")
		} else {
			marks = append(marks, "---")
		}
	}
	return markdownRow(names) + markdownRow(marks)
}

// markdown returns a row. Words are in code spans, so that no name in a report becomes a heading, a link or
// a table cell; numbers, and the words of a table that has no title, are not.
func (s *section) markdown(row []string) string {
	out := make([]string, len(row))
	for k, c := range row {
		if out[k] = c; s.title != "" && s.head[k][0] != '>' && s.head[k] != "change" {
			out[k] = code(c)
		}
	}
	return markdownRow(out)
}

// around returns the text before and after the rows.
func (s *section) around() (before, after string) {
	title := fmt.Sprintf("%s%s: %d", strings.ToUpper(s.title[:1]), s.title[1:], len(s.rows))
	if s.fold || len(s.rows) > openRows {
		return "\n<details><summary>" + title + "</summary>\n\n" + s.markdownHead(), "\n</details>\n"
	}
	return "\n**" + title + "**\n\n" + s.markdownHead(), ""
}

// write writes the table with at most limit bytes of rows, and returns the number of bytes that the
// rows took.
func (s *section) write(b *strings.Builder, limit int) int {
	before, after := s.around()
	b.WriteString(before)
	used := 0
	for k, r := range s.rows {
		row := s.markdown(r)
		if used+len(row) > limit {
			fmt.Fprintf(b, "\nand %d more\n", len(s.rows)-k)
			break
		}
		used += len(row)
		b.WriteString(row)
	}
	b.WriteString(after)
	return used
}

// code puts a text of a report into a code span. A text with a backtick, a backslash or `|`, which
// ends a table cell, becomes an HTML element with character references instead.
func code(s string) string {
	s = strings.TrimSpace(diag.Clean(s))
	if r := []rune(s); len(r) > textShown {
		s = string(r[:textShown*2/3]) + "…" + string(r[len(r)-textShown/3:])
	}
	if s == "" {
		return ""
	}
	if !strings.ContainsAny(s, "`|\\") {
		return "`" + s + "`"
	}
	var b strings.Builder
	for _, c := range s {
		switch {
		case c >= 0x80 || c == ' ' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, "&#%d;", c)
		}
	}
	return "<code>" + b.String() + "</code>"
}
