// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package frame

// The frame: the offset of each slot and the reason for it, and the IR struct that spells the
// frame. Every later step reads offsets and field numbers from this object. The ABI decides which
// fields it needs.
//
// The placement is that of LLVM's OptimizedStructLayout: first the fixed fields at their offsets,
// then always the field that needs the least padding; among those the most aligned, then the
// largest. The result equals LLVM's frame field for field.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/target"
)

// Slot is a place in the frame for a field of the ABI, an alloca, or a spilled value.
type Slot struct {
	Value  ir.Value // its content; nil: a field of the ABI
	Name   string   // for a field of the ABI: its name in a debugger
	Typ    *ir.Type
	Size   int64
	Align  int64 // of the slot
	Offset int64 // in bytes; -1: not placed yet
	Index  int   // element number in the struct, set by Finish; -1: none, so code addresses it by its offset
	Why    coro.Why
	Live   LiveRange // with shared storage

	// RoundTo is the alignment of an object whose alignment the frame cannot guarantee. The object
	// lies at the first address in the slot that has this alignment; the slot has room for that,
	// but only running code knows the address. 0: the object lies at the start of the slot.
	RoundTo int64

	tyAlign int64 // ABI alignment of its type
	fixed   bool  // the ABI sets its offset
}

// End returns the offset after the slot.
func (s *Slot) End() int64 { return s.Offset + s.Size }

// Layout is a coroutine's frame. Slots are added first; Finish then places them, and after that the
// layout is only read.
type Layout struct {
	Typ    *ir.Type
	Size   int64 // a multiple of Align
	Align  int64
	Slots  []*Slot // fields of the ABI first; then, in LLVM's order, allocas and spilled values
	Placed bool    // UsePlacement was called: values are addressed by byte offset
	Shared bool    // the same, and slots share storage
	// A line of a cache holds parts of many frames, as with local memory of a GPU, so the order of slots
	// does not matter.
	Interleaved bool

	// MaxAlign is the largest alignment that the frame's memory can guarantee; 0: any alignment. A
	// slot that needs more is placed with MaxAlign: loads and stores of values then use that
	// alignment, and objects get room to be aligned in at run time (Slot.RoundTo).
	MaxAlign int64
	// Promised is the alignment that the frame's memory is known to have; 0: unknown. Loads and
	// stores of values that need more use it. The frame asks for the alignment of its objects.
	Promised int64

	byValue map[ir.Value]*Slot // slots of allocas and spilled values; nil slot: no bytes, field 0 stands for it
	fixed   int64              // end of the fixed fields so far
	layout  *target.Layout
	room    []Slot // memory for later slots
}

// New returns the layout of an empty frame; typ is the struct that Finish completes.
func New(typ *ir.Type, l *target.Layout) *Layout {
	return &Layout{Typ: typ, Align: 1, byValue: map[ir.Value]*Slot{}, layout: l}
}

// AddFixed gives a field of the ABI the next offset after the fixed fields before it, where code
// outside the coroutine expects it. If align is 0, the field has its type's alignment.
func (fr *Layout) AddFixed(name string, t *ir.Type, align int64, why coro.Why) *Slot {
	s := fr.newSlot(t, align)
	s.Name, s.Why, s.fixed = name, why, true
	s.Offset = target.AlignTo(fr.fixed, s.Align)
	fr.fixed = s.End()
	return s
}

// AddField gives a field of the ABI a slot at any free offset. The field shares its bytes with no
// other slot.
func (fr *Layout) AddField(name string, t *ir.Type, why coro.Why) *Slot {
	s := fr.newSlot(t, 0)
	s.Name, s.Why = name, why
	return s
}

// Add gives a value a slot, or none if its type has no bytes. If align is 0, the slot has its
// type's alignment.
func (fr *Layout) Add(v ir.Value, t *ir.Type, align int64, why coro.Why) {
	if fr.layout.AllocSize(t) == 0 {
		fr.byValue[v] = nil
		return
	}
	fr.Hold(v, fr.newSlot(t, align))
	fr.byValue[v].Why = why
}

// Hold makes s the slot of v. It serves fixed fields.
func (fr *Layout) Hold(v ir.Value, s *Slot) {
	s.Value = v
	fr.byValue[v] = s
}

func (fr *Layout) newSlot(t *ir.Type, align int64) *Slot {
	if len(fr.room) == 0 {
		fr.room = make([]Slot, 8)
	}
	s := &fr.room[0]
	fr.room = fr.room[1:]
	*s = Slot{Typ: t, Size: fr.layout.AllocSize(t), tyAlign: fr.layout.ABIAlign(t), Offset: -1}
	s.Align = s.tyAlign
	if align > 0 {
		s.Align = align
	}
	s.Size, s.Align, s.RoundTo = fr.Room(s.Size, s.Align, align > 0)
	fr.Slots = append(fr.Slots, s)
	return s
}

// Room returns the size and alignment of the slot for a value or object, and its Slot.RoundTo. If
// object is set, code may take its address, so it must have its full alignment.
func (fr *Layout) Room(size, align int64, object bool) (int64, int64, int64) {
	switch {
	case !object && fr.Promised > 0 && align > fr.Promised:
		return size, fr.Promised, 0
	case fr.MaxAlign == 0 || align <= fr.MaxAlign:
		return size, align, 0
	case !object:
		return size, fr.MaxAlign, 0
	}
	return size + align - fr.MaxAlign, fr.MaxAlign, align
}

// Bare returns a copy of the layout with the ABI's fields only, so that Measure can compute the
// size of the frame with other contents. Fixed fields keep their offsets, and the others have none
// yet. The copy has no struct.
func (fr *Layout) Bare() *Layout {
	t := New(nil, fr.layout)
	t.MaxAlign, t.Promised = fr.MaxAlign, fr.Promised
	for _, s := range fr.Slots {
		if s.Value != nil && !s.fixed {
			continue
		}
		c := *s
		if !c.fixed {
			c.Offset = -1
		}
		t.Slots = append(t.Slots, &c)
		if c.Value != nil {
			t.byValue[c.Value] = &c
		}
		if c.fixed {
			t.fixed = max(t.fixed, c.End())
		}
	}
	return t
}

// Measure returns the size that Finish would give the frame, a multiple of its alignment. The
// layout may be measured only once, and cannot be used for anything else afterwards.
func (fr *Layout) Measure() int64 {
	if !fr.Placed {
		fr.place()
	}
	return target.AlignTo(fr.Size, fr.Align)
}

// SlotOf returns a value's slot, nil for one without bytes; in reports whether the value lives in
// the frame.
func (fr *Layout) SlotOf(v ir.Value) (s *Slot, in bool) {
	s, in = fr.byValue[v]
	return s, in
}

// Field returns the element number of a value's slot.
func (fr *Layout) Field(v ir.Value) int {
	if s := fr.byValue[v]; s != nil {
		return s.Index
	}
	return 0
}

// OffsetOf returns the byte offset of a value's slot.
func (fr *Layout) OffsetOf(v ir.Value) int64 {
	if s := fr.byValue[v]; s != nil {
		return s.Offset
	}
	return 0
}

// Sharing returns the other slots that overlap a slot, by offset.
func (fr *Layout) Sharing(s *Slot) []*Slot {
	var out []*Slot
	for _, o := range fr.Slots {
		if o != s && o.Offset < s.End() && s.Offset < o.End() {
			out = append(out, o)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Offset < out[j].Offset })
	return out
}

// Gap is a run of bytes that belong to no slot.
type Gap struct{ Offset, Size int64 }

// Padding returns the bytes of the frame that belong to no slot, in order.
func (fr *Layout) Padding() []Gap {
	order := append([]*Slot(nil), fr.Slots...)
	sort.SliceStable(order, func(i, j int) bool { return order[i].Offset < order[j].Offset })
	var out []Gap
	at := int64(0)
	for _, s := range order {
		if s.Offset > at {
			out = append(out, Gap{at, s.Offset - at})
		}
		at = max(at, s.End())
	}
	if fr.Size > at {
		out = append(out, Gap{at, fr.Size - at})
	}
	return out
}

// place assigns every slot its offset and returns the slots in offset order.
func (fr *Layout) place() []*Slot {
	var fixed, flex []*Slot
	for _, s := range fr.Slots {
		if s.fixed {
			fixed = append(fixed, s)
		} else {
			flex = append(flex, s)
		}
		fr.Align = max(fr.Align, s.Align)
	}
	sort.SliceStable(flex, func(i, j int) bool {
		if flex[i].Align != flex[j].Align {
			return flex[i].Align > flex[j].Align
		}
		return flex[i].Size > flex[j].Size
	})
	end, holes := int64(0), false
	for _, s := range fixed {
		holes = holes || end != s.Offset
		end = s.End()
	}
	if !holes {
		at := end
		for _, s := range flex {
			if at%s.Align != 0 {
				at = -1
				break
			}
			at += s.Size
		}
		if at >= 0 {
			for _, s := range flex {
				s.Offset, end = end, end+s.Size
			}
			fr.Size = end
			return append(fixed, flex...)
		}
	}
	p := newPlacer(flex)
	out := make([]*Slot, 0, len(fr.Slots))
	for _, h := range fixed {
		for p.end < h.Offset {
			s := p.best(h.Offset)
			if s == nil {
				break
			}
			out = append(out, s)
		}
		out = append(out, h)
		p.end = h.End()
	}
	for p.left > 0 {
		out = append(out, p.best(-1))
	}
	fr.Size = p.end
	return out
}

// placer chooses among the slots that are not fixed. It has one queue for each alignment, largest
// slot first.
type placer struct {
	queues [][]*Slot // alignment descending
	end    int64
	left   int
}

func newPlacer(flex []*Slot) *placer {
	p := &placer{left: len(flex)}
	for i, s := range flex {
		if i == 0 || flex[i-1].Align != s.Align {
			p.queues = append(p.queues, nil)
		}
		q := len(p.queues) - 1
		p.queues[q] = append(p.queues[q], s)
	}
	return p
}

// best places the best slot after p.end and before limit (-1: no limit): the one with the least
// padding, then the largest alignment, then the largest size.
func (p *placer) best(limit int64) *Slot {
	var pick *Slot
	var queue, at int
	var pad int64
	for q, list := range p.queues {
		if len(list) == 0 {
			continue
		}
		off := target.AlignTo(p.end, list[0].Align)
		if limit >= 0 && off >= limit || pick != nil && off-p.end >= pad {
			continue
		}
		for k, s := range list {
			if limit < 0 || off+s.Size <= limit {
				pick, queue, at, pad = s, q, k, off-p.end
				break
			}
		}
	}
	if pick == nil {
		return nil
	}
	l := p.queues[queue]
	if at == 0 {
		p.queues[queue] = l[1:]
	} else {
		p.queues[queue] = append(l[:at:at], l[at+1:]...)
	}
	pick.Offset = p.end + pad
	p.end = pick.Offset + pick.Size
	p.left--
	return pick
}

// Finish places the slots and sets the struct's body. The body has a padding element where natural
// alignment alone would not put the next field at its offset. The struct is packed if a field has
// less than its type's alignment. For example, after an i8 at offset 0 an i32 at offset 4 needs no
// padding element, and one at offset 8 does:
//
//	{ i8, i32 }
//	{ i8, [7 x i8], i32 }
func (fr *Layout) Finish(m *ir.Module) {
	if fr.Placed {
		fr.finishPlaced(m)
		return
	}
	order := fr.place()
	packed := false
	for _, s := range order {
		packed = packed || s.Offset%s.tyAlign != 0
	}
	var body []*ir.Type
	last := int64(0)
	for _, s := range order {
		if s.Offset != last && (packed || target.AlignTo(last, s.tyAlign) != s.Offset) {
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(s.Offset-last)))
		}
		s.Index = len(body)
		body = append(body, s.Typ)
		if n := s.Size - fr.layout.AllocSize(s.Typ); n > 0 {
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(n))) // room for run-time alignment
		}
		last = s.End()
	}
	fr.Typ.SetBody(body, packed)
	fr.Size = target.AlignTo(fr.Size, fr.Align)
}
