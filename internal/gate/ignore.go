package gate

// Comments that suppress findings: `; corolower: ignore RULE, RULE` on the line of a finding, or on
// comment lines directly above it. A reason may follow the last rule. For example:
//
//	call void @free(ptr %h)  ; corolower: ignore handle-freed the pool destroys it

import (
	"errors"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
)

const ignoreMark = "corolower: ignore"

// ignoring matches the mark with any spacing between its words.
var ignoring = pattern.Lazy(`corolower:[ \t]*ignore([ \t\r,]|$)`)

// Ignored removes the findings that comments suppress, and adds a warning for each comment that
// names an unknown rule.
func Ignored(f *diag.File, list []diag.Finding) []diag.Finding {
	if !ignoring().Match(f.Text) {
		return list
	}
	rules, list2 := ignores(f)
	for _, fd := range list {
		p := fd.File.Place(fd.Err.Pos)
		if fd.Err.Rule != "" && p.Line > 0 && (rules[p.Line][fd.Err.Rule] || rules[p.Line][All]) {
			continue
		}
		list2 = append(list2, fd)
	}
	return list2
}

// ignores returns the rules that are suppressed on each line, and a warning for each invalid
// comment.
func ignores(f *diag.File) (map[int]map[string]bool, []diag.Finding) {
	out := map[int]map[string]bool{}
	var wrong []diag.Finding
	above := map[string]bool{} // rules of the comment lines directly above
	at := 0
	for n, line := range strings.Split(string(f.Text), "\n") {
		own := map[string]bool{}
		code, comment := splitComment(line)
		if k := ignoring().FindStringIndex(comment); k != nil {
			if err := ignored(comment[k[1]:], own); err != nil {
				e := ir.Errorf(ir.PosAt(at+len(code)), "comment `%s`: %v", ignoreMark, err)
				e.Severity, e.Hint = ir.SevWarning, "`corolower check --rules` lists the rules"
				wrong = append(wrong, diag.Finding{File: f, Err: e})
			}
		}
		if strings.TrimSpace(code) == "" && comment != "" {
			for w := range own {
				above[w] = true
			}
		} else {
			for w := range above {
				own[w] = true
			}
			if len(own) > 0 {
				out[n+1] = own
			}
			above = map[string]bool{}
		}
		at += len(line) + 1
	}
	return out, wrong
}

// ignored reads the rules of a comment. The first word, and each word after a comma, must be a
// rule. Any other word that is not a rule begins the reason.
func ignored(text string, rules map[string]bool) error {
	for _, part := range strings.Split(text, ",") {
		for n, w := range strings.Fields(part) {
			if err := Known(w); err == nil {
				rules[w] = true
			} else if n == 0 {
				return err
			} else {
				return nil
			}
		}
	}
	if len(rules) == 0 {
		return errors.New("it does not name a rule")
	}
	return nil
}

// splitComment splits a line of IR before its comment.
func splitComment(line string) (code, comment string) {
	quoted := false
	for k := 0; k < len(line); k++ {
		switch {
		case line[k] == '"':
			quoted = !quoted
		case line[k] == ';' && !quoted:
			return line[:k], line[k:]
		}
	}
	return line, ""
}
