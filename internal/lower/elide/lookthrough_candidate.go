// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// Inline candidates: small functions on the path from a coroutine's creation to its destruction.
// For example, a function that only calls the ramp and returns the task object is one. Each
// candidate is copied and simplified once per unit, however often it is inlined. The original
// function stays unchanged.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on candidates, in instructions. The figures after them are what the end-to-end programs
// need (clang 22 and 19 at -O2, 17,867 functions): the median, the 99th percentile, the maximum.
const (
	// a ramp before simplification: it contains the whole coroutine until it is known that the
	// coroutine suspends at its start
	maxRamp          = 8000
	maxCandidateBody = 1200 // another function before simplification: 9, 81, 497
	maxCandidate     = 400  // simplified: 3, 60, all but 4; creators of coroutines: 23, 138, 179
	maxTiny          = 40   // simplified: inlined into candidates without being in the way of a handle
	maxTinyBody      = 240  // before simplification: no larger body becomes tiny. 9, 62, 159
	// maxTinyCalls bounds how many calls of tiny callees are inlined into one function.
	maxTinyCalls = 256
	maxDepth     = 16 // nesting of inlined creating calls. A library of senders has 10
)

// candidate is a function prepared for being inlined.
type candidate struct {
	f       *ir.Func   // the simplified copy; nil if the function is too large to be inlined
	read    *ir.Func   // the simplified copy, however large; nil if there is none
	took    []*ir.Func // tiny callees inlined into the copy
	parts   []*ir.Func // parts of the coroutines that it creates or whose frames lie in it
	size    int        // instructions in the copy
	cost    int        // as opt.InlineCost returns it
	creates bool       // it or a callee creates a coroutine whose frame does not lie in it
	instant uint8      // it may be inlined into a coroutine before the split: 0 unknown, 1 no, 2 yes
	// bindsNothing is what fits returns, once asked is set
	bindsNothing, asked bool
	// finish and unfinished are what finishing returns, once finished is set
	finish     *candidate
	unfinished string
	finished   bool
}

// tiny reports whether x is small enough to be inlined into the candidates that call it, even if it
// is not in the way of a handle.
func (x *candidate) tiny() bool { return x.f != nil && !x.creates && x.size <= maxTiny }

// lookState is what LookThrough caches for a unit.
type lookState struct {
	candidates map[*ir.Func]*candidate
	// busy are functions that cannot be inlined into a candidate for now, because their own
	// candidates are being built.
	busy map[*ir.Func]bool
	// partial are candidates in which calls of the function under are not inlined, although they
	// would be at another time. They are valid until LookThrough is done with that function.
	partial map[*ir.Func]*candidate
	under   *ir.Func // the function that LookThrough works on
	// hopeless are creating calls and coro.ids for which inlining is known not to move the frame
	// into the caller.
	hopeless map[*ir.Instr]bool
	// starved are creating calls whose candidate exceeded the remaining budget of their function.
	starved map[*ir.Instr]bool
	// room is the number of instructions that may still be added to a function.
	room map[*ir.Func]int
	// parts maps a function to the parts of the coroutines that it creates, or created before
	// their frames were moved into it.
	parts map[*ir.Func]map[*ir.Func]bool
	// recursive maps a coroutine to its recursive creations, which wait for it to be split.
	recursive map[*ir.Func][]recursiveCall
}

// candidateOf returns the candidate of g, which it builds if none is cached.
func (c *State) candidateOf(g *ir.Func) *candidate {
	look := c.lookState()
	if x := look.candidates[g]; x != nil {
		return x
	}
	b := candidateBuilder{c: c, look: look, index: map[*ir.Func]int{}}
	b.visit(g)
	if x := b.have(g); x != nil {
		return x
	}
	return &candidate{}
}

// candidateBuilder builds the candidates of a function and its callees, callees first. It finds the
// strongly connected components of the call graph by Tarjan's algorithm. Functions of the same
// component are not inlined into each other, so a candidate does not depend on the function that
// was queried first, and each is built once.
type candidateBuilder struct {
	c     *State
	look  *lookState
	index map[*ir.Func]int // visited functions, numbered in the order of the visits
	stack []*ir.Func
	cycle []*ir.Func              // the component whose candidates are being built
	made  map[*ir.Func]*candidate // not cached, because a busy function could not be inlined
	lacks map[*ir.Func]lacking    // by function on the stack
}

// lacking is the reason why a candidate is incomplete for now.
type lacking uint8

const (
	lacksNothing lacking = iota
	lacksUnder           // LookThrough works on a callee, which cannot be inlined
	lacksBusy            // the candidate of a callee is still being built, so it cannot be inlined
)

// have returns the candidate of a visited function, or nil if there is none yet.
func (b *candidateBuilder) have(g *ir.Func) *candidate {
	if x := b.look.candidates[g]; x != nil {
		return x
	}
	if x := b.look.partial[g]; x != nil {
		return x
	}
	return b.made[g]
}

// visit builds the candidate of g, unless g is part of a component whose root is still being
// visited. low is the lowest index on the stack that g reaches.
func (b *candidateBuilder) visit(g *ir.Func) (low int, lacks lacking) {
	const none = 1 << 30
	look := b.look
	switch {
	case look.candidates[g] != nil:
		return none, lacksNothing
	case g == look.under:
		return none, lacksUnder
	case look.partial[g] != nil:
		return none, lacksUnder
	case look.busy[g]:
		return none, lacksBusy
	case b.made[g] != nil:
		return none, lacksBusy
	}
	if at, ok := b.index[g]; ok {
		return at, lacksNothing
	}
	if !b.c.Body(g) && !g.Declared && !g.IsIntrinsic() || ir.IsPresplit(b.c.M, g) {
		return none, lacksNothing // not yet
	}
	at := len(b.index)
	b.index[g], low = at, at
	from := len(b.stack)
	b.stack = append(b.stack, g)
	if b.c.isCandidate(g) {
		for blk := g.Entry(); blk != nil; blk = blk.Next() {
			for call := blk.First(); call != nil; call = call.Next() {
				if h := directCallee(call); h != nil && h != g && (b.c.tinyCall(call) || b.c.mayCreate(call)) {
					l, k := b.visit(h)
					low, lacks = min(low, l), max(lacks, k)
				}
			}
		}
	}
	if low < at {
		if b.lacks == nil {
			b.lacks = map[*ir.Func]lacking{}
		}
		b.lacks[g] = lacks
		return low, lacks
	}
	cycle := slices.Clone(b.stack[from:])
	for _, h := range cycle {
		lacks = max(lacks, b.lacks[h])
	}
	for _, h := range cycle {
		look.busy[h] = true
	}
	built := make([]*candidate, len(cycle))
	for k, h := range cycle {
		b.cycle = cycle
		var late lacking
		built[k], late = b.build(h)
		lacks = max(lacks, late)
	}
	for k, h := range cycle {
		delete(look.busy, h)
		switch lacks {
		case lacksNothing:
			look.candidates[h] = built[k]
		case lacksUnder:
			look.partial[h] = built[k]
		default:
			if b.made == nil {
				b.made = map[*ir.Func]*candidate{}
			}
			b.made[h] = built[k]
		}
	}
	b.stack = b.stack[:from]
	return none, lacks
}

// isCandidate reports whether g, before simplification, is small enough to become a candidate.
func (c *State) isCandidate(g *ir.Func) bool {
	if g.Declared || g.IsIntrinsic() || g.HasAttr("optnone") {
		return false
	}
	limit := maxCandidateBody
	if coro.RampID(c.M, g) != nil {
		limit = maxRamp
	}
	return ir.NumInstrs(g, limit) <= limit
}

// build builds the candidate of one function, whose callees are done.
func (b *candidateBuilder) build(g *ir.Func) (x *candidate, lacks lacking) {
	c := b.c
	x = &candidate{}
	if !c.isCandidate(g) {
		return x, lacksNothing
	}
	s, _ := copyFunc(c.M, g)
	lacks = b.inlineTiny(x, s, g)
	opt.Simplify(c.M, s, c.Layout)
	x.read = s
	if x.size = ir.NumInstrs(s, maxCandidate); x.size > maxCandidate {
		return x, lacks
	}
	late := lacksNothing
	x.creates, late = b.creates(s)
	x.cost = opt.InlineCost(c.M, s)
	x.f = s
	for p := range c.partsIn(g) {
		x.parts = append(x.parts, p)
	}
	return x, max(lacks, late)
}

// callee returns the candidate of h, which the function under construction calls. It returns nil if
// h is in the same component, or has no candidate. It visits h if needed, because simplification
// can expose a direct call of a function that was not visited.
func (b *candidateBuilder) callee(h *ir.Func) (*candidate, lacking) {
	if slices.Contains(b.cycle, h) {
		return nil, lacksNothing
	}
	x := b.look.candidates[h]
	if x != nil {
		return x, lacksNothing
	}
	inner := candidateBuilder{c: b.c, look: b.look, index: map[*ir.Func]int{}}
	if x = b.have(h); x == nil {
		_, lacks := inner.visit(h)
		return inner.have(h), lacks
	}
	if b.look.partial[h] != nil {
		return x, lacksUnder
	}
	return x, lacksBusy
}

// partsIn returns the parts of the coroutines that f creates, or created before their frames were
// moved into it.
func (c *State) partsIn(f *ir.Func) map[*ir.Func]bool {
	look := c.lookState()
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID {
				continue
			}
			if p := c.partsOf(f, i); p != nil {
				look.addParts(f, p.Resume, p.Destroy, p.Cleanup)
			}
		}
	}
	return look.parts[f]
}

func (look *lookState) addParts(f *ir.Func, parts ...*ir.Func) {
	if look.parts[f] == nil && len(parts) > 0 {
		look.parts[f] = map[*ir.Func]bool{}
	}
	for _, p := range parts {
		look.parts[f][p] = true
	}
}

// lookState returns the unit's lookState, which it creates on the first call.
func (c *State) lookState() *lookState {
	if c.look == nil {
		c.look = &lookState{candidates: map[*ir.Func]*candidate{}, busy: map[*ir.Func]bool{},
			partial:  map[*ir.Func]*candidate{},
			hopeless: map[*ir.Instr]bool{}, starved: map[*ir.Instr]bool{},
			room: map[*ir.Func]int{}, parts: map[*ir.Func]map[*ir.Func]bool{},
			recursive: map[*ir.Func][]recursiveCall{}}
	}
	return c.look
}

// copyFunc copies a function. The copy is in no unit's list of functions: only the calls that are
// retargeted to it refer to it.
func copyFunc(m *ir.Module, g *ir.Func) (*ir.Func, *ir.ValueMap) { return copyFuncAs(m, g, g.FTy) }

// copyFuncAs copies a function as copyFunc does, with another result type. The caller must replace
// the returns.
func copyFuncAs(m *ir.Module, g *ir.Func, t *ir.Type) (*ir.Func, *ir.ValueMap) {
	s := ir.NewFunc(m, g.Name, t)
	s.SetType(g.Type())
	s.Linkage, s.CC, s.AddrSpace, s.GC, s.Person = ir.LinkInternal, g.CC, g.AddrSpace, g.GC, g.Person
	s.RetAttrs, s.Attrs, s.Meta = g.RetAttrs, g.Attrs, g.Meta
	if g.Interposable() {
		s.Linkage = g.Linkage
	}
	args := make([]ir.Value, len(s.Params))
	for k, p := range s.Params {
		p.Name, p.Attrs = g.Params[k].Name, g.Params[k].Attrs
		args[k] = p
	}
	g.Renumber()
	return s, ir.CloneBody(s, g, args, nil)
}

// fewTook is the number of callees up to which searching a list is faster than a map.
const fewTook = 16

// inlineTiny inlines the tiny callees of s, a copy of g: for example accessors, std::move and base
// constructors.
func (b *candidateBuilder) inlineTiny(x *candidate, s, g *ir.Func) (lacks lacking) {
	var few [32]*ir.Instr
	work := appendDirectCalls(few[:0], s)
	var took map[*ir.Func]bool // the elements of x.took, if they are many
	for n, done := 0, 0; n < len(work) && done < maxTinyCalls; n++ {
		call := work[n]
		h := call.CalledFunc()
		if call.Block() == nil || h == g || !b.c.tinyCall(call) {
			continue
		}
		y, late := b.callee(h)
		if lacks = max(lacks, late); y == nil || !y.tiny() {
			continue
		}
		for _, blk := range b.c.inline(call, y) {
			work = callsIn(work, blk) // a call that could not be inlined in the candidate may be inlinable here
		}
		for k := -1; k < len(y.took); k++ {
			in := h
			if k >= 0 {
				in = y.took[k]
			}
			switch {
			case took != nil && took[in] || took == nil && slices.Contains(x.took, in):
				continue
			case took == nil && len(x.took) == fewTook:
				took = make(map[*ir.Func]bool, 4*fewTook)
				for _, f := range x.took {
					took[f] = true
				}
			}
			if took != nil {
				took[in] = true
			}
			x.took = append(x.took, in)
		}
		done++
	}
	return lacks
}

// tinyCall reports whether the callee may be a tiny candidate, without building the candidate.
func (c *State) tinyCall(call *ir.Instr) bool {
	return touchesPointers(call) && c.tinyFunc(call.CalledFunc())
}

// tinyFunc reports whether h, before simplification, may become a tiny candidate.
func (c *State) tinyFunc(h *ir.Func) bool {
	return !c.tooLong(h, maxTinyText) && c.smallBody(h, maxTinyBody)
}

// smallBody reports whether f has a body of at most most instructions, before simplification.
func (c *State) smallBody(f *ir.Func, most int) bool {
	return c.Body(f) && ir.NumInstrs(f, most) <= most
}

// directCalls returns the direct calls in f of functions with a body, in the order of the code.
func directCalls(f *ir.Func) []*ir.Instr { return appendDirectCalls(nil, f) }

func appendDirectCalls(calls []*ir.Instr, f *ir.Func) []*ir.Instr {
	for b := f.Entry(); b != nil; b = b.Next() {
		calls = callsIn(calls, b)
	}
	return calls
}

func callsIn(calls []*ir.Instr, b *ir.Block) []*ir.Instr {
	for i := b.First(); i != nil; i = i.Next() {
		if directCallee(i) != nil {
			calls = append(calls, i)
		}
	}
	return calls
}

// directCallee returns the function with a body that i calls directly, or nil if i does not call
// one.
func directCallee(i *ir.Instr) *ir.Func {
	if g := i.CalledFunc(); g != nil && !g.Declared && !g.IsIntrinsic() {
		return g
	}
	return nil
}

// touchesPointers reports whether a call takes or returns an address, possibly inside an aggregate.
func touchesPointers(call *ir.Instr) bool {
	t := call.Type()
	if t.IsPtr() || t.IsAggregate() {
		return true
	}
	for k := range call.NumCallArgs() {
		if t := call.Arg(k).Type(); t.IsPtr() || t.IsAggregate() {
			return true
		}
	}
	return false
}

// creates reports whether s, a simplified copy, creates a coroutine whose frame does not lie in s.
func (b *candidateBuilder) creates(s *ir.Func) (creates bool, lacks lacking) {
	for blk := s.Entry(); blk != nil; blk = blk.Next() {
		for i := blk.First(); i != nil; i = i.Next() {
			if coro.IsCreation(i) {
				return true, lacks
			}
			if !b.c.mayCreate(i) {
				continue
			}
			x, late := b.callee(i.CalledFunc())
			if lacks = max(lacks, late); x != nil && x.f != nil && x.creates {
				return true, lacks
			}
		}
	}
	return false, lacks
}

// mayCreate reports whether the callee may create a coroutine and pass it to the caller. It does
// not build the callee's candidate.
func (c *State) mayCreate(call *ir.Instr) bool {
	g := call.CalledFunc()
	if g == nil || g.Declared || g.IsIntrinsic() {
		return false
	}
	return ir.IsPresplit(c.M, g) || c.onlyRead(g) == 0 && (touchesPointers(call) || c.givesAddress(g))
}

// givesAddress reports whether g returns an integer that may be an address. On Windows a structure
// of one pointer is returned in an integer register, so its type is an integer in IR. For example:
//
//	%i = ptrtoint ptr %handle to i64
//	ret i64 %i
func (c *State) givesAddress(g *ir.Func) bool {
	if t := g.FTy.Ret(); !t.IsInt() || c.Layout.AllocSize(t) != c.Layout.PtrSize(0) {
		return false
	}
	if !c.Body(g) {
		return false
	}
	for b := g.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Op == ir.OpRet && maybeAddress(t.Arg(0)) {
			return true
		}
	}
	return false
}

// maybeAddress reports whether an integer is converted from an address, or loaded from a local
// aggregate or pointer. For a phi it checks the incoming values, except those that are phis.
func maybeAddress(v ir.Value) bool {
	i := ir.AsInstr(v)
	if i == nil {
		return false
	}
	if i.Op == ir.OpPhi {
		for k := range i.NumArgs() {
			if x := ir.AsInstr(i.Arg(k)); x != nil && x.Op != ir.OpPhi && maybeAddress(x) {
				return true
			}
		}
		return false
	}
	if i.Op != ir.OpLoad {
		return i.Op == ir.OpPtrToInt
	}
	a := ir.AsInstr(ir.Underlying(i.Arg(0)))
	return a != nil && a.Op == ir.OpAlloca && (a.ElemTy.IsAggregate() || a.ElemTy.IsPtr())
}

// creator returns the callee's candidate if the call creates a coroutine and passes its handle to
// the caller, that is, if it calls a ramp or a wrapper around one. Otherwise it returns nil.
func (c *State) creator(call *ir.Instr) *candidate {
	if !c.mayCreate(call) {
		return nil
	}
	if x := c.candidateOf(call.CalledFunc()); x.f != nil && x.creates {
		return x
	}
	return nil
}

// inline inlines the candidate x for a call. It returns the copied blocks, or nil if the call
// cannot be inlined.
func (c *State) inline(call *ir.Instr, x *candidate) []*ir.Block {
	if !c.retarget(call, x) {
		return nil
	}
	return opt.Inline(c.M, call)
}

// retarget replaces the callee by x's simplified copy. It restores the callee and returns false if
// the call cannot be inlined then.
func (c *State) retarget(call *ir.Instr, x *candidate) bool {
	g := call.CalledFunc()
	call.SetCallee(x.f)
	if opt.Inlinable(c.M, call) != "" {
		call.SetCallee(g)
		return false
	}
	c.lookState().addParts(call.Func(), x.parts...)
	return true
}
