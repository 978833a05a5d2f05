// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package driver

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower"
	"github.com/corolower/corolower/internal/lower/split"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/pass"
	"github.com/corolower/corolower/internal/target"
)

// This file has the functions of the passes in rows.

func early(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return lower.Early(u.c, f) }

func splitCoroutine(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	u.split.Opts = split.Options{ReuseStorage: st.Has("reuse-storage"),
		DynamicAllocas: st.Has(dynamicAllocas), Continuations: st.Has(continuations),
		DebugFrame: u.r.o.DebugFrame, Prove: u.r.o.Report.VerifyEach}
	u.split.Callers = nil
	if u.group && st.Has(growBuffers) {
		u.split.Callers = &u.elide
	}
	return u.splitFunc(f)
}

func elideCreations(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	if st.Has(ownRamp) {
		if !u.ownRamps[f] {
			return false, nil
		}
		return u.elide.ElideOwn(f)
	}
	return u.elide.Elide(f, st.Has("lifetimes"))
}

// maxOwnRamp bounds the instructions of a coroutine that coro-elide<own-ramp> examines, because its parts
// stay in memory until then.
const maxOwnRamp = 2000

// examinesRamp reports whether coro-elide<own-ramp> will examine a coroutine that is being split: a switched
// one whose ramp is not inlined.
func (u *unit) examinesRamp(f *ir.Func) bool {
	if !f.HasAttr("noinline") && len(u.callers(f)) > 0 || ir.NumInstrs(f, maxOwnRamp) > maxOwnRamp ||
		!slices.ContainsFunc(u.r.steps, func(st pass.Step) bool { return u.r.active(&st) && st.Has(ownRamp) }) {
		return false
	}
	for i := range f.Instrs() {
		if ir.IsCoro(i, ir.CoroID) {
			return true
		}
	}
	return false
}

func elideSafeCalls(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	if st.Has(ownCallsParam) {
		return u.elide.AnnotationElideOwn(f)
	}
	return u.elide.AnnotationElide(f, u.callers(f))
}

func devirtualise(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.elide.Devirtualise(f) }

func captures(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.elide.Captures(f) }

func cleanup(u *unit, f *ir.Func, _ *pass.Step) (bool, error) {
	took, err := u.replaced.Take(u.c, f)
	if err != nil {
		return took, err
	}
	cleaned, err := lower.Cleanup(u.c, f)
	if err != nil {
		return took || cleaned, err
	}
	settled := u.elide.DropContinuations(f, u.names)
	dispatched, err := u.dispatch.Dispatch(f)
	return took || cleaned || settled || dispatched, err
}

func foldSizes(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.fold.Fold(f) }

func inline(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	switch {
	case st.Has("elision"):
		return u.elide.LookThrough(f, u.recursive(f))
	case st.Has("only-mandatory"):
		return u.inline.AlwaysInline(f)
	}
	return u.inline.Inline(f)
}

func alwaysInline(u *unit, f *ir.Func, _ *pass.Step) (bool, error) { return u.inline.AlwaysInline(f) }

func earlyCSE(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	if st.Has("memssa") {
		return !f.HasAttr("optnone") && opt.EarlyCSEParts(u.c.M, f, u.c.Layout), nil
	}
	return plainCSE(u, f, st)
}

var plainCSE = settling(opt.EarlyCSE)

func verify(_ *unit, f *ir.Func, _ *pass.Step) (bool, error) {
	if l := ir.VerifyFunc(f); len(l) > 0 {
		return false, l
	}
	return false, nil
}

func threadJumps(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
	threads := opt.ThreadLoops
	if st.Has(onlyLoads) {
		threads = opt.ThreadLoads
	}
	return !f.HasAttr("optnone") && threads(u.c.M, f), nil
}

// scalarPass is a pass on single functions that cannot fail.
type scalarPass func(m *ir.Module, f *ir.Func, l *target.Layout) bool

// scalar adapts a scalarPass. It skips functions with optnone.
func scalar(fn scalarPass) runFunc {
	return func(u *unit, f *ir.Func, _ *pass.Step) (bool, error) {
		return !f.HasAttr("optnone") && fn(u.c.M, f, u.c.Layout), nil
	}
}

// unsized adapts a pass that needs no layout.
func unsized(fn func(m *ir.Module, f *ir.Func) bool) scalarPass {
	return func(m *ir.Module, f *ir.Func, _ *target.Layout) bool { return fn(m, f) }
}

// settling adapts a pass that is part of opt.Simplify, as scalar does. It skips functions that
// inline<elision> has left settled. With -verify-each, it panics if the pass changes such a function.
func settling(fn scalarPass) runFunc {
	run := scalar(fn)
	return func(u *unit, f *ir.Func, st *pass.Step) (bool, error) {
		settled := u.elide.Settled(f)
		if settled && !u.r.o.Report.VerifyEach {
			return false, nil
		}
		changed, err := run(u, f, st)
		if settled && changed {
			panic("the pass changes a settled function")
		}
		return changed, err
	}
}
