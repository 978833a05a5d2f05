// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import "github.com/corolower/corolower/internal/ir"

// spellAligns writes the implicit alignments of a function's memory accesses and local variables,
// as LLVM does when it reads them. The data layout of the target defines them.
func (u *unit) spellAligns(f *ir.Func) {
	l := u.c.Layout
	if l == nil || f.Declared {
		return
	}
	for i := range f.Instrs() {
		if i.Align != 0 {
			continue
		}
		switch i.Op {
		case ir.OpLoad:
			if l.Sized(i.Type()) {
				i.Align = uint32(l.ABIAlign(i.Type()))
			}
		case ir.OpStore:
			if t := i.Arg(0).Type(); l.Sized(t) {
				i.Align = uint32(l.ABIAlign(t))
			}
		case ir.OpAlloca:
			if i.ElemTy != nil && l.Sized(i.ElemTy) {
				i.Align = uint32(l.PrefAlign(i.ElemTy))
			}
		}
	}
}
