// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about freeing the frame: which calls free it, how often, and when.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// ownFrees returns the coro.free calls of this coroutine.
func (k *checker) ownFrees() []*ir.Instr {
	var out []*ir.Instr
	for _, fr := range k.calls[ir.CoroFree] {
		if id := ir.AsInstr(fr.Arg(0)); id != nil && id != k.id {
			continue
		}
		if h := ir.AsInstr(ir.StripCasts(fr.Arg(1))); h != nil && h != k.begin && ir.CoroCall(h) == ir.CoroBegin {
			continue
		}
		out = append(out, fr)
	}
	return out
}

// releases returns the calls that free the memory that a coro.free returns.
func releases(fr *ir.Instr) []*ir.Instr {
	var out []*ir.Instr
	for _, c := range freeingCalls(fr) {
		if ir.FreesMemory(c.CalledFunc()) {
			out = append(out, c)
		}
	}
	return out
}

// checkFrees runs the rules about freeing the frame.
func (k *checker) checkFrees() {
	if k.begin == nil {
		return
	}
	k.checkRawFree()
	k.checkTwoFrees()
	k.checkRampFrees()
	k.checkFreesNull()
	if !k.lowering {
		k.checkFreesVariable()
		k.checkSuspendsFreed()
		k.checkOverwritten(k.begin)
	}
}

// checkFreesVariable reports a free of a variable, which no allocator returned.
func (k *checker) checkFreesVariable() {
	for _, c := range k.frees {
		if c.NumCallArgs() == 0 {
			continue
		}
		what, at := "", ir.Pos(0)
		switch v := ir.Underlying(c.Arg(0)).(type) {
		case *ir.Global:
			what, at = "@"+v.Name, v.Pos
		case *ir.Instr:
			if v.Op == ir.OpAlloca {
				what, at = k.nameOf(v), v.Pos
			}
		}
		if what == "" {
			continue
		}
		e := k.report(rule.RuleFreeOffset, c.Pos, "%s is freed here, which no allocator returned", what)
		note(e, at, "it is here")
		hint(e, "free the address that the allocator returned: coro.free returns the address of the frame")
	}
}

// checkSuspendsFreed reports a suspend that the coroutine reaches after it freed its frame. The next
// resume, or the destroy, uses the frame.
func (k *checker) checkSuspendsFreed() {
	p := k.newPaths()
	p.returnsOnly = true
	for _, fr := range k.ownFrees() {
		for _, c := range releases(fr) {
			if n := k.flow.dom.Index(c.Block()); n < 0 || !k.flow.has(aWait, n) {
				continue
			}
			passed := false
			p.walk(position{at: c.Block()}, func(i *ir.Instr, _ *position) bool {
				passed = passed || i == c
				switch ir.CoroCall(i) {
				case ir.CoroEnd:
					return !passed
				case ir.CoroSuspend:
					if !passed {
						return true
					}
					e := k.once(c, rule.RuleAfterFree, i.Pos, "the coroutine suspends here after its frame was freed")
					note(e, c.Pos, "it is freed here")
					hint(e, "branch to the block with coro.end after the call that frees the frame")
					return false
				}
				return true
			})
			clear(p.seen)
		}
	}
}

// ptrSize returns the number of bytes of a pointer.
func (k *checker) ptrSize() int64 {
	if k.c.Layout == nil {
		return 0
	}
	return k.c.Layout.PtrSize(0)
}

// checkOverwritten reports a frame that is moved, copied or overwritten as a block of memory, and a
// store to the two words at its start, which hold the functions that resume and destroy it. Their
// place and the frame's address belong to the coroutine.
func (k *checker) checkOverwritten(handle *ir.Instr) {
	usesOf([]*ir.Instr{handle}, func(u *ir.Use, on func(*ir.Instr)) {
		i, what := u.User(), ""
		switch {
		case i.Op == ir.OpBitCast:
			on(i)
		case i.Op == ir.OpGEP && k.constantOffset(i):
			if off, _ := k.c.Layout.GEPOffset(i.ElemTy, i.Operands(1)); off >= 0 && off < 2*k.ptrSize() {
				on(i)
			}
		case i.Op == ir.OpStore && u.Index() == 1:
			what = "written to: its first two words hold the functions that resume and destroy it"
		case i.IsCall() && i.CalledFunc() != nil && u.Index() < i.NumCallArgs():
			switch f := i.CalledFunc(); {
			case f.Name == "realloc" && u.Index() == 0:
				what = "moved by realloc, but the handle and the coroutine's variables keep their addresses"
			case f.Intrinsic().IsMemSet():
				what = "overwritten"
			case f.Intrinsic().IsMemCopy() && u.Index() == 0:
				what = "overwritten"
			case f.Intrinsic().IsMemCopy():
				what = "copied, but its variables keep their addresses"
			}
		}
		if what == "" || k.flow.dom.Index(i.Block()) < 0 {
			return
		}
		e := k.once(i, rule.RuleOverwritten, i.Pos, "the frame is %s", what)
		note(e, handle.Pos, "the frame's address comes from here")
		hint(e, "access the frame only through the coroutine's promise, and move the handle instead of the frame")
	})
}

// checkFreesNull reports a call that frees the frame only where coro.free returned null.
func (k *checker) checkFreesNull() {
	for _, fr := range k.ownFrees() {
		for u := fr.FirstUse(); u != nil; u = u.Next() {
			cmp := u.User()
			for v := cmp.FirstUse(); cmp.Op == ir.OpICmp && v != nil; v = v.Next() {
				heap := nullTest(v.User())
				if heap == nil {
					continue
				}
				null := v.User().Arg(1).(*ir.Block)
				if null == heap {
					null = v.User().Arg(2).(*ir.Block)
				}
				for _, c := range releases(fr) {
					if !k.flow.dom.EdgeDominates(v.User().Block(), null, c.Block()) {
						continue
					}
					e := k.once(fr, rule.RuleFreeMissing, c.Pos,
						"the frame is freed only where coro.free returned null, so it is never freed")
					note(e, cmp.Pos, "the test is here")
					hint(e, "free the frame on the other edge: null means that the frame is in the caller")
				}
			}
		}
	}
}

// checkRawFree reports a frame that is freed without coro.free although the coroutine calls
// coro.alloc. If coro.alloc returned false, the memory belongs to the caller.
func (k *checker) checkRawFree() {
	own := false
	for _, i := range k.calls[ir.CoroAlloc] {
		own = own || ir.AsInstr(i.Arg(0)) == k.id
	}
	if !own {
		return
	}
	for _, root := range append([]*ir.Instr{k.begin}, k.calls[ir.CoroFrame]...) {
		work := []*ir.Instr{root}
		for n := 0; n < len(work) && n < 64; n++ {
			for u := work[n].FirstUse(); u != nil; u = u.Next() {
				i := u.User()
				switch {
				case i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast:
					work = append(work, i)
				case i.IsCall() && u.Index() == 0 && ir.FreesMemory(i.CalledFunc()) && k.flow.dom.Index(i.Block()) >= 0:
					e := k.once(root, rule.RuleRawFree, i.Pos,
						"the frame is freed without coro.free, which says whether it must be freed")
					note(e, root.Pos, "the frame's address comes from here")
					note(e, k.calls[ir.CoroAlloc][0].Pos,
						"the memory belongs to the caller if coro.alloc returns false")
					hint(e, "free the pointer that llvm.coro.free returns for this frame")
				}
			}
		}
	}
}

// checkTwoFrees reports a call that frees the frame if another such call dominates it.
func (k *checker) checkTwoFrees() {
	var all []*ir.Instr
	for _, fr := range k.ownFrees() {
		all = append(all, releases(fr)...)
	}
	if len(all) < 2 {
		return
	}
	above := k.flow.nearest(all)
	for _, b := range all {
		if k.flow.dom.Index(b.Block()) < 0 {
			continue
		}
		if a := above(b); a != nil {
			e := k.report(rule.RuleTwoFrees, b.Pos, "the frame is freed a second time")
			note(e, a.Pos, "the first free is here")
			hint(e, "remove this call, or make sure that each path has only one of them")
		}
	}
}

// checkRampFrees reports a default edge that leads to a call that frees the frame: the coroutine
// stays suspended without a frame.
func (k *checker) checkRampFrees() {
	freeIn := map[*ir.Block]*ir.Instr{}
	for _, fr := range k.ownFrees() {
		for _, c := range releases(fr) {
			if freeIn[c.Block()] == nil {
				freeIn[c.Block()] = c
			}
		}
	}
	if len(freeIn) == 0 {
		return
	}
	stop := map[*ir.Block]bool{}
	for _, id := range []ir.Intrinsic{ir.CoroEnd, ir.CoroSuspend} {
		for _, i := range k.calls[id] {
			stop[i.Block()] = true
		}
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		out, at, known := arm(s, -1)
		if !known {
			if ir.IsFinal(s) && !s.HasUses() {
				k.checkUnusedFinal(s, freeIn, stop)
			}
			continue
		}
		for b, n := out, 0; b != nil && n < 16; b, n = k.frameIsOnHeap(b), n+1 {
			if call := freeIn[b]; call != nil && !k.endBefore(b, call) {
				e := k.once(out, rule.RuleRampFrees, at.Pos,
					"the default edge of the suspend leads to the call that frees the frame, so the suspended "+
						"coroutine has no frame")
				note(e, s.Pos, "the suspend is here")
				note(e, call.Pos, "the frame is freed here")
				hint(e, "branch to the block with coro.end on the default edge: -1 means that the coroutine "+
					"stays suspended")
				if to := k.commonArm(s, -1); to != nil && to != out && at.Op == ir.OpSwitch {
					fix(e, ir.FixDefault, at.Pos, 0, "label %"+ir.QuoteName(to.Name()), nil)
				}
				break
			}
			if stop[b] {
				break
			}
		}
	}
}

// checkUnusedFinal reports a final suspend with an unused result before the call that frees the
// frame: the coroutine runs on, so its creator has the handle of a freed frame.
func (k *checker) checkUnusedFinal(s *ir.Instr, freeIn map[*ir.Block]*ir.Instr, stop map[*ir.Block]bool) {
	for b, n := s.Block(), 0; b != nil && n < 16; b, n = k.frameIsOnHeap(b), n+1 {
		call := freeIn[b]
		switch {
		case n == 0 && call != nil && !k.flow.dom.InstrDominates(s, call):
			return
		case call != nil && (n == 0 || !k.endBefore(b, call)):
			e := k.report(rule.RuleRampFrees, s.Pos,
				"the result of the final suspend is unused, so the coroutine frees its frame here and is never suspended")
			note(e, call.Pos, "the frame is freed here")
			hint(e, "switch on the result, with `i8 1` to the block that frees the frame and the default edge to the "+
				"block with coro.end")
			return
		case n > 0 && stop[b]:
			return
		}
	}
}

// frameIsOnHeap returns the block that control reaches from b if the frame is on the heap: the only
// successor, or the one that the usual test selects,
//
//	%frame = call ptr @llvm.coro.free(token %id, ptr %hdl)
//	%need = icmp ne ptr %frame, null
//	br i1 %need, label %release, label %out
//
// It returns nil if the branch depends on anything else.
func (k *checker) frameIsOnHeap(b *ir.Block) *ir.Block {
	if to := b.SingleSucc(); to != nil {
		return to
	}
	return nullTest(b.Terminator())
}

// nullTest returns the block to which a branch leads if the result of a coro.free is not null, or
// nil if the branch is no such test.
func nullTest(t *ir.Instr) *ir.Block {
	if t.Op != ir.OpBr || t.NumArgs() != 3 {
		return nil
	}
	cmp := ir.AsInstr(t.Arg(0))
	if cmp == nil || cmp.Op != ir.OpICmp || cmp.Pred() != ir.PredEQ && cmp.Pred() != ir.PredNE {
		return nil
	}
	c, ok := cmp.Arg(1).(*ir.Const)
	fr := ir.AsInstr(ir.StripCasts(cmp.Arg(0)))
	if !ok || c.Kind != ir.ConstNull || fr == nil || ir.CoroCall(fr) != ir.CoroFree {
		return nil
	}
	if cmp.Pred() == ir.PredNE {
		return t.Arg(1).(*ir.Block)
	}
	return t.Arg(2).(*ir.Block)
}

// endBefore reports whether a coro.end or a suspend precedes an instruction in its block.
func (k *checker) endBefore(b *ir.Block, i *ir.Instr) bool {
	for x := b.First(); x != nil && x != i; x = x.Next() {
		if c := ir.CoroCall(x); c == ir.CoroEnd || c == ir.CoroSuspend {
			return true
		}
	}
	return false
}
