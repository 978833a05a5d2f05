package gate

// Comments that keep findings silent: `; corolower: ignore RULE, RULE` on the line of a finding, or on lines of comments right above it.

import (
	"bytes"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
)

const ignoreMark = "corolower: ignore"

// Ignored leaves out the findings that comments keep silent, and adds a warning for each comment that names no rule there is.
func Ignored(f *diag.File, list []diag.Finding) []diag.Finding {
	if !bytes.Contains(f.Text, []byte(ignoreMark)) {
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
		if k := strings.Index(comment, ignoreMark); k >= 0 {
			words := strings.FieldsFunc(comment[k+len(ignoreMark):], func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\r' })
			if len(words) == 0 {
				words = []string{""}
			}
			for _, w := range words {
				if err := Known(w); err != nil {
					e := ir.Errorf(ir.PosAt(at+len(code)), "comment `%s`: %v", ignoreMark, err)
					if w == "" {
						e.Msg = "comment `" + ignoreMark + "` names no rule"
					}
					e.Severity, e.Hint = ir.SevWarning, "`corolower check --rules` lists the rules"
					wrong = append(wrong, diag.Finding{File: f, Err: e})
					break // what follows may be prose
				}
				own[w] = true
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
