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
		s.Attrs = g.Attrs.Without(k.m, "noinline", "optnone").WithoutStr(k.m, "target-cpu", "target-features") // as clang's wrappers of await_suspend
		return s
	}
	s, plain := plainCopy(f), map[*ir.Func]*ir.Func{}
	work := bodies.DirectCalls(s)
	inlined := false
	for _, call := range work {
		inlined = k.takeHandle(call) || inlined
	}
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

// takeHandle lets the call of a coroutine that writes its handle to an object of the caller, as C++ returns
// a type with a destructor, return the handle. The caller then writes it:
//
//	call void @work(ptr sret(%task) %t)    ; %h = call ptr @work(ptr null); store ptr %h, ptr %t
func (k *checker) takeHandle(call *ir.Instr) bool {
	g := k.body(call)
	if g == nil || g == k.f || !ir.IsPresplit(k.m, g) || !ir.ArgHas(k.m, call, 0, "sret") {
		return false
	}
	r, ok := k.handing[g]
	if !ok {
		ir.Put(&k.handing, g, nil) // for a coroutine that creates itself
		r = k.handOver(g)
		k.handing[g] = r
	}
	next := call.Next()
	if call.Op == ir.OpInvoke {
		next = call.NormalDest().First()
		if call.NormalDest().SinglePred() == nil {
			return false
		}
	}
	if r == nil || next == nil {
		return false
	}
	to, aux := call.Arg(0), *call.Call()
	aux.FTy, aux.ArgAttrs = r.FTy, nil
	call.Aux = &aux
	call.SetCallee(r)
	call.SetArg(0, k.m.Null(to.Type()))
	call.SetType(k.m.PtrType(0))
	ir.NewBuilder(k.m).At(next).Store(call, to, 0).Pos = call.Pos
	return true
}

// handOver returns a copy of a coroutine that returns its handle instead of writing it to the object that
// its first parameter points to. It returns nil if the coroutine does anything else with that object.
func (k *checker) handOver(g *ir.Func) *ir.Func {
	if n := k.near(g); n != nil {
		g = n
	}
	t := g.Params[0].Attrs.Get(k.m, "sret")
	if k.c.Layout == nil || t == nil || t.Type == nil || k.c.Layout.AllocSize(t.Type) != k.ptrSize() {
		return nil
	}
	s, _ := bodies.CopyFuncAs(k.m, g, k.m.Types.Func(k.m.PtrType(0), g.FTy.Params(), false))
	u := s.Params[0].FirstUse()
	if u == nil || u.Next() != nil || u.User().Op != ir.OpStore || u.Index() != 1 {
		return nil
	}
	handle := u.User().Arg(0)
	s.RetAttrs = ir.NewAttrs("nonnull")
	for _, b := range s.Blocks() {
		if t := b.Terminator(); t.Op == ir.OpRet {
			ir.NewBuilder(k.m).At(t).Ret(handle)
			t.Erase()
		}
	}
	return s
}

// nearRules are the rules that need no path to be taken: they are about two calls of which the second is
// executed only after the first, or about the type of a promise. A handle that is null, or another address,
// counts only where every call of the function uses it, because a path of inlined code may never be taken.
var nearRules = [...]string{rule.RuleAfterDestroy, rule.RuleAtFinal, rule.RuleNoPromise, rule.RulePromiseAlign,
	rule.RuleNullHandle, rule.RuleNotCoroutine}

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
	k.lookNear(s, nil, nearRules[:]...)
}

// lookNear applies some rules to a simplified copy of a function, with a checker of its own. awaiter is nil if
// the function is no await_suspend.
func (k *checker) lookNear(s *ir.Func, awaiter *ir.Param, rules ...string) {
	s.Renumber()
	n := checkers.Take(k.m)
	defer n.done()
	n.c, n.m, n.f, n.ramps, n.simplified, n.awaiter = k.c, k.m, s, k.ramps, true, awaiter
	n.gather()
	n.list = nil // about single calls, which the function itself has
	n.checkConsumer()
	if n.dom != nil {
		n.dom.Done()
	}
	for _, e := range n.finish() {
		if slices.Contains(rules, e.Rule) && !slices.ContainsFunc(k.list, func(x *ir.Error) bool { return x.Rule == e.Rule }) {
			k.list = append(k.list, e)
		}
	}
}

// certain reports whether every call of the function reaches an instruction, if no call throws.
func certain(i *ir.Instr) bool {
	b := i.Func().Entry()
	for hop := 0; b != nil && b != i.Block() && hop < 64; hop++ {
		next := onward(b)
		if len(next) != 1 {
			return false
		}
		b = next[0]
	}
	return b == i.Block()
}
