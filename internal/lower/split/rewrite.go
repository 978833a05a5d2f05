package split

// The rewriting of the original function, once the layout of the frame is known: spilled values are
// stored and reloaded, objects become addresses in the frame, debug records follow, and the frame's
// size becomes a number. It decides nothing.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// rewrite puts into the frame what was found to live there.
func (co *coroutine) rewrite(set *spillSet, x *coro.Crossing) {
	for _, a := range set.stack {
		eraseMarkers(a)
	}
	co.framePtr = co.abi.base()
	co.describeFrame()
	co.salvageValues(set, x)
	co.loosenParams(set)
	co.insertSpills(set, x)
	co.forgetPending()
	co.moveAllocas(set, x)
	co.describePromise()
	co.replaceSizes()
}

// fieldAddr is the address of a value's slot, with the extra index of an array alloca and in the
// alloca's address space.
func (co *coroutine) fieldAddr(bld *ir.Builder, v ir.Value, name string) *ir.Instr {
	return co.fieldAddrFrom(bld, co.framePtr, v, name)
}

func (co *coroutine) fieldAddrFrom(bld *ir.Builder, base, v ir.Value, name string) *ir.Instr {
	m := co.m
	a := ir.AsInstr(v)
	isAlloca := a != nil && a.Op == ir.OpAlloca
	var g *ir.Instr
	sl, _ := co.frame.SlotOf(v)
	last := name
	if sl != nil && sl.RoundTo > 0 {
		name = ""
	}
	switch {
	case sl != nil && sl.Index < 0:
		g = co.byteAddr(bld, base, sl.Offset, name)
	case sl == nil && len(co.frame.Typ.Fields()) == 0: // what takes no room, in a frame of nothing else
		g = co.byteAddr(bld, base, 0, name)
	default:
		i32 := m.Types.Int(32)
		idx := []ir.Value{m.ConstInt(i32, 0), m.ConstInt(i32, int64(co.frame.Field(v)))}
		if isAlloca && allocaCount(a) > 1 && sl != nil { // what takes no room has no slot, and is anywhere
			idx = append(idx, m.ConstInt(i32, 0))
		}
		g = bld.GEP(co.frame.Typ, base, ir.FlagInBounds, name, idx...)
	}
	if sl != nil && sl.RoundTo > 0 {
		name = last
		g = co.roundUp(bld, g, sl.RoundTo, name)
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

// roundUp makes the first address from addr on that has an alignment.
func (co *coroutine) roundUp(bld *ir.Builder, addr ir.Value, align int64, name string) *ir.Instr {
	t := co.m.Types.Int(int(co.c.Layout.PtrSize(addr.Type().AddrSpace())) * 8)
	n := bld.Cast(ir.OpPtrToInt, addr, t, "")
	n = bld.Binary(ir.OpAdd, n, co.m.ConstInt(t, align-1), 0, "")
	n = bld.Binary(ir.OpAnd, n, co.m.ConstInt(t, -align), 0, "")
	return bld.Cast(ir.OpIntToPtr, n, addr.Type(), name)
}

func (co *coroutine) ptrAlign() uint32 { return uint32(co.c.Layout.PtrAlign(0)) }

// byteAddr is the address of a byte offset in the frame.
func (co *coroutine) byteAddr(bld *ir.Builder, base ir.Value, offset int64, name string) *ir.Instr {
	m := co.m
	p := bld.PtrCast(base, m.PtrType(base.Type().AddrSpace()))
	return bld.ByteGEP(p, m.ConstInt(m.Types.Int(co.c.Layout.IndexBits(base.Type().AddrSpace())), offset),
		ir.FlagInBounds, name)
}

// afterBegin is the instruction in front of which goes what has to stand right behind the frame
// pointer.
func (co *coroutine) afterBegin() *ir.Instr {
	return co.framePtr.(*ir.Instr).Next()
}

// insertSpills stores spilled values behind their definitions and reloads them at the head of the
// blocks that use them.
func (co *coroutine) insertSpills(set *spillSet, x *coro.Crossing) {
	m := co.m
	bld := ir.NewBuilder(m)
	for _, s := range set.values {
		name := ir.ValueName(s.def)
		bld.At(co.storePoint(s.def, x))
		byval := byvalType(m, s.def)
		sl, _ := co.frame.SlotOf(s.def)
		align := uint32(1)
		typ := s.def.Type()
		if byval != nil {
			typ = byval
		}
		if sl != nil {
			align = uint32(sl.Align)
		}
		addr := co.fieldAddr(bld, s.def, m.Text(name, ".spill.addr"))
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
				bld.At(at.FirstInsertionPt())
				addr := co.fieldAddr(bld, s.def, m.Text(name, ".reload.addr"))
				reload = addr
				if byval == nil {
					reload = bld.Load(typ, addr, align, m.Text(name, ".reload"))
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
	case coro.IsSuspend(i):
		return i.Block().SingleSucc().FirstNonPhi()
	case !x.Dom.InstrDominates(co.Begin, i):
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
		nb := co.F.NewBlockBefore(dest.Name()+".split", dest)
		for dest.First().Op == ir.OpPhi {
			p := dest.First()
			p.Unlink()
			nb.Append(p)
		}
		nb.Append(co.m.NewInstr(ir.OpBr, co.m.Types.Void(), dest))
		redirectEdge(b, dest, nb)
		return nb
	}
	nb := co.F.NewBlock(b.Name()+"."+dest.Name()+"_crit_edge", b)
	redirectEdge(b, dest, nb)
	nb.Append(co.m.NewInstr(ir.OpBr, co.m.Types.Void(), dest))
	replaceOnePhiBlock(dest, b, nb)
	return nb
}

// splitBeforeCatchSwitch makes room for an instruction in a block that ends in a catchswitch and so
// has no insertion point: the block becomes an empty cleanup that goes on to a new block with the
// catchswitch. It returns the cleanupret.
func (co *coroutine) splitBeforeCatchSwitch(cs *ir.Instr) *ir.Instr {
	m := co.m
	b := cs.Block()
	nb := co.F.NewBlock("", b)
	b.MoveTail(cs, nb)
	pad := m.NewInstr(ir.OpCleanupPad, m.Types.Simple(ir.Token), cs.Arg(0))
	b.Append(pad)
	ret := m.NewInstr(ir.OpCleanupRet, m.Types.Void(), pad, nb)
	b.Append(ret)
	return ret
}

// moveAllocas makes AllocaSpillBB, in which the addresses of frame objects are computed, and
// redirects to them the uses behind coro.begin. Uses before it keep the alloca, and what they may
// have written is copied.
func (co *coroutine) moveAllocas(set *spillSet, x *coro.Crossing) {
	m := co.m
	spillBB := co.afterBegin().Block().SplitBefore(co.afterBegin(), "AllocaSpillBB")
	spillBB.SplitBefore(spillBB.First(), "PostSpill")
	co.allocaSpill = spillBB
	list := set.objects
	if co.Promise != nil {
		// Addresses inside the promise that were computed before coro.begin are made anew like
		// those inside other objects. LLVM 22 lets them point at the stack.
		list = append(list[:len(list):len(list)], object{AllocaInfo: co.allocas(x).Inspect(co.Promise)})
	}
	bld := ir.NewBuilder(m)
	var moved, addrs []*ir.Instr // objects, and addresses of them in the frame
	for _, a := range list {
		bld.At(spillBB.Terminator())
		var users []*ir.Use
		for u := a.Alloca.FirstUse(); u != nil; {
			next := u.Next()
			i := u.User()
			if x.Dom.InstrDominates(co.Begin, i) && i != co.Begin {
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
		g := co.fieldAddr(bld, a.Alloca, co.abi.nameInFrame(a.Alloca))
		for u := a.Alloca.FirstDbgUse(); u != nil; u = a.Alloca.FirstDbgUse() {
			u.Set(g)
		}
		addr := co.launder(bld, g, users)
		for _, u := range users {
			u.Set(addr)
		}
		moved, addrs = append(moved, a.Alloca), append(addrs, g)
	}
	co.eraseAliasMarkers(list, x)
	bld.At(co.afterBegin())
	for _, a := range list {
		if a.Early && a.Alloca != co.Promise {
			co.copyEarly(bld, a.Alloca)
		}
		for _, al := range a.Aliases {
			if al.Unknown {
				continue // only in the promise: other objects are rejected for it
			}
			g := co.fieldAddr(bld, a.Alloca, "")
			off := m.ConstInt(m.Types.Int(co.c.Layout.IndexBits(0)), al.Offset)
			var uses []*ir.Use
			for u := al.I.FirstUse(); u != nil; u = u.Next() {
				uses = append(uses, u)
			}
			addr := co.launder(bld, bld.PtrCast(bld.ByteGEP(bld.PtrCast(g, m.PtrType(0)), off, 0, ""), al.I.Type()),
				uses)
			ir.ReplaceUsesIf(al.I, addr, func(u *ir.Use) bool {
				return x.Dom.DominatesUse(co.Begin, u)
			})
			moved, addrs = append(moved, a.Alloca), append(addrs, g)
		}
	}
	if co.Promise != nil && co.promiseWrittenEarly(x) {
		bld.At(co.afterBegin())
		co.copyEarly(bld, co.Promise)
	}
	co.loosenObjects(moved, addrs)
}

// eraseAliasMarkers removes lifetime markers that address a frame object through a cast: on a frame
// slot they would end the life of a part of the frame.
func (co *coroutine) eraseAliasMarkers(list []object, x *coro.Crossing) {
	for _, a := range list {
		for _, s := range a.Users {
			if s.Block() != nil && ir.LifetimeKind(s) != 0 && x.Dom.InstrDominates(co.Begin, s) {
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

// promiseWrittenEarly reports whether the promise may have been written before coro.begin. Any
// address taken there counts.
func (co *coroutine) promiseWrittenEarly(x *coro.Crossing) bool {
	for u := co.Promise.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if x.Dom.InstrDominates(co.Begin, i) {
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

// replaceSizes makes coro.size and coro.align constants. Each keeps its own width.
func (co *coroutine) replaceSizes() {
	size := co.frame.Size
	if !co.c.Opts.ReuseStorage {
		size = co.c.Layout.AllocSize(co.frame.Typ) // LLVM's number, which stands in for the frame's in plain splitting
	}
	for _, s := range co.Sizes {
		ir.ReplaceUses(s, co.m.ConstInt(s.Type(), size))
		s.Erase()
	}
	for _, a := range co.Aligns {
		ir.ReplaceUses(a, co.m.ConstInt(a.Type(), co.frame.Align))
		a.Erase()
	}
}
