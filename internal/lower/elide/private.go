// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file makes private copies of functions that the linker may replace, for decisions that rest on
// their bodies (lifetime/rests.go). For example, if the frame of a coroutine lies in @work because the
// body of @drive destroys the coroutine,
//
//	define linkonce_odr void @drive(ptr %task) comdat { ... }
//	define void @work() {
//	  call void @drive(ptr %t)
//
// becomes
//
//	  call void @drive.private.0(ptr %t)
//	define internal void @drive.private.0(ptr %task) { ... }
//
// Only direct calls change, and only in functions that the unit prints anyway, and in the copies. So
// the function's address stays that of the original. A function that is exact, but that the unit may
// not change, is copied too if it leads to a replaceable one.
//
// A copy is declared when the first call of it is written, and gets its body when the unit is done,
// because the original may still change.

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// privates are the private copies of a unit.
type privates struct {
	rested map[*ir.Func]bool     // the functions that decisions rest on
	leads  map[*ir.Func]bool     // needsCopy, for exact functions
	copies map[*ir.Func]*ir.Func // by original
	made   []private             // the copies in the order of their declarations
}

// privateFactor times the instructions that inlining may add to a function are the bound on what a
// decision about it may rest on. Most copies are tiny: LLVM inlines 98 of 100, and drops the originals
// that nobody calls any more.
const privateFactor = 2

// private is a private copy.
type private struct{ copy, of *ir.Func }

// mayCopy reports whether the unit may contain private copies of these functions for a decision about
// f. A noinline function has one body for all.
func (c *State) mayCopy(f *ir.Func, list []*ir.Func) bool {
	most := privateFactor * c.Opts.maxAdded(ir.NumInstrs(f, 1<<30))
	for _, g := range list {
		if g.Exact() {
			continue
		}
		if most -= ir.NumInstrs(g, most+1); most < 0 || len(g.Taken) > 0 || g.HasAttr("noinline") || ir.IsPresplit(c.M, g) {
			return false
		}
	}
	return true
}

// RestOn records that a decision rests on these functions.
func (c *State) RestOn(list []*ir.Func) {
	p := &c.private
	if p.rested == nil && len(list) > 0 {
		p.rested, p.copies = map[*ir.Func]bool{}, map[*ir.Func]*ir.Func{}
	}
	for _, g := range list {
		if !p.rested[g] {
			p.rested[g], p.leads = true, nil
		}
	}
}

// holds reports whether a fact may be used in f, and records what it rests on.
func (c *State) holds(f *ir.Func, fact func(fa *lifetime.Facts) bool) bool {
	is, on := c.facts().Rests(f, fact)
	if is {
		c.RestOn(on)
	}
	return is
}

// Redirect makes the calls in f that need it call private copies, and reports whether it changed f.
// Each copy exists when FinishPrivate returns.
func (c *State) Redirect(f *ir.Func) bool {
	changed := false
	if len(c.private.rested) == 0 {
		return false
	}
	for i := range f.Instrs() {
		if !i.IsCall() {
			continue
		}
		if g := i.CalledFunc(); g != nil && !g.IsIntrinsic() && c.needsCopy(g) {
			i.SetCallee(c.copyOf(g))
			changed = true
		}
		if ir.CoroCall(i).IsAwait() {
			if w, ok := i.Arg(2).(*ir.Func); ok && c.needsCopy(w) {
				i.SetArg(2, c.copyOf(w))
				changed = true
			}
		}
	}
	return changed
}

// needsCopy reports whether a call of g has to call a private copy: decisions rest on g, and g is
// replaceable, or calls one that is by functions that the unit may not change.
func (c *State) needsCopy(g *ir.Func) bool {
	p := &c.private
	if !p.rested[g] || !g.Exact() {
		return p.rested[g]
	}
	if is, known := p.leads[g]; known {
		return is
	}
	is := false
	work := ir.NewWorklist(g)
	for f := range work.All {
		if c.Owned(f) {
			continue
		}
		for i := range f.Instrs() {
			if h := i.CalledFunc(); h != nil && p.rested[h] {
				is = is || !h.Exact()
				work.Add(h)
			}
		}
	}
	ir.Put(&p.leads, g, is)
	return is
}

// copyOf returns the private copy of g, which it declares on the first call.
func (c *State) copyOf(g *ir.Func) *ir.Func {
	if n := c.private.copies[g]; n != nil {
		return n
	}
	n := ir.NewFunc(c.M, c.M.UniqueSymbol(g.Name+".private."+strconv.Itoa(c.Number)), g.FTy)
	n.SetType(g.Type())
	n.Linkage, n.CC, n.AddrSpace, n.GC, n.Person = ir.LinkInternal, g.CC, g.AddrSpace, g.GC, g.Person
	n.RetAttrs, n.Attrs, n.UnnamedAdr, n.Section, n.Partition = g.RetAttrs, g.Attrs, g.UnnamedAdr, g.Section, g.Partition
	n.Align, n.Prefix, n.Prologue, n.Meta, n.Pos = g.Align, g.Prefix, g.Prologue, g.Meta, g.Pos
	for k, p := range n.Params {
		p.Name, p.Attrs = g.Params[k].Name, g.Params[k].Attrs
	}
	n.Declared, n.New = true, true
	c.M.AddFunc(n)
	c.private.copies[g], c.private.made = n, append(c.private.made, private{n, g})
	return n
}

// FinishPrivate redirects the calls in the functions that the unit prints, and in the functions that
// they call and that the unit may change, and fills the private copies. complete runs the rest of the
// pipeline on a copy of a function that the unit only reads.
func (c *State) FinishPrivate(printed []*ir.Func, complete func(*ir.Func) error) error {
	p := &c.private
	if len(p.rested) == 0 {
		return nil
	}
	work := ir.NewWorklist(printed...)
	filled := 0
	for f := range work.All {
		if c.Redirect(f) {
			f.Changed = true
		}
		for i := range f.Instrs() {
			if g := i.CalledFunc(); g != nil && g.Exact() && c.Owned(g) {
				work.Add(g)
			}
		}
		for ; filled < len(p.made); filled++ {
			if err := c.fill(p.made[filled], complete); err != nil {
				return err
			}
			work.Add(p.made[filled].copy)
		}
	}
	return c.M.Err
}

// fill gives a private copy its body.
func (c *State) fill(p private, complete func(*ir.Func) error) error {
	p.copy.Declared = false
	if !slices.Contains(c.M.Funcs, p.copy) { // it was unused for a time, and dropped
		c.M.Funcs = append(c.M.Funcs, p.copy)
	}
	p.of.Renumber()
	ir.CloneBody(p.copy, p.of, params(p.copy), nil)
	debuginfo.GiveOwn(c.M, p.copy, p.of)
	if c.Owned(p.of) {
		return nil
	}
	return complete(p.copy)
}
