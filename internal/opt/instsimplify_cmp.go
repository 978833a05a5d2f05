// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Comparisons, and facts about pointers.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// nullDepth limits the depth to which nonNull follows an address.
const nullDepth = 6

func (s *instSimplifier) compare(i *ir.Instr) ir.Value {
	x, y, p := i.Arg(0), i.Arg(1), i.Pred()
	if !i.Type().IsInt() {
		return nil
	}
	a, okA := intConst(x)
	b, okB := intConst(y)
	if okA && okB {
		return s.m.Bool(ir.FoldCompare(p, a, b))
	}
	if ir.SameValue(x, y) && !isUndef(x) {
		switch p {
		case ir.PredEQ, ir.PredUGE, ir.PredULE, ir.PredSGE, ir.PredSLE:
			return s.m.Bool(true)
		}
		return s.m.Bool(false)
	}
	if isUndef(x) || isUndef(y) {
		return nil
	}
	if okA && !okB {
		x, y, b, okB, p = y, x, a, true, p.Swapped()
	}
	if x.Type().IsPtr() {
		return s.compareNull(i, x, y, p)
	}
	if !okB {
		return nil
	}
	switch {
	case p == ir.PredULT && b.IsZero():
		return s.m.Bool(false)
	case p == ir.PredUGE && b.IsZero():
		return s.m.Bool(true)
	case p == ir.PredUGT && isAllOnes(b):
		return s.m.Bool(false)
	case p == ir.PredULE && isAllOnes(b):
		return s.m.Bool(true)
	}
	bit := x
	if in, ok := x.(*ir.Instr); ok && in.Op == ir.OpZExt && in.Arg(0).Type().IsIntN(1) {
		bit = in.Arg(0)
	}
	if !bit.Type().IsIntN(1) {
		return nil
	}
	if p == ir.PredNE && b.IsZero() || p == ir.PredEQ && b.Uint64() == 1 {
		return bit
	}
	return nil
}

// compareNull folds the comparison of an address with null.
func (s *instSimplifier) compareNull(i *ir.Instr, x, y ir.Value, p ir.Pred) ir.Value {
	if p != ir.PredEQ && p != ir.PredNE {
		return nil
	}
	if isNull(x) && isNull(y) {
		return s.m.Bool(p == ir.PredEQ)
	}
	if isNull(x) {
		x, y = y, x
	}
	if !isNull(y) || i.Block() == nil || !NonNull(s.m, i.Func(), x) {
		return nil
	}
	return s.m.Bool(p == ir.PredNE)
}

func isNull(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && (c.Kind == ir.ConstNull || c.Kind == ir.ConstZero)
}

// NonNull reports whether an address in function f cannot be null. It may be poison.
func NonNull(m *ir.Module, f *ir.Func, v ir.Value) bool {
	if !v.Type().IsPtr() || v.Type().AddrSpace() != 0 || f.HasAttr("null_pointer_is_valid") {
		return false
	}
	return nonNull(m, v, nullDepth)
}

func nonNull(m *ir.Module, v ir.Value, depth int) bool {
	if depth == 0 || !v.Type().IsPtr() || v.Type().AddrSpace() != 0 {
		return false
	}
	switch v := v.(type) {
	case *ir.Func:
		return v.Linkage != "extern_weak"
	case *ir.Global:
		return v.GKind == ir.GlobalVar && v.Linkage != "extern_weak" && !isAbsolute(v)
	case *ir.Param:
		return nonNullAttrs(m, v.Attrs) || v.Attrs.Has(m, "byval")
	case *ir.Const:
		switch {
		case v.Kind != ir.ConstExpr:
		case v.Op == ir.OpBitCast:
			return nonNull(m, v.Elems[0], depth-1)
		case v.Op == ir.OpGEP && v.Flags&ir.FlagInBounds != 0:
			return nonNull(m, v.Elems[0], depth-1)
		}
	case *ir.Instr:
		return nonNullInstr(m, v, depth)
	}
	return false
}

func nonNullInstr(m *ir.Module, v *ir.Instr, depth int) bool {
	switch v.Op {
	case ir.OpAlloca:
		return true
	case ir.OpBitCast:
		return nonNull(m, v.Arg(0), depth-1)
	case ir.OpGEP:
		return v.Flags&ir.FlagInBounds != 0 && nonNull(m, v.Arg(0), depth-1)
	case ir.OpLoad:
		return v.MetaOf("nonnull") != nil
	case ir.OpSelect:
		return nonNull(m, v.Arg(1), depth-1) && nonNull(m, v.Arg(2), depth-1)
	case ir.OpPhi:
		if v.NumArgs() == 0 || v.NumArgs() > 16 {
			return false
		}
		for k := range v.NumArgs() {
			if x := v.Arg(k); x != ir.Value(v) && !nonNull(m, x, min(depth-1, 2)) {
				return false
			}
		}
		return true
	case ir.OpCall, ir.OpInvoke:
		if ir.IsCoro(v, ir.CoroBegin) || ir.IsCoro(v, ir.CoroBeginCustomABI) || ir.IsCoro(v, ir.CoroNoop) {
			return true
		}
		if nonNullAttrs(m, v.Call().RetAttrs) {
			return true
		}
		f := v.CalledFunc()
		return f != nil && nonNullAttrs(m, f.RetAttrs)
	}
	return false
}

func nonNullAttrs(m *ir.Module, a *ir.AttrSet) bool {
	if a.Has(m, "nonnull") {
		return true
	}
	d := a.Get(m, "dereferenceable")
	return d != nil && d.Val != "0"
}

// isAbsolute reports whether a symbol may have any number as its address.
func isAbsolute(g *ir.Global) bool {
	return slices.ContainsFunc(g.Tail, func(w string) bool { return strings.HasPrefix(w, "!absolute_symbol") })
}
