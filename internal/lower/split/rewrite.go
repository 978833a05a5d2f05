// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Rewriting of the original function, once the layout of the frame is known: spilled values are
// stored and reloaded, addresses of objects become addresses in the frame, debug records are
// updated, and the frame's size becomes a constant. This file makes no decisions about the layout.
// For example, a value %x that is used after a suspend:
//
//	%x = call i32 @get()
//	%x.spill.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
//	store i32 %x, ptr %x.spill.addr, align 4
//	...
//	%x.reload.addr = getelementptr inbounds %f.Frame, ptr %hdl, i32 0, i32 3
//	%x.reload = load i32, ptr %x.reload.addr, align 4

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/splitdebug"
)

// rewrite moves the values and objects in set to the frame.
func (co *coroutine) rewrite(set *spillSet, x *coro.Crossing) {
	for _, a := range set.stack {
		eraseMarkers(a)
	}
	co.framePtr = co.abi.base()
	if co.c.Opts.DebugFrame {
		fr := splitdebug.Frame{M: co.m, F: co.F, Promise: co.Promise, Pointer: co.framePtr, Target: co.c.Layout, Layout: co.frame}
		fr.Describe(co.afterBegin, co.abi.members)
	}
	co.describeVariables(set, x)
	co.values.Salvage()
	co.loosenParams(set)
	co.insertSpills(set, x)
	co.values.Forget()
	co.moveAllocas(set, x)
	co.values.Promised()
	co.replaceSizes()
}

// describeVariables tells package splitdebug what moves to the frame.
func (co *coroutine) describeVariables(set *spillSet, x *coro.Crossing) {
	v := &splitdebug.Values{Shape: co.Shape, M: co.m, Target: co.c.Layout, Frame: co.frame, Pointer: co.framePtr,
		Crossing: x, Live: set.lv}
	for _, s := range set.values {
		v.Spilled = append(v.Spilled, s.def)
	}
	for _, o := range set.objects {
		v.Objects = append(v.Objects, o.Alloca)
	}
	co.values = v
	co.declares = &splitdebug.Declares{M: co.m, F: co.F, Target: co.c.Layout, Suspends: len(co.Suspends)}
}

// salvageDebug rewrites declarations of a finished function whose address lies in the frame. vm maps the
// body to the part that f is; nil: f contains the whole body.
func (co *coroutine) salvageDebug(f *ir.Func, base ir.Value, vm *ir.ValueMap) {
	known, front := co.abi.debugFrame(f)
	co.declares.Salvage(f, base, known, front, vm)
}

// fieldAddr computes the address of a value's slot, with the extra index of an array alloca and in
// the alloca's address space. The address is generic if that of the alloca is in local memory, because
// the frame may be elsewhere.
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
	local := isAlloca && a.Type().AddrSpace() == co.c.Target.LocalAS()
	cast := isAlloca && !local && base.Type().AddrSpace() != a.Type().AddrSpace()
	if sl != nil && sl.RoundTo > 0 || cast { // the name belongs to the last of the instructions
		name = ""
	}
	switch {
	case sl != nil && (sl.Index < 0 || co.byteFrames()):
		g = co.byteAddr(bld, base, sl.Offset, name)
	case sl == nil && (co.byteFrames() || len(co.frame.Typ.Fields()) == 0): // an empty object
		g = co.byteAddr(bld, base, 0, name)
	default:
		i32 := m.Types.Int(32)
		idx := []ir.Value{m.ConstInt(i32, 0), m.ConstInt(i32, int64(co.frame.Field(v)))}
		// An empty object has no slot, and any address will do.
		if isAlloca && sl != nil {
			if n, _ := ir.AllocaCount(a); n > 1 {
				idx = append(idx, m.ConstInt(i32, 0))
			}
		}
		g = bld.GEP(co.frame.Typ, base, ir.FlagInBounds, name, idx...)
	}
	if sl != nil && sl.RoundTo > 0 {
		if !cast {
			name = last
		}
		g = bld.RoundUp(g, co.ptrBits(g), sl.RoundTo, name)
	}
	switch {
	case local:
	case cast:
		g = bld.Cast(ir.OpAddrSpaceCast, g, a.Type(), last)
	case isAlloca && g.Type() != a.Type():
		g = bld.Cast(ir.OpBitCast, g, a.Type(), last)
	}
	return g
}

// insertSpills stores spilled values after their definitions, and reloads them at the head of the
// blocks that use them.
func (co *coroutine) insertSpills(set *spillSet, x *coro.Crossing) {
	m := co.m
	bld := ir.NewBuilder(m)
	for _, s := range set.values {
		name := ir.ValueName(s.def)
		byval := coro.ByvalType(m, s.def)
		sl, _ := co.frame.SlotOf(s.def)
		align := uint32(1)
		typ := s.def.Type()
		if byval != nil {
			typ = byval
		}
		if sl != nil {
			align = uint32(sl.Align)
		}
		for _, point := range co.storePoints(s.def, x) {
			bld.At(point)
			addr := co.fieldAddr(bld, s.def, m.Text(name, ".spill.addr"))
			if byval != nil {
				bld.Store(bld.Load(byval, s.def, byvalAlign(co.m, s.def), ""), addr, align)
			} else {
				co.accessSlot(s.def, bld.Store(s.def, addr, align))
			}
		}
		var at *ir.Block
		var reload ir.Value
		for _, u := range s.users {
			if u.Block() == nil {
				continue // a phi with one entry that was replaced before
			}
			if u.Block() != at {
				at = u.Block()
				bld.At(at.FirstInsertionPt())
				addr := co.fieldAddr(bld, s.def, m.Text(name, ".reload.addr"))
				reload = addr
				if byval == nil {
					load := bld.Load(typ, addr, align, m.Text(name, ".reload"))
					co.accessSlot(s.def, load)
					reload = load
				} else {
					reload = bld.PtrCast(addr, s.def.Type())
				}
				co.values.Reloaded(s.def, at, reload)
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

// storePoints returns the instructions before which a spilled value is stored: one, or for the
// result of a callbr one on each of its edges.
func (co *coroutine) storePoints(def ir.Value, x *coro.Crossing) []*ir.Instr {
	i := ir.AsInstr(def)
	at := co.afterBegin
	switch {
	case i == nil:
	case coro.IsSuspend(i):
		at = i.Block().SingleSucc().FirstNonPhi
	case !x.Dom.InstrDominates(co.Begin, i):
	case i.Op == ir.OpInvoke:
		at = co.blockOnEdge(i.Block(), i.NormalDest()).Terminator
	case i.Op == ir.OpCallBr:
		var list []*ir.Instr
		for _, to := range i.Block().Succs(nil) {
			list = append(list, co.blockOnEdge(i.Block(), to).Terminator())
		}
		return list
	case i.Op == ir.OpPhi:
		at = i.Block().FirstInsertionPt
		if t := i.Block().Terminator(); t.Op == ir.OpCatchSwitch {
			return []*ir.Instr{co.splitBeforeCatchSwitch(t)}
		}
	default:
		at = i.Next
	}
	return []*ir.Instr{at()}
}

// splitBeforeCatchSwitch creates an insertion point in a block that ends in a catchswitch and so
// has none: the block becomes an empty cleanup that continues in a new block with the catchswitch.
// It returns the cleanupret.
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

// moveAllocas creates AllocaSpillBB, which computes the addresses of frame objects, and redirects
// to these addresses all uses after coro.begin. Uses before it keep the alloca, and any contents
// that they may have written are copied.
func (co *coroutine) moveAllocas(set *spillSet, x *coro.Crossing) {
	m := co.m
	spillBB := co.afterBegin().Block().SplitBefore(co.afterBegin(), "AllocaSpillBB")
	spillBB.SplitBefore(spillBB.First(), "PostSpill")
	co.allocaSpill = spillBB
	list := set.objects
	if co.Promise != nil {
		// Addresses inside the promise that were computed before coro.begin are recomputed, like
		// those inside other objects. In LLVM 22 they still point to the stack.
		list = append(list[:len(list):len(list)], object{AllocaInfo: co.allocas(x).Inspect(co.Promise)})
	}
	bld := ir.NewBuilder(m)
	var moved, addrs []*ir.Instr // objects, and their addresses in the frame
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
			if i := u.User(); i.Op == ir.OpAddrSpaceCast && i.Type().AddrSpace() == addr.Type().AddrSpace() {
				ir.ReplaceUses(i, bld.PtrCast(addr, i.Type()))
				i.Erase()
				continue
			}
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
				continue // only in the promise; checkAlloca rejects other objects
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

// eraseAliasMarkers removes lifetime markers that refer to a frame object through a cast: on a slot
// they would end the lifetime of a part of the frame.
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
	al := uint32(coro.AllocaAlign(co.c.Layout, a))
	bld.Store(bld.Load(a.ElemTy, a, al, ""), g, al)
}

// promiseWrittenEarly reports whether the promise may have been written before coro.begin. It
// counts any use there that may derive or pass its address.
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

// replaceSizes replaces coro.size and coro.align by constants of the same type.
func (co *coroutine) replaceSizes() {
	size := co.sizeRequested()
	for _, s := range co.Sizes {
		ir.ReplaceUses(s, co.m.ConstInt(s.Type(), size))
		s.Erase()
	}
	for _, a := range co.Aligns {
		ir.ReplaceUses(a, co.m.ConstInt(a.Type(), co.frame.Align))
		a.Erase()
	}
}
