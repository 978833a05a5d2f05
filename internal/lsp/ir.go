// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lsp

// This file answers about files of IR.

import (
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report/gate"
)

// irFile is a file of IR that is open. Its fields are facts about the text.
type irFile struct {
	*text
	uri     string
	version int
	names   *names
	checked atomic.Pointer[findings] // nil: not checked yet
}

// findings are those of check, with the edits that fix them.
type findings struct {
	list  []diagnostic
	fixes []codeAction
}

// rulesPage describes the rules of check.
const rulesPage = "https://github.com/corolower/corolower/blob/main/docs/rules.md#"

func newIRFile(uri string, version int, t *text) *irFile {
	return &irFile{text: t, uri: uri, version: version, names: readNames(t.Text)}
}

// check looks for findings, and applies the configured levels of rules.
func (f *irFile) check(conf *gate.Finder) {
	name := pathOf(f.uri)
	res, err := driver.Run(filepath.Base(name), f.Text, &driver.Options{CheckOnly: true, Jobs: 1})
	var list []diag.Finding
	for _, e := range append(res.Warnings, ir.AsList(err)...) {
		list = append(list, diag.Finding{File: f.File, Err: e})
	}
	list = gate.Ignored(f.File, list)
	if c, err := conf.For(name); err == nil {
		list = c.For(name).Apply(list)
	}
	found := &findings{}
	for _, fd := range list {
		found.add(f, fd.Err)
	}
	f.checked.Store(found)
}

// add adds a finding, and the edit that fixes it.
func (found *findings) add(f *irFile, e *ir.Error) {
	d := diagnostic{Range: f.rangeOf(e.Pos, e.End), Severity: sevError, Code: e.Rule, Source: "corolower", Message: e.Error()}
	if e.Severity != ir.SevError {
		d.Severity = sevWarning
	}
	if e.Rule != "" {
		d.About = &href{rulesPage + e.Rule}
	}
	if e.Hint != "" {
		d.Message += "\nhint: " + e.Hint
	}
	for _, n := range e.Notes {
		if n.Pos.IsValid() && n.File == "" {
			d.Related = append(d.Related, related{location{f.uri, f.rangeOf(n.Pos, 0)}, n.Msg})
		}
	}
	found.list = append(found.list, d)
	if edit, ok := f.Edit(e.Fix); ok {
		title := e.Hint
		if title == "" {
			title = "fix: " + e.Error()
		}
		found.fixes = append(found.fixes, codeAction{title, "quickfix", []diagnostic{d},
			workspaceEdit{map[string][]textEdit{f.uri: {{f.span(edit.Start, edit.End), edit.New}}}}})
	}
}

// rangeOf returns the range of a finding. A position alone stands for the word there.
func (f *irFile) rangeOf(pos, end ir.Pos) span {
	if !pos.IsValid() || pos.Offset() > len(f.Text) {
		return f.span(0, 0)
	}
	from := pos.Offset()
	to := from
	switch {
	case end.IsValid() && end.Offset() > from:
		to = end.Offset()
	default:
		for to < len(f.Text) && (isNameByte(f.Text[to]) || to == from && f.Text[to] != '\n') {
			to++
		}
	}
	return f.span(from, to)
}

// actions returns the fixes of findings in a range.
func (f *irFile) actions(s span) []codeAction {
	list := []codeAction{}
	found := f.checked.Load()
	if found == nil {
		return list
	}
	for _, a := range found.fixes {
		if r := a.Diagnostics[0].Range; r.Start.Line <= s.End.Line && r.End.Line >= s.Start.Line {
			list = append(list, a)
		}
	}
	return list
}

// hover explains a name: an intrinsic, an attribute, or else by the line that defines it.
func (f *irFile) hover(p position) *hoverResult {
	offset := f.offset(p)
	if k := f.names.at(offset); k >= 0 {
		w := f.names.words[k]
		s := f.span(w.start, w.end)
		if text := f.explained(w.name[1:]); text != "" {
			return &hoverResult{markup{"markdown", text}, &s}
		}
		if d := f.names.definition(k); d >= 0 {
			line := strings.TrimSpace(string(f.line(f.position(f.names.words[d].start).Line)))
			return &hoverResult{markup{"markdown", "```llvm\n" + line + "\n```"}, &s}
		}
		return nil
	}
	start, end := offset, offset
	for start > 0 && isNameByte(f.Text[start-1]) {
		start--
	}
	for end < len(f.Text) && isNameByte(f.Text[end]) {
		end++
	}
	if text := f.explained(string(f.Text[start:end])); text != "" {
		s := f.span(start, end)
		return &hoverResult{markup{"markdown", text}, &s}
	}
	return nil
}

// explained returns the explanation of an intrinsic or attribute. The type suffix of an overloaded
// intrinsic does not count.
func (f *irFile) explained(name string) string {
	for at := name; ; {
		if text, ok := help[at]; ok {
			return "**" + name + "** " + text
		}
		k := strings.LastIndexByte(at, '.')
		if k < 0 {
			return ""
		}
		at = at[:k]
	}
}

func (f *irFile) locations(list ...*word) []location {
	out := []location{}
	for _, w := range list {
		out = append(out, location{f.uri, f.span(w.start, w.end)})
	}
	return out
}

func (f *irFile) definition(p position) []location {
	if k := f.names.at(f.offset(p)); k >= 0 {
		if d := f.names.definition(k); d >= 0 {
			return f.locations(&f.names.words[d])
		}
	}
	return f.locations()
}

func (f *irFile) references(p position, definition bool) []location {
	if k := f.names.at(f.offset(p)); k >= 0 && f.names.definition(k) >= 0 {
		return f.locations(f.names.references(k, definition)...)
	}
	return f.locations()
}

// symbols returns the functions with their blocks, and the globals.
func (f *irFile) symbols() []documentSymbol {
	list := []documentSymbol{}
	for _, fn := range f.names.functions {
		if fn.name == nil {
			continue
		}
		end := max(fn.end, fn.name.end)
		s := documentSymbol{fn.name.name, symbolFunction, f.span(fn.start, end), f.span(fn.name.start, fn.name.end), nil}
		for j, k := range fn.labels {
			w := &f.names.words[k]
			last := max(end-1, w.end) // the closing bracket belongs to the function
			if j+1 < len(fn.labels) {
				last = f.names.words[fn.labels[j+1]].start
			}
			s.Children = append(s.Children, documentSymbol{w.name, symbolKey, f.span(w.start, last), f.span(w.start, w.end), nil})
		}
		list = append(list, s)
	}
	for k := range f.names.words {
		if w := &f.names.words[k]; w.defines && w.name[0] == '@' && f.Text[max(0, w.start-1)] == '\n' {
			line := f.lineSpan(f.position(w.start).Line)
			list = append(list, documentSymbol{w.name, symbolVariable, line, f.span(w.start, w.end), nil})
		}
	}
	return list
}

// lowered returns the output of the default pipeline, or of another one.
func lowered(name string, b []byte, passes string) (string, error) {
	o := &driver.Options{Jobs: 1}
	if passes != "" {
		pl, err := driver.Table.Parse(passes)
		if err != nil {
			return "", err
		}
		o.Pipeline = pl
	}
	res, err := driver.Run(name, b, o)
	if err != nil {
		var out strings.Builder
		file := diag.NewFile(name, b)
		for _, e := range ir.AsList(err) {
			out.WriteString("; " + strings.ReplaceAll(strings.TrimSpace(diag.Text("corolower", diag.Finding{File: file, Err: e},
				diag.Plain())), "\n", "\n; ") + "\n")
		}
		return out.String(), nil
	}
	return string(res.Bytes()), nil
}
