// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package splitdebug

// Insertion of the debug records that track.go finds: values repeated after suspends, objects
// described where their contents are needed, and records that end descriptions which become false.
// Everything is computed on the function before it is changed, and inserted last.

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// place is a point where records are inserted: before an instruction, and before or after the
// records that already stand there.
type place struct {
	at    *ir.Instr
	front bool
}

// placed holds the records for one place: those that end descriptions, and then the others.
type placed struct{ ends, records []*ir.Instr }

// resumeRecords builds the records of one function.
type resumeRecords struct {
	vs      *Values
	x       *coro.Crossing
	tr      *tracker // may be nil
	order   []place
	add     map[place]*placed
	left    int                      // number of records that may still be added
	begin   map[place][]ir.Value     // described values whose bytes another slot takes
	heads   map[*ir.Instr]*ir.Instr  // suspends, by the head of the block after each
	byPos   []place                  // by position of package live; only with shared storage
	objects map[ir.Value][]*ir.Instr // for each described shared object, value records that read it
}

// resumeVariables adds the records. It runs once the layout is known, before records are rewritten
// to the frame and before the code is changed.
func (vs *Values) resumeVariables() {
	x := vs.Crossing
	rr := &resumeRecords{vs: vs, x: x, tr: vs.newTracker(), add: map[place]*placed{},
		heads: map[*ir.Instr]*ir.Instr{},
		left:  freeRecords, begin: map[place][]ir.Value{}, objects: map[ir.Value][]*ir.Instr{}}
	vs.resumed = map[*ir.Instr]bool{}
	for _, b := range x.Dom.RPO {
		rr.left += recordsPerInstr * b.Len()
	}
	for _, s := range vs.Suspends {
		if b := s.Block().SingleSucc(); b != nil && b.SinglePred() != nil && x.Dom.Reachable(b) {
			rr.heads[blockHead(b)] = s
		}
	}
	described := rr.objects
	if vs.Frame.Shared {
		rr.numberPlaces()
		rr.undeclare()
		if !rr.findBeginnings() {
			rr.tr, rr.objects = nil, nil
		}
		rr.describeObjects()
	}
	if rr.tr != nil {
		rr.repeatValues()
	}
	rr.insert()
	for _, list := range described {
		for _, d := range list {
			// The templates are not in the code, and must have no uses.
			d.SetArg(0, vs.M.Poison(d.Arg(0).Type()))
		}
	}
}

// put adds a record for a place. end means that it ends a description.
func (rr *resumeRecords) put(p place, d *ir.Instr, end bool) {
	if rr.left--; rr.left < 0 && !end {
		return
	}
	l := rr.add[p]
	if l == nil {
		l = &placed{}
		rr.add[p] = l
		rr.order = append(rr.order, p)
	}
	if end {
		l.ends = append(l.ends, d)
	} else {
		l.records = append(l.records, d)
	}
}

// insert inserts all records.
func (rr *resumeRecords) insert() {
	for _, p := range rr.order {
		l := rr.add[p]
		list := append(l.ends, l.records...)
		if p.front {
			p.at.Dbg = append(list, p.at.Dbg...)
		} else {
			p.at.Dbg = append(p.at.Dbg[:len(p.at.Dbg):len(p.at.Dbg)], list...)
		}
	}
}

// numberPlaces maps each position to its place.
func (rr *resumeRecords) numberPlaces() {
	lv := rr.vs.Live
	rr.byPos = make([]place, lv.Always()[0].To)
	put := func(pos int32, p place) {
		if pos >= 0 { // instructions that were created after the positions were counted have none
			rr.byPos[pos] = p
		}
	}
	for _, b := range rr.x.Dom.RPO {
		put(lv.Head(b), place{blockHead(b), true})
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpPhi || i.Op == ir.OpLandingPad {
				put(lv.At(i), place{blockHead(b), true})
				continue
			}
			put(lv.At(i), place{i, false})
		}
	}
}

// undeclare removes records that declare a variable to be an object whose bytes other slots share,
// and keeps them as value records.
func (rr *resumeRecords) undeclare() {
	vs := rr.vs
	shared := map[ir.Value]bool{}
	for _, o := range rr.vs.Objects {
		if vs.sharesBytes(o) {
			shared[o] = true
		}
	}
	if len(shared) == 0 {
		return
	}
	for _, b := range rr.x.Dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			for k := 0; k < len(i.Dbg); k++ {
				d := i.Dbg[k]
				if d.NumArgs() != 1 || !shared[d.Arg(0)] || !debuginfo.ReadsMemory(vs.M, d) {
					continue
				}
				n, slot := debuginfo.ExprOf(vs.M, d)
				v := vs.M.CloneInstr(d)
				words := debuginfo.ExprWords(n)
				if d.Aux.(*ir.DbgAux).Kind == "value" {
					words = words[1:]
				}
				words = append(debuginfo.PlusConst(vs.Frame.OffsetOf(d.Arg(0))), words...)
				debuginfo.ReadMemory(vs.M, v, slot, debuginfo.MakeList(vs.M, v, words))
				v.SetArg(0, vs.Pointer)
				rr.objects[d.Arg(0)] = append(rr.objects[d.Arg(0)], v)
				if rr.behindBegin(i) {
					rr.put(place{i, false}, vs.M.CloneInstr(v), false)
				}
				i.EraseDbg(k)
				k--
			}
		}
	}
}

// behindBegin reports whether the frame pointer is available at i.
func (rr *resumeRecords) behindBegin(i *ir.Instr) bool {
	return i != rr.vs.Begin && rr.x.Dom.InstrDominates(rr.vs.Begin, i) && i != rr.vs.Pointer
}

// findBeginnings finds the places where other slots take over bytes of values or objects that
// describe variables. It returns false if there are too many.
func (rr *resumeRecords) findBeginnings() bool {
	fr := rr.vs.Frame
	for _, s := range fr.Slots {
		if s.Value == nil || rr.objects[s.Value] == nil && (rr.tr == nil || rr.tr.users[s.Value] == nil) {
			continue
		}
		for _, o := range fr.Sharing(s) {
			from := slices.Clone(o.Live.Begins)
			for _, span := range o.Live.Spans {
				from = append(from, span.From)
			}
			slices.Sort(from)
			for _, pos := range slices.Compact(from) {
				if rr.left--; rr.left < 0 {
					return false
				}
				p := rr.byPos[pos]
				rr.begin[p] = append(rr.begin[p], s.Value)
			}
		}
	}
	return true
}

// describeObjects describes shared objects where their live ranges begin and after suspends inside
// them, and ends the descriptions where other slots take over their bytes.
func (rr *resumeRecords) describeObjects() {
	if len(rr.objects) == 0 {
		return
	}
	m := rr.vs.M
	for _, o := range rr.vs.Objects {
		for _, d := range rr.objects[o] {
			s, _ := rr.vs.Frame.SlotOf(o)
			for _, span := range s.Live.Spans {
				if p := rr.byPos[span.From]; rr.behindBegin(p.at) {
					rr.put(p, m.CloneInstr(d), false)
				}
			}
			for _, suspend := range rr.vs.Suspends {
				b := suspend.Block().SingleSucc()
				if b == nil || rr.heads[blockHead(b)] != suspend || !frame.Covers(s.Live.Spans, rr.vs.Live.Head(b)) {
					continue
				}
				rr.put(place{blockHead(b), true}, m.CloneInstr(d), false)
			}
		}
	}
	for _, b := range rr.x.Dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			for _, front := range []bool{true, false} {
				p := place{i, front}
				for _, v := range rr.begin[p] {
					for _, d := range rr.objects[v] {
						rr.put(p, debuginfo.Unknown(m, d), true)
					}
				}
			}
		}
	}
}

// repeatValues repeats value records after suspends, and ends those that become false.
func (rr *resumeRecords) repeatValues() {
	m, tr := rr.vs.M, rr.tr
	states := make([]int32, len(tr.parts))
	some := make([]*ir.Instr, len(tr.parts)) // one record of each part
	for k := len(tr.recs) - 1; k >= 0; k-- {
		some[tr.recs[k].part] = tr.recs[k].rec
	}
	for k := range rr.x.Dom.RPO {
		if tr.in[k] == nil {
			continue
		}
		copy(states, tr.in[k])
		tr.walk(k, states, func(i *ir.Instr, front bool, gone []int32) {
			p := place{i, front}
			for _, v := range rr.begin[p] {
				// Otherwise the record uses the value itself, not its slot.
				if rr.vs.recordAcross(v, i) {
					gone = append(gone, tr.stale(states, v)...)
				}
			}
			for _, part := range gone {
				if !rr.describedNext(p, part) {
					rr.put(p, debuginfo.Unknown(m, some[part]), true)
				}
			}
			if s := rr.heads[i]; front && s != nil {
				rr.repeatBehind(s, p, states)
			}
		})
	}
}

// describedNext reports whether a record of the same part of a variable stands right after a place,
// or after the instruction there.
func (rr *resumeRecords) describedNext(p place, part int32) bool {
	i := p.at
	if !p.front {
		i = i.Next()
	}
	if i == nil {
		return false
	}
	for _, d := range i.Dbg {
		if n, ok := rr.tr.number[d]; ok && rr.tr.recs[n].part == part {
			return true
		}
	}
	return false
}

// repeatBehind repeats the records that reach a suspend, for the variables whose scope contains it.
func (rr *resumeRecords) repeatBehind(suspend *ir.Instr, p place, states []int32) {
	m := rr.vs.M
	in := debuginfo.ScopesAt(m, suspend)
	for _, n := range states {
		if n < 0 || !rr.tr.recs[n].ok || !rr.held(n, p.at.Block()) {
			continue
		}
		d := rr.tr.recs[n].rec
		if in.Has(m, d) && !rr.describedNext(p, rr.tr.recs[n].part) {
			c := m.CloneInstr(d)
			rr.vs.resumed[c] = true
			rr.put(p, c, false)
		}
	}
}

// held reports whether, at the head of a block, the slots of all values from which a record is
// computed still hold them.
func (rr *resumeRecords) held(n int32, b *ir.Block) bool {
	for _, v := range rr.tr.recs[n].roots {
		if s, _ := rr.vs.Frame.SlotOf(v); rr.vs.sharesBytes(v) && !frame.Covers(s.Live.Spans, rr.vs.Live.Head(b)) {
			return false
		}
	}
	return true
}
