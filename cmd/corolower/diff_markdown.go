// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats a comparison of reports as Markdown, for a comment on a pull request. Text from
// a report is always in a code span, so that no name becomes a heading, a link or a table cell.

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

// mdTable is a table of the comment.
type mdTable struct {
	title string
	head  []string
	align string // of the columns: l for left, r for right
	rows  [][]string
	fold  bool // folded, however short it is
}

// diffMarkdown formats the comparison as a comment.
func diffMarkdown(d *report.Diff, violations []report.Violation) []byte {
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
	figures := mdTable{head: []string{"", "before", "now", "change"}, align: "lrrr"}
	for _, l := range totals(&d.Old, &d.New) {
		change := ""
		if l.before != l.now {
			change = fmt.Sprintf("%+d", l.now-l.before)
		}
		figures.rows = append(figures.rows, []string{l.what, strconv.FormatInt(l.before, 10), strconv.FormatInt(l.now,
			10), change})
	}
	b.WriteString("\n" + figures.header())
	for _, r := range figures.rows {
		b.WriteString(mdRow(r))
	}
	list := diffTables(d, violations)
	left := markdownLimit - b.Len()
	for _, t := range list {
		left -= t.around()
	}
	for k, t := range list {
		left -= t.write(&b, left/(len(list)-k))
	}
	return []byte(b.String())
}

// diffTables returns the tables of the comment. Changes for the worse come first.
func diffTables(d *report.Diff, violations []report.Violation) []*mdTable {
	broken := &mdTable{title: "Over the budget", head: []string{"where", "what", "rule", "fix"}, align: "llll"}
	for _, v := range violations {
		broken.add(code(placeName(v.At)), code(v.Message), code(v.Rule), code(v.Hint))
	}
	frames := map[report.Change]*mdTable{}
	for _, c := range []report.Change{report.Grew, report.New, report.Shrank, report.Gone} {
		title := map[report.Change]string{report.Grew: "Frames that grew", report.New: "New coroutines",
			report.Shrank: "Frames that shrank", report.Gone: "Removed coroutines"}[c]
		frames[c] = &mdTable{title: title, head: []string{"coroutine", "before", "now", "change", "where",
			"most of it"}, align: "lrrrll", fold: c != report.Grew}
	}
	for k := range d.Coroutines {
		c := &d.Coroutines[k]
		change, most := "", ""
		if c.OldSize != nil && c.NewSize != nil {
			change = report.Percent(*c.OldSize, *c.NewSize)
		}
		if len(c.Rows) > 0 {
			most = c.Rows[0].Text()
		}
		if c.Failed {
			most = "not compiled in the other report"
		}
		frames[c.Change].add(code(c.People()), sizeText(c.OldSize), sizeText(c.NewSize), change, code(placeName(c.At)),
			code(most))
	}
	missed := &mdTable{title: "Allocations that are no longer elided, or new", head: []string{"where", "what", "why",
		"fix"}, align: "llll"}
	others := &mdTable{title: "Allocations that are elided now, or gone", head: missed.head, align: missed.align,
		fold: true}
	for k := range d.Creations {
		c := &d.Creations[k]
		t := others
		if c.Worse() {
			t = missed
		}
		why := ""
		if !c.Elided {
			why = c.Message
		}
		t.add(code(placeName(c.At)), code(c.Text()), code(why), code(c.Hint))
	}
	found := &mdTable{title: "New findings of check", head: []string{"where", "what", "rule", "fix"}, align: "llll"}
	fixed := &mdTable{title: "Fixed findings of check", head: found.head, align: found.align, fold: true}
	for _, c := range d.Findings {
		t := found
		if c.Change == report.Gone {
			t = fixed
		}
		t.add(code(placeName(c.At)), code(c.Level+": "+c.Message), code(c.Rule), code(c.Hint))
	}
	fails := &mdTable{title: "Units that fail now", head: []string{"unit", "words"}, align: "ll"}
	units := &mdTable{title: "Other units that changed", head: []string{"unit", "change"}, align: "ll", fold: true}
	for _, c := range d.Units {
		if failsNow(c) {
			fails.add(code(c.File), code(firstLine(c.Failed)))
		} else {
			units.add(code(c.File), string(c.Change))
		}
	}
	var out []*mdTable
	for _, t := range []*mdTable{broken, fails, frames[report.Grew], missed, found, frames[report.New],
		frames[report.Shrank], frames[report.Gone], others, fixed, units} {
		if len(t.rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

func (t *mdTable) add(cells ...string) { t.rows = append(t.rows, cells) }

// header returns the table's header rows.
func (t *mdTable) header() string {
	marks := make([]string, len(t.head))
	for k := range marks {
		marks[k] = map[byte]string{'l': "---", 'r': "---:"}[t.align[k]]
	}
	return mdRow(t.head) + mdRow(marks)
}

func mdRow(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// frame returns the text before and after the rows.
func (t *mdTable) frame() (before, after string) {
	title := fmt.Sprintf("%s: %d", t.title, len(t.rows))
	if t.fold || len(t.rows) > openRows {
		return "\n<details><summary>" + title + "</summary>\n\n" + t.header(), "\n</details>\n"
	}
	return "\n**" + title + "**\n\n" + t.header(), ""
}

// around returns an upper bound for the length of everything but the rows.
func (t *mdTable) around() int {
	before, after := t.frame()
	return len(before) + len(after) + moreLength
}

// write writes the table with at most limit bytes of rows, and returns the number of bytes that the
// rows took.
func (t *mdTable) write(b *strings.Builder, limit int) int {
	before, after := t.frame()
	b.WriteString(before)
	used := 0
	for k, r := range t.rows {
		row := mdRow(r)
		if used+len(row) > limit {
			fmt.Fprintf(b, "\nand %d more\n", len(t.rows)-k)
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
