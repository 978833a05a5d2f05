// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads constant expressions of all versions, and constants with call-like syntax such as
// `blockaddress(@f, %b)`.

import (
	"github.com/corolower/corolower/internal/ir"
)

// wordConst reads a constant that begins with a keyword and has operands.
func (p *parser) wordConst(t *ir.Type) ir.Value {
	at := p.start
	w := p.text
	p.enter()
	var c ir.Value
	switch w {
	case "blockaddress":
		c = p.blockAddress(t)
	case "dso_local_equivalent", "no_cfi":
		p.next()
		if p.tok != tGlobal {
			p.failTok("expected global value name in %s", w)
		}
		v := p.symbol()
		if _, ok := v.(*ir.Func); !ok && w == "dso_local_equivalent" {
			if g, ok := v.(*ir.Global); !ok || g.GKind == ir.GlobalVar {
				p.fail(at, "expected a function, alias to function, or ifunc in dso_local_equivalent")
			}
		}
		kind := ir.ConstDSOLocalEquivalent
		if w == "no_cfi" {
			kind = ir.ConstNoCFI
		}
		k := p.m.NewConst(kind, v.Type())
		k.Elems = []ir.Value{v}
		c = k
	case "ptrauth":
		c = p.ptrAuth()
	default:
		c = p.constExpr()
	}
	p.leave()
	if c.Type() != t {
		p.fail(at, "constant expression type mismatch: got type '%s' but expected '%s'", c.Type(), t)
	}
	return c
}

// blockAddress reads blockaddress(@f, %b). A block of the current function is resolved at the end
// of its body.
func (p *parser) blockAddress(t *ir.Type) ir.Value {
	p.next()
	p.expect('(', "in block address expression")
	at := p.start
	if p.tok != tGlobal {
		p.failTok("expected function name in blockaddress")
	}
	fn, ok := p.symbol().(*ir.Func)
	if !ok {
		p.fail(at, "expected function name in blockaddress")
	}
	if fn.Declared {
		p.fail(at, "cannot take blockaddress inside a declaration")
	}
	p.expect(',', "in block address expression")
	if p.tok != tLocal && p.tok != tLocalNum {
		p.failTok("expected basic block name in blockaddress")
	}
	if !t.IsPtr() {
		p.fail(at, "type of blockaddress must be a pointer")
	}
	c := p.m.NewConst(ir.ConstBlockAddress, t)
	if p.f.TypedPtrs && t != p.m.PtrType(t.AddrSpace()) {
		p.fail(at, "constant expression type mismatch: got type 'i8*' but expected '%s'", t)
	}
	c.Fn, c.Elems = fn, []ir.Value{fn}
	c.BlockName, c.Label = p.src[p.start+1:p.stop], p.text
	if p.tok == tLocalNum {
		c.Label = numberedName(p.text)
	}
	if fn == p.fn {
		p.body.addresses = append(p.body.addresses, blockAddr{c, p.text, p.tok == tLocalNum, p.start})
	}
	p.next()
	p.expect(')', "in block address expression")
	return c
}

// ptrAuth reads ptrauth (ptr p, i32 key[, i64 disc[, ptr addrdisc[, ptr ds]]]).
func (p *parser) ptrAuth() ir.Value {
	at := p.start
	p.next()
	p.expect('(', "in constant ptrauth expression")
	elems := p.elements(')')
	if len(elems) < 2 || len(elems) > 5 {
		p.fail(at, "constant ptrauth must have 2 to 5 operands")
	}
	if !elems[0].Type().IsPtr() {
		p.fail(at, "constant ptrauth base pointer must be a pointer")
	}
	if c, ok := elems[1].(*ir.Const); !ok || c.Kind != ir.ConstInt || !c.Type().IsIntN(32) {
		p.fail(at, "constant ptrauth key must be i32 constant")
	}
	if len(elems) > 2 {
		if c, ok := elems[2].(*ir.Const); !ok || c.Kind != ir.ConstInt || !c.Type().IsIntN(64) {
			p.fail(at, "constant ptrauth integer discriminator must be i64 constant")
		}
	}
	for _, e := range elems[min(3, len(elems)):] {
		if !e.Type().IsPtr() {
			p.fail(at, "constant ptrauth address discriminator must be a pointer")
		}
	}
	c := p.m.NewConst(ir.ConstPtrAuth, elems[0].Type())
	c.Elems = elems
	return c
}

// constExpr reads `op flags (operands)`.
func (p *parser) constExpr() *ir.Const {
	at := p.start
	op, ok := ir.OpByName(p.text)
	if !ok {
		p.failHint(at, nearest(p.text, valueWords), "expected value token, found %s", p.describe())
	}
	c := p.m.NewConst(ir.ConstExpr, nil)
	c.Op = op
	var t *ir.Type
	info := op.Info()
	switch {
	case info.Cast:
		p.next()
		c.Flags = p.opFlags(op)
		p.expect('(', "after constantexpr cast")
		v := p.typedConst()
		p.expectWord("to", "in constantexpr cast")
		t = p.typ()
		p.expect(')', "at end of constantexpr cast")
		if !ir.CastValid(op, v.Type(), t) {
			p.fail(at, "invalid cast opcode for cast from '%s' to '%s'", v.Type(), t)
		}
		c.Elems = []ir.Value{v}
	case info.Binary:
		p.next()
		c.Flags = p.opFlags(op)
		p.expect('(', "in binary constantexpr")
		c.Elems = p.elements(')')
		p.operandCount(at, c, 2)
		p.sameTypes(at, c.Elems[0], c.Elems[1], "operands of constexpr must have same type")
		t = c.Elems[0].Type()
		p.checkBinary(at, op, t)
	case op == ir.OpGEP:
		p.next()
		t = p.constGEP(at, c)
	case op == ir.OpICmp, op == ir.OpFCmp:
		p.next()
		c.Flags = p.opFlags(op)
		c.Pred = p.pred(op)
		p.expect('(', "in compare constantexpr")
		c.Elems = p.elements(')')
		p.operandCount(at, c, 2)
		p.sameTypes(at, c.Elems[0], c.Elems[1], "compare operands must have the same type")
		t = p.checkCompare(at, op, c.Elems[0].Type())
	default:
		t = p.otherConstExpr(at, c)
	}
	return p.withType(c, t)
}

// withType returns a copy of c with a type. NewConst needs the type first, but the type of an
// expression follows from its operands.
func (p *parser) withType(c *ir.Const, t *ir.Type) *ir.Const {
	n := p.m.NewConst(c.Kind, t)
	n.Op, n.Pred, n.Flags, n.Elems, n.SrcTy, n.Extra, n.InRangeIdx, n.Indices = c.Op,
		c.Pred, c.Flags, c.Elems, c.SrcTy, c.Extra, c.InRangeIdx, c.Indices
	return n
}

func (p *parser) operandCount(at int, c *ir.Const, n int) {
	if len(c.Elems) != n {
		p.fail(at, "expected %d operands in constantexpr '%s'", n, c.Op)
	}
}

func (p *parser) sameTypes(at int, a, b ir.Value, msg string) {
	if a.Type() != b.Type() {
		p.fail(at, "%s: '%s' and '%s'", msg, a.Type(), b.Type())
	}
}

// otherConstExpr reads the expressions that LLVM removed after version 14, and those whose operands
// look like an instruction's.
func (p *parser) otherConstExpr(at int, c *ir.Const) *ir.Type {
	op := c.Op
	switch op {
	case ir.OpSelect, ir.OpExtractElement, ir.OpInsertElement, ir.OpShuffleVector, ir.OpFNeg:
		p.next()
		p.expect('(', "in constantexpr")
		c.Elems = p.elements(')')
		p.operandCount(at, c, map[ir.Op]int{ir.OpSelect: 3, ir.OpExtractElement: 2, ir.OpInsertElement: 3,
			ir.OpShuffleVector: 3, ir.OpFNeg: 1}[op])
	case ir.OpExtractValue, ir.OpInsertValue:
		p.next()
		p.expect('(', "in constantexpr")
		base := len(p.argBuf)
		p.argBuf = append(p.argBuf, p.typedConst())
		if op == ir.OpInsertValue {
			p.expect(',', "in constantexpr")
			p.argBuf = append(p.argBuf, p.typedConst())
		}
		c.Elems = p.takeArgs(base)
		c.Indices = p.indices()
		p.expect(')', "at end of constantexpr")
	default:
		p.failHint(at, nearest(op.String(), valueWords), "'%s' is not a constant expression", op)
	}
	a := c.Elems
	switch op {
	case ir.OpSelect:
		p.checkSelect(at, a[0].Type(), a[1].Type(), a[2].Type())
		return a[1].Type()
	case ir.OpExtractElement:
		p.checkExtractElement(at, a[0].Type(), a[1].Type())
		return a[0].Type().Elem()
	case ir.OpInsertElement:
		p.checkInsertElement(at, a[0].Type(), a[1].Type(), a[2].Type())
		return a[0].Type()
	case ir.OpShuffleVector:
		return p.checkShuffle(at, a[0].Type(), a[1].Type(), a[2])
	case ir.OpFNeg:
		if !a[0].Type().Scalar().IsFloat() {
			p.fail(at, "invalid operand type for instruction")
		}
		return a[0].Type()
	case ir.OpExtractValue:
		return p.indexedType(at, a[0].Type(), c.Indices, "extractvalue")
	}
	elem := p.indexedType(at, a[0].Type(), c.Indices, "insertvalue")
	if elem != a[1].Type() {
		p.fail(at, "insertvalue operand and field disagree in type: '%s' instead of '%s'", a[1].Type(), elem)
	}
	return a[0].Type()
}

// constGEP reads the rest of a constant `getelementptr`: flags, inrange in both spellings, source
// type and operands.
func (p *parser) constGEP(at int, c *ir.Const) *ir.Type {
	for {
		c.Flags |= p.opFlags(ir.OpGEP)
		if p.is("inrange") && c.Extra == "" {
			from := p.start
			p.next()
			p.expect('(', "after inrange")
			p.expectInt()
			p.expect(',', "in inrange")
			p.expectInt()
			if p.tok != ')' {
				p.failTok("expected ')' at end of inrange")
			}
			c.Extra = p.src[from:p.stop]
			p.next()
			continue
		}
		break
	}
	p.expect('(', "in constantexpr")
	c.SrcTy = p.typ()
	p.expect(',', "after getelementptr's type")
	p.enter()
	base := len(p.argBuf)
	for {
		if p.is("inrange") && len(p.argBuf) > base {
			p.next()
			if c.InRangeIdx != 0 {
				p.failTok("at most one index may be inrange")
			}
			c.InRangeIdx = len(p.argBuf) - base
		}
		v := p.typedConst()
		if p.argBuf = append(p.argBuf, v); !p.accept(',') {
			break
		}
	}
	p.leave()
	p.expect(')', "in constantexpr")
	c.Elems = p.takeArgs(base)
	return p.gepType(at, c.SrcTy, c.Elems)
}
