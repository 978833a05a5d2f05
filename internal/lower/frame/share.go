package frame

// Placing objects that may share storage: two whose contents are needed at the same place in the function get different bytes, others need
// not. Where contents are needed is the caller's to say, as spans of places.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Span is a run of positions [from, to) in layout order.
type Span struct{ From, To int32 }

// Object is one thing to be placed in the frame.
type Object struct {
	V      ir.Value // alloca or spilled value; nil: header
	Typ    *ir.Type
	Size   int64
	Align  int64
	Spans  []Span // sorted, disjoint
	offset int64
}

// PlainSize is the size the plain layout would have.
func (fr *Layout) PlainSize(objs []*Object) int64 {
	t := &Layout{Layout: fr.Layout, Align: 1, ByValue: map[ir.Value]*Slot{}}
	for _, s := range fr.Slots {
		c := *s
		t.Slots = append(t.Slots, &c)
	}
	for _, o := range objs {
		t.Slots = append(t.Slots, &Slot{Typ: o.Typ, size: o.Size, Align: o.Align, tyAlign: o.Align, Offset: -1})
	}
	t.place()
	return target.AlignTo(t.Size, t.Align)
}

// PlaceShared gives every object, and the index, an offset behind or between the header fields: the best of three ways, of which none is
// always best. It returns the frame's size before rounding, and its alignment.
func (fr *Layout) PlaceShared(objs []*Object, always []Span) (size, align int64) {
	all := append(append([]*Object(nil), objs...),
		&Object{Typ: fr.IndexTy, Size: fr.IndexFld.size, Align: fr.IndexFld.Align, Spans: always})
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
		if best == nil || s < size {
			size, align = s, a
			best = best[:0]
			for _, o := range all {
				best = append(best, o.offset)
			}
		}
	}
	try(fr.firstFit(all, bySize, always))
	try(fr.firstFit(all, byAlign, always))
	try(fr.grouped(all, bySize))
	for k, o := range all {
		o.offset = best[k]
	}
	fr.sharedIndex = all[len(all)-1].offset
	return size, align
}

// firstFit places objects in an order, each at the lowest offset at which it overlaps no object needed at the same time.
func (fr *Layout) firstFit(objs []*Object, less func(a, b *Object) bool, always []Span) (size, align int64) {
	var placed []*Object
	align = 1
	for _, s := range fr.Slots {
		align = max(align, s.Align)
		if s.Offset >= 0 {
			placed = append(placed, &Object{Size: s.size, offset: s.Offset, Spans: always})
			size = max(size, s.Offset+s.size)
		}
	}
	order := append([]*Object(nil), objs...)
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	var near []*Object
	for _, o := range order {
		near = near[:0]
		for _, p := range placed {
			if overlap(o.Spans, p.Spans) {
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

// grouped puts objects that are never needed together into one field, as LLVM does with allocas, and lays the fields out like any others.
func (fr *Layout) grouped(objs []*Object, less func(a, b *Object) bool) (size, align int64) {
	order := append([]*Object(nil), objs...)
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	t := &Layout{Layout: fr.Layout, Align: 1}
	for _, s := range fr.Slots {
		if s.Offset >= 0 {
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
				if overlap(p.Spans, o.Spans) {
					continue group
				}
			}
			groups[g] = append(list, o)
			continue next
		}
		groups = append(groups, []*Object{o})
		t.Slots = append(t.Slots, &Slot{Typ: o.Typ, size: o.Size, Align: o.Align, tyAlign: o.Align, Offset: -1})
	}
	t.place()
	for g, list := range groups {
		for _, o := range list {
			o.offset = t.Slots[first+g].Offset
		}
	}
	return t.Size, t.Align
}

// UseShared takes the placement over. Fields that share storage have no element of their own in a struct type: they are addressed by
// their byte offset, and the type spells the header and the bytes behind it.
func (fr *Layout) UseShared(objs []*Object, size, align int64) {
	fr.Shared = true
	fr.Size, fr.Align = size, align
	fr.IndexFld.Offset = fr.sharedIndex
	for _, o := range objs {
		fr.ByValue[o.V] = &Slot{Typ: o.Typ, size: o.Size, Align: o.Align, Offset: o.offset, Index: -1}
	}
}

// finishShared gives the struct of a shared frame its body.
func (fr *Layout) finishShared(m *ir.Module) {
	var body []*ir.Type
	last, packed := int64(0), false
	bytes := func(n int64) {
		if n > 0 {
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(n)))
		}
	}
	for _, s := range fr.Slots {
		packed = packed || s != fr.IndexFld && s.Offset%s.tyAlign != 0
	}
	for _, s := range fr.Slots {
		if s == fr.IndexFld {
			continue
		}
		bytes(s.Offset - last)
		s.Index = len(body)
		body = append(body, s.Typ)
		last = s.Offset + s.size
	}
	fr.Size = target.AlignTo(fr.Size, fr.Align)
	bytes(fr.Size - last)
	fr.IndexFld.Index = -1
	fr.Typ.SetBody(body, packed)
}

// Covers reports whether a position lies in a sorted span list.
func Covers(s []Span, pos int32) bool {
	i := sort.Search(len(s), func(i int) bool { return s[i].To > pos })
	return i < len(s) && s[i].From <= pos
}

// overlap reports whether two sorted span lists meet.
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
