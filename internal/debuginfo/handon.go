package debuginfo

// The debug info of a function that takes over the body of another, which is printed already: the
// same as that of the other, but for the name.
//
// What it does not do: it goes through no code. What the body names stays, and is the new owner's
// from there on.

import "github.com/corolower/corolower/internal/ir"

// HandOn gives a function the debug info of another, which has a subprogram (GiveOwn), and whose
// body it takes. The unit's nodes from a number on were made for the other one, and nothing else
// names them: they move behind all others, in their order, and copies take their places.
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
	copies []ir.MDNode // of the nodes from from on
	refs   []ir.MD     // to them
}

// copyOf gives what a copy has where the node has md.
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
