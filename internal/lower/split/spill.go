package split

// What must live in the frame and why: values with a use across a suspend, and allocas. After the layout is known, the stores and
// reloads.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// spill is a value kept in the frame and its users across a suspend.
type spill struct {
	def   ir.Value
	users []*ir.Instr
}

// spillSet is what goes to the frame besides the header, in LLVM's order.
type spillSet struct {
	spills  []spill
	allocas []*coro.AllocaInfo
	lv      *liveness // with shared storage only
}

// collectSpills finds arguments, values and allocas that live across suspends.
func (co *coroutine) collectSpills(x *coro.Crossing) (*spillSet, error) {
	set := &spillSet{}
	as := co.allocas(x)
	if co.c.Opts.ReuseStorage {
		set.lv = newLiveness(co, x)
	}
	add := func(def ir.Value, first *ir.Use) {
		var users []*ir.Instr
		for u := first; u != nil; u = u.Next() {
			if us := u.User(); x.AcrossSuspend(def, us) {
				users = append(users, us)
			}
		}
		if users != nil {
			set.spills = append(set.spills, spill{def, users})
		}
	}
	for _, p := range co.f.Params {
		n := len(set.spills)
		add(p, p.FirstUse())
		if len(set.spills) > n && !co.fixedSize(p.Type()) {
			return nil, ir.Errorf(p.Pos, "cannot place a scalable type in a coroutine frame")
		}
	}
	for b := co.f.Entry(); b != nil; b = b.Next() {
		if !x.Dom.Reachable(b) {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			switch {
			case i == co.begin || !i.HasUses():
				continue
			case i.Op == ir.OpAlloca:
				if len(co.suspends) == 0 || i == co.promise || i.MetaOf("coro.outside.frame") != nil {
					continue
				}
				info := as.Inspect(i)
				switch {
				case !as.OnFrame(info, !co.c.Opts.ReuseStorage):
				case set.lv != nil && set.lv.stackSuffices(info):
					eraseMarkers(info)
				default:
					set.allocas = append(set.allocas, info)
				}
				continue
			}
			if k := ir.CoroCall(i); k == ir.CoroID || k == ir.CoroSave {
				continue
			}
			n := len(set.spills)
			add(i, i.FirstUse())
			if len(set.spills) > n {
				if i.Type().IsToken() {
					return nil, ir.Errorf(i.Pos, "token definition is separated from the use by a suspend point")
				}
				if !co.fixedSize(i.Type()) {
					return nil, ir.Errorf(i.Pos, "cannot place a scalable type in a coroutine frame")
				}
			}
		}
	}
	return set, co.checkAllocas(set)
}

// allocas answers questions about the coroutine's allocas.
func (co *coroutine) allocas(x *coro.Crossing) *coro.Allocas {
	return &coro.Allocas{M: co.m, Layout: co.c.Layout, Begin: co.begin, X: x}
}

// checkAllocas rejects allocas that a frame cannot hold.
func (co *coroutine) checkAllocas(set *spillSet) error {
	for _, a := range set.allocas {
		if a.Alloca.NumArgs() > 0 {
			if _, ok := a.Alloca.Arg(0).(*ir.Const); !ok {
				return ir.Errorf(a.Alloca.Pos, "Coroutines cannot handle non static allocas yet")
			}
			if a.Early && allocaCount(a.Alloca) != 1 {
				return ir.Errorf(a.Alloca.Pos, "Coroutines cannot handle copying of array allocas yet")
			}
		}
		if !co.fixedSize(a.Alloca.ElemTy) {
			return ir.Errorf(a.Alloca.Pos, "cannot place a scalable type in a coroutine frame")
		}
		for _, al := range a.Aliases {
			if al.Unknown {
				return ir.Errorf(al.I.Pos, "Unable to handle an alias with unknown offset created before CoroBegin.")
			}
		}
	}
	return nil
}

// fixedSize reports a type whose size is known here: neither opaque nor made of scalable vectors.
func (co *coroutine) fixedSize(t *ir.Type) bool {
	switch t.Kind() {
	case ir.Vector:
		return !t.IsScalable()
	case ir.Array:
		return co.fixedSize(t.Elem())
	case ir.Struct:
		for _, f := range t.Fields() {
			if !co.fixedSize(f) {
				return false
			}
		}
	}
	return co.c.Layout.Sized(t)
}

// allocaCount is the constant element count of an alloca.
func allocaCount(a *ir.Instr) uint64 {
	if a.NumArgs() == 0 {
		return 1
	}
	c, _ := a.Arg(0).(*ir.Const)
	if c == nil {
		return 1
	}
	return c.Uint64()
}

// allocaType is the type of the object: an array for an alloca with a count.
func (co *coroutine) allocaType(a *ir.Instr) *ir.Type {
	if a.NumArgs() > 0 && allocaCount(a) != 1 {
		return co.m.Types.Array(a.ElemTy, allocaCount(a))
	}
	return a.ElemTy
}

// allocaAlign is an alloca's alignment as written, else the one LLVM gives it.
func (co *coroutine) allocaAlign(a *ir.Instr) int64 {
	if a.Align != 0 {
		return int64(a.Align)
	}
	return co.c.Layout.PrefAlign(a.ElemTy)
}

// byvalType is the pointee of a byval argument, nil for other values.
func byvalType(m *ir.Module, v ir.Value) *ir.Type {
	p, ok := v.(*ir.Param)
	if !ok {
		return nil
	}
	a := p.Attrs.Get(m, "byval")
	if a == nil {
		return nil
	}
	if a.Type == nil {
		return p.Type().Elem() // `byval` without a type: LLVM 13's typed spelling
	}
	return a.Type
}

// buildFrame lays out the frame for what was collected.
func (co *coroutine) buildFrame(set *spillSet, x *coro.Crossing) {
	m, l := co.m, co.c.Layout
	fr := &frame.Layout{Layout: l, Align: 1, ByValue: map[ir.Value]*frame.Slot{}}
	co.frame = fr
	fr.Typ = m.AddType(co.f.Name+".Frame", nil, false)
	fn := m.PtrType(0)
	if m.TypedPtrs {
		fn = m.PtrTo(m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrTo(fr.Typ, 0)}, false), 0)
	}
	fr.AddHeader(fn, 0)
	fr.AddHeader(fn, 0)
	if co.promise != nil {
		if t := co.allocaType(co.promise); l.AllocSize(t) > 0 {
			fr.Promise = fr.AddHeader(t, co.allocaAlign(co.promise))
			fr.ByValue[co.promise] = fr.Promise
		}
	}
	fr.IndexTy = m.Types.Int(frame.IndexBits(len(co.suspends)))
	fr.IndexFld = fr.NewSlot(fr.IndexTy, 0)
	if co.c.Opts.ReuseStorage {
		co.shareStorage(set, x)
	} else {
		for _, a := range set.allocas {
			fr.Add(a.Alloca, co.allocaType(a.Alloca), co.allocaAlign(a.Alloca))
		}
		for _, s := range set.spills {
			t := byvalType(m, s.def)
			if t == nil {
				t = s.def.Type()
			}
			fr.Add(s.def, t, 0)
		}
	}
	fr.Finish(m)
	co.c.Stats.Spills += len(set.spills)
	co.c.Stats.FrameBytes += int(fr.Size)
}

// fieldAddr is the address of a value's slot, with the extra index of an array alloca and in the alloca's address space.
func (co *coroutine) fieldAddr(bld *ir.Builder, v ir.Value, name string) *ir.Instr {
	return co.fieldAddrFrom(bld, co.framePtr, v, name)
}

func (co *coroutine) fieldAddrFrom(bld *ir.Builder, base, v ir.Value, name string) *ir.Instr {
	m := co.m
	a := ir.AsInstr(v)
	isAlloca := a != nil && a.Op == ir.OpAlloca
	var g *ir.Instr
	if sl := co.frame.ByValue[v]; sl != nil && sl.Index < 0 {
		g = co.byteAddr(bld, base, sl.Offset, name)
	} else {
		i32 := m.Types.Int(32)
		idx := []ir.Value{m.ConstInt(i32, 0), m.ConstInt(i32, int64(co.frame.Field(v)))}
		if isAlloca && allocaCount(a) > 1 {
			idx = append(idx, m.ConstInt(i32, 0))
		}
		g = bld.GEP(co.frame.Typ, base, ir.FlagInBounds, name, idx...)
	}
	if isAlloca && g.Type() != a.Type() {
		if g.Type().AddrSpace() != a.Type().AddrSpace() {
			g = bld.Cast(ir.OpAddrSpaceCast, g, a.Type(), name)
		} else {
			g = bld.Cast(ir.OpBitCast, g, a.Type(), name)
		}
	}
	return g
}

// byteAddr is the address of a byte offset in the frame.
func (co *coroutine) byteAddr(bld *ir.Builder, base ir.Value, offset int64, name string) *ir.Instr {
	m := co.m
	p := bld.PtrCast(base, m.PtrType(base.Type().AddrSpace()))
	return bld.ByteGEP(p, m.ConstInt(m.Types.Int(co.c.Layout.IndexBits(base.Type().AddrSpace())), offset), ir.FlagInBounds, name)
}

// afterBegin is the instruction in front of which goes what has to stand right behind the frame pointer.
func (co *coroutine) afterBegin() *ir.Instr {
	return co.framePtr.(*ir.Instr).Next()
}

// insertSpills stores spilled values behind their definitions and reloads them at the head of the blocks that use them.
func (co *coroutine) insertSpills(set *spillSet, x *coro.Crossing) {
	m := co.m
	bld := ir.NewBuilder(m)
	for _, s := range set.spills {
		name := ir.ValueName(s.def)
		ir.BeforeAt(bld, co.storePoint(s.def, x))
		if p, ok := s.def.(*ir.Param); ok {
			p.Attrs = p.Attrs.Without(m, "nocapture", "captures")
		}
		byval := byvalType(m, s.def)
		sl := co.frame.ByValue[s.def]
		align := uint32(1)
		typ := s.def.Type()
		if byval != nil {
			typ = byval
		}
		if sl != nil {
			align = uint32(sl.Align)
		}
		addr := co.fieldAddr(bld, s.def, name+".spill.addr")
		if byval != nil {
			bld.Store(bld.Load(byval, s.def, uint32(co.c.Layout.ABIAlign(byval)), ""), addr, align)
		} else {
			bld.Store(s.def, addr, align)
		}
		var at *ir.Block
		var reload ir.Value
		for _, u := range s.users {
			if u.Block() == nil {
				continue // a phi of one entry that was replaced already
			}
			if u.Block() != at {
				at = u.Block()
				ir.BeforeAt(bld, at.FirstInsertionPt())
				addr := co.fieldAddr(bld, s.def, name+".reload.addr")
				reload = addr
				if byval == nil {
					reload = bld.Load(typ, addr, align, name+".reload")
				} else {
					reload = bld.PtrCast(addr, s.def.Type())
				}
				co.reloaded(s.def, at, reload)
			}
			if u.Op == ir.OpPhi {
				ir.ReplaceUses(u, reload)
				u.Erase()
				continue
			}
			replaceArgs(u, s.def, reload)
		}
	}
}

// storePoint is the instruction in front of which a spilled value is stored.
func (co *coroutine) storePoint(def ir.Value, x *coro.Crossing) *ir.Instr {
	i := ir.AsInstr(def)
	switch {
	case i == nil:
		return co.afterBegin()
	case ir.IsCoro(i, ir.CoroSuspend):
		return i.Block().SingleSucc().FirstNonPhi()
	case !x.Dom.InstrDominates(co.begin, i):
		return co.afterBegin()
	case i.Op == ir.OpInvoke:
		return co.splitNormalEdge(i).Terminator()
	case i.Op == ir.OpPhi:
		if t := i.Block().Terminator(); t.Op == ir.OpCatchSwitch {
			return co.splitBeforeCatchSwitch(t)
		}
		return i.Block().FirstInsertionPt()
	}
	return i.Next()
}

// splitNormalEdge gives an invoke's normal edge a block of its own.
func (co *coroutine) splitNormalEdge(inv *ir.Instr) *ir.Block {
	b, dest := inv.Block(), inv.NormalDest()
	if dest.SinglePred() == b {
		// The new block goes in front of the destination and takes its phis, which have one entry.
		nb := co.f.NewBlockBefore(dest.Name()+".split", dest)
		for dest.First().Op == ir.OpPhi {
			p := dest.First()
			p.Unlink()
			nb.Append(p)
		}
		nb.Append(co.m.NewInstr(ir.OpBr, co.m.Types.Void(), dest))
		redirectEdge(b, dest, nb)
		return nb
	}
	nb := co.f.NewBlock(b.Name()+"."+dest.Name()+"_crit_edge", b)
	redirectEdge(b, dest, nb)
	nb.Append(co.m.NewInstr(ir.OpBr, co.m.Types.Void(), dest))
	replaceOnePhiBlock(dest, b, nb)
	return nb
}

// splitBeforeCatchSwitch makes room for an instruction in a block that ends in a catchswitch and so has no insertion point: the block
// becomes an empty cleanup that goes on to a new block with the catchswitch. It returns the cleanupret.
func (co *coroutine) splitBeforeCatchSwitch(cs *ir.Instr) *ir.Instr {
	m := co.m
	b := cs.Block()
	nb := co.f.NewBlock("", b)
	b.MoveTail(cs, nb)
	pad := m.NewInstr(ir.OpCleanupPad, m.Types.Simple(ir.Token), cs.Arg(0))
	b.Append(pad)
	ret := m.NewInstr(ir.OpCleanupRet, m.Types.Void(), pad, nb)
	b.Append(ret)
	return ret
}

// moveAllocas makes AllocaSpillBB, in which the addresses of frame objects are computed, and redirects to them the uses behind
// coro.begin. Uses before it keep the alloca, and what they may have written is copied.
func (co *coroutine) moveAllocas(set *spillSet, x *coro.Crossing) {
	m := co.m
	spillBB := co.afterBegin().Block().SplitBefore(co.afterBegin(), "AllocaSpillBB")
	spillBB.SplitBefore(spillBB.First(), "PostSpill")
	co.allocaSpill = spillBB
	list := set.allocas
	if co.promise != nil {
		// Addresses inside the promise that were computed before coro.begin are made anew like those inside other objects. LLVM 22 lets
		// them point at the stack.
		list = append(list[:len(list):len(list)], co.allocas(x).Inspect(co.promise))
	}
	bld := ir.NewBuilder(m)
	for _, a := range list {
		ir.BeforeAt(bld, spillBB.Terminator())
		var users []*ir.Use
		for u := a.Alloca.FirstUse(); u != nil; {
			next := u.Next()
			i := u.User()
			if x.Dom.InstrDominates(co.begin, i) && i != co.begin {
				if ir.LifetimeKind(i) != 0 {
					i.Erase()
				} else {
					users = append(users, u)
				}
			}
			u = next
		}
		if len(users) == 0 {
			continue
		}
		g := co.fieldAddr(bld, a.Alloca, a.Alloca.Name()+".reload.addr")
		for u := a.Alloca.FirstDbgUse(); u != nil; u = a.Alloca.FirstDbgUse() {
			u.Set(g)
		}
		for _, u := range users {
			u.Set(g)
		}
	}
	co.eraseAliasMarkers(list, x)
	ir.BeforeAt(bld, co.afterBegin())
	for _, a := range list {
		if a.Early && a.Alloca != co.promise {
			co.copyEarly(bld, a.Alloca)
		}
		for _, al := range a.Aliases {
			if al.Unknown {
				continue // only in the promise: other objects are rejected for it
			}
			g := co.fieldAddr(bld, a.Alloca, "")
			off := m.ConstInt(m.Types.Int(co.c.Layout.IndexBits(0)), al.Offset)
			addr := bld.PtrCast(bld.ByteGEP(bld.PtrCast(g, m.PtrType(0)), off, 0, ""), al.I.Type())
			ir.ReplaceUsesIf(al.I, addr, func(u *ir.Use) bool {
				return x.Dom.DominatesUse(co.begin, u)
			})
		}
	}
	if co.promise != nil && co.promiseWrittenEarly(x) {
		ir.BeforeAt(bld, co.afterBegin())
		co.copyEarly(bld, co.promise)
	}
}

// eraseAliasMarkers removes lifetime markers that address a frame object through a cast: on a frame slot they would end the life of a
// part of the frame.
func (co *coroutine) eraseAliasMarkers(list []*coro.AllocaInfo, x *coro.Crossing) {
	for _, a := range list {
		for _, s := range a.Users {
			if s.Block() != nil && ir.LifetimeKind(s) != 0 && x.Dom.InstrDominates(co.begin, s) {
				s.Erase()
			}
		}
	}
}

// copyEarly copies an object from its alloca to its slot.
func (co *coroutine) copyEarly(bld *ir.Builder, a *ir.Instr) {
	g := co.fieldAddr(bld, a, "")
	al := uint32(co.allocaAlign(a))
	bld.Store(bld.Load(a.ElemTy, a, al, ""), g, al)
}

// promiseWrittenEarly reports whether the promise may have been written before coro.begin. Any address taken there counts.
func (co *coroutine) promiseWrittenEarly(x *coro.Crossing) bool {
	for u := co.promise.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if x.Dom.InstrDominates(co.begin, i) {
			continue
		}
		switch i.Op {
		case ir.OpStore, ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpInvoke:
			return true
		case ir.OpCall:
			if ir.IsCoro(i, ir.CoroID) || ir.LifetimeKind(i) != 0 {
				continue
			}
			return true
		}
	}
	return false
}
