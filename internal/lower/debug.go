package lower

// Debug info of split coroutines. A clone gets a subprogram of its own and copies of what hangs from it and is used in the clone:
// locations, lexical blocks, variables, labels. Nothing else is copied or even looked at, so the cost does not depend on the module's
// other metadata. Variables that moved to the frame are described there.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/remark"
)

// subprogramOf is the operand of a function's !dbg attachment, or nil.
func subprogramOf(f *ir.Func) *ir.MD {
	for _, a := range f.Meta {
		if a.Kind == "dbg" {
			return a.MD
		}
	}
	return nil
}

// mdKey identifies a metadata node: a number of the file, or the node itself.
type mdKey struct {
	num  int
	node *ir.MDNode
}

func keyOf(md *ir.MD) mdKey {
	if md.Kind == ir.MDRef {
		return mdKey{num: md.Num}
	}
	return mdKey{num: -1, node: md.Node}
}

// mdMapper copies local debug info from one subprogram to another.
type mdMapper struct {
	m      *ir.Module
	done   map[mdKey]*ir.MD
	oldSP  mdKey
	newSP  *ir.MD
}

// maxScopeDepth bounds chains of scopes and inlined-at locations: real ones are short, and a cycle must not hang.
const maxScopeDepth = 4096

// cloneDebug gives a clone its own subprogram and moves its debug locations there.
func cloneDebug(co *coroutine, cl *clone) {
	m := co.m
	sp := subprogramOf(co.f)
	old := m.MDNode(sp)
	if old == nil || old.Name != "DISubprogram" {
		return
	}
	n := old.Clone()
	n.Distinct = true
	mm := &mdMapper{m: m, done: map[mdKey]*ir.MD{}, oldSP: keyOf(sp)}
	mm.newSP = m.AddMD(n)
	mm.done[mm.oldSP] = mm.newSP
	if r := n.Field("retainedNodes"); r != nil {
		n.SetField("retainedNodes", mm.tuple(r))
	}
	meta := append([]ir.Attachment(nil), cl.f.Meta...)
	for k := range meta {
		if meta[k].Kind == "dbg" {
			meta[k].MD = mm.newSP
		}
	}
	cl.f.Meta = meta
	for b := cl.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			mm.instr(i)
			for _, d := range i.Dbg {
				mm.instr(d)
				mm.record(d)
			}
		}
	}
	cl.describeSpills()
}

// instr maps the attachments that name locations: !dbg and the two places in !llvm.loop.
func (mm *mdMapper) instr(i *ir.Instr) {
	for k := range i.Meta {
		a := i.Meta[k]
		var md *ir.MD
		switch a.Kind {
		case "dbg":
			md = mm.mapMD(a.MD, 0)
		case "llvm.loop":
			md = mm.loop(a.MD)
		default:
			continue
		}
		if md != a.MD {
			meta := append([]ir.Attachment(nil), i.Meta...)
			meta[k].MD = md
			i.Meta = meta
		}
	}
}

// record maps the variable, label and location of a debug record.
func (mm *mdMapper) record(d *ir.Instr) {
	aux := d.Aux.(*ir.DbgAux)
	var ops []ir.DbgOp
	for k, op := range aux.Ops {
		if op.MD == nil {
			continue
		}
		if md := mm.mapMD(op.MD, 0); md != op.MD {
			if ops == nil {
				ops = append([]ir.DbgOp(nil), aux.Ops...)
			}
			ops[k].MD = md
		}
	}
	if ops != nil {
		c := *aux
		c.Ops = ops
		d.Aux = &c
	}
}

// mapMD maps a location, scope, variable or label of the old subprogram to its copy; everything else to itself.
func (mm *mdMapper) mapMD(md *ir.MD, depth int) *ir.MD {
	if md == nil || md.Kind != ir.MDRef && md.Kind != ir.MDNodeRef || depth > maxScopeDepth {
		return md
	}
	key := keyOf(md)
	if r, ok := mm.done[key]; ok {
		return r
	}
	n := mm.m.MDNode(md)
	if n == nil {
		return md
	}
	var fields []string
	switch n.Name {
	case "DILocation":
		fields = []string{"scope", "inlinedAt"}
	case "DILexicalBlock", "DILexicalBlockFile", "DILocalVariable", "DILabel":
		fields = []string{"scope"}
	default:
		return md
	}
	var c *ir.MDNode
	for _, f := range fields {
		v := n.Field(f)
		if v == nil {
			continue
		}
		if nv := mm.mapMD(v, depth+1); nv != v {
			if c == nil {
				c = n.Clone()
			}
			c.SetField(f, nv)
		}
	}
	out := md
	if c != nil {
		if md.Kind == ir.MDNodeRef && md.Node.New < 0 {
			out = &ir.MD{Kind: ir.MDNodeRef, Node: c} // was written inline, stays inline
		} else {
			out = mm.m.AddMD(c)
		}
	}
	mm.done[key] = out
	return out
}

// tuple maps the elements of a list such as retainedNodes.
func (mm *mdMapper) tuple(md *ir.MD) *ir.MD {
	n := mm.m.MDNode(md)
	if n == nil || n.Name != "" {
		return md
	}
	c := n.Clone()
	changed := false
	for k := range c.Fields {
		if v := mm.mapMD(c.Fields[k].Val, 0); v != c.Fields[k].Val {
			c.Fields[k].Val = v
			changed = true
		}
	}
	if !changed {
		return md
	}
	return mm.m.AddMD(c)
}

// loop maps a loop's node if it names locations: a distinct node whose first operand is itself.
func (mm *mdMapper) loop(md *ir.MD) *ir.MD {
	if md.Kind != ir.MDRef && md.Kind != ir.MDNodeRef {
		return md
	}
	key := keyOf(md)
	if r, ok := mm.done[key]; ok {
		return r
	}
	mm.done[key] = md
	n := mm.m.MDNode(md)
	if n == nil || n.Name != "" || len(n.Fields) == 0 {
		return md
	}
	c := n.Clone()
	changed := false
	for k := 1; k < len(c.Fields); k++ {
		if v := mm.mapMD(c.Fields[k].Val, 0); v != c.Fields[k].Val {
			c.Fields[k].Val = v
			changed = true
		}
	}
	if !changed {
		return md
	}
	r := mm.m.AddMD(c)
	c.Fields[0].Val = r
	mm.done[key] = r
	return r
}

// describeSpills makes records of the clone that speak of values kept in the frame speak of their slots. The original record and its copy
// stand at the same place of the same instruction.
func (cl *clone) describeSpills() {
	co := cl.co
	if co.frame.shared {
		return // a slot may hold another value by then
	}
	for b := co.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if len(i.Dbg) == 0 {
				continue
			}
			c := cl.vm.Instr(i)
			for k, d := range i.Dbg {
				if k < len(c.Dbg) {
					cl.describeSpill(d, c.Dbg[k])
				}
			}
		}
	}
}

// describeSpill rewrites one record of a single value that was spilled and is a parameter of the ramp, which the clone does not have.
func (cl *clone) describeSpill(from, to *ir.Instr) {
	co := cl.co
	if from.NumArgs() != 1 {
		return
	}
	p, ok := from.Arg(0).(*ir.Param)
	if !ok || co.frame.byValue[p] == nil {
		return
	}
	kind := from.Aux.(*ir.DbgAux).Kind
	byval := byvalType(co.m, p) != nil
	ops := []string{"DW_OP_plus_uconst", strconv.FormatInt(co.frame.offsetOf(p), 10)}
	switch {
	case kind == "declare" && byval:
		// the slot holds the object itself
	case kind == "declare" || kind == "value":
		ops = append(ops, "DW_OP_deref")
	default:
		return
	}
	if kind == "value" && byval {
		ops = ops[:2]
	}
	to.SetArg(0, cl.vm.Map(co.begin))
	prependExpr(co.m, to, ops)
}

// prependExpr puts operations in front of a record's expression.
func prependExpr(m *ir.Module, d *ir.Instr, ops []string) {
	if len(ops) == 2 && ops[1] == "0" {
		ops = nil
	}
	if len(ops) == 3 && ops[1] == "0" {
		ops = ops[2:]
	}
	aux := *d.Aux.(*ir.DbgAux)
	aux.Ops = append([]ir.DbgOp(nil), aux.Ops...)
	for k := range aux.Ops {
		md := aux.Ops[k].MD
		if md == nil {
			continue
		}
		n := m.MDNode(md)
		if n == nil || n.Name != "DIExpression" {
			continue
		}
		c := &ir.MDNode{Num: -1, New: -1, Name: "DIExpression"}
		for _, o := range ops {
			kind := ir.MDIdent
			if o[0] >= '0' && o[0] <= '9' {
				kind = ir.MDInt
			}
			c.Fields = append(c.Fields, ir.MDField{Val: &ir.MD{Kind: kind, Text: o}})
		}
		c.Fields = append(c.Fields, n.Fields...)
		aux.Ops[k].MD = &ir.MD{Kind: ir.MDNodeRef, Node: c}
		break
	}
	d.Aux = &aux
}

// salvageDebug makes declares of f whose address lies in the frame speak of the frame pointer and an offset. In a clone the pointer is a
// parameter, which would be lost as soon as its register is used otherwise; it is stored to a local of its own, and the variables are
// described through that. The declares stand behind what they speak of.
func salvageDebug(co *coroutine, f *ir.Func, base ir.Value) {
	if subprogramOf(f) == nil {
		return
	}
	m := co.m
	var at *ir.Instr // records go in front of this instruction
	var via ir.Value
	place := func() {
		if at != nil {
			return
		}
		if p, ok := base.(*ir.Param); ok {
			bld := ir.NewBuilder(m)
			bld.Before(f.Entry().FirstInsertionPt())
			slot := bld.Alloca(p.Type(), co.c.Layout.AllocaAS, co.ptrAlign(), p.Name+".debug")
			bld.Store(p, slot, co.ptrAlign())
			at, via = f.Entry().FirstInsertionPt().Next().Next(), slot
			return
		}
		at, via = base.(*ir.Instr).Next(), base
	}
	var moved []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			for k := 0; k < len(i.Dbg); {
				d := i.Dbg[k]
				off, ok := co.frameAddress(d, base)
				if !ok {
					k++
					continue
				}
				place()
				ops := []string{"DW_OP_plus_uconst", strconv.FormatInt(off, 10)}
				prependExpr(m, d, ops)
				if via != base {
					prependExpr(m, d, []string{"DW_OP_deref"})
				}
				d.SetArg(0, via)
				if d.Aux.(*ir.DbgAux).Kind == "declare" {
					i.Dbg = append(append([]*ir.Instr(nil), i.Dbg[:k]...), i.Dbg[k+1:]...)
					moved = append(moved, d)
					continue
				}
				k++
			}
		}
	}
	if at != nil {
		at.Dbg = append(append([]*ir.Instr(nil), at.Dbg...), moved...)
	}
}

// frameAddress reports whether a record's only value is an address in the frame, and its offset. Declares only: a #dbg_value of an
// address is the address itself.
func (co *coroutine) frameAddress(d *ir.Instr, base ir.Value) (int64, bool) {
	aux := d.Aux.(*ir.DbgAux)
	if aux.Kind != "declare" || d.NumArgs() != 1 {
		return 0, false
	}
	off := int64(0)
	v := d.Arg(0)
	for {
		if v == base {
			return off, off >= 0
		}
		i := asInstr(v)
		if i == nil {
			return 0, false
		}
		switch i.Op {
		case ir.OpBitCast, ir.OpAddrSpaceCast:
			v = i.Arg(0)
		case ir.OpGEP:
			o, ok := co.c.Layout.GEPOffset(i.ElemTy, gepIndices(i))
			if !ok {
				return 0, false
			}
			off += o
			v = i.Arg(0)
		default:
			return 0, false
		}
	}
}

// FuncLoc is the source location of a function: file and scope line of its subprogram. LLVM's remarks about functions use it.
func FuncLoc(m *ir.Module, f *ir.Func) remark.Loc {
	sp := m.MDNode(subprogramOf(f))
	if sp == nil {
		return remark.Loc{}
	}
	loc := remark.Loc{}
	if file := m.MDNode(sp.Field("file")); file != nil {
		if name := file.Field("filename"); name != nil {
			loc.File = name.Text
		}
	}
	line := sp.Field("scopeLine")
	if line == nil {
		line = sp.Field("line")
	}
	if line != nil {
		loc.Line, _ = strconv.Atoi(line.Text)
	}
	return loc
}

// entryCount is the function's profile count, nil when it has none.
func entryCount(m *ir.Module, f *ir.Func) *uint64 {
	for _, a := range f.Meta {
		if a.Kind != "prof" {
			continue
		}
		n := m.MDNode(a.MD)
		if n == nil || len(n.Fields) < 2 || n.Fields[0].Val.Text != "function_entry_count" {
			return nil
		}
		if c, ok := n.Fields[1].Val.Val.(*ir.Const); ok {
			v := c.Uint64()
			return &v
		}
	}
	return nil
}

// describeFrame offers the artificial variable __coro_frame.
func (co *coroutine) describeFrame(set *spillSet) {}
