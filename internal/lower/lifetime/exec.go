// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package lifetime

// The effects of one instruction other than a call on the abstract state. The operands of any
// instruction that is not modelled escape.

import (
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// eval returns the abstract value of an operand.
func (w *pathSearch) eval(s *abstractState, v ir.Value) abstractValue {
	switch x := v.(type) {
	case *ir.Const:
		return w.evalConst(x)
	case *ir.Instr:
		if at, ok := s.find(int32(x.ID)); ok {
			return s.regs[at].k
		}
		return w.rooted(x)
	case *ir.Param:
		return s.get(regID(x))
	}
	return abstractValue{}
}

func (w *pathSearch) evalConst(x *ir.Const) abstractValue {
	if x.IsInt() || x.Kind == ir.ConstNull {
		return abstractValue{kind: knownConst, v: x}
	}
	return abstractValue{}
}

// rooted returns the abstract value of an address that is computed only from the handle or a local
// variable. The value is the same on all paths.
func (w *pathSearch) rooted(x *ir.Instr) abstractValue {
	r := &w.fn.roots[x.ID]
	if !r.asked {
		k := w.findRoot(x)
		r.asked, r.base, r.off = true, ir.AsInstr(k.v), k.off
	}
	switch {
	case r.base == nil:
		return abstractValue{}
	case r.base.Op == ir.OpAlloca:
		return abstractValue{knownAddr, r.base, r.off}
	case r.base == w.an.life.Begin:
		return abstractValue{kind: knownFrame, off: r.off}
	case w.root && w.an.isVariable(r.base):
		return abstractValue{knownAddr, r.base, r.off}
	}
	return abstractValue{}
}

// offset reports whether an instruction computes an address from another one and no other address.
func offset(i *ir.Instr) bool {
	return i.Op == ir.OpGEP && i.Type().IsPtr() || i.Op == ir.OpBitCast || i.Op == ir.OpAddrSpaceCast
}

// maxRootPath bounds the address computations between a variable and an address in it.
const maxRootPath = 16

// findRoot is rooted for any creation: v is the variable or the coro.begin.
func (w *pathSearch) findRoot(x *ir.Instr) abstractValue {
	var path []*ir.Instr
	for {
		switch x.Op {
		case ir.OpAlloca:
			if x.Block() != x.Func().Entry() {
				// a variable that is allocated repeatedly: its addresses cannot be distinguished
				return abstractValue{}
			}
			return w.along(abstractValue{knownAddr, x, 0}, path)
		case ir.OpCall:
			if effectOf(x) == Begins {
				return w.along(abstractValue{knownAddr, x, 0}, path)
			}
			if !ir.IsLaundering(x) {
				return abstractValue{}
			}
		default:
			if !offset(x) {
				return abstractValue{}
			}
		}
		path = append(path, x)
		next, ok := x.Arg(0).(*ir.Instr)
		if !ok || len(path) > maxRootPath {
			return abstractValue{}
		}
		x = next
	}
}

// along applies address computations, the last in the list first.
func (w *pathSearch) along(k abstractValue, path []*ir.Instr) abstractValue {
	for n := len(path) - 1; n >= 0; n-- {
		if i := path[n]; i.Op == ir.OpGEP {
			k = w.gep(nil, k, i)
		}
	}
	return k
}

// gep returns the address that a getelementptr computes. If there is a state, it may contain the
// indices.
func (w *pathSearch) gep(s *abstractState, k abstractValue, i *ir.Instr) abstractValue {
	if !k.isPointer() || i.Type().Kind() != ir.Ptr {
		return abstractValue{}
	}
	idx := make([]ir.Value, 0, 4)
	for n := 1; n < i.NumArgs(); n++ {
		v := i.Arg(n)
		if s != nil {
			if c := intConst(w.eval(s, v)); c != nil {
				v = c
			}
		}
		idx = append(idx, v)
	}
	d, ok := w.an.facts.Layout.GEPOffset(i.ElemTy, idx)
	return k.add(d, ok)
}

// exec executes one instruction that is no call, phi or terminator.
func (w *pathSearch) exec(s *abstractState, i *ir.Instr) {
	switch i.Op {
	case ir.OpAlloca:
		return
	case ir.OpGEP:
		if i.Type().Kind() != ir.Ptr {
			w.leak(s, i, w.eval(s, i.Arg(0)))
		}
		w.result(s, i, w.gep(s, w.eval(s, i.Arg(0)), i))
		for n := 1; n < i.NumArgs(); n++ {
			w.leak(s, i, w.eval(s, i.Arg(n)))
		}
	case ir.OpBitCast, ir.OpFreeze, ir.OpPtrToInt, ir.OpIntToPtr,
		ir.OpAddrSpaceCast, ir.OpPtrToAddr, ir.OpTrunc, ir.OpZExt, ir.OpSExt:
		w.result(s, i, w.cast(s, i))
	case ir.OpLoad:
		w.loadInstr(s, i)
	case ir.OpStore:
		w.storeInstr(s, i)
	case ir.OpICmp:
		w.result(s, i, w.compare(s, i))
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub:
		w.result(s, i, w.arith(s, i))
	case ir.OpExtractValue:
		w.result(s, i, w.extract(s, i))
	case ir.OpInsertValue:
		k := w.eval(s, i.Arg(1))
		if !k.isPointer() || !oneScalar(i.Type()) {
			w.leakArgs(s, i)
			k = abstractValue{}
		}
		w.result(s, i, k)
	case ir.OpURem:
		if !fewBits(i) {
			w.leak(s, i, w.eval(s, i.Arg(0)))
		}
		w.leak(s, i, w.eval(s, i.Arg(1)))
		w.result(s, i, abstractValue{})
	case ir.OpCatchPad:
		w.leakArgs(s, i)
		s.clobber() // the pad's variable receives the exception
		w.result(s, i, abstractValue{})
	case ir.OpFence, ir.OpCmpXchg, ir.OpAtomicRMW:
		w.leakArgs(s, i)
		if i.Op != ir.OpFence {
			if k := w.eval(s, i.Arg(0)); k.kind == knownAddr {
				s.store(abstractValue{knownAddr, k.v, anywhere}, -1, abstractValue{}, w.at(i))
			}
		}
		s.clobber()
		w.result(s, i, abstractValue{})
	default:
		w.leakArgs(s, i)
		if i.Op.Info().Effect&ir.EffWrites != 0 {
			s.clobber()
		}
		w.result(s, i, abstractValue{})
	}
}

// result records the abstract value of an instruction, unless rooted finds the same one.
func (w *pathSearch) result(s *abstractState, i *ir.Instr, k abstractValue) {
	if k.isPointer() && w.rooted(i) == k {
		k = abstractValue{}
	}
	s.set(int32(i.ID), k)
}

// at returns the instruction of the creating function that stands for an instruction in a callee.
func (w *pathSearch) at(i *ir.Instr) *ir.Instr {
	if w.site != nil {
		return w.site
	}
	return i
}

// leak marks an address as escaped. In the coroutine's own resume function, the frame's address is
// exempt, because the call of the resume function already lets it escape if resumeUse says so.
func (w *pathSearch) leak(s *abstractState, i *ir.Instr, k abstractValue) {
	if k.kind == knownFrame && w.own(k) {
		return
	}
	if k.kind == knownFrame && w.root && s.esc != nil && storesInItself(s.esc) && !storesInItself(i) {
		s.esc = i // a more informative instruction
	}
	s.publish(k, w.at(i))
}

// storesInItself reports whether an instruction stores an address into the object that it points
// to. For example, a promise may contain a pointer to itself. The store alone does not let the
// address escape, but code may load it again, and the analysis does not track it there.
func storesInItself(i *ir.Instr) bool {
	return i.Op == ir.OpStore && ir.Underlying(i.Arg(0)) == ir.Underlying(i.Arg(1))
}

// readFrame records that code other than the coroutine reads size bytes (negative: an unknown
// number) from the frame. If the coroutine stores addresses within its frame there, one escapes.
// The function pointers at the start of the frame are no such addresses.
func (w *pathSearch) readFrame(s *abstractState, i *ir.Instr, from abstractValue, size int64) {
	an := w.an
	if w.own(from) || !an.use.keeps {
		return
	}
	if header := 2 * an.facts.Layout.PtrSize(0); from.off >= 0 && size >= 0 && from.off+size <= header {
		return
	}
	s.publish(abstractValue{kind: knownFrame}, w.at(i))
}

func (w *pathSearch) leakArgs(s *abstractState, i *ir.Instr) {
	for n := range i.NumArgs() {
		if _, ok := i.Arg(n).(*ir.Block); !ok {
			w.leak(s, i, w.eval(s, i.Arg(n)))
		}
	}
}

// cast returns the abstract value of a cast. An address stays known through casts that keep all its
// bits. Any other cast, for example to i32, lets the address escape.
func (w *pathSearch) cast(s *abstractState, i *ir.Instr) abstractValue {
	k := w.eval(s, i.Arg(0))
	switch {
	case k.kind == knownNothing || k.kind == knownFn || k.kind == knownPart || k.kind == knownSlot:
		if i.Op == ir.OpBitCast || i.Op == ir.OpFreeze {
			return k
		}
		return abstractValue{}
	case k.isPointer():
		l := w.an.facts.Layout
		switch {
		case i.Type().Kind() == ir.Ptr:
			if i.Op == ir.OpAddrSpaceCast && k.kind == knownFrame {
				w.castSpace(i)
			}
			return k
		case i.Op == ir.OpPtrToInt && i.Type().Kind() == ir.Int && l.SizeBits(i.Type()) >= l.SizeBits(i.Arg(0).Type()):
			return k
		case i.Op == ir.OpFreeze:
			return k
		}
		w.leak(s, i, k)
		return abstractValue{}
	}
	return w.castConst(k, i)
}

// castConst returns the abstract value of a cast of a constant.
func (w *pathSearch) castConst(k abstractValue, i *ir.Instr) abstractValue {
	c := k.v.(*ir.Const)
	m := w.an.m
	t := i.Type()
	switch {
	case i.Op == ir.OpBitCast || i.Op == ir.OpFreeze:
		if t == c.Type() {
			return k
		}
		if t.Kind() == ir.Ptr && c.IsZero() {
			return abstractValue{kind: knownConst, v: m.Null(t)}
		}
	case t.Kind() == ir.Ptr && c.IsZero() && i.Op == ir.OpIntToPtr && t.AddrSpace() == 0:
		return abstractValue{kind: knownConst, v: m.Null(t)}
	case t.Kind() == ir.Int && t.Bits() <= 64 && c.IsInt():
		if n, ok := ir.FoldIntCast(i.Op, c); ok {
			return abstractValue{kind: knownConst, v: m.ConstInt(t, n)}
		}
	case t.Kind() == ir.Int && t.Bits() <= 64 && i.Op == ir.OpPtrToInt && c.IsZero() && c.Type().AddrSpace() == 0:
		return abstractValue{kind: knownConst, v: m.ConstInt(t, 0)}
	}
	return abstractValue{}
}

// castSpace checks a cast of the handle to another address space. The heap may be part of that space,
// but a local variable may not.
func (w *pathSearch) castSpace(i *ir.Instr) {
	from, to := i.Arg(0).Type().AddrSpace(), i.Type().AddrSpace()
	local := w.an.facts.Target.LocalAS()
	switch {
	case to == local && w.an.private && w.staysLocal(i, 0):
	case to != 0:
		w.an.forbid(w, i, MissAddrSpace, "the handle is cast to address space "+strconv.Itoa(to))
	case w.an.private && from != local:
		w.an.forbid(w, i, MissAddrSpace, "the handle is cast to the generic address space")
	}
}

// maxLocalCasts bounds the getelementptrs that staysLocal follows.
const maxLocalCasts = 8

// staysLocal reports whether an address in local memory is only accessed, or cast back to the generic
// space. An elided frame is in local memory, so the access is to the frame. Other uses see the bits of
// the address, which differ from those of the generic one. Null, too, may be an address there.
func (w *pathSearch) staysLocal(i *ir.Instr, depth int) bool {
	if l := w.an.facts.Layout; depth > maxLocalCasts || l.IndexBits(i.Type().AddrSpace()) != l.IndexBits(0) {
		return false
	}
	for u := i.FirstUse(); u != nil; u = u.Next() {
		switch x := u.User(); {
		case x.Op == ir.OpLoad, x.Op == ir.OpStore && u.Index() == 1, x.Op == ir.OpAddrSpaceCast && x.Type().AddrSpace() == 0:
		case x.Op == ir.OpGEP && u.Index() == 0 && x.Type().IsPtr() && w.staysLocal(x, depth+1):
		default:
			return false
		}
	}
	return true
}

// leakContents marks the addresses as escaped that lie in size bytes of a variable.
func (w *pathSearch) leakContents(s *abstractState, i *ir.Instr, at abstractValue, size int64) {
	for n := range s.slots { // leak does not change slots
		if c := &s.slots[n]; c.touches(at, size) {
			w.leak(s, i, w.taken(at.v, c.k))
		}
	}
}

// loadInstr executes a load. If no slot has exactly the loaded bytes, the load may read a part of
// an address, so the addresses in the slots that it touches escape.
func (w *pathSearch) loadInstr(s *abstractState, i *ir.Instr) {
	from := w.eval(s, i.Arg(0))
	if i.Order != ir.NotAtomic {
		s.clobber() // another thread may have written
	}
	k := abstractValue{}
	size, ok := w.an.facts.Layout.Size(i.Type())
	if !ok {
		size = -1
	}
	if from.kind == knownFrame {
		if from.off == w.an.facts.Layout.PtrSize(0) && i.Type().IsPtr() {
			w.result(s, i, abstractValue{kind: knownSlot})
			return
		}
		w.readFrame(s, i, from, size)
		from = w.frameAddr(from)
	}
	if from.kind == knownAddr {
		if an := w.an; an.readsOf != nil && from.v == an.readsOf && i.Type().IsPtr() && from.off != anywhere {
			an.reads[from.off] = true
		}
		if i.Flags&ir.FlagVolatile == 0 {
			k = w.taken(from.v, s.load(from, size))
		}
		if k.kind == knownNothing {
			w.leakContents(s, i, from, size) // the load reads part of an address, or more than one
		}
		if k.kind == knownConst && k.v.Type() != i.Type() {
			k = w.retyped(k, i.Type())
		}
	}
	w.result(s, i, k)
}

// taken returns a value that code reads from a variable. While the coroutine runs, its handle in a variable
// of somebody else is marked. What a coroutine does with the handle that its resume function is called
// with is known for all times (partUse), so leak ignores that one. But it may find its handle elsewhere,
// for example in the variable of its creator to which a parameter refers, and so may the coroutine that
// it transfers control to.
func (w *pathSearch) taken(from ir.Value, k abstractValue) abstractValue {
	if k.kind != knownFrame || !w.resuming {
		return k
	}
	a, ok := from.(*ir.Instr)
	for in := w; ok && a.Op == ir.OpAlloca && in != nil && in.resuming; in = in.parent {
		if a.Func() == in.fn.f {
			return k
		}
	}
	k.v = foundHandle
	return k
}

// foundHandle marks values of kind knownFrame (see taken).
var foundHandle = new(ir.Instr)

// own reports whether the coroutine runs, and an address in its frame comes from its resume function's
// parameter.
func (w *pathSearch) own(k abstractValue) bool { return w.resuming && k.v != foundHandle }

// retyped returns a constant that is read as another type of the same size.
func (w *pathSearch) retyped(k abstractValue, t *ir.Type) abstractValue {
	if k.isNull() && t.Kind() == ir.Ptr && t.AddrSpace() == 0 {
		return abstractValue{kind: knownConst, v: w.an.m.Null(t)}
	}
	return abstractValue{}
}

// theFrame is the base of addresses in the frame when the frame is treated as a variable. Its slots
// hold constants, and while the handle has not escaped, addresses of variables (only with inFrames).
var theFrame = new(ir.Instr)

// frameAddr returns an address in the frame as an address in the variable theFrame.
func (w *pathSearch) frameAddr(k abstractValue) abstractValue {
	return abstractValue{knownAddr, theFrame, k.off}
}

// storeInstr executes a store. A store through an unknown pointer lets an address escape, and may
// overwrite all escaped memory.
func (w *pathSearch) storeInstr(s *abstractState, i *ir.Instr) {
	k := w.eval(s, i.Arg(0))
	to := w.eval(s, i.Arg(1))
	size := int64(-1)
	if n, ok := w.an.facts.Layout.Size(i.Arg(0).Type()); ok {
		size = n
	}
	switch to.kind {
	case knownAddr:
		if g, ok := i.Arg(0).(*ir.Func); ok {
			k = abstractValue{kind: knownPart, v: g}
		}
		if i.Flags&ir.FlagVolatile != 0 {
			w.leak(s, i, k)
			k = abstractValue{}
		}
		s.store(to, size, k, w.at(i))
	case knownFrame:
		links := k.kind == knownAddr && w.links(s, k) && i.Flags&ir.FlagVolatile == 0
		// the coroutine may keep its own address in its frame; its creator could load it again
		if !links && (k.kind != knownFrame || !w.own(k)) {
			w.leak(s, i, k)
		}
		if !links && (k.kind != knownConst || i.Flags&ir.FlagVolatile != 0) {
			k = abstractValue{}
		}
		s.store(w.frameAddr(to), size, k, w.at(i))
	default:
		w.leak(s, i, k)
		s.clobber()
	}
	if i.Order != ir.NotAtomic {
		s.clobber()
	}
}

// links reports whether the frame may hold a value as a slot: a number, or the address of a variable while
// nobody else can find it there.
func (w *pathSearch) links(s *abstractState, k abstractValue) bool {
	return k.kind == knownConst || w.an.inFrames && s.esc == nil && k.kind == knownAddr
}

// compare returns the result of an icmp eq or ne, if the state decides it.
func (w *pathSearch) compare(s *abstractState, i *ir.Instr) abstractValue {
	for k := range 2 {
		if searches(i, k) {
			w.leak(s, i, w.eval(s, i.Arg(k)))
		}
	}
	p := i.Pred()
	if p != ir.PredEQ && p != ir.PredNE || i.Type().Kind() != ir.Int {
		return abstractValue{}
	}
	x, y := w.eval(s, i.Arg(0)), w.eval(s, i.Arg(1))
	eq, ok := equal(x, y)
	if x.kind == knownSlot {
		eq, ok = w.an.isCleanup(i.Arg(1))
	}
	if !ok {
		return abstractValue{}
	}
	return abstractValue{kind: knownConst, v: w.an.m.Bool(eq == (p == ir.PredEQ))}
}

// equal compares two values of one type.
func equal(a, b abstractValue) (eq, ok bool) {
	if a.kind == knownNothing || b.kind == knownNothing {
		return false, false
	}
	if b.isPointer() {
		a, b = b, a
	}
	switch {
	case a.kind == knownPart && b.isNull(), b.kind == knownPart && a.isNull():
		return false, true
	case a.isPointer() && b.kind == knownConst:
		return false, b.isNull() && a.off != anywhere // no object is at null
	case a.isPointer() && b.isPointer():
		if a.off == anywhere || b.off == anywhere {
			return false, false
		}
		if a.kind != b.kind || a.kind == knownAddr && a.v != b.v {
			return false, a.off == 0 && b.off == 0 // one object may begin at the end of another
		}
		return a.off == b.off, true
	case a.kind == knownConst && b.kind == knownConst:
		x, y := a.v.(*ir.Const), b.v.(*ir.Const)
		if x.IsInt() && y.IsInt() {
			return x.Uint64() == y.Uint64(), true
		}
		return x.IsZero() && y.IsZero(), x.IsZero() && y.IsZero()
	}
	return false, false
}

// arith returns the abstract value of integer arithmetic. An address plus a constant stays known;
// in other arithmetic an address escapes, except in a test of its alignment.
func (w *pathSearch) arith(s *abstractState, i *ir.Instr) abstractValue {
	a, b := w.eval(s, i.Arg(0)), w.eval(s, i.Arg(1))
	if a.isPointer() || b.isPointer() {
		if i.Op == ir.OpAnd && fewBits(i) {
			return w.lowBits(a, i) // an alignment test
		}
		switch {
		case i.Type().Kind() != ir.Int || a.isPointer() && b.isPointer():
		case i.Op == ir.OpAdd && intConst(a) != nil:
			return b.add(intConst(a).Int64(), true)
		case i.Op == ir.OpAdd && intConst(b) != nil:
			return a.add(intConst(b).Int64(), true)
		}
		w.leak(s, i, a)
		w.leak(s, i, b)
		return abstractValue{}
	}
	t := i.Type()
	if t.Kind() != ir.Int || t.Bits() > 64 || w.uncounted && t.Bits() > 1 {
		return abstractValue{}
	}
	x, y := intConst(a), intConst(b)
	if x == nil {
		x, y = y, x
		if i.Op == ir.OpSub {
			return abstractValue{}
		}
	}
	if x == nil {
		return abstractValue{}
	}
	if y == nil {
		all := int64(-1)
		switch {
		case i.Op == ir.OpAnd && x.IsZero(), i.Op == ir.OpOr && x.Uint64() == w.an.m.ConstInt(t, all).Uint64():
			return abstractValue{kind: knownConst, v: x}
		}
		return abstractValue{}
	}
	n, ok := ir.FoldInts(i.Op, x, y)
	if !ok {
		return abstractValue{}
	}
	return abstractValue{kind: knownConst, v: w.an.m.ConstInt(t, n)}
}

// lowBits returns the value of `and h, MASK` if h is an address in the frame and the mask selects
// only bits that the alignment of a frame determines: a frame begins with two pointers. For
// example, a library with handles of its own sets bit 0 in them, and asks `and i64 %h, 1` before
// each use.
func (w *pathSearch) lowBits(h abstractValue, i *ir.Instr) abstractValue {
	mask, t := i.Arg(1).(*ir.Const), i.Type()
	if h.kind != knownFrame || h.off == anywhere || t.Bits() > 64 ||
		mask.Uint64() >= uint64(w.an.facts.Layout.PtrAlign(0)) {
		return abstractValue{}
	}
	return abstractValue{kind: knownConst, v: w.an.m.ConstInt(t, h.off&mask.Int64())}
}

func intConst(k abstractValue) *ir.Const {
	if k.kind != knownConst {
		return nil
	}
	if c := k.v.(*ir.Const); c.IsInt() {
		return c
	}
	return nil
}

// extract returns the value that an insertvalue put at the index which an extractvalue reads.
func (w *pathSearch) extract(s *abstractState, i *ir.Instr) abstractValue {
	want := i.Aux.(*ir.IndexAux).Indices
	v := i.Arg(0)
	if k := w.eval(s, v); k.isPointer() && oneScalar(v.Type()) {
		return k
	}
	for range 16 {
		x, ok := v.(*ir.Instr)
		if !ok || x.Op != ir.OpInsertValue {
			break
		}
		have := x.Aux.(*ir.IndexAux).Indices
		if len(have) == 1 && len(want) == 1 && have[0] == want[0] {
			return w.eval(s, x.Arg(1))
		}
		if len(have) != 1 || len(want) != 1 {
			break
		}
		v = x.Arg(0)
	}
	return abstractValue{}
}

// oneScalar reports whether a type is an array or a struct with one scalar in it, which has the same
// bytes. For some targets clang passes a struct with a handle as [1 x i32].
func oneScalar(t *ir.Type) bool {
	for {
		switch {
		case t.Kind() == ir.Array && t.Len() == 1:
			t = t.Elem()
		case t.Kind() == ir.Struct && len(t.Fields()) == 1:
			t = t.Fields()[0]
		default:
			return t.Kind() == ir.Ptr || t.Kind() == ir.Int
		}
	}
}
