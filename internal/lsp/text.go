// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

import (
	"bytes"
	"net/url"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text is a document's text, with the offsets of its lines.
type text struct {
	b      []byte
	starts []int
	utf8   bool // positions count bytes; otherwise, they count units of UTF-16
}

func newText(b []byte, inUTF8 bool) *text {
	t := &text{b: b, utf8: inUTF8, starts: append(make([]int, 0, 1+bytes.Count(b, []byte{'\n'})), 0)}
	for at := 0; ; {
		k := bytes.IndexByte(b[at:], '\n')
		if k < 0 {
			return t
		}
		at += k + 1
		t.starts = append(t.starts, at)
	}
}

// line returns a line, counted from 0, without its end; nil if there is no such line.
func (t *text) line(n int) []byte {
	if n < 0 || n >= len(t.starts) {
		return nil
	}
	end := len(t.b)
	if n+1 < len(t.starts) {
		end = t.starts[n+1] - 1
	}
	return bytes.TrimSuffix(t.b[t.starts[n]:end], []byte{'\r'})
}

// position converts an offset.
func (t *text) position(offset int) position {
	offset = min(offset, len(t.b))
	n := sort.Search(len(t.starts), func(k int) bool { return t.starts[k] > offset }) - 1
	before := t.b[t.starts[n]:offset]
	if t.utf8 {
		return position{n, len(before)}
	}
	p := position{Line: n}
	for len(before) > 0 {
		r, size := utf8.DecodeRune(before)
		p.Character += max(1, utf16.RuneLen(r))
		before = before[size:]
	}
	return p
}

// offset converts a position. A position behind the end of its line is the end of the line.
func (t *text) offset(p position) int {
	if p.Line >= len(t.starts) {
		return len(t.b)
	}
	line := t.line(p.Line)
	at := t.starts[max(0, p.Line)]
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
		return t.span(len(t.b), len(t.b))
	}
	start := t.starts[n] + len(line) - len(bytes.TrimLeft(line, " \t"))
	return t.span(start, t.starts[n]+len(line))
}

// moves returns a function from the lines of an older text to those of t: -1 for a line that was
// edited. All edits together count as one: from the first to the last line that differs.
func (t *text) moves(old *text) func(n int) int {
	shorter := min(len(old.starts), len(t.starts))
	begin, end := 0, 0
	for begin < shorter && bytes.Equal(old.line(begin), t.line(begin)) {
		begin++
	}
	more := len(t.starts) - len(old.starts)
	for k := len(old.starts) - 1; end < shorter-begin && bytes.Equal(old.line(k), t.line(k+more)); k-- {
		end++
	}
	return func(n int) int {
		switch {
		case n < begin:
			return n
		case n >= len(old.starts)-end:
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
