// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file merges the parts of all units to one report. It merges the entries that several units
// have from one header, and derives nothing new.

// Part holds the entries of one unit, or of one file of IR. Merge sets the fields Units and Sizes
// of the entries.
type Part struct {
	Unit       Unit        `json:"unit"`
	Coroutines []Coroutine `json:"coroutines"`
	Creations  []Creation  `json:"creations"`
	Findings   []Finding   `json:"findings"`
	Sources    []Source    `json:"sources,omitempty"`
}

// Add adds the entries of a file of IR. pipeline is the text of the pipeline that was run. If text
// is set, coroutines include their IR.
func (p *Part) Add(pipeline string, coroutines []*explain.Coroutine, creations []explain.Created, text bool) {
	for _, c := range coroutines {
		states := c.States(pipeline)
		rc := Coroutine{Frame: c.Frame(pipeline, "offset"), Ways: states.Ways, More: states.More, Hits: c.Entries}
		if first, lines := c.Text(); text && lines != nil {
			rc.IR = &Text{First: first, Lines: lines}
		}
		p.Coroutines = append(p.Coroutines, rc)
	}
	for k := range creations {
		p.Creations = append(p.Creations, Creation{Creation: creations[k].Creation(), Hits: creations[k].Hits})
	}
}

// NewFinding converts a finding of check in a file of IR.
func NewFinding(file *diag.File, e *ir.Error) Finding {
	at := file.Place(e.Pos)
	f := Finding{File: file.Name, Line: at.Line, Column: at.Col, Level: e.Severity.String(), Rule: e.Rule,
		Message: e.Error(), Hint: e.Hint}
	if s := e.Source; s.Line > 0 && s.File != "" {
		f.Source = &explain.Source{File: s.File, Dir: s.Dir, Line: s.Line, Column: s.Col}
	}
	return f
}

// Merge builds a report of all units. It lists entries of several units at one position of the
// source once; for a coroutine it lists the largest frame. Without source positions, two coroutines
// are the same if their name is visible to other files; creations and findings are then never the
// same, so all are listed. pipeline and compiler apply to the units whose parts name no other; if
// they are "", the parts decide.
func Merge(pipeline, compiler string, parts []Part) *Report {
	r := &Report{Version: Version, Units: []Unit{}, Coroutines: []Coroutine{}, Creations: []Creation{},
		Findings: []Finding{}}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Unit.File, b.Unit.File), cmp.Compare(a.Unit.Object, b.Unit.Object))
	})
	m := &merger{r: r, coroutines: map[key]int{}, creations: map[key]int{}, findings: map[key]int{}}
	for u := range parts {
		unit := parts[u].Unit
		unit.Pipeline, unit.Compiler = cmp.Or(unit.Pipeline, pipeline), cmp.Or(unit.Compiler, compiler)
		r.Units = append(r.Units, unit)
		m.add(u, &parts[u])
	}
	r.common(pipeline, compiler)
	r.sort()
	r.Sources = joinSources(parts)
	return r
}

// common moves settings that are equal in all units to the report.
func (r *Report) common(pipeline, compiler string) {
	pipelines, compilers := []string{}, []string{}
	for _, u := range r.Units {
		pipelines, compilers = append(pipelines, u.Pipeline), append(compilers, u.Compiler)
	}
	slices.Sort(pipelines)
	slices.Sort(compilers)
	pipelines, compilers = slices.Compact(pipelines), slices.Compact(compilers)
	r.Pipeline, r.Compiler = pipeline, compiler
	if len(pipelines) > 0 {
		r.Pipeline = strings.TrimSpace(strings.Join(pipelines, " "))
	}
	if len(compilers) == 1 {
		r.Compiler = compilers[0]
	}
	for k := range r.Units {
		if len(pipelines) == 1 {
			r.Units[k].Pipeline = ""
		}
		if len(compilers) == 1 {
			r.Units[k].Compiler = ""
		}
	}
}

// Parts splits a report into parts again, so that it can be merged with others. Each unit gets the
// listed entry, with the frame size of that unit.
func (r *Report) Parts() []Part {
	parts := make([]Part, len(r.Units))
	for u := range parts {
		unit := r.Units[u]
		unit.Pipeline, unit.Compiler = cmp.Or(unit.Pipeline, r.Pipeline), cmp.Or(unit.Compiler, r.Compiler)
		parts[u].Unit = unit
	}
	for _, c := range r.Coroutines {
		units, sizes := c.Units, c.Sizes
		c.Units, c.Sizes = nil, nil
		for k, u := range units {
			if k < len(sizes) {
				c.Size = sizes[k]
			}
			parts[u].Coroutines = append(parts[u].Coroutines, c)
		}
	}
	for _, c := range r.Creations {
		units := c.Units
		c.Units = nil
		for _, u := range units {
			parts[u].Creations = append(parts[u].Creations, c)
		}
	}
	for _, f := range r.Findings {
		units := f.Units
		f.Units = nil
		for _, u := range units {
			parts[u].Findings = append(parts[u].Findings, f)
		}
	}
	if len(parts) > 0 {
		parts[0].Sources = r.Sources
	}
	return parts
}

// merger adds one unit after the other to a report.
type merger struct {
	r                               *Report
	coroutines, creations, findings map[key]int // indices in the report
}

// add adds the entries of the unit with index u.
func (m *merger) add(u int, p *Part) {
	r := m.r
	keys := coroutineKeys(u, p)
	for i, c := range p.Coroutines {
		k := keys[i]
		have := entryOf(m.coroutines, k, &r.Coroutines, Coroutine{})
		*have = sameCoroutine(*have, c, u)
	}
	for _, c := range p.Creations {
		k := keyOf(u, c.Source)
		k.function, k.other, k.elided = numberless(c.Caller), numberless(c.Callee), c.Elided
		if c.Source == nil {
			k.line, k.column = c.Line, c.Column
		}
		hits := c.Hits
		c.Units, c.Hits = nil, nil
		e := entryOf(m.creations, k, &r.Creations, c)
		e.Units, e.Hits = unit(e.Units, u), together(e.Hits, hits, c.Local)
	}
	for _, f := range p.Findings {
		k := keyOf(u, f.Source)
		k.function, k.other = f.Rule, f.Message
		if f.Source == nil {
			k.line, k.column = f.Line, f.Column
		}
		f.Units = nil
		e := entryOf(m.findings, k, &r.Findings, f)
		e.Units = unit(e.Units, u)
	}
}

// entryOf returns the entry with a key, which is fresh if there was none.
func entryOf[E any](at map[key]int, k key, list *[]E, fresh E) *E {
	n, ok := at[k]
	if !ok {
		n = len(*list)
		at[k], *list = n, append(*list, fresh)
	}
	return &(*list)[n]
}

// coroutineKeys returns the keys of the coroutines in the unit with index u.
func coroutineKeys(u int, p *Part) []key {
	keys := make([]key, len(p.Coroutines))
	nth := map[key][]string{} // functions of the unit that differ only in their numbers
	for i := range p.Coroutines {
		c := &p.Coroutines[i]
		k := keyOf(u, c.Source)
		if k.function = numberless(c.Function); c.Source == nil && !c.Local {
			k.unit = -1 // the name is unique
		}
		base := k
		if k.nth = slices.Index(nth[base], c.Function); k.nth < 0 {
			k.nth = len(nth[base])
			nth[base] = append(nth[base], c.Function)
		}
		keys[i] = k
	}
	return keys
}

// key is equal for entries of two units that come from the same place in a header.
type key struct {
	unit            int // if no source position is known
	file            string
	line, column    int
	function, other string
	elided          bool
	nth             int
}

func keyOf(unit int, s *explain.Source) key {
	if s == nil {
		return key{unit: unit}
	}
	return key{unit: -1, file: s.File, line: s.Line, column: s.Column}
}

// numbered matches the parts of a function's name that count the functions of its unit, or mark
// them as local to it: clang numbers lambdas outside of functions, for example $_0, and appends
// .__uniq.N.
var numbered = pattern.Lazy(`\d+\$_\d+|\.__uniq\.\d+`)

// numberless returns a function's name without the parts that differ between units.
func numberless(name string) string {
	if !strings.Contains(name, "$_") && !strings.Contains(name, ".__uniq.") {
		return name
	}
	return numbered().ReplaceAllString(name, "$$_")
}

// sameCoroutine adds a unit's coroutine to the merged entry of other units; have is zero if there
// is none.
func sameCoroutine(have, c Coroutine, u int) Coroutine {
	units, sizes, hits := have.Units, have.Sizes, together(have.Hits, c.Hits, c.Local)
	n := len(units)
	// A unit can have two with one name, each in its own module; the larger counts.
	again := n > 0 && units[n-1] == u
	if n > 0 && sizes == nil && (c.Size > have.Size || c.Size < have.Size && !again) {
		for range n {
			sizes = append(sizes, have.Size)
		}
	}
	switch {
	case again && sizes != nil:
		sizes[n-1] = max(sizes[n-1], c.Size)
	case sizes != nil:
		sizes = append(sizes, c.Size)
	}
	if !again {
		units = append(units, u)
	}
	if n == 0 || c.Size > have.Size {
		have = c
	}
	if len(units) == 1 {
		sizes = nil
	}
	have.Units, have.Sizes, have.Hits = units, sizes, hits
	return have
}

// unit adds a unit to a list of units in increasing order.
func unit(list []int, u int) []int {
	if n := len(list); n > 0 && list[n-1] == u {
		return list
	}
	return append(list, u)
}

// together combines the counts of a profile in two units; nil is unknown. A local function is
// counted in each unit separately. For any other function, all units have the program's count.
func together(a, b *uint64, local bool) *uint64 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	n := max(*a, *b)
	if local {
		n = *a + *b
	}
	return &n
}

// sort sorts all lists as Report documents, whatever order the units came in.
func (r *Report) sort() {
	slices.SortStableFunc(r.Coroutines, func(a, b Coroutine) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), byPlace(a.Source, b.Source), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Function, b.Function))
	})
	slices.SortStableFunc(r.Creations, func(a, b Creation) int {
		return cmp.Or(compareBool(a.Elided, b.Elided), compareHits(a.Hits, b.Hits), byPlace(a.Source, b.Source),
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.Callee, b.Callee))
	})
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(byPlace(a.Source, b.Source), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}

// byPlace compares source positions; entries without one come last.
func byPlace(a, b *explain.Source) int {
	if a == nil || b == nil {
		return compareBool(a == nil, b == nil)
	}
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// compareHits orders the most frequently reached first, and unknown counts last.
func compareHits(a, b *uint64) int {
	if a == nil || b == nil {
		return compareBool(a == nil, b == nil)
	}
	return cmp.Compare(*b, *a)
}
