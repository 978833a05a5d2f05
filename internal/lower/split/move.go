package split

// The body of a coroutine is as good as all of its last part, and the ramp little of it: what runs up to the first suspends. Where that is known, the
// body is moved to the part and the ramp is a copy, in place of a copy of all that is thrown away when the ramp is cleaned up. It is known of a
// coroutine whose suspends are decided at once where control comes back from them: `switch i8 %s, label %suspend [...]`.
//
// Nothing of this shows in what is printed: who takes the parts has coro-cleanup next, which removes what a ramp does not reach. What could show is
// left to copying: debug info, exceptions, phis that would lose entries, and names that are asked for meanwhile.

import (
	"cmp"
	"errors"
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
)

// ErrMoved tells that a part was wanted when the body had been moved to the one before: that one could not be turned into it (Result.Twin), as was
// expected. The unit has to be read and split again, without Splitter.Moves.
var ErrMoved = errors.New("the body of a coroutine was moved before its last part was made")

// move moves the body to a part that all others behind it are expected to be turned from, if what the ramp needs of it is known. The error is ErrMoved.
func (co *switched) move(part int) error {
	if co.moved != nil {
		return ErrMoved
	}
	k := cloneKind(part)
	if co.c.Moves == 0 || co.F.NumIDs() < co.c.Moves || !co.turnsFrom(k) || len(co.F.Taken) > 0 || co.wantNoalloc() || co.F.HasAttr("optnone") ||
		debuginfo.SubprogramOf(co.F) != nil || co.cleansMore() {
		return nil
	}
	stay := co.reachedFirst()
	if stay == nil {
		return nil
	}
	stay.Wanted = append([]*ir.Instr{co.ID, co.Begin, co.framePtr.(*ir.Instr), co.alloc}, co.Ends...)
	stay.Wanted = append(stay.Wanted, co.InRamp...)
	if co.alloc == nil {
		stay.Wanted[3] = co.Begin
	}
	co.moved, co.left = co.F.MoveBody(co.clones[k], co.noParams(), stay)
	co.c.Stats.Copied += co.F.NumIDs()
	return nil
}

// turnsFrom reports whether the parts behind one are likely to be turned from it: see noteResults and noteFrees.
func (co *switched) turnsFrom(k cloneKind) bool {
	if k == cloneResume && (co.HasFinal || co.mayBeElided() || co.marksTailCalls()) {
		return false
	}
	for ; k <= cloneCleanup; k++ {
		if co.F.HasName(k.entryName()) {
			return false
		}
	}
	return true
}

// cleansMore reports whether coro-cleanup may find more to do in the coroutine than to take what is left of its own skeleton away: something that it
// would find in what is not left for it, or in a part, which is then another than the next.
func (co *switched) cleansMore() bool {
	for _, f := range co.m.Funcs {
		if f.Declared && (f.Intrinsic() == ir.CoroSubFnAddr || co.c.Target.Runtime(f.Name) != "") {
			return true
		}
	}
	return false
}

// reachedFirst finds the blocks that the first activation comes to, where suspends do suspend, and what they lead to besides. nil: there
// is something in them by which a copy of them could be told from what is left of a copy of all.
func (co *switched) reachedFirst() *ir.Stay {
	w := &firstWalk{Stay: ir.Stay{Known: map[*ir.Instr]*ir.Const{}}, seen: make([]bool, co.F.NumIDs())}
	w.enter(co.F.Entry())
	var few [8]*ir.Block
	for len(w.Blocks) < len(w.list) {
		b := w.list[len(w.Blocks)]
		w.Blocks = append(w.Blocks, b)
		if to := w.decided(b); to != nil {
			w.enter(to)
			continue
		}
		for _, x := range b.Succs(few[:0]) {
			w.enter(x)
		}
	}
	byPlace := func(a, b *ir.Block) int { return cmp.Compare(a.ID, b.ID) }
	slices.SortFunc(w.Blocks, byPlace)
	for _, b := range w.Blocks {
		if !w.plain(b) {
			return nil
		}
	}
	slices.SortFunc(w.Ends, byPlace)
	if w.Ends = slices.Compact(w.Ends); len(w.Ends) == 0 {
		return nil
	}
	return &w.Stay
}

// firstWalk is the state of reachedFirst.
type firstWalk struct {
	ir.Stay
	list []*ir.Block
	seen []bool // by ID
}

func (w *firstWalk) enter(b *ir.Block) {
	if !w.seen[b.ID] {
		w.seen[b.ID] = true
		w.list = append(w.list, b)
	}
}

// decided gives the block to which a switch over what a suspend gives goes in the first activation; nil for a block that ends in no such switch. Where control
// comes back from a suspend is before that.
func (w *firstWalk) decided(b *ir.Block) *ir.Block {
	if p := b.First(); atLanding(p) {
		w.Known[p] = p.Arg(0).(*ir.Const)
	}
	t := b.Terminator()
	if t.Op != ir.OpSwitch {
		return nil
	}
	given := w.Known[ir.AsInstr(t.Arg(0))]
	if given == nil {
		return nil
	}
	for k := range t.NumCases() {
		if ir.SameValue(t.CaseValue(k), given) {
			return t.CaseDest(k)
		}
	}
	return t.Arg(1).(*ir.Block)
}

// atLanding reports the phi behind a suspend that makeResumeEntry made.
func atLanding(p *ir.Instr) bool {
	if p.Op != ir.OpPhi || p.NumArgs() != 2 {
		return false
	}
	s := ir.AsInstr(p.Arg(1))
	return s != nil && ir.CoroCall(s) == ir.CoroSuspend && p.PhiBlocks()[1] == s.Block()
}

// plain reports whether nothing in a block that is reached depends on what becomes of the others, and notes which of these it leads to. Removing these takes
// entries out of phis, in an order that they keep; what invokes become depends on who uses their results.
func (w *firstWalk) plain(b *ir.Block) bool {
	for i := b.First(); i != nil; i = i.Next() {
		if len(i.Dbg) > 0 {
			return false
		}
		if i.Op != ir.OpPhi || w.Known[i] != nil {
			continue
		}
		for _, from := range i.PhiBlocks() {
			if !w.seen[from.ID] {
				return false
			}
		}
	}
	t := b.Terminator()
	switch t.Op {
	case ir.OpBr, ir.OpRet, ir.OpUnreachable:
	case ir.OpSwitch:
		if def := t.Arg(1).(*ir.Block); !w.seen[def.ID] {
			return false
		}
		for k := range t.NumCases() {
			if to := t.CaseDest(k); !w.seen[to.ID] {
				w.Ends = append(w.Ends, to)
			}
		}
	default:
		return false
	}
	return true
}

// stayed makes the copy of what the ramp needs what the coroutine is from now on.
func (co *switched) stayed() {
	if co.moved == nil {
		return
	}
	at := func(k int) *ir.Instr { return co.left[k] }
	co.ID, co.Begin, co.framePtr = at(0), at(1), at(2)
	if co.alloc != nil {
		co.alloc = at(3)
	}
	rest := co.left[4:]
	ends, asks := rest[:len(co.Ends)], rest[len(co.Ends):]
	gone := func(i *ir.Instr) bool { return i == nil }
	co.Ends, co.InRamp = slices.DeleteFunc(ends, gone), slices.DeleteFunc(asks, gone)
}
