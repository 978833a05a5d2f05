package handle

// The quick answers: creations of which the handle itself is all that there is, neither stored nor passed on nor merged with another. What
// is known along the paths does not matter then, and the blocks alone tell whether each way out of the function leads over a destroy.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// plainUses are the instructions that use a handle that is never stored, merged or passed to code that may keep it.
type plainUses struct {
	ends    map[*ir.Instr]bool // calls that destroy it, and coro.frees
	asks    bool               // it is compared: a branch may depend on it
	resumes *ir.Instr          // a call that resumes it
}

// plain looks for uses that are other than plain.
func (an *lifeAnalysis) plain(l *Lifetime) (*plainUses, bool) {
	if an.suspends || an.private {
		return nil, false
	}
	p := &plainUses{ends: map[*ir.Instr]bool{}}
	for u := l.ID.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); isFree(an.facts.Effect(i)) {
			p.ends[i] = true
		}
	}
	for u := l.Begin.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpICmp:
			p.asks = true
		case isFree(an.facts.Effect(i)) && i.Arg(0) == ir.Value(l.ID):
		case an.facts.Effect(i) == ReadsPart:
			if !an.plainFn(p, l, i) {
				return nil, false
			}
		case i.IsCall() && u.Index() == 0 && i.NumCallArgs() == 1 && an.ofHandle(i, l.Begin):
		case i.IsCall() && u.Index() == 0 && i.NumCallArgs() == 1 && i.CalledFunc() == l.Resume && i.CalleeArg() == 1 &&
			i.Flags&ir.FlagMustTail == 0 && i.Op != ir.OpCallBr:
			p.resumes = i
		case i.Op == ir.OpGEP && u.Index() == 0 && i.Type().IsPtr():
			for v := i.FirstUse(); v != nil; v = v.Next() {
				if x := v.User(); x.Op != ir.OpLoad && (x.Op != ir.OpStore || v.Index() != 1) || x.Order > ir.Monotonic {
					return nil, false
				}
			}
		default:
			return nil, false
		}
	}
	return p, true
}

// ofHandle reports a call of a function pointer that was read from the frame that it passes.
func (an *lifeAnalysis) ofHandle(call, begin *ir.Instr) bool {
	fn := ir.AsInstr(call.Callee())
	return fn != nil && an.facts.Effect(fn) == ReadsPart && fn.Arg(0) == ir.Value(begin) && call.CalleeArg() == 1
}

// plainFn looks at the uses of a function pointer read from the frame: only calls with the handle are plain.
func (an *lifeAnalysis) plainFn(p *plainUses, l *Lifetime, fn *ir.Instr) bool {
	k, ok := fn.Arg(1).(*ir.Const)
	if !ok || !k.IsInt() || k.Uint64() > 1 {
		return false
	}
	for u := fn.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if !i.IsCall() || i.Op == ir.OpCallBr || i.Flags&ir.FlagMustTail != 0 || u.Index() != i.CalleeArg() || i.NumCallArgs() != 1 ||
			i.Arg(0) != ir.Value(l.Begin) || i.CalleeArg() != 1 {
			return false
		}
		if k.IsZero() {
			p.resumes = i
		} else {
			p.ends[i] = true
		}
	}
	return true
}

// decidePlain answers for a plain handle, where the blocks alone give the answer.
func (an *lifeAnalysis) decidePlain(l *Lifetime) bool {
	p, ok := an.plain(l)
	if !ok || p.resumes != nil && an.givesItselfAway(l, p.resumes) {
		return false
	}
	path, at, kind := an.wayOut(l, p.ends)
	switch {
	case at == nil:
		return true
	case len(p.ends) > 0 || p.asks || kind != exitLeave:
		return false // what is known along the paths may rule it out
	}
	an.miss = missFound{kind: kind, at: at, s: newLifeState(), path: path}
	l.Miss = an.describe(l)
	return true
}

// givesItselfAway reports a coroutine that, when it is resumed by a call, tells others of its handle.
func (an *lifeAnalysis) givesItselfAway(l *Lifetime, call *ir.Instr) bool {
	if r, ok := an.leaving[l.Resume]; ok {
		return r
	}
	w := an.newWalk(an.f)
	w.root = true
	return w.leaves(call)
}

// wayOut is the shortest path by blocks from the creation to a place where the function is left, or to the creation again, that comes by
// none of some instructions. at is nil when there is none.
func (an *lifeAnalysis) wayOut(l *Lifetime, ends map[*ir.Instr]bool) (path []*ir.Block, at *ir.Instr, kind exitKind) {
	lf := an.funcInfo(an.f)
	if an.from == nil {
		an.from = make([]int32, len(lf.blocks))
		an.round = make([]int32, len(lf.blocks))
	}
	an.rounds++
	first := map[*ir.Block]*ir.Instr{} // the first end in a block
	for e := range ends {
		b := e.Block()
		if b == l.Begin.Block() && e.ComesBefore(l.Begin) {
			continue // met only after another round
		}
		if first[b] == nil || e.ComesBefore(first[b]) {
			first[b] = e
		}
	}
	home := lf.blockNo(l.Begin.Block())
	way := func(n int32) []*ir.Block {
		list := []*ir.Block{lf.blocks[n]}
		for n != home {
			n = an.from[n]
			list = append(list, lf.blocks[n])
		}
		slices.Reverse(list)
		return list
	}
	an.round[home] = an.rounds
	work := append(an.work[:0], home)
	var succs []*ir.Block
	for k := 0; k < len(work); k++ {
		n := work[k]
		b := lf.blocks[n]
		if first[b] != nil {
			continue
		}
		t := b.Terminator()
		if t == nil || leavesFunc(t) {
			an.work = work
			return way(n), t, exitLeave
		}
		succs = b.Succs(succs[:0])
		for _, s := range succs {
			to := lf.blockNo(s)
			if to == home {
				an.work = work
				return way(n), l.Begin, exitAgain
			}
			if an.round[to] != an.rounds {
				an.round[to], an.from[to] = an.rounds, n
				work = append(work, to)
			}
		}
	}
	an.work = work
	return nil, nil, exitNone
}

// leavesFunc reports a terminator that may end the function's execution other than by never coming back.
func leavesFunc(t *ir.Instr) bool {
	switch t.Op {
	case ir.OpRet, ir.OpResume:
		return true
	case ir.OpCleanupRet:
		return t.NumArgs() < 2
	case ir.OpCatchSwitch:
		a, ok := t.Aux.(*ir.CatchSwitchAux)
		return !ok || !a.HasUnwind
	}
	return false
}
