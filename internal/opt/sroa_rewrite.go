// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package opt

// This file rewrites the accesses to objects that SROA split.

import (
	"slices"
	"strconv"

	"github.com/corolower/corolower/internal/ir"
)

// rewrite creates the slices of split objects and redirects every use of the objects to the slices.
func (s *sroa) rewrite() {
	var list []*object
	for _, o := range s.objs {
		if o.failed || !o.gain {
			o.gain = false
			continue
		}
		list = append(list, o)
		s.makeSlices(o)
	}
	// Loads come first, so that stores see the values that these compose.
	for _, loads := range []bool{true, false} {
		for _, o := range list {
			for _, x := range o.ops {
				if loads == (x.i.Op == ir.OpLoad) {
					s.rewriteOp(o, x)
				}
			}
		}
	}
	redeclare(s.m, s.f, list)
	for _, o := range list {
		for k := len(o.ptrs) - 1; k >= 0; k-- {
			o.ptrs[k].Erase()
		}
		o.alloca.Erase()
	}
}

// makeSlices creates the allocas of an object's slices before the object's own alloca.
func (s *sroa) makeSlices(o *object) {
	a := o.alloca
	align := int64(a.Align)
	if align == 0 {
		align = s.l.ABIAlign(a.ElemTy)
	}
	s.bld.Before(a).SetDebugLoc(nil)
	n := 0
	for k := range o.slices {
		x := &o.slices[k]
		t := x.typ
		switch x.state {
		case neverRead:
			continue
		case inMemory:
			t = s.memoryType(o, x)
		}
		name := ""
		if a.Name() != "" {
			name = a.Name() + ".sroa." + strconv.Itoa(n)
		}
		n++
		x.alloca = s.bld.Alloca(t, a.Type().AddrSpace(), uint32(commonAlign(align, x.lo)), name)
		x.alloca.Pos = a.Pos
		if x.base = x.alloca; x.state == promoted {
			s.vars = append(s.vars, x.alloca)
		} else if o.generic {
			x.base = s.bld.PtrCast(x.alloca, s.m.PtrTo(t, 0))
		}
	}
	for _, p := range o.ops {
		if !ir.IsLifetime(p.i) {
			continue
		}
		lo, hi := o.marked(p)
		for k := range o.slices {
			x := &o.slices[k]
			x.bare = x.bare || (lo > x.lo || hi < x.hi) && lo < x.hi && hi > x.lo
		}
	}
}

// marked returns the range of an object that a lifetime marker covers.
func (o *object) marked(p op) (lo, hi int64) {
	n := lifetimeSize(p.i)
	if n < 0 {
		return p.off, o.size
	}
	return p.off, p.off + n
}

// memoryType returns the alloca type of a slice that stays in memory: the type of a field with
// exactly its extent, else an array of bytes.
func (s *sroa) memoryType(o *object, x *slice) *ir.Type {
	t, off := o.alloca.ElemTy, int64(0)
	if o.alloca.NumArgs() > 0 {
		t = nil
	}
	for t != nil {
		if off == x.lo && s.l.AllocSize(t) == x.hi-x.lo {
			return t
		}
		switch t.Kind() {
		case ir.Struct:
			k := len(t.Fields()) - 1
			for k >= 0 && off+s.l.FieldOffset(t, k) > x.lo {
				k--
			}
			if k < 0 {
				t = nil
				break
			}
			off, t = off+s.l.FieldOffset(t, k), t.Fields()[k]
		case ir.Array:
			n := s.l.AllocSize(t.Elem())
			if n == 0 {
				t = nil
				break
			}
			off, t = off+(x.lo-off)/n*n, t.Elem()
		default:
			t = nil
		}
	}
	return s.m.Types.Array(s.m.Types.Int(8), uint64(x.hi-x.lo))
}

// commonAlign returns the alignment of the address off bytes after an aligned one. For example, the
// address 4 bytes after a 16-byte aligned one is aligned to 4 bytes.
func commonAlign(align, off int64) int64 {
	for align > 1 && off%align != 0 {
		align /= 2
	}
	return max(align, 1)
}

// sliceAt returns the slice that contains byte x.
func (o *object) sliceAt(x int64) *slice {
	k, found := slices.BinarySearchFunc(o.slices, x, func(p slice, x int64) int { return int(p.lo - x) })
	if !found {
		k--
	}
	return &o.slices[k]
}

// addr returns the address of byte x of an object, in a slice in memory, and its alignment.
func (s *sroa) addr(p *slice, x int64) (ir.Value, int64) {
	align := commonAlign(int64(p.alloca.Align), x-p.lo)
	if x == p.lo {
		return p.base, align
	}
	i64 := s.m.Types.Int(64)
	return s.bld.ByteGEP(p.base, s.m.ConstInt(i64, x-p.lo), ir.FlagInBounds, ""), align
}

// cast converts a value between types that castable accepts.
func (s *sroa) cast(v ir.Value, t *ir.Type) ir.Value {
	if v.Type() == t {
		return v
	}
	switch from := v.Type(); {
	case from.IsPtr() && t.IsPtr():
		return s.bld.PtrCast(v, t)
	case from.IsPtr() && t.IsInt():
		return s.bld.Cast(ir.OpPtrToInt, v, t, "")
	case from.IsInt() && t.IsPtr():
		return s.bld.Cast(ir.OpIntToPtr, v, t, "")
	}
	return s.bld.Cast(ir.OpBitCast, v, t, "")
}

// rewriteOp rewrites one use of an object.
func (s *sroa) rewriteOp(o *object, x op) {
	i := x.i
	if i.Block() == nil {
		return // a copy that was rewritten for its other side
	}
	s.bld.Before(i).SetDebugLoc(i.DebugLoc())
	switch i.Op {
	case ir.OpLoad:
		s.rewriteLoad(o, x)
	case ir.OpStore:
		s.rewriteStore(o, x)
	case ir.OpGEP:
		ptr, _ := s.addr(o.sliceAt(x.off), x.off)
		i.SetArg(0, s.bld.PtrCast(ptr, i.Arg(0).Type()))
	default:
		if ir.IsLifetime(i) {
			s.rewriteMarker(o, x)
			return
		}
		if c := s.copies[i]; c != nil {
			s.rewriteCopy(c)
			return
		}
		if vol, ok := i.Arg(3).(*ir.Const); ok && vol.IsTrue() {
			s.redirectArg(o, x)
			return
		}
		s.rewriteFill(o, x)
	}
}

// redirect makes a load or store use the slice that contains all its bytes. It returns false if no
// slice in memory does.
func (s *sroa) redirect(o *object, x op, t *ir.Type) bool {
	p := o.sliceAt(x.off)
	if p.state != inMemory || p.hi < x.off+s.l.StoreSize(t) {
		return false
	}
	want := int64(x.i.Align)
	if want == 0 {
		want = s.l.ABIAlign(t)
	}
	ptr, have := s.addr(p, x.off)
	x.i.SetArg(x.arg, s.bld.PtrCast(ptr, x.i.Arg(x.arg).Type()))
	if have < want {
		x.i.Align = uint32(have)
	}
	return true
}

func (s *sroa) rewriteLoad(o *object, x op) {
	i, t := x.i, x.i.Type()
	if s.redirect(o, x, t) {
		return
	}
	var v ir.Value
	if t.IsAggregate() {
		v = blank(s.m, t)
		list, _ := leaves(s.l, t)
		for _, f := range list {
			v = s.bld.InsertValue(v, s.get(o, x.off+f.off, f.typ), "", f.path...)
		}
	} else {
		v = s.get(o, x.off, t)
	}
	ir.ReplaceUses(i, v)
	i.Erase()
}

// blank returns the initial value of an aggregate that is built field by field: poison since LLVM
// 16, undef before.
func blank(m *ir.Module, t *ir.Type) ir.Value {
	if !m.Has(ir.PoisonUnreached) {
		return m.Undef(t)
	}
	return m.Poison(t)
}

// get loads a scalar at an offset of an object.
func (s *sroa) get(o *object, off int64, t *ir.Type) ir.Value {
	p, end := o.sliceAt(off), off+s.l.StoreSize(t)
	switch {
	case p.hi < end:
		bits := s.m.Types.Int(int(s.l.SizeBits(t)))
		var all ir.Value
		s.eachPart(o, off, end, func(p *slice, at int64, part *ir.Type, shift int64) {
			v := ir.Value(s.bld.Cast(ir.OpZExt, s.get(o, at, part), bits, ""))
			if shift > 0 {
				v = s.bld.Binary(ir.OpShl, v, s.m.ConstInt(bits, shift), 0, "")
			}
			if all != nil {
				v = s.bld.Binary(ir.OpOr, all, v, 0, "")
			}
			all = v
		})
		return s.cast(all, t)
	case p.state == inMemory:
		ptr, align := s.addr(p, off)
		return s.bld.Load(t, ptr, uint32(align), "")
	}
	return s.cast(s.bld.Load(p.typ, p.alloca, p.alloca.Align, ""), t)
}

// eachPart visits the parts of a number at the bytes from lo to hi of an object: the slice and the
// first byte of each, the integer type of its size, and the place of its lowest bit in the number.
func (s *sroa) eachPart(o *object, lo, hi int64, visit func(p *slice, at int64, part *ir.Type, shift int64)) {
	for at := lo; at < hi; {
		p := o.sliceAt(at)
		end := min(p.hi, hi)
		shift := at - lo
		if s.l.BigEndian {
			shift = hi - end
		}
		visit(p, at, s.m.Types.Int(int(8*(end-at))), 8*shift)
		at = end
	}
}

func (s *sroa) rewriteStore(o *object, x op) {
	i := x.i
	t := i.Arg(0).Type()
	if s.redirect(o, x, t) {
		return
	}
	if t.IsAggregate() {
		list, _ := leaves(s.l, t)
		for _, f := range list {
			if at := x.off + f.off; s.keeps(o, at, at+s.l.StoreSize(f.typ)) {
				s.put(o, at, s.bld.ExtractValue(i.Arg(0), "", f.path...))
			}
		}
	} else {
		s.put(o, x.off, i.Arg(0))
	}
	i.Erase()
}

// keeps reports whether one of the slices at the bytes from lo to hi of an object is read.
func (s *sroa) keeps(o *object, lo, hi int64) bool {
	any := false
	s.eachPart(o, lo, hi, func(p *slice, _ int64, _ *ir.Type, _ int64) { any = any || p.state != neverRead })
	return any
}

// put stores a scalar at an offset of an object.
func (s *sroa) put(o *object, off int64, v ir.Value) {
	p, end := o.sliceAt(off), off+s.l.StoreSize(v.Type())
	switch {
	case p.hi < end && s.keeps(o, off, end):
		bits := s.cast(v, s.m.Types.Int(int(s.l.SizeBits(v.Type()))))
		s.eachPart(o, off, end, func(p *slice, at int64, part *ir.Type, shift int64) {
			if p.state != neverRead {
				s.put(o, at, s.extract(bits, shift, part))
			}
		})
	case p.hi < end:
	case p.state == promoted:
		s.bld.Store(s.cast(v, p.typ), p.alloca, p.alloca.Align)
	case p.state == inMemory:
		ptr, align := s.addr(p, off)
		s.bld.Store(v, ptr, uint32(align))
	}
}

// extract returns the bits of an integer from a place on, as an integer of a type.
func (s *sroa) extract(v ir.Value, from int64, t *ir.Type) ir.Value {
	if x := bitsOf(s.m, v, from, t); x != nil {
		return x
	}
	if from > 0 {
		v = s.bld.Binary(ir.OpLShr, v, s.m.ConstInt(v.Type(), from), 0, "")
	}
	return s.bld.Cast(ir.OpTrunc, v, t, "")
}

// rewriteMarker emits a lifetime marker for every slice. For a slice that becomes a value, the
// start of the lifetime is a store of undef.
func (s *sroa) rewriteMarker(o *object, x op) {
	i := x.i
	lo, hi := o.marked(x)
	for k := range o.slices {
		p := &o.slices[k]
		if p.bare || lo > p.lo || hi < p.hi {
			continue
		}
		switch p.state {
		case promoted:
			if ir.LifetimeKind(i) == ir.LifetimeStart {
				s.bld.Store(s.m.Undef(p.typ), p.alloca, p.alloca.Align)
			}
		case inMemory:
			c := s.m.CloneInstr(i)
			c.SetArg(x.arg, s.bld.PtrCast(p.alloca, i.Arg(x.arg).Type()))
			if x.arg > 0 {
				c.SetArg(0, s.m.ConstInt(i.Arg(0).Type(), p.hi-p.lo))
			}
			s.bld.Insert(c, "")
		}
	}
	i.Erase()
}

// redirectArg makes a volatile memory intrinsic use the slice that contains its bytes.
func (s *sroa) redirectArg(o *object, x op) {
	ptr, align := s.addr(o.sliceAt(x.off), x.off)
	x.i.SetArg(x.arg, s.bld.PtrCast(ptr, x.i.Arg(x.arg).Type()))
	if argAlign(s.m, x.i, x.arg) > align {
		x.i.Aux = alignedArgs(s.m, x.i, map[int]int64{x.arg: align})
	}
}

// argAlign returns the alignment that a call states for an argument.
func argAlign(m *ir.Module, i *ir.Instr, k int) int64 {
	if list := i.Call().ArgAttrs; k < len(list) {
		return max(list[k].Align(m), 1)
	}
	return 1
}

// alignedArgs returns a call's payload with the given alignments of arguments.
func alignedArgs(m *ir.Module, i *ir.Instr, aligns map[int]int64) *ir.CallAux {
	aux := *i.Call()
	aux.ArgAttrs = make([]*ir.AttrSet, aux.NArgs)
	copy(aux.ArgAttrs, i.Call().ArgAttrs)
	for k, n := range aligns {
		aux.ArgAttrs[k] = ir.NewAttrs("align " + strconv.FormatInt(n, 10))
	}
	return &aux
}

// rewriteFill rewrites a memset.
func (s *sroa) rewriteFill(o *object, x op) {
	i := x.i
	n := i.Arg(2).(*ir.Const).Int64()
	for at := x.off; at < x.off+n; {
		p := o.sliceAt(at)
		end := min(p.hi, x.off+n)
		switch p.state {
		case promoted:
			s.bld.Store(s.filled(p.typ, i.Arg(1).(*ir.Const)), p.alloca, p.alloca.Align)
		case inMemory:
			ptr, align := s.addr(p, at)
			c := s.m.CloneInstr(i)
			c.Aux = alignedArgs(s.m, i, map[int]int64{0: align})
			c.SetArg(0, s.bld.PtrCast(ptr, i.Arg(0).Type()))
			c.SetArg(2, s.m.ConstInt(i.Arg(2).Type(), end-at))
			c.Meta = nil
			s.bld.Insert(c, "")
		}
		at = end
	}
	i.Erase()
}

// filled returns the value of a type whose bytes all equal b. For example, an i32 filled with 1 is
// 0x01010101.
func (s *sroa) filled(t *ir.Type, b *ir.Const) ir.Value {
	switch {
	case t.IsInt() && t.Bits() <= 64:
		return s.m.ConstInt(t, int64(b.Uint64()&0xff*0x0101010101010101))
	case t.IsInt():
		return s.m.ConstInt(t, 0)
	case t.IsPtr():
		return s.m.Null(t)
	}
	return zeroValue(s.m, t)
}

// zeroValue returns the value of a scalar or vector type with all bits zero.
func zeroValue(m *ir.Module, t *ir.Type) ir.Value {
	if !t.IsFloat() {
		return m.ZeroInit(t)
	}
	c := m.NewConst(ir.ConstFloat, t)
	switch t.Kind() {
	case ir.Half:
		c.Text = "0xH0000"
	case ir.BFloat:
		c.Text = "0xR0000"
	case ir.X86FP80:
		c.Text = "0xK00000000000000000000"
	case ir.FP128:
		c.Text = "0xL00000000000000000000000000000000"
	case ir.PPCFP128:
		c.Text = "0xM00000000000000000000000000000000"
	default:
		c.Text = "0.000000e+00"
	}
	return c
}

// end is one end of a copy during the rewrite.
type end struct {
	s     *sroa
	o     *object // nil: other memory, or not split
	off   int64
	ptr   ir.Value
	align int64
}

func (s *sroa) endOf(c *copyOp, at side, arg int) end {
	e := end{s: s, off: at.off, ptr: c.i.Arg(arg), align: argAlign(s.m, c.i, arg)}
	if at.obj != nil && at.obj.gain {
		e.o = at.obj
	}
	return e
}

// part returns the slice at byte x of the copy, nil if the object is not split, and the end of that
// slice, at most n.
func (e *end) part(x, n int64) (*slice, int64) {
	if e.o == nil {
		return nil, n
	}
	p := e.o.sliceAt(e.off + x)
	return p, min(n, p.hi-e.off)
}

// at returns the address of byte x of the copy, and its alignment.
func (e *end) at(p *slice, x int64) (ir.Value, int64) {
	if p != nil {
		return e.s.addr(p, e.off+x)
	}
	if x == 0 {
		return e.ptr, e.align
	}
	i64 := e.s.m.Types.Int(64)
	return e.s.bld.ByteGEP(e.ptr, e.s.m.ConstInt(i64, x), ir.FlagInBounds, ""), commonAlign(e.align, x)
}

// rewriteCopy replaces a copy by one for each pair of slices.
func (s *sroa) rewriteCopy(c *copyOp) {
	i := c.i
	dst, src := s.endOf(c, c.dst, 0), s.endOf(c, c.src, 1)
	for x := int64(0); x < c.n; {
		p, end1 := dst.part(x, c.n)
		q, end2 := src.part(x, c.n)
		next := min(end1, end2)
		switch {
		case p != nil && p.state == neverRead || q != nil && q.state == neverRead:
		case p != nil && p.state == promoted:
			var v ir.Value
			if q != nil && q.state == promoted {
				v = s.cast(s.bld.Load(q.typ, q.alloca, q.alloca.Align, ""), p.typ)
			} else {
				ptr, align := src.at(q, x)
				v = s.bld.Load(p.typ, ptr, uint32(align), "")
			}
			s.bld.Store(v, p.alloca, p.alloca.Align)
		case q != nil && q.state == promoted:
			v := s.bld.Load(q.typ, q.alloca, q.alloca.Align, "")
			ptr, align := dst.at(p, x)
			s.bld.Store(v, ptr, uint32(align))
		default:
			to, alignTo := dst.at(p, x)
			from, alignFrom := src.at(q, x)
			k := s.m.CloneInstr(i)
			k.Aux = alignedArgs(s.m, i, map[int]int64{0: alignTo, 1: alignFrom})
			k.SetArg(0, s.bld.PtrCast(to, i.Arg(0).Type()))
			k.SetArg(1, s.bld.PtrCast(from, i.Arg(1).Type()))
			k.SetArg(2, s.m.ConstInt(i.Arg(2).Type(), next-x))
			k.Meta = nil
			s.bld.Insert(k, "")
		}
		x = next
	}
	i.Erase()
}
