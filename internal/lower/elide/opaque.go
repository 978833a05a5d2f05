// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file lists creations that elision cannot analyse: calls of a coroutine's ramp that no pass
// inlines. LLVM does not report them, so they get no remark, unless only a bound of ours prevented
// the inlining. But explanations list them, because each is an allocation.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/opt"
)

// keepOpaque settles the calls of ramps in f that have no verdict yet. If the ramp is inlined after
// all, a later run of coro-elide replaces the verdict.
func (c *State) keepOpaque(f *ir.Func) {
	ramps := map[*ir.Func]*ir.Instr{}
	count := hits{m: c.M, f: f}
	for i := range f.Instrs() {
		g := i.CalledFunc()
		if g == nil || g.Declared || !g.Loaded() {
			continue
		}
		id, known := ramps[g]
		if !known {
			id = coro.RampID(c.M, g)
			ramps[g] = id
		}
		if id == nil {
			continue
		}
		starved := c.lookState().starved[i]
		at := site{f.Name, g.Name, i.Pos, debuginfo.CallerLoc(c.M, i), 0}
		if c.verdicts.bySite[at] != nil {
			continue
		}
		e := Elision{Callee: g.Name, Caller: f.Name, Local: f.IsLocal(), Size: -1, Align: -1, Pos: i.Pos,
			Loc: at.loc, Var: debuginfo.HolderOf(c.M, f, i), Miss: c.opaqueMiss(i, g), Hits: count.of(i)}
		if l := newLifetime(c, f, id); l != nil {
			e.Size, e.Align = l.Size, l.Align
		}
		v := c.verdicts.of(at)
		if c.verdicts.settle(v, &e); starved {
			c.remarkOn(v, debuginfo.InstrLoc(c.M, i), g, f)
		}
	}
}

// opaqueMiss returns the reason why the call of a ramp is not inlined. It builds no candidate, but
// uses those that LookThrough built.
func (c *State) opaqueMiss(call *ir.Instr, g *ir.Func) *lifetime.Miss {
	m := c.M
	if ir.IsPresplit(m, g) {
		return recursionMiss(call.Func(), g)
	}
	ms := &lifetime.Miss{Kind: lifetime.MissNotInlined, Text: "the call is not inlined"}
	if c.lookState().starved[call] {
		f := call.Func()
		return &lifetime.Miss{Kind: lifetime.MissBudget, Pos: call.Pos, At: call,
			Text: "inlining for elision has reached the limit of instructions that it may add to @" + f.Name,
			Fix:  "create fewer coroutines in one function, or raise --coro-elide-max-added"}
	}
	x := c.Bodies.Built(g)
	switch why := opt.Inlinable(m, call); {
	case why != "":
		ms.Text += ": " + why
	case x != nil && x.Copy == nil:
		ms.Text += ": the ramp is too large, or cannot be copied"
	}
	switch {
	case g.HasAttr("optnone"):
		ms.Fix = "compile with -O1 or higher: -O0 marks functions noinline and optnone"
	case g.HasAttr("noinline"):
		ms.Fix = "remove noinline from @" + g.Name + "; only its part before the first suspend is inlined"
	case call.Call().Attrs.Has(m, "noinline"):
		ms.Fix = "remove noinline from the call"
	}
	return ms
}
