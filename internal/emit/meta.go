// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package emit

// This file prints metadata operands, nodes and attachments.

import "github.com/corolower/corolower/internal/ir"

// attachments prints attachments with sep before each, for example `, !dbg !1`.
func (p *printer) attachments(list []ir.Attachment, sep string) {
	for k := range list {
		p.str(sep)
		p.b = append(p.b, '!')
		p.str(list[k].Kind)
		p.b = append(p.b, ' ')
		p.md(list[k].MD)
	}
}

// md prints a metadata operand.
func (p *printer) md(x *ir.MD) {
	if x == nil {
		p.str("null")
		return
	}
	switch x.Kind {
	case ir.MDRef:
		p.mdNum(x.Num)
	case ir.MDNodeRef:
		switch n := x.Node; {
		case n == nil:
			p.str("null")
		case n.New >= 0:
			p.newRef(n.New)
		case n.Num >= 0:
			p.mdNum(n.Num)
		default:
			p.node(n)
		}
	case ir.MDString:
		p.str(`!"`)
		p.str(x.Text)
		p.b = append(p.b, '"')
	case ir.MDValue:
		p.typed(x.Val)
	case ir.MDNull:
		p.str("null")
	case ir.MDIdent, ir.MDInt:
		p.str(x.Text)
	case ir.MDQuoted:
		p.b = append(p.b, '"')
		p.str(x.Text)
		p.b = append(p.b, '"')
	default:
		p.str("<bad metadata>")
	}
}

func (p *printer) mdNum(n int) {
	p.b = append(p.b, '!')
	p.int(n)
	if p.refs != nil {
		p.refs.node(n)
	}
}

func (p *printer) newRef(index int) {
	if p.dump {
		p.str("!new")
		p.int(index)
		return
	}
	p.b = append(p.b, '!')
	p.fix = append(p.fix, Fixup{Off: uint32(len(p.b)), Index: int32(index), Kind: MD})
}

// node prints the text of a node, without its number.
func (p *printer) node(n *ir.MDNode) {
	if n.Distinct {
		p.str("distinct ")
	}
	p.b = append(p.b, '!')
	closing := byte(')')
	if n.Name == "" {
		p.b = append(p.b, '{')
		closing = '}'
	} else {
		p.str(n.Name)
		p.b = append(p.b, '(')
	}
	for k := range n.Fields {
		if k > 0 {
			p.str(", ")
		}
		if s := n.Fields[k].Name; s != "" {
			p.str(s)
			p.str(": ")
		}
		p.md(n.Fields[k].Val)
	}
	p.b = append(p.b, closing)
}

// newNode prints the definition of a node that a pass added. Its number is a fixup.
func (p *printer) newNode(n *ir.MDNode) {
	p.newRef(n.New)
	p.str(" = ")
	p.node(n)
	p.b = append(p.b, '\n')
}
