// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// Dead code elimination: DCE removes instructions whose results no live instruction uses, including
// dead cycles of phis.
//
// It removes no stores (except to an unread object of a new-expression, deadnew.go), no blocks and no
// branches, and nothing that may trap, wait or run forever.
//
// When DCE removes the last instruction of an inlined call, it also removes the debug records of
// that call's variables and labels. A debugger lists the variables of the scope that it has stopped
// in, and it cannot stop where there is no code. LLVM's code generator drops such records as well.
// If they stayed, each inlining of the function would copy them: in a chain of n coroutines, each
// with its callee's frame in its own frame, each function would describe the variables of all n
// calls.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// DCE removes dead instructions of f with one worklist over the uses. It reports whether it removed
// any instruction. It also removes claims about alias scopes that no access is in, and objects of
// new-expressions that nothing reads.
func DCE(m *ir.Module, f *ir.Func) bool {
	changed := dropUnused(m, f)
	for dropUnreadMemory(m, f) {
		dropUnused(m, f) // what was stored there
		changed = true
	}
	return changed
}

// dropUnused removes the instructions whose results no live instruction uses.
func dropUnused(m *ir.Module, f *ir.Func) bool {
	defer dropStranded(m, f)
	claims := false
	defer func() {
		if claims {
			dropIdleClaims(m, f)
		}
	}()
	f.Renumber()
	live := newWorklist(f) // the marks are the live instructions, and the list is the worklist
	total := 0
	for i := range f.Instrs() {
		total++
		claims = claims || len(i.Meta) > 0 && isNew(m, i.MetaOf(ir.MetaNoAlias))
		if isRoot(m, i) {
			live.add(i)
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

// dropUnmarked erases the instructions whose ID has no mark. They may use each other in cycles.
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
			ir.ReplaceUsesIf(i, m.Lost(i.Type()), func(*ir.Use) bool { return true })
		}
	}
	for _, i := range dead {
		i.Erase()
	}
}

// dropStranded removes the debug records of inlined calls that have no instruction left in f.
func dropStranded(m *ir.Module, f *ir.Func) {
	if debuginfo.SubprogramOf(f) == nil {
		return
	}
	var calls *debuginfo.InlinedCalls // built on first use: most functions have no record of an inlined call
	stranded := func(d *ir.Instr) bool {
		if !debuginfo.IsInlined(m, d) {
			return false
		}
		if calls == nil {
			calls = debuginfo.InlinedCallsOf(m, f)
		}
		return !calls.Have(m, d)
	}
	for i := range f.Instrs() {
		if len(i.Dbg) > 0 && i.EraseDbgIf(stranded) {
			f.Changed = true
		}
	}
}

// isRoot reports whether an instruction is live even if its result is unused.
func isRoot(m *ir.Module, i *ir.Instr) bool {
	switch i.Op {
	case ir.OpLandingPad, ir.OpCatchPad, ir.OpCleanupPad:
		return true
	}
	return i.IsTerminator() || HasEffects(m, i)
}
