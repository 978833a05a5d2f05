// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about functions that hold a coroutine's handle: uses after they destroy it, and the
// alignment with which they look for its promise.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkConsumer runs the rules about handles of other coroutines.
func (k *checker) checkConsumer() {
	k.checkAfterDestroy()
	k.checkHandles()
	if !k.lowering {
		k.checkForeignPromise()
		k.checkNoPromise()
		k.checkBorrowed()
	}
}

// destroyed describes a call that destroys a coroutine, or frees its frame.
type destroyed struct {
	handle ir.LocalValue
	by     *ir.Instr
}

// destroys returns the calls that destroy another coroutine: coro.destroy, calls of a destroy or
// cleanup function, functions of the module that always destroy an argument, and calls that free a
// coroutine's frame.
func (k *checker) destroys() (list []destroyed) {
	add := func(v ir.Value, by *ir.Instr) {
		switch h := v.(type) {
		case *ir.Instr:
			// use-after-free checks the coroutine's own frame; destroying the no-op coroutine does nothing
			// and a frame that a function makes by hand in a variable stays
			if h != k.begin && ir.CoroCall(h) != ir.CoroNoop && h.Op != ir.OpAlloca {
				list = append(list, destroyed{h, by})
			}
		case *ir.Param:
			list = append(list, destroyed{h, by})
		}
	}
	for _, d := range k.calls[ir.CoroDestroy] {
		add(origin(d.Arg(0)), d)
	}
	if k.lowering {
		return list
	}
	for _, fn := range k.calls[ir.CoroSubFnAddr] {
		if c, ok := constInt(fn, 1); !ok || c.Int64() < 1 {
			continue
		}
		for u := fn.FirstUse(); u != nil; u = u.Next() {
			if i := u.User(); i.IsCall() && u.Index() == i.CalleeArg() {
				add(origin(fn.Arg(0)), i)
			}
		}
	}
	for _, i := range k.callees {
		f := k.body(i)
		for n := 0; f != nil && n < i.NumCallArgs(); n++ {
			if k.always(f, n, true) {
				add(origin(i.Arg(n)), i)
			}
		}
	}
	for _, i := range k.frees {
		if i.NumCallArgs() > 0 {
			if h := ir.AsInstr(origin(i.Arg(0))); h != nil && k.creates(h) != nil && k.creates(h).returned == nil {
				add(h, i)
			}
		}
	}
	return list
}

// checkAfterDestroy reports uses of a handle after a call that destroys it. It follows only values
// that are equal to the handle, because a handle that is loaded from elsewhere may be another one.
func (k *checker) checkAfterDestroy() {
	byHandle := map[ir.LocalValue][]*ir.Instr{}
	var handles []ir.LocalValue
	for _, d := range k.destroys() {
		if byHandle[d.handle] == nil {
			handles = append(handles, d.handle)
		}
		byHandle[d.handle] = append(byHandle[d.handle], d.by)
	}
	if len(handles) > 0 {
		k.needFlow()
	}
	for _, h := range handles {
		def, _ := h.(*ir.Instr)
		k.afterDestroy(def, byHandle[h], func(found func(*ir.Instr)) {
			roots := []ir.LocalValue{h}
			if k.awaiter != nil && h == ir.LocalValue(k.f.Params[1]) {
				roots = append(roots, k.awaiter)
			}
			usesOf(roots, func(u *ir.Use, on func(*ir.Instr)) {
				i := u.User()
				f := (*ir.Func)(nil)
				if !k.lowering && ir.CoroCall(i) == ir.NotCoro {
					f = k.body(i)
				}
				if f != nil && u.Index() < i.NumCallArgs() && k.always(f, u.Index(), false) {
					found(i)
				} else {
					access(u, on, found)
				}
			})
		})
	}
}

// afterDestroy reports the accesses to a handle that one of the destroys dominates, and passes the
// other accesses to checkLate. def creates the handle; nil: it is a parameter.
func (k *checker) afterDestroy(def *ir.Instr, destroys []*ir.Instr, walk func(func(*ir.Instr))) {
	above := k.flow.nearest(destroys)
	late := map[*ir.Instr]*ir.Instr{}
	var order, others []*ir.Instr
	walk(func(i *ir.Instr) {
		if k.flow.dom.Index(i.Block()) < 0 || late[i] != nil {
			return
		}
		if d := above(i); d != nil {
			late[i] = d
			order = append(order, i)
		} else {
			others = append(others, i)
		}
	})
	slices.SortFunc(order, func(a, b *ir.Instr) int { return a.ID - b.ID })
	for _, i := range order {
		what, fix := afterDestroyed(i)
		e := k.once(late[i], rule.RuleAfterDestroy, i.Pos, "%s here after it was destroyed", what)
		note(e, late[i].Pos, "it is destroyed here")
		hint(e, "%s", fix)
	}
	if !k.simplified {
		k.checkLate(def, destroys, others)
	}
}

// checkForeignPromise compares the alignment in a creator's coro.promise with that of the promise
// in the coroutine it creates, if the module defines that coroutine.
func (k *checker) checkForeignPromise() {
	for _, p := range k.calls[ir.CoroPromise] {
		call := ir.AsInstr(origin(p.Arg(0)))
		if from, ok := constInt(p, 2); call == nil || !call.IsCall() || !ok || !from.IsZero() {
			continue
		}
		a := k.promiseOf(call)
		if a == nil {
			continue
		}
		if e := k.promiseAlign(p, a, "@"+call.CalledFunc().Name+" aligns its promise"); e != nil {
			note(e, call.Pos, "the coroutine is created here")
			note(e, a.Pos, "its promise is here")
		}
	}
}

// promiseOf returns the promise of a coroutine that returns its handle, or nil if there is none or
// the coroutine is not a plain ramp.
func (k *checker) promiseOf(call *ir.Instr) *ir.Instr {
	r := k.creates(call)
	if r == nil || r.returned != nil {
		return nil
	}
	if a := ir.AsInstr(ir.StripCasts(r.id().Arg(ir.IdPromise))); a != nil && a.Op == ir.OpAlloca {
		return a
	}
	return nil
}

// id returns the coro.id of a coroutine.
func (r *ramp) id() *ir.Instr { return ir.AsInstr(r.begin.Arg(0)) }

// promiseAt describes the promise that a coro.promise looks for, if its coroutine is known: the
// variable, or why there is none.
func (k *checker) promiseAt(p *ir.Instr) (promise *ir.Instr, none string, at ir.Pos) {
	h := ir.AsInstr(origin(p.Arg(0)))
	var id *ir.Instr
	switch {
	case h == nil:
		return nil, "", 0
	case ir.CoroCall(h) == ir.CoroNoop:
		return nil, "the no-op coroutine has no promise", h.Pos
	case h == k.begin || ir.CoroCall(h) == ir.CoroFrame:
		id = k.id
	default:
		if r := k.creates(h); r != nil && r.returned == nil {
			id = r.id()
		}
	}
	if id == nil {
		return nil, "", 0
	}
	v := ir.StripCasts(id.Arg(ir.IdPromise))
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstNull {
		return nil, "the coroutine has no promise", id.Pos
	}
	if a := ir.AsInstr(v); a != nil && a.Op == ir.OpAlloca {
		return a, "", 0
	}
	return nil, "", 0
}

// checkNoPromise reports a coro.promise of a coroutine without a promise, and accesses behind the
// end of the promise.
func (k *checker) checkNoPromise() {
	for _, p := range k.calls[ir.CoroPromise] {
		if from, ok := constInt(p, 2); !ok || from.IsTrue() {
			continue
		}
		a, none, at := k.promiseAt(p)
		if none != "" {
			e := k.report(rule.RuleNoPromise, p.Pos, "%s, so this address is in other memory", none)
			note(e, at, "the coroutine is here")
			hint(e, "name a promise in the coroutine's llvm.coro.id, or do not ask for one")
			continue
		}
		if a == nil || k.c.Layout == nil {
			continue
		}
		size, ok := k.objectSize(a)
		if !ok {
			continue
		}
		k.addressesIn(p, func(u *ir.Use, offset int64) {
			i, t := u.User(), (*ir.Type)(nil)
			switch {
			case i.Op == ir.OpLoad:
				t = i.Type()
			case i.Op == ir.OpStore && u.Index() == 1:
				t = i.Arg(0).Type()
			default:
				return
			}
			if bytes, ok := k.c.Layout.Size(t); ok && offset >= 0 && uint64(offset+bytes) > size {
				e := k.once(p, rule.RuleNoPromise, i.Pos, "this accesses bytes %d to %d of a promise of %d bytes",
					offset, offset+bytes, size)
				note(e, a.Pos, "the promise is here")
				hint(e, "access the promise with its own type")
			}
		})
	}
}
