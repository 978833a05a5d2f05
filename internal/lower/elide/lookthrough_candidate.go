package elide

// Glue: small functions on the way from a coroutine's creation to its destruction, made ready to be
// inlined. Each is copied and simplified once for a unit, however often it is inlined; the function
// itself stays as it is.

import (
	"slices"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/opt"
)

// Bounds on glue, in instructions. Behind them what the end-to-end programs need (clang 22 and 19
// at -O2, 17,867 functions): the median, 99 of 100, all.
const (
	// a ramp as it stands: it holds all of the coroutine until it is known that the coroutine waits
	// at its start
	maxRamp     = 8000
	maxGlueBody = 1200 // another function as it stands: 9, 81, 497
	maxGlue     = 400  // simplified: 3, 60, all but 4; of what creates coroutines 23, 138, 179
	maxTiny     = 40   // simplified: goes into other glue without being asked for
	maxTinyBody = 240  // the same as it stands: of more, nothing tiny comes. 9, 62, 159
	// maxTinyCalls bounds how many tiny callees go into one function.
	maxTinyCalls = 256
	maxDepth     = 16 // of creating calls in what was inlined for creating calls. A library of senders has 10
)

// glue is what is known of a function that may be looked through.
type candidate struct {
	f       *ir.Func   // the simplified copy; nil when the function is too large to be looked through
	read    *ir.Func   // the simplified copy, however large; nil when there is none
	took    []*ir.Func // whose bodies went into it
	parts   []*ir.Func // of coroutines whose frames lie in it
	size    int        // its instructions
	cost    int        // as opt.InlineCost has it
	creates bool       // it creates a coroutine, itself or by what it calls, of which the frame is not in it
	instant uint8      // it may go into a coroutine that was not split: 0 not known, 1 no, 2 yes
}

// tiny reports glue that goes into other glue without being asked for.
func (x *candidate) tiny() bool { return x.f != nil && !x.creates && x.size <= maxTiny }

// lookState is what LookThrough remembers of a unit.
type lookState struct {
	glue map[*ir.Func]*candidate
	// busy are functions that cannot go into glue for the time: the one that is looked at, and
	// those of which glue is being made.
	busy map[*ir.Func]bool
	// partial is glue that would have in it the function that is looked at, until it is looked at
	// no more.
	partial map[*ir.Func]*candidate
	under   *ir.Func // the function that is looked at
	// hopeless are creating calls, and coro.ids, of which is known that looking through calls does
	// not bring the frame into the caller.
	hopeless map[*ir.Instr]bool
	// starved are creating calls for which the budget of their function had no room.
	starved map[*ir.Instr]bool
	// room is how many instructions may still be added to a function.
	room map[*ir.Func]int
	// parts are the parts of coroutines whose frames are made, or were, in a function.
	parts map[*ir.Func]map[*ir.Func]bool
	// tiny are functions that are only read here, whose bodies stay what they are, by whether they
	// may be tiny glue: each is called many times.
	tiny map[*ir.Func]bool
	// addresses are functions of integers, by whether what they give may be an address.
	addresses map[*ir.Func]bool
	// barren are functions by whether neither they nor anything that they name creates a coroutine.
	noCreator map[*ir.Func]bool
	proving   bool // of no function is known that it is barren: what was found out is held against glue
	// recursive are creations that wait for their coroutine to be split, by coroutine.
	recursive map[*ir.Func][]recursiveCall
}

// candidateOf makes a function ready to be inlined.
func (c *State) candidateOf(g *ir.Func) *candidate {
	look := c.lookState()
	if x := look.glue[g]; x != nil {
		return x
	}
	b := candidateBuilder{c: c, look: look, index: map[*ir.Func]int{}}
	b.visit(g)
	if x := b.have(g); x != nil {
		return x
	}
	return &candidate{}
}

// candidateBuilder makes glue of a function and of what it calls, callees first, by Tarjan's algorithm:
// functions that call each other in a cycle do not go into each other. So what glue is made of does
// not depend on where the first question came from, and each is made once.
type candidateBuilder struct {
	c     *State
	look  *lookState
	index map[*ir.Func]int // of functions met, in that order
	stack []*ir.Func
	cycle []*ir.Func              // the component that glue is being made of
	made  map[*ir.Func]*candidate // that is not kept, since a busy function is missing in it
	lacks map[*ir.Func]lacking    // by function on the stack
}

// lacking tells why glue is not what it would be at another time.
type lacking uint8

const (
	lacksNothing lacking = iota
	lacksUnder           // the function that is looked at cannot be in it
	lacksBusy            // a function of which glue is being made cannot be in it
)

// have gives the glue of a function that was visited; nil: there is none yet.
func (b *candidateBuilder) have(g *ir.Func) *candidate {
	if x := b.look.glue[g]; x != nil {
		return x
	}
	if x := b.look.partial[g]; x != nil {
		return x
	}
	return b.made[g]
}

// visit makes the glue of a function, unless the function is part of a cycle that is not closed
// yet. low is the lowest index on the stack that it leads to.
func (b *candidateBuilder) visit(g *ir.Func) (low int, lacks lacking) {
	const none = 1 << 30
	look := b.look
	switch {
	case look.glue[g] != nil:
		return none, lacksNothing
	case g == look.under:
		return none, lacksUnder
	case look.partial[g] != nil:
		return none, lacksUnder
	case look.busy[g]:
		return none, lacksBusy
	case b.made[g] != nil:
		return none, lacksBusy
	}
	if at, ok := b.index[g]; ok {
		return at, lacksNothing
	}
	if !b.c.body(g) && !g.Declared && !g.IsIntrinsic() || ir.IsPresplit(b.c.M, g) {
		return none, lacksNothing // not yet
	}
	at := len(b.index)
	b.index[g], low = at, at
	from := len(b.stack)
	b.stack = append(b.stack, g)
	if b.c.isCandidate(g) {
		for blk := g.Entry(); blk != nil; blk = blk.Next() {
			for call := blk.First(); call != nil; call = call.Next() {
				if h := directCallee(call); h != nil && h != g && (b.c.tinyCall(call) || b.c.mayCreate(call)) {
					l, k := b.visit(h)
					low, lacks = min(low, l), max(lacks, k)
				}
			}
		}
	}
	if low < at {
		if b.lacks == nil {
			b.lacks = map[*ir.Func]lacking{}
		}
		b.lacks[g] = lacks
		return low, lacks
	}
	cycle := slices.Clone(b.stack[from:])
	for _, h := range cycle {
		lacks = max(lacks, b.lacks[h])
	}
	for _, h := range cycle {
		look.busy[h] = true
	}
	glues := make([]*candidate, len(cycle))
	for k, h := range cycle {
		b.cycle = cycle
		var late lacking
		glues[k], late = b.glue(h)
		lacks = max(lacks, late)
	}
	for k, h := range cycle {
		delete(look.busy, h)
		switch lacks {
		case lacksNothing:
			look.glue[h] = glues[k]
			if len(cycle) == 1 {
				b.c.noteStaysOut(h, !b.c.tinyFunc(h) || !glues[k].tiny())
			}
		case lacksUnder:
			look.partial[h] = glues[k]
		default:
			if b.made == nil {
				b.made = map[*ir.Func]*candidate{}
			}
			b.made[h] = glues[k]
		}
	}
	b.stack = b.stack[:from]
	return none, lacks
}

// isCandidate reports a function that is not too large to be looked through as it stands.
func (c *State) isCandidate(g *ir.Func) bool {
	if g.Declared || g.IsIntrinsic() || g.HasAttr("optnone") {
		return false
	}
	limit := maxGlueBody
	if coro.RampID(c.M, g) != nil {
		limit = maxRamp
	}
	return ir.NumInstrs(g, limit) <= limit
}

// glue makes the glue of one function of which the callees are done.
func (b *candidateBuilder) glue(g *ir.Func) (x *candidate, lacks lacking) {
	c := b.c
	x = &candidate{}
	if !c.isCandidate(g) {
		return x, lacksNothing
	}
	s, _ := copyFunc(c.M, g)
	lacks = b.inlineTiny(x, s, g)
	opt.Simplify(c.M, s, c.Layout)
	x.read = s
	if x.size = ir.NumInstrs(s, maxGlue); x.size > maxGlue {
		return x, lacks
	}
	late := lacksNothing
	x.creates, late = b.creates(s)
	x.cost = opt.InlineCost(c.M, s)
	x.f = s
	for p := range c.partsIn(g) {
		x.parts = append(x.parts, p)
	}
	return x, max(lacks, late)
}

// callee gives the glue of what a call in new glue calls; nil where it is a function of the same
// cycle, or there is none. Calls that came to light only when the code was simplified lead to
// functions that were not visited.
func (b *candidateBuilder) callee(h *ir.Func) (*candidate, lacking) {
	if slices.Contains(b.cycle, h) {
		return nil, lacksNothing
	}
	x := b.look.glue[h]
	if x != nil {
		return x, lacksNothing
	}
	inner := candidateBuilder{c: b.c, look: b.look, index: map[*ir.Func]int{}}
	if x = b.have(h); x == nil {
		_, lacks := inner.visit(h)
		return inner.have(h), lacks
	}
	if b.look.partial[h] != nil {
		return x, lacksUnder
	}
	return x, lacksBusy
}

// simplified gives the body of a function in a form that is easier to read: a copy with locals out
// of memory and tiny callees inlined. It is the function itself where there is no such copy. The
// function must have a body; its parameters are those of what is given.
func (c *State) simplified(f *ir.Func) *ir.Func {
	if x := c.candidateOf(f); x.read != nil {
		return x.read
	}
	return f
}

// partsIn are the parts of the coroutines that a function creates, or created before their frames
// came to lie in it.
func (c *State) partsIn(f *ir.Func) map[*ir.Func]bool {
	look := c.lookState()
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpCall || ir.CoroCall(i) != ir.CoroID {
				continue
			}
			if p := c.partsOf(f, i); p != nil {
				look.addParts(f, p.Resume, p.Destroy, p.Cleanup)
			}
		}
	}
	return look.parts[f]
}

func (look *lookState) addParts(f *ir.Func, parts ...*ir.Func) {
	if look.parts[f] == nil && len(parts) > 0 {
		look.parts[f] = map[*ir.Func]bool{}
	}
	for _, p := range parts {
		look.parts[f][p] = true
	}
}

// lookState is made on first need.
func (c *State) lookState() *lookState {
	if c.look == nil {
		c.look = &lookState{glue: map[*ir.Func]*candidate{}, busy: map[*ir.Func]bool{}, partial: map[*ir.Func]*candidate{},
			hopeless: map[*ir.Instr]bool{}, starved: map[*ir.Instr]bool{},
			room: map[*ir.Func]int{}, parts: map[*ir.Func]map[*ir.Func]bool{},
			addresses: map[*ir.Func]bool{}, noCreator: map[*ir.Func]bool{},
			tiny: map[*ir.Func]bool{}, recursive: map[*ir.Func][]recursiveCall{}}
	}
	return c.look
}

// copyFunc copies a function. The copy is in no unit's list: nothing but the calls that are made to
// name it knows it.
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

// fewTook is the number of callees up to which a list is searched sooner than a map.
const fewTook = 16

// inlineTiny inlines the tiny callees of a copy of g: accessors, std::move, base constructors.
func (b *candidateBuilder) inlineTiny(x *candidate, s, g *ir.Func) (lacks lacking) {
	var few [32]*ir.Instr
	work := appendDirectCalls(few[:0], s)
	var took map[*ir.Func]bool // those of x.took, when they are many
	for n, done := 0, 0; n < len(work) && done < maxTinyCalls; n++ {
		call := work[n]
		h := call.CalledFunc()
		if call.Block() == nil || h == g || !b.c.tinyCall(call) {
			continue
		}
		y, late := b.callee(h)
		if lacks = max(lacks, late); y == nil || !y.tiny() {
			continue
		}
		for _, blk := range b.c.inline(call, y) {
			work = callsIn(work, blk) // what could not be inlined there may be inlined here
		}
		for k := -1; k < len(y.took); k++ {
			in := h
			if k >= 0 {
				in = y.took[k]
			}
			switch {
			case took != nil && took[in] || took == nil && slices.Contains(x.took, in):
				continue
			case took == nil && len(x.took) == fewTook:
				took = make(map[*ir.Func]bool, 4*fewTook)
				for _, f := range x.took {
					took[f] = true
				}
			}
			if took != nil {
				took[in] = true
			}
			x.took = append(x.took, in)
		}
		done++
	}
	return lacks
}

// tinyCall reports a call that may be of tiny glue, as far as is seen without making it.
func (c *State) tinyCall(call *ir.Instr) bool {
	return touchesPointers(call) && c.tinyFunc(call.CalledFunc())
}

// tinyFunc reports a function that may be tiny glue, as it stands.
func (c *State) tinyFunc(h *ir.Func) bool {
	look := c.lookState()
	if is, known := look.tiny[h]; known {
		return is
	}
	is := !c.tooLong(h, maxTinyText) && !c.stayedOut(h) && c.smallBody(h, maxTinyBody)
	if c.onlyRead(h) {
		look.tiny[h] = is
	}
	return is
}

// smallBody reports a body of at most so many instructions as it stands.
func (c *State) smallBody(f *ir.Func, most int) bool {
	return c.body(f) && ir.NumInstrs(f, most) <= most
}

// directCalls collects the calls in f of functions with a body, in the order of the code.
func directCalls(f *ir.Func) []*ir.Instr { return appendDirectCalls(nil, f) }

func appendDirectCalls(calls []*ir.Instr, f *ir.Func) []*ir.Instr {
	for b := f.Entry(); b != nil; b = b.Next() {
		calls = callsIn(calls, b)
	}
	return calls
}

func callsIn(calls []*ir.Instr, b *ir.Block) []*ir.Instr {
	for i := b.First(); i != nil; i = i.Next() {
		if directCallee(i) != nil {
			calls = append(calls, i)
		}
	}
	return calls
}

// directCallee is the function with a body that an instruction calls directly, nil for another
// instruction.
func directCallee(i *ir.Instr) *ir.Func {
	if g := i.CalledFunc(); g != nil && !g.Declared && !g.IsIntrinsic() {
		return g
	}
	return nil
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

// creates reports whether a simplified copy creates a coroutine whose frame it does not hold
// itself.
func (b *candidateBuilder) creates(s *ir.Func) (creates bool, lacks lacking) {
	for blk := s.Entry(); blk != nil; blk = blk.Next() {
		for i := blk.First(); i != nil; i = i.Next() {
			if coro.IsCreation(i) {
				return true, lacks
			}
			if !b.c.mayCreate(i) {
				continue
			}
			x, late := b.callee(i.CalledFunc())
			if lacks = max(lacks, late); x != nil && x.f != nil && x.creates {
				return true, lacks
			}
		}
	}
	return false, lacks
}

// mayCreate reports a call that may give its caller a coroutine, as far as is seen from the call.
func (c *State) mayCreate(call *ir.Instr) bool {
	g := call.CalledFunc()
	if g == nil || g.Declared || g.IsIntrinsic() {
		return false
	}
	return ir.IsPresplit(c.M, g) || (c.Creates == nil || c.Creates(g)) && (touchesPointers(call) ||
		c.givesAddress(g)) && !c.createsNone(g)
}

// givesAddress reports a function that gives an integer which may be an address: as Windows has it,
// a structure of one pointer is returned in an integer register, and is an integer in IR.
func (c *State) givesAddress(g *ir.Func) bool {
	if t := g.FTy.Ret(); !t.IsInt() || c.Layout.AllocSize(t) != c.Layout.PtrSize(0) {
		return false
	}
	look := c.lookState()
	is, asked := look.addresses[g]
	if asked || !c.body(g) {
		return is
	}
	for b := g.Entry(); b != nil && !is; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Op == ir.OpRet {
			is = maybeAddress(t.Arg(0))
		}
	}
	look.addresses[g] = is
	return is
}

// maybeAddress reports an integer that is made of an address, or read from a structure. Of a phi it
// looks at the values themselves.
func maybeAddress(v ir.Value) bool {
	i := ir.AsInstr(v)
	if i == nil {
		return false
	}
	if i.Op == ir.OpPhi {
		for k := range i.NumArgs() {
			if x := ir.AsInstr(i.Arg(k)); x != nil && x.Op != ir.OpPhi && maybeAddress(x) {
				return true
			}
		}
		return false
	}
	if i.Op != ir.OpLoad {
		return i.Op == ir.OpPtrToInt
	}
	a := ir.AsInstr(ir.Underlying(i.Arg(0)))
	return a != nil && a.Op == ir.OpAlloca && (a.ElemTy.IsAggregate() || a.ElemTy.IsPtr())
}

// creator gives the glue of a call that creates a coroutine and lets its handle come out: of a
// ramp, or of a maker around one.
func (c *State) creator(call *ir.Instr) *candidate {
	if !c.mayCreate(call) {
		if c.Prove {
			c.proveCreatesNone(call.CalledFunc())
		}
		return nil
	}
	if x := c.candidateOf(call.CalledFunc()); x.f != nil && x.creates {
		return x
	}
	return nil
}

// inline replaces a call by prepared glue. It gives the copied blocks, nil when the call cannot be
// inlined.
func (c *State) inline(call *ir.Instr, x *candidate) []*ir.Block {
	if !c.retarget(call, x) {
		return nil
	}
	return opt.Inline(c.M, call)
}

// retarget makes a call name prepared glue, if it can be inlined then.
func (c *State) retarget(call *ir.Instr, x *candidate) bool {
	g := call.CalledFunc()
	call.SetCallee(x.f)
	if opt.Inlinable(c.M, call) != "" {
		call.SetCallee(g)
		return false
	}
	c.lookState().addParts(call.Func(), x.parts...)
	return true
}
