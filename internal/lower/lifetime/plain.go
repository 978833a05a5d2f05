// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The first quick answer: creations whose handle is only used directly. It is not stored, not
// passed to other functions, and not merged with other values. Then only this function, on its
// paths from this creation, can access the frame, so that it does not matter which paths destroy
// it. For example, in
//
//	  %h = call ptr @llvm.coro.begin(token %id, ptr %mem)
//	  %destroy = call ptr @llvm.coro.subfn.addr(ptr %h, i8 1)
//	  br i1 %c, label %yes, label %no
//	yes:
//	  call void %destroy(ptr %h)
//	  ret void
//	no:
//	  ret void
//
// the frame may lie in the function: after the return from %no no code can use it.

import (
	"github.com/corolower/corolower/internal/ir"
)

// plain reports whether the handle is only used directly, a resume of the coroutine neither frees
// the frame nor lets an address within it escape, and a destroy does not leave an escaped frame
// alive.
func (an *lifetimeAnalysis) plain(l *Lifetime) bool {
	if an.suspends || an.use.leaves {
		return false
	}
	resumes := false
	for u := l.Begin.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpICmp:
		case isFree(effectOf(i)) && i.Arg(0) == ir.Value(l.ID):
		case effectOf(i) == ReadsPart:
			is, ok := an.plainPart(l, i)
			if !ok {
				return false
			}
			resumes = resumes || is
		case i.IsCall() && u.Index() == 0 && i.NumCallArgs() == 1 && an.ofHandle(i, l.Begin):
		case i.IsCall() && u.Index() == 0 && i.NumCallArgs() == 1 && i.CalledFunc() == l.Resume && i.CalleeArg() == 1 &&
			i.Flags&ir.FlagMustTail == 0 && i.Op != ir.OpCallBr:
			resumes = true
		case i.Op == ir.OpGEP && u.Index() == 0 && i.Type().IsPtr():
			for v := i.FirstUse(); v != nil; v = v.Next() {
				if x := v.User(); (x.Op != ir.OpLoad || an.use.keeps) && (x.Op != ir.OpStore || v.Index() != 1) {
					return false
				}
			}
		default:
			return false
		}
	}
	return !resumes || !an.use.away && !an.use.frees
}

// ofHandle reports whether a call runs a function pointer that was read from the same frame that
// the call passes.
func (an *lifetimeAnalysis) ofHandle(call, begin *ir.Instr) bool {
	read := an.facts.readsCallee(call)
	return read != nil && read.Arg(0) == ir.Value(begin) && call.CalleeArg() == 1
}

// plainPart examines the uses of a function pointer that was read from the frame: only calls with
// the handle are plain.
func (an *lifetimeAnalysis) plainPart(l *Lifetime, fn *ir.Instr) (resumes, ok bool) {
	k, ok := fn.Arg(1).(*ir.Const)
	if !ok || !k.IsInt() || k.Uint64() > 1 {
		return false, false
	}
	for u := fn.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		if !i.IsCall() || i.Op == ir.OpCallBr || i.Flags&ir.FlagMustTail != 0 ||
			u.Index() != i.CalleeArg() || i.NumCallArgs() != 1 ||
			i.Arg(0) != ir.Value(l.Begin) || i.CalleeArg() != 1 {
			return false, false
		}
	}
	return k.IsZero(), true
}
