// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Functions as a compiler sees them after its first passes. Unoptimised C++ keeps each handle in a
// variable, and resumes, tests and destroys it in member functions. For example, this uses a coroutine
// that is destroyed, but no function has two calls with one handle:
//
//	call void @coroutine_handle.destroy(ptr %j)
//	call void @coroutine_handle.resume(ptr %j)
//
// So the rules about handles also look at a copy of the function with small callees inlined and variables
// in registers. Its instructions have the positions of the calls that they come from.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/bodies"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on the copies, in instructions before simplification.
const (
	maxNear       = 2000 // a function, and what is inlined into it
	maxNearCallee = 100
	maxNearCalls  = 8 // calls within inlined calls
)

// near returns a simplified copy of a function, or nil if there is no call that can be inlined, or the
// function is too large.
func (k *checker) near(f *ir.Func) *ir.Func {
	size := ir.NumInstrs(f, maxNear+1)
	if size > maxNear || k.c.Layout == nil {
		return nil
	}
	plainCopy := func(g *ir.Func) *ir.Func {
		g.FreezeNames()
		s, _ := bodies.CopyFunc(k.m, g)
		s.Attrs = g.Attrs.Without(k.m, "noinline", "optnone")
		return s
	}
	s, plain := plainCopy(f), map[*ir.Func]*ir.Func{}
	inlined := false
	work := bodies.DirectCalls(s)
	for range maxNearCalls {
		var more []*ir.Instr
		for _, call := range work {
			g := k.body(call)
			if call.Block() == nil || g == nil || g == f || ir.IsPresplit(k.m, g) {
				continue
			}
			n := ir.NumInstrs(g, maxNearCallee+1)
			if size += n; n > maxNearCallee || size > maxNear {
				size -= n
				continue
			}
			if plain[g] == nil {
				plain[g] = plainCopy(g)
			}
			call.SetCallee(plain[g])
			if opt.Inlinable(k.m, call) != "" {
				call.SetCallee(g)
				continue
			}
			pos, loc := call.Pos, call.DebugLoc()
			for _, b := range opt.Inline(k.m, call) {
				for i := b.First(); i != nil; i = i.Next() {
					i.Pos = pos
					i.SetDebugLoc(loc)
				}
				more = bodies.CallsIn(more, b)
			}
			inlined = true
		}
		work = more
	}
	if !inlined {
		return nil
	}
	opt.Simplify(k.m, s, k.c.Layout)
	return s
}

// nearRules are the rules that need no path to be taken: they are about two calls of which the second is
// executed only after the first, or about the type of a promise. For example, a null handle in inlined code
// may be on a path that no value leads to.
var nearRules = [...]string{rule.RuleAfterDestroy, rule.RuleAtFinal, rule.RuleNoPromise, rule.RulePromiseAlign}

// checkNear applies the rules about handles to a simplified copy of a function that is no coroutine. It
// adds the findings of rules that found nothing in the function itself, if all paths lead to them.
func (k *checker) checkNear() {
	if k.coro {
		return
	}
	s := k.near(k.f)
	if s == nil {
		return
	}
	s.Renumber()
	n := checkers.Take(k.m)
	defer n.done()
	n.c, n.m, n.f, n.ramps, n.simplified = k.c, k.m, s, k.ramps, true
	n.gather()
	n.list = nil // about single calls, which the function itself has
	n.checkConsumer()
	if n.dom != nil {
		n.dom.Done()
	}
	for _, e := range n.finish() {
		if slices.Contains(nearRules[:], e.Rule) && !slices.ContainsFunc(k.list, func(x *ir.Error) bool { return x.Rule == e.Rule }) {
			k.list = append(k.list, e)
		}
	}
}
