package lower

// Addresses off a constant base are constant expressions, as LLVM's builder folds them.

import (
	"github.com/corolower/corolower/internal/ir"
)

// address makes a getelementptr, or for a constant base the constant expression; all indices zero
// give the base itself where pointers are opaque.
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
