// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file completes what clang says of IR with what it says of a source: names as the source has
// them, columns, and the source's lines. For example:
//
//	a.cpp:4:0: warning: stack frame size (5000) exceeds limit (4000) in function '_Z3bigv' [-Wframe-larger-than]
//
//	a.cpp:4:5: warning: stack frame size (5000) exceeds limit (4000) in 'big()' [-Wframe-larger-than]
//	    4 | int big() {
//	      |     ^

// ccMessage matches the first line of a message: place, color, kind, color, text, color.
var ccMessage = pattern.Lazy(`^([^\n]+?):([0-9]+):([0-9]+): ((?:\x1b\[[0-9;]*m)*)(warning|error|remark|note): ` +
	`((?:\x1b\[[0-9;]*m)*)(.*?)((?:\x1b\[[0-9;]*m)*)$`)

// ccFrame matches the text about a frame: before the name, the name, and after it.
var ccFrame = pattern.Lazy(`^(stack frame size \([0-9]+\) exceeds limit \([0-9]+\) in )function '([^']*)'(.*)$`)

// ccShow completes the messages of code generation.
func ccShow(c *launch.Command, said string) string {
	p := newExcerpts(c)
	var b strings.Builder
	lines := strings.SplitAfter(said, "\n")
	last := remark.Loc{}
	for k, line := range lines {
		m := ccMessage().FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			b.WriteString(line)
			continue
		}
		at := remark.Loc{File: m[1]}
		at.Line, _ = strconv.Atoi(m[2])
		at.Col, _ = strconv.Atoi(m[3])
		text := m[7]
		if f := ccFrame().FindStringSubmatch(text); f != nil {
			text = f[1] + "'" + explain.Demangled(f[2], demangle.LLVMStyle) + "'" + f[3]
			if at.Col == 0 {
				at.Col = p.column(at, f[2])
			}
		}
		place := fmt.Sprintf("%s:%d:%d: ", at.File, at.Line, at.Col)
		if p.color = m[4] != ""; p.color {
			place = "\x1b[1m" + place + "\x1b[0m"
		}
		fmt.Fprintf(&b, "%s%s%s: %s%s%s\n", place, m[4], m[5], m[6], text, m[8])
		if shown := k+1 < len(lines) && strings.Contains(lines[k+1], " | "); !shown && at != last {
			b.WriteString(p.excerpt(at))
		}
		last = at
	}
	return b.String()
}

// column returns the column of a function's name in its line; 1 if the line does not have it.
func (p *ccExcerpts) column(at remark.Loc, symbol string) int {
	name := explain.Demangled(symbol, demangle.NoParams, demangle.NoTemplateParams, demangle.NoClones)
	name = name[strings.LastIndex(name, ":")+1:]
	line, _ := p.line(at.File, at.Line)
	re, err := regexp.Compile(`(?:^|\W)(` + regexp.QuoteMeta(name) + `)(?:\W|$)`)
	if err != nil || name == "" {
		return 1
	}
	if m := re.FindStringSubmatchIndex(line); m != nil {
		return m[2] + 1
	}
	return 1
}

// ccExcerpts prints lines of sources.
type ccExcerpts struct {
	caret bool // lines are shown
	color bool // the caret is green
	files map[string][][]byte
}

// newExcerpts returns the printer for a command.
func newExcerpts(c *launch.Command) ccExcerpts {
	p := ccExcerpts{caret: true, files: map[string][][]byte{}}
	for k := range c.Words {
		switch c.Words[k].Text[0] {
		case "-fno-caret-diagnostics":
			p.caret = false
		case "-fcaret-diagnostics":
			p.caret = true
		}
	}
	return p
}

// excerpt returns the source line of a place with a caret below it, or "" if the file cannot be
// read.
func (p *ccExcerpts) excerpt(at remark.Loc) string {
	if !p.caret || at.File == "" {
		return ""
	}
	name := at.File
	if !filepath.IsAbs(name) {
		name = filepath.Join(at.Dir, name)
	}
	source, ok := p.line(name, at.Line)
	if !ok {
		return ""
	}
	var line strings.Builder
	caret := -1
	width := 0
	for k, c := range strings.TrimRight(source, " \t\r") {
		if k >= at.Col-1 && caret < 0 {
			caret = width
		}
		n := 1
		if c == '\t' {
			n = 8 - width%8
			line.WriteString(strings.Repeat(" ", n))
		} else {
			line.WriteRune(c)
		}
		width += n
	}
	if caret < 0 {
		caret = width
	}
	mark := strings.Repeat(" ", caret) + "^"
	if p.color {
		mark = "\x1b[0;1;32m" + mark + "\x1b[0m"
	}
	return fmt.Sprintf("%5d | %s\n%5s | %s\n", at.Line, diag.Clean(line.String()), "", mark)
}

// line returns a line of a file.
func (p *ccExcerpts) line(name string, n int) (string, bool) {
	lines, ok := p.files[name]
	if !ok {
		if text, err := os.ReadFile(name); err == nil && len(text) <= maxExcerpt {
			lines = bytes.Split(text, []byte("\n"))
		}
		p.files[name] = lines
	}
	if n < 1 || n > len(lines) {
		return "", false
	}
	return string(lines[n-1]), true
}

// maxExcerpt bounds the size of a source whose lines are shown.
const maxExcerpt = 16 << 20
