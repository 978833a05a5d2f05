// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// The memory of a Swift task is a stack: swift_task_alloc pushes a block, and swift_task_dealloc
// must get the block on top.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkTaskMemory reports a block that is freed while a later one is held, a second time, or
// before it is used. It finds only what holds on every path. A block that the function never gives back
// may be freed by a function of the runtime.
func (k *checker) checkTaskMemory() {
	var taken, given []*ir.Instr
	for _, b := range k.flow.dom.RPO {
		for i := b.First(); i != nil; i = i.Next() {
			if f := i.CalledFunc(); i.Op == ir.OpCall && f != nil && f.Declared && i.NumCallArgs() == 1 {
				switch f.Name {
				case "swift_task_alloc":
					taken = append(taken, i)
				case "swift_task_dealloc":
					given = append(given, i)
				}
			}
		}
	}
	if len(taken)*len(given) > maxPairs*maxPairs {
		return
	}
	back := map[*ir.Instr][]*ir.Instr{} // the calls that give a block back
	for _, d := range given {
		if a := ir.AsInstr(origin(d.Arg(0))); a != nil {
			back[a] = append(back[a], d)
		}
	}
	dom := k.flow.dom
	for _, a := range taken {
		for _, d := range back[a] {
			for _, b := range taken {
				if b == a || len(back[b]) == 0 || !dom.InstrDominates(a, b) || !dom.InstrDominates(b, d) || k.mayPrecede(back[b], d) {
					continue
				}
				e := k.once(d, rule.RuleTaskMemory, d.Pos, "task memory is freed here while memory that was taken later is held")
				note(e, a.Pos, "it is taken here")
				note(e, b.Pos, "this is taken later, and is not freed before")
				hint(e, "give task memory back in the reverse order in which it was taken: it is a stack")
			}
		}
		above := k.flow.nearest(back[a])
		usesOf([]*ir.Instr{a}, func(u *ir.Use, on func(*ir.Instr)) {
			i := u.User()
			late := func(i *ir.Instr) {
				if dom.Index(i.Block()) < 0 || above(i) == nil {
					return
				}
				e := k.once(a, rule.RuleTaskMemory, i.Pos, "task memory is used here after it was freed")
				note(e, above(i).Pos, "it is freed here")
				hint(e, "move this before the call that gives it back, or remove it")
			}
			if i.IsCall() && ir.CoroCall(i) == ir.NotCoro && i.CalledFunc() != nil && !i.CalledFunc().IsIntrinsic() &&
				u.Index() < i.NumCallArgs() {
				late(i)
			} else {
				access(u, on, late)
			}
		})
	}
}

// mayPrecede reports whether control may pass one of the calls before an instruction.
func (k *checker) mayPrecede(calls []*ir.Instr, i *ir.Instr) bool {
	if len(calls) == 0 {
		return false
	}
	reaches := k.flow.towards([]*ir.Instr{i})
	for _, c := range calls {
		if c.Block() == i.Block() {
			if c.ID < i.ID {
				return true
			}
			continue
		}
		if n := k.flow.dom.Index(c.Block()); n >= 0 && reaches[n] {
			return true
		}
	}
	return false
}
