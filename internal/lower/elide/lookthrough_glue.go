package elide

// Glue: small functions on the way from a coroutine's creation to its destruction, made ready to be inlined. Each is copied and simplified
// once for a unit, however often it is inlined; the function itself stays as it is.

import (
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on glue, in instructions. A body straight from a frontend shrinks to a third when its locals leave memory.
const (
	maxRamp     = 8000 // a ramp as it stands: it holds all of the coroutine until it is known that the coroutine waits at its start
	maxGlueBody = 1200 // another function as it stands
	maxGlue     = 400  // simplified
	maxTiny     = 40   // simplified: goes into other glue without being asked for
	// maxTinyCalls bounds how many tiny callees go into one function.
	maxTinyCalls = 256
	maxDepth     = 5 // of calls among glue, when creations are looked for and tiny callees inlined
)

// glue is what is known of a function that may be looked through.
type glue struct {
	f       *ir.Func // the simplified copy; nil when the function is too large to be looked through
	read    *ir.Func // the simplified copy, however large; nil when there is none
	size    int      // its instructions
	cost    int      // as opt.InlineCost has it
	creates bool     // it creates a coroutine, itself or by what it calls, of which the frame is not in it
	instant uint8    // it may go into a coroutine that was not split: 0 not known, 1 no, 2 yes
}

// lookState is what LookThrough remembers of a unit.
type lookState struct {
	glue map[*ir.Func]*glue
	// hopeless are creating calls, and coro.ids, of which is known that looking through calls does not bring the frame into the caller.
	hopeless map[*ir.Instr]bool
	// room is how many instructions may still be added to a function.
	room      map[*ir.Func]int
	recursion recursion
}

// glueOf makes a function ready to be inlined.
func (lt *looker) glueOf(g *ir.Func, depth int) *glue {
	if x := lt.state.glue[g]; x != nil {
		return x
	}
	x := &glue{}
	lt.state.glue[g] = x // what a cycle of calls comes back to cannot be looked through
	c, m := lt.c, lt.c.M
	switch {
	case g.Declared, g.IsIntrinsic(), g.HasAttr("optnone"):
		return x
	case !c.body(g), ir.IsPresplit(m, g):
		delete(lt.state.glue, g) // not yet
		return x
	}
	limit := maxGlueBody
	if coro.RampID(m, g) != nil {
		limit = maxRamp
	}
	if ir.NumInstrs(g, limit) > limit {
		return x
	}
	s, _ := copyFunc(m, g)
	lt.inlineTiny(s, g, depth)
	opt.Simplify(m, s, c.Layout)
	x.read = s
	if x.size = ir.NumInstrs(s, maxGlue); x.size > maxGlue {
		return x
	}
	x.creates = lt.creates(s, g, depth)
	x.cost = opt.InlineCost(m, s)
	x.f = s
	return x
}

// simplified gives the body of a function in a form that is easier to read: a copy with locals out of memory and tiny callees inlined. It
// is the function itself where there is no such copy. The function must have a body; its parameters are those of what is given.
func (c *State) simplified(f *ir.Func) *ir.Func {
	lt := &looker{c: c, f: f, state: c.lookState()}
	if x := lt.glueOf(f, 1); x.read != nil {
		return x.read
	}
	return f
}

// lookState is made on first need.
func (c *State) lookState() *lookState {
	if c.look == nil {
		c.look = &lookState{glue: map[*ir.Func]*glue{}, hopeless: map[*ir.Instr]bool{}, room: map[*ir.Func]int{}}
	}
	return c.look
}

// copyFunc copies a function. The copy is in no unit's list: nothing but the calls that are made to name it knows it.
func copyFunc(m *ir.Module, g *ir.Func) (*ir.Func, *ir.ValueMap) {
	s := ir.NewFunc(m, g.Name, g.FTy)
	s.SetType(g.Type())
	s.Linkage, s.CC, s.AddrSpace, s.GC, s.Person = ir.LinkInternal, g.CC, g.AddrSpace, g.GC, g.Person
	s.RetAttrs, s.Attrs, s.Meta = g.RetAttrs, g.Attrs, g.Meta
	if g.Interposable() {
		s.Linkage = g.Linkage
	}
	args := make([]ir.Value, len(s.Params))
	for k, p := range s.Params {
		p.Name, p.Attrs = g.Params[k].Name, g.Params[k].Attrs
		args[k] = p
	}
	g.Renumber()
	return s, ir.CloneBody(s, g, args, nil)
}

// inlineTiny inlines the tiny callees of a copy of g: accessors, std::move, base constructors.
func (lt *looker) inlineTiny(s, g *ir.Func, depth int) {
	if depth >= maxDepth {
		return
	}
	work := directCalls(s)
	for n, done := 0, 0; n < len(work) && done < maxTinyCalls; n++ {
		call := work[n]
		h := call.CalledFunc()
		if call.Block() == nil || h == g || !touchesPointers(call) || lt.tooLong(h, maxTinyText) {
			continue
		}
		x := lt.glueOf(h, depth+1)
		if x.f == nil || x.creates || x.size > maxTiny {
			continue
		}
		for _, b := range lt.inline(call, x) {
			work = callsIn(work, b) // what could not be inlined there may be inlined here
		}
		done++
	}
}

// directCalls collects the calls in f of functions with a body, in the order of the code.
func directCalls(f *ir.Func) []*ir.Instr {
	var calls []*ir.Instr
	for b := f.Entry(); b != nil; b = b.Next() {
		calls = callsIn(calls, b)
	}
	return calls
}

func callsIn(calls []*ir.Instr, b *ir.Block) []*ir.Instr {
	for i := b.First(); i != nil; i = i.Next() {
		if g := i.CalledFunc(); g != nil && !g.Declared && !g.IsIntrinsic() {
			calls = append(calls, i)
		}
	}
	return calls
}

// touchesPointers reports a call that gets an address, or gives one, maybe as part of a structure.
func touchesPointers(call *ir.Instr) bool {
	t := call.Type()
	if t.IsPtr() || t.IsAggregate() {
		return true
	}
	for k := range call.NumCallArgs() {
		if t := call.Arg(k).Type(); t.IsPtr() || t.IsAggregate() {
			return true
		}
	}
	return false
}

// creates reports whether a simplified copy of g creates a coroutine whose frame it does not hold itself.
func (lt *looker) creates(s, g *ir.Func, depth int) bool {
	for b := s.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if lt.createsAt(i, g, depth) {
				return true
			}
		}
	}
	return false
}

func (lt *looker) createsAt(i *ir.Instr, g *ir.Func, depth int) bool {
	h := i.CalledFunc()
	switch {
	case h == nil || h == g:
		return false
	case h.IsIntrinsic():
		return coro.IsCreation(i)
	case h.Declared || depth >= maxDepth:
		return false
	}
	return lt.creator(i, depth+1) != nil
}

// creator gives the glue of a call that creates a coroutine and lets its handle come out: of a ramp, or of a maker around one.
func (lt *looker) creator(call *ir.Instr, depth int) *glue {
	g := call.CalledFunc()
	if g == nil || g.Declared || g.IsIntrinsic() || g == lt.f {
		return nil
	}
	if !ir.IsPresplit(lt.c.M, g) {
		if !touchesPointers(call) || lt.c.Creates != nil && !lt.c.Creates(g) {
			return nil
		}
	}
	if x := lt.glueOf(g, depth); x.f != nil && x.creates {
		return x
	}
	return nil
}

// inline replaces a call by prepared glue. It gives the copied blocks, nil when the call cannot be inlined.
func (lt *looker) inline(call *ir.Instr, x *glue) []*ir.Block {
	if !lt.retarget(call, x) {
		return nil
	}
	return opt.Inline(lt.c.M, call)
}

// retarget makes a call name prepared glue, if it can be inlined then.
func (lt *looker) retarget(call *ir.Instr, x *glue) bool {
	g := call.CalledFunc()
	call.SetCallee(x.f)
	if opt.Inlinable(lt.c.M, call) != "" {
		call.SetCallee(g)
		return false
	}
	return true
}
