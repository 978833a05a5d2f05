// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package main

import (
	"bytes"
	"fmt"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats the results of allocation elision for people, each like a finding.

// creationsText is the explanation for people.
func (a *app) creationsText(list []explain.Created, names, functions []string, fl *explainElisionFlags) []byte {
	var b bytes.Buffer
	n := 0
	t := &creationTeller{st: a.styleOf(a.stdout), sources: newSources(), compare: &fl.compare}
	for k := range list {
		if list[k].Elided {
			n++
		}
		if fl.shows(&list[k]) {
			b.WriteString(t.text(&list[k]))
		}
	}
	for _, name := range t.sources.Changed() {
		fmt.Fprintf(&b, "%s %s has changed since it was compiled; its lines are not shown\n", t.st.Note("note:"),
			diag.Clean(name))
	}
	if len(list) > 0 {
		fmt.Fprintf(&b, "%d of %s elided, after -passes='%s'\n", n, explain.Count(len(list), "allocation"),
			diag.Clean(fl.pipeline()))
		b.WriteString(t.compared(list))
	} else {
		b.WriteString(nothing(names, functions, "no creation of a coroutine involves",
			"no function creates a coroutine that the same file defines"))
	}
	return b.Bytes()
}

// creationTeller formats creations.
type creationTeller struct {
	st      *diag.Style
	sources *diag.Sources
	compare *compareFlags
}

// compared returns the total that the other compiler elides, or "" without --compare.
func (t *creationTeller) compared(list []explain.Created) string {
	if t.compare.clang == nil {
		return ""
	}
	theirs, ours, reported := 0, 0, 0
	for k := range list {
		c := &list[k]
		if c.Clang == nil {
			continue
		}
		reported++
		if *c.Clang {
			theirs++
		}
		if c.Elided {
			ours++
		}
	}
	if reported == len(list) {
		return fmt.Sprintf("%s elides %d of them\n", t.compare, theirs)
	}
	return fmt.Sprintf("%s reports %d of them and elides %d of these; corolower elides %d of these\n", t.compare, reported,
		theirs, ours)
}

// other describes the other compiler's result for a creation.
func (t *creationTeller) other(c *explain.Created) string {
	if t.compare.clang == nil {
		return ""
	}
	says := " does not report it"
	switch {
	case c.Clang == nil:
	case *c.Clang && c.Elided:
		says = " elides it, too"
	case *c.Clang:
		says = " elides it"
	case c.Elided:
		says = " does not elide it"
	default:
		says = " does not elide it, either"
	}
	return t.st.Note("note:") + " " + t.compare.String() + says + "\n"
}

// text formats one creation.
func (t *creationTeller) text(c *explain.Created) string {
	st := t.st
	label, msg := st.Hint("elided:"), ""
	if !c.Elided {
		label, msg = st.Warning("missed:"), missedText(c)
	} else {
		msg = becameText(c, "elided")
	}
	src := explain.SourceLoc(c.Loc)
	s := t.sources.Passage(c.File, c.Pos, src, label, st.Bold(diag.Clean(msg)), "", st)
	if c.Miss != nil {
		s += t.why(c, src)
	}
	return s + t.growth(c) + t.awaits(c) + t.other(c) + t.copies(c)
}

// awaits says what became of the awaits of a coroutine whose frame lies in the caller.
func (t *creationTeller) awaits(c *explain.Created) (s string) {
	for k, a := range c.Awaits {
		if k == explain.Shown && len(c.Awaits) > k+1 {
			return s + fmt.Sprintf("%s and %d more awaits\n", t.st.Note("note:"), len(c.Awaits)-k)
		}
		s += t.st.Note("note:") + " " + diag.Clean(explain.DemangledText(a.Text)) +
			t.sources.At(", at ", explain.SourceLoc(a.Loc)) + "\n"
	}
	return s
}

// missedText says that an allocation was not elided, without the reason.
func missedText(c *explain.Created) string { return becameText(c, "not elided") }

// becameText says what became of an allocation, and how large the frame is.
func becameText(c *explain.Created, what string) string {
	size := " (frame_size=unknown, align=unknown)"
	if c.Size >= 0 {
		size = fmt.Sprintf(" (frame_size=%d, align=%d)", c.Size, c.Align)
	}
	msg := "'" + explain.Readable(c.Callee) + "' " + what + " in '" + explain.Readable(c.Caller) + "'" + size
	if c.Var != "" {
		msg += ", variable '" + c.Var + "'"
	}
	if c.Annotated {
		msg += ", marked coro_elide_safe"
	}
	return msg
}

// copies lists the functions that a creation was inlined into, and what became of it there.
func (t *creationTeller) copies(c *explain.Created) (s string) {
	for k := range c.Copies {
		o := &c.Copies[k]
		if k == explain.Shown && len(c.Copies) > k+1 {
			return s + fmt.Sprintf("%s and so in %d more\n", t.st.Note("note:"), len(c.Copies)-k)
		}
		s += t.st.Note("note:") + " " + diag.Clean(copyText(o)) +
			t.sources.At(", at ", explain.SourceLoc(o.Loc)) + "\n"
	}
	return s
}

// copyText says what became of a copy of a creation.
func copyText(o *explain.Created) string {
	s := "inlined into '" + explain.Readable(o.Caller) + "', where it is "
	if o.Elided {
		return s + "elided"
	}
	if s += "not elided"; o.Miss != nil {
		s += ", because " + explain.DemangledText(o.Miss.Text)
	}
	return s
}

// growth returns by how much the frame of a caller grows if the caller is a coroutine, or "" if
// that is unknown.
func (t *creationTeller) growth(c *explain.Created) string {
	g := c.Growth
	if g == nil {
		return ""
	}
	in := "the frame of '" + explain.Readable(c.Caller) + "' "
	switch {
	case g.About:
		in += fmt.Sprintf("would grow by up to about %s, from %d to %d", explain.Bytes(g.Bytes), g.From, g.To)
	case g.Bytes == 0:
		in += fmt.Sprintf("does not grow: %s", explain.Bytes(g.To))
	default:
		in += fmt.Sprintf("grew by %s, from %d to %d", explain.Bytes(g.Bytes), g.From, g.To)
	}
	return t.st.Note("note:") + " " + diag.Clean(in) + "\n"
}

// why explains why a coroutine needs its allocation, and how to fix that. src is the place of the
// creation.
func (t *creationTeller) why(c *explain.Created, src ir.SourceLoc) string {
	st, m, s := t.st, c.Miss, ""
	note := st.Note("note:")
	if c.LeftAlone != "" {
		s += note + " " + diag.Clean("the call is marked coro_elide_safe, but "+explain.DemangledText(c.LeftAlone)) +
			"\n"
	}
	why := explain.DemangledText(m.Text)
	if m.Var != "" && m.Var != c.Var {
		why += ", variable '" + m.Var + "'"
	}
	atIR := ""
	if m.Instr != "" {
		atIR = diag.Clean(", at `" + explain.OneLine(m.Instr) + "`")
	}
	in := t.sources.At(", inlined at ", explain.SourceLoc(m.In))
	if m.Pos.IsValid() || m.Loc.Line > 0 {
		s += t.sources.Passage(c.File, m.Pos, explain.SourceLoc(m.Loc), note, diag.Clean(why)+in, atIR, st)
	} else {
		s += note + " " + diag.Clean(why) + in + atIR + "\n"
	}
	if len(m.Path) > 0 {
		file, lead := "", diag.Clean(c.File.Name)+":"
		if shown, _ := t.sources.Find(src, c.File); shown != nil {
			file, lead = t.sources.Name(src), diag.Clean(shown.Name)+":"
		}
		s += st.Bold(lead) + " " + note + " path without a destroy: " + diag.Clean(explain.PathText(m.Path, file,
			t.sources.Name)) + "\n"
	}
	if m.Fix != "" {
		return s + st.Hint("hint:") + " " + diag.Clean(explain.DemangledText(m.Fix)) + "\n"
	}
	return s + note + " no fix: " + diag.Clean(m.NoFix()) + "\n"
}
