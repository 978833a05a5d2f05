// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package check

// Facts about the functions of the module that a function calls.

import (
	"github.com/corolower/corolower/internal/ir"
)

// body returns the function that a call runs, if the module has its body; otherwise nil. A function
// that the linker may replace by an equal one of its language counts as the one that runs.
func (k *checker) body(i *ir.Instr) *ir.Func {
	if !i.IsCall() {
		return nil
	}
	if f := i.CalledFunc(); k.known(f) {
		return f
	}
	return nil
}

// known reports whether the module has the body of a function that runs.
func (k *checker) known(f *ir.Func) bool {
	return f != nil && !f.Interposable() && f.Load() == nil && f.Entry() != nil
}

// constantCall returns the integer that a call always returns:
//
//	define linkonce_odr i1 @suspend_always.await_ready(ptr %this) {
//	  ret i1 false
//	}
func (k *checker) constantCall(i *ir.Instr) (uint64, bool) {
	f := k.body(i)
	if f == nil || !i.Type().IsInt() {
		return 0, false
	}
	return constantResult(f)
}

// constantResult returns the integer that a function of one block returns.
func constantResult(f *ir.Func) (uint64, bool) {
	t := f.Entry().Terminator()
	if t == nil || t.Op != ir.OpRet {
		return 0, false
	}
	c, ok := t.Arg(0).(*ir.Const)
	if !ok || c.Kind != ir.ConstInt {
		return 0, false
	}
	return c.Uint64(), true
}

// origin returns the value that v is equal to. It looks through casts, and through loads of a
// variable that is written once, as unoptimised code keeps its values:
//
//	store ptr %h, ptr %slot
//	%again = load ptr, ptr %slot    ; %h
func origin(v ir.Value) ir.Value {
	for range 8 {
		v = ir.StripCasts(v)
		i := ir.AsInstr(v)
		if i == nil || i.Op != ir.OpLoad {
			break
		}
		a := ir.AsInstr(i.Arg(0))
		if a == nil {
			break
		}
		s := onlyStore(a)
		if s == nil {
			break
		}
		v = s.Arg(0)
	}
	return v
}

// onlyStore returns the only store to a variable whose address goes nowhere, or nil.
func onlyStore(a *ir.Instr) (only *ir.Instr) {
	if a.Op != ir.OpAlloca {
		return nil
	}
	for u := a.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); i.Op == ir.OpStore {
			if only != nil {
				return nil
			}
			only = i
		}
	}
	if only == nil || !onlyLoadsAndStores(a) {
		return nil
	}
	return only
}

// paramFact identifies a fact about a parameter.
type paramFact struct {
	f        *ir.Func
	param    int
	destroys bool
}

// always reports whether every return of a function follows a call that uses the handle in a
// parameter: one that destroys it if destroys is true, otherwise any that needs a live coroutine.
func (k *checker) always(f *ir.Func, param int, destroys bool) bool {
	key := paramFact{f, param, destroys}
	if known, ok := k.facts[key]; ok {
		return known
	}
	ir.Put(&k.facts, key, false) // for a recursive call
	if param >= len(f.Params) || !f.Params[param].Type().IsPtr() || ir.IsPresplit(k.m, f) {
		return false
	}
	uses := false
	work := ir.NewWorklist(f.Entry())
	for b := range work.All {
		here := false
		for i := b.First(); i != nil && !here; i = i.Next() {
			here = k.usesHandle(i, f.Params[param], destroys)
			if i.Op == ir.OpRet && !here {
				return false
			}
		}
		if uses = uses || here; !here {
			work.Add(b.Succs(nil)...)
		}
	}
	k.facts[key] = uses
	return uses
}

// usesHandle reports whether an instruction certainly uses, or destroys, the coroutine with a handle.
func (k *checker) usesHandle(i *ir.Instr, h ir.Value, destroys bool) bool {
	switch ir.CoroCall(i) {
	case ir.CoroDestroy:
		return origin(i.Arg(0)) == h
	case ir.CoroResume, ir.CoroDone:
		return !destroys && origin(i.Arg(0)) == h
	}
	f := k.body(i)
	if f == nil {
		return false
	}
	for n := range i.NumCallArgs() {
		if origin(i.Arg(n)) == h && k.always(f, n, destroys) {
			return true
		}
	}
	return false
}
