// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Construction of a part, in every ABI: the part is a copy of the coroutine's body that starts at
// another block, gets its frame pointer from another place, and leaves where the coroutine would
// suspend or return. The ABI decides the places and the means.

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/splitdebug"
	"github.com/corolower/corolower/internal/opt"
)

// part is one part that is being built.
type part struct {
	co   *coroutine
	f    *ir.Func
	vm   *ir.ValueMap // maps the original body to the copy
	base ir.Value     // the pointer to the frame
	dead []*ir.Instr  // what dropReturns put in place of returns
}

// beginAsFrame returns coro.begin as the pointer to the frame. In a module with typed pointers it
// casts the result to the frame type.
func (co *coroutine) beginAsFrame() ir.Value {
	if !co.m.TypedPtrs {
		return co.Begin
	}
	cast := co.m.NewInstr(ir.OpBitCast, co.m.PtrTo(co.frame.Typ, co.Begin.Type().AddrSpace()), co.Begin)
	cast.InsertAfter(co.Begin)
	cast.SetName("FramePtr")
	return cast
}

// declarePart declares a function for a part, after the original function, with its section and
// other placement. The caller sets the parameters, attributes and calling convention, and the entry
// count if the coroutine has a profile.
func (co *coroutine) declarePart(name string, fty *ir.Type) *ir.Func {
	m, f := co.m, co.F
	n := ir.NewFunc(m, m.UniqueSymbol(name), fty)
	n.Linkage = ir.LinkInternal
	n.Section, n.Partition, n.Align, n.PrefAlign, n.GC = f.Section, f.Partition, f.Align, f.PrefAlign, f.GC
	n.Prefix, n.Prologue, n.Person = f.Prefix, f.Prologue, f.Person
	for _, a := range f.Meta {
		if a.Kind != "func_sanitize" && (a.Kind != "prof" || co.profile == nil) {
			n.Meta = append(n.Meta, a)
		}
	}
	n.After, n.Pos = f, f.Pos
	m.AddFunc(n)
	return n
}

// newPart copies the original function's body into f. The caller must have renumbered the original
// function. A parameter of the original becomes poison in the copy, because the frame holds what
// the part needs of it, unless again returns a replacement; again may be nil. If control enters the
// part at only one block, at is that block, and newPart copies only the blocks that it reaches;
// otherwise at is nil.
func (co *coroutine) newPart(f *ir.Func, again func(*ir.Param) ir.Value, at *ir.Block) *part {
	params := co.noParams()
	if again != nil {
		params = append([]ir.Value(nil), params...)
		for k, p := range co.F.Params {
			if v := again(p); v != nil {
				params[k] = v
			}
		}
	}
	p := &part{co: co, f: f}
	// If a block's address is taken, copy all blocks, because the address may name any of them.
	if at != nil && len(co.F.Taken) == 0 {
		p.vm = ir.CloneReached(f, co.F, params, at, co.allocaSpill, &co.scratch)
		co.c.Stats.Copied += f.NumIDs()
		for _, phi := range p.vm.Cut {
			opt.SimplifyPhi(co.m, phi)
		}
		co.placeSuspends(f, p.vm.Block, at)
		return p
	}
	p.vm = ir.CloneBody(f, co.F, params, nil)
	co.c.Stats.Copied += f.NumIDs()
	ir.OwnAddresses(f, co.F)
	co.placeSuspends(f, p.vm.Block, at)
	return p
}

// noParams returns the values that replace parameters in a part, one for each parameter.
func (co *coroutine) noParams() []ir.Value {
	if co.poisons == nil && len(co.F.Params) > 0 {
		co.poisons = make([]ir.Value, len(co.F.Params))
		for k, p := range co.F.Params {
			co.poisons[k] = co.m.Lost(p.Type())
		}
	}
	return co.poisons
}

// dropReturns makes the ramp's returns unreachable, for a part that leaves only at its suspends and
// ends.
func (p *part) dropReturns() {
	m := p.co.m
	for b := p.f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t.Op == ir.OpRet {
			dead := m.NewInstr(ir.OpUnreachable, m.Types.Void())
			dead.SetDebugLoc(t.DebugLoc())
			t.Erase()
			b.Append(dead)
			p.dead = append(p.dead, dead)
		}
	}
}

// enterAt makes the copy of AllocaSpillBB the part's entry, because that block computes the
// addresses of frame objects. From there control branches to the copy of block to.
func (p *part) enterAt(to *ir.Block, name string) {
	m, f := p.co.m, p.f
	entry := p.vm.Block(p.co.allocaSpill)
	entry.SetName(name)
	f.MoveBlock(entry, nil)
	loc := entry.Terminator().DebugLoc()
	entry.Terminator().Erase()
	for u := entry.FirstUse(); u != nil; u = entry.FirstUse() {
		br := u.User()
		b := br.Block()
		br.Erase()
		b.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
	}
	next := p.vm.Block(to)
	br := m.NewInstr(ir.OpBr, m.Types.Void(), next)
	br.SetDebugLoc(loc)
	entry.Append(br)
	p.adoptAllocas(entry)
}

// adoptAllocas moves allocas that have users, but that the part does not execute before all of
// those users, to the part's entry. Each goes to the front, so their order is reversed. An alloca
// in the middle of the function may be reached from one suspend and not from another that leads to
// a user. For such an alloca LLVM 22 produces invalid IR; adoptAllocas moves it too.
func (p *part) adoptAllocas(entry *ir.Block) {
	var reach []bool
	var list []*ir.Instr
	var dom *ir.DomTree
	for b := p.f.Entry(); b != nil; b = b.Next() {
		if b == entry {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpAlloca || !i.HasUses() {
				continue
			}
			if reach == nil {
				reach = make([]bool, p.f.NumIDs())
				for _, b := range ir.ReversePostOrder(p.f) {
					reach[b.ID] = true
				}
			}
			if reach[b.ID] {
				if dom == nil {
					dom = ir.NewDomTree(p.f)
				}
				if dominatesUses(dom, i) {
					continue
				}
			}
			if i.NumArgs() > 0 {
				if c, ok := i.Arg(0).(*ir.Const); !ok || !c.IsInt() {
					continue // the count came from a parameter, and is poison in a part
				}
			}
			list = append(list, i)
		}
	}
	for _, i := range list {
		i.MoveBefore(entry.FirstInsertionPt())
	}
}

// dominatesUses reports whether a definition dominates all its reachable uses.
func dominatesUses(dom *ir.DomTree, i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if dom.Reachable(u.User().Block()) && !dom.DominatesUse(i, u) {
			return false
		}
	}
	return true
}

// returnBefore inserts `ret void` before i; i and the instructions after it become unreachable.
func (p *part) returnBefore(i *ir.Instr) {
	m := p.co.m
	b := i.Block()
	b.SplitBefore(i, "")
	t := b.Terminator()
	dl := t.DebugLoc()
	t.Erase()
	ret := m.NewInstr(ir.OpRet, m.Types.Void())
	ret.SetDebugLoc(dl)
	b.Append(ret)
}

func (p *part) cleanupRetBefore(i *ir.Instr, pad ir.Value) {
	m := p.co.m
	b := i.Block()
	b.SplitBefore(i, "")
	b.Terminator().Erase()
	b.Append(m.NewInstr(ir.OpCleanupRet, m.Types.Void(), pad))
}

// takeFrame replaces the original function's frame pointer by base, which has the same type. base
// is a parameter or an instruction that is computed from one.
func (p *part) takeFrame(base ir.Value) {
	co := p.co
	old := p.vm.Instr(co.framePtr.(*ir.Instr))
	begin := p.vm.Instr(co.Begin)
	p.base = base
	if old == nil {
		if begin != nil {
			bld := ir.NewBuilder(co.m)
			ir.ReplaceUses(begin, bld.Before(p.f.Entry().Terminator()).PtrCast(base, begin.Type()))
		}
		return // the part does not use the frame
	}
	name := old.Name()
	old.SetName("")
	switch base := base.(type) {
	case *ir.Param:
		p.f.SetParamName(base, name)
	case *ir.Instr:
		base.SetName(name)
	}
	ir.ReplaceUses(old, base)
	if old == begin {
		return
	}
	// With typed pointers the new base has the frame's type, and coro.begin's i8* becomes a cast of
	// it.
	v := co.m.NewInstr(ir.OpBitCast, begin.Type(), base)
	if i, ok := base.(*ir.Instr); ok {
		v.InsertAfter(i)
	} else {
		p.f.Entry().Prepend(v)
	}
	v.SetName("vFrame")
	ir.ReplaceUsesIf(begin, v, func(u *ir.Use) bool { return u.User() != old })
}

// notInRamp replaces the part's copies of coro.is_in_ramp by false.
func (p *part) notInRamp() {
	for _, r := range p.co.InRamp {
		if c := p.vm.Instr(r); c != nil {
			ir.ReplaceUses(c, p.co.m.Bool(false))
			c.Erase()
		}
	}
}

// maxEmptyWay bounds the blocks without a line number that firstLine passes.
const maxEmptyWay = 2

// firstLine returns the location at which a part begins that continues in block b after a suspend:
// the first location with a line number on the path from b, or else the location of the suspend.
func firstLine(m *ir.Module, suspend *ir.Instr, b *ir.Block) *ir.MD {
	for n := 0; n <= maxEmptyWay; n++ {
		for i := b.First(); i != nil; i = i.Next() {
			if loc := m.MDNode(i.DebugLoc()); loc != nil && debuginfo.IntField(loc, "line") != 0 {
				return i.DebugLoc()
			}
		}
		t := b.Terminator()
		if t.Op != ir.OpBr || t.NumArgs() != 1 {
			break
		}
		b = t.Arg(0).(*ir.Block)
	}
	return suspend.DebugLoc()
}

// finish gives the part its own debug info and counts it.
func (p *part) finish() {
	if p.co.checked() && slices.ContainsFunc(p.dead, func(i *ir.Instr) bool { return i.Block() != nil }) {
		p.co.profile.places = nil // the ramp may return there, and a part may not
	}
	splitdebug.BeginVariables(p.co.m, p.f, p.base)
	debuginfo.GiveOwn(p.co.m, p.f, p.co.F)
	p.co.c.Stats.Clones++
}
