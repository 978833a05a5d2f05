// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lower

// An address relative to a constant base is a constant expression, as LLVM's builder folds it.

import (
	"github.com/corolower/corolower/internal/ir"
)

// address builds a getelementptr, or for a constant base the constant expression. With opaque
// pointers and only zero indices it returns the base itself. For example, @g with offset 8 becomes
//
//	getelementptr inbounds (i8, ptr @g, i32 8)
func address(b *ir.Builder, elem *ir.Type, base ir.Value, flags ir.Flags, idx ...*ir.Const) ir.Value {
	m := b.Module()
	vals := make([]ir.Value, len(idx))
	zero := true
	for k, c := range idx {
		vals[k] = c
		zero = zero && c.IsZero()
	}
	switch base.(type) {
	case *ir.Const, *ir.Func, *ir.Global:
	default:
		return b.GEP(elem, base, flags, "", vals...)
	}
	as := base.Type().AddrSpace()
	typed := base.Type().Elem() != nil
	if zero && !typed {
		return base
	}
	t := base.Type()
	if typed {
		base = b.PtrCast(base, m.Types.PtrTo(elem, as))
		t = m.Types.PtrTo(ir.IndexedType(elem, vals), as)
	}
	c := m.NewConst(ir.ConstExpr, t)
	c.Op, c.SrcTy, c.Flags = ir.OpGEP, elem, flags
	c.Elems = append([]ir.Value{base}, vals...)
	return c
}
