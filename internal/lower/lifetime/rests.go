// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// What answers rest on. The linker may replace the definition of a function that is not exact
// (ir.Func.Exact) by one from another file. That is an equal one in the source language, but it may
// behave differently where the language leaves a choice. For example, GCC and clang evaluate the
// arguments in another order in
//
//	inline int drive(task &t) { return first(finish(t), leave(t)); }
//
// so that with one of them the task may be in a queue afterwards, and with the other it is finished.
//
// A fact about such a function is used only if the code that it is needed for calls a private copy of
// the body that shows it (elide/private.go). First a query is answered with all bodies. If the answer
// is good, it is asked again with exact bodies only. If the answer is then worse, the query is repeated
// once more, without any cache, to see which bodies it reads.

import (
	"slices"
	"strings"

	"github.com/corolower/corolower/internal/ir"
)

// Exactly returns facts that rest on exact bodies only.
func (fa *Facts) Exactly() *Facts {
	if fa.onlyExact {
		return fa
	}
	if fa.exact == nil {
		fa.exact = fa.anew()
		fa.exact.onlyExact, fa.exact.Prove = true, fa.Prove
	}
	return fa.exact
}

// read reports whether the body of f counts, and records that an answer rests on it. Clang writes a
// __clang_call_terminate into each file that needs one, always with the same body.
func (fa *Facts) read(f *ir.Func) bool {
	if fa.rests != nil {
		fa.rests[f] = true
	}
	return !fa.onlyExact || f.Exact() || f.Name == terminates
}

const terminates = "__clang_call_terminate"

// Rests reports whether a fact holds for code that f runs. If it rests on bodies of replaceable
// functions, Rests also returns all functions whose bodies were read, by name.
func (fa *Facts) Rests(f *ir.Func, holds func(fa *Facts) bool) (is bool, on []*ir.Func) {
	switch {
	case !holds(fa):
		return false, nil
	case holds(fa.Exactly()):
		return true, nil
	}
	return fa.restsOn(f, holds)
}

// restsOn is Rests for a fact that does not hold by exact bodies alone.
func (fa *Facts) restsOn(f *ir.Func, holds func(fa *Facts) bool) (is bool, on []*ir.Func) {
	again := fa.anew()
	again.rests = map[*ir.Func]bool{}
	if !holds(again) {
		return false, nil
	}
	for g := range again.rests {
		if g.Name != terminates {
			on = append(on, g)
		}
	}
	slices.SortFunc(on, func(a, b *ir.Func) int { return strings.Compare(a.Name, b.Name) })
	return fa.MayCopy != nil && fa.MayCopy(f, on), on
}

// maxRests bounds the queries without a cache for the lifetimes in one function. Each costs as much as
// the function is long. Up to 32 lifetimes of which each rests on other bodies need no more.
const maxRests = 64

// restOn decides lifetimes in f that all bodies together decided by those that they may rest on. It
// asks about all of them together, and about parts of them only if what they rest on is too large.
func (fa *Facts) restOn(f *ir.Func, lives, some []*Lifetime, q Query) {
	if len(some) == 0 {
		return
	}
	exact := fa.Exactly().decided(f, lives, some, q)
	var rest []*Lifetime
	for _, l := range some {
		switch x := exact[l]; {
		case l.Miss != nil:
			l.Resumes, l.Destroys, l.ViaMemory = x.Resumes, x.Destroys, x.ViaMemory
		case x.Miss == nil:
			*l = *x
		default:
			rest = append(rest, l)
		}
	}
	queries := 0
	var ask func(some []*Lifetime)
	ask = func(some []*Lifetime) {
		if queries++; queries > maxRests || len(some) == 0 {
			return
		}
		var again map[*Lifetime]*Lifetime
		is, on := fa.restsOn(f, func(y *Facts) bool {
			again = y.decided(f, lives, some, q)
			return !slices.ContainsFunc(some, func(l *Lifetime) bool { return again[l].Miss != nil })
		})
		switch {
		case is:
			for _, l := range some {
				exact[l], again[l].Rests = again[l], on
			}
		case len(some) > 1:
			ask(some[:len(some)/2])
			ask(some[len(some)/2:])
		}
	}
	ask(rest)
	for _, l := range rest {
		*l = *exact[l]
	}
}

// decided decides some of the lifetimes in f anew, and returns the results.
func (fa *Facts) decided(f *ir.Func, lives, some []*Lifetime, q Query) map[*Lifetime]*Lifetime {
	results := make(map[*Lifetime]*Lifetime, len(some))
	all, list := slices.Clone(lives), make([]*Lifetime, 0, len(some))
	wanted := make(map[*Lifetime]bool, len(some))
	for _, l := range some {
		wanted[l] = true
	}
	for k, l := range lives {
		if wanted[l] {
			x := *l.undecided
			results[l], all[k], list = &x, &x, append(list, &x)
		}
	}
	fa.decide(f, all, list, q)
	return results
}
