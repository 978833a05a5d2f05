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

// restOn decides a lifetime that all bodies together decided, number k in lives, by those that it may
// rest on.
func (fa *Facts) restOn(f *ir.Func, lives []*Lifetime, k int, q Query) {
	l := lives[k]
	var x Lifetime
	decided := func(fa *Facts) bool {
		x = *l.undecided
		all := slices.Clone(lives)
		all[k] = &x
		fa.decide(f, all, all[k:k+1], q)
		return x.Miss == nil
	}
	if l.Miss != nil {
		decided(fa.Exactly())
		l.Resumes, l.Destroys, l.ViaMemory = x.Resumes, x.Destroys, x.ViaMemory
		return
	}
	is, on := fa.Rests(f, func(y *Facts) bool { return y == fa || decided(y) })
	if !is {
		decided(fa.Exactly())
	}
	*l = x
	if is {
		l.Rests = on
	}
}
