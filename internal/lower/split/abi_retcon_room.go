package split

// What a returned-continuation coroutine asks of its callers when its frame does not fit into the
// buffer that they bring: a larger one. Where not all can, or not all are known, those who can get
// a copy of the coroutine, which is split for itself then. Who the callers are, and whether they
// can, is not known here.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// Callers are those who call the coroutines of a unit.
type Callers interface {
	// Room tells who can bring the buffer that a coroutine asks for. Nothing is changed.
	Room(b *coro.Buffer) coro.Room
	// Grow makes all callers bring it. Room has answered AllRoom before.
	Grow(b *coro.Buffer)
	// Divert makes those who can bring it call a copy, which is to be split and asks for itself.
	// Room has answered SomeRoom before.
	Divert(b *coro.Buffer, copy *ir.Func)
}

// askRoom lets the frame lie in a larger buffer, if one can be had.
func (co *retcon) askRoom(fr *frame.Layout) {
	co.more = nil
	if co.inline || co.c.Callers == nil {
		return
	}
	b := &coro.Buffer{F: co.F, ID: co.ID, Param: -1, Had: co.size, Size: max(co.size, used(fr)),
		Align: max(co.align, fr.Align), Frame: fr.Size,
		Known: co.known, Once: co.once}
	b.Leaked = co.known && co.addressesKnown(fr, coro.IsSuspend)
	p := co.bufferParam()
	switch {
	case p == nil:
		b.Fixed = "its buffer is not a plain parameter of the coroutine"
	case coro.IsCopied(co.m, p.Attrs):
		b.Fixed = "its buffer is passed byval, so it is a copy of the caller's"
	case !co.onlyBuffer(p):
		b.Fixed = "it uses its buffer for more than its frame"
	default:
		b.Param = p.Index
	}
	b.Copyable = co.copyable()
	switch co.c.Callers.Room(b) {
	case coro.AllRoom:
		co.inline, co.more = true, b
	case coro.SomeRoom:
		co.c.Callers.Divert(b, co.copyWhole())
	}
}

// maxCopied is the size in instructions of a coroutine up to which it is worth a copy to leave out
// an allocation: what elision takes for the size of a function that may be looked through.
const maxCopied = 400

// copyable reports a coroutine of which there can be a copy for some callers: it is not one itself,
// not large, and is what runs when it is called.
func (co *retcon) copyable() bool {
	f := co.F
	return co.back != nil && !f.New && !f.Interposable() && len(f.Taken) == 0 && !f.HasAttr("optsize") &&
		!f.HasAttr("minsize") &&
		ir.NumInstrs(co.back.body, maxCopied) <= maxCopied
}

// copyWhole makes a function of its own that is the coroutine as it was when splitting began.
func (co *retcon) copyWhole() *ir.Func {
	m, f, whole := co.m, co.F, co.back
	n := co.declarePart(f.Name+".inbuffer", f.FTy)
	n.CC, n.UnnamedAdr, n.Attrs, n.RetAttrs = f.CC, f.UnnamedAdr, whole.attrs, f.RetAttrs
	params := make([]ir.Value, len(n.Params))
	for k, p := range n.Params {
		p.Attrs, p.Pos = whole.body.Params[k].Attrs, whole.body.Params[k].Pos
		n.SetParamName(p, whole.body.Params[k].Name)
		params[k] = p
	}
	ir.CloneBody(n, whole.body, params, nil)
	debuginfo.GiveOwn(m, n, f)
	return n
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
