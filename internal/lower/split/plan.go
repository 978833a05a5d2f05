// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// A coroutine whose values are in its frame, and the parts that the caller has still to build. Each
// part is about as large as the coroutine. So the caller builds one part, finishes it, prints it
// and drops its body before it builds the next. Then only one part's IR is in memory at a time. For
// example:
//
//	plan, err := splitter.Split(f)
//	for k, part := range plan.Parts {
//		plan.Make(k)
//		...          // finish part, and drop its body
//	}
//	plan.Finish() // the original function becomes the ramp

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
)

// Outcome is the result of Split for one function.
type Outcome uint8

// The outcomes of Split.
const (
	// Untouched: the function is not a coroutine, or was split before. Split did not change it.
	Untouched Outcome = iota
	// Done: the function is now an ordinary function, because it never suspends or has no
	// coro.begin.
	Done
	// Planned: the values are in the frame. The caller builds the parts, and then the ramp.
	Planned
	// Oversimplified: passes removed the coroutine's final suspend, so the caller must restore the
	// function as it was before those passes and start again. An exception that leaves a coroutine
	// through an unwinding llvm.coro.end leaves it at its final suspend, and the coroutine is
	// destroyed there. If only exceptions lead to the final suspend, a pass may remove it as dead
	// code. Then destroying the coroutine would repeat cleanups that have already run: LLVM
	// destroys such coroutines twice.
	Oversimplified
)

// Plan is the result of Split: the outcome, and the coroutine's parts, if it has any.
type Plan struct {
	Outcome Outcome
	// Frame, Suspends and Parts are set only if the outcome is Planned: the frame, the number of
	// suspends, and the functions that resume the coroutine.
	Frame    *frame.Layout
	Suspends int
	Parts    []*ir.Func

	co    *coroutine
	fresh int     // the memory since mark belongs to the bodies of parts fresh to next-1
	next  int     // the part to build next
	mark  ir.Mark // taken before part fresh was built
}

// Make builds the body of part k, as the ABI defines it. The caller must build the parts in order.
// If the caller has dropped the bodies of the earlier parts, Make frees their memory.
func (p *Plan) Make(k int) {
	p.reach(k)
	p.release()
	p.fresh, p.mark = k, p.co.m.Mark()
	p.co.abi.fill(k, p.Parts[k])
}

// Finish turns the original function into the ramp. The caller must have built all parts.
func (p *Plan) Finish() {
	if p.co == nil {
		return
	}
	p.reach(len(p.Parts))
	p.release()
	p.co.abi.ramp()
	p.co.finish()
	p.co.checkFlows(p.Parts)
}

// reach records that part k is built now, and panics if it is out of order.
func (p *Plan) reach(k int) {
	if p.next != k {
		panic("the parts of a coroutine are not made in their order")
	}
	p.next++
}

// release frees the memory of the parts since the last call of Make, if none of them has a body any
// more.
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

// All builds all parts and the ramp, for callers that keep the bodies.
func (p *Plan) All() {
	for k := range p.Parts {
		p.Make(k)
	}
	p.Finish()
}
