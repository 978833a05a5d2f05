package split

// What is particular to the switched-resume ABI: the index and the switch on it, the three clones, the ramp's header stores, the table
// of resumers.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/frame"
	"github.com/corolower/corolower/internal/opt"
	"github.com/corolower/corolower/internal/target"
)

// cloneKind tells the three clones apart.
type cloneKind uint8

const (
	cloneResume cloneKind = iota
	cloneDestroy
	cloneCleanup
)

func (k cloneKind) suffix() string { return [...]string{"resume", "destroy", "cleanup"}[k] }

// headerFlags are the flags of addresses of header fields.
func (co *coroutine) headerFlags() ir.Flags {
	if co.m.Version >= 20 {
		return ir.FlagInBounds | ir.FlagNUW
	}
	return ir.FlagInBounds
}

func (co *coroutine) headerAddr(bld *ir.Builder, base ir.Value, field int, name string) *ir.Instr {
	return bld.FieldAddr(co.frame.Typ, base, field, name, co.headerFlags())
}

// indexAddr is the address of the suspend index.
func (co *coroutine) indexAddr(bld *ir.Builder, base ir.Value) *ir.Instr {
	if f := co.frame.IndexFld; f.Index < 0 {
		return co.byteAddr(bld, base, f.Offset, "index.addr")
	}
	return co.headerAddr(bld, base, co.frame.IndexFld.Index, "index.addr")
}

func (co *coroutine) ptrAlign() uint32 { return uint32(co.c.Layout.PtrAlign(0)) }

// splitSwitch makes the clones and ties them to the ramp.
func (co *coroutine) splitSwitch() []*ir.Func {
	co.makeResumeEntry()
	co.f.Renumber()
	var clones []*ir.Func
	for k := cloneResume; k <= cloneCleanup; k++ {
		clones = append(clones, co.cloneHeader(k))
	}
	for k, n := range clones {
		mark := co.m.Mark()
		co.makeClone(n, cloneKind(k), clones)
		if co.c.Done != nil && co.c.Done(n) {
			n.DropBody()
			co.m.Release(mark)
		}
	}
	co.storeResumers(clones)
	co.setInfo(clones)
	return clones
}

// indexConst is the index value of suspend n.
func (co *coroutine) indexConst(n int) *ir.Const { return co.m.ConstInt(co.frame.IndexTy, int64(n)) }

// storeIndex stores a suspend's number.
func (co *coroutine) storeIndex(bld *ir.Builder, base ir.Value, n int) {
	addr := co.indexAddr(bld, base)
	bld.Store(co.indexConst(n), addr, uint32(co.frame.IndexFld.Align))
}

// markDone makes the coroutine answer "done": a null resume pointer. With an unwind end besides the final suspend the index tells the
// two ways to be done apart.
func (co *coroutine) markDone(bld *ir.Builder, base ir.Value) {
	addr := co.headerAddr(bld, base, frame.FieldResume, "ResumeFn.addr")
	bld.Store(co.m.Null(co.frame.Slots[frame.FieldResume].Typ), addr, co.ptrAlign())
	if co.unwindEnd && co.hasFinal {
		co.storeIndex(bld, base, len(co.suspends)-1)
	}
}

// makeResumeEntry builds the block the clones start from, a switch over the index, and gives each suspend a way in from it.
func (co *coroutine) makeResumeEntry() {
	m, f := co.m, co.f
	entry := f.NewBlock("resume.entry", nil)
	unreach := f.NewBlock("unreachable", nil)
	co.resumeEntry = entry
	bld := ir.NewBuilder(m)
	bld.AtEnd(entry)
	addr := co.indexAddr(bld, co.framePtr)
	index := bld.Load(co.frame.IndexTy, addr, uint32(co.frame.IndexFld.Align), "index")
	cases := []ir.Value{index, unreach}
	i8 := m.Types.Int(8)
	for n, s := range co.suspends {
		save := ir.AsInstr(s.Arg(0))
		bld.Before(save)
		bld.SetDebugLoc(save.DebugLoc())
		if ir.IsFinal(s) {
			co.markDone(bld, co.framePtr)
		} else {
			co.storeIndex(bld, co.framePtr, n)
		}
		bld.SetDebugLoc(nil)
		ir.ReplaceUses(save, m.NoneToken())
		save.Erase()

		from := s.Block()
		resume := from.SplitBefore(s, "resume."+strconv.Itoa(n))
		co.labelResume(n, s)
		landing := resume.SplitBefore(s.Next(), resume.Name()+".landing")
		from.Terminator().SetArg(0, landing)
		phi := m.NewInstr(ir.OpPhi, i8, m.ConstInt(i8, -1), s)
		phi.Aux = &ir.PhiAux{Blocks: []*ir.Block{from, resume}}
		landing.Prepend(phi)
		ir.ReplaceUsesIf(s, phi, func(u *ir.Use) bool { return u.User() != phi })
		cases = append(cases, co.indexConst(n), resume)
	}
	co.resumeSw = m.NewInstr(ir.OpSwitch, m.Types.Void(), cases...)
	entry.Append(co.resumeSw)
	unreach.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
}

// cloneHeader makes a clone's function: internal, fastcc, one frame parameter, attributes and placement of the ramp.
func (co *coroutine) cloneHeader(kind cloneKind) *ir.Func {
	m, f := co.m, co.f
	pt := co.framePtr.Type()
	fty := m.Types.Func(m.Types.Void(), []*ir.Type{pt}, false)
	n := ir.NewFunc(m, m.UniqueSymbol(f.Name+"."+kind.suffix()), fty)
	n.Linkage, n.CC = ir.LinkInternal, "fastcc"
	n.Attrs = f.Attrs
	n.Section, n.Partition, n.Align, n.GC = f.Section, f.Partition, f.Align, f.GC
	n.Prefix, n.Prologue, n.Person = f.Prefix, f.Prologue, f.Person
	for _, a := range f.Meta {
		if a.Kind != "func_sanitize" {
			n.Meta = append(n.Meta, a)
		}
	}
	deref := "dereferenceable(" + strconv.FormatInt(co.frame.Size, 10) + ")"
	align := "align " + strconv.FormatInt(co.frame.Align, 10)
	words := []string{"noundef", "nonnull", align, deref}
	if m.TypedPtrs {
		words = []string{"noalias", "nonnull", align, deref}
	}
	n.Params[0].Attrs = ir.NewAttrs(words...)
	n.After = f
	n.Pos = f.Pos
	m.AddFunc(n)
	return n
}

// makeClone copies the body and turns the copy into one of the three resume functions.
func (co *coroutine) makeClone(n *ir.Func, kind cloneKind, clones []*ir.Func) {
	m := co.m
	params := make([]ir.Value, len(co.f.Params))
	for k, p := range co.f.Params {
		params[k] = m.Poison(p.Type())
	}
	vm := ir.CloneBody(n, co.f, params, nil)
	cl := &clone{co: co, f: n, kind: kind, vm: vm, all: clones}
	cl.dropReturns()
	cl.setEntry()
	cl.transferControl()
	cl.setFramePtr()
	if co.hasFinal {
		cl.finalSuspend()
	}
	cl.replaceSuspends()
	cl.replaceEnds()
	for _, r := range co.inRamp {
		c := vm.Instr(r)
		ir.ReplaceUses(c, m.Bool(false))
		c.Erase()
	}
	salvageDebug(co, n, cl.base)
	cl.replaceFrees()
	opt.RemoveUnreachable(n)
	if m.Version <= 18 && kind == cloneResume && len(co.transfers) == 0 {
		cl.markTailCalls()
	}
	moveDebug(co, n)
	co.c.Stats.Clones++
}

// clone is one resume function being made.
type clone struct {
	co   *coroutine
	f    *ir.Func
	kind cloneKind
	vm   *ir.ValueMap
	base ir.Value // frame pointer of the frame's type
	all  []*ir.Func
}

// dropReturns makes the ramp's returns unreachable: a clone leaves by its suspends and ends.
func (cl *clone) dropReturns() {
	m := cl.co.m
	for b := cl.f.Entry(); b != nil; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Op == ir.OpRet {
			dead := m.NewInstr(ir.OpUnreachable, m.Types.Void())
			dead.SetDebugLoc(t.DebugLoc())
			t.Erase()
			b.Append(dead)
		}
	}
}

// setEntry makes AllocaSpillBB's copy the entry, going on to the switch over the index.
func (cl *clone) setEntry() {
	m, f := cl.co.m, cl.f
	entry := cl.vm.Block(cl.co.allocaSpill)
	entry.SetName("entry." + cl.kind.suffix())
	f.MoveBlock(entry, nil)
	loc := entry.Terminator().DebugLoc()
	entry.Terminator().Erase()
	for u := entry.FirstUse(); u != nil; u = entry.FirstUse() {
		br := u.User()
		b := br.Block()
		br.Erase()
		b.Append(m.NewInstr(ir.OpUnreachable, m.Types.Void()))
	}
	sw := cl.vm.Block(cl.co.resumeEntry)
	br := m.NewInstr(ir.OpBr, m.Types.Void(), sw)
	br.SetDebugLoc(loc)
	entry.Append(br)
	if m.Version >= 20 {
		f.MoveBlock(sw, entry)
	}
	cl.adoptAllocas(entry)
}

// adoptAllocas moves allocas that only the ramp's part would reach, but that have users, to the clone's entry. Each goes to the front, so
// they come out in reverse. An alloca in the middle of the function can also be reached from one suspend and not from another that leads
// to a user: LLVM 22 makes invalid IR of that, here such an alloca moves as well.
func (cl *clone) adoptAllocas(entry *ir.Block) {
	var reach []bool
	var list []*ir.Instr
	var dom *ir.DomTree
	for b := cl.f.Entry(); b != nil; b = b.Next() {
		if b == entry {
			continue
		}
		for i := b.First(); i != nil; i = i.Next() {
			if i.Op != ir.OpAlloca || !i.HasUses() {
				continue
			}
			if reach == nil {
				reach = make([]bool, cl.f.NumIDs())
				for _, b := range ir.ReversePostOrder(cl.f) {
					reach[b.ID] = true
				}
			}
			if reach[b.ID] {
				if dom == nil {
					dom = ir.NewDomTree(cl.f)
				}
				if dominatesUses(dom, i) {
					continue
				}
			}
			if i.NumArgs() > 0 {
				if _, ok := i.Arg(0).(*ir.Const); !ok {
					continue
				}
			}
			list = append(list, i)
		}
	}
	for _, i := range list {
		i.MoveBefore(entry.FirstInsertionPt())
	}
}

// dominatesUses reports whether a definition comes before all its reachable uses.
func dominatesUses(dom *ir.DomTree, i *ir.Instr) bool {
	for u := i.FirstUse(); u != nil; u = u.Next() {
		if dom.Reachable(u.User().Block()) && !dom.DominatesUse(i, u) {
			return false
		}
	}
	return true
}

// transferControl ends the clone behind each symmetric transfer, as a tail call where the target can.
func (cl *clone) transferControl() {
	co := cl.co
	m := co.m
	for _, t := range co.transfers {
		call := cl.vm.Instr(t)
		if co.c.Target.Transfer(targetFeatures(m, cl.f)) == target.TransferTail {
			call.Flags = call.Flags&^(ir.FlagTail|ir.FlagNoTail) | ir.FlagMustTail
		}
		cl.returnBefore(call.Next())
	}
}

// returnBefore puts `ret void` in front of i; i and what follows become unreachable.
func (cl *clone) returnBefore(i *ir.Instr) {
	m := cl.co.m
	b := i.Block()
	b.SplitBefore(i, "")
	t := b.Terminator()
	dl := t.DebugLoc()
	t.Erase()
	ret := m.NewInstr(ir.OpRet, m.Types.Void())
	ret.SetDebugLoc(dl)
	b.Append(ret)
}

// targetFeatures is the function's "target-features" string.
func targetFeatures(m *ir.Module, f *ir.Func) string {
	if a := f.Attrs.GetStr(m, "target-features"); a != nil {
		return a.Val
	}
	return ""
}

// setFramePtr makes the parameter take the place of the ramp's frame pointer.
func (cl *clone) setFramePtr() {
	co := cl.co
	p := cl.f.Params[0]
	old := cl.vm.Instr(co.framePtr.(*ir.Instr))
	begin := cl.vm.Instr(co.begin)
	name := old.Name()
	cl.base = p
	if old == begin {
		old.SetName("")
		cl.f.SetParamName(p, name)
		ir.ReplaceUses(begin, p)
		return
	}
	// Typed: the parameter has the frame's type, and coro.begin's i8* is a cast of it.
	old.SetName("")
	cl.f.SetParamName(p, name)
	ir.ReplaceUses(old, p)
	v := co.m.NewInstr(ir.OpBitCast, begin.Type(), p)
	cl.f.Entry().Prepend(v)
	v.SetName("vFrame")
	ir.ReplaceUsesIf(begin, v, func(u *ir.Use) bool { return u.User() != old })
}

// finalSuspend takes the final suspend out of the switch: resuming there is undefined, and destroying is decided by the null resume
// pointer, unless an exception may have made it null too.
func (cl *clone) finalSuspend() {
	co := cl.co
	m := co.m
	if cl.kind != cloneResume && co.unwindEnd {
		return
	}
	sw := cl.vm.Instr(co.resumeSw)
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
	addr := co.headerAddr(bld, cl.base, frame.FieldResume, "ResumeFn.addr")
	fn := co.frame.Slots[frame.FieldResume].Typ
	v := bld.Load(fn, addr, co.ptrAlign(), "")
	bld.CondBr(bld.ICmp(ir.PredEQ, v, m.Null(fn), ""), resume, rest)
}

// replaceSuspends gives every suspend the result of being resumed or destroyed.
func (cl *clone) replaceSuspends() {
	v := int64(1)
	if cl.kind == cloneResume {
		v = 0
	}
	for _, s := range cl.co.suspends {
		c := cl.vm.Instr(s)
		ir.ReplaceUses(c, cl.co.m.ConstInt(c.Type(), v))
		c.Erase()
	}
}

// replaceEnds makes the fallthrough end return, and unwind ends mark the coroutine done.
func (cl *clone) replaceEnds() {
	co := cl.co
	m := co.m
	for _, e := range co.ends {
		c := cl.vm.Instr(e)
		bld := ir.NewBuilder(m)
		bld.Before(c)
		bld.SetDebugLoc(c.DebugLoc())
		if !ir.IsUnwindEnd(e) {
			cl.returnBefore(c)
		} else {
			co.markDone(bld, cl.base)
			if pad := funcletOf(c); pad != nil {
				cl.cleanupRetBefore(c, pad)
			}
		}
		if c.HasUses() {
			ir.ReplaceUses(c, m.Bool(true))
		}
		c.Erase()
	}
}

// funcletOf is the pad named by a call's funclet bundle, or nil.
func funcletOf(i *ir.Instr) ir.Value {
	c := i.Call()
	k := c.NArgs
	for _, b := range c.Bundles {
		if b.Tag == "funclet" && b.N == 1 {
			return i.Arg(k)
		}
		k += b.N
	}
	return nil
}

func (cl *clone) cleanupRetBefore(i *ir.Instr, pad ir.Value) {
	m := cl.co.m
	b := i.Block()
	b.SplitBefore(i, "")
	b.Terminator().Erase()
	b.Append(m.NewInstr(ir.OpCleanupRet, m.Types.Void(), pad))
}

// replaceFrees gives coro.free the frame, or null in the cleanup clone.
func (cl *clone) replaceFrees() {
	co := cl.co
	id := cl.vm.Instr(co.id)
	var frame ir.Value
	for _, u := range id.Users() {
		if ir.CoroCall(u) != ir.CoroFree {
			continue
		}
		if frame == nil {
			frame = u.Arg(1)
		}
		with := frame
		switch {
		case cl.kind == cloneCleanup:
			with = co.m.Null(u.Type())
		case cl.kind == cloneResume && co.wantNoalloc():
			with = cl.unlessElided(u, frame)
		}
		ir.ReplaceUses(u, with)
		u.Erase()
	}
}

// unlessElided gives the memory to free where a resume function runs to the end of a coroutine whose frame may be its caller's: null if the
// destroy slot says so.
func (cl *clone) unlessElided(free *ir.Instr, mem ir.Value) ir.Value {
	co := cl.co
	bld := ir.NewBuilder(co.m)
	bld.Before(free)
	bld.SetDebugLoc(free.DebugLoc())
	addr := co.headerAddr(bld, cl.base, frame.FieldDestroy, "destroy.addr")
	null := co.m.Null(free.Type())
	test := bld.ICmp(ir.PredEQ, bld.Load(co.frame.Slots[frame.FieldDestroy].Typ, addr, co.ptrAlign(), ""), cl.all[cloneCleanup], "")
	return bld.Select(test, null, mem, "")
}

// storeResumers writes the header in the ramp. Destroying an elided frame must not free it: then the cleanup clone is stored.
func (co *coroutine) storeResumers(clones []*ir.Func) {
	bld := ir.NewBuilder(co.m)
	ir.BeforeAt(bld, co.afterBegin())
	addr := co.headerAddr(bld, co.framePtr, frame.FieldResume, "resume.addr")
	bld.Store(clones[cloneResume], addr, co.ptrAlign())
	var destroy ir.Value = clones[cloneDestroy]
	for u := co.id.FirstUse(); u != nil; u = u.Next() {
		if a := u.User(); ir.CoroCall(a) == ir.CoroAlloc {
			destroy = bld.Select(a, clones[cloneDestroy], clones[cloneCleanup], "")
			break
		}
	}
	addr = co.headerAddr(bld, co.framePtr, frame.FieldDestroy, "destroy.addr")
	bld.Store(destroy, addr, co.ptrAlign())
}

// setInfo makes the table of clones and names it in coro.id, for elision.
func (co *coroutine) setInfo(clones []*ir.Func) {
	m := co.m
	elem := clones[0].Type()
	at := m.Types.Array(elem, uint64(len(clones)))
	g := ir.NewGlobal(m, m.UniqueSymbol(co.f.Name+".resumers"), at, 0)
	g.Linkage, g.IsConst = ir.LinkPrivate, true
	init := m.NewConst(ir.ConstArray, at)
	for _, c := range clones {
		init.Elems = append(init.Elems, c)
	}
	g.Init = init
	m.AddGlobal(g)
	bld := ir.NewBuilder(m)
	bld.Before(co.id)
	co.id.SetArg(ir.IdInfo, bld.PtrCast(g, co.id.Arg(ir.IdInfo).Type()))
}

// wantNoalloc reports whether some caller may want to give the coroutine its frame.
func (co *coroutine) wantNoalloc() bool {
	return co.m.Version >= 20 && co.c.ElideSafeCallee != nil && co.c.ElideSafeCallee(co.f.Name) && !co.f.HasAttr("noinline")
}

// noallocRamp makes the ramp that runs on memory of its caller, when some caller may use it.
func (co *coroutine) noallocRamp(clones []*ir.Func) {
	m, f := co.m, co.f
	if !co.wantNoalloc() {
		return
	}
	f.Renumber()
	types := append(append([]*ir.Type(nil), f.FTy.Params()...), co.framePtr.Type())
	n := ir.NewFunc(m, m.UniqueSymbol(f.Name+".noalloc"), m.Types.Func(f.FTy.Ret(), types, false))
	n.Linkage, n.CC, n.RetAttrs, n.Attrs, n.Person = ir.LinkInternal, f.CC, f.RetAttrs, f.Attrs, f.Person
	n.UnnamedAdr, n.Section, n.GC, n.After, n.Pos = f.UnnamedAdr, f.Section, f.GC, f, f.Pos
	params := make([]ir.Value, len(f.Params))
	for k := range f.Params {
		n.Params[k].Attrs = f.Params[k].Attrs
		params[k] = n.Params[k]
	}
	mem := n.Params[len(f.Params)]
	mem.Attrs = ir.NewAttrs("noundef", "nonnull", "align "+strconv.FormatInt(co.frame.Align, 10),
		"dereferenceable("+strconv.FormatInt(co.frame.Size, 10)+")")
	m.AddFunc(n)
	vm := ir.CloneBody(n, f, params, nil)
	id := vm.Instr(co.id)
	opt.NoAllocation(m, id)
	begin := vm.Instr(co.begin)
	ir.ReplaceUses(begin, mem)
	begin.Erase()
	opt.RemoveUnreachable(n)
	moveDebug(co, n)
	co.setInfo(append(clones, n))
}
