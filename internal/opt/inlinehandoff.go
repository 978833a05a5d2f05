// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Inlining of a call that a pass inserted so that the callee transfers control at its end by a tail
// call. There is no cost model, and inlining attributes of callee and call are ignored, because the
// program does not contain the call. It works like Inline, and preserves tail calls where possible.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// HandsOff reports whether InlineHandOff can inline a call of f with arguments for its parameters.
// The callee must be loaded.
func HandsOff(m *ir.Module, f *ir.Func) bool {
	if f.Entry() == nil || f.FTy.IsVariadic() || f.Interposable() || f.HasAttr("naked") ||
		f.HasAttr("returns_twice") || ir.IsPresplit(m, f) {
		return false
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		if b.AddressTaken() {
			return false
		}
		for i := b.First(); i != nil; i = i.Next() {
			switch i.Op {
			case ir.OpIndirectBr, ir.OpCallBr, ir.OpVAArg, ir.OpCatchSwitch,
				ir.OpCatchPad, ir.OpCleanupPad, ir.OpLandingPad:
				return false
			case ir.OpAlloca:
				if b != f.Entry() || i.NumArgs() > 0 && !isConst(i.Arg(0)) || i.Flags&ir.FlagInAlloca != 0 {
					return false
				}
			case ir.OpCall:
				if callInlinable(m, f, i) != "" {
					return false
				}
			}
		}
	}
	return !slices.ContainsFunc(f.Params, func(p *ir.Param) bool {
		return p.Attrs.Has(m, "inalloca") || p.Attrs.Has(m, "preallocated")
	})
}

// InlineHandOff inlines a plain call of a function for which HandsOff returns true. A call of the
// copy is at most as much of a tail call as both it and the inlined call were. After a musttail
// call the copy returns directly, if `ret void` followed the inlined call.
func InlineHandOff(m *ir.Module, call *ir.Instr) {
	in := newInliner(m, call)
	defer in.release()
	in.handsOff = true
	switch {
	case call.Flags&ir.FlagMustTail != 0:
		in.tail = ir.FlagTail | ir.FlagMustTail
	case call.Flags&ir.FlagTail != 0:
		in.tail = ir.FlagTail
	}
	if in.plain() {
		in.splice()
		return
	}
	call.Flags &^= ir.FlagTail | ir.FlagMustTail
	for _, b := range in.run() {
		t := b.Terminator()
		must := t.Prev()
		if must == nil || must.Flags&ir.FlagMustTail == 0 || t.Op != ir.OpBr {
			continue
		}
		if ret := in.rest.First(); ret.Op == ir.OpRet && ret.NumArgs() == 0 {
			in.builder().At(t).Ret(nil)
			t.Erase()
		}
	}
	if !in.rest.HasPreds() {
		EraseOne(m, in.rest)
	}
}

// fixTail reduces the tail flags of a copied call to those that the inlined call had, too.
func (in *inliner) fixTail(c *ir.Instr) {
	switch {
	case in.tail&ir.FlagMustTail != 0:
	case in.tail&ir.FlagTail == 0:
		c.Flags &^= ir.FlagTail | ir.FlagMustTail
	case c.Flags&ir.FlagMustTail != 0:
		c.Flags = c.Flags&^ir.FlagMustTail | ir.FlagTail
	}
}

// plain reports whether the callee consists of one block without locals and debug records, so that
// its instructions can directly replace the call.
func (in *inliner) plain() bool {
	entry := in.callee.Entry()
	if entry.Next() != nil || entry.Terminator().Op != ir.OpRet {
		return false
	}
	for i := entry.First(); i != nil; i = i.Next() {
		if i.Op == ir.OpAlloca || len(i.Dbg) > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(in.callee.Params, func(p *ir.Param) bool {
		return p.Attrs.Has(in.m, "byval")
	})
}

// splice copies the callee's only block to the position of the call.
func (in *inliner) splice() {
	of := map[ir.Value]ir.Value{}
	for k, p := range in.callee.Params {
		of[p] = in.call.Arg(k)
	}
	end := in.callee.Entry().Terminator()
	for i := in.callee.Entry().First(); i != end; i = i.Next() {
		if declaresScope(i) {
			continue
		}
		c := in.m.CloneInstr(i)
		for k := range c.NumArgs() {
			if v := of[c.Arg(k)]; v != nil {
				c.SetArg(k, v)
			}
		}
		in.fix(c)
		c.InsertBefore(in.call)
		if n := i.Name(); n != "" {
			c.SetName(n + ".i")
		}
		of[i] = c
	}
	if end.NumArgs() > 0 {
		v := end.Arg(0)
		if w := of[v]; w != nil {
			v = w
		}
		ir.ReplaceUses(in.call, v)
	}
	in.call.Erase()
}
