package handle

// Walks of callees that are remembered. The same small functions are called again and again, by
// every creator of a unit and for every creation, with the same knowledge of what they are given:
// of the blocks of callees that the searches for a unit of C++ come to, 7 of 8 would be walked for
// at least the second time.
//
// What a walk of a callee comes to depends on
//
//   - the callee and what is known of its arguments, of the memory that can be reached from them, and, where that leads to the frame, of the frame
//     and the coroutine (view). Variables are told apart by the order in which they are met, so that it does not matter whose they are. What
//     else is known the walk can do but one thing to: forget the part of it that others know (clobber), all at once;
//   - the functions that it came in by, where it asked whether one of them is called again, and how deep it stands (fits);
//   - which functions are the coroutine's parts, where it compared one with them;
//   - what is known of callees, which is the same always (Facts), and their bodies: what was remembered goes when one changes (Facts.Changed).
//
// What it does besides giving the states in which the call comes back is noted in traces, and done
// again when it is recalled, steps included: a search gives up behind as many steps as if nothing
// had been remembered. A walk in which the bound on steps was reached, or would be reached now, is
// the same only behind as many. A walk in which states became so many that numbers were forgotten
// is not remembered: that goes by all that is known.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// maxViewVars bounds the variables that a walk which is remembered can reach.
const maxViewVars = 48

// view is what a walk of a callee can see of what is known where it begins.
type view struct {
	callee *ir.Func
	flags  viewFlags
	use    partUse // of the coroutine; none where the frame cannot be seen, but for unread
	args   []glimpse
	vars   []viewVar
	cells  []viewCell // variable by variable, sorted by offset; the frame's behind them
}

type viewFlags uint8

const (
	seesFrame   viewFlags = 1 << iota // the frame can be seen; the next three are told only then
	isResuming                        // lifeWalk.resuming
	hasSlept                          // lifeState.slept
	hasEscaped                        // lifeState.esc is set
	canClobber                        // something is known of memory that others know and the walk cannot reach
	hasManyVars                       // more than maxViewVars: not to be remembered
)

// glimpse is known, with variables by number.
type glimpse struct {
	kind knownKind
	at   int32    // knownAddr: which variable
	v    ir.Value // else
	off  int64
}

// viewVar is what matters of a variable that can be reached.
type viewVar struct {
	typ      *ir.Type
	holds    bool // lifeAnalysis.mayHold
	captured bool
}

// viewCell is cell, with variables by number; that of the frame is inFrame.
type viewCell struct {
	at        int32
	off, size int64
	k         glimpse
}

const inFrame = -1

func (v *view) equal(o *view) bool {
	return v.callee == o.callee && v.flags == o.flags && v.use == o.use && slices.Equal(v.args, o.args) &&
		slices.Equal(v.vars, o.vars) &&
		slices.Equal(v.cells, o.cells)
}

func (v *view) clone() *view {
	c := *v
	c.args, c.vars, c.cells = slices.Clone(v.args), slices.Clone(v.vars), slices.Clone(v.cells)
	return &c
}

// viewer makes views. It is good for one view at a time.
type viewer struct {
	view
	bases []ir.Value // the variables
	s     *lifeState
}

// name gives the number of a variable, or inFrame.
func (vr *viewer) name(base ir.Value) int32 {
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

func (vr *viewer) glimpse(k known) glimpse {
	switch k.kind {
	case knownAddr:
		return glimpse{kind: k.kind, at: vr.name(k.v), off: k.off}
	case knownFrame, knownFn, knownSlot:
		vr.flags |= seesFrame
	}
	return glimpse{kind: k.kind, v: k.v, off: k.off}
}

// contents adds what a variable holds.
func (vr *viewer) contents(base ir.Value, at int32) {
	from := len(vr.cells)
	for n := range vr.s.slots {
		c := &vr.s.slots[n]
		if c.base != base {
			continue
		}
		to := len(vr.cells)
		vr.cells = append(vr.cells, viewCell{})
		for ; to > from && vr.cells[to-1].off > c.off; to-- {
			vr.cells[to] = vr.cells[to-1]
		}
		vr.cells[to] = viewCell{at: at, off: c.off, size: c.size, k: glimpse{kind: c.k.kind, v: c.k.v, off: c.k.off}}
	}
	// Variables are named in the order of the cells, not of the slots.
	for n := from; n < len(vr.cells); n++ {
		k := &vr.cells[n].k
		*k = vr.glimpse(known{k.kind, k.v, k.off})
	}
}

// look makes the view of a call. It answers false where the walk cannot be remembered.
func (vr *viewer) look(w *lifeWalk, s *lifeState, g *ir.Func, args []known) bool {
	an := w.an
	vr.view = view{callee: g, args: vr.args[:0], vars: vr.vars[:0], cells: vr.cells[:0]}
	vr.bases, vr.s = vr.bases[:0], s
	for _, k := range args {
		vr.args = append(vr.args, vr.glimpse(k))
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
	vr.use.unread = an.use.unread
	for _, b := range vr.bases {
		a := ir.AsInstr(b)
		if a == nil || a.Op != ir.OpAlloca {
			return false // another coroutine's frame: what it is asked is answered by the code that creates it
		}
		vr.vars = append(vr.vars, viewVar{a.ElemTy, an.mayHold(b), s.captured(b)})
	}
	for n := range s.slots {
		if vr.aside(&s.slots[n]) {
			vr.flags |= canClobber
			break
		}
	}
	return vr.flags&hasManyVars == 0
}

// follow adds what variables from a number on hold, and what can be reached from there.
func (vr *viewer) follow(from int) {
	for n := from; n < len(vr.bases); n++ {
		vr.contents(vr.bases[n], int32(n))
	}
}

// aside reports a slot that the walk cannot reach, and that it can make unknown.
func (vr *viewer) aside(c *cell) bool {
	if c.ofFrame() {
		return vr.flags&seesFrame == 0
	}
	return vr.s.captured(c.base) && !slices.Contains(vr.bases, c.base)
}

// hash gives views that are equal the same number.
func (v *view) hash() uint64 {
	h := uint64(v.flags)
	add := func(x uint64) { h = (h ^ x) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	glimpse := func(k *glimpse) {
		add(uint64(k.kind) | uint64(uint32(k.at))<<8)
		add(uint64(k.off))
		if c, ok := k.v.(*ir.Const); ok && c.IsInt() {
			add(c.Uint64())
		}
	}
	for n := range v.args {
		glimpse(&v.args[n])
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
		glimpse(&c.k)
	}
	return h
}

// effects are what a walk does besides giving the states in which the call comes back.
type effects struct {
	ends       int  // how often the frame was destroyed
	resumed    bool // lifeAnalysis.resumed
	blocked    bool // lifeAnalysis.block
	unreadable bool // the same, of a callee that cannot be read
	gave       bool // search.gave
	forbids    bool // lifeAnalysis.forbid, with
	why        MissKind
	text       string
}

// traces are the effects of a walk, and what it asked of those from whom it was called.
type traces struct {
	effects
	widened   bool       // numbers were forgotten, or more than the view can tell mattered
	deepest   int        // depth of the walks that asked for a callee to be read
	cut       bool       // one was not read for being too deep
	highest   int        // depth of the outermost walk of a function that was called again; noCycle: none was
	asked     []int32    // functions that it goes by as they are, by number: what is called again is among them
	ofLife    bool       // the coroutine's parts mattered
	strangers []*ir.Func // functions that mattered for being none of the parts
	callers   []*ir.Func // functions that mattered for calling none
}

const noCycle = 1 << 30

func newTraces() traces { return traces{deepest: -1, highest: noCycle} }

// add notes what was done within.
func (t *traces) add(o *traces) {
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

// walked is a walk that is remembered.
type walked struct {
	*view
	traces
	depth int         // where it was walked
	parts [3]*ir.Func // of the coroutine, with ofLife
	steps int         // blocks
	from  int         // how many had been walked before, where the bound on them mattered; -1: it did not
	ok    bool        // it came to its end: ways are all there are
	ways  []walkedWay // in which the call comes back
	gone  bool        // a function that it goes by changed
	next  *walked     // under the same key
}

// walkedWay is a way in which a call comes back.
type walkedWay struct {
	unwind, jump bool
	ret          glimpse
	kept         bool       // what is known is what was known
	cells        []viewCell // else
	clobbered    bool       // what is known of other memory that others know is lost
	captured     []int32    // variables that others know now
	escaped      bool       // others know the handle now
}

// walkKey is under what walks are looked for.
type walkKey struct {
	callee *ir.Func
	hash   uint64
}

// walkKey gives the key of a walk at a depth, or at any (-1), for one coroutine, or for any (nil).
func (fa *Facts) walkKey(callee *ir.Func, hash uint64, depth int, resume *ir.Func) walkKey {
	if resume != nil {
		hash = hash*31 + uint64(fa.number(resume)) + 1
	}
	return walkKey{callee, hash*31 + uint64(depth+1)}
}

// asked is what was found out about a function that was asked for, apart from answers to questions
// that lead on to others.
type asked struct {
	no         int32      // tells functions apart, in an order
	leavesOnly bool       // leavesOnly, which goes by the name
	looked     bool       // unfit is known
	unfit      bool       // type and attributes forbid to walk it with what is known of its arguments
	called     bool       // calls is known
	calls      []*ir.Func // that it calls by name, each once
}

// ask gives what is known of a function.
func (fa *Facts) ask(f *ir.Func) *asked {
	a := fa.asked[f]
	if a == nil {
		a = &asked{no: int32(len(fa.asked)), leavesOnly: leavesOnly(f)}
		fa.asked[f] = a
	}
	return a
}

// look is ask with what may change.
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

// calls are the functions that a function calls by name, each once.
func (fa *Facts) calls(f *ir.Func) []*ir.Func {
	a := fa.ask(f)
	if a.called {
		return a.calls
	}
	a.called = true
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if g := i.CalledFunc(); g != nil && !g.IsIntrinsic() && !slices.Contains(a.calls, g) {
				a.calls = append(a.calls, g)
			}
		}
	}
	return a.calls
}

// number tells functions apart, in an order.
func (fa *Facts) number(f *ir.Func) int32 { return fa.ask(f).no }

// note notes that the walk of a callee that is under way, if one is, goes by a function as it is.
func (fa *Facts) note(f *ir.Func) {
	if fa.traces != nil {
		fa.traces.asked = append(fa.traces.asked, fa.number(f))
	}
}

// Knows reports that something was asked about a function. What was found out about others may hang
// on it.
func (fa *Facts) Knows(f *ir.Func) bool {
	return fa.asked[f] != nil
}

// Changed tells that a pass changed a function, or made it ready to be read or not so any more.
func (fa *Facts) Changed(f *ir.Func) {
	a := fa.asked[f]
	if a == nil {
		return
	}
	a.looked, a.called, a.calls = false, false, nil
	if int(a.no) < len(fa.goingBy) {
		for _, m := range fa.goingBy[a.no] {
			m.gone = true
		}
		fa.goingBy[a.no] = nil
	}
}

// noteResumed notes that the coroutine's resume part may run.
func (an *lifeAnalysis) noteResumed() {
	an.resumed = true
	if an.facts.traces != nil {
		an.facts.traces.resumed = true
	}
}

// comparesParts notes that it matters whether a function is a part of the coroutine, or what part
// was read from the frame.
func (an *lifeAnalysis) comparesParts(f *ir.Func, read bool) {
	t, parts := an.facts.traces, an.life.parts()
	switch {
	case t == nil:
	case read || f != nil && slices.Contains(parts[:], f):
		t.ofLife = true
	case f != nil:
		t.strangers = append(t.strangers, f)
	}
}

// parts are the coroutine's.
func (l *Lifetime) parts() [3]*ir.Func { return [3]*ir.Func{l.Resume, l.Destroy, l.Cleanup} }

// nested reads a callee's body with what is known of its arguments.
func (w *lifeWalk) nested(s *lifeState, i *ir.Instr, g *ir.Func, args []known) ([]callOut, bool) {
	an, fa := w.an, w.an.facts
	vr := &fa.viewer
	if an.inFrames || an.life.Cleanup == nil || !vr.look(w, s, g, args) {
		inner := newTraces()
		inner.widened = true
		return w.walkIn(s, i, g, args, &inner)
	}
	hash := vr.hash()
	if m := w.recall(hash); m != nil {
		if fa.Prove {
			return w.prove(m, s, i, g, args)
		}
		return w.replay(m, s, i), m.ok
	}
	v, bases := vr.clone(), slices.Clone(vr.bases)
	inner, from := newTraces(), an.nestedSteps
	outs, ok := w.walkIn(s, i, g, args, &inner)
	if !inner.widened && inner.highest > w.depth {
		m := &walked{view: v, traces: inner, depth: w.depth + 1, steps: an.nestedSteps - from, from: -1, ok: ok}
		if an.nestedSteps >= maxNestedSteps {
			m.from = from
		}
		var told bool
		if m.ways, told = waysFrom(s, outs, v, bases); told {
			fa.remember(m, hash, an.life)
		}
	}
	return outs, ok
}

// walkIn is nested for a walk that is not known.
func (w *lifeWalk) walkIn(s *lifeState, i *ir.Instr, g *ir.Func, args []known, inner *traces) ([]callOut, bool) {
	an := w.an
	outer, gave := an.facts.traces, s.in.gave
	an.facts.traces, s.in.gave = inner, false
	outs, ok := w.walkBody(s, i, g, args)
	inner.gave = s.in.gave
	an.facts.traces, s.in.gave = outer, gave || inner.gave
	if outer != nil {
		outer.add(inner)
	}
	return outs, ok
}

// recall gives the walk that the viewer's view belongs to, nil where none is known that is the same
// here.
func (w *lifeWalk) recall(hash uint64) *walked {
	fa, l := w.an.facts, w.an.life
	for _, depth := range [...]int{-1, w.depth + 1} {
		for _, resume := range [...]*ir.Func{nil, l.Resume} {
			for m := fa.walks[fa.walkKey(fa.viewer.callee, hash, depth, resume)]; m != nil; m = m.next {
				if !m.gone && m.view.equal(&fa.viewer.view) && w.fits(m) {
					return m
				}
			}
		}
	}
	return nil
}

// fits reports a walk that would go here as it went.
func (w *lifeWalk) fits(m *walked) bool {
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

// remember keeps a walk.
func (fa *Facts) remember(m *walked, hash uint64, l *Lifetime) {
	// who was called from outside of all walks that are remembered, none of them has noted
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
	key := fa.walkKey(m.callee, hash, depth, resume)
	var others *walked
	n := 1
	for x := fa.walks[key]; x != nil && n < maxSameKey; {
		next := x.next
		if !x.gone {
			x.next, others = others, x
			n++
		}
		x = next
	}
	m.next = others
	fa.walks[key] = m
	for _, no := range m.asked {
		for int(no) >= len(fa.goingBy) {
			fa.goingBy = append(fa.goingBy, nil)
		}
		fa.goingBy[no] = append(fa.goingBy[no], m)
	}
}

// maxSameKey bounds the walks under one key.
const maxSameKey = 16

// unique leaves one of each function in a short list.
func unique(list []*ir.Func) []*ir.Func {
	kept := list[:0]
	for _, f := range list {
		if !slices.Contains(kept, f) {
			kept = append(kept, f)
		}
	}
	return slices.Clip(kept)
}

// waysFrom puts the ways in which a call came back in terms of the view it began with; false: that
// has no words for them.
func waysFrom(s *lifeState, outs []callOut, v *view, bases []ir.Value) ([]walkedWay, bool) {
	vr := viewer{view: view{flags: v.flags}, bases: bases, s: s}
	ways := make([]walkedWay, len(outs))
	for n, o := range outs {
		x := &ways[n]
		*x = walkedWay{unwind: o.unwind, jump: o.jump, ret: vr.glimpse(o.ret), escaped: s.esc == nil && o.s.esc != nil,
			clobbered: v.flags&canClobber != 0}
		vr.cells = nil
		for m := range o.s.slots {
			c := &o.s.slots[m]
			switch {
			case vr.aside(c):
				x.clobbered = false
			case slices.Contains(bases, c.base) || c.ofFrame():
				vr.cells = append(vr.cells, viewCell{vr.name(c.base), c.off, c.size, vr.glimpse(c.k)})
			}
		}
		slices.SortFunc(vr.cells, func(a, b viewCell) int {
			if a.at != b.at {
				return int(uint32(a.at)) - int(uint32(b.at)) // the frame's last
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
	return ways, len(vr.bases) == len(bases) && vr.flags == v.flags
}

// replay does what a walk did that is known.
func (w *lifeWalk) replay(m *walked, s *lifeState, i *ir.Instr) []callOut {
	an, site := w.an, w.at(i)
	vr := &an.facts.viewer
	an.spent += m.steps
	an.nestedSteps += m.steps
	an.facts.Stats.Recalled += m.steps
	if m.ends > 0 {
		an.ends += m.ends
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
	if an.facts.traces != nil {
		an.facts.traces.recalled(m, w.depth+1)
	}
	outs := make([]callOut, len(m.ways))
	for n := range m.ways {
		x := &m.ways[n]
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

// prove is replay that walks all the same, and panics if the walk went otherwise than the one that
// is remembered.
func (w *lifeWalk) prove(m *walked, s *lifeState, i *ir.Instr, g *ir.Func, args []known) ([]callOut, bool) {
	an, fa := w.an, w.an.facts
	v, bases := fa.viewer.clone(), slices.Clone(fa.viewer.bases)
	inner, from := newTraces(), an.nestedSteps
	outs, ok := w.walkIn(s, i, g, args, &inner)
	steps := an.nestedSteps - from
	fa.Stats.Nested -= steps
	fa.Stats.Recalled += steps
	ways, known := waysFrom(s, outs, v, bases)
	if !known || ok != m.ok || steps != m.steps || inner.effects != m.effects || !slices.EqualFunc(ways, m.ways,
		walkedWay.equal) {
		panic("the walk of @" + g.Name + " is not the one that is remembered")
	}
	return outs, ok
}

func (a walkedWay) equal(b walkedWay) bool {
	return a.unwind == b.unwind && a.jump == b.jump && a.ret == b.ret && a.kept == b.kept &&
		a.clobbered == b.clobbered && a.escaped == b.escaped &&
		slices.Equal(a.cells, b.cells) && slices.Equal(a.captured, b.captured)
}

// recalled notes the traces of a walk that was not walked, at a depth.
func (t *traces) recalled(m *walked, depth int) {
	c := m.traces
	if c.deepest >= 0 {
		c.deepest += depth - m.depth
	}
	t.add(&c)
}

// known is glimpse for the view's variables.
func (vr *viewer) known(g glimpse) known {
	if g.kind == knownAddr {
		return known{knownAddr, vr.bases[g.at], g.off}
	}
	return known{g.kind, g.v, g.off}
}

// slotsBehind are the slots that are known behind a call: those that it cannot reach, and what it
// leaves of the rest.
func (vr *viewer) slotsBehind(s *lifeState, x *walkedWay, before []viewCell) []cell {
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
