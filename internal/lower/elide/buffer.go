// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package elide

// This file enlarges the buffers of returned-continuation coroutines. The caller of such a coroutine
// provides a buffer for its frame. If the frame does not fit, it comes from an allocator. If all
// callers are known, and each provides a variable that is used for nothing else, the variables
// become as large as the frame, and nothing is allocated. Splitting requests this when it knows the
// size of the frame. For example, for a frame of 40 bytes
//
//	%buffer = alloca [8 x i8]                                     %buffer = alloca [40 x i8], align 8
//	%k = call ptr @f(ptr %buffer)                           =>    %k = call ptr @f(ptr %buffer)
//
// There are two hazards:
//
//   - A caller that uses the buffer for anything but calls of the coroutine and its continuations may
//     copy it, or rely on its size. Such a buffer keeps its size.
//   - A frame from the allocator survives the caller if the coroutine does not run to its end, and
//     it survives the reuse of the buffer for a second coroutine. This makes no difference if only
//     the coroutine's own functions know addresses in the frame, because they find it through the
//     buffer. If the caller knows some, it must not use the buffer again before the coroutine has
//     ended (buffer_path.go). If other code may know one, the buffer keeps its size.
//
// Splitting decides whether the allocator is called, so omitting the call is no change of meaning.
//
// If some callers are unknown, or cannot provide more, the others may call a private copy of the
// coroutine.
//
// Coroutines of different functions do not share buffers.

import (
	"strconv"

	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/lifetime"
)

// references lists the references to a function when the unit was indexed.
type references struct {
	users   []*ir.Instr // instructions with the function itself as an operand
	other   bool        // there are other references, for example in constant expressions
	counted uint32      // ir.Func.Namings at that time
	copyOf  *ir.Func    // for a copy that Divert made: its original; nil for a function of the file
}

// room records which calls of a coroutine can provide a larger buffer.
type room struct {
	sites   []*ir.Instr      // the calls of the coroutine
	buffers []*buffer        // the buffers of these calls
	misses  []*lifetime.Miss // by site: why its buffer cannot grow; nil if it can
}

// blame sets the reason for the sites whose buffers could grow: another function that cannot
// provide more, the first one by name.
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

// extent is the size of a function before passes change it. It limits the analysis of the function.
type extent struct {
	instrs int
	ramps  int // references to coroutines
}

// buffer is a variable that is used only as the buffer of one coroutine.
type buffer struct {
	alloca    *ir.Instr
	rampCalls []*ir.Instr    // calls of the ramp with this buffer
	contCalls []*ir.Instr    // calls of continuations with this buffer
	markers   []*ir.Instr    // lifetime markers
	miss      *lifetime.Miss // why the buffer cannot grow; nil if it can
}

// IndexReferences records all references to functions of the unit. It must run before passes change
// the unit; Room knows no callers without it.
func (c *State) IndexReferences() {
	c.references, c.extents = map[*ir.Func]*references{}, map[*ir.Func]extent{}
	of := func(f *ir.Func) *references {
		if f.Declared {
			return &references{}
		}
		n := c.references[f]
		if n == nil {
			n = &references{}
			c.references[f] = n
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
		for i := range f.Instrs() {
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
						size.ramps++
					}
				}
			}
		}
		c.extents[f] = size
	}
	for f, n := range c.references {
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
		c.checkSites(b, r)
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
	ir.Put(&c.rooms, b.F, r)
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

// checkSites sets the misses of the sites. If some buffers cannot grow, the other calls go to a copy
// of the coroutine. Then the continuations that are called with their buffers must come from these
// calls alone, so the check is repeated among them.
func (c *State) checkSites(b *coro.Buffer, r *room) {
	able := c.checkRemaining(b, r)
	if able == 0 || able == len(r.sites) {
		return
	}
	if c.checkRemaining(b, r) != able {
		for k, miss := range r.misses {
			if miss == nil {
				r.misses[k] = &lifetime.Miss{Kind: lifetime.MissBuffer, Pos: r.sites[k].Pos, At: r.sites[k],
					Text: "a continuation that is called with the buffer may come from another call of the coroutine",
					Fix:  "give each call of the coroutine its own buffer"}
			}
		}
	}
}

// checkRemaining checks each site without a miss, and returns the number of sites that still have
// none.
func (c *State) checkRemaining(b *coro.Buffer, r *room) (able int) {
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
			buf := c.bufferUses(b, a, ch)
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
			able++
		}
	}
	return able
}

// copied is the reason for a coroutine whose calls were copied. The coroutine may call itself, and
// splitting keeps a copy of its body.
const copied = "its calls were copied before it was split"

// sitesOf returns the known calls of a coroutine, and the reason why there may be other ones; "" if
// there are none.
func (c *State) sitesOf(f *ir.Func) (sites []*ir.Instr, why string) {
	if c.references == nil {
		c.IndexReferences()
	}
	n := c.references[f]
	if n == nil {
		return nil, ""
	}
	taken, gone := n.other, false
	for _, i := range n.users {
		switch {
		case i.Block() == nil || !refersTo(i, f):
			gone = true
		case i.IsCall() && i.CalledFunc() == f && !hasArg(i, f):
			sites = append(sites, i)
		case ir.CoroCall(i) == ir.CoroPrepareRetcon:
			more, ok := callsOfPrepared(i)
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

// refersTo reports whether an instruction has a function as an operand, directly or through casts.
func refersTo(i *ir.Instr, f *ir.Func) bool {
	for k := range i.NumArgs() {
		if i.Arg(k) == ir.Value(f) || ir.StripCasts(i.Arg(k)) == ir.Value(f) {
			return true
		}
	}
	return false
}

// hasArg reports whether a value is an argument of a call.
func hasArg(call *ir.Instr, v ir.Value) bool {
	for k := range call.NumArgs() {
		if k != call.CalleeArg() && call.Arg(k) == v {
			return true
		}
	}
	return false
}

// callsOfPrepared returns the calls of v, the result of llvm.coro.prepare.retcon. ok is false if v
// has any other use.
func callsOfPrepared(v *ir.Instr) (sites []*ir.Instr, ok bool) {
	ok = true
	for u := v.FirstUse(); u != nil; u = u.Next() {
		i := u.User()
		switch {
		case i.Op == ir.OpBitCast:
			more, only := callsOfPrepared(i)
			sites, ok = append(sites, more...), ok && only
		case i.IsCall() && u.Index() == i.CalleeArg():
			sites = append(sites, i)
		default:
			ok = false
		}
	}
	return sites, ok
}

// rootOf returns the function of the file from which a function was split off, in one or more steps.
func rootOf(f *ir.Func) *ir.Func {
	for f.New && f.After != nil {
		f = f.After
	}
	return f
}

// bufferAt returns the variable that a call passes as the buffer, or the reason why it cannot grow.
func (c *State) bufferAt(b *coro.Buffer, call *ir.Instr) (*ir.Instr, *lifetime.Miss) {
	in := call.Func()
	miss := func(kind lifetime.MissKind, text, fix string) *lifetime.Miss {
		return &lifetime.Miss{Kind: kind, Text: text, Pos: call.Pos, At: call, Fix: fix}
	}
	switch cc := call.Call(); {
	case rootOf(in) == b.F:
		return nil, recursionMiss(in, b.F)
	case c.Bodies.ReadOnly(in) > 0:
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
	for a != nil && isSameAddress(a) {
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

// isSameAddress reports whether an instruction returns its first operand with another type.
func isSameAddress(i *ir.Instr) bool {
	return i.Op == ir.OpBitCast || i.Op == ir.OpGEP && ir.AllZero(i)
}

// constantSize reports whether an alloca has a constant size.
func (c *State) constantSize(a *ir.Instr) bool {
	n, ok := ir.AllocaCount(a)
	return ok && n <= 1<<32 && c.Layout.Sized(a.ElemTy)
}

// allocaSize returns the size in bytes of an alloca of constant size.
func (c *State) allocaSize(a *ir.Instr) int64 {
	n, _ := ir.AllocaCount(a)
	return int64(n) * c.Layout.AllocSize(a.ElemTy)
}

// bufferUses sorts the uses of a buffer. The result has a miss if there is a use that is no call of
// the coroutine or of a continuation and no lifetime marker.
func (c *State) bufferUses(b *coro.Buffer, a *ir.Instr, ch *chain) *buffer {
	buf := &buffer{alloca: a}
	work := []*ir.Instr{a}
	for len(work) > 0 {
		n := ir.Pop(&work)
		for u := n.FirstUse(); u != nil; u = u.Next() {
			i, k := u.User(), u.Index()
			switch {
			case isSameAddress(i) && k == 0:
				work = append(work, i)
			case ir.IsLifetime(i):
				buf.markers = append(buf.markers, i)
			case ch.ramps[i] && k == b.Param:
				buf.rampCalls = append(buf.rampCalls, i)
			case k == 0 && c.callsContinuation(i, ch):
				buf.contCalls = append(buf.contCalls, i)
			default:
				buf.miss = &lifetime.Miss{Kind: lifetime.MissBuffer, Pos: i.Pos, At: i, Var: debuginfo.VariableAt(c.M,
					a.Func(), a), Text: "code other than @" + b.F.Name + " and its continuations uses the buffer",
					Fix: "use a separate variable as the buffer"}
				return buf
			}
		}
	}
	return buf
}

// callsContinuation reports whether an instruction calls a continuation of the coroutine with its
// first operand as the buffer.
func (c *State) callsContinuation(i *ir.Instr, ch *chain) bool {
	if i.Op != ir.OpCall && i.Op != ir.OpInvoke || i.Flags&ir.FlagMustTail != 0 ||
		i.CalledFunc() != nil || i.NumCallArgs() == 0 {
		return false
	}
	if attrs := i.Call().ArgAttrs; len(attrs) > 0 && coro.IsCopied(c.M, attrs[0]) {
		return false
	}
	return ch.holds(i.Callee())
}

// fits returns the reason why the enlarged buffer would exceed a bound on the stack, or why other
// code could find the frame in it; nil if there is none. All coroutines that a function creates get
// equal shares of its stack, so the result does not depend on which one is split first.
func (c *State) fits(b *coro.Buffer, buf *buffer) *lifetime.Miss {
	f, site := buf.alloca.Func(), buf.rampCalls[0]
	if !ir.IsPresplit(c.M, f) {
		if miss := c.tooMuch(f, 0, b.Size, site, site); miss != nil {
			return miss
		}
		_, all := c.stackBounds(f)
		n := int64(max(c.extents[f].ramps, 1))
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
	return c.staysValid(b, buf)
}

// Grow implements split.Callers.
func (c *State) Grow(b *coro.Buffer) {
	r := c.rooms[b.F]
	delete(c.rooms, b.F)
	for _, buf := range r.buffers {
		f := buf.alloca.Func()
		c.enlarge(buf, b)
		for _, call := range buf.rampCalls {
			c.dropClaims(call, b.Param)
		}
		for _, call := range buf.contCalls {
			c.dropClaims(call, 0)
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
	n, rest := &references{copyOf: b.F}, &room{}
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
	c.references[copy] = n
	c.reportRoom(b, rest)
}

// enlarge gives a variable the size and alignment that a coroutine needs for its buffer.
func (c *State) enlarge(buf *buffer, b *coro.Buffer) {
	count.GrownBuffer.Hit()
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
	for _, i := range buf.markers {
		if n, ok := i.Arg(0).(*ir.Const); ok && n.IsInt() && i.NumCallArgs() == 2 && int64(n.Uint64()) >= 0 {
			i.SetArg(0, m.ConstInt(n.Type(), size))
		}
	}
}

// dropClaims removes the attributes of a call that are false if the coroutine's frame lies in the
// memory of argument k.
func (c *State) dropClaims(call *ir.Instr, k int) {
	aux := *call.Call()
	aux.Attrs = ir.RampAttrs(c.M, aux.Attrs)
	aux.ArgAttrs = append([]*ir.AttrSet(nil), aux.ArgAttrs...)
	if k < len(aux.ArgAttrs) {
		aux.ArgAttrs[k] = aux.ArgAttrs[k].Without(c.M, coro.FrameClaims...)
	}
	call.Aux = &aux
	call.Flags &^= ir.FlagTail
}

// stripAllTails removes `tail` from all calls of a function, once: a callee may now access a variable
// of the function, through an address that escaped.
func (c *State) stripAllTails(f *ir.Func) {
	if c.tailless[f] {
		return
	}
	ir.Put(&c.tailless, f, true)
	for i := range f.Instrs() {
		if i.Op == ir.OpCall {
			i.Flags &^= ir.FlagTail
		}
	}
}

// reportRoom reports for each call of the coroutine whether the frame lies in the caller now, or why
// it does not. A copy is reported with the name of its original.
func (c *State) reportRoom(b *coro.Buffer, r *room) {
	of := b.F
	if n := c.references[of]; n != nil && n.copyOf != nil {
		of = n.copyOf
	}
	nth := map[site]int{} // numbers the calls of one place
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
