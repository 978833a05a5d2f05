// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about values that become invalid at a suspend: a saved stack pointer, the address of a
// thread-local variable, and a variable outside of the frame. Also a rule about variables that are
// read or written after the end of their lifetime.

import (
	"math"

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
	k.checkLifetimes()
}

// checkOutsideFrame reports a variable that is marked coro.outside.frame and used after a suspend.
// For example, clang 22 marks the result of get_return_object if the coroutine returns another type,
// and lets the cleanup destroy it.
func (k *checker) checkOutsideFrame() {
	var resumed func(*ir.Instr) bool
	for _, a := range k.allocs {
		if a.MetaOf("coro.outside.frame") == nil {
			continue
		}
		if resumed == nil {
			resumed = k.resumedCode()
		}
		var first *ir.Instr
		found := func(i *ir.Instr) {
			if (first == nil || i.ID < first.ID) && resumed(i) {
				first = i
			}
		}
		for work := []*ir.Instr{a}; len(work) > 0; {
			v := work[0]
			work = work[1:]
			for u := v.FirstUse(); u != nil; u = u.Next() {
				if i := u.User(); i.IsCall() && ir.CoroCall(i) == ir.NotCoro && !ir.IsLifetime(i) {
					found(i)
				} else {
					access(u, func(i *ir.Instr) { work = append(work, i) }, found)
				}
			}
		}
		if first != nil {
			e := k.report(rule.RuleOutsideAcross, first.Pos,
				"a variable that stays outside of the frame is used after a suspend, when it is gone")
			note(e, a.Pos, "the variable is marked coro.outside.frame here")
			hint(e, "use it only before the first suspend and in the ramp. For C++: let get_return_object return the type that "+
				"the coroutine returns, or a type without a destructor; clang before 22 has no such mark")
		}
	}
}

// resumedCode returns a function that reports whether a resumed or destroyed coroutine may reach an
// instruction.
func (k *checker) resumedCode() func(*ir.Instr) bool {
	last := map[*ir.Block]int{} // the number of the last instruction of a block that it may reach
	var work []*ir.Block
	add := func(b *ir.Block) {
		if _, seen := last[b]; !seen {
			last[b] = math.MaxInt
			work = append(work, b)
		}
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		for v := range int64(2) {
			if to, _, ok := k.arm(s, v); ok {
				add(to)
			}
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if end := endIn(b); end != nil {
			last[b] = end.ID
			continue // only the ramp continues after it
		}
		for _, to := range b.Succs(nil) {
			if !coro.OnlyRamp(b.Terminator(), to) {
				add(to)
			}
		}
	}
	return func(i *ir.Instr) bool {
		id, seen := last[i.Block()]
		return seen && i.ID <= id
	}
}

// endIn returns the first coro.end in a block, or nil.
func endIn(b *ir.Block) *ir.Instr {
	for i := b.First(); i != nil; i = i.Next() {
		if ir.CoroCall(i) == ir.CoroEnd {
			return i
		}
	}
	return nil
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
		if to, _, ok := k.arm(s, 0); ok && resumedReaches(to, use) {
			return s
		}
	}
	return nil
}

// resumedReaches reports whether a resumed coroutine can reach an instruction from a block. A path
// ends at a coro.end, because only the ramp continues after it.
func resumedReaches(from *ir.Block, use *ir.Instr) bool {
	seen := map[*ir.Block]bool{from: true}
	work := []*ir.Block{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		end := endIn(b)
		if b == use.Block() && (end == nil || end.ID >= use.ID) {
			return true
		}
		if end != nil {
			continue
		}
		for _, to := range b.Succs(nil) {
			if !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return false
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
		if ends[a] == nil {
			order = append(order, a)
		}
		ends[a] = append(ends[a], i)
	}
	for _, a := range order {
		above := k.flow.nearest(ends[a])
		var first, end *ir.Instr
		accesses([]*ir.Instr{a}, func(i *ir.Instr) {
			if i.Op != ir.OpLoad && i.Op != ir.OpStore || k.flow.dom.Index(i.Block()) < 0 ||
				first != nil && first.ID < i.ID {
				return
			}
			if e := above(i); e != nil && !k.beginsAgain(e, begins[a]) {
				first, end = i, e
			}
		})
		if first == nil {
			continue
		}
		what := "read"
		if first.Op == ir.OpStore {
			what = "written"
		}
		e := k.report(rule.RuleAfterLifetime, first.Pos, "a variable is %s here after the end of its lifetime", what)
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
