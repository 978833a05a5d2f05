// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// llvm.coro.prepare.retcon and llvm.coro.prepare.async. A frontend passes a coroutine's address
// through them, so that no pass looks into the coroutine before it is split. Splitting replaces
// each call by its operand, whatever the operand is, in every function and not only in coroutines.
// For example:
//
//	%f = call ptr @llvm.coro.prepare.retcon(ptr @generator)
//	%r = call { ptr, i32 } %f(ptr %buffer, i32 1)        ; calls @generator afterwards

import "github.com/corolower/corolower/internal/ir"

// ReplacePrepares replaces every call of a prepare intrinsic in f by its operand, and reports
// whether it found one. With typed pointers it also removes the casts around the call, if they lead
// back to the function's own type and have no other uses.
func ReplacePrepares(f *ir.Func) bool {
	changed := false
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; {
			next := i.Next()
			if id := ir.CoroCall(i); id == ir.CoroPrepareRetcon || id == ir.CoroPrepareAsync {
				next = replacePrepare(i)
				changed = true
			}
			i = next
		}
	}
	return changed
}

// replacePrepare replaces one call and returns the instruction after it.
func replacePrepare(call *ir.Instr) *ir.Instr {
	with := call.Arg(0)
	if with == ir.Value(call) {
		// The call may be its own operand in unreachable code.
		with = call.Func().Module().Poison(call.Type())
	}
	plain := with
	for c := ir.AsInstr(plain); c != nil && c.Op == ir.OpBitCast; c = ir.AsInstr(plain) {
		plain = c.Arg(0)
	}
	if c, ok := plain.(*ir.Const); ok && c.Kind == ir.ConstExpr && c.Op == ir.OpBitCast {
		plain = c.Elems[0]
	}
	for _, u := range call.Users() {
		if u.Op == ir.OpBitCast && u.Type() == plain.Type() {
			ir.ReplaceUses(u, plain)
			u.Erase()
		}
	}
	ir.ReplaceUses(call, with)
	next := call.Next()
	call.Erase()
	for c := ir.AsInstr(with); c != nil && c.Op == ir.OpBitCast && !c.HasUses(); {
		from := ir.AsInstr(c.Arg(0))
		c.Erase()
		c = from
	}
	return next
}
