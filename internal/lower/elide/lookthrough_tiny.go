package elide

// Tiny glue in a coroutine that was not split: await_ready of a standard awaiter, await_resume and
// other accessors, a promise's constructor, yield_value that stores its argument. Their calls are
// inlined before the split, so that a suspend that never happens goes, and what only such calls
// looked at needs no place in the frame.
//
// What is not inlined: anything that calls, and anything between the save of a suspend and the
// suspend. There await_suspend runs, in modules that call it directly: it may resume or destroy the
// coroutine, on another thread, before it returns, so that its code must not be mixed with the
// coroutine's.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on what goes into coroutines by itself.
const (
	maxInstant     = 8       // instructions, simplified; markers do not count
	maxInstantBody = 60      // the same as it stands
	maxInstantText = 4 << 10 // bytes of a function's text; a larger one is not read for this
	maxTinyText    = 16 << 10
)

// instants inlines the calls of tiny glue in a coroutine that was not split.
func (lt *looker) instants() bool {
	if !ir.IsPresplit(lt.c.M, lt.f) {
		return false
	}
	waiting := suspending(lt.f)
	ready := finalReady(lt.f)
	var never *candidate
	changed := false
	for _, call := range directCalls(lt.f) {
		g := call.CalledFunc()
		if call.Block() == nil || waiting[call] || lt.c.tooLong(g, maxInstantText) {
			continue
		}
		x := lt.instant(g)
		switch {
		case x == nil:
		case call == ready && returnsTrue(x.f):
			never = x
		default:
			changed = lt.c.inline(call, x) != nil || changed
		}
	}
	if never != nil {
		opt.Simplify(lt.c.M, lt.f, lt.c.Layout)
		changed = true
		if ready.Block() != nil && !suspendsEarlier(lt.f) {
			lt.c.inline(ready, never)
		}
	}
	return changed
}

// onlyRead reports a function that this unit does not print.
func (c *State) onlyRead(g *ir.Func) bool { return c.TextSize != nil && c.TextSize(g) > 0 }

// tooLong reports a function that is only read here, and of which the text is too long for it to be
// of use: it need not be loaded.
func (c *State) tooLong(g *ir.Func, limit int) bool {
	return c.TextSize != nil && c.TextSize(g) > limit
}

// instant gives the glue of a function that may go into a coroutine that was not split, nil where
// it may not.
func (lt *looker) instant(g *ir.Func) *candidate {
	if !lt.c.smallBody(g, maxInstantBody) {
		return nil
	}
	x := lt.c.candidateOf(g)
	if x.instant == 0 {
		x.instant = 1
		if x.f != nil && !x.creates && instantBody(x.f) {
			x.instant = 2
		}
	}
	if x.instant == 1 {
		return nil
	}
	return x
}

// instantBody looks for what is too much, or of the wrong kind.
func instantBody(f *ir.Func) bool {
	n := 0
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if !isMarker(i) {
				n++
			}
			if n > maxInstant || i.IsCall() && !harmless(i) || i.Op == ir.OpAlloca && b != f.Entry() ||
				i.Op == ir.OpLandingPad {
				return false
			}
			for k := range i.NumArgs() {
				if opt.ThreadBound(i.Arg(k)) {
					return false // it may be the address for a thread that the coroutine has left when it is used
				}
			}
		}
	}
	return true
}

// isMarker reports calls that make no code.
func isMarker(i *ir.Instr) bool {
	id := ir.CalledIntrinsic(i)
	return id.IsLifetime() || id.IsDebug() || id == ir.Assume
}

// harmless reports calls of intrinsics that are no more than an instruction.
func harmless(i *ir.Instr) bool {
	return isMarker(i) || ir.IsLaundering(i) || ir.CalledIntrinsic(i).Is(ir.OneInstr)
}

// suspending finds the calls that may run between a save of the coroutine's state and the suspend
// that it is for.
func suspending(f *ir.Func) map[*ir.Instr]bool {
	calls := map[*ir.Instr]bool{}
	open := map[*ir.Block]bool{} // entered between the two
	var work []*ir.Block
	through := func(b *ir.Block, from *ir.Instr, saved bool) {
		for i := from; i != nil; i = i.Next() {
			switch ir.CoroCall(i) {
			case ir.CoroSave:
				saved = true
			case ir.CoroSuspend:
				saved = false
			case ir.NotCoro:
				if saved && i.IsCall() {
					calls[i] = true
				}
			}
		}
		if !saved {
			return
		}
		last := b.Last()
		for _, s := range b.Succs(nil) {
			if last.Op == ir.OpInvoke && s == last.UnwindDest() && ir.CoroCall(last).IsAwait() {
				continue // await_suspend is over, and the coroutine goes on
			}
			if !open[s] {
				open[s] = true
				work = append(work, s)
			}
		}
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		through(b, b.First(), false)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		through(b, b.First(), true)
	}
	return calls
}

// finalReady gives the call that decides whether the final suspend happens, in a coroutine that an
// exception can leave; nil where there is none. When an exception leaves a coroutine it counts as
// suspended there: somebody may destroy it, and must not destroy its locals again. The split can
// mark that only while there is a final suspend, so one that never happens has to stay, unless the
// coroutine suspends nowhere else either: then nobody has its handle.
func finalReady(f *ir.Func) *ir.Instr {
	var final *ir.Instr
	unwinds := false
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			switch ir.CoroCall(i) {
			case ir.CoroSuspend:
				if ir.IsFinal(i) {
					final = i
				}
			case ir.CoroEnd:
				unwinds = unwinds || ir.IsUnwindEnd(i)
			}
		}
	}
	if final == nil || !unwinds {
		return nil
	}
	b := final.Block()
	for range f.NumBlocks() {
		if b = b.SinglePred(); b == nil {
			return nil
		}
		if t := b.Terminator(); t.Op == ir.OpBr && t.NumArgs() == 3 {
			call, _ := t.Arg(0).(*ir.Instr)
			if call == nil || !call.IsCall() {
				return nil
			}
			return call
		}
	}
	return nil
}

// returnsTrue reports a function that does nothing but return true.
func returnsTrue(f *ir.Func) bool {
	t := f.Entry().Terminator()
	if t == nil || t.Op != ir.OpRet || t.NumArgs() != 1 {
		return false
	}
	c, ok := t.Arg(0).(*ir.Const)
	return ok && c.IsTrue()
}

// suspendsEarlier reports a suspend that is not the final one.
func suspendsEarlier(f *ir.Func) bool {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if ir.CoroCall(i) == ir.CoroSuspend && !ir.IsFinal(i) {
				return true
			}
		}
	}
	return false
}
