// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package interp

import "github.com/corolower/corolower/internal/ir"

// Exceptions with funclets, as in Microsoft's C++ ABI (__CxxFrameHandler3). An exception that
// unwinds to a block with a catchswitch or a cleanuppad continues there; both find the exception in
// Thread.uw. The token of a catchpad or cleanuppad is the address of the exception's object.
//
// A throw gets a local object and a description of its type: the types that catch it, and its
// destructor. The description has addresses relative to the image, for example
//
//	i32 trunc (i64 sub (i64 ptrtoint (ptr @_CTA1H to i64), i64 ptrtoint (ptr @__ImageBase to i64)) to i32)
//
// This package has no image, so it reads the description from the constants and not from memory.

// catchable is a type that catches an exception.
type catchable struct {
	typ  uint64 // its type descriptor
	off  uint64 // of the base class in the object
	size uint64
	copy uint64 // a copy constructor; 0: the bytes are copied
}

// thrown describes the type of thrown objects.
type thrown struct {
	dtor  uint64
	types []catchable
}

// byReference is the bit of a catchpad's flags for a handler that gets a reference.
const byReference = 8

// catcher is a handler of a catchswitch.
type catcher struct {
	typ uint64 // the type descriptor; 0: any type
	to  *edge
}

// padInfo is a catchswitch or a cleanuppad.
type padInfo struct {
	catches []catcher
	next    *edge // where the exception unwinds if nothing catches it; nil: it leaves the function
	after   *padInfo
}

// padOf describes the pad at the beginning of a block.
func (c *compiler) padOf(b *ir.Block) *padInfo {
	if p := c.pads[b]; p != nil {
		return p
	}
	if c.pads == nil {
		c.pads = map[*ir.Block]*padInfo{}
	}
	if c.m != nil && ir.PersonalityOf(c.fn.ir) != ir.PersonMSVC {
		panic(unsupportedf("exceptions with %s and this personality cannot be run", b.FirstNonPhi().Op))
	}
	p := &padInfo{}
	c.pads[b] = p
	pad, from := b.FirstNonPhi(), b.FirstNonPhi()
	if pad.Op == ir.OpCatchSwitch {
		for k := 1; k < pad.NumArgs(); k++ {
			h := pad.Arg(k).(*ir.Block)
			cp := h.FirstNonPhi()
			if h == ir.UnwindDest(pad) || cp.Op != ir.OpCatchPad {
				continue
			}
			needCxxPad(cp)
			p.catches = append(p.catches, catcher{c.p.constant(cp.Arg(1))[0].v, c.edgeFrom(pad.Block(), h)})
		}
	} else {
		from = nil
		for u := pad.FirstUse(); u != nil; u = u.Next() {
			if u.User().Op == ir.OpCleanupRet {
				from = u.User()
			}
		}
	}
	if from != nil {
		if d := ir.UnwindDest(from); d != nil {
			p.next, p.after = c.edgeFrom(from.Block(), d), c.padOf(d)
		}
	}
	return p
}

// caught returns the handler that catches an exception, and the address that it gets.
func (p *padInfo) caught(e *exception) (*catcher, *catchable) {
	for k := range p.catches {
		h := &p.catches[k]
		if h.typ == 0 {
			return h, nil
		}
		for j := range e.catch {
			if t := &e.catch[j]; t.typ == h.typ {
				return h, t
			}
		}
	}
	return nil, nil
}

// willCatch reports whether an exception that unwinds to a pad is caught in this function.
func (p *padInfo) willCatch(e *exception) bool {
	for ; p != nil; p = p.after {
		if h, _ := p.caught(e); h != nil {
			return true
		}
	}
	return false
}

// follow continues an exception at an edge, or in the caller.
func (t *Thread) follow(f *frame, e *exception, next *edge) {
	if next != nil {
		t.uw = unwinding{exc: e}
		f.jump(next)
		return
	}
	if t.unwindOut(f, e) {
		t.unwind(e)
	}
}

func compileCatchSwitch(c *compiler, i *ir.Instr) {
	c.add(inst{x: c.padOf(i.Block()), run: func(t *Thread, f *frame, in *inst) {
		p, e := in.x.(*padInfo), t.uw.exc
		h, as := p.caught(e)
		if h == nil {
			t.follow(f, e, p.next)
			return
		}
		t.uw = unwinding{exc: e, as: as}
		f.jump(h.to)
	}})
}

// needCxxPad rejects a catchpad of another language.
func needCxxPad(i *ir.Instr) {
	if i.NumArgs() != 4 {
		panic(unsupportedf("a catchpad with other arguments than those of C++ cannot be run"))
	}
}

func compileCatchPad(c *compiler, i *ir.Instr) {
	needCxxPad(i)
	flags := c.p.constant(i.Arg(2))[0].v
	depth := 0
	for p := ir.ParentPad(i); p != nil; p = ir.ParentPad(p) {
		if p.Op == ir.OpCatchPad {
			depth++
		}
	}
	c.add(inst{dst: c.dst(i), a: c.src(i.Arg(3)), imm: flags, run: func(t *Thread, f *frame, in *inst) {
		t.endFunclets(f, depth)
		execCatchPad(t, f, in)
		t.caught[len(t.caught)-1].depth = depth
	}})
}

// execCatchPad enters a handler, and initialises its variable.
func execCatchPad(t *Thread, f *frame, in *inst) {
	e, as := t.uw.exc, t.uw.as
	t.enterHandler(e, f.serial)
	f.regs[in.dst] = val{v: e.obj}
	slot := f.regs[in.a].v
	if slot == 0 || as == nil {
		return
	}
	obj := e.obj + as.off
	switch {
	case in.imm&byReference != 0:
		t.m.mem.store(slot, 8, val{v: obj})
	case as.copy != 0:
		t.enter(t.function(val{v: as.copy}), []val{{v: slot}, {v: obj}}, nil)
	default:
		t.m.mem.copy(slot, obj, as.size)
	}
}

func compileCleanupPad(c *compiler, i *ir.Instr) {
	c.add(inst{dst: c.dst(i), run: func(t *Thread, f *frame, in *inst) { f.regs[in.dst] = val{v: t.uw.exc.obj} }})
}

func compileCleanupRet(c *compiler, i *ir.Instr) {
	pad := ir.AsInstr(i.Arg(0))
	if pad == nil {
		panic(unsupportedf("a cleanupret of no cleanuppad cannot be run"))
	}
	var next *edge
	if d := ir.UnwindDest(i); d != nil {
		next = c.edge(d)
		c.padOf(d)
	}
	c.add(inst{a: c.src(pad), run: func(t *Thread, f *frame, in *inst) {
		t.jumped = true
		t.follow(f, t.excAt(f.regs[in.a].v), next)
	}})
}

func compileCatchRet(c *compiler, i *ir.Instr) {
	to := c.edge(i.Arg(1).(*ir.Block))
	c.add(inst{run: func(t *Thread, f *frame, in *inst) {
		f.jump(to)
		if e := t.leaveHandler("catchret"); e != nil {
			t.release(e, func() {})
		}
	}})
}

// endFunclets drops the handlers of a frame that an exception leaves: those in at least depth other
// handlers.
func (t *Thread) endFunclets(f *frame, depth int) {
	for n := len(t.caught); n > 0 && t.caught[n-1].frame == f.serial && f.serial != 0 && t.caught[n-1].depth >= depth; n-- {
		t.caught[n-1].exc.alive--
		t.caught = t.caught[:n-1]
	}
}

// throwMSVC is _CxxThrowException: it throws an object, or the current exception again.
func throwMSVC(t *Thread, a []val) val {
	obj, info := t.arg(a, 0), t.arg(a, 1)
	if obj == 0 {
		return rethrow(t, nil)
	}
	o, off := t.m.mem.object(obj)
	g, _ := t.m.mem.object(info)
	if o == nil || o.dead || g == nil || g.global == nil {
		panic(trapf("_CxxThrowException gets no object or no type"))
	}
	e := &exception{obj: obj, typ: info}
	if f := t.top; off == 0 && o.kind == objLocal && f.act == nil {
		// The object outlives its function.
		e.own = o
		for k, l := range f.locals {
			if l == o {
				f.locals = append(f.locals[:k:k], f.locals[k+1:]...)
				break
			}
		}
		o.kind = objHeap
		o.data = append([]byte(nil), o.data...)
		o.undef = append([]byte(nil), o.undef...)
	}
	d := t.m.prog.thrownType(g.global)
	e.dtor, e.catch = d.dtor, d.types
	if t.m.exc == nil {
		t.m.exc = exceptions{}
	}
	t.m.exc[obj] = e
	t.throwNew(e)
	return val{}
}

// thrownType reads the description of a thrown type: { flags, destructor, compat, types }, where
// types is { n, [n x type] }, and a type { flags, descriptor, offsets, size, copy constructor }.
func (p *Program) thrownType(g *ir.Global) thrown {
	var d thrown
	d.dtor = p.relative(p.element(g, 1))
	types, ok := p.relativeGlobal(p.element(g, 3))
	if !ok {
		panic(unsupportedf("the type of an exception, @%s, is not constant", g.Name))
	}
	list, _ := p.element(types, 1).(*ir.Const)
	if list == nil {
		panic(unsupportedf("the types of an exception, @%s, are not constant", types.Name))
	}
	for _, x := range list.Elems {
		c, ok := p.relativeGlobal(x)
		if !ok {
			panic(unsupportedf("the type of an exception is not constant"))
		}
		number := func(k int) uint64 { return p.constant(p.element(c, k))[0].v }
		if int32(number(3)) != -1 {
			panic(unsupportedf("an exception with a virtual base, @%s, cannot be run", c.Name))
		}
		d.types = append(d.types, catchable{typ: p.relative(p.element(c, 1)), off: number(2), size: number(5),
			copy: p.relative(p.element(c, 6))})
	}
	return d
}

// element returns an element of a global's initializer.
func (p *Program) element(g *ir.Global, k int) ir.Value {
	if other, ok := p.linked[g].(*ir.Global); ok {
		g = other
	}
	init, err := g.Initializer()
	if err != nil {
		panic(trapf("%v", err))
	}
	c, ok := init.(*ir.Const)
	if !ok || k >= len(c.Elems) {
		panic(unsupportedf("the type of an exception, @%s, is not known", g.Name))
	}
	return c.Elems[k]
}

// symbolOf returns the symbol whose address relative to the image a constant is, or nil.
func symbolOf(v ir.Value) ir.Value {
	c, ok := v.(*ir.Const)
	if !ok {
		return v
	}
	if c.Kind != ir.ConstExpr || len(c.Elems) == 0 {
		return nil
	}
	return symbolOf(c.Elems[0])
}

// relative returns the address that a relative address stands for; 0 for none.
func (p *Program) relative(v ir.Value) uint64 {
	if s := symbolOf(v); s != nil {
		return p.address(s)
	}
	return 0
}

func (p *Program) relativeGlobal(v ir.Value) (*ir.Global, bool) {
	g, ok := symbolOf(v).(*ir.Global)
	return g, ok
}
