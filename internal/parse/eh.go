// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package parse

// This file reads the instructions of exception handling.

import (
	"github.com/corolower/corolower/internal/ir"
)

func (p *parser) exception(at int, op ir.Op) *ir.Instr {
	void := p.m.Types.Void()
	token := p.m.Types.Simple(ir.Token)
	switch op {
	case ir.OpResume:
		v := p.typed()
		return p.m.NewInstr(op, void, v)
	case ir.OpLandingPad:
		return p.landingPad()
	case ir.OpCatchSwitch:
		return p.catchSwitch(at)
	case ir.OpCatchPad, ir.OpCleanupPad:
		p.expectWord("within", "after "+op.String())
		parent := p.padParent(op == ir.OpCleanupPad)
		base := len(p.argBuf)
		p.argBuf = append(p.argBuf, parent)
		p.padArgs()
		return p.instr(op, token, base)
	case ir.OpCleanupRet:
		p.expectWord("from", "after cleanupret")
		pad := p.value(token)
		p.expectWord("unwind", "in cleanupret")
		if p.acceptWord("to") {
			p.expectWord("caller", "in cleanupret")
			return p.m.NewInstr(op, void, pad)
		}
		return p.m.NewInstr(op, void, pad, p.target())
	case ir.OpCatchRet:
		p.expectWord("from", "after catchret")
		pad := p.value(token)
		p.expectWord("to", "in catchret")
		return p.m.NewInstr(op, void, pad, p.target())
	}
	p.fail(at, "expected instruction opcode")
	return nil
}

// padParent reads the parent of a pad: a token, or `none` if orNone is set.
func (p *parser) padParent(orNone bool) ir.Value {
	switch {
	case p.tok == tLocal || p.tok == tLocalNum:
	case orNone && p.is("none"):
	case orNone:
		p.failTok("expected scope value for pad")
	default:
		p.failTok("expected scope value for catchpad")
	}
	return p.value(p.m.Types.Simple(ir.Token))
}

func (p *parser) padArgs() {
	p.expect('[', "in catchpad/cleanuppad")
	p.list(']', "in argument list", p.argument)
}

func (p *parser) landingPad() *ir.Instr {
	t := p.typ()
	base := len(p.argBuf)
	aux := &ir.LandingAux{}
	var flags ir.Flags
	if p.acceptWord("cleanup") {
		flags = ir.FlagCleanup
	}
	for p.is("catch") || p.is("filter") {
		filter := p.text == "filter"
		p.next()
		at := p.start
		v := p.typed()
		if isArray := v.Type().Kind() == ir.Array; isArray != filter {
			if filter {
				p.fail(at, "'filter' clause has an invalid type")
			}
			p.fail(at, "'catch' clause has an invalid type")
		}
		p.argBuf, aux.Filter = append(p.argBuf, v), append(aux.Filter, filter)
	}
	i := p.instr(ir.OpLandingPad, t, base)
	i.Flags, i.Aux = flags, aux
	return i
}

func (p *parser) catchSwitch(at int) *ir.Instr {
	p.expectWord("within", "after catchswitch")
	base := len(p.argBuf)
	parent := p.padParent(true)
	p.argBuf = append(p.argBuf, parent)
	p.expect('[', "with catchswitch labels")
	if p.targets() == 0 {
		p.fail(at, "expected a handler in catchswitch")
	}
	p.expectWord("unwind", "after catchswitch scope")
	aux := &ir.CatchSwitchAux{}
	if p.acceptWord("to") {
		p.expectWord("caller", "in catchswitch")
	} else {
		aux.HasUnwind = true
		p.argBuf = append(p.argBuf, p.target())
	}
	i := p.instr(ir.OpCatchSwitch, p.m.Types.Simple(ir.Token), base)
	i.Aux = aux
	return i
}
