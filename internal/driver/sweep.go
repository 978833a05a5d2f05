// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/emit"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/remark"
)

// This file runs a pipeline on units: stage by stage, and within a stage pass by pass or component
// by component.

// active reports whether a step can have an effect in this run.
func (r *run) active(st *pass.Step) bool {
	return (!st.InCond || r.mentions) && (!st.Pass.Is.Has(pass.Nop) || r.o.Report.PassOrder())
}

// has reports whether a step that can have an effect is of a kind.
func (r *run) has(steps []pass.Step, kind pass.Property) bool {
	return slices.ContainsFunc(steps, func(st pass.Step) bool {
		return st.Pass == nil && r.has(st.Inner, kind) || st.Pass != nil && r.active(&st) && st.Pass.Is.Has(kind)
	})
}

// sweep runs a stage on a unit.
func (r *run) sweep(u *unit, stage *pass.Stage, rep *pass.Reporter) {
	switch {
	case u.upgrade, u.resting:
	case !stage.SCC:
		for i := range stage.Steps {
			r.step(u, &stage.Steps[i], rep)
		}
	case !stage.Creators || u.group:
		copies := u.group && r.has(stage.Steps, pass.Elides) && r.has(stage.Steps, pass.Splits)
		for _, scc := range u.sccs {
			if copies {
				r.specialise(u, scc, stage.Steps)
			}
			r.component(u, scc, stage.Steps, rep)
		}
	default:
		// The functions are no coroutines and create none. Splitting still has to replace
		// the intrinsics that forward a coroutine's address (split.ReplacePrepares).
		r.splitters(u, stage.Steps, rep)
	}
}

// splitters runs the steps that split, and no others.
func (r *run) splitters(u *unit, steps []pass.Step, rep *pass.Reporter) {
	for i := range steps {
		switch st := &steps[i]; {
		case st.Pass == nil:
			r.splitters(u, st.Inner, rep)
		case st.Pass.Is.Has(pass.Splits) && r.active(st):
			for _, mem := range u.members {
				r.member(u, mem, st, rep)
			}
		}
	}
}

// step runs one pass on every member of the unit.
func (r *run) step(u *unit, st *pass.Step, rep *pass.Reporter) {
	switch {
	case st.Pass == nil:
		for i := range st.Inner {
			r.step(u, &st.Inner[i], rep)
		}
	case !r.active(st) || u.failed:
	case st.Pass.Is.Has(pass.Prunes):
		u.at, u.step = u.item, st.Index
		r.guard(u, st.Pass.Name, func() { dropUnused(u, true) })
		u.elide.Changed(u.m.Funcs...)
	default:
		for _, mem := range u.members {
			r.member(u, mem, st, rep)
		}
	}
}

// component runs steps on the members of a strongly connected component. It reports whether a step
// made indirect calls direct.
func (r *run) component(u *unit, scc []*member, steps []pass.Step, rep *pass.Reporter) (devirtualised bool) {
	for i := range steps {
		st := &steps[i]
		if st.Pass == nil {
			for n := 0; n <= st.Times && !u.failed; n++ {
				before := indirectCalls(scc, st.Devirt)
				again := r.component(u, scc, st.Inner, rep)
				again = again || indirectCalls(scc, st.Devirt) < before
				devirtualised = devirtualised || again
				if st.Devirt && !again {
					break
				}
			}
			continue
		}
		if !r.active(st) {
			continue
		}
		if st.Pass.Is.Has(pass.Splits) && r.recursion(u, scc, steps) {
			return r.component(u, scc, steps, rep)
		}
		for _, mem := range scc {
			if r.member(u, mem, st, rep) && st.Pass.Is.Has(pass.Directs) {
				devirtualised = true
			}
		}
	}
	return devirtualised
}

// recursion makes the recursive awaits of a component calls (elide.Recursion), before it is split. If it
// reports true, the component has changed, and goes through the steps again.
func (r *run) recursion(u *unit, scc []*member, steps []pass.Step) (changed bool) {
	if !u.group || u.failed || scc[0].f == nil || !r.has(r.steps, pass.Elides) {
		return false
	}
	var list []*ir.Func
	for _, mem := range scc {
		list = append(list, mem.f)
	}
	from := len(u.m.Funcs)
	r.quietly(u, func() {
		rec := u.elide.Recursion(list)
		if rec == nil {
			u.dropNew(from)
			return
		}
		u.elide.Quietly(func() {
			for _, next := range []func() []*ir.Func{rec.Inner, rec.Fill, rec.Deep} {
				if list := next(); len(list) > 0 && !u.failed {
					r.component(u, []*member{{item: scc[0].item, coro: true, funcs: list}}, steps, nil)
				}
			}
		})
		if changed = !u.failed && rec.Commit(); !changed {
			u.dropNew(from)
			return
		}
		u.seen = from // also those that were declared first
		for _, mem := range scc {
			mem.funcs = mem.funcs[:1]
		}
		u.file(scc[0])
	})
	return changed
}

// quietly adds functions of the inliner to a unit, without reports about them.
func (r *run) quietly(u *unit, add func()) {
	ahead, describe := u.ahead, u.split.Describe
	u.ahead, u.split.Describe = false, nil
	r.guard(u, "inline", add)
	u.ahead, u.split.Describe = ahead, describe
}

// specialise makes the calls in a component that pass functions to coroutines call copies of these, where that
// elides frames (elide.Specialise), and reports whether there are any. It comes before the component's steps.
func (r *run) specialise(u *unit, scc []*member, steps []pass.Step) (changed bool) {
	if u.failed {
		return false
	}
	for _, mem := range scc {
		for _, call := range u.elide.Passing(mem.f) {
			changed = r.specialiseCall(u, mem, call, steps) || changed
		}
	}
	for _, mem := range scc {
		u.elide.Keep(mem.f)
	}
	return changed
}

func (r *run) specialiseCall(u *unit, mem *member, call *ir.Instr, steps []pass.Step) (changed bool) {
	f, from, stats := call.CalledFunc(), len(u.m.Funcs), u.split.Stats
	if r.asItCame[f.Name] {
		return false
	}
	own := u.own[f]
	at := &member{item: own.item, no: own.no, coro: true, callers: []*member{mem}}
	r.quietly(u, func() {
		changed = u.elide.Specialise(call, func(n *ir.Func) bool {
			if u.simplified[n] = true; r.asItCame[n.Name] {
				return false
			}
			at.f, at.funcs = n, []*ir.Func{n}
			u.own[n], u.seen = at, len(u.m.Funcs)
			nested := r.specialise(u, []*member{at}, steps)
			r.component(u, []*member{at}, steps, nil)
			delete(u.own, n)
			return nested
		})
		if changed {
			own.funcs = append(own.funcs, at.funcs...)
		} else {
			u.dropNew(from)
			u.split.Stats = stats
		}
	})
	return changed
}

// dropNew removes the functions that passes added to those of the file, the tables that name them, and the
// types of their frames.
func (u *unit) dropNew(from int) {
	if len(u.m.Funcs) == from {
		return
	}
	gone := func(f *ir.Func) bool { return f.New && f.After != nil && slices.Contains(u.m.Funcs[from:], f) }
	for _, mem := range u.members {
		mem.funcs = slices.DeleteFunc(mem.funcs, gone)
	}
	u.m.Globals = slices.DeleteFunc(u.m.Globals, func(g *ir.Global) bool {
		k, ok := g.Init.(*ir.Const)
		return g.New && ok && slices.ContainsFunc(k.Elems, func(v ir.Value) bool {
			f, ok := ir.StripCasts(v).(*ir.Func)
			return ok && gone(f)
		})
	})
	u.m.NewTypes = slices.DeleteFunc(u.m.NewTypes, func(t *ir.Type) bool {
		return slices.ContainsFunc(u.m.Funcs[from:], func(f *ir.Func) bool { return gone(f) && t.Name() == f.Name+".Frame" })
	})
	u.m.Funcs = append(u.m.Funcs[:from:from], slices.DeleteFunc(slices.Clone(u.m.Funcs[from:]), gone)...)
	u.seen = len(u.m.Funcs)
}

// indirectCalls counts the indirect calls in a component if wanted is set. A smaller count after a
// step means that some calls became direct; their callees may be coroutines or create some.
func indirectCalls(scc []*member, wanted bool) int {
	n := 0
	if !wanted {
		return 0
	}
	for _, mem := range scc {
		for _, f := range mem.funcs {
			for i := range f.Instrs() {
				if i.IsCall() && i.CalledFunc() == nil {
					n++
				}
			}
		}
	}
	return n
}

// member runs one pass on a definition of the file and on the functions split off it.
func (r *run) member(u *unit, mem *member, st *pass.Step, rep *pass.Reporter) (changed bool) {
	run := r.runs[st.Index]
	if run == nil || u.failed || !mem.coro && !u.group && !st.Pass.Is.Has(pass.All) {
		return false
	}
	u.at, u.step = mem.item, st.Index
	r.guard(u, st.Pass.Name, func() {
		for i := 0; i < len(mem.funcs) && !u.failed; i++ { // the list grows during the loop
			if f := mem.funcs[i]; u.early[f] == nil {
				changed = r.stepFunc(u, st, f, run, rep) || changed
				u.file(mem)
			}
		}
	})
	return changed
}

// file assigns each new function to the member that it was split off, or to the current member.
func (u *unit) file(at *member) {
	for ; u.seen < len(u.m.Funcs); u.seen++ {
		f := u.m.Funcs[u.seen]
		if !f.New || f.Declared {
			continue
		}
		mem := at
		for root := f.After; root != nil; root = root.After {
			if m := u.own[root]; m != nil {
				mem = m
				break
			}
		}
		mem.funcs = append(mem.funcs, f)
	}
}

func (r *run) stepFunc(u *unit, st *pass.Step, f *ir.Func, fn runFunc, rep *pass.Reporter) bool {
	var subject *pass.Subject
	var before []byte
	simplifies := st.Pass.Is.Has(pass.Simplifies) && ir.IsPresplit(u.m, f)
	if simplifies && r.asItCame[f.Name] {
		return false
	}
	if rep != nil {
		subject = &pass.Subject{Func: f.Name, Text: func() []byte { return emit.Func(nil, f) }, Size: ir.NumInstrs(f, math.MaxInt)}
		if r.scope != nil {
			subject.Text = func() []byte { return r.moduleText(r.scope) }
		}
		if !rep.Before(st, subject) {
			return false
		}
		if rep.WantsBefore() {
			before = subject.Text()
		}
	}
	from := len(u.m.Funcs)
	start := u.clock()
	changed, err := fn(u, f, st)
	r.buildParts(u)
	u.timed(st.Pass.Class, start)
	r.restAfter(u)
	if changed {
		f.Changed, u.tidy = true, false
		if simplifies {
			u.simplified[f] = true
		}
		u.elide.Changed(slices.Concat([]*ir.Func{f}, u.m.Funcs[from:], u.callersOf(st, f))...)
	}
	switch {
	case err != nil:
		u.report(err)
		return changed
	case u.m.Err != nil:
		u.report(u.m.Err)
		return changed
	case u.failed:
		return changed
	}
	if r.o.Report.VerifyEach && changed {
		if l := u.verifyStep(st, f, from); len(l) > 0 {
			u.report(describe(st.Pass.Name, f.Name, l, f.Pos))
		}
	}
	if rep != nil {
		rep.After(st, subject, before)
	}
	return changed
}

// verifyStep verifies the functions that a pass may have changed: the function it ran on, the
// functions it added (u.m.Funcs[from:]), and the callers if the pass may change callers.
func (u *unit) verifyStep(st *pass.Step, f *ir.Func, from int) ir.ErrorList {
	v := ir.NewVerifier(u.m)
	l := append(v.Symbols(), v.Func(f)...)
	for _, g := range u.m.Funcs[from:] {
		l = append(l, v.Func(g)...)
	}
	for _, g := range u.callersOf(st, f) {
		l = append(l, v.Func(g)...)
	}
	return l
}

// callersOf returns the other functions that a pass may change when it runs on f: the callers of f,
// if the pass splits or works across functions.
func (u *unit) callersOf(st *pass.Step, f *ir.Func) []*ir.Func {
	mem := u.own[f]
	if mem == nil || !st.Pass.Is.Has(pass.Across) && !st.Pass.Is.Has(pass.Splits) {
		return nil
	}
	var list []*ir.Func
	for _, m := range mem.callers {
		if m.f != f {
			list = append(list, m.f)
		}
	}
	return list
}

// restEvery is the number of steps on one unit between two calls of Options.Rest. The garbage of
// these steps is small, and the runtime collects it otherwise.
const restEvery = 8

// restAfter calls Options.Rest after every restEvery-th step of a unit.
func (r *run) restAfter(u *unit) {
	if u.steps++; r.o.Rest != nil && u.steps%restEvery == 0 {
		r.o.Rest(true)
	}
}

// splitFunc runs coro-split on a function. The sweep builds the parts of a coroutine (buildParts).
func (u *unit) splitFunc(f *ir.Func) (bool, error) {
	prepared := split.ReplacePrepares(f)
	plan, err := u.split.Split(f)
	if err != nil {
		return true, err
	}
	switch plan.Outcome {
	case split.Untouched:
		return prepared, nil
	case split.Oversimplified:
		u.oversimplified, u.failed = append(u.oversimplified, f.Name), true
	case split.Planned:
		u.plan = plan
		u.elide.Framed(f, plan.Frame.Size, plan.Frame.Align)
		if u.examinesRamp(f) {
			ir.Put(&u.ownRamps, f, true)
		}
		if u.c.Remarks != nil {
			ir.Put(&u.suspends, f.Name, plan.Suspends)
		}
		if u.r.asItCame[f.Name] {
			u.c.Remarks.Add(remark.Remark{Kind: remark.Analysis, Pass: "coro-split", Name: "CoroSplitAsItCame",
				Function: f.Name, Loc: debuginfo.FuncLoc(u.m, f),
				Args: remark.Words("'", remark.Named("function", f.Name), "' was not simplified before splitting, because "+
					"that would remove its final suspend, which only exceptions reach")})
		}
	}
	return true, nil
}

// buildParts builds the parts that a step planned, one after the other. If possible, each goes through the
// rest of the pipeline before the next is built.
func (r *run) buildParts(u *unit) {
	plan := u.plan
	if plan == nil {
		return
	}
	u.plan = nil
	for k, part := range plan.Parts {
		plan.Make(k)
		u.elide.Changed(part) // the part now has a body
		if !u.ahead {
			continue
		}
		if r.finishEarly(u, part) && !r.o.Module {
			part.DropBody()
		}
		u.elide.Changed(part)
	}
	plan.Finish()
}

// across reports whether a step works across functions in this run. Without calls marked
// coro_elide_safe, coro-annotation-elide has nothing to do.
func (r *run) across(st *pass.Step) bool {
	return r.runs[st.Index] != nil && st.Pass.Is.Has(pass.Across) && (st.Pass.Is.Has(pass.All) || r.annotated())
}

// finishEarly runs the remaining steps on a function that no pass needs later, verifies it and
// prints it. It returns true if the body is no longer needed. So only one part of a
// coroutine is in memory at a time, and each part is about as large as the coroutine. A part stays
// in the unit if other functions of the unit may query it, or if coro-cleanup splits it into two
// functions.
func (r *run) finishEarly(u *unit, f *ir.Func) bool {
	if r.sharing == shareAll || r.o.Report.VerifyEach ||
		u.wanted(f) || r.joins && u.dispatch.Transfers(f) {
		return false
	}
	for i := u.step + 1; i < len(r.steps); i++ {
		// A later step follows the continuations that the part returns, or works across
		// functions. For example, `complete` inlines callees into parts.
		if st := &r.steps[i]; r.active(st) && (st.Pass.Is.Has(pass.Follows) || r.across(st)) {
			return false
		}
	}
	u.elide.Redirect(f)
	refs := &marker{}
	step := u.step
	for i := step + 1; i < len(r.steps) && !u.failed; i++ {
		st := &r.steps[i]
		if !r.active(st) {
			continue
		}
		if run := r.runs[st.Index]; run != nil && !st.Pass.Is.Has(pass.Across) {
			u.st = st.Pass.Name
			r.stepFunc(u, st, f, run, nil)
		} else if st.Pass.Is.Has(pass.Prunes) {
			refs.init()
			refs.function(f)
		}
	}
	if u.failed {
		return false
	}
	// printing removes unused symbols that foreign functions introduced, so it needs the
	// references
	if refs.live == nil && (len(u.bodies.Foreign) > 0 || u.split.Opts.ReuseStorage) {
		refs.init()
		refs.function(f)
	}
	u.st = "printing"
	if !r.o.DisableVerify {
		start := u.clock()
		u.invalid(f, u.verifier().Func(f))
		u.timed("VerifierPass", start)
	}
	r.printEarly(u, f, refs)
	u.st, u.step = r.steps[step].Pass.Name, step
	return true
}

// printEarly prints a function before the rest of its unit, and records its references. If
// Options.Module is set, the function stays in memory.
func (r *run) printEarly(u *unit, f *ir.Func, refs *marker) {
	start := u.clock()
	u.spellAligns(f)
	if r.o.Frames && !r.o.Brief {
		ir.Put(&u.code, f.Name, ir.CodeSize(f))
	}
	if !r.o.Module {
		u.printed().Func(f)
	}
	u.timed("(print)", start)
	u.early[f] = refs
	u.bodies.Finish(f)
}

// names returns the symbols that a function without a body names, and whether they are known.
// Functions that the unit only reads name none of its coroutines.
func (u *unit) names(f *ir.Func) ([]ir.Value, bool) {
	refs := u.early[f]
	if refs == nil {
		return nil, true
	}
	return refs.queue, refs.live != nil
}

// wanted reports whether the ramp, or another function of the unit, may need a part of a coroutine later,
// to inline it or to analyse its effect on the coroutine's frame.
func (u *unit) wanted(part *ir.Func) bool {
	for root := part.After; root != nil; root = root.After {
		if mem := u.own[root]; mem != nil {
			return u.ownRamps[root] || u.group && len(mem.callers) > 0
		}
	}
	return false
}

// functionByFunction runs the whole pipeline on one unit after the other, several in parallel. The
// memory holds the IR of at most Jobs units, and the others as text. After a finding of the checker
// it only checks the remaining units, because there will be no output.
func (r *run) functionByFunction(units []*unit, res *Result) {
	var next, done atomic.Int64
	var failed atomic.Bool
	work := func(j *job) {
		for {
			k := int(next.Add(1)) - 1
			if k >= len(units) {
				return
			}
			u := units[k]
			if r.o.apart || r.o.Module {
				j.arena = new(ir.Arena)
			}
			r.lower(u, j, &failed)
			u.release()
			if !r.o.Module {
				j.arena.Reset()
			}
			if r.o.Rest != nil {
				r.o.Rest(false)
			}
			if n := done.Add(1); r.o.Progress != nil {
				r.o.Progress(int(n), len(units))
			}
		}
	}
	r.inParallel(len(units), res, work)
}

// inParallel runs work on at most `most` goroutines, each with its own job.
func (r *run) inParallel(most int, res *Result, work func(j *job)) {
	jobs := r.o.Jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, most)
	var wg sync.WaitGroup
	list := make([]*job, max(jobs, 1))
	for k := range list {
		list[k] = r.newJob(nil)
		if r.o.Times {
			list[k].times = pass.Times{}
		}
		if k > 0 {
			wg.Go(func() { work(list[k]) })
		}
	}
	work(list[0]) // on this goroutine: for a small file another stack and thread would cost 5%
	wg.Wait()
	for _, j := range list {
		res.Times.Add(j.times)
		res.Stats.Add(&j.stats)
	}
}

// lower runs the whole pipeline on a unit with a goroutine's job. failed reports whether loading
// any unit had errors.
func (r *run) lower(u *unit, j *job, failed *atomic.Bool) {
	j.begin()
	u.job = j
	r.load(u)
	if u.failed {
		failed.Store(true)
	}
	if r.o.CheckOnly || failed.Load() {
		return
	}
	u.ahead = true
	for i := range r.stages {
		r.sweep(u, &r.stages[i], nil)
	}
	if !u.failed {
		r.print(u)
	}
}
