package check

// Rules about values and the frame: what cannot be put there (tokens, scalable vectors, objects of unknown size), what cannot be moved
// there (aliases made before coro.begin), what the frame's memory is not aligned for, and what is used after the memory is gone.
//
// The answer to "does this object live in the frame" is that of splitting wherever a finding depends on it, or the milder one: splitting
// itself looks at normalised control flow and has the last word.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// checkFrame runs the rules about values.
func (k *checker) checkFrame() {
	if len(k.calls[ir.CoroSuspend]) > 0 {
		for _, i := range k.tokens {
			k.checkCrossing(i, rule.RuleTokenCrosses, "token definition is separated from the use by a suspend point",
				"make the token anew behind the suspend: it cannot be kept in the frame")
		}
		for _, i := range k.vscale {
			k.checkCrossing(i, rule.RuleScalable, "cannot place a scalable type in a coroutine frame",
				"compute the value again behind the suspend, or store it in memory of your own: the frame's size has to be known")
		}
		if k.begin != nil {
			k.checkAllocas()
		}
	}
	if k.begin != nil {
		k.checkAfterFree()
	}
}

// checkCrossing reports a value that is used on the other side of a suspend.
func (k *checker) checkCrossing(def *ir.Instr, rule, msg, mend string) {
	for u := def.FirstUse(); u != nil; u = u.Next() {
		if !k.flow.crosses(def, u) {
			continue
		}
		e := k.report(rule, u.User().Pos, "%s", msg)
		note(e, def.Pos, "the value is defined here")
		if s := k.suspendBetween(def, u.User()); s != nil {
			note(e, s.Pos, "a suspend on the way is here")
		}
		hint(e, "%s", mend)
		return
	}
}

// suspendBetween names a suspend for a note: one that the definition dominates and that dominates the use, if there is one.
func (k *checker) suspendBetween(def, use *ir.Instr) *ir.Instr {
	for n, s := range k.calls[ir.CoroSuspend] {
		if n == 256 {
			break
		}
		if k.flow.dom.InstrDominates(def, s) && k.flow.dom.InstrDominates(s, use) {
			return s
		}
	}
	return nil
}

// localUses is what a walk over the uses of an alloca found.
type localUses struct {
	users   []*ir.Instr
	starts  []*ir.Instr
	ends    []*ir.Instr
	escaped bool
	pinned  bool // stays on the stack whatever else: operand of a catchpad
	written *ir.Instr
	blind   *ir.Instr // alias at an unknown offset made before coro.begin and used after it
}

type localAlias struct {
	v      *ir.Instr
	offset int64
	known  bool
}

// follow walks the uses of an alloca as splitting does: through casts, address arithmetic, phis, selects, and a slot that only ever holds
// the address.
func (k *checker) follow(a *ir.Instr) *localUses {
	w := &localUses{}
	dom := k.flow.dom
	seen := map[*ir.Instr]localAlias{}
	user := map[*ir.Instr]bool{}
	var work []localAlias
	push := func(i *ir.Instr, offset int64, known bool) {
		old, ok := seen[i]
		if ok && (!old.known || known && old.offset == offset) {
			return
		}
		al := localAlias{i, offset, known && !ok}
		seen[i] = al
		if !al.known && i != a && !dom.InstrDominates(k.begin, i) && k.usedAfterBegin(i) {
			w.blind = i
		}
		work = append(work, al)
	}
	push(a, 0, true)
	for len(work) > 0 {
		al := work[len(work)-1]
		work = work[:len(work)-1]
		for u := al.v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if dom.Index(i.Block()) < 0 {
				continue
			}
			if !user[i] {
				user[i] = true
				if ir.LifetimeKind(i) == 0 {
					w.users = append(w.users, i)
				}
			}
			k.followUse(w, al, u, push)
		}
	}
	return w
}

// followUse classifies one use of an alias.
func (k *checker) followUse(w *localUses, al localAlias, u *ir.Use, push func(*ir.Instr, int64, bool)) {
	i := u.User()
	early := !k.flow.dom.InstrDominates(k.begin, i)
	escape := func() {
		w.escaped = true
		if early && w.written == nil {
			w.written = i
		}
	}
	switch i.Op {
	case ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze, ir.OpInsertValue, ir.OpInsertElement:
		push(i, al.offset, al.known)
	case ir.OpGEP:
		if u.Index() != 0 {
			return
		}
		off, ok := int64(0), ir.AllZero(i)
		if !ok && k.c.Layout != nil {
			off, ok = k.c.Layout.GEPOffset(i.ElemTy, ir.GEPIndices(i))
		}
		push(i, al.offset+off, al.known && ok)
	case ir.OpStore:
		if u.Index() == 0 && !k.followSlot(i, al, push) {
			escape()
		}
		if u.Index() == 1 && early && w.written == nil {
			w.written = i
		}
	case ir.OpPtrToInt, ir.OpPtrToAddr:
		escape()
	case ir.OpAtomicRMW, ir.OpCmpXchg:
		if u.Index() != 0 {
			escape()
		} else if early && w.written == nil {
			w.written = i
		}
	case ir.OpCatchPad:
		w.pinned = true
	case ir.OpCall, ir.OpInvoke, ir.OpCallBr:
		k.followCall(w, al, u, escape)
	}
}

// followSlot follows an address that is stored into an alloca that holds nothing but such addresses.
func (k *checker) followSlot(store *ir.Instr, al localAlias, push func(*ir.Instr, int64, bool)) bool {
	slot := ir.AsInstr(ir.StripCasts(store.Arg(1)))
	if slot == nil || slot.Op != ir.OpAlloca || slot == al.v {
		return false
	}
	var loads []*ir.Instr
	for u := slot.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpLoad && i.Type() == al.v.Type():
			loads = append(loads, i)
		case i.Op == ir.OpStore && u.Index() == 1, ir.LifetimeKind(i) != 0:
		default:
			return false
		}
	}
	for _, l := range loads {
		push(l, al.offset, al.known)
	}
	return true
}

func (k *checker) followCall(w *localUses, al localAlias, u *ir.Use, escape func()) {
	i := u.User()
	switch ir.LifetimeKind(i) {
	case ir.LifetimeStart:
		w.starts = append(w.starts, i)
		return
	case ir.LifetimeEnd:
		w.ends = append(w.ends, i)
		return
	}
	early := !k.flow.dom.InstrDominates(k.begin, i)
	if early && w.written == nil && ir.CoroCall(i) != ir.CoroID {
		w.written = i
	}
	fn := i.CalledFunc()
	if n := u.Index(); n >= i.NumCallArgs() || fn != nil && ir.IsMemIntrinsic(fn) || !ir.KeepsArg(k.m, i, n) {
		return
	}
	escape()
}

// usedAfterBegin reports a use that coro.begin dominates.
func (k *checker) usedAfterBegin(i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if k.flow.dom.Index(u.User().Block()) >= 0 && k.flow.dom.DominatesUse(k.begin, u) {
			return true
		}
	}
	return false
}

// onFrame tells whether splitting puts the object into the frame.
func (k *checker) onFrame(a *ir.Instr, w *localUses) bool {
	if w.pinned || a.MetaOf("coro.outside.frame") != nil {
		return false
	}
	if len(w.starts) > 0 {
		return len(w.ends) == 0 || k.flow.reachesSuspendBefore(w.starts, w.ends)
	}
	return w.escaped || k.flow.pathCrosses(w.users)
}

// checkAllocas verifies the objects that are unlike the plain local: of unknown size, arrays, aliased before coro.begin, over-aligned.
func (k *checker) checkAllocas() {
	promise := k.promiseAlloca()
	aliased := k.aliasedBeforeBegin()
	plain, guarantee := k.allocation()
	for _, a := range k.allocs {
		if a == promise {
			if plain != nil && guarantee > 0 && k.alignOf(a) > guarantee {
				k.reportOverAligned(a, plain, guarantee, "the promise")
			}
			continue
		}
		dynamic, array := arrayKind(a)
		over := plain != nil && guarantee > 0 && k.alignOf(a) > guarantee
		scalable := a.ElemTy != nil && a.ElemTy.IsScalable()
		if !dynamic && !array && !over && !scalable && !aliased[a] {
			continue
		}
		w := k.follow(a)
		if !k.onFrame(a, w) {
			continue
		}
		k.reportAlloca(a, w, dynamic, array, scalable)
		if over {
			k.reportOverAligned(a, plain, guarantee, "this object")
		}
	}
}

func (k *checker) reportAlloca(a *ir.Instr, w *localUses, dynamic, array, scalable bool) {
	switch {
	case scalable:
		e := k.report(rule.RuleScalable, a.Pos, "cannot place a scalable type in a coroutine frame")
		k.noteSuspend(e)
		hint(e, "keep the object's uses on one side of the suspends, or use memory of your own")
	case dynamic:
		e := k.report(rule.RuleDynamic, a.Pos, "Coroutines cannot handle non static allocas yet")
		k.noteSuspend(e)
		hint(e, "give the object a constant size, allocate it on the heap, or end its lifetime before the suspend with llvm.lifetime.end")
	case array && w.written != nil:
		e := k.report(rule.RuleArrayCopy, a.Pos, "Coroutines cannot handle copying of array allocas yet")
		note(e, w.written.Pos, "it may be written here, before coro.begin")
		note(e, k.begin.Pos, "the coroutine begins here")
		hint(e, "allocate one object of an array type (alloca [N x T]), or write to it after coro.begin")
	case w.blind != nil:
		e := k.report(rule.RuleAlias, w.blind.Pos, "Unable to handle an alias with unknown offset created before CoroBegin.")
		note(e, a.Pos, "the object is allocated here")
		note(e, k.begin.Pos, "the coroutine begins here")
		hint(e, "compute this address after coro.begin")
	}
}

func (k *checker) noteSuspend(e *ir.Error) {
	note(e, k.calls[ir.CoroSuspend][0].Pos, "the coroutine suspends here")
}

func (k *checker) reportOverAligned(a, alloc *ir.Instr, guarantee int64, what string) {
	e := k.report(rule.RuleOverAligned, a.Pos, "%s is aligned to %d bytes and lives in the frame, but @%s gives memory aligned to %d only",
		what, k.alignOf(a), alloc.CalledFunc().Name, guarantee)
	note(e, alloc.Pos, "the frame is allocated here")
	hint(e, "allocate the frame with llvm.coro.align and an allocator that takes an alignment (clang: -fcoro-aligned-allocation)")
}

// guarantee is what a default allocator's memory is aligned to: what coro.id says, else twice the pointer size; 0 when neither is known.
func (k *checker) guarantee() int64 {
	if c, ok := constInt(k.id, ir.IdAlign); ok && !c.IsZero() {
		return int64(c.Uint64())
	}
	if k.c.Layout == nil || k.m.DataLayout == "" {
		return 0
	}
	return 2 * k.c.Layout.PtrSize(0)
}

// arrayKind tells an alloca of unknown size and one of several elements.
func arrayKind(a *ir.Instr) (dynamic, array bool) {
	if a.NumArgs() == 0 {
		return false, false
	}
	c, ok := constInt(a, 0)
	return !ok, ok && (!c.IsInt() || c.Uint64() != 1)
}

// aliasedBeforeBegin finds the allocas from which an address of unknown offset may be made before coro.begin: it looks at the few
// instructions that coro.begin does not dominate, and at what their operands are derived from.
func (k *checker) aliasedBeforeBegin() map[*ir.Instr]bool {
	out := map[*ir.Instr]bool{}
	dom := k.flow.dom
	for _, b := range dom.RPO {
		if b != k.begin.Block() && dom.Dominates(k.begin.Block(), b) {
			continue
		}
		for i := b.First(); i != nil && i != k.begin; i = i.Next() {
			switch i.Op {
			case ir.OpPhi, ir.OpSelect, ir.OpGEP:
				if i.Type() != nil && i.Type().IsPtr() && k.usedAfterBegin(i) {
					derivedFrom(i, out)
				}
			}
		}
	}
	return out
}

// derivedFrom adds the allocas that an address is made from.
func derivedFrom(v *ir.Instr, out map[*ir.Instr]bool) {
	seen := map[*ir.Instr]bool{v: true}
	work := []*ir.Instr{v}
	for len(work) > 0 && len(seen) < 1024 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		n := i.NumArgs()
		switch i.Op {
		case ir.OpAlloca:
			out[i] = true
			continue
		case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpFreeze:
			n = 1
		case ir.OpPhi, ir.OpSelect:
		default:
			continue
		}
		for a := 0; a < n; a++ {
			if p := ir.AsInstr(i.Arg(a)); p != nil && !seen[p] {
				seen[p] = true
				work = append(work, p)
			}
		}
	}
}

// checkAfterFree reports accesses to the frame behind the call that frees it.
func (k *checker) checkAfterFree() {
	freeIn := map[int]*ir.Instr{} // by place in RPO: the first freeing call of the block
	dom := k.flow.dom
	for _, fr := range k.calls[ir.CoroFree] {
		if id := ir.AsInstr(fr.Arg(0)); id != nil && id != k.id {
			continue
		}
		if h := ir.AsInstr(ir.StripCasts(fr.Arg(1))); h != nil && h != k.begin && ir.CoroCall(h) == ir.CoroBegin {
			continue
		}
		for _, call := range freeingCalls(fr) {
			if b := dom.Index(call.Block()); b >= 0 && (freeIn[b] == nil || call.ID < freeIn[b].ID) {
				freeIn[b] = call
			}
		}
	}
	if len(freeIn) == 0 {
		return
	}
	above := make([]*ir.Instr, len(dom.RPO)) // the freeing call that dominates the block's start
	for b := 1; b < len(dom.RPO); b++ {
		d := dom.Index(dom.IDom(dom.RPO[b]))
		if above[b] = above[d]; above[b] == nil {
			above[b] = freeIn[d]
		}
	}
	freed := func(i *ir.Instr) *ir.Instr {
		b := dom.Index(i.Block())
		if b < 0 {
			return nil
		}
		if f := freeIn[b]; f != nil && f.ID < i.ID {
			return f
		}
		return above[b]
	}
	roots := append([]*ir.Instr{k.begin}, k.calls[ir.CoroFrame]...)
	if p := k.promiseAlloca(); p != nil {
		roots = append(roots, p)
	}
	var late []*ir.Instr
	accesses(roots, func(i *ir.Instr) {
		if freed(i) != nil {
			late = append(late, i)
		}
	})
	slices.SortFunc(late, func(a, b *ir.Instr) int { return a.ID - b.ID })
	for _, i := range late {
		f := freed(i)
		e := k.once(f, rule.RuleAfterFree, i.Pos, "the frame is used here after it was freed")
		note(e, f.Pos, "it is freed here")
		hint(e, "move this in front of the call that frees the frame")
	}
}

// freeingCalls are the calls that a coro.free's result is given to.
func freeingCalls(fr *ir.Instr) []*ir.Instr {
	var out []*ir.Instr
	work := []*ir.Instr{fr}
	for len(work) > 0 && len(out) < 64 {
		v := work[0]
		work = work[1:]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast:
				work = append(work, i)
			case i.IsCall() && u.Index() < i.NumCallArgs():
				if fn := i.CalledFunc(); fn == nil || !fn.IsIntrinsic() {
					out = append(out, i)
				}
			}
		}
	}
	return out
}

// accesses calls found for what reads or writes memory through addresses made from the roots, and for coro.resume, destroy and done on
// them, in no particular order.
func accesses(roots []*ir.Instr, found func(*ir.Instr)) {
	seen := map[*ir.Instr]bool{}
	work := append([]*ir.Instr(nil), roots...)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch i.Op {
			case ir.OpBitCast, ir.OpAddrSpaceCast:
				work = append(work, i)
			case ir.OpGEP:
				if u.Index() == 0 {
					work = append(work, i)
				}
			case ir.OpLoad:
				found(i)
			case ir.OpStore:
				if u.Index() == 1 {
					found(i)
				}
			case ir.OpAtomicRMW, ir.OpCmpXchg:
				if u.Index() == 0 {
					found(i)
				}
			case ir.OpCall, ir.OpInvoke:
				switch ir.CoroCall(i) {
				case ir.CoroPromise:
					work = append(work, i)
				case ir.CoroResume, ir.CoroDestroy, ir.CoroDone:
					found(i)
				case ir.NotCoro:
					if fn := i.CalledFunc(); fn != nil && ir.IsMemIntrinsic(fn) && u.Index() < i.NumCallArgs() {
						found(i)
					}
				}
			}
		}
	}
}
