// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/launch"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/report/explain"
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
		if re := p.want[r.Kind]; re != nil && re.MatchString(r.Pass) {
			last = p.message(&b, r.Loc, last, fmt.Sprintf("remark: %s [%s=%s]", r.Message(), launch.Option(int(r.Kind)), r.Pass))
		}
	}
	return b.String()
}

// message writes one message, and the source line unless the message before is about the same place.
func (p *ccExcerpts) message(b *strings.Builder, at, last remark.Loc, text string) remark.Loc {
	at.Col = max(at.Col, 1)
	place := ""
	if at.File != "" {
		place = at.String() + ": "
	}
	fmt.Fprintln(b, diag.Clean(place+text))
	if at != last {
		b.WriteString(p.excerpt(at))
	}
	return at
}

// elideErrors returns the errors of -Werror=coro-elide: the calls marked coro_elide_safe whose
// coroutines stay on the heap. Such a call is still in the lowered text, or it was inlined; then its
// creation has a verdict. text is the unit's IR, with which the verdicts' positions go.
func elideErrors(u *launch.Unit, text []byte, low *launch.Lowered, res *driver.Result) error {
	if !u.Command.ElideErrors() || !bytes.Contains(text, []byte(elide.SafeAttr)) {
		return nil
	}
	p := newExcerpts(u.Command)
	var b strings.Builder
	n := 0
	fail := func(at remark.Loc, callee, caller, why string) {
		n++
		p.message(&b, at, remark.Loc{}, fmt.Sprintf("error: '%s' not elided in '%s', although the call is marked %s: %s "+
			"[-Werror=coro-elide]", explain.Readable(callee), explain.Readable(caller), elide.SafeAttr, explain.DemangledText(why)))
	}
	type call struct {
		callee string
		at     remark.Loc
	}
	reported := map[call]bool{} // parts of one coroutine have the same call
	before, err := driver.MarkedCalls(text)
	if err != nil {
		return err
	}
	after, err := driver.MarkedCalls(low.Text)
	if err != nil {
		return err
	}
	for k := range res.Elisions {
		e := &res.Elisions[k]
		if e.Elided || !slices.ContainsFunc(before, func(m driver.MarkedCall) bool { return m.Callee == e.Callee && m.Pos == e.Pos }) {
			continue
		}
		why := e.LeftAlone
		if e.Miss != nil {
			why = strings.Join(slices.DeleteFunc([]string{why, e.Miss.Text}, func(s string) bool { return s == "" }), "; ")
		}
		reported[call{e.Callee, e.Loc}] = true
		fail(e.Loc, e.Callee, e.Caller, why)
	}
	caller := map[call]string{}
	for _, m := range before {
		caller[call{m.Callee, m.Loc}] = m.Caller
	}
	for _, m := range after {
		of := call{m.Callee, m.Loc}
		why := "the unit does not define it"
		switch {
		case reported[of]:
			continue
		case low.Plain:
			why = "the pipeline elides nothing, as at -O0"
		case m.Defined:
			why = "it is not a coroutine whose caller can provide the frame"
		}
		reported[of] = true
		fail(m.Loc, m.Callee, cmp.Or(caller[of], m.Caller), why)
	}
	if n == 0 {
		return nil
	}
	fmt.Fprintf(&b, "%s generated.\n", explain.Count(n, "error"))
	return &launch.Refused{Messages: b.String()}
}
