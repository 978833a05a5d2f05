// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Requests for larger buffers. If the frame of a returned-continuation coroutine does not fit into
// the callers' buffer, the coroutine requests a larger one. If some callers cannot provide one, or
// are unknown, the others may call a copy of the coroutine that is split separately. The interface
// Callers finds the callers and what they can do.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// askRoom puts the frame into a larger buffer, if callers can provide one.
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

// maxCopied is the largest size, in instructions, of a coroutine that is copied to save an
// allocation. It equals the size limit that elision has for inline candidates.
const maxCopied = 400

// copyable reports whether some callers may call a copy of the coroutine: it is not a copy itself,
// not large, and not interposable.
func (co *retcon) copyable() bool {
	f := co.F
	return co.back != nil && !f.New && !f.Interposable() && len(f.Taken) == 0 && !f.HasAttr("optsize") &&
		!f.HasAttr("minsize") &&
		ir.NumInstrs(co.back.body, maxCopied) <= maxCopied
}

// copyWhole returns a new function with the coroutine's body as it was when splitting began.
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

// takeRoom makes the callers provide the buffer that was requested.
func (co *retcon) takeRoom() {
	if b := co.more; b != nil {
		count.RetconRoom.Hit()
		co.c.Callers.Grow(b)
		co.size, co.align = b.Size, b.Align
	}
}

// bufferParam returns the parameter that is the buffer itself, or nil if there is none.
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

// onlyBuffer reports whether the only use of a value, through casts, is as the id's buffer.
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
