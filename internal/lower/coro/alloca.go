// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

// Questions about one alloca that need no coroutine.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// OutsideFrame is the kind of the metadata at an alloca that stays on the ramp's stack.
const OutsideFrame = "coro.outside.frame"

// FixedSize reports whether a type's size is known at compile time: it is neither opaque nor built
// from scalable vectors.
func FixedSize(l *target.Layout, t *ir.Type) bool {
	for !l.Sized(t) { // the layout caches this
		if t.Kind() != ir.Array {
			return false
		}
		t = t.Elem() // the array may be too large; another check reports that
	}
	return true
}

// ConstantSize reports whether an alloca's size is known at compile time.
func ConstantSize(l *target.Layout, a *ir.Instr) bool {
	_, ok := ir.AllocaCount(a)
	return ok && FixedSize(l, a.ElemTy)
}

// AllocaAlign returns an alloca's alignment as written, or else the one that LLVM chooses.
func AllocaAlign(l *target.Layout, a *ir.Instr) int64 {
	if a.Align != 0 {
		return int64(a.Align)
	}
	return l.PrefAlign(a.ElemTy)
}

// maxAddressUses bounds the uses of a variable's address that are examined.
const maxAddressUses = 64

// KeepsAddress reports whether the address of a variable may be known anywhere but in the values
// that are computed from it.
func KeepsAddress(m *ir.Module, a *ir.Instr) bool {
	n := 0
	for work := []*ir.Instr{a}; len(work) > 0; {
		v := ir.Pop(&work)
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if n++; n > maxAddressUses {
				return true
			}
			switch i := u.User(); {
			case i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1, ir.IsLifetime(i):
			case i.Op == ir.OpGEP && u.Index() == 0:
				work = append(work, i)
			case i.IsCall() && u.Index() < i.NumCallArgs() && !ir.KeepsArg(m, i, u.Index()):
			default:
				return true
			}
		}
	}
	return false
}
