// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import (
	"math/big"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// constant returns the registers of a constant or symbol.
func (p *Program) constant(v ir.Value) []val {
	c, ok := v.(*ir.Const)
	if !ok {
		return []val{{v: p.address(v)}}
	}
	s := p.shape(c.Type())
	p.checkShape(s)
	out := make([]val, len(s.words))
	switch c.Kind {
	case ir.ConstInt, ir.ConstSize:
		p.integer(out, c)
	case ir.ConstFloat:
		out[0].v, _ = c.Type().Kind().FloatLiteral(c.Text)
		if len(out) > 1 {
			wideFloat(out, c.Type(), c.Text)
		}
	case ir.ConstNull, ir.ConstZero, ir.ConstNone:
	case ir.ConstUndef, ir.ConstPoison, ir.ConstLost:
		for k, w := range s.words {
			out[k] = undefined(int(w.bits))
		}
	case ir.ConstArray, ir.ConstStruct, ir.ConstVector:
		out = out[:0]
		for _, e := range c.Elems {
			out = append(out, p.constant(e)...)
		}
	case ir.ConstSplat:
		e := p.constant(c.Elems[0])
		for k := 0; k < len(out); k += len(e) {
			copy(out[k:], e)
		}
	case ir.ConstString:
		for k, b := range []byte(ir.Unescape(c.Text)) {
			out[k].v = uint64(b)
		}
	case ir.ConstExpr:
		return p.expr(c)
	case ir.ConstBlockAddress:
		id := p.labels[c.Fn.Taken[c.Label]]
		if id == 0 {
			panic(unsupportedf("the address of a block of @%s, which is not known", c.Fn.Name))
		}
		out[0].v = p.first[id].addr()
	case ir.ConstDSOLocalEquivalent, ir.ConstNoCFI:
		return p.constant(c.Elems[0])
	case ir.ConstMetadata:
	case ir.ConstAsm:
		panic(unsupportedf("inline assembly cannot be run"))
	default:
		panic(unsupportedf("a constant of type %s, which is of a kind that cannot be run", c.Type()))
	}
	return out
}

func (p *Program) integer(out []val, c *ir.Const) {
	switch {
	case c.Kind == ir.ConstSize:
		n, _, _ := c.SizeParts()
		out[0].v = uint64(n)
	case c.IsInt():
		out[0].v = c.Uint64()
	default:
		setBig(out, c.Big(), c.Type().Bits())
	}
}

// expr evaluates a constant expression.
func (p *Program) expr(c *ir.Const) []val {
	switch c.Op {
	case ir.OpGEP:
		base := p.constant(c.Elems[0])
		if len(base) != 1 {
			break
		}
		off, ok := p.layout.GEPOffset(c.SrcTy, c.Elems[1:])
		if !ok {
			break
		}
		return []val{{v: base[0].v + uint64(off), u: base[0].u}}
	case ir.OpBitCast, ir.OpPtrToInt, ir.OpPtrToAddr, ir.OpIntToPtr, ir.OpAddrSpaceCast, ir.OpTrunc:
		x := p.constant(c.Elems[0])
		s := p.shape(c.Type())
		if len(x) != 1 || len(s.words) != 1 {
			break
		}
		m := maskOf(int(s.words[0].bits))
		return []val{{x[0].v & m, x[0].u & m}}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpXor:
		x, y := p.constant(c.Elems[0]), p.constant(c.Elems[1])
		if len(x) != 1 {
			break
		}
		n := p.shape(c.Type()).words[0].bits
		if r, ok := ir.FoldBits(c.Op, int(n), x[0].v, y[0].v); ok {
			return []val{{v: r & maskOf(int(n))}}
		}
	}
	panic(unsupportedf("a constant expression with %s of type %s cannot be run", c.Op, c.Type()))
}

// wideFloat parses a literal of more than 64 bits.
func wideFloat(out []val, t *ir.Type, s string) {
	var x big.Int
	if len(s) > 3 {
		x.SetString(s[3:], 16)
	}
	if t.Kind() == ir.FP128 && len(s) == 3+32 { // the lower half is written first
		lo, _ := strconv.ParseUint(s[3:19], 16, 64)
		hi, _ := strconv.ParseUint(s[19:], 16, 64)
		out[0].v, out[1].v = lo, hi
		return
	}
	setBig(out, &x, 80)
}
