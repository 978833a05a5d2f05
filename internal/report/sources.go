// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/report/explain"
)

// This file collects the source positions that a report names, and the lines around them that it
// includes.

// around is the number of lines included on both sides of a named line.
const around = 3

// EachSource calls f with every source position in the part.
func (p *Part) EachSource(f func(*explain.Source)) {
	call := func(s *explain.Source) {
		if s != nil {
			f(s)
		}
	}
	for k := range p.Coroutines {
		c := &p.Coroutines[k]
		call(c.Source)
		eachOfDecl(c.Result, call)
		for n := range c.Suspends {
			call(c.Suspends[n].Source)
		}
		eachOfRows(c.Rows, call)
		seen := map[*explain.Source]bool{} // paths through one block share its position
		for n := range c.Ways {
			for v := range c.Ways[n].Via {
				if s := c.Ways[n].Via[v].Source; !seen[s] {
					seen[s] = true
					call(s)
				}
			}
		}
	}
	for k := range p.Creations {
		eachOfCreation(&p.Creations[k].Creation, call)
	}
	for k := range p.Findings {
		call(p.Findings[k].Source)
	}
}

// eachOfCreation calls f with the positions of a creation and of its copies.
func eachOfCreation(c *explain.Creation, f func(*explain.Source)) {
	f(c.Source)
	for k := range c.Awaits {
		f(c.Awaits[k].Source)
	}
	if r := c.Reason; r != nil {
		f(r.Source)
		f(r.Inlined)
		for n := range r.Path {
			f(r.Path[n].Source)
		}
	}
	for k := range c.Copies {
		eachOfCreation(&c.Copies[k], f)
	}
}

// eachOfRows calls f with the positions of rows, and of the rows of frames in them.
func eachOfRows(rows []explain.Row, f func(*explain.Source)) {
	for k := range rows {
		r := &rows[k]
		if r.Variable != nil {
			f(r.Variable.Source)
		}
		for _, at := range []*explain.At{r.Defined, r.Used} {
			if at != nil {
				f(at.Source)
			}
		}
		for n := range r.Keepers {
			f(r.Keepers[n].Source)
			eachOfDecl(r.Keepers[n].Declared, f)
		}
		eachOfRows(r.Rows, f)
	}
}

func eachOfDecl(d *explain.Decl, f func(*explain.Source)) {
	if d != nil {
		f(d.Source)
	}
}

// Lines splits a text into lines, for Carry.
func Lines(text []byte) []string {
	return strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
}

// Carry sets Sources to the lines that the part names, and some around them. read returns the lines
// of a file, or nil if it cannot read it.
func (p *Part) Carry(read func(file string) []string) {
	named := map[string]map[int]bool{}
	p.EachSource(func(s *explain.Source) {
		if named[s.File] == nil {
			named[s.File] = map[int]bool{}
		}
		named[s.File][s.Line] = true
	})
	lines := map[string]map[int]string{}
	for file, list := range named {
		text := read(file)
		lines[file] = map[int]string{}
		for n := range list {
			for l := max(1, n-around); l <= min(n+around, len(text)); l++ {
				lines[file][l] = text[l-1]
			}
		}
	}
	p.Sources = passages(lines)
}

// WithoutText returns the report without the lines of sources and the IR of coroutines. It does not
// change r.
func (r *Report) WithoutText() *Report {
	out := *r
	out.Sources, out.Coroutines = nil, slices.Clone(r.Coroutines)
	for k := range out.Coroutines {
		out.Coroutines[k].IR = nil
	}
	return &out
}

// joinSources returns the lines of all parts, each once. Consecutive lines form one passage.
func joinSources(parts []Part) []Source {
	lines := map[string]map[int]string{}
	for k := range parts {
		for _, s := range parts[k].Sources {
			if lines[s.File] == nil {
				lines[s.File] = map[int]string{}
			}
			for n, l := range s.Lines {
				if _, have := lines[s.File][s.First+n]; !have {
					lines[s.File][s.First+n] = l
				}
			}
		}
	}
	return passages(lines)
}

// passages joins consecutive lines, in the order of files and lines.
func passages(lines map[string]map[int]string) []Source {
	var out []Source
	for _, file := range slices.SortedFunc(maps.Keys(lines), cmp.Compare[string]) {
		for _, n := range slices.Sorted(maps.Keys(lines[file])) {
			last := len(out) - 1
			if last < 0 || out[last].File != file || out[last].First+len(out[last].Lines) != n {
				out = append(out, Source{File: file, Text: Text{First: n}})
				last++
			}
			out[last].Lines = append(out[last].Lines, lines[file][n])
		}
	}
	return out
}
