// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about values that become invalid at a suspend: a saved stack pointer, the address of a
// thread-local variable, and a variable outside of the frame. Also a rule about variables that are
// read or written after the end of their lifetime.

import (
	"math"
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkAcross runs the rules.
func (k *checker) checkAcross() {
	if k.begin == nil || k.lowering {
		return
	}
	for _, def := range k.stackSaves {
		if k.onHeap {
			break // dynamic-alloca reports the objects between; default<O2> restores no stack for them
		}
		for u := def.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if s := k.suspendBetween(def, i); s != nil {
				e := k.once(def, rule.RuleStackAcross, i.Pos,
					"the stack is restored here to where it was before a suspend, when the coroutine had another stack")
				note(e, def.Pos, "the position is saved here")
				note(e, s.Pos, "the coroutine suspends here")
				hint(e, "restore the stack before the suspend, and use a heap allocation for what has to last longer")
			}
		}
	}
	for _, def := range k.threadLocals {
		var first, at *ir.Instr
		accesses([]*ir.Instr{def}, func(i *ir.Instr) {
			if s := k.suspendBetween(def, i); s != nil && (first == nil || i.ID < first.ID) {
				first, at = i, s
			}
		})
		if first != nil {
			e := k.report(rule.RuleThreadLocal, first.Pos,
				"the address of a thread-local variable is used after a suspend, so it may be that of another thread")
			note(e, def.Pos, "the address is taken here")
			note(e, at.Pos, "the coroutine suspends here, and another thread may resume it")
			hint(e, "call llvm.threadlocal.address again after the suspend")
		}
	}
	k.checkOutsideFrame()
	k.checkVarArgs()
	k.checkLifetimes()
}

// checkOutsideFrame reports a variable that is marked coro.outside.frame and used after a suspend.
// For example, clang 22 marks the result of get_return_object if the coroutine returns another type,
// and lets the cleanup destroy it if a flag says so. A destructor that accesses nothing does no harm.
func (k *checker) checkOutsideFrame() {
	uses := map[*ir.Instr]ir.LocalValue{} // from an access to the object
	unsure := map[*ir.Instr]bool{}        // an access by a function whose body is not known
	var resumed func(*ir.Instr) bool
	var objects []ir.LocalValue
	for _, a := range k.allocs {
		if a.MetaOf("coro.outside.frame") != nil {
			objects = append(objects, a)
		}
	}
	for _, p := range k.f.Params {
		if p.Attrs.Has(k.m, "sret") || p.Attrs.Has(k.m, "byref") {
			objects = append(objects, p)
		}
	}
	for _, o := range objects {
		if resumed == nil {
			resumed = k.resumedCode()
		}
		k.touched(o, func(i *ir.Instr, certain bool) {
			if resumed(i) {
				uses[i] = o
				unsure[i] = !certain
			}
		})
	}
	if len(uses) == 0 {
		return
	}
	found := map[ir.LocalValue]*ir.Instr{}
	p := k.newPaths()
	p.results = []int64{0, 1}
	p.walk(position{at: k.f.Entry()}, func(i *ir.Instr, at *position) bool {
		if o := uses[i]; o != nil && at.resumed && (found[o] == nil || i.ID < found[o].ID) {
			found[o] = i
		}
		return ir.CoroCall(i) != ir.CoroEnd
	})
	for _, o := range objects {
		i := found[o]
		if i == nil {
			continue
		}
		var e *ir.Error
		switch o := o.(type) {
		case *ir.Instr:
			e = k.report(rule.RuleOutsideAcross, i.Pos,
				"a variable that stays outside of the frame is used after a suspend, when it is gone")
			note(e, o.Pos, "the variable is marked coro.outside.frame here")
			hint(e, "use it only before the first suspend and in the ramp. For C++: let get_return_object return the type that "+
				"the coroutine returns, or a type without a destructor; clang before 22 has no such mark")
		case *ir.Param:
			e = k.report(rule.RuleCallerMemory, i.Pos, "memory of the caller is used after a suspend, when it may be gone")
			note(e, o.Pos, "it is this parameter")
			hint(e, "use it only before the first suspend and in the ramp, or copy its content")
		}
		if unsure[i] {
			e.Severity = ir.SevWarning // the function may not access it
		}
	}
}

// checkVarArgs reports variable arguments that are used after a suspend: the call that passed them
// has returned.
func (k *checker) checkVarArgs() {
	if len(k.vaStarts) == 0 {
		return
	}
	resumed := k.resumedCode()
	for _, va := range k.vaStarts {
		var first *ir.Instr
		found := func(i *ir.Instr, _ bool) {
			if resumed(i) && (first == nil || i.ID < first.ID) {
				first = i
			}
		}
		found(va, true)
		if a := ir.AsInstr(ir.Underlying(va.Arg(0))); a != nil {
			k.touched(a, found)
		}
		if first == nil {
			continue
		}
		e := k.tell(rule.RuleVarArgs, first.Pos)
		note(e, va.Pos, "va_start is here")
		note(e, k.begin.Pos, "the coroutine begins here")
	}
}

// resumedCode returns a function that reports whether a resumed or destroyed coroutine may reach an
// instruction.
func (k *checker) resumedCode() func(*ir.Instr) bool {
	var from []*ir.Block
	for _, s := range k.calls[ir.CoroSuspend] {
		for v := range int64(2) {
			if to, _, ok := arm(s, v); ok {
				from = append(from, to)
			}
		}
	}
	behind := untilEnd(from, coro.OnlyRamp)
	return func(i *ir.Instr) bool {
		return behind(i) || slices.ContainsFunc(k.calls[ir.CoroSuspend],
			func(s *ir.Instr) bool { return s.Block() == i.Block() && s.ID < i.ID })
	}
}

// untilEnd returns a function that reports whether control may reach an instruction from one of the
// blocks. A path ends at a coro.end, because only the ramp continues after it, and at an edge that
// never accepts; nil: no edge.
func untilEnd(from []*ir.Block, never func(t *ir.Instr, to *ir.Block) bool) func(*ir.Instr) bool {
	last := map[*ir.Block]int{} // the number of the last instruction of a block that it may reach
	work := ir.NewWorklist(from...)
	for b := range work.All {
		last[b] = math.MaxInt
		for i := b.First(); i != nil; i = i.Next() {
			if ir.CoroCall(i) == ir.CoroEnd {
				last[b] = i.ID
				break
			}
		}
		if last[b] != math.MaxInt {
			continue
		}
		for _, to := range b.Succs(nil) {
			if never == nil || !never(b.Terminator(), to) {
				work.Add(to)
			}
		}
	}
	return func(i *ir.Instr) bool {
		id, seen := last[i.Block()]
		return seen && i.ID <= id
	}
}

// suspendBetween returns a suspend on every path from one instruction to another, if a coroutine
// that is resumed there can reach the other one; otherwise nil.
func (k *checker) suspendBetween(def, use *ir.Instr) *ir.Instr {
	dom := k.flow.dom
	if dom.Index(def.Block()) < 0 || dom.Index(use.Block()) < 0 {
		return nil
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		if !dom.InstrDominates(def, s) || !dom.InstrDominates(s, use) {
			continue
		}
		if to, _, ok := arm(s, 0); ok && untilEnd([]*ir.Block{to}, nil)(use) {
			return s
		}
	}
	return nil
}

// checkLifetimes reports a variable that is read or written after the end of its lifetime, unless
// its lifetime may have begun again. The frame may hold another variable at the same place by then.
func (k *checker) checkLifetimes() {
	begins, ends := map[*ir.Instr][]*ir.Instr{}, map[*ir.Instr][]*ir.Instr{}
	var order []*ir.Instr
	for _, i := range k.lifetimes {
		a := ir.AsInstr(ir.Underlying(i.Arg(i.NumCallArgs() - 1)))
		if a == nil || a.Op != ir.OpAlloca {
			continue
		}
		if ir.LifetimeKind(i) == ir.LifetimeStart {
			begins[a] = append(begins[a], i)
			continue
		}
		if ir.StripCasts(i.Arg(i.NumCallArgs()-1)) != ir.Value(a) {
			continue // the lifetime of a part ends
		}
		if ends[a] == nil {
			order = append(order, a)
		}
		ends[a] = append(ends[a], i)
	}
	for _, a := range order {
		above := k.flow.nearest(ends[a])
		var first, end *ir.Instr
		sure := false
		k.touched(a, func(i *ir.Instr, certain bool) {
			if k.flow.dom.Index(i.Block()) < 0 || first != nil && first.ID < i.ID {
				return
			}
			if e := above(i); e != nil && !k.beginsAgain(e, begins[a]) {
				first, end, sure = i, e, certain
			}
		})
		if first == nil {
			continue
		}
		what := "used"
		switch first.Op {
		case ir.OpLoad:
			what = "read"
		case ir.OpStore:
			what = "written"
		}
		e := k.report(rule.RuleAfterLifetime, first.Pos, "a variable is %s here after the end of its lifetime", what)
		if !sure {
			e.Severity = ir.SevWarning // the function that gets its address may not access it
		}
		note(e, end.Pos, "its lifetime ends here")
		note(e, a.Pos, "the variable is here")
		hint(e, "move llvm.lifetime.end after the last use")
	}
}

// beginsAgain reports whether control can reach one of a lifetime's beginnings from its end.
func (k *checker) beginsAgain(end *ir.Instr, begins []*ir.Instr) bool {
	if len(begins) == 0 {
		return false
	}
	mark := k.flow.from(end.Block().Succs(nil))
	for _, b := range begins {
		if n := k.flow.dom.Index(b.Block()); n >= 0 && (mark[n] || b.Block() == end.Block() && end.ID < b.ID) {
			return true
		}
	}
	return false
}
