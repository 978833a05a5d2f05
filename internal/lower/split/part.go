package split

// What making a part of a coroutine is in every ABI: a copy of the body that starts elsewhere, has
// its frame pointer from elsewhere, and leaves where the original function would suspend or return.
// Where, and how, the ABI says.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// part is one function being split off.
type part struct {
	co   *coroutine
	f    *ir.Func
	vm   *ir.ValueMap // from the original body to the copy
	base ir.Value     // the pointer to the frame
}

// beginAsFrame is coro.begin as the pointer to the frame; in a typed module its result has to be
// cast to the frame type.
func (co *coroutine) beginAsFrame() ir.Value {
	if !co.m.TypedPtrs {
		return co.Begin
	}
	cast := co.m.NewInstr(ir.OpBitCast, co.m.PtrTo(co.frame.Typ, co.Begin.Type().AddrSpace()), co.Begin)
	cast.InsertAfter(co.Begin)
	cast.SetName("FramePtr")
	return cast
}

// declarePart makes a function for a part, behind the original one and placed as that is. What it
// is called with, and how, is the caller's to say.
func (co *coroutine) declarePart(name string, fty *ir.Type) *ir.Func {
	m, f := co.m, co.F
	n := ir.NewFunc(m, m.UniqueSymbol(name), fty)
	n.Linkage = ir.LinkInternal
	n.Section, n.Partition, n.Align, n.GC = f.Section, f.Partition, f.Align, f.GC
	n.Prefix, n.Prologue, n.Person = f.Prefix, f.Prologue, f.Person
	for _, a := range f.Meta {
		if a.Kind != "func_sanitize" {
			n.Meta = append(n.Meta, a)
		}
	}
	n.After, n.Pos = f, f.Pos
	m.AddFunc(n)
	return n
}

// newPart copies the body of the original function, which was renumbered for it. The parameters
// have no meaning in a part, since what is needed of them is in the frame, but for those for which
// again gives what stands for them; again may be nil. A part that is entered at one block only
// names that in at, and need not be larger than what it reaches; at may be nil.
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
	// Addresses of blocks are of all.
	if at != nil && len(co.F.Taken) == 0 {
		p.vm = ir.CloneReached(f, co.F, params, at, co.allocaSpill, &co.scratch)
		co.c.Stats.Copied += f.NumIDs()
		for _, phi := range p.vm.Cut {
			opt.SimplifyPhi(co.m, phi)
		}
		return p
	}
	p.vm = ir.CloneBody(f, co.F, params, nil)
	co.c.Stats.Copied += f.NumIDs()
	ir.OwnAddresses(f, co.F)
	return p
}

// noParams gives what stands for the parameters where they have no meaning.
func (co *coroutine) noParams() []ir.Value {
	if co.poisons == nil && len(co.F.Params) > 0 {
		co.poisons = make([]ir.Value, len(co.F.Params))
		for k, p := range co.F.Params {
			co.poisons[k] = co.m.Lost(p.Type())
		}
	}
	return co.poisons
}

// dropReturns makes the ramp's returns unreachable, for a part that leaves by its suspends and
// ends.
func (p *part) dropReturns() {
	m := p.co.m
	for b := p.f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Op == ir.OpRet {
			dead := m.NewInstr(ir.OpUnreachable, m.Types.Void())
			dead.SetDebugLoc(t.DebugLoc())
			t.Erase()
			b.Append(dead)
		}
	}
}

// enterAt makes AllocaSpillBB's copy, in which addresses in the frame are computed, the entry, from
// where control goes on to the copy of a block.
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

// adoptAllocas moves allocas that only the ramp's part would reach, but that have users, to the
// part's entry. Each goes to the front, so they come out in reverse. An alloca in the middle of the
// function can also be reached from one suspend and not from another that leads to a user: LLVM 22
// makes invalid IR of that, here such an alloca moves as well.
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
					continue // a parameter, of which a part knows nothing, is poison by now
				}
			}
			list = append(list, i)
		}
	}
	for _, i := range list {
		i.MoveBefore(entry.FirstInsertionPt())
	}
}

// dominatesUses reports whether a definition comes before all its reachable uses.
func dominatesUses(dom *ir.DomTree, i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if dom.Reachable(u.User().Block()) && !dom.DominatesUse(i, u) {
			return false
		}
	}
	return true
}

// returnBefore puts `ret void` in front of i; i and what follows become unreachable.
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

// takeFrame makes another value, of the same type, take the place of the original function's frame
// pointer: a parameter, or what is computed from one.
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
		return // the part needs nothing of the frame
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
	// Typed: the new base has the frame's type, and coro.begin's i8* is a cast of it.
	v := co.m.NewInstr(ir.OpBitCast, begin.Type(), base)
	if i, ok := base.(*ir.Instr); ok {
		v.InsertAfter(i)
	} else {
		p.f.Entry().Prepend(v)
	}
	v.SetName("vFrame")
	ir.ReplaceUsesIf(begin, v, func(u *ir.Use) bool { return u.User() != old })
}

// notInRamp answers coro.is_in_ramp.
func (p *part) notInRamp() {
	for _, r := range p.co.InRamp {
		if c := p.vm.Instr(r); c != nil {
			ir.ReplaceUses(c, p.co.m.Bool(false))
			c.Erase()
		}
	}
}

// maxEmptyWay bounds how many blocks that say no line a part is followed through.
const maxEmptyWay = 2

// firstLine is the location at which a part begins that goes on in a block behind a suspend: the
// first that has a line, else that of the suspend.
func firstLine(m *ir.Module, suspend *ir.Instr, b *ir.Block) *ir.MD {
	for n := 0; n <= maxEmptyWay; n++ {
		for i := b.First(); i != nil; i = i.Next() {
			if loc := m.MDNode(i.DebugLoc()); loc != nil && debuginfo.IntField(loc, "line") != 0 {
				return i.DebugLoc()
			}
		}
		t := b.Terminator()
		if t == nil || t.Op != ir.OpBr || t.NumArgs() != 1 {
			break
		}
		b = t.Arg(0).(*ir.Block)
	}
	return suspend.DebugLoc()
}

// finish drops what the part does not reach and gives it debug info of its own. It counts.
func (p *part) finish() {
	debuginfo.GiveOwn(p.co.m, p.f, p.co.F)
	p.co.c.Stats.Clones++
}
