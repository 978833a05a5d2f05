// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Package diag renders findings about input files: as text with the source line and a caret, as
// JSON, as SARIF 2.1.0 and as GitHub workflow commands.
//
// It does not create findings, and does not choose the destination or the colors of the output; the
// caller passes a Style.
package diag

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/ir"
)

// File is an input with its text. Findings refer to positions in it.
type File struct {
	Name string
	Text []byte
	// Derived: a compiler made the text from a source, and the user does not see it. Places in it
	// are shown only if those in the source are unknown.
	Derived bool
	lines   []int // offsets of line starts, computed on first use
}

// NewFile returns a File.
func NewFile(name string, text []byte) *File { return &File{Name: name, Text: text} }

// Place is a position for people. As in LLVM, lines and columns start at 1, and columns count
// bytes. Line 0 means unknown.
type Place struct{ Line, Col int }

// Place returns the line and column of a position. The first call scans the file once, and each
// later call costs a binary search.
func (f *File) Place(p ir.Pos) Place {
	if !p.IsValid() || p.Offset() > len(f.Text) {
		return Place{}
	}
	f.Lines()
	lo, hi := 0, len(f.lines)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; f.lines[mid] <= p.Offset() {
			lo = mid
		} else {
			hi = mid
		}
	}
	return Place{lo + 1, p.Offset() - f.lines[lo] + 1}
}

// Lines returns the number of lines. The first call scans the file once.
func (f *File) Lines() int {
	if f.lines == nil {
		f.lines = append(make([]int, 0, 1+bytes.Count(f.Text, []byte{'\n'})), 0)
		for at := 0; ; {
			k := bytes.IndexByte(f.Text[at:], '\n')
			if k < 0 {
				break
			}
			at += k + 1
			f.lines = append(f.lines, at)
		}
	}
	return len(f.lines)
}

// Start returns the offset of a line, which Lines has counted.
func (f *File) Start(n int) int { return f.lines[n-1] }

// Line returns the text of a line, which Lines has counted, without its newline.
func (f *File) Line(n int) []byte {
	start, end := f.lines[n-1], len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	return bytes.TrimSuffix(f.Text[start:end], []byte{'\r'})
}

// Finding is an error of one file.
type Finding struct {
	File *File
	Err  *ir.Error
	// About is set for a finding about the frontend's source and not about IR. It identifies the
	// subject in words that do not change with the text around it. File is then the source file,
	// without a text if the file is not available, and Err.Source is the position in it. Notes have
	// their positions in Source too, and use Pos only for positions in File.
	About string
}

// Paint colors a piece of text. It returns the text unchanged if there is no color.
type Paint func(string) string

// Style holds the colors of text output.
type Style struct {
	Error, Warning, Note, Hint, Caret, Bold Paint
	Width                                   int // columns of tables
}

// PlainWidth is the width in columns of tables that are not written to a terminal.
const PlainWidth = 100

// Plain returns the style without color.
func Plain() *Style {
	id := func(s string) string { return s }
	return &Style{id, id, id, id, id, id, PlainWidth}
}

func (s *Style) severity(v ir.Severity) Paint {
	switch v {
	case ir.SevWarning:
		return s.Warning
	case ir.SevNote:
		return s.Note
	}
	return s.Error
}

// maxShown bounds the printed part of a source line, because generated lines can be megabytes long.
const maxShown = 200

// place formats line and column for messages, each followed by a colon. It returns "" if the line
// is unknown.
func place(line, col int) string {
	switch {
	case line <= 0:
		return ""
	case col <= 0:
		return strconv.Itoa(line) + ":"
	}
	return strconv.Itoa(line) + ":" + strconv.Itoa(col) + ":"
}

// at formats a position in a file, for example `f.ll:3:7`.
func (f *File) at(pos ir.Pos) string {
	p := f.Place(pos)
	return strings.TrimSuffix(Clean(f.Name)+":"+place(p.Line, p.Col), ":")
}

// Lead returns the position that a finding begins with: the position in the frontend's source if it
// is known, else the one in the IR.
func (fd *Finding) Lead() (file string, p Place) {
	if s := fd.Err.Source; s.Line > 0 && s.File != "" {
		return s.File, Place{s.Line, s.Col}
	}
	return fd.File.Name, fd.File.Place(fd.Err.Pos)
}

// fromSource reports whether the finding leads with a position outside of its file.
func (fd *Finding) fromSource() bool {
	return fd.About == "" && fd.Err.Source.Line > 0 && fd.Err.Source.File != ""
}

// Text renders one finding with its notes and hint. prog precedes each headline, for example
//
//	corolower: f.ll:3:7: error: ...
//
// A finding with a position in the frontend's source leads with that position, and a note adds the
// position in the IR.
func Text(prog string, fd Finding, st *Style) string {
	var b strings.Builder
	e := fd.Err
	msg := e.Error()
	if e.Rule != "" {
		msg += " [" + e.Rule + "]"
	}
	sev := st.severity(e.Severity)(e.Severity.String() + ":")
	file, p := fd.Lead()
	lead(&b, prog, Clean(file)+":"+place(p.Line, p.Col), sev, st.Bold(Clean(msg)), st)
	hidden := fd.File.Derived && fd.fromSource()
	if fd.fromSource() && !hidden {
		headline(&b, prog, fd.File, e.Pos, st.Note("note:"), "in the IR", st)
	}
	if !hidden {
		snippet(&b, fd.File, e.Pos, e.End, st)
	}
	for _, n := range e.Notes {
		if s := n.Source; s.Line > 0 && s.File != "" {
			inIR := ""
			if fd.About == "" && n.Pos.IsValid() && !fd.File.Derived {
				inIR = " (" + fd.File.at(n.Pos) + ")"
			}
			lead(&b, prog, Clean(s.File)+":"+place(s.Line, s.Col), st.Note("note:"), Clean(n.Msg)+inIR, st)
		} else {
			headline(&b, prog, fd.File, n.Pos, st.Note("note:"), Clean(n.Msg), st)
		}
		if n.Source.Line <= 0 || !fd.File.Derived {
			snippet(&b, fd.File, n.Pos, 0, st)
		}
	}
	if e.Hint != "" {
		b.WriteString(st.Hint("hint:") + " " + Clean(e.Hint) + "\n")
	}
	return b.String()
}

// Passage renders a message that is not a finding in the same layout: a headline with the caller's
// label and message, which must be clean and painted already, and the source line with a caret if
// the position is known.
func Passage(prog string, f *File, pos ir.Pos, label, msg string, st *Style) string {
	var b strings.Builder
	headline(&b, prog, f, pos, label, msg, st)
	snippet(&b, f, pos, 0, st)
	return b.String()
}

func headline(b *strings.Builder, prog string, f *File, pos ir.Pos, sev, msg string, st *Style) {
	p := f.Place(pos)
	lead(b, prog, Clean(f.Name)+":"+place(p.Line, p.Col), sev, msg, st)
}

// lead writes a headline. where is the position followed by a colon.
func lead(b *strings.Builder, prog, where, sev, msg string, st *Style) {
	if prog != "" {
		b.WriteString(prog + ": ")
	}
	b.WriteString(st.Bold(where) + " " + sev + " " + msg + "\n")
}

// snippet prints the source line and a caret under the position, followed by ~ up to end.
func snippet(b *strings.Builder, f *File, pos, end ir.Pos, st *Style) {
	p := f.Place(pos)
	if p.Line == 0 {
		return
	}
	line := f.Line(p.Line)
	col := min(p.Col-1, len(line))
	width := 1
	if end > pos+1 {
		width = min(int(end-pos), max(len(line)-col, 1))
	}
	from, to := 0, len(line)
	if len(line) > maxShown {
		from = max(0, col-maxShown/2)
		to = min(len(line), from+maxShown)
	}
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	shown := line[from:to]
	margin := ""
	if commands(shown) {
		margin = "| "
	}
	b.WriteString(margin)
	b.Write(printable(shown))
	b.WriteString("\n" + margin)
	// A tab under a tab keeps the caret in its column for any tab width.
	for rest := shown[:min(col-from, len(shown))]; len(rest) > 0; {
		_, n := utf8.DecodeRune(rest)
		if rest[0] == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
		rest = rest[n:]
	}
	width = max(1, min(width, to-max(col, from)))
	b.WriteString(st.Caret("^" + strings.Repeat("~", width-1)))
	b.WriteByte('\n')
}

// commands reports whether a line of quoted text would be a command for a workflow runner if it
// were printed at the start of a line. In C++, a name may begin with `::`.
func commands(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("::")) }

// Clean escapes control characters, which names in the input may contain, as names in IR do: `\0A`.
// It also escapes text that would start a command of a workflow runner: `::` at the start, where a
// line may begin, and `##[` anywhere.
func Clean(s string) string {
	s = strings.ReplaceAll(ir.Clean(s), "##[", `#\23[`)
	if commands([]byte(s)) { // a #line directive may set such a file name
		s = strings.Replace(s, "::", `\3A:`, 1)
	}
	return s
}

// printable replaces control characters in a source line, and the beginnings of commands that Clean
// escapes anywhere, by dots. Each character becomes one dot, so a caret stays under its position.
func printable(s []byte) []byte {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRune(s[i:])
		if ir.IsControl(r, n) && r != '\t' || bytes.HasPrefix(s[i:], []byte("##[")) {
			out = append(out, '.')
		} else {
			out = append(out, s[i:i+n]...)
		}
		i += n
	}
	return out
}
