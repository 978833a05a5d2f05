package frame

// The frame: where each slot lies and why it is there, and the IR struct that spells it. This is
// the one object that every later step asks for offsets and field numbers. Which fields an ABI
// needs is the ABI's to say.
//
// The placement is that of LLVM's OptimizedStructLayout: fixed fields at their offsets, then always
// the field that needs least padding, and of those the most aligned, then the largest. The result
// is LLVM's frame field for field.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/target"
)

// Slot is a place in the frame: a field of the ABI's, or that of an alloca or of a spilled value.
type Slot struct {
	Value  ir.Value // what it holds; nil: a field of the ABI's
	Name   string   // of a field of the ABI's, as a debugger shows it
	Typ    *ir.Type
	Size   int64
	Align  int64 // of the slot
	Offset int64 // in bytes; -1: not placed yet
	Index  int   // element number in the struct, known after Finish; -1: it has none, and is addressed by its offset
	Why    coro.Why
	Spans  []Span // with shared storage: where its content is needed

	// RoundTo is the alignment of an object that the frame cannot promise: the object lies at the
	// first address so aligned in the slot, which has the room, and which one that is only running
	// code knows. 0: at the slot's beginning.
	RoundTo int64

	tyAlign int64 // ABI alignment of its type
	fixed   bool  // the ABI says where it lies
}

// End is the offset behind the slot.
func (s *Slot) End() int64 { return s.Offset + s.Size }

// Layout is a coroutine's frame. While it is built slots are added; Finish places them, and from
// there on it is data to be read.
type Layout struct {
	Typ    *ir.Type
	Size   int64 // a multiple of Align
	Align  int64
	Slots  []*Slot // fields of the ABI's first; then, in LLVM's order, allocas and spilled values
	Shared bool    // slots share storage: those of values are addressed by byte offset

	// MaxAlign is the most that the frame can be aligned, because of the memory it is to lie in; 0:
	// as much as it likes. What wants more is placed with that alignment: values are stored and
	// read so, and objects get room to be aligned in (Slot.RoundTo).
	MaxAlign int64

	byValue map[ir.Value]*Slot // allocas and spilled values; nil slot: no bytes, field 0 stands for it
	fixed   int64              // end of the fixed fields so far
	layout  *target.Layout
	room    []Slot // for slots to come
}

// New makes the layout of an empty frame, of which typ is the struct to be.
func New(typ *ir.Type, l *target.Layout) *Layout {
	return &Layout{Typ: typ, Align: 1, byValue: map[ir.Value]*Slot{}, layout: l}
}

// AddFixed gives a field of the ABI's the next place behind those before it: where others expect
// it. align 0: that of the type.
func (fr *Layout) AddFixed(name string, t *ir.Type, align int64, why coro.Why) *Slot {
	s := fr.newSlot(t, align)
	s.Name, s.Why, s.fixed = name, why, true
	s.Offset = target.AlignTo(fr.fixed, s.Align)
	fr.fixed = s.End()
	return s
}

// AddField gives a field of the ABI's a slot that lies wherever there is room. It shares its bytes
// with nothing.
func (fr *Layout) AddField(name string, t *ir.Type, why coro.Why) *Slot {
	s := fr.newSlot(t, 0)
	s.Name, s.Why = name, why
	return s
}

// Add gives a value a slot. A type without bytes gets none. align 0: that of the type.
func (fr *Layout) Add(v ir.Value, t *ir.Type, align int64, why coro.Why) {
	if fr.layout.AllocSize(t) == 0 {
		fr.byValue[v] = nil
		return
	}
	fr.Hold(v, fr.newSlot(t, align))
	fr.byValue[v].Why = why
}

// Hold says that a slot is that of a value: for a fixed field.
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

// Room gives the size and alignment of the slot for what has a size and wants an alignment, and
// Slot.RoundTo. object: its address is known, so that it has to be aligned as it wants.
func (fr *Layout) Room(size, align int64, object bool) (int64, int64, int64) {
	switch {
	case fr.MaxAlign == 0 || align <= fr.MaxAlign:
		return size, align, 0
	case !object:
		return size, fr.MaxAlign, 0
	}
	return size + align - fr.MaxAlign, fr.MaxAlign, align
}

// Bare is the layout as it was with the ABI's fields alone, where they are fixed and of the same
// size as here: to ask how large the frame would be with other things in it (Measure). It has no
// struct.
func (fr *Layout) Bare() *Layout {
	t := New(nil, fr.layout)
	t.MaxAlign = fr.MaxAlign
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

// Measure is the size that Finish would give the frame, a multiple of its alignment. The layout can
// only be measured then, and once.
func (fr *Layout) Measure() int64 {
	if !fr.Shared {
		fr.place()
	}
	return target.AlignTo(fr.Size, fr.Align)
}

// SlotOf is a value's slot, nil for one without bytes. in: the value lives in the frame.
func (fr *Layout) SlotOf(v ir.Value) (s *Slot, in bool) {
	s, in = fr.byValue[v]
	return s, in
}

// Field is the element number of a value's slot.
func (fr *Layout) Field(v ir.Value) int {
	if s := fr.byValue[v]; s != nil {
		return s.Index
	}
	return 0
}

// OffsetOf is the byte offset of a value's slot.
func (fr *Layout) OffsetOf(v ir.Value) int64 {
	if s := fr.byValue[v]; s != nil {
		return s.Offset
	}
	return 0
}

// Sharing lists the other slots with which a slot has bytes in common, by offset.
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

// Padding lists the bytes of the frame in which nothing lies, in order.
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

// place gives every slot its offset and returns them in offset order.
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

// placer hands out flexible slots, kept in one queue an alignment, largest first.
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

// best places the best slot behind p.end, before limit (-1: none): least padding, then largest
// alignment, then largest size.
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

// Finish lays the slots out and gives the struct its body. Padding elements are printed where
// natural alignment alone would not put the next field at its offset; the struct is packed when a
// field lies at less than its type's alignment.
func (fr *Layout) Finish(m *ir.Module) {
	if fr.Shared {
		fr.finishShared(m)
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
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(n))) // room to be aligned in
		}
		last = s.End()
	}
	fr.Typ.SetBody(body, packed)
	fr.Size = target.AlignTo(fr.Size, fr.Align)
}
