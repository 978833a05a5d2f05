// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gate

// Comments that suppress findings: `; corolower: ignore RULE, RULE` on the line of a finding, or on
// comment lines directly above it. A reason may follow the last rule. For example:
//
//	call void @free(ptr %h)  ; corolower: ignore handle-freed the pool destroys it

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
)

const ignoreMark = "corolower: ignore"

// ignoring matches the mark of a comment, and unmeant matches the spellings of other tools at the
// beginning of a comment.
var (
	marked   = pattern.Lazy(`corolower:[ \t]*[a-z]`)
	ignoring = pattern.Lazy(`corolower:[ \t]*ignore([ \t\r,]|$)`)
	unmeant  = pattern.Lazy(`^;+[ \t]*corolower:[ \t]*((?:disable|enable|suppress|silence|allow|expect|skip|off|ignored?|ignores|noqa|nolint)[-a-z]*)([ \t\r,:=\[(]|$)`)
)

// ignore is one comment: the rules that it names, its position, and the rules for which it
// suppressed a finding.
type ignore struct {
	at    ir.Pos
	rules []string
	used  map[string]bool
}

// Ignored drops the findings that comments suppress. It adds a warning for each comment that names
// an unknown rule, uses the syntax of another tool, or suppresses nothing. It does not warn about
// the last kind if the file could not be checked.
func Ignored(f *diag.File, list []diag.Finding) []diag.Finding {
	if !marked().Match(f.Text) {
		return list
	}
	rules, left := ignores(f)
	checked := true
	for _, fd := range list {
		p := fd.File.Place(fd.Err.Pos)
		checked = checked && (fd.Err.Rule != "" || fd.Err.Severity != ir.SevError)
		silent := false
		for _, ig := range rules[p.Line] {
			for _, r := range ig.rules {
				if fd.Err.Rule != "" && p.Line > 0 && (r == fd.Err.Rule || r == All) {
					silent, ig.used[r] = true, true
				}
			}
		}
		if !silent {
			left = append(left, fd)
		}
	}
	if checked {
		left = append(left, unused(f, rules)...)
	}
	return left
}

// unused returns warnings about comments that suppress nothing, in the order of the comments.
func unused(f *diag.File, rules map[int][]*ignore) (out []diag.Finding) {
	var all []*ignore
	for _, l := range rules {
		all = append(all, l...)
	}
	slices.SortFunc(all, func(a, b *ignore) int { return int(a.at) - int(b.at) })
	for _, ig := range all {
		var idle []string
		for _, r := range ig.rules {
			if !ig.used[r] {
				idle = append(idle, r)
			}
		}
		if len(idle) > 0 {
			out = append(out, commentFinding(f, ig.at, "remove it, or put it on the line of the finding or right above",
				"comment `%s %s` silences nothing", ignoreMark,
				strings.Join(idle, ", ")))
		}
	}
	return out
}

// commentFinding returns a warning about a comment.
func commentFinding(f *diag.File, at ir.Pos, hint, format string, args ...any) diag.Finding {
	e := ir.Errorf(at, format, args...)
	e.Severity, e.Hint = ir.SevWarning, hint
	return diag.Finding{File: f, Err: e}
}

// ignores returns, for each line, the comments that apply to it, and warnings about malformed
// comments.
func ignores(f *diag.File) (map[int][]*ignore, []diag.Finding) {
	out := map[int][]*ignore{}
	var wrong []diag.Finding
	var above []*ignore // the comment lines directly above
	at := 0
	lines := strings.Split(string(f.Text), "\n")
	for n, line := range lines {
		var own []*ignore
		code, comment := splitComment(line)
		pos := ir.PosAt(at + len(code))
		if k := ignoring().FindStringIndex(comment); k != nil {
			ig := &ignore{at: pos, used: map[string]bool{}}
			if err := ignored(comment[k[1]:], ig); err != nil {
				wrong = append(wrong, commentFinding(f, pos, "`corolower check --rules` lists the rules",
					"comment `%s`: %v", ignoreMark, err))
			}
			if len(ig.rules) > 0 {
				own = append(own, ig)
			}
		} else if m := unmeant().FindStringSubmatch(comment); m != nil {
			wrong = append(wrong, commentFinding(f, pos,
				fmt.Sprintf("write `%s RULE` on the line of the finding or right above", ignoreMark),
				"comment `corolower: %s` means nothing to corolower", m[1]))
		}
		switch {
		case strings.TrimSpace(code) == "" && comment != "":
			above = append(above, own...)
		default:
			if own = append(above, own...); len(own) > 0 {
				out[n+1] = own
			}
			above = nil
		}
		at += len(line) + 1
	}
	if len(above) > 0 {
		out[len(lines)+1] = above // after the last line, where no finding can be
	}
	return out, wrong
}

// ignored reads the rules of a comment. The first word, and each word after a comma, must be a
// rule. Any other word that is not a rule begins the reason.
func ignored(text string, ig *ignore) error {
	for _, part := range strings.Split(text, ",") {
		for n, w := range strings.Fields(part) {
			if err := Known(w); err == nil {
				if !slices.Contains(ig.rules, w) {
					ig.rules = append(ig.rules, w)
				}
			} else if n == 0 {
				return err
			} else {
				return nil
			}
		}
	}
	if len(ig.rules) == 0 {
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
