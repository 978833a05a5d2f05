package elide

// What is known of functions that are the same to all units of a file (State.FileNo), so that the
// next unit need not read and simplify them to find it out again: of the instructions that glue is
// made of in a unit of C++, a quarter stand in functions that another unit made glue of before.
//
// What it assumes is what handle.Common does: such a function leads by name to none but such
// functions, so that neither what a unit has changed nor the function that is looked at has a part
// in its glue. Of a function that is in a cycle of calls nothing is noted, and while other glue is
// being made nothing is gone by: what goes into what may depend there on functions that are under
// way.
//
// With State.Prove each unit makes the glue all the same, and is held against the others.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/handle"
)

// Common is what units of one file and one run know of functions with a number. Several units may
// use it side by side.
type Common struct {
	facts *handle.Common
	// staysOut are functions by whether they are too large, as they stand or simplified, to go into
	// other glue without being asked for.
	staysOut handle.CommonFacts[bool]
	// instants are functions by whether they may go into a coroutine that was not split.
	instants handle.CommonFacts[bool]
}

// NewCommon makes one in which nothing is known yet.
func NewCommon() *Common { return &Common{facts: handle.NewCommon()} }

// commonNo is the number of a function of which facts are common, -1 for another.
func (c *State) commonNo(f *ir.Func) int {
	if c.Common == nil {
		return -1
	}
	return c.FileNo(f)
}

// stayedOut reports a function of which another unit found that it goes into no other glue.
func (c *State) stayedOut(f *ir.Func) bool {
	if no := c.commonNo(f); no >= 0 && !c.Prove && len(c.lookState().busy) == 0 {
		out, _ := c.Common.staysOut.Get(no)
		return out
	}
	return false
}

// noteStaysOut tells other units whether a function that is in no cycle stays out of other glue.
func (c *State) noteStaysOut(f *ir.Func, out bool) {
	if no := c.commonNo(f); no >= 0 {
		c.Common.staysOut.Put(no, out, f)
	}
}

// noInstant reports a function of which another unit found that it may not go into a coroutine that
// was not split.
func (c *State) noInstant(f *ir.Func) bool {
	if no := c.commonNo(f); no >= 0 && !c.Prove {
		is, known := c.Common.instants.Get(no)
		return known && !is
	}
	return false
}

// noteInstant tells other units whether a function may.
func (c *State) noteInstant(f *ir.Func, is bool) {
	if no := c.commonNo(f); no >= 0 {
		c.Common.instants.Put(no, is, f)
	}
}
