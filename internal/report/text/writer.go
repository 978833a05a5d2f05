// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package text lays out what is known of coroutines for people: as tables for a terminal, as
// Markdown, and as graphs for Graphviz. It does no analysis and prints nothing.
package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/diag"
)

// writer collects a text for a terminal. It cleans everything, so that no name in an input can begin
// a line or control the terminal.
type writer struct {
	*diag.Style
	strings.Builder
}

func (w *writer) line(format string, args ...any) {
	w.WriteString(diag.Clean(fmt.Sprintf(format, args...)) + "\n")
}

// after writes the last line of a report, which names the pipeline.
func (w *writer) after(pipeline, text string) { w.line("%s, after -passes='%s'", text, pipeline) }

// paint returns the colour of a label.
func (w *writer) paint(label string) diag.Paint {
	switch label {
	case "error:":
		return w.Error
	case "warning:", "missed:":
		return w.Warning
	case "hint:", "elided:":
		return w.Hint
	}
	return w.Note
}

// lead writes the first line about something at a place.
func (w *writer) lead(where, label, text string) {
	w.WriteString(w.Bold(diag.Clean(where)+":") + " " + w.paint(label)(label) + " " + w.Bold(diag.Clean(text)) + "\n")
}

// say writes a text after a label, in one line.
func (w *writer) say(label, text string) {
	w.WriteString(w.paint(label)(label) + " " + diag.Clean(text) + "\n")
}

// passage writes a text after a label, in lines of the width of tables.
func (w *writer) passage(label, text string) {
	lines := wrap(diag.Clean(text), w.Width-len(label)-1)
	w.WriteString(w.paint(label)(label) + " " + strings.Join(lines, "\n"+strings.Repeat(" ", len(label)+1)) + "\n")
}

// column is a column of a table. A heading that begins with > is above numbers, which are at the right;
// the width includes the space before them. Other columns follow two spaces.
type column struct {
	head  string
	width int // 0, of the last one: the rest of the line
}

func (c *column) right() bool { return strings.HasPrefix(c.head, ">") }

// table is a table of a writer.
type table struct {
	*writer
	indent  int
	columns []column
}

// restWidth is the smallest width of a column that has the rest of the line.
const restWidth = 26

func (w *writer) table(indent int, columns ...column) *table {
	rest := w.Width - indent
	for k := range columns {
		if rest -= columns[k].width; k > 0 && !columns[k].right() {
			rest -= 2
		}
	}
	if last := &columns[len(columns)-1]; last.width == 0 {
		last.width = max(restWidth, rest)
	}
	return &table{w, indent, columns}
}

// heading writes the headings.
func (t *table) heading() {
	var heads []string
	for _, c := range t.columns {
		heads = append(heads, strings.TrimPrefix(c.head, ">"))
	}
	t.painted(slices.Repeat([]diag.Paint{t.Bold}, len(heads)), heads...)
}

// row writes a row, in as many lines as its longest cell needs.
func (t *table) row(cells ...string) { t.painted(nil, cells...) }

// painted is row with colours for the first lines of some cells.
func (t *table) painted(paint []diag.Paint, cells ...string) {
	lines, height := make([][]string, len(cells)), 0
	for k, s := range cells {
		if lines[k] = []string{diag.Clean(s)}; !t.columns[k].right() {
			lines[k] = wrap(diag.Clean(s), t.columns[k].width)
		}
		height = max(height, len(lines[k]))
	}
	for n := range height {
		space := t.indent
		for k, c := range t.columns {
			s := ""
			if n < len(lines[k]) {
				s = diag.Clean(lines[k][n])
			}
			fill := max(0, c.width-utf8.RuneCountInString(s))
			if c.right() {
				space, fill = space+fill, 0
			} else if k > 0 {
				space += 2
			}
			if s != "" {
				t.WriteString(strings.Repeat(" ", space))
				space = 0
				if k < len(paint) && paint[k] != nil && n == 0 {
					s = paint[k](s)
				}
				t.WriteString(s)
			}
			space += fill
		}
		t.WriteByte('\n')
	}
}

// wrap breaks a text into lines between words; a word that is too long is cut. The lines are indented
// as the text.
func wrap(s string, width int) []string {
	text := strings.TrimLeft(s, " ")
	indent := s[:len(s)-len(text)]
	width -= len(indent)
	var out []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			out, line = append(out, indent+line), ""
		}
		for r := []rune(word); len(r) > width; {
			out, r = append(out, indent+string(r[:width])), r[width:]
			word = string(r)
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" || out == nil {
		out = append(out, indent+line)
	}
	return out
}

// section is a table of a report under a title, for a terminal or for Markdown.
type section struct {
	title string
	head  []string // as of columns
	rows  [][]string
	fold  bool // in Markdown it is folded, however short it is
}

func (s *section) add(cells ...string) { s.rows = append(s.rows, cells) }

// columnWidth is the maximum width of a column of a section; longer text is broken.
const columnWidth = 40

// title writes the title of a table, unless it has no rows. shown of its rows are printed.
func (w *writer) title(text string, shown, all int) {
	if all == 0 {
		return
	}
	count := strconv.Itoa(all)
	if shown < all {
		count = fmt.Sprintf("%d of %d, --top=0 shows all", shown, all)
	}
	w.WriteString(w.Note(text) + " (" + count + ")\n")
}

// rows writes the table of a section, without columns that have no content.
func (w *writer) rows(s *section) {
	var columns []column
	var kept []int
	for k, h := range s.head {
		width := 0
		for _, row := range s.rows {
			width = max(width, utf8.RuneCountInString(diag.Clean(row[k])))
		}
		if width == 0 {
			continue
		}
		c := column{h, max(min(width, columnWidth), len(strings.TrimPrefix(h, ">")))}
		if c.right() && len(kept) > 0 {
			c.width += 2
		}
		columns, kept = append(columns, c), append(kept, k)
	}
	if len(columns) == 0 {
		return
	}
	t := w.table(0, columns...)
	t.heading()
	for _, row := range s.rows {
		var cells []string
		for _, k := range kept {
			cells = append(cells, row[k])
		}
		t.row(cells...)
	}
}
