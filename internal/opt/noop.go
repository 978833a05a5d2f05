// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// The frame of the no-op coroutine. Resuming or destroying it does nothing.

import "github.com/corolower/corolower/internal/ir"

// libstdcxxNoop is the frame of std::noop_coroutine in libstdc++, which does not use
// llvm.coro.noop. It is a variable, but nobody writes it: it is a private static member, and a
// handle of it leads to no other functions.
const libstdcxxNoop = "_ZNSt7__n486116coroutine_handleINS_22noop_coroutine_promiseEE5_S_frE"

// NoopPart returns the function to which both pointers of the no-op coroutine's frame point, if v is
// a constant frame of it, and nil otherwise.
func NoopPart(v ir.Value) *ir.Func {
	g, ok := ir.StripCasts(v).(*ir.Global)
	if !ok || !g.IsConst || !g.Definitive() {
		return nil
	}
	init, err := g.Initializer()
	k, ok := init.(*ir.Const)
	if err != nil || !ok || k.Kind != ir.ConstStruct || len(k.Elems) != 2 || k.Elems[0] != k.Elems[1] {
		return nil
	}
	if f, ok := k.Elems[0].(*ir.Func); ok && doesNothing(f) {
		return f
	}
	return nil
}

// doesNothing reports whether a function's body, as far as the unit has it, only returns.
func doesNothing(f *ir.Func) bool {
	return f.IsLocal() && f.Entry() != nil && f.Entry().First().Op == ir.OpRet && f.FTy.Ret().IsVoid()
}

func isNoop(frame ir.Value) bool {
	g, ok := ir.StripCasts(frame).(*ir.Global)
	return ok && g.Name == libstdcxxNoop || NoopPart(frame) != nil
}

// DropNoopCalls removes the calls of a function that a llvm.coro.subfn.addr or a load reads from the
// frame of the no-op coroutine, whatever their calling convention: LLVM takes a call with another one
// than the function's as undefined. It reports whether it removed any. For example, the call is removed
// from
//
//	%addr = call ptr @llvm.coro.subfn.addr(ptr @NoopCoro.Frame.Const, i8 0)
//	call fastcc void %addr(ptr @NoopCoro.Frame.Const)
func DropNoopCalls(m *ir.Module, addr *ir.Instr) bool {
	if !isNoop(ir.Underlying(addr.Arg(0))) {
		return false
	}
	changed := false
	for _, u := range addr.Users() {
		if u.Block() == nil || u.Op != ir.OpCall && u.Op != ir.OpInvoke || u.Callee() != ir.Value(addr) || !u.Type().IsVoid() {
			continue
		}
		if u.Op == ir.OpInvoke {
			u = InvokeToCall(m, u)
		}
		u.Erase()
		changed = true
	}
	return changed
}
