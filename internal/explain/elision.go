package explain

import (
	"fmt"
	"sort"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/driver"
	"github.com/corolower/corolower/internal/lower/elide"
	"github.com/corolower/corolower/internal/lower/handle"
)

// This file is what became of the allocation of each coroutine that is created.

// Created is a place at which a coroutine of a file is created.
type Created struct {
	File *diag.File
	elide.Elision
}

// PathText spells a path by source lines where they are known, else by blocks; what stays on a line is told once, and a file's name where
// it changes.
func PathText(path []handle.Step) string {
	var parts []string
	file := ""
	for _, s := range path {
		p := s.Block
		if s.Loc.Line > 0 {
			p = fmt.Sprintf("line %d", s.Loc.Line)
			if s.Loc.File != file {
				p, file = fmt.Sprintf("%s:%d", s.Loc.File, s.Loc.Line), s.Loc.File
			}
			last := ""
			if len(parts) > 0 {
				last = parts[len(parts)-1]
			}
			if p == last || last == fmt.Sprintf("%s:%d", s.Loc.File, s.Loc.Line) {
				continue
			}
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " -> ")
}

// Step is a block on a path.
type Step struct {
	Block  string  `json:"block"`
	Source *Source `json:"source,omitempty"`
}

// Reason is why a coroutine needs its allocation.
type Reason struct {
	Kind        string  `json:"kind"`
	Message     string  `json:"message"`
	Instruction string  `json:"instruction,omitempty"`
	Line        int     `json:"line,omitempty"`
	Column      int     `json:"column,omitempty"`
	Source      *Source `json:"source,omitempty"`
	Inlined     *Source `json:"inlined_at,omitempty"`
	Variable    string  `json:"variable,omitempty"`
	Path        []Step  `json:"path,omitempty"`
	Hint        string  `json:"hint,omitempty"`
}

// Creation is a place at which a coroutine is created, and what became of its allocation. Keys are those of `check --format=json` where they
// mean the same. What is not known is left out.
type Creation struct {
	File      string  `json:"file"`
	Line      int     `json:"line,omitempty"`
	Column    int     `json:"column,omitempty"`
	Source    *Source `json:"source,omitempty"`
	Callee    string  `json:"callee"`
	Caller    string  `json:"caller"`
	Local     bool    `json:"local,omitempty"` // no other file sees the caller
	Elided    bool    `json:"elided"`
	Annotated bool    `json:"annotated,omitempty"`
	LeftAlone string  `json:"left_alone,omitempty"`
	FrameSize *int64  `json:"frame_size,omitempty"`
	Align     *int64  `json:"align,omitempty"`
	Reason    *Reason `json:"reason,omitempty"`
}

// Creation spells it for programs.
func (c *Created) Creation() Creation {
	p := c.File.Place(c.Pos)
	j := Creation{File: c.File.Name, Line: p.Line, Column: p.Col, Source: source(c.Loc), Callee: c.Callee, Caller: c.Caller, Local: c.Local,
		Elided: c.Elided, Annotated: c.Annotated, LeftAlone: c.LeftAlone}
	if c.Size >= 0 {
		j.FrameSize, j.Align = &c.Size, &c.Align
	}
	if m := c.Miss; m != nil {
		p := c.File.Place(m.Pos)
		j.Reason = &Reason{Kind: m.Kind.String(), Message: m.Text, Instruction: OneLine(m.Instr), Line: p.Line, Column: p.Col,
			Source: source(m.Loc), Inlined: source(m.In), Variable: m.Var, Hint: m.Mend}
		for _, s := range m.Path {
			j.Reason.Path = append(j.Reason.Path, Step{s.Block, source(s.Loc)})
		}
	}
	return j
}

// Creations gives those of a file, callers in the order of its functions.
func Creations(file *diag.File, res *driver.Result, order map[string]int) []Created {
	var list []Created
	for _, e := range res.Elisions {
		list = append(list, Created{file, e})
	}
	sort.SliceStable(list, func(i, j int) bool {
		p, q := &list[i], &list[j]
		if c, d := Rank(order, p.Caller), Rank(order, q.Caller); c != d {
			return c < d
		}
		return p.Caller == q.Caller && p.Pos < q.Pos
	})
	return list
}
