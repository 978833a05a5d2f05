// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"fmt"
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
	ccExcerpts
	want [3]*regexp.Regexp // by remark.Kind
}

// newRemarks returns the printer of the remarks that a command enables, or nil if it enables none.
func newRemarks(c *launch.Command) *ccRemarks {
	p := &ccRemarks{ccExcerpts: newExcerpts(c)}
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
