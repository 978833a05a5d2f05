// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package gen

// Control flow and the choice of statements.

import (
	"fmt"
	"strings"
)

// stmts writes n random statements. depth limits nesting.
func (f *fn) stmts(n, depth int) {
	for range n {
		f.stmt(depth)
	}
}

// stmt writes one random statement.
func (f *fn) stmt(depth int) {
	if f.c != nil && f.chance(38) && f.coroStmt(depth) {
		return
	}
	k := f.n(12)
	if depth <= 0 {
		k = f.n(7)
	}
	switch k {
	case 0, 1, 2:
		f.expr()
		f.expr()
	case 3, 4, 5:
		f.access()
	case 6:
		if len(f.vals) > 0 {
			f.trace(f.vals[f.n(len(f.vals))])
		}
	case 7, 8:
		f.ifElse(depth)
	case 9:
		f.switchOn(depth)
	case 10:
		f.loop(depth)
	case 11:
		f.scoped(func() { f.stmts(1+f.n(3), depth-1) })
	}
}

// join is a set of edges that meet in one block, with a value for each phi on each edge.
type join struct {
	types []*typ
	preds []string
	vals  [][]string
}

// edge records the current block as a predecessor. get is pick if instructions may still be added
// to the block, and quiet otherwise.
func (f *fn) edge(j *join, get func(*typ) val) {
	var row []string
	for _, t := range j.types {
		row = append(row, get(t).s)
	}
	j.preds = append(j.preds, f.cur)
	j.vals = append(j.vals, row)
}

// konsts is a get function for edge that returns only constants.
func (f *fn) konsts(t *typ) val { return val{t, f.konst(t)} }

// phis writes the phis of a join at the current position and puts them in scope.
func (f *fn) phis(j *join) []val {
	var out []val
	for i, t := range j.types {
		var arms []string
		for p, pred := range j.preds {
			arms = append(arms, fmt.Sprintf("[ %s, %%%s ]", j.vals[p][i], pred))
		}
		out = append(out, f.push(t, f.op("phi %s %s", t.s, strings.Join(arms, ", "))))
	}
	return out
}

func (f *fn) newJoin(most int) *join {
	j := &join{}
	for range f.n(most + 1) {
		j.types = append(j.types, f.valKind())
	}
	return j
}

// arm writes one branch of a conditional and its edge to the merge block.
func (f *fn) arm(label, merge string, j *join, depth int) {
	f.start(label)
	m := f.mark()
	f.stmts(f.n(4), depth-1)
	f.edge(j, f.pick)
	f.br(merge)
	f.release(m)
}

func (f *fn) ifElse(depth int) {
	a, b, m := f.newLabel("then"), f.newLabel("else"), f.newLabel("merge")
	j := f.newJoin(2)
	c := f.cond()
	if f.chance(5) {
		c = f.konst(i1)
	}
	switch {
	case f.chance(25):
		f.edge(j, f.pick)
		f.do("br i1 %s, label %%%s, label %%%s", c, a, m)
		f.arm(a, m, j, depth)
	default:
		f.do("br i1 %s, label %%%s, label %%%s", c, a, b)
		f.arm(a, m, j, depth)
		f.arm(b, m, j, depth)
	}
	f.start(m)
	f.phis(j)
}

func (f *fn) switchOn(depth int) {
	n := 1 + f.n(3)
	m := f.newLabel("join")
	j := f.newJoin(2)
	x := f.op("and i64 %s, 3", f.fresh())
	if f.chance(5) {
		x = fmt.Sprint(f.n(4))
	}
	var labels, cases []string
	for i := range n {
		l := f.newLabel("case")
		labels = append(labels, l)
		cases = append(cases, fmt.Sprintf("i64 %d, label %%%s", i, l))
	}
	def := m
	if f.chance(60) {
		def = f.newLabel("default")
		labels = append(labels, def)
	} else {
		f.edge(j, f.quiet)
	}
	f.do("switch i64 %s, label %%%s [ %s ]", x, def, strings.Join(cases, " "))
	for _, l := range labels {
		f.arm(l, m, j, depth)
	}
	f.start(m)
	f.phis(j)
}

// loop runs its body one to three times. In a function that may throw, the entry edge can be the
// normal edge of an invoke whose result is used in the loop.
func (f *fn) loop(depth int) {
	h, exit := f.newLabel("loop"), f.newLabel("done")
	j := f.newJoin(3)
	m := f.mark()
	f.edge(j, f.pick)
	pre := f.cur
	if f.c != nil && f.c.eh && f.chance(30) {
		f.push(i64, f.invoke(h))
	} else {
		f.br(h)
	}
	f.start(h)
	iv := f.name("i")
	next := f.name("i.next")
	at := len(f.lines)
	f.lines = append(f.lines, "")
	f.push(i64, iv)
	carried := make([]string, len(j.types))
	for i, t := range j.types {
		carried[i] = f.name("carry")
		f.push(t, carried[i])
	}
	if f.c != nil {
		f.c.loops++
	}
	inner := f.mark()
	f.stmts(1+f.n(4), depth-1)
	latch := &join{types: j.types}
	f.edge(latch, f.pick)
	f.lines = append(f.lines, fmt.Sprintf("  %s = add i64 %s, 1", next, iv))
	trips := 1 + f.n(3)
	c := f.op("icmp ult i64 %s, %d", next, trips)
	f.do("br i1 %s, label %%%s, label %%%s", c, h, exit)
	phis := []string{fmt.Sprintf("  %s = phi i64 [ 0, %%%s ], [ %s, %%%s ]", iv, pre, next, f.cur)}
	for i, t := range j.types {
		phis = append(phis, fmt.Sprintf("  %s = phi %s [ %s, %%%s ], [ %s, %%%s ]", carried[i], t.s, j.vals[0][i], pre,
			latch.vals[0][i], f.cur))
	}
	f.lines[at] = strings.Join(phis, "\n")
	f.release(inner)
	if f.c != nil {
		f.c.loops--
	}
	f.start(exit)
	keep := f.vals[m.v:len(f.vals):len(f.vals)]
	f.release(m)
	// The header dominates the exit, so its phis remain available.
	f.vals = append(f.vals, keep...)
}
