// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package diag

// This file writes SARIF 2.1.0 for code scanning: each rule has its help, the address of the help
// and a level, and each result has a level, the end of its region and a fingerprint. If a finding
// leads with the frontend's source, the IR is a related location.

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/corolower/corolower/internal/ir"
)

// Rule describes a rule for SARIF's table of rules.
type Rule struct {
	Name    string
	Summary string // one sentence
	Help    string // Markdown: reason and examples
	URI     string // address of the rule's documentation
	Level   ir.Severity
}

type object map[string]any

// SARIF renders findings as a SARIF 2.1.0 log of one run. Rules are the rules of the checker. A
// finding without a rule belongs to the rule "invalid-ir".
func SARIF(list []Finding, rules []Rule, version, home string) []byte {
	index := map[string]int{}
	table := []object{}
	add := func(r Rule) int {
		if k, ok := index[r.Name]; ok {
			return k
		}
		k := len(table)
		index[r.Name] = k
		o := object{"id": r.Name, "name": r.Name, "shortDescription": object{"text": r.Summary},
			"fullDescription":      object{"text": r.Summary},
			"defaultConfiguration": object{"level": r.Level.String()}}
		if r.Help != "" {
			o["help"] = object{"text": r.Help, "markdown": r.Help}
		}
		if r.URI != "" {
			o["helpUri"] = r.URI
		}
		table = append(table, o)
		return k
	}
	for _, r := range rules {
		add(r)
	}
	results := []object{}
	marks := Fingerprints(list)
	for k, fd := range list {
		n := add(Rule{Name: ruleID(fd.Err), Summary: "The file is valid LLVM IR, and nothing in it is unknown",
			URI: home})
		results = append(results, fd.sarif(n, marks[k]))
	}
	driver := object{"name": "corolower", "version": version, "semanticVersion": version, "rules": table}
	if home != "" {
		driver["informationUri"] = home
	}
	return Encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{
			"tool":       object{"driver": driver},
			"columnKind": "utf16CodeUnits",
			"results":    results,
		}},
	})
}

// sarif returns a finding as a SARIF result.
func (fd *Finding) sarif(rule int, mark string) object {
	text := fd.Err.Error()
	if fd.Err.Hint != "" {
		text += "\nhint: " + fd.Err.Hint
	}
	main := location(fd.File, fd.Err.Pos, fd.Err.End, "")
	related := []object{}
	switch {
	case fd.fromSource():
		in := location(fd.File, fd.Err.Pos, fd.Err.End, "in the IR")
		related = append(related, in)
		main = sourceLocation(fd.Err.Source, "")
	case fd.Err.Source.Line > 0 && !fd.Err.Pos.IsValid():
		main = sourceLocation(fd.Err.Source, "")
	}
	for _, n := range fd.Err.Notes {
		l := location(fd.File, n.Pos, 0, n.Msg)
		if n.Source.Line > 0 && n.Source.File != "" {
			l = sourceLocation(n.Source, n.Msg)
		}
		related = append(related, l)
	}
	for k := range related {
		related[k]["id"] = k + 1
	}
	res := object{
		"ruleId": ruleID(fd.Err), "ruleIndex": rule, "level": fd.Err.Severity.String(), "message": object{"text": text},
		"locations":           []object{main},
		"partialFingerprints": object{"primaryLocationLineHash": mark, "corolower/v1": mark},
	}
	if len(related) > 0 {
		res["relatedLocations"] = related
	}
	if e, ok := fd.File.Edit(fd.Err.Fix); ok {
		res["fixes"] = []object{{
			"description": object{"text": fd.Err.Hint},
			"artifactChanges": []object{{
				"artifactLocation": object{"uri": uri(fd.File.Name)},
				"replacements": []object{{
					"deletedRegion":   object{"byteOffset": e.Start, "byteLength": e.End - e.Start},
					"insertedContent": object{"text": e.New},
				}},
			}},
		}}
	}
	return res
}

// sourceLocation returns a location in the frontend's source. Only the start of the region is
// known. With a column the region is one character long, else it is the line.
func sourceLocation(s ir.SourceLoc, msg string) object {
	region := object{"startLine": s.Line}
	if s.Col > 0 {
		region["startColumn"], region["endColumn"] = s.Col, s.Col+1
	}
	l := object{"physicalLocation": object{"artifactLocation": object{"uri": uri(s.File)}, "region": region}}
	if msg != "" {
		l["message"] = object{"text": msg}
	}
	return l
}

func location(f *File, pos, end ir.Pos, msg string) object {
	phys := object{"artifactLocation": object{"uri": uri(f.Name)}}
	if p := f.Place(pos); p.Line > 0 {
		region := object{"startLine": p.Line, "startColumn": f.utf16Col(p)}
		q := f.Place(end)
		if end <= pos || q.Line != p.Line {
			q = Place{p.Line, 1 + len(strings.TrimRight(string(f.Line(p.Line)), " \t"))} // to the end of the line
		}
		if c := f.utf16Col(q); c > f.utf16Col(p) {
			region["endColumn"] = c
		}
		phys["region"] = region
	}
	l := object{"physicalLocation": phys}
	if msg != "" {
		l["message"] = object{"text": msg}
	}
	return l
}

// utf16Col returns the column in UTF-16 code units, which SARIF uses.
func (f *File) utf16Col(p Place) int {
	line := f.Line(p.Line)
	return 1 + UTF16Len(line[:min(p.Col-1, len(line))])
}

// UTF16Len returns the number of UTF-16 code units of a text.
func UTF16Len(b []byte) (n int) {
	for _, r := range string(b) {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// uri converts a file name to a relative or absolute URI reference. It escapes a colon in a
// relative name, because it would end the name of a scheme.
func uri(name string) string {
	drive := filepath.VolumeName(name) != ""
	name = filepath.ToSlash(name)
	var b strings.Builder
	absolute := true
	switch {
	case strings.HasPrefix(name, "/"):
		b.WriteString("file://")
	case drive:
		b.WriteString("file:///")
	default:
		absolute = false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c > 0x20 && c < 0x7f && !strings.ContainsRune("%?#<>\"\\^`{|}", rune(c)) && (c != ':' || absolute) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
