// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package dynalloca

// Scopes of dynamic allocas: which llvm.stackrestore ends the lifetime of which object. Frontends
// keep the saved stack pointer in a variable until an optimiser promotes it.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// scope is one llvm.stackrestore with the llvm.stacksaves whose result it may restore.
type scope struct {
	restore *ir.Instr
	saves   []*ir.Instr
}

// paths walks over a coroutine's instructions.
type paths struct {
	*coro.Shape
	dom  *ir.DomTree
	left int // blocks that may still be visited before spans and suspends assume the worst
}

func newPaths(s *coro.Shape) *paths {
	s.F.Renumber()
	return &paths{Shape: s, dom: ir.NewDomTree(s.F), left: 1<<12 + 64*s.F.NumBlocks()}
}

// from calls visit for each instruction that control may reach after one of starts, in no particular
// order, and continues past it if visit returns true. It ignores the edges on which the coroutine
// returns to its caller because it suspends. An instruction may be visited twice.
func (w *paths) from(visit func(*ir.Instr) bool, starts ...*ir.Instr) {
	work := ir.NewWorklist[*ir.Instr]()
	for _, i := range starts {
		work.Add(i.Next())
	}
	for at := range work.All {
		for ; at != nil && visit(at); at = at.Next() {
			if !at.IsTerminator() {
				continue
			}
			w.left--
			away := w.ReturnEdge(at)
			for k, s := range at.Block().Succs(nil) {
				if k != away {
					work.Add(s.First())
				}
			}
		}
	}
}

// findScopes collects the stackrestores and their saves. It returns a restore whose operand may come
// from elsewhere, or nil.
func (p *heapPlan) findScopes() (unknown *ir.Instr) {
	for i := range p.F.Instrs() {
		if ir.CalledIntrinsic(i) != ir.StackRestore {
			continue
		}
		s := &scope{restore: i}
		if !s.trace(i.Arg(0)) {
			unknown = i
			continue
		}
		p.scopes = append(p.scopes, s)
	}
	return unknown
}

// trace collects the stacksaves that a stack pointer may come from. It returns false if it may come
// from elsewhere.
func (s *scope) trace(v ir.Value) bool {
	work := ir.NewWorklist(v)
	for v := range work.All {
		i := ir.AsInstr(v)
		switch c, _ := v.(*ir.Const); {
		case c != nil && (c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison || c.Kind == ir.ConstNull):
		case i == nil:
			return false
		case ir.CalledIntrinsic(i) == ir.StackSave:
			s.saves = append(s.saves, i)
		case i.Op == ir.OpBitCast, i.Op == ir.OpFreeze, i.Op == ir.OpPhi:
			for k := range i.NumArgs() {
				work.Add(i.Arg(k))
			}
		case i.Op == ir.OpSelect:
			work.Add(i.Arg(1), i.Arg(2))
		case i.Op == ir.OpLoad && s.traceSlot(i.Arg(0), &work):
		default:
			return false
		}
	}
	return true
}

// traceSlot adds the values that a variable holds, if it is only stored and loaded as a whole.
func (s *scope) traceSlot(v ir.Value, work *ir.Worklist[ir.Value]) bool {
	slot := ir.AsInstr(v)
	if slot == nil || slot.Op != ir.OpAlloca || slot.NumArgs() > 0 {
		return false
	}
	for u := slot.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); {
		case i.Op == ir.OpStore && u.Index() == 1 && i.Arg(0).Type() == slot.ElemTy:
			work.Add(i.Arg(0))
		case i.Op == ir.OpLoad && i.Type() == slot.ElemTy, ir.LifetimeKind(i) != 0:
		default:
			return false
		}
	}
	return true
}

// spans reports whether control may reach a suspend after a dynamic alloca, before a stackrestore
// ends the object's lifetime.
func (p *heapPlan) spans(w *paths, a *ir.Instr) bool {
	if w.left <= 0 {
		return true
	}
	ends := map[*ir.Instr]bool{}
	for _, s := range p.scopes {
		ends[s.restore] = p.endsLife(w, s, a)
	}
	found := false
	w.from(func(i *ir.Instr) bool {
		found = found || coro.IsSuspend(i)
		return !found && !ends[i]
	}, a)
	return found
}

// endsLife reports whether a stackrestore ends the lifetime of a wherever control reaches it after
// a: each of its saves runs before a, and none runs between a and the restore.
func (p *heapPlan) endsLife(w *paths, s *scope, a *ir.Instr) bool {
	if len(s.saves) == 0 {
		return false
	}
	again := map[*ir.Instr]bool{}
	for _, save := range s.saves {
		if !w.dom.InstrDominates(save, a) {
			return false
		}
		again[save] = true
	}
	ok := true
	w.from(func(i *ir.Instr) bool {
		ok = ok && !again[i]
		return ok && i != s.restore
	}, a)
	return ok
}

// suspends reports whether a suspend may lie between a save and the restore. Then the stack pointer
// is that of another stack.
func (w *paths) suspends(s *scope) bool {
	for _, save := range s.saves {
		if w.left <= 0 {
			return true
		}
		var found []*ir.Instr
		w.from(func(i *ir.Instr) bool {
			if coro.IsSuspend(i) {
				found = append(found, i)
			}
			return i != save && i != s.restore
		}, save)
		reached := false
		w.from(func(i *ir.Instr) bool {
			reached = reached || i == s.restore
			return !reached && i != save
		}, found...)
		if reached {
			return true
		}
	}
	return false
}
