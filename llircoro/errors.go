// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package llircoro

// This file defines the package's errors: findings about a module. They name a function and a line
// of the module's text, because a module that was never a file has no other positions.

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
	Function string // the function that contains the finding, without the @; "" if there is none
	Line     int    // line in the printed module, from 1; 0 if unknown
	Text     string // that line without surrounding blanks
	Message  string
	// Rule is the name of the broken rule of coroutines, or "". `corolower check --rules` explains
	// the rules.
	Rule  string
	Hint  string // the fix, or ""
	Notes []Note // other positions that are involved
}

// Note is another position that a finding involves.
type Note struct {
	Line    int
	Text    string
	Message string
}

// Error returns the finding on one line: module: @function: line N: `text`: message [rule]; hint.
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

// Errors holds all findings about a module in the order of their positions. There is at least one.
type Errors []*Error

// Error returns the findings, one per line.
func (l Errors) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the single findings for errors.As.
func (l Errors) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// locate converts findings to Errors with function and line.
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

// functionAt returns the name of the function whose text contains a position, or "".
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
