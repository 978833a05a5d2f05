// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package split

// The switched-resume ABI: llvm.coro.id. One function, the resume function, resumes the coroutine
// at any suspend; a number in the frame selects the suspend. A second function destroys the
// coroutine at any suspend, and a third does so without freeing the frame. A handle is the address
// of the frame:
//
//	           0  +----------------+
//	              | __resume_fn    |  resume; null: the coroutine is done
//	           8  +----------------+
//	              | __destroy_fn   |  destroy; cleanup if the frame is not on the heap
//	          16  +----------------+
//	              | promise        |  at the next multiple of its alignment, so that
//	              +----------------+  coro.promise needs to know nothing else
//	              | objects and    |  allocas, spilled values, and __coro_index, the number
//	              | values         |  of the suspend; in a shared frame, allocas and spilled
//	              +----------------+  values may overlap
//	 Layout.Size
//
// Each part starts with a switch over the index; each suspend stores its own number. The offsets
// are for 64-bit pointers.

import (
	"strconv"

	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/lower/dynalloca"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/lower/rule"
	"github.com/corolower/corolower/internal/lower/splitdebug"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// switched is a coroutine of this ABI. It implements abi.
type switched struct {
	*coroutine
	resume, destroy *frame.Slot
	index           *frame.Slot
	alloc           *ir.Instr   // the coro.alloc that decides whether the frame is freed; nil: none
	transfers       []*ir.Instr // resume calls that replaced await.suspend.handle
	entry           *ir.Block   // the block in which parts start: holds sw
	sw              *ir.Instr   // the switch over the index
	clones          []*ir.Func  // by cloneKind
	saves           []*ir.Instr // by suspend, without the final one: the store of its index
	continuations   []*ir.Func  // by suspend, without the final one; see abi_switch_continue.go
	stored          []*ir.Instr // the stores of the continuations
	scoped          []*ir.Instr // the instructions that make the claim of scope.go
	scope           *ir.MD      // the scope of that claim, or nil
}

// cloneKind identifies one of the three parts.
type cloneKind uint8

const (
	cloneResume cloneKind = iota
	cloneDestroy
	cloneCleanup
)

func (k cloneKind) part() ir.Part {
	return [...]ir.Part{ir.PartResume, ir.PartDestroy, ir.PartCleanup}[k]
}

func (k cloneKind) suffix() string { return string(k.part()) }

func (co *switched) accept() error {
	if err := pairing(co.Shape, ir.CoroSuspend, rule.Message(rule.RuleMixedABI)); err != nil {
		return err
	}
	return co.findAlloc()
}

// findAlloc finds the coro.alloc that decides whether the frame is freed. It must dominate
// coro.begin.
func (co *switched) findAlloc() error {
	if co.Begin == nil {
		return nil
	}
	var aside *ir.Instr
	var dom *ir.DomTree
	for u := co.ID.FirstUse(); u != nil; u = u.Next() {
		a := u.User()
		if ir.CoroCall(a) != ir.CoroAlloc {
			continue
		}
		if entry := co.F.Entry(); a.Block() == entry && co.Begin.Block() != entry {
			co.alloc = a // the form that compilers emit
			return nil
		}
		if dom == nil {
			dom = ir.NewDomTree(co.F)
		}
		if dom.InstrDominates(a, co.Begin) {
			co.alloc = a
			return nil
		}
		aside = a
	}
	if aside == nil {
		return nil
	}
	e := hinted(ir.Unsupportedf(aside.Pos, "some path reaches coro.begin without this llvm.coro.alloc, which "+
		"decides whether the frame is freed"),
		"move the call to just after llvm.coro.id")
	e.Notes = append(e.Notes, ir.Note{Pos: co.Begin.Pos, Msg: "coro.begin is here"})
	return e
}

func (co *switched) fields(fr *frame.Layout) {
	m := co.m
	fn := m.PtrType(0)
	if m.TypedPtrs {
		fn = m.PtrTo(m.Types.Func(m.Types.Void(), []*ir.Type{m.PtrTo(fr.Typ, 0)}, false), 0)
	}
	own := coro.Why{Rule: coro.OfABI, Def: co.ID.Pos}
	co.resume = fr.AddFixed("__resume_fn", fn, 0, own)
	co.destroy = fr.AddFixed("__destroy_fn", fn, 0, own)
	if p := co.Promise; p != nil {
		if t := co.allocaType(p); co.c.Layout.AllocSize(t) > 0 {
			fr.Hold(p, fr.AddFixed("", t, coro.AllocaAlign(co.c.Layout, p), coro.Why{Rule: coro.OfPromise, Def: p.Pos,
				Use: co.ID.Pos}))
		}
	}
	co.index = fr.AddField("__coro_index", m.Types.Int(indexBits(len(co.Suspends))), own)
	if call, _, _ := co.frameAllocation(); call != nil && co.reuse && len(co.Aligns) == 0 {
		// C++ allocates frames without llvm.coro.align by default. LLVM spills a vector of 32 bytes
		// with a store that traps in such memory.
		fr.Promised = max(co.memoryAlign(call), co.usualAlign())
	}
}

// indexBits returns the width of the suspend index: LLVM's log2, which has the artefact of 64 bits
// for no suspends.
func indexBits(suspends int) int {
	switch {
	case suspends == 0:
		return 64
	case suspends == 1:
		return 1
	}
	n := 0
	for 1<<n < suspends {
		n++
	}
	return n
}

func (co *switched) base() ir.Value { return co.beginAsFrame() }

func (co *switched) members(d *splitdebug.Describer) []splitdebug.Member {
	bits := co.c.Layout.SizeBits(co.resume.Typ)
	fn := d.Pointer(bits)
	width := co.c.Layout.SizeBits(co.index.Typ)
	index := d.Basic(co.index.Name, max(width, 8), "DW_ATE_unsigned_char", false)
	return []splitdebug.Member{d.Field(co.resume, fn), d.Field(co.destroy, fn), d.Field(co.index, index)}
}

// headerFlags returns the flags of addresses of header fields.
func (co *switched) headerFlags() ir.Flags {
	if co.m.Has(ir.HeaderAddressNUW) {
		return ir.FlagInBounds | ir.FlagNUW
	}
	return ir.FlagInBounds
}

func (co *switched) headerAddr(bld *ir.Builder, base ir.Value, field *frame.Slot, name string) ir.Value {
	if co.byteFrames() {
		if field.Offset == 0 {
			return base
		}
		return co.byteAddr(bld, base, field.Offset, name)
	}
	return bld.FieldAddr(co.frame.Typ, base, field.Index, name, co.headerFlags())
}

// indexAddr returns the address of the suspend index.
func (co *switched) indexAddr(bld *ir.Builder, base ir.Value) ir.Value {
	if co.index.Index < 0 {
		return co.byteAddr(bld, base, co.index.Offset, "index.addr")
	}
	return co.headerAddr(bld, base, co.index, "index.addr")
}

// indexConst returns the index value of suspend n.
func (co *switched) indexConst(n int) *ir.Const { return co.m.ConstInt(co.index.Typ, int64(n)) }

// storeIndex stores a suspend's number.
func (co *switched) storeIndex(bld *ir.Builder, base ir.Value, n int) *ir.Instr {
	addr := co.indexAddr(bld, base)
	return bld.Store(co.indexConst(n), addr, uint32(co.index.Align))
}

// markDone stores a null resume pointer, from which coro.done recognises a finished coroutine. If
// the coroutine has both an unwind end and a final suspend, the index distinguishes the two.
func (co *switched) markDone(bld *ir.Builder, base ir.Value) {
	addr := co.headerAddr(bld, base, co.resume, "ResumeFn.addr")
	bld.Store(co.m.Null(co.resume.Typ), addr, co.ptrAlign())
	if co.UnwindEnd && co.HasFinal {
		co.storeIndex(bld, base, len(co.Suspends)-1)
	}
}

// outline implements abi.
func (co *switched) outline() []*ir.Func {
	co.scopeSlots()
	co.transfersLeave()
	co.makeResumeEntry()
	co.declareClones()
	co.addContinuations()
	co.F.Renumber()
	return co.parts()
}

// makeResumeEntry builds the block in which the clones start, a switch over the index, and adds an
// edge from it to each suspend. For example, with three suspends:
//
//	resume.entry:
//	  %index = load i2, ptr %index.addr
//	  switch i2 %index, label %unreachable [
//	    i2 0, label %resume.0
//	    i2 1, label %resume.1
//	    i2 -2, label %resume.2
//	  ]
func (co *switched) makeResumeEntry() {
	m, f := co.m, co.F
	entry := f.NewBlock("resume.entry", nil)
	unreach := f.NewBlock("unreachable", nil)
	co.entry = entry
	bld := ir.NewBuilder(m)
	bld.AtEnd(entry)
	addr := co.indexAddr(bld, co.framePtr)
	index := bld.Load(co.index.Typ, addr, uint32(co.index.Align), "index")
	cases := make([]ir.Value, 2, 2+2*len(co.Suspends))
	cases[0], cases[1] = index, unreach
	i8 := m.Types.Int(8)
	continues := co.mayContinue()
	for n, s := range co.Suspends {
		save := ir.AsInstr(s.Arg(0))
		bld.Before(save)
		bld.SetDebugLoc(save.DebugLoc())
		if ir.IsFinal(s) {
			co.markDone(bld, co.framePtr)
		} else {
			co.saves = append(co.saves, co.storeIndex(bld, co.framePtr, n))
		}
		bld.SetDebugLoc(nil)
		ir.ReplaceUses(save, m.NoneToken())
		save.Erase()

		from := s.Block()
		resume := from.SplitBefore(s, m.Text("resume.", strconv.Itoa(n)))
		splitdebug.LabelResume(co.m, co.F, n, s)
		landing := resume.SplitBefore(s.Next(), m.Text(resume.Name(), ".landing"))
		cases = append(cases, co.indexConst(n), resume)
		if continues && co.leaveAt(s, from, landing) {
			continue
		}
		from.Terminator().SetArg(0, landing)
		phi := m.NewInstr(ir.OpPhi, i8, m.ConstInt(i8, -1), s)
		phi.Aux = m.NewPhiAux(from, resume)
		landing.Prepend(phi)
		ir.ReplaceUsesIf(s, phi, func(u *ir.Use) bool { return u.User() != phi })
	}
	co.sw = m.NewInstr(ir.OpSwitch, m.Types.Void(), cases...)
	entry.Append(co.sw)
	unreach.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
}

// declareClones declares the clones: internal, fastcc, with the frame as their only parameter, and
// with the attributes and placement of the ramp.
func (co *switched) declareClones() {
	m, f := co.m, co.F
	fty := m.Types.Func(m.Types.Void(), []*ir.Type{co.framePtr.Type()}, false)
	attrs := ir.PartAttrs(m, f.Attrs)
	deref := "dereferenceable(" + strconv.FormatInt(co.sizeRequested(), 10) + ")"
	align := "align " + strconv.FormatInt(co.frame.Align, 10)
	words := []string{"noundef", "nonnull", align, deref}
	if m.TypedPtrs {
		words = []string{"noalias", "nonnull", align, deref}
	}
	handle := ir.NewAttrs(words...)
	for kind := cloneResume; kind <= cloneCleanup; kind++ {
		n := co.declarePart(f.Name+"."+kind.suffix(), fty)
		n.CC, n.Attrs, n.AtEnd = ir.PartConvention(m), attrs, true
		n.Params[0].Attrs = handle
		co.countEntries(n, co.entering(kind), kind == cloneResume)
		if co.c.Target.MarksParts() {
			ir.MarkPart(m, n, kind.part())
		}
		co.clones = append(co.clones, n)
	}
}

// clone is one of the three parts while it is built.
type clone struct {
	*part
	co        *switched
	kind      cloneKind
	continued bool // a continuation, as which kind is cloneResume
}

// fill builds one of the three parts as a copy of the body, or a continuation.
func (co *switched) fill(k int, n *ir.Func) {
	if k >= len(co.clones) {
		co.fillContinuation(k-len(co.clones), n)
		return
	}
	kind := cloneKind(k)
	cl := &clone{co: co, kind: kind}
	cl.part = co.newPart(n, nil, nil)
	cl.dropReturns()
	cl.enterAt(co.entry, "entry."+kind.suffix())
	if co.m.Has(ir.EntryFirst) {
		n.MoveBlock(cl.vm.Block(co.entry), n.Entry())
	}
	cl.transferControl()
	cl.settleStored()
	cl.takeFrame(n.Params[0])
	if co.HasFinal {
		cl.finalSuspend()
	}
	cl.weigh()
	cl.replaceSuspends()
	cl.replaceEnds()
	cl.notInRamp()
	co.salvageDebug(n, cl.base, co.gathered(cl.part))
	cl.replaceFrees()
	opt.RemoveUnreachable(n)
	if kind == cloneResume && co.marksTailCalls() {
		cl.markTailCalls()
	}
	cl.declareScope()
	cl.finish()
}

// transferControl inserts a return after each symmetric transfer, and makes the transfer a tail
// call if the target supports it.
func (cl *clone) transferControl() {
	for _, t := range cl.co.transfers {
		if call := cl.vm.Instr(t); call != nil {
			cl.markTransfer(call)
			cl.returnBefore(call.Next())
		}
	}
}

// markTransfer sets the flag with which a call transfers control on this target. On a target
// without guaranteed tail calls coro-cleanup turns transfers into a loop. There the flag tail
// promises that the callee does not access this part's variables.
func (cl *clone) markTransfer(call *ir.Instr) {
	switch cl.co.c.Target.Transfer(cl.f.TargetFeatures()) {
	case target.TransferTail:
		call.Flags = call.Flags&^(ir.FlagTail|ir.FlagNoTail) | ir.FlagMustTail
	case target.TransferLoop:
		call.Flags = call.Flags&^ir.FlagNoTail | ir.FlagTail
	}
}

// finalSuspend removes the final suspend from the switch. Resuming there is undefined. A coroutine
// that is destroyed there has a null resume pointer, so the part tests for null, unless an
// exception may also have stored null.
func (cl *clone) finalSuspend() {
	co := cl.co
	m := co.m
	if cl.kind != cloneResume && co.UnwindEnd {
		return
	}
	sw := cl.vm.Instr(co.sw)
	last := sw.NumCases() - 1
	resume := sw.CaseDest(last)
	sw.RemoveCase(last)
	if cl.kind == cloneResume {
		return
	}
	old := sw.Block()
	rest := old.SplitBefore(sw, "Switch")
	old.Terminator().Erase()
	bld := ir.NewBuilder(m)
	bld.AtEnd(old)
	if cl.f.HasAttr("coro_only_destroy_when_complete") {
		bld.Br(resume)
		return
	}
	addr := co.headerAddr(bld, cl.base, co.resume, "ResumeFn.addr")
	fn := co.resume.Typ
	v := bld.Load(fn, addr, co.ptrAlign(), "")
	br := bld.CondBr(bld.ICmp(ir.PredEQ, v, m.Null(fn), ""), resume, rest)
	if counts := co.entering(cl.kind); counts != nil {
		opt.SetWeights(m, br, []uint64{counts[last], total(counts[:last])})
	}
}

// replaceSuspends replaces every suspend by the result of being resumed or destroyed.
func (cl *clone) replaceSuspends() {
	v := suspendResult(cl.co.m, cl.kind)
	for _, s := range cl.co.Suspends {
		if c := cl.vm.Instr(s); c != nil {
			ir.ReplaceUses(c, v)
			c.Erase()
		}
	}
}

// suspendResult returns the result of a suspend in a part: 0 in the resume part, 1 in the others.
func suspendResult(m *ir.Module, kind cloneKind) *ir.Const {
	if kind == cloneResume {
		return m.ConstInt(m.Types.Int(8), 0)
	}
	return m.ConstInt(m.Types.Int(8), 1)
}

// replaceEnds turns the ordinary end into a return, and makes unwind ends mark the coroutine done.
func (cl *clone) replaceEnds() {
	co := cl.co
	m := co.m
	for _, e := range co.Ends {
		c := cl.vm.Instr(e)
		if c == nil {
			continue
		}
		bld := ir.NewBuilder(m)
		bld.Before(c)
		bld.SetDebugLoc(c.DebugLoc())
		if !ir.IsUnwindEnd(e) {
			cl.returnBefore(c)
		} else {
			co.markDone(bld, cl.base)
			if pad := ir.FuncletPad(c); pad != nil {
				cl.cleanupRetBefore(c, pad)
			}
		}
		if c.HasUses() {
			ir.ReplaceUses(c, m.Bool(true))
		}
		c.Erase()
	}
}

// replaceFrees replaces each coro.free by its frame operand, or by null in the cleanup clone. LLVM
// takes the operand of one coro.free for all: if they have different operands, its IR is invalid.
func (cl *clone) replaceFrees() {
	co := cl.co
	id := cl.vm.Instr(co.ID)
	if id == nil {
		return
	}
	var frees []*ir.Instr
	for u := id.FirstUse(); u != nil; u = u.Next() {
		if ir.CoroCall(u.User()) == ir.CoroFree {
			frees = append(frees, u.User())
		}
	}
	for _, u := range frees {
		with := u.Arg(1)
		switch {
		case cl.kind == cloneCleanup:
			with = co.m.Null(u.Type())
		case cl.kind == cloneResume && co.mayBeElided():
			with = cl.unlessElided(u, with)
		}
		ir.ReplaceUses(u, with)
		u.Erase()
	}
}

// mayBeElided reports whether a caller of the ramp may own the frame. The resume part, which may
// run to the end, does not know whether one does.
func (co *switched) mayBeElided() bool {
	return co.wantNoalloc() || co.c.Opts.ReuseStorage && co.allocates()
}

// unlessElided returns the memory that the resume part frees if a caller may own the frame: null if
// the frame's destroy slot holds the cleanup part.
func (cl *clone) unlessElided(free *ir.Instr, mem ir.Value) ir.Value {
	co := cl.co
	bld := ir.NewBuilder(co.m)
	bld.Before(free)
	bld.SetDebugLoc(free.DebugLoc())
	addr := co.headerAddr(bld, cl.base, co.destroy, "destroy.addr")
	null := co.m.Null(free.Type())
	test := bld.ICmp(ir.PredEQ, bld.Load(co.destroy.Typ, addr, co.ptrAlign(), ""), co.clones[cloneCleanup], "")
	return bld.Select(test, null, mem, "")
}

// ramp turns the original function into the ramp: it fills in the header and removes the remaining
// coroutine intrinsics.
func (co *switched) ramp() {
	co.unscope()
	co.storeResumers()
	co.setInfo(co.table(nil))
	co.dropSkeleton()
	co.F.Attrs = ir.RampAttrs(co.m, co.F.Attrs)
	co.noallocRamp()
}

// dropSkeleton removes the remaining coroutine intrinsics from the original function. There
// coro.end returns false and control continues after it.
func (co *switched) dropSkeleton() {
	co.salvageDebug(co.F, co.framePtr, nil)
	for _, e := range co.Ends {
		if e.HasUses() {
			ir.ReplaceUses(e, co.m.Bool(false))
		}
		e.Erase()
	}
	for _, r := range co.InRamp {
		ir.ReplaceUses(r, co.m.Bool(true))
		r.Erase()
	}
}

// storeResumers fills in the header in the ramp. Destroying an elided frame must not free it, so
// the ramp stores the cleanup clone for an elided frame.
func (co *switched) storeResumers() {
	bld := ir.NewBuilder(co.m)
	bld.At(co.afterBegin())
	addr := co.headerAddr(bld, co.framePtr, co.resume, "resume.addr")
	bld.Store(co.clones[cloneResume], addr, co.ptrAlign())
	var destroy ir.Value = co.clones[cloneDestroy]
	if co.alloc != nil {
		destroy = bld.Select(co.alloc, co.clones[cloneDestroy], co.clones[cloneCleanup], "")
	}
	addr = co.headerAddr(bld, co.framePtr, co.destroy, "destroy.addr")
	bld.Store(destroy, addr, co.ptrAlign())
}

// setInfo creates the table of clones and names it in coro.id, for elision.
func (co *switched) setInfo(entries []ir.Value) {
	m := co.m
	elem := entries[0].Type()
	at := m.Types.Array(elem, uint64(len(entries)))
	g := ir.NewGlobal(m, m.UniqueSymbol(co.F.Name+".resumers"), at, 0)
	g.Linkage, g.IsConst = ir.LinkPrivate, true
	init := m.NewConst(ir.ConstArray, at)
	init.Elems = append(init.Elems, entries...)
	g.Init = init
	m.AddGlobal(g)
	bld := ir.NewBuilder(m)
	bld.Before(co.ID)
	co.ID.SetArg(ir.IdInfo, bld.PtrCast(g, co.ID.Arg(ir.IdInfo).Type()))
}

// allocates reports whether the coroutine has a coro.alloc, so that its allocation can be omitted.
func (co *switched) allocates() bool {
	for u := co.ID.FirstUse(); u != nil; u = u.Next() {
		if ir.CoroCall(u.User()) == ir.CoroAlloc {
			return true
		}
	}
	return false
}

// wantNoalloc reports whether some caller may want to provide the frame, and the coroutine supports
// that.
func (co *switched) wantNoalloc() bool {
	return co.allocates() && co.m.Has(ir.ElideSafeCalls) && co.c.ElideSafeCallees[co.F.Name] &&
		!co.F.HasAttr("noinline")
}

// noallocRamp builds the ramp that runs on its caller's memory, if some caller may use it. It
// returns memory that the caller knows, and does not allocate. So its result loses claims such as
// noalias, and its attributes are those of a part.
func (co *switched) noallocRamp() {
	m, f := co.m, co.F
	if !co.wantNoalloc() {
		return
	}
	f.Renumber()
	types := append(append([]*ir.Type(nil), f.FTy.Params()...), co.framePtr.Type())
	n := ir.NewFunc(m, m.UniqueSymbol(f.Name+".noalloc"), m.Types.Func(f.FTy.Ret(), types, false))
	n.Linkage, n.CC, n.Person = ir.LinkInternal, f.CC, f.Person
	n.RetAttrs, n.Attrs = f.RetAttrs.Without(m, ir.Dropped(ir.RetClaim, ir.IsFrame)...), ir.PartAttrs(m, f.Attrs)
	n.UnnamedAdr, n.Section, n.GC, n.After, n.Pos = f.UnnamedAdr, f.Section, f.GC, f, f.Pos
	n.AtEnd = true
	for _, a := range f.Meta {
		if a.Kind == "prof" {
			n.Meta = append(n.Meta, a)
		}
	}
	params := make([]ir.Value, len(f.Params))
	for k := range f.Params {
		n.Params[k].Attrs = f.Params[k].Attrs
		params[k] = n.Params[k]
	}
	mem := n.Params[len(f.Params)]
	mem.Attrs = ir.NewAttrs("noundef", "nonnull", "align "+strconv.FormatInt(co.frame.Align, 10),
		"dereferenceable("+strconv.FormatInt(co.sizeRequested(), 10)+")")
	if co.c.Target.MarksParts() {
		ir.MarkPart(m, n, ir.PartRamp)
	}
	m.AddFunc(n)
	vm := ir.CloneBody(n, f, params, nil)
	ir.OwnAddresses(n, f)
	id := vm.Instr(co.ID)
	opt.NoAllocation(m, id)
	begin := vm.Instr(co.Begin)
	ir.ReplaceUses(begin, mem)
	begin.Erase()
	opt.RemoveUnreachable(n)
	debuginfo.GiveOwn(m, n, f)
	co.setInfo(co.table(n))
}

// neverSuspends turns a coroutine that never suspends into an ordinary function. Its frame becomes
// a local variable if it has a coro.alloc.
func (co *switched) neverSuspends() {
	m, alloc := co.m, co.alloc
	var frees []*ir.Instr
	for u := co.ID.FirstUse(); u != nil; u = u.Next() {
		if ir.CoroCall(u.User()) == ir.CoroFree {
			frees = append(frees, u.User())
		}
	}
	for _, fr := range frees {
		var with ir.Value = m.Null(fr.Type())
		if alloc == nil {
			with = fr.Arg(1)
		}
		ir.ReplaceUses(fr, with)
		fr.Erase()
	}
	var mem ir.Value = co.Begin.Arg(1)
	if alloc != nil {
		bld := ir.NewBuilder(m)
		bld.Before(alloc)
		typ := co.frame.Typ
		if co.byteFrames() {
			typ = m.Types.Array(m.Types.Int(8), uint64(co.frame.Size))
		}
		fr := bld.Alloca(typ, co.c.Layout.AllocaAS, uint32(co.frame.Align), "")
		mem = bld.PtrCast(fr, co.Begin.Type())
		ir.ReplaceUses(alloc, m.Bool(false))
		alloc.Erase()
	}
	ir.ReplaceUses(co.Begin, mem)
	if co.framePtr == ir.Value(co.Begin) {
		co.framePtr = mem
	}
	co.Begin.Erase()
	co.dropSkeleton()
}

// nodeHeap implements abi: the allocator that the coroutine calls for its frame.
func (co *switched) nodeHeap(c *dynalloca.Coroutine) (*dynalloca.Heap, ir.Pos, string) {
	call, at, why := co.frameAllocation()
	if call == nil {
		return nil, at, why
	}
	return c.HeapOf(call, co.memoryAlign(call))
}

// frameAllocation returns the only call that the memory of coro.begin comes from. If there is none,
// it returns the reason and its place.
func (co *switched) frameAllocation() (*ir.Instr, ir.Pos, string) {
	var call *ir.Instr
	work := ir.NewWorklist[ir.Value](co.Begin.Arg(1))
	for v := range work.All {
		i, ok := v.(*ir.Instr)
		if c, isConst := v.(*ir.Const); isConst && (c.Kind == ir.ConstNull || c.Kind == ir.ConstUndef ||
			c.Kind == ir.ConstPoison) {
			continue
		}
		switch {
		case !ok:
			return nil, co.Begin.Pos, "no call allocates the frame, but the coroutine gets its memory"
		case i.Op == ir.OpBitCast || i.Op == ir.OpFreeze:
			work.Add(i.Arg(0))
		case i.Op == ir.OpPhi:
			for k := range i.NumArgs() {
				work.Add(i.Arg(k))
			}
		case i.Op == ir.OpSelect:
			work.Add(i.Arg(1), i.Arg(2))
		case !i.IsCall():
			return nil, i.Pos, "the frame's memory is not the result of a call, but computed here"
		case call != nil:
			return nil, i.Pos, "several calls allocate the frame"
		default:
			call = i
		}
	}
	if call == nil {
		return nil, co.Begin.Pos, "no call allocates the frame"
	}
	return call, ir.NoPos, ""
}

// memoryAlign returns the alignment of an allocator's memory: that which coro.id or the call states,
// or else that of an allocator for all basic types.
func (co *switched) memoryAlign(call *ir.Instr) int64 {
	n := call.Call().RetAttrs.Align(co.m)
	if f := call.CalledFunc(); f != nil {
		n = max(n, f.RetAttrs.Align(co.m))
	}
	if n > 0 {
		return n
	}
	if c, ok := co.ID.Arg(ir.IdAlign).(*ir.Const); ok && c.Kind == ir.ConstInt && !c.IsZero() {
		return int64(c.Uint64())
	}
	return co.usualAlign()
}
