package opt

// Dead code: instructions whose results reach nothing that matters, dead cycles of phis included.
//
// It removes no stores, no blocks and no branches, and nothing that may trap, wait or run for ever.

import "github.com/corolower/corolower/internal/ir"

// DCE removes dead instructions of f in one pass over the uses. It reports whether anything went.
func DCE(m *ir.Module, f *ir.Func) bool {
	f.Renumber()
	live := newWorklist(f) // marked: live; the list is in the order in which that was found out
	total := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			total++
			if isRoot(m, i) {
				live.add(i)
			}
		}
	}
	for k := 0; k < len(live.list); k++ {
		i := live.list[k]
		for j := range i.NumArgs() {
			if x, ok := i.Arg(j).(*ir.Instr); ok {
				live.add(x)
			}
		}
	}
	if len(live.list) < total {
		f.Changed = true
		dropUnmarked(m, f, live.marks)
		live.done(live.list)
		return true
	}
	live.done(live.list)
	return false
}

// dropUnmarked erases the instructions without a mark by ID. They may use each other in cycles.
func dropUnmarked(m *ir.Module, f *ir.Func, live []bool) {
	dead := make([]*ir.Instr, 0, 16)
	for b := f.LastBlock(); b != nil; b = b.Prev() {
		for i := b.Last(); i != nil; i = i.Prev() {
			if !live[i.ID] {
				dead = append(dead, i)
			}
		}
	}
	for _, i := range dead {
		if i.HasUses() {
			ir.ReplaceUsesIf(i, undefined(m, i.Type()), func(*ir.Use) bool { return true })
		}
	}
	for _, i := range dead {
		i.Erase()
	}
}

// isRoot reports an instruction that stays whoever uses it.
func isRoot(m *ir.Module, i *ir.Instr) bool {
	switch i.Op {
	case ir.OpLandingPad, ir.OpCatchPad, ir.OpCleanupPad:
		return true
	}
	return i.IsTerminator() || HasEffects(m, i)
}
