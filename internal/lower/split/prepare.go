package split

// llvm.coro.prepare.retcon and llvm.coro.prepare.async: a frontend passes a coroutine's name
// through them so that nobody looks into it before it is split. Splitting takes them away: each is
// its operand. This is done in every function, coroutine or not, whatever the operand is.

import "github.com/corolower/corolower/internal/ir"

// ReplacePrepares replaces every call of a prepare intrinsic in f by its operand, and reports
// whether there was one. With typed pointers the casts around the call go with it where they end at
// the function's own type, and where nothing else uses them.
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

// replacePrepare replaces one call and gives the instruction behind it.
func replacePrepare(call *ir.Instr) *ir.Instr {
	with := call.Arg(0)
	if with == ir.Value(call) {
		with = call.Func().Module().Poison(call.Type()) // made of itself, where control never comes
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
