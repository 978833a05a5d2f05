// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// Larger buffers for returned-continuation coroutines. The frame of such a coroutine lies in a
// buffer that its caller brings, if that has room for it, and else comes from an allocator. Where
// all callers are known, and each brings a variable of its own that is nothing but this buffer, the
// variables are made as large as the frame: nothing is allocated. Splitting asks for it when it
// knows how large the frame is.
//
// What can go wrong is that somebody relies on the frame's being elsewhere than in the buffer:
//
//   - A caller that does anything with the buffer but pass it to the coroutine and its continuations may copy it, or know that the memory behind
//     it is its own. Such a buffer stays as it is.
//   - A frame from the allocator outlives the caller when the coroutine is given up before its end, and stays where it is when the buffer is
//     given to a second coroutine. That is no matter where nobody but the coroutine's functions knows an address in it, because they
//     find it by the buffer alone. Where somebody else may know one, every way from the call on has to come to the end of the coroutine
//     first (buffer_path.go).
//
// That the allocator is not called any more is no change of meaning: whether it is called is up to
// splitting.
//
// Where not all callers are known, or one of them cannot bring more, those who can call a copy of
// the coroutine that is known to nobody else.
//
// What this file does not do: buffers are not shared by coroutines of different functions.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// namings are the operands that name a function, when all of the unit was looked at.
type namings struct {
	users   []*ir.Instr // that name it as an operand by itself
	other   bool        // something else names it
	counted uint32      // ir.Func.Namings then
	copyOf  *ir.Func    // it was made for those who name it; nil: it stands in the file
}

// room is what came of asking a coroutine's callers for larger buffers.
type room struct {
	sites   []*ir.Instr      // the calls of the coroutine
	buffers []*buffer        // that they bring
	misses  []*lifetime.Miss // by site: what is wrong with it; nil: nothing
}

// blame gives the sites with which nothing is wrong the first of the others, by name, as the
// reason.
func (r *room) blame() {
	first := -1
	for k, miss := range r.misses {
		if miss != nil && (first < 0 || r.sites[k].Func().Name < r.sites[first].Func().Name) {
			first = k
		}
	}
	if first < 0 {
		return
	}
	site := r.sites[first]
	for k, miss := range r.misses {
		if miss == nil {
			r.misses[k] = &lifetime.Miss{Kind: lifetime.MissCallers, Pos: site.Pos,
				Text: "@" + site.Func().Name + " also calls it, and cannot provide a larger buffer",
				Fix:  "fix what is reported for the creation in @" + site.Func().Name}
		}
	}
}

// extent is what of a function the cost of looking at it depends on, before passes change it.
type extent struct {
	instrs int
	begins int // calls of coroutines, and what else names one
}

// buffer is a variable that is the buffer of a coroutine and nothing else.
type buffer struct {
	alloca *ir.Instr
	begins []*ir.Instr    // calls of the ramp with it
	goesOn []*ir.Instr    // calls of continuations with it
	lives  []*ir.Instr    // lifetime markers
	miss   *lifetime.Miss // why it cannot grow
}

// NoteNamings looks for all that names functions of the unit, before passes change it. Room knows
// no callers without that.
func (c *State) NoteNamings() {
	c.named, c.extents = map[*ir.Func]*namings{}, map[*ir.Func]extent{}
	of := func(f *ir.Func) *namings {
		if f.Declared {
			return &namings{}
		}
		n := c.named[f]
		if n == nil {
			n = &namings{}
			c.named[f] = n
		}
		return n
	}
	seen := map[*ir.Const]bool{}
	var deep func(v ir.Value)
	deep = func(v ir.Value) {
		switch v := v.(type) {
		case *ir.Func:
			of(v).other = true
		case *ir.Const:
			if len(v.Elems) == 0 || seen[v] {
				return
			}
			seen[v] = true
			for _, e := range v.Elems {
				deep(e)
			}
		}
	}
	for _, f := range c.M.Funcs {
		var size extent
		for _, v := range []ir.Value{f.Prefix, f.Prologue, f.Person} {
			deep(v)
		}
		for b := f.Entry(); b != nil; b = b.Next() {
			for i := b.First(); i != nil; i = i.Next() {
				size.instrs++
				for k := range i.NumArgs() {
					v := i.Arg(k)
					if k == 0 && ir.CoroCall(i) == ir.CoroPrepareRetcon {
						v = ir.StripCasts(v)
					}
					g, ok := v.(*ir.Func)
					if !ok {
						deep(v)
					} else if n := of(g); len(n.users) == 0 || n.users[len(n.users)-1] != i {
						n.users = append(n.users, i)
						if ir.IsPresplit(c.M, g) {
							size.begins++
						}
					}
				}
			}
		}
		c.extents[f] = size
	}
	for f, n := range c.named {
		n.counted = f.Namings()
	}
}

// Room implements split.Callers.
func (c *State) Room(b *coro.Buffer) coro.Room {
	sites, why := c.sitesOf(b.F)
	if len(sites) == 0 {
		return coro.NoRoom
	}
	fix := ""
	if !b.F.IsLocal() {
		why = "code outside this file may call it, with a buffer of " + strconv.FormatInt(b.Had, 10) + " bytes"
		fix = "make the coroutine internal, or its buffer larger"
	}
	r := &room{sites: sites, misses: make([]*lifetime.Miss, len(sites))}
	whole := func() {
		for k, miss := range r.misses {
			if miss == nil {
				r.misses[k] = &lifetime.Miss{Kind: lifetime.MissCallers, Text: why, Pos: b.ID.Pos, Fix: fix}
			}
		}
	}
	if b.Fixed != "" {
		why, fix = b.Fixed, ""
	} else if b.Copyable || why == "" || why == copied {
		c.ask(b, r)
	}
	if why != "" && !b.Copyable || b.Fixed != "" {
		whole()
		c.reportRoom(b, r)
		return coro.NoRoom
	}
	can := 0
	for _, miss := range r.misses {
		if miss == nil {
			can++
		}
	}
	if c.rooms == nil {
		c.rooms = map[*ir.Func]*room{}
	}
	c.rooms[b.F] = r
	switch {
	case can == len(sites) && why == "":
		return coro.AllRoom
	case can > 0 && b.Copyable:
		return coro.SomeRoom
	}
	delete(c.rooms, b.F)
	r.blame()
	c.reportRoom(b, r)
	return coro.NoRoom
}

// ask finds out what is wrong with each site. Where that is something with some, the others have to
// do without these: what is called with their buffers must come from one another alone, because it
// is of a copy then.
func (c *State) ask(b *coro.Buffer, r *room) {
	was := c.askAmong(b, r)
	if was == 0 || was == len(r.sites) {
		return
	}
	if c.askAmong(b, r) != was {
		for k, miss := range r.misses {
			if miss == nil {
				r.misses[k] = &lifetime.Miss{Kind: lifetime.MissBuffer, Pos: r.sites[k].Pos, At: r.sites[k],
					Text: "a continuation that is called with the buffer may come from another call of the coroutine",
					Fix:  "give each call of the coroutine its own buffer"}
			}
		}
	}
}

// askAmong finds out what is wrong with each of the sites of which nothing wrong is known yet, and
// gives the number of those that are right.
func (c *State) askAmong(b *coro.Buffer, r *room) (right int) {
	ramps, byAlloca := map[*ir.Instr]bool{}, map[*ir.Instr]*buffer{}
	for k, s := range r.sites {
		if r.misses[k] == nil {
			ramps[s] = true
		}
	}
	ch := &chain{f: b.F, once: b.Once, ramps: ramps}
	r.buffers = nil
	for k, s := range r.sites {
		if r.misses[k] != nil {
			continue
		}
		a, miss := c.bufferAt(b, s)
		if miss == nil && byAlloca[a] == nil {
			buf := c.onlyBuffer(b, a, ch)
			if buf.miss == nil {
				buf.miss = c.fits(b, buf)
			}
			byAlloca[a] = buf
			r.buffers = append(r.buffers, buf)
		}
		if miss == nil && byAlloca[a].miss != nil {
			one := *byAlloca[a].miss
			miss = &one
		}
		if r.misses[k] = miss; miss == nil {
			right++
		}
	}
	return right
}

// copied is the reason of one of which calls were copied. It may be a coroutine that calls itself,
// of which splitting keeps a copy.
const copied = "its calls were copied before it was split"

// sitesOf are the calls of a coroutine, and why these may not be all that there is of it.
func (c *State) sitesOf(f *ir.Func) (sites []*ir.Instr, why string) {
	if c.named == nil {
		c.NoteNamings()
	}
	n := c.named[f]
	if n == nil {
		return nil, ""
	}
	taken, gone := n.other, false
	for _, i := range n.users {
		switch {
		case i.Block() == nil || !names(i, f):
			gone = true
		case i.IsCall() && i.CalledFunc() == f && !passes(i, f):
			sites = append(sites, i)
		case ir.CoroCall(i) == ir.CoroPrepareRetcon:
			more, ok := prepared(i)
			sites = append(sites, more...)
			taken = taken || !ok
		default:
			taken = true
		}
	}
	switch {
	case taken:
		return sites, "its address is taken"
	case gone:
		return sites, "its calls were changed before it was split"
	case f.Namings() != n.counted:
		return sites, copied
	case c.NamedOutside != nil && n.copyOf == nil:
		if who := c.namedOutside(f); who != "" {
			return sites, who + " refers to it"
		}
	}
	return sites, ""
}

// namedOutside describes a reference to a function from outside the unit; "" if there is none.
func (c *State) namedOutside(f *ir.Func) string {
	if who, known := c.NamedOutside[f]; known {
		return who
	}
	return "unknown code"
}

// names reports an instruction that has a function among its operands, by itself or through casts.
func names(i *ir.Instr, f *ir.Func) bool {
	for k := range i.NumArgs() {
		if i.Arg(k) == ir.Value(f) || ir.StripCasts(i.Arg(k)) == ir.Value(f) {
			return true
		}
	}
	return false
}

// passes reports a call that has a value among its arguments.
func passes(call *ir.Instr, v ir.Value) bool {
	for k := range call.NumArgs() {
		if k != call.CalleeArg() && call.Arg(k) == v {
			return true
		}
	}
	return false
}

// prepared are the calls of what a prepare intrinsic gives. It must be used for nothing else.
func prepared(v *ir.Instr) (sites []*ir.Instr, ok bool) {
	ok = true
	for u := v.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpBitCast:
			more, only := prepared(i)
			sites, ok = append(sites, more...), ok && only
		case i.IsCall() && u.Index() == i.CalleeArg():
			sites = append(sites, i)
		default:
			ok = false
		}
	}
	return sites, ok
}

// rootOf is the function of the file from which a function was split off, by however many steps.
func rootOf(f *ir.Func) *ir.Func {
	for f.New && f.After != nil {
		f = f.After
	}
	return f
}

// bufferAt is the variable that a call passes as the buffer.
func (c *State) bufferAt(b *coro.Buffer, call *ir.Instr) (*ir.Instr, *lifetime.Miss) {
	in := call.Func()
	miss := func(kind lifetime.MissKind, text, fix string) *lifetime.Miss {
		return &lifetime.Miss{Kind: kind, Text: text, Pos: call.Pos, At: call, Fix: fix}
	}
	switch cc := call.Call(); {
	case rootOf(in) == b.F:
		return nil, recursionMiss(in, b.F)
	case c.onlyRead(in) > 0:
		return nil, miss(lifetime.MissCallers, "this run does not change @"+in.Name, "")
	case call.Op == ir.OpCallBr || call.Flags&ir.FlagMustTail != 0 ||
		cc.FTy != b.F.FTy || cc.CC != b.F.CC || b.Param >= cc.NArgs:
		return nil, miss(lifetime.MissBuffer, "a call of this kind or type cannot have the coroutine's frame in "+
			"its caller", "")
	case b.Param < len(cc.ArgAttrs) && coro.IsCopied(c.M, cc.ArgAttrs[b.Param]):
		return nil, miss(lifetime.MissBuffer, "the call passes a copy of the buffer",
			"pass the address of the buffer without byval")
	}
	a := ir.AsInstr(call.Arg(b.Param))
	for a != nil && isSame(a) {
		a = ir.AsInstr(a.Arg(0))
	}
	switch {
	case a == nil || a.Op != ir.OpAlloca:
		return nil, miss(lifetime.MissBuffer, "the buffer that @"+in.Name+" provides is not a separate local variable",
			"pass the address of an alloca of the caller as the buffer")
	case a.Block() != in.Entry() || !c.constantSize(a) || a.Flags != 0:
		return nil, miss(lifetime.MissBuffer, "the buffer that @"+in.Name+" provides has no constant size, or is not "+
			"in the entry block",
			"make the buffer an alloca of constant size in the entry block")
	}
	return a, nil
}

// isSame reports an instruction that gives its first operand in another type.
func isSame(i *ir.Instr) bool { return i.Op == ir.OpBitCast || i.Op == ir.OpGEP && ir.AllZero(i) }

// constantSize reports an alloca of a number of bytes that is known.
func (c *State) constantSize(a *ir.Instr) bool {
	if a.NumArgs() > 0 {
		if n, ok := a.Arg(0).(*ir.Const); !ok || !n.IsInt() || n.Uint64() > 1<<32 {
			return false
		}
	}
	return c.Layout.Sized(a.ElemTy) && !a.ElemTy.IsScalable()
}

// allocaSize is the size in bytes of such an alloca.
func (c *State) allocaSize(a *ir.Instr) int64 {
	n := int64(1)
	if a.NumArgs() > 0 {
		n = int64(a.Arg(0).(*ir.Const).Uint64())
	}
	return n * c.Layout.AllocSize(a.ElemTy)
}

// onlyBuffer looks at what else becomes of a variable.
func (c *State) onlyBuffer(b *coro.Buffer, a *ir.Instr, ch *chain) *buffer {
	buf := &buffer{alloca: a}
	names := []*ir.Instr{a}
	for len(names) > 0 {
		n := names[len(names)-1]
		names = names[:len(names)-1]
		for u := n.FirstUse(); u != nil; u = u.Next() {
			i, k := u.User(), u.Index()
			switch {
			case isSame(i) && k == 0:
				names = append(names, i)
			case ir.IsLifetime(i):
				buf.lives = append(buf.lives, i)
			case ch.ramps[i] && k == b.Param:
				buf.begins = append(buf.begins, i)
			case k == 0 && c.continues(i, ch):
				buf.goesOn = append(buf.goesOn, i)
			default:
				buf.miss = &lifetime.Miss{Kind: lifetime.MissBuffer, Pos: i.Pos, At: i, Var: lifetime.VariableAt(c.M,
					a.Func(), a), Text: "code other than @" + b.F.Name + " and its continuations uses the buffer",
					Fix: "use a separate variable as the buffer"}
				return buf
			}
		}
	}
	return buf
}

// continues reports a call of a continuation of the coroutine with what is its first operand.
func (c *State) continues(i *ir.Instr, ch *chain) bool {
	if i.Op != ir.OpCall && i.Op != ir.OpInvoke || i.Flags&ir.FlagMustTail != 0 ||
		i.CalledFunc() != nil || i.NumCallArgs() == 0 {
		return false
	}
	if attrs := i.Call().ArgAttrs; len(attrs) > 0 && coro.IsCopied(c.M, attrs[0]) {
		return false
	}
	return ch.holds(i.Callee())
}

// fits holds what a buffer would be against the bounds on what lies on a stack, and against who may
// know the frame. All coroutines that a function begins have an equal part of what may lie on its
// stack, because which of them is split first depends on nothing.
func (c *State) fits(b *coro.Buffer, buf *buffer) *lifetime.Miss {
	f, site := buf.alloca.Func(), buf.begins[0]
	if !ir.IsPresplit(c.M, f) {
		if miss := c.tooMuch(f, 0, b.Size, site, site); miss != nil {
			return miss
		}
		all, n := c.Opts.maxStack(), int64(max(c.extents[f].begins, 1))
		if all >= 0 && b.Size > all/n {
			return &lifetime.Miss{Kind: lifetime.MissTooLarge, Pos: site.Pos, At: site,
				Fix: "raise --coro-elide-max-stack if the stack is large enough",
				Text: "the frame has " + strconv.FormatInt(b.Size, 10) + " bytes, more than its share of the stack: @" +
					f.Name + " begins " +
					strconv.FormatInt(n, 10) + " coroutines, which share " + strconv.FormatInt(all,
					10) + " bytes equally"}
		}
	}
	if !b.Known {
		return nil
	}
	if c.Target.PrivateLocals() {
		return &lifetime.Miss{Kind: lifetime.MissAddrSpace, Pos: b.ID.Pos,
			Text: "other threads may know addresses in the frame, and cannot access the local variables of this thread"}
	}
	return c.endsFirst(b, buf)
}

// Grow implements split.Callers.
func (c *State) Grow(b *coro.Buffer) {
	r := c.rooms[b.F]
	delete(c.rooms, b.F)
	for _, buf := range r.buffers {
		f := buf.alloca.Func()
		c.enlarge(buf, b)
		for _, call := range buf.begins {
			c.loosen(call, b.Param)
		}
		for _, call := range buf.goesOn {
			c.loosen(call, 0)
			if attrs := call.Call().ArgAttrs; b.Known && len(attrs) > 0 {
				attrs[0] = attrs[0].Without(c.M, "noalias")
			}
		}
		if !ir.IsPresplit(c.M, f) {
			c.takeStack(f, b.Size)
		}
		if b.Known {
			c.stripAllTails(f)
		}
		f.Changed = true
	}
	c.reportRoom(b, r)
}

// Divert implements split.Callers.
func (c *State) Divert(b *coro.Buffer, copy *ir.Func) {
	r := c.rooms[b.F]
	delete(c.rooms, b.F)
	n, rest := &namings{copyOf: b.F}, &room{}
	for k, s := range r.sites {
		if r.misses[k] != nil {
			rest.sites, rest.misses = append(rest.sites, s), append(rest.misses, r.misses[k])
			continue
		}
		s.SetCallee(copy)
		s.Func().Changed = true
		n.users = append(n.users, s)
	}
	n.counted = copy.Namings()
	c.named[copy] = n
	c.reportRoom(b, rest)
}

// enlarge makes a variable have what a coroutine asks of its buffer.
func (c *State) enlarge(buf *buffer, b *coro.Buffer) {
	m, a := c.M, buf.alloca
	size := max(b.Size, c.allocaSize(a))
	align := max(b.Align, int64(a.Align), c.Layout.PrefAlign(a.ElemTy))
	bytes := m.Types.Array(m.Types.Int(8), uint64(size))
	bld := ir.NewBuilder(m)
	as := a.Type().AddrSpace()
	now := bld.Before(a).Alloca(bytes, as, uint32(align), "")
	now.Meta, now.Pos = a.Meta, a.Pos
	name := a.Name()
	a.SetName("")
	var addr ir.Value = now
	if now.Type() != a.Type() {
		at := a
		for at.Op == ir.OpAlloca {
			at = at.Next()
		}
		addr = bld.Before(at).Cast(ir.OpBitCast, now, a.Type(), "")
	}
	now.SetName(name)
	ir.ReplaceUses(a, addr)
	a.Erase()
	buf.alloca = now
	for _, i := range buf.lives {
		if n, ok := i.Arg(0).(*ir.Const); ok && n.IsInt() && i.NumCallArgs() == 2 && int64(n.Uint64()) >= 0 {
			i.SetArg(0, m.ConstInt(n.Type(), size))
		}
	}
}

// loosen takes from a call what does not hold of a coroutine that has its frame in the memory that
// is argument k.
func (c *State) loosen(call *ir.Instr, k int) {
	aux := *call.Call()
	aux.Attrs = ir.RampAttrs(c.M, aux.Attrs)
	aux.ArgAttrs = append([]*ir.AttrSet(nil), aux.ArgAttrs...)
	if k < len(aux.ArgAttrs) {
		aux.ArgAttrs[k] = aux.ArgAttrs[k].Without(c.M, coro.FrameClaims...)
	}
	call.Aux = &aux
	call.Flags &^= ir.FlagTail
}

// stripAllTails takes `tail` from all calls of a function, once: what they call may come to see a
// variable of it, by an address that was given away.
func (c *State) stripAllTails(f *ir.Func) {
	if c.tailless[f] {
		return
	}
	if c.tailless == nil {
		c.tailless = map[*ir.Func]bool{}
	}
	c.tailless[f] = true
	for b := f.Entry(); b != nil; b = b.Next() {
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op == ir.OpCall {
				i.Flags &^= ir.FlagTail
			}
		}
	}
}

// reportRoom tells of each call of the coroutine whether its frame lies in the caller now, and why
// not. A copy goes by the name of what it is of.
func (c *State) reportRoom(b *coro.Buffer, r *room) {
	of := b.F
	if n := c.named[of]; n != nil && n.copyOf != nil {
		of = n.copyOf
	}
	nth := map[site]int{} // of those that nothing but the count tells apart
	for k, s := range r.sites {
		f := s.Func()
		l := &lifetime.Lifetime{ID: s, Coroutine: of, Size: b.Frame, Align: b.Align, Miss: r.misses[k]}
		e := c.elision(l, f)
		e.Elided = l.Miss == nil
		place := site{caller: e.Caller, pos: e.Pos, loc: e.Loc}
		c.report(f, l, e, nth[place])
		nth[place]++
	}
}
