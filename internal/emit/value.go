// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file prints operands: local values, symbols and constants.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// typed prints a value after its type.
func (p *printer) typed(v ir.Value) {
	if v == nil {
		p.str("<null operand!>")
		return
	}
	p.str(v.Type().String())
	p.b = append(p.b, ' ')
	p.value(v)
}

// value prints a value without its type.
func (p *printer) value(v ir.Value) {
	switch v := v.(type) {
	case *ir.Instr:
		p.b = append(p.b, '%')
		if s := v.Name(); s != "" {
			p.name(s)
			return
		}
		p.slot(v.ID, v)
	case *ir.Param:
		p.b = append(p.b, '%')
		switch {
		case v.Name != "":
			p.name(v.Name)
		case v.Fn == p.f && v.Index < len(p.params):
			p.int(int(p.params[v.Index]))
		default:
			p.str("<badref>")
		}
	case *ir.Block:
		p.b = append(p.b, '%')
		p.block(v)
	case *ir.Const:
		p.constant(v)
	case *ir.Func:
		p.b = append(p.b, '@')
		p.name(v.Name)
	case *ir.Global:
		p.b = append(p.b, '@')
		p.name(v.Name)
	default:
		p.str("<null operand!>")
	}
}

func (p *printer) typedList(vs []ir.Value) {
	for k, v := range vs {
		if k > 0 {
			p.str(", ")
		}
		p.typed(v)
	}
}

func (p *printer) constant(c *ir.Const) {
	switch c.Kind {
	case ir.ConstInt:
		if c.IsInt() {
			if c.Type().IsIntN(1) {
				if c.IsTrue() {
					p.str("true")
				} else {
					p.str("false")
				}
				return
			}
			p.b = strconv.AppendInt(p.b, c.Int64(), 10)
			return
		}
		p.str(c.IntString())
	case ir.ConstFloat, ir.ConstTarget:
		p.str(c.Text)
	case ir.ConstNull:
		p.str("null")
	case ir.ConstUndef:
		p.str("undef")
	case ir.ConstPoison, ir.ConstLost:
		p.str("poison")
	case ir.ConstNone:
		p.str("none")
	case ir.ConstZero:
		p.str("zeroinitializer")
	case ir.ConstArray:
		p.b = append(p.b, '[')
		p.typedList(c.Elems)
		p.b = append(p.b, ']')
	case ir.ConstVector:
		p.b = append(p.b, '<')
		p.typedList(c.Elems)
		p.b = append(p.b, '>')
	case ir.ConstStruct:
		p.structConst(c)
	case ir.ConstSplat:
		p.str("splat (")
		p.typedList(c.Elems)
		p.b = append(p.b, ')')
	case ir.ConstString:
		p.str(`c"`)
		p.str(c.Text)
		p.b = append(p.b, '"')
	case ir.ConstExpr:
		p.constExpr(c)
	case ir.ConstBlockAddress:
		p.blockAddress(c)
	case ir.ConstDSOLocalEquivalent:
		p.str("dso_local_equivalent ")
		p.value(c.Elems[0])
	case ir.ConstNoCFI:
		p.str("no_cfi ")
		p.value(c.Elems[0])
	case ir.ConstPtrAuth:
		p.str("ptrauth (")
		p.typedList(c.Elems)
		p.b = append(p.b, ')')
	case ir.ConstAsm:
		p.asm(c.Asm)
	case ir.ConstMetadata:
		p.md(c.MD)
	case ir.ConstSize:
		p.size(c)
	default:
		p.str("<bad constant>")
	}
}

func (p *printer) structConst(c *ir.Const) {
	packed := c.Type().IsPacked()
	if packed {
		p.b = append(p.b, '<')
	}
	p.b = append(p.b, '{')
	if len(c.Elems) > 0 {
		p.b = append(p.b, ' ')
		p.typedList(c.Elems)
		p.b = append(p.b, ' ')
	}
	p.b = append(p.b, '}')
	if packed {
		p.b = append(p.b, '>')
	}
}

func (p *printer) constExpr(c *ir.Const) {
	p.str(c.Op.String())
	p.flags(c.Flags, c.Op)
	if c.Extra != "" {
		p.b = append(p.b, ' ')
		p.str(c.Extra)
	}
	if c.Pred != ir.PredNone {
		p.b = append(p.b, ' ')
		p.str(c.Pred.String())
	}
	p.str(" (")
	if c.SrcTy != nil {
		p.str(c.SrcTy.String())
		p.str(", ")
	}
	for k, v := range c.Elems {
		if k > 0 {
			p.str(", ")
		}
		if c.InRangeIdx > 0 && k == c.InRangeIdx {
			p.str("inrange ")
		}
		p.typed(v)
	}
	if c.Op.Info().Cast {
		p.str(" to ")
		p.str(c.Type().String())
	}
	for _, n := range c.Indices {
		p.str(", ")
		p.int(n)
	}
	p.b = append(p.b, ')')
}

// size prints a size that callers allocate. In a unit it is a fixup for the merge. In a module that
// is printed on its own it is the maximum of the sizes that the globals hold now. In a dump it is
// spelled out, for example `max(16, size of @fp)`.
func (p *printer) size(c *ir.Const) {
	floor, pointers, _ := c.SizeParts()
	switch {
	case p.dump:
		p.str("max(")
		p.b = strconv.AppendInt(p.b, floor, 10)
		for _, g := range pointers {
			p.str(", size of @")
			p.name(g.Name)
		}
		p.b = append(p.b, ')')
	case p.refs != nil:
		for _, g := range pointers {
			floor = max(floor, statedSize(g))
		}
		p.b = strconv.AppendInt(p.b, floor, 10)
	default:
		s := Size{Floor: floor}
		for _, g := range pointers {
			s.Pointers = append(s.Pointers, g.Name)
		}
		p.fix = append(p.fix, Fixup{Off: uint32(len(p.b)), Index: int32(len(p.sizes)), Kind: SizeNum})
		p.sizes = append(p.sizes, s)
	}
}

// statedSize returns the integer in the second element of a global's initializer, or 0.
func statedSize(g *ir.Global) int64 {
	if init, err := g.Initializer(); err == nil {
		if k, ok := init.(*ir.Const); ok && k.Kind == ir.ConstStruct && len(k.Elems) > 1 {
			if n, ok := k.Elems[1].(*ir.Const); ok && n.IsInt() {
				return n.Int64()
			}
		}
	}
	return 0
}

// blockAddress prints the address of a block. If the block is in another function, the address is a
// fixup, because only the merge knows how that function changed. For example, a pass may have
// renamed the block, or removed it.
func (p *printer) blockAddress(c *ir.Const) {
	label := c.BlockName
	switch {
	case c.Fn == p.f && c.Fn.Taken[c.Label] != nil:
		b := c.Fn.Taken[c.Label]
		if b.Func() != p.f {
			p.str(GoneAddress(c.Type().String()))
			return
		}
		from := len(p.b)
		p.block(b)
		label = string(p.b[from:])
		p.b = p.b[:from]
	case p.dump:
	case p.refs != nil:
		if p.labels == nil {
			p.labels = map[*ir.Func]map[string]string{}
		}
		if p.labels[c.Fn] == nil {
			p.labels[c.Fn] = labels(c.Fn)
		}
		if now, taken := p.labels[c.Fn][c.Label]; taken {
			if label = now; now == "" {
				p.str(GoneAddress(c.Type().String()))
				return
			}
		}
	default:
		text := "blockaddress(@" + ir.QuoteName(c.Fn.Name) + ", %" + label + ")"
		p.fix = append(p.fix, Fixup{Off: uint32(len(p.b)), Index: int32(len(p.addresses)), Kind: BlockAddr})
		p.addresses = append(p.addresses, Address{c.Fn.Name, c.Label, c.Type().String(), text})
		return
	}
	p.str("blockaddress(")
	p.value(c.Fn)
	p.str(", %")
	p.str(label)
	p.b = append(p.b, ')')
}

// labels returns the present names of the blocks of f whose addresses are taken, by their labels as
// read. The name is "" if the block was removed.
func labels(f *ir.Func) map[string]string {
	if len(f.Taken) == 0 || !f.Loaded() {
		return nil
	}
	p := &printer{buffers: &buffers{}, m: f.Module(), dump: true}
	p.begin(f)
	out := make(map[string]string, len(f.Taken))
	for key, b := range f.Taken {
		p.b = p.b[:0]
		if b.Func() == f {
			p.block(b)
		}
		out[key] = string(p.b)
	}
	return out
}

func (p *printer) asm(a *ir.AsmAux) {
	p.str("asm ")
	if a.SideEffect {
		p.str("sideeffect ")
	}
	if a.AlignStack {
		p.str("alignstack ")
	}
	if a.IntelDialect {
		p.str("inteldialect ")
	}
	if a.CanThrow {
		p.str("unwind ")
	}
	p.b = append(p.b, '"')
	p.str(a.Text)
	p.str(`", "`)
	p.str(a.Constraints)
	p.b = append(p.b, '"')
}
