// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/ir"
)

// This file holds the machine-readable formats other than SARIF.

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

type jsonNote struct {
	File    string     `json:"file,omitempty"`
	Line    int        `json:"line,omitempty"`
	Column  int        `json:"column,omitempty"`
	IR      *jsonPlace `json:"ir,omitempty"`
	Message string     `json:"message"`
}

type jsonFix struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

type jsonFinding struct {
	File        string     `json:"file"`
	Line        int        `json:"line,omitempty"`
	Column      int        `json:"column,omitempty"`
	IR          *jsonPlace `json:"ir,omitempty"`
	Severity    string     `json:"severity"`
	Rule        string     `json:"rule,omitempty"`
	Message     string     `json:"message"`
	Hint        string     `json:"hint,omitempty"`
	Notes       []jsonNote `json:"notes,omitempty"`
	Fix         *jsonFix   `json:"fix,omitempty"`
	Fingerprint string     `json:"fingerprint"`
}

// JSON renders findings as an array of objects {file, line, column, severity, rule, message, hint,
// notes, fix, fingerprint}. If file, line and column are in the frontend's source, ir holds the
// position in the IR. A fix replaces the bytes from start to end by text.
func JSON(list []Finding) []byte {
	out := make([]jsonFinding, 0, len(list))
	marks := Fingerprints(list)
	inIR := func(f *File, pos ir.Pos) *jsonPlace {
		p := f.Place(pos)
		return &jsonPlace{f.Name, p.Line, p.Col}
	}
	for k, fd := range list {
		file, p := fd.Lead()
		j := jsonFinding{File: file, Line: p.Line, Column: p.Col, Severity: fd.Err.Severity.String(), Rule: fd.Err.Rule,
			Message: fd.Err.Error(), Hint: fd.Err.Hint, Fingerprint: marks[k]}
		if fd.fromSource() {
			j.IR = inIR(fd.File, fd.Err.Pos)
		}
		for _, n := range fd.Err.Notes {
			q := fd.File.Place(n.Pos)
			note := jsonNote{Line: q.Line, Column: q.Col, Message: n.Msg}
			if s := n.Source; s.Line > 0 && s.File != "" {
				note = jsonNote{File: s.File, Line: s.Line, Column: s.Col, Message: n.Msg}
				if fd.About == "" {
					note.IR = inIR(fd.File, n.Pos)
				}
			}
			j.Notes = append(j.Notes, note)
		}
		if e, ok := fd.File.Edit(fd.Err.Fix); ok {
			j.Fix = &jsonFix{fd.File.Name, e.Start, e.End, e.New}
		}
		out = append(out, j)
	}
	return Encode(out)
}

// SchemaVersion is the version of the format of Versioned. It changes when a key goes or changes its
// meaning. docs/check.schema.json describes the format.
const SchemaVersion = 1

// Versioned renders findings as an object with the version of the format and the array of JSON.
func Versioned(list []Finding) []byte {
	return Encode(struct {
		Version  int             `json:"version"`
		Findings json.RawMessage `json:"findings"`
	}{SchemaVersion, JSON(list)})
}

// Encode returns JSON in the form of all of this program's output: indented, with a final newline,
// and with escapes for characters that could control a terminal.
func Encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic("diag: " + err.Error()) // plain structs of strings and numbers always encode
	}
	return plainJSON(b.Bytes())
}

// plainJSON escapes characters that JSON allows but that could control a terminal.
func plainJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r != '\n' && ir.IsControl(r, n) {
			out = fmt.Appendf(out, "\\u%04x", r)
		} else {
			out = append(out, text[i:i+n]...)
		}
		i += n
	}
	return out
}

// githubShown is the number of annotations of one severity that GitHub shows for one step. The
// output summarizes the rest.
const githubShown = 10

// GitHub renders findings as workflow commands, which GitHub shows at the lines of a pull request.
// Errors come first. For each severity with more findings than GitHub shows, one line states how
// many are left.
func GitHub(list []Finding) []byte {
	var b bytes.Buffer
	for _, sev := range []ir.Severity{ir.SevError, ir.SevWarning, ir.SevNote} {
		word := [...]string{ir.SevError: "error", ir.SevWarning: "warning", ir.SevNote: "notice"}[sev]
		n := 0
		for _, fd := range list {
			if fd.Err.Severity != sev {
				continue
			}
			if n++; n > githubShown {
				continue
			}
			file, p := fd.Lead()
			fmt.Fprintf(&b, "::%s file=%s", word, escapeProp(Clean(file)))
			if p.Line > 0 {
				fmt.Fprintf(&b, ",line=%d", p.Line)
			}
			if p.Line > 0 && p.Col > 0 {
				fmt.Fprintf(&b, ",col=%d", p.Col)
			}
			if fd.Err.Rule != "" {
				fmt.Fprintf(&b, ",title=%s", escapeProp(fd.Err.Rule))
			}
			msg := Clean(fd.Err.Error())
			if fd.fromSource() {
				msg += "\nin the IR: " + fd.File.at(fd.Err.Pos)
			}
			if fd.About != "" {
				for _, n := range fd.Err.Notes {
					msg += "\n" + Clean(n.Msg)
				}
			}
			if fd.Err.Hint != "" {
				msg += "\nhint: " + Clean(fd.Err.Hint)
			}
			fmt.Fprintf(&b, "::%s\n", escapeData(msg))
		}
		if n > githubShown {
			fmt.Fprintf(&b, "::notice::%d more of severity %s are not shown here\n", n-githubShown, word)
		}
	}
	return b.Bytes()
}

func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProp(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// Sort orders findings by file, in the given order of the files, and by position within a file.
func Sort(list []Finding, files []*File) {
	order := map[*File]int{}
	for k, f := range files {
		order[f] = k
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if order[a.File] != order[b.File] {
			return order[a.File] < order[b.File]
		}
		return a.Err.Pos < b.Err.Pos
	})
}

// GitLab renders findings as GitLab's Code Quality report.
func GitLab(list []Finding) []byte {
	type lines struct {
		Begin int `json:"begin"`
	}
	type location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	type issue struct {
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	out := make([]issue, 0, len(list))
	marks := Fingerprints(list)
	for k, fd := range list {
		file, p := fd.Lead()
		text := fd.Err.Error()
		if fd.fromSource() {
			text += " (" + fd.File.at(fd.Err.Pos) + ")"
		}
		if fd.Err.Hint != "" {
			text += "; " + fd.Err.Hint
		}
		sum := sha256.Sum256([]byte(fd.File.Name + "\x00" + marks[k]))
		out = append(out, issue{Clean(text), ruleID(fd.Err), hex.EncodeToString(sum[:16]),
			[...]string{ir.SevError: "major", ir.SevWarning: "minor", ir.SevNote: "info"}[fd.Err.Severity],
			location{file, lines{max(1, p.Line)}}})
	}
	return Encode(out)
}

// ruleID returns the rule of a finding. Findings without a rule belong to "invalid-ir".
func ruleID(e *ir.Error) string {
	if e.Rule == "" {
		return "invalid-ir"
	}
	return e.Rule
}
