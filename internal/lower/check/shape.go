// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Rules about the skeleton of one coroutine: its attribute, coro.id, coro.begin, coro.save,
// coro.suspend and coro.end, and the edges that leave a suspend. These rules see only well-typed
// calls in reachable blocks.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/target"
)

// checkCoroutine runs the rules about the function as a whole.
func (k *checker) checkCoroutine() {
	k.checkTokens()
	k.checkMixedABI()
	k.findIDs()
	if k.otherABI() != nil {
		k.checkOtherABI()
		return // the other rules are about the switched ABI
	}
	if len(k.ids) == 0 && len(k.calls[ir.CoroID]) > 0 {
		return // a ramp that is already split, or a function into which such ramps were inlined
	}
	if len(k.ids) == 0 {
		if !k.brokenID() {
			k.checkOutside()
		}
		return
	}
	k.checkMarker()
	if k.marked() {
		k.checkArguments()
		k.checkClaims()
	}
	k.checkBegins()
	k.needFlow()
	k.checkSuspends()
	k.checkEnds()
	k.checkEdges()
	k.checkResumeArms()
	k.checkOpaque()
	k.checkMustTail()
	k.checkPromise()
	k.checkSizes()
	k.checkAlignedAlloc()
	k.checkBeginMemory()
	k.checkAllocation()
	k.checkFrees()
	k.checkOwnHandle()
	k.checkFrame()
	k.checkAcross()
	k.checkThrown()
}

// checkOtherABI reports every error that would stop splitting, unless a rule has already reported
// one at the same position.
func (k *checker) checkOtherABI() {
	if k.lowering {
		return
	}
	reported := map[ir.Pos]bool{}
	for _, e := range k.list {
		reported[e.Pos] = true
	}
	wrong, refused, heap := split.Wrong(k.c, k.f)
	for _, e := range wrong {
		if !reported[e.Pos] {
			k.list = append(k.list, e)
		}
	}
	if l := k.calls[ir.CoroBegin]; len(l) > 0 {
		k.begin = l[0]
		for n := range refused {
			k.reportRefused(&refused[n])
		}
		k.reportOnHeap(heap)
	}
	k.needFlow()
	k.checkTaskMemory()
}

// findIDs collects the coro.id calls that splitting has not lowered yet.
func (k *checker) findIDs() {
	for _, i := range k.calls[ir.CoroID] {
		if !ir.IsPostSplit(i) {
			k.ids = append(k.ids, i)
		}
	}
	if len(k.ids) > 0 {
		k.id = k.ids[0]
	}
}

// checkOutside reports intrinsics that have no meaning in a function without a coro.id.
func (k *checker) checkOutside() {
	for id := ir.CoroAlloc; id < ir.CoroOther; id++ {
		switch id {
		case ir.CoroBegin, ir.CoroBeginCustomABI, ir.CoroAlloc:
			continue // their token has its own rule
		}
		if !id.Is(ir.InBody) {
			continue
		}
		for _, i := range k.calls[id] {
			e := k.once(id, rule.RuleOutside, i.Pos, "llvm.coro.%s in @%s, which has no coro.id",
				id.CoroWord(), k.f.Name)
			note(e, k.f.Pos, "this function is no coroutine")
			hint(e, "start the coroutine with llvm.coro.id and llvm.coro.begin, or remove the call")
		}
	}
}

// checkMarker verifies the presplit attribute. Without it, LLVM silently leaves the coroutine
// unsplit.
func (k *checker) checkMarker() {
	str := k.f.Attrs.GetStr(k.m, ir.PresplitString)
	enum := k.f.HasAttr(ir.PresplitAttr)
	if enum || str != nil && k.m.TypedPtrs || k.m.Has(ir.InferredMark) {
		return
	}
	if str == nil && !k.lowering && k.f.Attrs != nil && k.f.Attrs.Lost {
		return // the input is an excerpt that lacks the attribute group, so the attributes are unknown
	}
	if str != nil {
		e := k.report(rule.RuleOldSpelling, k.f.Pos,
			`@%s is marked "coroutine.presplit", which LLVM 15 and later do not read, so the coroutine is never split`,
			k.f.Name)
		note(e, k.id.Pos, "the coroutine begins here")
		hint(e, "add presplitcoroutine to the function's attributes, instead of \"coroutine.presplit\"")
		fix(e, ir.FixAttr, k.f.Pos, 0, ir.PresplitAttr, nil)
		return
	}
	word := ir.PresplitAttr
	if k.m.TypedPtrs {
		word = `"coroutine.presplit"="0"`
	}
	e := k.report(rule.RuleMissing, k.f.Pos, "@%s is a coroutine without the presplit attribute, so it is never split",
		k.f.Name)
	note(e, k.id.Pos, "the coroutine begins here")
	hint(e, "add %s to the function's attributes", word)
	fix(e, ir.FixAttr, k.f.Pos, 0, word, nil)
}

// checkArguments reports parameters in memory that the caller releases when the ramp returns.
func (k *checker) checkArguments() {
	for _, p := range k.f.Params {
		for _, word := range [...]string{"inalloca", "preallocated"} {
			if p.Attrs.Has(k.m, word) {
				e := k.report(rule.RuleInAlloca, p.Pos,
					"@%s is a coroutine with an %s parameter, whose memory is gone when its ramp returns",
					k.f.Name, word)
				note(e, k.id.Pos, "the coroutine begins here")
				hint(e, "pass the object byval, or its address")
			}
		}
	}
}

// checkClaims reports the attributes that become false when the function is split, and that
// splitting therefore removes. For example, a coroutine that suspends is never noreturn.
func (k *checker) checkClaims() {
	var words []byte
	for _, a := range ir.BrokenClaims(k.m, k.f.Attrs) {
		if words != nil {
			words = append(words, ", "...)
		}
		words = a.Append(words, false)
	}
	if words == nil || len(k.calls[ir.CoroSuspend]) == 0 {
		return
	}
	e := k.report(rule.RuleClaim, k.f.Pos, "@%s is a coroutine marked %s, but its ramp returns at the first "+
		"suspend and writes to the frame", k.f.Name, words)
	note(e, k.calls[ir.CoroSuspend][0].Pos, "it suspends here")
	hint(e, "remove the attributes here and at its calls; splitting removes them from the function")
}

// checkTokens verifies the token operands of coro.begin, coro.alloc and coro.free, for every ABI.
func (k *checker) checkTokens() {
	isID := func(v ir.Value) bool {
		i := ir.AsInstr(v)
		return i != nil && ir.CoroCall(i).IsAnyID()
	}
	isNone := func(v ir.Value) bool {
		c, ok := v.(*ir.Const)
		return ok && c.Kind == ir.ConstNone
	}
	for _, id := range []ir.Intrinsic{ir.CoroBegin, ir.CoroBeginCustomABI} {
		for _, i := range k.calls[id] {
			if isID(i.Arg(0)) {
				continue
			}
			what := "is not a coro.id"
			if isNone(i.Arg(0)) {
				what = "is none"
			}
			e := k.report(rule.RuleBeginToken, i.Pos, "the token of coro.begin %s", what)
			for _, c := range k.calls[ir.CoroID] {
				note(e, c.Pos, "the coro.id is here")
				break
			}
			hint(e, "pass the result of coro.id")
			k.fixToken(e, i)
		}
	}
	for _, i := range k.calls[ir.CoroAlloc] {
		if !isID(i.Arg(0)) {
			e := k.report(rule.RuleIDToken, i.Pos, "the token of coro.alloc is not a coro.id")
			hint(e, "pass the result of coro.id")
			k.fixToken(e, i)
		}
	}
	for _, i := range k.calls[ir.CoroFree] {
		if !isID(i.Arg(0)) && !isNone(i.Arg(0)) {
			e := k.report(rule.RuleIDToken, i.Pos, "the token of coro.free is not a coro.id")
			hint(e, "pass the result of coro.id")
			k.fixToken(e, i)
		}
	}
}

// fixToken sets the fix to pass the only coro.id of the function, if it precedes the call in the
// text.
func (k *checker) fixToken(e *ir.Error, i *ir.Instr) {
	if ids := k.calls[ir.CoroID]; len(ids) == 1 && ids[0].Pos < i.Pos {
		fix(e, ir.FixArg, i.Pos, 0, "token $", ids[0])
	}
}

// checkMixedABI reports suspends of another ABI than the coroutine's id.
func (k *checker) checkMixedABI() {
	other := k.otherABI()
	if other == nil {
		for _, id := range []ir.Intrinsic{ir.CoroSuspendRetcon, ir.CoroSuspendAsync} {
			for _, i := range k.calls[id] {
				if len(k.calls[ir.CoroID]) == 0 {
					break
				}
				e := k.tell(rule.RuleMixedABI, i.Pos)
				note(e, k.calls[ir.CoroID][0].Pos, "the coro.id is here")
				hint(e, "write `i8 @llvm.coro.suspend(token, i1)`, or begin the coroutine with the id of the "+
					"suspend's ABI")
			}
		}
		return
	}
	msg, right, wrong := "coro.id.retcon.* must be paired with coro.suspend.retcon", "retcon",
		[]ir.Intrinsic{ir.CoroSuspend, ir.CoroSuspendAsync}
	if ir.CoroCall(other) == ir.CoroIDAsync {
		msg, right, wrong = "coro.id.async must be paired with coro.suspend.async", "async",
			[]ir.Intrinsic{ir.CoroSuspend, ir.CoroSuspendRetcon}
	}
	for _, id := range wrong {
		for _, i := range k.calls[id] {
			e := k.report(rule.RuleMixedABI, i.Pos, "%s", msg)
			note(e, other.Pos, "the coro.id is here")
			hint(e, "write llvm.coro.suspend.%s, or begin the coroutine with the id of the suspend's ABI", right)
		}
	}
}

// checkBegins finds the function's own coro.begin and reports missing and duplicate ones. It also
// reports every other unsplit coro.id.
func (k *checker) checkBegins() {
	var unclear *ir.Instr // a coro.begin with a wrong token, which checkTokens has reported
	for _, id := range []ir.Intrinsic{ir.CoroBegin, ir.CoroBeginCustomABI} {
		for _, i := range k.calls[id] {
			own := ir.AsInstr(i.Arg(0))
			switch {
			case own == nil || ir.CoroCall(own) != ir.CoroID:
				unclear = i
			case ir.IsPostSplit(own):
			case k.begin == nil:
				k.begin, k.id = i, own
			default:
				e := k.tell(rule.RuleTwoBegins, i.Pos)
				note(e, k.begin.Pos, "the first one is here")
			}
		}
	}
	if k.begin == nil && unclear != nil {
		k.begin = unclear
	}
	if k.begin == nil && !k.broken[ir.CoroBegin] && !k.broken[ir.CoroBeginCustomABI] {
		e := k.report(rule.RuleNoBegin, k.id.Pos, rule.Message(rule.RuleTwoBegins)+", and @%s has none", k.f.Name)
		hint(e, "call llvm.coro.begin with this token and the frame's memory before the first suspend")
	}
	for _, i := range k.ids {
		if i != k.id {
			e := k.report(rule.RuleTwoIDs, i.Pos, "this is a second unsplit coro.id")
			note(e, k.id.Pos, "the coroutine's own coro.id is here")
			hint(e, "remove it, or split the callee before it is inlined")
		}
	}
}

// checkSuspends verifies the final flags and the tokens of the suspends.
func (k *checker) checkSuspends() {
	var final *ir.Instr
	saved := map[*ir.Instr]*ir.Instr{}
	var order *coro.Order
	if k.begin != nil && !k.lowering {
		order = coro.NewOrder(k.begin)
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		if order != nil {
			if at, fault := order.Fault(s); fault != "" {
				e := k.report(rule.RuleSuspendEarly, at.Pos, "%s", fault)
				note(e, k.begin.Pos, "the frame begins here")
				hint(e, coro.OrderFix)
				if at == k.begin {
					order = nil // it is a fault of all suspends
				}
			}
		}
		if ir.IsFinal(s) {
			if final != nil {
				e := k.tell(rule.RuleTwoFinals, s.Pos)
				note(e, final.Pos, "the first final suspend is here")
				hint(e, "branch from both paths to one final suspend, or pass i1 false here")
			} else {
				final = s
			}
		}
		tok := s.Arg(0)
		if c, ok := tok.(*ir.Const); ok && c.Kind == ir.ConstNone {
			continue
		}
		save := ir.AsInstr(tok)
		if save == nil || ir.CoroCall(save) != ir.CoroSave {
			e := k.report(rule.RuleSuspendToken, s.Pos, "the token of coro.suspend is neither a coro.save nor none")
			if save != nil {
				note(e, save.Pos, "the token is created here")
			}
			hint(e, "pass `token none` to save at the suspend itself, or the result of llvm.coro.save")
			fix(e, ir.FixArg, s.Pos, 0, "token none", nil)
			continue
		}
		if first := saved[save]; first != nil {
			e := k.tell(rule.RuleSharedSave, s.Pos)
			note(e, save.Pos, "the coro.save is here")
			note(e, first.Pos, "the first coro.suspend that uses it is here")
			hint(e, "pass `token none` to save at the suspend itself, or give this suspend its own coro.save, "+
				"which stores the index of the suspend")
			fix(e, ir.FixArg, s.Pos, 0, "token none", nil)
			continue
		}
		saved[save] = s
	}
}

// checkEnds verifies the coro.end calls of the function.
func (k *checker) checkEnds() {
	ends := k.calls[ir.CoroEnd]
	if len(ends) == 0 && !k.broken[ir.CoroEnd] && slices.ContainsFunc(k.calls[ir.CoroSuspend], k.flow.returns) {
		e := k.report(rule.RuleNoEnd, k.f.Pos, "@%s has no coro.end: the ramp and the resume function do not know "+
			"where to return", k.f.Name)
		note(e, k.calls[ir.CoroSuspend][0].Pos, "a suspend is here")
		hint(e, "put coro.end before the ramp's ret, on the path of the suspends' default edges")
	}
	var through *ir.Instr
	for _, i := range ends {
		if !ir.IsUnwindEnd(i) {
			if through != nil {
				e := k.tell(rule.RuleTwoEnds, i.Pos)
				note(e, through.Pos, "the first one is here")
			} else {
				through = i
			}
		}
		if i.NumCallArgs() == 3 {
			if t := ir.AsInstr(i.Arg(2)); t != nil {
				e := k.report(rule.RuleEndResults, i.Pos, "switch coroutine should not return any values")
				note(e, t.Pos, "the results are created here")
				hint(e, "pass `token none` and remove the results, which belong to the returned-continuation ABI")
			}
		}
	}
	forExceptions := func(i *ir.Instr) bool { c, ok := constInt(i, 1); return ok && c.IsTrue() }
	if len(ends) > 0 && forExceptions(ends[0]) && through == nil && slices.ContainsFunc(k.calls[ir.CoroSuspend], k.flow.returns) {
		e := k.report(rule.RuleNoEnd, ends[0].Pos, "@%s has only a coro.end for exceptions, so its parts do not know where to "+
			"return", k.f.Name)
		note(e, k.calls[ir.CoroSuspend][0].Pos, "a suspend is here")
		hint(e, "pass i1 false to the coro.end before the ramp's ret")
	}
	k.checkEndPlaces(through)
}

// checkEndPlaces reports a coro.end before coro.begin, and a suspend after the coro.end that falls
// through.
func (k *checker) checkEndPlaces(through *ir.Instr) {
	dom := k.flow.dom
	if k.begin != nil {
		for _, i := range k.calls[ir.CoroEnd] {
			if i != k.begin && dom.InstrDominates(i, k.begin) {
				e := k.report(rule.RuleEndPlace, i.Pos, "coro.end comes before coro.begin")
				note(e, k.begin.Pos, "the coroutine begins here")
				hint(e, "move it to the end of the coroutine's body")
				k.misplaced = true
			}
		}
	}
	if through == nil {
		return
	}
	for _, s := range k.calls[ir.CoroSuspend] {
		if dom.InstrDominates(through, s) {
			k.misplaced = true
			e := k.once(through, rule.RuleEndPlace, s.Pos, "this suspend follows the coro.end, so it is never reached")
			note(e, through.Pos, "the coroutine ends here")
			hint(e, "move the coro.end after the last suspend, to the path that leaves the function")
		}
	}
}

// checkOpaque reports block addresses. Splitting copies blocks, and an address names only one copy.
func (k *checker) checkOpaque() {
	for _, i := range k.opaque {
		if k.flow.dom.Index(i.Block()) < 0 {
			continue
		}
		what := "the address of a block of a coroutine is taken here"
		if i.Op == ir.OpIndirectBr {
			what = "indirectbr in a coroutine"
		}
		e := k.once(i.Op == ir.OpIndirectBr, rule.RuleBlockAddress, i.Pos,
			"%s: splitting copies the blocks, and the address names only one copy", what)
		hint(e, "use a switch over numbers instead of block addresses")
	}
}

// checkMustTail warns if the target does not guarantee tail calls, which symmetric transfer needs.
func (k *checker) checkMustTail() {
	if k.c.Target == nil || len(k.calls[ir.CoroAwaitHandle]) == 0 {
		return
	}
	switch k.c.Target.Transfer(k.f.TargetFeatures()) {
	case target.TransferTail:
		return
	case target.TransferLoop:
		if !k.m.TypedPtrs {
			return
		}
	}
	for _, i := range k.calls[ir.CoroAwaitHandle] {
		e := k.once(nil, rule.RuleNoMustTail, i.Pos,
			"the target %s does not guarantee tail calls, so a chain of symmetric transfers grows the stack",
			k.c.Target.Arch)
		if f := k.c.Target.TransferNeeds(); f != "" {
			hint(e, "compile with -m%s, or add +%s to the function's target-features", f, f)
		} else {
			hint(e, "return to a scheduler loop instead of transferring from coroutine to coroutine")
		}
	}
}

// checkEdges follows the results of the suspends: -1 must lead to a coro.end, and 1 (destroy) must
// not lead to the same block as -1.
func (k *checker) checkEdges() {
	for _, s := range k.calls[ir.CoroSuspend] {
		out, at, known := arm(s, -1)
		if known && len(k.calls[ir.CoroEnd]) > 0 && !k.misplaced && !k.broken[ir.CoroEnd] && k.flow.strays(s, out) {
			e := k.once(out, rule.RuleDefaultEdge, at.Pos, "the default edge of the suspend never reaches a coro.end")
			note(e, s.Pos, "the suspend is here")
			note(e, blockPos(out), "the default edge leads here")
			hint(e, "branch to the block with coro.end when the result is -1, because the ramp returns to "+
				"its caller there")
			if to := k.commonArm(s, -1); to != nil && at.Op == ir.OpSwitch {
				fix(e, ir.FixDefault, at.Pos, 0, "label %"+ir.QuoteName(to.Name()), nil)
			}
			continue
		}
		if known && k.runsOn(s, out, at) {
			continue
		}
		k.checkDestroyArm(s, out, at, known)
	}
}

// runsOn reports a default edge that leads to another suspend before a coro.end: the ramp runs what
// belongs to the resumed coroutine.
func (k *checker) runsOn(s *ir.Instr, out *ir.Block, at *ir.Instr) bool {
	next := k.nextSuspend(s, -1, out, at)
	if next == nil {
		return false
	}
	e := k.once(out, rule.RuleDefaultEdge, at.Pos,
		"the default edge of the suspend leads to another suspend, so the ramp runs on instead of returning")
	note(e, s.Pos, "the suspend is here")
	note(e, next.Pos, "the ramp reaches this suspend")
	hint(e, "branch to the block with coro.end when the result is -1, and continue the coroutine when it is 0")
	if to := k.commonArm(s, -1); to != nil && at.Op == ir.OpSwitch {
		if on, _, ok := arm(s, 0); ok && on != to {
			fix(e, ir.FixDefault, at.Pos, 0, "label %"+ir.QuoteName(to.Name()), nil)
		}
	}
	return true
}

// nextSuspend returns a suspend that control reaches from the edge of a suspend with the result v,
// which the terminator at takes to the block to, before a coro.end; nil: none is found. No path
// assumes that a call throws: if the cleanup of a destroyed coroutine throws, a handler may suspend.
func (k *checker) nextSuspend(s *ir.Instr, v int64, to *ir.Block, at *ir.Instr) (next *ir.Instr) {
	if n := k.flow.dom.Index(to); n < 0 || !k.flow.has(aWait, n) {
		return nil
	}
	if k.edges == nil {
		k.edges = k.newPaths()
		k.edges.returnsOnly = true
	}
	result := uint64(k.m.ConstInt(s.Type(), v).Uint64())
	k.edges.walk(position{from: at.Block(), at: to, known: []binding{{s, result}}}, func(i *ir.Instr, _ *position) bool {
		c := ir.CoroCall(i)
		if c == ir.CoroSuspend {
			next = i
		}
		return next == nil && c != ir.CoroEnd
	})
	if next != nil {
		clear(k.edges.seen) // some of its states lead to a suspend
	}
	return next
}

// owesCleanup reports whether the coroutine frees its frame somewhere but not on any path from a
// block. A coroutine that never frees its frame lives in memory that its creator manages.
func (k *checker) owesCleanup(from *ir.Block) bool {
	n := k.flow.dom.Index(from)
	return len(k.calls[ir.CoroFree]) > 0 && n >= 0 && !k.flow.has(aFree, n)
}

// checkDestroyArm verifies the destroy edge of a suspend. It accepts an explicit case for 1 with
// the same target as the default edge, because the author wrote that case on purpose, except at a final
// suspend: then nothing ever frees the frame.
func (k *checker) checkDestroyArm(s *ir.Instr, out *ir.Block, at *ir.Instr, known bool) {
	if !s.HasUses() {
		if ir.IsFinal(s) && k.owesCleanup(s.Block()) {
			e := k.report(rule.RuleFinalDestroy, s.Pos,
				"the coroutine cannot be destroyed at its final suspend: the result of the suspend is unused")
			hint(e, "switch on the result, with `i8 1` to the block that frees the frame")
		}
		return
	}
	dest, at1, ok := arm(s, 1)
	if !ok || !known || hasCase(at1, s, 1) && dest == out && !ir.IsFinal(s) {
		return
	}
	if dest == out && at1 == at {
		if !k.owesCleanup(out) {
			return
		}
		if ir.IsFinal(s) {
			e := k.report(rule.RuleFinalDestroy, at.Pos,
				"the coroutine cannot be destroyed at its final suspend: destroy takes the default edge")
			note(e, s.Pos, "the final suspend is here")
			if hasCase(at, s, 1) && e != nil {
				e.Severity = ir.SevWarning
				hint(e, "branch from `i8 1` to the block that frees the frame")
				return
			}
			k.hintDestroy(e, s, at)
			return
		}
		e := k.once(out, rule.RuleSuspendDestroy, at.Pos,
			"destroy takes the default edge of this suspend, so nothing is cleaned up")
		note(e, s.Pos, "the suspend is here")
		k.hintDestroy(e, s, at)
		return
	}
	if traps(dest) {
		name, what := rule.RuleSuspendDestroy, "this suspend"
		if ir.IsFinal(s) {
			name, what = rule.RuleFinalDestroy, "its final suspend"
		}
		e := k.report(name, at1.Pos, "the coroutine cannot be destroyed at %s: destroy leads to unreachable", what)
		note(e, s.Pos, "the suspend is here")
		note(e, blockPos(dest), "destroy leads here")
		hint(e, "branch from `i8 1` to the block that frees the frame")
	}
}

// traps reports whether a block does nothing but end in unreachable.
func traps(b *ir.Block) bool {
	i := b.FirstNonPhi()
	if ir.CalledIntrinsic(i) == ir.Trap {
		i = i.Next()
	}
	return i != nil && i.Op == ir.OpUnreachable
}

// hintDestroy sets the hint that adds a destroy edge to the terminator that tests a suspend's
// result.
func (k *checker) hintDestroy(e *ir.Error, s, t *ir.Instr) {
	if t.Op != ir.OpSwitch {
		hint(e, "switch on the suspend's result instead, with `i8 1` to the block that frees the frame")
		return
	}
	hint(e, "add a case `i8 1` to the switch that branches to the block that frees the frame")
	if to := k.commonArm(s, 1); to != nil {
		fix(e, ir.FixCase, t.Pos, 0, "i8 1, label %"+ir.QuoteName(to.Name()), nil)
	}
}

// commonArm returns the target that all other suspends share for the result v: the case for 1, or
// the default edge for -1. It returns nil if the targets differ or no other suspend has one, and
// also if a new edge cannot lead there because the block has no name or begins with a phi.
func (k *checker) commonArm(but *ir.Instr, v int64) *ir.Block {
	var to *ir.Block
	for _, s := range k.calls[ir.CoroSuspend] {
		b, t, ok := arm(s, v)
		if s == but || !ok || t.Op != ir.OpSwitch || v == 1 && !hasCase(t, s, 1) {
			continue
		}
		if n := k.flow.dom.Index(b); v == 1 && (n < 0 || !k.flow.has(aFree, n)) ||
			v == -1 && (n < 0 || !k.flow.has(anEnd, n)) {
			continue
		}
		if to != nil && b != to {
			return nil
		}
		to = b
	}
	if to == nil || to.Name() == "" || to.First() != nil && to.First().Op == ir.OpPhi {
		return nil
	}
	return to
}

// hasCase reports whether t is a switch over s with an explicit case for v.
func hasCase(t, s *ir.Instr, v int64) bool {
	return t.Op == ir.OpSwitch && ir.EdgeOf(t, s, v) > 0
}

// blockPos returns the position of a block's label or, without a label, of its first instruction.
func blockPos(b *ir.Block) ir.Pos {
	if b.Pos.IsValid() || b.First() == nil {
		return b.Pos
	}
	return b.First().Pos
}

// arm follows control from a suspend whose result is v, through the switches and comparisons that
// test the result. It returns the last of these terminators and the block that it leads to. ok is
// false if no terminator tests the result in a way that arm can follow. For example, for v = 1 it
// returns %cleanup:
//
//	%s = call i8 @llvm.coro.suspend(token none, i1 false)
//	switch i8 %s, label %out [ i8 0, label %resumed
//	                           i8 1, label %cleanup ]
func arm(s *ir.Instr, v int64) (to *ir.Block, last *ir.Instr, ok bool) {
	b := s.Block()
	for hop := 0; hop < 16; hop++ {
		t := b.Terminator()
		if t == nil {
			break
		}
		edge := ir.EdgeOf(t, s, v)
		if edge >= 0 {
			last = t
		} else if edge = 0; last != nil || t.Op != ir.OpBr || t.NumArgs() != 1 {
			break
		}
		if b = b.Succs(nil)[edge]; b == s.Block() {
			break
		}
	}
	return b, last, last != nil
}
