// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads calls, invokes and callbrs, inline assembly, operand bundles, and debug
// intrinsics, which older dialects spell as calls.

import (
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

func (p *parser) tailCall(at int) *ir.Instr {
	flag := ir.FlagTail
	switch p.text {
	case "musttail":
		flag = ir.FlagMustTail
	case "notail":
		flag = ir.FlagNoTail
	}
	w := p.text
	p.next()
	if !p.acceptWord("call") {
		p.failTok("expected '%s call'", w)
	}
	return p.call(at, ir.OpCall, flag)
}

// callee is a called operand before the arguments determine its type.
type callee struct {
	off  int
	text string   // the operand's source text
	name string   // the symbol's name
	val  ir.Value // nil for a local, and for an intrinsic without a declaration
	op   token
}

func (p *parser) call(at int, op ir.Op, flags ir.Flags) *ir.Instr {
	if op == ir.OpCall {
		flags |= p.opFlags(op) &^ (ir.FlagTail | ir.FlagMustTail | ir.FlagNoTail)
	}
	aux := p.m.NewCallAux()
	as := p.f.progAS
	if !p.commonType() {
		aux.CC = p.callConv()
		aux.RetAttrs = p.attrSet(onParam)
		if n, ok := p.optAddrSpace(); ok {
			as, aux.AddrSpace = n, n
		}
		if p.tok == tWord && !isTypeWord(p.text) {
			p.failHint(p.start, nearest(p.text, headerWords()), "expected type, found %s", p.describe())
		}
	}
	tat := p.start
	ret := p.anyType("expected type")
	aux.Explicit = ret.Kind() == ir.FuncTy
	if !aux.Explicit && !validReturn(ret) {
		p.fail(tat, "invalid result type for LLVM function")
	}
	c := p.callee()
	if op == ir.OpCall && strings.HasPrefix(c.name, "llvm.dbg.") {
		if form := debugForms[c.name[len("llvm.dbg."):]]; form.intrinsic {
			return p.dbgCall(at, aux, flags, c, form.operands)
		}
	}
	base := len(p.argBuf)
	tbase := len(p.typeBuf)
	open := p.start
	p.args(aux, base, flags&ir.FlagMustTail != 0)
	aux.Attrs = p.attrSet(onFunc)
	if p.tok == '[' {
		p.bundles(aux)
	}
	fty := p.callType(tat, open, aux, ret, c, p.typeBuf[tbase:])
	p.typeBuf = p.typeBuf[:tbase]
	aux.FTy = fty
	fv := p.resolveCallee(c, fty, as)
	p.argBuf = append(p.argBuf, fv)
	switch op {
	case ir.OpInvoke:
		p.expectWord("to", "in invoke")
		normal := p.target()
		p.expectWord("unwind", "in invoke")
		unwind := p.target()
		p.argBuf = append(p.argBuf, normal, unwind)
	case ir.OpCallBr:
		p.expectWord("to", "in callbr")
		normal := p.target()
		p.argBuf = append(p.argBuf, normal)
		p.expect('[', "in callbr")
		aux.NIndirect = p.targets()
	}
	p.checkFastMath(at, "call", flags, fty.Ret())
	i := p.instr(op, fty.Ret(), base)
	i.Flags, i.Aux = flags, aux
	return i
}

// callee reads the called operand. It only records the position of a local, which resolveCallee
// reads again.
func (p *parser) callee() callee {
	c := callee{off: p.start, op: p.tok, text: p.src[p.start:p.stop]}
	switch p.tok {
	case tGlobal:
		c.name = p.text
		c.val = p.lookup(p.start, p.text)
		if c.val == nil && (p.f.TypedPtrs || !strings.HasPrefix(p.text, "llvm.")) {
			p.failTok("use of undefined value '%s'", quoted('@', p.text))
		}
		p.next()
	case tLocal, tLocalNum:
		p.next()
	case tWord:
		if p.text == "asm" {
			c.val = p.asm()
			break
		}
		switch p.text {
		case "null", "undef", "poison", "zeroinitializer":
			c.op = tLocal // like a local, it needs its type first
			p.next()
		case "dso_local_equivalent", "no_cfi", "ptrauth", "blockaddress":
			c.val = p.wordConst(p.m.Types.OpaquePtr(p.f.progAS))
		default:
			p.enter()
			c.val = p.constExpr()
			p.leave()
		}
	default:
		p.failTok("expected a callee, found %s", p.describe())
	}
	return c
}

// asm reads an inline assembly value. resolveCallee sets its pointer type.
func (p *parser) asm() ir.Value {
	p.next()
	a := &ir.AsmAux{}
	a.SideEffect = p.acceptWord("sideeffect")
	a.AlignStack = p.acceptWord("alignstack")
	a.IntelDialect = p.acceptWord("inteldialect")
	a.CanThrow = p.acceptWord("unwind")
	a.Text = p.str()
	p.expect(',', "in inline asm expression")
	a.Constraints = p.str()
	c := p.m.NewConst(ir.ConstAsm, nil)
	c.Asm = a
	return c
}

// args reads the arguments: it appends values to argBuf and types to typeBuf, and sets the
// attributes in aux.
func (p *parser) args(aux *ir.CallAux, base int, mustTail bool) {
	p.expect('(', "in call")
	abase := len(p.asBuf)
	any := false
	for p.tok != ')' {
		if len(p.argBuf) > base {
			p.expect(',', "in argument list")
		}
		if p.tok == tDots {
			if !mustTail {
				p.failTok("unexpected ellipsis in argument list for non-musttail call")
			}
			if !p.fn.FTy.IsVariadic() {
				p.failTok("unexpected ellipsis in argument list for musttail call in non-varargs function")
			}
			p.next()
			break
		}
		tat := p.start
		t := p.anyType("expected type")
		if t.Kind() == ir.Void || t.Kind() == ir.FuncTy {
			p.fail(tat, "invalid type for call argument")
		}
		p.typeBuf = append(p.typeBuf, t)
		if t.Kind() == ir.MetadataTy {
			v := p.metadataArg()
			p.argBuf, p.asBuf = append(p.argBuf, v), append(p.asBuf, nil)
			continue
		}
		attrs := p.attrSet(onParam)
		any = any || attrs != nil
		v := p.value(t)
		p.argBuf, p.asBuf = append(p.argBuf, v), append(p.asBuf, attrs)
	}
	p.expect(')', "at end of argument list")
	aux.NArgs = len(p.argBuf) - base
	if any {
		aux.ArgAttrs = append([]*ir.AttrSet(nil), p.asBuf[abase:]...)
	}
	p.asBuf = p.asBuf[:abase]
}

// metadataArg reads metadata as an argument of a call that is not a debug intrinsic.
func (p *parser) metadataArg() ir.Value {
	at := p.start
	v, md := p.mdOperand()
	if md == nil {
		switch v.(type) {
		case *ir.Instr, *ir.Param, *ir.Block:
			p.unsupported(at, "a function-local value as metadata outside of debug intrinsics")
		}
		md = &ir.MD{Kind: ir.MDValue, Val: v}
	}
	return p.m.MetadataValue(md)
}

// bundles reads `[ "tag"(operands), ... ]`.
func (p *parser) bundles(aux *ir.CallAux) {
	p.next()
	if p.tok == ']' {
		p.failTok("operand bundle set must not be empty")
	}
	p.list(']', "in input list", func() {
		tag, base := p.str(), len(p.argBuf)
		p.expect('(', "in operand bundle")
		p.list(')', "in input list", p.argument)
		aux.Bundles = append(aux.Bundles, ir.Bundle{Tag: tag, N: len(p.argBuf) - base})
	})
}

// argument reads a typed value, which may be metadata.
func (p *parser) argument() {
	t := p.typ()
	if t.Kind() == ir.MetadataTy {
		p.argBuf = append(p.argBuf, p.metadataArg())
	} else {
		p.argBuf = append(p.argBuf, p.value(t))
	}
}

// argOffset returns the position of argument k of the call whose parenthesis is at open. It reads
// the arguments again, so it is only for error messages.
func (p *parser) argOffset(open, k int) int {
	p.stop = open + 1
	p.next()
	for depth := 0; k > 0 && p.tok != tEOF; p.next() {
		switch p.tok {
		case '(', '[', '{', '<':
			depth++
		case ')', ']', '}', '>':
			depth--
		case ',':
			if depth == 0 {
				k--
			}
		}
	}
	return p.start
}

// callType returns the function type of a call and checks the arguments against it.
func (p *parser) callType(at, open int, aux *ir.CallAux, ret *ir.Type, c callee, types []*ir.Type) *ir.Type {
	if aux.Explicit {
		want := ret.Params()
		for k, t := range want {
			if k >= len(types) {
				p.fail(at, "not enough parameters specified for call")
			}
			if types[k] != t {
				p.fail(p.argOffset(open, k), "argument is not of expected type '%s'", t)
			}
		}
		if len(types) > len(want) && !ret.IsVariadic() {
			p.fail(p.argOffset(open, len(want)), "too many arguments specified")
		}
		return ret
	}
	if f, ok := c.val.(*ir.Func); ok && !f.FTy.IsVariadic() && f.FTy.Ret() == ret {
		want := f.FTy.Params()
		same := len(want) == len(types)
		for k := 0; same && k < len(want); k++ {
			same = want[k] == types[k]
		}
		if same {
			return f.FTy
		}
	}
	return p.m.Types.Func(ret, types, false)
}

// resolveCallee returns the called value after its type is known.
func (p *parser) resolveCallee(c callee, fty *ir.Type, as int) ir.Value {
	pt := p.m.PtrTo(fty, as)
	switch v := c.val.(type) {
	case nil:
	case *ir.Const:
		if v.Kind == ir.ConstAsm {
			a := p.m.NewConst(ir.ConstAsm, pt)
			a.Asm = v.Asm
			return a
		}
	}
	if f, ok := c.val.(*ir.Func); ok && f.FTy != fty && f.IsIntrinsic() && !p.f.HasSymbol(c.name) {
		return p.undeclared(c, fty) // an earlier call had another signature
	}
	if c.val != nil {
		if t := c.val.Type(); t != pt {
			p.typeMismatch(c.off, c.text, t, pt)
		}
		return c.val
	}
	if c.op == tGlobal {
		f := p.undeclared(c, fty)
		p.m.AddFunc(f)
		return f
	}
	// A local: read its token again, so that errors and the first use get its position.
	resume := p.start
	p.stop = c.off
	p.next()
	v := p.value(pt)
	p.stop = resume
	p.next()
	return v
}

// undeclared creates the declaration of an intrinsic that the file calls but does not declare. The
// declaration is not printed. LLVM creates one for each signature of the calls, under a name with
// the types as a suffix, and does so again when it reads the output.
func (p *parser) undeclared(c callee, fty *ir.Type) *ir.Func {
	f := ir.NewDecl(p.m, c.name, fty)
	f.Pos, f.New = ir.PosAt(c.off), false
	return f
}

// dbgCall reads the rest of a call of a debug intrinsic.
func (p *parser) dbgCall(at int, aux *ir.CallAux, flags ir.Flags, c callee, n int) *ir.Instr {
	p.expect('(', "in call")
	base := len(p.argBuf)
	d := &ir.DbgAux{Kind: c.name[len("llvm.dbg."):], Call: aux}
	p.list(')', "in argument list", func() {
		p.expectWord("metadata", "argument of a debug intrinsic")
		p.dbgOp(d, base)
	})
	if len(d.Ops) != n {
		p.fail(at, "debug intrinsic @%s takes %d arguments", c.name, n)
	}
	if f, ok := c.val.(*ir.Func); ok {
		aux.FTy = f.FTy
	}
	aux.NArgs = n
	aux.Attrs = p.attrSet(onFunc)
	i := p.instr(ir.OpDbg, p.m.Types.Void(), base)
	i.Flags, i.Aux = flags, d
	return i
}
