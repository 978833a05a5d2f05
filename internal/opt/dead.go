// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// This file decides which instructions may be removed.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// willReturn reports whether a call always returns or throws in the end.
func willReturn(m *ir.Module, i *ir.Instr) bool {
	if ir.CallHas(m, i, "willreturn") {
		return true
	}
	// Before LLVM 16, intrinsics without effects were assumed to return.
	f := i.CalledFunc()
	return !m.Has(ir.ReturnAttribute) && f != nil && f.IsIntrinsic() && ir.OnlyReadsMemory(m, i)
}

// HasEffects reports whether executing the instruction has an observable effect other than its
// result.
func HasEffects(m *ir.Module, i *ir.Instr) bool {
	switch i.Op {
	case ir.OpLoad:
		return i.Flags&ir.FlagVolatile != 0 || i.Order > ir.Unordered
	case ir.OpStore, ir.OpFence, ir.OpCmpXchg, ir.OpAtomicRMW, ir.OpVAArg:
		return true
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		return !ir.OnlyReadsMemory(m, i) || !ir.CallHas(m, i, "nounwind") || !willReturn(m, i)
	}
	return i.IsTerminator() && i.Op.Info().Effect&ir.EffThrows != 0
}

// IsDead reports whether an instruction can be erased: its result is unused and it has no effects.
// Debug records do not count as uses.
func IsDead(m *ir.Module, i *ir.Instr) bool {
	if i.HasUses() || i.IsTerminator() {
		return false
	}
	switch i.Op {
	case ir.OpLandingPad, ir.OpCatchPad, ir.OpCleanupPad:
		return false
	}
	if id := ir.CalledIntrinsic(i); id == ir.LaunderInvariantGroup || id == ir.StripInvariantGroup {
		return true
	}
	return !HasEffects(m, i) || freesNothing(m, i)
}

// freesNothing reports whether a call frees a null pointer. The function must be marked with
// allockind: as in LLVM since 15, its name does not count here. For older versions, a declared
// function free with C's parameters is C's.
func freesNothing(m *ir.Module, i *ir.Instr) bool {
	f := i.CalledFunc()
	if i.Op != ir.OpCall || f == nil || i.NumCallArgs() != 1 || !ir.CallHas(m, i, "willreturn") {
		return false
	}
	if c, ok := i.Arg(0).(*ir.Const); !ok || c.Kind != ir.ConstNull {
		return false
	}
	if !m.Has(ir.FreeKind) && f.Declared && f.Name == "free" && !ir.CallHas(m, i, "nobuiltin") {
		return f.FTy == m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrType(0)}, false)
	}
	kind := f.Attrs.Get(m, "allockind")
	return kind != nil && strings.Contains(kind.Val, "free")
}

// DeleteDead erases v if it is a dead instruction, and then the instructions that become dead. It
// reports whether it erased anything.
func DeleteDead(m *ir.Module, v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Block() == nil || !IsDead(m, i) {
		return false
	}
	work := []*ir.Instr{i}
	for len(work) > 0 {
		i := ir.Pop(&work)
		if i.Block() == nil {
			continue // an operand that occurred twice
		}
		ops := make([]*ir.Instr, 0, i.NumArgs())
		for k := range i.NumArgs() {
			if o, ok := i.Arg(k).(*ir.Instr); ok && o != i {
				ops = append(ops, o)
			}
		}
		i.Erase()
		for _, o := range ops {
			if IsDead(m, o) {
				work = append(work, o)
			}
		}
	}
	return true
}

// transfers reports whether control always continues at the next instruction.
func transfers(m *ir.Module, i *ir.Instr) bool {
	switch i.Op {
	case ir.OpLoad, ir.OpStore:
		return i.Flags&ir.FlagVolatile == 0
	case ir.OpCall:
		return ir.CallHas(m, i, "nounwind") && willReturn(m, i)
	case ir.OpCatchPad:
		return false
	}
	return !i.IsTerminator()
}
