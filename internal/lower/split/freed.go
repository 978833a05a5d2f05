// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Objects that the ramp still uses after the coroutine has ended. A coroutine that ends without a
// suspend frees its frame in the ramp, and the code after llvm.coro.end runs in the ramp only:
//
//	%mem = call ptr @llvm.coro.free(token %id, ptr %hdl)
//	call void @free(ptr %mem)
//	call void @llvm.coro.end(ptr %hdl, i1 false, token none)
//	%v = load i32, ptr %object
//
// If no part uses the object, it stays on the ramp's stack. It is what get_return_object has made,
// which clang 17 and later mark as !coro.outside.frame. If a part uses it, too, no place is right on
// all paths, and it is an error, unless the part uses it only while an exception unwinds: clang
// destroys what get_return_object has made there, which a flag guards. LLVM reads the freed frame.
// Code behind a branch on llvm.coro.is_in_ramp is the ramp's, too.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// endedObjects returns the allocas that the ramp may use after it has freed the frame and passed the
// end of the coroutine, without those that are marked to be outside of the frame.
func (co *coroutine) endedObjects() []endedObject {
	late, free := co.afterFreedEnd()
	if late == nil {
		return nil
	}
	var list []endedObject
	var parts, unwound func(*ir.Instr) bool
	for a := range co.F.Instrs() {
		if a.Op != ir.OpAlloca || a.MetaOf(coro.OutsideFrame) != nil {
			continue
		}
		o := endedObject{alloca: a, free: free}
		uses := usesOf(a)
		if n := slices.IndexFunc(uses, func(i *ir.Instr) bool { return late[i] }); n >= 0 {
			o.late = uses[n]
			if parts == nil {
				parts, unwound = co.inParts(false), co.inParts(true)
			}
			o.inParts = slices.ContainsFunc(uses, func(i *ir.Instr) bool { return unwound(i) && !late[i] })
			o.refused = slices.ContainsFunc(uses, func(i *ir.Instr) bool { return parts(i) && !late[i] })
			list = append(list, o)
		}
	}
	return list
}

// endedObject is an object that the ramp uses after the end.
type endedObject struct {
	alloca  *ir.Instr
	late    *ir.Instr // a use in the ramp after the end
	free    *ir.Instr // a coro.free on the way to it
	inParts bool      // a part may use it, too
	refused bool      // a part may use it without an exception
}

// keepOutside marks the objects that only the ramp uses, and uses after the end.
func (co *coroutine) keepOutside() {
	for _, o := range co.endedObjects() {
		if !o.inParts && o.alloca != co.Promise {
			o.alloca.SetMeta(coro.OutsideFrame, co.m.AddMD(&ir.MDNode{}))
		}
	}
}

// checkEnded rejects an object in the frame that both the parts and the ramp after the end use.
func (co *coroutine) checkEnded(set *spillSet) {
	for _, o := range co.endedObjects() {
		k := slices.IndexFunc(set.objects, func(x object) bool { return x.Alloca == o.alloca })
		if k >= 0 && o.refused {
			set.refused = append(set.refused, Refusal{Rule: rule.RuleEndedObject, Pos: o.late.Pos, Why: set.objects[k].why,
				Freed: o.free.Pos})
		}
	}
}

// usesOf returns the instructions that use an object's address, or an address computed from it, other
// than to compute an address. Lifetime markers are none of them.
func usesOf(a *ir.Instr) (list []*ir.Instr) {
	derived := ir.NewWorklist(a)
	for v := range derived.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch i.Op {
			case ir.OpGEP, ir.OpPhi, ir.OpSelect, ir.OpBitCast, ir.OpAddrSpaceCast:
				derived.Add(i)
			default:
				if ir.LifetimeKind(i) == ir.NotIntrinsic {
					list = append(list, i)
				}
			}
		}
	}
	return list
}

// inParts returns a function that reports whether a part may run an instruction: control reaches it from
// a suspend without passing an end that does not unwind, with or without the paths of exceptions.
func (co *coroutine) inParts(unwinds bool) func(i *ir.Instr) bool {
	from, until := map[*ir.Block]*ir.Instr{}, map[*ir.Block]*ir.Instr{} // of the part's code in each block
	for _, e := range co.Ends {
		if !ir.IsUnwindEnd(e) {
			until[e.Block()] = e
		}
	}
	var work ir.Worklist[*ir.Block]
	next := func(b *ir.Block) {
		t := b.Terminator()
		away := co.ReturnEdge(t)
		for k, s := range b.Succs(nil) {
			if k != away && (unwinds || t.Op != ir.OpInvoke || s != t.UnwindDest()) && !coro.OnlyRamp(t, s) {
				work.Add(s)
			}
		}
	}
	for _, s := range co.Suspends {
		if at := from[s.Block()]; at == nil || s.ComesBefore(at) {
			from[s.Block()] = s
		}
		next(s.Block())
	}
	for b := range work.All {
		from[b] = b.First()
		if until[b] == nil {
			next(b)
		}
	}
	return func(i *ir.Instr) bool {
		at, end := from[i.Block()], until[i.Block()]
		return at != nil && (at == i.Block().First() || at.ComesBefore(i)) && (end == nil || !end.ComesBefore(i))
	}
}

// afterFreedEnd returns the instructions that the ramp may run after an llvm.coro.free and a
// coro.end that does not unwind, without a suspend between coro.begin and them, and one such free.
func (co *coroutine) afterFreedEnd() (late map[*ir.Instr]bool, free *ir.Instr) {
	if ir.CoroCall(co.ID) != ir.CoroID {
		return nil, nil
	}
	// how far the ramp may have come where a block begins
	const (
		begun = iota
		freed
		ended
	)
	type place struct {
		b  *ir.Block
		at int
	}
	work := ir.NewWorklist(place{co.Begin.Block(), begun})
	for p := range work.All {
		from := p.b.First()
		if p.b == co.Begin.Block() {
			from = co.Begin.Next()
		}
		for i := from; i != nil; i = i.Next() {
			switch k := ir.CoroCall(i); {
			case p.at == begun && k == ir.CoroFree:
				p.at, free = freed, i
			case p.at == freed && k == ir.CoroEnd && !ir.IsUnwindEnd(i):
				p.at = ended
			case p.at == ended:
				ir.Put(&late, i, true)
			}
		}
		t := p.b.Terminator()
		_, away := ir.SuspendEdge(t, -1)
		for k, s := range p.b.Succs(nil) {
			if away < 0 || k == away {
				work.Add(place{s, p.at})
			}
		}
	}
	return late, free
}
