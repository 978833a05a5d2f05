// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads instructions other than calls and exception handling.

import (
	"github.com/corolower/corolower/internal/ir"
)

// operation reads an instruction from its opcode to its last operand, without attachments.
func (p *parser) operation(at int) *ir.Instr {
	op, ok := ir.OpByName(p.text)
	if !ok {
		switch p.text {
		case "tail", "musttail", "notail":
			return p.tailCall(at)
		}
		p.failHint(at, nearest(p.text, opcodeWords), "expected instruction opcode, found %s", p.describe())
	}
	p.next()
	info := op.Info()
	switch {
	case info.Binary:
		return p.binary(op)
	case info.Cast:
		return p.cast(op)
	}
	switch op {
	case ir.OpCall:
		return p.call(at, ir.OpCall, 0)
	case ir.OpInvoke, ir.OpCallBr:
		return p.call(at, op, 0)
	case ir.OpLoad:
		return p.load(at)
	case ir.OpStore:
		return p.store(at)
	case ir.OpGEP:
		return p.gep()
	case ir.OpAlloca:
		return p.alloca(at)
	case ir.OpBr:
		return p.br()
	case ir.OpRet:
		return p.ret()
	case ir.OpICmp, ir.OpFCmp:
		return p.compare(op)
	case ir.OpPhi:
		return p.phi()
	case ir.OpSelect:
		return p.selectInstr()
	case ir.OpSwitch:
		return p.switchInstr()
	case ir.OpIndirectBr:
		return p.indirectBr()
	case ir.OpUnreachable:
		return p.m.NewInstr(op, p.m.Types.Void())
	case ir.OpFNeg:
		flags := p.opFlags(op)
		v := p.typed()
		if !v.Type().Scalar().IsFloat() {
			p.fail(at, "invalid operand type for instruction")
		}
		i := p.m.NewInstr(op, v.Type(), v)
		i.Flags = flags
		return i
	case ir.OpFreeze:
		v := p.typed()
		return p.m.NewInstr(op, v.Type(), v)
	case ir.OpFence:
		i := p.m.NewInstr(op, p.m.Types.Void())
		p.scope(i)
		i.Order = p.ordering()
		if i.Order < ir.Acquire {
			p.fail(at, "fence cannot be unordered or monotonic")
		}
		return i
	case ir.OpCmpXchg:
		return p.cmpXchg(at)
	case ir.OpAtomicRMW:
		return p.atomicRMW(at)
	case ir.OpVAArg:
		v := p.typed()
		p.expect(',', "after vaarg operand")
		t := p.typ()
		if !t.IsFirstClass() || !v.Type().IsPtr() {
			p.fail(at, "va_arg requires operand with first class type")
		}
		return p.m.NewInstr(op, t, v)
	case ir.OpExtractElement, ir.OpInsertElement, ir.OpShuffleVector, ir.OpExtractValue, ir.OpInsertValue:
		return p.vectorOrAggregate(op)
	}
	return p.exception(at, op)
}

// opFlags reads the flags that an opcode may carry.
func (p *parser) opFlags(op ir.Op) (flags ir.Flags) {
	for allowed := op.Info().Flags; allowed != 0 && p.tok == tWord; p.next() {
		f := flagOf(p.text, allowed)
		if f == 0 {
			break
		}
		flags |= f
	}
	return flags
}

// flagOf returns the one of some flags that a word spells, or 0.
func flagOf(w string, among ir.Flags) ir.Flags {
	for f, word := range among.Words {
		if word == w {
			return f
		}
	}
	return 0
}

// checkFastMath rejects fast-math flags on a result that is not floating point.
func (p *parser) checkFastMath(at int, what string, flags ir.Flags, t *ir.Type) {
	if flags&ir.FastMath == 0 {
		return
	}
	if !t.TakesFastMath() {
		p.fail(at, "fast-math-flags specified for %s without floating-point scalar or vector return type", what)
	}
}

func (p *parser) binary(op ir.Op) *ir.Instr {
	flags := p.opFlags(op)
	at := p.start
	t := p.typ()
	p.checkBinary(at, op, t)
	a := p.value(t)
	p.expect(',', "in arithmetic operation")
	b := p.value(t)
	i := p.m.NewInstr(op, t, a, b)
	i.Flags = flags
	return i
}

func (p *parser) cast(op ir.Op) *ir.Instr {
	flags := p.opFlags(op)
	at := p.start
	v := p.typed()
	p.expectWord("to", "after cast value")
	t := p.typ()
	if !ir.CastValid(op, v.Type(), t) {
		p.fail(at, "invalid cast opcode for cast from '%s' to '%s'", v.Type(), t)
	}
	i := p.m.NewInstr(op, t, v)
	i.Flags = flags
	return i
}

// pred reads the predicate of a comparison.
func (p *parser) pred(op ir.Op) ir.Pred {
	from, to := ir.PredEQ, ir.PredSLE
	if op == ir.OpFCmp {
		from, to = ir.PredFalse, ir.PredTrue
	}
	if p.tok == tWord {
		for k := from; k <= to; k++ {
			if ir.PredNames[k] == p.text {
				p.next()
				return k
			}
		}
		p.failHint(p.start, nearest(p.text, ir.PredNames[from:to+1]), "expected %s predicate (e.g. 'eq'), found %s", op,
			p.describe())
	}
	p.failTok("expected %s predicate (e.g. 'eq')", op)
	return 0
}

func (p *parser) compare(op ir.Op) *ir.Instr {
	flags := p.opFlags(op)
	pred := p.pred(op)
	at := p.start
	t := p.typ()
	rt := p.checkCompare(at, op, t)
	a := p.value(t)
	p.expect(',', "after compare value")
	b := p.value(t)
	i := p.m.NewInstr(op, rt, a, b)
	i.Flags, i.Sub = flags, uint8(pred)
	return i
}

func (p *parser) selectInstr() *ir.Instr {
	flags := p.opFlags(ir.OpSelect)
	at := p.start
	c := p.typed()
	p.expect(',', "after select condition")
	a := p.typed()
	p.expect(',', "after select value")
	b := p.typed()
	p.checkSelect(at, c.Type(), a.Type(), b.Type())
	p.checkFastMath(at, "select", flags, a.Type())
	i := p.m.NewInstr(ir.OpSelect, a.Type(), c, a, b)
	i.Flags = flags
	return i
}

func (p *parser) phi() *ir.Instr {
	flags := p.opFlags(ir.OpPhi)
	at := p.start
	t := p.typ()
	if !t.IsFirstClass() || t.Kind() == ir.Label {
		p.fail(at, "phi node must have first class type")
	}
	p.checkFastMath(at, "phi", flags, t)
	label := p.m.Types.Simple(ir.Label)
	base := len(p.argBuf)
	var blocks []*ir.Block
	for p.tok == '[' {
		p.next()
		v := p.value(t)
		p.expect(',', "after insertelement value")
		b := p.blockRef(label)
		p.expect(']', "in phi value list")
		p.argBuf, blocks = append(p.argBuf, v), append(blocks, b)
		if !p.comma() {
			break
		}
		if p.tok != '[' {
			p.failTok("expected '[' in phi value list")
		}
	}
	i := p.instr(ir.OpPhi, t, base)
	i.Flags, i.Aux = flags, &ir.PhiAux{Blocks: blocks}
	return i
}

// blockRef reads `%block`.
func (p *parser) blockRef(label *ir.Type) *ir.Block {
	if p.tok != tLocal && p.tok != tLocalNum {
		p.failTok("expected a basic block, found %s", p.describe())
	}
	var v ir.Value
	if p.tok == tLocal {
		v = p.body.named(p, p.text, label)
	} else {
		v = p.body.numbered(p, p.text, label)
	}
	p.next()
	return v.(*ir.Block)
}

// target reads `label %block`.
func (p *parser) target() *ir.Block {
	if !p.acceptWord("label") {
		p.failTok("expected a basic block, found %s", p.describe())
	}
	return p.blockRef(p.m.Types.Simple(ir.Label))
}

func (p *parser) br() *ir.Instr {
	void := p.m.Types.Void()
	if p.is("label") {
		return p.m.NewInstr(ir.OpBr, void, p.target())
	}
	at := p.start
	c := p.typed()
	if !c.Type().IsIntN(1) {
		p.fail(at, "branch condition must have 'i1' type")
	}
	p.expect(',', "after branch condition")
	a := p.target()
	p.expect(',', "after true destination")
	b := p.target()
	return p.m.NewInstr(ir.OpBr, void, c, a, b)
}

func (p *parser) ret() *ir.Instr {
	void, want := p.m.Types.Void(), p.fn.FTy.Ret()
	tat := p.start
	t := p.anyType("expected type")
	if t != want {
		p.fail(tat, "value doesn't match function result type '%s'", want)
	}
	if t == void {
		return p.m.NewInstr(ir.OpRet, void)
	}
	return p.m.NewInstr(ir.OpRet, void, p.value(t))
}

func (p *parser) switchInstr() *ir.Instr {
	base := len(p.argBuf)
	at := p.start
	cond := p.typed()
	t := cond.Type()
	if !t.IsInt() {
		p.fail(at, "switch condition must have integer type")
	}
	p.expect(',', "after switch condition")
	def := p.target()
	p.argBuf = append(p.argBuf, cond, def)
	p.expect('[', "with switch table")
	seen := map[uint64]bool{}
	for p.tok != ']' {
		vat := p.start
		v := p.typed()
		c, ok := v.(*ir.Const)
		if !ok || c.Kind != ir.ConstInt {
			p.fail(vat, "case value is not a constant integer")
		}
		if v.Type() != t {
			p.typeMismatch(vat, p.src[vat:p.lastStop()], v.Type(), t)
		}
		if t.Bits() <= 64 {
			if seen[c.Uint64()] {
				p.fail(vat, "duplicate case value in switch")
			}
			seen[c.Uint64()] = true
		}
		p.expect(',', "after case value")
		b := p.target()
		p.argBuf = append(p.argBuf, v, b)
	}
	p.next()
	return p.instr(ir.OpSwitch, p.m.Types.Void(), base)
}

func (p *parser) indirectBr() *ir.Instr {
	base := len(p.argBuf)
	at := p.start
	v := p.typed()
	if !v.Type().IsPtr() {
		p.fail(at, "indirectbr address must have pointer type")
	}
	p.argBuf = append(p.argBuf, v)
	p.expect(',', "after indirectbr address")
	p.expect('[', "with indirectbr")
	p.targets()
	return p.instr(ir.OpIndirectBr, p.m.Types.Void(), base)
}

// targets reads `label %a, label %b]`, appends the blocks to argBuf and returns their number.
func (p *parser) targets() int {
	base := len(p.argBuf)
	p.list(']', "in destination list", func() {
		b := p.target()
		p.argBuf = append(p.argBuf, b)
	})
	return len(p.argBuf) - base
}

// indices reads `, 0, 1`.
func (p *parser) indices() []int {
	if p.tok != ',' {
		p.failTok("expected ',' as start of index list")
	}
	var out []int
	for p.comma() {
		out = append(out, int(p.uint(1<<32-1, "index")))
	}
	if len(out) == 0 {
		p.failTok("expected index")
	}
	return out
}

func (p *parser) vectorOrAggregate(op ir.Op) *ir.Instr {
	at := p.start
	a := p.typed()
	if op == ir.OpExtractValue {
		idx := p.indices()
		i := p.m.NewInstr(op, p.indexedType(at, a.Type(), idx, "extractvalue"), a)
		i.Aux = &ir.IndexAux{Indices: idx}
		return i
	}
	p.expect(',', "after first operand")
	b := p.typed()
	switch op {
	case ir.OpInsertValue:
		idx := p.indices()
		if t := p.indexedType(at, a.Type(), idx, "insertvalue"); t != b.Type() {
			p.fail(at, "insertvalue operand and field disagree in type: '%s' instead of '%s'", b.Type(), t)
		}
		i := p.m.NewInstr(op, a.Type(), a, b)
		i.Aux = &ir.IndexAux{Indices: idx}
		return i
	case ir.OpExtractElement:
		p.checkExtractElement(at, a.Type(), b.Type())
		return p.m.NewInstr(op, a.Type().Elem(), a, b)
	}
	p.expect(',', "after second operand")
	c := p.typed()
	if op == ir.OpInsertElement {
		p.checkInsertElement(at, a.Type(), b.Type(), c.Type())
		return p.m.NewInstr(op, a.Type(), a, b, c)
	}
	return p.m.NewInstr(op, p.checkShuffle(at, a.Type(), b.Type(), c), a, b, c)
}

func (p *parser) gep() *ir.Instr {
	flags := p.opFlags(ir.OpGEP)
	t := p.typ()
	p.expect(',', "after getelementptr's type")
	base := len(p.argBuf)
	at := p.start
	v := p.typed()
	p.argBuf = append(p.argBuf, v)
	for p.comma() {
		iat := p.start
		v := p.typed()
		if !v.Type().Scalar().IsInt() {
			p.fail(iat, "getelementptr index must be an integer")
		}
		p.argBuf = append(p.argBuf, v)
	}
	i := p.instr(ir.OpGEP, p.gepType(at, t, p.argBuf[base:]), base)
	i.Flags, i.ElemTy = flags, t
	return i
}
