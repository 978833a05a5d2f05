// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package summary

import (
	"slices"
	"strings"
)

// Table holds the summaries of one file, or of several files that are linked together. It must not
// change once it is in use.
type Table struct {
	Triple, Layout string   // of the module
	Notes          []string // messages about what Merge left out
	funcs          []*Func
	byName         map[string]*Func
}

// Add adds a summary. If two tables disagree on a function, nothing is known of it, and Add returns
// true.
func (t *Table) Add(f *Func) (conflict bool) {
	if t.byName == nil {
		t.byName = map[string]*Func{}
	}
	was, known := t.byName[f.Name]
	switch {
	case !known:
		t.funcs = append(t.funcs, f)
		t.byName[f.Name] = f
	case was == nil || !was.Equal(f):
		t.byName[f.Name] = nil
		t.funcs = slices.DeleteFunc(t.funcs, func(g *Func) bool { return g.Name == f.Name })
		return true
	}
	return false
}

// Merge adds the summaries of another table, which was read from the file with the given name. It
// ignores a table with another target than the first.
func (t *Table) Merge(from *Table, name string) {
	if len(t.byName) == 0 && t.Triple == "" && t.Layout == "" {
		t.Triple, t.Layout = from.Triple, from.Layout
	}
	if from.Triple != t.Triple || from.Layout != t.Layout {
		t.Notes = append(t.Notes, "ignoring "+name+": its target differs from that of the summaries before it")
		return
	}
	for _, f := range from.Funcs() {
		if t.Add(f) {
			t.Notes = append(t.Notes, "ignoring the summaries of @"+f.Name+": "+name+" and another file disagree")
		}
	}
}

// Func returns the summary of a function by its linkage name; nil: there is none.
func (t *Table) Func(name string) *Func {
	if t == nil {
		return nil
	}
	return t.byName[name]
}

// Funcs returns all summaries, by name.
func (t *Table) Funcs() []*Func {
	list := slices.Clone(t.funcs)
	slices.SortFunc(list, func(a, b *Func) int { return strings.Compare(a.Name, b.Name) })
	return list
}
