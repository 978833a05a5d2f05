// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Steps that let SROA take more variables out of memory. They only matter where local memory is slow
// and no other optimiser runs, so no pipeline for LLVM's tools has them.

import (
	"strconv"
	"strings"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// PromoteMore uses constant tables in place, resolves addresses of a variable that are stored in the
// variable itself, and accesses both variables where a select chooses one. It simplifies f if it
// changed anything, and reports whether it did. It leaves coroutines alone that are not split yet.
func PromoteMore(m *ir.Module, f *ir.Func, l *target.Layout) bool {
	if ir.IsPresplit(m, f) {
		return false
	}
	changed := false
	for a := nextAlloca(f.Entry(), nil); a != nil; {
		next := nextAlloca(f.Entry(), a)
		if g := tableOf(m, l, a); g != nil {
			count.PromotedTable.Hit()
			useTable(a, g)
			changed = true
		} else {
			changed = resolveOwnAddresses(m, f, l, a) || changed
		}
		a = next
	}
	changed = speculateSelects(m, f) || changed
	if changed {
		f.Changed = true
		Simplify(m, f, l)
	}
	return changed
}

// tableOf returns the constant whose copy is all that a variable contains, or nil. For example:
//
//	call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @table, i64 16, i1 false)
//	%p = getelementptr [2 x i64], ptr %a, i64 0, i64 %i
//	%x = load i64, ptr %p
//
// A load before the copy reads an undefined value, which may be that of the constant, too.
func tableOf(m *ir.Module, l *target.Layout, a *ir.Instr) *ir.Global {
	var table *ir.Global
	for work := []*ir.Instr{a}; len(work) > 0; {
		p := ir.Pop(&work)
		for u := p.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpLoad && plainAccess(i), p == a && ir.IsLifetime(i):
			case i.Op == ir.OpGEP && i.Type().IsPtr():
				work = append(work, i)
			case p == a && table == nil && u.Index() == 0 && plainCopy(i):
				table, _ = i.Arg(1).(*ir.Global)
				if table == nil || !fits(m, l, a, table) {
					return nil
				}
			default:
				return nil
			}
		}
	}
	return table
}

// plainCopy reports whether an instruction is a memcpy or memmove that is not volatile.
func plainCopy(i *ir.Instr) bool {
	id := memCall(i)
	return (id == ir.Memcpy || id == ir.Memmove) && notVolatile(i)
}

// notVolatile reports whether a call of a plain memory intrinsic is not volatile.
func notVolatile(i *ir.Instr) bool {
	volatile, ok := i.Arg(3).(*ir.Const)
	return ok && volatile.IsZero()
}

// fits reports whether a constant may be accessed in place of a variable: it is as large and as
// aligned.
func fits(m *ir.Module, l *target.Layout, a *ir.Instr, g *ir.Global) bool {
	if g.GKind != ir.GlobalVar || !g.IsConst || g.Type() != a.Type() || a.NumArgs() > 0 || m.TypedPtrs ||
		!l.Sized(a.ElemTy) || !l.Sized(g.ValueType) || l.AllocSize(a.ElemTy) > l.AllocSize(g.ValueType) {
		return false
	}
	for _, w := range g.Words {
		if strings.HasPrefix(w, "thread_local") {
			return false
		}
	}
	for _, part := range g.Tail {
		if n, ok := strings.CutPrefix(part, "align "); ok {
			align, err := strconv.ParseUint(n, 10, 32)
			return err == nil && a.Align > 0 && align >= uint64(a.Align)
		}
	}
	return false
}

// useTable replaces a variable by the constant that it is a copy of.
func useTable(a *ir.Instr, g *ir.Global) {
	for _, i := range a.Users() {
		if i.IsCall() {
			i.Erase()
		}
	}
	replaceAndErase(a, g)
}

// maxOwnSlots is the number of places in a variable that may contain the variable's address.
const maxOwnSlots = 4

// resolveOwnAddresses replaces loads that can only yield an address in a variable, because nothing
// else is stored there. For example, an awaiter in an elided frame often contains the handle of that
// frame:
//
//	%handle = getelementptr i8, ptr %frame, i64 24
//	store ptr %frame, ptr %handle
//	...
//	%h = load ptr, ptr %handle
//	%p = getelementptr i8, ptr %h, i64 16        ; becomes an offset from %frame
//	%x = load i8, ptr %p
//
// The variable's address must be known to nothing else, and the loaded address is only used to access
// memory. So null or undefined content of %handle makes the access undefined, and needs no attention.
func resolveOwnAddresses(m *ir.Module, f *ir.Func, l *target.Layout, a *ir.Instr) bool {
	if m.TypedPtrs || a.Type().AddrSpace() != 0 || f.HasAttr("null_pointer_is_valid") {
		return false
	}
	o := &ownAddresses{l: l, a: a, size: l.PtrSize(0), slots: map[int64]int64{}}
	for n := -1; n != len(o.slots); {
		n = len(o.slots)
		if !o.follow() || len(o.slots) > maxOwnSlots {
			return false
		}
	}
	if len(o.slots) == 0 || !o.exclusive() {
		return false
	}
	b := ir.NewBuilder(m)
	for _, i := range o.accesses {
		if i.ins.Op != ir.OpLoad || !o.isSlot(i.off) {
			continue
		}
		var v ir.Value = a
		if c := o.slots[i.off]; c != 0 {
			v = b.Before(i.ins).SetDebugLoc(i.ins.DebugLoc()).GEP(m.Types.Int(8), a, 0, "", m.ConstInt(m.Types.Int(64), c))
		}
		replaceAndErase(i.ins, v)
	}
	count.OwnAddress.Hit()
	for _, i := range o.own {
		i.ins.Erase()
	}
	return true
}

// ownAddresses follows the address of one variable.
type ownAddresses struct {
	l        *target.Layout
	a        *ir.Instr
	size     int64           // of a pointer
	slots    map[int64]int64 // by offset in the variable: the offset of the address that is stored there
	accesses []offsetIn      // loads, stores and fills, at their offset
	own      []offsetIn      // stores of an address, at the offset of the address
}

// offsetIn is an instruction with an offset in the variable.
type offsetIn struct {
	ins *ir.Instr
	off int64
}

func (o *ownAddresses) isSlot(off int64) bool { _, ok := o.slots[off]; return ok }

// follow finds all accesses, and the slots. It fails if the address becomes known to anything else.
func (o *ownAddresses) follow() bool {
	o.accesses, o.own = nil, nil
	at := map[*ir.Instr]int64{o.a: 0}
	for work := []*ir.Instr{o.a}; len(work) > 0; {
		p := ir.Pop(&work)
		for u := p.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpStore && u.Index() == 0 && plainAccess(i):
				o.own = append(o.own, offsetIn{i, at[p]})
			case i.Op == ir.OpLoad && plainAccess(i):
				o.accesses = append(o.accesses, offsetIn{i, at[p]})
				if c, ok := o.slots[at[p]]; ok {
					if i.Type() != o.a.Type() {
						return false
					}
					at[i] = c
					work = append(work, i)
				}
			case i.Op == ir.OpStore && plainAccess(i):
				o.accesses = append(o.accesses, offsetIn{i, at[p]})
			case i.Op == ir.OpGEP:
				off, ok := gepOffset(o.l, i, u)
				if !ok {
					return false
				}
				at[i] = at[p] + off
				work = append(work, i)
			case p == o.a && ir.IsLifetime(i):
			case u.Index() == 0 && memCall(i) == ir.Memset:
				o.accesses = append(o.accesses, offsetIn{i, at[p]})
			default:
				return false
			}
		}
	}
	for _, s := range o.own {
		to, ok := s.ins.Arg(1).(*ir.Instr)
		slot, inside := at[to]
		if c, twice := o.slots[slot]; !ok || !inside || twice && c != s.off {
			return false
		}
		o.slots[slot] = s.off
	}
	return true
}

// exclusive reports whether slots only contain the address of the variable, null and undefined
// values, and are only accessed whole.
func (o *ownAddresses) exclusive() bool {
	for _, x := range o.accesses {
		n, harmless := o.l.StoreSize(x.ins.Type()), true // of a load
		switch x.ins.Op {
		case ir.OpStore:
			v := x.ins.Arg(0)
			n, harmless = o.l.StoreSize(v.Type()), isNull(v) || isUndef(v)
			for _, s := range o.own {
				harmless = harmless || s.ins == x.ins
			}
		case ir.OpCall:
			c, ok := x.ins.Arg(2).(*ir.Const)
			byte0, zero := x.ins.Arg(1).(*ir.Const)
			if n = 0; ok && c.IsInt() {
				n = c.Int64()
			}
			harmless = zero && byte0.IsZero() && notVolatile(x.ins)
			if n <= 0 {
				return false
			}
			for slot := range o.slots {
				if x.off < slot+o.size && slot < x.off+n && (!harmless || x.off > slot || x.off+n < slot+o.size) {
					return false
				}
			}
			continue
		}
		for slot := range o.slots {
			if x.off < slot+o.size && slot < x.off+n && (!harmless || x.off != slot || n != o.size) {
				return false
			}
		}
	}
	return true
}

// speculateSelects accesses both variables where a select chooses the address of one, if that is all
// that keeps them in memory. For example, std::min returns a reference:
//
//	%p = select i1 %c, ptr %a, ptr %b          %x = load i32, ptr %a
//	%m = load i32, ptr %p                =>    %y = load i32, ptr %b
//	                                           %m = select i1 %c, i32 %x, i32 %y
//
// A store through %p becomes a store of the old or the new value to each.
func speculateSelects(m *ir.Module, f *ir.Func) bool {
	b := ir.NewBuilder(m)
	changed := false
	for blk := f.Entry(); blk != nil; blk = blk.Next() {
		for i := blk.First(); i != nil; {
			next := i.Next()
			if i.Op == ir.OpSelect && i.Arg(0).Type().IsInt() && ownScalar(i.Arg(1), i) && ownScalar(i.Arg(2), i) &&
				onlyAccessed(i) {
				for _, x := range i.Users() {
					speculate(b, i, x)
				}
				i.Erase()
				changed = true
			}
			i = next
		}
	}
	return changed
}

// ownScalar reports whether an address is that of a variable that could be a value, but for selects of
// addresses. The arms of sel must be variables of one type.
func ownScalar(v ir.Value, sel *ir.Instr) bool {
	a, ok := v.(*ir.Instr)
	if !ok || a.Op != ir.OpAlloca || a.NumArgs() > 0 || a.Block() != a.Func().Entry() || !valueType(a.ElemTy) {
		return false
	}
	first, ok := sel.Arg(1).(*ir.Instr)
	if !ok || first.ElemTy != a.ElemTy || sel.Arg(1) == sel.Arg(2) {
		return false
	}
	for u := a.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpSelect && u.Index() > 0 && onlyAccessed(i):
		case i.Op == ir.OpLoad && plainAccess(i) && i.Type() == a.ElemTy:
		case i.Op == ir.OpStore && u.Index() == 1 && plainAccess(i) && i.Arg(0).Type() == a.ElemTy:
		case ir.IsLifetime(i):
		default:
			return false
		}
	}
	return true
}

// onlyAccessed reports whether a select of two variables is only the address of plain accesses of
// their type.
func onlyAccessed(sel *ir.Instr) bool {
	a, ok := sel.Arg(1).(*ir.Instr)
	for u := sel.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		load := i.Op == ir.OpLoad && ok && i.Type() == a.ElemTy
		store := i.Op == ir.OpStore && u.Index() == 1 && ok && i.Arg(0).Type() == a.ElemTy
		if !load && !store || !plainAccess(i) {
			return false
		}
	}
	return ok
}

// speculate replaces an access through a select by accesses of both its arms.
func speculate(b *ir.Builder, sel, access *ir.Instr) {
	count.SelectedVariable.Hit()
	b.Before(access).SetDebugLoc(access.DebugLoc())
	var old [2]*ir.Instr
	for k := range old {
		a := sel.Arg(1 + k).(*ir.Instr)
		old[k] = b.Load(a.ElemTy, a, access.Align, "")
	}
	if access.Op == ir.OpLoad {
		replaceAndErase(access, b.Select(sel.Arg(0), old[0], old[1], takeName(access)))
		return
	}
	v := access.Arg(0)
	b.Store(b.Select(sel.Arg(0), v, old[0], ""), sel.Arg(1), access.Align)
	b.Store(b.Select(sel.Arg(0), old[1], v, ""), sel.Arg(2), access.Align)
	access.Erase()
}
