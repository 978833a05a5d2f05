// Package diag renders findings about input files: as text with the source line and a caret, as
// JSON, as SARIF 2.1.0 and as GitHub workflow commands.
//
// It does not decide where the output goes or whether it is coloured (a Style is passed in), and it
// makes no findings.
package diag

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/ir"
)

// File is an input with its text, which findings point into.
type File struct {
	Name  string
	Text  []byte
	lines []int // offsets of line starts; nil until first asked
}

// NewFile makes a file to point into.
func NewFile(name string, text []byte) *File { return &File{Name: name, Text: text} }

// Place is a position for people: lines and columns count from 1, columns in bytes, as LLVM's do;
// Line 0 is unknown.
type Place struct{ Line, Col int }

// Place gives line and column of a position. The first call reads the file once; each one after it
// costs a binary search.
func (f *File) Place(p ir.Pos) Place {
	if !p.IsValid() || p.Offset() > len(f.Text) {
		return Place{}
	}
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

// line is the text of a line without its end.
func (f *File) line(n int) []byte {
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
	// About is given for a finding that is about the frontend's source and no IR: what it is about,
	// in words that stay the same while the text around it changes. File is the source then,
	// without a text where that is not there, and Err.Source the place in it; notes have their
	// places in Source alike, and in Pos only those in File.
	About string
}

// Paint wraps a piece of text in colour; the identity when there is none.
type Paint func(string) string

// Style is how text output is coloured.
type Style struct{ Error, Warning, Note, Hint, Caret, Bold Paint }

// Plain is the style without colour.
func Plain() *Style {
	id := func(s string) string { return s }
	return &Style{id, id, id, id, id, id}
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

// maxShown bounds the part of a source line that is shown; generated lines can be megabytes long.
const maxShown = 200

// place is line and column as messages spell them, with a colon behind each; "" when the line is
// not known.
func place(line, col int) string {
	switch {
	case line <= 0:
		return ""
	case col <= 0:
		return strconv.Itoa(line) + ":"
	}
	return strconv.Itoa(line) + ":" + strconv.Itoa(col) + ":"
}

// at is a place in a file, `f.ll:3:7`.
func (f *File) at(pos ir.Pos) string {
	p := f.Place(pos)
	return strings.TrimSuffix(Clean(f.Name)+":"+place(p.Line, p.Col), ":")
}

// Lead is the place that a finding begins with: that in the frontend's source if it is known, else
// that in the IR.
func (fd *Finding) Lead() (file string, p Place) {
	if s := fd.Err.Source; s.Line > 0 && s.File != "" {
		return s.File, Place{s.Line, s.Col}
	}
	return fd.File.Name, fd.File.Place(fd.Err.Pos)
}

// fromSource reports that the finding leads with a place that is not in its file.
func (fd *Finding) fromSource() bool {
	return fd.About == "" && fd.Err.Source.Line > 0 && fd.Err.Source.File != ""
}

// Text renders one finding, notes and hint included. prog goes in front of each headline:
// `corolower: f.ll:3:7: error: ...`. A finding that has a place in the frontend's source leads with
// it, and tells behind it where it is in the IR.
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
	if fd.fromSource() {
		headline(&b, prog, fd.File, e.Pos, st.Note("note:"), "in the IR", st)
	}
	snippet(&b, fd.File, e.Pos, e.End, st)
	for _, n := range e.Notes {
		if s := n.Source; s.Line > 0 && s.File != "" {
			inIR := ""
			if fd.About == "" {
				inIR = " (" + fd.File.at(n.Pos) + ")"
			}
			lead(&b, prog, Clean(s.File)+":"+place(s.Line, s.Col), st.Note("note:"), Clean(n.Msg)+inIR, st)
		} else {
			headline(&b, prog, fd.File, n.Pos, st.Note("note:"), Clean(n.Msg), st)
		}
		snippet(&b, fd.File, n.Pos, 0, st)
	}
	if e.Hint != "" {
		b.WriteString(st.Hint("hint:") + " " + Clean(e.Hint) + "\n")
	}
	return b.String()
}

// Passage renders what is no finding in the manner of one: a headline with a label and a message of
// the caller's, clean and painted already, and the source line with a caret where the place is
// known.
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

// lead writes a headline; where is the place with a colon behind it.
func lead(b *strings.Builder, prog, where, sev, msg string, st *Style) {
	if prog != "" {
		b.WriteString(prog + ": ")
	}
	b.WriteString(st.Bold(where) + " " + sev + " " + msg + "\n")
}

// snippet shows the source line and a caret under the place, followed by ~ up to end.
func snippet(b *strings.Builder, f *File, pos, end ir.Pos, st *Style) {
	p := f.Place(pos)
	if p.Line == 0 {
		return
	}
	line := f.line(p.Line)
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
	// A tab under a tab keeps the caret in its column whatever the terminal makes of tabs.
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

// commands reports a line of somebody's text that a runner of workflows would obey, were it printed
// at the beginning of a line: in C++, a name may begin with `::`.
func commands(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("::")) }

// Clean spells control characters, which names in the input may have in them, as names in IR do:
// `\0A`; and what would begin a command of a runner of workflows: in front, where lines may begin
// with it, or wherever it stands.
func Clean(s string) string {
	s = strings.ReplaceAll(ir.Clean(s), "##[", `#\23[`)
	if commands([]byte(s)) { // a file may be called so: by #line
		s = strings.Replace(s, "::", `\3A:`, 1)
	}
	return s
}

// printable replaces control characters in a source line, and what begins a command as Clean has
// it, by dots, one a character, so that a caret stays under its place.
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
