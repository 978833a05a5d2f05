// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// The intrinsics that NVVM's dialect has and LLVM does not, in coroutines. They are lowered before
// the split, which would copy them into every part.
//
// llvm.nvvm.coro.create.suspend is a suspend marker. Neither its meaning nor its lowering is
// published; libNVVM's verifier requires `{ ptr, i32 } (i32)` with a constant argument, and older
// descriptions let it return nothing. Here it is only a marker and does not suspend: its result is
// the coroutine's handle (null before the frame begins) and the constant. The constant numbers, for
// human readers, the next suspend, if only straight-line code lies between: it becomes metadata on
// that suspend, which remarks read. The checker (lower/check), which runs earlier, requires that
// the marker has one constant argument and a result of a known form.
//
// llvm.nvvm.stacksave and .stackrestore are LLVM's own intrinsics with another name.

import (
	"github.com/corolower/corolower/internal/ir"
)

// visitNVVM records an intrinsic of NVVM.
func (e *early) visitNVVM(i *ir.Instr) {
	switch ir.CalledIntrinsic(i) {
	case ir.NVVMCreateSuspend, ir.NVVMStackSave, ir.NVVMStackRestore:
		e.nvvm = append(e.nvvm, i)
	}
}

// lowerNVVM replaces the recorded intrinsics.
func (e *early) lowerNVVM() {
	var dom *ir.DomTree
	for _, i := range e.nvvm {
		e.changed = true
		switch ir.CalledIntrinsic(i) {
		case ir.NVVMStackSave:
			e.renameTyped(i, ir.StackSave, i.Type())
		case ir.NVVMStackRestore:
			e.renameTyped(i, ir.StackRestore, i.Arg(0).Type())
		default:
			if dom == nil {
				dom = ir.NewDomTree(e.f)
			}
			e.createSuspend(i, dom)
		}
	}
}

// renameTyped turns a call into one of another intrinsic with the same type.
func (e *early) renameTyped(i *ir.Instr, id ir.Intrinsic, t *ir.Type) {
	var overload []*ir.Type
	if e.c.M.Has(ir.TypedStackSave) {
		overload = append(overload, t)
	}
	i.SetCallee(ir.DeclareIntrinsic(e.c.M, id, overload...))
}

func (e *early) createSuspend(i *ir.Instr, dom *ir.DomTree) {
	m := e.c.M
	id := i.Arg(0).(*ir.Const)
	n := int64(id.Uint64())
	t := i.Type()
	var with ir.Value
	switch {
	case t.IsToken():
		with = m.NoneToken()
	case t.IsInt():
		with = m.ConstInt(t, n)
	case !t.IsVoid():
		fields := t.Fields()
		handle := ir.Value(m.Null(fields[0]))
		if e.begin != nil && dom.InstrDominates(e.begin, i) {
			handle = e.begin
		}
		e.b.Before(i).SetDebugLoc(i.DebugLoc())
		half := e.b.InsertValue(m.Poison(t), e.b.PtrCast(handle, fields[0]), "", 0)
		with = e.b.InsertValue(half, m.ConstInt(fields[1], n), "", 1)
	}
	if s := suspendBehind(i); s != nil {
		s.SetMeta(ir.SuspendIDMeta, m.AddMD(&ir.MDNode{Fields: []ir.MDField{{Val: &ir.MD{Kind: ir.MDValue, Val: id}}}}))
	}
	if with != nil {
		ir.ReplaceUses(i, with)
	}
	i.Erase()
}

// suspendBehind returns the suspend that follows i in straight-line code, or nil.
func suspendBehind(i *ir.Instr) *ir.Instr {
	const far = 64 // blocks
	for n := 0; n < far; n++ {
		for ; i != nil; i = i.Next() {
			if ir.CoroCall(i) == ir.CoroSuspend {
				return i
			}
			if i.Op == ir.OpBr && i.NumArgs() == 1 {
				break
			}
		}
		if i == nil {
			return nil
		}
		i = i.Arg(0).(*ir.Block).First()
	}
	return nil
}
