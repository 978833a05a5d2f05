// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/report/explain"
)

// This file compares two reports. match.go decides which entries of the two correspond; budget.go
// decides which differences are violations.

// Change is the kind of a difference between the old report and the new one.
type Change string

// The changes.
const (
	Grew   Change = "grew"
	Shrank Change = "shrank"
	New    Change = "new"
	Gone   Change = "gone"
	Missed Change = "missed" // an allocation that was elided no longer is
	Elided Change = "elided" // an allocation that was not elided now is
	Fails  Change = "fails"  // a unit that did not fail now does
	Fixed  Change = "fixed"  // a unit that failed no longer does
)

// Total counts the entries of a report.
type Total struct {
	Pipeline   string `json:"pipeline"`
	Compiler   string `json:"compiler,omitempty"`
	Units      int    `json:"units"`
	Failed     int    `json:"units_failed"`
	Coroutines int    `json:"coroutines"`
	Bytes      int64  `json:"frame_bytes"` // sum over all frames
	Creations  int    `json:"creations"`
	Missed     int    `json:"missed"` // creations whose allocation was not elided
	Findings   int    `json:"findings"`
}

// Diff is the difference between a report and an earlier one. Lists start with the changes for the
// worse.
type Diff struct {
	Old Total `json:"old"`
	New Total `json:"new"`
	// grown, by the largest growth first; new; shrunk; gone
	Coroutines []CoroutineChange `json:"coroutines"`
	// no longer elided; new; elided now; gone
	Creations []CreationChange `json:"creations"`
	Findings  []FindingChange  `json:"findings"` // new; gone
	Units     []UnitChange     `json:"units"`    // failing; new; fixed; gone
}

// CoroutineChange is a coroutine whose frame changed its size, or that is in one report only.
type CoroutineChange struct {
	Change    Change         `json:"change"` // Grew, Shrank, New, Gone
	Function  string         `json:"function"`
	Demangled string         `json:"demangled,omitempty"`
	At        explain.Source `json:"at"`
	OldSize   *int64         `json:"old_size,omitempty"`
	NewSize   *int64         `json:"new_size,omitempty"`
	// bytes of the growth that are frames of other coroutines: elision put more frames, or larger
	// ones, into this one
	Elided   int64       `json:"elided,omitempty"`
	Rows     []RowChange `json:"rows,omitempty"`        // of a frame that grew or shrank, the largest change first
	Failed   bool        `json:"unit_failed,omitempty"` // no unit that has it was compiled in the other report
	Old, New *Coroutine  `json:"-"`
}

// About identifies the coroutine without line numbers.
func (c *CoroutineChange) About() string { return word(c.Function, c.At.File) }

// People returns the coroutine's name for users.
func (c *CoroutineChange) People() string { return cmp.Or(c.Demangled, c.Function) }

// RowChange is a row of a frame whose size changed. A row in one of the frames only has size 0 in
// the other. Rows can share bytes, so the changes need not add up to that of the frame.
type RowChange struct {
	What string `json:"what"`
	Old  int64  `json:"old"`
	New  int64  `json:"new"`
	// not a row, but the number of bytes by which rows overlap others: with fewer the frame is
	// larger
	Shared bool `json:"shared,omitempty"`
}

// CreationChange is an allocation whose elision changed, or that is in one report only.
type CreationChange struct {
	Change   Change         `json:"change"` // Missed, Elided, New, Gone
	Callee   string         `json:"callee"`
	Caller   string         `json:"caller"`
	At       explain.Source `json:"at"`
	Variable string         `json:"variable,omitempty"` // the caller's variable that holds the coroutine
	Elided   bool           `json:"elided"`             // whether it is elided, in the report that has it
	Message  string         `json:"message,omitempty"`
	Hint     string         `json:"hint,omitempty"`
	Failed   bool           `json:"unit_failed,omitempty"`
	Old, New *Creation      `json:"-"`
}

// About identifies the allocation without line numbers.
func (c *CreationChange) About() string { return word(c.Callee, c.Caller, c.At.File) }

// Text describes the change of the allocation.
func (c *CreationChange) Text() string {
	s := fmt.Sprintf("the allocation of '%s' in '%s' ", explain.Demangled(c.Callee), explain.Demangled(c.Caller))
	if c.Variable != "" {
		s += "for '" + c.Variable + "' "
	}
	switch {
	case c.Change == Missed:
		return s + "was elided and is no longer"
	case c.Change == Elided:
		return s + "was not elided and is now"
	case c.Elided:
		return s + "is " + string(c.Change) + " and elided"
	}
	return s + "is " + string(c.Change) + " and not elided"
}

// Worse reports whether the allocation is missed and was not before.
func (c *CreationChange) Worse() bool {
	return c.Change == Missed || c.Change == New && !c.Elided
}

// FindingChange is a finding of check that is in one report only.
type FindingChange struct {
	Change  Change         `json:"change"` // New, Gone
	At      explain.Source `json:"at"`
	Level   string         `json:"level"`
	Rule    string         `json:"rule,omitempty"`
	Message string         `json:"message"`
	Hint    string         `json:"hint,omitempty"`
	Failed  bool           `json:"unit_failed,omitempty"`
}

// UnitChange is a unit that fails in one report and not in the other, or that is in one report
// only.
type UnitChange struct {
	Change Change `json:"change"` // Fails, Fixed, New, Gone
	File   string `json:"file"`
	Failed string `json:"failed,omitempty"` // the error, from the report in which the unit failed
}

// FailsNow reports whether the unit did not fail before.
func (c *UnitChange) FailsNow() bool {
	return c.Failed != "" && (c.Change == Fails || c.Change == New)
}

// FirstLine returns the first line of an error.
func FirstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// Largest returns the size of the coroutine's frame in bytes, the largest of those in its units.
func (c *Coroutine) Largest() int64 { return slices.Max(append([]int64{c.Size}, c.Sizes...)) }

// Total counts the entries of the report.
func (r *Report) Total() Total {
	t := Total{Pipeline: r.Pipeline, Compiler: r.Compiler, Units: len(r.Units), Coroutines: len(r.Coroutines),
		Creations: len(r.Creations), Findings: len(r.Findings)}
	for k := range r.Units {
		if r.Units[k].Failed != "" {
			t.Failed++
		}
	}
	for k := range r.Coroutines {
		t.Bytes += r.Coroutines[k].Largest()
	}
	for k := range r.Creations {
		if !r.Creations[k].Elided {
			t.Missed++
		}
	}
	return t
}

// Empty reports whether the reports do not differ in anything that is compared.
func (d *Diff) Empty() bool {
	return len(d.Coroutines)+len(d.Creations)+len(d.Findings)+len(d.Units) == 0
}

// Compare returns the differences between a report and an earlier one. It takes O(n log n) time in
// the number of entries.
func Compare(old, new *Report) *Diff {
	d := &Diff{Old: old.Total(), New: new.Total(), Coroutines: []CoroutineChange{}, Creations: []CreationChange{},
		Findings: []FindingChange{}, Units: []UnitChange{}}
	p := &pair{old: old, new: new, failedOld: old.failed(), failedNew: new.failed()}
	p.coroutines(d)
	p.creations(d)
	p.findings(d)
	p.units(d)
	return d
}

// failed returns the files of units that failed.
func (r *Report) failed() map[string]bool {
	out := map[string]bool{}
	for _, u := range r.Units {
		if u.Failed != "" {
			out[u.File] = true
		}
	}
	return out
}

// pair is two reports being compared.
type pair struct {
	old, new             *Report
	failedOld, failedNew map[string]bool
}

// lost reports whether all units that have an entry in one report failed in the other.
func lost(r *Report, units []int, failed map[string]bool) bool {
	return len(units) > 0 && !slices.ContainsFunc(units, func(u int) bool { return !failed[r.Units[u].File] })
}

func (p *pair) coroutines(d *Diff) {
	old, oldIDs := p.old.coroutines()
	new, newIDs := p.new.coroutines()
	for _, m := range match(oldIDs, newIDs) {
		var c CoroutineChange
		if m.old >= 0 {
			c.Old = old[m.old]
			c.OldSize, c.Function, c.Demangled, c.At = size(c.Old), c.Old.Function, c.Old.Demangled, p.old.At(c.Old)
		}
		if m.new >= 0 {
			c.New = new[m.new]
			c.NewSize, c.Function, c.Demangled, c.At = size(c.New), c.New.Function, c.New.Demangled, p.new.At(c.New)
		}
		switch {
		case c.Old == nil:
			c.Change, c.Failed = New, lost(p.new, c.New.Units, p.failedOld)
		case c.New == nil:
			c.Change, c.Failed = Gone, lost(p.old, c.Old.Units, p.failedNew)
		case *c.NewSize > *c.OldSize:
			c.Change, c.Rows = Grew, rows(c.Old, c.New)
			c.Elided = min(max(0, held(c.New)-held(c.Old)), *c.NewSize-*c.OldSize)
		case *c.NewSize < *c.OldSize:
			c.Change, c.Rows = Shrank, rows(c.Old, c.New)
		default:
			continue
		}
		d.Coroutines = append(d.Coroutines, c)
	}
	rank := map[Change]int{Grew: 0, New: 1, Shrank: 2, Gone: 3}
	slices.SortStableFunc(d.Coroutines, func(a, b CoroutineChange) int {
		return cmp.Or(cmp.Compare(rank[a.Change], rank[b.Change]), cmp.Compare(b.by(), a.by()),
			compareSource(a.At, b.At), cmp.Compare(a.Function, b.Function))
	})
}

func size(c *Coroutine) *int64 {
	n := c.Largest()
	return &n
}

// by returns the absolute change of a frame in bytes.
func (c *CoroutineChange) by() int64 {
	n := int64(0)
	if c.NewSize != nil {
		n += *c.NewSize
	}
	if c.OldSize != nil {
		n -= *c.OldSize
	}
	return max(n, -n)
}

func compareSource(a, b explain.Source) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// rows returns the rows of a frame whose sizes changed.
func rows(old, new *Coroutine) []RowChange {
	a, b := contents(old), contents(new)
	ids := func(list []explain.Row) []identity {
		out := make([]identity, len(list))
		for k := range list {
			w := &list[k]
			out[k] = identity{exact: word(w.Kind, label(w), w.Type, fmt.Sprint(w.Size)), group: word(w.Kind, label(w),
				w.Type), more: []string{word(w.Kind, label(w))}}
		}
		return out
	}
	var out []RowChange
	for _, m := range match(ids(a), ids(b)) {
		var c RowChange
		if m.old >= 0 {
			c.What, c.Old = what(&a[m.old]), a[m.old].Size
		}
		if m.new >= 0 {
			c.What, c.New = what(&b[m.new]), b[m.new].Size
		}
		if c.Old != c.New {
			out = append(out, c)
		}
	}
	if c := (RowChange{What: "bytes of rows that lie over others", Old: overlaid(old), New: overlaid(new),
		Shared: true}); c.Old != c.New {
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(x, y RowChange) int {
		return cmp.Or(cmp.Compare(max(y.New-y.Old, y.Old-y.New), max(x.New-x.Old, x.Old-x.New)),
			cmp.Compare(x.What, y.What))
	})
	return out
}

// held returns the number of bytes of a frame that hold frames of other coroutines, which may
// overlap.
func held(c *Coroutine) int64 {
	var list []*explain.Row
	for k := range c.Rows {
		if c.Rows[k].FrameOf != "" {
			list = append(list, &c.Rows[k])
		}
	}
	slices.SortStableFunc(list, func(a, b *explain.Row) int { return cmp.Compare(a.Offset, b.Offset) })
	sum, end := int64(0), int64(0)
	for _, w := range list {
		to := w.Offset + w.Size
		sum += max(0, to-max(end, w.Offset))
		end = max(end, to)
	}
	return sum
}

// Own returns by how many bytes a frame grew, not counting frames of other coroutines in it. Those
// no longer need the heap, and if one of them grew, it is reported separately.
func (c *CoroutineChange) Own() int64 { return *c.NewSize - *c.OldSize - c.Elided }

// overlaid returns by how many bytes a frame's rows overlap others.
func overlaid(c *Coroutine) int64 {
	sum := int64(0)
	for k := range c.Rows {
		sum += c.Rows[k].Size
	}
	return max(0, sum-c.Size)
}

// contents returns the rows of a frame, with one row for all padding.
func contents(c *Coroutine) []explain.Row {
	var out []explain.Row
	padding := explain.Row{Kind: "padding", What: "padding"}
	for k := range c.Rows {
		if c.Rows[k].Kind == padding.Kind {
			padding.Size += c.Rows[k].Size
		} else {
			out = append(out, c.Rows[k])
		}
	}
	return append(out, padding)
}

// what describes a row to users.
func what(w *explain.Row) string {
	switch {
	case w.What != "":
		return w.What
	case w.Label != "":
		return w.Label
	}
	return w.Kind
}

func (p *pair) creations(d *Diff) {
	old, oldIDs := p.old.creations()
	new, newIDs := p.new.creations()
	for _, m := range match(oldIDs, newIDs) {
		c := CreationChange{}
		of := func(e *Creation, at explain.Source) {
			c.Callee, c.Caller, c.Variable, c.Elided, c.At, c.Message,
				c.Hint = e.Callee, e.Caller, e.Variable, e.Elided, at, "", ""
			if e.Reason != nil {
				c.Message, c.Hint = explain.DemangledText(e.Reason.Message), explain.DemangledText(e.Reason.Hint)
			}
		}
		if m.old >= 0 {
			c.Old = old[m.old]
			of(c.Old, p.old.At(c.Old))
		}
		if m.new >= 0 {
			c.New = new[m.new]
			of(c.New, p.new.At(c.New))
		}
		switch {
		case c.Old == nil:
			c.Change, c.Failed = New, lost(p.new, c.New.Units, p.failedOld)
		case c.New == nil:
			c.Change, c.Failed = Gone, lost(p.old, c.Old.Units, p.failedNew)
		case c.Old.Elided && !c.New.Elided:
			c.Change = Missed
		case !c.Old.Elided && c.New.Elided:
			c.Change = Elided
		default:
			continue
		}
		d.Creations = append(d.Creations, c)
	}
	rank := map[Change]int{Missed: 0, New: 1, Elided: 2, Gone: 3}
	slices.SortStableFunc(d.Creations, func(a, b CreationChange) int {
		return cmp.Or(cmp.Compare(rank[a.Change], rank[b.Change]), compareBool(a.Elided, b.Elided),
			compareSource(a.At, b.At),
			cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.Callee, b.Callee))
	})
}

func (p *pair) findings(d *Diff) {
	old, oldIDs := p.old.findings()
	new, newIDs := p.new.findings()
	for _, m := range match(oldIDs, newIDs) {
		var c FindingChange
		var f *Finding
		switch {
		case m.old < 0:
			f, c.Change = new[m.new], New
			c.At, c.Failed = p.new.At(f), lost(p.new, f.Units, p.failedOld)
		case m.new < 0:
			f, c.Change = old[m.old], Gone
			c.At, c.Failed = p.old.At(f), lost(p.old, f.Units, p.failedNew)
		default:
			continue
		}
		c.Level, c.Rule, c.Message, c.Hint = f.Level, f.Rule, f.Message, f.Hint
		d.Findings = append(d.Findings, c)
	}
	slices.SortStableFunc(d.Findings, func(a, b FindingChange) int {
		return cmp.Or(compareBool(a.Change != New, b.Change != New), compareSource(a.At, b.At),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}

func (p *pair) units(d *Diff) {
	old, oldIDs := p.old.units()
	new, newIDs := p.new.units()
	for _, m := range match(oldIDs, newIDs) {
		var c UnitChange
		switch {
		case m.old < 0:
			c = UnitChange{New, new[m.new].File, new[m.new].Failed}
		case m.new < 0:
			c = UnitChange{Gone, old[m.old].File, old[m.old].Failed}
		case old[m.old].Failed == "" && new[m.new].Failed != "":
			c = UnitChange{Fails, new[m.new].File, new[m.new].Failed}
		case old[m.old].Failed != "" && new[m.new].Failed == "":
			c = UnitChange{Fixed, new[m.new].File, old[m.old].Failed}
		default:
			continue
		}
		d.Units = append(d.Units, c)
	}
	rank := map[Change]int{Fails: 0, New: 1, Fixed: 2, Gone: 3}
	slices.SortStableFunc(d.Units, func(a, b UnitChange) int {
		return cmp.Or(compareBool(a.Failed == "", b.Failed == ""), cmp.Compare(rank[a.Change], rank[b.Change]),
			cmp.Compare(a.File, b.File))
	})
}
