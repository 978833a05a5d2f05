// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

// This file shows what is known about the coroutines of a unit in its source. It computes the view of
// a file from a project's report: everything in it has a line of the text that was compiled.

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
	"github.com/corolower/corolower/internal/report/gate"
)

// view is what an editor shows in a source file.
type view struct {
	lenses   []shown
	hints    []shown
	hovers   []shown
	findings []shown
	changes  []shown
}

// shown is something at a line of a file.
type shown struct {
	line, column int // from 1; column 0: unknown
	text         string
	about        string // the tooltip of a hint, or the rule of a finding
	severity     int    // of a finding
	at           []place
	change       *change
}

// place is a further place of a finding.
type place struct {
	explain.Source
	msg string
}

// overBudget returns where a unit exceeds the limits that compare with no earlier report, which an
// editor does not have.
func overBudget(p *report.Part, conf *gate.Config) []report.Violation {
	budget := slices.DeleteFunc(slices.Clone(conf.Budget), func(l *report.Limit) bool {
		_, compares := report.Budget{l}.Compares()
		return compares
	})
	broken, _ := budget.Check(report.Merge("", "", []report.Part{*p}), nil)
	return broken
}

// viewOf returns the view of a file from the report of a unit, which exceeds its budget at some places.
func viewOf(p *report.Part, broken []report.Violation, path string, conf *gate.Config) *view {
	v := &view{}
	in := func(s *explain.Source) bool {
		return s != nil && s.Line > 0 && filepath.FromSlash(s.File) == path
	}
	for _, group := range byLine(p.Coroutines, func(c *report.Coroutine) *explain.Source { return c.Source }, in) {
		v.coroutines(group)
	}
	for _, group := range byLine(p.Creations, func(c *report.Creation) *explain.Source { return c.Source }, in) {
		v.creations(group)
	}
	settings := conf.For(path)
	for k := range p.Findings {
		f := &p.Findings[k]
		if !in(f.Source) {
			continue
		}
		s := shown{line: f.Source.Line, column: f.Source.Column, text: f.Message, about: f.Rule, severity: sevWarning}
		if f.Hint != "" {
			s.text += "\nhint: " + f.Hint
		}
		if _, on := settings.Weigh(f.Rule, ir.SevWarning); on {
			v.findings = append(v.findings, s)
		}
	}
	for k := range broken {
		b := &broken[k]
		if in(&b.At) {
			v.findings = append(v.findings, shown{line: b.At.Line, column: b.At.Column, text: b.Message, about: b.Rule,
				severity: sevWarning})
		}
	}
	return v
}

// byLine groups the entries of a file by line, in the order of the lines.
func byLine[T any](list []T, source func(*T) *explain.Source, in func(*explain.Source) bool) [][]*T {
	at := map[int]int{}
	var out [][]*T
	for k := range list {
		s := source(&list[k])
		if !in(s) {
			continue
		}
		n, ok := at[s.Line]
		if !ok {
			n = len(out)
			at[s.Line] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], &list[k])
	}
	slices.SortFunc(out, func(a, b []*T) int { return cmp.Compare(source(a[0]).Line, source(b[0]).Line) })
	return out
}

// coroutines adds the coroutines at a line. There are several if they are instances of a template, or
// lambdas of one macro: the lens is about the largest.
func (v *view) coroutines(group []*report.Coroutine) {
	c := slices.MaxFunc(group, func(a, b *report.Coroutine) int { return cmp.Compare(a.Size, b.Size) })
	parts := []string{fmt.Sprintf("frame %d B", c.Size)}
	if len(group) > 1 {
		parts[0] += fmt.Sprintf(", the largest of %d", len(group))
	}
	parts = append(parts, explain.Count(len(c.Suspends), "suspend"))
	if r := largest(c); r != nil {
		s := "`" + r.Variable.Name + "` lives across "
		switch at := c.Suspends[r.Live[0]].Source; {
		case len(r.Live) > 1:
			s += explain.Count(len(r.Live), "suspend")
		case at != nil && at.File == c.Source.File:
			s += fmt.Sprintf("line %d", at.Line)
		default:
			s += c.Suspends[r.Live[0]].Label
		}
		parts = append(parts, s)
	}
	at := shown{line: c.Source.Line, column: c.Source.Column}
	at.text = strings.Join(parts, " · ")
	v.lenses = append(v.lenses, at)
	at.text = frameTable(c)
	v.hovers = append(v.hovers, at)
}

// largest returns the row of the largest variable of the program that lives across a suspend.
func largest(c *report.Coroutine) *explain.Row {
	var best *explain.Row
	for k := range c.Rows {
		r := &c.Rows[k]
		if r.Variable != nil && !strings.HasPrefix(r.Variable.Name, "__") && len(r.Live) > 0 && r.Live[0] < len(c.Suspends) && (best == nil || r.Size > best.Size) {
			best = r
		}
	}
	return best
}

// frameTable describes a frame in Markdown.
func frameTable(c *report.Coroutine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: frame of %s, aligned to %d", explain.Readable(cmp.Or(c.Demangled, c.Function)),
		explain.Bytes(c.Size), c.Align)
	if c.Padding > 0 {
		fmt.Fprintf(&b, ", %s of padding", explain.Bytes(c.Padding))
	}
	if c.CouldSave > 0 {
		fmt.Fprintf(&b, "; could save %s", explain.Bytes(c.CouldSave))
	}
	b.WriteString("\n\n| offset | bytes | what | why |\n|---:|---:|---|---|\n")
	for k := range c.Rows {
		r := &c.Rows[k]
		why := r.Why
		if r.Fix != nil && r.Fix.Hint != "" {
			why += "; " + r.Fix.Hint
		}
		fmt.Fprintf(&b, "| %d | %d | %s | %s |\n", r.Offset, r.Size, cell(cmp.Or(r.What, r.Label)), cell(why))
	}
	if len(c.Suspends) > 0 {
		b.WriteString("\n| suspend | bytes alive |\n|---|---:|\n")
		for k := range c.Suspends {
			s := &c.Suspends[k]
			fmt.Fprintf(&b, "| %s | %d |\n", cell(s.Label), s.Bytes)
		}
	}
	return b.String()
}

var cells = strings.NewReplacer("|", "\\|", "\n", " ", "<", "\\<", "*", "\\*")

func cell(s string) string { return cells.Replace(explain.Short(s)) }

// creations adds the coroutines that a line creates, or copies of it in functions into which it was
// inlined.
func (v *view) creations(group []*report.Creation) {
	elided := 0
	var miss *report.Creation
	for _, c := range group {
		if c.Elided {
			elided++
		} else if miss == nil || miss.Reason == nil {
			miss = c
		}
	}
	first := group[0]
	at := shown{line: first.Source.Line, column: first.Source.Column, text: "elided"}
	if miss != nil {
		at.text = "heap"
		why := ""
		if r := miss.Reason; r != nil {
			why = explain.Short(cmp.Or(r.Demangled, r.Message))
			at.text += ": " + why
			at.about = explain.Short(cmp.Or(r.HintIs, r.Hint, r.NoFix))
		}
		if elided > 0 {
			at.text = fmt.Sprintf("elided in %d of %d, else %s", elided, len(group), at.text)
		}
		f := shown{line: at.line, column: at.column, about: "missed-elision", severity: sevHint}
		f.text = "the frame of '" + explain.Readable(cmp.Or(miss.CalleeIs, miss.Callee)) + "' is on the heap"
		if why != "" {
			f.text += ": " + why
		}
		if r := miss.Reason; r != nil && r.Hint != "" {
			f.text += "\nhint: " + at.about
		}
		if r := miss.Reason; r != nil && r.Source != nil {
			f.at = append(f.at, place{*r.Source, why})
		}
		v.findings = append(v.findings, f)
	}
	v.hints = append(v.hints, at)
	var b strings.Builder
	for _, c := range group {
		fmt.Fprintf(&b, "- `%s` is ", explain.Readable(cmp.Or(c.CalleeIs, c.Callee)))
		if c.Elided {
			b.WriteString("elided")
		} else {
			b.WriteString("on the heap")
		}
		if c.FrameSize != nil {
			fmt.Fprintf(&b, " (%s)", explain.Bytes(*c.FrameSize))
		}
		fmt.Fprintf(&b, " in `%s`", explain.Readable(cmp.Or(c.CallerIs, c.Caller)))
		if r := c.Reason; r != nil {
			b.WriteString(": " + cell(cmp.Or(r.Demangled, r.Message)))
			if fix := cmp.Or(r.HintIs, r.Hint, r.NoFix); fix != "" {
				b.WriteString(". " + cell(fix))
			}
		}
		b.WriteString("\n")
	}
	at.text = b.String()
	v.hovers = append(v.hovers, at)
}
