package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/explain"
)

// This file is the lines of the source that a report carries, and the places in it that a report
// names.

// around is how many lines are carried on both sides of one that the report names.
const around = 3

// EachSource calls f with every place in the source that the part names.
func (p *Part) EachSource(f func(*explain.Source)) {
	call := func(s *explain.Source) {
		if s != nil {
			f(s)
		}
	}
	for k := range p.Coroutines {
		c := &p.Coroutines[k]
		call(c.Source)
		for n := range c.Suspends {
			call(c.Suspends[n].Source)
		}
		eachOfRows(c.Rows, call)
		seen := map[*explain.Source]bool{} // ways that come by one block share its place
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
		c := &p.Creations[k]
		call(c.Source)
		if r := c.Reason; r != nil {
			call(r.Source)
			call(r.Inlined)
			for n := range r.Path {
				call(r.Path[n].Source)
			}
		}
	}
	for k := range p.Findings {
		call(p.Findings[k].Source)
	}
}

// eachOfRows calls f with the places of rows, and of those of frames that lie in them.
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
		}
		eachOfRows(r.Rows, f)
	}
}

// Lines are those of a text, for Carry.
func Lines(text []byte) []string {
	return strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
}

// Carry fills Sources with the lines that the part names, and some around them. read gives the
// lines of a file, nil where it cannot.
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

// WithoutText is the report without the lines of sources and the IR of coroutines; r stays as it
// is.
func (r *Report) WithoutText() *Report {
	out := *r
	out.Sources, out.Coroutines = nil, slices.Clone(r.Coroutines)
	for k := range out.Coroutines {
		out.Coroutines[k].IR = nil
	}
	return &out
}

// joinSources gives the lines that any part carries, each once; what follows each other is one
// passage.
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

// passages puts lines that follow each other together, in the order of files and lines.
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
