// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package text

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats frames and states.

// FrameOptions say what Frames shows.
type FrameOptions struct {
	Pipeline string
	Other    string // the compiler whose frames are compared, or ""
	Order    string // one of explain.Orders
	Suspends bool   // also what is live across each suspend
}

// Frames formats the frames of coroutines.
func Frames(list []*explain.Coroutine, o *FrameOptions, st *diag.Style) string {
	w := &writer{Style: st}
	sum, inside := int64(0), int64(0)
	for _, c := range list {
		w.frame(c, o)
		w.WriteByte('\n')
		sum, inside = sum+c.Size, inside+c.Elided()
	}
	w.after(o.Pipeline, explain.Count(len(list), "coroutine")+", "+framesBytes(sum, inside))
	if o.Other == "" {
		return w.String()
	}
	n, ours, theirs := 0, int64(0), int64(0)
	for _, c := range list {
		if c.Clang != nil {
			n, ours, theirs = n+1, ours+c.Size, theirs+*c.Clang
		}
	}
	if n == len(list) {
		w.line("%s: %s of frames", o.Other, explain.Bytes(theirs))
	} else {
		w.line("%s reports %d of them: %s of frames, %d here", o.Other, n, explain.Bytes(theirs), ours)
	}
	return w.String()
}

// framesBytes describes the total size of frames. A frame of an elided coroutine counts twice,
// because it is a frame of its own and a part of another.
func framesBytes(sum, inside int64) string {
	s := explain.Bytes(sum) + " of frames"
	if inside > 0 {
		s += fmt.Sprintf(" (%d in elided frames)", inside)
	}
	return s
}

// coroutine writes what a coroutine has, with its place in the IR and in the source.
func (w *writer) coroutine(c *explain.Coroutine, label, what string) {
	where, source := c.File.Name, ""
	if at := c.File.Place(c.Pos); at.Line > 0 {
		where += fmt.Sprintf(":%d:%d", at.Line, at.Col)
	}
	if c.Loc.Line > 0 && c.File.Derived {
		where = fmt.Sprintf("%s:%d", c.Loc.File, c.Loc.Line)
	} else if c.Loc.Line > 0 {
		source = fmt.Sprintf(", at %s:%d", c.Loc.File, c.Loc.Line)
	}
	w.lead(where, label, "'"+explain.Readable(c.Function)+"' "+what+source)
}

// frame formats one frame.
func (w *writer) frame(c *explain.Coroutine, o *FrameOptions) {
	if len(c.Suspends) == 0 {
		w.coroutine(c, "frame:", "has no frame: it never suspends")
		w.otherFrame(c, o.Other)
		return
	}
	w.coroutine(c, "frame:", fmt.Sprintf("has %s, align %d, %s", explain.Bytes(c.Size), c.Align,
		explain.Count(len(c.Suspends), "suspend")))
	padding, shared := c.Count()
	w.line("%s; %s of padding, %s shared", c.ABI, explain.Bytes(padding), explain.Bytes(shared))
	if code := c.CodeText(); code != "" {
		w.line("%s", code)
	}
	w.otherFrame(c, o.Other)
	if len(c.Rows) == 0 {
		return
	}
	// A wider terminal widens both columns of words.
	t := w.table(0, column{">offset", 7}, column{">size", 7}, column{">align", 6},
		column{"what", 34 + max(0, w.Width-diag.PlainWidth)/3}, column{"why", 0})
	t.heading()
	t.contents(c.Lines(o.Order), 0)
	if o.Suspends {
		w.suspends(c)
	}
	if c.NotShared != "" {
		w.passage("note:", "its slots share no bytes: corolower could not show that nothing is lost: "+c.NotShared)
	}
	for k := range c.Rows {
		if m := c.Fix(&c.Rows[k]); m != "" {
			w.passage("hint:", m)
		}
	}
}

// otherFrame writes the size of the frame that the other compiler builds.
func (w *writer) otherFrame(c *explain.Coroutine, other string) {
	if other == "" {
		return
	}
	says := " reports no frame"
	if c.Clang != nil {
		says = fmt.Sprintf(": %s, as many", explain.Bytes(*c.Clang))
		switch d := *c.Clang - c.Size; {
		case d > 0:
			says = fmt.Sprintf(": %s, %d more", explain.Bytes(*c.Clang), d)
		case d < 0:
			says = fmt.Sprintf(": %s, %d fewer", explain.Bytes(*c.Clang), -d)
		}
		if n := c.Elided(); n > 0 {
			says += fmt.Sprintf("; %s here are frames of elided coroutines, which need no heap", explain.Bytes(n))
		}
	}
	w.line("%s%s", other, says)
}

// contents writes lines of a frame; depth is the number of frames around them.
func (t *table) contents(lines []explain.Line, depth int) {
	indent := strings.Repeat("  ", min(depth, 8))
	for _, l := range lines {
		align, what, why := "", "padding", ""
		if l.Row != nil {
			align, what, why = strconv.FormatInt(l.Align, 10), l.Of.What(l.Row), l.Of.Why(l.Row)
		}
		paint := make([]diag.Paint, len(t.columns))
		if why != "" {
			paint[3] = t.Bold
		}
		t.painted(paint, strconv.FormatInt(l.Begin, 10), strconv.FormatInt(l.Bytes, 10), align, indent+what, why)
		t.contents(l.Inside, depth+1)
	}
}

// suspends lists the values that are live across each suspend.
func (w *writer) suspends(c *explain.Coroutine) {
	t := w.table(0, column{">suspend", 7}, column{">bytes", 7}, column{"where", 20},
		column{"live, without ABI fields and promise", 0})
	t.heading()
	for k := range c.Suspends {
		s := &c.Suspends[k]
		var live []string
		for _, n := range s.Live {
			if r := &c.Rows[n]; r.Kind != framereport.RowField && r.Kind != framereport.RowPromise {
				live = append(live, c.Name(r))
			}
		}
		t.row(strconv.Itoa(k), strconv.FormatInt(s.Bytes, 10), c.Suspend(k, ""), strings.Join(live, ", "))
	}
}

// stateWidth is the width of a column that names a state.
const stateWidth = 26

// States formats coroutines as lists of the paths between their suspends.
func States(list []*explain.Coroutine, pipeline string, st *diag.Style) string {
	w := &writer{Style: st}
	for _, c := range list {
		w.coroutine(c, "states:", "has "+explain.Count(len(c.Suspends), "suspend"))
		t := w.table(2, column{"from", stateWidth}, column{"when", 9}, column{"to", stateWidth}, column{"through", 0})
		if len(c.Ways) > 0 {
			t.heading()
		}
		for k := range c.Ways {
			p := &c.Ways[k]
			t.row(c.State(p.From), p.Kind.String(), c.Target(p), c.Via(p))
		}
		if !c.AllWays && len(c.Suspends) > 0 {
			w.passage("note:", "the search gave up: there are more paths")
		}
		w.WriteByte('\n')
	}
	w.after(pipeline, explain.Count(len(list), "coroutine"))
	return w.String()
}

// Dot formats coroutines as graphs for Graphviz.
func Dot(list []*explain.Coroutine) string {
	var b strings.Builder
	for _, c := range list {
		dot(c, &b)
	}
	return b.String()
}

// dot writes the graph of one coroutine.
func dot(c *explain.Coroutine, b *strings.Builder) {
	fmt.Fprintf(b, "digraph %s {\n  label=%s;\n  node [shape=box];\n  begin [shape=oval, label=\"called\"];\n",
		dotText(c.Function), dotText(explain.Demangled(c.Function)))
	for k := range c.Suspends {
		shape := ""
		if c.Suspends[k].Final {
			shape = ", peripheries=2"
		}
		fmt.Fprintf(b, "  s%d [label=%s%s];\n", k, dotText(c.State(k)), shape)
	}
	used := map[framereport.PathEnd]bool{}
	for k := range c.Ways {
		w := &c.Ways[k]
		from, to := fmt.Sprintf("s%d", w.From), fmt.Sprintf("s%d", w.To)
		if w.From < 0 {
			from = "begin"
		}
		if w.End != framereport.WaySuspends {
			to = w.End.String()
			used[w.End] = true
		}
		style := ""
		if w.Kind == framereport.WayDestroyed {
			style = ", style=dashed"
		}
		label := w.Kind.String()
		if via := c.Via(w); via != "" {
			label += "\n" + via
		}
		fmt.Fprintf(b, "  %s -> %s [label=%s%s];\n", from, to, dotText(label), style)
	}
	for _, e := range []framereport.PathEnd{framereport.WayEnds, framereport.WayUnwinds} {
		if used[e] {
			fmt.Fprintf(b, "  %s [shape=oval];\n", e)
		}
	}
	b.WriteString("}\n")
}

// dotText quotes a text for Graphviz.
func dotText(s string) string {
	lines := strings.Split(s, "\n")
	for k := range lines {
		lines[k] = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(diag.Clean(lines[k]))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
