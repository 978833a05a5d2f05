// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package debuginfo

// This file transfers debug info to a function that takes over the body of another function, which
// is already printed. The debug info of the two functions differs only in the name.
//
// It visits no code. The nodes that the body references stay the same, and belong to the new owner
// afterwards.

import "github.com/corolower/corolower/internal/ir"

// HandOn gives a function the debug info of another one, whose body it takes over. The other
// function has its own subprogram (GiveOwn). The nodes of m.NewMDs from index from on belong to the
// other function alone. The body references these nodes, so they move to the end of the list in
// their order, and copies take their indices. The result maps the old indices to the new ones.
func HandOn(m *ir.Module, to, of *ir.Func, from int) (move ir.MDMove) {
	moved := m.NewMDs[from:]
	h := &handOn{from: from, copies: make([]ir.MDNode, len(moved)), refs: make([]ir.MD, len(moved))}
	fields := 0
	for k, n := range moved {
		h.refs[k] = ir.MD{Kind: ir.MDNodeRef, Node: &h.copies[k]}
		fields += len(n.Fields)
	}
	room := make([]ir.MDField, fields)
	for k, n := range moved {
		c := &h.copies[k]
		*c = *n
		c.Fields, room = room[:len(n.Fields):len(n.Fields)], room[len(n.Fields):]
		for j, f := range n.Fields {
			c.Fields[j] = ir.MDField{Name: f.Name, Val: h.copyOf(f.Val)}
		}
	}
	sp := SubprogramOf(of)
	of.Meta = h.attachments(of.Meta)
	for k := range moved {
		n := m.NewMDs[from+k]
		m.NewMDs[from+k] = &h.copies[k]
		m.NewMDs = append(m.NewMDs, n)
		n.New = len(m.NewMDs) - 1
	}
	to.Meta = withSubprogram(to.Meta, sp)
	nameSubprogram(m, m.MDNode(sp), to.Name)
	return ir.MDMove{From: from, By: len(moved)}
}

// handOn is the state of HandOn.
type handOn struct {
	from   int
	copies []ir.MDNode // of the nodes from index from on
	refs   []ir.MD     // references to the copies
}

// copyOf returns the operand of a copy for the operand md of its original.
func (h *handOn) copyOf(md *ir.MD) *ir.MD {
	if md == nil || md.Kind != ir.MDNodeRef || md.Node == nil {
		return md
	}
	n := md.Node
	if n.New >= h.from {
		return &h.refs[n.New-h.from]
	}
	if n.New >= 0 || n.Num >= 0 {
		return md
	}
	var c *ir.MDNode // written inline
	for k, f := range n.Fields {
		if v := h.copyOf(f.Val); v != f.Val {
			if c == nil {
				c = n.Clone()
			}
			c.Fields[k].Val = v
		}
	}
	if c == nil {
		return md
	}
	return &ir.MD{Kind: ir.MDNodeRef, Node: c}
}

func (h *handOn) attachments(list []ir.Attachment) []ir.Attachment {
	out := append([]ir.Attachment(nil), list...)
	for k := range out {
		out[k].MD = h.copyOf(out[k].MD)
	}
	return out
}
