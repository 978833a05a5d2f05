package report

import (
	"cmp"
	"slices"

	"github.com/corolower/corolower/internal/explain"
)

// This file makes one report of what is known of each unit. It merges what several units have from one header; it finds nothing out.

// Part is what one unit has. The Units and Sizes of what is in it are left to Merge.
type Part struct {
	Unit       Unit        `json:"unit"`
	Coroutines []Coroutine `json:"coroutines"`
	Creations  []Creation  `json:"creations"`
	Findings   []Finding   `json:"findings"`
}

// Add adds what a file of IR has. pipeline is the text of the pipeline that was run; text asks for the IR of each coroutine too.
func (p *Part) Add(pipeline string, coroutines []*explain.Coroutine, creations []explain.Created, text bool) {
	for _, c := range coroutines {
		states := c.States(pipeline)
		rc := Coroutine{Frame: c.Frame(pipeline, "offset"), Ways: states.Ways, More: states.More}
		if first, lines := c.Text(); text && lines != nil {
			rc.IR = &Text{First: first, Lines: lines}
		}
		p.Coroutines = append(p.Coroutines, rc)
	}
	for k := range creations {
		p.Creations = append(p.Creations, Creation{Creation: creations[k].Creation()})
	}
}

// Merge makes a report of all units. What stands at one place of the source in several units is listed once: of a coroutine the largest frame, and
// how often it is entered in all units together. Without places in the source two coroutines are one if they have a
// name that other files see; of creations and findings nothing says so, and all are listed.
func Merge(pipeline, compiler string, parts []Part) *Report {
	r := &Report{Version: Version, Pipeline: pipeline, Compiler: compiler, Units: []Unit{}, Coroutines: []Coroutine{}, Creations: []Creation{},
		Findings: []Finding{}}
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int { return cmp.Compare(a.Unit.File, b.Unit.File) })
	coroutines, creations, findings := map[key]int{}, map[key]int{}, map[key]int{}
	for u, p := range parts {
		r.Units = append(r.Units, p.Unit)
		for _, c := range p.Coroutines {
			k := keyOf(u, c.Source)
			if k.function = c.Function; c.Source == nil && !c.Local {
				k.unit = -1 // there is one of the name
			}
			n, ok := coroutines[k]
			if !ok {
				coroutines[k], n = len(r.Coroutines), len(r.Coroutines)
				r.Coroutines = append(r.Coroutines, Coroutine{})
			}
			r.Coroutines[n] = sameCoroutine(r.Coroutines[n], c, u)
		}
		for _, c := range p.Creations {
			k := keyOf(u, c.Source)
			k.function, k.other, k.elided = c.Caller, c.Callee, c.Elided
			if c.Source == nil {
				k.line, k.column = c.Line, c.Column
			}
			n, ok := creations[k]
			if !ok {
				creations[k], n = len(r.Creations), len(r.Creations)
				r.Creations = append(r.Creations, c)
				r.Creations[n].Units, r.Creations[n].Hits = nil, nil
			}
			e := &r.Creations[n]
			e.Units, e.Hits = unit(e.Units, u), sum(e.Hits, c.Hits)
		}
		for _, f := range p.Findings {
			k := keyOf(u, f.Source)
			k.function, k.other = f.Rule, f.Message
			if f.Source == nil {
				k.line, k.column = f.Line, f.Column
			}
			n, ok := findings[k]
			if !ok {
				findings[k], n = len(r.Findings), len(r.Findings)
				f.Units = nil
				r.Findings = append(r.Findings, f)
			}
			r.Findings[n].Units = unit(r.Findings[n].Units, u)
		}
	}
	r.sort()
	return r
}

// key is what two units have in common if they have one thing from one header.
type key struct {
	unit            int // where no place of the source is known
	file            string
	line, column    int
	function, other string
	elided          bool
}

func keyOf(unit int, s *explain.Source) key {
	if s == nil {
		return key{unit: unit}
	}
	return key{unit: -1, file: s.File, line: s.Line, column: s.Column}
}

// sameCoroutine adds a unit's coroutine to what other units have of it; have is zero where that is nothing.
func sameCoroutine(have, c Coroutine, u int) Coroutine {
	units, sizes, hits := have.Units, have.Sizes, sum(have.Hits, c.Hits)
	if slices.Contains(units, u) { // a unit can have two of a name, each in a module of its own
		if c.Size > have.Size {
			c.Units, c.Sizes, c.Hits = units, sizes, hits
			return c
		}
		have.Hits = hits
		return have
	}
	if len(units) > 0 && sizes == nil && c.Size != have.Size {
		for range units {
			sizes = append(sizes, have.Size)
		}
	}
	if sizes != nil {
		sizes = append(sizes, c.Size)
	}
	if len(units) == 0 || c.Size > have.Size {
		have = c
	}
	have.Units, have.Sizes, have.Hits = append(units, u), sizes, hits
	return have
}

// unit adds one to a list of units, which grows by the last only.
func unit(list []int, u int) []int {
	if n := len(list); n > 0 && list[n-1] == u {
		return list
	}
	return append(list, u)
}

// sum adds up counts of a profile; nil is unknown.
func sum(a, b *uint64) *uint64 {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	n := *a + *b
	return &n
}

// sort brings all lists into the order that Report promises, whatever order the units came in.
func (r *Report) sort() {
	slices.SortStableFunc(r.Coroutines, func(a, b Coroutine) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), byPlace(a.Source, b.Source), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Function, b.Function))
	})
	slices.SortStableFunc(r.Creations, func(a, b Creation) int {
		return cmp.Or(compareBool(a.Elided, b.Elided), compareHits(a.Hits, b.Hits), byPlace(a.Source, b.Source), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.Callee, b.Callee))
	})
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(byPlace(a.Source, b.Source), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
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
