package coro

// Coroutines of ABIs that are not lowered.

import (
	"github.com/corolower/corolower/internal/ir"
)

// UnsupportedABI tells that a function is a coroutine of an ABI that is not lowered: nil for every other function. It is no rule of Check,
// because such a function breaks none.
func UnsupportedABI(f *ir.Func) *ir.Error {
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			id := ir.CoroCall(i)
			if !ir.IsOtherID(id) || !ir.SignatureFits(i, id) {
				continue
			}
			abi := "returned-continuation"
			if id == ir.CoroIDAsync {
				abi = "asynchronous"
			}
			e := ir.Unsupportedf(i.Pos, "@%s is a coroutine of the %s ABI (llvm.coro.%s); only the switched-resume ABI (llvm.coro.id) is lowered",
				f.Name, abi, ir.IntrinsicName(id))
			e.Hint = "let LLVM's own coro-split lower this function, or use llvm.coro.id"
			return e
		}
	}
	return nil
}
