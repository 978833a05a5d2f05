// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file holds the type rules that instructions and constant expressions share.

import (
	"github.com/corolower/corolower/internal/ir"
)

// checkBinary checks the operand type of a binary operation.
func (p *parser) checkBinary(at int, op ir.Op, t *ir.Type) {
	s := t.Scalar()
	switch op {
	case ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFRem:
		if !s.IsFloat() {
			p.fail(at, "invalid operand type for instruction")
		}
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		if !s.IsInt() {
			p.fail(at, "instruction requires integer or integer vector operands")
		}
	default:
		if !s.IsInt() {
			p.fail(at, "invalid operand type for instruction")
		}
	}
}

// checkCompare checks the operand type of a comparison and returns the result type.
func (p *parser) checkCompare(at int, op ir.Op, t *ir.Type) *ir.Type {
	s := t.Scalar()
	if op == ir.OpFCmp {
		if !s.IsFloat() {
			p.fail(at, "fcmp requires floating point operands")
		}
	} else if !s.IsInt() && !s.IsPtr() {
		p.fail(at, "icmp requires integer operands")
	}
	b := p.m.Types.Int(1)
	if t.Kind() == ir.Vector {
		return p.m.Types.Vector(b, t.Len(), t.IsScalable())
	}
	return b
}

func (p *parser) checkSelect(at int, c, a, b *ir.Type) {
	switch {
	case a != b:
		p.fail(at, "select values must have same type")
	case a.Kind() == ir.Token || a.Kind() == ir.Label || !a.IsFirstClass():
		p.fail(at, "select values cannot have token type")
	case c.Kind() == ir.Vector:
		if !c.Elem().IsIntN(1) {
			p.fail(at, "vector select condition element type must be i1")
		}
		if a.Kind() != ir.Vector {
			p.fail(at, "selected values for vector select must be vectors")
		}
		if a.Len() != c.Len() || a.IsScalable() != c.IsScalable() {
			p.fail(at, "vector select requires selected vectors to have the same vector length as select condition")
		}
	case !c.IsIntN(1):
		p.fail(at, "select condition must be i1 or <n x i1>")
	}
}

func (p *parser) checkExtractElement(at int, v, idx *ir.Type) {
	if v.Kind() != ir.Vector || !idx.IsInt() {
		p.fail(at, "invalid extractelement operands")
	}
}

func (p *parser) checkInsertElement(at int, v, elem, idx *ir.Type) {
	if v.Kind() != ir.Vector || v.Elem() != elem || !idx.IsInt() {
		p.fail(at, "invalid insertelement operands")
	}
}

// checkShuffle checks the operands of a shufflevector and returns its result type.
func (p *parser) checkShuffle(at int, a, b *ir.Type, mask ir.Value) *ir.Type {
	mt := mask.Type()
	c, isConst := mask.(*ir.Const)
	if a.Kind() != ir.Vector || a != b || mt.Kind() != ir.Vector || !mt.Elem().IsIntN(32) ||
		mt.IsScalable() != a.IsScalable() || !isConst {
		p.fail(at, "invalid shufflevector operands")
	}
	if c.Kind == ir.ConstVector {
		for _, e := range c.Elems {
			k, ok := e.(*ir.Const)
			if !ok || k.Kind == ir.ConstInt && k.Uint64() >= 2*a.Len() {
				p.fail(at, "invalid shufflevector operands")
			}
		}
	}
	return p.m.Types.Vector(a.Elem(), mt.Len(), a.IsScalable())
}

// indexedType returns the type of the field or element that constant indices select.
func (p *parser) indexedType(at int, t *ir.Type, indices []int, what string) *ir.Type {
	if !t.IsAggregate() {
		p.fail(at, "%s operand must be aggregate type", what)
	}
	if t = ir.PartType(t, indices); t == nil {
		p.fail(at, "invalid indices for %s", what)
	}
	return t
}

// gepType checks a getelementptr and returns its result type.
func (p *parser) gepType(at int, src *ir.Type, args []ir.Value) *ir.Type {
	base := args[0].Type()
	ptr := base.Scalar()
	if !ptr.IsPtr() {
		p.fail(at, "base of getelementptr must be a pointer")
	}
	if e := ptr.Elem(); e != nil && e != src {
		p.fail(at, "explicit pointee type '%s' doesn't match operand's pointee type '%s'", src, e)
	}
	width, scalable := uint64(0), false
	if base.Kind() == ir.Vector {
		width, scalable = base.Len(), base.IsScalable()
	}
	if len(args) > 1 && !indexable(src) {
		p.fail(at, "base element of getelementptr must be sized")
	}
	t := src
	for k, a := range args[1:] {
		it := a.Type()
		if !it.Scalar().IsInt() {
			p.fail(at, "getelementptr index must be an integer")
		}
		if it.Kind() == ir.Vector {
			if width != 0 && (it.Len() != width || it.IsScalable() != scalable) {
				p.fail(at, "getelementptr vector index has a wrong number of elements")
			}
			width, scalable = it.Len(), it.IsScalable()
		}
		if k == 0 {
			continue
		}
		if t = ir.Indexed(t, a); t == nil {
			p.fail(at, "invalid getelementptr indices")
		}
	}
	res := ptr
	if ptr.Elem() != nil {
		res = p.m.PtrTo(t, ptr.AddrSpace())
	}
	if width != 0 {
		return p.m.Types.Vector(res, width, scalable)
	}
	return res
}
