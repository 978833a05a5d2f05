package elide

// Coroutines that create themselves, by a call or by a cycle of calls. Such a frame cannot be
// elided: it would lie in a frame of its own kind, and that again in one. Where the creation is
// looked at, the coroutine is not split yet, so that elision sees a call like any other and would
// say nothing about it. What there is to say is noted here when the calls are seen, and said when
// the coroutine is split: one that turns out to have no suspend has no frame on the heap. Nothing
// is changed.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/handle"
)

// maxCycle bounds how many functions are looked at for a cycle of calls.
const maxCycle = 256

// recursiveCall is a creation that waits for its coroutine to be split.
type recursiveCall struct {
	caller *ir.Func
	life   *handle.Lifetime
	tells  *Elision
}

// noteRecursion notes the calls in f of coroutines that were not split, and that lead back to f.
func (lt *looker) noteRecursion() {
	c, f := lt.c, lt.f
	cy := cycles{c: c, f: f}
	for _, call := range directCalls(f) {
		g := call.CalledFunc()
		if !ir.IsPresplit(c.M, g) || call.Call().Attrs.Has(c.M, SafeAttr) || !cy.leadsBack(g) {
			continue
		}
		l := &handle.Lifetime{ID: call, Coroutine: g, Size: -1, Align: -1, Miss: recursionMiss(f, g)}
		e := c.elision(l, f)
		if v := c.verdicts.of(site{e.Caller, e.Callee, e.Pos, e.Loc, 0}); !v.noted {
			v.noted = true
			lt.state.recursive[g] = append(lt.state.recursive[g], recursiveCall{f, l, e})
		}
	}
}

// Framed tells of the creations that were noted of a coroutine that is being split, now that its
// frame is known.
func (c *State) Framed(f *ir.Func, size, align int64) {
	if c.look == nil {
		return
	}
	for _, r := range c.look.recursive[f] {
		r.tells.Size, r.tells.Align = size, align
		c.tell(r.caller, r.life, r.tells, 0)
	}
	delete(c.look.recursive, f)
}

// recursionMiss is the reason for a frame of a coroutine that f creates before the coroutine is
// split.
func recursionMiss(f, coroutine *ir.Func) *handle.Miss {
	ms := &handle.Miss{Kind: handle.MissRecursion,
		Text: "the coroutine creates itself: its frame would have to contain a frame of the same kind"}
	if coroutine != f {
		ms.Text = "@" + coroutine.Name + " is not split yet when this function is processed, because calls lead " +
			"from it back to this function"
	}
	return ms
}

// cycles looks for ways by calls back to a function.
type cycles struct {
	c    *State
	f    *ir.Func
	seen map[*ir.Func]bool // no way back was found from these
}

// leadsBack reports whether calls of what the unit works on lead from g to f.
func (cy *cycles) leadsBack(g *ir.Func) bool {
	if g == cy.f {
		return true
	}
	if cy.seen[g] {
		return false
	}
	reached := map[*ir.Func]bool{g: true}
	for work := []*ir.Func{g}; len(work) > 0; {
		h := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range directCalls(h) {
			k := call.CalledFunc()
			if k == cy.f {
				return true
			}
			if !reached[k] && !cy.seen[k] && k.Loaded() && !cy.c.onlyRead(k) && len(reached) < maxCycle {
				reached[k] = true
				work = append(work, k)
			}
		}
	}
	if cy.seen == nil {
		cy.seen = map[*ir.Func]bool{}
	}
	for h := range reached {
		cy.seen[h] = true
	}
	return false
}
