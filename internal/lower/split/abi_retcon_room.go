package split

// What a returned-continuation coroutine asks of its callers when its frame does not fit into the buffer that they bring: a larger one. Who the
// callers are, and whether they can, is not known here.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// Callers are those who call the coroutines of a unit.
type Callers interface {
	// Room reports whether all callers of a coroutine can bring the buffer that it asks for. Nothing is changed.
	Room(b *coro.Buffer) bool
	// Grow makes them bring it. Room has answered true before.
	Grow(b *coro.Buffer)
}

// askRoom lets the frame lie in a larger buffer, if one can be had.
func (co *retcon) askRoom(fr *frame.Layout) {
	co.more = nil
	if co.inline || co.c.Callers == nil {
		return
	}
	b := &coro.Buffer{F: co.F, ID: co.ID, Param: -1, Had: co.size, Size: max(co.size, used(fr)), Align: max(co.align, fr.Align), Frame: fr.Size,
		Known: co.known, Once: co.once}
	p := co.bufferParam()
	switch {
	case p == nil:
		b.Fixed = "its buffer is not one of the coroutine's parameters as they are"
	case coro.IsCopied(co.m, p.Attrs):
		b.Fixed = "the parameter that is its buffer is a copy of what the caller passes"
	case !co.onlyBuffer(p):
		b.Fixed = "it uses its buffer for other things than its frame"
	default:
		b.Param = p.Index
	}
	if co.c.Callers.Room(b) {
		co.inline, co.more = true, b
	}
}

// takeRoom makes the callers bring what they were asked for.
func (co *retcon) takeRoom() {
	if b := co.more; b != nil {
		co.c.Callers.Grow(b)
		co.size, co.align = b.Size, b.Align
	}
}

// bufferParam is the parameter that is the buffer itself, nil where there is none.
func (co *retcon) bufferParam() *ir.Param {
	v := co.buffer()
	for {
		i := ir.AsInstr(v)
		if i == nil || i.Op != ir.OpBitCast && !(i.Op == ir.OpGEP && ir.AllZero(i)) {
			p, _ := v.(*ir.Param)
			return p
		}
		v = i.Arg(0)
	}
}

// onlyBuffer reports that a value is used for nothing but to be the id's buffer.
func (co *retcon) onlyBuffer(v ir.LocalValue) bool {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		isID := i == co.ID && u.Index() == co.bufferAt
		cast := i.Op == ir.OpBitCast || i.Op == ir.OpGEP && ir.AllZero(i)
		if !isID && (!cast || !co.onlyBuffer(i)) {
			return false
		}
	}
	return true
}
