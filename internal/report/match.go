// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/pattern"
	"github.com/corolower/corolower/internal/report/explain"
)

// This file decides which entries of two reports correspond. It uses no line numbers, so that
// inserted text does not matter; positions only determine the order of entries with equal names.
// docs/budgets.md explains this to users.

// identity is the set of words by which an entry is recognised in another report.
type identity struct {
	// names, file and state; entries with the same word correspond in their order
	exact string
	name  string   // names, file and the variable in the source; "" if there is none
	group string   // names and file: for entries that differ otherwise
	more  []string // less specific words, tried in order
}

// paired is a pair of indices of an old and a new entry, -1 for none.
type paired struct{ old, new int }

// match pairs entries by their identities, in rounds over the entries that are still unpaired. The
// first round pairs entries with equal exact words, and the second those with equal names. The
// third pairs entries of a group that lie between the same paired entries, as a line diff does with
// changed lines. The fourth pairs the rest of each group in order, and the following rounds use the
// further words. The pairs have the order of the old list; entries that only the new list has
// follow. match takes O(n log n) time.
//
// For example, if a function creates one coroutine for each of its variables a and b, and the
// allocation for a is no longer elided, then the first round pairs the entries for b, and the
// second those for a.
func match(old, new []identity) []paired {
	m := &matching{mate: make([]int, len(old)), taken: make([]bool, len(new))}
	rounds := 0
	for _, id := range slices.Concat(old, new) {
		rounds = max(rounds, len(id.more))
	}
	m.round(len(old), len(new), func(k int) string { return old[k].exact }, func(k int) string { return new[k].exact })
	m.round(len(old), len(new), func(k int) string { return old[k].name }, func(k int) string { return new[k].name })
	a := between(old, func(k int) bool { return m.mate[k] != 0 })
	b := between(new, func(k int) bool { return m.taken[k] })
	m.round(len(old), len(new), func(k int) string { return a[k] }, func(k int) string { return b[k] })
	m.round(len(old), len(new), func(k int) string { return old[k].group }, func(k int) string { return new[k].group })
	for n := range rounds {
		nth := func(list []identity) func(int) string {
			return func(k int) string {
				if n >= len(list[k].more) {
					return ""
				}
				return list[k].more[n]
			}
		}
		m.round(len(old), len(new), nth(old), nth(new))
	}
	out := make([]paired, 0, max(len(old), len(new)))
	for k, to := range m.mate {
		out = append(out, paired{k, to - 1})
	}
	for k, t := range m.taken {
		if !t {
			out = append(out, paired{-1, k})
		}
	}
	return out
}

// matching holds the pairs so far.
type matching struct {
	mate  []int  // by old entry: 1 + the index of the new one
	taken []bool // by new entry
}

// round pairs the unpaired entries that have the same word, in the order of the lists. An empty
// word matches nothing.
func (m *matching) round(olds, news int, old, new func(k int) string) {
	waiting := map[string][]int{}
	for k := range news {
		if w := new(k); !m.taken[k] && w != "" {
			waiting[w] = append(waiting[w], k)
		}
	}
	for k := range olds {
		w := old(k)
		if list := waiting[w]; m.mate[k] == 0 && w != "" && len(list) > 0 {
			m.mate[k], m.taken[list[0]] = 1+list[0], true
			waiting[w] = list[1:]
		}
	}
}

// between returns for each entry a word of its group and the number of paired entries of the group
// before it.
func between(list []identity, isPaired func(k int) bool) []string {
	out, seen := make([]string, len(list)), map[string]int{}
	for k, id := range list {
		out[k] = word(id.group, strconv.Itoa(seen[id.group]))
		if isPaired(k) {
			seen[id.group]++
		}
	}
	return out
}

// word joins the parts of a word. It includes their lengths, so that different parts always yield
// different words.
func word(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%d:%s", len(p), p)
	}
	return b.String()
}

// entry is an entry of a report with a place in the IR, perhaps one in the source, and the units that
// have it.
type entry interface {
	place() (file string, at explain.At, units []int)
}

func (c *Coroutine) place() (string, explain.At, []int) { return c.File, c.About.At, c.Units }

func (c *Creation) place() (string, explain.At, []int) {
	return c.File, explain.At{Line: c.Line, Column: c.Column, Source: c.Source}, c.Units
}

func (f *Finding) place() (string, explain.At, []int) {
	return f.File, explain.At{Line: f.Line, Column: f.Column, Source: f.Source}, f.Units
}

// At returns the position of an entry: in the source if it is known, otherwise its unit, otherwise in
// the IR. Line is 0 if no line is known.
func (r *Report) At(e entry) explain.Source {
	file, at, units := e.place()
	switch {
	case at.Source != nil:
		return *at.Source
	case len(units) > 0 && r.Units[units[0]].File != file: // the IR is a temporary file
		return explain.Source{File: r.Units[units[0]].File}
	}
	return explain.Source{File: file, Line: at.Line, Column: at.Column}
}

// inOrder returns entries in the order of their positions, and their identities. If the source has no
// line, it uses the line of the IR.
func inOrder[E any, P interface {
	*E
	entry
}](r *Report, entries []E, id func(P) identity) ([]P, []identity) {
	list, at := make([]P, len(entries)), map[P]explain.Source{}
	for k := range entries {
		p := P(&entries[k])
		list[k], at[p] = p, r.At(p)
		if _, ir, _ := p.place(); at[p].Line == 0 {
			at[p] = explain.Source{File: at[p].File, Line: ir.Line}
		}
	}
	slices.SortStableFunc(list, func(a, b P) int { return compareSource(at[a], at[b]) })
	ids := make([]identity, len(list))
	for k, p := range list {
		ids[k] = id(p)
	}
	return list, ids
}

// coroutines returns the report's coroutines in the order of the source, with their identities. The
// words are, from the most exact: function, file and the shape of the frame; function and file;
// function and shape; and the function alone, unless another file may have one with the same name,
// or the name has a number that changes.
func (r *Report) coroutines() ([]*Coroutine, []identity) {
	return inOrder(r, r.Coroutines, func(c *Coroutine) identity {
		stem, numbered := explain.Stem(c.Function)
		file, shape := r.At(c).File, c.shape()
		id := identity{exact: word(stem, file, shape), group: word(stem, file), more: []string{word(stem, shape)}}
		if !c.Local && !numbered {
			id.more = append(id.more, word(stem))
		}
		return id
	})
}

// shape returns a hash of a frame's layout. It excludes lines and numbers of values.
func (c *Coroutine) shape() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d\n", c.Largest(), c.Align, len(c.Suspends))
	for k := range c.Rows {
		w := &c.Rows[k]
		fmt.Fprintf(h, "%d %d %s\n", w.Offset, w.Size, word(w.Kind, label(w), w.Type))
	}
	return string(h.Sum(nil))
}

// label returns the word by which a row of a frame is recognised in another report: its variable,
// or its name without the number that makes names unique in the IR.
func label(w *explain.Row) string {
	switch {
	case w.Variable != nil:
		v := w.Variable
		return word(v.Name, v.Of, fmt.Sprint(v.Address, v.OneOf, v.From, v.To))
	case w.FrameOf != "":
		stem, _ := explain.Stem(w.FrameOf)
		return stem
	}
	return strings.TrimRight(w.Name, "0123456789.")
}

// creations returns the report's creations in the order of the source, with their identities. The
// words are, from the most exact: caller, callee, file, whether it is elided, the reason and the
// variable; caller, callee, file and the variable; caller, callee and file; caller, callee, whether
// it is elided and the reason; and caller and callee, unless another file may have the same.
func (r *Report) creations() ([]*Creation, []identity) {
	return inOrder(r, r.Creations, func(c *Creation) identity {
		caller, numbered := explain.Stem(c.Caller)
		callee, also := explain.Stem(c.Callee)
		file, became, why := r.At(c).File, fmt.Sprint(c.Elided), ""
		if c.Reason != nil {
			why = word(c.Reason.Kind, c.Reason.Variable)
		}
		id := identity{exact: word(caller, callee, file, became, why, c.Variable), group: word(caller, callee, file),
			more: []string{word(caller, callee, became, why)}}
		if c.Variable != "" {
			id.name = word(caller, callee, file, c.Variable)
		}
		if !c.Local && !numbered && !also {
			id.more = append(id.more, word(caller, callee))
		}
		return id
	})
}

// moving matches what changes in a message when another part of the file changes: numbers of
// values, and lines.
var moving = pattern.Lazy(`[%!#][0-9]+|\bline [0-9]+|:[0-9]+:[0-9]+`)

// findings returns the report's findings in the order of their positions, with their identities:
// rule, message and file.
func (r *Report) findings() ([]*Finding, []identity) {
	return inOrder(r, r.Findings, func(f *Finding) identity {
		w := word(f.Rule, moving().ReplaceAllString(f.Message, " "), r.At(f).File)
		return identity{exact: w, group: w}
	})
}

// units returns the report's units with their identities: the file, and, for several units of one
// file, the output of the compile command.
func (r *Report) units() ([]*Unit, []identity) {
	list, ids := make([]*Unit, len(r.Units)), make([]identity, len(r.Units))
	for k := range r.Units {
		u := &r.Units[k]
		failed := fmt.Sprint(u.Failed != "")
		list[k], ids[k] = u, identity{exact: word(u.File, u.Object, failed), group: word(u.File, failed),
			more: []string{word(u.File)}}
	}
	return list, ids
}
