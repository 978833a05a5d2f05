package elide

// What elision has inlined: the pass inline<elision>. Where a function creates coroutines, the
// small glue on the way from the creation to the destruction is looked through: the ramp, functions
// that only make and return the task object, its constructors and destructors, begin(), the
// handle's operations. Nothing else is: neither the coroutine's body, nor the algorithm that uses
// the coroutine.
//
// It is a trial. The calls that create are inlined; as long as package handle cannot tell where a
// frame's life ends, so are the calls that it names as being in the way. When no frame can lie in
// the function then, the function is as before, to the byte; when some can and some cannot, it is
// done again with the calls alone that led to frames that can.
//
// Why it is sound. What is inlined is a copy of what runs there anyway (the call's own callee,
// which no linker may replace: opt.Inlinable), simplified by passes that keep what code does. So
// the function after a trial does what it did before, whatever was inlined, and the verdict of
// package handle on it, which is asked of the code as it stands and trusts nothing from before, is
// one on the function as it was. A trial that is taken back leaves the very body that was there:
// the copy is what was worked on.
//
// What a trial comes to depends on the function, and on the glue of what it calls; glue depends on
// its function and that function's callees alone (lookthrough_candidate.go). So it does not matter which
// functions were looked at before, but for those of the same cycle of calls, which are taken in the
// order of their names.
//
// Where a frame lies in the function already, small calls of the coroutine's parts are inlined by
// the usual rule. What a coroutine that was not split takes in besides is in lookthrough_tiny.go.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/handle"
	"github.com/corolower/corolower/internal/opt"
)

// The budget of a trial: rounds of inlining and simplifying; and of a function over all trials that
// succeed: instructions added. Behind them what the end-to-end programs need (clang 22 and 19 at -O2,
// 423 trials of which 267 succeed): the median, 99 of 100, all.
const (
	lookRounds  = 12   // 0, 3, 3
	lookAttempt = 4    // trials with fewer and fewer creations: 1, 2, 2
	lookAdded   = 4000 // 90, 791, 796
	lookGrowth  = 4    // times the function's size as it was first seen, if that is more than lookAdded
)

// LookThrough runs inline<elision> on one function, which may be a coroutine that was not split.
func (c *State) LookThrough(f *ir.Func) (bool, error) {
	if f.Declared || f.Entry() == nil || f.HasAttr("optnone") {
		return false, nil
	}
	lt := &looker{c: c, f: f, state: c.lookState()}
	lt.state.under = f
	lt.noteRecursion()
	changed := lt.instants()
	changed = lt.parts() || changed
	changed = lt.creations() || changed
	lt.state.under = nil
	clear(lt.state.partial)
	delete(lt.state.glue, f)
	delete(lt.state.noCreator, f)
	return changed, c.M.Err
}

// looker is LookThrough at work on one function.
type looker struct {
	c      *State
	f      *ir.Func
	state  *lookState
	origin map[*ir.Instr]int // coro.ids that came in, by the number of the call that brought them
	added  int               // instructions, in this trial
	budget int
}

// creating is a call that creates coroutines.
type creating struct {
	call *ir.Instr
	glue *candidate
	skip bool // known not to lead to a frame in the function
}

// creations tries to bring the frames of the coroutines that the function creates into it.
func (lt *looker) creations() bool {
	sites, pending := lt.sites(), lt.pending()
	if len(sites) == 0 && !pending {
		return false
	}
	m, f := lt.c.M, lt.f
	for attempt := range lookAttempt {
		s, vm := copyFunc(m, f)
		attrs, person, changed := f.Attrs, f.Person, f.Changed
		f.SwapBody(s) // the copy is worked on, under the function's own name
		lives := lt.trial(sites, vm)
		won := lt.judge(sites, lives, attempt == 0)
		if won == wonAll {
			f.Changed = true
			lt.state.room[f] = max(lt.state.room[f]-lt.added, 1)
			lt.c.cacheVerdict(f, lives)
			return true
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
	return false
}

// sites finds the calls that create coroutines.
func (lt *looker) sites() []*creating {
	var list []*creating
	for _, call := range directCalls(lt.f) {
		if lt.state.hopeless[call] {
			continue
		}
		if x := lt.c.creator(call); x != nil {
			list = append(list, &creating{call: call, glue: x})
		}
	}
	return list
}

// pending reports whether the function has a coro.id of another coroutine that is undecided for the
// sake of a call.
func (lt *looker) pending() bool {
	fresh := false
	for b := lt.f.Entry(); b != nil && !fresh; b = b.Next() {
		for i := b.First(); i != nil && !fresh; i = i.Next() {
			fresh = coro.IsCreation(i) && !lt.state.hopeless[i] && ir.StripCasts(i.Arg(ir.IdCoro)) != ir.Value(lt.f)
		}
	}
	if !fresh {
		return false
	}
	for _, l := range lt.c.Lifetimes(lt.f) {
		if l.Miss != nil && len(l.Blockers) > 0 && !lt.state.hopeless[l.ID] {
			return true
		}
	}
	return false
}

// giveUp remembers the function's own coro.ids as hopeless.
func (lt *looker) giveUp() {
	for b := lt.f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if coro.IsCreation(i) {
				lt.state.hopeless[i] = true
			}
		}
	}
}

// trial inlines the creating calls that are not skipped, and what blocks the way, until all is
// decided or the budget is spent.
func (lt *looker) trial(sites []*creating, vm *ir.ValueMap) []*handle.Lifetime {
	f := lt.f
	size := ir.NumInstrs(f, 1<<30)
	if lt.state.room[f] == 0 {
		lt.state.room[f] = lt.c.Opts.maxAdded(size)
	}
	lt.origin, lt.added, lt.budget = map[*ir.Instr]int{}, 0, lt.state.room[f]
	for k, s := range sites {
		call := vm.Instr(s.call)
		if !s.skip && !lt.fits(s.glue) {
			lt.state.starved[s.call] = true
		}
		if lt.state.starved[s.call] {
			lt.state.starved[call] = true // one of the two bodies stays
		}
		if !s.skip {
			lt.expand(call, s.glue, k, []*ir.Func{f})
		}
	}
	// What is small anyway goes first: that is cheaper than to ask what is in the way, and leaves
	// little to be asked about.
	opened, settled := true, false
	for round := 0; opened && round < lookRounds; round++ {
		settled = opt.Settle(lt.c.M, f, lt.c.Layout)
		opened = lt.c.directFrames(f)
		for _, call := range lt.near(collectLifetimes(lt.c, f)) {
			opened = lt.open(call, true) || opened
		}
	}
	var lives []*handle.Lifetime
	for round := 0; ; round++ {
		if round > 0 || opened || !settled {
			opt.Simplify(lt.c.M, f, lt.c.Layout)
		}
		lt.c.directFrames(f)
		lives = lt.c.lifetimes(f, true)
		if round == lookRounds || !lt.step(lives) {
			return lives
		}
	}
}

// step inlines what one round can. First comes what is in the way of what is undecided. When there
// is no more, calls of coroutines that are known by now are made direct, and calls that the handle
// goes through are inlined by the usual rule: the code becomes such that other handles can be told,
// and that the parts can be inlined once the frame lies in the function.
func (lt *looker) step(lives []*handle.Lifetime) bool {
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
		for _, r := range l.Resumes {
			el.replaceFn(r, l.Resume)
			opened = true
		}
	}
	for _, call := range lt.near(lives) {
		opened = lt.open(call, true) || opened
	}
	return opened
}

// near gives the calls that get the handle of a coroutine, or the address of a local that holds it,
// in the order of the code. Calls of a coroutine's parts are among them only while it is undecided
// where the frame's life ends.
func (lt *looker) near(lives []*handle.Lifetime) []*ir.Instr {
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
	parts := lt.c.partsIn(lt.f)
	for _, call := range directCalls(lt.f) {
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

// holders adds the locals that an address in the frame is stored to, and what the handle is after
// it was an integer. v is an address at an offset, from which the handle may be computed again: a
// promise that was laundered leads to it.
func (lt *looker) holders(known map[ir.Value]bool, v *ir.Instr, offset int64) {
	for u := v.FirstUse(); u != nil; u = u.Next() {
		switch i := u.User(); {
		case (i.Op == ir.OpPtrToInt || i.Op == ir.OpIntToPtr) && offset == 0:
			known[i] = true
			lt.holders(known, i, offset)
		case i.Op == ir.OpGEP && u.Index() == 0:
			if d, ok := lt.c.Layout.GEPOffset(i.ElemTy, ir.GEPIndices(i)); ok {
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

// expand inlines a creating call, and the creating calls in what came in. within are the functions
// whose bodies the call came in with: they do not come in again, or recursion would be unrolled.
func (lt *looker) expand(call *ir.Instr, x *candidate, origin int, within []*ir.Func) {
	if call.Block() == nil || !lt.fits(x) {
		return
	}
	pos := call.Pos
	within = append(within[:len(within):len(within)], call.CalledFunc())
	blocks := lt.c.inline(call, x)
	lt.added += x.size
	var calls []*ir.Instr
	for _, b := range blocks {
		for i := b.First(); i != nil; i = i.Next() {
			if coro.IsCreation(i) {
				lt.origin[i] = origin
				i.Pos = pos // of the call: that is where the coroutine is created, as far as this function goes
			}
		}
		calls = callsIn(calls, b)
	}
	for _, i := range calls {
		i.Pos = pos
		if slices.Contains(within, i.CalledFunc()) {
			lt.state.hopeless[i] = true
		} else if depth := len(within) - 1; depth <= maxDepth {
			if y := lt.c.creator(i); y != nil {
				lt.expand(i, y, origin, within)
			}
		}
	}
}

// fits reports that the budget has room for a body.
func (lt *looker) fits(x *candidate) bool { return lt.added+x.size <= lt.budget }

// open inlines a call, if it is of glue: one that is in the way, or any that the usual rule calls
// small.
func (lt *looker) open(call *ir.Instr, small bool) bool {
	if call.Block() == nil || !call.IsCall() {
		return false
	}
	g := call.CalledFunc()
	if g == nil || g.Declared || g.IsIntrinsic() || g == lt.f {
		return false
	}
	x := lt.c.candidateOf(g)
	switch {
	case x.f == nil || !lt.fits(x),
		small && opt.CallCost(x.cost, call, false) >= opt.InlineThreshold(lt.c.M, call),
		lt.c.inline(call, x) == nil:
		return false
	}
	lt.added += x.size
	return true
}

// outcome is what a trial came to.
type outcome uint8

const (
	wonNone outcome = iota // no frame can lie in the function
	wonSome                // some can, but calls were inlined that led to none: sites says which to leave out
	wonAll                 // each call that was inlined led to one
)

// judge compares what was inlined with what came of it. On demand, misses are reported while they
// can be seen.
func (lt *looker) judge(sites []*creating, lives []*handle.Lifetime, report bool) outcome {
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

// reportMisses reports the creations that are about to be undone.
func (lt *looker) reportMisses(lives []*handle.Lifetime, good []bool) {
	for k, l := range lives {
		o, ok := lt.origin[l.ID]
		if l.Miss == nil || !ok || good[o] {
			continue
		}
		lt.c.tell(lt.f, l, lt.c.elision(l, lt.f), nthOfSite(lt.c.M, lives, k))
	}
}

// parts inlines small calls of the parts of coroutines whose frames lie in the function, so that
// what uses the coroutine becomes straight code.
func (lt *looker) parts() bool {
	directParts(lt.c.M, lt.f)
	parts := lt.c.partsIn(lt.f)
	changed, _ := opt.InlineCalls(lt.c.M, lt.f, func(call *ir.Instr) bool {
		if !onLocal(call, parts) {
			return false
		}
		x := lt.c.candidateOf(call.CalledFunc())
		return x.f != nil && opt.CallCost(x.cost, call, false) < opt.InlineThreshold(lt.c.M, call) &&
			lt.c.retarget(call, x)
	})
	return changed
}

// directParts makes calls of parts through a cast of them, as coro-elide writes where pointers have
// types, calls of the parts.
func directParts(m *ir.Module, f *ir.Func) {
	if !m.TypedPtrs {
		return
	}
	for b := f.Entry(); b != nil; b = b.Next() {
		for call := b.First(); call != nil; call = call.Next() {
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
}

// onLocal reports a call of a coroutine's part with a frame that is a local of the caller.
func onLocal(call *ir.Instr, parts map[*ir.Func]bool) bool {
	if !parts[call.CalledFunc()] || call.NumCallArgs() != 1 {
		return false
	}
	a, ok := ir.StripCasts(call.Arg(0)).(*ir.Instr)
	return ok && a.Op == ir.OpAlloca
}
