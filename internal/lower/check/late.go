// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Uses of a handle after a call that destroys it but does not dominate them: the call is on one
// side of a branch, or in an earlier iteration of a loop.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// maxPairs limits the number of pairs of a destroy and a use that checkLate examines for one
// handle.
const maxPairs = 256

// checkLate reports the uses of a handle that certainly run after one of the destroys, and those
// that run after it if a loop continues. def creates the handle; nil: it is a parameter. uses has
// only those that no destroy dominates.
func (k *checker) checkLate(def *ir.Instr, destroys, uses []*ir.Instr) {
	if k.lowering || len(destroys)*len(uses) > maxPairs {
		return
	}
	slices.SortFunc(uses, func(a, b *ir.Instr) int { return a.ID - b.ID })
	for _, d := range destroys {
		for _, i := range uses {
			if i == d || k.flow.dom.Index(d.Block()) < 0 || k.flow.dom.Index(i.Block()) < 0 {
				continue
			}
			what, fix := afterDestroyed(i)
			switch {
			case k.certainlyBehind(def, d, i):
				e := k.once(d, rule.RuleAfterDestroy, i.Pos, "%s here after it was destroyed on one of the paths", what)
				note(e, d.Pos, "it is destroyed here")
				hint(e, "%s", fix)
			case k.nextRound(def, d, i):
				e := k.once(d, rule.RuleAfterDestroy, i.Pos,
					"%s here, and the loop may come back after it was destroyed", what)
				note(e, d.Pos, "it is destroyed here")
				hint(e, "create the coroutine in the loop, or leave the loop after the call that destroys it")
				if e != nil {
					e.Severity = ir.SevWarning
				}
			}
		}
	}
}

// walkBehind returns the blocks that control reaches after an instruction. It does not continue
// past a block for which stop returns true. A branch on a constant has only the taken edge.
func walkBehind(from *ir.Instr, stop func(*ir.Block) bool) *ir.Worklist[*ir.Block] {
	work := ir.NewWorklist(onward(from.Block())...)
	for b := range work.All {
		if !stop(b) {
			work.Add(onward(b)...)
		}
	}
	return &work
}

// onward returns the successors that control can take from a block. It ignores the unwind edge of
// an invoke, so that no path assumes that a call throws.
func onward(b *ir.Block) []*ir.Block {
	t := b.Terminator()
	if t.Op == ir.OpInvoke {
		return []*ir.Block{t.NormalDest()}
	}
	next := b.Succs(nil)
	if k, ok := ir.EdgeIf(t, func(*ir.Instr) (uint64, bool) { return 0, false }); ok {
		next = next[k : k+1]
	}
	return next
}

// certainlyBehind reports whether every path from a destroy leads to a use of the same coroutine.
// If one path ends elsewhere, the use may never run after the destroy: for example, one flag may
// decide both branches,
//
//	  br i1 %early, label %kill, label %join    ; %kill destroys the coroutine
//	join:
//	  br i1 %early, label %out, label %use
func (k *checker) certainlyBehind(def, d, use *ir.Instr) bool {
	if use.Block() == d.Block() {
		return false
	}
	sure := true
	seen := walkBehind(d, func(b *ir.Block) bool {
		if b == use.Block() {
			return true
		}
		if def != nil && b == def.Block() || len(onward(b)) == 0 {
			sure = false
		}
		return false
	})
	return sure && seen.Has(use.Block()) && (def == nil || use.Block() != def.Block())
}

// nextRound reports whether a use and a later destroy are in one loop, the handle is created
// outside of it, and control returns to the use only through the destroy. A second iteration then
// uses a destroyed handle, whatever the loop's condition is. For example:
//
//	auto h = start();
//	do {
//	  h.resume();
//	  h.destroy();
//	} while (again());
func (k *checker) nextRound(def, d, use *ir.Instr) bool {
	dom := k.flow.dom
	if !dom.InstrDominates(use, d) || def != nil && def.Block() == use.Block() {
		return false
	}
	stop := func(b *ir.Block) bool { return def != nil && b == def.Block() }
	if !walkBehind(d, stop).Has(use.Block()) {
		return false
	}
	if use.Block() == d.Block() {
		return true
	}
	return !walkBehind(use, func(b *ir.Block) bool { return stop(b) || b == d.Block() }).Has(use.Block())
}

// afterDestroyed describes a use of a destroyed handle and its fix.
func afterDestroyed(i *ir.Instr) (what, fix string) {
	switch ir.CoroCall(i) {
	case ir.CoroDestroy:
		return "the coroutine is destroyed", "remove this call, because the frame is gone"
	case ir.CoroResume:
		return "the coroutine is resumed", "remove this call, or destroy the coroutine after it"
	case ir.CoroDone:
		return "coro.done is called", "move this before the call that destroys the coroutine"
	}
	if i.IsCall() && ir.CoroCall(i) == ir.NotCoro && !ir.IsMemIntrinsic(i.CalledFunc()) {
		return "the coroutine is used by @" + i.CalledFunc().Name, "move this before the call that destroys the coroutine"
	}
	return "the frame is used", "move this before the call that destroys the coroutine"
}
