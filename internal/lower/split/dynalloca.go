// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// What package dynalloca asks about a coroutine: which objects a frame would have to hold.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/dynalloca"
)

// allocateDynamic moves the objects of dynamic allocas that live across a suspend to the heap. It
// returns those of variable size, or an error, and changes nothing, if it cannot.
func (co *coroutine) allocateDynamic() ([]dynalloca.OnHeap, *ir.Error) {
	c := &dynalloca.Coroutine{Unit: co.c.Unit, Shape: co.Shape, Heap: co.abi.nodeHeap, Kept: co.mustKeep}
	return c.Rewrite()
}

// mustKeep returns, for each of the dynamic allocas that the frame would have to hold, the reason.
// It splits a copy of the coroutine as far as needed.
func (co *coroutine) mustKeep(dynamic []*ir.Instr) map[*ir.Instr]coro.Why {
	kept := map[*ir.Instr]coro.Why{}
	g, vm := copyOf(co.c.Unit, co.F)
	shape, err := coro.Find(g)
	if err != nil {
		return kept
	}
	trial := &coroutine{Shape: shape, c: &Splitter{Unit: co.c.Unit, Callees: co.c.Callees}, m: co.m, reuse: co.reuse}
	if trial.abi, err = open(trial); err != nil {
		return kept
	}
	trial.ownByvals()
	trial.normalise()
	x := trial.crossing()
	trial.recompute(x)
	set := trial.findSpills(x, nil)
	whys := map[*ir.Instr]coro.Why{}
	for _, o := range set.objects {
		whys[o.Alloca] = o.why
		if why := usedBehind(x, o.Alloca); why.Rule != coro.OnStack {
			whys[o.Alloca] = why
		}
	}
	x.Dom.Done()
	for _, a := range dynamic {
		if why, ok := whys[vm.Instr(a)]; ok {
			kept[a] = why
		}
	}
	return kept
}
