package llircoro

// This file is the package's errors: findings about a module, told with function and line of its
// text, since a module that was never a file has no other places.

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/parse"
)

// Error is one finding about a module.
type Error struct {
	Module   string // Options.Name
	Function string // the function it is in, without the @; "" when it is in none
	Line     int    // line in what the module prints, from 1; 0: unknown
	Text     string // that line, without blanks around it
	Message  string
	// name of the rule of coroutines that is broken, "" otherwise; `corolower check --rules`
	// explains them
	Rule  string
	Hint  string // the fix, "" when there is none
	Notes []Note // other places that are involved
}

// Note is another place that a finding is about.
type Note struct {
	Line    int
	Text    string
	Message string
}

// Error is the finding on one line: module: @function: line N: `text`: message [rule]; hint.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Module)
	if e.Function != "" {
		fmt.Fprintf(&b, ": @%s", e.Function)
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, ": line %d: `%s`", e.Line, e.Text)
	}
	fmt.Fprintf(&b, ": %s", e.Message)
	if e.Rule != "" {
		fmt.Fprintf(&b, " [%s]", e.Rule)
	}
	if e.Hint != "" {
		fmt.Fprintf(&b, "; %s", e.Hint)
	}
	return b.String()
}

// Errors are all findings about a module, in the order of their places; there is at least one.
type Errors []*Error

// Error is the findings, one a line.
func (l Errors) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single findings to errors.As.
func (l Errors) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// locate tells findings by function and line.
func locate(name string, text []byte, list ir.ErrorList) Errors {
	d := diag.NewFile(name, text)
	line := func(p ir.Pos) (int, string) {
		n := d.Place(p).Line
		if n == 0 {
			return 0, ""
		}
		at := min(p.Offset(), len(text))
		start := bytes.LastIndexByte(text[:at], '\n') + 1
		end := len(text)
		if k := bytes.IndexByte(text[start:], '\n'); k >= 0 {
			end = start + k
		}
		return n, strings.TrimSpace(string(text[start:end]))
	}
	file, _ := parse.Scan(name, text)
	var out Errors
	for _, e := range list {
		p := &Error{Module: name, Function: functionAt(file, e.Pos), Message: e.Error(), Rule: e.Rule, Hint: e.Hint}
		p.Line, p.Text = line(e.Pos)
		for _, n := range e.Notes {
			k, s := line(n.Pos)
			p.Notes = append(p.Notes, Note{Line: k, Text: s, Message: n.Msg})
		}
		out = append(out, p)
	}
	return out
}

// functionAt names the function whose text holds a place, "" when there is none.
func functionAt(file *parse.File, p ir.Pos) string {
	if file == nil || !p.IsValid() {
		return ""
	}
	for i := range file.Items {
		it := &file.Items[i]
		if it.Head <= p.Offset() && p.Offset() < it.End && (it.Kind == parse.ItemDefine ||
			it.Kind == parse.ItemDeclare) {
			return it.Name
		}
	}
	return ""
}
