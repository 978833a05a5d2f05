package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/diag"
	"github.com/corolower/corolower/internal/explain"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/pattern"
)

// This file makes one report of what is known of each unit. It merges what several units have from
// one header; it finds nothing out.

// Part is what one unit has, or what one file of IR has. The Units and Sizes of what is in it are
// left to Merge.
type Part struct {
	Unit       Unit        `json:"unit"`
	Coroutines []Coroutine `json:"coroutines"`
	Creations  []Creation  `json:"creations"`
	Findings   []Finding   `json:"findings"`
	Sources    []Source    `json:"sources,omitempty"`
}

// Add adds what a file of IR has. pipeline is the text of the pipeline that was run; text asks for
// the IR of each coroutine too.
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

// NewFinding is a finding of check in a file of IR.
func NewFinding(file *diag.File, e *ir.Error) Finding {
	at := file.Place(e.Pos)
	f := Finding{File: file.Name, Line: at.Line, Column: at.Col, Level: e.Severity.String(), Rule: e.Rule,
		Message: e.Error(), Hint: e.Hint}
	if s := e.Source; s.Line > 0 && s.File != "" {
		f.Source = &explain.Source{File: s.File, Dir: s.Dir, Line: s.Line, Column: s.Col}
	}
	return f
}

// Merge makes a report of all units. What stands at one place of the source in several units is
// listed once: of a coroutine the largest frame. Without places in the source two coroutines are
// one if they have a name that other files see; of creations and findings nothing says so, and all
// are listed. pipeline and compiler are those of all units whose parts tell no other; "" leaves it
// to the parts.
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

// common says once what holds for all units.
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

// Parts takes a report apart again, so that it can be merged with others. Of what several units
// have, each gets the one that is listed, with a frame of its own size.
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
	coroutines, creations, findings map[key]int // numbers in the report
}

// add adds what unit number u has.
func (m *merger) add(u int, p *Part) {
	r := m.r
	keys := coroutineKeys(u, p)
	for i, c := range p.Coroutines {
		k := keys[i]
		n, ok := m.coroutines[k]
		if !ok {
			m.coroutines[k], n = len(r.Coroutines), len(r.Coroutines)
			r.Coroutines = append(r.Coroutines, Coroutine{})
		}
		r.Coroutines[n] = sameCoroutine(r.Coroutines[n], c, u)
	}
	for _, c := range p.Creations {
		k := keyOf(u, c.Source)
		k.function, k.other, k.elided = numberless(c.Caller), numberless(c.Callee), c.Elided
		if c.Source == nil {
			k.line, k.column = c.Line, c.Column
		}
		n, ok := m.creations[k]
		if !ok {
			m.creations[k], n = len(r.Creations), len(r.Creations)
			r.Creations = append(r.Creations, c)
			r.Creations[n].Units, r.Creations[n].Hits = nil, nil
		}
		e := &r.Creations[n]
		e.Units, e.Hits = unit(e.Units, u), together(e.Hits, c.Hits, c.Local)
	}
	for _, f := range p.Findings {
		k := keyOf(u, f.Source)
		k.function, k.other = f.Rule, f.Message
		if f.Source == nil {
			k.line, k.column = f.Line, f.Column
		}
		n, ok := m.findings[k]
		if !ok {
			m.findings[k], n = len(r.Findings), len(r.Findings)
			f.Units = nil
			r.Findings = append(r.Findings, f)
		}
		r.Findings[n].Units = unit(r.Findings[n].Units, u)
	}
}

// coroutineKeys are the keys of the coroutines that unit number u has.
func coroutineKeys(u int, p *Part) []key {
	keys := make([]key, len(p.Coroutines))
	nth := map[key][]string{} // functions of the unit that nothing but their numbers tell apart
	for i := range p.Coroutines {
		c := &p.Coroutines[i]
		k := keyOf(u, c.Source)
		if k.function = numberless(c.Function); c.Source == nil && !c.Local {
			k.unit = -1 // there is one of the name
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

// key is what two units have in common if they have one thing from one header.
type key struct {
	unit            int // where no place of the source is known
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

// numbered are what of a function's name counts the functions of its unit: clang numbers lambdas
// outside of functions so, and marks functions of a unit.
var numbered = pattern.Lazy(`\d+\$_\d+|\.__uniq\.\d+`)

// numberless is a function's name without what is another in each unit.
func numberless(name string) string {
	if !strings.Contains(name, "$_") && !strings.Contains(name, ".__uniq.") {
		return name
	}
	return numbered().ReplaceAllString(name, "$$_")
}

// sameCoroutine adds a unit's coroutine to what other units have of it; have is zero where that is
// nothing.
func sameCoroutine(have, c Coroutine, u int) Coroutine {
	units, sizes, hits := have.Units, have.Sizes, together(have.Hits, c.Hits, c.Local)
	n := len(units)
	again := n > 0 && units[n-1] == u // a unit can have two of a name, each in a module of its own; the larger counts
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

// unit adds one to a list of units, which grows by the last only.
func unit(list []int, u int) []int {
	if n := len(list); n > 0 && list[n-1] == u {
		return list
	}
	return append(list, u)
}

// together joins two units' counts of a profile; nil is unknown. A function that is known in its
// unit alone is counted in each for itself; of another all units have the one count of the program.
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

// sort brings all lists into the order that Report promises, whatever order the units came in.
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

// byPlace puts what has no place in the source last.
func byPlace(a, b *explain.Source) int {
	if a == nil || b == nil {
		return compareBool(a == nil, b == nil)
	}
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// compareBool puts false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// compareHits puts what is reached most often first, and what nothing is known of last.
func compareHits(a, b *uint64) int {
	if a == nil || b == nil {
		return compareBool(a == nil, b == nil)
	}
	return cmp.Compare(*b, *a)
}
