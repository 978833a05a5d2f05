// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package text

import (
	"fmt"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file formats the results of allocation elision, each like a finding.

// ElisionOptions say what Elisions shows.
type ElisionOptions struct {
	Pipeline string
	Other    string // the compiler whose elisions are compared, or ""
	Shows    func(*explain.Created) bool
}

// elisions writes creations.
type elisions struct {
	writer
	*ElisionOptions
	sources *diag.Sources
}

// Elisions formats the creations of coroutines.
func Elisions(list []explain.Created, o *ElisionOptions, sources *diag.Sources, st *diag.Style) string {
	w := &elisions{writer{Style: st}, o, sources}
	n, reported, ours, theirs := 0, 0, 0, 0
	for k := range list {
		c := &list[k]
		if c.Elided {
			n++
		}
		if c.Clang != nil {
			reported++
			if *c.Clang {
				theirs++
			}
			if c.Elided {
				ours++
			}
		}
		if o.Shows(c) {
			w.creation(c)
		}
	}
	for _, name := range sources.Changed() {
		w.say("note:", name+" has changed since it was compiled; its lines are not shown")
	}
	w.after(o.Pipeline, fmt.Sprintf("%d of %s elided", n, explain.Count(len(list), "allocation")))
	switch {
	case o.Other == "":
	case reported == len(list):
		w.line("%s elides %d of them", o.Other, theirs)
	default:
		w.line("%s reports %d of them and elides %d of these; corolower elides %d of these", o.Other, reported, theirs, ours)
	}
	return w.String()
}

// creation formats one creation.
func (w *elisions) creation(c *explain.Created) {
	label := "missed:"
	if c.Elided {
		label = "elided:"
	}
	src := explain.SourceLoc(c.Loc)
	w.WriteString(w.sources.Passage(c.File, c.Pos, src, w.paint(label)(label), w.Bold(diag.Clean(c.Outcome())), "", w.Style))
	if c.Miss != nil {
		w.why(c, src)
	}
	if g := c.Growth; g != nil {
		w.say("note:", g.Text(c.Caller))
	}
	w.some(len(c.Awaits), "and %d more awaits", func(k int) (string, ir.SourceLoc) {
		return explain.DemangledText(c.Awaits[k].Text), explain.SourceLoc(c.Awaits[k].Loc)
	})
	if w.Other != "" {
		w.say("note:", w.Other+otherElides(c))
	}
	w.some(len(c.Copies), "and so in %d more", func(k int) (string, ir.SourceLoc) {
		return c.Copies[k].Copied(), explain.SourceLoc(c.Copies[k].Loc)
	})
}

// some writes n notes about places, or the first of many and how many more there are.
func (w *elisions) some(n int, more string, note func(k int) (string, ir.SourceLoc)) {
	for k := range n {
		if k == explain.Shown && n > k+1 {
			w.say("note:", fmt.Sprintf(more, n-k))
			return
		}
		text, at := note(k)
		w.say("note:", text+w.sources.At(", at ", at))
	}
}

// otherElides describes the other compiler's result for a creation.
func otherElides(c *explain.Created) string {
	switch {
	case c.Clang == nil:
		return " does not report it"
	case *c.Clang && c.Elided:
		return " elides it, too"
	case *c.Clang:
		return " elides it"
	case c.Elided:
		return " does not elide it"
	}
	return " does not elide it, either"
}

// why explains why a coroutine needs its allocation, and how to fix that. src is the place of the
// creation.
func (w *elisions) why(c *explain.Created, src ir.SourceLoc) {
	m := c.Miss
	if c.LeftAlone != "" {
		w.say("note:", "the call is marked coro_elide_safe, but "+explain.DemangledText(c.LeftAlone))
	}
	why, atIR := explain.DemangledText(m.Text), ""
	if m.Var != "" && m.Var != c.Var {
		why += ", variable '" + m.Var + "'"
	}
	why += w.sources.At(", inlined at ", explain.SourceLoc(m.In))
	if m.Instr != "" {
		atIR = diag.Clean(", at `" + explain.OneLine(m.Instr) + "`")
	}
	if m.Pos.IsValid() || m.Loc.Line > 0 {
		w.WriteString(w.sources.Passage(c.File, m.Pos, explain.SourceLoc(m.Loc), w.Note("note:"), diag.Clean(why), atIR,
			w.Style))
	} else {
		w.say("note:", why+atIR)
	}
	if len(m.Path) > 0 {
		file, lead := "", c.File.Name
		if shown, _ := w.sources.Find(src, c.File); shown != nil {
			file, lead = w.sources.Name(src), shown.Name
		}
		w.WriteString(w.Bold(diag.Clean(lead)+":") + " ")
		w.say("note:", "path without a destroy: "+explain.PathText(m.Path, file, w.sources.Name))
	}
	if m.Fix != "" {
		w.say("hint:", explain.DemangledText(m.Fix))
	} else {
		w.say("note:", "no fix: "+m.NoFix())
	}
}
