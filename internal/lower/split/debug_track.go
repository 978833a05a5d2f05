package split

// What a variable is behind a suspend. Value records say what a variable is from where they stand,
// but a part of the coroutine that is resumed begins behind them: to a debugger the variable would
// be unknown there. So a record that reaches a suspend, the same on every way to it, is repeated
// behind it, where it is made to read the frame like all others (debug_values.go). This file finds
// these records, and the places from which on what the frame tells is not true any more:
//
//   - A spilled value is computed again, in a loop: its slot takes the new value, and a variable that was the old one is unknown.
//   - A slot has bytes in common with another whose life begins: what was described by the slot is unknown.
//
// An object whose bytes serve others as well is not declared to be a variable, which would hold for
// the whole scope. It is described where its content is needed, and until another one's life
// begins.
//
// All of it adds records only. In a function with too many variables and blocks, or that would get
// too many records, what a suspend separates from its record is unknown.

import (
	"strings"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

const (
	// maxTracked bounds variables times blocks, the size of a table: 16 MB.
	maxTracked = 1 << 22
	// recordsPerInstr and freeRecords bound the records that a function gets.
	recordsPerInstr, freeRecords = 2, 4096
)

// States of a part of a variable that are not the number of a record.
const (
	noRecord int32 = -1 // none on any way
	notKnown int32 = -2 // different ones on different ways, or one that holds no more
)

// varPart is a variable or a fragment of one, in bits.
type varPart struct {
	v        debuginfo.Var
	off, end int64
}

// tracked is a value record, or several that say the same.
type tracked struct {
	rec   *ir.Instr
	part  int32
	roots []ir.Value // the spilled values that it is computed from
	ok    bool       // it can be told behind a suspend
}

// tracker follows the value records of all variables through a function.
type tracker struct {
	co      *coroutine
	x       *coro.Crossing
	spilled map[ir.Value]bool
	parts   map[varPart]int32
	known   map[recordText]int32 // numbers of records
	recs    []tracked
	number  map[*ir.Instr]int32
	overlap [][]int32            // by part: other parts of the same variable with bits in common
	users   map[ir.Value][]int32 // parts that are computed from a spilled value by some record
	in      [][]int32            // by place in RPO: states at the head; nil: not reached
}

// recordText is what makes two records the same.
type recordText struct {
	part int32
	v    ir.Value
	expr string
}

// newTracker reads the value records of the function; nil where there is nothing to follow, or too
// much.
func (co *coroutine) newTracker(x *coro.Crossing, spilled map[ir.Value]bool) *tracker {
	tr := &tracker{co: co, x: x, spilled: spilled, parts: map[varPart]int32{}, known: map[recordText]int32{},
		number: map[*ir.Instr]int32{},
		users:  map[ir.Value][]int32{}}
	declared := map[debuginfo.Var]bool{} // a declaration holds everywhere, and assignments are left to who made them
	var list []*ir.Instr
	for _, b := range x.Dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			for _, d := range i.Dbg {
				v, ok := debuginfo.VarOf(co.m, d)
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
		if v, _ := debuginfo.VarOf(co.m, d); !declared[v] {
			tr.read(d, v)
		}
	}
	if len(tr.parts) == 0 || len(tr.parts)*len(x.Dom.RPO) > maxTracked || !tr.findOverlaps() {
		return nil
	}
	tr.flow()
	return tr
}

// read gives a record its number.
func (tr *tracker) read(d *ir.Instr, v debuginfo.Var) {
	off, end := debuginfo.Fragment(tr.co.m, d)
	p, ok := tr.parts[varPart{v, off, end}]
	if !ok {
		p = int32(len(tr.parts))
		tr.parts[varPart{v, off, end}] = p
	}
	expr, _ := debuginfo.ExprOf(tr.co.m, d)
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
			if a.Op == ir.OpAlloca && (!tr.co.inFrame(a) || tr.co.sharesBytes(a)) {
				r.ok = false // stays in the part that suspends, or is described by itself
			}
		}
		if root, _, ok := tr.co.valueWords(tr.spilled, d.Arg(k)); ok && tr.spilled[root] {
			r.roots = append(r.roots, root)
			tr.users[root] = append(tr.users[root], p)
		}
	}
	tr.recs = append(tr.recs, r)
}

// findOverlaps finds which parts of a variable have bits in common; false: too many do.
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

// record changes states by a record.
func (tr *tracker) record(states []int32, n int32) {
	p := tr.recs[n].part
	states[p] = n
	for _, q := range tr.overlap[p] {
		states[q] = notKnown
	}
}

// stale lists the parts of variables that a spilled value may be in these states.
func (tr *tracker) stale(states []int32, def ir.Value) []int32 {
	var out []int32
	for _, p := range tr.users[def] {
		s := states[p]
		if s == notKnown {
			out = append(out, p)
		} else if s >= 0 {
			for _, r := range tr.recs[s].roots {
				if r == def {
					out = append(out, p)
					break
				}
			}
		}
	}
	return out
}

// walk goes through a block with the states at its head. visit, if not nil, is called at the head,
// in front of the records there (front), and for each instruction behind the records in front of
// it. gone are the parts of which what was known of them stops being true there: by the block's
// phis, or by the instruction.
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

// blockHead is the instruction in front of which records at the head of a block stand.
func blockHead(b *ir.Block) *ir.Instr {
	if i := b.FirstInsertionPt(); i != nil {
		return i
	}
	return b.Terminator()
}

// flow finds the states at the heads of blocks. A state only goes from not reached to a record to
// not known, so it ends.
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

// meet joins states into those at the head of a block and reports whether they changed.
func (tr *tracker) meet(k int, states []int32) bool {
	if tr.in[k] == nil {
		tr.in[k] = append([]int32(nil), states...)
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
