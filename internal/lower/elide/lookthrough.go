// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file implements the pass inline<elision>. In a function that creates coroutines, it inlines
// the small functions on the path from the creation to the destruction: the ramp, functions that
// only build and return the task object, its constructors and destructors, begin(), the operations
// of the handle. It does not inline the coroutine's body, or the algorithm that uses the coroutine.
//
// The pass makes a trial on a copy of the function. It inlines the creating calls. While package
// lifetime cannot decide where a frame's lifetime ends, it also inlines the calls that this package
// names as blockers. If no frame can be elided then, the function stays unchanged, to the byte. If
// some can and some cannot, the pass makes another trial with only the calls that led to an
// elision.
//
// The pass is sound because it inlines a copy of the code that the call runs anyway (opt.Inlinable:
// the linker cannot replace the callee), simplified by passes that preserve its behaviour. So the
// function behaves as before, whatever is inlined, and the verdict of package lifetime on the current
// code also holds for the original function. A rejected trial changes only the copy.
//
// The result of a trial depends only on the function and on the candidates of its callees. A
// candidate depends only on its function and that function's callees (bodies/candidate.go). So
// the order in which the pass visits functions does not matter. Functions on the same cycle of
// calls are an exception: the pass visits them in the order of their names.
//
// If the frame is already in the function, calls of the coroutine's parts are inlined by the usual
// rule, with a higher limit for a part that is called once. lookthrough_tiny.go inlines further calls
// into coroutines that are not split yet, and synchronous.go awaits that cannot suspend.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on a trial: rounds of inlining and simplification. Bounds on all successful trials of a
// function: added instructions. The figures after them are what the end-to-end programs need (clang
// 22 and 19 at -O2, 423 trials, 267 of them successful): the median, the 99th percentile, the
// maximum.
const (
	lookRounds  = 12   // 0, 3, 3
	lookAttempt = 4    // trials with fewer and fewer creations: 1, 2, 2
	lookAdded   = 4000 // 90, 791, 796
	maxDepth    = 16   // nesting of inlined creating calls. A library of senders has 10
	lookGrowth  = 4    // times the function's original size, if that is more than lookAdded
)

// soleCallFactor multiplies the cost up to which the only call of a part in a function is inlined.
const soleCallFactor = 4

// LookThrough runs inline<elision> on one function, which may be a coroutine that is not split yet.
// recursive: calls may lead from a callee back to the function. If LookThrough returns true, the
// caller must report that by one call of Changed.
func (c *State) LookThrough(f *ir.Func, recursive bool) (bool, error) {
	if f.Entry() == nil || f.HasAttr("optnone") {
		return false, nil
	}
	lt := &lookThrough{c: c, f: f, state: c.lookState()}
	c.Bodies.Begin(f)
	lt.noteRecursion()
	changed := lt.instants()
	changed = lt.parts() || changed
	for range lookRounds {
		if !lt.awaits() {
			break
		}
		changed = true // an await that is removed may show that code behind it only runs when resumed
	}
	changed = lt.guards() || changed
	lives := lt.creations()
	changed = lives != nil || changed
	c.Bodies.End()
	if lives != nil {
		c.decide(lt, lives, recursive)
	}
	return changed, c.M.Err
}

// lookThrough is the state of LookThrough for one function.
type lookThrough struct {
	c      *State
	f      *ir.Func
	state  *lookState
	origin map[*ir.Instr]int // the inlined coro.ids, by the number of the creating call
	won    []*creating       // whose frames the last successful trial elided
	rests  []*ir.Func        // the replaceable functions that the calls made direct in this trial rest on
	added  int               // instructions added in this trial
	budget int
	// settled: opt.Simplify would change nothing in the function after the last trial
	settled bool
}

// creating is a call that creates coroutines.
type creating struct {
	call      *ir.Instr
	candidate *bodies.Candidate
	skip      bool // known not to lead to an elided frame
}

// creations tries to elide the frames of the coroutines that the function creates. It returns the
// lifetimes of the coroutines in the changed function; nil: the function stays as it is.
func (lt *lookThrough) creations() []*lifetime.Lifetime {
	sites, pending := lt.sites(), lt.pending()
	if len(sites) == 0 && !pending {
		return nil
	}
	m, f := lt.c.M, lt.f
	for attempt := range lookAttempt {
		s, vm := bodies.CopyFunc(m, f)
		attrs, person, changed := f.Attrs, f.Person, f.Changed
		f.SwapBody(s) // work on the copy, under the function's own name
		lives := lt.trial(sites, vm)
		won := lt.judge(sites, lives, attempt == 0)
		if won == wonAll {
			f.Changed = true
			lt.won = slices.DeleteFunc(sites, func(s *creating) bool { return s.skip })
			lt.c.RestOn(lt.rests)
			lt.state.room[f] = max(lt.state.room[f]-lt.added, 1)
			return lives
		}
		f.SwapBody(s)
		f.Attrs, f.Person, f.Changed = attrs, person, changed
		if won == wonNone {
			break
		}
	}
	for _, s := range sites {
		lt.state.hopeless[s.call] = true
	}
	lt.giveUp()
	return nil
}

// sites finds the calls that create coroutines.
func (lt *lookThrough) sites() []*creating {
	var list []*creating
	for _, call := range bodies.DirectCalls(lt.f) {
		if lt.state.hopeless[call] {
			continue
		}
		if x := lt.c.Bodies.Creator(call); x != nil {
			list = append(list, &creating{call: call, candidate: x})
		}
	}
	return list
}

// pending reports whether the function has a coro.id that PartsOf knows and that is undecided because of
// a call.
func (lt *lookThrough) pending() bool {
	fresh := false
	for b := lt.f.Entry(); b != nil && !fresh; b = b.Next() {
		for i := b.First(); i != nil && !fresh; i = i.Next() {
			fresh = coro.IsCreation(i) && !lt.state.hopeless[i] && lt.c.Bodies.PartsOf(lt.f, i) != nil
		}
	}
	if !fresh {
		return false
	}
	return slices.ContainsFunc(lt.c.lifetimes(lt.f, lifetime.Query{Trial: true}), func(l *lifetime.Lifetime) bool {
		return l.Miss != nil && len(l.Blockers) > 0 && !lt.state.hopeless[l.ID]
	})
}

// giveUp records that the function's own coro.ids cannot be elided.
func (lt *lookThrough) giveUp() {
	for i := range lt.f.Instrs() {
		if coro.IsCreation(i) {
			lt.state.hopeless[i] = true
		}
	}
}

// trial inlines the creating calls that are not skipped, and the calls that block the analysis,
// until every creation is decided or the budget is used up.
func (lt *lookThrough) trial(sites []*creating, vm *ir.ValueMap) []*lifetime.Lifetime {
	f := lt.f
	size := ir.NumInstrs(f, 1<<30)
	if lt.state.room[f] == 0 {
		lt.state.room[f] = lt.c.Opts.maxAdded(size)
	}
	lt.origin, lt.added, lt.budget, lt.rests = map[*ir.Instr]int{}, 0, lt.state.room[f], nil
	for k, s := range sites {
		call := vm.Instr(s.call)
		if !s.skip && !lt.fits(s.candidate) {
			lt.state.starved[s.call] = true
		}
		if lt.state.starved[s.call] {
			lt.state.starved[call] = true // one of the two calls stays
		}
		if !s.skip {
			lt.expand(call, s.candidate, k, []*ir.Func{f})
		}
	}
	// Inline small callees first: that is cheaper than to find the blockers, and leaves few of
	// them.
	opened := true
	for round := 0; opened && round < lookRounds; round++ {
		lt.settled = opt.Settle(lt.c.M, f, lt.c.Layout)
		opened = lt.c.directFrames(f)
		for _, call := range lt.near(collectLifetimes(lt.c, f)) {
			opened = lt.open(call, true) || opened
		}
	}
	var lives []*lifetime.Lifetime
	for round := 0; ; round++ {
		if round > 0 || opened || !lt.settled {
			lt.settled = opt.Settle(lt.c.M, f, lt.c.Layout)
		}
		lt.settled = !lt.c.directFrames(f) && lt.settled
		lives = lt.c.lifetimes(f, lifetime.Query{Trial: true, Ends: true}) // Ends for Elide
		for _, l := range lives {
			lt.rests = append(lt.rests, l.Rests...)
		}
		if round < lookRounds && lt.step(lives) {
			continue
		}
		if !lt.c.facts().Settle(f, lives, lifetime.Query{Trial: true, Ends: true}) || round == lookRounds || !lt.step(lives) {
			return lives
		}
	}
}

// step does one round of inlining. First it inlines the calls that block undecided creations. If
// there are none, it makes calls of known coroutines direct, and inlines calls that receive the
// handle by the usual rule. Then the analysis can follow other handles, and the parts can be
// inlined once the frame is in the function.
func (lt *lookThrough) step(lives []*lifetime.Lifetime) bool {
	opened := false
	for _, l := range lives {
		if l.Miss == nil {
			continue
		}
		for _, call := range l.Blockers {
			opened = lt.open(call, false) || opened
		}
	}
	if opened {
		return true
	}
	el := &elider{c: lt.c, m: lt.c.M, f: lt.f}
	for _, l := range lives {
		opened = el.resumeByName(l) || opened
	}
	for _, call := range lt.near(lives) {
		opened = lt.open(call, true) || opened
	}
	return opened
}

// near returns the calls that receive the handle of a coroutine, or the address of a variable that
// holds it, in the order of the code. It includes calls of the coroutine's parts only while the end
// of the frame's lifetime is undecided.
func (lt *lookThrough) near(lives []*lifetime.Lifetime) []*ir.Instr {
	known := map[ir.Value]bool{}
	undecided := map[*ir.Func]bool{}
	for _, l := range lives {
		if l.Begin == nil {
			continue
		}
		if l.Miss != nil {
			undecided[l.Resume], undecided[l.Destroy], undecided[l.Cleanup] = true, true, true
		}
		known[l.Begin] = true
		lt.holders(known, l.Begin, 0)
	}
	var calls []*ir.Instr
	if len(known) == 0 {
		return nil
	}
	parts := lt.c.Bodies.PartsIn(lt.f)
	for _, call := range bodies.DirectCalls(lt.f) {
		if g := call.CalledFunc(); parts[g] && !undecided[g] {
			continue
		}
		for k := range call.NumCallArgs() {
			if a := call.Arg(k); a.Type().IsPtr() && known[ir.Underlying(a)] {
				calls = append(calls, call)
				break
			}
		}
	}
	return calls
}

// holders adds the variables to which an address in the frame is stored, and the pointers to which
// the handle is converted back from an integer. v is an address at an offset in the frame. The
// handle may be computed from it; for example, from a laundered address of the promise.
func (lt *lookThrough) holders(known map[ir.Value]bool, v *ir.Instr, offset int64) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); {
		case (i.Op == ir.OpPtrToInt || i.Op == ir.OpIntToPtr) && offset == 0:
			known[i] = true
			lt.holders(known, i, offset)
		case i.Op == ir.OpGEP && u.Index() == 0:
			if d, ok := lt.c.Layout.GEPOffset(i.ElemTy, i.Operands(1)); ok {
				lt.holders(known, i, offset+d)
			}
		case ir.IsLaundering(i):
			lt.holders(known, i, offset)
		case i.Op == ir.OpStore && u.Index() == 0:
			if a, ok := ir.Underlying(i.Arg(1)).(*ir.Instr); ok && a.Op == ir.OpAlloca {
				known[a] = true
			}
		}
	}
}

// expand inlines a creating call, and the creating calls in the inlined code. within are the
// functions whose bodies contained the call. They are not inlined again, which would unroll a
// recursion.
func (lt *lookThrough) expand(call *ir.Instr, x *bodies.Candidate, origin int, within []*ir.Func) {
	if call.Block() == nil || !lt.fits(x) {
		return
	}
	pos := call.Pos
	within = append(within[:len(within):len(within)], call.CalledFunc())
	blocks := lt.c.Bodies.Inline(call, x)
	lt.added += x.Size
	var calls []*ir.Instr
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if coro.IsCreation(i) {
				lt.origin[i] = origin
				i.Pos = pos // of the call, where this function creates the coroutine
			}
		}
		calls = bodies.CallsIn(calls, b)
	}
	for _, i := range calls {
		i.Pos = pos
		if slices.Contains(within, i.CalledFunc()) {
			lt.state.hopeless[i] = true
		} else if depth := len(within) - 1; depth <= maxDepth {
			if y := lt.c.Bodies.Creator(i); y != nil {
				lt.expand(i, y, origin, within)
			}
		}
	}
}

// fits reports whether the budget has room for a body.
func (lt *lookThrough) fits(x *bodies.Candidate) bool { return lt.added+x.Size <= lt.budget }

// open inlines a call of a candidate: any call that blocks the analysis, and other calls if the
// usual rule considers the callee small.
func (lt *lookThrough) open(call *ir.Instr, small bool) bool {
	if call.Block() == nil || !call.IsCall() {
		return false
	}
	g := call.CalledFunc()
	if g == nil || g.Declared || g == lt.f {
		return false
	}
	x := lt.c.Bodies.Candidate(g)
	switch {
	case x.Copy == nil || !lt.fits(x),
		small && opt.CallCost(x.Cost, call, false) >= opt.InlineThreshold(lt.c.M, call),
		lt.c.Bodies.Inline(call, x) == nil:
		return false
	}
	lt.added += x.Size
	return true
}

// outcome is the result of a trial.
type outcome uint8

const (
	wonNone outcome = iota // no frame can be elided
	wonSome                // some can, but other calls were inlined in vain: sites shows which to skip
	wonAll                 // each inlined call led to an elided frame
)

// judge compares the inlined calls with the elided frames. On demand it reports misses, which the
// caller is about to undo.
func (lt *lookThrough) judge(sites []*creating, lives []*lifetime.Lifetime, report bool) outcome {
	good := make([]bool, len(sites))
	won := false
	for _, l := range lives {
		if l.Miss == nil {
			won = true
			if k, ok := lt.origin[l.ID]; ok {
				good[k] = true
			}
		}
	}
	if report {
		lt.reportMisses(lives, good)
	}
	if !won {
		return wonNone
	}
	v := wonAll
	for k, s := range sites {
		if !s.skip && !good[k] {
			s.skip = true
			v = wonSome
		}
	}
	return v
}

// reportMisses reports the misses of a trial that the caller is about to undo.
func (lt *lookThrough) reportMisses(lives []*lifetime.Lifetime, good []bool) {
	for k, l := range lives {
		o, ok := lt.origin[l.ID]
		if l.Miss == nil || !ok || good[o] {
			continue
		}
		lt.c.report(lt.f, l, lt.c.elision(l, lt.f), nthOfSite(lt.c.M, lives, k))
	}
}

// parts inlines calls of the parts of coroutines whose frames are in the function, so that the code
// that uses the coroutine needs no calls, and the frame may become registers. It inlines small
// parts, and larger ones that the function calls once: such a copy replaces the part's call, and the
// part itself is dead if the coroutine has no other creator. LLVM cannot see that, because the frame
// holds the address of the part. A large part that creates coroutines stays a call, because it may
// be recursive, and a copy of one round of a recursion saves little.
func (lt *lookThrough) parts() bool {
	directParts(lt.c.M, lt.f)
	parts := lt.c.Bodies.PartsIn(lt.f)
	if len(parts) == 0 {
		return false
	}
	calls := map[*ir.Func]int{} // of parts
	for _, call := range bodies.DirectCalls(lt.f) {
		if parts[call.CalledFunc()] {
			calls[call.CalledFunc()]++
		}
	}
	q := opt.NewCallQueue(lt.c.M, lt.f)
	for q.Next() {
		if !onLocal(q.Call, parts) {
			continue
		}
		x := lt.c.Bodies.Candidate(q.Call.CalledFunc())
		if x.Copy == nil {
			continue
		}
		limit := opt.InlineThreshold(lt.c.M, q.Call)
		if calls[q.Call.CalledFunc()] == 1 && !x.Creates {
			limit *= soleCallFactor
		}
		if opt.CallCost(x.Cost, q.Call, false) < limit && lt.c.Bodies.Retarget(q.Call, x) {
			q.Inline()
		}
	}
	return q.Changed
}

// directParts makes calls through a cast of a part direct. coro-elide writes such calls in modules
// with typed pointers.
func directParts(m *ir.Module, f *ir.Func) {
	if !m.TypedPtrs {
		return
	}
	for call := range f.Instrs() {
		if !call.IsCall() || call.CalledFunc() != nil || call.NumCallArgs() != 1 {
			continue
		}
		g, ok := ir.StripCasts(call.Callee()).(*ir.Func)
		if !ok || len(g.FTy.Params()) != 1 || g.FTy.Ret() != call.Call().FTy.Ret() ||
			!g.FTy.Params()[0].IsPtr() || call.Call().CC != g.CC {
			continue
		}
		arg := ir.NewBuilder(m).Before(call).SetDebugLoc(call.DebugLoc()).PtrCast(call.Arg(0), g.FTy.Params()[0])
		aux := *call.Call() // copies of the call may share it
		aux.FTy = g.FTy
		call.Aux = &aux
		call.SetCallee(g)
		call.SetArg(0, arg)
	}
}

// onLocal reports whether a call of a coroutine's part passes a frame that is a variable of the
// caller.
func onLocal(call *ir.Instr, parts map[*ir.Func]bool) bool {
	if !parts[call.CalledFunc()] || call.NumCallArgs() != 1 {
		return false
	}
	a, ok := ir.StripCasts(call.Arg(0)).(*ir.Instr)
	return ok && a.Op == ir.OpAlloca
}
