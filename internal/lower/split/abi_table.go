// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The table of ABIs, and the checks that are the same for all of them before anything is changed.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/rule"
)

// abiTable lists the intrinsics that begin a coroutine, and for each a constructor of its ABI.
var abiTable = [...]struct {
	id   ir.Intrinsic
	open func(co *coroutine) abi
}{
	{ir.CoroID, func(co *coroutine) abi { return &switched{coroutine: co} }},
	{ir.CoroIDRetcon, func(co *coroutine) abi { return newRetcon(co, false) }},
	{ir.CoroIDRetconOnce, func(co *coroutine) abi { return newRetcon(co, true) }},
	{ir.CoroIDRetconOnceDynamic, func(co *coroutine) abi { return newDynamic(co) }},
	{ir.CoroIDAsync, func(co *coroutine) abi { return &async{continued: continued{coroutine: co}} }},
}

// open returns the coroutine's ABI after its method accept has checked the coroutine. A function
// without coro.begin gets the switched-resume ABI, because no frame is built for it.
func open(co *coroutine) (abi, error) {
	id := ir.CoroID
	if co.Begin != nil {
		if ir.IsCoro(co.Begin, ir.CoroBeginCustomABI) {
			return nil, rule.Error(co.Begin.Pos, rule.RuleCustomABI)
		}
		id = ir.CoroCall(co.ID)
	}
	for _, d := range abiTable {
		if d.id == id {
			a := d.open(co)
			err := a.accept()
			if err == nil && co.Begin != nil {
				err = co.checkFuncletEnds()
			}
			if err == nil && co.Begin != nil {
				err = co.checkRampOnly()
			}
			if err == nil && co.Begin != nil {
				err = co.checkOrder(id != ir.CoroID)
			}
			return a, err
		}
	}
	return nil, ir.Unsupportedf(co.ID.Pos, "llvm.coro.%s begins a coroutine of an unsupported ABI", id.CoroWord())
}

// checkOrder verifies that the frame has begun at all suspends, and does not begin again after one. With
// ends set, it must have begun at all ends, too: of a switched-resume coroutine, an end on the path of an
// allocation that failed only returns.
func (co *coroutine) checkOrder(ends bool) error {
	order := coro.NewOrder(co.Begin)
	wrong := func(at *ir.Instr, fault, fix string) error {
		e := hinted(ir.Errorf(at.Pos, "%s", fault), fix)
		e.Notes = append(e.Notes, ir.Note{Pos: co.Begin.Pos, Msg: "the frame begins here"})
		return e
	}
	for _, s := range co.Suspends {
		if at, fault := order.Fault(s); fault != "" {
			return wrong(at, fault, coro.OrderFix)
		}
	}
	for _, e := range co.Ends {
		if ends && order.Before(e) {
			return wrong(e, "coro.begin does not precede this coro."+ir.CoroCall(e).CoroWord()+" on every path: it ends the frame",
				"move coro.begin before all ends")
		}
	}
	return nil
}

// pairing returns an error at the first suspend, in the order of the text, that does not belong to
// the coroutine's ABI, or nil.
func pairing(sh *coro.Shape, own ir.Intrinsic, text string) error {
	var first *ir.Instr
	for _, s := range sh.Suspends {
		if !ir.IsCoro(s, own) && (first == nil || s.Pos < first.Pos) {
			first = s
		}
	}
	if first == nil {
		return nil
	}
	return ir.Errorf(first.Pos, "%s", text)
}
