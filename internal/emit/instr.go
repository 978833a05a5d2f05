// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file prints instructions and debug records.

import "github.com/corolower/corolower/internal/ir"

// instr prints one instruction, indented, without a newline at the end.
func (p *printer) instr(i *ir.Instr) {
	p.str("  ")
	if i.Type().Kind() != ir.Void {
		p.b = append(p.b, '%')
		if s := i.Name(); s != "" {
			p.name(s)
		} else {
			p.slot(i.ID, i)
		}
		p.str(" = ")
	}
	if i.Op == ir.OpCall {
		switch {
		case i.Flags&ir.FlagMustTail != 0:
			p.str("musttail ")
		case i.Flags&ir.FlagTail != 0:
			p.str("tail ")
		case i.Flags&ir.FlagNoTail != 0:
			p.str("notail ")
		}
	}
	p.str(i.Op.String())
	if i.Flags != 0 {
		p.flags(i.Flags, i.Op)
	}
	p.operands(i)
	if len(i.Meta) > 0 && !p.brief {
		p.attachments(i.Meta, ", ")
	}
}

// operands prints what follows the opcode and its flags.
func (p *printer) operands(i *ir.Instr) {
	switch i.Op {
	case ir.OpRet:
		if i.NumArgs() == 0 {
			p.str(" void")
			return
		}
		p.args(i, " ", 0)
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		p.call(i)
	case ir.OpSwitch:
		p.switchCases(i)
	case ir.OpIndirectBr:
		p.b = append(p.b, ' ')
		p.typed(i.Arg(0))
		p.str(", [")
		p.args(i, "", 1)
		p.b = append(p.b, ']')
	case ir.OpPhi:
		p.phi(i)
	case ir.OpExtractValue, ir.OpInsertValue:
		p.args(i, " ", 0)
		for _, n := range i.Aux.(*ir.IndexAux).Indices {
			p.str(", ")
			p.int(n)
		}
	case ir.OpLandingPad:
		p.landingPad(i)
	case ir.OpCatchSwitch, ir.OpCatchPad, ir.OpCleanupPad, ir.OpCleanupRet, ir.OpCatchRet:
		p.funclet(i)
	case ir.OpAlloca:
		p.alloca(i)
	case ir.OpLoad, ir.OpStore, ir.OpFence, ir.OpCmpXchg, ir.OpAtomicRMW:
		p.memory(i)
	case ir.OpGEP:
		if g, ok := i.Aux.(*ir.GEPAux); ok && g.InRange != "" {
			p.b = append(p.b, ' ')
			p.str(g.InRange)
		}
		p.b = append(p.b, ' ')
		p.str(i.ElemTy.String())
		p.b = append(p.b, ',')
		p.args(i, " ", 0)
	case ir.OpVAArg:
		p.args(i, " ", 0)
		p.str(", ")
		p.str(i.Type().String())
	case ir.OpICmp, ir.OpFCmp:
		p.b = append(p.b, ' ')
		p.str(i.Pred().String())
		p.sameTyped(i)
	case ir.OpBr, ir.OpSelect, ir.OpShuffleVector:
		p.args(i, " ", 0)
	case ir.OpUnreachable:
	default:
		if i.Op.Info().Cast {
			p.args(i, " ", 0)
			p.str(" to ")
			p.str(i.Type().String())
			return
		}
		p.sameTyped(i)
	}
}

// args prints the operands from k on with their types.
func (p *printer) args(i *ir.Instr, before string, k int) {
	p.str(before)
	for n := k; n < i.NumArgs(); n++ {
		if n > k {
			p.str(", ")
		}
		p.typed(i.Arg(n))
	}
}

// sameTyped prints all operands. If they have the same type, it prints the type once.
func (p *printer) sameTyped(i *ir.Instr) {
	n := i.NumArgs()
	if n == 0 {
		return
	}
	for k := 0; k < n; k++ {
		if i.Arg(k) == nil || i.Arg(0) == nil || i.Arg(k).Type() != i.Arg(0).Type() {
			p.args(i, " ", 0)
			return
		}
	}
	p.b = append(p.b, ' ')
	p.str(i.Arg(0).Type().String())
	for k := 0; k < n; k++ {
		if k > 0 {
			p.b = append(p.b, ',')
		}
		p.b = append(p.b, ' ')
		p.value(i.Arg(k))
	}
}

const allFast = ir.FastMath &^ ir.FlagFast

func (p *printer) flags(fl ir.Flags, op ir.Op) {
	if fl == 0 {
		return
	}
	if fl&ir.FlagFast != 0 || fl&allFast == allFast {
		fl = fl&^allFast | ir.FlagFast
	}
	if op == ir.OpGEP && fl&ir.FlagInBounds != 0 {
		fl &^= ir.FlagNUSW // inbounds implies nusw
	}
	for _, word := range fl.Words {
		p.b = append(p.b, ' ')
		p.str(word)
	}
}

func (p *printer) switchCases(i *ir.Instr) {
	p.b = append(p.b, ' ')
	p.typed(i.Arg(0))
	p.str(", ")
	p.typed(i.Arg(1))
	p.str(" [")
	for k := 2; k+1 < i.NumArgs(); k += 2 {
		p.str("\n    ")
		p.typed(i.Arg(k))
		p.str(", ")
		p.typed(i.Arg(k + 1))
	}
	p.str("\n  ]")
}

func (p *printer) phi(i *ir.Instr) {
	p.b = append(p.b, ' ')
	p.str(i.Type().String())
	p.b = append(p.b, ' ')
	blocks := i.PhiBlocks()
	for k := 0; k < i.NumArgs(); k++ {
		if k > 0 {
			p.str(", ")
		}
		p.str("[ ")
		p.value(i.Arg(k))
		p.str(", ")
		if k < len(blocks) && blocks[k] != nil {
			p.b = append(p.b, '%')
			p.block(blocks[k])
		} else {
			p.str("<null operand!>")
		}
		p.str(" ]")
	}
}

const clauseIndent = "          "

func (p *printer) landingPad(i *ir.Instr) {
	p.b = append(p.b, ' ')
	p.str(i.Type().String())
	if i.Flags&ir.FlagCleanup != 0 {
		p.b = append(p.b, '\n')
		p.str(clauseIndent)
		p.str("cleanup")
	}
	var filter []bool
	if a, ok := i.Aux.(*ir.LandingAux); ok {
		filter = a.Filter
	}
	for k := 0; k < i.NumArgs(); k++ {
		p.b = append(p.b, '\n')
		p.str(clauseIndent)
		if k < len(filter) && filter[k] {
			p.str("filter ")
		} else {
			p.str("catch ")
		}
		p.typed(i.Arg(k))
	}
}

// funclet prints the pads and returns of funclet-based exception handling.
func (p *printer) funclet(i *ir.Instr) {
	switch i.Op {
	case ir.OpCatchSwitch:
		p.str(" within ")
		p.value(i.Arg(0))
		p.str(" [")
		n := i.NumArgs()
		a, ok := i.Aux.(*ir.CatchSwitchAux)
		unwinds := ok && a.HasUnwind
		if unwinds {
			n--
		}
		for k := 1; k < n; k++ {
			if k > 1 {
				p.str(", ")
			}
			p.typed(i.Arg(k))
		}
		p.str("] unwind ")
		if unwinds {
			p.typed(i.Arg(n))
		} else {
			p.str("to caller")
		}
	case ir.OpCleanupRet:
		p.str(" from ")
		p.value(i.Arg(0))
		p.str(" unwind ")
		if i.NumArgs() > 1 {
			p.typed(i.Arg(1))
		} else {
			p.str("to caller")
		}
	case ir.OpCatchRet:
		p.str(" from ")
		p.value(i.Arg(0))
		p.str(" to ")
		p.typed(i.Arg(1))
	default:
		p.str(" within ")
		p.value(i.Arg(0))
		p.str(" [")
		p.args(i, "", 1)
		p.b = append(p.b, ']')
	}
}

func (p *printer) alloca(i *ir.Instr) {
	p.b = append(p.b, ' ')
	if i.Flags&ir.FlagInAlloca != 0 {
		p.str("inalloca ")
	}
	if i.Flags&ir.FlagSwiftError != 0 {
		p.str("swifterror ")
	}
	p.str(i.ElemTy.String())
	if i.NumArgs() > 0 {
		// LLVM omits the default count, i32 1.
		c, ok := i.Arg(0).(*ir.Const)
		if !ok || !c.IsInt() || c.Uint64() != 1 || !c.Type().IsIntN(32) {
			p.str(", ")
			p.typed(i.Arg(0))
		}
	}
	p.align(i)
	if a, ok := i.Aux.(*ir.AllocaAux); ok && a.AddrSpace != 0 {
		p.str(", addrspace(")
		p.int(a.AddrSpace)
		p.b = append(p.b, ')')
	}
}

func (p *printer) align(i *ir.Instr) {
	if i.Align != 0 {
		p.str(", align ")
		p.int(int(i.Align))
	}
}

func (p *printer) memory(i *ir.Instr) {
	switch i.Op {
	case ir.OpLoad:
		p.b = append(p.b, ' ')
		p.str(i.Type().String())
		p.b = append(p.b, ',')
	case ir.OpAtomicRMW:
		p.b = append(p.b, ' ')
		if int(i.Sub) < len(ir.RMWNames) {
			p.str(ir.RMWNames[i.Sub])
		}
	}
	if i.Op != ir.OpFence {
		p.args(i, " ", 0)
	}
	if i.Order != ir.NotAtomic {
		if a, ok := i.Aux.(*ir.AtomicAux); ok && a.Scope != "" {
			p.str(` syncscope("`)
			p.str(a.Scope)
			p.str(`")`)
		}
		p.b = append(p.b, ' ')
		p.str(i.Order.String())
		if i.Order2 != ir.NotAtomic {
			p.b = append(p.b, ' ')
			p.str(i.Order2.String())
		}
	}
	p.align(i)
}

// calleeSpace returns the address space of the callee of a call.
func calleeSpace(i *ir.Instr) int {
	if callee := i.Callee(); callee != nil && callee.Type().IsPtr() {
		return callee.Type().AddrSpace()
	}
	return 0
}

func (p *printer) call(i *ir.Instr) {
	a := i.Call()
	if a.CC != "" {
		p.b = append(p.b, ' ')
		p.str(a.CC)
	}
	p.b = append(p.b, ' ')
	p.attrList(a.RetAttrs)
	if as := calleeSpace(i); as != 0 || p.progAS != 0 {
		p.str("addrspace(")
		p.int(as)
		p.str(") ")
	}
	if a.FTy.IsVariadic() {
		p.str(a.FTy.String())
	} else {
		p.str(a.FTy.Ret().String())
	}
	p.b = append(p.b, ' ')
	callee := i.CalleeArg()
	p.value(i.Arg(callee))
	p.b = append(p.b, '(')
	for k := 0; k < a.NArgs; k++ {
		if k > 0 {
			p.str(", ")
		}
		v := i.Arg(k)
		if v == nil {
			p.str("<null operand!>")
			continue
		}
		p.str(v.Type().String())
		p.b = append(p.b, ' ')
		if k < len(a.ArgAttrs) {
			p.attrList(a.ArgAttrs[k])
		}
		p.value(v)
	}
	if i.Flags&ir.FlagMustTail != 0 && p.f != nil && p.f.FTy.IsVariadic() {
		if a.NArgs > 0 {
			p.str(", ")
		}
		p.str("...")
	}
	p.b = append(p.b, ')')
	p.fnAttrs(a.Attrs)
	if len(a.Bundles) > 0 {
		p.bundles(i, a)
	}
	switch i.Op {
	case ir.OpInvoke:
		p.str("\n          to ")
		p.typed(i.Arg(callee + 1))
		p.str(" unwind ")
		p.typed(i.Arg(callee + 2))
	case ir.OpCallBr:
		p.str("\n          to ")
		p.typed(i.Arg(callee + 1))
		p.str(" [")
		p.args(i, "", callee+2)
		p.b = append(p.b, ']')
	}
}

func (p *printer) bundles(i *ir.Instr, a *ir.CallAux) {
	p.str(" [ ")
	at := a.NArgs
	for k, bd := range a.Bundles {
		if k > 0 {
			p.str(", ")
		}
		p.b = append(p.b, '"')
		p.str(bd.Tag)
		p.str(`"(`)
		for n := 0; n < bd.N; n++ {
			if n > 0 {
				p.str(", ")
			}
			p.typed(i.Arg(at + n))
		}
		p.b = append(p.b, ')')
		at += bd.N
	}
	p.str(" ]")
}

// dbg prints a debug record in its original form: as a record or as a call.
func (p *printer) dbg(d *ir.Instr) {
	a := d.Aux.(*ir.DbgAux)
	if a.Call == nil {
		p.str("    #dbg_")
		p.str(a.Kind)
		p.b = append(p.b, '(')
		p.dbgOps(d, a, "")
		if loc := d.DebugLoc(); loc != nil {
			p.str(", ")
			p.md(loc)
		}
		p.b = append(p.b, ')')
		return
	}
	p.str("  ")
	switch {
	case d.Flags&ir.FlagTail != 0:
		p.str("tail ")
	case d.Flags&ir.FlagNoTail != 0:
		p.str("notail ")
	}
	p.str("call void @llvm.dbg.")
	p.str(a.Kind)
	p.b = append(p.b, '(')
	p.dbgOps(d, a, "metadata ")
	p.b = append(p.b, ')')
	p.fnAttrs(a.Call.Attrs)
	p.attachments(d.Meta, ", ")
}

func (p *printer) dbgOps(d *ir.Instr, a *ir.DbgAux, before string) {
	for k := range a.Ops {
		if k > 0 {
			p.str(", ")
		}
		p.str(before)
		o := &a.Ops[k]
		switch {
		case o.MD != nil:
			p.md(o.MD)
		case o.List:
			p.str("!DIArgList(")
			for n := 0; n < o.NArgs; n++ {
				if n > 0 {
					p.str(", ")
				}
				p.typed(d.Arg(o.Arg + n))
			}
			p.b = append(p.b, ')')
		default:
			p.typed(d.Arg(o.Arg))
		}
	}
}
