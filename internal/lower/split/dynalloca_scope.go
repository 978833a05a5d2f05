// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// Scopes of dynamic allocas: which llvm.stackrestore ends the lifetime of which object. Frontends
// keep the saved stack pointer in a variable until an optimiser promotes it, so this file follows
// it through variables that hold nothing else.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// scope is one llvm.stackrestore with the llvm.stacksaves whose result it may restore.
type scope struct {
	restore *ir.Instr
	saves   []*ir.Instr
	frees   bool // an object on the heap may be allocated between a save and the restore
	stale   bool // a suspend may lie between them, and then the stack pointer is that of another stack
}

// paths walks over a coroutine's instructions.
type paths struct {
	*coro.Shape
	dom  *ir.DomTree
	left int // blocks that may still be visited before spans and relevant assume the worst
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
			away := w.returnEdge(at)
			for k, s := range at.Block().Succs(nil) {
				if k != away {
					work.Add(s.First())
				}
			}
		}
	}
}

// returnEdge returns ReturnEdge of a terminator, or -1 if control takes that edge too when the
// coroutine is resumed or destroyed. A final suspend is never resumed.
func (w *paths) returnEdge(t *ir.Instr) int {
	away := w.ReturnEdge(t)
	if away < 0 {
		return -1
	}
	resumed, destroyed := ir.IsFinal(ir.AsInstr(t.Arg(0))), false
	for k := range t.NumCases() {
		switch t.CaseValue(k).Uint64() {
		case 0:
			resumed = true
		case 1:
			destroyed = true
		}
	}
	if !resumed || !destroyed {
		return -1
	}
	return away
}

// findScopes collects the stackrestores and their saves. It returns a restore whose operand may come
// from elsewhere, or nil.
func (p *heapPlan) findScopes(w *paths) (unknown *ir.Instr) {
	for i := range p.F.Instrs() {
		if ir.CalledIntrinsic(i) != ir.StackRestore {
			continue
		}
		s := &scope{restore: i}
		if !p.trace(i.Arg(0), map[ir.Value]bool{}, &s.saves) {
			unknown = i
			continue
		}
		for _, save := range s.saves {
			p.begun[save] = w.dom.InstrDominates(p.Begin, save)
		}
		p.scopes = append(p.scopes, s)
	}
	return unknown
}

// trace collects the stacksaves that a stack pointer may come from. It returns false if it may come
// from elsewhere.
func (p *heapPlan) trace(v ir.Value, seen map[ir.Value]bool, saves *[]*ir.Instr) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	i, ok := v.(*ir.Instr)
	if !ok {
		c, ok := v.(*ir.Const)
		return ok && (c.Kind == ir.ConstUndef || c.Kind == ir.ConstPoison || c.Kind == ir.ConstNull)
	}
	from := 0
	switch i.Op {
	case ir.OpCall:
		if ir.CalledIntrinsic(i) != ir.StackSave {
			return false
		}
		*saves = append(*saves, i)
		return true
	case ir.OpBitCast, ir.OpFreeze, ir.OpPhi:
	case ir.OpSelect:
		from = 1
	case ir.OpLoad:
		slot := ir.AsInstr(i.Arg(0))
		if slot == nil || !p.isSlot(slot) {
			return false
		}
		for u := slot.FirstUse(); u != nil; u = u.Next() {
			if s := u.User(); s.Op == ir.OpStore && !p.trace(s.Arg(0), seen, saves) {
				return false
			}
		}
		return true
	default:
		return false
	}
	for k := from; k < i.NumArgs(); k++ {
		if !p.trace(i.Arg(k), seen, saves) {
			return false
		}
	}
	return true
}

// isSlot reports whether a is a variable that is only stored and loaded as a whole.
func (p *heapPlan) isSlot(a *ir.Instr) bool {
	if known, ok := p.slots[a]; ok {
		return known
	}
	ok := a.Op == ir.OpAlloca && a.NumArgs() == 0 && a != p.Promise && a.ElemTy.IsPtr()
	for u := a.FirstUse(); ok && u != nil; u = u.Next() {
		switch i := u.User(); {
		case i.Flags&(ir.FlagVolatile|ir.FlagAtomic) != 0:
			ok = false
		case i.Op == ir.OpLoad:
			ok = i.Type() == a.ElemTy
		case i.Op == ir.OpStore:
			ok = u.Index() == 1 && i.Arg(0).Type() == a.ElemTy
		default:
			ok = ir.LifetimeKind(i) != 0
		}
	}
	p.slots[a] = ok
	return ok
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

// relevant computes which scopes contain an object on the heap, and which contain a suspend.
func (p *heapPlan) relevant(w *paths) {
	objects := map[*ir.Instr]bool{}
	for _, a := range p.objects {
		objects[a] = true
	}
	for _, s := range p.scopes {
		for _, save := range s.saves {
			s.stale = s.stale || p.between(w, save, s.restore, coro.IsSuspend)
			s.frees = s.frees || p.between(w, save, s.restore, func(i *ir.Instr) bool { return objects[i] })
		}
	}
}

// between reports whether a path from save to restore that does not meet save again passes an
// instruction for which is returns true.
func (p *heapPlan) between(w *paths, save, restore *ir.Instr, is func(*ir.Instr) bool) bool {
	if w.left <= 0 {
		return true
	}
	var found []*ir.Instr
	w.from(func(i *ir.Instr) bool {
		if is(i) {
			found = append(found, i)
		}
		return i != save && i != restore
	}, save)
	reached := false
	w.from(func(i *ir.Instr) bool {
		reached = reached || i == restore
		return !reached && i != save
	}, found...)
	return reached
}
