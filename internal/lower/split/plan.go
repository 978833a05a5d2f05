package split

// A coroutine whose values are in its frame, and the parts that are still to be made. Each part is
// about as large as the coroutine. So the caller makes one part, finishes it, prints it and drops
// its body before it makes the next: one part's IR is in memory at a time.
//
//	plan, err := splitter.Split(f)
//	for k, part := range plan.Parts {
//		plan.Make(k) // or plan.Retarget(k), if part k-1 has a body that only differs in a few operands
//		...          // finish part, and drop its body
//	}
//	plan.Finish() // the original function becomes the ramp

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
)

// Outcome is what Split made of a function.
type Outcome uint8

// The outcomes of Split.
const (
	// Untouched: the function is no coroutine, or was split before. It is as it was.
	Untouched Outcome = iota
	// Done: the function is an ordinary function now, because it never suspends or begins no frame.
	Done
	// Planned: the values are in the frame. The caller makes the parts, and the ramp last.
	Planned
	// Oversimplified: the coroutine must be split as it was before passes simplified it, so the
	// caller has to begin again. An exception that leaves a coroutine by an unwinding llvm.coro.end
	// leaves it at its final suspend, and from there it is destroyed. If only exceptions lead to
	// the final suspend, a pass takes it for dead. Then destroying the coroutine would do again
	// what was done with the frame: LLVM destroys such coroutines twice.
	Oversimplified
)

// Plan is what Split gives: what became of a function, and its parts if it has any.
type Plan struct {
	Outcome Outcome
	// These are set where the outcome is Planned: the frame, how often the coroutine suspends, and
	// the functions by which it goes on.
	Frame    *frame.Layout
	Suspends int
	Parts    []*ir.Func

	co    *coroutine
	fresh int     // the memory since mark belongs to the bodies of the parts from here to next
	next  int     // the part to be made next
	mark  ir.Mark // before part fresh was made
}

// Make gives part k its body, as the ABI has it. Parts are made in their order. If the caller
// dropped the bodies of the earlier parts, their memory is free again.
func (p *Plan) Make(k int) {
	p.reach(k)
	p.release()
	p.co.variant, p.fresh, p.mark = nil, k, p.co.m.Mark()
	p.co.abi.fill(k, p.Parts[k])
}

// Finish makes the original function the ramp. All parts have been made.
func (p *Plan) Finish() {
	if p.co == nil {
		return
	}
	p.reach(len(p.Parts))
	p.release()
	p.co.abi.ramp()
	p.co.finish()
}

// reach notes that part k is made now.
func (p *Plan) reach(k int) {
	if p.next != k {
		panic("the parts of a coroutine are not made in their order")
	}
	p.next++
}

// release frees the memory of the parts that were made last, if none of them has a body any more.
func (p *Plan) release() {
	if p.fresh < 0 {
		return
	}
	for _, f := range p.Parts[p.fresh : p.next-1] {
		if f.Loaded() {
			return
		}
	}
	p.co.m.Release(p.mark)
}

// All makes all parts and the ramp: for callers that keep the bodies. done, which may be nil, gets
// each part when it is made.
func (p *Plan) All(done func(k int, part *ir.Func)) {
	for k, part := range p.Parts {
		p.Make(k)
		if done != nil {
			done(k, part)
		}
	}
	p.Finish()
}
