// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file reports coroutines that create themselves, by a call or by a cycle of calls. Such a
// frame cannot be elided, because it would have to contain a frame of the same kind. When elision
// sees the call, the coroutine is not split yet, so the call looks like any other and gets no
// remark. So this file records the calls when it sees them, and reports them when the coroutine is
// split: a coroutine without suspends has no frame on the heap. It changes no code.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// maxCycle bounds the functions that the search for a cycle of calls visits.
const maxCycle = 256

// recursiveCall is a creation whose report waits until the coroutine is split.
type recursiveCall struct {
	caller *ir.Func
	life   *lifetime.Lifetime
	report *Elision
}

// noteRecursion records the calls in f of coroutines that are not split yet and lead back to f.
func (lt *lookThrough) noteRecursion() {
	c, f := lt.c, lt.f
	cy := cycles{c: c, f: f}
	for _, call := range bodies.DirectCalls(f) {
		g := call.CalledFunc()
		if !ir.IsPresplit(c.M, g) || call.Call().Attrs.Has(c.M, SafeAttr) || !cy.leadsBack(g) {
			continue
		}
		l := &lifetime.Lifetime{ID: call, Coroutine: g, Size: -1, Align: -1, Miss: recursionMiss(f, g)}
		e := c.elision(l, f)
		if v := c.verdicts.of(site{e.Caller, e.Callee, e.Pos, e.Loc, 0}); !v.noted {
			v.noted = true
			lt.state.recursive[g] = append(lt.state.recursive[g], recursiveCall{f, l, e})
		}
	}
}

// Framed reports the recorded creations of a coroutine that is being split. Its frame is known now.
func (c *State) Framed(f *ir.Func, size, align int64) {
	if c.look == nil {
		return
	}
	for _, r := range c.look.recursive[f] {
		r.report.Size, r.report.Align = size, align
		c.report(r.caller, r.life, r.report, 0)
	}
	delete(c.look.recursive, f)
}

// recursionMiss returns the reason for a coroutine that f creates before it is split.
func recursionMiss(f, coroutine *ir.Func) *lifetime.Miss {
	ms := &lifetime.Miss{Kind: lifetime.MissRecursion,
		Text: "the coroutine creates itself: its frame would have to contain a frame of the same kind"}
	if coroutine != f {
		ms.Text = "@" + coroutine.Name + " is not split yet when this function is processed, because calls lead " +
			"from it back to this function"
	}
	return ms
}

// cycles searches for chains of calls that lead back to a function.
type cycles struct {
	c    *State
	f    *ir.Func
	seen map[*ir.Func]bool // functions that do not lead back
}

// leadsBack reports whether calls in functions of the unit lead from g to f.
func (cy *cycles) leadsBack(g *ir.Func) bool {
	if g == cy.f {
		return true
	}
	if cy.seen[g] {
		return false
	}
	work := ir.NewWorklist(g)
	for h := range work.All {
		for _, call := range bodies.DirectCalls(h) {
			k := call.CalledFunc()
			if k == cy.f {
				return true
			}
			if !cy.seen[k] && k.Loaded() && cy.c.Bodies.ReadOnly(k) == 0 && len(work.Added()) < maxCycle {
				work.Add(k)
			}
		}
	}
	for _, h := range work.Added() {
		ir.Put(&cy.seen, h, true)
	}
	return false
}
