// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// The values of variables after suspends. A value record states the value of a variable from its
// place on, but a part that is resumed starts after that place, so a debugger would not know the
// variable there. For example, without a repeated record the variable !7 would be unknown in the
// resume part:
//
//	#dbg_value(i32 %x, !7, !DIExpression(), !9)
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	                                                      ; the record is repeated here
//	call void @use()
//
// So if the same record reaches a suspend on every path, it is repeated after the suspend, where
// values.go rewrites it to read the frame, like all other records. This file finds these
// records by data-flow analysis, and the places from which the frame's contents no longer match
// them:
//
//   - A loop computes a spilled value again: the slot takes the new value, so a variable with the
//    old value becomes unknown.
//   - A slot shares bytes with another slot whose live range begins: variables described by the
//    slot become unknown.
//
// An object that shares its bytes is not declared as a variable, because a declaration would hold
// for the whole scope. It is described where its contents are needed, until the live range of
// another slot begins.
//
// All of this only adds records. If a function has too many variables and blocks, or would get too
// many records, variables are unknown after a suspend.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

const (
	// maxTracked bounds the number of variables times the number of blocks, the size of a table: 16
	// MB.
	maxTracked = 1 << 22
	// recordsPerInstr and freeRecords bound the records that are added to a function.
	recordsPerInstr, freeRecords = 2, 4096
)

// States of a part of a variable other than the number of a record.
const (
	noRecord int32 = -1 // no record on any path
	notKnown int32 = -2 // different records on different paths, or one that became false
)

// varPart is a variable, or a fragment of one in bits.
type varPart struct {
	v        debuginfo.Var
	off, end int64
}

// tracked is a value record, or several equal ones.
type tracked struct {
	rec   *ir.Instr
	part  int32
	roots []ir.Value // the spilled values from which it is computed
	ok    bool       // it can be repeated after a suspend
}

// tracker propagates the value records of all variables through a function.
type tracker struct {
	vs      *Values
	x       *coro.Crossing
	spilled map[ir.Value]bool
	parts   map[varPart]int32
	known   map[recordText]int32 // record numbers
	recs    []tracked
	number  map[*ir.Instr]int32
	overlap [][]int32            // by part: other parts of the same variable that overlap it
	users   map[ir.Value][]int32 // parts that some record computes from a spilled value
	in      [][]int32            // by RPO index: states at the head; nil: not reached
}

// recordText identifies equal records.
type recordText struct {
	part int32
	v    ir.Value
	expr string
}

// newTracker reads the value records of the function and propagates them. It returns nil if there
// are none or too many.
func (vs *Values) newTracker() *tracker {
	x := vs.Crossing
	tr := &tracker{vs: vs, x: x, spilled: vs.spilled, parts: map[varPart]int32{}, known: map[recordText]int32{},
		number: map[*ir.Instr]int32{},
		users:  map[ir.Value][]int32{}}
	// A declaration holds everywhere, and assignment records remain as their pass wrote them.
	declared := map[debuginfo.Var]bool{}
	var list []*ir.Instr
	for _, b := range x.Dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			for _, d := range i.Dbg {
				v, ok := debuginfo.VarOf(vs.M, d)
				switch {
				case !ok:
				case d.Aux.(*ir.DbgAux).Kind == "value":
					list = append(list, d)
				default:
					declared[v] = true
				}
			}
		}
	}
	for _, d := range list {
		if v, _ := debuginfo.VarOf(vs.M, d); !declared[v] {
			tr.read(d, v)
		}
	}
	if len(tr.parts) == 0 || len(tr.parts)*len(x.Dom.RPO) > maxTracked || !tr.findOverlaps() {
		return nil
	}
	tr.flow()
	return tr
}

// read numbers a record.
func (tr *tracker) read(d *ir.Instr, v debuginfo.Var) {
	off, end := debuginfo.Fragment(tr.vs.M, d)
	p, ok := tr.parts[varPart{v, off, end}]
	if !ok {
		p = int32(len(tr.parts))
		tr.parts[varPart{v, off, end}] = p
	}
	expr, _ := debuginfo.ExprOf(tr.vs.M, d)
	if d.NumArgs() == 1 && expr != nil {
		text := recordText{p, d.Arg(0), strings.Join(debuginfo.ExprWords(expr), " ")}
		if n, ok := tr.known[text]; ok {
			tr.number[d] = n
			return
		}
		tr.known[text] = int32(len(tr.recs))
	}
	tr.number[d] = int32(len(tr.recs))
	r := tracked{rec: d, part: p, ok: expr != nil && d.NumArgs() > 0}
	for k := 0; k < d.NumArgs(); k++ {
		switch a := d.Arg(k).(type) {
		case *ir.Const:
			r.ok = r.ok && a.Kind != ir.ConstPoison && a.Kind != ir.ConstUndef
		case *ir.Instr:
			if a.Op == ir.OpAlloca && (!tr.vs.inFrame(a) || tr.vs.sharesBytes(a)) {
				// The object stays in the part that suspends, or describeObjects describes it.
				r.ok = false
			}
		}
		if root, _, ok := tr.vs.valueWords(d.Arg(k)); ok && tr.spilled[root] {
			r.roots = append(r.roots, root)
			tr.users[root] = append(tr.users[root], p)
		}
	}
	tr.recs = append(tr.recs, r)
}

// findOverlaps finds the parts of each variable that overlap. It returns false if there are too
// many.
func (tr *tracker) findOverlaps() bool {
	byVar := map[debuginfo.Var][]varPart{}
	for p := range tr.parts {
		byVar[p.v] = append(byVar[p.v], p)
	}
	tr.overlap = make([][]int32, len(tr.parts))
	left := maxTracked
	for _, list := range byVar {
		if left -= len(list) * len(list); left < 0 {
			return false
		}
		for _, p := range list {
			for _, q := range list {
				if p != q && p.off < q.end && q.off < p.end {
					tr.overlap[tr.parts[p]] = append(tr.overlap[tr.parts[p]], tr.parts[q])
				}
			}
		}
	}
	return true
}

// record updates states for a record.
func (tr *tracker) record(states []int32, n int32) {
	p := tr.recs[n].part
	states[p] = n
	for _, q := range tr.overlap[p] {
		states[q] = notKnown
	}
}

// stale lists the parts of variables that a spilled value may describe in these states.
func (tr *tracker) stale(states []int32, def ir.Value) []int32 {
	var out []int32
	for _, p := range tr.users[def] {
		s := states[p]
		if s == notKnown || s >= 0 && slices.Contains(tr.recs[s].roots, def) {
			out = append(out, p)
		}
	}
	return out
}

// walk updates states, those at the head of block k, to those at its end. It calls visit, unless
// that is nil, at the head before the records there (front is true), and at each instruction after
// the records before it. gone lists the parts whose descriptions become false there, through the
// block's phis or through the instruction.
func (tr *tracker) walk(k int, states []int32, visit func(i *ir.Instr, front bool, gone []int32)) {
	b := tr.x.Dom.RPO[k]
	head := blockHead(b)
	var gone []int32
	behind := false
	for i := b.First(); i != nil; i = i.Next() {
		if i == head && visit != nil {
			visit(i, true, gone)
		}
		behind = behind || i == head
		for _, d := range i.Dbg {
			if n, ok := tr.number[d]; ok {
				tr.record(states, n)
			}
		}
		var stale []int32
		if tr.spilled[i] {
			stale = tr.stale(states, i)
		}
		if !behind {
			gone = append(gone, stale...)
		} else if visit != nil {
			visit(i, false, stale)
		}
		for _, p := range stale {
			states[p] = notKnown
		}
	}
}

// blockHead returns the instruction before which records at the head of a block stand.
func blockHead(b *ir.Block) *ir.Instr {
	if i := b.FirstInsertionPt(); i != nil {
		return i
	}
	return b.Terminator()
}

// flow computes the states at the heads of blocks. A state changes only from not reached to a
// record to not known, so the iteration ends at a fixed point.
func (tr *tracker) flow() {
	n := len(tr.x.Dom.RPO)
	tr.in = make([][]int32, n)
	dirty := make([]bool, n)
	tr.in[0] = make([]int32, len(tr.parts))
	for p := range tr.in[0] {
		tr.in[0][p] = noRecord
	}
	dirty[0] = true
	states := make([]int32, len(tr.parts))
	for again := true; again; {
		again = false
		for k := 0; k < n; k++ {
			if !dirty[k] {
				continue
			}
			dirty[k] = false
			copy(states, tr.in[k])
			tr.walk(k, states, nil)
			for _, s := range tr.x.Succs[k] {
				if tr.meet(int(s), states) {
					dirty[s] = true
					again = again || int(s) <= k
				}
			}
		}
	}
}

// meet joins states into those at the head of block k, and reports whether they changed.
func (tr *tracker) meet(k int, states []int32) bool {
	if tr.in[k] == nil {
		tr.in[k] = slices.Clone(states)
		return true
	}
	changed := false
	for p, s := range states {
		if at := &tr.in[k][p]; *at != s && *at != notKnown {
			*at = notKnown
			changed = true
		}
	}
	return changed
}
