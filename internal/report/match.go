package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/explain"
	"github.com/corolower/corolower/internal/pattern"
)

// This file says what in two reports is the same thing. No line number takes part, so that text may
// be put in above; places only tell the order in which things of one name come. docs/budgets.md
// tells users the same.

// identity is by what something is known in another report.
type identity struct {
	// what it is, where it is and what became of it: of those of one word the first of one report
	// is the first of the other, and so on
	exact string
	name  string   // what it is, where it is and what the source calls it; "" where it has no name
	group string   // what it is and where: for those whose other words differ
	more  []string // what it is, with less and less of where
}

// paired is a thing of the old report and one of the new: numbers in their lists, -1 for none.
type paired struct{ old, new int }

// match pairs things by their identities: first those that are the same to the word, then those
// that have a name in common. Of the rest of a group those are one that stand between the same
// such, as lines of text do that changed, then what is left of a group in its order, and then the
// same with each of the further words. The pairs come in the order of the old list; what only the
// new list has comes behind them. It costs n log n.
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

// matching is what is paired so far.
type matching struct {
	mate  []int  // of the old list: 1 + the number in the new one
	taken []bool // of the new list
}

// round pairs what is left and has a word in common, in the order of the lists. An empty word is
// nobody's.
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

// between gives words of group and of how many of the group that are paired stand in front.
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

// word joins what makes up a word of an identity. The parts' lengths are in it, so that no name can
// look like two.
func word(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "%d:%s", len(p), p)
	}
	return b.String()
}

// inOrder gives the numbers of n things in the order of their places, and, where these are the
// same, of the list.
func inOrder(n int, place func(k int) (file string, line, column int)) []int {
	type at struct {
		k, line, column int
		file            string
	}
	list := make([]at, n)
	for k := range list {
		f, l, c := place(k)
		list[k] = at{k, l, c, f}
	}
	slices.SortStableFunc(list, func(a, b at) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	out := make([]int, n)
	for k := range list {
		out[k] = list[k].k
	}
	return out
}

// where is the place of something: in the source if that is known, else in the IR. Line is 0 where
// no line is known.
func (r *Report) where(file string, line, column int, s *explain.Source, units []int) explain.Source {
	switch {
	case s != nil:
		return *s
	case len(units) > 0 && r.Units[units[0]].File != file: // the IR is a file that comes and goes
		return explain.Source{File: r.Units[units[0]].File}
	}
	return explain.Source{File: file, Line: line, Column: column}
}

// At is the place of a coroutine: in the source if that is known, else its unit, else in the IR.
func (r *Report) At(c *Coroutine) explain.Source {
	return r.where(c.File, c.Line, c.Column, c.Source, c.Units)
}

// Created is the place of a creation, in the same way.
func (r *Report) Created(c *Creation) explain.Source {
	return r.where(c.File, c.Line, c.Column, c.Source, c.Units)
}

// Found is the place of a finding, in the same way.
func (r *Report) Found(f *Finding) explain.Source {
	return r.where(f.File, f.Line, f.Column, f.Source, f.Units)
}

// coroutines gives the report's in the order of their text, with their identities: function, file
// and what the frame is made of; function and file; function and frame; function, unless another
// file can have one of that name, or a number in the name changes.
func (r *Report) coroutines() ([]*Coroutine, []identity) {
	order := inOrder(len(r.Coroutines), func(k int) (string, int, int) {
		c := &r.Coroutines[k]
		return place(r.At(c),
			c.Line)
	})
	list, ids := make([]*Coroutine, len(order)), make([]identity, len(order))
	for n, k := range order {
		c := &r.Coroutines[k]
		stem, numbered := explain.Stem(c.Function)
		file, shape := r.At(c).File, c.shape()
		id := identity{exact: word(stem, file, shape), group: word(stem, file), more: []string{word(stem, shape)}}
		if !c.Local && !numbered {
			id.more = append(id.more, word(stem))
		}
		list[n], ids[n] = c, id
	}
	return list, ids
}

// place is a place for ordering; what has no line in the source goes by that of the IR.
func place(s explain.Source, line int) (string, int, int) {
	if s.Line == 0 {
		return s.File, line, 0
	}
	return s.File, s.Line, s.Column
}

// shape is a word for what a frame is made of; lines and numbers of values are not in it.
func (c *Coroutine) shape() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %d\n", c.Largest(), c.Align, len(c.Suspends))
	for k := range c.Rows {
		w := &c.Rows[k]
		fmt.Fprintf(h, "%d %d %s\n", w.Offset, w.Size, word(w.Kind, label(w), w.Type))
	}
	return string(h.Sum(nil))
}

// label is what a row of a frame is known by in another report: its variable, or its name without
// the number that makes names of the IR unique.
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

// creations gives the report's in the order of their text, with their identities: caller, callee
// and file, with what became of the allocation, why, and the variable; with the variable; caller,
// callee and file; caller and callee with what became of it; caller and callee, unless another file
// can have such.
func (r *Report) creations() ([]*Creation, []identity) {
	order := inOrder(len(r.Creations), func(k int) (string, int, int) {
		c := &r.Creations[k]
		return place(r.Created(c),
			c.Line)
	})
	list, ids := make([]*Creation, len(order)), make([]identity, len(order))
	for n, k := range order {
		c := &r.Creations[k]
		caller, numbered := explain.Stem(c.Caller)
		callee, also := explain.Stem(c.Callee)
		file, became, why := r.Created(c).File, fmt.Sprint(c.Elided), ""
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
		list[n], ids[n] = c, id
	}
	return list, ids
}

// moving is what changes in a message when something else in the file does: numbers of values and
// lines.
var moving = pattern.Lazy(`[%!#][0-9]+|\bline [0-9]+|:[0-9]+:[0-9]+`)

// findings gives the report's in the order of their places, with their identities: rule, message
// and file.
func (r *Report) findings() ([]*Finding, []identity) {
	order := inOrder(len(r.Findings), func(k int) (string, int, int) {
		f := &r.Findings[k]
		return place(r.Found(f),
			f.Line)
	})
	list, ids := make([]*Finding, len(order)), make([]identity, len(order))
	for n, k := range order {
		f := &r.Findings[k]
		w := word(f.Rule, moving().ReplaceAllString(f.Message, " "), r.Found(f).File)
		list[n], ids[n] = f, identity{exact: w, group: w}
	}
	return list, ids
}

// units gives the report's, which are known by their files, and of several of one file by what is
// made of it.
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
