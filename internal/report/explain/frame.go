// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package explain

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/framereport"
)

// This file describes frames, row by row.

// Coroutine is a coroutine of a file, with the facts that splitting recorded about it.
type Coroutine struct {
	File *diag.File
	*framereport.Report
	Clang  *int64                // size of clang's frame; nil: not compared, or not known
	lineOf []string              // of Report.Places, built on the first use
	end    ir.Pos                // end of the function's text, before its closing brace
	others map[string]*Coroutine // the file's coroutines, by function
}

// Coroutines returns the coroutines of a file that were split, in the order of the file's
// functions.
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

// defined returns the name of the value that is defined at a position in the coroutine's text, or
// "" if there is none.
func (c *Coroutine) defined(at ir.Pos) string {
	if at <= c.Pos || at >= c.end {
		return "" // in a function that was inlined
	}
	return c.File.DefinedAt(at)
}

// Text returns the text of the coroutine's function: the number of the first line, and the lines.
// It returns no lines if the file does not contain the function.
func (c *Coroutine) Text() (first int, lines []string) {
	if !c.Pos.IsValid() {
		return 0, nil
	}
	text := string(c.File.Text[c.Pos.Offset():c.end.Offset()])
	return c.File.Place(c.Pos).Line, append(strings.Split(text, "\n"), "}")
}

// Line is a line of the table: a value or an object in the frame, or padding.
type Line struct {
	*framereport.Row            // nil: padding
	Begin, Bytes     int64      // offset in the outermost frame, and size
	Of               *Coroutine // the coroutine that the row belongs to
	At               int        // index among that coroutine's rows; -1: padding
	Inside           []Line     // the lines of the frame of another coroutine that is elided into this row
}

// maxNested limits the depth to which frames inside frames are expanded. Real frames nest less
// deeply. A frame cannot contain itself, but names can repeat.
const maxNested = 16

// Orders are the orders of lines: by offset, or by size with the largest first.
var Orders = []string{"offset", "size"}

// Lines returns the contents of the frame in one of the Orders.
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

// Count returns the number of padding bytes in the frame, and the number of bytes that more than
// one row occupies.
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

// Code returns the functions that the coroutine became, the ramp first, with their sizes after the
// pipeline. Functions that the pipeline removed are left out.
func (c *Coroutine) Code() []Code {
	var list []Code
	if c.Instrs > 0 {
		list = append(list, Code{"ramp", c.Function, c.Instrs})
	}
	for k := range c.Parts {
		p := &c.Parts[k]
		name := strconv.Itoa(k)
		if c.ABI == framereport.Switched && k < len(switchedParts) {
			name = switchedParts[k]
		}
		if p.Instrs > 0 {
			list = append(list, Code{name, p.Name, p.Instrs})
		}
	}
	return list
}

// switchedParts names the parts of a coroutine of the switched-resume ABI, in their order.
var switchedParts = [...]string{"resume", "destroy", "cleanup"}

// CouldSave returns the number of bytes by which the frame becomes smaller with the hint that saves
// most. Hints may exclude each other, so their sum says nothing.
func (c *Coroutine) CouldSave() (bytes int64) {
	for k := range c.Rows {
		if f := c.Rows[k].Fix; f != nil {
			bytes = max(bytes, f.Saves)
		}
	}
	return bytes
}

// Elided returns the number of bytes of the frame that hold elided frames of other coroutines.
func (c *Coroutine) Elided() (bytes int64) {
	end := int64(0)
	for k := range c.Rows { // by offset
		if r := &c.Rows[k]; r.Kind == framereport.RowFrame {
			bytes += max(0, r.End()-max(end, r.Offset))
			end = max(end, r.End())
		}
	}
	return bytes
}

// fieldNames describe the ABI's own fields for people.
var fieldNames = map[string][2]string{
	"__resume_fn":  {"resume function", "called to resume the coroutine"},
	"__destroy_fn": {"destroy function", "called to destroy the coroutine"},
	"__coro_index": {"suspend index", "the suspend at which the coroutine waits"},
}
