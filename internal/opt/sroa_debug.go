// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Updates of debug records when an alloca is removed: a declaration becomes values at the stores
// and phis, or one declaration for each slice. A record that cannot be translated is dropped, so
// that no record is wrong.

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// recordExpr returns the expression of a record of kind value or declare, and its operand number,
// or nil for a record of another form.
func recordExpr(m *ir.Module, d *ir.Instr) (*ir.MDNode, int) {
	ops := d.Aux.(*ir.DbgAux).Ops
	if len(ops) != 3 || ops[0].MD != nil || ops[0].List || ops[1].MD == nil || ops[2].MD == nil {
		return nil, 0
	}
	n := m.MDNode(ops[2].MD)
	if n == nil || n.Name != "DIExpression" {
		return nil, 0
	}
	return n, 2
}

// fragmentOf decodes an expression that is empty or only a fragment, in bits. ok is false for any
// other expression. For example, `!DIExpression(DW_OP_LLVM_fragment, 32, 16)` is the part of 16
// bits at bit 32.
func fragmentOf(n *ir.MDNode) (off, size int64, whole, ok bool) {
	if n == nil {
		return 0, 0, false, false
	}
	if len(n.Fields) == 0 {
		return 0, 0, true, true
	}
	if len(n.Fields) != 3 || n.Fields[0].Val.Text != "DW_OP_LLVM_fragment" {
		return 0, 0, false, false
	}
	off, err1 := strconv.ParseInt(n.Fields[1].Val.Text, 10, 64)
	size, err2 := strconv.ParseInt(n.Fields[2].Val.Text, 10, 64)
	return off, size, false, err1 == nil && err2 == nil
}

// simpleExpr reports whether the memory of a declaration is exactly its variable, or a part of the
// variable.
func simpleExpr(m *ir.Module, d *ir.Instr) bool {
	n, _ := recordExpr(m, d)
	_, _, _, ok := fragmentOf(n)
	return ok
}

// collectDeclares collects and removes the debug declarations of variables that values can replace.
func (p *promoter) collectDeclares() {
	p.dbg = make([][]*ir.Instr, len(p.vars))
	if !slices.ContainsFunc(p.vars, func(a *ir.Instr) bool { return a.FirstDbgUse() != nil }) {
		return
	}
	records := map[*ir.Instr]bool{}
	valued := map[debuginfo.Var]bitSpans{}
	for v, a := range p.vars {
		for u := a.FirstDbgUse(); u != nil; u = u.Next() {
			d := u.User()
			if !debuginfo.ReadsMemory(p.m, d) {
				continue
			}
			records[d] = true
			if d.Aux.(*ir.DbgAux).Kind == "value" {
				n, k := debuginfo.ExprOf(p.m, d)
				d = p.m.CloneInstr(d)
				debuginfo.SetExpr(d, k, debuginfo.ExprWords(n)[1:])
			}
			if simpleExpr(p.m, d) {
				p.dbg[v] = append(p.dbg[v], d)
				if id, ok := debuginfo.VarOf(p.m, d); ok {
					off, end := debuginfo.Fragment(p.m, d)
					valued[id] = append(valued[id], [2]int64{off, end})
				}
			}
		}
		slices.Reverse(p.dbg[v])
	}
	if len(records) > 0 {
		for i := range p.f.Instrs() {
			i.EraseDbgIf(func(d *ir.Instr) bool { return records[d] })
		}
		memoryBesideValues(p.m, p.f, valued)
	}
}

// memoryBesideValues handles variables that now get value records and have a declaration with
// another alloca. It converts that declaration to a value record that reads the memory. A
// declaration holds for the whole scope and overrides all values, so the debugger would show the
// content of the other alloca even where the variable has another value by then. For example, a
// parameter of a coroutine has two: its original, and its copy.
func memoryBesideValues(m *ir.Module, f *ir.Func, valued map[debuginfo.Var]bitSpans) {
	if len(valued) == 0 {
		return
	}
	for _, list := range valued {
		slices.SortFunc(list, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
		for k := 1; k < len(list); k++ {
			list[k][1] = max(list[k][1], list[k-1][1])
		}
	}
	for i := range f.Instrs() {
		for _, d := range i.Dbg {
			if !ir.DeclaresStorage(d) {
				continue
			}
			id, ok := debuginfo.VarOf(m, d)
			n, k := recordExpr(m, d)
			if !ok || n == nil {
				continue
			}
			if off, end := debuginfo.Fragment(m, d); valued[id].meets(off, end) {
				debuginfo.ReadMemory(m, d, k, debuginfo.ExprWords(n))
			}
		}
	}
}

// bitSpans are parts of a variable, sorted by start, each with the largest end so far.
type bitSpans [][2]int64

// meets reports whether a part overlaps [off, end).
func (s bitSpans) meets(off, end int64) bool {
	k, _ := slices.BinarySearchFunc(s, end, func(a [2]int64, end int64) int { return cmp.Compare(a[0], end) })
	return k > 0 && s[k-1][1] > off
}

// describe inserts debug records before at which say that variable v has value x from there on.
func (p *promoter) describe(v int, x ir.Value, at *ir.Instr, first bool) {
	if len(p.dbg[v]) == 0 || at == nil {
		return
	}
	if c, ok := x.(*ir.Const); ok && c.Kind == ir.ConstUndef {
		x = p.m.Poison(x.Type()) // the previous value is no longer valid
	}
	var list []*ir.Instr
	for _, d := range p.dbg[v] {
		old := d.Aux.(*ir.DbgAux)
		n := p.m.NewInstr(ir.OpDbg, p.m.Types.Void(), x)
		aux := &ir.DbgAux{Kind: "value", Ops: append([]ir.DbgOp(nil), old.Ops...)}
		aux.Ops[0] = ir.DbgOp{Arg: 0, NArgs: 1}
		if old.Call != nil {
			aux.Call = old.Call
			ir.DeclareIntrinsic(p.m, ir.DbgValue) // in a module that describes values by calls
		}
		n.Aux, n.Pos, n.Flags = aux, d.Pos, d.Flags
		n.SetDebugLoc(d.DebugLoc())
		list = append(list, n)
	}
	if first {
		at.Dbg = append(list, at.Dbg...)
	} else {
		at.Dbg = append(at.Dbg[:len(at.Dbg):len(at.Dbg)], list...)
	}
}

// variableBits returns the size of a record's variable in bits, or 0 if its type does not have one.
func variableBits(m *ir.Module, d *ir.Instr) int64 {
	n := m.MDNode(d.Aux.(*ir.DbgAux).Ops[1].MD)
	if n == nil {
		return 0
	}
	ty := m.MDNode(n.Field("type"))
	for range 64 {
		if ty == nil {
			return 0
		}
		if s := ty.Field("size"); s != nil {
			bits, _ := strconv.ParseInt(s.Text, 10, 64)
			return bits
		}
		ty = m.MDNode(ty.Field("baseType"))
	}
	return 0
}

// slicePart returns the expression for the part of a declared variable in a slice of its alloca,
// from byte lo to hi. ok is false if there is none.
func slicePart(m *ir.Module, d *ir.Instr, lo, hi, size int64) (expr *ir.MD, ok bool) {
	n, k := recordExpr(m, d)
	off, bits, whole, ok := fragmentOf(n)
	if !ok {
		return nil, false
	}
	if lo == 0 && hi == size {
		return d.Aux.(*ir.DbgAux).Ops[k].MD, true
	}
	if whole {
		bits = variableBits(m, d)
	}
	from, to := 8*lo, min(8*hi, bits)
	if from >= to {
		return nil, false
	}
	if whole && from == 0 && to == bits {
		return d.Aux.(*ir.DbgAux).Ops[k].MD, true
	}
	e := &ir.MDNode{Num: -1, New: -1, Name: "DIExpression"}
	for _, f := range []*ir.MD{{Kind: ir.MDIdent, Text: "DW_OP_LLVM_fragment"},
		{Kind: ir.MDInt, Text: strconv.FormatInt(off+from, 10)},
		{Kind: ir.MDInt, Text: strconv.FormatInt(to-from, 10)}} {
		e.Fields = append(e.Fields, ir.MDField{Val: f})
	}
	return &ir.MD{Kind: ir.MDNodeRef, Node: e}, true
}

// redeclare replaces the declarations of split allocas by one for each slice.
func redeclare(m *ir.Module, f *ir.Func, objs []*object) {
	with := map[*ir.Instr][]*ir.Instr{}
	gone := map[*ir.Instr]bool{}
	for _, o := range objs {
		for u := o.alloca.FirstDbgUse(); u != nil; u = u.Next() {
			d := u.User()
			old := d.Aux.(*ir.DbgAux)
			if !ir.DeclaresStorage(d) {
				continue
			}
			gone[d] = true
			for k := range o.slices {
				s := &o.slices[k]
				expr, ok := slicePart(m, d, s.lo, s.hi, o.size)
				if s.alloca == nil || !ok {
					continue
				}
				n := m.NewInstr(ir.OpDbg, m.Types.Void(), s.alloca)
				aux := &ir.DbgAux{Kind: "declare", Call: old.Call, Ops: append([]ir.DbgOp(nil), old.Ops...)}
				aux.Ops[0] = ir.DbgOp{Arg: 0, NArgs: 1}
				aux.Ops[2].MD = expr
				n.Aux, n.Pos, n.Flags = aux, d.Pos, d.Flags
				n.SetDebugLoc(d.DebugLoc())
				with[d] = append(with[d], n)
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	for i := range f.Instrs() {
		for k := 0; k < len(i.Dbg); {
			d := i.Dbg[k]
			if !gone[d] {
				k++
				continue
			}
			i.EraseDbg(k)
			list := with[d]
			i.Dbg = append(i.Dbg[:k:k], append(list[:len(list):len(list)], i.Dbg[k:]...)...)
			k += len(list)
		}
	}
}
