// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Variables whose address a coroutine keeps in its frame. For example, the closure of a lambda that
// is a coroutine is a temporary of its caller, and the coroutine reads the captured variables from it
// whenever it runs:
//
//	Task t = [&]() -> Task { n = 1; co_return; }();    // the closure dies here
//	t.resume();                                         // the coroutine reads it

import (
	"slices"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/rule"
)

// maxCalls limits how many calls deep facts about memory and handles are searched.
const maxCalls = 6

// checkBorrowed reports a variable of this function whose lifetime ends, or that is gone when the
// function returns, before a coroutine that keeps its address is resumed.
func (k *checker) checkBorrowed() {
	for _, c := range k.callees {
		f := k.body(c)
		if f == nil || f == k.f || !ir.IsPresplit(k.m, f) {
			continue
		}
		for n := range c.NumCallArgs() {
			a := ir.AsInstr(ir.Underlying(c.Arg(n)))
			if a == nil || a.Op != ir.OpAlloca || n >= len(f.Params) || ir.ArgHas(k.m, c, n, "byval") ||
				ir.ArgHas(k.m, c, n, "sret") {
				continue
			}
			if late := k.usedLate(f, n); late != nil {
				k.checkLent(a, c, late)
			}
		}
	}
}

// checkLent reports a coroutine that is resumed after the lifetime of a, which it uses at late, and
// one that is returned to the caller. The call c creates the coroutine.
func (k *checker) checkLent(a, c, late *ir.Instr) {
	k.needFlow()
	var begins, ends, resumes []*ir.Instr
	for _, i := range k.lifetimes {
		if ir.AsInstr(ir.Underlying(i.Arg(i.NumCallArgs()-1))) != a {
			continue
		}
		if ir.LifetimeKind(i) == ir.LifetimeStart {
			begins = append(begins, i)
		} else {
			ends = append(ends, i)
		}
	}
	created := []ir.LocalValue{c}
	for n := range c.NumCallArgs() {
		if ir.ArgHas(k.m, c, n, "sret") {
			if v, ok := ir.Underlying(c.Arg(n)).(ir.LocalValue); ok {
				created = append(created, v)
			}
		}
	}
	derived := derive(created, func(i *ir.Instr, n int) {
		if k.mayResume(i, n, 0) && k.flow.dom.Index(i.Block()) >= 0 {
			resumes = append(resumes, i)
		}
	})
	if derived.Has(a) {
		return // the coroutine may be kept in the variable itself
	}
	slices.SortFunc(resumes, func(x, y *ir.Instr) int { return x.ID - y.ID })
	for _, end := range ends {
		for _, r := range resumes {
			if !k.flow.dom.InstrDominates(c, end) || !k.flow.dom.InstrDominates(end, r) || k.beginsAgain(end, begins) {
				continue
			}
			e := k.once(c, rule.RuleBorrowed, r.Pos,
				"the coroutine is resumed here, and uses a variable whose lifetime has ended")
			note(e, c.Pos, "@%s gets the variable's address here", c.CalledFunc().Name)
			note(e, end.Pos, "the variable's lifetime ends here")
			note(e, late.Pos, "the coroutine uses the variable here, after it suspended")
			hint(e, "let the variable live until the coroutine has finished, or pass its content by value. For C++: a lambda "+
				"that is a coroutine must outlive it, so keep the lambda in a variable, or pass what it captures as arguments")
			return
		}
	}
	if n := slices.IndexFunc(resumes, func(r *ir.Instr) bool { return k.flow.dom.InstrDominates(c, r) }); n >= 0 &&
		len(begins)+len(ends) == 0 && k.isTemporary(a) && k.initialises(c) {
		e := k.once(c, rule.RuleBorrowed, resumes[n].Pos, "the coroutine is resumed here, and uses a temporary object that is gone")
		note(e, c.Pos, "@%s gets the object's address here", c.CalledFunc().Name)
		note(e, late.Pos, "the coroutine uses the object here, after it suspended")
		hint(e, "keep the object in a variable until the coroutine has finished")
	}
	if len(resumes) > 0 || ir.IsPresplit(k.m, k.f) {
		return
	}
	for _, t := range k.flow.terminators(ir.OpRet) {
		given := false
		if t.NumArgs() > 0 {
			v := ir.AsInstr(t.Arg(0))
			given = v != nil && derived.Has(v)
		}
		for _, p := range k.f.Params {
			given = given || derived.Has(p)
		}
		if !given || !k.flow.dom.InstrDominates(c, t) {
			continue
		}
		e := k.once(c, rule.RuleBorrowed, c.Pos,
			"the coroutine keeps the address of a variable that is gone when this function returns the coroutine")
		note(e, a.Pos, "the variable is here")
		note(e, late.Pos, "the coroutine uses the variable here, after it suspended")
		note(e, t.Pos, "the function returns here")
		hint(e, "pass the variable's content by value, so that the coroutine has its own copy")
	}
}

// isTemporary reports whether a variable of a function with debug info has no name in the source. In
// unoptimised code, which has no lifetime markers, such an object lives until the end of its
// expression.
func (k *checker) isTemporary(a *ir.Instr) bool {
	return debuginfo.SubprogramOf(k.f) != nil && a.FirstDbgUse() == nil
}

// initialises reports whether the result of a call becomes the value of a variable with a name in the
// source, so that the call's expression ends there.
func (k *checker) initialises(c *ir.Instr) bool {
	named := func(v ir.Value) bool {
		a := ir.AsInstr(ir.Underlying(v))
		return a != nil && a.Op == ir.OpAlloca && a.FirstDbgUse() != nil
	}
	for n := range c.NumCallArgs() {
		if ir.ArgHas(k.m, c, n, "sret") {
			return named(c.Arg(n))
		}
	}
	return slices.ContainsFunc(c.Users(), func(i *ir.Instr) bool { return i.Op == ir.OpStore && named(i.Arg(1)) })
}

// derive follows values forward: through casts, loads, and other computations, into variables that
// they are stored in, and through calls that get one and return another. It calls visit for each
// argument of a call. The result contains more values than are really derived, never fewer, except
// those that go through memory of unknown place.
func derive(roots []ir.LocalValue, visit func(call *ir.Instr, arg int)) *ir.Worklist[ir.LocalValue] {
	var work ir.Worklist[ir.LocalValue]
	work.Add(roots...)
	for v := range work.All {
		for u := v.FirstUse(); u != nil; u = u.Next() {
			i := u.User()
			switch {
			case i.Op == ir.OpStore && u.Index() == 0:
				if to, ok := ir.Underlying(i.Arg(1)).(ir.LocalValue); ok {
					work.Add(to)
				}
			case i.Op == ir.OpStore || i.Op == ir.OpICmp || ir.IsLifetime(i):
			case i.IsCall():
				if u.Index() >= i.NumCallArgs() {
					continue
				}
				visit(i, u.Index())
				if f := i.CalledFunc(); f == nil || !ir.IsMemIntrinsic(f) {
					work.Add(i)
				} else if to, ok := ir.Underlying(i.Arg(0)).(ir.LocalValue); ok && f.Intrinsic().IsMemCopy() {
					work.Add(to)
				}
				for n := range i.NumCallArgs() {
					if to, ok := ir.Underlying(i.Arg(n)).(ir.LocalValue); ok && ir.ArgHas(i.Func().Module(), i, n, "sret") {
						work.Add(to)
					}
				}
			default:
				work.Add(i)
			}
		}
	}
	return &work
}

// argFact identifies a fact about the memory or the handle that a function gets in a parameter.
type argFact struct {
	f     *ir.Func
	param int
}

// mayResume reports whether a call may resume a coroutine whose handle it gets in an argument, or
// finds in memory from there.
func (k *checker) mayResume(i *ir.Instr, arg, depth int) bool {
	switch ir.CoroCall(i) {
	case ir.CoroResume:
		return arg == 0
	case ir.CoroAwaitHandle:
		return arg == 0
	case ir.CoroAwaitVoid, ir.CoroAwaitBool:
		f, ok := ir.StripCasts(i.Arg(2)).(*ir.Func)
		return ok && arg == 0 && k.resumesParam(f, 0, depth)
	case ir.NotCoro:
		f := k.body(i)
		return f != nil && !ir.IsPresplit(k.m, f) && k.resumesParam(f, arg, depth)
	}
	return false
}

func (k *checker) resumesParam(f *ir.Func, param, depth int) bool {
	if depth > maxCalls || param >= len(f.Params) || f.Declared || f.Load() != nil {
		return false
	}
	key := argFact{f, param}
	if known, ok := k.resumers[key]; ok {
		return known
	}
	ir.Put(&k.resumers, key, false) // for a recursive call
	found := false
	derive([]ir.LocalValue{f.Params[param]}, func(i *ir.Instr, n int) { found = found || k.mayResume(i, n, depth+1) })
	k.resumers[key] = found
	return found
}

// usedLate returns an instruction of a coroutine that accesses the memory to which a parameter
// points, after the coroutine suspended and was resumed; nil: none is known.
func (k *checker) usedLate(f *ir.Func, param int) *ir.Instr {
	key := argFact{f, param}
	if known, ok := k.late[key]; ok {
		return known
	}
	var late *ir.Instr
	uses := map[*ir.Instr]bool{}
	k.touched(f.Params[param], func(i *ir.Instr, certain bool) { uses[i] = uses[i] || certain })
	if len(uses) > 0 {
		f.Renumber()
		p := k.newPaths()
		p.results = []int64{0}
		p.walk(position{at: f.Entry()}, func(i *ir.Instr, at *position) bool {
			if at.resumed && uses[i] && late == nil {
				late = i
			}
			return late == nil && ir.CoroCall(i) != ir.CoroEnd
		})
	}
	ir.Put(&k.late, key, late)
	return late
}

// touched calls found for each instruction that accesses the memory at an address, or calls a
// function that does. certain is false for a function whose body is not known.
func (k *checker) touched(addr ir.LocalValue, found func(i *ir.Instr, certain bool)) {
	usesOf([]ir.LocalValue{addr}, func(u *ir.Use, on func(*ir.Instr)) {
		i := u.User()
		if !i.IsCall() || ir.CoroCall(i) != ir.NotCoro || u.Index() >= i.NumCallArgs() || i.CalledFunc() != nil &&
			i.CalledFunc().IsIntrinsic() {
			access(u, on, func(i *ir.Instr) { found(i, true) })
			return
		}
		if touches, certain := k.touches(i, u.Index(), 0); touches {
			found(i, certain)
		}
	})
}

// touches reports whether a call accesses the memory at the address that it gets in an argument.
// certain is false if the function's body is not known.
func (k *checker) touches(i *ir.Instr, arg, depth int) (yes, certain bool) {
	f := k.body(i)
	if f == nil || arg >= len(f.Params) {
		return true, false
	}
	key := argFact{f, arg}
	if known, ok := k.touching[key]; ok {
		return known.yes, known.certain
	}
	ir.Put(&k.touching, key, struct{ yes, certain bool }{}) // for a recursive call
	usesOf([]ir.LocalValue{f.Params[arg]}, func(u *ir.Use, on func(*ir.Instr)) {
		i := u.User()
		if !i.IsCall() || ir.CoroCall(i) != ir.NotCoro || u.Index() >= i.NumCallArgs() || i.CalledFunc() != nil &&
			i.CalledFunc().IsIntrinsic() {
			access(u, on, func(*ir.Instr) { yes, certain = true, true })
		} else if depth < maxCalls {
			y, c := k.touches(i, u.Index(), depth+1)
			yes, certain = yes || y, certain || y && c
		}
	})
	k.touching[key] = struct{ yes, certain bool }{yes, certain}
	return yes, certain
}
