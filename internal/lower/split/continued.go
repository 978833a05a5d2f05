package split

// What the returned-continuation and asynchronous ABIs have alike: a part for each suspend, which
// goes on behind that one and nowhere else, in a frame of which nobody but the coroutine knows what
// lies where. What a part is called with, and how a function is left, is in their own files.

import (
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/opt"
)

// continued is a coroutine of such an ABI. It implements what of abi is the same for both.
type continued struct {
	*coroutine
	clones []*ir.Func  // by suspend
	behind []*ir.Block // by suspend: where its part goes on
}

// marksLives implements abi. What a frontend says of lives here is not told in time: an object may
// be known by its address while the coroutine is suspended, although its life was never marked to
// end (LLVM's coro-async-addr-lifetime-infinite-loop-bug).
func (co *continued) marksLives() bool { return false }

// nameInFrame implements abi: the object has moved, and takes its name along.
func (co *continued) nameInFrame(a *ir.Instr) string {
	name := a.Name()
	a.SetName("")
	return name
}

func (co *continued) members(*frameDescriber) []frameMember { return nil }

// declare makes the function that goes on from a suspend, to be simplified by coro-cleanup.
func (co *continued) declare(name string, fty *ir.Type) *ir.Func {
	c := co.declarePart(name, fty)
	c.Ragged = true
	return c
}

// finishPart ends the making of the part that goes on behind suspend n.
func (co *continued) finishPart(n int, p *part) {
	p.declareLocals()
	salvageDebug(co.coroutine, p.f, p.base, p)
	opt.RemoveUnreachable(p.f)
	p.finish()
	debuginfo.SetScopeLine(co.m, p.f, firstLine(co.m, co.Suspends[n], co.behind[n]))
}

// leaveRamp lets nothing of the skeleton stand in the original function, in which the frame is at
// mem. end replaces a coro.end.
func (co *continued) leaveRamp(mem ir.Value, end func(e *ir.Instr)) {
	m := co.m
	if co.framePtr == ir.Value(co.Begin) {
		co.framePtr = mem
	}
	ir.ReplaceUses(co.Begin, mem)
	salvageDebug(co.coroutine, co.F, co.framePtr, nil)
	for _, e := range co.Ends {
		end(e)
	}
	for _, r := range co.InRamp {
		ir.ReplaceUses(r, m.Bool(true))
		r.Erase()
	}
	co.errorSlots(co.F, func(i *ir.Instr) *ir.Instr { return i })
	co.Begin.Erase()
	opt.RemoveUnreachable(co.F)
	// in front of it there may be what is undefined, as a store to a buffer that is none
	if co.ID.Block() != nil && !co.ID.HasUses() {
		co.ID.Erase()
	}
	co.F.Ragged = true
}

// used is the size of the frame without padding behind its last slot.
func used(fr *frame.Layout) (n int64) {
	for _, s := range fr.Slots {
		n = max(n, s.End())
	}
	return n
}

// unknown is the value of what is not computed, as the version has it.
func (co *continued) unknown(t *ir.Type) *ir.Const {
	if co.m.Has(ir.PoisonYields) {
		return co.m.Poison(t)
	}
	return co.m.Undef(t)
}

// touchesAlloca reports an instruction that may do something to an object that is not that of
// marking its life.
func touchesAlloca(i *ir.Instr) bool {
	if i.Op == ir.OpAlloca || ir.IsLifetime(i) {
		return false
	}
	for k := range i.NumArgs() {
		if a := ir.AsInstr(ir.StripCasts(i.Arg(k))); a != nil && a.Op == ir.OpAlloca {
			return true
		}
	}
	return false
}
