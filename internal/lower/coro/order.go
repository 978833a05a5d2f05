// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package coro

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
)

// Order tells whether suspends lie behind a coroutine's coro.begin.
type Order struct {
	begin        *ir.Instr
	before, back ir.Worklist[*ir.Block] // on paths without coro.begin, and on paths that lead to it
}

// OrderFix says how to repair a fault of the order.
const OrderFix = "move coro.begin before all suspends and saves"

// NewOrder looks at the paths around a coro.begin.
func NewOrder(begin *ir.Instr) *Order {
	b := begin.Block()
	return &Order{begin, reached(b.Func().Entry(), b, (*ir.Block).Succs), reached(b, nil, (*ir.Block).Preds)}
}

// Before reports whether some path reaches i without coro.begin.
func (o *Order) Before(i *ir.Instr) bool {
	if b := i.Block(); b != o.begin.Block() {
		return o.before.Has(b)
	}
	return i.ComesBefore(o.begin)
}

// Fault describes a suspend, or its save, that some path reaches without coro.begin, and one that
// leads back to it: then the frame begins anew, with nothing stored in it. It also describes a
// coro.begin that leads back to itself. LLVM lowers all three.
func (o *Order) Fault(s *ir.Instr) (at *ir.Instr, fault string) {
	if at = Save(s); at == nil || ir.CoroCall(at) != ir.CoroSave {
		at = s
	}
	name := "coro." + ir.CoroCall(at).CoroWord()
	switch {
	case o.Before(at):
		return at, "coro.begin does not precede this " + name + " on every path"
	case slices.ContainsFunc(s.Block().Succs(nil), o.back.Has):
		return at, "this " + name + " leads back to coro.begin"
	case slices.ContainsFunc(o.begin.Block().Succs(nil), o.back.Has):
		return o.begin, "this coro.begin leads back to itself"
	}
	return nil, ""
}

// reached returns the blocks that edges lead to from a block, but not beyond end.
func reached(from, end *ir.Block, next func(*ir.Block, []*ir.Block) []*ir.Block) ir.Worklist[*ir.Block] {
	work := ir.NewWorklist(from)
	for b := range work.All {
		if b != end {
			work.Add(next(b, nil)...)
		}
	}
	return work
}
