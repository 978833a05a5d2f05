package elide

// Functions of which is known without glue that they create no coroutine: parts that were split off
// one, and what only uses them. Who asks whether a call creates one is told so by the simplified
// copy, and to make that of a part, which is as large as its coroutine, took a fifth of the time
// for all glue; of 380 such copies in a unit of C++ nothing else was asked.
//
// What it assumes. A simplified copy creates something only by a coro.id that stands in the code of
// a function that it names, or in that of one that such a function names, and so on: what is
// inlined into the copy is code of functions that are named, and calls that become direct are of
// functions whose addresses stand in that code, for the passes do not read tables in memory.
// Functions that are only read name none of the unit unless Hides says so. And what is found out
// holds for the rest of the unit's time, as glue does: what a function names is done before it is,
// unless the two are in a cycle, and no function in a cycle is known to create none.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
)

// createsNone reports whether g creates no coroutine, neither itself nor through any function that
// it names. It returns false if g may create one.
func (c *State) createsNone(g *ir.Func) bool {
	look := c.lookState()
	if c.Creates == nil || c.Hides || look.proving {
		return false // what is only read has to be looked at, too
	}
	is, asked := look.noCreator[g]
	if asked {
		return is
	}
	look.noCreator[g] = false // where names lead back to it
	if g == look.under || look.busy[g] || ir.IsPresplit(c.M, g) || !c.body(g) {
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
		return v == self || v.Declared || v.IsIntrinsic() || !c.Creates(v) && !ir.IsPresplit(c.M, v) || c.createsNone(v)
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
	if g == nil || g.Declared || g.IsIntrinsic() || c.Creates == nil || !c.Creates(g) || !c.createsNone(g) {
		return
	}
	look := c.lookState()
	look.proving = true
	defer func() { look.proving = false }()
	if x := c.candidateOf(g); x.f != nil && x.creates {
		panic("@" + g.Name + " creates a coroutine, but names none")
	}
}
