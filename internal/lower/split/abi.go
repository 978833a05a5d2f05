package split

// The coroutine ABIs. An ABI is how a coroutine is begun, resumed and left, and where its frame
// lies. Everything in which ABIs differ is a method of abi, and each ABI is one file that has them
// all. What is found of a coroutine (package coro), what goes to the frame (spill.go), where it
// lies there (package frame) and how it is stored and reloaded (rewrite.go) is the same for all and
// knows no ABI.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/rule"
)

// abi is one coroutine being split, as its ABI sees it. The methods are called once each, in this
// order.
type abi interface {
	// accept tells what of the coroutine's shape the ABI has no meaning for. Nothing has been
	// changed yet.
	accept() error
	// normalise brings what only this ABI has to one form: its spellings of a suspend and what
	// stands around them. It keeps the shape true.
	normalise()
	// marksLives reports that lifetime markers tell when an object is needed. Where they do not, an
	// object that may be known to others is.
	marksLives() bool
	// anew are the parameters and instructions that each part is given again, and that are
	// therefore not kept.
	anew() []ir.Value
	// nameInFrame is the name of an object's address in the frame.
	nameInFrame(a *ir.Instr) string
	// fields adds what the ABI itself keeps in the frame. It comes first: what others find at a
	// fixed offset is in front.
	fields(fr *frame.Layout)
	// place tells whether the frame can lie where the ABI has it, now that its size is known. It is
	// the last that may fail.
	place(fr *frame.Layout) error
	// base makes the pointer to the frame in the original function: the value from which slots are
	// addressed there, an instruction that is available wherever coro.begin is.
	base() ir.Value
	// debugFrame is what debug info finds the frame by in a finished function, whatever becomes of
	// registers there, and the words of an expression from there to the frame; nil: by the frame
	// pointer.
	debugFrame(f *ir.Func) (ir.Value, []string)
	// members are the ABI's fields as a debugger shows them.
	members(d *frameDescriber) []frameMember
	// neverSuspends finishes a coroutine that is left without a suspend: an ordinary function.
	neverSuspends()
	// outline declares the parts, by which the coroutine is resumed, and makes the original
	// function ready to be copied for them.
	outline() []*ir.Func
	// fill makes the body of part k. The original function, which is copied for it, is still whole.
	fill(k int, part *ir.Func)
	// ramp finishes the original function, behind the last part: it runs up to the first suspend.
	ramp()
}

// abiTable has a row for each way a coroutine begins, and what splits it.
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

// What an ABI does not say otherwise.

func (co *coroutine) marksLives() bool               { return true }
func (co *coroutine) anew() []ir.Value               { return nil }
func (co *coroutine) nameInFrame(a *ir.Instr) string { return a.Name() + ".reload.addr" }
func (co *coroutine) place(*frame.Layout) error      { return nil }

func (co *coroutine) debugFrame(*ir.Func) (ir.Value, []string) { return nil, nil }

// open gives the coroutine to its ABI. What begins no frame has no ABI: it is as good as switched.
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
			return a, err
		}
	}
	return nil, ir.Unsupportedf(co.ID.Pos, "llvm.coro.%s begins a coroutine of an unsupported ABI", id.CoroWord())
}

// pairing tells of the first suspend that is of another ABI than the coroutine.
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

// hinted adds a fix.
func hinted(e *ir.Error, hint string) *ir.Error {
	e.Hint = hint
	return e
}
