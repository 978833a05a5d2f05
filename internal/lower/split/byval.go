package split

// By-value parameters that the coroutine writes to. LLVM gives the frame a copy where the frame
// begins, and what does not cross a suspend goes on using the caller's: what is written there is
// lost at the next resume. Such a parameter becomes a local variable at the entry, which is treated
// as any other. One that is only read stays, and LLVM's text with it.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// ownByvals makes local variables of the by-value parameters that are written to before the first
// suspend.
func (co *coroutine) ownByvals() {
	m := co.m
	var early map[*ir.Block]*ir.Instr
	for _, p := range co.F.Params {
		t := byvalType(m, p)
		if t == nil {
			continue
		}
		if early == nil {
			early = co.beforeSuspends()
		}
		if !co.written(p, early) {
			continue
		}
		align := uint32(co.c.Layout.ABIAlign(t))
		if a := p.Attrs.Get(m, "align"); a != nil {
			if n, err := strconv.ParseUint(a.Val, 10, 32); err == nil {
				align = uint32(n)
			}
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
		slot.Pos = co.F.Pos // where it is declared, as for the parameter itself
		own := bld.PtrCast(slot, p.Type())
		ir.ReplaceUses(p, own)
		opt.CopyMemory(bld, slot, p, t, align)
	}
}

// beforeSuspends are the blocks that are reached with no suspend on the way, each with the first
// suspend in it, nil for none.
func (co *coroutine) beforeSuspends() map[*ir.Block]*ir.Instr {
	at := map[*ir.Block]*ir.Instr{}
	for _, s := range co.Suspends {
		if b := s.Block(); at[b] == nil || s.ComesBefore(at[b]) {
			at[b] = s
		}
	}
	early := map[*ir.Block]*ir.Instr{}
	for work := []*ir.Block{co.F.Entry()}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if _, ok := early[b]; ok {
			continue
		}
		if early[b] = at[b]; at[b] == nil {
			work = b.Succs(work)
		}
	}
	return early
}

// written reports a pointer that something may be written through before the first suspend, by the
// function or by whom it is given to.
func (co *coroutine) written(p ir.LocalValue, early map[*ir.Block]*ir.Instr) bool {
	seen := map[ir.LocalValue]bool{p: true}
	for work := []ir.LocalValue{p}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if end, ok := early[i.Block()]; !ok || end != nil && !i.ComesBefore(end) {
				continue
			}
			switch i.Op {
			case ir.OpLoad, ir.OpICmp:
			case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
				if !seen[i] {
					seen[i] = true
					work = append(work, i)
				}
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

// onlyRead reports a call that only reads through its argument k, and does not keep it.
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
