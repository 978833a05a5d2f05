// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/lower/framereport"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file spells frames as tables.

// frameColumns returns the widths of the two columns of words. A wider terminal widens both.
func frameColumns(st *diag.Style) (what, why int) {
	what = 34 + max(0, st.Width-diag.PlainWidth)/3
	return what, st.Width - what - 24
}

// framesText is the explanation for people.
func framesText(list []*explain.Coroutine, names, functions []string, fl *explainFrameFlags, st *diag.Style) []byte {
	var b bytes.Buffer
	for k := range list {
		frameText(list[k], &b, fl, st)
		b.WriteByte('\n')
	}
	b.WriteString(none(list, names, functions))
	if len(list) > 0 {
		b.WriteString(total(list, fl.pipeline()))
		b.WriteString(comparedTotal(list, &fl.compare))
	}
	return b.Bytes()
}

// frameText formats one frame.
func frameText(c *explain.Coroutine, b *bytes.Buffer, fl *explainFrameFlags, st *diag.Style) {
	what := fmt.Sprintf("has %s, align %d, %s", explain.Bytes(c.Size), c.Align, explain.Count(len(c.Suspends),
		"suspend"))
	if len(c.Suspends) == 0 {
		what = "has no frame: it never suspends"
	}
	headline(c, b, "frame:", what, st)
	if len(c.Suspends) == 0 {
		b.WriteString(compared(c, &fl.compare))
		return
	}
	padding, shared := c.Count()
	fmt.Fprintf(b, "%s; %s of padding, %s shared\n", c.ABI, explain.Bytes(padding), explain.Bytes(shared))
	if code := c.CodeText(); code != "" {
		b.WriteString(code + "\n")
	}
	b.WriteString(compared(c, &fl.compare))
	if len(c.Rows) == 0 {
		return
	}
	whatWidth, _ := frameColumns(st)
	fmt.Fprintf(b, "%s\n", st.Bold(strings.TrimRight(fmt.Sprintf("%7s%7s%6s  %-*s  %s", "offset", "size", "align",
		whatWidth, "what", "why"), " ")))
	table(b, c.Lines(fl.sort), 0, st)
	if fl.suspends {
		suspends(c, b, st)
	}
	if c.NotShared != "" {
		passage(b, st, "note:", st.Note, "its slots share no bytes: corolower could not show that nothing is lost: "+
			c.NotShared)
	}
	for k := range c.Rows {
		if m := c.Apart(&c.Rows[k]); m != "" {
			passage(b, st, "note:", st.Note, m)
		}
	}
	for k := range c.Rows {
		if m := c.Fix(&c.Rows[k]); m != "" {
			passage(b, st, "hint:", st.Hint, m)
		}
		if m := c.Order(&c.Rows[k]); m != "" {
			passage(b, st, "hint:", st.Hint, m)
		}
	}
}

// compared returns the size of the frame that the other compiler builds, or "" without --compare.
func compared(c *explain.Coroutine, fl *compareFlags) string {
	if fl.clang == nil {
		return ""
	}
	says := " reports no frame"
	if c.Clang != nil {
		switch d := *c.Clang - c.Size; {
		case d > 0:
			says = fmt.Sprintf(": %s, %d more", explain.Bytes(*c.Clang), d)
		case d < 0:
			says = fmt.Sprintf(": %s, %d fewer", explain.Bytes(*c.Clang), -d)
		default:
			says = fmt.Sprintf(": %s, as many", explain.Bytes(*c.Clang))
		}
		if n := c.Elided(); n > 0 {
			says += fmt.Sprintf("; %s here are frames of elided coroutines, which need no heap", explain.Bytes(n))
		}
	}
	return fl.String() + says + "\n"
}

// comparedTotal returns the total frame size of both compilers, or "" without --compare.
func comparedTotal(list []*explain.Coroutine, fl *compareFlags) string {
	if fl.clang == nil {
		return ""
	}
	n, ours, theirs := 0, int64(0), int64(0)
	for _, c := range list {
		if c.Clang != nil {
			n, ours, theirs = n+1, ours+c.Size, theirs+*c.Clang
		}
	}
	if n == len(list) {
		return fmt.Sprintf("%s: %s of frames\n", fl, explain.Bytes(theirs))
	}
	return fmt.Sprintf("%s reports %d of them: %s of frames, %d here\n", fl, n, explain.Bytes(theirs), ours)
}

// headline writes what a coroutine has, with its place in the IR and in the source.
func headline(c *explain.Coroutine, b *bytes.Buffer, label, what string, st *diag.Style) {
	where := diag.Clean(c.File.Name)
	if at := c.File.Place(c.Pos); at.Line > 0 {
		where += fmt.Sprintf(":%d:%d", at.Line, at.Col)
	}
	source := ""
	if c.Loc.Line > 0 && c.File.Derived {
		where = fmt.Sprintf("%s:%d", diag.Clean(c.Loc.File), c.Loc.Line)
	} else if c.Loc.Line > 0 {
		source = fmt.Sprintf(", at %s:%d", diag.Clean(c.Loc.File), c.Loc.Line)
	}
	fmt.Fprintf(b, "%s %s %s\n", st.Bold(where+":"), st.Note(label),
		st.Bold("'"+diag.Clean(explain.Readable(c.Function))+"' "+what+source))
}

// passage writes a text after a label.
func passage(b *bytes.Buffer, st *diag.Style, label string, paint diag.Paint, s string) {
	lines := wrap(diag.Clean(s), st.Width-len(label)-1)
	b.WriteString(paint(label) + " " + strings.Join(lines, "\n"+strings.Repeat(" ", len(label)+1)) + "\n")
}

// table writes lines of the table; depth is how many frames are around them.
func table(b *bytes.Buffer, lines []explain.Line, depth int, st *diag.Style) {
	whatWidth, whyWidth := frameColumns(st)
	indent := strings.Repeat("  ", min(depth, 8))
	whatWidth -= len(indent)
	for _, l := range lines {
		align, what, why := "", "padding", ""
		if l.Row != nil {
			align, what, why = strconv.FormatInt(l.Align, 10), l.Of.What(l.Row), l.Of.Why(l.Row)
		}
		left := cell{lead: indent, lines: wrap(diag.Clean(what), whatWidth), width: whatWidth}
		if l.Row != nil && why != "" {
			left.paint = st.Bold
		}
		b.WriteString(beside("", cell{lines: []string{fmt.Sprintf("%7d%7d%6s", l.Begin, l.Bytes, align)}, width: 20}, left,
			cell{lines: wrap(diag.Clean(why), whyWidth)}))
		table(b, l.Inside, depth+1, st)
	}
}

// cell is a text of a table for people.
type cell struct {
	lead  string     // before each line
	lines []string   // the text
	width int        // to which a line is filled
	right bool       // the text is at the right
	paint diag.Paint // of the first line, or nil
}

// beside returns cells side by side, two spaces apart, with as many lines as the longest has.
func beside(indent string, cells ...cell) string {
	var b strings.Builder
	height := 0
	for _, c := range cells {
		height = max(height, len(c.lines))
	}
	for n := range height {
		line := indent
		for k, c := range cells {
			text := ""
			if n < len(c.lines) {
				text = c.lines[n]
			}
			fill := strings.Repeat(" ", max(0, c.width-utf8.RuneCountInString(text)))
			if c.right {
				text = fill + text
			} else {
				text += fill
			}
			if c.paint != nil && n == 0 {
				text = c.paint(text)
			}
			if k > 0 {
				line += "  "
			}
			line += c.lead + text
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// wrap breaks a text into lines between words; a word that is too long is cut.
func wrap(s string, width int) []string {
	var out []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out, line = append(out, line), ""
		}
		for r := []rune(word); len(r) > width; {
			out, r = append(out, string(r[:width])), r[width:]
			word = string(r)
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" || out == nil {
		out = append(out, line)
	}
	return out
}

// suspends lists the values that are live across each suspend.
func suspends(c *explain.Coroutine, b *bytes.Buffer, st *diag.Style) {
	fmt.Fprintf(b, "%s\n", st.Bold(fmt.Sprintf("%7s%7s  %-20s  %s", "suspend", "bytes", "where",
		"live, without ABI fields and promise")))
	for k := range c.Suspends {
		s := &c.Suspends[k]
		var live []string
		for _, n := range s.Live {
			if r := &c.Rows[n]; r.Kind != framereport.RowField && r.Kind != framereport.RowPromise {
				live = append(live, c.Name(r))
			}
		}
		b.WriteString(beside("", cell{lines: []string{fmt.Sprintf("%7d%7d", k, s.Bytes)}, width: 14},
			cell{lines: wrap(diag.Clean(c.Suspend(k, "")), 20), width: 20},
			cell{lines: wrap(diag.Clean(strings.Join(live, ", ")), st.Width-40)}))
	}
}
