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
			e := Elision{Callee: g.Name, Caller: f.Name, Local: f.IsLocal(), Size: -1, Align: -1, Pos: i.Pos, Loc: at.loc, Var: handle.HolderOf(c.M, f, i), Miss: opaqueMiss(c.M, i, g), Hits: count.of(i)}
			if l := newLifetime(c, f, id); l != nil {
				e.Size, e.Align = l.Size, l.Align
			}
			c.verdicts.settle(c.verdicts.of(at), &e)
		}
	}
}

func opaqueMiss(m *ir.Module, call *ir.Instr, g *ir.Func) *handle.Miss {
	if ir.IsPresplit(m, g) {
		return recursionMiss(call.Func(), g)
	}
	ms := &handle.Miss{Kind: handle.MissNotInlined, Text: "the call is not inlined"}
	if why := opt.Inlinable(m, call); why != "" {
		ms.Text += ": " + why
	}
	switch {
	case g.HasAttr("optnone"):
		ms.Mend = "compile with -O1 or more: without, nothing may be inlined (noinline, optnone)"
	case g.HasAttr("noinline"):
		ms.Mend = "let @" + g.Name + " be inlined; only its part in front of the first suspend is"
	case call.Call().Attrs.Has(m, "noinline"):
		ms.Mend = "let the call be inlined"
	}
	return ms
}
