// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package dynalloca

// The rewriting of dynamic allocas that live across a suspend, once heapPlan has decided. A node of
// the list is one block of memory:
//
//	0        +---------------+
//	         | previous node |  null: there is none
//	pointer  +---------------+
//	         | bytes         |  of the whole block; only if the deallocator takes a size
//	         +---------------+
//	         | the object    |  at the next multiple of its alignment
//	         +---------------+
//
// An alloca cannot fail. So if the allocator throws or returns null, or if the size overflows, the
// program ends in llvm.trap.

import (
	"github.com/corolower/corolower/internal/count"
	"github.com/corolower/corolower/internal/debuginfo"
	"github.com/corolower/corolower/internal/ir"
	"github.com/corolower/corolower/internal/lower/coro"
	"github.com/corolower/corolower/internal/remark"
	"github.com/corolower/corolower/internal/target"
)

// nodes rewrites the coroutine of a plan.
type nodes struct {
	*heapPlan
	bld  *ir.Builder
	ptr  *ir.Type
	head *ir.Instr // the variable that holds the newest node
	trap *ir.Block // nil: not needed yet
	pad  *ir.Block // the landing pad of allocators that throw; nil: not needed yet
}

// rewrite changes the function as planned.
func (p *heapPlan) rewrite() {
	count.DynamicAlloca.Hit()
	for _, a := range p.local {
		a.SetMeta(coro.OutsideFrame, p.M.AddMD(&ir.MDNode{}))
	}
	if len(p.objects) == 0 {
		for _, s := range p.scopes { // what they would restore is the stack of another run
			s.restore.Erase()
			for _, save := range s.saves {
				if save.Block() != nil && !save.HasUses() {
					save.Erase()
				}
			}
		}
		return
	}
	n := &nodes{heapPlan: p, bld: ir.NewBuilder(p.M), ptr: p.M.PtrType(p.heap.Space)}
	n.begin()
	for _, s := range p.scopes {
		n.freeTo(s.restore, n.bld.Before(s.restore).PtrCast(s.restore.Arg(0), n.ptr))
	}
	for _, s := range p.scopes {
		s.restore.Erase()
		for _, save := range s.saves {
			if save.Block() != nil {
				n.mark(save)
			}
		}
	}
	for _, e := range p.ends {
		n.freeTo(e, p.M.Null(n.ptr))
	}
	for _, a := range p.objects {
		p.remarkDynamic(a)
		n.allocate(a)
	}
	for _, a := range p.also {
		n.allocate(a)
	}
}

// begin creates the head of the list, which is empty.
func (n *nodes) begin() {
	n.bld.Before(n.F.Entry().FirstInsertionPt())
	n.head = n.bld.Alloca(n.ptr, n.Layout.AllocaAS, uint32(n.Layout.PtrAlign(n.heap.Space)), "dynamic.allocas")
	n.head.Pos = n.objects[0].Pos
	if !n.before {
		n.bld.After(n.Begin)
	}
	n.store(n.M.Null(n.ptr), n.head)
}

func (n *nodes) load(from ir.Value, name string) *ir.Instr {
	return n.bld.Load(n.ptr, from, uint32(n.Layout.PtrAlign(n.heap.Space)), name)
}

func (n *nodes) store(v, to ir.Value) {
	n.bld.Store(v, to, uint32(n.Layout.PtrAlign(n.heap.Space)))
}

// at positions the builder before i. Calls need a place in the source if their callee has one.
func (n *nodes) at(i *ir.Instr) {
	n.bld.Before(i)
	loc := i.DebugLoc()
	if loc == nil {
		loc = n.Begin.DebugLoc()
	}
	n.bld.SetDebugLoc(loc)
}

// mark replaces a stacksave by the head of the list, which is empty before the coroutine has begun.
func (n *nodes) mark(save *ir.Instr) {
	n.bld.After(save)
	head := n.load(n.head, "dynamic.mark")
	ir.ReplaceUses(save, n.bld.PtrCast(head, save.Type()))
	save.Erase()
}

// freeTo frees, before i, the nodes that are newer than mark:
//
//	loop:
//	  %last = load ptr, ptr %dynamic.allocas
//	  %done = icmp eq ptr %last, %mark
//	  br i1 %done, label %rest, label %free
//	free:
//	  %prev = load ptr, ptr %last
//	  store ptr %prev, ptr %dynamic.allocas
//	  call void @free(ptr %last)
//	  br label %loop
func (n *nodes) freeTo(i *ir.Instr, mark ir.Value) {
	from := i.Block()
	rest := from.SplitBefore(i, "dynamic.freed")
	loop := n.F.NewBlockBefore("dynamic.list", rest)
	free := n.F.NewBlockBefore("dynamic.free", rest)
	from.Terminator().SetArg(0, loop)
	n.at(i)
	n.bld.AtEnd(loop)
	node := n.load(n.head, "dynamic.last")
	n.bld.CondBr(n.bld.ICmp(ir.PredEQ, node, mark, ""), rest, free)
	n.bld.AtEnd(free)
	n.store(n.load(node, "dynamic.prev"), n.head)
	h := n.heap.free
	args := n.arguments(h)
	args[h.mem] = n.bld.PtrCast(node, h.fty.Params()[h.mem])
	if h.size >= 0 {
		args[h.size] = n.bld.Load(h.fty.Params()[h.size], n.sizeAddr(node), 0, "dynamic.bytes")
	}
	n.call(h, args, "")
	n.bld.Br(loop)
}

// arguments returns the arguments of a call of the heap, except size and memory.
func (n *nodes) arguments(h *call) []ir.Value {
	args := append([]ir.Value(nil), h.args...)
	if h.align >= 0 {
		args[h.align] = n.M.ConstInt(h.fty.Params()[h.align], n.heap.align)
	}
	return args
}

// call builds a call of the heap.
func (n *nodes) call(h *call, args []ir.Value, name string) *ir.Instr {
	call := n.bld.Call(h.fn, h.fty, h.cc, args, name)
	aux := call.Call()
	aux.ArgAttrs = h.attrs
	if !h.throws {
		aux.Attrs = aux.Attrs.With(n.M, ir.Attr{Name: "nounwind"})
	}
	return call
}

// sizeAddr returns the address of a node's size.
func (n *nodes) sizeAddr(node ir.Value) ir.Value {
	return n.byteAddr(node, n.Layout.PtrSize(n.heap.Space), "")
}

// allocate replaces a dynamic alloca by a new node.
func (n *nodes) allocate(a *ir.Instr) {
	for _, m := range lifetimesOf(a) {
		m.Erase()
	}
	h := n.heap
	t := h.alloc.sizeType()
	elem := n.Layout.AllocSize(a.ElemTy)
	header := n.Layout.PtrSize(h.Space)
	if h.free.size >= 0 {
		header += n.Layout.AllocSize(t)
	}
	align := coro.AllocaAlign(n.Layout, a)
	promised := h.Promised
	if h.alloc.align >= 0 {
		promised = h.align
	}
	extra := target.AlignTo(header, min(align, promised)) + max(align-promised, 0)

	n.at(a)
	count := ir.Value(n.M.ConstInt(t, 1))
	if a.NumArgs() > 0 {
		count = a.Arg(0)
	}
	n.guard(a, n.tooMany(count, t, elem, extra+h.align))
	bytes := n.bytes(count, t, elem, extra)
	args := n.arguments(h.alloc)
	args[h.alloc.size] = bytes
	node := n.take(a, args)
	if h.alloc.null {
		n.guard(a, n.bld.ICmp(ir.PredEQ, node, n.M.Null(n.ptr), ""))
	}
	n.store(n.load(n.head, "dynamic.last"), node)
	if h.free.size >= 0 {
		n.bld.Store(bytes, n.sizeAddr(node), 0)
	}
	n.store(node, n.head)
	name := a.Name()
	a.SetName("")
	var obj *ir.Instr
	if align > promised {
		obj = n.bld.RoundUp(n.byteAddr(node, target.AlignTo(header, promised), ""), int(n.Layout.PtrSize(h.Space))*8, align, name)
	} else {
		obj = n.byteAddr(node, extra, name)
	}
	obj.Pos = a.Pos
	ir.ReplaceUses(a, n.bld.PtrCast(obj, a.Type()))
	a.Erase()
}

// bytes computes the size of the block for count elements.
func (n *nodes) bytes(count ir.Value, t *ir.Type, elem, extra int64) ir.Value {
	size := n.resize(count, t)
	if elem != 1 {
		size = n.bld.Binary(ir.OpMul, size, n.M.ConstInt(t, elem), 0, "")
	}
	if n.heap.alloc.align < 0 {
		return n.bld.Binary(ir.OpAdd, size, n.M.ConstInt(t, extra), 0, "dynamic.bytes")
	}
	// Some allocators require a multiple of the alignment.
	size = n.bld.Binary(ir.OpAdd, size, n.M.ConstInt(t, extra+n.heap.align-1), 0, "")
	return n.bld.Binary(ir.OpAnd, size, n.M.ConstInt(t, -n.heap.align), 0, "dynamic.bytes")
}

// resize converts a number of elements, which is unsigned, to another width.
func (n *nodes) resize(v ir.Value, t *ir.Type) ir.Value {
	switch from, to := v.Type().Bits(), t.Bits(); {
	case from < to:
		return n.bld.Cast(ir.OpZExt, v, t, "")
	case from > to:
		return n.bld.Cast(ir.OpTrunc, v, t, "")
	}
	return v
}

// tooMany returns the condition that the block is larger than half of the address space, or nil if
// it cannot be.
func (n *nodes) tooMany(count ir.Value, t *ir.Type, elem, extra int64) ir.Value {
	most := (int64(1)<<(min(t.Bits(), 64)-1) - 1 - extra) / max(elem, 1)
	w := count.Type().Bits()
	if c, ok := count.(*ir.Const); ok && w <= 64 && c.Uint64() <= uint64(most) || w < 64 && int64(1)<<w-1 <= most {
		return nil
	}
	return n.bld.ICmp(ir.PredUGT, count, n.M.ConstInt(count.Type(), most), "")
}

// guard ends the program before i if a condition holds, and continues before i. The condition nil
// never holds.
func (n *nodes) guard(i *ir.Instr, cond ir.Value) {
	if cond == nil {
		return
	}
	from := i.Block()
	rest := from.SplitBefore(i, "dynamic.ok")
	from.Terminator().Erase()
	n.bld.AtEnd(from).CondBr(cond, n.trapBlock(), rest)
	n.at(i)
}

// take calls the allocator before i. The program ends if it throws.
func (n *nodes) take(i *ir.Instr, args []ir.Value) ir.Value {
	h := n.heap.alloc
	if !h.throws || n.F.Person == nil {
		return n.bld.PtrCast(n.call(h, args, "dynamic.node"), n.ptr)
	}
	from := i.Block()
	rest := from.SplitBefore(i, "dynamic.ok")
	from.Terminator().Erase()
	n.bld.AtEnd(from)
	call := n.call(h, args, "")
	args = nil
	for k := range call.NumArgs() {
		args = append(args, call.Arg(k))
	}
	invoke := n.M.NewInstr(ir.OpInvoke, call.Type(), append(args, rest, n.padBlock())...)
	invoke.Aux, invoke.Meta = call.Aux, call.Meta
	call.Erase()
	from.Append(invoke)
	invoke.SetName("dynamic.node")
	n.at(i)
	return n.bld.PtrCast(invoke, n.ptr)
}

// trapBlock returns the block in which the program ends.
func (n *nodes) trapBlock() *ir.Block {
	if n.trap == nil {
		n.trap = n.F.NewBlock("dynamic.failed", nil)
		b := ir.NewBuilder(n.M).AtEnd(n.trap).SetDebugLoc(n.Begin.DebugLoc())
		b.CallFunc(ir.DeclareIntrinsic(n.M, ir.Trap), "")
		b.Unreachable()
	}
	return n.trap
}

// padBlock returns the landing pad of allocators that throw.
func (n *nodes) padBlock() *ir.Block {
	if n.pad == nil {
		t := n.M.Types.Struct([]*ir.Type{n.M.PtrType(0), n.M.Types.Int(32)}, false)
		for b := n.F.Entry(); b != nil; b = b.Next() {
			if i := b.FirstNonPhi(); i != nil && i.Op == ir.OpLandingPad {
				t = i.Type() // all in a function have one type
				break
			}
		}
		n.pad = n.F.NewBlock("dynamic.thrown", nil)
		catch := n.M.NewInstr(ir.OpLandingPad, t, n.M.Null(n.M.PtrType(0))) // catches everything
		catch.Aux = &ir.LandingAux{Filter: []bool{false}}
		n.pad.Append(catch)
		ir.NewBuilder(n.M).AtEnd(n.pad).Br(n.trapBlock())
	}
	return n.pad
}

// byteAddr computes the address of a byte offset in a node.
func (n *nodes) byteAddr(node ir.Value, offset int64, name string) *ir.Instr {
	t := n.M.Types.Int(n.Layout.IndexBits(n.heap.Space))
	return n.bld.ByteGEP(n.bld.PtrCast(node, n.M.PtrType(n.heap.Space)), n.M.ConstInt(t, offset), ir.FlagInBounds, name)
}

// lifetimesOf returns the lifetime markers of an alloca, which must not refer to other memory.
func lifetimesOf(a *ir.Instr) []*ir.Instr {
	var list []*ir.Instr
	for _, u := range a.Users() {
		if ir.LifetimeKind(u) != 0 {
			list = append(list, u)
		}
		if u.Op == ir.OpBitCast {
			list = append(list, lifetimesOf(u)...)
		}
	}
	return list
}

// remarkDynamic adds a remark about the cost of an object that is on the heap.
func (p *heapPlan) remarkDynamic(a *ir.Instr) {
	if p.Remarks == nil {
		return
	}
	what := "an object of variable size"
	if coro.ConstantSize(p.Layout, a) {
		what = "an object that a loop allocates"
	}
	p.Remarks.Add(remark.Remark{Kind: remark.Missed, Pass: "coro-split", Name: "CoroDynamicAlloca",
		Function: p.F.Name, Loc: debuginfo.InstrLoc(p.M, a),
		Args: remark.Words(what+" lives across a suspend: '", remark.Named("function", p.F.Name),
			"' allocates it with '", remark.Named("allocator", p.heap.alloc.name()),
			"', and frees it, each time it is declared, with a header and padding of at most ",
			remark.Number("header", 2*p.Layout.PtrSize(0)+p.heap.align), " bytes"),
	})
}
