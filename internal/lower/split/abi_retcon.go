package split

// The returned-continuation ABIs: llvm.coro.id.retcon and llvm.coro.id.retcon.once. Every suspend
// has a function of its own, the continuation, that goes on from it: the function that suspends
// returns its address, with what it yields, and the caller calls it with the same buffer and what
// it has to say. Nothing is at a fixed place in the frame, and nobody but the parts reads it:
//
//	the caller's buffer                                 or, where the frame is larger or more aligned than the buffer:
//
//	  0  +------------+                                   0  +------------+          0  +------------+
//	     | objects    |                                      | address of |--------->   | objects    |  from the allocator, given back
//	     | and values |                                      | the block  |             | and values |  by the deallocator at each end
//	     +------------+                                      +------------+             +------------+
//	 Layout.Size
//
// The block begins with the frame, but where the frame is more aligned than an allocator promises:
// then it is larger by that, the frame begins at its first aligned byte, and who goes on computes
// that again.
//
// Of retcon, a continuation has the original function's result type, and the end returns a null
// continuation. Of retcon.once, a continuation returns results of its own (coro.end.results), and
// may not suspend again.
//
// llvm.coro.id.retcon.once.dynamic, where the caller brings all of the frame, is retcon.once but
// for what abi_dynamic.go has.
//
// What is wrong with such a coroutine is in abi_retcon_accept.go, swifterror in swifterror.go,
// coro.alloca.* in abi_retcon_alloca.go.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/target"
)

// Operand numbers of llvm.coro.id.retcon and llvm.coro.id.retcon.once.
const (
	retconSize = iota
	retconAlign
	retconBuffer
	retconPrototype
	retconAlloc
	retconDealloc
)

// retcon is a coroutine of these ABIs. It implements abi.
type retcon struct {
	continued
	once        bool
	bufferAt    int   // operand of the id
	size, align int64 // of the buffer, as the id says
	proto       *ir.Func
	heap        heap // where the frame comes from if the buffer is too small, and what coro.alloca.alloc gives
	frameHeap   heap // what coro.alloca.alloc.frame gives
	popless     bool // the ramp may return without giving its stack back

	inCaller bool    // the frame always lies in the buffer, of which the id says nothing
	inline   bool    // the frame lies in the buffer
	known    bool    // addresses in the frame may be known to others than the coroutine's functions
	noalias  bool    // nothing but the continuation's parameter leads to the buffer
	given    []given // to each continuation as to the ramp
	locals   []*ir.Instr
	faults   ir.ErrorList
	leave    *ir.Block    // where the ramp returns from suspends
	more     *coro.Buffer // what the callers bring instead of what the id says; nil: that
}

// given is a value that each continuation gets as a parameter.
type given struct {
	v     ir.Value // parameter or instruction
	param int
}

func newRetcon(co *coroutine, once bool) *retcon {
	return &retcon{continued: continued{coroutine: co}, once: once, bufferAt: retconBuffer}
}

// buffer is the memory that the caller brings.
func (co *retcon) buffer() ir.Value { return co.ID.Arg(co.bufferAt) }

func (co *retcon) normalise() {
	co.beginFirst()
	co.matchYields()
	co.noalias = co.bufferIsPrivate()
	switch v := ir.StripCasts(co.buffer()).(type) {
	case *ir.Param, *ir.Instr:
		co.given = append(co.given, given{v, 0})
	}
	co.errorsToValues()
	co.lowerAllocas()
}

// matchYields casts what is yielded to the type of the result, where it has another of the same
// bits: optimizers look through casts in front of variadic calls.
func (co *retcon) matchYields() {
	want := co.yieldTypes()
	bld := ir.NewBuilder(co.m)
	for _, s := range co.Suspends {
		for k, t := range want {
			if v := s.Arg(k); v.Type() != t {
				s.SetArg(k, bld.At(s).Cast(ir.OpBitCast, v, t, ""))
			}
		}
	}
}

// beginFirst moves the id and coro.begin in front of what is done to objects before the frame
// exists, where their operands allow it: an address that escapes there has to be that of the frame.
// LLVM moves the accesses behind coro.begin instead, past whatever else is done there.
func (co *retcon) beginFirst() {
	if co.ID.Block() != co.Begin.Block() || len(co.Suspends) == 0 {
		return
	}
	var first *ir.Instr
	for i := co.ID.Prev(); i != nil; i = i.Prev() {
		if isOperand(i, co.ID) || isOperand(i, co.Begin) || i.Op == ir.OpPhi || i.Block().IsEHPad() {
			break
		}
		if touchesAlloca(i) {
			first = i
		}
	}
	if first != nil {
		co.ID.MoveBefore(first)
		co.Begin.MoveBefore(first)
	}
}

// isOperand reports that a value is an operand of another.
func isOperand(v, of *ir.Instr) bool {
	for k := range of.NumArgs() {
		if of.Arg(k) == ir.Value(v) {
			return true
		}
	}
	return false
}

// bufferIsPrivate reports that the coroutine itself does nothing with the buffer but read and write
// it directly. Then the buffer is not known by an address that was kept.
func (co *retcon) bufferIsPrivate() bool {
	v := co.buffer()
	for {
		var first *ir.Use
		switch x := v.(type) {
		case *ir.Param:
			first = x.FirstUse()
		case *ir.Instr:
			first = x.FirstUse()
		default:
			return false // a global: anybody knows it
		}
		for u := first; u != nil; u = u.Next() {
			switch i := u.User(); {
			case i == co.ID, i.Op == ir.OpLoad, i.Op == ir.OpStore && u.Index() == 1, i.Op == ir.OpBitCast:
			default:
				return false
			}
		}
		i := ir.AsInstr(v)
		if i == nil {
			return true
		}
		if i.Op != ir.OpBitCast {
			return false
		}
		v = i.Arg(0)
	}
}

// addressesKnown reports whether addresses in a frame may be known to others than the coroutine's
// functions: that of an object, or the handle. What they are told by instructions for which but
// answers true does not count.
func (co *retcon) addressesKnown(fr *frame.Layout, but func(*ir.Instr) bool) bool {
	for u := co.Begin.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); (!ir.IsCoro(i, ir.CoroEnd) || u.Index() != 0) && (but == nil || !but(i)) {
			return true
		}
	}
	for _, s := range fr.Slots {
		switch v := s.Value.(type) {
		case *ir.Param:
			if byvalType(co.m, v) != nil {
				return true
			}
		case *ir.Instr:
			if v.Op == ir.OpAlloca && coro.AddressKept(co.m, v, but) {
				return true
			}
		}
	}
	return false
}

// anew implements abi: the buffer, which each continuation is given.
func (co *retcon) anew() []ir.Value {
	var list []ir.Value
	for _, g := range co.given {
		list = append(list, g.v)
	}
	return list
}

// fields implements abi: there is nothing in the frame that is not the coroutine's.
func (co *retcon) fields(*frame.Layout) {}

// place implements abi.
func (co *retcon) place(fr *frame.Layout) error {
	co.inline = used(fr) <= co.size && fr.Align <= co.align
	co.known = co.addressesKnown(fr, nil)
	co.askRoom(fr)
	co.noalias = co.noalias && !(co.inline && co.known)
	if ptr := co.c.Layout.PtrSize(0); !co.inline && co.size < ptr {
		return hinted(ir.Errorf(co.ID.Pos, "the frame of @%s (%d bytes, aligned %d) does not fit into the buffer "+
			"of coro.id.retcon.* (%d bytes, aligned %d), and neither does its address",
			co.F.Name, used(fr), fr.Align, co.size, co.align), "give the buffer at least "+strconv.FormatInt(ptr,
			10)+" bytes")
	}
	return nil
}

// base is coro.begin, until the ramp knows the frame by another name.
func (co *retcon) base() ir.Value {
	co.Begin.SetName("")
	return co.beginAsFrame()
}

// outline implements abi.
func (co *retcon) outline() []*ir.Func {
	co.takeRoom()
	co.lowerLocals()
	for _, s := range co.frame.Slots {
		if a := ir.AsInstr(s.Value); a != nil && a.Op == ir.OpAlloca && !a.HasUses() {
			a.Erase()
		}
	}
	co.returnContinuations()
	co.gatherDeclares()
	co.F.Renumber()
	return co.clones
}

// returnContinuations makes each suspend return its continuation and what it yields, in one block
// for all. The suspend itself, and the way behind it, are the continuation's.
func (co *retcon) returnContinuations() {
	m, f := co.m, co.F
	bld := ir.NewBuilder(m)
	var ret *ir.Block
	var phis []*ir.Instr
	for n, s := range co.Suspends {
		part := co.declareContinuation(n)
		co.clones = append(co.clones, part)
		from := s.Block()
		own := from.SplitBefore(s, "")
		co.behind = append(co.behind, own.SingleSucc())
		if ret == nil {
			ret = f.NewBlockBefore("coro.return", own)
			co.leave = ret
			bld.AtEnd(ret)
			phis = append(phis, bld.Phi(part.Type(), "", nil, nil))
			for _, t := range co.yieldTypes() {
				phis = append(phis, bld.Phi(t, "", nil, nil))
			}
			co.leaveSuspended(bld, co.returned(bld, phis))
		}
		from.Terminator().SetArg(0, ret)
		phis[0].AddIncoming(m, part, from)
		for k, p := range phis[1:] {
			p.AddIncoming(m, s.Arg(k), from)
		}
	}
}

// leaveSuspended makes the return of a coroutine that suspends, at the end of its block.
func (co *retcon) leaveSuspended(bld *ir.Builder, v ir.Value) {
	if co.popless {
		co.leavePopless(bld, v)
		return
	}
	bld.Ret(v)
}

// returned makes the value that the original function returns of the continuation and what is
// yielded.
func (co *retcon) returned(bld *ir.Builder, phis []*ir.Instr) ir.Value {
	t := co.F.FTy.Ret()
	if t.IsPtr() {
		return bld.PtrCast(phis[0], t)
	}
	var agg ir.Value = co.unknown(t)
	for k, p := range phis {
		var v ir.Value = p
		if k == 0 {
			v = bld.PtrCast(p, t.Fields()[0])
		}
		agg = bld.InsertValue(agg, v, "", k)
	}
	return agg
}

// unfilled is the value of an aggregate of which elements are never read, as the version has it.
func (co *retcon) unfilled(t *ir.Type) *ir.Const {
	if co.m.Has(ir.PoisonEnds) {
		return co.m.Poison(t)
	}
	return co.m.Undef(t)
}

// declareContinuation makes the function that goes on from a suspend: it has the prototype's type,
// convention and attributes, and the ramp's placement. What the id says of the buffer holds of its
// first parameter.
func (co *retcon) declareContinuation(n int) *ir.Func {
	c := co.declare(co.F.Name+".resume."+strconv.Itoa(n), co.proto.FTy)
	c.CC = co.proto.CC
	c.Attrs, c.RetAttrs = ir.RampAttrs(co.m, co.proto.Attrs), co.proto.RetAttrs
	for k, p := range co.proto.Params {
		c.Params[k].Attrs = p.Attrs
	}
	c.Params[0].Attrs = co.bufferAttrs(co.proto.Params[0].Attrs)
	return c
}

// bufferAttrs are the attributes of a continuation's first parameter. What the id says takes the
// place of what the prototype says.
func (co *retcon) bufferAttrs(proto *ir.AttrSet) *ir.AttrSet {
	if co.inCaller {
		if !co.noalias {
			proto = proto.Without(co.m, "noalias")
		}
		return proto.Without(co.m, coro.FrameClaims...)
	}
	var words []string
	if co.noalias {
		words = append(words, "noalias")
	}
	if co.m.Has(ir.NoUndefContinuation) {
		words = append(words, "noundef")
	}
	words = append(words, "nonnull", "align "+strconv.FormatInt(co.align, 10))
	if co.size > 0 {
		words = append(words, "dereferenceable("+strconv.FormatInt(co.size, 10)+")")
	}
	own := ir.NewAttrs(words...)
	proto = proto.Without(co.m, "noalias", "noundef", "nonnull", "align", "dereferenceable").Without(co.m,
		coro.FrameClaims...)
	for _, a := range proto.Expanded(co.m) {
		own = own.With(co.m, a)
	}
	return own
}

// fill copies the body and makes the copy go on behind suspend n.
func (co *retcon) fill(n int, f *ir.Func) {
	buffer := f.Params[0]
	var casts []*ir.Instr // of parameters to the types that the ramp's have
	p := co.newPart(f, func(old *ir.Param) ir.Value {
		for _, g := range co.given {
			if ir.Value(old) != g.v {
				continue
			}
			now := f.Params[g.param]
			if old.Type() == now.Type() {
				return now
			}
			cast := co.m.NewInstr(ir.OpBitCast, old.Type(), now)
			casts = append(casts, cast)
			return cast
		}
		return nil
	}, co.behind[n])
	if co.once {
		p.dropReturns()
		if b := p.vm.Block(co.leave); b != nil && co.popless {
			co.neverAgain(b)
		}
	}
	p.enterAt(co.behind[n], "entryresume."+strconv.Itoa(n))
	bld := ir.NewBuilder(co.m)
	bld.Before(f.Entry().First())
	for _, c := range casts {
		bld.Insert(c, "")
	}
	var base ir.Value
	if co.inline {
		base = bld.PtrCast(buffer, co.framePtr.Type())
	} else {
		base = co.alignUp(bld, &co.heap, bld.Load(co.framePtr.Type(), buffer, co.bufferAlign(), ""), co.frame.Align)
	}
	co.giveAgain(p)
	p.takeFrame(base)
	if s := p.vm.Instr(co.Suspends[n]); s != nil {
		co.resumeWith(p, s)
	}
	for _, e := range co.Ends {
		if c := p.vm.Instr(e); c != nil {
			co.end(f, c, p.base)
		}
	}
	p.notInRamp()
	co.errorSlots(p.f, func(i *ir.Instr) *ir.Instr { return p.vm.Instr(i) })
	co.finishPart(n, p)
}

// neverAgain ends the block from which a once-coroutine would suspend a second time, in a
// continuation: nobody gets there.
func (co *retcon) neverAgain(b *ir.Block) {
	for t := b.Terminator(); t != nil && t.Op != ir.OpPhi; t = b.Last() {
		t.Erase()
	}
	b.Append(co.m.NewInstr(ir.OpUnreachable, co.m.Types.Void()))
}

// giveAgain makes the continuation's own parameters take the place of what the ramp was given.
func (co *retcon) giveAgain(p *part) {
	for _, g := range co.given {
		old := ir.AsInstr(g.v)
		if old == nil {
			continue
		}
		c := p.vm.Instr(old)
		if c == nil {
			continue
		}
		now := p.f.Params[g.param]
		if name := c.Name(); name != "" {
			c.SetName("")
			p.f.SetParamName(now, name)
		}
		ir.ReplaceUses(c, now)
	}
}

// bufferAlign is the alignment with which the frame's address is read and written: that of the
// buffer, where it is less than a pointer's.
func (co *retcon) bufferAlign() uint32 { return uint32(min(co.align, int64(co.ptrAlign()))) }

// resumeWith gives the uses of a suspend's result what the continuation is called with.
func (co *retcon) resumeWith(p *part, s *ir.Instr) {
	m, params := co.m, p.f.Params[1:]
	switch t := s.Type(); {
	case t.IsVoid():
	case t.Kind() != ir.Struct:
		ir.ReplaceUses(s, params[0])
	default:
		for _, u := range s.Users() {
			if u.Op != ir.OpExtractValue {
				continue
			}
			if idx := u.Aux.(*ir.IndexAux).Indices; len(idx) == 1 {
				ir.ReplaceUses(u, params[idx[0]])
				u.Erase()
			}
		}
		if !s.HasUses() {
			break
		}
		bld := ir.NewBuilder(m)
		bld.Before(p.f.Entry().Terminator())
		var agg ir.Value = co.unknown(t)
		for k, q := range params {
			agg = bld.InsertValue(agg, q, "", k)
		}
		ir.ReplaceUses(s, agg)
	}
}

// end replaces a coro.end: memory from the allocator is given back, and the end that falls through
// returns.
func (co *retcon) end(f *ir.Func, e *ir.Instr, base ir.Value) {
	m, inRamp := co.m, f == co.F
	bld := ir.NewBuilder(m)
	bld.Before(e).SetDebugLoc(e.DebugLoc())
	pad := ir.FuncletPad(e)
	if !co.inline {
		co.freeFrame(bld, f, base, pad)
	}
	if e.HasUses() {
		ir.ReplaceUses(e, m.Bool(!inRamp))
	}
	results := co.endResults(e)
	switch {
	case ir.IsUnwindEnd(e):
		if pad != nil {
			leaveWith(e, m.NewInstr(ir.OpCleanupRet, m.Types.Void(), pad))
		}
	case co.once && inRamp:
		// A once-coroutine that ends and never suspended: there is no continuation to return. LLVM
		// makes invalid IR of it.
		leaveWith(e, m.NewInstr(ir.OpUnreachable, m.Types.Void()))
	case co.once:
		leaveWith(e, co.returnResults(bld, results))
	default:
		leaveWith(e, m.NewInstr(ir.OpRet, m.Types.Void(), co.nullContinuation()))
	}
	e.Erase()
	if results != nil && !results.HasUses() {
		results.Erase()
	}
}

// leaveWith ends the block of i in front of it with a terminator; i and what follows become
// unreachable.
func leaveWith(i, t *ir.Instr) {
	b := i.Block()
	b.SplitBefore(i, "")
	old := b.Terminator()
	t.SetDebugLoc(old.DebugLoc())
	old.Erase()
	b.Append(t)
}

// nullContinuation is what the end of a coroutine returns that may suspend again.
func (co *retcon) nullContinuation() *ir.Const {
	m, t := co.m, co.F.FTy.Ret()
	if t.IsPtr() {
		return m.Null(t)
	}
	c := m.NewConst(ir.ConstStruct, t)
	for k, e := range t.Fields() {
		if k == 0 {
			c.Elems = append(c.Elems, m.Null(e))
		} else {
			c.Elems = append(c.Elems, co.unfilled(e))
		}
	}
	return c
}

// endResults is the coro.end.results of an end, or nil.
func (co *retcon) endResults(e *ir.Instr) *ir.Instr {
	if e.NumCallArgs() < 3 {
		return nil
	}
	r := ir.AsInstr(e.Arg(2))
	if r == nil || !ir.IsCoro(r, ir.CoroEndResults) {
		return nil
	}
	return r
}

// returnResults makes the return of a once-coroutine's results.
func (co *retcon) returnResults(bld *ir.Builder, results *ir.Instr) *ir.Instr {
	m, t := co.m, co.proto.FTy.Ret()
	switch {
	case t.IsVoid():
		return m.NewInstr(ir.OpRet, m.Types.Void())
	case t.Kind() != ir.Struct:
		return m.NewInstr(ir.OpRet, m.Types.Void(), results.Arg(0))
	}
	// What is constant in front is one constant, as LLVM's builder folds it.
	filled := m.NewConst(ir.ConstStruct, t)
	for k := range t.Fields() {
		v := results.Arg(k)
		if _, ok := v.(*ir.Const); !ok && !isSymbol(v) {
			break
		}
		filled.Elems = append(filled.Elems, v)
	}
	n := len(filled.Elems)
	var agg ir.Value = co.unfilled(t)
	if n > 0 {
		for _, f := range t.Fields()[n:] {
			filled.Elems = append(filled.Elems, co.unfilled(f))
		}
		agg = filled
	}
	for k := n; k < len(t.Fields()); k++ {
		agg = bld.InsertValue(agg, results.Arg(k), "", k)
	}
	return m.NewInstr(ir.OpRet, m.Types.Void(), agg)
}

// isSymbol reports a function or a global.
func isSymbol(v ir.Value) bool {
	switch v.(type) {
	case *ir.Func, *ir.Global:
		return true
	}
	return false
}

// ramp makes the original function the first activation: it runs up to the first suspend.
func (co *retcon) ramp() {
	f := co.F
	bld := ir.NewBuilder(co.m)
	bld.Before(co.ID)
	buffer := co.buffer()
	mem := buffer
	switch {
	case co.inCaller: // the record tells
	case co.inline:
		co.tellFrame(0)
	default:
		size := target.AlignTo(used(co.frame), co.frame.Align) + co.slack(&co.heap, co.frame.Align)
		co.tellFrame(size)
		mem = co.take(bld, &co.heap, co.m.ConstInt(co.heap.sizeType(), size))
		bld.Store(mem, buffer, co.bufferAlign())
		mem = co.alignUp(bld, &co.heap, mem, co.frame.Align)
	}
	co.leaveRamp(mem, co.endRamp(mem))
	f.Attrs = ir.RampAttrs(co.m, f.Attrs)
	f.RetAttrs = f.RetAttrs.Without(co.m, "noalias", "nonnull")
	if p, ok := ir.StripCasts(buffer).(*ir.Param); ok {
		p.Attrs = p.Attrs.Without(co.m, coro.FrameClaims...)
	}
}

// neverSuspends finishes a coroutine that has no suspend: it has no frame, and the handle is the
// buffer.
func (co *retcon) neverSuspends() {
	co.lowerLocals()
	co.leaveRamp(co.buffer(), co.endRamp(co.buffer()))
}

// endRamp replaces a coro.end in the original function, in which the frame is at mem.
func (co *retcon) endRamp(mem ir.Value) func(e *ir.Instr) {
	return func(e *ir.Instr) { co.end(co.F, e, mem) }
}

// freeFrame gives the frame's memory back. Where a frame begins behind the block's first byte, the
// buffer knows the block.
func (co *retcon) freeFrame(bld *ir.Builder, f *ir.Func, base ir.Value, pad *ir.Instr) {
	if co.slack(&co.heap, co.frame.Align) > 0 {
		var buffer ir.Value = f.Params[0]
		if f == co.F {
			buffer = co.buffer()
		}
		base = bld.Load(co.m.PtrType(0), buffer, co.bufferAlign(), "")
	}
	co.give(bld, &co.heap, base, pad)
}
