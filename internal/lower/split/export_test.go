// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/framecheck"
	"github.com/corolower/corolower/internal/opt"
)

// Normalise normalises a coroutine, and reports whether its shape is out of date then.
func (c *Splitter) Normalise(f *ir.Func) (stale bool, err error) {
	opt.RemoveUnreachable(f)
	shape, err := coro.Find(f)
	if err != nil {
		return false, err
	}
	co := &coroutine{Shape: shape, c: c, m: c.M}
	if co.abi, err = open(co); err != nil {
		return false, err
	}
	if co.Begin == nil {
		co.neutralise()
		return false, nil
	}
	co.normalise()
	again, err := coro.Find(f)
	if err != nil {
		return false, err
	}
	same := len(again.Suspends) == len(shape.Suspends) && len(again.Ends) == len(shape.Ends) &&
		again.Begin == shape.Begin &&
		again.HasFinal == shape.HasFinal && len(again.Frames) == 0 && len(again.Saves) == 0 &&
		len(again.Awaits) == len(shape.Awaits)
	in := map[*ir.Instr]bool{}
	for _, s := range again.Suspends {
		in[s] = true
	}
	for _, s := range shape.Suspends {
		same = same && in[s]
	}
	return !same, nil
}

// doubts returns what the check of a moved coroutine could not show.
func doubts(r moved, err error) ([]framecheck.Finding, error) { return r.doubt, err }
