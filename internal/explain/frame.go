package explain

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
)

// This file is frames, row by row.

// Coroutine is a coroutine of a file, with what splitting knew of it.
type Coroutine struct {
	File *diag.File
	*split.Report
	Clang  *int64                // how large clang makes the frame; nil: nobody asked, or it does not tell
	lineOf []string              // of Report.Places, made on first need
	end    ir.Pos                // behind the coroutine's text
	others map[string]*Coroutine // of the file, by function
}

// Coroutines gives those of a file that were split, in the order of its functions.
func Coroutines(file *diag.File, res *driver.Result, order map[string]int) []*Coroutine {
	all := map[string]*Coroutine{}
	var list []*Coroutine
	for k := range res.Frames {
		c := &Coroutine{File: file, Report: &res.Frames[k], others: all}
		if c.Pos.IsValid() {
			c.end = c.Pos + ir.Pos(max(0, bytes.Index(file.Text[c.Pos.Offset():], []byte("\n}"))))
		}
		all[c.Function] = c
		list = append(list, c)
	}
	sort.SliceStable(list, func(i, j int) bool { return Rank(order, list[i].Function) < Rank(order, list[j].Function) })
	return list
}

// defined is the name that the coroutine's text gives what is defined at a place in it, "" for
// none.
func (c *Coroutine) defined(at ir.Pos) string {
	if at <= c.Pos || at >= c.end {
		return "" // in a function that was inlined
	}
	return c.File.DefinedAt(at)
}

// Text is the coroutine's function as its file has it: the number of the first line, and the lines.
// There are none where the file does not have it.
func (c *Coroutine) Text() (first int, lines []string) {
	if !c.Pos.IsValid() {
		return 0, nil
	}
	text := string(c.File.Text[c.Pos.Offset():c.end.Offset()])
	return c.File.Place(c.Pos).Line, append(strings.Split(text, "\n"), "}")
}

// Line is a line of the table: something that lies in the frame, or padding.
type Line struct {
	*split.Row              // nil: padding
	Begin, Bytes int64      // offset in the outermost frame, and size
	Of           *Coroutine // that the row is one of
	At           int        // of its rows; -1: padding
	Inside       []Line     // what a frame that lies there is made of
}

// maxNested bounds how deep frames in frames are opened up. Real ones end before; a frame cannot
// lie in itself, but names can repeat.
const maxNested = 16

// Orders are the orders of lines: that of offsets, or the largest first.
var Orders = []string{"offset", "size"}

// Lines gives what the frame is made of, in one of the Orders.
func (c *Coroutine) Lines(order string) []Line { return c.lines(0, order, 0) }

func (c *Coroutine) lines(base int64, order string, depth int) []Line {
	var out []Line
	for k := range c.Rows {
		l := Line{Row: &c.Rows[k], Begin: base + c.Rows[k].Offset, Bytes: c.Rows[k].Size, Of: c, At: k}
		if in := c.others[l.FrameOf]; in != nil && l.FrameOf != "" && depth < maxNested && in.Size <= l.Bytes {
			l.Inside = in.lines(l.Begin, order, depth+1)
		}
		out = append(out, l)
	}
	for _, g := range c.Padding {
		out = append(out, Line{Begin: base + g.Offset, Bytes: g.Size, Of: c, At: -1})
	}
	slices.SortStableFunc(out, func(a, b Line) int {
		if order == "size" {
			return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Begin, b.Begin))
		}
		return cmp.Compare(a.Begin, b.Begin)
	})
	return out
}

// Count gives how many bytes of the frame are padding, and how many belong to more than one row.
func (c *Coroutine) Count() (padding, shared int64) {
	for _, g := range c.Padding {
		padding += g.Size
	}
	end := int64(0)
	for k := range c.Rows {
		r := &c.Rows[k]
		shared += max(0, min(end, r.End())-r.Offset)
		end = max(end, r.End())
	}
	return padding, shared
}

// Elided gives how many bytes of the frame belong to frames of other coroutines, which elision put
// there.
func (c *Coroutine) Elided() (bytes int64) {
	end := int64(0)
	for k := range c.Rows { // by offset
		if r := &c.Rows[k]; r.Kind == split.RowFrame {
			bytes += max(0, r.End()-max(end, r.Offset))
			end = max(end, r.End())
		}
	}
	return bytes
}

// fieldNames tell what the ABI's own fields are, for people.
var fieldNames = map[string][2]string{
	"__resume_fn":  {"resume function", "called to resume the coroutine"},
	"__destroy_fn": {"destroy function", "called to destroy the coroutine"},
	"__coro_index": {"suspend index", "the suspend at which the coroutine waits"},
}
