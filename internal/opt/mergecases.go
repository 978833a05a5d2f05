// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// MergeCases: cases of a switch whose blocks do the same get one block. A coroutine that yields in
// the branches of an if often continues in the same way after each of them. Its resume part then
// needs no different code for these suspends. For example, %a and %b are the same:
//
//	switch i2 %index, label %unreachable [ i2 0, label %start
//	                                       i2 1, label %a
//	                                       i2 2, label %b ]
//	a:
//	  %i.addr = getelementptr inbounds i8, ptr %frame, i64 24
//	  %i = load i64, ptr %i.addr
//	  br label %loop
//	b:
//	  %j.addr = getelementptr inbounds i8, ptr %frame, i64 24
//	  %j = load i64, ptr %j.addr
//	  br label %loop
//
// LLVM keeps both blocks, because it compares only blocks without instructions. Of a switch over
// four suspends it makes an indirect jump, but two or three targets need only comparisons.
//
// The blocks compute and load, and then lead to the same block. They contain no calls, and no
// comparisons of pointers, because the parts of a coroutine may differ in these (split/variant.go).

import (
	"slices"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

const (
	maxCaseCode = 8 // instructions of a block that is compared
	caseTries   = 4 // blocks with which it is compared
)

// MergeCases merges the blocks of cases that do the same, in all switches of a function. It reports
// whether there were any.
func MergeCases(m *ir.Module, f *ir.Func) bool {
	changed := false
	for b := f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Op == ir.OpSwitch && mergeCases(m, t) {
			changed = true
		}
	}
	if changed {
		f.Changed = true
	}
	return changed
}

// caseShape is what equal blocks have in common without a look at their operands.
type caseShape struct {
	to    *ir.Block
	size  int
	first ir.Op
}

func mergeCases(m *ir.Module, sw *ir.Instr) bool {
	changed := false
	seen := map[caseShape][]*ir.Block{}
	for k := 1; k < sw.NumArgs(); k++ {
		b, ok := sw.Arg(k).(*ir.Block)
		if !ok {
			continue
		}
		shape, ok := shapeOfCase(b)
		if !ok {
			continue
		}
		list := seen[shape]
		var same *ir.Block
		for n := 0; n < len(list) && same == nil; n++ {
			if mergeBlock(m, list[n], b, shape.to) {
				count.EqualCases.Hit()
				same = list[n]
			}
		}
		switch {
		case same != nil:
			sw.SetArg(k, same)
			EraseOne(m, b)
			changed = true
		case len(list) < caseTries:
			seen[shape] = append(list, b)
		}
	}
	return changed
}

// shapeOfCase returns the shape of a block that may be merged: only the switch leads to it, by one
// edge.
func shapeOfCase(b *ir.Block) (caseShape, bool) {
	t := b.Terminator()
	if b.SinglePred() == nil || b.AddressTaken() || t == nil || t.Op != ir.OpBr || t.NumArgs() != 1 {
		return caseShape{}, false
	}
	s := caseShape{to: t.Arg(0).(*ir.Block), first: b.First().Op}
	var key exprKey
	for i := b.First(); i != t; i = i.Next() {
		if i.Op == ir.OpLoad && !plainAccess(i) || i.Op != ir.OpLoad && !exprOf(i, &key) ||
			i.Op == ir.OpICmp && i.Arg(0).Type().IsPtr() {
			return caseShape{}, false
		}
		if s.size++; s.size > maxCaseCode {
			return caseShape{}, false
		}
	}
	return s, s.to != b
}

// mergeBlock reports whether block a does the same as b. If it does, it leaves the claims and debug
// records in a that hold for both.
func mergeBlock(m *ir.Module, a, b, to *ir.Block) bool {
	as := incoming{} // the instruction of a for one of b
	same := func(x, y ir.Value) bool { return ir.SameValue(x, as.of(y)) }
	var p, q exprKey
	i, j := a.First(), b.First()
	for ; i != a.Terminator(); i, j = i.Next(), j.Next() {
		if i.Op != j.Op || i.Type() != j.Type() || i.NumArgs() != j.NumArgs() {
			return false
		}
		if (i.Align == 0) != (j.Align == 0) {
			return false // 0 is the alignment of the type, which may be the larger one
		}
		if i.Op != ir.OpLoad {
			exprOf(i, &p)
			exprOf(j, &q)
			if p.sub != q.sub || p.elem != q.elem || p.idx != q.idx {
				return false
			}
		}
		for k := range i.NumArgs() {
			if !same(i.Arg(k), j.Arg(k)) {
				return false
			}
		}
		as[j] = i
	}
	if !sameRef(i.MetaOf("llvm.loop"), j.MetaOf("llvm.loop")) {
		return false
	}
	for phi := to.First(); phi != nil && phi.Op == ir.OpPhi; phi = phi.Next() {
		if !same(phi.IncomingFor(a), phi.IncomingFor(b)) {
			return false
		}
	}
	for i, j := a.First(), b.First(); i != a.Terminator(); i, j = i.Next(), j.Next() {
		merge(i, j)
		i.Align = min(i.Align, j.Align)
		mergeRecords(m, i, j, as)
	}
	mergeRecords(m, a.Terminator(), b.Terminator(), as)
	return true
}

// mergeRecords makes the debug records before i hold for j, too. A record of a value that only one
// of the two has becomes one of an unknown value: after the merged block, the variable may have
// another value. A declaration holds everywhere, so it stays. as has the values before i that replace
// those before j.
func mergeRecords(m *ir.Module, i, j *ir.Instr, as incoming) {
	var list []*ir.Instr
	for k := len(i.Dbg) - 1; k >= 0; k-- {
		d := i.Dbg[k]
		if holdsEverywhere(d) || slices.ContainsFunc(j.Dbg, func(e *ir.Instr) bool { return sameRecord(m, d, e, as) }) {
			list = append(list, m.CloneInstr(d))
		} else {
			list = append(list, debuginfo.Unknown(m, d))
		}
		i.EraseDbg(k)
	}
	slices.Reverse(list)
	n := len(list)
	for _, e := range j.Dbg {
		switch {
		case slices.ContainsFunc(list[:n], func(d *ir.Instr) bool { return sameRecord(m, d, e, as) }):
		case holdsEverywhere(e):
			c := m.CloneInstr(e)
			as.replaceIn(c)
			list = append(list, c)
		default:
			list = append(list, debuginfo.Unknown(m, e))
		}
	}
	i.Dbg = list
}

// holdsEverywhere reports whether a debug record is no statement about one place.
func holdsEverywhere(d *ir.Instr) bool {
	kind := d.Aux.(*ir.DbgAux).Kind
	return kind != "value" && kind != "assign"
}

// sameRecord reports whether two debug records say the same, with the values of as in e.
func sameRecord(m *ir.Module, d, e *ir.Instr, as incoming) bool {
	p, q := d.Aux.(*ir.DbgAux), e.Aux.(*ir.DbgAux)
	if p.Kind != q.Kind || d.NumArgs() != e.NumArgs() || len(p.Ops) != len(q.Ops) || !sameRef(d.DebugLoc(), e.DebugLoc()) {
		return false
	}
	for k := range d.NumArgs() {
		if !ir.SameValue(d.Arg(k), as.of(e.Arg(k))) {
			return false
		}
	}
	x, at := debuginfo.ExprOf(m, d)
	y, _ := debuginfo.ExprOf(m, e)
	for k := range p.Ops {
		switch {
		case p.Ops[k].NArgs != q.Ops[k].NArgs || p.Ops[k].List != q.Ops[k].List:
			return false
		case x != nil && y != nil && k == at:
			if !slices.Equal(debuginfo.ExprWords(x), debuginfo.ExprWords(y)) {
				return false
			}
		case !sameRef(p.Ops[k].MD, q.Ops[k].MD):
			return false
		}
	}
	return true
}
