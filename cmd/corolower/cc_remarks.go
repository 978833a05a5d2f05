// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/remark"
)

// This file prints remarks of lowering as clang prints those of its own passes, where a command
// asks for them with -Rpass=coro-split and the like:
//
//	with.cpp:6:24: remark: 'sum' elided in 'main' (frame_size=96, align=8) [-Rpass=coro-elide]
//	    6 | static task sum(int n) {
//	      |                        ^

// ccRemarks prints them.
type ccRemarks struct {
	want  [3]*regexp.Regexp // by remark.Kind
	caret bool              // the source's line is shown
	files map[string][][]byte
}

// newRemarks returns the printer of the remarks that a command enables, or nil if it enables none.
func newRemarks(c *launch.Command) *ccRemarks {
	p := &ccRemarks{caret: true, files: map[string][][]byte{}}
	some := false
	for kind, pattern := range c.Remarks() {
		if pattern == "" {
			continue
		}
		re, err := regexp.Compile(pattern)
		if err != nil { // clang takes it, so it is no pattern that names passes of ours
			continue
		}
		p.want[kind], some = re, true
	}
	for k := range c.Words {
		switch c.Words[k].Text[0] {
		case "-fno-caret-diagnostics":
			p.caret = false
		case "-fcaret-diagnostics":
			p.caret = true
		}
	}
	if !some {
		return nil
	}
	return p
}

// text formats the enabled remarks. If several consecutive remarks are about one place, it shows
// the source line once, as clang does.
func (p *ccRemarks) text(list []remark.Remark) string {
	var b strings.Builder
	last := remark.Loc{}
	for i := range list {
		r := &list[i]
		if re := p.want[r.Kind]; re == nil || !re.MatchString(r.Pass) {
			continue
		}
		at := r.Loc
		at.Col = max(at.Col, 1)
		place := ""
		if at.File != "" {
			place = at.String() + ": "
		}
		line := fmt.Sprintf("%sremark: %s [%s=%s]", place, r.Message(), launch.Option(int(r.Kind)), r.Pass)
		fmt.Fprintln(&b, diag.Clean(line))
		if at != last {
			b.WriteString(p.excerpt(at))
		}
		last = at
	}
	return b.String()
}

// excerpt returns the source line of a place with a caret below it, or "" if the file cannot be
// read.
func (p *ccRemarks) excerpt(at remark.Loc) string {
	if !p.caret || at.File == "" {
		return ""
	}
	name := at.File
	if !filepath.IsAbs(name) {
		name = filepath.Join(at.Dir, name)
	}
	lines, ok := p.files[name]
	if !ok {
		if text, err := os.ReadFile(name); err == nil && len(text) <= maxExcerpt {
			lines = bytes.Split(text, []byte("\n"))
		}
		p.files[name] = lines
	}
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	var line strings.Builder
	caret := -1
	width := 0
	for k, c := range strings.TrimRight(string(lines[at.Line-1]), " \t\r") {
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
	return fmt.Sprintf("%5d | %s\n%5s | %s^\n", at.Line, diag.Clean(line.String()), "", strings.Repeat(" ", caret))
}

// maxExcerpt bounds the size of a source whose lines are shown.
const maxExcerpt = 16 << 20
