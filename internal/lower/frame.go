package lower

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
	fieldResume  = 0
	fieldDestroy = 1
)

// slot is one field to be placed.
type slot struct {
	typ     *ir.Type
	size    int64
	align   int64 // of the field
	tyAlign int64 // ABI alignment of its type
	offset  int64 // -1: to be placed
	index   int   // element number in the struct, known after layout
}

// frame is a coroutine's frame.
type frame struct {
	typ   *ir.Type
	size  int64 // a multiple of align
	align int64

	slots    []*slot
	byValue  map[ir.Value]*slot // allocas and spilled values; nil slot: no bytes, field 0 stands for it
	promise  *slot
	indexFld *slot
	indexTy  *ir.Type
	header   int64 // end of the header so far
	layout   *target.Layout

	shared      bool // slots share storage and are addressed by byte offset (share.go)
	sharedIndex int64
}

func (fr *frame) addHeader(t *ir.Type, align int64) *slot {
	s := fr.newSlot(t, align)
	s.offset = target.AlignTo(fr.header, s.align)
	fr.header = s.offset + s.size
	return s
}

func (fr *frame) newSlot(t *ir.Type, align int64) *slot {
	s := &slot{typ: t, size: fr.layout.AllocSize(t), tyAlign: fr.layout.ABIAlign(t), offset: -1}
	s.align = s.tyAlign
	if align > 0 {
		s.align = align
	}
	fr.slots = append(fr.slots, s)
	return s
}

// add gives a value a slot of its own. A type without bytes gets none.
func (fr *frame) add(v ir.Value, t *ir.Type, align int64) *slot {
	if fr.layout.AllocSize(t) == 0 {
		fr.byValue[v] = nil
		return nil
	}
	s := fr.newSlot(t, align)
	fr.byValue[v] = s
	return s
}

// field is the element number of a value's slot.
func (fr *frame) field(v ir.Value) int {
	if s := fr.byValue[v]; s != nil {
		return s.index
	}
	return 0
}

// offsetOf is the byte offset of a value's slot.
func (fr *frame) offsetOf(v ir.Value) int64 {
	if s := fr.byValue[v]; s != nil {
		return s.offset
	}
	return 0
}

// indexBits is the width of the suspend index: LLVM's log2, with its artefact of 64 bits for no suspend at all.
func indexBits(suspends int) int {
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
func (fr *frame) place() []*slot {
	var fixed, flex []*slot
	for _, s := range fr.slots {
		if s.offset >= 0 {
			fixed = append(fixed, s)
		} else {
			flex = append(flex, s)
		}
		fr.align = max(fr.align, s.align)
	}
	sort.SliceStable(flex, func(i, j int) bool {
		if flex[i].align != flex[j].align {
			return flex[i].align > flex[j].align
		}
		return flex[i].size > flex[j].size
	})
	end, holes := int64(0), false
	for _, s := range fixed {
		holes = holes || end != s.offset
		end = s.offset + s.size
	}
	if !holes {
		at := end
		for _, s := range flex {
			if at%s.align != 0 {
				at = -1
				break
			}
			at += s.size
		}
		if at >= 0 {
			for _, s := range flex {
				s.offset, end = end, end+s.size
			}
			fr.size = end
			return append(fixed, flex...)
		}
	}
	p := newPlacer(flex)
	out := make([]*slot, 0, len(fr.slots))
	for _, h := range fixed {
		for p.end < h.offset {
			s := p.best(h.offset)
			if s == nil {
				break
			}
			out = append(out, s)
		}
		out = append(out, h)
		p.end = h.offset + h.size
	}
	for p.left > 0 {
		out = append(out, p.best(-1))
	}
	fr.size = p.end
	return out
}

// placer hands out flexible slots, kept in one queue an alignment, largest first.
type placer struct {
	queues [][]*slot // alignment descending
	end    int64
	left   int
}

func newPlacer(flex []*slot) *placer {
	p := &placer{left: len(flex)}
	for i, s := range flex {
		if i == 0 || flex[i-1].align != s.align {
			p.queues = append(p.queues, nil)
		}
		q := len(p.queues) - 1
		p.queues[q] = append(p.queues[q], s)
	}
	return p
}

// best places the best slot behind p.end, before limit (-1: none): least padding, then largest alignment, then largest size.
func (p *placer) best(limit int64) *slot {
	var pick *slot
	var queue, at int
	var pad int64
	for q, list := range p.queues {
		if len(list) == 0 {
			continue
		}
		off := target.AlignTo(p.end, list[0].align)
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
	pick.offset = p.end + pad
	p.end = pick.offset + pick.size
	p.left--
	return pick
}

// finish lays the slots out and gives the struct its body. Padding elements are printed where natural alignment alone would not put the
// next field at its offset; the struct is packed when a field lies at less than its type's alignment.
func (fr *frame) finish(m *ir.Module) {
	if fr.shared {
		fr.finishShared(m)
		return
	}
	order := fr.place()
	packed := false
	for _, s := range order {
		packed = packed || s.offset%s.tyAlign != 0
	}
	var body []*ir.Type
	last := int64(0)
	for _, s := range order {
		if s.offset != last && (packed || target.AlignTo(last, s.tyAlign) != s.offset) {
			body = append(body, m.Types.Array(m.Types.Int(8), uint64(s.offset-last)))
		}
		s.index = len(body)
		body = append(body, s.typ)
		last = s.offset + s.size
	}
	fr.typ.SetBody(body, packed)
	fr.size = target.AlignTo(fr.size, fr.align)
}
