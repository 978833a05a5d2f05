// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package frame

// Placement of objects that may share storage: two objects that are needed at the same time get
// different bytes, others may share them. The caller computes the live ranges, as spans of positions.

import (
	"sort"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/target"
)

// Span is a run of positions [from, to) in layout order.
type Span struct{ From, To int32 }

// LiveRange describes where the content of an object is needed. Its bytes must not be written
// there by another object.
type LiveRange struct {
	Spans []Span // sorted, disjoint
	// Begins are the positions, sorted, at which content comes into being: on every path, one of
	// them lies before a write to the object, and all positions from it to the write are in Spans.
	// Without any, content may come into being everywhere in Spans.
	Begins []int32
}

// Interferes reports whether two objects may be needed at the same time. It is not enough that their
// spans overlap: then each may be needed there on paths of its own. If both are needed on one path,
// the content of one of them begins where the other is needed already. For example, %a and %b share
// bytes, although the spans of both contain %fail:
//
//	call void @llvm.lifetime.start.p0(ptr %a)
//	invoke void @use(ptr %a) to label %next unwind label %fail
//	next:
//	call void @llvm.lifetime.end.p0(ptr %a)
//	call void @llvm.lifetime.start.p0(ptr %b)
//	invoke void @use(ptr %b) to label %done unwind label %fail
func (r LiveRange) Interferes(other LiveRange) bool {
	if !overlap(r.Spans, other.Spans) {
		return false
	}
	if len(r.Begins) == 0 || len(other.Begins) == 0 {
		return true
	}
	return anyIn(r.Begins, other.Spans) || anyIn(other.Begins, r.Spans)
}

// anyIn reports whether one of the sorted positions lies in the spans.
func anyIn(at []int32, spans []Span) bool {
	for j, k := 0, 0; j < len(at) && k < len(spans); {
		switch {
		case at[j] < spans[k].From:
			j++
		case at[j] >= spans[k].To:
			k++
		default:
			return true
		}
	}
	return false
}

// Object is a value, alloca or ABI field to be placed in the frame.
type Object struct {
	V       ir.Value // alloca or spilled value; nil: a field of the ABI
	Typ     *ir.Type
	Size    int64 // of the slot, like Align and RoundTo (Layout.Room)
	Align   int64
	Live    LiveRange
	Why     coro.Why
	RoundTo int64
	offset  int64
	slot    *Slot // for a field of the ABI
}

// plain returns the size of the frame without sharing, and how many objects its first cache line has.
func (fr *Layout) plain(objs []*Object) (size int64, near int) {
	t := New(nil, fr.layout)
	for _, s := range fr.Slots {
		c := *s
		t.Slots = append(t.Slots, &c)
	}
	for _, o := range objs {
		t.Slots = append(t.Slots, &Slot{Typ: o.Typ, Size: o.Size, Align: o.Align, tyAlign: o.Align, Offset: -1})
	}
	t.place()
	for _, s := range t.Slots {
		if !s.fixed && s.End() <= cacheLine {
			near++
		}
	}
	return target.AlignTo(t.Size, t.Align), near
}

// Placement is a result of PlaceShared: where the objects lie.
type Placement struct {
	Size, Align int64 // of the frame, before rounding
	objs        []*Object
}

// cacheLine is the size of a cache line in bytes on nearly all targets.
const cacheLine = 64

// PlaceShared gives every object, and the ABI fields that are not fixed, an offset after or between
// the fixed fields. It tries three strategies, because none is always best, and keeps the smallest
// result. It returns nil if that is no better than LLVM's plain layout. always is the live range of
// a field that shares its bytes with no other: the whole function.
//
// A frame that is larger than a cache line has its smallest objects first if that costs no byte and
// brings more of them into the first line. The index and spilled values, which most resumes touch,
// are small, and then lie in the line of the resume function. Buffers, which few touch, come last.
//
// Each strategy places the objects one after the other and compares each with those before it, so
// the cost is quadratic in their number.
//
//   - Largest first (first fit decreasing) leaves small objects for the holes.
//   - Most aligned first loses no bytes to padding.
//   - Groups of whole fields, which LLVM uses for allocas, lay objects of one size exactly over
//     each other, where the other two would stagger them: no two objects overlap by half and block
//     a third.
//
// Of 2,841 shared frames measured, largest first was the smallest in all but two; each of the other
// strategies won one of these.
func (fr *Layout) PlaceShared(objs []*Object, always []Span) *Placement {
	all := append([]*Object(nil), objs...)
	for _, s := range fr.Slots {
		if !s.fixed {
			all = append(all, &Object{Typ: s.Typ, Size: s.Size, Align: s.Align, Live: LiveRange{Spans: always}, slot: s})
		}
	}
	p := &Placement{objs: all}
	bySize := func(a, b *Object) bool {
		if a.Size != b.Size {
			return a.Size > b.Size
		}
		return a.Align > b.Align
	}
	byAlign := func(a, b *Object) bool {
		if a.Align != b.Align {
			return a.Align > b.Align
		}
		return a.Size > b.Size
	}
	var best []int64
	try := func(s, a int64) {
		if best == nil || s < p.Size {
			p.Size, p.Align = s, a
			best = best[:0]
			for _, o := range all {
				best = append(best, o.offset)
			}
		}
	}
	try(fr.firstFit(all, bySize, always))
	try(fr.firstFit(all, byAlign, always))
	try(fr.grouped(all, bySize))
	near := func(offset func(k int) int64) (n int) { // the objects in the first cache line
		for k, o := range all {
			if offset(k)+o.Size <= cacheLine {
				n++
			}
		}
		return n
	}
	size := target.AlignTo(p.Size, p.Align)
	plain, have := fr.plain(objs)
	better := size < plain
	if better {
		have = near(func(k int) int64 { return best[k] })
	}
	if size = min(size, plain); size > cacheLine && !fr.Interleaved {
		s, a := fr.firstFit(all, func(a, b *Object) bool { return bySize(b, a) }, always)
		if near(func(k int) int64 { return all[k].offset }) > have && target.AlignTo(s, a) <= size {
			count.SmallFirst.Hit()
			best, better = nil, true
			try(s, a)
		}
	}
	if !better {
		return nil
	}
	for k, o := range all {
		o.offset = best[k]
	}
	return p
}

// firstFit places the objects in the order of less, each at the lowest offset where it overlaps no
// object that is needed at the same time.
func (fr *Layout) firstFit(objs []*Object, less func(a, b *Object) bool, always []Span) (size, align int64) {
	var placed []*Object
	align = 1
	for _, s := range fr.Slots {
		align = max(align, s.Align)
		if s.fixed {
			placed = append(placed, &Object{Size: s.Size, offset: s.Offset, Live: LiveRange{Spans: always}})
			size = max(size, s.End())
		}
	}
	order := append([]*Object(nil), objs...)
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	var near []*Object
	for _, o := range order {
		near = near[:0]
		for _, p := range placed {
			if o.Live.Interferes(p.Live) {
				near = append(near, p)
			}
		}
		sort.Slice(near, func(i, j int) bool { return near[i].offset < near[j].offset })
		at := int64(0)
		for _, p := range near {
			if at+o.Size <= p.offset {
				break
			}
			if end := p.offset + p.Size; end > at {
				at = target.AlignTo(end, o.Align)
			}
		}
		o.offset = at
		placed = append(placed, o)
		size = max(size, at+o.Size)
		align = max(align, o.Align)
	}
	return size, align
}

// grouped puts objects that are never needed at the same time into one field, as LLVM does with allocas,
// and lays the fields out like any others.
func (fr *Layout) grouped(objs []*Object, less func(a, b *Object) bool) (size, align int64) {
	order := append([]*Object(nil), objs...)
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	t := New(nil, fr.layout)
	for _, s := range fr.Slots {
		if s.fixed {
			c := *s
			t.Slots = append(t.Slots, &c)
		}
	}
	var groups [][]*Object
	first := len(t.Slots)
next:
	for _, o := range order {
	group:
		for g, list := range groups {
			if list[0].Align%o.Align != 0 {
				continue
			}
			for _, p := range list {
				if p.Live.Interferes(o.Live) {
					continue group
				}
			}
			groups[g] = append(list, o)
			continue next
		}
		groups = append(groups, []*Object{o})
		t.Slots = append(t.Slots, &Slot{Typ: o.Typ, Size: o.Size, Align: o.Align, tyAlign: o.Align, Offset: -1})
	}
	t.place()
	for g, list := range groups {
		for _, o := range list {
			o.offset = t.Slots[first+g].Offset
		}
	}
	return t.Size, t.Align
}

// UsePlacement adopts a placement. Its slots have no element in the struct type: code addresses them
// by byte offset, and the type spells only the fixed fields and the bytes after
// them. For example, a switched-resume frame of 40 bytes is
//
//	{ ptr, ptr, [24 x i8] }
func (fr *Layout) UsePlacement(p *Placement) {
	fr.Placed = true
	fr.Size, fr.Align = p.Size, p.Align
	for _, o := range p.objs {
		if o.slot != nil {
			o.slot.Offset = o.offset
			continue
		}
		s := &Slot{Value: o.V, Typ: o.Typ, Size: o.Size, Align: o.Align, Offset: o.offset, Why: o.Why, Live: o.Live,
			RoundTo: o.RoundTo}
		fr.Slots = append(fr.Slots, s)
		fr.byValue[o.V] = s
	}
	fr.Shared = len(fr.Overlapping()) > 0
}

// Overlapping returns the slots that overlap another slot.
func (fr *Layout) Overlapping() map[*Slot]bool {
	slots := append([]*Slot(nil), fr.Slots...)
	sort.SliceStable(slots, func(i, j int) bool { return slots[i].Offset < slots[j].Offset })
	over := map[*Slot]bool{}
	var last *Slot // the slot with the largest end so far
	for _, s := range slots {
		if last != nil && s.Offset < last.End() {
			over[s], over[last] = true, true
		}
		if last == nil || s.End() > last.End() {
			last = s
		}
	}
	return over
}

// finishPlaced sets the body of the struct of a frame with a placement.
func (fr *Layout) finishPlaced(m *ir.Module) {
	var body []*ir.Type
	last, packed := int64(0), false
	bytes := func(n int64) {
		if n > 0 {
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(n)))
		}
	}
	for _, s := range fr.Slots {
		packed = packed || s.fixed && s.Offset%s.tyAlign != 0
	}
	for _, s := range fr.Slots {
		if !s.fixed {
			s.Index = -1
			continue
		}
		bytes(s.Offset - last)
		s.Index = len(body)
		body = append(body, s.Typ)
		last = s.End()
	}
	fr.Size = target.AlignTo(fr.Size, fr.Align)
	bytes(fr.Size - last)
	fr.Typ.SetBody(body, packed)
}

// Covers reports whether a position lies in a sorted list of spans.
func Covers(s []Span, pos int32) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].To > pos })
	return i < len(s) && s[i].From <= pos
}

// overlap reports whether two sorted lists of spans overlap.
func overlap(a, b []Span) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i].From < b[j].To && b[j].From < a[i].To {
			return true
		}
		if a[i].To <= b[j].To {
			i++
		} else {
			j++
		}
	}
	return false
}
