package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/corolower/corolower/internal/ir"
)

// This file holds the formats for machines.

type jsonNote struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

type jsonFinding struct {
	File     string     `json:"file"`
	Line     int        `json:"line,omitempty"`
	Column   int        `json:"column,omitempty"`
	Severity string     `json:"severity"`
	Rule     string     `json:"rule,omitempty"`
	Message  string     `json:"message"`
	Hint     string     `json:"hint,omitempty"`
	Notes    []jsonNote `json:"notes,omitempty"`
}

// JSON renders findings as an array of objects {file, line, column, severity, rule, message, hint, notes}.
func JSON(list []Finding) []byte {
	out := make([]jsonFinding, 0, len(list))
	for _, fd := range list {
		p := fd.File.Place(fd.Err.Pos)
		j := jsonFinding{File: fd.File.Name, Line: p.Line, Column: p.Col, Severity: fd.Err.Severity.String(), Rule: fd.Err.Rule,
			Message: fd.Err.Error(), Hint: fd.Err.Hint}
		for _, n := range fd.Err.Notes {
			q := fd.File.Place(n.Pos)
			j.Notes = append(j.Notes, jsonNote{q.Line, q.Col, n.Msg})
		}
		out = append(out, j)
	}
	return encode(out)
}

func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic("diag: " + err.Error()) // plain structs of strings and numbers always encode
	}
	return plainJSON(b.Bytes())
}

// Encode is JSON as all of this program's: indented, with an end of line, and ASCII where a character could play tricks with a terminal.
func Encode(v any) []byte { return encode(v) }

// plainJSON spells what JSON allows raw but a terminal would obey.
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

// Rule describes a rule for SARIF's table of rules.
type Rule struct{ Name, Help string }

type object map[string]any

// SARIF renders findings as a SARIF 2.1.0 log of one run. Rules are the rules of the checker; a finding without a rule counts as one of
// the rule "invalid-ir".
func SARIF(list []Finding, rules []Rule, version string) []byte {
	index := map[string]int{}
	table := []object{}
	add := func(r Rule) int {
		if k, ok := index[r.Name]; ok {
			return k
		}
		k := len(table)
		index[r.Name] = k
		table = append(table, object{"id": r.Name, "shortDescription": object{"text": r.Help}})
		return k
	}
	for _, r := range rules {
		add(r)
	}
	results := []object{}
	for _, fd := range list {
		name := fd.Err.Rule
		if name == "" {
			name = "invalid-ir"
		}
		text := fd.Err.Error()
		if fd.Err.Hint != "" {
			text += "\nhint: " + fd.Err.Hint
		}
		res := object{
			"ruleId": name, "ruleIndex": add(Rule{name, "the file is not valid LLVM IR, or not handled"}),
			"level": fd.Err.Severity.String(), "message": object{"text": text},
			"locations": []object{location(fd.File, fd.Err.Pos, fd.Err.End, "")},
		}
		if len(fd.Err.Notes) > 0 {
			related := []object{}
			for k, n := range fd.Err.Notes {
				l := location(fd.File, n.Pos, 0, n.Msg)
				l["id"] = k + 1
				related = append(related, l)
			}
			res["relatedLocations"] = related
		}
		results = append(results, res)
	}
	return encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{
			"tool":       object{"driver": object{"name": "corolower", "version": version, "rules": table}},
			"columnKind": "utf16CodeUnits",
			"results":    results,
		}},
	})
}

func location(f *File, pos, end ir.Pos, msg string) object {
	phys := object{"artifactLocation": object{"uri": uri(f.Name)}}
	if p := f.Place(pos); p.Line > 0 {
		region := object{"startLine": p.Line, "startColumn": f.utf16Col(p)}
		if q := f.Place(end); end > pos && q.Line == p.Line {
			region["endColumn"] = f.utf16Col(q)
		}
		phys["region"] = region
	}
	l := object{"physicalLocation": phys}
	if msg != "" {
		l["message"] = object{"text": msg}
	}
	return l
}

// utf16Col is the column in UTF-16 code units, which is how SARIF's readers count.
func (f *File) utf16Col(p Place) int {
	line := f.line(p.Line)
	col := 1
	for _, r := range string(line[:min(p.Col-1, len(line))]) {
		col++
		if r >= 0x10000 {
			col++
		}
	}
	return col
}

// uri spells a file name as a relative or absolute URI reference.
func uri(name string) string {
	name = filepath.ToSlash(name)
	var b strings.Builder
	if strings.HasPrefix(name, "/") {
		b.WriteString("file://")
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c > 0x20 && c < 0x7f && !strings.ContainsRune("%?#<>\"\\^`{|}", rune(c)) && (c != ':' || i > 0) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// githubShown is how many annotations of a severity GitHub shows for one step; the rest is summarised.
const githubShown = 10

// GitHub renders findings as workflow commands, which GitHub shows at the lines of a pull request. Errors come first; beyond what GitHub
// shows of a severity, one line tells how many there are.
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
			p := fd.File.Place(fd.Err.Pos)
			fmt.Fprintf(&b, "::%s file=%s", word, escapeProp(Clean(fd.File.Name)))
			if p.Line > 0 {
				fmt.Fprintf(&b, ",line=%d,col=%d", p.Line, p.Col)
			}
			if fd.Err.Rule != "" {
				fmt.Fprintf(&b, ",title=%s", escapeProp(fd.Err.Rule))
			}
			msg := Clean(fd.Err.Error())
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

// Sort puts findings in the order of files as given, and of places within a file.
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
