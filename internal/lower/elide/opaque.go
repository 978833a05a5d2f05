package elide

// Creations that elision cannot see: calls of a coroutine's ramp that no pass inlines. LLVM says nothing about them, so there is no remark;
// an explanation that left them out would miss an allocation.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/opt"
)

// keepOpaque settles the calls of ramps in f about which nothing is known yet. A later run of coro-elide, when the ramp was
// inlined after all, replaces what is said here.
func (c *State) keepOpaque(f *ir.Func) {
	ramps := map[*ir.Func]*ir.Instr{}
	count := hits{m: c.M, f: f}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			g := i.CalledFunc()
			if g == nil || g.IsIntrinsic() || g.Declared || !g.Loaded() {
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
			at := site{f.Name, g.Name, i.Pos, debuginfo.CallerLoc(c.M, i), 0}
			if c.verdicts.bySite[at] != nil {
				continue
			}
			e := Elision{Callee: g.Name, Caller: f.Name, Local: f.IsLocal(), Size: -1, Align: -1, Pos: i.Pos, Loc: at.loc, Var: handle.HolderOf(c.M, f, i), Miss: c.opaqueMiss(i, g), Hits: count.of(i)}
			if l := newLifetime(c, f, id); l != nil {
				e.Size, e.Align = l.Size, l.Align
			}
			c.verdicts.settle(c.verdicts.of(at), &e)
		}
	}
}

// opaqueMiss is why the call of a ramp is still one. What looking through calls would say of the ramp is not asked here, but taken from what it said.
func (c *State) opaqueMiss(call *ir.Instr, g *ir.Func) *handle.Miss {
	m := c.M
	if ir.IsPresplit(m, g) {
		return recursionMiss(call.Func(), g)
	}
	ms := &handle.Miss{Kind: handle.MissNotInlined, Text: "the call is not inlined"}
	look := c.lookState()
	x := look.glue[g]
	is, asked := look.addresses[g]
	silent := !touchesPointers(call) && (!g.FTy.Ret().IsInt() || asked && !is)
	switch why := opt.Inlinable(m, call); {
	case why != "":
		ms.Text += ": " + why
	case silent || x != nil && x.f != nil && !x.creates:
		ms.Text = "the handle does not come out of the call"
		ms.Fix = "let the call give the handle, or what holds it, and destroy the coroutine here"
	case x != nil && x.f == nil:
		ms.Text += ": the ramp is too large, or cannot be copied"
	}
	switch {
	case g.HasAttr("optnone"):
		ms.Fix = "compile with -O1 or more: without, nothing may be inlined (noinline, optnone)"
	case g.HasAttr("noinline"):
		ms.Fix = "let @" + g.Name + " be inlined; only its part in front of the first suspend is"
	case call.Call().Attrs.Has(m, "noinline"):
		ms.Fix = "let the call be inlined"
	}
	return ms
}
