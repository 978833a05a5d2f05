package gate

// Comments that keep findings silent: `; corolower: ignore RULE, RULE` on the line of a finding, or
// on lines of comments right above it. A reason may stand behind the last rule.

import (
	"errors"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
)

const ignoreMark = "corolower: ignore"

// ignoring is the mark as people write it.
var ignoring = pattern.Lazy(`corolower:[ \t]*ignore([ \t\r,]|$)`)

// Ignored leaves out the findings that comments keep silent, and adds a warning for each comment
// that names no rule there is.
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

// ignores gives for each line the rules that are silent there, and what is wrong with the comments.
func ignores(f *diag.File) (map[int]map[string]bool, []diag.Finding) {
	out := map[int]map[string]bool{}
	var wrong []diag.Finding
	above := map[string]bool{} // of the comment lines right above
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

// ignored reads the rules of a comment. What stands behind a comma, and what comes first, has to be
// a rule; the first other word that is none begins the reason.
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

// splitComment parts a line of IR at its comment.
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
