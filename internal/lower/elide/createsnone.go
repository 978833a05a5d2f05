// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file finds functions that create no coroutine from the names in their code, without a
// simplified copy: parts that were split off a coroutine, and functions that only use such parts. A
// part is as large as its coroutine. To simplify copies of parts took a fifth of the time for all
// candidates, and of 380 such copies in a unit of C++ no other question was asked.
//
// The analysis relies on three facts:
//
//   - A simplified copy creates a coroutine only through a coro.id in the code of the function, or
//     of functions that it names, directly or indirectly. Inlined code is code of named functions.
//     A call that becomes direct calls a function whose address is in that code, because the passes
//     do not read tables in memory.
//   - Functions that the unit only reads name no function of the unit, unless Hides is set.
//   - An answer holds as long as the unit lives, as that of a candidate does: the functions that a
//     function names are finished before it, unless it is on a cycle with them. For
//     functions on a cycle the answer is that they may create one. A function that only names
//     itself is on no such cycle: its name adds no code to the code that is searched.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// createsNone reports whether g creates no coroutine, neither itself nor through any function that
// it names. It returns false if g may create one.
func (c *State) createsNone(g *ir.Func) bool {
	look := c.lookState()
	if c.File == nil || c.Hides || look.proving {
		return false // what is only read has to be looked at, too
	}
	is, asked := look.noCreator[g]
	if asked {
		return is
	}
	look.noCreator[g] = false // where names lead back to it
	if g == look.under || look.busy[g] || ir.IsPresplit(c.M, g) || !c.Body(g) {
		delete(look.noCreator, g) // for the time
		return false
	}
	is = true
	for b := g.Entry(); b != nil && is; b = b.Next() {
		for i := b.First(); i != nil && is; i = i.Next() {
			is = !coro.IsCreation(i)
			for k := 0; k < i.NumArgs() && is; k++ {
				is = c.namesNoCreator(i.Arg(k), g)
			}
		}
	}
	look.noCreator[g] = is
	return is
}

// namesNoCreator reports whether v names no function except self and functions that create no
// coroutine.
func (c *State) namesNoCreator(v ir.Value, self *ir.Func) bool {
	switch v := v.(type) {
	case *ir.Func:
		return v == self || v.Declared || v.IsIntrinsic() || c.onlyRead(v) > 0 && !ir.IsPresplit(c.M, v) || c.createsNone(v)
	case *ir.Const:
		for _, e := range v.Elems {
			if !c.namesNoCreator(e, self) {
				return false
			}
		}
	}
	return true
}

// proveCreatesNone panics if createsNone holds for g but g's simplified copy creates a coroutine.
func (c *State) proveCreatesNone(g *ir.Func) {
	if g == nil || g.Declared || g.IsIntrinsic() || c.onlyRead(g) > 0 || !c.createsNone(g) {
		return
	}
	look := c.lookState()
	look.proving = true
	defer func() { look.proving = false }()
	if x := c.candidateOf(g); x.f != nil && x.creates {
		panic("@" + g.Name + " creates a coroutine, but names none")
	}
}
