package frame

// The frame: which header fields it has, where each slot lies, and the IR struct that spells it. This is the one object that every later
// step asks for offsets and field numbers.
//
// The placement is that of LLVM's OptimizedStructLayout: header fields at fixed offsets, then always the field that needs least padding,
// and of those the most aligned, then the largest. The result is LLVM's frame field for field.

import (
	"sort"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/target"
)

// Header fields of the switched-resume frame.
const (
	FieldResume  = 0
	FieldDestroy = 1
)

// Slot is one field to be placed.
type Slot struct {
	Typ     *ir.Type
	size    int64
	Align   int64 // of the field
	tyAlign int64 // ABI alignment of its type
	Offset  int64 // -1: to be placed
	Index   int   // element number in the struct, known after layout
}

// frame is a coroutine's frame.
type Layout struct {
	Typ   *ir.Type
	Size  int64 // a multiple of align
	Align int64

	Slots    []*Slot
	ByValue  map[ir.Value]*Slot // allocas and spilled values; nil slot: no bytes, field 0 stands for it
	Promise  *Slot
	IndexFld *Slot
	IndexTy  *ir.Type
	header   int64 // end of the header so far
	Layout   *target.Layout

	Shared      bool // slots share storage and are addressed by byte offset (share.go)
	sharedIndex int64
}

func (fr *Layout) AddHeader(t *ir.Type, align int64) *Slot {
	s := fr.NewSlot(t, align)
	s.Offset = target.AlignTo(fr.header, s.Align)
	fr.header = s.Offset + s.size
	return s
}

func (fr *Layout) NewSlot(t *ir.Type, align int64) *Slot {
	s := &Slot{Typ: t, size: fr.Layout.AllocSize(t), tyAlign: fr.Layout.ABIAlign(t), Offset: -1}
	s.Align = s.tyAlign
	if align > 0 {
		s.Align = align
	}
	fr.Slots = append(fr.Slots, s)
	return s
}

// Add gives a value a slot of its own. A type without bytes gets none.
func (fr *Layout) Add(v ir.Value, t *ir.Type, align int64) *Slot {
	if fr.Layout.AllocSize(t) == 0 {
		fr.ByValue[v] = nil
		return nil
	}
	s := fr.NewSlot(t, align)
	fr.ByValue[v] = s
	return s
}

// Field is the element number of a value's slot.
func (fr *Layout) Field(v ir.Value) int {
	if s := fr.ByValue[v]; s != nil {
		return s.Index
	}
	return 0
}

// OffsetOf is the byte offset of a value's slot.
func (fr *Layout) OffsetOf(v ir.Value) int64 {
	if s := fr.ByValue[v]; s != nil {
		return s.Offset
	}
	return 0
}

// IndexBits is the width of the suspend index: LLVM's log2, with its artefact of 64 bits for no suspend at all.
func IndexBits(suspends int) int {
	switch {
	case suspends == 0:
		return 64
	case suspends == 1:
		return 1
	}
	n := 0
	for 1<<n < suspends {
		n++
	}
	return n
}

// place gives every slot its offset and returns them in offset order.
func (fr *Layout) place() []*Slot {
	var fixed, flex []*Slot
	for _, s := range fr.Slots {
		if s.Offset >= 0 {
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
		return flex[i].size > flex[j].size
	})
	end, holes := int64(0), false
	for _, s := range fixed {
		holes = holes || end != s.Offset
		end = s.Offset + s.size
	}
	if !holes {
		at := end
		for _, s := range flex {
			if at%s.Align != 0 {
				at = -1
				break
			}
			at += s.size
		}
		if at >= 0 {
			for _, s := range flex {
				s.Offset, end = end, end+s.size
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
		p.end = h.Offset + h.size
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

// best places the best slot behind p.end, before limit (-1: none): least padding, then largest alignment, then largest size.
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
			if limit < 0 || off+s.size <= limit {
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
	p.end = pick.Offset + pick.size
	p.left--
	return pick
}

// Finish lays the slots out and gives the struct its body. Padding elements are printed where natural alignment alone would not put the
// next field at its offset; the struct is packed when a field lies at less than its type's alignment.
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
		last = s.Offset + s.size
	}
	fr.Typ.SetBody(body, packed)
	fr.Size = target.AlignTo(fr.Size, fr.Align)
}
