// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about functions that hold a coroutine's handle: uses after they destroy it, and the
// alignment with which they look for its promise.

import (
	"fmt"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkConsumer runs the rules about handles of other coroutines.
func (k *checker) checkConsumer() {
	if len(k.calls[ir.CoroDestroy]) > 0 {
		if k.flow == nil {
			k.flow = k.newCheckFlow()
		}
		k.checkAfterDestroy()
	}
	k.checkHandles()
	if !k.lowering {
		k.checkForeignPromise()
	}
}

// checkAfterDestroy reports uses of a handle after a call that destroys it. It follows only one SSA
// value, because a handle that is loaded again may be another one.
func (k *checker) checkAfterDestroy() {
	byHandle := map[*ir.Instr][]*ir.Instr{}
	params := map[*ir.Param][]*ir.Instr{}
	var handles []*ir.Instr
	var held []*ir.Param
	for _, d := range k.calls[ir.CoroDestroy] {
		switch h := ir.StripCasts(d.Arg(0)).(type) {
		case *ir.Instr:
			if h == k.begin {
				continue // the coroutine's own frame, which use-after-free checks
			}
			if ir.CoroCall(h) == ir.CoroNoop {
				continue // destroying the no-op coroutine does nothing
			}
			if byHandle[h] == nil {
				handles = append(handles, h)
			}
			byHandle[h] = append(byHandle[h], d)
		case *ir.Param:
			if params[h] == nil {
				held = append(held, h)
			}
			params[h] = append(params[h], d)
		}
	}
	for _, h := range handles {
		k.afterDestroy(h, byHandle[h], func(found func(*ir.Instr)) { accesses([]*ir.Instr{h}, found) })
	}
	for _, h := range held {
		k.afterDestroy(nil, params[h], func(found func(*ir.Instr)) {
			var roots []*ir.Instr
			for u := h.FirstUse(); u != nil; u = u.Next() {
				access(u, func(i *ir.Instr) { roots = append(roots, i) }, found)
			}
			accesses(roots, found)
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
	k.checkLate(def, destroys, others)
}

// checkForeignPromise compares the alignment in a creator's coro.promise with that of the promise
// in the coroutine it creates, if the module defines that coroutine.
func (k *checker) checkForeignPromise() {
	if k.c.Layout == nil {
		return
	}
	for _, p := range k.calls[ir.CoroPromise] {
		call := ir.AsInstr(ir.StripCasts(p.Arg(0)))
		al, ok := constInt(p, 1)
		from, isConst := constInt(p, 2)
		if call == nil || !call.IsCall() || !ok || al.IsZero() || !isConst || !from.IsZero() {
			continue
		}
		a := k.promiseOf(call)
		if a == nil {
			continue
		}
		callee := call.CalledFunc()
		have := k.alignOf(a)
		if have == 0 || int64(al.Uint64()) == have {
			continue
		}
		e := k.report(rule.RulePromiseAlign, p.Pos, "coro.promise has the alignment %d, but @%s aligns its promise "+
			"to %d bytes", al.Uint64(), callee.Name, have)
		note(e, call.Pos, "the coroutine is created here")
		note(e, a.Pos, "its promise is here")
		hint(e, "pass i32 %d, because the promise's offset in the frame depends on the alignment", have)
		fix(e, ir.FixArg, p.Pos, 1, fmt.Sprintf("i32 %d", have), nil)
		if coro.PromiseOffset(k.c.Layout, int64(al.Uint64())) == coro.PromiseOffset(k.c.Layout, have) {
			e.Severity = ir.SevWarning // both alignments lead to the same address
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
