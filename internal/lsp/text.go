// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

import (
	"bytes"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
)

// text is a document's text. Lines are counted from 0, as in the protocol.
type text struct {
	*diag.File
	utf8 bool // positions count bytes; otherwise, they count units of UTF-16
}

func newText(b []byte, inUTF8 bool) *text {
	t := &text{diag.NewFile("", b), inUTF8}
	t.Lines() // now, because several goroutines read the text
	return t
}

// line returns a line without its end; nil if there is no such line.
func (t *text) line(n int) []byte {
	if n < 0 || n >= t.Lines() {
		return nil
	}
	return t.Line(n + 1)
}

// position converts an offset.
func (t *text) position(offset int) position {
	offset = min(offset, len(t.Text))
	n := t.Place(ir.PosAt(offset)).Line
	before := t.Text[t.Start(n):offset]
	if t.utf8 {
		return position{n - 1, len(before)}
	}
	return position{n - 1, diag.UTF16Len(before)}
}

// offset converts a position. A position behind the end of its line is the end of the line.
func (t *text) offset(p position) int {
	if p.Line >= t.Lines() {
		return len(t.Text)
	}
	line := t.line(p.Line)
	at := t.Start(max(0, p.Line) + 1)
	if t.utf8 {
		return at + max(0, min(p.Character, len(line)))
	}
	for units := 0; len(line) > 0 && units < p.Character; {
		r, size := utf8.DecodeRune(line)
		units += max(1, utf16.RuneLen(r))
		line, at = line[size:], at+size
	}
	return at
}

func (t *text) span(start, end int) span { return span{t.position(start), t.position(end)} }

// lineSpan returns the range of a line without its indentation.
func (t *text) lineSpan(n int) span {
	line := t.line(n)
	if line == nil {
		return t.span(len(t.Text), len(t.Text))
	}
	start := t.Start(n+1) + len(line) - len(bytes.TrimLeft(line, " \t"))
	return t.span(start, t.Start(n+1)+len(line))
}

// moves returns a function from the lines of an older text to those of t: -1 for a line that was
// edited. All edits together count as one: from the first to the last line that differs.
func (t *text) moves(old *text) func(n int) int {
	shorter := min(old.Lines(), t.Lines())
	begin, end := 0, 0
	for begin < shorter && bytes.Equal(old.line(begin), t.line(begin)) {
		begin++
	}
	more := t.Lines() - old.Lines()
	for k := old.Lines() - 1; end < shorter-begin && bytes.Equal(old.line(k), t.line(k+more)); k-- {
		end++
	}
	return func(n int) int {
		switch {
		case n < begin:
			return n
		case n >= old.Lines()-end:
			return n + more
		}
		return -1
	}
}

// pathOf returns the path of a file URI, or "" for another URI.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /C:/dir
		path = path[1:]
	}
	return filepath.FromSlash(path)
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
