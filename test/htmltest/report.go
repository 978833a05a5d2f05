// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package htmltest makes reports of any size and with any names for tests of the page.
package htmltest

import (
	"fmt"

	"github.com/corolower/corolower/internal/report"
	"github.com/corolower/corolower/internal/report/explain"
)

// Hostile is a name that would be more than a name to a page that took it for markup or script, or
// showed its control characters as they are.
const Hostile = "x</script><img src=x " +
	"onerror=\"window.ran=1\"><!--<script>window.ran=2//'\"`${window.ran=3}\u2028\u2029\u202e&lt;\\u003cb>\x01"

// Options say what report is made.
type Options struct {
	Coroutines int
	Name       string // stands in every name and text
	Text       bool   // with IR and sources
	Long       int    // number of additional rows, suspends and paths of each coroutine
}

// Report makes a report: coroutines of several files and folders, two creations for each, of which
// one is missed, a finding and a failed unit.
func Report(o Options) *report.Report {
	var parts []report.Part
	parts = append(parts, report.Part{Unit: report.Unit{File: "src/broken.cpp" + o.Name,
		Failed: "error: no such header\nfatal" + o.Name}})
	for k := range o.Coroutines {
		if k%10 == 0 {
			file := fmt.Sprintf("src/part%d/file%d.cpp%s", k/100, k/10, o.Name)
			p := report.Part{Unit: report.Unit{File: file}, Findings: []report.Finding{{File: file, Line: 7,
				Level: "warning", Rule: "rule" + o.Name,
				Message: "something is odd" + o.Name, Hint: "fix it" + o.Name}}}
			parts = append(parts, p)
		}
		p := &parts[len(parts)-1]
		c := coroutine(k, p.Unit.File, o)
		p.Coroutines = append(p.Coroutines, c)
		for n := range 2 {
			line := 10*k + n
			cr := report.Creation{}
			cr.File, cr.Line, cr.Callee, cr.Caller, cr.Elided = p.Unit.File, line, c.Function, "caller"+o.Name, n == 0
			cr.Source = &explain.Source{File: p.Unit.File, Line: line}
			if n == 1 {
				cr.Reason = &explain.Reason{Kind: "stored", Message: "the handle is stored" + o.Name,
					Variable: "v" + o.Name, Hint: "destroy it" + o.Name, Source: cr.Source,
					Inlined: &explain.Source{File: "src/user.cpp" + o.Name, Line: 4},
					Path:    []explain.Step{{Block: "%b" + o.Name}, {Block: "%c", Source: cr.Source}}}
			}
			p.Creations = append(p.Creations, cr)
		}
		if o.Text {
			p.Sources = append(p.Sources, report.Source{File: p.Unit.File, Text: report.Text{First: max(1, 10*k),
				Lines: text(k, "// source", 12, o.Name)}})
		}
	}
	return report.Merge("default<O2>"+o.Name, "clang 22"+o.Name, parts)
}

func text(k int, word string, lines int, name string) (list []string) {
	for n := range lines {
		list = append(list, fmt.Sprintf("  %s %d of %d%s", word, n, (k*7919+n*104729)%1000003, name))
	}
	return list
}

// coroutine returns a coroutine with three suspends, rows that share bytes, a frame within its
// frame, and paths between its suspends.
func coroutine(k int, file string, o Options) report.Coroutine {
	c := report.Coroutine{}
	at := func(line int) explain.At {
		return explain.At{Line: 1000 + line, Source: &explain.Source{File: file, Line: 10*k + line}}
	}
	num := func(n int) *int { return &n }
	big := int64(8 * (1 + k%61))
	c.File, c.At, c.Function, c.Pipeline, c.ABI = file, at(1), fmt.Sprintf("_Z9coroutinei.%d%s", k, o.Name),
		"default<O2>", "switched-resume"
	c.Size, c.Align, c.Padding, c.Shares = 64+big, 8, 3, true
	c.CouldSave, c.Inside = big, 32
	for n, part := range []string{"ramp", "resume", "destroy", "cleanup"} {
		c.Code = append(c.Code, explain.Code{Part: part, Function: c.Function + "." + part + o.Name,
			Instructions: 10 * (n + k)})
	}
	for n := range 3 {
		c.Suspends = append(c.Suspends, explain.Suspend{At: at(3 + n), Label: fmt.Sprintf("suspend %d, line %d%s", n,
			10*k+3+n, o.Name), Final: n == 2, Bytes: 40, Live: []int{0, 1, 2}})
	}
	three := at(3)
	row := func(n int, kind, label string, offset, size int64, live ...int) explain.Row {
		return explain.Row{Row: num(n), Kind: kind, Label: label + o.Name, What: label + ": type" + o.Name,
			Offset: offset, Size: size, Align: 8, Type: "ptr" + o.Name, Rule: "used-across",
			Why: "live over a suspend" + o.Name, Defined: &three, Live: live}
	}
	buf := row(3, "object", "buf", 24, big, 0)
	buf.Variable = &explain.Variable{Name: "buf" + o.Name, Type: "char[]" + o.Name, Source: &explain.Source{File: file,
		Line: 10*k + 2}}
	buf.Keepers = []explain.Keeper{{At: three, Instruction: "call void @keep(ptr %buf)" + o.Name,
		Callee: "keep" + o.Name, Argument: num(0)}}
	buf.Fix = &explain.Fix{Saves: big, Over: []int{0}, Hint: "end its scope" + o.Name}
	inner := row(5, "frame", "frame of other", 24+big, 32, 0, 1)
	inner.FrameOf = "other" + o.Name
	inner.Rows = []explain.Row{row(0, "field", "resume function", 24+big, 8), row(1, "value", "i", 32+big, 16),
		{Kind: "padding", Label: "padding", Offset: 48 + big, Size: 8}}
	c.Rows = []explain.Row{row(0, "field", "resume function", 0, 8, 0, 1, 2), row(1, "field", "destroy function", 8, 8,
		0, 1, 2), row(2, "promise", "promise", 16, 8, 0, 1, 2),
		buf, row(4, "value", "sum", 24, 8, 1), inner, row(6, "value", "n", 56+big, 4, 1),
		row(7, "field", "suspend index", 60+big, 1, 0, 1, 2),
		{Kind: "padding", Label: "padding", Offset: 61 + big, Size: 3}}
	addPath := func(from, to int, when, end string) {
		w := explain.Way{When: when, End: end, Via: []explain.At{at(2), at(3)}, By: "lines 2 -> 3" + o.Name}
		if from >= 0 {
			w.From = num(from)
		}
		if to >= 0 {
			w.To = num(to)
		}
		c.Ways = append(c.Ways, w)
	}
	addPath(-1, 0, "called", "suspends")
	addPath(0, 1, "resumed", "suspends")
	addPath(1, 1, "resumed", "suspends")
	addPath(1, 0, "resumed", "suspends")
	addPath(1, 2, "resumed", "suspends")
	addPath(0, -1, "destroyed", "ends")
	addPath(1, -1, "destroyed", "ends")
	addPath(1, -1, "resumed", "unwinds")
	addPath(2, -1, "destroyed", "ends")
	for n := range o.Long {
		place := at(5 + 4*n)
		c.Suspends = append(c.Suspends, explain.Suspend{At: place, Label: fmt.Sprintf("suspend %d", 3+n), Bytes: 40,
			Live: []int{8 + n}})
		r := row(8+n, "value", fmt.Sprintf("v%d", n), c.Size, 8, 3+n)
		r.Defined = &place
		c.Rows = append(c.Rows, r)
		c.Size += 8
		addPath(2+n, 3+n, "resumed", "suspends")
	}
	if o.Text {
		c.IR = &report.Text{First: 1001, Lines: text(k, "%v = add i32 1,", 30+4*o.Long, o.Name)}
	}
	return c
}
