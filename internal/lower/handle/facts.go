package handle

// Facts about objects that hold on all paths: whether an address can become known elsewhere,
// whether a call can throw.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/summary"
	"github.com/corolower/corolower/internal/target"
)

// maxCaptureUses bounds the uses looked at for one object. Of the objects in the end-to-end
// programs the largest has 54.
const maxCaptureUses = 400

// maxUseDepth bounds the callees within callees that are looked into for what they do to an
// address. In simplified bodies 99 of 100 questions are answered within one level, and 1 in 200 is
// cut off.
const maxUseDepth = 4

// Facts are what is known of functions for all their callers, found out once for a unit. Nothing
// here depends on who asks or when:
//
//   - Questions that lead into callees lead maxUseDepth deep. What a function was found to do where the bound cut nothing off holds from
//     everywhere; else the answer is kept for the depth at which it was asked, so that one who asks from the top gets a better one.
//   - Where calls come back in a cycle, no answer that was made from a guess about the one that is being found is kept. The questions with
//     a bound run into it. Whether a function throws has none, and is answered for a whole strongly connected component at a time.
//
// Passes change what a function's code looks like, not what it does, so that answers hold for the
// rest of the unit's time. Walks that are remembered (recall.go) go all the same when a function
// changes that they depend on: on one that is simpler now a walk may see more.
type Facts struct {
	Env
	M      *ir.Module
	Layout *target.Layout
	Target *target.Target // nil: nothing is known of it
	// walks that are recalled are walked all the same, and so are Common facts: a panic tells of a
	// difference
	Prove  bool
	Common *Common // nil: nothing is known beyond the unit
	// Summaries are of functions of other files; nil: none.
	Summaries *summary.Table

	numbers map[*ir.Func]int // commonNo

	params  answers[addrUse]
	writes  answers[bool] // whether memory is written that is no variable's and no parameter's
	handsOn answers[bool] // whether others may begin to run by a coroutine's handle
	late    answers[bool] // whether what a parameter points into may be touched then
	flowed  Memo[flowKey, frameUse]
	throws  map[*ir.Func]bool
	jumps   map[*ir.Func]bool
	twice   map[*ir.Func]bool // whether a call in it may come back twice

	parts     map[*ir.Func]partFlow  // of coroutines
	lingering map[*ir.Func]bool      // of destroy parts
	results   map[*ir.Func]*ir.Const // of functions that return the same constant always; nil: this one does not

	walks   map[walkKey]*walked // of callees
	viewer  viewer
	asked   map[*ir.Func]*asked
	goingBy [][]*walked // by number: the walks that go by a function as it is
	traces  *traces     // of the walk of a callee that is under way; nil: none is
	memory  *memory     // of the search that is under way; nil: none is

	Stats Stats // of all searches
}

// Stats counts the blocks that searches come to, once for each state in which they are walked.
type Stats struct {
	Blocks   int // of functions that create coroutines
	Nested   int // of callees
	Recalled int // of callees, which were not walked because a walk was remembered
}

// Add sums counters.
func (s *Stats) Add(o *Stats) {
	s.Blocks += o.Blocks
	s.Nested += o.Nested
	s.Recalled += o.Recalled
}

// NewFacts makes the facts of a unit, none of which is known yet.
func NewFacts(m *ir.Module, l *target.Layout, t *target.Target, env Env) *Facts {
	return &Facts{Env: env, M: m, Layout: l, Target: t,
		params:  newAnswers(func(c *Common) *commonMemo[commonQuestion, addrUse] { return &c.params }),
		writes:  newAnswers(func(c *Common) *commonMemo[commonQuestion, bool] { return &c.writes }),
		handsOn: newAnswers(func(c *Common) *commonMemo[commonQuestion, bool] { return &c.handsOn }),
		late:    newAnswers(func(c *Common) *commonMemo[commonQuestion, bool] { return &c.late }),
		flowed:  Memo[flowKey, frameUse]{Max: maxUseDepth - 1},
		throws:  map[*ir.Func]bool{}, jumps: map[*ir.Func]bool{}, twice: map[*ir.Func]bool{},
		parts: map[*ir.Func]partFlow{}, results: map[*ir.Func]*ir.Const{},
		lingering: map[*ir.Func]bool{}, numbers: map[*ir.Func]int{},
		walks: map[walkKey]*walked{}, asked: map[*ir.Func]*asked{}}
}

// addrUse is what becomes of an address.
type addrUse struct {
	away     bool // it may become known elsewhere, but for its being returned
	returned bool
	handled  bool // it may be used as a coroutine's handle, or given to what frees memory
	written  bool // memory that it points into may be written
}

// allUses is what an address of which nothing is known may be used for.
var allUses = addrUse{true, true, true, true}

func (u *addrUse) add(v addrUse) {
	u.away, u.returned = u.away || v.away, u.returned || v.returned
	u.handled, u.written = u.handled || v.handled, u.written || v.written
}

// Captured reports whether the address v may become known elsewhere: stored, returned, or passed to
// code that may keep it.
func (fa *Facts) Captured(v ir.LocalValue) bool { return fa.captured(v, 0, nil) }

// Forgets reports that a call does no more with the address that is its argument k than to read and
// write there, as far as attributes, or the bodies of what it calls, tell: it keeps it nowhere,
// gives it back to nobody, frees nothing and resumes nothing by it.
func (fa *Facts) Forgets(call *ir.Instr, k int) bool {
	follow, is, _ := fa.callUse(k, call, 0)
	return !follow && !is.away && !is.returned && !is.handled
}

// captured is Captured for the uses that skip does not answer true for, from a depth on.
func (fa *Facts) captured(v ir.LocalValue, depth int, skip func(*ir.Instr) bool) bool {
	u, _ := fa.uses(v, depth, skip)
	return u.away || u.returned
}

// uses are those of the address v, but for instructions that skip answers true for. It ends with
// the first one that gives the address away. The second answer is how many levels of callees were
// looked into.
func (fa *Facts) uses(v ir.LocalValue, depth int, skip func(*ir.Instr) bool) (all addrUse, height int) {
	work := []ir.LocalValue{v}
	seen := map[ir.LocalValue]bool{}
	n := 0
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for u := v.FirstUse(); u != nil; u = u.Next() {
			if n++; n > maxCaptureUses {
				return allUses, height
			}
			i := u.User()
			if skip != nil && skip(i) {
				continue
			}
			follow, use, h := fa.use(u, i, depth)
			height = max(height, h)
			if use.away {
				return allUses, height
			}
			all.add(use)
			if follow && !seen[i] {
				seen[i] = true
				work = append(work, i)
			}
		}
	}
	return all, height
}

// aliased reports whether memory may be reached otherwise than by addresses computed from a local
// variable's own: through what knows its address elsewhere, or through a value that merges the
// address with others or hides it, and that is needed still (live; nil: all are). skip is as for
// captured.
func (fa *Facts) aliased(a *ir.Instr, depth int, skip, live func(*ir.Instr) bool) bool {
	if a.Block() != a.Func().Entry() {
		return true
	}
	type step struct {
		v   *ir.Instr
		far int // address computations from the variable; -1: not by those alone
	}
	seen := map[*ir.Instr]bool{}
	n := 0
	for work := []step{{a, 0}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for u := at.v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			if n++; n > maxCaptureUses {
				return true
			}
			if skip != nil && skip(i) || seen[i] {
				continue
			}
			if at.far >= 0 && at.far < maxRootPath && (i.Op == ir.OpGEP && u.Index() == 0 && i.Type().IsPtr() ||
				i.Op == ir.OpBitCast) {
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

// use looks at one use of an address. follow: the result carries the address on.
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

func (fa *Facts) callUse(k int, i *ir.Instr, depth int) (follow bool, is addrUse, height int) {
	switch fa.Effect(i) {
	case ReadsPart, Frees, FreesOwn, Saves:
		return false, addrUse{handled: true, written: true}, 0
	case Begins: // of a frame in this very memory
		return true, addrUse{handled: true, written: true}, 0
	case Awaits:
		w, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
		if !ok || k > 1 || k >= len(w.Params) {
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
	switch id := ir.CalledIntrinsic(i); {
	case id.IsLifetime():
		return false, addrUse{written: true}, 0
	case id.IsMemCopy(), id.IsMemSet(), id.IsInvariant():
		return false, addrUse{written: k == 0}, 0
	case id == ir.ObjectSize:
		return false, addrUse{}, 0
	}
	f := i.CalledFunc()
	if ir.OnlyReports(f) {
		return false, addrUse{}, 0
	}
	is = allUses
	if f != nil && k < len(f.Params) {
		is, height = fa.param(f, k, depth)
		height++
	}
	none := ir.NoMemory(fa.M, i)
	if !ir.KeepsArg(fa.M, i, k) || none && i.Type().IsVoid() && ir.CallHas(fa.M, i, "nounwind") {
		is.away, is.returned = false, false
	}
	if none || onlyReadsMemory(fa.M, i) {
		is.handled, is.written = false, false
	}
	follow = is.returned || ir.ArgHas(fa.M, i, k, "returned")
	is.returned = false
	return follow, is, height
}

// body makes a function's body readable. That of a naked function does not say what it does: it is
// assembly that finds the arguments itself.
func (fa *Facts) body(f *ir.Func) bool {
	if f.Declared || f.IsIntrinsic() || f.Interposable() || f.HasAttr("naked") {
		return false
	}
	if !fa.Body(f) || f.Entry() == nil {
		fa.note(f)
		return false
	}
	return true
}

// Suspends is Env's.
func (fa *Facts) Suspends(f *ir.Func) bool {
	is := fa.Env.Suspends(f)
	if is {
		fa.note(f)
	}
	return is
}

// returnsTwice is ir.ReturnsTwice of a function of which the body is loaded.
func (fa *Facts) returnsTwice(f *ir.Func) *ir.Instr {
	if twice, ok := fa.twice[f]; ok && !twice {
		return nil
	}
	i := ir.ReturnsTwice(fa.M, f)
	fa.twice[f] = i != nil
	return i
}

// result is the integer that a function returns whenever it returns, nil if that is not always the
// same.
func (fa *Facts) result(f *ir.Func) *ir.Const {
	if c, ok := fa.results[f]; ok {
		return c
	}
	no := fa.commonNo(f)
	if no >= 0 && !fa.Prove {
		if c, ok := fa.commonResult(f, no); ok {
			fa.results[f] = c
			return c
		}
	}
	if sum := fa.imported(f); sum != nil && sum.Result != nil && f.FTy.Ret().IsInt() && f.FTy.Ret().Bits() <= 64 {
		return fa.M.ConstInt(f.FTy.Ret(), int64(*sum.Result))
	}
	if !fa.body(f) || fa.Suspends(f) {
		return nil // not yet
	}
	var same *ir.Const
	for b := f.Entry(); b != nil; b = b.Next() {
		t := b.Terminator()
		if t == nil || t.Op != ir.OpRet || t.NumArgs() == 0 {
			continue
		}
		c, ok := t.Arg(0).(*ir.Const)
		if !ok || !c.IsInt() || same != nil && (c.Type() != same.Type() || c.Uint64() != same.Uint64()) {
			same = nil
			break
		}
		same = c
	}
	fa.results[f] = same
	if no >= 0 {
		fa.shareResult(f, no, same)
	}
	return same
}

// param tells what a function does with a parameter's address.
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
	return ask(fa, &fa.params, question{f, k}, depth, allUses, func() (addrUse, int) {
		return fa.throughLocals(fa.Simplified(f).Params[k], depth+1)
	})
}

// writesElsewhere reports that a function may write memory other than its variables and what its
// parameters point into.
func (fa *Facts) writesElsewhere(f *ir.Func, depth int) (writes bool, height int) {
	switch {
	case f.HasAttr("readonly") || f.HasAttr("readnone"):
		return false, 0
	case f.Declared:
		sum := fa.imported(f)
		return sum == nil || sum.Writes, 0
	}
	return ask(fa, &fa.writes, question{f, noParam}, depth, true, func() (writes bool, height int) {
		s := fa.Simplified(f)
		for b := s.Entry(); b != nil && !writes; b = b.Next() {
			for i := b.First(); i != nil && !writes; i = i.Next() {
				w, h := fa.instrWritesElsewhere(i, depth+1)
				writes, height = w, max(height, h)
			}
		}
		return writes, height
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
	case ir.NoMemory(fa.M, i), onlyReadsMemory(fa.M, i):
		return false, 0
	}
	g := i.CalledFunc()
	switch {
	case g == nil:
		return true, 0
	case ir.OnlyReports(g):
		return false, 0
	case g.IsIntrinsic():
		switch id := g.Intrinsic(); {
		case id.IsLifetime(), id.IsInvariant(), id == ir.Assume, id == ir.NoAliasScopeDecl, fa.Effect(i) == ReadsPart:
			return false, 0
		case id.IsMemCopy(), id.IsMemSet():
			return !own(i.Arg(0)), 0
		}
		return true, 0
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

// frees reports the functions that give memory back.
func frees(f *ir.Func) bool { return ir.FreesMemory(f) }

// throughLocals is uses for code that was not optimised: it puts a parameter into a local variable
// and reads it back.
func (fa *Facts) throughLocals(p *ir.Param, depth int) (all addrUse, height int) {
	var locals []*ir.Instr
	all, height = fa.uses(p, depth, func(i *ir.Instr) bool {
		if i.Op != ir.OpStore || i.Arg(0) != ir.Value(p) {
			return false
		}
		a, ok := i.Arg(1).(*ir.Instr)
		if !ok || a.Op != ir.OpAlloca || i.Flags&ir.FlagVolatile != 0 {
			return false
		}
		locals = append(locals, a)
		return true
	})
	for _, a := range locals {
		for u := a.FirstUse(); u != nil && !all.away; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpStore && u.Index() == 1:
			case i.Op == ir.OpLoad:
				is, h := fa.uses(i, depth, nil)
				all.add(is)
				height = max(height, h)
			case ir.IsLifetime(i):
			default:
				return allUses, height
			}
		}
	}
	return all, height
}
