// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The returned-continuation ABIs: llvm.coro.id.retcon and llvm.coro.id.retcon.once. Each suspend
// has a function of its own, the continuation, which resumes the coroutine there. A suspend returns
// the continuation's address and the yielded values. The caller then calls the continuation with
// the same buffer and the values that the suspend receives. For example, in a caller:
//
//	%r = call { ptr, i32 } @generator(ptr %buffer, i32 1)
//	%k = extractvalue { ptr, i32 } %r, 0                   ; the continuation
//	%s = call { ptr, i32 } %k(ptr %buffer, i1 false)
//
// Nothing in the frame has a fixed offset, and only the coroutine's own functions read it:
//
//	the caller's buffer, if the frame fits
//
//	  0  +------------+
//	     | objects    |
//	     | and values |
//	     +------------+
//	 Layout.Size
//
//	the caller's buffer otherwise       a block from the allocator, freed at each end
//
//	  0  +------------+                   0  +------------+
//	     | address of |------------------>   | objects    |
//	     | the block  |                      | and values |
//	     +------------+                      +------------+
//
// The frame starts at the block's first byte, unless the frame needs a larger alignment than the
// allocator promises. Then the block is larger by the difference, the frame starts at its first
// aligned byte, and each continuation computes that address again.
//
// With retcon, a continuation has the original function's result type, and the end returns a null
// continuation. With retcon.once, a continuation returns results of its own (coro.end.results), and
// must not suspend again.
//
// llvm.coro.id.retcon.once.dynamic, with which the caller provides the memory of the whole frame,
// is retcon.once with the differences in abi_dynamic.go.
//
// abi_retcon_accept.go checks such a coroutine, swifterror.go handles swifterror, and
// abi_retcon_alloca.go lowers coro.alloca.*.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/remark"
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
	bufferAt    int   // an operand number of the id
	size, align int64 // of the buffer, as the id says
	proto       *ir.Func
	heap        heap // for frames larger than the buffer, and for coro.alloca.alloc
	frameHeap   heap // for coro.alloca.alloc.frame
	popless     bool // the ramp may return without popping its stack frame

	inCaller bool    // the frame always lies in the buffer, whose size the id does not state
	inline   bool    // the frame lies in the buffer
	known    bool    // other functions may know addresses in the frame
	noalias  bool    // only the continuation's parameter leads to the buffer
	given    []given // values that the ramp and each continuation receive
	locals   []*ir.Instr
	faults   ir.ErrorList
	leave    *ir.Block    // the block in which the ramp returns from suspends
	more     *coro.Buffer // the buffer that callers provide, if it differs from the id's; else nil
}

// given is a value that each continuation receives as a parameter.
type given struct {
	v     ir.Value // parameter or instruction
	param int
}

func newRetcon(co *coroutine, once bool) *retcon {
	return &retcon{continued: continued{coroutine: co}, once: once, bufferAt: retconBuffer}
}

// buffer returns the memory that the caller provides.
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

// matchYields casts yielded values to the result's type, if they have another type of the same
// size: optimizers look through casts before variadic calls.
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

// beginFirst moves the id and coro.begin before the first access to an object, if their operands
// allow it, because an address that escapes before coro.begin must be an address in the frame. LLVM
// moves the accesses after coro.begin instead, past all other code between them.
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

// isOperand reports whether v is an operand of another instruction.
func isOperand(v, of *ir.Instr) bool {
	for k := range of.NumArgs() {
		if of.Arg(k) == ir.Value(v) {
			return true
		}
	}
	return false
}

// bufferIsPrivate reports whether the coroutine only reads and writes the buffer directly. Then no
// copy of the buffer's address exists outside the caller's knowledge.
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
			return false // a global, which any function may access
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

// addressesKnown reports whether other functions may know addresses in the frame: that of an
// object, or the handle. It ignores addresses that escape only through instructions for which but
// returns true.
func (co *retcon) addressesKnown(fr *frame.Layout, but func(*ir.Instr) bool) bool {
	for u := co.Begin.FirstUse(); u != nil; u = u.Next() {
		if i := u.User(); (!ir.IsCoro(i, ir.CoroEnd) || u.Index() != 0) && (but == nil || !but(i)) {
			return true
		}
	}
	for _, s := range fr.Slots {
		switch v := s.Value.(type) {
		case *ir.Param:
			if coro.ByvalType(co.m, v) != nil {
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

// anew implements abi: each continuation receives the buffer.
func (co *retcon) anew() []ir.Value {
	var list []ir.Value
	for _, g := range co.given {
		list = append(list, g.v)
	}
	return list
}

// fields implements abi: these ABIs have no fields of their own.
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

// base implements abi: the pointer is coro.begin, until the ramp replaces it.
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
	co.declares.Gather(co.framePtr)
	co.F.Renumber()
	return co.clones
}

// returnContinuations replaces each suspend in the ramp by a return of its continuation and the
// yielded values, in one block for all suspends. The suspend itself, and the code after it, belong
// to the continuation.
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

// leaveSuspended builds the return of a coroutine that suspends, at the end of its block.
func (co *retcon) leaveSuspended(bld *ir.Builder, v ir.Value) {
	if co.popless {
		co.leavePopless(bld, v)
		return
	}
	bld.Ret(v)
}

// returned builds the original function's result from the continuation and the yielded values.
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

// unfilled returns the placeholder for the elements of an aggregate that are never read: poison, or
// undef in older versions.
func (co *retcon) unfilled(t *ir.Type) *ir.Const {
	if co.m.Has(ir.PoisonEnds) {
		return co.m.Poison(t)
	}
	return co.m.Undef(t)
}

// declareContinuation declares the function that resumes suspend n. It has the type, calling
// convention and attributes of the prototype, and the ramp's section and other placement. Its first
// parameter has what the id states about the buffer as attributes.
func (co *retcon) declareContinuation(n int) *ir.Func {
	c := co.declare(co.F.Name+".resume."+strconv.Itoa(n), co.proto.FTy, n)
	c.CC = co.proto.CC
	c.Attrs, c.RetAttrs = ir.RampAttrs(co.m, co.proto.Attrs), co.proto.RetAttrs
	for k, p := range co.proto.Params {
		c.Params[k].Attrs = p.Attrs
	}
	c.Params[0].Attrs = co.bufferAttrs(co.proto.Params[0].Attrs)
	return c
}

// bufferAttrs returns the attributes of a continuation's first parameter. Attributes from the id
// replace those of the prototype. For example, an id that states 32 bytes of alignment 8 leads to:
//
//	ptr noalias noundef nonnull align 8 dereferenceable(32)
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

// fill builds the function that resumes suspend n: a copy of the body that starts after the
// suspend.
func (co *retcon) fill(n int, f *ir.Func) {
	buffer := f.Params[0]
	var casts []*ir.Instr // from the continuation's parameters to types of the ramp's parameters
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
		co.resumeWith(p, s, f.Params[1:])
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

// neverAgain makes the block unreachable from which, in a continuation, a once-coroutine would
// suspend a second time.
func (co *retcon) neverAgain(b *ir.Block) {
	for t := b.Terminator(); t != nil && t.Op != ir.OpPhi; t = b.Last() {
		t.Erase()
	}
	b.Append(co.m.NewInstr(ir.OpUnreachable, co.m.Types.Void()))
}

// giveAgain replaces the values that the ramp received by the continuation's own parameters.
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

// bufferAlign returns the alignment with which the frame's address is loaded and stored: a
// pointer's, or the buffer's if that is less.
func (co *retcon) bufferAlign() uint32 { return uint32(min(co.align, int64(co.ptrAlign()))) }

// end replaces a coro.end: it frees memory from the allocator, and returns if the end is not an
// unwinding one.
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
	case co.once && !inRamp:
		leaveWith(e, co.returnResults(bld, results))
	default:
		leaveWith(e, m.NewInstr(ir.OpRet, m.Types.Void(), co.nullContinuation()))
	}
	e.Erase()
	if results != nil && !results.HasUses() {
		results.Erase()
	}
}

// nullContinuation returns the result with which a retcon coroutine ends: a null continuation.
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

// endResults returns the coro.end.results of an end, or nil.
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

// returnResults builds the return of a once-coroutine's results.
func (co *retcon) returnResults(bld *ir.Builder, results *ir.Instr) *ir.Instr {
	m, t := co.m, co.proto.FTy.Ret()
	switch {
	case t.IsVoid():
		return m.NewInstr(ir.OpRet, m.Types.Void())
	case t.Kind() != ir.Struct:
		return m.NewInstr(ir.OpRet, m.Types.Void(), results.Arg(0))
	}
	// The constants before the first other element form one constant, as LLVM's builder folds it.
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

// isSymbol reports whether v is a function or a global.
func isSymbol(v ir.Value) bool {
	switch v.(type) {
	case *ir.Func, *ir.Global:
		return true
	}
	return false
}

// ramp turns the original function into the ramp: it runs up to the first suspend.
func (co *retcon) ramp() {
	f := co.F
	bld := ir.NewBuilder(co.m)
	bld.Before(co.ID)
	buffer := co.buffer()
	mem := buffer
	switch {
	case co.inCaller: // remarkRecord has reported it
	case co.inline:
		co.remarkFrame(0)
	default:
		size := target.AlignTo(used(co.frame), co.frame.Align) + co.slack(&co.heap, co.frame.Align)
		co.remarkFrame(size)
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

// neverSuspends finishes a coroutine without suspends: it has no frame, and the handle is the
// buffer.
func (co *retcon) neverSuspends() {
	co.lowerLocals()
	co.leaveRamp(co.buffer(), co.endRamp(co.buffer()))
}

// endRamp returns a function that replaces a coro.end in the original function, in which the frame
// is at mem.
func (co *retcon) endRamp(mem ir.Value) func(e *ir.Instr) {
	return func(e *ir.Instr) { co.end(co.F, e, mem) }
}

// freeFrame frees the frame's memory. If the frame does not start at the block's first byte, it
// loads the block's address from the buffer.
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

// remarkFrame adds a remark about the place of the frame. size is the size of the block that is
// allocated for it, or 0 if the frame is in the buffer.
func (co *retcon) remarkFrame(size int64) {
	frame := remark.Number("frame_size", used(co.frame))
	buffer := remark.Number("buffer_size", co.size)
	if size == 0 {
		co.c.Stats.InBuffer++
		co.remarkSize("CoroRetconFrame", "the frame of '", remark.Named("function", co.F.Name), "' has ", frame,
			" bytes and is in the buffer, which has ", buffer, " bytes")
		return
	}
	co.c.Stats.Allocated++
	co.remarkSize("CoroRetconFrame", "the frame of '", remark.Named("function", co.F.Name), "' has ", frame,
		" bytes, and the buffer ", buffer, ": the frame is allocated, with ",
		remark.Number("allocated", size), " bytes")
}
