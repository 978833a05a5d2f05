// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// By-value parameters that the coroutine writes. LLVM copies such a parameter to the frame at
// coro.begin, but uses that do not cross a suspend keep using the caller's memory. So a value that
// is written there is lost at the next resume. For example, after coro.begin:
//
//	store i32 1, ptr %p                         ; to the caller's memory
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	%x = load i32, ptr %p                       ; from the copy, which is older
//
// Such a parameter becomes a local variable at the entry, and is then handled like any other
// object. So does a parameter whose stated alignment is larger than its type's, because LLVM's copy
// has only the alignment of the type. Any other parameter that is only read does not change, so that
// the output remains LLVM's.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
)

// ownByvals replaces by-value parameters by local variables: those that may be written before the
// first suspend, and those that are used after it with a larger alignment than that of their type.
func (co *coroutine) ownByvals() {
	m := co.m
	var early map[*ir.Block]*ir.Instr
	for _, p := range co.F.Params {
		t := coro.ByvalType(m, p)
		if t == nil {
			continue
		}
		if early == nil {
			early = co.beforeSuspends()
		}
		align, known := uint32(co.c.Layout.ABIAlign(t)), byvalAlign(m, p)
		if !co.written(p, early) && (known <= align || !usedLater(p, early)) {
			continue
		}
		if p.Attrs.Has(m, "align") {
			align = known
		}
		at := co.F.Entry().First()
		for at.Op == ir.OpAlloca {
			at = at.Next()
		}
		bld := ir.NewBuilder(m).Before(at)
		name := p.Name
		if name != "" {
			name += ".own"
		}
		slot := bld.Alloca(t, co.c.Layout.AllocaAS, align, name)
		slot.Pos = co.F.Pos // the parameter's position
		own := bld.PtrCast(slot, p.Type())
		ir.ReplaceUses(p, own)
		opt.CopyMemory(bld, slot, p, t, min(align, known))
	}
}

// beforeSuspends returns the blocks that control can reach without a suspend, each with its first
// suspend, or nil.
func (co *coroutine) beforeSuspends() map[*ir.Block]*ir.Instr {
	at := map[*ir.Block]*ir.Instr{}
	for _, s := range co.Suspends {
		if b := s.Block(); at[b] == nil || s.ComesBefore(at[b]) {
			at[b] = s
		}
	}
	early := map[*ir.Block]*ir.Instr{}
	for work := []*ir.Block{co.F.Entry()}; len(work) > 0; {
		b := ir.Pop(&work)
		if _, ok := early[b]; ok {
			continue
		}
		if early[b] = at[b]; at[b] == nil {
			work = b.Succs(work)
		}
	}
	return early
}

// runsEarly reports whether an instruction may run before the first suspend.
func runsEarly(i *ir.Instr, early map[*ir.Block]*ir.Instr) bool {
	end, ok := early[i.Block()]
	return ok && (end == nil || i.ComesBefore(end))
}

// usedLater reports whether a parameter is used after the first suspend.
func usedLater(p *ir.Param, early map[*ir.Block]*ir.Instr) bool {
	for u := p.FirstUse(); u != nil; u = u.Next() {
		if !runsEarly(u.User(), early) {
			return true
		}
	}
	return false
}

// written reports whether the function or a callee may write through a pointer before the first
// suspend.
func (co *coroutine) written(p ir.LocalValue, early map[*ir.Block]*ir.Instr) bool {
	work := ir.NewWorklist[ir.LocalValue](p)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if !runsEarly(i, early) {
				continue
			}
			switch i.Op {
			case ir.OpLoad, ir.OpICmp:
			case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
				work.Add(i)
			case ir.OpCall, ir.OpInvoke:
				if !co.onlyRead(i, u.Index()) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// onlyRead reports whether a call only reads through its argument k and does not capture it.
func (co *coroutine) onlyRead(i *ir.Instr, k int) bool {
	m := co.m
	if k >= i.NumCallArgs() {
		return false
	}
	switch id := ir.CalledIntrinsic(i); {
	case id.IsLifetime(), id.IsInvariant(), id.IsMemCopy() && k == 1:
		return true
	}
	return !ir.KeepsArg(m, i, k) && (ir.ArgHas(m, i, k, "readonly") || ir.ArgHas(m, i, k, "readnone") ||
		ir.ArgHas(m, i, k, "byval"))
}
