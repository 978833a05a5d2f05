// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The coroutine ABIs. An ABI defines how a coroutine begins, resumes and returns, and where its
// frame lies. Every difference between ABIs is a method of the interface abi, and one file for each
// ABI implements all of the methods. The other steps are the same for all ABIs and do not depend on
// them: the analysis of the coroutine (package coro), the choice of the values that go to the frame
// (spill.go), the frame's layout (package frame), and spills and reloads (rewrite.go).

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/rule"
)

// abi is one coroutine that is being split, with the operations of its ABI. Callers call each
// method once, in this order.
type abi interface {
	// accept returns an error if the coroutine breaks a rule of its ABI. It changes nothing.
	accept() error
	// normalise rewrites the constructs that only this ABI has to one form: the variants of a
	// suspend and the code around them. It updates the shape.
	normalise()
	// nodeHeap returns the allocator of the coroutine's frame, for objects of variable size that
	// live across a suspend. If there is none, it returns nil and the reason with its place. It
	// changes nothing, and runs before normalise, if at all.
	nodeHeap() (*nodeHeap, ir.Pos, string)
	// marksLives reports whether lifetime markers bound the live ranges of objects. If not, an
	// object whose address may have escaped counts as live.
	marksLives() bool
	// remarkedSize returns the size of the frame in remarks, which is LLVM's number: the size of a
	// switched coroutine's frame is a multiple of its alignment, and that of a continuation is not.
	remarkedSize() int64
	// anew lists the parameters and instructions that each part receives again or computes again.
	// The frame does not hold them.
	anew() []ir.Value
	// nameInFrame returns the name of an object's address in the frame.
	nameInFrame(a *ir.Instr) string
	// fields adds the ABI's own fields to the frame. It runs before other slots are added, so that
	// fields which other code finds at a fixed offset come first.
	fields(fr *frame.Layout)
	// place returns an error if the frame, whose size is known now, does not fit where the ABI puts
	// it. No later step may fail.
	place(fr *frame.Layout) error
	// base returns the pointer to the frame in the original function, from which slots are
	// addressed. It is an instruction that is available wherever coro.begin is.
	base() ir.Value
	// debugFrame returns a value from which debug info finds the frame in a finished function, even
	// if the registers of the function are reused, and the words of a DWARF expression that lead
	// from the value to the frame. If the value is nil, debug info uses the frame pointer. For
	// example, a resume function of the asynchronous ABI returns its context parameter and
	//
	//	DW_OP_LLVM_entry_value 1 DW_OP_deref DW_OP_plus_uconst 16
	debugFrame(f *ir.Func) (ir.Value, []string)
	// members describes the ABI's own fields for a debugger.
	members(d *frameDescriber) []frameMember
	// neverSuspends turns a coroutine that has no suspends left into an ordinary function.
	neverSuspends()
	// outline declares the parts, which resume the coroutine, and prepares the original function to
	// be copied into them.
	outline() []*ir.Func
	// fill builds the body of part k as a copy of the original function, which is still complete.
	fill(k int, part *ir.Func)
	// ramp finishes the original function after the last part: it becomes the ramp, which runs up
	// to the first suspend.
	ramp()
}

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

// Defaults for methods that an ABI does not override.

func (co *coroutine) marksLives() bool               { return true }
func (co *coroutine) remarkedSize() int64            { return co.frame.Size }
func (co *coroutine) anew() []ir.Value               { return nil }
func (co *coroutine) nameInFrame(a *ir.Instr) string { return a.Name() + ".reload.addr" }
func (co *coroutine) place(*frame.Layout) error      { return nil }

func (co *coroutine) debugFrame(*ir.Func) (ir.Value, []string) { return nil, nil }

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

// hinted adds a hint about a fix to an error.
func hinted(e *ir.Error, hint string) *ir.Error {
	e.Hint = hint
	return e
}
