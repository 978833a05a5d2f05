// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// Facts that hold on all paths: whether an address may escape, whether a function writes memory,
// and which constant it returns.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/summary"
	"github.com/corolower/corolower/internal/target"
)

// maxCaptureUses bounds the uses that are examined for one object. The largest object in the
// end-to-end programs has 54.
const maxCaptureUses = 400

// maxUseDepth bounds the levels of callees in which the uses of an address are examined. In
// simplified bodies, 99 of 100 queries are answered within one level, and the bound cuts off 1 in
// 200.
const maxUseDepth = 4

// Facts holds facts about functions for all their callers, computed once for a unit. None of them
// depends on the caller or on the order of queries:
//
//   - Queries that follow calls look into at most maxUseDepth levels. If the bound cuts nothing
//     off, the answer holds at every depth that leaves as many levels. Otherwise it is cached only
//     for the depth of the query, so that a query from the top gets a better one.
//   - If calls form a cycle, no answer is cached that rests on a guess about the query in progress.
//     Queries with a bound run into the bound. The query whether a function throws has none, and is
//     answered for a whole strongly connected component at once.
//
// Passes change the code of a function, but not its effects, so that answers hold for the rest of
// the unit's analysis.
type Facts struct {
	Bodies
	M      *ir.Module
	Layout *target.Layout
	Target *target.Target // nil: unknown
	// also repeat the queries that follow calls; panic if a result differs
	Prove bool
	// Summaries describe functions of other files; nil: none.
	Summaries *summary.Table
	// HasLongJumps: the file calls one of LongJumps. So any unknown function may jump.
	HasLongJumps bool
	// MayCopy reports whether the unit may contain private copies of these functions for the code of f
	// (rests.go); nil: it may not contain any.
	MayCopy func(f *ir.Func, list []*ir.Func) bool

	exactness

	epoch   *int // counts the calls of Changed
	params  Memo[question, addrUse]
	writes  Memo[question, bool] // whether memory other than variables and parameters' memory is written
	handsOn Memo[question, bool] // whether other code may begin to run by a coroutine's handle
	late    Memo[question, bool] // whether a parameter's memory may be accessed after that
	flowed  Memo[flowKey, frameUse]
	throws  map[*ir.Func]bool
	jumps   map[*ir.Func]bool
	twice   map[*ir.Func]bool // whether a call in it may return twice

	parts     map[*ir.Func]partFlow // of coroutines
	lingering map[destroyAndCleanup]bool
	results   Memo[question, *ir.Const] // the integer that a function always returns; nil: it varies

	asked  map[*ir.Func]*asked
	memory *memory // of the search in progress; nil: none

	Stats Stats // of all searches
}

// exactness says which bodies count (rests.go).
type exactness struct {
	onlyExact bool              // the body of a replaceable function is unknown
	exact     *Facts            // Exactly; nil: not queried
	rests     map[*ir.Func]bool // the functions whose bodies were read; nil: not recorded
}

// Stats counts the blocks that searches visit, once for each state.
type Stats struct {
	Blocks int // of functions that create coroutines
	Nested int // of callees
}

// Add sums counters.
func (s *Stats) Add(o *Stats) {
	s.Blocks += o.Blocks
	s.Nested += o.Nested
}

// NewFacts returns an empty Facts for a unit.
func NewFacts(m *ir.Module, l *target.Layout, t *target.Target, bodies Bodies) *Facts {
	epoch := new(int)
	return &Facts{Bodies: bodies, M: m, Layout: l, Target: t, epoch: epoch,
		params:  Memo[question, addrUse]{Max: maxUseDepth - 1, epoch: epoch},
		writes:  Memo[question, bool]{Max: maxUseDepth - 1, epoch: epoch},
		handsOn: Memo[question, bool]{Max: maxUseDepth - 1, epoch: epoch},
		late:    Memo[question, bool]{Max: maxUseDepth - 1, epoch: epoch},
		flowed:  Memo[flowKey, frameUse]{Max: maxUseDepth - 1, epoch: epoch},
		throws:  map[*ir.Func]bool{}, jumps: map[*ir.Func]bool{}, twice: map[*ir.Func]bool{},
		results: Memo[question, *ir.Const]{Max: maxUseDepth - 1, epoch: epoch},
		parts:   map[*ir.Func]partFlow{}, lingering: map[destroyAndCleanup]bool{},
		asked: map[*ir.Func]*asked{}}
}

// anew returns Facts that have not been queried, for Prove.
func (fa *Facts) anew() *Facts {
	n := NewFacts(fa.M, fa.Layout, fa.Target, fa.Bodies)
	n.Summaries, n.HasLongJumps = fa.Summaries, fa.HasLongJumps
	n.onlyExact, n.rests = fa.onlyExact, fa.rests
	return n
}

// addrUse describes what code may do with an address.
type addrUse struct {
	away     bool // it may escape, other than by being returned
	returned bool
	// it may be used as a coroutine's handle, or passed to a function that frees memory
	handled bool
	written bool // memory that it points into may be written
	surely  bool // away, to code that no copy of the function can show
}

// allUses are the possible uses of an address of which nothing is known.
var allUses = addrUse{away: true, returned: true, handled: true, written: true}

func (u *addrUse) add(v addrUse) {
	u.away, u.returned = u.away || v.away, u.returned || v.returned
	u.handled, u.written, u.surely = u.handled || v.handled, u.written || v.written, u.surely || v.surely
}

// Captured reports whether the address v may escape: it is stored, returned, or passed to code that
// may keep it.
func (fa *Facts) Captured(v ir.LocalValue) bool {
	u, _ := fa.uses(v, 0)
	return u.away || u.returned
}

// Forgets reports whether a call uses the address in its argument k only to read and write memory,
// as far as attributes or the bodies of callees show: it does not store or return the address, and
// frees nothing and resumes nothing by it.
func (fa *Facts) Forgets(call *ir.Instr, k int) bool {
	follow, is, _ := fa.callUse(k, call, 0)
	return !follow && !is.away && !is.returned && !is.handled
}

// uses returns how the address v is used. It stops at the first use that lets the address escape.
// height is the number of levels of callees that it looked into.
func (fa *Facts) uses(v ir.LocalValue, depth int) (all addrUse, height int) {
	work := ir.NewWorklist(v)
	n := 0
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if n++; n > maxCaptureUses {
				return allUses, height
			}
			i := u.User()
			follow, use, h := fa.use(u, i, depth)
			height = max(height, h)
			if use.away {
				all = allUses
				all.surely = use.surely
				return all, height
			}
			if all.add(use); follow {
				work.Add(i)
			}
		}
	}
	return all, height
}

// aliased reports whether memory in a local variable may be accessed other than by addresses
// computed from the variable's own: through code that the address escaped to, or through a live
// value that merges the address with others or hides it. live reports whether a value is live; nil:
// all are. skip reports instructions that do not count; nil: none. For example, a phi of two variables' addresses aliases both.
func (fa *Facts) aliased(a *ir.Instr, depth int, skip, live func(*ir.Instr) bool) bool {
	if a.Block() != a.Func().Entry() {
		return true
	}
	type step struct {
		v *ir.Instr
		// number of address computations from the variable; -1: other values are involved
		far int
	}
	seen := map[*ir.Instr]bool{}
	n := 0
	for work := []step{{a, 0}}; len(work) > 0; {
		at := ir.Pop(&work)
		for u := at.v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if n++; n > maxCaptureUses {
				return true
			}
			if skip != nil && skip(i) || seen[i] {
				continue
			}
			if at.far >= 0 && at.far < maxRootPath && offset(i) {
				work = append(work, step{i, at.far + 1})
				continue
			}
			follow, use, _ := fa.use(u, i, depth)
			if use.away || use.returned || follow && (live == nil || live(i)) {
				return true
			}
			if follow {
				seen[i] = true
				work = append(work, step{i, -1})
			}
		}
	}
	return false
}

// use returns how one instruction uses an address. follow: the result of the instruction carries
// the address.
func (fa *Facts) use(u *ir.Use, i *ir.Instr, depth int) (follow bool, is addrUse, height int) {
	switch i.Op {
	case ir.OpGEP, ir.OpBitCast, ir.OpAddrSpaceCast, ir.OpPhi, ir.OpSelect, ir.OpFreeze:
		return true, is, 0
	case ir.OpLoad, ir.OpICmp:
		return false, is, 0
	case ir.OpStore:
		if u.Index() == 0 {
			return false, allUses, 0
		}
		return false, addrUse{written: true}, 0
	case ir.OpCall, ir.OpInvoke:
		return fa.callUse(u.Index(), i, depth)
	case ir.OpRet:
		return false, addrUse{returned: true}, 0
	}
	return false, allUses, 0
}

// callUse returns how a call uses an address that is its operand k, as use does.
func (fa *Facts) callUse(k int, i *ir.Instr, depth int) (follow bool, is addrUse, height int) {
	e := fa.callEffects(i)
	switch e.Effect {
	case ReadsPart, Frees, FreesOwn, Saves:
		return false, addrUse{handled: true, written: true}, 0
	case Begins: // the frame lies in this memory
		return true, addrUse{handled: true, written: true}, 0
	case Awaits:
		w := e.awaiter(k)
		if w == nil {
			return false, allUses, 0
		}
		is, height = fa.param(w, k, depth)
		is.away = is.away || is.returned
		return false, is, height + 1
	}
	if k >= i.NumCallArgs() {
		if k != i.CalleeArg() {
			return false, allUses, 0
		}
		return false, addrUse{handled: true, written: true}, 0
	}
	switch e.Kind {
	case marksLifetime, accessesObjects:
		return false, addrUse{written: true}, 0
	case copiesMemory, setsMemory, marksInvariant:
		return false, addrUse{written: k == 0}, 0
	case measures, reports:
		return false, addrUse{}, 0
	}
	return fa.codeUse(k, &e, depth)
}

// codeUse is callUse for argument k of a call of other code.
func (fa *Facts) codeUse(k int, e *CallEffects, depth int) (follow bool, is addrUse, height int) {
	is = allUses
	f := e.callee
	if f != nil && k < len(f.Params) {
		is, height = fa.param(f, k, depth)
		height++
	}
	does := e.arg(k)
	if !does.keeps || e.silent() {
		is.away, is.returned = false, false
	}
	if e.onlyReads() {
		is.handled, is.written = false, false
	}
	is.surely = is.away && (is.surely || f == nil || f.Declared)
	if ir.LibraryCall(e.call) != nil && !is.away && !e.frees() {
		is.handled = false
	}
	follow = is.returned || does.returns
	is.returned = false
	return follow, is, height
}

// body makes a function's body readable. The body of a naked function does not describe its
// effects: it is assembly that finds the arguments itself.
func (fa *Facts) body(f *ir.Func) bool {
	if f.Declared || f.Interposable() || f.HasAttr("naked") {
		return false
	}
	return fa.Body(f) && f.Entry() != nil && fa.read(f)
}

// suspends reports whether a suspend may leave the function and a resume enter it again, so that its
// body does not describe the effect of one call.
func (fa *Facts) suspends(f *ir.Func) bool { return ir.IsPresplit(fa.M, f) }

// asked caches the facts about one function that do not depend on other functions.
type asked struct {
	leavesOnly bool // the result of leavesOnly, which depends on the name
	looked     bool // unfit is known
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
		a = &asked{leavesOnly: leavesOnly(f)}
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

// Changed forgets what the body of f shows. Callers call it when a pass changed f, or when its body
// became ready to be read or is no longer ready.
func (fa *Facts) Changed(f *ir.Func) {
	if fa.exact != nil {
		fa.exact.Changed(f)
	}
	*fa.epoch++
	delete(fa.asked, f)
}

// simplified returns the form of a function's body that is easier to analyse.
func (fa *Facts) simplified(f *ir.Func) *ir.Func {
	s, absorbed := fa.Simplified(f)
	for _, g := range absorbed {
		if !fa.read(g) {
			return f
		}
	}
	return s
}

// returnsTwice is ir.ReturnsTwice for a function whose body is loaded.
func (fa *Facts) returnsTwice(f *ir.Func) *ir.Instr {
	if twice, ok := fa.twice[f]; ok && !twice {
		return nil
	}
	i := ir.ReturnsTwice(fa.M, f)
	fa.twice[f] = i != nil
	return i
}

// result returns the integer that a function returns whenever it returns, or nil if it varies.
func (fa *Facts) result(f *ir.Func) *ir.Const {
	if sum := fa.imported(f); sum != nil && sum.Result != nil && f.FTy.Ret().IsInt() && f.FTy.Ret().Bits() <= 64 {
		return fa.M.ConstInt(f.FTy.Ret(), int64(*sum.Result))
	}
	c, _ := ask(fa, &fa.results, question{f, noParam}, 0, nil, func(*Facts) (same *ir.Const, height int) {
		for b := f.Entry(); b != nil; b = b.Next() {
			t := b.Terminator()
			if t.Op != ir.OpRet || t.NumArgs() == 0 {
				continue
			}
			c, ok := t.Arg(0).(*ir.Const)
			if !ok || !c.IsInt() || same != nil && (c.Type() != same.Type() || c.Uint64() != same.Uint64()) {
				return nil, 0
			}
			same = c
		}
		return same, 0
	})
	return c
}

// param returns how a function uses the address in a parameter.
func (fa *Facts) param(f *ir.Func, k, depth int) (is addrUse, height int) {
	switch {
	case k >= len(f.Params):
		return allUses, 0
	case f.Declared:
		if sum := fa.imported(f); sum != nil {
			p := sum.Params[k]
			return addrUse{away: p.Keeps, returned: p.Returns, handled: p.Handle, written: p.Writes}, 0
		}
		return allUses, 0
	}
	return ask(fa, &fa.params, question{f, k}, depth, allUses, func(fa *Facts) (addrUse, int) {
		return fa.paramUse(f, k, depth+1)
	})
}

// writesElsewhere reports whether a function may write memory other than its variables and the
// memory that its parameters point into.
func (fa *Facts) writesElsewhere(f *ir.Func, depth int) (writes bool, height int) {
	switch {
	case f.HasAttr("readonly") || f.HasAttr("readnone"):
		return false, 0
	case f.Declared:
		sum := fa.imported(f)
		return sum == nil || sum.Writes, 0
	}
	return ask(fa, &fa.writes, question{f, noParam}, depth, true, func(fa *Facts) (writes bool, height int) {
		for i := range fa.simplified(f).Instrs() {
			w, h := fa.instrWritesElsewhere(i, depth+1)
			if height = max(height, h); w {
				return true, height
			}
		}
		return false, height
	})
}

func (fa *Facts) instrWritesElsewhere(i *ir.Instr, depth int) (writes bool, height int) {
	own := func(v ir.Value) bool {
		switch x := ir.Underlying(v).(type) {
		case *ir.Param:
			return true
		case *ir.Instr:
			return x.Op == ir.OpAlloca
		}
		return false
	}
	switch {
	case i.Op == ir.OpStore:
		return i.Order != ir.NotAtomic || !own(i.Arg(1)), 0
	case !i.IsCall():
		return i.Op.Info().Effect&ir.EffWrites != 0 || i.Op == ir.OpLoad && i.Order != ir.NotAtomic, 0
	}
	e := fa.callEffects(i)
	g := e.callee
	switch {
	case e.onlyReads(), e.Effect == ReadsPart:
		return false, 0
	case g == nil:
		return true, 0
	}
	switch id := g.Intrinsic(); e.Kind {
	case reports, marksLifetime, marksInvariant:
		return false, 0
	case copiesMemory, setsMemory:
		return !own(i.Arg(0)), 0
	default:
		if g.IsIntrinsic() {
			return id != ir.Assume && id != ir.NoAliasScopeDecl, 0
		}
	}
	if writes, height = fa.writesElsewhere(g, depth); writes {
		return true, height + 1
	}
	for k := range i.NumCallArgs() {
		if i.Arg(k).Type().IsPtr() && !own(i.Arg(k)) {
			is, h := fa.param(g, k, depth)
			if height = max(height, h); is.written {
				return true, height + 1
			}
		}
	}
	return false, height + 1
}
