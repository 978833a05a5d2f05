// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package ptx

// This file returns operands for values: the registers of instructions and parameters, immediates
// for constants, and code for addresses.

import (
	"math/big"

	"github.com/corolower/corolower/internal/ir"
)

// value returns the operands of a value, one for each register of its type. It creates a register
// for an address that has none yet.
func (e *fn) value(v ir.Value) []opnd {
	switch v := v.(type) {
	case *ir.Instr:
		if v.Type().IsPtr() && e.modes[v.ID] != modeValue {
			return []opnd{e.pointer(e.address(v), spaceOf(v.Type()))}
		}
		return e.def(v)
	case *ir.Param:
		if _, copied := e.byvals[v]; copied || e.constantParam(v) {
			return []opnd{e.pointer(e.address(v), spaceGeneric)}
		}
		if e.pbase[v.Index] == 0 {
			e.pbase[v.Index] = e.alloc(v.Type())
		}
		return e.regsAt(e.pbase[v.Index], v.Type())
	case *ir.Const:
		return e.constant(nil, v)
	case *ir.Global, *ir.Func:
		return []opnd{e.symbol(v, 0, spaceOf(v.Type()))}
	}
	e.fail("", "an operand that is not a value")
	return []opnd{immR(0)}
}

// symbol returns the address of a symbol plus an offset as a pointer of the given space.
func (e *fn) symbol(v ir.Value, off int64, to space) opnd {
	switch g := v.(type) {
	case *ir.Func:
		if g.IsIntrinsic() {
			e.fail("", "the address of the intrinsic %s", quote(g.Name))
		}
		return e.flat(addr{sym: e.refer(g), off: off})
	case *ir.Global:
		if g.GKind == ir.GlobalVar {
			return e.pointer(addr{sym: e.refer(g), off: off, space: globalSpace(g)}, to)
		}
		return e.flat(addr{sym: e.refer(g), off: off})
	}
	return immRD(0)
}

// constant appends the operands of a constant.
func (e *fn) constant(out []opnd, v ir.Value) []opnd {
	c, ok := v.(*ir.Const)
	if !ok {
		return append(out, e.value(v)...)
	}
	t := c.Type()
	s := e.shape(t)
	if s.bad != "" {
		e.fail("", "%s", s.bad)
		return append(out, immR(0))
	}
	switch c.Kind {
	case ir.ConstInt:
		if t.Bits() > 64 {
			lo, hi := split128(c.Big(), t.Bits())
			return append(out, immRD(lo), immRD(hi))
		}
		return append(out, imm(s.slots[0], c.Uint64()))
	case ir.ConstFloat:
		bits, ok := t.Kind().FloatLiteral(c.Text)
		if !ok {
			e.fail("", "the literal %s", c.Text)
		}
		return append(out, imm(s.slots[0], bits))
	case ir.ConstNull, ir.ConstUndef, ir.ConstPoison, ir.ConstZero:
		for _, cl := range s.slots {
			out = append(out, imm(cl, 0))
		}
		return out
	case ir.ConstArray, ir.ConstStruct, ir.ConstVector:
		for _, x := range c.Elems {
			out = e.constant(out, x)
		}
		return out
	case ir.ConstSplat:
		for range t.Len() {
			out = e.constant(out, c.Elems[0])
		}
		return out
	case ir.ConstString:
		for _, b := range []byte(ir.Unescape(c.Text)) {
			out = append(out, immR(uint64(b)))
		}
		return out
	case ir.ConstExpr, ir.ConstDSOLocalEquivalent, ir.ConstNoCFI:
		return append(out, e.constExpr(c)...)
	case ir.ConstBlockAddress:
		e.fail("", "PTX has no addresses of blocks")
	case ir.ConstPtrAuth:
		e.fail("", "signed pointers")
	default:
		e.fail("", "a constant of this kind")
	}
	for _, cl := range s.slots {
		out = append(out, imm(cl, 0))
	}
	return out
}

// constExpr writes the code of a constant expression. LLVM 22 has only addresses, casts, and sums.
func (e *fn) constExpr(c *ir.Const) []opnd {
	t := c.Type()
	if s, off, ok := e.symbolic(c); ok {
		to := spaceGeneric
		if t.IsPtr() {
			to = spaceOf(t)
		} else if root, ok := c.Elems[0].(*ir.Const); ok && root.Type().IsPtr() {
			to = spaceOf(root.Type())
		} else if g, ok := s.(*ir.Global); ok && c.Elems[0] == ir.Value(g) {
			to = spaceOf(g.Type())
		}
		return []opnd{e.symbol(s, off, to)}
	}
	// Otherwise, compute the expression like an instruction.
	i := e.m.NewInstr(c.Op, t, c.Elems...)
	i.ID, i.Flags, i.ElemTy = e.extraID(), c.Flags, c.SrcTy
	if c.Op == ir.OpInvalid || c.Op.Info().Effect != ir.EffNone ||
		c.Op == ir.OpExtractValue || c.Op == ir.OpInsertValue {
		e.fail("", "the constant expression '%s'", c.Op)
		return []opnd{immRD(0)}
	}
	i.Sub = uint8(c.Pred)
	if !e.operandsFit(i) {
		var out []opnd
		for _, cl := range e.shape(t).slots {
			out = append(out, imm(cl, 0))
		}
		return out
	}
	e.instr(i)
	return e.def(i)
}

// extraID extends the side tables for an instruction that is in no block.
func (e *fn) extraID() int {
	e.base, e.modes, e.spaces = append(e.base, 0), append(e.modes, modeValue), append(e.spaces, spaceGeneric)
	return len(e.base) - 1
}

func split128(n *big.Int, bits int) (lo, hi uint64) {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	n = new(big.Int).Mod(n, m)
	lo = new(big.Int).And(n, new(big.Int).SetUint64(^uint64(0))).Uint64()
	hi = new(big.Int).Rsh(n, 64).Uint64()
	return lo, hi
}
