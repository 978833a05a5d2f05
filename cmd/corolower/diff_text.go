// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats a comparison of reports for a terminal.

// rowsShown is the maximum number of rows printed for a frame that changed.
const rowsShown = 3

// diffText formats the comparison as text.
func diffText(d *report.Diff, names [2]string, st *diag.Style) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\n", st.Bold(diag.Clean(names[0])+" -> "+diag.Clean(names[1])+":"), diffSummary(d))
	for _, s := range diffWarnings(d) {
		passage(&b, st, "note:", st.Note, s)
	}
	o, n := &d.Old, &d.New
	fmt.Fprintf(&b, "\n%s\n", st.Bold(fmt.Sprintf("%10s%10s%10s", "before", "now", "change")))
	for _, l := range totals(o, n) {
		change := ""
		if l.now != l.before {
			change = fmt.Sprintf("%+d", l.now-l.before)
		}
		fmt.Fprintf(&b, "%10d%10d%10s  %s\n", l.before, l.now, change, l.what)
	}
	diffCoroutines(&b, d, st)
	diffCreations(&b, d, st)
	diffFindings(&b, d, st)
	diffUnits(&b, d, st)
	return b.Bytes()
}

// totalLine is one line of totals: a figure before and now.
type totalLine struct {
	what        string
	before, now int64
}

func totals(o, n *report.Total) []totalLine {
	return []totalLine{
		{"coroutines", int64(o.Coroutines), int64(n.Coroutines)},
		{"bytes of frames", o.Bytes, n.Bytes},
		{"allocations", int64(o.Creations), int64(n.Creations)},
		{"of them missed", int64(o.Missed), int64(n.Missed)},
		{"findings of check", int64(o.Findings), int64(n.Findings)},
		{"units", int64(o.Units), int64(n.Units)},
		{"of them failed", int64(o.Failed), int64(n.Failed)},
	}
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
		if failsNow(c) {
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

// paintChange returns the colour of a change: one for worse, one for better.
func paintChange(c report.Change, st *diag.Style) diag.Paint {
	switch c {
	case report.Grew, report.Missed, report.Fails:
		return st.Warning
	case report.Shrank, report.Elided, report.Fixed:
		return st.Hint
	}
	return st.Note
}

// placeSuffix returns a place as a suffix, for example ", at a.cpp:3".
func placeSuffix(at explain.Source) string {
	if at.File == "" {
		return ""
	}
	return ", at " + diag.Clean(placeName(at))
}

func sizeText(n *int64) string {
	if n == nil {
		return "-"
	}
	return strconv.FormatInt(*n, 10)
}

func diffCoroutines(b *bytes.Buffer, d *report.Diff, st *diag.Style) {
	if len(d.Coroutines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", st.Bold(fmt.Sprintf("%10s%10s%10s  %s", "before", "now", "change", "frame of")))
	for k := range d.Coroutines {
		c := &d.Coroutines[k]
		change := string(c.Change)
		if c.OldSize != nil && c.NewSize != nil {
			change = report.Percent(*c.OldSize, *c.NewSize)
		}
		fmt.Fprintf(b, "%10s%10s%s  %s%s\n", sizeText(c.OldSize), sizeText(c.NewSize),
			paintChange(c.Change, st)(fmt.Sprintf("%10s", change)),
			st.Bold(diag.Clean(c.People())), placeSuffix(c.At)+unitFailed(c.Failed))
		for _, w := range c.Rows[:min(len(c.Rows), rowsShown)] {
			fmt.Fprintf(b, "%32s%s\n", "", diag.Clean(w.Text()))
		}
		if more := len(c.Rows) - rowsShown; more > 0 {
			fmt.Fprintf(b, "%32sand %s more\n", "", explain.Count(more, "row"))
		}
	}
}

func unitFailed(failed bool) string {
	if failed {
		return " (not compiled in the other report)"
	}
	return ""
}

// changeWidth is the width of the column before the name of the changed entity.
const changeWidth = 8

// changed writes one line: how an entity changed, and its description.
func changed(b *bytes.Buffer, c report.Change, what string, st *diag.Style) {
	fmt.Fprintf(b, "  %s%s %s\n", paintChange(c, st)(string(c)+":"), strings.Repeat(" ", max(0, changeWidth-len(c)-1)),
		what)
}

func diffCreations(b *bytes.Buffer, d *report.Diff, st *diag.Style) {
	if len(d.Creations) > 0 {
		fmt.Fprintf(b, "\n%s\n", st.Bold("allocations"))
	}
	for k := range d.Creations {
		c := &d.Creations[k]
		changed(b, c.Change, diag.Clean(c.Text())+placeSuffix(c.At)+diag.Clean(reason(c))+unitFailed(c.Failed), st)
	}
}

func diffFindings(b *bytes.Buffer, d *report.Diff, st *diag.Style) {
	if len(d.Findings) > 0 {
		fmt.Fprintf(b, "\n%s\n", st.Bold("findings of check"))
	}
	for _, c := range d.Findings {
		s := diag.Clean(c.Level + ": " + c.Message)
		if c.Rule != "" {
			s += " [" + diag.Clean(c.Rule) + "]"
		}
		changed(b, c.Change, s+placeSuffix(c.At)+unitFailed(c.Failed), st)
	}
}

func diffUnits(b *bytes.Buffer, d *report.Diff, st *diag.Style) {
	if len(d.Units) > 0 {
		fmt.Fprintf(b, "\n%s\n", st.Bold("units"))
	}
	for _, c := range d.Units {
		s := diag.Clean(c.File)
		if c.Failed != "" {
			s += ": " + diag.Clean(firstLine(c.Failed))
		}
		changed(b, c.Change, s, st)
	}
}
