// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// A cache of call summaries: the results of callee searches. The same small functions are called
// again and again, by every creator in a unit and for every creation, with the same knowledge of
// their arguments: without the cache, 7 of 8 blocks of callees in a C++ unit would be searched for
// at least the second time.
//
// The result of a callee search depends on
//
//   - the callee, and the abstract values of its arguments, of the memory that is reachable from
//     them, and, if the frame is reachable, of the frame and the coroutine. This summary key
//     numbers variables in the order in which it meets them, so that it does not matter which
//     functions they belong to. The search can have only one effect on the rest of the state: it
//     drops all of it that other code may write (clobber);
//   - the functions on the call chain, if the search checked for recursion into one of them, and
//     the depth of the call (fits);
//   - the identity of the coroutine's parts, if the search compared a function with them;
//   - facts about callees, which never change (Facts), and their bodies: if one changes, the call
//     summaries that depend on it are invalidated (Facts.Changed).
//
// For example, these two calls have the same summary key, because each argument is the address of
// an alloca of a pointer that holds the handle and did not escape:
//
//	call void @close(ptr %a)    ; in @first
//	call void @close(ptr %b)    ; in @second
//
// A call summary also contains the side effects of the search and its dependencies on anything but
// the key (dependencies). Using a summary repeats the side effects. They include the steps: a search
// gives up after as many steps as it would without the cache. If the summarised search reached the
// bound on steps, or would reach it now, its summary applies only after the same number of steps. A
// search that widened has no summary, because widening depends on the complete state.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// maxViewVars bounds the variables in a summary key.
const maxViewVars = 48

// summaryKey is the key of a call summary: the part of the state that the callee search can observe at
// its start.
type summaryKey struct {
	callee *ir.Func
	flags  keyFlags
	use    partUse // that of the coroutine; zero, except for opaqueBody, if the frame is not reachable
	args   []shallowKey
	vars   []keyVariable
	cells  []keyCell // sorted by variable and offset; those of the frame are last
}

type keyFlags uint8

const (
	seesFrame  keyFlags = 1 << iota // the frame is reachable; only then may the next three be set
	isResuming                      // pathSearch.resuming
	hasSlept                        // abstractState.slept
	hasEscaped                      // abstractState.esc is set
	// some slot is not reachable from the callee, but the callee may clobber it
	canClobber
	hasManyVars // more than maxViewVars: do not cache
)

// shallowKey is an abstractValue, with variables by number.
type shallowKey struct {
	kind valueKind
	at   int32    // the variable of a knownAddr
	v    ir.Value // the value of any other kind
	off  int64
}

// keyVariable holds the properties of a reachable variable that a search depends on.
type keyVariable struct {
	typ      *ir.Type
	holds    bool // lifetimeAnalysis.mayHold
	captured bool
}

// keyCell is cell, with variables by number and inFrame for the frame.
type keyCell struct {
	at        int32
	off, size int64
	k         shallowKey
}

const inFrame = -1

func (v *summaryKey) equal(o *summaryKey) bool {
	return v.callee == o.callee && v.flags == o.flags && v.use == o.use && slices.Equal(v.args, o.args) &&
		slices.Equal(v.vars, o.vars) &&
		slices.Equal(v.cells, o.cells)
}

func (v *summaryKey) clone() *summaryKey {
	c := *v
	c.args, c.vars, c.cells = slices.Clone(v.args), slices.Clone(v.vars), slices.Clone(v.cells)
	return &c
}

// keyBuilder builds summary keys, one at a time.
type keyBuilder struct {
	summaryKey
	bases []ir.Value // the variables
	s     *abstractState
}

// name returns the number of a variable, or inFrame.
func (vr *keyBuilder) name(base ir.Value) int32 {
	if base == theFrame {
		return inFrame
	}
	if n := slices.Index(vr.bases, base); n >= 0 {
		return int32(n)
	}
	if len(vr.bases) == maxViewVars {
		vr.flags |= hasManyVars
		return 0
	}
	vr.bases = append(vr.bases, base)
	return int32(len(vr.bases) - 1)
}

func (vr *keyBuilder) shallowKey(k abstractValue) shallowKey {
	switch k.kind {
	case knownAddr:
		return shallowKey{kind: k.kind, at: vr.name(k.v), off: k.off}
	case knownFrame, knownFn, knownSlot:
		vr.flags |= seesFrame
	}
	return shallowKey{kind: k.kind, v: k.v, off: k.off}
}

// contents adds the contents of a variable.
func (vr *keyBuilder) contents(base ir.Value, at int32) {
	from := len(vr.cells)
	for n := range vr.s.slots {
		c := &vr.s.slots[n]
		if c.base != base {
			continue
		}
		to := len(vr.cells)
		vr.cells = append(vr.cells, keyCell{})
		for ; to > from && vr.cells[to-1].off > c.off; to-- {
			vr.cells[to] = vr.cells[to-1]
		}
		vr.cells[to] = keyCell{at: at, off: c.off, size: c.size, k: shallowKey{kind: c.k.kind, v: c.k.v, off: c.k.off}}
	}
	// Number variables in the order of the cells, not of the slots.
	for n := from; n < len(vr.cells); n++ {
		k := &vr.cells[n].k
		*k = vr.shallowKey(abstractValue{k.kind, k.v, k.off})
	}
}

// look builds the summary key of a call. It returns false if the call can have no summary.
func (vr *keyBuilder) look(w *pathSearch, s *abstractState, g *ir.Func, args []abstractValue) bool {
	an := w.an
	vr.summaryKey = summaryKey{callee: g, args: vr.args[:0], vars: vr.vars[:0], cells: vr.cells[:0]}
	vr.bases, vr.s = vr.bases[:0], s
	for _, k := range args {
		vr.args = append(vr.args, vr.shallowKey(k))
	}
	vr.follow(0)
	if vr.flags&seesFrame != 0 {
		from := len(vr.bases)
		vr.contents(theFrame, inFrame)
		vr.follow(from)
		vr.use = an.use
		if w.resuming || g == an.life.Resume {
			vr.flags |= isResuming
		}
		if s.slept {
			vr.flags |= hasSlept
		}
		if s.esc != nil {
			vr.flags |= hasEscaped
		}
	}
	vr.use.opaqueBody = an.use.opaqueBody
	for _, b := range vr.bases {
		a := ir.AsInstr(b)
		if a == nil || a.Op != ir.OpAlloca {
			// another coroutine's frame: the code that creates it decides which parts are read from
			// it
			return false
		}
		vr.vars = append(vr.vars, keyVariable{a.ElemTy, an.mayHold(b), s.captured(b)})
	}
	for n := range s.slots {
		if vr.aside(&s.slots[n]) {
			vr.flags |= canClobber
			break
		}
	}
	return vr.flags&hasManyVars == 0
}

// follow adds the contents of the variables from a number on, and everything reachable from there.
func (vr *keyBuilder) follow(from int) {
	for n := from; n < len(vr.bases); n++ {
		vr.contents(vr.bases[n], int32(n))
	}
}

// aside reports whether the callee cannot reach a slot, but can clobber it.
func (vr *keyBuilder) aside(c *cell) bool {
	if c.ofFrame() {
		return vr.flags&seesFrame == 0
	}
	return vr.s.captured(c.base) && !slices.Contains(vr.bases, c.base)
}

// hash returns the same number for equal keys.
func (v *summaryKey) hash() uint64 {
	h := uint64(v.flags)
	add := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	shallowKey := func(k *shallowKey) {
		add(uint64(k.kind) | uint64(uint32(k.at))<<8)
		add(uint64(k.off))
		if c, ok := k.v.(*ir.Const); ok && c.IsInt() {
			add(c.Uint64())
		}
	}
	for n := range v.args {
		shallowKey(&v.args[n])
	}
	for n := range v.vars {
		if v.vars[n].captured {
			add(uint64(n))
		}
	}
	for n := range v.cells {
		c := &v.cells[n]
		add(uint64(uint32(c.at)))
		add(uint64(c.off))
		shallowKey(&c.k)
	}
	return h
}

// effects are the side effects of a search, in addition to its outcomes.
type effects struct {
	ends       int  // how often the search saw the frame destroyed
	resumed    bool // lifetimeAnalysis.resumed
	blocked    bool // lifetimeAnalysis.block
	unreadable bool // lifetimeAnalysis.block, for a callee that cannot be read
	gave       bool // memory.gave
	forbids    bool // lifetimeAnalysis.forbid, with
	why        MissKind
	text       string
}

// dependencies are the effects of a search, and its dependencies: those on the call chain, on the
// coroutine and on other functions.
type dependencies struct {
	effects
	widened bool // the search widened, or depended on more than the key contains
	// the largest depth from which the search may have entered a callee; -1: none
	deepest int
	cut     bool // a callee was not searched because it was too deep
	// depth of the outermost search whose function is called recursively; noCycle: none
	highest int
	// numbers of the functions whose bodies it depends on, and of those checked for recursion
	asked     []int32
	ofLife    bool       // the search depends on the identity of the coroutine's parts
	strangers []*ir.Func // functions that must not be parts of the coroutine
	callers   []*ir.Func // functions that must not call a part of the coroutine
}

const noCycle = 1 << 30

func newDependencies() dependencies { return dependencies{deepest: -1, highest: noCycle} }

// add adds the dependencies and effects of an inner search.
func (t *dependencies) add(o *dependencies) {
	t.ends += o.ends
	t.resumed, t.blocked, t.unreadable = t.resumed || o.resumed, t.blocked || o.blocked, t.unreadable || o.unreadable
	t.gave, t.widened = t.gave || o.gave, t.widened || o.widened
	if o.forbids && !t.forbids {
		t.forbids, t.why, t.text = true, o.why, o.text
	}
	t.deepest, t.cut, t.highest = max(t.deepest, o.deepest), t.cut || o.cut, min(t.highest, o.highest)
	t.asked = append(t.asked, o.asked...)
	t.ofLife = t.ofLife || o.ofLife
	t.strangers, t.callers = append(t.strangers, o.strangers...), append(t.callers, o.callers...)
}

// callSummary is a call summary: the result of a callee search.
type callSummary struct {
	*summaryKey
	dependencies
	depth    int           // the depth of the search
	parts    [3]*ir.Func   // the coroutine's parts, if ofLife
	steps    int           // the number of blocks visited
	from     int           // nestedSteps before the search, if the bound on it mattered; -1: it did not
	ok       bool          // the search was complete: outcomes is all outcomes
	outcomes []callOutcome // the outcomes of the call
	gone     bool          // invalid: a function that the summary depends on changed
	next     *callSummary  // the next one with the same key
}

// callOutcome is one outcome of a call.
type callOutcome struct {
	unwind, jump bool
	ret          shallowKey
	kept         bool      // the reachable cells are those before the call
	cells        []keyCell // otherwise the reachable cells
	clobbered    bool      // the slots that the callee cannot reach, but can clobber, are dropped
	captured     []int32   // variables that escape in the call
	escaped      bool      // the handle escapes in the call
}

// callSummaryKey is the key of a call summary in Facts.summaries.
type callSummaryKey struct {
	callee *ir.Func
	hash   uint64
}

// callSummaryKey returns the key of a call summary at one depth (-1: any) and for one coroutine (nil:
// any).
func (fa *Facts) callSummaryKey(callee *ir.Func, hash uint64, depth int, resume *ir.Func) callSummaryKey {
	if resume != nil {
		hash = hash*31 + uint64(fa.number(resume)) + 1
	}
	return callSummaryKey{callee, hash*31 + uint64(depth+1)}
}

// asked caches the facts about one function that do not depend on other functions.
type asked struct {
	no         int32 // identifies the function, and orders it
	leavesOnly bool  // the result of leavesOnly, which depends on the name
	looked     bool  // unfit is known
	// type or attributes forbid a search with the abstract values of the arguments
	unfit    bool
	searched bool       // returns is known
	returns  bool       // the function has a return instruction
	called   bool       // calls is known
	calls    []*ir.Func // the functions that it calls by name, each once
}

// ask returns the cached facts about a function.
func (fa *Facts) ask(f *ir.Func) *asked {
	a := fa.asked[f]
	if a == nil {
		a = &asked{no: int32(len(fa.asked)), leavesOnly: leavesOnly(f)}
		fa.asked[f] = a
	}
	return a
}

// look is ask that also computes unfit.
func (fa *Facts) look(f *ir.Func) *asked {
	a := fa.ask(f)
	if a.looked {
		return a
	}
	a.looked = true
	a.unfit = f.FTy.IsVariadic() || f.HasAttr("returns_twice") || slices.ContainsFunc(f.Params, func(p *ir.Param) bool {
		return p.Attrs.Has(fa.M, "byval") || p.Attrs.Has(fa.M, "inalloca") || p.Attrs.Has(fa.M, "preallocated")
	})
	return a
}

// calls returns the functions that a function calls by name, each once.
func (fa *Facts) calls(f *ir.Func) []*ir.Func {
	a := fa.ask(f)
	if a.called {
		return a.calls
	}
	a.called = true
	for i := range f.Instrs() {
		if g := i.CalledFunc(); g != nil && !g.IsIntrinsic() && !slices.Contains(a.calls, g) {
			a.calls = append(a.calls, g)
		}
	}
	return a.calls
}

// number returns a number that identifies a function and orders it.
func (fa *Facts) number(f *ir.Func) int32 { return fa.ask(f).no }

// note records that the callee search in progress, if there is one, depends on a function's body.
func (fa *Facts) note(f *ir.Func) {
	if fa.recording != nil {
		fa.recording.asked = append(fa.recording.asked, fa.number(f))
	}
}

// Changed invalidates the call summaries that depend on f. Callers call it when a pass changed f,
// or when the body of f became ready to be read or is no longer ready.
func (fa *Facts) Changed(f *ir.Func) {
	if fa.exact != nil {
		fa.exact.Changed(f)
	}
	*fa.epoch++
	a := fa.asked[f]
	if a == nil {
		return
	}
	*a = asked{no: a.no, leavesOnly: a.leavesOnly}
	if int(a.no) < len(fa.goingBy) {
		for _, m := range fa.goingBy[a.no] {
			m.gone = true
		}
		fa.goingBy[a.no] = nil
	}
}

// noteResumed records that the coroutine's resume function may run.
func (an *lifetimeAnalysis) noteResumed() {
	an.resumed = true
	if an.facts.recording != nil {
		an.facts.recording.resumed = true
	}
}

// comparesParts records that a result depends on whether f is a part of the coroutine, or on which
// part was read from the frame.
func (an *lifetimeAnalysis) comparesParts(f *ir.Func, read bool) {
	t, parts := an.facts.recording, an.life.parts()
	switch {
	case t == nil:
	case read || f != nil && slices.Contains(parts[:], f):
		t.ofLife = true
	case f != nil:
		t.strangers = append(t.strangers, f)
	}
}

// parts returns the coroutine's parts.
func (l *Lifetime) parts() [3]*ir.Func { return [3]*ir.Func{l.Resume, l.Destroy, l.Cleanup} }

// nested searches a callee's body with the abstract values of its arguments, or uses a call
// summary.
func (w *pathSearch) nested(s *abstractState, i *ir.Instr, g *ir.Func, args []abstractValue) ([]callOut, bool) {
	an, fa := w.an, w.an.facts
	vr := &fa.viewer
	if an.inFrames || an.life.Cleanup == nil || !vr.look(w, s, g, args) {
		inner := newDependencies()
		inner.widened = true
		return w.searchCallee(s, i, g, args, &inner)
	}
	hash := vr.hash()
	if m := w.useSummary(hash); m != nil {
		if fa.Prove {
			return w.prove(m, s, i, g, args)
		}
		return w.applySummary(m, s, i), m.ok
	}
	v, bases := vr.clone(), slices.Clone(vr.bases)
	inner, from := newDependencies(), an.nestedSteps
	outs, ok := w.searchCallee(s, i, g, args, &inner)
	if !inner.widened && inner.highest > w.depth {
		m := &callSummary{summaryKey: v, dependencies: inner, depth: w.depth + 1, steps: an.nestedSteps - from, from: -1, ok: ok}
		if an.nestedSteps >= maxNestedSteps {
			m.from = from
		}
		var known bool
		if m.outcomes, known = pathsFrom(s, outs, v, bases); known {
			fa.remember(m, hash, an.life)
		}
	}
	return outs, ok
}

// searchCallee is nested without the cache.
func (w *pathSearch) searchCallee(s *abstractState, i *ir.Instr, g *ir.Func, args []abstractValue, inner *dependencies) ([]callOut, bool) {
	an := w.an
	outer, gave := an.facts.recording, s.in.gave
	an.facts.recording, s.in.gave = inner, false
	outs, ok := w.searchBody(s, i, g, args)
	inner.gave = s.in.gave
	an.facts.recording, s.in.gave = outer, gave || inner.gave
	if outer != nil {
		outer.add(inner)
	}
	return outs, ok
}

// useSummary returns the call summary for the key builder's key, or nil if no summary applies here.
func (w *pathSearch) useSummary(hash uint64) *callSummary {
	fa, l := w.an.facts, w.an.life
	for _, depth := range [...]int{-1, w.depth + 1} {
		for _, resume := range [...]*ir.Func{nil, l.Resume} {
			for m := fa.summaries[fa.callSummaryKey(fa.viewer.callee, hash, depth, resume)]; m != nil; m = m.next {
				if !m.gone && m.summaryKey.equal(&fa.viewer.summaryKey) && w.fits(m) {
					return m
				}
			}
		}
	}
	return nil
}

// fits reports whether a summary applies here: the search would run as it ran before. For example,
// the summary of a search that entered three levels of callees does not apply to a call where the
// depth bound leaves only two.
func (w *pathSearch) fits(m *callSummary) bool {
	an := w.an
	if m.from >= 0 && an.nestedSteps != m.from || m.from < 0 && an.nestedSteps+m.steps >= maxNestedSteps {
		return false
	}
	if depth := w.depth + 1; m.cut && m.depth != depth || !m.cut && depth+m.deepest-m.depth >= maxCallDepth {
		return false
	}
	if m.ofLife && m.parts != an.life.parts() {
		return false
	}
	parts := an.life.parts()
	for _, f := range m.strangers {
		if slices.Contains(parts[:], f) {
			return false
		}
	}
	for p := w; p != nil; p = p.parent {
		if _, is := slices.BinarySearch(m.asked, an.facts.number(p.fn.f)); is {
			return false
		}
	}
	return !slices.ContainsFunc(m.callers, an.callsPart)
}

// remember adds a call summary to the cache.
func (fa *Facts) remember(m *callSummary, hash uint64, l *Lifetime) {
	// the search itself did not check its own callee for recursion: its caller did
	m.asked = append(m.asked, fa.number(m.callee))
	slices.Sort(m.asked)
	m.asked = slices.Clip(slices.Compact(m.asked))
	m.strangers, m.callers = unique(m.strangers), unique(m.callers)
	depth := -1
	if m.cut {
		depth = m.depth
	}
	var resume *ir.Func
	if m.ofLife {
		m.parts, resume = l.parts(), l.Resume
	}
	key := fa.callSummaryKey(m.callee, hash, depth, resume)
	var others *callSummary
	n := 1
	for x := fa.summaries[key]; x != nil && n < maxSameKey; {
		next := x.next
		if !x.gone {
			x.next, others = others, x
			n++
		}
		x = next
	}
	m.next = others
	fa.summaries[key] = m
	for _, no := range m.asked {
		for int(no) >= len(fa.goingBy) {
			fa.goingBy = append(fa.goingBy, nil)
		}
		fa.goingBy[no] = append(fa.goingBy[no], m)
	}
}

// maxSameKey bounds the call summaries with one key.
const maxSameKey = 16

// unique removes the duplicates from a short list.
func unique(list []*ir.Func) []*ir.Func {
	kept := list[:0]
	for _, f := range list {
		if !slices.Contains(kept, f) {
			kept = append(kept, f)
		}
	}
	return slices.Clip(kept)
}

// pathsFrom expresses the outcomes of a call in terms of the summary key at its start. It returns
// false if it cannot.
func pathsFrom(s *abstractState, outs []callOut, v *summaryKey, bases []ir.Value) ([]callOutcome, bool) {
	vr := keyBuilder{summaryKey: summaryKey{flags: v.flags}, bases: bases, s: s}
	outcomes := make([]callOutcome, len(outs))
	for n, o := range outs {
		x := &outcomes[n]
		*x = callOutcome{unwind: o.unwind, jump: o.jump, ret: vr.shallowKey(o.ret), escaped: s.esc == nil && o.s.esc != nil,
			clobbered: v.flags&canClobber != 0}
		vr.cells = nil
		for m := range o.s.slots {
			c := &o.s.slots[m]
			switch {
			case vr.aside(c):
				x.clobbered = false
			case slices.Contains(bases, c.base) || c.ofFrame():
				vr.cells = append(vr.cells, keyCell{vr.name(c.base), c.off, c.size, vr.shallowKey(c.k)})
			}
		}
		slices.SortFunc(vr.cells, func(a, b keyCell) int {
			if a.at != b.at {
				return int(uint32(a.at)) - int(uint32(b.at)) // the frame's cells last
			}
			return int(a.off - b.off)
		})
		if x.kept = slices.Equal(vr.cells, v.cells); !x.kept {
			x.cells = vr.cells
		}
		for _, b := range o.s.capt {
			if !s.captured(b) {
				x.captured = append(x.captured, vr.name(b))
			}
		}
	}
	return outcomes, len(vr.bases) == len(bases) && vr.flags == v.flags
}

// applySummary applies a summary to a call.
func (w *pathSearch) applySummary(m *callSummary, s *abstractState, i *ir.Instr) []callOut {
	an, site := w.an, w.at(i)
	vr := &an.facts.viewer
	an.spent += m.steps
	an.nestedSteps += m.steps
	an.facts.Stats.Recalled += m.steps
	if m.ends > 0 {
		an.ended.n += m.ends
		an.endsAt(site, s.slept, true)
	}
	an.resumed = an.resumed || m.resumed
	if m.unreadable {
		an.unreadable[site] = true
	}
	if m.blocked {
		an.blocker(site)
	}
	if m.forbids && an.miss.text == "" {
		an.miss = missFound{kind: exitLeave, text: m.text, why: m.why, at: site}
	}
	if m.gave {
		s.in.gave = true
	}
	if an.facts.recording != nil {
		an.facts.recording.replay(m, w.depth+1)
	}
	outs := make([]callOut, len(m.outcomes))
	for n := range m.outcomes {
		x := &m.outcomes[n]
		o := s.clone()
		if !x.kept || x.clobbered {
			o.slots, o.sharedSlots = vr.slotsBehind(s, x, m.cells), false
		}
		for _, at := range x.captured {
			o.capt = append(o.capt, vr.bases[at])
		}
		if x.escaped {
			o.esc = site
		}
		outs[n] = callOut{s: o, unwind: x.unwind, jump: x.jump, ret: vr.known(x.ret)}
	}
	return outs
}

// prove is applySummary that also searches the callee again, and panics if the result is not the
// summary's.
func (w *pathSearch) prove(m *callSummary, s *abstractState, i *ir.Instr, g *ir.Func, args []abstractValue) ([]callOut, bool) {
	an, fa := w.an, w.an.facts
	v, bases := fa.viewer.clone(), slices.Clone(fa.viewer.bases)
	inner, from := newDependencies(), an.nestedSteps
	outs, ok := w.searchCallee(s, i, g, args, &inner)
	steps := an.nestedSteps - from
	fa.Stats.Nested -= steps
	fa.Stats.Recalled += steps
	outcomes, known := pathsFrom(s, outs, v, bases)
	if !known || ok != m.ok || steps != m.steps || inner.effects != m.effects || !slices.EqualFunc(outcomes, m.outcomes,
		callOutcome.equal) {
		panic("the walk of @" + g.Name + " is not the one that is remembered")
	}
	return outs, ok
}

func (a callOutcome) equal(b callOutcome) bool {
	return a.unwind == b.unwind && a.jump == b.jump && a.ret == b.ret && a.kept == b.kept &&
		a.clobbered == b.clobbered && a.escaped == b.escaped &&
		slices.Equal(a.cells, b.cells) && slices.Equal(a.captured, b.captured)
}

// replay adds the dependencies and effects of a summary that is used at a depth.
func (t *dependencies) replay(m *callSummary, depth int) {
	c := m.dependencies
	if c.deepest >= 0 {
		c.deepest += depth - m.depth
	}
	t.add(&c)
}

// known is the inverse of shallowKey, for the variables of the key builder.
func (vr *keyBuilder) known(g shallowKey) abstractValue {
	if g.kind == knownAddr {
		return abstractValue{knownAddr, vr.bases[g.at], g.off}
	}
	return abstractValue{g.kind, g.v, g.off}
}

// slotsBehind returns the slots after a call: those that the callee cannot reach, if it did not
// clobber them, and the cells of the outcome.
func (vr *keyBuilder) slotsBehind(s *abstractState, x *callOutcome, before []keyCell) []cell {
	cells := x.cells
	if x.kept {
		cells = before
	}
	slots := s.in.slots.take(0, len(s.slots)-len(before)+len(cells)+2)
	for n := range s.slots {
		c := &s.slots[n]
		if vr.aside(c) && x.clobbered || slices.Contains(vr.bases, c.base) || c.ofFrame() && vr.flags&seesFrame != 0 {
			continue
		}
		slots = append(slots, *c)
	}
	for n := range cells {
		c := &cells[n]
		base := ir.Value(theFrame)
		if c.at != inFrame {
			base = vr.bases[c.at]
		}
		slots = append(slots, cell{base, c.off, c.size, vr.known(c.k)})
	}
	return slots
}
