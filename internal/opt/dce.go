package opt

// Dead code: instructions whose results reach nothing that matters, dead cycles of phis included.
//
// It removes no stores, no blocks and no branches, and nothing that may trap, wait or run for ever.

import "github.com/corolower/corolower/internal/ir"

// DCE removes dead instructions of f in one pass over the uses. It reports whether anything went.
func DCE(m *ir.Module, f *ir.Func) bool {
	f.Renumber()
	live := make([]bool, f.NumIDs())
	var work []*ir.Instr
	total := 0
	mark := func(i *ir.Instr) {
		if !live[i.ID] {
			live[i.ID] = true
			work = append(work, i)
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			total++
			if isRoot(m, i) {
				mark(i)
			}
		}
	}
	marked := len(work)
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for k := range i.NumArgs() {
			if x, ok := i.Arg(k).(*ir.Instr); ok && !live[x.ID] {
				mark(x)
				marked++
			}
		}
	}
	if marked == total {
		return false
	}
	f.Changed = true
	var dead []*ir.Instr
	for b := f.LastBlock(); b != nil; b = b.Prev() {
		for i := b.Last(); i != nil; i = i.Prev() {
			if !live[i.ID] {
				dead = append(dead, i)
			}
		}
	}
	// Dead instructions may use each other in cycles.
	for _, i := range dead {
		if i.HasUses() {
			ir.ReplaceUsesIf(i, undefined(m, i.Type()), func(*ir.Use) bool { return true })
		}
	}
	for _, i := range dead {
		i.Erase()
	}
	return true
}

// isRoot reports an instruction that stays whoever uses it.
func isRoot(m *ir.Module, i *ir.Instr) bool {
	switch i.Op {
	case ir.OpLandingPad, ir.OpCatchPad, ir.OpCleanupPad:
		return true
	}
	return i.IsTerminator() || HasEffects(m, i)
}
