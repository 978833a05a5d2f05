// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package bodies

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
	maxCandidateBody = 1200     // another function before simplification: 9, 81, 497
	MaxCandidate     = 400      // simplified: 3, 60, all but 4; creators of coroutines: 23, 138, 179
	maxTiny          = 40       // simplified: inlined into candidates without being in the way of a handle
	maxTinyText      = 16 << 10 // bytes of a function's text; a larger one is not read for this
	maxTinyBody      = 240      // before simplification: no larger body becomes tiny. 9, 62, 159
	// maxTinyCalls bounds how many calls of tiny callees are inlined into one function.
	maxTinyCalls = 256
)

// Candidate is a function prepared for being inlined.
type Candidate struct {
	Copy    *ir.Func   // simplified; nil if the function is too large to be inlined
	Parts   []*ir.Func // parts of the coroutines that it creates or whose frames lie in it
	Size    int        // instructions in the copy
	Cost    int        // as opt.InlineCost returns it
	Creates bool       // it or a callee creates a coroutine whose frame does not lie in it

	read *ir.Func   // the simplified copy, however large; nil if there is none
	took []*ir.Func // tiny callees inlined into the copy
	// directs: the copy calls a function directly that the original calls through a pointer, so that the
	// call cannot be redirected to a private copy of that function
	directs bool
}

// tiny reports whether x is small enough to be inlined into the candidates that call it, even if it
// is not in the way of a handle.
func (x *Candidate) tiny() bool { return x.Copy != nil && !x.Creates && x.Size <= maxTiny }

// candidates is what a Table caches about inline candidates.
type candidates struct {
	byFunc map[*ir.Func]*Candidate
	// busy are functions that cannot be inlined into a candidate for now, because their own
	// candidates are being built.
	busy map[*ir.Func]bool
	// partial are candidates in which calls of the function under are not inlined, although they
	// would be at another time. They are valid until End.
	partial map[*ir.Func]*Candidate
	under   *ir.Func // the function that a pass changes; see Begin
	// parts maps a function to the parts of the coroutines that it creates, or created before
	// their frames were moved into it.
	parts map[*ir.Func]map[*ir.Func]bool
	// takenBy maps a function to the number of the last candidate that took it (inlineTiny).
	takenBy map[*ir.Func]int
	takers  int
}

// Begin excludes f from inlining into candidates until End, because a pass inlines candidates into f.
func (t *Table) Begin(f *ir.Func) { t.under = f }

// End ends what Begin began. It drops the candidates of f and of the functions that call it, because
// f may have changed.
func (t *Table) End() {
	delete(t.byFunc, t.under)
	clear(t.partial)
	t.under = nil
}

// Built returns the candidate of g if it was built before; otherwise nil.
func (t *Table) Built(g *ir.Func) *Candidate { return t.byFunc[g] }

// Candidate returns the candidate of g, which it builds if none is cached.
func (t *Table) Candidate(g *ir.Func) *Candidate {
	if x := t.byFunc[g]; x != nil {
		return x
	}
	b := t.builder()
	b.visit(g)
	if x := b.have(g); x != nil {
		return x
	}
	return &Candidate{}
}

// builder returns a builder of candidates.
func (t *Table) builder() *candidateBuilder {
	if t.byFunc == nil {
		t.byFunc, t.partial, t.busy = map[*ir.Func]*Candidate{}, map[*ir.Func]*Candidate{}, map[*ir.Func]bool{}
		t.takenBy = map[*ir.Func]int{}
	}
	return &candidateBuilder{t: t, index: map[*ir.Func]int{}}
}

// candidateBuilder builds the candidates of a function and its callees, callees first. It finds the
// strongly connected components of the call graph by Tarjan's algorithm. Functions of the same
// component are not inlined into each other, so a candidate does not depend on the function that
// was queried first, and each is built once.
type candidateBuilder struct {
	t     *Table
	index map[*ir.Func]int // visited functions, numbered in the order of the visits
	stack []*ir.Func
	cycle []*ir.Func              // the component whose candidates are being built
	made  map[*ir.Func]*Candidate // not cached, because a busy function could not be inlined
	lacks map[*ir.Func]lacking    // by function on the stack
}

// lacking is the reason why a candidate is incomplete for now.
type lacking uint8

const (
	lacksNothing lacking = iota
	lacksUnder           // a pass changes a callee, which cannot be inlined
	lacksBusy            // the candidate of a callee is still being built, so it cannot be inlined
)

// have returns the candidate of a visited function, or nil if there is none yet.
func (b *candidateBuilder) have(g *ir.Func) *Candidate {
	if x := b.t.byFunc[g]; x != nil {
		return x
	}
	if x := b.t.partial[g]; x != nil {
		return x
	}
	return b.made[g]
}

// visit builds the candidate of g, unless g is part of a component whose root is still being
// visited. low is the lowest index on the stack that g reaches.
func (b *candidateBuilder) visit(g *ir.Func) (low int, lacks lacking) {
	const none = 1 << 30
	t := b.t
	switch {
	case t.byFunc[g] != nil:
		return none, lacksNothing
	case g == t.under:
		return none, lacksUnder
	case t.partial[g] != nil:
		return none, lacksUnder
	case t.busy[g]:
		return none, lacksBusy
	case b.made[g] != nil:
		return none, lacksBusy
	}
	if at, ok := b.index[g]; ok {
		return at, lacksNothing
	}
	if !b.t.Body(g) && !g.Declared || ir.IsPresplit(b.t.M, g) {
		return none, lacksNothing // not yet
	}
	at := len(b.index)
	b.index[g], low = at, at
	from := len(b.stack)
	b.stack = append(b.stack, g)
	if b.t.isCandidate(g) {
		for call := range g.Instrs() {
			if h := directCallee(call); h != nil && h != g && (b.t.tinyCall(call) || b.t.mayCreate(call)) {
				l, k := b.visit(h)
				low, lacks = min(low, l), max(lacks, k)
			}
		}
	}
	if low < at {
		ir.Put(&b.lacks, g, lacks)
		return low, lacks
	}
	cycle := slices.Clone(b.stack[from:])
	for _, h := range cycle {
		lacks = max(lacks, b.lacks[h])
	}
	for _, h := range cycle {
		t.busy[h] = true
	}
	built := make([]*Candidate, len(cycle))
	for k, h := range cycle {
		b.cycle = cycle
		var late lacking
		built[k], late = b.build(h)
		lacks = max(lacks, late)
	}
	for k, h := range cycle {
		delete(t.busy, h)
		switch lacks {
		case lacksNothing:
			t.byFunc[h] = built[k]
		case lacksUnder:
			t.partial[h] = built[k]
		default:
			ir.Put(&b.made, h, built[k])
		}
	}
	b.stack = b.stack[:from]
	return none, lacks
}

// isCandidate reports whether g, before simplification, is small enough to become a candidate.
func (t *Table) isCandidate(g *ir.Func) bool {
	if g.Declared || g.HasAttr("optnone") {
		return false
	}
	n := ir.NumInstrs(g, maxRamp)
	return n <= maxCandidateBody || n <= maxRamp && coro.RampID(t.M, g) != nil
}

// build builds the candidate of one function, whose callees are done.
func (b *candidateBuilder) build(g *ir.Func) (x *Candidate, lacks lacking) {
	t := b.t
	x = &Candidate{}
	if !t.isCandidate(g) {
		return x, lacksNothing
	}
	// In scratch memory, because simplification leaves little of the copies of g and its callees.
	g.FreezeNames()
	t.M.UseScratch(true)
	mark := t.M.Mark()
	s, _ := CopyFunc(t.M, g)
	lacks = b.inlineTiny(x, s, g)
	var indirect []*ir.Instr
	for i := range s.Instrs() {
		if i.IsCall() && i.CalledFunc() == nil {
			indirect = append(indirect, i)
		}
	}
	opt.Simplify(t.M, s, t.Layout)
	x.directs = x.directs || slices.ContainsFunc(indirect, func(i *ir.Instr) bool {
		return i.Block() != nil && i.CalledFunc() != nil && !i.CalledFunc().Exact()
	})
	t.M.UseScratch(false)
	s.LeaveScratch()
	t.M.Release(mark)
	x.read = s
	if x.Size = ir.NumInstrs(s, MaxCandidate); x.Size > MaxCandidate {
		return x, lacks
	}
	late := lacksNothing
	x.Creates, late = b.creates(s)
	x.Cost = opt.InlineCost(t.M, s)
	x.Copy = s
	for p := range t.PartsIn(g) {
		x.Parts = append(x.Parts, p)
	}
	return x, max(lacks, late)
}

// callee returns the candidate of h, which the function under construction calls. It returns nil if
// h is in the same component, or has no candidate. It visits h if needed, because simplification
// can expose a direct call of a function that was not visited.
func (b *candidateBuilder) callee(h *ir.Func) (*Candidate, lacking) {
	if slices.Contains(b.cycle, h) {
		return nil, lacksNothing
	}
	x := b.t.byFunc[h]
	if x != nil {
		return x, lacksNothing
	}
	if x = b.have(h); x == nil {
		inner := b.t.builder()
		_, lacks := inner.visit(h)
		return inner.have(h), lacks
	}
	if b.t.partial[h] != nil {
		return x, lacksUnder
	}
	return x, lacksBusy
}

// PartsOf returns the table of parts of a coroutine that f creates by a coro.id; nil if there is none,
// and for f's own unless OwnRamp is set.
func (t *Table) PartsOf(f *ir.Func, id *ir.Instr) *coro.Parts {
	if id.NumCallArgs() != 4 || !t.OwnRamp && ir.StripCasts(id.Arg(ir.IdCoro)) == ir.Value(f) {
		return nil
	}
	p, err := coro.PartsOf(id)
	if err != nil && t.M.Err == nil {
		t.M.Err = err
	}
	return p
}

// PartsIn returns the parts of the coroutines that f creates, or created before their frames were
// moved into it.
func (t *Table) PartsIn(f *ir.Func) map[*ir.Func]bool {
	for i := range f.Instrs() {
		if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID {
			continue
		}
		if p := t.PartsOf(f, i); p != nil {
			t.AddParts(f, p.Resume, p.Destroy, p.Cleanup)
		}
	}
	return t.parts[f]
}

// AddParts adds parts to those of f.
func (t *Table) AddParts(f *ir.Func, parts ...*ir.Func) {
	if t.parts == nil {
		t.parts = map[*ir.Func]map[*ir.Func]bool{}
	}
	if t.parts[f] == nil && len(parts) > 0 {
		t.parts[f] = map[*ir.Func]bool{}
	}
	for _, p := range parts {
		t.parts[f][p] = true
	}
}

// CopyFunc copies a function. The copy is in no unit's list of functions: only the calls that are
// retargeted to it refer to it.
func CopyFunc(m *ir.Module, g *ir.Func) (*ir.Func, *ir.ValueMap) { return CopyFuncAs(m, g, g.FTy) }

// CopyFuncAs copies a function as copyFunc does, with another result type. The caller must replace
// the returns.
func CopyFuncAs(m *ir.Module, g *ir.Func, t *ir.Type) (*ir.Func, *ir.ValueMap) {
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

// inlineTiny inlines the tiny callees of s, a copy of g: for example accessors, std::move and base
// constructors.
func (b *candidateBuilder) inlineTiny(x *Candidate, s, g *ir.Func) (lacks lacking) {
	var few [32]*ir.Instr
	work := appendDirectCalls(few[:0], s)
	type inlined struct {
		h *ir.Func
		y *Candidate
	}
	var some [16]inlined
	list := some[:0]
	for n, done := 0, 0; n < len(work) && done < maxTinyCalls; n++ {
		call := work[n]
		h := call.CalledFunc()
		if call.Block() == nil || h == g {
			continue
		}
		y, late := b.tinyCallee(call)
		if lacks = max(lacks, late); y == nil || !y.tiny() {
			continue
		}
		for _, blk := range b.t.Inline(call, y) {
			work = CallsIn(work, blk) // a call that could not be inlined in the candidate may be inlinable here
		}
		x.directs = x.directs || y.directs
		list = append(list, inlined{h, y})
		done++
	}
	b.t.takers++
	for _, in := range list {
		b.take(x, in.h)
		for _, h := range in.y.took {
			b.take(x, h)
		}
	}
	return lacks
}

// take adds a function to x.took, unless it is there. In between, nothing is taken for another
// candidate.
func (b *candidateBuilder) take(x *Candidate, h *ir.Func) {
	if b.t.takenBy[h] != b.t.takers {
		b.t.takenBy[h] = b.t.takers
		x.took = append(x.took, h)
	}
}

// tinyCallee returns the candidate of a call's callee if it may be a tiny one. It reads and builds in
// main memory what it needs.
func (b *candidateBuilder) tinyCallee(call *ir.Instr) (*Candidate, lacking) {
	defer b.t.M.UseScratch(b.t.M.UseScratch(false))
	if !b.t.tinyCall(call) {
		return nil, lacksNothing
	}
	return b.callee(call.CalledFunc())
}

// tinyCall reports whether the callee may be a tiny candidate, without building the candidate.
func (t *Table) tinyCall(call *ir.Instr) bool {
	return TouchesPointers(call) && t.MayBeTiny(call.CalledFunc())
}

// MayBeTiny reports whether h, before simplification, may become a tiny candidate.
func (t *Table) MayBeTiny(h *ir.Func) bool {
	return !t.TooLong(h, maxTinyText) && t.Small(h, maxTinyBody)
}

// DirectCalls returns the direct calls in f of functions with a body, in the order of the code.
func DirectCalls(f *ir.Func) []*ir.Instr { return appendDirectCalls(nil, f) }

func appendDirectCalls(calls []*ir.Instr, f *ir.Func) []*ir.Instr {
	for b := f.Entry(); b != nil; b = b.Next() {
		calls = CallsIn(calls, b)
	}
	return calls
}

func CallsIn(calls []*ir.Instr, b *ir.Block) []*ir.Instr {
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
	if g := i.CalledFunc(); g != nil && !g.Declared {
		return g
	}
	return nil
}

// TouchesPointers reports whether a call takes or returns an address, possibly inside an aggregate.
func TouchesPointers(call *ir.Instr) bool {
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
	for i := range s.Instrs() {
		if coro.IsCreation(i) {
			return true, lacks
		}
		if !b.t.mayCreate(i) {
			continue
		}
		x, late := b.callee(i.CalledFunc())
		if lacks = max(lacks, late); x != nil && x.Copy != nil && x.Creates {
			return true, lacks
		}
	}
	return false, lacks
}

// mayCreate reports whether the callee may create a coroutine and pass it to the caller, or is the ramp
// of one, which may end in its ramp. It does not build the callee's candidate.
func (t *Table) mayCreate(call *ir.Instr) bool {
	g := call.CalledFunc()
	if g == nil || g.Declared || t.Directs[g] {
		return false
	}
	return ir.IsPresplit(t.M, g) || t.ReadOnly(g) == 0 && (TouchesPointers(call) || t.isRamp(g) || t.GivesAddress(g))
}

// isRamp reports whether g is the ramp of a coroutine that is split.
func (t *Table) isRamp(g *ir.Func) bool { return t.Body(g) && coro.RampID(t.M, g) != nil }

// GivesAddress reports whether g returns an integer that may be an address. On Windows a structure
// of one pointer is returned in an integer register, so its type is an integer in IR. For example:
//
//	%i = ptrtoint ptr %handle to i64
//	ret i64 %i
func (t *Table) GivesAddress(g *ir.Func) bool {
	if ret := g.FTy.Ret(); !ret.IsInt() || t.Layout.AllocSize(ret) != t.Layout.PtrSize(0) {
		return false
	}
	if !t.Body(g) {
		return false
	}
	for b := g.Entry(); b != nil; b = b.Next() {
		if last := b.Terminator(); last.Op == ir.OpRet && maybeAddress(last.Arg(0)) {
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

// WithTinyCallees returns a copy of g with tiny callees inlined, or nil if that is not possible for
// now. The copy has the target attributes of f.
func (t *Table) WithTinyCallees(g, f *ir.Func) *ir.Func {
	s, _ := CopyFunc(t.M, g)
	opt.AdoptTarget(t.M, s, f)
	if t.builder().inlineTiny(&Candidate{}, s, g) == lacksBusy {
		return nil
	}
	opt.Simplify(t.M, s, t.Layout)
	return s
}

// Creator returns the callee's candidate if the call creates a coroutine and passes its handle to
// the caller, that is, if it calls a ramp or a wrapper around one. Otherwise it returns nil.
func (t *Table) Creator(call *ir.Instr) *Candidate {
	if !t.mayCreate(call) {
		return nil
	}
	if x := t.Candidate(call.CalledFunc()); x.Copy != nil && x.Creates {
		return x
	}
	return nil
}

// Inline inlines the candidate x for a call. It returns the copied blocks, or nil if the call
// cannot be inlined.
func (t *Table) Inline(call *ir.Instr, x *Candidate) []*ir.Block {
	if !t.Retarget(call, x) {
		return nil
	}
	return opt.Inline(t.M, call)
}

// Retarget replaces the callee by x's simplified copy. It restores the callee and returns false if
// the call cannot be inlined then.
func (t *Table) Retarget(call *ir.Instr, x *Candidate) bool {
	g := call.CalledFunc()
	call.SetCallee(x.Copy)
	if opt.Inlinable(t.M, call) != "" {
		call.SetCallee(g)
		return false
	}
	t.AddParts(call.Func(), x.Parts...)
	return true
}
