package split

// The skeleton of one coroutine: its id, begin, suspends and ends, found in one walk, and the small rewrites that bring the different
// spellings of the source to one form (saves made explicit, coro.frame replaced, the hidden promise uncovered, await suspends lowered,
// suspends that cannot suspend removed). It does not analyse values and builds no frame.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
)

// coroutine is everything coro-split knows about the function it splits.
type coroutine struct {
	c *Splitter
	m *ir.Module
	f *ir.Func

	id, begin *ir.Instr
	suspends  []*ir.Instr // in index order; a final one is last
	ends      []*ir.Instr // a fallthrough one first
	sizes     []*ir.Instr
	aligns    []*ir.Instr
	awaits    []*ir.Instr
	inRamp    []*ir.Instr
	transfers []*ir.Instr // resume calls made from await.suspend.handle
	promise   *ir.Instr   // alloca, or nil

	hasFinal  bool
	unwindEnd bool

	frame    *frame.Layout
	keep     map[*ir.Instr]bool // rematerialisable values kept in the frame instead
	framePtr ir.Value           // base of frame accesses: coro.begin, or its cast to the frame type in a typed module

	allocaSpill *ir.Block // AllocaSpillBB
	resumeEntry *ir.Block
	resumeSw    *ir.Instr

	pending map[ir.Value][]pendingRecord // debug records that wait for a reload
}

// collect walks the function once. It answers false when there is no coroutine to split: no coro.begin whose coro.id is still to be
// split. LLVM then neutralises what is left of the skeleton; so does neutralise.
func (co *coroutine) collect() (bool, error) {
	var frames, saves, promises []*ir.Instr
	finalAt := -1
	for b := co.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			switch ir.CoroCall(i) {
			case ir.CoroSize:
				co.sizes = append(co.sizes, i)
			case ir.CoroAlign:
				co.aligns = append(co.aligns, i)
			case ir.CoroFrame:
				frames = append(frames, i)
			case ir.CoroSave:
				if !i.HasUses() {
					saves = append(saves, i)
				}
			case ir.CoroSuspend:
				co.suspends = append(co.suspends, i)
				if ir.IsFinal(i) {
					if finalAt >= 0 {
						return false, ir.Errorf(i.Pos, "Only one suspend point can be marked as final")
					}
					finalAt = len(co.suspends) - 1
				}
			case ir.CoroSuspendRetcon, ir.CoroSuspendAsync:
				return false, ir.Errorf(i.Pos, "coro.id must be paired with coro.suspend")
			case ir.CoroBegin:
				id := ir.AsInstr(i.Arg(0))
				if id == nil || ir.CoroCall(id) != ir.CoroID {
					if err := coro.UnsupportedABI(co.f); err != nil {
						return false, err
					}
					return false, ir.Errorf(i.Pos, "coro.begin's first argument must be a coro.id")
				}
				if ir.IsPostSplit(id) {
					continue
				}
				if co.begin != nil {
					return false, ir.Errorf(i.Pos, "coroutine should have exactly one defining @llvm.coro.begin")
				}
				co.begin, co.id = i, id
			case ir.CoroEnd:
				if ir.IsUnwindEnd(i) {
					co.unwindEnd = true
					co.ends = append(co.ends, i)
					continue
				}
				co.ends = append(co.ends, i)
				if n := len(co.ends); n > 1 {
					if !ir.IsUnwindEnd(co.ends[0]) {
						return false, ir.Errorf(i.Pos, "Only one coro.end can be marked as fallthrough")
					}
					co.ends[0], co.ends[n-1] = co.ends[n-1], co.ends[0]
				}
			case ir.CoroIsInRamp:
				co.inRamp = append(co.inRamp, i)
			case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
				co.awaits = append(co.awaits, i)
			case ir.CoroPromise:
				promises = append(promises, i)
			}
		}
	}
	if co.begin == nil {
		co.neutralise(frames)
		return false, nil
	}
	if finalAt >= 0 {
		co.hasFinal = true
		last := len(co.suspends) - 1
		co.suspends[finalAt], co.suspends[last] = co.suspends[last], co.suspends[finalAt]
	}
	co.setBeginAttrs()
	for _, s := range saves {
		s.Erase()
	}
	for _, fr := range frames {
		ir.ReplaceUses(fr, co.begin)
		fr.Erase()
	}
	if err := co.explicitSaves(); err != nil {
		return false, err
	}
	return true, co.findPromise(promises)
}

// setBeginAttrs gives coro.begin the return attributes of a known allocation and takes noduplicate away.
func (co *coroutine) setBeginAttrs() {
	call := *co.begin.Call()
	call.Attrs = call.Attrs.Without(co.m, "noduplicate")
	call.RetAttrs = call.RetAttrs.With(co.m, ir.Attr{Name: "nonnull"}).With(co.m, ir.Attr{Name: "noalias"})
	co.begin.Aux = &call
}

// explicitSaves puts a coro.save in front of each suspend that has none.
func (co *coroutine) explicitSaves() error {
	for _, s := range co.suspends {
		if save := ir.AsInstr(s.Arg(0)); save != nil {
			if ir.CoroCall(save) != ir.CoroSave {
				return ir.Errorf(s.Pos, "coro.suspend's first argument must be a coro.save or none")
			}
			if !save.HasOneUse() {
				return ir.Errorf(s.Pos, "coro.save used by more than one coro.suspend")
			}
			continue
		}
		fn := ir.DeclareIntrinsic(co.m, ir.CoroSave)
		bld := ir.NewBuilder(co.m)
		bld.Before(s)
		save := bld.Call(fn, fn.FTy, "", []ir.Value{co.begin}, "")
		save.Meta = nil
		save.Pos = s.Pos
		s.SetArg(0, save)
	}
	return nil
}

// findPromise finds the promise alloca, uncovers it where coro-early hid it, and clears the operand of coro.id.
func (co *coroutine) findPromise(hidden []*ir.Instr) error {
	p := ir.StripCasts(co.id.Arg(ir.IdPromise))
	if c, ok := p.(*ir.Const); ok && c.IsZero() {
		return nil
	}
	a := ir.AsInstr(p)
	if a == nil || a.Op != ir.OpAlloca {
		return ir.Errorf(co.id.Pos, "coro.id promise must be an alloca")
	}
	co.promise = a
	for _, h := range hidden {
		if h.Arg(0) != ir.Value(co.begin) {
			continue
		}
		ir.ReplaceUses(h, co.castLike(a, h))
		h.Erase()
	}
	return nil
}

// castLike gives a value of h's type for the alloca: the alloca itself, or in a typed module its cast, placed at h.
func (co *coroutine) castLike(a, h *ir.Instr) ir.Value {
	if a.Type() == h.Type() {
		return a
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(h)
	return bld.PtrCast(a, h.Type())
}

// clearPromise makes the promise operand of coro.id null. A cast that only fed it goes; one with other users moves behind coro.begin,
// so that it may become an address in the frame.
func (co *coroutine) clearPromise() {
	if co.promise == nil {
		return
	}
	op := co.id.Arg(ir.IdPromise)
	co.id.SetArg(ir.IdPromise, co.m.Null(op.Type()))
	if cast := ir.AsInstr(op); cast != nil && cast != co.promise {
		if !cast.HasUses() {
			cast.Erase()
		} else {
			cast.MoveBefore(co.begin.Next())
		}
	}
}

// neutralise does what LLVM does to a function without a usable coro.begin: what asks for a frame gets poison, ends become
// unreachable. The presplit marker stays.
func (co *coroutine) neutralise(frames []*ir.Instr) {
	for _, fr := range frames {
		ir.ReplaceUses(fr, co.m.Poison(fr.Type()))
		fr.Erase()
	}
	for _, s := range co.suspends {
		ir.ReplaceUses(s, co.m.Poison(s.Type()))
		save := ir.AsInstr(s.Arg(0))
		s.Erase()
		if save != nil && !save.HasUses() {
			save.Erase()
		}
	}
	for _, e := range co.ends {
		cutBlock(co.m, e)
	}
}

// cutBlock replaces an instruction and all that follows it in its block by unreachable.
func cutBlock(m *ir.Module, i *ir.Instr) {
	b := i.Block()
	dead := b.SplitBefore(i, "")
	t := b.Terminator()
	t.Erase()
	b.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
	var buf []*ir.Block
	for _, s := range dead.Succs(buf) {
		s.RemovePhiEntry(dead)
	}
	b.Func().EraseBlocks(func(x *ir.Block) bool { return x == dead })
}

// lowerAwaits turns the await suspends into calls of their wrappers; for the handle form the returned coroutine is resumed at once.
func (co *coroutine) lowerAwaits() {
	for _, a := range co.awaits {
		kind := ir.CoroCall(a)
		call := *a.Call()
		m := co.m
		ret := m.Types.Void()
		switch kind {
		case ir.CoroAwaitBool:
			ret = m.Types.Int(1)
		case ir.CoroAwaitHandle:
			ret = a.Arg(0).Type()
		}
		params := []*ir.Type{a.Arg(0).Type(), a.Arg(1).Type()}
		call.FTy = m.Types.Func(ret, params, false)
		call.Explicit = false
		call.NArgs = 2
		if len(call.ArgAttrs) > 2 {
			call.ArgAttrs = call.ArgAttrs[:2:2]
		}
		// Operands: awaiter, frame, wrapper, bundle operands, callee, destinations.
		wrapper := a.Arg(2)
		args := []ir.Value{a.Arg(0), a.Arg(1)}
		callee := a.CalleeArg()
		for k := 3; k < callee; k++ {
			args = append(args, a.Arg(k))
		}
		args = append(args, co.calleeAs(a, wrapper, call.FTy))
		for k := callee + 1; k < a.NumArgs(); k++ {
			args = append(args, a.Arg(k))
		}
		n := m.NewInstr(a.Op, ret, args...)
		n.Aux, n.Flags, n.Pos, n.Meta = &call, a.Flags, a.Pos, a.Meta
		n.InsertBefore(a)
		n.Dbg, a.Dbg = a.Dbg, nil
		if a.HasUses() {
			ir.ReplaceUses(a, n)
		}
		n.TakeName(a)
		a.Erase()
		if kind == ir.CoroAwaitHandle {
			co.resumeReturned(n)
		}
	}
	co.awaits = nil
}

// calleeAs casts a function pointer operand to a callee of a function type in a typed module.
func (co *coroutine) calleeAs(at *ir.Instr, fn ir.Value, fty *ir.Type) ir.Value {
	if !co.m.TypedPtrs {
		return fn
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(at)
	return bld.PtrCast(fn, co.m.PtrTo(fty, 0))
}

// resumeReturned resumes the coroutine whose handle a wrapper returned and remembers the call as a symmetric transfer.
func (co *coroutine) resumeReturned(n *ir.Instr) {
	at := n.Next()
	if n.Op == ir.OpInvoke {
		at = n.NormalDest().FirstInsertionPt()
	}
	bld := ir.NewBuilder(co.m)
	bld.Before(at)
	bld.SetDebugLoc(n.DebugLoc())
	sub := ir.DeclareIntrinsic(co.m, ir.CoroSubFnAddr)
	addr := bld.Call(sub, sub.FTy, "", []ir.Value{n, co.m.ConstInt(co.m.Types.Int(8), 0)}, "")
	fty := co.m.Types.Func(co.m.Types.Void(), []*ir.Type{n.Type()}, false)
	fn := bld.PtrCast(addr, co.m.PtrTo(fty, 0))
	call := bld.Call(fn, fty, "fastcc", []ir.Value{n}, "")
	co.transfers = append(co.transfers, call)
}

// simplifySuspends removes suspends that cannot suspend because the coroutine resumes or destroys itself between save and suspend.
func (co *coroutine) simplifySuspends() {
	for k := 0; k < len(co.suspends); {
		s := co.suspends[k]
		if co.simplifySuspend(s) {
			last := len(co.suspends) - 1
			co.suspends[k] = co.suspends[last]
			co.suspends = co.suspends[:last]
			// The final suspend must stay last; it may just have been moved here.
			if co.hasFinal && k < last-1 && ir.IsFinal(co.suspends[k]) {
				co.suspends[k], co.suspends[last-1] = co.suspends[last-1], co.suspends[k]
			}
			continue
		}
		k++
	}
}

func (co *coroutine) simplifySuspend(s *ir.Instr) bool {
	if ir.IsFinal(s) {
		return false
	}
	prev := s.Prev()
	if prev == nil {
		p := s.Block().SinglePred()
		if p == nil {
			return false
		}
		prev = p.Terminator()
	}
	if prev == nil || prev.Op != ir.OpCall && prev.Op != ir.OpInvoke {
		return false
	}
	sub := ir.AsInstr(ir.StripCasts(prev.Callee()))
	if sub == nil || ir.CoroCall(sub) != ir.CoroSubFnAddr || sub.Arg(0) != ir.Value(co.begin) {
		return false
	}
	index, ok := sub.Arg(1).(*ir.Const)
	if !ok || index.Int64() < 0 || index.Int64() > 1 {
		return false
	}
	save := ir.AsInstr(s.Arg(0))
	if callsBetween(save, prev) {
		return false
	}
	ir.ReplaceUses(s, co.m.ConstInt(s.Type(), index.Int64()))
	s.Erase()
	if save != nil && !save.HasUses() {
		save.Erase()
	}
	if prev.Op == ir.OpInvoke {
		br := co.m.NewInstr(ir.OpBr, co.m.Types.Void(), prev.NormalDest())
		br.InsertBefore(prev)
		br.SetDebugLoc(prev.DebugLoc())
		prev.UnwindDest().RemovePhiEntry(prev.Block())
	}
	callee := ir.AsInstr(prev.Callee())
	prev.Erase()
	for callee != nil && !callee.HasUses() {
		next := ir.AsInstr(callee.Arg(0))
		stop := callee == sub
		callee.Erase()
		if stop {
			break
		}
		callee = next
	}
	return true
}

// callsBetween reports whether a call other than of an intrinsic may run between two instructions, of which the first dominates.
func callsBetween(from, to *ir.Instr) bool {
	scan := func(i, end *ir.Instr) bool {
		for ; i != nil && i != end; i = i.Next() {
			if !i.IsCall() {
				continue
			}
			if f := i.CalledFunc(); f == nil || !f.IsIntrinsic() {
				return true
			}
			switch ir.CoroCall(i) {
			case ir.CoroAwaitVoid, ir.CoroAwaitBool, ir.CoroAwaitHandle:
				return true
			}
		}
		return false
	}
	if from.Block() == to.Block() {
		return scan(from.Next(), to)
	}
	if scan(from.Next(), nil) || scan(to.Block().First(), to) {
		return true
	}
	seen := map[*ir.Block]bool{from.Block(): true, to.Block(): true}
	work := to.Block().Preds(nil)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if scan(b.First(), nil) {
			return true
		}
		work = b.Preds(work)
	}
	return false
}
